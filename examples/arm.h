// An arm of six joints in a cell, for robot.c: meshes of the links and of the parts of the cell, a
// scanned part as a cloud of points, and where the links are and how they move. Lengths are in
// millimetres, angles in radians. example.h comes first.
#ifndef ARM_H
#define ARM_H

#include <float.h>
#include <math.h>

#define ARM_JOINTS 6
#define ARM_LINKS 7 // link 0, the base, stands still; joint j moves link j + 1 and all after it
#define ARM_PARTS 96
#define ARM_RINGS 16 // sections of a loft
#define ARM_ROUND 32 // points of a section
#define ARM_ROOM 24000
#define ARM_POINTS 20000 // of the scan
#define ARM_RADIUS 3.0f  // of a point of it: how far off the scanner may be

typedef struct solid {
    const char *name;
    collide_mesh mesh;
    collide_tree *tree; // of the mesh, which is closed
    collide_shape hull; // of the mesh; of links larger by at least 0.02 mm on all sides
    collide_obb box;    // round the mesh
    float reach;        // of its farthest point from the origin of its coordinates
} solid;

static solid arm_links[ARM_LINKS], arm_parts[ARM_PARTS];
static size_t arm_part_count;
static collide_tree *arm_cell; // all parts of the cell in one mesh
static collide_mesh arm_cell_mesh;
static collide_obb_pack *arm_boxes;       // round the parts
static collide_shape_pack *arm_hulls;     // of the parts
static collide_vec3 arm_scan[ARM_POINTS]; // of a casting on the table
static collide_vec3_pack *arm_points;
static const collide_shape_pack *arm_cloud; // the same pack
static solid arm_casting;                   // a tree of the points, and what is round their balls

// Where joints are in the coordinates of the link before them, what they turn about (x, y, z: 0,
// 1, 2), and how far they turn.
static const struct {
    collide_vec3 at;
    int about;
    float low, high;
} arm_joints[ARM_JOINTS] = {{{0, 0, 330}, 2, -2.9f, 2.9f}, {{60, 0, 170}, 1, -1.5f, 2},
                            {{0, 0, 560}, 1, -2, 1.4f},    {{130, 0, 60}, 0, -3.1f, 3.1f},
                            {{390, 0, 0}, 1, -2, 2},       {{90, 0, 0}, 0, -3.1f, 3.1f}};

// ---- meshes ------------------------------------------------------------------------------------

typedef struct arm_maker {
    collide_vec3 points[ARM_ROOM];
    uint32_t corners[ARM_ROOM * 6];
    size_t point_count, corner_count;
} arm_maker;

static arm_maker arm_work; // what is being made

static inline void arm_triangle(size_t a, size_t b, size_t c) {
    arm_maker *m = &arm_work;
    if (m->corner_count + 3 > sizeof m->corners / sizeof *m->corners)
        fail("no room for triangles");
    m->corners[m->corner_count++] = (uint32_t)a;
    m->corners[m->corner_count++] = (uint32_t)b;
    m->corners[m->corner_count++] = (uint32_t)c;
}

// A point by how far along an axis it is, and across it.
static inline void arm_point(int axis, float along, float u, float v) {
    static const int turn[3][3] = {{0, 1, 2}, {2, 0, 1}, {1, 2, 0}};
    const float x[3] = {along, u, v};
    if (arm_work.point_count == ARM_ROOM)
        fail("no room for points");
    arm_work.points[arm_work.point_count++] =
        point(x[turn[axis][0]], x[turn[axis][1]], x[turn[axis][2]]);
}

// A rectangle with round corners across an axis: where it is, half its sides, the radius of its
// corners, and how far its middle is off the axis.
typedef struct arm_section {
    float along, half_u, half_v, corner, off_u, off_v;
} arm_section;

