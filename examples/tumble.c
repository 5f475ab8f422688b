// Demo: from meshes to contacts in one call. Nine objects, of which few pairs are near each other;
// then piles of cubes and tetrahedra that tumble into a tray, with the contacts of the library and
// a small solver of impulses, which the library has none of. It fails if the octree counts other
// pairs than the naive way, if a body falls through the tray, or if energy grows. Build and run
// from the top folder, with a number of bodies or without:
//
//     cc -O2 examples/tumble.c -o tumble -lm && ./tumble
//
// With --png FILE it draws the pile in the end; without a number, that of 1000 bodies.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "tumble"
#include "picture.h"

#include <math.h>

#define STEP (1.0 / 60)  // s
#define GRAVITY 9.81     // m/s^2
#define THROWN 4.0       // m/s downward at the start, and as much to any side
#define SWEEPS 10        // over all contacts, a step
#define FRICTION 0.5     // of Coulomb
#define SLOP 0.005       // m, a depth that is left alone
#define PUSH 0.2         // of what is deeper is pushed apart in a step,
#define PUSH_MOST 0.02   // m, but no more than this
#define DEEPEST 0.4      // m, a contact of two bodies that is deeper is left out
#define LAYERS 8         // that the bodies fall in
#define PITCH 1.75       // m from one to the next in a layer, and
#define RISE 1.25        // m from layer to layer, which are shifted: corners do not quite touch
#define WALL 2.0         // m, how thick the tray is
#define THROUGH 0.5      // m, a corner so far below the floor has fallen through
#define NAIVE_MOST 1000  // bodies, to ask all pairs of
#define CONTACTS_EACH 24 // room for so many contacts of a body, in the mean of all

// A multiple of 2^-53 in [-1, 1).
static double random_number(uint64_t *state) {
    return (double)(random_bits(state) >> 11) / 4503599627370496.0 - 1;
}

// ---- shapes ------------------------------------------------------------------------------------

