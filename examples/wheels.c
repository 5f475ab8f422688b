// Demo: a million wheels on a volcano: which of them touch the ground, by single calls and by
// batches on every instruction set of this machine. All must agree, bit for bit. Build and run from
// the top folder:
//
//     cc -O2 examples/wheels.c -o wheels && ./wheels examples/data/volcano.txt
//
// With --png FILE it draws some of the wheels and their contacts.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "wheels"
#include "picture.h"

#include <inttypes.h>

#define WHEELS 1000000

// A wheel of 0.3 to 1 m radius whose tread is 5 cm below to 5 cm above the ground under its centre.
static collide_cylinder random_wheel(uint64_t *state, const collide_terrain *terrain) {
    const collide_heights *g = &terrain->grid;
    collide_cylinder wheel;
    const collide_vec3 origin = {0, 0, 0};
    const float turn = random_float(state) - 0.5f;
    float z = 0;
    wheel.center.x = random_float(state) * (float)(g->columns - 1) * g->dx;
    wheel.center.y = random_float(state) * (float)(g->rows - 1) * g->dy;
    collide_terrain_height(terrain, wheel.center.x, wheel.center.y, &z, NULL);
    wheel.radius = 0.3f + 0.7f * random_float(state);
    wheel.height = 0.6f * wheel.radius;
    wheel.center.z = z + wheel.radius + 0.1f * (random_float(state) - 0.5f);
    wheel.axis = collide_pose_from_quaternion(0, 0, turn, 0.5f, origin).axis[1];
    return wheel;
}

static void report(const char *how, double ns, size_t hits, const uint16_t *bits) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < COLLIDE_BLOCKS(WHEELS); ++i)
        hash = (hash ^ bits[i]) * 0x100000001b3u;
    printf("%-22s %8.1f ms %8.1f ns per wheel %8zu touch   hash %016" PRIx64 "\n", how, ns / 1e6,
           ns / WHEELS, hits, hash);
}

// ---- the picture -------------------------------------------------------------------------------

// One wheel in thirty of those near a place: orange ones touch the ground, and with what.
static void draw(picture *p, const collide_terrain *terrain, const collide_cylinder *wheels,
                 const uint16_t *bits) {
    const collide_heights *g = &terrain->grid;
    const float x = 0.435f * (float)(g->columns - 1) * g->dx, reach = 40;
    const float y = 0.42f * (float)(g->rows - 1) * g->dy;
    collide_vec3 at = {x, y, 0};
    (void)collide_terrain_height(terrain, x, y, &at.z, NULL);
    picture_pen(p, PICTURE_SOLID, 0xc4d6a8);
    picture_terrain(p, terrain, 0, 0, g->columns, g->rows);
    for (size_t i = 0; i < WHEELS; i += 30) {
        const collide_vec3 way = sub(wheels[i].center, at);
        const bool touches = bits[i / 16] >> i % 16 & 1;
        collide_cylinder hub = wheels[i];
        collide_contact contacts[8];
        if (way.x * way.x + way.y * way.y > reach * reach)
            continue;
        picture_pen(p, PICTURE_SOLID, touches ? 0xf08a2c : 0x6f7c8c);
        picture_cylinder(p, &wheels[i]);
        hub.radius *= 0.55f;
        hub.height *= 1.06f;
        picture_pen(p, PICTURE_SOLID, 0xe4e8ec);
        picture_cylinder(p, &hub);
        const size_t n = collide_cylinder_terrain_contacts(&wheels[i], terrain, NULL, contacts, 8);
        picture_contacts(p, contacts, n < 8 ? n : 8, 1.1f);
    }
    p->reach = 0;
    picture_camera(p, mad(at, 1, point(-8, -16, 5)), mad(at, 1, point(1, 0, 2.5f)), 0.3f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const collide_terrain *terrain = read_terrain(argc > 1 ? argv[1] : "examples/data/volcano.txt");
    collide_cylinder *wheels = (collide_cylinder *)allocate(WHEELS * sizeof *wheels);
    const size_t size = collide_cylinder_pack_size(WHEELS);
    const size_t words = COLLIDE_BLOCKS(WHEELS);
    uint16_t *expected = (uint16_t *)allocate(words * sizeof *expected);
    uint16_t *bits = (uint16_t *)allocate(words * sizeof *bits);
    collide_cylinder_pack *pack;
    uint64_t state = 1;
    int wrong = 0;
    for (size_t i = 0; i < WHEELS; ++i)
        wheels[i] = random_wheel(&state, terrain);
    check(collide_cylinder_pack_build(&pack, allocate(size), size, wheels, WHEELS, 0));
    printf("%zu by %zu heights, %d wheels\n", terrain->grid.columns, terrain->grid.rows, WHEELS);

    collide_isa_limit(COLLIDE_ISA_SCALAR);
    double start = nanoseconds();
    size_t hits = 0;
    for (size_t block = 0; block < words; ++block) {
        unsigned word = 0;
        if (block % 1000 == 0)
            progress("wheel", 16 * block, WHEELS);
        for (size_t i = 16 * block; i < WHEELS && i < 16 * (block + 1); ++i)
            word |= (unsigned)collide_cylinder_terrain(&wheels[i], terrain) << i % 16;
        expected[block] = (uint16_t)word;
        for (; word; word &= word - 1)
            ++hits;
    }
    progress("wheel", 1, 1);
    report("single calls, scalar", nanoseconds() - start, hits, expected);
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        const collide_isa_id isa = (collide_isa_id)i;
        char how[40];
        if (collide_isa_limit(isa) != isa)
            continue;
        memset(bits, 0, words * sizeof *bits);
        start = nanoseconds();
        hits = collide_terrain_cylinder_many(terrain, pack, bits);
        snprintf(how, sizeof how, "a pack, %s", collide_isa_text(isa));
        report(how, nanoseconds() - start, hits, bits);
        wrong += memcmp(bits, expected, words * sizeof *bits) != 0;
    }
    puts(wrong ? "ANSWERS DIFFER" : "all answers agree, bit for bit");
    if (drawn)
        draw(&p, terrain, wheels, expected);
    return wrong ? 1 : 0;
}
