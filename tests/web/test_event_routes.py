"""An event at the party: desks that may do different things, phones that move on, screens, what everybody may see."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pypdfium2 import PdfDocument
from starlette.testclient import TestClient

from pnp.convention.desk import Desk
from pnp.convention.event import Settings
from pnp.sheets import codes
from pnp.web.evening import event_states
from tests.web.conftest import HOUSE, Evening, Guest

NAMES = ("Ana", "Bo", "Cy", "Di", "Łukasz", "عدي")


class Day:
    """An event with its desks."""

    def __init__(self, folder: Path) -> None:
        """The event that the folder has, or a new one."""
        self.party = Evening(folder)
        known = self.party.store.evenings()
        settings = Settings("Con", HOUSE, 3, 2, confirm=True)
        self.id = known[0].id if known else Desk.open(self.party.tables, settings, NAMES).evening.id
        self.party.party.open_evening(self.id)

    def desk(self, client: TestClient, role: str = "organiser") -> Guest:
        evening = self.party.party.evening
        assert evening is not None
        return Guest(client, f"/d/{event_states.role_key(evening, role)}")

    def player(self, client: TestClient, number: int) -> Guest:
        evening = self.party.party.evening
        assert evening is not None
        return Guest(client, f"/s/{evening.code(number)}")


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    made = Day(tmp_path)
    yield made
    made.party.store.close()


@pytest.fixture
def client(day: Day) -> Iterator[TestClient]:
    with day.party.client() as made:
        yield made


def slip(table: dict[str, Any]) -> dict[str, int]:
    return {str(one["guest"]): 50 - one["guest"] for one in table["people"]}


def test_a_round_from_the_desk_and_one_address_leads_a_player_through_it(day: Day, client: TestClient) -> None:
    desk, ana = day.desk(client), day.player(client, 1)
    before = desk.state()
    assert (before["round"], before["begun"], len(before["tables"])) == (1, False, 2)
    assert ana.state()["place"]["table"] in (1, 2)
    desk.do("seat")
    seated = desk.state()["tables"]
    here = ana.state()
    own = next(one for one in seated if any(person["guest"] == 1 for person in one["people"]))
    assert here["table"] == own["table"] and here["me"]["name"] == "Ana"
    assert here["place"] == {"round": 1, "table": own["number"], "bye": False, "confirm": False}
    for table in seated:
        desk.do("tell", table=table["number"], totals=slip(table))
    assert desk.do("close", 409)["code"] == "event"  # nobody has confirmed yet
    assert ana.state()["place"]["confirm"]
    for table in seated:
        for one in table["people"][:2]:
            day.player(client, one["guest"]).post("confirm")
    assert not day.player(client, seated[0]["people"][0]["guest"]).state()["place"]["confirm"]
    desk.do("close")
    assert desk.state()["round"] == 2
    desk.do("seat")
    assert ana.state()["place"]["round"] == 2 and ana.state()["table"] != own["table"]
    told = client.get(f"/e/{day.id}/event").json()
    assert told["standings"][0]["name"] == "Ana" and "desk" not in told


def test_an_event_tells_no_points_before_the_screen_has_counted_them(day: Day, client: TestClient) -> None:
    desk = day.desk(client)
    desk.do("seat")
    first = desk.state()["tables"][0]
    hosted = day.party.party.hosted[first["table"]]
    guests = [day.player(client, one["guest"]) for one in first["people"]]
    host = Guest(client, f"/h/{hosted.key}")
    for _ in range(24):
        host.do("roll")
        for guest in guests:
            guest.draw()
    assert host.state()["show"]["counting"]
    for _ in ("the last round", "the count"):
        told = client.get(f"/e/{day.id}/event").json()["tables"][0]
        assert not told["ended"] and [one["total"] for one in told["people"]] == [None] * len(guests)
        assert not guests[0].state()["place"]["confirm"]
        host.do("skip")
    assert desk.state()["tables"][0]["ended"] and guests[0].state()["place"]["confirm"]


def test_each_desk_may_do_its_own(day: Day, client: TestClient) -> None:
    desk, helper, viewer = (day.desk(client, role) for role in event_states.ROLES)
    helper.do("seat", 403)
    viewer.do("tell", 403, table=1, totals={})
    desk.do("seat")
    table = desk.state()["tables"][0]
    helper.do("tell", table=1, totals=slip(table))
    helper.do("come", name="Zoë")
    helper.do("undo", 403)
    viewer.do("come", 403, name="Nobody")
    assert "hosts" not in helper.state()["desk"] and "guests" not in viewer.state()["desk"]
    assert [one["name"] for one in viewer.state()["people"]][-1] == "Zoë"
    wrong = Guest(client, f"/d/{'A' * 32}")
    assert client.get(f"{wrong.base}/state").status_code == 404


def test_nobody_sits_down_at_a_table_of_an_event_whom_the_desk_has_not_let_in(day: Day, client: TestClient) -> None:
    """Whoever could add a seat would also keep the desk from changing that table any more."""
    desk = day.desk(client)
    desk.do("seat")
    seated = desk.state()["tables"][0]
    table = Guest(client, f"/t/{seated['table']}")
    assert not table.state()["joinable"]
    assert table.post("join", 409, name="Mallory")["code"] == "desk-lets-in"
    assert len(table.state()["people"]) == len(seated["people"])
    assert table.post("claim", seat=0)["ok"], "whoever scans the sign of their table takes their own seat there"


def test_a_guest_who_takes_a_number_for_a_name_is_not_taken_for_somebody_else(day: Day, client: TestClient) -> None:
    desk, ana = day.desk(client), day.player(client, 1)
    ana.post("evening", do="name", name="3")
    desk.do("seat")
    for table in desk.state()["tables"]:
        desk.do("tell", table=table["number"], totals=slip(table))
    told = {one["guest"]: one["total"] for table in desk.state()["tables"] for one in table["people"]}
    assert (told[1], told[3]) == (49, 47)
    desk.do("leave", person="3")
    assert [one["guest"] for one in desk.state()["people"] if not one["here"]] == [3]


def test_a_lost_sheet_is_printed_again_from_the_desk(day: Day, client: TestClient) -> None:
    """It opens the same seat as the one before, and whoever only looks gets no codes."""
    desk, evening = day.desk(client), day.party.party.evening
    assert evening is not None
    early = client.get(f"{desk.base}/sheet/5.pdf")
    assert (early.status_code, early.json()["code"]) == (409, "event")
    desk.do("seat")
    for role, status in (("organiser", 200), ("helper", 200), ("viewer", 403)):
        assert client.get(f"{day.desk(client, role).base}/sheet/5.pdf").status_code == status
    again = client.get(f"{desk.base}/sheet/5.pdf")
    text = "".join(page.get_textpage().get_text_bounded() for page in PdfDocument(again.content))
    table = next(one for one in evening.current if NAMES[4] in one.table.players)
    code = codes.shown(table.code_of(table.table.players.index(NAMES[4])))
    assert (len(PdfDocument(again.content)), NAMES[4] in text, NAMES[0] in text) == (1, True, False)
    assert code in text
    assert client.get(f"{desk.base}/sheet/99.pdf").status_code == 409


def test_a_wish_that_comes_twice_is_done_once(day: Day, client: TestClient) -> None:
    desk = day.desk(client)
    for _ in range(2):
        desk.do("come", name="Zoë", key="onlyonce000")
    assert [one["name"] for one in desk.state()["people"]].count("Zoë") == 1
    assert desk.do("come", 409, name="Ida", key="onlyonce000")["code"] == "key-used"


A, B = {"1": 10, "2": 20, "3": 30}, {"1": 50, "2": 20, "3": 30}


@pytest.mark.parametrize(
    ("deed", "later"),
    [
        ({"do": "swap", "person": "1", "other": "4"}, []),
        ({"do": "move", "person": "1", "table": 0}, [{"do": "move", "person": "1", "table": 2}]),
        ({"do": "tell", "table": 1, "totals": A}, [{"do": "tell", "table": 1, "totals": B}]),
        ({"do": "close", "anyway": True}, []),
        ({"do": "close", "anyway": True}, [{"do": "seat"}, {"do": "tell", "table": 1}]),
        ({"do": "undo"}, [{"do": "seat"}]),
        ({"do": "seat"}, [{"do": "leave", "person": "2"}]),
        ({"do": "come", "name": "Zoë"}, [{"do": "rename", "person": "7", "name": "Ida"}]),
        ({"do": "leave", "person": "1"}, [{"do": "back", "person": "1"}]),
        ({"do": "rename", "person": "1", "name": "Ida"}, [{"do": "rename", "person": "1", "name": "Ann"}]),
        ({"do": "screen", "screen": 1, "show": "tables"}, [{"do": "screen", "screen": 1, "show": "standings"}]),
    ],
    ids=lambda value: value["do"] if isinstance(value, dict) else "",
)
def test_a_deed_that_is_sent_again_after_a_restart_is_done_once(
    tmp_path: Path, deed: dict[str, Any], later: list[dict[str, Any]]
) -> None:
    """A page sends until it is answered, by whichever program; what was done meanwhile stays."""

    def told(desk: Guest) -> dict[str, Any]:
        return {name: value for name, value in desk.state().items() if name not in ("version", "now", "build")}

    first = Day(tmp_path)
    with first.party.client() as client:
        desk = first.desk(client)
        if deed["do"] != "seat":
            desk.do("seat")
        before = told(desk)
        desk.post("do", key="sentagain000", **deed)
        assert told(desk) != before
        for other in later:
            people = desk.state()["tables"][0]["people"]
            desk.post("do", **{"totals": {str(one["guest"]): 5 for one in people}, **other})
        before = told(desk)
    first.party.store.close()
    second = Day(tmp_path)
    with second.party.client() as client:
        desk = second.desk(client)
        desk.post("do", key="sentagain000", **deed)
        assert told(desk) == before
        assert desk.do("come", 409, name="Nobody", key="sentagain000")["code"] == "key-used"
    second.party.store.close()


def test_nobody_lets_themselves_in(day: Day, client: TestClient) -> None:
    body = {"name": "Mallory", "key": "letmein0000", "expected": 0}
    assert client.post(f"/e/{day.id}/join", json=body).status_code == 409
    desk = day.desk(client)
    desk.do("seat")
    for table in desk.state()["tables"]:
        refused = client.post(f"/t/{table['table']}/join", json=body)
        assert (refused.status_code, refused.json()["code"]) == (409, "desk-lets-in")
        assert client.get(f"/t/{table['table']}/state").json()["evening"]["desk"] is True
    assert len(day.desk(client).state()["people"]) == len(NAMES)


def test_nobody_confirms_for_a_table_that_is_not_theirs(day: Day, client: TestClient) -> None:
    day.desk(client).do("seat")
    first, second = day.desk(client).state()["tables"]
    for table in (first, second):
        day.desk(client).do("tell", table=table["number"], totals=slip(table))
    day.player(client, first["people"][0]["guest"]).post("confirm")
    confirmed = [
        one for one in day.desk(client).state()["tables"] if any(person["confirmed"] for person in one["people"])
    ]
    assert [one["number"] for one in confirmed] == [first["number"]] != [second["number"]]


def test_what_another_program_does_is_seen(day: Day, client: TestClient) -> None:
    desk = day.desk(client)
    desk.state()
    Desk.load(day.party.tables, "Con").seat()
    party = day.party.party
    assert client.portal is not None and party.evening is not None
    client.portal.call(party.look)
    client.portal.call(party.evening.gather)
    seated = desk.state()
    assert seated["begun"] and all(one["rounds"] == 24 for one in seated["tables"])
    assert day.player(client, 2).state()["table"] in {one["table"] for one in seated["tables"]}


def test_screens_are_chosen_at_the_desk(day: Day, client: TestClient) -> None:
    desk = day.desk(client)
    desk.do("screen", screen=1, show="standings")
    desk.do("screen", screen=2, show="table 1")
    desk.do("screen", 409, screen=1, show="the moon")
    assert client.get(f"/e/{day.id}/event").json()["screens"] == {"1": "standings", "2": "table 1"}
    for path in (f"/e/{day.id}/hall/1", f"/e/{day.id}/standings", desk.base):
        page = client.get(path)
        assert page.status_code == 200 and "Con" in page.text


def test_what_was_meant_for_another_moment_is_refused(day: Day, client: TestClient) -> None:
    """Of two organisers who tap the same, the second is told; nothing of the next round is closed or taken back."""
    desk = day.desk(client)
    desk.do("seat")
    table = desk.state()["tables"][0]
    seen = desk.state()["desk"]["last"]
    assert seen["do"] == "seat"
    day.desk(client, "helper").do("tell", table=1, totals=slip(table))
    assert "another desk was first" in desk.do("undo", 409, number=seen["number"])["message"]
    last = desk.state()["desk"]["last"]
    assert (last["do"], last["table"]) == ("tell", 1)
    desk.do("close", anyway=True, round=1)
    assert "another desk was first" in desk.do("close", 409, anyway=True, round=1)["message"]
    assert desk.state()["round"] == 2 and desk.state()["desk"]["last"] is None


def test_who_has_no_seat_and_who_has_left_is_told(day: Day, client: TestClient) -> None:
    desk = day.desk(client)
    desk.do("seat")
    desk.do("come", name="Zoë")
    desk.do("leave", person="1")
    told = desk.state()
    assert [one["name"] for one in told["unseated"]] == ["Zoë"]
    assert [one["name"] for table in told["tables"] for one in table["people"] if not one["here"]] == ["Ana"]
    desk.do("seat")
    told = desk.state()
    assert not told["unseated"] and all(one["here"] for table in told["tables"] for one in table["people"])
