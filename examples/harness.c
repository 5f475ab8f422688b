// A wiring harness in an engine bay: cables in bundles, and loops, laid past boxes as well as a few
// trials can, but with no regard for castings (three teapots) or each other. First the three layers
// of [MaLong], one by one: how many pairs of a segment and a body come to a layer, how many it
// leaves, how many of those do meet, and what it costs, by single calls and by batches. Then one
// control point of a cable is dragged through the bay, and each step finds contacts: with what,
// where along the cable, how deep. Any batch that answers otherwise than single calls do is an
// error, as is a layer that loses what meets.
//
//     cc -O2 examples/harness.c -o harness && ./harness examples/data/teapot.off
//
// Lengths are in metres, depths are printed in millimetres. With --png FILE it draws the bay, and
// how far each segment comes through the layers.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "harness"
#include "picture.h"

#define CABLES 40 // in bundles of five; every tenth is a loop
#define MAX_POINTS 60
#define MAX_SEGMENTS (CABLES * (MAX_POINTS + 1))
#define BOXES 24 // of either kind
#define CASTINGS 3
#define BODIES (2 * BOXES + CASTINGS)
#define MAX_PAIRS (MAX_SEGMENTS * BOXES)
#define TRIALS 8      // ways that a cable might take
#define ROUNDS 7      // a time is the least of so many
#define LEG 30        // steps of the control point that is dragged to either place
#define PRINT_EVERY 4 // of them
#define ROOM 256      // for the contacts of each

enum { ALIGNED, TURNED, CASTING, CABLE, ITSELF, KINDS };

typedef struct body {
    char name[16];
    collide_obb box;     // of boxes
    collide_pose pose;   // of castings
    collide_aabb bounds; // of aligned boxes the box itself
} body;

static body bodies[BODIES]; // BOXES aligned ones, BOXES turned ones, castings
static collide_mesh teapot_mesh;
static collide_tree *teapot;
static collide_vec3 points[CABLES][MAX_POINTS];
static collide_cable cables[CABLES];
static collide_spline segments[MAX_SEGMENTS];
static collide_aabb around[MAX_SEGMENTS]; // their boxes
static size_t segment_count;
static unsigned char passed[MAX_SEGMENTS]; // layers, with any body

// A multiple of 2^-24 of the way from lo to hi.
static float draw(float lo, float hi) {
    static uint64_t state = 11;
    return lo + (hi - lo) * random_float(&state);
}

static collide_vec3 draw_vec(float x, float y, float z) {
    x *= draw(-1, 1);
    y *= draw(-1, 1);
    return point(x, y, z * draw(-1, 1));
}

static collide_vec3 anywhere(void) {
    return mad(draw_vec(0.6f, 0.45f, 0.25f), 1, point(0.6f, 0.45f, 0.3f));
}

// ---- the bay -----------------------------------------------------------------------------------

// y up becomes z up.
static void read_teapot(const char *path) {
    if (!read_off(path, 0.3f, &teapot_mesh))
        fail("cannot open the file, or it is not OFF, of triangles");
    collide_vec3 *p = (collide_vec3 *)(uintptr_t)teapot_mesh.positions;
    for (size_t i = 0; i < teapot_mesh.vertex_count; ++i)
        p[i] = point(p[i].z, p[i].x, p[i].y);
    teapot = build_tree(&teapot_mesh, NULL);
}

