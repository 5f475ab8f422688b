// Exact verdicts on the hulls of up to four points, of any dimension: closed sets by separating
// axes, in integers. Call exact_init() once.
#ifndef EXACT_H
#define EXACT_H

#include "oracle.h"
#include "points.h"

#define EXACT_MOST 4

// Two sets of points; edges between any two of one set.
struct exact_hull {
    int n, edges;
    mpz_t v[EXACT_MOST][3], e[EXACT_MOST * (EXACT_MOST - 1) / 2][3];
};
static struct exact_hull exact_hulls[2];
static mpz_t exact_l[3], exact_x, exact_end[4];

static inline void exact_init(void) {
    oracle_init();
    for (int h = 0; h < 2; ++h)
        for (int k = 0; k < 3; ++k) {
            for (int i = 0; i < EXACT_MOST; ++i)
                mpz_init(exact_hulls[h].v[i][k]);
            for (int i = 0; i < EXACT_MOST * (EXACT_MOST - 1) / 2; ++i)
                mpz_init(exact_hulls[h].e[i][k]);
        }
    mpz_inits(exact_l[0], exact_l[1], exact_l[2], exact_x, NULL);
    for (int i = 0; i < 4; ++i)
        mpz_init(exact_end[i]);
}

// Whether exact_l parts them.
static inline bool exact_apart(void) {
    for (int h = 0; h < 2; ++h)
        for (int i = 0; i < exact_hulls[h].n; ++i) {
            mpz_mul(exact_x, exact_l[0], exact_hulls[h].v[i][0]);
            mpz_addmul(exact_x, exact_l[1], exact_hulls[h].v[i][1]);
            mpz_addmul(exact_x, exact_l[2], exact_hulls[h].v[i][2]);
            mpz_t *min = exact_end + 2 * h, *max = min + 1;
            if (i == 0 || mpz_cmp(exact_x, *min) < 0)
                mpz_set(*min, exact_x);
            if (i == 0 || mpz_cmp(exact_x, *max) > 0)
                mpz_set(*max, exact_x);
        }
    return mpz_cmp(exact_end[1], exact_end[2]) < 0 || mpz_cmp(exact_end[3], exact_end[0]) < 0;
}

static inline void exact_cross(mpz_t *a, mpz_t *b) {
    for (int i = 0; i < 3; ++i) {
        mpz_mul(exact_l[i], a[(i + 1) % 3], b[(i + 2) % 3]);
        mpz_submul(exact_l[i], a[(i + 2) % 3], b[(i + 1) % 3]);
    }
}

static inline void exact_set(struct exact_hull *hull, const collide_vec3 *p, int n) {
    hull->n = n;
    hull->edges = 0;
    for (int i = 0; i < n; ++i) {
        const float at[3] = {p[i].x, p[i].y, p[i].z};
        for (int k = 0; k < 3; ++k)
            oracle_set(hull->v[i][k], at[k]);
        for (int j = 0; j < i; ++j, ++hull->edges)
            for (int k = 0; k < 3; ++k)
                mpz_sub(hull->e[hull->edges][k], hull->v[i][k], hull->v[j][k]);
    }
}

// Coordinates on an axis in units of the largest power of two that fits: less to multiply.
static inline void exact_shorten(void) {
    for (int k = 0; k < 3; ++k) {
        mp_bitcnt_t zeros = 1000;
        for (int h = 0; h < 2; ++h)
            for (int i = 0; i < exact_hulls[h].n; ++i) {
                mpz_t *x = &exact_hulls[h].v[i][k];
                const mp_bitcnt_t first = mpz_sgn(*x) ? mpz_scan1(*x, 0) : zeros;
                zeros = first < zeros ? first : zeros;
            }
        for (int h = 0; h < 2; ++h) {
            for (int i = 0; i < exact_hulls[h].n; ++i)
                mpz_tdiv_q_2exp(exact_hulls[h].v[i][k], exact_hulls[h].v[i][k], zeros);
            for (int i = 0; i < exact_hulls[h].edges; ++i)
                mpz_tdiv_q_2exp(exact_hulls[h].e[i][k], exact_hulls[h].e[i][k], zeros);
        }
    }
}

// Axes: of coordinates; across two edges of one hull, or of both, or an edge and a coordinate axis,
// which part what is flat or a segment.
static inline bool exact_meet(const collide_vec3 *p, int n, const collide_vec3 *q, int m) {
    for (int i = 0; i < n + m; ++i) {
        const collide_vec3 *v = i < n ? p + i : q + i - n;
        if (!oracle_finite(v->x) || !oracle_finite(v->y) || !oracle_finite(v->z))
            return false;
    }
    exact_set(&exact_hulls[0], p, n);
    exact_set(&exact_hulls[1], q, m);
    exact_shorten();
    for (int k = 0; k < 3; ++k) {
        for (int i = 0; i < 3; ++i)
            mpz_set_ui(exact_l[i], i == k);
        if (exact_apart())
            return false;
    }
    for (int g = 0; g < 2; ++g)
        for (int h = g; h < 2; ++h)
            for (int i = 0; i < exact_hulls[g].edges; ++i)
                for (int j = g == h ? i + 1 : 0; j < exact_hulls[h].edges; ++j) {
                    exact_cross(exact_hulls[g].e[i], exact_hulls[h].e[j]);
                    if (exact_apart())
                        return false;
                }
    for (int h = 0; h < 2; ++h)
        for (int i = 0; i < exact_hulls[h].edges; ++i)
            for (int k = 0; k < 3; ++k) { // edge i x coordinate axis k
                mpz_t *e = exact_hulls[h].e[i];
                mpz_set_ui(exact_l[k], 0);
                mpz_set(exact_l[(k + 1) % 3], e[(k + 2) % 3]);
                mpz_neg(exact_l[(k + 2) % 3], e[(k + 1) % 3]);
                if (exact_apart())
                    return false;
            }
    return true;
}

// The sign of (q - p) x (r - p) . (s - p); of finite points.
static inline int exact_side(const collide_vec3 *p, const collide_vec3 *q, const collide_vec3 *r,
                             const collide_vec3 *s) {
    const collide_vec3 points[4] = {*p, *q, *r, *s};
    struct exact_hull *hull = &exact_hulls[0];
    exact_set(hull, points, 4); // edges 10, 20, 21, 30, ...
    exact_cross(hull->e[0], hull->e[1]);
    mpz_mul(exact_x, exact_l[0], hull->e[3][0]);
    mpz_addmul(exact_x, exact_l[1], hull->e[3][1]);
    mpz_addmul(exact_x, exact_l[2], hull->e[3][2]);
    return mpz_sgn(exact_x);
}

#endif // EXACT_H
