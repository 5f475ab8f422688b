#pragma once
#include "../tree/shapes.h"
#include "triangles.h"
#include "../base/deepest.h"
#include "../base/work.h"

// ---- cables ----------------------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// Adds a contact to a list; if the list is full, in place of the shallowest.
static void collide__cable_contact_take(const collide_cable_contact *c,
                                        collide_cable_contact *contacts, size_t capacity,
                                        size_t *n) {
    size_t at = *n;
    if (*n >= capacity) {
        COLLIDE__WORK(capacity);
        at = 0;
        for (size_t i = 1; i < capacity; ++i)
            at = contacts[i].contact.depth < contacts[at].contact.depth ? i : at;
        if (capacity && contacts[at].contact.depth >= c->contact.depth)
            at = capacity;
        // later contacts move up, so that segments stay in rising order
        for (size_t i = at; capacity && i + 1 < capacity; ++i)
            contacts[i] = contacts[i + 1];
        at = at < capacity ? capacity - 1 : capacity;
    }
    if (at < capacity)
        contacts[at] = *c;
    ++*n;
}

static size_t collide__cable_checked(const collide_cable *cable) {
    return collide_cable_check(cable) == COLLIDE_OK ? collide_cable_segment_count(cable) : 0;
}

#define COLLIDE__CABLE_DEFINE(what)                                                                \
    COLLIDE_API size_t collide_cable_##what##_contacts(                                            \
        const collide_cable *a, const collide_##what *b, const collide_contact_options *options,   \
        collide_cable_contact *contacts, size_t capacity) {                                        \
        const size_t segments = collide__cable_checked(a);                                         \
        size_t n = 0;                                                                              \
        COLLIDE_ASSERT(contacts || !capacity);                                                     \
        collide__contact_options_check(options);                                                   \
        for (size_t i = 0; i < segments; ++i) {                                                    \
            const collide_spline s = collide__cable_segment(a, i);                                 \
            collide_cable_contact c;                                                               \
            COLLIDE__WORK(1);                                                                      \
            memset(&c, 0, sizeof c);                                                               \
            if (!collide_spline_##what(&s, b, capacity ? &c : NULL))                               \
                continue;                                                                          \
            c.segment = (uint32_t)i;                                                               \
            collide__cable_contact_take(&c, contacts, capacity, &n);                               \
        }                                                                                          \
        return n;                                                                                  \
    }
COLLIDE__CABLE_DEFINE(aabb)
COLLIDE__CABLE_DEFINE(obb)
COLLIDE__CABLE_DEFINE(triangle)
COLLIDE__CABLE_DEFINE(sphere)
#ifndef COLLIDE_NO_CYLINDER
COLLIDE__CABLE_DEFINE(cylinder)
#endif
#ifndef COLLIDE_NO_TERRAIN
COLLIDE__CABLE_DEFINE(terrain)
#endif
#undef COLLIDE__CABLE_DEFINE

#ifndef COLLIDE_NO_TREE
static bool collide__tree_cable_overlaps(const void *shape, const collide_triangle *t) {
    const collide__cable_body *s = (const collide__cable_body *)shape;
    collide__cable_search once = collide__cable_search_none(false);
    collide__target body;
    collide__curve c;
    return collide_spline_triangle_near(s->spline, t) &&
           collide__spline_triangle(s->spline, t, &c, &body) &&
           collide__curve_look(&c, &body, s->search ? s->search : &once);
}

static void collide__tree_cable_taken(const void *shape, uint32_t triangle) {
    const collide__cable_body *s = (const collide__cable_body *)shape;
    if (s->search) {
        s->search->other = s->search->deeper ? triangle : s->search->other;
    } else if (s->n) {
        if (*s->n < s->capacity) {
            s->pairs[*s->n].a = s->segment;
            s->pairs[*s->n].b = triangle;
        }
        ++*s->n;
    }
}

static bool collide__tree_cable_within(const void *shape, const collide_tetrahedron *t) {
    const collide__cable_body *s = (const collide__cable_body *)shape;
    const collide_vec3 p = collide__curve_place(&s->c, s->c.b[0]);
    return collide__tetrahedron_holds(t, &p);
}

static const collide__body_type collide__tree_cables = {
    collide__cable_reach, collide__tree_cable_overlaps, NULL, collide__tree_cable_within,
    collide__tree_cable_taken};

static size_t collide__spline_tree(const collide_spline *a, const collide_tree *b,
                                   const collide_pose *pose, uint32_t *indices, size_t capacity,
                                   size_t most) {
    collide__cable_body shape;
    return collide__cable_body_of(a, &shape)
               ? collide__tree_near(&collide__tree_cables, &shape, b, pose, indices, capacity, most)
               : 0;
}

COLLIDE_API bool collide_spline_tree(const collide_spline *a, const collide_tree *b,
                                     const collide_pose *pose_b) {
    COLLIDE_ASSERT(a);
    return collide__spline_tree(a, b, pose_b, NULL, 0, 1) > 0;
}

COLLIDE_API size_t collide_spline_tree_indices(const collide_spline *a, const collide_tree *b,
                                               const collide_pose *pose_b, uint32_t *indices,
                                               size_t capacity) {
    COLLIDE_ASSERT(a && (indices || !capacity));
    return collide__spline_tree(a, b, pose_b, indices, capacity, SIZE_MAX);
}

// As collide__tree_near, of all segments.
static size_t collide__cable_tree(const collide_cable *a, const collide_tree *b,
                                  const collide_pose *pose, collide_pair *pairs, size_t capacity,
                                  size_t most) {
    const size_t segments = collide__cable_checked(a);
    const collide_aabb box = collide_aabb_from_tree(b, pose);
    size_t n = 0;
    for (size_t i = 0; i < segments && n < most; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        collide__cable_body shape;
        COLLIDE__WORK(1);
        if (!collide__spline_boxed(&s, &box) || !collide__cable_body_of(&s, &shape))
            continue;
        shape.pairs = pairs;
        shape.capacity = capacity;
        shape.n = &n;
        shape.segment = (uint32_t)i;
        collide__tree_near(&collide__tree_cables, &shape, b, pose, NULL, 0, most);
    }
    return n;
}

COLLIDE_API bool collide_cable_tree(const collide_cable *a, const collide_tree *b,
                                    const collide_pose *pose_b) {
    return collide__cable_tree(a, b, pose_b, NULL, 0, 1) > 0;
}

COLLIDE_API size_t collide_cable_tree_indices(const collide_cable *a, const collide_tree *b,
                                              const collide_pose *pose_b, collide_pair *pairs,
                                              size_t capacity) {
    COLLIDE_ASSERT(pairs || !capacity);
    return collide__cable_tree(a, b, pose_b, pairs, capacity, SIZE_MAX);
}

COLLIDE_API size_t collide_cable_tree_contacts(const collide_cable *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity) {
    const size_t segments = collide__cable_checked(a);
    const collide_aabb box = collide_aabb_from_tree(b, pose_b);
    size_t n = 0;
    COLLIDE_ASSERT(contacts || !capacity);
    collide__contact_options_check(options);
    if (!b || b->type == COLLIDE_TREE_TETRAHEDRA)
        return 0;
    for (size_t i = 0; i < segments; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        collide__cable_search search = collide__cable_search_none(capacity > 0);
        collide__cable_body shape;
        COLLIDE__WORK(1);
        collide_cable_contact c;
        memset(&c, 0, sizeof c);
        if (!collide__spline_boxed(&s, &box) || !collide__cable_body_of(&s, &shape))
            continue;
        shape.search = &search;
        if (!collide__tree_near(&collide__tree_cables, &shape, b, pose_b, NULL, 0, SIZE_MAX))
            continue;
        if (capacity > 0)
            collide__cable_contact_put(&c, &shape.c, &search);
        c.segment = (uint32_t)i;
        c.other = search.other;
        collide__cable_contact_take(&c, contacts, capacity, &n);
    }
    return n;
}
#endif
#endif // COLLIDE_NO_CABLE
