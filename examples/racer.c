// Demo: model racing cars that go further in a time step than they are long [Gamedev], and four
// ways to find their collisions. They drive both ways round a circuit that crosses itself, between
// rails and past posts, and keep their lanes whatever they hit; within a step they do not turn.
// What that is worth is measured with cars that spin. Build and run from the top folder:
//
//     cc -O2 examples/racer.c -o racer && ./racer [STEPS [TRACK.csv]]
//
// TRACK.csv is the centre line of a real circuit: lines of x, y, width to the right, width to the
// left, in metres. It is taken at 1:4, because the cars are models. With --png FILE it draws where
// they collide, and what tests at both ends of the step miss.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "racer"
#include "picture.h"
#include "race.h"
#include "spin.h"

#define STEPS 300 // of 1/50 s
#define MAX_STEPS 10000
#define SAMPLES 512 // of a step, to check the sweeps
#define REPEATS 5   // of short measurements, the best counts

// ---- four ways ---------------------------------------------------------------------------------

typedef bool way(const race *r, size_t a, size_t b);

// Box a at time t, seen from b.
static bool meet_at(const race *r, size_t a, size_t b, float t) {
    collide_obb moved = r->boxes[a];
    moved.center = mad(moved.center, t, sub(r->velocities[a], r->velocities[b]));
    return collide_obb_obb(&moved, r->boxes + b, NULL);
}

static bool way_ends(const race *r, size_t a, size_t b) {
    return meet_at(r, a, b, 0) || meet_at(r, a, b, 1);
}

// Halves the step again and again, until from one test to the next b sees a go no further than the
// limit.
static bool bisect(const race *r, size_t a, size_t b, double limit) {
    const collide_vec3 v = sub(r->velocities[a], r->velocities[b]);
    const double square = inner(v, v) / (limit * limit);
    if (way_ends(r, a, b))
        return true;
    for (int n = 1; square > n * n; n *= 2)
        for (int k = 1; k < 2 * n; k += 2)
            if (meet_at(r, a, b, (float)k / (float)(2 * n)))
                return true;
    return false;
}

static bool way_bisect_coarse(const race *r, size_t a, size_t b) {
    return bisect(r, a, b, 1);
}

static bool way_bisect_fine(const race *r, size_t a, size_t b) {
    return bisect(r, a, b, 0.25);
}

static bool way_paths(const race *r, size_t a, size_t b) {
    return collide_obb_obb(r->paths + a, r->paths + b, NULL);
}

static bool way_sweep(const race *r, size_t a, size_t b) {
    return collide_obb_obb_sweep(r->boxes + a, r->velocities[a], r->boxes + b, r->velocities[b], 1,
                                 NULL);
}

static float magnitude(double x) {
    return (float)(x < 0 ? -x : x);
}

// The least box with the body's own axes that holds its path.
static void build_paths(const race *r) {
    for (size_t i = 0; i < r->count; ++i) {
        const collide_vec3 v = r->velocities[i];
        collide_obb *path = r->paths + i;
        *path = r->boxes[i];
        path->center = mad(path->center, 0.5f, v);
        path->half.x += magnitude(inner(v, path->axis[0]) / 2);
        path->half.y += magnitude(inner(v, path->axis[1]) / 2);
        path->half.z += magnitude(inner(v, path->axis[2]) / 2);
    }
}

// ---- the count ---------------------------------------------------------------------------------

typedef struct tally {
    size_t found[KINDS], missed[KINDS];
    double all, near_by; // nanoseconds per pair
} tally;

static size_t sum(const size_t *n) {
    size_t total = 0;
    for (int i = 0; i < KINDS; ++i)
        total += n[i];
    return total;
}

