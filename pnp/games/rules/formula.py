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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from types import CodeType
from typing import Any
from warnings import catch_warnings, simplefilter

from pnp.errors import InputError
from pnp.games.rules import functions
from pnp.games.rules.comparing import COMPARISONS, compare, undecided
from pnp.games.rules.unknown import UnknownError
from pnp.strict import WrongError, near, said_by, shown, wrong
from pnp.words import Said, say

LONGEST = 2000
"""How many characters a formula may have."""
MOST_NODES = 400
DEEPEST = 100
"""How deep the parts of a formula may lie in each other."""
DEEPEST_LOOP = 2
MOST_STEPS = 30_000
"""How much the loops of a formula may do, counted in things looked at."""
LARGEST = 10**12
"""The largest number that stands in a formula."""
LARGEST_VALUE = 10**60
"""The largest number that another formula may go on with; people write anything into a box."""
SCOPE, STEPS = "@scope", "@steps"
"""What compiled formulas call what gives their values, and what counts their loops: nobody can write these names."""
SPECIAL = ("known", "undecided", *COMPARISONS)
"""Functions whose first argument is looked at by themselves: where it is unknown, or once for each player."""

_FUNCTIONS: Mapping[str, Callable[..., Any] | None] = {
    **functions.FUNCTIONS,
    **dict.fromkeys(SPECIAL),
    **COMPARISONS,
}
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


class FormulaError(InputError, WrongError):
    """A formula that can't be read or worked out: what is wrong, and at which character of it, from 0."""

    said: Said

    def __init__(self, said: Said, column: int = 0) -> None:
        super().__init__(said)
        self.column = column


