// Bullet: convex casts of moving shapes, its own test of boxes at rest, that of triangles in the
// meshes of its GImpact, these meshes, cylinders on a surface, boxes with the axes of space, trees,
// and broad phases.
// Margins are zero. By its documentation btSubsimplexConvexCast is undefined for shapes that begin
// in contact.
#include "peers.h"

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>
#include <BulletCollision/Gimpact/btTriangleShapeEx.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <LinearMath/btAabbUtil2.h>
#include <btBulletCollisionCommon.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace {

struct body {
    std::unique_ptr<btConvexShape> shape;
    btTransform from, to;
};

struct bullet {
    std::vector<body> a, b;
};

btVector3 vector(const collide_vec3 &v) {
    return btVector3(v.x, v.y, v.z);
}

void place(body &b, const btTransform &from, const collide_vec3 *velocity) {
    b.shape->setMargin(0);
    b.from = b.to = from;
    if (velocity)
        b.to.setOrigin(from.getOrigin() + vector(*velocity));
}

body make_box(const collide_obb &box, const collide_vec3 *velocity) {
    const collide_vec3 *axis = box.axis;
    body b;
    b.shape.reset(new btBoxShape(vector(box.half)));
    place(b,
          btTransform(btMatrix3x3(axis[0].x, axis[1].x, axis[2].x, axis[0].y, axis[1].y, axis[2].y,
                                  axis[0].z, axis[1].z, axis[2].z),
                      vector(box.center)),
          velocity);
    return b;
}

body make_triangle(const collide_triangle &triangle, const collide_vec3 *velocity) {
    const btVector3 center =
        (vector(triangle.v[0]) + vector(triangle.v[1]) + vector(triangle.v[2])) / 3;
    body b;
    b.shape.reset(new btTriangleShape(vector(triangle.v[0]) - center,
                                      vector(triangle.v[1]) - center,
                                      vector(triangle.v[2]) - center));
    place(b, btTransform(btMatrix3x3::getIdentity(), center), velocity);
    return b;
}

void *prepare(const peers_input *in, int) {
    bullet *s = new bullet;
    for (size_t i = 0; i < in->n; ++i) {
        const collide_vec3 *v = in->vb ? in->vb + i : nullptr;
        s->a.push_back(make_box(in->a[i], in->va ? in->va + i : nullptr));
        s->b.push_back(in->triangle ? make_triangle(in->triangle[i], v) : make_box(in->b[i], v));
    }
    return s;
}

void release(void *state) {
    delete static_cast<bullet *>(state);
}

void answer_cast(btConvexCast &cast, const body &a, const body &b, size_t i,
                 const peers_answers *out) {
    btConvexCast::CastResult result;
    result.m_fraction = 1;
    out->hit[i] = cast.calcTimeOfImpact(a.from, a.to, b.from, b.to, result) &&
                  result.m_fraction <= 1; // some go on beyond, and Bullet's own callers compare
    out->t[i] = result.m_fraction;
}

void answer_continuous(void *state, const peers_answers *out) {
    const bullet *s = static_cast<const bullet *>(state);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btContinuousConvexCollision cast(a.shape.get(), b.shape.get(), &simplex, &depth);
        answer_cast(cast, a, b, i, out);
    }
}

void answer_subsimplex(void *state, const peers_answers *out) {
    const bullet *s = static_cast<const bullet *>(state);
    btVoronoiSimplexSolver simplex;
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btSubsimplexConvexCast cast(a.shape.get(), b.shape.get(), &simplex);
        answer_cast(cast, a, b, i, out);
    }
}

void answer_gjk(void *state, const peers_answers *out) {
    const bullet *s = static_cast<const bullet *>(state);
    btVoronoiSimplexSolver simplex;
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btGjkConvexCast cast(a.shape.get(), b.shape.get(), &simplex);
        answer_cast(cast, a, b, i, out);
    }
}

struct touch : btDiscreteCollisionDetectorInterface::Result {
    bool any = false;
    void setShapeIdentifiersA(int, int) override {
    }
    void setShapeIdentifiersB(int, int) override {
    }
    void addContactPoint(const btVector3 &, const btVector3 &, btScalar) override {
        any = true;
    }
};