static tally count_single(const race *r, const char *name, way *test, bool *answers) {
    tally t = {{0}, {0}, 0, 0};
    double start = nanoseconds();
    if (test == way_paths)
        build_paths(r);
    for (size_t k = r->walls; k < r->count; ++k) {
        if ((k - r->walls) % CARS == 0)
            progress(name, (k - r->walls) / CARS, r->steps);
        for (size_t i = 0; i < k; i = next_body(r, k, i))
            if (test(r, k, i))
                ++t.found[kind_of(r, k, i)];
    }
    t.all = (nanoseconds() - start) / (double)(r->steps * pairs_per_step(r));
    progress(name, r->steps, r->steps);
    for (int repeat = 0; repeat < REPEATS; ++repeat) {
        double time;
        start = nanoseconds();
        for (size_t n = 0; n < r->near_count; ++n)
            answers[n] = test(r, r->near_by[n].a, r->near_by[n].b);
        time = (nanoseconds() - start) / ((double)r->near_count + 1e-9);
        t.near_by = repeat && t.near_by < time ? t.near_by : time;
    }
    return t;
}

static void count_bits(const race *r, const uint16_t *bits, size_t n, size_t k, size_t *found) {
    for (size_t block = 0; block < COLLIDE_BLOCKS(n); ++block)
        for (unsigned word = bits[block], i = 0; word; word >>= 1, ++i)
            if (word & 1)
                ++found[kind_of(r, k, 16 * block + i)];
}

// One car against all walls at a time, then the cars of a step by pairs; the near pairs at once.
static tally count_batch(const race *r, uint16_t *bits) {
    static collide_pair pairs[CARS * (CARS - 1) / 2];
    const collide_obb_array every = {r->boxes, r->count, 0, r->velocities, 0};
    const collide_sweeps out = {bits, NULL, NULL, NULL};
    tally t = {{0}, {0}, 0, 0};
    double start = nanoseconds();
    size_t n = 0;
    for (uint32_t k = 0; k < CARS; ++k)
        for (uint32_t i = 0; i < k; ++i, ++n) {
            pairs[n].a = k;
            pairs[n].b = i;
        }
    for (size_t first = r->walls; first < r->count; first += CARS) {
        const collide_obb_array cars = {r->boxes + first, CARS, 0, r->velocities + first, 0};
        for (size_t k = first; k < first + CARS; ++k)
            if (collide_obb_obb_sweep_many(r->boxes + k, r->velocities[k], r->pack, NULL, 1, &out))
                count_bits(r, bits, r->walls, k, t.found);
        if (collide_obb_obb_sweep_pairs(&cars, &cars, pairs, n, 1, &out))
            for (size_t i = 0; i < n; ++i)
                if (bits[i / 16] >> i % 16 & 1)
                    ++t.found[kind_of(r, first + pairs[i].a, first + pairs[i].b)];
    }
    t.all = (nanoseconds() - start) / (double)(r->steps * pairs_per_step(r));
    for (int repeat = 0; repeat < REPEATS; ++repeat) {
        double time;
        start = nanoseconds();
        collide_obb_obb_sweep_pairs(&every, &every, r->near_by, r->near_count, 1, &out);
        time = (nanoseconds() - start) / ((double)r->near_count + 1e-9);
        t.near_by = repeat && t.near_by < time ? t.near_by : time;
    }
    return t;
}

// ---- the check ---------------------------------------------------------------------------------

// Whether boxes b and a, moved by v for a time t and grown, overlap: near the origin, where floats
// resolve less than a micrometre.
static bool meet_grown(const collide_obb *a, collide_vec3 v, const collide_obb *b, float t,
                       float grow) {
    collide_obb moved = *a, still = *b;
    moved.center = mad(sub(a->center, b->center), t, v);
    still.center = sub(b->center, b->center);
    moved.half.x += grow;
    moved.half.y += grow;
    moved.half.z += grow;
    return collide_obb_obb(&moved, &still, NULL);
}

// Samples of near pairs at which still boxes tell another story than the sweep, by more than 10
// micrometres. Each step is sampled finely, and in the middle of the contact.
static size_t check_sweeps(const race *r) {
    size_t wrong = 0;
    for (size_t n = 0; n < r->near_count; ++n) {
        const size_t a = r->near_by[n].a, b = r->near_by[n].b;
        const collide_vec3 v = sub(r->velocities[a], r->velocities[b]);
        collide_impact impact;
        const bool hit = collide_obb_obb_sweep(r->boxes + a, r->velocities[a], r->boxes + b,
                                               r->velocities[b], 1, &impact);
        if (n % 256 == 0)
            progress("check", n / 256, r->near_count / 256);
        if (hit)
            wrong += !meet_grown(r->boxes + a, v, r->boxes + b,
                                 (impact.t_first + impact.t_last) / 2, 1e-5f);
        for (int k = 0; k <= SAMPLES; ++k) {
            const float t = (float)k / SAMPLES;
            const bool within = hit && impact.t_first <= t && t <= impact.t_last;
            const float grow = within ? 1e-5f : -1e-5f;
            wrong += within != meet_grown(r->boxes + a, v, r->boxes + b, t, grow);
        }
    }
    progress("check", 1, 1);
    return wrong;
}

