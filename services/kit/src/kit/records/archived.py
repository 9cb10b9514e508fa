"""Archived records: the rule on archiving and restoring them, and the calls that list the archived choices of a field
or filter. `kit.records.references` registers the calls when a service is assembled; declarations publish them in their
metadata."""

from __future__ import annotations

from collections.abc import Callable

from kit.policy import Actor, Row, Rule, sys_admin

_calls: dict[int, Callable[[str], str | None]] = {}


def register(declared: object, call: Callable[[str], str | None]) -> None:
    """Register `call` for a declaration: it maps a source of choices to the call that returns the archived ones."""
    _calls[id(declared)] = call


def source_of(declared: object, source: str) -> str | None:
    """Return the call that returns the archived choices of `source`; None if its records cannot be archived."""
    call = _calls.get(id(declared))
    return call(source) if call is not None and source else None


def archives(may: Rule) -> Rule:
    """Return the rule of the field `archived`: those whom `may` allows can archive, sysAdmin can restore."""

    def allows(actor: Actor, row: Row | None) -> bool:
        return sys_admin(actor, row) if row is not None and row["archived"] else may(actor, row)

    return Rule(f"{may.name}, sysAdmin to restore", allows)
