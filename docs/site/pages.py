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

DEMO = """# In the browser

The queries of this page run in WebAssembly. [Open it alone](demo/index.html) for the whole window.
[The examples](examples/README.md) say what to look at.

<iframe src="demo/index.html" title="The browser demo" style="width: 100%; height: 80vh"></iframe>
"""
NO_DEMO = "# In the browser\n\nThis site was built without the demo, which needs emscripten.\n"
BASE = "Which call to choose, options, conventions, and the types that all families share."
OTHER_KIND = re.compile("kdop(6|14|26)(?=_)")
places = {} # of each name of the interface: its page


def write(name, text):
    path = os.path.join(PAGES, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def take(page):
    """Copies a page and the files that it links."""
    def link(match):
        target = os.path.normpath(os.path.join(os.path.dirname(page), match[1]))
        source = os.path.join(TOP, target)
        if target.endswith(".md") or not os.path.isfile(source):
            return match[0]
        if target.endswith((".png", ".svg")):
            os.makedirs(os.path.dirname(os.path.join(PAGES, target)), exist_ok=True)
            shutil.copy(source, os.path.join(PAGES, target))
            return match[0]
        with open(source, encoding="utf-8") as file:
            kind = "c" if target.endswith((".c", ".h")) else "text"
            write(target + ".md", f"# {target}\n\n````{kind}\n{file.read()}````\n")
        return match[0] + ".md"

    with open(os.path.join(TOP, page), encoding="utf-8") as file:
        text = re.sub(r"\]\(([^)#:]+)", link, file.read())
    write(page, grid(text) if page == "docs/grid.md" else text)


def grid(text):
    """Ticks lead to their functions, and letters to the rows with ticks."""
    rows, columns, lines = set(re.findall(r"^\| `(\w+)`", text, re.M)), [], []

    def cell(row, column, content):
        def to(verb, said):
            name = f"collide_{row}" + ("" if verb == "single" else f"_{verb}")
            return f"[{said}](../{places[name]}#{name})"

        if re.fullmatch(r"[a-z()]+", content): # a pair of shapes
            pairs = f"{row}_{column}", f"{column}_{row}", f"{row}_{column}_sweep", "shape_shape"
            return f"[{content}](#{next(p for p in pairs if p in rows)})"
        return to(column, "✓") if content == "✓" else \
            re.sub(r"`(\w+)`", lambda match: to(match[1], match[0]), content)

    for line in text.splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("| |"):
            columns = cells
        elif line.startswith("| "):
            row = cells[0].strip("`")
            rest = (cell(row, c, x) for c, x in zip(columns[1:], cells[1:]))
            anchor = f"<a id={row}></a>" if row in rows else ""
            line = f"| {anchor}{cells[0]} | {' | '.join(rest)} |"
        lines.append(line)
    return "\n".join(lines) + "\n"


def prose(lines, drawn=False):
    """A comment as Markdown: indented lines and columns stay as they are, names become code."""
    def word(match):
        name = match[0]
        if name[0] != ">":
            return f"`{name}`"
        return f"[{name}]({places[name]}#{name[2:]})" if name in places else name

    runs, text = [], "" # runs: whether lines stay as they are, and the lines
    for line in lines:
        fixed = drawn or line.startswith("    ") or "   " in line
        if runs and (not line or fixed == runs[-1][0]):
            runs[-1][1].append(line)
        elif line:
            runs.append((fixed, [line]))
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
    name, code, rows = one["name"], one.get("text", ""), ""
    if kind == "functions":
        parameters = [f"{p['type']} {p['name']}" for p in one["parameters"]] or ["void"]
        code = f"{one['result']} {name}({', '.join(parameters)});".replace("* ", "*")
        code = code if len(code) < 90 else code.replace("(", "(\n    ").replace(", ", ",\n    ")
    elif kind == "macros":
        inside = "" if one["parameters"] is None else f"({', '.join(one['parameters'])})"
        code = f"#define {name}{inside} {one['value']}"
    for part in one.get("values", []) + one.get("fields", []):
        code = f"{part.get('type', '')} {part['name']}".strip()
        rows += f"| `{code}` | {' '.join(prose([part['comment']]).split())} |\n"
    code = f"| {kind[:-1]} | meaning |\n|---|---|\n{rows}\n" if rows else f"```c\n{code}\n```\n\n"
    model = OTHER_KIND.sub("kdop18", name)
    said = prose(one["lines"]) if model == name else f"`{model}` for another kind of k-DOP.\n\n"
    return f"### {name} {{#{name}}}\n\n{code}{said}"


def section(kind, one):
    if OTHER_KIND.search(one["name"]):
        return "Other kinds of k-DOPs"
    title = one["section"] or "functions"
    return title.capitalize() if kind == "functions" else "Types and macros"


def reference(family):
    name, text = family["name"], ""
    for mark in family["marks"]:
        drawn = mark["name"] in ("choosing", "options", "building", "conventions")
        text += f"## >>{mark['name']} {{#{mark['name']}}}\n\n{prose(mark['text'], drawn)}"
    every = [(kind, one) for kind in interface.KINDS[1:] + ("functions",) for one in family[kind]]
    every.sort(key=lambda e: OTHER_KIND.search(e[1]["name"]) is not None)
    for title in dict.fromkeys(section(*e) for e in every):
        text += f"## {title}\n\n" + "".join(entry(*e) for e in every if section(*e) == title)
    write(f"reference/{name}.md", f"# {name}\n\n{text}")
    said = BASE if name == "base" else interface.meaning(" ".join(family["marks"][0]["text"]))
    return f"- [{name}]({name}.md): {said}\n"


def on_config(config):
    shutil.rmtree(PAGES, ignore_errors=True)
    families = interface.interface()["families"]
    for family in families:
        page = f"{family['name']}.md"
        for one in (one for kind in interface.KINDS for one in family[kind]):
            places[one["name"]] = f"reference/{page}"
        places.update({">>" + mark["name"]: page for mark in family["marks"]})
    write("reference/index.md", "# Reference\n\nEach page has the functions, types and macros of a "
          "family.\n\n" + "".join(reference(family) for family in families))
    for folder, folders, names in os.walk(TOP):
        folders[:] = [f for f in folders if f != "build" and not f.startswith(".")]
        for name in (n for n in names if n.endswith(".md")):
            take(os.path.relpath(os.path.join(folder, name), TOP))
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
