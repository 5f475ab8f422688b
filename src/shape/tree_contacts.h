#pragma once
#include "many.h"
#include "mesh_triangle.h"

// ---- contacts of a shape with a mesh ---------------------------------------------------------
#if !defined(COLLIDE_NO_SHAPE) && !defined(COLLIDE_NO_TREE)

// ---- triangles that are not near -------------------------------------------------------------

// How near the shape must come to a triangle so that their distance may count as within the margin,
// whatever is rounded.
static double collide__mesh_doubtless(const collide__mesh *m, const collide__mesh_face *f) {
    const double size = m->size + (collide__dsum_abs(f->p[0]) + collide__dsum_abs(f->p[1]) +
                                   collide__dsum_abs(f->p[2]));
    return m->margin + collide__distance_doubt(size + m->margin);
}

// Whether a direction of earlier triangles parts the shape and this one by more than the margin for
// sure: what triangles came earlier must not matter.
static bool collide__mesh_parts(const collide__mesh *m, const collide__mesh_face *f) {
    for (int i = 0; i < 2; ++i) {
        const collide__dvec3 n = m->apart[i], down = collide__dneg(n);
        const double p = collide__ddot(f->p[0], n), q = collide__ddot(f->p[1], n);
        const double top = collide__dmax(collide__dmax(p, q), collide__ddot(f->p[2], n));
        const double gap = -(collide__core_reach(m->core, &down) + m->core->radius) - top;
        if (gap > m->margin && gap > collide__mesh_doubtless(m, f))
            return true;
    }
    return false;
}

// Whether a segment is farther than reach from the triangle, since both its ends are beyond one of
// its edges: seen along that edge, the triangle is within a ray, and the segment is off its end.
static bool collide__mesh_segment_clear(const collide__mesh *m, const collide__mesh_face *f,
                                        double reach) {
    const collide__dvec3 start = collide__dneg(f->p[0]), d = m->core->p[1];
    const double high = collide__ddot(start, f->normal), rise = collide__ddot(d, f->normal);
    for (int k = 0; k < 3; ++k) {
        const double beyond = -collide__ddot(f->p[k], f->outward[k]);
        const double more = collide__ddot(d, f->outward[k]);
        if (!(beyond > 0 && beyond + more > 0))
            continue;
        // All lengths times the edge's.
        const double square = collide__ddot(f->edge[k], f->edge[k]);
        const double a =
            collide__dmul(square, collide__dmul(high, rise)) + collide__dmul(beyond, more);
        const double b =
            collide__dmul(square, collide__dmul(rise, rise)) + collide__dmul(more, more);
        const double t = b > 0 ? collide__clamp(collide__ddiv(-a, b), 1) : 0;
        const double h = high + collide__dmul(t, rise), o = beyond + collide__dmul(t, more);
        if (collide__dmul(square, collide__dmul(h, h)) + collide__dmul(o, o) >
            collide__dmul(square, collide__dmul(reach, reach)))
            return true;
    }
    return false;
}

// Whether an axis of a box, or one across it and an edge, parts it and the triangle by more than
// reach.
static bool collide__mesh_box_clear(const collide__mesh *m, const collide__mesh_face *f,
                                    double reach) {
    const double *half = m->sides.half;
    double x[3][3]; // of an axis and a vertex
    for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 3; ++k)
            x[i][k] = collide__ddot(collide__dadd(f->p[k], -1, m->core->p[3]), m->sides.axis[i]);
        const double lo = collide__dmin(collide__dmin(x[i][0], x[i][1]), x[i][2]);
        const double hi = collide__dmax(collide__dmax(x[i][0], x[i][1]), x[i][2]);
        if (collide__dmax(lo, -hi) > half[i] + reach)
            return true;
    }
    for (int i = 0; i < 3; ++i) {
        const int u = i < 2 ? i + 1 : 0, w = i ? i - 1 : 2;
        for (int k = 0; k < 3; ++k) {
            const int next = k < 2 ? k + 1 : 0, last = k ? k - 1 : 2;
            const double eu = x[u][next] - x[u][k], ew = x[w][next] - x[w][k];
            const double p = collide__dmul(x[w][k], eu) - collide__dmul(x[u][k], ew);
            const double q = collide__dmul(x[w][last], eu) - collide__dmul(x[u][last], ew);
            const double gap = collide__dmax(collide__dmin(p, q), -collide__dmax(p, q)) -
                               (collide__dmul(half[u], collide__dabs(ew)) +
                                collide__dmul(half[w], collide__dabs(eu)));
            if (gap > 0 && collide__dmul(gap, gap) >
                               collide__dmul(collide__dmul(reach, reach),
                                             collide__dmul(eu, eu) + collide__dmul(ew, ew)))
                return true;
        }
    }
    return false;
}

