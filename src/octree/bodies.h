#pragma once
#include "../triangle/contacts.h"
#include "../triangle/contacts_reduce.h"
#include "../triangle/batches.h"
#include "../triangle/seams.h"
#include "queries.h"
#include "../base/work.h"

// ---- bodies ----------------------------------------------------------------------------------
#if !defined(COLLIDE_NO_OCTREE) && !defined(COLLIDE_NO_TRIANGLE)

// Triangles of one body that are near another one, where the body is.
typedef struct collide__body_triangles {
    collide_triangle *triangles;
    uint32_t *numbers;
    size_t count;
} collide__body_triangles;

typedef struct collide__bodies_scratch {
    void *octree, *pack;
    size_t octree_size, pack_size;
    collide_sphere *spheres;
    uint32_t *others, *hits;
    collide__body_triangles of[2];
    collide_body_touch *contacts;
    size_t most; // contacts of a pair
    uint64_t size;
} collide__bodies_scratch;

// The next part of memory for n elements; NULL memory just counts.
static void *collide__bodies_part(collide__bodies_scratch *s, void *memory, uint64_t n,
                                  size_t element) {
    void *part = memory ? (char *)memory + (size_t)s->size : NULL;
    s->size += (n * element + 63) & ~(uint64_t)63;
    return part;
}

static collide_body collide__body_at(const collide_body *bodies, size_t i, size_t stride) {
    collide_body body; // which may lie anywhere
    memcpy(&body, collide__at(bodies, i, stride), sizeof body);
    return body;
}

// Lays out scratch memory; false if an option is out of range.
static bool collide__bodies_layout(collide__bodies_scratch *s, void *memory,
                                   const collide_body *bodies, size_t n, size_t stride,
                                   const collide_bodies_options *options) {
    size_t most = 0;
    memset(s, 0, sizeof *s);
    s->most = options && options->pair_touches ? options->pair_touches : 64;
    collide_octree layout;
    if (s->most > 4096 || !collide__octree_layout(n, options ? &options->octree : NULL, &layout))
        return false;
    for (size_t i = 0; i < n; ++i) {
        const collide_mesh *mesh = collide__body_at(bodies, i, stride).mesh;
        most = mesh && mesh->triangle_count > most ? mesh->triangle_count : most;
    }
    s->octree_size = collide_octree_size(n, options ? &options->octree : NULL);
    s->pack_size = collide_triangle_pack_size(most);
    if (s->octree_size == 0 || s->pack_size == 0 || most > UINT32_MAX)
        return true;
    s->octree = collide__bodies_part(s, memory, s->octree_size, 1);
    s->pack = collide__bodies_part(s, memory, s->pack_size, 1);
    s->spheres = (collide_sphere *)collide__bodies_part(s, memory, n, sizeof *s->spheres);
    s->others = (uint32_t *)collide__bodies_part(s, memory, n, sizeof *s->others);
    s->hits = (uint32_t *)collide__bodies_part(s, memory, most, sizeof *s->hits);
    for (int k = 0; k < 2; ++k) {
        s->of[k].triangles =
            (collide_triangle *)collide__bodies_part(s, memory, most, sizeof(collide_triangle));
        s->of[k].numbers = (uint32_t *)collide__bodies_part(s, memory, most, sizeof(uint32_t));
    }
    s->contacts =
        (collide_body_touch *)collide__bodies_part(s, memory, s->most, sizeof *s->contacts);
    return true;
}

COLLIDE_API size_t collide_bodies_scratch_size(const collide_body *bodies, size_t n, size_t stride,
                                               const collide_bodies_options *options) {
    collide__bodies_scratch s;
    stride = stride ? stride : sizeof *bodies;
    if (!bodies || n == 0 || !collide__fits(n, stride) ||
        !collide__bodies_layout(&s, NULL, bodies, n, stride, options))
        return 0;
    return s.size <= PTRDIFF_MAX ? (size_t)s.size : 0;
}

// The bounding sphere under the pose, enlarged by the rounding error of points in it.
static collide_sphere collide__body_sphere(const collide_body *body) {
    const collide_vec3 c = body->bounds.center, p = body->pose.position;
    const double size =
        (collide__dsum_abs(collide__dvec3_of(c)) + collide__dsum_abs(collide__dvec3_of(p))) +
        (double)body->bounds.radius;
    collide_sphere s;
    s.center = collide_pose_apply(&body->pose, c);
    s.radius = collide__float_up((double)body->bounds.radius +
                                 collide__dmul(size, 1.9073486328125e-6)); // 2^-19
    return s;
}

