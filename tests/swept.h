// When two convex bodies that move meet, exactly: the source's separating axes in integers on GMP.
// Lengths and velocities are whole numbers of 2^-160; an axis is any vector of integers, since its
// length, which may be irrational, enters squared. Call swept_init() once.
#ifndef SWEPT_H
#define SWEPT_H

#include "oracle.h"
#include "points.h"

#define SWEPT_UNIT 160
#define SWEPT_CORNERS 32
#define SWEPT_DIRECTIONS 200

typedef mpz_t swept_vector[3];

// The sum of the hull of its corners and of its generators, which go from minus to plus. Normals
// and edges are directions; box says that they need no others.
struct swept_body {
    int corners, generators, normals, edges;
    bool box;
    swept_vector corner[SWEPT_CORNERS], generator[3];
    swept_vector normal[SWEPT_DIRECTIONS], edge[SWEPT_DIRECTIONS];
    swept_vector center; // times 6
    mpz_t extent;        // twice the e of the header
};

// Along one axis the bodies overlap while lower <= speed t <= upper; speed >= 0. square is that of
// the axis.
struct swept_axis {
    mpz_t lower, upper, speed, square;
};

static struct swept_body swept_bodies[2];
static struct swept_axis *swept_axes;
static const struct swept_axis *swept_first,
    *swept_last; // which begins last, NULL at 0; ends first
static size_t swept_count, swept_room;
static swept_vector swept_v, swept_n, swept_w;
static mpz_t swept_x, swept_y, swept_z, swept_p, swept_q, swept_time, swept_ends[4];

static inline void swept_init_vector(swept_vector v) {
    mpz_inits(v[0], v[1], v[2], NULL);
}

static inline void swept_init(void) {
    oracle_init();
    for (int h = 0; h < 2; ++h) {
        struct swept_body *b = &swept_bodies[h];
        for (int i = 0; i < SWEPT_CORNERS; ++i)
            swept_init_vector(b->corner[i]);
        for (int i = 0; i < 3; ++i)
            swept_init_vector(b->generator[i]);
        for (int i = 0; i < SWEPT_DIRECTIONS; ++i) {
            swept_init_vector(b->normal[i]);
            swept_init_vector(b->edge[i]);
        }
        swept_init_vector(b->center);
        mpz_init(b->extent);
    }
    swept_init_vector(swept_v);
    swept_init_vector(swept_n);
    swept_init_vector(swept_w);
    mpz_inits(swept_x, swept_y, swept_z, swept_p, swept_q, swept_time, NULL);
    for (int i = 0; i < 4; ++i)
        mpz_init(swept_ends[i]);
}

// ---- numbers ---------------------------------------------------------------------------------

// Of a float or a product of two.
static inline void swept_whole(mpz_t out, double x) {
    mpz_set_d(out, x * 0x1p160);
    REQUIRE(mpz_get_d(out) == x * 0x1p160, "%a has finer bits than the oracle", x);
}

static inline void swept_point(swept_vector out, collide_vec3 p) {
    swept_whole(out[0], (double)p.x);
    swept_whole(out[1], (double)p.y);
    swept_whole(out[2], (double)p.z);
}

static inline void swept_less(swept_vector out, swept_vector a, swept_vector b) {
    for (int k = 0; k < 3; ++k)
        mpz_sub(out[k], a[k], b[k]);
}

static inline void swept_dot(mpz_t out, swept_vector a, swept_vector b) {
    mpz_mul(out, a[0], b[0]);
    mpz_addmul(out, a[1], b[1]);
    mpz_addmul(out, a[2], b[2]);
}

static inline void swept_cross(swept_vector out, swept_vector a, swept_vector b) {
    for (int i = 0; i < 3; ++i) {
        mpz_mul(out[i], a[(i + 1) % 3], b[(i + 2) % 3]);
        mpz_submul(out[i], a[(i + 2) % 3], b[(i + 1) % 3]);
    }
}

// The length, rounded up to a whole number.
static inline void swept_length(mpz_t out, swept_vector v) {
    swept_dot(out, v, v);
    mpz_sqrtrem(out, oracle_x, out);
    mpz_add_ui(out, out, mpz_sgn(oracle_x) != 0);
}

