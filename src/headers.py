#!/usr/bin/env python3
"""Writes collide.h and collide_simd.h: the parts that src/NAME.list names, in that order, without
their lines `#pragma once` and `#include "part"`. Those includes must agree with the order.

    python3 src/headers.py [FOLDER]     writes both headers to FOLDER (default: above src)
    python3 src/headers.py --graph      prints which part includes which, in order
"""
import os
import re
import sys

SOURCE = os.path.dirname(os.path.abspath(__file__))
HEADERS = ("collide", "collide_simd")
NOTE = "// Generated: edit the parts in src/, then run `make headers`.\n"
INCLUDE = re.compile(r'#include "([^"]+)"')


def refuse(message):
    sys.exit("headers.py: " + message)


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read().splitlines(keepends=True)


def parts_of(header):
    """The parts in a header's list, in order."""
    parts = [line.strip() for line in read(header + ".list")]
    parts = [part for part in parts if part and not part.startswith("#")]
    for part in parts:
        if parts.count(part) > 1:
            refuse(f"{header}.list names {part} twice")
        if not os.path.isfile(os.path.join(SOURCE, part)):
            refuse(f"{header}.list names {part}, which does not exist")
    return parts


def includes_of(part):
    found = [match[1] for match in map(INCLUDE.match, read(part)) if match]
    return [os.path.normpath(os.path.join(os.path.dirname(part), path)) for path in found]


def check_circles(part, graph, path, done):
    if part in path:
        refuse("parts include each other in a circle: " + " -> ".join(path + [part]))
    if part not in done:
        for included in graph[part]:
            check_circles(included, graph, path + [part], done)
        done.add(part)


def check(lists):
    """Returns what each part includes, if every part is listed, and after what it includes."""
    listed = set(sum(lists.values(), []))
    for folder, _, files in os.walk(SOURCE):
        for file in files:
            part = os.path.relpath(os.path.join(folder, file), SOURCE)
            if part.endswith(".h") and part not in listed:
                refuse(f"no list names {part}")
    graph = {part: includes_of(part) for part in sorted(listed)}
    for part, included in graph.items():
        for other in included:
            if other not in listed:
                refuse(f"{part} includes {other}, which is not a part")
    done = set()
    for part in graph:
        check_circles(part, graph, [], done)
    main, kernels = lists["collide"], lists["collide_simd"]
    # The part that includes collide_simd.h with its kernels: what stands before it they may use.
    opens = max(i for i, part in enumerate(main) if "#include COLLIDE_SIMD_FILENAME\n" in read(part))
    for header, before in (main, []), (kernels, main[:opens]):
        for i, part in enumerate(header):
            for other in graph[part]:
                if other not in before + header[:i]:
                    refuse(f"{part} includes {other}, which is not in a list before it")
    return graph


def main(arguments):
    lists = {header: parts_of(header) for header in HEADERS}
    graph = check(lists)
    if arguments == ["--graph"]:
        for part in dict.fromkeys(lists["collide"] + lists["collide_simd"]):
            print(part, "<-", " ".join(graph[part]))
        return
    folder = arguments[0] if arguments else os.path.dirname(SOURCE)
    for header, parts in lists.items():
        lines = [line for part in parts for line in read(part)]
        lines = [l for l in lines if not INCLUDE.match(l) and l != "#pragma once\n"]
        with open(os.path.join(folder, header + ".h"), "w", encoding="utf-8") as file:
            file.writelines(lines[:1] + [NOTE] + lines[1:])


main(sys.argv[1:])
