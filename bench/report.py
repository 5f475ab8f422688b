"""Writes tables and plots of the results of bench/measure.py. From the top folder:

    python3 bench/report.py          writes bench/results/*/README.md and, with gnuplot, *.svg, and
                                     fills the blocks of README.md and docs/performance.md between
                                     <!-- results: NAME --> and <!-- end -->
    python3 bench/report.py check    exits with 1 if a Markdown file differs from its results

README.md and docs/performance.md show the machine that bench/results/shown names.
"""
import glob
import json
import math
import os
import re
import shutil
import subprocess
import sys

RESULTS = "bench/results"
ISAS = ["single", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"]
TITLES = {"single": "single calls", "scalar": "scalar batch", "sse2": "SSE2", "avx2": "AVX2",
          "avx512": "AVX-512", "neon": "NEON", "wasm128": "WASM"}
COLORS = {"single": "#8c8c8c", "scalar": "#5b5b5b", "sse2": "#e0a030", "avx2": "#2f7fbf",
          "avx512": "#1f9f6f", "neon": "#9f4fbf", "wasm128": "#bf4f4f"}
FAMILIES = [
    ("k-DOPs", r"kdop\d+(_all)?$"), ("Bounds and packs", r"kdop18_from|\w+_pack_build"),
    ("Moving OBBs, triangles and convex bodies", r"sweep_|motion_obb"),
    ("Triangles", r"triangle_"), ("Octree", r"octree"), ("Terrain", r"cylinder"),
    ("Meshes", r"tree_(?!ray)|mesh_|movers|(point|distance|within|motion)_tree"),
    ("Rays", r"(tree_)?ray_"), ("Cables", r"cable"),
]
WHAT = {
    "kdop6": "6-DOP against n", "kdop14": "14-DOP against n", "kdop18": "18-DOP against n",
    "kdop26": "26-DOP against n", "kdop18_all": "all pairs of n 18-DOPs",
    "kdop18_from_obb": "18-DOP of an OBB", "kdop18_pack_build": "pack of 18-DOPs; per 18-DOP",
    "obb_pack_build": "pack of OBBs; per OBB",
    "sweep_obb_obb": "moving OBBs, pair by pair",
    "sweep_obb_obb_many": "moving OBB against n",
    "sweep_obb_triangle": "moving OBB and triangle, pair by pair",
    "sweep_convex": "moving convex bodies, 12 vertices each",
    "triangle_triangle": "triangles, pair by pair",
    "octree_pairs": "all pairs of n spheres, after building or updating; per sphere",
    "octree_nearest": "the nearest of n spheres to a point; per point",
    "cylinder_cells": "cells that a cylinder overlaps; per cell",
    "cylinder_terrain_test": "cylinders on terrain, yes or no",
    "cylinder_terrain": "cylinder on terrain, contacts",
    "contacts_sphere_terrain": "sphere on terrain, contacts",
    "contacts_obb_terrain": "OBB on terrain, contacts",
    "tree_build": "build a tree; per triangle", "tree_refit": "refit a tree; per triangle",
    "mesh_mesh_any": "two meshes, yes or no", "mesh_mesh_all": "two meshes, all pairs",
    "mesh_mesh_sweep": "two moving meshes, first contact",
    "ray_tree_any": "ray against a mesh, yes or no",
    "point_tree": "point and a mesh, distance",
    "distance_tree": "two meshes, distance", "within_tree": "two meshes, within a margin",
    "motion_tree": "two meshes that move and turn, first contact",
    "motion_obb_obb": "OBBs that move and turn, first contact",
    "motion_capsule_obb": "capsule and OBB that move and turn, first contact",
    "motion_convex": "convex bodies that move and turn, first contact",
    "ray_tree": "ray against a mesh, first hit", "ray_terrain": "ray against terrain, first hit",
    "tree_ray_many": "rays against a mesh in batches, first hits; per ray",
    "movers_sweep": "all pairs of n moving meshes; per mesh",
    "cable_box": "box against n segments of cables, near",
    "cable_triangle": "segment of a cable against n triangles",
    "obb_obb": "OBBs at rest, pair by pair", "membw": "reading 72 bytes",
    "distance_sphere_sphere": "distance of spheres",
    "distance_capsule_capsule": "distance of capsules",
    "distance_sphere_obb": "distance of a sphere and an OBB",
    "distance_capsule_obb": "distance of a capsule and an OBB",
    "distance_sphere_triangle": "distance of a sphere and a triangle",
    "distance_capsule_triangle": "distance of a capsule and a triangle",
    "distance_triangle_triangle": "distance of triangles",
    "distance_obb_obb": "distance of OBBs", "distance_convex": "distance of convex bodies",
    "distance_cylinder_obb": "distance of a cylinder and an OBB",
    "distance_cylinder_cylinder": "distance of cylinders",
    "within_obb_obb": "OBBs within a margin",
    "nearest_pack": "the nearest of n to one; per object of the pack",
    "cloud_shapes": "20 links of a robot against a cloud; per point",
}
# Sizes of cloud_shapes: what is asked, and bytes of a point or sphere.
CLOUDS = {"within": ("all points within 2 cm", 12), "any": ("is a point within 2 cm? none is", 12),
          "nearest": ("the nearest point and link", 12), "spheres": ("all spheres within 2 cm", 16)}
PICTURES = {
    "isas": "Queries per second of each case on each instruction set",
    "peers": "Times of all rivals, as multiples of ours",
}
PEERS = ["FCL", "Bullet", "ODE", "libccd", "Embree"]
# Rows of the table in README.md: case, size, words.
GLANCE = [
    ("kdop18", "L5.25", "one 18-DOP against 4,096"), ("obb_obb", "-", "OBBs at rest, pair by pair"),
    ("sweep_obb_obb", "-", "moving OBBs, first time of contact"),
    ("triangle_triangle", "-", "triangles, pair by pair"),
    ("cylinder_terrain_test", "-", "wheels on terrain, yes or no"),
    ("octree_pairs", "clustered-mixed", "all pairs of 32,768 clustered spheres, per sphere"),
    ("octree_pairs", "uniform", "all pairs of 32,768 evenly spread spheres, per sphere"),
    ("mesh_mesh_any", "4332, 4332 triangles", "two meshes, yes or no"),
    ("mesh_mesh_all", "4332, 4332 triangles", "two meshes, all pairs of triangles"),
    ("tree_build", "4332 triangles", "building the tree of a mesh, per triangle"),
    ("tree_refit", "4332 triangles", "refitting the tree of a mesh, per triangle"),
    ("ray_tree", "47628 triangles", "ray against a mesh, first hit"),
    ("ray_terrain", "-", "ray against terrain, first hit"),
    ("kdop18_from_obb", "-", "18-DOP of an OBB"),
]
# Pages with blocks of results, and the names of these blocks.
BLOCKS = {"README.md": ["machine", "peers"],
          "docs/performance.md": ["machine", "pictured-peers", "isas", "distances"]}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def load(folder, name):
    path = os.path.join(folder, name + ".json")
    return json.loads(read(path)) if os.path.exists(path) else None


def time(ns):
    """Three digits, in ns, us or ms."""
    for unit, name in ((1e6, " ms"), (1e4, None), (1, "")):
        if ns >= unit:
            break
    if name is None:
        unit, name = 1e3, " us"
    x = ns / unit if ns >= 1 else ns
    digits = max(0, 2 - max(-2, math.floor(math.log10(x)))) if x > 0 else 0
    return f"{x:.{digits}f}{name}"


def ratio(x):
    return f"{x:.2f}" if x < 0.45 else f"{x:.1f}" if x < 9.95 else f"{x:,.0f}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def source(about):
    return (f"{about['cpu']}, {about['clock_ghz']} GHz; {about['compiler']}, `{about['flags']}`; "
            f"collide.h {about['collide']}; {about['date']}.\n")


def name_of(row):
    n = ""
    if row["case"].startswith(("kdop", "octree", "movers", "cable", "sweep", "triangle",
                               "obb_pack", "nearest")):
        n = f", n = {row['n']:,}"
    if row["size"].endswith(("many", "bracket")):
        n = f", one against {row['n']:,}"
    hits = ""
    shares = r"kdop\d+(_all)?$|sweep_obb|triangle|cable|(tree_)?ray"
    if re.match(shares, row["case"]) and row["queries"]:
        share = 100 * row["hits"] / row["queries"]
        hits = f", {share:.2g} % hits" if share < 99.5 else ", 100 % hits"
    return f"{WHAT[row['case']]}{n}{hits} (`{row['case']}`, {row['size']})"


class Machine:
    """The results of one machine."""

    def __init__(self, folder):
        self.folder = folder
        found = {isa: load(folder, "isa-" + isa) for isa in ISAS}
        self.isas = {isa: {(row["case"], row["size"], row["n"]): row for row in data["rows"]}
                     for isa, data in found.items() if data}
        self.scaling, self.peers = load(folder, "scaling"), load(folder, "peers")
        self.growth = load(folder, "growth")
        self.limits, self.compare = load(folder, "limits"), load(folder, "compare")
        self.old, self.distances = load(folder, "old"), load(folder, "distances")
        self.distance_peers = load(folder, "distance_peers")
        self.mesh_peers = load(folder, "mesh_peers")
        self.motion_peers = load(folder, "motion_peers")
        self.about = next((d["machine"] for d in [*found.values(), self.peers] if d), None)

    def limit(self, key, isa):
        """The larger of the limits of a case, or None."""
        rows = [row for row in (self.limits or {"rows": []})["rows"]
                if (row["case"], row["size"], row["n"]) == key and row["isa"] == isa]
        return max(rows, key=lambda row: row["ns"]) if rows else None

    def throughput(self, pattern):
        """The table of the cases that match the pattern, on each instruction set."""
        batches = [isa for isa in self.isas if isa not in ("single", "scalar")]
        # a loop of single calls would ask all pairs of an octree; single calls of trees use vectors
        plain = "scalar" if pattern.startswith(("octree", "tree")) else "single"
        rows = []
        for key, row in self.isas[plain].items():
            if not re.match(pattern, key[0]):
                continue
            ns = {isa: self.isas[isa][key]["ns"] for isa in [plain] + batches}
            limit = self.limit(key, batches[-1])
            rows.append([name_of(row)] + [time(x) for x in ns.values()] +
                        [ratio(ns[plain] / min(ns.values())),
                         f"{time(limit['ns'])} ({limit['by']})" if limit else "-"])
        head = ["ns per query", plain] + [TITLES[isa] for isa in batches]
        return table(head + [plain + " : best", "limit"], rows) if rows else ""

    def of_distances(self, pattern):
        """Of each case of distances that matches the pattern, a row on each instruction set."""
        cases = {}
        for row in self.distances["rows"]:
            if re.match(pattern, row["case"]):
                cases.setdefault((row["case"], row["size"], row["n"]), {})[row["isa"]] = row
        return cases

    def distances_text(self):
        """The tables of distances and margins, and of clouds."""
        if not self.distances:
            return "`make results` has not measured distances on this machine yet.\n"
        batches = [isa for isa in ISAS if any(row["isa"] == isa for row in self.distances["rows"])
                   and isa not in ("single", "scalar")]
        isas = ["single"] + batches
        rows, clouds = [], []
        for found in self.of_distances("distance|within|nearest").values():
            ns = [found[isa]["ns"] for isa in isas]
            rows.append([name_of(found["single"])] + [time(x) for x in ns] +
                        [ratio(ns[0] / min(ns))])
        memory = self.of_distances("membw")
        for (_, size, n), found in self.of_distances("cloud").items():
            what, bytes_of = CLOUDS[size]
            best = min(batches, key=lambda isa: found[isa]["ns"])
            ns = found[best]["ns"]
            read = memory.get(("membw", "-", n * bytes_of // 72))
            share = f"{100 * read[best]['ns'] * bytes_of / 72 / ns:.0f} %" if read else "-"
            clouds.append([f"{what} (`cloud_shapes`, {size})"] +
                          [time(found[isa]["ns"] * n) for isa in isas] +
                          [f"{1e3 / ns:,.0f} million", share])
        titles = [TITLES[isa] for isa in isas]
        text = source(self.distances["machine"]) + "\n" + table(
            ["ns per query"] + titles + ["single : best"], rows)
        if clouds:
            text += "\n" + table([f"20 capsules and {n:,} points"] + titles +
                                 ["points a second", "of the bandwidth"], clouds)
        return text

    def distance_peers_table(self):
        """Of each pair and gap the fastest of FCL's and of Bullet's ways, correct ones first."""
        cases, rows = {}, []
        for row in self.distance_peers["rows"]:
            cases.setdefault((row["pair"], row["gap"]), []).append(row)
        for (pair, gap), found in cases.items():
            single = next(row for row in found if row["way"] == "single")
            lanes = min((row for row in found if row["way"] in ISAS[2:]), key=lambda row: row["ns"])
            cells, short = [pair, gap, time(single["ns"]),
                            f"{time(lanes['ns'])} ({TITLES[lanes['way']]})"], []
            for library, goal in (("FCL", 10), ("Bullet", 5)):
                ways = [row for row in found if row["way"].startswith(library)]
                if not ways:
                    cells.append("-")
                    continue
                best = min(ways, key=lambda row: (row["wrong"], row["ns"]))
                x = best["ns"] / lanes["ns"]
                short += [f"{goal} {library}"] if x < goal else []
                cells.append(f"{time(best['ns'])} ({ratio(best['ns'] / single['ns'])}, {ratio(x)}; "
                             f"{best['way'].split(', ', 1)[1]})" +
                             (f", {best['wrong']:,} wrong" if best["wrong"] else ""))
            rows.append(cells + [", ".join(short)])
        return table(["pair", "gap", "single calls", "lanes"] +
                     [f"{library} (divided by single calls, by lanes; way)"
                      for library in ("FCL", "Bullet")] + ["short of"], rows)

    def mesh_peers_text(self):
        """A table for each case: every way of ours and of rivals."""
        cases, text = {}, ""
        for row in self.mesh_peers["rows"]:
            cases.setdefault((row["case"], row["size"], row["triangles"]), []).append(row)
        for (case, size, triangles), found in cases.items():
            text += table([f"{WHAT[case]} (`{case}`, {size}), {triangles:,} triangles", "time",
                           "ratio", f"wrong of {found[0]['judged']:,}", "largest error"],
                          [[row["way"], time(row["ns"]), ratio(row["ratio"]), str(row["wrong"]),
                            f"{row['off']:.1g}"] for row in found]) + "\n"
        return text

    def motion_peers_text(self):
        """A table for each case: ours and every way of rivals."""
        cases, text = {}, ""
        for row in self.motion_peers["rows"]:
            cases.setdefault((row["case"], row["triangles"]), []).append(row)
        for (case, triangles), found in cases.items():
            size = f", {triangles:,} triangles" if triangles else ""
            text += table([f"{WHAT[case]}{size} (`{case}`)", "time", "ratio", "queries", "judged",
                           "missed", "late", "latest by", "early"],
                          [[row["way"], time(row["ns"]), ratio(row["ratio"])] +
                           [f"{row[key]:,}" for key in ("queries", "judged", "missed", "late")] +
                           [f"{row['latest']:.1g}", f"{row['early']:,}"] for row in found]) + "\n"
        return text

    def peers_case(self, case):
        """The table of all rivals of a case."""
        about = next(c for c in self.peers["cases"] if c["case"] == case[0] and
                     c["size"] == case[1] and c["n"] == case[2])
        rows = []
        for row in self.peers["rows"]:
            if (row["case"], row["size"], row["n"]) != case:
                continue
            wrong = [f"{row.get(key, 0):,}" for key in ("missed", "missed_at_start", "invented")]
            rows.append([row["rival"], time(row["ns"]), time(row["least"]), time(row["most"]),
                         ratio(row["ratio"])] + (wrong if "missed" in row else ["", "", ""]) +
                        [f"{row['time_off']:.1g}" if "time_off" in row else ""])
        what = WHAT[case[0]]
        text = f"### `{case[0]}`, {case[1]}, n = {case[2]:,}\n\n{what[0].upper()}{what[1:]}: "
        text += f"{about['queries']:,} queries"
        if "missed" in next(r for r in self.peers["rows"] if r["case"] == case[0]):
            text += f", {about['hits']:,} hits"
            if about["judged"] != about["queries"]:
                text += f" in the first {about['judged']:,}, which are judged"
        if case[0].startswith("sweep"):
            text += f", {about['hits_at_start']:,} of them at the start"
        text += ".\n\n" + table(["", "ns", "min", "max", "ratio", "missed", "at start",
                                 "invented", "time off"], rows)
        if about.get("absent"):
            text += f"\nNot installed, so left out: {about['absent']}.\n"
        return text

    def best(self, case, pattern, right=False):
        """The fastest correct rival whose name matches the pattern, or the fastest if none is."""
        rows = [r for r in self.peers["rows"] if (r["case"], r["size"], r["n"]) == case and
                re.match(pattern, r["rival"])]
        correct = [r for r in rows if not wrong(r)]
        rows = correct or ([] if right else rows)
        return min(rows, key=lambda r: r["ns"]) if rows else None

    def peer_cases(self):
        return [(c["case"], c["size"], c["n"]) for c in self.peers["cases"]]

    def peers_summary(self):
        rows = []
        for case in self.peer_cases():
            ours, single = self.best(case, "ours"), self.best(case, "ours, (single|scalar)$")
            cells = [f"{WHAT[case[0]]} (`{case[0]}`, {case[1]})" if case[1] != "-" else
                     f"{WHAT[case[0]]} (`{case[0]}`)",
                     time(ours["ns"]) + (f", {wrong(ours):,} wrong" if wrong(ours) else ""),
                     f"{time(single['ns'])} ({ratio(single['ratio'])})"]
            if case[0].startswith("kdop"):
                cells[0] = cells[0].replace("against n", f"against {case[2]:,}")
            for pattern in ["plain"] + PEERS:
                row = self.best(case, pattern)
                cells.append("" if not row else time(row["ns"]) +
                             f" ({ratio(row['ratio'])}{built(row)})" +
                             (f", {wrong(row):,} wrong" if wrong(row) else ""))
            rows.append(cells)
        return table(["ns per query (divided by ours)", "collide.h", "scalar, one by one",
                      "plain C"] + PEERS, rows)

    def glance(self):
        """The cases of GLANCE against the fastest rivals, losses in bold."""
        rows = []
        for name, size, words in GLANCE:
            case = next((c for c in self.peer_cases() if c[:2] == (name, size)), None)
            if not case:
                continue
            ours, single = self.best(case, "ours"), self.best(case, "ours, (single|scalar)$")
            cells = [words, time(ours["ns"]), time(single["ns"])]
            for pattern in ["plain", "|".join(PEERS)]:
                row = self.best(case, pattern)
                if not row:
                    cells.append("")
                    continue
                bold = "**" if row["ratio"] < 1 else ""
                cells.append(f"{time(row['ns'])}: {bold}{ratio(row['ratio'])} times{bold}" +
                             ("" if pattern == "plain" else
                              f", {row['rival'].split()[0].rstrip(',')}") + built(row) +
                             (f", {wrong(row):,} wrong" if wrong(row) else ""))
            rows.append(cells)
        return table(["ns per query", "collide.h", "scalar", "best plain C", "fastest library"],
                     rows)


def built(row):
    """Compiler and flags, of rivals that have them in their name."""
    found = re.search(r", (gcc|clang) .*", row["rival"])
    return found.group() if found else ""


def wrong(row):
    return sum(row.get(key, 0) for key in ("missed", "missed_at_start", "invented"))


# The goals: case, size, n, rival, and the min of the rival's time as a multiple of ours.
GOALS = [
    ("sweep_obb_obb", "-", None, "plain early out, gcc -O2", 10),
    ("sweep_obb_obb", "-", None, "plain loop", 1.5),
    ("kdop18", "L5.25", 4096, "FCL", 12), ("kdop18", "L14", 4096, "FCL", 12),
    ("kdop18", "L5.25", 4194304, "FCL", 3), ("kdop18", "L14", 4194304, "FCL", 3),
    ("cylinder_terrain_test", "-", None, "FCL|Bullet|ODE", 20),
    ("mesh_mesh_all", None, None, "FCL BVH, OBB$", 25),
    ("mesh_mesh_any", None, None, "FCL BVH, OBB$", 12),
    ("triangle_triangle", "-", None, "FCL", 8),
    ("ray_tree", None, None, "Embree", 0.33),
    ("octree_pairs", None, None, "FCL|Bullet", 1),
]


def goals(machine):
    rows = []
    for name, size, n, pattern, goal in GOALS:
        for case in machine.peer_cases():
            if case[0] != name or size not in (None, case[1]) or n not in (None, case[2]):
                continue
            rival, ours = (machine.best(case, name, True) for name in (pattern, "ours"))
            if not rival or not ours:
                rows.append([f"`{case[0]}`, {case[1]}, n = {case[2]:,}", "none", "", f"{goal}", ""])
            else:
                x = rival["ns"] / ours["ns"]
                rows.append([f"`{case[0]}`, {case[1]}, n = {case[2]:,}", rival["rival"],
                             f"{x:.2g}" if x < 1 else f"{x:.1f}", f"{goal}", "holds" if x >= goal else "**short**"])
    return table(["case", "fastest correct rival of the kind that the goal names",
                  "time divided by ours", "goal", ""], rows)


# ---- plots -------------------------------------------------------------------------------------

STYLE = """set terminal svg size {width},{height} font "sans-serif,13" background "#ffffff"
set output "{path}"
set border 3 lc rgb "#404040"
set tics nomirror
set grid ytics lc rgb "#e0e0e0" lt 1
set datafile missing "?"
"""


def gnuplot(path, width, height, script):
    done = subprocess.run(["gnuplot"], input=STYLE.format(path=path, width=width, height=height) +
                          script, text=True, check=False, stderr=subprocess.PIPE)
    if done.returncode or not os.path.getsize(path):
        sys.exit(f"report.py: gnuplot failed on {path}: {done.stderr.strip()}")
    text = read(path)
    with open(path, "w", encoding="utf-8") as file: # no trailing blanks
        file.write("\n".join(line.rstrip() for line in text.split("\n")))
    print(f"wrote {path}")


def plot_isas(machine):
    """Plots the queries per second of every case on every instruction set."""
    keys = [key for key in machine.isas["single"] if machine.isas["single"][key]["ns"] > 0]
    lines = ["$data << EOD"]
    for key in keys:
        label = f"{key[0]} {key[1]}".replace("_", " ")
        if key[2] == 4194304:
            label += " 4M"
        alone = not re.match("octree|tree|mesh|movers", key[0]) # see throughput
        lines.append(f'"{label}" ' + " ".join(
            str(1e9 / machine.isas[isa][key]["ns"]) if alone or isa != "single" else "?"
            for isa in machine.isas))
    plots = ", ".join(f'$data using {i + 2}:xtic(1) title "{TITLES[isa]}" lc rgb "{COLORS[isa]}"'
                      for i, isa in enumerate(machine.isas))
    gnuplot(f"{machine.folder}/isas.svg", 1200, 560, "\n".join(lines) + f"""
EOD
set style data histogram
set style histogram clustered gap 1
set style fill solid noborder
set logscale y
set format y "10^{{%L}}"
set ylabel "queries per second, one core"
set xtics rotate by 45 right font ",11"
set bmargin 11
set key outside top center horizontal
plot {plots}
""")


PER = {"kdop18": "pair", "tree_build": "triangle", "octree_pairs": "sphere", "octree_nearest": "point",
       "cylinder_terrain_test": "cylinder"}


def growth(data):
    """Trees of large meshes; a row of its own names the machine, which may be from another day."""
    us = [("sweep_us", "sweep"), ("overlap_us", "overlap, yes"), ("apart_us", "overlap, no"),
          ("all_us", "all pairs"), ("sphere_us", "sphere")]
    return ("## Large meshes\n\n" + source(data["machine"]) + "\n"
            "A bumpy sphere of about so many triangles (bench/growth.c): time of building, refitting "
            "and opening its tree, bytes of the tree, and microseconds of a query, on the best "
            "instruction set. Two such meshes first touch (sweep); overlap by 2^-11 of their size "
            "(yes, and all pairs of triangles), or are as far apart (no). A sphere of 1/256 near "
            "the surface is asked whether it touches it. Look at what grows from row to row: "
            "building with n log n, all pairs with the triangles along the line where the surfaces "
            "cross, a sphere hardly at all beyond what the caches hold.\n\n" + table(
                ["triangles", "build s", "refit s", "open s", "tree bytes", "per triangle",
                 *[f"{name} us" for _, name in us], "pairs"],
                [[f"{row['triangles']:,}", f"{row['build_s']:.3g}", f"{row['refit_s']:.2g}",
                  f"{row['open_s']:.2g}", f"{row['tree_bytes']:,}",
                  f"{row['tree_bytes'] / row['triangles']:.1f}",
                  *[f"{row[key]:.3g}" if row[key] < 1000 else f"{row[key]:,.0f}" for key, _ in us],
                  f"{row['pairs']:.0f}"] for row in data["rows"]]) + "\n")


def plot_scaling(machine):
    names = list(dict.fromkeys(row["series"] for row in machine.scaling["rows"]))
    for name in names:
        rows = [row for row in machine.scaling["rows"] if row["series"] == name]
        script, plots = "", []
        for isa in ISAS:
            points = [f"{row['x']} {row['ns']}" for row in rows if row["isa"] == isa]
            if points:
                script += f"${isa} << EOD\n" + "\n".join(points) + "\nEOD\n"
                plots.append(f'${isa} with linespoints pt 7 ps 0.6 lw 2 lc rgb "{COLORS[isa]}" '
                             f'title "{TITLES[isa]}"')
        gnuplot(f"{machine.folder}/scaling-{name.replace('_', '-')}.svg", 620, 400, script + f"""
set logscale xy
set format x "10^{{%L}}"
set xlabel "{rows[0]['axis']}"
set ylabel "ns per {PER.get(name, 'query')}"
set title "{WHAT[name]}" noenhanced
set key outside bottom center horizontal font ",11"
{'set format x "%g"; set xtics (2, 3, 5, 10, 20, 50)' if name.startswith('cylinder') else ''}
plot {", ".join(plots)}
""")


def plot_peers(machine):
    """Plots the times of all rivals relative to our fastest; hollow where answers are wrong."""
    cases = machine.peer_cases()
    kinds = [("ours", "#1f9f6f", 7), ("plain", "#8c8c8c", 5), ("FCL", "#2f7fbf", 9),
             ("Bullet", "#e0a030", 11), ("ODE", "#9f4fbf", 13), ("libccd", "#bf4f4f", 15),
             ("Embree", "#404040", 2)]
    script, plots = "", []
    for name, color, shape in kinds:
        right, bad = [], []
        for row in machine.peers["rows"]:
            case = (row["case"], row["size"], row["n"])
            if row["rival"].startswith(name):
                y = len(cases) - 1 - cases.index(case)
                (bad if wrong(row) else right).append(f"{row['ratio']} {y}")
        for points, suffix, form in ((right, "", shape), (bad, "_wrong", shape - 1)):
            if points:
                script += f"${name}{suffix} << EOD\n" + "\n".join(points) + "\nEOD\n"
                title = f'title "{name}, wrong"' if suffix else f'title "{name}"'
                plots.append(f"${name}{suffix} with points pt {form} ps 0.8 " +
                             f'lc rgb "{color}" {title}')
    tics = ", ".join(
        '"' + f"{case[0]} {case[1] if case[1] != '-' else ''}".replace("_", " ").replace(
            " triangles", "").strip() + (" 4M" if case[2] == 4194304 else "") +
        f'" {len(cases) - 1 - i}' for i, case in enumerate(cases))
    gnuplot(f"{machine.folder}/peers.svg", 1000, 60 + 30 * len(cases), script + f"""
set logscale x
set xrange [0.02:10000]
set yrange [-0.7:{len(cases) - 0.3}]
set ytics ({tics})
set grid xtics ytics lc rgb "#e0e0e0" lt 1
set xlabel "time, our fastest = 1; hollow: some answers are wrong"
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb "#1f9f6f"
set key outside right
plot {", ".join(plots)}
""")


# ---- files -------------------------------------------------------------------------------------


def blocks(machine, path):
    """The blocks of a page, by name."""
    folder = os.path.relpath(machine.folder, os.path.dirname(path) or ".")
    found = {"machine": source(machine.about).rstrip("\n") +
             f" [All results]({folder}/README.md).\n"}
    if machine.peers:
        found["peers"] = machine.glance()
    found["distances"] = machine.distances_text()
    for picture, text in PICTURES.items():
        name = "pictured-peers" if picture == "peers" else picture
        found[name] = f"![{text}]({folder}/{picture}.svg)\n"
    return {name: text for name, text in found.items() if name in BLOCKS[path]}


def page(machine):
    """bench/results/MACHINE/README.md."""
    text = "# " + machine.about["cpu"] + "\n\n" + source(machine.about)
    text += (f"{machine.about['system']}, {machine.about['cores']} cores. The runs use one core, "
             "and other work may share the machine. `make results` wrote this page; the JSON files "
             "beside it have the numbers, with hits and hashes.\n\n"
             "## Each case on each instruction set\n\nThe figures are medians of runs that took "
             "turns. The section on limits explains the last column.\n\n"
             "![instruction sets](isas.svg)\n\n")
    for name, pattern in FAMILIES:
        rows = machine.throughput(pattern)
        text += f"### {name}\n\n{rows}\n" if rows else ""
    if machine.distances:
        text += "## Distances and margins\n\n" + machine.distances_text() + "\n"
    if machine.distance_peers:
        text += ("## Rivals of distances\n\n" + source(machine.distance_peers["machine"]) +
                 "\nns for a pair; all took turns in one run on the same 32,768 pairs. An answer is "
                 "wrong if it is outside of our bracket by more than 10^-3 of the sizes and the "
                 "distance. The last column says where lanes take more than a tenth of FCL's time, "
                 "or more than a fifth of Bullet's. FCL has no distance of planes.\n\n" +
                 machine.distance_peers_table() + "\n")
    if machine.mesh_peers:
        text += ("## Rivals of distances of meshes\n\n" + source(machine.mesh_peers["machine"]) +
                 "\nTime of a query; all took turns in one run on the same queries. An answer is "
                 "wrong if it is off by more than 10^-5, where the mesh's box has a diagonal of 2; "
                 "a bracket of ours if it does not hold the distance. All triangles, in double, "
                 "are the judge.\n\n" + machine.mesh_peers_text())
    if machine.motion_peers:
        text += ("## Rivals of motion\n\n" + source(machine.motion_peers["machine"]) +
                 "\nTime of a query by single calls; all took turns in one run, and slow ones "
                 "answered the first of the queries. Bodies turn by 0.2 to 1.5 radians in the time "
                 "1; convex bodies have 24 vertices. An answer has missed a contact if it says that "
                 "there is none; it is late if its time is more than 10^-4 after the first contact, "
                 "and early if the bodies are more than 0.002 apart then. Samples in double are the "
                 "judge. Bullet cuts turns at pi / 4 radians in a cast.\n\n" +
                 machine.motion_peers_text())
    if machine.old:
        text += (f"## Beside {machine.old['old']}\n\nThe same cases, as version "
                 f"{machine.old['old']} and version {machine.old['machine']['collide']} answer "
                 "them. Both took turns in one run.\n\n")
        text += table(
            ["ns per query", "instruction set", machine.old["old"],
             machine.old["machine"]["collide"], "before : now"],
            [[name_of(row), TITLES[row["isa"]], time(row["old_ns"]), time(row["ns"]),
              f"{row['old_ns'] / row['ns']:.2f}" + ("" if row["same"] else ", other answers")]
             for row in machine.old["rows"]]) + "\n"
    if machine.limits:
        text += "## Limits\n\n" + machine.limits["how"] + "\n\n" + table(
            ["case", "instruction set", "limit", "by", "measured", "of the limit"],
            [[f"`{row['case']}` {row['size']}, n = {row['n']:,}", TITLES[row["isa"]],
              time(row["ns"]), row["text"], time(row["measured"]),
              f"{100 * row['ns'] / row['measured']:.0f} %"]
             for row in machine.limits["rows"]]) + "\n"
    if machine.scaling:
        text += "## Cost against n\n\n"
        for name in dict.fromkeys(row["series"] for row in machine.scaling["rows"]):
            text += f"![{name}](scaling-{name.replace('_', '-')}.svg)\n"
        text += "\n"
    if machine.growth:
        text += growth(machine.growth)
    if machine.peers:
        text += "## Rivals\n\n" + "\n\n".join(machine.peers["abouts"]) + (
            "\n\nRatio is the time divided by the time of our fastest method. Missed, at start and "
            "invented count wrong answers, judged by exact axes in double precision; at start "
            "counts moving shapes that begin in contact. Time off is the largest error of the time "
            "of first contact.\n\n"
            "![rivals](peers.svg)\n\n")
        text += machine.peers_summary() + ("\n### Goals\n\nThe goals were set before the first "
                                           "measurement.\n\n")
        text += goals(machine) + "\n"
        text += "\n".join(machine.peers_case(case) for case in machine.peer_cases())
    if machine.compare:
        text += ("\n## Whole commands\n\nhyperfine measured these in milliseconds, the making of "
                 "the input included.\n\n")
        text += table(
            ["command", "mean", "deviation", "median", "min", "max"],
            [[f"`{row['command'].replace('build/bench run ', '')}`"] +
             [f"{1e3 * row[key]:.1f}" for key in ("mean", "stddev", "median", "min", "max")]
             for row in machine.compare["rows"]
             # see throughput
             if not re.search("run (octree|tree|mesh|movers).*single$", row["command"])])
    return text.rstrip("\n") + "\n"


def fill(path, found):
    """A page with its blocks filled."""
    def replace(match):
        return f"<!-- results: {match[1]} -->\n\n{found[match[1]]}\n<!-- end -->"
    text = read(path)
    marks = re.findall(r"<!-- (results: [\w-]+|end) -->", text)
    if sorted(marks[::2]) != sorted("results: " + name for name in found) or set(
            marks[1::2]) != {"end"} or len(marks) % 2 or sorted(found) != sorted(BLOCKS[path]):
        sys.exit(f"report.py: {path} must have each block once, from <!-- results: NAME --> to "
                 f"<!-- end -->, and results must have them: {', '.join(BLOCKS[path])}")
    return re.sub(r"<!-- results: ([\w-]+) -->.*?<!-- end -->", replace, text, flags=re.S)


def main():
    check = sys.argv[1:] == ["check"]
    if not os.path.exists(os.path.join(RESULTS, "shown")):
        print(f"report.py: there is no {RESULTS}/shown here; run it from the top folder",
              file=sys.stderr)
        sys.exit(2)
    if sys.argv[1:] and not check:
        print("report.py: takes no argument, or check", file=sys.stderr)
        sys.exit(2)
    shown = os.path.join(RESULTS, read(os.path.join(RESULTS, "shown")).strip())
    pages = {}
    for folder in sorted(glob.glob(RESULTS + "/*/")):
        machine = Machine(folder.rstrip("/"))
        if not machine.isas:
            continue
        pages[os.path.join(machine.folder, "README.md")] = page(machine)
        if machine.folder == shown:
            pages.update({path: fill(path, blocks(machine, path)) for path in BLOCKS})
        if check:
            continue
        if not shutil.which("gnuplot"):
            print("report.py: gnuplot is not installed: no plots", file=sys.stderr)
            continue
        plot_isas(machine)
        if machine.scaling:
            plot_scaling(machine)
        if machine.peers:
            plot_peers(machine)
    if not set(BLOCKS) <= set(pages):
        sys.exit(f"report.py: {RESULTS}/shown names no machine with results")
    stale = [path for path, text in pages.items()
             if not os.path.exists(path) or read(path) != text]
    if check:
        for path in stale:
            print(f"{path} differs from its results: run make plots")
        sys.exit(bool(stale))
    for path in stale:
        with open(path, "w", encoding="utf-8") as file:
            file.write(pages[path])
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
