// A binary tree of AABBs, as a careful C programmer writes it first: one triangle, box or ray at a
// time, boxes in float, triangles in double. peers.mk compiles this file like plain.c.
#include "plain.h"

#include <stdlib.h>

#ifndef PLAIN_TABLE
#define PLAIN_TABLE peers_plain_tree
#define PLAIN_HOW "any compiler"
#endif

// Children lie one behind the other; a leaf has count triangles, order[child] and on.
typedef struct box_node {
    float low[3], high[3];
    uint32_t child, count;
} box_node;

typedef struct box_tree {
    peers_mesh mesh;
    box_node *nodes;
    uint32_t node_count, *order;
    collide_vec3 *centers;
} box_tree;

static float coordinate(const collide_vec3 *p, int axis) {
    return (&p->x)[axis];
}

// The first k have the least centres on that axis.
static void select_first(const box_tree *t, uint32_t *order, size_t n, size_t k, int axis) {
    size_t low = 0, high = n - 1;
    while (low < high) {
        const float pivot = coordinate(&t->centers[order[(low + high) / 2]], axis);
        size_t i = low, j = high;
        for (;;) {
            while (coordinate(&t->centers[order[i]], axis) < pivot)
                ++i;
            while (coordinate(&t->centers[order[j]], axis) > pivot)
                --j;
            if (i >= j)
                break;
            const uint32_t swap = order[i];
            order[i++] = order[j];
            order[j--] = swap;
        }
        if (k <= j)
            high = j;
        else
            low = j + 1;
    }
}

static void bound_node(const box_tree *t, const collide_vec3 *position, box_node *node) {
    for (int axis = 0; axis < 3; ++axis) {
        float low = 0, high = 0;
        if (node->count == 0) {
            const box_node *a = t->nodes + node->child, *b = a + 1;
            low = least(a->low[axis], b->low[axis]);
            high = most(a->high[axis], b->high[axis]);
        }
        for (uint32_t i = 0; i < 3 * node->count; ++i) {
            const uint32_t number = t->order[node->child + i / 3];
            const float x = coordinate(&position[t->mesh.index[3 * number + i % 3]], axis);
            low = i && low < x ? low : x;
            high = i && high > x ? high : x;
        }
        node->low[axis] = low;
        node->high[axis] = high;
    }
}

// At the median of the longest side of the centres' box, down to four triangles.
static void build_boxes(box_tree *t, const collide_vec3 *position) {
    struct {
        uint32_t node, begin, end;
    } stack[64];
    size_t depth = 1;
    for (uint32_t i = 0; i < t->mesh.triangles; ++i) {
        const uint32_t *v = t->mesh.index + 3 * i;
        const collide_vec3 p = position[v[0]], q = position[v[1]], r = position[v[2]];
        t->order[i] = i;
        t->centers[i].x = p.x + q.x + r.x;
        t->centers[i].y = p.y + q.y + r.y;
        t->centers[i].z = p.z + q.z + r.z;
    }
    t->node_count = 1;
    stack[0].node = stack[0].begin = 0;
    stack[0].end = (uint32_t)t->mesh.triangles;
    while (depth) {
        const uint32_t begin = stack[--depth].begin, end = stack[depth].end;
        box_node *node = t->nodes + stack[depth].node;
        node->child = begin;
        node->count = end - begin;
        if (node->count <= 4)
            continue;
        collide_vec3 low = t->centers[t->order[begin]], high = low;
        for (uint32_t i = begin + 1; i < end; ++i) {
            const collide_vec3 c = t->centers[t->order[i]];
            low.x = least(low.x, c.x), high.x = most(high.x, c.x);
            low.y = least(low.y, c.y), high.y = most(high.y, c.y);
            low.z = least(low.z, c.z), high.z = most(high.z, c.z);
        }
        const collide_vec3 side = minus(high, low);
        const int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
        const uint32_t middle = begin + (end - begin) / 2;
        select_first(t, t->order + begin, end - begin, middle - begin, axis);
        node->count = 0;
        node->child = t->node_count;
        t->node_count += 2;
        stack[depth].node = node->child + 1;
        stack[depth].begin = middle;
        stack[depth++].end = end;
        stack[depth].node = node->child;
        stack[depth].begin = begin;
        stack[depth++].end = middle;
    }
    for (uint32_t i = t->node_count; i-- > 0;)
        bound_node(t, position, t->nodes + i);
}

