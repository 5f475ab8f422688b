// Contacts of cylinders, balls and boxes with terrain: what is promised of each contact, on grids
// of all sorts; depths that change no faster than the pose; points that stay; no ghosts on planes,
// however they are cut into cells and tiles; lines, corners, kerbs; bad input; every batch and
// instruction set.
#ifdef COLLIDE__IMPLEMENTED
#define LINKED // private functions are in an object
#endif
#define COLLIDE_IMPLEMENTATION // its kernels are asked one by one
#define COLLIDE_WITH_SAT
#define COLLIDE_WITH_SHAPE
#define COLLIDE_WITH_SPHERE
#define COLLIDE_WITH_TERRAIN
#define COLLIDE_WITH_TRIANGLE
#include "test.h"

#include "grounds.h"

#define MOST 96    // contacts of one body
#define BOUND 16.0 // times u e: 8 of the verdict, and of vertices and points in float

typedef struct found {
    collide_contact at[MOST];
    size_t n;
} found;

// A cylinder, ball or box, a capsule about the axis of the cylinder, or a convex body about that of
// the box, by the same calls.
enum { CYLINDER, BALL, BOX, CAPSULE, HULL, KINDS };
#define TIP 1.3 // of hulls whose faces are pyramids
typedef struct body {
    int kind;
    collide_cylinder cylinder;
    collide_sphere ball;
    collide_obb box;
    const collide_convex *hull;
} body;

static collide_vec3 *center_of(body *b) {
    return b->kind == CYLINDER || b->kind == CAPSULE ? &b->cylinder.center
           : b->kind == BALL                         ? &b->ball.center
                                                     : &b->box.center;
}

// Capsules and convex bodies.
static collide_shape shape_of(const body *b) {
    collide_capsule c;
    collide_pose pose;
    if (b->kind == CAPSULE) {
        const point center = to_point(b->cylinder.center), v = to_point(b->cylinder.axis);
        const point low = add(center, -0.5 * (double)b->cylinder.height, v);
        const point high = add(center, 0.5 * (double)b->cylinder.height, v);
        c.a = vec((float)low.x, (float)low.y, (float)low.z);
        c.b = vec((float)high.x, (float)high.y, (float)high.z);
        c.radius = b->cylinder.radius;
        return collide_shape_from_capsule(&c);
    }
    pose.position = b->box.center;
    memcpy(pose.axis, b->box.axis, sizeof pose.axis);
    return collide_shape_from_convex(b->hull, &pose);
}

// A box, or with tips a box with a pyramid on each face.
static const collide_convex *make_hull(collide_vec3 half, bool tips) {
    static unsigned char memory[32][4096];
    static unsigned next;
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    collide_vec3 v[14];
    uint32_t index[24][3];
    collide_mesh mesh;
    collide_convex *hull;
    size_t n = 0;
    for (uint32_t i = 0; i < 8; ++i)
        v[i] = vec(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z);
    for (uint32_t f = 0; f < 6; ++f) {
        const float to = f & 1 ? (float)TIP : -(float)TIP;
        v[8 + f] = vec(f / 2 == 0 ? to * half.x : 0, f / 2 == 1 ? to * half.y : 0,
                       f / 2 == 2 ? to * half.z : 0);
        for (uint32_t k = 0; k < (tips ? 4 : 2); ++k, ++n) {
            index[n][0] = faces[f][tips ? k : 0];
            index[n][1] = faces[f][tips ? (k + 1) % 4 : k + 1];
            index[n][2] = tips ? 8 + f : faces[f][k + 2];
        }
    }
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = v;
    mesh.vertex_count = tips ? 14 : 8;
    mesh.indices = index;
    mesh.index_size = 4;
    mesh.triangle_count = n;
    next = (next + 1) % 32;
    const collide_status status = collide_convex_build_mesh(
        &hull, COLLIDE_ALIGN(memory[next]), sizeof memory[0] - COLLIDE_ALIGNMENT, &mesh);
    REQUIRE(status == COLLIDE_OK, "%s", collide_status_text(status));
    return hull;
}

static bool meets_terrain(const body *b, const collide_terrain *t) {
    const collide_shape s = shape_of(b);
    return b->kind == CYLINDER ? collide_cylinder_terrain(&b->cylinder, t)
           : b->kind == BALL   ? collide_sphere_terrain(&b->ball, t)
           : b->kind == BOX    ? collide_obb_terrain(&b->box, t)
                               : collide_shape_terrain(&s, t);
}

static size_t contacts_within(const body *b, const collide_terrain *t, float margin,
                              collide_contact *out, size_t n) {
    collide_contact_options o;
    memset(&o, 0, sizeof o);
    o.margin = margin;
    if (b->kind == CAPSULE || b->kind == HULL) {
        const collide_shape s = shape_of(b);
        return b->kind == CAPSULE
                   ? collide_capsule_terrain_contacts(&s.of.capsule, t, &o, out, n)
                   : collide_convex_terrain_contacts(b->hull, &s.of.convex.pose, t, &o, out, n);
    }
    return b->kind == CYLINDER ? collide_cylinder_terrain_contacts(&b->cylinder, t, &o, out, n)
           : b->kind == BALL   ? collide_sphere_terrain_contacts(&b->ball, t, &o, out, n)
                               : collide_obb_terrain_contacts(&b->box, t, &o, out, n);
}

static size_t contacts_of(const body *b, const collide_terrain *t, collide_contact *out, size_t n) {
    return contacts_within(b, t, 0, out, n);
}

static double deepest(const found *f) {
    double most = f->n && f->at[0].depth < 0 ? (double)f->at[0].depth : 0;
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
    if (b->kind == CAPSULE) {
        const collide_shape s = shape_of(b);
        const point from = to_point(s.of.capsule.a), way = add(to_point(s.of.capsule.b), -1, from);
        const point off = add(p, -1, from);
        double k = dot(way, way) > 0 ? dot(off, way) / dot(way, way) : 0;
        k = k > 0 ? k < 1 ? k : 1 : 0;
        return length(add(off, -k, way)) - (double)s.of.capsule.radius;
    }
    const point d = add(p, -1, to_point(b->box.center));
    const double half[3] = {(double)b->box.half.x, (double)b->box.half.y, (double)b->box.half.z};
    double most = -DBL_MAX;
    for (int k = 0; k < 9 && b->kind == HULL && b->hull->vertex_count > 8; ++k) {
        const int i = k / 3, j = k % 3;
        const double x = magnitude(dot(d, to_point(b->box.axis[i]))) / half[i];
        const double y = magnitude(dot(d, to_point(b->box.axis[j]))) / half[j];
        const point n = {1 / half[i], (TIP - 1) / half[j], 0};
        const double off = (x + (TIP - 1) * y - TIP) / length(n);
        most = i != j && off > most ? off : most;
        if (k == 8)
            return most;
    }
    for (int i = 0; i < 3; ++i) {
        const double off = magnitude(dot(d, to_point(b->box.axis[i]))) - half[i];
        most = off > most ? off : most;
    }
    return most;
}

static double size_of(const body *b) {
    return b->kind == CYLINDER  ? (double)b->cylinder.radius + (double)b->cylinder.height
           : b->kind == CAPSULE ? 2 * (double)b->cylinder.radius + (double)b->cylinder.height
           : b->kind == BALL
               ? 2 * (double)b->ball.radius
               : 2 * ((double)b->box.half.x + (double)b->box.half.y + (double)b->box.half.z);
}

// Its least half extent.
static double width_of(const body *b) {
    if (b->kind == CAPSULE)
        return (double)b->cylinder.radius;
    const double x = b->kind == CYLINDER ? (double)b->cylinder.radius
                     : b->kind == BALL   ? (double)b->ball.radius
                                         : (double)b->box.half.x;
    const double y = b->kind == CYLINDER ? 0.5 * (double)b->cylinder.height
                     : b->kind == BALL   ? x
                                         : (double)b->box.half.y;
    const double z = b->kind == BOX || b->kind == HULL ? (double)b->box.half.z : x;
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
    b.kind = kind;
    b.ball.center = b.cylinder.center;
    b.ball.radius = pose == DISC ? 0 : b.cylinder.radius;
    const collide_pose turned = inputs_pose(r, b.cylinder.center);
    b.box = collide_obb_from_pose(&turned, inputs_vec3(r, 0, scale));
    if (pose == UPRIGHT) {
        const collide_pose still = collide_pose_identity();
        b.box = collide_obb_from_pose(&still, b.box.half);
        b.box.center = b.cylinder.center;
    }
    if (kind == HULL) {
        float *half = &b.box.half.x;
        for (int i = 0; i < 3; ++i)
            half[i] = half[i] > 0.05f * scale ? half[i] : 0.05f * scale;
        b.hull = make_hull(b.box.half, kinds_below(r, 2));
    }
    return b;
}

