#pragma once
#include "contacts.h"
#include "../tree/ring.h"
#include "tree.h"

// ---- a shape and a mesh: what is near, and how it goes on ------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)
// Triangles near the shape are gathered first, so that each finds its neighbours across its edges.
// On most of them the shape rests with its lowest corners, along the normal of the triangle. Where
// it does not, the contacts of both shapes are taken, unless a neighbour stands in their way: then
// an inner edge or vertex would carry them. All relative to the origin of the shape's core.

#define COLLIDE__MESH_NEAR 128u
#define COLLIDE__MESH_SLOTS 256u
#define COLLIDE__MESH_RING 24u
#define COLLIDE__MESH_LATER 128
#define COLLIDE__MESH_FOUND 32
#define COLLIDE__MESH_KEPT 16u
#define COLLIDE__MESH_LAST 2u

// What is asked of the triangles: their contacts, whether any is within the margin, or the deepest
// contact, whatever the neighbours are.
typedef enum collide__mesh_stage {
    COLLIDE__MESH_ALL,
    COLLIDE__MESH_ANY,
    COLLIDE__MESH_DEEPEST
} collide__mesh_stage;

// A vertex, and a direction.
typedef struct collide__mesh_tip {
    collide_vec3 v;
    collide__dvec3 n;
} collide__mesh_tip;

// The triangles near a shape, if they are few, and a table of their edges.
typedef struct collide__mesh_near {
    collide_triangle at[COLLIDE__MESH_NEAR];
    uint32_t number[COLLIDE__MESH_NEAR];
    uint32_t n;
    bool many; // more than there is room for
    bool hashed;
    uint16_t first[COLLIDE__MESH_SLOTS], next[3 * COLLIDE__MESH_NEAR]; // edges + 1; 0 ends
} collide__mesh_near;

typedef struct collide__mesh {
    const collide_shape *shape;
    const collide__core *core;
    const collide_tree *tree;
    const collide_pose *pose;
    collide__mesh_near *near_by; // NULL: neighbours are searched in the tree
    collide__dvec3 middle;
    double margin, size, tolerance, tie;
    double span[6]; // of the core, lo and hi of each axis
    double box[6];  // of the shape and its margin
    bool one_sided;
    bool round; // a sphere
    bool sure;  // that the shape touches the mesh or is within the margin
    collide__mesh_stage stage;
    // The last of many triangles, of which copies are asked once.
    collide_triangle last[COLLIDE__MESH_LAST];
    uint32_t lasts;
    // How far the core reaches along this direction.
    collide__dvec3 along;
    double reach;
    // The shape's feature that faces this normal, if featured.
    bool featured, faced; // faced: it is a face, against apart[0]
    collide__dvec3 facing;
    collide__dbox sides; // of a box
    collide__polygon feature;
    collide__dvec3 apart[2]; // directions that may part the shape and a triangle
    // Triangles that need the distance. It is taken without near_by, for the stack's sake.
    uint32_t later[COLLIDE__MESH_LATER];
    int laters;
    // The nodes and leaves still to be looked into; then, if they are few, the triangles of
    // near_by.
    union {
        uint32_t stack[8 * COLLIDE__TREE_LEVELS];
        collide_triangle kept[COLLIDE__MESH_KEPT];
    } of;
    size_t depth;
    uint32_t keeps; // 0: neighbours are searched in the tree
    // The deepest contact that neighbours rule out; best along its triangle's normal (clipped).
    bool spared, clipped;
    collide__dcontact spare;
    double need;           // how deep the shape is in a triangle by itself
    collide__mesh_tip tip; // the last vertex that was searched for in the tree, and the answer
    bool tipped, tip_rises;
    bool doubt; // a triangle that was asked no further may hold it deeper than its contacts say
    collide__dcontact found[COLLIDE__MESH_FOUND];
    int count;
} collide__mesh;

// A triangle under way; its normal is turned to the shape's middle.
typedef struct collide__mesh_face {
    const collide_triangle *t;
    uint32_t number;
    bool solid; // whether it has a normal
    collide__dvec3 p[3], edge[3], normal;
    collide__dvec3 outward[3]; // across its edges, as long as they are
    double depth;              // of the shape below the plane
    double limit[3];           // squares of how far points count as no farther than an edge
    // Whether a triangle near by has a vertex above the plane, once that is asked.
    bool asked, walled;
} collide__mesh_face;

