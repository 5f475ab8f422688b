#pragma once
#include "vectors.h"

// ---- contacts: keys, and what becomes of the contacts of the last step -----------------------

COLLIDE_API uint64_t collide_contact_key(const collide_contact *contact, uint32_t kind) {
    COLLIDE_ASSERT(contact && kind <= COLLIDE_KEY_BODY);
    return kind == COLLIDE_KEY_PART   ? contact->feature_a >> 24
           : kind == COLLIDE_KEY_BODY ? contact->feature_a
                                      : (uint64_t)contact->feature_a << 32 | contact->feature_b;
}

// Two normals count as equally near to a third if their products with it differ by no more than
// this, as those of up to 1.3 degrees do. The edge of a box that lies on several edges has contacts
// whose normals differ by rounding alone.
#define COLLIDE__SAME_NORMAL 0.000244140625 // 2^-12

static bool collide__matched(const uint32_t *match, size_t n, size_t j) {
    for (size_t i = 0; i < n; ++i)
        if (match[i] == j)
            return true;
    return false;
}

// Which of m contacts this one was: one that none of the n numbers in match names, or NONE.
static uint32_t collide__contact_before(const collide_contact *now, const collide_contact *before,
                                        size_t m, uint32_t kind, const uint32_t *match, size_t n) {
    const uint64_t key = collide_contact_key(now, kind);
    const collide__dvec3 normal = collide__dvec3_of(now->normal);
    double most = -DBL_MAX, least = DBL_MAX;
    uint32_t found = COLLIDE_MATCH_NONE;
    for (int pass = 0; pass < 2; ++pass) // the nearest normal, then the nearest place
        for (size_t j = 0; j < m; ++j) {
            if (collide_contact_key(&before[j], kind) != key || collide__matched(match, n, j))
                continue;
            const double along = collide__ddot(collide__dvec3_of(before[j].normal), normal);
            const collide__dvec3 way = collide__dsub(before[j].point_b, now->point_b);
            const double square = collide__ddot(way, way);
            if (pass == 0) {
                most = along > most ? along : most;
            } else if (along >= most - COLLIDE__SAME_NORMAL &&
                       (found == COLLIDE_MATCH_NONE || square < least)) {
                least = square;
                found = (uint32_t)j;
            }
        }
    return found;
}

COLLIDE_API size_t collide_contacts_match(const collide_contact *now, size_t n,
                                          const collide_contact *before, size_t m, uint32_t kind,
                                          uint32_t *match) {
    size_t count = 0;
    COLLIDE_ASSERT((now || !n) && (before || !m) && (match || !n) && m < COLLIDE_MATCH_NONE);
    for (size_t i = 0; i < n; ++i) {
        match[i] = collide__contact_before(&now[i], before, m, kind, match, i);
        count += match[i] != COLLIDE_MATCH_NONE;
    }
    return count;
}