static void test_promises(void **state) {
    size_t hits = 0, contacts = 0;
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
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

// Real grids: the promises, and how fast depths change.
static void test_real(void **state) {
    FILE *file = open_data("terrain.txt");
    inputs_random r = inputs_seed(720);
    (void)state;
    for (size_t grids = read_count(file); grids > 0; --grids) {
        ground g = read_ground(file);
        for (int diagonal = 0; diagonal < 2; ++diagonal) {
            size_t hits = 0, contacts = 0;
            g.grid.other_diagonal = read_count(file) != 0;
            for (size_t left = read_count(file); left > 0; --left) { // for test_terrain.c
                float rest[8];
                read_floats(file, rest, 8);
                for (int k = 0; k < 3; ++k)
                    (void)read_count(file);
            }
            build(&g);
            for (size_t k = 0; k < cases(1000); ++k) {
                const body b = make_body(&r, &g,
                                         k % 8 == 6   ? 1
                                         : k % 8 == 7 ? 2
                                                      : 0,
                                         (int)kinds_below(&r, LARGE), 0.5f * g.grid.dx);
                const found f = check_contacts(&g, &b);
                hits += f.n > 0;
                contacts += f.n;
            }
            print_message("# %zu by %zu: %zu hits have %zu contacts\n", g.grid.columns, g.grid.rows,
                          hits, contacts);
            assert_true(hits > cases(1000) / 4);
            free(g.terrain);
        }
        g.terrain = NULL;
        release(&g);
    }
    close_data(file);
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
    const bool box = b->kind == BOX || b->kind == HULL;
    collide_vec3 *axes = box ? b->box.axis : &b->cylinder.axis;
    double most = 0;
    for (int i = 0; i < (box ? 3 : 1); ++i) {
        const point v = to_point(axes[i]);
        const point about = {way == 3, way == 4, 0};
        const point across = cross(about, v);
        const double tangent = 0.5 * step / size_of(b); // of half the angle
        const point turned = add(v, 2 * tangent / (1 + tangent * tangent),
                                 add(across, tangent, cross(about, across)));
        axes[i] = vec((float)turned.x, (float)turned.y, (float)turned.z);
        const double moved = length(add(to_point(axes[i]), -1, v)) * size_of(b);
        most = moved > most ? moved : most;
    }
    return most;
}

// Whether there is surface all round.
static bool amid(const ground *g, const reach *at) {
    bool all =
        at->i0 > 0 && at->j0 > 0 && at->i1 + 1 < g->grid.columns && at->j1 + 1 < g->grid.rows;
    for (size_t j = at->j0; j < at->j1 && all; ++j)
        for (size_t i = at->i0; i < at->i1 && all; ++i)
            all = !hole_at(g, i, j);
    return all;
}

// The deepest depth changes no faster than the surface is steep; of what is deep, by as much more
// as it is deeper than thick.
static void test_lipschitz(void **state) {
    double worst = 0;
    size_t moves = 0;
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
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
                        if (!amid(&g, &at))
                            continue;
                        const double change = magnitude(deepest(&next) - deepest(&f));
                        const double in = deepest(&f) / width_of(&b);
                        const double rate = (change - bound) /
                                            (step * (1 + steepness(&g, &at)) * (1 + in) * (1 + in));
                        worst = rate > worst ? rate : worst;
                        ++moves;
                    }
                release(&g);
            }
        }
    print_message(
        "# in %zu motions the deepest depth changes by at most %.2f (1 + slope) (1 + depth "
        "/ width)^2 times that\n",
        moves, worst);
    assert_true(worst < 1 && moves > 100);
}

// A box that slides from one plateau to the next one at the same height: the deepest depth grows as
// the box comes over the second, since their planes are two. The same on cells a quarter as wide.
static void test_plateaus(void **state) {
    enum { COLUMNS = 53, ROWS = 21 };
    float heights[COLUMNS * ROWS];
    ground g;
    double worst = 0;
    (void)state;
    memset(&g, 0, sizeof g);
    for (int k = 0; k < 4; ++k) {
        const int fine = k < 2 ? 1 : 4, columns = 13 * fine + 1, rows = 5 * fine + 1;
        for (int i = 0; i < columns * rows; ++i) { // a trench between them
            const float x = (float)(i % columns) / (float)fine, wall = x < 6.5f ? 6 - x : x - 7;
            heights[i] = wall < 0 ? -1 : wall < 1 ? 1.5f * wall - 1 : 0.5f;
        }
        g.grid.heights = heights;
        g.grid.columns = (size_t)columns;
        g.grid.rows = (size_t)rows;
        g.grid.dx = g.grid.dy = 0.5f / (float)fine;
        g.grid.other_diagonal = k & 1;
        build(&g);
        body b;
        memset(&b, 0, sizeof b);
        b.kind = BOX;
        b.box.half = vec(1.5f, 0.25f, 0.25f);
        b.box.axis[0] = vec(0.96f, 0, -0.28f); // its end in front is lower
        b.box.axis[1] = vec(0, 1, 0);
        b.box.axis[2] = vec(0.28f, 0, 0.96f);
        double last = -1;
        for (int step = 0; step < 24000; step += fine) {
            found f;
            b.box.center = vec(1.5f + (float)step * 0x1p-13f, 1.3f, 0.625f);
            f.n = contacts_of(&b, g.terrain, f.at, MOST);
            assert_true(f.n > 0);
            const double depth = deepest(&f), in = depth / width_of(&b);
            const double rate =
                magnitude(depth - last) / (0x1p-13 * fine * 4 * (1 + in) * (1 + in));
            worst = step > 0 && rate > worst ? rate : worst;
            last = depth;
        }
        free(g.terrain);
    }
    print_message("# from plateau to plateau: %.2f of the bound\n", worst);
    assert_true(worst < 0.2); // 0.37 if both count as one plane
}

// ---- planes ----------------------------------------------------------------------------------

static collide_cylinder cylinder(collide_vec3 center, point axis, float radius, float height) {
    const point v = add(axis, 1 / length(axis) - 1, axis);
    const collide_cylinder c = {center, vec((float)v.x, (float)v.y, (float)v.z), radius, height};
    return c;
}

// A grid of one plane z = high + x slope_x + y slope_y; each height is rounded to float.
static ground make_plane(size_t columns, size_t rows, float dx, double slope_x, double slope_y,
                         double high, bool other, size_t first) {
    ground g;
    memset(&g, 0, sizeof g);
    g.heights = (float *)kinds_guarded(columns * rows * sizeof *g.heights);
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0; i < columns; ++i)
            g.heights[j * columns + i] = (float)(high + slope_x * (double)(i + first) * (double)dx +
                                                 slope_y * (double)j * (double)dx);
    g.grid.heights = g.heights;
    g.grid.columns = columns;
    g.grid.rows = rows;
    g.grid.dx = g.grid.dy = dx;
    g.grid.origin.x = (float)first * dx;
    g.grid.other_diagonal = other;
    return g;
}

// Each of some contacts is one of others, but for those that hardly touch.
static void check_among(const found *some, const found *others, double bound) {
    for (size_t i = 0; i < some->n; ++i) {
        const collide_contact *p = &some->at[i];
        double least = DBL_MAX;
        for (size_t k = 0; k < others->n; ++k) {
            const collide_contact *q = &others->at[k];
            const double a = length(add(to_point(p->point_a), -1, to_point(q->point_a)));
            const double b = length(add(to_point(p->point_b), -1, to_point(q->point_b)));
            const double n = length(add(to_point(p->normal), -1, to_point(q->normal)));
            const double off =
                a + b + n * (double)p->depth + magnitude((double)p->depth - (double)q->depth);
            if (p->feature_a >> 24 == q->feature_a >> 24)
                least = off < least ? off : least;
        }
        REQUIRE(least <= bound || (double)p->depth <= bound,
                "contact %zu of %zu, %g deep, is %g off the next, bound %g", i, some->n,
                (double)p->depth, least, bound);
    }
}

static void check_same(const found *some, const found *others, double bound) {
    check_among(some, others, bound);
    check_among(others, some, bound);
}

static void check_on_plane(const collide_contact *c, double high, double slope_x, double slope_y,
                           double bound) {
    const double off = high + slope_x * (double)c->point_a.x + slope_y * (double)c->point_a.y -
                       (double)c->point_a.z;
    REQUIRE(magnitude(off * (double)c->normal.z - (double)c->depth) <= bound &&
                COLLIDE_FEATURE_KIND(c->feature_b) == COLLIDE_FEATURE_FACE,
            "a ghost, %g deep", (double)c->depth);
}

