// FCL: its solver upon libccd (with closed forms of its own where it has them), the solver of its
// own, and the distance of triangles. In double. libccd alone has no distance.
#include "distances.h"

#include <fcl/fcl.h>

#include <memory>
#include <vector>

namespace {

using fcl::Vector3d;

struct body {
    uint32_t kind;
    std::shared_ptr<fcl::ShapeBased> shape;
    fcl::Transform3d at = fcl::Transform3d::Identity();
    Vector3d v[3]; // of a triangle
};

struct fcl_pairs {
    std::vector<body> a, b;
    fcl::detail::GJKSolver_libccd<double> libccd;
    fcl::detail::GJKSolver_indep<double> own;
    int which, variant;
};

Vector3d vector(const collide_vec3 &v) {
    return Vector3d(v.x, v.y, v.z);
}

void place(body &b, const collide_vec3 *axis, const collide_vec3 &position) {
    for (int i = 0; i < 3; ++i)
        b.at.linear().col(i) = vector(axis[i]);
    b.at.translation() = vector(position);
}

// Turns z to a direction.
void turn(body &b, const Vector3d &z, const Vector3d &position) {
    b.at.linear() = Eigen::Quaterniond::FromTwoVectors(Vector3d(0, 0, 1), z).toRotationMatrix();
    b.at.translation() = position;
}

std::shared_ptr<fcl::ShapeBased> hull(const collide_convex *convex, const distance_hull *hulls) {
    const distance_hull *h = hulls;
    while (h->body != convex)
        ++h;
    auto vertices = std::make_shared<std::vector<Vector3d>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (uint32_t i = 0; i < h->vertices; ++i)
        vertices->push_back(vector(h->vertex[i]));
    for (uint32_t i = 0; i < h->triangles; ++i) {
        faces->push_back(3);
        for (int k = 0; k < 3; ++k)
            faces->push_back(static_cast<int>(h->index[3 * i + k]));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(h->triangles), faces);
}

body make(const collide_shape &s, const distance_hull *hulls) {
    body b;
    b.kind = s.kind;
    switch (s.kind) {
    case COLLIDE_SHAPE_SPHERE:
        b.shape = std::make_shared<fcl::Sphered>(s.of.sphere.radius);
        b.at.translation() = vector(s.of.sphere.center);
        break;
    case COLLIDE_SHAPE_CAPSULE: {
        const Vector3d p = vector(s.of.capsule.a), q = vector(s.of.capsule.b);
        b.shape = std::make_shared<fcl::Capsuled>(s.of.capsule.radius, (q - p).norm());
        turn(b, q - p, (p + q) / 2);
        break;
    }
    case COLLIDE_SHAPE_OBB:
        b.shape = std::make_shared<fcl::Boxd>(2 * vector(s.of.obb.half));
        place(b, s.of.obb.axis, s.of.obb.center);
        break;
    case COLLIDE_SHAPE_TRIANGLE:
        for (int i = 0; i < 3; ++i)
            b.v[i] = vector(s.of.triangle.v[i]);
        break;
    case COLLIDE_SHAPE_CYLINDER:
        b.shape = std::make_shared<fcl::Cylinderd>(s.of.cylinder.radius, s.of.cylinder.height);
        turn(b, vector(s.of.cylinder.axis), vector(s.of.cylinder.center));
        break;
    default:
        b.shape = hull(s.of.convex.body, hulls);
        place(b, s.of.convex.pose.axis, s.of.convex.pose.position);
    }
    return b;
}

enum { LIBCCD, OWN };

void *prepare(int which, const distance_pair *pairs, size_t n, const distance_hull *hulls,
              int variant) {
    if (which == DISTANCE_TRIANGLE_TRIANGLE && variant == OWN)
        return nullptr;
    fcl_pairs *p = new fcl_pairs;
    for (size_t i = 0; i < n; ++i) {
        p->a.push_back(make(pairs[i].a, hulls));
        p->b.push_back(make(pairs[i].b, hulls));
    }
    p->which = which;
    p->variant = variant;
    return p;
}

template <class A, class B, class Solver>
void answer_pairs(const fcl_pairs *p, const Solver &solver, float *distances) {
    for (size_t i = 0; i < p->a.size(); ++i) {
        const body &a = p->a[i], &b = p->b[i];
        double d = -1;
        Vector3d on_a, on_b;
        solver.shapeDistance(static_cast<const A &>(*a.shape), a.at,
                             static_cast<const B &>(*b.shape), b.at, &d, &on_a, &on_b);
        distances[i] = static_cast<float>(d);
    }
}

template <class A, class Solver>
void answer_triangles(const fcl_pairs *p, const Solver &solver, float *distances) {
    for (size_t i = 0; i < p->a.size(); ++i) {
        const body &a = p->a[i], &b = p->b[i];
        double d = -1;
        Vector3d on_a, on_b;
        solver.shapeTriangleDistance(static_cast<const A &>(*a.shape), a.at, b.v[0], b.v[1], b.v[2],
                                     &d, &on_a, &on_b);
        distances[i] = static_cast<float>(d);
    }
}

template <class Solver> void answer_by(const fcl_pairs *p, const Solver &solver, float *distances) {
    switch (p->which) {
    case DISTANCE_SPHERE_SPHERE:
        return answer_pairs<fcl::Sphered, fcl::Sphered>(p, solver, distances);
    case DISTANCE_CAPSULE_CAPSULE:
        return answer_pairs<fcl::Capsuled, fcl::Capsuled>(p, solver, distances);
    case DISTANCE_SPHERE_OBB:
        return answer_pairs<fcl::Sphered, fcl::Boxd>(p, solver, distances);
    case DISTANCE_CAPSULE_OBB:
        return answer_pairs<fcl::Capsuled, fcl::Boxd>(p, solver, distances);
    case DISTANCE_SPHERE_TRIANGLE:
        return answer_triangles<fcl::Sphered>(p, solver, distances);
    case DISTANCE_CAPSULE_TRIANGLE:
        return answer_triangles<fcl::Capsuled>(p, solver, distances);
    case DISTANCE_TRIANGLE_TRIANGLE:
        for (size_t i = 0; i < p->a.size(); ++i) {
            Vector3d on_a, on_b;
            distances[i] = static_cast<float>(fcl::detail::TriangleDistance<double>::triDistance(
                p->a[i].v, p->b[i].v, on_a, on_b));
        }
        return;
    case DISTANCE_CONVEX:
        return answer_pairs<fcl::Convexd, fcl::Convexd>(p, solver, distances);
    case DISTANCE_CYLINDER_OBB:
        return answer_pairs<fcl::Cylinderd, fcl::Boxd>(p, solver, distances);
    case DISTANCE_CYLINDER_CYLINDER:
        return answer_pairs<fcl::Cylinderd, fcl::Cylinderd>(p, solver, distances);
    default:
        return answer_pairs<fcl::Boxd, fcl::Boxd>(p, solver, distances);
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

extern "C" const distance_rival distances_fcl[] = {
    {"FCL with libccd", LIBCCD, prepare, answer, release},
    {"FCL's own solver", OWN, prepare, answer, release},
    {nullptr, 0, nullptr, nullptr, nullptr},
};
