// Terrain: cylinders against cells by exact arithmetic, however they lie; what lies below; holes;
// squares of cells and updates; heights; planes and triangles; builders and bad input; every batch
// and instruction set against single calls.
#include "test.h"

#include "grounds.h"
#include "rational.h"

#define BOUND 8.0          // times u e, of the header
#define FLIP_BOUND 0x1p-48 // of balls and rays

// ---- the oracle: a clipped triangle, seen along the axis -------------------------------------

// A point in the cylinder's frame: along the axis, and its vector product with it.
typedef struct seen {
    double along;
    point across;
} seen;

static seen see(const collide_cylinder *c, point p) {
    const point v = to_point(c->axis), d = add(p, -1, to_point(c->center));
    const seen s = {dot(d, v), cross(d, v)};
    return s;
}

static double square_of(point p) {
    return dot(p, p);
}

// Whether a cylinder that is larger by grow meets a triangle; as [Strashnov] with our verdict.
static bool meets(const collide_cylinder *c, const point *t, double grow) {
    const double half = (double)c->height / 2 + grow, radius = (double)c->radius + grow;
    seen corner[8];
    int n = 3;
    if (!(half >= 0 && radius >= 0))
        return false;
    for (int i = 0; i < 3; ++i)
        corner[i] = see(c, t[i]);
    for (int sign = -1; sign <= 1; sign += 2) {
        seen kept[8];
        int m = 0;
        for (int i = 0; i < n; ++i) {
            const seen a = corner[i], b = corner[i + 1 < n ? i + 1 : 0];
            const double da = sign * a.along - half, db = sign * b.along - half;
            if (da <= 0)
                kept[m++] = a;
            if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
                const double k = da / (da - db);
                kept[m].along = sign * half;
                kept[m++].across = add(a.across, k, add(b.across, -1, a.across));
            }
        }
        memcpy(corner, kept, sizeof corner);
        n = m;
    }
    const point v = to_point(c->axis);
    bool left = n > 2, right = n > 2;
    double least = DBL_MAX, area = 0, most = 0;
    for (int i = 0; i < n; ++i) {
        const point a = corner[i].across, b = corner[i + 1 < n ? i + 1 : 0].across;
        const point e = add(b, -1, a);
        double k = square_of(e) > 0 ? -dot(a, e) / square_of(e) : 0;
        k = k < 0 ? 0 : k > 1 ? 1 : k;
        const double distance = square_of(add(a, k, e)), turn = dot(v, cross(a, b));
        least = distance < least ? distance : least;
        left = left && turn >= 0;
        right = right && turn <= 0;
        area += turn;
        most = square_of(a) > most ? square_of(a) : most;
    }
    // Of what is hardly wider than a line, an edge is as near as any point.
    const bool wide = magnitude(area) > 1e-9 * most;
    return n > 0 && (((left || right) && wide) || least <= radius * radius);
}

// The same, of one as large as it is, in rational numbers.
static bool meets_exactly(const collide_cylinder *c, const point *t) {
    struct rational_triangle exact;
    mpq_t grow;
    mpq_init(grow);
    rational_init_triangle(&exact);
    for (int i = 0; i < 3; ++i) {
        mpq_set_d(exact.v[i][0], t[i].x);
        mpq_set_d(exact.v[i][1], t[i].y);
        mpq_set_d(exact.v[i][2], t[i].z);
    }
    const bool meet = rational_cylinder_meets(c, &exact, grow);
    rational_clear_triangle(&exact);
    mpq_clear(grow);
    return meet;
}

// ---- the surface and what is below it ---------------------------------------------------------

// Whether a cylinder larger by grow meets the surface; exactly: in rational numbers where need be.
static bool surface(const ground *g, const collide_cylinder *c, const reach *r, double grow,
                    bool exactly) {
    const double noise =
        1e-13 * (r->extent + length(to_point(c->center)) + length(to_point(g->grid.origin)));
    for (size_t j = r->j0; j < r->j1; ++j)
        for (size_t i = r->i0; i < r->i1; ++i) {
            point t[2][3];
            if (hole_at(g, i, j))
                continue;
            triangles_of(g, i, j, t);
            for (int k = 0; k < 2; ++k) {
                if (!exactly && meets(c, t[k], grow))
                    return true;
                if (exactly && meets(c, t[k], noise) &&
                    (meets(c, t[k], -noise) || meets_exactly(c, t[k])))
                    return true;
            }
        }
    return false;
}

// Whether a cylinder larger by grow meets one of the walls of the solid below a triangle, or has
// its centre in there.
static bool meets_below(const collide_cylinder *c, const point *t, double grow) {
    const point center = to_point(c->center);
    double least = center.z, side[3];
    for (int i = 0; i < 3; ++i)
        least = t[i].z < least ? t[i].z : least;
    least -= 2 * ((double)c->radius + (double)c->height);
    for (int i = 0; i < 3; ++i) {
        const point a = t[i], b = t[i < 2 ? i + 1 : 0];
        const point low_a = {a.x, a.y, least}, low_b = {b.x, b.y, least};
        const point wall[2][3] = {{a, b, low_b}, {a, low_b, low_a}};
        if (meets(c, wall[0], grow) || meets(c, wall[1], grow))
            return true;
        side[i] = (b.x - a.x) * (center.y - a.y) - (b.y - a.y) * (center.x - a.x);
    }
    const point n = cross(add(t[1], -1, t[0]), add(t[2], -1, t[0]));
    const bool within = (side[0] >= 0 && side[1] >= 0 && side[2] >= 0) ||
                        (side[0] <= 0 && side[1] <= 0 && side[2] <= 0);
    return within && (n.z > 0) == (dot(add(center, -1, t[0]), n) <= 0);
}

// Whether it does so anywhere.
static bool covered(const ground *g, const collide_cylinder *c, double grow) {
    const reach r = reach_of(g, c);
    for (size_t j = r.j0; j < r.j1; ++j)
        for (size_t i = r.i0; i < r.i1; ++i) {
            point t[2][3];
            if (hole_at(g, i, j))
                continue;
            triangles_of(g, i, j, t);
            if (meets_below(c, t[0], grow) || meets_below(c, t[1], grow))
                return true;
        }
    return false;
}

// ---- verdicts --------------------------------------------------------------------------------

// Lowers or lifts a cylinder until it just touches the surface, but for some steps of a float.
static void touch(inputs_random *r, const ground *g, collide_cylinder *c) {
    const float size = c->radius + c->height;
    float low = c->center.z - size, high = c->center.z + size;
    for (int i = 0; i < 30; ++i) {
        c->center.z = low + 0.5f * (high - low);
        const reach near_by = reach_of(g, c);
        *(surface(g, c, &near_by, 0, false) ? &low : &high) = c->center.z;
    }
    c->center.z = low;
    for (uint32_t k = kinds_below(r, 4); k > 0; --k)
        c->center.z = kinds_float(kinds_bits(c->center.z) + 1);
}

typedef struct tally {
    size_t cylinders, hits, below, lost, invented;
    double worst; // of what differs, in units of the bound: the least growth that explains it
} tally;

// The cells listed are those whose surface is met, in order, and they agree with the verdict.
static void check_cells(const ground *g, const collide_cylinder *c, const reach *r, double bound) {
    static collide_pair cells[4096];
    const size_t n = collide_cylinder_terrain_cells(c, g->terrain, cells, 4096);
    assert_int_equal(collide_cylinder_terrain_cells(c, g->terrain, NULL, 0), n);
    assert_true(n <= 4096);
    size_t next = 0;
    for (size_t j = r->j0; j < r->j1; ++j)
        for (size_t i = r->i0; i < r->i1; ++i) {
            const bool listed = next < n && cells[next].a == i && cells[next].b == j;
            point t[2][3];
            next += listed;
            if (hole_at(g, i, j)) {
                assert_false(listed);
                continue;
            }
            triangles_of(g, i, j, t);
            if (listed)
                assert_true(meets(c, t[0], bound) || meets(c, t[1], bound));
            else
                assert_false(meets(c, t[0], -bound) || meets(c, t[1], -bound));
        }
    assert_int_equal(next, n);
    assert_true(n == 0 || collide_cylinder_terrain(c, g->terrain));
}

static void check_verdict(const ground *g, const collide_cylinder *c, tally *sum) {
    const bool hit = collide_cylinder_terrain(c, g->terrain);
    const reach r = reach_of(g, c);
    const double bound = BOUND * UNIT * r.extent;
    const bool touches = surface(g, c, &r, 0, true);
    check_cells(g, c, &r, bound);
    ++sum->cylinders;
    sum->hits += hit;
    if (touches) {
        sum->lost += !hit;
        REQUIRE(hit || !surface(g, c, &r, -bound, false), "a hit is lost");
    } else if (hit && !surface(g, c, &r, bound, false)) {
        ++sum->below;
        REQUIRE(covered(g, c, bound), "a hit of no surface lies below none");
    } else if (hit) {
        sum->invented += !covered(g, c, 0);
    } else {
        REQUIRE(!covered(g, c, -bound), "what lies below is lost");
    }
    if (touches != hit && surface(g, c, &r, bound, false) && !(hit && covered(g, c, 0)))
        for (int step = 1; step <= 64; ++step) {
            const double k = bound * step / 64;
            if (surface(g, c, &r, touches ? -k : k, false) != touches) {
                sum->worst = k / bound > sum->worst ? k / bound : sum->worst;
                break;
            }
        }
}

