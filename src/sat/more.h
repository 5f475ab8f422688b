// Bytes for a pack of n boxes, a multiple of COLLIDE_ALIGNMENT, 60 per object; 0 if n is 0 or too
// large (the size must fit size_t, the indices uint32_t).
COLLIDE_API size_t collide_obb_pack_size(size_t n);

// Builds a pack of n boxes at a stride of at least sizeof *boxes bytes (0 means that) in memory of
// at least collide_obb_pack_size(n) bytes, and writes its address (that of memory) to *pack. Each
// box must pass collide_obb_check. Errors: those of the check, NULL, COUNT, OVERFLOW, STRIDE, SIZE,
// ALIGNMENT; *pack is then NULL and memory untouched.
COLLIDE_API collide_status collide_obb_pack_build(collide_obb_pack **pack, void *memory,
                                                  size_t size, const collide_obb *boxes, size_t n,
                                                  size_t stride);

// Adopts a pack that was copied or read into memory, as collide_kdop18_pack_open does. Errors:
// NULL, ALIGNMENT, SIZE, KIND; *pack is then NULL.
COLLIDE_API collide_status collide_obb_pack_open(collide_obb_pack **pack, void *memory,
                                                 size_t size);

// Objects in the pack.
COLLIDE_API size_t collide_obb_pack_count(const collide_obb_pack *pack);

// Replaces object i. Errors: NULL, KIND, INDEX, those of the check; the pack is then unchanged.
COLLIDE_API collide_status collide_obb_pack_set(collide_obb_pack *pack, size_t i,
                                                const collide_obb *box);

// Object i, bit for bit as it was put in; NaN if there is none.
COLLIDE_API collide_obb collide_obb_pack_get(const collide_obb_pack *pack, size_t i);

// The same for triangles (36 bytes each) and velocities (12), whose numbers must be finite.
COLLIDE_API size_t collide_triangle_pack_size(size_t n);
COLLIDE_API collide_status collide_triangle_pack_build(collide_triangle_pack **pack, void *memory,
                                                       size_t size,
                                                       const collide_triangle *triangles, size_t n,
                                                       size_t stride);
COLLIDE_API collide_status collide_triangle_pack_open(collide_triangle_pack **pack, void *memory,
                                                      size_t size);
COLLIDE_API size_t collide_triangle_pack_count(const collide_triangle_pack *pack);
COLLIDE_API collide_status collide_triangle_pack_set(collide_triangle_pack *pack, size_t i,
                                                     const collide_triangle *triangle);
COLLIDE_API collide_triangle collide_triangle_pack_get(const collide_triangle_pack *pack, size_t i);
COLLIDE_API size_t collide_vec3_pack_size(size_t n);
COLLIDE_API collide_status collide_vec3_pack_build(collide_vec3_pack **pack, void *memory,
                                                   size_t size, const collide_vec3 *vectors,
                                                   size_t n, size_t stride);
COLLIDE_API collide_status collide_vec3_pack_open(collide_vec3_pack **pack, void *memory,
                                                  size_t size);
COLLIDE_API size_t collide_vec3_pack_count(const collide_vec3_pack *pack);
COLLIDE_API collide_status collide_vec3_pack_set(collide_vec3_pack *pack, size_t i,
                                                 const collide_vec3 *vector);
COLLIDE_API collide_vec3 collide_vec3_pack_get(const collide_vec3_pack *pack, size_t i);

// And for spheres (16 bytes each), which must be finite; EXTENT if a radius is < 0.
COLLIDE_API size_t collide_sphere_pack_size(size_t n);
COLLIDE_API collide_status collide_sphere_pack_build(collide_sphere_pack **pack, void *memory,
                                                     size_t size, const collide_sphere *spheres,
                                                     size_t n, size_t stride);
COLLIDE_API collide_status collide_sphere_pack_open(collide_sphere_pack **pack, void *memory,
                                                    size_t size);
COLLIDE_API size_t collide_sphere_pack_count(const collide_sphere_pack *pack);
COLLIDE_API collide_status collide_sphere_pack_set(collide_sphere_pack *pack, size_t i,
                                                   const collide_sphere *sphere);
COLLIDE_API collide_sphere collide_sphere_pack_get(const collide_sphere_pack *pack, size_t i);

// A pack of a mesh's triangles, in their order. Errors as above, INDEX and INDEX_SIZE.
COLLIDE_API collide_status collide_triangle_pack_build_mesh(collide_triangle_pack **pack,
                                                            void *memory, size_t size,
                                                            const collide_mesh *mesh);

// ---- batches ---------------------------------------------------------------------------------

// Where a batch of n sweeps writes; the struct is required, each of its pointers may be NULL. A
// miss has the times of a miss; axis is COLLIDE_SWEEPS_NO_AXIS of a miss and of what meets at the
// start. For normal, depth and contacts repeat the single call for the objects that
// matter: it gives the same times. The question at rest: velocities 0 and NULL, t_max = 0. Batches
// return the number of hits and take up to 20 KB of stack. On machines without vectors, loops of
// single calls are faster.
#define COLLIDE_SWEEPS_NO_AXIS 255
typedef struct collide_sweeps {
    uint16_t *bits; // COLLIDE_BLOCKS(n) words of hit bits
    float *t_first; // n numbers each
    float *t_last;
    uint8_t *axis;
} collide_sweeps;

// Moving objects in arrays, with strides in bytes (multiples of 4; 0 means tightly packed).
typedef struct collide_obb_movers {
    const collide_obb *boxes;
    size_t count, stride;
    const collide_vec3 *velocities; // NULL: at rest
    size_t velocity_stride;
} collide_obb_movers;
typedef struct collide_triangle_movers {
    const collide_triangle *triangles;
    size_t count, stride;
    const collide_vec3 *velocities; // NULL: at rest
    size_t velocity_stride;
} collide_triangle_movers;

// One box a with velocity va against a pack b with velocities vb, NULL if at rest; where vb is the
// shorter pack, the rest misses. n is the count of b.
COLLIDE_API size_t collide_obb_obb_sweep_many(const collide_obb *a, collide_vec3 va,
                                              const collide_obb_pack *b,
                                              const collide_vec3_pack *vb, float t_max,
                                              const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_many(const collide_obb *a, collide_vec3 va,
                                                   const collide_triangle_pack *b,
                                                   const collide_vec3_pack *vb, float t_max,
                                                   const collide_sweeps *out);

// Object i of a against object i of b, for all i below the smallest count of the packs given; n is
// that count. va and vb may be NULL.
COLLIDE_API size_t collide_obb_obb_sweep_lanes(const collide_obb_pack *a,
                                               const collide_vec3_pack *va,
                                               const collide_obb_pack *b,
                                               const collide_vec3_pack *vb, float t_max,
                                               const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_lanes(const collide_obb_pack *a,
                                                    const collide_vec3_pack *va,
                                                    const collide_triangle_pack *b,
                                                    const collide_vec3_pack *vb, float t_max,
                                                    const collide_sweeps *out);

// n index pairs into arrays; a and b may be the same. An index out of range is a miss.
COLLIDE_API size_t collide_obb_obb_sweep_pairs(const collide_obb_movers *a,
                                               const collide_obb_movers *b,
                                               const collide_pair *pairs, size_t n, float t_max,
                                               const collide_sweeps *out);
COLLIDE_API size_t collide_obb_triangle_sweep_pairs(const collide_obb_movers *a,
                                                    const collide_triangle_movers *b,
                                                    const collide_pair *pairs, size_t n,
                                                    float t_max, const collide_sweeps *out);
#endif // COLLIDE_NO_SAT

