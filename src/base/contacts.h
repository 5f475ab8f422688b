#pragma once
#include "deepest.h"
#include "vectors.h"
#include "work.h"

// ---- contacts: merging, and reduction to four ------------------------------------------------
// Of contacts with one normal at most four are kept: the deepest; the farthest from it; the
// farthest from the line of these two; the farthest outside of the triangle of these three, or if
// all lie on one line, the farthest on the other side of the first. If scores differ by no more
// than a tie, the first contact wins.

// What another axis must be better by than the normal of a face, in sizes of the smaller shape, so
// that shapes which lie on each other have contacts that a solver can stand on.
#define COLLIDE__FACE_SHARE 0.0078125 // 2^-7

// Merges contacts of any type, size bytes each, in place: a contact that add merges into an earlier
// one at the same place is dropped. Returns the number left, in order.
COLLIDE__SHARED size_t collide__places_merge(void *contacts, size_t n, size_t size,
                                             bool (*add)(const void *user, void *kept,
                                                         const void *contact),
                                             const void *user) {
    uint8_t *at = (uint8_t *)contacts;
    size_t left = 0;
    for (size_t i = 0; i < n; ++i) {
        size_t k = 0;
        while (k < left && !add(user, at + k * size, at + i * size))
            ++k;
        COLLIDE__WORK(1 + k);
        if (k == left && left++ < i)
            memcpy(at + k * size, at + i * size, size);
    }
    return left;
}

// Contacts of any type, read through functions.
typedef struct collide__contact_set {
    const void *contacts;
    size_t n;
    collide__dvec3 (*point)(const void *contacts, size_t i);
    collide__dvec3 (*normal)(const void *contacts, size_t i);
    double (*depth)(const void *contacts, size_t i);
} collide__contact_set;

// The points kept so far; three are counter-clockwise as seen from the tip of the normal.
typedef struct collide__spread {
    collide__dvec3 normal, at[4]; // the normal of the deepest
    int n;
    bool line; // no point is off the line of the first two
} collide__spread;

// The distance of p to the left of the line from a to b, as seen from the tip of n, times |b - a|.
COLLIDE__INLINE double collide__left_of(collide__dvec3 n, collide__dvec3 a, collide__dvec3 b,
                                        collide__dvec3 p) {
    return collide__ddot(collide__dcross(n, collide__dadd(b, -1, a)), collide__dadd(p, -1, a));
}

COLLIDE__SHARED double collide__spread_score(const collide__spread *s, collide__dvec3 p) {
    const collide__dvec3 from = collide__dadd(p, -1, s->at[0]);
    double score = 0;
    if (s->n == 1)
        return collide__sqrt(collide__ddot(from, from));
    if (s->n == 2 && s->line)
        return -collide__ddot(from, collide__dadd(s->at[1], -1, s->at[0]));
    if (s->n == 2)
        return collide__dabs(collide__left_of(s->normal, s->at[0], s->at[1], p));
    for (int k = 0; k < 3; ++k) {
        const double off = -collide__left_of(s->normal, s->at[k], s->at[k < 2 ? k + 1 : 0], p);
        score = off > score ? off : score;
    }
    return score;
}

// The score of contact i. Contacts already kept are excluded, since rounding could make one best.
COLLIDE__SHARED double collide__contact_score(const collide__spread *s,
                                              const collide__contact_set *set, const size_t *kept,
                                              size_t i) {
    for (int k = 0; k < s->n; ++k)
        if (kept[k] == i)
            return -DBL_MAX;
    return s->n ? collide__spread_score(s, set->point(set->contacts, i))
                : set->depth(set->contacts, i);
}

