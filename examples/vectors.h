// Vectors of float and of double, as the examples need them. collide.h comes first.
#ifndef VECTORS_H
#define VECTORS_H

static inline collide_vec3 point(float x, float y, float z) {
    const collide_vec3 p = {x, y, z};
    return p;
}

static inline collide_vec3 mad(collide_vec3 a, float s, collide_vec3 b) {
    return point(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}

static inline collide_vec3 sub(collide_vec3 a, collide_vec3 b) {
    return point(a.x - b.x, a.y - b.y, a.z - b.z);
}

// In double, for what moves by itself.
typedef struct vec {
    double x, y, z;
} vec;

static inline vec add(vec a, double scale, vec b) {
    const vec c = {a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z};
    return c;
}

static inline vec cross(vec a, vec b) {
    const vec c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static inline double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec from_float(collide_vec3 a) {
    const vec c = {(double)a.x, (double)a.y, (double)a.z};
    return c;
}

static inline collide_vec3 to_float(vec a) {
    return point((float)a.x, (float)a.y, (float)a.z);
}

#endif // VECTORS_H
