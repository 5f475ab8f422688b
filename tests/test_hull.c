// Hulls of points, and shapes that fit points: the surface that the builder finds, in exact
// integers (GMP), the body that it makes of it, the triangles of bodies, and brute force over all
// planes of three points.
#define TEST_PART "../src/sat/hull_faces.h"
#include "test.h"

#include "oracle.h"
#include "points.h"
#include "rational.h"

#define MOST 220
#define BYTES (1 << 17)
static char room[2 * BYTES + 64];
static char *memory[2];

enum cloud_class {
    BALL,
    SPHERE,
    LATTICE,
    RINGS,
    SHEET,
    NEEDLE,
    HUGE_SCALE,
    TINY,
    SUBNORMAL,
    JITTER,
    REPEATED,
    PLANE,
    WIDE,
    LINE,
    CORNERS,
    SLIVER,
    CLASS_COUNT
};
static const char *const class_names[CLASS_COUNT] = {
    "ball",      "sphere", "lattice",  "rings", "sheet", "needle", "huge",    "tiny",
    "subnormal", "jitter", "repeated", "plane", "wide",  "line",   "corners", "sliver"};

struct cloud {
    collide_vec3 p[MOST];
    uint32_t n;
};

// ---- clouds ----------------------------------------------------------------------------------

static collide_vec3 in_ball(inputs_random *r, bool on_surface) {
    for (;;) {
        const collide_vec3 p = inputs_vec3(r, -1, 1);
        const double square = dot(to_point(p), to_point(p));
        if (square > 1 || square < 0.01)
            continue;
        const float k = on_surface ? (float)(1 / root(square)) : 1;
        return vec(p.x * k, p.y * k, p.z * k);
    }
}

static float whole(inputs_random *r, uint32_t n) {
    return (float)kinds_below(r, n);
}

// A corner of one of several polygons whose corners lie on one circle, in whole numbers.
static collide_vec3 on_ring(inputs_random *r) {
    static const float ring[12][2] = {{5, 0},  {4, 3},   {3, 4},   {0, 5},  {-3, 4}, {-4, 3},
                                      {-5, 0}, {-4, -3}, {-3, -4}, {0, -5}, {3, -4}, {4, -3}};
    const uint32_t k = kinds_below(r, 12);
    return vec(ring[k][0], ring[k][1], whole(r, 3));
}

static float near_by(inputs_random *r, float x) {
    return kinds_ranked(kinds_rank(x) + (int64_t)kinds_below(r, 3) - 1);
}

static collide_vec3 draw_point(inputs_random *r, enum cloud_class k, const collide_vec3 *turn) {
    const float u = inputs_uniform(r, -1, 1), v = inputs_uniform(r, -1, 1);
    const collide_vec3 p = in_ball(r, k == SPHERE);
    switch (k) {
    case LATTICE:
        return vec(whole(r, 4), whole(r, 3), whole(r, 5));
    case RINGS:
        return on_ring(r);
    case SHEET: // a plane within the rounding of its points
        return vec(u, v, u * turn->x + v * turn->y);
    case NEEDLE:
        return vec(turn->x * u, near_by(r, turn->y * u), near_by(r, turn->z * u));
    case HUGE_SCALE:
        return vec(p.x * FLT_MAX, p.y * FLT_MAX, p.z * FLT_MAX);
    case TINY:
        return vec(p.x * 1e-36f, p.y * 1e-36f, p.z * 1e-36f);
    case SUBNORMAL:
        return vec(whole(r, 5) * 0x1p-149f, whole(r, 5) * -0x1p-149f, whole(r, 9) * 0x1p-149f);
    case JITTER:
        return vec(near_by(r, 1 + whole(r, 3)), near_by(r, 1 + whole(r, 3)),
                   near_by(r, 1 + whole(r, 3)));
    case PLANE: // exactly in a plane
        return vec(whole(r, 9), whole(r, 9) * 2, 0);
    case WIDE:
        return vec(p.x * kinds_float((20 + kinds_below(r, 210)) << 23),
                   p.y * kinds_float((20 + kinds_below(r, 210)) << 23),
                   p.z * kinds_float((20 + kinds_below(r, 210)) << 23));
    case LINE:
        return vec(whole(r, 5), whole(r, 5) * 0, 0);
    case CORNERS: // of a cube, on its edges and faces, and just beside them
        return vec(whole(r, 3) - 1, near_by(r, whole(r, 3) - 1), whole(r, 3) - 1);
    default:
        return p;
    }
}

static struct cloud draw(inputs_random *r, enum cloud_class k, uint32_t n) {
    const collide_vec3 turn = inputs_vec3(r, -1, 1);
    const collide_pose pose = inputs_pose(r, turn);
    struct cloud c;
    c.n = n;
    for (uint32_t i = 0; i < n; ++i) {
        collide_vec3 p = draw_point(r, k, &turn);
        if (k == REPEATED && i > 5)
            p = c.p[i % 2 ? 5 : kinds_below(r, i)];
        if (k == SLIVER && (i == 0 || i == 2)) { // on a line but for 2^-40
            const float scale = i == 0 ? 0x1p-40f : 2;
            p = i == 0 ? p : c.p[1];
            p = vec(p.x * scale, p.y * scale, p.z * scale);
        }
        if (k == PLANE) { // skew, in whole numbers
            const float z = p.x + 3 * p.y;
            p = turn.x > 0 ? vec(p.x, p.y, z) : turn.y > 0 ? vec(z, p.x, p.y) : vec(p.x, 0, p.y);
        }
        if (k == LINE)
            p = vec(p.x * turn.x, p.x * turn.y, p.x * (turn.z > 0 ? 1 : 0));
        if (k == LINE) // doubled, so exact
            p = vec(whole(r, 2) * 0.5f * turn.x, 0, 0);
        if (k == RINGS && turn.x > 0.5f)
            p = collide_pose_apply(&pose, p);
        c.p[i] = p;
    }
    return c;
}

// ---- exact integers --------------------------------------------------------------------------

static mpz_t exact_p[MOST + 1][3], exact_n[3], exact_e[3], exact_f[3], exact_at, exact_to;