// Adds the contact with the largest score to the kept ones, if the score is above least.
COLLIDE__SHARED bool collide__spread_add(collide__spread *s, const collide__contact_set *set,
                                         double tie, double least, size_t *kept) {
    double most = s->n ? 0 : -DBL_MAX, score = 0;
    size_t best = set->n;
    for (size_t i = 0; i < set->n; ++i) {
        score = collide__contact_score(s, set, kept, i);
        if (score > most) {
            most = score;
            best = i;
        }
    }
    for (size_t i = 0; i < best && best < set->n && tie > 0; ++i) {
        score = collide__contact_score(s, set, kept, i);
        if ((s->n == 0 || score >= 0) && score >= most - tie) {
            most = score;
            best = i;
        }
    }
    if (best == set->n || (s->n && !(most > least)))
        return false;
    kept[s->n] = best;
    s->at[s->n++] = set->point(set->contacts, best);
    if (s->n == 3 && !(collide__left_of(s->normal, s->at[0], s->at[1], s->at[2]) > 0)) {
        s->at[3] = s->at[1];
        s->at[1] = s->at[2];
        s->at[2] = s->at[3];
    }
    return true;
}

// Reduces more than four contacts: writes the indices to keep and returns their number. Depths that
// differ by at most deep_tie are equal, and lengths that differ by at most tie.
COLLIDE__SHARED size_t collide__contacts_spread(const collide__contact_set *set, double deep_tie,
                                                double tie, size_t *kept) {
    collide__spread s;
    s.n = 0;
    kept[0] = 0;
    s.line = false;
    if (!collide__spread_add(&s, set, deep_tie, 0, kept)) // all depths are NaN
        return 1;
    s.normal = set->normal(set->contacts, kept[0]);
    if (!collide__spread_add(&s, set, tie, tie, kept)) // all in one place
        return 1;
    const collide__dvec3 line = collide__dadd(s.at[1], -1, s.at[0]);
    const double least = tie > 0 ? collide__dmul(tie, collide__sqrt(collide__ddot(line, line))) : 0;
    s.line = !collide__spread_add(&s, set, least, least, kept);
    (void)collide__spread_add(&s, set, least, least, kept);
    return (size_t)s.n;
}

// A contact in double, whose points are relative to any origin.
typedef struct collide__dcontact {
    collide__dvec3 a, b, normal;
    double depth;
    uint32_t feature_a, feature_b;
} collide__dcontact;

COLLIDE__SHARED collide__dvec3 collide__dcontact_point(const void *contacts, size_t i) {
    return ((const collide__dcontact *)contacts)[i].b;
}

COLLIDE__SHARED collide__dvec3 collide__dcontact_normal(const void *contacts, size_t i) {
    return ((const collide__dcontact *)contacts)[i].normal;
}

COLLIDE__SHARED double collide__dcontact_depth(const void *contacts, size_t i) {
    return ((const collide__dcontact *)contacts)[i].depth;
}

// Reduces contacts of one normal: moves the kept ones to the front, returns their number.
COLLIDE__SHARED int collide__dcontacts_reduce(collide__dcontact *t, int n, double deep_tie,
                                              double tie) {
    const collide__contact_set set = {t, (size_t)n, collide__dcontact_point,
                                      collide__dcontact_normal, collide__dcontact_depth};
    collide__dcontact found[4];
    size_t kept[4];
    if (n <= 4)
        return n;
    const size_t count = collide__contacts_spread(&set, deep_tie, tie, kept);
    for (size_t i = 0; i < count; ++i)
        found[i] = t[kept[i]];
    memcpy(t, found, count * sizeof *t);
    return (int)count;
}

// Writes the deepest contacts that fit, in their order; returns their number.
COLLIDE__SHARED size_t collide__dcontacts_out(const collide__dcontact *t, int n,
                                              collide__dvec3 origin, collide_contact *contacts,
                                              size_t capacity) {
    collide_contact found[COLLIDE__CONTACTS];
    collide_contact *out = (size_t)n <= capacity ? contacts : found;
    if (n < 1)
        return 0;
    for (int i = 0; i < n; ++i) {
        out[i].point_a = collide__dround_zero(collide__dadd(origin, 1, t[i].a));
        out[i].point_b = collide__dround_zero(collide__dadd(origin, 1, t[i].b));
        out[i].normal = collide__dround_zero(t[i].normal);
        out[i].depth = collide__round_zero(t[i].depth);
        out[i].feature_a = t[i].feature_a;
        out[i].feature_b = t[i].feature_b;
    }
    if (out == found)
        collide__contacts_deepest(found, n, contacts, capacity);
    return (size_t)n;
}
