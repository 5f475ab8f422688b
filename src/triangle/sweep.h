#pragma once
#include "../base/impact.h"
#include "../sat/contacts.h"

// ---- moving triangles ------------------------------------------------------------------------
#ifndef COLLIDE_NO_TRIANGLE

#define COLLIDE__TRIANGLE_AXES 32

// As collide__axis_times, but with two quotients: equal rationals give equal times.
static bool collide__triangle_times(const collide__shapes *s, double t_max, double *t_first,
                                    double *t_last, uint32_t *axis) {
    double first = 0, last = t_max;
    *axis = COLLIDE_AXIS_NONE;
    for (uint32_t i = 0; i < COLLIDE__TRIANGLE_AXES; ++i) {
        const collide__dvec3 l = collide__triangle_axis(s->triangle[0], s->triangle[1], i);
        double a_min, a_max, b_min, b_max;
        collide__dproject(s->triangle[0], 3, l, &a_min, &a_max);
        collide__dproject(s->triangle[1], 3, l, &b_min, &b_max);
        const double position = collide__ddot(s->d, l), speed = collide__ddot(s->v, l);
        const double slack = collide__dmul(
            s->scale, 1.7763568394002505e-15 * // 2^-49
                          (collide__dabs(l.x) + collide__dabs(l.y) + collide__dabs(l.z)));
        const double lower = (a_min - b_max) - position - slack; // enters here moving up
        const double upper = (a_max - b_min) - position + slack;
        if (!(speed > 0 || speed < 0)) {
            if (!(lower <= 0 && upper >= 0))
                return false;
            continue;
        }
        const double enter = collide__ddiv(speed > 0 ? lower : upper, speed);
        const double leave = collide__ddiv(speed > 0 ? upper : lower, speed);
        if (enter > first) {
            first = enter;
            *axis = i;
        }
        last = leave < last ? leave : last;
        if (!(first <= last))
            return false;
    }
    *t_first = first;
    *t_last = last;
    return true;
}

// The axis of least penetration of two triangles. Any later axis must be better by more than
// rounding.
static uint32_t collide__triangles_min_axis(const collide__shapes *s) {
    const double margin = collide__dmul(s->scale, 9.5367431640625e-7); // 2^-20
    double depth = DBL_MAX;
    uint32_t least = COLLIDE_AXIS_NONE;
    for (uint32_t i = 0; i < COLLIDE__TRIANGLE_AXES; ++i) {
        collide__dvec3 axis = collide__triangle_axis(s->triangle[0], s->triangle[1], i);
        if (!collide__dnormalize(&axis))
            continue;
        const double d = collide__min_penetration(s, &axis);
        if (least == COLLIDE_AXIS_NONE || d < depth - margin) {
            depth = d;
            least = i;
        }
    }
    return least;
}

static collide__shapes collide__triangles(const collide_triangle *a, collide_vec3 va,
                                          const collide_triangle *b, collide_vec3 vb, float t) {
    collide__shapes s;
    collide__shapes_place(&s, a->v[0], va, b->v[0], vb, t);
    collide__shapes_triangle(&s, 0, a);
    collide__shapes_triangle(&s, 1, b);
    return s;
}

COLLIDE_API bool collide_triangle_triangle_sweep(const collide_triangle *a, collide_vec3 va,
                                                 const collide_triangle *b, collide_vec3 vb,
                                                 float t_max, collide_impact *out) {
    COLLIDE_ASSERT(a && b);
    const collide__shapes s = collide__triangles(a, va, b, vb, 0);
    double t_first, t_last;
    uint32_t axis;
    bool finite = collide__finite3(va) && collide__finite3(vb) && t_max >= 0;
    for (int i = 0; i < 3; ++i)
        finite = finite && collide__finite3(a->v[i]) && collide__finite3(b->v[i]);
    if (!finite || !collide__triangle_times(&s, (double)t_max, &t_first, &t_last, &axis)) {
        collide__impact_miss(out);
        return false;
    }
    if (out) {
        const float last = collide__float_up(t_last);
        out->t_first = collide__float_down(t_first);
        out->t_last = last < t_max ? last : t_max;
        collide__impact_touch(&s, axis,
                              axis == COLLIDE_AXIS_NONE ? collide__triangles_min_axis(&s) : 0, out);
    }
    return true;
}

COLLIDE_API size_t collide_triangle_triangle_sweep_contacts(
    const collide_triangle *a, collide_vec3 va, const collide_triangle *b, collide_vec3 vb,
    const collide_impact *impact, const collide_contact_options *options, collide_contact *contacts,
    size_t capacity) {
    COLLIDE_ASSERT(a && b && impact && (contacts || !capacity));
    collide__contact_options_check(options);
    const float t = impact->t_first;
    if (!collide__hits(impact))
        return 0;
    const collide__shapes s = collide__triangles(a, va, b, vb, t);
    return collide__shapes_contacts(&s, impact->normal, impact->axis, t > 0, contacts, capacity);
}
#undef COLLIDE__TRIANGLE_AXES
#endif // COLLIDE_NO_TRIANGLE