void answer_box_box(void *state, const peers_answers *out) {
    const bullet *s = static_cast<const bullet *>(state);
    for (size_t i = 0; i < s->a.size(); ++i) {
        const body &a = s->a[i], &b = s->b[i];
        btBoxBoxDetector detector(static_cast<const btBoxShape *>(a.shape.get()),
                                  static_cast<const btBoxShape *>(b.shape.get()));
        btDiscreteCollisionDetectorInterface::ClosestPointInput input;
        touch result;
        input.m_transformA = a.from;
        input.m_transformB = b.from;
        detector.getClosestPoints(input, result, nullptr);
        out->hit[i] = result.any;
    }
}

struct triangles {
    std::vector<btPrimitiveTriangle> a, b;
};

btPrimitiveTriangle make_primitive(const collide_triangle &triangle) {
    btPrimitiveTriangle t;
    t.m_margin = 0;
    for (int i = 0; i < 3; ++i)
        t.m_vertices[i] = vector(triangle.v[i]);
    return t;
}

void *prepare_triangles(const peers_input *in, int) {
    triangles *t = new triangles;
    for (size_t i = 0; i < in->n; ++i) {
        t->a.push_back(make_primitive(in->triangle[i]));
        t->b.push_back(make_primitive(in->other[i]));
    }
    return t;
}

void release_triangles(void *state) {
    delete static_cast<triangles *>(state);
}

// As btGImpactCollisionAlgorithm does for each pair, planes included. It finds contacts, too, and
// takes what lies behind a triangle for solid: which hits it invents depends on the windings.
void answer_triangles(void *state, const peers_answers *out) {
    triangles *t = static_cast<triangles *>(state);
    for (size_t i = 0; i < t->a.size(); ++i) {
        btPrimitiveTriangle &a = t->a[i], &b = t->b[i];
        GIM_TRIANGLE_CONTACT contacts;
        a.buildTriPlane();
        b.buildTriPlane();
        out->hit[i] =
            a.overlap_test_conservative(b) && a.find_triangle_collision_clip_method(b, contacts);
    }
}

struct terrain {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btCollisionWorld world{&dispatcher, &broadphase, &configuration};
    btTriangleMesh triangles;
    std::unique_ptr<btConcaveShape> shape;
    btCollisionObject surface;
    std::vector<std::unique_ptr<btCylinderShapeZ>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> cylinders;
};

enum { HEIGHTFIELD, MESH };

void make_mesh(terrain *t, const peers_input *in) {
    const auto vertex = [in](size_t i, size_t j) {
        return btVector3(i * in->step, j * in->step, in->heights[j * in->columns + i]);
    };
    for (size_t j = 0; j + 1 < in->rows; ++j)
        for (size_t i = 0; i + 1 < in->columns; ++i) {
            t->triangles.addTriangle(vertex(i, j), vertex(i + 1, j), vertex(i, j + 1));
            t->triangles.addTriangle(vertex(i + 1, j), vertex(i + 1, j + 1), vertex(i, j + 1));
        }
    t->shape.reset(new btBvhTriangleMeshShape(&t->triangles, true));
}

// Its origin is the middle of its bounds.
void make_heightfield(terrain *t, const peers_input *in) {
    const auto range = std::minmax_element(in->heights, in->heights + in->columns * in->rows);
    const float low = *range.first, high = *range.second;
    t->shape.reset(new btHeightfieldTerrainShape((int)in->columns, (int)in->rows, in->heights, 1,
                                                 low, high, 2, PHY_FLOAT, false));
    t->shape->setLocalScaling(btVector3(in->step, in->step, 1));
    t->surface.setWorldTransform(btTransform(
        btMatrix3x3::getIdentity(),
        btVector3((in->columns - 1) * in->step, (in->rows - 1) * in->step, low + high) / 2));
}

