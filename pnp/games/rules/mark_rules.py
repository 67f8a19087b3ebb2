"""What the rules in a layout say of single marks on paper: which may come next, and why another may not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.games.codec import FieldRule, Mark
from pnp.games.game import MarkRules, Papers
from pnp.games.rules.boxes import Area
from pnp.games.rules.declaration import Declaration
from pnp.games.rules.legal_marks import candidates, refusal
from pnp.games.rules.paper import document_of, prefixes_of
from pnp.games.rules.scope import Scope
from pnp.games.rules.verdict import scopes_of
from pnp.games.seats import Refusal

COLUMN = re.compile(r"p(\d+)\.")


class _Place(NamedTuple):
    """A box of an area in one of the rounds of a sheet; the seat in whose column of a pad it is."""

    area: Area
    box: str
    round: int
    seat: int | None


class FileMarkRules(MarkRules):
    """The rules for marks in the areas of a layout that say what may stand in them, and when."""

    def __init__(self, declaration: Declaration, fields: Mapping[str, Mapping[str, FieldRule]]) -> None:
        self._declaration = declaration
        areas = [area for area in declaration.areas.values() if area.is_ruled]
        inner = {
            f"{prefix}{field}": (area, box, number)
            for number, prefix in enumerate(prefixes_of(declaration))
            for area in areas
            for box, field in area.boxes.items()
        }
        self._places: dict[tuple[str, str], _Place] = {}
        for sheet, ids in fields.items():
            for id in ids:
                column = COLUMN.match(id)
                if found := inner.get(id[column.end() :] if column else id):
                    self._places[sheet, id] = _Place(*found, int(column[1]) - 1 if column else None)

    def covers(self, sheet: str, id: str) -> bool:
        return (sheet, id) in self._places

    def refusal(self, papers: Papers, seat: int | None, sheet: str, id: str, mark: Mark) -> Refusal | None:
        place = self._places.get((sheet, id))
        if place is None:
            return None
        scope = self._scopes(papers, seat if place.seat is None else place.seat)[place.round]
        # What stands there already is mended, in whatever order it came.
        return None if place.box in scope[place.area.name] else refusal(scope, place.area, place.box, mark)

    def next_marks(self, papers: Papers, seat: int) -> Iterator[tuple[str, str, Mark]]:
        scopes = self._scopes(papers, seat)
        for number, scope in enumerate(scopes):
            places = {
                (place.area.id, place.box): key
                for key, place in self._places.items()
                if place.round == number and place.seat in (None, seat)
            }
            for area in {place.area.id: place.area for place in self._places.values()}.values():
                for box, mark in candidates(scope, area):
                    if (area.id, box) in places and refusal(scope, area, box, mark) is None:
                        yield (*places[area.id, box], mark)

    def _scopes(self, papers: Papers, seat: int | None) -> list[Scope]:
        """The rounds of a seat's sheet as formulas see them, those that are blank as well."""
        scopes = scopes_of(self._declaration, document_of(self._declaration, papers))[seat or 0]
        blank = {area.name: area.empty for area in self._declaration.areas.values()}
        more = len(prefixes_of(self._declaration)) - len(scopes)
        return [*scopes, *(Scope(self._declaration, {**blank, "players": len(papers.players)}) for _ in range(more))]
