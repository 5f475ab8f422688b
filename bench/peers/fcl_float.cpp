// FCL in float, which Debian's library is not compiled for: its headers, compiled with -O3
// -march=native. They get a namespace of their own here, so that the linker does not confuse their
// functions with the functions of the library and of fcl.cpp.
#define Eigen Eigen_native
#define fcl fcl_native
#include <fcl/math/bv/utility.h>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/math/bv/AABB.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/math/bv/kDOP.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>
#include <fcl/narrowphase/detail/traversal/collision/mesh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>

#include "fcl_kdops.h"

#include "fcl_rest.h"

#include <memory>
#include <vector>

namespace {

using vector3 = fcl::Vector3<float>;
using transform = fcl::Transform3<float>;
using obb = fcl::OBB<float>;

template <typename T> using aligned = std::vector<T, Eigen::aligned_allocator<T>>;

vector3 vector(const collide_vec3 &v) {
    return vector3(v.x, v.y, v.z);
}

// ---- bounding volumes --------------------------------------------------------------------------

// The k-DOP of a box is that of its corners.
void *prepare_boxes(const peers_input *in, int) {
    return new std::vector<collide_obb>(in->a, in->a + in->n);
}

void release_boxes(void *state) {
    delete static_cast<std::vector<collide_obb> *>(state);
}

void answer_bounds(void *state, const peers_answers *out) {
    collide_kdop18 *bound = out->bounds;
    for (const collide_obb &b : *static_cast<const std::vector<collide_obb> *>(state)) {
        const vector3 x = b.half.x * vector(b.axis[0]), y = b.half.y * vector(b.axis[1]);
        const vector3 z = b.half.z * vector(b.axis[2]), center = vector(b.center);
        fcl::KDOP<float, 18> k;
        for (int i = 0; i < 8; ++i)
            k += vector3(center + (i & 1 ? x : -x) + (i & 2 ? y : -y) + (i & 4 ? z : -z));
        for (int i = 0; i < 9; ++i) {
            bound->min[i] = k.dist(i);
            bound->max[i] = k.dist(i + 9);
        }
        ++bound;
    }
}

struct obbs {
    aligned<obb> a, b;
};

obb make_obb(const collide_obb &box) {
    fcl::Matrix3<float> r;
    for (int i = 0; i < 3; ++i)
        r.col(i) = vector(box.axis[i]);
    return obb(r, vector(box.center), vector(box.half));
}

void *prepare_obbs(const peers_input *in, int) {
    obbs *o = new obbs;
    for (size_t i = 0; i < in->n; ++i) {
        o->a.push_back(make_obb(in->a[i]));
        o->b.push_back(make_obb(in->b[i]));
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

// ---- triangles ---------------------------------------------------------------------------------

struct pair {
    vector3 a[3], b[3];
};

void *prepare_pairs(const peers_input *in, int) {
    auto *pairs = new std::vector<pair>(in->n);
    for (size_t i = 0; i < in->n; ++i)
        for (int k = 0; k < 3; ++k) {
            (*pairs)[i].a[k] = vector(in->triangle[i].v[k]);
            (*pairs)[i].b[k] = vector(in->other[i].v[k]);
        }
    return pairs;
}

void release_pairs(void *state) {
    delete static_cast<std::vector<pair> *>(state);
}

void answer_pairs(void *state, const peers_answers *out) {
    uint8_t *hit = out->hit;
    for (const pair &p : *static_cast<const std::vector<pair> *>(state))
        *hit++ = fcl::detail::Intersect<float>::intersect_Triangle(p.a[0], p.a[1], p.a[2], p.b[0],
                                                                   p.b[1], p.b[2]);
}

// ---- meshes ------------------------------------------------------------------------------------

template <typename volume> struct model {
    fcl::BVHModel<volume> mesh;
    std::vector<vector3> vertices;
    std::vector<fcl::Triangle> triangles;
    bool refit = false;

    explicit model(const peers_mesh &m) {
        for (size_t i = 0; i < m.vertices; ++i)
            vertices.push_back(vector(m.position[i]));
        for (size_t i = 0; i < m.triangles; ++i)
            triangles.emplace_back(m.index[3 * i], m.index[3 * i + 1], m.index[3 * i + 2]);
        build();
    }
    void build() {
        mesh.beginModel();
        mesh.addSubModel(vertices, triangles);
        mesh.endModel();
    }
};

struct meshes {
    std::unique_ptr<model<obb>> mesh[2];
    aligned<transform> at;
    bool all;
};

void *prepare_meshes(const peers_input *in, int) {
    meshes *s = new meshes;
    s->all = in->which == PEERS_MESH_MESH_ALL;
    for (int k = 0; k < 2; ++k)
        s->mesh[k].reset(new model<obb>(in->mesh[k]));
    for (size_t i = 0; i < in->n; ++i) {
        transform at = transform::Identity();
        for (int k = 0; k < 3; ++k)
            at.linear().col(k) = vector(in->pose[i].axis[k]);
        at.translation() = vector(in->pose[i].position);
        s->at.push_back(at);
    }
    return s;
}

void release_meshes(void *state) {
    delete static_cast<meshes *>(state);
}

// What fcl::collide does with two models of OBBs.
void answer_meshes(void *state, const peers_answers *out) {
    const meshes *s = static_cast<const meshes *>(state);
    fcl::CollisionRequest<float> request;
    request.num_max_contacts = s->all ? SIZE_MAX / 2 : 1;
    for (size_t i = 0; i < s->at.size(); ++i) {
        fcl::CollisionResult<float> result;
        fcl::detail::MeshCollisionTraversalNodeOBB<float> node;
        fcl::detail::initialize(node, s->mesh[0]->mesh, transform(transform::Identity()),
                                s->mesh[1]->mesh, s->at[i], request, result);
        fcl::detail::collide(&node);
        out->hit[i] = result.isCollision();
        for (size_t k = 0; k < result.numContacts() && s->all; ++k) {
            const fcl::Contact<float> &c = result.getContact(k);
            peers_put_pair(out, (size_t)c.b1, (size_t)c.b2);
        }
        out->each[i] = result.numContacts();
    }
}

template <typename volume> void *prepare_model(const peers_input *in, int) {
    auto *s = new model<volume>(in->mesh[0]);
    s->refit = in->which == PEERS_TREE_REFIT;
    return s;
}

template <typename volume> void answer_model(void *state, const peers_answers *out) {
    auto *s = static_cast<model<volume> *>(state);
    if (s->refit) {
        for (size_t i = 0; i < s->vertices.size(); ++i)
            s->vertices[i] = vector(out->position[i]);
        s->mesh.beginReplaceModel();
        s->mesh.replaceSubModel(s->vertices);
        s->mesh.endReplaceModel(true);
    } else {
        s->mesh.~BVHModel<volume>();
        new (&s->mesh) fcl::BVHModel<volume>;
        s->build();
    }
}

template <typename volume> void release_model(void *state) {
    delete static_cast<model<volume> *>(state);
}

} // namespace

#define NATIVE ", gcc -O3 -march=native"
#define KDOPS(name, which, ...)                                                                    \
    {                                                                                              \
        name NATIVE, which, 0, 0, prepare_kdops<fcl::__VA_ARGS__>, answer_kdops<fcl::__VA_ARGS__>, \
            release_kdops<fcl::__VA_ARGS__>                                                        \
    }
#define MODEL(name, which, limit, ...)                                                             \
    {                                                                                              \
        name NATIVE, which, limit, 0, prepare_model<fcl::__VA_ARGS__>,                             \
            answer_model<fcl::__VA_ARGS__>, release_model<fcl::__VA_ARGS__>                        \
    }
#define MODELS(which, limit)                                                                       \
    MODEL("FCL BVH, OBB<float>", which, limit, OBB<float>),                                        \
        MODEL("FCL BVH, KDOP18<float>", which, limit, KDOP<float, 18>),                            \
        MODEL("FCL BVH, AABB<float>", which, limit, AABB<float>)
#define MESHES(which)                                                                              \
    { "FCL BVH, OBB<float>" NATIVE, which, 0, 0, prepare_meshes, answer_meshes, release_meshes }

extern const peers_rival peers_fcl_float[] = {
    KDOPS("FCL AABB<float>", PEERS_KDOP6, AABB<float>),
    KDOPS("FCL KDOP18<float>", PEERS_KDOP18, KDOP<float, 18>),
    {"FCL KDOP18<float> of corners" NATIVE, PEERS_KDOP18_FROM_OBB, 0, 0, prepare_boxes,
     answer_bounds, release_boxes},
    {"FCL OBB<float>" NATIVE, PEERS_OBB_OBB, 0, 0, prepare_obbs, answer_obbs, release_obbs},
    {"FCL Intersect<float>" NATIVE, PEERS_TRIANGLE_TRIANGLE, 0, 0, prepare_pairs, answer_pairs,
     release_pairs},
    MESHES(PEERS_MESH_MESH_ANY),
    MESHES(PEERS_MESH_MESH_ALL),
    MODELS(PEERS_TREE_BUILD, PEERS_UP_TO(17)),
    MODELS(PEERS_TREE_REFIT, PEERS_UP_TO(17)),
    {nullptr, PEERS_OBB_OBB, 0, 0, nullptr, nullptr, nullptr},
};