// What stands, lies, leans or is anywhere on a grid of one plane has that plane's contacts, and so
// it has on two tiles that know each other's border. (To what angle a base lies flat, heights far
// from 0 do not tell; which points are kept depends on it.)
static void test_planes(void **state) {
    size_t contacts = 0, straddles = 0;
    (void)state;
    inputs_random r = inputs_seed(800);
    for (size_t round = 0; round < cases(400); ++round) {
        const size_t columns = 20, rows = 18, cut = 9;
        const float dx = round % 4 == 3 ? 0.37f : 1;
        const bool level = round % 3 == 0;
        const double slope_x = level ? 0 : (double)inputs_uniform(&r, -1, 1);
        const double slope_y = level ? 0 : (double)inputs_uniform(&r, -1, 1);
        const double high = round % 5 == 4 ? 1000 : (double)inputs_uniform(&r, -2, 2);
        const bool other = round % 2;
        ground g = make_plane(columns, rows, dx, slope_x, slope_y, high, other, 0);
        ground west = make_plane(cut + 2, rows, dx, slope_x, slope_y, high, other, 0);
        ground east =
            make_plane(columns - cut + 1, rows, dx, slope_x, slope_y, high, other, cut - 1);
        west.grid.neighbours = COLLIDE_NEIGHBOUR_EAST;
        east.grid.neighbours = COLLIDE_NEIGHBOUR_WEST;
        build(&g);
        build(&west);
        build(&east);
        const point n = {-slope_x, -slope_y, 1};
        for (int k = 0; k < 12; ++k) {
            const point any = {inputs_uniform(&r, -1, 1), inputs_uniform(&r, -1, 1),
                               inputs_uniform(&r, -1, 1)};
            const point axis = k % 4 == 0 ? n : k % 4 == 1 ? cross(n, any) : any;
            const float radius = inputs_uniform(&r, 0.1f, 2) * dx;
            const float height = inputs_uniform(&r, 0.1f, 4) * dx;
            const float x = (k % 3 == 0   ? (float)cut
                             : k % 3 == 1 ? (float)(8 + kinds_below(&r, 4))
                                          : inputs_uniform(&r, 8, 12)) *
                            dx;
            const float y = (k % 2 ? 9 : inputs_uniform(&r, 8, 10)) * dx;
            collide_cylinder c = cylinder(vec(x, y, 0), axis, radius, height);
            const point v = to_point(c.axis);
            const double deep =
                (double)height / 2 * magnitude(dot(v, n)) + (double)radius * length(cross(v, n));
            const double z = high + slope_x * (double)x + slope_y * (double)y;
            c.center.z = (float)(z + deep * (double)inputs_uniform(&r, k % 5 == 4 ? -3 : 0, 1));
            // The plane through the rounded centre.
            const double below = z - (double)c.center.z;
            const collide_plane plane = {vec((float)n.x, (float)n.y, (float)n.z), 0};
            collide_cylinder at_origin = c;
            found whole, plain, tiles, rest;
            at_origin.center = vec(0, 0, (float)-below);
            whole.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, whole.at, MOST);
            plain.n = collide_cylinder_plane_contacts(&at_origin, &plane, NULL, plain.at, MOST);
            for (size_t i = 0; i < plain.n; ++i) {
                collide_contact *p = &plain.at[i];
                p->point_a =
                    vec(p->point_a.x + x, p->point_a.y + y, (float)((double)p->point_a.z + z));
                p->point_b =
                    vec(p->point_b.x + x, p->point_b.y + y, (float)((double)p->point_b.z + z));
            }
            const double e = (double)(radius + height) + 2 * (double)dx;
            const double bound =
                64 * UNIT * (e + magnitude(z) + (double)x + (double)y + magnitude(below)) +
                300 * UNIT *
                    (magnitude(high) +
                     20 * (double)dx * (magnitude(slope_x) + magnitude(slope_y))) *
                    (1 + e / (double)dx);
            if (plain.n == 0 || deepest(&plain) <= bound) // may touch or not
                continue;
            REQUIRE(magnitude(deepest(&whole) - deepest(&plain)) <= bound, "%g deep, not %g",
                    deepest(&whole), deepest(&plain));
            for (size_t i = 0; i < whole.n; ++i)
                check_on_plane(&whole.at[i], high, slope_x, slope_y, bound);
            if (high < 999)
                check_same(&whole, &plain, bound);
            contacts += whole.n;
            tiles.n = collide_cylinder_terrain_contacts(&c, west.terrain, NULL, tiles.at, MOST);
            rest.n = collide_cylinder_terrain_contacts(&c, east.terrain, NULL, rest.at, MOST);
            straddles += tiles.n > 0 && rest.n > 0;
            bool border = false; // a point on the border may count twice, or in neither
            for (size_t i = 0; i < whole.n; ++i)
                border = border || magnitude((double)whole.at[i].point_a.x -
                                             (double)cut * (double)dx) <= bound;
            memcpy(tiles.at + tiles.n, rest.at, rest.n * sizeof *rest.at);
            tiles.n += rest.n;
            // Five points may be left of two tiles.
            // The partner of what is deep may lie beyond the neighbour's cells that a tile has.
            const bool shallow = deepest(&plain) < 0.5 * (double)dx;
            for (size_t i = 0; i < tiles.n && shallow; ++i)
                check_on_plane(&tiles.at[i], high, slope_x, slope_y, bound);
            if (!border && high < 999 && shallow)
                check_among(&plain, &tiles, bound);
        }
        release(&g);
        release(&west);
        release(&east);
    }
    print_message("# %zu contacts with planes, %zu cylinders on two tiles\n", contacts, straddles);
    assert_true(contacts > 1000 / 10 && straddles > 10);
}

// ---- planes and triangles by themselves ------------------------------------------------------

static body body_of(const collide_cylinder *c) {
    body b;
    memset(&b, 0, sizeof b);
    b.kind = CYLINDER;
    b.cylinder = *c;
    return b;
}

static void test_shapes(void **state) {
    inputs_random r = inputs_seed(900);
    (void)state;
    for (size_t k = 0; k < cases(40000); ++k) {
        const float scale = k % 3 == 1 ? 1e-3f : k % 3 == 2 ? 1000.0f : 1;
        const collide_vec3 offset = inputs_vec3(&r, -1, 1);
        const collide_pose pose =
            inputs_pose(&r, vec(offset.x * scale, offset.y * scale, offset.z * scale));
        const collide_cylinder c = {pose.position, pose.axis[2],
                                    inputs_uniform(&r, 0.1f, 1) * scale,
                                    inputs_uniform(&r, 0.1f, 2) * scale};
        const double e = (double)c.radius + (double)c.height;
        const double bound = 64 * UNIT * (e + length(to_point(c.center)));
        const body b = body_of(&c);
        collide_plane plane;
        found f;
        // Of a plane the deepest point is known.
        plane.normal = inputs_vec3(&r, -1, 1);
        plane.distance = inputs_uniform(&r, -2, 2) * scale;
        f.n = collide_cylinder_plane_contacts(&c, &plane, NULL, f.at, MOST);
        assert_int_equal(collide_cylinder_plane_contacts(&c, &plane, NULL, NULL, 0), f.n);
        assert_int_equal(f.n > 0, collide_cylinder_plane(&c, &plane));
        assert_true(f.n <= 4);
        const point n = to_point(plane.normal), v = to_point(c.axis);
        const double away = dot(n, to_point(c.center)) - (double)plane.distance;
        const double most = (double)c.height / 2 * magnitude(dot(n, v)) +
                            (double)c.radius * length(cross(n, v)) - away;
        for (size_t i = 0; i < f.n; ++i) {
            const point q = to_point(f.at[i].point_b);
            REQUIRE(magnitude(dot(n, q) - (double)plane.distance) <= bound * length(n),
                    "off the plane");
            REQUIRE(magnitude(outside(&b, to_point(f.at[i].point_a))) <= bound, "off the cylinder");
        }
        if (f.n > 0)
            REQUIRE(magnitude(deepest(&f) - most / length(n)) <= bound, "%zu: %g deep, not %g", k,
                    deepest(&f), most / length(n));
    }
}

// ---- known cases -----------------------------------------------------------------------------

static ground make_step(size_t columns, float dx, size_t at, float height) {
    ground g = make_plane(columns, columns, dx, 0, 0, 0, false, 0);
    for (size_t j = 0; j < columns; ++j)
        for (size_t i = at; i < columns; ++i)
            g.heights[j * columns + i] = height;
    build(&g);
    return g;
}

