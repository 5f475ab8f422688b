// ODE: boxes at rest, cylinders on its field of heights, meshes, and trees.
#include "peers.h"

#include <ode/ode.h>

#include <algorithm>
#include <cstdarg>
#include <vector>

namespace {

struct ode_box {
    dVector3 center, side;
    dMatrix3 rotation;
    dGeomID geom;
};

struct ode {
    std::vector<ode_box> a, b;
};

enum { COLLIDE, BOX_BOX };

ode_box make_box(const collide_obb &box) {
    const collide_vec3 *axis = box.axis;
    ode_box o = {{box.center.x, box.center.y, box.center.z, 0},
                 {2 * (dReal)box.half.x, 2 * (dReal)box.half.y, 2 * (dReal)box.half.z, 0},
                 {axis[0].x, axis[1].x, axis[2].x, 0, axis[0].y, axis[1].y, axis[2].y, 0, axis[0].z,
                  axis[1].z, axis[2].z, 0},
                 nullptr};
    o.geom = dCreateBox(nullptr, o.side[0], o.side[1], o.side[2]);
    dGeomSetPosition(o.geom, o.center[0], o.center[1], o.center[2]);
    dGeomSetRotation(o.geom, o.rotation);
    return o;
}

void *prepare(const peers_input *in, int) {
    static const int initialized = dInitODE2(0);
    if (!initialized)
        return nullptr;
    ode *o = new ode;
    for (size_t i = 0; i < in->n; ++i) {
        o->a.push_back(make_box(in->a[i]));
        o->b.push_back(make_box(in->b[i]));
    }
    return o;
}

void release(void *state) {
    ode *o = static_cast<ode *>(state);
    for (size_t i = 0; i < o->a.size(); ++i) {
        dGeomDestroy(o->a[i].geom);
        dGeomDestroy(o->b[i].geom);
    }
    delete o;
}

void answer_collide(void *state, const peers_answers *out) {
    const ode *o = static_cast<const ode *>(state);
    for (size_t i = 0; i < o->a.size(); ++i) {
        dContactGeom contact;
        out->hit[i] = dCollide(o->a[i].geom, o->b[i].geom, 1, &contact, sizeof contact) > 0;
    }
}

void answer_box_box(void *state, const peers_answers *out) {
    const ode *o = static_cast<const ode *>(state);
    for (size_t i = 0; i < o->a.size(); ++i) {
        const ode_box &a = o->a[i], &b = o->b[i];
        dContactGeom contact;
        dVector3 normal;
        dReal depth;
        int code;
        out->hit[i] = dBoxBox(a.center, a.rotation, a.side, b.center, b.rotation, b.side, normal,
                              &depth, &code, 1, &contact, sizeof contact) > 0;
    }
}

struct terrain {
    dHeightfieldDataID data;
    dGeomID field;
    std::vector<dGeomID> cylinders;
    int most; // contacts of one
};

// Up is y, and the field's middle is the origin: our axes x, y, z are its z, x, y, which leaves the
// diagonals where they are.
void *prepare_terrain(const peers_input *in, int) {
    std::vector<float> turned(in->columns * in->rows);
    const dReal width = (in->columns - 1) * (dReal)in->step;
    const dReal depth = (in->rows - 1) * (dReal)in->step;
    if (!dInitODE2(0))
        return nullptr;
    terrain *t = new terrain;
    for (size_t j = 0; j < in->rows; ++j)
        for (size_t i = 0; i < in->columns; ++i)
            turned[i * in->rows + j] = in->heights[j * in->columns + i];
    t->most = in->which == PEERS_CYLINDER_TERRAIN ? 64 : 1;
    t->data = dGeomHeightfieldDataCreate();
    dGeomHeightfieldDataBuildSingle(t->data, turned.data(), 1, depth, width, (int)in->rows,
                                    (int)in->columns, 1, 0, 100, 0);
    t->field = dCreateHeightfield(nullptr, t->data, 0);
    for (size_t i = 0; i < in->n; ++i) {
        const collide_cylinder &c = in->cylinder[i];
        const dGeomID geom = dCreateCylinder(nullptr, c.radius, c.height);
        dMatrix3 rotation;
        dRFromZAxis(rotation, c.axis.y, c.axis.z, c.axis.x);
        dGeomSetPosition(geom, c.center.y - depth / 2, c.center.z, c.center.x - width / 2);
        dGeomSetRotation(geom, rotation);
        t->cylinders.push_back(geom);
    }
    return t;
}

void release_terrain(void *state) {
    terrain *t = static_cast<terrain *>(state);
    for (const dGeomID geom : t->cylinders)
        dGeomDestroy(geom);
    dGeomDestroy(t->field);
    dGeomHeightfieldDataDestroy(t->data);
    delete t;
}

void answer_terrain(void *state, const peers_answers *out) {
    const terrain *t = static_cast<const terrain *>(state);
    for (size_t i = 0; i < t->cylinders.size(); ++i) {
        dContactGeom contact[64];
        out->hit[i] = dCollide(t->field, t->cylinders[i], t->most, contact, sizeof contact[0]) > 0;
    }
}

struct meshes {
    dTriMeshDataID data[2];
    dGeomID mesh[2];
    const collide_pose *pose;
    size_t n;
    bool all;
    std::vector<dContactGeom> contacts;
    std::vector<uint64_t> pairs;
};

void ignore(int, const char *, va_list) {
}

void *prepare_meshes(const peers_input *in, int) {
    if (!dInitODE2(0) || in->mesh[0].triangles < 2 || in->mesh[1].triangles < 2)
        return nullptr;         // it crashes on a tree that is a single leaf
    dSetMessageHandler(ignore); // it would say that it leaves out contacts, for most poses
    meshes *s = new meshes;
    for (int k = 0; k < 2; ++k) {
        const peers_mesh &m = in->mesh[k];
        s->data[k] = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildSingle(s->data[k], m.position, sizeof(collide_vec3), (int)m.vertices,
                                    m.index, (int)(3 * m.triangles), 3 * sizeof(uint32_t));
        s->mesh[k] = dCreateTriMesh(nullptr, s->data[k], nullptr, nullptr, nullptr);
        dGeomTriMeshEnableTC(s->mesh[k], dTriMeshClass, 0);
    }
    s->pose = in->pose;
    s->n = in->n;
    s->all = in->which == PEERS_MESH_MESH_ALL;
    s->contacts.resize(s->all ? 0xffff : 1);
    return s;
}

void release_meshes(void *state) {
    meshes *s = static_cast<meshes *>(state);
    for (int k = 0; k < 2; ++k) {
        dGeomDestroy(s->mesh[k]);
        dGeomTriMeshDataDestroy(s->data[k]);
    }
    delete s;
}

// Contacts name their triangles, but there may be several of one pair: each is listed once.
void answer_meshes(void *state, const peers_answers *out) {
    meshes *s = static_cast<meshes *>(state);
    for (size_t i = 0; i < s->n; ++i) {
        const collide_pose &p = s->pose[i];
        const collide_vec3 *axis = p.axis;
        const dMatrix3 r = {axis[0].x, axis[1].x, axis[2].x, 0,         axis[0].y, axis[1].y,
                            axis[2].y, 0,         axis[0].z, axis[1].z, axis[2].z, 0};
        dGeomSetPosition(s->mesh[1], p.position.x, p.position.y, p.position.z);
        dGeomSetRotation(s->mesh[1], r);
        const int n = dCollide(s->mesh[0], s->mesh[1], (int)s->contacts.size(), s->contacts.data(),
                               sizeof(dContactGeom));
        out->hit[i] = n > 0;
        if (!s->all)
            continue;
        s->pairs.clear();
        for (int k = 0; k < n; ++k)
            s->pairs.push_back((uint64_t)(uint32_t)s->contacts[k].side1 << 32 |
                               (uint32_t)s->contacts[k].side2);
        std::sort(s->pairs.begin(), s->pairs.end());
        s->pairs.erase(std::unique(s->pairs.begin(), s->pairs.end()), s->pairs.end());
        out->each[i] = s->pairs.size();
        for (const uint64_t pair : s->pairs)
            peers_put_pair(out, (size_t)(pair >> 32), (size_t)(uint32_t)pair);
    }
}

// A tree over vertices of its own, which move.
struct model {
    std::vector<collide_vec3> position;
    peers_mesh mesh;
    dTriMeshDataID data;
    bool refit;
};

void build(model *s) {
    s->data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(s->data, s->position.data(), sizeof(collide_vec3),
                                (int)s->mesh.vertices, s->mesh.index, (int)(3 * s->mesh.triangles),
                                3 * sizeof(uint32_t));
}

void *prepare_model(const peers_input *in, int) {
    if (!dInitODE2(0))
        return nullptr;
    model *s = new model;
    s->mesh = in->mesh[0];
    s->position.assign(s->mesh.position, s->mesh.position + s->mesh.vertices);
    s->refit = in->which == PEERS_TREE_REFIT;
    build(s);
    return s;
}

void answer_model(void *state, const peers_answers *out) {
    model *s = static_cast<model *>(state);
    s->position.assign(out->position, out->position + s->position.size());
    if (s->refit) {
        dGeomTriMeshDataUpdate(s->data);
    } else {
        dGeomTriMeshDataDestroy(s->data);
        build(s);
    }
}

void release_model(void *state) {
    model *s = static_cast<model *>(state);
    dGeomTriMeshDataDestroy(s->data);
    delete s;
}

} // namespace

