"""`pnp party [GAME]`: an evening of games, with phones and a big screen."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from socket import socket
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pnp.cli.language import chosen, spoken
from pnp.cli.options import AsJson, Bots, Database, EditionFile, Pad, RulesFile, Season, Turns
from pnp.cli.terminal import answer, painted, show, warn, width
from pnp.cli.workers import Task
from pnp.errors import CallError
from pnp.sheets.own_rules import game_of
from pnp.words import Said, Words, of_rooms, say

if TYPE_CHECKING:
    from pnp.play.engine import Table
    from pnp.play.tables import Tables
    from pnp.web.party import Party
    from pnp.web.serving.server import Whereabouts


def run(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="The first game; without one the host picks when all are there.")
    ] = "",
    players: Annotated[str, typer.Option(help='Names, such as "Ana,Bo"; others join by phone.')] = "",
    tables: Annotated[int, typer.Option(help="So many tables of this game at once.", min=1, max=300)] = 1,
    dice: Annotated[str, typer.Option(help="virtual, or physical: the host taps in what they show.")] = "",
    turns: Turns = False,
    pad: Pad = False,
    table: Annotated[str, typer.Option(help="Go on with a table by its name; last is the one played last.")] = "",
    evening: Annotated[str, typer.Option(help="Go on with an evening by its name, or last; new begins another.")] = "",
    event: Annotated[str, typer.Option(help="Serve an event by its name: its tables, its desk, its screens.")] = "",
    season: Season = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: name=value.")] = None,
    bots: Bots = "",
    timer: Annotated[int, typer.Option(help="Seconds for each round; 0 is no limit.", min=0, max=3600)] = 0,
    same_dice_as: Annotated[str, typer.Option(help="The rolls of another table, for duplicate play.")] = "",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    url: Annotated[str, typer.Option(help="The address that guests use, if it is not found by itself.")] = "",
    listen: Annotated[str, typer.Option(help="The address to listen on.")] = "0.0.0.0",
    wifi: Annotated[str, typer.Option(help="The name of your Wi-Fi: the screen shows its code.")] = "",
    wifi_password: Annotated[str, typer.Option(help="Its password; none for an open network.")] = "",
    workers: Annotated[int, typer.Option(help="So many processes on the port; needs a server's database.", min=1)] = 1,
    behind: Annotated[str, typer.Option(help="The proxy in front: only its word counts for where guests are.")] = "",
    log_json: Annotated[bool, typer.Option("--log-json", help="Requests and warnings as lines of JSON.")] = False,
    language: Annotated[str, typer.Option(help="en or pl; without it each phone's own.")] = "",
    db: Database = "",
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """Serve an evening of games to phones and a big screen on your network."""
    from pnp.cli.play import Asked, found, is_kept_by_pad, opened
    from pnp.cli.storage import open_tables
    from pnp.paths import data_folder
    from pnp.web.network import wifi as networks
    from pnp.web.serving import server

    words = _words(language)
    game, rules = game_of(game, rules)
    of_game = {
        "--tables": tables > 1,
        "--option": option,
        "--same-dice-as": same_dice_as,
        "--turns": turns,
        "--pad": pad,
    }
    _check(game, table, event, of_game, {"--players": players, "--dice": dice, "--bots": bots, "--timer": timer})
    _check_place(workers, behind, url, db)
    url = _address(url)
    joined = networks.payload(wifi, wifi_password, "WPA" if wifi_password else "open") if wifi else ""
    secret = _secret(words)
    with server.listening(listen, port) as port_of_ours, open_tables(db, edition, rules) as stored:
        if timer and game:
            server.check_timer(stored.library.load(game), language)
        opens = bool(dice or option or same_dice_as or bots or timer)
        how = (Asked(players, bots), dice, option or [], same_dice_as, True)
        served = [found(stored, table, game)] if table else []
        if game and not table:
            by_pad = is_kept_by_pad(stored, game, pad, turns or opens)
            served = [opened(stored, game, *how, by_pad) for _ in range(tables)]
        usual = {} if game or table else {"timer": timer, "dice": dice, "bots": bots}
        open_now = _evening(stored, event, evening, season, served, "" if game else players, usual, words)
        _note(stored, served, timer)
        where = server.Whereabouts(listen, port, url, data_folder())
        party = server.party_of(stored, secret, where, joined)
        party.open_evening(open_now)
        task = Task(db, edition, rules, secret, listen, port, url, joined, language, open_now, behind, log_json)
        welcome = partial(_welcome, party, {one.id: one.game.TITLE for one in served}, as_json, words)
        _serve(task, workers, party, where, port_of_ours, welcome, words)
        last = _last_words(party, served)
    if not as_json:
        show(words.text(last))


def _address(url: str) -> str:
    """The address that guests use, as it was given; an error says what is wrong with it."""
    from pnp.sheets import codes

    if url:
        codes.address("", url)
    return url if not url or "://" in url else f"http://{url}"


def _check_place(workers: int, behind: str, url: str, db: str) -> None:
    """Whether a party can be served in this way."""
    from ipaddress import ip_network

    from pnp.play.stores.database import named
    from pnp.play.stores.server_address import is_server

    if workers > 1 and not is_server(named(db)):
        raise CallError(say("workers-need-server"))
    for one in behind.split(",") if behind else ():
        try:
            ip_network(one.strip())
        except ValueError:
            raise CallError(say("no-proxy-address", value=repr(one))) from None
    if behind and not url:
        raise CallError(say("behind-needs-url"))


def _serve(
    task: Task,
    workers: int,
    party: Party,
    where: Whereabouts,
    port: socket,
    welcome: Callable[[], None],
    words: Words,
) -> None:
    """Serve the party in this process, or have it served by several."""
    from pnp.web.serving import server

    if workers > 1:
        from pnp.cli.workers import Workers

        Workers(task, port, workers).serve(welcome)
        return
    style = server.Style(task.behind, task.json_log)
    # The server gives signals back when it has stopped; both end the party, and the tables are closed.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with suppress(KeyboardInterrupt):
        welcome()
        server.serve(party, where, port, task.language, lambda said: _moved(party, said, words), style)


def _note(stored: Tables, served: list[Table], timer: int) -> None:
    """Note beside tables that they are a party's, and the time for a round where there is one."""
    for one in served:
        stored.store.set_meta(one.id, "party", "yes")
        if timer:
            stored.store.set_meta(one.id, "timer", str(timer))