// Barrels: on the base, on the side, against a kerb whose face is a cell wide.
static void test_barrels(void **state) {
    const point up = {0, 0, 1}, along = {0, 1, 0}, slanted = {0.3, 1, 0};
    ground g = make_step(40, 0.5f, 20, 0.25f);
    found f;
    (void)state;
    collide_cylinder c = cylinder(vec(5, 5, 0.49f), up, 0.3f, 1);
    f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
    assert_int_equal(f.n, 4);
    for (size_t i = 0; i < f.n; ++i) {
        assert_true(magnitude((double)f.at[i].depth - 0.01) < 1e-6);
        assert_true(f.at[i].normal.z >= 1 &&
                    (f.at[i].feature_a & 0x03000000u) == COLLIDE_CYLINDER_RIM);
    }
    for (int k = 0; k < 2; ++k) {
        c = cylinder(vec(5, 5, 0.29f), k ? slanted : along, 0.3f, 1);
        f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
        assert_int_equal(f.n, 2);
        const point line = add(to_point(f.at[1].point_a), -1, to_point(f.at[0].point_a));
        assert_true(magnitude(length(line) - 1) < 1e-5);
        assert_true(magnitude((double)f.at[0].depth - 0.01) < 1e-6);
        assert_true(magnitude((double)f.at[1].depth - 0.01) < 1e-6);
    }
    // Upright, on the ground, and 2 cm into the upper edge of a kerb that rises from x = 0.78 to
    // 0.8.
    ground kerb = make_step(80, 0.02f, 40, 0.25f);
    c = cylinder(vec(0.52f, 0.8f, 0.499f), up, 0.3f, 1);
    f.n = collide_cylinder_terrain_contacts(&c, kerb.terrain, NULL, f.at, MOST);
    size_t below = 0, aside = 0;
    for (size_t i = 0; i < f.n; ++i) {
        below += f.at[i].normal.z >= 1 && (double)f.at[i].depth < 0.0011;
        aside += (double)f.at[i].normal.x < -0.9;
    }
    print_message("# %zu contacts at a kerb, the deepest %g\n", f.n, deepest(&f));
    assert_true(below >= 2 && aside >= 1 && below + aside == f.n);
    assert_true(deepest(&f) > 0.01 && deepest(&f) < 0.041);
    release(&kerb);
    // A roof whose ridge runs along y: both ends of a barrel that lies on it.
    for (size_t j = 0; j < 40; ++j)
        for (size_t i = 0; i < 40; ++i)
            g.heights[j * 40 + i] = i < 20 ? (float)(int)i * 0.2f : (float)(int)(40 - i) * 0.2f;
    assert_int_equal(collide_terrain_update(g.terrain, 0, 0, 40, 40), COLLIDE_OK);
    c = cylinder(vec(10, 7.3f, 4.29f), along, 0.3f, 2.2f);
    f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
    double low = DBL_MAX, high = -DBL_MAX;
    for (size_t i = 0; i < f.n; ++i) {
        const double y = (double)f.at[i].point_a.y;
        low = y < low ? y : low;
        high = y > high ? y : high;
        assert_true(magnitude((double)f.at[i].depth - 0.01) < 1e-3 &&
                    (double)f.at[i].normal.z > 0.99);
    }
    assert_true(f.n >= 2 && f.n <= 4);
    assert_true(magnitude(low - 6.2) < 1e-5 && magnitude(high - 8.4) < 1e-5);
    // Upright on that ridge: both ends of what is under the base.
    c = cylinder(vec(10, 7.3f, 4.49f), up, 0.3f, 1);
    f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
    low = DBL_MAX, high = -DBL_MAX;
    for (size_t i = 0; i < f.n; ++i) {
        const double y = (double)f.at[i].point_a.y;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    assert_true(f.n >= 2 && f.n <= 6); // rim points right below the ridge are those of a face too
    assert_true(magnitude(low - 7.0) < 1e-5 && magnitude(high - 7.6) < 1e-5);
    release(&g);
}

// ---- slow motions ----------------------------------------------------------------------------

typedef struct motion {
    double rate, slide; // of the deepest depth, and of points whose features stay, per motion
    size_t lost;        // steps after which no contact has the features of one before
} motion;

static void compare_steps(const found *before, const found *now, double step, double bound,
                          motion *m) {
    size_t stay = 0;
    const double rate = (magnitude(deepest(now) - deepest(before)) - bound) / step;
    m->rate = rate > m->rate ? rate : m->rate;
    for (size_t i = 0; i < now->n; ++i)
        for (size_t k = 0; k < before->n; ++k)
            if (now->at[i].feature_a == before->at[k].feature_a &&
                now->at[i].feature_b == before->at[k].feature_b) {
                const point to = to_point(now->at[i].point_a),
                            from = to_point(before->at[k].point_a);
                const double slide = (length(add(to, -1, from)) - bound) / step;
                m->slide = slide > m->slide ? slide : m->slide;
                ++stay;
            }
    m->lost += before->n > 0 && now->n > 0 && stay == 0;
}

// A body at rest but for steps of a millionth: its points stay. Then a barrel that rolls a full
// turn, and one that is set up, all over hills.
static void test_motions(void **state) {
    inputs_random r = inputs_seed(950);
    motion rest = {0, 0, 0}, roll = {0, 0, 0}, tilt = {0, 0, 0};
    const size_t steps = cases(1000);
    (void)state;
    ground hills = make_ground(&r, HILLS, 40, 40, 1, 0);
    ground plane = make_plane(40, 40, 1, 0.25, -0.125, 1, false, 0);
    build(&plane);
    for (int k = 0; k < 6; ++k) {
        const ground *g = k % 2 ? &hills : &plane;
        const point n = {-0.25, 0.125, 1}, side = {0.125, 0.25, 0};
        collide_cylinder c = cylinder(vec(20, 15, 0),
                                      k < 2   ? n
                                      : k < 4 ? cross(n, side)
                                              : side,
                                      0.6f, 1.5f);
        float z;
        assert_true(collide_terrain_height(g->terrain, c.center.x, c.center.y, &z, NULL));
        c.center.z = z;
        while (collide_cylinder_terrain(&c, g->terrain))
            c.center.z += 0.001f;
        c.center.z -= 0.003f;
        found before, now;
        const collide_cylinder still = c;
        before.n = collide_cylinder_terrain_contacts(&c, g->terrain, NULL, before.at, MOST);
        for (size_t step = 0; step < steps; ++step) {
            c = still;
            c.center.x += inputs_uniform(&r, -1e-6f, 1e-6f);
            c.center.z += inputs_uniform(&r, -1e-6f, 1e-6f);
            c.axis.x += inputs_uniform(&r, -1e-7f, 1e-7f);
            c.axis.y += inputs_uniform(&r, -1e-7f, 1e-7f);
            now.n = collide_cylinder_terrain_contacts(&c, g->terrain, NULL, now.at, MOST);
            REQUIRE(now.n == before.n, "%zu contacts, then %zu", before.n, now.n);
            compare_steps(&before, &now, 1e-6, 2e-5, &rest);
            for (size_t i = 0; i < now.n; ++i)
                REQUIRE(now.at[i].feature_a == before.at[i].feature_a &&
                            now.at[i].feature_b == before.at[i].feature_b,
                        "step %zu: features change at rest", step);
        }
    }
    print_message("# at rest: depth %.2f, points %.2f per motion\n", rest.rate, rest.slide);
    assert_true(rest.rate < 2 && rest.slide < 2);
    for (int k = 0; k < 8; ++k) {
        const double radius = 0.8;
        const point axis = {-inputs_uniform(&r, 0.2f, 1), inputs_uniform(&r, -1, 1),
                            k % 2 ? 0.1 : 0};
        collide_cylinder c = cylinder(vec(20, 20, 0), axis, (float)radius, 1.2f);
        const point v = to_point(c.axis);
        point way = {-v.y, v.x, 0};
        way = add(way, 1 / length(way) - 1, way);
        found before, now;
        float z;
        assert_true(collide_terrain_height(hills.terrain, 20, 20, &z, NULL));
        before.n = 0;
        const double length_of_step = 6.283185307179586 * radius / (double)(10 * steps);
        for (size_t step = 0; step < 10 * steps; ++step) {
            const double s = (double)step * length_of_step - 2.5;
            c.center.x = (float)(20 + s * way.x);
            c.center.y = (float)(20 + s * way.y);
            // At the height of its axis over hills that are smoothed: it sinks in and rises.
            c.center.z = z + 0.7f;
            now.n = collide_cylinder_terrain_contacts(&c, hills.terrain, NULL, now.at, MOST);
            if (step > 0)
                compare_steps(&before, &now, length_of_step, 1e-5, &roll);
            before = now;
        }
        for (size_t step = 0; step < 10 * steps; ++step) {
            const double s = (double)step / (double)(10 * steps);
            const point from = {v.x, v.y, 0}, to = {0, 0, 1};
            const point a = add(add(from, -s, from), s, to);
            c = cylinder(c.center, a, (float)radius, 1.2f);
            now.n = collide_cylinder_terrain_contacts(&c, hills.terrain, NULL, now.at, MOST);
            if (step > 0)
                compare_steps(&before, &now, 2.0 * 1.5 / (double)(10 * steps), 1e-5, &tilt);
            before = now;
        }
    }
    print_message("# rolling: depth %.2f, points %.1f per motion, %zu steps change all features\n",
                  roll.rate, roll.slide, roll.lost);
    print_message("# tilting: depth %.2f, points %.1f per motion, %zu steps change all features\n",
                  tilt.rate, tilt.slide, tilt.lost);
    assert_true(roll.rate < 8 && tilt.rate < 8);
    release(&hills);
    release(&plane);
}

// What lies along a ridge, or nearly so, stands on both ends of itself, wherever they are on it.
static void test_ridge(void **state) {
    ground g = make_plane(32, 32, 1, 0, 0, 0, 0, 0);
    (void)state;
    for (size_t j = 0; j < 32; ++j)
        g.heights[32 * j + 16] = 1;
    build(&g);
    for (int k = 0; k < 2000; ++k)
        for (int turn = 0; turn < 3; ++turn) {
            const double y = 10 + 1e-3 * k, slant = turn == 0 ? 0 : turn == 1 ? 1e-5 : 1e-2;
            const point axis = {slant, 1, 0};
            const collide_cylinder c = cylinder(vec(16.02f, (float)y, 1.28f), axis, 0.3f, 0.4f);
            body b;
            found f;
            double low = DBL_MAX, high = -DBL_MAX;
            memset(&b, 0, sizeof b);
            b.kind = k % 2 ? CAPSULE : CYLINDER;
            b.cylinder = c;
            f.n = contacts_of(&b, g.terrain, f.at, MOST);
            for (size_t i = 0; i < f.n; ++i) {
                low = (double)f.at[i].point_b.y < low ? (double)f.at[i].point_b.y : low;
                high = (double)f.at[i].point_b.y > high ? (double)f.at[i].point_b.y : high;
                REQUIRE((double)f.at[i].normal.z > 0.99, "a normal of z %g",
                        (double)f.at[i].normal.z);
            }
            REQUIRE(magnitude(low - (y - 0.2)) < 1e-3 && magnitude(high - (y + 0.2)) < 1e-3,
                    "from %g to %g at %g", low, high, y);
        }
    release(&g);
}

// Poles whose centre is far above level ground stand on four points; one that is thinner than its
// distance is rounded to has a normal.
static void test_poles(void **state) {
    const collide_vec3 thin[] = {{20, 20, -40}, {20, 20, -3}};
    const point x = {1, 0, 0}, up = {0, 0, 1};
    (void)state;
    for (int k = 0; k < 200; ++k) {
        const double high = 0.0025 * k;
        ground g = make_plane(64, 64, 0.25f, 0, 0, high, k & 1, 0);
        build(&g);
        for (int step = 0; step < 12; ++step) {
            const double tall = 10 * (1 + step * step);
            const collide_cylinder c =
                cylinder(vec(8.1f, 8.05f, (float)(high + tall / 2 - 0.01)), up, 0.1f, (float)tall);
            found f;
            f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
            assert_int_equal(f.n, 4);
        }
        release(&g);
    }
    ground g = make_plane(64, 64, 1, 0, 0, -50, 0, 0);
    g.heights[64 * 20 + 20] = 0;
    build(&g);
    for (int k = 0; k < 2; ++k) {
        const collide_cylinder c = cylinder(thin[k], x, k ? 1e-8f : 1e-7f, 1);
        found f;
        f.n = collide_cylinder_terrain_contacts(&c, g.terrain, NULL, f.at, MOST);
        for (size_t i = 0; i < f.n; ++i)
            assert_true(magnitude(length(to_point(f.at[i].normal)) - 1) < 1e-6);
    }
    release(&g);
}

// What is promised of contacts within a margin: some if and only if the body moved down by it hits;
// no depth below -margin; the deepest depth of a body that hits is the same with and without it.
// Returns whether there are some.
static bool check_margin(const ground *g, const body *b, float margin) {
    const collide_terrain *t = g->terrain;
    const reach r = body_reach(g, b);
    body low = *b, lower = *b;
    found all, touching;
    all.n = contacts_within(b, t, margin, all.at, MOST);
    touching.n = contacts_of(b, t, touching.at, MOST);
    const double place =
        UNIT * (length(to_point(*center_of(&low))) + length(to_point(g->grid.origin)));
    const double bound = BOUND * UNIT * (r.extent + (double)margin) + 2 * place + flatness(g, &r);
    center_of(&low)->z -= (float)((double)margin - 2 * bound);
    center_of(&lower)->z -= (float)((double)margin + 2 * bound);
    REQUIRE(all.n > 0 || !meets_terrain(&low, t) || (double)margin < 2 * bound,
            "none within the margin");
    REQUIRE(all.n == 0 || meets_terrain(&lower, t), "some beyond the margin");
    if (touching.n > 0 && deepest(&touching) > bound)
        REQUIRE(magnitude(deepest(&all) - deepest(&touching)) <= bound, "%g deep, with a margin %g",
                deepest(&touching), deepest(&all));
    for (size_t i = 0; i < all.n; ++i) {
        const collide_contact *c = &all.at[i];
        REQUIRE(c->depth >= -margin && c->normal.z >= 0, "depth %g of margin %g", (double)c->depth,
                (double)margin);
        REQUIRE(magnitude(outside(b, to_point(c->point_a))) <= bound,
                "a point of kind %d is %g off the body, bound %g", b->kind,
                outside(b, to_point(c->point_a)), bound);
        REQUIRE(off_surface(g, to_point(c->point_b)) <= bound, "a point is off the surface");
    }
    return all.n > 0;
}

// A convex body like a box is as deep as the box, and a capsule without length as deep as its ball;
// a capsule that lies has two contacts, one that stands has one, a convex body four.
static void test_alike(void **state) {
    inputs_random r = inputs_seed(780);
    size_t hits = 0;
    (void)state;
    for (size_t round = 0; round < cases(40); ++round)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            ground g = make_ground(&r, what, 24, 20, 1, 0);
            for (int k = 0; k < 10; ++k) {
                body b = make_body(&r, &g, HULL, k % POSE_COUNT, 1), like;
                found f, other;
                const float margin = k % 2 ? 0.25f : 0;
                if (k % 3 == 2) {
                    b.kind = CAPSULE;
                    b.cylinder.height = 0;
                } else {
                    b.hull = make_hull(b.box.half, false);
                }
                like = b;
                like.kind = k % 3 == 2 ? BALL : BOX;
                like.ball.radius = b.cylinder.radius;
                f.n = contacts_within(&b, g.terrain, margin, f.at, MOST);
                other.n = contacts_within(&like, g.terrain, margin, other.at, MOST);
                const reach at = body_reach(&g, &b);
                const double bound = 4 * BOUND * UNIT * at.extent + 4 * flatness(&g, &at);
                if (f.n == 0 || other.n == 0) {
                    REQUIRE(f.n == other.n ||
                                deepest(f.n ? &f : &other) <= bound - (double)margin * 0.1,
                            "one of two that are alike has %g", deepest(f.n ? &f : &other));
                    continue;
                }
                REQUIRE(magnitude(deepest(&f) - deepest(&other)) <= bound * (1 + deepest(&f)),
                        "%g and %g deep, of %g", deepest(&f), deepest(&other), bound);
                ++hits;
            }
            release(&g);
        }
    print_message("# %zu pairs that are alike\n", hits);
    assert_true(hits > 100);
    for (int lean = 0; lean < 2; ++lean) {
        ground g = make_plane(24, 24, 1, lean ? 0.25 : 0, 0, 0, lean, 0);
        const point n = {lean ? -0.25 : 0, 0, 1}, across = {0, 1, 0};
        build(&g);
        for (int k = 0; k < 3; ++k) {
            body b;
            found f;
            memset(&b, 0, sizeof b);
            const point up = add(n, 1 / length(n) - 1, n), center = {12.3, 11.4, lean ? 3.075 : 0};
            const double high = k == 0 ? 0.299 : k == 1 ? 1.299 : 0.499;
            const point at = add(center, high, up);
            const collide_vec3 c = vec((float)at.x, (float)at.y, (float)at.z);
            b.kind = k < 2 ? CAPSULE : HULL;
            b.cylinder = cylinder(c, k == 0 ? across : up, 0.3f, 2);
            b.box.center = c;
            b.box.axis[2] = cylinder(c, up, 1, 1).axis;
            b.box.axis[1] = vec(0, 1, 0);
            b.box.axis[0] = vec(b.box.axis[2].z, 0, -b.box.axis[2].x);
            b.box.half = vec(1, 2, 0.5f);
            b.hull = make_hull(b.box.half, false);
            f.n = contacts_of(&b, g.terrain, f.at, MOST);
            assert_int_equal(f.n, k == 0 ? 2 : k == 1 ? 1 : 4);
            for (size_t i = 0; i < f.n; ++i)
                assert_true(magnitude((double)f.at[i].depth - 0.001) < 1e-5);
        }
        release(&g);
    }
}

