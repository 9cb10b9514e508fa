"""The call that counts a library document. The page itself searches documents in files, with the reader's rights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import PrivateAttr
from sqlalchemy.dialects.postgresql import insert

from kit import store
from kit.database import row_or_404, tables
from kit.http.fastapi import Body, Call, Id, RequestCall, Routes
from kit.policy import signed_in
from support.articles import answers
from support.articles.model import article

routes = Routes()


class Counted(Body):
    """A library document that the caller may see: it `helped`, so that they raised no ticket, or was `inserted` into an
    answer."""

    fileId: Id
    use: Literal["helped", "inserted"]
    _name: str = PrivateAttr(default="")


def _check(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    body: Counted = arguments["body"]
    names = store.check([body.fileId], call.actor, "fileId", "Document", in_library=True)
    body._name = names[body.fileId]


@routes.post("/v2/support/article", may=signed_in, before=_check, answers=answers.ArticleCounted)
def count(call: Call, body: Counted) -> dict[str, Any]:
    """Count one use of a library document."""
    first = {"file_id": body.fileId, "name": body._name, "last": tables.now(), body.use: 1}
    again = {"name": body._name, "last": tables.now(), body.use: article.c[body.use] + 1}
    statement = insert(article).values(**first).on_conflict_do_update(index_elements=["file_id"], set_=again)
    counted = statement.returning(article.c.file_id.label("fileId"), article.c.helped, article.c.inserted)
    return row_or_404(call.tx.connection, counted)
