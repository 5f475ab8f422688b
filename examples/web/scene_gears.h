// Scene: gears that turn into each other. Nothing moves the second and the third but contacts: in
// each step the first contact of all teeth is bracketed, the gears turn until just before it, push
// each other, and turn on. A contact is never found late, so no tooth is ever inside another one.
// Teeth are convex bodies; that they do not overlap is tested with the meshes of the gears,
// exactly.
#ifndef SCENE_GEARS_H
#define SCENE_GEARS_H

#include "base.h"

#define GEARS 3
#define GEAR_EVENTS 24  // within a step
#define GEAR_MODULE 0.2 // metres, and so are all lengths
#define GEAR_SKIN 0.001 // teeth stop that far from each other
#define GEAR_KEEP 0.02  // m/s: how fast they part, at least
#define GEAR_BOUNCE 0.1 // of the speed that they meet at
#define GEAR_FASTEST 40 // rad/s
#define GEAR_LIT 20     // steps
#define GEAR_MARKS 24
#define GEAR_MOST 18 // teeth
#define GEAR_FLANK 5 // corners of a side of a tooth, of which the last four are on an involute
#define GEAR_CORNERS (2 * GEAR_FLANK) // of a tooth, on each of its two faces
#define GEAR_TIP 0.8                  // of the module: how far teeth reach beyond the pitch circle
#define GEAR_PLAY 0.06                // of the module: how much thinner than their gaps they are
#define GEAR_VERTICES (2 + 2 * GEAR_CORNERS * GEAR_MOST)

static const struct {
    int teeth;
    double half; // of its thickness; no two faces lie in one plane
    vec place;
} gear_parts[GEARS] = {
    {12, 0.30, {-1.9, 0, 0}},
    {18, 0.26, {1.1, 0, 0}},
    {9, 0.32, {2.45, 2.3382685902179845, 0}}, // 60 degrees up from the second
};

static collide_mesh gear_meshes[GEARS];
static collide_tree *gear_trees[GEARS];
static collide_shape gear_teeth[GEARS][GEAR_MOST]; // in the coordinates of the gear

typedef struct gear_mark {
    collide_vec3 point, normal;
    uint32_t left;
} gear_mark;

// Times are in seconds after the step began.
typedef struct gears_scene {
    collide_pose pose[GEARS];
    double speed[GEARS]; // rad/s
    double drive;        // that the first one is driven at
    bool taken_over;
    gear_mark marks[GEAR_MARKS];
    uint32_t mark_count, steps;
    uint32_t events; // of the last step
    uint32_t contacts, missed, inside;
    double first_lo, first_hi; // the last contact that was first in its step
    collide_vec3 first_at;
} gears_scene;

// ---- making ------------------------------------------------------------------------------------

// Half of a tooth from the root to the tip: radii, and angles from the middle of the tooth. Its
// flank is the involute of a circle, under a pressure angle of 25 degrees.
static void gear_flank(int teeth, double (*out)[2]) {
    const double pressure = 0.4363323129985824, pitch = 0.5 * GEAR_MODULE * teeth;
    const double base = pitch * cos(pressure), tip = pitch + GEAR_TIP * GEAR_MODULE;
    const double involute = tan(pressure) - pressure;
    const double middle = (1.5707963267948966 - GEAR_PLAY) / teeth;
    for (int i = 1; i < GEAR_FLANK; ++i) {
        const double share = (i - 1) / (GEAR_FLANK - 2.0);
        const double radius = base + (tip - base) * share * (2 + share) / 3;
        const double angle = i == 1 ? 0 : acos(base / radius);
        out[i][0] = radius;
        out[i][1] = middle + involute - (tan(angle) - angle);
    }
    out[0][0] = pitch - (GEAR_TIP + 0.25) * GEAR_MODULE; // the root
    out[0][1] = out[1][1];
}

