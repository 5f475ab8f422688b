// What racer.c neglects: that cars spin within a step. Pairs of cars that pass near each other turn
// about their vertical axes, and sweeps, which only translate, are compared with the truth.
#ifndef SPIN_H
#define SPIN_H

#include "race.h"

#define SPIN_PAIRS 2000
#define SPIN_TOUCH 1e-5f       // metres: nearer than this is contact
#define SPIN_RADIUS 0.7615774f // metres from the middle of a car to its corners, seen from above

// Velocities are metres per step; ways are 1 and -1: to which side the cars spin.
typedef struct spin_pair {
    collide_obb box[2];
    collide_vec3 v[2];
    float way[2];
} spin_pair;

// Where the orientation is taken from that a sweep keeps, and by how much the boxes grow.
typedef enum spin_method { SPIN_START, SPIN_MIDDLE, SPIN_GROWN, SPIN_METHODS } spin_method;

typedef struct spin_result {
    size_t missed, invented, contradictions;
    double median, largest; // error of t_first in percent of a step
} spin_result;

// Sine and cosine of angles of at most a right angle, in radians.
static inline collide_obb spin_turn(collide_obb box, double angle) {
    const collide_vec3 nose = box.axis[0], left = box.axis[1];
    double sine = 0, cosine = 0, term = 1;
    for (int n = 1; n < 16; n += 2) {
        cosine += term;
        term *= angle / n;
        sine += term;
        term *= -angle / (n + 1);
    }
    box.axis[0] = to_float(
        add(add(from_float(point(0, 0, 0)), cosine, from_float(nose)), sine, from_float(left)));
    box.axis[1] = to_float(
        add(add(from_float(point(0, 0, 0)), cosine, from_float(left)), -sine, from_float(nose)));
    return box;
}

