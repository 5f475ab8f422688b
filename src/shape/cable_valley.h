#pragma once
#include "cable_distance.h"

// ---- lower bounds of the distance of two curves ----------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_CABLE)
#define COLLIDE__STRAND_LOSS 3.637978807091713e-12 // 2^-38, of squares of sizes: all roundings

// The control points of a curve between from and to, and a third of its derivatives there.
static void collide__part_between(const collide__dvec3 *b, double from, double to,
                                  collide__dvec3 *out, collide__dvec3 *slope) {
    collide__dvec3 p[3], q[3], both[3][2];
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 way = collide__dadd(b[i + 1], -1, b[i]);
        p[i] = collide__dadd(b[i], from, way);
        q[i] = collide__dadd(b[i], to, way);
    }
    for (int i = 0; i < 2; ++i) {
        const collide__dvec3 way = collide__dadd(p[i + 1], -1, p[i]);
        both[0][i] = collide__dadd(p[i], from, way);
        both[1][i] = collide__dadd(p[i], to, way);
        both[2][i] = collide__dadd(q[i], to, collide__dadd(q[i + 1], -1, q[i]));
    }
    for (int i = 0; i < 3; ++i)
        slope[i] = collide__dadd(both[i][1], -1, both[i][0]);
    out[0] = collide__dadd(both[0][0], from, slope[0]);
    out[1] = collide__dadd(both[0][0], to, slope[0]);
    out[2] = collide__dadd(both[1][0], to, slope[1]);
    out[3] = collide__dadd(both[2][0], to, slope[2]);
}

// A lower bound of a polynomial with seven Bernstein coefficients. It is divided where it seems to
// be least, and no polynomial is below all of its coefficients.
static double collide__sextic_least(const double *c) {
    double t = 0, least = collide__dmin(c[0], c[6]);
    int k = 0;
    for (int i = 1; i < 7; ++i)
        k = c[i] < c[k] ? i : k;
    if (c[k] >= least)
        return least;
    t = (double)k / 6;
    for (int round = 0; round < 2; ++round) {
        double x[7], low = DBL_MAX;
        memcpy(x, c, sizeof x);
        for (int n = 6; n > 0; --n) {
            if (round)
                low = collide__dmin(low, collide__dmin(x[0], x[n]));
            if (n == 2 && !round) {
                // A step of Newton's method.
                const double d = x[1] - x[0], e = (x[2] - x[1]) - d;
                const double slope = d + collide__dmul(t, e);
                if (collide__dmul(5, e) > collide__dabs(slope))
                    t = collide__clamp(t - collide__ddiv(slope, collide__dmul(5, e)), 1);
                break;
            }
            for (int i = 0; i < n; ++i)
                x[i] += collide__dmul(t, x[i + 1] - x[i]);
        }
        if (round)
            least = collide__dmin(low, x[0]);
    }
    return least;
}

// A lower bound of half the second derivative, by w, of the squared distance of any A(u) and B(w).
static double collide__valley_steep(const collide__dvec3 *a, const collide__dvec3 *b) {
    collide__dvec3 h[3];
    double most[2], own[2][4], c[5];
    for (int i = 0; i < 3; ++i)
        h[i] = collide__dadd(b[i + 1], -1, b[i]);
    for (int k = 0; k < 2; ++k) {
        const collide__dvec3 bend = collide__dadd(h[k + 1], -1, h[k]);
        most[k] = -DBL_MAX;
        for (int i = 0; i < 4; ++i) {
            most[k] = collide__dmax(most[k], collide__ddot(a[i], bend));
            own[k][i] = collide__ddot(b[i], bend);
        }
    }
    const double third = 1.0 / 3;
    c[0] = collide__ddot(h[0], h[0]);
    c[1] = collide__ddot(h[0], h[1]);
    c[2] = collide__dmul(third,
                         collide__ddot(h[0], h[2]) + collide__dmul(2, collide__ddot(h[1], h[1])));
    c[3] = collide__ddot(h[1], h[2]);
    c[4] = collide__ddot(h[2], h[2]);
    double least = DBL_MAX;
    for (int i = 0; i < 5; ++i) {
        const double w = collide__dmul(0.25, i);
        const double self = i == 0 ? own[0][0]
                            : i == 4
                                ? own[1][3]
                                : collide__dmul(1 - w, own[0][i]) + collide__dmul(w, own[1][i - 1]);
        const double other = most[0] + collide__dmul(w, most[1] - most[0]);
        least = collide__dmin(least, collide__dmul(9, c[i]) + collide__dmul(6, self - other));
    }
    return least;
}