static void test_verdicts(void **state) {
    static const char *const names[GROUND_COUNT] = {"hills", "steps", "spikes",
                                                    "flat",  "holes", "int16"};
    static const float scales[3] = {1, 1e-3f, 1e3f}, offsets[3] = {0, 100, 1000};
    for (int what = 0; what < GROUND_COUNT; ++what)
        for (int size = 0; size < 3; ++size) {
            inputs_random r = inputs_seed(40 + (uint64_t)(what * 3 + size));
            tally sum = {0, 0, 0, 0, 0, 0};
            for (int other = 0; other < 4; ++other) {
                ground g = make_ground(&r, what, 30 + 7 * (size_t)other, 41, scales[size],
                                       offsets[size] * scales[size]);
                for (size_t k = cases(120); k > 0; --k)
                    for (int pose = 0; pose < POSE_COUNT; ++pose) {
                        collide_cylinder c = make_cylinder(&r, &g, pose, scales[size]);
                        if (pose != LARGE && kinds_below(&r, 4) == 0)
                            touch(&r, &g, &c);
                        check_verdict(&g, &c, &sum);
                    }
                release(&g);
            }
            printf("# %s, scale %g: %zu cylinders, %zu hits, %zu below; %zu lost, %zu invented, "
                   "%.2f of the bound\n",
                   names[what], (double)scales[size], sum.cylinders, sum.hits, sum.below, sum.lost,
                   sum.invented, sum.worst);
            assert_true(sum.hits > sum.cylinders / 4 && sum.hits < sum.cylinders);
        }
    (void)state;
}

// Real grids, and verdicts that another exact oracle gives.
static void test_published(void **state) {
    FILE *file = open_data("terrain.txt");
    for (size_t grids = read_count(file); grids > 0; --grids) {
        ground g = read_ground(file);
        for (int diagonal = 0; diagonal < 2; ++diagonal) {
            g.grid.other_diagonal = read_count(file) != 0;
            build(&g);
            inputs_random r = inputs_seed(5);
            tally sum = {0, 0, 0, 0, 0, 0};
            const size_t count = read_count(file);
            for (size_t i = 0; i < count; ++i) {
                collide_cylinder c;
                const collide_vec3 center = read_vec3(file), axis = read_vec3(file);
                read_floats(file, &c.radius, 1);
                read_floats(file, &c.height, 1);
                c.center = center;
                c.axis = axis;
                const bool exact = read_count(file) != 0, less = read_count(file) != 0;
                const bool more = read_count(file) != 0,
                           hit = collide_cylinder_terrain(&c, g.terrain);
                REQUIRE(hit == exact || less != more || (hit && covered(&g, &c, 0)), "cylinder %zu",
                        i);
                check_verdict(&g, &c, &sum);
            }
            for (size_t k = cases(500); k > 0; --k) {
                collide_cylinder c =
                    make_cylinder(&r, &g, (int)kinds_below(&r, LARGE), 0.5f * g.grid.dx);
                if (k % 2)
                    touch(&r, &g, &c);
                check_verdict(&g, &c, &sum);
            }
            printf("# %zu by %zu: %zu cylinders, %zu hits; %zu lost, %zu invented, %.2f of the "
                   "bound\n",
                   g.grid.columns, g.grid.rows, sum.cylinders, sum.hits, sum.lost, sum.invented,
                   sum.worst);
            assert_true(sum.hits > sum.cylinders / 4 && sum.hits < sum.cylinders);
            free(g.terrain);
        }
        g.terrain = NULL;
        release(&g);
    }
    close_data(file);
    (void)state;
}

// ---- squares of cells, updates ---------------------------------------------------------------

static collide_cylinder cylinder(collide_vec3 center, collide_vec3 axis, float radius,
                                 float height) {
    const collide_cylinder c = {center, axis, radius, height};
    return c;
}

// Large cylinders over a grid of several levels; the same grid cut out where they are; heights that
// change, by an update and built anew.
static void test_squares(void **state) {
    inputs_random r = inputs_seed(7);
    for (int what = 0; what < GROUND_COUNT; what += 2) {
        ground g = make_ground(&r, what, 300, 170, 1, 0);
        tally sum = {0, 0, 0, 0, 0, 0};
        assert_int_equal(g.terrain->levels, 6);
        for (size_t k = cases(60); k > 0; --k) {
            collide_cylinder c =
                inputs_cylinder(&r, g.terrain, 299, 120, inputs_uniform(&r, 2, 25),
                                inputs_uniform(&r, 1, 50), inputs_uniform(&r, -1, 3));
            if (k % 4 == 0)
                c.center.z += 3 * inputs_uniform(&r, 0, 6);
            check_verdict(&g, &c, &sum);
        }
        printf("# large: %zu cylinders, %zu hits, %zu below\n", sum.cylinders, sum.hits, sum.below);
        for (int change = 0; change < 20; ++change) {
            const size_t i = kinds_below(&r, 300), j = kinds_below(&r, 170);
            const size_t columns = kinds_below(&r, (uint32_t)(300 - i)) + 1;
            const size_t rows = kinds_below(&r, (uint32_t)(170 - j)) + 1;
            for (size_t y = j; y < j + rows; ++y)
                for (size_t x = i; x < i + columns; ++x)
                    g.heights[y * 300 + x] = inputs_uniform(&r, -9, 9);
            assert_int_equal(collide_terrain_update(g.terrain, i, j, columns, rows), COLLIDE_OK);
            ground fresh = g;
            build(&fresh);
            assert_memory_equal(fresh.terrain, g.terrain, (size_t)g.terrain->size);
            free(fresh.terrain);
        }
        const size_t size = collide_terrain_size(300, 170);
        void *before = aligned(size);
        memcpy(before, g.terrain, size);
        assert_int_equal(collide_terrain_update(g.terrain, 300, 0, 1, 1), COLLIDE_ERROR_INDEX);
        assert_int_equal(collide_terrain_update(g.terrain, 0, 169, 1, 2), COLLIDE_ERROR_INDEX);
        assert_int_equal(collide_terrain_update(g.terrain, 9, 9, SIZE_MAX, 2), COLLIDE_ERROR_INDEX);
        assert_int_equal(collide_terrain_update(g.terrain, 9, 9, 0, 2), COLLIDE_OK);
        g.heights[5 * 300 + 5] = INFINITY;
        assert_int_equal(collide_terrain_update(g.terrain, 0, 0, 9, 9), COLLIDE_ERROR_NOT_FINITE);
        assert_memory_equal(before, g.terrain, size);
        g.terrain->magic = 0;
        assert_int_equal(collide_terrain_update(g.terrain, 0, 0, 9, 9), COLLIDE_ERROR_KIND);
        assert_int_equal(collide_terrain_update(NULL, 0, 0, 9, 9), COLLIDE_ERROR_NULL);
        free(before);
        release(&g);
    }
    (void)state;
}

// What the footprint of a flat disc meets: one spike at a time, at every vertex under it.
static void test_every_vertex(void **state) {
    static float heights[40 * 40];
    ground g;
    memset(&g, 0, sizeof g);
    memset(heights, 0, sizeof heights);
    g.grid.heights = heights;
    g.grid.columns = g.grid.rows = 40;
    g.grid.dx = g.grid.dy = 1;
    build(&g);
    for (int other = 0; other < 2; ++other) {
        g.terrain->grid.other_diagonal = other;
        for (int k = 0; k < 40 * 40; ++k) {
            const int row = k / 40;
            const float x = (float)(k % 40), y = (float)row;
            // Its lower base at height 1, from the centre of the grid as far as the spike.
            const double dx = (double)x - 19.5, dy = (double)y - 19.5, d = root(dx * dx + dy * dy);
            heights[k] = 1.5f;
            collide_terrain_update(g.terrain, (size_t)k % 40, (size_t)k / 40, 1, 1);
            collide_cylinder c = cylinder(vec(19.5f, 19.5f, 2), vec(0, 0, 1), (float)d + 0.01f, 2);
            assert_true(collide_cylinder_terrain(&c, g.terrain));
            c.radius = (float)d - 0.75f;
            if (c.radius > 0)
                assert_false(collide_cylinder_terrain(&c, g.terrain));
            heights[k] = 0;
            collide_terrain_update(g.terrain, (size_t)k % 40, (size_t)k / 40, 1, 1);
        }
    }
    free(g.terrain);
    (void)state;
}

// ---- ridges, pits, spikes --------------------------------------------------------------------

// A cylinder that touches a surface at this height of its centre, for all radii: what one radius
// finds the next one finds, too, whichever way it lies.
static void check_touch(const ground *g, collide_cylinder c, const char *what) {
    const float high = 2e-5f;
    const float z = c.center.z;
    c.center.z = z - high;
    REQUIRE(collide_cylinder_terrain(&c, g->terrain), "%s: radius %g lost", what, (double)c.radius);
    c.center.z = z + high;
    REQUIRE(!collide_cylinder_terrain(&c, g->terrain), "%s: radius %g invented", what,
            (double)c.radius);
}

// A ridge or a pit along a line of the grid: its height falls or rises by slope with the distance.
// Along it, across it and upright; x and y change places with turned.
static void check_fold(const ground *g, float slope, bool turned) {
    const double s = (double)slope;
    for (int k = 5; k <= 200; ++k) {
        const float r = 0.01f * (float)k, along = 15 + 0.0237f * (float)k, half = 0.6f;
        const double rd = (double)r;
        const collide_vec3 x = turned ? vec(0, 1, 0) : vec(1, 0, 0);
        const collide_vec3 y = turned ? vec(1, 0, 0) : vec(0, 1, 0);
        const double rest = s > 0 ? rd * root(1 + s * s) : rd; // in the pit, or on the ridge
        collide_vec3 center = turned ? vec(15, along, 0) : vec(along, 15, 0);
        center.z = (float)rest;
        check_touch(g, cylinder(center, x, r, 2 * half), "along");
        center.z = (float)(rd + (s > 0 ? s * (double)half : 0));
        check_touch(g, cylinder(center, y, r, 2 * half), "across");
        center.z = (float)((double)half + (s > 0 ? s * rd : 0));
        check_touch(g, cylinder(center, vec(0, 0, 1), r, 2 * half), "upright");
    }
}