// The vertices of one gear: the middles of its faces, then its outline, of both faces in turn.
static size_t gear_points(int gear, collide_vec3 *out) {
    const int teeth = gear_parts[gear].teeth;
    const double half = gear_parts[gear].half;
    double outline[GEAR_FLANK][2];
    size_t n = 0;
    gear_flank(teeth, outline);
    out[n++] = to_float(at(0, 0, half));
    out[n++] = to_float(at(0, 0, -half));
    for (int i = 0; i < teeth; ++i) {
        const double angle = 6.283185307179586 * i / teeth;
        for (int k = 0; k < GEAR_CORNERS; ++k) {
            const double *corner = outline[k < GEAR_FLANK ? k : GEAR_CORNERS - 1 - k];
            const double turn = angle + (k < GEAR_FLANK ? -corner[1] : corner[1]);
            const double x = corner[0] * cos(turn), y = corner[0] * sin(turn);
            out[n++] = to_float(at(x, y, half));
            out[n++] = to_float(at(x, y, -half));
        }
    }
    return n;
}

// Tooth i as a convex body.
static void gear_tooth(int gear, int i, const collide_vec3 *points) {
    const size_t n = 2 * GEAR_CORNERS, size = collide_convex_points_size(n);
    collide_convex *tooth;
    check(collide_convex_build_points(&tooth, allocate(size), size, points + 2 + n * (size_t)i, n,
                                      0, 0, NULL));
    gear_teeth[gear][i] = collide_shape_from_convex(tooth, NULL);
}

static void gear_make(int gear) {
    collide_vec3 *points = (collide_vec3 *)allocate(GEAR_VERTICES * sizeof *points);
    const size_t n = gear_points(gear, points), edges = n / 2 - 1, triangle_count = 4 * edges;
    uint32_t *indices = (uint32_t *)allocate(3 * triangle_count * sizeof *indices), *to = indices;
    for (uint32_t i = 0; i < edges; ++i) {
        const uint32_t a = 2 + 2 * i, b = 2 + 2 * ((i + 1) % (uint32_t)edges);
        const uint32_t corners[12] = {0, a, b, 1, b + 1, a + 1, a, a + 1, b, b, a + 1, b + 1};
        memcpy(to, corners, sizeof corners);
        to += 12;
    }
    const collide_mesh mesh = {points, n, 0, indices, triangle_count, 0};
    const size_t size = collide_tree_size(triangle_count, NULL);
    for (int i = 0; i < gear_parts[gear].teeth; ++i)
        gear_tooth(gear, i, points);
    gear_meshes[gear] = mesh;
    check(collide_tree_build(&gear_trees[gear], allocate(size), size, &gear_meshes[gear], NULL));
}

static void gears_make(void) {
    for (int i = 0; i < GEARS && !gear_trees[i]; ++i)
        gear_make(i);
}

static void gears_start(gears_scene *s) {
    // Teeth of the second gear are between teeth of the others: at these angles.
    static const double angle[GEARS] = {0, 3.14159265358979 / 18, 0};
    gears_make();
    for (int i = 0; i < GEARS; ++i) {
        const quaternion q = {0, 0, sin(0.5 * angle[i]), cos(0.5 * angle[i])};
        s->pose[i] = pose_of(q, gear_parts[i].place);
    }
    s->drive = 1.5;
}

// ---- moving ------------------------------------------------------------------------------------

static void gears_drive(gears_scene *s, int by) {
    const double size = fabs(s->drive);
    const double change = size < 3 ? 0.5 : size < 10 ? 1 : 5;
    s->taken_over = true;
    s->drive = by ? clamp(s->drive + by * change, -GEAR_FASTEST, GEAR_FASTEST) : -s->drive;
}

static collide_motion gear_motion(const gears_scene *s, int gear) {
    collide_motion m = collide_motion_at_rest();
    m.pose = s->pose[gear];
    m.pivot = to_float(gear_parts[gear].place);
    m.spin.z = (float)s->speed[gear];
    return m;
}

static void gears_turn(gears_scene *s, double time) {
    for (int i = 0; i < GEARS; ++i) {
        const collide_motion m = gear_motion(s, i);
        s->pose[i] = collide_motion_pose(&m, (float)time);
        s->pose[i].position = to_float(gear_parts[i].place);
    }
}

