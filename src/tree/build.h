#pragma once
#include "../base/meshes.h"
#include "nodes.h"

// ---- building --------------------------------------------------------------------------------
#ifndef COLLIDE_NO_TREE

// A triangle while the tree is built: twice the centre of its box.
typedef struct collide__tree_item {
    float at[3];
    uint32_t triangle;
} collide__tree_item;

// Puts those that are less than the pivot on an axis, or with equal also those that are equal,
// first; returns how many. Without branches, since nobody can predict them.
static size_t collide__tree_part(collide__tree_item *items, size_t n, int axis, float pivot,
                                 bool equal) {
    size_t count = 0;
    for (size_t i = 0; i < n; ++i) {
        const collide__tree_item item = items[i];
        const size_t first =
            equal ? (size_t)(item.at[axis] <= pivot) : (size_t)(item.at[axis] < pivot);
        items[i] = items[count];
        items[count] = item;
        count += first;
    }
    return count;
}

// The middle one of three.
COLLIDE__INLINE float collide__tree_middle(float a, float b, float c) {
    return collide__max2(collide__min2(a, b), collide__min2(collide__max2(a, b), c));
}

// Orders items so that the first k are not greater than the rest on an axis; the first pivot is
// given. Pivots that do badly give way to halving the range of floats, so no input takes long.
static void collide__tree_select(collide__tree_item *items, size_t n, size_t k, int axis,
                                 float pivot) {
    for (int round = 0; n > 1 && k > 0 && k < n; ++round) {
        size_t less = collide__tree_part(items, n, axis, pivot, false);
        if (less == 0) {
            less = collide__tree_part(items, n, axis, pivot, true);
            if (k <= less)
                return;
        }
        if (k <= less) {
            n = less;
        } else {
            items += less;
            n -= less;
            k -= less;
        }
        if (round < 16) {
            pivot = collide__tree_middle(
                collide__tree_middle(items[0].at[axis], items[n / 8].at[axis],
                                     items[n / 4].at[axis]),
                collide__tree_middle(items[n * 3 / 8].at[axis], items[n / 2].at[axis],
                                     items[n * 5 / 8].at[axis]),
                collide__tree_middle(items[n * 3 / 4].at[axis], items[n * 7 / 8].at[axis],
                                     items[n - 1].at[axis]));
        } else {
            float lo = items[0].at[axis], hi = lo;
            for (size_t i = 1; i < n; ++i) {
                lo = items[i].at[axis] < lo ? items[i].at[axis] : lo;
                hi = items[i].at[axis] > hi ? items[i].at[axis] : hi;
            }
            const uint32_t from = collide__order_of(lo);
            pivot = collide__ordered(from + (collide__order_of(hi) - from) / 2);
        }
    }
}

typedef struct collide__tree_split {
    int axis;
    float mean;
    size_t units; // that go to the first side
} collide__tree_split;

// The box of n items, and the sums of their places. Axis by axis without arrays, which gcc -O2
// would keep in memory.
static void collide__tree_spread(const collide__tree_item *items, size_t n, float *lo, float *hi,
                                 double *sum) {
    float x_lo = items[0].at[0], y_lo = items[0].at[1], z_lo = items[0].at[2];
    float x_hi = x_lo, y_hi = y_lo, z_hi = z_lo;
    double x_sum = 0, y_sum = 0, z_sum = 0;
    for (size_t i = 0; i < n; ++i) {
        const float x = items[i].at[0], y = items[i].at[1], z = items[i].at[2];
        x_lo = collide__min2(x, x_lo);
        y_lo = collide__min2(y, y_lo);
        z_lo = collide__min2(z, z_lo);
        x_hi = collide__max2(x, x_hi);
        y_hi = collide__max2(y, y_hi);
        z_hi = collide__max2(z, z_hi);
        x_sum += (double)x;
        y_sum += (double)y;
        z_sum += (double)z;
    }
    lo[0] = x_lo;
    lo[1] = y_lo;
    lo[2] = z_lo;
    hi[0] = x_hi;
    hi[1] = y_hi;
    hi[2] = z_hi;
    sum[0] = x_sum;
    sum[1] = y_sum;
    sum[2] = z_sum;
}

