// How the work of queries grows: nodes, cells, parts, blocks and pairs asked (src/base/work.h) at
// n, 4n and 16n on benign, tied, nested, resting and random inputs, each with what is demanded of
// it. Counts, no times, so they are the same on every machine. Prints a line for each row.
#include "test.h"

#include <stdlib.h>

unsigned long long collide_work;

// What grows faster than is demanded until it is mended: these rows are printed, but do not fail.
// A row names one of these; take a name from the list when it is mended.
static const char *const waiting[] = {
    "", // nothing waits
};

// What work may be: k of four times n stays, goes up with the logarithm, by a side of a square, n,
// n log n; or n and what is found, together.
enum demand { STAYS, SIDE, LINEAR, N_LOG_N, N_SIDE, OUTPUT };
static const char *const demands[] = {"log n", "sqrt n", "n", "n log n", "n sqrt n", "n + found"};
static const double limits[] = {1.6, 2.8, 4.5,
                                5.5, 8.5, 1.4}; // of a step; OUTPUT: of work for each

struct row {
    const char *name;
    size_t (*ask)(size_t n); // returns what was found; work is counted from begin() on
    size_t n;
    enum demand demand;
    const char *waits;
};

static void begin(void) {
    collide_work = 0;
}

static void *room(size_t bytes) {
    void *p = NULL;
    assert_int_equal(posix_memalign(&p, COLLIDE_ALIGNMENT, bytes ? bytes : 1), 0);
    return p;
}

static collide_vec3 vec(float x, float y, float z) {
    const collide_vec3 r = {x, y, z};
    return r;
}

static collide_pose at(float x, float y, float z) {
    collide_pose p = collide_pose_identity();
    p.position = vec(x, y, z);
    return p;
}

// ---- meshes ----------------------------------------------------------------------------------

typedef struct shape {
    collide_vec3 *v;
    uint32_t *index;
    size_t vertices, triangles;
    collide_tree *tree;
} shape;

static shape shape_of(size_t vertices, size_t triangles) {
    shape s = {NULL, NULL, vertices, triangles, NULL};
    s.v = (collide_vec3 *)room(vertices * sizeof *s.v);
    s.index = (uint32_t *)room(3 * triangles * sizeof *s.index);
    return s;
}

static void put(shape *s, size_t triangle, size_t a, size_t b, size_t c) {
    s->index[3 * triangle] = (uint32_t)a;
    s->index[3 * triangle + 1] = (uint32_t)b;
    s->index[3 * triangle + 2] = (uint32_t)c;
}

static void planted(shape *s, uint32_t type) {
    const collide_mesh mesh = {s->v, s->vertices, 0, s->index, s->triangles, 0};
    const collide_tree_options options = {0, 0, 0, type, 0};
    const size_t size = collide_tree_size(s->triangles, &options);
    assert_int_equal(collide_tree_build(&s->tree, room(size), size, &mesh, &options), COLLIDE_OK);
}

static void fell(shape *s) {
    free(s->v);
    free(s->index);
    free(s->tree);
}

static size_t side_of(size_t n) {
    size_t side = 1;
    while (side * side < n)
        ++side;
    return side;
}

// A bumpy sphere of about n triangles; all of its vertices are like each other.
static shape bumpy(size_t n) {
    uint32_t edge = 1;
    while (12 * (size_t)edge * edge < n)
        ++edge;
    shape s = shape_of(6 * (size_t)edge * edge + 2, 12 * (size_t)edge * edge);
    inputs_bumpy(edge, s.v, s.index);
    planted(&s, COLLIDE_TREE_CLOSED);
    return s;
}

// A sheet of about n triangles, from -1 to 1, wavy or flat.
static shape sheet(size_t n, float wave) {
    const size_t side = side_of(n / 2);
    shape s = shape_of((side + 1) * (side + 1), 2 * side * side);
    for (size_t i = 0; i < s.vertices; ++i) {
        const float x = 2 * (float)(i % (side + 1)) / (float)side - 1;
        const size_t row = i / (side + 1);
        const float y = 2 * (float)row / (float)side - 1;
        s.v[i] = vec(x, y, wave * (x * x - y * y));
    }
    for (size_t i = 0; i < side * side; ++i) {
        const size_t a = i / side * (side + 1) + i % side;
        put(&s, 2 * i, a, a + 1, a + side + 2);
        put(&s, 2 * i + 1, a, a + side + 2, a + side + 1);
    }
    planted(&s, COLLIDE_TREE_SURFACE);
    return s;
}

// n triangles about one vertex: a cone whose tip is the origin and which opens along z, or a disc.
static shape fan(size_t n, float height) {
    shape s = shape_of(n + 1, n);
    double x = 1, y = 0;
    const double turn = 6.283185307179586 / (double)n;
    s.v[0] = vec(0, 0, 0);
    for (size_t i = 0; i < n; ++i) {
        const double step_x = x - turn * y, step_y = y + turn * x;
        double size = 1;
        s.v[i + 1] = vec((float)x, (float)y, height);
        for (int k = 0; k < 8; ++k) // the square root of its square
            size = (size + (step_x * step_x + step_y * step_y) / size) / 2;
        x = step_x / size;
        y = step_y / size;
        put(&s, i, 0, 1 + i, 1 + (i + 1) % n);
    }
    planted(&s, COLLIDE_TREE_SURFACE);
    return s;
}

// n copies of one triangle.
static shape copies(size_t n) {
    shape s = shape_of(3, n);
    s.v[0] = vec(0, 0, 0);
    s.v[1] = vec(1, 0, 0.25f);
    s.v[2] = vec(0, 1, 0.25f);
    for (size_t i = 0; i < n; ++i)
        put(&s, i, 0, 1, 2);
    planted(&s, COLLIDE_TREE_SURFACE);
    return s;
}