static double gear_reach(int gear) {
    return GEAR_MODULE * (0.5 * gear_parts[gear].teeth + 1);
}

// How fast the surface of a gear moves along a direction at a point, at 1 rad/s.
static double gear_lever(int gear, vec point, vec along) {
    const vec arm = add(point, -1, gear_parts[gear].place);
    return arm.x * along.y - arm.y * along.x;
}

// Grows as the fourth power of the size; in units of the first gear's.
static double gear_inertia(int gear) {
    const double size = gear_parts[gear].teeth / 12.0;
    return size * size * size * size;
}

// The teeth of a gear that can touch another one within a time: those that come to where the
// circles of their tips overlap. Hubs are out of reach. Returns how many.
static int gear_engaged(const gears_scene *s, int gear, int other, double time, int *teeth) {
    const vec way = add(gear_parts[other].place, -1, gear_parts[gear].place);
    const double away = sqrt(dot(way, way)), r = gear_reach(gear), q = gear_reach(other);
    const double zone = acos((away * away + r * r - q * q) / (2 * away * r));
    const double half = 0.25; // of a tooth and more, seen from the middle of the gear, in radians
    const double angle = zone + half + fabs(s->speed[gear]) * time;
    const double limit = angle < 3.14 ? cos(angle) : -1;
    const vec x = from_float(s->pose[gear].axis[0]), y = from_float(s->pose[gear].axis[1]);
    int n = 0;
    for (int i = 0; i < gear_parts[gear].teeth; ++i) {
        const double turn = 6.283185307179586 * i / gear_parts[gear].teeth;
        const vec tooth = add(add(at(0, 0, 0), cos(turn), x), sin(turn), y);
        if (dot(tooth, way) >= limit * away)
            teeth[n++] = i;
    }
    return n;
}

// Tooth a of a gear and tooth b of the next one.
typedef struct gear_event {
    collide_bracket when;
    int gear, a, b;
} gear_event;

static bool gears_first(const gears_scene *s, double time, gear_event *e) {
    float until = (float)time;
    bool found = false;
    memset(e, 0, sizeof *e);
    for (int i = 0; i + 1 < GEARS; ++i) {
        const collide_motion a = gear_motion(s, i), b = gear_motion(s, i + 1);
        int of_a[GEAR_MOST], of_b[GEAR_MOST];
        const int n = gear_engaged(s, i, i + 1, time, of_a);
        const int m = gear_engaged(s, i + 1, i, time, of_b);
        for (int k = 0; k < n * m; ++k) {
            const int p = of_a[k / m], q = of_b[k % m];
            collide_bracket when;
            ++asked;
            if (!collide_shape_shape_motion(&gear_teeth[i][p], &a, &gear_teeth[i + 1][q], &b, until,
                                            0, &when) ||
                (found && when.t_lo >= e->when.t_lo))
                continue;
            e->when = when;
            e->gear = i;
            e->a = p;
            e->b = q;
            until = when.t_hi < until ? when.t_hi : until; // others matter only if they are sooner
            found = true;
        }
    }
    return found;
}

// The distance of tooth p of a gear from tooth q of the next one.
static bool gear_distance(const gears_scene *s, int gear, int p, int q, float max,
                          collide_distance *d) {
    const collide_shape a = collide_shape_under_pose(&gear_teeth[gear][p], &s->pose[gear]);
    const collide_shape b = collide_shape_under_pose(&gear_teeth[gear + 1][q], &s->pose[gear + 1]);
    ++asked;
    return collide_shape_shape_distance(&a, &b, max, d);
}

