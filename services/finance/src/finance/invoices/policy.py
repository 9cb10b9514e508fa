"""Rights on invoices: who sees and edits them.

The list is the office's: any member of staff reads it (`money.md 2` names no role) and edits what is not read only;
the states and credit notes have roles of their own (`money.md 6`). Whoever is invoiced reads their own, unless it is a
draft.

Money and credits have one rule each, asked by every route, field, move, property of a body and job that touches them
(`docs/finance.md`, Rights).
"""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import PERSON_KINDS
from finance.invoices.model import invoice
from kit.policy import Reach, Row, Rule, has_role, staff

_c = invoice.c
_REACH = Reach(
    staff, **{kind: (_c.person_id, sa.and_(_c.person_kind == kind, _c.status != "draft")) for kind in PERSON_KINDS}
)
SCOPE = _REACH.scope


def _is_note(row: Row | None) -> bool:
    return row is not None and bool(row.get("is_credit_note"))


books_payments = has_role("accounting", "cancelsInvoices")
"""Enters money and takes it back: payments, refunds, ticks of instalments (`money.md 4`: who chooses Paid)."""
issues_credits = has_role("accounting")
"""Makes credit notes, issues, changes and cancels them, and writes balances off (`money.md 6`)."""
sets_status = Rule(
    "accounting or cancelsInvoices; of a credit note accounting",
    lambda actor, row: (issues_credits if _is_note(row) else books_payments)(actor, row),
)
"""`money.md 4`. The state of a credit note is what it credits."""
edits_lines = Rule(
    "staff; of a credit note accounting",
    lambda actor, row: staff(actor, row) and (not _is_note(row) or issues_credits(actor, row)),
)
"""The lines of a credit note are what it credits."""
sends = Rule(
    "staff; a draft credit note accounting",
    lambda actor, row: (
        staff(actor, row)
        and (row is None or row["status"] != "draft" or not _is_note(row) or issues_credits(actor, row))
    ),
)
"""A draft that is sent is issued (`money.md 4`, Old invoice flow)."""
reads = staff | Rule("own invoice", _REACH.own.allows)
