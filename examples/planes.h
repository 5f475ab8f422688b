// Solids behind several planes, as AABBs, OBBs, k-DOPs and convex hulls are: their faces
// and picture. picture.h comes first.
#ifndef PLANES_H
#define PLANES_H

#include <math.h>

#define PLANES_CORNERS 64 // of a face, while it is cut
#define PLANES_MOST 1000  // planes of a solid

// All points p with normal[i] . p <= limit[i].
typedef struct planes {
    collide_vec3 normal[PLANES_MOST];
    float limit[PLANES_MOST];
    size_t count;
} planes;

static inline void planes_add(planes *s, collide_vec3 normal, float limit) {
    if (s->count == PLANES_MOST)
        fail("too many planes");
    s->normal[s->count] = normal;
    s->limit[s->count++] = limit;
}

// The rows of k-DOPs: those of 6, 14 and 26 faces are the first ones of one list.
static const signed char planes_rows[13][3] = {
    {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1},  {1, -1, 1}, {1, 1, -1}, {1, -1, -1},
    {1, 1, 0}, {1, 0, 1}, {0, 1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};
static const signed char planes_rows18[9][3] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                                {1, 1, 0},  {1, 0, 1},  {0, 1, 1},
                                                {1, -1, 0}, {1, 0, -1}, {0, 1, -1}};

// Both sides of so many rows of a k-DOP.
static inline void planes_add_rows(planes *s, const float *min, const float *max, size_t rows,
                                   const signed char (*sums)[3]) {
    for (size_t i = 0; i < rows; ++i) {
        const collide_vec3 n = point((float)sums[i][0], (float)sums[i][1], (float)sums[i][2]);
        planes_add(s, mad(point(0, 0, 0), -1, n), -min[i]);
        planes_add(s, n, max[i]);
    }
}

// The faces of a convex body under a pose. Triangles whose corners are at most that far off a plane
// are of one face.
static inline void planes_add_hull(planes *s, const collide_convex *hull, const collide_pose *pose,
                                   double flat) {
    const size_t n = collide_convex_triangles(hull, NULL, 0);
    collide_vec3 *v = (collide_vec3 *)allocate((hull->vertex_count + 1) * sizeof *v);
    uint32_t *corner = (uint32_t *)allocate((3 * n + 1) * sizeof *corner);
    (void)collide_convex_vertices(hull, v, hull->vertex_count);
    (void)collide_convex_triangles(hull, corner, n);
    for (size_t i = 0; i < hull->vertex_count; ++i)
        v[i] = collide_pose_apply(pose, v[i]);
    for (const uint32_t *t = corner; t < corner + 3 * n; t += 3) {
        const vec a = from_float(v[t[0]]);
        const vec normal = cross(add(from_float(v[t[1]]), -1, a), add(from_float(v[t[2]]), -1, a));
        const collide_vec3 unit = picture_unit(to_float(normal));
        bool again = false;
        for (size_t k = 0; k < s->count && !again; ++k) {
            double off = 0;
            for (int j = 0; j < 3; ++j)
                off = fmax(off, fabs(dot(from_float(s->normal[k]), from_float(v[t[j]])) -
                                     (double)s->limit[k]));
            again = off < flat && picture_dot(unit, s->normal[k]) > 0;
        }
        if (!again)
            planes_add(s, unit, (float)dot(from_float(unit), a));
    }
    release(v);
    release(corner);
}

// What is left of a polygon where normal . x <= limit.
static inline size_t planes_cut(collide_vec3 *v, size_t n, collide_vec3 normal, float limit) {
    collide_vec3 kept[PLANES_CORNERS];
    size_t count = 0;
    for (size_t i = 0; i < n && count + 2 < PLANES_CORNERS; ++i) {
        const collide_vec3 a = v[i], b = v[(i + 1) % n];
        const double over = dot(from_float(normal), from_float(a)) - (double)limit;
        const double next = dot(from_float(normal), from_float(b)) - (double)limit;
        if (over <= 0)
            kept[count++] = a;
        if ((over < 0 && next > 0) || (over > 0 && next < 0))
            kept[count++] = mad(a, (float)(over / (over - next)), sub(b, a));
    }
    memcpy(v, kept, count * sizeof *kept);
    return count;
}

// The corners of face i in turn, at most PLANES_CORNERS; 0 if it has none. The solid lies within
// 1000 of the origin.
static inline size_t planes_face(const planes *s, size_t i, collide_vec3 *v) {
    const collide_vec3 normal = s->normal[i];
    const float square = (float)dot(from_float(normal), from_float(normal));
    const collide_vec3 foot = mad(point(0, 0, 0), s->limit[i] / square, normal);
    collide_vec3 across = {0, 0, 0}, side;
    size_t n = 4;
    (void)picture_frame(normal, &across, &side);
    for (int k = 0; k < 4; ++k)
        v[k] = mad(mad(foot, k % 3 ? 1e3f : -1e3f, across), k / 2 ? 1e3f : -1e3f, side);
    for (size_t k = 0; k < s->count && n > 0; ++k)
        if (k != i)
            n = planes_cut(v, n, s->normal[k], s->limit[k]);
    return n;
}

// Glass, with edges of that radius.
static inline void planes_draw(picture *p, const planes *s, float radius) {
    for (size_t i = 0; i < s->count; ++i) {
        collide_vec3 v[PLANES_CORNERS];
        const size_t n = planes_face(s, i, v);
        picture_pen(p, PICTURE_GLASS, 0x3f7fd0);
        for (size_t k = 1; k + 1 < n; ++k)
            picture_triangle(p, v[0], v[k], v[k + 1]);
        picture_pen(p, PICTURE_LINE, 0x274f86);
        for (size_t k = 0; k < n; ++k) {
            const collide_vec3 edge[2] = {v[k], v[(k + 1) % n]};
            picture_tube(p, edge, 2, radius);
        }
    }
}

#endif // PLANES_H
