// The first contact of shapes that move and turn with terrain and with cables, and steps by a bound
// of acceleration: terrain against all its faces and walls one by one, and against overlap at many
// times before; cables against points of their curves, in steps that no point is fast enough to
// cross; arms of robots against their own links in long double; bad input; growth.
#include "test.h"

#include "any_shape.h"

static int bodies(void **state) {
    (void)state;
    any_bodies_make();
    return 0;
}

// All kinds with a core.
static uint32_t kind_of(int i) {
    static const uint32_t list[9] = {COLLIDE_SHAPE_OBB,         COLLIDE_SHAPE_SPHERE,
                                     COLLIDE_SHAPE_CAPSULE,     COLLIDE_SHAPE_TRIANGLE,
                                     COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_CYLINDER,
                                     COLLIDE_SHAPE_CONVEX,      COLLIDE_SHAPE_AABB,
                                     COLLIDE_SHAPE_SEGMENT};
    return list[i % 9];
}

static collide_motion draw_motion(inputs_random *r, collide_vec3 at, float spin) {
    collide_motion m = collide_motion_at_rest();
    m.pose = inputs_pose(r, at);
    m.pivot = whole_sum(at, 1, inputs_vec3(r, -1, 1));
    m.velocity = inputs_vec3(r, -4, 4);
    m.spin = inputs_vec3(r, -spin, spin);
    return m;
}

// The smallest t_lo, and the smallest t_hi that is proven.
struct ends {
    float lo, hi;
};

static void add_end(struct ends *e, bool found, const collide_bracket *t) {
    if (!found)
        return;
    e->lo = t->t_lo < e->lo ? t->t_lo : e->lo;
    if (t->verdict == COLLIDE_HIT && t->t_hi < e->hi)
        e->hi = t->t_hi;
}

// ---- terrain ---------------------------------------------------------------------------------

#define SIDE 12
#define DEEP (-64.0f)

static float heights[SIDE * SIDE];
static uint64_t terrain_memory[512];

static collide_terrain *draw_terrain(inputs_random *r, int what) {
    static collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    for (size_t i = 0; i < SIDE * SIDE; ++i) {
        heights[i] = (float)(int)kinds_below(r, 64) / (what % 3 == 0 ? 256.0f : 32.0f);
        if (what % 3 == 2 && kinds_below(r, 12) == 0)
            heights[i] = NAN;
    }
    grid.heights = heights;
    grid.columns = SIDE - kinds_below(r, 4);
    grid.rows = SIDE;
    grid.row_stride = SIDE * sizeof(float);
    grid.dx = 0.5f;
    grid.dy = 0.25f;
    grid.origin = vec(-2, -1, 0.5f);
    grid.other_diagonal = kinds_below(r, 2);
    assert_int_equal(collide_terrain_build(&terrain, COLLIDE_ALIGN(terrain_memory),
                                           sizeof terrain_memory - COLLIDE_ALIGNMENT, &grid),
                     COLLIDE_OK);
    return terrain;
}

static collide_vec3 vertex(const collide_heights *g, size_t i, size_t j) {
    return vec(g->origin.x + (float)i * g->dx, g->origin.y + (float)j * g->dy,
               g->origin.z + heights[j * SIDE + i]);
}

static bool hole(const collide_heights *g, size_t i, size_t j) {
    return i >= g->columns - 1 || j >= g->rows - 1 || isnan(heights[j * SIDE + i]) ||
           isnan(heights[j * SIDE + i + 1]) || isnan(heights[(j + 1) * SIDE + i]) ||
           isnan(heights[(j + 1) * SIDE + i + 1]);
}

static void ask_triangle(struct ends *e, const collide_shape *a, const collide_motion *m,
                         collide_vec3 p, collide_vec3 q, collide_vec3 r, float t_max) {
    const collide_triangle t = {{p, q, r}};
    const collide_shape face = collide_shape_from_triangle(&t);
    collide_bracket b;
    const bool found = collide_shape_shape_motion(a, m, &face, NULL, t_max, 0, &b);
    add_end(e, found, &b);
}

static void ask_wall(struct ends *e, const collide_shape *a, const collide_motion *m,
                     collide_vec3 p, collide_vec3 q, float t_max) {
    const collide_vec3 r = vec(p.x, p.y, DEEP), s = vec(q.x, q.y, DEEP);
    ask_triangle(e, a, m, p, q, r, t_max);
    ask_triangle(e, a, m, q, r, s, t_max);
}

