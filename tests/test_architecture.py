"""The house: rooms on floors, packages in their rooms, small modules, and only cli prints."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import pnp

ROOT = Path(pnp.__file__).parent
GROUND = {"errors", "geometry", "paths", "strict", "edition", "words", "bounded_process", "batch", "extras"}
FLOORS = {
    "ground": 0,
    "games": 1,
    "sheets": 2,
    "render": 3,
    "read": 3,
    "play": 3,
    "coach": 3,
    "convention": 4,
    "web": 5,
    "cli": 6,
}
"""cli > web > convention > render | read | play | coach > sheets > games > ground"""
PACKAGES: dict[str, str | tuple[str, ...]] = {
    "qrcode": "render",
    "PIL": "render",
    "reportlab": "render",
    "uharfbuzz": "render",
    "bidi": "render",
    "pypdfium2": "render",
    "zxingcpp": "read",
    "ortools": "coach",
    "numpy": ("coach", "read", "web"),
    "psycopg": "play",
    "distributed": "ground",
    "numba": "coach",
    "cv2": ("read", "web"),
    "pillow_heif": "render",
    "starlette": "web",
    "uvicorn": "web",
    "typer": "cli",
    "rich": "cli",
    "prompt_toolkit": "cli",
}
AT_ONCE = {"typer", "starlette", "uvicorn"}
"""Packages that may be imported as soon as their room is entered; all others only where they are used."""
OWN_CLASSES: dict[Path, str] = {Path("pnp/play/stores/postgres_connection.py"): "psycopg"}
"""Modules whose classes are made of a package's classes: they need it at once and are imported late themselves."""
MADE_OF = {"read": ("numpy", "cv2")}
"""Rooms whose modules work on a package's arrays: they need it at once and are imported late themselves."""
LONGEST_FUNCTION = 50
"""As CONTRIBUTING says."""
GAME_WORDS = re.compile(
    r"house[-_ ]of[-_ ]dice|dice[-_ ](miner|manor|city)|yacht|chimney|balcon|fence|furnitur|garage|trove|pickaxe|cave-in"
    r"|dragon|blueprint|inspiration|prestige|bandit|cathedral|full-roof",
    re.IGNORECASE,
)
"""Names of games and words that only one of them knows."""


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
        needed = {OWN_CLASSES.get(place, ""), *MADE_OF.get(room, ())}
        for one in imports(tree, package.removesuffix(".__init__")):
            found += [f"{place}:{one.line}: {said}" for said in _import_faults(one, room, needed)]
        found += [f"{place}:{line}: {said}" for line, said in _manners(tree, room)]
        if room == "games":
            found += [f"{place}: {said}" for said in _game_faults(path, tree)]
        elif room:
            found += [f"{place}:{line}: a game's word: {word}" for line, word in _game_words(tree)]
        if path.name == "__init__.py" and not _one_sentence(ast.get_docstring(tree)):
            found.append(f"{place}: its docstring is not one sentence")
    return found


def _import_faults(one: Import, room: str, needed: Collection[str]) -> Iterator[str]:
    top = one.target.split(".")[0]
    if top == "pnp":
        there = room_of(one.target)
        if there and there not in FLOORS:
            yield f"{one.target} is in no room"
        elif there and room and there != room and FLOORS[there] >= FLOORS[room]:
            word = "a stranger on the same floor" if FLOORS[there] == FLOORS[room] else "upstairs"
            yield f"{room} imports {one.target}, which is {word}"
    elif top not in sys.stdlib_module_names:
        allowed = PACKAGES.get(top, "no room")
        if room not in (allowed if isinstance(allowed, tuple) else (allowed,)):
            yield f"{top} belongs to {allowed}, not to {room or 'the program'}"
        elif one.at_once and top not in AT_ONCE and top not in needed:
            yield f"{top} is imported at once; it belongs inside the function that uses it"


