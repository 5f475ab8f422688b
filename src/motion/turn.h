#pragma once
#include "../base/vectors.h"
#include "table.h"

// ================================================================================================
// >>motion_impl
// ================================================================================================
#ifndef COLLIDE_NO_MOTION

// ---- rotation --------------------------------------------------------------------------------
// Matrices come from a sine and a cosine of our own, so that they have the same bits everywhere.

// A turn about an axis through 0: the columns of its matrix.
typedef struct collide__turning {
    collide__dvec3 column[3];
} collide__turning;

// The sine and the cosine of x, 0 <= x <= 2^20, each within 2^-50. x is a multiple k of pi / 2, and
// r with |r| <= pi / 4 + 2^-30. pi / 2 has three parts; of the first two, 33 bits long, the
// products with k < 2^20 are exact. The first difference is exact too, and the others round by at
// most 2^-54. Taylor's polynomials leave less than 2^-58, and their roundings less than 2^-52.
static void collide__sine(double x, double *sine, double *cosine) {
    const int32_t k = (int32_t)(collide__dmul(x, 0.63661977236758134) + 0.5);
    const double n = (double)k;
    double r = x - collide__dmul(n, 1.5707963267341256);
    r = r - collide__dmul(n, 6.0771005063039659e-11);
    r = r - collide__dmul(n, 2.0222662487959506e-21);
    // In pairs, so that products do not wait for each other.
    const double q = collide__dmul(r, r), qq = collide__dmul(q, q), q4 = collide__dmul(qq, qq);
    const double s_0 = -1.6666666666666666e-01 + collide__dmul(8.3333333333333332e-03, q);
    const double s_1 = -1.9841269841269841e-04 + collide__dmul(2.7557319223985893e-06, q);
    const double s_2 = -2.5052108385441719e-08 + collide__dmul(1.6059043836821613e-10, q);
    const double s_3 = -7.6471637318198164e-13 + collide__dmul(2.8114572543455206e-15, q);
    const double c_0 = -0.5 + collide__dmul(4.1666666666666664e-02, q);
    const double c_1 = -1.3888888888888889e-03 + collide__dmul(2.4801587301587302e-05, q);
    const double c_2 = -2.7557319223985890e-07 + collide__dmul(2.0876756987868099e-09, q);
    const double c_3 = -1.1470745597729725e-11 + collide__dmul(4.7794773323873853e-14, q);
    const double s_low = s_0 + collide__dmul(s_1, qq), s_high = s_2 + collide__dmul(s_3, qq);
    const double c_low = c_0 + collide__dmul(c_1, qq), c_high = c_2 + collide__dmul(c_3, qq);
    const double s = r + collide__dmul(s_low + collide__dmul(s_high, q4), collide__dmul(q, r));
    const double c = 1 + collide__dmul(c_low + collide__dmul(c_high, q4), q);
    *sine = k & 1 ? c : s;
    *cosine = k & 1 ? s : c;
    *sine = k & 2 ? -*sine : *sine;
    *cosine = (k + 1) & 2 ? -*cosine : *cosine;
}

// The turn by an angle about a unit vector u: u (u.x) + cos (x - u (u.x)) + sin (u x x)
// (Rodrigues). Each image is right within 2^-47 of the length of the point: the sine and the cosine
// are off by 2^-50, u by 2^-51, and docs/motion.md counts the roundings.
static void collide__turning_of(collide__dvec3 u, double angle, collide__turning *out) {
    double s = 0, c = 1;
    if (angle > 0 && angle <= COLLIDE__TURN_MOST)
        collide__sine(angle, &s, &c);
    const double rest = 1 - c;
    const double x = collide__dmul(rest, u.x), y = collide__dmul(rest, u.y);
    const double z = collide__dmul(rest, u.z), xy = collide__dmul(x, u.y);
    const double yz = collide__dmul(y, u.z), zx = collide__dmul(z, u.x);
    const double sx = collide__dmul(s, u.x), sy = collide__dmul(s, u.y), sz = collide__dmul(s, u.z);
    out->column[0].x = c + collide__dmul(x, u.x);
    out->column[0].y = xy + sz;
    out->column[0].z = zx - sy;
    out->column[1].x = xy - sz;
    out->column[1].y = c + collide__dmul(y, u.y);
    out->column[1].z = yz + sx;
    out->column[2].x = zx + sy;
    out->column[2].y = yz - sx;
    out->column[2].z = c + collide__dmul(z, u.z);
}

COLLIDE__INLINE collide__dvec3 collide__turned(const collide__turning *r, collide__dvec3 p) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(collide__dadd(collide__dadd(zero, p.x, r->column[0]), p.y, r->column[1]),
                         p.z, r->column[2]);
}

// The angle of a quaternion whose vector part has the length s >= 0, and real part c >= 0, within
// 2^-48: three times the half of an angle, until its tangent is below 0.2, then Gregory's series.
static double collide__turn_angle(double s, double c) {
    double length = collide__sqrt(collide__dmul(s, s) + collide__dmul(c, c)), sum = 0;
    if (!(length > 0))
        return 0;
    for (int i = 0; i < 3; ++i) { // tan(x / 2) = sin / (1 + cos)
        c = c + length;
        length = collide__sqrt(collide__dmul(s, s) + collide__dmul(c, c));
    }
    const double t = collide__ddiv(s, c), q = collide__dmul(t, t);
    for (int i = 23; i > 0; i -= 2)
        sum = collide__ddiv(1, (double)i) - collide__dmul(q, sum);
    return 16 * collide__dmul(t, sum);
}
#endif // COLLIDE_NO_MOTION
