"""Parts of the notation of moves: spaces, resources, gains, cards with their spaces, players."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from pnp.games.dice_city.city import Location, location_text, parse_location
from pnp.games.dice_city.moves import Effect, Effects, Gain, Off, Put, Reroll
from pnp.games.dice_city.rules import RESOURCES, Amounts, Place
from pnp.strict import near, shown, wrong

KINDS = (*RESOURCES, "vp", "sword", "pass")
SPELLED = {"swords": "sword", "strength": "sword", "passes": "pass", "token": "pass", "tokens": "pass"}


class Ground(NamedTuple):
    """What words are about: the players, the rows of a city, and how many spaces a row has."""

    players: tuple[str, ...]
    rows: tuple[str, ...]
    columns: int


def parse_place(words: str, ground: Ground) -> Place:
    """A space of a city.

    >>> parse_place("Red3", Ground((), ("red",), 6))
    Place(row='red', column=3)
    """
    match = re.fullmatch(r"([a-z]+)\s*([0-9]{1,2})", words.strip().casefold())
    if match is None or match[1] not in ground.rows or not 1 <= int(match[2]) <= ground.columns:
        wrong("unclear.place", words=shown(words), columns=ground.columns)
    return Place(match[1], int(match[2]))


def parse_die(words: str, ground: Ground) -> str:
    """A die by its colour."""
    if words.strip().casefold() not in ground.rows:
        wrong("unclear.die", words=shown(words), dice=ground.rows)
    return words.strip().casefold()


def parse_goods(words: str, ground: Ground) -> str:
    """What pass tokens buy."""
    del ground
    ((kind, _),) = _counts(words, (*RESOURCES, "sword"))
    return kind


def _counts(words: str, kinds: tuple[str, ...]) -> list[tuple[str, int]]:
    """Amounts in the order in which they stand."""
    found: list[tuple[str, int]] = []
    number: int | None = None
    behind = False
    for token in re.findall(r"[0-9]+|[^\s,0-9]+", words.casefold()):
        if token.isdigit():
            if len(token) > 2 or number is not None:
                wrong("unclear.amount", words=shown(words), amount=token)
            if behind:
                found[-1] = (found[-1][0], int(token))
                behind = False
            else:
                number = int(token)
            continue
        kind = SPELLED.get(token, token)
        if kind not in kinds:
            wrong("unclear.kind", words=shown(token), kinds=kinds, near=near(token, kinds))
        found.append((kind, 1 if number is None else number))
        behind, number = number is None, None
    if number is not None:
        wrong("unclear.number", words=shown(words))
    return found


@lru_cache(maxsize=1024)
def parse_amounts(words: str) -> Amounts:
    """Resources added up; the inverse of `amounts_text`.

    >>> parse_amounts("2 iron, wood"), parse_amounts("nothing")
    ((('wood', 1), ('iron', 2)), ())
    """
    if words.strip().casefold() == "nothing":
        return ()
    found = _counts(words, RESOURCES)
    if not found:
        wrong("unclear.resource")
    sums = {kind: sum(count for one, count in found if one == kind) for kind in RESOURCES}
    return tuple((kind, count) for kind, count in sums.items() if count)


def amounts_text(amounts: Amounts) -> str:
    """Resources as they are written."""
    return " ".join(f"{kind} {count}" for kind, count in amounts) or "nothing"


def parse_effects(words: str, ground: Ground) -> Effects:
    """What was gained, item by item; the inverse of `effects_text`."""
    found: list[Effect] = []
    for item in re.split("[,;]", words):
        found += _effects(" ".join(item.split()), ground)
    if not found and not words.strip():
        wrong("unclear.nothing")
    return tuple(found)


def _effects(item: str, ground: Ground) -> list[Effect]:
    # A number that was asked for may be below nothing, and a location turned off not at all.
    verb, _, rest = re.sub("^([a-z]+) -([0-9]+)$", r"pay \1 \2", item, flags=re.IGNORECASE).partition(" ")
    verb = verb.casefold()
    if verb == "off" and rest in ("0", "1"):
        return [Off()] * int(rest)
    if verb == "off":
        return [Off(parse_place(rest, ground) if rest else None)]
    if verb in ("reroll", "re-roll"):
        return [Reroll(parse_die(rest, ground))]
    if verb == "place":
        rows = "|".join(map(re.escape, ground.rows))
        match = re.fullmatch(rf"(.+?)\s+((?:{rows})\s*[0-9]+)", rest, re.IGNORECASE)
        if match is None:
            wrong("unclear.card", words=shown(rest))
        return [Put(parse_card(match[1], ground), parse_place(match[2], ground))]
    if verb in ("pay", "lose") or verb.startswith("-"):
        counts = _counts(rest if verb in ("pay", "lose") else item[1:], KINDS)
        return [Gain(kind, -count) for kind, count in counts if count]
    if not item or item.casefold() == "nothing":
        return []
    return [Gain(kind, count) for kind, count in _counts(item, KINDS) if count]


def effects_text(effects: Effects) -> str:
    """What was gained as it is written.

    >>> effects_text((Gain("wood", 2), Gain("iron", -1), Off()))
    'wood 2, pay iron 1, off'
    """
    parts = []
    for effect in effects:
        match effect:
            case Gain(kind, count):
                parts.append(f"{kind} {count}" if count > 0 else f"pay {kind} {-count}")
            case Off(place):
                parts.append("off" if place is None else f"off {place}")
            case Reroll(die):
                parts.append(f"reroll {die}")
            case Put(location, place):
                parts.append(f"place {location_text(location)} {place}")
    return ", ".join(parts) or "nothing"


def parse_card(words: str, ground: Ground) -> Location:
    """A card that is laid."""
    del ground
    location = parse_location(words)
    if location is None or location.off:
        wrong("unclear.card", words=shown(words))
    return location


def parse_rival(words: str, ground: Ground) -> int:
    """The seat of the player who is called by the name, or as `#2`."""
    names = [" ".join(player.casefold().split()) for player in ground.players]
    name = " ".join(words.casefold().split())
    by_number = [seat for seat in range(len(names)) if name == f"#{seat + 1}"]
    seats = by_number or [seat for seat, known in enumerate(names) if name == known]
    if len(seats) != 1:
        there = tuple(f"#{seat} {player}" for seat, player in enumerate(ground.players, 1))
        wrong("unclear.several" if seats else "unclear.nobody", words=shown(words), there=there)
    return seats[0]


def rival_text(seat: int, ground: Ground) -> str:
    """A player's name where it can't be mistaken, else the seat."""
    names = [" ".join(player.split()) for player in ground.players]
    name = names[seat]
    # A colour or word behind the name must not read as a part of another player's name.
    longer = tuple(f"{name} {behind} ".casefold() for behind in (*ground.rows, "stock"))
    others = [f"{other} ".casefold() for number, other in enumerate(names) if number != seat]
    mistaken = f"{name} ".casefold() in others or any(other.startswith(longer) for other in others)
    return f"#{seat + 1}" if "," in name or name[:1] in ("", "#") or mistaken else name
