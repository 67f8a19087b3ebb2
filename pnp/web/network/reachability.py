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

from pnp.web.network.guest_addresses import Candidate, last_reached, origin, other_addresses, url_of
from pnp.web.network.party_checks import BROKEN, DOUBT, FINE, Finding
from pnp.words import Said, say

PATIENCE = 1.0
"""Seconds that an answer on this very machine may take."""


def addresses(candidates: Sequence[Candidate], port: int, url: str = "") -> list[Finding]:
    """What guests will open: the given address, or the best one; the others with why they are not it."""
    if url:
        return [_given(url, candidates, port)]
    usable = [one for one in candidates if not one.local]
    if not usable:
        return [Finding(BROKEN, "address", say("found.no-address"))]
    best, *others = usable
    facts = {"url": url_of(best.address, port), "label": best.label}
    if best.reason:
        found = [Finding(DOUBT, "address", say("found.doubtful-address", **facts, why=best.reason))]
    else:
        found = [Finding(FINE, "address", say("found.address", **facts))]
    for one in others:
        why = one.reason or say("found.if-they-are-there")
        said = say("found.other-address", url=url_of(one.address, port), label=one.label, why=why)
        found.append(Finding(FINE, "also", said))
    return found


def _given(url: str, candidates: Sequence[Candidate], port: int) -> Finding:
    """What is to be said about an address that somebody chose."""
    host, its_port = origin(url) or ("", 0)
    if its_port != port:
        return Finding(DOUBT, "address", say("found.other-port", url=url, its=its_port, port=port))
    literal = None
    with suppress(ValueError):
        literal = ip_address(host)
    if host == "localhost" or (literal and literal.is_loopback):
        return Finding(DOUBT, "address", say("found.only-here", url=url))
    if literal is None:
        return Finding(FINE, "address", say("found.by-name", url=url))
    mine = next((one for one in candidates if one.address == str(literal)), None)
    if mine is None:
        has = tuple(one.address for one in candidates if not one.local)
        return Finding(DOUBT, "address", say("found.not-mine", url=url, has=has or say("found.none")))
    if mine.reason:
        return Finding(DOUBT, "address", say("found.not-best", url=url, label=mine.label, why=mine.reason))
    return Finding(FINE, "address", say("found.address", url=url, label=mine.label))


def surroundings(release: str = "", root: Path = Path("/")) -> list[Finding]:
    """Is this a machine inside another one, whose addresses nobody else knows?"""
    if "microsoft" in (release or platform.release()).lower():
        return [Finding(DOUBT, "inside", say("found.in-windows"))]
    if (root / ".dockerenv").exists() or (root / "run" / ".containerenv").exists():
        return [Finding(DOUBT, "inside", say("found.in-container"))]
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
        return Finding(FINE, what, say("found.party", n=held.get("tables", "?")))
    trouble = bound(number)
    if not trouble:
        return Finding(FINE, what, say("found.free"))
    others = (one for one in range(max(number + 1, 8000), 65_536) if not bound(one))
    instead = next(others, 0)
    if trouble in (errno.EACCES, errno.EPERM):
        return Finding(BROKEN, what, say("found.port-kept", instead=instead))
    return Finding(BROKEN, what, say("found.port-taken", instead=instead))


def firewalls(number: int, system: str = sys.platform, root: Path = Path("/")) -> list[Said | str]:
    """What to type to let guests through the firewalls that seem to be on, found without asking for any rights."""
    if system == "win32":
        rule = f"netsh advfirewall firewall add rule name=pnp dir=in action=allow protocol=TCP localport={number}"
        return [say("found.as-administrator", command=rule)]
    if system == "darwin":
        state = 1  # newer systems keep it elsewhere: the advice is then better given than not
        with suppress(OSError, ValueError, plistlib.InvalidFileException):
            content = (root / "Library/Preferences/com.apple.alf.plist").read_bytes()
            state = int(plistlib.loads(content).get("globalstate", 0))
        tool = "sudo /usr/libexec/ApplicationFirewall/socketfilterfw"
        return [f'{tool} --add "{sys.executable}" --unblockapp "{sys.executable}"'] if state else []
    found: list[Said | str] = []
    with suppress(OSError, UnicodeError):
        lines = (root / "etc/ufw/ufw.conf").read_text(encoding="utf-8").lower().split()
        found += [f"sudo ufw allow {number}/tcp"] if "enabled=yes" in lines else []
    services = ("etc/systemd/system/multi-user.target.wants/firewalld.service", "run/firewalld.pid")
    if any((root / place).is_symlink() or (root / place).exists() for place in services):
        found.append(f"sudo firewall-cmd --add-port={number}/tcp")
    return found


def others_came(folder: Path, number: int, commands: Sequence[Said | str], now: int = 0) -> list[Finding]:
    """Has another device ever reached us? `now` counts those of the party that is being held."""
    if now:
        return [Finding(FINE, "guests", say("found.guests-now", n=now))]
    if when := last_reached(folder):
        return [Finding(FINE, "guests", say("found.guests-before", day=when[:10]))]
    found = [Finding(DOUBT, "guests", say("found.no-guests"))]
    if commands:
        found += [Finding(DOUBT, "firewall", say("found.firewall", command=one)) for one in commands]
    else:
        found.append(Finding(FINE, "firewall", say("found.no-firewall", port=number)))
    return found


def printed(folder: Path, current: Sequence[str]) -> list[Finding]:
    """Were sheets printed for another address than guests will find?"""
    others = other_addresses(folder, current)
    if not others:
        return []
    return [Finding(DOUBT, "sheets", say("found.printed-elsewhere", url=others[0], n=len(others) - 1 or None))]