// ---- rays --------------------------------------------------------------------------------------

typedef struct seen { // of one ray
    point origin, way;
    float from[3], inverse[3];
    double t; // of the first hit so far
    uint32_t triangle;
    bool any;
} seen;

// Whether the ray meets the box before t; *enter is where. Bounds that are 0 / 0 do not limit.
INLINE bool enter_box(const box_node *node, const seen *ray, float *enter) {
    float first = 0, last = (float)ray->t;
    for (int axis = 0; axis < 3; ++axis) {
        const bool down = ray->inverse[axis] < 0;
        const float low = down ? node->high[axis] : node->low[axis];
        const float high = down ? node->low[axis] : node->high[axis];
        const float t0 = (low - ray->from[axis]) * ray->inverse[axis];
        const float t1 = (high - ray->from[axis]) * ray->inverse[axis];
        first = t0 > first ? t0 : first;
        last = t1 < last ? t1 : last;
    }
    *enter = first;
    return first <= last * 1.000001f; // wider than what three roundings take away
}

// Moeller and Trumbore.
INLINE void try_triangle(const box_tree *t, uint32_t number, seen *ray) {
    const uint32_t *v = t->mesh.index + 3 * number;
    const collide_vec3 *p = t->mesh.position;
    const collide_triangle narrow = {{p[v[0]], p[v[1]], p[v[2]]}};
    const triangle a = widen(&narrow);
    const point e = subtract(a.v[1], a.v[0]), f = subtract(a.v[2], a.v[0]);
    const point s = subtract(ray->origin, a.v[0]), n = cross(ray->way, f);
    const double scale = multiply(e, n);
    if (scale == 0)
        return;
    const double u = multiply(s, n) / scale;
    if (u < 0 || u > 1)
        return;
    const point q = cross(s, e);
    const double w = multiply(ray->way, q) / scale, at = multiply(f, q) / scale;
    if (w < 0 || u + w > 1 || at < 0 || at >= ray->t)
        return;
    ray->t = at;
    ray->triangle = number;
}

// The nearer child first; the other waits with its t.
static void cast_ray(const box_tree *t, seen *ray) {
    struct {
        uint32_t node;
        float t;
    } stack[64];
    size_t depth = 1;
    if (!enter_box(t->nodes, ray, &stack[0].t))
        return;
    stack[0].node = 0;
    while (depth) {
        const box_node *node = t->nodes + stack[--depth].node;
        if ((double)stack[depth].t > ray->t * 1.000001)
            continue;
        for (uint32_t i = 0; i < node->count; ++i)
            try_triangle(t, t->order[node->child + i], ray);
        if (ray->any && ray->triangle != UINT32_MAX)
            return;
        if (node->count)
            continue;
        float enter[2];
        const bool in[2] = {enter_box(t->nodes + node->child, ray, enter),
                            enter_box(t->nodes + node->child + 1, ray, enter + 1)};
        const uint32_t near = in[0] && in[1] ? enter[1] < enter[0] : 0;
        for (uint32_t k = 2; k-- > 0;) {
            const uint32_t child = near ^ k;
            if (in[child]) {
                stack[depth].node = node->child + child;
                stack[depth++].t = enter[child];
            }
        }
    }
}

static void cast_rays(const box_tree *t, const peers_input *in, const peers_answers *out) {
    for (size_t i = 0; i < in->n; ++i) {
        const collide_vec3 o = in->ray[i].origin, d = in->ray[i].direction;
        const seen start = {{(double)o.x, (double)o.y, (double)o.z},
                            {(double)d.x, (double)d.y, (double)d.z},
                            {o.x, o.y, o.z},
                            {1 / d.x, 1 / d.y, 1 / d.z},
                            1e30,
                            UINT32_MAX,
                            in->which == PEERS_RAY_TREE_ANY};
        seen ray = start;
        cast_ray(t, &ray);
        out->hit[i] = ray.triangle != UINT32_MAX;
        out->t[i] = (float)ray.t;
        out->triangle[i] = ray.triangle;
    }
}

