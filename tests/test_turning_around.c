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
    static const uint32_t list[9] = {
        COLLIDE_SHAPE_OBB,      COLLIDE_SHAPE_SPHERE,      COLLIDE_SHAPE_CAPSULE,
        COLLIDE_SHAPE_TRIANGLE, COLLIDE_SHAPE_TETRAHEDRON, COLLIDE_SHAPE_CYLINDER,
        COLLIDE_SHAPE_CONVEX,   COLLIDE_SHAPE_AABB,        COLLIDE_SHAPE_SEGMENT};
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
    collide_vec3 place;
    collide_pair cell;
    const bool found = collide_shape_terrain_motion(a, m, terrain, t_max, 0, &t, &place, &cell);
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
        const collide_shape nearest = collide_shape_from_point(place);
        collide_distance d;
        at = collide_shape_under_pose(a, &pose);
        assert_true(collide_shape_shape_distance(&at, &nearest, INFINITY, &d));
        REQUIRE(d.lo <= t.gap + 1e-3f, "the point is %g away, gap %g", (double)d.lo, (double)t.gap);
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

// ---- cables ------------------------------------------------------------------------------------

#define POINTS 12

static collide_vec3 control[POINTS];

// Wavy, wound, straight, or all in one point.
static collide_cable draw_cable(inputs_random *r, int what) {
    collide_cable c;
    memset(&c, 0, sizeof c);
    const collide_vec3 way = inputs_vec3(r, -0.5f, 0.5f);
    control[0] = inputs_vec3(r, -1, 1);
    for (int i = 1; i < POINTS; ++i) {
        const collide_vec3 side = inputs_vec3(r, -0.5f, 0.5f);
        control[i] = whole_sum(control[i - 1], 1, way);
        if (what % 4 < 2)
            control[i] = whole_sum(control[i], what % 4 ? 1 : 0.25f, side);
        if (what % 16 == 15)
            control[i] = control[0];
    }
    c.points = control;
    c.count = 4 + kinds_below(r, POINTS - 3);
    c.radius = inputs_uniform(r, 0.03125f, 0.25f);
    c.ends = (uint32_t)what % 3;
    return c;
}

// The distance at a time, in the coordinates of the cable.
static collide_distance cable_at(const collide_shape *a, const collide_motion *m,
                                 const collide_cable *c, const collide_motion *n, float t) {
    const collide_pose p = collide_motion_pose(m, t), q = collide_motion_pose(n, t);
    const collide_pose relative = collide_pose_relative(&q, &p);
    const collide_shape at = collide_shape_under_pose(a, &relative);
    collide_cable_distance d;
    collide_shape_cable_distance(&at, c, INFINITY, &d);
    return d.distance;
}

static float reach_of(collide_vec3 p, collide_vec3 from) {
    const collide_vec3 d = whole_sum(p, -1, from);
    return fabsf(d.x) + fabsf(d.y) + fabsf(d.z);
}

// How far a shape reaches from the pivot.
static float shape_reach(const collide_shape *a, const collide_motion *m) {
    const collide_shape at = collide_shape_under_pose(a, &m->pose);
    const collide_aabb box = collide_aabb_from_shape(&at);
    return 1.0001f * (reach_of(box.min, m->pivot) + reach_of(box.max, box.min));
}

static float cable_reach(const collide_cable *c, const collide_motion *m) {
    float most = 0;
    for (size_t i = 0; i < c->count; ++i) {
        const float x = reach_of(collide_pose_apply(&m->pose, control[i]), m->pivot);
        most = x > most ? x : most;
    }
    return 1.0001f * (most + c->radius);
}

static float length_of(collide_vec3 v) {
    return fabsf(v.x) + fabsf(v.y) + fabsf(v.z);
}

