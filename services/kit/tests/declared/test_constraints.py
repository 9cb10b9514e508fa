"""Refusals of the database, each with a text for a person and the field concerned."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, constraints
from kit.database.constraints import IN_USE, NO_SUCH_VALUE, TITLE, TOO_LARGE, ConstraintText
from kit.database.tables import record_columns, service_metadata
from kit.errors import Conflict, Invalid
from kit.service import Service
from staffroom_testing import actor

STAFF = actor("staff")
FULL = "A shelf has room for one atlas"
metadata = service_metadata()
shelf = sa.Table(
    "shelf",
    metadata,
    *record_columns(),
    sa.Column("code", sa.Text, nullable=False, unique=True),
)
atlas = sa.Table(
    "atlas",
    metadata,
    *record_columns(),
    sa.Column("shelf_id", sa.BigInteger, sa.ForeignKey("shelf.id"), nullable=False),
    sa.Column("old_shelf_id", sa.BigInteger, sa.ForeignKey("shelf.id", name="fk_atlas_old_shelf")),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("map_count", sa.Integer, nullable=False, server_default="1"),
    sa.Column("folded_maps", sa.Integer, nullable=False, server_default="0"),
    sa.Column("colour", sa.Text, nullable=False, server_default="blue"),
    sa.Column("code", sa.Text),
    sa.CheckConstraint("map_count BETWEEN 1 AND 900", name="maps"),
    sa.CheckConstraint("folded_maps >= 0", name="folded"),
    sa.CheckConstraint("colour IN ('blue', 'red')", name="colour"),
    sa.CheckConstraint("folded_maps <= map_count", name="all_folded"),
    sa.CheckConstraint("length(title) + map_count < 1000", name="untold"),
    sa.UniqueConstraint("shelf_id", "title"),
    constraints.unique("uq_atlas_code", "There is an atlas with this code", "shelf_id", "code"),
    constraints.check(
        "ck_atlas_code", "code <> 'x' OR colour = 'red'", "Only a red atlas has the code x", about="code"
    ),
    info={"nouns": ("atlas", "atlases")},
)
CHECKS = {constraints.name_of(one): one for one in constraints.constraints(metadata)}
constraints.constraint_text("ck_atlas_all_folded", "More maps are folded than there are", about="map_count")
constraints.constraint_text("fk_atlas_old_shelf", "Atlases still remember this shelf")


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="library", metadata=metadata)


@pytest.fixture
def shelf_id(database: Database) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(shelf, {"code": "A1"})


def insert(database: Database, shelf_id: int, **values: Any) -> int:
    with database.transaction(STAFF) as tx:
        return tx.insert(atlas, {"shelf_id": shelf_id, **values})


def delete(database: Database, shelf_id: int) -> None:
    with database.transaction(STAFF) as tx:
        tx.execute(sa.delete(shelf).where(shelf.c.id == shelf_id))


def test_constraint_is_declared_with_its_text(database: Database, shelf_id: int) -> None:
    insert(database, shelf_id, code="a")
    with pytest.raises(Conflict, match="There is an atlas with this code"):
        insert(database, shelf_id, code="a", title="Another")
    with pytest.raises(Invalid) as refusal:
        insert(database, shelf_id, code="x", title="Third")
    assert refusal.value.fields == {"code": "Only a red atlas has the code x"}


def test_entry_in_use_is_not_deleted(database: Database, shelf_id: int) -> None:
    other = insert(database, shelf_id)
    with pytest.raises(Conflict) as refusal:
        delete(database, shelf_id)
    assert (refusal.value.code, refusal.value.text) == ("in_use", IN_USE)
    with database.transaction(STAFF) as tx:
        last = tx.insert(shelf, {"code": "B2"})
        tx.execute(sa.update(atlas).where(atlas.c.id == other).values(shelf_id=last, old_shelf_id=shelf_id))
    with pytest.raises(Conflict) as refusal:
        delete(database, shelf_id)
    assert (refusal.value.code, refusal.value.text) == ("in_use", "Atlases still remember this shelf")


def test_missing_entry_is_not_referred_to(database: Database, shelf_id: int) -> None:
    with pytest.raises(Invalid) as refusal:
        insert(database, shelf_id + 1)
    text = "Shelf: there is no such entry. Please choose one from the list"
    assert (refusal.value.code, refusal.value.title, refusal.value.fields) == (
        "unknown_reference",
        TITLE,
        {"shelfId": text},
    )


def test_duplicate_entry_is_refused(database: Database, shelf_id: int) -> None:
    insert(database, shelf_id, title="Europe")
    with pytest.raises(Conflict) as refusal:
        insert(database, shelf_id, title="Europe")
    text = "There is already an atlas with this shelf and title"
    assert (refusal.value.code, refusal.value.text) == ("exists_already", text)
    assert refusal.value.fields == {"shelfId": text}


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"map_count": 0}, "mapCount", "Map count: please enter a number between 1 and 900"),
        ({"folded_maps": -1}, "foldedMaps", "Folded maps: please enter a number at least 0"),
        ({"colour": "green"}, "colour", "Colour: please choose one from the list"),
        ({"map_count": 4, "folded_maps": 5}, "mapCount", "More maps are folded than there are"),
        ({"title": "x" * 1000}, None, NO_SUCH_VALUE),
    ],
)
def test_broken_check_names_its_first_field(
    database: Database, shelf_id: int, values: dict[str, Any], field: str | None, text: str
) -> None:
    with pytest.raises(Invalid) as refusal:
        insert(database, shelf_id, **values)
    assert (refusal.value.title, refusal.value.text) == (TITLE, text)
    assert refusal.value.fields == ({field: text} if field else {})


@pytest.mark.parametrize(("name", "text"), [("shelf_is_full", FULL), ("unheard_of", "This is not possible now")])
def test_refusal_by_a_trigger_is_a_conflict(
    database: Database, monkeypatch: pytest.MonkeyPatch, name: str, text: str
) -> None:
    monkeypatch.setitem(constraints._texts, "shelf_is_full", FULL)
    refuse = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'restrict_violation', CONSTRAINT = '{name}'; END $$"
    with pytest.raises(Conflict) as refusal, database.transaction(STAFF) as tx:
        tx.execute(sa.text(refuse))
    assert (refusal.value.code, refusal.value.text) == ("conflict", text)


def test_text_without_a_field_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A field without a text is refused too: the suite requires both (`walk_schema`)."""
    closed = sa.CheckConstraint("current_date < '2100-01-01'", name="closed")
    sa.Table("archive", sa.MetaData(), sa.Column("id", sa.Integer), closed)
    monkeypatch.setitem(constraints._texts, "closed", "The archive is closed")
    assert constraints.text_of(closed) is None
    assert constraints.text_of(CHECKS["ck_atlas_untold"]) is None
    text = "More maps are folded than there are"
    assert constraints.text_of(CHECKS["ck_atlas_all_folded"]) == ConstraintText(text, ("mapCount", "foldedMaps"))


