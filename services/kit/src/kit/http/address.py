"""The address of the caller, behind the gateway and any proxy in front of it."""

from __future__ import annotations

import ipaddress

from kit.settings import settings

_IPV6_NETWORK = 64
"""Bits of an IPv6 address that identify one caller, who usually has the whole network."""


def caller_address(forwarded: str, peer: str) -> str:
    """Return the address of the caller: the last in `X-Forwarded-For` that is not one of our proxies.

    The gateway appends the address it saw; earlier entries come from the caller and are not trusted. A load balancer in
    front of the gateway must be in STAFFROOM_TRUSTED_PROXIES, else all callers would have its address.
    """
    trusted = settings().trusted_networks()
    last = peer
    for hop in reversed(forwarded.split(",") if forwarded else [peer]):
        try:
            address = ipaddress.ip_address(hop.strip())
        except ValueError:
            break
        last = str(address)
        if not any(address in network for network in trusted):
            break
    return last


def network(address: str) -> str:
    """Return the key of rate limits: the IPv4 address, or the /64 of an IPv6 address. Empty for an invalid address."""
    try:
        value = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(value, ipaddress.IPv6Address):
        if value.ipv4_mapped is not None:
            return str(value.ipv4_mapped)
        return str(ipaddress.ip_network((value, _IPV6_NETWORK), strict=False))
    return str(value)