// Large boxes by name, then small ones, first aligned, then turned, and the castings.
static void make_bodies(void) {
    static const struct {
        const char *name;
        collide_vec3 center, half;
    } large[8] = {{"engine block", {0.60f, 0.45f, 0.20f}, {0.20f, 0.16f, 0.15f}},
                  {"cylinder head", {0.60f, 0.45f, 0.40f}, {0.17f, 0.09f, 0.05f}},
                  {"battery", {1.06f, 0.18f, 0.30f}, {0.09f, 0.08f, 0.10f}},
                  {"radiator", {0.60f, 0.86f, 0.28f}, {0.33f, 0.02f, 0.20f}},
                  {"air filter", {0.17f, 0.68f, 0.42f}, {0.10f, 0.09f, 0.06f}},
                  {"washer tank", {1.08f, 0.72f, 0.20f}, {0.07f, 0.10f, 0.12f}},
                  {"fuse box", {0.14f, 0.20f, 0.46f}, {0.08f, 0.06f, 0.04f}},
                  {"brake unit", {0.90f, 0.08f, 0.20f}, {0.05f, 0.05f, 0.06f}}};
    static const collide_vec3 castings[CASTINGS] = {
        {0.30f, 0.35f, 0.30f}, {0.90f, 0.55f, 0.40f}, {0.60f, 0.12f, 0.35f}};
    for (int i = 0; i < BODIES; ++i) {
        body *b = &bodies[i];
        const collide_vec3 q = draw_vec(1, 1, 1), place = anywhere();
        const collide_vec3 half = mad(point(0.05f, 0.05f, 0.05f), 0.03f, draw_vec(1, 1, 1));
        const int casting = i - 2 * BOXES;
        b->pose = collide_pose_identity();
        if (i >= BOXES)
            b->pose = collide_pose_from_quaternion(q.x, q.y, q.z, draw(-1, 1), place);
        b->pose.position = i < 8 ? large[i].center : casting < 0 ? place : castings[casting];
        b->box = collide_obb_from_pose(&b->pose, i < 8 ? large[i].half : half);
        const collide_kdop6 bound = collide_kdop6_from_obb(&b->box);
        b->bounds.min = point(bound.min[0], bound.min[1], bound.min[2]);
        b->bounds.max = point(bound.max[0], bound.max[1], bound.max[2]);
        if (casting >= 0)
            b->bounds = collide_tree_aabb(teapot, &b->pose);
        snprintf(b->name, sizeof b->name,
                 i < BOXES     ? "clip %d"
                 : casting < 0 ? "bracket %d"
                               : "casting %d",
                 i % BOXES + 1);
        if (i < 8)
            snprintf(b->name, sizeof b->name, "%s", large[i].name);
    }
}

// ---- the harness -------------------------------------------------------------------------------

// From place to place in equal parts of the cable's points, round a loop back to the first.
static void lay_cable(const collide_cable *c, collide_vec3 *p, const collide_vec3 *place) {
    const size_t legs = c->ends == COLLIDE_CABLE_CLOSED ? 3 : 2;
    collide_vec3 at = place[0], wander = point(0, 0, 0);
    for (size_t i = 0; i < c->count; ++i) {
        const size_t leg = i * legs / c->count, end = ((leg + 1) * c->count + legs - 1) / legs;
        const collide_vec3 to = mad(place[(leg + 1) % 3], -1, at);
        p[i] = at;
        wander = mad(draw_vec(1, 1, 1), 0.7f, wander);
        at = mad(mad(at, 1 / (float)(end - i), to), 0.004f, wander);
    }
}

// Of a few ways, the one with the fewest segments in boxes. A bundle has the ends of its first.
static void lay_harness(void) {
    collide_vec3 ends[3], place[3], way[MAX_POINTS];
    memset(ends, 0, sizeof ends);
    for (int i = 0; i < CABLES; ++i) {
        const bool loop = i % 10 == 9, first = i % 5 == 0;
        const size_t count = (size_t)draw(30, MAX_POINTS + 1);
        collide_cable c = {way, count, 0, draw(0.002f, 0.005f),
                           loop ? COLLIDE_CABLE_CLOSED : COLLIDE_CABLE_CLAMPED};
        size_t fewest = SIZE_MAX;
        for (int trial = 0; trial < TRIALS && fewest > 0; ++trial) {
            size_t hits = 0;
            for (int k = 0; k < 3; ++k)
                place[k] = loop || first ? anywhere() : mad(ends[k], 0.03f, draw_vec(1, 1, 1));
            lay_cable(&c, way, place);
            for (const body *b = bodies; b < bodies + 2 * BOXES; ++b)
                hits += collide_cable_obb_contacts(&c, &b->box, NULL, NULL, 0);
            if (hits < fewest) {
                fewest = hits;
                memcpy(points[i], way, sizeof way);
                memcpy(ends, place, first ? sizeof ends : 0);
            }
        }
        c.points = points[i];
        cables[i] = c;
        check(collide_cable_check(&c));
        for (size_t k = 0; k < collide_cable_segments(&c); ++k, ++segment_count) {
            segments[segment_count] = collide_cable_segment(&c, k);
            around[segment_count] = collide_aabb_from_spline_points(&segments[segment_count]);
        }
    }
}

// ---- layer by layer ----------------------------------------------------------------------------

// For batches: bounds and segments of all cables, cable after cable.
static collide_kdop6_pack *boxes_pack;
static collide_spline_pack *segments_pack;
static uint16_t bits[COLLIDE_BLOCKS(MAX_PAIRS)];

static void make_packs(void) {
    static collide_kdop6 bounds[MAX_SEGMENTS];
    size_t size = collide_kdop6_pack_size(segment_count);
    for (size_t i = 0; i < segment_count; ++i)
        bounds[i] = collide_kdop6_from_aabb(&around[i]);
    check(collide_kdop6_pack_build(&boxes_pack, allocate(size), size, bounds, segment_count, 0));
    size = collide_spline_pack_size(segment_count);
    check(collide_spline_pack_build_cables(&segments_pack, allocate(size), size, cables, CABLES));
}

