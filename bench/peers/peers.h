// What make bench-peers measures: rivals of collide.h on the same inputs, in one run. A rival is a
// line in a table of its file: how it turns the input into objects of its own, which is not timed,
// and how it answers all queries, which is. For a new family add a case here, its inputs and axes
// in peers.c, and a line to the table of each rival that can answer; for a new rival add a file
// here and in peers.mk.
#ifndef PEERS_H
#define PEERS_H

#include "../../collide.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum peers_case {
    PEERS_KDOP6, // boxes with the axes of space
    PEERS_KDOP18,
    PEERS_OBB_OBB,
    PEERS_SWEEP_OBB_OBB,
    PEERS_SWEEP_OBB_TRIANGLE,
    PEERS_TRIANGLE_TRIANGLE,
    PEERS_CYLINDER_TERRAIN_TEST, // yes or no
    PEERS_CYLINDER_TERRAIN,      // contacts: as many as there are, with normals and depths
    PEERS_OCTREE_PAIRS,          // of balls that meet, after all have moved
    PEERS_MESH_MESH_ANY,         // whether two meshes meet
    PEERS_MESH_MESH_ALL,         // all pairs of their triangles that do
    PEERS_TREE_BUILD,            // over mesh[0]; n is the number of its triangles
    PEERS_TREE_REFIT,            // the same tree after its vertices moved
    PEERS_RAY_TREE,              // first hits of rays on mesh[0]
    PEERS_RAY_TREE_ANY,          // whether they hit
    PEERS_RAY_TERRAIN,           // first hits on terrain, which is mesh[0] as well
    PEERS_KDOP18_FROM_OBB,       // bounds of boxes a
    PEERS_KDOP18_PACK_BUILD,     // what a rival's own loops read, from objects
    PEERS_OBB_PACK_BUILD,        // the same from boxes a
    PEERS_CASE_COUNT
} peers_case;

#define PEERS_KDOPS 64 // at most

// Query i is box a[i] against box b[i] or triangle[i], moving over [0, 1]. Of triangles it is
// triangle[i] against other[i]. Of k-DOPs, query q * n + i is number q of kdops against
// object i, each the bound of eight corners. On terrain it is cylinder[i] against heights, row by
// row, at that step from (0, 0) on; cells are cut as collide.h does by default, and below the
// surface all is solid. Balls have two places each, near one another, and go from one to the other
// with each pass: prepared at balls[0], the first pass finds them at balls[1]. Query i of meshes is
// mesh[0] at rest against mesh[1] under pose[i]. A tree is built over mesh[0] in each pass, or
// takes in that its vertices are those of moved in one pass, and its own in the next. Rays have no
// end; all those on terrain begin above it.
typedef struct peers_mesh {
    size_t vertices, triangles;
    const collide_vec3 *position;
    const uint32_t *index; // three per triangle
} peers_mesh;

typedef struct peers_input {
    peers_case which;
    size_t n, kdops;
    const collide_obb *a, *b;
    const collide_triangle *triangle, *other;
    const collide_vec3 *va, *vb;
    const collide_vec3 *query_corners, *object_corners;
    const collide_cylinder *cylinder;
    const float *heights;
    size_t columns, rows;
    float step;
    const collide_sphere *balls[2];
    peers_mesh mesh[2];
    const collide_pose *pose;
    const collide_vec3 *moved;
    const collide_ray *ray;
    const collide_kdop18 *objects;
} peers_input;

// A rival writes hit or bits, as it says, and t, time of first contact, of each hit; of rays also
// the triangle of the mesh, or UINT32_MAX if it does not know; bounds of boxes; or all pairs
// a < b, each once, of balls that meet where this pass has them; or all pairs of triangles, those
// of one pose after the other, and their number for each.
typedef struct peers_answers {
    uint8_t *hit;   // 0 or 1
    uint16_t *bits; // as collide.h: for k-DOPs a row of COLLIDE_BLOCKS(n) for each of kdops
    float *t;
    uint32_t *triangle;
    collide_kdop18 *bounds;
    const collide_sphere *balls;
    const collide_vec3 *position; // of mesh[0] in this pass, where trees are refitted
    collide_pair *pairs;
    size_t capacity;
    size_t *count; // of pairs: more than capacity if they did not fit
    size_t *each;  // of meshes: pairs of this pose
} peers_answers;

static inline void peers_put_pair(const peers_answers *out, size_t a, size_t b) {
    if (*out->count < out->capacity) {
        out->pairs[*out->count].a = (uint32_t)a;
        out->pairs[*out->count].b = (uint32_t)b;
    }
    ++*out->count;
}

// What rivals do with a pair of balls that may meet.
static inline void peers_try_pair(const peers_answers *out, size_t i, size_t j) {
    const collide_sphere *a = out->balls + i, *b = out->balls + j;
    const float x = b->center.x - a->center.x, y = b->center.y - a->center.y;
    const float z = b->center.z - a->center.z, reach = a->radius + b->radius;
    if (x * x + y * y + z * z <= reach * reach)
        peers_put_pair(out, i < j ? i : j, i < j ? j : i);
}

#define PEERS_OURS 1u                       // ratios are to the fastest of these
#define PEERS_BITS 2u                       // writes bits
#define PEERS_TIMES 4u                      // writes t
#define PEERS_UP_TO(k) ((unsigned)(k) << 8) // left out of more than 2^k: passes take too long

typedef struct peers_rival {
    const char *name; // NULL ends a table
    peers_case which;
    unsigned flags;
    int variant;                                           // whatever the rival wants
    void *(*prepare)(const peers_input *in, int variant);  // NULL: not on this machine
    void (*answer)(void *state, const peers_answers *out); // all queries
    void (*release)(void *state);
} peers_rival;

#ifdef __cplusplus
}
#endif

#endif // PEERS_H
