// Where a verdict flips: a coordinate of a body is bisected down to two neighbouring floats, of
// which one hits and one misses, and both are asked exactly (splines in long double). The miss must
// not be deeper than what is never missed, the hit no farther apart than what may count as one, by
// the bounds that collide.h states. Prints how much of each bound was seen.
#include "test.h"

#include "rational.h"
#include "swept.h"

static point scaled(point p, double s) { // exact: of floats by floats, or by powers of two
    const point r = {p.x * s, p.y * s, p.z * s};
    return r;
}
static point less(point p, point q) {
    return add(p, -1, q);
}

// ---- a zonotope and the hull of some points, exactly -----------------------------------------
// Boxes are sums of segments, and so is what they sweep: about a centre, with a generator for each
// half axis and half the way. Two are apart iff they are along a cross product of two directions.

#define MOST 12

struct exact {
    swept_vector generator[MOST], corner[MOST], direction[2 * MOST], n;
    mpz_t x, least, sum;
    int generators, corners, directions;
};
static struct exact e;

// For faces of terrain, in rationals.
static struct {
    mpq_t x, y;
    rational_vector p;
    struct rational_triangle face;
} exactly;

static void whole_point(swept_vector out, point p) {
    swept_whole(out[0], p.x);
    swept_whole(out[1], p.y);
    swept_whole(out[2], p.z);
}
static void exact_init(void) {
    mpz_t *all = (mpz_t *)(void *)&e;
    for (size_t i = 0; i < offsetof(struct exact, x) / sizeof(mpz_t); ++i)
        mpz_init(all[i]);
    mpz_inits(e.x, e.least, e.sum, NULL);
    mpq_inits(exactly.x, exactly.y, NULL);
    rational_init_vector(exactly.p);
    rational_init_triangle(&exactly.face);
    rational_init();
    swept_init();
}

// How far they are apart along n, less than 0 if they overlap; -infinity if n is 0.
static double apart_along(void) {
    const point n = {mpz_get_d(e.n[0]), mpz_get_d(e.n[1]), mpz_get_d(e.n[2])};
    const double size = (n.x < 0 ? -n.x : n.x) + (n.y < 0 ? -n.y : n.y) + (n.z < 0 ? -n.z : n.z);
    double most = -INFINITY;
    if (!(size > 0))
        return most;
    mpz_set_ui(e.sum, 0);
    for (int i = 0; i < e.generators; ++i) {
        swept_dot(e.x, e.n, e.generator[i]);
        mpz_abs(e.x, e.x);
        mpz_add(e.sum, e.sum, e.x);
    }
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < e.corners; ++i) {
            swept_dot(e.x, e.n, e.corner[i]);
            if (side)
                mpz_neg(e.x, e.x);
            if (i == 0 || mpz_cmp(e.x, e.least) < 0)
                mpz_set(e.least, e.x);
        }
        mpz_sub(e.x, e.least, e.sum);
        const double gap = mpz_get_d(e.x) / size / length(scaled(n, 1 / size)) * 0x1p-160;
        most = gap > most ? gap : most;
    }
    return most;
}

// Of a zonotope about 0 and the hull of corners, which has m edges.
static double apart(const point *generators, int g, const point *corners, int c, const point *edges,
                    int m) {
    double most = -INFINITY;
    e.generators = g;
    e.corners = c;
    e.directions = g + m;
    for (int i = 0; i < g; ++i)
        whole_point(e.generator[i], generators[i]);
    for (int i = 0; i < c; ++i)
        whole_point(e.corner[i], corners[i]);
    for (int i = 0; i < g + m; ++i)
        whole_point(e.direction[i], i < g ? generators[i] : edges[i - g]);
    for (int i = 0; i < e.directions; ++i)
        for (int j = i + 1; j < e.directions; ++j) {
            swept_cross(e.n, e.direction[i], e.direction[j]);
            const double gap = apart_along();
            most = gap > most ? gap : most;
        }
    return most;
}

// Differences of floats of like size are exact.
static void edges_of(const collide_triangle *t, point *out) {
    for (int i = 0; i < 3; ++i)
        out[i] = less(to_point(t->v[(i + 1) % 3]), to_point(t->v[i]));
}

