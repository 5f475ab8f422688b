#pragma once
#include "closest.h"
#include "memory.h"

// ---- shapes that fit points ------------------------------------------------------------------
// Shapes are chosen by a few points that stand for the cloud, relative to its first one: the
// outermost in 49 directions, then those that a chosen shape left outside. A pass over all points
// proves the result.

#define COLLIDE__FIT_DIRECTIONS 49
#define COLLIDE__FIT_MOST 128

typedef struct collide__fit {
    const void *points;
    size_t n, stride;
    collide_vec3 first;
    double extent; // of the cloud
    int count;
    collide__dvec3 p[COLLIDE__FIT_MOST];
} collide__fit;

COLLIDE__FORCE_INLINE collide_vec3 collide__fit_read(const collide__fit *f, size_t i) {
    return collide__read_vec3(collide__at(f->points, i, f->stride));
}

// Point i, relative to the first.
COLLIDE__FORCE_INLINE collide__dvec3 collide__fit_point(const collide__fit *f, size_t i) {
    return collide__dsub(collide__fit_read(f, i), f->first);
}

// Adds a point unless it is there; false if it is there or there is no room.
COLLIDE__SHARED bool collide__fit_add(collide__fit *f, collide__dvec3 p) {
    for (int i = 0; i < f->count; ++i)
        if (!(f->p[i].x < p.x || f->p[i].x > p.x || f->p[i].y < p.y || f->p[i].y > p.y ||
              f->p[i].z < p.z || f->p[i].z > p.z))
            return false;
    if (f->count == COLLIDE__FIT_MOST)
        return false;
    f->p[f->count++] = p;
    return true;
}

// The directions with coordinates from -2 to 2, of two that are parallel the first.
static int collide__fit_directions(collide__dvec3 *out) {
    int n = 0;
    for (int i = 63; i < 125; ++i) {
        const int x = i % 5 - 2, y = i / 5 % 5 - 2, z = i / 25 - 2;
        if (x % 2 || y % 2 || z % 2) {
            out[n].x = x;
            out[n].y = y;
            out[n++].z = z;
        }
    }
    return n;
}

// Checks points, and chooses those that stand for them.
COLLIDE__SHARED collide_status collide__fit_begin(collide__fit *f, const void *points, size_t n,
                                                  size_t stride) {
    collide__dvec3 direction[COLLIDE__FIT_DIRECTIONS];
    double end[2][COLLIDE__FIT_DIRECTIONS];
    size_t at[2][COLLIDE__FIT_DIRECTIONS];
    f->points = points;
    f->n = n;
    f->stride = stride ? stride : sizeof(collide_vec3);
    f->count = 0;
    collide_status status = collide__array_check(points, n, f->stride, sizeof(collide_vec3));
    if (status == COLLIDE_OK && n == 0)
        status = COLLIDE_ERROR_COUNT;
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i)
        if (!collide__finite3(collide__fit_read(f, i)))
            status = COLLIDE_ERROR_NOT_FINITE;
    if (status != COLLIDE_OK)
        return status;
    f->first = collide__fit_read(f, 0);
    const int directions = collide__fit_directions(direction);
    for (size_t i = 0; i < n; ++i) {
        const collide__dvec3 p = collide__fit_point(f, i);
        for (int k = 0; k < directions; ++k) {
            const double to = collide__ddot(direction[k], p);
            for (int side = 0; side < 2; ++side)
                if (i == 0 || (side ? to > end[1][k] : to < end[0][k])) {
                    end[side][k] = to;
                    at[side][k] = i;
                }
        }
    }
    f->extent = 0;
    for (int k = 0; k < directions; ++k) {
        const double width = end[1][k] - end[0][k];
        f->extent = width > f->extent ? width : f->extent;
        for (int side = 0; side < 2; ++side)
            (void)collide__fit_add(f, collide__fit_point(f, at[side][k]));
    }
    return COLLIDE_OK;
}

// ---- balls

