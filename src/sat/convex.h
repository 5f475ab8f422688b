#pragma once
#include "../base/meshes.h"
#include "scalar.h"
#include "single.h"

// ---- convex bodies ---------------------------------------------------------------------------
#ifndef COLLIDE_NO_SAT

// Tests all axes of two bodies, in the order of their numbers.
static bool collide__convex_axes(collide__convex_job *job, const collide_convex *a,
                                 const collide_convex *b, bool least) {
    const collide__sat_kernels *kernels = collide__sat();
    const float *edges_a = collide__convex_rows(a, a->inside.edge_offset);
    const float *edges_b = collide__convex_rows(b, b->inside.edge_offset);
    uint32_t axis = a->normal_count + b->normal_count;
    if (!kernels->convex(job, collide__convex_rows(a, a->inside.normal_offset), a->normal_count,
                         job->frame[0], NULL, 0, least) ||
        !kernels->convex(job, collide__convex_rows(b, b->inside.normal_offset), b->normal_count,
                         job->frame[1], NULL, a->normal_count, least))
        return false;
    for (uint32_t i = 0; i < a->edge_count; ++i, axis += b->edge_count) {
        const collide_vec3 e = collide__turn(job->frame[0], collide__direction(edges_a, i));
        if (!kernels->convex(job, edges_b, b->edge_count, job->frame[1], &e, axis, least))
            return false;
    }
    return true;
}

// Prepares all that a query needs except the axes; false if a number is not finite.
static bool collide__convex_prepare(const collide_convex *a, const collide_pose *pose_a,
                                    collide_vec3 va, const collide_convex *b,
                                    const collide_pose *pose_b, collide_vec3 vb, float t_max,
                                    collide__convex_job *job) {
    const collide_convex *c[2] = {a, b};
    const collide_pose *pose[2] = {pose_a, pose_b};
    const collide_pose identity = collide_pose_identity();
    collide_vec3 center[2];
    bool finite = collide__convex_valid(a) && collide__convex_valid(b) && t_max >= 0;
    for (int side = 0; side < 2 && finite; ++side) {
        const collide_pose *p = pose[side] ? pose[side] : &identity;
        job->vertices[side] = collide__convex_vertices(c[side]);
        job->vertex_count[side] = c[side]->vertex_count;
        memcpy(job->frame[side], p->axis, sizeof p->axis);
        center[side] = collide__turn(p->axis, c[side]->center);
        finite = collide__finite3(p->axis[0]) && collide__finite3(p->axis[1]) &&
                 collide__finite3(p->axis[2]);
    }
    if (!finite)
        return false;
    const collide_vec3 d = collide__sub(center[1], center[0]);
    const collide_vec3 o = collide__sub((pose_b ? pose_b : &identity)->position,
                                        (pose_a ? pose_a : &identity)->position);
    job->d = collide__vec3(o.x + d.x, o.y + d.y, o.z + d.z);
    job->slack = collide__mul(a->radius + b->radius, 16 * COLLIDE__ROUNDING) +
                 collide__mul(collide__sum_abs(job->d), 2 * COLLIDE__ROUNDING);
    job->least_axis = COLLIDE_AXIS_NONE;
    job->least = collide__infinity();
    job->pace.unit = 1;
    job->v = collide__sub(vb, va);
    job->times = collide__times_of(t_max);
    if (!collide__usual(job->v, t_max)) {
        if (!collide__pace_of(va, vb, t_max, &job->pace))
            return false;
        job->v = job->pace.v;
        job->times = collide__times_of(job->pace.t_max);
    }
    return collide__finite3(job->d) && collide__finite(job->slack);
}

static collide__shapes collide__convexes(const collide_convex *a, const collide_pose *pose_a,
                                         collide_vec3 va, const collide_convex *b,
                                         const collide_pose *pose_b, collide_vec3 vb, float t) {
    const collide_pose identity = collide_pose_identity();
    const collide_pose *p = pose_a ? pose_a : &identity, *q = pose_b ? pose_b : &identity;
    collide__shapes s;
    collide__shapes_place(&s, p->position, va, q->position, vb, t);
    const collide__dvec3 from = collide__dturn(p, collide__dvec3_of(a->center));
    s.origin = collide__dadd(s.origin, 1, from);
    s.d = collide__dadd(s.d, -1, from);
    s.d = collide__dadd(s.d, 1, collide__dturn(q, collide__dvec3_of(b->center)));
    s.scale = collide__dsum_abs(collide__dadd(s.d, -(double)t, s.v)) + (double)a->radius +
              (double)b->radius;
    s.convex[0] = a;
    s.convex[1] = b;
    s.pose[0] = pose_a;
    s.pose[1] = pose_b;
    return s;
}

