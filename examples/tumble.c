// Demo: piles of cubes, cylinders and tetrahedra that tumble into a tray. An octree finds the
// pairs, the library their contacts, and a small solver (tests/solver.h), which the library has
// none of, moves the bodies. It fails if the octree counts other pairs than the naive way, if a
// body falls through the tray, or if energy grows. Build and run from the top folder, with a number
// of bodies or without:
//
//     cc -O2 examples/tumble.c -o tumble -lm && ./tumble
//
// With --png FILE it draws the bodies at first and in the end; without a number, those of 1000.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "tumble"
#include "picture.h"

#include "../tests/solver.h"

#include <math.h>

#define STEP (1.0 / 60) // s
#define GRAVITY 9.81    // m/s^2
#define THROWN 4.0      // m/s downward at the start, and as much to any side
#define LAYERS 8        // that the bodies fall in
#define PITCH 1.75      // m from one to the next in a layer, and
#define RISE 1.25       // m from layer to layer, which are shifted: corners do not quite touch
#define WALL 2.0        // m, how thick the tray is
#define TRAY 5          // boxes of the tray, the first of all bodies
#define THROUGH 0.2     // m, a body so far below the floor has sunk into it
#define GROWN 0.01      // of the energy at the start: it may not grow by more
#define NAIVE_MOST 1000 // bodies, to ask all pairs of
#define PAIRS_EACH 24   // room for so many pairs of a body, in the mean of all

// A multiple of 2^-53 in [-1, 1).
static double random_number(uint64_t *state) {
    return (double)(random_bits(state) >> 11) / 4503599627370496.0 - 1;
}

static const uint16_t tetrahedron_triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
// Every other corner of a cube: it is regular.
static const collide_tetrahedron tetrahedron = {
    {{0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, -0.5f}, {-0.5f, 0.5f, -0.5f}, {-0.5f, -0.5f, 0.5f}}};

// ---- the pile ----------------------------------------------------------------------------------

// The tray's boxes are the first bodies. The octree holds all of them.
typedef struct pile {
    solver s; // first: a pointer to it is one to the pile
    collide_aabb *boxes;
    collide_pair *pairs;
    void *octree;
    size_t octree_size, capacity, pair_count;
    double octree_ms; // of all steps
} pile;

static size_t pile_side(size_t n) {
    size_t side = 1;
    while (side * side * LAYERS < n)
        ++side;
    return side;
}

static double pile_half(size_t n) {
    return 0.5 * PITCH * (double)pile_side(n) + 0.9;
}

// The top of the floor is at z = 0, the walls are half away from the middle. The five boxes reach
// into each other, so that no body meets the bottom of a wall.
static void add_tray(solver *s, double half, double height) {
    const double thick = 0.5 * WALL, out = half + WALL, high = 0.5 * height + thick;
    const vec below = {0, 0, -thick};
    s->bodies[s->count++] = solver_box(out, out, thick, 0, below);
    for (int i = 0; i < 4; ++i) {
        const double away = i % 2 ? half + thick : -half - thick;
        const vec along_x = {away, 0, high - WALL}, along_y = {0, away, high - WALL};
        s->bodies[s->count++] = i < 2 ? solver_box(thick, out, high, 0, along_x)
                                      : solver_box(out, thick, high, 0, along_y);
    }
}

// All are of density 1.
static solver_body make_solid(size_t i, vec at) {
    const vec inertia = {1.0 / 30, 1.0 / 30, 1.0 / 30};
    return i % 3 == 0 ? solver_box(0.5, 0.5, 0.5, 1, at)
           : i % 3 == 1
               ? solver_cylinder(0.4, 0.9, 0.45, at)
               : solver_solid(collide_shape_from_tetrahedron(&tetrahedron), 1.0 / 3, inertia, at);
}

static int compare_pairs(const void *a, const void *b) {
    const collide_pair *p = (const collide_pair *)a, *q = (const collide_pair *)b;
    return p->a != q->a ? (p->a > q->a) - (p->a < q->a) : (p->b > q->b) - (p->b < q->b);
}