class Formula:
    """A formula, ready to be asked with anything that gives the values of its names.

    One that is not `checked` is read when it is asked for the first time: those that come with the program are fine.
    """

    def __init__(self, text: str, own: Mapping[str, Callable[..., Any]] | None = None, checked: bool = True) -> None:
        self.text, self.checked = text, checked
        self.own = own or {}
        for error in wrong_calls(self.tree, self.own) if checked else ():
            raise error

    @cached_property
    def tree(self) -> ast.Expression:
        """Its parts, for whoever reads it otherwise than by asking."""
        return parse(self.text)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it asks for, those of its loops and functions aside."""
        nodes = list(ast.walk(self.tree))
        own = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        loops = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        names = (node for node in nodes if isinstance(node, ast.Name) and id(node) not in own)
        return frozenset(node.id for node in names if node.id not in loops)

    @cached_property
    def _run(self) -> tuple[Callable[[Any, Any], Any], bool]:
        """The formula as Python runs it, made when it is asked for the first time, and whether it has loops."""
        tree = parse(self.text) if self.checked else _tree_of(self.text)
        compiler = _Compiler(self.own)
        made: Callable[[Any, Any], Any] = eval(_compiled(compiler.visit(tree.body)), {**_ENVIRONMENT, **self.own})
        return made, compiler.loops

    @cached_property
    def compares(self) -> bool:
        """Whether it compares players."""
        calls = (node.func for node in ast.walk(self.tree) if isinstance(node, ast.Call))
        return any(isinstance(function, ast.Name) and function.id in COMPARISONS for function in calls)

    def __call__(self, scope: Any) -> Any:
        """What it comes to.

        >>> Formula("a // b")({"a": 1, "b": 0})
        Traceback (most recent call last):
        pnp.games.rules.formula.FormulaError: 'a // b' can't be worked out: integer division or modulo by zero
        """
        try:
            run, loops = self._run
            return run(scope, Steps() if loops else None)
        except (UnknownError, FormulaError):
            raise
        except _FAILURES as error:
            why = said_by(error) if isinstance(error, ValueError) else str(error)
            raise FormulaError(say("formula.failed", formula=shown(self.text, 80), why=why)) from None

    def __repr__(self) -> str:
        return f"Formula({self.text!r})"


def parse(text: str) -> ast.Expression:
    """The tree of a formula; a FormulaError says what in it is no part of a formula.

    >>> parse("2 ** 9")
    Traceback (most recent call last):
    pnp.games.rules.formula.FormulaError: pow is no part of a formula
    """
    if len(text) > LONGEST:
        raise FormulaError(say("formula.long", n=len(text), most=LONGEST))
    try:
        with catch_warnings():
            simplefilter("ignore")
            tree = _tree_of(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = (getattr(error, "offset", None) or 1) - 1
        why = getattr(error, "msg", "") or str(error)
        raise FormulaError(say("formula.syntax", formula=shown(text, 80), why=why), column) from None
    _count_characters(tree, text)
    level: list[ast.AST] = [tree]
    nodes = depth = 0
    while level:
        nodes, depth = nodes + len(level), depth + 1
        if nodes > MOST_NODES or depth > DEEPEST:
            raise FormulaError(say("formula.long.parts", most=MOST_NODES))
        for node in level:
            _check_node(node)
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return tree


def _tree_of(text: str) -> ast.Expression:
    return ast.parse(text.strip().replace("\n", " "), mode="eval")


def _count_characters(tree: ast.AST, text: str) -> None:
    """Let columns be characters of the text as it was written; the parser counts bytes behind its blanks."""
    blanks, encoded = len(text) - len(text.lstrip()), text.strip().encode()
    if blanks or len(encoded) != len(text.rstrip()):
        for node in ast.walk(tree):
            if isinstance(node, ast.expr):
                node.col_offset = blanks + len(encoded[: node.col_offset].decode())
                node.end_col_offset = blanks + len(encoded[: node.end_col_offset].decode())


def wrong_calls(tree: ast.AST, own: Mapping[str, Callable[..., Any]]) -> Iterator[FormulaError]:
    """What is wrong with calls and loops: functions that are not there, too few or too many arguments, too deep."""
    known = {**_FUNCTIONS, **own} if own else _FUNCTIONS
    for node in ast.walk(tree):
        if isinstance(node, ast.GeneratorExp):
            yield from _wrong_loop(node, known)
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        name, n = node.func.id, len(node.args)
        if name not in known:
            yield FormulaError(say("formula.function", name=shown(name), near=near(name, known)), node.col_offset)
            continue
        least, most = _arguments(name, known[name])
        if not least <= n <= most:
            facts = {"exact": most} if least == most else {"least": least, "most": most}
            yield FormulaError(say("formula.arguments", name=name, n=n, **facts), node.col_offset)


def _wrong_loop(node: ast.GeneratorExp, known: Collection[str]) -> Iterator[FormulaError]:
    """What is wrong with a loop: the name of a function for its things, too many loops within it."""
    (loop,) = node.generators
    if isinstance(loop.target, ast.Name) and loop.target.id in known:
        yield FormulaError(say("formula.loop"), loop.target.col_offset)
    if _depth(node) > DEEPEST_LOOP:
        yield FormulaError(say("formula.loop.deep", most=DEEPEST_LOOP), node.col_offset)


def _depth(node: ast.AST) -> int:
    """How deep loops lie in loops."""
    inner = max(map(_depth, ast.iter_child_nodes(node)), default=0)
    return inner + isinstance(node, ast.GeneratorExp)


def _arguments(name: str, function: Callable[..., Any] | None) -> tuple[int, int]:
    """The least and the most arguments of a function; those of Python's own and of `known` take one."""
    code = getattr(function, "__code__", None)
    if code is None:
        return 1, 1
    most = code.co_argcount
    least = most - len(getattr(function, "__defaults__", None) or ())
    if name in COMPARISONS:  # the scope gives the seat, and whether all sheets are there
        least, most = least - 2, most - 2
    takes_any_number = code.co_flags & 0x04
    return max(least, 1 if takes_any_number else least), MOST_NODES if takes_any_number else most


def errors_of(text: str, own: Mapping[str, Callable[..., Any]]) -> list[FormulaError]:
    """Everything that is wrong with the calls of a formula that can be read."""
    try:
        return list(wrong_calls(parse(text), own))
    except FormulaError:
        return []


