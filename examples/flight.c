// An object flies and turns through an environment, both meshes of triangles, and asks at each step
// which triangles meet: a table over the kinds of k-DOP and the ways to split, with the numbers of
// the cost equation of [Gerasimenko], T = Nv Cv + Np Cp + Nu Cu, and the fastest of them
// (close ones change places from run to run). Then what a front saves, which keeps from one query
// to the next what was apart, at three lengths of a step; and what happens between two steps, by
// sweeps: when and where the object first meets the environment on its way to the next place. A
// little farther in than there contacts say how to separate them: those of the surfaces
// (collide_tree_tree_contacts), and those of triangle and triangle (collide_tree_tree_touches).
//
//     cc -O2 examples/flight.c -o flight && ./flight examples/data/teapot.off
//     ./flight ENVIRONMENT.off OBJECT.off
//
// One file stands for both: the environment is then 27 of them, turned this way and that. With
// --png FILE it draws the object in another one, with its contacts, and where they move it.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "flight"
#include "picture.h"

#define LEAST 20 // triangles of the object, which is to be a body
#define STEPS 1000
#define ROUNDS 5 // a time is the least of so many

// ---- meshes ------------------------------------------------------------------------------------

static collide_pose random_pose(uint64_t *state, collide_vec3 position) {
    const float x = random_either(state), y = random_either(state), z = random_either(state);
    return collide_pose_from_quaternion(x, y, z, random_either(state), position);
}

// 27 copies, 2.2 apart.
static void make_copies(const collide_mesh *one, collide_mesh *all) {
    const collide_vec3 *from = (const collide_vec3 *)one->positions;
    const uint32_t *index = (const uint32_t *)one->indices;
    const size_t vertices = one->vertex_count, corners = 3 * one->triangle_count;
    collide_vec3 *positions = (collide_vec3 *)allocate(27 * vertices * sizeof *positions);
    uint32_t *indices = (uint32_t *)allocate(27 * corners * sizeof *indices);
    uint64_t state = 7;
    for (uint32_t c = 0; c < 27; ++c) {
        const collide_vec3 at = {2.2f * ((float)(c % 3) - 1), 2.2f * ((float)(int)(c / 3 % 3) - 1),
                                 2.2f * ((float)(int)(c / 9) - 1)};
        const collide_pose pose = random_pose(&state, at);
        for (size_t i = 0; i < vertices; ++i)
            positions[c * vertices + i] = collide_pose_apply(&pose, from[i]);
        for (size_t i = 0; i < corners; ++i)
            indices[c * corners + i] = c * (uint32_t)vertices + index[i];
    }
    memset(all, 0, sizeof *all);
    all->positions = positions;
    all->vertex_count = 27 * vertices;
    all->indices = indices;
    all->triangle_count = 27 * one->triangle_count;
}

// ---- the flight --------------------------------------------------------------------------------

// From place to place in straight lines of so many steps, turning all the while: to a rotation
// drawn at each place.
static void fly(collide_pose *poses, float reach, int leg) {
    uint64_t state = 11;
    float from[7], to[7];
    for (int k = 0; k < 7; ++k)
        to[k] = random_either(&state);
    for (int i = 0; i < STEPS; ++i) {
        const float t = (float)(i % leg) / (float)leg;
        float now[7];
        for (int k = 0; k < 7 && i % leg == 0; ++k) {
            from[k] = to[k];
            to[k] = random_either(&state);
        }
        for (int k = 0; k < 7; ++k)
            now[k] = from[k] + t * (to[k] - from[k]);
        const collide_vec3 at = {reach * now[0], reach * now[1], reach * now[2]};
        poses[i] = collide_pose_from_quaternion(now[3], now[4], now[5], now[6], at);
    }
}

typedef struct row {
    collide_tree_options options;
    collide_tree_work count;
    double build, time; // ns, of the build, and of a step
    size_t pairs;
} row;

static void measure(row *r, const collide_mesh *environment, const collide_mesh *object,
                    const collide_pose *poses) {
    const double start = nanoseconds();
    collide_tree *a = build_tree(environment, &r->options), *b = build_tree(object, &r->options);
    r->build = nanoseconds() - start;
    for (int round = 0; round < ROUNDS; ++round) {
        const double begin = nanoseconds();
        size_t pairs = 0;
        for (size_t i = 0; i < STEPS; ++i) {
            if (i % 50 == 0)
                progress("step", (size_t)round * STEPS + i, ROUNDS * STEPS);
            pairs +=
                collide_tree_tree_indices(a, NULL, b, &poses[i], NULL, 0, round ? NULL : &r->count);
        }
        const double time = (nanoseconds() - begin) / STEPS;
        r->time = round == 0 || time < r->time ? time : r->time;
        r->pairs = pairs;
    }
    progress("step", 1, 1);
    release(a);
    release(b);
}