// Half the surface of the box of centres.
static float collide__tree_area(const collide__tree_item *items, size_t n) {
    float lo[3], hi[3];
    double sum[3];
    collide__tree_spread(items, n, lo, hi, sum);
    const float x = hi[0] - lo[0], y = hi[1] - lo[1], z = hi[2] - lo[2];
    return (collide__mul(x, y) + collide__mul(y, z)) + collide__mul(z, x);
}

// Where n items, units of them, share each but for the last, are split.
static collide__tree_split collide__tree_choose(collide__tree_item *items, size_t n, size_t units,
                                                size_t share, const collide_tree_options *options) {
    collide__tree_split splits[3], best;
    double sum[3];
    float lo[3], hi[3], least = 0;
    collide__tree_spread(items, n, lo, hi, sum);
    int longest = hi[1] - lo[1] > hi[0] - lo[0];
    longest = hi[2] - lo[2] > hi[longest] - lo[longest] ? 2 : longest;
    const bool all = options && options->axis == COLLIDE_TREE_AXIS_LEAST;
    best.axis = -1;
    for (int k = 0; k < 3; ++k) {
        splits[k].axis = k;
        splits[k].mean = (float)collide__ddiv(sum[k], (double)n);
        splits[k].units = (units + 1) / 2;
        if (!all && k != longest)
            continue;
        if (options && options->place == COLLIDE_TREE_PLACE_MEAN) {
            size_t below = 0;
            for (size_t i = 0; i < n; ++i)
                below += items[i].at[k] < splits[k].mean;
            below = (below + share / 2) / share;
            splits[k].units = below < 1 ? 1 : below > units - 1 ? units - 1 : below;
        }
        if (all) {
            const size_t first = splits[k].units * share;
            collide__tree_select(items, n, first, k, splits[k].mean);
            const float size =
                collide__mul(collide__tree_area(items, first), (float)first) +
                collide__mul(collide__tree_area(items + first, n - first), (float)(n - first));
            if (best.axis >= 0 && !(size < least))
                continue;
            least = size;
        }
        best = splits[k];
    }
    return best;
}

// Triangles around a vertex that very many share, a hub, all overlap there, and with those of other
// hubs close by, whatever the split. So those of one are kept together, even where they lie among
// others: then all below two nodes are neighbours, or their hulls are apart. Which hub a triangle
// has, if any, is known until it gets its place.
#define COLLIDE__TREE_HUB 256 // as many triangles, at least

// The triangles of a hub among items.
typedef struct collide__tree_group {
    uint32_t count;
    float lo[3], hi[3];
} collide__tree_group;

typedef struct collide__tree_hubs {
    const uint32_t *hub; // of each triangle, UINT32_MAX if it has none; NULL if none has any
    collide__tree_group *groups;
} collide__tree_hubs;

// Writes which vertex of each triangle is a hub, that of the most; returns whether any is. Numbers
// too large to count for themselves share a count, which may make hubs of them: that does no harm.
static bool collide__tree_find_hubs(const collide_tree *tree, const collide_mesh *mesh) {
    const size_t each = collide__tree_vertices(tree), n = tree->triangle_count;
    const size_t size = collide__min_size(mesh->vertex_count, 12 * n);
    uint32_t *counts = (uint32_t *)(void *)collide__tree_leaf_of(tree, 0);
    uint32_t *hub = collide__tree_places(tree);
    bool any = false;
    memset(counts, 0, size * sizeof *counts);
    for (size_t i = 0; i < each * n; ++i) {
        const size_t number = collide__mesh_index(mesh, i);
        any |= ++counts[number < size ? number : number % size] >= COLLIDE__TREE_HUB;
    }
    for (size_t i = 0; any && i < n; ++i) {
        uint32_t most = COLLIDE__TREE_HUB - 1;
        hub[i] = UINT32_MAX;
        for (size_t v = 0; v < each; ++v) {
            const size_t number = collide__mesh_index(mesh, each * i + v);
            const uint32_t count = counts[number < size ? number : number % size];
            if (count > most) {
                most = count;
                hub[i] = (uint32_t)number;
            }
        }
    }
    return any;
}

