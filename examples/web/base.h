// What the scenes of the browser demo share: vectors, what the page draws, and inputs. web.c
// includes it and the scenes, one translation unit. A scene NAME has
//
//     NAME_scene               its state, all of it, with its steps
//     NAME_start, _step        make it, and move it by STEP
//     NAME_draw                shows what is there at a fraction of the last step
//     NAME_work_text           what its batch is
//     NAME_prepare, _work      make the inputs of the batch, and run it: the number of hits
//     NAME_work_hash           the hash of what the batch wrote
#ifndef BASE_H
#define BASE_H

#include "../robot.h"
#include "../vectors.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP (1.0 / 60) // seconds
#define SLOTS 16        // contacts of one pair that are kept

// ---- vectors and rotations ---------------------------------------------------------------------

typedef struct quaternion {
    double x, y, z, w;
} quaternion;

static vec at(double x, double y, double z) {
    const vec v = {x, y, z};
    return v;
}

static vec unit(vec a) {
    const double length = sqrt(dot(a, a));
    return length > 0 ? add(at(0, 0, 0), 1 / length, a) : at(0, 0, 1);
}

static double clamp(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

static collide_pose pose_of(quaternion q, vec position) {
    return collide_pose_from_quaternion((float)q.x, (float)q.y, (float)q.z, (float)q.w,
                                        to_float(position));
}

// Turns by the rotation vector, to first order.
static quaternion turn(quaternion q, vec by) {
    const quaternion r = {q.x + 0.5 * (by.x * q.w + by.y * q.z - by.z * q.y),
                          q.y + 0.5 * (by.y * q.w + by.z * q.x - by.x * q.z),
                          q.z + 0.5 * (by.z * q.w + by.x * q.y - by.y * q.x),
                          q.w - 0.5 * (by.x * q.x + by.y * q.y + by.z * q.z)};
    const double size = 1 / sqrt(r.x * r.x + r.y * r.y + r.z * r.z + r.w * r.w);
    const quaternion u = {size * r.x, size * r.y, size * r.z, size * r.w};
    return u;
}

// A multiple of 2^-24 in [low, high), by xorshift64*.
static double draw(uint64_t *state, double low, double high) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return low + (high - low) * (double)((*state * 0x2545f4914f6cdd1du) >> 40) / 16777216;
}

static vec draw_vec(uint64_t *state, double size) {
    const double x = draw(state, -size, size), y = draw(state, -size, size);
    return at(x, y, draw(state, -size, size));
}

static quaternion draw_rotation(uint64_t *state) {
    const vec v = draw_vec(state, 1);
    const quaternion q = {v.x, v.y, v.z, draw(state, -1, 1)};
    return turn(q, at(0, 0, 0));
}

static void *allocate(size_t size) {
    void *memory = NULL;
    if (posix_memalign(&memory, COLLIDE_ALIGNMENT, size))
        __builtin_trap();
    return memory;
}

// Queries since the step began, for the page; scenes add theirs.
static uint32_t asked;

static void check(collide_status status) {
    if (status != COLLIDE_OK)
        __builtin_trap();
}

// FNV-1a of 64 bits.
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t n) {
    for (const unsigned char *p = (const unsigned char *)bytes, *end = p + n; p < end; ++p)
        hash = (hash ^ *p) * 0x100000001b3u;
    return hash;
}

#define HASH_BEGIN 0xcbf29ce484222325u

// ---- what the page draws -----------------------------------------------------------------------

#define LOOKS(X)                                                                                   \
    X(robot)                                                                                       \
    X(trolley)                                                                                     \
    X(wheel)                                                                                       \
    X(small_wheel)                                                                                 \
    X(box)                                                                                         \
    X(ghost_seen)                                                                                  \
    X(ghost_missed)                                                                                \
    X(pane)                                                                                        \
    X(pane_hit)                                                                                    \
    X(floor)                                                                                       \
    X(block)                                                                                       \
    X(ball)                                                                                        \
    X(post)                                                                                        \
    X(handle)                                                                                      \
    X(handle_chosen)                                                                               \
    X(copper)                                                                                      \
    X(teapot)                                                                                      \
    X(teapot_2)                                                                                    \
    X(teapot_3)                                                                                    \
    X(teapot_4)                                                                                    \
    X(brick)                                                                                       \
    X(brick_2)                                                                                     \
    X(brick_3)                                                                                     \
    X(barrel)                                                                                      \
    X(cannonball)                                                                                  \
    X(gear)                                                                                        \
    X(gear_2)                                                                                      \
    X(gear_3)                                                                                      \
    X(axle)                                                                                        \
    X(plate)                                                                                       \
    X(spot)                                                                                        \
    X(rod)                                                                                         \
    X(round)                                                                                       \
    X(pill)                                                                                        \
    X(pill_end)                                                                                    \
    X(upright)                                                                                     \
    X(crate)                                                                                       \
    X(sheet)                                                                                       \
    X(tetrahedron)                                                                                 \
    X(drum)                                                                                        \
    X(gem)                                                                                         \
    X(frame)
typedef enum look {
#define LOOK(name) look_##name,
    LOOKS(LOOK)
#undef LOOK
        look_count
} look;

#define MAX_BODIES 512
#define MAX_CONTACTS 1024
#define MAX_TRIANGLES 16384
#define MAX_LINES 512
#define MAX_VERTICES 8192
#define MAX_FIGURES 24
#define MAX_LABELS 24

// A unit shape under a matrix, column by column.
typedef struct body {
    uint32_t look;
    float matrix[16];
} body;

typedef struct mark {
    collide_vec3 point, normal;
    float depth, strength; // strength fades from 1 to 0
} mark;

typedef struct vertex {
    collide_vec3 position, normal;
    float inside; // 1 where the cable touches something
} vertex;