static collide_status collide__body_check(const collide_body *body) {
    const collide_pose *pose = &body->pose;
    if (!body->mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *body->mesh;
    const collide_status status = collide__mesh_check(&mesh);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__finite3(body->bounds.center) || !collide__finite(body->bounds.radius) ||
        !collide__finite3(pose->position) || !collide__finite3(pose->axis[0]) ||
        !collide__finite3(pose->axis[1]) || !collide__finite3(pose->axis[2]))
        return COLLIDE_ERROR_NOT_FINITE;
    if (body->bounds.radius < 0)
        return COLLIDE_ERROR_EXTENT;
    const collide_sphere s = collide__body_sphere(body);
    return collide__finite3(s.center) && collide__finite(s.radius) ? COLLIDE_OK
                                                                   : COLLIDE_ERROR_NOT_FINITE;
}

// What both boxes about two spheres hold.
static collide_aabb collide__spheres_common(const collide_sphere *a, const collide_sphere *b) {
    const float *p = collide__floats(&a->center), *q = collide__floats(&b->center);
    float lo[3], hi[3];
    for (int axis = 0; axis < 3; ++axis) {
        const double a_lo = (double)p[axis] - (double)a->radius;
        const double b_lo = (double)q[axis] - (double)b->radius;
        const double a_hi = (double)p[axis] + (double)a->radius;
        const double b_hi = (double)q[axis] + (double)b->radius;
        lo[axis] = collide__float_down(a_lo > b_lo ? a_lo : b_lo);
        hi[axis] = collide__float_up(a_hi < b_hi ? a_hi : b_hi);
    }
    collide_aabb box;
    box.min = collide__vec3(lo[0], lo[1], lo[2]);
    box.max = collide__vec3(hi[0], hi[1], hi[2]);
    return box;
}

static bool collide__triangle_reaches(const collide_triangle *t, const collide_aabb *box) {
    const collide_vec3 p = t->v[0], q = t->v[1], r = t->v[2];
#define COLLIDE__OUTSIDE(x)                                                                        \
    ((p.x < box->min.x && q.x < box->min.x && r.x < box->min.x) ||                                 \
     (p.x > box->max.x && q.x > box->max.x && r.x > box->max.x))
    return !(COLLIDE__OUTSIDE(x) || COLLIDE__OUTSIDE(y) || COLLIDE__OUTSIDE(z));
#undef COLLIDE__OUTSIDE
}

static void collide__body_gather(const collide_body *body, const collide_aabb *box,
                                 collide__body_triangles *out) {
    collide_mesh mesh = *body->mesh;
    collide_triangle t;
    (void)collide__mesh_check(&mesh);
    out->count = 0;
    COLLIDE__WORK(mesh.triangle_count);
    for (size_t i = 0; i < mesh.triangle_count; ++i) {
        if (collide__mesh_triangle(&mesh, i, &t) != COLLIDE_OK)
            continue;
        for (int k = 0; k < 3; ++k)
            t.v[k] = collide_pose_apply(&body->pose, t.v[k]);
        if (collide__finite3(t.v[0]) && collide__finite3(t.v[1]) && collide__finite3(t.v[2]) &&
            collide__triangle_reaches(&t, box)) {
            out->triangles[out->count] = t;
            out->numbers[out->count++] = (uint32_t)i;
        }
    }
}

// Adds a contact to the contacts of its pair: merged with one at the same place, else in a free
// place, or in the place of the shallowest if it is deeper. Returns their number.
static size_t collide__body_contact_take(collide_body_touch *list, size_t n, size_t most,
                                         const collide_body_touch *c, float distance) {
    size_t least = 0;
    COLLIDE__WORK(n);
    for (size_t k = 0; k < n; ++k) {
        const collide_contact old = list[k].contact;
        if (collide__contact_merges(&distance, &list[k].contact, &c->contact)) {
            if (collide__contact_better(&c->contact, &old, distance)) {
                list[k].triangle_a = c->triangle_a;
                list[k].triangle_b = c->triangle_b;
            }
            return n;
        }
        least = list[k].contact.depth < list[least].contact.depth ? k : least;
    }
    if (n < most)
        list[n++] = *c;
    else if (c->contact.depth > list[least].contact.depth)
        list[least] = *c;
    return n;
}