static void init(void) {
    oracle_init();
    memory[0] = (char *)COLLIDE_ALIGN(room);
    memory[1] = memory[0] + BYTES;
    for (int i = 0; i <= MOST; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_init(exact_p[i][k]);
    for (int k = 0; k < 3; ++k)
        mpz_inits(exact_n[k], exact_e[k], exact_f[k], NULL);
    mpz_inits(exact_at, exact_to, NULL);
}

// One unit for all axes, as large as fits: 2 to the power returned - 149.
static mp_bitcnt_t exact_set_cloud(const collide_vec3 *p, uint32_t n) {
    mp_bitcnt_t zeros = 1000;
    for (uint32_t i = 0; i < n; ++i) {
        const float at[3] = {p[i].x, p[i].y, p[i].z};
        for (int k = 0; k < 3; ++k) {
            oracle_set(exact_p[i][k], at[k]);
            const mp_bitcnt_t first = mpz_sgn(exact_p[i][k]) ? mpz_scan1(exact_p[i][k], 0) : zeros;
            zeros = first < zeros ? first : zeros;
        }
    }
    for (uint32_t i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_tdiv_q_2exp(exact_p[i][k], exact_p[i][k], zeros);
    return zeros;
}

static void exact_cross_of(mpz_t *out, mpz_t *a, mpz_t *b) {
    for (int i = 0; i < 3; ++i) {
        mpz_mul(out[i], a[(i + 1) % 3], b[(i + 2) % 3]);
        mpz_submul(out[i], a[(i + 2) % 3], b[(i + 1) % 3]);
    }
}

static int exact_dot_sign(mpz_t *a, mpz_t *b) {
    mpz_mul(exact_to, a[0], b[0]);
    mpz_addmul(exact_to, a[1], b[1]);
    mpz_addmul(exact_to, a[2], b[2]);
    return mpz_sgn(exact_to);
}

static bool exact_zero(mpz_t *a) {
    return !mpz_sgn(a[0]) && !mpz_sgn(a[1]) && !mpz_sgn(a[2]);
}

// The plane of three points: its normal out, and exact_at; false if they are on one line.
static bool exact_plane(mpz_t *out, uint32_t a, uint32_t b, uint32_t c) {
    for (int k = 0; k < 3; ++k) {
        mpz_sub(exact_e[k], exact_p[b][k], exact_p[a][k]);
        mpz_sub(exact_f[k], exact_p[c][k], exact_p[a][k]);
    }
    exact_cross_of(out, exact_e, exact_f);
    (void)exact_dot_sign(out, exact_p[a]);
    mpz_set(exact_at, exact_to);
    return !exact_zero(out);
}

static int exact_side(mpz_t *n, uint32_t p) {
    (void)exact_dot_sign(n, exact_p[p]);
    return mpz_cmp(exact_to, exact_at);
}

// A unit vector along n.
static point exact_direction(mpz_t *n) {
    long exponent[3], most = -100000;
    double x[3];
    for (int k = 0; k < 3; ++k) {
        x[k] = mpz_get_d_2exp(&exponent[k], n[k]);
        most = mpz_sgn(n[k]) && exponent[k] > most ? exponent[k] : most;
    }
    for (int k = 0; k < 3; ++k)
        for (long e = exponent[k]; e < most && magnitude(x[k]) > 0; ++e)
            x[k] *= 0.5;
    const point p = {x[0], x[1], x[2]};
    const double size = length(p);
    const point r = {x[0] / size, x[1] / size, x[2] / size};
    return r;
}

// ---- the body --------------------------------------------------------------------------------

static point row_of(const collide_convex *c, uint64_t offset, uint32_t i) {
    const float *row =
        (const float *)(const void *)((const char *)c + offset) + i / 16 * 48 + i % 16;
    const point p = {(double)row[0], (double)row[16], (double)row[32]};
    return p;
}

// Which direction of a body is parallel to d within 2^-19; count if none is.
static uint32_t parallel_row(const collide_convex *c, uint64_t offset, uint32_t count, point d) {
    uint32_t i = 0;
    for (; i < count; ++i) {
        const point e = cross(row_of(c, offset, i), d);
        if (dot(e, e) < 0x1p-38)
            break;
    }
    return i;
}

static void check_vertices(const struct cloud *c, const collide_convex *body, const bool *corner,
                           const char *name) {
    const collide_vec3 *v =
        (const collide_vec3 *)(const void *)((const char *)body + body->inside.vertex_offset);
    uint32_t k = 0;
    for (uint32_t i = 0; i < c->n; ++i) {
        if (!corner[i])
            continue;
        REQUIRE(k < body->vertex_count, "%s: a corner is missing", name);
        REQUIRE(v[k].x == c->p[i].x - body->center.x && v[k].y == c->p[i].y - body->center.y &&
                    v[k].z == c->p[i].z - body->center.z,
                "%s: vertex %u is not point %u", name, k, i);
        ++k;
    }
    REQUIRE(k == body->vertex_count, "%s: %u vertices, not %u", name, body->vertex_count, k);
}

// ---- the surface, exactly --------------------------------------------------------------------

#define NONE 0xffffffffu
#define FACES (2 * MOST + 16)
struct surface {
    uint32_t face[FACES]; // those that are alive
    uint32_t count;
    mpz_t normal[FACES][3];
};
static struct surface surface;

// Closed, of triangles with area, with no point above any.
static void check_surface(const struct cloud *c, const collide__quickhull *h, const char *name) {
    surface.count = 0;
    for (uint32_t f = 4; f < h->top; ++f) {
        const collide__quickhull_face *face = &h->faces[f];
        if (face->v[0] == NONE)
            continue;
        REQUIRE(surface.count < FACES, "%s: too many faces", name);
        mpz_t *n = surface.normal[surface.count];
        REQUIRE(exact_plane(n, face->v[0], face->v[1], face->v[2]), "%s: no area", name);
        for (uint32_t i = 0; i < c->n + h->flat; ++i)
            REQUIRE(exact_side(n, i) <= 0, "%s: point %u of %u is outside", name, i, c->n);
        for (int j = 0; j < 3; ++j) {
            const collide__quickhull_face *other = &h->faces[face->across[j]];
            int k = 0;
            while (k < 3 && other->v[k] != face->v[(j + 1) % 3])
                ++k;
            REQUIRE(k < 3 && other->v[(k + 1) % 3] == face->v[j] && other->across[k] == f,
                    "%s: neighbours disagree", name);
        }
        surface.face[surface.count++] = f;
    }
    REQUIRE(surface.count == h->alive, "%s: %u faces, not %u", name, surface.count, h->alive);
}

// Whether the planes at point v meet in v alone.
static bool is_corner(const collide__quickhull *h, uint32_t v) {
    mpz_t *first = NULL, *other = NULL;
    for (int pass = 0; pass < 2; ++pass)
        for (uint32_t i = 0; i < surface.count; ++i) {
            const collide__quickhull_face *f = &h->faces[surface.face[i]];
            mpz_t *n = surface.normal[i];
            if (f->v[0] != v && f->v[1] != v && f->v[2] != v)
                continue;
            if (!first)
                first = n;
            exact_cross_of(exact_e, first, n);
            if (!other && !exact_zero(exact_e))
                other = n;
            if (!other)
                continue;
            exact_cross_of(exact_e, first, other);
            if (exact_dot_sign(exact_e, n))
                return true;
        }
    return false;
}

// How many planes the faces have; every normal and every edge between two planes is a direction of
// the body.
static void check_directions(const collide__quickhull *h, const collide_convex *body,
                             const collide_hull *hull, const char *name) {
    uint32_t planes = 0;
    for (uint32_t i = 0; i < surface.count; ++i) {
        const collide__quickhull_face *f = &h->faces[surface.face[i]];
        const bool base = f->v[0] < h->n && f->v[1] < h->n && f->v[2] < h->n;
        bool again = h->flat && !base;
        for (uint32_t k = 0; k < i && !again; ++k) {
            exact_cross_of(exact_e, surface.normal[i], surface.normal[k]);
            again = exact_zero(exact_e) && exact_dot_sign(surface.normal[i], surface.normal[k]) > 0;
        }
        if (!again) {
            const uint32_t row = parallel_row(body, body->inside.normal_offset, body->normal_count,
                                              exact_direction(surface.normal[i]));
            REQUIRE(row < body->normal_count, "%s: a normal is missing", name);
            ++planes;
        }
        for (int j = 0; j < 3; ++j) {
            const uint32_t a = f->v[j], b = f->v[(j + 1) % 3];
            uint32_t o = 0;
            while (surface.face[o] != f->across[j])
                ++o;
            exact_cross_of(exact_e, surface.normal[i], surface.normal[o]);
            if (a > b || b == h->n || exact_zero(exact_e))
                continue;
            for (int k = 0; k < 3; ++k)
                mpz_sub(exact_e[k], exact_p[b][k], exact_p[a][k]);
            const uint32_t row = parallel_row(body, body->inside.edge_offset, body->edge_count,
                                              exact_direction(exact_e));
            REQUIRE(row < body->edge_count, "%s: an edge is missing", name);
        }
    }
    REQUIRE(planes == hull->face_count, "%s: %u faces, not %u", name, hull->face_count, planes);
}

// The volume, by exact sums about the origin; and its centre is in the cloud's AABB.
static void check_mass(const struct cloud *c, const collide__quickhull *h, const collide_hull *hull,
                       mp_bitcnt_t unit, const char *name) {
    long power;
    mpz_set_ui(exact_at, 0);
    for (uint32_t i = 0; i < surface.count; ++i) {
        (void)exact_dot_sign(surface.normal[i], exact_p[h->faces[surface.face[i]].v[0]]);
        mpz_add(exact_at, exact_at, exact_to);
    }
    double volume = mpz_get_d_2exp(&power, exact_at) / 6;
    for (power += 3 * ((long)unit - 149); power != 0; power += power < 0 ? 1 : -1)
        volume *= power < 0 ? 0.5 : 2;
    if (h->flat)
        REQUIRE(hull->volume == 0, "%s: the volume of a flat hull is %g", name,
                (double)hull->volume);
    else if (volume < (double)FLT_MAX)
        REQUIRE(magnitude((double)hull->volume - volume) <= volume * 0x1p-23 + 0x1p-150,
                "%s: the volume is %g, not %g", name, (double)hull->volume, volume);
    else
        REQUIRE(hull->volume >= FLT_MAX, "%s: the volume is %g", name, (double)hull->volume);
    const collide_aabb center = {hull->centroid, hull->centroid};
    collide_aabb bounds;
    assert_int_equal(collide_aabb_from_points(&bounds, c->p, c->n, 0), COLLIDE_OK);
    REQUIRE(collide_aabb_aabb(&bounds, &center), "%s: the centre is outside", name);
}

static void check_cloud(const struct cloud *c, enum cloud_class k) {
    const char *name = class_names[k];
    collide_convex *body = NULL;
    collide_hull hull;
    collide__quickhull h;
    bool corner[MOST + 1];
    const size_t size = collide_convex_points_size(c->n);
    assert_true(size > 0 && size <= BYTES);
    memset(&h, 0, sizeof h);
    h.points = c->p;
    h.stride = sizeof(collide_vec3);
    h.n = c->n;
    const collide_status made = collide__quickhull_make(&h, memory[0], 0);
    const collide_status status =
        collide_convex_build_points(&body, memory[1], size, c->p, c->n, 0, 0, &hull);
    assert_int_equal(made, status);
    struct cloud all = *c;
    if (status == COLLIDE_OK)
        all.p[c->n] = h.apex;
    const mp_bitcnt_t unit = exact_set_cloud(all.p, c->n + (status == COLLIDE_OK && h.flat));
    if (status != COLLIDE_OK) { // all are on one line
        REQUIRE(status == COLLIDE_ERROR_EXTENT, "%s: %s", name, collide_status_text(status));
        uint32_t a = 0, b = 0;
        while (b < c->n && c->p[b].x == c->p[a].x && c->p[b].y == c->p[a].y &&
               c->p[b].z == c->p[a].z)
            ++b;
        for (uint32_t i = 0; i < c->n && b < c->n; ++i)
            REQUIRE(!exact_plane(exact_n, a, b, i), "%s: not on one line", name);
        return;
    }
    check_surface(c, &h, name);
    uint32_t vertices = 0;
    for (uint32_t i = 0; i < c->n; ++i) {
        corner[i] = is_corner(&h, i);
        vertices += corner[i];
    }
    check_vertices(c, body, corner, name);
    check_directions(&h, body, &hull, name);
    check_mass(c, &h, &hull, unit, name);
    REQUIRE(hull.vertex_count == vertices, "%s: %u corners", name, hull.vertex_count);
    REQUIRE(h.flat ? hull.edge_count == vertices && hull.face_count == 1
                   : vertices + hull.face_count == hull.edge_count + 2,
            "%s: %u vertices, %u edges, %u faces", name, vertices, hull.edge_count,
            hull.face_count);
    if (k == LATTICE) { // all sums of whole numbers are exact
        double volume = 0;
        for (uint32_t i = 0; i < surface.count; ++i) {
            const collide__quickhull_face *f = &h.faces[surface.face[i]];
            const point a = to_point(c->p[f->v[0]]), b = to_point(c->p[f->v[1]]);
            volume += h.flat ? 0 : dot(cross(a, b), to_point(c->p[f->v[2]]));
        }
        REQUIRE(hull.volume == (float)(volume / 6), "%g, not %g", (double)hull.volume, volume / 6);
    }
    REQUIRE(hull.outside == 0, "%s: outside is not 0", name);
}

static void test_surface(void **state) {
    inputs_random r = inputs_seed(36);
    for (size_t i = 0; i < cases(2000); ++i) {
        const enum cloud_class k = (enum cloud_class)(i % CLASS_COUNT);
        const uint32_t most = i % 64 == 0 ? MOST - 1 : i % 8 == 0 ? 80 : 24;
        const struct cloud c = draw(&r, k, 1 + kinds_below(&r, most));
        check_cloud(&c, k);
    }
    (void)state;
}

// ---- brute force -----------------------------------------------------------------------------

// Planes of three points with all points on one side; corners by the points in three planes.
static void test_brute(void **state) {
    inputs_random r = inputs_seed(37);
    for (size_t i = 0; i < cases(1000); ++i) {
        const enum cloud_class k = (enum cloud_class)(i % CLASS_COUNT);
        const struct cloud c = draw(&r, k, 4 + kinds_below(&r, 6));
        collide_convex *body = NULL;
        collide_hull hull;
        uint32_t planes = 0;
        bool corner[MOST] = {false};
        uint16_t on[400]; // the points on a plane, as bits
        (void)exact_set_cloud(c.p, c.n);
        for (uint32_t x = 0; x < c.n; ++x)
            for (uint32_t y = 0; y < x; ++y)
                for (uint32_t z = 0; z < y; ++z) {
                    bool side[3] = {false, false, false};
                    uint16_t bits = 0;
                    if (!exact_plane(exact_n, x, y, z))
                        continue;
                    for (uint32_t p = 0; p < c.n; ++p) {
                        const int s = exact_side(exact_n, p);
                        side[s < 0 ? 0 : s > 0 ? 2 : 1] = true;
                        bits = (uint16_t)(bits | (s == 0) << p);
                    }
                    bool again = (side[0] && side[2]) || !(side[0] || side[2]);
                    for (uint32_t p = 0; p < planes && !again; ++p)
                        again = on[p] == bits;
                    if (!again)
                        on[planes++] = bits;
                }
        const collide_status status =
            collide_convex_build_points(&body, memory[0], BYTES, c.p, c.n, 0, 0, &hull);
        if (planes == 0) {
            REQUIRE(status == COLLIDE_ERROR_EXTENT || hull.face_count == 1, "%s: not flat",
                    class_names[k]);
            continue;
        }
        REQUIRE(status == COLLIDE_OK, "%s: %s", class_names[k], collide_status_text(status));
        // A corner is alone, but for equal points, in the planes that it is on.
        for (uint32_t p = 0; p < c.n; ++p) {
            uint16_t bits = 0xffff;
            uint32_t count = 0;
            for (uint32_t q = 0; q < planes; ++q)
                if (on[q] >> p & 1) {
                    bits &= on[q];
                    ++count;
                }
            corner[p] = count > 2;
            for (uint32_t q = 0; q < c.n; ++q)
                if ((bits >> q & 1) &&
                    (c.p[q].x != c.p[p].x || c.p[q].y != c.p[p].y || c.p[q].z != c.p[p].z || q < p))
                    corner[p] = false;
        }
        REQUIRE(hull.face_count == planes, "%s: %u faces, not %u", class_names[k], hull.face_count,
                planes);
        uint32_t found = 0;
        for (uint32_t p = 0; p < c.n; ++p)
            found += corner[p];
        REQUIRE(hull.vertex_count == found && body->vertex_count == found, "%s: %u corners, not %u",
                class_names[k], hull.vertex_count, found);
    }
    (void)state;
}

// ---- limits, errors --------------------------------------------------------------------------

// A body with few vertices: each is one of the points, and no point is farther than it says. The
// vertices were rounded when the centre was subtracted.
static void test_few_vertices(void **state) {
    inputs_random r = inputs_seed(38);
    double worst = 0;
    for (size_t i = 0; i < cases(1000); ++i) {
        const enum cloud_class k = i % 3 ? (enum cloud_class)(i % CLASS_COUNT) : PLANE;
        if (k >= HUGE_SCALE && k <= SUBNORMAL)
            continue;
        const struct cloud c = draw(&r, k, 40 + kinds_below(&r, 150));
        const uint32_t most = 4 + kinds_below(&r, k == PLANE ? 2 : 20);
        collide_convex *body = NULL;
        collide_hull hull;
        const collide_status status =
            collide_convex_build_points(&body, memory[0], BYTES, c.p, c.n, 0, most, &hull);
        if (status == COLLIDE_ERROR_EXTENT)
            continue;
        REQUIRE(status == COLLIDE_OK, "%s: %s", class_names[k], collide_status_text(status));
        REQUIRE(body->vertex_count <= most && hull.vertex_count == body->vertex_count,
                "%s: %u vertices", class_names[k], body->vertex_count);
        const collide_shape shape = collide_shape_from_convex(body, NULL);
        double farthest = 0;
        for (uint32_t p = 0; p < c.n && k != WIDE; ++p) {
            const collide_shape at = collide_shape_from_point(c.p[p]);
            collide_distance d;
            if (collide_shape_shape_distance(&at, &shape, INFINITY, &d))
                farthest = (double)d.lo > farthest ? (double)d.lo : farthest;
        }
        const double slack = (double)body->radius * 0x1p-22;
        REQUIRE(farthest <= (double)hull.outside + slack, "%s: %g outside, not %g", class_names[k],
                farthest, (double)hull.outside);
        if (k != WIDE && (double)hull.outside > 1000 * slack &&
            (double)hull.outside > worst * farthest)
            worst = (double)hull.outside / farthest;
    }
    fprintf(stderr, "# outside is at most %.3f of the largest distance\n", worst);
    assert_true(worst < 1.01);
    (void)state;
}

// Few vertices stay as near to a disc whose points rounding has moved off its plane as those of a
// regular polygon do, but for a factor of 5; and to a long bowl, where points below a face are far.
static void test_few_vertices_of_sheets(void **state) {
    static collide_vec3 p[4096];
    const size_t size = collide_convex_points_size(4096);
    char *at = (char *)kinds_guarded(size);
    for (uint32_t most = 8; most <= 1024; most *= 2) {
        collide_convex *body = NULL;
        collide_hull hull;
        point turn = {1, 0, 0};
        const double t = 6.283185307179586 / 4096; // small, so that two terms are its sine
        for (uint32_t i = 0; i < 4096; ++i) {
            p[i] = vec((float)turn.x, (float)turn.y, (float)(0.3 * turn.x + 0.5 * turn.y));
            const point next = {turn.x * (1 - t * t / 2) - turn.y * (t - t * t * t / 6),
                                turn.y * (1 - t * t / 2) + turn.x * (t - t * t * t / 6), 0};
            const double size_of = length(next);
            turn.x = next.x / size_of;
            turn.y = next.y / size_of;
        }
        assert_int_equal(collide_convex_build_points(&body, at, size, p, 4096, 0, most, &hull),
                         COLLIDE_OK);
        const double ideal = 4.934802200544679 / (double)(most * most); // 1 - cos(pi / most)
        REQUIRE((double)hull.outside < 5 * ideal + 1e-6, "%u vertices: %g outside a disc, not %g",
                most, (double)hull.outside, ideal);
        for (uint32_t i = 0; i < 4096; ++i) {
            const float x = (float)(i % 64), y = (float)(i / 64);
            p[i] = vec(x, y, x * x + y * y);
        }
        assert_int_equal(collide_convex_build_points(&body, at, size, p, 4096, 0, most, &hull),
                         COLLIDE_OK);
        REQUIRE((double)hull.outside < 100 / (double)most, "%u vertices: %g outside a bowl", most,
                (double)hull.outside);
    }
    kinds_guarded_free(at, size);
    (void)state;
}

// Many points: the same corners in any order, none outside; too many corners are refused.
static void test_large(void **state) {
    const uint32_t n = kinds_tier() == 0 ? 20000 : 100000;
    const size_t size = collide_convex_points_size(n);
    collide_vec3 *p = (collide_vec3 *)malloc(n * sizeof *p);
    collide_vec3 *turned = (collide_vec3 *)malloc(n * sizeof *p);
    char *at[2] = {(char *)kinds_guarded(size), (char *)kinds_guarded(size)};
    inputs_random r = inputs_seed(39);
    collide_convex *body[2];
    collide_hull hull;
    for (uint32_t i = 0; i < n; ++i)
        p[i] = in_ball(&r, false);
    for (uint32_t i = 0; i < n; ++i)
        turned[i] = p[n - 1 - i];
    assert_int_equal(collide_convex_build_points(&body[0], at[0], size, p, n, 0, 0, &hull),
                     COLLIDE_OK);
    assert_int_equal(collide_convex_build_points(&body[1], at[1], size, turned, n, 0, 0, NULL),
                     COLLIDE_OK);
    const uint32_t vertices = body[0]->vertex_count;
    assert_true(vertices > 500 && vertices == body[1]->vertex_count);
    assert_true(hull.vertex_count + hull.face_count == hull.edge_count + 2);
    assert_true(hull.volume > 4.0f && hull.volume < 4.19f);
    const collide_vec3 *v =
        (const collide_vec3 *)(const void *)(at[0] + body[0]->inside.vertex_offset);
    const collide_vec3 *w =
        (const collide_vec3 *)(const void *)(at[1] + body[1]->inside.vertex_offset);
    for (uint32_t i = 0; i < vertices; ++i)
        assert_memory_equal(&v[i], &w[vertices - 1 - i], sizeof *v);
    for (uint32_t k = 0; k < body[0]->normal_count; k += 7) {
        const point d = row_of(body[0], body[0]->inside.normal_offset, k);
        double most[2] = {-9, -9}; // of the vertices, of the points
        for (uint32_t i = 0; i < vertices; ++i) {
            const double to = dot(d, to_point(v[i])) + dot(d, to_point(body[0]->center));
            most[0] = to > most[0] ? to : most[0];
        }
        for (uint32_t i = 0; i < n; ++i) {
            const double to = dot(d, to_point(p[i]));
            most[1] = to > most[1] ? to : most[1];
        }
        assert_true(magnitude(most[0] - most[1]) < 1e-6);
    }
    for (uint32_t i = 0; i < n; ++i)
        p[i] = in_ball(&r, true);
    const collide_status status =
        collide_convex_build_points(&body[0], at[0], size, p, n, 0, 0, &hull);
    assert_int_equal(status, n > 43690 ? COLLIDE_ERROR_OVERFLOW : COLLIDE_OK);
    assert_int_equal(collide_convex_build_points(&body[0], at[0], size, p, n, 0, 100, &hull),
                     COLLIDE_OK);
    assert_true(body[0]->vertex_count == 100 && hull.outside > 0 && hull.outside < 0.1f);
    kinds_guarded_free(at[0], size);
    kinds_guarded_free(at[1], size);
    free(turned);
    free(p);
    (void)state;
}

// A flat polygon with more corners than a hull may have: its edges are all directions of small
// whole numbers, by Farey's sequence in the order of their slopes, and round by quarters.
static void test_limit(void **state) {
    enum { ORDER = 165, ROOM = 70000 };
    static collide_vec3 p[ROOM];
    static int edge[ROOM / 4][2];
    size_t n = 0, quarter = 0, octant;
    const size_t size = collide_convex_points_size(ROOM);
    char *at = (char *)kinds_guarded(size);
    collide_convex *body = NULL;
    collide_hull hull;
    for (int a = 0, b = 1, c = 1, d = ORDER; a < b;) {
        const int k = (ORDER + b) / d, next_c = k * c - a, next_d = k * d - b;
        edge[quarter][0] = b;
        edge[quarter++][1] = a;
        a = c;
        b = d;
        c = next_c;
        d = next_d;
    }
    octant = quarter;
    edge[quarter][0] = edge[quarter][1] = 1;
    ++quarter;
    for (size_t i = octant - 1; i > 0; --i, ++quarter) {
        edge[quarter][0] = edge[i][1];
        edge[quarter][1] = edge[i][0];
    }
    for (int turn = 0, x = 0, y = 0; turn < 4; ++turn)
        for (size_t i = 0; i < quarter; ++i) {
            const int u = edge[i][0], v = edge[i][1];
            assert_true(n < ROOM);
            p[n++] = vec((float)x, (float)y, 1);
            x += turn == 0 ? u : turn == 1 ? -v : turn == 2 ? -u : v;
            y += turn == 0 ? v : turn == 1 ? u : turn == 2 ? -v : -u;
        }
    assert_true(n > 65536);
    assert_int_equal(collide_convex_build_points(&body, at, size, p, n, 0, 0, &hull),
                     COLLIDE_ERROR_OVERFLOW);
    for (size_t most = 65535; most <= 65536; ++most) {
        assert_int_equal(collide_convex_build_points(&body, at, size, p, n, 0, most, &hull),
                         COLLIDE_OK);
        assert_true(body->vertex_count == most && hull.edge_count == most && hull.outside > 0);
    }
    assert_int_equal(collide_convex_build_points(&body, at, size, p, 65536, 0, 0, &hull),
                     COLLIDE_OK);
    assert_int_equal(hull.vertex_count, 65536);
    kinds_guarded_free(at, size);
    (void)state;
}

static void test_builder(void **state) {
    static const struct padded {
        collide_vec3 p;
        float more;
    } box[10] = {{{-1, -2, -3}, 0}, {{1, -2, -3}, 0}, {{-1, 2, -3}, 0}, {{1, 2, -3}, 0},
                 {{-1, -2, 3}, 0},  {{1, -2, 3}, 0},  {{-1, 2, 3}, 0},  {{1, 2, 3}, 0},
                 {{0, 0, 0}, 0},    {{1, 0, 3}, 0}};
    collide_vec3 p[8];
    collide_convex *c = NULL;
    collide_hull hull;
    const size_t size = collide_convex_points_size(10);
    char *at = (char *)kinds_guarded(size);
    assert_int_equal(size % COLLIDE_ALIGNMENT, size % 4);
    assert_int_equal(collide_convex_build_points(&c, at, size, box, 10, 16, 0, &hull), COLLIDE_OK);
    assert_ptr_equal(c, at);
    assert_true(c->vertex_count == 8 && c->normal_count == 3 && c->edge_count == 3);
    assert_true(c->size == collide_convex_size(8, 3, 3));
    assert_true(hull.vertex_count == 8 && hull.edge_count == 12 && hull.face_count == 6);
    assert_true(hull.volume == 48 && hull.outside == 0);
    assert_true(hull.centroid.x == 0 && hull.centroid.y == 0 && hull.centroid.z == 0);
    // A pyramid, whose centre is a quarter up.
    for (int i = 0; i < 4; ++i)
        p[i] = vec(i & 1 ? 3.0f : 0, i & 2 ? 3.0f : 0, 1);
    p[4] = vec(1.5f, 1.5f, 5);
    assert_int_equal(collide_convex_build_points(&c, at, size, p, 5, 0, 0, &hull), COLLIDE_OK);
    assert_true(hull.volume == 12 && hull.centroid.x == 1.5f && hull.centroid.z == 2);
    // A flat square.
    assert_int_equal(collide_convex_build_points(&c, at, size, p, 4, 0, 0, &hull), COLLIDE_OK);
    assert_true(c->vertex_count == 4 && c->normal_count == 3 && c->edge_count == 2);
    assert_true(hull.face_count == 1 && hull.edge_count == 4 && hull.volume == 0);
    assert_true(hull.centroid.x == 1.5f && hull.centroid.y == 1.5f && hull.centroid.z == 1);

    // Every error, each alone.
    const struct {
        const void *points;
        size_t n, stride, most;
        void *memory;
        size_t size;
        collide_status status;
    } errors[] = {{NULL, 5, 0, 0, at, size, COLLIDE_ERROR_NULL},
                  {p, 5, 0, 0, NULL, size, COLLIDE_ERROR_NULL},
                  {p, 0, 0, 0, at, size, COLLIDE_ERROR_COUNT},
                  {p, 5, 8, 0, at, size, COLLIDE_ERROR_STRIDE},
                  {p, SIZE_MAX / 4, 0, 0, at, size, COLLIDE_ERROR_OVERFLOW},
                  {p, 5, 0, 0, at, collide_convex_points_size(5) - 1, COLLIDE_ERROR_SIZE},
                  {p, 5, 0, 0, at + 4, size - 4, COLLIDE_ERROR_ALIGNMENT},
                  {p, 5, 0, 3, at, size, COLLIDE_ERROR_OPTION},
                  {p, 5, 0, 1, at, size, COLLIDE_ERROR_OPTION},
                  {p, 2, 0, 0, at, size, COLLIDE_ERROR_EXTENT},
                  {p, 1, 0, 0, at, size, COLLIDE_ERROR_EXTENT}};
    memset(at, 0x5a, size);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        c = (collide_convex *)(void *)at;
        hull.vertex_count = 9;
        assert_int_equal(collide_convex_build_points(&c, errors[i].memory, errors[i].size,
                                                     errors[i].points, errors[i].n,
                                                     errors[i].stride, errors[i].most, &hull),
                         errors[i].status);
        assert_null(c);
        assert_int_equal(hull.vertex_count, 0);
    }
    p[3].y = NAN;
    assert_int_equal(collide_convex_build_points(&c, at, size, p, 5, 0, 0, &hull),
                     COLLIDE_ERROR_NOT_FINITE);
    assert_int_equal(collide_convex_build_points(NULL, at, size, p, 5, 0, 0, &hull),
                     COLLIDE_ERROR_NULL);
    for (size_t i = 0; i < size; ++i)
        assert_int_equal(((unsigned char *)at)[i], 0x5a);
    assert_int_equal(collide_convex_points_size(0), 0);
    assert_int_equal(collide_convex_points_size(SIZE_MAX), 0);
    assert_int_equal(collide_convex_points_size(UINT32_MAX), 0);
    kinds_guarded_free(at, size);
    (void)state;
}

// ---- shapes that fit points ------------------------------------------------------------------

static mpz_t exact_row[5][3], exact_det;
static rational_vector fit_a, fit_e, fit_p;
static mpq_t fit_square, fit_radius;

static void init_fits(void) {
    rational_init();
    rational_init_vector(fit_a);
    rational_init_vector(fit_e);
    rational_init_vector(fit_p);
    mpq_inits(fit_square, fit_radius, NULL);
    mpz_init(exact_det);
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_init(exact_row[i][k]);
}

static void exact_vector(mpz_t *out, collide_vec3 v) {
    oracle_set(out[0], v.x);
    oracle_set(out[1], v.y);
    oracle_set(out[2], v.z);
}

// exact_det = a x b . c
static void exact_determinant(mpz_t *a, mpz_t *b, mpz_t *c) {
    exact_cross_of(exact_n, a, b);
    (void)exact_dot_sign(exact_n, c);
    mpz_set(exact_det, exact_to);
}

// Whether all points are in a box, by Cramer's rule: |det of axes with p - c in place of axis i| <=
// half_i |det of axes|.
static bool box_holds(const collide_obb *box, const struct cloud *c) {
    const float half[3] = {box->half.x, box->half.y, box->half.z};
    exact_vector(exact_row[3], box->center);
    for (int i = 0; i < 3; ++i)
        exact_vector(exact_row[i], box->axis[i]);
    for (uint32_t p = 0; p < c->n; ++p) {
        exact_vector(exact_row[4], c->p[p]);
        for (int k = 0; k < 3; ++k)
            mpz_sub(exact_row[4][k], exact_row[4][k], exact_row[3][k]);
        for (int i = 0; i < 3; ++i) {
            exact_determinant(exact_row[0], exact_row[1], exact_row[2]);
            oracle_set(exact_at, half[i]);
            mpz_mul(exact_at, exact_at, exact_det);
            mpz_abs(exact_at, exact_at);
            exact_determinant(exact_row[i == 0 ? 4 : 0], exact_row[i == 1 ? 4 : 1],
                              exact_row[i == 2 ? 4 : 2]);
            oracle_raise(exact_det, 1);
            if (mpz_cmpabs(exact_det, exact_at) > 0)
                return false;
        }
    }
    return true;
}

// Whether all points are in a capsule, or in a sphere, whose ends are one point.
static bool capsule_holds(collide_vec3 a, collide_vec3 b, float radius, const struct cloud *c) {
    rational_set(fit_a, a);
    rational_set(fit_e, b);
    rational_less(fit_e, fit_e, fit_a);
    mpq_set_d(fit_radius, (double)radius);
    mpq_mul(fit_radius, fit_radius, fit_radius);
    for (uint32_t p = 0; p < c->n; ++p) {
        rational_set(fit_p, c->p[p]);
        rational_less(rational_u, fit_p, fit_a);
        rational_dot(fit_square, rational_u, rational_u);
        rational_off_segment(fit_square, fit_p, fit_a, fit_e);
        if (mpq_cmp(fit_square, fit_radius) > 0)
            return false;
    }
    return true;
}

static float volume_of(collide_shape shape) {
    return collide_shape_volume(&shape);
}

// Every fit holds all points, exactly, or overflows. The smallest sphere is no larger than the fast
// one, and an OBB no larger than the AABB, unless its widths differ so much that 2^-20 of one
// counts.
static void test_fits_hold(void **state) {
    inputs_random r = inputs_seed(40);
    for (size_t i = 0; i < cases(300); ++i) {
        const enum cloud_class k = (enum cloud_class)(i % CLASS_COUNT);
        const char *name = class_names[k];
        const struct cloud c = draw(&r, k, 1 + kinds_below(&r, i % 8 ? 20 : 150));
        collide_sphere fast, ball;
        collide_capsule capsule;
        collide_obb box;
        collide_aabb bounds;
        assert_int_equal(collide_aabb_from_points(&bounds, c.p, c.n, 0), COLLIDE_OK);
        collide_status status = collide_sphere_smallest_from_points(&ball, c.p, c.n, 0);
        const collide_status faster = collide_sphere_from_points(&fast, c.p, c.n, 0);
        REQUIRE(status == faster || (status == COLLIDE_OK && k == HUGE_SCALE), "%s: %s", name,
                collide_status_text(status));
        if (status == COLLIDE_OK) {
            REQUIRE(capsule_holds(ball.center, ball.center, ball.radius, &c), "%s: sphere", name);
            REQUIRE(faster != COLLIDE_OK || !(ball.radius > fast.radius * (1 + 0x1p-22f)),
                    "%s: radius %g, not %g", name, (double)ball.radius, (double)fast.radius);
        }
        status = collide_capsule_from_points(&capsule, c.p, c.n, 0);
        REQUIRE(status == COLLIDE_OK || k == HUGE_SCALE, "%s: %s", name,
                collide_status_text(status));
        if (status == COLLIDE_OK)
            REQUIRE(capsule_holds(capsule.a, capsule.b, capsule.radius, &c), "%s: capsule", name);
        status = collide_obb_from_points(&box, c.p, c.n, 0);
        REQUIRE(status == COLLIDE_OK, "%s: %s", name, collide_status_text(status));
        REQUIRE(box_holds(&box, &c), "%s: box", name);
        assert_int_equal(collide_obb_check(&box), COLLIDE_OK);
        const double of_box = (double)volume_of(collide_shape_from_obb(&box));
        const double of_bounds = (double)volume_of(collide_shape_from_aabb(&bounds));
        REQUIRE(of_box <= of_bounds * (1 + 1e-5) || of_bounds < 1e-5 || k == WIDE, "%s: %g, not %g",
                name, of_box, of_bounds);
    }
    (void)state;
}

// The smallest sphere of a few points, by all sets of up to four of them.
static void test_smallest_sphere(void **state) {
    inputs_random r = inputs_seed(41);
    for (size_t i = 0; i < cases(400); ++i) {
        const uint32_t n = 2 + kinds_below(&r, 7);
        const struct cloud c = draw(&r, i % 3 ? BALL : LATTICE, n);
        double least = 1e9;
        collide_sphere ball;
        for (uint32_t set = 1; set < 1u << n;
             ++set) { // centre by Gauss on the edges from the first
            double m[3][4], most = 0;
            uint32_t v[4], count = 0;
            point center = {0, 0, 0}, e[3];
            for (uint32_t p = 0; p < n && count < 5; ++p)
                if (set >> p & 1) {
                    if (count < 4)
                        v[count] = p;
                    ++count;
                }
            if (count > 4 || count < 1)
                continue;
            bool flat = false;
            for (uint32_t a = 1; a < count; ++a)
                e[a - 1] = add(to_point(c.p[v[a]]), -1, to_point(c.p[v[0]]));
            const uint32_t d = count - 1;
            for (uint32_t a = 0; a < d; ++a) {
                for (uint32_t b = 0; b < d; ++b)
                    m[a][b] = 2 * dot(e[a], e[b]);
                m[a][3] = dot(e[a], e[a]);
            }
            for (uint32_t a = 0; a < d && !flat; ++a) {
                flat = magnitude(m[a][a]) < 1e-9;
                for (uint32_t b = 0; b < d && !flat; ++b) {
                    const double share = b == a ? 0 : m[b][a] / m[a][a];
                    for (uint32_t k = 0; k < 4; ++k)
                        if (k < d || k == 3)
                            m[b][k] -= share * m[a][k];
                }
            }
            if (flat)
                continue;
            for (uint32_t a = 0; a < d; ++a)
                center = add(center, m[a][3] / m[a][a], e[a]);
            for (uint32_t p = 0; p < n; ++p) {
                const point off = add(add(to_point(c.p[p]), -1, to_point(c.p[v[0]])), -1, center);
                const double square = dot(off, off);
                most = square > most ? square : most;
            }
            least = most < least ? most : least;
        }
        assert_int_equal(collide_sphere_smallest_from_points(&ball, c.p, n, 0), COLLIDE_OK);
        REQUIRE(magnitude((double)ball.radius - root(least)) < 1e-6 * root(least) + 1e-9,
                "%g, not %g", (double)ball.radius, root(least));
    }
    (void)state;
}

// How well: points in known shapes, which have points at their extremes.
static void test_fits_well(void **state) {
    inputs_random r = inputs_seed(42);
    double worst[3] = {0, 0, 0}, sum[3] = {0, 0, 0};
    const size_t count = cases(60);
    static struct cloud c;
    for (size_t i = 0; i < count; ++i) {
        const collide_pose pose = inputs_pose(&r, inputs_vec3(&r, -5, 5));
        const collide_obb box = collide_obb_from_pose(&pose, inputs_vec3(&r, 0.1f, 2));
        const float size = inputs_uniform(&r, 0.1f, 3);
        const collide_capsule capsule = collide_capsule_from_pose(&pose, 0.5f, size);
        collide_obb fit;
        collide_capsule round;
        c.n = MOST - 1;
        inputs_box_corners(&box, c.p);
        for (uint32_t k = 8; k < c.n; ++k) {
            const collide_vec3 s = inputs_vec3(&r, -1, 1);
            c.p[k] = collide_pose_apply(&pose,
                                        vec(s.x * box.half.x, s.y * box.half.y, s.z * box.half.z));
        }
        assert_int_equal(collide_obb_from_points(&fit, c.p, c.n, 0), COLLIDE_OK);
        double ratio = (double)volume_of(collide_shape_from_obb(&fit)) /
                       (double)volume_of(collide_shape_from_obb(&box));
        sum[0] += ratio;
        worst[0] = ratio > worst[0] ? ratio : worst[0];
        for (uint32_t k = 0; k < c.n; ++k) {
            collide_vec3 s = in_ball(&r, true);
            s = vec(s.x * 0.5f, s.y * 0.5f, s.z * 0.5f);
            s.z += k % 2 ? size * 0.5f : size * -0.5f;
            c.p[k] = collide_pose_apply(&pose, s);
        }
        assert_int_equal(collide_capsule_from_points(&round, c.p, c.n, 0), COLLIDE_OK);
        ratio = (double)volume_of(collide_shape_from_capsule(&round)) /
                (double)volume_of(collide_shape_from_capsule(&capsule));
        sum[1] += ratio;
        worst[1] = ratio > worst[1] ? ratio : worst[1];
    }
    fprintf(stderr, "# OBBs of boxes: mean %.4f, worst %.4f; capsules: mean %.4f, worst %.4f\n",
            sum[0] / (double)count, worst[0], sum[1] / (double)count, worst[1]);
    assert_true(worst[0] < 1.001 && worst[1] < 1.05);
    (void)state;
}

// ---- vertices and triangles of a body --------------------------------------------------------

static uint32_t index_of[6 * MOST];

// The first vertex at the place of vertex i.
static uint32_t first_at(const collide_vec3 *v, uint32_t i) {
    uint32_t k = 0;
    while (v[k].x != v[i].x || v[k].y != v[i].y || v[k].z != v[i].z)
        ++k;
    return k;
}

// The triangles of each face begin at its first corner, one after another, and these corners rise.
static void check_order(const uint32_t *index, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; ++i) {
        const uint32_t *t = index + 3 * i, *last = t - 3;
        REQUIRE(t[0] < t[1] && t[0] < t[2], "%s: triangle %u begins elsewhere", name, i);
        (void)exact_plane(exact_n, t[0], t[1], t[2]);
        bool same = i > 0;
        for (int k = 0; k < 3 && same; ++k)
            same = exact_side(exact_n, last[k]) == 0;
        REQUIRE(i == 0 || (same ? last[0] == t[0] && last[2] == t[1] : last[0] <= t[0]),
                "%s: triangle %u is out of order", name, i);
    }
}

