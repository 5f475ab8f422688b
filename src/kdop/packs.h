#pragma once
#include "../base/packs.h"
#include "shapes.h"

// ================================================================================================
// >>kdop_impl
// ================================================================================================

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP

COLLIDE__INLINE collide_kdop_pack collide__kdop_header_of(const collide__pack_header *header) {
    collide_kdop_pack pack;
    memcpy(&pack, header, sizeof pack);
    return pack;
}

static void collide__kdop_layout(collide__pack_header *out) {
    collide_kdop_pack header = collide__kdop_header_of(out);
    const uint64_t blocks = header.blocks, groups = (blocks + 1) / 2, row = 64;
    const uint64_t diagonals = header.kind - 6;
    header.inside.coarse_offset = sizeof header + 4 * row; // 13 pairs of doubles
    header.inside.quantized_axis_offset =
        header.inside.coarse_offset + COLLIDE_BLOCKS(blocks) * 6 * row;
    header.inside.quantized_diagonal_offset =
        header.inside.quantized_axis_offset + groups * 6 * row;
    header.inside.axis_offset = header.inside.quantized_diagonal_offset + groups * diagonals * row;
    header.inside.diagonal_offset = header.inside.axis_offset + blocks * 6 * row;
    header.size = header.inside.diagonal_offset + blocks * diagonals * row;
    memcpy(out, &header, sizeof header);
}

// The rows of a pack that is to be written.
typedef struct collide__kdop_build_rows {
    float *coarse, *axis, *diagonal;
    int16_t *quantized_axis, *quantized_diagonal;
    double *scale;
} collide__kdop_build_rows;

static collide__kdop_build_rows collide__kdop_open_rows(void *memory,
                                                        const collide_kdop_pack *header) {
    char *base = (char *)memory;
    collide__kdop_build_rows r;
    r.scale = (double *)(void *)(base + sizeof *header);
    r.coarse = (float *)(void *)(base + header->inside.coarse_offset);
    r.quantized_axis = (int16_t *)(void *)(base + header->inside.quantized_axis_offset);
    r.quantized_diagonal = (int16_t *)(void *)(base + header->inside.quantized_diagonal_offset);
    r.axis = (float *)(void *)(base + header->inside.axis_offset);
    r.diagonal = (float *)(void *)(base + header->inside.diagonal_offset);
    return r;
}

COLLIDE__FORCE_INLINE collide__kdop_rows collide__kdop_rows_of(int kind,
                                                               const collide_kdop_pack *pack) {
    collide__kdop_rows rows = {0, 0, 0, 0, 0, 0, 0, 0};
    if (pack && pack->magic == COLLIDE_KDOP_PACK_MAGIC && pack->kind == (uint32_t)kind) {
        const char *base = (const char *)pack;
        rows.scale = (const double *)(const void *)(base + sizeof *pack);
        rows.coarse = (const float *)(const void *)(base + pack->inside.coarse_offset);
        rows.quantized_axis =
            (const int16_t *)(const void *)(base + pack->inside.quantized_axis_offset);
        rows.quantized_diagonal =
            (const int16_t *)(const void *)(base + pack->inside.quantized_diagonal_offset);
        rows.axis = (const float *)(const void *)(base + pack->inside.axis_offset);
        rows.diagonal = (const float *)(const void *)(base + pack->inside.diagonal_offset);
        rows.blocks = pack->blocks;
        rows.count = pack->count;
    }
    return rows;
}

// Writes k-DOP number i to float rows; an empty one, or none, as NaN, which overlaps nothing.
static void collide__kdop_put(int kind, float *axis, float *diagonal, size_t i, const float *min,
                              const float *max) {
    const bool empty = !min || !(min[0] <= max[0]);
    const float nan = collide__nan();
    float *a = axis + i / 16 * COLLIDE__KDOP_BLOCK + i % 16;
    float *d = diagonal + i / 16 * (size_t)(kind - 6) * 16 + i % 16;
    float *to = a;
    for (int r = 0; r < kind / 2; ++r, to += 32) {
        to = r == 3 ? d : to;
        to[0] = empty ? nan : min[r];
        to[16] = empty ? nan : max[r];
    }
}

