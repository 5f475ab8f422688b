// Which contacts a harness is asked for while it is relaxed, for harness.c. Now and then all cables
// are made thicker by a margin, and a list is made of all segments that could touch a body or each
// other then. No point of a curve goes farther than its control points, so until one of these has
// moved by the margin nothing else can touch, and each step asks only what is on the list. By the
// same rule two segments that were asked and do not touch are not asked again while they have moved
// less than what relax_cable() makes cables thicker. Where they touch, the nearest points are
// followed from step to step. Cables that rest are asked for nothing, until another one runs into
// them. When all rest, harness.c asks for all contacts, with no list.
#ifndef LAY_H
#define LAY_H

#include "bay.h"
#include "relax.h"

#define LAY_PART 4 // segments that share a box
#define LAY_PARTS ((MAX_POINTS + 1 + LAY_PART - 1) / LAY_PART)
#define LAY_BODIES (BODIES + CASTINGS) // the last ones are what the meshes of castings enclose
#define LAY_RUNS (4 * LAY_BODIES * CABLES)
#define LAY_LIST (16 * MAX_SEGMENTS)
#define LAY_BOXES (64 * MAX_SEGMENTS)
#define LAY_LEAST 0.003f // of the margin, in metres: less, and lists are made too often,
#define LAY_MOST 0.012f  // more, and they are too long
#define LAY_STEPS 4      // of the longest last step that a margin is for
#define LAY_STILL 1e-4   // metres: a cable that moves less rests
#define LAY_SLIDE 0.02   // of a radius: contacts with a body hold on for so long,
#define LAY_FOLLOW 8.0   // of both radii: and so long contacts of cables are followed

// A run of segments and a body, with the contacts when it was asked last.
typedef struct lay_run {
    uint32_t cable, first, last, body;
    double asked; // the cable's way until then
    size_t at, count;
} lay_run;

// Two segments, and where they were nearest when they were asked last, or followed since.
typedef struct lay_pair {
    uint32_t a, b, next;
    double asked; // the ways of both
    bool clear;   // nothing was found
    collide_cable_contact contact;
} lay_pair;

// What is around a segment: its chord, with a radius.
typedef struct lay_chord {
    vec middle, way;
    double half, radius;
} lay_chord;

typedef struct lay_segment {
    collide_spline spline;
    lay_chord chord;
    uint32_t cable, number;
} lay_segment;

#define DEEPEST 1e-4 // overlap of a relaxed cable, at most, of its radius
#define LONGER 0.01  // change of its length, at most

static relax relaxed[CABLES];

static struct lay {
    lay_run runs[LAY_RUNS];
    lay_pair pairs[LAY_LIST], old[LAY_LIST];
    collide_cable_contact contacts[LAY_LIST]; // of the runs
    size_t run_count, pair_count, contact_count;
    lay_segment segments[MAX_SEGMENTS];
    size_t first[CABLES + 1]; // segment of each cable
    // A cable with its ends as often as they count: any run of its segments is an open cable.
    collide_vec3 wide[CABLES][MAX_POINTS + 4];
    collide_aabb bounds[LAY_BODIES];
    double last[CABLES], way[CABLES]; // the last move of each cable, and all of them
    double begun[CABLES];             // of which before the last change
    bool rests[CABLES];
    bool meet;    // each other
    float margin; // of the list,
    double moved; // and the farthest that any cable has since it was made
    size_t lists, asked, reused;
} lay;

// Contacts with a body, or with what the mesh of a casting encloses.
static inline size_t lay_contacts(const collide_cable *c, uint32_t i, collide_cable_contact *list,
                                  size_t room) {
    const collide_sphere *core = &bodies[i < BODIES ? i : i - CASTINGS].core;
    const size_t n = i < BODIES ? contacts_with(c, &bodies[i], list, room)
                                : collide_cable_sphere_contacts(c, core, NULL, list, room);
    return n < room ? n : room;
}

