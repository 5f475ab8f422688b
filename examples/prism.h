// Prisms on regular polygons, as meshes and as convex bodies.
#ifndef PRISM_H
#define PRISM_H

#include "picture.h"

#define MAX_GON 8 // corners of a prism

// A prism with a corner each 360 / n degrees, of radius and height 1, as mesh and as convex body.
typedef struct prism {
    collide_vec3 corners[2 * MAX_GON];
    uint32_t indices[3 * 4 * MAX_GON];
    collide_mesh mesh;
    collide_convex *body;
} prism;

static inline void make_prism(prism *p, int n, float radius, float half) {
    const collide_vec3 east = {1, 0, 0}, north = {0, 1, 0};
    size_t at = 0;
    for (int i = 0; i < n; ++i) {
        collide_vec3 v =
            mad(point(0, 0, 0), radius, picture_circle(east, north, i * (PICTURE_SIDES / n)));
        v.z = -half;
        p->corners[i] = v;
        v.z = half;
        p->corners[n + i] = v;
    }
    for (int i = 0; i < n; ++i) {
        const int next = (i + 1) % n;
        const int corner[4][3] = {{i, next, n + next},
                                  {i, n + next, n + i}, // the side
                                  {0, next, i},
                                  {n, n + i, n + next}}; // the bases
        for (int k = 0; k < 4; ++k)
            for (int c = 0; c < 3 && (k < 2 || (i > 0 && next > 0)); ++c)
                p->indices[at++] = (uint32_t)corner[k][c];
    }
    p->mesh.positions = p->corners;
    p->mesh.vertex_count = (size_t)(2 * n);
    p->mesh.indices = p->indices;
    p->mesh.triangle_count = at / 3;
    const size_t size = collide_convex_mesh_size(&p->mesh);
    check(collide_convex_build_mesh(&p->body, allocate(size), size, &p->mesh));
}

#endif // PRISM_H
