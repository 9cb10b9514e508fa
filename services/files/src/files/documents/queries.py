"""Queries of files; each takes the actor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from files.documents import kinds, owners, policy, rules
from files.documents.holds import HELD
from files.documents.model import file, file_use
from files.documents.policy import SCOPE
from files.folders.policy import KIND as FOLDER
from kit.database import Database, Tx, all_rows
from kit.errors import NotFound, NotYourFile
from kit.policy import Actor, Row

_SUMMARY = (
    file.c.id,
    file.c.name,
    file.c.extension,
    file.c.content_type,
    file.c.size.label("size_bytes"),
    file.c.entity_type.is_not_distinct_from(FOLDER).label("in_library"),
)


def not_valid() -> NotFound:
    """Return the refusal of an id that is not a number or belongs to no file."""
    return NotFound(rules.NOT_VALID, title="File not found", code="file_not_valid")


def find(db: Database, actor: Actor, file_id: int) -> dict[str, Any]:
    """Return the file, if the actor may see it (`money.md 8`). Calls the owner of a guarded record, so it must run
    outside a transaction.

    Readers of an office document also see its PDF and its marked copy, while the document has the same version.

    Raises NotFound 'File ID not valid' if there is no such file, NotYourFile (402, 'Access denied') if the actor may
    not see it, Unavailable.
    """
    statement = sa.select(file, SCOPE.where(actor).label("reached")).where(
        file.c.id == file_id, file.c.deleted.is_(None), sa.or_(file.c.expires.is_(None), file.c.expires > sa.func.now())
    )
    row = db.one(statement)
    if row is None:
        raise not_valid()
    if row["converted_from"] is not None:
        original = find(db, actor, row["converted_from"])
        if original["number"] != row["number"]:
            raise not_valid()
        return row | {"reached": False}
    if not row["reached"] and not (row["visible"] and _shown(db, row)):
        raise NotYourFile(rules.NOT_YOURS, title="Access denied")
    return row


def library_file(connection: sa.Connection, actor: Actor, file_id: int) -> dict[str, Any]:
    """Return the row of a library file that the actor sees. Raises NotFound."""
    statement = sa.select(file).where(file.c.id == file_id, policy.IN_LIBRARY, SCOPE.where(actor))
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise not_valid()
    return dict(row)


def _shown(db: Database, row: Row) -> bool:
    """Return True if the owner of its record, or of one that names it, shows the file to the caller."""
    if owners.shows(row["entity_type"], row["entity_id"]):
        return True
    uses = sa.select(file_use).where(file_use.c.file_id == row["id"]).order_by(file_use.c.entity_id.desc())
    return any(owners.shows(use["entity_type"], use["entity_id"], use["field"]) for use in db.all(uses))


def conversion(connection: sa.Connection, _: Actor, row: Row) -> int | None:
    """Return the id of the PDF converted from the file's latest version."""
    return _made_of(connection, row, file.c.marks_digest.is_(None))


def marked_copy(connection: sa.Connection, _: Actor, row: Row) -> int | None:
    """Return the id of the PDF that shows the file's latest version with its released marks."""
    return _made_of(connection, row, file.c.marks_digest.is_not(None))


def _made_of(connection: sa.Connection, row: Row, kind: sa.ColumnElement[bool]) -> int | None:
    of_version = (file.c.converted_from == row["id"], file.c.number == row["number"], kind)
    number: int | None = connection.scalar(sa.select(file.c.id).where(*of_version))
    return number


def delete_produced(tx: Tx, ids: Sequence[int], owners: tuple[str, Sequence[int]]) -> list[dict[str, Any]]:
    """Delete the produced files among `ids` and those of `owners`, records of one kind; returns the deleted rows. For
    some kinds of record also delete uploaded files, except those on hold. The calling service has checked the right."""
    kind, records = owners
    of_owners = sa.and_(file.c.entity_type == kind, file.c.entity_id.in_(records), file.c.entity_type != "")
    produced = file.c.content_type.not_in([str(kind.value) for kind in kinds.UPLOADED])
    ends = sa.and_(file.c.entity_type.in_(kinds.WITH_RECORD), ~HELD)
    deleted = sa.delete(file).where(sa.or_(file.c.id.in_(ids), of_owners), sa.or_(produced, ends))
    return tx.all(deleted.returning(*file.c))


def showing(actor: Actor, row: Row) -> Actor:
    """Return the actor, allowed to see the file `row` that `find` returned."""
    return actor if row["reached"] else policy.showing_file(actor, row["id"])


def summaries(connection: sa.Connection, actor: Actor | None, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the names of the files among `ids` that the actor sees, and may therefore name in a record. Without an
    actor, return all, for a service that stores their ids and has checked the right to see them."""
    seen = SCOPE.where(actor) if actor else sa.true()
    return all_rows(connection, sa.select(*_SUMMARY).where(file.c.id.in_(ids), seen).order_by(file.c.id))
