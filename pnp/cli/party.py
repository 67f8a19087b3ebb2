"""`pnp party GAME`: phones and a big screen around a table."""

from __future__ import annotations

import shutil
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.cli.language import chosen, spoken
from pnp.cli.options import AsJson, Bots, Database, EditionFile, Pad, RulesFile, Turns
from pnp.cli.terminal import answer, painted, show, warn, width
from pnp.errors import CallError
from pnp.sheets.own_rules import game_of
from pnp.words import Said, Words, of_rooms, say

if TYPE_CHECKING:
    from pnp.web.party import Party


def run(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; not needed with --table.")] = "",
    players: Annotated[str, typer.Option(help='Names, such as "Ana,Bo"; others join by phone.')] = "",
    tables: Annotated[int, typer.Option(help="So many tables of this game at once.", min=1, max=300)] = 1,
    dice: Annotated[str, typer.Option(help="virtual, or physical: the host taps in what they show.")] = "",
    turns: Turns = False,
    pad: Pad = False,
    table: Annotated[str, typer.Option(help="Go on with a table by its name; last is the one played last.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="An option of the game: name=value.")] = None,
    bots: Bots = "",
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
    from pnp.cli.play import Asked, found, is_kept_by_pad, opened
    from pnp.cli.storage import open_tables
    from pnp.paths import data_folder
    from pnp.sheets import codes
    from pnp.web import server
    from pnp.web import wifi as networks

    words = _words(language)
    game, rules = game_of(game, rules)
    _check(game, table, bool(players or option or same_dice_as or bots or tables > 1))
    if url:
        codes.address("", url)  # says what is wrong with it
        url = url if "://" in url else f"http://{url}"
    joined = networks.payload(wifi, wifi_password, "WPA" if wifi_password else "open") if wifi else ""
    secret = _secret(words)
    with server.listening(listen, port) as socket, open_tables(db, edition, rules) as stored:
        if timer and game:
            server.check_timer(stored.library.load(game), language)
        if table:
            served = [found(stored, table, game)]
        else:
            by_pad = is_kept_by_pad(stored, game, pad, turns or bool(dice or option or same_dice_as or bots or timer))
            given = (Asked(players, bots), dice, option or [], same_dice_as)
            served = [opened(stored, game, *given, lobby=True, pad=by_pad) for _ in range(tables)]
        for one in served:
            stored.store.set_meta(one.id, "party", "yes")
            if timer:
                stored.store.set_meta(one.id, "timer", str(timer))
        where = server.Whereabouts(listen, port, url, data_folder())
        party = server.party_of(stored, secret, where, joined)
        # The server gives signals back when it has stopped; both then end the party, and the tables are closed.
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            _welcome(party, {one.id: one.game.TITLE for one in served}, as_json, words)
            server.serve(party, where, socket, language, lambda said: _moved(party, said, words))
        ended = {one.table.id for one in party.hosted.values() if one.table.position.closed}
        going = [one.id for one in served if one.id not in ended]
    if not as_json:
        show(words.text(say("party.saved", table=going[0]) if going else say("party.ended")))


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


def _check(game: str, table: str, agreed: bool) -> None:
    """Whether the words of a call go together."""
    if not game and not table:
        raise CallError(say("name-a-game.party"))
    if table and agreed:
        raise CallError(say("agreed.party"))


def _welcome(party: Party, titles: dict[str, str], as_json: bool, words: Words) -> None:
    """Where to go: in words and as codes to scan."""
    from pnp.web import keys

    rows = []
    for id in titles:
        meta = next(info.meta for info in party.tables.store.tables() if info.id == id)
        host = f"{party.url}/h/{keys.host_key(party.secret, id, meta.get('host', ''))}"
        rows.append({"table": id, "join": f"{party.url}/t/{id}", "host": host, "screen": f"{party.url}/t/{id}/screen"})
    if as_json:
        answer({"url": party.url, "tables": rows, "addresses": party.addresses, "notice": party.notice})
        sys.stdout.flush()
        return
    heads = [words.text(one) for one in (say("party.guests"), say("party.screen"), say("party.host"), say("party.or"))]
    room = max(map(width, heads)) + 2
    guests, screen, host, other = (head + " " * (room - width(head)) for head in heads)
    for row in rows:
        _codes(row["join"], row["host"], words)
        show(painted(words.text(say("party.table", title=titles[row["table"]], table=row["table"])), "bold"))
        show(f"{painted(guests, 'bold')}{row['join']}")
        show(f"{painted(screen, 'bold')}{row['screen']}")
        show(f"{painted(host, 'bold')}{row['host']}   {words.text(say('party.yours'))}")
    for one in party.addresses[1:]:
        show(f"{other}{one['url']}   {one['label']}")
    if party.notice:
        warn(words.text(party.notice))
    show(words.text(say("party.stop")))
    sys.stdout.flush()


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


def _moved(party: Party, said: Said | str, words: Words) -> None:
    """The address changed while the party was on: the codes are shown anew."""
    warn(words.text(said))
    _welcome(party, {one.table.id: one.table.game.TITLE for one in party.open_tables()}, as_json=False, words=words)
