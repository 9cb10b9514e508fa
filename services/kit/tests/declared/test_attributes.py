"""Attributes declared once: column, field, list column, filter and payload agree."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, NotRequired, TypedDict

import pytest
import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.http.answers import Components
from kit.lists import Column, Filter
from kit.policy import sys_admin
from kit.records import Acts
from kit.values import (
    Boolean,
    Date,
    DateTime,
    DecimalNumber,
    FieldType,
    IdList,
    Integer,
    Listed,
    MultiSelect,
    Phone,
    Reference,
    Select,
    Text,
    options,
)
from kit.values.schemas import one_of

COLOURS = options(("red", "Red", "red"), ("blue", "Blue"))
OWNER = sa.column("owner_name", sa.Text)


def crates() -> Attributes:
    return Attributes(
        Attribute(name="title", type=Text(required=True), section="crate", listed=InList(sortable=True), event="title"),
        Attribute(
            name="paintColour",
            type=Select(choices=COLOURS),
            title="Colour",
            section="crate",
            help="Of the lid",
            listed=InList(width=90),
            filtered=AsFilter(),
        ),
        Attribute(
            name="ownerId",
            type=Reference(source="/owners"),
            section="place",
            listed=InList(expression=OWNER, type="text", title="Owner"),
            filtered=AsFilter(),
            event="owner",
        ),
        Attribute(name="due", type=Date(), section="place", filtered=AsFilter(title="Due on"), event="dueDate"),
        Attribute(name="sealed", type=Boolean(), listed=InList(hidden=True), filtered=AsFilter(hidden=True)),
        Attribute(name="phone", type=Phone(), listed=InList()),
    )


def test_table_has_columns_and_sort_expressions_of_its_indexes() -> None:
    due = sa.Column("due", sa.Date)
    last = sa.func.coalesce(due, sa.literal_column("'9999-12-31'::date"))
    attributes = Attributes(
        Attribute(name="title", type=Text(), listed=InList(sortable=True)),
        Attribute(name="due", type=Date(), column=due, listed=InList(sortable=True, sort=last)),
        Attribute(name="phone", type=Phone(), listed=InList()),
    )
    assert [column.name for column in attributes.table_columns()] == ["title", "due", "phone"]
    assert attributes.sorts() == {"title": attributes["title"].column, "due": last}
    table = sa.Table("parcel", sa.MetaData(), sa.Column("id", sa.BigInteger), *attributes.table_columns())
    attributes.index_sorts(table)
    assert {index.name: [str(key) for key in index.expressions] for index in table.indexes} == {
        "ix_parcel_title": ["parcel.title", "parcel.id"],
        "ix_parcel_due": [str(last), "parcel.id"],
    }


def test_table_has_common_and_additional_columns() -> None:
    note = sa.Column("note", sa.Text)
    table = crates().table("crate", sa.MetaData(), note, info={"nouns": ("crate", "crates")})
    columns = [column.name for column in crates().table_columns()]
    assert [column.name for column in table.c] == ["id", "version", "created", "modified", *columns, "note"]
    assert table.info == {"nouns": ("crate", "crates")}


def test_attribute_has_its_own_column_in_each_table() -> None:
    title = Attribute(name="title", type=Text(), title="Label")
    again = title.copy(section="crate")
    assert (again.name, again.title, again.section) == ("title", "Label", "crate")
    assert again.column is not title.column and again.column.name == "title"


def test_form_has_sections_in_order() -> None:
    first, second = crates().sections({"crate": "Crate", "place": "Place"}, {"due": Acts(may=sys_admin)})
    assert [entry.name for entry in first.fields] == ["title", "paintColour"]
    assert [entry.name for entry in second.fields] == ["ownerId", "due"]
    colour, due = first.fields[1], second.fields[1]
    assert (colour.label(), colour.help, colour.column.name) == ("Colour", "Of the lid", "paint_colour")
    assert due.may is sys_admin and first.fields[0].may is None


def test_read_only_field_is_marked() -> None:
    attributes = Attributes(
        Attribute(name="code", type=Text(), section="crate", read_only=True),
        Attribute(name="title", type=Text(), section="crate"),
        Attribute(name="size", type=Integer(), section="crate"),
    )
    (section,) = attributes.sections({"crate": "Crate"}, {"size": Acts(read_only=True)})
    assert [entry.read_only for entry in section.fields] == [True, False, True]


def test_values_are_stored_by_column() -> None:
    assert crates().stored({"paintColour": "red", "due": None}) == {"paint_colour": "red", "due": None}


@pytest.mark.parametrize(
    ("titles", "acts"),
    [({"crate": "Crate"}, {}), ({"crate": "Crate", "place": "Place"}, {"sealed": Acts()})],
)
def test_form_that_omits_an_attribute_is_refused(titles: dict[str, str], acts: dict[str, Acts]) -> None:
    with pytest.raises(ValueError, match="no field of the form"):
        crates().sections(titles, acts)


def test_new_record_has_the_fields_of_the_form() -> None:
    assert crates().names() == ("title", "paintColour", "ownerId", "due")
    assert crates().names("due", "title") == ("paintColour", "ownerId")


def test_choice_column_is_checked() -> None:
    (check,) = crates().choice_checks("paintColour")
    assert (check.name, str(check.sqltext)) == ("paint_colour", "paint_colour IN ('red', 'blue')")


def test_duplicate_attribute_name_is_refused() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        Attributes(Attribute(name="title", type=Text()), Attribute(name="title", type=Text()))


def test_list_shows_named_columns_first() -> None:
    own = Column(name="lines", expression=sa.column("lines", sa.Integer))
    columns = crates().columns("ownerId", own)
    assert [column.name for column in columns] == ["ownerId", "lines", "title", "paintColour", "sealed", "phone"]
    owner, _, title, colour, sealed, phone = columns
    assert (owner.expression is OWNER, owner.type, owner.label(), owner.options) == (True, "text", "Owner", ())
    assert (title.sortable, colour.width, colour.options) == (True, 90, COLOURS)
    assert (colour.type, colour.label(), sealed.hidden, phone.type) == ("select", "Colour", True, "text")


def test_only_readable_columns_are_choosable() -> None:
    columns = {
        "id": Column(name="id", expression=OWNER, type="id", hidden=True),
        "note": Column(name="note", expression=OWNER, hidden=True),
        "shown": Column(name="courseId", expression=OWNER),
        "other": Column(name="courseId", expression=OWNER, hidden=True),
        "part": Column(name="meta", expression=OWNER, hidden=True, answers=dict[str, int]),
        "exported": Column(name="currency", expression=OWNER, hidden=True, exported=True),
    }
    chosen = [name for name, column in columns.items() if "choosable" not in column.meta()]
    assert chosen == ["id", "note", "shown"]


def test_filters_follow_from_the_type() -> None:
    own = Filter(name="heavy", kind="boolean", condition=lambda yes: yes)
    owner, heavy, colour, due, sealed = crates().filters("ownerId", own)
    assert (owner.kind, owner.options_from, owner.title) == ("select", "/owners", "Owner")
    assert heavy is own
    assert (colour.kind, colour.options, colour.title) == ("select", COLOURS, "Colour")
    assert (due.kind, due.title, sealed.kind, sealed.hidden) == ("range", "Due on", "boolean", True)


def test_filter_may_have_another_name() -> None:
    owner = Attribute(name="ownerId", type=Reference(source="/owners"), filtered=AsFilter(name="owner")).as_filter()
    assert (owner.name, owner.expression is not None, owner.options_from) == ("owner", True, "/owners")


def test_list_may_have_more_choices_than_the_form() -> None:
    more = (*COLOURS, *options(("grey", "Grey")))
    grey = Attribute(
        name="grey", type=Select(choices=COLOURS), listed=InList(options=more), filtered=AsFilter(options=more)
    )
    assert (grey.in_list().options, grey.as_filter().options) == (more, more)


def test_tags_have_the_options_of_their_field() -> None:
    tags = Attribute(name="marks", type=MultiSelect(choices=COLOURS), listed=InList()).in_list()
    assert (tags.type, tags.options) == ("tags", COLOURS)


def test_part_has_named_attributes_and_its_own_entries() -> None:
    attributes = crates()

    @attributes.part("title", "due")
    class Part(TypedDict):
        """A part."""

        id: int

    assert (Part.__doc__, Part.__annotations__) == ("A part.", {"id": int, "title": str, "due": dt.date | None})
    columns = attributes.select("title", "paintColour")
    assert [(column.name, column.element.name) for column in columns] == [
        ("title", "title"),
        ("paintColour", "paint_colour"),
    ]


def test_nested_answer_follows_from_paths() -> None:
    attributes = Attributes(
        Attribute(name="title", type=Text(), at="title"),
        Attribute(name="due", type=Date(), at="data.dates.due"),
        Attribute(name="sealed", type=Boolean(), at="data.sealed"),
        Attribute(name="phone", type=Phone()),
    )
    row = {"title": "A", "due": dt.date(2026, 12, 1), "sealed": True, "phone": "1"}
    assert attributes.shown(row) == {"title": "A", "data": {"dates": {"due": "2026-12-01"}, "sealed": True}}


class Dates(TypedDict):
    """Of the crate."""


class CrateData(TypedDict):
    """Inside."""

    dates: NotRequired[Dates]
    private: NotRequired[str]


def test_type_of_a_nested_answer_follows_from_paths() -> None:
    attributes = Attributes(
        Attribute(name="title", type=Text(), at="title"),
        Attribute(name="paintColour", type=Select(choices=COLOURS), at="paintColour"),
        Attribute(name="status", type=Text(), at="status"),
        Attribute(name="due", type=Date(), at="data.dates.due"),
        Attribute(name="seen", type=DateTime(), at="data.seen"),
        Attribute(name="ids", type=IdList(), at="data.ids"),
        Attribute(name="weight", type=DecimalNumber(), at="data.weight"),
        Attribute(name="phone", type=Phone()),
    )

    @attributes.answer
    class Crate(TypedDict):
        """A crate."""

        id: int
        status: Annotated[str, one_of(["open"])]
        data: CrateData

    known = Components()
    assert known.of(Crate) == {"$ref": "#/components/schemas/Crate"}
    assert known.schemas["Crate"] == {
        "type": "object",
        "description": "A crate.",
        "properties": {
            "id": {"type": "integer"},
            "title": {"type": "string"},
            "paintColour": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "status": {"type": "string", "enum": ["open"]},
            "data": {"$ref": "#/components/schemas/CrateData"},
        },
        "required": ["data", "id", "paintColour", "status", "title"],
    }
    data = known.schemas["CrateData"]
    assert data["required"] == ["ids", "seen", "weight"]
    assert data["properties"]["private"] == {"type": "string"}
    assert data["properties"]["ids"] == {"type": "array", "items": {"type": "integer"}}
    assert data["properties"]["dates"] == {"$ref": "#/components/schemas/Dates"}
    assert known.schemas["Dates"]["required"] == ["due"]


def test_answer_has_the_objects_on_the_paths() -> None:
    with pytest.raises(KeyError, match="data"):
        Attributes(Attribute(name="due", type=Date(), at="data.due")).answer(Dates)


def test_event_has_declared_attributes_blank_if_empty() -> None:
    row = {"id": 4, "title": "A", "owner_id": None, "due": dt.date(2026, 12, 1)}
    assert crates().payload(row) == {"id": 4, "title": "A", "owner": 0, "dueDate": "2026-12-01"}
    assert crates().payload({**row, "owner_id": 7, "due": None}) == {
        "id": 4,
        "title": "A",
        "owner": 7,
        "dueDate": "",
    }


@pytest.mark.parametrize(
    ("kind", "stored", "nullable"),
    [
        (Text(), "TEXT", False),
        (Date(), "DATE", True),
        (DateTime(), "TIMESTAMP WITH TIME ZONE", True),
        (Date(required=True), "DATE", False),
        (Boolean(), "BOOLEAN", False),
        (DecimalNumber(), "NUMERIC(8, 2)", True),
        (Integer(required=True), "BIGINT", False),
        (Reference(source="/x"), "BIGINT", True),
        (IdList(), "BIGINT[]", False),
        (MultiSelect(choices=COLOURS), "TEXT[]", False),
        (Select(choices=COLOURS), "TEXT", True),
        (Select(choices=COLOURS, required=True), "TEXT", False),
    ],
)
def test_column_has_the_type_of_its_values(kind: FieldType, stored: str, nullable: bool) -> None:
    from sqlalchemy.dialects import postgresql

    column = Attribute(name="someName", type=kind).column
    assert (column.name, column.nullable) == ("some_name", nullable)
    assert column.type.compile(postgresql.dialect()) == stored  # type: ignore[no-untyped-call]


def test_column_may_have_a_default_and_a_foreign_key() -> None:
    column = Attribute(
        name="statusId", type=Reference(source="/x"), default="3", links="status.id", indexed=True, comment="of what"
    ).column
    assert [(key.target_fullname, key.onupdate) for key in column.foreign_keys] == [("status.id", None)]
    assert column.server_default is not None
    assert (column.nullable, column.index, column.comment) == (False, True, "of what")
    assert Attribute(name="title", type=Text(required=True), default=None).column.server_default is None


def test_column_may_have_another_type_and_be_computed() -> None:
    size = Attribute(name="size", type=Integer(), stored_as=sa.SmallInteger, default="0").column
    assert isinstance(size.type, sa.SmallInteger) and not size.nullable
    first = Attribute(name="firstSeen", type=DateTime(), default=now()).column
    assert (first.name, first.nullable) == ("first_seen", False)
    assert str(first.server_default.arg) == "clock_timestamp()"  # type: ignore[union-attr]


def test_renamed_word_is_renamed_in_references() -> None:
    (key,) = Attribute(name="level", type=Listed(source="/levels"), links="level.title").column.foreign_keys
    assert key.onupdate == "CASCADE"


def test_choice_with_blank_text_is_never_null() -> None:
    column = Attribute(name="shade", type=Select(choices=COLOURS, blank="")).column
    assert not column.nullable and column.server_default is not None


def test_names_of_columns() -> None:
    names = {"title": "title", "firstName": "first_name", "isPT": "is_pt"}
    assert {name: Attribute(name=name, type=Text()).column.name for name in names} == names


@pytest.mark.parametrize(
    ("kind", "key"),
    [
        (Select(choices=COLOURS), "coalesce(shade, '')"),
        (Date(), "coalesce(shade, '9999-12-31'::date)"),
        (DateTime(), "coalesce(shade, '9999-12-31 00:00:00+00'::timestamp with time zone)"),
        (Integer(), "coalesce(shade, 0)"),
        (Text(), "shade"),
    ],
)
def test_nullable_column_sorts_by_a_stand_in(kind: FieldType, key: str) -> None:
    assert str(Attribute(name="shade", type=kind, listed=InList(sortable=True)).in_list().key()) == key
