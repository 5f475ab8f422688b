// Meshes of cost.c: a sheet that deforms, a block of tetrahedra, closed rings. Include example.h
// and math.h before this file.
#ifndef COST_H
#define COST_H

#define SHEET 64 // cells along an edge of the mesh that deforms
#define CUBES 10 // along an edge of the block of tetrahedra

static inline collide_mesh make_mesh(size_t vertices, size_t triangles, size_t corners) {
    collide_mesh m;
    memset(&m, 0, sizeof m);
    m.positions = allocate(vertices * sizeof(collide_vec3));
    m.vertex_count = vertices;
    m.indices = allocate(corners * triangles * sizeof(uint32_t));
    m.triangle_count = triangles;
    return m;
}

// A sheet of waves that grow and turn, the more the farther they are from the middle.
static inline void wave(collide_mesh *sheet, float t) {
    collide_vec3 *p = (collide_vec3 *)(uintptr_t)sheet->positions;
    for (int j = 0; j <= SHEET; ++j)
        for (int i = 0; i <= SHEET; ++i) {
            const double x = 4.0 * i / SHEET - 2, y = 4.0 * j / SHEET - 2;
            const double far = sqrt(x * x + y * y), turn = 0.7 * (double)t * far * far;
            p[j * (SHEET + 1) + i] = point((float)(x * cos(turn) - y * sin(turn)),
                                           (float)(x * sin(turn) + y * cos(turn)),
                                           (float)(0.6 * (double)t * sin(5 * far - 9 * (double)t)));
        }
}

static inline collide_mesh make_sheet(void) {
    collide_mesh m = make_mesh((SHEET + 1) * (SHEET + 1), 2 * SHEET * SHEET, 3);
    uint32_t *index = (uint32_t *)(uintptr_t)m.indices;
    for (uint32_t i = 0; i < SHEET * SHEET; ++i) {
        const uint32_t a = i / SHEET * (SHEET + 1) + i % SHEET;
        const uint32_t corner[6] = {a, a + 1, a + SHEET + 2, a, a + SHEET + 2, a + SHEET + 1};
        memcpy(index + 6 * i, corner, sizeof corner);
    }
    wave(&m, 0);
    return m;
}

// Cubes of six tetrahedra each around a diagonal, bent so that none is a cube.
static inline collide_mesh make_block(void) {
    static const uint32_t way[6][2] = {{1, 3}, {1, 5}, {2, 3}, {2, 6}, {4, 5}, {4, 6}};
    const uint32_t edge = CUBES + 1;
    collide_mesh m = make_mesh(edge * edge * edge, 6 * CUBES * CUBES * CUBES, 4);
    collide_vec3 *p = (collide_vec3 *)(uintptr_t)m.positions;
    uint32_t *index = (uint32_t *)(uintptr_t)m.indices;
    for (uint32_t v = 0; v < edge * edge * edge; ++v) {
        const float x = 2.0f * (float)(v % edge) / CUBES - 1;
        const float y = 2.0f * (float)(v / edge % edge) / CUBES - 1;
        p[v] = point(x, y, 2.0f * (float)(v / edge / edge) / CUBES - 1 + 0.5f * (x * x - y * y));
    }
    for (uint32_t c = 0; c < CUBES * CUBES * CUBES; ++c)
        for (int k = 0; k < 6; ++k) {
            const uint32_t at =
                c % CUBES + edge * (c / CUBES % CUBES) + edge * edge * (c / CUBES / CUBES);
            const uint32_t corner[4] = {0, way[k][0], way[k][1], 7};
            for (int v = 0; v < 4; ++v)
                *index++ = at + (corner[v] & 1) + edge * (corner[v] >> 1 & 1) +
                           edge * edge * (corner[v] >> 2);
        }
    return m;
}

// A closed ring of 64 by 32 quads, of that radius and thickness.
static inline collide_mesh make_ring(double radius, double thick) {
    collide_mesh m = make_mesh(64 * 32, 2 * 64 * 32, 3);
    collide_vec3 *p = (collide_vec3 *)(uintptr_t)m.positions;
    uint32_t *index = (uint32_t *)(uintptr_t)m.indices;
    for (uint32_t i = 0; i < 64 * 32; ++i) {
        const double u = 6.283185307179586 / 64 * (i / 32), v = 6.283185307179586 / 32 * (i % 32);
        const double out = radius + thick * cos(v);
        const uint32_t a = i, b = (i / 32 + 1) % 64 * 32 + i % 32;
        const uint32_t c = i / 32 * 32 + (i + 1) % 32, d = b / 32 * 32 + (i + 1) % 32;
        const uint32_t corner[6] = {a, b, d, a, d, c};
        p[i] = point((float)(out * cos(u)), (float)(out * sin(u)), (float)(thick * sin(v)));
        memcpy(index + 6 * i, corner, sizeof corner);
    }
    return m;
}

#endif // COST_H
