"""Which address guests are shown: real lists of interfaces from three systems, and what changes during a party."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.web import pages, party_memory
from pnp.web.network import guest_addresses as network
from pnp.web.network import interfaces as asked
from pnp.web.network.guest_addresses import Interface, Reached, changed, ranked
from pnp.words import english

LAPTOP = [
    Interface("lo", "127.0.0.1"),
    Interface("docker0", "172.17.0.1"),
    Interface("br-3fa2", "172.18.0.1"),
    Interface("tun0", "10.8.0.6", default=True),
    Interface("eth1", "169.254.7.7"),
    Interface("wlp3s0", "192.168.1.23"),
    Interface("enp0s31f6", "192.168.1.40"),
]


def labels(found: list[Interface]) -> list[str]:
    return [english(one.label) for one in ranked(found)]


# ---------------------------------------------------------------- best first


def test_a_laptop_with_everything_shows_the_wifi() -> None:
    assert labels(LAPTOP) == [
        "Wi-Fi (wlp3s0)",
        "cable (enp0s31f6)",
        "VPN (tun0)",
        "virtual bridge (docker0)",
        "virtual bridge (br-3fa2)",
        "no address given (eth1)",
        "this machine only",
    ]
    assert [bool(one.reason) for one in ranked(LAPTOP)] == [False, False, True, True, True, True, True]


@pytest.mark.parametrize(
    "name",
    [
        *("tun0", "tap1", "wg0", "utun3", "tailscale0", "ppp0", "ztabc123", "cscotun0", "OpenVPN Wintun", "nordlynx"),
        *("docker0", "br-12ab", "veth9", "virbr0", "vmnet8", "vboxnet0", "lxcbr0", "vEthernet (WSL)", "wwan0"),
        "VMware Network Adapter VMnet1",
    ],
)
def test_tunnels_and_bridges_are_below_an_unknown_name(name: str) -> None:
    found = ranked([Interface(name, "192.168.5.1"), Interface("xyz0", "192.168.6.1")])
    assert [one.name for one in found] == ["xyz0", name]
    assert found[1].reason and not found[0].reason


def test_the_way_out_wins_among_equals_only() -> None:
    both = [Interface("wlan0", "192.168.1.2"), Interface("eth0", "192.168.1.3", default=True)]
    assert labels(both) == ["cable (eth0)", "Wi-Fi (wlan0)"]
    assert labels([both[0], both[1]._replace(default=False)]) == ["Wi-Fi (wlan0)", "cable (eth0)"]
    assert labels([Interface("utun2", "10.0.0.2", default=True), Interface("en0", "192.168.1.3")])[0] == "network (en0)"


def test_what_the_system_says_counts_more_than_the_name_but_not_than_a_tunnel() -> None:
    assert labels([Interface("en0", "10.0.0.2", "wifi")]) == ["Wi-Fi (en0)"]
    assert labels([Interface("eth0", "10.0.0.2", "wifi")]) == ["Wi-Fi (eth0)"]
    assert labels([Interface("OpenVPN TAP", "10.0.0.2", "cable")]) == ["VPN (OpenVPN TAP)"]


def test_a_bridge_that_leads_out_is_the_network_itself() -> None:
    switch = Interface("vEthernet (External)", "192.168.1.5", "cable", default=True)
    assert labels([switch, Interface("vEthernet (WSL)", "172.20.0.1")])[0] == "network (vEthernet (External))"
    assert not ranked([switch])[0].reason


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("10.1.2.3", "other"),
        ("172.16.0.1", "other"),
        ("172.31.255.1", "other"),
        ("172.32.0.1", "public"),
        ("192.168.0.1", "other"),
        ("100.100.1.2", "vpn"),
        ("8.8.8.8", "public"),
        ("169.254.1.1", "link-local"),
        ("127.0.1.1", "loopback"),
    ],
)
def test_an_address_by_itself(address: str, kind: str) -> None:
    assert ranked([Interface("", address)])[0].kind == kind


def test_no_interface_is_fine() -> None:
    assert ranked([]) == []
    assert ranked([Interface("lo", "127.0.0.1")])[0].local


# ---------------------------------------------------------------- what systems say

MACOS = """lo0: flags=8049<UP,LOOPBACK,RUNNING,MULTICAST> mtu 16384
\toptions=1203<RXCSUM,TXCSUM,TXSTATUS,SW_TIMESTAMP>
\tinet 127.0.0.1 netmask 0xff000000
\tinet6 ::1 prefixlen 128
gif0: flags=8010<POINTOPOINT,MULTICAST> mtu 1280
en0: flags=8863<UP,BROADCAST,SMART,RUNNING,SIMPLEX,MULTICAST> mtu 1500
\tether 11:22:33:44:55:66
\tinet6 fe80::1 prefixlen 64 secured scopeid 0xb
\tinet 192.168.1.23 netmask 0xffffff00 broadcast 192.168.1.255
\tinet 192.168.1.99 netmask 0xffffffff broadcast 192.168.1.99
en7: flags=8822<BROADCAST,SMART,SIMPLEX,MULTICAST> mtu 1500
\tinet 192.168.9.9 netmask 0xffffff00 broadcast 192.168.9.255
utun4: flags=8051<UP,POINTOPOINT,RUNNING,MULTICAST> mtu 1380
\tinet 10.8.0.2 --> 10.8.0.1 netmask 0xffffff00
"""
WINDOWS = """
Windows IP Configuration


