// Rays and segments against capsules, cylinders, half-spaces, tetrahedra and convex bodies. The
// oracle knows only how far outside of a shape a point is, in long double; this is convex along a
// line, so a search finds its minimum and a bisection the time at which it falls to 0.
#include "test.h"

#include "points.h"

enum { CAPSULE, CYLINDER, PLANE, TETRAHEDRON, CONVEX, SHAPES };
enum { VERTICES = 8, PLANES = 128 };
static const char *const names[SHAPES] = {"capsule", "cylinder", "plane", "tetrahedron", "convex"};

typedef struct wide {
    long double x, y, z;
} wide;

typedef struct solid {
    int kind;
    collide_shape shape;
    // Of a tetrahedron or convex body: its vertices, in coordinates of the pose, and the planes of
    // the faces of their hull.
    int vertices, planes;
    collide_vec3 vertex[VERTICES];
    wide normal[PLANES];
    long double height[PLANES];
    bool flat;
} solid;

static wide wide_of(collide_vec3 p) {
    const wide r = {(long double)p.x, (long double)p.y, (long double)p.z};
    return r;
}

static wide wide_add(wide a, long double s, wide b) {
    const wide r = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return r;
}

static long double wide_dot(wide a, wide b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static wide wide_cross(wide a, wide b) {
    const wide r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static long double wide_abs(long double x) {
    return x < 0 ? -x : x;
}

static long double wide_root(long double x) {
    long double r = (long double)root((double)x);
    for (int i = 0; i < 2 && r > 0; ++i)
        r = 0.5L * (r + x / r);
    return r;
}

static long double wide_length(wide a) {
    return wide_root(wide_dot(a, a));
}

static long double wide_sum(wide a) {
    return wide_abs(a.x) + wide_abs(a.y) + wide_abs(a.z);
}

static wide unit(wide a) {
    const wide zero = {0, 0, 0};
    return wide_add(zero, 1 / wide_length(a), a);
}

// ---- the oracle ------------------------------------------------------------------------------

// The inverse of a pose, by its adjugate.
static wide into(const collide_pose *pose, wide p) {
    const wide x = wide_of(pose->axis[0]), y = wide_of(pose->axis[1]), z = wide_of(pose->axis[2]);
    const wide q = wide_add(p, -1, wide_of(pose->position));
    const long double det = wide_dot(x, wide_cross(y, z));
    const wide r = {wide_dot(wide_cross(y, z), q) / det, wide_dot(wide_cross(z, x), q) / det,
                    wide_dot(wide_cross(x, y), q) / det};
    return r;
}

static wide out_of(const collide_pose *pose, wide p) {
    return wide_add(wide_add(wide_add(wide_of(pose->position), p.x, wide_of(pose->axis[0])), p.y,
                             wide_of(pose->axis[1])),
                    p.z, wide_of(pose->axis[2]));
}

static wide on_segment(wide a, wide b, wide p) {
    const wide d = wide_add(b, -1, a);
    const long double dd = wide_dot(d, d), k = wide_dot(wide_add(p, -1, a), d);
    return !(dd > 0) || k <= 0 ? a : k >= dd ? b : wide_add(a, k / dd, d);
}

// How far p is outside of the solid: the largest of the amounts by which it violates what defines
// the solid; negative inside.
static long double outside(const solid *s, wide p) {
    const collide_shape_data *of = &s->shape.of;
    if (s->kind == CAPSULE) {
        const wide on = on_segment(wide_of(of->capsule.a), wide_of(of->capsule.b), p);
        return wide_length(wide_add(p, -1, on)) - (long double)of->capsule.radius;
    }
    if (s->kind == CYLINDER) {
        const wide axis = unit(wide_of(of->cylinder.axis));
        const wide q = wide_add(p, -1, wide_of(of->cylinder.center));
        const long double along = wide_dot(q, axis);
        const long double side =
            wide_length(wide_add(q, -along, axis)) - (long double)of->cylinder.radius;
        const long double end = wide_abs(along) - (long double)of->cylinder.height / 2;
        return side > end ? side : end;
    }
    if (s->kind == PLANE) {
        const wide n = wide_of(of->plane.normal);
        return (wide_dot(n, p) - (long double)of->plane.distance) / wide_length(n);
    }
    const wide q = s->kind == CONVEX ? into(&of->convex.pose, p) : p;
    long double most = -1e9L;
    for (int i = 0; i < s->planes; ++i) {
        const long double x = wide_dot(s->normal[i], q) - s->height[i];
        most = x > most ? x : most;
    }
    return most;
}

// The largest product of n and a point of the solid.
static long double reach(const solid *s, wide n) {
    const collide_shape_data *of = &s->shape.of;
    if (s->kind == CAPSULE) {
        const long double a = wide_dot(n, wide_of(of->capsule.a));
        const long double b = wide_dot(n, wide_of(of->capsule.b));
        return (a > b ? a : b) + (long double)of->capsule.radius * wide_length(n);
    }
    if (s->kind == CYLINDER) {
        const wide axis = unit(wide_of(of->cylinder.axis));
        const long double along = wide_dot(n, axis);
        return wide_dot(n, wide_of(of->cylinder.center)) +
               (long double)of->cylinder.height / 2 * wide_abs(along) +
               (long double)of->cylinder.radius * wide_length(wide_add(n, -along, axis));
    }
    if (s->kind == PLANE) {
        const wide m = wide_of(of->plane.normal);
        return wide_length(wide_add(n, -1, unit(m))) < 1e-6L
                   ? (long double)of->plane.distance / wide_length(m)
                   : 1e30L;
    }
    long double most = -1e30L;
    for (int i = 0; i < s->vertices; ++i) {
        const wide v = wide_of(s->vertex[i]);
        const long double x = wide_dot(n, s->kind == CONVEX ? out_of(&of->convex.pose, v) : v);
        most = x > most ? x : most;
    }
    return most;
}

// The sum of the coordinates of a solid.
static long double size_of(const solid *s) {
    const collide_shape_data *of = &s->shape.of;
    long double size = 0;
    switch (s->kind) {
    case CAPSULE:
        return wide_sum(wide_of(of->capsule.a)) + wide_sum(wide_of(of->capsule.b)) +
               (long double)of->capsule.radius;
    case CYLINDER:
        return wide_sum(wide_of(of->cylinder.center)) + (long double)of->cylinder.radius +
               (long double)of->cylinder.height;
    case PLANE:
        return wide_abs((long double)of->plane.distance) / wide_length(wide_of(of->plane.normal));
    case CONVEX:
        size = wide_sum(wide_of(of->convex.pose.position));
        break;
    default:
        break;
    }
    for (int i = 0; i < s->vertices; ++i)
        size += wide_sum(wide_of(s->vertex[i]));
    return size;
}

// The time in [a, b] at which the amount outside crosses level, if it is above at a and not at b,
// or the other way round.
static long double crossing(const solid *s, wide o, wide d, long double a, long double b,
                            long double level) {
    const bool above = outside(s, wide_add(o, a, d)) > level;
    for (int i = 0; i < 90; ++i) {
        const long double middle = 0.5L * (a + b);
        if ((outside(s, wide_add(o, middle, d)) > level) == above)
            a = middle;
        else
            b = middle;
    }
    return above ? b : a;
}

// The time in [0, b] at which the amount outside is least.
static long double lowest(const solid *s, wide o, wide d, long double b) {
    long double a = 0;
    for (int i = 0; i < 130; ++i) {
        const long double p = a + (b - a) / 3, q = b - (b - a) / 3;
        if (outside(s, wide_add(o, p, d)) <= outside(s, wide_add(o, q, d)))
            b = q;
        else
            a = p;
    }
    return 0.5L * (a + b);
}

static void check_normal(const solid *s, wide o, wide d, const collide_ray_hit *hit,
                         long double size, long double grown) {
    const wide n = wide_of(hit->normal), at = wide_add(o, (long double)hit->t, d);
    const long double length = wide_length(n);
    REQUIRE((hit->t > 0) == (length > 0), "%s: at %g with a normal of length %Lg", names[s->kind],
            (double)hit->t, length);
    if (!(length > 0))
        return;
    const long double radius = s->kind == CAPSULE    ? (long double)s->shape.of.capsule.radius
                               : s->kind == CYLINDER ? (long double)s->shape.of.cylinder.radius
                                                     : 1;
    const bool thin = radius < 0x1p-27L * (size + wide_sum(o)); // the normal is less exact
    // A ray that grazes a round side enters the margin early, where the normal is tilted.
    const long double tilt = radius > 0 && s->kind < PLANE ? wide_root(2 * grown / radius) : 0;
    const long double slack =
        grown + tilt * size +
        4e-7L * (size + wide_length(d) * (long double)hit->t + wide_length(at));
    REQUIRE(wide_abs(length - 1) < 0x1p-22L, "%s: a normal of length %.9Lg", names[s->kind],
            length);
    REQUIRE(wide_dot(n, d) <= 1e-6L * wide_length(d), "%s: a normal along the ray by %Lg",
            names[s->kind], wide_dot(n, d));
    REQUIRE(thin || reach(s, n) - wide_dot(n, at) < slack,
            "%s: the solid reaches %Lg beyond the plane of the hit (normal %g %g %g, t %g)",
            names[s->kind], reach(s, n) - wide_dot(n, at), (double)hit->normal.x,
            (double)hit->normal.y, (double)hit->normal.z, (double)hit->t);
    if (s->kind == CAPSULE && s->shape.of.capsule.radius > 0.05f) {
        const wide on =
            on_segment(wide_of(s->shape.of.capsule.a), wide_of(s->shape.of.capsule.b), at);
        const wide round = unit(wide_add(at, -1, on));
        REQUIRE(wide_length(wide_add(round, -1, n)) < 40 * slack, "capsule: a normal off by %Lg",
                wide_length(wide_add(round, -1, n)));
    }
}

// What the line from o along d until t_max, with this result, must be.
static void check(const solid *s, wide o, wide d, float t_max, bool found,
                  const collide_ray_hit *hit) {
    const long double size = size_of(s), way = wide_length(d);
    const long double away = wide_sum(o) + size;
    const long double steep =
        s->kind == PLANE ? wide_abs(wide_dot(unit(wide_of(s->shape.of.plane.normal)), d)) : way;
    const long double far_off = steep > 0 ? 4 * (away + 1e-30L) / steep : 0;
    const long double end = (long double)t_max < far_off ? (long double)t_max : far_off;
    const long double middle = lowest(s, o, d, end);
    const long double m0 = outside(s, wide_add(o, middle, d)), m1 = outside(s, o);
    const long double m2 = outside(s, wide_add(o, end, d));
    long double least = m0 < m1 ? m0 : m1, at = m0 < m1 ? middle : 0;
    at = m2 < least ? end : at;
    least = m2 < least ? m2 : least;
    // The stated margin; convex bodies have directions in float32, and these have no thin edges.
    const long double span = away + wide_length(wide_add(wide_add(o, at, d), -1, o));
    const long double noise = 0x1p-55L * span;
    const long double margin = 0x1p-40L * span;
    const long double grown = s->kind == CONVEX ? 2e-6L * size : margin;
    if (!found) {
        REQUIRE(hit->t > FLT_MAX && wide_length(wide_of(hit->normal)) <= 0, "a miss at %g",
                (double)hit->t);
        REQUIRE(least > -noise, "%s: misses what is %Lg deep, at %Lg", names[s->kind], -least, at);
        return;
    }
    assert_true(hit->triangle == UINT32_MAX && hit->column == UINT32_MAX && hit->row == UINT32_MAX);
    REQUIRE(hit->t >= 0 && hit->t <= t_max, "%s: at %g of %g", names[s->kind], (double)hit->t,
            (double)t_max);
    REQUIRE(least <= grown, "%s: hits what is %Lg away (margin %Lg)", names[s->kind], least, grown);
    const long double t = (long double)hit->t, some = 0x1p-23L;
    long double first = 0, last;
    if (m1 > grown)
        first = crossing(s, o, d, 0, at, grown);
    if (m1 <= 0)
        last = 0;
    else if (least < 0)
        last = crossing(s, o, d, 0, at, 0);
    else
        last = m2 > grown ? crossing(s, o, d, at, end, grown) : end;
    REQUIRE(t >= first * (1 - some) && t <= last * (1 + some) + 1e-44L,
            "%s: at %.9Lg, not in [%.9Lg, %.9Lg]", names[s->kind], t, first, last);
    check_normal(s, o, d, hit, size, grown);
}

// ---- inputs ----------------------------------------------------------------------------------

static collide_vec3 grid_vec(inputs_random *r, int n) {
    return whole_vec(r, n);
}

// The planes of the faces of the hull: through any three vertices with the others on one side.
static void hull_planes(solid *s) {
    s->planes = 0;
    s->flat = true;
    for (int i = 0; i < s->vertices; ++i)
        for (int j = 0; j < i; ++j)
            for (int k = 0; k < j; ++k) {
                const wide v = wide_of(s->vertex[i]);
                wide n = wide_cross(wide_add(wide_of(s->vertex[j]), -1, v),
                                    wide_add(wide_of(s->vertex[k]), -1, v));
                long double low = 0, high = 0;
                if (!(wide_length(n) > 0))
                    continue;
                n = unit(n);
                for (int m = 0; m < s->vertices; ++m) {
                    const long double x = wide_dot(n, wide_add(wide_of(s->vertex[m]), -1, v));
                    low = x < low ? x : low;
                    high = x > high ? x : high;
                }
                const bool below = high<1e-15L, above = low> - 1e-15L;
                s->flat = s->flat && below && above;
                for (int side = 0; side < 2; ++side)
                    if ((side ? above : below) && s->planes < PLANES) {
                        const wide zero = {0, 0, 0};
                        s->normal[s->planes] = wide_add(zero, side ? -1 : 1, n);
                        s->height[s->planes] = wide_dot(s->normal[s->planes], v);
                        ++s->planes;
                    }
            }
}

// The smallest sine of the angle between two faces that are not in one plane.
static long double sharpness(const solid *s) {
    long double least = 1;
    for (int i = 0; i < s->planes; ++i)
        for (int j = 0; j < i; ++j) {
            const long double x = wide_length(wide_cross(s->normal[i], s->normal[j]));
            if (x > 1e-12L)
                least = x < least ? x : least;
        }
    return least;
}

static bool make_convex(solid *s, const collide_pose *pose, void *memory, size_t size) {
    collide_vec3 normals[PLANES];
    const collide_vec3 edge = {1, 0, 0};
    collide_convex *body;
    hull_planes(s);
    if (s->flat || s->planes < 4 || sharpness(s) < 0.05L)
        return false;
    for (int i = 0; i < s->planes; ++i)
        normals[i] = vec((float)s->normal[i].x, (float)s->normal[i].y, (float)s->normal[i].z);
    assert_int_equal(collide_convex_build(&body, memory, size, s->vertex, (size_t)s->vertices,
                                          normals, (size_t)s->planes, &edge, 1),
                     COLLIDE_OK);
    s->shape = collide_shape_from_convex(body, pose);
    return true;
}

// Some are flat or thin, or points; grids have whole and half numbers.
static solid make_solid(inputs_random *r, int kind, bool grid, void *memory, size_t size) {
    solid s;
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -2, 2));
    const uint32_t dice = kinds_below(r, 8);
    memset(&s, 0, sizeof s);
    s.kind = kind;
    if (kind == CAPSULE) {
        collide_capsule c;
        c.a = grid ? grid_vec(r, 2) : inputs_vec3(r, -2, 2);
        c.b = dice == 0 ? c.a : grid ? grid_vec(r, 2) : inputs_vec3(r, -2, 2);
        c.radius = dice == 1 ? 0 : grid ? (float)kinds_below(r, 3) : inputs_uniform(r, 0, 1);
        s.shape = collide_shape_from_capsule(&c);
    } else if (kind == CYLINDER) {
        collide_cylinder c;
        c.center = grid ? grid_vec(r, 2) : pose.position;
        c.axis = pose.axis[2];
        if (grid) {
            c.axis = vec(0, 0, 0);
            (&c.axis.x)[dice % 3] = dice & 4 ? -1.0f : 1.0f;
        }
        c.radius = dice == 1 ? 0 : grid ? (float)kinds_below(r, 3) : inputs_uniform(r, 0, 1);
        c.height = dice == 2 ? 0 : grid ? (float)kinds_below(r, 5) : inputs_uniform(r, 0, 3);
        s.shape = collide_shape_from_cylinder(&c);
    } else if (kind == PLANE) {
        collide_plane p;
        do
            p.normal = grid ? grid_vec(r, 2) : inputs_vec3(r, -2, 2);
        while (!(length(to_point(p.normal)) > 0));
        p.distance = grid ? (float)kinds_below(r, 9) - 4 : inputs_uniform(r, -3, 3);
        s.shape = collide_shape_from_plane(&p);
    } else if (kind == TETRAHEDRON) {
        collide_tetrahedron t;
        s.vertices = 4;
        for (int i = 0; i < 4; ++i)
            s.vertex[i] = t.v[i] = grid ? grid_vec(r, 2) : inputs_vec3(r, -2, 2);
        hull_planes(&s);
        s.shape = collide_shape_from_tetrahedron(&t);
    } else {
        do {
            s.vertices = grid ? VERTICES : 4 + (int)kinds_below(r, VERTICES - 3);
            for (int i = 0; i < s.vertices; ++i) {
                s.vertex[i] = grid ? grid_vec(r, 1) : inputs_vec3(r, -1, 1);
                if (grid && dice < 4) // a box
                    s.vertex[i] = vec((float)(i & 1) * 2 - 1, (float)(i / 2 % 2), (float)(i / 4));
            }
        } while (!make_convex(&s, grid ? NULL : &pose, memory, size));
    }
    return s;
}

