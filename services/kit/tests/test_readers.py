"""Readers: a mark on a column, an attribute or a part of an answer, and its effects (`kit.policy.readers`)."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired, TypedDict

import pytest
import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.searching import digits
from kit.database.tables import author_columns
from kit.errors import Invalid
from kit.lists import Board, By, Calendar, Column, Figures, Filter, ListSpec, Totals, request
from kit.lists.exports import export
from kit.policy import (
    EVERYBODY,
    OFFICE,
    Internal,
    Readers,
    Scope,
    me,
    own,
    parts_of,
    readers_of,
    signed_in,
    staff,
    without,
)
from kit.values import Boolean, Date, RichText, Select, Text, options
from staffroom_testing import actor

OFFICER = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
CLIENT = actor("client", persons={"client": 1})
BOTH = actor("tutor", "client", persons={"tutor": 1, "client": 1})
WRITER = Readers("Tutor and office", staff | own("tutor", "tutor_id"), frozenset({"tutor"}))
NOTE = Attributes(
    Attribute(name="title", type=Text(), section="note", listed=InList(sortable=True)),
    Attribute(name="due", type=Date(), listed=InList(), filtered=AsFilter()),
    Attribute(name="secret", type=RichText(), section="note", internal=True, listed=InList(), filtered=AsFilter()),
    Attribute(name="checked", type=Boolean(), readers=WRITER, listed=InList(), filtered=AsFilter(), at="meta.checked"),
    Attribute(name="kind", type=Select(choices=options("a", "b")), listed=InList(), filtered=AsFilter()),
)
note = NOTE.table(
    "note",
    sa.MetaData(),
    sa.Column("tutor_id", sa.BigInteger),
    sa.Column("client_id", sa.BigInteger),
    sa.Column("plain", sa.Text, sa.Computed("left(secret, 10)", persisted=True)),
    sa.Column("words", sa.Text, sa.Computed("title || ' ' || secret", persisted=True)),
    *author_columns(),
)
_c = note.c
SCOPE = Scope(staff, {"tutor": _c.tutor_id == me("tutor"), "client": _c.client_id == me("client")})


def notes(**changes: Any) -> ListSpec:
    declared: dict[str, Any] = {
        "name": "notes",
        "path": "/notes",
        "title": "Notes",
        "source": note,
        "key": _c.id,
        "scope": SCOPE,
        "may": signed_in,
        "default_sort": "title",
        "search": _c.words,
        "columns": NOTE.columns("title", Column(name="short", expression=_c.plain)),
        "filters": NOTE.filters(
            Filter(name="hasSecret", kind="boolean", condition=lambda yes: (_c.secret != "") == yes)
        ),
        "figures": Figures(by=("kind", "checked", By("due"))),
        "views": (Calendar(start="due", title="title", lines=("secret", "kind")),),
        "totals": Totals(by={"kind": _c.kind}, sums={"secrets": sa.func.length(_c.secret)}),
    }
    return ListSpec(**declared | changes)


def test_mark_is_inherited_by_derived_columns() -> None:
    other = note.alias("other").c
    assert readers_of(_c.secret) == readers_of(sa.func.lower(_c.secret)) == readers_of(other.secret) == (OFFICE,)
    assert readers_of(_c.plain) == readers_of(_c.modified_by_name) == (OFFICE,)
    latest = sa.select(sa.func.max(_c.secret)).where(_c.title == "x").scalar_subquery()
    hidden = sa.exists().where(other.id == _c.id, other.secret != "")
    assert readers_of(latest) == readers_of(hidden) == (OFFICE,)
    assert readers_of(sa.select(_c.title).scalar_subquery()) == readers_of(_c.title) == readers_of(None) == ()


def test_list_has_only_columns_of_its_reader() -> None:
    spec = notes()
    assert spec.seen_by(OFFICER) is spec
    of_tutor, of_client = spec.seen_by(TUTOR), spec.seen_by(CLIENT)
    assert [column.name for column in of_tutor.columns] == ["title", "due", "checked", "kind"]
    assert [entry.name for entry in of_tutor.filters] == ["due", "checked", "kind"]
    assert [column.name for column in of_client.columns] == ["title", "due", "kind"]
    assert of_tutor.search is None and of_client.figures is not None and of_client.totals is not None
    assert "checked" not in of_client.figures.dimensions and "kind" in of_client.figures.dimensions
    assert list(of_client.totals.sums) == [] and of_client.views[0].lines == ["kind"]
    called = notes(phones=digits(_c.secret))
    assert called.seen_by(OFFICER).phones is not None and called.seen_by(TUTOR).phones is None
    assert spec.seen_by(CLIENT) is of_client and of_client.seen_by(CLIENT) is of_client


def test_list_of_two_kinds_of_rows_applies_the_stricter_rule() -> None:
    assert [column.name for column in notes().seen_by(BOTH).columns] == ["title", "due", "kind"]


@pytest.mark.parametrize("asked", [{"secret": "x"}, {"hasSecret": "true"}, {"checked": "true"}])
def test_omitted_columns_are_unknown(asked: dict[str, str]) -> None:
    request.read(notes(), asked)
    with pytest.raises(Invalid, match="Unknown filter"):
        request.read(notes().seen_by(CLIENT), asked)


def test_export_has_only_columns_of_its_reader() -> None:
    with pytest.raises(Invalid, match="Unknown column"):
        export.read(notes(), CLIENT, {"format": "xlsx", "columns": ["secret"]}, {}, {})
    assert export.read(notes(), CLIENT, {"format": "xlsx"}, {}, {})["columns"] == ["title", "due", "kind"]


def test_column_may_be_declared_public() -> None:
    column = Column(name="short", expression=_c.plain, readers=EVERYBODY)
    spec = notes(columns=[NOTE["title"].in_list(), column], filters=(), figures=None, views=(), totals=None)
    assert [entry.name for entry in spec.seen_by(CLIENT).columns] == ["title", "short"]


def test_field_is_shown_to_readers_with_a_caption() -> None:
    (section,) = NOTE.sections({"note": "Note"})
    secret = next(entry for entry in section.fields if entry.name == "secret")
    assert secret.meta()["readers"] == "Office only"
    assert secret.seen(OFFICER) and not secret.seen(CLIENT)


class Inner(TypedDict):
    name: str
    by: NotRequired[Internal[str]]


class Outer(TypedDict):
    """An answer with parts of several depths."""

    title: str
    rows: list[Inner]
    one: Inner | None
    late: NotRequired[Annotated[bool, WRITER]]


class Meta(TypedDict):
    """Its attributes."""


@NOTE.answer
class NoteParts(TypedDict):
    """Of a note."""

    meta: Meta


def test_parts_of_an_answer_are_omitted() -> None:
    body = {"title": "x", "rows": [{"name": "a", "by": "b"}], "one": {"name": "a", "by": "b"}, "late": True}
    assert without(body, Outer, OFFICER) == body
    own_row, other_row = {"tutor_id": 1}, {"tutor_id": 2}
    assert without(body, Outer, TUTOR, own_row) == {
        "title": "x",
        "rows": [{"name": "a"}],
        "one": {"name": "a"},
        "late": True,
    }
    assert "late" not in without(body, Outer, TUTOR, other_row)
    assert without([body], list[Outer], CLIENT) == [{"title": "x", "rows": [{"name": "a"}], "one": {"name": "a"}}]
    assert without(None, Outer | None, CLIENT) is None
    assert without({"meta": {"checked": True}}, NoteParts, CLIENT, other_row) == {"meta": {}}


def test_marked_part_may_be_absent() -> None:
    class Wrong(TypedDict):
        by: Internal[str]

    with pytest.raises(ValueError, match=r"Wrong\.by is not for everybody"):
        parts_of(Wrong)


def test_internal_values_are_read_by_no_outsider() -> None:
    with pytest.raises(ValueError, match="no event tells it"):
        Attribute(name="secret", type=Text(), internal=True, event="secret")


def test_view_omits_unreadable_columns() -> None:
    assert Board(title="title", lines=("secret",)).without_columns({"secret"}).lines == []