// Gathers the triangles of two bodies whose spheres meet, near each other, and packs those of the
// first; false if one has none.
static bool collide__body_gather_both(const collide_body *a, const collide_body *b, uint32_t i,
                                      uint32_t j, collide__bodies_scratch *s,
                                      collide_triangle_pack **pack, collide_bodies_counts *counts) {
    const collide_aabb box = collide__spheres_common(&s->spheres[i], &s->spheres[j]);
    const collide__body_triangles *p = &s->of[0], *q = &s->of[1];
    collide__body_gather(a, &box, &s->of[0]);
    if (p->count > 0)
        collide__body_gather(b, &box, &s->of[1]);
    if (p->count == 0 || q->count == 0 ||
        collide_triangle_pack_build(pack, s->pack, s->pack_size, p->triangles, p->count, 0) !=
            COLLIDE_OK)
        return false;
    counts->triangle_pairs += p->count * q->count;
    return true;
}

// The touches of two bodies whose spheres meet; returns how many there are in s->contacts.
static size_t collide__body_pair(const collide_body *a, const collide_body *b, uint32_t i,
                                 uint32_t j, const collide_bodies_options *options,
                                 collide__bodies_scratch *s, collide_bodies_counts *counts) {
    const float distance = options ? options->merge : 0;
    const collide__body_triangles *p = &s->of[0], *q = &s->of[1];
    collide_triangle_pack *pack;
    size_t n = 0;
    if (!collide__body_gather_both(a, b, i, j, s, &pack, counts))
        return 0;
    for (size_t l = 0; l < q->count; ++l) {
        const size_t hits =
            collide_triangle_triangle_many_indices(&q->triangles[l], pack, s->hits, p->count);
        for (size_t h = 0; h < hits; ++h) {
            const uint32_t k = s->hits[h];
            collide_contact found[9];
            const size_t all =
                collide_triangle_triangle_touches(&p->triangles[k], &q->triangles[l], found, 9);
            for (size_t m = 0; m < all; ++m) {
                collide_body_touch c;
                c.contact = found[m];
                c.a = i;
                c.b = j;
                c.triangle_a = p->numbers[k];
                c.triangle_b = q->numbers[l];
                if ((options && options->all) ||
                    collide_contact_closing(&found[m], a->velocity, b->velocity, NULL))
                    n = collide__body_contact_take(s->contacts, n, s->most, &c, distance);
            }
        }
    }
    return n;
}

static void collide__body_triangles_pair(const void *user, collide_pair pair, collide_triangle *a,
                                         collide_triangle *b, collide_pair *numbers) {
    const collide__body_triangles *of = (const collide__body_triangles *)user;
    *a = of[0].triangles[pair.a];
    *b = of[1].triangles[pair.b];
    numbers->a = of[0].numbers[pair.a];
    numbers->b = of[1].numbers[pair.b];
}

static void collide__body_triangles_near(const void *user, bool of_b, const collide_aabb *box,
                                         collide__seam_visitor visit, void *visitor) {
    const collide__body_triangles *of = (const collide__body_triangles *)user + of_b;
    COLLIDE__WORK(of->count);
    for (size_t i = 0; i < of->count; ++i)
        if (collide__triangle_reaches(&of->triangles[i], box) &&
            !visit(visitor, &of->triangles[i], of->numbers[i]))
            return;
}

// The contacts of two bodies, as collide__body_pair.
static size_t collide__body_pair_contacts(const collide_body *a, const collide_body *b, uint32_t i,
                                          uint32_t j, const collide_bodies_options *options,
                                          collide__bodies_scratch *s,
                                          collide_bodies_counts *counts) {
    const collide__body_triangles *p = &s->of[0], *q = &s->of[1];
    collide_triangle_pack *pack;
    collide__seams seams;
    size_t n = 0;
    if (!collide__body_gather_both(a, b, i, j, s, &pack, counts))
        return 0;
    seams.of.pair = collide__body_triangles_pair;
    seams.of.near_box = collide__body_triangles_near;
    seams.of.user = s->of;
    seams.of.middle = collide__dvec3_of(s->spheres[i].center);
    seams.of.solid = false;
    collide__seams_begin(&seams, NULL, s->contacts, sizeof *s->contacts, s->most);
    for (size_t l = 0; l < q->count; ++l) {
        const size_t hits =
            collide_triangle_triangle_many_indices(&q->triangles[l], pack, s->hits, p->count);
        for (size_t h = 0; h < hits; ++h) {
            if (seams.n == COLLIDE__SEAM_PAIRS)
                collide__seams_end(&seams);
            seams.pair[seams.n].a = s->hits[h];
            seams.pair[seams.n++].b = (uint32_t)l;
        }
    }
    collide__seams_end(&seams);
    const size_t found = seams.count < s->most ? seams.count : s->most;
    for (size_t m = 0; m < found; ++m) {
        collide_body_touch c;
        c.contact = s->contacts[m].contact;
        c.a = i;
        c.b = j;
        c.triangle_a = c.contact.feature_a;
        c.triangle_b = c.contact.feature_b;
        if ((options && options->all) ||
            collide_contact_closing(&c.contact, a->velocity, b->velocity, NULL))
            s->contacts[n++] = c;
    }
    return n;
}

