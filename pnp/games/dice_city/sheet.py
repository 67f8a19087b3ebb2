"""A sheet of Dice City, the same alone and with others: what stands on it, what is wrong with it, what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd
from types import MappingProxyType
from typing import Any, NamedTuple

from pnp.errors import Problem, problem
from pnp.games.dice_city.city import (
    City,
    Row,
    completed_rows,
    location_notes,
    location_problem,
    location_vp,
    picture,
    rows_of,
    spaces,
    vp_known,
)
from pnp.games.dice_city.rules import Pile, Rules
from pnp.games.paper import as_written, differing, impossible, outside
from pnp.games.verdict import Line, Score, SheetVerdict, wrong_sums
from pnp.words import Said, say

PILES = ("ships", "bandits")


class Sheet(NamedTuple):
    """One player's sheet; on paper `written` is all that is known of tokens and cards, and some texts are `unread`."""

    player: str
    tokens: int = 0
    ships: tuple[int, ...] = ()
    bandits: tuple[int, ...] = ()
    city: City = MappingProxyType({})
    written: int | Mapping[str, Any] | None = None
    on_paper: bool = False
    unread: tuple[Problem, ...] = ()

    @property
    def pad(self) -> Mapping[str, int]:
        """What stands in the boxes of the pad, by their names."""
        return self.written if self.on_paper and isinstance(self.written, Mapping) else {}

    @property
    def has_city(self) -> bool:
        """Whether anything stands in the city."""
        return bool(self.city)

    def cards(self, kind: str) -> tuple[int, ...]:
        return self.ships if kind == "ships" else self.bandits

    @property
    def taken_vp(self) -> int:
        """The VP of ships and bandits together."""
        if self.on_paper:
            return sum(self.pad.get(kind, 0) for kind in PILES)
        return sum(self.ships) + sum(self.bandits)


def score(sheet: Sheet, rules: Rules) -> Score:
    """The lines of a sheet by the rules."""
    return Score(tuple(_locations(sheet, rules) if name == "locations" else _line(name, sheet) for name in rules.lines))


def _line(name: str, sheet: Sheet) -> Line:
    if sheet.on_paper:
        return as_written(name, sheet.pad.get(name))
    if name == "tokens":
        return Line(name, sheet.tokens, say("why.tokens"))
    cards = Counter(sheet.cards(name))
    each = tuple(say("why.pile", n=count, vp=vp) for vp, count in sorted(cards.items()))
    return Line(name, sum(sheet.cards(name)), say("why.cards", cards=each) if each else say("why.none"))


def _locations(sheet: Sheet, rules: Rules) -> Line:
    found = boxes(sheet, rules)
    if [one.name for one in found] == ["locations"]:
        return found[0]
    rows = tuple(say("why.row", row=one.name, points=one.points) for one in found)
    return Line("locations", sum(one.points for one in found), say("why.rows", rows=rows))


def boxes(sheet: Sheet, rules: Rules) -> list[Line]:
    """What the boxes of the pad for locations come to: one for each row, on the paper of a lone player one for all.

    A box counts by its cards; where a card's VP are not known, or no city is drawn, what was written if it can be.
    """
    groups: dict[str, Row] = rows_of(sheet.city, rules)
    if sheet.on_paper and rules.challenge is not None:
        groups = {"locations": tuple(sheet.city.values())}
    found = []
    for name, locations in groups.items():
        known = sum(location_vp(at, rules) for at in locations)
        written = sheet.pad.get(name)
        if sheet.on_paper and not sheet.has_city:
            found.append(as_written(name, written))
        elif written is not None and written >= known and not all(vp_known(at, rules) for at in locations):
            found.append(Line(name, written, say("why.box-written", known=known)))
        else:
            found.append(Line(name, known, say("why.box")))
    return found


def sure_boxes(sheet: Sheet, rules: Rules) -> dict[str, int]:
    """The boxes for locations that follow from a city on paper."""
    if not sheet.has_city:
        return {}
    known = {row: all(vp_known(at, rules) for at in row_) for row, row_ in rows_of(sheet.city, rules).items()}
    return {box.name: box.points for box in boxes(sheet, rules) if known.get(box.name, all(known.values()))}


def judge_sheet(
    sheet: Sheet,
    rules: Rules,
    players: int,
    problems: Iterable[Problem] = (),
    notes: Iterable[Said] = (),
    target: int | None = None,
) -> SheetVerdict:
    """What the rules say of a sheet by itself, with what is already known of it from elsewhere."""
    result = score(sheet, rules)
    if target is not None:
        result = result._replace(facts=rules.goal.result(result.total, target))
    found = [
        *(one for kind in PILES for one in _no_such_pile(kind, sheet, rules)),
        *(one for place, at in spaces(sheet.city, rules) if (one := location_problem(place, at, rules))),
        *overdrawn(drawn(sheet, rules), rules, players),
        *sheet.unread,
        *_pad_problems(sheet, rules, players),
        *problems,
        *wrong_sums(sheet.written, result),
    ]
    said = (*location_notes(sheet.city, rules), *notes)
    return SheetVerdict(sheet.player, tuple(found), said, result, picture(sheet.city, rules, found))


