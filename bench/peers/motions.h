// What build/peers/motions measures: rivals of the first contact of bodies that move and turn, on
// the same motions in one run. A rival is a line in a table of its file, as in peers.h.
#ifndef PEERS_MOTIONS_H
#define PEERS_MOTIONS_H

#include "peers.h"

#include "../inputs.h"

#include "../distances.h"

#include "../motions.h"

#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

// Query i is pair[i] over the times from 0 to 1; or, if mesh is not NULL, that mesh and the same
// under the motions of pair[i].
typedef struct motion_queries {
    size_t n;
    const motion_pair *pair;
    const distance_hull *hulls;
    const peers_mesh *mesh;
} motion_queries;

typedef struct motion_rival {
    const char *name; // library, comma, how; NULL ends a table
    int variant;      // whatever the rival wants
    size_t part;      // it is slow: only the first n / part queries are asked
    // Makes bodies of its own, which is not timed; NULL: it has no such contact.
    void *(*prepare)(const motion_queries *in, int variant);
    // Times of first contact, above 1 for none, of the queries from first on.
    void (*answer)(void *state, size_t first, size_t count, double *times);
    void (*release)(void *state);
} motion_rival;

// Where the body is at the time t: axes as columns, and its origin.
typedef struct motion_place {
    double axis[3][3], origin[3];
} motion_place;

static inline void motion_turned(const double *u, double angle, const double *p, double *out) {
    const double c = cos(angle), s = sin(angle);
    const double k = (1 - c) * (u[0] * p[0] + u[1] * p[1] + u[2] * p[2]);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, l = (i + 2) % 3;
        out[i] = c * p[i] + s * (u[j] * p[l] - u[l] * p[j]) + k * u[i];
    }
}

// As collide_motion says, in double.
static inline motion_place motion_place_at(const collide_motion *m, double t) {
    const collide_vec3 w = m->spin, v = m->velocity, o = m->pivot, p = m->pose.position;
    const double spin[3] = {(double)w.x, (double)w.y, (double)w.z};
    const double moved[3] = {(double)o.x + t * (double)v.x, (double)o.y + t * (double)v.y,
                             (double)o.z + t * (double)v.z};
    const double from[3] = {(double)p.x - (double)o.x, (double)p.y - (double)o.y,
                            (double)p.z - (double)o.z};
    const double rate = sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    double u[3] = {0, 0, 1};
    motion_place r;
    for (int i = 0; i < 3 && rate > 0; ++i)
        u[i] = spin[i] / rate;
    motion_turned(u, rate * t, from, r.origin);
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 a = m->pose.axis[i];
        const double axis[3] = {(double)a.x, (double)a.y, (double)a.z};
        motion_turned(u, rate * t, axis, r.axis[i]);
        r.origin[i] += moved[i];
    }
    return r;
}

#ifdef __cplusplus
}
#endif

#endif // PEERS_MOTIONS_H
