"""The catalogues: whatever the program tells has a sentence in every language, with the facts that it is given."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import pnp
from pnp.games import _FRAME
from pnp.games.rules.declaration import text_of_rules
from pnp.paths import LAYOUTS
from pnp.words import LANGUAGE, PLURALS, Words, say, slots

ROOT = Path(pnp.__file__).parent
ONE = ("say", "refuse", "deny", "doubt", "wrong", "Said", "Refusal", "Note")
MAKERS = {**dict.fromkeys(ONE, 1), "problem": 2, "Problem": 2}
"""What makes something that is told, and after how many arguments its facts come."""
MODULES = {"words", "errors", "strict", "seats"}
"""The modules that they are in."""
OWN_KEYS = {"plural", "decimal", "and", "or"}
"""The keys of the language itself."""
PAGES = {"field", "sheet", "bonus", "choice", "kind", "job", "help", "printed-bonus"}
"""Tables of terms that pages look up for labels."""
NOTATION: dict[str, tuple[str, ...]] = {
    "house_of_dice": ("close vote",),
    "dice_miner": ("draft tunnel", "tunnel 1 2 beer", "bands, starting-magic"),
    "dice_city": ("deck empty", "last round", "{} use: wood 1", '{ name = "Church"'),
    "dice_manor": ("token reroll",),
    "rules": ("one mark", "each one mark"),
}
"""What is typed at a table or in a file and has blanks in it, by game: how such a text begins."""
GRAMMARS = ("games/dice_city/notation.py", "games/rules/javascript.py")
"""Modules that hold nothing but how moves are written, with an example of each, or what formulas become."""
WORDS = re.compile(r"[^\W\d_]{2,}")


class Call(NamedTuple):
    """Something that is told: its keys, its facts (None where they can't be read), and where."""

    keys: tuple[str, ...]
    facts: frozenset[str] | None
    place: str


class Source(NamedTuple):
    """The code of a room or a game, and the catalogues that its sentences are looked for in, its own first."""

    name: str
    modules: tuple[tuple[str, ast.Module], ...]
    catalogues: Mapping[str, Mapping[str, str]]
    """By language."""
    texts: str
    """The other files of a room: pages and scripts, which name keys as well."""


# ---------------------------------------------------------------------------------------- reading the program


def sources(root: Path) -> list[Source]:
    """Each room, each game, and what all games are made with."""
    games = root / "games"
    found = [_source("pnp", sorted(root.glob("*.py")), root)]
    for folder in sorted(path for path in root.iterdir() if path.is_dir() and path != games):
        found.append(_source(folder.name, sorted(folder.rglob("*.py")), folder))
    if games.is_dir():
        modules = sorted(games.glob("*.py"))
        frame = [path for path in modules if path.stem in _FRAME or path.stem == "__init__"]
        found.append(_source("games", frame, games))
        found += [_source(f"games/{path.stem}", [path], None) for path in modules if path not in frame]
        folders = sorted(path for path in games.iterdir() if path.is_dir())
        found += [_source(f"games/{one.name}", sorted(one.rglob("*.py")), one) for one in folders]
    return [one for one in found if one.modules]


def _source(name: str, files: Iterable[Path], folder: Path | None) -> Source:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in files}
    modules = tuple((str(path.relative_to(folder or path.parent)), tree) for path, tree in trees.items())
    by_language: dict[str, dict[str, str]] = defaultdict(dict)
    for path in folder.glob("words.*.json") if folder else ():
        by_language[path.name.split(".")[1]] |= json.loads(path.read_text(encoding="utf-8"))
    for _, tree in modules:
        for language, words in _own_words(tree).items():
            by_language[language] |= words
    others = [path for path in folder.rglob("*") if path.suffix in (".js", ".html")] if folder else []
    texts = [path.read_text(encoding="utf-8") for path in sorted(others)]
    return Source(name, modules, by_language, "\n".join([*texts, *_rules_of(name.partition("/")[2])]))


