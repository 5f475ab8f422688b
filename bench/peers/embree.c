// Embree: first hits of rays and whether there is one, one ray a call; the building of its trees
// and their update. Robust mode, which makes its boxes larger for rounding, on one thread.
#include "peers.h"

#include <embree3/rtcore.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct embree {
    peers_input in;
    int variant;
    RTCDevice device;
    RTCScene scene;
    RTCGeometry geometry;
    float *position; // Embree's
} embree;

enum { MEDIUM, LOW };

static void release_embree(void *state) {
    embree *e = (embree *)state;
    if (e->scene)
        rtcReleaseScene(e->scene);
    if (e->device)
        rtcReleaseDevice(e->device);
    free(e);
}

static void set_positions(embree *e, const collide_vec3 *position) {
    memcpy(e->position, position, e->in.mesh[0].vertices * sizeof *position);
}

static void build(embree *e) {
    const peers_mesh *m = &e->in.mesh[0];
    const bool refit = e->in.which == PEERS_TREE_REFIT;
    if (e->scene)
        rtcReleaseScene(e->scene);
    e->scene = rtcNewScene(e->device);
    rtcSetSceneFlags(e->scene, RTC_SCENE_FLAG_ROBUST | (refit ? RTC_SCENE_FLAG_DYNAMIC : 0));
    rtcSetSceneBuildQuality(e->scene,
                            e->variant == LOW ? RTC_BUILD_QUALITY_LOW : RTC_BUILD_QUALITY_MEDIUM);
    e->geometry = rtcNewGeometry(e->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetGeometryBuildQuality(e->geometry, refit               ? RTC_BUILD_QUALITY_REFIT
                                            : e->variant == LOW ? RTC_BUILD_QUALITY_LOW
                                                                : RTC_BUILD_QUALITY_MEDIUM);
    e->position = (float *)rtcSetNewGeometryBuffer(e->geometry, RTC_BUFFER_TYPE_VERTEX, 0,
                                                   RTC_FORMAT_FLOAT3, 12, m->vertices);
    void *index = rtcSetNewGeometryBuffer(e->geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                          12, m->triangles);
    memcpy(index, m->index, 12 * m->triangles);
    set_positions(e, m->position);
    rtcCommitGeometry(e->geometry);
    rtcAttachGeometry(e->scene, e->geometry);
    rtcReleaseGeometry(e->geometry); // the scene keeps it
    rtcCommitScene(e->scene);
}

static void *prepare_embree(const peers_input *in, int variant) {
    embree *e = (embree *)calloc(1, sizeof *e);
    if (!e)
        return NULL;
    e->in = *in;
    e->variant = variant;
    e->device = rtcNewDevice("threads=1");
    if (!e->device) {
        release_embree(e);
        return NULL;
    }
    build(e);
    return e;
}

static struct RTCRay cast(const collide_ray *r) {
    struct RTCRay ray;
    ray.org_x = r->origin.x;
    ray.org_y = r->origin.y;
    ray.org_z = r->origin.z;
    ray.tnear = 0;
    ray.dir_x = r->direction.x;
    ray.dir_y = r->direction.y;
    ray.dir_z = r->direction.z;
    ray.time = 0;
    ray.tfar = INFINITY;
    ray.mask = UINT32_MAX;
    ray.id = ray.flags = 0;
    return ray;
}

static void answer_rays(void *state, const peers_answers *out) {
    const embree *e = (const embree *)state;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (size_t i = 0; i < e->in.n && e->in.which == PEERS_RAY_TREE_ANY; ++i) {
        struct RTCRay ray = cast(e->in.ray + i);
        rtcOccluded1(e->scene, &context, &ray);
        out->hit[i] = ray.tfar < 0;
    }
    for (size_t i = 0; i < e->in.n && e->in.which != PEERS_RAY_TREE_ANY; ++i) {
        struct RTCRayHit ray;
        ray.ray = cast(e->in.ray + i);
        ray.hit.geomID = ray.hit.primID = ray.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(e->scene, &context, &ray);
        out->hit[i] = ray.hit.geomID != RTC_INVALID_GEOMETRY_ID;
        out->t[i] = ray.ray.tfar;
        out->triangle[i] = ray.hit.primID;
    }
}

static void answer_tree(void *state, const peers_answers *out) {
    embree *e = (embree *)state;
    if (e->in.which == PEERS_TREE_BUILD) {
        build(e);
        return;
    }
    set_positions(e, out->position);
    rtcUpdateGeometryBuffer(e->geometry, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(e->geometry);
    rtcCommitScene(e->scene);
}

extern const char peers_embree_about[];
const char peers_embree_about[] =
    "Embree " RTC_VERSION_STRING
    ": robust mode, single rays, one thread; trees are built before rays are cast, by the quality "
    "that their name says, or medium; a build includes the making of the scene";

#define EMBREE(name, which, flags, variant, answer)                                                \
    { name, which, flags, variant, prepare_embree, answer, release_embree }

extern const peers_rival peers_embree[];
const peers_rival peers_embree[] = {
    EMBREE("Embree, robust", PEERS_RAY_TREE, PEERS_TIMES, MEDIUM, answer_rays),
    EMBREE("Embree, robust", PEERS_RAY_TREE_ANY, 0, MEDIUM, answer_rays),
    EMBREE("Embree, robust", PEERS_RAY_TERRAIN, PEERS_TIMES, MEDIUM, answer_rays),
    EMBREE("Embree, medium quality", PEERS_TREE_BUILD, 0, MEDIUM, answer_tree),
    EMBREE("Embree, low quality", PEERS_TREE_BUILD, 0, LOW, answer_tree),
    EMBREE("Embree", PEERS_TREE_REFIT, 0, MEDIUM, answer_tree),
    {0},
};
