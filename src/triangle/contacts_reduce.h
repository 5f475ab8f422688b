#pragma once
#include "triangle.h"
#include "../base/contacts.h"
#include "../base/work.h"

// ---- contacts of meshes ----------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

COLLIDE__INLINE bool collide__close_by(collide_vec3 a, collide_vec3 b, float distance) {
    const collide_vec3 d = collide__sub(a, b);
    return collide__abs(d.x) <= distance && collide__abs(d.y) <= distance &&
           collide__abs(d.z) <= distance;
}

// Whether c replaces the contact kept at its place.
static bool collide__contact_better(const collide_contact *c, const collide_contact *kept,
                                    float distance) {
    const collide_vec3 d = collide__sub(c->point_b, c->point_a);
    const collide_vec3 e = collide__sub(kept->point_b, kept->point_a);
    const float deeper = c->depth - kept->depth;
    return deeper > distance || (deeper >= -distance && collide__dot(d, d) < collide__dot(e, e));
}

// Whether c is at the same place as kept; then merges it into kept.
static bool collide__contact_merges(const void *user, void *kept_contact, const void *contact) {
    const float distance = *(const float *)user;
    collide_contact *kept = (collide_contact *)kept_contact;
    const collide_contact *c = (const collide_contact *)contact;
    const float deepest = kept->depth > c->depth ? kept->depth : c->depth;
    if (!((collide__close_by(kept->point_a, c->point_a, distance) ||
           collide__close_by(kept->point_b, c->point_b, distance)) &&
          collide__dot(kept->normal, c->normal) >= 0.999f))
        return false;
    if (collide__contact_better(c, kept, distance))
        *kept = *c;
    kept->depth = deepest;
    return true;
}

COLLIDE_API size_t collide_contacts_merge(collide_contact *contacts, size_t n, float distance) {
    COLLIDE_ASSERT(contacts || !n);
    return collide__places_merge(contacts, n, sizeof *contacts, collide__contact_merges, &distance);
}

static collide__dvec3 collide__contact_point(const void *contacts, size_t i) {
    return collide__dvec3_of(((const collide_contact *)contacts)[i].point_b);
}

static collide__dvec3 collide__contact_normal(const void *contacts, size_t i) {
    return collide__dvec3_of(((const collide_contact *)contacts)[i].normal);
}

static double collide__contact_depth(const void *contacts, size_t i) {
    return (double)((const collide_contact *)contacts)[i].depth;
}

COLLIDE_API size_t collide_contacts_reduce(collide_contact *contacts, size_t n) {
    size_t left = 0;
    COLLIDE_ASSERT(contacts || !n);
    for (size_t first = 0, end; first < n; first = end) {
        const collide__dvec3 normal = collide__dvec3_of(contacts[first].normal);
        collide_contact *group = contacts + first;
        end = first + 1;
        COLLIDE__WORK(n - first);
        for (size_t i = end; i < n; ++i)
            if (collide__ddot(collide__dvec3_of(contacts[i].normal), normal) >= 0.999) {
                const collide_contact like = contacts[i];
                contacts[i] = contacts[end];
                contacts[end++] = like;
            }
        size_t count = end - first;
        if (count > 4) {
            const collide__contact_set set = {group, count, collide__contact_point,
                                              collide__contact_normal, collide__contact_depth};
            collide_contact found[4];
            size_t kept[4];
            count = collide__contacts_spread(&set, 0, 0, kept);
            for (size_t i = 0; i < count; ++i)
                found[i] = group[kept[i]];
            memcpy(group, found, count * sizeof *found);
        }
        memmove(contacts + left, group, count * sizeof *contacts);
        left += count;
    }
    return left;
}

// The velocity of a point of a body.
static collide__dvec3 collide__velocity_at(const collide_velocity *m, collide_vec3 p) {
    const collide__dvec3 still = {0, 0, 0};
    return m ? collide__dadd(
                   collide__dvec3_of(m->linear), 1,
                   collide__dcross(collide__dvec3_of(m->angular), collide__dsub(p, m->center)))
             : still;
}

COLLIDE_API bool collide_contact_closing(const collide_contact *contact, const collide_velocity *a,
                                         const collide_velocity *b, collide_vec3 *velocity) {
    COLLIDE_ASSERT(contact);
    const collide__dvec3 v = collide__dadd(collide__velocity_at(a, contact->point_a), -1,
                                           collide__velocity_at(b, contact->point_b));
    if (velocity)
        *velocity = collide__dround_zero(v);
    return collide__ddot(v, collide__dvec3_of(contact->normal)) < 0;
}
#endif // COLLIDE_NO_TRIANGLE
