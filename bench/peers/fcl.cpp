// FCL: k-DOPs and oriented boxes as its trees have them, in float; shapes at rest and in motion,
// cylinders against a mesh, meshes, and broad phases, in double, which is what its library is
// compiled for; triangles as in the leaves of its trees, in both.
#include <fcl/fcl.h>

#include "fcl_kdops.h"

#include <memory>
#include <vector>

namespace {

using vector3 = fcl::Vector3<double>;
using transform = fcl::Transform3<double>;

template <typename T> using aligned = std::vector<T, Eigen::aligned_allocator<T>>;

template <typename S> fcl::Vector3<S> vector(const collide_vec3 &v) {
    return fcl::Vector3<S>(v.x, v.y, v.z);
}

template <typename S> fcl::Matrix3<S> rotation(const collide_obb &box) {
    fcl::Matrix3<S> r;
    for (int i = 0; i < 3; ++i)
        r.col(i) = vector<S>(box.axis[i]);
    return r;
}

// ---- bounding volumes --------------------------------------------------------------------------

using obb = fcl::OBB<float>;

struct obbs {
    aligned<obb> a, b;
};

void *prepare_obbs(const peers_input *in, int) {
    obbs *o = new obbs;
    for (size_t i = 0; i < in->n; ++i) {
        const collide_obb &a = in->a[i], &b = in->b[i];
        o->a.emplace_back(rotation<float>(a), vector<float>(a.center), vector<float>(a.half));
        o->b.emplace_back(rotation<float>(b), vector<float>(b.center), vector<float>(b.half));
    }
    return o;
}

void release_obbs(void *state) {
    delete static_cast<obbs *>(state);
}

void answer_obbs(void *state, const peers_answers *out) {
    const obbs *o = static_cast<const obbs *>(state);
    for (size_t i = 0; i < o->a.size(); ++i)
        out->hit[i] = o->a[i].overlap(o->b[i]);
}

// ---- shapes ------------------------------------------------------------------------------------

struct body {
    std::shared_ptr<fcl::CollisionGeometry<double>> shape;
    std::shared_ptr<fcl::TranslationMotion<double>> motion;
    transform at;
};

struct shapes {
    aligned<body> a, b;
    int variant;
};

enum { NAIVE, NAIVE_100, ADVANCEMENT, ADVANCEMENT_INDEP };

void place(body &b, const collide_vec3 *velocity) {
    if (!velocity)
        return;
    transform to = b.at;
    to.translation() += vector<double>(*velocity);
    b.motion = std::make_shared<fcl::TranslationMotion<double>>(b.at, to);
}

body make_box(const collide_obb &box, const collide_vec3 *velocity) {
    body b;
    b.shape =
        std::make_shared<fcl::Box<double>>(2.0 * box.half.x, 2.0 * box.half.y, 2.0 * box.half.z);
    b.at = transform::Identity();
    b.at.linear() = rotation<double>(box);
    b.at.translation() = vector<double>(box.center);
    place(b, velocity);
    return b;
}

// Motions have no shape for one triangle, so it is a convex with two faces.
body make_triangle(const collide_triangle &triangle, const collide_vec3 *velocity) {
    auto vertices = std::make_shared<std::vector<vector3>>();
    auto faces = std::make_shared<std::vector<int>>(std::vector<int>{3, 0, 1, 2, 3, 0, 2, 1});
    body b;
    for (const collide_vec3 &v : triangle.v)
        vertices->push_back(vector<double>(v));
    b.shape = std::make_shared<fcl::Convex<double>>(vertices, 2, faces);
    b.at = transform::Identity();
    place(b, velocity);
    return b;
}

void *prepare_shapes(const peers_input *in, int variant) {
    shapes *s = new shapes;
    s->variant = variant;
    for (size_t i = 0; i < in->n; ++i) {
        const collide_vec3 *v = in->vb ? in->vb + i : nullptr;
        s->a.push_back(make_box(in->a[i], in->va ? in->va + i : nullptr));
        s->b.push_back(in->triangle ? make_triangle(in->triangle[i], v) : make_box(in->b[i], v));
    }
    return s;
}

void release_shapes(void *state) {
    delete static_cast<shapes *>(state);
}

void answer_collide(void *state, const peers_answers *out) {
    const shapes *s = static_cast<const shapes *>(state);
    const fcl::CollisionRequest<double> request;
    for (size_t i = 0; i < s->a.size(); ++i) {
        fcl::CollisionResult<double> result;
        out->hit[i] = fcl::collide(s->a[i].shape.get(), s->a[i].at, s->b[i].shape.get(), s->b[i].at,
                                   request, result) > 0;
    }
}

void answer_continuous(void *state, const peers_answers *out) {
    const shapes *s = static_cast<const shapes *>(state);
    fcl::ContinuousCollisionRequest<double> request;
    if (s->variant == ADVANCEMENT || s->variant == ADVANCEMENT_INDEP)
        request.ccd_solver_type = fcl::CCDC_CONSERVATIVE_ADVANCEMENT;
    if (s->variant == ADVANCEMENT_INDEP)
        request.gjk_solver_type = fcl::GST_INDEP;
    if (s->variant == NAIVE_100)
        request.num_max_iterations = 100;
    for (size_t i = 0; i < s->a.size(); ++i) {
        fcl::ContinuousCollisionResult<double> result;
        fcl::continuousCollide(s->a[i].shape.get(), s->a[i].motion.get(), s->b[i].shape.get(),
                               s->b[i].motion.get(), request, result);
        out->hit[i] = result.is_collide;
        out->t[i] = (float)result.time_of_contact;
    }
}

// ---- triangles ---------------------------------------------------------------------------------

template <typename S> struct pairs {
    struct pair {
        fcl::Vector3<S> a[3], b[3];
    };
    std::vector<pair> all;
};

template <typename S> void *prepare_pairs(const peers_input *in, int) {
    pairs<S> *p = new pairs<S>;
    p->all.resize(in->n);
    for (size_t i = 0; i < in->n; ++i)
        for (int k = 0; k < 3; ++k) {
            p->all[i].a[k] = vector<S>(in->triangle[i].v[k]);
            p->all[i].b[k] = vector<S>(in->other[i].v[k]);
        }
    return p;
}

template <typename S> void release_pairs(void *state) {
    delete static_cast<pairs<S> *>(state);
}

template <typename S> void answer_pairs(void *state, const peers_answers *out) {
    uint8_t *hit = out->hit;
    for (const auto &p : static_cast<const pairs<S> *>(state)->all)
        *hit++ = fcl::detail::Intersect<S>::intersect_Triangle(p.a[0], p.a[1], p.a[2], p.b[0],
                                                               p.b[1], p.b[2]);
}

// ---- terrain -----------------------------------------------------------------------------------

struct terrain {
    std::unique_ptr<fcl::CollisionGeometry<double>> mesh;
    std::vector<fcl::Cylinder<double>> shapes;
    aligned<transform> at;
    fcl::GJKSolverType solver;
    bool contacts;
};

// Only the surface: what is buried meets no triangle. FCL copies other kinds of trees at each
// query.
template <typename volume>
std::unique_ptr<fcl::CollisionGeometry<double>> make_mesh(const peers_input *in) {
    std::unique_ptr<fcl::BVHModel<volume>> mesh(new fcl::BVHModel<volume>);
    std::vector<vector3> vertices;
    std::vector<fcl::Triangle> triangles;
    for (size_t j = 0; j < in->rows; ++j)
        for (size_t i = 0; i < in->columns; ++i) {
            const size_t k = j * in->columns + i;
            vertices.emplace_back(i * (double)in->step, j * (double)in->step, in->heights[k]);
            if (i + 1 < in->columns && j + 1 < in->rows) {
                triangles.emplace_back(k, k + 1, k + in->columns);
                triangles.emplace_back(k + 1, k + in->columns + 1, k + in->columns);
            }
        }
    mesh->beginModel();
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

template <typename volume, fcl::GJKSolverType solver>
void *prepare_terrain(const peers_input *in, int) {
    terrain *s = new terrain;
    s->solver = solver;
    s->contacts = in->which == PEERS_CYLINDER_TERRAIN;
    s->mesh = make_mesh<volume>(in);
    for (size_t i = 0; i < in->n; ++i) {
        const collide_cylinder &c = in->cylinder[i];
        transform at = transform::Identity();
        at.linear() = Eigen::Quaterniond::FromTwoVectors(vector3::UnitZ(), vector<double>(c.axis))
                          .toRotationMatrix();
        at.translation() = vector<double>(c.center);
        s->shapes.emplace_back(c.radius, c.height);
        s->at.push_back(at);
    }
    return s;
}

void release_terrain(void *state) {
    delete static_cast<terrain *>(state);
}

void answer_terrain(void *state, const peers_answers *out) {
    const terrain *s = static_cast<const terrain *>(state);
    fcl::CollisionRequest<double> request; // one contact, and nothing about it
    request.gjk_solver_type = s->solver;
    request.enable_contact = s->contacts;
    if (s->contacts)
        request.num_max_contacts = 1000;
    for (size_t i = 0; i < s->shapes.size(); ++i) {
        fcl::CollisionResult<double> result;
        out->hit[i] = fcl::collide(s->mesh.get(), transform::Identity(), &s->shapes[i], s->at[i],
                                   request, result) > 0;
    }
}

// ---- meshes ------------------------------------------------------------------------------------

struct meshes {
    std::unique_ptr<fcl::CollisionGeometry<double>> mesh[2];
    aligned<transform> at;
    bool all;
};

template <typename volume> void *prepare_meshes(const peers_input *in, int) {
    meshes *s = new meshes;
    s->all = in->which == PEERS_MESH_MESH_ALL;
    for (int k = 0; k < 2; ++k) {
        std::unique_ptr<fcl::BVHModel<volume>> mesh(new fcl::BVHModel<volume>);
        std::vector<vector3> vertices;
        std::vector<fcl::Triangle> triangles;
        for (size_t i = 0; i < in->mesh[k].vertices; ++i)
            vertices.push_back(vector<double>(in->mesh[k].position[i]));
        for (size_t i = 0; i < in->mesh[k].triangles; ++i) {
            const uint32_t *v = in->mesh[k].index + 3 * i;
            triangles.emplace_back(v[0], v[1], v[2]);
        }
        mesh->beginModel();
        mesh->addSubModel(vertices, triangles);
        mesh->endModel();
        s->mesh[k] = std::move(mesh);
    }
    for (size_t i = 0; i < in->n; ++i) {
        transform at = transform::Identity();
        for (int k = 0; k < 3; ++k)
            at.linear().col(k) = vector<double>(in->pose[i].axis[k]);
        at.translation() = vector<double>(in->pose[i].position);
        s->at.push_back(at);
    }
    return s;
}

void release_meshes(void *state) {
    delete static_cast<meshes *>(state);
}

// With no more about contacts than which triangles they are of.
void answer_meshes(void *state, const peers_answers *out) {
    const meshes *s = static_cast<const meshes *>(state);
    fcl::CollisionRequest<double> request;
    request.num_max_contacts = s->all ? SIZE_MAX / 2 : 1;
    for (size_t i = 0; i < s->at.size(); ++i) {
        fcl::CollisionResult<double> result;
        out->hit[i] = fcl::collide(s->mesh[0].get(), transform::Identity(), s->mesh[1].get(),
                                   s->at[i], request, result) > 0;
        if (s->all) {
            out->each[i] = result.numContacts();
            for (size_t k = 0; k < result.numContacts(); ++k) {
                const fcl::Contact<double> &c = result.getContact(k);
                peers_put_pair(out, (size_t)c.b1, (size_t)c.b2);
            }
        }
    }
}

// One tree, built anew or refitted.
template <typename volume> struct tree {
    fcl::BVHModel<volume> mesh;
    std::vector<vector3> vertices;
    std::vector<fcl::Triangle> triangles;
    bool refit;
};

template <typename volume> void build(tree<volume> *s) {
    s->mesh.beginModel();
    s->mesh.addSubModel(s->vertices, s->triangles);
    s->mesh.endModel();
}

template <typename volume> void *prepare_model(const peers_input *in, int) {
    tree<volume> *s = new tree<volume>;
    const peers_mesh &m = in->mesh[0];
    for (size_t i = 0; i < m.vertices; ++i)
        s->vertices.push_back(vector<double>(m.position[i]));
    for (size_t i = 0; i < m.triangles; ++i)
        s->triangles.emplace_back(m.index[3 * i], m.index[3 * i + 1], m.index[3 * i + 2]);
    s->refit = in->which == PEERS_TREE_REFIT;
    build(s);
    return s;
}

template <typename volume> void answer_model(void *state, const peers_answers *out) {
    tree<volume> *s = static_cast<tree<volume> *>(state);
    if (s->refit) {
        for (size_t i = 0; i < s->vertices.size(); ++i)
            s->vertices[i] = vector<double>(out->position[i]);
        s->mesh.beginReplaceModel();
        s->mesh.replaceSubModel(s->vertices);
        s->mesh.endReplaceModel(true);
    } else {
        s->mesh.~BVHModel<volume>();
        new (&s->mesh) fcl::BVHModel<volume>;
        build(s);
    }
}

template <typename volume> void release_model(void *state) {
    delete static_cast<tree<volume> *>(state);
}

// ---- pairs -------------------------------------------------------------------------------------

enum { UPDATED, REBUILT };

struct balls {
    std::vector<std::unique_ptr<fcl::CollisionObject<double>>> objects;
    std::vector<fcl::CollisionObject<double> *> pointers;
    std::unique_ptr<fcl::BroadPhaseCollisionManager<double>> manager;
    int variant;
};

template <typename manager>
void make_manager(balls *, const peers_input *, std::unique_ptr<manager> *out) {
    out->reset(new manager);
}

// Cells are as wide as an average ball, and there are as many bins as balls.
template <typename table>
void make_manager(balls *b, const peers_input *in,
                  std::unique_ptr<fcl::SpatialHashingCollisionManager<double, table>> *out) {
    vector3 low, high;
    double sum = 0;
    for (size_t i = 0; i < in->n; ++i)
        sum += 2.0 * in->balls[0][i].radius;
    fcl::SpatialHashingCollisionManager<double, table>::computeBound(b->pointers, low, high);
    out->reset(new fcl::SpatialHashingCollisionManager<double, table>(
        sum / in->n, low - vector3::Ones(), high + vector3::Ones(), (unsigned)in->n));
}

template <typename manager> void *prepare_balls(const peers_input *in, int variant) {
    balls *b = new balls;
    std::unique_ptr<manager> m;
    b->variant = variant;
    for (size_t i = 0; i < in->n; ++i) {
        const collide_sphere &s = in->balls[0][i];
        auto *object = new fcl::CollisionObject<double>(
            std::make_shared<fcl::Sphere<double>>(s.radius), fcl::Matrix3<double>::Identity(),
            vector<double>(s.center));
        object->setUserData(reinterpret_cast<void *>(i));
        b->objects.emplace_back(object);
        b->pointers.push_back(object);
    }
    make_manager(b, in, &m);
    b->manager = std::move(m);
    b->manager->registerObjects(b->pointers);
    b->manager->setup();
    return b;
}

void release_balls(void *state) {
    delete static_cast<balls *>(state);
}

bool try_pair(fcl::CollisionObject<double> *a, fcl::CollisionObject<double> *b, void *out) {
    peers_try_pair(static_cast<const peers_answers *>(out),
                   reinterpret_cast<size_t>(a->getUserData()),
                   reinterpret_cast<size_t>(b->getUserData()));
    return false; // go on
}

void answer_balls(void *state, const peers_answers *out) {
    balls *b = static_cast<balls *>(state);
    *out->count = 0;
    for (size_t i = 0; i < b->objects.size(); ++i) {
        b->objects[i]->setTranslation(vector<double>(out->balls[i].center));
        b->objects[i]->computeAABB();
    }
    if (b->variant == REBUILT) {
        b->manager->clear();
        b->manager->registerObjects(b->pointers);
        b->manager->setup();
    } else {
        b->manager->update();
    }
    b->manager->collide(const_cast<peers_answers *>(out), try_pair);
}

} // namespace

#define CONTINUOUS(name, which, variant)                                                           \
    { name, which, PEERS_TIMES, variant, prepare_shapes, answer_continuous, release_shapes }
#define SWEEPS(which)                                                                              \
    CONTINUOUS("FCL naive, 10 steps", which, NAIVE),                                               \
        CONTINUOUS("FCL naive, 100 steps", which, NAIVE_100),                                      \
        CONTINUOUS("FCL advancement, libccd", which, ADVANCEMENT),                                 \
        CONTINUOUS("FCL advancement, indep", which, ADVANCEMENT_INDEP)
#define TRIANGLES(S)                                                                               \
    {                                                                                              \
        "FCL Intersect<" #S ">", PEERS_TRIANGLE_TRIANGLE, 0, 0, prepare_pairs<S>, answer_pairs<S>, \
            release_pairs<S>                                                                       \
    }
#define MESH(name, which, volume, solver)                                                          \
    {                                                                                              \
        name, which, 0, 0, prepare_terrain<fcl::volume<double>, fcl::solver>, answer_terrain,      \
            release_terrain                                                                        \
    }
#define MESHES(which)                                                                              \
    MESH("FCL mesh, no solid, OBB, libccd", which, OBB, GST_LIBCCD),                               \
        MESH("FCL mesh, no solid, OBBRSS, libccd", which, OBBRSS, GST_LIBCCD),                     \
        MESH("FCL mesh, no solid, OBBRSS, indep", which, OBBRSS, GST_INDEP)

#define BALLS(name, limit, variant, ...)                                                           \
    {                                                                                              \
        name, PEERS_OCTREE_PAIRS, limit, variant, prepare_balls<fcl::__VA_ARGS__>, answer_balls,   \
            release_balls                                                                          \
    }

#define TREES(which)                                                                               \
    {                                                                                              \
        "FCL BVH, OBB", which,         0, 0, prepare_meshes<fcl::OBB<double>>,                     \
        answer_meshes,  release_meshes},                                                           \
        {"FCL BVH, OBBRSS", which,         0, 0, prepare_meshes<fcl::OBBRSS<double>>,              \
         answer_meshes,     release_meshes},                                                       \
    {                                                                                              \
        "FCL BVH, KDOP18", which, 0, 0, prepare_meshes<fcl::KDOP<double, 18>>, answer_meshes,      \
            release_meshes                                                                         \
    }

#define MODEL(name, which, ...)                                                                    \
    {                                                                                              \
        name, which, 0, 0, prepare_model<fcl::__VA_ARGS__>, answer_model<fcl::__VA_ARGS__>,        \
            release_model<fcl::__VA_ARGS__>                                                        \
    }
#define MODELS(which)                                                                              \
    MODEL("FCL BVH, OBB", which, OBB<double>), MODEL("FCL BVH, OBBRSS", which, OBBRSS<double>),    \
        MODEL("FCL BVH, KDOP18", which, KDOP<double, 18>),                                         \
        MODEL("FCL BVH, AABB", which, AABB<double>)

#define KDOPS(name, which, ...)                                                                    \
    {                                                                                              \
        name, which, 0, 0, prepare_kdops<fcl::__VA_ARGS__>, answer_kdops<fcl::__VA_ARGS__>,        \
            release_kdops<fcl::__VA_ARGS__>                                                        \
    }

extern const char peers_fcl_about[] =
    "FCL " PEERS_VERSION
    ": volumes in float, all else in double, as it is packaged; trees are built "
    "before, poses set per query, all contacts asked for or one; advancement with FCL's own "
    "tolerance; managers updated object by object or rebuilt, whichever their name says; cells of "
    "spatial hashing as wide as an average ball";

extern const peers_rival peers_fcl[] = {
    KDOPS("FCL AABB<float>::overlap", PEERS_KDOP6, AABB<float>),
    KDOPS("FCL KDOP<float, 18>::overlap", PEERS_KDOP18, KDOP<float, 18>),
    {"FCL OBB<float>::overlap", PEERS_OBB_OBB, 0, 0, prepare_obbs, answer_obbs, release_obbs},
    {"FCL collide", PEERS_OBB_OBB, 0, 0, prepare_shapes, answer_collide, release_shapes},
    SWEEPS(PEERS_SWEEP_OBB_OBB),
    SWEEPS(PEERS_SWEEP_OBB_TRIANGLE),
    TRIANGLES(float),
    TRIANGLES(double),
    MESHES(PEERS_CYLINDER_TERRAIN_TEST),
    MESHES(PEERS_CYLINDER_TERRAIN),
    BALLS("FCL dynamic AABB tree", 0, UPDATED, DynamicAABBTreeCollisionManager<double>),
    BALLS("FCL dynamic AABB tree, rebuilt", 0, REBUILT, DynamicAABBTreeCollisionManager<double>),
    BALLS("FCL AABB tree array", 0, UPDATED, DynamicAABBTreeCollisionManager_Array<double>),
    BALLS("FCL AABB tree array, rebuilt", 0, REBUILT,
          DynamicAABBTreeCollisionManager_Array<double>),
    BALLS("FCL SaP", PEERS_UP_TO(13), UPDATED, SaPCollisionManager<double>),
    BALLS("FCL SaP, rebuilt", PEERS_UP_TO(15), REBUILT, SaPCollisionManager<double>),
    BALLS("FCL SSaP", PEERS_UP_TO(15), UPDATED, SSaPCollisionManager<double>),
    BALLS("FCL interval tree", PEERS_UP_TO(15), UPDATED, IntervalTreeCollisionManager<double>),
    BALLS("FCL spatial hashing", PEERS_UP_TO(13), UPDATED, SpatialHashingCollisionManager<double>),
    BALLS("FCL spatial hashing, rebuilt", PEERS_UP_TO(13), REBUILT,
          SpatialHashingCollisionManager<double>),
    TREES(PEERS_MESH_MESH_ANY),
    TREES(PEERS_MESH_MESH_ALL),
    MODELS(PEERS_TREE_BUILD),
    MODELS(PEERS_TREE_REFIT),
    {nullptr, PEERS_OBB_OBB, 0, 0, nullptr, nullptr, nullptr},
};
