"""Email addresses as mail accepts them (RFC 5321, 4.1.2; RFC 5890): the one check of fields, forms, imports and
sign-in.

`web/libs/ui/src/text/email.ts` checks the same on the page; `staffroom_testing/addresses.json` tests both.
"""

from __future__ import annotations

import re

import idna

from kit.errors import Invalid
from kit.values import characters

BAD_EMAIL = "Please enter a valid email address"
LONGEST = 254
_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LOCAL = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_LABEL = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)")
_LONGEST_DOMAIN = 253


def stored(text: str) -> str:
    """Return an address in its stored form: an international domain as punycode, since mail servers accept no other.
    Raises Invalid."""
    local, _, domain = characters.trimmed(text).rpartition("@")
    domain = _ascii(domain)
    labels = domain.split(".")
    address = f"{local}@{domain}"
    fits = len(domain) <= _LONGEST_DOMAIN and len(address) <= LONGEST
    if not fits or len(labels) < 2 or not all(map(_LABEL.fullmatch, labels)) or labels[-1].isdigit():
        raise Invalid(BAD_EMAIL)
    if not _LOCAL.fullmatch(local):
        raise Invalid(BAD_EMAIL)
    return address


def known_as(text: str) -> str:
    """Return `text` in the stored form of an address, unchanged if it is not one: for look-ups."""
    try:
        return stored(text)
    except Invalid:
        return text


def shown(address: str) -> str:
    """Return a stored address for display, its domain decoded."""
    local, sign, domain = address.rpartition("@")
    if "xn--" not in domain.lower():
        return address
    try:
        return f"{local}{sign}{idna.decode(domain)}"
    except (idna.IDNAError, UnicodeError):
        return address


def _ascii(domain: str) -> str:
    """Check a domain and return it as punycode. Refuse invisible characters, even those that IDNA would drop. Raises
    Invalid."""
    if domain.isascii() and "xn--" not in domain.lower():
        return domain
    if not all(sign in "-." or sign.isalnum() or characters.is_mark(sign) for sign in domain):
        raise Invalid(BAD_EMAIL)
    if any(characters.is_invisible(sign) for sign in domain):
        raise Invalid(BAD_EMAIL)
    try:
        return idna.encode(domain, uts46=True).decode()
    except (idna.IDNAError, UnicodeError):
        raise Invalid(BAD_EMAIL) from None
