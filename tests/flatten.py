#!/usr/bin/env python3
"""Flattens DATA (../shared/data) for tests/test_data.c, test_sat_data.c, test_terrain.c and others:
python3 tests/flatten.py DATA OUT

Every file in OUT is numbers (and names of meshes) separated by white space, counts first; what each
one holds stands at the function that writes it. Numbers of the sources are read as float64 and
rounded to the nearest float32; %.9g keeps a float32 exactly. Where rounding can change an answer,
DATA/oracles/exact.py gives it anew for the float32 numbers, exactly; where it must not, this is
asserted. A time t becomes the float32 next below and next above it (t itself where it is one), so
that in C a comparison of floats is the exact one: x <= t just if x <= below, x >= t just if
x >= above. A source that is missing is named on stderr, and its output is left out.
"""
import gzip
import hashlib
import json
import math
import os
import re
import struct
import sys
from ast import literal_eval
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

sys.dont_write_bytecode = True
DATA, OUT = sys.argv[1:3]
sys.path.insert(0, os.path.join(DATA, 'oracles'))


def read(name):
    path = os.path.join(DATA, name)
    with gzip.open(path) if name.endswith('.gz') else open(path, 'rb') as file:
        return file.read()


def rows(name, separator=None, fields=-1):
    lines = read(name).decode().splitlines()
    return [line.split(separator, fields) for line in lines if line.strip() and line[0] != '#']


def f32(x):
    return struct.unpack('<f', struct.pack('<f', float(x)))[0]


def points(numbers):
    numbers = [f32(x) for x in numbers]
    return list(zip(*[iter(numbers)] * 3))


def below(t, up=False):
    """The largest float32 <= t >= 0, or the smallest >= t; Python compares fractions exactly."""
    bits = struct.unpack('<I', struct.pack('<f', float(t)))[0]
    x = f32(t)
    bits += (x < t) if up else -(x > t)
    return struct.unpack('<f', struct.pack('<I', bits))[0]


def meet(a, b):
    """Exact verdict on closed triangles; float32 numbers are whole numbers of 2^-149."""
    return tri_tri(*[[[int(x * 2.0**149) for x in p] for p in t] for t in (a, b)])


def write(name, *parts):
    """Writes numbers out of nested lists, a line for each part."""
    def flat(x):
        if isinstance(x, (list, tuple)):
            return ' '.join(map(flat, x))
        return '%.9g' % x if isinstance(x, float) else str(x)
    with open(os.path.join(OUT, name), 'w') as file:
        file.writelines(flat(part) + '\n' for part in parts)


def load_mesh(name):
    """Vertices and triangles of an OFF, OBJ or binary PLY file."""
    if '.ply' in name:
        head, body = read(name).split(b'end_header\n', 1)
        words = head.split()
        n, m = (int(words[words.index(word) + 1]) for word in (b'vertex', b'face'))
        vertices = struct.iter_unpack('<3d', body[:24 * n])
        triangles = [t[1:] for t in struct.iter_unpack('<B3i', body[24 * n:])]
        assert len(triangles) == m
    elif '.obj' in name:
        lines = rows(name)
        vertices = [line[1:] for line in lines if line[0] == 'v']
        triangles = [[int(i) - 1 for i in line[1:]] for line in lines if line[0] == 'f']
    else:
        _, (n, m, _), *lines = rows(name)
        vertices = lines[:int(n)]
        triangles = [list(map(int, line[1:])) for line in lines[int(n):]]
        assert len(triangles) == int(m)
    assert all(len(t) == 3 for t in triangles)
    return points(x for v in vertices for x in v), triangles