// The line w = from + (to - from) u near the bottom of the valley, or the border of the part where
// the bottom is beyond. Returns which border, -1 or 1, or 0; 2 if there is no valley.
static int collide__valley_line(const collide__dvec3 *a, const collide__dvec3 *b, double *from,
                                double *to) {
    const collide__dvec3 ends = collide__dadd(a[3], 1, a[0]), inner = collide__dadd(a[1], 1, a[2]);
    const collide__dvec3 ends_b = collide__dadd(b[3], 1, b[0]);
    const collide__dvec3 inner_b = collide__dadd(b[1], 1, b[2]), zero = {0, 0, 0};
    const collide__dvec3 d =
        collide__dadd(collide__dadd(zero, 0.125, collide__dadd(ends, -1, ends_b)), 0.375,
                      collide__dadd(inner, -1, inner_b));
    const collide__dvec3 x = collide__dadd(collide__dadd(zero, 0.75, collide__dadd(a[3], -1, a[0])),
                                           0.75, collide__dadd(a[2], -1, a[1]));
    const collide__dvec3 y = collide__dadd(collide__dadd(zero, 0.75, collide__dadd(b[3], -1, b[0])),
                                           0.75, collide__dadd(b[2], -1, b[1]));
    const collide__dvec3 bend = collide__dadd(collide__dadd(zero, 3, ends_b), -3, inner_b);
    const double steep = collide__ddot(y, y) - collide__ddot(d, bend);
    if (!(steep > 0))
        return 2;
    const double alpha = collide__ddiv(collide__ddot(x, y), steep);
    const double beta = collide__ddiv(collide__ddot(d, y), steep);
    const double half = collide__dmul(0.5, collide__dabs(alpha));
    if (0.5 + half - collide__dabs(beta) < 0.125) {
        *from = *to = beta < 0 ? 0 : 1;
        return beta < 0 ? -1 : 1;
    }
    *from = (0.5 + beta) - collide__dmul(0.5, alpha);
    *to = (0.5 + beta) + collide__dmul(0.5, alpha);
    return 0;
}

// The squared distance of A(u) and B(w) on a line, and its derivative by w there, divided by -6, as
// Bernstein coefficients.
static void collide__valley_floor(const collide__dvec3 *a, const collide__dvec3 *b, double from,
                                  double to, double *c, double *g) {
    collide__dvec3 e[4], slope[3];
    collide__part_between(b, from, to, e, slope);
    for (int i = 0; i < 4; ++i)
        e[i] = collide__dadd(a[i], -1, e[i]);
    c[0] = collide__ddot(e[0], e[0]);
    c[1] = collide__ddot(e[0], e[1]);
    c[2] = collide__dmul(0.4, collide__ddot(e[0], e[2])) +
           collide__dmul(0.6, collide__ddot(e[1], e[1]));
    c[3] = collide__dmul(0.1, collide__ddot(e[0], e[3])) +
           collide__dmul(0.9, collide__ddot(e[1], e[2]));
    c[4] = collide__dmul(0.4, collide__ddot(e[1], e[3])) +
           collide__dmul(0.6, collide__ddot(e[2], e[2]));
    c[5] = collide__ddot(e[2], e[3]);
    c[6] = collide__ddot(e[3], e[3]);
    g[0] = collide__ddot(e[0], slope[0]);
    g[1] = collide__dmul(0.4, collide__ddot(e[0], slope[1])) +
           collide__dmul(0.6, collide__ddot(e[1], slope[0]));
    g[2] = collide__dmul(0.1, collide__ddot(e[0], slope[2])) +
           (collide__dmul(0.6, collide__ddot(e[1], slope[1])) +
            collide__dmul(0.3, collide__ddot(e[2], slope[0])));
    g[3] = collide__dmul(0.3, collide__ddot(e[1], slope[2])) +
           (collide__dmul(0.6, collide__ddot(e[2], slope[1])) +
            collide__dmul(0.1, collide__ddot(e[3], slope[0])));
    g[4] = collide__dmul(0.6, collide__ddot(e[2], slope[2])) +
           collide__dmul(0.4, collide__ddot(e[3], slope[1]));
    g[5] = collide__ddot(e[3], slope[2]);
}

