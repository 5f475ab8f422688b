// Bullet: btGjkPairDetector, and btGjkEpaSolver2; for planes what btConvexPlaneCollisionAlgorithm
// computes. Margins are zero but of spheres and capsules, where a margin is the radius.
#include "distances.h"

#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <map>
#include <memory>
#include <vector>

namespace {

struct body {
    std::shared_ptr<btConvexShape> shape;
    btTransform at;
    btVector3 normal; // of a plane
    btScalar constant;
};

using hulls_of = std::map<const collide_convex *, std::shared_ptr<btConvexShape>>;

struct bullet {
    std::vector<body> a, b;
    int variant;
};

btVector3 vector(const collide_vec3 &v) {
    return btVector3(v.x, v.y, v.z);
}

btTransform place(const collide_vec3 *axis, const collide_vec3 &position) {
    return btTransform(btMatrix3x3(axis[0].x, axis[1].x, axis[2].x, axis[0].y, axis[1].y, axis[2].y,
                                   axis[0].z, axis[1].z, axis[2].z),
                       vector(position));
}

// Turns z to a direction.
btTransform turn(const btVector3 &z, const btVector3 &position) {
    return btTransform(shortestArcQuat(btVector3(0, 0, 1), z.normalized()), position);
}

std::shared_ptr<btConvexShape> hull(const collide_convex *of, const distance_hull *hulls) {
    const distance_hull *h = hulls;
    while (h->body != of)
        ++h;
    auto made = std::make_shared<btConvexHullShape>();
    for (uint32_t i = 0; i < h->vertices; ++i)
        made->addPoint(vector(h->vertex[i]), false);
    made->recalcLocalAabb();
    return made;
}

body make(const collide_shape &s, const distance_hull *hulls, hulls_of &known) {
    body b;
    b.at.setIdentity();
    switch (s.kind) {
    case COLLIDE_SHAPE_SPHERE:
        b.shape.reset(new btSphereShape(s.of.sphere.radius));
        b.at.setOrigin(vector(s.of.sphere.center));
        return b;
    case COLLIDE_SHAPE_CAPSULE: {
        const btVector3 p = vector(s.of.capsule.a), q = vector(s.of.capsule.b);
        b.shape.reset(new btCapsuleShapeZ(s.of.capsule.radius, (q - p).length()));
        b.at = turn(q - p, (p + q) / 2);
        return b;
    }
    case COLLIDE_SHAPE_PLANE:
        b.normal = vector(s.of.plane.normal);
        b.constant = s.of.plane.distance;
        return b;
    case COLLIDE_SHAPE_AABB: {
        const btVector3 p = vector(s.of.aabb.min), q = vector(s.of.aabb.max);
        b.shape.reset(new btBoxShape((q - p) / 2));
        b.at.setOrigin((p + q) / 2);
        break;
    }
    case COLLIDE_SHAPE_OBB:
        b.shape.reset(new btBoxShape(vector(s.of.obb.half)));
        b.at = place(s.of.obb.axis, s.of.obb.center);
        break;
    case COLLIDE_SHAPE_TRIANGLE: {
        const collide_vec3 *v = s.of.triangle.v;
        const btVector3 middle = (vector(v[0]) + vector(v[1]) + vector(v[2])) / 3;
        b.shape.reset(new btTriangleShape(vector(v[0]) - middle, vector(v[1]) - middle,
                                          vector(v[2]) - middle));
        b.at.setOrigin(middle);
        break;
    }
    case COLLIDE_SHAPE_CYLINDER:
        b.shape.reset(new btCylinderShapeZ(
            btVector3(s.of.cylinder.radius, s.of.cylinder.radius, s.of.cylinder.height / 2)));
        b.at = turn(vector(s.of.cylinder.axis), vector(s.of.cylinder.center));
        break;
    default: {
        std::shared_ptr<btConvexShape> &known_hull = known[s.of.convex.body];
        if (!known_hull)
            known_hull = hull(s.of.convex.body, hulls);
        b.shape = known_hull;
        b.at = place(s.of.convex.pose.axis, s.of.convex.pose.position);
    }
    }
    b.shape->setMargin(0);
    return b;
}

enum { PAIR, EPA2, PLANE };

void *prepare(const distance_pair *pairs, size_t n, const distance_hull *hulls, int variant) {
    hulls_of known;
    if ((pairs->b.kind == COLLIDE_SHAPE_PLANE) != (variant == PLANE))
        return nullptr;
    bullet *s = new bullet;
    s->variant = variant;
    for (size_t i = 0; i < n; ++i) {
        s->a.push_back(make(pairs[i].a, hulls, known));
        s->b.push_back(make(pairs[i].b, hulls, known));
    }
    return s;
}

void answer_pair(const bullet *s, float *distances) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btGjkPairDetector detector(a.shape.get(), b.shape.get(), &simplex, &depth);
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        btPointCollector result;
        input.m_transformA = a.at;
        input.m_transformB = b.at;
        detector.getClosestPoints(input, result, nullptr);
        distances[i] = static_cast<float>(result.m_hasResult ? result.m_distance : -1);
    }
}

void answer_epa2(const bullet *s, float *distances) {
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btGjkEpaSolver2::sResults result;
        const bool apart = btGjkEpaSolver2::Distance(a.shape.get(), a.at, b.shape.get(), b.at,
                                                     b.at.getOrigin() - a.at.getOrigin(), result);
        distances[i] = static_cast<float>(
            apart ? result.distance - a.shape->getMargin() - b.shape->getMargin() : -1);
    }
}

void answer_plane(const bullet *s, float *distances) {
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        const btVector3 down = -(b.normal * a.at.getBasis());
        const btVector3 lowest = a.at(a.shape->localGetSupportingVertex(down));
        distances[i] = static_cast<float>(b.normal.dot(lowest) - b.constant);
    }
}

void answer(void *state, float *distances) {
    const bullet *s = static_cast<const bullet *>(state);
    if (s->variant == PAIR)
        answer_pair(s, distances);
    else if (s->variant == PLANE)
        answer_plane(s, distances);
    else
        answer_epa2(s, distances);
}

void release(void *state) {
    delete static_cast<bullet *>(state);
}

} // namespace

extern "C" const distance_rival distances_bullet[] = {
    {"Bullet, btGjkPairDetector", PAIR, prepare, answer, release},
    {"Bullet, btGjkEpaSolver2", EPA2, prepare, answer, release},
    {"Bullet, convex and plane", PLANE, prepare, answer, release},
    {nullptr, 0, nullptr, nullptr, nullptr},
};
