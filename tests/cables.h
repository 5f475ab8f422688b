// Segments of cables and bodies about them, most of them as near as the radius.
#ifndef CABLES_H
#define CABLES_H

#include "curves.h"

// ---- queries ---------------------------------------------------------------------------------

struct query {
    collide_spline a;
    struct body b;
    bool placed; // the radius is about the distance
    float scale, offset;
};

static inline collide_vec3 draw(inputs_random *r, bool grid, float width) {
    const collide_vec3 p = inputs_vec3(r, -width, width);
    return grid ? vec((float)(6 * (int)kinds_below(r, 5) - 12), (float)(6 * (int)kinds_below(r, 5)),
                      (float)(6 * (int)kinds_below(r, 3)))
                : p;
}

static inline collide_vec3 combine(collide_vec3 p, float s, collide_vec3 q) {
    return vec(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z);
}

// Any; on a line, also back and forth; in a point or two; with a cusp; flat.
static inline void draw_points(inputs_random *r, bool grid, collide_vec3 *v) {
    const uint32_t what = kinds_below(r, 12);
    for (int i = 0; i < 4; ++i)
        v[i] = draw(r, grid, 1);
    const collide_vec3 way = draw(r, grid, 1);
    if (what == 0)
        for (int i = 1; i < 4; ++i)
            v[i] =
                combine(v[i - 1], kinds_below(r, 2) ? 1 : (float)(int)kinds_below(r, 4) - 1, way);
    if (what == 1 || what == 2)
        for (int i = (int)what; i < 4; ++i)
            v[i] = v[what - 1];
    if (what == 3)
        v[kinds_below(r, 4)] = v[kinds_below(r, 4)];
    if (what == 4) // C'(1/2) = 0
        v[3] = combine(v[0], -5, combine(v[2], -1, v[1]));
    if (what == 5 || what == 6)
        v[1].z = v[2].z = v[3].z = v[0].z;
    if (what == 7) // an arch over a place
        v[3] = combine(v[0], 1, vec(way.x, 0, 0));
    if (what == 8)
        for (int i = 1; i < 4; ++i)
            v[i] = combine(v[0], i == 3 ? 1 : 0x1p-10f, v[i]);
}

// A number scaled and moved.
static inline collide_vec3 place(const struct query *q, collide_vec3 p) {
    return vec(p.x * q->scale + q->offset, p.y * q->scale - q->offset, p.z * q->scale + q->offset);
}

static inline void draw_body(inputs_random *r, struct query *q, int kind, bool grid,
                             collide_vec3 about) {
    struct body *b = &q->b;
    const float scale = q->scale;
    const collide_vec3 c = grid ? draw(r, true, 1) : combine(draw(r, false, 1.2f), 1, about);
    const collide_pose pose = inputs_pose(r, place(q, c));
    const bool square = grid || kinds_below(r, 3) == 0;
    collide_vec3 half = inputs_vec3(r, 0, kinds_below(r, 3) ? 0.6f : 0.1f);
    if (grid)
        half = vec((float)kinds_below(r, 7), (float)kinds_below(r, 7), (float)kinds_below(r, 7));
    b->kind = kind;
    if (kinds_below(r, 10) == 0)
        half.y = 0;
    if (kinds_below(r, 20) == 0)
        half = vec(0, 0, 0);
    b->aabb.min = place(q, combine(c, -1, half));
    b->aabb.max = place(q, combine(c, 1, half));
    if (kinds_below(r, 12) == 0)
        for (int k = 0; k < 6; ++k)
            if (kinds_below(r, 3) == 0)
                (&b->aabb.min.x)[k] = k < 3 ? -INFINITY : INFINITY;
    b->obb = collide_obb_from_pose(&pose, vec(half.x * scale, half.y * scale, half.z * scale));
    for (int k = 0; k < 3 && square; ++k)
        b->obb.axis[k] = vec((float)(k == 0), (float)(k == 1), (float)(k == 2));
    const float size = kinds_below(r, 8) ? 1 : 10;
    for (int k = 0; k < 3; ++k)
        b->triangle.v[k] = place(q, grid ? combine(draw(r, true, 1), 0.5f, draw(r, true, 1))
                                         : combine(c, size, draw(r, false, 0.8f)));
    const uint32_t poor = kinds_below(r, 24);
    if (poor < 2)
        b->triangle.v[2] = b->triangle.v[poor];
    if (poor == 0)
        b->triangle.v[1] = b->triangle.v[0];
    if (poor == 2)
        b->triangle.v[2] =
            combine(b->triangle.v[0], 0x1p-12f, combine(b->triangle.v[1], -1, b->triangle.v[0]));
    b->sphere.center = place(q, c);
    b->sphere.radius = half.x * scale;
    b->cylinder.center = place(q, c);
    b->cylinder.axis = square ? vec(0, kinds_below(r, 2) ? -1.0f : 1.0f, 0) : pose.axis[2];
    b->cylinder.radius = half.x > 0 ? half.x * scale : scale;
    b->cylinder.height = half.z > 0 ? half.z * scale : 0x1p-10f * scale;
}

