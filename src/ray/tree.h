#pragma once
#include "../tree/shapes.h"
#include "packs.h"
#include "../base/work.h"

// ---- rays and segments against trees ---------------------------------------------------------
#if !defined(COLLIDE_NO_RAY) && !defined(COLLIDE_NO_TREE)

// A ray or segment in the tree's frame, and the margin of bounds on each axis.
typedef struct collide__tree_line {
    double origin[3], along[3], pad[3], t_max;
    double most, rounded; // the largest component of along, and of sums of its terms' sizes
} collide__tree_line;

// The time at which the line enters the box of a child, or +infinity.
static double collide__tree_enter(const collide__tree_line *line, const float *column) {
    double enter = 0, leave = line->t_max;
    for (int i = 0; i < 3; ++i) {
        const double hi = ((double)column[16 * i] + line->pad[i]) - line->origin[i];
        const double lo = (-(double)column[16 * i + 8] - line->pad[i]) - line->origin[i];
        const double d = line->along[i];
        if (d > 0) {
            enter = lo > collide__dmul(enter, d) ? collide__ddiv(lo, d) : enter;
            leave = hi < collide__dmul(leave, d) ? collide__ddiv(hi, d) : leave;
        } else if (d < 0) {
            enter = hi < collide__dmul(enter, d) ? collide__ddiv(hi, d) : enter;
            leave = lo > collide__dmul(leave, d) ? collide__ddiv(lo, d) : leave;
        } else if (lo > 0 || hi < 0) {
            return (double)collide__infinity();
        }
    }
    return enter <= leave ? enter : (double)collide__infinity();
}

// How a pose takes lines to the frame of a tree, on each axis. Without a pose, lines stay.
typedef struct collide__tree_view {
    bool turned;
    collide__dvec3 m[3];
    double sum[3], wrong[3]; // of the sizes in m; by how much m is off, times the radius
} collide__tree_view;

static void collide__tree_view_of(const collide__tree_frame *frame, bool turned,
                                  collide__tree_view *view) {
    const collide_vec3 *back = frame->back.axis, *axis = frame->pose.axis;
    view->turned = turned;
    for (unsigned i = 0; i < 3 && turned; ++i) {
        const collide__dvec3 m = {(double)collide__floats(&back[0])[i],
                                  (double)collide__floats(&back[1])[i],
                                  (double)collide__floats(&back[2])[i]};
        double wrong = 0;
        for (unsigned j = 0; j < 3; ++j)
            wrong += collide__dabs(collide__ddot(m, collide__dvec3_of(axis[j])) - (i == j ? 1 : 0));
        view->m[i] = m;
        view->sum[i] = collide__dsum_abs(m);
        view->wrong[i] = collide__dmul(wrong, frame->radius);
    }
}

// Takes a line to the frame of a tree.
static void collide__tree_line_of(const collide__tree_frame *frame, const collide__tree_view *view,
                                  const collide__cast *l, collide__tree_line *line) {
    const collide__dvec3 d = l->direction;
    const collide__dvec3 from =
        collide__dadd(l->origin, -1, collide__dvec3_of(frame->pose.position));
    // The rounding of vertices under the pose, and the margins of collide__cast_triangle. A line
    // nearly in the plane of a triangle may have a t that is off by more than this. The triangle is
    // not lost, since the line passes its bounds, but another one hit as early may be reported.
    const double off = collide__dmul(frame->reach, COLLIDE__TREE_SLACK) +
                       collide__dmul(collide__dsum_abs(from), 8192 * COLLIDE__CAST_SLACK);
    const double own = collide__dmul(frame->radius, COLLIDE__TREE_SLACK);
    const double origin[3] = {from.x, from.y, from.z}, along[3] = {d.x, d.y, d.z};
    line->most = line->rounded = 0;
    for (unsigned i = 0; i < 3; ++i) {
        double terms = collide__dabs(along[i]), pad = off + (double)FLT_MIN;
        line->origin[i] = origin[i];
        line->along[i] = along[i];
        if (view->turned) {
            const collide__dvec3 m = view->m[i];
            line->origin[i] = collide__ddot(m, from);
            line->along[i] = collide__ddot(m, d);
            pad = collide__dmul(view->sum[i], pad) + view->wrong[i];
            terms =
                (collide__dabs(collide__dmul(m.x, d.x)) + collide__dabs(collide__dmul(m.y, d.y))) +
                collide__dabs(collide__dmul(m.z, d.z));
        }
        const double size = collide__dabs(line->along[i]);
        line->pad[i] = pad + own;
        line->most = size > line->most ? size : line->most;
        line->rounded = terms > line->rounded ? terms : line->rounded;
    }
    line->t_max = l->t_max < (double)FLT_MAX ? l->t_max : DBL_MAX;
}

