"""Fields of public pages: what they draw, read and refuse."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

import pytest

from kit.http import fields, pages
from kit.http.fields import Field
from kit.values import DecimalNumber

FIELDS = (
    Field("name", "Your name", required=True, least=2, most=5),
    Field("email", "Email", "email"),
    Field("day", "Available from", "date"),
    Field("start", "From", "time"),
    Field("hours", "Hours a week", "number", type=DecimalNumber(maximum=Decimal(60))),
    "<h2>More</h2>",
    Field("place", "Where?", "select", options=(("1", "Oxford"), ("2", "London"))),
    Field("way", "How?", "choice", options=(("yes", "Yes"), ("no", "No"))),
    Field("cv", "CV", "file"),
    Field("consent", "I agree", "agreement", required=True),
)
WHOLE = {
    "name": " Ada ",
    "email": "ada@bücher.example",
    "day": "31 July 2020",
    "start": "09:30",
    "hours": "7.5",
    "place": "2",
    "way": "no",
    "consent": "yes",
}


def typed(**values: str) -> pages.Posted:
    return pages.Posted({name: [value] for name, value in (WHOLE | values).items()})


def test_values_are_read_by_their_types() -> None:
    values, faults = fields.read(FIELDS, typed())
    assert faults == {}
    assert values == {
        "name": "Ada",
        "email": "ada@xn--bcher-kva.example",
        "day": dt.date(2020, 7, 31),
        "start": "09:30",
        "hours": Decimal("7.50"),
        "place": "2",
        "way": "no",
        "consent": True,
    }
    values, faults = fields.read(FIELDS, pages.Posted({}))
    assert faults == {"name": "Field is required", "consent": "Field is required"}
    assert values == {"email": "", "day": None, "start": "", "hours": None, "place": None, "way": None}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", "\u200b"),
        ("name", "A"),
        ("name", "Augusta"),
        ("email", "ada@b"),
        ("email", "a..b@example.org"),
        ("day", "2030-02-31"),
        ("day", "9999-01-01"),
        ("start", "25:00"),
        ("start", "9"),
        ("hours", "61"),
        ("hours", "NaN"),
        ("place", "3"),
        ("way", "maybe"),
        ("consent", "no"),
    ],
)
def test_invalid_values_are_refused_next_to_their_field(name: str, value: str) -> None:
    sheet = typed(**{name: value})
    values, faults = fields.read(FIELDS, sheet)
    assert list(faults) == [name] and name not in values
    drawn = fields.form(FIELDS, sheet, faults, "Send")
    assert f'id="{name}-wrong"' in drawn and f'<a href="#{name}">' in drawn and "Form errors" in drawn


def test_form_escapes_typed_values_and_keeps_choices() -> None:
    drawn = fields.form(FIELDS, typed(name='"><b>'), {}, "Send", files=True)
    assert "<b>" not in drawn and "&quot;&gt;&lt;b&gt;" in drawn
    assert '<option value="2" selected>' in drawn and 'value="no" checked' in drawn and "<h2>More</h2>" in drawn
    assert 'enctype="multipart/form-data"' in drawn and drawn.count("(optional)") == 7


def test_page_drops_characters_that_cannot_be_stored() -> None:
    assert pages.posted(b"name=Ada%00&words=one%0Atwo%7F").values == {"name": ["Ada"], "words": ["one\ntwo"]}
