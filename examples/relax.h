// Cables that give way: contacts as constraints that move a cable (figure 4 of [MaLong]). A cable
// resists bending, keeps its length, has a weight, and is held by clamps, which are its first two
// and its last two control points. Where it overlaps a body it moves to the surface.
//
//     relax_begin(&r, points, count, radius);        the length of the cable is kept
//     do {
//         const collide_cable c = relax_cable(&r);   thicker, to find contacts ahead of touch
//         n = collide_cable_obb_contacts(&c, &box, NULL, list, room);
//         relax_take(&r, list, n);                   and so on, body by body
//     } while (relax_step(&r, &how) > enough);       moves the control points
//
// Each contact says that a point of the centre line, which is a weighted sum of four control
// points, stays above a plane: the plane through the contact's point of the body, raised by the
// radius. A step is one of Newton's method for the energy
//
//     sum of |P[i-1] - 2 P[i] + P[i+1]|^2 / (2 edge^3)   bending, of a stiffness of 1
//   + stretch * sum of (|P[i+1] - P[i]| - edge)^2 / 2    length
//   + weight * edge * sum of z                           weight
//   + push * sum of (depth below a plane)^2 / 2          contacts
//
// where edge is the length of all edges of the control polygon. Each term has at most four control
// points in a row, so the matrix is a band.
#ifndef RELAX_H
#define RELAX_H

#include "vectors.h"

#include <math.h>
#include <string.h>

#define RELAX_POINTS 64   // of a cable, at most
#define RELAX_PLANES 256  // and planes
#define RELAX_BAND 12     // of the matrix: the coordinates of four points
#define RELAX_TRIALS 3    // which planes hold the cable
#define RELAX_GAP 1e-3    // of the radius: what cables keep away from bodies
#define RELAX_AHEAD 0.25f // of the radius: how far away contacts are found
#define RELAX_KEPT 30     // steps that a contact is kept for, while it holds the cable
#define RELAX_NEAR 0.15   // in u: a later contact takes its place
#define RELAX_PARTS 4     // chords of a segment, for the length

typedef struct relax_plane {
    uint32_t segment;
    double u;
    vec normal;
    double height; // that the centre line at u needs along the normal
    int left;      // steps that it is kept for while it holds the cable
    bool holds;
    size_t first; // control point, and the weights of so many
    size_t count;
    double weights[4];
} relax_plane;

// A cable between clamps. The planes of steps before come first: a segment has but one contact with
// a body in each step, and where it lies on two it would rock between them.
typedef struct relax {
    collide_vec3 *points;
    size_t count, plane_count, old_count;
    float radius;
    double edge, length;
    relax_plane planes[RELAX_PLANES];
} relax;

// Stiffness of all but bending, whose stiffness is 1.
typedef struct relax_how {
    double stretch, weight, push;
    double damping;  // of each control point, against all moves
    double farthest; // move of a control point in a step, at most
    double pull;     // of a spring from control point pulled to a place; 0 means none
    size_t pulled;
    vec place;
} relax_how;

// ---- the cable ---------------------------------------------------------------------------------

// Weights of the four control points of a segment at u.
static inline void relax_weights(double u, double *w) {
    const double v = 1 - u;
    w[0] = v * v * v / 6;
    w[1] = (4 - 6 * u * u + 3 * u * u * u) / 6;
    w[2] = (4 - 6 * v * v + 3 * v * v * v) / 6;
    w[3] = u * u * u / 6;
}

// The index of control point i of a segment of a clamped cable, whose ends count three times.
static inline size_t relax_index(const relax *r, size_t segment, size_t i) {
    const size_t k = segment + i;
    return k < 2 ? 0 : k - 2 < r->count ? k - 2 : r->count - 1;
}

static inline vec relax_at(const relax *r, size_t segment, double u) {
    vec p = {0, 0, 0};
    double w[4];
    relax_weights(u, w);
    for (size_t i = 0; i < 4; ++i)
        p = add(p, w[i], from_float(r->points[relax_index(r, segment, i)]));
    return p;
}

// The same, and the derivative.
static inline vec relax_along(const relax *r, size_t segment, double u, vec *tangent) {
    const double v = 1 - u;
    const double w[4] = {-v * v / 2, 1.5 * u * u - 2 * u, 2 * v - 1.5 * v * v, u * u / 2};
    const vec none = {0, 0, 0};
    *tangent = none;
    for (size_t i = 0; i < 4; ++i)
        *tangent = add(*tangent, w[i], from_float(r->points[relax_index(r, segment, i)]));
    return relax_at(r, segment, u);
}

