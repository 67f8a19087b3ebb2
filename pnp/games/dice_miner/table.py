"""The playing of Dice Miner for two to four; mountain, beer and magic are on the table, troves come in as words.

Nothing here is secret: troves lie open. The words are those of `moves.py`; the table also writes `2: WORDS` for a
player in whose place somebody else types. The option `starts` says who starts round 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NoReturn

import pnp.games.dice_miner.moves as moves
import pnp.games.dice_miner.rolled_table as rolled_table
from pnp.edition import Edition
from pnp.games.asks import Asks, Pile
from pnp.games.dice_miner import excavation
from pnp.games.dice_miner.both_modes import MOUNTAIN, EitherModePlay, Move, is_rolled_here
from pnp.games.dice_miner.dice import NOTHING, TYPES, parse_face, plain, rolled_faces
from pnp.games.dice_miner.document import card, written_down
from pnp.games.dice_miner.mountain import lying, spread
from pnp.games.dice_miner.paper import hero_name, marks
from pnp.games.dice_miner.rules import PLAYERS, rules_of
from pnp.games.dice_miner.samples import MOST, Share, sample, share_of
from pnp.games.dice_miner.state import HEROES, OVER, REPLENISH, ROUND, START, TIEBREAK, State, document_of, result
from pnp.games.dice_miner.view import round_of, view
from pnp.games.lazy_options import Options
from pnp.games.play import Option, SheetMarks, View, Wanted, placed
from pnp.games.seats import ANYWAY, RefusedError, check_options, deny, opened_for, seat_by_number
from pnp.games.table_dice import Die, Face, TableDie
from pnp.games.verdict import Rank, Score
from pnp.strict import wrong
from pnp.words import Said, say

_FOR_A_SEAT = re.compile(r"([0-9]{1,3}) ?: ?(.+)")
_ANYWAY = f"{ANYWAY} count"
_TROVE = "tunnel 1 2 beer; treasure 2; hazard dragon x4; tool chest; magic 1"


class MinerPlay(EitherModePlay):
    """The playing of Dice Miner."""

    TABLE_TELLS_ABSENCE = True
    seat_meant = staticmethod(seat_by_number)

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> State:
        names = opened_for(players, *PLAYERS)
        check_options(options, ["starts", MOUNTAIN])
        state = State(rules_of(edition), names, candidates=tuple(range(len(names))), heroes=("",) * len(names))
        if is_rolled_here(options):
            state = excavation.opened(state)
        if "starts" not in options:
            return state
        try:
            return moves.started(state, seat_by_number(options["starts"], names))
        except RefusedError as refused:
            wrong("wrong-option", option="starts", why=refused.refusal)

    def rolled(self, state: State, faces: tuple[Face, ...]) -> State:
        return moves.rolled(state, [parse_face(face) for face in faces])

    def said(self, state: State, seat: int | None, words: str) -> State:
        words = " ".join(words.split())
        if other := _FOR_A_SEAT.fullmatch(words):
            if seat is not None:
                deny("table-only.words", number=repr(other[1]))
            seat, words = seat_by_number(other[1], state.players), other[2]
        grammar = rolled_table if state.mining else moves
        kind, rest = grammar.split(words)
        if kind == "absent":
            return self._absence(state, seat, kind, rest)  # type: ignore[no-any-return]
        if state.phase not in grammar.WHEN[kind]:
            self._refuse_now(state, kind)
        if kind in grammar.OF_A_SEAT and seat is None:
            deny("which-seat", seat=0)
        number = -1 if seat is None else seat
        if state.mining:
            return rolled_table.made(state, number, rolled_table.parse(kind, rest, state))
        return moves.made(state, number, moves.parse(kind, rest, state.rules, state.players))

    def gone(self, state: State, seat: int) -> State:
        """Who is absent is passed over in the step that is played."""
        return moves.passed_over(state, seat)

    def _refuse_now(self, state: State, kind: str) -> NoReturn:
        """Say that it is not the time for a move, and what is waited for."""
        if state.phase == OVER:
            deny("game-over.word", word=repr(kind))
        awaited = tuple(say("awaited", what=one.what, example=one.example) for one in self.wanted(state) if one.must)
        deny("not-now", word=repr(kind), awaited=awaited)

    def dice(self, state: State) -> tuple[Die, ...]:
        """A tunnel die for each player who may start; where dice are rolled here, those of mountain and troves."""
        if not state.candidates:
            return excavation.dice(state) if state.mining else ()
        faces = rolled_faces(state.rules.edition, "tunnel")
        return tuple(Die(say("die.start", seat=seat), faces) for seat in state.candidates)

    def wanted(self, state: State) -> tuple[Wanted, ...]:
        if state.phase == START:
            return (Wanted(None, say("wanted.start", who=state.candidates), f"starts {state.candidates[0] + 1}"),)
        if state.phase == HEROES:
            seat = moves.hero_turn(state)
            return (Wanted(seat, say("wanted.hero", seat=seat), f"hero {moves.free_heroes(state)[0]}"),)
        if state.mining and state.phase != OVER:
            return rolled_table.wanted(state)
        if state.due:
            return _wanted_troves(state)
        return _wanted_caches(state) if state.phase == REPLENISH else ()

    def options(self, state: State, seat: int | None, most: int = 200) -> Sequence[Option]:
        """Legal moves of a seat; troves are a few of the many that are possible."""
        if state.mining and state.phase in (ROUND, TIEBREAK, REPLENISH):
            return Options(list(islice(rolled_table.legal(state, seat), most)), partial(_option, state, seat, None))
        found: list[Move | int] = list(_legal(state, seat))
        share = share_of(state, seat) if seat is not None and state.due else None
        found += range(MOST if share else 0)
        return Options(found[:most], partial(_option, state, seat, share)) if found else ()

    def as_option(self, state: State, seat: int | None, words: str) -> Option | None:
        if other := _FOR_A_SEAT.fullmatch(" ".join(words.split())):
            seat, words = seat_by_number(other[1], state.players), other[2]
        grammar = rolled_table if state.mining else moves
        kind, rest = grammar.split(" ".join(words.split()))
        if kind == "absent":
            return _option(state, seat, None, Move(kind, self.seat_meant(rest, state.players)))
        move = rolled_table.parse(kind, rest, state) if state.mining else None
        found = _option(state, seat, None, move or moves.parse(kind, rest, state.rules, state.players))
        return found._replace(means=say("means.hero-taken", hero=found.mark)) if kind == "hero" else found

    def view(self, state: State, seat: int | None) -> View:
        del seat
        return view(state)

    def round(self, state: State) -> tuple[int, int]:
        return round_of(state)

    def over(self, state: State) -> bool:
        return state.phase == OVER

    def active(self, state: State) -> int | None:
        """The seat that chooses a hero, or that starts the round."""
        if state.phase == HEROES:
            return moves.hero_turn(state)
        if state.mining and state.missing:
            return (state.mining.magic or (state.mining.turn,))[0]
        return state.starters[-1] if state.phase == ROUND else None

    def status(self, state: State, seat: int) -> str:
        if state.phase == HEROES:
            return "drawing" if seat == moves.hero_turn(state) else "idle"
        if state.mining and state.missing:
            return "drawing" if seat == self.active(state) and not self.dice(state) else "idle"
        if seat in state.due:
            # Troves that can't lie there together are entered again.
            waits = seat in state.missing or (not state.missing and moves.unscorable(state) is not None)
            return "drawing" if waits else "in"
        return "in" if state.phase == REPLENISH and state.cached[seat] is not None else "idle"

    def lying(self, state: State) -> tuple[tuple[Said, Face], ...]:
        """Where the mountain is rolled here: the dice that may be taken, or the magic that may be spent."""
        if not state.mining or not state.missing or excavation.is_rolling(state):
            return ()
        if magic := state.mining.magic:
            return tuple((say("die.kind", kind="magic"), plain(face)) for face in excavation.usable(state, magic[0]))
        return lying(state.mining.mountain, excavation.takeable(state))

    def spread(self, state: State) -> tuple[TableDie, ...]:
        """Where the mountain is rolled here: all of it, while dice are taken."""
        if not state.mining or not state.missing or excavation.is_rolling(state) or state.mining.magic:
            return super().spread(state)
        return spread(state.mining.mountain, excavation.takeable(state))

    def with_names(self, state: State, names: tuple[str, ...]) -> State:
        return state._replace(players=names)

    def seated(self, state: State, name: str) -> Any:
        """Nobody joins: each round the mountain has its number of dice, and all of them are shared out."""
        deny("too-late.mountain", n=len(state.players), name=name)

    def marks(self, state: State, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(marks(document_of(state), state.rules), len(state.players), seat)

    def scores(self, state: State) -> tuple[Score, ...]:
        return result(state).scores()

    def standings(self, state: State) -> tuple[Rank, ...]:
        return result(state).ranking(state.players)

    def document(self, state: State) -> dict[str, Any]:
        return written_down(document_of(state), state.rules.edition.game)


def _wanted_troves(state: State) -> tuple[Wanted, ...]:
    if waiting := state.missing:
        return tuple(Wanted(seat, say("wanted.trove", seat=seat), _TROVE, seat in waiting) for seat in state.due)
    if refusal := moves.unscorable(state):
        again = (Wanted(seat, say("wanted.corrected", seat=seat, why=refusal), _TROVE) for seat in state.due)
        anyway = Wanted(None, say("wanted.count-anyway"), _ANYWAY, must=False)
        return (*again, anyway) if refusal.in_doubt else tuple(again)
    entries = (Wanted(seat, say("wanted.trove", seat=seat), _TROVE, must=False) for seat in state.due)
    return (*entries, Wanted(None, say("wanted.count"), "count"))


def _wanted_caches(state: State) -> tuple[Wanted, ...]:
    rooms = {seat: moves.chest_room(state, seat) for seat in state.seats if state.cached[seat] is None}
    caches = (
        Wanted(seat, say("wanted.cache", seat=seat, n=room), f"cache {room}", must=False)
        for seat, room in rooms.items()
        if room
    )
    return (*caches, Wanted(None, say("wanted.next"), "next"))


def _legal(state: State, seat: int | None) -> list[Move]:
    """The moves of a seat, but for troves; those of the table say who is absent where somebody is waited for."""
    found: list[Move] = []
    waiting: Sequence[int] = state.missing
    if state.phase == START:
        waiting = state.candidates
        found = [Move("starts", each) for each in waiting]
    elif state.phase == HEROES:
        waiting = (moves.hero_turn(state),)
        found = [Move("hero", hero) for hero in moves.free_heroes(state) if seat in waiting]
    elif state.due and not waiting:
        refusal = moves.unscorable(state)
        found = [Move("count")] if refusal is None else [Move(_ANYWAY)] if refusal.in_doubt and seat is None else []
    elif state.phase == REPLENISH:
        found = [Move("next")]
        if seat is not None and state.cached[seat] is None:
            found += [Move("cache", count) for count in range(moves.chest_room(state, seat) + 1)]
    return found if seat is not None else [*found, *(Move("absent", each) for each in waiting)]


def _asks_trove(state: State) -> Asks:
    """The dice that lie in a trove, of each type as many as there are."""
    known = state.rules.dice
    piles = (
        Pile(kind, say("die.kind", kind=kind), tuple(map(plain, known.faces[kind])), known.counts[kind])
        for kind in TYPES
    )
    return Asks("{dice}", what=say("ask.trove"), dice=tuple(piles), none=NOTHING)


def _option(state: State, seat: int | None, share: Share | None, move: Move | int) -> Option:
    """A legal move as an option; a number stands for a variant of a trove."""
    if not isinstance(move, int) and state.mining and (found := rolled_table.option(state, move)):
        return found
    if isinstance(move, int):
        assert seat is not None and share is not None
        words = moves.text(Move("trove", sample(state, seat, share, move)))
        return Option(words, say("means.trove", n=share.size), "trove", asks=_asks_trove(state))
    words, what = moves.text(move), move.what
    match move.kind:
        case "trove":
            return Option(words, say("means.trove-in", n=sum(len(dice) for _, dice in what.by_type())), "trove")
        case "starts":
            field = f"start.r{len(state.starters) + 1}"
            return Option(words, say("means.starts", seat=what), "starts", field, str(what + 1))
        case "hero":
            means = say("means.hero", faces=card(what, state.rules))
            return Option(words, means, "hero", f"p{(seat or 0) + 1}.hero", hero_name(what))
        case "cache":
            left = moves.chest_room(state, seat or 0) - what
            return Option(words, say("means.cache", n=what), "cache", price=what, left=left)
        case "absent":
            return Option(words, say("means.absent", seat=what), "absent", mark=what)
        case "count":
            return Option(words, say("means.count"), "count")
        case _ if words == _ANYWAY:
            return Option(words, say("means.count-anyway"), "count")
        case _:
            return Option(words, say("means.next"), "next")