// A margin that is negative or NaN is none; an infinite one takes in all that is above. The lowest
// points of a cylinder over a plane are within the margin by their distances.
static void check_bad_margins(void) {
    const float none[] = {-1, -INFINITY, NAN, -0.0f};
    ground g = make_plane(8, 8, 1, 0.25, 0, 0, false, 0);
    body b;
    found some, all;
    memset(&b, 0, sizeof b);
    build(&g);
    for (int kind = 0; kind < KINDS; ++kind)
        for (int lift = 0; lift < 2; ++lift) {
            inputs_random r = inputs_seed(1);
            b = make_body(&r, &g, kind, UPRIGHT, 1);
            *center_of(&b) = vec(3.5f, 3.5f, 0.8f + (float)(lift * 100));
            all.n = contacts_of(&b, g.terrain, all.at, MOST);
            assert_true((all.n > 0) == !lift);
            for (int i = 0; i < 4; ++i) {
                some.n = contacts_within(&b, g.terrain, none[i], some.at, MOST);
                assert_int_equal(some.n, all.n);
                assert_memory_equal(some.at, all.at, all.n * sizeof *all.at);
            }
            assert_true(contacts_within(&b, g.terrain, INFINITY, some.at, MOST) > 0);
        }
    release(&g);
    const collide_cylinder can = {vec(0, 0, 1.25f), vec(0, 0.6f, 0.8f), 0.5f, 1};
    const collide_plane floor = {vec(0, 0, 1), 0}, steep = {vec(0, 0, 2), 0};
    collide_contact_options o;
    memset(&o, 0, sizeof o);
    for (int k = 0; k < 200; ++k) {
        const double low = 1.25 - 0.5 * 0.8 - 0.5 * 0.6;
        collide_contact at[2][8];
        o.margin = (float)k / 100;
        const size_t n = collide_cylinder_plane_contacts(&can, &floor, &o, at[0], 8);
        assert_int_equal(n, collide_cylinder_plane_contacts(&can, &steep, &o, at[1], 8));
        assert_memory_equal(at[0], at[1], n * sizeof **at);
        if (magnitude((double)o.margin - low) > 1e-6)
            assert_true((n > 0) == ((double)o.margin > low));
        for (size_t i = 0; i < n; ++i) {
            assert_true(at[0][i].depth >= -o.margin);
            assert_true(magnitude((double)at[0][i].depth + (double)at[0][i].point_a.z) < 1e-6);
        }
    }
}

