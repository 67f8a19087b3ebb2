"""What is wrong with the rules of a layout, all of it at once."""

from __future__ import annotations

from pathlib import Path

from pnp import edition as editions
from pnp.edition import Edition
from pnp.games.library import EDITION
from pnp.games.rules.lint import faults_of_rules
from pnp.games.rules.shapes import declare
from pnp.sheets.layout import Layout
from pnp.sheets.layout_rules import printed_sheets
from pnp.strict import Fault, Table


def rule_faults(layout: Layout) -> list[Fault]:
    """Everything that is wrong with the rules of a layout."""
    faults: list[Fault] = []
    table = Table(layout.rules or {}, faults, ("rules",))
    declaration = declare(table, layout.game, edition_beside(layout), printed_sheets(layout))
    return faults or list(faults_of_rules(declaration))


def edition_beside(layout: Layout) -> Edition:
    """The edition data of a layout's game: a file beside it, or none."""
    path = Path(layout.source).with_name(f"{layout.game}{EDITION}")
    return editions.load(path) if path.is_file() else Edition(layout.game)