static void test_folds(void **state) {
    static const float slopes[] = {-4, -1, -0.5f, -0.125f, 0, 0.125f, 0.5f, 1, 4};
    enum { EDGE = 31 };
    static float heights[EDGE * EDGE];
    ground g;
    memset(&g, 0, sizeof g);
    g.grid.heights = heights;
    g.grid.columns = g.grid.rows = EDGE;
    g.grid.dx = g.grid.dy = 1;
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; ++k)
        for (int way = 0; way < 4; ++way) {
            const bool turned = way & 1;
            for (int m = 0; m < EDGE * EDGE; ++m) {
                const int row = m / EDGE, off = (turned ? m % EDGE : row) - EDGE / 2;
                heights[m] = slopes[k] * (float)(off < 0 ? -off : off);
            }
            g.grid.other_diagonal = way >> 1;
            build(&g);
            check_fold(&g, slopes[k], turned);
            free(g.terrain);
        }
    // One spike: from above, and beside its axis.
    memset(heights, 0, sizeof heights);
    heights[EDGE * EDGE / 2] = 7;
    for (int other = 0; other < 2; ++other) {
        g.grid.other_diagonal = other;
        build(&g);
        for (int k = 5; k <= 200; ++k) {
            const float r = 0.01f * (float)k, beside = 0.5f * r;
            const float z = (float)(7 + root((double)r * r - (double)beside * beside));
            check_touch(&g, cylinder(vec(15 + 0.3f * r, 15 - beside, 8), vec(0, 0, 1), r, 2),
                        "on a spike");
            check_touch(&g, cylinder(vec(15.2f, 15 + beside, z), vec(1, 0, 0), r, 1),
                        "lying on a spike");
        }
        free(g.terrain);
    }
    (void)state;
}

// ---- heights, planes, triangles --------------------------------------------------------------

static void test_heights(void **state) {
    inputs_random r = inputs_seed(9);
    for (int what = 0; what < GROUND_COUNT; ++what) {
        ground g = make_ground(&r, what, 23, 31, 1, 0);
        const collide_heights *h = &g.terrain->grid;
        float z;
        collide_vec3 n;
        for (size_t j = 0; j < 31; ++j)
            for (size_t i = 0; i < 23; ++i) {
                const float x = (float)i, y = 0.75f * (float)j, height = g.heights[j * 23 + i];
                const bool hole = !(height >= -FLT_MAX && height <= FLT_MAX);
                const bool there = collide_terrain_height(g.terrain, x, y, &z, &n);
                if (hole)
                    assert_false(there);
                if (there) {
                    const float sum = (float)((double)h->origin.z + (double)height);
                    assert_true(z >= sum && z <= sum && n.z > 0);
                }
            }
        for (size_t k = cases(2000); k > 0; --k) {
            const float x = inputs_uniform(&r, -1, 23), y = inputs_uniform(&r, -1, 24);
            const bool in = x >= 0 && y >= 0 && x <= 22 && y <= 22.5f;
            const size_t i = in && x < 22 ? (size_t)x : 21,
                         j = in && y < 22.5f ? (size_t)(y / 0.75f) : 29;
            if (!in || hole_at(&g, i, j)) {
                assert_false(collide_terrain_height(g.terrain, x, y, &z, &n));
                continue;
            }
            assert_true(collide_terrain_height(g.terrain, x, y, &z, &n));
            assert_true(collide_terrain_height(g.terrain, x, y, NULL, NULL));
            point t[2][3];
            triangles_of(&g, i, j, t);
            const double a = (double)x - (double)i, b = (double)y / 0.75 - (double)j;
            const point *tri = t[h->other_diagonal ? b > a : a + b > 1];
            point up = cross(add(tri[1], -1, tri[0]), add(tri[2], -1, tri[0]));
            const point at = {(double)x, (double)y, (double)z};
            up = add(up, 1 / length(up) - 1, up);
            assert_true(magnitude(dot(up, add(at, -1, tri[0]))) < 1e-5);
            assert_true(length(add(up, -1, to_point(n))) < 1e-6);
        }
        assert_false(collide_terrain_height(g.terrain, NAN, 0, &z, &n));
        assert_false(collide_terrain_height(g.terrain, INFINITY, 0, &z, &n));
        assert_false(collide_terrain_height(NULL, 0, 0, &z, &n));
        release(&g);
    }
    (void)state;
}

static void test_planes_and_triangles(void **state) {
    inputs_random r = inputs_seed(3);
    size_t hits = 0, met = 0, differ = 0;
    const size_t n = cases(4000);
    for (size_t k = 0; k < n; ++k) {
        const float scale = k % 3 == 0 ? 1 : k % 3 == 1 ? 1e-3f : 1e3f;
        const collide_pose pose = inputs_pose(&r, vec(0, 0, 0));
        const collide_vec3 p = inputs_vec3(&r, -2, 2), m = inputs_vec3(&r, -1, 1);
        collide_cylinder c =
            cylinder(vec(p.x * scale, p.y * scale, p.z * scale), pose.axis[2],
                     inputs_uniform(&r, 0.1f, 1) * scale, inputs_uniform(&r, 0.1f, 3) * scale);
        if (k % 5 == 0)
            c.axis = vec(0, 1, 0);
        collide_triangle t;
        for (int i = 0; i < 3; ++i) {
            const collide_vec3 q = inputs_vec3(&r, -3, 3);
            t.v[i] = vec(q.x * scale, q.y * scale, q.z * scale);
        }
        if (k % 7 == 0)
            t.v[2] = t.v[0];
        if (k % 35 == 0)
            t.v[1] = t.v[0];
        const point v[3] = {to_point(t.v[0]), to_point(t.v[1]), to_point(t.v[2])};
        const double extent = (double)c.radius + (double)c.height + length(add(v[1], -1, v[0])) +
                              length(add(v[2], -1, v[1])) + length(add(v[0], -1, v[2]));
        const bool hit = collide_cylinder_triangle(&c, &t), exact = meets_exactly(&c, v);
        hits += hit;
        differ += hit != exact;
        REQUIRE(hit == exact ||
                    meets(&c, v, BOUND * UNIT * extent) != meets(&c, v, -BOUND * UNIT * extent),
                "triangle: another verdict");
        REQUIRE(meets(&c, v, 0) == exact ||
                    meets(&c, v, 1e-12 * extent) != meets(&c, v, -1e-12 * extent),
                "the two oracles differ");
        // The plane of the deepest point.
        const collide_plane plane = {m, inputs_uniform(&r, -1, 1) * scale};
        const point up = to_point(m), axis = to_point(c.axis);
        const double most = (double)c.height / 2 * magnitude(dot(up, axis)) +
                            (double)c.radius * length(cross(up, axis));
        const double deep = (double)plane.distance - dot(up, to_point(c.center)) + most;
        const bool below = collide_cylinder_plane(&c, &plane);
        met += below;
        REQUIRE(below == (deep >= 0) || magnitude(deep) < 1e-12 * (double)scale, "plane");
    }
    printf("# %zu triangles hit, %zu verdicts within rounding; %zu planes\n", hits, differ, met);
    assert_true(hits > n / 20 && hits < n && met > n / 5 && met < n);
    // Touching is meeting: an edge on the side, a corner on a base, a face across.
    const collide_cylinder c = cylinder(vec(0, 0, 0), vec(0, 0, 1), 1, 2);
    const collide_triangle side = {{{1, -5, 0}, {1, 5, 0}, {3, 0, 0}}};
    const collide_triangle corner = {{{0.5f, 0, 1}, {0, 1, 4}, {0, -1, 4}}};
    const collide_triangle across = {{{-9, -9, 1}, {9, -9, 1}, {0, 12, 1}}};
    const collide_triangle apart = {{{-9, -9, 1.0001f}, {9, -9, 1.0001f}, {0, 12, 1.0001f}}};
    assert_true(collide_cylinder_triangle(&c, &side) && collide_cylinder_triangle(&c, &corner));
    assert_true(collide_cylinder_triangle(&c, &across) && !collide_cylinder_triangle(&c, &apart));
    const collide_plane touching = {{0, 0, 2}, -2}, below = {{0, 0, 2}, -2.001f};
    assert_true(collide_cylinder_plane(&c, &touching) && !collide_cylinder_plane(&c, &below));
    (void)state;
}

// ---- balls, boxes, triangles, rays -----------------------------------------------------------

// Distance from a point to a triangle.
static double distance_to(point p, const point *t) {
    const point e = add(t[1], -1, t[0]), f = add(t[2], -1, t[0]), n = cross(e, f);
    double least = DBL_MAX;
    bool inside = true;
    for (int i = 0; i < 3; ++i) {
        const point edge = add(t[(i + 1) % 3], -1, t[i]), d = add(p, -1, t[i]);
        double k = dot(d, edge) / dot(edge, edge);
        inside = inside && dot(cross(edge, d), n) >= 0;
        k = k < 0 ? 0 : k > 1 ? 1 : k;
        const double away = length(add(d, -k, edge));
        least = away < least ? away : least;
    }
    return inside ? magnitude(dot(add(p, -1, t[0]), n)) / length(n) : least;
}

