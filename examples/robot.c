// Demo: what a planner of motions asks about a robot. An arm of six joints stands in a cell with a
// table, a conveyor, shelves and a fence; a scanner has seen a casting on the table as 20,000
// points. Links and cell are meshes. The program asks
//     which of 4,096 random configurations are free: the arm may touch neither the cell, nor
//     itself, nor the casting;
//     how much room the free ones have, and where the arm is nearest to something;
//     whether the way from one configuration to another is free, all along: proven, or with a
//     bracket of the first contact. What is usually done instead is asked for the same ways:
//     whether the arm is free at 10, 100 or 1000 poses of the way.
// It fails if an answer differs from slower ones: single calls, all pairs of triangles, all points,
// poses of a way. Lengths are in millimetres. Build and run from the top folder:
//
//     cc -O2 examples/robot.c -o robot -lm && ./robot
//
// With --png FILE it draws a configuration with its clearances (left), and a way until the arm
// first touches (right).
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "robot"
#include "picture.h"

#include <float.h>
#include <math.h>

#include "arm.h"

#define CONFIGURATIONS 4096
#define POINTS 20000
#define RADIUS 3.0f // of a point of the cloud: how far off the scanner may be
#define SHOWN 6      // configurations of which the clearances are printed
#define SLOW 8       // configurations of which all triangles and points are asked
#define WAYS 300
#define SAMPLINGS 3
#define CLOSE 1.0f    // below this gap of hulls the meshes are asked
#define TIGHT 10.0f  // room that a planner would like
#define TOUCH 0.05f   // a way is followed to this gap of meshes
#define ROUNDED 0.02f // more than what links are off by, since their poses are floats

static const int samplings[SAMPLINGS] = {10, 100, 1000}; // poses of a way
static collide_vec3 scan[POINTS];
static const collide_shape_pack *cloud;
static solid casting; // the scan: a tree of points, and what is round the balls about them
static collide_obb_pack *part_boxes; // round the parts of the cell
static collide_shape_pack *part_hulls;

typedef enum verdict { FREE, CELL, SELF, CLOUD, VERDICTS } verdict;

// ---- one configuration -------------------------------------------------------------------------

// Holds all balls round points: a hull of some points, made larger by as much as the others, and the
// balls, are outside of it.
static collide_shape hull_round_scan(void) {
    enum { MOST = 64 };
    const size_t bytes = collide_convex_points_size(POINTS);
    const collide_shape middle = collide_shape_from_point(casting.box.center);
    void *memory = allocate(bytes);
    collide_vec3 corners[MOST];
    collide_convex *hull;
    collide_distance d;
    collide_hull is;
    check(collide_convex_build_points(&hull, memory, bytes, scan, POINTS, 0, MOST, &is));
    const collide_shape inner = collide_shape_from_convex(hull, NULL);
    collide_shape_shape_distance(&middle, &inner, FLT_MAX, &d);
    if (!(d.hi < -10))
        fail("the middle of the scan is not inside of its hull");
    const size_t n = collide_convex_vertices(hull, corners, MOST);
    for (size_t i = 0; i < n; ++i)
        corners[i] = mad(corners[i], 1.01f * (is.outside + RADIUS) / -d.hi,
                         sub(corners[i], casting.box.center));
    check(collide_convex_build_points(&hull, memory, bytes, corners, n, 0, 0, NULL));
    return collide_shape_from_convex(hull, NULL);
}

