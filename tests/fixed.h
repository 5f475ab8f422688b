// Fixed-point numbers of 192 binary places, on GMP's integers, and what tests prove with them about
// bodies that move and turn: that a certificate holds, or that a sine is right. Numbers stay below
// 2^24 here. A product loses less than 2^-192; errors grow by less than 2^40 until they come to a
// gap, so that one above FIXED_SURE is positive. A square root may be off by the root of an error:
// 2^-70.
#ifndef FIXED_H
#define FIXED_H

#include <assert.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "turning.h"

#define FIXED_LIMBS (256 / GMP_NUMB_BITS)
#define FIXED_PLACES (192 / GMP_NUMB_BITS) // limbs behind the point
#define FIXED_SURE 0x1p-64L

typedef struct fixed {
    mp_limb_t v[FIXED_LIMBS];
    bool minus;
} fixed;

typedef struct fixed3 {
    fixed x[3];
} fixed3;

// Exact for multiples of 2^-192; else rounded towards 0.
static inline fixed fixed_of(long double x) {
    fixed r;
    memset(&r, 0, sizeof r);
    r.minus = x < 0;
    x = fabsl(x);
    assert(x < 0x1p60L);
    for (int i = FIXED_LIMBS - 1; i >= 0; --i) { // 32 bits at a time
        const int half = GMP_NUMB_BITS / 32;
        for (int k = half - 1; k >= 0; --k) {
            const long double digit = ldexpl(1, (i - FIXED_PLACES) * GMP_NUMB_BITS + 32 * k);
            const long double n = floorl(x / digit);
            x -= n * digit;
            r.v[i] |= (mp_limb_t)n << 32 * k;
        }
    }
    return r;
}

// Rounded to nearest, or nearly.
static inline long double fixed_value(const fixed *a) {
    long double r = 0;
    for (int i = 0; i < FIXED_LIMBS; ++i)
        r += ldexpl((long double)a->v[i], (i - FIXED_PLACES) * GMP_NUMB_BITS);
    return a->minus ? -r : r;
}

static inline fixed fixed_neg(fixed a) {
    a.minus = !a.minus;
    return a;
}

static inline fixed fixed_add(fixed a, fixed b) {
    fixed r = a;
    if (a.minus == b.minus) {
        mpn_add_n(r.v, a.v, b.v, FIXED_LIMBS);
    } else if (mpn_cmp(a.v, b.v, FIXED_LIMBS) >= 0) {
        mpn_sub_n(r.v, a.v, b.v, FIXED_LIMBS);
    } else {
        mpn_sub_n(r.v, b.v, a.v, FIXED_LIMBS);
        r.minus = b.minus;
    }
    return r;
}

static inline fixed fixed_sub(fixed a, fixed b) {
    return fixed_add(a, fixed_neg(b));
}

static inline fixed fixed_mul(fixed a, fixed b) {
    mp_limb_t wide[2 * FIXED_LIMBS];
    fixed r;
    mpn_mul_n(wide, a.v, b.v, FIXED_LIMBS);
    memcpy(r.v, wide + FIXED_PLACES, sizeof r.v);
    r.minus = a.minus != b.minus;
    return r;
}

// How many limbs there are below leading zeros.
static inline mp_size_t fixed_length(const mp_limb_t *v, mp_size_t n) {
    while (n > 0 && v[n - 1] == 0)
        --n;
    return n;
}

static inline fixed fixed_sqrt(fixed a) {
    mp_limb_t wide[FIXED_LIMBS + FIXED_PLACES];
    fixed r;
    memset(wide, 0, sizeof wide);
    memset(&r, 0, sizeof r);
    memcpy(wide + FIXED_PLACES, a.v, sizeof a.v);
    const mp_size_t n = fixed_length(wide, FIXED_LIMBS + FIXED_PLACES);
    if (n > 0 && !a.minus)
        mpn_sqrtrem(r.v, NULL, wide, n);
    return r;
}

