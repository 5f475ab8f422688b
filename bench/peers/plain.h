// What the plain rivals share: small functions, and Moeller's test of two triangles.
#ifndef PLAIN_H
#define PLAIN_H

#include "peers.h"

#define INLINE static inline __attribute__((always_inline)) // else clang calls the long ones

INLINE float absolute(float x) {
    return x < 0 ? -x : x;
}

INLINE float least(float x, float y) {
    return x < y ? x : y;
}

INLINE float most(float x, float y) {
    return x > y ? x : y;
}

INLINE float dot(collide_vec3 a, collide_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

INLINE collide_vec3 minus(collide_vec3 a, collide_vec3 b) {
    const collide_vec3 d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return d;
}

// ---- two triangles -----------------------------------------------------------------------------

typedef struct point {
    double x, y, z;
} point;

typedef struct triangle {
    point v[3];
} triangle;

INLINE triangle widen(const collide_triangle *t) {
    const triangle w = {{{(double)t->v[0].x, (double)t->v[0].y, (double)t->v[0].z},
                         {(double)t->v[1].x, (double)t->v[1].y, (double)t->v[1].z},
                         {(double)t->v[2].x, (double)t->v[2].y, (double)t->v[2].z}}};
    return w;
}

INLINE point subtract(point a, point b) {
    const point d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return d;
}

INLINE point cross(point a, point b) {
    const point c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

INLINE double multiply(point a, point b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// The normal of t, and on which side of its plane the vertices of u lie. False: all on one.
INLINE bool sides(const triangle *t, const triangle *u, point *normal, double d[3]) {
    *normal = cross(subtract(t->v[1], t->v[0]), subtract(t->v[2], t->v[0]));
    d[0] = multiply(*normal, subtract(u->v[0], t->v[0]));
    d[1] = multiply(*normal, subtract(u->v[1], t->v[0]));
    d[2] = multiply(*normal, subtract(u->v[2], t->v[0]));
    return !((d[0] > 0 && d[1] > 0 && d[2] > 0) || (d[0] < 0 && d[1] < 0 && d[2] < 0));
}

typedef struct interval {
    double low, high;
} interval;

// From a vertex alone on its side of a plane, at p and d away, edges go to q and r at e and f.
INLINE interval between(double p, double q, double r, double d, double e, double f) {
    const double s = p + (q - p) * (d / (d - e)), t = p + (r - p) * (d / (d - f));
    const interval i = {s < t ? s : t, s < t ? t : s};
    return i;
}

// Where a triangle, its vertices at p, q and r on an axis, crosses the plane.
INLINE interval crossing(double p, double q, double r, const double d[3]) {
    if (d[0] * d[1] > 0)
        return between(r, p, q, d[2], d[0], d[1]);
    if (d[0] * d[2] > 0)
        return between(q, p, r, d[1], d[0], d[2]);
    if (d[1] * d[2] > 0 || d[0] != 0)
        return between(p, q, r, d[0], d[1], d[2]);
    return d[1] != 0 ? between(q, p, r, d[1], d[0], d[2]) : between(r, p, q, d[2], d[0], d[1]);
}

// Moeller, in double. Triangles in one plane would take another test: none are drawn.
INLINE bool moeller(const triangle *a, const triangle *b) {
    const triangle t = *a, u = *b;
    point n, m, line;
    double d[3], e[3], x, y, z;
    interval i, j;
    if (!sides(&t, &u, &n, d) || !sides(&u, &t, &m, e))
        return false;
    line = cross(n, m); // where the planes meet; along its longest part is good enough
    x = line.x < 0 ? -line.x : line.x;
    y = line.y < 0 ? -line.y : line.y;
    z = line.z < 0 ? -line.z : line.z;
    if (x >= y && x >= z) {
        i = crossing(t.v[0].x, t.v[1].x, t.v[2].x, e);
        j = crossing(u.v[0].x, u.v[1].x, u.v[2].x, d);
    } else if (y >= z) {
        i = crossing(t.v[0].y, t.v[1].y, t.v[2].y, e);
        j = crossing(u.v[0].y, u.v[1].y, u.v[2].y, d);
    } else {
        i = crossing(t.v[0].z, t.v[1].z, t.v[2].z, e);
        j = crossing(u.v[0].z, u.v[1].z, u.v[2].z, d);
    }
    return i.low <= j.high && j.low <= i.high;
}

#endif // PLAIN_H