// Reads it back.
static void collide__kdop_take(int kind, const float *axis, const float *diagonal, size_t i,
                               float *min, float *max) {
    const float *a = axis + i / 16 * COLLIDE__KDOP_BLOCK + i % 16;
    const float *d = diagonal + i / 16 * (size_t)(kind - 6) * 16 + i % 16;
    const float *from = a;
    for (int r = 0; r < kind / 2; ++r, from += 32) {
        from = r == 3 ? d : from;
        min[r] = from[0];
        max[r] = from[16];
    }
}

// Why the quantized rows answer exactly. Each step of collide__kdop_quantized is monotone: the
// difference, the product with scale > 0, the clamp, the sum, the truncation of a positive number.
// - So unequal numbers are in the order of their floats. Where they are equal, the floats decide.
// - A kernel compares by a saturated difference of 16 bits. It is 0 only if the numbers are equal,
//   and else has the sign of the exact difference. So the largest gap over all rows is > 0 only if
//   one row separates, and < 0 only if all rows overlap; at 0, the floats decide.
// - Beyond the clamp, different floats get equal numbers. So queries, and objects set after the
//   build, may leave the range of the build: answers stay exact, the floats just decide more often.
// - The scale maps the ends of the range to -32765 and 32765, 65530 steps apart. This leaves one
//   step before the clamp at +-32766, so that rounding does not carry an end beyond it.
// - The clamp leaves 32767 and -32768 free. Empty k-DOPs and lanes without an object have min 32767
//   and max -32768, whose gap to every query is at least 1.
// - A query stores -max, so that min - q.max is one saturated sum; negation cannot overflow, since
//   clamped numbers are above -32768.

// Writes the quantized rows of k-DOP number i; an empty one, or none, overlaps nothing.
static void collide__kdop_put_quantized(int kind, const collide__kdop_build_rows *rows, size_t i,
                                        const float *min, const float *max) {
    const bool empty = !min || !(min[0] <= max[0]);
    int16_t *a = rows->quantized_axis + i / 32 * COLLIDE__KDOP_GROUP + i % 32;
    int16_t *d = rows->quantized_diagonal + i / 32 * (size_t)(kind - 6) * 32 + i % 32;
    const double *scale = rows->scale;
    int16_t *to = a;
    for (int r = 0; r < kind / 2; ++r, to += 64, scale += 2) {
        to = r == 3 ? d : to;
        to[0] = (int16_t)(empty ? INT16_MAX : collide__kdop_quantized(scale, min[r]));
        to[32] = (int16_t)(empty ? INT16_MIN : collide__kdop_quantized(scale, max[r]));
    }
}

// Writes the quantized rows of a block from its float rows.
static void collide__kdop_quantize_block(int kind, const collide__kdop_build_rows *rows,
                                         size_t block) {
    const size_t half = block % 2 * 16, diagonals = (size_t)(kind - 6);
    collide__kdop()->quantize(kind, rows->scale, rows->axis + block * COLLIDE__KDOP_BLOCK,
                              rows->diagonal + block * diagonals * 16,
                              rows->quantized_axis + block / 2 * COLLIDE__KDOP_GROUP + half,
                              rows->quantized_diagonal + block / 2 * diagonals * 32 + half);
}

// Bounds of one block, from its axis rows to its lane of the coarse rows. NaN takes no part.
static void collide__kdop_summarize(const float *axis, float *coarse) {
    for (int r = 0; r < 3; ++r) {
        float min = collide__infinity(), max = -collide__infinity();
        for (int i = 0; i < 16; ++i) {
            const float lo = axis[32 * r + i], hi = axis[32 * r + 16 + i];
            min = lo < min ? lo : min;
            max = hi > max ? hi : max;
        }
        coarse[32 * r] = min;
        coarse[32 * r + 16] = max;
    }
}

