"""Editable fields of a user account. Accounts are kept by sysAdmin; names of persons come from the person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.audit import commands as audit
from identity.audit.rules import Kind
from identity.credentials import ending
from identity.credentials.passwords import password_store
from identity.events import USER_CHANGED, user_payload
from identity.organisation.model import department
from identity.roles.rules import BY_ID, PERSON_KINDS, RoleIds, role_titles
from identity.users import policy, rules
from identity.users.answers import UserParts
from kit.changes.writing import announce
from kit.database import Tx
from kit.policy import Actor, Attach, Row
from kit.records import Change, Create, Field, FieldSet, Section
from kit.values import Boolean, Email, Integer, Reference, Select, Text, options

STATUSES = options(("active", "Active", "green"), ("inactive", "Inactive", "grey"))
_c = user_account.c


def _status_changed(tx: Tx, change: Change) -> None:
    audit.record(tx, Kind.STATUS_CHANGED, user_id=change.row["id"], detail=f"{change.old} to {change.new}")
    if change.new != "active":
        ending.end_all(tx, change.row["id"], "deactivated")
    password_store().mirror(tx, change.row["id"])


def _roles_changed(tx: Tx, change: Change) -> None:
    """A token carries its user's roles: the sessions end, and the next sign-in has the new ones."""
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
    """A user works in the organisation of their primary department."""
    wanted = values.get("primary_department_id")
    if wanted is None:
        return {}
    return {"organisation_id": _organisation_of(wanted)}


def _organisation_of(department_id: int) -> Any:
    return sa.select(department.c.organisation_id).where(department.c.id == department_id).scalar_subquery()


def _department_changed(tx: Tx, change: Change) -> None:
    if change.new is not None:
        moved = sa.update(user_account).where(_c.id == change.row["id"])
        tx.execute(moved.values(organisation_id=_organisation_of(change.new)))
        announce(tx, USER, change.row["id"])


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    home = connection.execute(
        sa.select(department.c.id, department.c.title).where(department.c.id == row["primary_department_id"])
    ).mappings()
    found = home.first()
    return {
        "name": row["name"],
        "roles": role_titles(row["role_ids"]),
        "primaryDepartment": dict(found) if found is not None else None,
        "organisationId": row["organisation_id"],
        "lastSignIn": row["last_sign_in"],
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
    payload=user_payload,
    sections=(
        Section(
            "details",
            "Details",
            (
                Field(
                    name="username",
                    column=_c.username,
                    type=rules.Username(required=True, min_length=3, max_length=60),
                    after=_account_changed,
                ),
                Field(
                    name="firstName",
                    column=_c.first_name,
                    type=Text(max_length=80),
                    when=rules.name_from_person,
                    after=_account_changed,
                ),
                Field(
                    name="lastName",
                    column=_c.last_name,
                    type=Text(required=True, max_length=80),
                    when=rules.name_from_person,
                    after=_account_changed,
                ),
                Field(
                    name="email",
                    column=_c.email,
                    type=Email(required=True),
                    help="Where links to set a password go",
                    after=_account_changed,
                ),
                Field(
                    name="status",
                    column=_c.status,
                    type=Select(choices=STATUSES, required=True),
                    check=rules.refuse_self_lockout,
                    after=_status_changed,
                ),
                Field(
                    name="primaryDepartmentId",
                    column=_c.primary_department_id,
                    type=Reference(source="/departments"),
                    title="Primary department",
                    after=_department_changed,
                ),
                Field(name="isPT", column=_c.is_pt, type=Boolean(), title="Personal tutor (PT)"),
            ),
        ),
        Section(
            "roles",
            "Roles",
            (
                Field(
                    name="roleIds",
                    column=_c.role_ids,
                    type=RoleIds(),
                    title="Roles",
                    help="Whoever gains or loses a role signs in again",
                    check=rules.refuse_self_lockout,
                    after=_roles_changed,
                ),
            ),
        ),
        Section(
            "persons",
            "Persons",
            tuple(
                Field(
                    name=f"{kind}Id",
                    column=_c[f"{kind}_id"],
                    type=Integer(),
                    title=kind.capitalize(),
                    read_only=True,
                )
                for kind in PERSON_KINDS
            ),
        ),
        Section(
            "picture",
            "Picture",
            tuple(
                Field(
                    name=f"avatarOffset{axis.upper()}",
                    column=_c[f"avatar_offset_{axis}"],
                    type=Integer(minimum=0, maximum=100, required=True),
                    title=f"Picture offset {axis.upper()}",
                    help="Percent",
                    may=policy.places_own_picture,
                )
                for axis in ("x", "y")
            ),
        ),
    ),
    create=Create(
        path="/users",
        fields=("username", "firstName", "lastName", "email", "roleIds", "primaryDepartmentId", "isPT"),
        may=policy.keeps,
        defaults=_own_place,
        after=_created,
    ),
    actions={"impersonate": policy.impersonates, "sendPasswordLink": policy.keeps},
    extra=_extra,
    answers=UserParts,
)
