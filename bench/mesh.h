// Meshes of the benchmarks: a bumpy sphere of about as many triangles as asked for, or a file, OFF
// or OBJ, of triangles; either with the middle of its box at the origin and half the box's diagonal
// of length 1. Include inputs.h before this file.
#ifndef MESH_H
#define MESH_H

#include <math.h>
#include <stdio.h>

typedef struct triangle_mesh {
    uint32_t vertices, triangles;
    collide_vec3 *position;
    uint32_t *index;
} triangle_mesh;

static inline void mesh_free(triangle_mesh *m) {
    free(m->position);
    free(m->index);
    memset(m, 0, sizeof *m);
}

static inline bool mesh_allocate(triangle_mesh *m, size_t vertices, size_t triangles) {
    if (vertices == 0 || triangles == 0 || vertices > 1u << 28 || triangles > 1u << 28)
        return false;
    m->vertices = (uint32_t)vertices;
    m->triangles = (uint32_t)triangles;
    m->position = (collide_vec3 *)malloc(vertices * sizeof *m->position);
    m->index = (uint32_t *)malloc(3 * triangles * sizeof *m->index);
    return m->position && m->index;
}

// A whole number below limit, read as a double so that none is cut off.
static inline bool mesh_whole(double x, double limit, uint32_t *out) {
    const bool good = x >= 0 && x < limit;
    *out = good ? (uint32_t)x : 0;
    return good && (double)*out == x;
}

// After the first word there may be comments, to the ends of lines.
static inline bool mesh_read_off(FILE *file, triangle_mesh *m) {
    double count[2], corner[4];
    uint32_t vertices, triangles;
    char word[4];
    if (fscanf(file, " %3s", word) != 1 || strcmp(word, "OFF") != 0)
        return false;
    while (fscanf(file, " %1[#]", word) == 1)
        (void)fscanf(file, "%*[^\n]");
    if (fscanf(file, "%lf %lf %*f", &count[0], &count[1]) != 2 ||
        !mesh_whole(count[0], 1u << 28, &vertices) || !mesh_whole(count[1], 1u << 28, &triangles) ||
        !mesh_allocate(m, vertices, triangles))
        return false;
    for (uint32_t i = 0; i < m->vertices; ++i) {
        collide_vec3 *p = &m->position[i];
        if (fscanf(file, "%f %f %f", &p->x, &p->y, &p->z) != 3)
            return false;
    }
    for (uint32_t i = 0; i < m->triangles; ++i) {
        if (fscanf(file, "%lf %lf %lf %lf", &corner[0], &corner[1], &corner[2], &corner[3]) != 4 ||
            corner[0] != 3)
            return false;
        for (uint32_t k = 0; k < 3; ++k)
            if (!mesh_whole(corner[1 + k], vertices, &m->index[3 * i + k]))
                return false;
    }
    return true;
}

// Counts first, then reads; texture and normal indices behind slashes are passed over.
static inline bool mesh_read_obj(FILE *file, triangle_mesh *m) {
    char line[512];
    size_t vertices = 0, triangles = 0;
    for (int pass = 0; pass < 2; ++pass) {
        uint32_t v = 0, t = 0;
        if (pass && !mesh_allocate(m, vertices, triangles))
            return false;
        rewind(file);
        while (fgets(line, sizeof line, file)) {
            if (line[0] == 'v' && line[1] == ' ') {
                collide_vec3 p;
                if (sscanf(line + 2, "%f %f %f", &p.x, &p.y, &p.z) != 3)
                    return false;
                if (pass)
                    m->position[v] = p;
                ++v;
            } else if (line[0] == 'f' && line[1] == ' ') {
                double i[3];
                char more; // of a polygon that is no triangle
                if ((sscanf(line + 2, "%lf%*[^ ] %lf%*[^ ] %lf", &i[0], &i[1], &i[2]) != 3 &&
                     sscanf(line + 2, "%lf %lf %lf", &i[0], &i[1], &i[2]) != 3) ||
                    (sscanf(line + 2, "%*s %*s %*s %c", &more) == 1 && more != '#'))
                    return false;
                for (uint32_t k = 0; k < 3 && pass; ++k)
                    if (!mesh_whole(i[k] - 1, m->vertices, &m->index[3 * t + k]))
                        return false;
                ++t;
            }
        }
        vertices = v;
        triangles = t;
    }
    return true;
}

// What its vertices reach along each axis.
static inline collide_aabb mesh_bounds(const triangle_mesh *m) {
    collide_aabb b = {m->position[0], m->position[0]};
    for (uint32_t i = 1; i < m->vertices; ++i) {
        const collide_vec3 p = m->position[i];
        b.min.x = p.x < b.min.x ? p.x : b.min.x;
        b.min.y = p.y < b.min.y ? p.y : b.min.y;
        b.min.z = p.z < b.min.z ? p.z : b.min.z;
        b.max.x = p.x > b.max.x ? p.x : b.max.x;
        b.max.y = p.y > b.max.y ? p.y : b.max.y;
        b.max.z = p.z > b.max.z ? p.z : b.max.z;
    }
    return b;
}

