// ---- packs -----------------------------------------------------------------------------------
// Packs of boxes, of triangles, of velocities (collide_vec3) and of spheres: blocks of 16 objects,
// one row of 16 floats per component in the order of the struct. NULL, or a pack of another kind,
// is an empty pack for every query.
typedef struct collide_pack {
    uint32_t magic;      // COLLIDE_OBB_PACK_MAGIC, ...
    uint32_t components; // rows in a block
    uint32_t count;      // objects
    uint32_t blocks;     // COLLIDE_BLOCKS(count)
    uint64_t size;       // bytes in use, this header included
    uint64_t offset;     // bytes from this header to the first block
} collide_pack;
typedef struct collide_obb_pack {
    collide_pack header;
} collide_obb_pack;
typedef struct collide_triangle_pack {
    collide_pack header;
} collide_triangle_pack;
typedef struct collide_vec3_pack {
    collide_pack header;
} collide_vec3_pack;
typedef struct collide_sphere_pack {
    collide_pack header;
} collide_sphere_pack;
#define COLLIDE_OBB_PACK_MAGIC 0x5842424fu      // "OBBX" in memory on little-endian machines
#define COLLIDE_TRIANGLE_PACK_MAGIC 0x58495254u // "TRIX"
#define COLLIDE_VEC3_PACK_MAGIC 0x58434556u     // "VECX"
#define COLLIDE_SPHERE_PACK_MAGIC 0x58485053u   // "SPHX"

