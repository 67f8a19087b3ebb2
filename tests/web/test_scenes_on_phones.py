"""Phones are told the rules of a scene and everything that it is drawn with, so that they draw what paper shows."""

from __future__ import annotations

from pnp.games.library import SHIPPED
from pnp.web.sheet_art import Art
from pnp.words import of_rooms


def test_a_scene_brings_all_its_pictures_along() -> None:
    art = Art(SHIPPED)
    sheet = art.sheet("house-of-dice", "play")
    told = art.geometry("house-of-dice", "play", of_rooms("en"))["scenes"]
    assert set(told) == set(sheet.scenes) == {"house"}
    scene, rules = told["house"], sheet.scenes["house"].rules
    named = {name for pictures in scene["joins"].values() for name in pictures}
    assert set(scene["art"]) == named | {wall["picture"] for wall in scene["walls"]}
    assert all(markup.startswith("<g ") for markup in (*scene["art"].values(), scene["under"]))
    assert scene["order"] == list(rules.order) and set(scene["order"]) == set(scene["joins"])
    assert (scene["left"], scene["ground"]) == (sheet.scenes["house"].left, sheet.scenes["house"].ground)


def test_a_sheet_on_a_screen_has_no_marks_for_photos() -> None:
    assert Art(SHIPPED).sheet("yacht", "score").reader_marks == ()