// b is not 0.
static inline fixed fixed_div(fixed a, fixed b) {
    mp_limb_t wide[FIXED_LIMBS + FIXED_PLACES], rest[FIXED_LIMBS];
    mp_limb_t quotient[FIXED_LIMBS + FIXED_PLACES];
    fixed r;
    const mp_size_t n = fixed_length(b.v, FIXED_LIMBS);
    assert(n > 0);
    memset(wide, 0, sizeof wide);
    memset(quotient, 0, sizeof quotient);
    memcpy(wide + FIXED_PLACES, a.v, sizeof a.v);
    mpn_tdiv_qr(quotient, rest, 0, wide, FIXED_LIMBS + FIXED_PLACES, b.v, n);
    memcpy(r.v, quotient, sizeof r.v);
    r.minus = a.minus != b.minus;
    return r;
}

// ---- vectors -----------------------------------------------------------------------------------

static inline fixed3 fixed3_of(collide_vec3 p) {
    return (fixed3){
        {fixed_of((long double)p.x), fixed_of((long double)p.y), fixed_of((long double)p.z)}};
}

static inline fixed3 fixed3_along(fixed3 a, fixed s, fixed3 b) {
    for (int i = 0; i < 3; ++i)
        a.x[i] = fixed_add(a.x[i], fixed_mul(s, b.x[i]));
    return a;
}

static inline fixed fixed3_dot(const fixed3 *a, const fixed3 *b) {
    return fixed_add(fixed_add(fixed_mul(a->x[0], b->x[0]), fixed_mul(a->x[1], b->x[1])),
                     fixed_mul(a->x[2], b->x[2]));
}

static inline fixed3 fixed3_cross(const fixed3 *a, const fixed3 *b) {
    fixed3 r;
    for (int i = 0; i < 3; ++i)
        r.x[i] = fixed_sub(fixed_mul(a->x[(i + 1) % 3], b->x[(i + 2) % 3]),
                           fixed_mul(a->x[(i + 2) % 3], b->x[(i + 1) % 3]));
    return r;
}

static inline fixed3 fixed3_unit(fixed3 a) {
    const fixed length = fixed_sqrt(fixed3_dot(&a, &a));
    for (int i = 0; i < 3; ++i)
        a.x[i] = fixed_div(a.x[i], length);
    return a;
}

// ---- turns -------------------------------------------------------------------------------------

static inline fixed fixed_over(fixed a, mp_limb_t by) {
    mpn_divrem_1(a.v, 0, a.v, FIXED_LIMBS, by);
    return a;
}

// sin(x) / x and (1 - cos(x)) / x^2 for the square xx of x: Taylor's series of x / 2^k, and k
// doublings, each of which multiplies errors by at most 4.
static inline void fixed_turn(fixed xx, fixed *sine, fixed *versine) {
    const fixed one = fixed_of(1), two = fixed_of(2);
    fixed s = one, v = one, z[64];
    int k = 0;
    z[0] = xx;
    while (fixed_value(&z[k]) > 0x1p-8L) {
        z[k + 1] = fixed_over(z[k], 4);
        ++k;
    }
    for (mp_limb_t i = 16; i > 0; --i) { // (2^-8)^17 / 35! < 2^-260
        s = fixed_sub(one, fixed_over(fixed_mul(z[k], s), 2 * i * (2 * i + 1)));
        v = fixed_sub(one, fixed_over(fixed_mul(z[k], v), (2 * i + 1) * (2 * i + 2)));
    }
    v = fixed_over(v, 2);
    for (; k > 0; --k) {
        const fixed w = fixed_mul(z[k], v); // 1 - cos
        s = fixed_mul(s, fixed_sub(one, w));
        v = fixed_over(fixed_mul(v, fixed_sub(two, w)), 2);
    }
    *sine = s;
    *versine = v;
}

// ---- bodies ------------------------------------------------------------------------------------

// As struct body of turning.h, without rounding errors that count. What is bounded from above is
// taken from there.
struct fixed_body {
    const struct body *rough;
    fixed3 point[TURNING_POINTS], middle, half, n; // n: the unit axis of a cylinder, or the normal
    fixed disk, radius, height;
    fixed3 pivot, velocity, spin;
    fixed sine, versine; // at the time asked: sin(x) / |spin|, (1 - cos(x)) / |spin|^2
};

static inline fixed3 fixed_under_pose(const collide_pose *pose, fixed3 from, const fixed3 *p) {
    for (int i = 0; i < 3; ++i)
        from = fixed3_along(from, p->x[i], fixed3_of(pose->axis[i]));
    return from;
}