// All faces and walls, one by one.
static struct ends one_by_one(const collide_heights *g, const collide_shape *a,
                              const collide_motion *m, float t_max) {
    struct ends e = {INFINITY, INFINITY};
    for (size_t j = 0; j + 1 < g->rows; ++j)
        for (size_t i = 0; i + 1 < g->columns; ++i) {
            if (hole(g, i, j))
                continue;
            const collide_vec3 v[4] = {vertex(g, i, j), vertex(g, i + 1, j), vertex(g, i, j + 1),
                                       vertex(g, i + 1, j + 1)};
            const int k = g->other_diagonal;
            ask_triangle(&e, a, m, v[0], v[1], v[k ? 3 : 2], t_max);
            ask_triangle(&e, a, m, v[k ? 0 : 1], v[3], v[2], t_max);
            if (hole(g, i, j - 1))
                ask_wall(&e, a, m, v[0], v[1], t_max);
            if (hole(g, i + 1, j))
                ask_wall(&e, a, m, v[1], v[3], t_max);
            if (hole(g, i, j + 1))
                ask_wall(&e, a, m, v[2], v[3], t_max);
            if (hole(g, i - 1, j))
                ask_wall(&e, a, m, v[0], v[2], t_max);
        }
    return e;
}

static void check_terrain(const collide_terrain *terrain, const collide_shape *a,
                          const collide_motion *m, float t_max, int tally[3]) {
    collide_bracket t;
    collide_vec3 point;
    collide_pair cell;
    const bool found = collide_shape_terrain_motion(a, m, terrain, t_max, 0, &t, &point, &cell);
    assert_int_equal(found, t.verdict != COLLIDE_MISS);
    ++tally[t.verdict];
    collide_shape at = collide_shape_under_pose(a, &m->pose);
    if (collide_shape_terrain(&at, terrain)) {
        assert_int_equal(t.verdict, COLLIDE_HIT);
        assert_true(t.t_lo == 0 && t.t_hi == 0 && t.gap == 0);
        return;
    }
    const struct ends e = one_by_one(&terrain->grid, a, m, t_max);
    REQUIRE(!(t.t_lo > e.hi), "kind %u: from %.9g, but contact at %.9g", (unsigned)a->kind,
            (double)t.t_lo, (double)e.hi);
    REQUIRE(!(e.hi <= t_max) || t.verdict == COLLIDE_HIT, "no contact, but one at %.9g",
            (double)e.hi);
    if (t.verdict == COLLIDE_HIT)
        REQUIRE(t.t_hi >= e.lo, "contact at %.9g, but first at %.9g", (double)t.t_hi, (double)e.lo);
    // As narrow as the bracket of the first face.
    if (e.lo <= t_max)
        REQUIRE(t.t_lo >= e.lo - 1e-4f * t_max, "kind %u: from %.9g, but first at %.9g",
                (unsigned)a->kind, (double)t.t_lo, (double)e.lo);
    for (int k = 0; k < 24; ++k) {
        const float time = (t.t_lo < t_max ? t.t_lo : t_max) * ((float)k / 24);
        const collide_pose pose = collide_motion_pose(m, time);
        at = collide_shape_under_pose(a, &pose);
        if (time < t.t_lo - 1e-3f * t_max)
            REQUIRE(!collide_shape_terrain(&at, terrain), "overlap at %.9g before %.9g",
                    (double)time, (double)t.t_lo);
    }
    if (t.verdict != COLLIDE_MISS) {
        const collide_pose pose = collide_motion_pose(m, t.t_lo);
        const collide_shape nearest = collide_shape_from_point(point);
        collide_distance d;
        at = collide_shape_under_pose(a, &pose);
        assert_true(collide_shape_shape_distance(&at, &nearest, INFINITY, &d));
        REQUIRE(d.lo <= t.gap + 1e-3f, "the point is %g away, gap %g", (double)d.lo,
                (double)t.gap);
        assert_true(cell.a < terrain->grid.columns && cell.b < terrain->grid.rows);
    }
}

static void test_terrain(void **state) {
    (void)state;
    inputs_random r = inputs_seed(91);
    int tally[3] = {0, 0, 0};
    for (int c = 0; c < (int)cases(400); ++c) {
        const collide_terrain *terrain = draw_terrain(&r, c / 9);
        const collide_shape a = any_shape(&r, kind_of(c), false);
        const float side = c % 2 ? 3 : 1.5f;
        const collide_vec3 at = vec(inputs_uniform(&r, -side, side) + 0.5f,
                                    inputs_uniform(&r, -side, side), inputs_uniform(&r, 0, 4));
        collide_motion m = draw_motion(&r, at, c % 5 ? 4 : c % 7 ? 0 : 40);
        if (c % 3) // down
            m.velocity.z = -2 * (1 + m.velocity.z * m.velocity.z * 0.05f);
        check_terrain(terrain, &a, &m, 1, tally);
    }
    print_message("terrain: %d miss, %d hit, %d near\n", tally[COLLIDE_MISS], tally[COLLIDE_HIT],
                  tally[COLLIDE_NEAR]);
    assert_true(tally[COLLIDE_HIT] > tally[COLLIDE_NEAR]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terrain),
    };
    return cmocka_run_group_tests(tests, bodies, NULL);
}