// Margins: the promises, and in small motions the deepest depth changes as slowly as without one,
// through touch and up to the margin.
static void test_margins(void **state) {
    double worst = 0;
    size_t moves = 0, ahead = 0;
    (void)state;
    for (int kind = 0; kind < KINDS; ++kind)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            inputs_random r = inputs_seed(770 + (uint64_t)(10 * kind + what));
            for (size_t round = 0; round < cases(20); ++round) {
                ground g = make_ground(&r, what, 24, 20, 1, 0);
                for (int pose = 0; pose < POSE_COUNT; ++pose)
                    for (int k = 0; k < 10; ++k) {
                        body b = make_body(&r, &g, kind, pose, 1);
                        found f, next;
                        const float margin = inputs_uniform(&r, 0, k < 5 ? 0.1f : 1);
                        center_of(&b)->z += inputs_uniform(&r, 0, margin);
                        if (k == 9)
                            center_of(&b)->z += inputs_uniform(&r, 0, 1);
                        const bool touches = meets_terrain(&b, g.terrain);
                        ahead += check_margin(&g, &b, margin) && !touches;
                        f.n = contacts_within(&b, g.terrain, margin, f.at, MOST);
                        if (pose == DISC || pose == NEEDLE || f.n == 0)
                            continue;
                        const double step = move(&r, &b, k % 2 ? 1e-3 : 1e-5);
                        next.n = contacts_within(&b, g.terrain, margin, next.at, MOST);
                        const reach at = body_reach(&g, &b);
                        const double bound = 64 * UNIT * at.extent, slope = steepness(&g, &at);
                        if (!amid(&g, &at) || !(step > 0))
                            continue;
                        const double to = next.n ? deepest(&next) : -(double)margin / (1 + slope);
                        const double change = next.n || deepest(&f) > to
                                                  ? magnitude(to - deepest(&f))
                                                  : 0; // it left the margin
                        const double in = deepest(&f) > 0 ? deepest(&f) / width_of(&b) : 0;
                        const double rate =
                            (change - bound) / (step * (1 + slope) * (1 + in) * (1 + in));
                        worst = rate > worst ? rate : worst;
                        ++moves;
                    }
                release(&g);
            }
        }
    check_bad_margins();
    print_message("# %zu bodies within the margin; in %zu motions %.2f of the bound\n", ahead,
                  moves, worst);
    assert_true(worst < 1 && moves > 100 && ahead > 100);
}

// ---- batches, instruction sets, bad input ----------------------------------------------------

static void test_batches(void **state) {
    enum { N = 67, EACH = 3 };
    inputs_random r = inputs_seed(980);
    const size_t size = collide_cylinder_pack_size(N);
    (void)state;
    for (int what = 0; what < GROUND_COUNT; ++what) {
        ground g = make_ground(&r, what, 40, 32, 1, 0);
        collide_cylinder c[N];
        collide_cylinder_pack *pack;
        collide_contact one[N][MOST], many[N * EACH];
        size_t count[N];
        uint32_t counts[N];
        void *memory = aligned(size);
        for (int k = 0; k < N; ++k)
            c[k] = make_cylinder(&r, &g, k % POSE_COUNT, 1);
        collide_isa_limit(COLLIDE_ISA_SCALAR);
        for (int k = 0; k < N; ++k)
            count[k] = collide_cylinder_terrain_contacts(&c[k], g.terrain, NULL, one[k], MOST);
        for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
            if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                continue;
            for (size_t n = 0; n <= N; n += n < 2 ? 1 : 13) {
                if (n > 0)
                    assert_int_equal(collide_cylinder_pack_build(&pack, memory, size, c, n, 0),
                                     COLLIDE_OK);
                size_t hits = 0;
                for (size_t k = 0; k < n; ++k)
                    hits += count[k] > 0;
                memset(many, 0x5a, sizeof many);
                assert_int_equal(collide_terrain_cylinder_contacts_many(
                                     g.terrain, n > 0 ? pack : NULL, NULL, many, EACH, counts),
                                 hits);
                for (size_t k = 0; k < n; ++k) {
                    collide_contact few[MOST];
                    assert_int_equal(counts[k], count[k]);
                    (void)collide_cylinder_terrain_contacts(&c[k], g.terrain, NULL, few, EACH);
                    const size_t written = count[k] < EACH ? count[k] : EACH;
                    assert_memory_equal(many + k * EACH, few, written * sizeof *few);
                    (void)collide_cylinder_terrain_contacts(&c[k], g.terrain, NULL, few, MOST);
                    assert_memory_equal(one[k], few, count[k] * sizeof *few);
                }
            }
            assert_int_equal(
                collide_terrain_cylinder_contacts_many(g.terrain, NULL, NULL, NULL, 0, NULL), 0);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        free(memory);
        release(&g);
    }
}

// Batches of spheres and OBBs write what single calls write, on each instruction set.
static void test_batches_of_others(void **state) {
    enum { N = 67, EACH = 3 };
    inputs_random r = inputs_seed(981);
    void *ball_memory = aligned(collide_sphere_pack_size(N));
    void *box_memory = aligned(collide_obb_pack_size(N));
    (void)state;
    for (int what = 0; what < GROUND_COUNT; ++what) {
        ground g = make_ground(&r, what, 40, 32, 1, 0);
        collide_sphere ball[N];
        collide_obb box[N];
        collide_sphere_pack *balls;
        collide_obb_pack *boxes;
        for (int k = 0; k < N; ++k) {
            const collide_cylinder c = make_cylinder(&r, &g, k % POSE_COUNT, 1);
            const collide_pose pose = inputs_pose(&r, c.center);
            ball[k].center = c.center;
            ball[k].radius = c.radius;
            box[k] = collide_obb_from_pose(&pose, inputs_vec3(&r, 0.1f, 1));
        }
        assert_int_equal(
            collide_sphere_pack_build(&balls, ball_memory, collide_sphere_pack_size(N), ball, N, 0),
            COLLIDE_OK);
        assert_int_equal(
            collide_obb_pack_build(&boxes, box_memory, collide_obb_pack_size(N), box, N, 0),
            COLLIDE_OK);
        for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
            collide_contact of_balls[N * EACH], of_boxes[N * EACH], few[2][MOST];
            uint32_t counts[2][N];
            size_t hits[2];
            if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                continue;
            hits[0] = collide_terrain_sphere_contacts_many(g.terrain, balls, NULL, of_balls, EACH,
                                                           counts[0]);
            hits[1] = collide_terrain_obb_contacts_many(g.terrain, boxes, NULL, of_boxes, EACH,
                                                        counts[1]);
            collide_isa_limit(COLLIDE_ISA_SCALAR);
            for (int k = 0; k < N; ++k) {
                const size_t one =
                    collide_sphere_terrain_contacts(&ball[k], g.terrain, NULL, few[0], EACH);
                const size_t other =
                    collide_obb_terrain_contacts(&box[k], g.terrain, NULL, few[1], EACH);
                assert_int_equal(counts[0][k], one);
                assert_int_equal(counts[1][k], other);
                assert_memory_equal(of_balls + k * EACH, few[0],
                                    (one < EACH ? one : EACH) * sizeof **few);
                assert_memory_equal(of_boxes + k * EACH, few[1],
                                    (other < EACH ? other : EACH) * sizeof **few);
                hits[0] -= one > 0;
                hits[1] -= other > 0;
            }
            assert_int_equal(hits[0], 0);
            assert_int_equal(hits[1], 0);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        release(&g);
    }
    assert_int_equal(collide_terrain_sphere_contacts_many(NULL, NULL, NULL, NULL, 0, NULL), 0);
    assert_int_equal(collide_terrain_obb_contacts_many(NULL, NULL, NULL, NULL, 0, NULL), 0);
    free(ball_memory);
    free(box_memory);
}

// ---- what is left out ------------------------------------------------------------------------

#ifndef LINKED // private functions, which no object gives away

// The contacts of a body over a terrain without the sieve.
static size_t contacts_unsifted(const collide__over_type *type,
                                const collide__contact_type *contact_type, const void *local,
                                const collide_terrain *terrain, collide_vec3 center,
                                collide_contact *contacts) {
    collide__over over;
    const collide__body asked = collide__body_of(contact_type, local);
    return collide__over_place(&over, type, local, terrain, center) &&
                   collide__terrain_verdict(&over)
               ? collide__terrain_contacts(&over, &asked, center, NULL, contacts, MOST)
               : 0;
}

