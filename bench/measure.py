"""Measures everything on this machine: bench/results/MACHINE/*.json. From the top folder:

    make results        builds what this needs, runs it (over an hour), draws plots and tables
    python3 bench/measure.py [--rounds R] [--only PART]... [--mesh FILE]... [--old FOLDER]

Parts: isas (each case on each instruction set, in turn), scaling (cost against n), growth (trees of
large meshes, as far as the memory allows), limits (what the machine would allow), distances (as
isas, of distances and margins), peers (rivals, wrong answers), distance_peers (the same of
distances), mesh_peers (the same of distances of meshes), motion_peers (the same of bodies that move
and turn), compare (hyperfine), old (each case beside an earlier version, in turn; only with --old,
which names a folder made by bench/old.sh). Each file says which
CPU, compiler, flags, versions and day it is from. bench/report.py makes tables and plots of them.
"""
import datetime
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time

BENCH = "build/bench"
SLOW = 20  # seconds, after which a case gets no more than three rounds
# case, size, n (None: the case's own)
CASES = [
    ("kdop6", "L6", None), ("kdop14", "L6", None), ("kdop18", "L3", None), ("kdop18", "L6", None),
    ("kdop18", "L14", None), ("kdop26", "L6", None), ("kdop18", "L6", 4194304),
    ("kdop18_all", "ten", 16384), ("kdop18_all", "ten-morton", 16384),
    ("kdop18_from_obb", "L6", None), ("kdop18_pack_build", "L6", None),
    ("obb_pack_build", "L6", None),
    ("sweep_obb_obb", "normal", None), ("sweep_obb_obb_many", "normal", None),
    ("sweep_obb_obb_many", "sparse", None), ("sweep_obb_triangle", "normal", None),
    ("sweep_convex", "normal", None), ("triangle_triangle", "hits28", None),
    ("triangle_triangle", "hits2", None), ("triangle_triangle", "shared", None),
    ("octree_pairs", "uniform", None), ("octree_pairs", "clustered-mixed", None),
    ("octree_nearest", "uniform", 8192), ("octree_nearest", "clustered-mixed", 8192),
    ("cylinder_cells", "10x10", None), ("cylinder_terrain_test", "256", None),
    ("cylinder_terrain_test", "256-2x2", None), ("cylinder_terrain", "256", None),
    ("contacts_sphere_terrain", "256", None), ("contacts_obb_terrain", "256", None),
    ("tree_build", "4000", 20), ("tree_refit", "4000", 20), ("mesh_mesh_any", "4000", None),
    ("mesh_mesh_all", "4000", None), ("mesh_mesh_sweep", "4000", 100),
    ("movers_sweep", "192", 1000), ("ray_tree", "small", None), ("ray_tree", "small-any", None),
    ("ray_tree", "medium", None), ("ray_tree", "large", None), ("tree_ray_many", "small", None),
    ("point_tree", "outside", None), ("point_tree", "box", None), ("point_tree", "near", None),
    ("distance_tree", "apart", 4096), ("distance_tree", "near", 4096),
    ("within_tree", "m.01", 4096), ("within_tree", "m.1", 4096), ("within_tree", "m.5", 4096),
    ("motion_tree", "2000", None), ("motion_obb_obb", "steps", None),
    ("motion_capsule_obb", "steps", None), ("motion_convex", "steps", None),
    ("tree_ray_many", "small-any", None), ("tree_ray_many", "medium", None),
    ("ray_terrain", "256", None),
    ("cable_box", "hits7", None), ("cable_box", "hits1", None),
    ("cable_box", "hits01", None), ("cable_triangle", "hits3", None),
]
# The same for distances and margins. Those of membw read as many bytes as the clouds: 12 a point
# and 16 a sphere.
CLOUD = 1000000
DISTANCES = [
    *[(f"distance_{pair}", size, 4096) for pair in ("capsule_capsule", "sphere_obb", "capsule_obb")
      for size in ("bracket", "many")],
    *[(f"distance_{pair}", "apart", None) for pair in (
        "sphere_sphere", "capsule_capsule", "sphere_obb", "capsule_obb", "sphere_triangle",
        "capsule_triangle", "triangle_triangle")],
    *[("distance_obb_obb", size, None) for size in ("apart", "near", "touching")],
    ("distance_convex", "v16", None), ("distance_convex", "v64-near", None),
    ("distance_cylinder_obb", "apart", None), ("distance_cylinder_cylinder", "apart", None),
    ("within_obb_obb", "m.1", None), ("within_obb_obb", "m.1-many", 4096),
    *[("nearest_pack", size, None) for size in ("spheres", "capsules", "boxes")],
    *[("cloud_shapes", size, CLOUD) for size in ("within", "any", "nearest", "spheres")],
    ("membw", "-", CLOUD * 12 // 72), ("membw", "-", CLOUD * 16 // 72),
]
# name, case, the axis of the plot, and size and n at each place on it
SCALING = [
    ("kdop18", "kdop18", "objects", [(2**k, "L6", 2**k) for k in range(8, 23, 2)]),
    ("mesh_mesh_any", "mesh_mesh_any", "triangles",
     [(k, str(k), 200) for k in (1000, 10000, 100000, 1000000)]),
    ("mesh_mesh_all", "mesh_mesh_all", "triangles",
     [(k, str(k), 200) for k in (1000, 10000, 100000, 1000000)]),
    ("tree_build", "tree_build", "triangles",
     [(k, str(k), max(1, 20000 // k)) for k in (1000, 10000, 100000, 1000000)]),
    ("octree_pairs", "octree_pairs", "balls",
     [(k, "uniform", k) for k in (1000, 10000, 100000, 1000000)]),
    ("cylinder_terrain_test", "cylinder_terrain_test", "cells along an edge",
     [(k, f"256-{k}x{k}", 4096) for k in (2, 3, 5, 10, 20, 50)]),
]
# Triangles of bench/growth.c; the last tree is larger than 2^32 bytes.
GROWTH = [10000, 100000, 1000000, 10000000, 30000000, 50000000]
GROWTH_BYTES = 120  # a triangle: tree and mesh


def fail(text):
    print(f"measure.py: {text}", file=sys.stderr)
    sys.exit(2)


def output(*command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False, text=True)
    except OSError as error:
        fail(f"{command[0]}: {error.strerror}")
    if done.returncode:
        fail(f"'{' '.join(command)}' returned {done.returncode}")
    return done.stdout


def bench(case, isa, size, n, *options, program=BENCH):
    more = [] if n is None else ["--n", str(n)]
    return json.loads(output(program, "run", case, "--isa", isa, "--size", size, "--json", *more,
                             *options))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def version(header):
    part = dict(re.findall(r"#define COLLIDE_VERSION_(\w+) (\d+)", read(header)))
    candidate = part.get("CANDIDATE", "0")  # below 1.0 there are none
    return "{MAJOR}.{MINOR}.{PATCH}".format(**part) + (f"-rc.{candidate}" if candidate != "0" else "")


def machine():
    """What a figure was measured with."""
    cpu = {}
    if os.path.exists("/proc/cpuinfo"):
        for line in read("/proc/cpuinfo").split("\n\n", maxsplit=1)[0].split("\n"):
            key, _, value = line.partition(":")
            cpu[key.strip()] = value.strip()
    name = cpu.get("model name") or platform.processor() or platform.machine()
    name = re.sub(r"\((R|TM|r|tm)\)", "", name)
    name = re.sub(r"\s+", " ", re.sub(r"\b(CPU|Processor)\b|@.*|\d+-Core", "", name)).strip()
    if "cpu family" in cpu:
        name += f", family {cpu['cpu family']} model {cpu['model']}"
    compiler = os.environ.get("CC", "cc")
    return {
        "cpu": name,
        "clock_ghz": clock(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {'.'.join(platform.release().split('.')[:2])} "
                  f"{platform.machine()}",
        "compiler": output(compiler, "--version").split("\n")[0],
        "flags": os.environ.get("CFLAGS", "-O2"),
        "collide": version("collide.h"),
        "date": datetime.date.today().isoformat(),
    }


def clock():
    """GHz while one core works: additions that wait for one another take a cycle each."""
    os.makedirs("build", exist_ok=True)
    with open("build/clock.c", "w", encoding="utf-8") as file:
        file.write("""#include <stdio.h>
#include <time.h>
int main(void) {
    double best = 0;
    for (int round = 0; round < 20; ++round) {
        struct timespec a, b;
        unsigned long x = 1, y = (unsigned long)round;
        __asm__ volatile("" : "+r"(y)); // not a number that could be added for nothing
        clock_gettime(CLOCK_MONOTONIC, &a);
        for (long i = 0; i < 2000000; ++i) {
#define ADD __asm__ volatile("" : "+r"(x)); x += y;
            ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
        }
        clock_gettime(CLOCK_MONOTONIC, &b);
        const double ns = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
        best = 32e6 / ns > best && x ? 32e6 / ns : best;
    }
    printf("%.2f\\n", best);
    return 0;
}
""")
    output(os.environ.get("CC", "cc"), "-O2", "build/clock.c", "-o", "build/clock")
    return float(output("build/clock"))


def median_of(runs):
    """One row of several runs of the same thing."""
    ns = sorted(run["ns_per_query"] for run in runs)
    row = {key: runs[0][key] for key in ("case", "size", "n", "queries", "hits", "hash")}
    row.update(ns=round(statistics.median(ns), 5), least=ns[0], most=ns[-1], rounds=len(ns))
    return row


def in_turn(case, size, n, isas, rounds, *options):
    """Runs of a case on all instruction sets, taking turns; a row for each."""
    runs = {isa: [] for isa in isas}
    start = time.monotonic()
    for done in range(rounds):
        if done >= 3 and time.monotonic() - start > SLOW:
            break
        for isa in isas:
            runs[isa].append(bench(case, isa, size, n, *options))
    if len({run["hash"] for isa in isas for run in runs[isa]}) != 1:
        fail(f"{case} {size}: the answers differ between instruction sets")
    return {isa: median_of(runs[isa]) for isa in isas}


def write(folder, name, about, **content):
    path = os.path.join(folder, name + ".json")
    os.makedirs(folder, exist_ok=True)
    lines = []
    for key, value in content.items():
        if isinstance(value, list):
            rows = ",\n".join("  " + json.dumps(row) for row in value)
            lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value)}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("{\n\"machine\": " + json.dumps(about) + ",\n" + ",\n".join(lines) + "\n}\n")
    print(f"wrote {path}", flush=True)


def measure_isas(folder, about, isas, rounds):
    rows = {isa: [] for isa in isas}
    for case, size, n in CASES:
        print(f"{case} {size}", flush=True)
        for isa, row in in_turn(case, size, n, isas, rounds).items():
            rows[isa].append(row)
    for isa in isas:
        write(folder, "isa-" + isa, about, isa=isa, rows=rows[isa])


def measure_distances(folder, about, isas, rounds):
    rows = []
    for case, size, n in DISTANCES:
        print(f"{case} {size}", flush=True)
        for isa, row in in_turn(case, size, n, isas, rounds).items():
            rows.append({"isa": isa, **row})
    write(folder, "distances", about, rows=rows)


def measure_scaling(folder, about, isas, rounds):
    rows = []
    for name, case, axis, places in SCALING:
        # where single calls are those of scalar C, or of all pairs, they say nothing more
        own = isas if case == "kdop18" else [isa for isa in isas if isa != "single"]
        for x, size, n in places:
            print(f"{name} {x}", flush=True)
            for isa, row in in_turn(case, size, n, own, min(rounds, 3)).items():
                rows.append({"series": name, "axis": axis, "x": x, "isa": isa, **row})
    write(folder, "scaling", about, rows=rows)


def free_memory():
    """Bytes, or None if the system does not say."""
    if not os.path.exists("/proc/meminfo"):
        return None
    return 1024 * int(re.search(r"MemAvailable: *(\d+)", read("/proc/meminfo")).group(1))


def measure_growth(folder, about, *_):
    rows, free = [], free_memory()
    for n in GROWTH:
        if free is not None and n * GROWTH_BYTES > 0.9 * free:
            print(f"growth: {n} triangles need more memory than is free", flush=True)
            break
        print(f"growth {n}", flush=True)
        rows.append(json.loads(output("build/growth", str(n))))
    write(folder, "growth", about, rows=rows)


def measure_limits(folder, about, isas, _):
    sys.path.insert(0, "bench")
    import limits  # pylint: disable=import-outside-toplevel
    write(folder, "limits", about,
          **limits.measure(folder, about, [isa for isa in isas if isa != "single"]))


def measure_peers(folder, about, meshes, rounds):
    program = "build/peers/peers"
    lines = output(program, "--json", "--rounds", str(max(rounds, 7))).splitlines()
    for mesh in meshes:
        lines += output(program, "--json", "--rounds", str(max(rounds, 7)), "--mesh", mesh,
                        "mesh_mesh_any", "mesh_mesh_all").splitlines()
    rows = [json.loads(line) for line in lines]
    abouts = sorted({row["about"] for row in rows if "about" in row})
    write(folder, "peers", about, abouts=abouts,
          cases=[row for row in rows if "hits" in row],
          rows=[row for row in rows if "rival" in row])


def measure_distance_peers(folder, about, *_):
    lines = output("build/peers/distances", "--json").splitlines()
    write(folder, "distance_peers", about, rows=[json.loads(line) for line in lines])


def measure_mesh_peers(folder, about, *_):
    program = "build/peers/mesh_distances"
    lines = output(program, "--json").splitlines()
    for case, n in (("distance_tree", "100"), ("point_tree", "8192")):
        lines += output(program, "--json", "--mesh", "47628", "--n", n, case).splitlines()
    write(folder, "mesh_peers", about, rows=[json.loads(line) for line in lines])


def measure_motion_peers(folder, about, *_):
    lines = output("build/peers/motions", "--json").splitlines()
    write(folder, "motion_peers", about, rows=[json.loads(line) for line in lines])


def measure_compare(folder, about, *_):
    rows = []
    subprocess.run(["sh", "bench/compare.sh"], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=True)
    for name in sorted(os.listdir("build/compare")):
        if name.endswith(".json"):
            for result in json.loads(read(os.path.join("build/compare", name)))["results"]:
                rows.append({key: result[key] for key in ("command", "mean", "stddev", "median",
                                                          "min", "max")})
    write(folder, "compare", about, rows=rows)


def measure_old(folder, about, isas, rounds, old):
    """Cases that the earlier version has as well, on its best instruction set and in single calls.
    Answers that are not the same are marked."""
    program = os.path.join(old, "build", "bench")
    known, theirs = output(program, "list").split(), output(program, "isas").split()
    best = [isa for isa in isas if isa in theirs][-1]
    rows = []
    for case, size, n in CASES:
        if case not in known:
            print(f"{case} {size}: not in {old}", flush=True)
            continue
        # single calls of trees use vectors, and of others they ask all pairs
        alone = re.match("kdop18_all|octree|movers|tree|mesh", case)
        for isa in [best] if alone else [best, "single"]:
            runs = {BENCH: [], program: []}
            start = time.monotonic()
            for done in range(rounds):
                if done >= 3 and time.monotonic() - start > SLOW:
                    break
                for which, list_of in runs.items():
                    list_of.append(bench(case, isa, size, n, program=which))
            new, before = median_of(runs[BENCH]), median_of(runs[program])
            rows.append({**new, "isa": isa, "old_ns": before["ns"], "old_least": before["least"],
                         "old_most": before["most"], "same": new["hash"] == before["hash"]})
            print(f"{case} {size} {isa}: {before['ns']:.4g} before, {new['ns']:.4g} ns, "
                  f"{before['ns'] / new['ns']:.2f} times as fast"
                  f"{'' if rows[-1]['same'] else ', other answers'}", flush=True)
    write(folder, "old", about, old=version(os.path.join(old, "collide.h")), rows=rows)


def main():
    parts = {"isas": measure_isas, "scaling": measure_scaling, "growth": measure_growth,
             "limits": measure_limits, "distances": measure_distances, "peers": measure_peers,
             "distance_peers": measure_distance_peers, "mesh_peers": measure_mesh_peers,
             "motion_peers": measure_motion_peers, "compare": measure_compare, "old": measure_old}
    rounds, only, meshes, old, arguments = 7, [], [], None, sys.argv[1:]
    while arguments:
        option = arguments.pop(0)
        value = arguments.pop(0) if arguments else ""
        if option == "--rounds" and re.fullmatch("[1-9][0-9]{0,2}", value):
            rounds = int(value)
        elif option == "--only" and value in parts:
            only.append(value)
        elif option == "--mesh" and os.path.isfile(value):
            meshes.append(value)
        elif option == "--old" and os.path.isfile(os.path.join(value, "build", "bench")):
            old = value
        else:
            fail(f"cannot take '{option} {value}': --rounds R, --only {'|'.join(parts)}, "
                 "--mesh FILE, --old FOLDER")
    if not os.path.exists(BENCH) or not os.path.exists("collide.h"):
        fail(f"there is no {BENCH} here: run make results, from the top folder")
    about = machine()
    folder = "bench/results/" + re.sub(r"[^a-z0-9]+", "-", about["cpu"].lower()).strip("-")
    isas = output(BENCH, "isas").split() + ["single"]
    for name, measure in parts.items():
        if (only and name not in only) or (name == "old" and not old):
            continue
        if name == "peers":
            measure_peers(folder, about, meshes, rounds)
        elif name == "old":
            measure_old(folder, about, isas, rounds, old)
        else:
            measure(folder, about, isas, rounds)


if __name__ == "__main__":
    main()
