"""Whether what a store keeps is what was written: sealed logs, the secrets that they promise, results beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.errors import PnpError
from pnp.play import dice as virtual
from pnp.play import events, opening
from pnp.play.stores import kept_results
from pnp.play.stores.sql_results import cut_logs
from pnp.play.stores.sql_store import SqlStore
from pnp.play.stores.store import NoTable, Record
from pnp.words import Said, say


class Checked(NamedTuple):
    """A table, how many events it has, its last seal, and what is wrong with it."""

    id: str
    events: int
    seal: str
    trouble: Said | None = None


def check(store: SqlStore) -> Iterator[Checked]:
    """Every table of a store; the rules of its game are not needed."""
    results, cut = store.results(whole=True), store.look(cut_logs)
    for info in store.tables():
        try:
            records = store.read(info.id)
        except NoTable:
            continue  # deleted meanwhile
        except PnpError as error:
            yield Checked(info.id, 0, "", _said(info.id, error))
            continue
        trouble = wrong_log(info.id, records) or _wrong_secret(info.id, records, store.secret(info.id))
        if not trouble and info.id in cut:
            trouble = say("store.cut", table=info.id, last=len(records), seq=cut[info.id])
        kept = results.get(info.id)
        if not trouble and kept and kept_results.is_of_this_form(kept) and not kept_results.load(info.id, kept):
            trouble = say("store.other-result", table=info.id)
        yield Checked(
            info.id, len(records), "" if trouble or not records else events.seal_of(records[-1].body), trouble
        )


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


def _wrong_secret(id: str, records: Sequence[Record], secret: str | None) -> Said | None:
    """Whether the secret of virtual dice is not the one that the first event promises."""
    try:
        promise = opening.read(events.parse(records[0].body, f"table {id}")).commitment if records else ""
        fits = not promise or virtual.commitment(bytes.fromhex(secret or "")) == promise
    except PnpError as error:
        return _said(id, error)
    except ValueError:
        fits = False
    return None if fits else say("store.other-secret", table=id)


def _said(id: str, error: PnpError) -> Said:
    return error.said if isinstance(error.said, Said) else say("fault", place=id, message=error.said)
