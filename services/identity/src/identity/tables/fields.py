"""Editable fields of shared tables and of the layouts of roles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from identity.tables import policy
from identity.tables.answers import TableParts
from identity.tables.model import shared_table, table_template
from identity.tables.rules import BAD_LIST, LIST_PATH, LONGEST_SLUG, ROLE_CHOICES, SLUG, slug_of
from identity.tables.values import Definition
from kit.database import Tx
from kit.errors import Invalid
from kit.policy import Actor, Row, Scope, staff, sys_admin
from kit.records import Change, Create, Delete, Field, FieldSet, Section
from kit.values import Boolean, IdList, Integer, MultiSelect, Reference, Select, Text

_c = shared_table.c
_t = table_template.c
_LIST = Text(required=True, max_length=200, pattern=LIST_PATH, refusal=BAD_LIST)


def _completed(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return the owner, the definition and a unique address."""
    slug = slug_of(values["title"])
    tx.lock(f"shared_table:{slug}")
    taken = set(tx.execute(sa.select(_c.slug).where(_c.slug.startswith(slug, autoescape=True))).scalars())
    number = 2
    free = slug
    while free in taken:
        free, number = f"{slug}-{number}", number + 1
    return {"owner_id": tx.actor.user_id, "slug": free, "definition": values.pop("definition", None) or {}}


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    return {"ownerId": row["owner_id"]}


SHARED_TABLE = FieldSet(
    name="sharedTable",
    table=shared_table,
    path="/tables/{id}",
    scope=policy.visible,
    read=staff,
    may=policy.owns,
    sections=(
        Section(
            "table",
            "Table",
            (
                Field(name="title", column=_c.title, type=Text(required=True, max_length=60)),
                Field(
                    name="slug",
                    column=_c.slug,
                    title="Address",
                    help="The last part of its link: /table/fees-due",
                    type=Text(
                        required=True,
                        max_length=LONGEST_SLUG,
                        pattern=SLUG,
                        refusal="Please use small letters, digits and hyphens, such as fees-due",
                    ),
                ),
                Field(
                    name="description",
                    column=_c.description,
                    type=Text(multiline=True, max_length=500),
                    help="What it is for",
                ),
                Field(name="list", column=_c.list, type=_LIST, read_only=True),
                Field(
                    name="screen",
                    column=_c.screen,
                    title="Screen of the list",
                    read_only=True,
                    type=Text(max_length=200, pattern=LIST_PATH, refusal=BAD_LIST),
                ),
                Field(name="position", column=_c.position, type=Integer(required=True, maximum=10_000)),
            ),
        ),
        Section(
            "sharing",
            "Sharing",
            (
                Field(
                    name="roles",
                    column=_c.roles,
                    title="Roles that see it",
                    type=MultiSelect(choices=ROLE_CHOICES),
                ),
                Field(
                    name="changeRoles",
                    column=_c.change_roles,
                    title="Roles that change it",
                    type=MultiSelect(choices=ROLE_CHOICES),
                ),
                Field(
                    name="people",
                    column=_c.people,
                    title="People who see it",
                    type=IdList(source="/users", most=200),
                ),
                Field(
                    name="changePeople",
                    column=_c.change_people,
                    title="People who change it",
                    type=IdList(source="/users", most=200),
                ),
                Field(
                    name="locked",
                    column=_c.locked,
                    type=Boolean(),
                    help="Only its owner changes it, whoever it is shared with",
                ),
                Field(
                    name="defaultRoles",
                    column=_c.default_roles,
                    title="Roles that open the list with it",
                    type=MultiSelect(choices=ROLE_CHOICES),
                    may=sys_admin,
                ),
            ),
        ),
    ),
    create=Create(
        fields=("title", "description", "list", "screen", "roles", "changeRoles", "people", "changePeople", "locked"),
        may=policy.keeps,
        also={"definition": Definition()},
        complete=_completed,
    ),
    delete=Delete(),
    extra=_extra,
    answers=TableParts,
)


def _taken_from(tx: Tx, values: dict[str, Any]) -> Mapping[str, Any]:
    """Return list, definition and title of the table from which a layout is taken. Raises Invalid if there is none."""
    layout = _layout(tx, values["table_id"])
    return layout | ({"title": values["title"]} if values.get("title") else {})


def _layout(tx: Tx, table_id: int) -> dict[str, Any]:
    chosen = sa.select(_c.title, _c.list, _c.definition).where(_c.id == table_id, policy.visible.where(tx.actor))
    row = tx.one(chosen)
    if row is None:
        raise Invalid("Please choose one of the shared tables", field="tableId")
    return row


def _other_table(tx: Tx, change: Change) -> None:
    """Copy the layout of the new table."""
    layout = _layout(tx, change.new)
    tx.execute(sa.update(table_template).where(_t.id == change.row["id"]).values(**layout))


TABLE_TEMPLATE = FieldSet(
    name="tableTemplate",
    table=table_template,
    path="/table-templates/{id}",
    scope=Scope(everything=staff),
    read=staff,
    may=sys_admin,
    sections=(
        Section(
            "layout",
            "Layout",
            (
                Field(name="role", column=_t.role, type=Select(required=True, choices=ROLE_CHOICES)),
                Field(
                    name="tableId",
                    column=_t.table_id,
                    title="Table",
                    type=Reference(source="/tables", required=True),
                    help="The layout is that of this table as it is now",
                    after=_other_table,
                ),
                Field(name="title", column=_t.title, type=Text(max_length=60)),
                replace(SHARED_TABLE.fields["list"], column=_t.list),
            ),
        ),
    ),
    create=Create(fields=("role", "tableId", "title"), complete=_taken_from),
    delete=Delete(),
)
"""The initial layout of a list for a role."""