// The casting, as a pack and as a tree, and packs of boxes and hulls round the parts of the cell.
static void make_packs(void) {
    const size_t points = collide_vec3_pack_size(POINTS);
    const size_t boxes = collide_obb_pack_size(arm_part_count);
    const size_t hulls = collide_shape_pack_size(COLLIDE_SHAPE_CONVEX, arm_part_count);
    uint32_t *corners = (uint32_t *)allocate(3 * POINTS * sizeof *corners);
    collide_vec3_pack *pack;
    collide_mesh mesh;
    arm_scan(scan, POINTS);
    check(collide_vec3_pack_build(&pack, allocate(points), points, scan, POINTS, 0));
    cloud = collide_shape_pack_of(&pack->header);
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = scan;
    mesh.vertex_count = mesh.triangle_count = POINTS;
    mesh.indices = corners;
    for (uint32_t i = 0; i < 3 * POINTS; ++i)
        corners[i] = i / 3;
    casting.tree = build_tree(&mesh, NULL);
    check(collide_obb_from_points(&casting.box, scan, POINTS, 0));
    casting.name = "casting";
    casting.hull = hull_round_scan();
    check(collide_obb_pack_build(&part_boxes, allocate(boxes), boxes, &arm_parts[0].box,
                                 arm_part_count, sizeof *arm_parts));
    check(collide_shape_pack_build(&part_hulls, allocate(hulls), hulls, &arm_parts[0].hull,
                                   arm_part_count, sizeof *arm_parts));
}

// Links whose neighbour in the chain is between them; neighbours are made to fit.
#define SELF_PAIRS 15
static int self_pairs[SELF_PAIRS][2];

static void make_pairs(void) {
    int n = 0;
    for (int i = ARM_LINKS - 1; i > 1; --i)
        for (int k = i - 2; k >= 0; --k) {
            self_pairs[n][0] = i;
            self_pairs[n++][1] = k;
        }
    if (n != SELF_PAIRS)
        fail("the pairs of links are other ones");
}

// Whether a link touches the ball round a point. A point deep inside is far from the surface.
static bool touches_point(int link, const collide_pose *pose, uint32_t i) {
    const collide_shape p = collide_shape_from_point(scan[i]);
    return collide_shape_tree_within(&p, arm_links[link].tree, pose, RADIUS) ||
           collide_point_tree(scan[i], arm_links[link].tree, pose);
}

static collide_shape box_at(int link, const collide_pose *pose) {
    const collide_shape box = collide_shape_from_obb(&arm_links[link].box);
    return collide_shape_under_pose(&box, pose);
}

// Whether the arm touches the casting: links by the boxes round them, then by their meshes at the
// points that are near those.
static bool touches_cloud(const collide_motion *at) {
    static uint32_t found[POINTS];
    const collide_shape all = collide_shape_from_obb(&casting.box);
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape box = box_at(i, &at[i].pose);
        if (!collide_shape_shape_within(&box, &all, RADIUS))
            continue;
        const size_t n =
            collide_shape_shape_within_many_indices(&box, cloud, RADIUS, found, POINTS);
        for (size_t k = 0; k < n; ++k)
            if (touches_point(i, &at[i].pose, found[k]))
                return true;
    }
    return false;
}

// One configuration by single calls, until something touches: by meshes alone, or where boxes
// round them overlap.
static verdict ask(const collide_motion *at, bool boxes) {
    uint16_t bits[COLLIDE_BLOCKS(ARM_PARTS)];
    collide_shape box[ARM_LINKS];
    for (int i = ARM_LINKS - 1; i >= 0; --i) {
        box[i] = box_at(i, &at[i].pose);
        if (i > 0 && (!boxes || collide_obb_obb_many(&box[i].of.obb, part_boxes, bits) > 0) &&
            collide_tree_tree(arm_cell, NULL, arm_links[i].tree, &at[i].pose, NULL))
            return CELL;
    }
    for (int k = 0; k < SELF_PAIRS; ++k) {
        const int a = self_pairs[k][0], b = self_pairs[k][1];
        if ((!boxes || collide_obb_obb(&box[a].of.obb, &box[b].of.obb, NULL)) &&
            collide_tree_tree(arm_links[a].tree, &at[a].pose, arm_links[b].tree, &at[b].pose, NULL))
            return SELF;
    }
    return touches_cloud(at) ? CLOUD : FREE;
}

// ---- many configurations -----------------------------------------------------------------------

typedef struct test {
    const char *name;
    size_t asked, hits;
    double ns;
} test;

static float angles[CONFIGURATIONS][ARM_JOINTS];
static collide_motion arms[CONFIGURATIONS][ARM_LINKS];
static verdict verdicts[CONFIGURATIONS];
static uint32_t left[CONFIGURATIONS]; // configurations of which nothing is known to touch
static size_t left_count;
static collide_pose poses[CONFIGURATIONS]; // of one link, in the order of left or of near
static uint32_t chosen[CONFIGURATIONS];    // places in left whose boxes overlap