// Whether the shape is farther from the triangle than the margin for sure. It costs much less than
// the distance.
COLLIDE__NOINLINE bool collide__mesh_clear(const collide__mesh *m, const collide__mesh_face *f) {
    const collide__core *core = m->core;
    const double reach = core->radius + collide__mesh_doubtless(m, f);
    if (core->kind == COLLIDE__CORE_BOX)
        return collide__mesh_box_clear(m, f, reach);
    return core->kind == COLLIDE__CORE_POINTS && core->count == 2 &&
           collide__mesh_segment_clear(m, f, reach);
}

// ---- all triangles ---------------------------------------------------------------------------

// Reads a triangle. False if its plane is out of reach, or if its back counts for nothing.
static bool collide__mesh_face_of(collide__mesh *m, const collide_triangle *t, uint32_t number,
                                  collide__mesh_face *f) {
    f->t = t;
    f->number = number;
    f->asked = f->walled = false;
    f->depth = 0;
    for (int i = 0; i < 3; ++i)
        f->p[i] = collide__dsub(t->v[i], m->core->origin);
    for (int i = 0; i < 3; ++i)
        f->edge[i] = collide__dadd(f->p[i < 2 ? i + 1 : 0], -1, f->p[i]);
    f->normal = collide__dcross(f->edge[0], f->edge[1]);
    f->solid = collide__dnormalize(&f->normal);
    const bool back = collide__ddot(collide__dadd(m->middle, -1, f->p[0]), f->normal) < 0;
    const collide__dvec3 up = back ? collide__dneg(f->normal) : f->normal;
    const collide__dvec3 down = collide__dneg(up);
    if (m->one_sided && (back || !f->solid))
        return false;
    if (f->solid) {
        if (!(down.x == m->along.x && down.y == m->along.y && down.z == m->along.z)) {
            m->along = down;
            m->reach = collide__core_reach(m->core, &down);
        }
        f->depth = (m->reach + collide__ddot(f->p[0], up)) + m->core->radius;
        if (!(f->depth >= -m->margin))
            return false;
    }
    for (int k = 0; k < 3; ++k)
        f->outward[k] = collide__dcross(f->edge[k], f->normal);
    f->normal = up;
    return true;
}

// Whether all vertices of t are u's.
static bool collide__mesh_within(const collide_triangle *t, const collide_triangle *u) {
    for (int i = 0; i < 3; ++i)
        if (!collide__same_point(t->v[i], u->v[0]) && !collide__same_point(t->v[i], u->v[1]) &&
            !collide__same_point(t->v[i], u->v[2]))
            return false;
    return true;
}

// Whether a triangle that counts is a copy of one of the last, of many: each would look for its
// neighbours among all copies.
static bool collide__mesh_copy(collide__mesh *m, const collide_triangle *t) {
    for (uint32_t i = 0; i < COLLIDE__MESH_LAST && i < m->lasts; ++i)
        if (collide__mesh_within(t, &m->last[i]) && collide__mesh_within(&m->last[i], t))
            return true;
    m->last[m->lasts++ % COLLIDE__MESH_LAST] = *t;
    return false;
}

static void collide__mesh_ask(collide__mesh *m, const collide_triangle *t, uint32_t number,
                              collide__mesh_near *list) {
    const bool all = m->stage == COLLIDE__MESH_ALL;
    collide__mesh_face f;
    (void)list;
    if (!collide__mesh_face_of(m, t, number, &f) || (!m->near_by && collide__mesh_copy(m, t)))
        return;
    if (all && f.solid && m->round) {
        collide__mesh_ball(m, &f);
        return;
    }
    const bool rests =
        all && f.solid && f.depth <= collide__dmul(0.0625, m->size) && collide__mesh_rests(m, &f);
    if (!rests && collide__mesh_parts(m, &f))
        return;
    if (rests || (all && f.solid && collide__mesh_on_face(m, &f)))
        m->doubt |= f.depth > m->tie;
    else if (!(m->near_by && collide__mesh_clear(m, &f))) // of many triangles, the order counts
        m->later[m->laters++] = number;
}