void *prepare_terrain(const peers_input *in, int variant) {
    terrain *t = new terrain;
    t->surface.setWorldTransform(btTransform::getIdentity());
    if (variant == MESH)
        make_mesh(t, in);
    else
        make_heightfield(t, in);
    t->shape->setMargin(0);
    t->surface.setCollisionShape(t->shape.get());
    for (size_t i = 0; i < in->n; ++i) {
        const collide_cylinder &c = in->cylinder[i];
        btCylinderShapeZ *shape = new btCylinderShapeZ(btVector3(c.radius, c.radius, c.height / 2));
        btCollisionObject *object = new btCollisionObject;
        shape->setMargin(0);
        object->setCollisionShape(shape);
        object->setWorldTransform(
            btTransform(shortestArcQuat(btVector3(0, 0, 1), vector(c.axis)), vector(c.center)));
        t->shapes.emplace_back(shape);
        t->cylinders.emplace_back(object);
    }
    return t;
}

void release_terrain(void *state) {
    delete static_cast<terrain *>(state);
}

// Bullet also reports contacts that are up to a threshold apart.
struct overlap : btCollisionWorld::ContactResultCallback {
    bool any = false;
    btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *, int, int,
                             const btCollisionObjectWrapper *, int, int) override {
        any = any || point.getDistance() <= 0;
        return 0;
    }
};

void answer_terrain(void *state, const peers_answers *out) {
    terrain *t = static_cast<terrain *>(state);
    for (size_t i = 0; i < t->cylinders.size(); ++i) {
        overlap result;
        t->world.contactPairTest(t->cylinders[i].get(), &t->surface, result);
        out->hit[i] = result.any;
    }
}

struct broadphase {
    std::unique_ptr<btBroadphaseInterface> phase;
    std::vector<btBroadphaseProxy *> proxies;
    int variant;
};

enum { DBVT, DBVT_DEFERRED, SWEEP };

btVector3 lower(const collide_sphere &s) {
    return vector(s.center) - btVector3(s.radius, s.radius, s.radius);
}

btVector3 upper(const collide_sphere &s) {
    return vector(s.center) + btVector3(s.radius, s.radius, s.radius);
}

void *prepare_broadphase(const peers_input *in, int variant) {
    broadphase *b = new broadphase;
    b->variant = variant;
    if (variant == SWEEP) {
        btVector3 low = lower(in->balls[0][0]), high = upper(in->balls[0][0]);
        for (size_t i = 0; i < in->n; ++i) {
            low.setMin(lower(in->balls[0][i]));
            high.setMax(upper(in->balls[0][i]));
        }
        b->phase.reset(new bt32BitAxisSweep3(low - btVector3(1, 1, 1), high + btVector3(1, 1, 1),
                                             (unsigned)in->n + 1, nullptr, true));
    } else {
        btDbvtBroadphase *dbvt = new btDbvtBroadphase;
        dbvt->m_deferedcollide = variant == DBVT_DEFERRED;
        b->phase.reset(dbvt);
    }
    for (size_t i = 0; i < in->n; ++i) {
        const collide_sphere &s = in->balls[0][i];
        b->proxies.push_back(b->phase->createProxy(lower(s), upper(s), SPHERE_SHAPE_PROXYTYPE,
                                                   reinterpret_cast<void *>(i), 1, 1, nullptr));
    }
    return b;
}

void release_broadphase(void *state) {
    broadphase *b = static_cast<broadphase *>(state);
    b->phase->getOverlappingPairCache()->getOverlappingPairArray().clear(); // else all, each time
    if (b->variant != SWEEP) // which frees them itself
        for (btBroadphaseProxy *proxy : b->proxies)
            b->phase->destroyProxy(proxy, nullptr);
    delete b;
}

void answer_broadphase(void *state, const peers_answers *out) {
    broadphase *b = static_cast<broadphase *>(state);
    *out->count = 0;
    for (size_t i = 0; i < b->proxies.size(); ++i)
        b->phase->setAabb(b->proxies[i], lower(out->balls[i]), upper(out->balls[i]), nullptr);
    b->phase->calculateOverlappingPairs(nullptr);
    btBroadphasePairArray &pairs = b->phase->getOverlappingPairCache()->getOverlappingPairArray();
    for (int i = 0; i < pairs.size(); ++i)
        peers_try_pair(out, reinterpret_cast<size_t>(pairs[i].m_pProxy0->m_clientObject),
                       reinterpret_cast<size_t>(pairs[i].m_pProxy1->m_clientObject));
}

