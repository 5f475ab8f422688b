#pragma once
#include "../base/contacts.h"
#include "../base/closest.h"
#include "verdict.h"

// ---- contacts with terrain: terms ------------------------------------------------------------
// From above, a cell and what begins at its vertex v; from the side, a body and the surface:
//
//     n-----------ne                   .-------.
//     | \  face 1 |                   /         \      The body is convex; its centre + is the
//     |   \       |                  |     +     |     origin, z is up.
//   edge 1 edge 2 |                  |     b     |
//     |       \   |                   \   /|\   /      b is a point of the surface; a lies straight
//     | face 0  \ |                    `-/-a-\-'       below b on the body's lower side.
//     v--edge 0---e                     /     \        b is y above a. Here b is a vertex.
//                              ________/       \________ the surface
//
// footprint   the cells under the body's bounds; a tile is a square of them with a ring of cells
// reach       support of the body along normals of bounding planes, below and at the sides
// column      the space below a face
// y           height of b above a, negative if b is outside; y times n.z is the depth along n
// candidate   a place on an edge, or a vertex, that may give a contact
// margin      how far below the body it has contacts, with y down to -margin
// separation  the shortest direction in which an edge leaves the body sideways
// shadow      the body as seen from above; the depth of a column is at most its way out of it
// plateau     connected faces in one plane
//
// y is concave along an edge and on a face, so the deepest point is where the plane of a face, the
// line of an edge or a vertex touches the lower side. [Strashnov] measures depths below infinite
// planes, so that depths jump when the body first touches a flatter cell; here they do not jump.
// All numbers are double, relative to the centre.
//
// A query first asks the verdict (verdict.h). Then it goes from contacts_queries.h to
// contacts_search.h, which cuts the footprint into tiles, drops tiles whose vertices are beyond a
// bound (bounds.h), and asks sieve.h which vertices, edges and faces may touch, contacts_faces.h
// which faces lie in one plane, and contacts_parts.h where each remaining part touches.
// contacts_parts.h asks the body (body_cylinder.h, body_sphere.h, body_box.h, body_capsule.h,
// body_convex.h) and contacts_depth.h.
// contacts_reduce.h picks the contacts to return.
#ifndef COLLIDE_NO_TERRAIN

#define COLLIDE__TIE 1.52587890625e-5     // 2^-16, of the size of the body, or an angle
#define COLLIDE__EQUAL 9.5367431640625e-7 // 2^-20, between normals: an angle of 2^-9.5
#define COLLIDE__FLAT 4.76837158203125e-7 // 8 u
#define COLLIDE__BESIDE 9.765625e-4       // 2^-10, square of the sine of an angle of 1.8 degrees
#define COLLIDE__POINT_SHIFT 27           // number of a point of the body
#define COLLIDE__NUMBER_SHIFT 26          // number of an edge or face of a cell
#define COLLIDE__TERRAIN_CONTACTS 96      // at most COLLIDE__CONTACTS
#define COLLIDE__BODY_POINTS 16           // maximum of collide__contact_type.points

static collide__dvec3 collide__dscale(double s, collide__dvec3 a) {
    const collide__dvec3 zero = {0, 0, 0};
    return collide__dadd(zero, s, a);
}

// Normals of the bounding planes, and the squares of their lengths.
static const float collide__bound_normals[COLLIDE__BOUNDS][4] = {
    {0, 0, -1, 1}, {1, 0, -1, 2},  {-1, 0, -1, 2}, {0, 1, -1, 2},  {0, -1, -1, 2},
    {1, 1, -1, 3}, {1, -1, -1, 3}, {-1, 1, -1, 3}, {-1, -1, -1, 3}};
#define COLLIDE__BOUND_SLACK 1.0000019f // for the rounding of vertices and reach

// A contact candidate on a line of the surface: at t along it, y above the lower side.
typedef struct collide__candidate {
    double t, y;
    uint32_t feature;
} collide__candidate;

// The deepest candidate, and candidates of contacts grouped by normal. The first normal counts that
// clears the faces beside the line.
typedef struct collide__candidates {
    collide__candidate deepest;
    bool along; // the line runs along a cylinder's side, and candidates are its ends there
    int groups;
    struct {
        collide__dvec3 normal;
        int n;
        collide__candidate candidate[3];
    } group[3];
} collide__candidates;

// The shortest direction in which a line leaves the body sideways, from its point at t.
typedef struct collide__separation {
    double t, distance;
    collide__dvec3 normal; // of the contact
    uint32_t feature;
    bool deepest; // the line is not deeper beyond its ends
} collide__separation;

// A body for contacts.
typedef struct collide__contact_type {
    collide__reach reach; // with the centre as the point from
    // upper bounds of the support along collide__bound_normals; NULL: reach gives them
    void (*bounds)(const void *shape, float *reach);
    // the axes of an ellipse like its shadow, each of length 1 / semi-axis; NULL: x and y, by reach
    void (*ellipse)(const void *shape, collide__dvec3 *axis);
    double (*size)(const void *shape); // ties are relative to it
    // its lowest points along n, and others that spread the contact; returns their number
    int (*points)(const void *shape, collide__dvec3 n, collide__dvec3 *out, uint32_t *feature);
    // contact candidates on a line from a along the unit vector e, or at the point a if e is 0;
    // false if the line is not above the body; with deepest only the deepest candidate is needed
    bool (*line)(const void *shape, collide__dvec3 a, collide__dvec3 e, bool deepest,
                 collide__candidates *out);
    // the sideways separation of the deepest point of a line from a along e, of the given length;
    // false if that point is outside
    bool (*separation)(const void *shape, collide__dvec3 a, collide__dvec3 e, double length,
                       collide__separation *out);
    // the scale of the shadow whose outline passes through (x, y): 1 on the outline of the body
    double (*shadow)(const void *shape, double x, double y);
} collide__contact_type;

