// What build/peers/mesh_distances measures: rivals of the distances of meshes, on the same queries
// in one run. A rival is a line in a table of its file, as in peers.h.
#ifndef PEERS_MESH_DISTANCES_H
#define PEERS_MESH_DISTANCES_H

#include "peers.h"

#ifdef __cplusplus
extern "C" {
#endif

// Query i is the distance of mesh[0] at rest and the same under pose[i]; or, if there are no poses,
// of point[i] from its surface.
typedef struct mesh_queries {
    peers_mesh mesh;
    size_t n;
    const collide_pose *pose;
    const collide_vec3 *point;
} mesh_queries;

typedef struct mesh_rival {
    const char *name; // NULL ends a table
    int variant;      // whatever the rival wants
    // Builds its tree, which is not timed; NULL: it has no such distance.
    void *(*prepare)(const mesh_queries *in, int variant);
    void (*answer)(void *state, double *distances); // all queries
    void (*release)(void *state);
} mesh_rival;

#ifdef __cplusplus
}
#endif

#endif // PEERS_MESH_DISTANCES_H
