"""Descriptions of the field types: for a form (`docs/api.md`, Records), and for OpenAPI requests and answers."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from kit.values import (
    Boolean,
    Cell,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FieldType,
    FileIds,
    IdList,
    Integer,
    Listed,
    Money,
    MultiSelect,
    Option,
    Percent,
    Phone,
    Reference,
    RichText,
    Select,
    Table,
    Text,
    options,
)

CHOICES = options("one", ("two", "Two"), (3, "Three", "green"), Option(value=True, label="Yes"))
OPTIONS = [
    {"value": "one", "label": "one"},
    {"value": "two", "label": "Two"},
    {"value": 3, "label": "Three", "color": "green"},
    {"value": True, "label": "Yes"},
]
ROWS = Table(columns=[Cell("name", "Name", Text(required=True, max_length=9)), Cell("due", "Due", Date())], most=4)
CELLS = [
    {"name": "name", "title": "Name", "type": "text", "required": True, "maxLength": 9},
    {"name": "due", "title": "Due", "type": "date", "required": False},
]

SHOWN_TO_A_FORM: list[tuple[FieldType, dict[str, Any]]] = [
    (FieldType(), {"type": "text"}),
    (Text(), {"type": "text", "maxLength": 255}),
    (Text(multiline=True, min_length=2), {"type": "textarea", "maxLength": 255, "minLength": 2}),
    (Text(content="alpha", max_length=5), {"type": "text", "maxLength": 5, "content": "alpha"}),
    (Email(), {"type": "email"}),
    (Phone(), {"type": "phone", "maxLength": 30, "content": "phone"}),
    (RichText(), {"type": "richtext", "maxLength": 20_000}),
    (Integer(), {"type": "integer", "min": 0, "max": 2_147_483_647}),
    (Money(), {"type": "money", "min": -1_000_000_000, "max": 1_000_000_000}),
    (Percent(), {"type": "percent", "min": 0, "max": 10_000}),
    (DecimalNumber(), {"type": "decimal"}),
    (Date(), {"type": "date"}),
    (DateTime(), {"type": "datetime"}),
    (Boolean(), {"type": "boolean"}),
    (Select(choices=CHOICES), {"type": "select", "options": OPTIONS}),
    (MultiSelect(choices=CHOICES), {"type": "multiselect", "options": OPTIONS}),
    (Reference(source="/orgs"), {"type": "select", "optionsFrom": "/orgs"}),
    (IdList(), {"type": "multiselect"}),
    (IdList(source="/users"), {"type": "multiselect", "optionsFrom": "/users"}),
    (FileIds(), {"type": "files"}),
    (ROWS, {"type": "table", "columns": CELLS}),
    (Listed(source="/titles"), {"type": "select", "maxLength": 100, "optionsFrom": "/titles"}),
]

SENT: list[tuple[FieldType, dict[str, Any]]] = [
    (FieldType(), {"type": ["string", "null"]}),
    (Text(max_length=5), {"type": ["string", "null"], "maxLength": 5}),
    (Email(), {"type": ["string", "null"]}),
    (Integer(minimum=1, maximum=9), {"type": ["integer", "null"], "minimum": 1, "maximum": 9}),
    (DecimalNumber(), {"type": ["number", "null"]}),
    (Date(), {"type": ["string", "null"], "format": "date"}),
    (DateTime(), {"type": ["string", "null"], "format": "date-time"}),
    (Boolean(), {"type": ["boolean", "string", "null"]}),
    (Select(choices=CHOICES), {"enum": ["one", "two", 3, True, None]}),
    (MultiSelect(choices=CHOICES), {"type": ["array", "null"], "items": {"enum": ["one", "two", 3, True]}}),
    (Reference(source="/orgs"), {"type": ["integer", "null"], "minimum": 0}),
    (IdList(), {"type": ["array", "null"], "items": {"type": "integer"}}),
    (
        ROWS,
        {
            "type": ["array", "null"],
            "maxItems": 4,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "name": {"type": ["string", "null"], "maxLength": 9},
                    "due": {"type": ["string", "null"], "format": "date"},
                },
            },
        },
    ),
]

ANSWERED: list[tuple[FieldType, dict[str, Any]]] = [
    (FieldType(), {"type": "string"}),
    (Text(), {"type": "string"}),
    (Integer(), {"type": "integer"}),
    (DecimalNumber(), {"type": "number"}),
    (Date(), {"type": "string", "format": "date"}),
    (DateTime(), {"type": "string", "format": "date-time"}),
    (Boolean(), {"type": "boolean"}),
    (Select(choices=CHOICES), {"enum": ["one", "two", 3, True]}),
    (Select(choices=CHOICES, blank=""), {"enum": ["one", "two", 3, True, ""]}),
    (Select(choices=CHOICES, blank="", required=True), {"enum": ["one", "two", 3, True]}),
    (Select(choices=CHOICES, blank="two"), {"enum": ["one", "two", 3, True]}),
    (MultiSelect(choices=CHOICES), {"type": "array", "items": {"enum": ["one", "two", 3, True]}}),
    (Reference(source="/orgs"), {"type": "integer"}),
    (IdList(), {"type": "array", "items": {"type": "integer"}}),
    (
        ROWS,
        {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "due"],
                "properties": {
                    "name": {"type": "string"},
                    "due": {"type": ["string", "null"], "format": "date"},
                },
            },
        },
    ),
]

SUMMER = dt.datetime(2026, 7, 1, 9, 30, tzinfo=dt.timezone(dt.timedelta(hours=1)))
ENCODED: list[tuple[FieldType, Any, Any]] = [
    (Text(), "as it is", "as it is"),
    (Date(), dt.date(2026, 7, 1), "2026-07-01"),
    (Date(), None, None),
    (DateTime(), SUMMER, "2026-07-01T08:30:00Z"),
    (DateTime(), None, None),
    (DecimalNumber(), Decimal("2.50"), 2.5),
    (DecimalNumber(), None, None),
]


def _name(value: Any) -> str | None:
    return type(value).__name__ if isinstance(value, FieldType) else None


@pytest.mark.parametrize(("kind", "shown"), SHOWN_TO_A_FORM, ids=_name)
def test_form_metadata(kind: FieldType, shown: dict[str, Any]) -> None:
    assert kind.meta() == {"required": False} | shown


def test_required_field_is_marked() -> None:
    assert Date(required=True).meta() == {"type": "date", "required": True}


@pytest.mark.parametrize(("kind", "schema"), SENT, ids=_name)
def test_request_schema(kind: FieldType, schema: dict[str, Any]) -> None:
    assert kind.schema() == schema


@pytest.mark.parametrize(("kind", "schema"), ANSWERED, ids=_name)
def test_answer_schema(kind: FieldType, schema: dict[str, Any]) -> None:
    assert kind.answer() == schema


@pytest.mark.parametrize(("kind", "stored", "shown"), ENCODED, ids=_name)
def test_encoded_values(kind: FieldType, stored: Any, shown: Any) -> None:
    assert kind.encode(stored) == shown