// A point of the solid's surface or near it, at which rays are aimed.
static collide_vec3 some_point(inputs_random *r, const solid *s) {
    const wide n = unit(wide_of(inputs_vec3(r, -1, 1)));
    const collide_shape_data *of = &s->shape.of;
    wide p = {0, 0, 0};
    if (s->kind == CAPSULE)
        p = wide_add(wide_of(kinds_below(r, 2) ? of->capsule.a : of->capsule.b),
                     (long double)of->capsule.radius, n);
    else if (s->kind == CYLINDER) {
        const wide axis = wide_of(of->cylinder.axis);
        p = wide_add(wide_of(of->cylinder.center), (long double)of->cylinder.height / 2, axis);
        p = wide_add(p, (long double)of->cylinder.radius,
                     unit(wide_add(n, -wide_dot(n, axis), axis)));
    } else if (s->vertices) {
        const wide v = wide_of(s->vertex[kinds_below(r, (uint32_t)s->vertices)]);
        p = s->kind == CONVEX ? out_of(&of->convex.pose, v) : v;
    }
    return vec((float)p.x, (float)p.y, (float)p.z);
}

static collide_ray make_ray(inputs_random *r, const solid *s, bool grid) {
    collide_ray ray = {inputs_vec3(r, -4, 4), inputs_vec3(r, -1, 1)};
    const uint32_t dice = kinds_below(r, 8);
    if (grid) { // along axes and diagonals, through corners
        ray.origin = grid_vec(r, 4);
        ray.direction = grid_vec(r, 1);
    } else if (dice < 3) { // at a rim or a vertex; from far away
        const float far_off = dice == 2 ? 1e5f : 1;
        const collide_vec3 to = some_point(r, s);
        ray.origin = vec(ray.origin.x * far_off, ray.origin.y * far_off, ray.origin.z * far_off);
        ray.direction = vec(to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z);
    } else if (dice == 3 && (s->kind == CAPSULE || s->kind == CYLINDER)) { // nearly along it
        const collide_capsule *c = &s->shape.of.capsule;
        const collide_vec3 axis = s->kind == CYLINDER
                                      ? s->shape.of.cylinder.axis
                                      : vec(c->b.x - c->a.x, c->b.y - c->a.y, c->b.z - c->a.z);
        const collide_vec3 at = some_point(r, s);
        ray.origin = vec(at.x - 2 * axis.x, at.y - 2 * axis.y, at.z - 2 * axis.z);
        ray.direction = axis;
    } else if (dice == 5) { // between two points of the solid
        const collide_vec3 p = some_point(r, s), q = some_point(r, s);
        ray.origin = vec(0.5f * (p.x + q.x), 0.5f * (p.y + q.y), 0.5f * (p.z + q.z));
    } else if (dice == 4) {
        ray.direction = vec(-ray.origin.x * 0.25f, -ray.origin.y * 0.25f, -ray.origin.z * 0.25f);
    }
    return ray;
}

