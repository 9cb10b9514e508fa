"""Who sees and edits invoices.

The list is the office's: any member of staff reads it (`money.md 2` names no role) and edits what is not read only;
the states and credit notes have roles of their own (`money.md 6`). Whoever is invoiced reads their own, unless it is a
draft.
"""

from __future__ import annotations

import sqlalchemy as sa

from finance.invoices.model import PERSON_KINDS, invoice
from kit.policy import Actor, Row, Rule, has_role, staff
from kit.sql import Scope, me


def _invoiced(actor: Actor, row: Row | None) -> bool:
    if row is None:
        return any(actor.person(kind) for kind in PERSON_KINDS)
    return bool(row["status"] != "draft" and actor.person(row["person_kind"]) == row["person_id"])


accounting = has_role("accounting")
"""Issues credit notes, writes balances off, enters payments (`money.md 6`)."""
sets_status = has_role("accounting", "cancelsInvoices")
invoiced = Rule("own invoice", _invoiced)
reads = staff | invoiced


def _own(kind: str) -> sa.ColumnElement[bool]:
    columns = invoice.c
    return sa.and_(columns.person_kind == kind, columns.person_id == me(kind), columns.status != "draft")


SCOPE = Scope(everything=staff, own={kind: _own(kind) for kind in PERSON_KINDS})