// The gears push each other as they would when they touch, so that they part. d is their distance
// at that time, and the step began at the time before.
static void gears_push(gears_scene *s, const gear_event *e, const collide_distance *d,
                       double before) {
    const int a = e->gear, b = a + 1;
    const vec point = from_float(d->point_b), normal = from_float(d->normal);
    const double la = gear_lever(a, point, normal), lb = gear_lever(b, point, normal);
    const double apart = la * s->speed[a] - lb * s->speed[b]; // < 0: they close
    const double fast = fabs(la * s->speed[a]);
    const double want = fmax(fmax(GEAR_KEEP, 0.02 * fast), -GEAR_BOUNCE * apart);
    const double inertia_a = gear_inertia(a), inertia_b = gear_inertia(b);
    const double push = (want - apart) / (la * la / inertia_a + lb * lb / inertia_b);
    if (want > apart) {
        s->speed[a] += push * la / inertia_a;
        s->speed[b] -= push * lb / inertia_b;
    }
    gear_mark *m = &s->marks[s->mark_count++ % GEAR_MARKS];
    m->point = d->point_b;
    m->normal = d->normal;
    m->left = GEAR_LIT;
    ++s->contacts;
    if (s->events++ == 0) {
        s->first_lo = before + (double)e->when.t_lo;
        s->first_hi = before + (double)e->when.t_hi;
        s->first_at = d->point_b;
    }
}

// Whether two gears are in each other, as tests of poses see it.
static bool gears_overlap(const collide_pose *pose) {
    bool met = false;
    for (int i = 0; i + 1 < GEARS; ++i) {
        ++asked;
        met = met ||
              collide_tree_tree(gear_trees[i], &pose[i], gear_trees[i + 1], &pose[i + 1], NULL);
    }
    return met;
}

// Whether a test at the end of the step would see nothing of its first contact.
static bool gears_end_misses(const gears_scene *s) {
    collide_pose pose[GEARS];
    for (int i = 0; i < GEARS; ++i) {
        const collide_motion m = gear_motion(s, i);
        pose[i] = collide_motion_pose(&m, (float)STEP);
    }
    return !gears_overlap(pose);
}

static void gears_step(gears_scene *s) {
    double left = STEP;
    gear_event e;
    if (!s->taken_over && s->steps % 180 == 179)
        s->drive = -s->drive;
    ++s->steps;
    // The motor has its way in a tenth of a second; the others run in oil.
    s->speed[0] +=
        clamp(s->drive - s->speed[0], -0.2 - 0.1 * fabs(s->drive), 0.2 + 0.1 * fabs(s->drive));
    s->speed[1] *= 0.995;
    s->speed[2] *= 0.995;
    for (gear_mark *m = s->marks; m < s->marks + GEAR_MARKS; ++m)
        m->left -= m->left > 0;
    s->events = 0;
    const bool unseen = gears_end_misses(s);
    while (gears_first(s, left, &e)) {
        const int a = e.gear;
        if (s->events == GEAR_EVENTS) { // the rest of the step is lost, but nothing passes through
            left = 0;
            break;
        }
        // Stop before t_lo, by the time in which the skin closes, at most.
        const double closing =
            gear_reach(a) * fabs(s->speed[a]) + gear_reach(a + 1) * fabs(s->speed[a + 1]);
        const double back = closing > 0 ? GEAR_SKIN / closing : 0;
        const double until = (double)e.when.t_lo, time = fmax(0.5 * until, until - back);
        gears_scene touching = *s;
        collide_distance d;
        gears_turn(&touching, until);
        (void)gear_distance(&touching, a, e.a, e.b, 1, &d);
        gears_turn(s, time);
        gears_push(s, &e, &d, STEP - left);
        left -= time;
    }
    gears_turn(s, left);
    s->missed += s->events && unseen;
    s->inside += gears_overlap(s->pose);
}

// ---- drawing -----------------------------------------------------------------------------------

// The smallest distance of any two teeth.
static void gears_apart(const gears_scene *s, collide_distance *least) {
    least->lo = least->hi = 1;
    for (int i = 0; i + 1 < GEARS; ++i) {
        int of_a[GEAR_MOST], of_b[GEAR_MOST];
        const int n = gear_engaged(s, i, i + 1, 0, of_a), m = gear_engaged(s, i + 1, i, 0, of_b);
        for (int k = 0; k < n * m; ++k) {
            collide_distance d;
            if (gear_distance(s, i, of_a[k / m], of_b[k % m], least->hi, &d) && d.hi < least->hi)
                *least = d;
        }
    }
}

