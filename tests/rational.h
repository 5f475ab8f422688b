// Vectors of rationals on GMP, and what is nearest to what, exactly. Call rational_init() once.
#ifndef RATIONAL_H
#define RATIONAL_H

#include "points.h"

#include <gmp.h>

typedef mpq_t rational_vector[3];

static mpq_t rational_x, rational_y, rational_s, rational_t;
static rational_vector rational_u, rational_v, rational_w, rational_n, rational_at;

static inline void rational_init_vector(rational_vector v) {
    mpq_inits(v[0], v[1], v[2], NULL);
}

static inline void rational_init(void) {
    mpq_inits(rational_x, rational_y, rational_s, rational_t, NULL);
    rational_init_vector(rational_u);
    rational_init_vector(rational_v);
    rational_init_vector(rational_w);
    rational_init_vector(rational_n);
    rational_init_vector(rational_at);
}

static inline void rational_set(rational_vector out, collide_vec3 p) {
    mpq_set_d(out[0], (double)p.x);
    mpq_set_d(out[1], (double)p.y);
    mpq_set_d(out[2], (double)p.z);
}

static inline void rational_less(rational_vector out, rational_vector a, rational_vector b) {
    for (int i = 0; i < 3; ++i)
        mpq_sub(out[i], a[i], b[i]);
}

static inline void rational_dot(mpq_t out, rational_vector a, rational_vector b) {
    mpq_t product;
    mpq_init(product);
    mpq_mul(out, a[0], b[0]);
    for (int i = 1; i < 3; ++i) {
        mpq_mul(product, a[i], b[i]);
        mpq_add(out, out, product);
    }
    mpq_clear(product);
}

static inline void rational_cross(rational_vector out, rational_vector a, rational_vector b) {
    mpq_t product;
    mpq_init(product);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpq_mul(out[i], a[j], b[k]);
        mpq_mul(product, a[k], b[j]);
        mpq_sub(out[i], out[i], product);
    }
    mpq_clear(product);
}

// out = a + k b, n numbers.
static inline void rational_along(mpq_t *out, mpq_t *a, mpq_t k, mpq_t *b, int n) {
    mpq_t product;
    mpq_init(product);
    for (int i = 0; i < n; ++i) {
        mpq_mul(product, b[i], k);
        mpq_add(out[i], a[i], product);
    }
    mpq_clear(product);
}

static inline void rational_clamp(mpq_t k) {
    if (mpq_sgn(k) < 0)
        mpq_set_ui(k, 0, 1);
    if (mpq_cmp_ui(k, 1, 1) > 0)
        mpq_set_ui(k, 1, 1);
}

static inline void rational_lower(mpq_t least, mpq_t x) {
    if (mpq_cmp(x, least) < 0)
        mpq_set(least, x);
}

// ---- squares of distances --------------------------------------------------------------------

// Of a point from the segment from a along e; taken if less than least.
static inline void rational_off_segment(mpq_t least, rational_vector p, rational_vector a,
                                        rational_vector e) {
    rational_less(rational_u, p, a);
    rational_dot(rational_x, e, e);
    rational_dot(rational_t, rational_u, e);
    if (mpq_sgn(rational_x))
        mpq_div(rational_t, rational_t, rational_x);
    rational_clamp(rational_t);
    mpq_neg(rational_t, rational_t);
    rational_along(rational_u, rational_u, rational_t, e, 3);
    rational_dot(rational_x, rational_u, rational_u);
    rational_lower(least, rational_x);
}

// Of the insides of two segments, which are nearest to each other where their lines are.
static inline void rational_between_lines(mpq_t least, rational_vector a, rational_vector e,
                                          rational_vector b, rational_vector f) {
    rational_cross(rational_w, e, f);
    rational_dot(rational_s, rational_w, rational_w);
    if (!mpq_sgn(rational_s))
        return;
    rational_less(rational_u, b, a);
    for (int i = 0; i < 2; ++i) {
        rational_cross(rational_v, rational_u, i ? e : f);
        rational_dot(rational_x, rational_v, rational_w);
        if (mpq_sgn(rational_x) < 0 || mpq_cmp(rational_x, rational_s) > 0)
            return;
    }
    rational_dot(rational_x, rational_u, rational_w);
    mpq_mul(rational_x, rational_x, rational_x);
    mpq_div(rational_x, rational_x, rational_s);
    rational_lower(least, rational_x);
}

