// Vectors of double, with which tests say what the answer should be.
#ifndef POINTS_H
#define POINTS_H

#include "kinds.h"

#define UNIT 0x1p-24

// A number of random cases, by tier.
static inline size_t cases(size_t normal) {
    return kinds_tier() == 0 ? normal / 10 + 1 : kinds_tier() == 1 ? normal : normal * 50;
}

static inline collide_vec3 vec(float x, float y, float z) {
    const collide_vec3 r = {x, y, z};
    return r;
}

typedef struct point {
    double x, y, z;
} point;

static inline point to_point(collide_vec3 p) {
    const point r = {(double)p.x, (double)p.y, (double)p.z};
    return r;
}

static inline point add(point a, double s, point b) {
    const point r = {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
    return r;
}

static inline double dot(point a, point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline point cross(point a, point b) {
    const point r = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return r;
}

static inline double magnitude(double x) {
    return x < 0 ? -x : x;
}

static inline double root(double x) { // Newton's, from above
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 200 && x > 0; ++i) {
        const double next = 0.5 * (r + x / r);
        if (!(next < r))
            break;
        r = next;
    }
    return x > 0 ? r : 0;
}

static inline double length(point p) {
    return root(dot(p, p));
}

#endif // POINTS_H
