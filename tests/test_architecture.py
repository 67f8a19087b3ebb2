"""The house: rooms on floors, packages in their rooms, small modules, and one door that prints."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import pnp

ROOT = Path(pnp.__file__).parent
GROUND = {"errors", "geometry", "paths", "strict", "edition"}
FLOORS = {"ground": 0, "games": 1, "sheets": 2, "render": 3, "read": 3, "play": 3, "coach": 3, "web": 4, "cli": 5}
"""cli > web > render | read | play | coach > sheets > games > ground"""
PACKAGES = {
    "reportlab": "render",
    "qrcode": "render",
    "PIL": "render",
    "uharfbuzz": "render",
    "bidi": "render",
    "pypdfium2": "render",
    "zxingcpp": "read",
    "starlette": "web",
    "uvicorn": "web",
    "typer": "cli",
    "rich": "cli",
}
AT_ONCE = {"typer", "starlette", "uvicorn"}
"""Packages that may be imported as soon as their room is entered; all others only where they are used."""
OWN_CLASSES = {Path("pnp/render/booklet.py"): "reportlab"}
"""Modules whose classes are made of a package's classes: they need it at once and are imported late themselves."""
MOST_LINES, LONGEST_FUNCTION = 400, 60


@dataclass(frozen=True)
class Import:
    """An import of a module: what, where, and whether it is made as soon as the module is."""

    target: str
    line: int
    at_once: bool


def imports(tree: ast.Module, package: str) -> Iterator[Import]:
    """Every import of a module by its full name; `from pnp import games` is an import of `pnp.games`."""
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        at_once = id(node) not in inside
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, at_once) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join([*package.split(".")[: len(package.split(".")) - node.level + 1]]) if node.level else ""
            source = ".".join(part for part in (base, node.module or "") if part)
            names = [f"{source}.{alias.name}" for alias in node.names] if source == "pnp" else [source]
            yield from (Import(name, node.lineno, at_once) for name in names)


def room_of(name: str) -> str:
    """The room of a module of the program, an empty text for the program itself."""
    parts = name.split(".")
    if len(parts) < 2 or parts[1] in ("__main__", "__version__"):
        return ""
    return "ground" if parts[1] in GROUND else parts[1]


def violations(root: Path) -> list[str]:
    """Everything in a tree of modules that breaks a rule of the house."""
    found: list[str] = []
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root.parent)
        module = ".".join(place.with_suffix("").parts)
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        room = room_of(module.removesuffix(".__init__") if module != "pnp.__init__" else "pnp")
        if room and room not in FLOORS:
            found.append(f"{place}: {room} is no room")
            continue
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        for one in imports(tree, package.removesuffix(".__init__")):
            found += [f"{place}:{one.line}: {said}" for said in _import_faults(one, room, OWN_CLASSES.get(place, ""))]
        found += [f"{place}:{line}: {said}" for line, said in _manners(tree, room)]
        if (count := text.count("\n")) > MOST_LINES:
            found.append(f"{place}: {count} lines")
        if path.name == "__init__.py" and not _one_sentence(ast.get_docstring(tree)):
            found.append(f"{place}: its docstring is not one sentence")
    return found


def _import_faults(one: Import, room: str, needed: str) -> Iterator[str]:
    top = one.target.split(".")[0]
    if top == "pnp":
        there = room_of(one.target)
        if there and there not in FLOORS:
            yield f"{one.target} is in no room"
        elif there and room and there != room and FLOORS[there] >= FLOORS[room]:
            word = "a stranger on the same floor" if FLOORS[there] == FLOORS[room] else "upstairs"
            yield f"{room} imports {one.target}, which is {word}"
    elif top not in sys.stdlib_module_names:
        if PACKAGES.get(top) != room:
            yield f"{top} belongs to {PACKAGES.get(top, 'no room')}, not to {room or 'the program'}"
        elif one.at_once and top not in AT_ONCE and top != needed:
            yield f"{top} is imported at once; it belongs inside the function that uses it"


