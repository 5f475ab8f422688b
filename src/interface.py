#!/usr/bin/env python3
"""Lists the interface: what the parts before frame/interface_end.h in collide.list declare.

    python3 src/interface.py                prints it as JSON
    python3 src/interface.py --table        prints the list of functions, docs/functions.md
    python3 src/interface.py --grid         prints the table of pairs and verbs, docs/grid.md
    python3 src/interface.py --prototypes   prints a line for each function, as C declares it

A family is a folder. Each has marks (name, text), functions (name, result, parameters), structs
(name, fields), enums (name, values), types (name, text) and macros (name, parameters or null,
value); all but marks have a comment, also as lines, the section they stand in, the part and the
line.
"""
import json
import os
import re
import sys

SOURCE = os.path.dirname(os.path.abspath(__file__))
TABLE_HEAD = """# Functions

`make docs` generates this page from the comments in `src/`. It has their first sentences; the
headers have the rest. Each function has one line: search for a part of its name. kdop18 stands for
the kinds 6, 14, 18 and 26, which have the same functions. Marks such as `>>sat` name sections of
the header. [grid.md](grid.md) shows the same queries by pairs of shapes."""
GRID_HEAD = """# Which pairs have which queries

`make docs` generates this page from the declarations in `src/`. The mark **—** is a hole: no such
function exists. `>>choosing` in the header lists workarounds; some holes would make no sense.
kdop18 stands for the kinds 6, 14, 18 and 26. [functions.md](functions.md) says what each function
means, and lists more that take no pair, such as `collide_bodies_touches`.

## Pairs

y: a yes or no, or a list of hits; d: a distance or closest points; c: contacts; s: sweeps, which
take two moving objects; m: first contacts of objects that also turn. A mesh needs a tree for its
queries: see the column tree. Points, segments, planes and all shapes from sphere to cylinder are
also a `collide_shape`: letters in brackets are queries that a pair has only as two shapes, such as
`collide_shape_shape_contacts`. For a shape and terrain, a tree or a cable see also row shape, which
holds for every kind of shape."""
VERBS_HEAD = """
## Verbs

A tick marks a function that exists. Row and column spell its name: row `obb_obb` and column
`contacts` mean `collide_obb_obb_contacts`."""
SHAPES = """ray segment point plane sphere capsule aabb obb triangle tetrahedron convex cylinder
kdop18 spline cable shape mesh terrain octree tree""".split()
VERBS = """single distance within indices contacts touches many many_indices lanes pairs all all_indices
self_indices""".split()
HOLE = "**—**"
KINDS = ("functions", "structs", "enums", "types", "macros")


def interface_parts():
    with open(os.path.join(SOURCE, "collide.list"), encoding="utf-8") as file:
        parts = file.read().split()
    return [p for p in parts[: parts.index("frame/interface_end.h")] if not p.startswith("frame/")]


def lines_of(part):
    """Number and text of each line; lines that end in a backslash are one with the next."""
    with open(os.path.join(SOURCE, part), encoding="utf-8") as file:
        joined, first = "", 0
        for number, line in enumerate(file.read().splitlines(), 1):
            first = first if joined else number
            joined += line
            if joined.endswith("\\"):
                joined = joined[:-1].rstrip() + " "
                continue
            yield first, joined
            joined = ""


def squeeze(text):
    return re.sub(r"\s+", " ", text).replace("( ", "(").strip()


def declared(text):
    """Type and name of `type name`; an array's size belongs to its type."""
    match = re.fullmatch(r"(.*?)\s*(\w+)((?:\[\w+\])*)", squeeze(text))
    return {"type": match[1] + match[3], "name": match[2]}


def split_list(text):
    """Parts of a list in parentheses, which commas at its top level separate."""
    parts, depth = [""], 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def substitute(macro, arguments):
    """The text of a macro with # and ## of its parameters carried out."""
    text = macro["value"]
    for name, argument in zip(macro["parameters"], arguments):
        text = re.sub(rf"\s*##\s*{name}\b|\b{name}\b", argument, text)
    return re.sub(r"\s*##\s*", "", text)