// The triangles of a body, against its vertices as they are stored: a closed surface that no vertex
// is above, of corners alone. The volume against a hull of these vertices.
static void check_faces(const collide_convex *body, const char *name) {
    static uint8_t edge[MOST][MOST];
    const uint32_t n = body->vertex_count;
    struct cloud c;
    collide__quickhull h;
    collide_hull hull;
    collide_convex *again;
    uint32_t used = 0, corners = 0;
    bool corner[MOST] = {false}, named[MOST] = {false};
    c.n = n;
    memcpy(c.p, (const char *)body + body->inside.vertex_offset, n * sizeof *c.p);
    memset(&h, 0, sizeof h);
    h.points = c.p;
    h.stride = sizeof(collide_vec3);
    h.n = n;
    const bool made = collide__quickhull_make(&h, memory[0], 0) == COLLIDE_OK;
    const collide_shape shape = collide_shape_from_convex(body, NULL);
    const float volume = collide_shape_volume(&shape);
    const size_t count = collide_convex_triangles(body, index_of, 2 * MOST);
    REQUIRE(made ? count > 0 : count == 0 && volume == 0, "%s: %zu triangles", name, count);
    if (!made)
        return;
    if (h.flat)
        c.p[n] = h.apex;
    exact_set_cloud(c.p, n + h.flat);
    check_surface(&c, &h, name);
    for (uint32_t i = 0; i < n; ++i)
        if (is_corner(&h, i)) {
            corner[first_at(c.p, i)] = true;
            ++corners;
        }
    memset(edge, 0, sizeof edge);
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t *t = index_of + 3 * i;
        REQUIRE(t[0] < n && t[1] < n && t[2] < n, "%s: no vertex", name);
        REQUIRE(exact_plane(exact_n, t[0], t[1], t[2]), "%s: no area", name);
        for (uint32_t k = 0; k < n; ++k)
            REQUIRE(exact_side(exact_n, k) <= 0, "%s: vertex %u is outside", name, k);
        for (int k = 0; k < 3; ++k) {
            REQUIRE(corner[t[k]], "%s: vertex %u is no corner", name, t[k]);
            named[t[k]] = true;
            edge[t[k]][t[(k + 1) % 3]]++;
        }
    }
    for (uint32_t i = 0; i < n; ++i) {
        used += named[i];
        for (uint32_t k = 0; k < n; ++k)
            REQUIRE(edge[i][k] <= 1 + h.flat && edge[i][k] == edge[k][i], "%s: not closed", name);
    }
    REQUIRE(used == corners && count == 2 * used - 4, "%s: %u of %u corners, %zu triangles", name,
            used, corners, count);
    if (!h.flat)
        check_order(index_of, (uint32_t)count, name);
    const collide_status status =
        collide_convex_build_points(&again, memory[0], BYTES, c.p, n, 0, 0, &hull);
    const double r = (double)body->radius;
    assert_int_equal(status, COLLIDE_OK);
    REQUIRE(volume >= 0 && (!h.flat || volume == 0), "%s: %g", name, (double)volume);
    REQUIRE(magnitude((double)volume - (double)hull.volume) <=
                    (double)hull.volume * 0x1p-22 + n * 0x1p-43 * r * r * r + 0x1p-149 ||
                !(volume < INFINITY),
            "%s: %g, not %g", name, (double)volume, (double)hull.volume);
}