// Takes from the squared distance on a line what it may be less beside it. The square of a
// polynomial is no more than the polynomial of the squares of its coefficients. On a border only
// what falls inward counts.
static double collide__valley_bound(const double *c, const double *g, int border, double steep,
                                    double loss) {
    double h[6], less[7];
    for (int i = 0; i < 6; ++i) {
        const double in = collide__dmax(border < 0 ? g[i] : -g[i], 0);
        const double fall = (border == 0 ? collide__dabs(g[i]) : in) + loss;
        h[i] = collide__dmul(fall, fall);
    }
    const double scale = collide__ddiv(1.5, steep);
    for (int k = 0; k < 7; ++k)
        less[k] = c[k] - collide__dmul(scale, (k > 0 ? collide__dmul(k, h[k - 1]) : 0) +
                                                  (k < 6 ? collide__dmul(6 - k, h[k]) : 0));
    return collide__sextic_least(less) - loss;
}

// A lower bound of the squared distance of two parts of curves, A(u) and B(w). For each u it is a
// function of w, whose second derivative is at least 2 steep, so that it is nowhere below its value
// on a line w(u) by more than the square of its derivative there, divided by 4 steep. On the line
// the difference is a cubic. Unlike bounds along one direction this one is close along curves that
// stay equally far apart. 0 if there is no valley. A bound below enough is worth a better line.
static double collide__strand_valley(const collide__dvec3 *a, const collide__dvec3 *b, double size,
                                     double enough) {
    const double loss = collide__dmul(collide__dmul(size, size), COLLIDE__STRAND_LOSS);
    double from = 0, to = 0, steep = 0, c[7] = {0}, g[6] = {0}, least = 0;
    int border = collide__valley_line(a, b, &from, &to);
    for (int again = 0; again < 2 && border != 2; ++again) {
        const double low = collide__dmin(collide__dmin(from, to), 0);
        const double high = collide__dmax(collide__dmax(from, to), 1), width = high - low;
        const bool wide = !(width <= 2);
        if (!wide && width > 1) {
            collide__dvec3 whole[4], slope[3];
            collide__part_between(b, low, high, whole, slope);
            steep = collide__ddiv(collide__valley_steep(a, whole), collide__dmul(width, width));
        } else if (!wide) {
            steep = collide__valley_steep(a, b);
        }
        if (!wide && steep > loss + loss) {
            collide__valley_floor(a, b, from, to, c, g);
            least = collide__dmax(collide__valley_bound(c, g, border, steep - loss, loss), least);
        }
        if (border != 0 || least >= enough)
            break;
        if (from + to < 0 || from + to > 2) { // more of it is outside
            border = from + to < 0 ? -1 : 1;
            from = to = border < 0 ? 0 : 1;
        } else if (wide || !(steep > loss + loss) || collide__sextic_least(c) < enough) {
            break;
        } else {
            // Halfway to the bottom at both ends, or more where it is at a slant.
            const double p = collide__dmul(g[0], collide__ddiv(3, steep));
            const double q = collide__dmul(g[5], collide__ddiv(3, steep));
            const double even = collide__dmul(0.25, p + q), odd = collide__dmul(0.375, q - p);
            from += even - odd;
            to += even + odd;
        }
    }
    return least;
}
#undef COLLIDE__STRAND_LOSS
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_CABLE