static void collide__tree_group_add(collide__tree_group *group, const float *at) {
    for (int k = 0; k < 3; ++k) {
        group->lo[k] = group->count && group->lo[k] < at[k] ? group->lo[k] : at[k];
        group->hi[k] = group->count && group->hi[k] > at[k] ? group->hi[k] : at[k];
    }
    ++group->count;
}

static float collide__tree_group_size(const collide__tree_group *group) {
    const float x = group->hi[0] - group->lo[0], y = group->hi[1] - group->lo[1];
    const float z = group->hi[2] - group->lo[2], most = x > y ? x : y;
    return most > z ? most : z;
}

// Whether those of a hub are to be parted from the rest of n items: where they would fill a child,
// or lie among others, a quarter as far apart as all do; others space parts.
static bool collide__tree_group_parts(const collide__tree_group *group, size_t n, float size) {
    return group->count >= 16 &&
           (group->count >= n / 8 || 4 * collide__tree_group_size(group) >= size);
}

// Puts items of hubs that are to be parted first, whole hubs, up to half of all or one hub; returns
// how many, 0 if there are none.
static size_t collide__tree_part_hubs(collide__tree_item *items, size_t n,
                                      const collide__tree_hubs *hubs) {
    collide__tree_group all;
    const uint32_t own = hubs->hub[items[0].triangle];
    bool same = true, any = false;
    size_t first = 0, end = 0, put = 0;
    memset(&all, 0, sizeof all);
    for (size_t i = 0; i < n; ++i) {
        const uint32_t hub = hubs->hub[items[i].triangle];
        same &= hub == own;
        any |= hub != UINT32_MAX;
        collide__tree_group_add(&all, items[i].at);
    }
    if (same || !any)
        return 0;
    memset(hubs->groups, 0, n * sizeof *hubs->groups);
    for (size_t i = 0; i < n; ++i)
        if (hubs->hub[items[i].triangle] != UINT32_MAX)
            collide__tree_group_add(&hubs->groups[hubs->hub[items[i].triangle] % n], items[i].at);
    const float size = collide__tree_group_size(&all);
    for (size_t k = 0; k < n; ++k) {
        const size_t count = hubs->groups[k].count;
        if (!collide__tree_group_parts(&hubs->groups[k], n, size))
            continue;
        if (first > 0 && first + count > n / 2)
            break;
        first += count;
        end = k + 1;
    }
    if (first == n)
        return 0;
    for (size_t i = 0; put < first; ++i) {
        const collide__tree_item item = items[i];
        const uint32_t hub = hubs->hub[item.triangle];
        if (hub == UINT32_MAX || hub % n >= end ||
            !collide__tree_group_parts(&hubs->groups[hub % n], n, size))
            continue;
        items[i] = items[put];
        items[put++] = item;
    }
    return first;
}

// Splits n items, units of them share each but for the last, by hubs; returns how many units go to
// the first side, 0 if hubs split nothing.
static size_t collide__tree_split_hubs(collide__tree_item *items, size_t n, size_t units,
                                       size_t share, const collide__tree_hubs *hubs) {
    const size_t first = hubs->hub ? collide__tree_part_hubs(items, n, hubs) : 0;
    if (first == 0)
        return 0;
    const size_t units_of_hubs = (first + share / 2) / share;
    const size_t own = units_of_hubs < 1 ? 1 : collide__min_size(units_of_hubs, units - 1);
    // Those on the wrong side are what lies together.
    collide__tree_item *part = own * share < first ? items : items + first;
    const size_t count = own * share < first ? first : n - first;
    const collide__tree_split split = collide__tree_choose(part, count, units, share, NULL);
    collide__tree_select(part, count, own * share - (size_t)(part - items), split.axis, split.mean);
    return own;
}

