"""What a call of `pnp print` asks for."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pnp.render import imposition
from pnp.render.filled_sheets import Paper
from pnp.sheets.theme import DRESSES


@dataclass(frozen=True)
class Call:
    """What a person asked for, as they said it."""

    game: str
    players: str = ""
    count: int = 0
    guests: Path | None = None
    only: str = ""
    sheets: str = ""
    paper: str = "a4"
    up: int = 1
    margin: str = ""
    ink: str = "normal"
    format: str = "pdf"
    guides: bool = False
    fillable: bool = False
    example: Path | None = None
    rules: Path | None = None
    table: str = ""
    db: str = ""
    url: str = ""
    batch: str = ""
    seed: str = ""
    pad: int = 0
    skip_bad: bool = False
    duplex: str = "long"
    back_shift: str = ""
    test_print: bool = False
    language: str = ""
    dress: str = ""

    def onto(self, usual: str = DRESSES[0]) -> Paper:
        """The paper, and the dress of the sheets on it."""
        space = imposition.margins(self.margin, self.paper)
        return Paper(self.paper, self.up, space, self.dress or usual, self.guides)

    jobs: int = 1
    dask: str = ""
    edition: Path | None = None

    @property
    def stem(self) -> str:
        """The name of the file without its ending: what differs from the usual stands in it."""
        parts = [Path(self.game).stem, self.sheets.replace(",", "-")]
        parts += [self.paper if self.paper != "a4" else "", f"{self.up}-up" if self.up > 1 else ""]
        parts += [self.ink if self.ink != "normal" else "", "guides" if self.guides else "", self.dress]
        parts += ["fillable" if self.fillable else "", self.example.stem if self.example else "", self.table]
        parts += ["test-print" if self.test_print else "", self.language]
        return "-".join(part for part in parts if part)
