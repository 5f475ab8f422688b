// Inputs of benchmark, golden hashes and tests: the same floats with every compiler and flag.
//
// Random numbers are xorshift64*. A uniform number is one exact product and one sum in double, so
// contraction cannot change it; rotations and corners come from collide.h, which keeps its bits.
// Include collide.h before this file.
#ifndef INPUTS_H
#define INPUTS_H

#include <stdlib.h>
#include <string.h>

typedef struct inputs_random {
    uint64_t state; // not 0
} inputs_random;

static inline inputs_random inputs_seed(uint64_t seed) {
    inputs_random r = {seed * 0x9e3779b97f4a7c15u + 0x1234567u};
    r.state = r.state ? r.state : 1;
    return r;
}

static inline uint64_t inputs_next(inputs_random *r) {
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return r->state * 0x2545f4914f6cdd1du;
}

// U[lo, hi) on a grid of 2^24 steps.
static inline float inputs_uniform(inputs_random *r, float lo, float hi) {
    const float width = hi - lo, u = (float)(inputs_next(r) >> 40) * (1.0f / 16777216.0f);
    return (float)((double)lo + (double)width * (double)u);
}

static inline collide_vec3 inputs_vec3(inputs_random *r, float lo, float hi) {
    collide_vec3 p;
    p.x = inputs_uniform(r, lo, hi);
    p.y = inputs_uniform(r, lo, hi);
    p.z = inputs_uniform(r, lo, hi);
    return p;
}

// Uniform rotation: a quaternion from the unit ball, by rejection on integers (exact).
static inline collide_pose inputs_pose(inputs_random *r, collide_vec3 position) {
    for (;;) {
        int32_t q[4];
        int64_t square = 0;
        for (int i = 0; i < 4; ++i) {
            q[i] = (int32_t)(inputs_next(r) >> 40) - (1 << 23);
            square += (int64_t)q[i] * q[i];
        }
        if (square > 0 && square <= (int64_t)1 << 46)
            return collide_pose_from_quaternion((float)q[0], (float)q[1], (float)q[2], (float)q[3],
                                                position);
    }
}

static inline void inputs_box_corners(const collide_obb *box, collide_vec3 corner[8]) {
    collide_pose pose;
    pose.position = box->center;
    memcpy(pose.axis, box->axis, sizeof pose.axis);
    for (int i = 0; i < 8; ++i) {
        collide_vec3 p = box->half;
        p.x = i & 1 ? p.x : -p.x;
        p.y = i & 2 ? p.y : -p.y;
        p.z = i & 4 ? p.z : -p.z;
        corner[i] = collide_pose_apply(&pose, p);
    }
}

// A box with half extents U[.25, 1], random rotation, centre U[0, size]^3.
static inline collide_obb inputs_box(inputs_random *r, float size) {
    collide_obb box;
    box.half = inputs_vec3(r, 0.25f, 1.0f);
    box.center = inputs_vec3(r, 0.0f, size);
    const collide_pose pose = inputs_pose(r, box.center);
    memcpy(box.axis, pose.axis, sizeof box.axis);
    return box;
}

// Its eight corners. Returns the centre.
static inline collide_vec3 inputs_corners(inputs_random *r, float size, collide_vec3 corner[8]) {
    const collide_obb box = inputs_box(r, size);
    inputs_box_corners(&box, corner);
    return box.center;
}

// Sine and cosine of i * step, i = 0 to n - 1, in units of 2^-30, by turning: the same integers
// everywhere. sine and cosine are those of step.
static inline void inputs_turns(int32_t sine, int32_t cosine, size_t n, int32_t *s, int32_t *c) {
    s[0] = 0;
    c[0] = 1 << 30;
    for (size_t i = 1; i < n; ++i) {
        s[i] = (int32_t)(((int64_t)s[i - 1] * cosine + (int64_t)c[i - 1] * sine) / (1 << 30));
        c[i] = (int32_t)(((int64_t)c[i - 1] * cosine - (int64_t)s[i - 1] * sine) / (1 << 30));
    }
}

