"""Texts, refusals and merge fields of mails (`money.md 2`, `5`, `8`). Pure."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Mapping, Sequence
from typing import Any

from finance.invoices import rules as invoices
from finance.pay.accounts import format_iban
from finance.pay.rules import Due, next_due
from kit.errors import Conflict, Invalid, Refused
from kit.mail.queue import STATE_OPTIONS
from kit.values import options
from kit.values.days import in_words
from kit.values.shown import money

MAIL_KINDS = options(("invoice", "Invoice"), ("receipt", "Receipt"), ("reminder", "Reminder"))
REMINDER_TEXTS = options(
    ("reminderBefore", "Reminder before the due day"),
    ("reminderDue", "Reminder on the due day"),
    ("reminderAfter", "Reminder after the due day"),
    ("reminderLast", "Last reminder"),
    ("reminderProposal", "Reminder of a proposal"),
)
"""Texts of the mails of kind `reminder` that the ladder sends (`finance.reminding.texts`)."""
BULK_STATES = (*STATE_OPTIONS, *options(("printed", "Printed", "green"), ("skipped", "Left out", "grey")))
"""States of an invoice in a bulk sending or print."""
MISSING_DUE_DATE = "Please add a due date to the invoice first"
NOTHING_OUTSTANDING = "Nothing is outstanding on this invoice"
SENT = "Emails have been distributed"
"""The text under the title 'Emails sent'."""
PAID_BACK_TO = (
    "to the account that your payment came from. If you would like it in another account, or kept for your next"
    " invoice, please tell us."
)
RECEIPT_SENT = "Receipt sent"
PROPOSED_SENT = "Proposed invoice sent"
CREDIT_NOTE_SENT = "Credit note sent"

MERGE_FIELDS = {
    "person": "who is invoiced",
    "title": "Invoice, Pro-forma Proposal, Credit note ...",
    "number": "of the invoice",
    "date": "of the invoice",
    "dueDate": "of the invoice",
    "total": "of the invoice",
    "paid": "what has been paid",
    "outstanding": "all that is still to be paid, whatever the instalments",
    "amountDue": "what is asked for now: the instalments that are due, or the next; without a plan all that is open",
    "amountDueDate": "the day by which that is to be paid, or since when it is due",
    "instalments": "a sentence: which instalments that is, and what is open in all; nothing without a plan",
    "paymentLink": "where it is shown on the web",
    "passcode": "that opens that page",
    "howToPay": "a sentence: the account to pay to, and the page where it is paid online, if there is one",
    "whatNext": "of a credit note, a sentence: what it is set against, and what is paid back; else nothing",
    "organisation": "the company of the letterhead",
    "sender": "who sends",
}
"""Merge fields that a template may contain in double braces."""
NUMBER_TO_COME = "[number]"
"""Placeholder in the preview of a draft's mail: the draft gets its number when it is sent."""
_MERGE_FIELD = re.compile(r"\{\{\s*(\w*)\s*\}\}")


def refuse(kind: str, row: Mapping[str, Any]) -> Refused | None:
    """Return why this invoice cannot be sent as `kind` of mail, or None (`money.md 2`, `5`)."""
    if kind != "receipt" and (missing := missing_due_date(row)):
        return missing
    text = (invoices.refuse_receipt(row) if kind == "receipt" else None) or invoices.refuse_email(row)
    if text is None and kind == "reminder" and row["outstanding"] <= 0:
        text = NOTHING_OUTSTANDING
    return Conflict(text, code="not_sendable") if text else None


def missing_due_date(row: Mapping[str, Any]) -> Invalid | None:
    """Return 'Missing due date' of a PDF or mail, except for a credit note (`money.md 5`)."""
    if row["due_date"] is not None or row["is_credit_note"]:
        return None
    return Invalid(MISSING_DUE_DATE, title="Missing due date", code="missing_due_date", field="dueDate")


def refuse_without_account(kind: str, row: Mapping[str, Any]) -> Refused | None:
    """Return why a mail that asks for money cannot be sent, or None: without a bank account it would not say where to
    pay."""
    if kind == "receipt" or invoices.is_credit(row) or invoices.balance(row) <= 0 or row["account"]:
        return None
    name = row["organisation"] or "This organisation"
    text = f"{name} has no bank account to pay {row['currency']} to; please add one under Bank accounts first"
    return Conflict(text, code="nowhere_to_pay")


def other_currency_warning(row: Mapping[str, Any]) -> str | None:
    """Return a warning that the document names an account in another currency, or None."""
    currency = row["account_currency"]
    if currency in {None, row["currency"]} or invoices.is_credit(row) or invoices.balance(row) <= 0:
        return None
    return f"{row['organisation']} has no bank account in {row['currency']}: the document names its {currency} account"


def how_to_pay(row: Mapping[str, Any], number: str | None) -> str:
    """Return 'Please pay by bank transfer to Oxford Ltd, sort code 20-00-00, account number 55779911, quoting
    INV-1-00007.', or '' if nothing is outstanding or no account is known."""
    if invoices.is_credit(row) or invoices.balance(row) <= 0 or not row["holder"]:
        return ""
    parts = [("", row["holder"]), ("sort code ", row["sort_code"]), ("account number ", row["account_number"])]
    parts += [("IBAN ", format_iban(row["iban"])), ("BIC ", row["bic"]), ("quoting ", number or NUMBER_TO_COME)]
    transfer = "by bank transfer to " + ", ".join(f"{name}{value}" for name, value in parts if value)
    online = row["online_url"]
    return f"You can pay online at {online} or {transfer}." if online else f"Please pay {transfer}."


