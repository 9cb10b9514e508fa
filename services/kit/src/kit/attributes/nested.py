"""Nested answers: attributes by their paths, their values, and the TypedDict that declares them."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NotRequired, TypedDict, get_args, get_origin, get_type_hints

from kit.attributes.attribute import Attribute
from kit.policy import Row


def nested(attributes: Iterable[Attribute]) -> dict[str, Any]:
    """Return the attributes that have a path, in the structure of the answer: an attribute, or an object of attributes,
    by name."""
    answer: dict[str, Any] = {}
    for entry in attributes:
        if entry.at:
            *around, name = entry.at.split(".")
            inside = answer
            for part in around:
                inside = inside.setdefault(part, {})
            inside[name] = entry
    return answer


def values(nested: Mapping[str, Any], row: Row) -> dict[str, Any]:
    """Return the values of a row in the structure of `nested`, each in the form of its type."""
    return {
        name: values(entry, row) if isinstance(entry, dict) else entry.type.encode(row[entry.column.name])
        for name, entry in nested.items()
    }


def merged(computed: Any, nested: Mapping[str, Any]) -> Any:
    """Return a TypedDict with the name and docstring of `computed`, its entries and the `nested` ones. Raises KeyError
    for an object that it lacks."""
    hints = get_type_hints(computed, include_extras=True)
    for name, entry in nested.items():
        if not isinstance(entry, dict):
            hints.setdefault(name, _marked(entry))
        elif get_origin(hints[name]) is NotRequired:
            hints[name] = NotRequired[merged(get_args(hints[name])[0], entry)]
        else:
            hints[name] = merged(hints[name], entry)
    body = {"__doc__": computed.__doc__, "__module__": computed.__module__, "__annotations__": hints}
    return types.new_class(computed.__name__, (TypedDict,), {}, lambda namespace: namespace.update(body))


def _marked(entry: Attribute) -> Any:
    """Return the type of an attribute in an answer; it may be absent if not everybody who reaches the record may read
    it."""
    if entry.readers is None or entry.readers.everybody:
        return entry.hint()
    return NotRequired[Annotated[entry.hint(), entry.readers]]