static inline void mesh_fit(triangle_mesh *m) {
    const collide_aabb b = mesh_bounds(m);
    const collide_vec3 lo = b.min, hi = b.max;
    const double x = (double)hi.x - (double)lo.x, y = (double)hi.y - (double)lo.y;
    const double z = (double)hi.z - (double)lo.z, square = x * x + y * y + z * z;
    double size = square > 1 ? square : 1;
    for (int i = 0; i < 100; ++i) // its root by Newton's method, without libm
        size = 0.5 * (size + square / size);
    const double scale = square > 0 ? 2 / size : 1;
    for (uint32_t i = 0; i < m->vertices; ++i) {
        collide_vec3 *p = &m->position[i];
        p->x = (float)(scale * ((double)p->x - 0.5 * ((double)lo.x + (double)hi.x)));
        p->y = (float)(scale * ((double)p->y - 0.5 * ((double)lo.y + (double)hi.y)));
        p->z = (float)(scale * ((double)p->z - 0.5 * ((double)lo.z + (double)hi.z)));
    }
}

// size is a number of triangles, up to 4,000,000, or the path of a file; false if it is neither, or
// a coordinate is not finite or beyond 1e18.
static inline bool mesh_make(triangle_mesh *m, const char *size) {
    char *end;
    const unsigned long n = strtoul(size, &end, 10);
    bool good = false;
    memset(m, 0, sizeof *m);
    if (size[0] >= '0' && size[0] <= '9' && *end == 0 && n > 0 && n <= 4000000) {
        uint32_t edge = 1;
        while (12 * edge * edge < n)
            ++edge;
        good = mesh_allocate(m, (size_t)6 * edge * edge + 2, (size_t)12 * edge * edge);
        if (good)
            inputs_bumpy(edge, m->position, m->index);
    } else {
        const size_t length = strlen(size);
        FILE *file = fopen(size, "r");
        if (!file)
            return false;
        good = length > 4 && strcmp(size + length - 4, ".obj") == 0 ? mesh_read_obj(file, m)
                                                                    : mesh_read_off(file, m);
        fclose(file);
    }
    for (uint32_t i = 0; good && i < m->vertices; ++i) {
        const collide_vec3 p = m->position[i];
        good = p.x >= -1e18f && p.x <= 1e18f && p.y >= -1e18f && p.y <= 1e18f && p.z >= -1e18f &&
               p.z <= 1e18f;
    }
    if (good)
        mesh_fit(m);
    else
        mesh_free(m);
    return good;
}

// ---- what is asked of meshes -------------------------------------------------------------------

// A point at a mesh with that box: 0, beyond it by up to its size; 1, in its box; 2, up to 0.01
// from a vertex on each axis.
static inline collide_vec3 mesh_point(inputs_random *r, const triangle_mesh *m,
                                      const collide_aabb *box, unsigned how) {
    const collide_pose to = inputs_pose(r, box->min);
    const float k = inputs_uniform(r, 1.2f, 2.2f);
    const collide_vec3 off = inputs_vec3(r, -0.01f, 0.01f), n = to.axis[0];
    const collide_vec3 v = m->position[m->index[inputs_next(r) % (3 * (uint64_t)m->triangles)]];
    const collide_vec3 at[3] = {{k * n.x, k * n.y, k * n.z},
                                {inputs_uniform(r, box->min.x, box->max.x),
                                 inputs_uniform(r, box->min.y, box->max.y),
                                 inputs_uniform(r, box->min.z, box->max.z)},
                                {v.x + off.x, v.y + off.y, v.z + off.z}};
    return at[how];
}

#if !defined(COLLIDE_NO_TREE) && !defined(COLLIDE_NO_SHAPE)
// A pose of a mesh to itself at that distance: it comes from outside, along the normal there. No
// two triangles come nearer to each other than it moves.
static inline collide_pose mesh_pose_at(inputs_random *r, const collide_tree *tree, float gap) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose from = inputs_pose(r, zero);
    collide_pose pose = inputs_pose(r, zero);
    collide_distance d;
    pose.position.x = 4 * from.axis[0].x;
    pose.position.y = 4 * from.axis[0].y;
    pose.position.z = 4 * from.axis[0].z;
    collide_tree_tree_distance(tree, NULL, tree, &pose, INFINITY, &d, NULL);
    const float step = d.lo - gap;
    pose.position.x += step * d.normal.x;
    pose.position.y += step * d.normal.y;
    pose.position.z += step * d.normal.z;
    return pose;
}
#endif

#endif // MESH_H