Ethernet adapter vEthernet (WSL):

   Connection-specific DNS Suffix  . :
   Link-local IPv6 Address . . . . . : fe80::1%40
   IPv4 Address. . . . . . . . . . . : 172.20.0.1
   Subnet Mask . . . . . . . . . . . : 255.255.240.0
   Default Gateway . . . . . . . . . :

Wireless LAN adapter Wi-Fi:

   Connection-specific DNS Suffix  . : home
   IPv4 Address. . . . . . . . . . . : 192.168.1.23
   Subnet Mask . . . . . . . . . . . : 255.255.255.0
   Default Gateway . . . . . . . . . : fe80::1%12
                                       192.168.1.1

Ethernet adapter Ethernet:

   Media State . . . . . . . . . . . : Media disconnected
"""
GERMAN = """
Windows-IP-Konfiguration

Drahtlos-LAN-Adapter WLAN:

   IPv4-Adresse  . . . . . . . . . . : 192.168.178.20
   Subnetzmaske  . . . . . . . . . . : 255.255.255.0
   Standardgateway . . . . . . . . . : 192.168.178.1
"""


def test_what_ifconfig_prints_on_macos() -> None:
    found = asked.from_ifconfig(MACOS)
    assert [(one.name, one.address) for one in found] == [
        ("lo0", "127.0.0.1"),
        ("en0", "192.168.1.23"),
        ("en0", "192.168.1.99"),
        ("utun4", "10.8.0.2"),
    ]


def test_which_port_of_a_mac_is_wireless() -> None:
    text = (
        "\nHardware Port: Ethernet\nDevice: en0\nEthernet Address: 11:22\n\nHardware Port: Wi-Fi\nDevice: en1\n"
        "\nHardware Port: Thunderbolt Bridge\nDevice: bridge0\n"
    )
    assert asked.from_hardware_ports(text) == {"en0": "cable", "en1": "wifi"}


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_what_ipconfig_prints(ending: str) -> None:
    assert asked.from_ipconfig(WINDOWS.replace("\n", ending)) == [
        Interface("vEthernet (WSL)", "172.20.0.1", "cable", False),
        Interface("Wi-Fi", "192.168.1.23", "wifi", True),
    ]
    assert asked.from_ipconfig(GERMAN.replace("\n", ending)) == [Interface("WLAN", "192.168.178.20", "wifi", True)]


def test_the_default_route_with_the_lowest_metric() -> None:
    table = (
        "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
        "eth0\t0000A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\n"
        "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\n"
        "eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\n"
    )
    assert asked.gateway_interface(table) == "eth0"
    assert asked.gateway_interface(table.split("wlan0")[0]) == ""
    assert asked.gateway_interface("") == ""


def test_the_answers_are_joined() -> None:
    wifi, secondary = Interface("wlan0", "10.0.0.2", "wifi", True), Interface("wlan0", "10.0.0.3", "wifi", True)
    assert asked.joined([wifi, secondary], [], "10.0.0.3") == [wifi._replace(default=False), secondary]
    assert asked.joined([wifi], [], "10.8.0.2") == [wifi, Interface("", "10.8.0.2")]
    assert asked.joined([wifi, wifi], ["10.0.0.2"], "") == [wifi]
    assert asked.joined([], [], "") == []
    assert asked.joined([], ["nonsense", "127.0.1.1"], "0.0.0.0") == []


# ---------------------------------------------------------------- this machine


def test_this_machine_has_an_address_of_its_own() -> None:
    assert "127.0.0.1" in {one.address for one in network.interfaces()}


def test_no_way_out_and_no_list_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert "127.0.0.1" in {one.address for one in network.interfaces()}
    for name in ("_linux", "_macos", "_windows", "_ifconfig"):
        monkeypatch.setattr(asked, name, refuse)
    assert network.interfaces() == []


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux in two ways")
def test_linux_is_listed_as_its_own_tool_does() -> None:
    try:
        text = subprocess.run(["ip", "-4", "-json", "addr"], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("there is no ip")
    told = {
        (row["ifname"], one["local"]) for row in json.loads(text) if "UP" in row["flags"] for one in row["addr_info"]
    }
    assert {(one.name, one.address) for one in asked._linux()} == told


def test_no_framework_is_loaded() -> None:
    check = "import sys, pnp.web.network.reachability, pnp.web.network.wifi; sys.exit(bool({'starlette', 'uvicorn', 'qrcode'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


# ---------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://10.0.0.5:8000", "HTTP://10.0.0.5:8000/S/K7", True),
        ("http://Party.local", "http://party.local.:80/", True),
        ("https://party.example", "https://party.example:443", True),
        ("http://party.example", "https://party.example", False),
        ("http://10.0.0.5:8000", "http://10.0.0.5:8001", False),
        ("http://10.0.0.5:8000", "http://10.0.0.6:8000", False),
        ("http://[fd00::2]:8000", "http://[FD00::2]:8000", True),
        ("http://10.0.0.5:x", "http://10.0.0.5:x", False),
        ("", "", False),
    ],
)
def test_the_same_door(one: str, other: str, same: bool) -> None:
    assert network.same_host(one, other) is same


def test_an_address_that_went_away_is_noticed() -> None:
    here, there = Interface("wlan0", "192.168.1.23"), Interface("wlan0", "192.168.1.40")
    lo = Interface("lo", "127.0.0.1")
    text = pages.words_of("en").text
    assert changed("192.168.1.23", [lo, here, there]) is None
    assert "192.168.1.23 is gone" in text(changed("192.168.1.23", [lo, there]))
    assert "now 192.168.1.40, Wi-Fi (wlan0)" in text(changed("192.168.1.23", [lo, there]))
    assert "there is no other" in text(changed("192.168.1.23", [lo]))
    assert "there is no other" in text(changed("192.168.1.23", []))
    assert changed("127.0.0.1", [lo]) is None
    assert "192.168.1.40" in text(changed("127.0.0.1", [lo, there]))
    assert changed("127.0.0.1", [lo, Interface("docker0", "172.17.0.1")]) is None
    assert changed("party.local", [there]) is None


# ---------------------------------------------------------------- who came


def test_other_devices_are_counted_once_each() -> None:
    reached = Reached(["192.168.1.23"])
    came = ["127.0.0.1", "::1", "192.168.1.23", "::ffff:192.168.1.23", "", "testclient", "0.0.0.0"]
    assert not any(reached.seen(address) for address in came)
    assert reached.count == 0
    assert [reached.seen(a) for a in ("192.168.1.50", "::ffff:192.168.1.50", "192.168.1.51")] == [True, False, True]
    assert reached.count == 2
    assert [reached.seen(a) for a in ("fe80::7%wlan0", "fe80::7%eth0")] == [True, False]


def test_a_new_address_of_our_own_is_no_guest() -> None:
    reached = Reached()
    assert reached.seen("192.168.1.40")
    reached.owns(["192.168.1.40"])
    assert reached.count == 0
    assert not reached.seen("192.168.1.40")


def test_counting_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "MOST_DEVICES", 3)
    reached = Reached()
    for number in range(1, 9):
        reached.seen(f"10.0.0.{number}")
    assert reached.count == 3


# ---------------------------------------------------------------- what is kept


def test_that_somebody_came_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert network.last_reached(folder) == ""
    assert network.remember(folder, "2025-03-01T20:00:00+00:00")
    assert network.remember(folder, "2025-03-02T20:00:00+00:00")
    assert network.last_reached(folder) == "2025-03-02T20:00:00+00:00"
    assert [path.name for path in folder.iterdir()] == ["reached"]


def test_addresses_of_sheets_are_kept_the_last_twenty(tmp_path: Path) -> None:
    assert network.noted(tmp_path) == []
    for number in range(30):
        assert network.note(tmp_path, f"http://10.0.0.{number}:8000/", f"2025-03-{number + 1:02}")
    network.note(tmp_path, "http://10.0.0.12:8000", "2025-04-01")
    kept = network.noted(tmp_path)
    assert len(json.loads((tmp_path / "printed").read_bytes())["addresses"]) == 20
    assert len(kept) == party_memory.MOST == 20
    assert kept[-1] == party_memory.Noted("http://10.0.0.12:8000", "2025-04-01")
    assert [one.url for one in kept].count("http://10.0.0.12:8000") == 1


def test_addresses_that_lead_elsewhere(tmp_path: Path) -> None:
    network.note(tmp_path, "http://10.0.0.5:8000", "2025-03-01")
    network.note(tmp_path, "HTTP://192.168.1.23:8000", "2025-03-02")
    network.note(tmp_path, "http://party.local", "2025-03-03")
    here = ["http://127.0.0.1:8000", "http://192.168.1.23:8000"]
    assert network.other_addresses(tmp_path, here) == ["http://party.local", "http://10.0.0.5:8000"]
    assert network.other_addresses(tmp_path, here, since="2025-03-02") == ["http://party.local"]
    assert network.other_addresses(tmp_path, [*here, "http://party.local:80", "10.0.0.5:8000"]) == []


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe\x00",
        b"[1, 2",
        b"[]",
        b"3",
        b'{"addresses": 3, "when": 3}',
        b'{"addresses": [3, null, {}, {"url": 3}, {"url": ""}], "when": null}',
        b'{"addresses": [{"url": "http://x\\u0007", "when": "\\u001b[2J"}], "when": "\\u001b[2J"}',
        b'{"addresses": [{"url": "' + b"x" * 5000 + b'"}], "when": "' + b"x" * 5000 + b'"}',
        b"[" * 60_000,
        b" " * 200_000 + b"{}",
    ],
)
def test_a_damaged_file_is_an_empty_one_and_is_mended(tmp_path: Path, damage: bytes) -> None:
    for name in ("printed", "reached"):
        (tmp_path / name).write_bytes(damage)
    assert network.noted(tmp_path) == []
    assert network.last_reached(tmp_path) == ""
    assert network.note(tmp_path, "http://10.0.0.5", "2025") and network.remember(tmp_path, "2025")
    assert network.other_addresses(tmp_path, []) == ["http://10.0.0.5"]
    assert network.last_reached(tmp_path) == "2025"


def test_a_folder_that_takes_nothing_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        assert not network.note(folder, "http://10.0.0.5", "2025")
        assert not network.remember(folder, "2025")
        assert network.noted(folder) == []
        assert network.last_reached(folder) == ""
    (tmp_path / "reached").mkdir()
    assert network.last_reached(tmp_path) == ""
