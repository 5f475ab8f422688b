#!/usr/bin/env python3
"""Writes collide.h and collide_simd.h: the parts that src/NAME.list names, in that order, without
their lines `#pragma once` and `#include "part"`. Those includes must agree with the order.

    python3 src/headers.py [FOLDER]     writes both headers to FOLDER (default: above src)
    python3 src/headers.py --graph      prints which part includes which
"""
import os
import re
import sys

SOURCE = os.path.dirname(os.path.abspath(__file__))
NOTE = "// Generated: edit the parts in src/, then run `make headers`.\n"
INCLUDE = re.compile(r'#include "([^"]+)"\n')


def refuse(message):
    sys.exit("headers.py: " + message)


def read(path):
    try:
        with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
            lines = file.read().splitlines(keepends=True)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"{path}: {error}")
    for line in lines:
        odd = re.match(r'\s*#\s*(include\s*"|pragma\s+once)', line) or not line.endswith("\n")
        if odd and line != "#pragma once\n" and not INCLUDE.match(line):
            refuse(f"{path}: write this line as others write it: {line.strip()}")
    return lines


def parts_of(header):
    parts = [os.path.normpath(line.strip()) for line in read(header + ".list") if line.strip()]
    for part in parts:
        if parts.count(part) > 1:
            refuse(f"{header}.list names {part} twice")
        if not os.path.isfile(os.path.join(SOURCE, part)):
            refuse(f"{header}.list names {part}, which does not exist")
    return parts


def includes_of(part):
    found = filter(None, map(INCLUDE.match, read(part)))
    return [os.path.normpath(os.path.join(os.path.dirname(part), match[1])) for match in found]


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
    for part, other in ((part, other) for part in graph for other in graph[part]):
        if other not in listed:
            refuse(f"{part} includes {other}, which is not a part")
    done = set()
    for part in graph:
        check_circles(part, graph, [], done)
    main, kernels = lists.values()
    # What stands before the part that includes collide_simd.h with its kernels, they may use.
    opens = max(i for i, part in enumerate(main) if "#include COLLIDE_SIMD_FILENAME\n" in read(part))
    for header, before in (main, []), (kernels, main[:opens]):
        for i, part in enumerate(header):
            for other in graph[part]:
                if other not in before + header[:i]:
                    refuse(f"{part} includes {other}, which is not in a list before it")
    return graph


def main(arguments):
    lists = {header: parts_of(header) for header in ("collide", "collide_simd")}
    graph = check(lists)
    if arguments == ["--graph"]:
        return print("\n".join(f"{part} includes {' '.join(graph[part])}" for part in graph))
    folder = arguments[0] if arguments else os.path.dirname(SOURCE)
    if len(arguments) > 1 or not os.path.isdir(folder):
        refuse("one folder that exists, or --graph: " + " ".join(arguments))
    for header, parts in lists.items():
        lines = [line for part in parts for line in read(part)
                 if line != "#pragma once\n" and not INCLUDE.match(line)]
        with open(os.path.join(folder, header + ".h"), "w", encoding="utf-8") as file:
            file.writelines(lines[:1] + [NOTE] + lines[1:])


main(sys.argv[1:])
