"""Duplicates within a spreadsheet: rows that change the same record, or describe the same person or thing. Its trial
reports them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kit.records import FieldSet
from kit.values import Email, Phone
from kit.values.phones import digits_of

_NAMES = ("firstName", "lastName")


class Repeats:
    """The rows of a file read so far, by the values that make two of them alike."""

    def __init__(self, fieldset: FieldSet) -> None:
        self._fields = fieldset.fields
        self._first: dict[tuple[str, str], int] = {}

    def of(self, number: int, record: str | None, body: Mapping[str, Any]) -> dict[str, Any] | None:
        """Return `{row, of, by}` if an earlier row, `of`, is like this one: `by` are the titles of the fields that
        agree, none if the whole row does. None without such a row."""
        earlier: dict[str, int] = {}
        for title, key in self._keys(record, body):
            first = self._first.setdefault((title, key), number)
            if first != number:
                earlier[title] = first
        if not earlier:
            return None
        first = min(earlier.values())
        by = [] if "" in earlier else [title for title, row in earlier.items() if row == first]
        return {"row": number, "of": earlier.get("", first), "by": by}

    def _keys(self, record: str | None, body: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
        """Yield each identifying value with its title; the title of the whole row is empty."""
        if record is not None:
            yield "ID", record
            return
        if body:
            yield "", repr(sorted((name, str(value).casefold()) for name, value in body.items()))
        for name, value in body.items():
            kind = self._fields[name].type
            if isinstance(kind, Email):
                yield self._fields[name].label(), str(value).casefold()
            elif isinstance(kind, Phone) and (digits := digits_of(str(value).replace(" ", ""))):
                yield self._fields[name].label(), digits
        if all(body.get(name) for name in _NAMES):
            yield "Name", " ".join(str(body[name]).casefold() for name in _NAMES)
