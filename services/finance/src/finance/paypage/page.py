"""The HTML of the payment page."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from finance.currencies import money
from finance.invoices import rules
from finance.pay.accounts import format_iban
from finance.pay.rules import next_due
from finance.sending.document import PAYMENT_TYPES
from finance.sending.queries import Sheet
from finance.sending.rules import day, missing_due_date
from kit.settings import settings
from kit.values import richtext
from kit.values.days import today

STYLE = (Path(__file__).parent / "pay.css").read_bytes()
STYLE_PATH = f"/pay/pay.{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
"""URL of the page's only asset; it contains a hash of the content, so the cache never goes stale."""
_SHOWN_STATUSES = frozenset({"paid", "partPaid"})
"""Statuses that the page shows to the payer."""


def rich(html: str) -> Markup:
    """Rich text as safe markup. It was sanitised when it was written, and is sanitised again."""
    return Markup(richtext.sanitise(html))  # noqa: S704  sanitised


def invoice_page(sheet: Sheet) -> str:
    """Page of an opened invoice."""
    row = sheet.invoice
    due = next_due(row["outstanding"], row["due_date"], sheet.plan, today())
    return render(
        "invoice.html",
        invoice=row,
        title=rules.shown_title(row),
        credit=rules.is_credit(row),
        status=rules.shown_status(row) if row["status"] in _SHOWN_STATUSES else "",
        address=[row[name] for name in ("line1", "line2", "line3", "postcode") if row[name]],
        items=[item for item in sheet.items if not item["write_off"]],
        sums=rules.sums(row),
        headers=[text for text in sheet.texts if text["place"] == "header"],
        footers=[text for text in sheet.texts if text["place"] == "footer"],
        plan=sheet.plan,
        payments=sheet.payments,
        payment_types=PAYMENT_TYPES,
        support=settings().support_email,
        due=due,
        has_discount=any(item["discount_amount"] for item in sheet.items),
        has_vat=any(item["vat"] for item in sheet.items),
        pdf=missing_due_date(row) is None,
        money=lambda amount: money(amount, row["currency"]),
        format_iban=format_iban,
    )


def render(template: str, **values: Any) -> str:
    """Render one of the templates of this package."""
    return _templates().get_template(template).render(style=STYLE_PATH, **values)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("finance.paypage"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(day=day, rich=rich)
    return environment
