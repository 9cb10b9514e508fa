"""Options, labels and limits of invoices (`money.md 3`, `4`, `9`)."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from kit.fields import Option, options
from kit.policy import Row

LONDON = ZoneInfo("Europe/London")

UK_ORGANISATIONS = frozenset({1, 4, 5})
NIF_ORGANISATION = 3
FIRST_BILLING_YEAR = 2020
"""The first billing-year tab, 2020-2021."""
NOT_SET = 0
READ_ONLY = frozenset({"paid", "partPaid", "cancelled"})

STATUS_OPTIONS = options(
    ("draft", "Draft", "grey"),
    ("proposed", "Proposed", "blue"),
    ("final", "Final", "orange"),
    ("booked", "Booked", "grey"),
    ("partPaid", "Part paid", "amber"),
    ("paid", "Paid", "green"),
    ("cancelled", "Cancelled", "red"),
)
TAB_OPTIONS = (*STATUS_OPTIONS, Option("credit", "Credit"))
ONLY_WHERE_PRESENT = frozenset({"final", "booked"})
"""Status tabs that appear only if there are such invoices."""
TITLE_OPTIONS = options("Proposal", "Invoice", "Credit")
CURRENCY_OPTIONS = options("GBP", "EUR")
PAYMENT_OPTIONS = options(
    ("bankTransfer", "bank transfer"), ("creditCard", "credit card"), ("flywire", "flywire"), ("other", "other")
)
ENTITY_OPTIONS = options("enquiry", "student", "candidate")
CREDIT = "Credit"
CREDIT_YEAR = 2122
"""The billing year of a credit note that says none (`money.md 9`)."""
INSTALMENT_PLAN = "instalmentPlan"
"""How an invoice was paid whose instalments all are."""

PART_PAID = "Status cannot be updated manually for partially paid invoices without writing off the balance first."
CANCELLED = "Invoice status cannot be changed for cancelled invoices."
PAID_STAYS = "Invoice has already been paid or partially paid, so cannot be deleted."
CANCELLED_STAYS = "This invoice is cancelled. It keeps its number, so it cannot be deleted."
SENT_ALREADY = "This invoice has been marked as sent already"
SUMS_FOLLOW = "The sums of an invoice follow from its items; please reload it"
LINE_TYPES = {"fulltime": "Full time", "asp": "ASP", "supp": "Supplementary", "exams": "Exams", "other": "Other"}
META_TYPES = {"title": "Title", "standalone": "Line item", "subitem": "Sub item", "credit": "Credit"}


def billing_year_code(first: int) -> int:
    """2021 → 2122, the year 2021-2022."""
    return first % 100 * 100 + (first + 1) % 100


def billing_years(first: int, today: dt.date) -> tuple[Option, ...]:
    """The years from `first` on, one more after 1 August; the academic year starts 1 September (`money.md 6`)."""
    last = today.year if today >= dt.date(today.year, 8, 2) else today.year - 1
    return tuple(Option(billing_year_code(year), f"{year}-{year + 1}") for year in range(first, last + 1))


def shown_title(title: str, organisation_id: int, status: str) -> str:
    """The heading of an invoice: 'Credit note', and 'Pro-forma' before it for UK organisations until it is paid
    (`money.md 2`)."""
    words = "Credit note" if title == "Credit" else title
    return f"Pro-forma {words}" if organisation_id in UK_ORGANISATIONS and status != "paid" else words


def refuse_read_only(status: str) -> str | None:
    """The text that refuses an edit in this status, or None (`money.md 4`)."""
    if status not in READ_ONLY:
        return None
    label = next(option.label for option in STATUS_OPTIONS if option.value == status)
    return f"An invoice cannot be changed while its status is {label}"


def wrapped(day: dt.date | None) -> dict[str, str] | None:
    """A date as the legacy calls wrap it: `{"date": "2026-11-21"}`."""
    return {"date": day.isoformat()} if day is not None else None


def today() -> dt.date:
    """The day it is in London."""
    return dt.datetime.now(LONDON).date()


def refuse_sent(row: Row) -> str | None:
    """Why it cannot be marked as sent, or None: only when not yet sent (`money.md 2`)."""
    if row["status"] == "cancelled":
        return CANCELLED
    return SENT_ALREADY if row["email_sent"] is not None and row["status"] != "draft" else None


def refuse_email(row: Row) -> str | None:
    """Why 'Send by email' does not stand, or None: it needs an email value (`money.md 2`)."""
    if row["status"] == "cancelled":
        return "A cancelled invoice cannot be sent"
    return None if row["email"] else "The invoice has no email address; please add one first"


def refuse_receipt(row: Row) -> str | None:
    """Why 'Send receipt' does not stand, or None: paid invoices only (`money.md 2`)."""
    return None if row["status"] == "paid" else "A receipt can be sent for a paid invoice only"


def refuse_delete(row: Row) -> str | None:
    """Why it cannot be deleted, or None (`money.md 4`, `8`)."""
    if row["status"] in {"paid", "partPaid"} or row["paid"]:
        return PAID_STAYS
    return CANCELLED_STAYS if row["status"] == "cancelled" else None


def refuse_credit(row: Row) -> str | None:
    """Why no credit note can be issued for it, or None (`money.md 2`)."""
    return "A credit note cannot be credited" if row["is_credit_note"] else None
