"""Answers in the OpenAPI document, and the detection of answers that differ from it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, NotRequired, TypedDict

import httpx
import pytest
import sqlalchemy as sa

from kit.database.tables import record_columns, service_metadata
from kit.http import answers, fastapi
from kit.lists import Column, ListSpec
from kit.policy import Scope, public, staff
from kit.values.schemas import never_null, of_type, one_of, or_null
from staffroom_testing import inprocess
from staffroom_testing.answers import DocumentedAnswers

COLOURS = ("red", "green")


class Shade(TypedDict):
    """A colour and its depth."""

    colour: Annotated[str, one_of(COLOURS)]
    depth: int | None
    seen: NotRequired[dt.date]


class Paint(TypedDict):
    """The ingredients of a mixture."""

    shades: list[Shade]


metadata = service_metadata()
pot = sa.Table(
    "pot", metadata, *record_columns(), sa.Column("colour", sa.Text, nullable=False), sa.Column("litres", sa.Numeric)
)
lid = sa.Table("lid", metadata, *record_columns(), sa.Column("size", sa.Integer, nullable=False))
POTS = ListSpec(
    name="paint pots",
    path="/pots",
    title="Pots",
    source=pot.outerjoin(lid, lid.c.id == pot.c.id),
    key=pot.c.id,
    scope=Scope(staff),
    may=staff,
    default_sort="colour",
    columns=[
        Column(name="colour", expression=pot.c.colour, sortable=True),
        Column(name="litres", expression=pot.c.litres, type="decimal", compact=False),
        Column(name="lid", expression=lid.c.size, type="integer"),
        Column(name="rest", expression=sa.func.json_build_object("a", 1), answers=dict[str, int]),
    ],
)


# The document


def test_type_becomes_a_component_and_a_reference() -> None:
    known = answers.Components()
    assert known.of(list[Paint]) == {"type": "array", "items": {"$ref": "#/components/schemas/Paint"}}
    shade = known.schemas["Shade"]
    assert shade["properties"]["colour"]["enum"] == ["red", "green"]
    assert shade["properties"]["depth"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert sorted(shade["required"]) == ["colour", "depth"]
    assert shade["description"] == "A colour and its depth."


def test_two_answers_of_one_name_are_refused() -> None:
    known = answers.Components()
    known.named("Shade", {"type": "string"})
    with pytest.raises(ValueError, match="called Shade"):
        known.of(Shade)


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (None, None),
        ("text/csv", {"text/csv": {"schema": {"type": "string", "format": "binary"}}}),
        (answers.UNSTATED, {"application/json": {"schema": {}}}),
        (answers.Whole(list[int]), {"application/json": {"schema": {"type": "array", "items": {"type": "integer"}}}}),
    ],
    ids=["no body", "bytes", "unstated", "whole"],
)
def test_route_declares_a_body_in_one_of_four_ways(stated: Any, expected: Any) -> None:
    assert answers.content(stated, answers.Components()) == expected


def test_row_types_follow_columns_and_null_follows_joins() -> None:
    known = answers.Components()
    body = answers.page(POTS)(known)
    assert body["properties"]["data"]["items"] == {"$ref": "#/components/schemas/PaintPotsRow"}
    row = known.schemas["PaintPotsRow"]
    assert row["properties"] == {
        "id": {"type": "integer"},
        "colour": {"type": "string"},
        "litres": {"type": ["number", "null"]},
        "lid": {"type": ["integer", "null"]},
        "rest": {"type": "object", "additionalProperties": {"type": "integer"}},
    }
    assert row["required"] == ["id", "colour", "lid", "rest"]  # the whole legacy list leaves `litres` out


@pytest.mark.parametrize(
    ("expression", "always"),
    [
        (pot.c.colour, True),
        (pot.c.litres, False),
        (lid.c.size, False),
        (sa.func.coalesce(pot.c.litres, 0), True),
        (sa.func.coalesce(pot.c.litres, lid.c.size), False),
        (pot.c.litres.is_not(None), True),
        (pot.c.colour + " paint", True),
        (sa.func.nullif(pot.c.colour, ""), False),
        (sa.case((pot.c.colour == "red", 1), else_=2), True),
        (sa.case((pot.c.colour == "red", 1)), False),
        (sa.select(lid.c.size).scalar_subquery(), False),
    ],
)
def test_uncertain_value_may_be_null(expression: Any, always: bool) -> None:
    assert never_null(expression, POTS.source) is always


def test_null_joins_every_kind_of_schema() -> None:
    assert or_null(of_type(sa.ARRAY(sa.Date))) == {
        "type": ["array", "null"],
        "items": {"type": "string", "format": "date"},
    }
    assert or_null({"type": "string", "enum": ["a"]}) == {"type": ["string", "null"], "enum": ["a", None]}
    assert or_null({"$ref": "#/x"}) == {"anyOf": [{"$ref": "#/x"}, {"type": "null"}]}
    assert or_null(or_null({"type": "string"})) == {"type": ["string", "null"]}
    assert or_null({}) == {}


# The check of answers

ROUTES = fastapi.Routes()


@ROUTES.get("/shade/{name}", may=public, answers=Shade)
def _shade(name: str) -> dict[str, Any]:
    bodies: dict[str, dict[str, Any]] = {
        "right": {"colour": "red", "depth": None},
        "dated": {"colour": "red", "depth": 1, "seen": dt.date(2026, 11, 21)},
        "blue": {"colour": "blue", "depth": 1},
        "short": {"colour": "red"},
        "long": {"colour": "red", "depth": 1, "more": True},
        "undated": {"colour": "red", "depth": 1, "seen": "yesterday"},
    }
    return bodies[name]


@ROUTES.get("/mute", may=public)
def _mute() -> dict[str, Any]:
    return {"anything": 1}


@ROUTES.post("/made", may=public, answers=Shade)
def _built(call: fastapi.Call) -> dict[str, Any]:
    call.status = 202
    return {"colour": "red", "depth": 1}


@pytest.fixture
def documented() -> httpx.Client:
    """A client that validates answers against the document."""
    return inprocess.client(fastapi.application("shades", [ROUTES], [], {}), wsgi=False)


@pytest.mark.parametrize("name", ["right", "dated"])
def test_documented_answer_passes(documented: httpx.Client, name: str) -> None:
    assert documented.get(f"/api/v1/shade/{name}").status_code == 200


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("blue", "data/colour"),
        ("short", '"depth" is a required'),
        ("long", "'more' was unexpected"),
        ("undated", "data/seen"),
    ],
)
def test_undocumented_answer_fails_its_test(documented: httpx.Client, name: str, problem: str) -> None:
    with pytest.raises(AssertionError, match=problem):
        documented.get(f"/api/v1/shade/{name}")


def test_undocumented_status_fails(documented: httpx.Client) -> None:
    with pytest.raises(AssertionError, match="answered 202"):
        documented.post("/api/v1/made")


def test_undeclared_answer_is_not_validated(documented: httpx.Client) -> None:
    assert documented.get("/api/v1/mute").json() == {"data": {"anything": 1}}


def test_refusals_have_one_schema() -> None:
    document = fastapi.application("shades", [ROUTES], [], {}).openapi()
    checker = DocumentedAnswers(document)
    body = b'{"error": "No", "code": "no", "requestId": "1", "value": 3}'
    checker.check("GET", "/api/v1/shade/x", 409, "application/json", body)
    with pytest.raises(AssertionError, match="requestId"):
        checker.check("GET", "/api/v1/shade/x", 409, "application/json", b'{"error": "No", "code": "no"}')
    assert set(document["paths"]["/api/v1/shade/{name}"]["get"]["responses"]) == {"200", *answers.REFUSALS}
