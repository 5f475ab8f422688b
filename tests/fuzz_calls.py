#!/usr/bin/env python3
"""Writes the calls of tests/fuzz_calls.c: for each public query, as src/interface.py lists them, a
function that draws arguments, calls it and checks what came out, and a table of these functions.

    python3 tests/fuzz_calls.py >build/fuzz_calls.h

What an argument is follows from its type and name. Builders, which take memory, are called by
fuzz_builders.c and by what draws trees, octrees and packs. A parameter of a new form ends this with
a sentence that says which.
"""
import json
import os
import re
import subprocess
import sys
import zlib

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Called by hand in fuzz_calls.c.
BY_HAND = {"collide_status_text", "collide_movers_sweep", "collide_movers_motion",
           "collide_bodies_touches",
           "collide_bodies_contacts", "collide_spline_pack_build_cables",
           "collide_shape_pack_of", "collide_shape_pack_get", "collide_shape_shape_nearest"}
# These are called on the way.
PASSED = {"collide_isa", "collide_isa_limit", "collide_isa_text", "collide_movers_scratch_size",
          "collide_bodies_scratch_size", "collide_convex_mesh_size"}
OPAQUE = {"tree", "mover", "octree", "terrain", "convex", "front", "cable", "mesh"}
# What one object of these is made of, or may be NULL.
NULLABLE = {("collide_tree_work *", "work"), ("collide_vec3 *", "velocity"),
            ("collide_vec3 *", "tangent"), ("collide_vec3 *", "normal"),
            ("uint32_t *", "triangle"), ("collide_pair *", "pair"), ("collide_impact *", "out"),
            ("collide_cable_contact *", "out"), ("collide_sweep *", "out"),
            ("collide_overlap *", "out"), ("collide_ray_hit *", "out"),
            ("collide_distance *", "out"), ("collide_cable_distance *", "out"), ("collide_bracket *", "out"),
            ("collide_vec3 *", "point"), ("collide_pair *", "cell"),
            ("uint32_t *", "segment"), ("float *", "u")}
SHAPES = ("aabb sphere triangle obb spline cylinder tetrahedron ray segment plane contact impact "
          "mesh pair sweeps distances mover capsule shape").split()
MOST = {"capacity": 40, "capacity_each": 5, "n": 40, "m": 40}


def bare(kind):
    """vec3 of `const collide_vec3 *`."""
    return re.sub(r"^(const )?(collide_)?| ?\*+$", "", kind)