// The sieve of spheres and OBBs drops nothing that matters, on each instruction set.
static void test_sift(void **state) {
    inputs_random r = inputs_seed(982);
    size_t hits = 0;
    (void)state;
    for (int round = 0; round < 3; ++round)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            ground g = make_ground(&r, what, 40, 32, 1, 0);
            for (int k = 0; k < 120; ++k) {
                static const float sizes[4] = {1, 0.2f, 4, 0.01f};
                const collide_cylinder c = make_cylinder(&r, &g, k % POSE_COUNT, sizes[k % 4]);
                collide_pose pose = inputs_pose(&r, c.center);
                if (k % 3 == 0)
                    pose = collide_pose_identity();
                pose.position = c.center;
                if (collide_terrain_height(g.terrain, c.center.x, c.center.y, &pose.position.z,
                                           NULL))
                    pose.position.z += inputs_uniform(&r, -1, 1) * c.radius;
                collide_sphere ball = {pose.position, c.radius};
                collide_obb box = collide_obb_from_pose(&pose, inputs_vec3(&r, 0, c.radius));
                box.half.z *= k % 5 == 0 ? 0.01f : 1.0f;
                collide_contact expected[2][MOST], sifted[MOST];
                const collide_sphere local_ball = {{0, 0, 0}, ball.radius};
                collide_obb local_box = box;
                local_box.center = local_ball.center;
                collide_isa_limit(COLLIDE_ISA_SCALAR);
                const size_t n =
                    contacts_unsifted(&collide__sphere_on_terrain, &collide__sphere_contacts,
                                      &local_ball, g.terrain, ball.center, expected[0]);
                const size_t m = contacts_unsifted(&collide__obb_on_terrain, &collide__obb_contacts,
                                                   &local_box, g.terrain, box.center, expected[1]);
                hits += (size_t)(n > 0) + (size_t)(m > 0);
                for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
                    if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
                        continue;
                    assert_int_equal(
                        collide_sphere_terrain_contacts(&ball, g.terrain, NULL, sifted, MOST), n);
                    assert_memory_equal(sifted, expected[0], n * sizeof *sifted);
                    assert_int_equal(
                        collide_obb_terrain_contacts(&box, g.terrain, NULL, sifted, MOST), m);
                    assert_memory_equal(sifted, expected[1], m * sizeof *sifted);
                }
            }
            collide_isa_limit(COLLIDE_ISA_COUNT);
            release(&g);
        }
    assert_true(hits > 2000);
}

enum { BOUNDS = sizeof((collide__beyond *)NULL)->bound / sizeof(uint64_t) };

static void no_bounds(const void *shape, float *far) {
    (void)shape;
    for (int i = 0; i < BOUNDS; ++i)
        far[i] = FLT_MAX;
}

static void search(collide__search *s, const collide__body *b,
                   const collide__cylinder_support *support, const ground *g,
                   const collide_cylinder *c, const collide__footprint *cells) {
    collide__sieve_job sieve;
    collide__search_begin(s, b, g->terrain, c->center);
    collide__body_bounds(b, s->reach);
    s->cells = *cells;
    if (support) {
        collide__cylinder_support_sieve(support, g->terrain, c->center, &sieve);
        s->sieve = &sieve;
    }
    collide__search_cells(s);
    s->sieve = NULL;
}

// All parts of the surface below a cylinder are asked in double; the kernels before that, in float,
// must not leave out what gives a contact, nor what is the deepest but by a hair. As private
// functions find them, before some are kept.
static void test_left_out(void **state) {
    inputs_random r = inputs_seed(970);
    size_t contacts = 0, bodies = 0, others = 0;
    (void)state;
    for (size_t round = 0; round < cases(16); ++round)
        for (int what = 0; what < GROUND_COUNT; ++what) {
            const float scale = round % 4 == 3 ? 1e-3f : round % 4 == 2 ? 1e3f : 1;
            ground g = make_ground(&r, what, 48, 44, scale, 0);
            for (int k = 0; k < 40; ++k) {
                collide_cylinder c = make_cylinder(&r, &g, k % POSE_COUNT, scale);
                collide__cylinder_job job;
                collide__footprint cells;
                collide__cylinder_support support;
                static collide__search some, all;
                const float margin = k % 3 == 2 ? 0.3f * scale : 0;
                c.center.z += 0.5f * margin;
                if ((!(margin > 0) && !collide_cylinder_terrain(&c, g.terrain)) ||
                    !collide__cylinder_place(&c, g.terrain, &job, &cells))
                    continue;
                collide__cylinder_body shape;
                collide__body b =
                    collide__cylinder_contact_body(&shape, &support, collide__dvec3_of(c.axis), &c);
                collide__contact_type type = *b.type;
                b.margin = (double)margin;
                search(&some, &b, &support, &g, &c, &cells);
                type.bounds = no_bounds;
                b.type = &type;
                search(&all, &b, NULL, &g, &c, &cells);
                if (all.n == MOST) // some were left out for want of room
                    continue;
                // Planes are those of one face of several that bend less than their heights tell.
                const double deep = all.depth > -DBL_MAX ? magnitude(all.depth) : 0;
                const double size = ((double)(c.radius + c.height) + (double)g.grid.dx) + deep;
                const double bends = what == SPIKES ? 8 * UNIT * 12346 * (double)scale : 0;
                const double hair = 4e-6 * size + bends * (1 + 8 * size / (double)g.grid.dx);
                REQUIRE(magnitude(all.depth - some.depth) <= hair,
                        "%g deep, not %g: ground %d, pose %d", some.depth, all.depth, what,
                        k % POSE_COUNT);
                bool alike = all.n == some.n;
                for (int i = 0; i < all.n && alike; ++i) {
                    bool same = false;
                    for (int m = 0; m < all.n && !same; ++m) {
                        const collide__dcontact *p = &some.at[i], *q = &all.at[m];
                        const point d = {p->b.x - q->b.x, p->b.y - q->b.y, p->b.z - q->b.z};
                        same = p->feature_a == q->feature_a && p->feature_b == q->feature_b &&
                               length(d) <= hair && magnitude(p->depth - q->depth) <= hair;
                    }
                    alike = same;
                }
                others += !alike;
                ++bodies;
                contacts += (size_t)all.n;
            }
            release(&g);
        }
    // Which face of a plane was the first decides on which side of its border a point is rounded.
    print_message("# %zu contacts of %zu cylinders with nothing left out, %zu have others\n",
                  contacts, bodies, others);
    assert_true(contacts > 1000 && others <= bodies / 5000);
}

enum { PLATEAU = 12 };

// How deep the columns of a face's plateau are: of all faces that others in its plane lead to.
static double plateau_depth(const collide__search *s, const collide__face *f) {
    static collide__face face[PLATEAU][PLATEAU][2];
    bool in[PLATEAU + 2][PLATEAU + 2][2], more = true;
    const uint32_t other = s->terrain->grid.other_diagonal;
    double depth = 0;
    memset(in, 0, sizeof in);
    for (size_t j = 0; j < PLATEAU; ++j)
        for (size_t i = 0; i < PLATEAU; ++i)
            for (uint32_t k = 0; k < 2; ++k)
                assert_true(collide__face_of(s, i, j, k, &face[j][i][k]));
    in[f->j + 1][f->i + 1][f->which] = true;
    while (more) {
        more = false;
        for (size_t j = 0; j < PLATEAU; ++j)
            for (size_t i = 0; i < PLATEAU; ++i)
                for (uint32_t k = 0; k < 2; ++k) {
                    const size_t north = k ? j + 2 : j, east = k != other ? i + 2 : i;
                    if (in[j + 1][i + 1][k] ||
                        !(in[j + 1][i + 1][1 - k] || in[north][i + 1][1 - k] ||
                          in[j + 1][east][1 - k]) ||
                        !collide__coplanar(f, &face[j][i][k]))
                        continue;
                    in[j + 1][i + 1][k] = more = true;
                }
    }
    for (size_t j = 0; j < PLATEAU; ++j)
        for (size_t i = 0; i < PLATEAU; ++i)
            for (uint32_t k = 0; k < 2; ++k)
                if (in[j + 1][i + 1][k]) {
                    const double by = collide__column_depth(s->body, face[j][i][k].triangle);
                    depth = by > depth ? by : depth;
                }
    return depth;
}

