// FCL: distances of two meshes, with trees of its bounding volumes for distances, in double, as the
// package is, and by mesh_distances_fcl_float.cpp in float: what fcl::distance does with two
// models. It has no distance of a point and a mesh.
#ifndef MESH_DISTANCES_TABLE
#define MESH_DISTANCES_TABLE mesh_distances_fcl
#define MESH_DISTANCES_SCALAR double
#define MESH_DISTANCES_NAME(volume) "FCL, " volume
#endif
#include "mesh_distances.h"

#include <fcl/math/bv/utility.h>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/traversal/collision_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>

#include <memory>
#include <vector>

namespace {

using scalar = MESH_DISTANCES_SCALAR;
using vector3 = fcl::Vector3<scalar>;
using transform = fcl::Transform3<scalar>;

template <typename volume> struct node_of;
template <> struct node_of<fcl::RSS<scalar>> {
    using type = fcl::detail::MeshDistanceTraversalNodeRSS<scalar>;
};
template <> struct node_of<fcl::OBBRSS<scalar>> {
    using type = fcl::detail::MeshDistanceTraversalNodeOBBRSS<scalar>;
};
template <> struct node_of<fcl::kIOS<scalar>> {
    using type = fcl::detail::MeshDistanceTraversalNodekIOS<scalar>;
};

template <typename volume> struct meshes {
    fcl::BVHModel<volume> mesh;
    std::vector<transform, Eigen::aligned_allocator<transform>> at;
};

vector3 vector(const collide_vec3 &v) {
    return vector3(v.x, v.y, v.z);
}

template <typename volume> void *prepare(const mesh_queries *in, int) {
    if (!in->pose)
        return nullptr;
    auto *s = new meshes<volume>;
    std::vector<vector3> vertices;
    std::vector<fcl::Triangle> triangles;
    const peers_mesh &m = in->mesh;
    for (size_t i = 0; i < m.vertices; ++i)
        vertices.push_back(vector(m.position[i]));
    for (size_t i = 0; i < m.triangles; ++i)
        triangles.emplace_back(m.index[3 * i], m.index[3 * i + 1], m.index[3 * i + 2]);
    s->mesh.beginModel();
    s->mesh.addSubModel(vertices, triangles);
    s->mesh.endModel();
    for (size_t i = 0; i < in->n; ++i) {
        transform at = transform::Identity();
        for (int k = 0; k < 3; ++k)
            at.linear().col(k) = vector(in->pose[i].axis[k]);
        at.translation() = vector(in->pose[i].position);
        s->at.push_back(at);
    }
    return s;
}

// With the nearest points, which collide.h gives, too.
template <typename volume> void answer(void *state, double *distances) {
    const auto *s = static_cast<const meshes<volume> *>(state);
    const fcl::DistanceRequest<scalar> request(true);
    for (size_t i = 0; i < s->at.size(); ++i) {
        fcl::DistanceResult<scalar> result;
        typename node_of<volume>::type node;
        fcl::detail::initialize(node, s->mesh, transform(transform::Identity()), s->mesh, s->at[i],
                                request, result);
        fcl::detail::distance(&node);
        distances[i] = static_cast<double>(result.min_distance);
    }
}

template <typename volume> void release(void *state) {
    delete static_cast<meshes<volume> *>(state);
}

} // namespace

#define VOLUME(name, ...)                                                                          \
    {                                                                                              \
        MESH_DISTANCES_NAME(name), 0, prepare<fcl::__VA_ARGS__>, answer<fcl::__VA_ARGS__>,         \
            release<fcl::__VA_ARGS__>                                                              \
    }

extern "C" const mesh_rival MESH_DISTANCES_TABLE[] = {
    VOLUME("RSS", RSS<scalar>),
    VOLUME("OBBRSS", OBBRSS<scalar>),
    VOLUME("kIOS", kIOS<scalar>),
    {nullptr, 0, nullptr, nullptr, nullptr},
};