// ---- bisection -------------------------------------------------------------------------------

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Floats in their order, as numbers.
static int64_t rank_of(float x) {
    const uint32_t bits = bits_of(x);
    return bits >> 31 ? -(int64_t)(bits & 0x7fffffff) : (int64_t)bits;
}
static float ranked(int64_t rank) {
    const uint32_t bits = rank < 0 ? 0x80000000u | (uint32_t)-rank : (uint32_t)rank;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// One question, of which a coordinate is free.
struct question {
    bool (*hits)(const struct question *q, float x);
    // exactly: how far apart they are, which may be less than what overlap is deep
    double (*apart)(const struct question *q, float x);
    double never, may; // how deep no miss is, and how far apart no hit is
    float hit, miss;   // where to begin
    collide_obb a, b;
    collide_triangle s, t;
    bool pair; // s and t, not a and t
    collide_vec3 va, vb;
    collide_terrain *terrain;
    collide_cylinder cylinder;
    collide_sphere ball;
    collide_spline spline;
    collide_aabb box;
    float t_max;
};

struct tally {
    size_t asked, flips;
    double never, may; // of the bound, at most
};

static void bisect(const struct question *q, struct tally *tally) {
    int64_t hit = rank_of(q->hit), miss = rank_of(q->miss);
    ++tally->asked;
    if (!q->hits(q, q->hit) || q->hits(q, q->miss))
        return;
    while (hit - miss > 1 || miss - hit > 1) {
        const int64_t middle = (hit + miss) / 2;
        if (q->hits(q, ranked(middle)))
            hit = middle;
        else
            miss = middle;
    }
    const double near = q->apart(q, ranked(hit)), far = q->apart(q, ranked(miss));
    ++tally->flips;
    if (near > 0 && near / q->may > tally->may)
        tally->may = near / q->may;
    if (far < 0 && -far / q->never > tally->never)
        tally->never = -far / q->never;
    if (near > q->may || -far > q->never)
        fail_msg("a flip between %a and %a: the hit is %g apart, of %g; the miss %g deep, of %g",
                 (double)ranked(hit), (double)ranked(miss), near, q->may, -far, q->never);
}

static void print(const char *name, const struct tally *t) {
    printf("# %-28s %6zu flips of %6zu; of what is never missed %5.3f, of what may count %5.3f\n",
           name, t->flips, t->asked, t->never, t->may);
    assert_true(t->flips * 5 > t->asked);
}

static size_t count(size_t few) {
    const char *tier = getenv("COLLIDE_TEST_TIER");
    return tier && strcmp(tier, "full") == 0 ? 40 * few : few;
}

// ---- sweeps ----------------------------------------------------------------------------------

static collide_obb draw_box(inputs_random *r, float size) {
    collide_obb box;
    const collide_pose pose = inputs_pose(r, inputs_vec3(r, -1, 1));
    memset(&box, 0, sizeof box);
    box.center = pose.position;
    memcpy(box.axis, pose.axis, sizeof box.axis);
    box.half = inputs_vec3(r, 0.1f * size, size);
    return box;
}

static int generators_of(const collide_obb *box, point *out) {
    out[0] = scaled(to_point(box->axis[0]), (double)box->half.x);
    out[1] = scaled(to_point(box->axis[1]), (double)box->half.y);
    out[2] = scaled(to_point(box->axis[2]), (double)box->half.z);
    return 3;
}

// The middle of the way of b as seen from a, from where it begins; half of it as a generator. A
// power of two as t_max leaves all exact.
static int way_of(const struct question *q, point *middle, point *half) {
    const point v = less(to_point(q->vb), to_point(q->va));
    *half = scaled(v, 0.5 * (double)q->t_max);
    *middle = *half;
    return 1;
}

static bool boxes_hit(const struct question *q, float x) {
    collide_obb a = q->a;
    a.center.x = x;
    return collide_obb_obb_sweep(&a, q->va, &q->b, q->vb, q->t_max, NULL);
}
static double boxes_apart(const struct question *q, float x) {
    point g[7], c, middle;
    collide_obb a = q->a;
    a.center.x = x;
    generators_of(&a, g);
    generators_of(&q->b, g + 3);
    way_of(q, &middle, &g[6]);
    c = less(to_point(q->b.center), to_point(a.center));
    c = less(c, scaled(middle, -1));
    return apart(g, 7, &c, 1, NULL, 0);
}

static double extent(const collide_obb *b) {
    return (double)b->half.x + (double)b->half.y + (double)b->half.z;
}

static void sweeps_of_boxes(void **state) {
    inputs_random r = inputs_seed(101);
    struct tally tally = {0, 0, 0, 0};
    (void)state;
    for (size_t i = 0; i < count(1000); ++i) {
        struct question q;
        memset(&q, 0, sizeof q);
        q.a = draw_box(&r, 1);
        q.b = draw_box(&r, i % 3 == 0 ? 0.02f : 1);
        if (i % 4 == 0) // nearly parallel
            memcpy(q.b.axis, q.a.axis, sizeof q.b.axis);
        q.va = inputs_vec3(&r, -1, 1);
        q.vb = inputs_vec3(&r, -1, 1);
        q.t_max = i % 2 ? 1 : 0.25f;
        q.hit = q.b.center.x;
        q.miss = i % 2 ? 8 : -8;
        q.hits = boxes_hit;
        q.apart = boxes_apart;
        const double d = 10, size = extent(&q.a) + extent(&q.b);
        q.never = 4 * UNIT * (size + d);
        q.may = 20 * UNIT * size + 8 * UNIT * d;
        bisect(&q, &tally);
    }
    print("sweeps of boxes", &tally);
}

// The triangle t against a box or, with pair, the triangle s, which is moved as a whole.
static collide_triangle moved(const collide_triangle *t, float x) {
    collide_triangle r = *t;
    for (int i = 0; i < 3; ++i)
        r.v[i].x += x;
    return r;
}
static bool triangle_hit(const struct question *q, float x) {
    const collide_triangle s = moved(&q->s, x);
    collide_obb a = q->a;
    a.center.x = x;
    return q->pair ? collide_triangle_triangle_sweep(&s, q->va, &q->t, q->vb, q->t_max, NULL)
                   : collide_obb_triangle_sweep(&a, q->va, &q->t, q->vb, q->t_max, NULL);
}
static double triangle_apart(const struct question *q, float x) {
    const collide_triangle s = moved(&q->s, x);
    const int n = q->pair ? 3 : 1, g = q->pair ? 0 : 3;
    point generator[4], c[9], edges[6], middle, center = to_point(q->a.center);
    center.x = (double)x;
    generators_of(&q->a, generator);
    way_of(q, &middle, &generator[g]);
    for (int i = 0; i < 3 * n; ++i)
        c[i] = less(less(to_point(q->t.v[i / n]), q->pair ? to_point(s.v[i % n]) : center),
                    scaled(middle, -1));
    edges_of(&q->t, edges);
    edges_of(&s, edges + 3);
    return apart(generator, g + 1, c, 3 * n, edges, q->pair ? 6 : 3);
}

static void sweeps_of_triangles(void **state) {
    inputs_random r = inputs_seed(102);
    struct tally tally[2];
    memset(tally, 0, sizeof tally);
    (void)state;
    for (size_t i = 0; i < count(2000); ++i) {
        struct question q;
        memset(&q, 0, sizeof q);
        q.pair = i % 2;
        q.a = draw_box(&r, 1);
        const collide_vec3 at = inputs_vec3(&r, -1, 1);
        const float s = i % 3 ? 1 : 0.01f; // about a right angle at v[1]
        q.t.v[1] = at;
        q.t.v[0] = at;
        q.t.v[2] = at;
        q.t.v[0].x += s * inputs_uniform(&r, 0.5f, 1);
        q.t.v[2].y += s * inputs_uniform(&r, 0.5f, 1);
        q.t.v[2].z += s * inputs_uniform(&r, -0.5f, 0.5f);
        for (int k = 0; k < 3 && q.pair; ++k) {
            q.s.v[k] = inputs_vec3(&r, -1, 1);
            q.t.v[k] = inputs_vec3(&r, -1, 1);
        }
        q.va = inputs_vec3(&r, -1, 1);
        q.vb = inputs_vec3(&r, -1, 1);
        q.t_max = i % 4 < 2 ? 1 : 0.25f;
        q.hit = q.pair ? 0 : at.x;
        q.miss = i % 4 < 2 ? 8 : -8;
        q.hits = triangle_hit;
        q.apart = triangle_apart;
        const double d = 10, size = q.pair ? 8 : extent(&q.a) + 2 * (double)s;
        q.never = q.pair ? 0 : 4 * UNIT * (size + d);
        q.may =
            q.pair ? 0x1p-46 * (size + d) : 20 * UNIT * size + 8 * UNIT * d + 4 * UNIT * size * 1.5;
        bisect(&q, &tally[q.pair]);
    }
    print("sweeps of boxes, triangles", &tally[0]);
    print("sweeps of triangles", &tally[1]);
}

// ---- terrain ---------------------------------------------------------------------------------

#define CELLS 6
static float ground[(CELLS + 1) * (CELLS + 1)];

static collide_terrain *draw_terrain(inputs_random *r, float rise) {
    static char memory[4096 + COLLIDE_ALIGNMENT];
    char *aligned = memory + COLLIDE_ALIGNMENT - (uintptr_t)memory % COLLIDE_ALIGNMENT;
    collide_heights grid;
    collide_terrain *terrain;
    memset(&grid, 0, sizeof grid);
    for (size_t i = 0; i < sizeof ground / sizeof *ground; ++i)
        ground[i] = rise * inputs_uniform(r, -1, 1);
    grid.heights = ground;
    grid.columns = grid.rows = CELLS + 1;
    grid.dx = grid.dy = 1;
    grid.origin.x = grid.origin.y = -0.5f * CELLS;
    assert_int_equal(collide_terrain_build(&terrain, aligned, 4096, &grid), COLLIDE_OK);
    return terrain;
}

// Face which of a cell, of the diagonal from V1 to V2.
static void face_of(size_t column, size_t row, int which, point *out) {
    static const size_t corner[2][3] = {{0, 1, 2}, {3, 2, 1}};
    for (int i = 0; i < 3; ++i) {
        const size_t x = column + (corner[which][i] & 1), y = row + (corner[which][i] >> 1);
        out[i].x = (double)x - 0.5 * CELLS;
        out[i].y = (double)y - 0.5 * CELLS;
        out[i].z = (double)ground[y * (CELLS + 1) + x];
    }
}

static void set_face(const point *face) {
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(exactly.face.v[i][0], face[i].x);
        mpq_set_d(exactly.face.v[i][1], face[i].y);
        mpq_set_d(exactly.face.v[i][2], face[i].z);
    }
    for (int i = 0; i < 3; ++i)
        rational_less(exactly.face.e[i], exactly.face.v[(i + 1) % 3], exactly.face.v[i]);
}