// Heights 4 sin(.05 x) cos(.07 y) + sin(.31 x + .2 y) + U[-.25, .25) of columns by rows at step 1;
// turns holds 4 * (columns + rows) numbers.
static inline void inputs_heights(inputs_random *r, size_t columns, size_t rows, int32_t *turns,
                                  float *out) {
    int32_t *sx = turns, *cx = sx + columns, *sa = cx + columns, *ca = sa + columns;
    int32_t *sy = ca + columns, *cy = sy + rows, *sb = cy + rows, *cb = sb + rows;
    inputs_turns(53664724, 1072399926, columns, sx, cx);  // .05
    inputs_turns(75100560, 1071112231, rows, sy, cy);     // .07
    inputs_turns(327554217, 1022560384, columns, sa, ca); // .31
    inputs_turns(213319570, 1052338475, rows, sb, cb);    // .2
    for (size_t j = 0; j < rows; ++j)
        for (size_t i = 0; i < columns; ++i) {
            const int64_t hill = 4 * ((int64_t)sx[i] * cy[j] / (1 << 30));
            const int64_t wave = ((int64_t)sa[i] * cb[j] + (int64_t)ca[i] * sb[j]) / (1 << 30);
            *out++ = (float)((double)(hill + wave) * (1.0 / (1 << 30)) +
                             (double)inputs_uniform(r, -0.25f, 0.25f));
        }
}

#ifndef COLLIDE_NO_TERRAIN
// a + b by collide.h, so that no compiler joins it with other sums or products.
static inline float inputs_sum(float a, float b) {
    collide_pose pose = collide_pose_identity();
    collide_vec3 p = {b, 0, 0};
    pose.position.x = a;
    return collide_pose_apply(&pose, p).x;
}

// A cylinder of that radius and height, rotated at random, whose lowest point is lift above the
// surface, its centre over a grid of that width and depth.
static inline collide_cylinder inputs_cylinder(inputs_random *r, const collide_terrain *terrain,
                                               float width, float depth, float radius, float height,
                                               float lift) {
    collide_cylinder c;
    collide_obb down;
    collide_vec3 p = terrain->grid.origin;
    p.x = inputs_sum(p.x, inputs_uniform(r, 0, width));
    p.y = inputs_sum(p.y, inputs_uniform(r, 0, depth));
    p.z = 0;
    const collide_pose pose = inputs_pose(r, p);
    c.center = p;
    c.axis = pose.axis[2];
    c.radius = radius;
    c.height = height;
    // Down in the base: the two directions' parts in z, at unit length.
    memset(&down, 0, sizeof down);
    down.axis[0].x = pose.axis[0].z;
    down.axis[0].y = pose.axis[1].z;
    down = collide_obb_orthonormalize(&down);
    p.x = radius * -down.axis[0].x;
    p.y = radius * -down.axis[0].y;
    p.z = height * (c.axis.z < 0 ? 0.5f : -0.5f);
    const collide_vec3 lowest = collide_pose_apply(&pose, p);
    float z = 0;
    if (!collide_terrain_height(terrain, lowest.x, lowest.y, &z, NULL))
        collide_terrain_height(terrain, c.center.x, c.center.y, &z, NULL);
    c.center.z = inputs_sum(inputs_sum(z, lift), -lowest.z);
    return c;
}
#endif

// The sum of a coordinate and of three numbers U[-width, width).
static inline float inputs_about(inputs_random *r, float center, float width) {
    int64_t sum = 0;
    for (int k = 0; k < 3; ++k)
        sum += (int64_t)(inputs_next(r) >> 40) - (1 << 23);
    return (float)((double)center + (double)width * ((double)sum * (1.0 / 8388608.0)));
}

