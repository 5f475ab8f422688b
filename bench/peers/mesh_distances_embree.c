// Embree: the distance of a point and a mesh, by rtcPointQuery. It has no triangles of its own
// there: a function of the user's gets each triangle whose box is near enough.
#include "mesh_distances.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct embree {
    mesh_queries in;
    RTCDevice device;
    RTCScene scene;
} embree;

static void release_embree(void *state) {
    embree *e = (embree *)state;
    if (e->scene)
        rtcReleaseScene(e->scene);
    if (e->device)
        rtcReleaseDevice(e->device);
    free(e);
}

static void *prepare_embree(const mesh_queries *in, int variant) {
    embree *e = in->point ? (embree *)calloc(1, sizeof *e) : NULL;
    (void)variant;
    if (!e)
        return NULL;
    e->in = *in;
    e->device = rtcNewDevice("threads=1");
    e->scene = e->device ? rtcNewScene(e->device) : NULL;
    if (!e->scene) {
        release_embree(e);
        return NULL;
    }
    rtcSetSceneFlags(e->scene, RTC_SCENE_FLAG_ROBUST);
    rtcSetSceneBuildQuality(e->scene, RTC_BUILD_QUALITY_HIGH);
    RTCGeometry geometry = rtcNewGeometry(e->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12,
                                   in->mesh.vertices),
           in->mesh.position, 12 * in->mesh.vertices);
    memcpy(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12,
                                   in->mesh.triangles),
           in->mesh.index, 12 * in->mesh.triangles);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(e->scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(e->scene);
    return e;
}

static collide_vec3 along(collide_vec3 a, float k, collide_vec3 b) {
    const collide_vec3 r = {a.x + k * b.x, a.y + k * b.y, a.z + k * b.z};
    return r;
}

static float dot(collide_vec3 a, collide_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// As in Embree's tutorial of closest points.
static collide_vec3 nearest_on_triangle(collide_vec3 p, collide_vec3 a, collide_vec3 b,
                                        collide_vec3 c) {
    const collide_vec3 ab = along(b, -1, a), ac = along(c, -1, a), ap = along(p, -1, a);
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0)
        return a;
    const collide_vec3 bp = along(p, -1, b);
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3)
        return b;
    const collide_vec3 cp = along(p, -1, c);
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6)
        return c;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return along(a, d1 / (d1 - d3), ab);
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return along(a, d2 / (d2 - d6), ac);
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return along(b, (d4 - d3) / ((d4 - d3) + (d5 - d6)), along(c, -1, b));
    const float all = 1 / (va + vb + vc);
    return along(along(a, vb * all, ab), vc * all, ac);
}

static bool look(struct RTCPointQueryFunctionArguments *at) {
    const peers_mesh *m = (const peers_mesh *)at->userPtr;
    const uint32_t *i = m->index + (size_t)3 * at->primID;
    const collide_vec3 p = {at->query->x, at->query->y, at->query->z};
    const collide_vec3 q =
        nearest_on_triangle(p, m->position[i[0]], m->position[i[1]], m->position[i[2]]);
    const collide_vec3 way = along(p, -1, q);
    const float d = sqrtf(dot(way, way));
    if (!(d < at->query->radius))
        return false;
    at->query->radius = d;
    return true; // the radius has changed
}

static void answer_embree(void *state, double *distances) {
    embree *e = (embree *)state;
    struct RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    for (size_t i = 0; i < e->in.n; ++i) {
        const collide_vec3 p = e->in.point[i];
        struct RTCPointQuery query;
        query.x = p.x;
        query.y = p.y;
        query.z = p.z;
        query.radius = INFINITY;
        query.time = 0;
        rtcPointQuery(e->scene, &query, &context, look, &e->in.mesh);
        distances[i] = (double)query.radius;
    }
}

extern const mesh_rival mesh_distances_embree[];
const mesh_rival mesh_distances_embree[] = {
    {"Embree, point query", 0, prepare_embree, answer_embree, release_embree},
    {0},
};