// t = swept_time / 2^(what it returns).
static inline mp_bitcnt_t swept_set_time(float t) {
    oracle_set(swept_time, t);
    const mp_bitcnt_t zeros = mpz_sgn(swept_time) ? mpz_scan1(swept_time, 0) : 0;
    const mp_bitcnt_t cut = zeros < ORACLE_UNIT ? zeros : ORACLE_UNIT;
    mpz_tdiv_q_2exp(swept_time, swept_time, cut);
    return ORACLE_UNIT - cut;
}

// ---- bodies ----------------------------------------------------------------------------------

// Adds a direction, in the largest unit that fits, unless it is 0 or parallel to one before.
static inline void swept_direct(swept_vector *list, int *n, swept_vector v) {
    mp_bitcnt_t zeros = 100000;
    swept_vector *to = &list[*n];
    REQUIRE(*n < SWEPT_DIRECTIONS, "too many directions");
    for (int k = 0; k < 3; ++k)
        if (mpz_sgn(v[k])) {
            const mp_bitcnt_t first = mpz_scan1(v[k], 0);
            zeros = first < zeros ? first : zeros;
        }
    if (zeros == 100000)
        return;
    for (int k = 0; k < 3; ++k)
        mpz_tdiv_q_2exp((*to)[k], v[k], zeros);
    for (int i = 0; i < *n; ++i) {
        swept_cross(swept_w, list[i], *to);
        if (!mpz_sgn(swept_w[0]) && !mpz_sgn(swept_w[1]) && !mpz_sgn(swept_w[2]))
            return;
    }
    ++*n;
}

// A parallelepiped, since axes are orthogonal up to rounding alone.
static inline void swept_box(struct swept_body *b, const collide_obb *box) {
    const double half[3] = {(double)box->half.x, (double)box->half.y, (double)box->half.z};
    b->corners = 1;
    b->generators = 3;
    b->normals = b->edges = 0;
    b->box = true;
    mpz_set_ui(b->extent, 0);
    swept_point(b->corner[0], box->center);
    for (int k = 0; k < 3; ++k) {
        mpz_mul_ui(b->center[k], b->corner[0][k], 6);
        const double axis[3] = {(double)box->axis[k].x, (double)box->axis[k].y,
                                (double)box->axis[k].z};
        for (int i = 0; i < 3; ++i)
            swept_whole(b->generator[k][i], half[k] * axis[i]);
        swept_point(swept_n, box->axis[k]);
        swept_direct(b->edge, &b->edges, swept_n);
        swept_whole(swept_x, half[k]);
        mpz_addmul_ui(b->extent, swept_x, 2);
    }
    for (int k = 0; k < 3 && b->edges == 3; ++k) {
        swept_cross(swept_n, b->edge[(k + 1) % 3], b->edge[(k + 2) % 3]);
        swept_direct(b->normal, &b->normals, swept_n);
    }
}

static inline void swept_triangle(struct swept_body *b, const collide_triangle *t) {
    b->corners = 3;
    b->generators = b->normals = b->edges = 0;
    b->box = false;
    mpz_set_ui(b->extent, 0);
    for (int i = 0; i < 3; ++i)
        swept_point(b->corner[i], t->v[i]);
    for (int i = 0; i < 3; ++i) {
        swept_less(swept_n, b->corner[(i + 1) % 3], b->corner[i]);
        swept_length(swept_x, swept_n);
        mpz_add(b->extent, b->extent, swept_x);
        swept_direct(b->edge, &b->edges, swept_n);
        mpz_add(b->center[i], b->corner[0][i], b->corner[1][i]);
        mpz_add(b->center[i], b->center[i], b->corner[2][i]);
        mpz_mul_ui(b->center[i], b->center[i], 2);
    }
    if (b->edges > 1) {
        swept_cross(swept_n, b->edge[0], b->edge[1]);
        swept_direct(b->normal, &b->normals, swept_n);
    }
}

