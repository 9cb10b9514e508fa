"""Options, labels and limits of invoices (`money.md 3`, `4`, `9`)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from kit.policy import Row, reading
from kit.values import Option, days, options

UK_ORGANISATIONS = frozenset({1, 4, 5})
NIF_ORGANISATION = 3
FIRST_BILLING_YEAR = 2020
"""The first billing-year tab, 2020-2021."""
NOT_SET = 0
READ_ONLY = frozenset({"paid", "partPaid", "cancelled"})
NOT_ISSUED = ("draft", "cancelled")
"""Statuses in which nobody owes anything."""

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
CREDIT_STATUS_LABELS = {
    "proposed": "Issued",
    "final": "Issued",
    "booked": "Issued",
    "partPaid": "Part refunded",
    "paid": "Refunded",
}
CREDITED_STATUS_LABELS = dict.fromkeys(("proposed", "final", "booked", "partPaid", "paid"), "Credited")
"""Labels of an invoice that credit notes settle in full."""
ONLY_WHERE_PRESENT = frozenset({"final", "booked"})
"""Status tabs that appear only if they have invoices."""
PROPOSAL = "Proposal"
TITLE_OPTIONS = options(PROPOSAL, "Invoice", ("Credit", "Credit note"))
PAYMENT_OPTIONS = options(
    ("bankTransfer", "bank transfer"), ("creditCard", "credit card"), ("flywire", "flywire"), ("other", "other")
)
ENTITY_OPTIONS = options("enquiry", "student", "candidate")
EARLIER = "earlier"
"""The reason on invoices that predate reasons."""
PAYER_REASONS = options(
    ("enquiry", "Client of the enquiry"),
    ("paysForStudent", "Pays for the student"),
    ("self", "Pays for themselves"),
    ("chosen", "Chosen"),
    ("ofInvoice", "Payer of the credited invoice"),
    (EARLIER, "Taken over from an earlier invoice"),
)
CREDIT = "Credit"
CREDIT_YEAR = 2122
"""Billing year of a credit note without invoice and year (`money.md 9`)."""
INSTALMENT_PLAN = "instalmentPlan"
"""`paidMeta` of an invoice with all instalments paid."""

PART_PAID = "Status cannot be updated manually for partially paid invoices without writing off the balance first."
CANCELLED = "Invoice status cannot be changed for cancelled invoices."
PAID_STAYS = "Invoice has already been paid or partially paid, so cannot be deleted."
CANCELLED_STAYS = "This invoice is cancelled. It keeps its number, so it cannot be deleted."
NOTHING_OWED = "Nothing is owed on this invoice, so there are no reminders to stop"
ISSUED = (
    "This invoice has been issued and no longer changes. Please issue a credit note, or ask accounting to take it back"
)
"""Refuse changes of what an issued invoice keeps (docs/finance.md, Issued means issued)."""
PAID_ON = "Something was paid on this invoice, so it is not taken back. Please issue a credit note instead"
SENT_ALREADY = "This invoice has already been marked as sent"
SUMS_FOLLOW = "The sums of an invoice follow from its items; please reload it"
LINE_TYPES = {"fulltime": "Full time", "asp": "ASP", "supp": "Supplementary", "exams": "Exams", "other": "Other"}
LINE_OPTIONS = options(*LINE_TYPES.items())
META_OPTIONS = options(("title", "Title"), ("standalone", "Line item"), ("subitem", "Sub item"), ("credit", "Credit"))
DISCOUNT_OPTIONS = options(("none", "None"), ("amount", "Amount"), ("percentage", "Percentage"))
PLACE_OPTIONS = options(("header", "Header"), ("footer", "Footer"))
TAG_OPTIONS = options(("sample", "Sample"), ("custom", "Custom"))


def billing_year_code(first: int) -> int:
    """Return the code of a year: 2021 → 2122, the year 2021-2022."""
    return first % 100 * 100 + (first + 1) % 100


def billing_years(first: int, today: dt.date) -> tuple[Option, ...]:
    """Return the years from `first` on, one more after 1 August; the academic year starts 1 September (`money.md 6`).
    The only rule of billing years: pages call `GET /invoices/billingyears`."""
    last = today.year if today >= dt.date(today.year, 8, 2) else today.year - 1
    return tuple(Option(billing_year_code(year), f"{year}-{year + 1}") for year in range(first, last + 1))


EVERY_BILLING_YEAR = billing_years(FIRST_BILLING_YEAR - 1, dt.date(FIRST_BILLING_YEAR + 98, 8, 1))
"""Return every year that a code can express: the four digits repeat after a century."""


def offered_billing_years() -> tuple[Option, ...]:
    """Return the years on offer today, latest last (`money.md 6`)."""
    return billing_years(FIRST_BILLING_YEAR - 1, days.today())


def is_credit(row: Row) -> bool:
    """Return True for a credit note, by its title or its `is_credit_note` column."""
    return bool(row["is_credit_note"]) or row["title"] == CREDIT


def shown_title(row: Row) -> str:
    """Return the heading of an invoice: 'Credit note'; 'Pro-forma' before 'Invoice' and 'Proposal' for UK organisations
    until it is paid (`money.md 2`). A credit note asks for no money, so it is never pro-forma."""
    if is_credit(row):
        return "Credit note"
    pro_forma = row["organisation_id"] in UK_ORGANISATIONS and row["status"] != "paid"
    return f"Pro-forma {row['title']}" if pro_forma else str(row["title"])


def shown_status(row: Row, status: str | None = None) -> str:
    """Return the label of its status, or of another `status`. A credit note is issued and refunded where an invoice is
    proposed and paid; a fully credited invoice is credited."""
    if row.get("is_credited") and status in {None, row["status"]}:
        return CREDITED_STATUS_LABELS[row["status"]]
    return status_label(status or row["status"], credit=is_credit(row))


def status_label(status: str, *, credit: bool) -> str:
    """Return the label of a status, for a credit note or an invoice."""
    if credit and status in CREDIT_STATUS_LABELS:
        return CREDIT_STATUS_LABELS[status]
    return next(option.label for option in STATUS_OPTIONS if option.value == status)


SUM_NAMES = ("subTotal", "discount", "VAT", "writtenOff", "total", "credited", "paid", "refunded", "outstanding")


@dataclass(frozen=True)
class Sum:
    """One step of the sums of an invoice, in minor units, signed as it enters the next total."""

    name: str
    label: str
    amount: int


def balance(row: Row) -> int:
    """Return the amount that the document asks for, in minor units: `outstanding`, or for a draft what it would be once
    issued."""
    if row["status"] != "draft" or row["parent_id"] is not None:
        return int(row["outstanding"])
    return int(row["total"] - row["paid"] - row["credited"])


def _balance_label(row: Row, *, credit: bool) -> str:
    if credit:
        return "Still to refund"
    return "Outstanding" if balance(row) >= 0 else "Due back"


def sums(row: Row) -> list[Sum]:
    """Return the sums of an invoice in order, each step adding up to the next. The editor, the document and the payment
    page show these and do not compute their own.

    The write-off is a separate step after the invoiced amounts, so its line is not in the sub-total.
    """
    credit = is_credit(row)
    steps = [
        Sum("subTotal", "Sub-total", row["amount"] + row["written_off"]),
        Sum("discount", "Discount", -row["discount"]),
        Sum("VAT", "VAT", row["vat"]),
        Sum("writtenOff", "Small balance write-off", -row["written_off"]),
        Sum("total", "Total", row["total"]),
        Sum("credited", "Credited", -row["credited"]),
        *(
            [Sum("paid", "Refunded", -row["paid"])]
            if credit
            else [Sum("paid", "Paid", -row["paid"] - row["refunded"]), Sum("refunded", "Refunded", row["refunded"])]
        ),
        Sum("outstanding", _balance_label(row, credit=credit), balance(row)),
    ]
    always = {"subTotal", "total"} if credit else {"subTotal", "total", "outstanding"}
    if row["organisation_id"] in UK_ORGANISATIONS:
        always.add("VAT")
    return [step for step in steps if step.amount or step.name in always]


@reading("status")
def refuse_read_only(row: Row) -> str | None:
    """Return why the invoice cannot be edited in its status, or None (`money.md 4`)."""
    if row["status"] not in READ_ONLY:
        return None
    return f"An invoice cannot be changed while its status is {status_label(row['status'], credit=False)}"


@reading("status")
def refuse_issued(row: Row) -> str | None:
    """Return why lines, texts, date, tax point, billing year and payer cannot be changed, or None: an issued invoice
    keeps them (docs/finance.md, Issued means issued)."""
    return refuse_read_only(row) or (ISSUED if row["status"] != "draft" else None)


@reading("status", "parent_id")
def refuse_payer(row: Row) -> str | None:
    """Return why the payer cannot be changed, or None: only a draft's can, and a credit note has the payer of
    its invoice."""
    if row["parent_id"] is not None:
        return "A credit note has the payer of its invoice"
    return refuse_issued(row)


@reading("status", "paid")
def refuse_take_back(row: Row) -> str | None:
    """Return why the invoice's own fields prevent taking it back to draft, or None."""
    if row["status"] == "draft":
        return "This invoice is a draft"
    if row["status"] == "cancelled":
        return CANCELLED
    if row["paid"] or row["status"] in READ_ONLY:
        return PAID_ON
    return None