static void draw_angles(uint64_t *r, float *q) {
    for (int j = 0; j < ARM_JOINTS; ++j)
        q[j] = arm_joints[j].low + (arm_joints[j].high - arm_joints[j].low) * random_float(r);
}

// Strikes out configurations that touch: bit i stands for place chosen[i] of left, or for place i.
static size_t strike(const uint16_t *bits, const uint32_t *places, size_t n, verdict why) {
    size_t hits = 0, kept = 0;
    for (size_t i = 0; i < n; ++i)
        if (bits[i / 16] >> i % 16 & 1) {
            verdicts[left[places ? places[i] : i]] = why;
            ++hits;
        }
    for (size_t i = 0; i < left_count; ++i)
        if (verdicts[left[i]] == FREE)
            left[kept++] = left[i];
    left_count = kept;
    return hits;
}

// A link against the whole cell: the box round it against the boxes round all parts, then, in one
// call for all configurations that are left, the meshes where boxes overlap.
static void test_cell(int link, test *t) {
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    size_t n = 0;
    for (size_t i = 0; i < left_count; ++i) {
        const collide_pose *at = &arms[left[i]][link].pose;
        const collide_shape box = box_at(link, at);
        if (collide_obb_obb_many(&box.of.obb, part_boxes, bits) > 0) {
            poses[n] = *at;
            chosen[n++] = (uint32_t)i;
        }
    }
    collide_tree_tree_poses(arm_cell, NULL, arm_links[link].tree, poses, n, 0, bits);
    t->hits += strike(bits, chosen, n, CELL);
}

// Two links: boxes round them in one call, then the meshes of those whose boxes overlap in another.
static void test_self(int a, int b, test *t) {
    static collide_obb box_a[CONFIGURATIONS], box_b[CONFIGURATIONS];
    static collide_pair same[CONFIGURATIONS];
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    const collide_obb_array boxes_a = {box_a, left_count, 0, NULL, 0};
    const collide_obb_array boxes_b = {box_b, left_count, 0, NULL, 0};
    size_t n = 0;
    for (size_t i = 0; i < left_count; ++i) {
        const collide_motion *at = arms[left[i]];
        box_a[i] = box_at(a, &at[a].pose).of.obb;
        box_b[i] = box_at(b, &at[b].pose).of.obb;
        same[i].a = same[i].b = (uint32_t)i;
    }
    collide_obb_obb_pairs(&boxes_a, &boxes_b, same, left_count, bits);
    for (size_t i = 0; i < left_count; ++i)
        if (bits[i / 16] >> i % 16 & 1) {
            const collide_motion *at = arms[left[i]];
            poses[n] = collide_pose_relative(&at[a].pose, &at[b].pose);
            chosen[n++] = (uint32_t)i;
        }
    collide_tree_tree_poses(arm_links[a].tree, NULL, arm_links[b].tree, poses, n, 0, bits);
    t->hits += strike(bits, chosen, n, SELF);
}

static void test_cloud(test *t) {
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    memset(bits, 0, sizeof bits);
    for (size_t i = 0; i < left_count; ++i)
        if (touches_cloud(arms[left[i]]))
            bits[i / 16] = (uint16_t)(bits[i / 16] | 1u << i % 16);
    t->hits += strike(bits, NULL, left_count, CLOUD);
}

static void test_all(test *tests) {
    double begin = nanoseconds();
    for (int k = 0; k <= CLOUD; ++k) {
        static const char *const names[4] = {"where the links are", "arm against the cell",
                                             "arm against itself", "arm against the casting"};
        tests[k].name = names[k];
        tests[k].asked = k > 0 ? left_count : CONFIGURATIONS;
        tests[k].hits = 0;
        if (k == FREE)
            for (size_t i = 0; i < CONFIGURATIONS; ++i) {
                arm_at(angles[i], NULL, arms[i]);
                left[i] = (uint32_t)i;
                verdicts[i] = FREE;
                left_count = i + 1;
            }
        for (int i = ARM_LINKS - 1; k == CELL && i > 0; --i)
            test_cell(i, &tests[k]);
        for (int i = 0; k == SELF && i < SELF_PAIRS; ++i)
            test_self(self_pairs[i][0], self_pairs[i][1], &tests[k]);
        if (k == CLOUD)
            test_cloud(&tests[k]);
        tests[k].ns = nanoseconds() - begin;
        begin += tests[k].ns;
    }
}