// Three points, and from each the edge to the next.
struct rational_triangle {
    rational_vector v[3], e[3];
};

static inline void rational_init_triangle(struct rational_triangle *t) {
    for (int i = 0; i < 3; ++i) {
        rational_init_vector(t->v[i]);
        rational_init_vector(t->e[i]);
    }
}

static inline void rational_clear_triangle(struct rational_triangle *t) {
    for (int i = 0; i < 3; ++i) {
        mpq_clears(t->v[i][0], t->v[i][1], t->v[i][2], NULL);
        mpq_clears(t->e[i][0], t->e[i][1], t->e[i][2], NULL);
    }
}

static inline void rational_set_triangle(struct rational_triangle *t, const collide_triangle *of) {
    for (int i = 0; i < 3; ++i)
        rational_set(t->v[i], of->v[i]);
    for (int i = 0; i < 3; ++i)
        rational_less(t->e[i], t->v[(i + 1) % 3], t->v[i]);
}

// Whether a point is above or below the face, whose normal is rational_n.
static inline bool rational_inside(struct rational_triangle *t, rational_vector p) {
    for (int i = 0; i < 3; ++i) {
        rational_less(rational_u, p, t->v[i]);
        rational_cross(rational_v, t->e[i], rational_u);
        rational_dot(rational_x, rational_n, rational_v);
        if (mpq_sgn(rational_x) < 0)
            return false;
    }
    return true;
}

// Of a segment, from p to q, and a triangle; either may be a point.
static inline void rational_off_triangle(mpq_t least, rational_vector p, rational_vector q,
                                         struct rational_triangle *t) {
    mpq_t height[2];
    rational_vector way;
    mpq_inits(height[0], height[1], NULL);
    rational_init_vector(way);
    rational_less(way, q, p);
    rational_less(rational_u, t->v[0], p);
    rational_dot(least, rational_u, rational_u);
    for (int i = 0; i < 3; ++i) {
        rational_off_segment(least, p, t->v[i], t->e[i]);
        rational_off_segment(least, q, t->v[i], t->e[i]);
        rational_off_segment(least, t->v[i], p, way);
        rational_between_lines(least, p, way, t->v[i], t->e[i]);
    }
    rational_cross(rational_n, t->e[0], t->e[1]);
    rational_dot(rational_s, rational_n, rational_n);
    for (int i = 0; i < 2 && mpq_sgn(rational_s); ++i) {
        rational_less(rational_u, i ? q : p, t->v[0]);
        rational_dot(height[i], rational_n, rational_u);
        if (rational_inside(t, i ? q : p)) {
            mpq_mul(rational_x, height[i], height[i]);
            mpq_div(rational_x, rational_x, rational_s);
            rational_lower(least, rational_x);
        }
    }
    if (mpq_sgn(height[0]) * mpq_sgn(height[1]) < 0) { // through the plane
        mpq_sub(height[1], height[0], height[1]);
        mpq_div(height[0], height[0], height[1]);
        rational_along(rational_at, p, height[0], way, 3);
        if (rational_inside(t, rational_at))
            mpq_set_ui(least, 0, 1);
    }
    mpq_clears(height[0], height[1], NULL);
    mpq_clears(way[0], way[1], way[2], NULL);
}

// ---- cylinders -------------------------------------------------------------------------------

// A point of a polygon as seen along a cylinder's axis: how far along, and the vector product with
// the axis, whose length is the distance from it. Cutting twice leaves five of a triangle.
#define RATIONAL_CORNERS 8
typedef mpq_t rational_seen[4];

