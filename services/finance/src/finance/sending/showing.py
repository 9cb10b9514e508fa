"""Parts shared by the invoice document and its payment page, and the template environment of the page."""

from __future__ import annotations

from typing import Any

from jinja2 import BaseLoader, Environment, StrictUndefined
from markupsafe import Markup

from finance.currencies import STERLING
from finance.invoices import rules, sterling
from finance.pay.accounts import format_iban
from finance.sending.queries import Sheet
from finance.sending.rules import day
from kit.values import richtext
from kit.values.shown import money, percent

PAYMENT_TYPES = {"bankTransfer": "Bank transfer", "creditCard": "Credit card", "flywire": "Flywire", "other": "Other"}


def rich(html: str) -> Markup:
    """Return rich text as safe markup, sanitised again although it was sanitised when written."""
    return Markup(richtext.sanitise(html))  # noqa: S704  sanitised


def environment(loader: BaseLoader) -> Environment:
    """Return the environment of the templates of `loader`: values are escaped, and an undefined name is an error."""
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters.update(day=day, rich=rich, percent=percent, iban=format_iban)
    return environment


def values(sheet: Sheet) -> dict[str, Any]:
    """Return the template values of an invoice; `money` formats an amount in its currency."""
    row = sheet.invoice
    items = [item for item in sheet.items if not item["write_off"]]  # a step of the sums
    return {
        "invoice": row,
        "credit": rules.is_credit(row),
        "address": [row[name] for name in ("line1", "line2", "line3", "postcode") if row[name]],
        "items": items,
        "has_discount": any(item["discount_amount"] for item in items),
        "sums": rules.sums(row),
        "sterling": sterling.shown(row),
        "pounds": lambda amount: money(amount, STERLING),
        "texts": sheet.texts,
        "plan": sheet.plan,
        "received": [entry for entry in sheet.payments if entry["kind"] == "payment"],
        "refunds": [entry for entry in sheet.payments if entry["kind"] == "refund"],
        "payment_types": PAYMENT_TYPES,
        "money": lambda amount: money(amount, row["currency"]),
    }
