// The browser demo: scenes whose bodies move and meet here, and what the page draws of them. The
// page calls web_start, web_step and web_draw, reads the output from memory, and passes on what
// keys and pointers do. Nothing here depends on the clock, so that a scene left alone has the same
// bits after as many steps, on every instruction set. `make web` builds it.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L // posix_memalign
#endif
#include "../../collide.h"

#include "base.h"
#include "scene_boxes.h"
#include "scene_cables.h"
#include "scene_gears.h"
#include "scene_nearest.h"
#include "scene_robot.h"
#include "scene_stacks.h"
#include "scene_teapots.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name), used))
#else
#define EXPORT(name)
#endif

// In the order of the page.
#define SCENES(X) X(robot) X(stacks) X(boxes) X(gears) X(nearest) X(cables) X(teapots)

typedef enum scene_name {
#define NAME(name) scene_##name,
    SCENES(NAME)
#undef NAME
} scene_name;

static struct world {
#define STATE(name) name##_scene name;
    SCENES(STATE)
#undef STATE
} world;

// ---- inputs ------------------------------------------------------------------------------------

EXPORT(web_memory) void *web_memory(size_t size) {
    return allocate(size);
}

// The volcano as a model of 1 to 10: steps of a metre.
EXPORT(web_volcano) void web_volcano(float *heights, size_t columns, size_t rows) {
    float low = heights[0];
    for (size_t i = 0; i < columns * rows; ++i)
        low = heights[i] < low ? heights[i] : low;
    for (size_t i = 0; i < columns * rows; ++i)
        heights[i] = 0.1f * (heights[i] - low);
    volcano = make_terrain(heights, columns, rows, 1, at(0, 0, 0));
}

EXPORT(web_teapot)
void web_teapot(float *positions, size_t vertex_count, uint32_t *indices, size_t count) {
    const collide_mesh mesh = {positions, vertex_count, 0, indices, count, 0};
    const size_t size = collide_tree_size(count, NULL);
    for (size_t i = 0; i < vertex_count; ++i) { // y is up in the file
        float *p = positions + 3 * i;
        const float z = p[1];
        p[1] = -p[2] / 16;
        p[2] = z / 16;
        p[0] /= 16;
    }
    teapot_mesh = mesh;
    check(collide_tree_build(&teapot, allocate(size), size, &teapot_mesh, NULL));
}

EXPORT(web_heights) const float *web_heights(int scene) {
    return (const float *)(scene == scene_robot ? volcano : hills)->grid.heights;
}

// The mesh of a look, where C has it; else NULL.
EXPORT(web_mesh) const collide_mesh *web_mesh(int kind) {
    switch (kind) {
    case look_copper:
    case look_teapot:
    case look_teapot_2:
    case look_teapot_3:
    case look_teapot_4:
        return &teapot_mesh;
    case look_gear:
    case look_gear_2:
    case look_gear_3:
        gears_make();
        return &gear_meshes[kind - look_gear];
    case look_sheet:
    case look_tetrahedron:
    case look_gem:
        nearest_make();
        return nearest_mesh((look)kind);
    default:
        return NULL;
    }
}

// ---- scenes ------------------------------------------------------------------------------------

// Their names, separated by spaces.
EXPORT(web_scenes) const char *web_scenes(void) {
    return
#define NAME(name) #name " "
        SCENES(NAME)
#undef NAME
            ;
}

EXPORT(web_looks) const char *web_looks(void) {
    return
#define LOOK(name) #name " "
        LOOKS(LOOK)
#undef LOOK
            ;
}

EXPORT(web_start) void web_start(int scene) {
    asked = 0;
    switch (scene) {
#define START(name)                                                                                \
    case scene_##name:                                                                             \
        memset(&world.name, 0, sizeof world.name);                                                 \
        name##_start(&world.name);                                                                 \
        break;
        SCENES(START)
#undef START
    default:
        break;
    }
}

EXPORT(web_step) void web_step(int scene) {
    asked = 0;
    switch (scene) {
#define MOVE(name)                                                                                 \
    case scene_##name:                                                                             \
        name##_step(&world.name);                                                                  \
        break;
        SCENES(MOVE)
#undef MOVE
    default:
        break;
    }
}

EXPORT(web_steps) uint32_t web_steps(int scene) {
    const uint32_t steps[] = {
#define STEPS(name) world.name.steps,
        SCENES(STEPS)
#undef STEPS
    };
    return scene >= 0 && (size_t)scene < sizeof steps / sizeof *steps ? steps[scene] : 0;
}

// What is there now; of what flies fast, at a fraction of the last step.
EXPORT(web_draw) const struct output *web_draw(int scene, double fraction) {
    const uint32_t before = asked;
    begin_drawing();
    switch (scene) {
#define DRAW(name)                                                                                 \
    case scene_##name:                                                                             \
        name##_draw(&world.name, fraction);                                                        \
        break;
        SCENES(DRAW)
#undef DRAW
    default:
        break;
    }
    output.query_count = asked;
    asked = before;
    return &output;
}

// 64 bits do not cross to JavaScript everywhere: the low half is returned, the high one kept.
static uint32_t high_half;

static uint32_t halves(uint64_t hash) {
    high_half = (uint32_t)(hash >> 32);
    return (uint32_t)hash;
}

EXPORT(web_high) uint32_t web_high(void) {
    return high_half;
}

