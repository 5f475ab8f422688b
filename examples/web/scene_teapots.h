// Scene: teapots.
#ifndef SCENE_TEAPOTS_H
#define SCENE_TEAPOTS_H

#include "base.h"

#define POTS 36
#define MAX_HITS (POTS * (POTS - 1) / 2)
#define MAX_PAIRS 4096

typedef struct pot {
    vec at, velocity, spin;
    quaternion turned;
} pot;

typedef struct teapots_scene {
    pot pots[POTS];
    uint32_t gather; // steps to go on
    uint32_t steps;
} teapots_scene;

static const vec hall = {5, 3.6, 2.6};

static void teapots_start(teapots_scene *s) {
    uint64_t random = 17;
    for (int i = 0; i < POTS; ++i) {
        pot *p = &s->pots[i];
        p->at = at(draw(&random, -hall.x, hall.x), draw(&random, -hall.y, hall.y),
                   draw(&random, -hall.z, hall.z));
        p->velocity = draw_vec(&random, 1.1);
        p->spin = draw_vec(&random, 0.8);
        p->turned = draw_rotation(&random);
    }
}

static double bounce(double place, double speed, double wall) {
    return (place > wall && speed > 0) || (place < -wall && speed < 0) ? -speed : speed;
}

static void teapots_step(teapots_scene *s) {
    ++s->steps;
    for (pot *p = s->pots; p < s->pots + POTS; ++p) {
        if (s->gather)
            p->velocity = add(p->velocity, -0.018, p->at);
        p->velocity.x = bounce(p->at.x, p->velocity.x, hall.x);
        p->velocity.y = bounce(p->at.y, p->velocity.y, hall.y);
        p->velocity.z = bounce(p->at.z, p->velocity.z, hall.z);
        p->at = add(p->at, STEP, p->velocity);
        p->turned = turn(p->turned, add(at(0, 0, 0), STEP, p->spin));
    }
    s->gather -= s->gather > 0;
}

static void show_triangle(const collide_mesh *mesh, const collide_pose *pose, uint32_t number) {
    const collide_vec3 *position = (const collide_vec3 *)mesh->positions;
    const uint32_t *index = (const uint32_t *)mesh->indices + (size_t)3 * number;
    if (output.triangle_count == MAX_TRIANGLES)
        return;
    collide_triangle *t = &triangles[output.triangle_count++];
    for (int k = 0; k < 3; ++k)
        t->v[k] = collide_pose_apply(pose, position[index[k]]);
}

static void teapots_draw(const teapots_scene *s, double fraction) {
    (void)fraction;
    static void *scratch;
    static collide_movers_hit hits[MAX_HITS];
    static collide_pair pairs[MAX_PAIRS];
    const size_t size = collide_movers_scratch_size(POTS);
    collide_mover movers[POTS];
    collide_movers_counts meet;
    size_t met_triangles = 0, now = 0, all_contacts = 0;
    scratch = scratch ? scratch : allocate(size);
    for (int i = 0; i < POTS; ++i) {
        const pot *p = &s->pots[i];
        movers[i].tree = teapot;
        movers[i].pose = pose_of(p->turned, p->at);
        movers[i].velocity = to_float(p->velocity);
        show_body((look)(look_teapot + i % 4), &movers[i].pose, 1, 1, 1);
    }
    asked += MAX_HITS; // pairs of movers
    check(collide_movers_sweep(movers, POTS, 0, 1, scratch, size, hits, MAX_HITS, &meet));
    for (size_t h = 0; h < meet.hits; ++h) {
        const collide_pose *a = &movers[hits[h].movers.a].pose, *b = &movers[hits[h].movers.b].pose;
        collide_contact contact[4 * SLOTS];
        if (hits[h].impact.t_first > 0)
            continue;
        asked += 2; // triangles, and contacts
        size_t n = collide_tree_tree_indices(teapot, a, teapot, b, pairs, MAX_PAIRS, NULL);
        ++now;
        met_triangles += n;
        for (size_t k = 0; k < n && k < MAX_PAIRS; ++k) {
            show_triangle(&teapot_mesh, a, pairs[k].a);
            show_triangle(&teapot_mesh, b, pairs[k].b);
        }
        n = collide_tree_tree_touches(teapot, a, teapot, b, 0.25f, contact, 4 * SLOTS, NULL);
        n = collide_contacts_reduce(contact, n < 4 * SLOTS ? n : 4 * SLOTS);
        all_contacts += n;
        for (size_t k = 0; k < n; ++k)
            show_mark(contact[k].point_b, contact[k].normal, contact[k].depth, 1);
    }
    show_figure("teapots of 992 triangles", POTS);
    show_figure("pairs of teapots that meet", (double)now);
    show_figure("will meet within a second", (double)(meet.hits - now));
    show_figure("pairs of triangles that meet", (double)met_triangles);
    show_figure("contacts, merged", (double)all_contacts);
}

// ---- the batch ---------------------------------------------------------------------------------

#define POT_POSES 512

static const char teapots_work_text[] =
    "a teapot against 512 poses of another: all pairs of triangles";
static collide_pose work_poses[POT_POSES];
static collide_pair work_pairs[1 << 18];

static void teapots_prepare(void) {
    uint64_t random = 1;
    for (int i = 0; i < POT_POSES; ++i)
        work_poses[i] = pose_of(draw_rotation(&random), draw_vec(&random, 0.6));
}

static size_t teapots_work(void) {
    const size_t room = sizeof work_pairs / sizeof *work_pairs;
    size_t n = 0;
    for (size_t i = 0; i < POT_POSES; ++i) {
        const size_t used = n < room ? n : room;
        n += collide_tree_tree_indices(teapot, NULL, teapot, &work_poses[i], work_pairs + used,
                                       room - used, NULL);
    }
    return n;
}

static uint64_t teapots_work_hash(uint64_t hash, size_t hits) {
    const size_t room = sizeof work_pairs / sizeof *work_pairs;
    return hash_bytes(hash, work_pairs, (hits < room ? hits : room) * sizeof *work_pairs);
}

#endif // SCENE_TEAPOTS_H