// Height of a point over the surface; DBL_MAX outside and in holes.
static double over_surface(const ground *g, point p) {
    const collide_heights *h = &g->grid;
    const double u = (p.x - (double)h->origin.x) / (double)h->dx;
    const double v = (p.y - (double)h->origin.y) / (double)h->dy;
    if (!(u >= 0 && v >= 0 && u < (double)(h->columns - 1) && v < (double)(h->rows - 1)) ||
        hole_at(g, (size_t)u, (size_t)v))
        return DBL_MAX;
    point t[2][3];
    triangles_of(g, (size_t)u, (size_t)v, t);
    const double a = u - (double)(size_t)u, b = v - (double)(size_t)v;
    const point *tri = t[h->other_diagonal ? b > a : a + b > 1];
    const point n = cross(add(tri[1], -1, tri[0]), add(tri[2], -1, tri[0]));
    return dot(add(p, -1, tri[0]), n) / n.z;
}

static collide_triangle near_triangle(const point *t, collide_vec3 center) {
    collide_triangle r;
    for (int i = 0; i < 3; ++i) {
        const point p = add(t[i], -1, to_point(center));
        r.v[i] = vec((float)p.x, (float)p.y, (float)p.z);
    }
    return r;
}

static void test_bodies(void **state) {
    const collide_vec3 still = vec(0, 0, 0);
    for (int what = 0; what < GROUND_COUNT; ++what) {
        inputs_random r = inputs_seed(80 + (uint64_t)what);
        size_t hits[3] = {0, 0, 0}, below[3] = {0, 0, 0}, n = 0;
        for (int size = 0; size < 2; ++size) {
            const float scale = size ? 1e3f : 1;
            ground g = make_ground(&r, what, 45, 38, scale, size ? 0 : 100);
            for (size_t k = cases(300); k > 0; --k, ++n) {
                const bool large = k % 20 == 0; // over more cells than fit a patch
                const collide_cylinder c = make_cylinder(&r, &g, k % 8 ? ANY : FAR_OUT, scale);
                const float radius = large ? 12 * c.radius : c.radius;
                const collide_sphere ball = {c.center, radius};
                const collide_pose pose = inputs_pose(&r, c.center);
                const collide_obb box =
                    collide_obb_from_pose(&pose, vec(c.radius, large ? 12 * c.height : c.height,
                                                     k % 3 ? 0.5f * c.radius : 0));
                collide_triangle t;
                for (int i = 0; i < 3; ++i) {
                    const collide_vec3 p = inputs_vec3(&r, -1, 1);
                    t.v[i] = vec(c.center.x + radius * p.x, c.center.y + radius * p.y,
                                 c.center.z + radius * p.z);
                }
                const bool hit[3] = {collide_sphere_terrain(&ball, g.terrain),
                                     collide_obb_terrain(&box, g.terrain),
                                     collide_triangle_terrain(&t, g.terrain)};
                collide_obb local = box;
                local.center = still;
                const point vertices[3] = {to_point(t.v[0]), to_point(t.v[1]), to_point(t.v[2])};
                const collide_triangle shape = near_triangle(vertices, t.v[0]);
                // Each cell by itself, with the shapes as they are, larger and smaller.
                const float by = 28 * 0x1p-24f *
                                 (box.half.x + box.half.y + box.half.z + 2 * radius + 12 * scale);
                bool sure[3] = {false, false, false}, maybe[3] = {false, false, false};
                const point center = to_point(ball.center);
                for (size_t j = 0; j + 1 < g.grid.rows; ++j)
                    for (size_t i = 0; i + 1 < g.grid.columns; ++i) {
                        point tri[2][3];
                        if (hole_at(&g, i, j))
                            continue;
                        triangles_of(&g, i, j, tri);
                        for (int m = 0; m < 2; ++m) {
                            const double away = distance_to(center, tri[m]) - (double)radius;
                            const collide_triangle a = near_triangle(tri[m], box.center);
                            const collide_triangle b = near_triangle(tri[m], t.v[0]);
                            collide_obb more = local, less = local;
                            more.half = vec(more.half.x + by, more.half.y + by, more.half.z + by);
                            less.half = vec(less.half.x - by, less.half.y - by, less.half.z - by);
                            sure[0] |= away < -(double)by;
                            maybe[0] |= away <= (double)by;
                            sure[1] |= less.half.z > 0 && collide_obb_triangle(&less, &a, NULL);
                            maybe[1] |= collide_obb_triangle(&more, &a, NULL);
                            const bool meet =
                                collide_triangle_triangle_sweep(&shape, still, &b, still, 0, NULL);
                            sure[2] |= meet;
                            maybe[2] |= meet;
                        }
                    }
                const point inner[3] = {center, to_point(box.center), vertices[0]};
                for (int m = 0; m < 3; ++m) {
                    double high = over_surface(&g, inner[m]);
                    for (int i = 1; i < 3 && m == 2 && high < DBL_MAX; ++i) {
                        const double other = over_surface(&g, vertices[i]);
                        high = other < high || other > 1e30 ? other : high;
                    }
                    hits[m] += hit[m];
                    below[m] += hit[m] && !maybe[m];
                    REQUIRE(hit[m] || !(sure[m] || high < -(double)by), "body %d is lost", m);
                    REQUIRE(!hit[m] || maybe[m] || high < (double)by || high > 1e30 || large ||
                                what == HOLES || what == WHOLE,
                            "body %d is invented", m);
                }
            }
            release(&g);
        }
        printf("# of %zu: %zu balls (%zu below), %zu boxes (%zu), %zu triangles (%zu)\n", n,
               hits[0], below[0], hits[1], below[1], hits[2], below[2]);
        for (int m = 0; m < 3; ++m)
            assert_true(hits[m] > n / 20 && hits[m] < n);
    }
    (void)state;
}

// Bodies wholly below, beside the grid, over its border, in a hole.
static void test_below(void **state) {
    static float heights[20 * 20];
    ground g;
    memset(&g, 0, sizeof g);
    static const float origins[] = {0, 0, 0, 3e38f}, depths[] = {-30, -2e18f, -3e38f, -3e38f};
    for (int round = 0; round < 8; ++round) {
        const int hole = round % 2;
        const float z = depths[round / 2];
        for (int i = 0; i < 400; ++i)
            heights[i] = 0;
        if (hole)
            for (int j = 4; j < 16; ++j) // a lake of holes
                for (int i = 4; i < 16; ++i)
                    heights[20 * j + i] = NAN;
        g.grid.heights = heights;
        g.grid.columns = g.grid.rows = 20;
        g.grid.dx = g.grid.dy = 1;
        g.grid.origin.z = origins[round / 2];
        build(&g);
        static const struct {
            float x, y;
            bool within; // of the solid: of a body that reaches 1 from there, without holes
            bool around; // with them
        } places[8] = {{9.5f, 9.5f, true, false}, {1, 1, true, true},
                       {-0.9f, 9, true, true},    {-1.1f, 9, false, false},
                       {19.9f, 3, true, true},    {20.1f, 3, false, false},
                       {3.9f, 9, true, true},     {15.7f, 15.8f, true, true}};
        for (int k = 0; k < 8; ++k) {
            const collide_vec3 at = vec(places[k].x, places[k].y, z);
            const collide_sphere ball = {at, 1};
            const collide_obb box = {at, vec(1, 1, 1), {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)}};
            const collide_triangle t = {
                {{at.x - 1, at.y, z}, {at.x + 1, at.y, z - 1}, {at.x, at.y + 0.01f, z + 1}}};
            const collide_cylinder up = cylinder(at, vec(0, 0, 1), 1, 5);
            const collide_cylinder lying = cylinder(at, vec(1, 0, 0), 0.5f, 2);
            const bool expected = hole ? places[k].around : places[k].within;
            REQUIRE(collide_sphere_terrain(&ball, g.terrain) == expected, "ball %d", k);
            REQUIRE(collide_obb_terrain(&box, g.terrain) == expected, "box %d", k);
            REQUIRE(collide_triangle_terrain(&t, g.terrain) == expected, "triangle %d", k);
            REQUIRE(collide_cylinder_terrain(&up, g.terrain) == expected, "upright %d", k);
            REQUIRE(collide_cylinder_terrain(&lying, g.terrain) == expected, "lying %d", k);
        }
        // A box that covers all of the grid; one that covers all of the lake; one in the lake.
        const collide_vec3 middle = vec(9.5f, 9.5f, -30);
        collide_obb box = {middle, vec(40, 40, 1), {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)}};
        assert_true(collide_obb_terrain(&box, g.terrain));
        box.half = vec(6, 6, 1);
        assert_true(collide_obb_terrain(&box, g.terrain) == !hole);
        box.half = vec(6.6f, 1, 1);
        assert_true(collide_obb_terrain(&box, g.terrain));
        free(g.terrain);
    }
    (void)state;
}