// ---- two trees ---------------------------------------------------------------------------------

// b as a sees it: rotation[i][k] is axis k of b along axis i of a.
typedef struct view {
    float place[3], rotation[3][3], size[3][3]; // size: without signs, and a little more
    collide_pose pose;
} view;

static view see(const collide_pose *pose) {
    view v;
    v.pose = *pose;
    for (int i = 0; i < 3; ++i) {
        v.place[i] = coordinate(&pose->position, i);
        for (int k = 0; k < 3; ++k) {
            v.rotation[i][k] = coordinate(&pose->axis[k], i);
            v.size[i][k] = absolute(v.rotation[i][k]) + 1e-6f;
        }
    }
    return v;
}

// 15 axes, left at the first that separates. Boxes are 1e-6 larger, which is more than meshes of
// size 1 lose by rounding.
static bool boxes_apart(const box_node *a, const box_node *b, const view *v) {
    float ah[3], bh[3], bc[3], p[3];
    for (int i = 0; i < 3; ++i) {
        ah[i] = 0.5f * (a->high[i] - a->low[i]) + 1e-6f;
        bh[i] = 0.5f * (b->high[i] - b->low[i]) + 1e-6f;
        bc[i] = 0.5f * (b->high[i] + b->low[i]);
    }
    for (int i = 0; i < 3; ++i) {
        const float *r = v->rotation[i], *s = v->size[i];
        p[i] = v->place[i] + r[0] * bc[0] + r[1] * bc[1] + r[2] * bc[2] -
               0.5f * (a->high[i] + a->low[i]);
        if (absolute(p[i]) > ah[i] + bh[0] * s[0] + bh[1] * s[1] + bh[2] * s[2])
            return true;
    }
    for (int k = 0; k < 3; ++k)
        if (absolute(p[0] * v->rotation[0][k] + p[1] * v->rotation[1][k] +
                     p[2] * v->rotation[2][k]) >
            bh[k] + ah[0] * v->size[0][k] + ah[1] * v->size[1][k] + ah[2] * v->size[2][k])
            return true;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            const int j = (i + 1) % 3, l = (i + 2) % 3, m = (k + 1) % 3, n = (k + 2) % 3;
            if (absolute(p[l] * v->rotation[j][k] - p[j] * v->rotation[l][k]) >
                ah[j] * v->size[l][k] + ah[l] * v->size[j][k] + bh[m] * v->size[i][n] +
                    bh[n] * v->size[i][m])
                return true;
        }
    return false;
}

static triangle get_triangle(const box_tree *t, uint32_t number) {
    const uint32_t *v = t->mesh.index + 3 * number;
    const collide_vec3 *p = t->mesh.position;
    const collide_triangle narrow = {{p[v[0]], p[v[1]], p[v[2]]}};
    return widen(&narrow);
}

static triangle move_triangle(const triangle *t, const collide_pose *pose) {
    const collide_vec3 p = pose->position, x = pose->axis[0], y = pose->axis[1], z = pose->axis[2];
    triangle out;
    for (int i = 0; i < 3; ++i) {
        const point v = t->v[i];
        out.v[i].x = (double)p.x + (double)x.x * v.x + (double)y.x * v.y + (double)z.x * v.z;
        out.v[i].y = (double)p.y + (double)x.y * v.x + (double)y.y * v.y + (double)z.y * v.z;
        out.v[i].z = (double)p.z + (double)x.z * v.x + (double)y.z * v.y + (double)z.z * v.z;
    }
    return out;
}

// How many pairs of triangles of two leaves meet: puts them down, or stops at the first if any.
static size_t meet_leaves(const box_tree *a, const box_node *p, const box_tree *b,
                          const box_node *q, const view *v, const peers_answers *out, bool any) {
    size_t count = 0;
    for (uint32_t k = 0; k < q->count; ++k) {
        const triangle still = get_triangle(b, b->order[q->child + k]);
        const triangle u = move_triangle(&still, &v->pose);
        for (uint32_t i = 0; i < p->count; ++i) {
            const triangle t = get_triangle(a, a->order[p->child + i]);
            if (!moeller(&t, &u))
                continue;
            if (any)
                return 1;
            peers_put_pair(out, a->order[p->child + i], b->order[q->child + k]);
            ++count;
        }
    }
    return count;
}