// Overlaps before the time end are late answers. Steps that nothing is fast enough to cross, but of
// at least 2^-12.
static void check_cable(const collide_shape *a, const collide_motion *m, const collide_cable *c,
                        const collide_motion *n, float t_max, int tally[3]) {
    collide_bracket t;
    uint32_t segment;
    float u;
    const bool found = collide_shape_cable_motion(a, m, c, n, t_max, 0, &t, &segment, &u);
    const bool plane = a->kind == COLLIDE_SHAPE_PLANE;
    const float speed = length_of(m->velocity) + length_of(n->velocity) +
                        (length_of(m->spin) + length_of(n->spin)) *
                            (cable_reach(c, n) + (plane ? 16 : shape_reach(a, m)));
    const float end = t.t_lo < t_max ? t.t_lo : t_max;
    assert_int_equal(found, t.verdict != COLLIDE_MISS);
    ++tally[t.verdict];
    for (float time = 0; time < end - 2e-4f;) {
        const collide_distance d = cable_at(a, m, c, n, time);
        const float step = d.lo / speed;
        REQUIRE(d.hi > 1e-5f, "kind %u: overlap at %.9g before %.9g", (unsigned)a->kind,
                (double)time, (double)t.t_lo);
        time += step > 0x1p-12f ? step : 0x1p-12f;
    }
    if (!found) {
        assert_true(segment == UINT32_MAX && isinf(t.t_lo) && isinf(t.t_hi));
        return;
    }
    assert_true(segment < collide_cable_segment_count(c) && u >= 0 && u <= 1);
    const collide_distance first = cable_at(a, m, c, n, t.t_lo);
    REQUIRE(first.lo <= (t.gap > 0 ? t.gap : 0) + 1e-4f, "the distance is %g at %g, gap %g",
            (double)first.lo, (double)t.t_lo, (double)t.gap);
    REQUIRE(t.gap < 0.01f, "kind %u: gap %g from %.9g to %.9g, verdict %u", (unsigned)a->kind,
            (double)t.gap, (double)t.t_lo, (double)t.t_hi, (unsigned)t.verdict);
    if (t.verdict == COLLIDE_HIT) {
        const collide_distance d = cable_at(a, m, c, n, t.t_hi);
        REQUIRE(d.lo < 1e-4f, "kind %u: apart by %g at %.9g", (unsigned)a->kind, (double)d.lo,
                (double)t.t_hi);
    }
}

static void test_cable(void **state) {
    (void)state;
    inputs_random r = inputs_seed(92);
    int tally[3] = {0, 0, 0};
    for (int k = 0; k < (int)cases(400); ++k) {
        const bool plane = k % 10 == 9;
        const collide_cable c = draw_cable(&r, k / 10);
        const collide_shape a = any_shape(&r, plane ? COLLIDE_SHAPE_PLANE : kind_of(k), false);
        collide_motion m = draw_motion(&r, inputs_vec3(&r, -2, 2), k % 5 ? 3 : k % 7 ? 0 : 20);
        collide_motion n = collide_motion_at_rest();
        if (k % 3)
            n = draw_motion(&r, inputs_vec3(&r, -4, 4), k % 2 ? 2.0f : 0.0f);
        check_cable(&a, &m, &c, &n, 1, tally);
    }
    print_message("cables: %d miss, %d hit, %d near\n", tally[COLLIDE_MISS], tally[COLLIDE_HIT],
                  tally[COLLIDE_NEAR]);
    assert_true(tally[COLLIDE_HIT] > 16 * tally[COLLIDE_NEAR]);
}

// ---- steps --------------------------------------------------------------------------------------

// The distance where b falls besides what its motion says.
static collide_distance falling_at(const collide_shape *a, const collide_motion *m,
                                   const collide_shape *b, const collide_motion *n,
                                   collide_vec3 fall, float t) {
    const collide_pose p = collide_motion_pose(m, t);
    collide_pose q = collide_motion_pose(n, t);
    collide_distance d;
    q.position = whole_sum(q.position, 0.5f * t * t, fall);
    const collide_shape x = collide_shape_under_pose(a, &p), y = collide_shape_under_pose(b, &q);
    collide_shape_shape_distance(&x, &y, INFINITY, &d);
    return d;
}

