#pragma once
#include "../base/meshes.h"
#include "definition.h"

// ---- packs -----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_KDOP

// Bytes of a pack, with the offsets of its rows; 0 if n is 0 or too large.
static size_t collide__kdop_layout(int kind, size_t n, collide_kdop_pack *header) {
    const uint64_t blocks = COLLIDE_BLOCKS((uint64_t)n), groups = (blocks + 1) / 2, row = 64;
    memset(header, 0, sizeof *header);
    if (n == 0 || n > UINT32_MAX)
        return 0;
    header->magic = COLLIDE_KDOP_PACK_MAGIC;
    header->kind = (uint32_t)kind;
    header->count = (uint32_t)n;
    header->blocks = (uint32_t)blocks;
    header->coarse_offset = sizeof *header + 4 * row; // 13 pairs of doubles
    header->short_axis_offset = header->coarse_offset + COLLIDE_BLOCKS(blocks) * 6 * row;
    header->short_diagonal_offset = header->short_axis_offset + groups * 6 * row;
    header->axis_offset = header->short_diagonal_offset + groups * (uint64_t)(kind - 6) * row;
    header->diagonal_offset = header->axis_offset + blocks * 6 * row;
    header->size = header->diagonal_offset + blocks * (uint64_t)(kind - 6) * row;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

// The rows of a pack that is to be written.
typedef struct collide__kdop_build_rows {
    float *coarse, *axis, *diagonal;
    int16_t *short_axis, *short_diagonal;
    double *scale;
} collide__kdop_build_rows;

static collide__kdop_build_rows collide__kdop_open_rows(void *memory,
                                                        const collide_kdop_pack *header) {
    char *base = (char *)memory;
    collide__kdop_build_rows r;
    r.scale = (double *)(void *)(base + sizeof *header);
    r.coarse = (float *)(void *)(base + header->coarse_offset);
    r.short_axis = (int16_t *)(void *)(base + header->short_axis_offset);
    r.short_diagonal = (int16_t *)(void *)(base + header->short_diagonal_offset);
    r.axis = (float *)(void *)(base + header->axis_offset);
    r.diagonal = (float *)(void *)(base + header->diagonal_offset);
    return r;
}

COLLIDE__FORCE_INLINE collide__kdop_rows collide__kdop_rows_of(int kind,
                                                               const collide_kdop_pack *pack) {
    collide__kdop_rows rows = {0, 0, 0, 0, 0, 0, 0, 0};
    if (pack && pack->magic == COLLIDE_KDOP_PACK_MAGIC && pack->kind == (uint32_t)kind) {
        const char *base = (const char *)pack;
        rows.scale = (const double *)(const void *)(base + sizeof *pack);
        rows.coarse = (const float *)(const void *)(base + pack->coarse_offset);
        rows.short_axis = (const int16_t *)(const void *)(base + pack->short_axis_offset);
        rows.short_diagonal = (const int16_t *)(const void *)(base + pack->short_diagonal_offset);
        rows.axis = (const float *)(const void *)(base + pack->axis_offset);
        rows.diagonal = (const float *)(const void *)(base + pack->diagonal_offset);
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
    for (int r = 0; r < kind / 2; ++r) {
        float *to = r < 3 ? a + 32 * r : d + 32 * (r - 3);
        to[0] = empty ? nan : min[r];
        to[16] = empty ? nan : max[r];
    }
}

// Reads it back.
static void collide__kdop_take(int kind, const float *axis, const float *diagonal, size_t i,
                               float *min, float *max) {
    const float *a = axis + i / 16 * COLLIDE__KDOP_BLOCK + i % 16;
    const float *d = diagonal + i / 16 * (size_t)(kind - 6) * 16 + i % 16;
    for (int r = 0; r < kind / 2; ++r) {
        const float *from = r < 3 ? a + 32 * r : d + 32 * (r - 3);
        min[r] = from[0];
        max[r] = from[16];
    }
}

// Writes its short rows likewise: what is not there is apart from everything.
static void collide__kdop_put_short(int kind, const collide__kdop_build_rows *rows, size_t i,
                                    const float *min, const float *max) {
    const bool empty = !min || !(min[0] <= max[0]);
    int16_t *a = rows->short_axis + i / 32 * COLLIDE__KDOP_GROUP + i % 32;
    int16_t *d = rows->short_diagonal + i / 32 * (size_t)(kind - 6) * 32 + i % 32;
    for (int r = 0; r < kind / 2; ++r) {
        const double *scale = rows->scale + 2 * r;
        int16_t *to = r < 3 ? a + 64 * r : d + 64 * (r - 3);
        to[0] = (int16_t)(empty ? INT16_MAX : collide__kdop_short(scale, min[r]));
        to[32] = (int16_t)(empty ? INT16_MIN : collide__kdop_short(scale, max[r]));
    }
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
static collide_status collide__kdop_valid(int kind, const float *min, const float *max) {
    int intervals = 0, empty = 0;
    for (int i = 0; i < kind / 2; ++i) {
        if (min[i] != min[i] || max[i] != max[i])
            return COLLIDE_ERROR_NOT_FINITE;
        intervals += min[i] <= max[i];
        empty += min[i] > FLT_MAX && max[i] < -FLT_MAX;
    }
    return intervals == kind / 2 || empty == kind / 2 ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

// Checks the memory; the header of the pack to be in *header.
static collide_status collide__kdop_prepare(int kind, const void *memory, size_t size, size_t n,
                                            collide_kdop_pack *header) {
    return collide__memory_check(memory, size, n, collide__kdop_layout(kind, n, header));
}

// Ends a build whose float rows are written: NaN to the lanes behind the last object, scales from
// the range of each pair of rows, short rows, bounds of all blocks, header.
static void collide__kdop_finish(int kind, collide_kdop_pack *pack,
                                 const collide_kdop_pack *header) {
    const collide__kdop_build_rows rows = collide__kdop_open_rows(pack, header);
    const size_t blocks = header->blocks, count = header->count;
    float lowest[COLLIDE__KDOP_MAX_AXES], highest[COLLIDE__KDOP_MAX_AXES];
    float min[COLLIDE__KDOP_MAX_AXES], max[COLLIDE__KDOP_MAX_AXES];
    collide__kdop_clear(kind, lowest, highest);
    for (size_t i = count; i < blocks * 16; ++i)
        collide__kdop_put(kind, rows.axis, rows.diagonal, i, NULL, NULL);
    for (size_t i = 0; i < count; ++i) {
        collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
        for (int r = 0; r < kind / 2; ++r) {
            lowest[r] = min[r] < lowest[r] && min[r] >= -FLT_MAX ? min[r] : lowest[r];
            highest[r] = max[r] > highest[r] && max[r] <= FLT_MAX ? max[r] : highest[r];
        }
    }
    memset(rows.scale, 0, (size_t)(header->coarse_offset - sizeof *header));
    for (int r = 0; r < kind / 2; ++r) {
        const double range = (double)highest[r] - (double)lowest[r];
        const bool usable = range > 0 && range <= DBL_MAX;
        rows.scale[2 * r] = usable ? 0.5 * ((double)highest[r] + (double)lowest[r]) : 0;
        rows.scale[2 * r + 1] = usable ? 65530 / range : 1;
    }
    for (size_t i = 0; i < (blocks + 1) / 2 * 32; ++i) {
        if (i < count)
            collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
        collide__kdop_put_short(kind, &rows, i, i < count ? min : NULL, i < count ? max : NULL);
    }
    for (size_t j = 0; j < COLLIDE_BLOCKS(blocks) * 16; ++j) {
        float *lane = rows.coarse + j / 16 * COLLIDE__KDOP_BLOCK + j % 16;
        if (j < blocks)
            collide__kdop_summarize(rows.axis + j * COLLIDE__KDOP_BLOCK, lane);
        else
            for (int r = 0; r < 6; ++r)
                lane[16 * r] = collide__nan();
    }
    memcpy(pack, header, sizeof *header);
}

static collide_kdop_pack *collide__kdop_build(int kind, void *memory, size_t size,
                                              const void *kdops, size_t n, size_t stride,
                                              collide_status *status) {
    const size_t bytes = (size_t)kind * sizeof(float);
    float rows[2 * COLLIDE__KDOP_MAX_AXES];
    collide_kdop_pack header;
    *status = collide__kdop_prepare(kind, memory, size, n, &header);
    stride = stride ? stride : bytes;
    if (*status == COLLIDE_OK)
        *status = collide__array_check(kdops, n, stride, bytes);
    for (size_t i = 0; i < n && *status == COLLIDE_OK; ++i) {
        memcpy(rows, collide__at(kdops, i, stride), bytes);
        *status = collide__kdop_valid(kind, rows, rows + kind / 2);
    }
    if (*status != COLLIDE_OK)
        return NULL;
    collide_kdop_pack *pack = (collide_kdop_pack *)memory;
    const collide__kdop_build_rows to = collide__kdop_open_rows(memory, &header);
    for (size_t i = 0; i < n; ++i) {
        memcpy(rows, collide__at(kdops, i, stride), bytes);
        collide__kdop_put(kind, to.axis, to.diagonal, i, rows, rows + kind / 2);
    }
    collide__kdop_finish(kind, pack, &header);
    return pack;
}

static collide_kdop_pack *collide__kdop_build_mesh(int kind, void *memory, size_t size,
                                                   const collide_mesh *input,
                                                   collide_status *status) {
    collide_kdop_pack header;
    collide_triangle triangle;
    if (!input) {
        *status = COLLIDE_ERROR_NULL;
        return NULL;
    }
    collide_mesh mesh = *input;
    *status = collide__mesh_check(&mesh);
    if (*status == COLLIDE_OK)
        *status = collide__kdop_prepare(kind, memory, size, mesh.triangle_count, &header);
    for (size_t i = 0; i < mesh.triangle_count && *status == COLLIDE_OK; ++i)
        *status = collide__mesh_triangle(&mesh, i, &triangle);
    if (*status != COLLIDE_OK)
        return NULL;
    collide_kdop_pack *pack = (collide_kdop_pack *)memory;
    const collide__kdop_build_rows to = collide__kdop_open_rows(memory, &header);
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        float min[COLLIDE__KDOP_MAX_AXES], max[COLLIDE__KDOP_MAX_AXES];
        (void)collide__mesh_triangle(&mesh, i, &triangle);
        collide__kdop_hull(kind, triangle.v, 3, sizeof triangle.v[0], min, max);
        collide__kdop_put(kind, to.axis, to.diagonal, i, min, max);
    }
    collide__kdop_finish(kind, pack, &header);
    return pack;
}

static collide_status collide__kdop_open(int kind, const void *memory, size_t size) {
    collide_kdop_pack header, expected;
    const collide_status status = collide__memory_check(memory, size, 1, sizeof header);
    if (status != COLLIDE_OK)
        return status;
    memcpy(&header, memory, sizeof header);
    if (header.magic != COLLIDE_KDOP_PACK_MAGIC || header.kind != (uint32_t)kind)
        return COLLIDE_ERROR_KIND;
    if (!collide__kdop_layout(kind, header.count, &expected) ||
        memcmp(&header, &expected, sizeof header) != 0)
        return COLLIDE_ERROR_KIND;
    return size < header.size ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

static collide_status collide__kdop_set(int kind, collide_kdop_pack *pack, size_t i,
                                        const float *min, const float *max) {
    if (pack->magic != COLLIDE_KDOP_PACK_MAGIC || pack->kind != (uint32_t)kind)
        return COLLIDE_ERROR_KIND;
    if (i >= pack->count)
        return COLLIDE_ERROR_INDEX;
    const collide_status status = collide__kdop_valid(kind, min, max);
    if (status != COLLIDE_OK)
        return status;
    const collide__kdop_build_rows rows = collide__kdop_open_rows(pack, pack);
    const size_t block = i / 16;
    collide__kdop_put(kind, rows.axis, rows.diagonal, i, min, max);
    collide__kdop_put_short(kind, &rows, i, min, max);
    collide__kdop_summarize(rows.axis + block * COLLIDE__KDOP_BLOCK,
                            rows.coarse + block / 16 * COLLIDE__KDOP_BLOCK + block % 16);
    return COLLIDE_OK;
}

static void collide__kdop_get(int kind, const collide_kdop_pack *pack, size_t i, float *min,
                              float *max) {
    const collide__kdop_rows rows = collide__kdop_rows_of(kind, pack);
    if (rows.blocks && i < pack->count)
        collide__kdop_take(kind, rows.axis, rows.diagonal, i, min, max);
    if (!rows.blocks || i >= pack->count || min[0] != min[0])
        collide__kdop_clear(kind, min, max);
}

#define COLLIDE__KDOP_HEADER(pack) ((const collide_kdop_pack *)(const void *)(pack))
#define COLLIDE__KDOP_PACKS(K)                                                                     \
    COLLIDE_API size_t collide_kdop##K##_pack_size(size_t n) {                                     \
        collide_kdop_pack header;                                                                  \
        return collide__kdop_layout(K, n, &header);                                                \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_build(                                       \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_kdop##K *kdops,    \
        size_t n, size_t stride) {                                                                 \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_kdop##K##_pack *)(void *)collide__kdop_build(K, memory, size, kdops,  \
                                                                          n, stride, &status);     \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_build_mesh(                                  \
        collide_kdop##K##_pack **pack, void *memory, size_t size, const collide_mesh *mesh) {      \
        collide_status status = COLLIDE_ERROR_NULL;                                                \
        if (pack)                                                                                  \
            *pack = (collide_kdop##K##_pack *)(void *)collide__kdop_build_mesh(K, memory, size,    \
                                                                               mesh, &status);     \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_open(collide_kdop##K##_pack **pack,          \
                                                           void *memory, size_t size) {            \
        const collide_status status =                                                              \
            pack ? collide__kdop_open(K, memory, size) : COLLIDE_ERROR_NULL;                       \
        if (pack)                                                                                  \
            *pack = status == COLLIDE_OK ? (collide_kdop##K##_pack *)memory : NULL;                \
        return status;                                                                             \
    }                                                                                              \
    COLLIDE_API size_t collide_kdop##K##_pack_count(const collide_kdop##K##_pack *pack) {          \
        return collide__kdop_rows_of(K, COLLIDE__KDOP_HEADER(pack)).blocks ? pack->header.count    \
                                                                           : 0;                    \
    }                                                                                              \
    COLLIDE_API collide_status collide_kdop##K##_pack_set(collide_kdop##K##_pack *pack, size_t i,  \
                                                          const collide_kdop##K *kdop) {           \
        return pack && kdop ? collide__kdop_set(K, &pack->header, i, kdop->min, kdop->max)         \
                            : COLLIDE_ERROR_NULL;                                                  \
    }                                                                                              \
    COLLIDE_API collide_kdop##K collide_kdop##K##_pack_get(const collide_kdop##K##_pack *pack,     \
                                                           size_t i) {                             \
        collide_kdop##K r;                                                                         \
        collide__kdop_get(K, COLLIDE__KDOP_HEADER(pack), i, r.min, r.max);                         \
        return r;                                                                                  \
    }
COLLIDE__KDOP_KINDS(COLLIDE__KDOP_PACKS)
#undef COLLIDE__KDOP_PACKS
#endif // COLLIDE_NO_KDOP
