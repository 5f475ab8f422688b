// Demo: Newell's teapot against itself in 1000 poses, triangle bounds against triangle bounds, by
// single calls and by batches on every instruction set of this machine. All must agree, bit for
// bit. Build and run from the top folder:
//
//     cc -O2 examples/teapot.c -o teapot && ./teapot examples/data/teapot.off
//
// With --png FILE it draws the teapot within its four k-DOPs.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "teapot"
#include "picture.h"

#include "planes.h"

#include <inttypes.h>

#define POSES 1000
#define MOST 100000 // triangles

// ---- the poses ---------------------------------------------------------------------------------

// Some rotation, and an offset of up to 8 units: the teapot is 32 long, so that the two overlap in
// part.
static collide_pose random_pose(uint64_t *state) {
    float r[7];
    collide_vec3 offset;
    for (int i = 0; i < 7; ++i)
        r[i] = random_either(state);
    offset.x = 8.0f * r[4];
    offset.y = 8.0f * r[5];
    offset.z = 8.0f * r[6];
    return collide_pose_from_quaternion(r[0], r[1], r[2], r[3], offset);
}

// Bounds of all triangles of the mesh in a pose.
static void bound_posed(const collide_mesh *mesh, const collide_pose *pose, collide_kdop18 *out) {
    const collide_vec3 *v = (const collide_vec3 *)mesh->positions;
    const uint32_t *index = (const uint32_t *)mesh->indices;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        collide_triangle posed;
        for (size_t k = 0; k < 3; ++k)
            posed.v[k] = collide_pose_apply(pose, v[index[3 * i + k]]);
        out[i] = collide_kdop18_from_triangle(&posed);
    }
}

// ---- the queries -------------------------------------------------------------------------------

typedef struct demo {
    collide_mesh mesh;
    collide_kdop18 *still;     // bounds of the teapot at rest, for single calls
    collide_kdop18_pack *pack; // the same, for batches
    collide_kdop18 *posed;     // bounds in one pose
    uint16_t *bits;            // hit bits of posed[i] from i * COLLIDE_BLOCKS(triangles)
} demo;

typedef struct result {
    size_t hits;
    uint64_t hash;      // FNV-1a of all hit bits
    double nanoseconds; // of the queries alone
} result;

static size_t query_single(const demo *d) {
    const size_t n = d->mesh.triangle_count, blocks = COLLIDE_BLOCKS(n);
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i)
        for (size_t block = 0; block < blocks; ++block) {
            const size_t from = 16 * block, end = n - from < 16 ? n - from : 16;
            unsigned word = 0;
            for (size_t k = 0; k < end; ++k) {
                const unsigned hit = collide_kdop18_kdop18(d->posed + i, d->still + from + k);
                word |= hit << k;
                hits += hit;
            }
            d->bits[i * blocks + block] = (uint16_t)word;
        }
    return hits;
}

static size_t query_batch(const demo *d) {
    const collide_kdop18_array posed = {d->posed, d->mesh.triangle_count, 0};
    return collide_kdop18_kdop18_all(&posed, d->pack, d->bits);
}

static result run(const demo *d, size_t (*query)(const demo *d)) {
    const size_t n = d->mesh.triangle_count, words = n * COLLIDE_BLOCKS(n);
    result r = {0, 0xcbf29ce484222325u, 0};
    uint64_t state = 1;
    for (int i = 0; i < POSES; ++i) {
        const collide_pose pose = random_pose(&state);
        double start;
        bound_posed(&d->mesh, &pose, d->posed);
        start = nanoseconds();
        r.hits += query(d);
        r.nanoseconds += nanoseconds() - start;
        for (size_t k = 0; k < words; ++k) {
            r.hash = (r.hash ^ (d->bits[k] & 0xffu)) * 0x100000001b3u;
            r.hash = (r.hash ^ (d->bits[k] >> 8)) * 0x100000001b3u;
        }
        progress("pose", (size_t)i, POSES);
    }
    progress("pose", POSES, POSES);
    return r;
}

static void print_row(const char *name, const result *r, const result *single, double tests) {
    printf("%-8s %10zu %9.3f %8.1f   %016" PRIx64 "\n", name, r->hits, r->nanoseconds / tests,
           single->nanoseconds / r->nanoseconds, r->hash);
    fflush(stdout);
}

