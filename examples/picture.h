// Pictures of what an example computes, drawn by the library itself: all triangles become meshes,
// and each point of the picture asks collide_ray_tree what it sees, and whether light comes there.
//
//     static picture p;
//     if (picture_wanted(&p, &argc, argv)) ...       takes --png FILE and --width PIXELS away
//     picture_pen(&p, PICTURE_SOLID, 0xd07030);      red, green, blue of all that follows
//     picture_obb(&p, &box);
//     picture_camera(&p, eye, at, 0.4f);             half of its height at a distance of 1
//     picture_draw(&p, 0, p.width);                  into columns from one on, so many
//     picture_write(&p);
//
// PNG files are written by stb_image_write.h, of Debian's package libstb-dev.
#ifndef PICTURE_H
#define PICTURE_H

#include "example.h"

#include <float.h>

#if defined(__has_include) && !defined(EXAMPLE_NO_PNG)
#if __has_include(<stb/stb_image_write.h>)
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>
#define PICTURE_PNG 1
#endif
#endif

#define PICTURE_SIDES 24 // of what is round, a multiple of 4
#define PICTURE_SKIES 9  // directions that light comes from besides the sun's

typedef enum picture_layer {
    PICTURE_SOLID,
    PICTURE_GLASS, // lets through what is behind it, and all light
    PICTURE_LINE,  // the same, but nothing is seen through it
    PICTURE_MARK,  // shines through what is in front of it
    PICTURE_LAYERS
} picture_layer;

typedef struct picture_colour {
    float red, green, blue;
} picture_colour;

typedef struct picture_face {
    collide_vec3 normal;     // of the face,
    collide_vec3 normals[3]; // and of the round surface it stands for
    picture_colour colour;
    float keeps; // of what is behind it nothing, 1, or less: glass
} picture_face;

// Lines lie among glass.
typedef struct picture_faces {
    collide_triangle *triangles;
    picture_face *faces;
    size_t count, capacity;
    collide_tree *tree;
} picture_faces;

// All zeros, but for what the functions below write; sky, sun, reach and glass may be changed.
typedef struct picture {
    const char *path;
    size_t width, height;
    picture_layer layer;
    picture_colour colour;
    collide_vec3 eye, ahead, right, down;
    picture_colour sky[2]; // above, below
    collide_vec3 sun;      // towards it
    float reach;           // what is farther away hides no light of the sky; 0: nothing
    float glass;           // what glass keeps of what is behind it
    bool floor;            // there is one, endless, of
    float floor_height;    // that height, and of the colour of the sky below
    picture_faces faces[PICTURE_LAYERS];
    unsigned char *pixels;
    bool lit; // the face that light of the sky is known of, in this pixel
    uint32_t lit_face;
    float lit_sky;
} picture;

// ---- vectors -----------------------------------------------------------------------------------

// Of unit length; across and side complete it to a frame that is right-handed.
static inline collide_vec3 picture_frame(collide_vec3 along, collide_vec3 *across,
                                         collide_vec3 *side) {
    collide_obb box;
    memset(&box, 0, sizeof box);
    box.axis[0] = along;
    box.axis[1] = *across;
    box = collide_obb_orthonormalize(&box);
    *across = box.axis[1];
    *side = box.axis[2];
    return box.axis[0];
}

static inline collide_vec3 picture_unit(collide_vec3 v) {
    collide_vec3 across = {0, 0, 0}, side;
    return picture_frame(v, &across, &side);
}