// P[i-1] - 2 P[i] + P[i+1].
static inline vec relax_second(const relax *r, size_t i) {
    const vec p = from_float(r->points[i]);
    return add(add(from_float(r->points[i - 1]), -1, p), 1,
               add(from_float(r->points[i + 1]), -1, p));
}

static inline double relax_length(const relax *r) {
    double length = 0, w[RELAX_PARTS][4];
    vec v[4], from = from_float(r->points[0]);
    for (int k = 0; k < RELAX_PARTS; ++k)
        relax_weights((k + 1.0) / RELAX_PARTS, w[k]);
    for (size_t i = 0; i <= r->count; ++i) {
        for (size_t k = 0; k < 4; ++k)
            v[k] = from_float(r->points[relax_index(r, i, k)]);
        for (int k = 0; k < RELAX_PARTS; ++k) {
            const vec none = {0, 0, 0};
            const vec to = add(add(add(add(none, w[k][0], v[0]), w[k][1], v[1]), w[k][2], v[2]),
                               w[k][3], v[3]);
            const vec d = add(to, -1, from);
            length += sqrt(dot(d, d));
            from = to;
        }
    }
    return length;
}

// The energy of bending.
static inline double relax_bending(const relax *r) {
    double sum = 0;
    for (size_t i = 1; i + 1 < r->count; ++i)
        sum += dot(relax_second(r, i), relax_second(r, i));
    return sum / (2 * r->edge * r->edge * r->edge);
}

// The control points are moved where they are; count is 6 to RELAX_POINTS.
static inline void relax_begin(relax *r, collide_vec3 *control, size_t count, float radius) {
    memset(r, 0, sizeof *r);
    r->points = control;
    r->count = count;
    r->radius = radius;
    r->length = relax_length(r);
    r->edge = r->length / (double)(count - 1);
}

static inline collide_cable relax_cable(const relax *r) {
    const collide_cable c = {r->points, r->count, 0, (1 + RELAX_AHEAD) * r->radius,
                             COLLIDE_CABLE_CLAMPED};
    return c;
}

// ---- contacts ----------------------------------------------------------------------------------

static inline void relax_add(relax *r, uint32_t segment, double u, vec normal, vec through,
                             int left) {
    if (r->plane_count == RELAX_PLANES)
        return;
    relax_plane *p = &r->planes[r->plane_count++];
    p->segment = segment;
    p->u = u;
    p->normal = normal;
    p->left = left;
    p->height = dot(normal, through) + (1 + RELAX_GAP) * (double)r->radius;
    p->first = relax_index(r, segment, 0);
    p->count = relax_index(r, segment, 3) + 1 - p->first;
    double w[4];
    relax_weights(u, w);
    memset(p->weights, 0, sizeof p->weights);
    for (size_t i = 0; i < 4; ++i)
        p->weights[relax_index(r, segment, i) - p->first] += w[i];
}

// How far below a plane the centre line is, or would be after a step.
static inline double relax_below(const relax *r, const relax_plane *p, const double *step) {
    double below = p->height;
    for (size_t i = 0; i < p->count; ++i) {
        vec at = from_float(r->points[p->first + i]);
        if (step) {
            const double *d = step + 3 * (p->first + i);
            const vec by = {d[0], d[1], d[2]};
            at = add(at, 1, by);
        }
        below -= p->weights[i] * dot(p->normal, at);
    }
    return below;
}

// Where the centre line runs through a body, each segment has its own nearest face. They all take
// the plane that is the shortest way out for the whole run.
static inline void relax_agree(relax *r, size_t first, size_t last) {
    const relax_plane *best = &r->planes[first];
    double least = HUGE_VAL;
    for (size_t i = first; i < last; ++i) {
        double way = 0;
        for (size_t k = first; k < last; ++k) {
            relax_plane p = r->planes[k];
            p.normal = r->planes[i].normal;
            p.height = r->planes[i].height;
            way = fmax(way, relax_below(r, &p, NULL));
        }
        best = way < least ? &r->planes[i] : best;
        least = way < least ? way : least;
    }
    const vec normal = best->normal;
    const double height = best->height;
    for (size_t k = first; k < last; ++k) {
        r->planes[k].normal = normal;
        r->planes[k].height = height;
    }
}

// Contacts of relax_cable with one body, in rising order of segments.
static inline void relax_take(relax *r, const collide_cable_contact *list, size_t n) {
    const float thick = relax_cable(r).radius;
    size_t run = r->plane_count; // where segments begin whose centre lines are inside
    for (size_t i = 0; i < n; ++i) {
        const collide_contact *c = &list[i].contact;
        if (i == 0 || list[i].segment != list[i - 1].segment + 1) {
            relax_agree(r, run, r->plane_count);
            run = r->plane_count;
        }
        relax_add(r, list[i].segment, (double)list[i].u, from_float(c->normal),
                  from_float(c->point_b), RELAX_KEPT);
        if (c->depth <= thick) {
            relax_agree(r, run, r->plane_count - 1);
            run = r->plane_count;
        }
    }
    relax_agree(r, run, r->plane_count);
}