static bool cast_ray(const solid *s, const collide_ray *a, float t_max, collide_ray_hit *out) {
    const collide_shape_data *of = &s->shape.of;
    switch (s->kind) {
    case CAPSULE:
        return collide_ray_capsule(a, &of->capsule, t_max, out);
    case CYLINDER:
        return collide_ray_cylinder(a, &of->cylinder, t_max, out);
    case PLANE:
        return collide_ray_plane(a, &of->plane, t_max, out);
    case TETRAHEDRON:
        return collide_ray_tetrahedron(a, &of->tetrahedron, t_max, out);
    default:
        return collide_ray_convex(a, of->convex.body, &of->convex.pose, t_max, out);
    }
}

static bool cast_segment(const solid *s, const collide_segment *a, collide_ray_hit *out) {
    const collide_shape_data *of = &s->shape.of;
    switch (s->kind) {
    case CAPSULE:
        return collide_segment_capsule(a, &of->capsule, out);
    case CYLINDER:
        return collide_segment_cylinder(a, &of->cylinder, out);
    case PLANE:
        return collide_segment_plane(a, &of->plane, out);
    case TETRAHEDRON:
        return collide_segment_tetrahedron(a, &of->tetrahedron, out);
    default:
        return collide_segment_convex(a, of->convex.body, &of->convex.pose, out);
    }
}

