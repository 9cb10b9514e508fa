"""Rules of a line (`money.md 5`, Line item form). Pure. Values are keyed by column, refusals by field name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from finance.invoices.rules import UK_ORGANISATIONS
from kit.values.types import REQUIRED

TITLE, CREDIT = "title", "credit"
HUNDRED_PERCENT = 10_000

TITLE_HOLDS_NOTHING = "A title has no amount, account or discount"
TITLE_STAYS = "A title cannot become a line, nor a line a title: please delete it and add another"
POSITIVE = "Please enter a number greater than 0"
NO_DISCOUNT = "Please choose a discount type first"
TOO_MUCH = "The discount cannot be more than the amount"
OVER_ALL = "The discount cannot be more than 100%"
NO_TEXTS = "A credit note has no header or footer items"


def amount_label(organisation_id: int) -> str:
    """Return the label of the amount on the form of a line."""
    return "Amount (ex VAT)" if organisation_id in UK_ORGANISATIONS else "Amount"


def stored_amount(meta_type: str, amount: int) -> int:
    """Return the amount to store: a credit is negative, whichever sign was sent."""
    return -abs(amount) if meta_type == CREDIT else amount


def retyped_amount(old: str, new: str, amount: int) -> int:
    """Return the stored amount of a line whose type changes from `old` to `new`: a credit changes its sign."""
    return abs(amount) if old == CREDIT != new else stored_amount(new, amount)


def refuse_title_change(old: str, new: str) -> str | None:
    """Return why a line cannot become a title, or a title a line; or None."""
    return TITLE_STAYS if (old == TITLE) != (new == TITLE) else None


def refuse_discount(discount_type: str, discount: int, amount: int) -> str | None:
    """Return why the discount is refused, or None."""
    if discount_type == "none":
        return NO_DISCOUNT if discount else None
    if discount <= 0:
        return POSITIVE
    if discount_type == "amount":
        return TOO_MUCH if discount > abs(amount) else None
    return OVER_ALL if discount > HUNDRED_PERCENT else None


def refuse_line(values: Mapping[str, Any]) -> dict[str, str]:
    """Return the refusals of a new line: the text for each missing or wrong field."""
    if values["meta_type"] == TITLE:
        return {"amount": TITLE_HOLDS_NOTHING} if values.get("amount") else {}
    required = {"accountId": "account_id", "amount": "amount", "discountType": "discount_type"}
    refusals = {name: REQUIRED for name, column in required.items() if values.get(column) is None}
    discount_type, discount = values.get("discount_type"), values.get("discount")
    if discount_type in ("amount", "percentage") and discount is None:
        refusals["discount"] = REQUIRED
    elif discount_type is not None and values.get("amount") is not None:
        text = refuse_discount(discount_type, discount or 0, values["amount"])
        refusals |= {"discount": text} if text else {}
    return refusals