def _rules_of(folder: str) -> Iterator[str]:
    """What the layout of a game says under `[rules]`, each name of a row put into its braces."""
    path = LAYOUTS / f"{folder.replace('_', '-')}.toml"
    data = tomllib.loads(text_of_rules(path.read_text(encoding="utf-8"))) if path.is_file() else {}
    for rows in data.get("rules", {}).values():
        for key, row in rows.items() if isinstance(rows, dict) else [("", rows)]:
            yield from (f"{key} {json.dumps(row)}".replace("{}", name) for name in key.split(","))


def _own_words(tree: ast.Module) -> dict[str, dict[str, str]]:
    """The words of a game that is one module: `WORDS`, with its catalogues in place or by name."""
    named = {name: node.value for node in ast.walk(tree) for name in _assigned(node)}
    words = named.get("WORDS")
    if not isinstance(words, ast.Dict):
        return {}
    by_language = {ast.literal_eval(key): value for key, value in zip(words.keys, words.values, strict=True) if key}
    found = {key: named.get(value.id) if isinstance(value, ast.Name) else value for key, value in by_language.items()}
    return {key: ast.literal_eval(value) for key, value in found.items() if isinstance(value, ast.Dict)}


def _assigned(node: ast.AST) -> list[str]:
    """The names that something is assigned to."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def calls(source: Source) -> Iterator[Call]:
    """Everything that is told in the code of a room or game."""
    for file, tree in source.modules:
        functions = [one for one in tree.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        makers = [one for one in functions if one.name in MAKERS]
        inside = {id(node) for function in makers for node in ast.walk(function)}
        # A function of the same name that takes no key first is something else.
        others = {
            one.name for one in makers if one.args.args[:1] or [a.arg for a in one.args.posonlyargs][:1] != ["key"]
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args and id(node) not in inside:
                name = _name(node.func)
                if name in MAKERS and name not in others and not _is_finished(node) and not _is_handed_on(node):
                    yield Call(tuple(_keys(node.args[0])), _facts(node), f"{source.name}/{file}:{node.lineno}")


def _name(node: ast.expr) -> str:
    """The name that is called, alone or in its module."""
    if isinstance(node, ast.Attribute):
        return node.attr if isinstance(node.value, ast.Name) and node.value.id in MODULES else ""
    return node.id if isinstance(node, ast.Name) else ""


def _is_finished(node: ast.Call) -> bool:
    """Whether facts are a text and no table: a sentence that came from elsewhere."""
    if _name(node.func) not in ("Said", "Problem"):
        return False
    after = MAKERS[_name(node.func)]
    facts = node.args[after] if len(node.args) > after else None
    return facts is not None and not isinstance(facts, ast.Dict)


def _is_handed_on(node: ast.Call) -> bool:
    """Whether something that was told elsewhere is told again, such as a problem that makes a refusal."""
    first = node.args[0]
    return isinstance(first, ast.Starred) or (isinstance(first, ast.Attribute) and first.attr == "key")


def _keys(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body)
        yield from _keys(node.orelse)
    else:
        yield ""


def _facts(node: ast.Call) -> frozenset[str] | None:
    names = {keyword.arg for keyword in node.keywords}
    if None in names:
        return None
    after = MAKERS[_name(node.func)]
    given = node.args[after] if len(node.args) > after else None
    if isinstance(given, ast.Dict):
        names |= {key.value for key in given.keys if isinstance(key, ast.Constant)}
    if _name(node.func) in ("problem", "Problem"):
        names.add("where")
    return frozenset(str(name) for name in names)


def tables_asked(source: Source) -> set[str]:
    """The tables of terms that code looks up by name."""
    return {
        str(node.args[0].value)
        for _, tree in source.modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith(".term")
        and isinstance(node.args[0], ast.Constant)
    }


# ---------------------------------------------------------------------------------------- what is wrong


def faults(root: Path) -> list[str]:
    """Everything in the catalogues of a program that is wrong."""
    found = sources(root)
    shared = next((one.catalogues for one in found if one.name == "games"), {})
    languages = sorted({LANGUAGE, *shared})
    tables = PAGES | {table for one in found for table in tables_asked(one)}
    sentences = [text for one in found for words in one.catalogues.values() for text in words.values()]
    tables |= {table for text in sentences for names in slots(text).values() for table in names}
    said = {one.name: list(calls(one)) for one in found}
    everywhere = [call for given in said.values() for call in given]
    rooms = ("pnp", "games", "play", "sheets", "cli", "web")
    frame = [call for name, given in said.items() if name in rooms for call in given]
    # A game may have its own words for what is told of all games.
    of_all = [call for call in everywhere if any(key in shared.get(LANGUAGE, {}) for key in call.keys)]
    answer = []
    for one in found:
        answer += _missing(one, said[one.name], shared, languages)
        answer += _differing(one, languages, tables)
        mine = everywhere if one.name == "games" else [*said[one.name], *frame, *of_all]
        answer += _unused(one, mine, tables)
        answer += _prose(one) if one.name.startswith("games") else []
        answer += _without_anyway(one)
        answer += _taken(one, frame) if one.name.startswith("games/") else []
    return answer


def _missing(
    one: Source, given: list[Call], shared: Mapping[str, Mapping[str, str]], languages: list[str]
) -> list[str]:
    """Keys without a sentence, and sentences without the facts that they need."""
    answer = []
    for language in languages:
        words = {**shared.get(language, {}), **one.catalogues.get(language, {})}
        for call in given:
            for key in call.keys:
                sentence = words.get(key, words.get(key.partition(".")[0]))
                if not key:
                    answer.append(f"{call.place}: the key is no literal")
                elif sentence is None:
                    answer.append(f"{call.place}: {key} has no sentence in {language}")
                elif call.facts is not None and (lacking := _needed(sentence) - call.facts):
                    answer.append(f"{call.place}: {key} in {language} needs {', '.join(sorted(lacking))}")
    return answer + _never_given(one, given)


def _without_anyway(one: Source) -> list[str]:
    """What is only in doubt, and does not say so."""
    keys = {
        key
        for _, tree in one.modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.args and _name(node.func) == "doubt"
        for key in _keys(node.args[0])
    }
    return [
        f"{one.name}: {key} does not say in {language} that anyway takes it"
        for language, words in one.catalogues.items()
        for key in sorted(keys)
        if key in words and "anyway" not in slots(words[key])
    ]


def _taken(one: Source, frame: list[Call]) -> list[str]:
    """Sentences of a game that stand in for shared ones, and need facts that are not given where those are said."""
    return [
        f"{one.name}: {key} in {language} stands in for what {call.place} says, and needs {', '.join(sorted(lacking))}"
        for language, words in one.catalogues.items()
        for call in frame
        for key in call.keys
        if key in words and call.facts is not None and (lacking := _needed(words[key]) - call.facts)
    ]


def _needed(sentence: str) -> set[str]:
    """The facts that a sentence can't do without."""
    return set(slots(re.sub(r"(?<!\[)\[[^\[\]]*\]", "", sentence)))