// Cells that are tiny beside the cylinder, positions far out, the border between solid and holes.
static void test_extremes(void **state) {
    static float heights[9];
    ground g;
    memset(&g, 0, sizeof g);
    g.grid.heights = heights;
    g.grid.columns = g.grid.rows = 2;
    g.grid.dx = g.grid.dy = 0.01f;
    build(&g);
    for (int below = 0; below < 2; ++below) {
        const collide_cylinder c =
            cylinder(vec(-5e5f, 0, below ? -1e6f : 0), vec(0, 0, 1), 1e6f, below ? 1e5f : 1e6f);
        assert_true(collide_cylinder_terrain(&c, g.terrain));
        assert_int_equal(collide_cylinder_terrain_cells(&c, g.terrain, NULL, 0), !below);
    }
    free(g.terrain);
    // A ridge three cells away, 2^70 from the origin.
    const float far = 0x1p70f;
    heights[2] = heights[5] = heights[8] = 100;
    g.grid.columns = g.grid.rows = 3;
    g.grid.dx = g.grid.dy = 1;
    g.grid.origin = vec(far, far, 0);
    build(&g);
    const collide_vec3 at = vec(far, far, 53);
    const collide_cylinder c = cylinder(at, vec(0, 0, 1), 5, 100);
    const collide_sphere ball = {at, 5};
    const collide_obb box = {at, vec(5, 5, 50), {vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)}};
    assert_true(collide_cylinder_terrain(&c, g.terrain) &&
                collide_sphere_terrain(&ball, g.terrain));
    assert_true(collide_obb_terrain(&box, g.terrain));
    free(g.terrain);
    // Solid on one side of x = 1.
    memset(&g.grid.origin, 0, sizeof g.grid.origin);
    for (int side = 0; side < 2; ++side) {
        for (int i = 0; i < 9; ++i)
            heights[i] = i % 3 == (side ? 0 : 2) ? NAN : 0;
        build(&g);
        const collide_vec3 on = vec(1, 0.5f, -0.5f);
        const collide_sphere point_like = {on, 0};
        const collide_obb flat = {on, vec(0, 0.1f, 0.1f), {box.axis[0], box.axis[1], box.axis[2]}};
        const collide_triangle dot_like = {{on, on, on}};
        collide_ray_hit hit;
        float z = 1;
        assert_true(collide_terrain_height(g.terrain, 1, 0.5f, &z, NULL) && !(z < 0 || z > 0));
        assert_true(collide_sphere_terrain(&point_like, g.terrain));
        assert_true(collide_obb_terrain(&flat, g.terrain));
        assert_true(collide_triangle_terrain(&dot_like, g.terrain));
        for (int way = 0; way < 4; ++way) { // down, along the line, to either side
            const collide_vec3 to = vec(way == 2   ? 1.0f
                                        : way == 3 ? -1.0f
                                                   : 0,
                                        way == 1 ? 1.0f : 0, way ? 0 : -1.0f);
            const collide_ray ray = {vec(1, 0.5f, way ? -0.5f : 2), to};
            assert_true(collide_ray_terrain(&ray, g.terrain, 5, &hit));
            assert_int_equal(hit.column, side);
            assert_true(way ? hit.t <= 0 : hit.t >= 2 && hit.t <= 2);
        }
        free(g.terrain);
    }
    heights[4] = FLT_MAX; // is no hole
    void *memory = aligned(4096);
    assert_int_equal(collide_terrain_build(&g.terrain, memory, 4096, &g.grid),
                     COLLIDE_ERROR_NOT_FINITE);
    free(memory);
    (void)state;
}