class Call:
    def __init__(self, function):
        self.name = function["name"]
        self.result = function["result"]
        self.parameters = [(p["type"], p["name"]) for p in function["parameters"]]
        self.types = {name: kind for kind, name in self.parameters}
        self.lines, self.after, self.arguments, self.pointers = [], [], {}, []

    def say(self, line):
        self.lines.append(line)

    def array_length(self, name, at):
        """The parameter that says how many there are, if it is an array."""
        following = [n for _, n in self.parameters[at + 1:at + 3]]
        if name in ("points", "cables", "spheres", "boxes") or following[:1] == ["n"]:
            return "n" if "n" in self.types else None
        return None

    def counted(self):
        """How many results there are of a batch."""
        packs = [n for k, n in self.parameters if k.endswith("_pack *")]
        if "pairs" in self.types and self.types["pairs"].startswith("const"):
            return "n"
        if self.name.endswith("_all"):
            return "a->count * 16 * COLLIDE_BLOCKS(count_of_pack(b))"
        if "poses_b" in self.types:
            return "poses_b->count"
        if self.lines_of_tree():
            return "b->count"
        if self.name.endswith("_many"):
            packs = [n for n in packs if n not in ("va", "vb")]
        if re.fullmatch(r"collide_(tree|terrain)_point_distance_many", self.name):
            return "(b ? count_of_pack(b) : 0)"
        least = f"count_of_pack({packs[0]})"
        for other in packs[1:]:
            least = f"less({least}, count_of_maybe({other}))"
        return least

    def lines_of_tree(self):
        """Whether these are many rays or segments, with a hit for each."""
        return re.fullmatch(r"collide_tree_(ray|segment)_many", self.name)

    def batch_of_motions(self):
        """Whether there is a bracket for each pair."""
        return bool(re.search(r"_motion_(many|lanes|pairs)$", self.name))

    def count(self, name):
        kind = bare(self.types[name])
        return f"count_of_{'pack' if kind.endswith('_pack') else kind}({name})"

    def holders(self):
        """Names of what indices may be of, in order."""
        held = ("_pack", "tree", "octree", "cable")
        return [n for k, n in self.parameters if bare(k).endswith(held) and k.startswith("const")]

    def sizes(self):
        for kind, name in self.parameters:
            if kind != "size_t":
                continue
            if name == "size" and "scratch" in self.types:
                continue
            if re.search("_size$", self.name) or name in ("i", "column", "row", "columns", "rows"):
                self.say(f"const size_t {name} = any_size(in);")
            elif name == "stride":
                of = next(n for n in "points spheres boxes objects".split() if n in self.types)
                size = "12" if of == "points" else f"sizeof(*{of})"
                size = f"sizeof(collide_{bare(self.types[of])})" if of != "points" else size
                self.say(f"const size_t {name} = any_stride(in, {size});")
            elif name == "first":
                self.say(f"const size_t {name} = take(in, 1) % 24;")
            elif name == "neighbours":
                self.say(f"const size_t {name} = take(in, 1) % 4;")
            elif name == "k":
                self.say("const size_t k = take(in, 1) % 20;")
            elif name in ("slice", "slices", "part", "parts"):
                self.say(f"const size_t {name} = take(in, 1) % 6;")
            elif name in MOST:
                self.say(f"const size_t {name} = take(in, 1) % {MOST[name] + 1};")
            else:
                sys.exit(f"fuzz_calls.py: how large is {name} of {self.name}?")

    def input(self, kind, name, at):
        """Arguments that a query reads."""
        what, length = bare(kind), self.array_length(name, at)
        if self.name == "collide_spline_from_bezier" and name == "points":
            self.say("const collide_vec3 *points = array_of_vec3(in, 4, 12);")
        elif name == "pairs":
            a, b = (self.pair_count(s) for s in "ab")
            self.say(f"const collide_pair *pairs = pairs_of(in, n, {a}, {b});")
        elif kind == "const uint32_t *": # those that a refit or an update lists
            of = next(n for n in ("tree", "octree") if n in self.types)
            self.say(f"const uint32_t *{name} = indices_of(in, n, {self.count(of)});")
            if of == "octree" and name == "indices":
                self.say("if (!indices && n != count_of_octree(octree))\n        return;")
        elif what == "void":
            self.say(f"const void *{name} = array_of_vec3(in, n, stride ? stride : 12);")
        elif name in ("spheres", "boxes"): # of all objects of an octree
            self.say(f"{kind}{name} = array_of_{what}(in, count_of_octree(octree), stride ? stride "
                     f": sizeof(collide_{what}));")
        elif name in ("now", "before"):
            self.say(f"const collide_contact *{name} = contacts_of(in, {'n' if name == 'now' else 'm'});")
        elif length:
            self.say(f"{kind}{name} = array_of_{what}(in, {length}, stride ? stride : "
                     f"sizeof(collide_{what}));")
        elif what == "sweeps":
            rows = "a->count" if self.name.endswith("_all") else "1"
            each = "count_of_pack(b)" if self.name.endswith("_all") else self.counted()
            self.say(f"const collide_sweeps {name} = sweeps_of(in, {rows}, {each});")
            self.arguments[name] = "&" + name
            self.after.append(f"took_sweeps(in, &{name}, {rows}, {each}, result);")
        elif what == "distances":
            self.say(f"const collide_distances {name} = distances_of(in, {self.counted()});")
            self.arguments[name] = "&" + name
            self.after.append(f"took_distances(in, &{name}, {self.counted()}, result);")
        elif what == "impact":
            made = self.name.replace("_contacts", "")
            before = [n for _, n in self.parameters[:at]]
            self.say(f"collide_impact made = impact_of(in);\n    if (in->tame || take(in, 1) % 4)\n"
                     f"        (void){made}({', '.join(before)}, 1e9f, &made);")
            self.say(f"const collide_impact *{name} = &made;")
        elif what == "mesh":
            of = self.types.get("tree")
            corners = 4 if self.name == "collide_tetrahedra_surface" else 3
            self.say(f"const collide_mesh *{name} = "
                     f"{'mesh_again(in, tree)' if of else f'mesh_with(in, {corners})'};")
        elif what == "front":
            self.say(f"{kind}{name} = front_of(in, a, b);")
        elif what == "motion" and self.name == "collide_motion_pose":
            self.say(f"{kind}{name} = motion_of(in);")
        elif what == "pose" and not re.search("_pose_(relative|compose|inverse)|tree|convex|front", self.name):
            self.say(f"{kind}{name} = pose_of(in);")
        elif what in ("pose", "vec3_pack", "velocity", "motion", "motion_array") or \
                what.endswith(("_options", "_filter")):
            self.say(f"{kind}{name} = maybe_{what}(in);")
        else:
            self.say(f"{kind}{name} = {what}_of(in);")

    def pair_count(self, side):
        what = bare(self.types[side])
        return f"{side}->triangle_count" if what == "mesh" else f"{side}->count"

    def list(self, kind, name):
        """An array that takes the first capacity of what is found."""
        what, took = kind.replace("*", "").strip(), "took"
        if self.name == "collide_convex_triangles":  # three indices each
            self.say(f"{kind}{name} = ({kind})room(in, 3 * capacity * sizeof(*{name}));")
            self.after.append(f"indices_below({name}, 3 * less(result, capacity), "
                              f"convex ? convex->vertex_count : 0);\n"
                              f"    took(in, {name}, 3 * less(result, capacity) * sizeof(*{name}));")
            return
        self.say(f"{kind}{name} = ({kind})room(in, capacity * sizeof(*{name}));")
        held = self.holders()
        found = "counts->pairs" if "front" in self.name else "(size_t)result"
        if what == "uint32_t":
            self.after.append(f"indices_below({name}, less({found}, capacity), "
                              f"{self.count(held[-1])});")
            took = "listed"
        elif name == "cells":
            self.after.append("pairs_below(cells, less(result, capacity), "
                              "b->grid.columns - 1, b->grid.rows - 1);")
        elif what == "collide_pair":
            took = "listed"
            counts = [self.count(n) for n in (held * 2)[:2]] if len(held) < 2 else \
                [self.count(n) for n in held[:2]]
            if bare(self.types.get("a", "")) == "cable":
                counts[0] = "collide_cable_segment_count(a)"
            self.after.append(f"pairs_below({name}, less({found}, capacity), {counts[0]}, "
                              f"{counts[1]});")
        elif what == "collide_tree_crossing":
            self.after.append(f"for (size_t i = 0; i < less(result, capacity); ++i)\n"
                              f"        pairs_below(&{name}[i].pair, 1, a->triangle_count, "
                              "b->triangle_count);")
        elif what == "collide_cable_contact":
            cable = next(n for k, n in self.parameters if bare(k) == "cable")
            self.after.append(f"cable_contacts_good({name}, less(result, capacity), "
                              f"collide_cable_segment_count({cable}));")
        elif what == "collide_cable_distance": # of the first segments, within max or not
            cable = next(n for k, n in self.parameters if bare(k) == "cable")
            self.after.append(f"cable_distances_good({name}, result, capacity, max, "
                              f"collide_cable_segment_count({cable}));")
            self.after.append(f"took(in, {name}, result ? less(collide_cable_segment_count({cable}), "
                              f"capacity) * sizeof(*{name}) : 0);")
            return
        elif what == "collide_contact":
            given = "options" if "options" in self.types else "NULL"
            self.after.append(f"contacts_good({name}, less(result, capacity), {given});")
        self.after.append(f"{took}(in, {name}, less({found}, capacity) * sizeof(*{name}));")

    def output(self, kind, name, at):
        following = [n for _, n in self.parameters[at + 1:at + 3]]
        if self.name == "collide_tetrahedra_surface" and name == "indices":
            self.say("uint32_t *indices = (uint32_t *)room(in, 12 * capacity);")
            self.after.append("if (result == COLLIDE_OK) {\n"
                              "        FUZZ_CHECK(*count <= 4 * mesh->triangle_count);\n"
                              "        indices_below(indices, 3 * less(*count, capacity), "
                              "mesh->vertex_count);\n"
                              "        took(in, indices, 12 * less(*count, capacity));\n    }")
        elif self.name == "collide_mesh_open_edges" and name == "edges":
            self.say("collide_pair *edges = (collide_pair *)room(in, 8 * capacity);")
            self.after.append("if (result == COLLIDE_OK) {\n"
                              "        FUZZ_CHECK(*count <= 3 * mesh->triangle_count);\n"
                              "        pairs_below(edges, less(*count, capacity), "
                              "mesh->vertex_count, mesh->vertex_count);\n"
                              "        took(in, edges, 8 * less(*count, capacity));\n    }")
        elif following[:1] == ["capacity"] or (name == "indices" and following[1:] == ["capacity"]):
            self.list(kind, name)
        elif "k" in self.types and name in ("indices", "distances"):
            self.say(f"{kind}{name} = ({kind})room(in, k * sizeof(*{name}));")
            self.after.append(f"FUZZ_CHECK(result <= k);\n    took(in, {name}, result * sizeof(*{name}));")
        elif name == "t" and following[:1] != ["capacity"] and "bits" in self.types:
            self.say(f"float *t = (float *)room(in, {self.counted()} * sizeof *t);")
            self.after.append(f"took(in, t, {self.counted()} * sizeof *t);")
        elif name == "t" and "capacity" in self.types:
            self.list(kind, name)
        elif name == "match":
            self.say("uint32_t *match = (uint32_t *)room(in, n * sizeof *match);")
            self.after.append("FUZZ_CHECK(result <= n && result <= m);\n    for (size_t i = 0; i < n; ++i)"
                              "\n        FUZZ_CHECK(match[i] < m || match[i] == COLLIDE_MATCH_NONE);"
                              "\n    took(in, match, n * sizeof *match);")
        elif name == "bits":
            self.say(f"uint16_t *bits = (uint16_t *)room(in, 2 * COLLIDE_BLOCKS({self.counted()}));")
            exact = "true" if not self.name.endswith("_all") else "false"
            self.after.append(f"took_bits(in, bits, {self.counted()}, result, {exact});")
        elif kind == "uint32_t *" and name == "counts":
            many = "count_of_pack(b)"
            self.say(f"uint32_t *counts = (uint32_t *)room(in, {many} * sizeof *counts);")
            self.after.append(f"took(in, counts, {many} * sizeof *counts);")
        elif following[:1] == ["capacity_each"]:
            self.say(f"{kind}{name} = ({kind})room(in, count_of_pack(b) * capacity_each * "
                     f"sizeof(*{name}));")
        elif kind == "collide_contact *": # changed in their place
            self.say(f"collide_contact *{name} = contacts_of(in, n);")
            self.after.append(f"contacts_good({name}, result, NULL);\n    FUZZ_CHECK(result <= n);")
        elif bare(kind) in OPAQUE or bare(kind).endswith("_pack"):
            given = "a, b" if bare(kind) == "front" else ""
            self.say(f"{kind}{name} = {bare(kind)}_of(in{', ' * bool(given)}{given});")
        elif self.name == "collide_tree_tree_distance_poses":
            self.say(f"{kind}out = ({kind})room(in, poses_b->count * sizeof *out);")
            self.after.append(
                "for (size_t i = 0; i < poses_b->count; ++i) {\n"
                "        const collide_pose p = pose_at(poses_b, i);\n"
                "        collide_distance d;\n"
                "        (void)collide_tree_tree_distance(a, pose_a, b, &p, max, &d, NULL);\n"
                "        FUZZ_CHECK(in->damaged || memcmp(&d, &out[i], sizeof d) == 0);\n"
                "    }\n    FUZZ_CHECK(result <= poses_b->count);\n"
                "    took(in, out, poses_b->count * sizeof *out);")
        elif self.batch_of_motions():
            n = self.counted()
            self.say(f"{kind}out = ({kind})room(in, {n} * sizeof *out);")
            self.after.append(f"for (size_t i = 0; i < {n}; ++i)\n"
                              "        bracket_good(in, &out[i], out[i].verdict != COLLIDE_MISS);\n"
                              f"    FUZZ_CHECK(result <= {n});\n    took(in, out, {n} * sizeof *out);")
        elif self.lines_of_tree():
            self.say(f"{kind}out = take(in, 1) % 8 == 0 ? NULL :\n"
                     "        (collide_ray_hit *)room(in, b->count * sizeof *out);")
            self.after.append("took_if(in, out, b->count * sizeof *out, true);")
        else:
            some = f"({kind})room(in, sizeof(*{name}))"
            if (kind, name) in NULLABLE:
                some = f"take(in, 1) % 8 == 0 ? NULL : {some}"
            self.say(f"{kind}{name} = {some};")
            if name in ("count", "counts", "work"):
                self.say(f"if ({name})\n        memset({name}, 0, sizeof(*{name}));")
            if name == "triangle":
                self.after.append(f"FUZZ_CHECK(!triangle || *triangle < {self.count('b')} || "
                                  "(!result && *triangle == UINT32_MAX));")
            if name == "segment" and kind == "uint32_t *":
                self.after.append("FUZZ_CHECK(!segment || *segment < collide_cable_segment_count(b) || "
                                  "(!result && *segment == UINT32_MAX));")
            if kind == "collide_ray_hit *":
                many = self.count("b") if bare(self.types["b"]) == "tree" else "0"
                self.after.append(f"hit_good({name}, result, {many});")
            if kind == "collide_distance *":
                self.after.append(f"distance_good({name}, result);")
            if kind == "collide_cable_distance *":
                cable = next(n for k, n in self.parameters if bare(k) == "cable")
                self.after.append(f"cable_distance_good({name}, result, "
                                  f"collide_cable_segment_count({cable}));")
            if kind == "collide_bracket *":
                self.after.append(f"bracket_good(in, {name}, result);")
            if name == "pair":
                counts = [f"{s}->count" if bare(self.types[s]).endswith("_array") else self.count(s)
                          for s in "ab"]
                self.after.append(f"FUZZ_CHECK(!pair || !result || (pair->a < {counts[0]} && "
                                  f"pair->b < {counts[1]}));")
            self.after.append(f"took_if(in, {name}, sizeof(*{name}), "
                              f"{'result' if self.result == 'bool' else '1'});")

    def argument(self, kind, name, at):
        time = name == "t" and self.name.startswith("collide_motion_")
        values = {"float": "time_of(in)" if name == "t_max" else
                           "pure_number(in)" if time else "number(in)",
                  "collide_vec3": "vec3_by_value(in)", "uint32_t": "take(in, 1) % 2",
                  "collide_shape_kind": "(collide_shape_kind)(take(in, 1) % 14)", "collide_tree_visitor": "visitor",
                  "collide_pair": 
                  "pair_by_value(in, count_of_mover(a), count_of_mover(b))"}
        if kind in values:
            self.say(f"const {kind} {name} = {values[kind]};")
        elif name == "scratch":
            of = "tetrahedra" if "tetrahedra" in self.name else "mesh"
            self.say(f"const size_t size = collide_{of}_scratch_size(mesh->triangle_count);\n"
                     "    void *scratch = room(in, size);")
        elif name == "user":
            self.say("size_t visits = take(in, 1) % 32, *user = &visits;")
        elif "**" in kind or kind == "void *":
            sys.exit(f"fuzz_calls.py: {self.name} needs a call by hand")
        elif kind.startswith("const"):
            self.input(kind, name, at)
        elif kind != "size_t":
            self.output(kind, name, at)

    def singles(self, names):
        """What the answer is by single calls, of numbers of ordinary sizes."""
        tree = re.fullmatch(r"collide_(\w+)_tree_indices", self.name)
        cable = re.fullmatch(r"collide_cable_(\w+)_contacts", self.name)
        any_of = re.fullmatch(r"collide_(\w+)_tree", self.name)
        near = re.fullmatch(r"collide_(sphere|aabb)_octree_indices", self.name)
        within = re.fullmatch(r"collide_(sphere|aabb|octree)_octree_within_indices|"
                              r"collide_octree_(self)_within_indices", self.name)
        within = within and (None, within[1] or within[2])
        within = None if within and within[1] == "octree" else within
        if tree and f"collide_{tree[1]}_triangle" in names:
            one = f"collide_{tree[1]}_triangle"
            more = ", NULL" * (len(names[one]) - 2)
            self.after.append(
                "for (size_t i = 0, n = 0; in->tame && b->type != COLLIDE_TREE_TETRAHEDRA; ++i) {\n"
                "        if (i == b->triangle_count) {\n"
                "            FUZZ_CHECK(n == result);\n            break;\n        }\n"
                "        const collide_triangle t = triangle_at(in, b, pose_b, i);\n"
                f"        n += {one}(a, &t{more});\n    }}")
        elif any_of and any_of[1] not in ("tree", "ray", "segment", "point", "aabb_from"):
            given = ", ".join(n for _, n in self.parameters)
            self.after.append(f"FUZZ_CHECK(in->damaged || "
                              f"result == ({self.name}_indices({given}, NULL, 0) > 0));")
        elif cable and f"collide_spline_{cable[1]}" in names:
            tree = cable[1] == "tree"
            without = "in->damaged || !b || b->type == COLLIDE_TREE_TETRAHEDRA || " if tree else ""
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; i < collide_cable_segment_count(a) &&\n"
                "                       collide_cable_check(a) == COLLIDE_OK; ++i) {\n"
                "        const collide_spline s = collide_cable_segment(a, i);\n"
                f"        n += collide_spline_{cable[1]}(&s, b, {'pose_b' if tree else 'NULL'});\n"
                f"    }}\n"
                f"    FUZZ_CHECK({without}n == result);")
        elif near:
            of_ball = {"sphere": "collide_sphere_sphere(a, &in->balls[i])",
                       "aabb": "collide_sphere_aabb(&in->balls[i], a)"}[near[1]]
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; in->tame && i < b->count; ++i)\n"
                f"        n += in->balls ? {of_ball}\n"
                f"                       : collide_{near[1]}_aabb(a, &in->boxes[i]);\n"
                "    FUZZ_CHECK(!in->tame || (filter ? result <= n : result == n));")
        elif self.name.endswith("_octree_nearest"):
            self.nearest(self.name.split("_")[1])
        elif self.name == "collide_octree_self_part_indices":
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; i < parts; ++i)\n"
                "        n += collide_octree_self_part_indices(octree, i, parts, filter, NULL, 0);\n"
                "    FUZZ_CHECK(!parts || n == collide_octree_self_indices(octree, filter, NULL, 0));\n"
                "    FUZZ_CHECK(result <= n);")
        elif within and within[1] == "self":
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; in->tame && i < octree->count; ++i)\n"
                "        for (size_t j = i + 1; j < octree->count; ++j)\n"
                "            n += in->balls ? collide_sphere_sphere_within(&in->balls[i], "
                "&in->balls[j], margin)\n"
                "                           : collide_aabb_aabb_within(&in->boxes[i], "
                "&in->boxes[j], margin);\n"
                "    FUZZ_CHECK(!in->tame || (filter ? result <= n : result == n));")
        elif within:
            of_ball = {"sphere": "collide_sphere_sphere_within(a, &in->balls[i], margin)",
                       "aabb": "collide_sphere_aabb_within(&in->balls[i], a, margin)"}[within[1]]
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; in->tame && i < b->count; ++i)\n"
                f"        n += in->balls ? {of_ball}\n"
                f"                       : collide_{within[1]}_aabb_within(a, &in->boxes[i], "
                "margin);\n    FUZZ_CHECK(!in->tame || (filter ? result <= n : result == n));")
        elif self.name == "collide_octree_self_indices":
            self.after.append(
                "size_t n = 0;\n    for (size_t i = 0; in->tame && i < octree->count; ++i)\n"
                "        for (size_t j = 0; j < i; ++j)\n"
                "            n += in->balls ? collide_sphere_sphere(&in->balls[i], &in->balls[j])\n"
                "                           : collide_aabb_aabb(&in->boxes[i], &in->boxes[j]);\n"
                "    FUZZ_CHECK(!in->tame || (filter ? result <= n : result == n));")
        elif re.fullmatch(r"collide_(shape_cable|cable_\w+)_within", self.name):
            given = ", ".join(n for _, n in self.parameters)
            self.after.append("FUZZ_CHECK(in->damaged || result == "
                              f"{self.name.replace('_within', '_distance')}({given}, NULL));")
        elif self.name == "collide_shape_tree_within":
            self.after.append("FUZZ_CHECK(in->damaged || result == collide_shape_tree_distance("
                              "a, b, pose_b, margin, NULL));")
        elif self.name == "collide_shape_tree_distance":
            self.after.append("FUZZ_CHECK(in->damaged || !(max >= 0) || result ||\n"
                              "               a->kind == COLLIDE_SHAPE_CONVEX || // directions may be missing\n"
                              "               a->kind == COLLIDE_SHAPE_OBB || // and triangles slivers\n"
                              "               !collide_shape_tree(a, b, pose_b));")
        elif self.name == "collide_shape_terrain_distance":
            self.after.append("FUZZ_CHECK(in->damaged || !(max >= 0) || result ||\n"
                              "               !collide_shape_terrain(a, b));")
        elif self.name == "collide_point_terrain_distance":
            self.after.append("FUZZ_CHECK(in->damaged || result == collide_point_terrain_distance("
                              "p, b, max, NULL));")
        elif self.name == "collide_tree_tree_poses":
            self.after.append(
                "for (size_t i = 0; i < poses_b->count; ++i) {\n"
                "        const collide_pose p = pose_at(poses_b, i);\n"
                "        FUZZ_CHECK(in->damaged || (bits[i / 16] >> i % 16 & 1) ==\n"
                "                   collide_tree_tree(a, pose_a, b, &p, NULL));\n    }")
        elif self.name == "collide_front_indices":
            self.after.append("FUZZ_CHECK(in->damaged ||\n               counts->pairs == collide_tree_tree_indices(a, pose_a, b, pose_b, "
                              "NULL, 0, NULL));")
        elif self.name == "collide_tree_tree_containment":
            self.after.append("FUZZ_CHECK(in->damaged || (result == COLLIDE_CONTAINMENT_MEET) ==\n"
                              "               collide_tree_tree(a, pose_a, b, pose_b, NULL));")
        elif self.name == "collide_tree_tree":
            self.after.append("FUZZ_CHECK(in->damaged ||\n               result == (collide_tree_tree_indices(a, pose_a, b, pose_b, "
                              "NULL, 0, NULL) > 0));")
        elif self.lines_of_tree():
            line = self.lines_of_tree()[1]
            more = ", t_max" if line == "ray" else ""
            self.after.append(
                "for (size_t i = 0; i < b->count; ++i) {\n"
                f"        collide_{line} line;\n        collide_ray_hit hit;\n"
                "        memcpy(&line, (const char *)b->objects + i * (b->stride ? b->stride\n"
                "                                                                : sizeof line), "
                "sizeof line);\n"
                f"        const bool found = collide_{line}_tree(&line, a, pose_a{more}, &hit);\n"
                "        FUZZ_CHECK(in->damaged || found == (bits[i / 16] >> i % 16 & 1));\n"
                "        FUZZ_CHECK(in->damaged || !out || memcmp(&hit, &out[i], sizeof hit) == 0);"
                "\n    }")
        elif self.name.startswith("collide_terrain_") and self.name.endswith("_contacts_many"):
            body = self.name.split("_")[2]
            self.after.append(
                "for (size_t i = 0; i < count_of_pack(b); ++i) {\n"
                f"        const collide_{body} c = collide_{body}_pack_get(b, i);\n"
                f"        FUZZ_CHECK(counts[i] == collide_{body}_terrain_contacts(&c, a, options, "
                "NULL, 0));\n    }")

    def nearest(self, what):
        """In order, and none that is left is nearer than the last."""
        self.after.append(
            f"const collide_shape shape = collide_shape_from_{what}(a);\n"
            "    for (size_t i = 1; i < result; ++i)\n"
            "        FUZZ_CHECK(distances[i - 1].lo <= distances[i].lo);\n"
            "    size_t n = 0;\n    for (size_t i = 0; in->tame && i < b->count; ++i) {\n"
            "        const collide_shape other = in->balls ? collide_shape_from_sphere(&in->balls[i])\n"
            "                                              : collide_shape_from_aabb(&in->boxes[i]);\n"
            "        collide_distance d;\n        bool listed_here = false;\n"
            "        if (!collide_shape_shape_distance(&shape, &other, float_of(0x7f800000), &d) ||\n"
            "            !(d.lo <= max))\n            continue;\n        ++n;\n"
            "        for (size_t j = 0; j < result; ++j) {\n"
            "            listed_here |= indices[j] == i;\n"
            "            FUZZ_CHECK(indices[j] != i || memcmp(&d, &distances[j], sizeof d) == 0);\n"
            "        }\n"
            "        FUZZ_CHECK(listed_here || filter || (result == k && (k == 0 || "
            "d.lo >= distances[k - 1].lo)));\n    }\n"
            "    FUZZ_CHECK(!in->tame || filter || result == less(k, n));")

    def given(self, kind, name):
        """What is passed: of pointers NULL, if a program leaves that one out. Without velocities
        there would be more results."""
        value = self.arguments.get(name, name)
        if not kind.endswith("*") or name in ("user", "va", "vb"):
            return value
        self.pointers.append(name + "!" * self.required(kind, name))
        return f"GIVEN({len(self.pointers)}, {value})"

    def required(self, kind, name):
        """Whether NULL is misuse, whatever the rest: of shapes, and of lists that have room."""
        names = [n for _, n in self.parameters] + [""]
        shape = re.fullmatch(r"const collide_(\w+) \*", kind)
        if self.result == "collide_status":
            return False
        return name == "bits" or (name == "out" and self.batch_of_motions()) or \
            self.name.startswith("collide_motion_") or (names[names.index(name) + 1] == "capacity" and name != "t") or \
            bool(shape and (shape[1] in SHAPES or re.fullmatch(r"kdop\d+|(?!motion)\w+_array", shape[1])))

    def contact_options(self):
        return ["options"] * (bare(self.types.get("options", "")) == "contact_options")

    def default_options(self, given):
        """Contacts are the same whether options are NULL or all zeros."""
        many, kind = "capacity_each" in self.types, self.types["contacts"]
        count = "count_of_pack(b) * capacity_each" if many else "capacity"
        self.say("collide_contact_options zeros;\n    memset(&zeros, 0, sizeof zeros);")
        self.say(f"{kind}again = ({kind})room(in, {count} * sizeof *again);")
        given = {**given, "options": "other_options(options, &zeros)",
                 "contacts": given["contacts"].replace("contacts", "again")}
        self.after.append(f"FUZZ_CHECK({self.name}({', '.join(given.values())}) == result);")
        if many:
            self.after.append(
                "for (size_t i = 0; i < count_of_pack(b); ++i)\n"
                "        FUZZ_CHECK(memcmp(again + i * capacity_each, contacts + i * capacity_each,\n"
                "                          less(counts[i], capacity_each) * sizeof *again) == 0);")
        else:
            self.after.append("FUZZ_CHECK(memcmp(again, contacts, less(result, capacity) * "
                              "sizeof *again) == 0);")

    def text(self, names):
        self.sizes()
        later = [(at, p) for at, p in enumerate(self.parameters) if p[0] != "size_t"]
        # A front is of two trees, pairs are of two arrays, lists of an octree: these come first.
        later.sort(key=lambda x: x[1][1] in ("pairs", "indices", "front", "impact", "pair", "bits",
                                             "counts", "spheres", "boxes", "distances", "t", "cells", "out",
                                             "contacts", "intervals", "triangles",
                                             *self.contact_options()) and
                   x[1][0] not in ("collide_tree *",))
        for at, (kind, name) in later:
            self.argument(kind, name, at)
        given = {n: self.given(kind, n) for kind, n in self.parameters}
        call = f"{self.name}({', '.join(given.values())})"
        if self.contact_options():
            self.default_options(given)
        whole = ("bool", "size_t", "collide_status", "collide_containment")
        took = "said" if self.result in whole else "took"
        if "bracket_good" in "".join(self.after):  # of times: NEAR proves nothing
            took = "listed"
        if self.name.endswith(("_contacts", "_contacts_many")):  # which and how many of equal ones, their order decides
            took = "listed"
            self.after.insert(0, "const bool any = result > 0;\n    said(in, &any, sizeof any);")
        if self.result == "void":
            body = [call + ";", "ended(in);"]
        else:
            shape = self.result == "collide_shape"
            body = [f"const {self.result} result = {call};", "ended(in);",
                    "took_shape(in, result);" if shape else f"{took}(in, &result, sizeof result);"]
        self.singles(names)
        lines = "\n    ".join(self.lines + ["began(in);"] + body + self.after)
        if ("const collide_shape_array *", "b") in self.parameters and "counts" in given:
            lines = lines.replace("count_of_pack(b)", "b->count")
        return f"static void call_{self.name[8:]}(world *in) {{\n    {lines}\n}}\n"


def main():
    script = os.path.join(TOP, "src", "interface.py")
    found = json.loads(subprocess.run([sys.executable, script], check=True,
                                      stdout=subprocess.PIPE).stdout)
    rows = []
    names = {f["name"]: f["parameters"] for family in found["families"]
             for f in family["functions"]}
    for family in found["families"]:
        for function in family["functions"]:
            pointers = []
            kinds = [p["type"] for p in function["parameters"]]
            if function["name"] in BY_HAND:
                print(f"static void call_{function['name'][8:]}(world *in);\n")
            elif function["name"] in PASSED or any("**" in k for k in kinds):
                continue
            else:
                call = Call(function)
                print(call.text(names))
                pointers = call.pointers
            key = zlib.crc32(function["name"].encode()) % 65536
            rows.append(f"    {{{key}, \"{family['name']}\", \"{function['name']}\", "
                        f"call_{function['name'][8:]}, \"{' '.join(pointers)}\"}},")
    rows.sort(key=lambda row: int(re.search(r"\d+", row)[0]))
    print("static const struct call calls[] = {\n" + "\n".join(rows) + "\n};")


main()