// ---- lines in floats -------------------------------------------------------------------------
// Let u = 2^-24, and size = the tree's radius + the sum of the line's coordinates where it begins.
// A box: its planes in float differ from those of collide__tree_enter by the rounding of the shift,
// of the sum, the factor and the product: 4.1 u times at most size + pad. An error of a time is an
// error of the plane's place. So pads that are larger by 16 u (size + pad) let the line enter each
// box that it enters in real numbers, and not later. A component of the direction below 2^-100
// moves the line by less than 2^-98 size.
// A triangle: seen along the line, x = (px - ox) - s (pz - oz) is off by the pads of x and of z and
// by 8 u size for the rounding of both coordinates of the origin, three differences, s and the
// product; |x| <= 2 size. With errors ex and ey a product of an x and a y is off by
// ex |y| + ey |x| + ex ey, and its rounding and that of the difference by 4.2 u size |y|. So ex and
// ey take 16 u size. The line passes the triangle if two of its edges turn round the origin in
// opposite directions by more than that. The factor of y keeps products far from the ends of
// floats.
#define COLLIDE__LINE_SLACK 9.5367431640625e-7 // 2^-20

// A search for the first hit of a line. Where floats decide, its times are (t - start) pace, else
// start is 0 and pace is 1. All lines of a batch have the members before cast in common.
typedef struct collide__tree_search {
    collide__cast_query query; // decides about one triangle
    const collide_tree *tree;
    const collide__tree_kernels *movers;
    const collide__ray_kernels *kernels;
    collide__tree_frame frame;
    collide__tree_view view;
    const collide__cast *cast;
    collide__tree_line line;
    collide__line_job job;
    collide__tree_watch watch;
    bool floats, any; // any: the first triangle found answers
    double start, pace;
    double speed, wide; // on axis 2 of job
    float limit;        // the last time to look at
    float best;
    uint32_t number;
    collide__dvec3 normal;
    uint64_t stack[8 * COLLIDE__TREE_LEVELS]; // the bits of the time of entry, then a child
    size_t depth;
} collide__tree_search;

// Nothing that begins after latest matters any more.
static void collide__tree_search_until(collide__tree_search *search, double latest) {
    const double last = latest < search->line.t_max ? latest : search->line.t_max;
    double t = collide__dmul(last - search->start, search->pace);
    t = t > 0 ? t : 0;
    search->limit = t < 1e38 ? (float)collide__dmul(t, 1.000001) + FLT_MIN : FLT_MAX;
    if (search->floats) {
        const double beyond = collide__dmul(t, search->speed) + search->wide;
        search->job.t_max = search->limit;
        search->job.beyond =
            beyond < 1e38 ? (float)collide__dmul(beyond, 1.000001) : collide__infinity();
    }
}