// Of n pairs (segment, body) those that a layer leaves, by single calls.
static size_t ask_each(int layer, int kind, const collide_pair *in, size_t n, collide_pair *out) {
    size_t left = 0;
    for (const collide_pair *p = in; p < in + n; ++p) {
        const body *b = &bodies[kind * BOXES + (int)p->b];
        const collide_spline *a = &segments[p->a];
        bool hit;
        if (layer == 0)
            hit = collide_aabb_aabb(&around[p->a], &b->bounds);
        else if (kind == TURNED)
            hit = layer == 1 ? collide_spline_obb_near(a, &b->box)
                             : collide_spline_obb(a, &b->box, NULL);
        else if (layer == 1)
            hit = collide_spline_aabb_near(a, &b->bounds);
        else if (kind == ALIGNED)
            hit = collide_spline_aabb(a, &b->bounds, NULL);
        else
            hit = collide_spline_tree_indices(a, teapot, &b->pose, NULL, 0) > 0;
        if (hit)
            out[left++] = *p;
    }
    return left;
}

// The same by a batch: layer 1 takes all pairs as they come; not all others have one.
static size_t ask_many(int layer, int kind, const collide_pair *in, size_t n, collide_pair *out) {
    static uint32_t hit[MAX_SEGMENTS];
    const body *first = &bodies[kind * BOXES];
    const size_t count = kind == CASTING ? CASTINGS : BOXES;
    size_t left = 0;
    for (uint32_t k = 0; layer == 0 && k < count; ++k) {
        const collide_kdop6 a = collide_kdop6_from_aabb(&first[k].bounds);
        const size_t hits = collide_kdop6_kdop6_many_indices(&a, boxes_pack, hit, MAX_SEGMENTS);
        for (size_t i = 0; i < hits; ++i, ++left) {
            out[left].a = hit[i];
            out[left].b = k;
        }
    }
    const collide_spline_array all_segments = {segments, segment_count, 0};
    const collide_aabb_array boxes = {&first->bounds, count, sizeof *first};
    if (layer == 1)
        collide_spline_aabb_near_pairs(&all_segments, &boxes, in, n, bits);
    else if (layer == 2)
        collide_spline_aabb_pairs(&all_segments, &boxes, in, n, bits);
    for (size_t i = 0; layer > 0 && i < n; ++i)
        if (bits[i / 16] >> (i % 16) & 1)
            out[left++] = in[i];
    return left;
}

// All layers in one: a call for each box, or for each cable and casting. Returns the hits.
static size_t ask_at_once(int kind) {
    const body *first = &bodies[kind * BOXES];
    size_t hits = 0;
    for (int k = 0; k < BOXES && kind < CASTING; ++k)
        hits += kind == ALIGNED ? collide_aabb_spline_many(&first[k].bounds, segments_pack, bits)
                                : collide_obb_spline_many(&first[k].box, segments_pack, bits);
    for (int i = 0; i < CASTINGS * CABLES && kind == CASTING; ++i)
        hits += collide_cable_tree_contacts(&cables[i % CABLES], teapot, &first[i / CABLES].pose,
                                            NULL, NULL, 0);
    return hits;
}

static void print_row(const char *text, size_t n, size_t left, size_t real, const double *time) {
    printf("  %-13s %7zu %6zu %5.0f %%  ", text, n, left,
           left ? 100.0 * (double)real / (double)left : 100);
    for (int i = 0; i < 2; ++i)
        if (time[i] > 0)
            printf("   %8.2f %7.1f", n ? time[i] / (double)n : 0, time[i] / 1e3);
        else
            printf("   %8s %7s", "", "");
    puts("");
}

