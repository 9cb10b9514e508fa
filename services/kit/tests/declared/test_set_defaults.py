"""Defaults that a FieldSet takes from the rest of its declaration."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sqlalchemy as sa

from kit.database.tables import record_columns, service_metadata
from kit.policy import Actor, Scope, me, nobody, own, staff, sys_admin
from kit.records import Create, Delete, Field, FieldSet, Section
from kit.values import Boolean, Date, Text, options
from kit.workflow import Workflow
from staffroom_testing import actor

STAFF: Actor = actor("staff")
ADMIN: Actor = actor("staff", "sysAdmin")
TUTOR: Actor = actor("tutor", persons={"tutor": 7})
parcel = sa.Table(
    "sealed_parcel",
    service_metadata(),
    *record_columns(),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("sent_on", sa.Date),
    sa.Column("stamp", sa.Text, nullable=False, server_default=""),
    sa.Column("owner_id", sa.BigInteger, nullable=False, server_default="0"),
)


def test_creating_and_deleting_are_as_the_set_says() -> None:
    whole = Field(name="label", column=parcel.c.label, type=Text(required=True))
    made = FieldSet(
        name="box", table=parcel, path="/boxes/{id}", sections=[Section("box", "Box", [whole])], read=staff,
        scope=Scope(everything=staff), may=sys_admin, create=Create(fields=["label"]), delete=Delete(may=nobody),
    )  # fmt: skip
    assert made.create is not None and made.delete is not None
    assert (made.create.path, made.create.may) == ("/boxes", sys_admin)
    assert (made.delete.path, made.delete.may) == ("/boxes/{id}", nobody)
    assert not Create(fields=["label"]).may(ADMIN)


def test_a_set_says_once_who_may_and_what_refuses() -> None:
    sections = [
        Section("sent", "Sent", [Field(name="label", column=parcel.c.label, type=Text(), when=lambda row: "Printed")]),
        Section("way", "Way", [Field(name="sentOn", column=parcel.c.sent_on, type=Date())]),
    ]
    made = FieldSet(
        name="sealedParcel",
        table=parcel,
        path="/sealed/{id}",
        may=staff,
        when=lambda row: "It is sealed",
        sections=sections,
        create=Create(),
        delete=Delete(),
    )
    assert (made.read, made.scope) == (staff, Scope(everything=staff))
    assert [made.refusal(entry, {}) for entry in made.fields.values()] == ["Printed", "It is sealed"]
    assert made.create is not None and made.create.fields == ("label", "sentOn")
    assert not made.deletes(STAFF, {})


def test_readers_of_their_own_records_need_a_scope() -> None:
    with pytest.raises(ValueError, match="sealedParcel: `read` looks at the record, so it needs a scope"):
        FieldSet(name="sealedParcel", table=parcel, path="/sealed/{id}", may=own("tutor", "owner_id"), sections=[])


def test_table_and_scope_are_those_of_the_workflow() -> None:
    column, scope = parcel.c.stamp, Scope(nobody)
    flow = Workflow(name="sealedParcel", column=column, states=options("sealed"), moves=[], scope=scope)
    made = FieldSet(name="sealedParcel", path="/sealed/{id}", may=staff, sections=[], workflow=flow)
    assert (flow.table, made.table, made.scope) == (parcel, parcel, scope)


def test_who_reaches_a_record_reads_it_unless_the_set_says_otherwise() -> None:
    whole = Field(name="label", column=parcel.c.label, type=Text())
    made = FieldSet(
        name="box", table=parcel, path="/boxes/{id}", sections=[Section("box", "Box", [whole])], may=nobody,
        scope=Scope(staff, own={"tutor": parcel.c.id == me("tutor")}),
    )  # fmt: skip
    assert made.read.name == "staff or own tutor"
    assert made.read(ADMIN) and not made.read(actor("student"))
    assert replace(made, read=nobody).read is nobody


def test_what_is_archived_only_sys_admin_restores() -> None:
    mark = Field(name="archived", column=sa.Column("archived", sa.Boolean), type=Boolean())
    made = FieldSet(
        name="box", table=parcel, path="/boxes/{id}", sections=[Section("box", "Box", [mark])], read=staff,
        scope=Scope(everything=staff), may=staff,
    )  # fmt: skip
    rule = made.rule(mark)
    assert rule.name == "staff, sysAdmin to restore"
    assert rule(STAFF, {"archived": False}) and not rule(STAFF, {"archived": True})
    assert rule(ADMIN, {"archived": True}) and not rule(TUTOR, {"archived": False})
    assert made.rule(replace(mark, may=nobody)) is nobody
