// Separating axes: every situation of the header's table; verdicts, times and depths of random
// shapes against exact separating axes; normals and contacts by what they promise, in double;
// builders and bad input. Bit identity of the batches is test_sat_identity.c's.
#include "test.h"

#include "swept.h"

// ---- shapes in double: for contacts ----------------------------------------------------------

// The vertices of a convex shape, and more than enough normals. Points are relative to a place near
// both shapes.
typedef struct shape {
    int points, normals;
    point p[8], normal[16];
    double extent; // e: what bounds scale with
    point center;
} shape;

static shape box_shape(const collide_obb *b, point origin) {
    shape s;
    const double half[3] = {(double)b->half.x, (double)b->half.y, (double)b->half.z};
    memset(&s, 0, sizeof s);
    s.center = add(to_point(b->center), -1, origin);
    for (int i = 0; i < 8; ++i) {
        point p = s.center;
        for (int k = 0; k < 3; ++k)
            p = add(p, i >> k & 1 ? half[k] : -half[k], to_point(b->axis[k]));
        s.p[s.points++] = p;
    }
    for (int k = 0; k < 3; ++k) {
        s.normal[s.normals++] =
            cross(to_point(b->axis[(k + 1) % 3]), to_point(b->axis[(k + 2) % 3]));
        s.extent += half[k];
    }
    return s;
}

static shape triangle_shape(const collide_triangle *t, point origin) {
    shape s;
    point edge[3];
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 3; ++i) {
        s.p[s.points++] = add(to_point(t->v[i]), -1, origin);
        edge[i] = add(to_point(t->v[(i + 1) % 3]), -1, to_point(t->v[i]));
        s.center = add(s.center, 1.0 / 3, s.p[i]);
    }
    s.extent = 0.5 * (length(edge[0]) + length(edge[1]) + length(edge[2]));
    s.normal[s.normals++] = cross(edge[0], edge[1]);
    for (int i = 0; i < 3; ++i) // for what is flat within one plane, and for what has no normal
        for (int k = 0; k < 3; ++k) {
            const point unit = {k == 0, k == 1, k == 2};
            s.normal[s.normals++] = cross(edge[i], unit);
        }
    for (int k = 0; k < 3; ++k) {
        const point unit = {k == 0, k == 1, k == 2};
        s.normal[s.normals++] = unit;
    }
    return s;
}

static void project(const shape *s, point axis, double *min, double *max) {
    *min = *max = dot(s->p[0], axis);
    for (int i = 1; i < s->points; ++i) {
        const double x = dot(s->p[i], axis);
        *min = x < *min ? x : *min;
        *max = x > *max ? x : *max;
    }
}

// ---- random shapes ---------------------------------------------------------------------------

enum input_class { RANDOM, GRID, NEAR_PARALLEL, FLAT, FAR_APART, TOUCHING, EXACT, CLASS_COUNT };
static const char *const class_names[CLASS_COUNT] = {
    "random", "grid", "near-parallel", "flat", "far", "touching", "exact",
};

typedef struct scene {
    collide_obb a, b;
    collide_triangle t, u;
    collide_vec3 va, vb;
    float t_max;
} scene;

static collide_obb grid_box(inputs_random *r) {
    static const float turn[6][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                     {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    collide_obb b;
    const uint32_t k = kinds_below(r, 3), sign = kinds_below(r, 8);
    b.center = vec((float)kinds_below(r, 13) - 6, (float)kinds_below(r, 13) - 6,
                   (float)kinds_below(r, 13) - 6);
    b.half = vec((float)kinds_below(r, 4), (float)kinds_below(r, 4), (float)kinds_below(r, 4));
    for (uint32_t i = 0; i < 3; ++i) {
        const float *t = turn[(k + i) % 3 + (sign >> i & 1 ? 3 : 0)];
        b.axis[i] = vec(t[0], t[1], t[2]);
    }
    return b;
}

static collide_obb random_box(inputs_random *r, float range, float low, float high) {
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -range, range));
    return collide_obb_from_pose(&pose, inputs_vec3(r, low, high));
}

// The rotation of a, turned by 10^-8 to 10^-2, and then or not about an axis of its own.
static void turn_little(inputs_random *r, const collide_obb *a, collide_obb *b) {
    float angle = 0.01f;
    for (uint32_t k = kinds_below(r, 7); k > 0; --k)
        angle *= 0.1f;
    const collide_pose turn = collide_pose_from_quaternion(
        inputs_uniform(r, -1, 1) * angle, inputs_uniform(r, -1, 1) * angle,
        inputs_uniform(r, -1, 1) * angle, 1, vec(0, 0, 0));
    for (int i = 0; i < 3; ++i)
        b->axis[i] = collide_pose_apply(&turn, a->axis[i]);
    if (kinds_below(r, 2)) {
        const collide_vec3 k = b->axis[kinds_below(r, 3)];
        const float by = inputs_uniform(r, -1, 1);
        const collide_pose roll =
            collide_pose_from_quaternion(by * k.x, by * k.y, by * k.z, 1, vec(0, 0, 0));
        for (int i = 0; i < 3; ++i)
            b->axis[i] = collide_pose_apply(&roll, b->axis[i]);
    }
    *b = collide_obb_orthonormalize(b);
}

// Triangles, and points as boxes, that exactly touch at a time of whole numbers, and at no other;
// or would, the least bit later than t_max.
static scene make_exact(inputs_random *r) {
    scene s;
    const collide_vec3 at = whole_vec(r, 1 << 19), still = vec(0, 0, 0);
    collide_vec3 n = whole_vec(r, 3), v = whole_vec(r, 1 << 17);
    const float t = (float)(1 + kinds_below(r, 12));
    memset(&s, 0, sizeof s);
    if (n.x == 0 && n.y == 0 && n.z == 0)
        n.z = 1;
    if (dot(to_point(n), to_point(v)) > 0)
        v = vec(-v.x, -v.y, -v.z);
    const collide_vec3 to = whole_sum(at, t, v);
    s.t = touching_triangle(r, at, n);
    s.u = touching_triangle(r, to, vec(-n.x, -n.y, -n.z));
    s.va = kinds_below(r, 2) ? whole_vec(r, 1 << 10) : still;
    s.vb = whole_sum(v, 1, s.va);
    s.t_max = kinds_below(r, 4) ? t : kinds_float(kinds_bits(t) - 1);
    s.a = grid_box(r);
    s.b = grid_box(r);
    s.a.half = s.b.half = still;
    s.a.center = to;
    s.b.center = at;
    collide_vec3 *lengths[10] = {&s.a.center, &s.b.center, &s.va, &s.vb}; // back below 1e6
    for (int i = 0; i < 10; ++i) {
        collide_vec3 *x = i < 4 ? lengths[i] : i < 7 ? &s.t.v[i - 4] : &s.u.v[i - 7];
        *x = whole_sum(still, 0x1p-6f, *x);
    }
    return s;
}

static scene make_scene(inputs_random *r, enum input_class c) {
    scene s;
    const float far = c == FAR_APART ? 500.0f : 4.0f, speed = c == FAR_APART ? 600.0f : 4.0f;
    bool aim = false;
    if (c == EXACT)
        return make_exact(r);
    s.t_max = 1;
    s.va = inputs_vec3(r, -speed, speed);
    s.vb = inputs_vec3(r, -speed, speed);
    if (c == GRID) {
        s.a = grid_box(r);
        s.b = grid_box(r);
        s.va = whole_vec(r, 8);
        s.vb = kinds_below(r, 2) ? whole_vec(r, 8) : vec(0, 0, 0);
        for (int i = 0; i < 3; ++i) {
            s.t.v[i] = whole_vec(r, 5);
            s.u.v[i] = whole_vec(r, 5);
        }
        if (kinds_below(r, 4) == 0)
            s.t.v[2] = s.t.v[kinds_below(r, 2)];
        if (kinds_below(r, 4) == 0)
            for (int i = 0; i < 3; ++i)
                s.t.v[i].z = s.u.v[i].z = s.u.v[0].z;
        s.t_max = (float)kinds_below(r, 3);
        return s;
    }
    s.a = random_box(r, far, 0.2f, 1.5f);
    s.b = random_box(r, far, 0.2f, 1.5f);
    if (c == NEAR_PARALLEL) {
        turn_little(r, &s.a, &s.b);
        if (kinds_below(r, 2)) { // sticks that cross: which only the axis of their edges can tell
            float *half[2] = {&s.a.half.x, &s.b.half.x}, thin = 1;
            for (uint32_t k = kinds_below(r, 7); k > 0; --k)
                thin *= 0.1f;
            const uint32_t along = kinds_below(r, 3);
            for (uint32_t i = 0; i < 6; ++i)
                if (i % 3 != along)
                    half[i / 3][i % 3] *= thin;
            aim = true;
        }
    }
    if (c == FLAT) {
        float *half[6] = {&s.a.half.x, &s.a.half.y, &s.a.half.z,
                          &s.b.half.x, &s.b.half.y, &s.b.half.z};
        for (int i = 0; i < 6; ++i)
            if (kinds_below(r, 2))
                *half[i] = 0;
        if (kinds_below(r, 2))
            memcpy(s.b.axis, s.a.axis, sizeof s.b.axis);
    }
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 p = inputs_vec3(r, -2, 2), q = inputs_vec3(r, -2, 2);
        s.t.v[i] = vec(s.b.center.x + p.x, s.b.center.y + p.y, s.b.center.z + p.z);
        s.u.v[i] = vec(s.a.center.x + q.x, s.a.center.y + q.y, s.a.center.z + q.z);
    }
    if (c == NEAR_PARALLEL) // edges and normal along the axes of the box
        for (int i = 1; i < 3; ++i) {
            const collide_vec3 axis = s.b.axis[i];
            const float k = inputs_uniform(r, -2, 2);
            s.t.v[i] =
                vec(s.t.v[0].x + k * axis.x, s.t.v[0].y + k * axis.y, s.t.v[0].z + k * axis.z);
        }
    if (c == FLAT && kinds_below(r, 2)) { // a segment, a point, or nearly
        s.t.v[2] = s.t.v[1];
        if (kinds_below(r, 2))
            s.t.v[1] = s.t.v[0];
    }
    if (c == FAR_APART || aim) { // or nothing is hit
        const float off = aim ? 0.5f : 3;
        const collide_vec3 miss = inputs_vec3(r, -off, off);
        const float k = 1 / inputs_uniform(r, 0.3f, 1);
        s.vb = vec(s.va.x + k * (s.a.center.x - s.b.center.x + miss.x),
                   s.va.y + k * (s.a.center.y - s.b.center.y + miss.y),
                   s.va.z + k * (s.a.center.z - s.b.center.z + miss.z));
    }
    if (c == TOUCHING && kinds_below(r, 4) == 0) // small, so that b's share of the slack counts
        s.a.half = vec(s.a.half.x * 0x1p-14f, s.a.half.y * 0x1p-14f, s.a.half.z * 0x1p-14f);
    if (c == TOUCHING) { // b aims at a point of a with one of its own
        const collide_vec3 p = inputs_vec3(r, -1, 1);
        const float t = inputs_uniform(r, 0, 1);
        point at = to_point(s.a.center), from = to_point(s.b.center);
        const double h[3] = {(double)s.a.half.x, (double)s.a.half.y, (double)s.a.half.z};
        const double g[3] = {(double)s.b.half.x, (double)s.b.half.y, (double)s.b.half.z};
        const double w[3] = {(double)p.x, (double)p.y, (double)p.z};
        for (int i = 0; i < 3; ++i) {
            at = add(at, kinds_below(r, 2) ? h[i] : w[i] * h[i], to_point(s.a.axis[i]));
            from = add(from, kinds_below(r, 2) ? -g[i] : w[i] * g[i], to_point(s.b.axis[i]));
        }
        // A vertex of the triangle, a point of an edge or of its inside goes where b's point is.
        const double weight = kinds_below(r, 2) ? (double)inputs_uniform(r, 0, 1) : 0;
        const double other = kinds_below(r, 2) ? (1 - weight) * (double)inputs_uniform(r, 0, 1) : 0;
        point on = add(to_point(s.t.v[0]), weight, add(to_point(s.t.v[1]), -1, to_point(s.t.v[0])));
        on = add(on, other, add(to_point(s.t.v[2]), -1, to_point(s.t.v[0])));
        const point move = add(from, -1, on);
        for (int i = 0; i < 3; ++i) {
            const point moved = add(to_point(s.t.v[i]), 1, move);
            s.t.v[i] = vec((float)moved.x, (float)moved.y, (float)moved.z);
        }
        const point way = add(at, -1, from);
        s.t_max = kinds_below(r, 2) ? 1 : 0.99f * t; // or just too late
        s.va = vec(0, 0, 0);
        s.vb =
            vec((float)(way.x / (double)t), (float)(way.y / (double)t), (float)(way.z / (double)t));
    }
    return s;
}

