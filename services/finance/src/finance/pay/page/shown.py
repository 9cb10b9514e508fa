"""An invoice in the words and figures of its page."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from finance.invoices.rules import shown_title
from finance.pay.queries import Parts
from finance.pay.rules import next_due
from kit import richtext

STYLE = (Path(__file__).parent / "pay.css").read_bytes()
STYLE_PATH = f"/pay/pay.{hashlib.sha256(STYLE).hexdigest()[:12]}.css"
"""The one thing the page loads; its name changes with its content."""
_SIGNS = {"GBP": "£", "EUR": "€"}
_LONDON = ZoneInfo("Europe/London")
_PAYMENT_TYPES = {"bankTransfer": "Bank transfer", "creditCard": "Credit card", "flywire": "Flywire", "other": "Other"}
_STATUS = {"paid": "Paid", "partPaid": "Part paid"}


def money(amount: int, currency: str) -> str:
    """`£1,234.50`; minor units, en-GB (`money.md 9`)."""
    pounds, pence = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{_SIGNS.get(currency, currency + ' ')}{pounds:,}.{pence:02}"


def day(value: dt.date | None) -> str:
    """`21 November 2026`, spelled out: readers of both date orders open this page."""
    return f"{value.day} {value:%B %Y}" if value is not None else ""


def rich(html: str) -> Markup:
    """Rich text as it may be shown: it was cleaned when it was written, and is again."""
    return Markup(richtext.sanitise(html))  # noqa: S704  the sanitiser's own answer


def today() -> dt.date:
    """The day by which an amount is past due: the office's."""
    return dt.datetime.now(_LONDON).date()


def invoice_page(row: Mapping[str, Any], parts: Parts, pdf: bool, on: dt.date | None = None) -> str:
    """The page of an opened invoice."""
    due = next_due(row["outstanding"], row["due_date"], parts.plan, on or today(), row["paid"])
    return render(
        "invoice.html",
        invoice=row,
        title=shown_title(row["title"], row["organisation_id"], row["status"]),
        status=_STATUS.get(row["status"], ""),
        organisation=parts.organisation,
        address=[row[name] for name in ("line1", "line2", "line3", "postcode") if row[name]],
        items=parts.items,
        headers=[text for text in parts.texts if text["place"] == "header"],
        footers=[text for text in parts.texts if text["place"] == "footer"],
        plan=parts.plan,
        payments=parts.payments,
        payment_types=_PAYMENT_TYPES,
        bank=parts.bank if due else None,
        due=due,
        has_vat=any(item["vat"] for item in parts.items),
        pdf=pdf,
        money=lambda amount: money(amount, row["currency"]),
    )


def render(template: str, **values: Any) -> str:
    """One of the templates beside this file."""
    return _templates().get_template(template).render(style=STYLE_PATH, **values)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("finance.pay.page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(day=day, rich=rich)
    return made
