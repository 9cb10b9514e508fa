"""The PDF of an invoice, drawn and kept where staff's own is: in the sending room."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.sending import pdfs, queries
from finance.sending.rules import missing_due_date
from kit.database import database
from kit.errors import NotFound
from kit.policy import as_service

_ACTOR = as_service("finance")


def available(row: Mapping[str, Any]) -> bool:
    """Whether there is a PDF to offer: an invoice without a due date has none (`money.md 5`)."""
    return missing_due_date(row) is None


def pdf(record: int) -> bytes:
    """The bytes of the PDF. Raises NotFound, Unavailable."""
    with database().read() as connection:
        found = queries.sheets(connection, _ACTOR, [record])
    if not found or not available(found[0].invoice):
        raise NotFound()
    return pdfs.kept(database(), _ACTOR, pdfs.paper(found[0]))[1]