// Of screws, whose accelerations are known, and of bodies that also fall: no contact before t_lo.
static void test_steps(void **state) {
    (void)state;
    inputs_random r = inputs_seed(93);
    int free = 0, ended = 0, begun = 0;
    for (int k = 0; k < (int)cases(2000); ++k) {
        const collide_shape a = any_shape(&r, kind_of(k), false);
        const bool plane = k % 10 == 9;
        const collide_shape b = any_shape(&r, plane ? COLLIDE_SHAPE_PLANE : kind_of(k / 9), false);
        const collide_motion m = draw_motion(&r, inputs_vec3(&r, -3, 3), k % 4 ? 2 : 0);
        const collide_motion n = draw_motion(&r, inputs_vec3(&r, -3, 3), k % 4 && !plane ? 1 : 0);
        const float turn_a = length_of(m.spin), turn_b = length_of(n.spin);
        const float reach_a = shape_reach(&a, &m), reach_b = plane ? 0 : shape_reach(&b, &n);
        const float s = k % 3 == 0 ? 16.0f : 0;
        const collide_vec3 fall = inputs_vec3(&r, -s, s);
        collide_bracket t;
        collide_shape_shape_motion_step(&a, &m, turn_a * turn_a * reach_a, &b, &n,
                                        turn_b * turn_b * reach_b + length_of(fall), 1, &t);
        free += t.verdict == COLLIDE_MISS;
        ended += t.verdict == COLLIDE_NEAR;
        begun += t.verdict == COLLIDE_HIT;
        const collide_distance first = falling_at(&a, &m, &b, &n, fall, 0);
        REQUIRE(first.hi > -1e-4f || t.verdict == COLLIDE_HIT, "it begins with %g",
                (double)first.hi);
        if (t.verdict == COLLIDE_NEAR)
            REQUIRE(first.lo <= t.gap + 1e-5f && first.hi >= t.gap - 1e-4f, "gap %g of %g",
                    (double)t.gap, (double)first.hi);
        const float end = t.t_lo < 1 ? t.t_lo : 1;
        const float speed = length_of(m.velocity) + length_of(n.velocity) + turn_a * reach_a +
                            turn_b * reach_b + length_of(fall);
        for (float time = 0; time < end;) {
            const collide_distance d = falling_at(&a, &m, &b, &n, fall, time);
            const float step = d.lo / speed;
            REQUIRE(d.hi > -1e-5f, "overlap at %.9g before %.9g", (double)time, (double)end);
            time += step > 0x1p-12f ? step : 0x1p-12f;
        }
    }
    print_message("steps: %d free, %d not, %d begun\n", free, ended, begun);
    assert_true(free > 0 && ended > free / 8 && begun > 0);
}

#define LINKS 6

// An arm: link i is a box along its x, from joint i on, which turns it about its z or y.
struct arm {
    double angle[LINKS], rate[LINKS], length[LINKS];
    collide_shape link[LINKS];
    float acceleration[LINKS], speed[LINKS];
};

struct frame {
    double at[3], axis[3][3]; // rows are the directions of x, y and z
};

static void draw_arm(inputs_random *r, struct arm *arm, float turn) {
    memset(arm, 0, sizeof *arm);
    for (int i = 0; i < LINKS; ++i) {
        collide_obb box;
        arm->angle[i] = (double)inputs_uniform(r, -2, 2);
        arm->rate[i] = (double)inputs_uniform(r, -turn, turn);
        arm->length[i] = (double)inputs_uniform(r, 0.25f, 1);
        memset(&box, 0, sizeof box);
        box.half = vec(0.5f * (float)arm->length[i], 0.0625f, 0.0625f);
        box.center.x = box.half.x;
        box.axis[0].x = box.axis[1].y = box.axis[2].z = 1;
        arm->link[i] = collide_shape_from_obb(&box);
        // The largest distance from joint k of a point of this link.
        double reach[LINKS], far_end = arm->length[i] + 0.125;
        for (int k = i; k >= 0; --k) {
            reach[k] = far_end;
            far_end += k > 0 ? arm->length[k - 1] : 0;
        }
        double sum = 0, speed = 0;
        for (int k = 0; k <= i; ++k) {
            speed += fabs(arm->rate[k]) * reach[k];
            for (int m = 0; m <= i; ++m)
                sum += fabs(arm->rate[k]) * fabs(arm->rate[m]) * reach[k > m ? k : m];
        }
        arm->acceleration[i] = (float)sum * 1.00001f;
        arm->speed[i] = (float)speed * 1.00001f;
    }
}

