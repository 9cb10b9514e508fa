"""Kinds of record that a call names in `entityType`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from kit.errors import Invalid

Kind = TypeVar("Kind")


def named(kinds: Mapping[str, Kind], name: str) -> Kind:
    """Return the kind with this name. Raises Invalid, which names the known kinds."""
    if name not in kinds:
        text = f"Unknown entity type; allowed are: {', '.join(kinds)}"
        raise Invalid(text, code="unknown_entity_type", fields={"entityType": "Unknown entity type"})
    return kinds[name]
