// The first contact of a way of an arm, for robot.c: proven, as a bracket, or proven that there is
// none. arm.h comes first.
#ifndef WAY_H
#define WAY_H

#define WAY_CLOSE 1.0f    // below this gap of hulls the meshes are asked, in millimetres
#define WAY_TOUCH 0.05f   // a way is followed to this gap of meshes
#define WAY_ROUNDED 0.02f // more than what links are off by, since their poses are floats

// Joints go from angles by so much in the time from 0 to 1, at constant rates.
typedef struct way {
    float from[ARM_JOINTS], by[ARM_JOINTS];
    float acceleration[ARM_LINKS]; // bounds of the points of each link
    collide_motion start[ARM_LINKS];
} way;

// The first contact of a way begins in [lo, hi], or the way is free. Where the arm comes within
// WAY_TOUCH, and no contact is proven nor disproven, lo is when it does so first.
typedef struct way_contact {
    verdict what;
    bool close;
    float lo, hi;
    int link;
    const char *with;
    int looks;
} way_contact;

static inline void way_links(const way *w, float t, collide_motion *at) {
    float q[ARM_JOINTS];
    if (t <= 0) {
        memcpy(at, w->start, sizeof w->start);
        return;
    }
    for (int j = 0; j < ARM_JOINTS; ++j)
        q[j] = w->from[j] + t * w->by[j];
    arm_at(q, w->by, at);
}

// How long it takes at least to go so far at this speed, with this acceleration.
static inline float way_time(double distance, double speed, double acceleration) {
    const double by = speed + sqrt(speed * speed + 2 * acceleration * distance);
    return by > 2 * distance ? (float)(0.999999 * 2 * distance / by) : 1;
}

// What to do at a time at which solids are so near: notes a contact, or returns the next time,
// until which there is none, but that from c->lo on is not sure.
static inline float way_next(way_contact *c, float *since, float t, const collide_distance *d,
                             double speed, double acceleration) {
    double step = (double)d->lo - (double)WAY_ROUNDED;
    if (d->hi <= 0) {
        c->lo = *since < t ? *since : t;
        c->hi = t;
        return 2;
    }
    if (d->lo <= WAY_TOUCH) { // close: steps that grow until there is a contact, or room
        *since = t < *since ? t : *since;
        step = (double)WAY_TOUCH + 4 * speed * ((double)t - (double)*since);
    }
    const float next = t + way_time(step, speed, acceleration);
    return next > t ? next : t + 1e-6f;
}

// Follows a link and another solid: a part of the cell, the casting, or the link k; others
// are where the base is, link 0. Hulls prove most of a way in one to three steps; the meshes are
// asked where hulls are close.
static inline void way_follow(const way *w, int link, const solid *other, int k, way_contact *c,
                              verdict what) {
    collide_motion at[ARM_LINKS];
    float since = 2, t = 0;
    while (t < c->hi) {
        collide_bracket step;
        collide_distance d;
        way_links(w, t, at);
        ++c->looks;
        if (!collide_shape_shape_motion_step(&arm_links[link].hull, &at[link],
                                             w->acceleration[link], &other->hull, &at[k],
                                             w->acceleration[k], c->hi - t, &step))
            break;
        if (step.gap > WAY_CLOSE && t + step.t_lo > t) {
            t += step.t_lo;
            continue;
        }
        collide_tree_tree_distance(other->tree, &at[k].pose, arm_links[link].tree, &at[link].pose,
                                   FLT_MAX, &d, NULL);
        d.lo -= what == CLOUD ? ARM_RADIUS : 0;
        d.hi -= what == CLOUD ? ARM_RADIUS : 0;
        way_contact now = *c;
        t = way_next(&now, &since, t, &d,
                     arm_speed(&at[link], &arm_links[link]) + arm_speed(&at[k], other),
                     (double)w->acceleration[link] + (double)w->acceleration[k]);
        if (t > 1.5f) {
            now.what = what;
            now.link = link;
            now.with = other->name;
            now.lo = c->lo < now.lo ? c->lo : now.lo;
            *c = now;
            return;
        }
    }
    if (since < c->lo)
        c->lo = since;
}

// The first contact of a way. Each link meets only the parts that it can reach from the middle of
// its way.
static inline way_contact way_first(const way *w) {
    collide_motion at[ARM_LINKS];
    uint32_t parts[ARM_PARTS];
    way_contact c;
    memset(&c, 0, sizeof c);
    c.lo = 2;
    c.hi = 1;
    way_links(w, 0.5f, at);
    for (int i = ARM_LINKS - 1; i > 0; --i) {
        const collide_shape hull = collide_shape_under_pose(&arm_links[i].hull, &at[i].pose);
        const double reach = 0.5 * arm_speed(&at[i], &arm_links[i]) +
                             0.126 * (double)w->acceleration[i] + (double)WAY_CLOSE;
        const size_t n = collide_shape_shape_within_many_indices(&hull, arm_hulls, (float)reach,
                                                                 parts, ARM_PARTS);
        for (size_t k = 0; k < n; ++k)
            way_follow(w, i, &arm_parts[parts[k]], 0, &c, CELL);
        way_follow(w, i, &arm_casting, 0, &c, CLOUD);
    }
    for (int k = 0; k < ARM_PAIRS; ++k)
        way_follow(w, arm_pairs[k][0], &arm_links[arm_pairs[k][1]], arm_pairs[k][1], &c, SELF);
    c.close = c.what == FREE && c.lo <= 1;
    return c;
}

#endif // WAY_H