class Family:
    """Reads the parts of one folder. A comment belongs to what follows it up to a blank line."""

    def __init__(self, name, macros):
        self.found = {"name": name, "marks": [], **{kind: [] for kind in KINDS}}
        self.macros = macros
        self.used = False # whether the comment belongs to something that was read

    def add(self, kind, **entry):
        place = {"section": self.section, "part": self.part, "line": self.line}
        comment = " ".join(self.comment)
        self.found[kind].append({**entry, "comment": comment, "lines": self.comment, **place})
        self.used = True

    def function(self, text):
        head, inside = re.fullmatch(r"COLLIDE_API (.*?)\((.*)\)", squeeze(text)).groups()
        result = declared(head)
        parameters = [] if inside == "void" else [declared(p) for p in split_list(inside)]
        self.add("functions", name=result["name"], result=result["type"], parameters=parameters)

    def structure(self, name, body):
        fields, above = [], []
        for line in body:
            code, _, comment = (s.strip() for s in line.partition("//"))
            if comment and fields and line.startswith("     "): # goes on from the line above
                fields[-1]["comment"] += " " + comment
                continue
            above += [comment] if comment else []
            for statement in filter(None, code.split(";")):
                first, *more = split_list(statement)
                field = declared(first)
                kind = re.sub(r"[\s*]*(\[.*)?$", "", field["type"])
                every = [field] + [declared(f"{kind} {other}") for other in more]
                fields += [{**one, "comment": " ".join(above)} for one in every]
            above = [] if code else above
        self.add("structs", name=name, fields=fields)

    def enumeration(self, name, body):
        values = []
        for line in body:
            code, _, comment = (s.strip() for s in line.partition("//"))
            call = re.match(r"(\w+)\((\w+)\)", code)
            if call: # an X-macro: its first argument is the value, its second says what it means
                rows = re.findall(r"\b(\w+), \"(.*?)\"", self.macros[call[1]]["value"])
                values += [{"name": row[0], "comment": row[1]} for row in rows]
            elif code and not code.startswith("#"):
                values += [{"name": v, "comment": comment} for v in split_list(code)]
        self.add("enums", name=name, values=values)

    def macro(self, text):
        code, _, comment = (s.strip() for s in text.partition(" //"))
        name, inside, value = re.fullmatch(r"#define (\w+)(\([^)]*\))?\s*(.*)", code).groups()
        parameters = split_list(inside[1:-1]) if inside else None
        self.macros[name] = {"parameters": parameters, "value": squeeze(value)}
        if not name.startswith("COLLIDE__") and name != "COLLIDE_API" and value:
            self.comment += [comment] if comment else []
            self.add("macros", name=name, **self.macros[name])
            self.comment = self.comment[:-1] if comment else self.comment

    def statement(self, text, body):
        """Takes in code that ends at the top level; body has the lines in braces."""
        if text.startswith("COLLIDE_API"):
            self.function(text.rstrip("; "))
        elif text.startswith("typedef") and body:
            name = re.search(r"(\w+);", text)[1]
            (self.enumeration if "enum" in text else self.structure)(name, body)
        elif text.startswith("typedef"):
            name = re.search(r"\(\*(\w+)\)|(\w+);", text)
            self.add("types", name=name[1] or name[2], text=squeeze(text))
        else: # a macro that declares functions
            name, inside = re.fullmatch(r"(\w+)\((.*)\);?", text).groups()
            for one in substitute(self.macros[name], split_list(inside)).split(";"):
                if one.strip():
                    self.function(one.strip())

    def read(self, part):
        self.part, self.section, self.comment = part, "", []
        text, body, mark = "", [], None
        for number, line in lines_of(part):
            if not text:
                self.line = number
            if text.endswith("{") and line.startswith("}"):
                self.statement(text + line, body)
                text, body = "", []
            elif text.endswith("{"):
                body.append(line)
            elif line.startswith("#define"):
                self.macro(line)
            elif re.fullmatch(r"// >>\w+", line):
                mark = {"name": line[5:], "text": []}
                self.found["marks"].append(mark)
                self.section = ""
            elif line.startswith("// ----"):
                self.section = line.strip("/- ")
            elif line.startswith("//") and not line.startswith("// ===="):
                self.comment = ([] if self.used else self.comment) + [line[3:]]
                self.used = False
                if mark: # the first comment after a mark is what it is about
                    mark["text"].append(line[3:])
            elif not line:
                self.comment = []
                mark = None if mark and mark["text"] else mark
            elif not line.startswith(("#", "// ====")):
                text = squeeze(text + " " + line.partition(" //")[0])
                if text.endswith(";") or re.fullmatch(r"COLLIDE__\w+\(\w+(, \w+)*\)", text):
                    self.statement(text, body)
                    text = ""


