// FCL: its solver upon libccd (with closed forms of its own where it has them), the solver of its
// own, and the distance of triangles, all without the objects and trees around them. In double, as
// the package is, and by distances_fcl_float.cpp in float.
#ifndef DISTANCES_FCL_TABLE
#define DISTANCES_FCL_TABLE distances_fcl
#define DISTANCES_FCL_SCALAR double
#define DISTANCES_FCL_NAME(way) "FCL, " way
#endif
#include "distances.h"

#include <fcl/fcl.h>

#include <map>
#include <memory>
#include <vector>

namespace {

using scalar = DISTANCES_FCL_SCALAR;
using vector3 = fcl::Vector3<scalar>;
using sphere = fcl::Sphere<scalar>;
using capsule = fcl::Capsule<scalar>;
using box = fcl::Box<scalar>;
using cylinder = fcl::Cylinder<scalar>;
using convex = fcl::Convex<scalar>;

struct body {
    std::shared_ptr<fcl::ShapeBase<scalar>> shape;
    fcl::Transform3<scalar> at = fcl::Transform3<scalar>::Identity();
    vector3 v[3]; // of a triangle
};

using bodies = std::vector<body, Eigen::aligned_allocator<body>>;
using hulls_of = std::map<const collide_convex *, std::shared_ptr<convex>>;

struct fcl_pairs {
    bodies a, b;
    uint32_t kind_a, kind_b;
    fcl::detail::GJKSolver_libccd<scalar> libccd;
    fcl::detail::GJKSolver_indep<scalar> own;
    int variant;
};

vector3 vector(const collide_vec3 &v) {
    return vector3(v.x, v.y, v.z);
}

void place(body &b, const collide_vec3 *axis, const collide_vec3 &position) {
    for (int i = 0; i < 3; ++i)
        b.at.linear().col(i) = vector(axis[i]);
    b.at.translation() = vector(position);
}

// Turns z to a direction.
void turn(body &b, const vector3 &z, const vector3 &position) {
    b.at.linear() =
        Eigen::Quaternion<scalar>::FromTwoVectors(vector3(0, 0, 1), z).toRotationMatrix();
    b.at.translation() = position;
}

std::shared_ptr<convex> hull(const collide_convex *of, const distance_hull *hulls) {
    const distance_hull *h = hulls;
    while (h->body != of)
        ++h;
    auto vertices = std::make_shared<std::vector<vector3>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (uint32_t i = 0; i < h->vertices; ++i)
        vertices->push_back(vector(h->vertex[i]));
    for (uint32_t i = 0; i < h->triangles; ++i) {
        faces->push_back(3);
        for (int k = 0; k < 3; ++k)
            faces->push_back(static_cast<int>(h->index[3 * i + k]));
    }
    return std::make_shared<convex>(vertices, static_cast<int>(h->triangles), faces);
}

body make(const collide_shape &s, const distance_hull *hulls, hulls_of &known) {
    body b;
    switch (s.kind) {
    case COLLIDE_SHAPE_SPHERE:
        b.shape = std::make_shared<sphere>(s.of.sphere.radius);
        b.at.translation() = vector(s.of.sphere.center);
        break;
    case COLLIDE_SHAPE_CAPSULE: {
        const vector3 p = vector(s.of.capsule.a), q = vector(s.of.capsule.b);
        b.shape = std::make_shared<capsule>(s.of.capsule.radius, (q - p).norm());
        turn(b, q - p, (p + q) / 2);
        break;
    }
    case COLLIDE_SHAPE_AABB: {
        const vector3 p = vector(s.of.aabb.min), q = vector(s.of.aabb.max);
        b.shape = std::make_shared<box>(q - p);
        b.at.translation() = (p + q) / 2;
        break;
    }
    case COLLIDE_SHAPE_OBB:
        b.shape = std::make_shared<box>(2 * vector(s.of.obb.half));
        place(b, s.of.obb.axis, s.of.obb.center);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        for (int i = 0; i < 3; ++i)
            b.v[i] = vector(s.of.triangle.v[i]);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        b.shape = std::make_shared<cylinder>(s.of.cylinder.radius, s.of.cylinder.height);
        turn(b, vector(s.of.cylinder.axis), vector(s.of.cylinder.center));
        break;
    default: {
        std::shared_ptr<convex> &known_hull = known[s.of.convex.body];
        if (!known_hull)
            known_hull = hull(s.of.convex.body, hulls);
        b.shape = known_hull;
        place(b, s.of.convex.pose.axis, s.of.convex.pose.position);
    }
    }
    return b;
}

enum { LIBCCD, OWN };

void *prepare(const distance_pair *pairs, size_t n, const distance_hull *hulls, int variant) {
    hulls_of known;
    if (pairs->b.kind == COLLIDE_SHAPE_PLANE)
        return nullptr;
    if (pairs->a.kind == COLLIDE_SHAPE_TRIANGLE && pairs->b.kind == COLLIDE_SHAPE_TRIANGLE &&
        variant == OWN)
        return nullptr; // one way alone
    fcl_pairs *p = new fcl_pairs;
    for (size_t i = 0; i < n; ++i) {
        p->a.push_back(make(pairs[i].a, hulls, known));
        p->b.push_back(make(pairs[i].b, hulls, known));
    }
    p->kind_a = pairs->a.kind;
    p->kind_b = pairs->b.kind;
    p->variant = variant;
    return p;
}

template <class A, class B, class Solver>
void answer_pairs(const fcl_pairs *p, const Solver &solver, float *distances) {
    for (size_t i = 0; i < p->a.size(); ++i) {
        const body &a = p->a[i], &b = p->b[i];
        scalar d = -1;
        vector3 on_a, on_b;
        solver.shapeDistance(static_cast<const A &>(*a.shape), a.at,
                             static_cast<const B &>(*b.shape), b.at, &d, &on_a, &on_b);
        distances[i] = static_cast<float>(d);
    }
}

template <class A, class Solver>
void answer_triangles(const bodies &shapes, const bodies &triangles, const Solver &solver,
                      float *distances) {
    for (size_t i = 0; i < shapes.size(); ++i) {
        const body &a = shapes[i], &b = triangles[i];
        scalar d = -1;
        vector3 on_a, on_b;
        solver.shapeTriangleDistance(static_cast<const A &>(*a.shape), a.at, b.v[0], b.v[1], b.v[2],
                                     &d, &on_a, &on_b);
        distances[i] = static_cast<float>(d);
    }
}

// Kinds that come later are b, but triangles are always the second argument.
template <class A, class Solver>
void answer_shape(const fcl_pairs *p, const Solver &solver, float *distances) {
    switch (p->kind_b) {
    case COLLIDE_SHAPE_SPHERE:
        return answer_pairs<A, sphere>(p, solver, distances);
    case COLLIDE_SHAPE_CAPSULE:
        return answer_pairs<A, capsule>(p, solver, distances);
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
        return answer_pairs<A, box>(p, solver, distances);
    case COLLIDE_SHAPE_TRIANGLE:
        return answer_triangles<A>(p->a, p->b, solver, distances);
    case COLLIDE_SHAPE_CYLINDER:
        return answer_pairs<A, cylinder>(p, solver, distances);
    default:
        return answer_pairs<A, convex>(p, solver, distances);
    }
}

template <class Solver>
void answer_triangle(const fcl_pairs *p, const Solver &solver, float *distances) {
    switch (p->kind_b) {
    case COLLIDE_SHAPE_TRIANGLE:
        for (size_t i = 0; i < p->a.size(); ++i) {
            vector3 on_a, on_b;
            distances[i] = static_cast<float>(fcl::detail::TriangleDistance<scalar>::triDistance(
                p->a[i].v, p->b[i].v, on_a, on_b));
        }
        return;
    case COLLIDE_SHAPE_CYLINDER:
        return answer_triangles<cylinder>(p->b, p->a, solver, distances);
    default:
        return answer_triangles<convex>(p->b, p->a, solver, distances);
    }
}

template <class Solver> void answer_by(const fcl_pairs *p, const Solver &solver, float *distances) {
    switch (p->kind_a) {
    case COLLIDE_SHAPE_SPHERE:
        return answer_shape<sphere>(p, solver, distances);
    case COLLIDE_SHAPE_CAPSULE:
        return answer_shape<capsule>(p, solver, distances);
    case COLLIDE_SHAPE_AABB:
    case COLLIDE_SHAPE_OBB:
        return answer_shape<box>(p, solver, distances);
    case COLLIDE_SHAPE_TRIANGLE:
        return answer_triangle(p, solver, distances);
    case COLLIDE_SHAPE_CYLINDER:
        return answer_shape<cylinder>(p, solver, distances);
    default:
        return answer_shape<convex>(p, solver, distances);
    }
}

void answer(void *state, float *distances) {
    const fcl_pairs *p = static_cast<const fcl_pairs *>(state);
    if (p->variant == LIBCCD)
        answer_by(p, p->libccd, distances);
    else
        answer_by(p, p->own, distances);
}

void release(void *state) {
    delete static_cast<fcl_pairs *>(state);
}

} // namespace

extern "C" const distance_rival DISTANCES_FCL_TABLE[] = {
    {DISTANCES_FCL_NAME("libccd"), LIBCCD, prepare, answer, release},
    {DISTANCES_FCL_NAME("own solver"), OWN, prepare, answer, release},
    {nullptr, 0, nullptr, nullptr, nullptr},
};