extern const char peers_ode_about[] =
    "ODE " PEERS_VERSION ", as it is packaged: shapes without bodies or spaces; the height field "
    "asks for one contact in the yes or no, up to 64 else; meshes without temporal coherence";

extern const peers_rival peers_ode[] = {
    {"ODE dBoxBox", PEERS_OBB_OBB, 0, BOX_BOX, prepare, answer_box_box, release},
    {"ODE dCollide", PEERS_OBB_OBB, 0, COLLIDE, prepare, answer_collide, release},
    {"ODE dCollide, heightfield", PEERS_CYLINDER_TERRAIN_TEST, 0, 0, prepare_terrain,
     answer_terrain, release_terrain},
    {"ODE dCollide, heightfield", PEERS_CYLINDER_TERRAIN, 0, 0, prepare_terrain, answer_terrain,
     release_terrain},
    {"ODE dCollide, trimesh", PEERS_MESH_MESH_ANY, 0, 0, prepare_meshes, answer_meshes,
     release_meshes},
    {"ODE dCollide, trimesh", PEERS_MESH_MESH_ALL, 0, 0, prepare_meshes, answer_meshes,
     release_meshes},
    {"ODE trimesh", PEERS_TREE_BUILD, 0, 0, prepare_model, answer_model, release_model},
    {"ODE trimesh", PEERS_TREE_REFIT, 0, 0, prepare_model, answer_model, release_model},
    {nullptr, PEERS_OBB_OBB, 0, 0, nullptr, nullptr, nullptr},
};
