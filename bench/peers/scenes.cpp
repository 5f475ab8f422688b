// Scenes of tests/scenes.h, tests/scenes_terrain.h and tests/scenes_mesh.h, run by the solver of
// tests/solver.h with the contacts of collide.h, and by Bullet. From the top folder:
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
// Numbers from 9 on are those on terrain, from 28 on the same on meshes. Their lines have:
//
//     speed        how far it is off the equations of motion in the end, in percent of the largest
//     path, aside  the same of the place, along and across, in percent of the way
//     hop          the most that it was above or below the ground, in mm, at most 999999
//     drift        how far it moved after the first second, in mm: of what stands
//
// Numbers from 47 on are heaps on meshes. Their lines are those of scenes, but for drift:
//
//     out          how far the middle of a body was beyond the floor or the walls, in mm
//
// Bullet's solver is its default (btSequentialImpulseConstraintSolver, 10 iterations), and its
// bodies do not fall asleep. Margins of its hulls are 1 mm. Its terrain is a
// btHeightfieldTerrainShape, its mesh a btBvhTriangleMeshShape whose inner edges are adjusted by
// btAdjustInternalEdgeContacts.
#define COLLIDE_IMPLEMENTATION
#include "../../collide.h"

#include "../../tests/scenes_terrain.h"

#include <BulletCollision/CollisionDispatch/btInternalEdgeUtility.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>

namespace {

scene made;

// The ground, and where its middle is.
std::shared_ptr<btCollisionShape> ground_of(const collide_heights &g, btVector3 *middle) {
    const float *heights = static_cast<const float *>(g.heights);
    const auto range = std::minmax_element(heights, heights + g.columns * g.rows);
    const float low = *range.first - 1, high = *range.second + 1;
    auto ground = std::make_shared<btHeightfieldTerrainShape>(int(g.columns), int(g.rows), heights,
                                                              1.0f, low, high, 2, PHY_FLOAT, false);
    ground->setLocalScaling(btVector3(g.dx, g.dy, 1));
    *middle = btVector3(g.origin.x + 0.5f * g.dx * float(g.columns - 1),
                        g.origin.y + 0.5f * g.dy * float(g.rows - 1), 0.5f * (low + high));
    return ground;
}

// A mesh with what Bullet needs to know about its edges.
struct bullet_mesh {
    btTriangleIndexVertexArray arrays;
    btTriangleInfoMap edges;
    std::unique_ptr<btBvhTriangleMeshShape> shape;
};

// The triangles of a scene.
std::shared_ptr<btCollisionShape> mesh_of(const collide_mesh &m) {
    auto held = std::make_shared<bullet_mesh>();
    btIndexedMesh part;
    part.m_numTriangles = int(m.triangle_count);
    part.m_triangleIndexBase = static_cast<const unsigned char *>(m.indices);
    part.m_triangleIndexStride = 3 * sizeof(uint32_t);
    part.m_numVertices = int(m.vertex_count);
    part.m_vertexBase = reinterpret_cast<const unsigned char *>(m.positions);
    part.m_vertexStride = sizeof(collide_vec3);
    part.m_vertexType = PHY_FLOAT;
    held->arrays.addIndexedMesh(part, PHY_INTEGER);
    held->shape.reset(new btBvhTriangleMeshShape(&held->arrays, true));
    btGenerateInternalEdgeInfo(held->shape.get(), &held->edges);
    return std::shared_ptr<btCollisionShape>(held, held->shape.get());
}

bool adjust(btManifoldPoint &point, const btCollisionObjectWrapper *a, int part_a, int index_a,
            const btCollisionObjectWrapper *b, int part_b, int index_b) {
    if (b->getCollisionShape()->getShapeType() == TRIANGLE_SHAPE_PROXYTYPE)
        btAdjustInternalEdgeContacts(point, b, a, part_b, index_b);
    else
        btAdjustInternalEdgeContacts(point, a, b, part_a, index_a);
    return true;
}

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