// Orders items so that each share of them is a child.
static void collide__tree_order_items(collide__tree_item *items, size_t n, size_t share,
                                      const collide_tree_options *options,
                                      const collide__tree_hubs *hubs) {
    struct {
        size_t begin, end; // in shares
    } stack[8];
    size_t depth = 1;
    stack[0].begin = 0;
    stack[0].end = (n + share - 1) / share;
    while (depth) {
        const size_t begin = stack[--depth].begin, end = stack[depth].end;
        if (end - begin < 2)
            continue;
        collide__tree_item *part = items + begin * share;
        const size_t count = collide__min_size(n, end * share) - begin * share;
        size_t units = collide__tree_split_hubs(part, count, end - begin, share, hubs);
        if (units == 0) {
            const collide__tree_split split =
                collide__tree_choose(part, count, end - begin, share, options);
            units = split.units;
            collide__tree_select(part, count, units * share, split.axis, split.mean);
        }
        stack[depth].begin = begin;
        stack[depth++].end = begin + units;
        stack[depth].begin = begin + units;
        stack[depth++].end = end;
    }
}

// The items of a leaf, and their vertices.
static void collide__tree_leaf_take(const collide_tree *tree, uint32_t number,
                                    const collide__tree_item *items, uint32_t n,
                                    const collide_mesh *mesh) {
    collide__tree_leaf *leaf = collide__tree_leaf_of(tree, number);
    uint32_t *places = collide__tree_places(tree), *fourth = NULL, triangle[4];
    COLLIDE__ALIGNED(float) went[12] = {0};
    if (tree->type == COLLIDE_TREE_TETRAHEDRA)
        fourth = collide__tree_corners(tree) + 4 * (size_t)number;
    for (uint32_t s = 0; s < 4; ++s)
        triangle[s] = items[s < n ? s : n - 1].triangle; // before the leaf is written over items
    memset(leaf, 0, sizeof *leaf);
    for (uint32_t s = 0; s < 4; ++s) {
        const size_t first = collide__tree_vertices(tree) * (size_t)triangle[s];
        for (uint32_t v = 0; v < 3; ++v)
            leaf->vertex[s][v] = (uint32_t)collide__mesh_index(mesh, first + v);
        if (fourth)
            fourth[s] = (uint32_t)collide__mesh_index(mesh, first + 3);
        leaf->triangle[s] = s < n ? triangle[s] : UINT32_MAX;
        if (s < n)
            places[triangle[s]] = 4 * number + s;
    }
    collide__tree()->fill(leaf, 1, fourth, mesh->positions, mesh->position_stride, went);
}

// A set of items that becomes a child of a node, or node 0.
typedef struct collide__tree_part_of {
    uint32_t begin, count, parent, node;
} collide__tree_part_of;

// What a part is cut into; returns how many.
static uint32_t collide__tree_cut(const collide__tree_part_of *part, uint32_t degree,
                                  collide__tree_part_of *child) {
    const uint32_t share = collide__tree_share(part->count, degree);
    const uint32_t below = share > 4 ? collide__tree_nodes(share, degree) : 0;
    const uint32_t count = (part->count + share - 1) / share;
    for (uint32_t i = 0; i < count; ++i) {
        child[i].begin = part->begin + i * share;
        child[i].count = i + 1 < count ? share : part->count - i * share;
        child[i].parent = 8 * part->node + i;
        child[i].node = child[i].count > 4 ? part->node + 1 + i * below : UINT32_MAX;
    }
    return count;
}

COLLIDE__INLINE uint32_t collide__tree_code(const collide__tree_part_of *part) {
    return part->node == UINT32_MAX ? (part->begin / 4) | COLLIDE__TREE_LEAF : part->node;
}