COLLIDE_API bool collide_convex_convex(const collide_convex *a, const collide_pose *pose_a,
                                       const collide_convex *b, const collide_pose *pose_b,
                                       collide_overlap *out) {
    const collide_vec3 still = collide__vec3(0, 0, 0);
    collide_impact impact;
    const bool hit =
        collide_convex_convex_sweep(a, pose_a, still, b, pose_b, still, 0, out ? &impact : NULL);
    collide__overlap_miss(out);
    if (hit && out) {
        out->normal = impact.normal;
        out->depth = impact.depth;
        out->axis = impact.axis;
    }
    return hit;
}

COLLIDE_API bool collide_convex_convex_sweep(const collide_convex *a, const collide_pose *pose_a,
                                             collide_vec3 va, const collide_convex *b,
                                             const collide_pose *pose_b, collide_vec3 vb,
                                             float t_max, collide_impact *out) {
    collide__convex_job job;
    float t_first, t_last;
    collide__impact_miss(out);
    if (!collide__convex_prepare(a, pose_a, va, b, pose_b, vb, t_max, &job) ||
        !collide__convex_axes(&job, a, b, false))
        return false;
    if ((job.pace.unit != 1 && !collide__times_at_pace(&job.pace, t_max, &job.times)) ||
        !collide__times_finish(&job.times, 0, t_max, &t_first, &t_last))
        return false;
    if (out) {
        const collide__shapes s = collide__convexes(a, pose_a, va, b, pose_b, vb, 0);
        if (job.times.axis == COLLIDE_AXIS_NONE)
            collide__convex_axes(&job, a, b, true);
        out->t_first = t_first;
        out->t_last = t_last + 0.0f; // turns -0 into 0
        collide__impact_touch(&s, job.times.axis, job.least_axis, out);
    }
    return true;
}

COLLIDE_API size_t collide_convex_convex_sweep_contacts(
    const collide_convex *a, const collide_pose *pose_a, collide_vec3 va, const collide_convex *b,
    const collide_pose *pose_b, collide_vec3 vb, const collide_impact *impact,
    const collide_contact_options *options, collide_contact *contacts, size_t capacity) {
    COLLIDE_ASSERT(impact && (contacts || !capacity));
    collide__contact_options_check(options);
    const float t = impact->t_first;
    if (!collide__hits(impact) || !collide__convex_valid(a) || !collide__convex_valid(b))
        return 0;
    const collide__shapes s = collide__convexes(a, pose_a, va, b, pose_b, vb, t);
    return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts, capacity);
}

// ---- builders of convex bodies ---------------------------------------------------------------

COLLIDE__INLINE uint64_t collide__round_up(uint64_t x) {
    return (x + COLLIDE_ALIGNMENT - 1) / COLLIDE_ALIGNMENT * COLLIDE_ALIGNMENT;
}

static size_t collide__convex_layout(size_t vertices, size_t normals, size_t edges,
                                     collide_convex *header) {
    memset(header, 0, sizeof *header);
    if (vertices == 0 || normals == 0 || edges == 0 || vertices > UINT32_MAX / 16 ||
        normals > UINT32_MAX / 16 || edges > UINT32_MAX / 16 ||
        edges > (UINT32_MAX - 2 * normals) / edges)
        return 0;
    header->magic = COLLIDE_CONVEX_MAGIC;
    header->vertex_count = (uint32_t)vertices;
    header->normal_count = (uint32_t)normals;
    header->edge_count = (uint32_t)edges;
    header->inside.vertex_offset = sizeof *header;
    header->inside.normal_offset =
        collide__round_up(header->inside.vertex_offset + (uint64_t)vertices * sizeof(collide_vec3));
    header->inside.edge_offset =
        header->inside.normal_offset + COLLIDE_BLOCKS((uint64_t)normals) * 192;
    header->size = header->inside.edge_offset + COLLIDE_BLOCKS((uint64_t)edges) * 192;
    return header->size <= (uint64_t)PTRDIFF_MAX ? (size_t)header->size : 0;
}