static bool same_hit(bool found, const collide_ray_hit *a, bool again, const collide_ray_hit *b) {
    return found == again && memcmp(a, b, sizeof *a) == 0;
}

// ---- tests -----------------------------------------------------------------------------------

static __attribute__((aligned(COLLIDE_ALIGNMENT))) char memory[8192];

static void test_hits(void **state) {
    static const float limits[] = {INFINITY, 8, 1, 0.25f};
    inputs_random r = inputs_seed(61);
    (void)state;
    for (int kind = 0; kind < SHAPES; ++kind) {
        size_t hits = 0, inside = 0, total = cases(3000);
        for (size_t i = 0; i < total; ++i) {
            const bool grid = i % 2;
            const solid s = make_solid(&r, kind, grid, memory, sizeof memory);
            const collide_ray ray = make_ray(&r, &s, grid);
            const float t_max = limits[i / 2 % 4];
            const collide_segment a = {ray.origin, grid ? grid_vec(&r, 4) : some_point(&r, &s)};
            const wide o = wide_of(ray.origin);
            collide_ray_hit hit, again;
            bool found = cast_ray(&s, &ray, t_max, &hit);
            assert_int_equal(cast_ray(&s, &ray, t_max, NULL), found);
            REQUIRE(same_hit(found, &hit, collide_ray_shape(&ray, &s.shape, t_max, &again), &again),
                    "%s: collide_ray_shape differs", names[kind]);
            if (!s.flat)
                check(&s, o, wide_of(ray.direction), t_max, found, &hit);
            hits += found;
            inside += found && hit.t <= 0;
            found = cast_segment(&s, &a, &hit);
            assert_int_equal(cast_segment(&s, &a, NULL), found);
            REQUIRE(same_hit(found, &hit, collide_segment_shape(&a, &s.shape, &again), &again),
                    "%s: collide_segment_shape differs", names[kind]);
            if (!s.flat)
                check(&s, o, wide_add(wide_of(a.b), -1, o), 1, found, &hit);
            hits += found;
        }
        fprintf(stderr, "# %s: %zu hits, %zu from the start\n", names[kind], hits, inside);
        assert_true(hits > total / 5 && inside > total / 50);
    }
}

