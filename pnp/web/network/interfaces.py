"""This machine's own addresses, as its system tells them; nothing is sent to anybody."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import NamedTuple

ELSEWHERE = ("198.51.100.1", 9)
"""An address for documentation only: asking which way leads there sends nothing."""
_IPV4 = r"(\d{1,3}(?:\.\d{1,3}){3})"


class Interface(NamedTuple):
    """One IPv4 address: its interface, what that says of itself, and whether the way out of the house leads over it."""

    name: str
    address: str
    kind: str = ""
    """`wifi` or `cable` where the system says so; empty where only the name tells."""
    default: bool = False


def interfaces() -> list[Interface]:
    """Every IPv4 address of this machine, that of the way out marked; a machine without network has its own alone."""
    asked = {"linux": _linux, "darwin": _macos, "win32": _windows}.get(sys.platform, _ifconfig)
    found: list[Interface] = []
    with suppress(OSError, ValueError, subprocess.SubprocessError):
        found = asked()
    return joined(found, _by_name(), _way_out())


def joined(found: Sequence[Interface], by_name: Iterable[str], way_out: str) -> list[Interface]:
    """What the system listed, with what its other answers add; each address once.

    >>> joined([Interface("wlan0", "192.168.1.23")], ["127.0.1.1", "192.168.1.23"], "10.8.0.2")
    ... # doctest: +NORMALIZE_WHITESPACE
    [Interface(name='wlan0', address='192.168.1.23', kind='', default=False),
     Interface(name='', address='10.8.0.2', kind='', default=True)]
    """
    known = {one.address: one for one in reversed(found)}
    hints = [address for address in by_name if not address.startswith("127.")]
    for address in (*hints, way_out):
        if address and address not in known and _is_address(address):
            known[address] = Interface("", address)
    gateways = {one.address for one in found if one.default} or {way_out}
    leading = {way_out} if way_out in gateways else gateways
    order = [*dict.fromkeys(one.address for one in found), *known]
    return [known[address]._replace(default=address in leading) for address in dict.fromkeys(order)]


def _is_address(text: str) -> bool:
    with suppress(ValueError):
        return not IPv4Address(text).is_unspecified
    return False


def _by_name() -> list[str]:
    """The addresses that the machine's own name stands for, where that is known without asking another machine."""
    if sys.platform != "win32":
        return []
    with suppress(OSError, UnicodeError):
        return [str(row[4][0]) for row in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def _way_out() -> str:
    """The address from which this machine would speak to the world; empty where no way leads there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(ELSEWHERE)
        return str(way.getsockname()[0])
    return ""


# Linux: the kernel's own list.

_SIOCGIFCONF, _SIOCGIFFLAGS, _UP = 0x8912, 0x8913, 1


def _linux(net: Path = Path("/sys/class/net"), routes: Path = Path("/proc/net/route")) -> list[Interface]:
    import array
    import fcntl

    row = 40 if struct.calcsize("P") == 8 else 32
    room = array.array("B", bytes(row * 256))
    found: list[Interface] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        request = struct.pack("iP", len(room), room.buffer_info()[0])
        length = struct.unpack("iP", fcntl.ioctl(asked, _SIOCGIFCONF, request))[0]
        for start in range(0, length, row):
            label = bytes(room[start : start + 16]).split(b"\0")[0]
            flags = fcntl.ioctl(asked, _SIOCGIFFLAGS, struct.pack("16s16x", label))
            if struct.unpack_from("H", flags, 16)[0] & _UP:
                name = label.decode("utf-8", "replace").split(":")[0]
                address = socket.inet_ntoa(bytes(room[start + 20 : start + 24]))
                found.append(Interface(name, address, "wifi" if (net / name / "wireless").exists() else ""))
    with suppress(OSError):
        gate = gateway_interface(routes.read_text(encoding="utf-8"))
        found = [one._replace(default=one.name == gate) for one in found]
    return found


def gateway_interface(table: str) -> str:
    """The interface of the default route with the lowest metric, from the text of `/proc/net/route`.

    >>> gateway_interface("Iface Destination …\\nwlan0 00000000 0101A8C0 0003 0 0 600 00000000")
    'wlan0'
    """
    best: list[tuple[int, str]] = []
    for line in table.splitlines()[1:]:
        cells = line.split()
        if len(cells) > 7 and cells[1] == "00000000" and cells[6].isdigit():
            best.append((int(cells[6]), cells[0]))
    return min(best)[1] if best else ""


# macOS and its relatives: what their tools print.


def _asked(*command: str) -> str:
    """What a tool of the system prints; it looks, and changes nothing."""
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)
    done = subprocess.run(command, capture_output=True, timeout=5, check=False, creationflags=hidden)
    return done.stdout.decode("utf-8", "replace")


def _ifconfig() -> list[Interface]:
    return from_ifconfig(_asked("ifconfig"))


def _macos() -> list[Interface]:
    found = from_ifconfig(_asked("/sbin/ifconfig"))
    kinds: dict[str, str] = {}
    with suppress(OSError, subprocess.SubprocessError):
        kinds = from_hardware_ports(_asked("/usr/sbin/networksetup", "-listallhardwareports"))
    return [one._replace(kind=kinds.get(one.name, "")) for one in found]


def from_ifconfig(text: str) -> list[Interface]:
    """The addresses in what `ifconfig` prints, of interfaces that are up.

    >>> from_ifconfig("en0: flags=8863<UP,RUNNING> mtu 1500\\n\\tinet 192.168.1.23 netmask 0xffffff00")
    [Interface(name='en0', address='192.168.1.23', kind='', default=False)]
    """
    found: list[Interface] = []
    name, up = "", False
    for line in text.splitlines():
        if heading := re.match(r"([^\s:]+):?\s.*?<([A-Z0-9,_]*)>", line):
            name, up = heading[1], "UP" in heading[2].split(",")
        elif up and (address := re.match(rf"\s+inet (?:addr:)?{_IPV4}", line)) and _is_address(address[1]):
            found.append(Interface(name, address[1]))
    return found


def from_hardware_ports(text: str) -> dict[str, str]:
    """Which interface is Wi-Fi and which a cable, from what `networksetup -listallhardwareports` prints.

    >>> from_hardware_ports("Hardware Port: Wi-Fi\\nDevice: en0\\n\\nHardware Port: USB 10/100 LAN\\nDevice: en5")
    {'en0': 'wifi', 'en5': 'cable'}
    """
    found: dict[str, str] = {}
    for port, device in re.findall(r"Hardware Port: (.*)\r?\nDevice: (\S+)", text):
        if "wi-fi" in port.lower() or "airport" in port.lower():
            found[device] = "wifi"
        elif re.search(r"ethernet|\blan\b", port.lower()) and not device.startswith("bridge"):
            found[device] = "cable"
    return found


# Windows: what ipconfig prints, in whatever language.


def _windows() -> list[Interface]:
    return from_ipconfig(_asked("ipconfig"))


def from_ipconfig(text: str) -> list[Interface]:
    """The addresses in what `ipconfig` prints; an adapter with a gateway leads out of the house.

    >>> from_ipconfig("Wireless LAN adapter Wi-Fi:\\r\\n\\r\\n   IPv4 Address. . . : 192.168.1.23\\r\\n")
    [Interface(name='Wi-Fi', address='192.168.1.23', kind='wifi', default=False)]
    """
    found: list[Interface] = []
    for part in re.split(r"\r?\n(?=\S)", text):
        heading, _, rest = part.partition("\n")
        title = heading.strip().rstrip(":").strip()
        named = re.search(r"\badapter\s+(.+)", title, re.IGNORECASE)
        addresses = re.findall(rf"IPv4[^\n:]*:\s*{_IPV4}", rest)
        # The gateway is the last entry of an adapter, whatever the language calls it; the mask is before it.
        last = re.findall(rf"(?:^|[:\s]){_IPV4}\s*$", rest.rstrip())
        leads = bool(addresses and last and last[-1] not in addresses and not last[-1].startswith("255."))
        found += [
            Interface(named[1] if named else title, address, _windows_kind(title), leads)
            for address in addresses
            if _is_address(address)
        ]
    return found


def _windows_kind(title: str) -> str:
    words = title.lower()
    if re.search(r"wi-?fi|wlan|wireless|drahtlos|sans fil|inal[aá]mbri|bezprzewod", words):
        return "wifi"
    return "cable" if re.search(r"\bethernet\b", words) else ""