def _manners(tree: ast.Module, room: str) -> Iterator[tuple[int, str]]:
    """Printing and leaving outside the door, functions that are too long."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > LONGEST_FUNCTION:
                yield node.lineno, f"{node.name} has {length} lines"
        if isinstance(node, ast.Call) and room and room != "cli":
            called = ast.unparse(node.func)
            if called in ("print", "input", "exit", "quit", "sys.exit", "os._exit") or called.startswith(
                ("sys.stdout.", "sys.stderr.")
            ):
                yield node.lineno, f"{called}() outside the door"
        if isinstance(node, ast.Raise) and room != "cli" and "SystemExit" in ast.unparse(node):
            yield node.lineno, "SystemExit outside the door"


def _one_sentence(docstring: str | None) -> bool:
    """Whether the first paragraph of a docstring is one sentence on one line."""
    first = (docstring or "").split("\n\n")[0]
    return first.endswith(".") and "\n" not in first and ". " not in first


def test_the_house_keeps_its_rules() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize("call", [[], ["check", "-", "--json"], ["games"], ["rules", "house-of-dice"]])
def test_a_command_that_prints_no_paper_loads_no_heavy_package(call: list[str]) -> None:
    heavy = set(PACKAGES) - AT_ONCE
    program = (
        "import sys, pnp.cli\n"
        f"sys.argv[1:] = {call}\n"
        "try: pnp.cli.main() if sys.argv[1:] else None\n"
        "except SystemExit: pass\n"
        f"loaded = {heavy} & set(sys.modules)\n"
        "sys.exit(f'loaded {loaded}' if loaded else 0)"
    )
    document = b'game = "house-of-dice"\nhouse = """\n' + b"......\n" * 6 + b'"""\ncost = 0\n'
    done = subprocess.run([sys.executable, "-c", program], input=document, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_every_package_that_is_needed_has_a_room() -> None:
    used = {
        one.target.split(".")[0]
        for path in ROOT.rglob("*.py")
        for one in imports(ast.parse(path.read_text(encoding="utf-8")), "pnp")
    }
    foreign = used - set(sys.stdlib_module_names) - {"pnp"}
    assert {"typer", "reportlab"} <= foreign <= set(PACKAGES)


PLANTED = {
    "an import from upstairs": ("sheets/a.py", "from pnp.render import pdf\n", "sheets imports pnp.render"),
    "an import of the door": ("games/a.py", "def f():\n    import pnp.cli\n", "upstairs"),
    "an import by the program's name": ("games/a.py", "from pnp import errors, sheets\n", "games imports pnp.sheets"),
    "a relative import": ("games/a.py", "from ..sheets import ink\n", "games imports pnp.sheets"),
    "the ground leans on a room": ("strict.py", "from pnp.games import names\n", "ground imports pnp.games"),
    "a stranger": ("read/a.py", "from pnp.render.job import Job\n", "a stranger on the same floor"),
    "an unknown room": ("attic/a.py", "", "attic is no room"),
    "an unknown module of the ground": ("helpers.py", "", "helpers is no room"),
    "an import from an unknown room": ("cli/a.py", "from pnp.attic import box\n", "pnp.attic is in no room"),
    "a package in the wrong room": ("sheets/a.py", "def f():\n    import reportlab.pdfgen\n", "reportlab belongs to"),
    "a package among the rules": ("games/a.py", "import rich\n", "rich belongs to cli, not to games"),
    "a package nobody knows": ("render/a.py", "def f():\n    import numpy\n", "numpy belongs to no room"),
    "a heavy package at once": ("render/a.py", "from PIL import Image\n", "PIL is imported at once"),
    "a heavy package in a class": ("cli/a.py", "class A:\n    import rich\n", "rich is imported at once"),
    "a stray print": ("sheets/a.py", "def f():\n    print(1)\n", "print() outside the door"),
    "a stray exit": ("games/a.py", "import sys\nsys.exit(2)\n", "sys.exit() outside the door"),
    "a raised exit": ("render/a.py", "raise SystemExit(2)\n", "SystemExit outside the door"),
    "a word on standard error": ("strict.py", "import sys\nsys.stderr.write('x')\n", "sys.stderr.write() outside"),
    "a long module": ("games/a.py", "x = 1\n" * 401, "401 lines"),
    "a long function": ("cli/a.py", "def f():\n" + "    x = 1\n" * 60, "f has 61 lines"),
    "a room without a sentence": ("sheets/__init__.py", "", "not one sentence"),
    "a room with two sentences": ("sheets/__init__.py", '"""One. Two."""\n', "not one sentence"),
}


@pytest.mark.parametrize(("file", "text", "said"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(tmp_path: Path, file: str, text: str, said: str) -> None:
    path = tmp_path / "pnp" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    found = violations(tmp_path / "pnp")
    assert len(found) == 1, found
    assert said in found[0]


KEPT = {
    "downstairs": (
        "cli/a.py",
        "from pnp.web import pages\nfrom pnp.render import pdf\nfrom pnp.errors import PnpError\n",
    ),
    "one's own room": ("games/a.py", "from pnp.games.verdict import Line\nimport dataclasses\n"),
    "a package at home": ("render/a.py", "def f():\n    from reportlab.pdfgen import canvas\n    import PIL.Image\n"),
    "the door": ("cli/a.py", "import typer\nimport sys\nprint(1)\nsys.exit(0)\n"),
    "the program": ("__main__.py", "from pnp.cli import main\nmain()\n"),
}


@pytest.mark.parametrize(("file", "text"), KEPT.values(), ids=KEPT)
def test_what_is_allowed_is_not_reported(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / "pnp" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert violations(tmp_path / "pnp") == []
