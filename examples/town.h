// What examples/game.c plays in: a level of 96 by 64 m as a mesh of triangles, with houses, doors,
// stairs, a ramp, a bridge and pillars, and a grid of heights round it. All numbers are the same on
// every machine, without libm: sums of products are left to collide_pose_apply, and lengths to
// collide_obb_orthonormalize.
#ifndef TOWN_H
#define TOWN_H

#include "example.h"

enum { CELLS_X = 96, CELLS_Y = 64, SIDE = 257, ROOM = 30000, HEADINGS = 20 };

// ---- numbers that are the same everywhere ------------------------------------------------------

// a + scale * b, by the library: compilers may fuse products with sums here, but not there.
static inline collide_vec3 moved(collide_vec3 a, float scale, collide_vec3 b) {
    const collide_pose pose = {a, {b, {0, 0, 0}, {0, 0, 0}}};
    return collide_pose_apply(&pose, point(scale, 0, 0));
}

// The scalar product.
static inline float along(collide_vec3 a, collide_vec3 b) {
    const collide_pose pose = {{0, 0, 0}, {{b.x, 0, 0}, {b.y, 0, 0}, {b.z, 0, 0}}};
    return collide_pose_apply(&pose, a).x;
}

static inline collide_vec3 times(float scale, collide_vec3 a) {
    return moved(point(0, 0, 0), scale, a);
}

static inline collide_vec3 unit(collide_vec3 a) {
    collide_obb box;
    memset(&box, 0, sizeof box);
    box.axis[0] = a;
    return collide_obb_orthonormalize(&box).axis[0];
}

// Directions in the plane, from right-angled triangles of whole sides: no sine is needed.
static inline collide_vec3 heading(uint32_t k) {
    static const float sides[5][2] = {
        {1, 0}, {12.0f / 13, 5.0f / 13}, {0.8f, 0.6f}, {0.6f, 0.8f}, {5.0f / 13, 12.0f / 13}};
    const float x = sides[k % 5][0], y = sides[k % 5][1];
    switch (k / 5 % 4) {
    case 0:
        return point(x, y, 0);
    case 1:
        return point(-y, x, 0);
    case 2:
        return point(-x, -y, 0);
    default:
        return point(y, -x, 0);
    }
}

// ---- the level and the hills -------------------------------------------------------------------

static collide_triangle triangles[ROOM];
static size_t triangle_count;
static const collide_tree *level;
static int16_t heights[SIDE * SIDE];
static const collide_terrain *hills;

// Areas of the level in cells, and houses of which there are four. Heights are in eighths of a
// metre; they rise by so many from cell to cell along x, in steps or as a ramp. A later area covers
// the ones before it.
typedef struct area {
    int x[2], y[2], low, rise;
    bool steps;
} area;
static const area plan[] = {
    {{0, 96}, {0, 64}, 28, 0, false},    {{1, 95}, {1, 63}, 1, 0, false},    // wall, yard
    {{44, 52}, {0, 64}, 1, 0, false},    {{0, 96}, {29, 35}, 1, 0, false},   // gates
    {{33, 43}, {24, 40}, 3, 2, true},    {{43, 54}, {18, 46}, 21, 0, false}, // stairs, platform
    {{54, 64}, {27, 37}, 21, -2, false}, {{46, 51}, {18, 36}, 1, 0, false},  // ramp, court
    {{8, 14}, {29, 35}, 3, 0, false},    {{9, 13}, {30, 34}, 5, 0, false},
    {{10, 12}, {31, 33}, 20, 0, false}}; // a monument
static const area house[] = {
    {{0, 22}, {0, 16}, 25, 0, false},  {{1, 11}, {1, 15}, 2, 0, false}, // walls, rooms
    {{12, 21}, {1, 15}, 2, 0, false},  {{5, 7}, {0, 1}, 2, 0, false},   // doors
    {{15, 17}, {15, 16}, 2, 0, false}, {{11, 12}, {6, 9}, 2, 0, false},
    {{21, 22}, {4, 6}, 2, 0, false},   {{3, 5}, {10, 12}, 8, 0, false}};