// The contact of a segment of each of two such cables: both stay on their side of the plane in the
// middle. Where the centre lines nearly cross, either may go over the other: b does.
static inline void relax_meet(relax *a, uint32_t segment, relax *b, uint32_t other,
                              const collide_cable_contact *c) {
    const vec none = {0, 0, 0};
    const vec p = relax_at(a, segment, (double)c->u), q = relax_at(b, other, (double)c->other_u);
    const double both = (double)a->radius + (double)b->radius;
    vec n = from_float(c->contact.normal);
    double apart = dot(n, add(p, -1, q));
    if (apart < both / 2 && n.z > 0) {
        n = add(none, -1, n);
        apart = -apart;
    }
    const vec middle = add(q, (double)b->radius + (apart - both) / 2, n);
    relax_add(a, segment, (double)c->u, n, middle, 1); // the other may go away
    relax_add(b, other, (double)c->other_u, add(none, -1, n), middle, 1);
}

// ---- a step ------------------------------------------------------------------------------------

// The lower band of the matrix, column by column, and the right side, which becomes the step. Rows
// are coordinates of control points; those of clamps take no part. Rows past the last one spare a
// test.
typedef struct relax_system {
    double a[3 * RELAX_POINTS + RELAX_BAND][RELAX_BAND], b[3 * RELAX_POINTS + RELAX_BAND];
    size_t begin, end;
} relax_system;

// Adds stiffness * w w^T to the matrix and pull * w to the right side, where w has n weights from a
// control point on, times a direction.
static inline void relax_term(relax_system *s, size_t first, const double *weights, size_t n,
                              vec way, double stiffness, double pull) {
    const double d[3] = {way.x, way.y, way.z};
    double w[RELAX_BAND];
    for (size_t i = 0; i < 3 * n; ++i) {
        w[i] = weights[i / 3] * d[i % 3];
        s->b[3 * first + i] += pull * w[i];
        for (size_t k = 0; k <= i; ++k)
            s->a[3 * first + k][i - k] += stiffness * w[i] * w[k];
    }
}

// Adds stiffness along all three axes to the entries of points i and k <= i.
static inline void relax_axes(relax_system *s, size_t i, size_t k, double stiffness) {
    for (size_t axis = 0; axis < 3; ++axis)
        s->a[3 * k + axis][3 * (i - k)] += stiffness;
}

// And a force on point i.
static inline void relax_push(relax_system *s, size_t i, double scale, vec force) {
    s->b[3 * i] += scale * force.x;
    s->b[3 * i + 1] += scale * force.y;
    s->b[3 * i + 2] += scale * force.z;
}

// By Gauss's method without roots: the matrix is symmetric and positive.
static inline void relax_solve(relax_system *s) {
    for (size_t i = s->end - RELAX_BAND; i < s->end; ++i) // clamps do not move
        for (size_t k = s->end - i; k < RELAX_BAND; ++k)
            s->a[i][k] = 0;
    for (size_t i = s->begin; i < s->end; ++i) {
        double *column = s->a[i];
        const double scale = 1 / column[0], b = s->b[i];
        // Only planes join four points.
        const bool four = column[9] != 0 || column[10] != 0 || column[11] != 0;
        const size_t band = four ? RELAX_BAND : RELAX_BAND - 3;
        for (size_t k = 1; k < band; ++k) {
            const double share = scale * column[k];
            double *to = s->a[i + k];
            for (size_t j = k; j < band; ++j)
                to[j - k] -= share * column[j];
            s->b[i + k] -= share * b;
        }
        column[0] = scale;
    }
    for (size_t i = s->end; i-- > s->begin;) {
        double sum = s->b[i];
        for (size_t k = 1; k < RELAX_BAND && i + k < s->end; ++k)
            sum -= s->a[i][k] * s->b[i + k];
        s->b[i] = sum * s->a[i][0];
    }
}

