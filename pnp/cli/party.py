"""`pnp party GAME`: phones and a big screen around a table."""

from __future__ import annotations

import shutil
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.options import AsJson, Database, EditionFile, RulesFile
from pnp.cli.terminal import answer, painted, say, warn, width
from pnp.errors import CallError

if TYPE_CHECKING:
    from pnp.web.party import Party


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; not needed with --table.")] = "",
    players: Annotated[str, typer.Option(help='Names, such as "Ana,Bo"; others join by phone.')] = "",
    tables: Annotated[int, typer.Option(help="So many tables of this game at once.", min=1, max=100)] = 1,
    dice: Annotated[str, typer.Option(help="virtual, or physical: the host taps in what they show.")] = "virtual",
    table: Annotated[str, typer.Option(help="Go on with a table by its name; last is the one played last.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: name=value.")] = None,
    timer: Annotated[int, typer.Option(help="Seconds for each round; 0 is no limit.", min=0, max=3600)] = 0,
    same_dice_as: Annotated[str, typer.Option(help="The rolls of another table, for duplicate play.")] = "",
    port: Annotated[int, typer.Option(help="The port to listen on.", min=1, max=65535)] = 8000,
    url: Annotated[str, typer.Option(help="The address that guests use, if it is not found by itself.")] = "",
    listen: Annotated[str, typer.Option(help="The address to listen on.")] = "0.0.0.0",
    wifi: Annotated[str, typer.Option(help="The name of your Wi-Fi: the screen shows its code.")] = "",
    wifi_password: Annotated[str, typer.Option(help="Its password; none for an open network.")] = "",
    language: Annotated[str, typer.Option(help="en or pl; without it each phone's own.")] = "",
    db: Database = None,
    edition: EditionFile = None,
    rules: RulesFile = None,
    as_json: AsJson = False,
) -> None:
    """Serve a table to phones and a big screen on your network."""
    from pnp.cli.play import found, opened
    from pnp.cli.tables import open_room
    from pnp.paths import data_folder
    from pnp.sheets import codes
    from pnp.sheets import key as keys
    from pnp.web import server
    from pnp.web import wifi as networks

    _check(game, table, bool(players or option or same_dice_as or tables > 1), language)
    if url:
        codes.address("", url)  # says what is wrong with it
        url = url if "://" in url else f"http://{url}"
    joined = networks.payload(wifi, wifi_password, "WPA" if wifi_password else "open") if wifi else ""
    secret, kept = keys.load(data_folder())
    if not kept:
        warn(f"{data_folder()} can't be written, so codes and the host's address change with the next start")
    with server.listening(listen, port) as socket, open_room(db, edition, rules) as room:
        if table:
            served = [found(room, table, game)]
        else:
            given = (players, dice, option or [], same_dice_as)
            served = [opened(room, game, *given, lobby=True) for _ in range(tables)]
        for one in served:
            room.store.set_meta(one.id, "party", "yes")
            if timer:
                room.store.set_meta(one.id, "timer", str(timer))
        where = server.Whereabouts(listen, port, url, data_folder())
        party = server.party_of(room, secret, where, joined)
        # The server gives signals back when it has stopped; both then end the party, and the tables are closed.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            _welcome(party, {one.id: one.game.TITLE for one in served}, as_json)
            server.serve(party, where, socket, language, lambda said: _moved(party, said))
        ended = {one.table.id for one in party.tables.values() if one.table.position.closed}
        going = [one.id for one in served if one.id not in ended]
    if not as_json:
        say(f"saved; pnp party --table {going[0]} goes on" if going else "saved; pnp results shows how it ended")


def _check(game: str, table: str, agreed: bool, language: str) -> None:
    """Whether the words of a call go together."""
    from pnp.web.pages import LANGUAGES

    if not game and not table:
        raise CallError("name a game, or a table to go on with: pnp party house-of-dice")
    if table and agreed:
        raise CallError("--table goes on with what was agreed; --players, --option, --tables don't go with it")
    if language and language not in LANGUAGES:
        raise CallError(f"--language {language!r} is not one of {', '.join(LANGUAGES)}")


def _welcome(party: Party, titles: dict[str, str], as_json: bool) -> None:
    """Where to go: in words and as codes to scan."""
    from pnp.web import keys

    rows = []
    for id in titles:
        meta = next(info.meta for info in party.room.store.tables() if info.id == id)
        host = f"{party.url}/h/{keys.host_key(party.secret, id, meta.get('host', ''))}"
        rows.append({"table": id, "join": f"{party.url}/t/{id}", "host": host, "screen": f"{party.url}/t/{id}/screen"})
    if as_json:
        answer({"url": party.url, "tables": rows, "addresses": party.addresses, "notice": party.notice})
        sys.stdout.flush()
        return
    for row in rows:
        _codes(row["join"], row["host"])
        say(painted(f"{titles[row['table']]}, table {row['table']}", "bold"))
        say(f"{painted('guests', 'bold')}  {row['join']}")
        say(f"{painted('screen', 'bold')}  {row['screen']}")
        say(f"{painted('host', 'bold')}    {row['host']}   (yours alone: open it and tap Start)")
    for other in party.addresses[1:]:
        say(f"or        {other['url']}   {other['label']}")
    if party.notice:
        warn(party.notice)
    say("Ctrl-C stops; everything is saved as it happens.")
    sys.stdout.flush()


def _codes(join: str, host: str) -> None:
    """The two codes, side by side where there is room."""
    from pnp.render import qr_text

    colors = sys.stdout.isatty()
    columns = []
    for title, text in (("guests", join), ("host", host)):
        lines, room = qr_text.lines(text, colors), width(qr_text.lines(text)[0])
        columns.append(([*lines, title.center(room)], room))
    (left, one), (right, other) = columns
    say()
    if one + other + 4 > shutil.get_terminal_size((80, 24)).columns:
        for line in [*left, "", *right]:
            say(line)
        return
    left = [*left[:-1], *[" " * one] * (len(right) - len(left)), left[-1]]
    for first, second in zip(left, right, strict=True):
        say(f"{first}    {second}")


def _moved(party: Party, said: str) -> None:
    """The address changed while the party was on: the codes are shown anew."""
    warn(said)
    _welcome(party, {one.table.id: one.table.game.TITLE for one in party.open_tables()}, as_json=False)
