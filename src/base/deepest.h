#pragma once
#include "numbers.h"

// ---- contacts: their options, and the deepest ------------------------------------------------

COLLIDE__SHARED void collide__contact_options_check(const collide_contact_options *options) {
    (void)options;
    COLLIDE_ASSERT(!options || !(options->flags & ~COLLIDE_CONTACT_ONE_SIDED));
}

// Finite, and not below 0.
COLLIDE__SHARED float collide__contact_margin(const collide_contact_options *options) {
    const float margin = options && options->margin > 0 ? options->margin : 0;
    return margin < FLT_MAX ? margin : FLT_MAX;
}

// At least COLLIDE__CLIP_POINTS and COLLIDE__TERRAIN_CONTACTS.
#define COLLIDE__CONTACTS 160

// Writes the deepest contacts that fit, in their order; of equal ones the first.
COLLIDE__SHARED void collide__contacts_deepest(const collide_contact *found, int count,
                                               collide_contact *contacts, size_t capacity) {
    bool kept[COLLIDE__CONTACTS];
    for (int i = 0; i < count; ++i)
        kept[i] = true;
    for (size_t left = (size_t)count; left > capacity; --left) {
        int shallow = -1;
        for (int i = 0; i < count; ++i)
            if (kept[i] && (shallow < 0 || found[i].depth <= found[shallow].depth))
                shallow = i;
        kept[shallow] = false;
    }
    for (int i = 0, k = 0; i < count; ++i)
        if (kept[i])
            contacts[k++] = found[i];
}