def _check_node(node: ast.AST) -> None:
    column = getattr(node, "col_offset", 0)
    if isinstance(node, ast.BinOp) and not isinstance(node.op, _ALLOWED):
        raise FormulaError(
            say("formula.part", part=type(node.op).__name__.lower()), (node.left.end_col_offset or 0) + 1
        )
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

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.most = self.left = most

    def take(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise FormulaError(say("formula.steps", most=self.most))

    def over(self, things: Iterable[Any]) -> Iterator[Any]:
        """The things of a loop, each a step."""
        for thing in things:
            self.take(1)
            yield thing

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """A function inside of a loop: it costs as much as it looks at."""
        self.take(1)
        return function(*map(self.of, arguments))

    def of(self, value: Any) -> Any:
        """A value that is looked at as a whole, inside of a loop."""
        if hasattr(value, "__len__"):
            self.take(len(value.area.boxes) if hasattr(value, "area") else len(value))
        return value


class _Compiler(ast.NodeTransformer):
    """Names become questions to the scope, loops and what they call are counted by the steps."""

    def __init__(self, own: Mapping[str, Any]) -> None:
        self.own = own
        self.loops = False
        self._bound: tuple[str, ...] = ()

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._bound:
            return node
        return ast.Subscript(_name(SCOPE), ast.Constant(node.id), ast.Load())

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.Call(_name("@dot"), [self.visit(node.value), ast.Constant(node.attr)], [])

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Mult | ast.Mod):
            return ast.Call(_name("@times" if isinstance(node.op, ast.Mult) else "@modulo"), [left, right], [])
        return ast.BinOp(self._counted(left), node.op, self._counted(right))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        left, *others = (self._counted(self.visit(value)) for value in (node.left, *node.comparators))
        return ast.Compare(left, node.ops, others)

    def _counted(self, value: ast.expr) -> ast.expr:
        """A value whose size counts inside of a loop."""
        if not self._bound or isinstance(value, ast.Constant):
            return value
        return ast.Call(_method("of"), [value], [])

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.expr:
        (loop,) = node.generators
        assert isinstance(loop.target, ast.Name)
        self.loops = True
        things = ast.Call(_method("over"), [self.visit(loop.iter)], [])
        outer, self._bound = self._bound, (*self._bound, loop.target.id)
        inner = ast.comprehension(loop.target, things, [self.visit(test) for test in loop.ifs], 0)
        made = ast.GeneratorExp(self.visit(node.elt), [inner])
        self._bound = outer
        return made

    def visit_Call(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        name, arguments = node.func.id, [self.visit(argument) for argument in node.args]
        if name in COMPARISONS:
            asked = [_name(SCOPE), ast.Constant(name), _later(arguments[0], SCOPE), *arguments[1:]]
            return ast.Call(_name("@compare"), asked, [])
        if name in SPECIAL:
            return ast.Call(_name(name), [_name(SCOPE), _later(arguments[0])], [])
        if self._bound:
            return ast.Call(_method("call"), [_name(name), *arguments], [])
        return ast.Call(_name(name), arguments, [])


def _name(id: str) -> ast.Name:
    return ast.Name(id, ast.Load())


def _method(name: str) -> ast.Attribute:
    return ast.Attribute(_name(STEPS), name, ast.Load())


def _later(value: ast.expr, *parameters: str) -> ast.Lambda:
    """An expression that is asked later, by the function that gets it."""
    arguments = ast.arguments([], [ast.arg(name) for name in parameters], None, [], [], None, [])
    return ast.Lambda(arguments, value)


def _compiled(body: ast.expr) -> CodeType:
    tree = ast.Expression(_later(body, SCOPE, STEPS))
    nodes: list[ast.AST] = [tree]
    while nodes:  # every node needs a place, and all may have the same
        node = nodes.pop()
        if "lineno" in node._attributes:
            node.lineno = node.end_lineno = 1  # type: ignore[attr-defined]
            node.col_offset = node.end_col_offset = 0  # type: ignore[attr-defined]
        for value in map(node.__dict__.get, node._fields):
            if isinstance(value, ast.AST):
                nodes.append(value)
            elif isinstance(value, list):
                nodes += value
    with catch_warnings():
        simplefilter("ignore")
        return compile(tree, "<formula>", "eval")


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
    """What something has by a name: `rooms.red`, `box.value`, `die.symbol`; a box where nothing stands counts 0."""
    get_named = getattr(value, "get_named", None)
    if get_named is not None:
        return get_named(name)
    if isinstance(value, dict):
        found = value.get(name)
        return value.get(name.replace("_", "-"), 0) if found is None else found
    if name in getattr(value, "_fields", ()):
        return getattr(value, name)
    return wrong("formula.no-such-part", name=name)


def known(scope: Any, value: Callable[[], Any]) -> Any:
    """A number, or 0 where the sheet doesn't say."""
    del scope
    try:
        return value()
    except UnknownError:
        return 0


_ENVIRONMENT: Mapping[str, Any] = {
    "__builtins__": {},
    **functions.FUNCTIONS,
    "@times": times,
    "@modulo": modulo,
    "@dot": dot,
    "known": known,
    "undecided": undecided,
    "@compare": compare,
}


def check_value(value: Any) -> Any:
    """A value that other formulas may go on with; one that has grown beyond all bounds is refused.

    >>> check_value(True), check_value(-5)
    (1, -5)
    """
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        if -LARGEST_VALUE <= value <= LARGEST_VALUE:
            return value
    elif value is None or (isinstance(value, str | tuple | list) and len(value) <= LONGEST) or hasattr(value, "area"):
        return value
    raise FormulaError(say("formula.value", value=shown(value)))