// All but contacts.
static inline void relax_free(const relax *r, const relax_how *how, relax_system *s) {
    static const double second[3] = {1, -2, 1}, first[2] = {-1, 1};
    const vec down = {0, 0, -how->weight * r->edge};
    const double h = r->edge, bend = 1 / (h * h * h);
    const size_t rows = 3 * r->count + RELAX_BAND;
    memset(s->a, 0, rows * sizeof *s->a);
    memset(s->b, 0, rows * sizeof *s->b);
    s->begin = 6;
    s->end = 3 * r->count - 6;
    for (size_t i = 1; i + 1 < r->count; ++i) {
        const vec bent = relax_second(r, i);
        for (size_t k = 0; k < 3; ++k) {
            relax_push(s, i - 1 + k, -bend * second[k], bent);
            for (size_t j = 0; j <= k; ++j)
                relax_axes(s, i - 1 + k, i - 1 + j, bend * second[k] * second[j]);
        }
    }
    for (size_t i = 0; i + 1 < r->count; ++i) {
        const vec none = {0, 0, 0};
        const vec d = add(from_float(r->points[i + 1]), -1, from_float(r->points[i]));
        const double length = fmax(sqrt(dot(d, d)), 1e-3 * h);
        const double across = how->stretch * fmax(1 - h / length, 0); // of a string under tension
        relax_term(s, i, first, 2, add(none, 1 / length, d), how->stretch - across,
                   -how->stretch * (length - h));
        relax_axes(s, i, i, across + how->damping);
        relax_axes(s, i + 1, i, -across);
        relax_axes(s, i + 1, i + 1, across);
        relax_push(s, i, 1, down);
    }
    if (how->pull > 0) {
        relax_axes(s, how->pulled, how->pulled, how->pull);
        relax_push(s, how->pulled, how->pull,
                   add(how->place, -1, from_float(r->points[how->pulled])));
    }
}

// The planes that hold the cable are those that the step would cross without them. Returns whether
// these are others than before.
static inline bool relax_hold(relax *r, const relax_how *how, const double *step, relax_system *s) {
    bool others = !step;
    for (size_t i = 0; i < r->plane_count; ++i) {
        relax_plane *p = &r->planes[i];
        const bool holds = relax_below(r, p, step) > 0;
        others |= holds != p->holds;
        p->holds = holds;
        if (holds)
            relax_term(s, p->first, p->weights, p->count, p->normal, how->push,
                       how->push * relax_below(r, p, NULL));
    }
    return others;
}

// Keeps the planes of this step, and those before that hold the cable where no later one does.
static inline void relax_keep(relax *r, const double *step) {
    size_t n = 0;
    for (size_t i = 0; i < r->plane_count; ++i) {
        relax_plane p = r->planes[i];
        bool kept = i >= r->old_count || relax_below(r, &p, step) > 0;
        for (size_t k = r->old_count; kept && i < r->old_count && k < r->plane_count; ++k)
            kept = r->planes[k].segment != p.segment || fabs(r->planes[k].u - p.u) > RELAX_NEAR;
        if (kept && p.left-- > 0)
            r->planes[n++] = p;
    }
    r->plane_count = r->old_count = n;
}

// Moves the control points. Returns how far the farthest went.
static inline double relax_step(relax *r, const relax_how *how) {
    static relax_system loose, s; // not for threads
    static double step[3 * RELAX_POINTS];
    const double goal = r->length / (double)(r->count - 1);
    double most = 0;
    // The centre line cuts the corners of its polygon, so the edges are corrected.
    const double off = fmin(fmax(r->length / relax_length(r) - 1, -0.02), 0.02);
    r->edge = fmin(fmax(r->edge * (1 + off), 0.95 * goal), 1.05 * goal);
    relax_free(r, how, &loose);
    for (int trial = 0; trial < RELAX_TRIALS; ++trial) {
        memcpy(s.a, loose.a, (loose.end + RELAX_BAND) * sizeof *s.a);
        memcpy(s.b, loose.b, (loose.end + RELAX_BAND) * sizeof *s.b);
        s.begin = loose.begin;
        s.end = loose.end;
        if (!relax_hold(r, how, trial ? step : NULL, &s))
            break;
        relax_solve(&s);
        memset(step, 0, sizeof step);
        memcpy(step + s.begin, s.b + s.begin, (s.end - s.begin) * sizeof *step);
    }
    for (size_t i = 6; i < s.end; i += 3)
        most =
            fmax(most, step[i] * step[i] + step[i + 1] * step[i + 1] + step[i + 2] * step[i + 2]);
    most = sqrt(most);
    relax_keep(r, step);
    const double share = most > how->farthest ? how->farthest / most : 1;
    for (size_t i = 2; i + 2 < r->count; ++i) {
        const vec d = {step[3 * i], step[3 * i + 1], step[3 * i + 2]};
        r->points[i] = to_float(add(from_float(r->points[i]), share, d));
    }
    return share * most;
}

#endif // RELAX_H
