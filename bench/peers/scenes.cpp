// Scenes of tests/scenes.h, run by the solver of tests/solver.h with the contacts of collide.h, and
// by Bullet. From the top folder:
//
//     make -f bench/peers/peers.mk build/peers/scenes
//     build/peers/scenes [NUMBER of a scene]...
//
// It prints a line for each scene and way:
//
//     most, mean   overlap of two bodies, in mm: most of all steps, and the mean of all pairs
//     energy       the most above the start, in percent
//     rest         seconds until no body moves faster than 2 cm/s
//     drift        how far the body that moved farthest moved sideways, in mm
//     new, of      contacts whose key is new, and contacts, a step (of ours)
//     us           time of the processor, a step
//
// Bullet's solver is its default (btSequentialImpulseConstraintSolver, 10 iterations), and its
// bodies do not fall asleep. Margins of its hulls are 1 mm.
#define COLLIDE_IMPLEMENTATION
#include "../../collide.h"

#include "../../tests/scenes.h"

#include <btBulletDynamicsCommon.h>

#include <cstdio>
#include <memory>
#include <vector>

namespace {

scene made;

std::shared_ptr<btCollisionShape> shape_of(const scene &of, const collide_shape &s) {
    if (s.kind == COLLIDE_SHAPE_OBB) {
        const collide_vec3 h = s.of.obb.half;
        return std::make_shared<btBoxShape>(btVector3(h.x, h.y, h.z));
    }
    if (s.kind == COLLIDE_SHAPE_CYLINDER) {
        const float r = s.of.cylinder.radius;
        return std::make_shared<btCylinderShapeZ>(btVector3(r, r, 0.5f * s.of.cylinder.height));
    }
    if (s.kind == COLLIDE_SHAPE_CAPSULE) {
        const collide_capsule &c = s.of.capsule;
        return std::make_shared<btCapsuleShapeZ>(c.radius, c.b.z - c.a.z);
    }
    if (s.kind == COLLIDE_SHAPE_SPHERE)
        return std::make_shared<btSphereShape>(s.of.sphere.radius);
    auto hull = std::make_shared<btConvexHullShape>();
    int h = 0;
    while (of.hulls[h] != s.of.convex.body)
        ++h;
    for (uint32_t i = 0; i < of.hulls[h]->vertex_count; ++i) {
        const collide_vec3 &p = of.corner[h][i];
        hull->addPoint(btVector3(p.x, p.y, p.z), false);
    }
    hull->recalcLocalAabb();
    hull->setMargin(0.001f);
    return hull;
}

struct bullet {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::shared_ptr<btCollisionShape>> shapes;
    std::vector<std::shared_ptr<btRigidBody>> bodies;
    int sub_steps;

    void add(const solver_body &b) {
        auto shape = shape_of(made, b.shape);
        btRigidBody::btRigidBodyConstructionInfo info(
            btScalar(b.mass), nullptr, shape.get(),
            btVector3(btScalar(b.inertia.x), btScalar(b.inertia.y), btScalar(b.inertia.z)));
        info.m_friction = 0.7746f; // friction of a pair is the product
        info.m_startWorldTransform =
            btTransform(btQuaternion(btScalar(b.turn[0]), btScalar(b.turn[1]), btScalar(b.turn[2]),
                                     btScalar(b.turn[3]))
                            .normalized(),
                        btVector3(btScalar(b.at.x), btScalar(b.at.y), btScalar(b.at.z)));
        auto body = std::make_shared<btRigidBody>(info);
        body->setAngularVelocity(
            btVector3(btScalar(b.spin.x), btScalar(b.spin.y), btScalar(b.spin.z)));
        body->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(body.get());
        shapes.push_back(shape);
        bodies.push_back(body);
    }
};

vec to_vec(const btVector3 &v) {
    return scene_vec(v.x(), v.y(), v.z());
}

void step(solver *s, void *with_what) {
    bullet &b = *static_cast<bullet *>(with_what);
    for (size_t i = b.bodies.size(); i < s->count; ++i)
        b.add(s->bodies[i]);
    const btScalar h = btScalar(s->step) / btScalar(b.sub_steps);
    b.world.stepSimulation(btScalar(s->step), b.sub_steps, h);
    for (uint32_t i = 0; i < s->count; ++i) {
        solver_body *to = &s->bodies[i];
        const btRigidBody &from = *b.bodies[i];
        const btQuaternion q = from.getCenterOfMassTransform().getRotation();
        if (!(to->mass > 0))
            continue;
        to->at = to_vec(from.getCenterOfMassTransform().getOrigin());
        to->speed = to_vec(from.getLinearVelocity());
        to->spin = to_vec(from.getAngularVelocity());
        to->turn[0] = q.x();
        to->turn[1] = q.y();
        to->turn[2] = q.z();
        to->turn[3] = q.w();
        solver_axes(to);
    }
}

void run(scene_name name, const char *who, scene_how how, bool by_bullet) {
    if (!scene_make(&made, name))
        std::abort();
    std::unique_ptr<bullet> b(by_bullet ? new bullet : nullptr);
    if (b) {
        b->world.setGravity(btVector3(0, 0, -9.81f));
        b->sub_steps = how.sub_steps;
        how.step = step;
        how.with_what = b.get();
    }
    const scene_figures f = scene_run(&made, &how);
    std::printf("%-20s %-10s %3g/%d %9.2f %8.3f %8.2f %7.2f %9.1f %7.2f %7.1f %8.0f\n",
                scene_text(name), who, how.rate, how.sub_steps, 1000 * f.deepest, 1000 * f.mean,
                100 * f.energy, f.rest, 1000 * f.drift, f.fresh, f.contacts, 1e6 * f.seconds);
    std::fflush(stdout);
    if (b)
        for (auto &body : b->bodies)
            b->world.removeRigidBody(body.get());
    scene_free(&made);
}

} // namespace

int main(int count, char **arguments) {
    std::printf("%-20s %-10s %5s %9s %8s %8s %7s %9s %7s %7s %8s\n", "scene", "contacts", "Hz",
                "most mm", "mean mm", "energy %", "rest s", "drift mm", "new", "of", "us");
    for (int name = 0; name < SCENE_COUNT; ++name) {
        bool wanted = count < 2;
        for (int i = 1; i < count; ++i)
            wanted = wanted || std::atoi(arguments[i]) == name;
        for (int slow = 1; slow >= 0 && wanted; --slow) {
            const scene_how how = {slow ? 60.0 : 240.0, slow ? 4 : 1, 0.02,   false,
                                   slow ? 1 : 4,        nullptr,      nullptr};
            run(scene_name(name), "collide.h", how, false);
            run(scene_name(name), "Bullet", how, true);
        }
    }
}
