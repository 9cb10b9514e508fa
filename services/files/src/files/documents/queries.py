"""Reading files, always for somebody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from files.documents import rules
from files.documents.model import file
from files.documents.policy import SCOPE
from kit.errors import NotFound, NotYourFile
from kit.policy import Actor


def find(connection: sa.Connection, actor: Actor, file_id: int) -> dict[str, Any]:
    """The file, if the actor may see it (`money.md 8`).

    Raises NotFound 'File ID not valid' where there is none, NotYourFile (402, 'Access denied') where there is.
    """
    statement = sa.select(file, SCOPE.where(actor).label("reached")).where(
        file.c.id == file_id, sa.or_(file.c.expires.is_(None), file.c.expires > sa.func.now())
    )
    row = connection.execute(statement).mappings().first()
    if row is None:
        raise NotFound(rules.NOT_VALID, title="File not found", code="file_not_valid")
    if not row["reached"]:
        raise NotYourFile(rules.NOT_YOURS, title="Access denied")
    return dict(row)


def summaries(  # allow queries-take-the-actor: the asking service has checked who may
    connection: sa.Connection, ids: Sequence[int]
) -> list[dict[str, Any]]:
    """Names of files, for a service that keeps their ids and has asked on its own account who may see them."""
    columns = (file.c.id, file.c.name, file.c.extension, file.c.content_type, file.c.size)
    rows = connection.execute(sa.select(*columns).where(file.c.id.in_(ids)).order_by(file.c.id)).mappings()
    return [dict(row) for row in rows]
