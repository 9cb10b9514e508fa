"""Printing invoices: one PDF with all of them, or a ZIP with a PDF of each (`docs/finance.md`, Sending).

All staff print, including drafts of credit notes: printing issues nothing, and each document can be opened on its own
anyway (`GET /invoice/{id}/generate/pdf`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sqlalchemy as sa

from finance.invoices.lists import INVOICES
from finance.invoices.model import invoice
from finance.sending import pdfs, queries, rules
from finance.sending.answers import PrintSummary
from kit.lists import Bundle, Paper
from kit.policy import Actor, Row, reading


@reading("due_date", "is_credit_note")
def _unprintable(row: Row) -> str | None:
    refusal = rules.missing_due_date(row)
    return refusal.text if refusal else None


def _papers(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> Mapping[int, Paper]:
    return {sheet.invoice["id"]: pdfs.paper(sheet) for sheet in queries.sheets(connection, actor, records)}


PRINTED = Bundle(
    spec=INVOICES,
    papers=_papers,
    noun="invoice",
    shown={"number": None, "name": ""},
    skip=_unprintable,
    counts={"drafts": invoice.c.status == "draft"},
    answers=PrintSummary,
)