static shape soup(size_t n, uint64_t seed, float size) {
    inputs_random r = inputs_seed(seed);
    shape s = shape_of(3 * n, n);
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 c = inputs_vec3(&r, -1, 1);
        for (size_t k = 0; k < 3; ++k) {
            const collide_vec3 p = inputs_vec3(&r, -size, size);
            s.v[3 * i + k] = vec(c.x + p.x, c.y + p.y, c.z + p.z);
        }
        put(&s, i, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    planted(&s, COLLIDE_TREE_SURFACE);
    return s;
}

static void put_box(shape *s, size_t i, collide_vec3 lo, collide_vec3 hi) {
    static const uint8_t corner[36] = {0, 3, 1, 0, 2, 3, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 7, 3, 2, 6, 7, 0, 6, 2, 0, 4, 6, 1, 3, 7, 1, 7, 5};
    for (size_t k = 0; k < 8; ++k)
        s->v[8 * i + k] = vec(k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z);
    for (size_t k = 0; k < 36; ++k)
        s->index[36 * i + k] = (uint32_t)(8 * i + corner[k]);
}

// n / 12 boxes: shells in each other from a first size on, or plates on each other.
static shape shells(size_t n, float first) {
    shape s = shape_of(n / 12 * 8, n / 12 * 12);
    for (size_t i = 0; i < n / 12; ++i) {
        const float h = first + (float)i;
        put_box(&s, i, vec(-h, -h, -h), vec(h, h, h));
    }
    planted(&s, COLLIDE_TREE_CLOSED);
    return s;
}
static shape plates(size_t n, float first) {
    shape s = shape_of(n / 12 * 8, n / 12 * 12);
    const size_t shells = n / 12;
    const float h = (float)shells;
    for (size_t i = 0; i < shells; ++i) {
        const float z = first + (float)i;
        put_box(&s, i, vec(-h, -h, z), vec(h, h, z + 0.4f));
    }
    planted(&s, COLLIDE_TREE_CLOSED);
    return s;
}

// ---- trees -----------------------------------------------------------------------------------

static size_t pairs_between(shape a, shape b, const collide_pose *pose) {
    begin();
    const size_t found = collide_tree_tree_indices(a.tree, NULL, b.tree, pose, NULL, 0, NULL);
    fell(&a);
    fell(&b);
    return found;
}
static size_t pairs_apart(size_t n) {
    const collide_pose pose = at(2.2f, 0.1f, 0.2f);
    return pairs_between(bumpy(n), bumpy(n), &pose);
}
static size_t pairs_meet(size_t n) {
    const collide_pose pose = at(0.7f, 0.1f, 0.2f);
    return pairs_between(bumpy(n), bumpy(n), &pose);
}
static size_t pairs_soup(size_t n) {
    return pairs_between(soup(n, 1, 0.02f), soup(n, 2, 0.02f), NULL);
}
static size_t pairs_sheets(size_t n) {
    const collide_pose pose = at(0.001f, 0.002f, 0.01f);
    return pairs_between(sheet(n, 0.25f), sheet(n, 0.25f), &pose);
}
static size_t pairs_shells(size_t n) {
    return pairs_between(shells(n, 1), shells(n, 1.5f), NULL);
}
static size_t any_apart(size_t n) {
    const collide_pose pose = at(2.02f, 0.1f, 0.2f);
    shape s = bumpy(n);
    begin();
    const bool hit = collide_tree_tree(s.tree, NULL, s.tree, &pose, NULL);
    fell(&s);
    return hit;
}
static size_t self(shape s) {
    begin();
    const size_t found = collide_tree_self_indices(s.tree, NULL, 0, NULL);
    fell(&s);
    return found;
}
static size_t self_bumpy(size_t n) {
    return self(bumpy(n));
}
static size_t self_soup(size_t n) {
    return self(soup(n, 1, 0.02f));
}
static size_t self_fan(size_t n) {
    return self(fan(n, 0.5f));
}
static size_t self_disc(size_t n) {
    return self(fan(n, 0));
}
// A cone of which every fourth triangle, cut off near the tip, does not reach it.
static size_t self_strays(size_t n) {
    shape whole = fan(n, 0.5f), s = shape_of(n + 1 + n / 4, n);
    memcpy(s.v, whole.v, (n + 1) * sizeof *s.v);
    memcpy(s.index, whole.index, 3 * n * sizeof *s.index);
    for (size_t i = 0; i < n / 4; ++i) {
        const collide_vec3 p = s.v[1 + 4 * i];
        s.v[n + 1 + i] = vec(0.01f * p.x, 0.01f * p.y, 0.01f * p.z);
        s.index[12 * i] = (uint32_t)(n + 1 + i);
    }
    fell(&whole);
    planted(&s, COLLIDE_TREE_SURFACE);
    return self(s);
}
// A flat cylinder of n / 4 sides, closed by two discs.
static size_t self_coin(size_t n) {
    const size_t sides = n / 4;
    shape disc = fan(sides, 0), s = shape_of(2 * sides + 2, n);
    for (size_t i = 0; i <= sides; ++i) {
        s.v[i] = disc.v[i];
        s.v[sides + 1 + i] = vec(disc.v[i].x, disc.v[i].y, 0.02f);
    }
    for (size_t i = 0; i < sides; ++i) {
        const size_t a = 1 + i, b = 1 + (i + 1) % sides, above = sides + 1;
        put(&s, 4 * i, 0, b, a);
        put(&s, 4 * i + 1, above, above + a, above + b);
        put(&s, 4 * i + 2, a, b, above + b);
        put(&s, 4 * i + 3, a, above + b, above + a);
    }
    fell(&disc);
    planted(&s, COLLIDE_TREE_SURFACE);
    return self(s);
}
// Tetrahedra round one edge, below the same, with nothing in common.
static size_t fans_of_tetrahedra(size_t n) {
    shape rim = fan(n, 0.5f), s = shape_of(n + 2, 2 * n); // room for 4 indices each
    const collide_pose pose = at(0, 0, -0.0101f);
    memcpy(s.v, rim.v, (n + 1) * sizeof *s.v);
    s.v[n + 1] = vec(0, 0, 0.01f);
    for (size_t i = 0; i < n; ++i) {
        const size_t four[4] = {0, n + 1, 1 + i, 1 + (i + 1) % n};
        for (size_t k = 0; k < 4; ++k)
            s.index[4 * i + k] = (uint32_t)four[k];
    }
    fell(&rim);
    s.triangles = n;
    planted(&s, COLLIDE_TREE_TETRAHEDRA);
    begin();
    const size_t found = collide_tree_tree_indices(s.tree, NULL, s.tree, &pose, NULL, 0, NULL);
    fell(&s);
    return found;
}
static size_t front_at_tips(size_t n) { // cones in each other
    shape s = fan(n, 0.5f);
    const size_t size = collide_front_size(1 << 16);
    collide_front *front;
    collide_front_counts found;
    assert_int_equal(collide_front_build(&front, room(size), size, 1 << 16, s.tree, s.tree),
                     COLLIDE_OK);
    begin();
    for (int i = 0; i < 4; ++i) {
        const collide_pose pose = at(0, 0, 1e-3f + 1e-5f * (float)i);
        collide_front_indices(front, s.tree, NULL, s.tree, &pose, NULL, 0, &found);
    }
    free(front);
    fell(&s);
    return found.pairs;
}
static size_t poses_of_tree(size_t n) {
    shape s = bumpy(n);
    collide_pose poses[32];
    uint16_t bits[2];
    for (int i = 0; i < 32; ++i)
        poses[i] = at(2.4f - 0.02f * (float)i, 0.1f, 0);
    begin();
    const collide_pose_array array = {poses, 32, 0};
    const size_t hits = collide_tree_tree_poses(s.tree, NULL, s.tree, &array, bits);
    fell(&s);
    return hits;
}
static size_t contacts_of_trees(size_t n) {
    const collide_pose pose = at(1.7f, 0.1f, 0.2f);
    static collide_contact contacts[16];
    shape s = bumpy(n);
    begin();
    const size_t found =
        collide_tree_tree_touches(s.tree, NULL, s.tree, &pose, 1e-3f, contacts, 16, NULL);
    fell(&s);
    return found;
}
// A cone, and triangles to all sides about the same tip.
static size_t contacts_of_fans(size_t n) {
    shape a = fan(n, 0.5f), b = fan(n, 0.5f);
    inputs_random r = inputs_seed(3);
    static collide_contact contacts[64];
    for (size_t i = 1; i <= n; ++i)
        b.v[i] = inputs_vec3(&r, -1, 1);
    free(b.tree);
    planted(&b, COLLIDE_TREE_SURFACE);
    begin();
    const size_t found = collide_tree_tree_contacts(a.tree, NULL, b.tree, NULL, NULL, contacts, 64);
    assert_true(found > 0);
    fell(&a);
    fell(&b);
    return 0;
}
static size_t fronts(size_t n) {
    shape s = bumpy(n);
    const size_t size = collide_front_size(1 << 20);
    collide_front *front;
    size_t found = 0;
    assert_int_equal(collide_front_build(&front, room(size), size, 1 << 20, s.tree, s.tree),
                     COLLIDE_OK);
    begin();
    for (int i = 0; i < 8; ++i) {
        const collide_pose pose = at(2.1f - 0.01f * (float)i, 0.1f, 0.2f);
        collide_front_counts count;
        collide_front_indices(front, s.tree, NULL, s.tree, &pose, NULL, 0, &count);
        found += count.pairs;
    }
    free(front);
    fell(&s);
    return found;
}

static size_t swept(shape a, shape b, const collide_pose *pose, collide_vec3 va, float t_max) {
    const collide_vec3 still = {0, 0, 0};
    begin();
    const bool hit = collide_tree_tree_sweep(
        INPUTS_MOVER(a.tree, NULL, va), INPUTS_MOVER(b.tree, pose, still), t_max, NULL, NULL, NULL);
    fell(&a);
    fell(&b);
    return hit;
}
static size_t sweep_bumpy(size_t n) {
    const collide_pose pose = at(4, 0.1f, 0.2f);
    return swept(bumpy(n), bumpy(n), &pose, vec(1, 0, 0), 9);
}
static size_t sweep_past(size_t n) {
    const collide_pose pose = at(4, 3, 0.2f);
    return swept(bumpy(n), bumpy(n), &pose, vec(1, 0, 0), 9);
}
static size_t sweep_rest(size_t n) {
    const collide_pose pose = at(50, 0, 0);
    return swept(bumpy(n), bumpy(n), &pose, vec(0, 0, 0), INFINITY);
}
static size_t sweep_cones(size_t n) {
    collide_pose pose = at(0, 0, 4);
    pose.axis[1].y = pose.axis[2].z = -1;
    // The cone opens upward: it is above, and its tip comes down on the other's.
    return swept(fan(n, -1), fan(n, -1), &pose, vec(0, 0, 1), 9);
}
static size_t sweep_copies(size_t n) {
    const collide_pose pose = at(0, 0, 4);
    return swept(copies(n), copies(n), &pose, vec(0, 0, 1), 9);
}
// n movers of 100 triangles, some of them far off; or four of n that rest near each other.
static size_t movers(size_t n, bool rest, float far) {
    const size_t count = rest ? 4 : n;
    shape s = bumpy(rest ? n : 100);
    collide_mover *all = (collide_mover *)room(count * sizeof *all);
    inputs_random r = inputs_seed(5);
    const float side = (float)side_of(n) * 4;
    for (size_t i = 0; i < count; ++i) {
        const float size = i % 32 == 0 && far > 0 ? far : side;
        const collide_vec3 p = inputs_vec3(&r, -size, size);
        all[i].tree = s.tree;
        all[i].pose = at(p.x, p.y, p.z);
        all[i].velocity = inputs_vec3(&r, -1, 1);
        if (rest) { // boxes meet, balls do not
            const float beside = i % 2 ? 1.6f * s.tree->radius : 0;
            all[i].pose = at(beside, beside, i / 2 ? 9 : 0);
            all[i].velocity = vec(0, 0, 0);
        }
    }
    const size_t size = collide_movers_scratch_size(count);
    void *scratch = room(size);
    collide_movers_counts found;
    begin();
    assert_int_equal(
        collide_movers_sweep(all, count, 0, rest ? FLT_MAX : 1, scratch, size, NULL, 0, &found),
        COLLIDE_OK);
    free(scratch);
    free(all);
    fell(&s);
    return found.hits;
}
static size_t movers_moving(size_t n) {
    return movers(n, false, 0);
}
static size_t movers_rest(size_t n) {
    return movers(n, true, 0);
}
static size_t movers_outliers(size_t n) {
    return movers(n, false, 1e8f);
}

// n movers of 100 triangles that turn as well.
static size_t movers_turning(size_t n) {
    shape s = bumpy(100);
    collide_motion_mover *all = (collide_motion_mover *)room(n * sizeof *all);
    inputs_random r = inputs_seed(6);
    const float side = (float)side_of(n) * 4;
    for (size_t i = 0; i < n; ++i) {
        all[i].tree = s.tree;
        all[i].motion = collide_motion_at_rest();
        all[i].motion.pose.position = all[i].motion.pivot = inputs_vec3(&r, -side, side);
        all[i].motion.velocity = inputs_vec3(&r, -1, 1);
        all[i].motion.spin = inputs_vec3(&r, -2, 2);
    }
    const size_t size = collide_movers_scratch_size(n);
    void *scratch = room(size);
    collide_movers_motion_counts found;
    begin();
    assert_int_equal(collide_movers_motion(all, n, 0, 1, 0, scratch, size, NULL, 0, &found),
                     COLLIDE_OK);
    free(scratch);
    free(all);
    fell(&s);
    return found.hits;
}

static size_t contained(shape a, shape b) {
    begin();
    (void)collide_tree_tree_containment(a.tree, NULL, b.tree, NULL, NULL);
    fell(&a);
    fell(&b);
    return 0;
}
static size_t contained_shells(size_t n) {
    return contained(shells(n, 1), shells(n, 1.5f));
}
static size_t contained_plates(size_t n) {
    return contained(plates(n, 0), plates(n, 0.5f));
}
static size_t contained_bumpy(size_t n) {
    shape a = bumpy(n), b = bumpy(n);
    for (size_t i = 0; i < b.vertices; ++i)
        b.v[i] = vec(b.v[i].x * 0.25f, b.v[i].y * 0.25f, b.v[i].z * 0.25f);
    free(b.tree);
    planted(&b, COLLIDE_TREE_CLOSED);
    return contained(a, b);
}
static size_t point_bumpy(size_t n) {
    shape s = bumpy(n);
    begin();
    const size_t in = collide_point_tree(vec(0.01f, 0.02f, 0.03f), s.tree, NULL);
    fell(&s);
    return in;
}
static size_t point_shells(size_t n) { // as many triangles are above the point as it lies in
    shape s = shells(n, 1);
    begin();
    (void)collide_point_tree(vec(0.01f, 0.02f, 0.03f), s.tree, NULL);
    fell(&s);
    return 0;
}

// Shapes a quarter as large as a triangle's neighbourhood, so that as many are found whatever n.
static size_t shapes_at_tree(size_t n) {
    shape s = sheet(n, 0.25f);
    const float r = 2 / (float)side_of(n / 2);
    collide_obb box = {{0.1f, 0.1f, 0}, {r, r, r}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_sphere ball = {{0.1f, 0.1f, 0}, r};
    const collide_cylinder cylinder = {{0.1f, 0.1f, 0}, {0, 0, 1}, r, r};
    const collide_triangle t = {{{0.1f, 0.1f, 0}, {0.1f + r, 0.1f, r}, {0.1f, 0.1f + r, -r}}};
    const collide_spline spline = {
        {{0.1f, 0.1f, 0}, {0.1f + r, 0.1f, 0}, {0.1f + r, 0.1f + r, 0}, {0.1f, 0.1f + r, r}}, r};
    const collide_kdop18 kdop = collide_kdop18_from_obb(&box);
    begin();
    size_t found = collide_sphere_tree_indices(&ball, s.tree, NULL, NULL, 0);
    found += collide_obb_tree_indices(&box, s.tree, NULL, NULL, 0);
    found += collide_cylinder_tree_indices(&cylinder, s.tree, NULL, NULL, 0);
    found += collide_triangle_tree_indices(&t, s.tree, NULL, NULL, 0);
    found += collide_kdop18_tree_indices(&kdop, s.tree, NULL, NULL, 0);
    found += collide_spline_tree_indices(&spline, s.tree, NULL, NULL, 0);
    fell(&s);
    return found;
}
// The distance of a point, a ball, a box and a segment from a tree; near it, or at its middle,
// where much of it is nearly as far.
static size_t near_tree(size_t n, collide_vec3 at) {
    shape s = bumpy(n);
    const collide_sphere ball = {at, 0.01f};
    const collide_obb box = {at, {0.01f, 0.02f, 0.03f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_segment segment = {at, {at.x + 0.01f, at.y, at.z + 0.01f}};
    const collide_shape shapes[4] = {collide_shape_from_point(at), collide_shape_from_sphere(&ball),
                                     collide_shape_from_obb(&box),
                                     collide_shape_from_segment(&segment)};
    begin();
    for (int i = 0; i < 4; ++i)
        assert_true(collide_shape_tree_distance(&shapes[i], s.tree, NULL, INFINITY, NULL));
    fell(&s);
    return 0;
}
static size_t near_surface(size_t n) {
    return near_tree(n, vec(1.1f, 0.3f, 0.2f));
}
static size_t near_middle(size_t n) {
    return near_tree(n, vec(0.05f, 0.02f, 0.03f));
}

// Two meshes that turn towards each other, and a box beside one of them.
static size_t turning_meshes(size_t n) {
    shape s = bumpy(n);
    const collide_obb box = {
        {1.5f, 0.1f, 0}, {0.01f, 0.02f, 0.03f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape piece = collide_shape_from_obb(&box);
    collide_motion a = collide_motion_at_rest(), b = a;
    a.spin = vec(0.3f, 0.7f, 1);
    b.spin = vec(-0.5f, 0.2f, 0.4f);
    b.pose.position = b.pivot = vec(2.7f, 0.3f, 0.1f);
    b.velocity.x = -2;
    begin();
    assert_true(collide_tree_tree_motion(s.tree, &a, s.tree, &b, 1, 0, NULL, NULL));
    b.pose = collide_pose_identity();
    assert_true(collide_shape_tree_motion(&piece, &b, s.tree, &a, 1, 0, NULL, NULL));
    fell(&s);
    return 2;
}

// A ball, a capsule and a box in contact with a tree: small, or over all of it.
static size_t contacts_at_tree(size_t n, float size, float z) {
    shape s = sheet(n, 0.25f);
    const collide_sphere ball = {{0.1f, 0.1f, z}, size};
    const collide_capsule capsule = {{0.1f, 0.1f, z}, {0.1f + size, 0.1f, z}, size};
    const collide_obb box = {
        {0.1f, 0.1f, z}, {size, size, size}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape shapes[3] = {collide_shape_from_sphere(&ball),
                                     collide_shape_from_capsule(&capsule),
                                     collide_shape_from_obb(&box)};
    begin();
    for (int i = 0; i < 3; ++i)
        assert_true(collide_shape_tree_contacts(&shapes[i], s.tree, NULL, NULL, NULL, 0) > 0);
    fell(&s);
    return 3;
}
static size_t contacts_small(size_t n) {
    return contacts_at_tree(n, 2 / (float)side_of(n / 2), 0);
}
static size_t contacts_large(size_t n) {
    return contacts_at_tree(n, 3, 2.9f);
}
// A ball and a box on the tip of a cone.
static size_t contacts_at_tip(size_t n) {
    shape s = fan(n, -1);
    const collide_sphere ball = {{0, 0, 0.24f}, 0.25f};
    const collide_obb box = {
        {0, 0, 0.24f}, {0.25f, 0.25f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape shapes[2] = {collide_shape_from_sphere(&ball),
                                     collide_shape_from_obb(&box)};
    begin();
    for (int i = 0; i < 2; ++i)
        assert_int_equal(collide_shape_tree_contacts(&shapes[i], s.tree, NULL, NULL, NULL, 0), 1);
    fell(&s);
    return 2;
}
// A box, a tilted box and a capsule on copies of one triangle.
static size_t contacts_on_copies(size_t n) {
    shape s = copies(n);
    const collide_vec3 p = s.v[0], q = s.v[1], r = s.v[2];
    const collide_vec3 middle =
        vec((p.x + q.x + r.x) / 3, (p.y + q.y + r.y) / 3, (p.z + q.z + r.z) / 3);
    collide_obb box = {middle, {0.25f, 0.25f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    collide_shape shapes[3];
    size_t found = 0;
    shapes[0] = collide_shape_from_obb(&box);
    box.axis[0] = vec(0.36f, 0.48f, 0.8f);
    box.axis[1] = vec(-0.8f, 0.6f, 0);
    box.axis[2] = vec(-0.48f, -0.64f, 0.6f);
    shapes[1] = collide_shape_from_obb(&box);
    const collide_capsule capsule = {p, middle, 0.1f};
    shapes[2] = collide_shape_from_capsule(&capsule);
    begin();
    for (int i = 0; i < 3; ++i)
        found += collide_shape_tree_contacts(&shapes[i], s.tree, NULL, NULL, NULL, 0);
    assert_true(found >= 3 && found <= 12);
    fell(&s);
    return found;
}
static size_t windings_at_tip(size_t n) {
    shape s = fan(n, -1);
    begin();
    const size_t found = collide_tree_windings(s.tree, NULL, 0);
    fell(&s);
    return found;
}
// Shapes that meet all triangles, where any will do.
static size_t any_at_tree(size_t n) {
    shape s = sheet(n, 0.25f);
    const collide_obb box = {{0, 0, 0}, {3, 3, 3}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_sphere ball = {{0, 0, 0}, 3};
    const collide_aabb bounds = {{-3, -3, -3}, {3, 3, 3}};
    const collide_vec3 points[4] = {{-3, 0, 0}, {0, 0, 0}, {0, 1, 0}, {3, 1, 0}};
    const collide_cable cable = {points, 4, 0, 3, 0};
    begin();
    size_t found = collide_sphere_tree(&ball, s.tree, NULL);
    found += collide_obb_tree(&box, s.tree, NULL);
    found += collide_aabb_tree(&bounds, s.tree, NULL);
    found += collide_cable_tree(&cable, s.tree, NULL);
    assert_int_equal(found, 4);
    fell(&s);
    return found;
}
// Sixteen, beside each other by a step.
static size_t rays_at(shape s, collide_vec3 from, float step) {
    size_t hits = 0;
    begin();
    for (int i = 0; i < 16; ++i) {
        const collide_ray ray = {{from.x + step * (float)i, from.y, from.z}, {0, 0, -1}};
        collide_ray_hit hit; // NULL would end at any triangle
        hits += collide_ray_tree(&ray, s.tree, NULL, 9, &hit);
    }
    fell(&s);
    return hits;
}
static size_t ray_at_tree(size_t n) {
    return rays_at(sheet(n, 0.25f), vec(-0.711f, 0.017f, 4), 0.0917f);
}
static size_t ray_at_tip(size_t n) {
    return rays_at(fan(n, -1), vec(0, 0, 4), 0);
}
static size_t balls_onto(shape s, collide_vec3 from, float step) {
    const collide_vec3 down = {0, 0, -1}, still = {0, 0, 0};
    const float r = 0.1f / (float)side_of(s.triangles);
    size_t hits = 0;
    begin();
    for (int i = 0; i < 16; ++i) {
        const collide_vec3 p = {from.x + step * (float)i, from.y, from.z};
        const collide_sphere ball = {p, r};
        const collide_obb box = {p, {r, r, r}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        hits += collide_sphere_tree_sweep(&ball, down, INPUTS_MOVER(s.tree, NULL, still), 9, NULL,
                                          NULL);
        hits +=
            collide_obb_tree_sweep(&box, down, INPUTS_MOVER(s.tree, NULL, still), 9, NULL, NULL);
    }
    fell(&s);
    return hits;
}
static size_t ball_onto_tree(size_t n) {
    return balls_onto(sheet(n, 0.25f), vec(-0.711f, 0.017f, 4), 0.0917f);
}
static size_t ball_onto_tip(size_t n) {
    return balls_onto(fan(n, -1), vec(0, 0, 4), 0);
}
static size_t ball_at_rest(size_t n) {
    shape s = bumpy(n);
    const collide_sphere ball = {{5, 0, 0}, 0.5f};
    const collide_vec3 still = {0, 0, 0};
    begin();
    const size_t hit = collide_sphere_tree_sweep(&ball, still, INPUTS_MOVER(s.tree, NULL, still),
                                                 INFINITY, NULL, NULL);
    fell(&s);
    return hit;
}

// ---- octrees, bodies, packs ------------------------------------------------------------------

static size_t octree_pairs(size_t n, float far, bool heaps) {
    collide_sphere *balls = (collide_sphere *)room(n * sizeof *balls);
    inputs_random r = inputs_seed(7);
    float side = 1;
    while ((size_t)(side * side * side) < n)
        side += 1;
    for (size_t i = 0; i < n; ++i) {
        const bool out = far > 0 && (heaps ? i % 2 : i % 32 == 0);
        balls[i].center = inputs_vec3(&r, 0, out && !heaps ? far : side);
        balls[i].center.x += out && heaps ? far : 0;
        balls[i].radius = 0.25f;
    }
    const size_t size = collide_octree_size(n, NULL);
    collide_octree *octree;
    void *memory = room(size);
    begin();
    assert_int_equal(collide_octree_build_spheres(&octree, memory, size, balls, n, 0, NULL),
                     COLLIDE_OK);
    const size_t found = collide_octree_self_indices(octree, NULL, NULL, 0);
    free(memory);
    free(balls);
    return found;
}
static size_t octree_even(size_t n) {
    return octree_pairs(n, 0, false);
}
static size_t octree_outliers(size_t n) {
    return octree_pairs(n, 1e7f, false);
}
static size_t octree_heaps(size_t n) {
    return octree_pairs(n, 1e6f, true);
}
static size_t octree_one(size_t n) {
    collide_sphere *balls = (collide_sphere *)room(n * sizeof *balls);
    inputs_random r = inputs_seed(7);
    float side = 1;
    while ((size_t)(side * side * side) < n)
        side += 1;
    for (size_t i = 0; i < n; ++i) {
        balls[i].center = inputs_vec3(&r, 0, side);
        balls[i].radius = 0.25f;
    }
    const size_t size = collide_octree_size(n, NULL);
    collide_octree *octree;
    void *memory = room(size);
    const collide_sphere q = {{0.5f * side, 0.5f * side, 0.5f * side}, 1};
    const collide_aabb box = {{1, 1, 1}, {2, 2, 2}};
    collide_octree_build_spheres(&octree, memory, size, balls, n, 0, NULL);
    begin();
    const size_t found = collide_sphere_octree_indices(&q, octree, NULL, NULL, 0) +
                         collide_aabb_octree_indices(&box, octree, NULL, NULL, 0);
    free(memory);
    free(balls);
    return found;
}
// The nearest of even balls or boxes, and pairs within a margin; a few are far off.
static size_t octree_nearby(size_t n, int what) {
    collide_sphere *balls = (collide_sphere *)room(n * sizeof *balls);
    collide_aabb *boxes = (collide_aabb *)room(n * sizeof *boxes);
    inputs_random r = inputs_seed(8);
    float side = 1;
    uint32_t indices[8];
    collide_distance d[8];
    size_t found = 0;
    while ((size_t)(side * side * side) < n)
        side += 1;
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 c = inputs_vec3(&r, 0, i % 1000 == 999 ? 1e4f : side);
        balls[i].center = c;
        balls[i].radius = 0.25f;
        boxes[i].min = vec(c.x - 0.25f, c.y - 0.125f, c.z - 0.25f);
        boxes[i].max = vec(c.x + 0.25f, c.y + 0.125f, c.z + 0.25f);
    }
    const size_t size = collide_octree_size(n, NULL);
    collide_octree *of_balls, *of_boxes;
    void *memory = room(size), *other = room(size);
    collide_octree_build_spheres(&of_balls, memory, size, balls, n, 0, NULL);
    collide_octree_build_aabbs(&of_boxes, other, size, boxes, n, 0, NULL);
    begin();
    for (int i = 0; i < 100 && what == 0; ++i) {
        const collide_sphere q = {inputs_vec3(&r, 0, side), 0};
        const collide_aabb box = {q.center, q.center};
        collide_sphere_octree_nearest(&q, of_balls, FLT_MAX, 8, NULL, indices, d);
        collide_sphere_octree_nearest(&q, of_boxes, FLT_MAX, 1, NULL, indices, d);
        collide_aabb_octree_nearest(&box, of_balls, FLT_MAX, 1, NULL, indices, d);
        collide_aabb_octree_nearest(&box, of_boxes, FLT_MAX, 8, NULL, indices, d);
        collide_sphere_octree_within_indices(&q, of_boxes, 0.5f, NULL, indices, 8);
        collide_aabb_octree_within_indices(&box, of_boxes, 0.5f, NULL, indices, 8);
    }
    if (what == 1)
        found = collide_octree_self_within_indices(of_balls, 0.125f, NULL, NULL, 0);
    if (what == 2)
        found = collide_octree_octree_indices(of_balls, of_boxes, NULL, NULL, NULL, 0);
    if (what == 3)
        for (size_t part = 0; part < 4; ++part)
            found += collide_octree_self_part_indices(of_balls, part, 4, NULL, NULL, 0);
    free(memory);
    free(other);
    free(balls);
    free(boxes);
    return found;
}
static size_t octree_nearest(size_t n) {
    return octree_nearby(n, 0);
}
static size_t octree_within(size_t n) {
    return octree_nearby(n, 1);
}
static size_t octree_two(size_t n) {
    return octree_nearby(n, 2);
}
static size_t octree_parts(size_t n) {
    return octree_nearby(n, 3);
}
static size_t packs(size_t n) {
    collide_kdop18 *all = (collide_kdop18 *)room(n * sizeof *all);
    inputs_random r = inputs_seed(9);
    for (size_t i = 0; i < n; ++i) {
        const collide_sphere ball = {inputs_vec3(&r, 0, 10), 0.1f};
        all[i] = collide_kdop18_from_sphere(&ball);
    }
    const size_t size = collide_kdop18_pack_size(n);
    collide_kdop18_pack *pack;
    void *memory = room(size);
    uint16_t *bits = (uint16_t *)room(2 * COLLIDE_BLOCKS(n));
    collide_kdop18_pack_build(&pack, memory, size, all, n, 0);
    begin();
    const size_t found = collide_kdop18_kdop18_many(&all[0], pack, bits);
    free(bits);
    free(memory);
    free(all);
    return found;
}

// ---- terrain ---------------------------------------------------------------------------------

enum { RANDOM, LEVEL, VALLEY, HILLS };

// n by n cells.
static collide_terrain *terrain_of(size_t n, int what, float **heights) {
    const size_t size = collide_terrain_size(n + 1, n + 1);
    collide_heights grid;
    collide_terrain *t;
    inputs_random r = inputs_seed(3);
    float *z = *heights = (float *)room((n + 1) * (n + 1) * sizeof **heights);
    memset(&grid, 0, sizeof grid);
    for (size_t i = 0; i < (n + 1) * (n + 1); ++i) {
        const size_t x = i % (n + 1), y = i / (n + 1), off = x > y ? x - y : y - x;
        z[i] = what == RANDOM   ? inputs_uniform(&r, 0, 1)
               : what == VALLEY ? off < 3 ? 0 : (float)((x + y) % 2) * 10
               : what == HILLS  ? (float)(x * y % 7) * 0.1f
                                : 0;
    }
    grid.heights = z;
    grid.columns = grid.rows = n + 1;
    grid.dx = grid.dy = 1;
    assert_int_equal(collide_terrain_build(&t, room(size), size, &grid), COLLIDE_OK);
    return t;
}

static size_t ball_contacts(size_t n, int what) { // n cells, a ball that covers most of them
    const size_t side = side_of(n);
    const float middle = 0.5f * (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, what, &heights);
    const collide_sphere ball = {{middle, middle, 0}, middle};
    begin();
    const size_t found = collide_sphere_terrain_contacts(&ball, t, NULL, NULL, 0);
    free(heights);
    free(t);
    return found > 96 ? found : 96;
}
static size_t ball_random(size_t n) {
    return ball_contacts(n, RANDOM);
}
static size_t ball_level(size_t n) {
    return ball_contacts(n, LEVEL);
}
static size_t ball_hills(size_t n) {
    return ball_contacts(n, HILLS);
}
static size_t cylinder_sunk(size_t n) {
    const size_t side = side_of(n);
    const float middle = 0.5f * (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, RANDOM, &heights);
    const collide_cylinder c = {{middle, middle, -1}, {1, 0, 0}, middle, 1.8f * middle};
    begin();
    (void)collide_cylinder_terrain_contacts(&c, t, NULL, NULL, 0);
    free(heights);
    free(t);
    return 96;
}
static size_t box_sunk(size_t n) {
    const size_t side = side_of(n);
    const float middle = 0.5f * (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, RANDOM, &heights);
    const collide_obb box = {
        {middle, middle, 0}, {0.9f * middle, 0.9f * middle, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    begin();
    (void)collide_obb_terrain_contacts(&box, t, NULL, NULL, 0);
    free(heights);
    free(t);
    return 96;
}
static size_t ball_small(size_t n) { // of one size, on ever larger terrain
    const size_t side = side_of(n);
    float *heights;
    collide_terrain *t = terrain_of(side, HILLS, &heights);
    const collide_sphere ball = {{0.5f * (float)side, 0.5f * (float)side, 2}, 2};
    const collide_cylinder c = {ball.center, {0, 0, 1}, 2, 4};
    begin();
    size_t found = collide_sphere_terrain_contacts(&ball, t, NULL, NULL, 0);
    found += collide_cylinder_terrain_contacts(&c, t, NULL, NULL, 0);
    free(heights);
    free(t);
    return found;
}
// A box that tumbles onto ever larger terrain.
static size_t box_tumbles(size_t n) {
    const size_t side = side_of(n);
    const float middle = 0.5f * (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, HILLS, &heights);
    const collide_obb box = {
        {middle, middle, 4}, {0.5f, 0.75f, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape a = collide_shape_from_obb(&box);
    collide_motion m = collide_motion_at_rest();
    m.pivot = box.center;
    m.velocity = vec(3, 2, -5);
    m.spin = vec(2, 3, 1);
    begin();
    assert_true(collide_shape_terrain_motion(&a, &m, t, 1, 0, NULL, NULL, NULL));
    free(heights);
    free(t);
    return 1;
}

static size_t ball_above(size_t n) { // all of the terrain is below it
    const size_t side = side_of(n);
    const float middle = 0.5f * (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, HILLS, &heights);
    const collide_sphere ball = {{middle, middle, middle + 3}, middle};
    const collide_cylinder c = {{middle, middle, 5}, {0, 0, 1}, middle, 2};
    begin();
    const size_t found = collide_sphere_terrain(&ball, t) + collide_cylinder_terrain(&c, t);
    free(heights);
    free(t);
    return found;
}
static size_t ray_over(size_t n) { // along the diagonal, above all
    const size_t side = side_of(n);
    float *heights;
    collide_terrain *t = terrain_of(side, HILLS, &heights);
    const collide_ray ray = {{0.1f, 0.2f, 0.65f}, {1, 1, 0}};
    collide_ray_hit hit;
    begin();
    const size_t found = collide_ray_terrain(&ray, t, 1e9f, &hit);
    free(heights);
    free(t);
    return found;
}

// A body along the diagonal, over a valley there: it meets nothing.
static size_t valley(size_t n, int body) {
    const size_t side = side_of(n);
    const float m = (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, VALLEY, &heights);
    const collide_spline rope = {{{0, 0, 0.5f}, {0, 0, 0.5f}, {m, m, 0.5f}, {m, m, 0.5f}}, 0.1f};
    const collide_triangle sliver = {{{0, 0, 0.5f}, {m, m, 0.5f}, {m, m, 0.6f}}};
    collide_obb box = {{0.5f * m, 0.5f * m, 0.5f}, {0.7f * m, 0.1f, 0.1f}, {{1, 1, 0}}};
    box.axis[1].x = -1;
    box.axis[1].y = 1;
    box = collide_obb_orthonormalize(&box);
    const collide_cylinder rod = {box.center, box.axis[0], 0.1f, 1.4f * m};
    begin();
    const bool hit = body == 0   ? collide_spline_terrain(&rope, t, NULL)
                     : body == 1 ? collide_triangle_terrain(&sliver, t)
                     : body == 2 ? collide_obb_terrain(&box, t)
                                 : collide_cylinder_terrain(&rod, t);
    assert_false(hit);
    free(heights);
    free(t);
    return 0;
}
static size_t valley_spline(size_t n) {
    return valley(n, 0);
}
static size_t valley_triangle(size_t n) {
    return valley(n, 1);
}
static size_t valley_box(size_t n) {
    return valley(n, 2);
}
static size_t valley_rod(size_t n) {
    return valley(n, 3);
}
static size_t spline_contact(size_t n) { // lies along the diagonal of a plane
    const size_t side = side_of(n);
    const float m = (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, LEVEL, &heights);
    const collide_spline rope = {{{0, 0, 0.39f}, {0, 0, 0.39f}, {m, m, 0.39f}, {m, m, 0.39f}},
                                 0.4f};
    collide_cable_contact out;
    begin();
    const size_t hit = collide_spline_terrain(&rope, t, &out);
    free(heights);
    free(t);
    return hit;
}
static size_t cells_of_rod(size_t n) {
    const size_t side = side_of(n);
    const float m = (float)side;
    float *heights;
    collide_terrain *t = terrain_of(side, VALLEY, &heights);
    const collide_cylinder rod = {{0.5f * m, 0.5f * m, 30}, {1, 0, 0}, 1, m};
    const collide_cylinder thick = {{0.5f * m, 0.5f * m, 30}, {0, 0, 1}, 0.5f * m, 1};
    begin();
    const size_t found = collide_cylinder_terrain_cells(&rod, t, NULL, 0) +
                         collide_cylinder_terrain_cells(&thick, t, NULL, 0);
    free(heights);
    free(t);
    return found;
}

// ---- cables ----------------------------------------------------------------------------------

static size_t cables(size_t n, int what) {
    collide_vec3 *p = (collide_vec3 *)room(n * sizeof *p);
    shape s = sheet(2048, 0.25f);
    for (size_t i = 0; i < n; ++i)
        p[i] = vec(-1 + 2 * (float)i / (float)n, 0.1f, (float)(i % 2) * 0.01f);
    const collide_cable cable = {p, n, 0, 0.002f, COLLIDE_CABLE_OPEN};
    const collide_sphere ball = {{0, 0, 0}, 0.2f};
    const collide_aabb box = {{-0.1f, -0.2f, -0.1f}, {0.1f, 0.2f, 0.1f}};
    static collide_cable_contact contacts[8];
    begin();
    const size_t found = what == 0 ? collide_cable_sphere_contacts(&cable, &ball, NULL, contacts, 8)
                         : what == 1
                             ? collide_cable_aabb_contacts(&cable, &box, NULL, contacts, 8)
                             : collide_cable_tree_contacts(&cable, s.tree, NULL, NULL, contacts, 8);
    fell(&s);
    free(p);
    return found;
}
static size_t cable_ball(size_t n) {
    return cables(n, 0);
}
static size_t cable_box(size_t n) {
    return cables(n, 1);
}
static size_t cable_tree(size_t n) {
    return cables(n, 2);
}

// Distances: of a ball, a mesh, a cable beside it; and two cables all along each other, of which
// longer ones have more segments.
static size_t cable_far(size_t n, int what) {
    collide_vec3 *p = (collide_vec3 *)room(n * sizeof *p), *q = (collide_vec3 *)room(n * sizeof *q);
    shape s = sheet(2048, 0.25f);
    for (size_t i = 0; i < n; ++i) {
        p[i] = vec(-1 + 2 * (float)i / (float)(what == 2 ? 256 : n), 0.1f,
                   0.5f + (float)(i % 2) * 0.01f);
        q[i] = vec(p[i].x, 0.4f, 0.5f + (float)(i % 3) * 0.01f);
    }
    const collide_cable a = {p, n, 0, 0.002f, COLLIDE_CABLE_OPEN};
    const collide_cable b = {q, n, 0, 0.002f, COLLIDE_CABLE_OPEN};
    const collide_sphere ball = {{0, 0, 0}, 0.2f};
    const collide_shape round = collide_shape_from_sphere(&ball);
    collide_cable_distance d;
    begin();
    const bool found = what == 0   ? collide_shape_cable_distance(&round, &a, INFINITY, &d)
                       : what == 1 ? collide_cable_tree_distance(&a, s.tree, NULL, INFINITY, &d)
                                   : collide_cable_cable_distance(&a, &b, INFINITY, &d);
    fell(&s);
    free(p);
    free(q);
    return found;
}
static size_t cable_ball_distance(size_t n) {
    return cable_far(n, 0);
}
static size_t cable_tree_distance(size_t n) {
    return cable_far(n, 1);
}
static size_t cable_cable_distance(size_t n) {
    return cable_far(n, 2);
}

// A cable along itself, thinner and thinner: it touches all along, and soon no overlap is proven.
static size_t cable_thin(size_t n) {
    collide_vec3 p[8];
    float radius = 1;
    for (int i = 0; i < 8; ++i) {
        const float u = (float)i * 0.25f - 1.1f, v = (float)(i % 3) * 0.1f;
        p[i] = vec(u * 0.8f - v * 0.6f, v * 0.64f + u * 0.1f, v * 0.48f - u * 0.6f);
    }
    for (size_t i = 1; i < n; i *= 2)
        radius *= 0.00390625f; // n^-8
    const collide_cable cable = {p, 8, 0, radius, COLLIDE_CABLE_OPEN};
    collide_cable_distance d;
    begin();
    return collide_cable_cable_distance(&cable, &cable, INFINITY, &d);
}

// ---- the table -------------------------------------------------------------------------------

static const struct row rows[] = {
    {"trees apart, pairs", pairs_apart, 2000, STAYS, NULL},
    {"trees apart by little, any", any_apart, 2000, SIDE, NULL},
    {"trees that meet, pairs", pairs_meet, 1000, OUTPUT, NULL},
    {"soups, pairs", pairs_soup, 1000, OUTPUT, NULL},
    {"sheets on each other, pairs", pairs_sheets, 1000, OUTPUT, NULL},
    {"shells in shells, pairs", pairs_shells, 384, N_SIDE, NULL},
    {"a mesh against itself", self_bumpy, 1000, N_LOG_N, NULL},
    {"a soup against itself", self_soup, 1000, OUTPUT, NULL},
    {"a cone against itself", self_fan, 128, N_LOG_N, NULL},
    {"a disc against itself", self_disc, 128, N_LOG_N, NULL},
    {"a cone with strays against itself", self_strays, 4096, N_LOG_N, NULL},
    {"a coin against itself", self_coin, 1024, N_LOG_N, NULL},
    {"fans of tetrahedra", fans_of_tetrahedra, 256, N_LOG_N, NULL},
    {"a front at tips", front_at_tips, 256, N_LOG_N, NULL},
    {"poses of a tree", poses_of_tree, 2000, SIDE, NULL},
    {"trees, contacts", contacts_of_trees, 1000, OUTPUT, NULL},
    {"fans of one tip, contacts", contacts_of_fans, 256, N_LOG_N, NULL},
    {"fronts", fronts, 2000, SIDE, NULL},
    {"trees swept onto each other", sweep_bumpy, 2000, SIDE, NULL},
    {"trees swept past each other", sweep_past, 2000, STAYS, NULL},
    {"trees at rest", sweep_rest, 60, STAYS, NULL},
    {"cones swept tip to tip", sweep_cones, 48, N_LOG_N, NULL},
    {"copies of a triangle, swept", sweep_copies, 48, N_LOG_N, NULL},
    {"movers", movers_moving, 64, N_LOG_N, NULL},
    {"movers at rest", movers_rest, 100, SIDE, NULL},
    {"movers that turn", movers_turning, 64, N_LOG_N, NULL},
    {"movers, a few far off", movers_outliers, 256, N_LOG_N, NULL},
    {"containment of two", contained_bumpy, 2000, STAYS, NULL},
    {"containment of shells", contained_shells, 384, N_SIDE, NULL},
    {"containment of plates", contained_plates, 384, N_SIDE, NULL},
    {"a point in a mesh", point_bumpy, 2000, STAYS, NULL},
    {"a point in shells", point_shells, 384, N_LOG_N, NULL},
    {"small shapes at a tree", shapes_at_tree, 2000, STAYS, NULL},
    {"distances of shapes near a tree", near_surface, 2000, SIDE, NULL},
    {"distances of shapes in a tree", near_middle, 2000, SIDE, NULL},
    {"meshes that turn, first contact", turning_meshes, 2000, SIDE, NULL},
    {"small shapes at a tree, contacts", contacts_small, 2000, STAYS, NULL},
    {"large shapes at a tree, contacts", contacts_large, 500, N_LOG_N, NULL},
    {"a ball and a box on a cone, contacts", contacts_at_tip, 512, N_LOG_N, NULL},
    {"boxes on copies, contacts", contacts_on_copies, 256, N_LOG_N, NULL},
    {"windings of a cone", windings_at_tip, 512, N_LOG_N, NULL},
    {"large shapes at a tree, any", any_at_tree, 2000, STAYS, NULL},
    {"a ray at a tree", ray_at_tree, 2000, STAYS, NULL},
    {"a ray at the tip of a cone", ray_at_tip, 256, SIDE, NULL},
    {"a ball and a box onto a tree", ball_onto_tree, 2000, STAYS, NULL},
    {"a ball and a box onto a tip", ball_onto_tip, 256, SIDE, NULL},
    {"a ball at rest and a tree", ball_at_rest, 200, STAYS, NULL},
    {"an octree, pairs", octree_even, 2000, OUTPUT, NULL},
    {"an octree, a few far off, pairs", octree_outliers, 500, OUTPUT, NULL},
    {"an octree, two heaps, pairs", octree_heaps, 256, OUTPUT, NULL},
    {"an octree, a ball and a box", octree_one, 2000, STAYS, NULL},
    {"octrees, nearest and within", octree_nearest, 2000, STAYS, NULL},
    {"an octree, pairs within a margin", octree_within, 2000, OUTPUT, NULL},
    {"two octrees, pairs", octree_two, 2000, OUTPUT, NULL},
    {"an octree, pairs in four parts", octree_parts, 2000, OUTPUT, NULL},
    {"one against a pack", packs, 2000, LINEAR, NULL},
    {"a ball sunk in random cells", ball_random, 256, N_LOG_N, NULL},
    {"a ball sunk in a plane", ball_level, 1024, N_LOG_N, NULL},
    {"a ball sunk in steps", ball_hills, 256, N_LOG_N, NULL},
    {"a rod sunk in random cells", cylinder_sunk, 256, N_LOG_N, NULL},
    {"a box sunk in random cells", box_sunk, 256, N_LOG_N, NULL},
    {"small bodies on large terrain", ball_small, 4096, STAYS, NULL},
    {"a box that tumbles onto terrain", box_tumbles, 4096, STAYS, NULL},
    {"large bodies above terrain", ball_above, 4096, STAYS, NULL},
    {"a ray over terrain", ray_over, 1024, SIDE, NULL},
    {"a spline along a valley", valley_spline, 16384, SIDE, NULL},
    {"a triangle along a valley", valley_triangle, 16384, SIDE, NULL},
    {"a box along a valley", valley_box, 16384, SIDE, NULL},
    {"a rod along a valley", valley_rod, 16384, SIDE, NULL},
    {"a spline on a plane, contact", spline_contact, 16384, SIDE, NULL},
    {"cells of a rod above terrain", cells_of_rod, 1024, STAYS, NULL},
    {"a cable and a ball", cable_ball, 256, LINEAR, NULL},
    {"a cable and a box", cable_box, 256, LINEAR, NULL},
    {"a cable and a tree", cable_tree, 256, LINEAR, NULL},
    {"a cable far from a ball", cable_ball_distance, 256, LINEAR, NULL},
    {"a cable far from a tree", cable_tree_distance, 256, LINEAR, NULL},
    {"cables beside each other", cable_cable_distance, 256, N_LOG_N, NULL},
    {"a thinner cable along itself", cable_thin, 16, STAYS, NULL},
};

static bool waits(const struct row *row) {
    for (size_t i = 0; row->waits && i < sizeof waiting / sizeof *waiting; ++i)
        if (strcmp(row->waits, waiting[i]) == 0)
            return true;
    return false;
}

static void growth(void **state) {
    int failed = 0;
    (void)state;
    for (const struct row *row = rows; row < rows + sizeof rows / sizeof *rows; ++row) {
        double work[3], step[2];
        size_t n = row->n;
        for (int k = 0; k < 3; ++k, n *= 4) {
            collide_work = 0;
            const size_t found = row->ask(n);
            work[k] = (double)collide_work + 1;
            if (row->demand == OUTPUT)
                work[k] /= (double)(n + found);
        }
        const int digits = row->demand == OUTPUT ? 2 : 0;
        bool good = true;
        for (int k = 0; k < 2; ++k) {
            step[k] = work[k + 1] / work[k];
            good = good && step[k] <= limits[row->demand];
        }
        printf("# %-32s %6zu: %9.*f %9.*f %9.*f   x %5.2f %5.2f   of %-9s %s\n", row->name, row->n,
               digits, work[0], digits, work[1], digits, work[2], step[0], step[1],
               demands[row->demand],
               good         ? waits(row) ? "mended: take it from the list" : ""
               : waits(row) ? "waits"
                            : "TOO MUCH");
        failed += !good && !waits(row);
    }
    assert_int_equal(failed, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(growth)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