// Bodies of any vertices, and hulls.
static void test_faces(void **state) {
    inputs_random r = inputs_seed(44);
    const collide_vec3 direction = {1, 0, 0};
    for (size_t i = 0; i < cases(1000); ++i) {
        const enum cloud_class k = (enum cloud_class)(i % CLASS_COUNT);
        const uint32_t most = i % 64 == 0 ? MOST - 1 : i % 8 == 0 ? 80 : 24;
        const struct cloud c = draw(&r, k, 1 + kinds_below(&r, most));
        collide_convex *body = NULL;
        if (collide_convex_build(&body, memory[1], BYTES, c.p, c.n, &direction, 1, &direction, 1) ==
            COLLIDE_OK)
            check_faces(body, class_names[k]);
        collide_hull hull;
        if (collide_convex_build_points(&body, memory[1], BYTES, c.p, c.n, 0, 0, &hull) !=
            COLLIDE_OK)
            continue;
        check_faces(body, class_names[k]);
        const collide_shape shape = collide_shape_from_convex(body, NULL);
        const size_t count = collide_convex_triangles(body, NULL, 0);
        REQUIRE((k != LATTICE && k != PLANE) || (collide_shape_volume(&shape) == hull.volume &&
                                                 count == 2 * (size_t)hull.vertex_count - 4),
                "%s: %zu triangles of %u vertices", class_names[k], count, hull.vertex_count);
        collide_vec3 v[MOST];
        REQUIRE(collide_convex_vertices(body, v, MOST) == hull.vertex_count, "%s: vertices",
                class_names[k]);
        for (uint32_t p = 0, at = 0; p < c.n && at < hull.vertex_count; ++p) {
            const float *x = &c.p[p].x, *y = &v[at].x;
            bool near = true;
            for (int j = 0; j < 3; ++j)
                near = near &&
                       magnitude((double)x[j] - (double)y[j]) <=
                           0x1p-24 * ((double)body->radius + magnitude((double)x[j])) + 0x1p-149;
            at += near;
            REQUIRE(p + 1 < c.n || at == hull.vertex_count, "%s: vertex %u is off", class_names[k],
                    at);
        }
    }
    (void)state;
}

