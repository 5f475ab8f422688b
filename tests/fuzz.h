// What the fuzz targets share. make fuzz builds them with libFuzzer; with FUZZ_REPLAY they are
// programs for any compiler and POSIX machine that run the files named on their command line.
#ifndef FUZZ_H
#define FUZZ_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUZZ_CHECK(x)                                                                              \
    do {                                                                                           \
        if (!(x)) {                                                                                \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #x);                                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Bytes yet to be taken.
typedef struct fuzz_input {
    const uint8_t *data;
    size_t size;
} fuzz_input;

// A number of some bytes, low byte first; zeros after the end.
static inline uint64_t fuzz_take(fuzz_input *in, int bytes) {
    uint64_t x = 0;
    for (int i = 0; i < bytes && in->size; ++i, --in->size)
        x |= (uint64_t)*in->data++ << (8 * i);
    return x;
}

// What is left over and over, so that a few bytes make a large array; takes nothing.
static inline void fuzz_fill(const fuzz_input *in, void *memory, size_t bytes, size_t step) {
    uint8_t *p = (uint8_t *)memory;
    for (size_t i = 0; i < bytes; ++i)
        p[i] = in->size ? in->data[(i + i / in->size * step) % in->size] : 0;
}

// Makes intervals of the rows of n k-DOPs, as builders demand; NaN stays.
static inline void fuzz_sort_rows(float *items, size_t n, size_t floats) {
    for (size_t i = 0; i < n * floats; ++i) {
        float *min = items + i / floats * floats + i % (floats / 2), *max = min + floats / 2;
        const float lo = *min, hi = *max;
        *min = hi < lo ? hi : lo;
        *max = hi < lo ? lo : hi;
    }
}

// Nine floats as they come to axes of unit length, at right angles.
static inline void fuzz_axes(float *floats) {
    collide_obb box;
    memset(&box, 0, sizeof box);
    memcpy(box.axis, floats, sizeof box.axis);
    box = collide_obb_orthonormalize(&box);
    memcpy(floats, box.axis, sizeof box.axis);
}

#ifdef FUZZ_REPLAY
int main(int argc, char **argv) {
    for (int i = 1; i < argc; ++i) {
        static uint8_t data[1 << 16];
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 1;
        }
        // A copy that ends where its memory ends, so that reading on is seen.
        const size_t size = fread(data, 1, sizeof data, file);
        uint8_t *copy = (uint8_t *)malloc(size);
        fclose(file);
        if (size && !copy)
            return 1;
        if (size)
            memcpy(copy, data, size);
        LLVMFuzzerTestOneInput(copy, size);
        free(copy);
    }
    printf("%d files\n", argc - 1);
    return argc < 2;
}
#endif

#endif // FUZZ_H