// n balls that have about four partners each, however many there are: one per unit of volume of a
// cube, of radius 0.5; or clustered, each thousand about a place of its own. Mixed radii are from
// 0.15 to 1.3, half of them below 0.23.
static inline void inputs_balls(inputs_random *r, size_t n, bool clustered, bool mixed,
                                collide_sphere *out) {
    uint64_t edge = 1; // in sixteenths
    collide_vec3 place = {0, 0, 0};
    while (edge * edge * edge < (uint64_t)n * 4096)
        ++edge;
    const float size = (float)edge * (clustered ? 0.25f : 0.0625f);
    for (size_t i = 0; i < n; ++i) {
        const uint64_t t = inputs_next(r) >> 56;
        if (i % 1000 == 0 || !clustered)
            place = inputs_vec3(r, 0.0f, size);
        out[i].center = place;
        if (clustered) {
            out[i].center.x = inputs_about(r, place.x, 2.875f);
            out[i].center.y = inputs_about(r, place.y, 2.875f);
            out[i].center.z = inputs_about(r, place.z, 2.875f);
        }
        out[i].radius =
            mixed ? (float)(0.15 + 1.1875 * ((double)(t * t * t * t) * (1.0 / 4294967296.0)))
                  : 0.5f;
    }
}

// The number of a vertex of a cube's surface, of edge steps along each side.
static inline uint32_t inputs_lattice(uint32_t edge, const uint32_t *at) {
    const uint32_t i = at[0], j = at[1], k = at[2], layer = (edge + 1) * (edge + 1);
    if (k == 0 || k == edge)
        return (k ? layer : 0) + j * (edge + 1) + i;
    return 2 * layer + (k - 1) * 4 * edge +
           (j == 0      ? i
            : i == edge ? edge + j
            : j == edge ? 3 * edge - i
                        : 4 * edge - j);
}

// A bumpy sphere of half diagonal about 1: 6 * edge^2 + 2 positions, and the indices of 12 * edge^2
// triangles, counter-clockwise as seen from outside; edge from 1 to 4096.
static inline void inputs_bumpy(uint32_t edge, collide_vec3 *positions, uint32_t *indices) {
    uint32_t unit = 1;
    while (unit < edge)
        unit *= 2;
    for (uint32_t axis = 0; axis < 3; ++axis)
        for (uint32_t side = 0; side < 2; ++side)
            for (uint32_t u = 0; u <= edge; ++u)
                for (uint32_t v = 0; v <= edge; ++v) {
                    uint32_t at[3], corner[4];
                    uint32_t wave = 0; // up to three times edge
                    collide_obb out;
                    memset(&out, 0, sizeof out);
                    for (uint32_t k = 0; k < 4 && u < edge && v < edge; ++k) {
                        at[axis] = side * edge;
                        at[(axis + 1) % 3] = u + (k & 1);
                        at[(axis + 2) % 3] = v + k / 2;
                        corner[k] = inputs_lattice(edge, at);
                    }
                    for (uint32_t k = 0; k < 6 && u < edge && v < edge; ++k) {
                        static const uint8_t order[2][6] = {{0, 2, 1, 1, 2, 3}, {0, 1, 2, 1, 3, 2}};
                        *indices++ = corner[order[side][k]];
                    }
                    at[axis] = side * edge;
                    at[(axis + 1) % 3] = u;
                    at[(axis + 2) % 3] = v;
                    for (uint32_t k = 0; k < 3; ++k) {
                        const uint32_t t = (2 * k + 3) * at[k] % (2 * edge);
                        wave += t < edge ? t : 2 * edge - t;
                    }
                    out.axis[0].x = 2 * (float)at[0] - (float)edge;
                    out.axis[0].y = 2 * (float)at[1] - (float)edge;
                    out.axis[0].z = 2 * (float)at[2] - (float)edge;
                    out = collide_obb_orthonormalize(&out);
                    const float radius =
                        (float)(0.5 + (double)wave * (0.0625 / (double)unit)); // exact product
                    collide_vec3 *p = positions + inputs_lattice(edge, at);
                    p->x = out.axis[0].x * radius;
                    p->y = out.axis[0].y * radius;
                    p->z = out.axis[0].z * radius;
                }
}

