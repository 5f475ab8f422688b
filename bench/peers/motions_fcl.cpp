// FCL: its continuous collision by conservative advancement, upon libccd and upon the solver of its
// own, and the naive one, which asks at 100 or 1,000 times. Motions have the origin of a body as
// their reference point: the constructor from two poses alone leaves it unset. Advancement ends
// where a step is below 1e-4 (1e-5 for meshes), which is fixed.
#include "motions.h"

#include <fcl/fcl.h>

#include <map>
#include <memory>
#include <vector>

namespace {

using vector3 = fcl::Vector3<double>;
using motion = fcl::InterpMotion<double>;
using geometry = std::shared_ptr<fcl::CollisionGeometry<double>>;
using hulls_of = std::map<const collide_convex *, geometry>;

struct queries {
    std::vector<geometry> a, b;
    std::vector<std::unique_ptr<motion>> motion_a, motion_b;
    fcl::ContinuousCollisionRequest<double> request;
};

vector3 vector(const collide_vec3 &v) {
    return vector3(v.x, v.y, v.z);
}

geometry hull(const collide_convex *of, const distance_hull *hulls) {
    const distance_hull *h = hulls;
    while (h->body != of)
        ++h;
    auto vertices = std::make_shared<std::vector<vector3>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (uint32_t i = 0; i < h->vertices; ++i)
        vertices->push_back(vector(h->vertex[i]));
    for (uint32_t i = 0; i < h->triangles; ++i) {
        faces->push_back(3);
        for (int k = 0; k < 3; ++k)
            faces->push_back(static_cast<int>(h->index[3 * i + k]));
    }
    return std::make_shared<fcl::Convex<double>>(vertices, static_cast<int>(h->triangles), faces);
}

// Capsules lie along z, boxes along the axes.
geometry make(const collide_shape &s, const distance_hull *hulls, hulls_of &known) {
    geometry made;
    if (s.kind == COLLIDE_SHAPE_CAPSULE) {
        const double length = (vector(s.of.capsule.b) - vector(s.of.capsule.a)).norm();
        made = std::make_shared<fcl::Capsule<double>>(s.of.capsule.radius, length);
    } else if (s.kind == COLLIDE_SHAPE_OBB) {
        made = std::make_shared<fcl::Box<double>>(2 * vector(s.of.obb.half));
    } else {
        geometry &known_hull = known[s.of.convex.body];
        if (!known_hull)
            known_hull = hull(s.of.convex.body, hulls);
        made = known_hull;
    }
    made->computeLocalAABB();
    return made;
}

template <class volume> geometry make_mesh(const peers_mesh &m) {
    auto model = std::make_shared<fcl::BVHModel<volume>>();
    std::vector<vector3> vertices;
    std::vector<fcl::Triangle> triangles;
    for (size_t i = 0; i < m.vertices; ++i)
        vertices.push_back(vector(m.position[i]));
    for (size_t i = 0; i < m.triangles; ++i)
        triangles.emplace_back(m.index[3 * i], m.index[3 * i + 1], m.index[3 * i + 2]);
    model->beginModel();
    model->addSubModel(vertices, triangles);
    model->endModel();
    model->computeLocalAABB();
    return model;
}

std::unique_ptr<motion> make_motion(const collide_motion &m) {
    fcl::Matrix3<double> turn[2];
    vector3 origin[2];
    for (int end = 0; end < 2; ++end) {
        const motion_place at = motion_place_at(&m, end);
        for (int i = 0; i < 3; ++i)
            turn[end].col(i) = vector3(at.axis[i][0], at.axis[i][1], at.axis[i][2]);
        origin[end] = vector3(at.origin[0], at.origin[1], at.origin[2]);
    }
    return std::unique_ptr<motion>(
        new motion(turn[0], origin[0], turn[1], origin[1], vector3(0, 0, 0)));
}

// The way, and of meshes the volume.
enum { LIBCCD, OWN, NAIVE_100, NAIVE_1000, RSS = 8, OBBRSS = 16, OBB = 24 };

void *prepare(const motion_queries *in, int variant) {
    const int way = variant % 8, volume = variant - way;
    hulls_of known;
    if ((in->mesh != nullptr) != (volume != 0))
        return nullptr;
    auto *q = new queries;
    geometry mesh;
    if (in->mesh)
        mesh = volume == RSS      ? make_mesh<fcl::RSS<double>>(*in->mesh)
               : volume == OBBRSS ? make_mesh<fcl::OBBRSS<double>>(*in->mesh)
                                  : make_mesh<fcl::OBB<double>>(*in->mesh);
    for (size_t i = 0; i < in->n; ++i) {
        const motion_pair &pair = in->pair[i];
        q->a.push_back(mesh ? mesh : make(pair.a, in->hulls, known));
        q->b.push_back(mesh ? mesh : make(pair.b, in->hulls, known));
        q->motion_a.push_back(make_motion(pair.motion_a));
        q->motion_b.push_back(make_motion(pair.motion_b));
    }
    q->request.ccd_motion_type = fcl::CCDM_LINEAR;
    q->request.gjk_solver_type = way == OWN ? fcl::GST_INDEP : fcl::GST_LIBCCD;
    q->request.ccd_solver_type =
        way < NAIVE_100 ? fcl::CCDC_CONSERVATIVE_ADVANCEMENT : fcl::CCDC_NAIVE;
    q->request.num_max_iterations = way == NAIVE_100 ? 100 : 1000;
    return q;
}

void answer(void *state, size_t first, size_t count, double *times) {
    const auto *q = static_cast<const queries *>(state);
    for (size_t i = first; i < first + count; ++i) {
        fcl::ContinuousCollisionResult<double> result;
        q->motion_a[i]->integrate(0);
        q->motion_b[i]->integrate(0);
        fcl::continuousCollide<double>(q->a[i].get(), q->motion_a[i].get(), q->b[i].get(),
                                       q->motion_b[i].get(), q->request, result);
        times[i] = result.is_collide ? result.time_of_contact : INFINITY;
    }
}

void release(void *state) {
    delete static_cast<queries *>(state);
}

} // namespace

extern "C" const motion_rival motions_fcl[] = {
    {"FCL, advancement", LIBCCD, 8, prepare, answer, release},
    {"FCL, advancement, its solver", OWN, 8, prepare, answer, release},
    {"FCL, naive, 100 steps", NAIVE_100, 8, prepare, answer, release},
    {"FCL, naive, 1000 steps", NAIVE_1000, 64, prepare, answer, release},
    {"FCL, advancement, RSS", LIBCCD + RSS, 20, prepare, answer, release},
    {"FCL, advancement, OBBRSS", LIBCCD + OBBRSS, 20, prepare, answer, release},
    {"FCL, naive, 100 steps, OBB", NAIVE_100 + OBB, 10, prepare, answer, release},
    {"FCL, naive, 1000 steps, OBB", NAIVE_1000 + OBB, 10, prepare, answer, release},
    {nullptr, 0, 0, nullptr, nullptr, nullptr},
};
