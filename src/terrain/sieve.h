#pragma once
#include "cells.h"

// ---- the definition: what of the surface may touch a cylinder --------------------------------
#ifndef COLLIDE_NO_TERRAIN
// In float, and never no where contacts in double (below) are: what it lets through is asked there.
// Slack is far more than rounding.

// Bit i: the vertex lies beyond bound i, of collide__bound_ways.
COLLIDE__FORCE_INLINE uint32_t collide__vertex_beyond(const float *reach, float x, float y,
                                                      float z) {
    const float sum = x + y, difference = x - y;
    const float at[COLLIDE__BOUNDS] = {-z,      x - z,          -x - z,          y - z,   -y - z,
                                       sum - z, difference - z, -difference - z, -sum - z};
    uint32_t bits = 0;
    for (uint32_t i = 0; i < COLLIDE__BOUNDS; ++i)
        bits |= (uint32_t)(at[i] > reach[i]) << i;
    return bits;
}

// A face's plane, its normal's z being 1: [Strashnov]'s A1 is end - side, and y below the plane.
typedef struct collide__sieve_plane {
    float slope_x, slope_y, length;
    float side[3], end[3], y;
    bool vague, broad; // whether the points, or just which of them is lowest, cannot be told
} collide__sieve_plane;

COLLIDE__FORCE_INLINE collide__sieve_plane collide__sieve_plane_of(const collide__sieve_job *c,
                                                                   float slope_x, float slope_y,
                                                                   float x, float y, float z) {
    collide__sieve_plane f;
    const float along =
        (c->axis.z - collide__mul(slope_x, c->axis.x)) - collide__mul(slope_y, c->axis.y);
    const float wx = -slope_x - collide__mul(along, c->axis.x);
    const float wy = -slope_y - collide__mul(along, c->axis.y);
    const float wz = 1 - collide__mul(along, c->axis.z);
    const float square = (collide__mul(wx, wx) + collide__mul(wy, wy)) + collide__mul(wz, wz);
    const float whole = (collide__mul(slope_x, slope_x) + collide__mul(slope_y, slope_y)) + 1;
    const float length = collide__root(whole), tie = collide__mul(COLLIDE__SIEVE_TIE, length);
    const bool flat =
        square <= collide__mul(0.875f * COLLIDE__SIEVE_TIE * COLLIDE__SIEVE_TIE, whole);
    const bool nearly = square <= collide__mul(COLLIDE__SIEVE_HAIR, whole);
    const float k = flat ? c->radius : c->radius / collide__root(square);
    f.slope_x = slope_x;
    f.slope_y = slope_y;
    f.length = length;
    f.vague =
        (nearly && !flat) || collide__abs(along + tie) <= collide__mul(COLLIDE__SIEVE_HAIR, length);
    f.broad = nearly || collide__abs(along) <= collide__mul(COLLIDE__SIEVE_SLACK, length);
    f.side[0] = collide__mul(k, flat ? c->p.x : wx);
    f.side[1] = collide__mul(k, flat ? c->p.y : wy);
    f.side[2] = collide__mul(k, flat ? c->p.z : wz);
    f.end[0] = along < -tie ? c->end.x : -c->end.x;
    f.end[1] = along < -tie ? c->end.y : -c->end.y;
    f.end[2] = along < -tie ? c->end.z : -c->end.z;
    f.y = ((z - (f.end[2] - f.side[2])) - collide__mul(slope_x, x - (f.end[0] - f.side[0]))) -
          collide__mul(slope_y, y - (f.end[1] - f.side[1]));
    return f;
}

// Whether a point is below a plane, by a hair above, and in the triangle at its corner x, y, z that
// goes along step_x and step_y.
COLLIDE__FORCE_INLINE bool collide__sieve_point(const collide__sieve_job *c,
                                                const collide__sieve_plane *f, float px, float py,
                                                float pz, float x, float y, float z, float step_x,
                                                float step_y, float slack) {
    const float u = collide__mul(px - x, step_x), v = collide__mul(py - y, step_y);
    const float below =
        ((z - pz) - collide__mul(f->slope_x, x - px)) - collide__mul(f->slope_y, y - py);
    return !(below < -slack) && !(u < -c->share) && !(v < -c->share) && !(u + v > 1 + c->share);
}

