"""`pnp store copy` and `pnp store check`: the databases that tables are kept in."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Language
from pnp.cli.terminal import answer, painted, show
from pnp.errors import CallError
from pnp.strict import near, shown
from pnp.words import Said, say

if TYPE_CHECKING:
    from pnp.play.stores.store import Store

DEEDS = ("copy", "check")


def run(
    deed: Annotated[str, typer.Argument(metavar="copy|check", help="What is done.")],
    databases: Annotated[
        list[str] | None,
        typer.Argument(metavar="DATABASE…", help="Files or postgresql://…; to copy: from which, to which."),
    ] = None,
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Copy all tables to another database, or check that every log is as it was written."""
    from pnp.play.stores.database import named

    if deed not in DEEDS:
        raise CallError(say("no-such-deed", value=repr(deed), allowed=DEEDS, near=near(deed, DEEDS)))
    names = databases or []
    if deed == "copy" and len(names) != 2:
        raise CallError(say("store.name-two"))
    if deed == "check" and len(names) > 1:
        raise CallError(say("store.name-one"))
    found = _copied(*names) if deed == "copy" else _checked(named(names[0] if names else None))
    words, troubles = spoken(language), found.pop("troubles")
    if as_json:
        answer({**found, "problems": [words.as_json(one) for one in troubles]})
    else:
        for one in troubles:
            show(f"{painted('✗', 'red')} {words.text(one)}")
        mark = painted("·", "yellow") if troubles else painted("✓", "green")
        said = say("store.copied", **found) if deed == "copy" else say("store.checked", **found)
        show(f"{mark} {words.text(said)}")
    raise typer.Exit(1 if troubles else 0)


def _copied(source: str, target: str) -> dict[str, Any]:
    """Copy everything, and tell what came of it."""
    from pnp.cli.storage import there
    from pnp.play.stores import sql_copy
    from pnp.play.stores.database import open_store
    from pnp.play.stores.server_address import shown

    there(source)
    troubles: list[Said] = []
    new = same = 0
    with open_store(source) as before, open_store(target) as after:
        for one in sql_copy.copy(before, after):
            new, same = new + one.new, same + (not one.new)
            troubles += [one.trouble] if one.trouble else []
            _progress(new + same)
    _progress(0)
    return {"source": shown(source), "target": shown(target), "new": new, "same": same, "troubles": troubles}


def _checked(name: str) -> dict[str, Any]:
    """Check every log of a database."""
    from pnp.cli.storage import there
    from pnp.play.stores import store_check
    from pnp.play.stores.database import open_store
    from pnp.play.stores.server_address import shown

    there(name)
    troubles: list[Said] = []
    tables = events = 0
    with open_store(name) as store:
        for one in store_check.check(store):
            tables, events = tables + 1, events + one.events
            troubles += [one.trouble] if one.trouble else []
            _progress(tables)
        troubles += _damaged_evenings(store)
    _progress(0)
    return {"name": shown(name), "tables": tables, "events": events, "troubles": troubles}


def _damaged_evenings(store: Store) -> list[Said]:
    """What is said of evenings and events that can't be read."""
    from pnp.convention import event
    from pnp.errors import InputError
    from pnp.play import evening as evenings

    troubles = []
    for kept in store.evenings():
        try:
            evening = evenings.parse(kept.body, kept.id)
            if evening.plan:
                event.made(evening)
        except InputError:
            troubles.append(say("no-evening.damaged", evening=shown(kept.id)))
    return troubles


def _progress(done: int) -> None:
    """How many are done, on a terminal, in one line that is written over; 0 takes it away."""
    if sys.stderr.isatty() and (not done or done % 50 == 0):
        sys.stderr.write(f"\r{done}" if done else "\r\x1b[K")
        sys.stderr.flush()
