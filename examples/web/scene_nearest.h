// Scene: nearest points. Shapes of all kinds move and turn over a plane. Each has its nearest
// neighbour, which the distances of all pairs tell, as brackets with the nearest points.
#ifndef SCENE_NEAREST_H
#define SCENE_NEAREST_H

#include "base.h"

#define NEAREST 11 // shapes; the last one is the plane
#define MOVING (NEAREST - 1)

// In its own coordinates, round its origin.
typedef struct nearest_shape {
    const char *name;
    look kind;
    collide_shape shape;
    double size; // of a sphere that holds it
} nearest_shape;

static nearest_shape nearest_shapes[NEAREST];
static collide_mesh nearest_meshes[3]; // sheet, tetrahedron, gem

typedef struct nearest_scene {
    vec home[MOVING], swing[MOVING], spin[MOVING]; // swing: how far it goes from home
    vec phase[MOVING][3];                          // cosine and sine of each axis, and its pace
    quaternion turned[MOVING];
    bool held[MOVING]; // it stays where it was put
    uint32_t chosen;   // MOVING: none
    uint32_t steps;
    // Of now.
    vec at[MOVING];
    collide_shape now[NEAREST];
    collide_distance distance[NEAREST][NEAREST]; // of i < k
    uint32_t neighbour[MOVING];
} nearest_scene;

// ---- making ------------------------------------------------------------------------------------

static void nearest_set(size_t i, const char *name, look kind, collide_shape shape, double size) {
    nearest_shape *s = &nearest_shapes[i];
    check(collide_shape_check(&shape));
    s->name = name;
    s->kind = kind;
    s->shape = shape;
    s->size = size;
}

// The surface of the hull of points, to be drawn and, as a body, to be asked.
static const collide_convex *nearest_hull(collide_mesh *mesh, const collide_vec3 *points,
                                          size_t n) {
    const size_t size = collide_convex_points_size(n);
    collide_convex *hull;
    check(collide_convex_build_points(&hull, allocate(size), size, points, n, 0, 0, NULL));
    collide_vec3 *corners = (collide_vec3 *)allocate(n * sizeof *corners);
    uint32_t *indices = (uint32_t *)allocate(6 * n * sizeof *indices);
    const size_t vertex_count = collide_convex_vertices(hull, corners, n);
    const collide_mesh made = {
        corners, vertex_count, 0, indices, collide_convex_triangles(hull, indices, 2 * n), 0};
    *mesh = made;
    return hull;
}

static const collide_mesh *nearest_mesh(look kind) {
    return &nearest_meshes[kind == look_sheet ? 0 : kind == look_tetrahedron ? 1 : 2];
}