// Corner i of a box has its bits as x, y, z; triangles run counter-clockwise as seen from outside.
static const uint16_t box_triangles[36] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                           2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
static const uint16_t tetrahedron_triangles[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
// Every other corner of the cube: it is regular.
static const collide_vec3 tetrahedron_corners[4] = {
    {0.5f, 0.5f, 0.5f}, {0.5f, -0.5f, -0.5f}, {-0.5f, 0.5f, -0.5f}, {-0.5f, -0.5f, 0.5f}};

// Of these two inertia is the same about all axes.
typedef struct shape {
    collide_mesh mesh;
    collide_sphere bounds;
    double mass, inertia;
} shape;

static void box_corners(collide_vec3 *out, vec low, vec high) {
    for (int i = 0; i < 8; ++i) {
        const vec corner = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
        out[i] = to_float(corner);
    }
}

static shape make_shape(const collide_vec3 *corners, size_t corner_count, const uint16_t *indices,
                        size_t triangle_count, double mass, double inertia) {
    shape s;
    memset(&s, 0, sizeof s);
    s.mesh.positions = corners;
    s.mesh.vertex_count = corner_count;
    s.mesh.indices = indices;
    s.mesh.triangle_count = triangle_count;
    s.mesh.index_size = sizeof *indices;
    s.mass = mass;
    s.inertia = inertia;
    check(collide_sphere_from_points(&s.bounds, corners, corner_count, 0));
    return s;
}

static shape make_cube(void) {
    static collide_vec3 corners[8];
    const vec low = {-0.5, -0.5, -0.5}, high = {0.5, 0.5, 0.5};
    box_corners(corners, low, high);
    return make_shape(corners, 8, box_triangles, 12, 1, 1.0 / 6);
}

// The top of the floor is at z = 0, the walls are half away from the middle. The five boxes reach
// into each other, so that no body meets the bottom of a wall.
static shape make_tray(double half, double height) {
    static collide_vec3 corners[5 * 8];
    static uint16_t indices[5 * 36];
    for (int box = 0; box < 5; ++box) {
        vec low = {-half - WALL, -half - WALL, -WALL}, high = {half + WALL, half + WALL, height};
        double *const inner[5] = {&high.z, &high.x, &low.x, &high.y, &low.y};
        *inner[box] = box == 0 ? 0 : box % 2 ? -half : half;
        box_corners(&corners[8 * box], low, high);
        for (int i = 0; i < 36; ++i)
            indices[36 * box + i] = (uint16_t)(8 * box + box_triangles[i]);
    }
    return make_shape(corners, 40, indices, 60, 0, 0);
}

// ---- nine objects ------------------------------------------------------------------------------

// The scene of [Sudar]: objects in the quadrants of a square, near each other in each of them.
static int nine_objects(const shape *shapes) {
    static const int objects[4] = {4, 2, 2, 1};
    collide_body bodies[9];
    collide_bodies_options options;
    collide_bodies_count count;
    size_t n = 0;
    memset(&options, 0, sizeof options);
    options.all = true; // they are at rest
    for (int quadrant = 0; quadrant < 4; ++quadrant)
        for (int i = 0; i < objects[quadrant]; ++i, ++n) {
            const shape *s = &shapes[n % 2];
            const vec at = {(quadrant & 1 ? 4 : -4) + 0.6 * (i & 1),
                            (quadrant & 2 ? 4 : -4) + 0.6 * (i >> 1), 0.5};
            bodies[n].mesh = &s->mesh;
            bodies[n].bounds = s->bounds;
            bodies[n].pose = collide_pose_identity();
            bodies[n].pose.position = to_float(at);
            bodies[n].velocity = NULL;
        }
    const size_t size = collide_bodies_scratch_size(bodies, n, 0, &options);
    void *scratch = allocate(size);
    check(collide_bodies_touches(bodies, n, 0, &options, scratch, size, NULL, 0, &count));
    release(scratch);
    printf("%zu objects: %zu pairs without an octree, %zu with it\n\n", n, n * (n - 1) / 2,
           count.pairs);
    return count.pairs != 8;
}

// ---- the pile ----------------------------------------------------------------------------------

typedef struct mover {
    vec at, speed, spin, push;
    double turn[4]; // quaternion x, y, z, w
    double mass, inertia, per_mass, per_inertia;
    collide_velocity velocity;
} mover;

// A contact as the solver sees it. Impulses are those on a; b gets the opposite.
typedef struct touch {
    mover *a, *b;
    vec normal, arm_a, arm_b;
    double normal_mass, slide_mass; // impulse for a change of speed along the normal, across it
    double normal_impulse, depth;
    vec slide_impulse;
} touch;

// The last body is the tray.
typedef struct pile {
    size_t count, capacity;
    mover *movers;
    collide_body *bodies;
    collide_body_touch *contacts;
    touch *touches;
    void *scratch;
    size_t scratch_size;
    collide_bodies_options options;
} pile;

static void place(pile *p, size_t i) {
    const mover *m = &p->movers[i];
    p->bodies[i].pose =
        collide_pose_from_quaternion((float)m->turn[0], (float)m->turn[1], (float)m->turn[2],
                                     (float)m->turn[3], to_float(m->at));
}

static size_t pile_side(size_t n) {
    size_t side = 1;
    while (side * side * LAYERS < n)
        ++side;
    return side;
}

static void pile_make(pile *p, size_t n, const shape *shapes, const shape *tray) {
    const size_t side = pile_side(n);
    uint64_t state = n;
    memset(p, 0, sizeof *p);
    p->count = n;
    p->capacity = CONTACTS_EACH * n;
    p->movers = (mover *)allocate(n * sizeof *p->movers);
    p->bodies = (collide_body *)allocate(n * sizeof *p->bodies);
    p->contacts = (collide_body_touch *)allocate(p->capacity * sizeof *p->contacts);
    p->touches = (touch *)allocate(p->capacity * sizeof *p->touches);
    for (size_t i = 0; i < n; ++i) {
        const shape *s = i == n - 1 ? tray : &shapes[i % 2];
        const size_t layer = i / (side * side), row = i / side % side, column = i % side;
        const double shift = 0.5 * (double)(layer % 2) - 0.25 - 0.5 * (double)(side - 1);
        mover *m = &p->movers[i];
        p->bodies[i].mesh = &s->mesh;
        p->bodies[i].bounds = s->bounds;
        m->turn[3] = 1;
        if (s != tray) {
            const vec at = {PITCH * ((double)column + shift), PITCH * ((double)row + shift),
                            0.9 + RISE * (double)layer};
            m->at = at;
            m->speed.x = THROWN * random_number(&state);
            m->speed.y = THROWN * random_number(&state);
            m->speed.z = -THROWN;
            for (int k = 0; k < 4; ++k)
                m->turn[k] = random_number(&state);
            m->mass = s->mass;
            m->inertia = s->inertia;
            m->per_mass = 1 / s->mass;
            m->per_inertia = 1 / s->inertia;
            p->bodies[i].velocity = &m->velocity;
        }
        place(p, i);
    }
    p->options.merge = 1e-4f;
    p->scratch_size = collide_bodies_scratch_size(p->bodies, n, 0, &p->options);
    p->scratch = allocate(p->scratch_size);
}

static void pile_free(pile *p) {
    release(p->movers);
    release(p->bodies);
    release(p->contacts);
    release(p->touches);
    release(p->scratch);
}

static double energy(const pile *p) {
    double sum = 0;
    for (const mover *m = p->movers; m < p->movers + p->count; ++m)
        sum += m->mass * (0.5 * dot(m->speed, m->speed) + GRAVITY * m->at.z) +
               0.5 * m->inertia * dot(m->spin, m->spin);
    return sum;
}

// Gravity first: what rests on something approaches it only by the velocities of the step to come.
static void fall(pile *p) {
    for (mover *m = p->movers; m < p->movers + p->count - 1; ++m) {
        m->speed.z -= STEP * GRAVITY;
        m->velocity.center = to_float(m->at);
        m->velocity.linear = to_float(m->speed);
        m->velocity.angular = to_float(m->spin);
    }
}

// ---- impulses ----------------------------------------------------------------------------------

static touch make_touch(pile *p, const collide_body_touch *c) {
    touch t;
    memset(&t, 0, sizeof t);
    t.a = &p->movers[c->a];
    t.b = &p->movers[c->b];
    t.normal = from_float(c->contact.normal);
    t.arm_a = add(from_float(c->contact.point_a), -1, t.a->at);
    t.arm_b = add(from_float(c->contact.point_b), -1, t.b->at);
    t.depth = (double)c->contact.depth;
    const vec turn_a = cross(t.arm_a, t.normal), turn_b = cross(t.arm_b, t.normal);
    const double per_mass = t.a->per_mass + t.b->per_mass;
    t.normal_mass = 1 / (per_mass + t.a->per_inertia * dot(turn_a, turn_a) +
                         t.b->per_inertia * dot(turn_b, turn_b));
    // The least of all directions: friction then never turns the slide round.
    t.slide_mass = 1 / (per_mass + t.a->per_inertia * dot(t.arm_a, t.arm_a) +
                        t.b->per_inertia * dot(t.arm_b, t.arm_b));
    return t;
}

// Of two bodies that are pressed into each other, a face may reach far behind the other one's, but
// sideways: what seems to be so deep says nothing of how they part.
static size_t make_touches(pile *p, size_t contacts) {
    size_t n = 0;
    for (size_t i = 0; i < contacts; ++i) {
        const collide_body_touch *c = &p->contacts[i];
        if (c->b == p->count - 1 || (double)c->contact.depth < DEEPEST)
            p->touches[n++] = make_touch(p, c);
    }
    return n;
}

static vec touch_speed(const touch *t) {
    const vec a = add(t->a->speed, 1, cross(t->a->spin, t->arm_a));
    const vec b = add(t->b->speed, 1, cross(t->b->spin, t->arm_b));
    return add(a, -1, b);
}

static void strike(mover *m, vec arm, double scale, vec impulse) {
    m->speed = add(m->speed, scale * m->per_mass, impulse);
    m->spin = add(m->spin, scale * m->per_inertia, cross(arm, impulse));
}

static void touch_strike(const touch *t, double scale, vec impulse) {
    strike(t->a, t->arm_a, scale, impulse);
    strike(t->b, t->arm_b, -scale, impulse);
}

// Contacts push and never pull, without restitution; friction is at most FRICTION times the push.
// Each impulse by itself is one that takes energy; that all together do is measured below.
static void solve(touch *touches, size_t n) {
    for (int sweep = 0; sweep < SWEEPS; ++sweep)
        for (touch *t = touches; t < touches + n; ++t) {
            const double wanted =
                t->normal_impulse - t->normal_mass * dot(touch_speed(t), t->normal);
            const double push = wanted > 0 ? wanted : 0;
            touch_strike(t, push - t->normal_impulse, t->normal);
            t->normal_impulse = push;
            const vec speed = touch_speed(t);
            const vec slide = add(speed, -dot(speed, t->normal), t->normal);
            vec hold = add(t->slide_impulse, -t->slide_mass, slide);
            const double length = sqrt(dot(hold, hold)), most = FRICTION * push;
            hold = add(hold, length > most ? most / length - 1 : 0, hold);
            touch_strike(t, 1, add(hold, -1, t->slide_impulse));
            t->slide_impulse = hold;
        }
}

// After few sweeps contacts may still push what already parts. All impulses are weakened alike, to
// where all together take the most energy: then none is left that lifts what rests. fallen is the
// energy before the first sweep.
static void weaken(pile *p, size_t touches, double fallen) {
    double given = 0;
    for (const touch *t = p->touches; t < p->touches + touches; ++t)
        given += dot(add(t->slide_impulse, t->normal_impulse, t->normal), touch_speed(t));
    const double square = 2 * (given - (energy(p) - fallen)); // impulses squared, per mass
    for (const touch *t = p->touches; t < p->touches + touches && given > 0 && square > given; ++t)
        touch_strike(t, -given / square, add(t->slide_impulse, t->normal_impulse, t->normal));
}

static void advance(pile *p) {
    for (mover *m = p->movers; m < p->movers + p->count - 1; ++m) {
        double *q = m->turn;
        const vec half = {0.5 * STEP * m->spin.x, 0.5 * STEP * m->spin.y, 0.5 * STEP * m->spin.z};
        const vec axis = {q[0], q[1], q[2]};
        const vec turned = add(add(axis, q[3], half), 1, cross(half, axis));
        const double real = q[3] - dot(half, axis);
        const double scale = 1 / sqrt(dot(turned, turned) + real * real);
        q[0] = scale * turned.x;
        q[1] = scale * turned.y;
        q[2] = scale * turned.z;
        q[3] = scale * real;
        m->at = add(m->at, STEP, m->speed);
    }
}

// What is too deep is pushed apart a little, and lifted by no more than the energy that the step
// has taken.
static void push_apart(pile *p, size_t touches, double taken) {
    const vec none = {0, 0, 0};
    double lift = 0;
    for (mover *m = p->movers; m < p->movers + p->count; ++m)
        m->push = none;
    for (const touch *t = p->touches; t < p->touches + touches; ++t) {
        const double wanted = fmin(PUSH * (t->depth - SLOP), PUSH_MOST);
        const double missing = wanted - dot(add(t->a->push, -1, t->b->push), t->normal);
        if (wanted > 0 && missing > 0) {
            const double each = missing / (t->a->per_mass + t->b->per_mass);
            t->a->push = add(t->a->push, each * t->a->per_mass, t->normal);
            t->b->push = add(t->b->push, -each * t->b->per_mass, t->normal);
        }
    }
    for (const mover *m = p->movers; m < p->movers + p->count; ++m)
        lift += m->mass * GRAVITY * m->push.z;
    const double scale = lift <= taken ? 1 : lift > 0 ? fmax(taken, 0) / lift : 0;
    for (mover *m = p->movers; m < p->movers + p->count; ++m)
        m->at = add(m->at, scale, m->push);
}

// ---- checks ------------------------------------------------------------------------------------

// Whether so many bounding spheres meet the naive way, but for those that barely do or do not.
static bool naive_agrees(const pile *p, size_t pairs) {
    size_t least = 0, most = 0;
    for (size_t i = 0; i < p->count; ++i)
        for (size_t j = 0; j < i; ++j) {
            const collide_body *a = &p->bodies[i], *b = &p->bodies[j];
            const vec from = from_float(collide_pose_apply(&a->pose, a->bounds.center));
            const vec to = from_float(collide_pose_apply(&b->pose, b->bounds.center));
            const vec way = add(to, -1, from);
            const double reach = (double)a->bounds.radius + (double)b->bounds.radius;
            const double ratio = dot(way, way) / (reach * reach);
            least += ratio < 0.9999;
            most += ratio < 1.0001;
        }
    return least <= pairs && pairs <= most;
}

static double lowest_corner(const pile *p) {
    double lowest = HUGE_VAL;
    for (size_t i = 0; i + 1 < p->count; ++i) {
        const collide_mesh *mesh = p->bodies[i].mesh;
        const collide_vec3 *corners = (const collide_vec3 *)mesh->positions;
        for (size_t k = 0; k < mesh->vertex_count; ++k)
            lowest = fmin(lowest, (double)collide_pose_apply(&p->bodies[i].pose, corners[k]).z);
    }
    return lowest;
}

// ---- the picture -------------------------------------------------------------------------------

// The pile in its tray, of which the walls are glass.
static void draw(picture *p, const pile *all, double half) {
    static const uint32_t colours[6] = {0xe8894a, 0x4f8fd6, 0x6cb56a, 0xe2c14f, 0xb57fc9, 0xd9625a};
    const float h = (float)half, high = 3, thick = 0.2f;
    p->reach = 6;
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
    for (size_t i = 0; i + 1 < all->count; ++i) {
        picture_pen(p, PICTURE_SOLID, colours[i * 2654435761u / 65536 % 6]);
        picture_mesh(p, all->bodies[i].mesh, &all->bodies[i].pose);
    }
    picture_camera(p, point(-1.35f * h, -2.6f * h, 1.7f * h), point(0, -0.2f * h, 0), 0.285f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

static int tumble(size_t n, size_t steps, const shape *shapes, picture *drawn) {
    const double half = 0.5 * PITCH * (double)pile_side(n) + 0.9;
    const shape tray = make_tray(half, 4 + RISE * LAYERS);
    const double each = 1 / (double)steps;
    double pairs = 0, triangle_pairs = 0, contacts = 0, ms = 0, library_ms = 0;
    double rise = -HUGE_VAL, lowest = HUGE_VAL;
    bool agrees = true;
    pile p;
    pile_make(&p, n, shapes, &tray);
    const double start = energy(&p);
    double now = start;
    for (size_t step = 0; step < steps; ++step) {
        collide_bodies_count count;
        const double begin = nanoseconds(), before = now;
        progress("step", step, steps);
        fall(&p);
        const double asked = nanoseconds();
        check(collide_bodies_touches(p.bodies, n, 0, &p.options, p.scratch, p.scratch_size,
                                     p.contacts, p.capacity, &count));
        library_ms += each * (nanoseconds() - asked) / 1e6;
        if (count.touches > p.capacity)
            fail("too many contacts");
        const size_t touches = make_touches(&p, count.touches);
        const double fallen = energy(&p);
        solve(p.touches, touches);
        weaken(&p, touches, fallen);
        advance(&p);
        push_apart(&p, touches, before - energy(&p));
        ms += each * (nanoseconds() - begin) / 1e6;
        if (n <= NAIVE_MOST && step % 10 == 0) // the poses are still those that were asked with
            agrees = agrees && naive_agrees(&p, count.pairs);
        for (size_t i = 0; i < n; ++i)
            place(&p, i);
        now = energy(&p);
        rise = fmax(rise, (now - before) / start);
        lowest = fmin(lowest, lowest_corner(&p));
        pairs += each * (double)count.pairs;
        triangle_pairs += each * (double)count.triangle_pairs;
        contacts += each * (double)count.touches;
    }
    progress("step", steps, steps);
    if (drawn)
        draw(drawn, &p, half);
    pile_free(&p);
    printf("%6zu %5zu %10.0f %7.0f %9.0f %8.0f %9.0f %9.0f %8.0e %6.2f %7.1f %7.1f\n", n, steps,
           0.5 * (double)n * (double)(n - 1), pairs, triangle_pairs, contacts, start, now, rise,
           lowest, ms, library_ms);
    if (!agrees)
        puts("ASKING ALL PAIRS FINDS OTHER PAIRS");
    if (rise > 1e-12)
        puts("ENERGY GROWS");
    if (lowest < -THROUGH)
        puts("A BODY FELL THROUGH THE TRAY");
    return !agrees || rise > 1e-12 || lowest < -THROUGH;
}

int main(int argc, char **argv) {
    static const size_t bodies[4] = {100, 1000, 10000, 100000}, steps[4] = {300, 80, 12, 4};
    const shape shapes[2] = {make_cube(), make_shape(tetrahedron_corners, 4, tetrahedron_triangles,
                                                     4, 1.0 / 3, 1.0 / 30)};
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const size_t wanted = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 0;
    if (argc > 1 && (wanted < 2 || wanted > 1000000))
        fail("the number of bodies, tray included, is 2 to 1000000");
    int wrong = nine_objects(shapes);
    puts("                        in a step: ------------------     energy of all  largest lowest"
         "       ms a step\n"
         "bodies steps   n(n-1)/2   pairs triangles contacts     start       end     rise corner"
         "     all library");
    if (wanted)
        wrong |= tumble(wanted, 200, shapes, drawn ? &p : NULL);
    for (int i = 0; i < 4 && !wanted; ++i)
        wrong |= tumble(bodies[i], steps[i], shapes, drawn && i == 1 ? &p : NULL);
    puts(wrong ? "SOMETHING IS WRONG"
               : "asking all pairs agrees, energy never grows, the tray holds");
    return wrong;
}
