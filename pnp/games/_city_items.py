"""Parts of the words of Dice City: spaces, resources, gains, cards with their spaces, players."""

from __future__ import annotations

import re
from typing import NamedTuple

from pnp.games import _city_moves as moves
from pnp.games._city import Location, location_text, parse_location
from pnp.games._city_box import RESOURCES
from pnp.games._city_moves import Amounts, Effects, Gain, Off, Place, Put, Reroll
from pnp.strict import nearest, shown

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
    if match and match[1] in ground.rows and 1 <= int(match[2]) <= ground.columns:
        return Place(match[1], int(match[2]))
    raise ValueError(f"{shown(words)} is no space; a colour and a column up to {ground.columns}, such as red 3, is one")


def _counts(words: str, kinds: tuple[str, ...]) -> list[tuple[str, int]]:
    """Amounts in the order in which they stand."""
    found: list[tuple[str, int]] = []
    number: int | None = None
    behind = False
    for token in re.findall(r"[0-9]+|[^\s,0-9]+", words.casefold()):
        if token.isdigit():
            if len(token) > 2 or number is not None:
                raise ValueError(f"{shown(words)}: {token} is no amount; up to 99 of a kind are allowed")
            if behind:
                found[-1] = (found[-1][0], int(token))
                behind = False
            else:
                number = int(token)
            continue
        kind = SPELLED.get(token, token)
        if kind not in kinds:
            raise ValueError(f"{shown(token)} is not one of {', '.join(kinds)}{nearest(token, kinds)}")
        found.append((kind, 1 if number is None else number))
        behind, number = number is None, None
    if number is not None:
        raise ValueError(f"{shown(words)} has a number without a kind; write it as wood 2")
    return found


def parse_amounts(words: str) -> Amounts:
    """Resources added up; the inverse of `amounts_text`.

    >>> parse_amounts("2 iron, wood"), parse_amounts("nothing")
    ((('wood', 1), ('iron', 2)), ())
    """
    if words.strip().casefold() == "nothing":
        return ()
    found = _counts(words, RESOURCES)
    if not found:
        raise ValueError("no resource is named; write it as wood 1 stone 2, or nothing")
    sums = {kind: sum(count for one, count in found if one == kind) for kind in RESOURCES}
    return tuple((kind, count) for kind, count in sums.items() if count)


def amounts_text(amounts: Amounts) -> str:
    """Resources as they are written."""
    return " ".join(f"{kind} {count}" for kind, count in amounts) or "nothing"


def parse_effects(words: str, ground: Ground) -> Effects:
    """What was gained, item by item; the inverse of `effects_text`."""
    found: list[moves.Effect] = []
    for item in re.split("[,;]", words):
        clean = " ".join(item.split())
        verb, _, rest = clean.partition(" ")
        verb = verb.casefold()
        if verb == "off":
            found.append(Off(parse_place(rest, ground) if rest else None))
        elif verb in ("reroll", "re-roll"):
            if rest.casefold() not in ground.rows:
                raise ValueError(f"{shown(rest)} is no die; {', '.join(ground.rows)} are")
            found.append(Reroll(rest.casefold()))
        elif verb == "place":
            found.append(Put(*card_at(rest, ground)))
        elif verb in ("pay", "lose") or verb.startswith("-"):
            counts = _counts(rest if verb in ("pay", "lose") else clean[1:], KINDS)
            found += [Gain(kind, -count) for kind, count in counts if count]
        elif clean and clean.casefold() != "nothing":
            found += [Gain(kind, count) for kind, count in _counts(clean, KINDS) if count]
    if not found and not words.strip():
        raise ValueError("nothing stands behind; write what was gained, such as wood 2, vp 1, or nothing")
    return tuple(found)


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


def card_at(words: str, ground: Ground) -> tuple[Location, Place]:
    """A card and the space that it is laid on."""
    rows = "|".join(map(re.escape, ground.rows))
    match = re.fullmatch(rf"(.+?)\s+((?:{rows})\s*[0-9]+)", words.strip(), re.IGNORECASE)
    location = parse_location(match[1]) if match else None
    if match is None or location is None or location.off:
        raise ValueError(f"{shown(words)} is no card and space; write it as Manor red 2 or Church=2 red 3")
    return location, parse_place(match[2], ground)


def parse_rival(words: str, ground: Ground) -> tuple[int, str]:
    """The seat of the player whose name (or `#2`) begins the words, and what stands behind it."""
    parts = words.split()
    if parts and re.fullmatch("#[0-9]{1,2}", parts[0]) and 1 <= int(parts[0][1:]) <= len(ground.players):
        return int(parts[0][1:]) - 1, " ".join(parts[1:])
    folded = [part.casefold() for part in parts]
    names = [player.casefold().split() for player in ground.players]
    longest = max((len(name) for name in names if name and folded[: len(name)] == name), default=0)
    seats = [seat for seat, name in enumerate(names) if longest and name == folded[:longest]]
    if len(seats) == 1:
        return seats[0], " ".join(parts[longest:])
    why = "several players are called so" if seats else "nobody is called so"
    there = ", ".join(f"#{seat} {player}" for seat, player in enumerate(ground.players, 1))
    raise ValueError(f"{shown(words)}: {why}; there are {there}")


def rival_text(seat: int, ground: Ground) -> str:
    """A player's name where it can't be mistaken, else the seat."""
    name = " ".join(ground.players[seat].split())
    # A colour or word behind the name must not read as a part of another player's name.
    for behind in (*ground.rows, "stock"):
        try:
            if "," in name or not name or parse_rival(f"{name} {behind} 1", ground) != (seat, f"{behind} 1"):
                return f"#{seat + 1}"
        except ValueError:
            return f"#{seat + 1}"
    return name
