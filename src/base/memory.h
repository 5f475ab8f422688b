#pragma once
#include "vocabulary.h"
#include "platform.h"

// ---- memory and counting ---------------------------------------------------------------------

// Element i of an array with a stride in bytes.
COLLIDE__INLINE const void *collide__at(const void *base, size_t i, size_t stride) {
    return (const char *)base + i * stride;
}

COLLIDE__INLINE size_t collide__min_size(size_t a, size_t b) {
    return a < b ? a : b;
}

// Whether n elements at this stride fit the address space.
COLLIDE__INLINE bool collide__fits(size_t n, size_t stride) {
    return stride == 0 || n <= (size_t)PTRDIFF_MAX / stride;
}

// The checks that all builders make: memory for count objects must hold needed bytes (0 if that
// number overflows).
COLLIDE__INLINE collide_status collide__memory_check(const void *memory, size_t size, size_t count,
                                                     size_t needed) {
    if (!memory)
        return COLLIDE_ERROR_NULL;
    if (count == 0)
        return COLLIDE_ERROR_COUNT;
    if (needed == 0)
        return COLLIDE_ERROR_OVERFLOW;
    if ((uintptr_t)memory % COLLIDE_ALIGNMENT)
        return COLLIDE_ERROR_ALIGNMENT;
    return size < needed ? COLLIDE_ERROR_SIZE : COLLIDE_OK;
}

COLLIDE__INLINE collide_status collide__array_check(const void *array, size_t n, size_t stride,
                                                    size_t element) {
    return !array                      ? COLLIDE_ERROR_NULL
           : stride < element          ? COLLIDE_ERROR_STRIDE
           : !collide__fits(n, stride) ? COLLIDE_ERROR_OVERFLOW
                                       : COLLIDE_OK;
}

// The first step of every _open function: reads a header of the given size, if memory holds one and
// it begins with magic. The fourth letter of magic is a digit, the version of the format. A machine
// of the other byte order reads the letters in reverse.
COLLIDE__SHARED collide_status collide__saved_read(void *header, size_t bytes, const void *memory,
                                                   size_t size, uint32_t magic) {
    uint32_t found;
    const collide_status status = collide__memory_check(memory, size, 1, bytes);
    if (status != COLLIDE_OK)
        return status;
    memcpy(header, memory, bytes);
    memcpy(&found, header, sizeof found);
    const uint32_t swapped =
        found << 24 | (found & 0xff00u) << 8 | (found >> 8 & 0xff00u) | found >> 24;
    if (found == magic)
        return COLLIDE_OK;
    return ((found ^ magic) & 0xffffffu) == 0 || ((swapped ^ magic) & 0xffffffu) == 0
               ? COLLIDE_ERROR_VERSION
               : COLLIDE_ERROR_KIND;
}

COLLIDE__INLINE unsigned collide__popcount(uint32_t x) {
    x = x - (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    return x * 0x01010101u >> 24;
}

// The index of the lowest bit set in x, which is not 0.
COLLIDE__INLINE unsigned collide__lowest_bit(uint32_t x) {
#if defined(COLLIDE__GNU)
    return (unsigned)__builtin_ctz(x);
#else
    return collide__popcount(~x & (x - 1));
#endif
}

COLLIDE__INLINE unsigned collide__lowest_of_64(uint64_t x) {
#if defined(COLLIDE__GNU)
    return (unsigned)__builtin_ctzll(x);
#else
    const uint32_t low = (uint32_t)x;
    return low ? collide__lowest_bit(low) : 32 + collide__lowest_bit((uint32_t)(x >> 32));
#endif
}

// Writes first + i for each bit i set in blocks of 16 bits, at most limit of them; returns how
// many. Four blocks at a time, since nobody can predict where the bits of one end.
COLLIDE__SHARED size_t collide__list_bits(uint32_t *out, size_t limit, const uint16_t *bits,
                                          size_t blocks, uint32_t first) {
    size_t n = 0;
    for (size_t j = 0; j < blocks && n < limit; j += 4) {
        uint64_t word = 0;
        for (size_t k = collide__min_size(4, blocks - j); k-- > 0;)
            word = word << 16 | bits[j + k];
        for (; word && n < limit; word &= word - 1)
            out[n++] = first + (uint32_t)(16 * j) + collide__lowest_of_64(word);
    }
    return n;
}
