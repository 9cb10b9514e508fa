"""The PDF of an invoice, rendered and stored by the sending room as for staff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.sending import pdfs, queries
from finance.sending.rules import missing_due_date
from kit.database import database
from kit.errors import NotFound
from kit.policy import as_service

_ACTOR = as_service("finance")


def has_pdf(row: Mapping[str, Any]) -> bool:
    """True if the invoice has a PDF: without a due date it has none (`money.md 5`)."""
    return missing_due_date(row) is None


def pdf(record: int) -> bytes:
    """Bytes of the PDF. Raises NotFound, Unavailable."""
    with database().read() as connection:
        sheets = queries.sheets(connection, _ACTOR, [record])
    if not sheets or not has_pdf(sheets[0].invoice):
        raise NotFound()
    return pdfs.stored_pdf(database(), _ACTOR, pdfs.paper_of(sheets[0]))[1]
