// Bullet: btContinuousConvexCollision, in one cast, and in two casts of half the time each: turns
// by more than pi / 4 radians in a cast are cut off. Margins are zero but of capsules, where it is
// the radius. It stops where the bodies are nearer than 0.001.
#include "motions.h"

#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include <map>
#include <memory>
#include <vector>

namespace {

using shape = std::shared_ptr<btConvexShape>;
using hulls_of = std::map<const collide_convex *, shape>;

struct body {
    shape of;
    btTransform at[3]; // at the times 0, 1/2 and 1
};

struct bullet {
    std::vector<body> a, b;
    int casts;
};

btVector3 vector(const collide_vec3 &v) {
    return btVector3(v.x, v.y, v.z);
}

shape hull(const collide_convex *of, const distance_hull *hulls) {
    const distance_hull *h = hulls;
    while (h->body != of)
        ++h;
    auto made = std::make_shared<btConvexHullShape>();
    for (uint32_t i = 0; i < h->vertices; ++i)
        made->addPoint(vector(h->vertex[i]), false);
    made->recalcLocalAabb();
    return made;
}

// Capsules lie along z, boxes along the axes.
body make(const collide_shape &s, const collide_motion &m, const distance_hull *hulls,
          hulls_of &known) {
    body b;
    if (s.kind == COLLIDE_SHAPE_CAPSULE) {
        const btScalar length = (vector(s.of.capsule.b) - vector(s.of.capsule.a)).length();
        b.of = std::make_shared<btCapsuleShapeZ>(s.of.capsule.radius, length);
    } else if (s.kind == COLLIDE_SHAPE_OBB) {
        b.of = std::make_shared<btBoxShape>(vector(s.of.obb.half));
        b.of->setMargin(0);
    } else {
        shape &known_hull = known[s.of.convex.body];
        if (!known_hull)
            known_hull = hull(s.of.convex.body, hulls);
        b.of = known_hull;
        b.of->setMargin(0);
    }
    for (int i = 0; i < 3; ++i) {
        const motion_place at = motion_place_at(&m, 0.5 * i);
        const auto &x = at.axis;
        const auto real = [](double d) { return static_cast<btScalar>(d); };
        b.at[i].setBasis(btMatrix3x3(real(x[0][0]), real(x[1][0]), real(x[2][0]), real(x[0][1]),
                                     real(x[1][1]), real(x[2][1]), real(x[0][2]), real(x[1][2]),
                                     real(x[2][2])));
        b.at[i].setOrigin(btVector3(real(at.origin[0]), real(at.origin[1]), real(at.origin[2])));
    }
    return b;
}

void *prepare(const motion_queries *in, int casts) {
    hulls_of known;
    if (in->mesh)
        return nullptr;
    auto *s = new bullet;
    s->casts = casts;
    for (size_t i = 0; i < in->n; ++i) {
        s->a.push_back(make(in->pair[i].a, in->pair[i].motion_a, in->hulls, known));
        s->b.push_back(make(in->pair[i].b, in->pair[i].motion_b, in->hulls, known));
    }
    return s;
}

void answer(void *state, size_t first, size_t count, double *times) {
    const auto *s = static_cast<const bullet *>(state);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    const int step = 2 / s->casts;
    for (size_t i = first; i < first + count; ++i) {
        const body &a = s->a[i], &b = s->b[i];
        times[i] = INFINITY;
        for (int k = 0; k < 2; k += step) {
            btContinuousConvexCollision cast(a.of.get(), b.of.get(), &simplex, &depth);
            btConvexCast::CastResult result;
            if (cast.calcTimeOfImpact(a.at[k], a.at[k + step], b.at[k], b.at[k + step], result)) {
                times[i] = 0.5 * (k + step * static_cast<double>(result.m_fraction));
                break;
            }
        }
    }
}

void release(void *state) {
    delete static_cast<bullet *>(state);
}

} // namespace

extern "C" const motion_rival motions_bullet[] = {
    {"Bullet, one cast", 1, 1, prepare, answer, release},
    {"Bullet, two casts", 2, 1, prepare, answer, release},
    {nullptr, 0, 0, nullptr, nullptr, nullptr},
};