// The centre of the smallest sphere through n points, 1 to 4; false if they are too flat.
static bool collide__fit_center(const collide__dvec3 *p, int n, collide__dvec3 *out) {
    const collide__dvec3 e = collide__dadd(p[n > 1], -1, p[0]);
    const collide__dvec3 g = collide__dadd(p[n > 2 ? 2 : 0], -1, p[0]);
    const collide__dvec3 h = collide__dadd(p[n > 3 ? 3 : 0], -1, p[0]);
    collide__dvec3 sum = {0, 0, 0}, normal = collide__dcross(e, g);
    double twice;
    if (n < 3) {
        *out = collide__dadd(p[0], 0.5, e);
        return true;
    }
    if (n == 3) {
        sum = collide__dadd(sum, collide__ddot(g, g), collide__dcross(normal, e));
        sum = collide__dadd(sum, collide__ddot(e, e), collide__dcross(g, normal));
        twice = 2 * collide__ddot(normal, normal);
    } else {
        sum = collide__dadd(sum, collide__ddot(h, h), normal);
        sum = collide__dadd(sum, collide__ddot(g, g), collide__dcross(h, e));
        sum = collide__dadd(sum, collide__ddot(e, e), collide__dcross(g, h));
        twice = 2 * collide__ddot(h, normal);
    }
    if (!(twice > 0 || twice < 0))
        return false;
    *out = collide__dadd(p[0], collide__ddiv(1, twice), sum);
    return true;
}

// The smallest ball that holds n points, at most one more than `room`: the most points, 4 in space
// and 3 in a plane, that define a ball. Keeps such points alone, and returns the square of the
// radius.
static double collide__fit_ball_of(collide__dvec3 *p, int *n, int room, collide__dvec3 *center) {
    double least = DBL_MAX;
    unsigned best = 1;
    collide__dvec3 q[5], c;
    for (unsigned set = 1; set < 1u << *n; ++set) {
        int size = 0;
        double most = 0;
        for (int i = 0; i < *n && size <= room; ++i)
            if (set >> i & 1)
                q[size++] = p[i];
        if (size > room || !collide__fit_center(q, size, &c))
            continue;
        for (int i = 0; i < *n; ++i) {
            const collide__dvec3 d = collide__dadd(p[i], -1, c);
            const double square = collide__ddot(d, d);
            most = square > most ? square : most;
        }
        if (most < least) {
            least = most;
            best = set;
            *center = c;
        }
    }
    int kept = 0;
    for (int i = 0; i < *n; ++i)
        if (best >> i & 1)
            p[kept++] = p[i];
    *n = kept;
    return least;
}

// The smallest ball that holds n points, in space or in a plane: the one of the points on its
// surface grows by the farthest point until none is outside. Returns the square of its radius.
COLLIDE__SHARED double collide__fit_ball(const collide__dvec3 *p, int n, int room,
                                         collide__dvec3 *center) {
    collide__dvec3 on[5];
    int count = 1;
    double square = 0;
    on[0] = *center = p[0];
    for (int round = 0; round < 64; ++round) {
        collide__dvec3 c = *center;
        double most = -1;
        int at = 0;
        for (int i = 0; i < n; ++i) {
            const collide__dvec3 d = collide__dadd(p[i], -1, *center);
            const double to = collide__ddot(d, d);
            at = to > most ? i : at;
            most = to > most ? to : most;
        }
        if (!(most > collide__dmul(square, 1 + 1e-12)))
            break;
        on[count++] = p[at];
        const double grown = collide__fit_ball_of(on, &count, room, &c);
        if (!(grown > square))
            break;
        square = grown;
        *center = c;
    }
    return square;
}

// ---- axes

// What a shape with these axes measures that holds the chosen points.
typedef double (*collide__fit_measure)(const collide__fit *f, const collide__dvec3 *axis);

// Keeps axes of which a shape measures less than *least.
static void collide__fit_try(const collide__fit *f, collide__fit_measure measure,
                             const collide__dvec3 *axis, collide__dvec3 *best, double *least) {
    const double value = measure(f, axis);
    if (value < *least) {
        *least = value;
        memcpy(best, axis, 3 * sizeof *best);
    }
}

// Tries the axes with one along e, and one normal to e and n.
static void collide__fit_try_edge(const collide__fit *f, collide__fit_measure measure,
                                  collide__dvec3 e, collide__dvec3 n, collide__dvec3 *best,
                                  double *least) {
    collide__dvec3 axis[3], *z = &axis[2];
    *z = e;
    axis[0] = collide__dcross(n, e);
    if (!collide__dnormalize(z) || !collide__dnormalize(&axis[0]))
        return;
    for (int i = 0; i < 3; ++i) { // each of the three is the last one once
        axis[1] = collide__dcross(*z, axis[0]);
        collide__fit_try(f, measure, axis, best, least);
        const collide__dvec3 first = axis[0];
        axis[0] = axis[1];
        axis[1] = *z;
        *z = first;
    }
}

// The chosen point farthest from a point, a line along e or a plane with normal n: the others are
// NULL.
static collide__dvec3 collide__fit_far(const collide__fit *f, collide__dvec3 from,
                                       const collide__dvec3 *e, const collide__dvec3 *n,
                                       double sign) {
    double most = -1;
    collide__dvec3 point = from;
    for (int i = 0; i < f->count; ++i) {
        collide__dvec3 d = collide__dadd(f->p[i], -1, from);
        d = e ? collide__dcross(*e, d) : d;
        const double off = n ? collide__dmul(sign, collide__ddot(*n, d)) : collide__ddot(d, d);
        if (off > most) {
            most = off;
            point = f->p[i];
        }
    }
    return point;
}

