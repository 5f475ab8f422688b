// A wiring harness in an engine bay: forty cables in bundles, laid from clamp to clamp with no
// regard for boxes, castings (three teapots) and each other. First the three layers of [MaLong],
// one by one: how many pairs of a segment and a body come to a layer, how many it leaves, how many
// of those overlap, and what it costs, by single calls and by batches. Then one control point of a
// cable is dragged through the bay, and each step finds contacts: with what, where along the cable,
// how deep. Then the contacts move the cables (relax.h, lay.h), until the harness lies on the
// bodies. At last one of these moves, again and again, and pushes cables that others rest on.
//
//     cc -O2 examples/harness.c -o harness -lm && ./harness examples/data/teapot.off
//
// It fails if a batch answers otherwise than single calls, if a layer loses an overlap, or if a
// relaxed cable overlaps anything, has another length or is bent more. Lengths are in metres. With
// --png FILE it draws the harness before and after relaxation; overlaps are red.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "harness"
#include "lay.h"

#define MAX_PAIRS (MAX_SEGMENTS * BOXES)
#define ROUNDS 7      // a time is the least of so many
#define LEG 30        // steps of the control point that is dragged to either place
#define PRINT_EVERY 4 // of them
#define ROOM 256      // for the contacts of each
#define MAX_STEPS 80  // of a relaxation
#define ALONE 10      // first steps, in which cables leave bodies, but do not meet each other
#define TOGETHER 6e-3 // metres: a step when cables meet each other, at most
#define WEIGHT 60     // of a cable, for a stiffness of 1
#define LOOSE 200     // damping of cables as they were laid, and
#define FIRM 1e4      // where all but a part was at rest
#define CHANGES 10    // of a part of the harness at rest
#define CHANGE 2e-3f  // metres, each

static collide_spline segments[MAX_SEGMENTS];
static collide_aabb around[MAX_SEGMENTS]; // their boxes
static size_t segment_count;