// A curve bulges from its chord by an eighth of the largest second derivative, at most.
static inline lay_chord lay_chord_of(const collide_spline *s) {
    const vec p0 = from_float(s->v[0]), p1 = from_float(s->v[1]);
    const vec p2 = from_float(s->v[2]), p3 = from_float(s->v[3]), none = {0, 0, 0};
    const vec a = add(add(p0, -2, p1), 1, p2), b = add(add(p1, -2, p2), 1, p3);
    const vec begin = add(p1, 1.0 / 6, a), way = add(add(p2, 1.0 / 6, b), -1, begin);
    const double length = sqrt(dot(way, way));
    const lay_chord c = {add(begin, 0.5, way), length > 0 ? add(none, 1 / length, way) : none,
                         length / 2,
                         (double)s->radius + 1.001 * sqrt(fmax(dot(a, a), dot(b, b))) / 8};
    return c;
}

// Of a cable that moved.
static inline void lay_update(uint32_t i) {
    const collide_cable c = relax_cable(&relaxed[i]);
    const collide_vec3 *p = points[i];
    for (size_t k = 0; k < c.count + 4; ++k)
        lay.wide[i][k] = p[k < 2 ? 0 : k - 2 < c.count ? k - 2 : c.count - 1];
    for (uint32_t k = 0; k <= c.count; ++k) {
        lay_segment *s = &lay.segments[lay.first[i] + k];
        memcpy(s->spline.v, &lay.wide[i][k], sizeof s->spline.v);
        s->spline.radius = c.radius;
        s->chord = lay_chord_of(&s->spline);
        s->cable = i;
        s->number = k;
    }
}

static inline void lay_bound(uint32_t i) {
    lay.bounds[i] =
        i < BODIES ? bodies[i].bounds : collide_aabb_from_sphere(&bodies[i - CASTINGS].core);
}

static inline void lay_begin(void) {
    for (uint32_t i = 0; i < CABLES; ++i) {
        relax_begin(&relaxed[i], points[i], cables[i].count, cables[i].radius);
        lay.first[i + 1] = lay.first[i] + cables[i].count + 1;
        lay.last[i] = HUGE_VAL;
        lay_update(i);
    }
    for (uint32_t i = 0; i < LAY_BODIES; ++i)
        lay_bound(i);
    lay.moved = HUGE_VAL;
}

// All cables, to be asked anew.
static inline void lay_wake(void) {
    memset(lay.rests, 0, sizeof lay.rests);
    lay.pair_count = 0;
    lay.moved = HUGE_VAL;
}

static inline void lay_meet_from_now(void) {
    lay.meet = true;
    lay.moved = HUGE_VAL;
}

static inline int lay_moving(void) {
    int n = 0;
    for (int i = 0; i < CABLES; ++i)
        n += !lay.rests[i];
    return n;
}

// Cables that moved since lay_shift.
static inline int lay_woken(void) {
    int n = 0;
    for (int i = 0; i < CABLES; ++i)
        n += lay.way[i] > lay.begun[i];
    return n;
}

// ---- the list ----------------------------------------------------------------------------------

// Of segments from one on, with the margin.
static inline collide_aabb lay_box(uint32_t cable, uint32_t first, uint32_t count, float margin) {
    collide_kdop6 hull;
    const float r = relax_cable(&relaxed[cable]).radius + margin;
    check(collide_kdop6_from_points(&hull, lay.wide[cable] + first, count + 3, 0));
    const collide_aabb box = {{hull.min[0] - r, hull.min[1] - r, hull.min[2] - r},
                              {hull.max[0] + r, hull.max[1] + r, hull.max[2] + r}};
    return box;
}

static inline void lay_list_bodies(uint32_t i) {
    collide_aabb parts[LAY_PARTS];
    const uint32_t segments = (uint32_t)cables[i].count + 1;
    const uint32_t part_count = (segments + LAY_PART - 1) / LAY_PART;
    const collide_aabb all = lay_box(i, 0, segments, lay.margin);
    for (uint32_t k = 0; k < part_count; ++k) {
        const uint32_t left = segments - k * LAY_PART;
        parts[k] = lay_box(i, k * LAY_PART, left < LAY_PART ? left : LAY_PART, lay.margin);
    }
    for (uint32_t b = 0; b < LAY_BODIES; ++b) {
        const collide_aabb *bounds = &lay.bounds[b];
        for (uint32_t k = 0; collide_aabb_aabb(&all, bounds) && k < part_count; ++k) {
            lay_run *last = &lay.runs[lay.run_count - (lay.run_count > 0)];
            const lay_run run = {
                i, k * LAY_PART, k + 1 < part_count ? (k + 1) * LAY_PART - 1 : segments - 1,
                b, -HUGE_VAL,    0,
                0};
            if (!collide_aabb_aabb(&parts[k], bounds))
                continue;
            if (lay.run_count > 0 && last->cable == i && last->body == b &&
                last->last + 1 == run.first)
                last->last = run.last;
            else if (lay.run_count < LAY_RUNS)
                lay.runs[lay.run_count++] = run;
            else
                fail("the list of contacts is full");
        }
    }
}

