// Kernels run straight through, for bench/limits.py: each function does what 4, 8 or 16 queries
// need, without loops. Never run, only turned into assembly.
#define COLLIDE_IMPLEMENTATION
#include "../collide.h"

#if defined(__x86_64__) && defined(__GNUC__)
// NOLINTBEGIN(bugprone-macro-parentheses): types and attributes
#define LIMITS(w, vector, flags)                                                                   \
    typedef struct kept_w##w {                                                                     \
        collide__times_w##w times;                                                                 \
        vector rows[21];                                                                           \
    } kept_w##w;                                                                                   \
    SWEEP(obb_obb, false, w, vector, flags)                                                        \
    SWEEP(obb_triangle, true, w, vector, flags)

// The axes of faces, which every pair needs, and those of edges, which only those near need.
#define SWEEP(shape, triangle, w, vector, flags)                                                   \
    flags void limit_##shape##_faces_w##w(const float *const *rows, kept_w##w *out);               \
    flags void limit_##shape##_faces_w##w(const float *const *rows, kept_w##w *out) {              \
        const collide__times start = collide__times_of(1);                                         \
        kept_w##w kept;                                                                            \
        vector fast = {0};                                                                         \
        collide__sweep_faces_w##w(triangle, false, false, rows[0], rows[1], rows[2], rows[3],      \
                                  &start, kept.rows, &kept.times, &fast);                          \
        *out = kept;                                                                               \
    }                                                                                              \
    flags void limit_##shape##_edges_w##w(const kept_w##w *in, collide__times_w##w *out);          \
    flags void limit_##shape##_edges_w##w(const kept_w##w *in, collide__times_w##w *out) {         \
        kept_w##w kept = *in;                                                                      \
        collide__sweep_edges_w##w(triangle, false, kept.rows, &kept.times);                        \
        *out = kept.times;                                                                         \
    }

LIMITS(4, __m128, __attribute__((target("sse2"))))
LIMITS(8, __m256, __attribute__((target("avx2,popcnt"))))
LIMITS(16, __m512, __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,popcnt"))))
// NOLINTEND(bugprone-macro-parentheses)
#endif