    void add(const solver_body &b, double friction) {
        btVector3 at(btScalar(b.at.x), btScalar(b.at.y), btScalar(b.at.z));
        auto shape = b.terrain ? ground_of(b.terrain->grid, &at)
                     : b.tree  ? mesh_of(made.mesh)
                               : shape_of(made, b.shape);
        btRigidBody::btRigidBodyConstructionInfo info(
            btScalar(b.mass), nullptr, shape.get(),
            btVector3(btScalar(b.inertia.x), btScalar(b.inertia.y), btScalar(b.inertia.z)));
        info.m_friction = btScalar(std::sqrt(friction)); // that of a pair is the product
        info.m_startWorldTransform =
            btTransform(btQuaternion(btScalar(b.turn[0]), btScalar(b.turn[1]), btScalar(b.turn[2]),
                                     btScalar(b.turn[3]))
                            .normalized(),
                        at);
        auto body = std::make_shared<btRigidBody>(info);
        body->setLinearVelocity(
            btVector3(btScalar(b.speed.x), btScalar(b.speed.y), btScalar(b.speed.z)));
        body->setAngularVelocity(
            btVector3(btScalar(b.spin.x), btScalar(b.spin.y), btScalar(b.spin.z)));
        body->setActivationState(DISABLE_DEACTIVATION);
        if (b.tree)
            body->setCollisionFlags(body->getCollisionFlags() |
                                    btCollisionObject::CF_CUSTOM_MATERIAL_CALLBACK);
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
        b.add(s->bodies[i], s->friction);
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

// A Bullet that runs what how says, if it is asked for.
std::unique_ptr<bullet> bullet_for(scene_how *how, bool by_bullet) {
    std::unique_ptr<bullet> b(by_bullet ? new bullet : nullptr);
    if (b) {
        b->world.setGravity(btVector3(0, 0, -9.81f));
        b->sub_steps = how->sub_steps;
        how->step = step;
        how->with_what = b.get();
    }
    return b;
}

void end(bullet *b) {
    std::fflush(stdout);
    if (b)
        for (auto &body : b->bodies)
            b->world.removeRigidBody(body.get());
    scene_free(&made);
}

void print(const char *text, const scene_figures &f, double moved, const scene_how &how,
           bool by_bullet) {
    std::printf("%-21s %-10s %3g/%d %9.2f %8.3f %8.2f %7.2f %9.1f %7.2f %7.1f %8.0f\n", text,
                by_bullet ? "Bullet" : "collide.h", how.rate, how.sub_steps, 1000 * f.deepest,
                1000 * f.mean, 100 * f.energy, f.rest, 1000 * moved, f.fresh, f.contacts,
                1e6 * f.seconds);
}

void run(scene_name name, scene_how how, bool by_bullet) {
    if (!scene_make(&made, name))
        std::abort();
    const auto b = bullet_for(&how, by_bullet);
    const scene_figures f = scene_run(&made, &how);
    print(scene_text(name), f, f.drift, how, by_bullet);
    end(b.get());
}

void run_heap(scene_heap_name name, scene_how how, bool by_bullet) {
    if (!scene_heap_make(&made, name))
        std::abort();
    const auto b = bullet_for(&how, by_bullet);
    const scene_figures f = scene_run(&made, &how);
    print(scene_heap_text(name), f, f.out, how, by_bullet);
    end(b.get());
}

void run_ride(const ride &r, bool mesh, scene_how how, bool by_bullet) {
    char text[64];
    if (!ride_make(&made, &r, mesh))
        std::abort();
    const auto b = bullet_for(&how, by_bullet);
    const ride_figures f = ride_run(&made, &r, &how);
    std::printf("%-21s %-10s %3g/%d", ride_text(&r, text, sizeof text),
                by_bullet ? "Bullet" : "collide.h", how.rate, how.sub_steps);
    if (r.speed > 0)
        std::printf(" %9.4f %8.4f %8.4f %9.2f %9s", 100 * f.speed, 100 * f.path, 100 * f.aside,
                    std::fmin(1000 * f.hop, 999999), "");
    else
        std::printf(" %9s %8s %8s %9.2f %9.5f", "", "", "", std::fmin(1000 * f.hop, 999999),
                    1000 * f.drift);
    std::printf(" %8.2f %7.2f %7.3f %7.1f %8.1f\n", 100 * f.energy, f.rest, f.fresh, f.contacts,
                1e6 * f.seconds);
    end(b.get());
}

enum { RIDES = SCENE_COUNT, MESHES = RIDES + RIDE_COUNT, HEAPS = MESHES + RIDE_COUNT };

void print_head(int number) {
    if (number == 0 || number == HEAPS)
        std::printf("%s%-21s %-10s %5s %9s %8s %8s %7s %9s %7s %7s %8s\n", number ? "\n" : "",
                    number ? "heaps on meshes" : "scene", "contacts", "Hz", "most mm", "mean mm",
                    "energy %", "rest s", number ? "out mm" : "drift mm", "new", "of", "us");
    if (number == RIDES || number == MESHES)
        std::printf("\n%-20s %-10s %5s %9s %8s %8s %9s %9s %8s %7s %7s %7s %8s\n",
                    number == RIDES ? "on terrain" : "on a mesh", "contacts", "Hz", "speed %",
                    "path %", "aside %", "hop mm", "drift mm", "energy %", "rest s", "new", "of",
                    "us");
}

} // namespace

int main(int count, char **arguments) {
    gContactAddedCallback = adjust;
    for (int number = 0; number < HEAPS + HEAP_COUNT; ++number) {
        bool wanted = count < 2;
        for (int i = 1; i < count; ++i)
            wanted = wanted || std::atoi(arguments[i]) == number;
        print_head(number);
        for (int way = 0; way < 4 && wanted; ++way) {
            const bool slow = way < 2;
            const scene_how how = {slow ? 60.0 : 240.0, slow ? 4 : 1, 0.02,   false,
                                   slow ? 1 : 4,        nullptr,      nullptr};
            if (number < RIDES)
                run(scene_name(number), how, way % 2);
            else if (number < HEAPS)
                run_ride(ride_of((number - RIDES) % RIDE_COUNT), number >= MESHES, how, way % 2);
            else
                run_heap(scene_heap_name(number - HEAPS), how, way % 2);
        }
    }
}
