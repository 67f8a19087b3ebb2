"""A solo trove of Dice Miner: which of its dice can't have been drafted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pnp.edition import Edition
from pnp.errors import Problem
from pnp.games._mine import (
    BEER,
    TYPES,
    Dice,
    Face,
    counted,
    dice_of,
    problem,
    sequences,
    symbols,
    too_many,
    usable,
    wrong_faces,
)

PILES = ("tunnel", "hazard", "tool", "treasure", "cached", "magic")


@dataclass(frozen=True, slots=True)
class Rules:
    """What an edition says about a miner alone."""

    dice: Dice
    mountain: int
    refills: int
    starting_magic: tuple[int, ...]
    straight_start: int
    straight_end: int
    straight_points: int
    neutralizes: Mapping[str, str]
    hazard_points: int
    treasure_points: int
    cached_points: int
    chest_room: int
    bands: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The trove at the end, the mountains and magic dice it took, and what the player wrote."""

    player: str
    tunnel: tuple[Face, ...] = ()
    hazard: tuple[Face, ...] = ()
    tool: tuple[Face, ...] = ()
    treasure: tuple[Face, ...] = ()
    cached: tuple[Face, ...] = ()
    magic: tuple[Face, ...] = ()
    refills: int | None = None
    starting_magic: int | None = None
    written: int | Mapping[str, Any] | None = None

    def pile(self, name: str) -> tuple[Face, ...]:
        dice: tuple[Face, ...] = getattr(self, name)
        return dice


def rules_of(edition: Edition) -> Rules:
    """The rules that an edition is played by."""
    return usable(edition, _rules)


def _rules(edition: Edition) -> Rules:
    dice = dice_of(edition)
    if not edition["bands"] or not edition["starting-magic"]:
        raise ValueError("bands and starting-magic need at least one item each")
    beer = [str(kind) for kind in edition["beer-in-trove"]]
    faces = {k: tuple(f for f in dice.faces[k] if f != BEER or k in beer) for k in TYPES}
    return Rules(
        replace(dice, faces=faces),
        int(edition["mountain"]),
        int(edition["refills"]),
        tuple(int(count) for count in edition["starting-magic"]),
        int(edition["straight-start"]),
        int(edition["straight-end"]),
        int(edition["straight-points"]),
        {str(hazard): str(tool) for hazard, tool in edition["neutralizes"].items()},
        int(edition["hazard-points"]),
        int(edition["treasure-points"]),
        int(edition["cached-points"]),
        int(edition["chests"]),
        tuple(sorted((int(band["from"]), str(band["name"])) for band in edition["bands"])),
    )


def chests(document: Document) -> int:
    """The chests that a trove shows.

    >>> chests(Document("Ana", tool=(Face("chest", 2), Face("shield"))))
    2
    """
    return symbols(document.tool, "chest")


def unsupported(tunnel: Sequence[Face], start: int = 1) -> list[int]:
    """The indexes of the tunnel dice that no straight of their own carries.

    >>> unsupported([Face("", n) for n in (1, 2, 3, 2, 5)])
    [3, 4]
    """
    carried = [number for end in sequences(tunnel, start) for number in range(start, end + 1)]
    alone = []
    for index, face in enumerate(tunnel):
        if not face.symbol and face.count in carried:
            carried.remove(face.count)
        elif not face.symbol:
            alone.append(index)
    return alone


def unmatched(hazard: Sequence[Face], tool: Sequence[Face], neutralizes: Mapping[str, str]) -> list[int]:
    """The indexes of the hazard dice that are left without a tool die of their own.

    >>> unmatched([Face("dragon", 4), Face("dragon")], [Face("shield")], {"dragon": "shield"})
    [1]
    """
    free = [face.symbol for face in tool]
    left = []
    for index, face in enumerate(hazard):
        needed = neutralizes.get(face.symbol)
        if needed in free:
            free.remove(needed)
        elif needed:
            left.append(index)
    return left


def draft_problems(document: Document, rules: Rules) -> Iterator[Problem]:
    """Everything in a trove that drafting by the rules can't have put there."""
    yield from _wrong_dice(document, rules)
    yield from _without_straight(document, rules)
    yield from _not_neutralized(document, rules)
    yield from _overfull(document, rules)


def _wrong_dice(document: Document, rules: Rules) -> Iterator[Problem]:
    for name in PILES:
        kind = kind_of(name)
        yield from wrong_faces(name, kind, document.pile(name), rules.dice.faces[kind])
    for kind in TYPES:
        count = sum(len(document.pile(name)) for name in PILES if kind_of(name) == kind)
        yield from too_many(kind, count, rules.dice.counts[kind])
    refills = rules.refills if document.refills is None else document.refills
    if refills > rules.refills:
        yield problem("too-many-refills", "refills", f"{refills} of them", f"at most {rules.refills} are allowed")
    yield from _undrafted(document, rules, min(refills, rules.refills))


def kind_of(pile: str) -> str:
    """The type of the dice in a pile: what is cached are treasure dice."""
    return "treasure" if pile == "cached" else pile


def _undrafted(document: Document, rules: Rules, refills: int) -> Iterator[Problem]:
    """A trove can't hold more dice than lay on its mountains, apart from the magic dice of the start."""
    start = max(rules.starting_magic) if document.starting_magic is None else document.starting_magic
    dice = sum(len(document.pile(name)) for name in PILES) - min(start, len(document.magic))
    most = (1 + refills) * rules.mountain
    if dice > most:
        allowed = f"{most} at most with {counted(refills, 'refill')}"
        yield problem("too-many-dice", "trove", f"{counted(dice, 'die')} from the mountain", allowed)


def _without_straight(document: Document, rules: Rules) -> Iterator[Problem]:
    for index in unsupported(document.tunnel, rules.straight_start):
        face = document.tunnel[index]
        # A number that no tunnel die has is a wrong face; what it lies on says nothing more.
        if face in rules.dice.faces["tunnel"]:
            where = f"tunnel, die {index + 1}"
            allowed = f"each {face.count} follows a {face.count - 1} of its own straight"
            yield problem("tunnel-without-straight", where, f"the {face.count} has no straight below it", allowed)


def _not_neutralized(document: Document, rules: Rules) -> Iterator[Problem]:
    for index in unmatched(document.hazard, document.tool, rules.neutralizes):
        hazard = document.hazard[index].symbol
        tool = rules.neutralizes[hazard]
        where = f"hazard, die {index + 1}"
        allowed = f"each {hazard} die needs a tool die of its own that shows a {tool}"
        yield problem("hazard-not-neutralized", where, f"no {tool} is left for the {hazard}", allowed)


def _overfull(document: Document, rules: Rules) -> Iterator[Problem]:
    room = chests(document) * rules.chest_room
    if len(document.cached) > room:
        allowed = f"the chests have room for {room}"
        yield problem("chest-overfull", "cached", counted(len(document.cached), "die"), allowed)
