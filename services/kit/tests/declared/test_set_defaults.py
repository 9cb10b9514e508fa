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


def test_create_and_delete_follow_the_set() -> None:
    whole = Field(name="label", column=parcel.c.label, type=Text(required=True))
    fieldset = FieldSet(
        name="box",
        table=parcel,
        path="/boxes/{id}",
        sections=[Section("box", "Box", [whole])],
        read=staff,
        scope=Scope(everything=staff),
        may=sys_admin,
        create=Create(fields=["label"]),
        delete=Delete(may=nobody),
    )
    assert fieldset.create is not None and fieldset.delete is not None
    assert (fieldset.create.path, fieldset.create.may) == ("/boxes", sys_admin)
    assert (fieldset.delete.path, fieldset.delete.may) == ("/boxes/{id}", nobody)
    assert not Create(fields=["label"]).may(ADMIN)


def test_may_and_when_of_the_set_apply_to_all() -> None:
    sections = [
        Section("sent", "Sent", [Field(name="label", column=parcel.c.label, type=Text(), when=lambda row: "Printed")]),
        Section("way", "Way", [Field(name="sentOn", column=parcel.c.sent_on, type=Date())]),
    ]
    fieldset = FieldSet(
        name="sealedParcel",
        table=parcel,
        path="/sealed/{id}",
        may=staff,
        when=lambda row: "It is sealed",
        sections=sections,
        create=Create(),
        delete=Delete(),
    )
    assert (fieldset.read, fieldset.scope) == (staff, Scope(everything=staff))
    assert [fieldset.refusal(entry, {}) for entry in fieldset.fields.values()] == ["Printed", "It is sealed"]
    assert fieldset.create is not None and fieldset.create.fields == ("label", "sentOn")
    assert not fieldset.deletes(STAFF, {})


def test_rule_on_own_records_needs_a_scope() -> None:
    with pytest.raises(ValueError, match="sealedParcel: `read` looks at the record, so it needs a scope"):
        FieldSet(name="sealedParcel", table=parcel, path="/sealed/{id}", may=own("tutor", "owner_id"), sections=[])


def test_table_and_scope_default_to_the_workflow() -> None:
    column, scope = parcel.c.stamp, Scope(nobody)
    flow = Workflow(name="sealedParcel", column=column, states=options("sealed"), moves=[], scope=scope)
    fieldset = FieldSet(name="sealedParcel", path="/sealed/{id}", may=staff, sections=[], workflow=flow)
    assert (flow.table, fieldset.table, fieldset.scope) == (parcel, parcel, scope)


def test_scope_admits_readers_by_default() -> None:
    whole = Field(name="label", column=parcel.c.label, type=Text())
    fieldset = FieldSet(
        name="box",
        table=parcel,
        path="/boxes/{id}",
        sections=[Section("box", "Box", [whole])],
        may=nobody,
        scope=Scope(staff, own={"tutor": parcel.c.id == me("tutor")}),
    )
    assert fieldset.read.name == "staff or own tutor"
    assert fieldset.read(ADMIN) and not fieldset.read(actor("student"))
    assert replace(fieldset, read=nobody).read is nobody


def test_only_sysadmin_restores_archived_records() -> None:
    mark = Field(name="archived", column=sa.Column("archived", sa.Boolean), type=Boolean())
    fieldset = FieldSet(
        name="box",
        table=parcel,
        path="/boxes/{id}",
        sections=[Section("box", "Box", [mark])],
        read=staff,
        scope=Scope(everything=staff),
        may=staff,
    )
    rule = fieldset.rule(mark)
    assert rule.name == "staff, sysAdmin to restore"
    assert rule(STAFF, {"archived": False}) and not rule(STAFF, {"archived": True})
    assert rule(ADMIN, {"archived": True}) and not rule(TUTOR, {"archived": False})
    assert fieldset.rule(replace(mark, may=nobody)) is nobody
