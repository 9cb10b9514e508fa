"""A service with one of each declaration, to test the behaviour that kit derives from them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict

import pytest
import sqlalchemy as sa

from kit.database import Tx
from kit.database.searching import search_index
from kit.database.tables import author_columns, record_columns, service_metadata
from kit.errors import Invalid
from kit.lists import Bundle, Column, Figures, Filter, ListSpec, Tab
from kit.policy import Actor, Row, Scope, me, own, reading, signed_in, staff, sys_admin
from kit.records import Change, Create, Delete, Field, FieldSet, Parent, Section
from kit.service import Service
from kit.values import Date, Integer, RichText, Select, Text, options
from kit.workflow import Confirm, Move, Need, Step, Workflow
from staffroom_testing import actor
from staffroom_testing.walk_bundles import blank


class ThingLeftOut(TypedDict):
    """A thing that is not printed."""

    id: int
    title: str
    reason: str


class PrintOfThings(TypedDict):
    """The records that a print of things would contain."""

    total: int
    ready: int
    new: int
    skipped: list[ThingLeftOut]


metadata = service_metadata()
STATES = options(("new", "New", "blue"), ("done", "Done", "green"), ("shut", "Shut", "grey"))
thing = sa.Table(
    "thing",
    metadata,
    *record_columns(),
    *author_columns(),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("notes", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, server_default="new"),
    sa.Column("kind", sa.Text, nullable=False, server_default="plain"),
    sa.Column("due", sa.Date),
    sa.Column("size", sa.Integer, nullable=False, server_default="0"),
    sa.Column("doubled", sa.Integer, nullable=False, server_default="0"),
    sa.Column("owner_id", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("owner_twice", sa.Integer, sa.Computed("(owner_id * 2)::integer", persisted=True)),
    sa.Column("reason", sa.Text, nullable=False, server_default=""),
    sa.Index("ix_thing_title", "title", "id"),
    sa.UniqueConstraint("title", "owner_id"),
)
search_index(thing.c.title)
part = sa.Table(
    "part",
    metadata,
    *record_columns(),
    sa.Column("thing_id", sa.BigInteger, sa.ForeignKey("thing.id", ondelete="CASCADE"), nullable=False),
    sa.Column("side", sa.Text, nullable=False),
    sa.Column("size", sa.Integer, nullable=False, server_default="0"),
    sa.Column("label", sa.Text, nullable=False, server_default=""),
    sa.Column("place", sa.Integer, nullable=False, server_default="0"),
    sa.CheckConstraint("size > 0 OR label = ''", name="label"),
)
"""Parts of a thing: a part with a label has a size."""
SCOPE = Scope(staff, {"tutor": thing.c.owner_id == me("tutor")})
NO_DUE = sa.func.coalesce(thing.c.due, sa.text("date '9999-12-31'"))


def _even(change: Change) -> None:
    if change.new % 2:
        raise Invalid("Please enter an even number", fields={"size": "Please enter an even number"})


def _double(tx: Tx, change: Change) -> None:
    tx.execute(sa.update(thing).where(thing.c.id == change.row["id"]).values(doubled=change.new * 2))


@reading("status")
def _not_shut(row: Row) -> str | None:
    return "A shut thing cannot be changed" if row["status"] == "shut" else None


@reading("size")
def _has_size(row: Row, _: Actor) -> str | None:
    return None if row["size"] else "An empty thing stays done"


def _keep_reason(tx: Tx, step: Step) -> dict[str, Any]:
    return {"reason": step.body["reason"]}


WORKFLOW = Workflow(
    name="thing",
    table=thing,
    column=thing.c.status,
    states=STATES,
    scope=SCOPE,
    moves=[
        Move(
            name="finish",
            title="Finish",
            source=["new"],
            target="done",
            who=staff,
            path="/things/{id}/finish",
            confirm=Confirm("Finish thing?"),
            undo=dt.timedelta(minutes=1),
            key="F",
        ),
        Move(
            name="shut",
            title="Shut",
            source=["new", "done"],
            target="shut",
            who=sys_admin,
            path="/things/{id}/shut",
            needs=[Need("reason", Text(required=True, min_length=10, max_length=500))],
            effect=_keep_reason,
        ),
        Move(
            name="reopen",
            title="Reopen",
            source=["done"],
            target="new",
            who=own("tutor", "owner_id"),
            path="/things/{id}/reopen",
            when=_has_size,
            undo=dt.timedelta(minutes=1),
        ),
    ],
)
FIELDS = FieldSet(
    name="thing",
    table=thing,
    path="/things/{id}",
    routes=[("POST", "/things/{id}/edit")],
    sections=[
        Section(
            "main",
            "Main",
            [
                Field(name="title", column=thing.c.title, type=Text(required=True, max_length=40), when=_not_shut),
                Field(name="notes", column=thing.c.notes, type=RichText()),
                Field(name="due", column=thing.c.due, type=Date(), may=own("tutor", "owner_id")),
                Field(name="size", column=thing.c.size, type=Integer(), check=_even, after=_double),
                Field(name="status", column=thing.c.status, type=Select(choices=STATES), workflow=WORKFLOW),
                Field(name="ownerId", column=thing.c.owner_id, type=Integer(), may=sys_admin, shown=staff),
                Field(name="reason", column=thing.c.reason, type=Text(), read_only=True),
            ],
        )
    ],
    scope=SCOPE,
    read=signed_in,
    may=staff,
    create=Create(path="/things", fields=["title", "due", "ownerId"], may=staff),
    delete=Delete(path="/things/{id}", may=sys_admin, when=_not_shut),
    workflow=WORKFLOW,
)


def _no_label_without_size(tx: Tx, change: Change) -> dict[str, Any]:
    """Sizes are even: an odd one is stored as the next even one. A thing without a size has no label."""
    return {"size": change.new + change.new % 2} | ({} if change.new else {"label": ""})


PARTS = FieldSet(
    name="part",
    table=part,
    path="/things/parts/{id}",
    sections=[
        Section(
            "part",
            "Part",
            [
                Field(name="side", column=part.c.side, type=Select(choices=options("left", "right")), read_only=True),
                Field(name="size", column=part.c.size, type=Integer(), dependents=_no_label_without_size),
                Field(name="label", column=part.c.label, type=Text()),
            ],
        )
    ],
    scope=Scope(staff),
    read=staff,
    may=staff,
    parent=replace(
        Parent.of(FIELDS, part.c.thing_id, noun="part", named=lambda row: str(row["label"]), ordered=part.c.place),
        when=_not_shut,
    ),
    create=Create(
        path="/things/{id}/parts/{side}",
        fields=["side", "size", "label"],
        may=staff,
        complete=lambda tx, values: {"label": values.get("label") or tx.scalar(sa.text("SELECT 'made'"))},
        ignored=["id"],
    ),
    delete=Delete(path="/things/parts/{id}", may=staff, undo=True),
)
LIST = ListSpec(
    name="things",
    path="/things",
    title="Things",
    source=thing,
    key=thing.c.id,
    scope=SCOPE,
    may=signed_in,
    default_sort="title",
    search=thing.c.title,
    target="/things/{id}",
    edit=FIELDS,
    columns=[
        Column(name="title", expression=thing.c.title, sortable=True),
        Column(name="status", expression=thing.c.status, type="select", options=STATES),
        Column(name="due", expression=thing.c.due, type="date", sortable=True, sort=NO_DUE),
        Column(name="size", expression=thing.c.size, type="integer", sortable=True, compact=False),
    ],
    filters=[
        Filter(name="status", expression=thing.c.status, options=STATES),
        Filter(name="kind", expression=thing.c.kind),
        Filter(name="size", expression=thing.c.size, kind="range"),
        Filter(name="due", expression=thing.c.due, kind="range"),
        Filter(name="late", kind="boolean", condition=lambda wanted: (sa.func.current_date() > NO_DUE) == wanted),
    ],
    tabs=[Tab(filter="status")],
    figures=Figures(by=("status", "due", "late"), sums=("size",)),
)
DRAWN: dict[int, Callable[[], bytes]] = {}
"""The function that draws the document of a thing, if a test replaces it."""


@reading("reason", "status")
def _unprintable(row: Row) -> str | None:
    return f"It was shut: {row['reason']}" if row["status"] == "shut" else None


@dataclass(frozen=True)
class PaperOfThing:
    name: str
    render: Callable[[], bytes]


def _papers(connection: sa.Connection, _: Actor, records: Sequence[int]) -> dict[int, PaperOfThing]:
    """Documents of things. It ignores the scope on purpose: the bundle must check it."""
    rows = connection.execute(sa.select(thing.c.id, thing.c.title).where(thing.c.id.in_(records)))
    return {row.id: PaperOfThing(f"{row.title}.pdf", DRAWN.get(row.id, blank)) for row in rows}


PRINTED = Bundle(
    spec=LIST,
    papers=_papers,
    noun="thing",
    shown={"title": ""},
    skip=_unprintable,
    counts={"new": thing.c.status == "new"},
    answers=PrintOfThings,
    most=40,
)
SERVICE = Service(
    name="toy",
    metadata=metadata,
    fieldsets=[FIELDS, PARTS],
    lists=[LIST],
    bundles=[PRINTED],
    workflows=[WORKFLOW],
)


@pytest.fixture(scope="session")
def service() -> Service:
    return SERVICE


STAFF: Actor = actor("staff", name="Sam Staff")
ADMIN: Actor = actor("staff", "sysAdmin", name="Ada Admin")
TUTOR: Actor = actor("tutor", persons={"tutor": 7}, name="Tom Tutor")
STUDENT: Actor = actor("student", persons={"student": 7}, name="Stu Student")
