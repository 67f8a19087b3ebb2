"""Formulas: a small part of Python's expressions, as a spreadsheet has them, read once and asked many times.

>>> Formula("2 * count(roofs) - 1")({"roofs": 3})
5
>>> Formula("sum(box * box for box in boxes if box > 1)")({"boxes": (1, 2, 3)})
13

A formula names areas, lines, other formulas and numbers of the edition; `_` stands for the `-` of an id. There are
whole numbers, texts, lists, comparisons, `and`, `or`, `not`, `if`, the functions of `functions.py` and loops over what
stands on a sheet: nothing that could run for ever, and nothing that reaches outside of the sheet.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any

from pnp.games.rules import functions
from pnp.games.rules.comparing import COMPARISONS, compare, undecided
from pnp.games.rules.unknown import UnknownError
from pnp.strict import WrongError, near, said_by, shown, wrong
from pnp.words import Said, say

LONGEST = 2000
"""How many characters a formula may have."""
MOST_NODES = 400
DEEPEST_LOOP = 2
MOST_STEPS = 50_000
"""How much the loops of a formula may do, counted in things looked at."""
LARGEST = 10**12
SPECIAL = ("known", "undecided", *COMPARISONS)
"""Functions whose first argument is looked at by themselves: where it is unknown, or once for each player."""

_OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.USub, ast.Not, ast.And, ast.Or)
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Is, ast.IsNot)
_EXPRESSIONS = (
    *(ast.Expression, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Name, ast.Constant),
    *(ast.Tuple, ast.Attribute, ast.Subscript, ast.GeneratorExp, ast.comprehension, ast.Load, ast.Store),
)
_ALLOWED = (*_EXPRESSIONS, *_OPERATORS, *_COMPARISONS)
_FAILURES = (
    *(TypeError, ValueError, KeyError, IndexError, AttributeError, ArithmeticError, RecursionError, StopIteration),
)


class FormulaError(WrongError):
    """A formula that can't be read or asked: what is wrong, and at which character of it, from 0."""

    def __init__(self, said: Said, column: int = 0) -> None:
        super().__init__(said)
        self.column = column


class Formula:
    """A formula, ready to be asked with anything that gives the values of its names."""

    def __init__(self, text: str, own: Mapping[str, Callable[..., Any]] | None = None) -> None:
        self.text = text
        self.own = own or {}
        compiler = _Compiler(self.own)
        self._code = _compiled(compiler.visit(parse(text).body))
        self.names = frozenset(compiler.names)
        """The names that it asks for, those of its loops aside."""
        self.compares = compiler.compares
        """Whether it compares players."""
        self._loops = compiler.loops
        self._run: Callable[[Any, Any], Any] = eval(self._code, {**_ENVIRONMENT, **self.own})

    @cached_property
    def tree(self) -> ast.Expression:
        """The expression itself."""
        return parse(self.text)

    def __call__(self, scope: Any) -> Any:
        """What it comes to.

        >>> Formula("a // b")({"a": 1, "b": 0})
        Traceback (most recent call last):
        pnp.games.rules.formula.FormulaError: 'a // b' can't be worked out: integer division or modulo by zero
        """
        try:
            return self._run(scope, Steps() if self._loops else None)
        except (UnknownError, FormulaError):
            raise
        except _FAILURES as error:
            why = said_by(error) if isinstance(error, ValueError) else str(error)
            raise FormulaError(say("formula.failed", formula=shown(self.text, 80), why=why)) from None

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"


@lru_cache(maxsize=4096)
def read_formula(text: str) -> Formula:
    """The formula of a text, read once; for formulas that need no functions of a game's own."""
    return Formula(text)