// Without a cache of pairs.
struct tree {
    btDbvt dbvt;
    std::vector<btDbvtNode *> leaves;
    int variant;
};

enum { UPDATED, REBUILT };

btDbvtVolume bound(const collide_sphere &s) {
    return btDbvtVolume::FromCR(vector(s.center), s.radius);
}

void *prepare_tree(const peers_input *in, int variant) {
    tree *t = new tree;
    t->variant = variant;
    for (size_t i = 0; i < in->n; ++i)
        t->leaves.push_back(t->dbvt.insert(bound(in->balls[0][i]), reinterpret_cast<void *>(i)));
    return t;
}

void release_tree(void *state) {
    delete static_cast<tree *>(state);
}

struct try_leaves : btDbvt::ICollide {
    const peers_answers *out;
    void Process(const btDbvtNode *a, const btDbvtNode *b) override {
        peers_try_pair(out, reinterpret_cast<size_t>(a->data), reinterpret_cast<size_t>(b->data));
    }
};

void answer_tree(void *state, const peers_answers *out) {
    tree *t = static_cast<tree *>(state);
    try_leaves policy;
    policy.out = out;
    *out->count = 0;
    if (t->variant == REBUILT)
        t->dbvt.clear();
    for (size_t i = 0; i < t->leaves.size(); ++i) {
        btDbvtVolume volume = bound(out->balls[i]);
        if (t->variant == REBUILT)
            t->leaves[i] = t->dbvt.insert(volume, reinterpret_cast<void *>(i));
        else
            t->dbvt.update(t->leaves[i], volume);
    }
    t->dbvt.collideTT(t->dbvt.m_root, t->dbvt.m_root, policy);
}

// What btGImpactCollisionAlgorithm does with two meshes, without manifolds.
struct meshes {
    std::unique_ptr<btTriangleIndexVertexArray> array[2];
    std::unique_ptr<btGImpactMeshShape> shape[2];
    std::vector<btTransform> at;
    bool all;
};

void *prepare_meshes(const peers_input *in, int) {
    meshes *s = new meshes;
    s->all = in->which == PEERS_MESH_MESH_ALL;
    for (int k = 0; k < 2; ++k) {
        const peers_mesh &m = in->mesh[k];
        s->array[k].reset(new btTriangleIndexVertexArray(
            (int)m.triangles, (int *)m.index, 3 * sizeof(uint32_t), (int)m.vertices,
            (btScalar *)m.position, sizeof(collide_vec3)));
        s->shape[k].reset(new btGImpactMeshShape(s->array[k].get()));
        s->shape[k]->setMargin(0);
        s->shape[k]->updateBound();
    }
    for (size_t i = 0; i < in->n; ++i) {
        const collide_vec3 *a = in->pose[i].axis;
        s->at.push_back(btTransform(
            btMatrix3x3(a[0].x, a[1].x, a[2].x, a[0].y, a[1].y, a[2].y, a[0].z, a[1].z, a[2].z),
            vector(in->pose[i].position)));
    }
    return s;
}

void release_meshes(void *state) {
    delete static_cast<meshes *>(state);
}

// Trees over vertices of its own, which move.
template <typename shape> struct model {
    std::vector<collide_vec3> position;
    std::unique_ptr<btTriangleIndexVertexArray> array;
    std::unique_ptr<shape> mesh;
    bool refit;
};

void build(model<btGImpactMeshShape> *s) {
    s->mesh.reset(new btGImpactMeshShape(s->array.get()));
    s->mesh->setMargin(0);
    s->mesh->updateBound();
}

void build(model<btBvhTriangleMeshShape> *s) {
    s->mesh.reset(new btBvhTriangleMeshShape(s->array.get(), true));
}

