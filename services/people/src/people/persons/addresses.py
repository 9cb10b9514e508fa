"""Addresses of persons: their fields, the right to change them, and the one primary address of each person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Forbidden, NotFound
from kit.policy import Actor, Row, Rule, Scope, me
from kit.records import Acts, Change, Create, Delete, FieldSet
from people.events import ADDRESS_CHANGED
from people.persons import attributes
from people.persons.catalogue import BY_NAME
from people.persons.model import TABLES, address
from people.persons.policy import CHILD_IDS, SCOPES
from people.policy import STAFF


def remove_addresses(kind: str, tx: Tx, row: Row) -> None:
    """Delete the addresses of a deleted person."""
    condition = sa.and_(address.c.person_type == kind, address.c.person_id == row["id"])
    deleted = tx.all(sa.delete(address).where(condition).returning(*address.c))
    tx.publish_each(ADDRESS_CHANGED, deleted, lambda row: {**attributes.ADDRESS.payload(row), "deleted": True})


def _address_scope() -> Scope:
    """Return the scope of addresses: staff reach all, others their own, and a client also those of their children."""
    own: dict[str, sa.ColumnElement[bool]] = {
        kind: sa.and_(address.c.person_type == kind, address.c.person_id == me(kind)) for kind in BY_NAME
    }
    own["client"] |= sa.and_(address.c.person_type == "student", address.c.person_id.in_(CHILD_IDS))
    return Scope(everything=STAFF, own=own)


ADDRESSES = _address_scope()


def _changes(actor: Actor, row: Row | None) -> bool:
    """True if the actor may change the person, is the person, or is a client of the child."""
    if row is None:
        return actor.signed_in
    kind = BY_NAME[row["person_type"]]
    return (
        kind.may(actor)
        or actor.person(kind.name) == row["person_id"]
        or (kind.name == "student" and actor.person("client") is not None)
    )


MAY = Rule("who may change the person, or the person", _changes)


def _check_person(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Check that the person is in the caller's scope, and that the caller may change their address.

    A person's first address becomes the primary one. Raises NotFound, Forbidden.
    """
    kind, person = values["person_type"], values["person_id"]
    table = TABLES[kind]
    visible = tx.scalar(sa.select(table.c.id).where(table.c.id == person, SCOPES[kind].where(tx.actor)))
    if visible is None:
        raise NotFound("There is no such person")
    row = tx.one(sa.select(address).where(address.c.id == record, ADDRESSES.where(tx.actor)))
    if row is None or not MAY(tx.actor, row):
        raise Forbidden()
    if tx.scalar(sa.select(sa.func.count()).select_from(address).where(_others(row))) == 0:
        _set_primary(tx, address.c.id == record, primary=True)


def _others(row: Row) -> sa.ColumnElement[bool]:
    c = address.c
    return sa.and_(c.person_type == row["person_type"], c.person_id == row["person_id"], c.id != row["id"])


def _refuse_no_primary(change: Change) -> None:
    if not change.new:
        raise Conflict("Please make another address the primary one instead")


def _unset_other_primary(tx: Tx, change: Change) -> None:
    _set_primary(tx, sa.and_(_others(change.row), address.c.primary), primary=False)


def _pass_on_primary(tx: Tx, row: Row) -> None:
    """Make the person's oldest other address the primary one, when the primary one is deleted."""
    oldest = sa.select(sa.func.min(address.c.id)).where(_others(row)).scalar_subquery()
    if row["primary"]:
        _set_primary(tx, address.c.id == oldest, primary=True)


def _set_primary(tx: Tx, condition: sa.ColumnElement[bool], *, primary: bool) -> None:
    statement = sa.update(address).where(condition).values(primary=primary).returning(*address.c)
    tx.publish_each(ADDRESS_CHANGED, tx.all(statement), attributes.ADDRESS.payload)


ADDRESS = FieldSet(
    name="address",
    table=address,
    path="/address/{id}",
    sections=attributes.ADDRESS.sections(
        {"person": "Whose", "address": "Address"},
        {"primary": Acts(check=_refuse_no_primary, after=_unset_other_primary)},
    ),
    scope=ADDRESSES,
    may=MAY,
    create=Create(
        may=ADDRESSES.reached,
        after=_check_person,
        fields=("personType", "personId", "title", "line1", "line2", "line3", "city", "postcode", "country"),
    ),
    delete=Delete(after=_pass_on_primary),
    event=ADDRESS_CHANGED,
    payload=attributes.ADDRESS.payload,
)