// ---- the report --------------------------------------------------------------------------------

#define SINGLE 5 // ways by single calls

static void print_row(const char *name, const char *isa, const tally *t, const tally *truth) {
    const size_t found = sum(t->found), missed = sum(t->missed);
    printf("%-27s %-7s %7zu %8zu %9zu %9.1f %7.1f\n", name, isa, found, missed,
           found + missed - sum(truth->found), t->all, t->near_by);
    fflush(stdout);
}

static void print_kinds(const tally *t, const tally *truth) {
    static const char *const kinds[KINDS] = {"cars, oncoming", "cars, same way", "cars, crossing",
                                             "car and rail", "car and post"};
    printf("\n                                    1 ends    2 to 1 m 2 to 0.25 m    3 paths\n"
           "                collisions          missed      missed      missed   invented\n");
    for (int i = 0; i < KINDS; ++i)
        printf("%-15s %10zu %15zu %11zu %11zu %10zu\n", kinds[i], truth->found[i], t[0].missed[i],
               t[1].missed[i], t[2].missed[i], t[3].found[i] + t[3].missed[i] - truth->found[i]);
}

// Prints the tables; whether all answers of the sweeps are right.
static bool report(const race *r, bool *answers, uint16_t *bits) {
    static const struct {
        const char *name;
        way *test;
    } ways[SINGLE] = {{"1 boxes at both ends", way_ends},
                      {"2 bisection to 1 m", way_bisect_coarse},
                      {"2 bisection to 0.25 m", way_bisect_fine},
                      {"3 boxes around the paths", way_paths},
                      {"4 swept separating axes", way_sweep}};
    const char *isa = collide_isa_text(collide_isa());
    tally t[SINGLE], truth = {{0}, {0}, 0, 0}, batch;
    bool same = true;
    size_t wrong;
    for (size_t n = 0; n < r->near_count; ++n) {
        const size_t a = r->near_by[n].a, b = r->near_by[n].b;
        r->collide[n] = way_sweep(r, a, b);
        truth.found[kind_of(r, a, b)] += r->collide[n];
    }
    printf("                                                               ns per pair\n"
           "way                         calls     found   missed  invented       all    near\n");
    for (int i = 0; i < SINGLE; ++i) {
        t[i] = count_single(r, ways[i].name, ways[i].test, answers);
        for (size_t n = 0; n < r->near_count; ++n)
            if (r->collide[n] && !answers[n])
                ++t[i].missed[kind_of(r, r->near_by[n].a, r->near_by[n].b)];
        print_row(ways[i].name, "single", t + i, &truth);
    }
    batch = count_batch(r, bits);
    print_row(ways[SINGLE - 1].name, isa, &batch, &truth);
    print_kinds(t, &truth);

    for (int i = 0; i < KINDS; ++i)
        same = same && t[SINGLE - 1].found[i] == truth.found[i] && batch.found[i] == truth.found[i];
    for (size_t n = 0; n < r->near_count; ++n)
        same = same && r->collide[n] == (bits[n / 16] >> n % 16 & 1);
    printf("\nBatches (%s) and single calls %s.\n", isa, same ? "agree" : "DISAGREE");
    wrong = check_sweeps(r);
    printf("%d tests at rest within the step of each near pair: ", SAMPLES + 1);
    if (wrong)
        printf("%zu CONTRADICT the sweeps.\n", wrong);
    else
        printf("none contradicts the sweeps\nby more than 10 micrometres.\n");
    return same && !wrong;
}

// ---- the picture -------------------------------------------------------------------------------

