"""Queries of shared tables."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from identity.accounts.model import user_account
from identity.tables import policy
from identity.tables.model import own_table, shared_table, shared_table_edition, table_template
from kit.database import all_rows, first_row, row_or_404
from kit.policy import Actor

_c = shared_table.c
_t = table_template.c
GONE = "This table no longer exists, or is not shared with you"


def by_slug(connection: sa.Connection, actor: Actor, slug: str) -> dict[str, Any]:
    """Return the table at an address. Raises NotFound."""
    source = shared_table.outerjoin(user_account, _c.owner_id == user_account.c.id)
    rows = sa.select(shared_table, user_account.c.name.label("owner")).select_from(source)
    row = row_or_404(connection, rows.where(_c.slug == slug, policy.visible.where(actor)), GONE)
    names = ("id", "slug", "title", "description", "list", "screen", "definition", "locked", "modified")
    return {name: row[name] for name in names} | {
        "version": row["edition"],
        "own": _own(connection, actor, row["id"]),
        "ownerId": row["owner_id"],
        "owner": row["owner"],
        "modifiedBy": row["modified_by_name"],
        "may": {"change": policy.changes(actor, row), "own": policy.owns(actor, row)},
    }


def _own(connection: sa.Connection, actor: Actor, table_id: int) -> dict[str, Any] | None:
    c = own_table.c
    mine = (c.user_id == actor.user_id, c.table_id == table_id)
    row = first_row(connection, sa.select(c.edition.label("version"), c.definition).where(*mine))
    return dict(row) if row is not None else None


def editions(connection: sa.Connection, actor: Actor, table_id: int) -> list[dict[str, Any]]:
    """Return the versions of a table that were saved for all, newest first. Raises NotFound."""
    seen = sa.select(_c.id).where(_c.id == table_id, policy.visible.where(actor))
    row_or_404(connection, seen, GONE)
    e = shared_table_edition.c
    people = sa.select(sa.func.array_agg(user_account.c.name)).where(
        sa.or_(user_account.c.id == sa.any_(e.people), user_account.c.id == sa.any_(e.change_people))
    )
    shown = (
        e.edition.label("version"),
        e.title,
        e.description,
        e.saved,
        e.saved_by.label("savedBy"),
        (e.roles + e.change_roles).label("roles"),
        sa.func.coalesce(people.scalar_subquery(), []).label("people"),
    )
    return all_rows(connection, sa.select(*shown).where(e.table_id == table_id).order_by(e.edition.desc()))


def starts(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the initial definitions of the caller's lists, one for each list: that of a shared table precedes the
    layout of a role."""
    roles = sorted(actor.roles)
    tables = sa.select(_c.list, _c.title, _c.slug, _c.definition).where(
        _c.default_roles.overlap(roles), policy.visible.where(actor)
    )
    layouts = sa.select(_t.list, _t.title, sa.null().label("slug"), _t.definition).where(_t.role.in_(roles))
    by_list: dict[str, dict[str, Any]] = {}
    ordered = (tables.order_by(_c.position, _c.id), layouts.order_by(_t.role != "sysAdmin", _t.role == "staff", _t.id))
    for statement in ordered:
        for row in all_rows(connection, statement):
            by_list.setdefault(row["list"], row)
    return list(by_list.values())
