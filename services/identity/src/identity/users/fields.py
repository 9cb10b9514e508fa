"""Editable fields of a user account. sysAdmin maintains accounts; names of persons come from the person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from identity.accounts import attributes
from identity.accounts.model import user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.credentials import ending
from identity.credentials.passwords import password_store
from identity.events import USER_CHANGED
from identity.organisation.model import department
from identity.roles.rules import BY_ID, role_titles
from identity.users import policy, rules
from identity.users.answers import UserParts
from kit.changes.writing import announce
from kit.database import Tx, first_row
from kit.policy import Actor, Attach, Row
from kit.records import Acts, Change, Create, FieldSet

_c = user_account.c


def _status_changed(tx: Tx, change: Change) -> None:
    audit.record(tx, Kind.STATUS_CHANGED, user_id=change.row["id"], detail=f"{change.old} to {change.new}")
    if change.new != "active":
        ending.end_all(tx, change.row["id"], "deactivated")
    password_store().mirror(tx, change.row["id"])


def _roles_changed(tx: Tx, change: Change) -> None:
    """End the user's sessions, since tokens contain roles; the next sign-in has the new ones."""
    added = [f"+{BY_ID[name].title}" for name in change.new if name not in change.old]
    removed = [f"-{BY_ID[name].title}" for name in change.old if name not in change.new]
    audit.record(tx, Kind.ROLES_CHANGED, user_id=change.row["id"], detail=", ".join([*added, *removed]))
    ending.end_all(tx, change.row["id"], "roles changed")
    password_store().mirror(tx, change.row["id"])


def _account_changed(tx: Tx, change: Change) -> None:
    password_store().mirror(tx, change.row["id"])


def _created(tx: Tx, user_id: int, values: Mapping[str, Any]) -> None:
    granted = ", ".join(BY_ID[name].title for name in values.get("role_ids", ()))
    audit.record(tx, Kind.USER_CREATED, user_id=user_id, detail=granted)
    password_store().mirror(tx, user_id)


def _own_place(_: Actor, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return the organisation of the primary department, in which the user works."""
    return {"organisation_id": _organisation_of(values.get("primary_department_id"))}


def _organisation_of(department_id: int | None) -> Any:
    return sa.select(department.c.organisation_id).where(department.c.id == department_id).scalar_subquery()


def _department_changed(tx: Tx, change: Change) -> None:
    if change.new is not None:
        update = sa.update(user_account).where(_c.id == change.row["id"])
        tx.execute(update.values(organisation_id=_organisation_of(change.new)))
        announce(tx, USER, change.row["id"])


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    c = department.c
    home = first_row(connection, sa.select(c.id, c.title).where(c.id == row["primary_department_id"]))
    return {
        "name": row["name"],
        "roles": role_titles(row["role_ids"]),
        "primaryDepartment": home,
        "organisationId": row["organisation_id"],
        "lastSignIn": row["last_sign_in"],
    }


_ACTS = {
    "username": Acts(after=_account_changed),
    "firstName": Acts(when=rules.name_from_person, after=_account_changed),
    "lastName": Acts(when=rules.name_from_person, after=_account_changed),
    "email": Acts(after=_account_changed),
    "status": Acts(check=rules.refuse_self_lockout, after=_status_changed),
    "primaryDepartmentId": Acts(after=_department_changed),
    "roleIds": Acts(check=rules.refuse_self_lockout, after=_roles_changed),
    **{f"avatarOffset{axis}": Acts(may=policy.places_own_picture) for axis in "XY"},
}
USER = FieldSet(
    name="user",
    table=user_account,
    path="/users/{id}",
    scope=policy.visible,
    attach=Attach(policy.visible),
    read=policy.reads,
    may=policy.keeps,
    event=USER_CHANGED,
    payload=attributes.user_payload,
    sections=attributes.USER.sections(
        {"details": "Details", "roles": "Roles", "persons": "Persons", "picture": "Picture"}, _ACTS
    ),
    create=Create(
        fields=("username", "firstName", "lastName", "email", "roleIds", "primaryDepartmentId", "isPT"),
        defaults=_own_place,
        after=_created,
    ),
    actions={"impersonate": policy.impersonates, "sendPasswordLink": policy.keeps},
    extra=_extra,
    answers=UserParts,
)