typedef size_t (*collide__body_asker)(const collide_body *a, const collide_body *b, uint32_t i,
                                      uint32_t j, const collide_bodies_options *options,
                                      collide__bodies_scratch *s, collide_bodies_counts *counts);

// Finds what ask says of each pair of bodies.
static collide_status collide__bodies_find(collide__body_asker ask, const collide_body *bodies,
                                           size_t n, size_t stride,
                                           const collide_bodies_options *options, void *scratch,
                                           size_t size, collide_body_touch *contacts,
                                           size_t capacity, collide_bodies_counts *counts) {
    collide__bodies_scratch s;
    collide_octree *octree;
    if (!counts)
        return COLLIDE_ERROR_NULL;
    memset(counts, 0, sizeof *counts);
    stride = stride ? stride : sizeof *bodies;
    collide_status status = collide__array_check(bodies, n, stride, sizeof *bodies);
    if (status == COLLIDE_OK && n == 0)
        status = COLLIDE_ERROR_COUNT;
    for (size_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        const collide_body body = collide__body_at(bodies, i, stride);
        status = collide__body_check(&body);
    }
    if (status == COLLIDE_OK && !collide__bodies_layout(&s, scratch, bodies, n, stride, options))
        status = COLLIDE_ERROR_OPTION;
    if (status == COLLIDE_OK)
        status =
            collide__memory_check(scratch, size, n, s.size <= PTRDIFF_MAX ? (size_t)s.size : 0);
    if (status != COLLIDE_OK)
        return status;
    for (size_t i = 0; i < n; ++i) {
        const collide_body body = collide__body_at(bodies, i, stride);
        s.spheres[i] = collide__body_sphere(&body);
    }
    status = collide_octree_build_spheres(&octree, s.octree, s.octree_size, s.spheres, n, 0,
                                          options ? &options->octree : NULL);
    for (uint32_t i = 0; i < n && status == COLLIDE_OK; ++i) {
        const collide_body a = collide__body_at(bodies, i, stride);
        const size_t all = collide_sphere_octree_indices(&s.spheres[i], octree, NULL, s.others, n);
        for (size_t k = 0; k < all; ++k) {
            const uint32_t j = s.others[k];
            if (j <= i)
                continue;
            const collide_body b = collide__body_at(bodies, j, stride);
            if (!((options && options->all) || a.velocity || b.velocity))
                continue;
            const size_t found = ask(&a, &b, i, j, options, &s, counts);
            ++counts->pairs;
            for (size_t m = 0; m < found; ++m, ++counts->touches)
                if (counts->touches < capacity)
                    contacts[counts->touches] = s.contacts[m];
        }
    }
    return status;
}

COLLIDE_API collide_status collide_bodies_touches(const collide_body *bodies, size_t n,
                                                  size_t stride,
                                                  const collide_bodies_options *options,
                                                  void *scratch, size_t size,
                                                  collide_body_touch *contacts, size_t capacity,
                                                  collide_bodies_counts *counts) {
    return collide__bodies_find(collide__body_pair, bodies, n, stride, options, scratch, size,
                                contacts, capacity, counts);
}

COLLIDE_API collide_status collide_bodies_contacts(const collide_body *bodies, size_t n,
                                                   size_t stride,
                                                   const collide_bodies_options *options,
                                                   void *scratch, size_t size,
                                                   collide_body_touch *contacts, size_t capacity,
                                                   collide_bodies_counts *counts) {
    return collide__bodies_find(collide__body_pair_contacts, bodies, n, stride, options, scratch,
                                size, contacts, capacity, counts);
}
#endif // COLLIDE_NO_OCTREE, COLLIDE_NO_TRIANGLE