// The pairs of the octree, for the solver.
static size_t find_pairs(solver *s, const collide_pair **pairs) {
    pile *p = (pile *)s;
    collide_octree *octree;
    const double begin = nanoseconds();
    for (uint32_t i = 0; i < s->count; ++i) {
        const float reach = (float)solver_reach(s, &s->bodies[i]);
        p->boxes[i] = s->bodies[i].bounds;
        p->boxes[i].min = mad(p->boxes[i].min, -1, point(reach, reach, reach));
        p->boxes[i].max = mad(p->boxes[i].max, 1, point(reach, reach, reach));
    }
    check(collide_octree_build_aabbs(&octree, p->octree, p->octree_size, p->boxes, s->count, 0,
                                     NULL));
    p->pair_count = collide_octree_self_indices(octree, NULL, p->pairs, p->capacity);
    if (p->pair_count > p->capacity)
        fail("too many pairs");
    for (size_t i = 0; i < p->pair_count; ++i) { // the solver wants the later body first
        const collide_pair q = p->pairs[i];
        p->pairs[i].a = q.b;
        p->pairs[i].b = q.a;
    }
    qsort(p->pairs, p->pair_count, sizeof *p->pairs, compare_pairs);
    *pairs = p->pairs;
    p->octree_ms += (nanoseconds() - begin) / 1e6;
    return p->pair_count;
}

static void pile_make(pile *p, size_t n) {
    const size_t side = pile_side(n);
    uint64_t state = n;
    memset(p, 0, sizeof *p);
    p->capacity = PAIRS_EACH * (n + TRAY);
    p->s.bodies = (solver_body *)allocate((n + TRAY) * sizeof *p->s.bodies);
    p->boxes = (collide_aabb *)allocate((n + TRAY) * sizeof *p->boxes);
    p->pairs = (collide_pair *)allocate((p->capacity + 1) * sizeof *p->pairs);
    p->octree_size = collide_octree_size(n + TRAY, NULL);
    p->octree = allocate(p->octree_size);
    p->s.gravity.z = -GRAVITY;
    p->s.friction = 0.5;
    p->s.step = STEP;
    p->s.sub_steps = 4;
    p->s.margin = 0.02;
    p->s.pairs = find_pairs;
    add_tray(&p->s, pile_half(n), 4 + RISE * LAYERS);
    for (size_t i = 0; i < n; ++i) {
        const size_t layer = i / (side * side), row = i / side % side, column = i % side;
        const double shift = 0.5 * (double)(layer % 2) - 0.25 - 0.5 * (double)(side - 1);
        const vec at = {PITCH * ((double)column + shift), PITCH * ((double)row + shift),
                        0.9 + RISE * (double)layer};
        solver_body *b = &p->s.bodies[p->s.count++];
        *b = make_solid(i, at);
        b->speed.x = THROWN * random_number(&state);
        b->speed.y = THROWN * random_number(&state);
        b->speed.z = -THROWN;
        for (int k = 0; k < 4; ++k)
            b->turn[k] = random_number(&state);
        solver_move(b, 0); // its quaternion becomes one of length 1
    }
}

static void pile_free(pile *p) {
    release(p->s.bodies);
    release(p->boxes);
    release(p->pairs);
    release(p->octree);
    solver_free(&p->s);
}

// ---- checks ------------------------------------------------------------------------------------

static size_t naive_pairs(const pile *p) {
    size_t n = 0;
    for (uint32_t i = 0; i < p->s.count; ++i)
        for (uint32_t j = 0; j < i; ++j)
            n += collide_aabb_aabb(&p->boxes[i], &p->boxes[j]);
    return n;
}

static double lowest_point(const pile *p) {
    double lowest = HUGE_VAL;
    for (uint32_t i = TRAY; i < p->s.count; ++i)
        lowest = fmin(lowest, (double)p->s.bodies[i].bounds.min.z);
    return lowest;
}

// ---- the picture -------------------------------------------------------------------------------

