// Demo: the signed distance field of a mesh in a slice. The mesh is a tube along a knot, or an OFF
// file of a closed mesh; the points of a square grid in the plane z = 0 are asked for their
// distance from its surface, which is negative inside. It fails if single calls, batches and
// instruction sets differ, if a distance is not the smallest of all triangles asked one by one, or
// if the field grows by more than a step is long. Build and run from the top folder:
//
//     cc -O2 examples/field.c -o field -lm && ./field [FILE.off]
//
// With --png FILE it draws the slice with lines of equal distance, and the mesh above the slice.
#define COLLIDE_IMPLEMENTATION
#define EXAMPLE "field"
#include "picture.h"

#include <math.h>

#define EDGE 256     // points along a side of the slice
#define AROUND 320   // rings of the tube
#define SIDES 20     // corners of a ring
#define SIZE 2       // the longest side of the mesh's box
#define REACH 1.25f  // half a side of the slice
#define CHECKED 400  // points whose distances are the smallest of all triangles
#define STEPS 10000  // points from which steps are taken, in the mesh's box
#define STEP 0.001f  // their length
#define LINES 0.05f  // of the picture: from one line of equal distance to the next
#define RADIUS 0.55f // of the tube

typedef struct slice {
    collide_vec3 *points;
    float *lo, *hi;
    collide_vec3_pack *pack;
    double ns;
} slice;

// ---- the mesh ----------------------------------------------------------------------------------

static collide_vec3 knot(double turn) {
    return point((float)(sin(turn) + 2 * sin(2 * turn)), (float)(cos(turn) - 2 * cos(2 * turn)),
                 (float)(-1.5 * sin(3 * turn)));
}

// A tube of RADIUS, then fitted to SIZE; its triangles are a closed surface.
static void make_tube(collide_mesh *mesh) {
    collide_vec3 *v = (collide_vec3 *)allocate((size_t)AROUND * SIDES * sizeof *v);
    uint32_t *index = (uint32_t *)allocate((size_t)6 * AROUND * SIDES * sizeof *index), *i = index;
    const double turn = 2 * 3.14159265358979323846;
    for (uint32_t k = 0; k < AROUND; ++k) {
        const double at = turn * k / AROUND;
        const collide_vec3 p = knot(at);
        collide_vec3 across = {0, 0, 1}, side;
        picture_frame(sub(knot(at + 1e-3), knot(at - 1e-3)), &across, &side);
        for (uint32_t j = 0; j < SIDES; ++j) {
            const double round = turn * j / SIDES;
            v[k * SIDES + j] =
                mad(mad(p, RADIUS * (float)cos(round), across), RADIUS * (float)sin(round), side);
            const uint32_t a = k * SIDES + j, b = k * SIDES + (j + 1) % SIDES;
            const uint32_t c = (k + 1) % AROUND * SIDES + j;
            const uint32_t d = (k + 1) % AROUND * SIDES + (j + 1) % SIDES;
            const uint32_t corner[6] = {a, d, b, a, c, d};
            memcpy(i, corner, sizeof corner);
            i += 6;
        }
    }
    memset(mesh, 0, sizeof *mesh);
    mesh->positions = v;
    mesh->vertex_count = (size_t)AROUND * SIDES;
    mesh->indices = index;
    mesh->triangle_count = (size_t)2 * AROUND * SIDES;
    for (size_t k = 0; k < mesh->vertex_count; ++k)
        v[k] = point(0.29f * v[k].x, 0.29f * v[k].y, 0.29f * v[k].z);
}

// ---- the slice ---------------------------------------------------------------------------------

static void slice_make(slice *s, size_t edge) {
    const size_t n = edge * edge, size = collide_vec3_pack_size(n);
    s->points = (collide_vec3 *)allocate(n * sizeof *s->points);
    s->lo = (float *)allocate(n * sizeof *s->lo);
    s->hi = (float *)allocate(n * sizeof *s->hi);
    for (size_t i = 0; i < n; ++i) {
        const size_t row = i / edge, column = i % edge;
        s->points[i] = point(REACH * (2 * (float)column / (float)(edge - 1) - 1),
                             REACH * (1 - 2 * (float)row / (float)(edge - 1)), 0);
    }
    check(collide_vec3_pack_build(&s->pack, allocate(size), size, s->points, n, 0));
}

static void slice_free(slice *s) {
    release(s->points);
    release(s->lo);
    release(s->hi);
    release(s->pack);
}

static void slice_fill(slice *s, const collide_tree *tree) {
    collide_distances out;
    memset(&out, 0, sizeof out);
    out.lo = s->lo;
    out.hi = s->hi;
    const double begin = nanoseconds();
    collide_tree_point_distance_many(tree, NULL, s->pack, INFINITY, &out);
    s->ns = nanoseconds() - begin;
}

