// The race of racer.c: a circuit with rails and posts, the cars on it, and the pairs of bodies that
// are near each other in a step.
#ifndef RACE_H
#define RACE_H

#include "example.h"

#define CARS 60
#define SPACING 4.0f // metres between stations, at least
#define MAX_STATIONS 2000
#define MAX_WALLS (2 * MAX_STATIONS + MAX_STATIONS / 8)

// ---- the circuit -------------------------------------------------------------------------------

// Points of the centre line, from which the road extends to either side.
typedef struct station {
    collide_vec3 at, left; // left is of unit length
    float left_width, right_width;
    float length; // to the next one
} station;

typedef struct circuit {
    size_t count;
    float length;
    station stations[MAX_STATIONS];
} circuit;

static inline double inner(collide_vec3 a, collide_vec3 b) {
    return dot(from_float(a), from_float(b));
}

// A box on the road: the nose keeps its direction, left is made square to it.
static inline collide_obb make_box(collide_vec3 at, collide_vec3 nose, collide_vec3 left, float x,
                                   float y, float z) {
    collide_obb box = {{0, 0, 0}, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}, {0, 0, 1}}};
    box.center = at;
    box.center.z += z;
    box.half.x = x;
    box.half.y = y;
    box.half.z = z;
    box.axis[0] = nose;
    box.axis[1] = left;
    return collide_obb_orthonormalize(&box);
}

static inline bool add_station(circuit *c, float x, float y, float z, float right, float left) {
    station *s = c->stations + c->count;
    if (!(x > -1000 && x < 1000 && y > -1000 && y < 1000 && right > 0 && right < 100 && left > 0 &&
          left < 100))
        return false;
    s->at.x = x;
    s->at.y = y;
    s->at.z = z;
    s->right_width = right;
    s->left_width = left;
    if (c->count) {
        const collide_vec3 gap = sub(s->at, s[-1].at);
        if (inner(gap, gap) < (double)(SPACING * SPACING))
            return true;
    }
    return ++c->count < MAX_STATIONS;
}

// A closed B-spline, exact in floats. The road crosses itself at (0, 0).
static inline bool build_in(circuit *c) {
    static const float points[][3] = {
        {-45, -30, 0}, {45, 30, 0},   {90, 66, 1},   {120, 72, 3},   {125, 40, 4},   {100, 14, 3},
        {106, -8, 2},  {120, -40, 1}, {100, -70, 1}, {66, -48, 0},   {40, -30, 0},   {-40, 30, 0},
        {-80, 62, 0},  {-120, 64, 2}, {-126, 20, 4}, {-108, -20, 5}, {-120, -60, 2}, {-84, -64, 0}};
    const size_t n = sizeof points / sizeof *points;
    bool ok = true;
    for (size_t i = 0; i < n && ok; ++i)
        for (int k = 0; k < 32 && ok; ++k) {
            const float t = (float)k / 32, a = (1 - t) * (1 - t) / 2, b = t * t / 2;
            float p[3];
            for (int axis = 0; axis < 3; ++axis)
                p[axis] = a * points[i][axis] + (1 - a - b) * points[(i + 1) % n][axis] +
                          b * points[(i + 2) % n][axis];
            ok = add_station(c, p[0], p[1], p[2], 2.0f, 2.5f);
        }
    return ok;
}

static inline bool read_csv(circuit *c, const char *name) {
    FILE *file = fopen(name, "r");
    char line[256];
    bool ok = file != NULL;
    while (ok && fgets(line, sizeof line, file)) {
        float x, y, right, left;
        if (*line != '#' && *line != '\n')
            ok = sscanf(line, "%f ,%f ,%f ,%f", &x, &y, &right, &left) == 4 &&
                 add_station(c, x / 4, y / 4, 0, right / 4, left / 4);
    }
    if (file)
        fclose(file);
    return ok;
}