static void collide__tree_grow(collide_tree *tree, collide__tree_item *items,
                               const collide_mesh *mesh, const collide_tree_options *options,
                               bool has_hubs) {
    collide__tree_part_of stack[8 * COLLIDE__TREE_LEVELS], child[8];
    collide__tree_hubs hubs;
    size_t depth = 1;
    memset(stack, 0, sizeof stack);
    stack[0].count = tree->triangle_count;
    hubs.hub = has_hubs ? collide__tree_places(tree) : NULL;
    while (depth) {
        const collide__tree_part_of part = stack[--depth];
        if (part.node == UINT32_MAX) {
            collide__tree_leaf_take(tree, part.begin / 4, items + part.begin, part.count, mesh);
            collide__tree_places(tree)[tree->triangle_count + part.begin / 4] = part.parent;
            continue;
        }
        float *rows = collide__tree_rows(tree, part.node);
        collide__tree_links *links = collide__tree_links_of(tree, part.node);
        for (uint32_t r = 0; r < 8 * tree->kind; ++r)
            rows[r] = -FLT_MAX;
        memset(links, 0, sizeof *links);
        links->parent = part.parent;
        links->count = collide__tree_cut(&part, collide__tree_degree(tree), child);
        // Between the leaves that are there and the items are 48 bytes for each item to come.
        hubs.groups = (collide__tree_group *)(void *)collide__tree_leaf_of(tree, part.begin / 4);
        collide__tree_order_items(items + part.begin, part.count, child[0].count, options, &hubs);
        for (uint32_t i = links->count; i-- > 0;) { // the first one on top: leaves in order
            stack[depth++] = child[i];
            links->child[i] = collide__tree_code(&child[i]);
        }
    }
}

// Whether vertices begin to end of a checked mesh are finite: a sum carries into the sign if all
// bits of an exponent are set.
static collide_status collide__tree_vertices_check(const collide_mesh *mesh, size_t begin,
                                                   size_t end) {
    uint32_t carry = 0;
    for (size_t i = begin; i < end; ++i) {
        uint32_t bits[3];
        memcpy(bits, collide__at(mesh->positions, i, mesh->position_stride), sizeof bits);
        for (int k = 0; k < 3; ++k)
            carry |= (bits[k] & 0x7fffffffu) + 0x00800000u;
    }
    return carry >> 31 ? COLLIDE_ERROR_NOT_FINITE : COLLIDE_OK;
}

// FNV-1a of counts, the order of the triangles and the bounds of the root, by words.
static uint32_t collide__tree_stamp(const collide_tree *tree) {
    const float *rows = collide__tree_rows(tree, 0);
    const uint32_t count = collide__tree_links_of(tree, 0)->count;
    uint32_t stamp = 2166136261u, word;
    stamp = (stamp ^ tree->vertex_count) * 16777619u;
    stamp = (stamp ^ tree->triangle_count) * 16777619u;
    stamp = (stamp ^ (tree->type | tree->inside.degree << 8)) * 16777619u;
    for (uint32_t i = 0; i < 4 * tree->inside.leaf_count; ++i)
        stamp = (stamp ^ collide__tree_leaf_of(tree, i / 4)->triangle[i % 4]) * 16777619u;
    for (uint32_t i = 0; i < 8 * tree->kind; ++i)
        if (i % 8 < count) {
            memcpy(&word, rows + i, sizeof word);
            stamp = (stamp ^ word) * 16777619u;
        }
    return stamp;
}

COLLIDE__INLINE uint64_t collide__tree_mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u; // odd, near 2^64 times the golden ratio
    return hash ^ hash >> 29;
}

static uint64_t collide__tree_hash(collide_vec3 p) {
    uint32_t word[3];
    uint64_t hash = 0;
    memcpy(word, &p, sizeof word);
    for (int i = 0; i < 3; ++i)
        hash = collide__tree_mix(hash, (uint64_t)(word[i] << 1 ? word[i] : 0) + 1); // one zero
    return collide__tree_mix(hash, 0);
}

// A hash of an edge, of the hashes of its ends in any order.
COLLIDE__INLINE uint64_t collide__tree_edge_hash(uint64_t p, uint64_t q) {
    return collide__tree_mix(collide__tree_mix(p < q ? p : q, p < q ? q : p), 1);
}

// Takes the edges of a triangle in or out of a sum that is zero where each is there as often in as
// out; edges without length are not.
static void collide__tree_edges(const collide_vec3 *v, uint64_t *sum) {
    uint64_t hash[3];
    for (int i = 0; i < 3; ++i)
        hash[i] = collide__tree_hash(v[i]);
    for (int i = 0; i < 3; ++i) {
        const uint64_t p = hash[i], q = hash[i < 2 ? i + 1 : 0];
        *sum ^= p == q ? 0 : collide__tree_edge_hash(p, q);
    }
}