static float longest(const box_node *node) {
    return most(node->high[0] - node->low[0],
                most(node->high[1] - node->low[1], node->high[2] - node->low[2]));
}

// Goes down in the longer of two boxes.
static size_t meet_trees(const box_tree *a, const box_tree *b, const collide_pose *pose,
                         const peers_answers *out, bool any) {
    const view v = see(pose);
    struct {
        uint32_t a, b;
    } stack[128];
    size_t depth = 1, count = 0;
    stack[0].a = stack[0].b = 0;
    while (depth && !(any && count)) {
        const uint32_t i = stack[--depth].a, k = stack[depth].b;
        const box_node *p = a->nodes + i, *q = b->nodes + k;
        if (boxes_apart(p, q, &v))
            continue;
        if (p->count && q->count) {
            count += meet_leaves(a, p, b, q, &v, out, any);
            continue;
        }
        const bool down_a = q->count || (!p->count && longest(p) >= longest(q));
        for (uint32_t side = 2; side-- > 0; ++depth) {
            stack[depth].a = down_a ? p->child + side : i;
            stack[depth].b = down_a ? k : q->child + side;
        }
    }
    return count;
}

// ---- the table ---------------------------------------------------------------------------------

typedef struct boxes {
    peers_input in;
    box_tree tree[2];
} boxes;

static void release_boxes(void *state) {
    boxes *s = (boxes *)state;
    for (int k = 0; k < 2; ++k) {
        free(s->tree[k].nodes);
        free(s->tree[k].order);
        free(s->tree[k].centers);
    }
    free(s);
}

static void *prepare_boxes(const peers_input *in, int variant) {
    boxes *s = (boxes *)calloc(1, sizeof *s);
    (void)variant;
    if (!s)
        return NULL;
    s->in = *in;
    for (int k = 0; k < (in->pose ? 2 : 1); ++k) {
        box_tree *t = &s->tree[k];
        const size_t n = in->mesh[k].triangles;
        t->mesh = in->mesh[k];
        t->nodes = (box_node *)malloc(2 * n * sizeof *t->nodes);
        t->order = (uint32_t *)malloc(n * sizeof *t->order);
        t->centers = (collide_vec3 *)malloc(n * sizeof *t->centers);
        if (!t->nodes || !t->order || !t->centers) {
            release_boxes(s);
            return NULL;
        }
        build_boxes(t, in->mesh[k].position);
    }
    return s;
}

static void answer_boxes(void *state, const peers_answers *out) {
    boxes *s = (boxes *)state;
    box_tree *t = s->tree;
    const bool any = s->in.which == PEERS_MESH_MESH_ANY;
    if (s->in.ray) {
        cast_rays(t, &s->in, out);
    } else if (s->in.which == PEERS_TREE_BUILD) {
        build_boxes(t, out->position);
    } else if (s->in.which == PEERS_TREE_REFIT) {
        for (uint32_t i = t->node_count; i-- > 0;)
            bound_node(t, out->position, t->nodes + i);
    } else {
        for (size_t i = 0; i < s->in.n; ++i) {
            out->each[i] = meet_trees(t, t + 1, s->in.pose + i, out, any);
            out->hit[i] = out->each[i] > 0;
        }
    }
}

#define BOXES(which, flags)                                                                        \
    {                                                                                              \
        "plain tree of boxes, " PLAIN_HOW, which, flags, 0, prepare_boxes, answer_boxes,           \
            release_boxes                                                                          \
    }

extern const peers_rival PLAIN_TABLE[];
const peers_rival PLAIN_TABLE[] = {
    BOXES(PEERS_RAY_TREE, PEERS_TIMES),
    BOXES(PEERS_RAY_TREE_ANY, 0),
    BOXES(PEERS_RAY_TERRAIN, PEERS_TIMES),
    BOXES(PEERS_MESH_MESH_ANY, 0),
    BOXES(PEERS_MESH_MESH_ALL, 0),
    BOXES(PEERS_TREE_BUILD, 0),
    BOXES(PEERS_TREE_REFIT, 0),
    {0},
};