def _evening(
    stored: Tables,
    event: str,
    asked: str,
    season: str,
    served: list[Table],
    players: str,
    usual: Mapping[str, Any],
    words: Words,
) -> str:
    """The evening that this party serves, with its first tables or its first guests; an event is one with a name.

    `usual` is how its games are played from now on, as far as that is not asked for each.
    """
    from pnp.cli import evenings
    from pnp.cli.sheet_names import proper

    if event:
        from pnp.convention.desk import Desk

        return Desk.load(stored, event).evening.id
    if len(served) == 1 and (noted := evenings.noted_at(stored, served[0].id)):
        return evenings.evening_for(stored, noted, season, False, False, usual)[0]
    found, again = evenings.evening_for(stored, asked, season, not served, len(served) > 1, usual)
    if again:
        warn(words.text(say("party.goes-on", evening=found)))
    for one in served:
        evenings.join_evening(stored, one.id, found)
    if players:
        evenings.with_players(stored, found, [proper(name.strip(), "--players") for name in players.split(",")])
    return found


def _last_words(party: Party, served: list[Table]) -> Said:
    """How to go on with what was stopped."""
    evening = party.evening
    ended = {one.table.id for one in party.hosted.values() if one.table.position.closed}
    first = next((one.id for one in served if one.id not in ended), None)
    if first and not (evening and len(evening.tables) > len(served)):
        return say("party.saved", table=first)
    if evening and not evening.value.ended:
        return say("party.saved-evening", evening=evening.id)
    return say("party.ended")


def _secret(words: Words) -> bytes:
    """The secret that keys are made of; one that can't be kept is told."""
    from pnp.paths import data_folder
    from pnp.sheets import secret_key

    secret, kept = secret_key.load(data_folder())
    if not kept:
        warn(words.text(say("party.not-kept", folder=str(data_folder()))))
    return secret


def _words(language: str) -> Words:
    """The words of the commands and of the pages, in the language of the terminal."""
    return spoken(chosen(language)).then(of_rooms(chosen(language)))