// Keeps what lies no farther along than half, or with sign < 0 no farther back. Returns how many
// corners are left, which go from one list to the other.
static inline int rational_cut(rational_seen *to, rational_seen *from, int n, int sign,
                               mpq_t half) {
    mpq_t *beyond[2] = {&rational_x, &rational_y};
    int m = 0;
    for (int i = 0; i < n; ++i) {
        const int next = i + 1 < n ? i + 1 : 0;
        for (int k = 0; k < 2; ++k) {
            mpq_set(*beyond[k], from[k ? next : i][0]);
            if (sign < 0)
                mpq_neg(*beyond[k], *beyond[k]);
            mpq_sub(*beyond[k], *beyond[k], half);
        }
        if (mpq_sgn(rational_x) <= 0) {
            for (int k = 0; k < 4; ++k)
                mpq_set(to[m][k], from[i][k]);
            ++m;
        }
        if (mpq_sgn(rational_x) * mpq_sgn(rational_y) < 0) {
            mpq_t way[4];
            mpq_sub(rational_y, rational_x, rational_y);
            mpq_div(rational_t, rational_x, rational_y);
            for (int k = 0; k < 4; ++k) {
                mpq_init(way[k]);
                mpq_sub(way[k], from[next][k], from[i][k]);
            }
            rational_along(to[m++], from[i], rational_t, way, 4);
            mpq_clears(way[0], way[1], way[2], way[3], NULL);
        }
    }
    return m;
}

// Whether a polygon comes within a distance of the axis, or the axis goes through it.
static inline bool rational_round_axis(rational_seen *corner, int n, rational_vector axis,
                                       mpq_t square) {
    bool left = n > 2, right = n > 2, turns = false;
    for (int i = 0; i < n; ++i) {
        mpq_t *a = corner[i] + 1, *b = corner[i + 1 < n ? i + 1 : 0] + 1;
        rational_less(rational_v, b, a);
        rational_dot(rational_x, rational_v, rational_v);
        rational_dot(rational_t, a, rational_v);
        mpq_neg(rational_t, rational_t);
        if (mpq_sgn(rational_x))
            mpq_div(rational_t, rational_t, rational_x);
        rational_clamp(rational_t);
        rational_along(rational_at, a, rational_t, rational_v, 3);
        rational_dot(rational_x, rational_at, rational_at);
        if (mpq_cmp(rational_x, square) <= 0)
            return true;
        rational_cross(rational_w, a, b);
        rational_dot(rational_x, axis, rational_w);
        left = left && mpq_sgn(rational_x) >= 0;
        right = right && mpq_sgn(rational_x) <= 0;
        turns = turns || mpq_sgn(rational_x) != 0;
    }
    return (left || right) && turns;
}

// Whether a cylinder whose radius and half height are larger by grow, or smaller, meets a triangle,
// of which only the corners are asked: the triangle between the bases, within the radius.
static inline bool rational_cylinder_meets(const collide_cylinder *c, struct rational_triangle *t,
                                           mpq_t grow) {
    static rational_seen corner[2][RATIONAL_CORNERS];
    static rational_vector axis;
    static mpq_t half, square;
    static bool ready;
    if (!ready) {
        for (int i = 0; i < 2 * RATIONAL_CORNERS * 4; ++i)
            mpq_init(corner[i / 4 / RATIONAL_CORNERS][i / 4 % RATIONAL_CORNERS][i % 4]);
        rational_init_vector(axis);
        mpq_inits(half, square, NULL);
        ready = true;
    }
    mpq_set_d(half, (double)c->height / 2);
    mpq_add(half, half, grow);
    mpq_set_d(square, (double)c->radius);
    mpq_add(square, square, grow);
    if (mpq_sgn(half) < 0 || mpq_sgn(square) < 0)
        return false;
    mpq_mul(square, square, square);
    rational_set(axis, c->axis);
    rational_set(rational_v, c->center);
    for (int i = 0; i < 3; ++i) {
        rational_less(rational_u, t->v[i], rational_v);
        rational_dot(corner[0][i][0], rational_u, axis);
        rational_cross(corner[0][i] + 1, rational_u, axis);
    }
    const int n = rational_cut(corner[1], corner[0], 3, -1, half);
    const int m = rational_cut(corner[0], corner[1], n, 1, half);
    return m > 0 && rational_round_axis(corner[0], m, axis, square);
}

#endif // RATIONAL_H
