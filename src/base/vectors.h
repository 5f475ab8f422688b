// ---- vocabulary ------------------------------------------------------------------------------

COLLIDE_API const char *collide_status_text(collide_status status) {
    static const char *const texts[COLLIDE_STATUS_COUNT] = {
#define COLLIDE__TEXT(id, text) text,
        COLLIDE_STATUSES(COLLIDE__TEXT)
#undef COLLIDE__TEXT
    };
    return (unsigned)status < COLLIDE_STATUS_COUNT ? texts[status] : "unknown status";
}

typedef struct collide__dvec3 {
    double x, y, z;
} collide__dvec3;

COLLIDE__INLINE double collide__ddot(collide__dvec3 a, collide__dvec3 b) {
    return (collide__dmul(a.x, b.x) + collide__dmul(a.y, b.y)) + collide__dmul(a.z, b.z);
}

COLLIDE__INLINE double collide__clamp(double x, double most) {
    return x > 0 ? x < most ? x : most : 0;
}

COLLIDE__INLINE collide__dvec3 collide__dcross(collide__dvec3 a, collide__dvec3 b) {
    collide__dvec3 r;
    r.x = collide__dmul(a.y, b.z) - collide__dmul(a.z, b.y);
    r.y = collide__dmul(a.z, b.x) - collide__dmul(a.x, b.z);
    r.z = collide__dmul(a.x, b.y) - collide__dmul(a.y, b.x);
    return r;
}

// a + s * b
COLLIDE__INLINE collide__dvec3 collide__dadd(collide__dvec3 a, double s, collide__dvec3 b) {
    a.x += collide__dmul(s, b.x);
    a.y += collide__dmul(s, b.y);
    a.z += collide__dmul(s, b.z);
    return a;
}

COLLIDE__INLINE collide__dvec3 collide__dneg(collide__dvec3 a) {
    a.x = -a.x;
    a.y = -a.y;
    a.z = -a.z;
    return a;
}

COLLIDE__INLINE collide__dvec3 collide__dvec3_of(collide_vec3 p) {
    collide__dvec3 r;
    r.x = (double)p.x;
    r.y = (double)p.y;
    r.z = (double)p.z;
    return r;
}

COLLIDE__INLINE collide_vec3 collide__dround(collide__dvec3 p) {
    return collide__vec3((float)p.x, (float)p.y, (float)p.z);
}

// All numbers of an object in a row. (Those of a vector behind a pointer to its x alone may be
// lost: compilers take for granted that none is reached from there.)
COLLIDE__INLINE const float *collide__floats(const void *object) {
    return (const float *)object;
}

COLLIDE__INLINE const double *collide__doubles(const void *object) {
    return (const double *)object;
}

// A point whose coordinate along an axis is x instead.
COLLIDE__INLINE collide_vec3 collide__moved_to(collide_vec3 p, int axis, float x) {
    return collide__vec3(axis == 0 ? x : p.x, axis == 1 ? x : p.y, axis == 2 ? x : p.z);
}

// Scales *p to unit length; false for zero and for what is not finite. Squares of floats do not
// overflow or vanish in double.
COLLIDE__INLINE bool collide__dnormalize(collide__dvec3 *p) {
    const double square = collide__ddot(*p, *p);
    if (!(square > 0 && square <= DBL_MAX))
        return false;
    const double length = collide__sqrt(square);
    p->x = collide__ddiv(p->x, length);
    p->y = collide__ddiv(p->y, length);
    p->z = collide__ddiv(p->z, length);
    return true;
}

