"""Gathers the pages of the site in build/pages, and links names in code to the reference.

mkdocs calls the functions whose names begin with on_ (mkdocs.yml). Pages of the repository keep
their paths, so that links between them hold; sources that they link become pages with code. The
reference has a page for each family, made from the comments of the interface (src/interface.py).
"""
import os
import re
import shutil
import sys

TOP = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PAGES = os.path.join(TOP, "build", "pages")
sys.path.insert(0, os.path.join(TOP, "src"))
import interface # noqa: E402

FOLDERS = [".", "docs", "examples", "examples/data", "bench", "src", "tests"]
LANGUAGES = {".c": "c", ".h": "c", ".py": "python", ".mjs": "js", ".js": "js", ".sh": "sh"}
DEMO = """# In the browser

The queries of this page run in WebAssembly. [Open it alone](demo/index.html) for the whole window.
[The examples](examples/README.md) say what to look at.

<iframe src="demo/index.html" title="The browser demo" style="width: 100%; height: 80vh"></iframe>
"""
NO_DEMO = "# In the browser\n\nThis site was built without the browser demo, which needs emscripten.\n"
places = {} # of each name of the interface: its page


def write(name, text):
    path = os.path.join(PAGES, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(name):
    with open(os.path.join(TOP, name), encoding="utf-8") as file:
        return file.read()


def take(page):
    """Copies a page and the files that it links."""
    def link(match):
        target = os.path.normpath(os.path.join(os.path.dirname(page), match[1]))
        source, kind = os.path.join(TOP, target), os.path.splitext(target)[1]
        if kind == ".md" or not os.path.isfile(source):
            return match[0]
        if kind in (".png", ".svg"):
            os.makedirs(os.path.dirname(os.path.join(PAGES, target)), exist_ok=True)
            shutil.copy(source, os.path.join(PAGES, target))
            return match[0]
        code = f"````{LANGUAGES.get(kind, 'text')}\n{read(target)}````\n"
        write(target + ".md", f"# {target}\n\n{code}")
        return f"]({match[1]}.md"

    text = re.sub(r"\]\(([^)#:]+)", link, read(page))
    write(page, grid(text) if page == "docs/grid.md" else text)


def grid(text):
    """Its ticks lead to the functions, and its letters to the rows with ticks."""
    rows = set(re.findall(r"^\| `(\w+)`", text, re.M))
    lines, columns = [], []

    def cell(row, column, content):
        pairs = [f"{row}_{column}", f"{column}_{row}", f"{row}_{column}_sweep", "shape_shape"]
        if re.fullmatch(r"[a-z()]+", content): # a pair of shapes
            return f"[{content}](#{next(p for p in pairs if p in rows)})"
        name = "collide_" + row.strip("`") + ("" if column == "single" else "_" + column)
        if content == "✓":
            return f"[✓](../{places[name]}#{name})"
        return re.sub(r"`(\w+)`", lambda m: f"[{m[0]}](../{places[f'collide_{row[1:-1]}_{m[1]}']}"
                      f"#collide_{row[1:-1]}_{m[1]})", content)

    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("| |"):
            columns = cells
        elif line.startswith("| "):
            anchor = f"<a id={cells[0].strip('`')}></a>" if cells[0][0] == "`" else ""
            rest = (cell(cells[0], c, x) for c, x in zip(columns[1:], cells[1:]))
            line = f"| {anchor}{cells[0]} | " + " | ".join(rest) + " |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def word(match):
    name = match[0]
    if name[0] != ">":
        return f"`{name}`"
    return f"[{name}]({places[name]}#{name[2:]})" if name in places else name


def prose(lines, drawn=False):
    """A comment as Markdown: indented lines and columns stay as they are, names become code."""
    runs = [] # whether it is text as it stands, its lines
    for line in lines:
        fixed = drawn or line.startswith("    ") or "   " in line
        if runs and (not line or fixed == runs[-1][0]):
            runs[-1][1].append(line)
        elif line:
            runs.append((fixed, [line]))
    text = ""
    for fixed, run in runs:
        run = "\n".join(run).rstrip()
        if fixed:
            kind = "c" if text.rstrip().endswith("EXAMPLE") else "text"
            text += f"```{kind}\n{run}\n```\n\n"
        else:
            run = re.sub(r"([\\*<\[])", r"\\\1", run)
            text += re.sub(r">>\w+|(?<!\w)\w*_\w+(?!\w)|(?<!\w)\w+_(?!\w)", word, run) + "\n\n"
    return text


def entry(kind, one):
    """A function, a type or a macro: a heading for the contents and the search, code, comment."""
    name, rows = one["name"], ""
    if kind == "functions":
        parameters = [f"{p['type']} {p['name']}".replace("* ", "*") for p in one["parameters"]]
        code = f"{one['result']} {name}(".replace("* ", "*")
        line = code + (", ".join(parameters) or "void") + ");"
        code = line if len(line) < 90 else code + "\n    " + ",\n    ".join(parameters) + ");"
    elif kind == "macros":
        inside = "" if one["parameters"] is None else f"({', '.join(one['parameters'])})"
        code = f"#define {name}{inside} {one['value']}".rstrip()
    else:
        code = one.get("text", f"{kind[:-1]} {name}")
        for value in one.get("values", []) + one.get("fields", []):
            rows += f"| `{value.get('type', '')} {value['name']}`".replace("` ", "`")
            rows += f" | {' '.join(prose([value['comment']]).split())} |\n"
        rows = f"| {kind[:-1]} `{name}` | |\n|---|---|\n{rows}\n" if rows else ""
    code = rows or f"```c\n{code}\n```\n\n"
    other = re.sub(r"kdop(6|14|26)(?=_)", "kdop18", name)
    same = f"Means the same as `{other}` for another kind of k-DOP.\n\n"
    return f"### {name} {{#{name}}}\n\n{code}{prose(one['lines']) if other == name else same}"


def reference(families):
    for family in families:
        page = f"reference/{family['name']}.md"
        for kind in interface.KINDS:
            places.update({one["name"]: page for one in family[kind]})
        places.update({">>" + mark["name"]: f"{family['name']}.md" for mark in family["marks"]})
    index = "# Reference\n\nEach page has the functions, types and macros of a family.\n\n"
    for family in families:
        name, text = family["name"], ""
        for mark in family["marks"]:
            drawn = mark["name"] in ("choosing", "options", "building", "conventions")
            text += f"## >>{mark['name']} {{#{mark['name']}}}\n\n{prose(mark['text'], drawn)}"
        every = [(kind, one) for kind in interface.KINDS for one in family[kind]]
        every.sort(key=lambda e: (re.search("kdop(6|14|26)_", e[1]["name"]) is not None, e[1]["part"]
                                  if e[0] == "functions" else "", e[1]["line"]))
        for section in dict.fromkeys(group(*e) for e in every):
            text += f"## {section}\n\n"
            text += "".join(entry(*e) for e in every if group(*e) == section)
        write(f"reference/{name}.md", f"# {name}\n\n{text}")
        said = " ".join(family["marks"][0]["text"]) if name != "base" else \
            "Which call to choose, options, conventions, and the types that all families share."
        index += f"- [{name}]({name}.md): {interface.meaning(said)}\n"
    write("reference/index.md", index)


def group(kind, one):
    if re.search("kdop(6|14|26)_", one["name"]):
        return "Other kinds of k-DOPs"
    return (one["section"] or "functions").capitalize() if kind == "functions" else "Types and macros"


def on_config(config):
    shutil.rmtree(PAGES, ignore_errors=True)
    families = interface.interface()["families"]
    reference(families)
    results = [f"bench/results/{name}" for name in os.listdir(os.path.join(TOP, "bench/results"))]
    for folder in FOLDERS + [r for r in results if os.path.isdir(os.path.join(TOP, r))]:
        for name in os.listdir(os.path.join(TOP, folder)):
            if name.endswith(".md"):
                take(os.path.normpath(os.path.join(folder, name)))
    demo = os.path.join(TOP, "build", "web")
    there = os.path.isfile(os.path.join(demo, "web.wasm"))
    write("demo.md", DEMO if there else NO_DEMO)
    if there:
        shutil.copytree(demo, os.path.join(PAGES, "demo"))
    config["nav"][-1]["Reference"] += [f"reference/{family['name']}.md" for family in families]
    return config


def on_page_content(html, page, **_):
    """Names of the interface in code become links to the reference."""
    inside, parts = [], re.split(r"(<[^>]+>)", html)
    up = os.path.relpath(".", os.path.dirname(page.file.src_path) or ".")
    for i, part in enumerate(parts):
        tag = re.match(r"<(/?)(a|code|h[1-6])\b", part)
        if tag and tag[1]:
            inside.remove(tag[2])
        elif tag:
            inside.append(tag[2])
        elif inside == ["code"]:
            parts[i] = re.sub(r"\b(collide|COLLIDE)_\w+", lambda m: m[0] if m[0] not in places else
                f'<a href="{up}/{places[m[0]][:-3]}.html#{m[0]}">{m[0]}</a>', part)
    return "".join(parts)