// Bodies on terrain reach less than 2 to each side of the box's centre.
static bool near_cell(const struct question *q, size_t column, size_t row) {
    const double x = (double)column + 0.5 - 0.5 * CELLS - (double)q->a.center.x;
    const double y = (double)row + 0.5 - 0.5 * CELLS - (double)q->a.center.y;
    return x >= -2 && x <= 2 && y >= -2 && y <= 2;
}

// The least of all faces.
static double least_of(double (*of)(const struct question *q, const point *face, float x),
                       const struct question *q, float x) {
    double least = INFINITY;
    for (size_t k = 0; k < 2 * CELLS * CELLS; ++k) {
        point face[3];
        const size_t column = k / 2 % CELLS, row = k / 2 / CELLS;
        if (!near_cell(q, column, row))
            continue;
        face_of(column, row, (int)(k % 2), face);
        const double at = of(q, face, x);
        least = at < least ? at : least;
    }
    return least;
}

// The greatest range of heights of a cell that a body may come to.
static double range_near(const struct question *q) {
    double most = 0;
    for (size_t k = 0; k < CELLS * CELLS; ++k) {
        point face[2][3];
        double low = INFINITY, high = -INFINITY;
        if (!near_cell(q, k % CELLS, k / CELLS))
            continue;
        face_of(k % CELLS, k / CELLS, 0, face[0]);
        face_of(k % CELLS, k / CELLS, 1, face[1]);
        for (int i = 0; i < 6; ++i) {
            const double z = face[i / 3][i % 3].z;
            low = z < low ? z : low;
            high = z > high ? z : high;
        }
        most = high - low > most ? high - low : most;
    }
    return most;
}

