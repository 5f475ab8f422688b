// A level of a game as a mesh: a yard with a gutter, a house with rooms and pillars, stairs to a
// platform with a ramp and a steep slope, a hill and a half pipe. It is a plan of areas on a grid
// of cells; the top of each cell becomes two triangles, and walls stand where tops differ.
// Triangles share no indices: the library finds neighbours by the coordinates of their corners.
#ifndef LEVEL_H
#define LEVEL_H

#include "example.h"

#include <math.h>

#define LEVEL_CELL 0.5 // m
#define LEVEL_MOST 32768

enum { LEVEL_COLUMNS = 96, LEVEL_ROWS = 64, LEVEL_STOPS = 16 };

typedef enum level_part {
    LEVEL_YARD,
    LEVEL_WALL,
    LEVEL_ROOM,
    LEVEL_STAIRS,
    LEVEL_PLATFORM,
    LEVEL_RAMP,
    LEVEL_STEEP,
    LEVEL_HILL,
    LEVEL_PIPE,
    LEVEL_GUTTER,
    LEVEL_BORDER,
    LEVEL_OUTSIDE
} level_part;

typedef struct level {
    collide_triangle triangles[LEVEL_MOST];
    level_part parts[LEVEL_MOST];
    size_t count;
    collide_tree *tree;
} level;

// The plan, in metres; a later area covers the ones before it.
static const struct level_area {
    level_part part;
    double x[2], y[2];
} level_plan[] = {
    {LEVEL_BORDER, {0, 48}, {0, 32}},        {LEVEL_YARD, {0.5, 47.5}, {0.5, 31.5}},
    {LEVEL_GUTTER, {2, 36}, {11, 12}},       {LEVEL_PIPE, {23, 35}, {2, 8}},
    {LEVEL_HILL, {37.5, 46.5}, {3.5, 12.5}}, {LEVEL_STAIRS, {24, 30}, {22, 26}},
    {LEVEL_PLATFORM, {30, 38}, {20, 28}},    {LEVEL_RAMP, {32, 35}, {14, 20}},
    {LEVEL_STEEP, {38, 39.5}, {20, 28}},     {LEVEL_WALL, {3, 19}, {17, 29}},
    {LEVEL_ROOM, {3.5, 11}, {17.5, 28.5}},   {LEVEL_ROOM, {11.5, 18.5}, {17.5, 28.5}},
    {LEVEL_ROOM, {6, 7.5}, {17, 17.5}}, // doors
    {LEVEL_ROOM, {14, 15.5}, {17, 17.5}},    {LEVEL_ROOM, {11, 11.5}, {22, 23.5}},
    {LEVEL_ROOM, {18.5, 19}, {24, 25.5}},    {LEVEL_WALL, {13.5, 14.5}, {20, 21}}, // pillars
    {LEVEL_WALL, {16, 17}, {20, 21}},        {LEVEL_WALL, {13.5, 14.5}, {26, 27}},
    {LEVEL_WALL, {16, 17}, {26, 27}},        {LEVEL_WALL, {6.5, 7.5}, {24, 25}},
    {LEVEL_WALL, {21.5, 22}, {14, 17}},      {LEVEL_WALL, {41, 44}, {26, 26.5}},
    {LEVEL_WALL, {44, 44.5}, {18, 26.5}}};

static inline level_part level_cell(int i, int j) {
    const double x = LEVEL_CELL * (i + 0.5), y = LEVEL_CELL * (j + 0.5);
    level_part part = LEVEL_OUTSIDE;
    for (size_t k = 0; k < sizeof level_plan / sizeof level_plan[0]; ++k) {
        const struct level_area *a = &level_plan[k];
        if (x > a->x[0] && x < a->x[1] && y > a->y[0] && y < a->y[1])
            part = a->part;
    }
    return part;
}

// How high the top of a cell is at one of its corners.
static inline float level_height(int i, int j, double x, double y) {
    const double out = sqrt((x - 42) * (x - 42) + (y - 8) * (y - 8)) / 4.5;
    switch (level_cell(i, j)) {
    case LEVEL_WALL:
        return 2.5f;
    case LEVEL_BORDER:
        return 1.5f;
    case LEVEL_OUTSIDE:
        return -0.5f;
    case LEVEL_ROOM:
        return 0.15f;
    case LEVEL_STAIRS:
        return (float)(0.2 * (i - 47));
    case LEVEL_PLATFORM:
        return 2.4f;
    case LEVEL_RAMP:
        return (float)(0.4 * (y - 14));
    case LEVEL_STEEP:
        return (float)(1.6 * (39.5 - x));
    case LEVEL_HILL:
        return out < 1 ? (float)(0.8 + 0.8 * cos(3.14159265358979 * out)) : 0.0f;
    case LEVEL_PIPE:
        return (float)(3.2 - sqrt(3.2 * 3.2 - (y - 5) * (y - 5)));
    case LEVEL_GUTTER:
        return (float)(0.5 * (fabs(y - 11.5) - 0.5));
    default:
        return 0;
    }
}