// The way round plateaus, against all of their faces: lakes, islands and spirals of few heights.
static void test_ways(void **state) {
    inputs_random r = inputs_seed(981);
    size_t faces = 0, far = 0;
    (void)state;
    for (size_t round = 0; round < cases(400); ++round) {
        float heights[(PLATEAU + 1) * (PLATEAU + 1)];
        const float slope = 0.25f * (float)kinds_below(&r, 3);
        const uint32_t block = 1 + kinds_below(&r, 3), part = 2 + kinds_below(&r, 8);
        const uint32_t seed = kinds_below(&r, 1 << 20);
        ground g;
        memset(&g, 0, sizeof g);
        for (uint32_t i = 0; i < (PLATEAU + 1) * (PLATEAU + 1); ++i) {
            const uint32_t x = i % (PLATEAU + 1), y = i / (PLATEAU + 1);
            uint32_t mixed = (x / block * 7919 + y / block * 104729 + seed) * 2654435761u;
            mixed = (mixed ^ mixed >> 13) * 1540483477u;
            heights[i] = (float)(mixed >> 16 < 65536 / part) + slope * (float)x;
        }
        g.grid.heights = heights;
        g.grid.columns = g.grid.rows = PLATEAU + 1;
        g.grid.dx = g.grid.dy = 1;
        g.grid.other_diagonal = round & 1;
        build(&g);
        const collide_sphere ball = {{0, 0, 0}, inputs_uniform(&r, 3, 9)};
        const collide__body b = collide__body_of(&collide__sphere_contacts, &ball);
        const collide_vec3 center = {inputs_uniform(&r, 1, PLATEAU - 1),
                                     inputs_uniform(&r, 1, PLATEAU - 1), 0};
        static collide__search s;
        collide__search_begin(&s, &b, g.terrain, center);
        s.cells.i0 = s.cells.j0 = 0;
        s.cells.i1 = s.cells.j1 = PLATEAU;
        for (int k = 0; k < 12; ++k) {
            collide__face f;
            s.steps = 100000;
            assert_true(collide__face_of(&s, kinds_below(&r, PLATEAU), kinds_below(&r, PLATEAU),
                                         kinds_below(&r, 2), &f));
            f.normal = collide__triangle_normal(f.triangle);
            const double own = collide__column_depth(&b, f.triangle);
            if (!(own > 0)) // beside the ball
                continue;
            const double all = plateau_depth(&s, &f);
            const double depth = collide__plateau_depth(&s, &f, own, DBL_MAX);
            REQUIRE(magnitude(depth - all) <= 1e-9 * all && s.steps > 90000,
                    "a plateau is %g deep, not %g: round %zu, %zu steps", depth, all, round,
                    s.steps);
            ++faces;
            far += all > own && all < DBL_MAX;
        }
        free(g.terrain);
    }
    print_message("# ways round %zu plateaus that are nearer than their face, of %zu\n", far,
                  faces);
    assert_true(far > faces / 8);
}

// The kernels of what may touch, against their scalar definitions: every bit and every depth.
static void test_kernels(void **state) {
    inputs_random r = inputs_seed(975);
    size_t rings_of[3] = {0, 0, 0}; // that may have a face, line or deepest part
    (void)state;
    for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
        if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
            continue;
        const collide__terrain_kernels *kernels = collide__terrain();
        for (size_t k = 0; k < cases(3000); ++k) {
            const float scale = k % 4 == 3 ? 1e-3f : k % 4 == 2 ? 1e3f : 1;
            ground g = make_ground(&r, (int)(k % GROUND_COUNT), 24, 20, scale, 0);
            for (int pose = 0; pose < POSE_COUNT; ++pose) {
                const collide_cylinder c = make_cylinder(&r, &g, pose, scale);
                collide__cylinder_job job;
                collide__footprint cells;
                collide__cylinder_support support;
                collide__sieve_job sieve;
                collide__patch patch;
                collide__beyond right[4], now[4]; // 16 by 16 vertices
                collide__rings some, all;
                float far[BOUNDS];
                if (!collide__cylinder_place(&c, g.terrain, &job, &cells))
                    continue;
                collide__cylinder_body shape;
                const collide__body b =
                    collide__cylinder_contact_body(&shape, &support, collide__dvec3_of(c.axis), &c);
                collide__body_bounds(&b, far);
                collide__cylinder_support_sieve(&support, g.terrain, c.center, &sieve);
                const size_t columns = 3 + kinds_below(&r, 14), rows = 3 + kinds_below(&r, 14);
                cells.i0 = cells.i0 + columns < g.grid.columns ? cells.i0 : 0;
                cells.j0 = cells.j0 + rows < g.grid.rows ? cells.j0 : 0;
                cells.i1 = cells.i0 + columns - 1;
                cells.j1 = cells.j0 + rows - 1;
                collide__patch_read(kernels, g.terrain, c.center, &cells, &patch);
                const size_t n = columns * rows;
                const float high = collide__terrain_scalar.beyond(far, &patch, n, right);
                assert_true(kernels->beyond(far, &patch, n, now) == high);
                for (size_t m = 0; m < n; ++m)
                    for (int i = 0; i < BOUNDS; ++i)
                        assert_int_equal(now[m / 64].bound[i] >> m % 64 & 1,
                                         right[m / 64].bound[i] >> m % 64 & 1);
                const unsigned count = 1 + kinds_below(&r, 16);
                memset(&some, 0, sizeof some);
                for (unsigned lane = 0; lane < count; ++lane) {
                    const size_t i = 1 + kinds_below(&r, (uint32_t)columns - 2);
                    const size_t j = 1 + kinds_below(&r, (uint32_t)rows - 2);
                    some.x[lane] = patch.x[j * columns + i];
                    some.y[lane] = patch.y[j * columns + i];
                    for (size_t v = 0; v < 9; ++v)
                        some.z[v][lane] = patch.z[(j + v / 3 - 1) * columns + (i + v % 3 - 1)];
                }
                all = some;
                kernels->sieve(&sieve, &some, count);
                collide__terrain_scalar.sieve(&sieve, &all, count);
                assert_memory_equal(some.face, all.face, sizeof some.face);
                assert_memory_equal(some.line, all.line, sizeof some.line);
                assert_memory_equal(some.deep, all.deep, sizeof some.deep);
                for (int i = 0; i < 4; ++i)
                    for (unsigned lane = 0; lane < count; ++lane)
                        assert_true(some.depth[i][lane] == all.depth[i][lane]);
                rings_of[0] += (all.face[0] | all.face[1]) != 0;
                rings_of[1] += (all.line[0] | all.line[1] | all.line[2] | all.line[3]) != 0;
                rings_of[2] += (all.deep[0] | all.deep[1] | all.deep[2] | all.deep[3]) != 0;
            }
            release(&g);
        }
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    print_message("# %zu, %zu, %zu rings may have a face, a line, the deepest part\n", rings_of[0],
                  rings_of[1], rings_of[2]);
    assert_true(rings_of[0] > 100 && rings_of[1] > 100 && rings_of[2] > 100);
}

#endif

static void test_bad(void **state) {
    inputs_random r = inputs_seed(990);
    ground g = make_ground(&r, HILLS, 12, 12, 1, 0);
    const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e30f, 0, -1, 1e-40f, 1e-20f};
    const body good = make_body(&r, &g, 0, ANY, 1);
    collide_contact out[MOST];
    (void)state;
    assert_int_equal(collide_cylinder_terrain_contacts(&good.cylinder, NULL, NULL, out, MOST), 0);
    assert_int_equal(collide_sphere_terrain_contacts(&good.ball, NULL, NULL, out, MOST), 0);
    assert_int_equal(collide_obb_terrain_contacts(&good.box, NULL, NULL, out, MOST), 0);
    for (int kind = 0; kind < 3; ++kind)
        for (size_t field = 0; field < 15; ++field)
            for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
                body b = make_body(&r, &g, kind, (int)(i % LARGE), 1);
                float *fields = (float *)(kind == 0   ? (void *)&b.cylinder
                                          : kind == 1 ? (void *)&b.ball
                                                      : (void *)&b.box);
                if (field >= (size_t)(kind == 0 ? 8 : kind == 1 ? 4 : 15))
                    continue;
                fields[field] = bad[i];
                const size_t n = contacts_of(&b, g.terrain, out, MOST);
                assert_true((n > 0) == meets_terrain(&b, g.terrain));
                for (size_t k = 0; k < n; ++k) {
                    assert_true(out[k].depth >= 0 && out[k].depth <= FLT_MAX);
                    assert_true(out[k].normal.z >= 0 && out[k].normal.z <= 1);
                }
                if (kind == 0) {
                    const collide_plane p = {vec(0, bad[(i + 3) % 10], 1), bad[(i + 5) % 10]};
                    assert_true((collide_cylinder_plane_contacts(&b.cylinder, &p, NULL, out, MOST) >
                                 0) == collide_cylinder_plane(&b.cylinder, &p));
                }
            }
    release(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_promises),  cmocka_unit_test(test_real),
        cmocka_unit_test(test_lipschitz), cmocka_unit_test(test_plateaus),
        cmocka_unit_test(test_planes),    cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_barrels),   cmocka_unit_test(test_ridge),
        cmocka_unit_test(test_poles),     cmocka_unit_test(test_motions),
        cmocka_unit_test(test_batches),   cmocka_unit_test(test_batches_of_others),
        cmocka_unit_test(test_margins),   cmocka_unit_test(test_alike),
        cmocka_unit_test(test_bad),
#ifndef LINKED
        cmocka_unit_test(test_sift),      cmocka_unit_test(test_left_out),
        cmocka_unit_test(test_ways),      cmocka_unit_test(test_kernels),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
