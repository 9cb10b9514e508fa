"""The HTML of the payment page."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader

from finance.invoices import rules
from finance.pay.rules import next_due
from finance.sending import showing
from finance.sending.queries import Sheet
from finance.sending.rules import PAID_BACK_TO, missing_due_date, what_next
from kit.settings import settings
from kit.values.days import today

STYLE = (Path(__file__).parent / "pay.css").read_bytes()
STYLE_PATH = f"/pay/pay.{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
"""URL of the page's only asset; it contains a hash of the content, so the cache never goes stale."""
_SHOWN_STATUSES = frozenset({"paid", "partPaid"})
"""Statuses that the page shows to the payer."""


def invoice_page(sheet: Sheet) -> str:
    """Return the page of an opened invoice."""
    row = sheet.invoice
    due = next_due(row["outstanding"], row["due_date"], sheet.plan, today())
    return render(
        "invoice.html",
        **showing.values(sheet),
        title=rules.shown_title(row),
        status=rules.shown_status(row) if row["status"] in _SHOWN_STATUSES or row["is_credited"] else "",
        support=settings().support_email,
        due=due,
        due_back=max(0, -row["outstanding"]) if not row["is_credit_note"] else 0,
        paid_back_to=PAID_BACK_TO,
        what_next=what_next(row),
        has_vat=any(item["vat"] for item in sheet.items),
        pdf=missing_due_date(row) is None,
    )


def render(template: str, **values: Any) -> str:
    """Render one of the templates of this package."""
    return _templates().get_template(template).render(style=STYLE_PATH, **values)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return showing.environment(PackageLoader("finance.paypage"))
