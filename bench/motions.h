// Pairs of bodies that move and turn, for the benchmarks of motion: the same floats with every
// compiler and flag. Include collide.h, inputs.h and distances.h before this file.
#ifndef MOTIONS_H
#define MOTIONS_H

// Shapes have their middle at the origin, meshes too; the pose of the motion places it.
typedef struct motion_pair {
    collide_shape a, b;
    collide_motion motion_a, motion_b;
} motion_pair;

// A motion of a body with its middle at position, over the time 1: it turns about it by 0.2 to 1.5
// radians, and drifts.
static inline collide_motion motion_draw_turn(inputs_random *r, collide_vec3 position) {
    const collide_vec3 zero = {0, 0, 0};
    collide_motion m = collide_motion_at_rest();
    m.pose = inputs_pose(r, position);
    m.pivot = position;
    m.velocity = inputs_vec3(r, -0.25f, 0.25f);
    const float angle = inputs_uniform(r, 0.2f, 1.5f);
    m.spin = distance_along(zero, angle, inputs_pose(r, zero).axis[0]);
    return m;
}

// Two such motions of bodies that are from least to most apart; b comes by a quarter of this to one
// and a quarter.
static inline void motion_draw(inputs_random *r, float least, float most, collide_motion *a,
                               collide_motion *b) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_vec3 way = inputs_pose(r, zero).axis[0];
    const float d = inputs_uniform(r, least, most), v = -d * inputs_uniform(r, 0.25f, 1.25f);
    *a = motion_draw_turn(r, zero);
    *b = motion_draw_turn(r, distance_along(zero, d, way));
    b->velocity = distance_along(b->velocity, v, way);
}

// n pairs of shapes of extents from 0.25 to 1, some of which overlap at the start.
static inline void motion_draw_shapes(inputs_random *r, uint32_t kind_a, uint32_t kind_b, size_t n,
                                      motion_pair *out) {
    const collide_pose still = collide_pose_identity();
    for (size_t i = 0; i < n; ++i) {
        out[i].a = distance_shape(r, kind_a, &still);
        out[i].b = distance_shape(r, kind_b, &still);
        motion_draw(r, 1.5f, 4, &out[i].motion_a, &out[i].motion_b);
    }
}

static inline void motion_draw_boxes(inputs_random *r, size_t n, motion_pair *out) {
    motion_draw_shapes(r, COLLIDE_SHAPE_OBB, COLLIDE_SHAPE_OBB, n, out);
}

// Of meshes of mesh.h, of which the balls about them have a radius of 1.
static inline void motion_draw_meshes(inputs_random *r, collide_motion *a, collide_motion *b) {
    motion_draw(r, 1.25f, 2.5f, a, b);
}

#endif // MOTIONS_H
