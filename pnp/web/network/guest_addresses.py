"""The network as guests see it: which address to show them, best first, and whether it still holds.

`interfaces` asks the machine; everything else here works on what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from pnp.web.network.interfaces import Interface, interfaces
from pnp.web.party_memory import last_reached, note, noted, remember
from pnp.words import Said, say

__all__ = [
    "Candidate",
    "Interface",
    "Reached",
    "changed",
    "interfaces",
    "last_reached",
    "note",
    "noted",
    "other_addresses",
    "ranked",
    "remember",
    "same_host",
    "url_of",
]

MOST_DEVICES = 10_000
_PRIVATE = [ip_network(net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")]
_SHARED = ip_network("100.64.0.0/10")
_LINK_LOCAL = ip_network("169.254.0.0/16")
_NAMES = {
    "vpn": r"tun|tap|wg|utun|tailscale|ppp|zt|ipsec|nordlynx|proton|feth|(gpd|wt|ham)\d"
    r"|.*(vpn|tun\d|wireguard|zerotier)",
    "virtual": r"docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxd|incus|podman|cni|cali|flannel|vnet|bridge\d|awdl|llw"
    r"|.*(virtualbox|vmware|hyper-v)",
    "mobile": r"wwan|wwp|rmnet|ccmni|.*(cellular|mobile)",
    "wifi": r"wl|wifi|wi-fi|ath\d|ra\d",
    "cable": r"eth|en[opsx]\d|enx|em\d|lan\d",
}
"""How the names of interfaces begin; the first that fits counts."""
_KINDS = ("wifi", "cable", "other", "public", "mobile", "vpn", "virtual", "link-local", "loopback")
"""What an address can be; the best are first."""
_DOUBTFUL = {"public", "mobile", "vpn", "virtual", "link-local", "loopback"}
"""What guests rarely or never reach."""
_RANK = {**{kind: number for number, kind in enumerate(_KINDS)}, "wifi": 0, "cable": 0}


class Candidate(NamedTuple):
    """An address that guests might reach: what it is in plain words, and why it is low where it is."""

    address: str
    name: str
    label: Said
    reason: Said | None
    kind: str
    default: bool = False

    @property
    def local(self) -> bool:
        """Whether no other device at all can reach it."""
        return self.kind == "loopback"


def ranked(found: Iterable[Interface]) -> list[Candidate]:
    """The addresses, those first that guests most likely reach; the way out of the house wins among equals.

    >>> from pnp.words import english
    >>> found = Interface("lo", "127.0.0.1"), Interface("tun0", "10.8.0.2"), Interface("wlan0", "192.168.1.23")
    >>> [english(one.label) for one in ranked(found)]
    ['Wi-Fi (wlan0)', 'VPN (tun0)', 'this machine only']
    """
    made = [_candidate(one) for one in found]
    return sorted(made, key=lambda one: (_RANK[one.kind], not one.default, _KINDS.index(one.kind)))


def _candidate(one: Interface) -> Candidate:
    kind = _kind(one)
    label = say("network", kind=kind, name="" if kind == "loopback" else one.name)
    reason = say("network.why-not", kind=kind) if kind in _DOUBTFUL else None
    return Candidate(one.address, one.name, label, reason, kind, one.default)


def _kind(one: Interface) -> str:
    """What an address is, by the address first, then by the interface's name, then by what the system says."""
    address = IPv4Address(one.address)
    if address.is_loopback:
        return "loopback"
    if address in _LINK_LOCAL:
        return "link-local"
    by_name = next((kind for kind, names in _NAMES.items() if re.match(names, one.name, re.IGNORECASE)), "")
    if by_name == "virtual" and one.default:
        by_name = "other"  # the machine's cable is plugged into a bridge of its own
    if by_name in ("vpn", "virtual", "mobile"):
        return by_name
    if address in _SHARED:
        return "vpn"
    if not any(address in net for net in _PRIVATE):
        return "public"
    return by_name if by_name == "other" else one.kind or by_name or "other"


def url_of(address: str, port: int) -> str:
    """The address as a phone opens it.

    >>> url_of("192.168.1.23", 8000), url_of("192.168.1.23", 80), url_of("fd00::2", 8000)
    ('http://192.168.1.23:8000', 'http://192.168.1.23', 'http://[fd00::2]:8000')
    """
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def origin(url: str) -> tuple[str, int] | None:
    """The host and the port that an address leads to, or None when it is no address.

    >>> origin("HTTP://Party.Local/t/K7"), origin("10.0.0.5:8000"), origin("http://:80")
    (('party.local', 80), ('10.0.0.5', 8000), None)
    """
    with suppress(ValueError):
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.hostname:
            return parts.hostname.rstrip("."), parts.port or (443 if parts.scheme.lower() == "https" else 80)
    return None


def same_host(url: str, other: str) -> bool:
    """Whether two addresses lead to the same door: host and port, whatever stands behind.

    >>> same_host("HTTP://10.0.0.5:8000/S/", "http://10.0.0.5:8000"), same_host("10.0.0.5", "10.0.0.5:8000")
    (True, False)
    """
    return origin(url) is not None and origin(url) == origin(other)


def other_addresses(folder: Path, current: Iterable[str], since: str = "") -> list[str]:
    """The addresses that sheets were printed for and that lead elsewhere, the newest first."""
    here = list(current)
    rows = [one.url for one in reversed(noted(folder)) if one.when >= since]
    return [url for url in rows if not any(same_host(url, one) for one in here)]


def changed(before: str, now: Sequence[Interface]) -> Said | None:
    """What to tell people when the address that was shown to guests holds no longer, or the network came only now.

    >>> from pnp.words import english
    >>> moved = changed("192.168.1.23", [Interface("wlan0", "192.168.1.40")])
    >>> moved.facts["before"], moved.facts["address"], english(moved.facts["label"])
    ('192.168.1.23', '192.168.1.40', 'Wi-Fi (wlan0)')
    """
    try:
        shown = IPv4Address(before)
    except ValueError:
        return None
    best = next((one for one in ranked(now) if not one.local), None)
    if shown.is_loopback:
        good = best is not None and not best.reason
        return say("notice.open", address=best.address, label=best.label) if best and good else None
    if any(one.address == before for one in now):
        return None
    if best is None:
        return say("notice.lost", before=before)
    return say("notice.moved", before=before, address=best.address, label=best.label)


class Reached:
    """Counts the other devices that have reached this machine."""

    def __init__(self, own: Iterable[str] = ()) -> None:
        self._own: set[str] = set()
        self._others: set[str] = set()
        self.owns(own)

    @property
    def count(self) -> int:
        """How many different devices there were."""
        return len(self._others)

    def owns(self, addresses: Iterable[str]) -> None:
        """This machine has these addresses too, now that it was given others."""
        self._own |= {_plain(one) for one in addresses}
        self._others -= self._own

    def seen(self, address: str) -> bool:
        """Note who came; whether it is another device that had not come before."""
        came = _plain(address)
        if not came or came in self._own or came in self._others or len(self._others) >= MOST_DEVICES:
            return False
        self._others.add(came)
        return True


def _plain(address: str) -> str:
    """An address in its one spelling; empty for this machine's own and for what is none."""
    with suppress(ValueError):
        made: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
        if isinstance(made, IPv6Address) and made.ipv4_mapped:
            made = made.ipv4_mapped
        return "" if made.is_loopback or made.is_unspecified else str(made)
    return ""