static void print_table(const collide_mesh *environment, const collide_mesh *object) {
    static const uint32_t kinds[4] = {6, 14, 18, 26};
    static const char *const splits[4] = {"longest, median", "least, median", "longest, mean",
                                          "least, mean"};
    static collide_pose poses[STEPS];
    static row rows[16];
    int best = 0;
    fly(poses, 3, 50);
    printf("%zu triangles fly among %zu, %d steps. A step compares Nv bounds, tests Np pairs of\n"
           "triangles, and moves Nu bounds to the other mesh's frame; less is better. k is the\n"
           "number of planes of a k-DOP, and split says how nodes are divided: axis, place.\n\n",
           object->triangle_count, environment->triangle_count, STEPS);
    printf("   k  split              build ms        Nv       Np       Nu us a step\n");
    for (int i = 0; i < 16; ++i) {
        row *r = &rows[i];
        r->options.kind = kinds[i / 4];
        r->options.axis = i & 1;
        r->options.place = (uint32_t)i >> 1 & 1;
        measure(r, environment, object, poses);
        printf("  %2u  %-17s %9.2f %9.0f %8.0f %8.0f %9.2f\n", r->options.kind, splits[i % 4],
               r->build / 1e6, (double)r->count.volumes / STEPS, (double)r->count.triangles / STEPS,
               (double)r->count.updates / STEPS, r->time / 1e3);
        fflush(stdout);
        best = r->time < rows[best].time ? i : best;
        if (r->pairs != rows[0].pairs)
            fail("ANSWERS DIFFER");
    }
    printf("\nEach tree found %zu overlapping pairs of triangles. Fastest: k = %u, %s.\n",
           rows[0].pairs, rows[best].options.kind, splits[best % 4]);
}

// ---- from step to step -------------------------------------------------------------------------

// Fresh queries and those of a front, whose answers must be the same.
static void print_fronts(const collide_tree *a, const collide_tree *b) {
    static collide_pose poses[STEPS];
    const size_t room = 1u << 20, size = collide_front_size(room);
    void *memory = allocate(size);
    collide_front *front;
    puts(
        "\nThe same flight, in steps of one, a quarter and a sixteenth, by fresh queries and by a\n"
        "front, which keeps from query to query which bounds were apart:\n\n"
        "              bounds compared, Nv           us a step\n"
        "  steps      fresh      front   fewer     fresh   front");
    for (int part = 1; part <= 16; part *= 4) {
        collide_tree_work fresh = {0, 0, 0};
        double kept = 0; // bounds that fronts compare
        double time[2] = {0, 0};
        fly(poses, 3, 50 * part);
        check(collide_front_build(&front, memory, size, room, a, b));
        for (size_t i = 0; i < STEPS; ++i) {
            if (i % 50 == 0)
                progress("step", i, STEPS);
            const double start = nanoseconds();
            collide_front_counts n;
            const size_t all = collide_tree_tree_indices(a, NULL, b, &poses[i], NULL, 0, &fresh);
            const double middle = nanoseconds();
            collide_front_indices(front, a, NULL, b, &poses[i], NULL, 0, &n);
            time[0] += middle - start;
            time[1] += nanoseconds() - middle;
            kept += (double)n.work.volumes;
            if (n.pairs != all)
                fail("A FRONT'S ANSWERS DIFFER");
        }
        progress("step", 1, 1);
        printf("   1/%-2d %10.0f %10.0f %5.1f times %7.2f %7.2f\n", part,
               (double)fresh.volumes / STEPS, kept / STEPS, (double)fresh.volumes / (kept + 1),
               time[0] / STEPS / 1e3, time[1] / STEPS / 1e3);
    }
    release(memory);
}

