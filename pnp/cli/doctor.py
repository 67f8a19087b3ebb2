"""`pnp doctor`: can a party be held on this machine, and will guests reach it?"""

from __future__ import annotations

import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.language import spoken
from pnp.cli.options import AsJson, Database, Language
from pnp.cli.terminal import answer, columns, painted, show
from pnp.errors import one_line
from pnp.paths import data_folder
from pnp.words import LANGUAGE, Words, facts_of, of_rooms, say

if TYPE_CHECKING:
    from pnp.web.network.guest_addresses import Candidate
    from pnp.web.network.party_checks import Finding

MARKS = {"fine": ("✓", "green"), "doubt": ("!", "yellow"), "broken": ("✗", "red")}


def run(
    port: Annotated[int, typer.Option(help="The port that the party will listen on.", min=1, max=65_535)] = 8000,
    url: Annotated[str, typer.Option(help="The address that guests will open, where you choose it yourself.")] = "",
    db: Database = "",
    as_json: AsJson = False,
    language: Language = "",
) -> None:
    """Look whether a party can be held here: what is installed, what is writable, what guests will reach."""
    from pnp.sheets.codes import address
    from pnp.web.network import party_checks
    from pnp.web.network.guest_addresses import interfaces, ranked, url_of

    address("", url)
    candidates = ranked(interfaces())
    machine, network = _machine(db), _network(candidates, port, url)
    good = party_checks.ready([*machine, *network])
    words = spoken(language).then(of_rooms(language or LANGUAGE))
    if as_json:
        shown = [
            {"url": url_of(one.address, port), "label": words.text(one.label), "reason": words.text(one.reason or "")}
            for one in candidates
            if not one.local
        ]
        findings = [
            {"state": one.state, "what": one.what, "said": words.text(one.said), **_coded(one)}
            for one in (*machine, *network)
        ]
        answer({"ready": good, "findings": findings, "addresses": shown})
    else:
        for heading, found in ((say("doctor.machine"), machine), (say("doctor.network"), network)):
            show(painted(words.text(heading), "bold"))
            _show(found, words)
            show()
        show(words.text(say("doctor.ready") if good else say("doctor.not-ready")))
    raise typer.Exit(0 if good else 1)


def _machine(db: str) -> list[Finding]:
    from pnp.play.stores.database import named
    from pnp.play.stores.server_address import is_server
    from pnp.web.network import party_checks

    name = named(db)
    # What a server keeps is on its own disk; here it is the data folder that needs room.
    folder = data_folder() if is_server(name) else Path(name).absolute().parent
    return [
        party_checks.python(),
        *party_checks.packages(),
        party_checks.data_folder(data_folder()),
        party_checks.tables(name),
        party_checks.output(Path("output")),
        party_checks.space(folder),
        party_checks.fonts(),
        *party_checks.layouts(),
        party_checks.clock(),
    ]


def _network(candidates: list[Candidate], port: int, url: str) -> list[Finding]:
    from pnp.web.network import reachability
    from pnp.web.network.guest_addresses import url_of

    folder, held = data_folder(), reachability.health(port)
    found = [
        *reachability.addresses(candidates, port, url),
        *([] if url else reachability.surroundings()),
        reachability.port(port, held),
    ]
    now = (held or {}).get("reached", 0)
    found += reachability.others_came(folder, port, reachability.firewalls(port), now if isinstance(now, int) else 0)
    here = [url] if url else [url_of(one.address, port) for one in candidates]
    return found + reachability.printed(folder, here)


def _coded(finding: Finding) -> dict[str, Any]:
    """What a finding says, for programs."""
    return {"code": finding.said.key.removeprefix("found."), "facts": facts_of(finding.said)}


def _show(findings: list[Finding], words: Words) -> None:
    """A line a finding; on a terminal what is too long goes on below its beginning."""
    heads = columns([[words.term("checked", one.what), "|"] for one in findings])
    for one, head in zip(findings, heads, strict=True):
        mark, color = MARKS[one.state]
        indent = " " * (len(head) + 3)
        first, *rest = _wrapped(one_line(words.text(one.said)), len(indent))
        show(f"  {painted(mark, color)} {head[:-1]}{first}")
        for line in rest:
            show(f"{indent}{line}")


def _wrapped(text: str, taken: int) -> list[str]:
    """A text in lines that fit beside what is taken of a terminal's width; a pipe gets it whole."""
    if not sys.stdout.isatty():
        return [text]
    room = min(shutil.get_terminal_size().columns, 100) - taken - 1
    # An address or a command is copied by double-clicking: it is never broken inside a word.
    return textwrap.wrap(text, max(room, 30), break_long_words=False, break_on_hyphens=False)
