"""Request bodies read by field types: the needs of a move, the fields of a hand-written command."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from typing import Any

from kit.errors import Invalid, refuse_fields
from kit.values.labels import humanize
from kit.values.types import Boolean, FieldType

CONFIRM = "confirm"
"""The field with which a caller answers yes to a question (`kit.errors.Asks`)."""


def read(types: Mapping[str, FieldType], body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every field of `types`. Raises Invalid that names each unknown or invalid field."""
    unknown = sorted(set(body) - set(types))
    if unknown:
        allowed = ", ".join(sorted(types)) or "none"
        raise Invalid(
            f"Unknown field; allowed are: {allowed}",
            code="unknown_field",
            fields=dict.fromkeys(unknown, "Unknown field"),
        )
    values, refused = parsed(types, body)
    refuse_fields(refused, title="Form errors")
    return values


def parsed(types: Mapping[str, FieldType], body: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the valid values of `types`, and the refusals of the others, by name."""
    values: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for name, kind in types.items():
        try:
            values[name] = kind.parse(body.get(name))
        except Invalid as refusal:
            refused[name] = refusal.text
    return values, refused


def confirmed(body: MutableMapping[str, Any]) -> bool:
    """Take the answer to a question out of the body, and return whether it is yes. Raises Invalid."""
    return bool(read({CONFIRM: Boolean()}, {CONFIRM: body.pop(CONFIRM, False)})[CONFIRM])


def section(name: str, title: str, types: Mapping[str, FieldType], titles: Mapping[str, str]) -> dict[str, Any]:
    """Return the section of a form (`kit.http.shapes.forms.FormSection`) for such a body; `titles` replace titles
    derived from names."""
    fields = [
        {"name": entry, "title": titles.get(entry, humanize(entry))} | kind.meta() for entry, kind in types.items()
    ]
    return {"name": name, "title": title, "fields": fields}
