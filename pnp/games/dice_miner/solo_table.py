"""The playing of Dice Miner alone; the mountain is on the table, what is done with it comes in as words.

The words are those of `solo_moves.py`. The option `magic` says how many magic dice are rolled at the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import pnp.games.dice_miner.solo_mountain as here
import pnp.games.dice_miner.solo_moves as moves
from pnp.edition import Edition
from pnp.games.dice_miner.both_modes import MOUNTAIN, EitherModePlay, Move, check_verb, is_rolled_here, no_choice
from pnp.games.dice_miner.dice import Face as DieFace
from pnp.games.dice_miner.dice import die_text, parse_face, plain, rolled_faces, sequences
from pnp.games.dice_miner.mountain import lying, place_in_spread, shown, spread, told, tops
from pnp.games.dice_miner.solo_moves import MINE, OVER, ROLL, VERBS, Draft, SoloState, SoloTrove, scope_of
from pnp.games.dice_miner.solo_rules import PLAYERS, rules_of
from pnp.games.dice_miner.solo_sheet import SHEET
from pnp.games.lazy_options import Options
from pnp.games.play import Option, SheetMarks, View, Wanted, placed
from pnp.games.seats import check_options, deny, opened_for
from pnp.games.table_dice import Die, Face, TableDie
from pnp.games.verdict import Rank, Score, Verdict
from pnp.strict import wrong
from pnp.words import Said, say


class SoloPlay(EitherModePlay):
    """The playing of Dice Miner alone."""

    def open(self, players: Sequence[str], options: Mapping[str, str], edition: Edition) -> SoloState:
        (name,) = opened_for(players, *PLAYERS)
        check_options(options, ["magic", MOUNTAIN])
        rules = rules_of(edition)
        allowed = {str(count): count for count in rules.starting_magic}
        magic = options.get("magic", str(rules.starting_magic[0])).strip()
        if magic not in allowed:
            wrong("wrong-option", option="magic", why=no_choice(magic, tuple(allowed)))
        state = SoloState(rules, SoloTrove(name, refills=0, starting_magic=allowed[magic]))
        if is_rolled_here(options):
            state = here.opened(state)
        return state if state.start else self.rolled(state, ())

    def rolled(self, state: SoloState, faces: tuple[Face, ...]) -> SoloState:
        rolled = tuple(parse_face(face) for face in faces)
        if state.phase != ROLL:
            return here.rolled(state, rolled)
        state = moves.rolled(state, rolled)
        return here.filled(state) if state.lies else state

    def said(self, state: SoloState, seat: int | None, words: str) -> SoloState:
        del seat
        plain_words = " ".join(words.lower().split())
        verb = plain_words.partition(" ")[0]
        check_verb(verb, words, VERBS)
        if state.phase == OVER:
            deny("game-over.solo", word=repr(verb))
        if state.phase == ROLL:
            deny("not-now.solo", word=repr(verb))
        if state.lies:
            return here.made(state, plain_words)
        return moves.made(state, moves.parse(plain_words, state.rules))

    def gone(self, state: SoloState, seat: int) -> SoloState:
        del state, seat
        deny("alone")

    def dice(self, state: SoloState) -> tuple[Die, ...]:
        """The magic dice of the start, until they are rolled; then those of a mountain that is rolled here."""
        if state.phase != ROLL:
            return here.dice(state) if here.is_rolling(state) else ()
        faces = rolled_faces(state.rules.edition, "magic")
        return tuple(Die(say("die.magic", n=number), faces) for number in range(1, state.start + 1))

    def wanted(self, state: SoloState) -> tuple[Wanted, ...]:
        if state.phase == OVER:
            return ()
        if state.phase == ROLL:
            example = " ".join(map(str, rolled_faces(state.rules.edition, "magic")[: state.start]))
            return (Wanted(0, say("wanted.magic", n=state.start), example),)
        if here.is_rolling(state):
            return (Wanted(0, say("wanted.fill"), " ".join(str(die.faces[0]) for die in self.dice(state))),)
        if state.owed:
            example = here.text(*next(here.legal(state))) if state.lies else "recycle 1"
            return (Wanted(0, say("wanted.recycle", n=state.owed), example),)
        found = []
        example = "draft tunnel 1" if state.mountain else ""
        if state.lies:
            example = next((here.text(*move) for move in here.drafts(state)), "")
        if example:
            found.append(Wanted(0, say("wanted.draft"), example, must=False))
        if state.trove.magic:
            best = max(state.trove.magic, key=lambda face: 0 if face.symbol else face.number)
            found.append(Wanted(0, say("wanted.spend"), f"spend {die_text('magic', best)}", must=False))
        if state.refills_left:
            found.append(Wanted(0, say("wanted.refill", left=state.refills_left), "refill", must=False))
        return (*found, Wanted(0, say("wanted.end"), "end", must=not found))

    def options(self, state: SoloState, seat: int | None, most: int = 200) -> Sequence[Option]:
        """Legal moves: with what lies on a mountain that is rolled here, else with whatever may lie on top."""
        if state.phase != MINE or seat not in (None, 0):
            return ()
        if state.lies:
            return Options(list(islice(here.legal(state), most)), partial(_option_here, state))
        return Options(list(islice(moves.legal(state), most)), partial(_option, state))

    def as_option(self, state: SoloState, seat: int | None, words: str) -> Option | None:
        del seat
        if state.lies:
            return None
        found = _option(state, moves.parse(" ".join(words.lower().split()), state.rules))
        dice = tuple(f"{kind} {face}" for kind, face in found.dice.items())
        return found._replace(means=say("means.with", die=dice, what=found.means)) if dice else found

    def view(self, state: SoloState, seat: int | None) -> View:
        del seat
        (sheet,) = _verdict(state).sheets
        score = sheet.score
        if state.phase == ROLL:
            headline = say("headline.magic", n=state.start, total=score.total)
        elif state.phase == OVER:
            headline = say("headline.ended", total=score.total)
        else:
            number, most = self.round(state)
            headline = say("headline.mountain", n=number, most=most, dice=state.mountain, total=score.total)
        lines = tuple(say("told.points", line=line.name, points=line.points, why=line.why) for line in score.lines)
        lies = shown(state.lies if state.phase != OVER else None, state.rules.edition)
        return View(headline, ((sheet.player, sheet.picture, lines),), (*lies, *sheet.notes, *_left(state)))

    def round(self, state: SoloState) -> tuple[int, int]:
        """The mountain that is mined, and how many there can be."""
        return state.refills + 1, state.rules.refills + 1

    def over(self, state: SoloState) -> bool:
        return state.phase == OVER

    def lying(self, state: SoloState) -> tuple[tuple[Said | str, Face], ...]:
        """The dice on top of a mountain that is rolled here, or else the magic dice that are left to spend."""
        if state.lies and state.phase == MINE:
            return lying(state.lies, tops(state.lies.columns))
        return tuple((say("at.pile", pile="magic"), plain(face)) for face in state.trove.magic)

    def spread(self, state: SoloState) -> tuple[TableDie, ...]:
        """The whole mountain where it is rolled here."""
        if state.lies and state.phase == MINE:
            return spread(state.lies, tops(state.lies.columns))
        return super().spread(state)

    def players(self, state: SoloState) -> tuple[str, ...]:
        return (state.trove.player,)

    def with_names(self, state: SoloState, names: tuple[str, ...]) -> SoloState:
        return state._replace(trove=state.trove._replace(player=names[0]))

    def seated(self, state: SoloState, name: str) -> Any:
        del state
        deny("too-late.alone", name=name)

    def active(self, state: SoloState) -> int | None:
        return None if state.phase == OVER else 0

    def status(self, state: SoloState, seat: int) -> str:
        """The game waits for its player, once the dice of the start lie there."""
        return "drawing" if state.phase == MINE and seat == 0 else "idle"

    def marks(self, state: SoloState, seat: int | None) -> tuple[SheetMarks, ...]:
        return placed(SHEET.marks(state.trove.document, state.rules.edition), 1, seat)

    def scores(self, state: SoloState) -> tuple[Score, ...]:
        return (_verdict(state).sheets[0].score,)

    def standings(self, state: SoloState) -> tuple[Rank, ...]:
        return _verdict(state).ranking

    def document(self, state: SoloState) -> dict[str, Any]:
        return {"game": state.rules.edition.game, **state.trove.as_document()}


def _verdict(state: SoloState) -> Verdict:
    """What the rules say of the trove."""
    return SHEET.judge(state.trove.document, state.rules.edition)


def _option(state: SoloState, move: Move) -> Option:
    """A legal move as an option."""
    words, what = moves.text(move), move.what
    match move.kind:
        case "draft":
            return _draft(state, words, what)
        case "recycle":
            if isinstance(what, tuple):
                kind, face = what
                return Option(words, say("means.recycle-die"), "recycle", dice={kind: plain(face)}, left=state.owed - 1)
            means = say("means.recycle", n=what) if what else say("means.recycle-none")
            return Option(words, means, "recycle", price=what, left=state.owed - what if what else 0)
        case "spend":
            left = len(state.trove.magic) - 1
            return Option(words, say("means.spend"), "spend", dice={"magic": plain(what)}, left=left)
        case "refill":
            return Option(words, say("means.refill"), "refill", left=state.refills_left - 1)
        case _:
            total = scope_of(state.trove, state.rules).total
            return Option(words, say("means.end", total=total), "end", "total", total)


def _option_here(state: SoloState, move: here.OfPlace) -> Option:
    """A legal move with the place of its die."""
    option, place = _option(state, move[0]), move[1]
    if place is None or state.lies is None:
        return option
    means = say("means.with", die=told(state.lies, place), what=option.means)
    return option._replace(notation=here.text(*move), means=means, picks=place_in_spread(state.lies, place))


def _draft(state: SoloState, words: str, die: Draft) -> Option:
    means = say("means.draft-cached") if die.cached else say("means.draft")
    turned = None if die.turned == die.face else (plain(die.face), plain(die.turned))
    left = state.mountain - 1
    return Option(words, means, "draft", dice={die.pile: plain(die.turned)}, left=left, turned=turned)


def _left(state: SoloState) -> Iterator[Said]:
    """What can be drafted and done as things stand."""
    if state.phase != MINE:
        return
    rules, trove = state.rules, state.trove
    if state.owed:
        yield say("told.recycle", n=state.owed)
    following = [end + 1 for end in sequences(trove.tunnel, rules.straight_start)]
    known = {number for number in following if DieFace("", number) in rules.dice.faces["tunnel"]}
    yield say("told.tunnel", numbers=tuple(sorted({rules.straight_start, *known})))
    for hazard, tool in rules.neutralizes.items():
        free = sum(face.symbol == tool for face in trove.tool) - sum(face.symbol == hazard for face in trove.hazard)
        if free:
            yield say("told.tool", n=free, tool=tool, hazard=hazard)
    if room := trove.chests * rules.chest_room - len(trove.cached):
        yield say("told.chests", n=room)
    yield say("told.left", refills=state.refills_left, bag=state.bag)