// Whether one of the face's five points may be a contact.
COLLIDE__FORCE_INLINE bool collide__sieve_face(const collide__sieve_job *c,
                                               const collide__sieve_plane *f, float x, float y,
                                               float z, float step_x, float step_y, float slack) {
    const float *e = f->end, *w = f->side;
    const float ux = collide__mul(c->axis.y, w[2]) - collide__mul(c->axis.z, w[1]);
    const float uy = collide__mul(c->axis.z, w[0]) - collide__mul(c->axis.x, w[2]);
    const float uz = collide__mul(c->axis.x, w[1]) - collide__mul(c->axis.y, w[0]);
    const float far = collide__mul(slack, f->length);
#define COLLIDE__POINT(x_, y_, z_)                                                                 \
    collide__sieve_point(c, f, x_, y_, z_, x, y, z, step_x, step_y, far)
    return f->vague || COLLIDE__POINT(e[0] - w[0], e[1] - w[1], e[2] - w[2]) ||
           COLLIDE__POINT(e[0] + w[0], e[1] + w[1], e[2] + w[2]) ||
           COLLIDE__POINT(e[0] + ux, e[1] + uy, e[2] + uz) ||
           COLLIDE__POINT(e[0] - ux, e[1] - uy, e[2] - uz) ||
           COLLIDE__POINT(-e[0] - w[0], -e[1] - w[1], -e[2] - w[2]);
#undef COLLIDE__POINT
}

// A place in the cylinder's frame, and the body's normal straight below it, of length radius, if it
// can be told; how high it is above the lower base, and at most above the side; where in that base
// from its centre, and whether that is certainly inside or outside of the rim.
typedef struct collide__sieve_foot {
    float at[3], normal[3], base, side, p, q;
    bool known, inside, outside;
} collide__sieve_foot;

COLLIDE__FORCE_INLINE collide__sieve_foot collide__sieve_foot_of(const collide__sieve_job *c,
                                                                 float x, float y, float z,
                                                                 float far) {
    collide__sieve_foot f;
    const float p = (collide__mul(c->p.x, x) + collide__mul(c->p.y, y)) + collide__mul(c->p.z, z);
    const float q = (collide__mul(c->q.x, x) + collide__mul(c->q.y, y)) + collide__mul(c->q.z, z);
    const float a =
        (collide__mul(c->axis.x, x) + collide__mul(c->axis.y, y)) + collide__mul(c->axis.z, z);
    const float middle = collide__mul(p, c->p.z) + collide__mul(q, c->q.z);
    const float rest = c->square - (collide__mul(p, p) + collide__mul(q, q));
    const float root = collide__mul(middle, middle) + collide__mul(c->lean, rest);
    const float rounded = collide__mul(far, far);
    const float y_side =
        collide__mul(middle + collide__root(collide__max2(root, 0)), c->inverse_lean);
    const float along = a - collide__mul(y_side, c->axis.z);
    const float enough =
        collide__mul(COLLIDE__SIEVE_SLACK, c->square) + collide__mul(COLLIDE__SIEVE_FAR, rounded);
    const float most =
        collide__mul(middle + collide__root(collide__max2(root + enough, 0)), c->inverse_lean) +
        (c->slack + collide__mul(COLLIDE__SIEVE_TIE, far));
    const bool side = root >= enough &&
                      collide__abs(along) <= c->half - collide__mul(COLLIDE__SIEVE_ALONG, far) &&
                      c->inverse_lean > 0;
    f.side = root < -enough ? -FLT_MAX : c->inverse_lean > 0 ? most : FLT_MAX;
    f.base = collide__mul(collide__mul(a, c->turn), c->base) + c->rise;
    f.p = p - collide__mul(f.base, c->p.z);
    f.q = q - collide__mul(f.base, c->q.z);
    const float away = collide__mul(f.p, f.p) + collide__mul(f.q, f.q);
    const float little = collide__mul(COLLIDE__SIEVE_TIE, rounded);
    f.inside = away + little <= collide__mul(COLLIDE__SIEVE_INSIDE, c->square) && c->base > 0;
    f.outside = away - little > collide__mul(COLLIDE__SIEVE_OUTSIDE, c->square) && c->base > 0;
    f.at[0] = p;
    f.at[1] = q;
    f.at[2] = a;
    f.normal[0] = side ? collide__mul(y_side, c->p.z) - p : 0;
    f.normal[1] = side ? collide__mul(y_side, c->q.z) - q : 0;
    f.normal[2] = side ? 0 : collide__mul(c->turn, c->radius);
    f.known = side != f.inside;
    return f;
}

