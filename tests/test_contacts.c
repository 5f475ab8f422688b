// Contacts of cylinders, balls and boxes with terrain: what is promised of each contact, on grids
// of all sorts; depths that change no faster than the pose; points that stay; no ghosts on planes,
// however they are cut into cells and tiles; lines, corners, kerbs; bad input; every batch and
// instruction set.
#define _DEFAULT_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define COLLIDE_IMPLEMENTATION
#include "collide.h"

#include "bench/inputs.h"

#include "kinds.h"

#include "data.h"
#include "points.h"

#include <float.h>
#include <math.h> // NAN, INFINITY; no function of libm

#include "grounds.h"

#define MOST 96    // contacts of one body
#define BOUND 16.0 // times u e: 8 of the verdict, and of vertices and points in float

typedef struct found {
    collide_contact at[MOST];
    size_t n;
} found;

// A cylinder, ball or box, by the same calls.
typedef struct body {
    enum { CYLINDER, BALL, BOX } kind;
    collide_cylinder cylinder;
    collide_sphere ball;
    collide_obb box;
} body;

static collide_vec3 *center_of(body *b) {
    return b->kind == CYLINDER ? &b->cylinder.center
           : b->kind == BALL   ? &b->ball.center
                               : &b->box.center;
}

static bool meets_terrain(const body *b, const collide_terrain *t) {
    return b->kind == CYLINDER ? collide_cylinder_terrain(&b->cylinder, t)
           : b->kind == BALL   ? collide_sphere_terrain(&b->ball, t)
                               : collide_obb_terrain(&b->box, t);
}

static size_t contacts_of(const body *b, const collide_terrain *t, collide_contact *out, size_t n) {
    return b->kind == CYLINDER ? collide_cylinder_terrain_contacts(&b->cylinder, t, out, n)
           : b->kind == BALL   ? collide_sphere_terrain_contacts(&b->ball, t, out, n)
                               : collide_obb_terrain_contacts(&b->box, t, out, n);
}

static double deepest(const found *f) {
    double most = 0;
    for (size_t i = 0; i < f->n; ++i)
        most = (double)f->at[i].depth > most ? (double)f->at[i].depth : most;
    return most;
}

// How far p is outside (> 0) or inside of the body.
static double outside(const body *b, point p) {
    if (b->kind == BALL)
        return length(add(p, -1, to_point(b->ball.center))) - (double)b->ball.radius;
    if (b->kind == CYLINDER) {
        const point d = add(p, -1, to_point(b->cylinder.center));
        point v = to_point(b->cylinder.axis);
        v = add(v, 1 / length(v) - 1, v);
        const double along = dot(d, v);
        const double side = length(add(d, -along, v)) - (double)b->cylinder.radius;
        const double base = magnitude(along) - 0.5 * (double)b->cylinder.height;
        return side > base ? side : base;
    }
    const point d = add(p, -1, to_point(b->box.center));
    const double half[3] = {(double)b->box.half.x, (double)b->box.half.y, (double)b->box.half.z};
    double most = -DBL_MAX;
    for (int i = 0; i < 3; ++i) {
        const double off = magnitude(dot(d, to_point(b->box.axis[i]))) - half[i];
        most = off > most ? off : most;
    }
    return most;
}

static double size_of(const body *b) {
    return b->kind == CYLINDER ? (double)b->cylinder.radius + (double)b->cylinder.height
           : b->kind == BALL
               ? 2 * (double)b->ball.radius
               : 2 * ((double)b->box.half.x + (double)b->box.half.y + (double)b->box.half.z);
}

// Its least half extent.
static double width_of(const body *b) {
    const double x = b->kind == CYLINDER ? (double)b->cylinder.radius
                     : b->kind == BALL   ? (double)b->ball.radius
                                         : (double)b->box.half.x;
    const double y = b->kind == CYLINDER ? 0.5 * (double)b->cylinder.height
                     : b->kind == BALL   ? x
                                         : (double)b->box.half.y;
    const double z = b->kind == BOX ? (double)b->box.half.z : x;
    return x < y ? x < z ? x : z : y < z ? y : z;
}

// Square of the distance of p from a triangle.
static double off_triangle(const point *t, point p) {
    const point n = cross(add(t[1], -1, t[0]), add(t[2], -1, t[0]));
    double least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const point e = add(t[i < 2 ? i + 1 : 0], -1, t[i]), d = add(p, -1, t[i]);
        double k = dot(d, e) / dot(e, e);
        k = k > 0 ? k < 1 ? k : 1 : 0;
        const point off = add(d, -k, e);
        least = dot(off, off) < least ? dot(off, off) : least;
        inside = inside && dot(cross(e, d), n) >= 0;
    }
    const double off = dot(n, add(p, -1, t[0]));
    return inside ? off * off / dot(n, n) : least;
}