static bool box_on_terrain(const struct question *q, float z) {
    collide_obb a = q->a;
    a.center.z = z;
    return collide_obb_terrain(&a, q->terrain);
}
static double box_over_face(const struct question *q, const point *face, float z) {
    point g[3], c[3], edges[3], center = to_point(q->a.center);
    generators_of(&q->a, g);
    center.z = (double)z;
    for (int i = 0; i < 3; ++i) {
        c[i] = less(face[i], center);
        edges[i] = less(face[(i + 1) % 3], face[i]);
    }
    return apart(g, 3, c, 3, edges, 3);
}
static double box_over_terrain(const struct question *q, float z) {
    return least_of(box_over_face, q, z);
}

static bool ball_on_terrain(const struct question *q, float z) {
    collide_sphere ball = q->ball;
    ball.center.z = z;
    return collide_sphere_terrain(&ball, q->terrain);
}
static double ball_over_face(const struct question *q, const point *face, float z) {
    const collide_vec3 center = {q->ball.center.x, q->ball.center.y, z};
    const double r = (double)q->ball.radius;
    rational_set(exactly.p, center);
    set_face(face);
    rational_off_triangle(exactly.x, exactly.p, exactly.p, &exactly.face);
    mpq_set_d(exactly.y, r);
    mpq_mul(exactly.y, exactly.y, exactly.y);
    mpq_sub(exactly.x, exactly.x, exactly.y);
    return mpq_get_d(exactly.x) / (2 * r); // near r, the distance
}
static double ball_over_terrain(const struct question *q, float z) {
    return least_of(ball_over_face, q, z);
}