def _no_such_pile(kind: str, sheet: Sheet, rules: Rules) -> Iterator[Problem]:
    worth = tuple(pile.vp for pile in rules.piles(kind))
    for number, vp in enumerate(sheet.cards(kind), 1):
        if vp not in worth:
            yield problem("no-such-card.pile", say("place.card", kind=kind, number=number), vp=vp, there=worth)


def _pad_problems(sheet: Sheet, rules: Rules, players: int) -> Iterator[Problem]:
    """Numbers on a pad that no game makes."""
    pad = sheet.pad
    for name, value in pad.items():
        yield from outside(say("place.line", line=name), value, 0)
    for kind in PILES:
        yield from no_such_sum(kind, pad.get(kind), rules.piles(kind), players if rules.piles_run_out else None)
    if pad:
        yield from differing({row: pad[row] for row in rules.rows if row in pad}, boxes(sheet, rules))


def no_such_sum(kind: str, written: int | None, piles: Sequence[Pile], players: int | None) -> Iterator[Problem]:
    """VP that no cards of some piles make together; without players the piles never run out.

    >>> ships = [Pile(5, each=1, more=2), Pile(10, each=1, more=0)]
    >>> [one.facts["written"] for value in (15, 7, 95) for one in no_such_sum("ships", value, ships, 4)]
    [7, 95]
    """
    if written is None or written < 0:
        return
    worth = tuple(pile.vp for pile in piles if pile.vp)
    if players is None:
        fits = not written or (bool(worth) and written >= min(worth) and written % gcd(*worth) == 0)
    else:
        sums = {0}
        for pile in piles:
            sums = {sum_ + cards * pile.vp for sum_ in sums for cards in range(pile.size(players) + 1)}
        fits = written in sums
    if not fits:
        yield impossible(say("place.line", line=kind), written, say("no-cards-make", worth=worth))


# ---------------------------------------------------------------------- what there is only so much of

Item = tuple[str, Any]
"""Something of which there is a number: a pile by its VP, the `deck`, a `card` by its key."""


def pile_sizes(rules: Rules, players: int) -> dict[str, dict[int, int]]:
    """The cards in each pile of ships and bandits by their VP; nothing where piles never run out."""
    if not rules.piles_run_out:
        return {kind: {} for kind in PILES}
    return {kind: {pile.vp: pile.size(players) for pile in rules.piles(kind)} for kind in PILES}


def drawn(sheet: Sheet, rules: Rules) -> Counter[Item]:
    """How much of each supply is on a sheet."""
    found: Counter[Item] = Counter((kind, vp) for kind in PILES for vp in sheet.cards(kind))
    for location in sheet.city.values():
        card = rules.card(location.name)
        if card is not None:
            found["card", card.name] += 1
        if card is None or not (card.stack or card.printed):
            found["deck", ""] += 1
    return found


def overdrawn(counts: Mapping[Item, int], rules: Rules, players: int, shared: bool = False) -> list[Problem]:
    """Each supply of which more was drawn than there is; what each board has for itself is not `shared`."""
    found = []
    if (n := counts.get(("deck", ""), 0)) > rules.deck:
        found.append(problem("too-many-copies.deck", say("supply.deck"), n=n, size=rules.deck))
    for kind, sizes in pile_sizes(rules, players).items():
        for vp, size in sizes.items():
            if (n := counts.get((kind, vp), 0)) > size:
                where = say("supply.pile", kind=kind, vp=vp)
                found.append(problem("too-many-cards", where, n=n, size=size, players=players))
    for card in rules.cards.values():
        n = counts.get(("card", card.name), 0)
        if card.copies is not None and n > card.copies and not (shared and card.printed):
            found.append(
                problem(
                    "too-many-copies.board" if card.printed else "too-many-copies", card.name, n=n, size=card.copies
                )
            )
    return found


def empty_piles(taken: Iterable[Sheet], rules: Rules, players: int) -> tuple[str, ...]:
    """Which ends the cards that were taken show: `bandits`, `ships`."""
    sheets = tuple(taken)
    needed = {"bandits": rules.empty_bandits, "ships": rules.empty_ships}
    sizes = pile_sizes(rules, players)
    ends = []
    for kind, piles in needed.items():
        counts = Counter(vp for sheet in sheets for vp in sheet.cards(kind))
        if sum(counts[vp] >= size for vp, size in sizes[kind].items()) >= piles:
            ends.append(kind)
    return tuple(ends)


def end_conditions(sheets: Sequence[Sheet], rules: Rules, players: int) -> tuple[str, ...]:
    """Which ends the sheets show: `bandits`, `ships`, and `rows` where a player may choose to end it."""
    full = any(len(completed_rows(sheet.city, rules)) >= rules.full_rows for sheet in sheets)
    return (*empty_piles(sheets, rules, players), *(("rows",) if full else ()))
