"""Rights to read and edit invoices.

All staff read the list (`money.md 2` names no role) and edit invoices that are not read only; states and credit notes
need additional roles (`money.md 6`). Payers read their own invoices, except drafts.

Payments and credits have one rule each, which every route, field, move, body property and job checks
(`docs/finance.md`, Rights).
"""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import PERSON_KINDS
from finance.invoices.model import invoice
from kit.policy import Reach, Row, Rule, Scope, has_role, nobody, staff

_c = invoice.c
_REACH = Reach(
    staff, **{kind: (_c.person_id, sa.and_(_c.person_kind == kind, _c.status != "draft")) for kind in PERSON_KINDS}
)
SCOPE = _REACH.scope
PAYERS = Scope(everything=nobody, own=SCOPE.own)
"""The caller's own invoices, even if the caller is staff."""
pays = PAYERS.reached


def _is_credit_note(row: Row | None) -> bool:
    return row is not None and bool(row.get("is_credit_note"))


books_payments = has_role("accounting", "cancelsInvoices")
"""Right to enter money received, and to tick instalments (`money.md 4`: the role that sets Paid)."""
books_refunds = has_role("accounting")
"""Right to enter money paid back."""
reverses_payments = has_role("accounting", "cancelsInvoices")
"""Right to reverse a payment or refund that was entered by mistake."""
books_money = Rule(
    "accounting or cancelsInvoices; of a credit note accounting",
    lambda actor, row: (books_refunds if _is_credit_note(row) else books_payments)(actor, row),
    frozenset({"is_credit_note"}),
)
"""Right to mark as paid: money received for an invoice, money paid back for a credit note."""
issues_credits = has_role("accounting")
"""Right to create, issue, change and cancel credit notes, and to write balances off (`money.md 6`)."""
changes_payer = has_role("accounting", "cancelsInvoices")
"""Right to change the payer of a draft. All staff see it."""
sets_status = Rule(
    "accounting or cancelsInvoices; of a credit note accounting",
    lambda actor, row: (issues_credits if _is_credit_note(row) else books_payments)(actor, row),
    frozenset({"is_credit_note"}),
)
"""Right to set the status (`money.md 4`). The status of a credit note decides what it credits."""
edits_lines = Rule(
    "staff; of a credit note accounting",
    lambda actor, row: staff(actor, row) and (not _is_credit_note(row) or issues_credits(actor, row)),
)
"""Right to edit lines. The lines of a credit note are what it credits."""
sends = Rule(
    "staff; a draft credit note accounting",
    lambda actor, row: (
        staff(actor, row)
        and (row is None or row["status"] != "draft" or not _is_credit_note(row) or issues_credits(actor, row))
    ),
)
"""Right to send. Sending a draft issues it (`money.md 4`, Old invoice flow)."""
reads = staff | Rule("own invoice", _REACH.own.allows)
