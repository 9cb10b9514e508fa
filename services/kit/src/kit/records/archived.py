"""Calls that list the archived choices of a field or filter. They are known once a service is put together, by
`kit.records.references`; declarations show them."""

from __future__ import annotations

from collections.abc import Callable

_calls: dict[int, Callable[[str], str | None]] = {}


def register(declared: object, call: Callable[[str], str | None]) -> None:
    """Make `call`, from a source of choices to the call that lists its archived ones, known to a declaration."""
    _calls[id(declared)] = call


def source_of(declared: object, source: str) -> str | None:
    """The call that lists the archived choices of `source`, or None where none is archived."""
    call = _calls.get(id(declared))
    return call(source) if call is not None and source else None