static collide_vec3 collide__mesh_position(const collide_mesh *mesh, size_t corner) {
    return collide__read_vec3(
        collide__at(mesh->positions, collide__mesh_index(mesh, corner), mesh->position_stride));
}

static bool collide__tree_closes(const collide_mesh *mesh) {
    uint64_t sum = 0;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        collide_vec3 v[3];
        for (size_t k = 0; k < 3; ++k)
            v[k] = collide__mesh_position(mesh, 3 * i + k);
        collide__tree_edges(v, &sum);
    }
    return sum == 0;
}

static uint32_t collide__tree_part_find(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

// Joins what has a vertex in common, by its number or by its place. Those are found again by a
// table, with some tries only: what is found too seldom is a part too many, which costs time alone.
static void collide__tree_join(const collide_tree *tree, const collide_mesh *mesh, bool by_place,
                               uint32_t *parent, uint32_t *table, uint32_t size) {
    const uint32_t each = collide__tree_vertices(tree);
    for (uint32_t i = 0; i < size; ++i)
        table[i] = UINT32_MAX;
    for (uint32_t i = 0; i < each * tree->triangle_count; ++i) {
        const collide_vec3 p = collide__mesh_position(mesh, i);
        const size_t number = collide__mesh_index(mesh, i);
        const uint64_t hash = by_place ? collide__tree_hash(p) : collide__tree_mix(0, number);
        for (uint32_t k = 0; k < 16; ++k) {
            uint32_t *slot = &table[((uint32_t)(hash >> 20) + k) & (size - 1)];
            if (*slot == UINT32_MAX) {
                *slot = i;
                break;
            }
            const collide_vec3 q = collide__mesh_position(mesh, *slot);
            if (by_place ? q.x == p.x && q.y == p.y && q.z == p.z
                         : collide__mesh_index(mesh, *slot) == number) {
                const uint32_t a = collide__tree_part_find(parent, i / each);
                const uint32_t b = collide__tree_part_find(parent, *slot / each);
                parent[a < b ? b : a] = a < b ? a : b;
                break;
            }
        }
    }
}

// The least triangle of each part; then those of parts that hang together by the places of vertices
// alone, and may do so no longer when the mesh has been deformed. scratch: 4 * n bytes, and at most
// 32 * n more.
static void collide__tree_find_parts(collide_tree *tree, const collide_mesh *mesh,
                                     uint32_t *scratch) {
    const uint32_t n = tree->triangle_count;
    uint32_t *parent = scratch, *table = scratch + n, size = 4, *parts = collide__tree_parts(tree);
    while (size < 4 * n)
        size *= 2;
    for (uint32_t i = 0; i < n; ++i)
        parent[i] = i;
    tree->part_count = tree->inside.piece_count = 0;
    collide__tree_join(tree, mesh, false, parent, table, size);
    for (uint32_t i = 0; i < n; ++i)
        if (collide__tree_part_find(parent, i) == i)
            parts[tree->inside.piece_count++] = i;
    collide__tree_join(tree, mesh, true, parent, table, size);
    for (uint32_t i = 0; i < tree->inside.piece_count; ++i)
        if (collide__tree_part_find(parent, parts[i]) == parts[i]) {
            const uint32_t own = parts[i];
            parts[i] = parts[tree->part_count];
            parts[tree->part_count++] = own;
        }
}

// Sorts parts by the places of their triangles: what is near each other follows.
static void collide__tree_sort_parts(const collide_tree *tree, uint32_t *parts, uint32_t n) {
    const uint32_t *places = collide__tree_places(tree);
    uint32_t begin = n / 2, end = n;
    while (end > 1) { // a heap, with the last one on top, which goes to its end
        uint32_t at = begin, below;
        if (begin == 0) {
            const uint32_t last = parts[--end];
            parts[end] = parts[0];
            parts[0] = last;
        } else {
            at = --begin;
        }
        const uint32_t own = parts[at];
        while ((below = 2 * at + 1) < end) {
            below += below + 1 < end && places[parts[below + 1]] > places[parts[below]];
            if (places[own] >= places[parts[below]])
                break;
            parts[at] = parts[below];
            at = below;
        }
        parts[at] = own;
    }
}

COLLIDE_API collide_status collide_tree_build(collide_tree **tree, void *memory, size_t size,
                                              const collide_mesh *mesh,
                                              const collide_tree_options *options) {
    collide_tree layout;
    if (!tree)
        return COLLIDE_ERROR_NULL;
    *tree = NULL;
    if (!memory || !mesh)
        return COLLIDE_ERROR_NULL;
    collide_mesh checked = *mesh;
    collide_status status = collide__mesh_check(&checked);
    if (status == COLLIDE_OK && checked.vertex_count > UINT32_MAX)
        status = COLLIDE_ERROR_OVERFLOW;
    if (status != COLLIDE_OK)
        return status;
    if (!collide__tree_layout(checked.triangle_count, options, &layout))
        return COLLIDE_ERROR_OPTION;
    status = collide__memory_check(memory, size, checked.triangle_count,
                                   collide_tree_size(checked.triangle_count, options));
    const uint32_t each = collide__tree_vertices(&layout);
    if (status == COLLIDE_OK && !collide__fits(checked.triangle_count, each * checked.index_size))
        status = COLLIDE_ERROR_OVERFLOW;
    for (size_t i = 0; i < each * checked.triangle_count && status == COLLIDE_OK; ++i)
        if (collide__mesh_index(&checked, i) >= checked.vertex_count)
            status = COLLIDE_ERROR_INDEX;
    if (status == COLLIDE_OK)
        status = collide__tree_vertices_check(&checked, 0, checked.vertex_count);
    if (status == COLLIDE_OK && layout.type == COLLIDE_TREE_CLOSED &&
        !collide__tree_closes(&checked))
        status = COLLIDE_ERROR_OPEN;
    if (status != COLLIDE_OK)
        return status;
    collide_tree *t = (collide_tree *)memory;
    layout.vertex_count = (uint32_t)checked.vertex_count;
    memset(memory, 0, COLLIDE__TREE_HEADER);
    memcpy(t, &layout, sizeof layout);
    memset((char *)memory + (size_t)t->inside.parts_at, 0, (size_t)(t->size - t->inside.parts_at));
    if (t->type != COLLIDE_TREE_SURFACE)
        collide__tree_find_parts(t, &checked, (uint32_t *)(void *)collide__tree_leaf_of(t, 0));
    const bool has_hubs = collide__tree_find_hubs(t, &checked);
    // Items lie at the end of the leaves' memory: four of them need a quarter of what a leaf does,
    // so each is read before a leaf comes to its place.
    collide__tree_item *items =
        (collide__tree_item *)(void *)collide__tree_places(t) - t->triangle_count;
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        collide_vec3 lo = collide__mesh_position(&checked, each * (size_t)i), hi = lo;
        for (uint32_t v = 1; v < each; ++v) {
            const collide_vec3 p = collide__mesh_position(&checked, each * (size_t)i + v);
            lo = collide__vec3(p.x < lo.x ? p.x : lo.x, p.y < lo.y ? p.y : lo.y,
                               p.z < lo.z ? p.z : lo.z);
            hi = collide__vec3(p.x > hi.x ? p.x : hi.x, p.y > hi.y ? p.y : hi.y,
                               p.z > hi.z ? p.z : hi.z);
        }
        items[i].at[0] = lo.x + hi.x;
        items[i].at[1] = lo.y + hi.y;
        items[i].at[2] = lo.z + hi.z;
        items[i].triangle = i;
    }
    collide__tree_grow(t, items, &checked, options, has_hubs);
    collide__tree_sort_parts(t, collide__tree_parts(t), t->part_count);
    collide__tree_sort_parts(t, collide__tree_parts(t) + t->part_count,
                             t->inside.piece_count - t->part_count);
    for (uint32_t i = t->inside.node_count; i-- > 0;)
        collide__tree_bound(t, i);
    collide__tree_measure(t);
    t->stamp = collide__tree_stamp(t);
    *tree = t;
    return COLLIDE_OK;
}
#undef COLLIDE__TREE_HUB
#endif // COLLIDE_NO_TREE
