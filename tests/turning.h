// An oracle for bodies that move and turn, in long double and by methods of its own: poses from the
// sine and the cosine of the C library, distances by the nearest point of a difference of bodies,
// with a lower bound that is proven by a plane, and times without contact by steps that no point
// is fast enough to cross.
#ifndef TURNING_H
#define TURNING_H

#include <math.h>
#include <string.h>

#include "../collide.h"

#define TURNING_POINTS 72

typedef struct vector {
    long double x[3];
} vector;

static inline vector vector_of(collide_vec3 p) {
    return (vector){{(long double)p.x, (long double)p.y, (long double)p.z}};
}

static inline vector along(vector a, long double s, vector b) {
    return (vector){{a.x[0] + s * b.x[0], a.x[1] + s * b.x[1], a.x[2] + s * b.x[2]}};
}

static inline vector scaled(long double s, vector b) {
    return (vector){{s * b.x[0], s * b.x[1], s * b.x[2]}};
}

static inline long double dot(vector a, vector b) {
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline vector cross(vector a, vector b) {
    return (vector){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                     a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

static inline long double length(vector a) {
    return sqrtl(dot(a, a));
}

// ---- bodies ----------------------------------------------------------------------------------

// The hull of points, or a cylinder, and a radius; or a half-space. All from the pivot.
struct body {
    int points; // 0: a cylinder, with its middle, its axis times half its height, and disk
    bool plane; // n.x <= height
    vector point[TURNING_POINTS];
    vector middle, half, n;
    long double disk, radius, height;
    vector pivot, velocity, spin, axis;
    long double rate, rho, size; // from the axis of spin and from the pivot
};

struct query {
    collide_shape a, b;
    collide_motion ma, mb;
    float t_max, tolerance;
    float margin; // by which a is larger
};

static inline vector under_pose(const collide_pose *pose, vector p) {
    vector r = vector_of(pose->position);
    for (int i = 0; i < 3; ++i)
        r = along(r, p.x[i], vector_of(pose->axis[i]));
    return r;
}

static inline vector direction_under_pose(const collide_pose *pose, vector p) {
    vector r = {{0, 0, 0}};
    for (int i = 0; i < 3; ++i)
        r = along(r, p.x[i], vector_of(pose->axis[i]));
    return r;
}

static inline void add_point(struct body *b, vector p) {
    b->point[b->points++] = p;
}

static inline void solid_of(struct body *b, const collide_shape *s) {
    collide_vec3 p[4];
    int n = 1;
    memcpy(p, &s->of, sizeof p);
    switch (s->kind) {
    case COLLIDE_SHAPE_SPHERE:
        b->radius = (long double)s->of.sphere.radius;
        break;
    case COLLIDE_SHAPE_CAPSULE:
        b->radius = (long double)s->of.capsule.radius;
        n = 2;
        break;
    case COLLIDE_SHAPE_SEGMENT:
        n = 2;
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        n = 3;
        break;
    case COLLIDE_SHAPE_TETRAHEDRON:
        n = 4;
        break;
    case COLLIDE_SHAPE_AABB:
        for (int i = 0; i < 8; ++i) {
            const collide_aabb *x = &s->of.aabb;
            add_point(b, (vector){{(long double)(i & 1 ? x->max.x : x->min.x),
                                   (long double)(i & 2 ? x->max.y : x->min.y),
                                   (long double)(i & 4 ? x->max.z : x->min.z)}});
        }
        return;
    case COLLIDE_SHAPE_OBB:
        for (int i = 0; i < 8; ++i) {
            const collide_obb *x = &s->of.obb;
            const float half[3] = {x->half.x, x->half.y, x->half.z};
            vector q = vector_of(x->center);
            for (int k = 0; k < 3; ++k)
                q = along(q, (i >> k & 1 ? 1 : -1) * (long double)half[k], vector_of(x->axis[k]));
            add_point(b, q);
        }
        return;
    case COLLIDE_SHAPE_CYLINDER: {
        const vector axis = vector_of(s->of.cylinder.axis);
        b->middle = vector_of(s->of.cylinder.center);
        b->half = scaled(0.5L * (long double)s->of.cylinder.height / length(axis), axis);
        b->disk = (long double)s->of.cylinder.radius;
        return;
    }
    case COLLIDE_SHAPE_CONVEX: {
        const collide_convex *c = s->of.convex.body;
#ifdef TEST_PART // as they are stored: collide_convex_vertices rounds them
        for (size_t i = 0; i < c->vertex_count; ++i) {
            const vector v = vector_of(collide__read_vec3(collide__convex_vertices(c) + 3 * i));
            add_point(b, under_pose(&s->of.convex.pose, along(vector_of(c->center), 1, v)));
        }
#else
        collide_vec3 v[TURNING_POINTS];
        const size_t count = collide_convex_vertices(c, v, TURNING_POINTS);
        for (size_t i = 0; i < count; ++i)
            add_point(b, under_pose(&s->of.convex.pose, vector_of(v[i])));
#endif
        return;
    }
    case COLLIDE_SHAPE_PLANE: {
        const vector m = vector_of(s->of.plane.normal);
        b->plane = true;
        b->n = scaled(1 / length(m), m);
        b->height = (long double)s->of.plane.distance / length(m);
        return;
    }
    default:
        break;
    }
    for (int i = 0; i < n; ++i)
        add_point(b, vector_of(p[i]));
}

static inline void body_of(struct body *b, const collide_shape *s, const collide_motion *m) {
    const vector zero = {{0, 0, 0}};
    memset(b, 0, sizeof *b);
    solid_of(b, s);
    b->pivot = vector_of(m->pivot);
    b->velocity = vector_of(m->velocity);
    b->spin = vector_of(m->spin);
    b->rate = length(b->spin);
    b->axis = b->rate > 0 ? scaled(1 / b->rate, b->spin) : (vector){{0, 0, 1}};
    const vector from = along(vector_of(m->pose.position), -1, b->pivot);
    collide_pose turn = m->pose;
    turn.position = (collide_vec3){0, 0, 0};
    if (b->plane) {
        const vector foot = along(from, b->height, direction_under_pose(&turn, b->n));
        b->n = direction_under_pose(&turn, b->n);
        b->n = scaled(1 / length(b->n), b->n);
        b->height = dot(b->n, foot);
        return;
    }
    for (int i = 0; i < b->points; ++i)
        b->point[i] = along(from, 1, under_pose(&turn, b->point[i]));
    for (int i = 0; i < b->points; ++i) {
        b->rho = fmaxl(b->rho, length(cross(b->axis, b->point[i])));
        b->size = fmaxl(b->size, length(b->point[i]));
    }
    if (b->points == 0) {
        const long double half = length(b->half);
        b->middle = along(from, 1, under_pose(&turn, b->middle));
        if (half > 0) {
            b->half = direction_under_pose(&turn, b->half);
            b->half = scaled(half / length(b->half), b->half);
        } else { // the axis, with no length
            vector u = direction_under_pose(&turn, vector_of(s->of.cylinder.axis));
            b->half = along(zero, 0, u);
            b->n = scaled(1 / length(u), u);
        }
        b->size = length(b->middle) + half + b->disk;
        b->rho = length(cross(b->axis, b->middle)) + length(cross(b->axis, b->half)) + b->disk;
    }
    if (b->points == 0 && b->n.x[0] == 0 && b->n.x[1] == 0 && b->n.x[2] == 0)
        b->n = scaled(1 / length(b->half), b->half);
}

static inline vector turned(const struct body *b, long double s, long double c, vector p) {
    const long double x = dot(b->axis, p) * (1 - c);
    return along(along(scaled(c, p), x, b->axis), s, cross(b->axis, p));
}

// As the body is at the time t, but from its pivot.
static inline void turn_body(const struct body *b, long double t, struct body *out) {
    const long double s = sinl(b->rate * t), c = cosl(b->rate * t);
    *out = *b;
    if (!(b->rate > 0))
        return;
    for (int i = 0; i < b->points; ++i)
        out->point[i] = turned(b, s, c, b->point[i]);
    out->middle = turned(b, s, c, b->middle);
    out->half = turned(b, s, c, b->half);
    out->n = turned(b, s, c, b->n);
}

// The point of a body that is farthest along n, without its radius.
static inline vector farthest(const struct body *b, vector n) {
    if (b->points == 0) {
        const long double x = dot(b->n, n);
        vector side = along(n, -x, b->n);
        const long double across = length(side);
        const vector end = along(b->middle, x < 0 ? -1 : 1, b->half);
        // Once more, since what is left of n may be rounding.
        side = along(side, -dot(b->n, side), b->n);
        return across > 0 ? along(end, b->disk / length(side), side) : end;
    }
    int best = 0;
    long double most = dot(b->point[0], n);
    for (int i = 1; i < b->points; ++i) {
        const long double x = dot(b->point[i], n);
        if (x > most) {
            most = x;
            best = i;
        }
    }
    return b->point[best];
}

// ---- distances -------------------------------------------------------------------------------

struct apart {
    long double lo, hi; // of the signed distance; hi is at least minus the radii
    vector n;           // unit, from b to a; what proves lo
};

// The nearest point to 0 of the hull of a simplex, all of whose points are needed; false if not.
static inline bool nearest_of(const vector *p, const int *at, int n, vector *v, vector *normal) {
    const vector e = n > 1 ? along(p[at[1]], -1, p[at[0]]) : p[at[0]];
    *v = p[at[0]];
    *normal = *v;
    if (n == 2) {
        const long double ee = dot(e, e), t = -dot(p[at[0]], e);
        if (!(ee > 0 && t > 0 && t < ee))
            return false;
        *v = along(p[at[0]], t / ee, e);
        *normal = along(*v, -dot(*v, e) / ee, e);
    } else if (n == 3) {
        const vector f = along(p[at[2]], -1, p[at[0]]), m = cross(e, f);
        const long double mm = dot(m, m);
        const vector q = scaled(-1, p[at[0]]);
        const long double x = dot(cross(q, f), m), y = dot(cross(e, q), m);
        if (!(mm > 0 && x > 0 && y > 0 && x + y < mm))
            return false;
        *v = along(along(p[at[0]], x / mm, e), y / mm, f);
        *normal = scaled(dot(p[at[0]], m) < 0 ? -1 : 1, m);
    } else if (n == 4) {
        const vector f = along(p[at[2]], -1, p[at[0]]), g = along(p[at[3]], -1, p[at[0]]);
        const vector q = scaled(-1, p[at[0]]);
        const long double det = dot(e, cross(f, g));
        const long double x = dot(q, cross(f, g)) / det, y = dot(e, cross(q, g)) / det;
        const long double z = dot(e, cross(f, q)) / det;
        if (!(x >= 0 && y >= 0 && z >= 0 && x + y + z <= 1))
            return false;
        *v = (vector){{0, 0, 0}};
    }
    return true;
}

// d is from the pivot of a to that of b; both are turned.
static inline struct apart distance_of(const struct body *a, const struct body *b, vector d) {
    const long double radii = a->radius + b->radius;
    struct apart r = {-1e4000L, 1e4000L, {{1, 0, 0}}};
    vector p[4], v, n;
    int count = 0;
    if (b->plane) {
        r.n = b->n;
        r.lo = r.hi = dot(farthest(a, scaled(-1, r.n)), r.n) - dot(d, r.n) - b->height - a->radius;
        return r;
    }
    v = n = along(
        along(a->points ? a->point[0] : a->middle, -1, b->points ? b->point[0] : b->middle), -1, d);
    if (!(length(n) > 0))
        n = (vector){{1, 0, 0}};
    for (int round = 0; round < 200; ++round) {
        const long double size = length(n);
        const vector m = scaled(1 / size, n);
        const vector w = along(along(farthest(a, scaled(-1, m)), -1, farthest(b, m)), -1, d);
        const long double gap = dot(w, m);
        bool known = false;
        if (gap > r.lo) {
            r.lo = gap;
            r.n = m;
        }
        for (int i = 0; i < count; ++i)
            known = known || memcmp(p[i].x, w.x, sizeof w.x) == 0;
        if (known || r.hi - r.lo <= 0x1p-60L * r.hi || count == 4)
            break;
        // The nearest of all simplices that have the new point.
        vector best_v = v, best_n = n;
        int keep[4] = {0, 0, 0, 0}, kept = 0;
        long double least = r.hi;
        p[count++] = w;
        for (int set = 0; set < 1 << (count - 1); ++set) {
            int at[4] = {0, 0, 0, 0}, k = 0;
            for (int i = 0; i < count - 1; ++i)
                if (set >> i & 1)
                    at[k++] = i;
            at[k++] = count - 1;
            if (nearest_of(p, at, k, &v, &n) && length(v) < least) {
                least = length(v);
                best_v = v;
                best_n = n;
                kept = k;
                memcpy(keep, at, sizeof keep);
            }
        }
        if (kept == 0)
            break;
        r.hi = least;
        v = best_v;
        n = best_n;
        vector q[4];
        for (int i = 0; i < kept; ++i)
            q[i] = p[keep[i]];
        memcpy(p, q, sizeof q);
        count = kept;
        if (r.hi <= 0 || !(length(n) > 0))
            break;
    }
    r.lo -= radii;
    r.hi -= radii;
    return r;
}

// ---- pairs in motion -------------------------------------------------------------------------

struct pair {
    struct body a, b;
    vector apart, w; // of the pivots
    long double size, speed;
    long double looks;
};

static inline void pair_of(struct pair *p, const struct query *q) {
    const bool turn = q->a.kind == COLLIDE_SHAPE_PLANE; // the half-space is b
    body_of(turn ? &p->b : &p->a, &q->a, &q->ma);
    body_of(turn ? &p->a : &p->b, &q->b, &q->mb);
    p->a.radius += (long double)q->margin;
    p->apart = along(p->b.pivot, -1, p->a.pivot);
    p->w = along(p->b.velocity, -1, p->a.velocity);
    p->size =
        p->a.size + p->b.size + length(p->apart) + p->a.radius + p->b.radius + fabsl(p->b.height);
    p->speed = length(p->w) + p->a.rate * p->a.rho + p->b.rate * p->b.rho;
    p->looks = 0;
}

static inline struct apart look(struct pair *p, long double t) {
    static struct body a, b;
    turn_body(&p->a, t, &a);
    turn_body(&p->b, t, &b);
    ++p->looks;
    return distance_of(&a, &b, along(p->apart, t, p->w));
}

// What a distance may be wrong by: roundings of 64 bits, and of the angle.
static inline long double blur(const struct pair *p, long double t) {
    const long double size = p->size + length(p->w) * t;
    return 0x1p-57L * size +
           0x1p-61L * t * (p->a.rate * p->a.rho + p->b.rate * (p->b.plane ? size : p->b.rho));
}

// How fast the gap along a normal may shrink, from the time t on until t + rest.
static inline long double closing(const struct pair *p, vector n, long double t, long double rest) {
    if (p->b.plane) {
        const long double away = p->a.size + length(p->apart) + length(p->w) * (t + rest);
        return p->speed + p->b.rate * away;
    }
    return dot(n, p->w) + length(cross(n, p->a.spin)) * p->a.rho +
           length(cross(n, p->b.spin)) * p->b.rho + 0x1p-58L * p->speed;
}

// No contact until the time it returns, at most until the time end. Contacts at that time, within
// blur, make *stuck true, and more looks than most end it sooner.
static inline long double free_until(struct pair *p, long double t, long double end, int most,
                                     bool *stuck) {
    *stuck = false;
    for (int i = 0; i < most && t < end; ++i) {
        const struct apart d = look(p, t);
        const long double gap = d.lo - blur(p, t);
        if (!(gap > 0)) {
            *stuck = d.hi <= blur(p, t) || d.hi - d.lo < 0x1p-40L * p->size;
            return t;
        }
        const long double speed = closing(p, d.n, t, end - t);
        t = speed > 0 ? t + gap / speed * (1 - 0x1p-50L) : end;
    }
    return t < end ? t : end;
}
#endif // TURNING_H