// Whether two chords are nearer than their radii and a margin.
static inline bool lay_may_meet(uint32_t first, uint32_t second, float margin) {
    const lay_chord *a = &lay.segments[first].chord, *b = &lay.segments[second].chord;
    const double reach = a->radius + b->radius + (double)margin;
    const vec d = add(b->middle, -1, a->middle);
    const double dd = dot(d, d), longest = reach + a->half + b->half;
    if (dd > longest * longest)
        return false;
    // From the middles along the chords to where they are nearest.
    const double across = dot(a->way, b->way), on_a = dot(d, a->way), on_b = -dot(d, b->way);
    const double both = 1 - across * across;
    double s = both > 1e-6 ? (on_a + across * on_b) / both : 0;
    s = fmin(fmax(s, -a->half), a->half);
    const double t = fmin(fmax(s * across + on_b, -b->half), b->half);
    s = fmin(fmax(t * across + on_a, -a->half), a->half);
    const vec apart = add(add(d, t, b->way), -s, a->way);
    return dot(apart, apart) <= reach * reach;
}

// Sets aside what was asked, in a chain for each segment.
static inline void lay_keep_pairs(uint32_t *chain) {
    uint32_t kept = 0;
    memset(chain, 0, MAX_SEGMENTS * sizeof *chain);
    for (const lay_pair *p = lay.pairs; p < lay.pairs + lay.pair_count; ++p)
        if (p->asked >= 0) {
            lay.old[kept] = *p;
            lay.old[kept].next = chain[p->a];
            chain[p->a] = ++kept;
        }
    lay.pair_count = 0;
}

static inline void lay_list_pair(uint32_t a, uint32_t b, const uint32_t *chain) {
    lay_pair *p = &lay.pairs[lay.pair_count];
    if (lay.segments[a].cable == lay.segments[b].cable || !lay_may_meet(a, b, 2 * lay.margin))
        return;
    if (++lay.pair_count == LAY_LIST)
        fail("the list of contacts is full");
    p->a = a;
    p->b = b;
    p->asked = -HUGE_VAL;
    for (uint32_t k = chain[a]; k > 0; k = lay.old[k - 1].next)
        if (lay.old[k - 1].b == b)
            *p = lay.old[k - 1];
}

// An octree has the pairs of segments whose boxes meet.
static inline void lay_list_cables(void) {
    static uint32_t chain[MAX_SEGMENTS];
    static collide_pair pairs[LAY_BOXES];
    static collide_aabb boxes[MAX_SEGMENTS];
    static void *memory;
    const size_t size = collide_octree_size(MAX_SEGMENTS, NULL), n = lay.first[CABLES];
    collide_octree *octree;
    memory = memory ? memory : allocate(size);
    for (size_t i = 0; i < n; ++i)
        boxes[i] = lay_box(lay.segments[i].cable, lay.segments[i].number, 1, lay.margin);
    check(collide_octree_build_aabbs(&octree, memory, size, boxes, n, 0, NULL));
    const size_t count = collide_octree_self_indices(octree, NULL, pairs, LAY_BOXES);
    if (count > LAY_BOXES)
        fail("the list of contacts is full");
    lay_keep_pairs(chain);
    for (const collide_pair *p = pairs; p < pairs + count; ++p)
        lay_list_pair(p->a < p->b ? p->a : p->b, p->a < p->b ? p->b : p->a, chain);
}