def _never_given(one: Source, given: list[Call]) -> list[str]:
    """Facts that a sentence may leave out, and that nobody ever gives."""
    # A fact may be added where something is handed on.
    added = {
        word.arg
        for _, tree in one.modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
    }
    added.add("anyway")  # whatever is in doubt has it
    facts: dict[str, set[str] | None] = {}
    for call in given:
        for key in call.keys:
            known = facts.setdefault(key, set())
            facts[key] = None if known is None or call.facts is None else known | call.facts
    return [
        f"{one.name}: nobody gives {key} the fact {name} ({language})"
        for language, words in one.catalogues.items()
        for key, sentence in words.items()
        for name in slots(sentence)
        if (known := facts.get(key)) is not None and name not in known | added
    ]


def _differing(one: Source, languages: list[str], tables: set[str]) -> list[str]:
    """What one language has and another lacks."""
    answer = []
    if not one.catalogues:
        return []
    english = one.catalogues.get(LANGUAGE, {})
    others = [language for language in languages if language != LANGUAGE]
    for language in others:
        words = one.catalogues.get(language, {})
        answer += [f"{one.name}: {key} is missing in {language}" for key in sorted(english.keys() - words.keys())]
        extra = {key for key in words.keys() - english.keys() if not _is_term(key, tables)}
        answer += [f"{one.name}: {key} is only in {language}" for key in sorted(extra)]
        for key in english.keys() & words.keys():
            if set(slots(english[key])) != set(slots(words[key])):
                answer.append(f"{one.name}: {key} has other facts in {language}")
    every = {key for language in others for key in one.catalogues.get(language, {}) if _is_term(key, tables)}
    for language in others:
        lacking = every - one.catalogues.get(language, {}).keys()
        answer += [f"{one.name}: the term {key} is missing in {language}" for key in sorted(lacking)]
    for language in one.catalogues:
        answer += _forms(one, language)
        answer += _brackets(one, language)
    return answer


