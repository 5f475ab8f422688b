#pragma once
#include "table.h"
#include "../base/sweeps.h"
#include "../kdop/packs.h"
#include "triangles.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_RAY

COLLIDE__SHARED unsigned collide__ray_boxes_scalar(const collide__slab_job *job,
                                                   collide__ray_kind kind, const float *rows) {
    (void)job;
    (void)kind;
    (void)rows;
    return 0xffffu;
}

#ifndef COLLIDE_NO_TREE
COLLIDE__SHARED unsigned collide__ray_children_scalar(const collide__line_job *job,
                                                      const float *rows, float *times) {
    unsigned bits = 0;
    for (unsigned i = 0; i < 8; ++i) {
        float enter = 0, leave = -job->t_max; // the time at which it leaves, negated
        for (int axis = 0; axis < 3; ++axis) {
            const float *row = rows + i + job->row[axis];
            const float *back = rows + i + (job->row[axis] ^ 8u);
            const float factor = job->factor[axis];
            enter = collide__max2(collide__mul(*row + job->near_shift[axis], factor), enter);
            leave = collide__max2(collide__mul(*back + job->far_shift[axis], factor), leave);
        }
        times[i] = enter;
        bits |= (unsigned)(enter <= -leave) << i;
    }
    return bits;
}

COLLIDE__SHARED unsigned collide__ray_triangles_scalar(const collide__line_job *job,
                                                       const float *rows) {
    unsigned bits = 0;
    for (unsigned s = 0; s < 4; ++s) {
        float x[3], y[3], z[3], edge[3];
        for (unsigned v = 0; v < 3; ++v) {
            const float *p = rows + 4 * v + s;
            z[v] = p[16 * job->axis[2]] - job->origin[2];
            x[v] = (p[16 * job->axis[0]] - job->origin[0]) - collide__mul(job->slope[0], z[v]);
            y[v] = collide__mul(p[16 * job->axis[1]] - job->origin[1], job->unit) -
                   collide__mul(job->slope[1], z[v]);
            z[v] = job->toward < 0 ? -z[v] : z[v];
        }
        for (int v = 0; v < 3; ++v) {
            const int w = v < 2 ? v + 1 : 0;
            edge[v] = collide__mul(x[v], y[w]) - collide__mul(x[w], y[v]);
        }
        float sum_x = job->margin[0], sum_y = job->margin[1];
        for (int v = 0; v < 3; ++v) {
            sum_x += collide__abs(x[v]);
            sum_y += collide__abs(y[v]);
        }
        const float error =
            collide__mul(job->margin[0], sum_y) + collide__mul(job->margin[1], sum_x);
        const bool out = collide__max2(edge[0], collide__max2(edge[1], edge[2])) > error &&
                         collide__min2(edge[0], collide__min2(edge[1], edge[2])) < -error;
        bits |= (unsigned)(!out && collide__max2(z[0], collide__max2(z[1], z[2])) >= job->behind &&
                           collide__min2(z[0], collide__min2(z[1], z[2])) <= job->beyond)
                << s;
    }
    return bits;
}
#endif

COLLIDE__KERNEL_TABLE_SCALAR(ray, COLLIDE__RAY_KERNELS);
COLLIDE__CHOOSE(ray)

COLLIDE__INLINE double collide__power_of(int64_t exponent) {
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return power;
}

// Of a normal number > 0.
COLLIDE__INLINE int64_t collide__exponent_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (int64_t)(bits >> 52) - 1023;
}

COLLIDE__SHARED collide__slab_job collide__slab_job_of(const collide__cast *l) {
    collide__slab_job job;
    memset(&job, 0, sizeof job);
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    job.t_max = (float)l->t_max;
    const double pad = collide__dsum_abs(l->origin) * (4 * COLLIDE__CAST_SLACK);
    job.pad = (float)pad;
    job.usual = collide__dsum_abs(l->origin) <= 1e30;
    for (int i = 0; i < 3; ++i)
        job.usual =
            job.usual &&
            (d[i] == 0 || (collide__dabs(d[i]) >= (double)FLT_MIN && collide__dabs(d[i]) <= 1e30));
    if (!job.usual)
        return job;
    for (int i = 0; i < 3; ++i) {
        const float low = collide__float_down(o[i] - pad), high = collide__float_up(o[i] + pad);
        job.back[i] = d[i] < 0;
        job.stays[i] = d[i] == 0;
        job.origin[i] = (float)o[i];
        job.enter_at[i] = d[i] < 0 ? low : high;
        job.leave_at[i] = d[i] < 0 ? high : low;
        job.inverse[i] = (float)(d[i] == 0 ? 1 / (double)FLT_MIN : collide__ddiv(1, d[i]));
    }
    double most = collide__dabs(d[0]), square = 0;
    most = collide__dabs(d[1]) > most ? collide__dabs(d[1]) : most;
    most = collide__dabs(d[2]) > most ? collide__dabs(d[2]) : most;
    job.scaled = most > 0;
    const int64_t exponent = job.scaled ? collide__exponent_of(most) : 0;
    for (int i = 0; i < 3; ++i) {
        job.along[i] = (float)collide__dmul(d[i], collide__power_of(-exponent));
        square += collide__dmul((double)job.along[i], (double)job.along[i]);
    }
    const double reach =
        collide__dmul(collide__dmul(l->t_max, collide__power_of(exponent)), square);
    job.square = (float)square;
    job.length = (float)(collide__sqrt(square) * (1 + (double)COLLIDE__RAY_SLACK));
    job.reach = reach < 1e38 ? (float)(reach * (1 + (double)COLLIDE__RAY_SLACK)) + FLT_MIN
                             : collide__infinity();
    return job;
}