// ---- what is near ----------------------------------------------------------------------------

// The search for triangles near a core.
typedef struct collide__mesh_search {
    const collide__core *core;
    double margin;
} collide__mesh_search;

static double collide__mesh_reach(const void *shape, collide__dvec3 m, collide_vec3 from) {
    const collide__mesh_search *s = (const collide__mesh_search *)shape;
    return collide__core_body_reach(s->core, m, from) +
           collide__dmul(s->margin, collide__sqrt(collide__ddot(m, m)));
}

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

// As collide__tree_column, for a core under a rigid pose and the first three directions, with the
// bounds on rounding of collide__tree_sphere_column, as is the ball. False if numbers are too large
// for them.
static bool collide__mesh_column(const collide__mesh *m, const collide_pose *pose, float *q,
                                 float *box, float *ball) {
    const collide__core *core = m->core;
    const double round = core->radius + m->margin, radius = (double)m->tree->radius;
    const collide__dvec3 origin = collide__dvec3_of(core->origin);
    const collide__dvec3 from = collide__dsub(core->origin, pose->position);
    const double size = collide__dsum_abs(origin) + (core->size + round);
    const double reach = (double)collide__sum_abs(pose->position) + (radius + radius);
    const double slack = collide__dmul(size + reach, COLLIDE__TREE_SLACK) + (double)FLT_MIN;
    const double wide = (collide__dmul(round, 1.00000095367431640625) + collide__dmul(3, slack)) +
                        collide__dmul(radius, 1.52587890625e-5); // 1 + 2^-20, 2^-16
    const double *at = &origin.x;
    if (!(size <= 1e15 && reach <= 1e15))
        return false;
    ball[0] = core->origin.x;
    ball[1] = core->origin.y;
    ball[2] = core->origin.z;
    ball[3] = 0;
    ball[4] = (float)collide__dmul(collide__dmul(round + slack, round + slack), 1.000002) + FLT_MIN;
    for (uint32_t i = 0; i < 3; ++i) {
        const collide__dvec3 axis = collide__dvec3_of(pose->axis[i]);
        const double middle = collide__ddot(from, axis);
        double lo, hi;
        box[8 * i] = collide__float_down((at[i] + m->box[2 * i]) - slack);
        box[8 * i + 4] = collide__float_up((at[i] + m->box[2 * i + 1]) + slack);
        if (m->pose) {
            collide__mesh_span(core, axis, &lo, &hi);
        } else {
            lo = m->span[2 * i];
            hi = m->span[2 * i + 1];
        }
        q[16 * i] = collide__float_up((middle + hi) + wide);
        q[16 * i + 8] = collide__float_up(wide - (middle + lo));
    }
    return true;
}

typedef void (*collide__mesh_taker)(collide__mesh *m, const collide_triangle *t, uint32_t number,
                                    collide__mesh_near *list);

// Takes the triangles near the shape, from m->of.stack on. It ends early if a leaf of triangles to
// be put off may find no room, or if a list is full.
COLLIDE__NOINLINE void collide__mesh_walk(collide__mesh *m, collide__mesh_taker take,
                                          collide__mesh_near *list) {
    static const collide__body_type type = {collide__mesh_reach, NULL, NULL, NULL, NULL};
    const collide_tree *tree = m->tree;
    const collide__tree_kernels *kernels = collide__tree();
    COLLIDE__ALIGNED(float) bound[16 * 3], leaf[72];
    collide_pose pose = m->pose ? *m->pose : collide_pose_identity();
    float box[24], ball[5];
    memset(bound, 0, sizeof bound);
    const bool rigid = (!m->pose || collide__tree_rigid(m->pose)) &&
                       collide__mesh_column(m, &pose, bound, box, ball);
    if (!rigid) {
        const collide__mesh_search s = {m->core, m->margin};
        collide__tree_frame frame;
        if (!collide__tree_frame_of(tree, m->pose, &frame) ||
            !collide__tree_column(&type, &s, &frame, 3, bound, box)) {
            m->depth = 0;
            return;
        }
    }
    while (m->depth && m->laters <= COLLIDE__MESH_LATER - 4 && !(list && list->many)) {
        const uint32_t code = m->of.stack[--m->depth];
        COLLIDE__WORK(1);
        if (!(code & COLLIDE__TREE_LEAF)) {
            const collide__tree_links *links = collide__tree_links_of(tree, code);
            const unsigned hits =
                (unsigned)kernels->overlap(collide__tree_rows(tree, code), 3, bound, 1, NULL);
            for (unsigned bits = hits & collide__tree_children(links); bits; bits &= bits - 1)
                m->of.stack[m->depth++] = links->child[collide__lowest_bit(bits)];
            continue;
        }
        const collide__tree_leaf *own = collide__tree_leaf_of(tree, code & ~COLLIDE__TREE_LEAF);
        kernels->move_leaf(own->rows[0], &pose, leaf);
        const unsigned bits = m->round && rigid ? kernels->within(leaf, ball)
                                                : collide__tree_boxes_near(leaf + 48, box);
        for (unsigned k = 0; k < 4 && own->triangle[k] != UINT32_MAX; ++k)
            if (bits >> (4 + k) & 1) {
                const collide_triangle t = collide__tree_triangle(leaf, k);
                COLLIDE__WORK(1);
                take(m, &t, own->triangle[k], list);
            }
    }
}