// Single calls by meshes alone say the same of all configurations. Of some, all pairs of triangles
// of arm and cell are asked, and all points.
static void check_all(double *ns) {
    const size_t bytes = collide_triangle_pack_size(arm_cell_mesh.triangle_count);
    uint16_t *bits = (uint16_t *)allocate(COLLIDE_BLOCKS(arm_cell_mesh.triangle_count) * 2);
    collide_triangle_pack *pack;
    void *memory = allocate(bytes);
    check(collide_triangle_pack_build_mesh(&pack, memory, bytes, &arm_cell_mesh));
    const double begin = nanoseconds();
    for (size_t i = 0; i < CONFIGURATIONS; ++i)
        if (ask(arms[i], false) != verdicts[i])
            fail("single calls and batches disagree");
    *ns = nanoseconds() - begin;
    for (size_t i = 0; i < SLOW; ++i) {
        bool cell = false, points = false;
        for (int k = 1; k < ARM_LINKS; ++k) {
            const collide_mesh *mesh = &arm_links[k].mesh;
            for (size_t n = 0; n < mesh->triangle_count && !cell; ++n) {
                const collide_triangle t = picture_corners(mesh, &arms[i][k].pose, n);
                cell = collide_triangle_triangle_many(&t, pack, bits) > 0;
            }
            for (uint32_t n = 0; n < POINTS && verdicts[i] == FREE; ++n)
                points = points || touches_point(k, &arms[i][k].pose, n);
        }
        if (cell != (verdicts[i] == CELL) || points)
            fail("all triangles and points, one by one, say otherwise");
    }
    release(memory);
    release(bits);
}

static size_t print_verdicts(void) {
    test tests[VERDICTS];
    double single, all = 0;
    test_all(tests);
    check_all(&single);
    printf("%d random configurations; each test asks those that no test before it found to "
           "touch:\n\n%-24s %8s %8s   time for each\n",
           CONFIGURATIONS, "", "asked", "touch");
    for (int k = 0; k < VERDICTS; ++k) {
        printf("%-24s %8zu ", tests[k].name, tests[k].asked);
        if (k > 0)
            printf("%8zu", tests[k].hits);
        printf("%*s %6.2f us\n", k > 0 ? 1 : 9, "", tests[k].ns * 1e-3 / (double)tests[k].asked);
        all += tests[k].ns;
    }
    printf("\n%zu are free. A verdict takes %.1f us on average, %.1f ms for all. Without boxes "
           "round the\nmeshes, single calls take %.1f us, and say the same.\n\n",
           left_count, all * 1e-3 / CONFIGURATIONS, all * 1e-6, single * 1e-3 / CONFIGURATIONS);
    return left_count;
}

// ---- clearance ---------------------------------------------------------------------------------

typedef struct clearance {
    collide_distance d; // point_a on the other, point_b on the link
    int link;
    uint32_t other; // part of the cell, link, or point
} clearance;

static const clearance nothing = {{FLT_MAX, FLT_MAX, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0}, 0, 0};

// Takes the distance of a link from another mesh, if it is the smallest so far.
static void nearer(clearance *best, const collide_tree *other, const collide_pose *pose_other,
                   const collide_motion *at, int link, uint32_t number) {
    collide_distance d;
    if (collide_tree_tree_distance(other, pose_other, arm_links[link].tree, &at[link].pose,
                                   best->d.lo, &d, NULL) &&
        d.lo < best->d.lo) {
        best->d = d;
        best->link = link;
        best->other = number;
    }
}