// Turns a frame about its z or y.
static void turn_frame(struct frame *f, int about, double angle) {
    const double s = sin(angle), c = cos(angle);
    const int p = (about + 1) % 3, q = (about + 2) % 3;
    for (int k = 0; k < 3; ++k) {
        const double x = f->axis[p][k], y = f->axis[q][k];
        f->axis[p][k] = c * x + s * y;
        f->axis[q][k] = c * y - s * x;
    }
}

// Forward kinematics: how each link lies and moves at the time t.
static void links_at(const struct arm *arm, double t, collide_motion *out) {
    struct frame f;
    double speed[3] = {0, 0, 0}, spin[3] = {0, 0, 0};
    memset(&f, 0, sizeof f);
    f.axis[0][0] = f.axis[1][1] = f.axis[2][2] = 1;
    for (int i = 0; i < LINKS; ++i) {
        const int about = i % 2 ? 1 : 2;
        turn_frame(&f, about, arm->angle[i] + t * arm->rate[i]);
        for (int k = 0; k < 3; ++k)
            spin[k] += arm->rate[i] * f.axis[about][k];
        collide_motion *m = &out[i];
        *m = collide_motion_at_rest();
        m->pivot = m->pose.position = vec((float)f.at[0], (float)f.at[1], (float)f.at[2]);
        m->velocity = vec((float)speed[0], (float)speed[1], (float)speed[2]);
        m->spin = vec((float)spin[0], (float)spin[1], (float)spin[2]);
        for (int k = 0; k < 3; ++k)
            m->pose.axis[k] = vec((float)f.axis[k][0], (float)f.axis[k][1], (float)f.axis[k][2]);
        double along[3];
        for (int k = 0; k < 3; ++k)
            along[k] = arm->length[i] * f.axis[0][k];
        for (int k = 0; k < 3; ++k) {
            f.at[k] += along[k];
            speed[k] +=
                spin[(k + 1) % 3] * along[(k + 2) % 3] - spin[(k + 2) % 3] * along[(k + 1) % 3];
        }
    }
}

// Checks the way of an arm from the time 0 to 1 by steps: returns the time at which it is no longer
// proven to be farther than the clearance, above 1 if there is none.
static float follow_arm(const struct arm *arm, const collide_shape *obstacle, float clearance,
                        int *looks) {
    collide_motion m[LINKS];
    float t = 0;
    while (t < 1) {
        float step = 1 - t;
        bool all = true;
        links_at(arm, (double)t, m);
        ++*looks;
        for (int i = 0; i < LINKS; ++i) {
            collide_bracket b;
            if (!collide_shape_shape_motion_step(&arm->link[i], &m[i], arm->acceleration[i],
                                                 obstacle, NULL, 0, step, &b))
                continue;
            if (b.verdict == COLLIDE_HIT || b.gap <= clearance || !(t + b.t_lo > t))
                return t;
            step = b.t_lo;
            all = false;
        }
        if (all)
            break;
        t += step;
    }
    return 2;
}

// The smallest distance of the links at a time, and how long none of them can come near.
static collide_distance arm_at(const struct arm *arm, const collide_shape *obstacle, double t,
                               double *step) {
    collide_motion m[LINKS];
    collide_distance best, d;
    links_at(arm, t, m);
    memset(&best, 0, sizeof best);
    best.lo = best.hi = INFINITY;
    *step = 1;
    for (int i = 0; i < LINKS; ++i) {
        const collide_shape at = collide_shape_under_pose(&arm->link[i], &m[i].pose);
        collide_shape_shape_distance(&at, obstacle, INFINITY, &d);
        best.lo = d.lo < best.lo ? d.lo : best.lo;
        best.hi = d.hi < best.hi ? d.hi : best.hi;
        const double s = (double)d.lo / ((double)arm->speed[i] + 1e-9);
        *step = s < *step ? s : *step;
    }
    return best;
}

