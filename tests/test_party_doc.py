"""docs/party.md is true: its options, its addresses and the host's deeds are those of the program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from pnp.web.evening import desk_routes
from pnp.web.host_routes import DEEDS
from pnp.web.serving.app import ROUTES

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "party.md").read_text(encoding="utf-8")


def test_every_option_is_explained() -> None:
    help = subprocess.run(
        [str(Path(sys.executable).with_name("pnp")), "party", "--help"], capture_output=True, text=True, check=True
    ).stdout
    options = set(re.findall(r"--[a-z][a-z-]+", help)) - {"--help"}
    explained = set(re.findall(r"--[a-z][a-z-]+", PAGE.split("## The ways in")[0]))
    assert options == explained


def test_every_request_that_changes_something_is_listed() -> None:
    listed = set(re.findall(r"`POST (/\S+)`", PAGE))
    known = {
        re.sub(r"\{(\w+)\}", lambda name: name[1].upper(), one.path) for one in ROUTES if "POST" in (one.methods or ())
    }
    assert listed == known


def test_every_deed_of_the_host_is_listed() -> None:
    for heading, deeds in (("| `do` | |", DEEDS), ("| `do` of `/h/KEY/evening` | |", desk_routes.DEEDS)):
        rows = re.findall(r"^\| ((?:`[a-z-]+`(?:, )?)+) \|", PAGE.split(heading)[1].split("\n\n")[0], re.MULTILINE)
        assert {deed for row in rows for deed in re.findall(r"`([a-z-]+)`", row)} == set(deeds)


def test_links_lead_somewhere() -> None:
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
        for title in re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    }
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        file, _, anchor = link.partition("#")
        if file:
            assert (ROOT / "docs" / file).is_file(), link
        else:
            assert anchor in anchors, link