// Twice the sine of half an angle: how far a point at a distance of 1 moves.
static inline double spin_chord(double angle) {
    collide_obb box = {{0, 0, 0}, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    box = spin_turn(box, angle / 2);
    return 2 * (double)box.axis[0].y;
}

// A box of a car that looks anywhere, as those do that spin.
static inline collide_obb spin_car(collide_vec3 at, uint64_t *state) {
    const float x = random_either(state), y = random_either(state);
    return make_box(at, point(x, y, 0), point(-y, x, 0), 0.7f, 0.3f, 0.1875f);
}

// Two cars at the speeds of the race in any two directions, which are apart at the start; at some
// time of the step their middles are at most 2 m apart.
static inline spin_pair spin_draw(uint64_t *state) {
    spin_pair s;
    do {
        const float t = random_float(state);
        for (int i = 0; i < 2; ++i) {
            const float speed = (300 + 80 * random_float(state)) / (3.6f * 50);
            s.v[i] = mad(point(0, 0, 0), speed, spin_car(point(0, 0, 0), state).axis[0]);
            s.way[i] = random_float(state) < 0.5f ? -1.0f : 1.0f;
        }
        const collide_vec3 off = {2 * random_either(state), 2 * random_either(state), 0};
        s.box[0] = spin_car(point(0, 0, 0), state);
        s.box[1] = spin_car(mad(off, t, sub(s.v[0], s.v[1])), state);
    } while (collide_obb_obb(s.box, s.box + 1, NULL));
    return s;
}

// The first contact of cars that turn by an angle within the step. At each time a plane with the
// distance's normal is between them, and they come near it by no more than their velocities along
// the normal and the speed of their corners: so they advance, and are never late.
static inline bool spin_truth(const spin_pair *s, double angle, double *t) {
    const collide_vec3 v = sub(s->v[0], s->v[1]);
    const double corners = 2 * angle * (double)SPIN_RADIUS;
    for (*t = 0; *t <= 1;) {
        collide_obb a = spin_turn(s->box[0], (double)s->way[0] * angle * *t);
        const collide_obb b = spin_turn(s->box[1], (double)s->way[1] * angle * *t);
        collide_distance d;
        a.center = mad(a.center, (float)*t, v);
        (void)collide_obb_obb_distance(&a, &b, FLT_MAX, &d);
        if (d.lo <= SPIN_TOUCH)
            return true;
        const double closing = corners - inner(v, d.normal);
        if (closing <= 0)
            return false;
        *t += (double)d.lo / closing;
    }
    return false;
}

// A sweep of cars that keep the orientation they have at a time of the step, and grow by a length.
static inline bool spin_sweep(const spin_pair *s, double angle, double at, double grow,
                              collide_impact *impact) {
    collide_obb box[2];
    for (int i = 0; i < 2; ++i) {
        box[i] = spin_turn(s->box[i], (double)s->way[i] * angle * at);
        box[i].half.x += (float)grow;
        box[i].half.y += (float)grow;
    }
    return box[0].half.x > 0 && box[0].half.y > 0 &&
           collide_obb_obb_sweep(box, s->v[0], box + 1, s->v[1], 1, impact);
}

// Whether the truth is not between boxes that hold the car at all times and ones that lie in it.
static inline bool spin_contradicts(const spin_pair *s, double angle, double at, double reach,
                                    bool hit, double t) {
    const double slack = 2 * (double)SPIN_TOUCH;
    collide_impact first, last;
    const bool may = spin_sweep(s, angle, at, reach + slack, &first);
    const bool must = spin_sweep(s, angle, at, -reach - slack, &last);
    return hit ? !may || t < (double)first.t_first || (must && t > (double)last.t_first) : must;
}

static inline int spin_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline spin_result spin_measure(const spin_pair *pairs, spin_method method, double angle,
                                       const bool *hits, const double *times) {
    static double errors[SPIN_PAIRS];
    const double at = method == SPIN_MIDDLE ? 0.5 : 0;
    const double reach = (double)SPIN_RADIUS * spin_chord(angle * (1 - at));
    const double grow = method == SPIN_GROWN ? reach + 2 * (double)SPIN_TOUCH : 0;
    spin_result r = {0, 0, 0, 0, 0};
    size_t n = 0;
    for (size_t i = 0; i < SPIN_PAIRS; ++i) {
        collide_impact impact;
        const bool hit = spin_sweep(pairs + i, angle, at, grow, &impact);
        r.missed += hits[i] && !hit;
        r.invented += hit && !hits[i];
        r.contradictions += spin_contradicts(pairs + i, angle, at, reach, hits[i], times[i]);
        if (hit && hits[i]) {
            const double late = (double)impact.t_first - times[i];
            errors[n++] = 100 * (late < 0 ? -late : late);
        }
    }
    qsort(errors, n, sizeof *errors, spin_compare);
    if (n) {
        r.median = errors[n / 2];
        r.largest = errors[n - 1];
    }
    return r;
}

// 10 columns for a power of 10, from 0.001 % on.
static inline void spin_mark(char *line, double percent, char mark) {
    size_t column = 0;
    for (double x = 0.001; x < percent && column < 50; x *= 1.258925412)
        ++column;
    line[column] = mark;
}

static inline void spin_plot(const double *angles, spin_result (*r)[SPIN_METHODS], size_t n) {
    printf("\nThe same errors, in %% of a step: s median, S largest with the orientation of the "
           "start,\nm median, M largest with that of the middle:\n"
           "degrees 0.001     0.01      0.1       1         10        100\n");
    for (size_t i = 1; i < n; ++i) {
        char line[] = "|         |         |         |         |         |";
        spin_mark(line, r[i][SPIN_START].largest, 'S');
        spin_mark(line, r[i][SPIN_MIDDLE].largest, 'M');
        spin_mark(line, r[i][SPIN_START].median, 's');
        spin_mark(line, r[i][SPIN_MIDDLE].median, 'm');
        printf("%7g %s\n", angles[i], line);
    }
}

// How far the noses of the race turn from one step to the next, in degrees: the median, the most.
static inline void spin_race(const race *r) {
    const size_t n = r->count - r->walls > CARS ? r->count - r->walls - CARS : 0;
    double *turns = (double *)allocate((n + 1) * sizeof *turns);
    for (size_t i = 0; i < n; ++i) {
        const collide_obb *now = r->boxes + r->walls + i, *then = now + CARS;
        const double sine = inner(then->axis[0], now->axis[1]);
        turns[i] = (sine < 0 ? -sine : sine) * (1 + sine * sine / 6) * 180 / 3.14159265358979;
    }
    qsort(turns, n, sizeof *turns, spin_compare);
    if (n)
        printf("On the circuit half of the cars turn by less than %.1f degrees a step, and none by "
               "more than %.1f.\n",
               turns[n / 2], turns[n - 1]);
    release(turns);
}

static inline void spin_heads(void) {
    printf(
        "\nSweeps only translate. Cars that spin within the step: %d pairs that pass near each "
        "other, both\nturn by an angle. Sweeps keep the orientation of the start of the step, or "
        "of its middle, or keep\nthat of the start and grow the cars by how far their corners "
        "turn: so they miss none. Errors of\ntimes are in %% of a step.\n\n"
        "        corners          start       time off by %%         middle       time off by "
        "%%      grown\n"
        "degrees  by mm  hits missed invented median largest missed invented median largest "
        "missed invented\n",
        SPIN_PAIRS);
}

// Prints the table; whether no sweep is farther from the truth than the corners move.
static inline bool spin_report(const race *r) {
    static const double angles[] = {0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30};
    enum { ROWS = sizeof angles / sizeof *angles };
    static spin_pair pairs[SPIN_PAIRS];
    static bool hits[SPIN_PAIRS];
    static double times[SPIN_PAIRS];
    spin_result got[ROWS][SPIN_METHODS];
    uint64_t state = 1;
    size_t contradictions = 0, good = 0;
    for (size_t i = 0; i < SPIN_PAIRS; ++i)
        pairs[i] = spin_draw(&state);
    spin_heads();
    for (size_t k = 0; k < ROWS; ++k) {
        const double angle = angles[k] * 3.14159265358979 / 180;
        size_t found = 0;
        for (size_t i = 0; i < SPIN_PAIRS; ++i)
            found += hits[i] = spin_truth(pairs + i, angle, times + i);
        printf("%7g %6.1f %5zu", angles[k], 1e3 * (double)SPIN_RADIUS * spin_chord(angle), found);
        for (int m = 0; m < SPIN_METHODS; ++m) {
            const spin_result *x = &got[k][m];
            got[k][m] = spin_measure(pairs, (spin_method)m, angle, hits, times);
            contradictions += x->contradictions + (m == SPIN_GROWN ? x->missed : 0);
            printf("%7zu %8zu", x->missed, x->invented);
            if (m != SPIN_GROWN)
                printf(" %6.2f %7.2f", x->median, x->largest);
        }
        printf("\n");
        if (got[k][SPIN_START].missed + got[k][SPIN_START].invented <= SPIN_PAIRS / 400)
            good = k;
    }
    spin_plot(angles, got, ROWS);
    printf("\nUp to %g degree%s a step at most 1 verdict in 400 is wrong if sweeps keep the start, "
           "and "
           "half of\nthe times are off by less than %.2f %% of a step.\n",
           angles[good], angles[good] > 1 ? "s" : "", got[good][SPIN_START].median + 0.005);
    spin_race(r);
    if (contradictions)
        printf("%zu sweeps ARE FARTHER from the truth than corners turn.\n", contradictions);
    else
        printf("No sweep is farther from the truth than corners turn (and %g micrometres).\n",
               2e6 * (double)SPIN_TOUCH);
    return contradictions == 0;
}

#endif // SPIN_H