// All numbers times a power of two, also far beyond the usual sizes: the same bits.
static void test_scales(void **state) {
    static const int scales[] = {-60, -20, 20, 60};
    inputs_random r = inputs_seed(62);
    (void)state;
    for (int kind = 0; kind < CONVEX; ++kind)
        for (size_t i = 0; i < cases(2000); ++i) {
            solid s = make_solid(&r, kind, i % 2, memory, sizeof memory);
            collide_ray ray = make_ray(&r, &s, i % 2);
            collide_ray_hit hit, again;
            float factor = 1;
            const bool found = cast_ray(&s, &ray, 8, &hit);
            for (int k = 0; k < scales[i % 4] || k < -scales[i % 4]; ++k)
                factor *= scales[i % 4] < 0 ? 0.5f : 2;
            const int floats = kind == CAPSULE ? 7 : kind == CYLINDER ? 8 : kind == PLANE ? 4 : 12;
            float *x = (float *)(void *)&s.shape.of;
            for (int k = 0; k < floats; ++k)
                x[k] *=
                    (kind == CYLINDER && k >= 3 && k < 6) || (kind == PLANE && k < 3) ? 1 : factor;
            for (int k = 0; k < 6; ++k)
                (&ray.origin.x)[k] *= factor;
            REQUIRE(same_hit(found, &hit, cast_ray(&s, &ray, 8, &again), &again),
                    "%s: by 2^%d, %.9g became %.9g", names[kind], scales[i % 4], (double)hit.t,
                    (double)again.t);
        }
}