static void collide__mesh_list(collide__mesh *m, const collide_triangle *t, uint32_t number,
                               collide__mesh_near *list) {
    (void)m;
    list->many = list->n == COLLIDE__MESH_NEAR;
    if (!list->many) {
        list->at[list->n] = *t;
        list->number[list->n++] = number;
    }
}

// Asks the triangles near the shape, if they are few. Else returns false.
COLLIDE__NOINLINE bool collide__mesh_ask_few(collide__mesh *m) {
    collide__mesh_near t;
    t.n = 0;
    t.many = t.hashed = false;
    m->of.stack[0] = 0;
    m->depth = 1;
    collide__mesh_walk(m, collide__mesh_list, &t);
    if (t.many)
        return false;
    m->near_by = &t;
    for (uint32_t i = 0; i < t.n; ++i)
        collide__mesh_ask(m, &t.at[i], t.number[i], NULL);
    m->near_by = NULL;
    if (m->laters && t.n <= COLLIDE__MESH_KEPT && !m->pose) { // the box is of both frames
        memcpy(m->of.kept, t.at, t.n * sizeof t.at[0]);
        m->keeps = t.n;
    }
    return true;
}

COLLIDE__NOINLINE bool collide__mesh_distance(collide__mesh *m, const collide__mesh_face *f,
                                              collide_distance *d) {
    const collide_shape triangle = collide_shape_from_triangle(f->t);
    return !collide__mesh_parts(m, f) &&
           collide__contact_distance(m->shape, &triangle, (float)m->margin, d);
}

COLLIDE__NOINLINE void collide__mesh_settle(collide__mesh *m, uint32_t number) {
    const collide_triangle t = m->pose ? collide__tree_posed(m->tree, number, m->pose)
                                       : collide__tree_numbered(m->tree, number);
    collide__mesh_face f;
    collide_distance d;
    d.normal = collide__vec3(0, 0, 0);
    if (!collide__mesh_face_of(m, &t, number, &f))
        return;
    const bool within = collide__mesh_distance(m, &f, &d);
    m->apart[1] = collide__dvec3_of(d.normal);
    m->sure = m->sure || within;
    if (within && m->stage != COLLIDE__MESH_ANY)
        collide__mesh_manifold(m, &f, &d);
}

static void collide__mesh_ask_all(collide__mesh *m, collide__mesh_stage stage) {
    m->stage = stage;
    m->laters = 0;
    m->keeps = 0;
    m->lasts = 0;
    const bool few = stage == COLLIDE__MESH_ALL && collide__mesh_ask_few(m);
    m->depth = !few;
    if (!few)
        m->of.stack[0] = 0;
    do {
        if (m->depth)
            collide__mesh_walk(m, collide__mesh_ask, NULL);
        for (int i = 0; i < m->laters && !(stage == COLLIDE__MESH_ANY && m->sure); ++i)
            collide__mesh_settle(m, m->later[i]);
        m->laters = 0;
    } while (m->depth && !(stage == COLLIDE__MESH_ANY && m->sure));
}

static double collide__mesh_deepest(const collide__mesh *m) {
    double deepest = m->count == 0 && m->spared ? m->spare.depth : -DBL_MAX;
    for (int i = 0; i < m->count; ++i)
        deepest = collide__dmax(m->found[i].depth, deepest);
    return deepest;
}

// Where all contacts are ahead of touch, looks for a triangle that the shape is in by more than the
// tie. Without one, what was spared stays.
static void collide__mesh_look_again(collide__mesh *m) {
    const collide__dcontact spare = m->spare;
    const double margin = m->margin;
    const bool spared = m->spared;
    m->spared = m->clipped = false;
    m->need = m->margin = 0;
    collide__mesh_ask_all(m, COLLIDE__MESH_DEEPEST);
    m->margin = margin;
    if (m->spared && m->need > m->tie)
        return;
    m->spared = spared;
    m->spare = spare;
}

