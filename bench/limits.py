"""The least time that this machine allows, for bench/measure.py.

read    reading each byte once that the answer depends on, as fast as a loop of vector loads reads
        as many that lie as far away: of k-DOPs the rows of 16 bits, where few are hit those of the
        first three axes alone; of cables the boxes of segments; of trees a triangle's vertices and
        its part of the tree, of octrees a ball and its pairs
issue   the instructions of our kernel, if nothing waited: throughput by llvm-mca, of
        bench/limits.c and of kernels without loops as the compiler turns them into assembly, at the
        measured clock

Of two the larger holds. Neither is known for what walks trees or terrain: no two queries do the
same there.
"""
import glob
import json
import os
import re
import shutil
import subprocess

HOW = ("Read: each byte that a pass depends on is read once, as fast as vectors load as many "
       "(of k-DOPs the rows of 16 bits, at 1 % hits those of the first three axes alone; of trees "
       "a triangle's vertices and its part of the tree; of octrees a ball and its pairs). Issue: "
       "the instructions of our kernel, if none waited for memory, another or a branch, by "
       "llvm-mca from the compiler's assembly, at the measured clock. Of two limits of one case "
       "the larger holds, and memory may be a little faster at one time than at another. Of "
       "trees and octrees reading is known alone, far from what takes the time; what walks trees "
       "or terrain has no limit: no two queries do the same.")

# case, size, n, bytes of an object that are read (or written), and how many objects there are
READ = [("kdop6", "L6", 4096, 12, 4096), ("kdop14", "L6", 4096, 28, 4096),
        ("kdop18", "L3", 4096, 36, 4096), ("kdop18", "L6", 4096, 36, 4096),
        ("kdop18", "L14", 4096, 12, 4096), ("kdop26", "L6", 4096, 52, 4096),
        ("kdop18", "L6", 4194304, 36, 4194304), ("sweep_obb_obb", "normal", 32768, 144, 32768),
        ("sweep_obb_triangle", "normal", 32768, 120, 32768),
        ("triangle_triangle", "hits28", 32768, 72, 32768),
        ("octree_pairs", "uniform", 32768, 32, 32768), ("tree_build", "4000", 20, 110, 4332),
        ("tree_refit", "4000", 20, 110, 4332), ("cable_box", "hits01", 4096, 24, 4096)]
# case, size, n, and functions of how many lanes, each with the share of queries that need it:
# None is that of hits
ISSUE = [
    ("sweep_obb_obb", "normal", 32768, [("limit_obb_obb_faces", 1), ("limit_obb_obb_edges", None)]),
    ("sweep_obb_obb_many", "normal", 4096,
     [("limit_obb_obb_faces", 1), ("limit_obb_obb_edges", None)]),
    ("sweep_obb_triangle", "normal", 32768,
     [("limit_obb_triangle_faces", 1), ("limit_obb_triangle_edges", None)]),
    ("triangle_triangle", "hits28", 32768, [("collide__triangle_overlap", 1)]),
]
WIDTHS = {"sse2": 4, "avx2": 8, "avx512": 16}


def analyser():
    """The newest llvm-mca."""
    found = sorted(glob.glob("/usr/bin/llvm-mca-[0-9]*"),
                   key=lambda path: int(path.rsplit("-", maxsplit=1)[1]))
    return found[-1] if found else shutil.which("llvm-mca")


def cycles(tool, assembly, function):
    """Cycles of a straight run through a function, if nothing waits."""
    body = re.search(rf"^{function}:\n(.*?)^\t\.size\t{function},", assembly, re.M | re.S)
    if not body:
        return None
    lines = [line for line in body.group(1).split("\n")
             if line.startswith("\t") and not re.match(r"\t(\.|ret|vzeroupper|call)", line)]
    done = subprocess.run([tool, "-mcpu=native", "-iterations=10", "-instruction-info=0",
                           "-resource-pressure=0"], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, check=False)
    found = re.search(r"Block RThroughput:\s*([\d.]+)", done.stdout)
    return float(found.group(1)) if found else None


