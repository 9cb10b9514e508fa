"""Composite types: a small table typed into a form, a word from a list that a call serves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kit.errors import Invalid
from kit.values.schemas import or_null
from kit.values.texts import FieldType, Text


@dataclass(frozen=True)
class Cell:
    """One column of a Table: a field."""

    name: str
    title: str
    type: FieldType


@dataclass(frozen=True, kw_only=True)
class Table(FieldType):
    """Rows of cells, stored as JSON in their order. Empty rows are dropped; at most `most` rows."""

    columns: Sequence[Cell]
    most: int = 50
    kind = "table"
    many = True

    def empty(self) -> Any:
        return []

    def read(self, raw: Any) -> list[dict[str, Any]]:
        if not isinstance(raw, list) or any(not isinstance(row, dict) for row in raw):
            raise Invalid("Please enter rows of values")
        rows = [self._row(row) for row in raw if any(value not in (None, "", False) for value in row.values())]
        if len(rows) > self.most:
            raise Invalid(f"Please add at most {self.most} entries")
        if self.required and not rows:
            raise Invalid("Please add at least 1 entries")
        return rows

    def _row(self, raw: dict[str, Any]) -> dict[str, Any]:
        unknown = sorted(set(raw) - {cell.name for cell in self.columns})
        if unknown:
            raise Invalid(f"Unknown column {unknown[0]!r}")
        row = {}
        for cell in self.columns:
            try:
                row[cell.name] = cell.type.encode(cell.type.parse(raw.get(cell.name)))
            except Invalid as refusal:
                raise Invalid(f"{cell.title}: {refusal.text}") from None
        return row

    def meta(self) -> dict[str, Any]:
        columns = [{"name": cell.name, "title": cell.title} | cell.type.meta() for cell in self.columns]
        return super().meta() | {"columns": columns}

    def schema(self) -> dict[str, Any]:
        cells = {cell.name: cell.type.schema() for cell in self.columns}
        row = {"type": "object", "properties": cells, "additionalProperties": False}
        return {"type": ["array", "null"], "items": row, "maxItems": self.most}

    def answer(self) -> dict[str, Any]:
        cells = {
            cell.name: cell.type.answer() if cell.type.empty() is not None else or_null(cell.type.answer())
            for cell in self.columns
        }
        return {"type": "array", "items": {"type": "object", "properties": cells, "required": [*cells]}}


@dataclass(frozen=True, kw_only=True)
class Listed(Text):
    """A word from the list that `source` serves; the foreign key, if there is one, checks that it exists.

    An empty choice is stored as null.
    """

    source: str
    max_length: int = 100
    blank: str | None = None
    kind = "select"

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"optionsFrom": self.source}
