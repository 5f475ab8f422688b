#pragma once

// ---- vectors in space ------------------------------------------------------------------------
#if defined(COLLIDE__WIDTH)

typedef struct COLLIDE__W(collide__xyz) {
    COLLIDE__V x, y, z;
} COLLIDE__W(collide__xyz);

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_sub)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__SUB(a.x, b.x);
    a.y = COLLIDE__SUB(a.y, b.y);
    a.z = COLLIDE__SUB(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_select)(COLLIDE__M m, COLLIDE__W(collide__xyz) a,
                                    COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__SELECT(m, a.x, b.x);
    a.y = COLLIDE__SELECT(m, a.y, b.y);
    a.z = COLLIDE__SELECT(m, a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_scale)(COLLIDE__W(collide__xyz) a, COLLIDE__V scale) {
    a.x = COLLIDE__MUL(a.x, scale);
    a.y = COLLIDE__MUL(a.y, scale);
    a.z = COLLIDE__MUL(a.z, scale);
    return a;
}

// a x b, times a power of two.
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_cross)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b,
                                   COLLIDE__V scale) {
    COLLIDE__W(collide__xyz) r;
    r.x = COLLIDE__SUB(COLLIDE__MUL(a.y, b.z), COLLIDE__MUL(a.z, b.y));
    r.y = COLLIDE__SUB(COLLIDE__MUL(a.z, b.x), COLLIDE__MUL(a.x, b.z));
    r.z = COLLIDE__SUB(COLLIDE__MUL(a.x, b.y), COLLIDE__MUL(a.y, b.x));
    return COLLIDE__W(collide__xyz_scale)(r, scale);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_dot)(COLLIDE__W(collide__xyz) a,
                                                                   COLLIDE__W(collide__xyz) b) {
    return COLLIDE__DOT(a.x, a.y, a.z, b.x, b.y, b.z);
}

// a + k b
COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_ahead)(COLLIDE__W(collide__xyz) a, COLLIDE__V k,
                                   COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__ADD(a.x, COLLIDE__MUL(k, b.x));
    a.y = COLLIDE__ADD(a.y, COLLIDE__MUL(k, b.y));
    a.z = COLLIDE__ADD(a.z, COLLIDE__MUL(k, b.z));
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__W(collide__xyz)
    COLLIDE__W(collide__xyz_add)(COLLIDE__W(collide__xyz) a, COLLIDE__W(collide__xyz) b) {
    a.x = COLLIDE__ADD(a.x, b.x);
    a.y = COLLIDE__ADD(a.y, b.y);
    a.z = COLLIDE__ADD(a.z, b.z);
    return a;
}

// |x| + |y| + |z|
COLLIDE__LANE_FORCE_INLINE COLLIDE__V COLLIDE__W(collide__xyz_sum_abs)(COLLIDE__W(collide__xyz) a) {
    return COLLIDE__ADD(COLLIDE__ADD(COLLIDE__ABS(a.x), COLLIDE__ABS(a.y)), COLLIDE__ABS(a.z));
}
#endif // COLLIDE__WIDTH