// The times of n objects before any is hit, 16 at once. t may be NULL.
COLLIDE__SHARED void collide__cast_misses(float *t, size_t n) {
    float misses[16];
    for (int i = 0; i < 16; ++i)
        misses[i] = collide__infinity();
    for (size_t i = 0; t && i < n; i += 16) {
        if (n - i >= 16)
            memcpy(t + i, misses, sizeof misses);
        else
            memcpy(t + i, misses, sizeof *t * (n - i));
    }
}

// A pack whose blocks are rows of floats, one for each component of an object.
COLLIDE__SHARED size_t collide__cast_pack(const collide__cast *l, bool valid,
                                          collide__cast_query query, collide__ray_kind kind,
                                          const collide_pack *pack, uint32_t magic, uint16_t *bits,
                                          float *t) {
    const collide__ray_kernels *kernels = collide__ray();
    const collide__slab_job job = collide__slab_job_of(l);
    const float *rows = NULL;
    size_t step = 0, n = SIZE_MAX, hits = 0;
    collide__sweep_pack(pack, magic, &rows, &step, &n);
    collide__cast_misses(t, n);
    for (size_t i = 0; i < n; i += 16, rows += step) {
        const unsigned lanes = collide__lanes(n - i);
        unsigned word = 0, ask = valid ? kernels->boxes(&job, kind, rows) & lanes : 0;
        for (; ask; ask &= ask - 1) {
            const unsigned lane = collide__lowest_bit(ask);
            float object[15];
            collide__lane_floats(rows, lane, (int)(step / 16), object);
            word |= (unsigned)collide__cast_time(l, true, query, object, t ? &t[i + lane] : NULL)
                    << lane;
        }
        hits += collide__popcount(word);
        bits[i / 16] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__RAY_MANY_DEFINE(what, query, segment_query, KIND, MAGIC)                          \
    COLLIDE_API size_t collide_ray_##what##_many(const collide_ray *a,                             \
                                                 const collide_##what##_pack *b, float t_max,      \
                                                 uint16_t *bits, float *t) {                       \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_ray(a, t_max, &l);                                     \
        return collide__cast_pack(&l, valid, query, KIND, COLLIDE__HEADER(b), MAGIC, bits, t);     \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_##what##_many(                                              \
        const collide_segment *a, const collide_##what##_pack *b, uint16_t *bits, float *t) {      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_pack(&l, valid, segment_query, KIND, COLLIDE__HEADER(b), MAGIC, bits, \
                                  t);                                                              \
    }
#ifndef COLLIDE_NO_TRIANGLE
COLLIDE__RAY_MANY_DEFINE(triangle, collide__cast_triangle, collide__segment_of_triangle,
                         COLLIDE__RAY_TRIANGLE, COLLIDE_TRIANGLE_PACK_MAGIC)
#endif
#ifndef COLLIDE_NO_SPHERE
COLLIDE__RAY_MANY_DEFINE(sphere, collide__cast_sphere, collide__cast_sphere, COLLIDE__RAY_SPHERE,
                         COLLIDE_SPHERE_PACK_MAGIC)
#endif
#ifndef COLLIDE_NO_AABB
COLLIDE__RAY_MANY_DEFINE(aabb, collide__cast_aabb, collide__cast_aabb, COLLIDE__RAY_AABB,
                         COLLIDE_AABB_PACK_MAGIC)
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE__RAY_MANY_DEFINE(obb, collide__cast_obb, collide__cast_obb, COLLIDE__RAY_OBB,
                         COLLIDE_OBB_PACK_MAGIC)
#endif
#undef COLLIDE__RAY_MANY_DEFINE