// From all parts of the cell, for each link in the order of the distances of boxes, until these are
// farther than the nearest mesh.
static clearance cell_clearance(const collide_motion *at) {
    const collide_shape_pack *boxes = collide_shape_pack_of(&part_boxes->header);
    clearance best = nothing;
    float lo[ARM_PARTS];
    collide_distances out;
    memset(&out, 0, sizeof out);
    out.lo = lo;
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape box = box_at(i, &at[i].pose);
        collide_shape_shape_distance_many(&box, boxes, best.d.lo, &out);
        for (;;) {
            size_t next = 0;
            for (size_t k = 1; k < arm_part_count; ++k)
                next = lo[k] < lo[next] ? k : next;
            if (lo[next] >= best.d.lo)
                break;
            lo[next] = FLT_MAX;
            nearer(&best, arm_parts[next].tree, NULL, at, i, (uint32_t)next);
        }
    }
    return best;
}

static clearance self_clearance(const collide_motion *at) {
    clearance best = nothing;
    for (int k = 0; k < SELF_PAIRS; ++k) {
        const int a = self_pairs[k][0], b = self_pairs[k][1];
        nearer(&best, arm_links[b].tree, &at[b].pose, at, a, (uint32_t)b);
    }
    return best;
}

// From the casting. Points in a tree are triangles without area. A point inside a link would be as
// far as from its surface, so the arm must be free.
static clearance cloud_clearance(const collide_motion *at) {
    clearance best = nothing;
    for (int i = ARM_LINKS - 1; i > 0; --i)
        nearer(&best, casting.tree, NULL, at, i, 0);
    best.other = best.d.feature_a;
    best.d.lo -= RADIUS;
    best.d.hi -= RADIUS;
    return best;
}

// Whether no corner of the arm or of the cell is nearer than the clearance says, and the nearest
// point of the scan, by one call for all of them, is as near.
static bool no_nearer(const collide_motion *at, const clearance *c, const clearance *scanned) {
    static float lo[POINTS];
    const collide_vec3_pack *points = (const collide_vec3_pack *)cloud;
    float least = FLT_MAX;
    collide_distances out;
    memset(&out, 0, sizeof out);
    out.lo = lo;
    for (int i = 1; i < ARM_LINKS; ++i) {
        const collide_mesh *mesh = &arm_links[i].mesh;
        const float margin = c->d.lo - 1e-3f;
        for (size_t k = 0; k < mesh->vertex_count; ++k) {
            const collide_vec3 v = ((const collide_vec3 *)mesh->positions)[k];
            const collide_shape p = collide_shape_from_point(collide_pose_apply(&at[i].pose, v));
            if (collide_shape_tree_within(&p, arm_cell, NULL, margin))
                return false;
        }
        for (size_t k = 0; k < arm_cell_mesh.vertex_count; ++k) {
            const collide_vec3 v = ((const collide_vec3 *)arm_cell_mesh.positions)[k];
            const collide_shape p = collide_shape_from_point(v);
            if (collide_shape_tree_within(&p, arm_links[i].tree, &at[i].pose, margin))
                return false;
        }
        collide_point_tree_distance_many(points, arm_links[i].tree, &at[i].pose, FLT_MAX, &out);
        for (size_t k = 0; k < POINTS; ++k)
            least = lo[k] - RADIUS < least ? lo[k] - RADIUS : least;
    }
    return fabsf(least - scanned->d.lo) < 1e-3f;
}

// A free configuration has room, brackets are narrow, and nearest points are as far apart.
static void check_clearance(const clearance *c, float radius) {
    const vec way = from_float(sub(c->d.point_a, c->d.point_b));
    const double length = sqrt(dot(way, way)) - (double)radius;
    if (!(c->d.lo > 0 && c->d.lo <= c->d.hi && c->d.hi - c->d.lo < 2e-3f) ||
        fabs(length - (double)c->d.lo) > 2e-3)
        fail("a clearance contradicts itself, or a free configuration has none");
}

