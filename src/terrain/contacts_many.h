#pragma once
#include "../base/batches.h"
#include "../sat/packs.h"
#include "../sphere/packs.h"
#include "contacts_queries.h"

// ---- contacts of many bodies with one terrain ------------------------------------------------
#ifndef COLLIDE_NO_TERRAIN

// A type of body whose first floats are its centre: the number of its floats, about the distance of
// its farthest points from its centre, and its query.
typedef struct collide__terrain_batch {
    int floats;
    float (*size)(const float *body);
    size_t (*contacts)(const void *body, const collide_terrain *terrain,
                       const collide_contact_options *options, collide_contact *contacts,
                       size_t capacity);
} collide__terrain_batch;

// Fetches the heights under a body.
COLLIDE__NOINLINE void collide__terrain_fetch(const collide_terrain *t, const float *body,
                                              double size) {
    const collide_vec3 center = {body[0], body[1], body[2]};
    collide__footprint f;
    if (collide__footprint_of(t, center, -size, size, -size, size, &f))
        collide__heights_fetch(t, &f);
}

// Fetches the heights under a body some bodies before its turn.
static size_t collide__terrain_contacts_each(const collide__terrain_batch *type,
                                             const collide_terrain *terrain,
                                             const collide_pack *pack, size_t n,
                                             const collide_contact_options *options,
                                             collide_contact *contacts, size_t capacity_each,
                                             uint32_t *counts) {
    const bool valid = collide__terrain_valid(terrain);
    const size_t ahead = 8;
    float waiting[16][15];
    size_t hits = 0;
    COLLIDE_ASSERT((contacts || !capacity_each) && (counts || !n));
    for (size_t k = 0; k < n + ahead; ++k) {
        if (k < n) {
            float *body = waiting[k % 16];
            const float *rows = collide__pack_rows(pack) + k / 16 * pack->components * 16;
            collide__lane_floats(rows, (unsigned)(k % 16), type->floats, body);
            if (valid)
                collide__terrain_fetch(terrain, body, (double)type->size(body));
        }
        if (k < ahead)
            continue;
        const size_t i = k - ahead;
        counts[i] = (uint32_t)type->contacts(waiting[i % 16], terrain, options,
                                             capacity_each ? contacts + i * capacity_each : NULL,
                                             capacity_each);
        hits += counts[i] > 0;
    }
    return hits;
}

// Defines the batch of a type of body.
#define COLLIDE__TERRAIN_BATCH(NAME, FLOATS, SIZE)                                                 \
    static float collide__##NAME##_terrain_size(const float *body) {                               \
        return SIZE;                                                                               \
    }                                                                                              \
    static size_t collide__##NAME##_terrain_ask(const void *body, const collide_terrain *terrain,  \
                                                const collide_contact_options *options,            \
                                                collide_contact *contacts, size_t capacity) {      \
        return collide_##NAME##_terrain_contacts((const collide_##NAME *)body, terrain, options,   \
                                                 contacts, capacity);                              \
    }                                                                                              \
    COLLIDE_API size_t collide_terrain_##NAME##_contacts_many(                                     \
        const collide_terrain *a, const collide_##NAME##_pack *b,                                  \
        const collide_contact_options *options, collide_contact *contacts, size_t capacity_each,   \
        uint32_t *counts) {                                                                        \
        static const collide__terrain_batch type = {FLOATS, collide__##NAME##_terrain_size,        \
                                                    collide__##NAME##_terrain_ask};                \
        return collide__terrain_contacts_each(&type, a, COLLIDE__HEADER(b),                        \
                                              collide_##NAME##_pack_count(b), options, contacts,   \
                                              capacity_each, counts);                              \
    }

COLLIDE__TERRAIN_BATCH(cylinder, 8, body[6] + collide__mul(0.5f, body[7]))
#ifndef COLLIDE_NO_SPHERE
COLLIDE__TERRAIN_BATCH(sphere, 4, body[3])
#endif
#ifndef COLLIDE_NO_SAT
COLLIDE__TERRAIN_BATCH(obb, 15, collide__max2(collide__max2(body[3], body[4]), body[5]))
#endif
#undef COLLIDE__TERRAIN_BATCH
#endif // COLLIDE_NO_TERRAIN
