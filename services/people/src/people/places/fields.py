"""Editable fields of locations and addresses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.db import Tx
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.fields import (
    Boolean,
    Change,
    Create,
    Delete,
    Field,
    FieldSet,
    Integer,
    Reference,
    Section,
    Select,
    Text,
    options,
)
from kit.policy import Actor, Row, Rule
from kit.sql import Attach, Scope, me
from people.events import ADDRESS_CHANGED, address_payload
from people.persons.catalogue import BY_NAME, KINDS
from people.persons.model import TABLES, client_student
from people.persons.policy import SCOPES
from people.places.model import address, location
from people.places.rules import STATUSES, TYPES
from people.policy import STAFF, reaches

LOCATIONS = Scope(everything=STAFF)


INSIDE_ITSELF = "A location cannot be inside itself"
_TREE = "locations"
"""Names the lock of those who move locations: two moves that make a circle together wait for each other."""


def _no_circle(tx: Tx, change: Change) -> Mapping[str, Any]:
    """A location is in nothing that is inside of it, however deep."""
    if change.new is None:
        return {}
    tx.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(_TREE, 0))))
    columns = sa.select(location.c.id, location.c.parent_id)
    above = columns.where(location.c.id == change.new).cte("above", recursive=True)
    # UNION, not UNION ALL: it ends in a circle that is there already.
    above = above.union(columns.join(above, location.c.id == above.c.parent_id))
    if tx.scalar(sa.select(above.c.id).where(above.c.id == change.row["id"])) is not None:
        raise Invalid(INSIDE_ITSELF, fields={change.field.name: INSIDE_ITSELF})
    return {}


LOCATION = FieldSet(
    name="location",
    table=location,
    path="/locations/{id}",
    sections=[
        Section("location", "Location", [
            Field(name="title", column=location.c.title, type=Text(required=True, max_length=100)),
            Field(name="type", column=location.c.type, type=Select(choices=TYPES, required=True)),
            Field(name="status", column=location.c.status, type=Select(choices=STATUSES, required=True)),
            Field(name="parentId", column=location.c.parent_id, title="Inside", along=_no_circle,
                  type=Reference(source="/locations/buildings")),
            Field(name="capacity", column=location.c.capacity, type=Integer(maximum=10_000)),
        ]),
        Section("address", "Address", [
            Field(name="line1", column=location.c.line1, title="Line 1", type=Text(max_length=200)),
            Field(name="line2", column=location.c.line2, title="Line 2", type=Text(max_length=200)),
            Field(name="city", column=location.c.city, type=Text(max_length=100)),
            Field(name="postcode", column=location.c.postcode, type=Text(max_length=20)),
            Field(name="notes", column=location.c.notes, type=Text(multiline=True, max_length=2000),
                  help="How to get in, whom to ask"),
        ]),
    ],
    scope=LOCATIONS,
    attach=Attach(LOCATIONS),
    read=STAFF,
    may=STAFF,
    create=Create(
        path="/locations", may=STAFF,
        fields=("title", "type", "status", "parentId", "capacity", "line1", "line2", "city", "postcode"),
    ),
    delete=Delete(path="/locations/{id}", may=STAFF, instead="Please retire it instead."),
    closed=location.c.status == "retired",
)  # fmt: skip


def _addressees() -> Scope:
    """Addresses of persons the caller reaches as themselves, and a client's children's."""
    own: dict[str, sa.ColumnElement[bool]] = {
        kind: sa.and_(address.c.person_type == kind, address.c.person_id == me(kind)) for kind in BY_NAME
    }
    mine = client_student.alias("mine")
    children = sa.select(mine.c.student_id).where(mine.c.client_id == me("client"))
    own["client"] |= sa.and_(address.c.person_type == "student", address.c.person_id.in_(children))
    return Scope(everything=STAFF, own=own)


ADDRESSES = _addressees()


def _changes(actor: Actor, row: Row | None) -> bool:
    """Whoever may change the person's phone may change their address; a client also their children's."""
    if row is None:
        return actor.signed_in
    kind = BY_NAME[row["person_type"]]
    return kind.may(actor) or actor.person(kind.name) == row["person_id"] or (
        kind.name == "student" and actor.person("client") is not None
    )  # fmt: skip


MAY = Rule("who may change the person, or the person", _changes)


def _check_person(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """The person exists, the caller reaches them and may change their address; the first address is the primary."""
    kind, person = values["person_type"], values["person_id"]
    table = TABLES[kind]
    seen = tx.scalar(sa.select(table.c.id).where(table.c.id == person, SCOPES[kind].where(tx.actor)))
    if seen is None:
        raise NotFound("There is no such person")
    row = tx.one(sa.select(address).where(address.c.id == record, ADDRESSES.where(tx.actor)))
    if row is None or not MAY(tx.actor, row):
        raise Forbidden("You are not allowed to do this")
    if tx.scalar(sa.select(sa.func.count()).select_from(address).where(_others(row))) == 0:
        _set_primary(tx, address.c.id == record, primary=True)


def _others(row: Row) -> sa.ColumnElement[bool]:
    c = address.c
    return sa.and_(c.person_type == row["person_type"], c.person_id == row["person_id"], c.id != row["id"])


def _stays_primary(change: Change) -> None:
    if not change.new:
        raise Conflict("Please make another address the primary one instead")


def _primary_alone(tx: Tx, change: Change) -> None:
    _set_primary(tx, sa.and_(_others(change.row), address.c.primary), primary=False)


def _hand_on_primary(tx: Tx, row: Row) -> None:
    """Make the oldest of the other addresses the primary one, when that goes."""
    heir = sa.select(sa.func.min(address.c.id)).where(_others(row)).scalar_subquery()
    if row["primary"]:
        _set_primary(tx, address.c.id == heir, primary=True)


def _set_primary(tx: Tx, which: sa.ColumnElement[bool], *, primary: bool) -> None:
    changed = sa.update(address).where(which).values(primary=primary).returning(*address.c)
    tx.publish_each(ADDRESS_CHANGED, tx.all(changed), address_payload)


ADDRESS = FieldSet(
    name="address",
    table=address,
    path="/address/{id}",
    sections=[
        Section("person", "Whose", [
            Field(name="personType", column=address.c.person_type, read_only=True, title="Kind of person",
                  type=Select(choices=options(*((kind.name, kind.plural) for kind in KINDS)), required=True)),
            Field(name="personId", column=address.c.person_id, read_only=True, title="Person",
                  type=Integer(minimum=1, maximum=9_007_199_254_740_991, required=True)),
            Field(name="primary", column=address.c.primary, type=Boolean(), title="Primary address",
                  check=_stays_primary, after=_primary_alone),
        ]),
        Section("address", "Address", [
            Field(name="title", column=address.c.title, type=Text(required=True, max_length=100)),
            Field(name="line1", column=address.c.line1, title="Line 1", type=Text(required=True, max_length=200)),
            Field(name="line2", column=address.c.line2, title="Line 2", type=Text(max_length=200)),
            Field(name="line3", column=address.c.line3, title="Line 3", type=Text(max_length=200)),
            Field(name="city", column=address.c.city, type=Text(max_length=100)),
            Field(name="postcode", column=address.c.postcode, type=Text(required=True, max_length=20)),
            Field(name="country", column=address.c.country, type=Text(max_length=100)),
        ]),
    ],
    scope=ADDRESSES,
    read=reaches(ADDRESSES),
    may=MAY,
    create=Create(
        path="/address", may=reaches(ADDRESSES), after=_check_person,
        fields=("personType", "personId", "title", "line1", "line2", "line3", "city", "postcode", "country"),
    ),
    delete=Delete(path="/address/{id}", may=MAY, after=_hand_on_primary),
    event=ADDRESS_CHANGED,
    payload=address_payload,
)  # fmt: skip
"""`teaching.md 5`: title, line 1 and postcode are required."""

FIELDSETS = (LOCATION, ADDRESS)