def test_value_too_large_names_the_field_of_its_column(
    database: Database, shelf_id: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> Invalid:
        with pytest.raises(Invalid) as refusal:
            insert(database, shelf_id, folded_maps=2, map_count=2**31)
        return refusal.value

    text = "this number is too large to be stored. Please enter a smaller one"
    first = refused()
    assert (first.text, first.fields) == (f"Map count: {text}", {"mapCount": TOO_LARGE}), "as the column is called"
    monkeypatch.setitem(constraints._fields, ("atlas", "map_count"), ("maps", "Number of maps"))
    second = refused()
    assert (second.text, second.fields) == (f"Number of maps: {text}", {"maps": TOO_LARGE}), "as it is declared"
    monkeypatch.setitem(constraints._fields, ("globe", "map_count"), ("maps", "Number of maps"))
    assert refused().fields == {"maps": TOO_LARGE}, "both call it the same"
    monkeypatch.setitem(constraints._fields, ("guide", "map_count"), ("plans", "Plans"))
    assert refused().fields == {"mapCount": TOO_LARGE}, "two names: none is known to be right"


def test_largest_of_several_values_is_named() -> None:
    several = constraints.range_refusal({"one": 2**31, "two_m1": -(2**40), "three": 5, "four": "a\0"})
    assert several.fields == {"two": TOO_LARGE}
    assert constraints.range_refusal({"four_0": "a\0"}).fields == {"four": NO_SUCH_VALUE}
    for nothing in ({"three": 5}, {}, None, [2**40]):
        nameless = constraints.range_refusal(nothing)
        assert (nameless.text, nameless.fields) == (TOO_LARGE, {})


@pytest.mark.parametrize(
    ("value", "storable"),
    [
        (2**31 - 1, True),
        (2**31, False),
        (-(2**31), True),
        (-(2**31) - 1, False),
        (True, True),
        (None, True),
        ("text", True),
        ("te\0xt", False),
        (dt.date.min, True),
        (2.5, True),
    ],
)
def test_column_stores_values_within_its_bounds(value: Any, storable: bool) -> None:
    assert constraints.is_storable(value) is storable