// Lengths, and curves banked by twice the turn from station to station.
static inline bool close_circuit(circuit *c) {
    const collide_vec3 up = {0, 0, 1};
    while (c->count > 8) { // the last ones may be too near the first
        const collide_vec3 gap = sub(c->stations[0].at, c->stations[c->count - 1].at);
        if (inner(gap, gap) >= (double)(SPACING * SPACING))
            break;
        --c->count;
    }
    if (c->count <= 8)
        return false;
    for (size_t i = 0; i < c->count; ++i) {
        station *s = c->stations + i;
        const station *next = c->stations + (i + 1) % c->count;
        const station *last = c->stations + (i + c->count - 1) % c->count;
        const collide_vec3 in = sub(s->at, last->at), out = sub(next->at, s->at);
        const collide_vec3 nose = sub(next->at, last->at), flat = {-nose.y, nose.x, 0};
        const collide_obb level = make_box(s->at, nose, flat, 0, 0, 0);
        const float turn = (in.x * out.y - in.y * out.x) / (float)inner(out, out);
        const collide_vec3 left = mad(level.axis[1], -2 * turn, up);
        s->left = make_box(s->at, nose, left, 0, 0, 0).axis[1];
        s->length = (float)inner(make_box(s->at, out, flat, 0, 0, 0).axis[0], out);
        c->length += s->length;
    }
    return true;
}

// ---- rails and posts ---------------------------------------------------------------------------

// The box between lines at distances to the left of stations i and i + 1.
static inline collide_obb make_piece(const circuit *c, size_t i, float from, float to, float y,
                                     float z) {
    const station *s = c->stations + i, *next = c->stations + (i + 1) % c->count;
    const collide_vec3 a = mad(s->at, from, s->left), b = mad(next->at, to, next->left);
    const collide_vec3 nose = sub(b, a);
    collide_obb box = make_box(mad(a, 0.5f, nose), nose, s->left, 0, y, z);
    box.half.x = (float)inner(nose, box.axis[0]) / 2;
    return box;
}

// Rails along both edges, but not across another part of the road; then a post every 8 stations.
static inline size_t build_walls(const circuit *c, collide_obb *walls, size_t *rails,
                                 uint64_t *state) {
    size_t n = 0;
    for (size_t i = 0; i < c->count; ++i) {
        const station *s = c->stations + i, *next = c->stations + (i + 1) % c->count;
        for (int side = 0; side < 2; ++side) {
            bool clear = true;
            walls[n] = side ? make_piece(c, i, -s->right_width, -next->right_width, 0.04f, 0.2f)
                            : make_piece(c, i, s->left_width, next->left_width, 0.04f, 0.2f);
            for (size_t k = 4; k < c->count - 3 && clear; ++k) {
                const size_t j = (i + k) % c->count;
                const station *other = c->stations + j;
                const float middle = (other->left_width - other->right_width) / 2;
                const float half = (other->left_width + other->right_width) / 2;
                const collide_obb road = make_piece(c, j, middle, middle, half, 1.0f);
                clear = !collide_obb_obb(walls + n, &road, NULL);
            }
            n += clear;
        }
    }
    *rails = n;
    for (size_t i = 0; i < c->count; i += 8) {
        const station *s = c->stations + i;
        const float u = random_float(state);
        const float d = u * s->left_width - (1 - u) * s->right_width;
        walls[n++] = make_box(mad(s->at, d, s->left), s->left, s->at, 0.05f, 0.05f, 0.4f);
    }
    return n;
}

// ---- the race ----------------------------------------------------------------------------------

// All bodies of the race: walls, then the cars in step 0, in step 1, ... Velocities are metres per
// step.
typedef struct race {
    size_t steps, rails, walls, count;
    collide_obb *boxes;
    collide_vec3 *velocities;
    collide_obb *paths;     // boxes around the paths
    collide_obb_pack *pack; // of the walls
    collide_pair *near_by;  // pairs whose paths have k-DOPs that overlap
    size_t near_count, near_capacity;
    bool *collide; // whether they do
} race;

typedef struct car {
    size_t at;       // station
    float beyond;    // metres from there
    float way;       // 1 or -1
    float speed;     // metres per step
    float off, lane; // metres to the left: where it is, where it wants to be
} car;

// Positions are rounded to a grid, on which start + velocity = end in floats.
static inline float snap(float x) {
    return (float)(int32_t)(x * 4096 + (x < 0 ? -0.5f : 0.5f)) / 4096;
}

static inline collide_vec3 car_place(const circuit *c, const car *x) {
    const station *s = c->stations + x->at, *next = c->stations + (x->at + 1) % c->count;
    const float t = x->beyond / s->length;
    collide_vec3 p = mad(s->at, t, sub(next->at, s->at));
    p = mad(p, x->off, mad(s->left, t, sub(next->left, s->left)));
    p.x = snap(p.x);
    p.y = snap(p.y);
    p.z = snap(p.z);
    return p;
}

