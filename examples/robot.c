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

#include <math.h>

#include "arm.h"
#include "way.h"

#define CONFIGURATIONS 4096
#define SHOWN 6 // configurations of which the clearances are printed
#define SLOW 4  // configurations of which all triangles and points are asked
#define WAYS 300
#define SAMPLINGS 3
#define TIGHT 10.0f // room that a planner would like

static const int samplings[SAMPLINGS] = {10, 100, 1000}; // poses of a way

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
static collide_pose poses[CONFIGURATIONS]; // of one link, in the order of chosen
static uint32_t chosen[CONFIGURATIONS];    // places in left where boxes overlap

static void draw_angles(uint64_t *r, float *q) {
    for (int j = 0; j < ARM_JOINTS; ++j)
        q[j] = arm_joints[j].low + (arm_joints[j].high - arm_joints[j].low) * random_float(r);
}

// Strikes out configurations that touch: bit i stands for place places[i] of left, or for place i.
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
// call for all configurations, the meshes where boxes overlap.
static void test_cell(int link, test *t) {
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    size_t n = 0;
    for (size_t i = 0; i < left_count; ++i) {
        const collide_motion *at = &arms[left[i]][link];
        const collide_shape box = arm_box(&arm_links[link], at);
        if (collide_obb_obb_many(&box.of.obb, arm_boxes, bits) > 0) {
            poses[n] = at->pose;
            chosen[n++] = (uint32_t)i;
        }
    }
    const collide_pose_array asked = {poses, n, 0};
    collide_tree_tree_poses(arm_cell, NULL, arm_links[link].tree, &asked, bits);
    t->hits += strike(bits, chosen, n, CELL);
}

// Two links: the boxes round them in one call, then the meshes where these overlap in another.
static void test_self(int a, int b, test *t) {
    static collide_obb box_a[CONFIGURATIONS], box_b[CONFIGURATIONS];
    static collide_pair same[CONFIGURATIONS];
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    const collide_obb_array boxes_a = {box_a, left_count, 0, NULL, 0};
    const collide_obb_array boxes_b = {box_b, left_count, 0, NULL, 0};
    size_t n = 0;
    for (size_t i = 0; i < left_count; ++i) {
        const collide_motion *at = arms[left[i]];
        box_a[i] = arm_box(&arm_links[a], &at[a]).of.obb;
        box_b[i] = arm_box(&arm_links[b], &at[b]).of.obb;
        same[i].a = same[i].b = (uint32_t)i;
    }
    collide_obb_obb_pairs(&boxes_a, &boxes_b, same, left_count, bits);
    for (size_t i = 0; i < left_count; ++i)
        if (bits[i / 16] >> i % 16 & 1) {
            const collide_motion *at = arms[left[i]];
            poses[n] = collide_pose_relative(&at[a].pose, &at[b].pose);
            chosen[n++] = (uint32_t)i;
        }
    const collide_pose_array asked = {poses, n, 0};
    collide_tree_tree_poses(arm_links[a].tree, NULL, arm_links[b].tree, &asked, bits);
    t->hits += strike(bits, chosen, n, SELF);
}

static void test_casting(test *t) {
    static uint16_t bits[COLLIDE_BLOCKS(CONFIGURATIONS)];
    memset(bits, 0, sizeof bits);
    for (size_t i = 0; i < left_count; ++i)
        if (arm_touches_casting(arms[left[i]]))
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
        for (int i = 0; k == SELF && i < ARM_PAIRS; ++i)
            test_self(arm_pairs[i][0], arm_pairs[i][1], &tests[k]);
        if (k == CLOUD)
            test_casting(&tests[k]);
        tests[k].ns = nanoseconds() - begin;
        begin += tests[k].ns;
    }
}