static inline void arm_ring(int axis, const arm_section *a, const arm_section *b, float t) {
    // Cosines of 90 / 16 degrees times 1, 3, 5, ...; backwards they are sines.
    static const float cosine[8] = {0.99518473f, 0.95694034f, 0.88192126f, 0.77301045f,
                                    0.63439328f, 0.47139674f, 0.29028468f, 0.09801714f};
    const float x[6] = {a->along, a->half_u, a->half_v, a->corner, a->off_u, a->off_v};
    const float y[6] = {b->along, b->half_u, b->half_v, b->corner, b->off_u, b->off_v};
    float s[6];
    for (int k = 0; k < 6; ++k)
        s[k] = x[k] + t * (y[k] - x[k]);
    for (int k = 0; k < ARM_ROUND; ++k) {
        const int quarter = k / 8;
        const float c = cosine[k % 8], d = cosine[7 - k % 8];
        const float u = quarter == 0 ? c : quarter == 1 ? -d : quarter == 2 ? -c : d;
        const float v = quarter == 0 ? d : quarter == 1 ? c : quarter == 2 ? -d : -c;
        arm_point(axis, s[0], s[4] + (u > 0 ? s[1] - s[3] : s[3] - s[1]) + s[3] * u,
                  s[5] + (v > 0 ? s[2] - s[3] : s[3] - s[2]) + s[3] * v);
    }
}

// A closed surface through sections across an axis, each stretch cut into so many.
static inline void arm_loft(int axis, const arm_section *s, size_t n, int cuts) {
    const size_t first = arm_work.point_count, round = ARM_ROUND;
    for (size_t i = 0; i + 1 < n; ++i)
        for (int k = 0; k < cuts; ++k)
            arm_ring(axis, &s[i], &s[i + 1], (float)k / (float)cuts);
    arm_ring(axis, &s[n - 1], &s[n - 1], 0);
    const size_t last = arm_work.point_count - round;
    for (size_t k = 0; k < round; ++k) {
        const size_t next = (k + 1) % round;
        for (size_t ring = first; ring < last; ring += round) {
            arm_triangle(ring + k, ring + next, ring + round + next);
            arm_triangle(ring + k, ring + round + next, ring + round + k);
        }
        if (k > 0 && next > 0) {
            arm_triangle(first, first + next, first + k);
            arm_triangle(last, last + k, last + next);
        }
    }
}

