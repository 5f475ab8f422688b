// Demo: contacts that carry. Towers, a pyramid, heaps and a coin move by a small solver
// (tests/solver.h), which the library has none of; all that it knows of the bodies is their
// contacts. It fails if a tower does not come to rest, if bodies sink into each other, or if energy
// grows. Build and run from the top folder:
//
//     cc -O2 examples/stack.c -o stack -lm && ./stack
//
// Numbers of scenes from 0 on, in the order of the table, run these alone. With --png FILE it draws
// where the bodies are in the end.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "stack"
#include "picture.h"

#include "../tests/scenes.h"

#include <math.h>

static scene made;
static picture drawn;

// Draws the bodies that can move, each away from its place by that much.
static void draw(vec by) {
    static const uint32_t colours[6] = {0xd07030, 0x4f86c6, 0x7aa95c, 0xc9a227, 0x9b6bb3, 0xc0504d};
    for (uint32_t i = 0; i < made.count; ++i) {
        solver_body b = made.bodies[i];
        if (!(b.mass > 0))
            continue;
        b.at = add(b.at, 1, by);
        solver_place(&b);
        picture_pen(&drawn, PICTURE_SOLID, colours[i * 2654435761u / 65536 % 6]);
        picture_shape(&drawn, &b.placed);
    }
}

int main(int argc, char **argv) {
    // Seconds, and the largest overlap allowed: 4 or 5 % of the size. The coin may overlap more:
    // its lowest point goes round the rim within a step.
    static const struct {
        double seconds, deepest;
        vec at;
    } each[SCENE_COUNT] = {
        {10, 0.02, {0, 0, 0}},    {10, 0.02, {-4.2, -1, 0}},  {4, 0.02, {0, 2, 0}},
        {10, 0.02, {-6.5, 0, 0}}, {16, 0.02, {5.5, -3.5, 0}}, {14, 0.016, {9, 2, 0}},
        {14, 0.02, {1.5, -4, 0}}, {8, 0.02, {-3, -4, 0}},     {12, 0.04, {-1.6, -4.5, 0}}};
    const bool wanted = picture_wanted(&drawn, &argc, argv);
    int wrong = 0;
    puts("Scenes of 4 to 16 s. Overlap: of two bodies. Rest: when all stand still; - if some move "
         "to\n"
         "the end. Drift: how far a body moved sideways. Energy: its growth. New contacts are "
         "those\n"
         "that the last step did not have.\n\n"
         "                      overlap mm    rest   drift energy  contacts a step\n"
         "60 Hz, 4 sub-steps   most    mean      s      mm      %    all    new       us a step");
    for (int name = 0; name < SCENE_COUNT; ++name) {
        const scene_how how = {60, 4, 0.02, false, 2, NULL, NULL};
        bool chosen = argc < 2;
        for (int i = 1; i < argc; ++i)
            chosen = chosen || strtol(argv[i], NULL, 10) == name;
        if (!chosen)
            continue;
        if (!scene_make(&made, (scene_name)name))
            fail("no memory");
        made.seconds = each[name].seconds;
        const scene_figures f = scene_run(&made, &how);
        char rest[16] = "-";
        if (f.rest < HUGE_VAL)
            snprintf(rest, sizeof rest, "%.2f", f.rest);
        printf("%-18s %6.2f %7.3f %6s %7.1f %6.2f %6.0f %6.2f %15.0f\n",
               scene_text((scene_name)name), 1000 * f.deepest, 1000 * f.mean, rest, 1000 * f.drift,
               100 * f.energy, f.contacts, f.fresh, 1e6 * f.seconds);
        wrong |= f.energy > 0.01 || f.deepest > each[name].deepest ||
                 (name <= SCENE_BARRELS && !(f.rest < 5 && f.drift < 0.05));
        if (wanted && name != SCENE_STACK)
            draw(each[name].at);
        scene_free(&made);
    }
    if (wanted) {
        picture_pen(&drawn, PICTURE_SOLID, 0xd5dae0);
        picture_quad(&drawn, point(-30, -30, 0), point(30, -30, 0), point(30, 30, 0),
                     point(-30, 30, 0));
        picture_camera(&drawn, point(-4, -20, 8), point(1.1f, 0, 3.6f), 0.31f);
        picture_draw(&drawn, 0, drawn.width);
        picture_write(&drawn);
    }
    puts(wrong ? "SOMETHING IS WRONG" : "towers stand, nothing sinks, energy never grows");
    return wrong;
}
