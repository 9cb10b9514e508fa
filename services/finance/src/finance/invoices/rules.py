"""Options, labels and limits of invoices (`money.md 3`, `4`, `9`)."""

from __future__ import annotations

import datetime as dt

from kit.fields import Option, options

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
