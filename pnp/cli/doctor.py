"""`pnp doctor`: can a party be held on this machine, and will guests reach it?"""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import AsJson, Database
from pnp.cli.terminal import answer, columns, painted, say
from pnp.errors import one_line
from pnp.paths import data_folder

if TYPE_CHECKING:
    from pnp.web.checkup import Finding
    from pnp.web.network import Candidate

MARKS = {"fine": ("✓", "green"), "doubt": ("!", "yellow"), "broken": ("✗", "red")}


def run(
    port: Annotated[int, typer.Option(help="The port that the party will listen on.", min=1, max=65_535)] = 8000,
    url: Annotated[str, typer.Option(help="The address that guests will open, where you choose it yourself.")] = "",
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Look whether a party can be held here: what is installed, what is writable, what guests will reach."""
    from pnp.sheets.codes import address
    from pnp.web import checkup
    from pnp.web.network import interfaces, ranked, url_of

    address("", url)
    candidates = ranked(interfaces())
    machine, network = _machine(db), _network(candidates, port, url)
    good = checkup.ready([*machine, *network])
    if as_json:
        shown = [
            {"url": url_of(one.address, port), "label": one.label, "reason": one.reason}
            for one in candidates
            if not one.local
        ]
        findings = [one._asdict() for one in (*machine, *network)]
        answer({"ready": good, "findings": findings, "addresses": shown})
    else:
        for heading, found in (("This machine", machine), ("The network, as guests will see it", network)):
            say(painted(heading, "bold"))
            _show(found)
            say()
        say("a party can be held: pnp party GAME" if good else "no party yet: first mend what is marked ✗")
    raise typer.Exit(0 if good else 1)


def _machine(db: Path | None) -> list[Finding]:
    from pnp.play.store import default_path
    from pnp.web import checkup

    path = default_path(db)
    return [
        checkup.python(),
        *checkup.packages(),
        checkup.data_folder(data_folder()),
        checkup.tables(path),
        checkup.output(Path("output")),
        checkup.space(path.absolute().parent),
        checkup.fonts(),
        *checkup.layouts(),
        checkup.clock(),
    ]


def _network(candidates: list[Candidate], port: int, url: str) -> list[Finding]:
    from pnp.web import reach
    from pnp.web.network import url_of

    folder, held = data_folder(), reach.health(port)
    found = [*reach.addresses(candidates, port, url), *([] if url else reach.surroundings()), reach.port(port, held)]
    now = (held or {}).get("reached", 0)
    found += reach.others_came(folder, port, reach.firewalls(port), now if isinstance(now, int) else 0)
    here = [url] if url else [url_of(one.address, port) for one in candidates]
    return found + reach.printed(folder, here)


def _show(findings: list[Finding]) -> None:
    """A line a finding; on a terminal what is too long goes on below its beginning."""
    heads = columns([[one.what, "|"] for one in findings])
    for one, head in zip(findings, heads, strict=True):
        mark, color = MARKS[one.state]
        indent = " " * (len(head) + 3)
        first, *rest = _wrapped(one_line(one.said), len(indent))
        say(f"  {painted(mark, color)} {head[:-1]}{first}")
        for line in rest:
            say(f"{indent}{line}")


def _wrapped(text: str, taken: int) -> list[str]:
    """A text in lines that fit beside what is taken of a terminal's width; a pipe gets it whole."""
    if not sys.stdout.isatty():
        return [text]
    room = min(shutil.get_terminal_size().columns, 100) - taken - 1
    # An address or a command is copied by double-clicking: it is never broken inside a word.
    return textwrap.wrap(text, max(room, 30), break_long_words=False, break_on_hyphens=False)