static bool is_miss(const collide_ray_hit *hit) {
    static const collide_ray_hit miss = {INFINITY, {0, 0, 0}, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    return memcmp(hit, &miss, sizeof miss) == 0;
}

// The first point of a line that lies at or below the surface, or none.
static void check_first(const ground *g, point from, point way, float t_max, bool found,
                        const collide_ray_hit *hit) {
    if (!found)
        assert_true(is_miss(hit));
    else
        assert_true(hit->triangle == UINT32_MAX);
    // All points before it are above the surface, it is on it or below.
    const double end = found ? (double)hit->t : t_max < 100 ? (double)t_max : 100;
    for (int i = 0; i < 400; ++i) {
        const double t = end * i / 400;
        const double high = over_surface(g, add(from, t, way));
        if (end <= 0)
            break;
        REQUIRE(high > -1e-4, "%g below before the hit at %g (%g of %g)", high, (double)hit->t, t,
                end);
    }
    if (!found)
        return;
    assert_true(hit->t >= 0 && hit->t <= t_max);
    assert_true(hit->normal.z > 0 && magnitude(length(to_point(hit->normal)) - 1) < 1e-6);
    assert_false(hole_at(g, hit->column, hit->row));
    const point at = add(from, (double)hit->t, way);
    const point corner = vertex(g, hit->column, hit->row);
    assert_true(at.x > corner.x - 1e-4 && at.x < corner.x + 1 + 1e-4);
    assert_true(at.y > corner.y - 1e-4 && at.y < corner.y + 0.75 + 1e-4);
    point t[2][3];
    triangles_of(g, hit->column, hit->row, t);
    double least = DBL_MAX;
    bool like = false;
    for (int m = 0; m < 2; ++m) {
        const point up = cross(add(t[m][1], -1, t[m][0]), add(t[m][2], -1, t[m][0]));
        const double high = dot(add(at, -1, t[m][0]), up) / length(up);
        least = high < least ? high : least;
        like = like || length(add(to_point(hit->normal), -1 / length(up), up)) < 1e-6;
    }
    assert_true(like);
    REQUIRE(least < 1e-4, "the hit is %g above", least);
}

static void test_rays(void **state) {
    for (int what = 0; what < GROUND_COUNT; ++what) {
        inputs_random r = inputs_seed(90 + (uint64_t)what);
        ground g = make_ground(&r, what, 45, 70, 1, what % 2 ? 10 : 0);
        collide_vec3 o = g.grid.origin;
        o.z += what == SPIKES ? g.heights[0] : 0; // about the surface
        size_t hits = 0, starts = 0, segments = 0, n = 0;
        for (size_t k = cases(600); k > 0; --k, ++n) {
            collide_ray ray = {vec(o.x + inputs_uniform(&r, -5, 50),
                                   o.y + inputs_uniform(&r, -5, 58),
                                   o.z + inputs_uniform(&r, -3, 12)),
                               inputs_vec3(&r, -1, 1)};
            if (k % 5 == 0)
                ray.direction = vec(0, 0, k % 10 ? -1.0f : 1.0f);
            if (k % 5 == 1)
                ray.direction.z = 0;
            if (k % 25 == 2)
                ray.direction.x = 0;
            if (k % 25 == 3) { // along a line of the grid
                ray.origin.x = o.x + (float)kinds_below(&r, 45);
                ray.direction.x = 0;
            }
            const float t_max = k % 3 ? INFINITY : inputs_uniform(&r, 0, 40);
            collide_ray_hit hit;
            const bool found = collide_ray_terrain(&ray, g.terrain, t_max, &hit);
            assert_true(found == collide_ray_terrain(&ray, g.terrain, t_max, NULL));
            hits += found;
            starts += found && hit.t <= 0;
            check_first(&g, to_point(ray.origin), to_point(ray.direction), t_max, found, &hit);
            const collide_vec3 d = ray.direction;
            const float part = t_max < 20 ? t_max : 20;
            const collide_segment a = {ray.origin,
                                       vec(ray.origin.x + part * d.x, ray.origin.y + part * d.y,
                                           ray.origin.z + part * d.z)};
            const bool crossed = collide_segment_terrain(&a, g.terrain, &hit);
            assert_true(crossed == collide_segment_terrain(&a, g.terrain, NULL));
            check_first(&g, to_point(a.a), add(to_point(a.b), -1, to_point(a.a)), 1, crossed, &hit);
            segments += crossed;
        }
        printf("# %zu rays: %zu hits, %zu at the start; segments: %zu\n", n, hits, starts,
               segments);
        assert_true(segments > n / 10 && segments < n && hits > n / 5 && hits < n && starts > 0 &&
                    starts < hits);
        const collide_ray bad = {vec(NAN, 0, 0), vec(0, 0, 1)};
        const collide_ray down = {vec(o.x + 3.2f, o.y + 3.3f, o.z + 50), vec(0, 0, -2)};
        assert_false(collide_ray_terrain(&bad, g.terrain, 1, NULL));
        assert_false(collide_ray_terrain(&down, g.terrain, NAN, NULL));
        assert_false(collide_ray_terrain(&down, g.terrain, -1, NULL));
        assert_false(collide_ray_terrain(&down, NULL, 100, NULL));
        const collide_segment lost = {vec(0, 0, 0), vec(0, 0, INFINITY)}, fine = {o, o};
        assert_false(collide_segment_terrain(&lost, g.terrain, NULL));
        assert_false(collide_segment_terrain(&fine, NULL, NULL));
        collide_ray_hit hit;
        float z;
        if (collide_terrain_height(g.terrain, down.origin.x, down.origin.y, &z, NULL)) {
            assert_true(collide_ray_terrain(&down, g.terrain, 100, &hit));
            assert_true(magnitude((double)down.origin.z - 2 * (double)hit.t - (double)z) < 1e-4);
        }
        release(&g);
    }
    (void)state;
}

// A ray through a vertex, or from or to it, hits the solid below each cell around the vertex, also
// where the others are holes.
static void test_ray_vertices(void **state) {
    static unsigned char memory[4096];
    for (unsigned solid = 0; solid < 4; ++solid) {
        const uint32_t column = solid & 1, row = solid >> 1;
        float heights[9];
        collide_heights grid;
        collide_terrain *terrain;
        for (uint32_t i = 0; i < 9; ++i) {
            const bool there = i % 3 - column < 2 && i / 3 - row < 2;
            heights[i] = there ? 0.0f : NAN;
        }
        memset(&grid, 0, sizeof grid);
        grid.heights = heights;
        grid.columns = grid.rows = 3;
        grid.dx = grid.dy = 1;
        assert_int_equal(collide_terrain_build(&terrain, COLLIDE_ALIGN(memory),
                                               sizeof memory - COLLIDE_ALIGNMENT, &grid),
                         COLLIDE_OK);
        for (unsigned way = 0; way < 4; ++way) {
            const float x = way & 1 ? -1.0f : 1.0f, y = way & 2 ? -1.0f : 1.0f;
            const collide_ray from = {vec(1, 1, -1), vec(x, y, 0)};
            const collide_ray through = {vec(1 - x, 1 - y, -1), vec(x, y, 0)};
            const collide_segment to = {through.origin, from.origin};
            const float t = solid == way ? 0.0f : 1.0f; // whether it begins in the solid
            collide_ray_hit hit;
            assert_true(collide_ray_terrain(&from, terrain, INFINITY, &hit));
            assert_true(hit.t == 0 && hit.column == column && hit.row == row);
            assert_true(collide_ray_terrain(&through, terrain, INFINITY, &hit));
            assert_true(hit.t == t && hit.column == column && hit.row == row);
            assert_true(collide_segment_terrain(&to, terrain, &hit));
            assert_true(hit.t == t && hit.column == column && hit.row == row);
        }
    }
    (void)state;
}

// ---- where verdicts of balls and rays flip ----------------------------------------------------
// A coordinate that is tiny at the flip, so that its floats are far finer than what double rounds
// to, is bisected to two neighbours, and both are asked in rational numbers. What misses must not
// be deeper than the bound of collide.h, what hits no farther away.

struct flip {
    ground g;
    collide_vec3 at;        // of a ball's centre, or where a ray begins
    collide_vec3 direction; // of a ray, or the end of a segment
    float radius;           // < 0: a ray, or a segment
    bool segment;
    bool beside;           // the ball lies east of the grid, lower than the border there
    size_t asked, near_by; // how often it was asked exactly, and was within the bound
    double most;           // error over bound
};

static bool flip_hits(const struct flip *f) {
    const collide_sphere ball = {f->at, f->radius};
    const collide_ray ray = {f->at, f->direction};
    const collide_segment segment = {f->at, f->direction};
    return f->segment      ? collide_segment_terrain(&segment, f->g.terrain, NULL)
           : f->radius < 0 ? collide_ray_terrain(&ray, f->g.terrain, 1, NULL)
                           : collide_sphere_terrain(&ball, f->g.terrain);
}

// A face as seen from f->at, and its normal; what functions below work with.
static struct {
    struct rational_triangle face;
    rational_vector n, zero, way;
    mpq_t least, end[2], k, x;
} q;

static void flip_init(void) {
    mpq_t *all = (mpq_t *)(void *)&q;
    for (size_t i = 0; i < sizeof q / sizeof *all; ++i)
        mpq_init(all[i]);
}

static void flip_clear(void) {
    mpq_t *all = (mpq_t *)(void *)&q;
    for (size_t i = 0; i < sizeof q / sizeof *all; ++i)
        mpq_clear(all[i]);
}

// out = a + b - c
static void flip_sum(mpq_t out, double a, double b, float c) {
    mpq_set_d(out, a);
    mpq_set_d(q.x, b);
    mpq_add(out, out, q.x);
    mpq_set_d(q.x, (double)c);
    mpq_sub(out, out, q.x);
}

static void flip_face(const struct flip *f, size_t i, size_t j, size_t which) {
    static const size_t corners[2][2][3] = {{{0, 1, 2}, {1, 3, 2}}, {{0, 1, 3}, {0, 3, 2}}};
    const collide_heights *h = &f->g.grid;
    for (int k = 0; k < 3; ++k) {
        const size_t corner = corners[h->other_diagonal][which][k];
        const size_t column = i + (corner & 1), row = j + (corner >> 1);
        const float height = f->g.heights[row * h->columns + column];
        flip_sum(q.face.v[k][0], (double)h->origin.x, (double)column * (double)h->dx, f->at.x);
        flip_sum(q.face.v[k][1], (double)h->origin.y, (double)row * (double)h->dy, f->at.y);
        flip_sum(q.face.v[k][2], (double)h->origin.z, (double)height, f->at.z);
    }
    for (int k = 0; k < 3; ++k)
        rational_less(q.face.e[k], q.face.v[(k + 1) % 3], q.face.v[k]);
    rational_cross(q.n, q.face.e[0], q.face.e[1]);
}

// Heights, along the normals, of a ray over the planes of triangles, where it comes over them and
// leaves them.
struct heights {
    size_t n;
    struct {
        double t, above;
    } at[4 * 64];
};

static void flip_above(const struct flip *f, struct heights *out) {
    rational_set(q.way, f->direction);
    if (f->segment) {
        rational_set(rational_u, f->at);
        rational_less(q.way, q.way, rational_u);
    }
    mpq_set_ui(q.end[0], 0, 1);
    mpq_set_ui(q.end[1], 1, 1);
    for (int i = 0; i < 3; ++i) { // k t >= x on the left of an edge
        rational_cross(rational_u, q.face.e[i], q.way);
        rational_cross(rational_v, q.face.e[i], q.face.v[i]);
        mpq_set(q.k, rational_u[2]);
        mpq_set(q.x, rational_v[2]);
        const int along = mpq_sgn(q.k);
        if (along == 0 && mpq_sgn(q.x) > 0)
            return;
        if (along != 0)
            mpq_div(q.x, q.x, q.k);
        if (along > 0 && mpq_cmp(q.x, q.end[0]) > 0)
            mpq_set(q.end[0], q.x);
        if (along < 0 && mpq_cmp(q.x, q.end[1]) < 0)
            mpq_set(q.end[1], q.x);
    }
    if (mpq_cmp(q.end[0], q.end[1]) > 0)
        return;
    rational_dot(q.x, q.n, q.n);
    const double size = root(mpq_get_d(q.x));
    for (int k = 0; k < 2; ++k, ++out->n) {
        rational_dot(q.x, q.n, q.way);
        mpq_mul(q.x, q.x, q.end[k]);
        rational_dot(q.k, q.n, q.face.v[0]);
        mpq_sub(q.x, q.x, q.k);
        assert_true(out->n < sizeof out->at / sizeof *out->at);
        out->at[out->n].t = mpq_get_d(q.end[k]);
        out->at[out->n].above = mpq_get_d(q.x) / size;
    }
}

// The least of them; in the solid that of the place that is deepest, where the nearest plane
// counts.
static double flip_least(const struct heights *h) {
    double least = DBL_MAX, deepest = 0;
    for (size_t i = 0; i < h->n; ++i) {
        double above = h->at[i].above;
        least = above < least ? above : least;
        for (size_t k = 0; k < h->n; ++k)
            if (magnitude(h->at[k].t - h->at[i].t) < 1e-9 && h->at[k].above > above)
                above = h->at[k].above;
        deepest = above < deepest ? above : deepest;
    }
    return least < 0 ? deepest : least;
}

// How far it is off the solid, less than 0 if it is in it.
static double flip_off(const struct flip *f, const reach *r) {
    const collide_heights *h = &f->g.grid;
    const point p = to_point(f->at);
    const double radius = (double)f->radius;
    struct heights heights;
    heights.n = 0;
    double near_by = DBL_MAX;
    mpq_set_d(q.least, 0x1p200);
    for (int exactly = 0; exactly < 2; ++exactly)
        for (size_t j = r->j0; j < r->j1; ++j)
            for (size_t i = r->i0; i < r->i1; ++i)
                for (size_t k = 0; k < 2; ++k) {
                    point t[2][3];
                    triangles_of(&f->g, i, j, t);
                    const double away = radius < 0 ? 0 : distance_to(p, t[k]);
                    near_by = away < near_by ? away : near_by;
                    if (!exactly || away > near_by + 1e-9 * (near_by + r->extent))
                        continue;
                    flip_face(f, i, j, k);
                    if (radius < 0) {
                        flip_above(f, &heights);
                    } else {
                        rational_off_triangle(q.k, q.zero, q.zero, &q.face);
                        rational_lower(q.least, q.k);
                    }
                }
    if (radius < 0)
        return flip_least(&heights);
    if (f->beside) { // the wall there is nearer than the surface
        const double width = (double)(h->columns - 1) * (double)h->dx;
        flip_sum(q.k, (double)h->origin.x, width, f->at.x);
        mpq_mul(q.least, q.k, q.k);
    }
    const double distance = root(mpq_get_d(q.least));
    if (!f->beside && over_surface(&f->g, p) < 0)
        return -distance - radius;
    mpq_set_d(q.k, radius);
    mpq_mul(q.k, q.k, q.k);
    mpq_sub(q.k, q.least, q.k);
    return distance + radius > 0 ? mpq_get_d(q.k) / (distance + radius) : 0;
}

// Bisects a coordinate of f->at between a place that hits and one that does not; then asks exactly
// on both sides. False if it does not flip.
static bool flip_find(struct flip *f, float *x, float hit, float miss, bool asked) {
    const collide_vec3 zero = vec(0, 0, 0);
    const collide_heights *h = &f->g.grid;
    int64_t in = kinds_rank(hit), out = kinds_rank(miss);
    *x = hit;
    if (!flip_hits(f))
        return false;
    *x = miss;
    if (flip_hits(f))
        return false;
    while (in - out > 1 || out - in > 1) {
        const int64_t middle = (in + out) / 2;
        *x = kinds_ranked(middle);
        *(flip_hits(f) ? &in : &out) = middle;
    }
    for (int side = 0; side < 2 && asked; ++side) {
        *x = kinds_ranked(side ? out : in);
        const point way = to_point(f->direction), o = to_point(h->origin), p = to_point(f->at);
        const double length = magnitude(way.x) + magnitude(way.y) + magnitude(way.z);
        const double size = f->radius < 0 ? length : (double)f->radius;
        const collide_cylinder c = {f->at, zero, (float)size, 0};
        const reach r = reach_of(&f->g, &c);
        const double far = magnitude(p.x - o.x) + magnitude(p.y - o.y) + magnitude(p.z - o.z);
        const double bound = FLIP_BOUND * (r.extent + far), off = flip_off(f, &r);
        ++f->asked;
        f->near_by += magnitude(off) < bound;
        const double error = (side ? -off : off) / bound;
        f->most = error > f->most ? error : f->most;
        REQUIRE(error <= 1, "%s %g of %g off (radius %g)", side ? "misses" : "hits", off, bound,
                (double)f->radius);
    }
    *x = kinds_ranked(in);
    return true;
}

// A ball or ray on a small grid, or near the far end of a long one; scaled, far above the grid's
// origin, on steep cells.
static void flip_draw(inputs_random *r, size_t k, struct flip *f) {
    static float heights[5 * 3000];
    const float scale = k % 3 == 0 ? 1e-3f : k % 3 == 1 ? 1 : 1e3f;
    const float rise = k % 5 == 0 ? 0 : k % 5 == 1 ? 100 * scale : scale;
    const float lift = k % 7 == 0 ? 12345 * scale : 0;
    const size_t columns = k % 11 == 0 ? 3000 : 5;
    const float radii[4] = {0, 1e-2f, 0.5f, 20};
    f->radius = k % 2 ? -1 : radii[k / 2 % 4] * scale * inputs_uniform(r, 0.5f, 1);
    f->beside = k % 2 == 0 && k % 13 == 0 && f->radius > 0;
    for (size_t i = 0; i < 5 * columns; ++i)
        heights[i] = rise * inputs_uniform(r, -1, 1) - lift;
    memset(&f->g, 0, sizeof f->g);
    f->g.heights = heights;
    f->g.grid.heights = heights;
    f->g.grid.columns = columns;
    f->g.grid.rows = 5;
    f->g.grid.dx = scale * inputs_uniform(r, 0.5f, 1);
    f->g.grid.dy = scale * inputs_uniform(r, 0.5f, 1);
    f->g.grid.other_diagonal = kinds_below(r, 2);
    f->g.grid.origin = vec(-f->g.grid.dx * ((float)columns - inputs_uniform(r, 2, 4)),
                           -f->g.grid.dy * inputs_uniform(r, 1, 3), lift);
    f->at = vec(0, 0x1p-40f * scale * inputs_uniform(r, -1, 1), 0);
    f->direction = vec(0, 0, 0);
    if (f->radius < 0) {
        const collide_vec3 way = inputs_vec3(r, -1, 1);
        f->direction = vec(2 * scale * way.x, 2 * scale * way.y, 0.5f * (rise + scale) * way.z);
    }
    const float around = 2 * scale + 3 * rise + (f->radius > 0 ? 2 * f->radius : 0);
    build(&f->g);
    // Moves the grid so that the verdict flips near 0.
    float *x = f->beside ? &f->at.x : &f->at.z;
    float *origin = f->beside ? &f->g.grid.origin.x : &f->g.grid.origin.z;
    if (f->beside)
        f->at.z = -rise - lift + f->g.grid.origin.z;
    const float east = f->beside ? f->g.grid.dx * 4 + around : around;
    assert_true(flip_find(f, x, f->beside ? 0 : -around, east, false));
    *origin -= *x;
    free(f->g.terrain);
    build(&f->g);
}

static void test_flips(void **state) {
    struct flip f;
    inputs_random r = inputs_seed(120);
    size_t asked[3] = {0, 0, 0}, near_by[3] = {0, 0, 0};
    double most[3] = {0, 0, 0};
    flip_init();
    for (size_t k = cases(600); k > 0; --k) {
        const size_t kind = k % 2 + (k % 4 > 2);
        memset(&f, 0, sizeof f);
        flip_draw(&r, k, &f);
        f.segment = kind == 2; // which begins at 0, about, and so ends where the ray does
        float *x = f.beside ? &f.at.x : &f.at.z;
        const float far = 1e-3f * f.g.grid.dx;
        if (flip_find(&f, x, -far, far, true))
            for (int side = -1; side < 2; side += 2) { // along x finer yet
                const float by = 0x1p-22f * f.g.grid.dx * (float)side;
                f.at.x = f.beside ? f.at.x : 0;
                if (!f.beside)
                    (void)flip_find(&f, &f.at.x, 0, by, true);
            }
        asked[kind] += f.asked;
        near_by[kind] += f.near_by;
        most[kind] = f.most > most[kind] ? f.most : most[kind];
        free(f.g.terrain);
    }
    flip_clear();
    for (int kind = 0; kind < 3; ++kind) {
        printf("# %s: %zu asked exactly at a flip, %zu within the bound, at most %.3f of it off\n",
               kind == 2 ? "segments"
               : kind    ? "rays"
                         : "balls",
               asked[kind], near_by[kind], most[kind]);
        assert_true(near_by[kind] * 4 > asked[kind]);
    }
    (void)state;
}

// ---- where verdicts of triangles flip ---------------------------------------------------------
// As above, but corners are rounded to float: neighbouring floats are fine enough anywhere.

// How far apart a triangle and q.face are, less than 0 if they overlap: along what is across two of
// their edges.
static double faces_apart(const collide_triangle *t) {
    struct rational_triangle a;
    double most = -DBL_MAX;
    rational_init_triangle(&a);
    rational_set_triangle(&a, t);
    rational_vector *edges[6] = {&a.e[0],      &a.e[1],      &a.e[2],
                                 &q.face.e[0], &q.face.e[1], &q.face.e[2]};
    for (int k = 0; k < 36; ++k) { // each in both directions
        rational_cross(q.n, *edges[k / 6], *edges[k % 6]);
        rational_dot(q.x, q.n, q.n);
        if (mpq_sgn(q.x) == 0)
            continue;
        const double size = root(mpq_get_d(q.x));
        for (int i = 0; i < 9; ++i) {
            rational_less(q.way, q.face.v[i % 3], a.v[i / 3]);
            rational_dot(q.x, q.n, q.way);
            if (i == 0)
                mpq_set(q.k, q.x);
            rational_lower(q.k, q.x);
        }
        const double gap = mpq_get_d(q.k) / size;
        most = gap > most ? gap : most;
    }
    rational_clear_triangle(&a);
    return most;
}

// The least of all faces that its box comes near.
static double triangle_off(const struct flip *f, const collide_triangle *t) {
    double least = DBL_MAX;
    for (size_t k = 0; k < 32; ++k) {
        point face[2][3];
        bool near_by = true;
        triangles_of(&f->g, k / 2 % 4, k / 8, face);
        for (int axis = 0; axis < 3; ++axis) {
            double lo[2] = {DBL_MAX, DBL_MAX}, hi[2] = {-DBL_MAX, -DBL_MAX};
            for (int i = 0; i < 6; ++i) {
                const point at = i < 3 ? to_point(t->v[i]) : face[k % 2][i - 3];
                const double x = axis == 0 ? at.x : axis == 1 ? at.y : at.z;
                lo[i / 3] = x < lo[i / 3] ? x : lo[i / 3];
                hi[i / 3] = x > hi[i / 3] ? x : hi[i / 3];
            }
            const double slack = 1e-5 * (hi[0] - lo[0] + hi[1] - lo[1]);
            near_by = near_by && lo[0] <= hi[1] + slack && lo[1] <= hi[0] + slack;
        }
        if (!near_by)
            continue;
        flip_face(f, k / 2 % 4, k / 8, k % 2);
        const double off = faces_apart(t);
        least = off < least ? off : least;
    }
    return least;
}

static collide_triangle lifted(const collide_triangle *t, float z) {
    collide_triangle r = *t;
    for (int i = 0; i < 3; ++i)
        r.v[i].z += z;
    return r;
}

static void test_triangle_flips(void **state) {
    inputs_random r = inputs_seed(121);
    double most = 0;
    size_t flips = 0, n = 0;
    flip_init();
    for (size_t k = cases(200); k > 0; --k, ++n) {
        struct flip f;
        collide_triangle t;
        memset(&f, 0, sizeof f);
        f.radius = -1;
        flip_draw(&r, 22 * k + 1, &f); // the small grid, as for a ray
        f.at = vec(0, 0, 0);
        const float dx = f.g.grid.dx, dy = f.g.grid.dy, rise = dx < dy ? dx : dy;
        for (int i = 0; i < 3; ++i) {
            t.v[i] = inputs_vec3(&r, -rise, rise);
            if (k % 4 == 0)
                t.v[i].x *= 0x1p-8f;
        }
        int64_t in = kinds_rank(-1e4f * rise), out = kinds_rank(1e4f * rise);
        while (out - in > 1) {
            const int64_t middle = (in + out) / 2;
            const collide_triangle at = lifted(&t, kinds_ranked(middle));
            *(collide_triangle_terrain(&at, f.g.terrain) ? &in : &out) = middle;
        }
        const collide_triangle hit = lifted(&t, kinds_ranked(in));
        const collide_triangle miss = lifted(&t, kinds_ranked(out));
        const collide_cylinder c = {hit.v[0], hit.v[0], 4 * rise, 0};
        const reach near_by = reach_of(&f.g, &c);
        double size = 0; // from the lowest corner
        for (int i = 0; i < 9; ++i) {
            const double away = length(add(to_point(t.v[i / 3]), -1, to_point(t.v[i % 3])));
            size = away > size ? away : size;
        }
        const double bound = UNIT * (2 * size + near_by.extent - 4 * (double)rise);
        const double error[2] = {triangle_off(&f, &hit), -triangle_off(&f, &miss)};
        for (int i = 0; i < 2; ++i) {
            most = error[i] / bound > most ? error[i] / bound : most;
            REQUIRE(error[i] <= bound, "%s %g of %g off", i ? "misses" : "hits", error[i], bound);
        }
        flips += error[0] > -bound && error[1] > -bound;
        free(f.g.terrain);
    }
    flip_clear();
    printf("# triangles: %zu flips of %zu within the bound, at most %.3f of it off\n", flips, n,
           most);
    assert_true(flips * 2 > n);
    (void)state;
}

// ---- builders, bad input ---------------------------------------------------------------------

static void test_builders(void **state) {
    static float heights[6] = {0, 1, 2, 3, 4, 5};
    static int16_t numbers[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    collide_heights good;
    memset(&good, 0, sizeof good);
    good.heights = heights;
    good.columns = 3;
    good.rows = 2;
    good.dx = good.dy = 1;
    const size_t size = collide_terrain_size(3, 2);
    unsigned char *memory = (unsigned char *)aligned(2 * size);
    collide_terrain *t = NULL;
    assert_true(size > 0 && size % COLLIDE_ALIGNMENT == 0);
    assert_true(collide_terrain_size(1, 2) == 0 && collide_terrain_size(2, 0) == 0);
    assert_true(collide_terrain_size((1u << 24) + 1, 2) == 0);
    assert_int_equal(collide_terrain_build(&t, memory, size, &good), COLLIDE_OK);
    assert_ptr_equal(t, memory);
    memset(memory, 0x5a, 2 * size);
#define REFUSED(status)                                                                            \
    do {                                                                                           \
        t = (collide_terrain *)(void *)memory;                                                     \
        assert_int_equal(collide_terrain_build(&t, memory, size, &grid), status);                  \
        assert_null(t);                                                                            \
        for (size_t byte = 0; byte < 2 * size; ++byte)                                             \
            assert_int_equal(memory[byte], 0x5a);                                                  \
        grid = good;                                                                               \
    } while (0)
    collide_heights grid = good;
    grid.heights = NULL;
    REFUSED(COLLIDE_ERROR_NULL);
    grid.columns = 1;
    REFUSED(COLLIDE_ERROR_COUNT);
    grid.rows = 0;
    REFUSED(COLLIDE_ERROR_COUNT);
    grid.columns = (1u << 24) + 1;
    REFUSED(COLLIDE_ERROR_OVERFLOW);
    grid.row_stride = 11;
    REFUSED(COLLIDE_ERROR_STRIDE);
    grid.row_stride = SIZE_MAX / 2;
    REFUSED(COLLIDE_ERROR_OVERFLOW);
    grid.columns = 400;
    REFUSED(COLLIDE_ERROR_SIZE);
    static const float steps[5] = {0, -1, 1e-30f, 1e30f, 0x1p-61f};
    for (int i = 0; i < 5; ++i) {
        grid.dx = steps[i];
        REFUSED(COLLIDE_ERROR_EXTENT);
        grid.dy = steps[i];
        REFUSED(COLLIDE_ERROR_EXTENT);
    }
    static const float bad[3] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; ++i) {
        grid.dx = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        grid.dy = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        grid.origin.y = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        grid.scale = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        grid.offset = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        if (i == 0)
            continue; // NaN is a hole
        heights[5] = bad[i];
        REFUSED(COLLIDE_ERROR_NOT_FINITE);
        heights[5] = 5;
    }
    heights[0] = -1e19f;
    REFUSED(COLLIDE_ERROR_NOT_FINITE);
    heights[0] = 0;
    grid.int16 = true;
    grid.heights = numbers;
    grid.scale = 1e30f;
    REFUSED(COLLIDE_ERROR_NOT_FINITE);
    assert_int_equal(collide_terrain_build(NULL, memory, size, &good), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_terrain_build(&t, NULL, size, &good), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_terrain_build(&t, memory, size, NULL), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_terrain_build(&t, memory, size - 1, &good), COLLIDE_ERROR_SIZE);
    assert_int_equal(collide_terrain_build(&t, memory + 4, size, &good), COLLIDE_ERROR_ALIGNMENT);
    assert_null(t);
    // int16 with a stride: scale 0 is 1.
    grid = good;
    grid.int16 = true;
    grid.heights = numbers;
    grid.row_stride = 4 * sizeof(int16_t);
    float z;
    assert_int_equal(collide_terrain_build(&t, memory, size, &grid), COLLIDE_OK);
    assert_true(collide_terrain_height(t, 2, 1, &z, NULL) && z >= 6 && z <= 6);

    // Cylinders.
    collide_cylinder c = cylinder(vec(1, 0.5f, 3), vec(0, 0, 1), 0.5f, 1);
    assert_int_equal(collide_cylinder_check(&c), COLLIDE_OK);
    assert_true(collide_cylinder_terrain(&c, t));
    assert_false(collide_cylinder_terrain(&c, NULL));
    const collide_triangle over = {{{-9, -9, 3}, {9, -9, 3}, {0, 9, 3}}};
    const collide_plane plane = {{0, 0, 1}, 9};
    assert_true(collide_cylinder_triangle(&c, &over) && collide_cylinder_plane(&c, &plane));
    float *number[8] = {&c.center.x, &c.center.y, &c.center.z, &c.axis.x,
                        &c.axis.y,   &c.axis.z,   &c.radius,   &c.height};
    static const float odd[8] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 0, -1, 1e-40f};
    for (int i = 0; i < 8; ++i)
        for (int k = 0; k < 8; ++k) {
            const float kept = *number[i];
            const collide_status expected = k < 3                         ? COLLIDE_ERROR_NOT_FINITE
                                            : i < 3                       ? COLLIDE_OK
                                            : i >= 6 && k == 7            ? COLLIDE_OK
                                            : i >= 6                      ? COLLIDE_ERROR_EXTENT
                                            : i < 5 && (k == 5 || k == 7) ? COLLIDE_OK
                                            : i == 5 && k == 6            ? COLLIDE_OK
                                                                          : COLLIDE_ERROR_AXES;
            *number[i] = odd[k];
            assert_int_equal(collide_cylinder_check(&c), expected);
            if (expected != COLLIDE_OK)
                assert_false(collide_cylinder_terrain(&c, t) ||
                             collide_cylinder_triangle(&c, &over) ||
                             collide_cylinder_plane(&c, &plane));
            else
                (void)collide_cylinder_terrain(&c, t);
            *number[i] = kept;
        }
    assert_int_equal(collide_cylinder_check(NULL), COLLIDE_ERROR_NULL);
    free(memory);
    (void)state;
}

