"""Whether guests will reach this machine: addresses, port, firewall, and the sheets that were printed."""

from __future__ import annotations

import errno
import http.client
import json
import platform
import plistlib
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from pnp.web.network import Candidate, last_reached, origin, other_addresses, url_of
from pnp.web.party_checks import BROKEN, DOUBT, FINE, Finding

PATIENCE = 1.0
"""Seconds that an answer on this very machine may take."""


def addresses(candidates: Sequence[Candidate], port: int, url: str = "") -> list[Finding]:
    """What guests will open: the given address, or the best one; the others with why they are not it."""
    if url:
        return [_given(url, candidates, port)]
    usable = [one for one in candidates if not one.local]
    if not usable:
        said = "only this machine's own address: no other device reaches it; join the Wi-Fi or plug in a cable"
        return [Finding(BROKEN, "address", said)]
    best, *others = usable
    shown = f"{url_of(best.address, port)}, {best.label}"
    if best.reason:
        shown = f"{shown}: {best.reason}; join the Wi-Fi or plug in a cable, or name the address with --url"
    found = [Finding(DOUBT if best.reason else FINE, "address", shown)]
    for one in others:
        why = one.reason or "if guests are on this network, name it with --url"
        found.append(Finding(FINE, "also", f"{url_of(one.address, port)}, {one.label}: {why}"))
    return found


def _given(url: str, candidates: Sequence[Candidate], port: int) -> Finding:
    """What is to be said about an address that somebody chose."""
    host, its_port = origin(url) or ("", 0)
    if its_port != port:
        return Finding(
            DOUBT, "address", f"{url} leads to port {its_port}; pnp party listens on {port}: add --port {its_port}"
        )
    literal = None
    with suppress(ValueError):
        literal = ip_address(host)
    if host == "localhost" or (literal and literal.is_loopback):
        return Finding(DOUBT, "address", f"{url} is this machine only: no other device reaches it; leave --url out")
    if literal is None:
        return Finding(FINE, "address", f"{url}; open it on a phone to see whether the name is known there")
    mine = next((one for one in candidates if one.address == str(literal)), None)
    if mine is None:
        has = ", ".join(one.address for one in candidates if not one.local) or "none"
        said = f"{url} is no address of this machine, which has {has}; leave --url out, or go on if a router leads here"
        return Finding(DOUBT, "address", said)
    if mine.reason:
        return Finding(DOUBT, "address", f"{url}, {mine.label}: {mine.reason}; leave --url out to get the best one")
    return Finding(FINE, "address", f"{url}, {mine.label}")


def surroundings(release: str = "", root: Path = Path("/")) -> list[Finding]:
    """Is this a machine inside another one, whose addresses nobody else knows?"""
    if "microsoft" in (release or platform.release()).lower():
        said = (
            "Linux inside Windows: phones do not reach it; run pnp in Windows, or set networkingMode=mirrored for WSL"
        )
        return [Finding(DOUBT, "inside", said)]
    if (root / ".dockerenv").exists() or (root / "run" / ".containerenv").exists():
        said = "a container: publish the port, and name the address of the machine around it with --url"
        return [Finding(DOUBT, "inside", said)]
    return []


def bound(port: int) -> int:
    """0 when a server could listen on a port, else the number of the error."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as door:
        if sys.platform == "win32":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("0.0.0.0", port))
            door.listen(1)
        except OSError as error:
            return error.errno or errno.EADDRINUSE
    return 0


def health(port: int) -> dict[str, Any] | None:
    """What the party says that is being held on a port of this machine; None when there is none."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        line.request("GET", "/health")
        said = json.loads(line.getresponse().read1(4096))
    except (OSError, http.client.HTTPException, ValueError, RecursionError):
        return None
    finally:
        line.close()
    return said if isinstance(said, dict) and said.get("pnp") is True else None


def port(number: int, held: dict[str, Any] | None) -> Finding:
    """Is the port free, or is it our own party that has it?"""
    what = f"port {number}"
    if held is not None:
        return Finding(FINE, what, f"a pnp party is being held there, tables: {held.get('tables', '?')}")
    trouble = bound(number)
    if not trouble:
        return Finding(FINE, what, "free")
    others = (one for one in range(max(number + 1, 8000), 65_536) if not bound(one))
    instead = f"choose another one: pnp party --port {next(others, 0)}"
    if trouble in (errno.EACCES, errno.EPERM):
        return Finding(BROKEN, what, f"only for administrators; {instead}")
    return Finding(BROKEN, what, f"another program has it; close that one, or {instead}")


def firewalls(number: int, system: str = sys.platform, root: Path = Path("/")) -> list[str]:
    """What to type to let guests through the firewalls that seem to be on, found without asking for any rights."""
    if system == "win32":
        rule = f"netsh advfirewall firewall add rule name=pnp dir=in action=allow protocol=TCP localport={number}"
        return [f"in a terminal as administrator: {rule}"]
    if system == "darwin":
        state = 1  # newer systems keep it elsewhere: the advice is then better given than not
        with suppress(OSError, ValueError, plistlib.InvalidFileException):
            content = (root / "Library/Preferences/com.apple.alf.plist").read_bytes()
            state = int(plistlib.loads(content).get("globalstate", 0))
        tool = "sudo /usr/libexec/ApplicationFirewall/socketfilterfw"
        return [f'{tool} --add "{sys.executable}" --unblockapp "{sys.executable}"'] if state else []
    found = []
    with suppress(OSError, UnicodeError):
        lines = (root / "etc/ufw/ufw.conf").read_text(encoding="utf-8").lower().split()
        found += [f"sudo ufw allow {number}/tcp"] if "enabled=yes" in lines else []
    services = ("etc/systemd/system/multi-user.target.wants/firewalld.service", "run/firewalld.pid")
    if any((root / place).is_symlink() or (root / place).exists() for place in services):
        found.append(f"sudo firewall-cmd --add-port={number}/tcp")
    return found


def others_came(folder: Path, number: int, commands: Sequence[str], now: int = 0) -> list[Finding]:
    """Has another device ever reached us? `now` counts those of the party that is being held."""
    if now:
        return [Finding(FINE, "guests", f"other devices that have reached this party: {now}")]
    if when := last_reached(folder):
        return [Finding(FINE, "guests", f"another device last came in on {when[:10]}")]
    said = (
        "no other device has ever reached pnp here; with pnp party running, open its address on a phone in the same "
        "Wi-Fi, not its guest network, which often keeps devices apart"
    )
    found = [Finding(DOUBT, "guests", said)]
    if commands:
        found += [Finding(DOUBT, "firewall", f"it may keep guests out; to let them in: {one}") for one in commands]
    else:
        said = f"none was found here; if phones find nothing, let port {number} in wherever one is set up"
        found.append(Finding(FINE, "firewall", said))
    return found


def printed(folder: Path, current: Sequence[str]) -> list[Finding]:
    """Were sheets printed for another address than guests will find?"""
    others = other_addresses(folder, current)
    if not others:
        return []
    more = f" and {len(others) - 1} more" if len(others) > 1 else ""
    said = (
        f"sheets were printed for {others[0]}{more}; guests with those type the sheet's code or scan the screen's, "
        f"or start with --url {others[0]}"
    )
    return [Finding(DOUBT, "sheets", said)]