// The least time of each layer, by single calls and by batches, and of all at once.
static void print_layers(int kind, const char *text) {
    static const char *const layer_text[3] = {"1 boxes", "2 centre line", "3 exact"};
    static collide_pair list[3][MAX_PAIRS];
    const size_t count = kind == CASTING ? CASTINGS : BOXES;
    size_t n[4] = {count * segment_count, 0, 0, 0}, hits = 0;
    double time[4][2];
    memset(time, 0, sizeof time);
    for (size_t i = 0; i < n[0]; ++i) {
        list[0][i].a = (uint32_t)(i % segment_count);
        list[0][i].b = (uint32_t)(i / segment_count);
    }
    for (int i = 0; i < 4 * 2 * ROUNDS; ++i) {
        const int layer = i / (2 * ROUNDS), many = i % 2;
        collide_pair *in = list[layer % 2], *out = list[many ? 2 : (layer + 1) % 2];
        const bool batch = layer % 3 == 0 || kind == ALIGNED || (kind == CASTING && layer == 1);
        if (many ? !batch : layer == 3)
            continue;
        const double start = nanoseconds();
        if (layer == 3)
            hits = ask_at_once(kind);
        else
            hits = (many ? ask_many : ask_each)(layer, kind, in, n[layer], out);
        const double t = nanoseconds() - start;
        time[layer][many] = time[layer][many] > 0 && time[layer][many] < t ? time[layer][many] : t;
        if (layer < 3 && !many) {
            n[layer + 1] = hits;
            for (size_t k = 0; k < hits; ++k)
                if (passed[out[k].a] <= layer)
                    passed[out[k].a] = (unsigned char)(layer + 1);
        } else if (hits != n[layer < 3 ? layer + 1 : 3] ||
                   (layer < 3 && memcmp(out, list[(layer + 1) % 2], hits * sizeof *out) != 0))
            fail("BATCHES AND SINGLE CALLS DISAGREE");
    }
    printf("%zu %s\n", count, text);
    for (int i = 0; i < 3; ++i)
        print_row(layer_text[i], n[i], n[i + 1], n[3], time[i]);
    print_row("all at once", n[0], hits, hits, time[3]);
}

// ---- one control point -------------------------------------------------------------------------

typedef struct found {
    int kind, index; // of bodies[] or cables[]
    collide_cable_contact contact;
} found;

// What the four segments that control point k moves meet, itself included. The segments are a cable
// of their own, of seven points of the other.
static size_t find_contacts(int cable, size_t k, found *out) {
    const collide_cable *whole = &cables[cable];
    const collide_cable part = {points[cable] + k - 3, 7, 0, whole->radius, COLLIDE_CABLE_OPEN};
    const uint32_t first = (uint32_t)k - 1; // a clamped cable has two segments before its points'
    collide_cable_contact list[ROOM];
    size_t n = 0;
    for (int i = 0; i < BODIES + CABLES; ++i) {
        const body *b = &bodies[i % BODIES];
        const int j = i - BODIES, kind = j == cable ? ITSELF : j >= 0 ? CABLE : i / BOXES;
        const size_t hits =
            kind == ALIGNED  ? collide_cable_aabb_contacts(&part, &b->bounds, NULL, list, ROOM)
            : kind == TURNED ? collide_cable_obb_contacts(&part, &b->box, NULL, list, ROOM)
            : kind == CASTING
                ? collide_cable_tree_contacts(&part, teapot, &b->pose, NULL, list, ROOM)
            : kind == CABLE ? collide_cable_cable_contacts(&part, &cables[j], NULL, list, ROOM)
                            : collide_cable_self_contacts(whole, 3, NULL, list, ROOM);
        for (size_t h = 0; h < hits && h < ROOM && n < ROOM; ++h) {
            const uint32_t moved = kind == ITSELF ? 0 : first;
            list[h].segment += moved;
            if (list[h].segment - first > 3 && (kind != ITSELF || list[h].other - first > 3))
                continue; // of itself where nothing moves
            out[n].kind = kind;
            out[n].index = j >= 0 ? j : i;
            out[n++].contact = list[h];
        }
    }
    return n;
}

static void print_found(int step, size_t n, const found *f) {
    const collide_cable_contact *c = &f->contact;
    const collide_vec3 normal = c->contact.normal;
    char name[16] = "itself";
    if (f->kind == CABLE)
        snprintf(name, sizeof name, "cable %d", f->index);
    printf("%4d %4zu  %-14s %5u  %4.2f  %4.2f to %4.2f %8.1f   (%5.2f %5.2f %5.2f)\n", step, n,
           f->kind < CABLE ? bodies[f->index].name : name, c->segment, (double)c->u,
           (double)c->interval.first, (double)c->interval.last, 1e3 * (double)c->contact.depth,
           (double)normal.x, (double)normal.y, (double)normal.z);
}

