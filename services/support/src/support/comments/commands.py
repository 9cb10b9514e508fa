"""Write, change and delete comments."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx, row_or_404, tables
from kit.errors import Invalid, NotFound
from kit.kinds import CommentType
from kit.policy import Row, Rule
from kit.records import foreign
from support.comments import policy, queries, rules
from support.comments.attributes import comment_payload
from support.comments.model import comment, comment_revision
from support.directory.queries import active_staff, display_name
from support.events import COMMENT_CHANGED
from support.kinds.queries import EntityKind
from support.notifications.commands import notify
from support.notifications.kinds import Notice

EXCERPT_LENGTH = 500
"""Maximum number of characters of a comment in an event."""


def check_record(kind: EntityKind, record: int) -> None:
    """Raise NotFound if the owning service has no such record; kinds whose service cannot be asked are accepted.

    Calls another service, so it must run outside a transaction.
    """
    if kind.owner and foreign.exists(kind.owner, kind.name, record) is False:
        raise NotFound(f"There is no {kind.title.lower()} {record} to comment on", code="unknown_record")


def add(tx: Tx, kind: EntityKind, record: int, type_name: str, raw: object) -> int:
    """Write a comment on a record; returns its id. Raises Forbidden, Invalid."""
    comment_type = _type(tx, kind, record, type_name)
    html = rules.text(raw)
    actor = tx.actor
    values = {
        "entity_type": kind.name,
        "entity_type_id": record,
        "type": comment_type.value,
        "comment": html,
        "author_id": actor.user_id,
        "acting_user_id": actor.acting_user_id,
    }
    comment_id = tx.insert(comment, values)
    _notify_mentioned(tx, kind, record, html, before="")
    _publish(tx, comment_id)
    return comment_id


def edit(tx: Tx, kind: EntityKind, record: int, comment_id: int, type_name: str, raw: object) -> dict[str, Any]:
    """Change text and type; the old ones become a revision. Raises NotFound, Forbidden, Conflict, Invalid."""
    row = _find(tx, comment_id, policy.keeper)
    if (row["entity_type"], row["entity_type_id"]) != (kind.name, record):
        raise NotFound()
    rules.check_unlocked(row)
    comment_type = _type(tx, kind, record, type_name)
    html = rules.text(raw)
    if (html, comment_type.value) != (row["comment"], row["type"]):
        revision = {"comment_id": comment_id, "type": row["type"], "comment": row["comment"]}
        editor = {"replaced_by": tx.actor.user_id, "acting_user_id": tx.actor.acting_user_id}
        tx.execute(sa.insert(comment_revision).values(**revision, **editor))
        values = {"comment": html, "type": comment_type.value, "edited": tables.now(), "edits": comment.c.edits + 1}
        _change(tx, comment_id, values)
        _notify_mentioned(tx, kind, record, html, before=row["comment"])
    return queries.shape(tx.actor, queries.find(tx.connection, tx.actor, comment_id), kind)


def toggle(tx: Tx, comment_id: int, mark: str, may: Rule) -> dict[str, Any]:
    """Set or clear the `mark` of a comment, `pinned` or `locked` (`platform.md 7`). Raises NotFound, Forbidden."""
    marked = not _find(tx, comment_id, may)[mark]
    _change(tx, comment_id, {mark: marked})
    return {"id": comment_id, mark: marked}


def delete(tx: Tx, comment_id: int) -> dict[str, Any]:
    """Mark a comment as deleted, unless it is locked. Raises NotFound, Forbidden, Conflict."""
    row = _find(tx, comment_id, policy.keeper)
    rules.check_unlocked(row)
    _change(tx, comment_id, {"deleted": tables.now(), "deleted_by": tx.actor.acting_user_id})
    return {"id": comment_id}


def _find(tx: Tx, comment_id: int, may: Rule) -> Row:
    row = queries.find(tx.connection, tx.actor, comment_id, lock=True)
    may.require(tx.actor, row)
    return row


def _type(tx: Tx, kind: EntityKind, record: int, name: str) -> CommentType:
    types = queries.reachable(tx.connection, tx.actor, kind, record)
    comment_type = next((entry for entry in types if entry.value == name), None)
    if comment_type is None:
        refusal = f"Please choose one of: {', '.join(entry.value for entry in types)}"
        raise Invalid(refusal, title="Form errors", field="type")
    return comment_type


def _change(tx: Tx, comment_id: int, values: dict[str, Any]) -> None:
    statement = sa.update(comment).where(comment.c.id == comment_id)
    tx.execute(statement.values(**values, **tables.version_values(comment)))
    _publish(tx, comment_id)


def _publish(tx: Tx, comment_id: int) -> None:
    row = row_or_404(tx.connection, sa.select(comment).where(comment.c.id == comment_id))
    excerpt = rules.excerpt(row["comment"], EXCERPT_LENGTH)
    tx.publish(COMMENT_CHANGED, comment_id, comment_payload(row, excerpt))


def _notify_mentioned(tx: Tx, kind: EntityKind, record: int, html: str, before: str) -> None:
    """Notify each member of staff mentioned in `html` and not in the text `before`. Only staff are notified: others
    must not learn of a comment that is private to staff."""
    mentioned = set(rules.mentioned(html)) - set(rules.mentioned(before)) - {tx.actor.user_id}
    if not mentioned:
        return
    user_ids = active_staff(tx.connection, mentioned)
    about = f"{kind.title} {display_name(tx.connection, kind.name, record)}".rstrip()
    notice = Notice(
        kind="comment",
        title=f"{tx.actor.name or 'Somebody'} mentioned you",
        text=f"{about}: {rules.excerpt(html, 200)}",
        target=kind.screen.replace("{id}", str(record)),
    )
    notify(tx, user_ids, notice)