static void nearest_make(void) {
    static const collide_triangle sheet = {
        {{-0.6f, -0.45f, 0}, {0.6f, -0.3f, 0}, {-0.1f, 0.7f, 0}}};
    static const collide_tetrahedron corner = {
        {{-0.5f, -0.4f, -0.3f}, {0.6f, -0.4f, -0.3f}, {0, 0.6f, -0.3f}, {0, 0, 0.6f}}};
    const collide_segment rod = {{0, 0, -0.7f}, {0, 0, 0.7f}};
    const collide_sphere round = {{0, 0, 0}, 0.45f};
    const collide_capsule pill = {{0, 0, -0.45f}, {0, 0, 0.45f}, 0.25f};
    const collide_aabb upright = {{-0.4f, -0.3f, -0.5f}, {0.4f, 0.3f, 0.5f}};
    const collide_obb crate = {{0, 0, 0}, {0.55f, 0.35f, 0.2f}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const collide_cylinder drum = {{0, 0, 0}, {0, 0, 1}, 0.35f, 0.8f};
    const collide_plane ground = {{0, 0, 1}, 0};
    collide_vec3 points[24];
    uint64_t random = 8;
    if (nearest_shapes[0].name)
        return;
    for (int i = 0; i < 24; ++i)
        points[i] = to_float(add(at(0, 0, 0), 0.55, unit(draw_vec(&random, 1))));
    (void)nearest_hull(&nearest_meshes[0], sheet.v, 3);
    (void)nearest_hull(&nearest_meshes[1], corner.v, 4);
    const collide_convex *gem = nearest_hull(&nearest_meshes[2], points, 24);
    nearest_set(0, "point", look_spot, collide_shape_from_point(point(0, 0, 0)), 0.1);
    nearest_set(1, "segment", look_rod, collide_shape_from_segment(&rod), 0.7);
    nearest_set(2, "sphere", look_round, collide_shape_from_sphere(&round), 0.45);
    nearest_set(3, "capsule", look_pill, collide_shape_from_capsule(&pill), 0.7);
    nearest_set(4, "AABB", look_upright, collide_shape_from_aabb(&upright), 0.71);
    nearest_set(5, "OBB", look_crate, collide_shape_from_obb(&crate), 0.69);
    nearest_set(6, "triangle", look_sheet, collide_shape_from_triangle(&sheet), 0.76);
    nearest_set(7, "tetrahedron", look_tetrahedron, collide_shape_from_tetrahedron(&corner), 0.78);
    nearest_set(8, "cylinder", look_drum, collide_shape_from_cylinder(&drum), 0.54);
    nearest_set(9, "convex body", look_gem, collide_shape_from_convex(gem, NULL), 0.56);
    nearest_set(MOVING, "plane", look_plate, collide_shape_from_plane(&ground), 0);
}

// ---- moving ------------------------------------------------------------------------------------

static void nearest_place(nearest_scene *s, size_t i) {
    const nearest_shape *shape = &nearest_shapes[i];
    const collide_pose pose = pose_of(s->turned[i], s->at[i]);
    if (shape->shape.kind == COLLIDE_SHAPE_AABB) { // it never turns, and stays one
        collide_aabb box = shape->shape.of.aabb;
        const vec min = from_float(box.min), max = from_float(box.max);
        box.min = to_float(add(min, 1, s->at[i]));
        box.max = to_float(add(max, 1, s->at[i]));
        s->now[i] = collide_shape_from_aabb(&box);
    } else {
        s->now[i] = collide_shape_under_pose(&shape->shape, &pose);
    }
}

// All pairs, and of each shape its nearest neighbour.
static void nearest_measure(nearest_scene *s) {
    for (size_t i = 0; i < MOVING; ++i) {
        nearest_place(s, i);
        s->neighbour[i] = NEAREST;
    }
    s->now[MOVING] = nearest_shapes[MOVING].shape;
    for (uint32_t i = 0; i < MOVING; ++i)
        for (uint32_t k = i + 1; k < NEAREST; ++k) {
            ++asked;
            (void)collide_shape_shape_distance(&s->now[i], &s->now[k], FLT_MAX, &s->distance[i][k]);
        }
    for (uint32_t i = 0; i < MOVING; ++i)
        for (uint32_t k = 0; k < NEAREST; ++k) {
            const uint32_t old = s->neighbour[i], a = i < k ? i : k, b = i < k ? k : i;
            if (k == i)
                continue;
            if (old == NEAREST ||
                s->distance[a][b].hi < s->distance[i < old ? i : old][i < old ? old : i].hi)
                s->neighbour[i] = k;
        }
}

static void nearest_start(nearest_scene *s) {
    uint64_t random = 12;
    nearest_make();
    for (int i = 0; i < MOVING; ++i) {
        const int row = i / 5;
        s->home[i] = at(-3.4 + 1.7 * (i % 5) + 0.4 * row, row ? 1.3 : -1.1, 1.7 + 0.5 * row);
        s->swing[i] = at(draw(&random, 0.2, 0.6), draw(&random, 0.2, 0.6), draw(&random, 0.2, 0.7));
        s->spin[i] = draw_vec(&random, 0.7);
        for (int k = 0; k < 3; ++k) {
            const vec way = unit(at(draw(&random, -1, 1), draw(&random, -1, 1), 0));
            s->phase[i][k] = at(way.x, way.y, draw(&random, 0.5, 1.1));
        }
        s->turned[i] = draw_rotation(&random);
        s->at[i] = s->home[i];
    }
    s->turned[4].x = s->turned[4].y = s->turned[4].z = 0; // the AABB
    s->turned[4].w = 1;
    s->chosen = MOVING;
    nearest_measure(s);
}

static void nearest_step(nearest_scene *s) {
    ++s->steps;
    for (size_t i = 0; i < MOVING; ++i) {
        double off[3];
        for (int k = 0; k < 3; ++k) {
            vec *p = &s->phase[i][k];
            const double by = STEP * p->z;
            const vec turned = unit(at(p->x - by * p->y, p->y + by * p->x, 0));
            p->x = turned.x;
            p->y = turned.y;
            off[k] = turned.x;
        }
        if (!s->held[i])
            s->at[i] =
                add(s->home[i], 1,
                    at(off[0] * s->swing[i].x, off[1] * s->swing[i].y, off[2] * s->swing[i].z));
        if (i != 4)
            s->turned[i] = turn(s->turned[i], add(at(0, 0, 0), STEP, s->spin[i]));
    }
    nearest_measure(s);
}

// ---- what a pointer and keys do ----------------------------------------------------------------

static void nearest_move(nearest_scene *s, vec to) {
    if (s->chosen == MOVING)
        return;
    s->held[s->chosen] = true;
    s->at[s->chosen] = at(clamp(to.x, -6, 6), clamp(to.y, -5, 5), clamp(to.z, 0, 5));
    nearest_measure(s);
}

// The first shape that the ray meets, or else the one that is the nearest to it, as an angle.
static bool nearest_grab(nearest_scene *s, vec from, vec way, double reach) {
    const collide_segment segment = {to_float(from), to_float(add(from, 60, way))};
    const collide_shape ray = collide_shape_from_segment(&segment);
    double best = HUGE_VAL;
    uint32_t grabbed = MOVING;
    for (uint32_t i = 0; i < MOVING; ++i) {
        collide_distance d;
        const vec off = add(s->at[i], -1, from);
        const double along = dot(off, way);
        ++asked;
        if (!collide_shape_shape_distance(&ray, &s->now[i], (float)(reach * fabs(along)), &d))
            continue;
        const double rank = d.lo > 0 ? 1000 + (double)d.lo / along : along;
        if (along > 0 && rank < best) {
            best = rank;
            grabbed = i;
        }
    }
    s->chosen = grabbed < MOVING ? grabbed : s->chosen;
    return grabbed < MOVING;
}

static void nearest_drag(nearest_scene *s, vec from, vec way, vec normal) {
    if (s->chosen < MOVING)
        nearest_move(s, meet_plane(from, way, s->at[s->chosen], normal));
}

static void nearest_choose(nearest_scene *s, int by) {
    if (s->chosen == MOVING)
        s->chosen = by > 0 ? MOVING - 1 : 0;
    s->chosen = (s->chosen + (uint32_t)(MOVING + by)) % MOVING;
}

static void nearest_nudge(nearest_scene *s, vec by) {
    if (s->chosen == MOVING)
        s->chosen = 0;
    nearest_move(s, add(s->at[s->chosen], 1, by));
}

// ---- drawing -----------------------------------------------------------------------------------

static void nearest_show(const nearest_scene *s, size_t i) {
    const look kind = nearest_shapes[i].kind;
    collide_pose pose = pose_of(s->turned[i], s->at[i]);
    switch (kind) {
    case look_spot:
        show_body(kind, &pose, 0.12, 0.12, 0.12);
        break;
    case look_rod:
        show_body(kind, &pose, 0.05, 0.05, 1.4);
        break;
    case look_round:
        show_body(kind, &pose, 0.9, 0.9, 0.9);
        break;
    case look_pill:
        show_body(kind, &pose, 0.5, 0.5, 0.9);
        pose.position = s->now[i].of.capsule.a;
        show_body(look_pill_end, &pose, 0.5, 0.5, 0.5);
        pose.position = s->now[i].of.capsule.b;
        show_body(look_pill_end, &pose, 0.5, 0.5, 0.5);
        break;
    case look_upright:
        show_body(kind, &pose, 0.8, 0.6, 1);
        break;
    case look_crate:
        show_body(kind, &pose, 1.1, 0.7, 0.4);
        break;
    case look_drum:
        show_body(kind, &pose, 0.7, 0.7, 0.8);
        break;
    default:
        show_body(kind, &pose, 1, 1, 1);
    }
}

// The name of a pair, which the page reads before the next one is made.
static const char *nearest_name(uint32_t i, uint32_t k) {
    static char names[MOVING][32];
    char *to = names[i];
    const char *parts[3] = {nearest_shapes[i].name, " \xe2\x80\x93 ", nearest_shapes[k].name};
    size_t n = 0;
    for (int p = 0; p < 3; ++p)
        for (const char *from = parts[p]; *from && n + 1 < sizeof names[i]; ++from)
            to[n++] = *from;
    to[n] = 0;
    return to;
}

static void nearest_draw(const nearest_scene *s, double fraction) {
    const collide_pose still = pose_of((quaternion){0, 0, 0, 1}, at(0, 0, -0.1));
    (void)fraction;
    show_body(look_plate, &still, 13, 10, 0.2);
    for (uint32_t i = 0; i < MOVING; ++i) {
        const uint32_t k = s->neighbour[i], a = i < k ? i : k, b = i < k ? k : i;
        const collide_distance *d = &s->distance[a][b];
        const vec from = from_float(d->point_a), to = from_float(d->point_b);
        nearest_show(s, i);
        show_bracket(nearest_name(i, k), 1e3 * (double)d->lo, 1e3 * (double)d->hi, 4);
        if (k < i && s->neighbour[k] == i) // the same line
            continue;
        show_line(from, to, 1);
        show_mark(d->point_a, d->normal, 0, 1);
        show_mark(d->point_b, d->normal, 0, 1);
        show_label(to_float(add(from, 0.5, add(to, -1, from))), 1e3 * (double)d->lo,
                   1e3 * (double)d->hi, 1);
    }
    if (s->chosen < MOVING) {
        const collide_aabb bounds = collide_aabb_from_shape(&s->now[s->chosen]);
        const collide_obb box = collide_obb_from_aabb(&bounds);
        show_box(look_frame, &box);
    }
}

// ---- the batch ---------------------------------------------------------------------------------

#define PILLS 1024

static const char nearest_work_text[] = "65,536 pairs of capsules and boxes: distances";
static collide_shape *work_pills, *work_crates;
static collide_pair *work_of_pills;

static void nearest_prepare(void) {
    uint64_t random = 1;
    if (work_pills)
        return;
    work_pills = (collide_shape *)allocate(PILLS * sizeof *work_pills);
    work_crates = (collide_shape *)allocate(PILLS * sizeof *work_crates);
    work_of_pills = (collide_pair *)allocate(BATCH * sizeof *work_of_pills);
    for (int i = 0; i < PILLS; ++i) {
        const collide_pose pose = pose_of(draw_rotation(&random), draw_vec(&random, 2));
        const collide_capsule pill = collide_capsule_from_pose(&pose, 0.1f, 0.5f);
        const collide_pose other = pose_of(draw_rotation(&random), draw_vec(&random, 2));
        const collide_obb box = collide_obb_from_pose(&other, to_float(at(0.4, 0.3, 0.2)));
        work_pills[i] = collide_shape_from_capsule(&pill);
        work_crates[i] = collide_shape_from_obb(&box);
    }
    for (int i = 0; i < BATCH; ++i) {
        work_of_pills[i].a = (uint32_t)draw(&random, 0, PILLS);
        work_of_pills[i].b = (uint32_t)draw(&random, 0, PILLS);
    }
}

static size_t nearest_work(void) {
    const collide_shape_array pills = {work_pills, PILLS, 0}, crates = {work_crates, PILLS, 0};
    const collide_distances out = {work_bits, work_first, work_last, NULL};
    return collide_shape_shape_distance_pairs(&pills, &crates, work_of_pills, BATCH, 1, &out);
}

static uint64_t nearest_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    hash = hash_bits(hash, BATCH);
    hash = hash_bytes(hash, work_first, sizeof work_first);
    return hash_bytes(hash, work_last, sizeof work_last);
}

#endif // SCENE_NEAREST_H