def notice_of(kind: str, *, credit: bool, proposed: bool) -> str:
    """Return the message after sending (`money.md 8`)."""
    if kind == "receipt":
        return RECEIPT_SENT
    return CREDIT_NOTE_SENT if credit else PROPOSED_SENT if proposed else SENT


def template_kind(kind: str, row: Mapping[str, Any]) -> str:
    """Return the template of a mail. A credit note has a separate one, since it asks for no payment. The reminder
    of a proposal has one too: a proposal is not overdue but waits for an answer."""
    if kind == "reminder" and row["title"] == invoices.PROPOSAL:
        return "reminderProposal"
    return "creditNote" if kind == "invoice" and invoices.is_credit(row) else kind


def document_kind(kind: str) -> str:
    """Return the kind of the PDF that a mail carries."""
    return "receipt" if kind == "receipt" else "invoice"


def unknown_merge_fields(text: str) -> list[str]:
    """Return names in double braces that are not merge fields."""
    return sorted({name for name in _MERGE_FIELD.findall(text) if name not in MERGE_FIELDS})


def with_number_field(text: str) -> str:
    """Return `text` of a draft's preview with the merge field of the number instead of the placeholder."""
    return text.replace(NUMBER_TO_COME, "{{number}}")


def fill_in(text: str, values: Mapping[str, str | None], *, escape: bool) -> str:
    """Return `text` with its merge fields filled. A field without a value yet (the number of a draft) stays for
    later."""

    def value(match: re.Match[str]) -> str:
        field_value = values.get(match[1])
        if field_value is None:
            return match[0]
        return html.escape(field_value) if escape else field_value

    return _MERGE_FIELD.sub(value, text)


def merge_values(
    row: Mapping[str, Any],
    plan: Sequence[Mapping[str, Any]],
    letterhead: Mapping[str, Any],
    link: str,
    sender: str,
    today: dt.date,
) -> dict[str, str | None]:
    """Return the values of the merge fields for an invoice and its instalments, on the day `today`."""
    currency, draft, balance = row["currency"], row["status"] == "draft", invoices.balance(row)
    due = next_due(balance, row["due_date"], plan, today)
    number = None if draft else row["number"]
    return {
        "person": addressee(row),
        "title": invoices.shown_title({**row, "status": "proposed" if draft else row["status"]}),
        "number": number,
        "date": day(row["date"]),
        "dueDate": day(row["due_date"]),
        "total": money(row["total"], currency),
        "paid": money(row["paid"] if invoices.is_credit(row) else row["paid"] + row["refunded"], currency),
        "outstanding": money(balance, currency),
        "amountDue": money(due.amount if due else balance, currency),
        "amountDueDate": day(due.day if due else row["due_date"]),
        "instalments": instalments(due, balance, currency) if due else "",
        "whatNext": what_next(row),
        "paymentLink": link,
        "passcode": row["passcode"],
        "howToPay": how_to_pay(row, number),
        "organisation": letterhead["name"],
        "sender": sender,
    }


def what_next(row: Mapping[str, Any]) -> str:
    """Return what happens to the credit of a credit note: allocated to its invoice as far as that is unpaid, the rest
    paid back. '' for an invoice."""
    if not invoices.is_credit(row):
        return ""
    currency, credit = row["currency"], -row["total"]
    if row["parent_id"] is None:
        due_back = max(0, credit + row["paid"])
        return _paid_back(due_back, currency) if due_back else "It has been paid back to you in full."
    # a draft is allocated to its invoice once it is issued
    left = row["parent_outstanding"] - (credit if row["status"] == "draft" else 0)
    invoice = f"invoice {row['parent_number']}"
    due_back = min(credit, max(0, -left))
    if not due_back:
        rest = f"{money(left, currency)} of it is then still to be paid" if left else "nothing is left to pay on it"
        return f"It is set against {invoice}; {rest}."
    next_step = _paid_back(due_back, currency)
    if due_back == credit:
        return f"Invoice {row['parent_number']} has been paid, so this credit comes back to you. {next_step}"
    return f"{money(credit - due_back, currency)} of it is set against {invoice}, which is settled. {next_step}"


def _paid_back(amount: int, currency: str) -> str:
    return f"We pay {money(amount, currency)} back {PAID_BACK_TO}"


def instalments(due: Due, outstanding: int, currency: str) -> str:
    """Return 'This is instalment 2 of 3; £80.00 is outstanding in all.', or '' if no instalment is due."""
    if not due.places:
        return ""
    if len(due.places) == 1:
        sentence = f"This is {'the rest of ' if due.rest else ''}instalment {due.places[0]} of {due.count}"
    else:
        *first, last = due.places
        sentence = f"These are instalments {', '.join(map(str, first))} and {last} of {due.count}"
        sentence += ", less what was paid towards them" if due.rest else ""
    return f"{sentence}; {money(outstanding, currency)} is outstanding in all."


def addressee(row: Mapping[str, Any]) -> str:
    """Return the full name: 'Ms Ada Client'."""
    return " ".join(filter(None, [row["person_title"], row["name"]]))


def day(value: dt.date | None) -> str:
    """Return a date in the style of letters, empty if there is none."""
    return in_words(value) if value else ""