// Point i of a shape that is a hull of points.
static inline fixed3 fixed_corner(const collide_shape *s, const struct body *own, int i) {
    fixed3 p;
    if (s->kind == COLLIDE_SHAPE_OBB) {
        const collide_obb *x = &s->of.obb;
        const float half[3] = {x->half.x, x->half.y, x->half.z};
        p = fixed3_of(x->center);
        for (int k = 0; k < 3; ++k)
            p = fixed3_along(p, fixed_of((i >> k & 1 ? 1 : -1) * (long double)half[k]),
                             fixed3_of(x->axis[k]));
#ifdef TEST_PART // as they are stored
    } else if (s->kind == COLLIDE_SHAPE_CONVEX) {
        const collide_convex *c = s->of.convex.body;
        const fixed3 v = fixed3_of(collide__read_vec3(collide__convex_vertices(c) + 3 * i));
        const fixed3 at = fixed3_along(fixed3_of(c->center), fixed_of(1), v);
        p = fixed_under_pose(&s->of.convex.pose, fixed3_of(s->of.convex.pose.position), &at);
#endif
    } else {
        for (int k = 0; k < 3; ++k)
            p.x[k] = fixed_of(own->point[i].x[k]);
    }
    return p;
}

static inline void fixed_body_of(struct fixed_body *out, const struct body *rough,
                                 const collide_shape *s, const collide_motion *m) {
    struct body own; // points, radii: numbers of the shape, exact where they are used
    const fixed3 zero = fixed3_of((collide_vec3){0, 0, 0});
    memset(&own, 0, sizeof own);
    solid_of(&own, s);
    memset(out, 0, sizeof *out);
    out->rough = rough;
    out->pivot = fixed3_of(m->pivot);
    out->velocity = fixed3_of(m->velocity);
    out->spin = fixed3_of(m->spin);
    out->radius = fixed_of(own.radius);
    out->disk = fixed_of(own.disk);
    const fixed3 from = fixed3_along(fixed3_of(m->pose.position), fixed_of(-1), out->pivot);
    if (s->kind == COLLIDE_SHAPE_PLANE) {
        const fixed3 n = fixed3_of(s->of.plane.normal);
        const fixed length = fixed_sqrt(fixed3_dot(&n, &n));
        const fixed height = fixed_div(fixed_of((long double)s->of.plane.distance), length);
        const fixed3 u = fixed3_unit(n), turned = fixed_under_pose(&m->pose, zero, &u);
        const fixed3 foot = fixed3_along(from, height, turned);
        out->n = fixed3_unit(turned);
        out->height = fixed3_dot(&out->n, &foot);
    } else if (s->kind == COLLIDE_SHAPE_CYLINDER) {
        const fixed3 u = fixed3_of(s->of.cylinder.axis), at = fixed3_of(s->of.cylinder.center);
        out->middle = fixed_under_pose(&m->pose, from, &at);
        out->n = fixed3_unit(fixed_under_pose(&m->pose, zero, &u));
        out->half = fixed3_along(zero, fixed_of(0.5L * (long double)s->of.cylinder.height), out->n);
    } else {
        for (int i = 0; i < own.points; ++i) {
            const fixed3 p = fixed_corner(s, &own, i);
            out->point[i] = fixed_under_pose(&m->pose, from, &p);
        }
    }
}

static inline void fixed_body_at(struct fixed_body *b, fixed t) {
    fixed_turn(fixed_mul(fixed_mul(t, t), fixed3_dot(&b->spin, &b->spin)), &b->sine, &b->versine);
    b->sine = fixed_mul(t, b->sine);
    b->versine = fixed_mul(fixed_mul(t, t), b->versine);
}

// A vector turned with the body, or back.
static inline fixed3 fixed_turned(const struct fixed_body *b, fixed3 p, bool back) {
    const fixed3 once = fixed3_cross(&b->spin, &p), twice = fixed3_cross(&b->spin, &once);
    return fixed3_along(fixed3_along(p, back ? fixed_neg(b->sine) : b->sine, once), b->versine,
                        twice);
}

