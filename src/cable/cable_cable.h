#pragma once
#include "spline_spline.h"
#include "cables.h"
#include "batches.h"
#include "../base/work.h"

// ---- cables against cables -------------------------------------------------------------------
#ifndef COLLIDE_NO_CABLE

// All pairs of segments of a and b; with self, pairs i < j of one cable that are no neighbours.
static size_t collide__cables_contacts(const collide_cable *a, const collide_cable *b, bool self,
                                       size_t neighbours, collide_cable_contact *contacts,
                                       size_t capacity) {
    COLLIDE__ALIGNED(float) rows[COLLIDE__SPLINE_FLOATS * 16];
    COLLIDE__ALIGNED(float) boxes[6 * 16];
    const collide__base_kernels *kernels = collide__base();
    const size_t of_a = collide__cable_checked(a), of_b = collide__cable_checked(b);
    size_t n = 0;
    for (size_t i = 0; i < of_a; ++i) {
        const collide_spline s = collide__cable_segment(a, i);
        const collide_aabb box = collide__spline_box(&s);
        const size_t from = !self ? 0 : neighbours < of_b - i ? i + neighbours + 1 : of_b;
        size_t end = of_b;
        if (self && a->ends == COLLIDE_CABLE_CLOSED) {
            // round the loop, j to i are of_b - j + i apart
            const size_t left = neighbours > i ? neighbours - i : 0;
            end = left < of_b ? of_b - left : 0;
        }
        collide__splat_rows(boxes, &box, 6);
        for (size_t j = from; j < end; j += 16) {
            collide_spline other[16];
            const float *object[16];
            COLLIDE__WORK(1);
            const size_t group = collide__min_size(16, end - j);
            unsigned unsure;
            for (size_t k = 0; k < 16; ++k) {
                other[k] = collide__cable_segment(b, j + (k < group ? k : 0));
                object[k] = collide__floats(&other[k]);
            }
            kernels->transpose(rows, object, COLLIDE__SPLINE_FLOATS);
            unsigned word =
                collide__cable()->enter(rows, boxes, collide__lanes(group), false, &unsure);
            for (word |= unsure; word; word &= word - 1) {
                const unsigned lane = collide__lowest_bit(word);
                collide_cable_contact c;
                memset(&c, 0, sizeof c);
                if (!collide_spline_spline(&s, &other[lane], capacity ? &c : NULL))
                    continue;
                c.segment = (uint32_t)i;
                c.other = (uint32_t)j + lane;
                collide__cable_contact_take(&c, contacts, capacity, &n);
            }
        }
    }
    return n;
}

COLLIDE_API size_t collide_cable_cable_contacts(const collide_cable *a, const collide_cable *b,
                                                const collide_contact_options *options,
                                                collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(contacts || !capacity);
    collide__contact_options_check(options);
    return collide__cables_contacts(a, b, false, 0, contacts, capacity);
}

COLLIDE_API size_t collide_cable_self_contacts(const collide_cable *cable, size_t neighbours,
                                               const collide_contact_options *options,
                                               collide_cable_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(contacts || !capacity);
    collide__contact_options_check(options);
    return collide__cables_contacts(cable, cable, true, neighbours ? neighbours : 1, contacts,
                                    capacity);
}
#endif // COLLIDE_NO_CABLE
