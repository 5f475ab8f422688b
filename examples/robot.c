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
#define WAYS 150
#define SAMPLINGS 3
#define CLOSE 1.0f    // below this gap of hulls the meshes are asked
#define TOUCH 0.05f   // a way is followed to this gap of meshes
#define ROUNDED 0.02f // more than what links are off by, since their poses are floats

static const int samplings[SAMPLINGS] = {10, 100, 1000}; // poses of a way
static collide_vec3 scan[POINTS];
static const collide_shape_pack *cloud;
static collide_obb cloud_box;
static collide_obb_pack *part_boxes; // round the parts of the cell

typedef enum verdict { FREE, CELL, SELF, CLOUD, VERDICTS } verdict;

// ---- one configuration -------------------------------------------------------------------------

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
    const collide_shape all = collide_shape_from_obb(&cloud_box);
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
    uint32_t other; // triangle of the cell, or point
} clearance;

static clearance cell_clearance(const collide_motion *at) {
    clearance best;
    memset(&best, 0, sizeof best);
    best.d.lo = best.d.hi = FLT_MAX;
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        collide_distance d;
        if (collide_tree_tree_distance(arm_cell, NULL, arm_links[i].tree, &at[i].pose, best.d.lo,
                                       &d, NULL) &&
            d.lo < best.d.lo) {
            best.d = d;
            best.link = i;
            best.other = d.feature_a;
        }
    }
    return best;
}

// As far as the nearest point is from a link, less its radius; negative: how deep it is. Boxes
// round links say which points come into question.
static clearance cloud_clearance(const collide_motion *at, float max) {
    static uint32_t found[POINTS];
    collide_shape boxes[ARM_LINKS];
    const collide_shape_array array = {boxes + 1, ARM_LINKS - 1, 0};
    collide_pair first;
    clearance best;
    memset(&best, 0, sizeof best);
    best.d.lo = best.d.hi = FLT_MAX;
    for (int i = 1; i < ARM_LINKS; ++i)
        boxes[i] = box_at(i, &at[i].pose);
    if (!collide_shape_shape_nearest_pair(&array, cloud, max + RADIUS, &first, NULL))
        return best;
    collide_point_tree_distance(scan[first.b], arm_links[first.a + 1].tree,
                                &at[first.a + 1].pose, FLT_MAX, &best.d);
    best.link = (int)first.a + 1;
    best.other = first.b;
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const size_t n = collide_shape_shape_within_many_indices(&boxes[i], cloud, best.d.hi,
                                                                 found, POINTS);
        for (size_t k = 0; k < n; ++k) {
            collide_distance d;
            collide_point_tree_distance(scan[found[k]], arm_links[i].tree, &at[i].pose, FLT_MAX,
                                        &d);
            if (d.lo < best.d.lo) {
                best.d = d;
                best.link = i;
                best.other = found[k];
            }
        }
    }
    best.d.lo -= RADIUS;
    best.d.hi -= RADIUS;
    return best;
}

static clearance self_clearance(const collide_motion *at) {
    clearance best;
    memset(&best, 0, sizeof best);
    best.d.lo = best.d.hi = FLT_MAX;
    for (int k = 0; k < SELF_PAIRS; ++k) {
        const int a = self_pairs[k][0], b = self_pairs[k][1];
        collide_distance d;
        if (collide_tree_tree_distance(arm_links[b].tree, &at[b].pose, arm_links[a].tree,
                                       &at[a].pose, best.d.lo, &d, NULL) &&
            d.lo < best.d.lo) {
            best.d = d;
            best.link = a;
            best.other = (uint32_t)b;
        }
    }
    return best;
}


int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    uint64_t r = 2027;
    collide_vec3_pack *pack;
    const size_t bytes = collide_vec3_pack_size(POINTS);
    (void)drawn;
    make_pairs();
    arm_make_links();
    arm_make_cell();
    arm_scan(scan, POINTS);
    check(collide_vec3_pack_build(&pack, allocate(bytes), bytes, scan, POINTS, 0));
    cloud = collide_shape_pack_of(&pack->header);
    check(collide_obb_from_points(&cloud_box, scan, POINTS, 0));
    {
        const size_t size = collide_obb_pack_size(arm_part_count);
        check(collide_obb_pack_build(&part_boxes, allocate(size), size, &arm_parts[0].box, arm_part_count, sizeof(solid)));
    }
    for (int i = 0; i < CONFIGURATIONS; ++i)
        draw_angles(&r, angles[i]);
    double t0 = nanoseconds();
    print_verdicts();
    printf("%g s\n", (nanoseconds() - t0) * 1e-9);
    double ns[3] = {0, 0, 0};
    for (size_t i = 0; i < left_count; ++i) {
        const collide_motion *at = arms[left[i]];
        clearance c[3];
        double b = nanoseconds();
        c[0] = cell_clearance(at);
        ns[0] += nanoseconds() - b; b = nanoseconds();
        c[1] = self_clearance(at);
        ns[1] += nanoseconds() - b; b = nanoseconds();
        c[2] = cloud_clearance(at, FLT_MAX);
        ns[2] += nanoseconds() - b;
        if (i < 12)
        for (int k = 0; k < 3; ++k)
            printf("%9.4f %9.4f %s %s\n", (double)c[k].d.lo, (double)c[k].d.hi, arm_links[c[k].link].name, k == 0 ? arm_part_name(c[k].other) : k == 1 ? arm_links[c[k].other].name : "");
    }
    for (int k = 0; k < 3; ++k) printf("%g us\n", ns[k] / 1e3 / (double)left_count);
    return 0;
}
