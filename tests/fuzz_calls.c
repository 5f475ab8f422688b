// Fuzz target: every public query, with arguments drawn from the input, on every instruction set.
// tests/fuzz_calls.py writes the calls. What comes out is the same on all of them; lists stay
// within their memory and name what is there; counts are those of bits; and no call does more work
// than its input can need. The first two bytes choose the query, among those of the family that
// the variable FUZZ_FAMILY names, if it is set.
#define _DEFAULT_SOURCE
#ifndef FUZZ_CALLS_ONLY // another program looks at the calls
#define COLLIDE_IMPLEMENTATION
#endif
#include "collide.h"

#include <float.h>

#include "fuzz.h"

#define MOST_WORK 1000000 // a cable on terrain of 40 by 40 cells takes a fifth of that

// One call: the input, from any byte on and over again; what it made; what came out.
typedef struct world {
    const uint8_t *data;
    size_t size, at;
    unsigned how;        // numbers are made
    unsigned absent;     // number of the pointer that is not given; 0: all are
    unsigned damages;    // to what is saved and opened again
    bool damaged;        // what was opened holds anything, so answers may differ
    uint64_t hash;       // of all that came out
    uint64_t said;       // of verdicts and counts alone
    uint64_t listed;     // of these and of lists, bits and indices
    uint8_t verdict[64]; // of brackets of times
    size_t brackets;
    bool incomplete; // a convex body lacks directions
    bool tame;       // numbers of ordinary sizes alone
    bool mirror;     // x is negated
    float scale;     // of lengths
    float nudge;     // what numbers are off by, as a share of them, up or down by lot
    uint32_t lot;
    const collide_mesh *mesh[16]; // of trees
    const collide_tree *tree[16];
    size_t trees;
    const collide_sphere *balls; // of the octree: one of the two
    const collide_aabb *boxes;
    void *room[256];
    size_t rooms;
} world;

struct call {
    unsigned key; // of the name, so that inputs stay those of a query when others come
    const char *family, *name;
    void (*ask)(world *w);
    const char *pointers; // parameters that may be left out; with ! NULL is misuse
};

#define GIVEN(number, pointer) (in->absent == (number) ? NULL : (pointer))

static size_t less(size_t a, size_t b) {
    return a < b ? a : b;
}

static uint32_t take(world *w, int bytes) {
    uint32_t x = 0;
    for (int i = 0; i < bytes; ++i, ++w->at) {
        const size_t round = w->size ? w->at / w->size : 0;
        const uint32_t byte = w->size ? w->data[w->at % w->size] + 37 * (uint32_t)round : 0;
        x |= (byte & 255) << (8 * i);
    }
    return x;
}

// Whether reading what nobody wrote is seen.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define SEES_UNWRITTEN true
#endif
#endif
#ifndef SEES_UNWRITTEN
#define SEES_UNWRITTEN false
#endif

// Memory that ends where it ends, aligned, and not yet written.
static void *room(world *w, size_t bytes) {
    void *memory = NULL;
    FUZZ_CHECK(w->rooms < sizeof w->room / sizeof *w->room);
    FUZZ_CHECK(posix_memalign(&memory, COLLIDE_ALIGNMENT, bytes) == 0);
    if (bytes && !SEES_UNWRITTEN)
        memset(memory, 0x5a, bytes);
    return w->room[w->rooms++] = memory;
}

// ---- numbers ---------------------------------------------------------------------------------

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// As bits, or whole numbers, quarters and what is next to them, fractions; each may be any float.
static float pure_number(world *w) {
    const uint32_t x = take(w, 1);
    float r;
    uint32_t bits;
    if ((w->how == 0 || x == 255) && !w->tame)
        return float_of(take(w, 4));
    if (w->how == 1)
        return (float)((int)(x % 16) - 8);
    if (w->how == 3)
        return ((float)(x * 256 + take(w, 1)) - 32768.0f) / 4096;
    r = 0.25f * (float)((int)(x % 32) - 16);
    memcpy(&bits, &r, sizeof bits);
    return float_of(bits + (r < 0 || r > 0 ? x / 32 % 3 : 0));
}

// A length.
static float number(world *w) {
    w->lot = w->lot * 1664525u + 1013904223u;
    return pure_number(w) * w->scale * (1 + (w->lot >> 31 ? w->nudge : -w->nudge));
}

static float positive(world *w) {
    const float x = number(w);
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return float_of(bits & 0x7fffffff);
}

static float time_of(world *w) {
    const uint32_t x = take(w, 1);
    return x < 128   ? 1 + (float)(x >> 3)
           : x < 160 ? FLT_MAX
           : x < 192 ? float_of(0x7f800000)
                     : pure_number(w);
}

static size_t any_size(world *w) {
    static const size_t sizes[] = {0, SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 12, UINT32_MAX, 65536};
    const uint32_t x = take(w, 1);
    return x < 200 ? x % 50 : sizes[x % 6];
}

static size_t any_stride(world *w, size_t bytes) {
    const uint32_t x = take(w, 1) % 4;
    return x < 2 ? 0 : bytes + (x - 2) * 4;
}

// ---- shapes ----------------------------------------------------------------------------------

// Whether numbers stay as they are, also where no builder would take them.
static bool raw(world *w) {
    return take(w, 1) % 16 == 0 && !w->tame;
}

static void fill(world *w, void *out, size_t floats) {
    for (size_t i = 0; i < floats; ++i) {
        const float x = number(w);
        memcpy((char *)out + 4 * i, &x, sizeof x);
    }
}

// Points and velocities, which are mirrored.
static void fill_vec3(world *w, void *out, size_t n) {
    collide_vec3 p;
    for (size_t i = 0; i < n; ++i) {
        fill(w, &p, 3);
        p.x = w->mirror ? -p.x : p.x;
        memcpy((char *)out + 12 * i, &p, sizeof p);
    }
}

static void mirror(world *w, collide_vec3 *p, size_t n) {
    for (size_t i = 0; i < n && w->mirror; ++i)
        p[i].x = -p[i].x;
}

// Directions, of any length.
static void fill_directions(world *w, collide_vec3 *out, size_t n) {
    const float scale = w->scale;
    w->scale = 1;
    fill(w, out, 3 * n);
    w->scale = scale;
}

static void unit(world *w, collide_vec3 *axis) {
    fill_directions(w, axis, 1);
    if (w->how == 1 && take(w, 1) % 2) {
        const uint32_t k = take(w, 1) % 3;
        axis->x = k == 0 ? 1.0f : 0;
        axis->y = k == 1 ? 1.0f : 0;
        axis->z = k == 2 ? 1.0f : 0;
    } else if (!raw(w)) {
        fuzz_axis((float *)(void *)axis);
    }
    mirror(w, axis, 1);
}

static void frame(world *w, collide_vec3 *axis) {
    fill_directions(w, axis, 3);
    if (w->how == 1 && take(w, 1) % 2) {
        memset(axis, 0, 3 * sizeof *axis);
        axis[0].x = axis[1].y = axis[2].z = 1;
    } else if (!raw(w)) {
        fuzz_axes((float *)(void *)axis);
    }
    mirror(w, axis, 3);
}

static void sorted(world *w, float *min, float *max, size_t n) {
    for (size_t i = 0; i < n; ++i)
        if (max[i] < min[i]) {
            const float x = min[i];
            min[i] = max[i];
            max[i] = x;
        }
    if (take(w, 1) % 32 == 0)
        min[0] = max[0] + 1;
}

#define FLOATS(type) (sizeof(collide_##type) / 4)
#define PLAIN(type)                                                                                \
    static void make_##type(world *w, collide_##type *out) {                                       \
        fill_vec3(w, out, FLOATS(type) / 3);                                                       \
    }
PLAIN(vec3)
PLAIN(tetrahedron)
PLAIN(ray)
PLAIN(segment)