// Prepares the kernels, if the numbers fit into floats. Signs are products and not branches, which
// no processor could foretell.
static void collide__tree_search_floats(collide__tree_search *search) {
    static const unsigned next[5] = {0, 1, 2, 0, 1};
    static const double signs[2] = {1, -1};
    const collide__tree_line *line = &search->line;
    collide__line_job *job = &search->job;
    const double radius = search->frame.radius, most = line->most;
    double origin[3], inverse[3], slope[3], wide[3], sign[3], size = radius;
    search->floats = false;
    search->start = 0;
    search->pace = 1;
    if (!(most > 1e-200 && most < 1e200 && line->rounded <= 1024 * most))
        return;
    const unsigned fast =
        (collide__dabs(line->along[0]) < most) * (1u + (collide__dabs(line->along[1]) < most));
    const int64_t exponent = collide__exponent_of(most);
    const double inverse_pace = collide__power_of(-exponent);
    for (unsigned i = 0; i < 3; ++i)
        sign[i] = signs[line->along[i] < 0];
    // The line enters the tree's cube not before that time.
    const double ahead =
        collide__dmul(line->origin[fast], -sign[fast]) - (radius + line->pad[fast]);
    const double start = collide__ddiv(ahead > 0 ? ahead : 0, most);
    for (unsigned i = 0; i < 3; ++i) {
        const double by = collide__dmul(collide__dabs(line->along[i]), inverse_pace);
        origin[i] = line->origin[i] + collide__dmul(start, line->along[i]);
        size += collide__dabs(origin[i]);
        inverse[i] = collide__ddiv(1, by > 7.9e-31 ? by : 7.9e-31); // 2^-100
        slope[i] = collide__dmul(by, sign[i]);
    }
    for (unsigned i = 0; i < 3; ++i)
        wide[i] = collide__dmul(line->pad[i], 1 + COLLIDE__LINE_SLACK) +
                  collide__dmul(size, COLLIDE__LINE_SLACK);
    if (!(size >= 8.7e-19 && size <= 1.1e18 && wide[0] + wide[1] + wide[2] <= 1.1e18)) // 2^60
        return;
    for (unsigned i = 0; i < 3; ++i) {
        const double from = collide__dmul(origin[i], sign[i]);
        job->row[i] = 16 * i + (sign[i] > 0 ? 8 : 0);
        job->near_shift[i] = (float)(wide[i] + from);
        job->far_shift[i] = (float)(wide[i] - from);
        job->factor[i] = -(float)inverse[i];
    }
    const double unit = collide__power_of(-2 * collide__exponent_of(size));
    const double per = collide__dmul(inverse[fast], sign[fast]);
    job->axis[0] = next[fast + 1];
    job->axis[1] = next[fast + 2];
    job->axis[2] = fast;
    for (unsigned k = 0; k < 3; ++k)
        job->origin[k] = (float)origin[job->axis[k]];
    for (unsigned k = 0; k < 2; ++k) {
        const double by = collide__dmul(slope[job->axis[k]], per), scale = k ? unit : 1;
        const double margin =
            wide[job->axis[k]] + collide__dmul(collide__dabs(by), line->pad[fast]);
        const double factor = collide__dmul(scale, 1 + COLLIDE__LINE_SLACK);
        job->slope[k] = (float)collide__dmul(by, scale);
        job->margin[k] = (float)collide__dmul(margin, factor);
    }
    job->unit = (float)unit;
    job->toward = (float)sign[fast];
    job->behind = -(float)collide__dmul(wide[fast], 1 + COLLIDE__LINE_SLACK);
    search->floats = true;
    search->start = start;
    search->pace = collide__power_of(exponent);
    search->speed = collide__dmul(most, inverse_pace);
    search->wide = wide[fast];
}

#define COLLIDE__TREE_NO_CHILD UINT32_MAX

// The children of a node that the line enters by the limit, and when.
static unsigned collide__tree_line_children(collide__tree_search *search, const float *rows,
                                            unsigned count, float *times) {
    const unsigned all = (1u << count) - 1;
    if (search->floats)
        return search->kernels->children(&search->job, rows, times) & all;
    unsigned bits = 0;
    for (unsigned i = 0; i < count; ++i) {
        const double t = collide__tree_enter(&search->line, rows + i);
        times[i] = t <= (double)FLT_MAX ? (float)collide__dmul(t, 0.999999) : collide__infinity();
        bits |= (unsigned)(times[i] <= search->limit) << i;
    }
    return bits;
}

COLLIDE__INLINE uint64_t collide__tree_visit(const collide__tree_links *links, const float *times,
                                             unsigned i) {
    uint32_t enter;
    memcpy(&enter, &times[i], sizeof enter);
    return (uint64_t)enter << 32 | links->child[i];
}

// Returns the nearest of these children, and pushes the others.
static uint32_t collide__tree_line_enter(collide__tree_search *search, uint32_t node) {
    COLLIDE__ALIGNED(float) times[8];
    const collide__tree_links *links = collide__tree_links_of(search->tree, node);
    unsigned bits = collide__tree_line_children(search, collide__tree_rows(search->tree, node),
                                                links->count, times);
    if (!bits)
        return COLLIDE__TREE_NO_CHILD;
    uint64_t nearest = collide__tree_visit(links, times, collide__lowest_bit(bits));
    for (bits &= bits - 1; bits; bits &= bits - 1) {
        const uint64_t visit = collide__tree_visit(links, times, collide__lowest_bit(bits));
        search->stack[search->depth++] = visit < nearest ? nearest : visit;
        nearest = visit < nearest ? visit : nearest;
    }
    return (uint32_t)nearest;
}