// Whether the edge from foot a to foot b may cross the rim of the lower base.
COLLIDE__FORCE_INLINE bool collide__sieve_rim(const collide__sieve_foot *a,
                                              const collide__sieve_foot *b) {
    const float p = b->p - a->p, q = b->q - a->q;
    return !(a->inside && b->inside) &&
           !(a->outside && collide__mul(a->p, p) + collide__mul(a->q, q) >= 0) &&
           !(b->outside && collide__mul(b->p, p) + collide__mul(b->q, q) <= 0);
}

// An edge from foot a to foot b, rise apart in z and wide apart in x and y: how high it may be
// above the side, which is highest where the wall below it touches the side or at the end nearer to
// that. Sets whether it runs along the axis, and whether it is deepest beyond its ends.
COLLIDE__FORCE_INLINE float collide__sieve_side(const collide__sieve_job *c,
                                                const collide__sieve_foot *a,
                                                const collide__sieve_foot *b, float wide,
                                                float rise, float turns, float slack, bool *along,
                                                bool *level, bool *out) {
    const float p = b->at[0] - a->at[0], q = b->at[1] - a->at[1], e = b->at[2] - a->at[2];
    const float nz = collide__mul(q, c->p.z) - collide__mul(p, c->q.z);
    const float square = collide__mul(p, p) + collide__mul(q, q);
    const float at = collide__mul(a->at[0], q) - collide__mul(a->at[1], p);
    const float length = collide__root(square), down = collide__abs(nz);
    const float little = collide__mul(wide + collide__abs(rise), turns);
    const float from_a = (collide__mul(a->normal[0], p) + collide__mul(a->normal[1], q)) +
                         collide__mul(a->normal[2], e);
    const float from_b = (collide__mul(b->normal[0], p) + collide__mul(b->normal[1], q)) +
                         collide__mul(b->normal[2], e);
    const float whole = square + collide__mul(e, e);
    *along = !(square > collide__mul(COLLIDE__SIEVE_BESIDE, whole));
    *level = !(collide__mul(e, e) > collide__mul(COLLIDE__SIEVE_BESIDE, whole));
    *out = (from_a < -little && a->known) || (from_b > little && b->known);
    if (down < collide__mul(COLLIDE__SIEVE_STEEP, length))
        return FLT_MAX;
    const float y = (collide__mul(c->radius, length) + (nz < 0 ? -at : at)) / down;
    const float foot_p = a->at[0] - collide__mul(y, c->p.z);
    const float foot_q = a->at[1] - collide__mul(y, c->q.z);
    const float before = collide__mul(foot_p, p) + collide__mul(foot_q, q); // the edge's beginning
    const float hardly = collide__mul(4 * slack, length);
    const float end = before > hardly ? a->side : before + square < -hardly ? b->side : FLT_MAX;
    return collide__min2(y + slack, end);
}

// How far the lowest point of a plane is beyond (x, y), in cells.
COLLIDE__FORCE_INLINE float collide__sieve_u(const collide__sieve_plane *f, float x, float step) {
    return collide__mul((f->end[0] - f->side[0]) - x, step);
}

COLLIDE__FORCE_INLINE float collide__sieve_v(const collide__sieve_plane *f, float y, float step) {
    return collide__mul((f->end[1] - f->side[1]) - y, step);
}

// How deep something that is y above the body may be in the columns of faces of that length.
COLLIDE__FORCE_INLINE float collide__sieve_depth(float y, float length, float slack, float hair) {
    const float depth = y / length;
    return depth < -slack ? -FLT_MAX : depth - hair;
}

// How far an edge from a to b bends down, less what is flat at that height; p and q are the other
// corners of its faces.
COLLIDE__FORCE_INLINE float collide__sieve_bend(float a, float b, float p, float q, float high) {
    const float d = a - p, g = b - q;
    const float rounded = collide__mul(COLLIDE__SIEVE_BEND, collide__abs(d) + collide__abs(g));
    return ((d + g) + rounded) - collide__mul(COLLIDE__SIEVE_FLAT, high);
}