static void print_clearances(void) {
    double ns[3] = {0, 0, 0};
    float least = FLT_MAX;
    size_t tight = 0;
    printf("How far the arm is from everything else in the first %d free ones, in mm. The distance "
           "is\nproven to lie between the first two numbers:\n\n"
           "%9s %9s  %-34s %9s  %-9s %9s\n", SHOWN, "at least", "at most", "arm - cell", "casting",
           "from", "itself");
    for (size_t i = 0; i < left_count; ++i) {
        const collide_motion *at = arms[left[i]];
        clearance c[3];
        const double begin = nanoseconds();
        c[0] = cell_clearance(at);
        const double second = nanoseconds();
        c[1] = cloud_clearance(at);
        const double third = nanoseconds();
        c[2] = self_clearance(at);
        ns[0] += second - begin;
        ns[1] += third - second;
        ns[2] += nanoseconds() - third;
        for (int k = 0; k < 3; ++k)
            check_clearance(&c[k], k == 1 ? RADIUS : 0);
        if (i < SLOW && !no_nearer(at, &c[0], &c[1]))
            fail("a corner or a point is nearer than the clearance");
        least = c[0].d.lo < least ? c[0].d.lo : least;
        tight += c[0].d.lo < TIGHT || c[1].d.lo < TIGHT || c[2].d.lo < TIGHT;
        if (i < SHOWN)
            printf("%9.4f %9.4f  %9s - %-22s %9.4f  %-9s %9.4f\n", (double)c[0].d.lo,
                   (double)c[0].d.hi, arm_links[c[0].link].name, arm_parts[c[0].other].name,
                   (double)c[1].d.lo, arm_links[c[1].link].name, (double)c[2].d.lo);
    }
    const double n = 1e3 * (double)left_count;
    printf("\nSo it is for all %zu: %zu have less than %.0f mm of room somewhere, and the nearest "
           "to the cell\nhas %.3f mm. It takes %.0f us to find the distance from the cell, %.0f us "
           "from the casting,\nand %.0f us from itself.\n\n",
           left_count, tight, (double)TIGHT, (double)least, ns[0] / n, ns[1] / n, ns[2] / n);
}

// ---- ways --------------------------------------------------------------------------------------

// Joints go from angles by so much in the time from 0 to 1, at constant rates.
typedef struct way {
    float from[ARM_JOINTS], by[ARM_JOINTS];
    float acceleration[ARM_LINKS]; // bounds of the points of each link
} way;

// The first contact of a way begins in [lo, hi], or the way is free. Where the arm comes within
// TOUCH, and no contact is proven nor disproven, lo is when it does so first.
typedef struct contact {
    verdict what;
    bool close;
    float lo, hi;
    int link;
    const char *with;
    int looks;
} contact;

static void links_at(const way *w, float t, collide_motion *at) {
    float q[ARM_JOINTS];
    for (int j = 0; j < ARM_JOINTS; ++j)
        q[j] = w->from[j] + t * w->by[j];
    arm_at(q, w->by, at);
}

// How long it takes at least to go so far at this speed, with this acceleration.
static float time_for(double distance, double speed, double acceleration) {
    const double by = speed + sqrt(speed * speed + 2 * acceleration * distance);
    return by > 2 * distance ? (float)(0.999999 * 2 * distance / by) : 1;
}

// What to do at a time at which solids are so near: notes a contact, or returns the next time,
// until which there is none, but that from c->lo on is not sure.
static float go_on(contact *c, float *since, float t, const collide_distance *d, double speed,
                   double acceleration) {
    double step = (double)d->lo - (double)ROUNDED;
    if (d->hi <= 0) {
        c->lo = *since < t ? *since : t;
        c->hi = t;
        return 2;
    }
    if (d->lo <= TOUCH) { // close: steps that grow until there is a contact, or room
        *since = t < *since ? t : *since;
        step = (double)TOUCH + 4 * speed * ((double)t - (double)*since);
    }
    const float next = t + time_for(step, speed, acceleration);
    return next > t ? next : t + 1e-6f;
}

