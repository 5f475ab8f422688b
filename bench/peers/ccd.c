// libccd: boxes and triangles at rest, by GJK and by MPR, which ask for points that lie furthest in
// a direction. (FCL's libccd solver does the same inside.)
#include "peers.h"

#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include <stdlib.h>

#ifndef PEERS_VERSION
#define PEERS_VERSION "?" // from peers.mk
#endif

typedef struct shape {
    const collide_obb *box;
    const collide_triangle *triangle;
} shape;

enum { GJK, MPR };

typedef struct pairs {
    ccd_t settings;
    shape *a, *b;
    size_t n;
    int variant;
} pairs;

static ccd_real_t along(const ccd_vec3_t *d, collide_vec3 v) {
    return d->v[0] * v.x + d->v[1] * v.y + d->v[2] * v.z;
}

static void support(const void *object, const ccd_vec3_t *d, ccd_vec3_t *out) {
    const shape *s = (const shape *)object;
    if (s->triangle) {
        const collide_vec3 *v = s->triangle->v;
        const ccd_real_t x = along(d, v[0]), y = along(d, v[1]), z = along(d, v[2]);
        const collide_vec3 p = x >= y && x >= z ? v[0] : y >= z ? v[1] : v[2];
        ccdVec3Set(out, p.x, p.y, p.z);
        return;
    }
    const collide_obb *box = s->box;
    const ccd_real_t half[3] = {box->half.x, box->half.y, box->half.z};
    ccdVec3Set(out, box->center.x, box->center.y, box->center.z);
    for (int i = 0; i < 3; ++i) {
        const collide_vec3 axis = box->axis[i];
        const ccd_real_t h = along(d, axis) < 0 ? -half[i] : half[i];
        out->v[0] += h * axis.x;
        out->v[1] += h * axis.y;
        out->v[2] += h * axis.z;
    }
}

static void center(const void *object, ccd_vec3_t *out) {
    const shape *s = (const shape *)object;
    if (s->triangle) {
        const collide_vec3 *v = s->triangle->v;
        ccdVec3Set(out, (v[0].x + v[1].x + v[2].x) / 3, (v[0].y + v[1].y + v[2].y) / 3,
                   (v[0].z + v[1].z + v[2].z) / 3);
    } else {
        ccdVec3Set(out, s->box->center.x, s->box->center.y, s->box->center.z);
    }
}

static void release(void *state) {
    pairs *p = (pairs *)state;
    free(p->a);
    free(p->b);
    free(p);
}

static void *prepare(const peers_input *in, int variant) {
    pairs *p = (pairs *)calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->n = in->n;
    p->variant = variant;
    p->a = (shape *)calloc(p->n, sizeof *p->a);
    p->b = (shape *)calloc(p->n, sizeof *p->b);
    if (!p->a || !p->b) {
        release(p);
        return NULL;
    }
    CCD_INIT(&p->settings);
    p->settings.support1 = p->settings.support2 = support;
    p->settings.center1 = p->settings.center2 = center;
    p->settings.max_iterations = 500; // as FCL has it: without, what just touches may never end
    for (size_t i = 0; i < p->n; ++i) {
        if (in->which == PEERS_OBB_OBB) {
            p->a[i].box = in->a + i;
            p->b[i].box = in->b + i;
        } else {
            p->a[i].triangle = in->triangle + i;
            p->b[i].triangle = in->other + i;
        }
    }
    return p;
}

static void answer(void *state, const peers_answers *out) {
    const pairs *p = (const pairs *)state;
    for (size_t i = 0; i < p->n; ++i)
        out->hit[i] = p->variant == MPR ? ccdMPRIntersect(p->a + i, p->b + i, &p->settings) != 0
                                        : ccdGJKIntersect(p->a + i, p->b + i, &p->settings) != 0;
}

extern const char peers_ccd_about[];
const char peers_ccd_about[] =
    "libccd " PEERS_VERSION ": GJK and MPR with points of support, yes or no, up to 500 iterations";

extern const peers_rival peers_ccd[];
const peers_rival peers_ccd[] = {
    {"libccd GJK", PEERS_OBB_OBB, 0, GJK, prepare, answer, release},
    {"libccd MPR", PEERS_OBB_OBB, 0, MPR, prepare, answer, release},
    {"libccd GJK", PEERS_TRIANGLE_TRIANGLE, 0, GJK, prepare, answer, release},
    {0},
};