void refit(model<btGImpactMeshShape> *s) {
    s->mesh->postUpdate();
    s->mesh->updateBound();
}

void refit(model<btBvhTriangleMeshShape> *s) {
    btVector3 low = vector(s->position[0]), high = low;
    for (const collide_vec3 &p : s->position) {
        low.setMin(vector(p));
        high.setMax(vector(p));
    }
    s->mesh->refitTree(low, high);
}

template <typename shape> void *prepare_model(const peers_input *in, int) {
    model<shape> *s = new model<shape>;
    const peers_mesh &m = in->mesh[0];
    s->position.assign(m.position, m.position + m.vertices);
    s->array.reset(new btTriangleIndexVertexArray(
        (int)m.triangles, (int *)m.index, 3 * sizeof(uint32_t), (int)m.vertices,
        (btScalar *)s->position.data(), sizeof(collide_vec3)));
    s->refit = in->which == PEERS_TREE_REFIT;
    build(s);
    return s;
}

template <typename shape> void answer_model(void *state, const peers_answers *out) {
    model<shape> *s = static_cast<model<shape> *>(state);
    s->position.assign(out->position, out->position + s->position.size());
    if (s->refit)
        refit(s);
    else
        build(s);
}

template <typename shape> void release_model(void *state) {
    delete static_cast<model<shape> *>(state);
}

struct aabbs {
    std::vector<btVector3> queries, objects; // least and greatest, of one after the other
};

void put_bound(std::vector<btVector3> *v, const collide_vec3 *corner) {
    btVector3 low = vector(corner[0]), high = low;
    for (int i = 1; i < 8; ++i) {
        low.setMin(vector(corner[i]));
        high.setMax(vector(corner[i]));
    }
    v->push_back(low);
    v->push_back(high);
}

void *prepare_aabbs(const peers_input *in, int) {
    aabbs *s = new aabbs;
    for (size_t i = 0; i < in->kdops; ++i)
        put_bound(&s->queries, in->query_corners + 8 * i);
    for (size_t i = 0; i < in->n; ++i)
        put_bound(&s->objects, in->object_corners + 8 * i);
    return s;
}

void answer_aabbs(void *state, const peers_answers *out) {
    const aabbs *s = static_cast<const aabbs *>(state);
    const btVector3 *a = s->queries.data(), *b = s->objects.data();
    uint8_t *hit = out->hit;
    for (size_t q = 0; q < s->queries.size(); q += 2)
        for (size_t i = 0; i < s->objects.size(); i += 2)
            *hit++ = TestAabbAgainstAabb2(a[q], a[q + 1], b[i], b[i + 1]);
}

void release_aabbs(void *state) {
    delete static_cast<aabbs *>(state);
}

void answer_meshes(void *state, const peers_answers *out) {
    const meshes *s = static_cast<const meshes *>(state);
    const btGImpactMeshShapePart *a = s->shape[0]->getMeshPart(0);
    const btGImpactMeshShapePart *b = s->shape[1]->getMeshPart(0);
    btPairSet pairs;
    a->lockChildShapes();
    b->lockChildShapes();
    for (size_t i = 0; i < s->at.size(); ++i) {
        btPrimitiveTriangle p, q;
        GIM_TRIANGLE_CONTACT contact;
        size_t found = 0;
        pairs.resize(0);
        btGImpactBoxSet::find_collision(a->getBoxSet(), btTransform::getIdentity(), b->getBoxSet(),
                                        s->at[i], pairs);
        for (int k = 0; k < pairs.size() && (s->all || found == 0); ++k) {
            a->getPrimitiveTriangle(pairs[k].m_index1, p);
            b->getPrimitiveTriangle(pairs[k].m_index2, q);
            p.m_margin = q.m_margin = 0;
            q.applyTransform(s->at[i]);
            p.buildTriPlane();
            q.buildTriPlane();
            if (p.overlap_test_conservative(q) &&
                p.find_triangle_collision_clip_method(q, contact)) {
                if (s->all)
                    peers_put_pair(out, (size_t)pairs[k].m_index1, (size_t)pairs[k].m_index2);
                ++found;
            }
        }
        out->hit[i] = found > 0;
        out->each[i] = found;
    }
    b->unlockChildShapes();
    a->unlockChildShapes();
}

} // namespace