// A box, a square, a segment and a point; little room, and no body.
static void test_faces_known(void **state) {
    static const collide_vec3 z = {0, 0, 1};
    static const uint32_t expected[6][6] = {{0, 1, 5, 0, 5, 4}, {0, 4, 6, 0, 6, 2},
                                            {0, 2, 3, 0, 3, 1}, {1, 3, 7, 1, 7, 5},
                                            {2, 6, 7, 2, 7, 3}, {4, 5, 7, 4, 7, 6}};
    collide_vec3 p[8], v[8];
    collide_convex *c;
    uint32_t index[36];
    for (int i = 0; i < 8; ++i)
        p[i] = vec(i & 1 ? 3.0f : 1, i & 2 ? 3.0f : 0, i & 4 ? 2.0f : -5);
    assert_int_equal(collide_convex_build(&c, memory[0], BYTES, p, 8, &z, 1, &z, 1), COLLIDE_OK);
    assert_int_equal(collide_convex_triangles(c, index, 12), 12);
    assert_int_equal(collide_convex_vertices(c, v, 8), 8);
    assert_memory_equal(v, p, sizeof v);
    assert_memory_equal(index, expected, sizeof expected);
    memset(index, 0x5a, sizeof index);
    memset(v, 0x5a, sizeof v);
    assert_int_equal(collide_convex_triangles(c, index, 5), 12);
    assert_int_equal(collide_convex_vertices(c, v, 2), 8);
    assert_memory_equal(index, expected, 15 * sizeof *index);
    assert_memory_equal(v, p, 2 * sizeof *v);
    assert_true(index[15] == 0x5a5a5a5a && memcmp(&v[2], &index[15], sizeof *v) == 0);
    assert_int_equal(collide_convex_vertices(c, NULL, 0), 8);
    assert_true(volume_of(collide_shape_from_convex(c, NULL)) == 42);
    // The lower face alone, from either side first.
    static const uint32_t square[2][12] = {{0, 1, 3, 0, 3, 1, 0, 3, 2, 0, 2, 3},
                                           {0, 2, 3, 0, 3, 2, 0, 3, 1, 0, 1, 3}};
    assert_int_equal(collide_convex_build(&c, memory[0], BYTES, p, 4, &z, 1, &z, 1), COLLIDE_OK);
    assert_int_equal(collide_convex_triangles(c, index, 12), 4);
    assert_memory_equal(index, square[index[1] == 2], sizeof square[0]);
    assert_true(volume_of(collide_shape_from_convex(c, NULL)) == 0);
    for (uint32_t n = 1; n < 3; ++n) {
        assert_int_equal(collide_convex_build(&c, memory[0], BYTES, p, n, &z, 1, &z, 1),
                         COLLIDE_OK);
        assert_int_equal(collide_convex_triangles(c, index, 12), 0);
        assert_int_equal(collide_convex_vertices(c, v, 8), n);
        assert_true(volume_of(collide_shape_from_convex(c, NULL)) == 0);
    }
    assert_true(collide_convex_triangles(NULL, index, 12) == 0);
    assert_true(collide_convex_vertices(NULL, v, 8) == 0);
    c->magic = 0;
    assert_true(collide_convex_triangles(c, index, 12) == 0);
    assert_true(collide_convex_vertices(c, v, 8) == 0);
    (void)state;
}