COUNTS = {"one-other": 2, "one-few-many": 3}
PLURAL_OF = {"en": "one-other", "pl": "one-few-many"}


def _forms(one: Source, language: str) -> list[str]:
    """Words beside a number have as many forms as the language has."""
    wanted = COUNTS[PLURAL_OF.get(language, "one-other")]
    answer = []
    for key, sentence in one.catalogues[language].items():
        for marker, forms in re.findall(r"\{\w+:(\??)([^{}]*)\}", sentence):
            count, due = len(forms.split("|")), 2 if marker else wanted
            if count != due:
                answer.append(f"{one.name}: {key} has {count} forms in {language}, not {due}")
    return answer


def _brackets(one: Source, language: str) -> list[str]:
    """Brackets that are meant to be read come in pairs; each `[` of them is written twice."""
    words = Words(language, [one.catalogues[language]])
    filled = {key: words.filled(sentence, {}) for key, sentence in one.catalogues[language].items()}
    uneven = [key for key, text in filled.items() if text.count("[") != text.count("]")]
    return [f"{one.name}: {key} has a bracket alone in {language}" for key in uneven]


def _is_term(key: str, tables: set[str]) -> bool:
    return "." in key and key.partition(".")[0] in tables


@cache
def _declared() -> frozenset[str]:
    """The sentences that layouts say in their rules: codes of problems and notes, reasons, places."""
    rules = [tomllib.loads(path.read_text(encoding="utf-8")).get("rules", {}) for path in LAYOUTS.glob("*.toml")]
    codes = {code for table in rules for key in ("wrong", "notes", "together") for code in table.get(key, {})}
    return frozenset(codes | set(re.findall(r"'say': '([\w.-]+)'", str(rules))))


