"""Lookup of TXT records, with a deadline."""

from __future__ import annotations

from support.domains.checking import Texts
from support.mail.settings import mail_settings

DEADLINE = 5.0
"""Seconds for one name, over all servers and retries."""


def texts_of(name: str) -> Texts:
    """Return the TXT records of a name, empty if it has none; None if no server answered before the deadline.

    Asks `STAFFROOM_MAIL_RESOLVER`, otherwise the name servers of the machine.
    """
    # imported here: only the worker that checks needs it
    import dns.exception
    import dns.resolver

    address = mail_settings().resolver
    resolver = dns.resolver.Resolver(configure=not address)
    if address:
        host, _, port = address.rpartition(":")
        resolver.nameservers, resolver.port = [host.strip("[]")], int(port)
    try:
        answer = resolver.resolve(name, "TXT", lifetime=DEADLINE, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except (dns.exception.DNSException, OSError):
        return None
    return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