// Single calls by meshes alone say the same of all configurations. Of some, all pairs of triangles
// of arm and cell are asked, all points, and whether a link is inside of a part.
static void check_all(double *ns) {
    const size_t bytes = collide_triangle_pack_size(arm_cell_mesh.triangle_count);
    uint16_t *bits = (uint16_t *)allocate(COLLIDE_BLOCKS(arm_cell_mesh.triangle_count) * 2);
    collide_triangle_pack *pack;
    void *memory = allocate(bytes);
    check(collide_triangle_pack_build_mesh(&pack, memory, bytes, &arm_cell_mesh));
    const double begin = nanoseconds();
    for (size_t i = 0; i < CONFIGURATIONS; ++i)
        if (arm_ask(arms[i], false) != verdicts[i])
            fail("single calls and batches disagree");
    *ns = nanoseconds() - begin;
    for (size_t i = 0; i < SLOW; ++i) {
        bool cell = false, other = false;
        for (int k = 1; k < ARM_LINKS; ++k) {
            const collide_mesh *mesh = &arm_links[k].mesh;
            for (size_t n = 0; n < mesh->triangle_count && !cell; ++n) {
                const collide_triangle t = picture_corners(mesh, &arms[i][k].pose, n);
                cell = collide_triangle_triangle_many(&t, pack, bits) > 0;
            }
            for (uint32_t n = 0; n < ARM_POINTS && verdicts[i] == FREE; ++n)
                other = other || arm_touches_point(k, &arms[i][k].pose, n);
            for (size_t n = 0; n < arm_part_count && verdicts[i] == FREE; ++n)
                other = other || collide_tree_tree_containment(arm_parts[n].tree, NULL,
                                                               arm_links[k].tree, &arms[i][k].pose,
                                                               NULL) != COLLIDE_CONTAINMENT_NONE;
        }
        if (cell != (verdicts[i] == CELL) || other)
            fail("all triangles and points, one by one, say otherwise");
    }
    release(memory);
    release(bits);
}

static void print_verdicts(void) {
    test tests[VERDICTS];
    double single, all = 0;
    size_t triangles = 0;
    test_all(tests);
    check_all(&single);
    for (int i = 0; i < ARM_LINKS; ++i)
        triangles += arm_links[i].mesh.triangle_count;
    printf(
        "An arm of %d links (%zu triangles) in a cell of %zu parts (%zu triangles), with a casting "
        "of which\n%d points are known, each within %.0f mm.\n\n",
        ARM_LINKS, triangles, arm_part_count, arm_cell_mesh.triangle_count, ARM_POINTS,
        (double)ARM_RADIUS);
    printf("%d random configurations of the arm. Each test asks those that are left by the tests "
           "before it:\n\n%-24s %8s %8s   time for each\n",
           CONFIGURATIONS, "", "asked", "touch");
    for (int k = 0; k < VERDICTS; ++k) {
        printf("%-24s %8zu ", tests[k].name, tests[k].asked);
        if (k > 0)
            printf("%8zu", tests[k].hits);
        printf("%*s %6.2f us\n", k > 0 ? 1 : 9, "", tests[k].ns * 1e-3 / (double)tests[k].asked);
        all += tests[k].ns;
    }
    printf("\n%zu are free. A verdict takes %.1f us on average, %.0f ms for all. Single calls by "
           "meshes alone,\nwithout boxes round them, take %.1f us, and say the same.\n\n",
           left_count, all * 1e-3 / CONFIGURATIONS, all * 1e-6, single * 1e-3 / CONFIGURATIONS);
}

// ---- clearance ---------------------------------------------------------------------------------

typedef struct clearance {
    collide_distance d; // point_a on the other, point_b on the link
    int link;
    uint32_t other; // part of the cell, link, or point
} clearance;

static const clearance nothing = {{FLT_MAX, FLT_MAX, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0, 0}, 0, 0};