static collide__dvec3 collide__tree_origin(const void *shape, collide__dvec3 m) {
    (void)m;
    return *(const collide__dvec3 *)shape;
}

// Whether all triangles below a node have larger indices.
static bool collide__tree_above(const collide__tree_hull *hull, uint32_t number) {
    for (uint32_t i = 0; i < 4 * hull->count; ++i)
        if (collide__tree_leaf_of(hull->tree, hull->first + i / 4)->triangle[i % 4] <= number)
            return false;
    return true;
}

// Whether no triangle below a node is hit before the best one, or at the same time with a smaller
// index.
static bool collide__tree_line_clear(collide__tree_watch *watch, const collide__tree_hull *hull,
                                     collide__dvec3 origin, double t_max, float best,
                                     uint32_t number) {
    double t = t_max;
    if (number != UINT32_MAX && !collide__tree_above(hull, number))
        return false;
    if (best == 0)
        return true;
    if (number != UINT32_MAX) // a hit after t rounds to best or to a later time
        t = 0.5 * ((double)best - (double)collide__next_up(-best));
    return collide__tree_watch_clear(watch, hull, collide__tree_origin, &origin, 0, t);
}

// Asks the triangles of a leaf. Returns true if the search is over.
static bool collide__tree_line_leaf(collide__tree_search *search, uint32_t number) {
    COLLIDE__ALIGNED(float) moved[72];
    const collide__tree_leaf *own = collide__tree_leaf_of(search->tree, number);
    const float *leaf = search->view.turned ? moved : own->rows[0];
    unsigned named = search->floats ? search->kernels->triangles(&search->job, own->rows[0]) : 15;
    COLLIDE__WORK(4);
    search->watch.spare += 4;
    if (named && search->view.turned)
        search->movers->move_leaf(own->rows[0], &search->frame.pose, moved);
    for (; named; named &= named - 1) {
        const unsigned s = collide__lowest_bit(named);
        const collide_triangle q = collide__tree_triangle(leaf, s);
        collide__dvec3 normal = {0, 0, 0};
        double t = 0;
        if (own->triangle[s] == UINT32_MAX ||
            !search->query(search->cast, &q, &t, search->any ? NULL : &normal))
            continue;
        const float at = (float)t;
        search->watch.spare += COLLIDE__TREE_LOOKS; // many hits in a row, as at a hub, are slow
        if (at < search->best || (at == search->best && own->triangle[s] < search->number)) {
            // The last time that rounds to at.
            const double latest = 0.5 * ((double)at + (double)collide__next_up(at));
            search->best = at;
            search->number = own->triangle[s];
            search->normal = normal;
            collide__tree_search_until(search, latest);
            if (search->any)
                return true;
        }
    }
    return false;
}

// Prepares what all lines have in common. False if none of them hits.
static bool collide__tree_search_of(collide__tree_search *search, collide__cast_query query,
                                    const collide_tree *tree, const collide_pose *pose) {
    if (!collide__tree_surfaces(tree, tree) || !collide__tree_frame_of(tree, pose, &search->frame))
        return false;
    collide__tree_view_of(&search->frame, pose != NULL, &search->view);
    search->query = query;
    search->tree = tree;
    search->kernels = collide__ray();
    search->movers = collide__tree();
    return true;
}

// The next child to look at. False if there is none by the limit.
COLLIDE__INLINE bool collide__tree_line_pop(collide__tree_search *search, uint32_t *code) {
    while (search->depth) {
        const uint64_t visit = search->stack[--search->depth];
        *code = (uint32_t)visit;
        if (collide__float_of((uint32_t)(visit >> 32)) <= search->limit)
            return true;
    }
    return false;
}