// Follows a link and another solid: a part of the cell, the casting, or the link k if it is not -1. Hulls prove
// most of a way in one to three steps; the meshes are asked where hulls are close.
static void follow(const way *w, int link, const solid *other, int k, contact *c, verdict what) {
    collide_motion at[ARM_LINKS];
    const bool moves = k >= 0;
    float since = 2, t = 0;
    while (t < c->hi) {
        collide_bracket step;
        collide_distance d;
        links_at(w, t, at);
        ++c->looks;
        if (!collide_shape_shape_motion_step(
                &arm_links[link].hull, &at[link], w->acceleration[link], &other->hull,
                moves ? &at[k] : NULL, moves ? w->acceleration[k] : 0, c->hi - t, &step))
            break;
        if (step.gap > CLOSE && t + step.t_lo > t) {
            t += step.t_lo;
            continue;
        }
        collide_tree_tree_distance(other->tree, moves ? &at[k].pose : NULL, arm_links[link].tree,
                                   &at[link].pose, FLT_MAX, &d, NULL);
        d.lo -= what == CLOUD ? RADIUS : 0;
        d.hi -= what == CLOUD ? RADIUS : 0;
        contact now = *c;
        t = go_on(&now, &since, t, &d,
                  arm_speed(&at[link], &arm_links[link]) + (moves ? arm_speed(&at[k], other) : 0),
                  (double)w->acceleration[link] + (moves ? (double)w->acceleration[k] : 0));
        if (t > 1.5f) {
            now.what = what;
            now.link = link;
            now.with = other->name;
            now.lo = c->lo < now.lo ? c->lo : now.lo;
            *c = now;
            return;
        }
    }
    if (since < c->lo)
        c->lo = since;
}

// The first contact of a way. Each link meets only the parts that it can reach from the middle of
// its way.
static contact first_contact(const way *w) {
    collide_motion at[ARM_LINKS];
    uint32_t parts[ARM_PARTS];
    contact c;
    memset(&c, 0, sizeof c);
    c.lo = 2;
    c.hi = 1;
    links_at(w, 0.5f, at);
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape hull = collide_shape_under_pose(&arm_links[i].hull, &at[i].pose);
        const double reach = 0.5 * arm_speed(&at[i], &arm_links[i]) +
                             0.126 * (double)w->acceleration[i] + (double)CLOSE;
        const size_t n = collide_shape_shape_within_many_indices(&hull, part_hulls, (float)reach,
                                                                 parts, ARM_PARTS);
        for (size_t k = 0; k < n; ++k)
            follow(w, i, &arm_parts[parts[k]], -1, &c, CELL);
        follow(w, i, &casting, -1, &c, CLOUD);
    }
    for (int k = 0; k < SELF_PAIRS; ++k)
        follow(w, self_pairs[k][0], &arm_links[self_pairs[k][1]], self_pairs[k][1], &c, SELF);
    c.close = c.what == FREE && c.lo <= 1;
    return c;
}

// The first of n poses of a way at which the arm is not free, or none: 2.
static float sample(const way *w, int n) {
    for (int i = 1; i <= n; ++i) {
        collide_motion at[ARM_LINKS];
        const float t = (float)i / (float)n;
        links_at(w, t, at);
        if (ask(at, true) != FREE)
            return t;
    }
    return 2;
}

// From a free configuration to another free one that is not far away.
static way draw_way(uint64_t *r) {
    way w;
    collide_motion at[ARM_LINKS];
    float to[ARM_JOINTS];
    const float *from = angles[left[random_bits(r) % left_count]];
    do
        for (int j = 0; j < ARM_JOINTS; ++j) {
            w.from[j] = from[j];
            w.by[j] = 1.4f * random_either(r);
            to[j] = from[j] + w.by[j];
        }
    while (arm_at(to, NULL, at), ask(at, true) != FREE);
    for (int i = 0; i < ARM_LINKS; ++i)
        w.acceleration[i] = arm_acceleration(w.by, i);
    return w;
}

typedef struct totals {
    int found, missed;
    double late, latest, on, most, ns; // shares of the way, millimetres
} totals;