// Whether every instruction set and single calls give the bits of this slice.
static bool same_everywhere(const slice *s, const collide_tree *tree) {
    const size_t n = (size_t)EDGE * EDGE;
    slice other;
    bool same = true;
    slice_make(&other, EDGE);
    puts("All points in one call on each instruction set, and by single calls on the best one:\n\n"
         "way        ns a point   points a second");
    for (int i = 0; i < COLLIDE_ISA_COUNT; ++i) {
        if (collide_isa_limit((collide_isa_id)i) != (collide_isa_id)i)
            continue;
        slice_fill(&other, tree);
        same = same && memcmp(other.lo, s->lo, n * sizeof *s->lo) == 0 &&
               memcmp(other.hi, s->hi, n * sizeof *s->hi) == 0;
        printf("%-8s %12.0f %17.0f\n", collide_isa_text((collide_isa_id)i), other.ns / (double)n,
               1e9 * (double)n / other.ns);
    }
    collide_isa_limit(COLLIDE_ISA_COUNT);
    const double begin = nanoseconds();
    for (size_t i = 0; i < n; ++i) {
        collide_distance d;
        collide_point_tree_distance(s->points[i], tree, NULL, INFINITY, &d);
        same = same && d.lo == s->lo[i] && d.hi == s->hi[i];
    }
    const double spent = nanoseconds() - begin;
    printf("%-8s %12.0f %17.0f\n\n", "single", spent / (double)n, 1e9 * (double)n / spent);
    slice_free(&other);
    return same;
}

// ---- what must hold ----------------------------------------------------------------------------

// The smallest distance of a point from a triangle, asking all.
static bool is_smallest(const collide_mesh *mesh, collide_vec3 p, float lo, float hi) {
    const collide_shape a = collide_shape_from_point(p);
    float least = INFINITY, least_hi = INFINITY;
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const collide_triangle t = picture_corners(mesh, NULL, i);
        const collide_shape b = collide_shape_from_triangle(&t);
        collide_distance d;
        collide_shape_shape_distance(&a, &b, INFINITY, &d);
        d.lo = d.lo > 0 ? d.lo : 0;
        if (d.lo < least || (d.lo == least && d.hi < least_hi)) {
            least = d.lo;
            least_hi = d.hi;
        }
    }
    return lo < 0 ? -hi == least && -lo == least_hi : lo == least && hi == least_hi;
}

static double middle(const collide_distance *d) {
    return 0.5 * ((double)d->lo + (double)d->hi);
}

// Steps along the normal that is reported, which is the gradient: the distance changes by their
// length, except where they cross points that are equally far from two places of the surface.
static bool check_gradient(const collide_tree *tree) {
    uint64_t state = 1;
    size_t full = 0, agree = 0;
    double longest = 0;
    const collide_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t i = 0; i < STEPS; ++i) {
        const float x = random_either(&state), y = random_either(&state);
        const collide_vec3 p = point(x, y, 0.5f * random_either(&state));
        collide_distance here, there, back;
        double square = 0, along = 0;
        collide_point_tree_distance(p, tree, NULL, INFINITY, &here);
        for (int k = 0; k < 3; ++k) {
            collide_point_tree_distance(mad(p, STEP, axes[k]), tree, NULL, INFINITY, &there);
            collide_point_tree_distance(mad(p, -STEP, axes[k]), tree, NULL, INFINITY, &back);
            const double slope = (middle(&there) - middle(&back)) / (2 * (double)STEP);
            const float n[3] = {here.normal.x, here.normal.y, here.normal.z};
            longest = fabs(slope) > longest ? fabs(slope) : longest;
            square += slope * slope;
            along += slope * (double)n[k];
        }
        const double length = sqrt(square);
        full += length > 0.99 && length < 1.01;
        agree += length > 0.99 && length < 1.01 && along > 0.99 * length;
    }
    printf(
        "Gradient by differences over %g, from %d points in the mesh's box: of length 1 within 1 "
        "%% at\n%.1f %% of them, and along the normal that is reported at %zu of %zu. The others "
        "lie where\ntwo places of the surface are equally near. The steepest step has a slope of "
        "%.4f (at most 1).\n\n",
        (double)STEP, STEPS, 100.0 * (double)full / STEPS, agree, full, longest);
    return longest < 1.001 && (double)full > 0.9 * STEPS && (double)agree > 0.999 * (double)full;
}

// ---- the picture -------------------------------------------------------------------------------

static picture_colour mix(picture_colour a, picture_colour b, float t) {
    const picture_colour c = {a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                              a.blue + t * (b.blue - a.blue)};
    return c;
}