// From where nothing meets: when on the way to the next place, and what asking there says.
static void print_sweeps(const collide_tree *a, const collide_tree *b) {
    static collide_pose poses[STEPS];
    const collide_mover environment = {a, collide_pose_identity(), {0, 0, 0}};
    int asked = 0, hits = 0, seen = 0;
    double time = 0, sum = 0;
    fly(poses, 3, 5); // a tenth of the steps: fast
    for (int i = 0; i + 1 < STEPS; ++i) {
        collide_pose next = poses[i];
        const collide_vec3 p = poses[i].position, q = poses[i + 1].position;
        const collide_vec3 way = {q.x - p.x, q.y - p.y, q.z - p.z};
        const collide_mover flier = {b, poses[i], way};
        collide_impact impact;
        if (i % 50 == 0)
            progress("step", (size_t)i, STEPS);
        if (collide_tree_tree(a, NULL, b, &poses[i], NULL))
            continue;
        const double start = nanoseconds();
        const bool hit = collide_tree_tree_sweep(&environment, &flier, 1, &impact, NULL, NULL);
        time += nanoseconds() - start;
        next.position = q;
        ++asked;
        hits += hit;
        seen += collide_tree_tree(a, NULL, b, &next, NULL);
        sum += hit ? (double)impact.t_first : 0;
    }
    progress("step", 1, 1);
    printf(
        "\nTen times as fast, straight from each of %d free places to the next: it hits the\n"
        "environment on %d paths, %.0f %% of the way along on average. A test at the end of each\n"
        "path finds %d of these hits. A sweep takes %.1f microseconds.\n",
        asked, hits, hits ? 100 * sum / hits : 0, seen, asked ? time / asked / 1e3 : 0);
}

// ---- out again ---------------------------------------------------------------------------------

#define MANY 4096 // contacts and pairs

// Where the object is on its way to the next place, by a distance behind its first hit. False if
// there is none.
static bool behind_hit(const collide_tree *a, const collide_tree *b, const collide_pose *poses,
                       float distance, collide_pose *pose) {
    const collide_vec3 way = sub(poses[1].position, poses[0].position);
    const collide_mover environment = {a, collide_pose_identity(), {0, 0, 0}};
    const collide_mover flier = {b, poses[0], way};
    collide_impact impact;
    if (collide_tree_tree(a, NULL, b, poses, NULL) ||
        !collide_tree_tree_sweep(&environment, &flier, 1, &impact, NULL, NULL))
        return false;
    const float more = distance / picture_dot(way, picture_unit(way));
    *pose = poses[0];
    pose->position = mad(pose->position, impact.t_first + more, way);
    return collide_tree_tree(a, NULL, b, pose, NULL);
}

// The contacts of the object with the environment: their normals push the object.
static size_t contacts_of(bool touches, const collide_tree *a, const collide_tree *b,
                          const collide_pose *pose, collide_contact *contacts) {
    const size_t n = touches
                         ? collide_tree_tree_touches(b, pose, a, NULL, 0.02f, contacts, MANY, NULL)
                         : collide_tree_tree_contacts(b, pose, a, NULL, NULL, contacts, MANY);
    return n < MANY ? n : MANY;
}

// Moves the object along the normal of the deepest contact by its depth, and a millionth of its
// size. Returns how far.
static float move_out(const collide_contact *contacts, size_t n, collide_pose *pose) {
    size_t deepest = 0;
    for (size_t i = 1; i < n; ++i)
        deepest = contacts[i].depth > contacts[deepest].depth ? i : deepest;
    const float by = n ? contacts[deepest].depth + 2e-6f : 0;
    if (n)
        pose->position = mad(pose->position, by, contacts[deepest].normal);
    return by;
}

static void print_contacts(const collide_tree *a, const collide_tree *b, bool copies) {
    static const float in[3] = {0.003f, 0.01f, 0.03f};
    static collide_pose poses[STEPS];
    static collide_contact contacts[MANY];
    fly(poses, 3, 5);
    puts("\nOut again: a little farther in than each of these hits, the object moves once, along\n"
         "the normal of its deepest contact by the depth. Good are 100 % out, and moves no longer\n"
         "than the way in. Found are contacts; lengths are in thousandths of the object's size,\n"
         "times in microseconds.\n\n"
         "            collide_tree_tree_contacts             collide_tree_tree_touches\n"
         "  way in  found    time    out  moved    most    found    time    out  moved    most");
    for (int k = 0; k < 3; ++k) {
        printf("  %6.1f", 500 * (double)in[k]);
        for (int touches = 0; touches < 2; ++touches) {
            double found = 0, time = 0, moved = 0, most = 0;
            int hits = 0, out = 0;
            for (int i = 0; i + 1 < STEPS; ++i) {
                collide_pose pose;
                progress("step", (size_t)i, STEPS);
                if (!behind_hit(a, b, &poses[i], in[k], &pose))
                    continue;
                const double start = nanoseconds();
                const size_t count = contacts_of(touches != 0, a, b, &pose, contacts);
                time += nanoseconds() - start;
                const double by = (double)move_out(contacts, count, &pose);
                found += (double)count;
                moved += by;
                most = by > most ? by : most;
                out += !collide_tree_tree(a, NULL, b, &pose, NULL);
                ++hits;
            }
            progress("step", 1, 1);
            const double n = hits ? hits : 1;
            printf("%7.1f %7.1f %4.0f %% %6.1f %7.1f%s", found / n, time / n / 1e3, 100 * out / n,
                   500 * moved / n, 500 * most, touches ? "\n" : "  ");
            if (copies && k == 0 && !touches && out < hits)
                fail("CONTACTS DO NOT SEPARATE");
        }
    }
}