// What one way of sampling makes of a way with this first contact.
static void tally(totals *t, const way *w, const contact *c, int n) {
    collide_motion at[ARM_LINKS];
    const double begin = nanoseconds();
    const float found = sample(w, n);
    t->ns += nanoseconds() - begin;
    if (found <= 1 && found < c->lo)
        fail("a pose of a way touches before its first contact, or on a free way");
    if (found > 1 || c->what == FREE) {
        t->missed += c->what != FREE;
        return;
    }
    links_at(w, c->lo, at);
    const double late = (double)found - (double)c->lo;
    const double on = late * arm_speed(&at[c->link], &arm_links[c->link]);
    ++t->found;
    t->late += late;
    t->latest = fmax(late, t->latest);
    t->on += on;
    t->most = fmax(on, t->most);
}

// The bracket is narrow; at its end there is an overlap, and at its begin there is none.
static void check_contact(const way *w, const contact *c) {
    collide_motion at[ARM_LINKS];
    if (c->what == FREE)
        return;
    links_at(w, c->hi, at);
    if (ask(at, false) == FREE || c->hi - c->lo > 0.01f)
        fail("a bracket does not end at a contact, or is wide");
    links_at(w, c->lo, at);
    if (c->lo < c->hi && ask(at, false) != FREE)
        fail("a bracket begins after the contact");
}

static void print_totals(const char *name, const totals *t) {
    const double n = (double)(t->found ? t->found : 1);
    printf("%-16s %6d %7d %12.5f %% %8.4f %% %9.2f mm %7.2f mm %8.0f us\n", name, t->found,
           t->missed, 100 * t->late / n, 100 * t->latest, t->on / n, t->most, t->ns * 1e-3 / WAYS);
}

static void print_ways(uint64_t *r, way *shown, contact *shown_contact) {
    totals by[SAMPLINGS], ours;
    int looks = 0, free = 0, close = 0, best = -1;
    memset(by, 0, sizeof by);
    memset(&ours, 0, sizeof ours);
    for (int i = 0; i < WAYS; ++i) {
        collide_motion at[ARM_LINKS];
        const way w = draw_way(r);
        int missed = 0;
        const double begin = nanoseconds();
        const contact c = first_contact(&w);
        ours.ns += nanoseconds() - begin;
        progress("way", (size_t)i, WAYS);
        check_contact(&w, &c);
        looks += c.looks;
        free += c.what == FREE;
        close += c.close;
        if (c.what != FREE) {
            links_at(&w, c.lo, at);
            const double wide = (double)c.hi - (double)c.lo;
            const double on = wide * arm_speed(&at[c.link], &arm_links[c.link]);
            ++ours.found;
            ours.late += wide;
            ours.latest = fmax(wide, ours.latest);
            ours.on += on;
            ours.most = fmax(on, ours.most);
        }
        for (int k = 0; k < SAMPLINGS; ++k) {
            tally(&by[k], &w, &c, samplings[k]);
            missed += by[k].missed;
        }
        if (c.what == CELL && missed > best) {
            best = missed;
            *shown = w;
            *shown_contact = c;
        }
    }
    progress("way", 1, 1);
    printf("%d ways from one free configuration to another, in which all joints turn by up to 1.4 "
           "radians:\n%d are proven free all along, %d touch, %d come within %.2f mm, and nothing "
           "more is proven.\nLate is how much of the way a contact is found after it began, and on "
           "is how far the link that\ntouches has moved by then:\n\n"
           "%-16s %6s %7s %14s %10s %12s %10s %11s\n",
           WAYS, free, ours.found, close, (double)TOUCH, "", "found", "missed", "late, mean", "most",
           "on, mean", "most", "each way");
    print_totals("brackets", &ours);
    for (int k = 0; k < SAMPLINGS; ++k) {
        char name[32];
        sprintf(name, "%d poses", samplings[k]);
        print_totals(name, &by[k]);
    }
    printf("\nA proof looks at the links at %.0f times, pair by pair.\n", (double)looks / WAYS);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    uint64_t r = 2027;
    way shown;
    contact touch;
    (void)drawn;
    make_pairs();
    arm_make_links();
    arm_make_cell();
    make_packs();
    for (int i = 0; i < CONFIGURATIONS; ++i)
        draw_angles(&r, angles[i]);
    print_verdicts();
    print_clearances();
    print_ways(&r, &shown, &touch);
    return 0;
}
