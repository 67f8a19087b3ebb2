"""Whether what a store keeps is what was written: every log sealed from its first event to its last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.errors import PnpError
from pnp.play import events
from pnp.play.stores.store import NoTable, Record, Store
from pnp.words import Said, say


class Checked(NamedTuple):
    """A table, how many events it has, its last seal, and what is wrong with it."""

    id: str
    events: int
    seal: str
    trouble: Said | None = None


def check(store: Store) -> Iterator[Checked]:
    """Every table of a store; the rules of its game are not needed."""
    for info in store.tables():
        try:
            records = store.read(info.id)
        except NoTable:
            continue  # deleted meanwhile
        except PnpError as error:
            yield Checked(info.id, 0, "", _said(info.id, error))
            continue
        trouble = wrong_log(info.id, records)
        yield Checked(info.id, len(records), "" if trouble or not records else _seal(records[-1]), trouble)


def wrong_log(id: str, records: Sequence[Record]) -> Said | None:
    """What is wrong with the log of a table: a seal, an order, or a key that is not the event's."""
    try:
        for record, (_, event) in zip(
            records, events.read((record.body for record in records), f"table {id}"), strict=True
        ):
            if (event.seq, event.key) != (record.seq, record.key):
                return say("store.other-key", table=id, seq=record.seq)
    except PnpError as error:
        return _said(id, error)
    except ValueError:
        return say("store.empty-lines", table=id)
    return None


def _said(id: str, error: PnpError) -> Said:
    return error.said if isinstance(error.said, Said) else say("fault", place=id, message=error.said)


def _seal(record: Record) -> str:
    return events.parse(record.body, "").seal