// Whether it is flat.
COLLIDE__FORCE_INLINE bool collide__sieve_still(float a, float b, float p, float q, float high) {
    return collide__sieve_bend(a, b, p, q, high) <= 0 && collide__sieve_bend(p, q, a, b, high) <= 0;
}

// Ring k. Its vertices are named by where they lie, slopes by the vertex or edge they begin at.
COLLIDE__FORCE_INLINE void collide__sieve_ring(const collide__sieve_job *c, collide__rings *r,
                                               unsigned k) {
    const bool other = c->other_diagonal;
    const float x = r->x[k], y = r->y[k], dx = c->dx, dy = c->dy;
    const float sw = r->z[0][k], s = r->z[1][k], se = r->z[2][k];
    const float w = r->z[3][k], z = r->z[4][k], e = r->z[5][k];
    const float nw = r->z[6][k], n = r->z[7][k], ne = r->z[8][k];
    float most = 0, high = 0;
    for (int i = 0; i < 9; ++i) {
        most = collide__max2(collide__abs(r->z[i][k]), most);
        high = collide__max2(collide__abs(r->z[i][k] + c->over), high);
    }
    const bool whole = most < COLLIDE__HOLE;
    const float far = ((collide__abs(x) + collide__abs(y)) + most) + (dx + dy);
    const float slack = c->slack + collide__mul(COLLIDE__SIEVE_FAR, far);
    const float hair = collide__mul(COLLIDE__SIEVE_HAIR, far + c->size);
    const float share = c->share;
    const float x_s = collide__mul(se - s, c->inverse_dx), x_0 = collide__mul(e - z, c->inverse_dx);
    const float x_n = collide__mul(ne - n, c->inverse_dx), x_w = collide__mul(z - w, c->inverse_dx);
    const float x_sw = collide__mul(s - sw, c->inverse_dx);
    const float x_nw = collide__mul(n - nw, c->inverse_dx);
    const float y_w = collide__mul(nw - w, c->inverse_dy), y_0 = collide__mul(n - z, c->inverse_dy);
    const float y_e = collide__mul(ne - e, c->inverse_dy), y_s = collide__mul(z - s, c->inverse_dy);
    const float y_se = collide__mul(e - se, c->inverse_dy);
    const float y_sw = collide__mul(w - sw, c->inverse_dy);
    const float x_e = x + dx, y_n = y + dy;
    // Faces 0 and 1 of the cell, and those beyond its edges to the south and west.
    const collide__sieve_plane f0 = collide__sieve_plane_of(c, x_0, other ? y_e : y_0, x, y, z);
    const collide__sieve_plane f1 = collide__sieve_plane_of(c, x_n, other ? y_0 : y_e, x, y_n, n);
    const collide__sieve_plane south = collide__sieve_plane_of(c, x_0, other ? y_s : y_se, x, y, z);
    const collide__sieve_plane west = collide__sieve_plane_of(c, other ? x_w : x_nw, y_0, x, y, z);
    const collide__sieve_plane *own = other ? &f1 : &f0; // that with the edge along y
    const float ix = other ? -c->inverse_dx : c->inverse_dx, iy = c->inverse_dy;
    const float left = other ? x_e : x, right = other ? x : x_e;
    const bool face0 = collide__sieve_face(c, &f0, left, y, other ? e : z, ix, iy, slack);
    const bool face1 = collide__sieve_face(c, &f1, right, y_n, other ? n : ne, -ix, -iy, slack);
    // An edge has contacts of its own only if the lowest point of either plane is beyond it,
    const float v_0 = collide__sieve_v(&f0, y, iy), v_s = collide__sieve_v(&south, y, iy);
    const float u_0 = collide__sieve_u(own, x, c->inverse_dx);
    const float u_w = collide__sieve_u(&west, x, c->inverse_dx);
    const float sum0 = collide__sieve_u(&f0, left, ix) + v_0;
    const float sum1 = -collide__sieve_u(&f1, right, ix) - collide__sieve_v(&f1, y_n, iy);
    const bool beside0 = (v_0 > share && !f0.broad) || (v_s < -share && !south.broad);
    const bool beside1 = (u_0 > share && !own->broad) || (u_w < -share && !west.broad);
    const bool beside2 = (sum0 < 1 - share && !f0.broad) || (sum1 < 1 - share && !f1.broad);
    // or if a base clears both faces, by how high their other corners are above it,
    const float bx = collide__mul(c->up.x, dx), by = collide__mul(c->up.y, dy), bz = c->up.z;
    const float over_e = bx + collide__mul(bz, e - z), over_n = by + collide__mul(bz, n - z);
    const float over_ne = (bx + by) + collide__mul(bz, ne - z);
    const float over_s =
        other ? -by + collide__mul(bz, s - z) : (bx - by) + collide__mul(bz, se - z);
    const float over_w =
        other ? -bx + collide__mul(bz, w - z) : (by - bx) + collide__mul(bz, nw - z);
    const float over_0 = other ? over_e : -over_e;
    const float over_1 = other ? over_n : by + collide__mul(bz, ne - e);
    const float little = collide__mul(COLLIDE__SIEVE_SLACK, far);
    const bool clear0 = !((other ? over_ne : over_n) > little) && !(over_s > little);
    const bool clear1 = !((other ? over_ne : over_e) > little) && !(over_w > little);
    const bool clear2 = !(over_0 > little) && !(over_1 > little);
    // and if it bends down.
    const bool flat0 = collide__sieve_bend(z, e, other ? ne : n, other ? s : se, high) <= 0;
    const bool flat1 = collide__sieve_bend(z, n, other ? ne : e, other ? w : nw, high) <= 0;
    const bool flat2 = collide__sieve_bend(other ? z : e, other ? ne : n, other ? e : z,
                                           other ? n : ne, high) <= 0;
    const collide__sieve_foot at_z = collide__sieve_foot_of(c, x, y, z, far);
    const collide__sieve_foot at_e = collide__sieve_foot_of(c, x_e, y, e, far);
    const collide__sieve_foot at_n = collide__sieve_foot_of(c, x, y_n, n, far);
    const collide__sieve_foot at_ne = other ? collide__sieve_foot_of(c, x_e, y_n, ne, far) : at_n;
    const collide__sieve_foot *from = other ? &at_z : &at_e, *to = &at_ne;
    const bool base0 = clear0 && collide__sieve_rim(&at_z, &at_e);
    const bool base1 = clear1 && collide__sieve_rim(&at_z, &at_n);
    const bool base2 = clear2 && collide__sieve_rim(from, to);
    const float turns =
        collide__mul(COLLIDE__SIEVE_TURN, c->radius) + collide__mul(COLLIDE__SIEVE_TURN_FAR, far);
    bool along0, along1, along2, level0, level1, level2, out0, out1, out2;
    const float side0 =
        collide__sieve_side(c, &at_z, &at_e, dx, e - z, turns, slack, &along0, &level0, &out0);
    const float side1 =
        collide__sieve_side(c, &at_z, &at_n, dy, n - z, turns, slack, &along1, &level1, &out1);
    const float side2 =
        collide__sieve_side(c, from, to, dx + dy, (other ? ne : n) - (other ? z : e), turns, slack,
                            &along2, &level2, &out2);
    const float y0 = collide__min2(side0, collide__max2(at_z.base, at_e.base) + slack);
    const float y1 = collide__min2(side1, collide__max2(at_z.base, at_n.base) + slack);
    const float y2 = collide__min2(side2, collide__max2(from->base, to->base) + slack);
    const float depth0 = collide__sieve_depth(collide__min2(y0, collide__min2(f0.y, south.y)),
                                              collide__min2(f0.length, south.length), slack, hair);
    const float depth1 = collide__sieve_depth(collide__min2(y1, collide__min2(own->y, west.y)),
                                              collide__min2(own->length, west.length), slack, hair);
    const float depth2 = collide__sieve_depth(collide__min2(y2, collide__min2(f0.y, f1.y)),
                                              collide__min2(f0.length, f1.length), slack, hair);
    // The vertex, in the columns of six faces.
    const float a = other ? x_n : x_w, b = other ? y_0 : y_w;
    const float d = other ? x_sw : x_s, g = other ? y_sw : y_s;
    const float steep = collide__min2(collide__mul(a, a) + collide__mul(b, b),
                                      collide__min2(collide__mul(d, d) + collide__mul(y_s, y_s),
                                                    collide__mul(x_w, x_w) + collide__mul(g, g)));
    const float depth3 = collide__sieve_depth(
        collide__min2(collide__min2(at_z.base + slack, at_z.side),
                      collide__min2(f0.y, collide__min2(south.y, west.y))),
        collide__min2(collide__root(steep + 1),
                      collide__min2(f0.length, collide__min2(south.length, west.length))),
        slack, hair);
    // Its edges, counter-clockwise, that rise above the body: it has contacts of its own if none
    // does, and can be the deepest of a face both of whose do not.
    const float *m = at_z.normal;
    const float mx = collide__mul((collide__mul(m[0], c->p.x) + collide__mul(m[1], c->q.x)) +
                                      collide__mul(m[2], c->axis.x),
                                  dx);
    const float my = collide__mul((collide__mul(m[0], c->p.y) + collide__mul(m[1], c->q.y)) +
                                      collide__mul(m[2], c->axis.y),
                                  dy);
    const float mz =
        (collide__mul(m[0], c->p.z) + collide__mul(m[1], c->q.z)) + collide__mul(m[2], c->axis.z);
    const float m1 = other ? mx + my : my, m2 = other ? my : my - mx;
    const float near_by = collide__mul((dx + dy) + most, turns);
    const bool rise[6] = {collide__mul(mz, e - z) + mx > near_by,
                          collide__mul(mz, (other ? ne : n) - z) + m1 > near_by,
                          collide__mul(mz, (other ? n : nw) - z) + m2 > near_by,
                          collide__mul(mz, w - z) - mx > near_by,
                          collide__mul(mz, (other ? sw : s) - z) - m1 > near_by,
                          collide__mul(mz, (other ? s : se) - z) - m2 > near_by};
    bool rises = false, spans = true;
    for (int i = 0; i < 6; ++i) {
        rises = rises || rise[i];
        spans = spans && (rise[i] || rise[i < 5 ? i + 1 : 0]);
    }
    const float height = collide__abs(z + c->over);
    const bool still = collide__sieve_still(z, e, other ? ne : n, other ? s : se, height) &&
                       collide__sieve_still(z, n, other ? ne : e, other ? w : nw, height) &&
                       collide__sieve_still(z, w, other ? sw : s, other ? n : nw, height) &&
                       collide__sieve_still(z, s, other ? sw : w, other ? e : se, height) &&
                       collide__sieve_still(z, other ? ne : se, e, other ? n : s, height) &&
                       collide__sieve_still(z, other ? sw : nw, w, other ? s : n, height);
    // What is beside the cylinder as seen from above is out.
    const bool in_x = collide__abs(x) <= c->reach_x, in_y = collide__abs(y) <= c->reach_y;
    const bool by_x = x <= c->reach_x && x_e >= -c->reach_x;
    const bool by_y = y <= c->reach_y && y_n >= -c->reach_y;
    const bool above[4] = {
        !(depth0 <= -FLT_MAX) && by_x && in_y, !(depth1 <= -FLT_MAX) && in_x && by_y,
        !(depth2 <= -FLT_MAX) && by_x && by_y, !(depth3 <= -FLT_MAX) && in_x && in_y};
    const bool line[4] = {!flat0 && (along0 || (base0 && level0) || !(beside0 || out0)),
                          !flat1 && (along1 || (base1 && level1) || !(beside1 || out1)),
                          !flat2 && (along2 || (base2 && level2) || !(beside2 || out2)),
                          !(rises && at_z.known) && !still};
    const bool deep[4] = {along0 || !out0, along1 || !out1, along2 || !out2,
                          !(spans && at_z.known)};
    const float depth[4] = {depth0, depth1, depth2, depth3};
    const unsigned bit = 1u << k;
    r->face[0] |= !whole || face0 ? bit : 0;
    r->face[1] |= !whole || face1 ? bit : 0;
    for (int i = 0; i < 4; ++i) {
        r->depth[i][k] = whole ? depth[i] : FLT_MAX;
        r->deep[i] |= !whole || (above[i] && deep[i]) ? bit : 0;
        r->line[i] |= !whole || (above[i] && line[i]) ? bit : 0;
    }
}
#endif // COLLIDE_NO_TERRAIN