static void draw_circuit(picture *p, const circuit *c, const race *r) {
    picture_pen(p, PICTURE_SOLID, 0x9aa2ac);
    for (size_t i = 0; i < c->count; ++i) {
        const station *s = c->stations + i, *next = c->stations + (i + 1) % c->count;
        picture_quad(
            p, mad(s->at, -s->right_width, s->left), mad(next->at, -next->right_width, next->left),
            mad(next->at, next->left_width, next->left), mad(s->at, s->left_width, s->left));
    }
    for (size_t i = 0; i < r->walls; ++i) {
        picture_pen(p, PICTURE_SOLID, i < r->rails ? 0xf2f4f6 : 0xf2c230);
        picture_obb(p, r->boxes + i);
    }
}

static void draw_car(picture *p, const collide_obb *box, uint32_t colour) {
    collide_obb cabin = *box;
    cabin.center = mad(mad(box->center, 0.2f, box->axis[2]), -0.12f, box->axis[0]);
    cabin.half = point(0.3f, 0.22f, 0.14f);
    picture_pen(p, PICTURE_SOLID, colour);
    picture_obb(p, box);
    picture_pen(p, PICTURE_SOLID, 0x2b3440);
    picture_obb(p, &cabin);
}

// Near the crossing: the cars of the step that has most of them there.
static void draw_cars(picture *p, const race *r) {
    size_t best = 0, most = 0;
    for (size_t step = 0; step < r->steps; ++step) {
        size_t n = 0;
        for (size_t i = 0; i < CARS; ++i) {
            const collide_vec3 at = r->boxes[r->walls + step * CARS + i].center;
            n += inner(at, at) < 15 * 15;
        }
        best = n > most ? step : best;
        most = n > most ? n : most;
    }
    for (size_t i = 0; i < CARS; ++i)
        draw_car(p, r->boxes + r->walls + best * CARS + i, i % 2 ? 0x3c9a5f : 0xe8892b);
}

// On the left the crossing, its cars in one step and all collisions of the race there, where they
// begin: blue, and on red pins those that who asks at both ends of the step misses. On the right
// the fastest of these: where the cars are at both ends, as glass, and where they touch first.
static void draw(picture *p, const circuit *c, const race *r) {
    const size_t left = p->width * 5 / 8;
    size_t worst = 0;
    double fastest = -1;
    draw_circuit(p, c, r);
    draw_cars(p, r);
    for (size_t n = 0; n < r->near_count; ++n) {
        const size_t a = r->near_by[n].a, b = r->near_by[n].b;
        const collide_vec3 v = sub(r->velocities[a], r->velocities[b]);
        collide_impact impact;
        if (!r->collide[n] || !collide_obb_obb_sweep(r->boxes + a, r->velocities[a], r->boxes + b,
                                                     r->velocities[b], 1, &impact))
            continue;
        const bool missed = !way_ends(r, a, b);
        const collide_vec3 at = box_at(r, a, impact.t_first).center;
        const collide_vec3 head = mad(at, 1, point(0, 0, missed ? 2.0f : 0.1f));
        picture_pen(p, PICTURE_LINE, missed ? 0xf0281e : 0x2a62ff);
        if (missed)
            picture_rod(p, at, head, 0.07f, 0.07f, true, 2);
        picture_sphere(p, head, missed ? 0.4f : 0.2f);
        if (missed && b >= r->walls && inner(v, v) > fastest) {
            fastest = inner(v, v);
            worst = n;
        }
    }
    p->floor = true;
    p->floor_height = -0.05f;
    p->sky[1] = picture_rgb(0xd6e2cc);
    p->reach = 0;
    picture_camera(p, point(-1, -34, 24), point(-0.5f, -1.5f, 0), 0.31f);
    picture_draw(p, 0, left - 1);
    const size_t a = r->near_by[worst].a, b = r->near_by[worst].b;
    collide_impact impact;
    (void)collide_obb_obb_sweep(r->boxes + a, r->velocities[a], r->boxes + b, r->velocities[b], 1,
                                &impact);
    draw_circuit(p, c, r);
    p->glass = 0.35f;
    for (int k = 0; k < 2; ++k) {
        const size_t i = k ? b : a;
        const uint32_t colour = k ? 0x2a8fff : 0xf0281e;
        for (int end = 0; end < 2; ++end) {
            const collide_obb box = box_at(r, i, (float)end);
            picture_pen(p, PICTURE_GLASS, colour);
            picture_obb(p, &box);
            picture_pen(p, PICTURE_LINE, colour);
            picture_edges(p, &box, 0.012f);
        }
        const collide_obb box = box_at(r, i, impact.t_first);
        const collide_vec3 from = mad(r->boxes[i].center, 1, point(0, 0, 0.45f));
        picture_pen(p, PICTURE_SOLID, colour);
        picture_obb(p, &box);
        picture_pen(p, PICTURE_LINE, colour);
        picture_arrow(p, from, r->velocities[i], 0.03f);
    }
    const collide_vec3 middle = box_at(r, a, impact.t_first).center;
    const collide_vec3 back = mad(middle, -5.5f, r->boxes[a].axis[0]);
    picture_camera(p, mad(mad(back, 1.5f, r->boxes[a].axis[1]), 1, point(0, 0, 6.5f)), middle,
                   0.34f);
    picture_draw(p, left + 1, p->width - left - 1);
    picture_write(p);
}

