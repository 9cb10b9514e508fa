"""The lists of shared tables and of the layouts of roles."""

from __future__ import annotations

from identity.accounts.model import user_account
from identity.tables.fields import SHARED_TABLE, TABLE_TEMPLATE
from identity.tables.model import shared_table, table_template
from identity.tables.rules import ROLE_CHOICES
from kit.lists import Cards, Column, Filter, ListSpec

_c = shared_table.c
_t = table_template.c

SHARED_TABLES = ListSpec(
    name="sharedTables",
    title="Tables",
    one="table",
    naming="title",
    record=SHARED_TABLE,
    source=shared_table.outerjoin(user_account, _c.owner_id == user_account.c.id),
    default_sort="position,title",
    target="/table/{slug}",
    search=_c.title,
    filters=(
        Filter(name="ownerId", expression=_c.owner_id, title="Owner", options_from="/users"),
        Filter(name="list", expression=_c.list, hidden=True),
        Filter(name="locked", expression=_c.locked, kind="boolean"),
        Filter(
            name="role",
            title="Shared with role",
            expression=_c.roles,
            options=ROLE_CHOICES,
            condition=lambda values: _c.roles.overlap(values) | _c.change_roles.overlap(values),
        ),
    ),
    columns=(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        Column(name="title", expression=_c.title, sortable=True, width=260),
        Column(name="description", expression=_c.description, width=320),
        Column(name="list", expression=_c.list, width=140),
        Column(name="owner", expression=user_account.c.name, width=160),
        Column(name="ownerId", expression=_c.owner_id, type="id", hidden=True),
        Column(name="roles", title="Shared with", expression=_c.roles, type="tags", options=ROLE_CHOICES, width=220),
        Column(name="locked", expression=_c.locked, type="boolean"),
        Column(name="modified", expression=_c.modified, type="datetime", sortable=True),
        Column(name="position", expression=_c.position, type="integer", sortable=True, hidden=True),
        Column(name="slug", expression=_c.slug, title="Address", hidden=True),
    ),
    views=(Cards(title="title", lines=("description", "owner", "roles")),),
)

TABLE_TEMPLATES = ListSpec(
    name="tableTemplates",
    title="Table templates",
    one="layout",
    naming="title",
    edit=TABLE_TEMPLATE,
    source=table_template.outerjoin(shared_table, _t.table_id == _c.id),
    default_sort="role,title",
    filters=(Filter(name="role", expression=_t.role, options=ROLE_CHOICES),),
    columns=(
        Column(name="id", expression=_t.id, type="id", hidden=True),
        Column(name="title", expression=_t.title, sortable=True, width=240),
        Column(name="role", expression=_t.role, type="select", options=ROLE_CHOICES, sortable=True, width=160),
        Column(name="list", expression=_t.list, width=160),
        Column(name="table", expression=_c.title, title="Taken from", width=240),
        Column(name="tableId", expression=_t.table_id, type="id", hidden=True),
        Column(name="modified", expression=_t.modified, type="datetime"),
    ),
)