static void test_arm(void **state) {
    (void)state;
    inputs_random r = inputs_seed(94);
    const float clearance = 0x1p-10f;
    int free = 0, stopped = 0, looks = 0;
    for (int k = 0; k < (int)cases(400); ++k) {
        struct arm arm;
        draw_arm(&r, &arm, k % 3 == 0 ? 3 : k % 3 == 1 ? 1 : 0.125f);
        collide_shape a = any_shape(&r, kind_of(k), false);
        if (k % 10 == 9)
            a = any_shape(&r, COLLIDE_SHAPE_PLANE, false);
        const float t = follow_arm(&arm, &a, clearance, &looks);
        const double end = t < 1 ? (double)t : 1;
        double step;
        // Nothing before t; at t it is as near as it says.
        for (double time = 0; time<end; time += step> 1e-5 ? step : 1e-5) {
            const collide_distance d = arm_at(&arm, &a, time, &step);
            REQUIRE(d.hi > 0, "contact at %.9g before %.9g", time, end);
        }
        if (t < 1) {
            const collide_distance d = arm_at(&arm, &a, end, &step);
            REQUIRE(d.lo <= clearance, "it is %g away at %.9g", (double)d.lo, end);
        }
        free += t > 1;
        stopped += t > 0 && t < 1;
    }
    print_message("arms: %d free, %d stopped, %d looks\n", free, stopped, looks);
    assert_true(cases(400) < 100 || (free > 0 && stopped > 0));
    assert_true(looks < 40 * (int)cases(400));
}

// ---- bad input ---------------------------------------------------------------------------------

static void expect_none(const collide_bracket *t, bool found) {
    assert_false(found);
    assert_int_equal(t->verdict, COLLIDE_MISS);
    assert_true(isinf(t->t_lo) && isinf(t->t_hi) && isinf(t->gap) && t->t_lo > 0);
    assert_true(t->normal.x == 0 && t->normal.y == 0 && t->normal.z == 0);
}

static void expect_misses(const collide_shape *a, const collide_motion *m, const collide_terrain *b,
                          const collide_cable *c, float t_max) {
    collide_bracket t;
    collide_vec3 place = vec(1, 1, 1);
    collide_pair cell = {1, 1};
    uint32_t segment = 1;
    float u = 1;
    const collide_sphere ball = {{0, 0, 1}, 8};
    const collide_shape s = collide_shape_from_sphere(&ball);
    memset(&t, 0x55, sizeof t);
    expect_none(&t, collide_shape_terrain_motion(a, m, b, t_max, 0, &t, &place, &cell));
    assert_true(place.x == 0 && place.y == 0 && place.z == 0 && cell.a == 0 && cell.b == 0);
    memset(&t, 0x55, sizeof t);
    expect_none(&t, collide_shape_cable_motion(a, m, c, NULL, t_max, 0, &t, &segment, &u));
    assert_true(segment == UINT32_MAX && u == 0);
    if (!b || !c)
        return;
    memset(&t, 0x55, sizeof t);
    expect_none(&t, collide_shape_shape_motion_step(a, m, 0, &s, NULL, 0, t_max, &t));
    memset(&t, 0x55, sizeof t);
    expect_none(&t, collide_shape_shape_motion_step(&s, NULL, 0, a, m, 0, t_max, &t));
}