static bool run_all(const demo *d) {
    const size_t n = d->mesh.triangle_count;
    const double tests = (double)n * (double)n * POSES;
    result single;
    bool same = true;
    printf("%zu triangles against themselves in %d poses: %.0f million tests of 18-DOPs\n\n", n,
           POSES, tests / 1e6);
    printf("calls          hits   ns/test   faster   hash of all answers\n");
    single = run(d, query_single);
    print_row("single", &single, &single, tests);
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa)
        if (collide_isa_limit((collide_isa_id)isa) == (collide_isa_id)isa) {
            const result r = run(d, query_batch);
            print_row(collide_isa_text((collide_isa_id)isa), &r, &single, tests);
            same = same && r.hits == single.hits && r.hash == single.hash;
        }
    printf("\n%s\n", same ? "All answers are the same, bit for bit." : "ANSWERS DIFFER.");
    return same;
}

// ---- the picture -------------------------------------------------------------------------------

// Glass, with its edges, of a k-DOP with that many rows.
static void draw_kdop(picture *p, const float *min, const float *max, size_t rows,
                      const signed char (*sums)[3]) {
    planes solid = {{{0, 0, 0}}, {0}, 0};
    planes_add_rows(&solid, min, max, rows, sums);
    planes_draw(p, &solid, 0.1f);
}

// The teapot within its 6- and 14-DOP, and below within its 18- and 26-DOP.
static void draw(picture *p, const demo *d) {
    const collide_vec3 *from = (const collide_vec3 *)d->mesh.positions;
    const size_t n = d->mesh.vertex_count;
    collide_vec3 *v = (collide_vec3 *)allocate(n * sizeof *v);
    collide_mesh mesh = d->mesh;
    collide_kdop6 k6;
    collide_kdop14 k14;
    collide_kdop18 k18;
    collide_kdop26 k26;
    float size = 0;
    check(collide_kdop6_from_points(&k6, from, n, 0));
    for (int k = 0; k < 3; ++k)
        size = k6.max[k] > size ? k6.max[k] : size;
    const float scale = size > 0 ? 16 / size : 1;
    mesh.positions = v;
    p->glass = 0.15f;
    for (int i = 0; i < 4; ++i) {
        const collide_vec3 at = point(i % 2 ? 23.0f : -23.0f, 0, i / 2 ? -13.0f : 13.0f);
        const collide_pose pose = collide_pose_from_quaternion(0.64f, 0.12f, 0.2f, 0.7f, at);
        for (size_t k = 0; k < n; ++k)
            v[k] = collide_pose_apply(&pose, mad(point(0, 0, 0), scale, from[k]));
        picture_pen(p, PICTURE_SOLID, 0xf59a45);
        picture_mesh(p, &mesh, NULL);
        check(collide_kdop6_from_points(&k6, v, n, 0));
        check(collide_kdop14_from_points(&k14, v, n, 0));
        check(collide_kdop18_from_points(&k18, v, n, 0));
        check(collide_kdop26_from_points(&k26, v, n, 0));
        if (i == 0)
            draw_kdop(p, k6.min, k6.max, 3, planes_rows);
        else if (i == 1)
            draw_kdop(p, k14.min, k14.max, 7, planes_rows);
        else if (i == 2)
            draw_kdop(p, k18.min, k18.max, 9, planes_rows18);
        else
            draw_kdop(p, k26.min, k26.max, 13, planes_rows);
    }
    release(v);
    p->reach = 20;
    picture_camera(p, point(0, -220, 30), point(0, 0, 0), 0.122f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const collide_pose rest = collide_pose_identity();
    demo d;
    memset(&d, 0, sizeof d);
    if (argc != 2)
        fail("give a file of triangles: teapot FILE.off [--png FILE]");
    read_off(argv[1], 0, 1, &d.mesh);
    if (d.mesh.triangle_count > MOST)
        fail("the mesh has more than 100000 triangles");
    const size_t n = d.mesh.triangle_count, size = collide_kdop18_pack_size(n);
    d.still = (collide_kdop18 *)allocate(n * sizeof *d.still);
    d.posed = (collide_kdop18 *)allocate(n * sizeof *d.posed);
    d.bits = (uint16_t *)allocate(n * COLLIDE_BLOCKS(n) * sizeof *d.bits);
    check(collide_kdop18_pack_build_mesh(&d.pack, allocate(size), size, &d.mesh));
    bound_posed(&d.mesh, &rest, d.still);
    const bool same = run_all(&d);
    if (drawn)
        draw(&p, &d);
    return same ? 0 : 1;
}