// The hull of points, by the triangles of its surface.
static inline void swept_hull(struct swept_body *b, const collide_vec3 *points, size_t n,
                              const uint32_t *index, size_t triangles) {
    REQUIRE(n <= SWEPT_CORNERS, "too many points");
    b->corners = (int)n;
    b->generators = b->normals = b->edges = 0;
    b->box = false;
    mpz_set_ui(b->extent, 0);
    for (size_t i = 0; i < n; ++i)
        swept_point(b->corner[i], points[i]);
    for (size_t i = 0; i < triangles; ++i) {
        swept_vector side[3];
        for (int k = 0; k < 3; ++k) {
            swept_init_vector(side[k]);
            swept_less(side[k], b->corner[index[3 * i + (size_t)(k + 1) % 3]],
                       b->corner[index[3 * i + (size_t)k]]);
            swept_direct(b->edge, &b->edges, side[k]);
        }
        swept_cross(swept_n, side[0], side[1]);
        swept_direct(b->normal, &b->normals, swept_n);
        for (int k = 0; k < 3; ++k)
            mpz_clears(side[k][0], side[k][1], side[k][2], NULL);
    }
    for (int k = 0; k < 3; ++k) {
        mpz_t *low = &swept_ends[0], *high = &swept_ends[1];
        mpz_set(*low, b->corner[0][k]);
        mpz_set(*high, b->corner[0][k]);
        for (size_t i = 1; i < n; ++i) {
            if (mpz_cmp(b->corner[i][k], *low) < 0)
                mpz_set(*low, b->corner[i][k]);
            if (mpz_cmp(b->corner[i][k], *high) > 0)
                mpz_set(*high, b->corner[i][k]);
        }
        mpz_add(b->center[k], *low, *high);
        mpz_mul_ui(b->center[k], b->center[k], 3);
        mpz_add(b->extent, b->extent, *high);
        mpz_sub(b->extent, b->extent, *low);
    }
}

// ---- axes ------------------------------------------------------------------------------------

// swept_n as an axis, unless it is 0.
static inline void swept_take(void) {
    if (!mpz_sgn(swept_n[0]) && !mpz_sgn(swept_n[1]) && !mpz_sgn(swept_n[2]))
        return;
    if (swept_count == swept_room) {
        const size_t room = swept_room ? 2 * swept_room : 64;
        swept_axes = (struct swept_axis *)realloc(swept_axes, room * sizeof *swept_axes);
        assert_non_null(swept_axes);
        for (; swept_room < room; ++swept_room) {
            struct swept_axis *s = &swept_axes[swept_room];
            mpz_inits(s->lower, s->upper, s->speed, s->square, NULL);
        }
    }
    for (int h = 0; h < 2; ++h) {
        const struct swept_body *b = &swept_bodies[h];
        mpz_t *low = &swept_ends[2 * h], *high = low + 1;
        for (int i = 0; i < b->corners; ++i) {
            swept_dot(swept_x, swept_n, swept_bodies[h].corner[i]);
            if (i == 0 || mpz_cmp(swept_x, *low) < 0)
                mpz_set(*low, swept_x);
            if (i == 0 || mpz_cmp(swept_x, *high) > 0)
                mpz_set(*high, swept_x);
        }
        for (int i = 0; i < b->generators; ++i) {
            swept_dot(swept_x, swept_n, swept_bodies[h].generator[i]);
            mpz_abs(swept_x, swept_x);
            mpz_sub(*low, *low, swept_x);
            mpz_add(*high, *high, swept_x);
        }
    }
    struct swept_axis *s = &swept_axes[swept_count++];
    mpz_sub(s->lower, swept_ends[0], swept_ends[3]);
    mpz_sub(s->upper, swept_ends[1], swept_ends[2]);
    swept_dot(s->speed, swept_n, swept_v);
    swept_dot(s->square, swept_n, swept_n);
    if (mpz_sgn(s->speed) < 0) {
        mpz_swap(s->lower, s->upper);
        mpz_neg(s->lower, s->lower);
        mpz_neg(s->upper, s->upper);
        mpz_neg(s->speed, s->speed);
    }
}