typedef struct line {
    collide_vec3 from, to;
    float strength;
} line;

// A number, or a bracket [lo, hi] that the page writes with so many decimals; 0: a number.
typedef struct figure {
    const char *name;
    uint32_t decimals;
    double lo, hi;
} figure;

// A bracket that the page writes beside a point.
typedef struct label {
    collide_vec3 at;
    uint32_t decimals;
    double lo, hi;
} label;

// Of 32 bits each on WASM: the page reads it as such.
static struct output {
    const body *bodies;
    const mark *marks;
    const collide_triangle *triangles;
    const line *lines;
    const vertex *vertices; // rings of RING, of several tubes
    const figure *figures;
    const label *labels;
    uint32_t body_count, mark_count, triangle_count, line_count, vertex_count, figure_count,
        label_count;
    uint32_t query_count; // of the last step and of what is drawn
} output;

static body bodies[MAX_BODIES];
static mark marks[MAX_CONTACTS];
static collide_triangle triangles[MAX_TRIANGLES];
static line lines[MAX_LINES];
static vertex vertices[MAX_VERTICES];
static figure figures[MAX_FIGURES];
static label labels[MAX_LABELS];

static void begin_drawing(void) {
    memset(&output, 0, sizeof output);
    output.bodies = bodies;
    output.marks = marks;
    output.triangles = triangles;
    output.lines = lines;
    output.vertices = vertices;
    output.figures = figures;
    output.labels = labels;
}

static void show_body(look kind, const collide_pose *pose, double sx, double sy, double sz) {
    const double size[3] = {sx, sy, sz};
    if (output.body_count == MAX_BODIES)
        return;
    body *b = &bodies[output.body_count++];
    b->look = (uint32_t)kind;
    for (int i = 0; i < 3; ++i) {
        b->matrix[4 * i] = (float)((double)pose->axis[i].x * size[i]);
        b->matrix[4 * i + 1] = (float)((double)pose->axis[i].y * size[i]);
        b->matrix[4 * i + 2] = (float)((double)pose->axis[i].z * size[i]);
        b->matrix[4 * i + 3] = 0;
    }
    b->matrix[12] = pose->position.x;
    b->matrix[13] = pose->position.y;
    b->matrix[14] = pose->position.z;
    b->matrix[15] = 1;
}

static void show_box(look kind, const collide_obb *box) {
    collide_pose pose;
    pose.position = box->center;
    memcpy(pose.axis, box->axis, sizeof pose.axis);
    show_body(kind, &pose, 2 * (double)box->half.x, 2 * (double)box->half.y,
              2 * (double)box->half.z);
}

static void show_mark(collide_vec3 point, collide_vec3 normal, float depth, float strength) {
    if (output.mark_count == MAX_CONTACTS)
        return;
    mark *m = &marks[output.mark_count++];
    m->point = point;
    m->normal = normal;
    m->depth = depth;
    m->strength = strength;
}

static void show_line(vec from, vec to, double strength) {
    if (output.line_count == MAX_LINES)
        return;
    line *l = &lines[output.line_count++];
    l->from = to_float(from);
    l->to = to_float(to);
    l->strength = (float)strength;
}

static void show_bracket(const char *name, double lo, double hi, uint32_t decimals) {
    if (output.figure_count == MAX_FIGURES)
        return;
    figure *f = &figures[output.figure_count++];
    f->name = name;
    f->decimals = decimals;
    f->lo = lo;
    f->hi = hi;
}

static void show_figure(const char *name, double value) {
    show_bracket(name, value, value, 0);
}

static void show_label(collide_vec3 point, double lo, double hi, uint32_t decimals) {
    if (output.label_count == MAX_LABELS)
        return;
    label *l = &labels[output.label_count++];
    l->at = point;
    l->decimals = decimals;
    l->lo = lo;
    l->hi = hi;
}

// ---- what a pointer does -----------------------------------------------------------------------

// Where a ray meets the plane through a point with this normal; the point itself if it hardly does.
static vec meet_plane(vec from, vec way, vec point, vec normal) {
    const double speed = dot(way, normal);
    return speed * speed < 1e-6 ? point : add(from, dot(add(point, -1, from), normal) / speed, way);
}

// The angle between a ray of unit length and the way to a point; more than any if it is behind.
static double angle_off(vec from, vec way, vec point) {
    const vec off = add(point, -1, from);
    const double along = dot(off, way);
    const vec beside = add(off, -along, way);
    return along > 0 ? sqrt(dot(beside, beside)) / along : HUGE_VAL;
}

// ---- batches -----------------------------------------------------------------------------------

#define BATCH 65536 // wheels, or pairs of boxes
#define BITS_ROOM (1 << 15)

// What a batch writes; it stays for the hash, so that no time of the batch goes into hashing.
static uint16_t work_bits[BITS_ROOM];
static float work_first[BATCH], work_last[BATCH];

static uint64_t hash_bits(uint64_t hash, size_t n) {
    return hash_bytes(hash, work_bits, COLLIDE_BLOCKS(n) * sizeof *work_bits);
}

// ---- inputs ------------------------------------------------------------------------------------

static collide_terrain *volcano, *hills;
static collide_mesh teapot_mesh;
static collide_tree *teapot; // its longest side is 2

static collide_terrain *make_terrain(float *heights, size_t columns, size_t rows, float step,
                                     vec origin) {
    const size_t size = collide_terrain_size(columns, rows);
    collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    grid.heights = heights;
    grid.columns = columns;
    grid.rows = rows;
    grid.dx = grid.dy = step;
    grid.origin = to_float(origin);
    check(collide_terrain_build(&terrain, allocate(size), size, &grid));
    return terrain;
}

#endif // BASE_H