// Takes the distance of a link from another solid, which is where link k is, if it is the smallest
// so far. Boxes are asked first.
static void nearer(clearance *best, const solid *other, int k, const collide_motion *at, int link,
                   uint32_t number) {
    const collide_shape a = arm_box(other, &at[k]), b = arm_box(&arm_links[link], &at[link]);
    collide_distance d;
    if (collide_shape_shape_within(&a, &b, best->d.lo) &&
        collide_tree_tree_distance(other->tree, &at[k].pose, arm_links[link].tree, &at[link].pose,
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
    const collide_shape_pack *boxes = collide_shape_pack_of(&arm_boxes->header);
    clearance best = nothing;
    float lo[ARM_PARTS];
    collide_distances out;
    memset(&out, 0, sizeof out);
    out.lo = lo;
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape box = arm_box(&arm_links[i], &at[i]);
        collide_shape_shape_distance_many(&box, boxes, best.d.lo, &out);
        for (;;) {
            size_t next = 0;
            for (size_t k = 1; k < arm_part_count; ++k)
                next = lo[k] < lo[next] ? k : next;
            if (lo[next] >= best.d.lo)
                break;
            lo[next] = FLT_MAX;
            nearer(&best, &arm_parts[next], 0, at, i, (uint32_t)next);
        }
    }
    return best;
}

static clearance self_clearance(const collide_motion *at) {
    clearance best = nothing;
    for (int k = 0; k < ARM_PAIRS; ++k) {
        const int a = arm_pairs[k][0], b = arm_pairs[k][1];
        nearer(&best, &arm_links[b], b, at, a, (uint32_t)b);
    }
    return best;
}

// From the casting. Points in a tree are triangles without area. A point inside a link would be as
// far as from its surface, so the arm must be free.
static clearance cloud_clearance(const collide_motion *at) {
    clearance best = nothing;
    for (int i = ARM_LINKS - 1; i > 0; --i)
        nearer(&best, &arm_casting, 0, at, i, 0);
    best.other = best.d.feature_a;
    best.d.lo -= ARM_RADIUS;
    best.d.hi -= ARM_RADIUS;
    return best;
}

// Whether no corner of the arm or of the cell is nearer than the clearance says, and the nearest
// point of the scan, by one call for all of them, is as near.
static bool no_nearer(const collide_motion *at, const clearance *c, const clearance *scanned) {
    static float lo[ARM_POINTS];
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
        collide_tree_point_distance_many(arm_links[i].tree, &at[i].pose, arm_points, FLT_MAX, &out);
        for (size_t k = 0; k < ARM_POINTS; ++k)
            least = lo[k] - ARM_RADIUS < least ? lo[k] - ARM_RADIUS : least;
    }
    return fabsf(least - scanned->d.lo) < 1e-3f;
}

// A free configuration has room, brackets are narrow, and nearest points are as far apart.
static void check_clearance(const clearance *c, float radius) {
    const vec gap = from_float(sub(c->d.point_a, c->d.point_b));
    const double length = sqrt(dot(gap, gap)) - (double)radius;
    if (!(c->d.lo > 0 && c->d.lo <= c->d.hi && c->d.hi - c->d.lo < 2e-3f) ||
        fabs(length - (double)c->d.lo) > 2e-3)
        fail("a clearance contradicts itself, or a free configuration has none");
}

// Returns the configuration with most room of those that are printed.
static size_t print_clearances(void) {
    size_t shown = 0, roomy = left[0], tight = 0;
    double ns[3] = {0, 0, 0};
    float least = FLT_MAX, most = 0;
    printf(
        "How far the arm is from everything else, in mm, for %d free configurations near the "
        "casting.\nThe distance from the cell is proven to lie between the first two numbers:\n\n"
        "%9s %9s  %-34s %9s  %-9s %9s\n",
        SHOWN, "at least", "at most", "nearest link and part of the cell", "casting", "nearest",
        "itself");
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
            check_clearance(&c[k], k == 1 ? ARM_RADIUS : 0);
        if (i < SLOW && !no_nearer(at, &c[0], &c[1]))
            fail("a corner or a point is nearer than the clearance");
        least = c[0].d.lo < least ? c[0].d.lo : least;
        tight += c[0].d.lo < TIGHT || c[1].d.lo < TIGHT || c[2].d.lo < TIGHT;
        if (shown < SHOWN && c[1].d.lo < 150) {
            roomy = c[0].d.lo > most ? left[i] : roomy;
            most = c[0].d.lo > most ? c[0].d.lo : most;
            ++shown;
            printf("%9.4f %9.4f  %9s - %-22s %9.4f  %-9s %9.4f\n", (double)c[0].d.lo,
                   (double)c[0].d.hi, arm_links[c[0].link].name, arm_parts[c[0].other].name,
                   (double)c[1].d.lo, arm_links[c[1].link].name, (double)c[2].d.lo);
        }
    }
    const double n = 1e3 * (double)left_count;
    printf(
        "\nAll %zu free ones have room: %zu have less than %.0f mm somewhere, and the one nearest "
        "to the cell\nhas %.3f mm. On average it takes %.0f us to find the distance from the "
        "cell, %.0f us from the\ncasting, and %.0f us from itself.\n\n",
        left_count, tight, (double)TIGHT, (double)least, ns[0] / n, ns[1] / n, ns[2] / n);
    return roomy;
}

// ---- ways ------------------------------------------------------------------------------------