// The middle, and half the sides.
static inline void arm_block(float x, float y, float z, float half_x, float half_y, float half_z) {
    static const unsigned char face[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                             {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    const size_t first = arm_work.point_count;
    for (int i = 0; i < 8; ++i)
        arm_point(0, i & 1 ? x + half_x : x - half_x, i & 2 ? y + half_y : y - half_y,
                  i & 4 ? z + half_z : z - half_z);
    for (int i = 0; i < 6; ++i) {
        arm_triangle(first + face[i][0], first + face[i][1], first + face[i][2]);
        arm_triangle(first + face[i][0], first + face[i][2], first + face[i][3]);
    }
}

static inline collide_tree *arm_tree(const collide_mesh *mesh) {
    collide_tree_options options;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    return build_tree(mesh, &options);
}

// Takes what was made since the last one as a solid; its hull is larger by this share of its size.
static inline solid arm_finish(const char *name, float larger) {
    const size_t n = arm_work.point_count, bytes = collide_convex_points_size(n);
    collide_vec3 *points = (collide_vec3 *)allocate(n * sizeof *points);
    uint32_t *corners = (uint32_t *)allocate(arm_work.corner_count * sizeof *corners);
    collide_convex *hull;
    collide_distance d;
    solid s;
    memset(&s, 0, sizeof s);
    s.name = name;
    memcpy(points, arm_work.points, n * sizeof *points);
    memcpy(corners, arm_work.corners, arm_work.corner_count * sizeof *corners);
    s.mesh.positions = points;
    s.mesh.vertex_count = n;
    s.mesh.indices = corners;
    s.mesh.triangle_count = arm_work.corner_count / 3;
    s.tree = arm_tree(&s.mesh);
    check(collide_obb_from_points(&s.box, points, n, 0));
    double most = 0;
    for (size_t i = 0; i < n; ++i) {
        const vec p = from_float(points[i]);
        most = dot(p, p) > most ? dot(p, p) : most;
        arm_work.points[i] = mad(points[i], larger, sub(points[i], s.box.center));
    }
    s.reach = (float)sqrt(most) * 1.00001f;
    check(
        collide_convex_build_points(&hull, allocate(bytes), bytes, arm_work.points, n, 0, 0, NULL));
    s.hull = collide_shape_from_convex(hull, NULL);
    const collide_shape middle = collide_shape_from_point(s.box.center);
    collide_shape_shape_distance(&middle, &s.hull, FLT_MAX, &d);
    if (larger > 0 && !(-larger * d.hi > 0.021f))
        fail("a hull is not larger by 0.02 mm");
    arm_work.point_count = arm_work.corner_count = 0;
    return s;
}

static inline void arm_make_links(void) {
    static const char *const names[ARM_LINKS] = {"base",    "turret", "upper arm", "elbow",
                                                 "forearm", "wrist",  "gripper"};
    static const int axes[ARM_LINKS] = {2, 2, 2, 0, 0, 0, 0};
    static const arm_section all[ARM_LINKS][9] = {{{0, 190, 190, 190, 0, 0},
                                                   {25, 190, 190, 190, 0, 0},
                                                   {25, 150, 150, 150, 0, 0},
                                                   {200, 125, 125, 125, 0, 0},
                                                   {290, 150, 150, 150, 0, 0},
                                                   {320, 150, 150, 150, 0, 0}},
                                                  {{-5, 150, 150, 150, 0, 0},
                                                   {35, 150, 150, 150, 0, 0},
                                                   {60, 120, 130, 60, 15, 0},
                                                   {170, 95, 120, 60, 60, 0},
                                                   {250, 85, 110, 60, 60, 0},
                                                   {270, 60, 85, 50, 60, 0}},
                                                  {{-100, 40, 60, 30, 0, 0},
                                                   {-70, 85, 95, 60, 0, 0},
                                                   {70, 90, 95, 60, 0, 0},
                                                   {130, 60, 70, 50, 0, 0},
                                                   {430, 48, 58, 45, 0, 0},
                                                   {490, 72, 85, 55, 0, 0},
                                                   {610, 72, 85, 55, 0, 0},
                                                   {640, 40, 55, 30, 0, 0}},
                                                  {{-135, 55, 50, 30, 0, 55},
                                                   {-115, 80, 80, 50, 0, 55},
                                                   {60, 82, 80, 50, 0, 45},
                                                   {105, 64, 64, 64, 0, 60},
                                                   {125, 64, 64, 64, 0, 60}},
                                                  {{5, 62, 62, 62, 0, 0},
                                                   {40, 62, 62, 62, 0, 0},
                                                   {60, 48, 48, 48, 0, 0},
                                                   {270, 40, 40, 40, 0, 0},
                                                   {310, 52, 42, 35, 0, 0},
                                                   {355, 56, 42, 30, 0, 0}},
                                                  {{-40, 34, 34, 25, 0, 0},
                                                   {-25, 48, 44, 30, 0, 0},
                                                   {30, 48, 44, 30, 0, 0},
                                                   {55, 40, 40, 40, 0, 0},
                                                   {84, 40, 40, 40, 0, 0}},
                                                  {{2, 42, 42, 42, 0, 0},
                                                   {14, 42, 42, 42, 0, 0},
                                                   {14, 26, 26, 26, 0, 0},
                                                   {32, 26, 26, 26, 0, 0},
                                                   {38, 52, 34, 10, 0, 0},
                                                   {92, 52, 34, 10, 0, 0}}};
    for (int i = 0; i < ARM_LINKS; ++i) {
        size_t n = 0;
        while (n < 9 && all[i][n].corner > 0)
            ++n;
        arm_loft(axes[i], all[i], n, 3);
        for (int side = -1; i == ARM_LINKS - 1 && side <= 1; side += 2) { // fingers
            arm_block(132, 36.0f * (float)side, 0, 40, 8, 14);
            arm_block(160, 24.0f * (float)side, 0, 12, 4, 14);
        }
        arm_links[i] = arm_finish(names[i], 0.001f);
    }
}

static inline void arm_part(const char *name) {
    if (arm_part_count == ARM_PARTS)
        fail("no room for parts");
    arm_parts[arm_part_count++] = arm_finish(name, 0);
}

// A part that is a block.
static inline void arm_bar(const char *name, float x, float y, float z, float half_x, float half_y,
                           float half_z) {
    arm_block(x, y, z, half_x, half_y, half_z);
    arm_part(name);
}

static inline void arm_cylinder(const char *name, int axis, float from, float to, float u, float v,
                                float radius) {
    const arm_section s[2] = {{from, radius, radius, radius, u, v},
                              {to, radius, radius, radius, u, v}};
    arm_loft(axis, s, 2, 1);
    arm_part(name);
}

// No part is thick enough for a link to be wholly inside, where no surfaces would cross.
static inline void arm_make_cell(void) {
    arm_bar("floor", 0, 0, -20, 1500, 1500, 20);
    arm_bar("table", 850, 0, 385, 400, 400, 15);
    for (int i = 0; i < 4; ++i) {
        const float x = i & 1 ? 1.0f : -1.0f, y = i & 2 ? 1.0f : -1.0f;
        arm_bar("leg of the table", 850 + 360 * x, 360 * y, 185, 25, 25, 185);
        arm_bar("leg of the conveyor", 150 + 700 * x, -850 + 200 * y, 200, 20, 20, 200);
        arm_bar("upright of the shelves", 50 + 580 * x, 920 + 170 * y, 700, 15, 15, 700);
        arm_bar("board of the shelves", 50, 920, 250 + 350 * (float)i, 600, 190, 10);
    }
    arm_bar("belt", 150, -850, 470, 850, 180, 10);
    for (int i = -1; i <= 1; i += 2)
        arm_bar("rail of the conveyor", 150, -850 + 205 * (float)i, 455, 850, 10, 50);
    for (int i = 0; i < 9; ++i)
        arm_cylinder("roller", 1, -1040, -660, 425, -650 + 200 * (float)i, 25);
    for (int i = 0; i < 3; ++i)
        arm_cylinder("post of the fence", 2, 5, 1800, -800, -1100 + 1100 * (float)i, 30);
    for (int i = 0; i < 9; ++i) {
        arm_bar("wire of the fence", -800, 0, 200 + 190 * (float)i, 3, 1070, 3);
        arm_bar("wire of the fence", -792, -960 + 240 * (float)i, 960, 3, 3, 780);
    }
    arm_cylinder("mast", 2, 405, 1250, 560, -330, 8);
    arm_cylinder("mast", 2, 405, 1250, 560, 330, 8);
    arm_bar("lamp", 560, 0, 1260, 30, 345, 8);
    for (int i = 0; i < 6; ++i) { // from the ceiling
        static const float at[6][2] = {{750, -560},  {420, 560}, {-250, 620},
                                       {-420, -480}, {950, 560}, {150, -620}};
        arm_cylinder("hanging wire", 2, 600, 2000, at[i][0], at[i][1], 3);
    }

    uint32_t *corners = (uint32_t *)allocate(sizeof arm_work.corners);
    collide_vec3 *points = (collide_vec3 *)allocate(sizeof arm_work.points);
    collide_mesh *m = &arm_cell_mesh;
    m->positions = points;
    m->indices = corners;
    for (size_t i = 0; i < arm_part_count; ++i) {
        const collide_mesh *part = &arm_parts[i].mesh;
        const uint32_t *index = (const uint32_t *)part->indices;
        memcpy(points + m->vertex_count, part->positions, part->vertex_count * sizeof *points);
        for (size_t k = 0; k < 3 * part->triangle_count; ++k)
            corners[3 * m->triangle_count + k] = (uint32_t)m->vertex_count + index[k];
        m->vertex_count += part->vertex_count;
        m->triangle_count += part->triangle_count;
    }
    arm_cell = build_tree(m, NULL);
}

// Points of a casting on the table, as a scanner sees them: dents and bumps, and noise.
static inline void arm_make_scan(void) {
    uint64_t r = 27;
    for (size_t i = 0; i < ARM_POINTS;) {
        collide_vec3 v;
        v.z = random_either(&r);
        v.y = random_either(&r);
        v.x = random_either(&r);
        const double square = dot(from_float(v), from_float(v));
        if (square > 1 || square < 0.01)
            continue;
        const float x = v.x / (float)sqrt(square), y = v.y / (float)sqrt(square),
                    z = v.z / (float)sqrt(square);
        const float out =
            1 + 0.5f * x * y + 0.35f * x * x * z - 0.3f * y * y + 0.01f * random_either(&r);
        arm_scan[i++] = point(800 + 240 * out * x, 40 + 210 * out * y, 590 + 170 * out * z);
    }
}

// ---- packs and trees ---

// Holds all balls round points: a hull of some points, made larger by as much as the others, and
// the balls, are outside of it.
static inline collide_shape arm_hull_of_scan(void) {
    enum { MOST = 64 };
    const size_t bytes = collide_convex_points_size(ARM_POINTS);
    const collide_shape middle = collide_shape_from_point(arm_casting.box.center);
    void *memory = allocate(bytes);
    collide_vec3 corners[MOST];
    collide_convex *hull;
    collide_distance d;
    collide_hull is;
    check(collide_convex_build_points(&hull, memory, bytes, arm_scan, ARM_POINTS, 0, MOST, &is));
    const collide_shape inner = collide_shape_from_convex(hull, NULL);
    collide_shape_shape_distance(&middle, &inner, FLT_MAX, &d);
    if (!(d.hi < -10))
        fail("the middle of the scan is not inside of its hull");
    const size_t n = collide_convex_vertices(hull, corners, MOST);
    for (size_t i = 0; i < n; ++i)
        corners[i] = mad(corners[i], 1.01f * (is.outside + ARM_RADIUS) / -d.hi,
                         sub(corners[i], arm_casting.box.center));
    check(collide_convex_build_points(&hull, memory, bytes, corners, n, 0, 0, NULL));
    return collide_shape_from_convex(hull, NULL);
}

// The casting, as a pack and as a tree, and packs of boxes and hulls round the parts of the cell.
static inline void arm_make_packs(void) {
    const size_t points = collide_vec3_pack_size(ARM_POINTS);
    const size_t boxes = collide_obb_pack_size(arm_part_count);
    const size_t hulls = collide_shape_pack_size(COLLIDE_SHAPE_CONVEX, arm_part_count);
    uint32_t *corners = (uint32_t *)allocate(3 * ARM_POINTS * sizeof *corners);
    collide_mesh mesh;
    arm_make_scan();
    check(collide_vec3_pack_build(&arm_points, allocate(points), points, arm_scan, ARM_POINTS, 0));
    arm_cloud = collide_shape_pack_of(&arm_points->header);
    memset(&mesh, 0, sizeof mesh);
    mesh.positions = arm_scan;
    mesh.vertex_count = mesh.triangle_count = ARM_POINTS;
    mesh.indices = corners;
    for (uint32_t i = 0; i < 3 * ARM_POINTS; ++i)
        corners[i] = i / 3;
    arm_casting.tree = build_tree(&mesh, NULL);
    check(collide_obb_from_points(&arm_casting.box, arm_scan, ARM_POINTS, 0));
    arm_casting.name = "casting";
    arm_casting.hull = arm_hull_of_scan();
    check(collide_obb_pack_build(&arm_boxes, allocate(boxes), boxes, &arm_parts[0].box,
                                 arm_part_count, sizeof *arm_parts));
    check(collide_shape_pack_build(&arm_hulls, allocate(hulls), hulls, &arm_parts[0].hull,
                                   arm_part_count, sizeof *arm_parts));
}

// Links whose neighbour in the chain is between them; neighbours are made to fit.
#define ARM_PAIRS 15
static int arm_pairs[ARM_PAIRS][2];

static inline void arm_make_pairs(void) {
    int n = 0;
    for (int i = ARM_LINKS - 1; i > 1; --i)
        for (int k = i - 2; k >= 0; --k) {
            arm_pairs[n][0] = i;
            arm_pairs[n++][1] = k;
        }
    if (n != ARM_PAIRS)
        fail("the pairs of links are other ones");
}

// ---- where links are, and how they move --------------------------------------------------------

// All links at these angles. Where the angles change at these rates, it is how the links move now:
// each turns about all joints before it. rates may be NULL: nothing moves.
static inline void arm_at(const float *angles, const float *rates, collide_motion *links) {
    links[0] = collide_motion_at_rest();
    for (int j = 0; j < ARM_JOINTS; ++j) {
        const collide_motion *last = &links[j];
        collide_motion *link = &links[j + 1], turn = collide_motion_at_rest();
        float *spin[3] = {&turn.spin.x, &turn.spin.y, &turn.spin.z};
        const int about = arm_joints[j].about;
        *spin[about] = angles[j];
        turn.pose = collide_motion_pose(&turn, 1); // the library knows sines
        turn.pose.position = arm_joints[j].at;
        *link = collide_motion_at_rest();
        link->pose = collide_pose_compose(&last->pose, &turn.pose);
        link->pivot = link->pose.position;
        if (!rates)
            continue;
        const vec way = from_float(sub(link->pivot, last->pivot));
        link->velocity =
            to_float(add(from_float(last->velocity), 1, cross(from_float(last->spin), way)));
        link->spin = mad(last->spin, rates[j], link->pose.axis[about]);
    }
}

// A bound of the acceleration of all points of a link, while joints keep their rates: rates of two
// joints multiply, and count with the distance from the later one.
static inline float arm_acceleration(const float *rates, int link) {
    double reach[ARM_JOINTS], most = (double)arm_links[link].reach, sum = 0;
    for (int j = link - 1; j >= 0; --j) {
        const vec at = from_float(arm_joints[j].at);
        reach[j] = most;
        most += sqrt(dot(at, at));
    }
    for (int j = 0; j < link; ++j)
        for (int k = 0; k < link; ++k)
            sum += fabs((double)rates[j] * (double)rates[k]) * reach[j > k ? j : k];
    return (float)sum * 1.00001f;
}

// A bound of the speed of all points of a link now: a corner of a box round it is the fastest.
static inline double arm_speed(const collide_motion *m, const solid *s) {
    double most = 0;
    for (int i = 0; i < 8; ++i) {
        collide_vec3 v = s->box.center;
        v = mad(v, i & 1 ? s->box.half.x : -s->box.half.x, s->box.axis[0]);
        v = mad(v, i & 2 ? s->box.half.y : -s->box.half.y, s->box.axis[1]);
        v = mad(v, i & 4 ? s->box.half.z : -s->box.half.z, s->box.axis[2]);
        v = sub(collide_pose_apply(&m->pose, v), m->pivot);
        const vec speed =
            add(from_float(m->velocity), 1, cross(from_float(m->spin), from_float(v)));
        most = dot(speed, speed) > most ? dot(speed, speed) : most;
    }
    return sqrt(most) * 1.00001;
}

// ---- one configuration -------------------------------------------------------------------------

// What touches.
typedef enum verdict { FREE, CELL, SELF, CLOUD, VERDICTS } verdict;

// Whether a link touches the ball round a point. A point deep inside is far from the surface.
static inline bool arm_touches_point(int link, const collide_pose *pose, uint32_t i) {
    const collide_shape p = collide_shape_from_point(arm_scan[i]);
    return collide_shape_tree_within(&p, arm_links[link].tree, pose, ARM_RADIUS) ||
           collide_point_tree(arm_scan[i], arm_links[link].tree, pose);
}

static inline collide_shape arm_box(const solid *s, const collide_motion *at) {
    const collide_shape box = collide_shape_from_obb(&s->box);
    return collide_shape_under_pose(&box, &at->pose);
}

// Whether the arm touches the casting: links by the boxes round them, then by their meshes at the
// points that are near those.
static inline bool arm_touches_casting(const collide_motion *at) {
    static uint32_t found[ARM_POINTS];
    const collide_shape all = collide_shape_from_obb(&arm_casting.box);
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape box = arm_box(&arm_links[i], &at[i]);
        if (!collide_shape_shape_within(&box, &all, ARM_RADIUS))
            continue;
        const size_t n =
            collide_shape_shape_within_many_indices(&box, arm_cloud, ARM_RADIUS, found, ARM_POINTS);
        for (size_t k = 0; k < n; ++k)
            if (arm_touches_point(i, &at[i].pose, found[k]))
                return true;
    }
    return false;
}

// One configuration by single calls, until something touches: by meshes alone, or where boxes
// round them overlap.
static inline verdict arm_ask(const collide_motion *at, bool boxes) {
    uint16_t bits[COLLIDE_BLOCKS(ARM_PARTS)];
    collide_shape box[ARM_LINKS];
    for (int i = ARM_LINKS - 1; i >= 0; --i) {
        box[i] = arm_box(&arm_links[i], &at[i]);
        if (i > 0 && (!boxes || collide_obb_obb_many(&box[i].of.obb, arm_boxes, bits) > 0) &&
            collide_tree_tree(arm_cell, NULL, arm_links[i].tree, &at[i].pose, NULL))
            return CELL;
    }
    for (int k = 0; k < ARM_PAIRS; ++k) {
        const int a = arm_pairs[k][0], b = arm_pairs[k][1];
        if ((!boxes || collide_obb_obb(&box[a].of.obb, &box[b].of.obb, NULL)) &&
            collide_tree_tree(arm_links[a].tree, &at[a].pose, arm_links[b].tree, &at[b].pose, NULL))
            return SELF;
    }
    return arm_touches_casting(at) ? CLOUD : FREE;
}

#endif // ARM_H