// Its distance from the surface near by.
static double off_surface(const ground *g, point p) {
    const collide_heights *h = &g->grid;
    const double u = (p.x - (double)h->origin.x) / (double)h->dx;
    const double w = (p.y - (double)h->origin.y) / (double)h->dy;
    double least = DBL_MAX;
    for (long j = (long)w - 1; j <= (long)w + 1; ++j)
        for (long i = (long)u - 1; i <= (long)u + 1; ++i) {
            point t[2][3];
            if (i < 0 || j < 0 || i + 1 >= (long)h->columns || j + 1 >= (long)h->rows ||
                hole_at(g, (size_t)i, (size_t)j))
                continue;
            triangles_of(g, (size_t)i, (size_t)j, t);
            for (int k = 0; k < 2; ++k) {
                const double off = off_triangle(t[k], p);
                least = off < least ? off : least;
            }
        }
    return root(least);
}

// Steepness of the surface under a body, at most.
static double steepness(const ground *g, const reach *r) {
    const collide_heights *h = &g->grid;
    double most = 0;
    for (size_t j = r->j0; j < r->j1; ++j)
        for (size_t i = r->i0; i < r->i1; ++i) {
            if (hole_at(g, i, j))
                continue;
            const double z[4] = {vertex(g, i, j).z, vertex(g, i + 1, j).z, vertex(g, i, j + 1).z,
                                 vertex(g, i + 1, j + 1).z};
            const double x = magnitude(z[1] - z[0]) > magnitude(z[3] - z[2])
                                 ? magnitude(z[1] - z[0])
                                 : magnitude(z[3] - z[2]);
            const double y = magnitude(z[2] - z[0]) > magnitude(z[3] - z[1])
                                 ? magnitude(z[2] - z[0])
                                 : magnitude(z[3] - z[1]);
            const double slope = x / (double)h->dx + y / (double)h->dy;
            most = slope > most ? slope : most;
        }
    return most;
}

static reach body_reach(const ground *g, const body *b) {
    collide_cylinder c;
    body copy = *b;
    c.center = *center_of(&copy);
    c.axis = vec(0, 0, 1);
    c.radius = c.height = (float)size_of(b);
    reach r = reach_of(g, b->kind == CYLINDER ? &b->cylinder : &c);
    return r;
}

// What is taken for flat bends by that much, over the cells under a body.
static double flatness(const ground *g, const reach *r) {
    double high = 0;
    for (size_t j = r->j0; j < r->j1; ++j)
        for (size_t i = r->i0; i < r->i1; ++i) {
            const double h = magnitude((double)g->heights[j * g->grid.columns + i]);
            high = h > high ? h : high;
        }
    const double cells = (double)(r->i1 - r->i0) + (double)(r->j1 - r->j0);
    return 8 * UNIT * high * (1 + 2 * cells);
}

// All that is promised of one body's contacts.
static found check_contacts(const ground *g, const body *b) {
    found all, some;
    const collide_terrain *t = g->terrain;
    const bool hit = meets_terrain(b, t);
    all.n = contacts_of(b, t, all.at, MOST);
    REQUIRE(hit == (all.n > 0), "hit %d, but %zu contacts", hit, all.n);
    REQUIRE(contacts_of(b, t, NULL, 0) == all.n, "the count depends on the buffer");
    if (!hit)
        return all;
    const reach r = body_reach(g, b);
    body lifted = *b;
    // What is rounded to float besides: points and the centre.
    const double place =
        UNIT * (length(to_point(*center_of(&lifted))) + length(to_point(g->grid.origin)));
    const double bound = BOUND * UNIT * r.extent + 2 * place + flatness(g, &r);
    const double most = deepest(&all);
    for (size_t i = 0; i < all.n; ++i) {
        const collide_contact *c = &all.at[i];
        const point n = to_point(c->normal);
        size_t equal = 0;
        REQUIRE(c->depth >= 0 && c->depth <= FLT_MAX, "depth %g", (double)c->depth);
        REQUIRE(magnitude(dot(n, n) - 1) <= 1e-6 && n.z >= 0, "normal %g %g %g", n.x, n.y, n.z);
        const double off_a = outside(b, to_point(c->point_a));
        REQUIRE(magnitude(off_a) <= bound, "point %zu of %zu is %g off the body, bound %g", i,
                all.n, off_a, bound);
        const double off_b = off_surface(g, to_point(c->point_b));
        REQUIRE(off_b <= bound, "partner %zu is %g off the surface, bound %g", i, off_b, bound);
        for (size_t k = 0; k < all.n; ++k) {
            equal += memcmp(&c->normal, &all.at[k].normal, sizeof c->normal) == 0;
            REQUIRE(k == i || b->kind != CYLINDER || c->feature_a != all.at[k].feature_a ||
                        c->feature_b != all.at[k].feature_b,
                    "contacts %zu and %zu have features %08x %08x", i, k, (unsigned)c->feature_a,
                    (unsigned)c->feature_b);
        }
        REQUIRE(equal <= 4, "%zu contacts have one normal", equal);
    }
    // Straight up by less than the depth, it still hits.
    if (most > 2 * bound) {
        center_of(&lifted)->z += (float)(most - 2 * bound);
        REQUIRE(meets_terrain(&lifted, t), "deeper than the way out: %g", most);
    }
    for (size_t n = 1; n < all.n; n += 1 + all.n / 4) {
        double least = DBL_MAX;
        size_t deeper = 0;
        some.n = contacts_of(b, t, some.at, n);
        REQUIRE(some.n == all.n, "the count depends on the buffer");
        for (size_t i = 0; i < n; ++i)
            least = (double)some.at[i].depth < least ? (double)some.at[i].depth : least;
        for (size_t i = 0; i < all.n; ++i)
            deeper += (double)all.at[i].depth > least;
        REQUIRE(deeper < n, "a buffer for %zu leaves out a deeper one", n);
    }
    return all;
}

