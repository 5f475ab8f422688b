// What build/peers/distances measures: rivals of the distances of collide.h on the same pairs of
// shapes, in one run. A rival is a line in a table of its file, as in peers.h.
#ifndef PEERS_DISTANCES_H
#define PEERS_DISTANCES_H

#include "../../collide.h"

#include "../inputs.h"

#include "../distances.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct distance_rival {
    const char *name; // library, comma, how; NULL ends a table
    int variant;      // whatever the rival wants
    // Makes shapes of its own, which is not timed; NULL: it has no distance of these two kinds. All
    // a are of one kind, and all b.
    void *(*prepare)(const distance_pair *pairs, size_t n, const distance_hull *hulls, int variant);
    void (*answer)(void *state, float *distances); // all pairs
    void (*release)(void *state);
} distance_rival;

#ifdef __cplusplus
}
#endif

#endif // PEERS_DISTANCES_H
