"""The HTML of the payment page."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from finance.invoices import rules
from finance.pay.accounts import format_iban, online_url
from finance.pay.queries import PageData
from finance.pay.rules import next_due
from kit.settings import settings
from kit.values import richtext
from kit.values.days import today

STYLE = (Path(__file__).parent / "pay.css").read_bytes()
STYLE_PATH = f"/pay/pay.{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
"""URL of the page's only asset; it contains a hash of the content, so the cache never goes stale."""
_SIGNS = {"GBP": "£", "EUR": "€"}
_PAYMENT_TYPES = {"bankTransfer": "Bank transfer", "creditCard": "Credit card", "flywire": "Flywire", "other": "Other"}
_SHOWN_STATUSES = frozenset({"paid", "partPaid"})
"""Statuses that the page shows to the payer."""


def money(amount: int, currency: str) -> str:
    """`£1,234.50`; minor units, en-GB (`money.md 9`)."""
    pounds, pence = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{_SIGNS.get(currency, currency + ' ')}{pounds:,}.{pence:02}"


def day(value: dt.date | None) -> str:
    """`21 November 2026`, with the month in words, because readers of both date orders open this page."""
    return f"{value.day} {value:%B %Y}" if value is not None else ""


def rich(html: str) -> Markup:
    """Rich text as safe markup. It was sanitised when it was written, and is sanitised again."""
    return Markup(richtext.sanitise(html))  # noqa: S704  sanitised


def invoice_page(row: Mapping[str, Any], parts: PageData, pdf: bool, on: dt.date | None = None) -> str:
    """Page of an opened invoice."""
    due = next_due(row["outstanding"], row["due_date"], parts.plan, on or today())
    return render(
        "invoice.html",
        invoice=row,
        title=rules.shown_title(row),
        credit=rules.is_credit(row),
        status=rules.shown_status(row) if row["status"] in _SHOWN_STATUSES else "",
        organisation=parts.organisation,
        address=[row[name] for name in ("line1", "line2", "line3", "postcode") if row[name]],
        items=[item for item in parts.items if not item["write_off"]],
        sums=rules.sums(row),
        headers=[text for text in parts.texts if text["place"] == "header"],
        footers=[text for text in parts.texts if text["place"] == "footer"],
        plan=parts.plan,
        payments=parts.payments,
        payment_types=_PAYMENT_TYPES,
        bank=parts.bank if due else None,
        online=online_url(parts.bank, row["currency"]) if due else "",
        support=settings().support_email,
        due=due,
        has_discount=any(item["discount_amount"] for item in parts.items),
        has_vat=any(item["vat"] for item in parts.items),
        pdf=pdf,
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