static void collide__fit_try_triangle(const collide__fit *f, collide__fit_measure measure,
                                      collide__dvec3 a, collide__dvec3 b, collide__dvec3 c,
                                      collide__dvec3 *best, double *least) {
    const collide__dvec3 e = collide__dadd(b, -1, a), g = collide__dadd(c, -1, a);
    const collide__dvec3 n = collide__dcross(e, g);
    collide__fit_try_edge(f, measure, e, n, best, least);
    collide__fit_try_edge(f, measure, g, n, best, least);
    collide__fit_try_edge(f, measure, collide__dadd(c, -1, b), n, best, least);
}

// Rotates the axes i and j towards each other by the angle whose half has the tangent t.
static void collide__fit_rotate(collide__dvec3 *axis, int i, int j, double t) {
    const collide__dvec3 zero = {0, 0, 0}, from = axis[i];
    const double square = collide__dmul(t, t), sine = collide__ddiv(2 * t, 1 + square),
                 cosine = collide__ddiv(1 - square, 1 + square);
    axis[i] = collide__dadd(collide__dadd(zero, cosine, from), sine, axis[j]);
    axis[j] = collide__dadd(collide__dadd(zero, cosine, axis[j]), -sine, from);
    (void)collide__dnormalize(&axis[i]);
    (void)collide__dnormalize(&axis[j]);
}

// Improves axes by small rotations, which halve when none helps.
COLLIDE__SHARED void collide__fit_refine(const collide__fit *f, collide__fit_measure measure,
                                         double step, double last, collide__dvec3 *best,
                                         double *least) {
    for (int round = 0; round < 200 && step > last; ++round) {
        const double before = *least;
        for (int k = 0; k < 6; ++k) {
            collide__dvec3 axis[3];
            memcpy(axis, best, sizeof axis);
            collide__fit_rotate(axis, k % 3, k % 3 < 2 ? k % 3 + 1 : 0, k < 3 ? step : -step);
            collide__fit_try(f, measure, axis, best, least);
        }
        if (!(*least < before))
            step *= 0.5;
    }
}

// Finds axes of a small shape: of the coordinates, and of triangles that the farthest points span
// [Larsson]; then by small rotations.
COLLIDE__SHARED void collide__fit_axes(const collide__fit *f, collide__fit_measure measure,
                                       collide__dvec3 *best, double *least) {
    collide__dvec3 axis[3];
    for (uint32_t i = 0; i < 3; ++i)
        axis[i] = collide__coordinate_axis(i);
    *least = DBL_MAX;
    memcpy(best, axis, sizeof axis);
    collide__fit_try_edge(f, measure, axis[0], axis[1], best, least);
    const collide__dvec3 a = collide__fit_far(f, f->p[0], NULL, NULL, 1);
    const collide__dvec3 b = collide__fit_far(f, a, NULL, NULL, 1);
    const collide__dvec3 e = collide__dadd(b, -1, a);
    const collide__dvec3 c = collide__fit_far(f, a, &e, NULL, 1);
    const collide__dvec3 n = collide__dcross(e, collide__dadd(c, -1, a));
    collide__fit_try_edge(f, measure, e, collide__any_normal(e), best, least);
    collide__fit_try_triangle(f, measure, a, b, c, best, least);
    for (int side = 0; side < 2; ++side) {
        const collide__dvec3 d = collide__fit_far(f, a, NULL, &n, side ? 1 : -1);
        collide__fit_try_triangle(f, measure, a, b, d, best, least);
        collide__fit_try_triangle(f, measure, b, c, d, best, least);
        collide__fit_try_triangle(f, measure, c, a, d, best, least);
    }
    collide__dvec3 turned[3];
    for (int k = 0; k < 4; ++k) { // coarsely, from here and from three others
        double other = DBL_MAX;
        memcpy(turned, k ? axis : best, sizeof turned);
        if (k)
            collide__fit_rotate(turned, k - 1, k < 3 ? k : 0, 0.4142135623730950);
        collide__fit_refine(f, measure, 0.25, 0.03, turned, &other);
        if (other < *least) {
            *least = other;
            memcpy(best, turned, sizeof turned);
        }
    }
    collide__fit_refine(f, measure, 0.03, 1e-6, best, least);
}
#undef COLLIDE__FIT_DIRECTIONS
#undef COLLIDE__FIT_MOST