// The middle control point of a cable goes to a casting, then to where the cable begins.
static void drag(int cable, int casting) {
    static const char *const kind_text[KINDS] = {"AABBs", "OBBs", "castings", "other cables",
                                                 "itself"};
    static found met[ROOM];
    const size_t k = cables[cable].count / 2;
    collide_vec3 *p = &points[cable][k], from = *p;
    const collide_vec3 place[2] = {bodies[2 * BOXES + casting].pose.position, points[cable][3]};
    size_t total[KINDS] = {0};
    double time = 0, most = 0, deepest[KINDS] = {0};
    printf("\nControl point %zu of cable %d goes to casting %d, then to where the cable begins. "
           "The\n"
           "contacts of the four segments that it moves, and the deepest, in every %dth step:\n\n"
           "step  all  deepest with  segment     u  overlap in u     mm       normal\n",
           k, cable, casting + 1, PRINT_EVERY);
    for (int step = 0; step <= 2 * LEG; ++step) {
        const int leg = step > LEG;
        const float t = (float)(step - leg * LEG) / (LEG);
        *p = mad(leg ? place[0] : from, t, mad(place[leg], -1, leg ? place[0] : from));
        const double start = nanoseconds();
        const size_t n = find_contacts(cable, k, met);
        const double us = (nanoseconds() - start) / 1e3;
        const found *worst = met;
        time += us / (2 * LEG + 1);
        most = us > most ? us : most;
        for (const found *f = met; f < met + n; ++f) {
            const double depth = 1e3 * (double)f->contact.contact.depth;
            ++total[f->kind];
            worst = depth > 1e3 * (double)worst->contact.contact.depth ? f : worst;
            deepest[f->kind] = depth > deepest[f->kind] ? depth : deepest[f->kind];
        }
        if (n > 0 && step % PRINT_EVERY == 0)
            print_found(step, n, worst);
        else if (step % PRINT_EVERY == 0)
            printf("%4d    0\n", step);
    }
    printf("\nContacts in all %d steps, and the largest depth:\n", 2 * LEG + 1);
    for (int i = 0; i < KINDS; ++i)
        printf("%6zu with %-14s %7.1f mm\n", total[i], kind_text[i], deepest[i]);
    printf(
        "A step takes %.0f us on average, at most %.0f. (A mesh is a surface, so no depth exceeds "
        "the\nradius.)\n",
        time, most);
}

// ---- the picture -------------------------------------------------------------------------------

// Segments by the last layer that they passed with any body: grey ones none, red ones meet.
static void draw_bay(picture *p) {
    static const uint32_t colours[4] = {0x9aa1aa, 0xf5c518, 0xf08a24, 0xf0281e};
    p->glass = 0.3f;
    for (int i = 0; i < 2 * BOXES; ++i) {
        const uint32_t colour = i < 8 ? 0x6f9cc8 : i < BOXES ? 0x8fb4d4 : 0x7fb98a;
        picture_pen(p, PICTURE_GLASS, colour);
        picture_obb(p, &bodies[i].box);
        picture_pen(p, PICTURE_LINE, colour);
        picture_edges(p, &bodies[i].box, 0.0016f);
    }
    picture_pen(p, PICTURE_SOLID, 0xd8c9b4);
    for (int i = 2 * BOXES; i < BODIES; ++i)
        picture_mesh(p, &teapot_mesh, &bodies[i].pose);
    size_t first = 0;
    for (int i = 0; i < CABLES; ++i) {
        const collide_cable *c = &cables[i];
        const size_t n = collide_cable_segments(c);
        for (size_t k = 0; k < n; ++k) {
            const collide_spline *s = &segments[first + k];
            const collide_vec3 v[2] = {collide_spline_point(s, 0, NULL),
                                       collide_spline_point(s, 1, NULL)};
            picture_pen(p, PICTURE_LINE, colours[passed[first + k]]);
            picture_tube(p, v, 2, c->radius);
        }
        first += n;
    }
    p->reach = 0;
    p->floor = true;
    p->floor_height = 0;
    picture_camera(p, point(0.45f, -0.75f, 1.45f), point(0.615f, 0.41f, 0.25f), 0.33f);
    picture_draw(p, 0, p->width);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    if (argc != 2)
        fail("give one file: ./harness examples/data/teapot.off [--png FILE]");
    read_teapot(argv[1]);
    make_bodies();
    lay_harness();
    make_packs();
    printf(
        "%d cables of %zu segments. Each layer tests pairs of a segment and a body. The table has\n"
        "the pairs tested, the pairs left, how many of these overlap, and the times of single\n"
        "calls and batches.\n\n"
        "%23s %6s %7s %13s %7s %7s ns %7s\n",
        CABLES, segment_count, "pairs", "left", "overlap", "single ns", "us all",
        collide_isa_text(collide_isa()), "us all");
    print_layers(ALIGNED, "AABBs");
    print_layers(TURNED, "OBBs");
    print_layers(CASTING, "castings");
    if (drawn)
        draw_bay(&p);
    drag(6, 0);
    return 0;
}
