// Vectors of double, with which tests say what the answer should be.
#ifndef POINTS_H
#define POINTS_H

#include "kinds.h"

#define UNIT 0x1p-24

// A number of random cases, by tier.
static inline size_t cases(size_t normal) {
#ifdef COLLIDE_TEST_SANITIZED
    const size_t few = normal / 10 + 1;
#else
    const size_t few = normal / 4 + 1;
#endif
    return kinds_tier() == 0 ? normal / 10 + 1 : kinds_tier() == 1 ? few : normal * 50;
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

// Whole numbers, so that all is exact: n in each coordinate at most.
static inline collide_vec3 whole_vec(inputs_random *r, int n) {
    const uint32_t range = 2 * (uint32_t)n + 1;
    return vec((float)((int)kinds_below(r, range) - n), (float)((int)kinds_below(r, range) - n),
               (float)((int)kinds_below(r, range) - n));
}

static inline collide_vec3 whole_sum(collide_vec3 a, float k, collide_vec3 b) {
    return vec(a.x + k * b.x, a.y + k * b.y, a.z + k * b.z);
}

// A triangle that has the point at on it and lies on the side of at to which n points: with a
// vertex, an edge or its inside there. Of whole numbers that have more digits than doubles hold
// products of.
static inline collide_triangle touching_triangle(inputs_random *r, collide_vec3 at,
                                                 collide_vec3 n) {
    collide_triangle t;
    collide_vec3 side[2], level[2]; // along n or level with it
    const uint32_t how = kinds_below(r, 3);
    for (int i = 0; i < 2; ++i) {
        const collide_vec3 k = whole_vec(r, 1 << 18);
        side[i] = k;
        if (dot(to_point(k), to_point(n)) < 0)
            side[i] = vec(-k.x, -k.y, -k.z);
        level[i] = vec(n.y * k.z - n.z * k.y, n.z * k.x - n.x * k.z, n.x * k.y - n.y * k.x);
    }
    t.v[0] = how == 0 ? at : whole_sum(at, 1, level[0]);
    t.v[1] =
        how == 0 ? whole_sum(at, 1, side[1]) : whole_sum(at, how == 1 ? -3 : 1, level[how - 1]);
    t.v[2] =
        how == 2 ? whole_sum(whole_sum(at, -1, level[0]), -1, level[1]) : whole_sum(at, 1, side[0]);
    return t;
}

#endif // POINTS_H
