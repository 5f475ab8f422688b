#pragma once
#include "../base/contacts.h"
#include "../base/deepest.h"
#include "contacts.h"

// ---- contacts with terrain: reduction --------------------------------------------------------
// Next: contacts_queries.h, which returns them.
#ifndef COLLIDE_NO_TERRAIN

// Of several contacts at one place of the surface (on the border of two parts, or with two nearest
// points of the body) the first stays, with the largest depth.
static bool collide__dcontact_merges(const void *square, void *kept_contact, const void *contact) {
    collide__dcontact *kept = (collide__dcontact *)kept_contact;
    const collide__dcontact *c = (const collide__dcontact *)contact;
    const collide__dvec3 d = collide__dadd(c->b, -1, kept->b);
    if (!(collide__ddot(d, d) <= *(const double *)square))
        return false;
    kept->depth = c->depth > kept->depth ? c->depth : kept->depth;
    return true;
}

// Sorts by features, so that the first of ties does not depend on where the search began: faces
// first, then by the point of the body, then by row, number and column.
static void collide__dcontacts_sort(collide__dcontact *t, int n) {
    uint64_t key[COLLIDE__TERRAIN_CONTACTS];
    for (int i = 0; i < n; ++i) {
        const uint32_t a = t[i].feature_a, b = t[i].feature_b, kind = b >> 24 & 3;
        const uint64_t k = (uint64_t)(3 - kind) << 62 | (uint64_t)(a >> 24) << 54 |
                           (uint64_t)COLLIDE_FEATURE_CELL(a) << 30 |
                           (uint64_t)COLLIDE_FEATURE_NUMBER(b) << 24 | COLLIDE_FEATURE_CELL(b);
        int to = i;
        for (; to > 0 && k < key[to - 1]; --to)
            key[to] = key[to - 1];
        key[to] = k;
        if (to < i) {
            const collide__dcontact moved = t[i];
            memmove(t + to + 1, t + to, (size_t)(i - to) * sizeof *t);
            t[to] = moved;
        }
    }
}

// Groups contacts by normal and reduces each group; writes the deepest that fit, in their order.
// Returns the number of contacts.
static size_t collide__dcontacts_write(collide__dcontact *t, int n, double size,
                                       collide_vec3 center, collide_contact *contacts,
                                       size_t capacity) {
    const double tie = collide__dmul(COLLIDE__TIE, size), square = collide__dmul(tie, tie);
    int count = 0;
    collide__dcontacts_sort(t, n);
    for (int first = 0; first < n;) {
        int end = first + 1;
        for (int i = end; i < n; ++i)
            if (collide__ddot(t[i].normal, t[first].normal) >= 1 - COLLIDE__EQUAL) {
                const collide__dcontact like = t[i];
                if (end < i) {
                    memmove(t + end + 1, t + end, (size_t)(i - end) * sizeof *t);
                    t[end] = like;
                }
                ++end;
            }
        int left = end - first;
        if (left > 1) {
            left = (int)collide__places_merge(t + first, (size_t)left, sizeof *t,
                                              collide__dcontact_merges, &square);
            left = collide__dcontacts_reduce(t + first, left, tie, tie);
        }
        if (count < first)
            memmove(t + count, t + first, (size_t)left * sizeof *t);
        count += left;
        first = end;
    }
    return collide__dcontacts_out(t, count, collide__dvec3_of(center), contacts, capacity);
}
#endif // COLLIDE_NO_TERRAIN