// The slot of an edge in the table, the same for both directions. Factors are even, so that the
// sign of zero does not count.
static uint32_t collide__mesh_slot(collide_vec3 p, collide_vec3 q) {
    const float sum[3] = {p.x + q.x, p.y + q.y, p.z + q.z};
    uint32_t bits[3];
    memcpy(bits, sum, sizeof bits);
    return ((bits[0] * 0x3c6ef362u) ^ (bits[1] * 0x0bd794eeu) ^ (bits[2] * 0x85655c7au)) >> 24;
}

static void collide__mesh_hash(collide__mesh_near *t) {
    memset(t->first, 0, sizeof t->first);
    for (uint32_t i = 0, edge = 0; i < t->n; ++i)
        for (uint32_t j = 0; j < 3; ++j) {
            const collide_vec3 *v = t->at[i].v;
            const uint32_t slot = collide__mesh_slot(v[j], v[j < 2 ? j + 1 : 0]);
            t->next[edge] = t->first[slot];
            t->first[slot] = (uint16_t)++edge;
        }
    t->hashed = true;
}

// The corners of triangles at an edge, but own.
typedef struct collide__mesh_opposites {
    collide_vec3 p, q, own, *at;
    uint32_t n;
} collide__mesh_opposites;

static bool collide__mesh_opposite_add(void *user, const collide_triangle *t) {
    collide__mesh_opposites *c = (collide__mesh_opposites *)user;
    const collide_vec3 w = t->v[collide__tree_edge(t, c->p, c->q) & 3];
    if (!collide__same_point(w, c->own))
        c->at[c->n++] = w;
    return c->n == COLLIDE__MESH_RING;
}

// Whether the box of the edge from p to q overlaps the box of the shape and its margin.
static bool collide__mesh_edge_near(const collide__mesh *m, collide__dvec3 p, collide__dvec3 q) {
    const double *a = &p.x, *b = &q.x, *box = m->box;
    for (int i = 0; i < 3; ++i, box += 2)
        if ((a[i] > box[1] && b[i] > box[1]) || (a[i] < box[0] && b[i] < box[0]))
            return false;
    return true;
}

// Visits the triangles that share the edge from p to q, or the vertex p = q: kept ones if they are
// all that are near. Returns whether the visitor ended the search.
static bool collide__mesh_ring(const collide__mesh *m, collide_vec3 p, collide_vec3 q,
                               collide__tree_visitor visit, void *user) {
    if (m->keeps == 0 || !collide__mesh_edge_near(m, collide__dsub(p, m->core->origin),
                                                  collide__dsub(q, m->core->origin)))
        return collide__tree_ring(m->tree, m->pose, p, q, visit, user);
    for (uint32_t i = 0; i < m->keeps; ++i) {
        const collide_triangle *t = &m->of.kept[i];
        if (collide__tree_edge(t, p, q) != COLLIDE__TREE_NO_EDGE && visit(user, t))
            return true;
    }
    return false;
}