// A pose of one mesh to another as large: a random rotation, a random direction, a distance
// U[.3, 1.4).
static inline collide_pose inputs_flight(inputs_random *r) {
    const collide_vec3 zero = {0, 0, 0};
    const collide_pose direction = inputs_pose(r, zero);
    const float distance = inputs_uniform(r, 0.3f, 1.4f);
    collide_pose pose = inputs_pose(r, zero);
    pose.position.x = direction.axis[0].x * distance;
    pose.position.y = direction.axis[0].y * distance;
    pose.position.z = direction.axis[0].z * distance;
    return pose;
}

#ifndef COLLIDE_NO_RAY
// A ray that goes to a random point in the bounds of what it is cast at. It begins in the bounds,
// or outside within their size on each side. The direction is not of unit length.
static inline collide_ray inputs_ray(inputs_random *r, const collide_aabb *bounds, bool inside) {
    const collide_vec3 lo = bounds->min, hi = bounds->max;
    const float x = inside ? 0 : hi.x - lo.x, y = inside ? 0 : hi.y - lo.y;
    const float z = inside ? 0 : hi.z - lo.z;
    collide_ray ray;
    ray.direction.x = inputs_uniform(r, lo.x, hi.x);
    ray.direction.y = inputs_uniform(r, lo.y, hi.y);
    ray.direction.z = inputs_uniform(r, lo.z, hi.z);
    collide_vec3 from;
    do {
        from.x = inputs_uniform(r, lo.x - x, hi.x + x);
        from.y = inputs_uniform(r, lo.y - y, hi.y + y);
        from.z = inputs_uniform(r, lo.z - z, hi.z + z);
    } while (!inside && from.x >= lo.x && from.x <= hi.x && from.y >= lo.y && from.y <= hi.y &&
             from.z >= lo.z && from.z <= hi.z);
    ray.origin = from;
    ray.direction.x -= from.x;
    ray.direction.y -= from.y;
    ray.direction.z -= from.z;
    return ray;
}

#ifndef COLLIDE_NO_TERRAIN
// Rays over a grid of that width and depth, whose origin is (0, 0): in turns one that begins a
// little above the surface and goes anywhere, by at most 1 along each axis and .5 up or down, and
// one from high above to a random point at height 0.
static inline collide_ray inputs_terrain_ray(inputs_random *r, const collide_terrain *terrain,
                                             float width, float depth, bool high) {
    collide_vec3 from = {0, 0, 0}, way = inputs_vec3(r, -1, 1);
    from.x = inputs_uniform(r, 0, width);
    from.y = inputs_uniform(r, 0, depth);
    if (high) {
        from.z = inputs_uniform(r, 20, 60);
        way.x = inputs_uniform(r, 0, width) - from.x;
        way.y = inputs_uniform(r, 0, depth) - from.y;
        way.z = -from.z;
    } else {
        collide_terrain_height(terrain, from.x, from.y, &from.z, NULL);
        from.z = inputs_sum(from.z, inputs_uniform(r, 0.5f, 5));
        way.z *= 0.5f;
    }
    const collide_ray ray = {from, way};
    return ray;
}
#endif
#endif

