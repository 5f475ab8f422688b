typedef struct collide__sat_kernels {
    size_t (*obb_obb)(const collide__sweep_job *job);
    size_t (*obb_triangle)(const collide__sweep_job *job);
    // axes first, first + 1, ... are n directions in blocks of rows, turned by frame, and if cross
    // is not NULL the cross products of it with them; asks for times, or with least for depths.
    // Returns false if the bodies are apart
    bool (*convex)(collide__convex_job *job, const float *rows, size_t n, const collide_vec3 *frame,
                   const collide_vec3 *cross, uint32_t first, bool least);
    // writes 16 objects of n floats each (n >= 3) as n rows of 16
    void (*transpose)(float *rows, const float *const *objects, size_t n);
} collide__sat_kernels;

static const collide__sat_kernels *collide__sat_chosen;

// The first n <= 16 lanes.
COLLIDE__INLINE void collide__sweep_copy(float *out, const float *lanes, size_t n) {
    if (n == 16)
        memcpy(out, lanes, 16 * sizeof *lanes); // no call
    else
        memcpy(out, lanes, n * sizeof *lanes);
}

// Writes what 16 lanes of a block say, as far as there are so many; returns the bits of those.
COLLIDE__INLINE unsigned collide__sweep_store(const collide__sweep_job *job, size_t block,
                                              unsigned word, const float *first, const float *last,
                                              const float *axis) {
    const size_t i = 16 * block, n = collide__min_size(16, job->n - i);
    word &= 0xffffu >> (16 - n);
    if (job->out.bits)
        job->out.bits[block] = (uint16_t)word;
    if (job->out.t_first)
        collide__sweep_copy(job->out.t_first + i, first, n);
    if (job->out.t_last)
        collide__sweep_copy(job->out.t_last + i, last, n);
    if (job->out.axis)
        for (size_t k = 0; k < n; ++k)
            job->out.axis[i + k] = (uint8_t)axis[k];
    return word;
}
#endif

