"""The local network: under which addresses others in the room reach this machine. Nothing is sent to find out."""

from __future__ import annotations

import contextlib
import socket
import struct
import sys
from ipaddress import IPv4Address, ip_address

from loot_table.engine.errors import BadInput

SIOCGIFADDR = 0x8915  # Linux: the address of an interface
# Somewhere in each of the private networks. A datagram socket that is connected has chosen its way and sent nothing.
WAYS_OUT = ("192.168.255.254", "10.255.255.254", "172.31.255.254")


def is_local(address: str) -> bool:
    """Whether only a local network reaches it: a private address, whose machine may be behind no firewall of its own."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return isinstance(found, IPv4Address) and found.is_private and not found.is_unspecified and not found.is_link_local


def lan_addresses() -> list[str]:
    """Those of this machine that a local network reaches, the one that is used most first. Never one of the internet."""
    found = [*(chosen_for(way) for way in WAYS_OUT), *of_interfaces()]
    return [one for one in dict.fromkeys(found) if is_local(one) and not ip_address(one).is_loopback]


def chosen_for(way: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect((way, 9))
        return str(probe.getsockname()[0])
    return ""


def of_interfaces() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl  # noqa: PLC0415 - not on every system

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


def wanted_addresses(named: str | None) -> tuple[str, ...]:
    """Where `--lan` serves: the address that was named, or all that there are."""
    if named is not None and not is_local(named):
        raise BadInput(
            f"--lan serves a local network, and {named} is no private address; without --lan it can be served"
        )
    found = [named] if named is not None else lan_addresses()
    if not found:
        raise BadInput("this machine has no address in a local network; name it with --host if there is one")
    return tuple(found)
