"""Every field type: what it takes, what it stores, and the text it refuses with (`platform.md 5`)."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import Invalid
from kit.fields import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FieldType,
    IdList,
    Integer,
    Money,
    MultiSelect,
    Percent,
    Phone,
    Reference,
    RichText,
    Select,
    Text,
    options,
)

CHOICES = options("one", ("two", "Two"), (3, "Three", "green"))

TAKES: list[tuple[FieldType, Any, Any]] = [
    (Text(), "  trimmed  ", "trimmed"),
    (Text(), "a\nb", "a b"),
    (Text(multiline=True), "a\nb", "a\nb"),
    (Text(), None, ""),
    (Text(blank=None), "  ", None),
    (Text(), "Zoë O’Brien-Łuć 日本", "Zoë O’Brien-Łuć 日本"),
    (Text(), "<script>alert(1)</script>", "<script>alert(1)</script>"),
    (Text(), "a\x07b", "ab"),
    (Text(content="alpha"), "Zoë", "Zoë"),
    (Text(content="alphaNum"), "abc123", "abc123"),
    (Text(content="alphaSpace"), "Ann Marie", "Ann Marie"),
    (Text(content="alphaNumSpace"), "Room 12 b", "Room 12 b"),
    (Text(content="numeric"), "0012", "0012"),
    (Email(), "a.b+c@example.co.uk", "a.b+c@example.co.uk"),
    (Phone(), "+44 7700 900123", "+44 7700 900123"),
    (RichText(), "<p>Hi<script>x</script></p>", "<p>Hi</p>"),
    (Integer(), "12", 12),
    (Integer(), 12.0, 12),
    (Integer(minimum=-5), -5, -5),
    (Money(), -1299, -1299),
    (Percent(), 2000, 2000),
    (DecimalNumber(), "2.345", Decimal("2.35")),
    (DecimalNumber(), 2.5, Decimal("2.50")),
    (Date(), "2026-11-21", dt.date(2026, 11, 21)),
    (Date(), "31st July 2020", dt.date(2020, 7, 31)),
    (Date(), {"date": "2020-07-31 00:00:00"}, dt.date(2020, 7, 31)),
    (Date(), "", None),
    (DateTime(), "2026-11-21T09:30:00Z", dt.datetime(2026, 11, 21, 9, 30, tzinfo=dt.UTC)),
    (DateTime(), "2026-07-01T09:30:00+01:00", dt.datetime(2026, 7, 1, 8, 30, tzinfo=dt.UTC)),
    (Boolean(), "true", True),
    (Boolean(), "false", False),
    (Boolean(), None, False),
    (Select(choices=CHOICES), "two", "two"),
    (Select(choices=CHOICES), 3, 3),
    (MultiSelect(choices=CHOICES), ["one", "one", 3], ["one", 3]),
    (Reference(source="/x"), "7", 7),
    (IdList(), [3, 3, 1], [3, 1]),
]

REFUSES: list[tuple[FieldType, Any, str]] = [
    (Text(required=True), "  ", "Field is required"),
    (Text(required=True), None, "Field is required"),
    (Text(min_length=3), "ab", "Field must have at least 3 characters"),
    (Text(max_length=3), "abcd", "Field must have at most 3 characters"),
    (Text(), 5, "Please enter a text"),
    (Text(), ["x"], "Please enter a text"),
    (Text(content="numeric"), "12a", "Numbers only"),
    (Text(content="alpha"), "a1", "Letters only"),
    (Email(), "nobody", "Please enter a valid email address"),
    (Email(), "a@b", "Please enter a valid email address"),
    (Email(), "a b@c.de", "Please enter a valid email address"),
    (Email(), "a@b.c\r\nBcc: x@y.zz", "Please enter a valid email address"),
    (Phone(), "ring me", "Please enter digits and + only"),
    (RichText(required=True), "<p> </p>", "Field is required"),
    (RichText(required=True), "<script>x</script>", "Field is required"),
    (RichText(min_length=5), "<p>abc</p>", "Field must have at least 5 characters"),
    (Integer(), "1.5", "Positive integer values only"),
    (Integer(), True, "Positive integer values only"),
    (Integer(minimum=-1), "x", "Numbers only"),
    (Integer(minimum=1, maximum=9), 10, "Please enter a number between 1 and 9"),
    (Integer(), 10**30, "Please enter a number between 0 and 2147483647"),
    (DecimalNumber(), "NaN", "Numbers only"),
    (DecimalNumber(), "1e999999999", "Please enter a number between 0 and 1000000"),
    (Date(), "31st Smarch 2020", "Please enter a date in the form 31st July 2020"),
    (Date(), 20200731, "Please enter a date in the form 31st July 2020"),
    (DateTime(), "yesterday", "Please enter a date and time"),
    (Boolean(), 1, "Please choose yes or no"),
    (Boolean(must_be=True), False, "You must agree before submission"),
    (Select(choices=CHOICES), "four", "Please choose one of: one, two, 3"),
    (Select(choices=CHOICES), True, "Please choose one of: one, two, 3"),
    (MultiSelect(choices=CHOICES), "one", "Please choose from the list"),
    (MultiSelect(choices=CHOICES, minimum=2), ["one"], "Please add at least 2 entries"),
    (Reference(source="/x"), -1, "Please enter a number between 0 and 9007199254740991"),
    (IdList(most=2), [1, 2, 3], "Please add at most 2 entries"),
]


@pytest.mark.parametrize(("kind", "raw", "stored"), TAKES)
def test_takes(kind: FieldType, raw: Any, stored: Any) -> None:
    assert kind.parse(raw) == stored


@pytest.mark.parametrize(("kind", "raw", "text"), REFUSES)
def test_refuses(kind: FieldType, raw: Any, text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        kind.parse(raw)
    assert refusal.value.text == text


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
_ALL = [Text(), Email(), Phone(), RichText(),
        Integer(), Money(), Percent(), DecimalNumber(), Date(), DateTime(), Boolean(),
        Select(choices=CHOICES), MultiSelect(choices=CHOICES), Reference(source="/x"), IdList()]  # fmt: skip


@pytest.mark.parametrize("kind", _ALL, ids=lambda kind: type(kind).__name__)
@given(raw=_JSON)
def test_any_json_is_taken_or_refused(kind: FieldType, raw: Any) -> None:
    """Whatever arrives: a value that is taken again unchanged once encoded, or Invalid. Nothing else."""
    try:
        value = kind.parse(raw)
    except Invalid:
        return
    assert kind.parse(kind.encode(value)) == value


@pytest.mark.parametrize("kind", _ALL, ids=lambda kind: type(kind).__name__)
def test_meta_names_a_type_of_the_contract(kind: FieldType) -> None:
    known = set(
        "text textarea richtext integer decimal money percent date datetime boolean select multiselect address email "
        "phone files table".split()
    )
    meta = kind.meta()
    assert meta["type"] in known
    assert meta["required"] is False
