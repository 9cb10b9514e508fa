"""Writing, changing and reading of journal entries."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from kit.database import Tx, row_or_404, tables
from kit.errors import Invalid
from kit.policy import Row
from kit.records import Change
from kit.values import richtext
from kit.values.shown import shown
from teaching.copies.model import department
from teaching.copies.users import account
from teaching.events import NOTIFICATION_RAISED
from teaching.journal import links
from teaching.journal.model import journal_entry, journal_reader
from teaching.journal.policy import PEOPLE, SCOPE, WORKS

UNKNOWN_PEOPLE = "Please choose people of the list"
UNKNOWN_PARENT = "There is no such entry among yours"
UNKNOWN_DEPARTMENT = "There is no such department"
_c, _r = journal_entry.c, journal_reader.c


def begin(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a new entry beyond its fields. A reply goes to the readers of its parent unless others are
    named. Raises Invalid."""
    parent = _parent(tx, values.get("parent_id"))
    named = values.get("user_ids") or []
    if parent is not None and not named:
        named = _people_of(parent)
    about = links.columns(tx, values)
    return {
        "author_user_id": tx.actor.user_id,
        "author_name": _name(tx),
        "user_ids": _checked(tx, named, tx.actor.user_id, _people_of(parent) if parent else ()),
        "thread_id": (parent["thread_id"] or parent["id"]) if parent else None,
        "department_id": _department(tx, values, parent, about),
        "words": richtext.plain(values["content"]),
        **about,
    }


def begun(tx: Tx, record: int, values: Mapping[str, Any]) -> None:
    """Add the readers of a new entry, and notify them. A reply counts with its parent, which its author has read."""
    row = {**values, "id": record}
    _name_readers(tx, row, values["user_ids"])
    parent = values.get("parent_id")
    if parent is not None:
        tx.execute(sa.update(journal_entry).where(_c.id == parent).values(reply_count=_c.reply_count + 1))
        _mark_read(tx, sa.and_(_r.entry_id == parent, _r.user_id == tx.actor.user_id))