static bool cylinder_on_terrain(const struct question *q, float z) {
    collide_cylinder c = q->cylinder;
    c.center.z = z;
    return collide_cylinder_terrain(&c, q->terrain);
}

// By how much larger the cylinder meets the face, to a 128th of twice the bound.
static double cylinder_over_face(const struct question *q, const point *face, float z) {
    collide_cylinder c = q->cylinder;
    int meets = 128, parted = -128;
    c.center.z = z;
    set_face(face);
    for (int step = meets; meets - parted > 1; step = (meets + parted) / 2) {
        mpq_set_si(exactly.x, step, 64);
        mpq_set_d(exactly.y, q->may);
        mpq_mul(exactly.x, exactly.x, exactly.y);
        const bool meet = rational_cylinder_meets(&c, &exactly.face, exactly.x);
        if (!meet && step == meets)
            return 2 * q->may;
        *(meet ? &meets : &parted) = step;
    }
    return (meets > 0 ? parted : meets) * q->may / 64;
}
static double cylinder_over_terrain(const struct question *q, float z) {
    return least_of(cylinder_over_face, q, z);
}

// About a box's centre: upright, lying, tilted by little, or along an axis of the box; a few discs
// and needles.
static collide_cylinder draw_cylinder(inputs_random *r, const collide_obb *box, size_t i) {
    collide_cylinder c;
    memset(&c, 0, sizeof c);
    c.center = box->center;
    c.axis = box->axis[0];
    c.radius = box->half.x;
    c.height = 2 * box->half.y;
    if (i % 5 == 0) {
        c.axis.x = c.axis.y = 0;
        c.axis.z = 1;
    } else if (i % 5 == 1) {
        c.axis.x = 0.6f;
        c.axis.y = 0.8f;
        c.axis.z = 0;
    } else if (i % 5 == 2) {
        c.axis.x = 1e-4f * inputs_uniform(r, -1, 1);
        c.axis.y = 1e-4f * inputs_uniform(r, -1, 1);
        c.axis.z = 1;
    }
    if (i % 11 == 0)
        *(i % 2 ? &c.radius : &c.height) *= 0.001f;
    return c;
}

static void terrain(void **state) {
    inputs_random r = inputs_seed(103);
    struct tally boxes = {0, 0, 0, 0}, balls = boxes, cylinders = boxes;
    (void)state;
    for (size_t i = 0; i < count(200); ++i) {
        struct question q;
        memset(&q, 0, sizeof q);
        q.terrain = draw_terrain(&r, i % 3 == 0 ? 0.001f : 0.5f);
        q.a = draw_box(&r, i % 2 ? 0.5f : 0.05f);
        q.ball.center = q.a.center;
        q.ball.radius = q.a.half.x;
        q.hit = 0;
        q.miss = 4;
        q.hits = box_on_terrain;
        q.apart = box_over_terrain;
        // Corners of cells are rounded as seen from the box's centre.
        const double size = extent(&q.a) + 2, rounded = 3 * UNIT * size;
        q.never = 4 * UNIT * 2 * size + rounded;
        q.may = 28 * UNIT * size + 8 * UNIT * size + rounded;
        bisect(&q, &boxes);
        q.hits = ball_on_terrain;
        q.apart = ball_over_terrain;
        const double x = (double)q.a.center.x + 3, y = (double)q.a.center.y + 3;
        q.never = q.may = 0x1p-48 * ((double)q.ball.radius + 2 + range_near(&q) + x + y);
        bisect(&q, &balls);
        q.cylinder = draw_cylinder(&r, &q.a, i);
        q.hits = cylinder_on_terrain;
        q.apart = cylinder_over_terrain;
        q.never = q.may =
            8 * UNIT * ((double)q.cylinder.radius + (double)q.cylinder.height + 2 + range_near(&q));
        bisect(&q, &cylinders);
    }
    print("boxes on terrain", &boxes);
    print("balls on terrain", &balls);
    print("cylinders on terrain", &cylinders);
}