def meshes():
    """meshes.txt: meshes; for each its name, vertices, triangles, the vertices, three indices per
    triangle. Scenes; for each the mesh that rests, the one that is posed or -1 in a self test; if
    there is a pose its three axes, its position and the vertices under it; exact pairs, the pairs. In self tests
    i < j, and triangles that share the index of a vertex are not listed.

    The second mesh moves: p becomes R p + t. The source's verdicts are for exactly posed points;
    here these are rounded to float32, and the verdict on every pair is confirmed for the result.
    """
    answers = json.loads(read('meshes/mesh_pairs_exact.json.gz'))
    files = {'env': 'fcl_env.obj.gz', 'rob': 'fcl_rob.obj.gz', 'bunny': 'bunny_npm.off.gz'}
    files.update((k[5:], k[5:]) for k in answers if k[:5] == 'self:' and k[5:10] != 'bunny')
    index = {name: i for i, name in enumerate(files)}
    loaded = {name: load_mesh('meshes/' + file) for name, file in files.items()}
    parts = [len(loaded)]
    for name, (vertices, triangles) in loaded.items():
        parts += [[name, len(vertices), len(triangles)], vertices, triangles]
    scenes = []
    for key, answer in answers.items():
        what, name = key.split(':')
        if what == 'self':
            name = 'bunny' if name[:5] == 'bunny' else name
            scenes.append((name, name, None, answer))
        else:
            scenes += [(*name.split('-'), (p['R'], p['t']), p['pairs']) for p in answer]
    parts.append(len(scenes))
    for a, b, pose, pairs in scenes:
        (rest, rest_triangles), (vertices, triangles) = loaded[a], loaded[b]
        if pose:
            vertices = [[f32(sum(r * x for r, x in zip(row, p)) + t) for row, t in zip(*pose)]
                        for p in vertices]
        for i, j in pairs:
            assert meet([rest[v] for v in rest_triangles[i]], [vertices[v] for v in triangles[j]])
        axes = [f32(x) for column in zip(*pose[0]) for x in column] if pose else []
        parts += [[index[a], index[b] if pose else -1], axes, list(map(f32, pose[1])) if pose else [],
                  vertices if pose else [], len(pairs), pairs]
    write('meshes.txt', *parts)


def triangles():
    """triangles.txt: pairs; for each the exact verdict on the float32 numbers, six vertices."""
    cases = [(int(row[5]), row[8].split()) for row in rows('tritri/tritri_published.csv', ';', 8)]
    for verdict, name in enumerate(('separated', 'intersected')):
        numbers = [x for row in rows('tritri/shen2003_%s.txt.gz' % name) for x in row]
        cases += [(verdict, numbers[i:i + 18]) for i in range(0, len(numbers), 18)]
    cases = [(verdict, points(numbers)) for verdict, numbers in cases]
    for verdict, p in cases:
        assert meet(p[:3], p[3:]) == verdict
    write('triangles.txt', len(cases), *cases)


def bounds():
    """bounds01.txt, bounds02.txt: boxes; for each min and max; overlapping pairs, the pairs i < j
    in rising order, by brute force, of the number and hash that EXPECTED.txt states; pairs of the
    balls about the boxes that it states, and how many of these are close."""
    expected = read('broadphase/EXPECTED.txt').decode()
    for name in ('bounds01', 'bounds02'):
        boxes = [list(map(f32, row)) for row in rows('broadphase/box3d_%s.txt.gz' % name)]
        order = sorted(range(len(boxes)), key=lambda i: boxes[i][0])
        pairs = []
        for n, i in enumerate(order):
            a = boxes[i]
            for j in order[n + 1:]:
                b = boxes[j]
                if b[0] > a[3]:
                    break
                if a[1] <= b[4] and b[1] <= a[4] and a[2] <= b[5] and b[2] <= a[5]:
                    pairs.append((min(i, j), max(i, j)))
        pairs.sort()
        digest = hashlib.sha256(''.join('%d %d\n' % p for p in pairs).encode()).hexdigest()[:16]
        assert 'box3d_%s: boxes %d; AABB pairs closed %d hash %s;' % (
            name, len(boxes), len(pairs), digest) in expected
        line = re.search(r'%s:.*bounding spheres .*\) pairs (\d+) .*1e-4: (\d+)' % name, expected)
        write(name + '.txt', len(boxes), *boxes, len(pairs), *pairs, line.group(1, 2))


def write_sweeps(name, cases):
    """Hulls a, b; a moves by d in [0, 1]. Cases; for each the points of a, those of b, whether they
    meet (closed), the float32 next below and above the first time, above the last, a, b, d."""
    write(name, len(cases), *[
        (len(a), len(b), int(first is not None),
         [below(first), below(first, True), below(last, True)] if first is not None else [0, 0, 0],
         a, b, d) for a, b, d, first, last in cases])


def time(text):
    return None if text == '-' else Fraction(text)