// All axes that can part swept_bodies, which move with va and vb. What may be flat within one
// plane, or a line, needs those across its edges and coordinate axes, too.
static inline void swept_bodies_move(collide_vec3 va, collide_vec3 vb) {
    swept_count = 0;
    swept_point(swept_n, va);
    swept_point(swept_v, vb);
    swept_less(swept_v, swept_v, swept_n);
    const bool box = swept_bodies[0].box || swept_bodies[1].box;
    for (int k = 0; k < 3 && !box; ++k) {
        for (int i = 0; i < 3; ++i)
            mpz_set_ui(swept_n[i], i == k);
        swept_take();
    }
    for (int h = 0; h < 2; ++h) {
        struct swept_body *b = &swept_bodies[h];
        for (int i = 0; i < b->normals; ++i) {
            for (int k = 0; k < 3; ++k)
                mpz_set(swept_n[k], b->normal[i][k]);
            swept_take();
        }
        for (int i = 0; i < b->edges && !box; ++i)
            for (int k = 0; k < 3; ++k) {
                mpz_set_ui(swept_n[k], 0);
                mpz_set(swept_n[(k + 1) % 3], b->edge[i][(k + 2) % 3]);
                mpz_neg(swept_n[(k + 2) % 3], b->edge[i][(k + 1) % 3]);
                swept_take();
            }
    }
    for (int i = 0; i < swept_bodies[0].edges; ++i)
        for (int j = 0; j < swept_bodies[1].edges; ++j) {
            swept_cross(swept_n, swept_bodies[0].edge[i], swept_bodies[1].edge[j]);
            swept_take();
        }
}

// ---- questions -------------------------------------------------------------------------------

// Whether they meet within [0, t_max].
static inline bool swept_meet(float t_max) {
    const struct swept_axis *first = NULL, *last = NULL;
    const mp_bitcnt_t shift = swept_set_time(t_max);
    swept_first = swept_last = NULL;
    for (size_t i = 0; i < swept_count; ++i) {
        const struct swept_axis *s = &swept_axes[i];
        if (mpz_sgn(s->upper) < 0 || (!mpz_sgn(s->speed) && mpz_sgn(s->lower) > 0))
            return false;
        if (!mpz_sgn(s->speed))
            continue;
        if (mpz_sgn(s->lower) > 0) { // begins by t_max, and after first?
            mpz_mul_2exp(swept_x, s->lower, shift);
            mpz_mul(swept_y, s->speed, swept_time);
            if (mpz_cmp(swept_x, swept_y) > 0)
                return false;
            if (first) {
                mpz_mul(swept_x, s->lower, first->speed);
                mpz_mul(swept_y, first->lower, s->speed);
            }
            first = !first || mpz_cmp(swept_x, swept_y) > 0 ? s : first;
        }
        if (last) {
            mpz_mul(swept_x, s->upper, last->speed);
            mpz_mul(swept_y, last->upper, s->speed);
        }
        last = !last || mpz_cmp(swept_x, swept_y) < 0 ? s : last;
    }
    swept_first = first;
    swept_last = last;
    if (!first || !last)
        return true;
    mpz_mul(swept_x, first->lower, last->speed);
    mpz_mul(swept_y, last->upper, first->speed);
    return mpz_cmp(swept_x, swept_y) <= 0;
}

// When they begin to overlap, and when they no longer do if that is before t_max, to the last
// places of double; after swept_meet.
static inline void swept_times(float t_max, double *first, double *last) {
    *first = swept_first ? oracle_ratio(swept_first->lower, swept_first->speed, 0) : 0;
    *last = swept_last ? oracle_ratio(swept_last->upper, swept_last->speed, 0) : (double)t_max;
    *last = *last < (double)t_max ? *last : (double)t_max;
}

// Whether w <= grow (sqrt(p) + sqrt(q)), by squares; p > 0.
static inline bool swept_within(const mpz_t w, const mpz_t grow, const mpz_t p, const mpz_t q) {
    const int sign = mpz_sgn(grow);
    if (sign >= 0 ? mpz_sgn(w) <= 0 : mpz_sgn(w) >= 0)
        return sign >= 0;
    mpz_mul(swept_z, grow, grow); // w^2 - grow^2 (p + q) against 2 grow^2 sqrt(p q)
    mpz_add(oracle_x, p, q);
    mpz_mul(oracle_x, oracle_x, swept_z);
    mpz_mul(oracle_y, w, w);
    mpz_sub(oracle_y, oracle_y, oracle_x);
    if (mpz_sgn(oracle_y) < 0)
        return sign >= 0;
    mpz_mul(oracle_y, oracle_y, oracle_y);
    mpz_mul(oracle_x, p, q);
    mpz_mul_ui(oracle_x, oracle_x, 4);
    mpz_mul(oracle_x, oracle_x, swept_z);
    mpz_mul(oracle_x, oracle_x, swept_z);
    return sign >= 0 ? mpz_cmp(oracle_y, oracle_x) <= 0 : mpz_cmp(oracle_y, oracle_x) >= 0;
}