// Volumes of k-DOPs, by hulls of the points where three of their planes meet.
static void test_kdop_volume(void **state) {
    inputs_random r = inputs_seed(43);
    static collide_vec3 p[4096];
    const size_t size = collide_convex_points_size(4096);
    char *at = (char *)kinds_guarded(size);
    for (size_t i = 0; i < cases(60); ++i) {
        const struct cloud c = draw(&r, i % 4 ? BALL : LATTICE, 4 + kinds_below(&r, 30));
        for (int k = 0; k < 4; ++k) {
            const int rows = kinds[k].rows;
            float row[26], volume;
            size_t n = 0;
            assert_int_equal(kinds[k].from_points(row, c.p, c.n, 0), COLLIDE_OK);
            volume = k == 0   ? collide_kdop6_volume((const collide_kdop6 *)(const void *)row)
                     : k == 1 ? collide_kdop14_volume((const collide_kdop14 *)(const void *)row)
                     : k == 2 ? collide_kdop18_volume((const collide_kdop18 *)(const void *)row)
                              : collide_kdop26_volume((const collide_kdop26 *)(const void *)row);
            for (int x = 0; x < 2 * rows; ++x)
                for (int y = 0; y < x; ++y)
                    for (int z = 0; z < y; ++z) {
                        const int which[3] = {x % rows, y % rows, z % rows};
                        const float bound[3] = {row[x], row[y], row[z]};
                        point d[3], to = {0, 0, 0};
                        for (int j = 0; j < 3; ++j) {
                            const int *n3 = oracle_directions[oracle_row(kinds[k].kind, which[j])];
                            d[j].x = n3[0];
                            d[j].y = n3[1];
                            d[j].z = n3[2];
                        }
                        const double det = dot(cross(d[0], d[1]), d[2]);
                        if (det == 0)
                            continue;
                        for (int j = 0; j < 3; ++j)
                            to = add(to, (double)bound[j] / det,
                                     cross(d[(j + 1) % 3], d[(j + 2) % 3]));
                        bool inside = true;
                        for (int j = 0; j < rows && inside; ++j) {
                            const int *n3 = oracle_directions[oracle_row(kinds[k].kind, j)];
                            const double on = n3[0] * to.x + n3[1] * to.y + n3[2] * to.z;
                            inside =
                                on >= (double)row[j] - 1e-9 && on <= (double)row[j + rows] + 1e-9;
                        }
                        if (inside && n < 4096)
                            p[n++] = vec((float)to.x, (float)to.y, (float)to.z);
                    }
            collide_convex *body;
            collide_hull hull;
            const collide_status status =
                collide_convex_build_points(&body, at, size, p, n, 0, 0, &hull);
            if (status != COLLIDE_OK)
                hull.volume = 0;
            REQUIRE(n < 4096 && magnitude((double)volume - (double)hull.volume) < 2e-5,
                    "kind %d: %g, not %g", kinds[k].kind, (double)volume, (double)hull.volume);
        }
    }
    const collide_kdop18 none = collide_kdop18_empty();
    const collide_aabb space = {{-INFINITY, 0, 0}, {INFINITY, 1, 1}}, one = {{0, 0, 0}, {1, 2, 3}};
    const collide_kdop18 all = collide_kdop18_from_aabb(&space),
                         cut = collide_kdop18_from_aabb(&one);
    assert_true(collide_kdop18_volume(&none) == 0 && collide_kdop18_volume(&all) == INFINITY);
    assert_true(magnitude((double)collide_kdop18_volume(&cut) - 6) < 1e-6);
    kinds_guarded_free(at, size);
    (void)state;
}