#ifndef COLLIDE_NO_CABLE
// n segments of cables: random walks of control points, 1 apart, that turn by some 0.2 rad at each.
// The first segment of a cable has its middle about anywhere in a cube of that edge, the last one
// is the sixteenth, or leaves the cube. Radii are U[.02, .1), one for each cable.
static inline void inputs_cables(inputs_random *r, float size, size_t n, collide_spline *out) {
    const collide_vec3 ahead = {1, 0, 0}, back = {-1.5f, 0, 0}, zero = {0, 0, 0};
    collide_pose walk = collide_pose_identity();
    for (size_t i = 0, begun = 0; i < n; ++i) {
        const collide_vec3 p = i > 0 ? out[i - 1].v[2] : zero;
        const bool inside =
            p.x >= 0 && p.x <= size && p.y >= 0 && p.y <= size && p.z >= 0 && p.z <= size;
        int k = 3;
        if (i > 0 && i - begun < 16 && inside) {
            memcpy(out[i].v, out[i - 1].v + 1, 3 * sizeof *out[i].v);
            out[i].radius = out[i - 1].radius;
        } else {
            walk = inputs_pose(r, inputs_vec3(r, 0, size));
            walk.position = collide_pose_apply(&walk, back);
            out[i].radius = inputs_uniform(r, 0.02f, 0.1f);
            begun = i;
            k = 0;
        }
        for (; k < 4; ++k) {
            const collide_vec3 v = inputs_vec3(r, -0.15f, 0.15f);
            const collide_pose turn = collide_pose_from_quaternion(v.x, v.y, v.z, 1, zero);
            out[i].v[k] = walk.position;
            walk.axis[0] = collide_pose_apply(&turn, walk.axis[0]);
            walk.position = collide_pose_apply(&walk, ahead);
        }
    }
}
#endif

// Morton key of a point of [0, size]^3, 21 bits an axis.
static inline uint64_t inputs_morton(collide_vec3 p, float size) {
    const float c[3] = {p.x, p.y, p.z};
    uint64_t key = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const double scaled = (double)c[axis] / (double)size * 2097151.0;
        const uint32_t cell = scaled > 0 ? (uint32_t)scaled : 0;
        for (int bit = 0; bit < 21; ++bit)
            key |= (uint64_t)(cell >> bit & 1) << (3 * bit + axis);
    }
    return key;
}

typedef struct inputs_key {
    uint64_t key;
    uint32_t index;
} inputs_key;

static inline int inputs_compare_keys(const void *a, const void *b) {
    const inputs_key *p = (const inputs_key *)a, *q = (const inputs_key *)b;
    if (p->key != q->key)
        return p->key < q->key ? -1 : 1;
    return p->index < q->index ? -1 : p->index > q->index;
}

// FNV-1a, 64 bits. Start with INPUTS_HASH.
#define INPUTS_HASH 0xcbf29ce484222325u

static inline uint64_t inputs_hash_byte(uint64_t hash, unsigned byte) {
    return (hash ^ (byte & 0xffu)) * 0x100000001b3u;
}

// Words of hit bits, low byte first on every machine.
static inline uint64_t inputs_hash_bits(uint64_t hash, const uint16_t *bits, size_t n) {
    for (size_t i = 0; i < n; ++i)
        hash = inputs_hash_byte(inputs_hash_byte(hash, bits[i]), (unsigned)bits[i] >> 8);
    return hash;
}

static inline uint64_t inputs_hash_u32(uint64_t hash, uint32_t x) {
    for (int i = 0; i < 4; ++i)
        hash = inputs_hash_byte(hash, x >> (8 * i));
    return hash;
}

static inline uint64_t inputs_hash_float(uint64_t hash, float x) {
    union {
        float f;
        uint32_t bits;
    } u = {x};
    return inputs_hash_u32(hash, u.bits);
}

#ifndef COLLIDE_NO_TREE
static inline collide_mover inputs_mover(const collide_tree *tree, const collide_pose *pose,
                                         collide_vec3 velocity) {
    collide_mover m;
    m.tree = tree;
    m.pose = pose ? *pose : collide_pose_identity();
    m.velocity = velocity;
    return m;
}

// The address of one, which lasts as long as the block that it stands in. C only.
#define INPUTS_MOVER(tree, pose, velocity) ((collide_mover[1]){inputs_mover(tree, pose, velocity)})
#endif

#endif // INPUTS_H
