"""The notation of Dice City at the table: one form for each move, by which it is read and written.

What is gained is listed with commas: `wood 2`, `vp 1`, `sword 1`, `pass 1`, `pay iron 1`, `off` or `off red 3` (it
is deactivated), `reroll blue` (the die is rolled again), `place Regular Army=0 red 3` (a card without cost), `nothing`.
A player can also be called by the seat, `#2`. Capitals and spaces don't matter, and `2 wood` is `wood 2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import pnp.games.dice_city.moves as moves
from pnp.games.dice_city.city import location_text
from pnp.games.dice_city.moves import Move
from pnp.games.dice_city.phrases import (
    Ground,
    amounts_text,
    effects_text,
    parse_amounts,
    parse_card,
    parse_die,
    parse_effects,
    parse_goods,
    parse_place,
    parse_rival,
    rival_text,
)
from pnp.strict import WrongError, near, shown
from pnp.words import Said, say


class Form(NamedTuple):
    """How a move is written: fields in braces, in brackets what is left out where nothing is said; and an example."""

    move: type[Any]
    template: str
    example: str


FORMS = (
    Form(moves.Use, "{die} use[ {name}][: {gives:effects}][ plus {plus:effects}]", "red use: wood 2, vp 1"),
    Form(moves.Shift, "{die} move {other:die} {by}", "red move blue left"),
    Form(moves.Reactivate, "{die} reactivate {place}", "red reactivate white 3"),
    Form(moves.Refresh, "{die} refresh", "red refresh"),
    Form(moves.PassDie, "{die} pass", "red pass"),
    Form(moves.Force, "tokens reroll {row:die}", "tokens reroll blue"),
    Form(moves.Force, "tokens reroll {each}", "tokens reroll Bea blue, Cy red"),
    Form(moves.Tokens, "tokens {kind}", "tokens wood"),
    Form(moves.AttackBandit, "attack bandit {vp:number}[ strength {strength:number}]", "attack bandit 3 strength 4"),
    Form(moves.AttackBandit, "attack bandit{vp:number}[ strength {strength:number}]", "attack bandit3 strength 4"),
    Form(moves.AttackStock, "attack {seat} stock {amounts}", "attack Bea stock wood 1"),
    Form(moves.AttackStock, "attack {seat} stock{amounts}", "attack Bea stockwood 1"),
    Form(
        moves.AttackLocation,
        "attack {seat} {place}[ strength {strength:number}][ vp {vp:number}]",
        "attack Bea red 4 strength 3",
    ),
    Form(
        moves.Build,
        "build {location} {place}[ cost {cost:amounts}][ from {source}][: {gives:effects}]",
        "build Church=2 red 3 cost wood 1",
    ),
    Form(moves.Ship, "ship {vp:number}[ cost {cost:amounts}]", "ship 10 cost wood 3 stone 3"),
    Form(moves.Ship, "ship {vp:number} {cost:amounts}", "ship 10 wood 3 stone 3"),
    Form(moves.Worth, "worth {place} {vp:number}", "worth red 6 4"),
    Form(moves.Worth, "worth {place}={vp:number}", "worth red 6=4"),
    Form(moves.Next, "next", "next"),
    Form(moves.CallEnd, "call end", "call end"),
    Form(moves.End, "end[ keep {keep:amounts}]", "end keep wood 1"),
)
_VERBS: dict[str, list[Form]] = {}
for _form in FORMS:
    _VERBS.setdefault(re.findall("[a-z]+", _form.template.removeprefix("{die}"))[0], []).append(_form)
_SPELLED = {"bandit": "bandits?", "strength": "(?:strength|defence)", "reroll": "re-?roll"}
_TOKEN = re.compile(r"\{(\w+)(?::(\w+))?\}|(\[)|(\])|(: ?|=)|(\s)|([^\s{}\[\]:=]+)")
_PLUS = re.compile(r"\s*\bplus\b\s*", re.IGNORECASE)
_PART = re.compile(r"\{(\w+)(?::(\w+))?\}|[^{]+")
_OPTIONAL = re.compile(r"\[[^{]*\{(\w+)[^\]]*\]")


class Slot(NamedTuple):
    """A field in a form: what it looks like, how it is read, and how it is written."""

    looks: str
    read: Callable[[str, Ground], Any]
    write: Callable[[Any, Ground], str] = lambda value, _: str(value)


def _side(by: int, _: Ground) -> str:
    return "left" if by < 0 else "right"


def _each(words: str, ground: Ground) -> tuple[tuple[int, str], ...]:
    """Players with a die each."""
    found = (item.strip().rpartition(" ") for item in words.split(","))
    return tuple(sorted((parse_rival(name, ground), parse_die(die, ground)) for name, _, die in found))


def _each_text(each: tuple[tuple[int, str], ...], ground: Ground) -> str:
    return ", ".join(f"{rival_text(seat, ground)} {die}" for seat, die in each)


SLOTS = {
    "die": Slot("ROW", parse_die),
    "place": Slot(r"ROW\s*[0-9]{1,2}", parse_place),
    "name": Slot(r"(?!plus\b)[^:=!,]+?", lambda words, _: words),
    "by": Slot("left|right", lambda words, _: -1 if words.casefold() == "left" else 1, _side),
    "kind": Slot("[a-z]+", parse_goods),
    "number": Slot("[0-9]{1,3}", lambda words, _: int(words)),
    "seat": Slot(".+", parse_rival, rival_text),
    "each": Slot(".+", _each, _each_text),
    "amounts": Slot(".+?", lambda words, _: parse_amounts(words), lambda value, _: amounts_text(value)),
    "effects": Slot(".*?", parse_effects, lambda value, _: effects_text(value)),
    "location": Slot("[^:]+?", parse_card, lambda value, _: location_text(value)),
    "source": Slot("top|bottom", lambda words, _: words.casefold()),
}


@lru_cache(maxsize=256)
def _pattern(template: str, rows: tuple[str, ...]) -> tuple[dict[str, Slot], re.Pattern[str]]:
    """The slots of a form by field, and what it looks like as a whole."""
    slots, looks = {}, ""
    for field, slot, begin, end, mark, blank, word in _TOKEN.findall(template):
        if field:
            slots[field] = SLOTS[slot or field]
            looks += f"(?P<{field}>{slots[field].looks})"
        looks += "(?:" * bool(begin) + ")?" * bool(end) + r"\s+" * bool(blank) + _SPELLED.get(word, word)
        looks += rf"\s*{mark.strip()}\s*" if mark else ""
    return slots, re.compile(looks.replace("ROW", f"(?:{'|'.join(map(re.escape, rows))})"), re.IGNORECASE)


def parse(words: str, ground: Ground) -> Move:
    """A move from words; a ValueError says what is not understood. The inverse of `text`.

    >>> parse("RED  move blue left", Ground(("Ana",), ("red", "blue"), 6))
    Shift(die='red', other='blue', by=-1)
    """
    line = re.sub(r"^(\w+)[:,]+(?= |$)", r"\1", " ".join(words.split()))
    heads = re.findall(r"[^\s:,]+", line.casefold())[:2]
    verb = "".join(heads[1:] if heads and heads[0] in ground.rows else heads[:1])
    if verb == "use":
        line = _PLUS.sub(" plus ", line, count=1).strip()
    failed: WrongError | None = None
    for form in _VERBS.get(verb, ()):
        slots, pattern = _pattern(form.template, ground.rows)
        if match := pattern.fullmatch(line):
            said = {field: text for field, text in match.groupdict().items() if text is not None}
            try:
                move: Move = form.move(**{field: slots[field].read(text, ground) for field, text in said.items()})
                return move
            except WrongError as error:
                failed = failed or error
    raise failed or WrongError(_not_understood(verb, line, ground))


def _not_understood(verb: str, line: str, ground: Ground) -> Said:
    """What to write in place of words that no form fits."""
    if verb in _VERBS:
        return say("unclear.form", words=shown(line), example=_VERBS[verb][0].example)
    of_dice = tuple(verb for verb, forms in _VERBS.items() if forms[0].template.startswith("{die}"))
    if line.casefold().startswith(ground.rows):
        return say("unclear.verb", words=shown(line), verbs=of_dice, near=near(verb, of_dice))
    templates = {verb: forms[0].template for verb, forms in _VERBS.items() if verb not in of_dice}
    first = (*(verb if "{" in template else template for verb, template in templates.items()), "absent")
    return say("unclear.move", words=shown(line), first=first, near=near(verb, (*ground.rows, *first)))


def text(move: Move, ground: Ground) -> str:
    """A move in words; the inverse of `parse`."""
    defaults = move._field_defaults
    said = frozenset(field for field in move._fields if getattr(move, field) != defaults.get(field, ""))
    parts = next(parts for form in FORMS if isinstance(move, form.move) and (parts := _parts(form.template, said)))
    return "".join(SLOTS[slot].write(getattr(move, part), ground) if slot else part for part, slot in parts)


@lru_cache(maxsize=256)
def _parts(template: str, said: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Words and fields with their slots, without what was not said; nothing where a field is missing."""
    short = _OPTIONAL.sub(lambda match: match[0][1:-1] if match[1] in said else "", template)
    parts = [(match[1] or match[0], (match[2] or match[1]) or "") for match in _PART.finditer(short)]
    return tuple(parts) if all(part in said for part, slot in parts if slot) else ()
