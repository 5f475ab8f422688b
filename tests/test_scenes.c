// Contacts judged by a solver (solver.h): towers of boxes and of barrels stand, and energy never
// grows.
#include "test.h"

#include "solver.h"

static size_t ask(const solver *s, uint32_t a, uint32_t b, collide_contact *out, size_t capacity,
                  uint32_t *kind) {
    (void)kind;
    collide_contact_options options;
    memset(&options, 0, sizeof options);
    options.margin = (float)s->margin;
    return collide_shape_shape_contacts(&s->bodies[a].placed, &s->bodies[b].placed, &options, out,
                                        capacity);
}

// Ten bodies on a floor for some seconds: none may leave its place, nor energy grow.
static void stand(const char *name, collide_shape shape, double height, vec inertia, double rate,
                  int sub_steps, double margin) {
    const vec down = {0, 0, -9.81};
    const collide_obb floor = {{0, 0, 0}, {20, 20, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    solver_body bodies[11];
    solver s;
    memset(bodies, 0, sizeof bodies);
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 11; ++i) {
        solver_body *b = &bodies[i];
        b->shape = i ? shape : collide_shape_from_obb(&floor);
        b->mass = i ? 1 : 0;
        b->inertia = inertia;
        b->at.z = i ? height * (i - 0.5) : -1;
        b->at.x = 0.002 * (i % 3);
        b->turn[2] = 0.03 * (i % 4);
        b->turn[3] = 1;
        solver_axes(b);
    }
    s.bodies = bodies;
    s.count = 11;
    s.gravity = down;
    s.friction = 0.6;
    s.step = 1 / rate;
    s.sub_steps = sub_steps;
    s.margin = margin;
    s.ask = ask;
    const double start = solver_energy(&s);
    double most = start;
    for (int i = 0; i < (int)(8 * rate); ++i) {
        solver_step(&s);
        most = fmax(most, solver_energy(&s));
    }
    for (int i = 1; i < 11; ++i) {
        const vec at = bodies[i].at;
        const double fast = sqrt(dot(bodies[i].speed, bodies[i].speed));
        if (!(fabs(at.x) < 0.1 && fabs(at.y) < 0.1 && at.z > height * (i - 0.5) - 0.1 &&
              most <= start + 0.01 * fabs(start) && fast < 0.02)) {
            print_message("%s, %g Hz: body %d at %g %g %g, speed %g, energy %g of %g\n", name, rate,
                          i, at.x, at.y, at.z, fast, most, start);
            fail();
        }
    }
    solver_free(&s);
}

static void test_towers(void **state) {
    const collide_obb cube = {{0, 0, 0}, {0.25f, 0.25f, 0.25f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_shape box = collide_shape_from_obb(&cube);
    const collide_cylinder barrel = {{0, 0, 0}, {0, 0, 1}, 0.3f, 0.9f};
    const vec of_box = {0.0417, 0.0417, 0.0417}, of_barrel = {0.09, 0.09, 0.045};
    (void)state;
    stand("boxes", box, 0.5, of_box, 60, 4, 0.02);
    stand("boxes", box, 0.5, of_box, 240, 1, 0);
    stand("barrels", collide_shape_from_cylinder(&barrel), 0.9, of_barrel, 60, 4, 0.02);
    stand("barrels", collide_shape_from_cylinder(&barrel), 0.9, of_barrel, 240, 1, 0.02);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_towers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