COLLIDE_API size_t collide_convex_size(size_t vertex_count, size_t normal_count,
                                       size_t edge_count) {
    collide_convex header;
    return collide__convex_layout(vertex_count, normal_count, edge_count, &header);
}

// Writes unit direction i.
static void collide__convex_put(float *rows, size_t i, collide__dvec3 d) {
    float *row = rows + i / 16 * 48 + i % 16;
    row[0] = (float)d.x;
    row[16] = (float)d.y;
    row[32] = (float)d.z;
}

// Writes the header, the vertices relative to the centre of their bounds, and the radius.
static void collide__convex_vertices_put(collide_convex *c, const collide_convex *header) {
    collide_vec3 *v = (collide_vec3 *)(void *)((char *)c + header->inside.vertex_offset);
    collide_vec3 min = v[0], max = v[0];
    double radius = 0;
    for (uint32_t i = 1; i < header->vertex_count; ++i) {
        min = collide__vec3(v[i].x < min.x ? v[i].x : min.x, v[i].y < min.y ? v[i].y : min.y,
                            v[i].z < min.z ? v[i].z : min.z);
        max = collide__vec3(v[i].x > max.x ? v[i].x : max.x, v[i].y > max.y ? v[i].y : max.y,
                            v[i].z > max.z ? v[i].z : max.z);
    }
    *c = *header;
    c->center = collide__vec3((float)(0.5 * ((double)min.x + (double)max.x)),
                              (float)(0.5 * ((double)min.y + (double)max.y)),
                              (float)(0.5 * ((double)min.z + (double)max.z)));
    for (uint32_t i = 0; i < header->vertex_count; ++i) {
        v[i] = collide__sub(v[i], c->center);
        const collide__dvec3 p = collide__dvec3_of(v[i]);
        const double length = collide__sqrt(collide__ddot(p, p));
        radius = length > radius ? length : radius;
    }
    c->radius = collide__float_up(radius);
}

COLLIDE_API collide_status collide_convex_build(collide_convex **convex, void *memory, size_t size,
                                                const collide_vec3 *vertices, size_t vertex_count,
                                                const collide_vec3 *normals, size_t normal_count,
                                                const collide_vec3 *edges, size_t edge_count) {
    collide_convex header;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    if (!vertices || !normals || !edges)
        return COLLIDE_ERROR_NULL;
    if (vertex_count == 0 || normal_count == 0 || edge_count == 0)
        return COLLIDE_ERROR_COUNT;
    collide_status status = collide__memory_check(
        memory, size, 1, collide__convex_layout(vertex_count, normal_count, edge_count, &header));
    for (size_t i = 0; i < vertex_count && status == COLLIDE_OK; ++i)
        if (!collide__finite3(vertices[i]))
            status = COLLIDE_ERROR_NOT_FINITE;
    for (size_t i = 0; i < normal_count + edge_count && status == COLLIDE_OK; ++i) {
        collide__dvec3 d =
            collide__dvec3_of(i < normal_count ? normals[i] : edges[i - normal_count]);
        if (!collide__finite3(i < normal_count ? normals[i] : edges[i - normal_count]))
            status = COLLIDE_ERROR_NOT_FINITE;
        else if (!collide__dnormalize(&d))
            status = COLLIDE_ERROR_EXTENT;
    }
    if (status != COLLIDE_OK)
        return status;
    char *base = (char *)memory;
    float *normal_rows = (float *)(void *)(base + header.inside.normal_offset);
    float *edge_rows = (float *)(void *)(base + header.inside.edge_offset);
    memset(base + header.inside.vertex_offset, 0,
           (size_t)(header.size - header.inside.vertex_offset));
    for (size_t i = 0; i < normal_count + edge_count; ++i) {
        collide__dvec3 d =
            collide__dvec3_of(i < normal_count ? normals[i] : edges[i - normal_count]);
        collide__dnormalize(&d);
        collide__convex_put(i < normal_count ? normal_rows : edge_rows,
                            i < normal_count ? i : i - normal_count, d);
    }
    memcpy(base + header.inside.vertex_offset, vertices, vertex_count * sizeof *vertices);
    collide__convex_vertices_put((collide_convex *)memory, &header);
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}