static void make_segments(void) {
    for (int i = 0; i < CABLES; ++i)
        for (size_t k = 0; k < collide_cable_segment_count(&cables[i]); ++k, ++segment_count) {
            segments[segment_count] = collide_cable_segment(&cables[i], k);
            around[segment_count] = collide_aabb_from_spline_points(&segments[segment_count]);
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
    check(
        collide_spline_pack_build_cables(&segments_pack, allocate(size), size, cables, CABLES, 0));
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
        if (layer < 3 && !many)
            n[layer + 1] = hits;
        else if (hits != n[layer < 3 ? layer + 1 : 3] ||
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
        const size_t hits = j < 0 ? contacts_with(&part, b, list, ROOM)
                            : kind == CABLE
                                ? collide_cable_cable_contacts(&part, &cables[j], NULL, list, ROOM)
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
    collide_vec3 *p = &points[cable][k];
    const collide_vec3 from = *p;
    const collide_vec3 place[2] = {bodies[2 * BOXES + casting].pose.position, points[cable][3]};
    size_t total[KINDS] = {0};
    double time = 0, most = 0, deepest[KINDS] = {0};
    printf("\nControl point %zu of cable %d goes to casting %d, then to where the cable begins. "
           "The\n"
           "contacts of the four segments that it moves, in every %dth step: how many, and the\n"
           "deepest. Along a segment u goes from 0 to 1.\n\n"
           "step  all  deepest with  segment  at u  overlaps at u  mm deep      normal\n",
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
    *p = from;
}

// ---- relaxation --------------------------------------------------------------------------------

typedef struct state {
    double deepest; // overlap, of the radius of a cable
    size_t inside;  // cables that overlap something by more than DEEPEST
    double longer;  // largest change of a cable's length
    double bending; // energy of all cables for a stiffness of 1, in 1/m
} state;

// The harness as it is, by contacts of all cables at their own radius.
static state look(void) {
    collide_cable_contact list[ROOM];
    state s = {0, 0, 0, 0};
    for (int i = 0; i < CABLES; ++i) {
        double deepest = 0;
        for (int k = -CABLES; k < BODIES + CASTINGS; ++k) {
            const collide_cable *c = &cables[i], *other = &cables[k < 0 ? k + CABLES : 0];
            size_t n = 0;
            if (k >= 0)
                n = lay_contacts(c, (uint32_t)k, list, ROOM);
            else if (other != c)
                n = collide_cable_cable_contacts(c, other, NULL, list, ROOM);
            for (size_t h = 0; h < n && h < ROOM; ++h)
                deepest = fmax(deepest, (double)(list[h].contact.depth / c->radius));
        }
        s.deepest = fmax(s.deepest, deepest);
        s.inside += deepest > DEEPEST;
        s.longer = fmax(s.longer, fabs(relax_length(&relaxed[i]) / relaxed[i].length - 1));
        s.bending += relax_bending(&relaxed[i]);
    }
    return s;
}

static void print_state(const char *text, const state *s) {
    printf("  %-22s %12.6f %8zu %16.3f %12.1f\n", text, s->deepest, s->inside, 100 * s->longer,
           s->bending);
}

// What a relaxation takes.
typedef struct spent {
    int steps;
    double ms[2]; // to find contacts, and to move
} spent;

// Steps until nothing overlaps and nothing moves. In the first ones cables leave bodies, but do not
// meet each other. Returns the harness at rest, and, if it is asked for, as it first was free.
static state settle(int alone, double damping, state *free, spent *s) {
    relax_how how = {1e7, 0, 1e9, damping, 0.03, 0, 0, {0, 0, 0}};
    double most = 1;
    state rest = {1, CABLES, 1, 0};
    memset(s, 0, sizeof *s);
    while (s->steps < MAX_STEPS && (most > LAY_STILL || rest.inside > 0 || rest.longer > LONGER)) {
        double bending = 0;
        if (s->steps == alone) {
            lay_meet_from_now();
            how.farthest = TOGETHER;
            how.weight = WEIGHT;
        }
        const double begin = nanoseconds();
        const double deepest = lay_meet();
        s->ms[0] += (nanoseconds() - begin) / 1e6;
        if (free && free->inside > 0 && s->steps >= alone && deepest <= DEEPEST)
            *free = look();
        const double middle = nanoseconds();
        most = lay_move(&how);
        s->ms[1] += (nanoseconds() - middle) / 1e6;
        for (int i = 0; i < CABLES; ++i)
            bending += relax_bending(&relaxed[i]);
        if (free && s->steps % 5 == 0)
            printf("%4d %27.6f %18.3f %22.1f %12d\n", s->steps, deepest, 1e3 * most, bending,
                   lay_moving());
        // Later steps are damped more and more, so that all comes to rest.
        how.damping = fmin(how.damping * (++s->steps > alone ? 1.6 : 1), 1e7);
        if (most <= LAY_STILL || s->steps == MAX_STEPS)
            rest = look();
        if (rest.inside > 0 && most <= LAY_STILL)
            lay_wake();
    }
    return rest;
}

static bool is_good(const state *s) {
    return s->deepest <= DEEPEST && s->longer <= LONGER;
}

// The harness as it was laid, from clamp to clamp through everything.
static bool relax_harness(void) {
    spent s;
    int touching = 0;
    lay_begin();
    const state laid = look();
    state free = laid;
    printf("\nContacts move the cables, which resist bending and have a weight; at most 30 mm a "
           "step, and\n%.0f mm as soon as cables touch, from step %d on:\n\n"
           "step    overlap before it, in radii  farthest move, mm  bending after it, 1/m"
           "  cables move\n",
           1e3 * TOGETHER, ALONE);
    const state rest = settle(ALONE, LOOSE, &free, &s);
    printf("\n%24s %12s %8s %16s %12s\n%24s %12s %8s %16s %12s\n", "", "deepest", "cables",
           "length changes", "bending", "", "in radii", "overlap", "by at most, %", "1/m");
    print_state("as laid", &laid);
    print_state("first free of overlaps", &free);
    print_state("at rest", &rest);
    for (int i = 0; i < CABLES; ++i)
        touching += relaxed[i].plane_count > 0;
    printf("\n%d of %d cables lie on a body or touch another cable.\n"
           "All %d steps take %.0f ms: %.0f ms to find contacts, %.0f ms to move. The library was "
           "asked %zu times\nfor the contacts of a pair; %zu times a pair had moved so little that "
           "the last answer was followed.\n",
           touching, CABLES, s.steps, s.ms[0] + s.ms[1], s.ms[0], s.ms[1], lay.asked, lay.reused);
    return is_good(&rest) && rest.bending < laid.bending && rest.bending <= free.bending;
}

// A designer moves a part of a harness that rests, again and again.
static bool change_harness(uint32_t part) {
    body *b = &bodies[part];
    double all = 0, most = 0, find = 0, deepest = 0, bending[2] = {0, 0};
    int steps = 0, moved = 0;
    bool good = true;
    for (int i = 0; i < CHANGES; ++i) {
        spent s;
        lay_shift(part, point(0, 0, CHANGE));
        const state rest = settle(0, FIRM, NULL, &s);
        const double ms = s.ms[0] + s.ms[1];
        good = good && is_good(&rest);
        deepest = fmax(deepest, rest.deepest);
        bending[i > 0] = rest.bending;
        all += ms;
        find += s.ms[0];
        steps += s.steps;
        most = fmax(most, ms);
        moved += lay_woken();
    }
    printf("\nThen %s moves up by %.0f mm, %d times. Each time %d cables move on average, in %d "
           "steps, until\nall is at rest again. This takes %.1f ms on average (%.1f ms to find "
           "contacts, %.1f ms to move), at\nmost %.1f ms. The energy of bending goes from %.1f to "
           "%.1f / m; overlaps of cables are at most\n%.6f radii deep.\n",
           b->name, 1e3 * (double)CHANGE, CHANGES, moved / CHANGES, steps / CHANGES, all / CHANGES,
           find / CHANGES, (all - find) / CHANGES, most, bending[0], bending[1], deepest);
    return good;
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    if (argc != 2)
        fail("give one file: ./harness examples/data/teapot.off [--png FILE]");
    read_teapot(argv[1]);
    make_bodies();
    for (int i = 0; i < CABLES; ++i)
        lay_cable(i);
    make_segments();
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
    drag(2, 1);
    if (drawn)
        draw_bay(&p, 0, (float)DEEPEST);
    if (!relax_harness())
        fail("A RELAXED CABLE OVERLAPS SOMETHING, HAS ANOTHER LENGTH OR IS BENT MORE");
    if (drawn)
        draw_bay(&p, p.width / 2 + 2, (float)DEEPEST);
    if (!change_harness(2 * BOXES + 1))
        fail("A CABLE OVERLAPS SOMETHING OR HAS ANOTHER LENGTH AFTER A PART MOVED");
    if (drawn)
        picture_write(&p);
    return 0;
}
