#if !defined(COLLIDE_NO_TRIANGLE) || !defined(COLLIDE_NO_TERRAIN)
// Point of a triangle nearest to p: the foot of p, if it is inside, or on an edge. Edges are asked
// anyway, since rounding takes the foot along slivers.
static collide__dvec3 collide__triangle_nearest(const collide__dvec3 *t, collide__dvec3 p) {
    const collide__dvec3 n =
        collide__dcross(collide__dadd(t[1], -1, t[0]), collide__dadd(t[2], -1, t[0]));
    collide__dvec3 out = t[0];
    double least = DBL_MAX, weight[3] = {0, 0, 0}; // of the vertices opposite to edges
    bool inside = collide__ddot(n, n) > 0;
    for (int i = 0; i < 3 && inside; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        weight[i] = collide__ddot(collide__dcross(edge, d), n);
        inside = weight[i] >= 0;
    }
    const double sum = (weight[0] + weight[1]) + weight[2];
    if (inside && sum > 0) {
        const double to_1 = collide__ddiv(weight[2], sum), to_2 = collide__ddiv(weight[0], sum);
        const collide__dvec3 e = collide__dadd(t[1], -1, t[0]), f = collide__dadd(t[2], -1, t[0]);
        out = collide__dadd(collide__dadd(t[0], to_1, e), to_2, f);
        const collide__dvec3 off = collide__dadd(p, -1, out);
        least = collide__ddot(off, off);
    }
    for (int i = 0; i < 3; ++i) {
        const collide__dvec3 edge = collide__dadd(t[i < 2 ? i + 1 : 0], -1, t[i]);
        const collide__dvec3 d = collide__dadd(p, -1, t[i]);
        const double along = collide__ddot(d, edge), length = collide__ddot(edge, edge);
        const double k = along > 0 ? (along < length ? along / length : 1) : 0;
        const collide__dvec3 at = collide__dadd(t[i], k, edge), off = collide__dadd(p, -1, at);
        const double distance = collide__ddot(off, off);
        if (distance < least) {
            least = distance;
            out = at;
        }
    }
    return out;
}
#endif

