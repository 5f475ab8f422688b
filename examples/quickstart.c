// The library in one page. Build and run from the top folder:
//     mkdir -p build && cc -O2 examples/quickstart.c -o build/quickstart && build/quickstart
#define COLLIDE_IMPLEMENTATION // in one file of your program
#include "../collide.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT 1000

int main(void) {
    // One against one: a ball above a triangle.
    const collide_sphere ball = {{0, 0, 1}, 1.25f};
    const collide_triangle ground = {{{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}};
    const collide_kdop18 a = collide_kdop18_from_sphere(&ball);
    const collide_kdop18 b = collide_kdop18_from_triangle(&ground);
    printf("sphere and ground: their bounds %s\n",
           collide_kdop18_kdop18(&a, &b) ? "overlap" : "are apart");

    // One against many: pack the bounds of 10 x 10 x 10 balls, one unit apart.
    static collide_kdop18 bounds[COUNT];
    for (int i = 0; i < COUNT; ++i) {
        const int x = i % 10, y = i / 10 % 10, z = i / 100;
        collide_sphere s = {{0, 0, 0}, 0.25f};
        s.center.x = (float)x;
        s.center.y = (float)y;
        s.center.z = (float)z;
        bounds[i] = collide_kdop18_from_sphere(&s);
    }

    // A pack lies in memory of yours, aligned: ask for a little more, and round up.
    const size_t size = collide_kdop18_pack_size(COUNT);
    char *memory = (char *)malloc(size + COLLIDE_ALIGNMENT);
    if (!memory)
        return 1;
    void *aligned = COLLIDE_ALIGN(memory);
    collide_kdop18_pack *pack;
    const collide_status status = collide_kdop18_pack_build(&pack, aligned, size, bounds, COUNT, 0);
    if (status != COLLIDE_OK) {
        fprintf(stderr, "pack: %s\n", collide_status_text(status));
        free(memory);
        return 1;
    }

    // Which of them does the ball meet? All hits are counted, the first 8 are listed.
    uint32_t hit[8];
    const size_t hits = collide_kdop18_kdop18_many_indices(&a, pack, hit, 8);
    printf("%zu of %d spheres are near, found with %s; the first 8:", hits, COUNT,
           collide_isa_text(collide_isa()));
    for (size_t i = 0; i < hits && i < 8; ++i)
        printf(" %u", (unsigned)hit[i]);
    printf("\n");
    free(memory);

    // Moving: a car of 1.4 m at 324 km/h, and a wall thinner than its step of 1/50 s.
    const collide_pose pose = collide_pose_identity();
    const collide_vec3 half = {0.7f, 0.3f, 0.2f}, velocity = {90, 0, 0}, rest = {0, 0, 0};
    const collide_obb car = collide_obb_from_pose(&pose, half);
    const collide_aabb bounds_of_wall = {{1.25f, -5, -1}, {1.5f, 5, 1}};
    const collide_obb wall = collide_obb_from_aabb(&bounds_of_wall);
    collide_impact impact;
    collide_contact contact[8];
    if (collide_obb_obb_sweep(&car, velocity, &wall, rest, 1.0f / 50, &impact)) {
        const size_t n =
            collide_obb_obb_sweep_contacts(&car, velocity, &wall, rest, &impact, NULL, contact, 8);
        printf("car and wall: touch after %.4f s at %zu points, normal %g %g %g\n",
               (double)impact.t_first, n, (double)impact.normal.x, (double)impact.normal.y,
               (double)impact.normal.z);
    }
    return 0;
}