// ---- verdicts and times against the oracle ---------------------------------------------------

enum pair_kind { BOX_BOX, BOX_TRIANGLE, TRIANGLE_TRIANGLE, PAIR_COUNT };
static const char *const pair_names[PAIR_COUNT] = {"obb obb", "obb triangle", "triangle triangle"};

static bool sweep(enum pair_kind k, const scene *s, collide_impact *out) {
    return k == BOX_BOX ? collide_obb_obb_sweep(&s->a, s->va, &s->b, s->vb, s->t_max, out)
           : k == BOX_TRIANGLE
               ? collide_obb_triangle_sweep(&s->a, s->va, &s->t, s->vb, s->t_max, out)
               : collide_triangle_triangle_sweep(&s->u, s->va, &s->t, s->vb, s->t_max, out);
}

static size_t sweep_contacts(enum pair_kind k, const scene *s, const collide_impact *impact,
                             collide_contact *contacts, size_t capacity) {
    return k == BOX_BOX ? collide_obb_obb_sweep_contacts(&s->a, s->va, &s->b, s->vb, impact, NULL,
                                                         contacts, capacity)
           : k == BOX_TRIANGLE
               ? collide_obb_triangle_sweep_contacts(&s->a, s->va, &s->t, s->vb, impact, NULL,
                                                     contacts, capacity)
               : collide_triangle_triangle_sweep_contacts(&s->u, s->va, &s->t, s->vb, impact, NULL,
                                                          contacts, capacity);
}

static void shapes_of(enum pair_kind k, const scene *s, shape *a, shape *b, point *origin) {
    *origin = to_point(k == TRIANGLE_TRIANGLE ? s->u.v[0] : s->a.center);
    *a = k == TRIANGLE_TRIANGLE ? triangle_shape(&s->u, *origin) : box_shape(&s->a, *origin);
    *b = k == BOX_BOX ? box_shape(&s->b, *origin) : triangle_shape(&s->t, *origin);
}

typedef struct tally {
    size_t pairs, hits, starts, lost, invented;
    struct swept_shares shares; // of what the header allows to verdicts, times and depths
    double depth;
} tally;
static struct swept_bound stated;

static void take_bodies(enum pair_kind k, const scene *s) {
    if (k == TRIANGLE_TRIANGLE)
        swept_triangle(&swept_bodies[0], &s->u);
    else
        swept_box(&swept_bodies[0], &s->a);
    if (k == BOX_BOX)
        swept_box(&swept_bodies[1], &s->b);
    else
        swept_triangle(&swept_bodies[1], &s->t);
}

// How far a point lies outside of a shape along the shape's own directions.
static double outside(const shape *s, point p) {
    double most = 0;
    for (int i = 0; i < s->normals; ++i) {
        double min, max;
        const double size = length(s->normal[i]);
        if (!(size > 1e-30))
            continue;
        project(s, s->normal[i], &min, &max);
        const double x = dot(p, s->normal[i]);
        const double out = (x > max ? x - max : min - x) / size;
        most = out > most ? out : most;
    }
    return most;
}

static void check_contacts(enum pair_kind k, const scene *s, const collide_impact *impact,
                           const shape *a, const shape *b, point origin, double scale) {
    collide_contact c[16], few[16];
    const size_t n = sweep_contacts(k, s, impact, c, 16);
    // Which axis touches last is known within the bound over the speed along it.
    const point v = add(to_point(s->vb), -1, to_point(s->va));
    const double along = magnitude(dot(v, to_point(impact->normal)));
    const double t = (double)impact->t_first, own = length(to_point(s->va));
    const double graze = t > 0 && along > 0 ? (length(v) + own) / along : 0;
    const double tolerance = scale * 0x1p-16 * (1 + graze);
    REQUIRE(n >= 1 && n <= 8, "%s: %zu contacts", pair_names[k], n);
    for (size_t i = 0; i < n; ++i) {
        const point p = add(add(to_point(c[i].point_a), -1, origin), -t, to_point(s->va));
        const point q = add(add(to_point(c[i].point_b), -1, origin), -t, to_point(s->vb));
        const double world = 4 * UNIT * (length(to_point(c[i].point_a)) + length(origin));
        REQUIRE(outside(a, p) <= tolerance + world, "%s: contact %zu of %zu is %g off a (%g)",
                pair_names[k], i, n, outside(a, p), scale);
        REQUIRE(outside(b, q) <= tolerance + world, "%s: contact %zu of %zu is %g off b (%g)",
                pair_names[k], i, n, outside(b, q), scale);
        REQUIRE(c[i].depth >= 0 && (t == 0 || c[i].depth == 0), "depth %g", (double)c[i].depth);
        // Moving a by depth * normal brings the two points together.
        const point gap =
            add(add(to_point(c[i].point_a), (double)c[i].depth, to_point(c[i].normal)), -1,
                to_point(c[i].point_b));
        REQUIRE(length(gap) <= tolerance + world, "%s: the points of a contact are %g apart",
                pair_names[k], length(gap));
    }
    assert_int_equal(sweep_contacts(k, s, impact, NULL, 0), n);
    if (n > 1) {
        float least = INFINITY, kept = INFINITY;
        assert_int_equal(sweep_contacts(k, s, impact, few, n - 1), n);
        for (size_t i = 0; i < n; ++i)
            least = c[i].depth < least ? c[i].depth : least;
        for (size_t i = 0; i + 1 < n; ++i)
            kept = few[i].depth < kept ? few[i].depth : kept;
        REQUIRE(kept >= least, "a small buffer does not keep the deepest");
    }
}

static void check_pair(enum pair_kind k, const scene *s, tally *sum) {
    collide_impact impact;
    const bool hit = sweep(k, s, &impact);
    bool exact;
    take_bodies(k, s);
    swept_bodies_move(s->va, s->vb);
    swept_bounds(&stated, k == TRIANGLE_TRIANGLE, k == BOX_TRIANGLE);
    const struct swept_answer answer = {hit, impact.t_first, impact.t_last, s->t_max};
    const char *broken = swept_judge(&answer, &stated, &exact, &sum->shares);
    ++sum->pairs;
    sum->hits += hit;
    sum->starts += hit && impact.t_first == 0;
    sum->lost += exact && !hit;
    sum->invented += hit && !exact;
    REQUIRE(!broken, "%s: %s: %a to %a", pair_names[k], broken, (double)impact.t_first,
            (double)impact.t_last);
    REQUIRE(sweep(k, s, NULL) == hit, "%s: NULL changes the verdict", pair_names[k]);
    if (!hit) {
        REQUIRE(impact.t_first == INFINITY && impact.t_last == -INFINITY &&
                    impact.axis == COLLIDE_AXIS_NONE,
                "%s: a miss has times", pair_names[k]);
        return;
    }
    shape a, b;
    point origin;
    shapes_of(k, s, &a, &b, &origin);
    const point v = add(to_point(s->vb), -1, to_point(s->va)), n = to_point(impact.normal);
    const double e = a.extent + b.extent, d = length(add(a.center, -1, b.center));
    REQUIRE(magnitude(length(n) - 1) < 1e-6, "%s: the normal's length is %g", pair_names[k],
            length(n));
    REQUIRE(impact.axis < 32, "axis %u", impact.axis);
    if (impact.t_first > 0) {
        REQUIRE(dot(n, v) >= -1e-6 * length(v), "%s: the normal does not face the motion",
                pair_names[k]);
        assert_true(impact.depth == 0);
    } else {
        // Along the normal it is just the depth that parts them, and no axis has less.
        double a_min, a_max, b_min, b_max;
        project(&a, n, &a_min, &a_max);
        project(&b, n, &b_min, &b_max);
        const double depth = b_max - a_min, slack = UNIT * (32 * e + 16 * d);
        REQUIRE(magnitude(depth - (double)impact.depth) <= slack ||
                    (impact.depth == 0 && depth <= slack),
                "%s: depth %g, but %g along the normal", pair_names[k], (double)impact.depth,
                depth);
        REQUIRE(swept_depth(impact.depth, stated.depth, &sum->depth), "%s: depth %g, exactly %g",
                pair_names[k], (double)impact.depth, swept_depth_now());
    }
    check_contacts(k, s, &impact, &a, &b, origin, e + d);
}

static void test_oracle(void **state) {
    for (int k = 0; k < PAIR_COUNT; ++k)
        for (int c = 0; c < CLASS_COUNT; ++c) {
            inputs_random r = inputs_seed(100 + (uint64_t)c * 10 + (uint64_t)k);
            tally sum;
            memset(&sum, 0, sizeof sum);
            for (size_t i = cases(20000); i > 0; --i) {
                const scene s = make_scene(&r, (enum input_class)c);
                check_pair((enum pair_kind)k, &s, &sum);
            }
            printf(
                "# %s %s: %zu pairs, %zu hits, %zu at the start; %zu lost, %zu invented; of what "
                "is stated, times took %.3f, late ones %.3f, depths %.3f\n",
                pair_names[k], class_names[c], sum.pairs, sum.hits, sum.starts, sum.lost,
                sum.invented, root(sum.shares.grow), root(sum.shares.late), sum.depth);
            REQUIRE(sum.invented == 0 || c != GRID, "%s: %zu invented on the grid", pair_names[k],
                    sum.invented);
            // The header allows what is less deep than its bound; only touches are.
            REQUIRE(sum.lost == 0 || (c == EXACT && k != TRIANGLE_TRIANGLE), "%s %s: %zu lost",
                    pair_names[k], class_names[c], sum.lost);
            REQUIRE(sum.hits > sum.pairs / 2000 && (sum.hits < sum.pairs || c == EXACT),
                    "the input is of one kind");
        }
    (void)state;
}