def interface():
    families, macros = {}, {}
    for part in interface_parts():
        name = os.path.dirname(part)
        families.setdefault(name, Family(name, macros)).read(part)
    major, minor, patch, candidate = (macros["COLLIDE_VERSION_" + part]["value"]
                                      for part in ("MAJOR", "MINOR", "PATCH", "CANDIDATE"))
    version = f"{major}.{minor}.{patch}" + (f"-rc.{candidate}" if candidate != "0" else "")
    found = [family.found for family in families.values()]
    # Kinds of k-DOPs that a macro declares mean the same as kind 18, which is written out.
    functions = {f["name"]: f for family in found for f in family["functions"]}
    for name, function in functions.items():
        model = functions.get(re.sub(r"kdop\d+", "kdop18", name))
        if model:
            function.update(comment=model["comment"], lines=model["lines"])
    return {"version": version, "families": found}


def meaning(comment):
    """The first sentence of a comment, or what of it stands alone, in Markdown."""
    text = re.match(r"(?:\([^()]*\)|[^.:;]|[.:;](?! |$))*", comment)[0]
    return re.sub(r"([|*<])", r"\\\1", text) + "."


def table(found):
    print(TABLE_HEAD)
    for family in found["families"]:
        print(f"\n## {family['name']}")
        rows = [f for f in family["functions"] if not re.search("kdop(6|14|26)", f["name"])]
        for section in dict.fromkeys(f["section"] for f in rows):
            print(f"\n### {section}\n" if section else "")
            for f in (f for f in rows if f["section"] == section):
                parameters = ", ".join(p["name"] for p in f["parameters"])
                print(f"- `{f['name']}({parameters})`: {meaning(f['comment'])}")


def grid(found):
    shape, rows = "|".join(SHAPES), {}
    for function in (f for family in found["families"] for f in family["functions"]):
        match = re.fullmatch(rf"collide_({shape})_({shape}|self)(_sweep|_near)?(?:_(\w+))?",
                             function["name"])
        if match and function["section"] != "making" and \
                match[4] not in ("size", "count"):
            rows.setdefault(match.groups("")[:3], set()).add(match[4] or "single")

    def letters(a, b):
        """What the pair has by its names, then in brackets what it has as a collide_shape."""
        own, kinds = named(a, b), SHAPES[SHAPES.index("segment"):SHAPES.index("kdop18")]
        general = named("shape", "shape") if a in kinds and b in kinds else ""
        more = "".join(x for x in general if x not in own)
        return own + (f"({more})" if more else "") or HOLE

    def named(a, b):
        """What functions with the names of a pair exist for, whichever shape comes first."""
        verbs = {mode: rows.get((a, b, mode), set()) | rows.get((b, a, mode), set())
                 for mode in ("", "_sweep")}
        found = {"d": "closest|distance", "c": "contacts|touches", "m": "motion",
                 "": "within|clearances"}
        sorts = {v: next((k for k in found if re.match(found[k], v)), "y") for v in verbs[""]}
        here = [(k, k in sorts.values()) for k in "ydc"] + [("s", verbs["_sweep"])] + \
            [("m", "m" in sorts.values())]
        return "".join(letter for letter, found in here if found)

    names = [s for s in SHAPES if s != "mesh" and any(letters(s, other) != HOLE for other in SHAPES)]
    columns = names[names.index("sphere"):]
    print(GRID_HEAD + "\n\n| | " + " | ".join(columns) + " |\n|" + "---|" * (len(columns) + 1))
    for a in names:
        print(f"| {a} | " + " | ".join("" if names.index(b) < names.index(a) else letters(a, b)
                                       for b in columns) + " |")
    print(VERBS_HEAD + "\n\n| | " + " | ".join(VERBS) + " | others |\n|" + "---|" * (len(VERBS) + 2))
    for (a, b, mode), verbs in sorted(rows.items(), key=lambda row: [
            SHAPES.index(s) if s in SHAPES else 99 for s in row[0][:2]] + [row[0][2]]):
        cells = ["✓" if verb in verbs else "—" for verb in VERBS]
        others = ", ".join(f"`{verb}`" for verb in sorted(verbs - set(VERBS)))
        print(f"| `{a}_{b}{mode}` | " + " | ".join(cells) + f" | {others} |")


def main(option):
    found = interface()
    if option == []:
        print(json.dumps(found, indent=1))
    elif option == ["--table"]:
        table(found)
    elif option == ["--grid"]:
        grid(found)
    elif option == ["--prototypes"]:
        for f in (f for family in found["families"] for f in family["functions"]):
            types = ", ".join(p["type"] for p in f["parameters"]) or "void"
            print(f"{f['result']} {f['name']} ({types})".replace("* ", "*", 1))


if __name__ == "__main__":
    main(sys.argv[1:])
