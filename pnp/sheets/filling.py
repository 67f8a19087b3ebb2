"""Names in braces that stand for values: `{n}`, `{row.cost}`, `{30 + 4 * n}` in any text of a layout."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from pnp.edition import Edition
from pnp.strict import Fault, Path, WrongError, near, shown, wrong
from pnp.words import say

Values = Mapping[str, Any]
NAME = r"[a-z][a-z0-9]*"
_BRACES = re.compile(r"\{([^{}]{1,120})\}")
_ENTRY = re.compile(r"\{edition\.([a-z0-9.-]+)\}")
_RANGE = re.compile(r"(-?\d{1,6}|[a-zA-Z])\.\.(-?\d{1,6}|[a-zA-Z])(?:\.\.(\d{1,6}))?")
MOST = 500
TEXTS = frozenset({"text", "title", "label", "hint", "ends", "inside", "between", "bonus", "header", "faces", "id"})
"""Keys whose values are words: a number that fills one of them is written out."""
_OPERATORS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def filled(value: Any, values: Values, key: str = "") -> Any:
    """A value of a layout with every name in braces that is known replaced; what is not known stays as it is.

    >>> filled({"id": "row-{n}", "boxes": "{n * 2}", "label": "{die-6} {n}"}, {"n": 3})
    {'id': 'row-3', 'boxes': 6, 'label': '{die-6} 3'}
    """
    if isinstance(value, dict):
        return {_text(name, values): filled(inner, values, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [filled(inner, values, key) for inner in value]
    if not isinstance(value, str) or "{" not in value:
        return value
    if whole := _BRACES.fullmatch(value):
        known, found = _known(whole[1], values)
        if known:
            return _written(found) if key in TEXTS else _number(found) if key else found
    return _text(value, values)


def with_entries(value: Any, edition: Edition, faults: list[Fault], path: Path = ()) -> Any:
    """A value of a layout whose texts say `{edition.budget}` or `{edition.score-fence.pair}`, with these numbers.

    >>> from pnp.edition import Entry
    >>> entries = {"budget": Entry("budget", "rule", "", 24), "roof": Entry("roof", "rule", "", {"missing": -1})}
    >>> with_entries("{edition.budget}, {edition.roof.missing}", Edition("g", entries), [])
    '24, −1'
    """
    if isinstance(value, dict):
        names = (with_entries(name, edition, faults, path) for name in value)
        values = (with_entries(inner, edition, faults, (*path, name)) for name, inner in value.items())
        return dict(zip(names, values, strict=True))
    if isinstance(value, list):
        return [with_entries(inner, edition, faults, (*path, number)) for number, inner in enumerate(value)]
    if not isinstance(value, str) or "{edition." not in value:
        return value

    def replaced(braces: re.Match[str]) -> str:
        first, *keys = braces[1].split(".")
        found = edition.entries[first].value if first in edition.entries else None
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        if found is None or isinstance(found, dict):
            known = [f"{{edition.{name}}}" for name in edition.entries]
            faults.append(Fault(path, say("layout.no-entry", name=braces[0], near=near(braces[0], known))))
            return braces[0]
        numbers = found if isinstance(found, list) else [found]
        return ", ".join(str(number).replace("-", "−") for number in numbers)

    return _ENTRY.sub(replaced, value)


def _text(text: str, values: Values) -> str:
    def replaced(braces: re.Match[str]) -> str:
        known, found = _known(braces[1], values)
        if known and isinstance(found, dict | list):
            wrong("layout.no-word", name=braces[0], value=shown(found))
        return str(_written(found)) if known else braces[0]

    return _BRACES.sub(replaced, text)


def _written(value: Any) -> Any:
    """A value as words: numbers without a useless fraction, lists item by item."""
    if isinstance(value, list):
        return [_written(one) for one in value]
    if isinstance(value, float):
        return f"{round(value, 4):g}"
    return str(value) if isinstance(value, int) else value


def _number(value: Any) -> Any:
    """A value for a key that does not take words: what looks like a number in a file of rows is one."""
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}(\.\d{1,6})?", value):
        return float(value) if "." in value else int(value)
    return round(value, 6) if isinstance(value, float) else value


def _known(inner: str, values: Values) -> tuple[bool, Any]:
    """Whether what stands in braces is made of known names, and what it comes to."""
    if inner in values:
        return True, values[inner]
    names = re.findall(r"(?<![\w.])[a-zA-Z_]\w*", inner)
    if not names or any(name not in values for name in names):
        return False, None
    try:
        return True, _result(ast.parse(inner.strip(), mode="eval").body, values)
    except (SyntaxError, TypeError, KeyError, ZeroDivisionError, OverflowError, RecursionError):
        raise WrongError(say("layout.no-sum", what="{" + inner + "}")) from None


def _result(node: ast.expr, values: Values) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return number
        case ast.Name(id=name):
            return values[name]
        case ast.Attribute(value=inner, attr=name):
            return _result(inner, values)[name]
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_calculable(_result(inner, values))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_calculable(_result(left, values)), _calculable(_result(right, values)))
        case _:
            raise TypeError


def _calculable(value: Any) -> float:
    number = _number(value)
    if isinstance(number, bool) or not isinstance(number, int | float) or abs(number) > 1e9:
        raise TypeError
    return number


def listed(value: Any) -> list[Any]:
    """A list as it stands, or the numbers or letters of a range such as `2..12`, `12..2`, `0..20..5` or `a..f`.

    >>> listed("2..5"), listed("9..3..3"), listed("a..c")
    ([2, 3, 4, 5], [9, 6, 3], ['a', 'b', 'c'])
    """
    if isinstance(value, list):
        if len(value) > MOST:
            wrong("layout.too-many-values", n=len(value), most=MOST)
        return value
    found = _RANGE.fullmatch(value) if isinstance(value, str) else None
    if found is None or found[1].isalpha() != found[2].isalpha() or found[3] == "0":
        wrong("layout.no-range", value=shown(value))
    letters = found[1].isalpha()
    first, last = (ord(found[1]), ord(found[2])) if letters else (int(found[1]), int(found[2]))
    step = int(found[3] or 1) * (1 if first <= last else -1)
    numbers = range(first, last + (1 if step > 0 else -1), step)
    if len(numbers) > MOST:
        wrong("layout.too-long-range", value=value, n=len(numbers), most=MOST)
    return [chr(number) if letters else number for number in numbers]