// ---- the table of situations -----------------------------------------------------------------

// Boxes by centre and half extents; b may be a box, or stand for one as a convex.
typedef struct situation {
    const char *name;
    collide_vec3 a, a_half, b, b_half, va, vb;
    float t_max;
    bool hit;
    float t_first, t_last;
    collide_vec3 normal; // 0: any
    float depth;
} situation;

// Each one's name, shapes, then motion and answer.
// clang-format off
static const situation situations[] = {
    {"apart, touch before t_max",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {3, 0, 0}, {1, 0, 0}, 4, true, 1, 3, {-1, 0, 0}, 0},
    {"apart, b comes",
     {0, 0, 0}, {1, 1, 1}, {0, 0, 6}, {1, 1, 1},
     {0, 0, 0}, {0, 0, -2}, 3, true, 2, 3, {0, 0, -1}, 0},
    {"apart, touch exactly at t_max",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {2, 0, 0}, {0, 0, 0}, 1, true, 1, 1, {-1, 0, 0}, 0},
    {"apart, touch later than t_max",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {2, 0, 0}, {0, 0, 0}, 0.99f, false, 0, 0, {0, 0, 0}, 0},
    {"apart and leaving",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {-1, 0, 0}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"apart and passing",
     {0, 0, 0}, {1, 1, 1}, {4, 4, 0}, {1, 1, 1},
     {2, -2, 0}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"apart, parallel to the face",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {0, 3, 0}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"apart and at rest",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {1, 2, 3}, {1, 2, 3}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"apart, at rest but -0",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {0, 0, 0}, {-0.0f, -0.0f, -0.0f}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"touching and closing",
     {0, 0, 0}, {1, 1, 1}, {2, 0, 0}, {1, 1, 1},
     {1, 0, 0}, {0, 0, 0}, 9, true, 0, 4, {-1, 0, 0}, 0},
    {"touching and sliding",
     {0, 0, 0}, {1, 1, 1}, {2, 0, 0}, {1, 1, 1},
     {0, 1, 0}, {0, 0, 0}, 9, true, 0, 2, {-1, 0, 0}, 0},
    {"touching and leaving",
     {0, 0, 0}, {1, 1, 1}, {2, 0, 0}, {1, 1, 1},
     {-1, 0, 0}, {0, 0, 0}, 9, true, 0, 0, {-1, 0, 0}, 0},
    {"touching at an edge, closing",
     {0, 0, 0}, {1, 1, 1}, {2, 2, 0}, {1, 1, 1},
     {1, 1, 0}, {0, 0, 0}, 9, true, 0, 4, {0, 0, 0}, 0},
    {"touching at a corner, at rest",
     {0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {1, 1, 1},
     {0, 0, 0}, {0, 0, 0}, 9, true, 0, 9, {0, 0, 0}, 0},
    {"overlapping",
     {0, 0, 0}, {1, 1, 1}, {1.5f, 0, 0}, {1, 1, 1},
     {-1, 0, 0}, {0, 0, 0}, 9, true, 0, 0.5f, {-1, 0, 0}, 0.5f},
    {"overlapping, one inside",
     {0, 0, 0}, {4, 4, 4}, {0, 0, 2}, {1, 1, 1},
     {0, 0, 0}, {0, 0, 2}, 9, true, 0, 1.5f, {0, 0, -1}, 3},
    {"overlapping, at rest",
     {0, 0, 0}, {1, 1, 1}, {0, -1, 0}, {1, 1, 1},
     {0, 0, 0}, {0, 0, 0}, 9, true, 0, 9, {0, 1, 0}, 1},
    {"the same centre",
     {0, 0, 0}, {1, 2, 3}, {0, 0, 0}, {1, 2, 3},
     {0, 0, 0}, {1, 0, 0}, 9, true, 0, 2, {0, 0, 0}, 2},
    {"t_max = 0, apart",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {9, 0, 0}, {0, 0, 0}, 0, false, 0, 0, {0, 0, 0}, 0},
    {"t_max = 0, touching",
     {0, 0, 0}, {1, 1, 1}, {2, 0, 0}, {1, 1, 1},
     {9, 0, 0}, {0, 0, 0}, 0, true, 0, 0, {-1, 0, 0}, 0},
    {"t_max infinite, overlapping at rest",
     {0, 0, 0}, {1, 1, 1}, {1, 0, 0}, {1, 1, 1},
     {0, 0, 0}, {0, 0, 0}, INFINITY, true, 0, INFINITY, {-1, 0, 0}, 1},
    {"t_max infinite, apart at rest",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {0, 0, 0}, {0, 0, 0}, INFINITY, false, 0, 0, {0, 0, 0}, 0},
    {"t_max infinite, slow",
     {0, 0, 0}, {1, 1, 1}, {4, 0, 0}, {1, 1, 1},
     {0x1p-20f, 0, 0}, {0, 0, 0}, INFINITY, true, 0x1p21f, 0x1.8p22f, {-1, 0, 0}, 0},
    {"a rectangle",
     {0, 0, 0}, {2, 2, 0}, {0, 0, 3}, {1, 1, 1},
     {0, 0, 1}, {0, 0, 0}, 9, true, 2, 4, {0, 0, -1}, 0},
    {"rectangles in one plane",
     {0, 0, 0}, {2, 1, 0}, {5, 0, 0}, {1, 1, 0},
     {1, 0, 0}, {0, 0, 0}, 9, true, 2, 8, {-1, 0, 0}, 0},
    {"rectangles in one plane, passing",
     {0, 0, 0}, {2, 1, 0}, {5, 3, 0}, {1, 1, 0},
     {1, 0, 0}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"rectangles in parallel planes",
     {0, 0, 0}, {2, 1, 0}, {1, 0, 1}, {1, 1, 0},
     {1, 0, 0}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
    {"segments that cross",
     {0, 0, 0}, {2, 0, 0}, {1, 1, 4}, {0, 2, 0},
     {0, 0, 2}, {0, 0, 0}, 9, true, 2, 2, {0, 0, -1}, 0},
    {"segments in line",
     {0, 0, 0}, {2, 0, 0}, {7, 0, 0}, {1, 0, 0},
     {2, 0, 0}, {0, 0, 0}, 9, true, 2, 5, {-1, 0, 0}, 0},
    {"a point into a box",
     {0, 0, 0}, {0, 0, 0}, {4, 1, 0}, {1, 1, 1},
     {1, 0, 0}, {0, 0, 0}, 9, true, 3, 5, {-1, 0, 0}, 0},
    {"points that meet",
     {0, 0, 0}, {0, 0, 0}, {3, 6, 9}, {0, 0, 0},
     {1, 2, 3}, {0, 0, 0}, 9, true, 3, 3, {0, 0, 0}, 0},
    {"points that do not",
     {0, 0, 0}, {0, 0, 0}, {3, 6, 9.5f}, {0, 0, 0},
     {1, 2, 3}, {0, 0, 0}, 9, false, 0, 0, {0, 0, 0}, 0},
};
// clang-format on

static collide_obb still_box(collide_vec3 center, collide_vec3 half, int turn) {
    collide_obb b;
    memset(&b, 0, sizeof b);
    // The same solid with other names for its axes, and their signs.
    const float h[3] = {half.x, half.y, half.z};
    float *to[3] = {&b.half.x, &b.half.y, &b.half.z};
    b.center = center;
    for (int i = 0; i < 3; ++i) {
        const int k = (i + turn) % 3;
        const float sign = turn & 1 ? -1.0f : 1.0f;
        *to[i] = h[k];
        b.axis[i] = vec(k == 0 ? sign : 0, k == 1 ? sign : 0, k == 2 ? sign : 0);
    }
    return b;
}

// What is expected of any call, with a's part and b's exchanged or not.
static void check_situation(const situation *s, const char *call, bool hit, const collide_impact *i,
                            bool swapped) {
    const float slack = 1e-5f * (1 + (s->t_first < 1e5f ? s->t_first : 1e6f));
    REQUIRE(hit == s->hit, "%s, %s: %s", s->name, call, hit ? "hit" : "missed");
    if (!hit) {
        REQUIRE(i->t_first == INFINITY && i->t_last == -INFINITY && i->depth == 0 &&
                    i->axis == COLLIDE_AXIS_NONE && i->normal.x == 0,
                "%s, %s: a miss is not written as one", s->name, call);
        return;
    }
    REQUIRE(s->t_first == 0 ? i->t_first == 0
                            : i->t_first >= s->t_first - slack && i->t_first <= s->t_first + slack,
            "%s, %s: t_first %g", s->name, call, (double)i->t_first);
    REQUIRE(i->t_last == s->t_last ||
                (i->t_last >= s->t_last - 4 * slack && i->t_last <= s->t_last + 4 * slack),
            "%s, %s: t_last %g", s->name, call, (double)i->t_last);
    REQUIRE(i->depth >= s->depth - 1e-5f && i->depth <= s->depth + 1e-5f, "%s, %s: depth %g",
            s->name, call, (double)i->depth);
    const double along = dot(to_point(i->normal), to_point(s->normal)) * (swapped ? -1 : 1);
    REQUIRE(length(to_point(s->normal)) == 0 || along > 0.999999, "%s, %s: normal %g %g %g",
            s->name, call, (double)i->normal.x, (double)i->normal.y, (double)i->normal.z);
    REQUIRE(magnitude(length(to_point(i->normal)) - 1) < 1e-6, "%s, %s: the normal is not unit",
            s->name, call);
}

static void test_situations(void **state) {
    for (size_t k = 0; k < sizeof situations / sizeof *situations; ++k) {
        const situation *s = &situations[k];
        for (int turn = 0; turn < 9; ++turn) {
            const collide_obb a = still_box(s->a, s->a_half, turn / 3);
            const collide_obb b = still_box(s->b, s->b_half, turn % 3);
            collide_impact i;
            collide_overlap o;
            bool hit = collide_obb_obb_sweep(&a, s->va, &b, s->vb, s->t_max, &i);
            check_situation(s, "obb obb", hit, &i, false);
            hit = collide_obb_obb_sweep(&b, s->vb, &a, s->va, s->t_max, &i);
            check_situation(s, "obb obb, exchanged", hit, &i, true);
            // At rest it is the static question.
            hit = collide_obb_obb(&a, &b, &o);
            REQUIRE(hit == (s->hit && s->t_first == 0), "%s: static", s->name);
            if (hit) {
                assert_float_equal(o.depth, s->depth, 1e-5f);
                assert_true(o.axis < 15);
            } else {
                assert_true(o.axis == COLLIDE_AXIS_NONE && o.depth == 0);
            }
        }
    }
    (void)state;
}

// Points that aim at each other on the grid: all axes name one time, as fractions of different
// numbers.
static void test_ties(void **state) {
    inputs_random r = inputs_seed(9);
    const collide_triangle none = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    for (size_t k = cases(20000); k > 0; --k) {
        const collide_vec3 v = whole_vec(&r, 50), from = whole_vec(&r, 50);
        const float t = (float)(1 + kinds_below(&r, 40));
        const collide_vec3 to = vec(from.x + t * v.x, from.y + t * v.y, from.z + t * v.z);
        const collide_obb a = still_box(from, vec(0, 0, 0), (int)(k % 3));
        const collide_obb b = still_box(to, vec(0, 0, 0), 0);
        const collide_triangle c = {{to, to, to}}, d = {{from, from, from}};
        collide_impact i;
        assert_true(collide_obb_obb_sweep(&a, v, &b, none.v[0], 100, NULL));
        assert_true(collide_obb_triangle_sweep(&a, v, &c, none.v[0], 100, NULL));
        assert_true(collide_triangle_triangle_sweep(&d, v, &c, none.v[0], 100, &i));
        assert_true((v.x == 0 && v.y == 0 && v.z == 0) ||
                    (i.t_first <= t && i.t_first > t - 1e-4f && i.t_last >= t));
    }
    (void)state;
}

// Triangles in the same situations: a floor of one big triangle, under what moves.
static void test_triangle_situations(void **state) {
    static const struct {
        const char *name;
        float z, half; // of a box over the floor z = 0
        collide_vec3 v;
        float t_max;
        bool hit;
        float t_first, t_last;
    } rows[] = {
        {"apart and closing", 3, 1, {1, 0, -2}, 9, true, 1, 2},
        {"apart, exactly at t_max", 3, 1, {0, 0, -2}, 1, true, 1, 1},
        {"apart, too late", 3, 1, {0, 0, -2}, 0.9f, false, 0, 0},
        {"apart and leaving", 3, 1, {0, 0, 2}, 9, false, 0, 0},
        {"apart, parallel to the face", 3, 1, {2, 1, 0}, 9, false, 0, 0},
        {"apart and at rest", 3, 1, {0, 0, 0}, 9, false, 0, 0},
        {"touching and closing", 1, 1, {0, 0, -1}, 9, true, 0, 2},
        {"touching and sliding", 1, 1, {1, 0, 0}, 4, true, 0, 4},
        {"touching and leaving", 1, 1, {0, 0, 1}, 9, true, 0, 0},
        {"overlapping", 0.5f, 1, {0, 0, 1}, 9, true, 0, 0.5f},
        {"at rest, touching", 1, 1, {0, 0, 0}, 9, true, 0, 9},
        {"t_max = 0, touching", 1, 1, {5, 5, 5}, 0, true, 0, 0},
        {"t_max = 0, apart", 1.5f, 1, {0, 0, -5}, 0, false, 0, 0},
        {"a point", 3, 0, {0, 0, -3}, 9, true, 1, 1},
    };
    const collide_triangle floor = {{{-20, -20, 0}, {20, -20, 0}, {0, 20, 0}}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; ++k) {
        collide_impact i;
        const float h = rows[k].half, z = rows[k].z;
        const collide_obb box = still_box(vec(0, 0, z), vec(h, h, h), (int)(k % 3));
        const collide_triangle low = {{{-h, -h, z - h}, {h, -h, z - h}, {0, h, z - h}}};
        bool hit =
            collide_obb_triangle_sweep(&box, rows[k].v, &floor, vec(0, 0, 0), rows[k].t_max, &i);
        for (int which = 0; which < 2; ++which) {
            const char *call = which ? "triangles" : "obb triangle";
            float last = rows[k].t_last;
            if (which) { // flat: it passes the floor at once
                last = rows[k].v.z == 0 ? rows[k].t_last : rows[k].t_first;
                hit = collide_triangle_triangle_sweep(&low, rows[k].v, &floor, vec(0, 0, 0),
                                                      rows[k].t_max, &i);
                if (z - h < 0)
                    continue;
            }
            REQUIRE(hit == rows[k].hit, "%s, %s: %d", rows[k].name, call, hit);
            if (!hit)
                continue;
            REQUIRE(magnitude((double)(i.t_first - rows[k].t_first)) < 5e-5 &&
                        magnitude((double)(i.t_last - last)) < 5e-5,
                    "%s, %s: %g to %g", rows[k].name, call, (double)i.t_first, (double)i.t_last);
            // Flat shapes that touch in one plane have no side: the normal opposes the motion.
            REQUIRE(i.normal.z > 0.99999f || (which && rows[k].v.z > 0 && i.normal.z < -0.99999f),
                    "%s, %s: the normal is %g %g %g", rows[k].name, call, (double)i.normal.x,
                    (double)i.normal.y, (double)i.normal.z);
            REQUIRE(magnitude((double)i.depth - (z < h ? (double)(h - z) : 0)) < 1e-5,
                    "%s, %s: depth %g", rows[k].name, call, (double)i.depth);
        }
    }
    // Flat in one plane: triangles side by side, and a rectangle beside a triangle.
    const collide_triangle t = {{{0, 0, 0}, {2, 0, 0}, {0, 2, 0}}};
    const collide_triangle beside = {{{5, 0, 0}, {7, 0, 0}, {5, 2, 0}}};
    const collide_obb sheet = still_box(vec(6, 1, 0), vec(1, 1, 0), 1);
    collide_impact i;
    assert_true(collide_triangle_triangle_sweep(&t, vec(3, 0, 0), &beside, vec(0, 0, 0), 2, &i));
    assert_true(magnitude((double)i.t_first - 1) < 1e-6 && i.normal.x < -0.999f);
    assert_false(collide_triangle_triangle_sweep(&t, vec(0, 3, 0), &beside, vec(0, 0, 0), 2, &i));
    assert_false(collide_triangle_triangle_sweep(&t, vec(0, 0, 0), &beside, vec(0, 0, 0), 2, &i));
    assert_true(collide_obb_triangle_sweep(&sheet, vec(-3, 0, 0), &t, vec(0, 0, 0), 2, &i));
    assert_true(magnitude((double)i.t_first - 1) < 1e-5);
    assert_false(collide_obb_triangle_sweep(&sheet, vec(0, 3, 0), &t, vec(0, 0, 0), 2, &i));
    (void)state;
}

// ---- static overlaps and contacts ------------------------------------------------------------

// The gap of two shapes along a normal from b to a.
static double gap_along(const shape *a, const shape *b, point n) {
    double a_min, a_max, b_min, b_max;
    project(a, n, &a_min, &a_max);
    project(b, n, &b_min, &b_max);
    return (a_min - b_max) / length(n);
}

// The largest gap along the 15 axes of two boxes.
static double box_gap(const shape *a, const shape *b, const collide_obb *p, const collide_obb *q) {
    double most = -DBL_MAX;
    for (int i = 0; i < 15; ++i) {
        const int k = i - 6;
        point n = i < 3   ? to_point(p->axis[i])
                  : i < 6 ? to_point(q->axis[i - 3])
                          : cross(to_point(p->axis[k / 3]), to_point(q->axis[k % 3]));
        if (length(n) < 0x1p-20)
            continue;
        for (int sign = 0; sign < 2; ++sign) {
            const double gap = gap_along(a, b, n);
            most = gap > most ? gap : most;
            n = add(n, -2, n);
        }
    }
    return most;
}

static double smaller_size(const collide_obb *a, const collide_obb *b) {
    const double p = (double)a->half.x + (double)a->half.y + (double)a->half.z;
    const double q = (double)b->half.x + (double)b->half.y + (double)b->half.z;
    return p < q ? p : q;
}

static collide_contact_options box_options(float margin, collide_vec3 hint) {
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.margin = margin;
    options.hint = hint;
    return options;
}

// Contacts of two boxes by what they promise. Returns their number, and the largest depth.
static size_t check_boxes(const collide_obb *a, const collide_obb *b, float margin,
                          collide_vec3 hint, collide_contact *c, double *deepest) {
    const collide_contact_options options = box_options(margin, hint);
    const point origin = to_point(a->center);
    const shape p = box_shape(a, origin), q = box_shape(b, origin);
    const double size = p.extent + q.extent;
    const double tolerance = 0x1p-19 * (size + (double)margin) + 0x1p-21 * length(origin);
    const double share = 0x1p-7 * smaller_size(a, b);
    const double gap = box_gap(&p, &q, a, b);
    const size_t n = collide_obb_obb_contacts(a, b, &options, c, 4);
    collide_contact few[2];
    *deepest = -DBL_MAX;
    if (!(margin > 0))
        assert_int_equal(n > 0, collide_obb_obb(a, b, NULL));
    else if (magnitude(gap - (double)margin) > tolerance)
        REQUIRE((n > 0) == (gap <= (double)margin), "%zu contacts, gap %g", n, gap);
    REQUIRE(n <= 4, "%zu contacts", n);
    for (size_t i = 0; i < n; ++i) {
        const point x = add(to_point(c[i].point_a), -1, origin);
        const point y = add(to_point(c[i].point_b), -1, origin);
        const point normal = to_point(c[i].normal);
        const double between = dot(add(y, -1, x), normal), depth = (double)c[i].depth;
        REQUIRE(magnitude(length(normal) - 1) < 1e-6, "normal %g", length(normal));
        REQUIRE(depth >= -(double)margin &&
                    depth <= (between > -(double)margin ? between : -(double)margin) + tolerance,
                "depth %g, points %g", depth, between);
        REQUIRE(outside(&p, x) <= 0.5 * share + tolerance &&
                    outside(&q, y) <= 0.5 * share + tolerance,
                "off a %g, off b %g", outside(&p, x), outside(&q, y));
        assert_memory_equal(&c[i].normal, &c[0].normal, sizeof c[i].normal);
        *deepest = depth > *deepest ? depth : *deepest;
    }
    if (n > 0) {
        const double hinted = hint.x != 0 || hint.y != 0 || hint.z != 0 ? 2 : 1;
        const double along = gap_along(&p, &q, to_point(c[0].normal));
        REQUIRE(along >= gap - hinted * share - tolerance, "gap %g, along the normal %g", gap,
                along);
        REQUIRE(*deepest <= (-along > -(double)margin ? -along : -(double)margin) + tolerance,
                "depth %g, gap along the normal %g", *deepest, along);
        REQUIRE(along >= gap - tolerance || *deepest >= -gap - share - tolerance,
                "another axis, whose face has no point deeper than %g; gap %g", *deepest, gap);
        assert_int_equal(collide_obb_obb_contacts(a, b, &options, few, 2), n);
        for (size_t k = 0; k < 2 && k < n; ++k) {
            size_t same = 0;
            for (size_t i = 0; i < n; ++i)
                same += memcmp(&few[k], &c[i], sizeof few[k]) == 0;
            assert_true(same >= 1);
        }
    }
    return n;
}

// Contacts of a box and a triangle, which are those of shapes.
static void check_box_triangle(const scene *s, bool hit, double depth, double tolerance) {
    const collide_vec3 *v = s->t.v, h = s->a.half;
    const point origin = to_point(s->a.center), from = to_point(v[0]);
    const shape a = box_shape(&s->a, origin), b = triangle_shape(&s->t, origin);
    const double half = 1.7321 * ((double)h.x + (double)h.y + (double)h.z);
    double span = 0, deepest = 0;
    collide_contact c[5];
    for (int k = 1; k < 3; ++k) {
        const point e = add(to_point(v[k]), -1, from);
        span = fmax(span, magnitude(e.x) + magnitude(e.y) + magnitude(e.z));
    }
    const double size = span < half ? span : half;
    const size_t n = collide_obb_triangle_contacts(&s->a, &s->t, NULL, c, 5);
    REQUIRE(n <= 4 && (n > 0 || !hit || depth <= tolerance), "%zu contacts, depth %g", n, depth);
    for (size_t i = 0; i < n; ++i) {
        const point p = add(to_point(c[i].point_a), -1, origin);
        const point q = add(to_point(c[i].point_b), -1, origin);
        const double between = dot(add(q, -1, p), to_point(c[i].normal));
        REQUIRE(c[i].depth >= 0 && (double)c[i].depth <= fmax(between, 0) + tolerance,
                "depth %g, points %g", (double)c[i].depth, between);
        REQUIRE(outside(&a, p) <= 0.009 * size + tolerance &&
                    outside(&b, q) <= 0.009 * size + tolerance,
                "contact %zu of %zu: off a %g, off b %g", i, n, outside(&a, p), outside(&b, q));
        assert_memory_equal(&c[i].normal, &c[0].normal, sizeof c[i].normal);
        deepest = fmax(deepest, (double)c[i].depth);
    }
    REQUIRE(deepest <= depth + 0x1p-7 * size + tolerance, "a contact is %g deep, the overlap %g",
            deepest, depth);
    REQUIRE(n == 0 || deepest >= depth - 0x1p-6 * size - tolerance,
            "no contact is deeper than %g, the overlap is %g", deepest, depth);
}

static void check_static(bool triangle, const scene *s, double *share) {
    collide_contact c[4];
    collide_overlap o;
    double deepest = 0;
    const bool hit =
        triangle ? collide_obb_triangle(&s->a, &s->t, &o) : collide_obb_obb(&s->a, &s->b, &o);
    const point origin = to_point(s->a.center);
    const shape a = box_shape(&s->a, origin);
    const shape b = triangle ? triangle_shape(&s->t, origin) : box_shape(&s->b, origin);
    const double e = a.extent + b.extent, tolerance = 0x1p-15 * e + 0x1p-20 * length(origin);
    if (triangle) {
        check_box_triangle(s, hit, (double)o.depth, tolerance);
    } else {
        const size_t n = check_boxes(&s->a, &s->b, 0, vec(0, 0, 0), c, &deepest);
        REQUIRE((n > 0) == hit, "%zu contacts, hit %d", n, hit);
    }
    if (!hit)
        return;
    take_bodies(triangle ? BOX_TRIANGLE : BOX_BOX, s);
    swept_bodies_move(vec(0, 0, 0), vec(-o.normal.x, -o.normal.y, -o.normal.z));
    swept_bounds(&stated, false, triangle);
    REQUIRE(swept_depth(o.depth, stated.depth, share), "depth %g, exactly %g", (double)o.depth,
            swept_depth_now());
    // Moving a out by the depth leaves them touching, and a little more apart.
    const float out = (float)((double)o.depth + 2 * tolerance);
    double unused = 0;
    mpz_set_ui(stated.grow, 0);
    REQUIRE(!swept_overlap_at(out, false, stated.grow, &unused) ||
                !swept_overlap_at(out, true, stated.grow, &unused),
            "the depth %g does not part them, axis %u", (double)o.depth, o.axis);
}

// A cube of half extents 0.25 on another, turned about an axis.
static collide_obb turned_cube(collide_vec3 center, float angle, collide_vec3 axis) {
    const float half = 0.5f * angle;
    const collide_pose pose =
        collide_pose_from_quaternion(half * axis.x, half * axis.y, half * axis.z, 1, center);
    return collide_obb_from_pose(&pose, vec(0.25f, 0.25f, 0.25f));
}

// What lies on a box with a small tilt has four contacts, although an edge axis has a smaller
// depth.
static void test_contacts_at_rest(void **state) {
    inputs_random r = inputs_seed(310);
    const collide_obb below = turned_cube(vec(0, 0, 0.25f), 0, vec(0, 0, 1));
    const collide_obb known =
        turned_cube(vec(0.02f, 0.01f, 0.745f), 1e-3f, vec(0.28604f, 0.0953463f, 0.953463f));
    collide_contact c[4];
    double deepest;
    (void)state;
    assert_int_equal(check_boxes(&below, &known, 0, vec(0, 0, 0), c, &deepest), 4);
    // Corner to corner: apart by (0.02, 0.03, 0.06), which has the length 0.07.
    const collide_obb beside = turned_cube(vec(0.52f, 0.53f, 0.81f), 0, vec(0, 0, 1));
    assert_int_equal(check_boxes(&below, &beside, 0.08f, vec(0, 0, 0), c, &deepest), 1);
    assert_true(magnitude(deepest + 0.07) < 1e-6 && c[0].feature_b == 0 && c[0].normal.z < -0.857f);
    for (size_t i = 0; i < cases(4000); ++i) {
        const float x = inputs_uniform(&r, -0.1f, 0.1f), y = inputs_uniform(&r, -0.1f, 0.1f);
        const float tilt = inputs_uniform(&r, 0, 2e-3f), turn = inputs_uniform(&r, 0, 3);
        const collide_pose about_z = collide_pose_from_quaternion(0, 0, turn, 1, vec(0, 0, 0));
        collide_obb box = turned_cube(vec(x, y, 0.747f), tilt, inputs_vec3(&r, -1, 1));
        for (int k = 0; k < 3; ++k)
            box.axis[k] = collide_pose_apply(&about_z, box.axis[k]);
        for (int swapped = 0; swapped < 2; ++swapped) {
            const size_t n = check_boxes(swapped ? &below : &box, swapped ? &box : &below, 0,
                                         vec(0, 0, 0), c, &deepest);
            REQUIRE(n == 4 && magnitude((double)c[0].normal.z) > 0.999, "%zu contacts", n);
        }
    }
}

// What a face is worth, in shares: the normal is that of a face of b, of a, or of two edges.
static double worth_of(const collide_obb *a, const collide_obb *b, point n) {
    for (int side = 0; side < 2; ++side)
        for (int k = 0; k < 3; ++k)
            if (length(cross(n, to_point((side ? a : b)->axis[k]))) < 1e-5)
                return side ? 0.875 : 1;
    return 0;
}

// Boxes that move and turn by small steps, with the last normal as hint: the axis changes only for
// one that is worth more by a share, or if the face of the last one has no deep point any more.
static void test_contacts_of_steps(void **state) {
    const float step = 5e-4f;
    inputs_random r = inputs_seed(311);
    size_t changes = 0, steps = 0, lost = 0;
    (void)state;
    for (size_t i = 0; i < cases(100); ++i) {
        const float margin = i % 2 ? 0.05f : 0;
        collide_obb a = random_box(&r, 0.5f, 0.1f, 0.5f), b = random_box(&r, 0, 0.1f, 0.5f);
        const collide_vec3 way = inputs_vec3(&r, -step, step), spin = inputs_vec3(&r, -step, step);
        const collide_pose turn =
            collide_pose_from_quaternion(spin.x, spin.y, spin.z, 1, vec(0, 0, 0));
        const double share = 0x1p-7 * smaller_size(&a, &b), motion = 8 * (double)step;
        collide_vec3 hint = vec(0, 0, 0);
        double last = 0;
        for (int k = 0; k < 1000; ++k) {
            collide_contact c[4];
            double deepest;
            for (int m = 0; m < 3; ++m)
                a.axis[m] = collide_pose_apply(&turn, a.axis[m]);
            a = collide_obb_orthonormalize(&a);
            a.center = whole_sum(a.center, k / 250 % 2 ? -1.0f : 1.0f, way);
            const size_t n = check_boxes(&a, &b, margin, hint, c, &deepest);
            const point now = to_point(n ? c[0].normal : hint), old = to_point(hint);
            if (n && length(old) > 0) {
                const shape p = box_shape(&a, to_point(b.center));
                const shape q = box_shape(&b, to_point(b.center));
                const double worth = gap_along(&p, &q, now) + share * worth_of(&a, &b, now);
                const double before = gap_along(&p, &q, old) + share * worth_of(&a, &b, old);
                ++steps;
                REQUIRE(magnitude(deepest - last) <= 2 * share + motion, "depths %g and %g", last,
                        deepest);
                changes += dot(now, old) < 0.99;
                lost += dot(now, old) < 0.99 && !(worth >= before + share - motion);
            }
            last = deepest;
            hint = n ? c[0].normal : vec(0, 0, 0);
        }
    }
    print_message("# %zu of %zu steps change the axis, %zu from a face without deep points\n",
                  changes, steps, lost);
    assert_true(changes > 0 && 10 * lost < changes);
}

// Boxes a little apart or deep: where collide_shape_shape_contacts takes the normal of the same two
// edges, it finds the same contacts, those beside the edges too.
static void test_contacts_beside(void **state) {
    inputs_random r = inputs_seed(313);
    size_t pairs = 0, same = 0, beside = 0;
    (void)state;
    for (size_t i = 0; i < cases(4000); ++i) {
        const collide_obb a = random_box(&r, 0.6f, 0.2f, 0.4f), b = random_box(&r, 0, 0.2f, 0.4f);
        const collide_shape p = collide_shape_from_obb(&a), q = collide_shape_from_obb(&b);
        const collide_contact_options options = box_options(0.05f, vec(0, 0, 0));
        collide_contact c[4], s[4];
        double deepest;
        const size_t n = check_boxes(&a, &b, 0.05f, vec(0, 0, 0), c, &deepest);
        if (n == 0 || worth_of(&a, &b, to_point(c[0].normal)) > 0 || c[0].feature_a >> 24 != 1 ||
            c[0].feature_b >> 24 != 1)
            continue;
        const size_t m = collide_shape_shape_contacts(&p, &q, &options, s, 4);
        if (m == 0 || length(cross(to_point(c[0].normal), to_point(s[0].normal))) > 1e-5)
            continue;
        size_t found = 0;
        for (size_t k = 0; k < n; ++k) {
            size_t here = 0;
            for (size_t j = 0; j < m; ++j)
                here += length(add(to_point(c[k].point_a), -1, to_point(s[j].point_a))) < 2e-3 &&
                        magnitude((double)(c[k].depth - s[j].depth)) < 2e-3;
            found += here > 0;
        }
        ++pairs;
        beside += n > 1;
        same += found == n;
    }
    print_message("# %zu pairs of edges: %zu with contacts beside, %zu as of shapes\n", pairs,
                  beside, same);
    assert_true(pairs > cases(4000) / 16 && 4 * beside > 3 * pairs && 100 * same > 95 * pairs);
}

// Moving a out by the deepest contact, again and again, ends.
static void test_contacts_part(void **state) {
    inputs_random r = inputs_seed(312);
    size_t most = 0;
    (void)state;
    for (size_t i = 0; i < cases(4000); ++i) {
        const float thin = i % 3 ? 0.1f : 0.002f;
        collide_obb a = random_box(&r, 0.8f, thin, 0.5f);
        const collide_obb b = random_box(&r, 0, thin, 0.5f);
        collide_contact c[4];
        double deepest = 1;
        size_t rounds = 0;
        (void)check_boxes(&a, &b, 0.1f, inputs_vec3(&r, -1, 1), c, &deepest);
        for (deepest = 1; rounds < 64 && deepest > 1e-5; ++rounds) {
            const size_t n = check_boxes(&a, &b, 0, vec(0, 0, 0), c, &deepest);
            if (n == 0)
                break;
            a.center = whole_sum(a.center, (float)deepest, c[0].normal);
        }
        REQUIRE(rounds < 64, "it never ends, depth %g", deepest);
        most = rounds > most ? rounds : most;
    }
    print_message("# at most %zu rounds\n", most);
}

static void test_contacts(void **state) {
    for (int c = 0; c < FAR_APART; ++c) {
        inputs_random r = inputs_seed(300 + (uint64_t)c);
        double share = 0;
        for (size_t i = cases(20000); i > 0; --i) {
            scene s = make_scene(&r, (enum input_class)c);
            // Bring them near: half way from b to a.
            const collide_vec3 d =
                vec(0.5f * (s.a.center.x - s.b.center.x), 0.5f * (s.a.center.y - s.b.center.y),
                    0.5f * (s.a.center.z - s.b.center.z));
            for (int k = 0; k < 3; ++k)
                s.t.v[k] = vec(s.t.v[k].x + d.x, s.t.v[k].y + d.y, s.t.v[k].z + d.z);
            s.b.center = vec(s.b.center.x + d.x, s.b.center.y + d.y, s.b.center.z + d.z);
            check_static(false, &s, &share);
            check_static(true, &s, &share);
        }
        printf("# at rest, %s: depths took %.3f of what is stated\n", class_names[c], share);
    }
    // A cube on a slab: its bottom's corners, whatever the names of its axes.
    for (int turn = 0; turn < 3; ++turn) {
        const collide_obb cube = still_box(vec(1, 2, 0.75f), vec(1, 1, 1), turn);
        const collide_obb slab = still_box(vec(0, 0, -1), vec(8, 8, 1), 0);
        collide_contact c[8];
        assert_int_equal(collide_obb_obb_contacts(&cube, &slab, NULL, c, 8), 4);
        for (int i = 0; i < 4; ++i) {
            assert_true(c[i].depth == 0.25f && c[i].normal.z == 1 && c[i].point_b.z == 0);
            assert_true(c[i].feature_a < 8 && c[i].feature_b >> 24 == 2);
        }
    }
    (void)state;
}

// ---- convex bodies ---------------------------------------------------------------------------

#define CONVEX_BYTES 65536

// A box's 12 triangles; corner i has bit k set on the + side of axis k.
static const uint16_t box_index[36] = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                                       2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};

static collide_convex *build(void *memory, const collide_vec3 *v, size_t n, const uint16_t *index,
                             size_t triangles) {
    collide_mesh mesh = {v, n, 0, index, triangles, 2};
    collide_convex *c = NULL;
    assert_true(collide_convex_mesh_size(&mesh) <= CONVEX_BYTES);
    const collide_status status = collide_convex_build_mesh(&c, memory, CONVEX_BYTES, &mesh);
    REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    return c;
}

// A box as convex in the frame of a pose.
static collide_convex *build_box(void *memory, collide_vec3 half) {
    collide_vec3 v[8];
    for (int i = 0; i < 8; ++i)
        v[i] = vec(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    return build(memory, v, 8, box_index, 12);
}

static collide_pose pose_of(const collide_obb *b) {
    collide_pose p;
    p.position = b->center;
    memcpy(p.axis, b->axis, sizeof p.axis);
    return p;
}

static void *aligned(void) {
    void *p = NULL;
    if (posix_memalign(&p, COLLIDE_ALIGNMENT, CONVEX_BYTES))
        abort();
    return p;
}

// Boxes as convex bodies under poses against the oracle, with contacts.
static void test_convex(void **state) {
    void *memory[2] = {aligned(), aligned()};
    for (int c = 0; c < CLASS_COUNT; ++c) {
        inputs_random r = inputs_seed(500 + (uint64_t)c);
        tally sum;
        memset(&sum, 0, sizeof sum);
        for (size_t k = cases(1500); k > 0; --k) {
            scene s = make_scene(&r, (enum input_class)c);
            float *half[6] = {&s.a.half.x, &s.a.half.y, &s.a.half.z,
                              &s.b.half.x, &s.b.half.y, &s.b.half.z};
            int flat[2] = {0, 0};
            for (int i = 0; i < 6; ++i) // at most one side is flat: segments have no faces
                if (*half[i] == 0 && flat[i / 3]++)
                    *half[i] = 1;
            const collide_convex *p = build_box(memory[0], s.a.half);
            const collide_convex *q = build_box(memory[1], s.b.half);
            const collide_pose u = pose_of(&s.a), w = pose_of(&s.b);
            const point origin = to_point(s.a.center);
            const shape a = box_shape(&s.a, origin), b = box_shape(&s.b, origin);
            const double e = a.extent + b.extent, d = length(add(a.center, -1, b.center));
            const point v = add(to_point(s.vb), -1, to_point(s.va));
            collide_impact i, j;
            const bool hit = collide_convex_convex_sweep(p, &u, s.va, q, &w, s.vb, s.t_max, &i);
            bool exact;
            take_bodies(BOX_BOX, &s);
            swept_bodies_move(s.va, s.vb);
            swept_bounds(&stated, false, false);
            const struct swept_answer answer = {hit, i.t_first, i.t_last, s.t_max};
            const char *broken = swept_judge(&answer, &stated, &exact, &sum.shares);
            ++sum.pairs;
            sum.hits += hit;
            sum.lost += exact && !hit;
            sum.invented += hit && !exact;
            assert_int_equal(collide_convex_convex(p, &u, q, &w, NULL), hit && i.t_first == 0);
            REQUIRE(!broken, "%s: %a to %a", broken, (double)i.t_first, (double)i.t_last);
            const bool turned = collide_convex_convex_sweep(q, &w, s.vb, p, &u, s.va, s.t_max, &j);
            const struct swept_answer other = {turned, j.t_first, j.t_last, s.t_max};
            broken = swept_judge(&other, &stated, &exact, &sum.shares);
            REQUIRE(!broken, "exchanged, %s: %a to %a", broken, (double)j.t_first,
                    (double)j.t_last);
            if (!hit)
                continue;
            const point n = to_point(i.normal);
            REQUIRE(magnitude(length(n) - 1) < 1e-6 && (i.t_first == 0 || dot(n, v) > -1e-6),
                    "normal");
            REQUIRE(i.t_first > 0 || swept_depth(i.depth, stated.depth, &sum.depth),
                    "depth %g, exactly %g", (double)i.depth, swept_depth_now());
            collide_contact contact[64];
            const size_t contacts = collide_convex_convex_sweep_contacts(p, &u, s.va, q, &w, s.vb,
                                                                         &i, NULL, contact, 64);
            REQUIRE(contacts >= 1 && contacts <= 8, "%zu contacts", contacts);
            const double along = magnitude(dot(v, n));
            const double graze = i.t_first > 0 ? (length(v) + length(to_point(s.va))) / along : 0;
            const double tolerance = (e + d) * 0x1p-15 * (1 + graze);
            for (size_t m = 0; m < contacts && i.t_first > 0; ++m) {
                const double t = -(double)i.t_first;
                const point x =
                    add(add(to_point(contact[m].point_a), -1, origin), t, to_point(s.va));
                const point y =
                    add(add(to_point(contact[m].point_b), -1, origin), t, to_point(s.vb));
                const double world = 4 * UNIT * (length(x) + length(origin));
                REQUIRE(outside(&a, x) <= tolerance + world && outside(&b, y) <= tolerance + world,
                        "contact %zu of %zu: off a %g, off b %g, of %g", m, contacts,
                        outside(&a, x), outside(&b, y), e + d);
            }
        }
        printf("# convex %s: %zu pairs, %zu hits; %zu lost, %zu invented; of what is stated, times "
               "took %.3f, late ones %.3f, depths %.3f\n",
               class_names[c], sum.pairs, sum.hits, sum.lost, sum.invented, root(sum.shares.grow),
               root(sum.shares.late), sum.depth);
        REQUIRE(sum.lost == 0, "%zu lost", sum.lost);
    }
    free(memory[0]);
    free(memory[1]);
    (void)state;
}

// An upright prism of many sides on one another, a bit aside: contacts all the way round what their
// faces share, though a face has more corners than are clipped.
// ---- paces -----------------------------------------------------------------------------------

// A sweep of any two of the shapes of a scene.
enum swept { OBB_OBB, OBB_TRIANGLE, TRIANGLES, CONVEX, SPHERES, SPHERE_TRIANGLE, KDOPS, SWEPT };
static const char *const swept_names[SWEPT] = {"obb obb", "obb triangle",  "triangle triangle",
                                               "convex",  "sphere sphere", "sphere triangle",
                                               "kdop18"};

static bool swept(enum swept k, const scene *s, const collide_convex *p, const collide_convex *q,
                  collide_impact *out) {
    const collide_pose u = pose_of(&s->a), w = pose_of(&s->b);
    const collide_sphere a = {s->a.center, s->a.half.x}, b = {s->b.center, s->b.half.x};
    collide_kdop18 c, d;
    collide_sweep sweep_times;
    bool hit;
    memset(out, 0, sizeof *out);
    switch (k) {
    case CONVEX:
        return collide_convex_convex_sweep(p, &u, s->va, q, &w, s->vb, s->t_max, out);
    case SPHERES:
        hit = collide_sphere_sphere_sweep(&a, s->va, &b, s->vb, s->t_max, &sweep_times);
        break;
    case SPHERE_TRIANGLE:
        return collide_sphere_triangle_sweep(&a, s->va, &s->t, s->vb, s->t_max, out);
    case KDOPS:
        c = collide_kdop18_from_obb(&s->a);
        d = collide_kdop18_from_obb(&s->b);
        hit = collide_kdop18_kdop18_sweep(&c, s->va, &d, s->vb, s->t_max, &sweep_times);
        break;
    default:
        return sweep((enum pair_kind)k, s, out);
    }
    out->t_first = sweep_times.t_first;
    out->t_last = sweep_times.t_last;
    return hit;
}

// Few bits, so that all multiples by powers of two are floats.
static collide_vec3 coarse(collide_vec3 v) {
    return vec((float)(int)(v.x * 4) * 0.25f, (float)(int)(v.y * 4) * 0.25f,
               (float)(int)(v.z * 4) * 0.25f);
}

static collide_vec3 times_power(collide_vec3 v, int k) {
    return vec(ldexpf(v.x, k), ldexpf(v.y, k), ldexpf(v.z, k));
}

// Velocities times 2^k and t_max times 2^-k give times that are divided by 2^k, and else the same.
// Limits of t_max, 2^126 and the least float, end the range.
static void test_paces(void **state) {
    void *memory[2] = {aligned(), aligned()};
    size_t hits = 0, n = 0;
    inputs_random r = inputs_seed(31);
    (void)state;
    for (size_t i = 0; i < cases(2000); ++i) {
        scene s = make_scene(&r, i % 2 ? EXACT : (enum input_class)(i / 2 % CLASS_COUNT));
        s.va = coarse(s.va);
        s.vb = coarse(s.vb);
        if (i % 7 == 0) // what only edges of a small angle tell
            s.a.axis[0].y = s.b.axis[0].y + ldexpf(1, -(int)kinds_below(&r, 60));
        const int k = (int)kinds_below(&r, 261) - 145; // -145 to 115
        const int late = k < -121 ? -k - 121 : 0;
        s.t_max = ldexpf(s.t_max, -late);
        scene t = s;
        t.va = times_power(s.va, k);
        t.vb = times_power(s.vb, k);
        t.t_max = ldexpf(s.t_max, -k);
        const collide_vec3 half = vec(0.5f, 0.75f, 0.25f);
        const collide_convex *p = build_box(memory[0], half), *q = build_box(memory[1], half);
        for (int pair = 0; pair < SWEPT; ++pair, ++n) {
            collide_impact a, b;
            const bool hit = swept((enum swept)pair, &s, p, q, &a);
            REQUIRE(swept((enum swept)pair, &t, p, q, &b) == hit,
                    "%s, velocities times 2^%d: the verdict is not %d", swept_names[pair], k, hit);
            hits += hit;
            if (!hit)
                continue;
            const float first = ldexpf(a.t_first, -k), last = ldexpf(a.t_last, -k);
            const bool exact = first == 0 || first >= FLT_MIN, ends = last >= FLT_MIN;
            REQUIRE((!exact || b.t_first == first) && (!ends || b.t_last == last),
                    "%s, velocities times 2^%d: %.9g to %.9g instead of %.9g to %.9g",
                    swept_names[pair], k, (double)b.t_first, (double)b.t_last, (double)first,
                    (double)last);
            REQUIRE(a.axis == b.axis && a.depth == b.depth && a.normal.x == b.normal.x &&
                        a.normal.y == b.normal.y && a.normal.z == b.normal.z,
                    "%s, velocities times 2^%d: another axis", swept_names[pair], k);
        }
    }
    print_message("# %zu of %zu sweeps at other paces hit\n", hits, n);
    free(memory[0]);
    free(memory[1]);
    assert_true(hits > n / 10);
}

// The smallest case of a hit that was lost: along one axis the speed is denormal.
static void test_slow_and_parallel(void **state) {
    const collide_vec3 half = vec(0.5f, 0.5f, 0.5f), still = vec(0, 0, 0);
    const collide_pose turned =
        collide_pose_from_quaternion(5e-7f, 2.5e-7f, 5e-7f, 1, vec(-3, 0.1f, 0.2f));
    const collide_pose identity = collide_pose_identity();
    const collide_obb a = collide_obb_from_pose(&turned, half);
    collide_obb b = collide_obb_from_pose(&identity, half);
    collide_impact impact;
    (void)state;
    for (int n = 0; n < 123; ++n) {
        const float end = ldexpf(1, n + 3);
        assert_true(collide_obb_obb_sweep(&a, vec(ldexpf(1, -n), 0, 0), &b, still, end, &impact));
        REQUIRE(ldexpf(impact.t_first, -n) > 1.99f && ldexpf(impact.t_first, -n) < 2.01f,
                "at 2^-%d the boxes touch at %g", n, (double)impact.t_first);
        // Edges that are parallel but for a number that is hardly one.
        collide_obb c = b, d = b;
        c.axis[0].y = ldexpf(1, -20 - n);
        c.axis[1].x = -c.axis[0].y;
        d.center = vec(0.1f, 0.2f, -3);
        for (int k = 0; k < 120; k += 10)
            REQUIRE(collide_obb_obb_sweep(&d, vec(0, 0, ldexpf(1, -k)), &c, still, ldexpf(1, k + 3),
                                          NULL),
                    "edges at an angle of 2^-%d are apart, at 2^-%d", 20 + n, k);
    }
}

static void test_convex_large_faces(void **state) {
    enum { SIDES = 96 };
    collide_vec3 v[2 * SIDES];
    uint16_t index[12 * SIDES];
    collide_mesh mesh = {v, 2 * SIDES, 0, index, 4 * SIDES - 4, 2};
    const double step = 0.03273661041, aside = 0.75; // tan(pi / SIDES)
    size_t n = 0;
    double x = 1, y = 0;
    for (int i = 0; i < SIDES; ++i) {
        v[i] = vec((float)x, (float)y, -0.5f);
        v[i + SIDES] = vec((float)x, (float)y, 0.5f);
        const double c = (1 - step * step) / (1 + step * step), w = 2 * step / (1 + step * step);
        const double turned = c * x - w * y;
        y = w * x + c * y;
        x = turned;
        const int next = (i + 1) % SIDES;
        const int sides[6] = {i, next, next + SIDES, i, next + SIDES, i + SIDES};
        for (int k = 0; k < 6; ++k)
            index[n++] = (uint16_t)sides[k];
        const int fans[6] = {0, i + 1, i, SIDES, SIDES + i, SIDES + i + 1};
        for (int k = 0; k < 6 && i > 0 && i + 1 < SIDES; ++k)
            index[n++] = (uint16_t)fans[k];
    }
    assert_int_equal(n, 3 * mesh.triangle_count);
    const size_t size = collide_convex_mesh_size(&mesh);
    void *memory = NULL;
    collide_convex *c = NULL;
    assert_int_equal(posix_memalign(&memory, COLLIDE_ALIGNMENT, size), 0);
    assert_int_equal(collide_convex_build_mesh(&c, memory, size, &mesh), COLLIDE_OK);
    assert_int_equal(c->normal_count, SIDES / 2 + 1);
    assert_int_equal(c->edge_count, SIDES / 2 + 1);
    collide_pose pose = collide_pose_identity();
    pose.position = vec((float)aside, 0, 3);
    const collide_vec3 down = vec(0, 0, -4), still = vec(0, 0, 0);
    collide_impact impact;
    collide_contact contact[2 * COLLIDE_CONVEX_CORNERS];
    assert_true(collide_convex_convex_sweep(c, &pose, down, c, NULL, still, 1, &impact));
    assert_true(magnitude((double)impact.t_first - 0.5) < 1e-6 && impact.normal.z > 0.999f);
    const size_t found = collide_convex_convex_sweep_contacts(c, &pose, down, c, NULL, still,
                                                              &impact, NULL, contact, 64);
    assert_true(found > COLLIDE_CONVEX_CORNERS / 2 && found <= 64);
    double min[2] = {9, 9}, max[2] = {-9, -9};
    for (size_t i = 0; i < found; ++i) {
        x = (double)contact[i].point_a.x, y = (double)contact[i].point_a.y;
        assert_true(magnitude((double)contact[i].point_a.z - 0.5) < 1e-5);
        REQUIRE(x * x + y * y < 1 + 1e-4, "%g %g is off b", x, y);
        REQUIRE((x - aside) * (x - aside) + y * y < 1 + 1e-4, "%g %g is off a", x, y);
        min[0] = x < min[0] ? x : min[0];
        max[0] = x > max[0] ? x : max[0];
        min[1] = y < min[1] ? y : min[1];
        max[1] = y > max[1] ? y : max[1];
    }
    // The lens reaches from -0.25 to 1, and 0.927 to either side.
    REQUIRE(min[0] < -0.24 && max[0] > 0.99, "x from %g to %g", min[0], max[0]);
    REQUIRE(min[1] < -0.91 && max[1] > 0.91, "y from %g to %g", min[1], max[1]);
    free(memory);
    (void)state;
}

static void test_convex_builders(void **state) {
    static const collide_vec3 square[4] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    static const uint16_t two[6] = {0, 1, 2, 0, 2, 3},
                          both[12] = {0, 1, 2, 0, 2, 3, 0, 2, 1, 0, 3, 2};
    static const collide_vec3 x = {2, 0, 0}, zero = {0, 0, 0};
    void *memory = aligned();
    collide_convex *c = build_box(memory, vec(1, 2, 3));
    assert_true(c->vertex_count == 8 && c->normal_count == 3 && c->edge_count == 3);
    assert_true(c->size == collide_convex_size(8, 3, 3) && c->size % COLLIDE_ALIGNMENT == 0);
    // A flat one, on one side or on both: the diagonal is no edge, the sides have normals.
    c = build(memory, square, 4, two, 2);
    assert_true(c->vertex_count == 4 && c->normal_count == 3 && c->edge_count == 2);
    assert_true(c->center.x == 0.5f && c->center.y == 0.5f);
    c = build(memory, square, 4, both, 4);
    assert_true(c->vertex_count == 4 && c->normal_count == 3 && c->edge_count == 2);
    collide_convex *opened = NULL;
    assert_int_equal(collide_convex_open(&opened, memory, CONVEX_BYTES), COLLIDE_OK);
    assert_ptr_equal(opened, c);
    assert_int_equal(collide_convex_open(&opened, memory, (size_t)c->size - 1), COLLIDE_ERROR_SIZE);
    assert_int_equal(collide_convex_open(&opened, (char *)memory + 4, 999),
                     COLLIDE_ERROR_ALIGNMENT);
    assert_int_equal(collide_convex_open(NULL, memory, 999), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_convex_open(&opened, NULL, 999), COLLIDE_ERROR_NULL);
    c->edge_count = 99;
    assert_int_equal(collide_convex_open(&opened, memory, CONVEX_BYTES), COLLIDE_ERROR_KIND);
    assert_null(opened);

    // Every error of the builder from a mesh, each alone.
    collide_mesh good = {square, 4, 0, two, 2, 2}, mesh = good;
    const size_t bytes = collide_convex_mesh_size(&good);
#define REFUSED(status)                                                                            \
    do {                                                                                           \
        collide_convex *refused = (collide_convex *)memory;                                        \
        assert_int_equal(collide_convex_build_mesh(&refused, memory, CONVEX_BYTES, &mesh),         \
                         status);                                                                  \
        assert_null(refused);                                                                      \
        mesh = good;                                                                               \
    } while (0)
    mesh.positions = NULL;
    REFUSED(COLLIDE_ERROR_NULL);
    mesh.triangle_count = 0;
    assert_int_equal(collide_convex_mesh_size(&mesh), 0);
    REFUSED(COLLIDE_ERROR_COUNT);
    mesh.vertex_count = 0;
    REFUSED(COLLIDE_ERROR_COUNT);
    mesh.vertex_count = 3;
    REFUSED(COLLIDE_ERROR_INDEX);
    mesh.index_size = 3;
    REFUSED(COLLIDE_ERROR_INDEX_SIZE);
    mesh.position_stride = 8;
    REFUSED(COLLIDE_ERROR_STRIDE);
    mesh.triangle_count = SIZE_MAX / 6;
    REFUSED(COLLIDE_ERROR_OVERFLOW);
    collide_vec3 bad[4];
    memcpy(bad, square, sizeof bad);
    mesh.positions = bad;
    bad[1].y = NAN;
    REFUSED(COLLIDE_ERROR_NOT_FINITE);
    for (int i = 0; i < 4; ++i)
        bad[i] = vec((float)i, 0, 0);
    mesh.positions = bad;
    REFUSED(COLLIDE_ERROR_EXTENT);
    static const uint16_t dent[18] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 2, 1, 0, 3, 2};
    static const collide_vec3 bowl[5] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 3}, {2, 2, -1}};
    mesh.positions = bowl;
    mesh.vertex_count = 5;
    mesh.indices = dent;
    mesh.triangle_count = 6;
    REFUSED(COLLIDE_ERROR_CONVEX);
    memset(memory, 0x5a, CONVEX_BYTES);
    assert_int_equal(collide_convex_build_mesh(&c, memory, bytes - 1, &good), COLLIDE_ERROR_SIZE);
    assert_null(c);
    for (size_t i = 0; i < CONVEX_BYTES; ++i)
        assert_int_equal(((unsigned char *)memory)[i], 0x5a);
    assert_int_equal(collide_convex_build_mesh(NULL, memory, bytes, &good), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_convex_build_mesh(&c, NULL, bytes, &good), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_convex_build_mesh(&c, memory, bytes, NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_convex_build_mesh(&c, (char *)memory + 16, bytes, &good),
                     COLLIDE_ERROR_ALIGNMENT);
    assert_int_equal(collide_convex_mesh_size(NULL), 0);

    // From arrays.
    const size_t needed = collide_convex_size(4, 1, 1);
    assert_true(needed > 0 && collide_convex_size(0, 1, 1) == 0 &&
                collide_convex_size(1, 0, 1) == 0);
    assert_true(collide_convex_size(1, 1, 0) == 0 && collide_convex_size(SIZE_MAX, 1, 1) == 0);
    assert_true(collide_convex_size(1, 1, 1u << 20) == 0);
#define BUILD(v, vn, n, nn, e, en)                                                                 \
    collide_convex_build(&c, memory, needed, v, (size_t)(vn), n, (size_t)(nn), e, (size_t)(en))
    assert_int_equal(BUILD(square, 4, &x, 1, &x, 1), COLLIDE_OK);
    assert_ptr_equal(c, memory);
    assert_int_equal(BUILD(bowl, 5, &x, 1, &x, 1), COLLIDE_OK); // as much fits
    assert_int_equal(BUILD(square, 99, &x, 1, &x, 1), COLLIDE_ERROR_SIZE);
    assert_null(c);
    assert_int_equal(BUILD(square, 4, &zero, 1, &x, 1), COLLIDE_ERROR_EXTENT);
    assert_int_equal(BUILD(square, 4, &x, 1, &zero, 1), COLLIDE_ERROR_EXTENT);
    assert_int_equal(BUILD(square, 0, &x, 1, &x, 1), COLLIDE_ERROR_COUNT);
    assert_int_equal(BUILD(square, 4, &x, 0, &x, 1), COLLIDE_ERROR_COUNT);
    assert_int_equal(BUILD(square, 4, &x, 1, &x, 0), COLLIDE_ERROR_COUNT);
    assert_int_equal(BUILD(NULL, 4, &x, 1, &x, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(BUILD(square, 4, NULL, 1, &x, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(BUILD(square, 4, &x, 1, NULL, 1), COLLIDE_ERROR_NULL);
    assert_int_equal(BUILD(square, SIZE_MAX / 12, &x, 1, &x, 1), COLLIDE_ERROR_OVERFLOW);
    bad[0] = vec(INFINITY, 0, 0);
    assert_int_equal(BUILD(bad, 1, &x, 1, &x, 1), COLLIDE_ERROR_NOT_FINITE);
    assert_int_equal(BUILD(square, 4, bad, 1, &x, 1), COLLIDE_ERROR_NOT_FINITE);
    assert_int_equal(BUILD(square, 4, &x, 1, bad, 1), COLLIDE_ERROR_NOT_FINITE);
    free(memory);
    (void)state;
}

// ---- making and bad input --------------------------------------------------------------------

static void test_making(void **state) {
    inputs_random r = inputs_seed(7);
    for (size_t k = cases(20000); k > 0; --k) {
        const float scale = kinds_below(&r, 2) ? 1.0f : 1e5f;
        const collide_vec3 p = inputs_vec3(&r, -scale, scale), size = inputs_vec3(&r, 0, 3);
        const collide_aabb box = {p, {p.x + size.x, p.y + size.y, p.z + size.z}};
        const collide_obb b = collide_obb_from_aabb(&box);
        assert_int_equal(collide_obb_check(&b), COLLIDE_OK);
        assert_true((double)b.center.x - (double)b.half.x <= (double)box.min.x &&
                    (double)b.center.x + (double)b.half.x >= (double)box.max.x &&
                    (double)b.center.z - (double)b.half.z <= (double)box.min.z &&
                    (double)b.center.y + (double)b.half.y >= (double)box.max.y);
        assert_true((double)b.half.x <=
                    ((double)box.max.x - (double)box.min.x) * 0.5 + (double)scale * 2 * UNIT);
    }
    const collide_aabb empty = {{1, 1, 1}, {0, 2, 2}}, infinite = {{0, 0, 0}, {1, INFINITY, 1}};
    const collide_obb none = collide_obb_from_aabb(&empty), all = collide_obb_from_aabb(&infinite);
    const collide_obb unit = still_box(vec(0, 0, 0), vec(9, 9, 9), 0);
    assert_false(collide_obb_obb(&none, &unit, NULL) || collide_obb_obb(&unit, &all, NULL));
    const collide_pose pose = collide_pose_from_quaternion(1, 2, 3, 4, vec(5, 6, 7));
    const collide_obb b = collide_obb_from_pose(&pose, vec(1, 2, 3));
    assert_memory_equal(b.axis, pose.axis, sizeof b.axis);
    assert_true(b.center.x == 5 && b.half.z == 3);
    assert_int_equal(collide_obb_check(&b), COLLIDE_OK);
    (void)state;
}

// One number of the input at a time is NaN, infinite or huge: never a hit for the first two, never
// a trap or an endless loop.
static void test_bad_numbers(void **state) {
    const float values[] = {NAN, -NAN, INFINITY, -INFINITY, FLT_MAX, -FLT_MAX, 1e30f, 1e-40f};
    inputs_random r = inputs_seed(8);
    void *memory[2] = {aligned(), aligned()};
    const collide_convex *p = build_box(memory[0], vec(1, 2, 3));
    for (size_t k = cases(400); k > 0; --k)
        for (size_t which = 0; which < sizeof values / sizeof *values; ++which)
            for (size_t at = 0; at < 15 + 3 + 1; ++at) {
                scene s = make_scene(&r, RANDOM);
                const bool finite = values[which] >= -FLT_MAX && values[which] <= FLT_MAX;
                collide_impact i;
                collide_overlap o;
                collide_contact c[8];
                float floats[15];
                s.b.center = s.a.center;
                s.t.v[0] = s.t.v[1] = s.t.v[2] = s.u.v[0] = s.a.center;
                memcpy(floats, &s.b, sizeof floats);
                if (at < 15)
                    floats[at] = values[which];
                memcpy(&s.b, floats, sizeof floats);
                if (at < 9) {
                    memcpy(floats, &s.t, sizeof s.t);
                    floats[at] = values[which];
                    memcpy(&s.t, floats, sizeof s.t);
                }
                if (at >= 15 && at < 18)
                    *(at == 15 ? &s.vb.x : at == 16 ? &s.vb.y : &s.vb.z) = values[which];
                if (at == 18)
                    s.t_max = values[which];
                const bool open = finite || (at == 18 && values[which] == INFINITY);
                const bool swept = collide_obb_obb_sweep(&s.a, s.va, &s.b, s.vb, s.t_max, &i);
                REQUIRE(open || !swept, "box: %g at %zu hits", (double)values[which], at);
                REQUIRE(at != 18 || values[which] >= 0 || !swept, "t_max < 0 hits");
                REQUIRE(!swept || (i.t_first >= 0 && i.t_first <= i.t_last), "times");
                collide_obb_obb_sweep(&s.b, s.vb, &s.a, s.va, s.t_max, &i);
                collide_obb_obb_sweep_contacts(&s.b, s.vb, &s.a, s.va, &i, NULL, c, 8);
                const bool still = collide_obb_obb(&s.a, &s.b, &o);
                REQUIRE(finite || at >= 15 || !still, "static: %g at %zu", (double)values[which],
                        at);
                assert_true(collide_obb_obb_contacts(&s.a, &s.b, NULL, c, 8) <= 8);
                assert_true(collide_obb_obb_contacts(&s.b, &s.a, NULL, c, 8) <= 8);
                const bool tri = collide_obb_triangle_sweep(&s.a, s.va, &s.t, s.vb, s.t_max, &i);
                REQUIRE((at >= 9 && at < 15) || open || !tri, "triangle: %g at %zu",
                        (double)values[which], at);
                collide_obb_triangle_sweep_contacts(&s.a, s.va, &s.t, s.vb, &i, NULL, c, 8);
                assert_true(collide_obb_triangle_contacts(&s.b, &s.t, NULL, c, 8) <= 4);
                const bool two =
                    collide_triangle_triangle_sweep(&s.u, s.va, &s.t, s.vb, s.t_max, &i);
                REQUIRE((at >= 9 && at < 15) || open || !two, "triangles: %g at %zu",
                        (double)values[which], at);
                collide_triangle_triangle_sweep_contacts(&s.u, s.va, &s.t, s.vb, &i, NULL, c, 8);
                const collide_pose pose = pose_of(&s.b);
                const bool convex =
                    collide_convex_convex_sweep(p, NULL, s.va, p, &pose, s.vb, s.t_max, &i);
                REQUIRE((at >= 3 && at < 6) || open || !convex, "convex: %g at %zu",
                        (double)values[which], at);
                collide_convex_convex_sweep_contacts(p, NULL, s.va, p, &pose, s.vb, &i, NULL, c, 8);
            }
    // Contacts of an impact that is not theirs end, and stay in bounds.
    scene s = make_scene(&r, RANDOM);
    collide_impact made = {1, 2, {0, 0, 1}, 0, 0};
    collide_contact c[8];
    for (size_t which = 0; which < sizeof values / sizeof *values; ++which)
        for (made.axis = 0; made.axis < 40; ++made.axis) {
            made.normal.x = values[which];
            assert_true(collide_obb_obb_sweep_contacts(&s.a, s.va, &s.b, s.vb, &made, NULL, c, 8) <=
                        16);
            assert_true(collide_obb_triangle_sweep_contacts(&s.a, s.va, &s.t, s.vb, &made, NULL, c,
                                                            8) <= 16);
            s.a.half.z = values[which];
            assert_true(collide_obb_obb_sweep_contacts(&s.a, s.va, &s.b, s.vb, &made, NULL, c, 8) <=
                        16);
            s.a.half.z = 1;
        }
    // What is no convex never hits.
    collide_convex fake = *p;
    fake.magic = 0;
    assert_false(collide_convex_convex(p, NULL, &fake, NULL, NULL));
    assert_false(collide_convex_convex(NULL, NULL, p, NULL, NULL));
    assert_true(collide_convex_convex(p, NULL, p, NULL, NULL));
    free(memory[0]);
    free(memory[1]);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_situations),
        cmocka_unit_test(test_ties),
        cmocka_unit_test(test_triangle_situations),
        cmocka_unit_test(test_contacts),
        cmocka_unit_test(test_contacts_at_rest),
        cmocka_unit_test(test_contacts_of_steps),
        cmocka_unit_test(test_contacts_beside),
        cmocka_unit_test(test_contacts_part),
        cmocka_unit_test(test_convex),
        cmocka_unit_test(test_paces),
        cmocka_unit_test(test_slow_and_parallel),
        cmocka_unit_test(test_convex_large_faces),
        cmocka_unit_test(test_convex_builders),
        cmocka_unit_test(test_making),
        cmocka_unit_test(test_bad_numbers),
        cmocka_unit_test(test_oracle),
    };
    swept_init();
    swept_init_bound(&stated);
    return cmocka_run_group_tests_name("separating axes", tests, NULL, NULL);
}
