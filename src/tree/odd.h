#pragma once
#include "../base/memory.h"

// ---- edges and faces that a mesh has an odd number of ----------------------------------------
#ifndef COLLIDE_NO_TREE

// An edge or a face of a mesh: its number, and a hash that it shares with those equal to it.
typedef struct collide__keyed {
    uint32_t hash, number;
} collide__keyed;

// The order of numbers i and j: below 0, 0 if they are equal, or above 0.
typedef int collide__keyed_order(const collide_mesh *mesh, uint32_t i, uint32_t j);

// Sorts n items by their hashes, 8 bits at a time; equal hashes stay in order. other is as large.
static void collide__keyed_radix(collide__keyed *items, collide__keyed *other, size_t n) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        size_t first[257];
        collide__keyed *const from = items;
        memset(first, 0, sizeof first);
        for (size_t i = 0; i < n; ++i)
            ++first[1 + (from[i].hash >> shift & 255)];
        for (unsigned k = 0; k < 256; ++k)
            first[k + 1] += first[k];
        for (size_t i = 0; i < n; ++i)
            other[first[from[i].hash >> shift & 255]++] = from[i];
        items = other;
        other = from;
    }
}

static bool collide__keyed_less(const collide_mesh *mesh, collide__keyed_order *order, uint32_t i,
                                uint32_t j) {
    const int found = order(mesh, i, j);
    return found ? found < 0 : i < j;
}

// Sorts items whose hashes are equal though they are not: few, unless a mesh was made for it.
static void collide__keyed_heap(const collide_mesh *mesh, collide__keyed_order *order,
                                collide__keyed *items, size_t n) {
    size_t begin = n / 2, end = n;
    while (end > 1) { // a heap, with the last one on top, which goes to its end
        size_t at = 0, below;
        collide__keyed own;
        if (begin == 0) {
            own = items[--end];
            items[end] = items[0];
        } else {
            at = --begin;
            own = items[at];
        }
        while ((below = 2 * at + 1) < end) {
            below += below + 1 < end &&
                     collide__keyed_less(mesh, order, items[below].number, items[below + 1].number);
            if (!collide__keyed_less(mesh, order, own.number, items[below].number))
                break;
            items[at] = items[below];
            at = below;
        }
        items[at] = own;
    }
}

// Bytes of scratch memory for n items, or 0 if they are none or too many.
static size_t collide__odd_size(size_t n) {
    const size_t each = 2 * sizeof(collide__keyed);
    return n > UINT32_MAX || n > (PTRDIFF_MAX - 63) / each ? 0 : (n * each + 63) / 64 * 64;
}

// Returns a byte for each of count numbers, 1 for the first of those that are equal and of which
// there is an odd number. items holds n of them, and lies at the start of the scratch memory.
static const uint8_t *collide__odd(const collide_mesh *mesh, collide__keyed_order *order,
                                   collide__keyed *items, size_t n, size_t count) {
    uint8_t *odd = (uint8_t *)(items + count);
    collide__keyed_radix(items, items + count, n);
    memset(odd, 0, count);
    for (size_t i = 0, end; i < n; i = end) {
        bool same = true;
        for (end = i + 1; end < n && items[end].hash == items[i].hash; ++end)
            same = same && order(mesh, items[i].number, items[end].number) == 0;
        if (!same)
            collide__keyed_heap(mesh, order, items + i, end - i);
        for (size_t j = i, next; j < end; j = next) {
            for (next = j + 1; next < end; ++next)
                if (!same && order(mesh, items[j].number, items[next].number) != 0)
                    break;
            odd[items[j].number] = (next - j) % 2 == 1;
        }
    }
    return odd;
}
#endif // COLLIDE_NO_TREE