// Flat tetrahedra and all others: the first of their triangles, from outside; exact for segments.
static void test_tetrahedra(void **state) {
    inputs_random r = inputs_seed(63);
    size_t hits = 0, flat = 0;
    (void)state;
    for (size_t i = 0; i < cases(6000); ++i) {
        const bool grid = i % 2;
        const solid s = make_solid(&r, TETRAHEDRON, grid, memory, sizeof memory);
        const collide_tetrahedron *b = &s.shape.of.tetrahedron;
        const collide_ray ray = make_ray(&r, &s, grid);
        const collide_segment a = {ray.origin, grid ? grid_vec(&r, 3) : some_point(&r, &s)};
        const collide_triangle still = {{a.a, a.a, a.a}}, line = {{a.a, a.b, a.b}};
        const bool begins = collide_tetrahedron_triangle(b, &still);
        collide_ray_hit hit, one;
        float first = begins ? 0 : INFINITY;
        for (int f = 0; f < 4; ++f) {
            const collide_triangle face = {{b->v[f == 0], b->v[1 + (f <= 1)], b->v[2 + (f <= 2)]}};
            if (collide_ray_triangle(&ray, &face, 8, &one))
                first = one.t < first ? one.t : first;
        }
        (void)collide_ray_tetrahedron(&ray, b, 8, &hit);
        REQUIRE(memcmp(&hit.t, &first, sizeof first) == 0, "%.9g, not %.9g", (double)hit.t,
                (double)first);
        const bool found = collide_segment_tetrahedron(&a, b, &hit);
        REQUIRE(found == collide_tetrahedron_triangle(b, &line), "a segment is not exact");
        REQUIRE(!found || (hit.t <= 0) == begins || hit.t < 1e-6f, "begins inside, but at %g",
                (double)hit.t);
        hits += found;
        flat += s.flat;
    }
    assert_true(hits > cases(6000) / 10 && flat > 0);
}