static void gears_draw(const gears_scene *s, double fraction) {
    collide_distance least;
    (void)fraction;
    const collide_pose still = collide_pose_identity();
    collide_pose under = still;
    under.position = to_float(at(0.3, 0.6, -0.75));
    show_body(look_plate, &under, 8, 6, 0.2);
    for (int i = 0; i < GEARS; ++i) {
        collide_pose axle = still;
        axle.position = to_float(add(gear_parts[i].place, 1, at(0, 0, -0.1)));
        show_body((look)(look_gear + i), &s->pose[i], 1, 1, 1);
        show_body(look_axle, &axle, 0.3, 0.3, 1.2);
    }
    for (const gear_mark *m = s->marks; m < s->marks + GEAR_MARKS; ++m)
        if (m->left)
            show_mark(m->point, m->normal, 0, (float)m->left / GEAR_LIT);
    show_figure("first gear driven at, rad/s", s->drive);
    show_figure("contacts in the last step", s->events);
    if (s->contacts) {
        show_bracket("first contact, ms into its step", 1e3 * s->first_lo, 1e3 * s->first_hi, 6);
        show_figure("width of that bracket, ns", 1e9 * (s->first_hi - s->first_lo));
        show_label(s->first_at, 1e3 * s->first_lo, 1e3 * s->first_hi, 6);
    }
    gears_apart(s, &least);
    show_bracket("nearest teeth are apart, mm", 1e3 * (double)least.lo, 1e3 * (double)least.hi, 4);
    show_figure("contacts found", s->contacts);
    show_figure("steps whose ends miss theirs", s->missed);
    show_figure("steps with a tooth in another", s->inside);
}

// ---- the batch ---------------------------------------------------------------------------------

#define BLADES 8192

static const char gears_work_text[] = "8,192 pairs of boxes that move and turn: first contacts";
static collide_obb *work_blades;
static collide_motion *work_motions;
static collide_pair *work_of_blades;
static collide_bracket *work_brackets;

static void gears_prepare(void) {
    uint64_t random = 1;
    if (work_blades)
        return;
    work_blades = (collide_obb *)allocate(2 * BLADES * sizeof *work_blades);
    work_motions = (collide_motion *)allocate(2 * BLADES * sizeof *work_motions);
    work_of_blades = (collide_pair *)allocate(BLADES * sizeof *work_of_blades);
    work_brackets = (collide_bracket *)allocate(BLADES * sizeof *work_brackets);
    for (uint32_t i = 0; i < 2 * BLADES; ++i) {
        const collide_pose pose = collide_pose_identity();
        collide_motion *m = &work_motions[i];
        work_blades[i] = collide_obb_from_pose(&pose, to_float(at(1, 0.2, 0.05)));
        *m = collide_motion_at_rest();
        m->pose = pose_of(draw_rotation(&random), draw_vec(&random, 1.5));
        m->pivot = m->pose.position;
        m->velocity = to_float(draw_vec(&random, 1));
        m->spin = to_float(draw_vec(&random, 3));
    }
    for (uint32_t i = 0; i < BLADES; ++i) {
        work_of_blades[i].a = 2 * i;
        work_of_blades[i].b = 2 * i + 1;
    }
}

static size_t gears_work(void) {
    const collide_obb_array blades = {work_blades, 2 * BLADES, 0, NULL, 0};
    const collide_motion_array motions = {work_motions, 2 * BLADES, 0};
    return collide_obb_obb_motion_pairs(&blades, &motions, &blades, &motions, work_of_blades,
                                        BLADES, 1, 0, work_brackets);
}

static uint64_t gears_work_hash(uint64_t hash, size_t hits) {
    (void)hits;
    return hash_bytes(hash, work_brackets, BLADES * sizeof *work_brackets);
}

#endif // SCENE_GEARS_H