// The unit normal of triangle i of a mesh, and its corners; false if its area is zero.
static bool collide__mesh_normal(const collide_mesh *mesh, size_t i, collide__dvec3 *normal,
                                 collide_triangle *t) {
    (void)collide__mesh_triangle(mesh, i, t);
    *normal = collide__dcross(collide__dsub(t->v[1], t->v[0]), collide__dsub(t->v[2], t->v[0]));
    return collide__dnormalize(normal);
}

// Whether two unit vectors are parallel within 2^-20.
static bool collide__parallel(collide__dvec3 a, collide__dvec3 b) {
    const collide__dvec3 c = collide__dcross(a, b);
    return collide__ddot(c, c) <= 9.094947017729282e-13; // 2^-40
}

// Adds a direction to rows unless these have a parallel one.
static void collide__convex_add(float *rows, uint32_t *n, collide__dvec3 d) {
    for (uint32_t i = 0; i < *n; ++i) {
        const collide__dvec3 e = collide__dvec3_of(collide__direction(rows, i));
        if (collide__parallel(d, e))
            return;
    }
    collide__convex_put(rows, (*n)++, d);
}

// Whether edge j of triangle t, number i, lies within a face: a triangle in the same plane, on the
// other side of the edge, shares it.
static bool collide__edge_inside(const collide_mesh *mesh, size_t i, const collide_triangle *t,
                                 collide__dvec3 normal, int j) {
    const collide_vec3 p = t->v[j], q = t->v[j < 2 ? j + 1 : 0], r = t->v[j > 0 ? j - 1 : 2];
    const collide__dvec3 across = collide__dcross(normal, collide__dsub(q, p));
    const double side = collide__ddot(across, collide__dsub(r, p));
    for (size_t k = 0; k < mesh->triangle_count; ++k) {
        collide_triangle other;
        collide__dvec3 n;
        if (k == i || !collide__mesh_normal(mesh, k, &n, &other) || !collide__parallel(n, normal))
            continue;
        for (int e = 0; e < 3; ++e) {
            const collide_vec3 a = other.v[e], b = other.v[e < 2 ? e + 1 : 0];
            const collide_vec3 c = other.v[e > 0 ? e - 1 : 2];
            if (((collide__same_point(a, p) && collide__same_point(b, q)) ||
                 (collide__same_point(a, q) && collide__same_point(b, p))) &&
                collide__dmul(collide__ddot(across, collide__dsub(c, p)), side) < 0)
                return true;
        }
    }
    return false;
}

// An upper bound of the size for a checked mesh.
static size_t collide__convex_mesh_bound(const collide_mesh *mesh) {
    const size_t n = mesh->triangle_count;
    return n > UINT32_MAX / 64 ? 0 : collide_convex_size(3 * n, 4 * n, 3 * n);
}

COLLIDE_API size_t collide_convex_mesh_size(const collide_mesh *mesh) {
    collide_mesh m;
    if (!mesh)
        return 0;
    m = *mesh;
    return collide__mesh_check(&m) == COLLIDE_OK ? collide__convex_mesh_bound(&m) : 0;
}

// Checks that a mesh is finite and convex and has area.
static collide_status collide__convex_mesh_check(const collide_mesh *mesh) {
    collide_triangle t, u;
    collide__dvec3 n;
    double size = 0;
    bool area = false;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const collide_status status = collide__mesh_triangle(mesh, i, &t);
        if (status != COLLIDE_OK)
            return status;
        (void)collide__mesh_triangle(mesh, 0, &u);
        for (int j = 0; j < 3; ++j) {
            const double x = collide__dsum_abs(collide__dsub(t.v[j], u.v[0]));
            size = x > size ? x : size;
        }
    }
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        double lowest = 0, highest = 0;
        if (!collide__mesh_normal(mesh, i, &n, &t))
            continue;
        area = true;
        for (size_t k = 0; k < mesh->triangle_count; ++k) {
            (void)collide__mesh_triangle(mesh, k, &u);
            for (int j = 0; j < 3; ++j) {
                const double x = collide__ddot(n, collide__dsub(u.v[j], t.v[0]));
                lowest = x < lowest ? x : lowest;
                highest = x > highest ? x : highest;
            }
        }
        if ((-lowest < highest ? -lowest : highest) > size * 2.44140625e-4) // 2^-12
            return COLLIDE_ERROR_CONVEX;
    }
    return area ? COLLIDE_OK : COLLIDE_ERROR_EXTENT;
}

