"""The detail of a journal entry, in the shape of `teaching.md 3`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor, Row
from kit.values import richtext
from teaching.copies.model import department
from teaching.journal import links
from teaching.journal.model import journal_entry, journal_reader
from teaching.journal.policy import SCOPE

EXCERPT = 200
_c, _r = journal_entry.c, journal_reader.c
_MOST = 500
"""Maximum entries of a thread in an answer."""


def extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /journalEntry/{id}` beyond the fields."""
    users = readers(connection, actor, row["id"])
    mine = next((one for one in users if one["id"] == actor.user_id), None)
    thread = _thread(connection, actor, row)
    briefs = {one["id"]: {name: one[name] for name in _BRIEF} for one in thread}
    title = sa.select(department.c.title).where(department.c.id == row["department_id"])
    return {
        "author": {"id": row["author_user_id"], "name": row["author_name"]},
        "users": users,
        "journalWithUserId": mine["journalWithUserId"] if mine else None,
        "isRead": mine["isRead"] if mine else True,
        "isEdited": row["version"] > 1,
        "departmentTitle": connection.execute(title).scalar() or "",
        "links": links.cards(connection, actor, row),
        "parent": briefs.get(row["parent_id"]),
        "children": [brief for brief in briefs.values() if brief["parentId"] == row["id"]],
        "thread": thread,
    }


_BRIEF = ("id", "parentId", "author", "date", "created", "excerpt", "journalWithUserId", "isRead")


def readers(connection: sa.Connection, _: Actor, entry: int) -> list[dict[str, Any]]:
    """Return the people named on an entry, by name."""
    named = sa.select(
        _r.user_id.label("id"),
        _r.user_name.label("name"),
        _r.id.label("journalWithUserId"),
        _r.is_read.label("isRead"),
        _r.read,
    ).where(_r.entry_id == entry, _r.named)
    return all_rows(connection, named.order_by(_r.user_name, _r.id))


def _thread(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    """Return the entries of the thread that the actor sees, the oldest first."""
    root = row["thread_id"] or row["id"]
    mine = journal_reader.alias("mine").c
    names = (
        sa.select(sa.func.array_agg(sa.text("user_name ORDER BY user_name")))
        .where(_r.entry_id == _c.id, _r.named)
        .correlate(journal_entry)
        .scalar_subquery()
    )
    ours = sa.and_(mine.entry_id == _c.id, mine.user_id == actor.user_id, mine.named)
    statement = (
        sa.select(journal_entry, mine.id.label("mine"), mine.is_read, names.label("people"))
        .select_from(journal_entry.outerjoin(mine.id.table, ours))
        .where(sa.or_(_c.id == root, _c.thread_id == root), SCOPE.where(actor))
        .order_by(_c.id)
        .limit(_MOST)
    )
    return [_reply(one) for one in all_rows(connection, statement)]


def _reply(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": row["id"],
        "parentId": row["parent_id"],
        "author": {"id": row["author_user_id"], "name": row["author_name"]},
        "date": row["date"],
        "created": row["created"],
        "excerpt": richtext.excerpt(row["words"], EXCERPT),
        "journalWithUserId": row["mine"],
        "isRead": row["mine"] is None or row["is_read"],
        "content": row["content"],
        "people": row["people"] or [],
    }