def _unused(one: Source, given: list[Call], tables: set[str]) -> list[str]:
    """Sentences that nobody says."""
    used = {key for call in given for key in call.keys}
    used |= {key.partition(".")[0] for key in used} | OWN_KEYS | _declared()
    named = {
        node.value
        for _, tree in one.modules
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    # Pages and scripts name a key, or the beginning of several: `host.tab-${name}`.
    begun = tuple(re.findall(r"`([\w.-]+[.-])\$\{", one.texts))
    return [
        f"{one.name}: nobody says {key}"
        for key in one.catalogues.get(LANGUAGE, {})
        if key not in used and not _is_term(key, tables)
        if not one.texts or not (key in one.texts or key in named or key.startswith(begun))
    ]


def _prose(one: Source) -> list[str]:
    """Sentences that the rules build themselves."""
    answer = []
    for file, tree in one.modules:
        if f"{one.name}/{file}" in GRAMMARS:
            continue
        allowed = NOTATION.get(one.name.partition("/")[2], ())
        for node, text in _texts(tree):
            if len(WORDS.findall(text)) > 1 and " " in text.strip() and not (allowed and text.startswith(allowed)):
                answer.append(f"{one.name}/{file}:{node.lineno}: prose in the rules: {text[:60]!r}")
    return answer


def _texts(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    """The texts of a module with what is filled in left out; no docstrings, patterns, titles or words of a game."""
    passed = {id(one) for node in ast.walk(tree) for one in _no_prose(node)}
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            yield node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node, node.value


def _no_prose(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr):  # a docstring, of whatever it is
        yield from ast.walk(node.value) if isinstance(node.value, ast.Constant) else ()
    elif isinstance(node, ast.JoinedStr):
        yield from (part for part in node.values if isinstance(part, ast.Constant))
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
        if {"TITLE", "WORDS", "ENGLISH", "POLISH"} & {*_assigned(node)}:
            yield from ast.walk(node.value)
    elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re."):
        yield from ast.walk(node.args[0])


# ---------------------------------------------------------------------------------------- the program itself


def test_every_sentence_is_there_in_every_language() -> None:
    assert faults(ROOT) == []


def test_no_two_rooms_share_a_key() -> None:
    """An error is worded by all rooms together: a key means one thing."""
    rooms = [one for one in sources(ROOT) if "/" not in one.name]
    keys = [key for one in rooms for key in one.catalogues.get(LANGUAGE, {})]
    assert len(keys) == len(set(keys)), sorted(key for key in set(keys) if keys.count(key) > 1)


def test_every_language_says_how_it_counts() -> None:
    shared = next(one.catalogues for one in sources(ROOT) if one.name == "games")
    assert {language: words["plural"] for language, words in shared.items()} == PLURAL_OF
    assert set(PLURAL_OF.values()) <= set(PLURALS) == set(COUNTS)


# ---------------------------------------------------------------------------------------- planted faults

GOOD = {
    "web/a.py": "async def say(request):\n    tables.say(request, 1)\n    say(request)\n",
    "games/words.en.json": '{"plural": "one-other", "over": "{n} {n:coin|coins} over[ in {where}]", "line.roof": "roof"}',
    "games/words.pl.json": '{"plural": "one-few-many", "over": "{n} {n:moneta|monety|monet} za dużo[ w {where}]",'
    ' "line.roof": "dach", "line.door": "drzwi"}',
    "games/play.py": 'def f():\n    """Two words."""\n    problem("over", "here", n=1)\n    words.term("line", "roof")\n',
    "games/chess/__init__.py": 'TITLE = "Chess of Kings"\n',
    "games/chess/words.en.json": '{"mate": "{won:?won|lost}[ by {who@player}]"}',
    "games/chess/words.pl.json": '{"mate": "{won:?wygrana|przegrana}[ przez {who@player}]"}',
    "games/chess/table.py": 'def f(a):\n    return say("mate" if a else "over", won=a, n=2, who=1)\n',
    "cli/words.en.json": '{"hello": "hello"}',
    "cli/words.pl.json": '{"hello": "cześć"}',
    "cli/a.py": 'show(say("hello"))\nraise CallError("two words in a command")\n',
}

PLANTED = {
    "no sentence": ("cli/a.py", 'say("hello")\nsay("bye")\n', "cli/a.py:2: bye has no sentence in en", 2),
    "no sentence in one language": ("cli/words.pl.json", "{}", "hello has no sentence in pl", 2),
    "a fact that is not given": ("cli/words.en.json", '{"hello": "hello {name}"}', "hello in en needs name", 3),
    "a fact that nobody gives": (
        "games/play.py",
        'say("over", n=1)\nwords.term("line", 1)\n',
        "nobody gives over the fact where (en)",
        2,
    ),
    "other facts": ("games/chess/words.pl.json", '{"mate": "{won:?tak|nie}"}', "mate has other facts in pl", 1),
    "too few forms": (
        "games/words.pl.json",
        GOOD["games/words.pl.json"].replace("|monet}", "}"),
        "over has 2 forms in pl, not 3",
        1,
    ),
    "too many forms": (
        "games/words.en.json",
        GOOD["games/words.en.json"].replace("|coins}", "|coins|coinses}"),
        "over has 3 forms in en, not 2",
        1,
    ),
    "a bracket alone": ("cli/words.en.json", '{"hello": "say [[hello]]"}', "hello has a bracket alone in en", 1),
    "only in Polish": ("cli/words.pl.json", '{"hello": "cześć", "pa": "pa"}', "pa is only in pl", 1),
    "a term that English alone has": (
        "games/words.en.json",
        GOOD["games/words.en.json"].replace('"line.roof"', '"line.cost": "price", "line.roof"'),
        "line.cost is missing in pl",
        1,
    ),
    "a game takes a key that all games share": (
        "games/chess/words.en.json",
        '{"mate": "{won:?won|lost}[ by {who@player}]", "over": "{won:?won|lost} with {n}[ by {who}]"}',
        "games/chess: over in en stands in for what games/play.py:3 says, and needs won",
        2,
    ),
    "nobody says it": (
        "cli/a.py",
        "x = 1\n",
        "cli: nobody says hello",
        1,
    ),
    "a key that is made up": ("cli/a.py", 'say("hello")\nsay(f"hello.{x}")\n', "cli/a.py:2: the key is no literal", 2),
    "a key by a name": ("games/chess/a.py", "deny(KEY, n=1)\n", "a.py:1: the key is no literal", 2),
    "a refusal without a sentence": ("games/chess/a.py", 'deny("stalemate")\n', "stalemate has no sentence in en", 2),
    "prose in the rules": ("games/chess/a.py", 'x = "you have lost"\n', "prose in the rules: 'you have lost'", 1),
    "prose with facts": ("games/chess/a.py", 'x = f"{n} coins left"\n', "prose in the rules: '{} coins left'", 1),
    "prose in an error": ("games/a.py", 'raise ValueError("no such piece")\n', "prose in the rules", 1),
}


def planted(tmp_path: Path, file: str = "", text: str = "") -> list[str]:
    for name, content in {**GOOD, **({file: text} if file else {})}.items():
        path = tmp_path / "pnp" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return faults(tmp_path / "pnp")


def test_what_is_right_is_not_reported(tmp_path: Path) -> None:
    assert planted(tmp_path) == []


@pytest.mark.parametrize(("file", "text", "said", "count"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found(tmp_path: Path, file: str, text: str, said: str, count: int) -> None:
    found = planted(tmp_path, file, text)
    assert len(found) == count, found
    assert any(said in one for one in found), found


@pytest.mark.parametrize(
    "text",
    [
        'x = re.compile(r"close +the vote")\n',
        'x = "W32$5 F31$5"\n',
        'x = f"{number} {name}"\n',
        'WORDS = {"en": {"x": "two words"}, "pl": {"x": "dwa słowa"}}\nsay("x")\n',
        'class A:\n    """Two words."""\n    x: int\n    """What it is."""\n',
    ],
)
def test_what_is_no_prose(tmp_path: Path, text: str) -> None:
    assert planted(tmp_path, "games/go.py", text) == []


# ---------------------------------------------------------------------------------------- how a sentence is put together


@pytest.mark.parametrize(
    ("numbers", "form"),
    [
        ((1,), "punkt"),
        ((2, 3, 4, 22, 23, 24, 102, -2), "punkty"),
        ((0, 5, 10, 11, 12, 13, 14, 21, 25, 100, 111, 112, 113, 114), "punktów"),
    ],
)
def test_polish_has_three_forms_beside_a_number(numbers: tuple[int, ...], form: str) -> None:
    words = Words("pl", [{"plural": "one-few-many", "points": "{n:punkt|punkty|punktów}"}])
    assert {words.text(say("points", n=n)) for n in numbers} == {form}


@pytest.mark.parametrize(
    ("sentence", "facts", "text"),
    [
        ("{n} {n:row|rows}", {"n": 1}, "1 row"),
        ("{n} {n:row|rows}", {"n": 0}, "0 rows"),
        ("{who@player} and {part@part}", {"who": 1, "part": "W"}, "Bo and window"),
        ("{part@part}", {"part": "unheard-of"}, "unheard-of"),
        ("{names&}", {"names": ("a", "b", "c")}, "a, b and c"),
        ("{names~}", {"names": ("a", "b")}, "a or b"),
        ("{dice+}", {"dice": (3, 1)}, "3 1"),
        ("{dice}", {"dice": (3,)}, "3"),
        ("{seats@player&}", {"seats": (0, 1)}, "Ana and Bo"),
        ("left[: {n}][ of {most}]", {"n": 0, "most": None}, "left: 0"),
        ("{won:?won|lost}", {"won": False}, "lost"),
        ("[[{n}]", {"n": 2}, "[2]"),
        ("because {why}", {"why": say("over", n=3)}, "because over by 3"),
    ],
)
def test_a_sentence_is_filled_in(sentence: str, facts: dict[str, object], text: str) -> None:
    shared = {"plural": "one-other", "and": " and ", "or": " or ", "part.W": "window", "over": "over by {n}"}
    words = Words("en", [{"told": sentence}, shared], ["Ana", "Bo"])
    assert words.text(say("told", **facts)) == text