static inline void lay_list(void) {
    double longest = 0;
    for (int i = 0; i < CABLES; ++i)
        longest = fmax(longest, lay.last[i]);
    lay.margin = (float)fmin(fmax(LAY_STEPS * longest, (double)LAY_LEAST), (double)LAY_MOST);
    lay.moved = 0;
    lay.run_count = 0;
    ++lay.lists;
    for (uint32_t i = 0; i < CABLES; ++i)
        lay_list_bodies(i);
    lay.contact_count = 0;
    for (lay_run *p = lay.runs; p < lay.runs + lay.run_count; ++p) {
        p->at = lay.contact_count;
        lay.contact_count += p->last - p->first + 1;
    }
    if (lay.contact_count > LAY_LIST)
        fail("the list of contacts is full");
    if (lay.meet)
        lay_list_cables();
}

// Moves a casting when all is at rest. Cables that it may touch wake, and wake others.
static inline void lay_shift(uint32_t i, collide_vec3 by) {
    body *b = &bodies[i];
    b->pose.position = mad(b->pose.position, 1, by);
    b->core.center = mad(b->core.center, 1, by);
    b->bounds.min = mad(b->bounds.min, 1, by);
    b->bounds.max = mad(b->bounds.max, 1, by);
    lay_bound(i);
    lay_bound(i + CASTINGS);
    for (uint32_t k = 0; k < CABLES; ++k) {
        const collide_aabb box = lay_box(k, 0, (uint32_t)cables[k].count + 1, LAY_LEAST);
        lay.begun[k] = lay.way[k];
        lay.last[k] = 0;
        lay.rests[k] = !collide_aabb_aabb(&box, &b->bounds);
    }
    lay.moved = HUGE_VAL;
}

// ---- a step ------------------------------------------------------------------------------------

// The segments of a run whose chords are near the box of the body; none, if the first is past the
// last.
static inline void lay_narrow(const lay_run *p, uint32_t *first, uint32_t *last) {
    const lay_segment *s = &lay.segments[lay.first[p->cable]];
    const collide_aabb *b = &lay.bounds[p->body];
    *first = p->last + 1;
    *last = p->first;
    for (uint32_t k = p->first; k <= p->last; ++k) {
        const lay_chord *c = &s[k].chord;
        const vec m = c->middle, w = c->way;
        const double x = c->half * fabs(w.x) + c->radius, y = c->half * fabs(w.y) + c->radius;
        const double z = c->half * fabs(w.z) + c->radius;
        if (m.x + x < (double)b->min.x || m.x - x > (double)b->max.x ||
            m.y + y < (double)b->min.y || m.y - y > (double)b->max.y ||
            m.z + z < (double)b->min.z || m.z - z > (double)b->max.z)
            continue;
        *first = *first < k ? *first : k;
        *last = k;
    }
}

// Contacts of a run, found now or not long ago.
static inline double lay_meet_body(lay_run *p) {
    relax *r = &relaxed[p->cable];
    collide_cable_contact *list = lay.contacts + p->at;
    double deepest = 0;
    if (lay.way[p->cable] - p->asked > LAY_SLIDE * (double)r->radius) {
        uint32_t first, last;
        lay_narrow(p, &first, &last);
        const size_t room = last + 1 - first;
        const collide_cable c = {lay.wide[p->cable] + first, room + 3, 0, relax_cable(r).radius,
                                 COLLIDE_CABLE_OPEN};
        p->count = first <= last ? lay_contacts(&c, p->body, list, room) : 0;
        p->asked = lay.way[p->cable];
        for (size_t i = 0; i < p->count; ++i)
            list[i].segment += first;
        ++lay.asked;
    } else
        ++lay.reused;
    for (size_t i = 0; i < p->count; ++i)
        deepest = fmax(deepest, (double)(list[i].contact.depth / r->radius - RELAX_AHEAD));
    relax_take(r, list, p->count);
    return deepest;
}