// The first hit of a line; if out is NULL, any hit.
static bool collide__tree_first(collide__tree_search *search, const collide__cast *l,
                                collide_ray_hit *out) {
    const collide_tree *tree = search->tree;
    collide__tree_watch *watch = &search->watch;
    search->cast = l;
    search->any = !out;
    search->best = collide__infinity();
    search->number = UINT32_MAX;
    collide__tree_line_of(&search->frame, &search->view, l, &search->line);
    collide__tree_search_floats(search);
    collide__tree_search_until(search, (double)search->best);
    const double most = collide__dsum_abs(l->origin) + search->frame.reach;
    collide__tree_watch_start(watch, l->direction, 0, most, 1.1641532182693481e-10); // 2^-33
    search->depth = 0;
    uint32_t code = 0;
    for (;;) {
        COLLIDE__WORK(1);
        bool clear = false;
        if (watch->spare > 0) {
            const collide__tree_hull hull = collide__tree_hull_of(tree, code, &search->frame.pose);
            clear = collide__tree_line_clear(watch, &hull, l->origin, search->line.t_max,
                                             search->best, search->number);
        }
        if (clear)
            code = COLLIDE__TREE_NO_CHILD;
        else if (!(code & COLLIDE__TREE_LEAF))
            code = collide__tree_line_enter(search, code);
        else if (collide__tree_line_leaf(search, code ^ COLLIDE__TREE_LEAF))
            break;
        else
            code = COLLIDE__TREE_NO_CHILD;
        if (code == COLLIDE__TREE_NO_CHILD && !collide__tree_line_pop(search, &code))
            break;
    }
    if (out && search->number != UINT32_MAX) {
        out->t = search->best;
        out->normal = collide__dround_zero(search->normal);
        out->triangle = search->number;
    }
    return search->number != UINT32_MAX;
}

// n rays or segments, each at a stride.
static size_t collide__tree_lines(bool segments, const void *lines, size_t n, size_t stride,
                                  float t_max, const collide_tree *tree, const collide_pose *pose,
                                  uint16_t *bits, collide_ray_hit *out) {
    collide__tree_search search;
    const bool there = collide__tree_search_of(
        &search, segments ? collide__segment_of_triangle : collide__cast_triangle, tree, pose);
    size_t hits = 0;
    for (size_t i = 0; i < n; ++i) {
        const void *line = collide__at(lines, i, stride);
        collide__cast l;
        const bool valid = segments ? collide__cast_of_segment((const collide_segment *)line, &l)
                                    : collide__cast_of_ray((const collide_ray *)line, t_max, &l);
        if (out)
            out[i] = collide__ray_miss();
        if (i % 16 == 0 && bits)
            bits[i / 16] = 0;
        if (there && valid && collide__tree_first(&search, &l, out ? &out[i] : NULL)) {
            ++hits;
            if (bits)
                bits[i / 16] = (uint16_t)(bits[i / 16] | 1u << i % 16);
        }
    }
    return hits;
}

COLLIDE_API bool collide_ray_tree(const collide_ray *a, const collide_tree *b,
                                  const collide_pose *pose_b, float t_max, collide_ray_hit *out) {
    COLLIDE_ASSERT(a);
    return collide__tree_lines(false, a, 1, 0, t_max, b, pose_b, NULL, out) > 0;
}

COLLIDE_API bool collide_segment_tree(const collide_segment *a, const collide_tree *b,
                                      const collide_pose *pose_b, collide_ray_hit *out) {
    COLLIDE_ASSERT(a);
    return collide__tree_lines(true, a, 1, 0, 1, b, pose_b, NULL, out) > 0;
}

COLLIDE_API size_t collide_tree_ray_many(const collide_tree *a, const collide_pose *pose_a,
                                         const collide_ray_array *b, float t_max, uint16_t *bits,
                                         collide_ray_hit *out) {
    COLLIDE_ASSERT(b && (b->count == 0 || bits));
    return collide__tree_lines(false, b->objects, b->objects ? b->count : 0,
                               b->stride ? b->stride : sizeof *b->objects, t_max, a, pose_a, bits,
                               out);
}

COLLIDE_API size_t collide_tree_segment_many(const collide_tree *a, const collide_pose *pose_a,
                                             const collide_segment_array *b, uint16_t *bits,
                                             collide_ray_hit *out) {
    COLLIDE_ASSERT(b && (b->count == 0 || bits));
    return collide__tree_lines(true, b->objects, b->objects ? b->count : 0,
                               b->stride ? b->stride : sizeof *b->objects, 1, a, pose_a, bits, out);
}
#undef COLLIDE__LINE_SLACK
#undef COLLIDE__TREE_NO_CHILD
#endif // COLLIDE_NO_RAY, COLLIDE_NO_TREE