static uint64_t hash_drawn(uint64_t hash) {
    hash = hash_bytes(hash, bodies, output.body_count * sizeof *bodies);
    hash = hash_bytes(hash, marks, output.mark_count * sizeof *marks);
    hash = hash_bytes(hash, lines, output.line_count * sizeof *lines);
    hash = hash_bytes(hash, vertices, output.vertex_count * sizeof *vertices);
    hash = hash_bytes(hash, triangles, output.triangle_count * sizeof *triangles);
    for (uint32_t i = 0; i < output.label_count; ++i) { // brackets, whose struct has padding
        hash = hash_bytes(hash, &labels[i].lo, sizeof labels[i].lo);
        hash = hash_bytes(hash, &labels[i].hi, sizeof labels[i].hi);
    }
    return hash;
}

// The scene from its start, so many steps without input: the hash of all that was drawn. The scene
// that is on goes on as if nothing had happened.
EXPORT(web_replay) uint32_t web_replay(int scene, int steps) {
    static struct world kept;
    const uint32_t before = asked;
    uint64_t hash = HASH_BEGIN;
    kept = world;
    web_start(scene);
    for (int i = 0; i < steps; ++i) {
        web_step(scene);
        web_draw(scene, 1);
        hash = hash_drawn(hash);
    }
    world = kept;
    asked = before;
    return halves(hash);
}

EXPORT(web_limit) int web_limit(int simd) {
    return (int)collide_isa_limit(simd ? COLLIDE_ISA_COUNT : COLLIDE_ISA_SCALAR);
}

EXPORT(web_isa) const char *web_isa(void) {
    return collide_isa_text(collide_isa());
}

// ---- keys and pointers -------------------------------------------------------------------------

EXPORT(web_buttons) void web_buttons(uint32_t buttons) {
    world.robot.buttons = buttons;
}

EXPORT(web_throw)
void web_throw(int scene, double x, double y, double z, double dx, double dy, double dz) {
    if (scene == scene_boxes) {
        world.boxes.taken_over = true;
        boxes_throw(&world.boxes, at(x, y, z), at(dx, dy, dz));
    } else if (scene == scene_stacks) {
        stacks_throw(&world.stacks, at(x, y, z), at(dx, dy, dz));
    }
}

// Takes hold of what a ray of unit length points at, if it is within reach, as seen from its
// origin. Returns whether there is anything.
EXPORT(web_grab)
int web_grab(int scene, double x, double y, double z, double dx, double dy, double dz,
             double reach) {
    const vec from = at(x, y, z), way = at(dx, dy, dz);
    if (scene == scene_cables)
        return cables_grab(&world.cables, from, way, reach);
    return scene == scene_nearest && nearest_grab(&world.nearest, from, way, reach);
}

// Takes what was chosen to where the ray meets the plane through it with this normal.
EXPORT(web_drag)
void web_drag(int scene, double x, double y, double z, double dx, double dy, double dz, double nx,
              double ny, double nz) {
    const vec from = at(x, y, z), way = at(dx, dy, dz), normal = at(nx, ny, nz);
    if (scene == scene_cables)
        cables_drag(&world.cables, from, way, normal);
    else if (scene == scene_nearest)
        nearest_drag(&world.nearest, from, way, normal);
}

EXPORT(web_choose) void web_choose(int scene, int by) {
    if (scene == scene_cables)
        cables_choose(&world.cables, by);
    else if (scene == scene_nearest)
        nearest_choose(&world.nearest, by);
}

EXPORT(web_nudge) void web_nudge(int scene, double x, double y, double z) {
    if (scene == scene_cables)
        cables_nudge(&world.cables, at(x, y, z));
    else if (scene == scene_nearest)
        nearest_nudge(&world.nearest, at(x, y, z));
}

EXPORT(web_gather) void web_gather(void) {
    world.teapots.gather = 30;
}

// Faster (1), slower (-1), or the other way round (0).
EXPORT(web_drive) void web_drive(int by) {
    gears_drive(&world.gears, by);
}

// ---- measurements ------------------------------------------------------------------------------

EXPORT(web_prepare) void web_prepare(int scene) {
    switch (scene) {
#define PREPARE(name)                                                                              \
    case scene_##name:                                                                             \
        name##_prepare();                                                                          \
        break;
        SCENES(PREPARE)
#undef PREPARE
    default:
        break;
    }
}

EXPORT(web_work_text) const char *web_work_text(int scene) {
    static const char *const text[] = {
#define TEXT(name) name##_work_text,
        SCENES(TEXT)
#undef TEXT
    };
    return scene >= 0 && (size_t)scene < sizeof text / sizeof *text ? text[scene] : "";
}

static size_t work_hits;

// One batch over the scene's input; returns the hits. The answers stay for web_work_hash, so that
// no time goes into hashing them.
EXPORT(web_work) size_t web_work(int scene) {
    switch (scene) {
#define WORK(name)                                                                                 \
    case scene_##name:                                                                             \
        return work_hits = name##_work();
        SCENES(WORK)
#undef WORK
    default:
        return 0;
    }
}

EXPORT(web_work_hash) uint32_t web_work_hash(int scene) {
    const uint64_t hash = hash_bytes(HASH_BEGIN, &work_hits, sizeof work_hits);
    switch (scene) {
#define HASH(name)                                                                                 \
    case scene_##name:                                                                             \
        return halves(name##_work_hash(hash, work_hits));
        SCENES(HASH)
#undef HASH
    default:
        return 0;
    }
}
