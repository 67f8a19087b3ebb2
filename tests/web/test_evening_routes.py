"""An evening of several games with the same people: coming in once, again, another game, leaving, coming late."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from pnp.play import evening as evenings
from pnp.play.evening import Evening as Kept
from pnp.play.stores.store import StoreError
from pnp.sheets import codes
from pnp.web import keys
from pnp.web.evening import evening_routes
from pnp.web.photos import sheet_photos
from tests.web.conftest import HOUSE, SECRET, URL, Evening, Guest
from tests.web.test_kill_party import PATIENCE, ask, party

ID = "EVNG23"
YACHT = "yacht"


class Night(Evening):
    """A party of the tests that serves an evening."""

    def __init__(self, folder: Path, apart: bool = False) -> None:
        super().__init__(folder)
        if not self.store.evenings():
            self.store.keep_evening(ID, 0, evenings.text(Kept(ID, "2026", "2026-11-16", apart=apart)), "2026-11-16")
        self.party.open_evening(ID)

    @property
    def desk(self) -> str:
        return f"/h/{keys.host_key(SECRET, ID, 'evening')}"

    def of_game(self, game: str = HOUSE, players: tuple[str, ...] = ()) -> Any:
        made = self.table(game, players)
        self.store.set_meta(made.id, "evening", ID)
        return made


class Room:
    """Everybody at an evening, by what their pages do."""

    def __init__(self, night: Night, client: TestClient) -> None:
        self.night, self.client = night, client
        self._keys = 0

    def post(self, path: str, status: int = 200, **body: Any) -> dict[str, Any]:
        self._keys += 1
        body.setdefault("key", f"evening{self._keys:06d}")
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        said: dict[str, Any] = answer.json()
        return said

    def come(self, name: str, color: str = "", **more: Any) -> Guest:
        return Guest(self.client, self.post(f"/e/{ID}/join", name=name, color=color, **more)["url"])

    def desk(self, deed: str, status: int = 200, **body: Any) -> dict[str, Any]:
        return self.post(f"{self.night.desk}/evening", status, do=deed, **body)

    def state(self, path: str = f"/e/{ID}") -> dict[str, Any]:
        answer = self.client.get(f"{path}/state")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, game: str = HOUSE, **body: Any) -> Guest:
        """Begin a game from the desk; its host."""
        return Guest(self.client, self.desk("play", game=game, **body)["url"])

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.state()["tables"]
        return found


@pytest.fixture
def night(tmp_path: Path) -> Iterator[Night]:
    made = Night(tmp_path)
    yield made
    made.store.close()


@pytest.fixture
def room(night: Night) -> Iterator[Room]:
    with night.client() as client:
        yield Room(night, client)


# ---------------------------------------------------------------------- one game after the other


def test_people_come_in_once_and_one_address_leads_them_through_every_game(room: Room) -> None:
    ana, bo = room.come("Ana", "red"), room.come("Bo")
    before = ana.state()
    assert before["me"]["name"] == "Ana" and before["me"]["color"] == "red" and "table" not in before
    assert [one["color"] for one in before["guests"]] == ["red", "orange"]
    host = room.play(HOUSE)
    first = ana.state()
    assert (first["game"], first["phase"], first["me"]["name"]) == (HOUSE, "lobby", "Ana")
    assert first["evening"]["colors"] == ["red", "orange"]
    assert all(one["claimed"] for one in first["people"]), "nobody else can take their seats"
    assert all("sheet" in room.client.get(guest.base).text for guest in (ana, bo))
    host.do("start")
    host.do("roll")
    ana.draw()
    bo.draw()
    host.do("close")
    again = room.play(YACHT)
    second = bo.state()
    assert second["game"] == YACHT and second["me"]["name"] == "Bo" and second["table"] != first["table"]
    assert host.state()["moved"] == again.base
    assert room.state(f"/t/{first['table']}")["evening"]["then"] == second["table"]
    page = room.client.get(bo.base)
    assert f'"table": "{second["table"]}"' in page.text


def test_again_is_the_same_game_with_the_same_people_and_repeated_taps_make_one(room: Room, night: Night) -> None:
    table = night.of_game(HOUSE, ("Ana", "Bo"))
    host, ana = night.host(room.client, table), night.guest(room.client, table, 0)
    host.do("timer", seconds=90)
    host.do("start")
    assert ana.state()["table"] == table.id and "moved" not in ana.state()
    host.do("close")
    first = room.post(f"{host.base}/evening", do="again", key="again-once")["url"]
    assert room.post(f"{host.base}/evening", do="again", key="again-once")["url"] == first
    assert room.post(f"{host.base}/evening", do="again", key="another-tap")["url"] == first
    tables = room.tables()
    assert len(tables) == 2 and [one["name"] for one in tables[1]["people"]] == ["Ana", "Bo"]
    state = ana.state()
    assert state["table"] == tables[1]["table"] and state["me"]["name"] == "Ana", "the sheet in hand is kept"
    assert state["timer"] == 90 and state["phase"] == "lobby"
    assert room.state(first)["source"] == "virtual"


def test_timer_dice_and_bots_of_a_party_without_a_game_are_those_of_its_games(tmp_path: Path, port: int) -> None:
    program, told = party(tmp_path, port, "--players", "Ana", "--timer", "60", "--dice", "physical", "--bots", "easy")
    try:
        desk = told["evening"]["host"]
        assert ask(f"{desk}/state")["dice"] == "physical", "what the desk offers first"
        for game, wanted, bots in ((HOUSE, {"timer": 60, "source": "physical"}, 1), ("dice-city", {"pad": True}, 0)):
            made = ask(f"{desk}/evening", {"do": "play", "game": game, "guests": [1], "key": f"next.of.{game}"})
            state = ask(f"http://127.0.0.1:{port}{made['url']}/state")
            assert state.items() >= wanted.items() and len(state["people"]) == 1 + bots, game
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE)


def test_with_new_sheets_the_old_ones_stay_with_their_game_and_phones_move_on(room: Room, night: Night) -> None:
    table = night.of_game(HOUSE, ("Ana", "Bo"))
    host, ana = night.host(room.client, table), night.guest(room.client, table, 0)
    host.do("start")
    host.do("close")
    room.post(f"{host.base}/evening", do="again", sheets="new")
    state = ana.state()
    assert state["table"] == table.id
    moved = Guest(room.client, state["moved"]).state()
    assert moved["table"] == room.tables()[-1]["table"] and moved["me"]["name"] == "Ana"


def test_a_game_that_is_broken_off_stays_and_can_be_gone_on_with(room: Room) -> None:
    ana, _ = room.come("Ana"), room.come("Bo")
    host = room.play(HOUSE)
    first = ana.state()["table"]
    host.do("start")
    host.do("roll")
    room.post(f"{host.base}/evening", do="play", game=YACHT)
    assert ana.state()["game"] == YACHT
    left = room.state(f"/t/{first}")
    assert left["phase"] == "play" and left["paused"], "nothing was closed"
    url = room.desk("resume", table=first)["url"]
    assert url == host.base and ana.state()["table"] == first and "moved" not in host.state()
    assert not host.state()["paused"]


def test_whoever_is_at_a_paused_table_can_play_another_game_meanwhile(room: Room) -> None:
    ana, _ = room.come("Ana"), room.come("Bo")
    host = room.play(HOUSE)
    first = host.state()["table"]
    host.do("start")
    assert room.desk("play", 409, game=YACHT)["code"] == "nobody-plays", "all of them play"
    host.do("pause")
    paused = room.tables()[0]
    assert (paused["paused"], paused["waits"], paused["stopped"]) == (True, [], host.state()["headline"])
    room.play(YACHT)
    assert ana.state()["game"] == YACHT and [one["then"] is None for one in room.tables()] == [False, True]
    room.desk("resume", table=first)
    assert ana.state()["table"] == first and not host.state()["paused"]


def test_nobody_begins_a_game_for_nobody(room: Room) -> None:
    assert room.desk("play", 409, game=YACHT)["code"] == "nobody-plays" and room.tables() == []


def test_a_game_that_was_ended_early_counts_as_played(room: Room) -> None:
    room.come("Ana"), room.come("Bo")
    for winner in (False, True):
        host = room.play(YACHT)
        host.do("start")
        host.do("roll")
        host.do("close", winner=winner)
        rows = room.state()["standing"]["rows"]
        assert {one["games"] for one in rows} == {1 + winner} and any(one["wins"] for one in rows) == winner
    assert [one["stopped"] for one in room.tables()] == ["Ended in the first of 12 rounds"] * 2


def test_a_game_that_never_began_is_closed_when_another_is_picked(room: Room) -> None:
    room.come("Ana")
    room.play(HOUSE)
    room.play(YACHT)
    assert [(one["phase"], one["then"] is None) for one in room.tables()] == [("closed", False), ("lobby", True)]


def test_a_second_desk_that_has_not_seen_the_first_ones_game_makes_no_other(room: Room) -> None:
    room.come("Ana")
    room.desk("play", game=HOUSE, tables=0)
    said = room.desk("play", 409, game=YACHT, tables=0)
    assert said["code"] == "stale" and len(room.tables()) == 1


# ---------------------------------------------------------------------- late, gone, back


def test_who_comes_late_waits_or_sits_in_where_the_game_allows(room: Room) -> None:
    room.come("Ana"), room.come("Bo")
    host = room.play(HOUSE)
    early = room.come("Cy")
    assert early.state()["me"]["name"] == "Cy" and early.state()["phase"] == "lobby", "before the start there is a seat"
    host.do("start")
    late = room.come("Di")
    state = late.state()
    assert "table" not in state and state["tables"][0]["joinable"]
    assert room.post(f"{late.base}/evening", do="sit", table=state["tables"][0]["table"])["url"] == late.base
    assert [one["name"] for one in late.state()["people"]] == ["Ana", "Bo", "Cy", "Di"]
    host.do("close")
    room.come("Eva")
    room.post(f"{host.base}/evening", do="again")
    assert [one["name"] for one in room.tables()[-1]["people"]] == ["Ana", "Bo", "Cy", "Di", "Eva"]


def test_who_leaves_is_waited_for_no_more_and_can_come_back(room: Room) -> None:
    ana, bo, cy = (room.come(name) for name in ("Ana", "Bo", "Cy"))
    host = room.play(HOUSE)
    room.post(f"{cy.base}/evening", do="leave")
    assert [one["name"] for one in host.state()["people"]] == ["Ana", "Bo"]
    host.do("start")
    host.do("roll")
    room.post(f"{bo.base}/evening", do="leave")
    assert host.state()["people"][1]["status"] == "away"
    ana.draw()
    assert host.state()["phase"] == "roll", "the round does not wait for Bo"
    assert not bo.state()["me"]["here"] and "table" not in bo.state()
    room.post(f"{bo.base}/evening", do="back")
    assert bo.state()["me"]["name"] == "Bo" and bo.state()["phase"] == "roll"
    host.do("close")
    assert room.post(f"{host.base}/evening", do="again")["ok"]
    assert [one["name"] for one in room.tables()[-1]["people"]] == ["Ana", "Bo"]


def test_another_name_is_the_same_person_in_the_standing(room: Room) -> None:
    ana, _ = room.come("Ana"), room.come("Bo")
    finished(room)
    room.post(f"{ana.base}/evening", do="name", name="Anna")
    room.post(f"{ana.base}/evening", do="color", color="teal")
    finished(room)
    rows = room.state()["standing"]["rows"]
    assert [(one["name"], one["games"], one["color"]) for one in rows] == [("Anna", 2, "teal"), ("Bo", 2, "orange")]
    assert rows[0]["wins"] == 2 and rows[0]["places"] == [2, 0] and rows[1]["places"] == [0, 2]


def finished(room: Room) -> Guest:
    """A game of Yacht on paper, in which whoever sits first has the most."""
    host = room.play(YACHT)
    host.do("start")
    for seat, points in enumerate((3, 2, 1)[: len(host.state()["people"])]):
        host.do("paper", seat=seat, sheet="score", marks={"g1.ones": points})
    host.do("close")
    return host


# ---------------------------------------------------------------------- restarts


def test_the_evening_survives_its_program(night: Night, room: Room, tmp_path: Path) -> None:
    ana, _ = room.come("Ana", "pink"), room.come("Bo")
    room.play(HOUSE)
    before = ana.state()["table"]
    again = Night(tmp_path)
    with again.client() as client:
        there = Room(again, client)
        there._keys = 100
        here = Guest(client, ana.base)
        assert here.state()["table"] == before and here.state()["me"]["name"] == "Ana"
        assert there.state()["guests"][0]["color"] == "pink"
        assert len(there.state()["guests"]) == 2, "nobody is taken in twice"
        there.play(YACHT)
        assert here.state()["game"] == YACHT
    again.store.close()


@pytest.mark.parametrize(
    ("deed", "later"),
    [
        ({"do": "play", "game": HOUSE}, {"do": "play", "game": YACHT}),
        ({"do": "play", "game": HOUSE, "tables": 1}, {"do": "end"}),
        ({"do": "again"}, {"do": "play", "game": YACHT}),
        ({"do": "add", "name": "Cy"}, {"do": "rename", "guest": 3, "name": "Łukasz"}),
        ({"do": "rename", "guest": 1, "name": "Cy"}, {"do": "rename", "guest": 1, "name": "Ida"}),
        ({"do": "leave", "guest": 1}, {"do": "back", "guest": 1}),
        ({"do": "end"}, {"do": "open"}),
    ],
)
def test_a_deed_that_is_sent_again_after_a_restart_is_done_once(
    tmp_path: Path, deed: dict[str, Any], later: dict[str, Any]
) -> None:
    changing = ("version", "now", "seq")

    def told(room: Room) -> dict[str, Any]:
        return {name: value for name, value in room.state(room.night.desk).items() if name not in changing}

    first = Night(tmp_path)
    with first.client() as client:
        room = Room(first, client)
        room.come("Ana"), room.come("Bo")
        room.play(YACHT)
        if deed["do"] == "again":
            deed = {**deed, "table": room.tables()[0]["table"]}
        url = room.post(f"{first.desk}/evening", key="sentagain000", **deed)["url"]
        room.post(f"{first.desk}/evening", **later)
        before = told(room)
    first.store.close()
    second = Night(tmp_path)
    with second.client() as client:
        room = Room(second, client)
        assert room.post(f"{second.desk}/evening", key="sentagain000", **deed)["url"] == url
        assert told(room) == before
    second.store.close()


def test_a_kill_between_a_new_table_and_its_evening_makes_nobody_twice(
    night: Night, room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.come("Ana"), room.come("Bo")

    def killed(*_: Any) -> None:
        raise StoreError("the machine is off")

    monkeypatch.setattr(night.store, "keep_evening", killed)
    room.desk("play", 503, game=HOUSE, key="the-only-game")
    again = Night(tmp_path)
    with again.client() as client:
        there = Room(again, client)
        made = there.desk("play", game=HOUSE, key="the-only-game")
        assert made["ok"] and len(there.tables()) == 1 and len(there.state()["guests"]) == 2
    again.store.close()


def test_a_table_from_before_there_were_evenings_is_taken_in(night: Night, room: Room) -> None:
    table = night.of_game(HOUSE, ("Ana", "Bo"))
    host = night.host(room.client, table)
    host.do("join", name="Cy")
    until(lambda: [one["name"] for one in room.state()["guests"]] == ["Ana", "Bo", "Cy"])


def until(holds: Callable[[], bool]) -> None:
    """What is done beside a request is done soon."""
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.01)


# ---------------------------------------------------------------------- several tables


def test_the_desk_sees_all_tables_and_moves_people(tmp_path: Path) -> None:
    night = Night(tmp_path, apart=True)
    with night.client() as client:
        room = Room(night, client)
        one, other = (night.of_game(HOUSE, names) for names in (("Ana", "Bo"), ("Cy", "Di")))
        hosts = [night.host(client, table) for table in (one, other)]
        hosts[0].do("start"), hosts[0].do("roll")
        bo, ana = night.guest(client, one, 1), night.guest(client, one, 0)
        bo.draw()
        until(lambda: len(room.state()["guests"]) == 4)
        tables = room.tables()
        assert [one["phase"] for one in tables] == ["play", "lobby"]
        assert [one["seat"] for one in tables[0]["waits"]] == [0] and tables[0]["waits"][0]["since"] > 1e9
        assert tables[1]["waits"][0]["seat"] is None, "the host is waited for"
        cy, number = night.guest(client, other, 0), tables[1]["people"][0]["guest"]
        room.desk("move", guest=number, table=one.id)
        state = cy.state()
        assert state["table"] == one.id and state["me"]["name"] == "Cy", "the same sheet opens the other table"
        assert [one["name"] for one in hosts[1].state()["people"]] == ["Di"]
        room.desk("move", guest=tables[0]["people"][0]["guest"], table=other.id)
        assert ana.state()["table"] == other.id
        assert hosts[0].state()["people"][0]["status"] == "away"
        assert hosts[0].state()["desk"] is None, "a host of one table does not get the desk"
        room.post(f"{hosts[0].base}/evening", 400, do="move", guest=number, table=other.id)
        room.post(f"{hosts[0].base}/evening", 400, do="end")
    night.store.close()


# ---------------------------------------------------------------------- nobody spoils it


def test_a_guest_begins_no_game_and_learns_no_key(room: Room, night: Night) -> None:
    ana = room.come("Ana")
    host = room.play(HOUSE)
    for path in (f"{ana.base}/evening", f"/e/{ID}/evening"):
        answer = room.client.post(path, json={"do": "play", "game": YACHT, "key": "cheeky-guest"})
        assert answer.status_code in (400, 404, 405)
    assert len(room.tables()) == 1
    seen = [room.client.get(path).text for path in (ana.base, f"{ana.base}/state", f"/e/{ID}/state", f"/e/{ID}/screen")]
    seen += [room.client.get(f"/t/{room.tables()[0]['table']}{path}").text for path in ("", "/state", "/screen")]
    for secret in (host.base, night.desk, codes.of_seat(SECRET, ID, "evening", 2)):
        assert not any(secret.rpartition("/")[2] in text for text in seen)
    assert ana.base.rpartition("/")[2] not in room.client.get(f"/e/{ID}/state").text


def test_nobody_sits_down_as_somebody_who_waits(room: Room, night: Night) -> None:
    bo = room.come("Bo")
    table = night.of_game(HOUSE, ("Ana",))
    host = night.host(room.client, table)
    for name in ("Bo", "bo", "Ｂo"):
        said = room.post(f"/t/{table.id}/join", 409, name=name)
        assert said["code"] == "taken"
    for name in ("Bo", "BO", " "):
        room.post(f"/e/{ID}/join", 409, name=name)
    stranger = Guest(room.client, room.post(f"/t/{table.id}/join", name="Eve")["url"])
    host.do("start"), host.do("close")
    room.post(f"{host.base}/evening", do="again")
    assert stranger.state()["me"]["name"] == "Eve" and bo.state()["me"]["name"] == "Bo"
    free = [one for one in room.state(f"/t/{room.tables()[-1]['table']}")["people"] if not one["claimed"]]
    assert [one["name"] for one in free] == ["Ana"], "only whoever never had a phone can be claimed"


def test_the_same_wish_is_one_guest_and_another_word_with_its_key_is_not(room: Room) -> None:
    first = room.come("Ana", key="the-wish-of-ana")
    assert room.come("Ana", key="the-wish-of-ana").base == first.base
    assert len(room.state()["guests"]) == 1
    room.desk("add", name="Bo", key="desk-adds-bo")
    room.desk("add", name="Bo", key="desk-adds-bo")
    assert room.desk("add", 409, name="Cy", key="desk-adds-bo")["code"] == "key-used"
    assert [one["name"] for one in room.state()["guests"]] == ["Ana", "Bo"]


def test_one_address_can_not_fill_the_evening(room: Room, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evening_routes, "FROM_ONE_ADDRESS", 3)
    night.budgets.own = ()
    for name in ("Ana", "Bo", "Cy"):
        room.come(name)
    said = room.post(f"/e/{ID}/join", 429, name="Di")
    assert said["code"] == "too-many" and len(room.state()["guests"]) == 3
    room.desk("add", name="Di")


@pytest.mark.parametrize(
    "body",
    [
        {"do": "play"},
        {"do": "play", "game": "../secrets"},
        {"do": "play", "game": HOUSE, "guests": "all"},
        {"do": "play", "game": HOUSE, "guests": [1.5]},
        {"do": "play", "game": HOUSE, "dice": "loaded"},
        {"do": "again", "table": 7},
        {"do": "move", "guest": 99, "table": "NOSUCH"},
        {"do": "explode"},
    ],
)
def test_a_desk_that_speaks_nonsense_is_told_so(body: dict[str, Any], room: Room) -> None:
    room.come("Ana")
    answer = room.client.post(f"{room.night.desk}/evening", json={**body, "key": "nonsense-1"})
    assert answer.status_code in (400, 404) and answer.json()["message"]
    assert room.tables() == []


def test_wrong_evenings_and_wrong_keys_count_as_guesses(room: Room, night: Night) -> None:
    for number in range(60):
        answer = room.client.get(f"/e/NO{number:04d}/state")
    assert answer.status_code == 429
    assert room.client.get(f"/h/{'A' * 32}/state").status_code == 429
    assert room.state()["evening"] == ID, "the right ones still open"


def test_an_evening_that_has_ended_takes_nobody(room: Room) -> None:
    ana = room.come("Ana")
    room.desk("end")
    assert room.post(f"/e/{ID}/join", 409, name="Bo")["code"] == "ended"
    assert room.desk("play", 409, game=HOUSE)["code"] == "ended"
    assert ana.state()["ended"]
    room.desk("open")
    room.come("Bo")


def test_every_game_has_its_picture_and_its_colours(room: Room) -> None:
    games = room.client.get(f"/e/{ID}/games").json()["games"]
    assert {"house-of-dice", "yacht", "dice-miner"} <= {one["game"] for one in games}
    for one in games:
        picture = room.client.get(one["picture"])
        assert picture.status_code == 200 and picture.text.startswith("<svg"), one["game"]
        assert len(picture.text) < 60_000 and one["colors"]["band"].startswith("#")
    assert room.client.get(f"/e/{ID}/games/nothing.svg").status_code == 404


def test_codes_open_the_evening_wherever_they_are_typed(room: Room) -> None:
    ana = room.come("Ana")
    assert room.post("/find", code=ID.lower())["url"] == f"/e/{ID}"
    assert room.post("/find", code=ana.base.rpartition("/")[2])["url"] == ana.base
    assert "evening" in room.client.get("/").text and room.client.get(f"/E/{ID}").status_code == 200
    assert room.client.get(f"/e/{ID}/join.svg").text.startswith("<svg") or URL


# ---------------------------------------------------------------------- photos of paper at the desk


def test_the_desk_finds_table_and_seat_of_each_photo(room: Room, night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [night.of_game(HOUSE, names) for names in (("Ana", "Bo"), ("Cy", "Di"))]
    yacht, stranger = night.of_game(YACHT, ("Flo",)), night.table(HOUSE, ("Eve",))
    sheet = {"game": HOUSE, "sheet": "play", "doubts": [], "crops": {}, "marks": {"house.c1r1": "F"}}
    monkeypatch.setattr(sheet_photos, "read_bounded", lambda *_: {"sheets": [sheet], "troubles": []})

    def sent(code: str, status: int = 200) -> dict[str, Any]:
        sheet["code"] = code
        answer = room.client.post(f"{night.desk}/read", content=b"photo")
        assert answer.status_code == status, answer.text
        return dict(answer.json())

    for table, name, seat in ((tables[0], "Bo", 1), (tables[1], "Di", 1), (tables[1], "Cy", 0)):
        code = night.guest(room.client, table, seat).base.rpartition("/")[2]
        (found,) = sent(code)["sheets"]
        assert (found["table"], found["seat"], found["name"], found["known"]) == (table.id, seat, name, True)
        host = night.host(room.client, table)
        host.do("paper", seat=seat, sheet="play", marks=found["marks"])
        assert night.guest(room.client, table, seat).state()["me"]["paper"]["play"] == {"house.c1r1": "F"}
    assert "2 tables play this game" in sent("", 409)["message"]
    other = night.guest(room.client, stranger, 0).base.rpartition("/")[2]
    assert "no table of this evening" in sent(other, 409)["message"]
    sheet["game"] = "dice-manor"
    assert "a sheet of Dice Manor, which nobody plays" in sent("", 409)["message"]
    night.host(room.client, yacht).state()
    sheet.update(game=YACHT, sheet=night.party.art.main_sheet(YACHT), marks={})
    assert sent("")["sheets"][0]["table"] == yacht.id, "the only table of its game"
    assert room.state(night.desk)["reads"]