// The same where they are larger by grow, or smaller where that is negative, along each axis.
static inline bool swept_meet_grown(float t_max, const mpz_t grow) {
    const mp_bitcnt_t shift = swept_set_time(t_max);
    mpz_t w, zero, scaled;
    bool meet = true;
    mpz_inits(w, zero, scaled, NULL);
    mpz_mul_2exp(scaled, grow, shift);
    for (size_t i = 0; i < swept_count && meet; ++i) {
        const struct swept_axis *s = &swept_axes[i];
        mpz_neg(w, s->upper); // ends at 0 or later
        meet = swept_within(w, grow, s->square, zero);
        mpz_mul_2exp(w, s->lower, shift); // begins by t_max
        mpz_submul(w, s->speed, swept_time);
        meet = meet && swept_within(w, scaled, s->square, zero);
        for (size_t j = 0; j < swept_count && meet; ++j) { // and before any ends
            const struct swept_axis *e = &swept_axes[j];
            if (!mpz_sgn(s->speed) || !mpz_sgn(e->speed))
                continue;
            mpz_mul(w, s->lower, e->speed);
            mpz_submul(w, e->upper, s->speed);
            mpz_mul(swept_p, e->speed, e->speed);
            mpz_mul(swept_p, swept_p, s->square);
            mpz_mul(swept_q, s->speed, s->speed);
            mpz_mul(swept_q, swept_q, e->square);
            meet = swept_within(w, grow, swept_p, swept_q);
        }
    }
    mpz_clears(w, zero, scaled, NULL);
    return meet;
}

// How far from overlapping they are along an axis at t, before they begin or, with end, after they
// end, times 2^shift: less than 0 if they overlap.
static inline void swept_gap(mpz_t out, const struct swept_axis *s, bool end, mp_bitcnt_t shift) {
    mpz_mul(swept_y, s->speed, swept_time);
    mpz_mul_2exp(out, end ? s->upper : s->lower, shift);
    mpz_sub(out, out, swept_y);
    if (end)
        mpz_neg(out, out);
}

// Whether at t all axes have begun or, with end, none has ended, if bodies are larger by grow. The
// largest share of it that was needed, squared, goes to *share.
static inline bool swept_overlap_at(float t, bool end, const mpz_t grow, double *share) {
    const mp_bitcnt_t shift = swept_set_time(t);
    for (size_t i = 0; i < swept_count; ++i) {
        swept_gap(swept_x, &swept_axes[i], end, shift);
        if (mpz_sgn(swept_x) <= 0)
            continue;
        mpz_mul(swept_x, swept_x, swept_x);
        mpz_mul(swept_y, grow, grow);
        mpz_mul(swept_y, swept_y, swept_axes[i].square);
        mpz_mul_2exp(swept_y, swept_y, 2 * shift);
        if (mpz_cmp(swept_x, swept_y) > 0)
            return false;
        const double needed = oracle_ratio(swept_x, swept_y, 0);
        *share = needed > *share ? needed : *share;
    }
    return true;
}

// Whether at t some axis is just beginning or yet to begin or, with end, ending or has ended, if
// bodies are smaller by shrink. The least share of it that was needed, squared, goes to *share.
static inline bool swept_apart_by(float t, bool end, const mpz_t shrink, double *share) {
    const mp_bitcnt_t shift = swept_set_time(t);
    double least = INFINITY;
    for (size_t i = 0; i < swept_count; ++i) {
        swept_gap(swept_x, &swept_axes[i], end, shift);
        if (mpz_sgn(swept_x) >= 0)
            return true;
        if (!mpz_sgn(shrink) || !mpz_sgn(swept_axes[i].speed))
            continue;
        mpz_mul(swept_x, swept_x, swept_x);
        mpz_mul(swept_y, shrink, shrink);
        mpz_mul(swept_y, swept_y, swept_axes[i].square);
        mpz_mul_2exp(swept_y, swept_y, 2 * shift);
        const double needed = oracle_ratio(swept_x, swept_y, 0);
        if (mpz_cmp(swept_x, swept_y) <= 0)
            least = needed < least ? needed : least;
    }
    if (least < INFINITY)
        *share = least > *share ? least : *share;
    return least < INFINITY;
}

