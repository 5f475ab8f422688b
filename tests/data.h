// Reads the flat text of tests/flatten.py: COLLIDE_TEST_DATA is the folder that it wrote; what each
// file holds stands there. Without the folder, or one of its files, the tests that read it are
// skipped.
#ifndef DATA_H
#define DATA_H

#include "test.h"

#include "kinds.h"

static inline FILE *open_data(const char *name) {
    const char *folder = getenv("COLLIDE_TEST_DATA");
    char path[4096];
    if (!folder) {
        fprintf(stderr, "# %s: skipped, COLLIDE_TEST_DATA is not set\n", name);
        skip();
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "# %s: skipped, there is no %s\n", name, path);
        skip();
    }
    return file;
}

static inline long read_integer(FILE *file) {
    long x = 0;
    REQUIRE(fscanf(file, "%ld", &x) == 1, "an integer is missing at byte %ld", ftell(file));
    return x;
}

static inline size_t read_count(FILE *file) {
    const long n = read_integer(file);
    REQUIRE(n >= 0 && n < 10000000, "%ld is not a count", n);
    return (size_t)n;
}

static inline void read_floats(FILE *file, float *out, size_t n) {
    for (size_t i = 0; i < n; ++i)
        REQUIRE(fscanf(file, "%f", &out[i]) == 1, "a number is missing at byte %ld", ftell(file));
}

static inline collide_vec3 read_vec3(FILE *file) {
    float x[3];
    read_floats(file, x, 3);
    const collide_vec3 p = {x[0], x[1], x[2]};
    return p;
}

static inline void close_data(FILE *file) {
    char rest[2];
    REQUIRE(fscanf(file, "%1s", rest) == EOF, "there is more in the file than its counts say");
    fclose(file);
}

static inline void *allocate(size_t n, size_t size) {
    void *memory = calloc(n ? n : 1, size);
    if (!memory)
        abort();
    return memory;
}

#endif // DATA_H