// Rows must be an interval each, or all be those of the empty k-DOP.
COLLIDE__FORCE_INLINE collide_status collide__kdop_valid(int kind, const float *min,
                                                         const float *max) {
    int intervals = 0, empty = 0;
    unsigned usual = 1;
    for (int i = 0; i < kind / 2; ++i)
        usual &= (unsigned)(min[i] <= max[i]);
    if (usual)
        return COLLIDE_OK;
    for (int i = 0; i < kind / 2; ++i) {
        if (min[i] != min[i] || max[i] != max[i])
            return COLLIDE_ERROR_NOT_FINITE;
        intervals += min[i] <= max[i];
        empty += min[i] > FLT_MAX && max[i] < -FLT_MAX;
    }
    return intervals == kind / 2 || empty == kind / 2 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

// Ends a build whose float rows are written: NaN to the lanes behind the last object, scales from
// the range of each pair of rows, quantized rows, bounds of all blocks, header.
static void collide__kdop_finish(const collide__pack_header *in, char *memory) {
    const collide_kdop_pack header = collide__kdop_header_of(in);
    const collide__kdop_build_rows rows = collide__kdop_open_rows(memory, &header);
    const size_t blocks = header.blocks, count = header.count;
    const int kind = (int)header.kind;
    float lowest[COLLIDE__KDOP_MAX_AXES], highest[COLLIDE__KDOP_MAX_AXES];
    const collide__kdop_kernels *kernels = collide__kdop();
    collide__kdop_clear(kind, lowest, highest);
    for (size_t i = count; i < blocks * 16; ++i)
        collide__kdop_put(kind, rows.axis, rows.diagonal, i, NULL, NULL);
    kernels->range(kind, rows.axis, rows.diagonal, blocks, lowest, highest);
    memset(rows.scale, 0, (size_t)(header.inside.coarse_offset - sizeof header));
    for (int r = 0; r < kind / 2; ++r) {
        const double range = (double)highest[r] - (double)lowest[r];
        const bool usable = range > 0 && range <= DBL_MAX;
        rows.scale[2 * r] = usable ? 0.5 * ((double)highest[r] + (double)lowest[r]) : 0;
        rows.scale[2 * r + 1] = usable ? 65530 / range : 1;
    }
    for (size_t j = 0; j < blocks; ++j)
        collide__kdop_quantize_block(kind, &rows, j);
    for (size_t i = blocks * 16; i < (blocks + 1) / 2 * 32; ++i)
        collide__kdop_put_quantized(kind, &rows, i, NULL, NULL);
    for (size_t j = 0; j < COLLIDE_BLOCKS(blocks) * 16; ++j) {
        float *lane = rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK + j % 16;
        if (j < blocks)
            collide__kdop_summarize(rows.axis + j * COLLIDE__KDOP_BLOCK, lane);
        else
            for (int r = 0; r < 6; ++r)
                lane[16 * r] = collide__nan();
    }
    memcpy(memory, &header, sizeof header);
}

static void collide__kdop_put_array(const collide__pack_header *in, char *memory, size_t i,
                                    const void *kdops, size_t n, size_t stride) {
    const collide_kdop_pack header = collide__kdop_header_of(in);
    const collide__kdop_build_rows rows = collide__kdop_open_rows(memory, &header);
    const int kind = (int)header.kind;
    float k[2 * COLLIDE__KDOP_MAX_AXES];
    size_t j = 0;
    for (; i % 16 == 0 && n - j >= 16 && collide__pack_transposes(kdops, stride); j += 16) {
        COLLIDE__ALIGNED(float) block[2 * COLLIDE__KDOP_MAX_AXES * 16];
        collide__pack_transpose(block, collide__at(kdops, j, stride), header.kind, stride);
        collide__kdop()->fill(kind, block, rows.axis + (i + j) / 16 * COLLIDE__KDOP_BLOCK,
                              rows.diagonal + (i + j) * (header.kind - 6));
    }
    for (; j < n; ++j) {
        memcpy(k, collide__at(kdops, j, stride), header.kind * sizeof *k);
        collide__kdop_put(kind, rows.axis, rows.diagonal, i + j, k, k + kind / 2);
    }
}

// Writes the quantized rows and the bounds of the blocks that hold n objects from index i on, whose
// float rows are written.
static void collide__kdop_changed(const collide__pack_header *in, char *memory, size_t i,
                                  size_t n) {
    const collide_kdop_pack header = collide__kdop_header_of(in);
    const collide__kdop_build_rows rows = collide__kdop_open_rows(memory, &header);
    for (size_t block = i / 16; block <= (i + n - 1) / 16; ++block) {
        collide__kdop_quantize_block((int)header.kind, &rows, block);
        collide__kdop_summarize(rows.axis + block * COLLIDE__KDOP_BLOCK,
                                rows.coarse + block / 16 * COLLIDE__KDOP_BLOCK + block % 16);
    }
}

static void collide__kdop_get(uint32_t kind, const void *pack, size_t i, float *out) {
    const collide__kdop_rows rows =
        collide__kdop_rows_of((int)kind, (const collide_kdop_pack *)pack);
    float *max = out + kind / 2;
    if (rows.axis)
        collide__kdop_take((int)kind, rows.axis, rows.diagonal, i, out, max);
    if (!rows.axis || out[0] != out[0])
        collide__kdop_clear((int)kind, out, max);
}

static void collide__kdop_of_triangle(uint32_t kind, const collide_triangle *t, float *out) {
    collide__kdop_hull((int)kind, t->v, 3, sizeof t->v[0], out, out + kind / 2);
}

static const collide__pack_hooks collide__kdop_hooks = {
    sizeof(collide_kdop_pack), collide__kdop_layout, collide__kdop_put_array,  collide__kdop_finish,
    collide__kdop_changed,     collide__kdop_get,    collide__kdop_of_triangle};

// ---- packs of the bounds of shapes -----------------------------------------------------------

static collide_status collide__kdop_obb_valid(const void *p) {
    float x[15];
    bool finite = true;
    memcpy(x, p, sizeof x);
    for (int i = 0; i < 15; ++i)
        finite = finite && collide__finite(x[i]);
    return !finite                            ? COLLIDE_ERROR_NOT_FINITE
           : x[3] < 0 || x[4] < 0 || x[5] < 0 ? COLLIDE_ERROR_EXTENT
                                              : COLLIDE_OK;
}

static collide_status collide__kdop_sphere_valid(const void *p) {
    float x[4];
    memcpy(x, p, sizeof x);
    return !collide__finite(x[0]) || !collide__finite(x[1]) || !collide__finite(x[2]) ||
                   !collide__finite(x[3])
               ? COLLIDE_ERROR_NOT_FINITE
           : x[3] < 0 ? COLLIDE_ERROR_EXTENT
                      : COLLIDE_OK;
}

static collide_status collide__kdop_aabb_valid(const void *p) {
    float x[6];
    bool numbers = true;
    memcpy(x, p, sizeof x);
    for (int i = 0; i < 6; ++i)
        numbers = numbers && collide__number(x[i]);
    return numbers ? COLLIDE_OK : COLLIDE_ERROR_NOT_FINITE;
}

#define COLLIDE__KDOP_SOURCE(K, shape, shapes)                                                     \
    static void collide__kdop##K##_bound_##shape(const void *p, float *object) {                   \
        collide_##shape one;                                                                       \
        memcpy(&one, p, sizeof one);                                                               \
        const collide_kdop##K bound = collide_kdop##K##_from_##shape(&one);                        \
        memcpy(object, &bound, sizeof bound);                                                      \
    }                                                                                              \
    static const collide__pack_source collide__kdop##K##_of_##shape = {                            \
        sizeof(collide_##shape), collide__kdop_##shape##_valid, collide__kdop##K##_bound_##shape}; \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_##shapes(                              \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_##shape *objects,  \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_kdop##K##_pack *)(void *)collide__pack_build(                         \
                &collide__kdop##K##_packed, &collide__kdop##K##_of_##shape, memory, size, objects, \
                n, stride, &status);                                                               \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_update_##shapes(                             \
        collide_kdop##K##_pack *pack, size_t first, const collide_##shape *objects, size_t n,      \
        size_t stride) {                                                                           \
        return collide__pack_update(&collide__kdop##K##_packed, &collide__kdop##K##_of_##shape,    \
                                    (collide_pack *)(void *)pack, first, objects, n, stride);      \
    }

#define COLLIDE__KDOP_PACKS(K)                                                                     \
    static collide_status collide__kdop##K##_valid(const void *p) {                                \
        collide_kdop##K k;                                                                         \
        memcpy(&k, p, sizeof k);                                                                   \
        return collide__kdop_valid(K, k.min, k.max);                                               \
    }                                                                                              \
    static const collide__pack_type collide__kdop##K##_packed = {                                  \
        COLLIDE_KDOP_PACK_MAGIC,  K,    COLLIDE__FLOATS_OF(collide_kdop##K),                       \
        collide__kdop##K##_valid, NULL, &collide__kdop_hooks};                                     \
    COLLIDE__PACK_FORMS(kdop##K)                                                                   \
    COLLIDE__PACK_MESH_FORM(kdop##K)                                                               \
    COLLIDE__KDOP_SOURCE(K, obb, obbs)                                                             \
    COLLIDE__KDOP_SOURCE(K, sphere, spheres)                                                       \
    COLLIDE__KDOP_SOURCE(K, aabb, aabbs)
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_PACKS)
#undef COLLIDE__KDOP_PACKS
#undef COLLIDE__KDOP_SOURCE
#endif // COLLIDE_NO_KDOP