static inline void cover(const area *a, int i, int j, int out[2]) {
    if (i < a->x[0] || i >= a->x[1] || j < a->y[0] || j >= a->y[1])
        return;
    out[0] = a->low + a->rise * (i - a->x[0]);
    out[1] = out[0] + (a->steps ? 0 : a->rise);
}

// The heights of a cell at its west and east end; outside of the level they are below the hills.
static inline void cell(int i, int j, int out[2]) {
    out[0] = out[1] = -8;
    for (size_t k = 0; k < sizeof plan / sizeof *plan; ++k)
        cover(&plan[k], i, j, out);
    for (int n = 0; n < 4; ++n)
        for (size_t k = 0; k < sizeof house / sizeof *house; ++k)
            cover(&house[k], i - (n % 2 ? 66 : 8), j - (n / 2 ? 42 : 6), out);
}

static inline void add_triangle(collide_vec3 a, collide_vec3 b, collide_vec3 c) {
    const collide_triangle t = {{a, b, c}};
    if (triangle_count == ROOM)
        fail("too many triangles");
    triangles[triangle_count++] = t;
}

static inline collide_vec3 corner(int i, int j, int eighths) {
    return point((float)(i - CELLS_X / 2), (float)(j - CELLS_Y / 2), 0.125f * (float)eighths);
}

// The wall between two cells above the edge from p to q, in strips of at most a metre. Vertices run
// counter-clockwise as seen from the lower cell.
static inline void add_wall(const int p[2], const int q[2], const int here[2], const int there[2]) {
    const bool turned = here[0] + here[1] < there[0] + there[1];
    const bool level_ends = here[0] == here[1] && there[0] == there[1];
    int low[2], high[2];
    for (int k = 0; k < 2; ++k) {
        low[k] = here[k] < there[k] ? here[k] : there[k];
        high[k] = here[k] < there[k] ? there[k] : here[k];
    }
    while (low[0] < high[0] || low[1] < high[1]) {
        int top[2];
        for (int k = 0; k < 2; ++k) {
            const int next = low[k] - ((low[k] % 8 + 8) % 8) + 8;
            top[k] = level_ends && next < high[k] ? next : high[k];
        }
        const int *from = turned ? q : p, *to = turned ? p : q;
        const int a = turned, b = !turned;
        const collide_vec3 from_low = corner(from[0], from[1], low[a]);
        const collide_vec3 to_high = corner(to[0], to[1], top[b]);
        if (low[b] < top[b])
            add_triangle(from_low, corner(to[0], to[1], low[b]), to_high);
        if (low[a] < top[a])
            add_triangle(from_low, to_high, corner(from[0], from[1], top[a]));
        memcpy(low, top, sizeof low);
    }
}

static inline void add_cell(int i, int j) {
    int own[2], next[2];
    cell(i, j, own);
    // To the next cell in the east, where both are as high at either end of the edge, and north.
    const int east[2][2] = {{i + 1, j}, {i + 1, j + 1}}, ends[2] = {own[1], own[1]};
    cell(i + 1, j, next);
    next[1] = next[0];
    add_wall(east[0], east[1], ends, next);
    const int north[2][2] = {{i + 1, j + 1}, {i, j + 1}}, back[2] = {own[1], own[0]};
    int there[2];
    cell(i, j + 1, next);
    there[0] = next[1];
    there[1] = next[0];
    add_wall(north[0], north[1], back, there);
    if (i < 0 || j < 0 || i == CELLS_X || j == CELLS_Y)
        return;
    const collide_vec3 v[4] = {corner(i, j, own[0]), corner(i + 1, j, own[1]),
                               corner(i + 1, j + 1, own[1]), corner(i, j + 1, own[0])};
    add_triangle(v[0], v[1], v[2]);
    add_triangle(v[0], v[2], v[3]);
}

static inline collide_obb box_at(collide_vec3 center, collide_vec3 half, uint32_t turn) {
    const collide_vec3 x = heading(turn);
    const collide_obb box = {center, half, {x, {-x.y, x.x, 0}, {0, 0, 1}}};
    return box;
}