#define CAST(name, which, flags, answer)                                                           \
    { name, which, PEERS_TIMES | (flags), 0, prepare, answer, release }
#define CASTS(which)                                                                               \
    CAST("Bullet btContinuousConvexCollision", which, 0, answer_continuous),                       \
        CAST("Bullet btSubsimplexConvexCast", which, 0, answer_subsimplex),                        \
        CAST("Bullet btGjkConvexCast", which, 0, answer_gjk)

// They find contacts even if only yes or no is asked.
#define SURFACES(which)                                                                            \
    {"Bullet heightfield, no solid",                                                               \
     which,                                                                                        \
     0,                                                                                            \
     HEIGHTFIELD,                                                                                  \
     prepare_terrain,                                                                              \
     answer_terrain,                                                                               \
     release_terrain},                                                                             \
    {                                                                                              \
        "Bullet triangle mesh, no solid", which, 0, MESH, prepare_terrain, answer_terrain,         \
            release_terrain                                                                        \
    }

#define GIMPACT(which)                                                                             \
    { "Bullet GImpact", which, 0, 0, prepare_meshes, answer_meshes, release_meshes }
#define PHASE(name, limit, variant)                                                                \
    {                                                                                              \
        name, PEERS_OCTREE_PAIRS, limit, variant, prepare_broadphase, answer_broadphase,           \
            release_broadphase                                                                     \
    }
#define TREE(name, variant)                                                                        \
    { name, PEERS_OCTREE_PAIRS, 0, variant, prepare_tree, answer_tree, release_tree }

#define MODEL(name, which, shape)                                                                  \
    { name, which, 0, 0, prepare_model<shape>, answer_model<shape>, release_model<shape> }

extern const char peers_bullet_about[] =
    "Bullet " PEERS_VERSION ", float: margins zero; casts by their own classes, without a world; "
    "GImpact without manifolds; height field and mesh by convex against concave algorithms; "
    "broad phases without a dispatcher, btDbvt also bare";

extern const peers_rival peers_bullet[] = {
    {"Bullet TestAabbAgainstAabb2", PEERS_KDOP6, 0, 0, prepare_aabbs, answer_aabbs, release_aabbs},
    {"Bullet btBoxBoxDetector", PEERS_OBB_OBB, 0, 0, prepare, answer_box_box, release},
    CASTS(PEERS_SWEEP_OBB_OBB),
    CASTS(PEERS_SWEEP_OBB_TRIANGLE),
    {"Bullet btPrimitiveTriangle", PEERS_TRIANGLE_TRIANGLE, 0, 0, prepare_triangles,
     answer_triangles, release_triangles},
    SURFACES(PEERS_CYLINDER_TERRAIN_TEST),
    SURFACES(PEERS_CYLINDER_TERRAIN),
    PHASE("Bullet btDbvtBroadphase", PEERS_UP_TO(16), DBVT),
    PHASE("Bullet btDbvtBroadphase, deferred", 0, DBVT_DEFERRED),
    PHASE("Bullet bt32BitAxisSweep3", PEERS_UP_TO(15), SWEEP),
    TREE("Bullet btDbvt", UPDATED),
    TREE("Bullet btDbvt, rebuilt", REBUILT),
    GIMPACT(PEERS_MESH_MESH_ANY),
    GIMPACT(PEERS_MESH_MESH_ALL),
    MODEL("Bullet GImpact", PEERS_TREE_BUILD, btGImpactMeshShape),
    MODEL("Bullet BVH, quantised", PEERS_TREE_BUILD, btBvhTriangleMeshShape),
    MODEL("Bullet GImpact", PEERS_TREE_REFIT, btGImpactMeshShape),
    MODEL("Bullet BVH, quantised", PEERS_TREE_REFIT, btBvhTriangleMeshShape),
    {nullptr, PEERS_OBB_OBB, 0, 0, nullptr, nullptr, nullptr},
};