// How deep they overlap before they move, 0 if they do not, to the last places of double.
static inline double swept_depth_now(void) {
    double least = INFINITY;
    for (size_t i = 0; i < swept_count; ++i) {
        const struct swept_axis *s = &swept_axes[i];
        mpz_neg(swept_x, s->lower);
        if (mpz_cmp(s->upper, swept_x) < 0)
            mpz_set(swept_x, s->upper);
        if (mpz_sgn(swept_x) <= 0)
            return 0;
        mpz_mul(swept_x, swept_x, swept_x);
        const double square = oracle_ratio(swept_x, s->square, -2 * SWEPT_UNIT);
        least = square < least ? square : least;
    }
    return root(least);
}

// Whether that is depth, or off by slack at most; the share of it that was needed goes to *share.
static inline bool swept_depth(float depth, const mpz_t slack, double *share) {
    bool some = false;
    swept_whole(swept_p, (double)depth);
    mpz_add(swept_q, swept_p, slack);
    mpz_sub(swept_p, swept_p, slack);
    for (size_t i = 0; i < swept_count; ++i) {
        const struct swept_axis *s = &swept_axes[i];
        mpz_neg(swept_x, s->lower);
        if (mpz_cmp(s->upper, swept_x) < 0)
            mpz_set(swept_x, s->upper);
        const int sign = mpz_sgn(swept_x);
        mpz_mul(swept_x, swept_x, swept_x);
        mpz_mul(swept_y, swept_p, swept_p);
        mpz_mul(swept_y, swept_y, s->square);
        if (mpz_sgn(swept_p) > 0 && (sign <= 0 || mpz_cmp(swept_x, swept_y) < 0))
            return false;
        mpz_mul(swept_y, swept_q, swept_q);
        mpz_mul(swept_y, swept_y, s->square);
        some = some || sign <= 0 || mpz_cmp(swept_x, swept_y) <= 0;
    }
    const double error = (double)depth - swept_depth_now();
    mpz_set_ui(swept_x, 1);
    const double stated = oracle_ratio(slack, swept_x, -SWEPT_UNIT);
    const double needed = (error < 0 ? -error : error) / stated;
    *share = needed > *share ? needed : *share;
    return some;
}

// ---- what >>sat promises ---------------------------------------------------------------------

// By how much larger bodies may seem to verdicts and times, and to depths; how deep no miss is, how
// late a time may be: all lengths. once says that times were then rounded outward.
struct swept_bound {
    mpz_t grow, never, late, depth;
    bool once;
};

static inline void swept_init_bound(struct swept_bound *b) {
    mpz_inits(b->grow, b->never, b->late, b->depth, NULL);
}

// 4u e / sin t of a triangle with the angle t at v[1]; 0 if that has no sine.
static inline void swept_thin(mpz_t out, const struct swept_body *b, const mpz_t twice_e) {
    swept_vector side[2];
    for (int i = 0; i < 2; ++i) {
        swept_init_vector(side[i]);
        for (int k = 0; k < 3; ++k)
            mpz_sub(side[i][k], b->corner[2 * i][k], b->corner[1][k]);
    }
    swept_cross(swept_n, side[0], side[1]);
    swept_dot(swept_x, swept_n, swept_n);
    swept_dot(swept_y, side[0], side[0]);
    swept_dot(swept_z, side[1], side[1]);
    mpz_set_ui(out, 0);
    if (mpz_sgn(swept_x)) { // 1 / sin t in units of 2^-32
        mpz_mul(swept_y, swept_y, swept_z);
        mpz_mul_2exp(swept_y, swept_y, 64);
        mpz_cdiv_q(swept_y, swept_y, swept_x);
        mpz_sqrt(swept_y, swept_y);
        mpz_add_ui(swept_y, swept_y, 1);
        mpz_mul(out, swept_y, twice_e);
        mpz_cdiv_q_2exp(out, out, 32 + 24 - 1);
    }
    for (int i = 0; i < 2; ++i)
        mpz_clears(side[i][0], side[i][1], side[i][2], NULL);
}