static inline void add_box(float x, float y, float z, collide_vec3 half, uint32_t turn) {
    static const unsigned char face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    const collide_obb box = box_at(point(x, y, z), half, turn);
    collide_vec3 v[8];
    for (unsigned i = 0; i < 8; ++i) {
        v[i] = moved(box.center, i & 1 ? half.x : -half.x, box.axis[0]);
        v[i] = moved(v[i], i & 2 ? half.y : -half.y, box.axis[1]);
        v[i].z += i & 4 ? half.z : -half.z;
    }
    for (int i = 0; i < 6; ++i) {
        add_triangle(v[face[i][0]], v[face[i][1]], v[face[i][2]]);
        add_triangle(v[face[i][0]], v[face[i][2]], v[face[i][3]]);
    }
}

static inline void make_level(void) {
    for (int j = -1; j < CELLS_Y; ++j)
        for (int i = -1; i < CELLS_X; ++i)
            add_cell(i, j);
    for (int n = 0; n < 4; ++n) { // lintels over the doors of the houses
        const float x = (float)((n % 2 ? 66 : 8) - 48), y = (float)((n / 2 ? 42 : 6) - 32);
        const collide_vec3 along_x = {1.25f, 0.375f, 0.25f}, along_y = {0.375f, 1.25f, 0.25f};
        add_box(x + 6, y + 0.5f, 2.75f, along_x, 0);
        add_box(x + 16, y + 15.5f, 2.75f, along_x, 0);
        add_box(x + 21.5f, y + 5, 2.75f, along_y, 0);
    }
    const collide_vec3 bridge = {3.5f, 1.5f, 0.125f}, pillar = {0.5f, 0.4f, 1.5f};
    add_box(0.5f, -10, 2.5f, bridge, 0); // from one side of the court to the other
    for (int k = 0; k < 40; ++k) {       // pillars, turned
        const float x = (float)(k % 10 - 5) * 9 + 4, y = (float)(k / 10) * 8 - 12;
        if (x < -36 || x > 18 || (x > -16 && x < 17))
            continue;
        add_box(x, y, 1.25f, pillar, (uint32_t)(7 * k));
    }
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = triangles;
    mesh.vertex_count = 3 * triangle_count;
    mesh.triangle_count = triangle_count;
    level = build_tree(&mesh, NULL);
}

// A number below 256 for each point of a lattice, and between them a smooth surface. Whole numbers.
static inline int lattice(int x, int y) {
    uint64_t state = (uint64_t)(x * 1009 + y + 77777) * 0x9e3779b97f4a7c15u;
    return (int)(random_bits(&state) >> 56);
}

static inline int smooth(int x, int y, int pitch) {
    const int i = x / pitch, j = y / pitch, u = x % pitch, v = y % pitch;
    const int cube = pitch * pitch * pitch;
    const int wu = u * u * (3 * pitch - 2 * u), wv = v * v * (3 * pitch - 2 * v);
    const int south = lattice(i, j) * cube + (lattice(i + 1, j) - lattice(i, j)) * wu;
    const int north = lattice(i, j + 1) * cube + (lattice(i + 1, j + 1) - lattice(i, j + 1)) * wu;
    return (int)((south + (int64_t)(north - south) * wv / cube) / cube);
}

// Level below the level and round it, and hills of up to 6 m.
static inline void make_hills(void) {
    collide_heights grid;
    for (int j = 0; j < SIDE; ++j)
        for (int i = 0; i < SIDE; ++i) {
            const int out_x = abs(i - SIDE / 2) - 54, out_y = abs(j - SIDE / 2) - 38;
            const int out = out_x > out_y ? out_x : out_y, rise = out < 0 ? 0 : out < 20 ? out : 20;
            heights[j * SIDE + i] =
                (int16_t)((smooth(i, j, 32) * 5 + smooth(i, j, 16) * 2) * rise / (20 * 4));
        }
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.int16 = true;
    grid.columns = grid.rows = SIDE;
    grid.dx = grid.dy = 1;
    grid.scale = 1.0f / 64;
    grid.origin = point(-SIDE / 2, -SIDE / 2, 0);
    hills = build_terrain(&grid);
}

#endif // TOWN_H