def sweep_grid():
    """sweep_grid.txt: see write_sweeps."""
    def hull(kind, numbers):
        c, *h = shape = points(numbers)
        if kind != 'box':
            return shape
        signs = [(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
        return [[c[x] + sum(s * a[x] for s, a in zip(sign, h)) for x in range(3)] for sign in signs]
    cases = []
    for kinds, closed, _, first, last, a, b, d in rows('sweep/swept_exact_grid.csv.gz', ';'):
        assert (closed == '1') == (first != '-') == (last != '-')
        kind_a, kind_b = kinds.split('-')
        cases.append((hull(kind_a, a.split()), hull(kind_b, b.split()), points(d.split())[0],
                      time(first), time(last)))
    write_sweeps('sweep_grid.txt', cases)


def sweep_wang():
    """sweep_wang.txt: see write_sweeps. The source gives the first time for float64 points; where
    rounding moves none, it must be the oracle's, which gives first and last for float32."""
    cases = []
    for row in rows('sweep/wang_translational.csv.gz', ';'):
        given, n = row[7].split() + row[8].split(), 1 if row[2][:2] == 'vf' else 2
        d, *p = points(given)
        first = lp_contact(p[:n], p[n:], d)
        last = None if first is None else lp_contact(p[:n], p[n:], d, last=True)
        if [f32(x) for x in given] == [float(x) for x in given]:
            assert first == time(row[5])
        cases.append((p[:n], p[n:], d, first, last))
    write_sweeps('sweep_wang.txt', cases)


def vehicles():
    """vehicles.txt: boxes; for each center, half extents, three axes. The source is flat; all get
    a height of 1.5 over the ground."""
    boxes = []
    for row in rows('sweep/commonroad_obb_tracks.csv.gz', ','):
        x, y, theta, _, length, width = map(float, row[5:])
        c, s = math.cos(theta), math.sin(theta)
        boxes.append(points([x, y, .75, length / 2, width / 2, .75, c, s, 0, -s, c, 0, 0, 0, 1]))
    write('vehicles.txt', len(boxes), *boxes)


# ---- separating axes: boxes, triangles and hulls, for tests/test_sat_data.c


def hull_faces(p):
    """(normal, corners in order) of each face of the hull of points, which may repeat and lie
    inside; a flat hull has one face, a segment or a point none. Exact for integers."""
    first = [i for i, x in enumerate(p) if p.index(x) == i]
    faces = {}
    for i, j, k in combinations(first, 3):
        n = cross(sub(p[j], p[i]), sub(p[k], p[i]))
        sides = {m: dot(n, sub(p[m], p[i])) for m in first}
        if not any(n) or min(sides.values()) < 0 < max(sides.values()):
            continue
        plane = tuple(m for m in first if sides[m] == 0)
        if plane not in faces:
            faces[plane] = n if max(sides.values()) <= 0 else tuple(-x for x in n)
    result = []
    for plane, n in faces.items():
        corners = [min(plane, key=lambda m: p[m])]
        while True:  # round the plane: from each corner to the point with none on its right
            at, best = corners[-1], None
            for m in plane:
                if m != at:
                    a, b = sub(p[m], p[at]), sub(p[m if best is None else best], p[at])
                    turn = dot(n, cross(b, a))
                    if best is None or turn < 0 or (turn == 0 and dot(a, a) > dot(b, b)):
                        best = m
            if best == corners[0]:
                break
            corners.append(best)
        result.append((n, corners))
    return result


def direction(v):
    """The line along v, as integers without a common factor; None for zero."""
    divisor = math.gcd(*v)
    if not divisor:
        return None
    v = tuple(x // divisor for x in v)
    return max(v, tuple(-x for x in v))


@lru_cache(maxsize=None)
def hull_parts(p):
    """Triangles of the hull of points, lines along its normals, edges, and normals within the plane
    of what is flat: the same wherever the points are moved, so that many shapes share them."""
    faces = hull_faces(p)
    sides = [(c[k - 1], c[k]) for _, c in faces for k in range(len(c))]
    fans = [(c[0], i, j) for _, c in faces for i, j in zip(c[1:], c[2:])]
    normals = {direction(n) for n, _ in faces}
    edges = {direction(sub(p[i], p[j])) for i, j in
             (sides or combinations(range(len(p)), 2))} - {None}
    flat = {direction(cross(n, e)) for n in normals for e in edges if len(faces) == 1}
    return fans, normals, edges, flat


class Shape:
    """A box of centre and half axes, a triangle, or the hull of points; with the lines that axes
    are made of: normals, normals within the plane of what is flat, edges."""
    BOX, TRIANGLE, HULL = range(3)

    def __init__(self, kind, p, box=None):
        self.kind, self.p, self.box = kind, p, box
        self.scale = max(Fraction(x).denominator for v in p for x in v)
        p = self.grid(self.scale)
        self.fans, self.normals, self.edges, self.flat = hull_parts(tuple(
            tuple(sub(v, p[0])) for v in p))

    def grid(self, scale):
        return [tuple(int(x * scale) for x in v) for v in self.p]

    def numbers(self):
        box = []
        if self.kind == self.BOX:
            c, *h = self.box
            lengths = [math.sqrt(dot(a, a)) for a in h]
            unit = [f32(x / length) for a, length in zip(h, lengths) for x in a]
            box = [c, [f32(x) for x in lengths], unit, int(unit.count(0) == 6)]
        p = [list(map(float, v)) for v in self.p]
        if self.kind == self.TRIANGLE:
            extent = sum(math.dist(p[i - 1], p[i]) for i in range(3)) / 2
        else:
            extent = sum(max(x) - min(x) for x in zip(*p)) / 2
        return [self.kind, box, repr(extent), len(p), len(self.fans), self.p, self.fans]


def corners(c, h):
    return [tuple(c[x] + sum(s * a[x] for s, a in zip(signs, h)) for x in range(3))
            for signs in product((-1, 1), repeat=3)]


def axes(a, b):
    """Axes of two shapes in three tiers: those of solid ones; within planes; of segments and
    points."""
    space = {(1, 0, 0), (0, 1, 0), (0, 0, 1)}
    tiers = [a.normals | b.normals | {direction(cross(e, f)) for e in a.edges for f in b.edges},
             a.flat | b.flat,
             space | {direction(cross(e, x)) for e in a.edges | b.edges for x in space}]
    return [tier - {None} for tier in tiers]


def sweep(a, b, d):
    """The answer for shape a that moves by d past b, exactly: first and last time of contact (None
    if there is none), the greatest speed along an axis that gives each (0 if none does), how deep
    they overlap at the start."""
    scale = max([a.scale, b.scale] + [Fraction(x).denominator for x in d])
    p, q = a.grid(scale), b.grid(scale)
    move = tuple(int(x * scale) for x in d)
    depth, tiers = math.inf, []
    for tier in axes(a, b):
        tiers.append([])
        for axis in tier:
            on_a, on_b = [dot(axis, v) for v in p], [dot(axis, v) for v in q]
            low, high = min(on_b) - max(on_a), max(on_b) - min(on_a)
            s, length = dot(axis, move), math.sqrt(dot(axis, axis)) * scale
            depth = min(depth, max(min(-low, high), 0) / length)
            if s:
                tiers[-1].append((low, high, s, abs(s) / length))
            elif not low <= 0 <= high:
                return None
    one = math.lcm(*[s for tier in tiers for _, _, s, _ in tier])  # times are integers of 1 / one
    lists = [[(*sorted((low * (one // s), high * (one // s))), v) for low, high, s, v in tier]
             for tier in tiers]
    first = max([0] + [x[0] for times in lists for x in times])
    last = min([one] + [x[1] for times in lists for x in times])
    if first > last:
        return None

    def speed(i, t):
        for times in lists:
            found = [x[2] for x in times if x[i] == t]
            if found:
                return max(found)
        return 0.0
    return Fraction(first, one), Fraction(last, one), speed(0, first), speed(1, last), depth


def write_sat(name, cases):
    """Shapes a, b; a moves by d in [0, 1]. Cases; for each whether they meet (closed), whether
    nothing hangs on a touch, the first and last time as float64, the speeds along the axes that
    give them or 0, the depth at the start or 0, the distance of the centres, d, a, b. A shape: 0
    box, 1 triangle, 2 hull; of a box centre, half extents, axes, and whether these are exact; half
    the sides of its box or of the triangle; points, triangles of the hull, the points, three
    indices per triangle."""
    def middle(shape):
        return [(float(min(x)) + float(max(x))) / 2 for x in zip(*shape.p)]
    parts = []
    for a, b, d, robust, answer in cases:
        numbers = [repr(float(x)) for x in (*(answer or [0] * 5), math.dist(middle(a), middle(b)))]
        parts += [[int(answer is not None), int(robust), numbers, d], a.numbers(), b.numbers()]
    write(name, len(cases), *parts)


def grid_rows():
    """Kinds, verdicts and times as text, shapes and motion."""
    def shape(kind, numbers):
        p = [tuple(map(int, x)) for x in points(numbers)]
        if kind == 'box':
            return Shape(Shape.BOX, corners(p[0], p[1:]), p)
        return Shape({'tri': Shape.TRIANGLE, 'hull': Shape.HULL}[kind], p)
    for kinds, *answer, a, b, d in rows('sweep/swept_exact_grid.csv.gz', ';'):
        kind_a, kind_b = kinds.split('-')
        yield answer, shape(kind_a, a.split()), shape(kind_b, b.split()), points(d.split())[0]


def sat_grid():
    """sat_grid.txt: see write_sat. Separating axes and the source's linear programs agree."""
    cases = []
    for (closed, inner, first, last), a, b, d in grid_rows():
        answer = sweep(a, b, d)
        assert (closed == '1') == (answer is not None)
        assert (time(first), time(last)) == (answer[:2] if answer else (None, None))
        cases.append((a, b, d, closed == inner, answer))
    write_sat('sat_grid.txt', cases)


def sat_flat():
    """sat_flat.txt: see write_sat. The source's triangles and hulls in one plane, z = x + 2y; a
    linear program confirms every tenth answer."""
    def flat(p):
        return p[0], p[1], p[0] + 2 * p[1]
    cases = []
    for _, a, b, d in grid_rows():
        if Shape.BOX in (a.kind, b.kind):
            continue
        a, b = [Shape(s.kind, list(map(flat, s.p))) for s in (a, b)]
        answer = sweep(a, b, flat(d))
        if len(cases) % 10 == 0:
            assert lp_contact(a.p, b.p, flat(d)) == (answer[0] if answer else None)
        cases.append((a, b, flat(d), True, answer))
    write_sat('sat_flat.txt', cases)


def sat_wang():
    """sat_wang.txt: see write_sat; an edge repeats its last vertex, a point is three. Separating
    axes and linear programs agree."""
    cases = []
    for row in rows('sweep/wang_translational.csv.gz', ';'):
        given, n = row[7].split() + row[8].split(), 1 if row[2][:2] == 'vf' else 2
        d, *p = points(given)
        a, b = [Shape(Shape.TRIANGLE, (x + x[-1:] * 2)[:3]) for x in (p[:n], p[n:])]
        answer = sweep(a, b, d)
        first = lp_contact(p[:n], p[n:], d)
        assert first == (answer[0] if answer else None)
        if [f32(x) for x in given] == [float(x) for x in given]:
            assert first == time(row[5])
        cases.append((a, b, d, True, answer))
    write_sat('sat_wang.txt', cases)


def published_box(shape):
    """Centre, half extents and axes, the columns of R, as float32."""
    return [[f32(x) for x in v] for v in (shape['centre'], shape['half'], *zip(*shape['R']))]


def sat_published():
    """sat_published.txt: see write_sat. The source's times are for float64."""
    def shape(given):
        if given['shape'] == 'hull':
            return Shape(Shape.HULL, [tuple(map(f32, v)) for v in given['verts']])
        c, half, *r = published_box(given)
        h = [[Fraction(x) * Fraction(l) for x in a] for a, l in zip(r, half)]
        return Shape(Shape.BOX, corners([Fraction(x) for x in c], h), [c, *h])
    cases = []
    for case in json.loads(read('vectors/published_vectors.json')):
        if case['query'] == 'swept (A moves by d, t in 0..1)':
            a, b, d = shape(case['A']), shape(case['B']), tuple(map(f32, case['d']))
            answer = sweep(a, b, d)
            first, given = lp_contact(a.p, b.p, d), case['exact_toi']
            assert first == (answer[0] if answer else None)
            assert (first is None) == (given is None)
            assert first is None or abs(first - Fraction(given)) < 1e-6
            for s in (a, b):  # in float32 these corners are exact, or nearly
                s.p = [tuple(map(f32, v)) for v in s.p]
            cases.append((a, b, d, True, answer))
    write_sat('sat_published.txt', cases)


def sat_boxes():
    """sat_boxes.txt: pairs of boxes; for each whether they meet (closed), how far they are apart,
    or minus how deep they overlap, the distance of the centres, then centre, half extents and axes
    of both. Verdicts are exact for the float32 numbers; they differ from the source's only where
    that all but says touch."""
    cases = []
    for case in json.loads(read('vectors/published_vectors.json')):
        if case['query'] != 'static' or not case['A']['shape'] == case['B']['shape'] == 'box':
            continue
        boxes, p, lines = [], [], []
        for box in map(published_box, (case['A'], case['B'])):
            c, half, *r = [[Fraction(x) for x in v] for v in box]
            boxes.append(box)
            p.append(corners(c, [[x * l for x in a] for a, l in zip(r, half)]))
            lines.append(r)
        normals = [cross(e, f) for r in lines for e, f in combinations(r, 2)]
        apart = -math.inf
        for l in normals + [cross(e, f) for e in lines[0] for f in lines[1]]:
            length = math.sqrt(dot(l, l))
            if length > 1e-6:  # else edges are parallel but for rounding
                x, y = [[dot(l, v) for v in q] for q in p]
                apart = max(apart, max(min(x) - max(y), min(y) - max(x)) / length)
        closed = lp_contact(*p) is not None
        assert abs(apart - case['sat_separation']) < 2e-6
        assert closed == case['exact_closed_hit'] or abs(case['sat_separation']) < 1e-6
        distance = math.dist(*[box[0] for box in boxes])
        cases.append((int(closed), repr(apart), repr(distance), boxes))
    write('sat_boxes.txt', len(cases), *cases)


MARGINS = (0.0, 1.0, 2.5)


def cars_meet(a, b, dt, margin):
    """Whether rectangles (x, y, half length, half width, cos, sin, velocity) meet within dt."""
    first, last = 0.0, dt
    dx, dy, vx, vy = b[0] - a[0], b[1] - a[1], b[6] - a[6], b[7] - a[7]
    for x, y in ((a[4], a[5]), (-a[5], a[4]), (b[4], b[5]), (-b[5], b[4])):
        p, s = dx * x + dy * y, vx * x + vy * y
        r = sum((c[2] + margin) * abs(c[4] * x + c[5] * y) +
                (c[3] + margin) * abs(c[4] * y - c[5] * x) for c in (a, b))
        if s:
            enter, leave = sorted(((-r - p) / s, (r - p) / s))
            first, last = max(first, enter), min(last, leave)
        elif abs(p) > r:
            return False
    return first <= last


def sat_vehicles():
    """sat_vehicles.txt: margins, the margins by which all half extents grow; steps; for each dt and
    cars; for each of these x, y, half length, half width, cosine, sine, velocity x, y; then for
    each margin, collisions in double within dt, the pairs i < j, and the same for pairs that a
    millimetre decides."""
    steps = {}
    for row in rows('sweep/commonroad_obb_tracks.csv.gz', ','):
        steps.setdefault((row[0], int(row[4])), {})[row[2]] = list(map(float, row[1:2] + row[5:]))
    parts = []
    for (scene, step), cars in steps.items():
        after = steps.get((scene, step + 1), {})
        moving = []
        for car in sorted(cars.keys() & after.keys()):
            dt, x, y, theta, _, length, width = cars[car]
            moving.append([f32(v) for v in (x, y, length / 2, width / 2, math.cos(theta),
                                            math.sin(theta), (after[car][1] - x) / dt,
                                            (after[car][2] - y) / dt)])
        if not moving:
            continue
        parts.append([f32(dt), len(moving), moving])
        for margin in MARGINS:
            found, close = [], []
            for i, j in combinations(range(len(moving)), 2):
                a, b = moving[i], moving[j]
                if math.hypot(a[0] - b[0], a[1] - b[1]) > 60:  # they move less than 10 m
                    continue
                less, more = [cars_meet(a, b, dt, margin + e) for e in (-5e-4, 5e-4)]
                (found if less == more else close).append((i, j)) if more else None
            parts.append([len(found), found, len(close), close])
    write('sat_vehicles.txt', len(MARGINS), MARGINS, sum(len(p) == 3 for p in parts), *parts)


def cables():
    """cables.txt: control polygons; for each the number of points, the radius, the points."""
    parts = []
    for cable in json.loads(read('cables/cables.json.gz')):
        ctrl = [x for p in cable['ctrl'] for x in p]
        parts.append([len(ctrl) // 3, f32(cable['radius']), points(ctrl)])
    write('cables.txt', len(parts), *parts)


def terrain():
    """terrain.txt: grids; for each columns, rows, step, heights; diagonals: for each 1 for the other
    one, cylinders: for each center, axis, radius, height, and whether it meets the surface by
    DATA/oracles/cyl.py, as it is, a millionth smaller and a millionth larger."""
    from cyl import cyl_tri, field_tris
    state = [1]

    def uniform(lo, hi):
        state[0] = (state[0] * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        return f32(lo + (hi - lo) * (state[0] >> 40) / 2 ** 24)

    def far(t, c, v, radius, height):
        """Whether a triangle is outside of the cylinder's box, slab or, by its plane, support, with
        a hundredth to spare."""
        t = [[float(x) for x in p] for p in t]
        out = 1.01 * (height / 2 + radius)
        if any(min(p[k] for p in t) > c[k] + out or max(p[k] for p in t) < c[k] - out
               for k in range(3)):
            return True
        along = [dot(v, sub(p, c)) for p in t]
        n = cross(sub(t[1], t[0]), sub(t[2], t[0]))
        support = height / 2 * abs(dot(n, v)) + radius * math.hypot(*cross(n, v))
        return (min(along) > 0.505 * height or max(along) < -0.505 * height or
                abs(dot(n, sub(c, t[0]))) > 1.01 * support)

    parts = []
    for name, step in (('volcano_maungawhau', 10), ('jacksboro_dem', 30)):
        data = read('terrain/%s.npy.gz' % name)
        head = literal_eval(data[10:10 + struct.unpack('<H', data[8:10])[0]].decode().strip())
        rows, columns = head['shape']
        numbers = struct.unpack('<%dh' % (rows * columns), data[-2 * rows * columns:])
        grid = [numbers[j * columns:(j + 1) * columns] for j in range(rows)]
        parts.append([columns, rows, step, [list(row) for row in grid]])
        for other in (0, 1):
            cases = []
            for _ in range(60):
                i, j = int(uniform(2, columns - 4)), int(uniform(2, rows - 4))
                size = step * uniform(0.2, 1.5)
                v = [uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)]
                length = math.hypot(*v)
                v = [f32(x / length) for x in v]
                radius, height = f32(size * uniform(0.2, 1)), f32(size * uniform(0.2, 1))
                reach = height / 2 * abs(v[2]) + radius * math.hypot(v[0], v[1])
                c = [f32(step * (i + uniform(0, 1))), f32(step * (j + uniform(0, 1))),
                     f32(grid[j][i] + reach + uniform(-0.2, 0.3) * size)]

                n = int(size / step) + 2
                near = [max(i - n, 0), min(i + n + 1, columns - 1),
                        max(j - n, 0), min(j + n + 1, rows - 1)]
                close = [t for t in field_tris(grid, step, step, 1, near[2], near[3], near[0],
                                               near[1], 0 if other else 1)
                         if not far(t, c, v, radius, height)]

                def meets(grow):
                    h, r = height * (1 + grow), radius * (1 + grow)
                    ends = [[Fraction(c[k]) + Fraction(s * h) / 2 * Fraction(v[k])
                             for k in range(3)] for s in (-1, 1)]
                    return any(cyl_tri(ends[0], ends[1], r, t) for t in close)
                # Each of the three contains the next smaller one, and the exact test takes long.
                larger = meets(1e-6)
                smaller = larger and meets(-1e-6)
                same = smaller or (larger and meets(0))
                cases.append([c, v, radius, height, list(map(int, (same, smaller, larger)))])
            parts.append([other, len(cases), cases])
    write('terrain.txt', 2, *parts)


try:
    from exact import cross, dot, lp_contact, sub, tri_tri
except ImportError:
    print('flatten.py: no oracles/exact.py in %s: nothing is written' % DATA, file=sys.stderr)
    sys.exit(0)
os.makedirs(OUT, exist_ok=True)
for make in (meshes, triangles, bounds, sweep_grid, sweep_wang, vehicles, sat_grid, sat_flat,
             sat_wang, sat_published, sat_boxes, sat_vehicles, terrain, cables):
    try:
        make()
    except FileNotFoundError as error:
        print('flatten.py: %s is missing: left out' % error.filename, file=sys.stderr)