COLLIDE_API collide_status collide_convex_build_mesh(collide_convex **convex, void *memory,
                                                     size_t size, const collide_mesh *input) {
    collide_convex header;
    collide_triangle t;
    collide__dvec3 n;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    if (!input)
        return COLLIDE_ERROR_NULL;
    collide_mesh mesh = *input;
    collide_status status = collide__mesh_check(&mesh);
    if (status == COLLIDE_OK)
        status = collide__memory_check(memory, size, 1, collide__convex_mesh_bound(&mesh));
    if (status == COLLIDE_OK)
        status = collide__convex_mesh_check(&mesh);
    if (status != COLLIDE_OK)
        return status;
    // Writes at the offsets of the upper bound, then moves the parts together.
    char *base = (char *)memory;
    const size_t most = mesh.triangle_count;
    (void)collide__convex_layout(3 * most, 4 * most, 3 * most, &header);
    collide_vec3 *v = (collide_vec3 *)(void *)(base + header.inside.vertex_offset);
    float *normals = (float *)(void *)(base + header.inside.normal_offset);
    float *edges = (float *)(void *)(base + header.inside.edge_offset);
    uint32_t vertex_count = 0, normal_count = 0, edge_count = 0;
    memset(normals, 0, (size_t)(header.size - header.inside.normal_offset));
    for (size_t i = 0; i < most; ++i) {
        const bool area = collide__mesh_normal(&mesh, i, &n, &t);
        for (int j = 0; j < 3; ++j) {
            uint32_t k = 0;
            while (k < vertex_count && !collide__same_point(v[k], t.v[j]))
                ++k;
            if (k == vertex_count)
                v[vertex_count++] = t.v[j];
        }
        if (!area)
            continue;
        collide__convex_add(normals, &normal_count, n);
        for (int j = 0; j < 3; ++j) {
            collide__dvec3 e = collide__dsub(t.v[j < 2 ? j + 1 : 0], t.v[j]);
            if (collide__dnormalize(&e) && !collide__edge_inside(&mesh, i, &t, n, j))
                collide__convex_add(edges, &edge_count, e);
        }
    }
    if (normal_count == 1) // flat: the normals of its edges within its plane
        for (uint32_t i = 0; i < edge_count; ++i) {
            const collide__dvec3 e = collide__dvec3_of(collide__direction(edges, i));
            const collide__dvec3 plane = collide__dvec3_of(collide__direction(normals, 0));
            collide__dvec3 across = collide__dcross(plane, e);
            if (collide__dnormalize(&across))
                collide__convex_add(normals, &normal_count, across);
        }
    (void)collide__convex_layout(vertex_count, normal_count, edge_count, &header);
    memset(v + vertex_count, 0,
           (size_t)(header.inside.normal_offset - header.inside.vertex_offset) -
               vertex_count * sizeof *v);
    memmove(base + header.inside.normal_offset, normals, COLLIDE_BLOCKS(normal_count) * 192);
    memmove(base + header.inside.edge_offset, edges, COLLIDE_BLOCKS(edge_count) * 192);
    collide__convex_vertices_put((collide_convex *)memory, &header);
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}

COLLIDE_API collide_status collide_convex_open(collide_convex **convex, void *memory, size_t size) {
    collide_convex header, expected;
    if (!convex)
        return COLLIDE_ERROR_NULL;
    *convex = NULL;
    const collide_status status =
        collide__saved_read(&header, sizeof header, memory, size, COLLIDE_CONVEX_MAGIC);
    if (status != COLLIDE_OK)
        return status;
    if (!collide__convex_layout(header.vertex_count, header.normal_count, header.edge_count,
                                &expected) ||
        memcmp(&header, &expected, offsetof(collide_convex, center)) != 0 ||
        memcmp(&header.inside, &expected.inside, sizeof header.inside) != 0)
        return COLLIDE_ERROR_KIND;
    if (size < header.size)
        return COLLIDE_ERROR_SIZE;
    *convex = (collide_convex *)memory;
    return COLLIDE_OK;
}
#endif // COLLIDE_NO_SAT