def _check(game: str, table: str, event: str, of_game: Mapping[str, object], of_evening: Mapping[str, object]) -> None:
    """Check that the options of a call go together; the error names those that don't."""
    given = tuple(name for name, value in {**of_game, **of_evening}.items() if value)
    others = tuple(name for name in given if name != "--timer")
    nameless = tuple(name for name in given if name in of_game)
    if table and others:
        raise CallError(say("agreed.party", options=others, n=len(others)))
    if event and given:
        raise CallError(say("agreed.event", options=given, n=len(given)))
    if nameless and not (game or table):
        raise CallError(say("name-a-game.party", options=nameless))


def _welcome(party: Party, titles: dict[str, str], as_json: bool, words: Words) -> None:
    """Where to go: in words and as codes to scan."""
    from pnp.web import keys

    rows = []
    for id in titles:
        meta = next(info.meta for info in party.tables.store.tables() if info.id == id)
        host = f"{party.url}/h/{keys.host_key(party.secret, id, meta.get('host', ''))}"
        rows.append({"table": id, "join": f"{party.url}/t/{id}", "host": host, "screen": f"{party.url}/t/{id}/screen"})
    evening, notice = _of_evening(party), words.text(party.said) if party.said else ""
    if as_json:
        told = {"url": party.url, "tables": rows, "addresses": party.addresses_in(words), "notice": notice}
        answer({**told, "evening": evening})
        sys.stdout.flush()
        return
    heads = [words.text(one) for one in (say("party.guests"), say("party.screen"), say("party.host"), say("party.or"))]
    room = max(map(width, heads)) + 2
    guests, screen, host, other = (head + " " * (room - width(head)) for head in heads)
    whole = [] if len(rows) == 1 else [evening]
    for row in [*whole, *rows]:
        _codes(row["join"], row["host"], words)
        if "table" in row:
            title = say("party.table", title=titles[row["table"]], table=row["table"])
        else:
            title = say("party.evening", evening=row["evening"], season=row["season"])
        show(painted(words.text(title), "bold"))
        show(f"{painted(guests, 'bold')}{row['join']}")
        show(f"{painted(screen, 'bold')}{row['screen']}")
        show(f"{painted(host, 'bold')}{row['host']}   {words.text(say('party.yours'))}")
    for one in party.addresses_in(words)[1:]:
        show(f"{other}{one['url']}   {one['label']}")
    if notice:
        warn(notice)
    show(words.text(say("party.stop")))
    sys.stdout.flush()


def _of_evening(party: Party) -> dict[str, str]:
    """Where the evening is: for its guests, for the screen, for whoever hosts it."""
    assert party.evening is not None
    base = f"{party.url}/e/{party.evening.id}"
    own = {"evening": party.evening.id, "season": party.evening.value.season}
    if party.evening.value.plan:
        screens = {"join": f"{base}/standings", "screen": f"{base}/hall/1"}
        return {**own, **screens, "host": f"{party.url}/d/{party.evening.key}"}
    return {**own, "join": base, "host": f"{party.url}/h/{party.evening.key}", "screen": f"{base}/screen"}


def _codes(join: str, host: str, words: Words) -> None:
    """The two codes, side by side where there is room."""
    from pnp.render import qr_text

    colors = sys.stdout.isatty()
    columns = []
    for said, text in ((say("party.guests"), join), (say("party.host"), host)):
        lines, room = qr_text.lines(text, colors), width(qr_text.lines(text)[0])
        columns.append(([*lines, words.text(said).center(room)], room))
    (left, one), (right, other) = columns
    show()
    if one + other + 4 > shutil.get_terminal_size((80, 24)).columns:
        for line in [*left, "", *right]:
            show(line)
        return
    left = [*left[:-1], *[" " * one] * (len(right) - len(left)), left[-1]]
    for first, second in zip(left, right, strict=True):
        show(f"{first}    {second}")


def _moved(party: Party, said: Said, words: Words) -> None:
    """The address changed while the party was on: the codes are shown anew."""
    warn(words.text(said))
    _welcome(party, {one.table.id: one.table.game.TITLE for one in party.hosted.values()}, as_json=False, words=words)