// A body, and numbers that its type gives.
typedef struct collide__body {
    const collide__contact_type *type;
    const void *shape;
    double size, margin;
    collide__dvec3 axis[2]; // of the ellipse
} collide__body;

static double collide__body_reach(const collide__body *body, double x, double y, double z) {
    const collide__dvec3 m = {x, y, z};
    return body->type->reach(body->shape, m, collide__vec3(0, 0, 0));
}

static collide__body collide__body_of(const collide__contact_type *type, const void *shape) {
    collide__body body;
    body.type = type;
    body.shape = shape;
    body.size = type->size(shape);
    body.margin = 0;
    if (type->ellipse) {
        type->ellipse(shape, body.axis);
        return body;
    }
    for (int i = 0; i < 2; ++i) {
        const double reach = collide__body_reach(&body, 1 - i, i, 0);
        body.axis[i] =
            collide__dscale(reach > 0 ? 1 / reach : 1, collide__coordinate_axis((uint32_t)i));
    }
    return body;
}

static void collide__body_bounds(const collide__body *body, float *reach) {
    if (body->type->bounds) {
        body->type->bounds(body->shape, reach);
    } else {
        for (int i = 0; i < COLLIDE__BOUNDS; ++i) {
            const float *n = collide__bound_normals[i];
            const double farthest =
                collide__body_reach(body, (double)n[0], (double)n[1], (double)n[2]);
            reach[i] = collide__mul((float)farthest, COLLIDE__BOUND_SLACK);
        }
    }
    for (int i = 0; i < COLLIDE__BOUNDS && body->margin > 0; ++i) // they all point down by 1
        reach[i] = collide__mul(reach[i] + (float)body->margin, COLLIDE__BOUND_SLACK);
}

// A search and its results so far.
typedef struct collide__search {
    const collide__body *body;
    const collide__over *over;
    const collide_terrain *terrain;
    collide_vec3 center;
    collide__footprint cells;
    const struct collide__tile *tile; // the current one; NULL: none
    bool ready;                       // reach and sieve are computed
    float reach[COLLIDE__BOUNDS];
    const struct collide__cylinder_support *support; // of a cylinder, or NULL
    collide__sieve_job cylinder;
    const collide__sieve_job *sieve; // of a cylinder
    const collide__sift_job *sift;   // of another body; both NULL: each part may touch
    double depth;                    // of the deepest column; -DBL_MAX: none
    double nearest;                  // squared distance of lowest from the surface, if none is deep
    collide__dcontact lowest;        // the contact to return if no other is found
    size_t steps;                    // left for plateaus
    collide__dcontact at[COLLIDE__TERRAIN_CONTACTS];
    int n;
} collide__search;

// Adds a contact; if there is no room left, in place of the shallowest.
static void collide__search_add(collide__search *s, const collide__dcontact *t) {
    if (s->n < COLLIDE__TERRAIN_CONTACTS) {
        s->at[s->n++] = *t;
        return;
    }
    int shallow = 0;
    for (int i = 1; i < s->n; ++i)
        if (s->at[i].depth < s->at[shallow].depth)
            shallow = i;
    if (s->at[shallow].depth < t->depth)
        s->at[shallow] = *t;
}

static void collide__candidate_put(collide__candidates *s, int group, double t, double y,
                                   uint32_t feature) {
    collide__candidate *candidate = &s->group[group].candidate[s->group[group].n++];
    candidate->t = t;
    candidate->y = y;
    candidate->feature = feature;
}

// Begins a group, and returns its number.
static int collide__candidates_group(collide__candidates *s, collide__dvec3 normal) {
    s->group[s->groups].normal = normal;
    s->group[s->groups].n = 0;
    return s->groups++;
}

// The deepest candidate is the only one.
static void collide__candidates_one(collide__candidates *s, double t, double y, uint32_t feature,
                                    collide__dvec3 normal) {
    s->along = false;
    s->groups = 0;
    s->deepest.t = t;
    s->deepest.y = y;
    s->deepest.feature = feature;
    collide__candidate_put(s, collide__candidates_group(s, normal), t, y, feature);
}

// The deepest candidate again, along the common normal of the line and an edge of the body.
COLLIDE__SHARED void collide__candidates_across(collide__candidates *s, collide__dvec3 line,
                                                collide__dvec3 edge) {
    const collide__candidate *d = &s->deepest;
    collide__dvec3 n = collide__dcross(line, edge);
    if (collide__dnormalize(&n))
        collide__candidate_put(s, collide__candidates_group(s, n.z < 0 ? collide__dneg(n) : n),
                               d->t, d->y, d->feature);
}
#endif // COLLIDE_NO_TERRAIN
