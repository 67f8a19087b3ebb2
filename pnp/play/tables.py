"""All tables of one store: opening one, finding it again, writing to it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from pnp.edition import Edition
from pnp.errors import CallError, InputError, PnpError
from pnp.games.library import SHIPPED, Library
from pnp.games.seats import Refusal
from pnp.play import dice as virtual
from pnp.play import dice_numbers, engine, events, opening
from pnp.play.engine import Answer, Table, Write
from pnp.play.events import is_text
from pnp.play.playable import playable
from pnp.play.result import Result, result_of
from pnp.play.stores import kept_results
from pnp.play.stores.store import NoTable, Record, Store
from pnp.sheets.codes import ALPHABET
from pnp.strict import said_by
from pnp.words import say

ID_LENGTH = 6
LAST = "last"
"""Names the table that was written to last, wherever a table can be named."""
Clock = Callable[[], str]


class LeftOut(NamedTuple):
    """A table of which nothing can be told by the rules at hand, and why."""

    id: str
    error: PnpError


class Tables:
    """Tables on one store; the clock tells when something happened and is an argument."""

    bot_seats: frozenset[int] = frozenset()
    """The seats of the table in hand that no person plays."""

    def __init__(self, store: Store, now: Clock, library: Library = SHIPPED, edition: Edition | None = None) -> None:
        self.store = store
        self.now = now
        self.library = library
        self.edition = edition

    def open(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, str] | None = None,
        dice: str = "virtual",
        same_dice_as: str = "",
        lobby: bool = False,
        secret: str = "",
        pad: bool = False,
        notes: Mapping[str, str] | None = None,
    ) -> Table:
        """A new table; with the dice of another one, both play the same rolls; with a lobby, players come later.

        A secret that is given makes virtual dice that everybody rolls who has it. A pad has nothing to roll. Notes are
        kept beside the log from the first moment.
        """
        rules, play = playable(self.library, game, pad)
        low, high = rules.PLAYERS
        dice = "physical" if pad else dice
        # What is usual may change: the log says what this table was opened with.
        options = {**play.usual_options(dice), **(options or {})}
        low = 0 if lobby else low
        if not low <= len(players) <= high:
            upper = high if high > low else None
            raise CallError(say("wrong-players.table", game=game, low=low, high=upper, most=high, n=len(players)))
        if dice not in opening.DICE:
            raise CallError(say("no-such-choice", option="--dice", value=repr(dice), allowed=opening.DICE))
        numbers = lobby and dice == "virtual" and not same_dice_as and not secret
        secret = secret if secret and dice == "virtual" else self._secret(dice, same_dice_as)
        promise = virtual.commitment(bytes.fromhex(secret)) if secret else ""
        at = self.now()
        base = self.library.edition(game)
        own = opening.own_entries(self.edition, base)
        asked = game, players, options, dice, promise
        first = opening.opened(*asked, new_key(), at, own, lobby, base.rulings, numbers, pad)
        table = Table(self.new_id(), first, self.library, self.edition)
        if lobby:
            _try(table)
        meta = {**(notes or {}), "game": game, "players": "\n".join(players), "opened": at}
        records = [Record(1, first.key, events.line(first))]
        self.store.create(table.id, meta, records, at, secret or None, partial(kept_results.kept, table))
        return table

    def _secret(self, dice: str, other: str) -> str:
        if not other:
            return virtual.new_secret().hex() if dice == "virtual" else ""
        name = self.named(other)
        known = self.store.secret(name) if name in {info.id for info in self.store.tables()} else None
        if dice != "virtual" or known is None:
            raise CallError(say("no-same-dice", table=repr(other)))
        log = [events.parse(record.body, f"table {name}") for record in self.store.read(name)]
        added = dice_numbers.of(log)
        if opening.read(log[0]).numbers and not added.rolled:
            raise CallError(say("no-same-dice.waiting", table=repr(other)))
        return virtual.mixed(bytes.fromhex(known), added.added).hex()

    def new_id(self) -> str:
        """A name that no table and no evening has."""
        taken = {one.id for one in self.store.evenings()}
        while (made := "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))) in taken or self.store.infos(
            [made]
        ):
            pass
        return made

    def named(self, id: str) -> str:
        """The name of a table as the store knows it: in capitals; `last` is the one that was written to last."""
        if id.casefold() != LAST:
            return id.upper()
        known = self.store.tables()
        if not known:
            raise CallError(say("no-tables.last"))
        return max(reversed(known), key=lambda info: info.changed).id

    def load(self, id: str) -> Table:
        return engine.load(self._known(id), self.store, self.library, self.edition)

    def results(self, whole: bool = False) -> Iterator[Result | LeftOut]:
        """What every table came to, in the order of their making, or why it can't be told; with `whole` line by line.

        What is not kept beside this log as it is, or was made by other rules, is made from the log, and kept for the
        next time.
        """
        known = self.store.results(whole)
        stamps = {game: kept_results.stamp(self._stamp(game)) for game in {one.game for one in known.values()}}
        for id in [info.id for info in self.store.tables()]:
            kept = known.get(id)
            # Of a game whose rules are not here, what was kept is all that can be known.
            is_current = kept is not None and (kept.rules == stamps[kept.game] or not self.library.has(kept.game))
            if kept and is_current and (result := kept_results.load(id, kept, whole)):
                yield result
                continue
            try:
                table = self.load(id)
            except (CallError, InputError) as error:
                yield LeftOut(id, error)
                continue
            result = result_of(table)
            if (made := kept_results.kept(table, result)) is not None:
                self.store.keep_result(id, made)
            yield result

    def _stamp(self, game: str) -> str:
        return "" if self.edition or not self.library.has(game) else self.library.stamp(game)

    def delete(self, id: str) -> str:
        """Delete a table for good, even one whose rules are gone, and tell its name."""
        name = self._known(id)
        self.store.delete(name)
        return name

    def _known(self, id: str) -> str:
        """The name of a table that is asked for; what is no text at all names none."""
        if not is_text(id):
            raise NoTable(id)
        return self.named(id)

    def write(self, table: Table, kind: str, data: Mapping[str, Any], key: str = "") -> Answer:
        """Write to a table as it is seen now."""
        return table.submit(Write(table.seq, key or new_key(), kind, data), self.store, self.now())

    def say(self, table: Table, seat: int | None, words: str) -> Answer:
        return self.write(table, "said", {"seat": seat, "words": words})

    def roll(self, table: Table, faces: Sequence[Any] | None = None) -> Answer:
        """Roll: virtual dice by themselves, physical ones as they were told."""
        if not table.play.dice(table.state) and not table.position.closed:
            return Answer(False, table.seq, say("no-roll-now"))
        if faces is None and table.opening.dice == "physical":
            return Answer(False, table.seq, say("no-dice"))
        source = "virtual" if faces is None else "physical"
        shown = table.roll(self.store) if faces is None else list(faces)
        return self.write(table, "rolled", {"dice": shown, "source": source})

    def undo(self, table: Table, steps: int = 1, reason: str = "") -> Answer:
        """Move back by some events; nothing is deleted."""
        return self._write_all(table, table.undone(steps, reason))

    def redo(self, table: Table) -> Answer:
        """Move forward again to what was left last."""
        later = table.later()
        if not later:
            return Answer(False, table.seq, say("nothing-to-redo"))
        return self.write(table, "moved", {"to": later[-1], "reason": ""})

    def correct(self, table: Table, seq: int, words: str, reason: str = "", anyway: bool = False) -> Answer:
        """Put something else in place of what an earlier event said; its number stays, and what follows is kept."""
        data = table.corrected(seq, words, reason, anyway)
        return Answer(False, table.seq, data) if isinstance(data, Refusal) else self.write(table, "corrected", data)

    def preview(self, table: Table, seq: int, words: str) -> Answer:
        """What a correction would change: the events that no longer fit, and the totals."""
        data = table.corrected(seq, words, "", anyway=True)
        if isinstance(data, Refusal):
            return Answer(False, table.seq, data)
        before = {row.player: row.total for row in table.standings()}
        after = {row.player: row.total for row in table.as_corrected(seq, data["data"]).standings()}
        changed = tuple(
            say("corrected.total", player=name, before=before.get(name, 0), after=total)
            for name, total in after.items()
            if before.get(name) != total
        )
        left = tuple(data["left"])
        return Answer(True, table.seq, say("corrected.preview", left=left, changes=changed or (say("corrected.same"),)))

    def _write_all(self, table: Table, changes: Sequence[tuple[str, Mapping[str, Any]]] | Refusal) -> Answer:
        if isinstance(changes, Refusal):
            return Answer(False, table.seq, changes)
        writes = [Write(table.seq, new_key(), kind, data) for kind, data in changes]
        return table.submit_all(writes, self.store, self.now())

    def close(self, table: Table, winner: bool = False) -> Answer:
        """Close a table: everything on it is revealed, and the secret of its dice, so that everybody can check them.

        Where the game has not come to its end, `winner` says whether the points so far decide who has won.
        """
        return self.write(table, "closed", self.closing(table, winner))

    def closing(self, table: Table, winner: bool = False) -> dict[str, Any]:
        """What the event says that closes a table: the secret of its dice, by which words what is hidden is shown, and
        whether a game that has not come to its end has a winner."""
        # On paper nothing is hidden here, and words would begin a game that nobody plays.
        words = "" if table.position.on_paper else table.play.last_words(table.state)
        shown = {"secret": self.store.secret(table.id) or "", "words": words}
        early = {"winner": winner} if table.in_play else {}
        return {name: value for name, value in shown.items() if value} | early


def _try(table: Table) -> None:
    """Whether a table that waits could be opened with its options: it shall not turn out when all are there."""
    names = [f"player {number + 1}" for number in range(table.game.PLAYERS[0])]
    try:
        table.play.open(names, table.opening.options, table.edition)
    except ValueError as wrong:
        said = say("fault", place=table.opening.game, message=said_by(wrong))
        raise CallError(said, table.game.words) from None


def new_key() -> str:
    """A key that no other write has."""
    return secrets.token_hex(8)
