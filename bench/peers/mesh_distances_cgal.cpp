// CGAL: the nearest point of a mesh, by its tree of AABBs, with the search structure that makes
// first guesses, on double coordinates without and with exact predicates.
#include "mesh_distances.h"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>

#include <cmath>
#include <vector>

namespace {

template <typename kernel> struct surface {
    using triangles = std::vector<typename kernel::Triangle_3>;
    using primitive = CGAL::AABB_triangle_primitive<kernel, typename triangles::iterator>;
    using tree = CGAL::AABB_tree<CGAL::AABB_traits<kernel, primitive>>;
    triangles triangle;
    tree over;
    std::vector<typename kernel::Point_3> point;
};

template <typename kernel> typename kernel::Point_3 point(const collide_vec3 &v) {
    return typename kernel::Point_3(double(v.x), double(v.y), double(v.z));
}

template <typename kernel> void *prepare(const mesh_queries *in, int) {
    if (!in->point)
        return nullptr;
    auto *s = new surface<kernel>;
    const peers_mesh &m = in->mesh;
    for (size_t i = 0; i < m.triangles; ++i)
        s->triangle.emplace_back(point<kernel>(m.position[m.index[3 * i]]),
                                 point<kernel>(m.position[m.index[3 * i + 1]]),
                                 point<kernel>(m.position[m.index[3 * i + 2]]));
    s->over.insert(s->triangle.begin(), s->triangle.end());
    s->over.build();
    s->over.accelerate_distance_queries();
    for (size_t i = 0; i < in->n; ++i)
        s->point.push_back(point<kernel>(in->point[i]));
    return s;
}

template <typename kernel> void answer(void *state, double *distances) {
    const auto *s = static_cast<const surface<kernel> *>(state);
    for (size_t i = 0; i < s->point.size(); ++i)
        distances[i] = std::sqrt(CGAL::to_double(s->over.squared_distance(s->point[i])));
}

template <typename kernel> void release(void *state) {
    delete static_cast<surface<kernel> *>(state);
}

} // namespace

#define KERNEL(name, kernel)                                                                       \
    { "CGAL, " name, 0, prepare<kernel>, answer<kernel>, release<kernel> }

extern "C" const mesh_rival mesh_distances_cgal[] = {
    KERNEL("Simple_cartesian<double>", CGAL::Simple_cartesian<double>),
    KERNEL("exact predicates", CGAL::Exact_predicates_inexact_constructions_kernel),
    {nullptr, 0, nullptr, nullptr, nullptr},
};