// Where two centre lines are nearest, from where they were before: a few of Newton's steps.
static inline void lay_follow(const relax *a, const relax *b, collide_cable_contact *c) {
    double u = (double)c->u, v = (double)c->other_u;
    vec d;
    for (int i = 0; i < 3; ++i) {
        vec du, dv;
        const vec p = relax_along(a, c->segment, u, &du), q = relax_along(b, c->other, v, &dv);
        d = add(p, -1, q);
        const double uu = dot(du, du), vv = dot(dv, dv), uv = dot(du, dv);
        const double gu = -dot(d, du), gv = dot(d, dv);
        const double area = 1.01 * uu * vv - uv * uv;
        const double to_u = fmin(fmax(u + (gu * vv + gv * uv) / area, 0), 1);
        v = fmin(fmax(v + (gv + uv * (to_u - u)) / vv, 0), 1);
        u = to_u;
    }
    d = add(relax_at(a, c->segment, u), -1, relax_at(b, c->other, v));
    const double apart = sqrt(dot(d, d));
    const double side = dot(d, from_float(c->contact.normal)) < 0 ? -1 : 1;
    c->u = (float)u;
    c->other_u = (float)v;
    if (apart > 0.1 * (double)(a->radius + b->radius)) {
        const vec none = {0, 0, 0};
        c->contact.normal = to_float(add(none, side / apart, d));
    }
    c->contact.depth =
        (float)((double)((1 + RELAX_AHEAD) * (a->radius + b->radius)) - side * apart);
}

static inline double lay_meet_cables(lay_pair *p) {
    const lay_segment *s = &lay.segments[p->a], *t = &lay.segments[p->b];
    relax *a = &relaxed[s->cable], *b = &relaxed[t->cable];
    const double both = (double)a->radius + (double)b->radius;
    const double since = lay.way[s->cable] + lay.way[t->cable] - p->asked;
    const double still = p->clear ? (double)RELAX_AHEAD : LAY_FOLLOW;
    if (since > still * both) {
        if (!lay_may_meet(p->a, p->b, 0))
            return 0;
        p->clear = !collide_spline_spline(&s->spline, &t->spline, &p->contact);
        p->asked = lay.way[s->cable] + lay.way[t->cable];
        p->contact.segment = s->number;
        p->contact.other = t->number;
        ++lay.asked;
    } else if (!p->clear && since > 0) {
        lay_follow(a, b, &p->contact);
        ++lay.reused;
    }
    if (p->clear || p->contact.contact.depth < 0)
        return 0;
    relax_meet(a, s->number, b, t->number, &p->contact);
    return ((double)p->contact.contact.depth - (double)RELAX_AHEAD * both) /
           (double)fminf(a->radius, b->radius);
}

// The planes of all cables that move. Returns the deepest overlap, of a radius.
static inline double lay_meet(void) {
    double deepest = 0;
    if (!(lay.moved <= (double)lay.margin))
        lay_list();
    for (lay_run *p = lay.runs; p < lay.runs + lay.run_count; ++p)
        if (!lay.rests[p->cable])
            deepest = fmax(deepest, lay_meet_body(p));
    for (lay_pair *p = lay.pairs; p < lay.pairs + lay.pair_count; ++p) {
        const uint32_t i = lay.segments[p->a].cable, k = lay.segments[p->b].cable;
        const size_t planes[2] = {relaxed[i].plane_count, relaxed[k].plane_count};
        if (lay.rests[i] && lay.rests[k])
            continue;
        const double depth = lay_meet_cables(p);
        deepest = fmax(deepest, depth);
        lay.rests[i] = lay.rests[i] && depth <= DEEPEST;
        lay.rests[k] = lay.rests[k] && depth <= DEEPEST;
        relaxed[i].plane_count = lay.rests[i] ? planes[0] : relaxed[i].plane_count;
        relaxed[k].plane_count = lay.rests[k] ? planes[1] : relaxed[k].plane_count;
    }
    return deepest;
}

// Moves all cables that do not rest. Returns how far the farthest went.
static inline double lay_move(const relax_how *how) {
    double most = 0;
    for (uint32_t i = 0; i < CABLES; ++i) {
        relax *r = &relaxed[i];
        if (lay.rests[i])
            continue;
        lay.last[i] = relax_step(r, how);
        lay.way[i] += lay.last[i];
        lay.rests[i] = lay.meet && lay.last[i] <= LAY_STILL &&
                       fabs(relax_length(r) / r->length - 1) <= LONGER / 2;
        lay_update(i);
        most = fmax(most, lay.last[i]);
    }
    lay.moved += most;
    return most;
}

#endif // LAY_H