// ---- the program -------------------------------------------------------------------------------

static bool run(race *r, const circuit *c, picture *drawn) {
    const size_t size = collide_obb_pack_size(MAX_WALLS), bodies = MAX_WALLS + r->steps * CARS;
    void *memory = malloc(size + COLLIDE_ALIGNMENT);
    bool *answers = NULL;
    uint16_t *bits = NULL;
    uint64_t state = 1;
    bool ok;
    r->boxes = (collide_obb *)malloc(bodies * sizeof *r->boxes);
    r->paths = (collide_obb *)malloc(bodies * sizeof *r->paths);
    r->velocities = (collide_vec3 *)calloc(bodies, sizeof *r->velocities);
    ok = memory && r->boxes && r->paths && r->velocities;
    if (ok) {
        char *aligned =
            (char *)memory + (COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT);
        r->walls = build_walls(c, r->boxes, &r->rails, &state);
        r->count = r->walls + r->steps * CARS;
        drive(c, r, &state);
        ok = collide_obb_pack_build(&r->pack, aligned, size, r->boxes, r->walls, 0) == COLLIDE_OK &&
             find_near(r);
    }
    if (ok) {
        r->collide = (bool *)malloc((r->near_count + 1) * sizeof *r->collide);
        answers = (bool *)malloc((r->near_count + 1) * sizeof *answers);
        bits = (uint16_t *)malloc(COLLIDE_BLOCKS(r->near_count + MAX_WALLS) * sizeof *bits);
        ok = r->collide && answers && bits;
    }
    if (ok) {
        printf("%d model cars, 1.4 m long, at 300 to 380 km/h: up to 2.1 m in a step of 1/50 s.\n"
               "%zu steps on a circuit of %.0f m, %zu rails, %zu posts: %.1f million pairs. %zu "
               "pairs\n"
               "are near: the 18-DOPs around their paths overlap.\n\n",
               CARS, r->steps, (double)c->length, r->rails, r->walls - r->rails,
               (double)(r->steps * pairs_per_step(r)) / 1e6, r->near_count);
        ok = report(r, answers, bits);
        ok = spin_report(r) && ok;
        if (drawn)
            draw(drawn, c, r);
    } else {
        fprintf(stderr, "racer: out of memory\n");
    }
    free(memory);
    free(answers);
    free(bits);
    free(r->boxes);
    free(r->paths);
    free(r->velocities);
    free(r->near_by);
    free(r->collide);
    return ok;
}

int main(int argc, char **argv) {
    static circuit c;
    static race r;
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    char *end = NULL;
    const long steps = argc > 1 ? strtol(argv[1], &end, 10) : STEPS;
    if (argc > 3 || (end && *end) || steps < 1 || steps > MAX_STEPS) {
        fprintf(stderr, "usage: racer [STEPS [TRACK.csv]] [--png FILE], at most %d steps\n",
                MAX_STEPS);
        return 1;
    }
    if (!(argc > 2 ? read_csv(&c, argv[2]) : build_in(&c)) || !close_circuit(&c)) {
        fprintf(stderr, "racer: no circuit in %s\n", argv[argc - 1]);
        return 1;
    }
    r.steps = (size_t)steps;
    return run(&r, &c, drawn ? &p : NULL) ? 0 : 1;
}