// Inside blue, outside orange, in steps of LINES; between them a line, if pixel, its width, is not
// 0.
static picture_colour colour_of(float d, float pixel) {
    const float off = d < 0 ? -d : d, step = floorf(off / LINES);
    const float deep = step / 3 < 1 ? step / 3 : 1, away = step / 12 < 1 ? step / 12 : 1;
    const float line = 1.2f * pixel, nearest = LINES * floorf(off / LINES + 0.5f);
    const float from = fabsf(off - nearest);
    picture_colour c = d < 0 ? mix(picture_rgb(0x8fc1ee), picture_rgb(0x1f4f96), deep)
                             : mix(picture_rgb(0xf28c38), picture_rgb(0xfff3e2), away);
    if (nearest > 0 && from < line)
        c = mix(picture_rgb(d < 0 ? 0xffffff : 0x8a4a12), c, 0.3f + 0.7f * from / line);
    if (off < 2 * line)
        c = mix(picture_rgb(0x101010), c, off < line ? 0 : off / line - 1);
    return c;
}

// On the left the slice, seen from above; on the right the mesh above it.
static void draw(picture *p, const collide_mesh *mesh, const collide_tree *tree) {
    const size_t edge = p->height, cells = 300;
    slice s;
    slice_make(&s, cells + 1);
    slice_fill(&s, tree);
    p->sky[0] = p->sky[1];
    picture_pen(p, PICTURE_SOLID, 0xa9b4bf);
    picture_mesh(p, mesh, NULL);
    for (size_t i = 0; i < cells * cells; ++i) {
        const size_t at = i / cells * (cells + 1) + i % cells;
        const collide_vec3 *v = s.points;
        p->colour = colour_of(s.lo[at], 0);
        picture_triangle(p, v[at], v[at + cells + 1], v[at + 1]);
        picture_triangle(p, v[at + 1], v[at + cells + 1], v[at + cells + 2]);
    }
    slice_free(&s);
    picture_camera(p, point(0.8f, -3.9f, 3.6f), point(0.02f, -0.05f, 0), 0.42f);
    picture_draw(p, edge, p->width - edge);
    slice_make(&s, edge);
    slice_fill(&s, tree);
    for (size_t y = 0; y < edge; ++y)
        for (size_t x = 0; x < edge; ++x) {
            const picture_colour c = colour_of(s.lo[y * edge + x], 2 * REACH / (float)edge);
            unsigned char *pixel = p->pixels + 3 * (y * p->width + x);
            pixel[0] = (unsigned char)(255 * c.red);
            pixel[1] = (unsigned char)(255 * c.green);
            pixel[2] = (unsigned char)(255 * c.blue);
        }
    slice_free(&s);
    picture_write(p);
}

int main(int argc, char **argv) {
    static picture p;
    const bool drawn = picture_wanted(&p, &argc, argv);
    const size_t n = (size_t)EDGE * EDGE;
    collide_tree_options options;
    collide_mesh mesh;
    slice s;
    size_t inside = 0, deepest = 0, farthest = 0, wrong = 0;
    memset(&options, 0, sizeof options);
    options.type = COLLIDE_TREE_CLOSED;
    if (argc > 2)
        fail("give one file, or none: ./field [FILE.off] [--png FILE]");
    if (argc == 2)
        read_off(argv[1], SIZE, 4, &mesh);
    else
        make_tube(&mesh);
    collide_tree *tree = build_tree(&mesh, &options);
    slice_make(&s, EDGE);
    slice_fill(&s, tree);
    for (size_t i = 0; i < n; ++i) {
        inside += s.hi[i] < 0;
        deepest = s.lo[i] < s.lo[deepest] ? i : deepest;
        farthest = s.lo[i] > s.lo[farthest] ? i : farthest;
    }
    printf("%zu triangles of a closed mesh; %d x %d points in the plane z = 0, %.5f apart.\n"
           "%.1f %% of them are inside. The deepest is %.5f deep, the farthest %.5f away.\n\n",
           mesh.triangle_count, EDGE, EDGE, 2 * (double)REACH / (EDGE - 1),
           100.0 * (double)inside / (double)n, 0 - (double)s.hi[deepest], (double)s.lo[farthest]);
    bool right = same_everywhere(&s, tree);
    puts(right ? "All ways give the same bits." : "THE WAYS DIFFER");
    uint64_t state = 2;
    for (size_t i = 0; i < CHECKED; ++i) {
        const size_t k = (size_t)(random_bits(&state) % n);
        wrong += !is_smallest(&mesh, s.points[k], s.lo[k], s.hi[k]);
    }
    printf("%d points asked against all triangles one by one: %zu brackets differ.\n", CHECKED,
           wrong);
    right = check_gradient(tree) && right && wrong == 0;
    if (drawn)
        draw(&p, &mesh, tree);
    slice_free(&s);
    release(tree);
    release(mesh.positions);
    release(mesh.indices);
    puts(right ? "Each distance is the smallest, and the field is as steep as it must be."
               : "SOMETHING IS WRONG");
    return right ? 0 : 1;
}
