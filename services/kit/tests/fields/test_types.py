"""Every field type: accepted values, stored values, and the texts of refusals (`platform.md 5`)."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.errors import Invalid
from kit.values import (
    Boolean,
    Cell,
    Date,
    DateTime,
    DecimalNumber,
    Email,
    FieldType,
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
from kit.values.bodies import read

TOO_DEEP = "This text is nested more than 50 levels deep; please paste it without its formatting"
CHOICES = options("one", ("two", "Two"), (3, "Three", "green"))
CONTACTS = Table(
    columns=[Cell("name", "Name", Text(required=True)), Cell("born", "Born", Date()), Cell("main", "Main", Boolean())],
    most=2,
)
ADA: dict[str, Any] = {"name": "Ada", "born": "1915-12-10", "main": False}
MOST_ID = 9_007_199_254_740_991
LONGEST_EMAIL = "a" * 249 + "@b.cd"
FILM = '<iframe src="https://www.youtube.com/embed/x"></iframe>'

TAKES: list[tuple[FieldType, Any, Any]] = [
    (Text(), "  trimmed  ", "trimmed"),
    (Text(), "a\nb", "a b"),
    (Text(multiline=True), "a\nb", "a\nb"),
    (Text(), None, ""),
    (Text(blank=None), "  ", None),
    (Text(), "Zoë O’Brien-Łuć 日本", "Zoë O’Brien-Łuć 日本"),
    (Text(), "<script>alert(1)</script>", "<script>alert(1)</script>"),
    (Text(), "a\x07b", "ab"),
    (Text(), "\u200b\ufeffAda\u2060\u00a0", "Ada"),
    (Text(), "\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
    (Text(), "half \ud800", "half ?"),
    (Text(), "\u200b", ""),
    (Text(blank=None), "\u2028 \u202e", None),
    (Text(content="alpha"), "Zoë", "Zoë"),
    (Text(content="alphaNum"), "abc123", "abc123"),
    (Text(case=str.upper, pattern="[A-Z]{2}"), " gb ", "GB"),
    (Text(content="alphaSpace"), "Ann Marie", "Ann Marie"),
    (Text(content="alphaNumSpace"), "Room 12 b", "Room 12 b"),
    (Text(content="numeric"), "0012", "0012"),
    (Email(), "a.b+c@example.co.uk", "a.b+c@example.co.uk"),
    (Phone(), "+44 7700 900123", "+44 7700 900123"),
    (RichText(), "<p>Hi<script>x</script></p>", "<p>Hi</p>"),
    (RichText(), "<div>" * 50 + "x" + "</div>" * 50, "<div>" * 50 + "x" + "</div>" * 50),
    (RichText(max_length=100), "&" * 80, "&amp;" * 80),
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
    (Text(min_length=3, max_length=3), "abc", "abc"),
    (Text(content="alphaSpace"), "Ann  Marie Lee", "Ann  Marie Lee"),
    (Text(multiline=True), "\x07 a \n", "a"),
    (Email(), f" {LONGEST_EMAIL} ", LONGEST_EMAIL),
    (Email(), None, ""),
    (Phone(), "+" + "4" * 29, "+" + "4" * 29),
    (RichText(min_length=3, max_length=3), "<p>abc</p>", "<p>abc</p>"),
    (RichText(required=True), FILM, FILM),
    (RichText(), None, ""),
    (RichText(), "<p> </p>", "<p> </p>"),
    (RichText(required=True), "<p>Hi</p>", "<p>Hi</p>"),
    (Integer(), 0, 0),
    (Integer(), 2_147_483_647, 2_147_483_647),
    (Integer(), " +5 ", 5),
    (Integer(), "5\x1f", 5),
    (Integer(minimum=-MOST_ID, maximum=MOST_ID), "-" + "1" * 15, -111_111_111_111_111),
    (Integer(maximum=10**18), "1" * 18, 111_111_111_111_111_111),
    (Integer(), None, None),
    (Money(), 1_000_000_000, 1_000_000_000),
    (Money(), -1_000_000_000, -1_000_000_000),
    (Percent(), 10_000, 10_000),
    (DecimalNumber(), " 1.005 ", Decimal("1.01")),
    (DecimalNumber(places=1), 0.25, Decimal("0.3")),
    (DecimalNumber(), 0, Decimal(0)),
    (DecimalNumber(), 1_000_000, Decimal(1_000_000)),
    (Date(), "2026-11-21T23:59:59", dt.date(2026, 11, 21)),
    (Date(), " 1st January 1900 ", dt.date(1900, 1, 1)),
    (Date(), "2nd March 2020", dt.date(2020, 3, 2)),
    (Date(), "3rd March 2020", dt.date(2020, 3, 3)),
    (Date(), "11th March 2020", dt.date(2020, 3, 11)),
    (Date(), "2200-12-31", dt.date(2200, 12, 31)),
    (DateTime(), {"date": " 1900-01-01 00:00:00 "}, dt.datetime(1900, 1, 1, tzinfo=dt.UTC)),
    (DateTime(), "2200-12-31T23:00:00", dt.datetime(2200, 12, 31, 23, tzinfo=dt.UTC)),
    (Boolean(), " TRUE ", True),
    (Boolean(must_be=True), True, True),
    (Select(choices=CHOICES, blank="none"), " ", "none"),
    (Select(choices=options((1, "One"), Option(True, "Yes"))), True, True),
    (MultiSelect(choices=CHOICES), None, []),
    (MultiSelect(choices=CHOICES, minimum=2), ["two", 3], ["two", 3]),
    (Reference(source="/x"), 0, 0),
    (Reference(source="/x"), MOST_ID, MOST_ID),
    (IdList(), None, []),
    (IdList(most=2), [1, MOST_ID], [1, MOST_ID]),
    (IdList(), list(range(1, 1001)), list(range(1, 1001))),
    (CONTACTS, None, []),
    (CONTACTS, [{"name": ""}], []),
    (Table(columns=CONTACTS.columns, required=True), [ADA], [ADA]),
    (CONTACTS, [{"name": " Ada ", "born": "10th December 1915"}], [ADA]),
    (CONTACTS, [{}, {"name": "", "born": None, "main": False}, ADA, ADA], [ADA, ADA]),
    (Listed(source="/x"), " Dr ", "Dr"),
    (Listed(source="/x"), "", None),
    (Listed(source="/x"), "x" * 100, "x" * 100),
]

REFUSES: list[tuple[FieldType, Any, str]] = [
    (Text(required=True), "  ", "Field is required"),
    (Text(required=True), None, "Field is required"),
    (Text(required=True), "\u200b", "Field is required"),
    (Text(required=True), "\u202e\u2066\ufeff", "Field is required"),
    (Text(required=True), "\u3164", "Field is required"),
    (Text(required=True), "\u0301", "Field is required"),
    (Text(required=True), "\x07\u00ad", "Field is required"),
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
    (RichText(), "<div>" * 51 + "x", TOO_DEEP),
    (RichText(), "<b>" * 20_000 + "x", TOO_DEEP),
    (
        RichText(max_length=100),
        "&" * 100,
        "Field must have at most 400 characters, its formatting and special characters counted",
    ),
    (Integer(), "1.5", "Positive integer values only"),
    (Integer(), True, "Positive integer values only"),
    (Money(), False, "Numbers only"),
    (Percent(), True, "Positive integer values only"),
    (DecimalNumber(), True, "Numbers only"),
    (Reference(source="/x"), True, "Positive integer values only"),
    (IdList(), [True], "Positive integer values only"),
    (Date(), True, "Please enter a date in the form 31st July 2020"),
    (DateTime(), True, "Please enter a date and time"),
    (MultiSelect(choices=options((1, "One"))), [True], "Please choose one of: 1"),
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
    (IdList(), list(range(1, 1002)), "Please add at most 1000 entries"),
    (IdList(), 7, "Please add at most 1000 entries"),
    (IdList(), [0], "Please enter a number between 1 and 9007199254740991"),
    (IdList(), [MOST_ID + 1], "Please enter a number between 1 and 9007199254740991"),
    (Text(), "x" * 256, "Field must have at most 255 characters"),
    (Text(content="alphaNum"), "a b", "Letters and numbers only"),
    (Text(pattern="[A-Z]{2}", refusal="Two letters"), "GBR", "Two letters"),
    (Text(pattern="[A-Z]{2}", refusal="Two letters"), "gb", "Two letters"),
    (Text(content="alphaNum"), "a_b", "Letters and numbers only"),
    (Text(content="alphaSpace"), "Room 12", "Letters and spaces only"),
    (Text(content="alphaNumSpace"), "Room 12!", "Letters, numbers and spaces only"),
    (Email(), 5, "Please enter a valid email address"),
    (Email(), "a" + LONGEST_EMAIL, "Please enter a valid email address"),
    (Email(), "a\x07b@c.de", "Please enter a valid email address"),
    (Phone(), "4" * 31, "Field must have at most 30 characters"),
    (RichText(), 5, "Please enter a text"),
    (RichText(max_length=3), "<p>abcd</p>", "Field must have at most 3 characters"),
    (RichText(max_length=3), "<p>" + " " * 7 + "</p>", "Field must have at most 3 characters"),
    (Integer(), -1, "Please enter a number between 0 and 2147483647"),
    (Integer(), "1" * 19, "Positive integer values only"),
    (Integer(), 1.5, "Positive integer values only"),
    (Integer(), "x", "Positive integer values only"),
    (Integer(minimum=1, maximum=9), 0, "Please enter a number between 1 and 9"),
    (Money(), -1_000_000_001, "Please enter a number between -1000000000 and 1000000000"),
    (Money(), 1_000_000_001, "Please enter a number between -1000000000 and 1000000000"),
    (Percent(), 10_001, "Please enter a number between 0 and 10000"),
    (DecimalNumber(), [1], "Numbers only"),
    (DecimalNumber(), "one", "Numbers only"),
    (DecimalNumber(), -0.01, "Please enter a number between 0 and 1000000"),
    (DecimalNumber(), 1_000_000.01, "Please enter a number between 0 and 1000000"),
    (Date(), "1899-12-31", "Please enter a date in the form 31st July 2020"),
    (Date(), "2201-01-01", "Please enter a date in the form 31st July 2020"),
    (DateTime(), "1899-12-31T23:59:59Z", "Please enter a date and time"),
    (DateTime(), "2201-01-01T00:00:00Z", "Please enter a date and time"),
    (Boolean(), "yes", "Please choose yes or no"),
    (MultiSelect(choices=CHOICES), ["four"], "Please choose one of: one, two, 3"),
    (Reference(source="/x"), MOST_ID + 1, "Please enter a number between 0 and 9007199254740991"),
    (CONTACTS, {"name": "Ada"}, "Please enter rows of values"),
    (CONTACTS, 7, "Please enter rows of values"),
    (CONTACTS, [ADA, "Ada"], "Please enter rows of values"),
    (CONTACTS, [ADA, ADA, ADA], "Please add at most 2 entries"),
    (CONTACTS, [{"name": "Ada", "colour": "red", "age": 3}], "Unknown column 'age'"),
    (CONTACTS, [{"born": "1915-12-10"}], "Name: Field is required"),
    (CONTACTS, [ADA | {"born": "never"}], "Born: Please enter a date in the form 31st July 2020"),
    (Table(columns=CONTACTS.columns, required=True), [{"name": ""}], "Please add at least 1 entries"),
    (Table(columns=CONTACTS.columns), [ADA] * 51, "Please add at most 50 entries"),
    (Listed(source="/x"), "x" * 101, "Field must have at most 100 characters"),
]


@pytest.mark.parametrize(("kind", "raw", "stored"), TAKES)
def test_accepted_values(kind: FieldType, raw: Any, stored: Any) -> None:
    assert kind.parse(raw) == stored


@pytest.mark.parametrize(("kind", "raw", "text"), REFUSES)
def test_refused_values(kind: FieldType, raw: Any, text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        kind.parse(raw)
    assert refusal.value.text == text


def test_options_are_words_pairs_triples_or_themselves() -> None:
    yes = Option(value=True, label="Yes")
    assert options("one", ("two", "Two"), (3, "Three", "green"), yes) == (
        Option("one", "one"),
        Option("two", "Two"),
        Option(3, "Three", "green"),
        yes,
    )


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
_ALL = [
    Text(),
    Email(),
    Phone(),
    RichText(),
    Integer(),
    Money(),
    Percent(),
    DecimalNumber(),
    Date(),
    DateTime(),
    Boolean(),
    Select(choices=CHOICES),
    MultiSelect(choices=CHOICES),
    Reference(source="/x"),
    IdList(),
]


@pytest.mark.parametrize("kind", _ALL, ids=lambda kind: type(kind).__name__)
@given(raw=_JSON)
def test_any_json_is_accepted_or_refused(kind: FieldType, raw: Any) -> None:
    """Any value is either Invalid, or stored so that its encoded form is accepted unchanged."""
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


SIZE_AND_DAY: dict[str, FieldType] = {"size": Integer(required=True), "day": Date()}


def test_body_is_read_by_its_types() -> None:
    assert read(SIZE_AND_DAY, {"size": "3"}) == {"size": 3, "day": None}
    assert read({}, {}) == {}


def test_body_names_every_invalid_field() -> None:
    with pytest.raises(Invalid) as refusal:
        read(SIZE_AND_DAY, {"day": "never"})
    day = "Please enter a date in the form 31st July 2020"
    assert refusal.value.fields == {"size": "Field is required", "day": day}
    assert (refusal.value.text, refusal.value.title) == ("Field is required", "Form errors")


@pytest.mark.parametrize(
    ("types", "text"),
    [(SIZE_AND_DAY, "Unknown field; allowed are: day, size"), ({}, "Unknown field; allowed are: none")],
)
def test_body_names_every_unknown_field(types: dict[str, FieldType], text: str) -> None:
    with pytest.raises(Invalid) as refusal:
        read(types, {"size": 3, "tone": 1, "colour": 2} if types else {"tone": 1, "colour": 2})
    assert (refusal.value.text, refusal.value.code) == (text, "unknown_field")
    assert refusal.value.fields == {"colour": "Unknown field", "tone": "Unknown field"}