// Sets the radius to the least distance, or an ulp or a part of the bound beside it. The distance
// may be negative within boxes that are grown.
static inline void place_radius(inputs_random *r, struct query *q) {
    const struct curve c = curve_of(&q->a, q->a.v[1]);
    const struct shape s = shape_of(&q->b, q->a.v[1]);
    const long double extent = larger(c.reach, s.reach);
    const struct search t = least(&c, &s, 0, INFINITY, 0x1p-40L * extent);
    float d = (float)t.found;
    if (!(d > 0 && d <= FLT_MAX && t.found > 0x1p-30L * extent))
        return;
    const uint32_t how = kinds_below(r, 3);
    if (how == 1)
        d = kinds_float(kinds_bits(d) + kinds_below(r, 5) - 2);
    if (how == 2)
        d = (float)(t.found + (long double)inputs_uniform(r, -2, 2) * bound_of(&c, &s));
    q->a.radius = d > 0 ? d : q->a.radius;
    q->placed = true;
}

static inline struct query make_query(inputs_random *r, int kind) {
    static const float scales[8] = {1, 1, 1, 1e-6f, 1e-3f, 30, 1e3f, 1e6f};
    struct query q;
    collide_vec3 v[4], about = vec(0, 0, 0);
    memset(&q, 0, sizeof q);
    const bool grid = kinds_below(r, 4) == 0;
    const uint32_t power = kinds_below(r, 8), far = kinds_below(r, 8);
    q.scale = !grid ? scales[power] : power == 0 ? 0x1p-20f : power == 1 ? 0x1p20f : 1;
    q.offset = far == 0   ? 0x1p18f * q.scale
               : far == 1 ? (grid ? 0x1p17f : inputs_uniform(r, 1e5f, 1e6f)) * q.scale
                          : 0;
    draw_points(r, grid, v);
    about = combine(vec(0, 0, 0), 0.5f, combine(v[1], 1, v[2]));
    for (int i = 0; i < 4; ++i)
        q.a.v[i] = place(&q, v[i]);
    draw_body(r, &q, kind, grid, about);
    const uint32_t how = kinds_below(r, 16);
    q.a.radius = q.scale * (how == 0   ? 1e-5f
                            : how == 1 ? 50
                            : grid     ? (float)(1 + kinds_below(r, 6))
                                       : inputs_uniform(r, 0.001f, 0.4f));
    if (kinds_below(r, 8) < 5)
        place_radius(r, &q);
    return q;
}

static inline void say(const struct query *q) {
    const struct body *b = &q->b;
    const float *x = &q->a.v[0].x;
    fprintf(stderr, "# segment {");
    for (int i = 0; i < 4; ++i)
        fprintf(stderr, "{%aF, %aF, %aF}, ", (double)x[3 * i], (double)x[3 * i + 1],
                (double)x[3 * i + 2]);
    fprintf(stderr, "}, %aF\n# body of kind %d:", (double)q->a.radius, b->kind);
    const float *y = b->kind == AABB || b->kind == GROWN_AABB ? &b->aabb.min.x
                     : b->kind == OBB || b->kind == GROWN_OBB ? &b->obb.center.x
                     : b->kind == TRIANGLE                    ? &b->triangle.v[0].x
                     : b->kind == SPHERE                      ? &b->sphere.center.x
                                                              : &b->cylinder.center.x;
    static const int floats[7] = {6, 15, 6, 15, 9, 4, 8};
    for (int i = 0; i < floats[b->kind]; ++i)
        fprintf(stderr, " %aF,", (double)y[i]);
    fprintf(stderr, "\n");
}

#define CHECK(x, ...)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            say(q);                                                                                \
            fail_msg(__VA_ARGS__);                                                                 \
        }                                                                                          \
    } while (0)

#endif // CABLES_H