static body make_body(inputs_random *r, const ground *g, int kind, int pose, float scale) {
    body b;
    memset(&b, 0, sizeof b);
    b.cylinder = make_cylinder(r, g, pose, scale);
    b.kind = kind == 0 ? CYLINDER : kind == 1 ? BALL : BOX;
    b.ball.center = b.cylinder.center;
    b.ball.radius = pose == DISC ? 0 : b.cylinder.radius;
    const collide_pose turned = inputs_pose(r, b.cylinder.center);
    b.box = collide_obb_from_pose(&turned, inputs_vec3(r, 0, scale));
    if (pose == UPRIGHT) {
        const collide_pose still = collide_pose_identity();
        b.box = collide_obb_from_pose(&still, b.box.half);
        b.box.center = b.cylinder.center;
    }
    return b;
}

static void test_promises(void **state) {
    size_t hits = 0, contacts = 0;
    (void)state;
    for (int kind = 0; kind < 3; ++kind)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            inputs_random r = inputs_seed(700 + (uint64_t)(10 * kind + what));
            for (size_t round = 0; round < cases(20); ++round) {
                const float scale = round % 4 == 1 ? 1e-3f : round % 4 == 2 ? 100.0f : 1;
                ground g = make_ground(&r, what, 24, 20, scale, round % 3 == 2 ? 50 * scale : 0);
                for (int pose = 0; pose < POSE_COUNT; ++pose)
                    for (int k = 0; k < 5; ++k) {
                        const body b = make_body(&r, &g, kind, pose, scale);
                        const found f = check_contacts(&g, &b);
                        hits += f.n > 0;
                        contacts += f.n;
                    }
                release(&g);
            }
        }
    print_message("# %zu hits have %zu contacts\n", hits, contacts);
    assert_true(hits > 1000 && contacts > hits);
}

// A small motion: sideways, up, or a turn of a cylinder about an axis of space.
static double move(inputs_random *r, body *b, double step) {
    const uint32_t way = kinds_below(r, b->kind == BALL ? 3 : 5);
    collide_vec3 *c = center_of(b);
    if (way < 3) {
        float *x = way == 0 ? &c->x : way == 1 ? &c->y : &c->z;
        const float before = *x;
        *x += (float)step;
        return magnitude((double)*x - (double)before);
    }
    collide_vec3 *axes = b->kind == BOX ? b->box.axis : &b->cylinder.axis;
    double most = 0;
    for (int i = 0; i < (b->kind == BOX ? 3 : 1); ++i) {
        const point v = to_point(axes[i]);
        const point about = {way == 3, way == 4, 0};
        point turned = add(v, step / size_of(b), cross(about, v));
        turned = add(turned, 1 / length(turned) - 1, turned);
        axes[i] = vec((float)turned.x, (float)turned.y, (float)turned.z);
        const double moved = length(add(to_point(axes[i]), -1, v)) * size_of(b);
        most = moved > most ? moved : most;
    }
    return most;
}

// The deepest depth changes no faster than the surface is steep; of what is deep, by as much more
// as it is deeper than thick.
static void test_lipschitz(void **state) {
    double worst = 0;
    (void)state;
    for (int kind = 0; kind < 3; ++kind)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            inputs_random r = inputs_seed(750 + (uint64_t)(10 * kind + what));
            for (size_t round = 0; round < cases(20); ++round) {
                ground g = make_ground(&r, what, 24, 20, 1, 0);
                for (int pose = 0; pose < POSE_COUNT; ++pose)
                    for (int k = 0; k < 10 && pose != DISC && pose != NEEDLE; ++k) {
                        body b = make_body(&r, &g, kind, pose, 1);
                        found f, next;
                        f.n = contacts_of(&b, g.terrain, f.at, MOST);
                        const double step = move(&r, &b, k % 2 ? 1e-3 : 1e-5);
                        if (!(step > 0))
                            continue;
                        next.n = contacts_of(&b, g.terrain, next.at, MOST);
                        const reach at = body_reach(&g, &b);
                        const double bound = 64 * UNIT * at.extent;
                        const double change = magnitude(deepest(&next) - deepest(&f));
                        const double in = deepest(&f) / width_of(&b);
                        const double rate = (change - bound) /
                                            (step * (1 + steepness(&g, &at)) * (1 + in) * (1 + in));
                        worst = rate > worst ? rate : worst;
                    }
                release(&g);
            }
        }
    print_message("# the deepest depth changes by at most %.2f (1 + slope) (1 + depth / width)^2 "
                  "times the motion\n",
                  worst);
    assert_true(worst < 8);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promises),
        cmocka_unit_test(test_lipschitz),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
