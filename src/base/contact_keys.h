#pragma once
#include "vectors.h"

// ---- contacts: keys, and what becomes of the contacts of the last step -----------------------

COLLIDE_API uint64_t collide_contact_key(const collide_contact *contact, uint32_t kind) {
    COLLIDE_ASSERT(contact && kind <= COLLIDE_KEY_BODY);
    return kind == COLLIDE_KEY_PART   ? contact->feature_a >> 24
           : kind == COLLIDE_KEY_BODY ? contact->feature_a
                                      : (uint64_t)contact->feature_a << 32 | contact->feature_b;
}

static bool collide__matched(const uint32_t *match, size_t n, size_t j) {
    for (size_t i = 0; i < n; ++i)
        if (match[i] == j)
            return true;
    return false;
}

COLLIDE_API size_t collide_contacts_match(const collide_contact *now, size_t n,
                                          const collide_contact *before, size_t m, uint32_t kind,
                                          uint32_t *match) {
    size_t count = 0;
    COLLIDE_ASSERT((now || !n) && (before || !m) && (match || !n) && m < COLLIDE_MATCH_NONE);
    for (size_t i = 0; i < n; ++i) {
        const uint64_t key = collide_contact_key(&now[i], kind);
        const collide__dvec3 normal = collide__dvec3_of(now[i].normal);
        double most = -DBL_MAX;
        match[i] = COLLIDE_MATCH_NONE;
        for (size_t j = 0; j < m; ++j) {
            if (collide_contact_key(&before[j], kind) != key)
                continue;
            const double along = collide__ddot(collide__dvec3_of(before[j].normal), normal);
            if (along > most && !collide__matched(match, i, j)) {
                most = along;
                match[i] = (uint32_t)j;
            }
        }
        count += match[i] != COLLIDE_MATCH_NONE;
    }
    return count;
}