// The first of n poses of a way at which the arm is not free, or none: 2.
static float sample(const way *w, int n) {
    for (int i = 1; i <= n; ++i) {
        collide_motion at[ARM_LINKS];
        const float t = (float)i / (float)n;
        way_links(w, t, at);
        if (arm_ask(at, true) != FREE)
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
    while (arm_at(to, NULL, at), arm_ask(at, true) != FREE);
    for (int i = 0; i < ARM_LINKS; ++i)
        w.acceleration[i] = arm_acceleration(w.by, i);
    arm_at(w.from, w.by, w.start);
    return w;
}

typedef struct totals {
    int found, missed;
    double late, latest, on, most, ns; // shares of the way, millimetres
} totals;

// What so many poses make of a way with this first contact; whether they miss it.
static bool tally(totals *t, const way *w, const way_contact *c, int n) {
    collide_motion at[ARM_LINKS];
    const double begin = nanoseconds();
    const float found = sample(w, n);
    t->ns += nanoseconds() - begin;
    if (found <= 1 && found < c->lo)
        fail("a pose of a way touches before its first contact, or on a free way");
    if (found > 1 || c->what == FREE) {
        t->missed += c->what != FREE;
        return c->what != FREE;
    }
    way_links(w, c->lo, at);
    const double late = (double)found - (double)c->lo;
    const double on = late * arm_speed(&at[c->link], &arm_links[c->link]);
    ++t->found;
    t->late += late;
    t->latest = fmax(late, t->latest);
    t->on += on;
    t->most = fmax(on, t->most);
    return false;
}

// The bracket is narrow; at its end there is an overlap, and at its begin there is none.
static void check_contact(const way *w, const way_contact *c) {
    collide_motion at[ARM_LINKS];
    if (c->what == FREE)
        return;
    way_links(w, c->hi, at);
    if (arm_ask(at, false) == FREE || c->hi - c->lo > 0.01f)
        fail("a bracket does not end at a contact, or is wide");
    way_links(w, c->lo, at);
    if (c->lo < c->hi && arm_ask(at, false) != FREE)
        fail("a bracket begins after the contact");
}

static void print_totals(const char *name, const totals *t) {
    const double n = (double)(t->found ? t->found : 1);
    printf("%-16s %6d %7d %12.5f %% %8.4f %% %9.2f mm %7.2f mm %8.0f us\n", name, t->found,
           t->missed, 100 * t->late / n, 100 * t->latest, t->on / n, t->most, t->ns * 1e-3 / WAYS);
}

static void print_ways(uint64_t *r, way *shown, way_contact *shown_contact) {
    totals by[SAMPLINGS], ours;
    double best = 0;
    int looks = 0, free = 0, close = 0;
    memset(by, 0, sizeof by);
    memset(&ours, 0, sizeof ours);
    for (int i = 0; i < WAYS; ++i) {
        collide_motion at[ARM_LINKS];
        const way w = draw_way(r);
        int missed = 0;
        const double begin = nanoseconds();
        const way_contact c = way_first(&w);
        ours.ns += nanoseconds() - begin;
        progress("way", (size_t)i, WAYS);
        check_contact(&w, &c);
        looks += c.looks;
        free += c.what == FREE;
        close += c.close;
        if (c.what != FREE) {
            way_links(&w, c.lo, at);
            const double wide = (double)c.hi - (double)c.lo;
            const double on = wide * arm_speed(&at[c.link], &arm_links[c.link]);
            ++ours.found;
            ours.late += wide;
            ours.latest = fmax(wide, ours.latest);
            ours.on += on;
            ours.most = fmax(on, ours.most);
        }
        for (int k = 0; k < SAMPLINGS; ++k)
            missed += tally(&by[k], &w, &c, samplings[k]);
        way_links(&w, 0, at); // the one that is drawn is missed, and moves much until it touches
        const double far_on =
            (double)c.lo * arm_speed(&at[ARM_LINKS - 1], &arm_links[ARM_LINKS - 1]);
        if (c.what == CELL && missed > 0 && far_on > best) {
            best = far_on;
            *shown = w;
            *shown_contact = c;
        }
    }
    progress("way", 1, 1);
    printf(
        "%d ways from one free configuration to another: all joints turn at once, each by up to "
        "1.4 radians.\n%d are proven free all along, and %d touch; %d come within %.2f mm, where "
        "nothing is proven. Late\nis how much of the way a contact is found after it began; on "
        "is how far a point of the link that\ntouches may have moved by then:\n\n"
        "%-16s %6s %7s %14s %10s %12s %10s %11s\n",
        WAYS, free, ours.found, close, (double)WAY_TOUCH, "", "found", "missed", "late, mean",
        "most", "on, mean", "most", "each way");
    print_totals("brackets", &ours);
    for (int k = 0; k < SAMPLINGS; ++k) {
        char name[32];
        snprintf(name, sizeof name, "%d poses", samplings[k]);
        print_totals(name, &by[k]);
    }
    printf(
        "\nA way takes %.0f looks at a pair of a link and another body. For example, the %s first\n"
        "touches the %s between %.6f and %.6f of a way.\n",
        (double)looks / WAYS, arm_links[shown_contact->link].name, shown_contact->with,
        (double)shown_contact->lo, (double)shown_contact->hi);
}

// ---- the picture -------------------------------------------------------------------------------

static uint32_t colour_of(const char *name) {
    static const struct {
        const char *in;
        uint32_t colour;
    } colours[] = {{"hanging", 0x303a44}, {"wire", 0x8a929b},    {"table", 0xb9a184},
                   {"belt", 0x4a4f55},    {"shelves", 0x9fb0be}, {"lamp", 0xf2e6b0}};
    for (size_t i = 0; i < sizeof colours / sizeof *colours; ++i)
        if (strstr(name, colours[i].in))
            return colours[i].colour;
    return 0x8f979f;
}

static void draw_arm(picture *p, const collide_motion *at, picture_layer layer, int red) {
    for (int i = 0; i < ARM_LINKS; ++i) {
        picture_pen(p, layer, i == red ? 0xd8301e : i % 2 ? 0xe08a2c : 0xd97a24);
        if (i > 0 || layer == PICTURE_SOLID)
            picture_mesh(p, &arm_links[i].mesh, &at[i].pose);
    }
}

static void draw_rest(picture *p, size_t column) {
    for (size_t i = 1; i < arm_part_count; ++i) { // but the floor
        picture_pen(p, PICTURE_SOLID, colour_of(arm_parts[i].name));
        picture_mesh(p, &arm_parts[i].mesh, NULL);
    }
    picture_pen(p, PICTURE_SOLID, 0x5f8f78);
    for (size_t i = 0; i < ARM_POINTS; i += 2) {
        const collide_vec3 v = arm_scan[i];
        picture_triangle(p, mad(v, 5, point(1, -1, 0)), mad(v, 5, point(0, 1, 1)),
                         mad(v, 5, point(-1, 0, -1)));
    }
    p->reach = 600;
    p->glass = 0.13f;
    p->floor = true;
    p->floor_height = 0;
    picture_camera(p, point(3100, -2300, 2150), point(130, 0, 720), 0.25f);
    picture_draw(p, column ? column + 1 : 0, p->width / 2 - 1);
}

static void draw_gap(picture *p, collide_vec3 a, collide_vec3 b) {
    picture_pen(p, PICTURE_MARK, 0x2a62ff);
    picture_rod(p, a, b, 8, 8, true, 4);
    picture_sphere(p, a, 16);
    picture_sphere(p, b, 16);
}

static void draw(picture *p, const collide_motion *at, const way *w, const way_contact *c) {
    collide_motion now[ARM_LINKS];
    const clearance cell = cell_clearance(at), scanned = cloud_clearance(at);
    draw_arm(p, at, PICTURE_SOLID, -1);
    draw_gap(p, cell.d.point_a, cell.d.point_b);
    draw_gap(p, scanned.d.point_a, scanned.d.point_b);
    draw_rest(p, 0);
    for (int i = 0; i < 5; ++i) {
        way_links(w, c->hi * (float)i / 5, now);
        draw_arm(p, now, PICTURE_GLASS, -1);
    }
    way_links(w, c->hi, now);
    draw_arm(p, now, PICTURE_SOLID, c->link);
    const clearance touch = cell_clearance(now);
    picture_pen(p, PICTURE_MARK, 0x2a62ff);
    picture_sphere(p, touch.d.point_a, 24);
    draw_rest(p, p->width / 2);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    uint64_t r = 2027;
    way shown;
    way_contact touch;
    if (argc > 1)
        fail("it takes no argument but --png FILE");
    memset(&shown, 0, sizeof shown);
    memset(&touch, 0, sizeof touch);
    arm_make_pairs();
    arm_make_links();
    arm_make_cell();
    arm_make_packs();
    for (int i = 0; i < CONFIGURATIONS; ++i)
        draw_angles(&r, angles[i]);
    print_verdicts();
    const size_t roomy = print_clearances();
    print_ways(&r, &shown, &touch);
    if (drawn)
        draw(&p, arms[roomy], &shown, &touch);
    return 0;
}
