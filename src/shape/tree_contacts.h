#pragma once
#include "contacts.h"
#include "../tree/ring.h"
#include "tree.h"

// ---- contacts of a shape with a mesh ---------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)
// Triangles near the shape are gathered first, so that each finds its neighbours across its edges.
// On most of them the shape rests with its lowest corners, along the normal of the triangle. Where
// it does not, the contacts of both shapes are taken, unless a neighbour stands in their way: then
// an inner edge or vertex would carry them. All relative to the origin of the shape's core.

#define COLLIDE__MESH_NEAR 128u
#define COLLIDE__MESH_SLOTS 256u
#define COLLIDE__MESH_RING 24u
#define COLLIDE__MESH_FOUND 48

// What is asked of the triangles: their contacts, whether any is within the margin, or the deepest
// contact, whatever the neighbours are.
typedef enum collide__mesh_stage {
    COLLIDE__MESH_ALL,
    COLLIDE__MESH_ANY,
    COLLIDE__MESH_DEEPEST
} collide__mesh_stage;

typedef struct collide__mesh {
    const collide_shape *shape;
    const collide__core *core;
    const collide_tree *tree;
    const collide_pose *pose;
    collide__dvec3 middle;
    double margin, size, tolerance, near_by;
    bool one_sided, hashed;
    bool sure; // that the shape touches the mesh or is within the margin
    collide__mesh_stage stage;
    collide__tree_list near_list;
    uint16_t first[COLLIDE__MESH_SLOTS], next[3 * COLLIDE__MESH_NEAR]; // edges + 1; 0 ends
    // The shape's feature that faces this normal, if featured.
    bool featured;
    collide__dvec3 facing;
    double reach;
    collide__polygon feature;
    collide__dvec3 apart[2]; // directions that may part the shape and a triangle
    double box[6];           // of the shape and its margin, lo and hi of each axis
    bool clipped;            // the deepest contact is along the normal of its triangle
    collide__dcontact found[COLLIDE__MESH_FOUND];
    int count;
} collide__mesh;

// A triangle under way; its normal is turned to the shape's middle.
typedef struct collide__mesh_face {
    const collide_triangle *t;
    uint32_t number;
    bool solid, turned; // whether it has a normal, and whether that is turned round
    collide__dvec3 p[3], edge[3], normal;
    double depth; // of the shape below the plane
} collide__mesh_face;

// ---- what is near ----------------------------------------------------------------------------

// The search for triangles near a core.
typedef struct collide__mesh_search {
    const collide__core *core;
    double margin;
    collide_triangle *last;
    collide__tree_list *list;
    collide__mesh *each; // asks each triangle at once, or NULL
} collide__mesh_search;

static void collide__mesh_ask(collide__mesh *m, const collide_triangle *t, uint32_t number);

static double collide__mesh_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__mesh_search *s = (const collide__mesh_search *)shape;
    return collide__core_body_reach(s->core, m, from) +
           collide__dmul(s->margin, collide__sqrt(collide__ddot(m, m)));
}

static bool collide__mesh_overlaps(const void *shape, const collide_triangle *t) {
    *((const collide__mesh_search *)shape)->last = *t;
    return true;
}

static void collide__mesh_taken(const void *shape, uint32_t triangle) {
    const collide__mesh_search *s = (const collide__mesh_search *)shape;
    if (s->each)
        collide__mesh_ask(s->each, s->last, triangle);
    else
        collide__tree_list_add(s->list, s->last, triangle);
}

static const collide__body_type collide__mesh_searches = {
    collide__mesh_reach, collide__mesh_overlaps, NULL, NULL, collide__mesh_taken};

// The interval of a core along m.
static void collide__mesh_span(const collide__core *core, collide__dvec3 m, double *lo,
                               double *hi) {
    const collide__dvec3 down = collide__dneg(m);
    if (core->kind == COLLIDE__CORE_VERTICES || core->kind == COLLIDE__CORE_ROUND) {
        *lo = -collide__core_reach(core, &down);
        *hi = collide__core_reach(core, &m);
    } else if (core->kind == COLLIDE__CORE_BOX) {
        const double at = collide__ddot(core->p[3], m);
        const double more = (collide__dabs(collide__ddot(core->p[0], m)) +
                             collide__dabs(collide__ddot(core->p[1], m))) +
                            collide__dabs(collide__ddot(core->p[2], m));
        *lo = at - more;
        *hi = at + more;
    } else {
        *lo = *hi = 0; // the first point
        for (uint32_t i = 1; i < core->count; ++i) {
            const double at = collide__ddot(core->p[i], m);
            *lo = collide__dmin(at, *lo);
            *hi = collide__dmax(at, *hi);
        }
    }
}