#ifndef COLLIDE_NO_KDOP
// b has min of all axes, then max.
COLLIDE__INLINE bool collide__cast_kdop(int kind, const collide__cast *l, const void *b, double *t,
                                        collide__dvec3 *normal) {
    const int axes = kind / 2;
    const double o[3] = {l->origin.x, l->origin.y, l->origin.z};
    const double d[3] = {l->direction.x, l->direction.y, l->direction.z};
    float row[2 * COLLIDE__KDOP_MAX_AXES];
    collide__entry entry = {0, 0, {0, 0, 0}};
    double leave = l->t_max;
    memcpy(row, b, sizeof *row * (size_t)kind);
    *t = 0;
    for (int i = 0; i < axes; ++i) {
        const signed char *n = collide__kdop_direction(kind, i);
        double at = 0, by = 0, size = 0;
        for (int k = 0; k < 3; ++k) {
            at += collide__dmul(n[k], o[k]);
            by += collide__dmul(n[k], d[k]);
            size += n[k] ? collide__dabs(o[k]) : 0;
        }
        const double low = (double)row[i], high = (double)row[axes + i];
        if (!collide__slab(at, by, low, high, size, t, &leave))
            return false;
        if (normal) {
            const collide__dvec3 across = {(double)n[0], (double)n[1], (double)n[2]};
            collide__entry_take(&entry, across, at, by, low, high);
        }
    }
    if (normal)
        collide__entry_normal(&entry, *t, normal);
    return true;
}

static size_t collide__cast_kdops(int kind, const collide__cast *l, bool valid,
                                  collide__cast_query query, const collide_kdop_pack *pack,
                                  uint16_t *bits, float *t) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    const collide__ray_kernels *kernels = collide__ray();
    const collide__slab_job job = collide__slab_job_of(l);
    size_t hits = 0;
    collide__cast_misses(t, rows.count);
    unsigned blocks = 0; // of 16 blocks, those whose bounds the ray may hit
    for (size_t j = 0; j < rows.blocks; ++j) {
        if (j % 16 == 0)
            blocks = valid ? kernels->boxes(&job, COLLIDE__RAY_KDOP,
                                            rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK)
                           : 0;
        unsigned word = 0, ask = 0;
        if (blocks >> j % 16 & 1)
            ask = kernels->boxes(&job, COLLIDE__RAY_KDOP, rows.axis + j * COLLIDE__KDOP_BLOCK) &
                  collide__lanes(rows.count - 16 * j);
        for (; ask; ask &= ask - 1) {
            const size_t i = 16 * j + collide__lowest_bit(ask);
            float row[2 * COLLIDE__KDOP_MAX_AXES];
            collide__kdop_take(kind, rows.axis, rows.diagonal, i, row, row + kind / 2);
            word |= (unsigned)collide__cast_time(l, true, query, row, t ? &t[i] : NULL) << i % 16;
        }
        hits += collide__popcount(word);
        bits[j] = (uint16_t)word;
    }
    return hits;
}

#define COLLIDE__RAY_KDOP_DEFINE(K)                                                                \
    static bool collide__cast_kdop##K(const collide__cast *l, const void *b, double *t,            \
                                      collide__dvec3 *normal) {                                    \
        return collide__cast_kdop(K, l, b, t, normal);                                             \
    }                                                                                              \
    COLLIDE__RAY_DEFINE(kdop##K, collide__cast_kdop##K, collide__cast_kdop##K)                     \
    COLLIDE_API size_t collide_ray_kdop##K##_many(const collide_ray *a,                            \
                                                  const collide_kdop##K##_pack *b, float t_max,    \
                                                  uint16_t *bits, float *t) {                      \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_ray(a, t_max, &l);                                     \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }                                                                                              \
    COLLIDE_API size_t collide_segment_kdop##K##_many(                                             \
        const collide_segment *a, const collide_kdop##K##_pack *b, uint16_t *bits, float *t) {     \
        collide__cast l;                                                                           \
        COLLIDE_ASSERT(a &&bits);                                                                  \
        const bool valid = collide__cast_of_segment(a, &l);                                        \
        return collide__cast_kdops(K, &l, valid, collide__cast_kdop##K,                            \
                                   (const collide_kdop_pack *)(const void *)b, bits, t);           \
    }
COLLIDE__RAY_KDOP_DEFINE(6)
COLLIDE__RAY_KDOP_DEFINE(14)
COLLIDE__RAY_KDOP_DEFINE(18)
COLLIDE__RAY_KDOP_DEFINE(26)
#undef COLLIDE__RAY_KDOP_DEFINE
#endif
#endif // COLLIDE_NO_RAY