// ---- cables ----------------------------------------------------------------------------------

static void spline_at(const collide_spline *s, long double u, long double *p) {
    const long double w = 1 - u;
    const long double b[4] = {w * w * w / 6, (3 * u * u * u - 6 * u * u + 4) / 6,
                              (3 * w * w * w - 6 * w * w + 4) / 6, u * u * u / 6};
    for (int i = 0; i < 3; ++i) {
        p[i] = 0;
        for (int k = 0; k < 4; ++k)
            p[i] += b[k] * (long double)(&s->v[k].x)[i];
    }
}

// The square of the distance of a point of the centre line from a ball's centre, or from a box.
static long double off_body(const struct question *q, const collide_spline *s, long double u) {
    long double p[3], square = 0;
    spline_at(s, u, p);
    for (int i = 0; i < 3; ++i) {
        const long double lo = (&q->box.min.x)[i], hi = (&q->box.max.x)[i];
        const long double d = p[i] < lo ? lo - p[i] : p[i] > hi ? p[i] - hi : 0;
        square += d * d;
    }
    return square;
}

// Near the least of 512 the parameter is bisected by thirds.
static double spline_apart(const struct question *q, float x) {
    collide_spline s = q->spline;
    long double best = INFINITY, at = 0;
    for (int k = 0; k < 4; ++k)
        s.v[k].x += x;
    for (int i = 0; i <= 512; ++i) {
        const long double off = off_body(q, &s, (long double)i / 512);
        at = off < best ? (long double)i / 512 : at;
        best = off < best ? off : best;
    }
    long double from = at - 1.0L / 512, to = at + 1.0L / 512;
    from = from > 0 ? from : 0;
    to = to < 1 ? to : 1;
    for (int i = 0; i < 100; ++i) {
        const long double a = from + (to - from) / 3, b = to - (to - from) / 3;
        const long double of_a = off_body(q, &s, a), of_b = off_body(q, &s, b);
        best = of_a < best ? of_a : best;
        best = of_b < best ? of_b : best;
        if (of_a < of_b)
            to = b;
        else
            from = a;
    }
    const long double r = (long double)s.radius + q->ball.radius;
    return (double)((best - r * r) / (2 * r));
}

static bool spline_hits(const struct question *q, float x) {
    collide_spline s = q->spline;
    for (int k = 0; k < 4; ++k)
        s.v[k].x += x;
    return q->ball.radius > 0 ? collide_spline_sphere(&s, &q->ball, NULL)
                              : collide_spline_aabb(&s, &q->box, NULL);
}

static void cables(void **state) {
    inputs_random r = inputs_seed(104);
    struct tally balls = {0, 0, 0, 0}, boxes = {0, 0, 0, 0};
    (void)state;
    for (size_t i = 0; i < count(600); ++i) {
        struct question q;
        double l = 0;
        memset(&q, 0, sizeof q);
        for (int k = 0; k < 4; ++k)
            q.spline.v[k] = inputs_vec3(&r, -1, 1);
        for (int k = 0; k < 3; ++k)
            l += length(less(to_point(q.spline.v[k + 1]), to_point(q.spline.v[k])));
        q.spline.radius = i % 4 ? 0.05f : 0.5f;
        long double p[3];
        spline_at(&q.spline, 0.5L, p);
        for (int k = 0; k < 3; ++k) {
            (&q.box.min.x)[k] = (float)p[k] - (i % 2 ? inputs_uniform(&r, 0, 0.5f) : 0);
            (&q.box.max.x)[k] = (float)p[k] + (i % 2 ? inputs_uniform(&r, 0, 0.5f) : 0);
        }
        q.ball.radius = i % 2 ? 0 : 0.75f; // its box is a point
        q.ball.center = q.box.min;
        q.hit = 0;
        q.miss = i % 3 ? 8 : -8;
        q.hits = spline_hits;
        q.apart = spline_apart;
        q.may = 0x1p-21 * l + 0x1p-40 * 12;
        q.never = 0x1p-44 * 12; // none; the oracle's own
        bisect(&q, i % 2 ? &boxes : &balls);
    }
    print("splines and balls", &balls);
    print("splines and boxes", &boxes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_of_boxes),
        cmocka_unit_test(sweeps_of_triangles),
        cmocka_unit_test(terrain),
        cmocka_unit_test(cables),
    };
    exact_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