def parse(text: str) -> ast.Expression:
    """The tree of a formula; a FormulaError says what in it is no part of a formula.

    >>> parse("2 ** 9")
    Traceback (most recent call last):
    pnp.games.rules.formula.FormulaError: pow is no part of a formula
    """
    if len(text) > LONGEST:
        raise FormulaError(say("formula.long", n=len(text), most=LONGEST))
    try:
        tree = ast.parse(text.strip().replace("\n", " "), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = (getattr(error, "offset", None) or 1) - 1
        why = getattr(error, "msg", "") or str(error)
        raise FormulaError(say("formula.syntax", formula=shown(text, 80), why=why), column) from None
    for number, node in enumerate(ast.walk(tree)):
        if number > MOST_NODES:
            raise FormulaError(say("formula.long.parts", most=MOST_NODES))
        _check_node(node)
    return tree


def _check_node(node: ast.AST) -> None:
    column = getattr(node, "col_offset", 0)
    if not isinstance(node, _ALLOWED):
        raise FormulaError(say("formula.part", part=type(node).__name__.lower()), column)
    if isinstance(node, ast.Constant) and not (
        node.value is None or isinstance(node.value, bool | str) or (type(node.value) is int and node.value <= LARGEST)
    ):
        raise FormulaError(say("formula.constant", value=shown(node.value)), column)
    if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
        raise FormulaError(say("formula.attribute", name=shown(node.attr)), column)
    if isinstance(node, ast.Call) and (not isinstance(node.func, ast.Name) or node.keywords):
        raise FormulaError(say("formula.call"), column)
    if isinstance(node, ast.comprehension) and (node.is_async or not isinstance(node.target, ast.Name)):
        raise FormulaError(say("formula.loop"), getattr(node.target, "col_offset", 0))
    if isinstance(node, ast.GeneratorExp) and len(node.generators) > 1:
        raise FormulaError(say("formula.loop"), column)


class Steps:
    """How much the loops of a formula may still do."""

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def take(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise FormulaError(say("formula.steps", most=MOST_STEPS))

    def over(self, things: Iterable[Any]) -> Iterator[Any]:
        """The things of a loop, each a step."""
        for thing in things:
            self.take(1)
            yield thing

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A function inside of a loop: it costs as much as it looks at."""
        self.take(1 + sum(len(argument) for argument in arguments if hasattr(argument, "__len__")))
        return function(*arguments)


class _Compiler(ast.NodeTransformer):
    """Names become questions to the scope `s`, loops and what they call are counted by the steps `n`."""

    def __init__(self, own: Mapping[str, Any]) -> None:
        self.own = own
        self.names: set[str] = set()
        self.loops = 0
        self.compares = False
        self._bound: tuple[str, ...] = ()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._bound:
            return node
        self.names.add(node.id)
        return ast.Subscript(_name("s"), ast.Constant(node.id, **_AT), ast.Load(), **_AT)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return _call("dot", self.visit(node.value), ast.Constant(node.attr, **_AT))

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Mult | ast.Mod):
            return _call("times" if isinstance(node.op, ast.Mult) else "modulo", left, right)
        return ast.BinOp(left, node.op, right, **_AT)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        (loop,) = node.generators
        assert isinstance(loop.target, ast.Name)
        things = ast.Call(_method("over"), [self.visit(loop.iter)], [], **_AT)
        outer, self._bound = self._bound, (*self._bound, loop.target.id)
        if len(self._bound) > DEEPEST_LOOP:
            raise FormulaError(say("formula.loop.deep", most=DEEPEST_LOOP), node.col_offset)
        self.loops += 1
        inner = ast.comprehension(loop.target, things, [self.visit(test) for test in loop.ifs], 0)
        made = ast.GeneratorExp(self.visit(node.elt), [inner], **_AT)
        self._bound = outer
        return made

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        name, arguments = node.func.id, [self.visit(argument) for argument in node.args]
        if name in SPECIAL:
            if not arguments:
                raise FormulaError(say("formula.arguments", name=name), node.col_offset)
            if name in COMPARISONS:
                self.compares = True
                return _call(
                    "compare", _name("s"), ast.Constant(name, **_AT), _later(arguments[0], "s"), *arguments[1:]
                )
            return _call(name, _name("s"), _later(arguments[0]))
        if name not in functions.FUNCTIONS and name not in self.own:
            known = [*functions.FUNCTIONS, *SPECIAL, *self.own]
            raise FormulaError(say("formula.function", name=shown(name), near=near(name, known)), node.col_offset)
        if self._bound:
            return ast.Call(_method("call"), [_name(name), *arguments], [], **_AT)
        return _call(name, *arguments)


_AT: Mapping[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
"""Where a node stands that is in no text: every node has to stand somewhere."""


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(_name(name), [*arguments], [], **_AT)


def _name(id: str) -> ast.Name:
    return ast.Name(id, ast.Load(), **_AT)


def _method(name: str) -> ast.Attribute:
    return ast.Attribute(_name("n"), name, ast.Load(), **_AT)


def _later(value: ast.expr, *parameters: str) -> ast.Lambda:
    """An expression that is asked later, by the function that gets it."""
    arguments = ast.arguments([], [ast.arg(name, **_AT) for name in parameters], None, [], [], None, [])
    return ast.Lambda(arguments, value, **_AT)


def _compiled(body: ast.expr) -> CodeType:
    return compile(ast.Expression(_later(body, "s", "n")), "<formula>", "eval")


# ---------------------------------------------------------------------- what formulas are made of


def times(a: Any, b: Any) -> Any:
    """A product of numbers: a text or a list can't be repeated."""
    if isinstance(a, int) and isinstance(b, int):
        return a * b
    return wrong("formula.not-numbers", operator="*")


def modulo(a: Any, b: Any) -> Any:
    """What is left of a division of numbers."""
    if isinstance(a, int) and isinstance(b, int):
        return a % b
    return wrong("formula.not-numbers", operator="%")


def dot(value: Any, name: str) -> Any:
    """What something has by a name: `rooms.red`, `box.value`, `lines.red`; a box where nothing stands counts 0."""
    get_named = getattr(value, "get_named", None)
    if get_named is not None:
        return get_named(name)
    if isinstance(value, dict):
        found = value.get(name)
        return value.get(name.replace("_", "-"), 0) if found is None else found
    return wrong("formula.no-such-part", name=name)


def known(scope: Any, value: Callable[[], Any]) -> Any:
    """A number, or 0 where nobody knows it."""
    del scope
    try:
        return value()
    except UnknownError:
        return 0


_ENVIRONMENT: Mapping[str, Any] = {
    "__builtins__": {},
    **functions.FUNCTIONS,
    "times": times,
    "modulo": modulo,
    "dot": dot,
    "known": known,
    "undecided": undecided,
    "compare": compare,
}


def check_value(value: Any) -> Any:
    """A value that other formulas may go on with; one that has grown beyond all bounds is refused.

    >>> check_value(True), check_value(-5)
    (1, -5)
    """
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        if -LARGEST <= value <= LARGEST:
            return value
    elif value is None or (isinstance(value, str | tuple | list) and len(value) <= LONGEST) or hasattr(value, "area"):
        return value
    raise FormulaError(say("formula.value", value=shown(value)))
