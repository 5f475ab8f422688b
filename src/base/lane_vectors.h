#pragma once

// ---- vectors in space, of doubles in lanes ---------------------------------------------------
// As their namesakes on collide__dvec3. D3(name)(...) calls collide__d3_name of this width.
#if defined(COLLIDE__WIDTH)

typedef struct COLLIDE__W(collide__d3) {
    COLLIDE__D x, y, z;
} COLLIDE__W(collide__d3);
#define COLLIDE__D3 COLLIDE__W(collide__d3)
#define COLLIDE__D3_(name) COLLIDE__W(collide__d3_##name)

// Three rows of floats.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(load)(const float *rows) {
    COLLIDE__D3 r;
    r.x = COLLIDE__LOAD_WIDE(rows);
    r.y = COLLIDE__LOAD_WIDE(rows + 16);
    r.z = COLLIDE__LOAD_WIDE(rows + 32);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(splat)(double x) {
    COLLIDE__D3 r;
    r.x = r.y = r.z = COLLIDE__SPLAT_D(x);
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(add)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__ADD_D(a.x, b.x);
    a.y = COLLIDE__ADD_D(a.y, b.y);
    a.z = COLLIDE__ADD_D(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(sub)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__SUB_D(a.x, b.x);
    a.y = COLLIDE__SUB_D(a.y, b.y);
    a.z = COLLIDE__SUB_D(a.z, b.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(scale)(COLLIDE__D s, COLLIDE__D3 a) {
    a.x = COLLIDE__MUL_D(s, a.x);
    a.y = COLLIDE__MUL_D(s, a.y);
    a.z = COLLIDE__MUL_D(s, a.z);
    return a;
}

// Of each coordinate, as a scale of its own.
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(mul)(COLLIDE__D3 a, COLLIDE__D3 b) {
    a.x = COLLIDE__MUL_D(a.x, b.x);
    a.y = COLLIDE__MUL_D(a.y, b.y);
    a.z = COLLIDE__MUL_D(a.z, b.z);
    return a;
}

// a + s * b
COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(along)(COLLIDE__D3 a, COLLIDE__D s,
                                                           COLLIDE__D3 b) {
    return COLLIDE__D3_(add)(a, COLLIDE__D3_(scale)(s, b));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(neg)(COLLIDE__D3 a) {
    a.x = COLLIDE__NEG_D(a.x);
    a.y = COLLIDE__NEG_D(a.y);
    a.z = COLLIDE__NEG_D(a.z);
    return a;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__D3_(dot)(COLLIDE__D3 a, COLLIDE__D3 b) {
    return COLLIDE__DOT_D(a.x, a.y, a.z, b.x, b.y, b.z);
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(cross)(COLLIDE__D3 a, COLLIDE__D3 b) {
    COLLIDE__D3 r;
    r.x = COLLIDE__SUB_D(COLLIDE__MUL_D(a.y, b.z), COLLIDE__MUL_D(a.z, b.y));
    r.y = COLLIDE__SUB_D(COLLIDE__MUL_D(a.z, b.x), COLLIDE__MUL_D(a.x, b.z));
    r.z = COLLIDE__SUB_D(COLLIDE__MUL_D(a.x, b.y), COLLIDE__MUL_D(a.y, b.x));
    return r;
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D COLLIDE__D3_(sum_abs)(COLLIDE__D3 a) {
    return COLLIDE__ADD_D(COLLIDE__ADD_D(COLLIDE__ABS_D(a.x), COLLIDE__ABS_D(a.y)),
                          COLLIDE__ABS_D(a.z));
}

COLLIDE__LANE_FORCE_INLINE COLLIDE__D3 COLLIDE__D3_(select)(COLLIDE__DM m, COLLIDE__D3 a,
                                                            COLLIDE__D3 b) {
    a.x = COLLIDE__SELECT_D(m, a.x, b.x);
    a.y = COLLIDE__SELECT_D(m, a.y, b.y);
    a.z = COLLIDE__SELECT_D(m, a.z, b.z);
    return a;
}
#endif // COLLIDE__WIDTH
