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

// Nodes, cells, parts and blocks asked; 0 where the implementation does not count them.
#ifdef COLLIDE_COUNT_WORK
unsigned long long collide_work;
#else
static unsigned long long collide_work;
#endif

// What began with no work ends with no more than that; FUZZ_SAY tells how much.
static inline void fuzz_worked(unsigned long long most) {
    if (collide_work > most || getenv("FUZZ_SAY"))
        fprintf(stderr, "%llu nodes, cells, parts and blocks were asked\n", collide_work);
    FUZZ_CHECK(collide_work <= most);
}

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

// Three floats as they come to a direction of unit length.
static inline void fuzz_axis(float *floats) {
    float axes[9] = {0};
    memcpy(axes, floats, 3 * sizeof *floats);
    fuzz_axes(axes);
    memcpy(floats, axes, 3 * sizeof *floats);
}

// A number: mostly quarters from least on, else any.
static inline float fuzz_number(fuzz_input *in, float least) {
    const unsigned x = (unsigned)fuzz_take(in, 1);
    const uint32_t bits = x < 224 ? 0 : (uint32_t)fuzz_take(in, 4);
    float any;
    memcpy(&any, &bits, sizeof any);
    return x < 224 ? least + 0.25f * (float)(x % 32) : any;
}

// What heights of floats are made of bytes: as they come, at most 2, or whole numbers; with those
// NaN stays, and a byte makes some.
static inline float fuzz_height(float height, unsigned how) {
    uint32_t bits, hole = 0x7fc00000;
    memcpy(&bits, &height, sizeof bits);
    if (how == 0)
        return height;
    if (how == 1)
        bits = (bits & 0x7f800000) == 0x7f800000 ? hole : bits & 0xbfffffff;
    memcpy(&height, bits % 256 == 255 ? &hole : &bits, sizeof height);
    return how == 1 || bits % 256 == 255 ? height : (float)((int)(bits % 16) - 8);
}

#if defined(FUZZ_REPLAY) && !defined(FUZZ_CALLS_ONLY)
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