// Of swept_bodies. Lengths are rounded up to whole numbers of 2^-160.
static inline void swept_bounds(struct swept_bound *b, bool triangles, bool box_triangle) {
    mpz_t e, d; // twice e, and 6 d
    mpz_inits(e, d, NULL);
    mpz_add(e, swept_bodies[0].extent, swept_bodies[1].extent);
    swept_less(swept_n, swept_bodies[0].center, swept_bodies[1].center);
    swept_length(d, swept_n);
    b->once = triangles;
    mpz_mul_ui(b->depth, e, 60);
    mpz_addmul_ui(b->depth, d, 8);
    mpz_cdiv_q_ui(b->depth, b->depth, 6); // 20 e + 8 d
    mpz_cdiv_q_2exp(b->depth, b->depth, 24);
    mpz_mul_ui(b->never, e, 6);
    mpz_addmul_ui(b->never, d, 2);
    mpz_cdiv_q_ui(b->never, b->never, 3); // 4 (e + d)
    mpz_cdiv_q_2exp(b->never, b->never, 24);
    mpz_mul_ui(b->late, b->never, 2); // 8 (e + d)
    mpz_mul_ui(swept_x, e, 3);
    if (triangles || mpz_cmp(d, swept_x) <= 0) // d is not more than e
        mpz_set_ui(b->late, 0);
    if (box_triangle) {
        swept_thin(swept_p, &swept_bodies[1], e);
        mpz_add(b->depth, b->depth, swept_p);
    }
    mpz_set(b->grow, b->depth);
    if (triangles) { // from 4u (e + d)
        mpz_mul_ui(b->depth, b->never, 12);
        mpz_cdiv_q_2exp(b->grow, b->never, 46 - 24 + 2);
        mpz_set_ui(b->never, 0);
    }
    mpz_clears(e, d, NULL);
}

// What a sweep said.
struct swept_answer {
    bool hit;
    float first, last, t_max;
};

// Shares of the bounds that were needed, squared.
struct swept_shares {
    double grow, late;
};

// The float before or behind t >= 0.
static inline float swept_next(float t, bool up) {
    return up ? kinds_float(kinds_bits(t) + 1) : t > 0 ? kinds_float(kinds_bits(t) - 1) : t;
}

// NULL, or which promise is broken; *exact is whether the bodies, as their axes were taken, meet.
static inline const char *swept_judge(const struct swept_answer *r, const struct swept_bound *b,
                                      bool *exact, struct swept_shares *shares) {
    *exact = swept_meet(r->t_max);
    if (!r->hit) {
        mpz_neg(swept_p, b->never);
        if (*exact && !mpz_sgn(b->never))
            return "a hit is lost";
        mpz_t smaller;
        mpz_init_set(smaller, swept_p);
        const bool lost = *exact && swept_meet_grown(r->t_max, smaller);
        mpz_clear(smaller);
        return lost ? "a hit is lost" : NULL;
    }
    if (!*exact && !swept_meet_grown(r->t_max, b->grow))
        return "a hit is invented";
    if (!(r->first >= 0 && r->first <= r->last && r->last <= r->t_max))
        return "times are out of order";
    const float first = b->once ? swept_next(r->first, true) : r->first;
    const float last = b->once && r->last < r->t_max ? swept_next(r->last, false) : r->last;
    if (!swept_overlap_at(first, false, b->grow, &shares->grow))
        return "t_first is too early";
    if (!swept_overlap_at(last, true, b->grow, &shares->grow))
        return "t_last is too late";
    if (*exact && r->first > 0 && !swept_apart_by(r->first, false, b->late, &shares->late))
        return "t_first is too late";
    if (*exact && r->last < r->t_max && !swept_apart_by(r->last, true, b->late, &shares->late))
        return "t_last is too early";
    return NULL;
}

#endif // SWEPT_H