// The bodies in their tray, of which the walls are glass, into one half of the picture: cubes are
// orange, cylinders blue, tetrahedra yellow.
static void draw(picture *p, const pile *all, double half, bool right) {
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = tetrahedron.v;
    mesh.vertex_count = 4;
    mesh.indices = tetrahedron_triangles;
    mesh.triangle_count = 4;
    mesh.index_size = sizeof *tetrahedron_triangles;
    const float h = (float)half, high = 3, thick = 0.2f;
    p->reach = 0;
    p->glass = 0.14f;
    p->floor = true;
    p->floor_height = -0.05f;
    picture_pen(p, PICTURE_SOLID, 0xd5dae0);
    picture_quad(p, point(-h, -h, 0), point(h, -h, 0), point(h, h, 0), point(-h, h, 0));
    picture_pen(p, PICTURE_GLASS, 0x7fa6cc);
    for (int i = 0; i < 4; ++i) {
        const float side = i % 2 ? h : -h;
        collide_obb box = {{0, 0, high / 2}, {h, h, high / 2}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        *(i < 2 ? &box.center.x : &box.center.y) = side;
        *(i < 2 ? &box.half.x : &box.half.y) = thick;
        picture_obb(p, &box);
    }
    for (uint32_t i = TRAY; i < all->s.count; ++i) {
        const solver_body *b = &all->s.bodies[i];
        const collide_shape_kind kind = (collide_shape_kind)b->shape.kind;
        picture_pen(p, PICTURE_SOLID,
                    kind == COLLIDE_SHAPE_OBB        ? 0xe8894a
                    : kind == COLLIDE_SHAPE_CYLINDER ? 0x4f8fd6
                                                     : 0xe2c14f);
        if (kind == COLLIDE_SHAPE_OBB)
            picture_obb(p, &b->placed.of.obb);
        else if (kind == COLLIDE_SHAPE_CYLINDER)
            picture_cylinder(p, &b->placed.of.cylinder);
        else
            picture_mesh(p, &mesh, &b->pose);
    }
    picture_camera(p, point(-0.3f * h, -2.9f * h, 3.1f * h), point(0, -0.03f * h, 0.1f * h),
                   0.372f);
    picture_draw(p, right ? p->width / 2 : 0, p->width / 2);
}

static int tumble(size_t n, size_t steps, picture *drawn) {
    const double each = 1 / (double)steps;
    pile p;
    pile_make(&p, n);
    const double start = solver_energy(&p.s);
    if (drawn) {
        for (uint32_t i = 0; i < p.s.count; ++i)
            solver_place(&p.s.bodies[i]);
        draw(drawn, &p, pile_half(n), false);
    }
    double pairs = 0, contacts = 0, fresh = 0, ms = 0, most = 0, lowest = HUGE_VAL;
    bool agrees = true;
    for (size_t step = 0; step < steps; ++step) {
        const double begin = nanoseconds();
        progress("step", step, steps);
        solver_step(&p.s);
        ms += each * (nanoseconds() - begin) / 1e6;
        if (n <= NAIVE_MOST && step % 10 == 0)
            agrees = agrees && naive_pairs(&p) == p.pair_count;
        most = fmax(most, solver_energy(&p.s) / start);
        lowest = fmin(lowest, lowest_point(&p));
        pairs += each * (double)p.pair_count;
        contacts += each * (double)p.s.n;
        fresh += each * (double)p.s.fresh;
    }
    progress("step", steps, steps);
    if (drawn) {
        draw(drawn, &p, pile_half(n), true);
        picture_write(drawn);
    }
    printf("%6zu %5zu %10.0f %7.0f %8.0f %7.0f %9.0f %9.0f %6.3f %7.3f %7.1f %7.1f\n", n, steps,
           0.5 * (double)n * (double)(n - 1), pairs, contacts, fresh, start, solver_energy(&p.s),
           most, lowest, ms, each * p.octree_ms);
    pile_free(&p);
    if (!agrees)
        puts("ASKING ALL PAIRS FINDS OTHER PAIRS");
    if (most > 1 + GROWN)
        puts("ENERGY GROWS");
    if (lowest < -THROUGH)
        puts("A BODY FELL THROUGH THE TRAY");
    return !agrees || most > 1 + GROWN || lowest < -THROUGH;
}

int main(int argc, char **argv) {
    static const size_t bodies[4] = {100, 1000, 10000, 100000}, steps[4] = {300, 80, 16, 6};
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const size_t wanted = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (argc > 1 && (wanted < 2 || wanted > 1000000))
        fail("the number of bodies is 2 to 1000000");
    int wrong = 0;
    puts("The octree leaves pairs of the n(n-1)/2. New contacts are those that the last step did "
         "not\n"
         "have. The most energy is a share of the start, so at most 1. The lowest point of a body\n"
         "is in m above the tray. The octree's time is part of all.\n\n"
         "                        in a step: --------------------     energy            lowest"
         "       ms a step\n"
         "bodies steps   n(n-1)/2   pairs contacts     new     start       end   most  point"
         "     all  octree");
    if (wanted)
        wrong |= tumble(wanted, 200, drawn ? &p : NULL);
    for (int i = 0; i < 4 && !wanted; ++i)
        wrong |= tumble(bodies[i], steps[i], drawn && i == 1 ? &p : NULL);
    puts(wrong ? "SOMETHING IS WRONG"
               : "asking all pairs agrees, energy never grows, the tray holds");
    return wrong;
}