// A mirrored one has the same front.
static void make_triangle(world *w, collide_triangle *out) {
    fill_vec3(w, out->v, 3);
    if (w->mirror) {
        const collide_vec3 v = out->v[1];
        out->v[1] = out->v[2];
        out->v[2] = v;
    }
}

static void make_velocity(world *w, collide_velocity *out) {
    fill_vec3(w, out, 2);
    fill_directions(w, &out->angular, 1);
    if (w->mirror) {
        out->angular.y = -out->angular.y;
        out->angular.z = -out->angular.z;
    }
}
static void make_aabb(world *w, collide_aabb *out) {
    fill(w, out, FLOATS(aabb));
    sorted(w, &out->min.x, &out->max.x, 1);
    sorted(w, &out->min.y, &out->max.y, 1);
    sorted(w, &out->min.z, &out->max.z, 1);
    if (w->mirror) {
        const float x = out->min.x;
        out->min.x = -out->max.x;
        out->max.x = -x;
    }
}
static void make_sphere(world *w, collide_sphere *out) {
    make_vec3(w, &out->center);
    out->radius = raw(w) ? number(w) : positive(w);
}
static void make_obb(world *w, collide_obb *out) {
    make_vec3(w, &out->center);
    out->half.x = positive(w);
    out->half.y = positive(w);
    out->half.z = raw(w) ? number(w) : positive(w);
    frame(w, out->axis);
}
static void make_cylinder(world *w, collide_cylinder *out) {
    make_vec3(w, &out->center);
    unit(w, &out->axis);
    out->radius = positive(w);
    out->height = raw(w) ? number(w) : positive(w);
}
static void make_capsule(world *w, collide_capsule *out) {
    fill_vec3(w, &out->a, 2);
    out->radius = raw(w) ? number(w) : positive(w);
}
static void make_pose(world *w, collide_pose *out) {
    make_vec3(w, &out->position);
    frame(w, out->axis);
    if (w->mirror) { // also what is under it
        out->axis[0].x = -out->axis[0].x;
        out->axis[0].y = -out->axis[0].y;
        out->axis[0].z = -out->axis[0].z;
    }
}
static void make_plane(world *w, collide_plane *out) {
    unit(w, &out->normal);
    out->distance = number(w);
}
static void make_spline(world *w, collide_spline *out) {
    fill_vec3(w, out, 4);
    out->radius = raw(w) ? number(w) : positive(w) * 0.25f;
}
static void make_contact(world *w, collide_contact *out) {
    fill_vec3(w, out, 2);
    unit(w, &out->normal);
    out->depth = positive(w);
    out->feature_a = take(w, 4);
    out->feature_b = take(w, 1);
}
static collide_impact impact_of(world *w) {
    collide_impact r;
    memset(&r, 0, sizeof r);
    fill(w, &r, 6);
    r.axis = take(w, 1) % 2 ? take(w, 1) : take(w, 4);
    return r;
}
#define KDOP(K)                                                                                    \
    static void make_kdop##K(world *w, collide_kdop##K *out) {                                     \
        fill(w, out, FLOATS(kdop##K));                                                             \
        sorted(w, out->min, out->max, (K) / 2);                                                    \
    }
KDOP(6)
KDOP(14)
KDOP(18)
KDOP(26)

// One, or n at a stride.
#define SHAPE(type)                                                                                \
    static const collide_##type *type##_of(world *w) {                                             \
        collide_##type *one = (collide_##type *)room(w, sizeof *one);                              \
        make_##type(w, one);                                                                       \
        return one;                                                                                \
    }                                                                                              \
    static const collide_##type *array_of_##type(world *w, size_t n, size_t stride) {              \
        char *all = (char *)room(w, n ? (n - 1) * stride + sizeof(collide_##type) : 0);            \
        for (size_t i = 0; i < n; ++i) {                                                           \
            collide_##type one;                                                                    \
            make_##type(w, &one);                                                                  \
            memcpy(all + i * stride, &one, sizeof one);                                            \
        }                                                                                          \
        return (const collide_##type *)(const void *)all;                                          \
    }
SHAPE(vec3)
SHAPE(aabb)
SHAPE(sphere)
SHAPE(triangle)
SHAPE(obb)
SHAPE(spline)
SHAPE(cylinder)
SHAPE(capsule)
SHAPE(pose)
SHAPE(ray)
SHAPE(segment)
SHAPE(kdop6)
SHAPE(kdop14)
SHAPE(kdop18)
SHAPE(kdop26)
#define ONE(type)                                                                                  \
    static const collide_##type *type##_of(world *w) {                                             \
        collide_##type *one = (collide_##type *)room(w, sizeof *one);                              \
        make_##type(w, one);                                                                       \
        return one;                                                                                \
    }
ONE(tetrahedron)
ONE(velocity)
ONE(plane)
ONE(contact)

static const collide_pose *maybe_pose(world *w) {
    return take(w, 1) % 2 ? NULL : pose_of(w);
}
static const collide_velocity *maybe_velocity(world *w) {
    return take(w, 1) % 4 == 0 ? NULL : velocity_of(w);
}

// Spins are not lengths, and a mirror turns them the other way.
static const collide_motion *motion_of(world *w) {
    collide_motion *m = (collide_motion *)room(w, sizeof *m);
    m->pose = *pose_of(w);
    make_vec3(w, &m->pivot);
    make_vec3(w, &m->velocity);
    fill_directions(w, &m->spin, 1);
    if (w->mirror) {
        m->spin.y = -m->spin.y;
        m->spin.z = -m->spin.z;
    }
    return m;
}
static const collide_motion *maybe_motion(world *w) {
    return take(w, 1) % 4 == 0 ? NULL : motion_of(w);
}
static const collide_contact_options *maybe_contact_options(world *w) {
    collide_contact_options *o = (collide_contact_options *)room(w, sizeof *o);
    memset(o, 0, sizeof *o);
    const uint32_t how = take(w, 1);
    if (how & 2) {
        fill_directions(w, &o->hint, 1);
        o->margin = o->hint.x * w->scale;
        mirror(w, &o->hint, 1);
    }
    o->flags = how & 4 ? COLLIDE_CONTACT_ONE_SIDED : 0;
    return how & 1 ? o : NULL;
}
// Options that mean the same: NULL in place of zeros, and zeros in place of NULL.
static const collide_contact_options *other_options(const collide_contact_options *options,
                                                    const collide_contact_options *zeros) {
    return !options ? zeros : memcmp(options, zeros, sizeof *zeros) == 0 ? NULL : options;
}
static collide_vec3 vec3_by_value(world *w) {
    collide_vec3 r;
    make_vec3(w, &r);
    return r;
}
static collide_contact *contacts_of(world *w, size_t n) {
    collide_contact *all = (collide_contact *)room(w, n * sizeof *all);
    for (size_t i = 0; i < n; ++i)
        make_contact(w, &all[i]);
    return all;
}

static uint32_t index_of(world *w, size_t n) {
    const uint32_t x = take(w, 1);
    return x > 250 ? take(w, 4) : n ? x % (uint32_t)n : 0;
}
static const collide_pair *pairs_of(world *w, size_t n, size_t of_a, size_t of_b) {
    collide_pair *all = (collide_pair *)room(w, n * sizeof *all);
    for (size_t i = 0; i < n; ++i) {
        all[i].a = index_of(w, of_a);
        all[i].b = index_of(w, of_b);
    }
    return all;
}
static collide_pair pair_by_value(world *w, size_t of_a, size_t of_b) {
    const collide_pair r = {index_of(w, of_a), index_of(w, of_b)};
    return r;
}
static const uint32_t *indices_of(world *w, size_t n, size_t of) {
    uint32_t *all = (uint32_t *)room(w, n * sizeof *all);
    for (size_t i = 0; i < n; ++i)
        all[i] = index_of(w, of);
    return take(w, 1) % 4 == 0 ? NULL : all;
}

// ---- packs -----------------------------------------------------------------------------------

// All packs begin alike; those of k-DOPs have their kind where others have components.
static size_t count_of_pack(const void *pack) {
    collide_pack header;
    memcpy(&header, pack, sizeof header);
    return header.count;
}
static size_t count_of_maybe(const void *pack) {
    return pack ? count_of_pack(pack) : SIZE_MAX;
}

// Lanes behind the last object hold another, if there are any: what the first lane has.
static bool fill_padding(char *memory, size_t size, size_t n) {
    for (size_t row = 64; row + 64 <= size; row += 64)
        for (size_t i = n % 16; i < 16 && n % 16; ++i)
            memcpy(memory + row + 4 * i, memory + row, 4);
    return n % 16;
}

// What builders of packs take: NaN never, and so on; else a copy of what they do.
#define PACK(type)                                                                                 \
    static collide_##type##_pack *type##_pack_of(world *w) {                                       \
        const size_t n = 1 + take(w, 1) % 40, size = collide_##type##_pack_size(n);                \
        const unsigned damages = take(w, 1);                                                       \
        char *memory = (char *)room(w, size);                                                      \
        collide_##type *all = (collide_##type *)room(w, n * sizeof *all), good;                    \
        collide_##type##_pack *pack;                                                               \
        memset(&good, 0, sizeof good);                                                             \
        good_##type(w, &good);                                                                     \
        for (size_t i = 0; i < n; ++i) {                                                           \
            make_##type(w, &all[i]);                                                               \
            if (collide_##type##_pack_build(&pack, memory, size, &all[i], 1, 0) != COLLIDE_OK)     \
                all[i] = good;                                                                     \
        }                                                                                          \
        FUZZ_CHECK(collide_##type##_pack_build(&pack, memory, size, all, n, 0) == COLLIDE_OK);     \
        if (w->damages == 4 && fill_padding(memory, size, n)) {                                    \
            w->damaged = true;                                                                     \
            FUZZ_CHECK(collide_##type##_pack_open(&pack, memory, size) == COLLIDE_OK);             \
        }                                                                                          \
        for (unsigned i = damages > 250 && !w->tame ? damages - 250 : w->damages;                  \
             i > 0 && DAMAGE_##type; --i) {                                                        \
            char *at = &memory[take(w, 2) % size], by = (char)take(w, 1);                          \
            *at ^= by;                                                                             \
            if (collide_##type##_pack_open(&pack, memory, size) == COLLIDE_OK) {                   \
                w->damaged = true;                                                                 \
            } else { /* a header that is none */                                                   \
                *at ^= by;                                                                         \
                FUZZ_CHECK(collide_##type##_pack_open(&pack, memory, size) == COLLIDE_OK);         \
            }                                                                                      \
        }                                                                                          \
        FUZZ_CHECK(w->damaged || collide_##type##_pack_count(pack) == n);                          \
        return pack;                                                                               \
    }
static void good_none(world *w, void *out) {
    (void)w;
    (void)out;
}
static void good_obb(world *w, collide_obb *out) {
    (void)w;
    out->axis[0].x = out->axis[1].y = out->axis[2].z = 1;
}
static void good_cylinder(world *w, collide_cylinder *out) {
    out->axis.z = 1;
    out->radius = out->height = w->scale;
}
static void good_spline(world *w, collide_spline *out) {
    out->radius = w->scale;
}
#define good_vec3 good_none
#define good_triangle good_none
#define good_sphere good_none
#define good_aabb good_none
#define good_capsule good_none
#define good_kdop6 good_none
#define good_kdop14 good_none
#define good_kdop18 good_none
#define good_kdop26 good_none
// Damaged padding of splines is found as hits: see fuzz_builders.c.
#ifndef DAMAGE_spline
#define DAMAGE_spline true
#endif
#define DAMAGE_vec3 true
#define DAMAGE_triangle true
#define DAMAGE_sphere true
#define DAMAGE_aabb true
#define DAMAGE_capsule true
#define DAMAGE_obb true
#define DAMAGE_cylinder true
#define DAMAGE_kdop6 (i < 3)
#define DAMAGE_kdop14 (i < 3)
#define DAMAGE_kdop18 (i < 3)
#define DAMAGE_kdop26 (i < 3)
PACK(vec3)
PACK(triangle)
PACK(sphere)
PACK(aabb)
PACK(obb)
PACK(cylinder)
PACK(capsule)
PACK(kdop6)
PACK(kdop14)
PACK(kdop18)
PACK(kdop26)
PACK(spline)

static const collide_vec3_pack *maybe_vec3_pack(world *w) {
    return take(w, 1) % 4 == 0 ? NULL : vec3_pack_of(w);
}

// Arrays of what no pair of sweeps takes have no velocities.
#define ARRAY_OF(type, velocities)                                                                 \
    static const collide_##type##_array *type##_array_of(world *w) {                               \
        collide_##type##_array *m = (collide_##type##_array *)room(w, sizeof *m);                  \
        m->count = take(w, 1) % 20;                                                                \
        m->stride = any_stride(w, sizeof(collide_##type));                                         \
        m->objects = array_of_##type(w, m->count, m->stride ? m->stride : sizeof(collide_##type)); \
        velocities return m;                                                                       \
    }
#define AT_REST
#define MOVING                                                                                     \
    m->velocity_stride = any_stride(w, sizeof(collide_vec3));                                      \
    m->velocities = array_of_vec3(w, m->count,                                                     \
                                  m->velocity_stride ? m->velocity_stride : sizeof(collide_vec3)); \
    m->velocities = take(w, 1) % 4 == 0 ? NULL : m->velocities;
ARRAY_OF(aabb, AT_REST)
ARRAY_OF(ray, AT_REST)
ARRAY_OF(segment, AT_REST)
ARRAY_OF(spline, AT_REST)
ARRAY_OF(capsule, AT_REST)
ARRAY_OF(kdop6, AT_REST)
ARRAY_OF(kdop14, AT_REST)
ARRAY_OF(kdop18, AT_REST)
ARRAY_OF(kdop26, AT_REST)
ARRAY_OF(pose, AT_REST)
ARRAY_OF(sphere, MOVING)
ARRAY_OF(triangle, MOVING)
ARRAY_OF(obb, MOVING)

static collide_pose pose_at(const collide_pose_array *m, size_t i) {
    collide_pose p;
    memcpy(&p, (const char *)m->objects + i * (m->stride ? m->stride : sizeof p), sizeof p);
    return p;
}

// ---- what is saved, damaged and opened -------------------------------------------------------

typedef collide_status opener(void *copy, size_t size, const void *a, const void *b);

// What takes the place of memory: a copy with some bytes changed, of the header as often as of the
// rest, that opens all the same; memory itself if there is none.
static void *damaged(world *w, void *memory, uint64_t size, opener *open, const void *a,
                     const void *b) {
    if (w->damages == 0)
        return memory;
    uint8_t *copy = (uint8_t *)room(w, (size_t)size);
    bool other = false;
    memcpy(copy, memory, (size_t)size);
    for (unsigned i = 0; i < w->damages; ++i) {
        const size_t x = take(w, 2);
        uint8_t *at = &copy[x % 2 ? x / 2 % less((size_t)size, 192) : x / 2 % (size_t)size];
        const uint8_t was = *at;
        *at = (uint8_t)(was ^ take(w, 1));
        if (open(copy, (size_t)size, a, b) == COLLIDE_OK)
            other = true;
        else
            *at = was;
    }
    w->damaged |= other;
    FUZZ_CHECK(open(copy, (size_t)size, a, b) == COLLIDE_OK);
    return copy;
}

// Not with more vertices, as many of which would be drawn for a refit.
static collide_status open_tree(void *copy, size_t size, const void *a, const void *b) {
    collide_tree *tree;
    const collide_status status = collide_tree_open(&tree, copy, size);
    (void)b;
    return tree && tree->vertex_count > ((const collide_tree *)a)->vertex_count + 99
               ? COLLIDE_ERROR_DAMAGED
               : status;
}

static collide_status open_octree(void *copy, size_t size, const void *a, const void *b) {
    collide_octree *octree;
    (void)a;
    (void)b;
    return collide_octree_open(&octree, copy, size);
}

static collide_status open_front(void *copy, size_t size, const void *a, const void *b) {
    collide_front *front;
    return collide_front_open(&front, copy, size, (const collide_tree *)a, (const collide_tree *)b);
}

static collide_status open_terrain(void *copy, size_t size, const void *a, const void *b) {
    collide_terrain *terrain;
    (void)b;
    return collide_terrain_open(&terrain, copy, size, &((const collide_terrain *)a)->grid);
}

static collide_status open_convex(void *copy, size_t size, const void *a, const void *b) {
    collide_convex *convex;
    (void)a;
    (void)b;
    return collide_convex_open(&convex, copy, size);
}

// ---- meshes, trees, octrees, terrain, convex bodies, cables ----------------------------------

static size_t count_of_tree(const collide_tree *t) {
    return t->triangle_count;
}
static size_t count_of_octree(const collide_octree *o) {
    return o->count;
}

// Of soups, strips, fans, and closed tetrahedra that may be nested.
static collide_mesh *mesh_with(world *w, size_t corners) {
    collide_mesh *m = (collide_mesh *)room(w, sizeof *m);
    const size_t shape = take(w, 1) % 4, n = 1 + take(w, 1) % 24;
    memset(m, 0, sizeof *m);
    m->triangle_count = corners == 4 ? n : shape == 3 ? 4 * (1 + n / 4) : n;
    m->vertex_count = corners == 4 || shape == 0 ? 3 * n + 1
                      : shape == 3               ? m->triangle_count
                                                 : n + 2;
    m->position_stride = 12 + any_stride(w, 12) % 12;
    m->index_size = 4;
    m->positions = array_of_vec3(w, m->vertex_count, m->position_stride);
    uint32_t *indices = (uint32_t *)room(w, corners * m->triangle_count * sizeof *indices);
    for (size_t i = 0; i < corners * m->triangle_count; ++i) {
        const size_t k = i / corners, c = i % corners;
        const size_t closed = k / 4 * 4 + (c + (c >= k % 4)) % 4;
        const size_t at = shape == 3   ? closed
                          : shape == 2 ? c ? k + c : 0
                          : shape == 1 ? k + c
                                       : take(w, 1);
        indices[i] = (uint32_t)(at % m->vertex_count);
    }
    m->indices = indices;
    return m;
}
static const collide_mesh *mesh_of(world *w) {
    return mesh_with(w, 3);
}

// The vertices that a tree was built from went elsewhere.
static const collide_mesh *mesh_again(world *w, const collide_tree *t) {
    collide_mesh *m = (collide_mesh *)room(w, sizeof *m);
    memset(m, 0, sizeof *m);
    m->vertex_count = t->vertex_count;
    m->triangle_count = t->triangle_count;
    m->positions = array_of_vec3(w, m->vertex_count, 12);
    return m;
}

static const collide_tree_options *maybe_tree_options(world *w) {
    static const uint32_t kinds[5] = {0, 6, 14, 18, 26}, degrees[4] = {0, 2, 4, 8};
    collide_tree_options *o = (collide_tree_options *)room(w, sizeof *o);
    const uint32_t x = take(w, 2);
    o->kind = kinds[x % 5];
    o->axis = x / 5 % 2;
    o->place = x / 10 % 2;
    o->type = x / 20 % 3;
    o->degree = degrees[x / 60 % 4];
    return x % 7 == 0 ? NULL : o;
}

// Vertices that are not finite are refused, and meshes that do not close.
static collide_tree *tree_of(world *w) {
    const collide_tree_options *options = maybe_tree_options(w);
    const uint32_t type = options ? options->type : COLLIDE_TREE_SURFACE;
    collide_mesh *m = mesh_with(w, type == COLLIDE_TREE_TETRAHEDRA ? 4 : 3);
    const size_t size = collide_tree_size(m->triangle_count, options);
    void *memory = room(w, size);
    collide_tree *tree = NULL;
    collide_status status = collide_tree_build(&tree, memory, size, m, options);
    if (status == COLLIDE_ERROR_NOT_FINITE) {
        w->how = 1 + w->how % 2;
        float *p = (float *)room(w, 12 * m->vertex_count);
        for (size_t i = 0; i < 3 * m->vertex_count; ++i)
            p[i] = (float)((int)(take(w, 1) % 32) - 16) * 0.25f * w->scale;
        m->positions = p;
        m->position_stride = 12;
        status = collide_tree_build(&tree, memory, size, m, options);
    }
    if (status == COLLIDE_ERROR_OPEN) {
        const collide_tree_options open = {options->kind, options->axis, options->place, 0,
                                           options->degree};
        status = collide_tree_build(&tree, memory, size, m, &open);
    }
    FUZZ_CHECK(status == COLLIDE_OK && tree->triangle_count == m->triangle_count);
    FUZZ_CHECK(w->trees < 16);
    tree = (collide_tree *)damaged(w, tree, tree->size, open_tree, tree, NULL);
    w->mesh[w->trees] = m;
    w->tree[w->trees++] = tree;
    return tree;
}

// Triangle i of a tree, under a pose.
static collide_triangle triangle_at(const world *w, const collide_tree *tree,
                                    const collide_pose *pose, size_t i) {
    collide_triangle t;
    size_t k = 0;
    while (w->tree[k] != tree)
        ++k;
    const collide_mesh *m = w->mesh[k];
    for (size_t c = 0; c < 3; ++c) {
        uint32_t at;
        memcpy(&at, (const char *)m->indices + 4 * (3 * i + c), sizeof at);
        memcpy(&t.v[c], (const char *)m->positions + at * m->position_stride, sizeof t.v[c]);
        t.v[c] = pose ? collide_pose_apply(pose, t.v[c]) : t.v[c];
    }
    return t;
}

static collide_mover *mover_of(world *w) {
    collide_mover *m = (collide_mover *)room(w, sizeof *m);
    m->tree = take(w, 1) % 16 ? tree_of(w) : NULL;
    make_pose(w, &m->pose);
    make_vec3(w, &m->velocity);
    return m;
}

static size_t count_of_mover(const collide_mover *m) {
    return m->tree ? count_of_tree(m->tree) : 0;
}

static collide_front *front_of(world *w, const collide_tree *a, const collide_tree *b) {
    const size_t capacity = 1 + take(w, 1), size = collide_front_size(capacity);
    collide_front *front;
    FUZZ_CHECK(collide_front_build(&front, room(w, size), size, capacity, a, b) == COLLIDE_OK);
    for (uint32_t i = take(w, 1) % 3; i > 0; --i) { // queries before
        collide_front_counts n;
        FUZZ_CHECK(collide_front_indices(front, a, NULL, b, maybe_pose(w), NULL, 0, &n) ==
                   COLLIDE_OK);
    }
    return (collide_front *)damaged(w, front, front->size, open_front, a, b);
}

static const collide_octree_options *maybe_octree_options(world *w) {
    collide_octree_options *o = (collide_octree_options *)room(w, sizeof *o);
    o->depth = take(w, 1) % 17;
    o->leaf_size = take(w, 1) % 8;
    o->references = take(w, 1) % 8;
    return take(w, 1) % 4 == 0 ? NULL : o;
}

static const collide_octree_filter *maybe_octree_filter(world *w) {
    collide_octree_filter *f = (collide_octree_filter *)room(w, sizeof *f);
    uint32_t *bits = (uint32_t *)room(w, 256 * sizeof *bits);
    const uint32_t how = take(w, 1);
    memset(f, 0, sizeof *f);
    for (size_t i = 0; i < 256; ++i)
        bits[i] = (uint32_t)(i * 2654435761u) >> (how % 8);
    f->layers = how & 16 ? bits : NULL;
    f->masks = how & 32 ? bits + 1 : NULL;
    f->stride = how & 64 ? 8 : 0;
    f->layer = take(w, 1);
    f->mask = take(w, 1);
    return how < 96 ? NULL : f;
}

static collide_octree *octree_of(world *w) {
    const collide_octree_options *options = maybe_octree_options(w);
    const size_t n = 1 + take(w, 1) % 60, size = collide_octree_size(n, options);
    void *memory = room(w, size);
    collide_octree *octree;
    if (take(w, 1) % 2) {
        collide_aabb *all = (collide_aabb *)room(w, n * sizeof *all);
        for (size_t i = 0; i < n; ++i) {
            make_aabb(w, &all[i]);
            if (collide_octree_build_aabbs(&octree, memory, size, &all[i], 1, 0, options))
                memset(&all[i], 0, sizeof *all);
        }
        FUZZ_CHECK(collide_octree_build_aabbs(&octree, memory, size, all, n, 0, options) ==
                   COLLIDE_OK);
        w->boxes = all;
    } else {
        collide_sphere *all = (collide_sphere *)room(w, n * sizeof *all);
        for (size_t i = 0; i < n; ++i) {
            make_sphere(w, &all[i]);
            if (collide_octree_build_spheres(&octree, memory, size, &all[i], 1, 0, options))
                memset(&all[i], 0, sizeof *all);
        }
        FUZZ_CHECK(collide_octree_build_spheres(&octree, memory, size, all, n, 0, options) ==
                   COLLIDE_OK);
        w->balls = all;
    }
    return (collide_octree *)damaged(w, octree, octree->size, open_octree, NULL, NULL);
}

static collide_terrain *terrain_of(world *w) {
    collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    const uint32_t flags = take(w, 1);
    grid.columns = 2 + take(w, 1) % (flags & 1 ? 40 : 8);
    grid.rows = 2 + take(w, 1) % (flags & 2 ? 40 : 8);
    grid.other_diagonal = flags & 4;
    grid.int16 = grid.has_hole = flags & 8;
    grid.hole = -32768;
    grid.dx = flags & 16 ? w->scale : 0.25f * w->scale + positive(w);
    grid.dy = flags & 16 ? w->scale : 0.25f * w->scale + positive(w);
    grid.scale = 0.5f * w->scale;
    if (flags & 32)
        make_vec3(w, &grid.origin);
    const size_t each = grid.int16 ? 2 : 4, size = collide_terrain_size(grid.columns, grid.rows);
    char *heights = (char *)room(w, each * grid.columns * grid.rows);
    for (size_t i = 0; i < grid.columns * grid.rows; ++i) {
        const float height = flags & 64 ? 0 : 0.25f * (float)((int)(take(w, 1) % 16) - 8);
        const float z =
            flags & 128 && take(w, 1) % 16 == 0 ? float_of(0x7fc00000) : height * w->scale;
        const int16_t whole = (int16_t)(height >= 0 || take(w, 1) % 16 ? (int)height : -32768);
        memcpy(heights + each * i, grid.int16 ? (const void *)&whole : (const void *)&z, each);
    }
    grid.heights = heights;
    void *memory = room(w, size);
    if (collide_terrain_build(&terrain, memory, size, &grid) != COLLIDE_OK) {
        grid.dx = grid.dy = w->scale; // these were infinite, or so
        memset(&grid.origin, 0, sizeof grid.origin);
        FUZZ_CHECK(collide_terrain_build(&terrain, memory, size, &grid) == COLLIDE_OK);
    }
    return (collide_terrain *)damaged(w, terrain, terrain->size, open_terrain, terrain, NULL);
}

// Bodies of any vertices, normals and edges; boxes of meshes are built by fuzz_builders.c.
static const collide_convex *convex_of(world *w) {
    size_t n[3], total = 0;
    for (int i = 0; i < 3; ++i)
        total += n[i] = 1 + take(w, 1) % 12;
    collide_vec3 *p = (collide_vec3 *)room(w, total * sizeof *p);
    const size_t size = collide_convex_size(n[0], n[1], n[2]);
    void *memory = room(w, size);
    collide_convex *convex;
    w->incomplete = true; // most likely
    for (size_t i = 0; i < total; ++i) {
        if (i < n[0])
            fill_vec3(w, &p[i], 1);
        else
            unit(w, &p[i]);
    }
    if (collide_convex_build(&convex, memory, size, p, n[0], p + n[0], n[1], p + n[0] + n[1],
                             n[2]) != COLLIDE_OK) {
        for (size_t i = 0; i < total; ++i) {
            p[i].x = i >= n[0] ? 1 : (float)(int)(i % 3) * w->scale;
            p[i].y = (float)(int)(i % 2) * w->scale;
            p[i].z = (float)(int)(i % 5) * w->scale;
        }
        FUZZ_CHECK(collide_convex_build(&convex, memory, size, p, n[0], p + n[0], n[1],
                                        p + n[0] + n[1], n[2]) == COLLIDE_OK);
    }
    return (collide_convex *)damaged(w, convex, convex->size, open_convex, NULL, NULL);
}

// A shape of a kind, also none and one that does not exist. Convex bodies are all one.
static void make_shape(world *w, collide_shape *out, uint32_t kind, const collide_convex **body) {
    collide_shape r;
    memset(&r, 0, sizeof r);
    r.kind = kind;
    switch (kind) {
#define KIND(NAME, type, member)                                                                   \
    case COLLIDE_SHAPE_##NAME:                                                                     \
        make_##type(w, &r.of.member);                                                              \
        break;
        KIND(POINT, vec3, point)
        KIND(SEGMENT, segment, segment)
        KIND(SPHERE, sphere, sphere)
        KIND(CAPSULE, capsule, capsule)
        KIND(AABB, aabb, aabb)
        KIND(OBB, obb, obb)
        KIND(TRIANGLE, triangle, triangle)
        KIND(TETRAHEDRON, tetrahedron, tetrahedron)
        KIND(CYLINDER, cylinder, cylinder)
        KIND(PLANE, plane, plane)
#undef KIND
    case COLLIDE_SHAPE_CONVEX:
        *body = *body ? *body : convex_of(w);
        r.of.convex.body = *body;
        make_pose(w, &r.of.convex.pose);
        break;
    default:
        break;
    }
    memcpy(out, &r, sizeof r);
}

static uint32_t kind_of_shape(world *w) {
    return take(w, 1) % (COLLIDE_SHAPE_KIND_COUNT + 1);
}

static const collide_shape *shape_of(world *w) {
    collide_shape *out = (collide_shape *)room(w, sizeof *out);
    const collide_convex *body = NULL;
    make_shape(w, out, kind_of_shape(w), &body);
    return out;
}

// Mostly of one kind, so that batches take 16 of them.
static const collide_shape *array_of_shape(world *w, size_t n, size_t stride) {
    char *all = (char *)room(w, n ? (n - 1) * stride + sizeof(collide_shape) : 0);
    const collide_convex *body = NULL;
    const uint32_t kind = kind_of_shape(w), mixed = take(w, 1) % 4;
    for (size_t i = 0; i < n; ++i) {
        collide_shape one;
        make_shape(w, &one, mixed == 0 ? kind_of_shape(w) : kind, &body);
        memcpy(all + i * stride, &one, sizeof one);
    }
    return (const collide_shape *)(const void *)all;
}
ARRAY_OF(shape, AT_REST)

static const collide_motion *array_of_motion(world *w, size_t n, size_t stride) {
    char *all = (char *)room(w, n ? (n - 1) * stride + sizeof(collide_motion) : 0);
    for (size_t i = 0; i < n; ++i)
        memcpy(all + i * stride, motion_of(w), sizeof(collide_motion));
    return (const collide_motion *)(const void *)all;
}
ARRAY_OF(motion, AT_REST)
static const collide_motion_array *maybe_motion_array(world *w) {
    return take(w, 1) % 4 == 0 ? NULL : motion_array_of(w);
}

// What the builder takes: shapes that pass their check, else a copy of one that does.
static collide_shape_pack *shape_pack_of(world *w) {
    const size_t n = 1 + take(w, 1) % 40;
    const uint32_t kind = 1 + take(w, 1) % (COLLIDE_SHAPE_KIND_COUNT - 1);
    const size_t size = collide_shape_pack_size((collide_shape_kind)kind, n);
    const collide_convex *body = NULL;
    collide_shape *all = (collide_shape *)room(w, n * sizeof *all), good;
    collide_shape_pack *pack = NULL;
    memset(&good, 0, sizeof good);
    good.kind = kind;
    if (kind == COLLIDE_SHAPE_OBB)
        good_obb(w, &good.of.obb);
    if (kind == COLLIDE_SHAPE_CYLINDER)
        good_cylinder(w, &good.of.cylinder);
    if (kind == COLLIDE_SHAPE_PLANE)
        good.of.plane.normal.z = 1;
    for (size_t i = 0; i < n; ++i) {
        make_shape(w, &all[i], kind, &body);
        if (kind == COLLIDE_SHAPE_CONVEX && i == 0)
            good = collide_shape_from_convex(body, NULL);
        if (collide_shape_check(&all[i]) != COLLIDE_OK)
            all[i] = good;
    }
    FUZZ_CHECK(collide_shape_pack_build(&pack, room(w, size), size, all, n, 0) == COLLIDE_OK);
    if (kind != COLLIDE_SHAPE_CONVEX) // addresses are not saved
        FUZZ_CHECK(collide_shape_pack_open(&pack, pack, size) == COLLIDE_OK);
    return pack;
}

static const collide_cable *cable_of(world *w) {
    collide_cable *c = (collide_cable *)room(w, sizeof *c);
    memset(c, 0, sizeof *c);
    const uint32_t x = take(w, 1);
    c->count = x > 250 ? x % 4 : 4 + x % 12;
    c->stride = any_stride(w, 12);
    c->points = array_of_vec3(w, c->count, c->stride ? c->stride : 12);
    c->radius = raw(w) ? number(w) : positive(w) * 0.25f;
    c->ends = take(w, 1) % 3;
    return c;
}

static const collide_cable *array_of_cable(world *w, size_t n) {
    collide_cable *all = (collide_cable *)room(w, n * sizeof *all);
    for (size_t i = 0; i < n; ++i)
        all[i] = *cable_of(w);
    return all;
}

// ---- what comes out --------------------------------------------------------------------------

#ifdef FUZZ_CALLS_ONLY
static void began(world *w);
static void ended(world *w);
#else
static void began(world *w) {
    (void)w;
    collide_work = 0;
}
static void ended(world *w) {
    (void)w;
    fuzz_worked(MOST_WORK);
}
#endif

// NaN is NaN, whichever of its bits are set.
static void took(world *w, const void *memory, size_t bytes) {
    const unsigned char *p = (const unsigned char *)memory;
    for (size_t i = 0; i < bytes; i += 4) {
        uint32_t word = 0;
        memcpy(&word, p + i, less(4, bytes - i));
        if (bytes % 4 == 0 && (word & 0x7fffffff) > 0x7f800000)
            word = 0x7fc00000;
        w->hash = (w->hash ^ word) * 1099511628211u;
    }
}
// Without the address of a convex body, which is not the same for each world.
static void took_shape(world *w, collide_shape shape) {
    if (shape.kind == COLLIDE_SHAPE_CONVEX)
        took(w, &shape.of.convex.pose, sizeof shape.of.convex.pose);
    else if (shape.kind)
        took(w, &shape.of, sizeof shape.of.obb);
    took(w, &shape.kind, sizeof shape.kind);
}
// The same of what is as it was when all is scaled, and of what is so when it is mirrored, too.
static void listed(world *w, const void *memory, size_t bytes) {
    const unsigned char *p = (const unsigned char *)memory;
    for (size_t i = 0; i < bytes; ++i)
        w->listed = (w->listed ^ p[i]) * 1099511628211u;
    took(w, memory, bytes);
}
static void said(world *w, const void *memory, size_t bytes) {
    const unsigned char *p = (const unsigned char *)memory;
    for (size_t i = 0; i < bytes; ++i)
        w->said = (w->said ^ p[i]) * 1099511628211u;
    listed(w, memory, bytes);
}
static void took_if(world *w, const void *memory, size_t bytes, bool hit) {
    if (memory && hit)
        took(w, memory, bytes);
}

// Bits behind the last are 0; of one query their number is what it returned.
static void took_bits(world *w, const uint16_t *bits, size_t n, size_t found, bool exact) {
    size_t hits = 0;
    for (size_t i = 0; i < COLLIDE_BLOCKS(n); ++i)
        for (uint32_t word = bits[i]; word; word &= word - 1)
            ++hits;
    FUZZ_CHECK(hits == found);
    FUZZ_CHECK(!exact || n % 16 == 0 || bits[n / 16] >> n % 16 == 0);
    said(w, bits, 2 * COLLIDE_BLOCKS(n));
}

// Rows of n results.
static collide_sweeps sweeps_of(world *w, size_t rows, size_t n) {
    const uint32_t leave = take(w, 1) % 16;
    collide_sweeps s;
    s.bits = leave & 1 ? NULL : (uint16_t *)room(w, 2 * rows * COLLIDE_BLOCKS(n));
    s.t_first = leave & 2 ? NULL : (float *)room(w, 4 * rows * n);
    s.t_last = leave & 4 ? NULL : (float *)room(w, 4 * rows * n);
    s.axis = leave & 8 ? NULL : (uint8_t *)room(w, rows * n);
    return s;
}
static void took_sweeps(world *w, const collide_sweeps *s, size_t rows, size_t n, size_t found) {
    if (s->bits)
        took_bits(w, s->bits, rows == 1 ? n : 16 * rows * COLLIDE_BLOCKS(n), found, true);
    took_if(w, s->t_first, 4 * rows * n, true);
    took_if(w, s->t_last, 4 * rows * n, true);
    for (size_t i = 0; i < rows * n && s->axis; ++i)
        FUZZ_CHECK(s->axis[i] == COLLIDE_SWEEPS_NO_AXIS || s->axis[i] < 15);
    took_if(w, s->axis, rows * n, true);
}

static void bracket_good(world *w, const collide_bracket *b, bool found) {
    if (!b)
        return;
    if (w->brackets < sizeof w->verdict)
        w->verdict[w->brackets++] = (uint8_t)b->verdict;
    FUZZ_CHECK(found == (b->verdict != COLLIDE_MISS) && b->verdict <= COLLIDE_NEAR);
    FUZZ_CHECK(b->t_lo >= 0 && b->t_lo <= b->t_hi && b->gap <= float_of(0x7f800000));
    FUZZ_CHECK(found == (b->t_hi <= FLT_MAX));
}

// Bad input has an empty bracket; a normal has unit length or is 0.
static void distance_good(const collide_distance *d, bool found) {
    if (!d)
        return;
    const double x = (double)d->normal.x, y = (double)d->normal.y, z = (double)d->normal.z;
    const double square = x * x + y * y + z * z;
    FUZZ_CHECK(d->lo <= d->hi || d->lo != d->lo || d->hi != d->hi);
    FUZZ_CHECK(square <= 0 || (square > 0.999999 && square < 1.000001) || square != square);
    FUZZ_CHECK(found || d->hi > 0 || d->lo > -FLT_MAX);
}
// The batch is asked for some of the arrays.
static collide_distances distances_of(world *w, size_t n) {
    const uint32_t leave = take(w, 1) % 16;
    collide_distances s;
    s.bits = leave & 1 ? NULL : (uint16_t *)room(w, 2 * COLLIDE_BLOCKS(n));
    s.lo = leave & 2 ? NULL : (float *)room(w, 4 * n);
    s.hi = leave & 4 ? NULL : (float *)room(w, 4 * n);
    s.all = leave & 8 ? NULL : (collide_distance *)room(w, n * sizeof *s.all);
    return s;
}
static void took_distances(world *w, const collide_distances *s, size_t n, size_t found) {
    if (s->bits)
        took_bits(w, s->bits, n, found, true);
    took_if(w, s->lo, 4 * n, true);
    took_if(w, s->hi, 4 * n, true);
    for (size_t i = 0; i < n && s->all; ++i) {
        distance_good(&s->all[i], s->bits ? s->bits[i / 16] >> i % 16 & 1 : true);
        FUZZ_CHECK(!s->lo || memcmp(&s->lo[i], &s->all[i].lo, 4) == 0);
        FUZZ_CHECK(!s->hi || memcmp(&s->hi[i], &s->all[i].hi, 4) == 0);
    }
    took_if(w, s->all, n * sizeof *s->all, true);
}

// Of packs they rise; of trees and octrees they come in any order.
static void indices_below(const uint32_t *indices, size_t n, size_t count) {
    for (size_t i = 0; i < n; ++i)
        FUZZ_CHECK(indices[i] < count);
}
static void pairs_below(const collide_pair *pairs, size_t n, size_t of_a, size_t of_b) {
    for (size_t i = 0; i < n; ++i)
        FUZZ_CHECK(pairs[i].a < of_a && pairs[i].b < of_b);
}
// Depths reach down to the margin.
static void contacts_good(const collide_contact *c, size_t n,
                          const collide_contact_options *options) {
    const float margin = options && options->margin > 0 ? options->margin : 0;
    for (size_t i = 0; i < n; ++i)
        FUZZ_CHECK(!(c[i].depth < -margin));
}
// A normal has unit length or is 0; a number of a triangle is one of that many.
static void hit_good(const collide_ray_hit *hit, bool found, size_t triangles) {
    if (!hit)
        return;
    const double x = (double)hit->normal.x, y = (double)hit->normal.y, z = (double)hit->normal.z;
    const double square = x * x + y * y + z * z;
    FUZZ_CHECK(found ? hit->t >= 0 && hit->t <= FLT_MAX : hit->t > FLT_MAX && square <= 0);
    FUZZ_CHECK(square <= 0 || (square > 0.999 && square < 1.001));
    FUZZ_CHECK(found && triangles ? hit->triangle < triangles : hit->triangle == UINT32_MAX);
    FUZZ_CHECK((hit->column == UINT32_MAX) == (hit->row == UINT32_MAX));
}
static void cable_contacts_good(const collide_cable_contact *c, size_t n, size_t segments) {
    for (size_t i = 0; i < n; ++i)
        FUZZ_CHECK(c[i].segment < segments && c[i].interval.first <= c[i].interval.last &&
                   c[i].interval.first >= 0 && c[i].interval.last <= 1);
}
static void cable_distance_good(const collide_cable_distance *d, bool found, size_t segments) {
    if (!d)
        return;
    distance_good(&d->distance, found);
    FUZZ_CHECK(!found || (d->segment < segments && d->distance.lo >= 0 && d->u >= 0 && d->u <= 1 &&
                          d->other_u >= 0 && d->other_u <= 1));
}
static void cable_distances_good(const collide_cable_distance *d, size_t found, size_t capacity,
                                 float max, size_t segments) {
    FUZZ_CHECK(found == 0 || found == segments);
    for (size_t i = 0; i < less(found, capacity); ++i) {
        const bool within = d[i].distance.lo <= max && d[i].distance.lo <= FLT_MAX;
        cable_distance_good(&d[i], within, segments);
        FUZZ_CHECK(d[i].segment == i);
    }
}

static bool visitor(void *user, collide_pair pair) {
    size_t *left = (size_t *)user;
    (void)pair;
    return (*left)-- > 0;
}

#include "fuzz_calls.h"

// ---- calls that take memory or other structs -------------------------------------------------

static void call_movers_sweep(world *w) {
    const size_t n = 1 + take(w, 1) % 5, capacity = take(w, 1) % 9;
    collide_mover *movers = (collide_mover *)room(w, n * sizeof *movers);
    for (size_t i = 0; i < n; ++i) {
        movers[i].tree = i && take(w, 1) % 2 ? movers[0].tree : tree_of(w);
        make_pose(w, &movers[i].pose);
        make_vec3(w, &movers[i].velocity);
    }
    const size_t size = collide_movers_scratch_size(n);
    void *scratch = room(w, size);
    collide_movers_hit *hits = (collide_movers_hit *)room(w, capacity * sizeof *hits);
    collide_movers_counts count;
    const float t_max = time_of(w);
    began(w);
    const collide_status r =
        collide_movers_sweep(movers, n, 0, t_max, scratch, size, hits, capacity, &count);
    const size_t found = count.hits;
    ended(w);
    took(w, &r, sizeof r);
    took(w, &count, sizeof count);
    took(w, hits, less(found, capacity) * sizeof *hits);
    for (size_t i = 0; i < less(found, capacity); ++i) {
        const collide_pair m = hits[i].movers, t = hits[i].triangles;
        FUZZ_CHECK(m.a < m.b && m.b < n && t.a < count_of_tree(movers[m.a].tree) &&
                   t.b < count_of_tree(movers[m.b].tree));
    }
}

static void call_movers_motion(world *w) {
    const size_t n = 1 + take(w, 1) % 5, capacity = take(w, 1) % 9;
    collide_motion_mover *movers = (collide_motion_mover *)room(w, n * sizeof *movers);
    for (size_t i = 0; i < n; ++i) {
        movers[i].tree = i && take(w, 1) % 2 ? movers[0].tree : tree_of(w);
        movers[i].motion = *motion_of(w);
    }
    const size_t size = collide_movers_scratch_size(n);
    void *scratch = room(w, size);
    collide_movers_motion_hit *hits = (collide_movers_motion_hit *)room(w, capacity * sizeof *hits);
    collide_movers_motion_counts count;
    const float t_max = time_of(w), tolerance = time_of(w);
    began(w);
    const collide_status r = collide_movers_motion(movers, n, 0, t_max, tolerance, scratch, size,
                                                   hits, capacity, &count);
    const size_t found = count.hits;
    ended(w);
    took(w, &r, sizeof r);
    took(w, &count, sizeof count);
    took(w, hits, less(found, capacity) * sizeof *hits);
    for (size_t i = 0; i < less(found, capacity); ++i) {
        const collide_pair m = hits[i].movers, t = hits[i].triangles;
        FUZZ_CHECK(m.a < m.b && m.b < n && t.a < count_of_tree(movers[m.a].tree) &&
                   t.b < count_of_tree(movers[m.b].tree) && hits[i].first.t_lo <= t_max);
    }
}

static void call_bodies(world *w, bool parting) {
    const size_t n = 1 + take(w, 1) % 5, capacity = take(w, 1) % 20;
    const collide_octree_options *o = maybe_octree_options(w);
    collide_bodies_options options;
    collide_body *bodies = (collide_body *)room(w, n * sizeof *bodies);
    memset(bodies, 0, n * sizeof *bodies);
    memset(&options, 0, sizeof options);
    if (o)
        options.octree = *o;
    options.pair_touches = take(w, 1) % 20;
    options.merge = number(w);
    options.all = take(w, 1) % 2;
    for (size_t i = 0; i < n; ++i) {
        bodies[i].mesh = i && take(w, 1) % 2 ? bodies[0].mesh : mesh_of(w);
        bodies[i].velocity = maybe_velocity(w);
        make_pose(w, &bodies[i].pose);
        (void)collide_sphere_from_points(&bodies[i].bounds, bodies[i].mesh->positions,
                                         bodies[i].mesh->vertex_count,
                                         bodies[i].mesh->position_stride);
    }
    const size_t size = collide_bodies_scratch_size(bodies, n, 0, &options);
    void *scratch = room(w, size);
    collide_body_touch *contacts = (collide_body_touch *)room(w, capacity * sizeof *contacts);
    collide_bodies_counts count;
    began(w);
    const collide_status r = parting ? collide_bodies_contacts(bodies, n, 0, &options, scratch,
                                                               size, contacts, capacity, &count)
                                     : collide_bodies_touches(bodies, n, 0, &options, scratch, size,
                                                              contacts, capacity, &count);
    ended(w);
    took(w, &r, sizeof r);
    took(w, &count, sizeof count);
    took(w, contacts, less(count.touches, capacity) * sizeof *contacts);
    for (size_t i = 0; i < less(count.touches, capacity); ++i) {
        const collide_body_touch *c = &contacts[i];
        FUZZ_CHECK(c->a < c->b && c->b < n && !(c->contact.depth < 0));
        FUZZ_CHECK(c->triangle_a < bodies[c->a].mesh->triangle_count &&
                   c->triangle_b < bodies[c->b].mesh->triangle_count);
    }
}

static void call_bodies_touches(world *w) {
    call_bodies(w, false);
}

static void call_bodies_contacts(world *w) {
    call_bodies(w, true);
}

static void call_spline_pack_build_cables(world *w) {
    const size_t n = 1 + take(w, 1) % 4;
    const collide_cable *cables = array_of_cable(w, n);
    size_t segments = 0, at = 0;
    for (size_t i = 0; i < n; ++i)
        segments += collide_cable_segment_count(&cables[i]);
    const size_t size = collide_spline_pack_size(segments);
    collide_spline_pack *pack;
    if (collide_spline_pack_build_cables(&pack, room(w, size), size, cables, n, 0) != COLLIDE_OK)
        return;
    FUZZ_CHECK(collide_spline_pack_count(pack) == segments);
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < collide_cable_segment_count(&cables[i]); ++k, ++at) {
            const collide_spline a = collide_cable_segment(&cables[i], k);
            const collide_spline b = collide_spline_pack_get(pack, at);
            FUZZ_CHECK(memcmp(&a, &b, sizeof a) == 0);
        }
}

// A pack of shapes by its header, and one of something else.
static void call_shape_pack_of(world *w) {
    collide_shape_pack *pack = shape_pack_of(w);
    const collide_pack *other =
        (const collide_pack *)(const void *)collide_shape_pack_of(&pack->header);
    FUZZ_CHECK(other == &pack->header && !collide_shape_pack_of(NULL));
    pack->header.components += 1 + take(w, 1);
    FUZZ_CHECK(!collide_shape_pack_of(&pack->header));
}

static void call_shape_pack_get(world *w) {
    const collide_shape_pack *pack = shape_pack_of(w);
    const size_t i = any_size(w);
    const collide_shape s = collide_shape_pack_get(pack, i);
    FUZZ_CHECK(s.kind == (i < pack->header.count ? (uint32_t)collide_shape_pack_kind(pack) : 0));
    FUZZ_CHECK(!s.kind || collide_shape_check(&s) == COLLIDE_OK);
    took_shape(w, s);
}

// In order, and none that is left is nearer than the last.
static void call_shape_shape_nearest(world *w) {
    const collide_shape *a = shape_of(w);
    const collide_shape_pack *b = take(w, 1) % 16 ? shape_pack_of(w) : NULL;
    const size_t k = take(w, 1) % 20, n = collide_shape_pack_count(b);
    const float max = number(w);
    uint32_t *indices = (uint32_t *)room(w, k * sizeof *indices);
    collide_distance *distances = (collide_distance *)room(w, k * sizeof *distances);
    began(w);
    const size_t found = collide_shape_shape_nearest(a, b, max, k, indices, distances);
    ended(w);
    size_t within = 0;
    FUZZ_CHECK(found <= k && found <= n);
    for (size_t i = 0; i < found; ++i) {
        FUZZ_CHECK(indices[i] < n && distances[i].lo <= max);
        FUZZ_CHECK(i == 0 || distances[i - 1].lo <= distances[i].lo);
    }
    for (size_t i = 0; i < n; ++i) {
        const collide_shape s = collide_shape_pack_get(b, i);
        collide_distance d;
        const bool there = collide_shape_shape_distance(a, &s, float_of(0x7f800000), &d);
        within += there && d.lo <= max;
        bool listed_here = !there || found < k || k == 0 || d.lo >= distances[k - 1].lo;
        for (size_t j = 0; j < found; ++j)
            listed_here |= indices[j] == i;
        FUZZ_CHECK(listed_here);
    }
    FUZZ_CHECK(found == less(k, within));
    took(w, indices, found * sizeof *indices);
    took(w, distances, found * sizeof *distances);
}

static void call_status_text(world *w) {
    const uint32_t x = take(w, 4);
    FUZZ_CHECK(collide_status_text((collide_status)(x % 64))[0] &&
               collide_isa_text((collide_isa_id)(x % COLLIDE_ISA_COUNT))[0]);
}

// What came out, of an input that is all the same but for what the fields of w say.
static world run_call(const struct call *call, world w, const uint8_t *data, size_t size) {
    w.data = data;
    w.size = size;
    const uint32_t how = take(&w, 1);
    w.how = how % 4;
    w.tame = w.tame || how / 4 % 2;
    w.damages = how < 224 || w.tame ? 0 : how / 8 - 27;
    call->ask(&w);
    while (w.rooms)
        free(w.room[--w.rooms]);
    return w;
}

static world world_of(void) {
    world w;
    memset(&w, 0, sizeof w);
    w.scale = 1;
    return w;
}

#ifndef FUZZ_CALLS_ONLY
// The call of the family that draws the highest lot for these bytes: each as likely as any other,
// and mostly the same one when there are more.
static const struct call *chosen(uint32_t bytes) {
    const char *family = getenv("FUZZ_FAMILY");
    const struct call *best = NULL;
    uint32_t highest = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; ++i) {
        uint32_t lot = bytes * 2654435761u ^ calls[i].key * 2246822519u;
        lot = (lot ^ lot >> 15) * 2654435761u;
        lot = (lot ^ lot >> 13) * 3266489917u;
        if ((lot >= highest || !best) && (!family || strcmp(family, calls[i].family) == 0)) {
            highest = lot;
            best = &calls[i];
        }
    }
    FUZZ_CHECK(best);
    return best;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3)
        return 0;
    const struct call *call = chosen(data[0] | (uint32_t)data[1] << 8);
    uint64_t hash = 0;
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        FUZZ_CHECK(collide_isa() == (collide_isa_id)i);
        if (getenv("FUZZ_SAY"))
            fprintf(stderr, "%s\n", call->name);
        const world w = run_call(call, world_of(), data + 2, size - 2);
        const bool same = i == COLLIDE_ISA_SCALAR || w.hash == hash || w.damaged;
        hash = i == COLLIDE_ISA_SCALAR ? w.hash : hash;
        if (!same)
            fprintf(stderr, "%s differs on %s\n", call->name, collide_isa_text((collide_isa_id)i));
        FUZZ_CHECK(same);
    }
    return 0;
}
#endif
