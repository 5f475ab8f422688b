#pragma once
#include "contacts.h"

// ---- contacts with terrain: which are kept ---------------------------------------------------
// Next: contacts_queries.h, which returns them.
#ifndef COLLIDE_NO_TERRAIN

// The first of those within a tie of the most; -1 if all scores are < 0.
static int collide__most(const double *score, int n, double tie) {
    double most = 0;
    for (int i = 0; i < n; ++i)
        most = score[i] > most ? score[i] : most;
    for (int i = 0; i < n; ++i)
        if (score[i] >= 0 && score[i] >= most - tie)
            return i;
    return -1;
}

// How far p is from the line from a to b, to the left as seen from the tip of n, times its length.
static double collide__left_of(collide__dvec3 n, collide__dvec3 a, collide__dvec3 b,
                               collide__dvec3 p) {
    return collide__ddot(collide__dcross(n, collide__dadd(b, -1, a)), collide__dadd(p, -1, a));
}

// Of more than four contacts of one normal: the deepest, the one farthest from it, the one farthest
// from their line, and the one farthest outside of these three, or on the other side of the first
// if all lie on one line. Moves those kept to the front; returns their number.
static int collide__dcontacts_reduce(collide__dcontact *t, int n, double size) {
    double score[COLLIDE__TERRAIN_CONTACTS];
    collide__dcontact kept[4];
    int count = 2;
    const double tie = collide__dmul(COLLIDE__TIE, size);
    if (n <= 4)
        return n;
    for (int i = 0; i < n; ++i)
        score[i] = t[i].depth;
    kept[0] = t[collide__most(score, n, tie)];
    for (int i = 0; i < n; ++i) {
        const collide__dvec3 d = collide__dadd(t[i].b, -1, kept[0].b);
        score[i] = collide__sqrt(collide__ddot(d, d));
    }
    const int second = collide__most(score, n, tie);
    if (score[second] <= tie) { // all in one place
        t[0] = kept[0];
        return 1;
    }
    kept[1] = t[second];
    const collide__dvec3 normal = kept[0].normal, a = kept[0].b, b = kept[1].b;
    const collide__dvec3 line = collide__dadd(b, -1, a);
    const double least = collide__dmul(tie, collide__sqrt(collide__ddot(line, line)));
    for (int i = 0; i < n; ++i)
        score[i] = collide__dabs(collide__left_of(normal, a, b, t[i].b));
    const int third = collide__most(score, n, least);
    if (score[third] > least) {
        const bool left = collide__left_of(normal, a, b, t[third].b) > 0;
        kept[count++] = t[third];
        const collide__dvec3 corner[4] = {a, left ? b : t[third].b, left ? t[third].b : b, a};
        for (int i = 0; i < n; ++i) {
            score[i] = 0;
            for (int k = 0; k < 3; ++k) {
                const double off = -collide__left_of(normal, corner[k], corner[k + 1], t[i].b);
                score[i] = off > score[i] ? off : score[i];
            }
        }
    } else {
        for (int i = 0; i < n; ++i)
            score[i] = -collide__ddot(collide__dadd(t[i].b, -1, a), line);
    }
    const int last = collide__most(score, n, least);
    if (last >= 0 && score[last] > least)
        kept[count++] = t[last];
    memcpy(t, kept, (size_t)count * sizeof *t);
    return count;
}

// Of contacts in one place of the surface, on the border of two of its parts or where two points of
// the body are nearest, the first stays, as deep as the deepest. Returns the number of those left.
static int collide__dcontacts_merge(collide__dcontact *t, int n, double size) {
    const double tie = collide__dmul(COLLIDE__TIE, size), square = collide__dmul(tie, tie);
    int count = 0;
    for (int i = 0; i < n; ++i) {
        int same = 0;
        for (; same < count; ++same) {
            const collide__dvec3 d = collide__dadd(t[i].b, -1, t[same].b);
            if (collide__ddot(d, d) <= square)
                break;
        }
        if (same == count)
            t[count++] = t[i];
        else if (t[i].depth > t[same].depth)
            t[same].depth = t[i].depth;
    }
    return count;
}

// Sorts by features, so that the first of ties stays the same wherever the search began: faces
// first, then by the body's point, then by row, number and column.
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

// Puts contacts of equal normal next to each other and reduces each group; writes the deepest that
// fit, in their order. Returns how many there are.
static size_t collide__dcontacts_write(collide__dcontact *t, int n, double size,
                                       collide_vec3 center, collide_contact *contacts,
                                       size_t capacity) {
    const collide__dvec3 middle = collide__dvec3_of(center);
    collide_contact found[COLLIDE__TERRAIN_CONTACTS];
    int count = 0;
    collide__dcontacts_sort(t, n);
    for (int first = 0; first < n;) {
        int end = first + 1;
        for (int i = end; i < n; ++i)
            if (collide__ddot(t[i].normal, t[first].normal) >= 1 - COLLIDE__EQUAL) {
                const collide__dcontact like = t[i];
                memmove(t + end + 1, t + end, (size_t)(i - end) * sizeof *t);
                t[end++] = like;
            }
        int left = end - first;
        if (left > 1)
            left = collide__dcontacts_reduce(t + first,
                                             collide__dcontacts_merge(t + first, left, size), size);
        if (count < first)
            memmove(t + count, t + first, (size_t)left * sizeof *t);
        count += left;
        first = end;
    }
    collide_contact *out = (size_t)count <= capacity ? contacts : found;
    for (int i = 0; i < count; ++i) {
        out[i].point_a = collide__dround_zero(collide__dadd(middle, 1, t[i].a));
        out[i].point_b = collide__dround_zero(collide__dadd(middle, 1, t[i].b));
        out[i].normal = collide__dround_zero(t[i].normal);
        out[i].depth = (float)t[i].depth + 0; // not -0
        out[i].feature_a = t[i].feature_a;
        out[i].feature_b = t[i].feature_b;
    }
    if (out == found)
        collide__contacts_deepest(found, count, contacts, capacity);
    return (size_t)count;
}
#endif // COLLIDE_NO_TERRAIN