def measured(folder, isa, case, size, n):
    with open(f"{folder}/isa-{isa}.json", encoding="utf-8") as file:
        for row in json.load(file)["rows"]:
            if (row["case"], row["size"], row["n"]) == (case, size, n):
                return row
    return None


READER = """#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t vector __attribute__((vector_size(64)));
int main(int argc, char **argv) {
    const size_t n = (argc > 1 ? (size_t)atol(argv[1]) : 0) / 256 * 4 + 4;
    const size_t passes = (size_t)400000000 / (n * 64) + 1;
    vector *p = aligned_alloc(64, n * 64), s0 = {0}, s1 = s0, s2 = s0, s3 = s0;
    double best = 1e30;
    memset(p, 1, n * 64);
    for (int round = 0; round < 9; ++round) {
        struct timespec a, b;
        clock_gettime(CLOCK_MONOTONIC, &a);
        for (size_t pass = 0; pass < passes; ++pass) {
            for (size_t i = 0; i < n; i += 4) {
                s0 += p[i];
                s1 += p[i + 1];
                s2 += p[i + 2];
                s3 += p[i + 3];
            }
            __asm__ volatile("" : : "r"(p) : "memory");
        }
        clock_gettime(CLOCK_MONOTONIC, &b);
        const double ns = (double)(b.tv_sec - a.tv_sec) * 1e9 + (double)(b.tv_nsec - a.tv_nsec);
        best = ns < best ? ns : best;
    }
    s0 += s1 + s2 + s3;
    printf("%.6f\\n", best / (double)passes / (double)(n * 64) + (s0[0] == 1 ? 1 : 0));
    return 0;
}
"""


def nanoseconds_a_byte(count):
    return float(subprocess.run(["build/read", str(count)], check=True, capture_output=True,
                                text=True).stdout)


def reading(folder, isas):
    rows, isa = [], isas[-1]
    with open("build/read.c", "w", encoding="utf-8") as file:
        file.write(READER)
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-march=native", "build/read.c", "-o",
                    "build/read"], check=True)
    for case, size, n, size_of, count in READ:
        found = measured(folder, isa, case, size, n)
        if found:
            byte = nanoseconds_a_byte(size_of * count)
            rows.append({"case": case, "size": size, "n": n, "isa": isa, "by": "read",
                         "ns": round(byte * size_of, 4), "measured": found["ns"],
                         "text": f"{size_of} bytes at {1 / byte:.3g} GB/s"})
    return rows


def issuing(folder, about, isas):
    tool, rows = analyser(), []
    if not tool or not about["clock_ghz"] or "x86_64" not in about["system"]:
        print("limits.py: llvm-mca is not installed, or this is not x86-64: no limits by it")
        return rows
    path = "build/limits.s"
    subprocess.run([os.environ.get("CC", "cc"), *about["flags"].split(), "-S", "bench/limits.c",
                    "-o", path], check=True)
    with open(path, encoding="utf-8") as file:
        assembly = file.read()
    for case, size, n, parts in ISSUE:
        for isa in isas:
            found = isa in WIDTHS and measured(folder, isa, case, size, n)
            if not found:
                continue
            width, total, text = WIDTHS[isa], 0, []
            for function, share in parts:
                share = found["hits"] / found["queries"] if share is None else share
                took = cycles(tool, assembly, f"{function}_w{width}")
                if took is None:
                    raise SystemExit(f"limits.py: no {function}_w{width}")
                total += took / width * share
                part = f" for {100 * share:.0f} %" if share < 1 else ""
                text.append(f"{took / width:.2f}{part}")
            rows.append({"case": case, "size": size, "n": n, "isa": isa, "by": "issue",
                         "ns": round(total / about["clock_ghz"], 4), "measured": found["ns"],
                         "text": " + ".join(text) + " cycles"})
    return rows


def measure(folder, about, isas):
    return {"how": HOW, "rows": reading(folder, isas) + issuing(folder, about, isas)}