// How far the body reaches along m at the time asked, without its radius.
static inline fixed fixed_reach(const struct fixed_body *b, fixed3 m) {
    fixed most = {{0}, false};
    m = fixed_turned(b, m, true);
    if (b->rough->points == 0) {
        const fixed x = fixed3_dot(&b->n, &m);
        const fixed3 side = fixed3_along(m, fixed_neg(x), b->n);
        fixed height = fixed3_dot(&b->half, &m);
        height.minus = false;
        return fixed_add(fixed_add(fixed3_dot(&b->middle, &m), height),
                         fixed_mul(b->disk, fixed_sqrt(fixed3_dot(&side, &side))));
    }
    for (int i = 0; i < b->rough->points; ++i) {
        const fixed x = fixed3_dot(&b->point[i], &m);
        if (i == 0 || !fixed_sub(x, most).minus)
            most = x;
    }
    return most;
}

// ---- certificates ------------------------------------------------------------------------------

// Of the two bodies only b may be a half-space.
struct fixed_pair {
    struct fixed_body a, b;
    struct pair *rough;
    fixed3 apart, w;
};

static inline void fixed_pair_at(struct fixed_pair *p, long double t) {
    fixed_body_at(&p->a, fixed_of(t));
    fixed_body_at(&p->b, fixed_of(t));
}

// C of docs/motion.md, at most.
static inline long double fixed_curve(const struct pair *p, vector n, vector m, long double t,
                                      long double tau) {
    const struct body *body[2] = {&p->a, &p->b};
    const long double w = length(p->w), lean = length(m), more = 1 + 0x1p-52L;
    long double c = fabsl(dot(m, p->w)) + 0x1p-55L * lean * w;
    for (int i = 0; i < 2; ++i) {
        const long double rate = body[i]->rate, rho = body[i]->rho * more + 0x1p-56L * p->size;
        const long double swing = length(cross(n, body[i]->spin)) + 0x1p-58L * rate;
        const long double bent = length(cross(m, body[i]->spin)) + 0x1p-58L * rate * lean;
        c += rho * (bent + 0.5L * rate * (swing + tau * bent));
    }
    if (p->b.plane)
        c +=
            0.5L * p->b.rate * (lean + 0x1p-58L * p->b.rate) *
            (p->a.size + length(along(p->apart, t, p->w)) + w * tau + 0x1p-56L * (p->size + w * t));
    return c * more;
}

// The certificate of docs/motion.md for n, m and tau, at the time t that fixed_pair_at was asked
// for: a lower bound of the gap along n + tau m at the time t + tau. Of a half-space n and m are
// taken from its own normal.
static inline long double fixed_left(const struct fixed_pair *p, long double t, const vector *n,
                                     const vector *m, long double tau) {
    const fixed after = fixed_of(tau);
    fixed3 k, q_a, q_b, d, fn, fm;
    vector rough_n = *n, rough_m = *m;
    for (int i = 0; i < 3; ++i) {
        fn.x[i] = fixed_of(n->x[i]);
        fm.x[i] = fixed_of(m->x[i]);
    }
    if (p->rough->b.plane) {
        fn = fixed_turned(&p->b, p->b.n, false);
        fm = fixed3_cross(&p->b.spin, &fn);
        for (int i = 0; i < 3; ++i) {
            rough_n.x[i] = fixed_value(&fn.x[i]);
            rough_m.x[i] = fixed_value(&fm.x[i]);
        }
    }
    k = fixed3_along(fn, after, fm);
    q_a = fixed3_along(k, after, fixed3_cross(&fn, &p->a.spin));
    q_b = fixed3_along(k, after, fixed3_cross(&fn, &p->b.spin));
    for (int i = 0; i < 3; ++i)
        q_a.x[i] = fixed_neg(q_a.x[i]);
    d = fixed3_along(p->apart, fixed_of(t), p->w);
    fixed left = fixed_sub(fixed_neg(fixed_reach(&p->a, q_a)), fixed3_dot(&k, &d));
    left = fixed_sub(left, p->rough->b.plane ? p->b.height : fixed_reach(&p->b, q_b));
    left = fixed_sub(left, fixed_mul(after, fixed3_dot(&fn, &p->w)));
    left = fixed_sub(
        left, fixed_mul(fixed_add(p->a.radius, p->b.radius), fixed_sqrt(fixed3_dot(&k, &k))));
    const long double c = fixed_curve(p->rough, rough_n, rough_m, t, fabsl(tau));
    return (fixed_value(&left) - tau * tau * c) - FIXED_SURE;
}
#endif // FIXED_H