// Whether all is level round a corner of cells, so that the corner may lie anywhere near.
static inline bool level_even(int i, int j) {
    const float z = level_height(i, j, LEVEL_CELL * i, LEVEL_CELL * j);
    for (int k = 0; k < 16; ++k) {
        const int u = i - 1 + (k & 1), v = j - 1 + (k >> 1 & 1);
        if (level_height(u, v, LEVEL_CELL * (u + (k >> 2 & 1)), LEVEL_CELL * (v + (k >> 3))) != z)
            return false;
    }
    return true;
}

// A corner of the grid, as the corner of a cell. On level ground it is moved a little, so that no
// two triangles are alike.
static inline collide_vec3 level_corner(int cell_i, int cell_j, int i, int j) {
    uint64_t state = (uint64_t)(i + 1000 * j + 2000) * 0x9e3779b97f4a7c15u;
    const float by = level_even(i, j) ? 0.3f * (float)LEVEL_CELL : 0;
    const float x = by * random_either(&state), y = by * random_either(&state);
    return point((float)(LEVEL_CELL * i) + x, (float)(LEVEL_CELL * j) + y,
                 level_height(cell_i, cell_j, LEVEL_CELL * i, LEVEL_CELL * j));
}

static inline void level_add(level *l, level_part part, collide_vec3 a, collide_vec3 b,
                             collide_vec3 c) {
    const collide_triangle t = {{a, b, c}};
    if (l->count == LEVEL_MOST)
        fail("too many triangles");
    l->parts[l->count] = part;
    l->triangles[l->count++] = t;
}

// Where a wall has vertices above a corner of the grid, from one height to another: also where
// other tops meet it, so that edges of triangles meet end to end, and every half metre.
static inline int level_stops(int i, int j, float low, float high, float *stops) {
    int n = 0;
    for (int k = -1; k < 10; ++k) {
        const int u = i - 1 + (k & 1), v = j - 1 + (k >> 1 & 1);
        float z =
            k < 4 ? level_height(u, v, LEVEL_CELL * i, LEVEL_CELL * j) : 0.5f * (float)(k - 4);
        z = k < 0 || z < low ? low : z > high ? high : z;
        int at = n++;
        for (; at > 0 && stops[at - 1] > z; --at)
            stops[at] = stops[at - 1];
        stops[at] = z;
    }
    stops[n++] = high;
    int kept = 1;
    for (int k = 1; k < n; ++k)
        if (stops[k] > stops[kept - 1])
            stops[kept++] = stops[k];
    return kept;
}

// The wall between cell (i, j) and the next one along x or y, which shares the edge from one corner
// of the grid to another.
static inline void level_wall(level *l, int i, int j, int next_i, int next_j) {
    const int corner[2][2] = {{next_i, next_j}, {i + 1, j + 1}};
    float stops[2][LEVEL_STOPS], sum = 0;
    int n[2], at[2] = {0, 0};
    for (int k = 0; k < 2; ++k) {
        const double x = LEVEL_CELL * corner[k][0], y = LEVEL_CELL * corner[k][1];
        const float here = level_height(i, j, x, y), there = level_height(next_i, next_j, x, y);
        sum += here - there;
        n[k] = level_stops(corner[k][0], corner[k][1], here < there ? here : there,
                           here < there ? there : here, stops[k]);
    }
    // Seen from the lower cell, the vertices run counter-clockwise.
    const bool turned = (sum > 0) != (next_i > i);
    while (at[0] + 1 < n[0] || at[1] + 1 < n[1]) {
        const int k =
            at[1] + 1 == n[1] || (at[0] + 1 < n[0] && stops[0][at[0] + 1] <= stops[1][at[1] + 1])
                ? 0
                : 1;
        collide_vec3 p[3];
        for (int c = 0; c < 2; ++c)
            p[c] = point((float)LEVEL_CELL * (float)corner[c][0],
                         (float)LEVEL_CELL * (float)corner[c][1], stops[c][at[c]]);
        p[2] = p[k];
        p[2].z = stops[k][++at[k]];
        level_add(l, LEVEL_WALL, p[turned ? 1 : 0], p[turned ? 0 : 1], p[2]);
    }
}

static inline void level_make(level *l) {
    memset(l, 0, sizeof *l);
    for (int j = -1; j < LEVEL_ROWS; ++j)
        for (int i = -1; i < LEVEL_COLUMNS; ++i) {
            level_wall(l, i, j, i + 1, j);
            level_wall(l, i, j, i, j + 1);
            if (level_cell(i, j) == LEVEL_OUTSIDE)
                continue;
            collide_vec3 p[4];
            for (int k = 0; k < 4; ++k)
                p[k] = level_corner(i, j, i + (k == 1 || k == 2), j + (k > 1));
            const int turn = (i * 7 + j * 5) % 3 == 0; // of the edge within
            level_add(l, level_cell(i, j), p[turn], p[1 + turn], p[2 + turn]);
            level_add(l, level_cell(i, j), p[turn], p[2 + turn], p[(3 + turn) % 4]);
        }
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = l->triangles;
    mesh.vertex_count = 3 * l->count;
    mesh.triangle_count = l->count;
    l->tree = build_tree(&mesh, NULL);
}

#endif // LEVEL_H