// ---- batches and instruction sets ------------------------------------------------------------

static void test_identity(void **state) {
    inputs_random r = inputs_seed(11);
    for (int round = 0; round < 2 * GROUND_COUNT; ++round) {
        const int what = round / 2;
        ground g = make_ground(&r, what, round % 2 ? 5 : 60, round % 2 ? 4 : 50, 1, 5);
        enum { MOST = 900 };
        static collide_cylinder c[MOST];
        static bool expected[MOST];
        size_t hits = 0;
        assert_int_equal(collide_isa_limit(COLLIDE_ISA_SCALAR), COLLIDE_ISA_SCALAR);
        for (size_t i = 0; i < MOST; ++i) {
            c[i] = make_cylinder(&r, &g, (int)i % POSE_COUNT, i / 16 % 2 ? 1 : 0.4f);
            if (i % 3 == 0)
                touch(&r, &g, &c[i]);
            expected[i] = collide_cylinder_terrain(&c[i], g.terrain);
            hits += expected[i];
        }
        assert_true(hits > MOST / 4 && hits < MOST);
        for (size_t n = 1; n <= MOST; n += n < 68 ? 1 : MOST - 68) {
            const size_t size = collide_cylinder_pack_size(n);
            collide_cylinder_pack *pack;
            uint16_t *bits = (uint16_t *)kinds_guarded(COLLIDE_BLOCKS(n) * sizeof *bits);
            void *memory = kinds_guarded(size);
            assert_int_equal(collide_cylinder_pack_build(&pack, memory, size, c, n, 0), COLLIDE_OK);
            for (int isa = 0; isa < COLLIDE_ISA_COUNT; ++isa) {
                if (collide_isa_limit((collide_isa_id)isa) != (collide_isa_id)isa)
                    continue;
                size_t count = 0, listed = 0;
                memset(bits, 0xa5, COLLIDE_BLOCKS(n) * sizeof *bits);
                const size_t found = collide_terrain_cylinder_many(g.terrain, pack, bits);
                for (size_t i = 0; i < 16 * COLLIDE_BLOCKS(n); ++i) {
                    const bool hit = bits[i / 16] >> i % 16 & 1;
                    count += hit;
                    REQUIRE(hit == (i < n && expected[i]), "%s, %zu of %zu: %d",
                            collide_isa_text((collide_isa_id)isa), i, n, hit);
                }
                assert_int_equal(count, found);
                // Cells of the last one, with a list that is too small.
                collide_pair all[600], some[600];
                memset(some, 0x5a, sizeof some);
                listed = collide_cylinder_terrain_cells(&c[n - 1], g.terrain, some, 3);
                collide_isa_limit(COLLIDE_ISA_SCALAR);
                memset(all, 0x5a, sizeof all);
                assert_int_equal(collide_cylinder_terrain_cells(&c[n - 1], g.terrain, all, 600),
                                 listed);
                assert_memory_equal(some, all, 3 * sizeof *all);
                for (size_t k = 3; k < 600; ++k)
                    assert_int_equal(some[k].a, 0x5a5a5a5a);
                collide_isa_limit((collide_isa_id)isa);
                memset(some, 0x5a, sizeof some);
                (void)collide_cylinder_terrain_cells(&c[n - 1], g.terrain, some, 600);
                assert_memory_equal(some, all, sizeof all);
            }
            kinds_guarded_free(bits, COLLIDE_BLOCKS(n) * sizeof *bits);
            kinds_guarded_free(memory, size);
        }
        collide_isa_limit(COLLIDE_ISA_COUNT);
        release(&g);
    }
    assert_int_equal(collide_terrain_cylinder_many(NULL, NULL, NULL), 0);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_published),
        cmocka_unit_test(test_squares),
        cmocka_unit_test(test_every_vertex),
        cmocka_unit_test(test_folds),
        cmocka_unit_test(test_heights),
        cmocka_unit_test(test_planes_and_triangles),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_below),
        cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_rays),
        cmocka_unit_test(test_ray_vertices),
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_triangle_flips),
        cmocka_unit_test(test_builders),
        cmocka_unit_test(test_identity),
    };
    rational_init();
    return cmocka_run_group_tests_name("terrain", tests, NULL, NULL);
}