static void test_volumes(void **state) {
    const collide_pose pose = collide_pose_identity();
    const collide_sphere ball = {{1, 2, 3}, 2}, bad = {{0, 0, 0}, -1};
    const collide_capsule capsule = {{0, 0, 0}, {0, 3, 4}, 1};
    const collide_aabb bounds = {{0, 0, 0}, {1, 2, 3}};
    const collide_obb box = collide_obb_from_pose(&pose, vec(1, 2, 3));
    const collide_cylinder cylinder = {{0, 0, 0}, {0, 0, 1}, 2, 3};
    const collide_tetrahedron t = {{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}};
    // Nearly flat: six volumes are 2^-46. Axes that are 2^-22 too long each, which is legal.
    const collide_tetrahedron flat = {
        {{0, 0, 0}, {1 + 0x1p-23f, 1, 0x1p-149f}, {1, 1 - 0x1p-23f, 0}, {0, 0, 1}}};
    const float unit = 1 + 0x1p-23f;
    const collide_obb longer = {{0, 0, 0}, {1, 2, 3}, {{unit, 0, 0}, {0, unit, 0}, {0, 0, unit}}};
    const collide_plane plane = {{0, 0, 1}, 0};
    const double pi = 3.14159265358979;
    const struct {
        collide_shape shape;
        double volume;
    } known[] = {{collide_shape_from_sphere(&ball), 32 * pi / 3},
                 {collide_shape_from_capsule(&capsule), 5 * pi + 4 * pi / 3},
                 {collide_shape_from_aabb(&bounds), 6},
                 {collide_shape_from_obb(&box), 48},
                 {collide_shape_from_cylinder(&cylinder), 12 * pi},
                 {collide_shape_from_tetrahedron(&t), 1},
                 {collide_shape_from_tetrahedron(&flat), 0x1p-46 / 6},
                 {collide_shape_from_obb(&longer), 48 * (1 + 3 * 0x1p-23)},
                 {collide_shape_from_point(vec(0, 0, 1)), 0},
                 {collide_shape_from_sphere(&bad), 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        assert_true(magnitude((double)collide_shape_volume(&known[i].shape) - known[i].volume) <=
                    known[i].volume * 0x1p-23);
    assert_true(volume_of(collide_shape_from_plane(&plane)) == INFINITY);
    // Errors, the same for every fit.
    const collide_vec3 p[3] = {{0, 0, 0}, {1, 0, NAN}, {1, 1, 1}};
    const struct {
        const void *points;
        size_t n, stride;
        collide_status status;
    } errors[] = {{NULL, 3, 0, COLLIDE_ERROR_NULL},    {p, 0, 0, COLLIDE_ERROR_COUNT},
                  {p, 1, 8, COLLIDE_ERROR_STRIDE},     {p, SIZE_MAX / 2, 0, COLLIDE_ERROR_OVERFLOW},
                  {p, 3, 0, COLLIDE_ERROR_NOT_FINITE}, {p, 2, 24, COLLIDE_OK}};
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        collide_sphere s = ball;
        collide_capsule c = capsule;
        collide_obb b = box;
        assert_int_equal(collide_sphere_smallest_from_points(&s, errors[i].points, errors[i].n,
                                                             errors[i].stride),
                         errors[i].status);
        assert_int_equal(
            collide_capsule_from_points(&c, errors[i].points, errors[i].n, errors[i].stride),
            errors[i].status);
        assert_int_equal(
            collide_obb_from_points(&b, errors[i].points, errors[i].n, errors[i].stride),
            errors[i].status);
        assert_true(errors[i].status == COLLIDE_OK ||
                    (s.radius == 0 && c.radius == 0 && b.half.x == 0 && b.axis[1].y == 1));
    }
    assert_int_equal(collide_sphere_smallest_from_points(NULL, p, 1, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_capsule_from_points(NULL, p, 1, 0), COLLIDE_ERROR_NULL);
    assert_int_equal(collide_obb_from_points(NULL, p, 1, 0), COLLIDE_ERROR_NULL);
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_surface),         cmocka_unit_test(test_brute),
        cmocka_unit_test(test_few_vertices),    cmocka_unit_test(test_few_vertices_of_sheets),
        cmocka_unit_test(test_large),           cmocka_unit_test(test_limit),
        cmocka_unit_test(test_builder),         cmocka_unit_test(test_fits_hold),
        cmocka_unit_test(test_smallest_sphere), cmocka_unit_test(test_fits_well),
        cmocka_unit_test(test_kdop_volume),     cmocka_unit_test(test_volumes),
        cmocka_unit_test(test_faces),           cmocka_unit_test(test_faces_known),
    };
    init();
    init_fits();
    for (uint32_t f = 0; f < FACES; ++f)
        for (int k = 0; k < 3; ++k)
            mpz_init(surface.normal[f][k]);
    return cmocka_run_group_tests_name("hulls", tests, NULL, NULL);
}