static inline void car_drive(const circuit *c, car *x, uint64_t *state) {
    const station *s;
    const float sideways = 0.12f;
    float change;
    x->beyond += x->way * x->speed;
    while (x->beyond < 0) {
        x->at = (x->at + c->count - 1) % c->count;
        x->beyond += c->stations[x->at].length;
    }
    while (x->beyond >= c->stations[x->at].length) {
        x->beyond -= c->stations[x->at].length;
        x->at = (x->at + 1) % c->count;
    }
    s = c->stations + x->at;
    if (random_float(state) < 0.06f) {
        const float u = random_float(state);
        x->lane = u * (s->left_width - 0.25f) - (1 - u) * (s->right_width - 0.25f);
    }
    change = x->lane - x->off;
    x->off += change < -sideways ? -sideways : change > sideways ? sideways : change;
}

static inline void drive(const circuit *c, race *r, uint64_t *state) {
    static car cars[CARS];
    size_t n = r->walls;
    for (size_t i = 0; i < CARS; ++i) {
        cars[i].at = (size_t)(random_float(state) * (float)c->count);
        cars[i].way = i % 2 ? -1.0f : 1.0f;
        cars[i].speed = (300 + 80 * random_float(state)) / (3.6f * 50);
    }
    for (size_t step = 0; step < r->steps; ++step)
        for (size_t i = 0; i < CARS; ++i, ++n) {
            const collide_vec3 from = car_place(c, cars + i), left = c->stations[cars[i].at].left;
            car_drive(c, cars + i, state);
            r->velocities[n] = sub(car_place(c, cars + i), from);
            r->boxes[n] = make_box(from, r->velocities[n], left, 0.7f, 0.3f, 0.1875f);
        }
}

// The body after i of those that car k is paired with: all walls, then the cars before it.
static inline size_t next_body(const race *r, size_t k, size_t i) {
    return i + 1 == r->walls ? k - (k - r->walls) % CARS : i + 1;
}

static inline bool find_near(race *r) {
    collide_kdop18 *path = (collide_kdop18 *)malloc(r->count * sizeof *path);
    bool ok = path != NULL;
    for (size_t k = 0; k < r->count && ok; ++k) {
        collide_obb end = r->boxes[k];
        collide_kdop18 a = collide_kdop18_from_obb(&end), b;
        end.center = mad(end.center, 1, r->velocities[k]);
        b = collide_kdop18_from_obb(&end);
        path[k] = collide_kdop18_merge(&a, &b);
    }
    for (size_t k = r->walls; k < r->count && ok; ++k)
        for (size_t i = 0; i < k && ok; i = next_body(r, k, i)) {
            if (!collide_kdop18_kdop18(path + k, path + i))
                continue;
            if (r->near_count == r->near_capacity) {
                const size_t capacity = 2 * r->near_capacity + 1024;
                void *grown = realloc(r->near_by, capacity * sizeof *r->near_by);
                ok = grown != NULL;
                if (!ok)
                    break;
                r->near_by = (collide_pair *)grown;
                r->near_capacity = capacity;
            }
            r->near_by[r->near_count].a = (uint32_t)k;
            r->near_by[r->near_count++].b = (uint32_t)i;
        }
    free(path);
    return ok;
}

enum { ONCOMING, FOLLOWING, CROSSING, RAIL, POST, KINDS };

static inline int kind_of(const race *r, size_t k, size_t i) {
    const double cosine = inner(r->boxes[k].axis[0], r->boxes[i].axis[0]);
    return i < r->rails    ? RAIL
           : i < r->walls  ? POST
           : cosine > 0.7  ? FOLLOWING
           : cosine < -0.7 ? ONCOMING
                           : CROSSING;
}

// Pairs of one step.
static inline size_t pairs_per_step(const race *r) {
    return CARS * r->walls + CARS * (CARS - 1) / 2;
}

// Cars, or what else moves or does not, at a time of the step.
static inline collide_obb box_at(const race *r, size_t i, float t) {
    collide_obb box = r->boxes[i];
    box.center = mad(box.center, t, r->velocities[i]);
    return box;
}

#endif // RACE_H