// ---- the picture -------------------------------------------------------------------------------

#define SEEN 294 // the place from where on a hit is drawn

// Triangles that overlap are red.
static void draw_meshes(picture *p, const collide_mesh *environment, const collide_tree *a,
                        const collide_mesh *object, const collide_tree *b,
                        const collide_pose *pose) {
    static collide_pair pairs[MANY];
    const collide_mesh *meshes[2] = {environment, object};
    const size_t met = collide_tree_tree_indices(a, NULL, b, pose, pairs, MANY, NULL);
    for (int k = 0; k < 2; ++k) {
        bool *meets = (bool *)allocate(meshes[k]->triangle_count * sizeof *meets);
        for (size_t i = 0; i < met && i < MANY; ++i)
            meets[k ? pairs[i].b : pairs[i].a] = true;
        for (size_t i = 0; i < meshes[k]->triangle_count; ++i) {
            const collide_triangle t = picture_corners(meshes[k], k ? pose : NULL, i);
            picture_pen(p, PICTURE_SOLID, meets[i] ? 0xf03a2e : k ? 0xf5ad45 : 0xc6d0da);
            picture_triangle(p, t.v[0], t.v[1], t.v[2]);
        }
        release(meets);
    }
}

// To the left where they overlap, with the contacts; to the right after one move along them.
static void draw(picture *p, const collide_mesh *environment, const collide_tree *a,
                 const collide_mesh *object, const collide_tree *b) {
    static collide_pose poses[STEPS];
    static collide_contact contacts[MANY];
    const size_t half = p->width / 2 - p->width / 480;
    collide_pose pose;
    int i = SEEN;
    fly(poses, 3, 5);
    while (!behind_hit(a, b, &poses[i], 0.06f, &pose))
        if ((i = (i + 1) % (STEPS - 1)) == SEEN)
            fail("nothing is hit, so there is no picture");
    const size_t n = contacts_of(false, a, b, &pose, contacts);
    const collide_vec3 at = n ? contacts[0].point_a : pose.position;
    const vec normal = from_float(n ? contacts[0].normal : pose.axis[0]);
    const vec up = {0, normal.z * normal.z < 0.9 ? 0.0 : 1.0,
                    normal.z * normal.z < 0.9 ? 1.0 : 0.0};
    const collide_vec3 side = to_float(cross(normal, up));
    for (int k = 0; k < 2; ++k) {
        draw_meshes(p, environment, a, object, b, &pose);
        if (k == 0)
            picture_contacts(p, contacts, n, 0.5f);
        picture_camera(p, mad(mad(at, 4, side), 1, point(0, 0, 0.5f)), at, 0.36f);
        p->reach = 1.5f;
        p->sun = picture_unit(mad(point(0, 0, 0.6f), 1, side));
        picture_draw(p, k ? p->width - half : 0, half);
        (void)move_out(contacts, n, &pose);
    }
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv), two = argc == 3;
    collide_mesh environment, object;
    if (argc != 2 && !two)
        fail("give files of triangles: flight [ENVIRONMENT.off] OBJECT.off [--png FILE]");
    read_off(argv[argc - 1], 2, LEAST, &object);
    if (two)
        read_off(argv[1], 2, 1, &environment);
    if (object.triangle_count > MAX_COUNT / 27 || object.vertex_count > MAX_COUNT / 27)
        fail("too many triangles");
    if (!two)
        make_copies(&object, &environment);
    print_table(&environment, &object);
    const collide_tree *a = build_tree(&environment, NULL), *b = build_tree(&object, NULL);
    print_fronts(a, b);
    print_sweeps(a, b);
    print_contacts(a, b, !two);
    if (drawn)
        draw(&p, &environment, a, &object, b);
    return 0;
}