// As collide__tree_column, for a core under a rigid pose, with the bounds on rounding of
// collide__tree_sphere_column. False if numbers are too large for them.
static bool collide__mesh_column(const collide__mesh_search *s, const collide_tree *tree,
                                 const collide_pose *pose, float *q, float *box) {
    const collide__core *core = s->core;
    const unsigned directions = tree->kind / 2, pairs = directions == 9 ? 3 : 7;
    const double round = core->radius + s->margin;
    const double size = collide__dsum_abs(collide__dvec3_of(core->origin)) + (core->size + round);
    const double reach =
        (double)collide__sum_abs(pose->position) + ((double)tree->radius + (double)tree->radius);
    const double slack = collide__dmul(size + reach, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    const collide__dvec3 from = collide__dsub(core->origin, pose->position);
    const collide__dvec3 origin = collide__dvec3_of(core->origin);
    const double *at = &origin.x;
    float along[3][13];
    double lo, hi;
    if (!(size <= 1e15 && reach <= 1e15))
        return false;
    for (uint32_t i = 0; i < 3; ++i) {
        collide__mesh_span(core, collide__coordinate_axis(i), &lo, &hi);
        box[8 * i] = collide__float_down(((at[i] + lo) - round) - slack);
        box[8 * i + 4] = collide__float_up(((at[i] + hi) + round) + slack);
        collide__tree_along(directions,
                            collide__vec3(collide__floats(&pose->axis[0])[i],
                                          collide__floats(&pose->axis[1])[i],
                                          collide__floats(&pose->axis[2])[i]),
                            along[i]);
    }
    const double wide = (collide__dmul(round, 1.00000095367431640625) + collide__dmul(3, slack)) +
                        collide__dmul((double)tree->radius, 1.52587890625e-5); // 1 + 2^-20, 2^-16
    for (unsigned d = 0; d < directions; ++d) {
        const collide__dvec3 m = {(double)along[0][d], (double)along[1][d], (double)along[2][d]};
        const double more = collide__dmul(wide, d < 3 ? 1 : d < pairs ? 1.7320509 : 1.4142136);
        const double middle = collide__ddot(from, m);
        collide__mesh_span(core, m, &lo, &hi);
        q[16 * d] = collide__float_up((middle + hi) + more);
        q[16 * d + 8] = collide__float_up(more - (middle + lo));
    }
    return true;
}

static void collide__mesh_gather(const collide__mesh *m, collide__tree_list *list,
                                 collide__mesh *each) {
    collide_triangle last;
    const collide__mesh_search s = {m->core, m->margin, &last, list, each};
    COLLIDE__ALIGNED(float) bound[16 * 13];
    float box[24];
    const collide_pose pose = m->pose ? *m->pose : collide_pose_identity();
    memset(bound, 0, sizeof bound);
    if ((!m->pose || collide__tree_rigid(m->pose)) &&
        collide__mesh_column(&s, m->tree, &pose, bound, box))
        (void)collide__tree_find(&collide__mesh_searches, &s, m->tree, &pose, bound, box, NULL,
                                 NULL, 0, SIZE_MAX);
    else
        (void)collide__tree_near(&collide__mesh_searches, &s, m->tree, m->pose, NULL, 0, SIZE_MAX);
}

// The same for both directions of an edge.
static uint32_t collide__mesh_slot(collide_vec3 p, collide_vec3 q) {
    const float sum[3] = {p.x + q.x, p.y + q.y, p.z + q.z};
    uint32_t hash = 0;
    for (int i = 0; i < 3; ++i) {
        uint32_t bits;
        memcpy(&bits, &sum[i], sizeof bits);
        hash = (hash ^ (bits << 1 ? bits : 0)) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash % COLLIDE__MESH_SLOTS;
}

static void collide__mesh_hash(collide__mesh *m) {
    memset(m->first, 0, sizeof m->first);
    for (uint32_t i = 0; i < 3 * m->near_list.n; ++i) {
        const collide_vec3 *v = m->near_list.at[i / 3].v;
        const uint32_t slot = collide__mesh_slot(v[i % 3], v[i % 3 == 2 ? 0 : i % 3 + 1]);
        m->next[i] = m->first[slot];
        m->first[slot] = (uint16_t)(i + 1);
    }
    m->hashed = true;
}

// The corners of triangles at the edge from p to q but own, by a search in the tree.
COLLIDE__NOINLINE uint32_t collide__mesh_find_across(const collide__mesh *m, collide_vec3 p,
                                                     collide_vec3 q, collide_vec3 own,
                                                     collide_vec3 *corners) {
    collide_triangle ring[COLLIDE__MESH_RING];
    uint32_t number[COLLIDE__MESH_RING], n = 0;
    collide__tree_list list = {ring, number, 0, COLLIDE__MESH_RING, 0};
    collide__tree_ring(m->tree, m->pose, p, q, &list);
    for (uint32_t i = 0; i < list.n; ++i) {
        const collide_vec3 w = ring[i].v[collide__tree_edge(&ring[i], p, q) & 3];
        if (!collide__same_point(w, own))
            corners[n++] = w;
    }
    return n;
}

// The corners across edge k of a triangle, of its neighbours there. Returns their number.
static uint32_t collide__mesh_across(collide__mesh *m, const collide__mesh_face *f, int k,
                                     collide_vec3 *corners) {
    const collide_vec3 p = f->t->v[k], q = f->t->v[k < 2 ? k + 1 : 0], own = f->t->v[k ? k - 1 : 2];
    const bool all = m->near_list.total <= COLLIDE__MESH_NEAR;
    uint32_t n = 0;
    if (all && !m->hashed)
        collide__mesh_hash(m);
    for (uint32_t i = all ? m->first[collide__mesh_slot(p, q)] : 0; i; i = m->next[i - 1]) {
        const collide_vec3 *v = m->near_list.at[(i - 1) / 3].v;
        const uint32_t j = (i - 1) % 3;
        const collide_vec3 a = v[j], b = v[j < 2 ? j + 1 : 0], w = v[j ? j - 1 : 2];
        if (((collide__same_point(a, q) && collide__same_point(b, p)) ||
             (collide__same_point(a, p) && collide__same_point(b, q))) &&
            !collide__same_point(w, own) && n < COLLIDE__MESH_RING)
            corners[n++] = w;
    }
    if (n == 0) // the neighbour is not near, or there are too many
        n = collide__mesh_find_across(m, p, q, own, corners);
    return n;
}

// ---- edges -----------------------------------------------------------------------------------

// How the surface goes on beyond an edge, as seen along a triangle's normal: it ends or falls, it
// continues, or it rises by more than 45 degrees.
typedef enum collide__mesh_beyond {
    COLLIDE__MESH_FALLS,
    COLLIDE__MESH_CONTINUES,
    COLLIDE__MESH_WALL
} collide__mesh_beyond;

// The direction out of the triangle across edge k, as long as the edge.
COLLIDE__INLINE collide__dvec3 collide__mesh_outward(const collide__mesh_face *f, int k) {
    const collide__dvec3 out = collide__dcross(f->edge[k], f->normal);
    return f->turned ? collide__dneg(out) : out;
}

static collide__mesh_beyond collide__mesh_beyond_edge(collide__mesh *m, const collide__mesh_face *f,
                                                      int k) {
    collide_vec3 corners[COLLIDE__MESH_RING];
    const uint32_t n = collide__mesh_across(m, f, k, corners);
    const double square = collide__ddot(f->edge[k], f->edge[k]);
    collide__mesh_beyond beyond = COLLIDE__MESH_FALLS;
    for (uint32_t i = 0; i < n; ++i) {
        const collide__dvec3 w = collide__dsub(corners[i], f->t->v[k]);
        const double rise = collide__ddot(w, f->normal);
        const collide__dvec3 across = collide__dcross(f->edge[k], w);
        const double rises = collide__dmul(collide__dmul(rise, rise), square);
        const double far = collide__ddot(across, across);
        if (rise > 0 && rises > collide__dmul(0.5, far))
            return COLLIDE__MESH_WALL;
        // Not if it falls by more than 2^-12, or folds back.
        if ((rise >= 0 || rises <= collide__dmul(5.9604644775390625e-8, far)) &&
            collide__ddot(w, collide__mesh_outward(f, k)) > 0)
            beyond = COLLIDE__MESH_CONTINUES;
    }
    return beyond;
}

// Whether a triangle at the vertex rises above it along n by more than 2^-14.
static bool collide__mesh_vertex_rises(collide__mesh *m, collide_vec3 v, collide__dvec3 n) {
    collide_triangle ring[COLLIDE__MESH_RING];
    uint32_t number[COLLIDE__MESH_RING];
    collide__tree_list list = m->near_list;
    if (list.total > COLLIDE__MESH_NEAR) {
        const collide__tree_list around = {ring, number, 0, COLLIDE__MESH_RING, 0};
        list = around;
        collide__tree_ring(m->tree, m->pose, v, v, &list);
    }
    for (uint32_t i = 0; i < list.n; ++i) {
        const collide_vec3 *w = list.at[i].v;
        if (!collide__same_point(w[0], v) && !collide__same_point(w[1], v) &&
            !collide__same_point(w[2], v))
            continue;
        for (int k = 0; k < 3; ++k) {
            const collide__dvec3 e = collide__dsub(w[k], v);
            const double rise = collide__ddot(e, n);
            if (rise > 0 && collide__dmul(rise, rise) >
                                collide__dmul(3.7252902984619141e-9, collide__ddot(e, e)))
                return true; // 2^-28
        }
    }
    return false;
}

// Whether a neighbour across edge k rises above it along n by more than 2^-14.
static bool collide__mesh_edge_rises(collide__mesh *m, const collide__mesh_face *f, int k,
                                     collide__dvec3 n) {
    collide_vec3 corners[COLLIDE__MESH_RING];
    const uint32_t count = collide__mesh_across(m, f, k, corners);
    const double square = collide__ddot(f->edge[k], f->edge[k]);
    if (!(square > 0))
        return collide__mesh_vertex_rises(m, f->t->v[k], n);
    for (uint32_t i = 0; i < count; ++i) {
        const collide__dvec3 w = collide__dsub(corners[i], f->t->v[k]);
        const collide__dvec3 across = collide__dcross(f->edge[k], w);
        const double rise = collide__ddot(w, n);
        if (rise > 0 && collide__dmul(collide__dmul(rise, rise), square) >
                            collide__dmul(3.7252902984619141e-9, collide__ddot(across, across)))
            return true; // 2^-28
    }
    return false;
}

// Whether neighbours rise above what of the triangle is highest along the unit normal n.
static bool collide__mesh_rises(collide__mesh *m, const collide__mesh_face *f, collide__dvec3 n) {
    double along[3], size = 0;
    int top = 0, tops = 0;
    for (int i = 0; i < 3; ++i) {
        along[i] = collide__ddot(f->p[i], n);
        top = along[i] > along[top] ? i : top;
        size = collide__dmax(collide__ddot(f->edge[i], f->edge[i]), size);
    }
    const double least = along[top] - collide__dmul(6.103515625e-5, collide__sqrt(size)); // 2^-14
    for (int i = 0; i < 3; ++i)
        tops |= (along[i] >= least) << i;
    if (tops == 1 << top)
        return collide__mesh_vertex_rises(m, f->t->v[top], n);
    if (tops != 7)
        return collide__mesh_edge_rises(m, f, tops == 3 ? 0 : tops == 6 ? 1 : 2, n);
    return !f->solid &&
           (collide__mesh_edge_rises(m, f, 0, n) || collide__mesh_edge_rises(m, f, 1, n) ||
            collide__mesh_edge_rises(m, f, 2, n));
}

// ---- what is found ---------------------------------------------------------------------------

// Normals within about 2.5 degrees are one.
COLLIDE__INLINE bool collide__mesh_one_normal(collide__dvec3 a, collide__dvec3 b) {
    return collide__ddot(a, b) >= 0.9990234375; // 1 - 2^-10
}

static bool collide__mesh_merge(const void *user, void *kept, const void *contact) {
    const double *near_by = (const double *)user;
    collide__dcontact *to = (collide__dcontact *)kept;
    const collide__dcontact *from = (const collide__dcontact *)contact;
    const collide__dvec3 d = collide__dadd(from->a, -1, to->a);
    if (!(collide__ddot(d, d) <= collide__dmul(*near_by, *near_by)) ||
        !collide__mesh_one_normal(from->normal, to->normal))
        return false;
    if (from->depth > to->depth)
        *to = *from;
    return true;
}

// Merges contacts at one place, and keeps at most four of a normal. The order is by features, so
// that it stays from step to step.
static void collide__mesh_reduce(collide__mesh *m) {
    int kept = 0, n;
    for (int i = 1; i < m->count; ++i) {
        const collide__dcontact c = m->found[i];
        int k = i;
        for (; k > 0 && (m->found[k - 1].feature_a > c.feature_a ||
                         (m->found[k - 1].feature_a == c.feature_a &&
                          m->found[k - 1].feature_b > c.feature_b));
             --k)
            m->found[k] = m->found[k - 1];
        m->found[k] = c;
    }
    m->count = (int)collide__places_merge(m->found, (size_t)m->count, sizeof m->found[0],
                                          collide__mesh_merge, &m->near_by);
    while (kept < m->count) {
        collide__dcontact *group = &m->found[kept];
        n = 1;
        for (int i = kept + 1; i < m->count; ++i) {
            const collide__dcontact c = m->found[i];
            if (!collide__mesh_one_normal(c.normal, group->normal))
                continue;
            for (int k = i; k > kept + n; --k) // in order
                m->found[k] = m->found[k - 1];
            group[n++] = c;
        }
        const int left =
            collide__dcontacts_reduce(group, n, m->near_by, collide__dmul(0.0078125, m->near_by));
        memmove(group + left, group + n, (size_t)(m->count - kept - n) * sizeof *group);
        m->count -= n - left;
        kept += left;
    }
}

// Adds a contact of a point of the core with a point of a triangle.
static void collide__mesh_add(collide__mesh *m, collide__dcontact c) {
    c.depth = c.depth > -m->margin ? c.depth : -m->margin;
    if (m->count == COLLIDE__MESH_FOUND)
        collide__mesh_reduce(m);
    if (m->count < COLLIDE__MESH_FOUND) {
        m->found[m->count++] = c;
    } else { // very many normals: the shallowest goes
        int shallow = 0;
        for (int i = 1; i < m->count; ++i)
            shallow = m->found[i].depth < m->found[shallow].depth ? i : shallow;
        if (c.depth > m->found[shallow].depth)
            m->found[shallow] = c;
    }
}

// Adds the contact of a point p of the shape's feature, at a height above a triangle's plane.
static void collide__mesh_add_corner(collide__mesh *m, const collide__mesh_face *f,
                                     collide__dvec3 p, double height, uint32_t feature) {
    collide__dcontact c;
    c.a = collide__dadd(p, -m->core->radius, f->normal);
    c.b = collide__dadd(p, -height, f->normal);
    c.normal = f->normal;
    c.depth = m->core->radius - height;
    c.feature_a = feature;
    c.feature_b = f->number;
    collide__mesh_add(m, c);
}

// ---- one triangle ----------------------------------------------------------------------------

// Finds the feature of the shape that faces the triangle.
static void collide__mesh_feature(collide__mesh *m, const collide__mesh_face *f) {
    const collide__dvec3 off = collide__dadd(f->normal, -1, m->facing), zero = {0, 0, 0};
    const collide__contact_side side = {m->shape, m->core, zero};
    collide__dvec3 face;
    if (m->featured && collide__ddot(off, off) <= 9.094947017729282e-13) // 2^-40
        return;
    m->facing = f->normal;
    m->featured = true;
    if (collide__contact_face(&side, collide__dneg(f->normal), m->tolerance, &m->feature, &face))
        m->apart[0] = collide__dneg(face);
}

// The edges of a triangle that a point lies beyond, as bits; at[k] is how far, times the edge.
static uint32_t collide__mesh_out(const collide__mesh *m, const collide__mesh_face *f,
                                  const collide__dvec3 *outward, collide__dvec3 p, double *at) {
    const double tolerance = collide__dmul(m->tolerance, m->tolerance);
    uint32_t bits = 0;
    for (int k = 0; k < 3; ++k) {
        at[k] = collide__ddot(collide__dadd(p, -1, f->p[k]), outward[k]);
        bits |= (uint32_t)(at[k] > 0 &&
                           collide__dmul(at[k], at[k]) >
                               collide__dmul(tolerance, collide__ddot(f->edge[k], f->edge[k])))
                << k;
    }
    return bits;
}

// Adds the points of the feature over the triangle, clipped by its edges, and returns the deepest
// depth.
COLLIDE__NOINLINE double collide__mesh_clip(collide__mesh *m, const collide__mesh_face *f,
                                            double least) {
    collide__meeting meeting;
    collide__polygon triangle;
    const collide__dvec3 zero = {0, 0, 0};
    collide__mesh_feature(m, f);
    collide__triangle_feature(f->p, zero, f->normal, 0, true, &triangle);
    collide__features_meet(&m->feature, &triangle, f->normal, true, m->near_by, false, &meeting);
    const double deepest =
        meeting.clip.n ? meeting.deepest + m->core->radius : -(double)collide__infinity();
    for (int i = 0; i < meeting.clip.n && deepest >= least; ++i)
        if (meeting.depth[i] + m->core->radius >= -m->margin)
            collide__mesh_add_corner(m, f, meeting.clip.point[i].p, -meeting.depth[i],
                                     meeting.clip.point[i].own);
    return deepest;
}

COLLIDE__NOINLINE bool collide__mesh_distance(const collide__mesh *m, const collide_triangle *t,
                                              collide_distance *d) {
    const collide_shape triangle = collide_shape_from_triangle(t);
    return collide__contact_distance(m->shape, &triangle, (float)m->margin, d);
}

// Whether edge k of a triangle lies in the box of the shape and its margin.
static bool collide__mesh_edge_near(const collide__mesh *m, const collide__mesh_face *f, int k) {
    const collide__dvec3 p = f->p[k], q = f->p[k < 2 ? k + 1 : 0];
    const double *a = &p.x, *b = &q.x, *box = m->box;
    for (int i = 0; i < 3; ++i, box += 2)
        if ((a[i] > box[1] && b[i] > box[1]) || (a[i] < box[0] && b[i] < box[0]))
            return false;
    return true;
}

// Adds the contact of a sphere with an edge or vertex of a triangle, if it is near and no neighbour
// rises above it.
static void collide__mesh_round(collide__mesh *m, const collide__mesh_face *f) {
    const collide__dvec3 zero = {0, 0, 0}, p = collide__triangle_nearest(f->p, zero);
    const double square = collide__ddot(p, p), far = m->core->radius + m->margin;
    collide__dvec3 n = collide__dneg(p);
    collide__dcontact c;
    if (square > collide__dmul(far, far))
        return;
    m->sure = true;
    if (!collide__dnormalize(&n))
        n = f->normal;
    if (collide__mesh_rises(m, f, n))
        return;
    c.a = collide__dadd(zero, -m->core->radius, n);
    c.b = p;
    c.normal = n;
    c.depth = m->core->radius - collide__sqrt(square);
    c.feature_a = COLLIDE_FEATURE_VERTEX;
    c.feature_b = f->number;
    collide__mesh_add(m, c);
}

// Whether the shape rests on the triangle with its lowest points, or beyond an edge where the
// surface continues; then adds those that are over the triangle.
static bool collide__mesh_rests(collide__mesh *m, const collide__mesh_face *f) {
    collide__dvec3 outward[3];
    double height[COLLIDE_CONVEX_CORNERS], at[COLLIDE_CONVEX_CORNERS][3], middle[3];
    uint32_t out[COLLIDE_CONVEX_CORNERS], crossed = 0, falls = 0, walls = 0;
    int lowest = -1;
    collide__mesh_feature(m, f);
    for (int k = 0; k < 3; ++k)
        outward[k] = collide__mesh_outward(f, k);
    for (int i = 0; i < m->feature.n; ++i) {
        const collide__dvec3 p = m->feature.corner[i].p;
        height[i] = collide__ddot(collide__dadd(p, -1, f->p[0]), f->normal);
        if (!(height[i] - m->core->radius <= m->margin))
            continue;
        out[i] = collide__mesh_out(m, f, outward, p, at[i]);
        crossed |= out[i];
        lowest = lowest < 0 || height[i] < height[lowest] ? i : lowest;
    }
    if (lowest < 0)
        return false;
    if (m->core->kind == COLLIDE__CORE_POINTS && m->core->count == 1 && crossed) {
        collide__mesh_round(m, f);
        return true;
    }
    for (int k = 0; k < 3; ++k) {
        if (!(crossed >> k & 1) || !collide__mesh_edge_near(m, f, k))
            continue;
        const collide__mesh_beyond beyond = collide__mesh_beyond_edge(m, f, k);
        walls |= (uint32_t)(beyond == COLLIDE__MESH_WALL) << k;
        falls |= (uint32_t)(beyond == COLLIDE__MESH_FALLS) << k;
    }
    if (falls) {
        collide_distance d;
        if (f->depth > 0 && !collide__mesh_distance(m, f->t, &d))
            return true;
        const int before = m->count;
        if (collide__mesh_clip(m, f, f->depth - collide__dmul(2, m->near_by)) >=
            f->depth - collide__dmul(2, m->near_by)) {
            m->sure |= m->count > before;
            return true;
        }
        if (out[lowest] & falls)
            return false;
    }
    const double above = collide__ddot(collide__dadd(m->middle, -1, f->p[0]), f->normal);
    (void)collide__mesh_out(m, f, outward, m->middle, middle);
    for (int i = 0; i < m->feature.n; ++i) {
        const collide__corner *c = &m->feature.corner[i];
        if (!(height[i] - m->core->radius <= m->margin))
            continue;
        if (out[i] & ~walls)
            continue;
        bool over = true, crosses = true;
        for (int k = 0; k < 3; ++k) {
            // In a wall by little: still over the triangle.
            const double most = collide__dmul(0.0625, m->size);
            over = over &&
                   (!(out[i] >> k & 1) || collide__dmul(at[i][k], at[i][k]) <=
                                              collide__dmul(collide__dmul(most, most),
                                                            collide__ddot(f->edge[k], f->edge[k])));
            // Where the way to the middle comes through the plane.
            const double t =
                height[i] < 0 && above > 0 ? collide__ddiv(-height[i], above - height[i]) : 0;
            crosses = crosses && at[i][k] + collide__dmul(t, middle[k] - at[i][k]) <= 0;
        }
        if (over) {
            m->sure |= crosses && (height[i] >= 0 || above >= 0);
            collide__mesh_add_corner(m, f, c->p, height[i], c->vertex);
        }
    }
    return true;
}

// Keeps the deepest contact of all triangles: along the normal of its triangle if there is any.
static void collide__mesh_deepest(collide__mesh *m, const collide__mesh_face *f,
                                  collide__manifold *alone) {
    const collide__dcontact before = m->found[0];
    const int count = m->count;
    m->count = 0;
    const bool clipped = f->solid && collide__mesh_clip(m, f, -DBL_MAX) >= -m->margin;
    for (int i = 0; i < alone->n && !clipped; ++i) {
        alone->at[i].feature_b = f->number;
        collide__mesh_add(m, alone->at[i]);
    }
    for (int i = 1; i < m->count; ++i)
        m->found[0] = m->found[i].depth > m->found[0].depth ? m->found[i] : m->found[0];
    if (count &&
        (m->clipped > clipped || (m->clipped == clipped && before.depth >= m->found[0].depth)))
        m->found[0] = before;
    m->clipped |= clipped;
    m->count = 1;
}

// Takes the contacts of the shape and the triangle alone, unless neighbours rise above them; then
// those along the triangle's normal, if that is within 45 degrees.
COLLIDE__NOINLINE void collide__mesh_manifold(collide__mesh *m, const collide__mesh_face *f,
                                              const collide_distance *d) {
    const collide_shape triangle = collide_shape_from_triangle(f->t);
    const collide__dvec3 none = {0, 0, 0};
    collide__manifold found;
    collide__core core;
    (void)collide__core_of(&core, &triangle);
    const collide__core_pair p = collide__core_pair_of(m->core, &core, false);
    collide__manifold_begin(&found, m->shape, &triangle, &p, m->margin);
    collide__manifold_find(&found, &p, d, none);
    found.n = collide__dcontacts_reduce(found.at, found.n, found.near_by,
                                        collide__dmul(0.0078125, found.near_by));
    if (found.n == 0)
        return;
    const collide__dvec3 n = found.at[0].normal;
    const double turned = f->solid ? collide__ddot(n, f->normal) : 1;
    if (m->one_sided && turned < -0.0009765625) // -2^-10
        return;
    if (m->stage == COLLIDE__MESH_DEEPEST) {
        collide__mesh_deepest(m, f, &found);
        return;
    }
    if (collide__mesh_rises(m, f, n)) {
        if (f->solid && turned > 0.70703125)
            (void)collide__mesh_clip(m, f, -DBL_MAX);
    } else {
        for (int i = 0; i < found.n; ++i) {
            found.at[i].feature_b = f->number;
            collide__mesh_add(m, found.at[i]);
        }
    }
    m->sure = true;
}

// Whether a direction of earlier triangles parts the shape and this one by more than the margin.
static bool collide__mesh_parts(const collide__mesh *m, const collide__mesh_face *f) {
    for (int i = 0; i < 2; ++i) {
        const collide__dvec3 n = m->apart[i], down = collide__dneg(n);
        const double p = collide__ddot(f->p[0], n), q = collide__ddot(f->p[1], n);
        const double top = collide__dmax(collide__dmax(p, q), collide__ddot(f->p[2], n));
        if (-(collide__core_reach(m->core, &down) + m->core->radius) - top > m->margin)
            return true;
    }
    return false;
}

static void collide__mesh_ask(collide__mesh *m, const collide_triangle *t, uint32_t number) {
    collide__mesh_face f;
    collide_distance d;
    f.t = t;
    f.number = number;
    f.depth = 0;
    for (int i = 0; i < 3; ++i)
        f.p[i] = collide__dsub(t->v[i], m->core->origin);
    for (int i = 0; i < 3; ++i)
        f.edge[i] = collide__dadd(f.p[i < 2 ? i + 1 : 0], -1, f.p[i]);
    f.normal = collide__dcross(f.edge[0], f.edge[1]);
    f.solid = collide__dnormalize(&f.normal);
    f.turned = f.solid && collide__ddot(collide__dadd(m->middle, -1, f.p[0]), f.normal) < 0;
    if (m->one_sided && (f.turned || !f.solid))
        return;
    if (f.turned)
        f.normal = collide__dneg(f.normal);
    if (f.solid) {
        const collide__dvec3 down = collide__dneg(f.normal);
        f.depth = (collide__core_reach(m->core, &down) + collide__ddot(f.p[0], f.normal)) +
                  m->core->radius;
        if (!(f.depth >= -m->margin))
            return;
        if (m->stage == COLLIDE__MESH_ALL && f.depth <= collide__dmul(0.0625, m->size) &&
            collide__mesh_rests(m, &f))
            return;
    }
    if ((m->stage == COLLIDE__MESH_ANY && m->sure) || collide__mesh_parts(m, &f))
        return;
    const bool near_by = collide__mesh_distance(m, t, &d);
    m->apart[1] = collide__dvec3_of(d.normal);
    if (!near_by)
        return;
    if (m->stage == COLLIDE__MESH_ANY)
        m->sure = true;
    else
        collide__mesh_manifold(m, &f, &d);
}

static void collide__mesh_ask_all(collide__mesh *m) {
    if (m->near_list.total > COLLIDE__MESH_NEAR)
        collide__mesh_gather(m, NULL, m);
    for (uint32_t i = 0; i < m->near_list.n && m->near_list.total <= COLLIDE__MESH_NEAR; ++i)
        collide__mesh_ask(m, &m->near_list.at[i], m->near_list.number[i]);
}

COLLIDE_API size_t collide_shape_tree_contacts(const collide_shape *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_contact *contacts, size_t capacity) {
    collide_triangle at[COLLIDE__MESH_NEAR];
    uint32_t number[COLLIDE__MESH_NEAR];
    const collide_vec3 zero = {0, 0, 0};
    const collide__tree_list list = {at, number, 0, COLLIDE__MESH_NEAR, 0};
    collide__mesh m;
    collide__core core;
    COLLIDE_ASSERT(a && (contacts || !capacity));
    collide__contact_options_check(options);
    if (!collide__tree_surfaces(b, b) || !collide__core_of(&core, a))
        return 0;
    m.shape = a;
    m.core = &core;
    m.tree = b;
    m.pose = pose_b;
    m.middle = collide__core_middle(&core);
    m.margin = (double)collide__contact_margin(options);
    m.size = core.size + core.radius;
    m.tolerance = collide__dmul(m.size, 3.814697265625e-6); // 2^-18
    m.near_by = collide__dmul(m.size, 0.5 * COLLIDE__FACE_SHARE);
    m.one_sided = options && (options->flags & COLLIDE_CONTACT_ONE_SIDED);
    m.hashed = m.sure = m.featured = m.clipped = false;
    m.apart[0] = m.apart[1] = collide__dvec3_of(zero);
    m.stage = COLLIDE__MESH_ALL;
    m.near_list = list;
    m.count = 0;
    for (uint32_t i = 0; i < 3; ++i) {
        collide__mesh_span(&core, collide__coordinate_axis(i), &m.box[2 * i], &m.box[2 * i + 1]);
        m.box[2 * i] -= core.radius + m.margin;
        m.box[2 * i + 1] += core.radius + m.margin;
    }
    collide__mesh_gather(&m, &m.near_list, NULL);
    collide__mesh_ask_all(&m);
    if (m.count > 0 && !m.sure) { // all may be beside the surface
        m.stage = COLLIDE__MESH_ANY;
        collide__mesh_ask_all(&m);
        m.count = m.sure ? m.count : 0;
    } else if (m.count == 0) {
        m.stage = COLLIDE__MESH_DEEPEST;
        collide__mesh_ask_all(&m);
    }
    collide__mesh_reduce(&m);
    return collide__dcontacts_out(m.found, m.count, collide__dvec3_of(core.origin), contacts,
                                  capacity);
}
#undef COLLIDE__MESH_NEAR
#undef COLLIDE__MESH_SLOTS
#undef COLLIDE__MESH_RING
#undef COLLIDE__MESH_FOUND
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