def refuse_sent(row: Row) -> str | None:
    """Return why it cannot be marked as sent, or None: only if not yet sent (`money.md 2`)."""
    if row["status"] == "cancelled":
        return CANCELLED
    return SENT_ALREADY if row["email_sent"] is not None and row["status"] != "draft" else None


def refuse_email(row: Row) -> str | None:
    """Return why 'Send by email' is not offered, or None: it needs an email address (`money.md 2`)."""
    if row["status"] == "cancelled":
        return "A cancelled invoice cannot be sent"
    return None if row["email"] else "The invoice has no email address; please add one first"


def refuse_receipt(row: Row) -> str | None:
    """Return why 'Send receipt' is not offered, or None: paid invoices only (`money.md 2`)."""
    if is_credit(row):
        return "A credit note has no receipt"
    return None if row["status"] == "paid" else "A receipt can be sent for a paid invoice only"


def refuse_delete(row: Row) -> str | None:
    """Return why it cannot be deleted, or None (`money.md 4`, `8`)."""
    if row["status"] in {"paid", "partPaid"} or row["paid"]:
        return PAID_STAYS
    return CANCELLED_STAYS if row["status"] == "cancelled" else None


def refuse_other_kind(row: Row) -> str | None:
    """Return why an invoice cannot become a credit note or the reverse, or None. An issued document keeps its kind."""
    if row["parent_id"] is not None:
        return "The credit note of an invoice stays one"
    if row["number"] is None:
        return None
    if row["is_credit_note"]:
        return f"{row['number']} has been issued as a credit note and stays one. Please cancel it and make an invoice"
    return f"{row['number']} has been issued as an invoice and stays one. Please issue a credit note for it instead"


def refuse_credit(row: Row) -> str | None:
    """Return why no credit note can be issued for it, or None (`money.md 2`)."""
    return "A credit note cannot be credited" if row["is_credit_note"] else None


def refuse_reminders(row: Row) -> str | None:
    """Return why there are no reminders to stop, or None."""
    return None if row["outstanding"] > 0 and row["status"] != "cancelled" else NOTHING_OWED