static void test_bad_input(void **state) {
    (void)state;
    inputs_random r = inputs_seed(95);
    const collide_terrain *b = draw_terrain(&r, 0);
    collide_cable c = draw_cable(&r, 0);
    const collide_sphere ball = {{0, 0, 1}, 4}, bad = {{0, 0, NAN}, 4};
    const collide_shape a = collide_shape_from_sphere(&ball);
    collide_shape wrong = collide_shape_from_sphere(&bad);
    const float values[3] = {NAN, INFINITY, -INFINITY};
    collide_bracket t;
    expect_misses(&a, NULL, b, &c, -1);
    expect_misses(&a, NULL, b, &c, NAN);
    expect_misses(&wrong, NULL, b, &c, 1);
    wrong.kind = COLLIDE_SHAPE_KIND_COUNT;
    expect_misses(&wrong, NULL, b, &c, 1);
    expect_misses(&a, NULL, NULL, NULL, 1);
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 21; ++i) {
            collide_motion m = collide_motion_at_rest();
            float x[21];
            memcpy(x, &m, sizeof x);
            x[i] = values[k];
            memcpy(&m, x, sizeof x);
            expect_misses(&a, &m, b, &c, 1);
            memset(&t, 0x55, sizeof t);
            expect_none(&t, collide_shape_cable_motion(&a, NULL, &c, &m, 1, 0, &t, NULL, NULL));
        }
    for (int k = 0; k < 4; ++k) {
        const float x = k < 3 ? values[k] : -1;
        expect_none(&t, collide_shape_shape_motion_step(&a, NULL, x, &a, NULL, 0, 1, &t));
        expect_none(&t, collide_shape_shape_motion_step(&a, NULL, 0, &a, NULL, x, 1, &t));
    }
    const collide_plane ground = {{0, 0, 1}, 0};
    wrong = collide_shape_from_plane(&ground);
    expect_none(&t, collide_shape_terrain_motion(&wrong, NULL, b, 1, 0, &t, NULL, NULL));
    c.radius = 0;
    expect_none(&t, collide_shape_cable_motion(&a, NULL, &c, NULL, 1, 0, &t, NULL, NULL));
    // Good input: all outputs may be NULL.
    assert_true(collide_shape_terrain_motion(&a, NULL, b, 0, 0, NULL, NULL, NULL));
    c.radius = 1;
    assert_true(collide_shape_cable_motion(&a, NULL, &c, NULL, 0, 0, NULL, NULL, NULL));
    assert_true(collide_shape_shape_motion_step(&a, NULL, 0, &a, NULL, 0, 0, NULL));
}

