#!/usr/bin/env python3
"""Flattens DATA (../shared/data) for tests/test_data.c: python3 tests/flatten.py DATA OUT

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
import struct
import sys
from fractions import Fraction

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
    triangle. Scenes; for each the mesh that rests, the one that is posed or -1 in a self test, the
    vertices of the latter under the pose if there is one, exact pairs, the pairs. In self tests
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
        parts += [[index[a], index[b] if pose else -1], vertices if pose else [], len(pairs), pairs]
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
    in rising order, by brute force, of the number and hash that EXPECTED.txt states."""
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
        write(name + '.txt', len(boxes), *boxes, len(pairs), *pairs)


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


try:
    from exact import lp_contact, tri_tri
except ImportError:
    print('flatten.py: no oracles/exact.py in %s: nothing is written' % DATA, file=sys.stderr)
    sys.exit(0)
os.makedirs(OUT, exist_ok=True)
for make in (meshes, triangles, bounds, sweep_grid, sweep_wang, vehicles):
    try:
        make()
    except FileNotFoundError as error:
        print('flatten.py: %s is missing: left out' % error.filename, file=sys.stderr)