def _manners(tree: ast.Module, room: str) -> Iterator[tuple[int, str]]:
    """Printing and leaving outside cli, functions that are too long."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            # What a function takes is no part of what it does.
            length = (node.end_lineno or node.lineno) - node.body[0].lineno + 1
            if length > LONGEST_FUNCTION:
                yield node.lineno, f"{node.name} has {length} lines"
        if isinstance(node, ast.Call) and room and room != "cli":
            called = ast.unparse(node.func)
            if called in ("print", "input", "exit", "quit", "sys.exit", "os._exit") or called.startswith(
                ("sys.stdout.", "sys.stderr.")
            ):
                yield node.lineno, f"{called}() outside cli"
        if isinstance(node, ast.Raise) and room != "cli" and "SystemExit" in ast.unparse(node):
            yield node.lineno, "SystemExit outside cli"


def _game_faults(path: Path, tree: ast.Module) -> Iterator[str]:
    """Names with an underscore before them, lists of what others have, modules that answer for others."""
    if path.name[:1] == "_" and path.name != "__init__.py":
        yield "a module's name begins with an underscore"
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and any(alias.name == alias.asname for alias in node.names):
            yield f"line {node.lineno} hands on what another module has"
        if isinstance(node, ast.FunctionDef) and node.name == "__getattr__":
            yield "a module with __getattr__"
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            yield "a list of what others have"


def _game_words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Words of games in names and texts; what is explained to a reader may name one."""
    explained = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        said = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            said = node.value
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef | ast.Attribute):
            said = getattr(node, "id", "") or getattr(node, "name", "") or getattr(node, "attr", "")
        if word := GAME_WORDS.search(said):
            yield node.lineno, word[0]


def cycles(root: Path) -> list[set[str]]:
    """Modules that import each other in a ring, whenever they do it."""
    names = {
        ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in root.rglob("*.py")
    }
    graph: dict[str, set[str]] = {}
    for name, path in names.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        found = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                source = ".".join([*up, *([node.module] if node.module else [])])
                inner = {f"{source}.{alias.name}" for alias in node.names}
                found |= {one if one in names else source for one in inner}
        graph[name] = {one for one in found if one in names and one != name}
    return [ring for ring in _rings(graph) if len(ring) > 1]


def _rings(graph: dict[str, set[str]]) -> list[set[str]]:
    """The strongly connected parts of a graph: what each reaches and is reached by."""
    reach = {name: _reached(graph, name) for name in graph}
    left, rings = set(graph), []
    while left:
        name = left.pop()
        ring = {name} | {other for other in left if other in reach[name] and name in reach[other]}
        left -= ring
        rings.append(ring)
    return rings


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    seen, todo = set(), [start]
    while todo:
        for one in graph[todo.pop()] - seen:
            seen.add(one)
            todo.append(one)
    return seen


def _one_sentence(docstring: str | None) -> bool:
    """Whether the first paragraph of a docstring is one sentence on one line."""
    first = (docstring or "").split("\n\n")[0]
    return first.endswith(".") and "\n" not in first and ". " not in first


def test_the_house_keeps_its_rules() -> None:
    assert violations(ROOT) == []


def test_the_rooms_are_those_of_the_plan() -> None:
    rooms = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    modules = {path.stem for path in ROOT.glob("*.py")} - {"__init__", "__main__"}
    assert (rooms | {"ground"}, modules) == (set(FLOORS), GROUND)
    plan = (ROOT.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"  {room}/" in plan for room in rooms)
    assert f"Functions stay within {LONGEST_FUNCTION} lines" in plan


def test_no_modules_import_each_other_in_a_ring() -> None:
    assert cycles(ROOT) == []


SCRIPTS = [path for path in sorted(ROOT.rglob("*.js")) if "games" not in path.relative_to(ROOT).parts]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_of_the_pages_knows_no_game(path: Path) -> None:
    bare = re.sub(r"//.*|/\*.*?\*/", "", path.read_text(encoding="utf-8"))
    assert [word[0] for word in GAME_WORDS.finditer(bare)] == []


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
    assert {"typer", "reportlab", "uharfbuzz"} <= foreign <= set(PACKAGES)