static inline float picture_dot(collide_vec3 a, collide_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// ---- options -----------------------------------------------------------------------------------

static inline picture_colour picture_rgb(uint32_t rgb) {
    const picture_colour c = {(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                              (float)(rgb & 255) / 255};
    return c;
}

static inline const char *picture_option(const char *name, int *argc, char **argv) {
    for (int i = 1; i < *argc; ++i)
        if (strcmp(argv[i], name) == 0) {
            const char *value = i + 1 < *argc ? argv[i + 1] : NULL;
            if (!value || strncmp(value, "--", 2) == 0) {
                fprintf(stderr, "%s: %s what?\n", EXAMPLE, name);
                exit(2);
            }
            *argc -= 2;
            for (int k = i; k <= *argc; ++k)
                argv[k] = argv[k + 2];
            return value;
        }
    return NULL;
}

static inline bool picture_wanted(picture *p, int *argc, char **argv) {
    const char *path = picture_option("--png", argc, argv);
    const char *width = picture_option("--width", argc, argv);
    char *end = NULL;
    const long pixels = width ? strtol(width, &end, 10) : 960;
    if (pixels < 16 || pixels > 16384 || (end && *end)) {
        fprintf(stderr, "%s: the width is 16 to 16384\n", EXAMPLE);
        exit(2);
    }
#ifndef PICTURE_PNG
    if (path) {
        fprintf(stderr, "%s: --png needs stb_image_write.h (Debian: libstb-dev) when compiling\n",
                EXAMPLE);
        exit(2);
    }
#endif
    FILE *file = path ? fopen(path, "ab") : NULL; // said before the work, not after it
    if (path && !file) {
        fprintf(stderr, "%s: cannot write %s\n", EXAMPLE, path);
        exit(2);
    }
    if (file)
        fclose(file);
    memset(p, 0, sizeof *p);
    p->path = path;
    p->width = (size_t)pixels;
    p->height = (size_t)pixels * 9 / 16;
    p->sky[0] = picture_rgb(0xb9cfe4);
    p->sky[1] = picture_rgb(0xf4f6f8);
    p->sun = picture_unit(point(-0.5f, -0.6f, 0.9f));
    p->reach = FLT_MAX;
    p->glass = 0.2f;
    return path != NULL;
}

// ---- what is in it -----------------------------------------------------------------------------

static inline void picture_pen(picture *p, picture_layer layer, uint32_t rgb) {
    p->layer = layer;
    p->colour = picture_rgb(rgb);
}

// normals may be NULL: it is flat.
static inline void picture_round(picture *p, collide_vec3 a, collide_vec3 b, collide_vec3 c,
                                 const collide_vec3 *normals) {
    picture_faces *f = &p->faces[p->layer == PICTURE_LINE ? PICTURE_GLASS : p->layer];
    if (f->count == f->capacity) {
        const size_t capacity = 2 * f->capacity + 4096;
        void *triangles = realloc(f->triangles, capacity * sizeof *f->triangles);
        f->triangles = triangles ? (collide_triangle *)triangles : f->triangles;
        void *faces = realloc(f->faces, capacity * sizeof *f->faces);
        f->faces = faces ? (picture_face *)faces : f->faces;
        if (!triangles || !faces)
            fail("not enough memory for the picture");
        f->capacity = capacity;
    }
    collide_triangle *t = &f->triangles[f->count];
    picture_face *face = &f->faces[f->count++];
    t->v[0] = a;
    t->v[1] = b;
    t->v[2] = c;
    face->normal = picture_unit(to_float(cross(from_float(sub(b, a)), from_float(sub(c, a)))));
    face->colour = p->colour;
    face->keeps = p->layer == PICTURE_GLASS ? p->glass : 1;
    for (int k = 0; k < 3; ++k)
        face->normals[k] = normals ? normals[k] : face->normal;
}

static inline void picture_triangle(picture *p, collide_vec3 a, collide_vec3 b, collide_vec3 c) {
    picture_round(p, a, b, c, NULL);
}

static inline collide_triangle picture_corners(const collide_mesh *mesh, const collide_pose *pose,
                                               size_t i) {
    const size_t stride = mesh->position_stride ? mesh->position_stride : sizeof(collide_vec3);
    collide_triangle t;
    for (size_t k = 0; k < 3; ++k) {
        size_t corner = 3 * i + k;
        if (mesh->indices)
            corner = mesh->index_size == 2 ? ((const uint16_t *)mesh->indices)[corner]
                                           : ((const uint32_t *)mesh->indices)[corner];
        memcpy(&t.v[k], (const char *)mesh->positions + corner * stride, sizeof t.v[k]);
        if (pose)
            t.v[k] = collide_pose_apply(pose, t.v[k]);
    }
    return t;
}

// pose may be NULL.
static inline void picture_mesh(picture *p, const collide_mesh *mesh, const collide_pose *pose) {
    for (size_t i = 0; i < mesh->triangle_count; ++i) {
        const collide_triangle t = picture_corners(mesh, pose, i);
        picture_triangle(p, t.v[0], t.v[1], t.v[2]);
    }
}

// Of four corners in turn.
static inline void picture_quad(picture *p, collide_vec3 a, collide_vec3 b, collide_vec3 c,
                                collide_vec3 d) {
    picture_triangle(p, a, b, c);
    picture_triangle(p, a, c, d);
}

static inline collide_vec3 picture_box_corner(const collide_obb *box, unsigned i) {
    const collide_vec3 h = box->half;
    collide_vec3 v = mad(box->center, i & 1 ? h.x : -h.x, box->axis[0]);
    v = mad(v, i & 2 ? h.y : -h.y, box->axis[1]);
    return mad(v, i & 4 ? h.z : -h.z, box->axis[2]);
}

static inline void picture_obb(picture *p, const collide_obb *box) {
    static const unsigned char face[6][4] = {{0, 2, 6, 4}, {1, 5, 7, 3}, {0, 4, 5, 1},
                                             {2, 3, 7, 6}, {0, 1, 3, 2}, {4, 6, 7, 5}};
    for (int i = 0; i < 6; ++i)
        picture_quad(p, picture_box_corner(box, face[i][0]), picture_box_corner(box, face[i][1]),
                     picture_box_corner(box, face[i][2]), picture_box_corner(box, face[i][3]));
}

// Corner i of the unit circle across a direction.
static inline collide_vec3 picture_circle(collide_vec3 across, collide_vec3 side, int i) {
    const float cosine = 0.9659258263f, sine = 0.2588190451f; // of 360 / PICTURE_SIDES degrees
    float x = 1, y = 0;
    for (int k = 0; k < i % PICTURE_SIDES; ++k) {
        const float turned = x * cosine - y * sine;
        y = x * sine + y * cosine;
        x = turned;
    }
    return mad(mad(point(0, 0, 0), x, across), y, side);
}

// A cylinder, or a cone, from one end to the other, closed or not, each so many of the sides one.
static inline void picture_rod(picture *p, collide_vec3 from, collide_vec3 to, float radius_from,
                               float radius_to, bool closed, int each) {
    collide_vec3 across = {0, 0, 0}, side;
    const collide_vec3 way = sub(to, from);
    const collide_vec3 along = picture_frame(way, &across, &side);
    const float length = picture_dot(way, along);
    const float slope = length > 0 ? (radius_from - radius_to) / length : 0;
    collide_vec3 out = picture_circle(across, side, 0);
    for (int i = each; i <= PICTURE_SIDES; i += each) {
        const collide_vec3 next = picture_circle(across, side, i);
        const collide_vec3 n = picture_unit(mad(out, slope, along));
        const collide_vec3 m = picture_unit(mad(next, slope, along));
        const collide_vec3 a = mad(from, radius_from, out), b = mad(from, radius_from, next);
        const collide_vec3 c = mad(to, radius_to, next), d = mad(to, radius_to, out);
        const collide_vec3 lower[3] = {n, m, m}, upper[3] = {n, m, n};
        if (radius_from > 0)
            picture_round(p, a, b, c, lower);
        if (radius_to > 0)
            picture_round(p, a, c, d, upper);
        if (closed && radius_from > 0)
            picture_triangle(p, from, b, a);
        if (closed && radius_to > 0)
            picture_triangle(p, to, d, c);
        out = next;
    }
}

static inline void picture_cylinder(picture *p, const collide_cylinder *c) {
    picture_rod(p, mad(c->center, -0.5f * c->height, c->axis),
                mad(c->center, 0.5f * c->height, c->axis), c->radius, c->radius, true, 1);
}

static inline void picture_sphere(picture *p, collide_vec3 center, float radius) {
    const collide_vec3 up = {0, 0, 1}, east = {1, 0, 0}, north = {0, 1, 0};
    for (int i = 0; i < PICTURE_SIDES / 2; ++i)
        for (int k = 0; k < PICTURE_SIDES; ++k) {
            collide_vec3 n[4];
            for (int j = 0; j < 4; ++j) {
                const collide_vec3 out = picture_circle(east, north, k + (j == 1 || j == 2));
                n[j] = picture_circle(up, out, i + j / 2);
            }
            const collide_vec3 first[3] = {n[0], n[1], n[2]}, second[3] = {n[0], n[2], n[3]};
            const collide_vec3 a = mad(center, radius, n[0]), c = mad(center, radius, n[2]);
            if (i > 0)
                picture_round(p, a, mad(center, radius, n[1]), c, first);
            if (i < PICTURE_SIDES / 2 - 1)
                picture_round(p, a, c, mad(center, radius, n[3]), second);
        }
}

static inline void picture_capsule(picture *p, const collide_capsule *c) {
    picture_rod(p, c->a, c->b, c->radius, c->radius, false, 1);
    picture_sphere(p, c->a, c->radius);
    picture_sphere(p, c->b, c->radius);
}

static inline void picture_convex(picture *p, const collide_convex *body,
                                  const collide_pose *pose) {
    const size_t count = collide_convex_triangles(body, NULL, 0);
    collide_vec3 *v = (collide_vec3 *)allocate((body->vertex_count + 1) * sizeof *v);
    uint32_t *indices = (uint32_t *)allocate((3 * count + 1) * sizeof *indices);
    collide_mesh mesh;
    memset(&mesh, 0, sizeof mesh);
    mesh.vertex_count = collide_convex_vertices(body, v, body->vertex_count);
    mesh.triangle_count = collide_convex_triangles(body, indices, count);
    mesh.positions = v;
    mesh.indices = indices;
    picture_mesh(p, &mesh, pose);
    release(v);
    release(indices);
}

// A sphere, capsule, OBB, cylinder or convex body. Of other shapes it draws nothing.
static inline void picture_shape(picture *p, const collide_shape *s) {
    if (s->kind == COLLIDE_SHAPE_SPHERE)
        picture_sphere(p, s->of.sphere.center, s->of.sphere.radius);
    else if (s->kind == COLLIDE_SHAPE_CAPSULE)
        picture_capsule(p, &s->of.capsule);
    else if (s->kind == COLLIDE_SHAPE_OBB)
        picture_obb(p, &s->of.obb);
    else if (s->kind == COLLIDE_SHAPE_CYLINDER)
        picture_cylinder(p, &s->of.cylinder);
    else if (s->kind == COLLIDE_SHAPE_CONVEX)
        picture_convex(p, s->of.convex.body, &s->of.convex.pose);
}

static inline void picture_arrow(picture *p, collide_vec3 from, collide_vec3 way, float radius) {
    const collide_vec3 neck = mad(from, 0.7f, way);
    picture_rod(p, from, neck, radius, radius, false, 3);
    picture_rod(p, neck, mad(from, 1, way), 2.5f * radius, 0, true, 2);
}

// Rods from point to point.
static inline void picture_tube(picture *p, const collide_vec3 *points, size_t n, float radius) {
    for (size_t i = 0; i + 1 < n; ++i)
        picture_rod(p, points[i], points[i + 1], radius, radius, false, 4);
}

static inline void picture_edges(picture *p, const collide_obb *box, float radius) {
    for (unsigned i = 0; i < 8; ++i)
        for (unsigned bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) {
                const collide_vec3 ends[2] = {picture_box_corner(box, i),
                                              picture_box_corner(box, i | bit)};
                picture_tube(p, ends, 2, radius);
            }
}

// Cells from (column, row) on.
static inline void picture_terrain(picture *p, const collide_terrain *terrain, size_t column,
                                   size_t row, size_t columns, size_t rows) {
    const collide_heights *g = &terrain->grid;
    for (size_t j = row; j < row + rows && j + 1 < g->rows; ++j)
        for (size_t i = column; i < column + columns && i + 1 < g->columns; ++i) {
            collide_vec3 v[4];
            for (size_t k = 0; k < 4; ++k) {
                const size_t east = i + (k & 1), north = j + (k >> 1);
                v[k].x = g->origin.x + (float)east * g->dx;
                v[k].y = g->origin.y + (float)north * g->dy;
                (void)collide_terrain_height(terrain, v[k].x, v[k].y, &v[k].z, NULL);
            }
            picture_triangle(p, v[0], v[1], v[2]);
            picture_triangle(p, v[1], v[3], v[2]);
        }
}

// Points in blue, normals of that length in yellow.
static inline void picture_contacts(picture *p, const collide_contact *contacts, size_t n,
                                    float length) {
    for (size_t i = 0; i < n; ++i) {
        const collide_vec3 at = contacts[i].point_b;
        picture_pen(p, PICTURE_MARK, 0xffd21f);
        picture_arrow(p, at, mad(point(0, 0, 0), length, contacts[i].normal), 0.035f * length);
        picture_pen(p, PICTURE_MARK, 0x2a62ff);
        picture_sphere(p, at, 0.1f * length);
    }
}

// half_height is that of what is seen at a distance of 1.
static inline void picture_camera(picture *p, collide_vec3 eye, collide_vec3 at,
                                  float half_height) {
    collide_vec3 up = {0, 0, 1}, left;
    p->ahead = picture_frame(sub(at, eye), &up, &left);
    // The frame is right-handed: ahead, up, and right.
    p->right = mad(point(0, 0, 0), half_height, left);
    p->down = mad(point(0, 0, 0), -half_height, up);
    p->eye = eye;
}

// ---- what is seen ------------------------------------------------------------------------------

static inline void picture_add(picture_colour *c, float scale, picture_colour by) {
    c->red += scale * by.red;
    c->green += scale * by.green;
    c->blue += scale * by.blue;
}

static inline bool picture_dark(const picture *p, collide_vec3 from, collide_vec3 way, float far) {
    const collide_ray ray = {from, way};
    return p->faces[PICTURE_SOLID].tree &&
           collide_ray_tree(&ray, p->faces[PICTURE_SOLID].tree, NULL, far, NULL);
}

// How much light of the sky comes to a point, of 1 for one that is level and free.
static inline float picture_sky(const picture *p, collide_vec3 from, collide_vec3 normal,
                                collide_vec3 flat) {
    // Directions of equal shares.
    static const collide_vec3 ways[PICTURE_SKIES] = {
        {0.329f, 0.000f, 0.944f},  {-0.408f, 0.373f, 0.833f},  {0.060f, -0.689f, 0.722f},
        {0.482f, 0.628f, 0.611f},  {-0.853f, -0.151f, 0.500f}, {0.777f, -0.494f, 0.389f},
        {-0.249f, 0.928f, 0.278f}, {-0.454f, -0.875f, 0.167f}, {0.938f, 0.343f, 0.056f}};
    const float level = 0.5f * PICTURE_SKIES;
    float sky = 0;
    for (int k = 0; k < PICTURE_SKIES; ++k) {
        const float share = picture_dot(normal, ways[k]);
        if (share > 0 && picture_dot(flat, ways[k]) > 0 &&
            (p->reach <= 0 || !picture_dark(p, from, ways[k], p->reach)))
            sky += share / level;
    }
    return sky;
}

// How much light comes to a point of a face, from the sun, the sky and all round. The sky's is kept
// for other samples of the pixel.
static inline float picture_light(picture *p, uint32_t face, collide_vec3 from, collide_vec3 normal,
                                  collide_vec3 flat) {
    const float sunny = picture_dot(normal, p->sun);
    float sun = 0;
    if (sunny > 0 && picture_dot(flat, p->sun) > 0 && !picture_dark(p, from, p->sun, FLT_MAX))
        sun = sunny;
    if (p->lit_face != face || !p->lit) {
        p->lit = true;
        p->lit_face = face;
        p->lit_sky = picture_sky(p, from, normal, flat);
    }
    return 0.34f + 0.36f * p->lit_sky + 0.5f * sun;
}

// What a face sends to the eye from where the ray hits it.
static inline picture_colour picture_shade(picture *p, picture_layer layer, const collide_ray *ray,
                                           const collide_ray_hit *hit) {
    const uint32_t i = hit->triangle;
    const picture_face *face = &p->faces[layer].faces[i];
    const collide_vec3 *v = p->faces[layer].triangles[i].v, none = {0, 0, 0}, flat = hit->normal;
    const collide_vec3 at = mad(ray->origin, hit->t, ray->direction);
    collide_vec3 normal = none;
    picture_colour c = {0, 0, 0};
    for (int k = 0; k < 3; ++k) { // weights: areas across from the corners
        const vec a = from_float(sub(v[(k + 1) % 3], at)), b = from_float(sub(v[(k + 2) % 3], at));
        const double area = dot(cross(a, b), from_float(face->normal));
        normal = mad(normal, (float)area, face->normals[k]);
    }
    normal = picture_unit(normal);
    if (picture_dot(normal, flat) < 0)
        normal = mad(none, -1, normal);
    picture_add(&c,
                layer == PICTURE_SOLID
                    ? picture_light(p, i, mad(at, 1e-4f * hit->t, flat), normal, flat)
                    : 0.86f + 0.14f * picture_dot(normal, p->sun),
                face->colour);
    return c;
}

static inline bool picture_hit(const picture *p, picture_layer layer, const collide_ray *ray,
                               float far, collide_ray_hit *hit) {
    return p->faces[layer].tree && collide_ray_tree(ray, p->faces[layer].tree, NULL, far, hit);
}

// What a ray sees of solids, the floor and, at that height in the picture, of the sky.
static inline picture_colour picture_behind(picture *p, const collide_ray *ray, float y,
                                            float *far) {
    const float down = p->floor_height - ray->origin.z;
    picture_colour c = {0, 0, 0};
    collide_ray_hit hit;
    *far = p->floor && ray->direction.z * down > 0 ? down / ray->direction.z : FLT_MAX;
    if (picture_hit(p, PICTURE_SOLID, ray, *far, &hit)) {
        *far = hit.t;
        return picture_shade(p, PICTURE_SOLID, ray, &hit);
    }
    if (*far < FLT_MAX) {
        const collide_vec3 up = {0, 0, 1};
        collide_vec3 at = mad(ray->origin, *far, ray->direction);
        at.z = p->floor_height;
        const float light = picture_light(p, UINT32_MAX, at, up, up);
        picture_add(&c, light < 1 ? light : 1, p->sky[1]);
        return c;
    }
    picture_add(&c, 0.5f - 0.5f * y, p->sky[0]);
    picture_add(&c, 0.5f + 0.5f * y, p->sky[1]);
    return c;
}

// y goes from -1 at the upper border to 1, and x as far from the middle.
static inline picture_colour picture_see(picture *p, float x, float y) {
    const collide_ray ray = {p->eye, mad(mad(p->ahead, x, p->right), y, p->down)};
    collide_ray on = ray;
    picture_colour seen = {0, 0, 0};
    collide_ray_hit hit;
    float far, begin = 0, left = 1;
    const picture_colour behind = picture_behind(p, &ray, y, &far);
    for (int n = 0; n < 16 && picture_hit(p, PICTURE_GLASS, &on, far - begin, &hit); ++n) {
        const float keeps = p->faces[PICTURE_GLASS].faces[hit.triangle].keeps;
        picture_add(&seen, left * keeps, picture_shade(p, PICTURE_GLASS, &on, &hit));
        left *= 1 - keeps;
        begin += hit.t * (1 + 1e-5f) + 1e-5f;
        on.origin = mad(p->eye, begin, ray.direction);
    }
    picture_add(&seen, left, behind);
    if (picture_hit(p, PICTURE_MARK, &ray, FLT_MAX, &hit)) {
        const float hidden = hit.t <= far ? 0 : 0.45f;
        picture_colour mark = {0, 0, 0};
        picture_add(&mark, hidden, seen);
        picture_add(&mark, 1 - hidden, picture_shade(p, PICTURE_MARK, &ray, &hit));
        return mark;
    }
    return seen;
}

// In steps of 3, which nobody sees, and which makes files smaller.
static inline void picture_store(unsigned char *pixel, picture_colour c, float samples) {
    const float scale = 85 / samples, rgb[3] = {c.red, c.green, c.blue};
    for (int k = 0; k < 3; ++k) {
        const float x = scale * rgb[k] + 0.5f;
        pixel[k] = (unsigned char)(3 * (int)(x < 85 ? x : 85));
    }
}

// Pixel (column, row) of so many columns, by one sample or by four.
static inline void picture_pixel(picture *p, size_t columns, size_t column, size_t row, size_t n,
                                 unsigned char *pixel) {
    static const float corners[5][2] = {
        {0, 0}, {-0.125f, -0.375f}, {0.375f, -0.125f}, {-0.375f, 0.125f}, {0.125f, 0.375f}};
    picture_colour sum = {0, 0, 0};
    p->lit = false;
    for (size_t k = 0; k < n; ++k) {
        const float x = (float)column + 0.5f + corners[n > 1 ? k + 1 : 0][0];
        const float y = (float)row + 0.5f + corners[n > 1 ? k + 1 : 0][1];
        picture_add(&sum, 1,
                    picture_see(p, (2 * x - (float)columns) / (float)p->height,
                                2 * y / (float)p->height - 1));
    }
    picture_store(pixel, sum, (float)n);
}

// Whether a neighbour looks otherwise: an edge goes through here.
static inline bool picture_edge(const unsigned char *pixels, size_t columns, size_t rows,
                                size_t column, size_t row) {
    const unsigned char *here = pixels + 3 * (row * columns + column);
    for (size_t k = 0; k < 9; ++k) {
        const size_t x = column + k % 3, y = row + k / 3; // of the neighbour, and one more
        if (x < 1 || y < 1 || x > columns || y > rows)
            continue;
        const unsigned char *there = pixels + 3 * ((y - 1) * columns + x - 1);
        if (abs(here[0] - there[0]) + abs(here[1] - there[1]) + abs(here[2] - there[2]) > 24)
            return true;
    }
    return false;
}

// Draws all that was added, into so many columns of the picture from one on, and forgets it: one
// sample a pixel, then four where it differs from its neighbours.
static inline void picture_draw(picture *p, size_t column, size_t columns) {
    const size_t n = p->height * columns;
    unsigned char *once = (unsigned char *)allocate(3 * n), *pixel = once;
    for (int layer = 0; layer < PICTURE_LAYERS; ++layer) {
        picture_faces *f = &p->faces[layer];
        collide_mesh mesh;
        memset(&mesh, 0, sizeof mesh);
        mesh.positions = f->triangles;
        mesh.vertex_count = 3 * f->count;
        mesh.triangle_count = f->count;
        f->tree = f->count ? build_tree(&mesh, NULL) : NULL;
    }
    if (!p->pixels)
        p->pixels = (unsigned char *)memset(allocate(3 * p->height * p->width), 255,
                                            3 * p->height * p->width);
    for (size_t pass = 0; pass < 2; ++pass)
        for (size_t i = 0; i < n; ++i) {
            const size_t x = i % columns, y = i / columns;
            if (x == 0)
                progress("picture: row", pass * p->height + y, 2 * p->height);
            pixel = pass ? p->pixels + 3 * (y * p->width + column + x) : once + 3 * i;
            if (!pass || picture_edge(once, columns, p->height, x, y))
                picture_pixel(p, columns, x, y, pass ? 4 : 1, pixel);
            else
                memcpy(pixel, once + 3 * i, 3);
        }
    progress("picture", 1, 1);
    for (int layer = 0; layer < PICTURE_LAYERS; ++layer) {
        release(p->faces[layer].tree);
        free(p->faces[layer].triangles);
        free(p->faces[layer].faces);
    }
    memset(p->faces, 0, sizeof p->faces);
    release(once);
}

#ifdef PICTURE_PNG
static inline void picture_bytes(void *file, void *bytes, int size) {
    if (fwrite(bytes, 1, (size_t)size, (FILE *)file) != (size_t)size)
        fail("cannot write the picture");
}
#endif

static inline void picture_write(picture *p) {
#ifdef PICTURE_PNG
    FILE *file = fopen(p->path, "wb");
    stbi_write_png_compression_level = 20;
    if (!file ||
        !stbi_write_png_to_func(picture_bytes, file, (int)p->width, (int)p->height, 3, p->pixels,
                                (int)(3 * p->width)) ||
        fclose(file) != 0)
        fail("cannot write the picture");
#endif
    release(p->pixels);
    p->pixels = NULL;
}

#endif // PICTURE_H