// Points and segments as shapes; flat bodies, and bodies without a direction.
static void test_special(void **state) {
    const collide_ray x = {{-2, 0, 0}, {1, 0, 0}}, past = {{-2, 0.0625f, 0}, {1, 0, 0}};
    const collide_vec3 zero = {0, 0, 0};
    const collide_segment z = {{0, 0, -1}, {0, 0, 1}};
    const collide_shape dot_shape = collide_shape_from_point(zero);
    const collide_shape segment = collide_shape_from_segment(&z);
    collide_shape none;
    collide_ray_hit hit;
    collide_convex *body;
    (void)state;
    memset(&none, 0, sizeof none);
    assert_true(collide_ray_shape(&x, &dot_shape, 8, &hit) && hit.t == 2 && hit.normal.x == -1);
    assert_false(collide_ray_shape(&past, &dot_shape, 8, &hit));
    assert_true(collide_ray_shape(&x, &segment, 8, &hit) && hit.t == 2);
    assert_false(collide_ray_shape(&past, &segment, 8, NULL));
    assert_false(collide_ray_shape(&x, &none, 8, &hit));
    assert_true(hit.t > FLT_MAX);
    none.kind = COLLIDE_SHAPE_KIND_COUNT;
    assert_false(collide_ray_shape(&x, &none, 8, NULL));
    // A square in the plane x = 0: its plane, and one more normal for each edge.
    const collide_vec3 square[4] = {{0, -1, -1}, {0, 1, -1}, {0, 1, 1}, {0, -1, 1}};
    const collide_vec3 axis[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    assert_int_equal(
        collide_convex_build(&body, memory, sizeof memory, square, 4, axis, 3, axis + 1, 2),
        COLLIDE_OK);
    const collide_ray rim = {{-2, 1, 0}, {1, 0, 0}}, off = {{-2, 1.001f, 0}, {1, 0, 0}};
    const collide_ray in_plane = {{0, -4, 0.5f}, {0, 2, 0}};
    assert_true(collide_ray_convex(&x, body, NULL, 8, &hit) && hit.t == 2 && hit.normal.x == -1);
    assert_true(collide_ray_convex(&rim, body, NULL, 8, &hit) && hit.t == 2);
    assert_false(collide_ray_convex(&off, body, NULL, 8, &hit));
    assert_true(collide_ray_convex(&in_plane, body, NULL, 8, &hit) && hit.t == 1.5f &&
                hit.normal.y == -1);
    // A prism without the directions of its slopes: its box counts instead.
    const collide_vec3 prism[6] = {{-1, 0, -1}, {1, 0, -1}, {0, 0, 1},
                                   {-1, 2, -1}, {1, 2, -1}, {0, 2, 1}};
    assert_int_equal(
        collide_convex_build(&body, memory, sizeof memory, prism, 6, axis + 1, 1, axis, 1),
        COLLIDE_OK);
    const collide_ray slope = {{-4, 1, 0.5f}, {1, 0, 0}}, above = {{-4, 1, 1.5f}, {1, 0, 0}};
    assert_true(collide_ray_convex(&slope, body, NULL, 8, &hit) && hit.t == 3 &&
                hit.normal.x == -1);
    assert_false(collide_ray_convex(&above, body, NULL, 8, NULL));
    assert_false(collide_ray_convex(&x, NULL, NULL, 8, &hit));
    collide_pose flat = collide_pose_identity();
    flat.axis[2] = zero;
    assert_false(collide_ray_convex(&slope, body, &flat, 8, NULL));
    body->magic ^= 1;
    assert_false(collide_ray_convex(&slope, body, NULL, 8, NULL));
}

// Numbers in the place of one of a ray or a shape; what a shape may not hold is never hit.
static void test_odd(void **state) {
    static const float odd[] = {0, -0.0f, 1e-45f, 1e-30f, -1e20f, 3e38f, INFINITY, NAN, -1};
    static const float limits[] = {-1, NAN, INFINITY, 0};
    inputs_random r = inputs_seed(64);
    (void)state;
    for (int kind = 0; kind < SHAPES; ++kind)
        for (size_t i = 0; i < cases(20000); ++i) {
            solid s = make_solid(&r, kind, i % 2, memory, sizeof memory);
            collide_ray ray = make_ray(&r, &s, i % 2);
            const float x = odd[kinds_below(&r, 9)], t_max = limits[kinds_below(&r, 4)];
            const uint32_t floats = kind == CAPSULE    ? 7
                                    : kind == CYLINDER ? 8
                                    : kind == PLANE    ? 4
                                                       : 12;
            const uint32_t at = kinds_below(&r, 6 + floats);
            float *of = (float *)(void *)&s.shape.of;
            collide_ray_hit hit;
            if (kind == CONVEX)
                of = (float *)(void *)&s.shape.of.convex.pose;
            *(at < 6 ? &ray.origin.x + at : of + (at - 6)) = x;
            const collide_segment a = {ray.origin, ray.direction};
            for (int segment = 0; segment < 2; ++segment) {
                memset(&hit, 0x55, sizeof hit);
                const bool found =
                    segment ? cast_segment(&s, &a, &hit) : cast_ray(&s, &ray, t_max, &hit);
                const double size = length(to_point(hit.normal));
                REQUIRE(found ? hit.t >= 0 && hit.t <= FLT_MAX : hit.t > FLT_MAX && size <= 0,
                        "%s: %d at %g with %g", names[kind], found, (double)hit.t, (double)x);
                REQUIRE((found && hit.t > 0 && !(kind == TETRAHEDRON && size <= 0))
                            ? magnitude(size - 1) < 0x1p-22
                            : size <= 0,
                        "%s: at %g, a normal of length %.9g with %g", names[kind], (double)hit.t,
                        size, (double)x);
                REQUIRE(!found || x - x == 0, "%s: hit with %g at %u", names[kind], (double)x, at);
                REQUIRE(!found || segment || t_max >= 0, "%s: until %g", names[kind],
                        (double)t_max);
                REQUIRE(!found || !(x < 0) || at < 6 || kind > CYLINDER || at != 5 + floats,
                        "%s: a negative extent", names[kind]);
            }
        }
    const collide_plane nothing = {{0, 0, 0}, 1};
    const collide_cylinder no_axis = {{0, 0, 0}, {0, 0, 0}, 1, 1};
    const collide_ray still = {{0, 0, 0}, {0, 0, 0}};
    assert_false(collide_ray_plane(&still, &nothing, 1, NULL));
    assert_false(collide_ray_cylinder(&still, &no_axis, 1, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hits), cmocka_unit_test(test_scales),
                                       cmocka_unit_test(test_tetrahedra),
                                       cmocka_unit_test(test_special), cmocka_unit_test(test_odd)};
    return cmocka_run_group_tests_name("ray_solids", tests, NULL, NULL);
}