PLANTED = {
    "an import from upstairs": ("sheets/a.py", "from pnp.render import pdf\n", "sheets imports pnp.render"),
    "an import of the commands": ("games/a.py", "def f():\n    import pnp.cli\n", "upstairs"),
    "an import by the program's name": ("games/a.py", "from pnp import errors, sheets\n", "games imports pnp.sheets"),
    "a relative import": ("games/a.py", "from ..sheets import ink\n", "games imports pnp.sheets"),
    "the ground leans on a room": ("strict.py", "from pnp.games import names\n", "ground imports pnp.games"),
    "a stranger": ("read/a.py", "from pnp.render.job import Job\n", "a stranger on the same floor"),
    "an unknown room": ("attic/a.py", "", "attic is no room"),
    "an unknown module of the ground": ("helpers.py", "", "helpers is no room"),
    "an import from an unknown room": ("cli/a.py", "from pnp.attic import box\n", "pnp.attic is in no room"),
    "a package in the wrong room": ("sheets/a.py", "def f():\n    import qrcode.util\n", "qrcode belongs to"),
    "a package among the rules": ("games/a.py", "import rich\n", "rich belongs to cli, not to games"),
    "a package nobody knows": ("render/a.py", "def f():\n    import scipy\n", "scipy belongs to no room"),
    "a heavy package at once": ("render/a.py", "from PIL import Image\n", "PIL is imported at once"),
    "a heavy package in a class": ("cli/a.py", "class A:\n    import rich\n", "rich is imported at once"),
    "a stray print": ("sheets/a.py", "def f():\n    print(1)\n", "print() outside cli"),
    "a stray exit": ("games/a.py", "import sys\nsys.exit(2)\n", "sys.exit() outside cli"),
    "a raised exit": ("render/a.py", "raise SystemExit(2)\n", "SystemExit outside cli"),
    "a word on standard error": ("strict.py", "import sys\nsys.stderr.write('x')\n", "sys.stderr.write() outside cli"),
    "a long function": ("cli/a.py", "def f():\n" + "    x = 1\n" * 51, "f has 51 lines"),
    "a game's name": ("play/a.py", "x = 'house-of-dice'\n", "a game's word: house-of-dice"),
    "a game's word in a name": ("web/a.py", "def draw_chimney():\n    pass\n", "a game's word: chimney"),
    "a hidden module among the rules": ("games/_a.py", "", "begins with an underscore"),
    "a name handed on": ("games/a.py", "from pnp.games.verdict import Line as Line\n", "hands on"),
    "a module that answers for another": ("games/a.py", "def __getattr__(n):\n    return n\n", "__getattr__"),
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


def test_a_ring_of_imports_is_found(tmp_path: Path) -> None:
    for name, text in {
        "a": "def f():\n    from pnp import b\n",
        "b": "from pnp.c import x\n",
        "c": "import pnp.a\n",
    }.items():
        (tmp_path / "pnp").mkdir(exist_ok=True)
        (tmp_path / "pnp" / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "pnp" / "d.py").write_text("import pnp.a\n", encoding="utf-8")
    assert cycles(tmp_path / "pnp") == [{"pnp.a", "pnp.b", "pnp.c"}]


KEPT = {
    "downstairs": (
        "cli/a.py",
        "from pnp.web import pages\nfrom pnp.render import pdf\nfrom pnp.errors import PnpError\n",
    ),
    "one's own room": ("games/a.py", "from pnp.games.verdict import Line\nimport dataclasses\n"),
    "a package at home": ("render/a.py", "def f():\n    from uharfbuzz import Face\n    import PIL.Image\n"),
    "printing in cli": ("cli/a.py", "import typer\nimport sys\nprint(1)\nsys.exit(0)\n"),
    "the program": ("__main__.py", "from pnp.cli import main\nmain()\n"),
}


@pytest.mark.parametrize(("file", "text"), KEPT.values(), ids=KEPT)
def test_what_is_allowed_is_not_reported(tmp_path: Path, file: str, text: str) -> None:
    path = tmp_path / "pnp" / file
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    assert violations(tmp_path / "pnp") == []