// The corners across edge k of a triangle, of its neighbours there. Returns their number.
static uint32_t collide__mesh_across(const collide__mesh *m, const collide__mesh_face *f, int k,
                                     collide_vec3 *corners) {
    const collide_vec3 p = f->t->v[k], q = f->t->v[k < 2 ? k + 1 : 0], own = f->t->v[k ? k - 1 : 2];
    collide__mesh_near *t = m->near_by;
    uint32_t n = 0;
    if (t && !t->hashed)
        collide__mesh_hash(t);
    for (uint32_t i = t ? t->first[collide__mesh_slot(p, q)] : 0; i; i = t->next[i - 1]) {
        if (&t->at[(i - 1) / 3] == f->t)
            continue;
        const uint32_t j = (i - 1) % 3;
        const collide_vec3 *v = t->at[(i - 1) / 3].v, *a = v + j, *b = j < 2 ? a + 1 : v;
        const collide_vec3 *w = j ? a - 1 : v + 2;
        if (((collide__same_point(*a, q) && collide__same_point(*b, p)) ||
             (collide__same_point(*a, p) && collide__same_point(*b, q))) &&
            !collide__same_point(*w, own) && n < COLLIDE__MESH_RING)
            corners[n++] = *w;
    }
    if (n == 0 && !(t && collide__mesh_edge_near(m, f->p[k], f->p[k < 2 ? k + 1 : 0]))) {
        // Neighbours may be elsewhere.
        collide__mesh_opposites c = {p, q, own, corners, 0};
        (void)collide__mesh_ring(m, p, q, collide__mesh_opposite_add, &c);
        n = c.n;
    }
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

static collide__mesh_beyond collide__mesh_beyond_edge(const collide__mesh *m,
                                                      const collide__mesh_face *f, int k) {
    collide_vec3 corners[COLLIDE__MESH_RING];
    const uint32_t n = collide__mesh_across(m, f, k, corners);
    const double square = collide__ddot(f->edge[k], f->edge[k]);
    collide__mesh_beyond beyond = COLLIDE__MESH_FALLS;
    for (uint32_t i = 0; i < n; ++i) {
        const collide__dvec3 w = collide__dsub(corners[i], f->t->v[k]);
        const double rise = collide__ddot(w, f->normal);
        const collide__dvec3 across = collide__dcross(f->edge[k], w);
        const double rises = collide__dmul(collide__dmul(rise, rise), square);
        const double away = collide__ddot(across, across);
        if (rise > 0 && rises > collide__dmul(0.5, away)) {
            const double out = collide__ddot(across, f->outward[k]);
            const double in = collide__ddot(collide__dadd(m->middle, -1, f->p[k]), across);
            if ((out > 0 && in > 0) || (out < 0 && in < 0))
                continue; // the shape's middle is behind this wall
            return COLLIDE__MESH_WALL;
        }
        // Not if it falls by more than 2^-12, or folds back.
        if ((rise >= 0 || rises <= collide__dmul(5.9604644775390625e-8, away)) &&
            collide__ddot(w, f->outward[k]) > 0)
            beyond = COLLIDE__MESH_CONTINUES;
    }
    return beyond;
}

// Whether a triangle at the vertex rises above it along n by more than 2^-14.
static bool collide__mesh_tip_rises(void *user, const collide_triangle *t) {
    const collide__mesh_tip *tip = (const collide__mesh_tip *)user;
    for (int k = 0; k < 3; ++k) {
        const collide__dvec3 e = collide__dsub(t->v[k], tip->v);
        const double rise = collide__ddot(e, tip->n);
        if (rise > 0 &&
            collide__dmul(rise, rise) > collide__dmul(3.7252902984619141e-9, collide__ddot(e, e)))
            return true; // 2^-28
    }
    return false;
}

static bool collide__mesh_vertex_rises(collide__mesh *m, collide_vec3 v, collide__dvec3 n) {
    collide__mesh_tip tip = {v, n};
    const collide__mesh_near *t = m->near_by;
    if (!t) { // many triangles in a row may have one vertex in common
        const collide__dvec3 last = m->tip.n;
        if (!m->tipped || !collide__same_point(m->tip.v, v) || last.x != n.x || last.y != n.y ||
            last.z != n.z)
            m->tip_rises = collide__mesh_ring(m, v, v, collide__mesh_tip_rises, &tip);
        m->tipped = true;
        m->tip = tip;
        return m->tip_rises;
    }
    for (uint32_t i = 0; i < t->n; ++i) {
        const collide_vec3 *w = t->at[i].v;
        if ((collide__same_point(w[0], v) || collide__same_point(w[1], v) ||
             collide__same_point(w[2], v)) &&
            collide__mesh_tip_rises(&tip, &t->at[i]))
            return true;
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

#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