// Endless times: what falls past a wall, what flies away, what rests on the ground and spins.
static void test_endless(void **state) {
    (void)state;
    inputs_random r = inputs_seed(96);
    const collide_terrain *b = draw_terrain(&r, 0);
    const collide_obb rod = {
        {0, 0, 0}, {0.5f, 0.0625f, 0.0625f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape a = collide_shape_from_obb(&rod);
    collide_motion m = collide_motion_at_rest();
    collide_bracket t;
    m.pose.position = m.pivot = vec(-3, 0, 4);
    m.velocity.z = -1;
    m.spin.y = 2;
    assert_true(collide_shape_terrain_motion(&a, &m, b, FLT_MAX, 0, &t, NULL, NULL));
    assert_int_equal(t.verdict, COLLIDE_NEAR);
    assert_true(t.t_lo > 1000 && t.t_hi == FLT_MAX);
    assert_false(collide_shape_terrain_motion(&a, &m, b, 100, 0, &t, NULL, NULL));
    m.velocity.x = -0.001f; // away at last
    assert_false(collide_shape_terrain_motion(&a, &m, b, FLT_MAX, 0, &t, NULL, NULL));
    m.velocity.x = 0.0625f; // under way to the wall
    assert_true(collide_shape_terrain_motion(&a, &m, b, FLT_MAX, 0, &t, NULL, NULL));
    assert_int_equal(t.verdict, COLLIDE_HIT);
    assert_true(t.t_lo >= 7.5f && t.t_hi < 16.5f && t.normal.x < -0.9f);
    m.velocity = vec(0, 0, 1);
    assert_false(collide_shape_terrain_motion(&a, &m, b, INFINITY, 0, &t, NULL, NULL));
}

// ---- many shapes, with all their pairs ---------------------------------------------------------

#define MANY 320
#define MANY_PAIRS (MANY * (MANY - 1) / 2)

static collide_shape many[MANY];
static collide_motion many_motions[MANY];
static collide_pair all_pairs[MANY_PAIRS], near_pairs[MANY_PAIRS + 1];
static collide_bracket all_found[MANY_PAIRS], near_found[MANY_PAIRS];

// Boxes of whole ways, pairs of them that overlap, and first contacts of these: what all pairs
// give, with the same bits.
static void check_chain(inputs_random *r, float room, float spin, float t_max) {
    static collide_aabb boxes[MANY];
    const collide_shape_array shapes = {many, MANY, 0};
    const collide_motion_array motions = {many_motions, MANY, 0};
    const size_t size = collide_octree_size(MANY, NULL) + COLLIDE_ALIGNMENT;
    void *const memory = malloc(size);
    collide_octree *octree;
    size_t n = 0, hits = 0, k = 0;
    assert_non_null(memory);
    for (int i = 0; i < MANY; ++i) {
        many[i] = any_shape(r, kind_of(i), false);
        many_motions[i] = draw_motion(r, inputs_vec3(r, -room, room), i % 5 ? spin : 0);
        boxes[i] = collide_aabb_from_shape_motion(&many[i], &many_motions[i], t_max);
    }
    for (uint32_t i = 0; i < MANY; ++i)
        for (uint32_t j = i + 1; j < MANY; ++j) {
            all_pairs[n].a = i;
            all_pairs[n++].b = j;
        }
    const size_t want = collide_shape_shape_motion_pairs(&shapes, &motions, &shapes, &motions,
                                                         all_pairs, n, t_max, 0, all_found);
    assert_int_equal(collide_octree_build_aabbs(&octree, COLLIDE_ALIGN(memory),
                                                size - COLLIDE_ALIGNMENT, boxes, MANY, 0, NULL),
                     COLLIDE_OK);
    const size_t pairs = collide_octree_self_indices(octree, NULL, near_pairs, MANY_PAIRS);
    assert_in_range(pairs, want, n);
    const size_t found = collide_shape_shape_motion_pairs(&shapes, &motions, &shapes, &motions,
                                                          near_pairs, pairs, t_max, 0, near_found);
    assert_int_equal(found, want);
    for (size_t i = 0; i < pairs; ++i) { // each once, as i < j
        const size_t a = near_pairs[i].a, b = near_pairs[i].b;
        assert_true(a < b && b < MANY);
        k = a * (2 * MANY - a - 1) / 2 + (b - a - 1);
        assert_int_equal(all_pairs[k].a, a);
        assert_int_equal(all_pairs[k].b, b);
        assert_memory_equal(&all_found[k], &near_found[i], sizeof *all_found);
        hits += near_found[i].verdict != COLLIDE_MISS;
        all_found[k].verdict = COLLIDE_MISS;
    }
    for (size_t i = 0; i < n; ++i) // whatever is not in the list
        REQUIRE(all_found[i].verdict == COLLIDE_MISS, "a contact of %u and %u has no pair",
                (unsigned)all_pairs[i].a, (unsigned)all_pairs[i].b);
    assert_int_equal(hits, want);
    print_message("# %d shapes: %zu pairs, %zu overlap, %zu first contacts\n", MANY, n, pairs,
                  want);
    assert_in_range(want, 20, pairs);
    free(memory);
}

static void test_chain(void **state) {
    inputs_random r = inputs_seed(97);
    (void)state;
    check_chain(&r, 12, 0.5f, 1);
    check_chain(&r, 16, 20, 1);
    check_chain(&r, 10, 3, 0.25f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terrain), cmocka_unit_test(test_cable),
        cmocka_unit_test(test_steps),   cmocka_unit_test(test_arm),
        cmocka_unit_test(test_endless), cmocka_unit_test(test_bad_input),
        cmocka_unit_test(test_chain),
    };
    return cmocka_run_group_tests(tests, bodies, NULL);
}