COLLIDE_API size_t collide_shape_tree_contacts(const collide_shape *a, const collide_tree *b,
                                               const collide_pose *pose_b,
                                               const collide_contact_options *options,
                                               collide_contact *contacts, size_t capacity) {
    const collide__dvec3 zero = {0, 0, 0};
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
    m.near_by = NULL;
    m.middle = collide__core_middle(&core);
    m.margin = (double)collide__contact_margin(options);
    m.size = core.size + core.radius;
    m.tolerance = collide__dmul(m.size, 3.814697265625e-6); // 2^-18
    m.tie = collide__dmul(m.size, 0.5 * COLLIDE__FACE_SHARE);
    m.round = core.kind == COLLIDE__CORE_POINTS && core.count == 1;
    m.one_sided = options && (options->flags & COLLIDE_CONTACT_ONE_SIDED);
    m.sure = m.featured = m.faced = m.spared = m.clipped = m.doubt = m.tipped = false;
    m.apart[0] = m.apart[1] = m.along = zero;
    m.reach = 0;
    m.need = 0;
    m.count = 0;
    memset(&m.spare, 0, sizeof m.spare);
    if (core.kind == COLLIDE__CORE_BOX) {
        const collide__contact_side side = {a, &core, zero};
        m.sides = collide__contact_box(&side);
    }
    for (uint32_t i = 0; i < 3; ++i) {
        collide__mesh_span(&core, collide__coordinate_axis(i), &m.span[2 * i], &m.span[2 * i + 1]);
        m.box[2 * i] = m.span[2 * i] - (core.radius + m.margin);
        m.box[2 * i + 1] = m.span[2 * i + 1] + (core.radius + m.margin);
    }
    collide__mesh_ask_all(&m, COLLIDE__MESH_ALL);
    if (m.count > 0 && !m.sure) { // all may be beside the surface
        collide__mesh_ask_all(&m, COLLIDE__MESH_ANY);
        m.count = m.sure ? m.count : 0;
    } else if (m.count == 0 && !m.spared) {
        collide__mesh_ask_all(&m, COLLIDE__MESH_DEEPEST);
    }
    if (m.margin > 0 && (m.doubt || m.need > m.tie) && collide__mesh_deepest(&m) < 0)
        collide__mesh_look_again(&m);
    // Where other triangles carry the shape, what neighbours rule out is no contact of the surface.
    if (m.spared && (m.count == 0 || (m.need > m.tie && collide__mesh_deepest(&m) < 0)))
        collide__mesh_add(&m, m.spare);
    collide__mesh_reduce(&m);
    return collide__dcontacts_out(m.found, m.count, collide__dvec3_of(core.origin), contacts,
                                  capacity);
}

COLLIDE_API size_t collide_tree_shape_contacts_many(const collide_tree *a,
                                                    const collide_pose *pose_a,
                                                    const collide_shape_array *b,
                                                    const collide_contact_options *options,
                                                    collide_contact *contacts, size_t capacity_each,
                                                    uint32_t *counts) {
    COLLIDE_ASSERT(b && (contacts || !capacity_each));
    const size_t n = b->objects ? b->count : 0;
    const size_t stride = b->stride ? b->stride : sizeof(collide_shape);
    size_t hits = 0;
    COLLIDE_ASSERT(counts || !n);
    for (size_t i = 0; i < n; ++i) {
        const collide_shape *shape = (const collide_shape *)collide__at(b->objects, i, stride);
        counts[i] = (uint32_t)collide_shape_tree_contacts(
            shape, a, pose_a, options, capacity_each ? contacts + i * capacity_each : NULL,
            capacity_each);
        hits += counts[i] > 0;
    }
    return hits;
}
#undef COLLIDE__MESH_NEAR
#undef COLLIDE__MESH_SLOTS
#undef COLLIDE__MESH_RING
#undef COLLIDE__MESH_LATER
#undef COLLIDE__MESH_FOUND
#undef COLLIDE__MESH_KEPT
#undef COLLIDE__MESH_LAST
#endif // COLLIDE_NO_SHAPE, COLLIDE_NO_TREE