def check_people(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Return the people in stored form. Raises Invalid."""
    kept = [*change.row["user_ids"], *_of_thread(tx, change.row)]
    return {"userIds": _checked(tx, change.new, change.row["author_user_id"], kept)}


def people_changed(tx: Tx, change: Change) -> None:
    """Update the readers of an entry. Somebody who was named before is not notified again."""
    row = tx.one(sa.select(journal_entry).where(_c.id == change.row["id"]))
    assert row is not None
    named = row["user_ids"]
    mine = _r.entry_id == row["id"]
    tx.execute(sa.update(journal_reader).where(mine).values(named=_r.user_id.in_(named)))
    _name_readers(tx, row, named)


def content_changed(tx: Tx, change: Change) -> None:
    """Store the plain text for the search."""
    text = richtext.plain(change.new)
    tx.execute(sa.update(journal_entry).where(_c.id == change.row["id"]).values(words=text))


def removed(tx: Tx, row: Row) -> None:
    """Remove a deleted reply from its parent."""
    if row["parent_id"] is not None:
        count = sa.update(journal_entry).where(_c.id == row["parent_id"])
        tx.execute(count.values(reply_count=sa.func.greatest(_c.reply_count - 1, 0)))


def read(tx: Tx, journal_with_user: int) -> dict[str, Any]:
    """Record that the caller has read an entry; an impersonated reading is not recorded. Raises NotFound for the
    reading of another user."""
    mine = sa.and_(_r.id == journal_with_user, _r.user_id == tx.actor.user_id, _r.named)
    if tx.actor.real_user_id is None:
        _mark_read(tx, mine)
    return row_or_404(tx.connection, sa.select(_r.id, _r.is_read.label("isRead"), _r.read).where(mine))


def _mark_read(tx: Tx, mine: sa.ColumnElement[bool]) -> None:
    """Mark the unread ones among these as read, and update the count of the entry. The entry is locked first, as its
    deletion does."""
    entries = sa.select(_r.entry_id).where(mine, _r.is_read.is_(False))
    tx.execute(sa.select(_c.id).where(_c.id.in_(entries)).with_for_update())
    marked = sa.update(journal_reader).where(mine, _r.is_read.is_(False)).values(is_read=True, read=tables.now())
    now_read = tx.execute(marked.returning(_r.entry_id)).scalars().all()
    if now_read:
        tx.execute(sa.update(journal_entry).where(_c.id.in_(now_read)).values(read_count=_c.read_count + 1))


def _name_readers(tx: Tx, row: Mapping[str, Any], users: Collection[int]) -> None:
    """Add readers who were never named on the entry, and notify each of them once."""
    if not users:
        return
    names = sa.select(sa.literal(row["id"]), account.c.id, account.c.name).where(account.c.id.in_(users))
    adding = postgresql.insert(journal_reader).from_select(["entry_id", "user_id", "user_name"], names)
    added = tx.execute(adding.on_conflict_do_nothing().returning(_r.user_id)).scalars().all()
    if not added:
        return
    about = next((row[f"{link.kind}_title"] for link in links.LINKS if row.get(f"{link.kind}_title")), "")
    tx.publish(
        NOTIFICATION_RAISED,
        row["id"],
        {
            "kind": "journal",
            "title": f"{row['author_name']} named you in the journal",
            "text": ", ".join(part for part in (shown(row["date"]), about) if part),
            "target": f"/journal?entry={row['id']}",
            "userIds": sorted(added),
        },
    )


def _parent(tx: Tx, number: int | None) -> dict[str, Any] | None:
    if number is None:
        return None
    parent = tx.one(sa.select(journal_entry).where(_c.id == number, SCOPE.where(tx.actor)).with_for_update())
    if parent is None:
        raise Invalid(UNKNOWN_PARENT, title="Form errors", fields={"parentId": UNKNOWN_PARENT})
    return parent


def _people_of(row: Row) -> list[int]:
    return [row["author_user_id"], *row["user_ids"]]


def _of_thread(tx: Tx, row: Row) -> list[int]:
    """Return the people of the entry's parent, who may be named even if the author could not name them otherwise."""
    parent = tx.one(sa.select(journal_entry).where(_c.id == row["parent_id"])) if row["parent_id"] else None
    return _people_of(parent) if parent else []


def _checked(tx: Tx, users: Collection[int], author: int, known: Collection[int]) -> list[int]:
    """Return the people without the author, in order. Raises Invalid for somebody who does not work here, or whom the
    caller may not name; `known` are named already."""
    wanted = [number for number in dict.fromkeys(users) if number != author]
    new = set(wanted) - set(known)
    mine = sa.select(account.c.id).where(account.c.id.in_(new), WORKS, PEOPLE.where(tx.actor))
    if new - set(tx.execute(mine).scalars()):
        raise Invalid(UNKNOWN_PEOPLE, title="Form errors", fields={"userIds": UNKNOWN_PEOPLE})
    present = sa.select(account.c.id).where(account.c.id.in_(wanted))
    ids = set(tx.execute(present).scalars())
    return [number for number in wanted if number in ids]


def _name(tx: Tx) -> str:
    """Return the author's name as others see it; until the copy of the user arrives, the name in the token."""
    name = tx.scalar(sa.select(account.c.name).where(account.c.id == tx.actor.user_id))
    return name or tx.actor.name


def _department(tx: Tx, values: Mapping[str, Any], parent: Row | None, about: Mapping[str, Any]) -> int | None:
    """Return the named department, else that of the parent, of the course, or of the author. Raises Invalid."""
    named = values.get("department_id")
    if named is not None:
        if tx.scalar(sa.select(department.c.id).where(department.c.id == named)) is None:
            raise Invalid(UNKNOWN_DEPARTMENT, title="Form errors", fields={"departmentId": UNKNOWN_DEPARTMENT})
        return int(named)
    if parent is not None:
        return parent["department_id"]  # type: ignore[no-any-return]  # values of a row are untyped
    return links.department_of(tx, about.get("of_course_id")) or tx.scalar(
        sa.select(sa.func.nullif(account.c.department_id, 0)).where(account.c.id == tx.actor.user_id)
    )
