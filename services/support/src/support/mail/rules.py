"""Merge fields: their names, checks and values in the text of a template. Pure (`money.md 2`, `8`)."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Collection, Mapping

from kit.errors import Invalid
from kit.values import richtext
from kit.values.days import LONDON, in_words

SENT = "Emails have been distributed"
"""The text under the title 'Emails sent' (`money.md 8`)."""
NO_EMAIL = "has no email address"
BOUNCED = (
    "has an address from which mail came back ({reason}); correct it, or remove it from Bounced addresses if it works "
    "again"
)
UNSUBSCRIBED = "has unsubscribed from mails like this"
CANCELLED = "The sending was cancelled"
NOBODY = "None of those chosen has an email address"
MOST = 5_000
"""Maximum number of recipients of one call."""
LATEST = dt.timedelta(days=366)
"""Maximum time by which a sending can be scheduled ahead."""
LONGEST_SUBJECT = 250
LONGEST_BODY = 20_000

_PERSON = {
    "title": "Ms, Dr ...",
    "firstName": "first name",
    "lastName": "last name",
    "name": "first and last name",
    "email": "email address",
    "sender": "who sends",
    "today": "the day of sending",
}
_INVOICE = {
    "invoiceNumber": "number of the invoice",
    "document": "Invoice or Credit note",
    "total": "total of the invoice",
    "outstanding": "all that is still to be paid, whatever the instalments",
    "dueDate": "the day it is due, or the next instalment is; empty without one",
    "student": "the student the invoice is about",
}
FIELDS: dict[str, dict[str, str]] = {"person": _PERSON, "invoice": _PERSON | _INVOICE}
"""Merge fields of a template by what it is about. The event `finance.invoice.changed` gives those of an invoice."""

FIELD = re.compile(r"\{\{\s*(.*?)\s*\}\}", re.DOTALL)
"""A merge field in a text: `{{firstName}}`."""
_SIGNS = {"GBP": "£", "EUR": "€"}


def check_time(send_at: dt.datetime, now: dt.datetime) -> None:
    """Raise Invalid for a scheduled time that has passed or is more than a year ahead."""
    if send_at <= now:
        raise Invalid("This time has passed; leave it empty to send now", field="sendAt")
    if send_at > now + LATEST:
        raise Invalid("Please choose a time within a year", field="sendAt")


def scheduled(send_at: dt.datetime) -> str:
    """Return the sentence about a scheduled sending: `They go out on 3 December 2026 at 09:00`."""
    local = send_at.astimezone(LONDON)
    return f"They go out on {in_words(local.date())} at {local:%H:%M}"


def check(name: str, text: str, about: str) -> None:
    """Raise Invalid, under the field `name`, for a merge field that templates about `about` lack."""
    check_fields(name, text, FIELDS[about])


def check_fields(name: str, text: str, known: Collection[str]) -> None:
    """Raise Invalid, under the field `name`, for a merge field in `text` that is not among `known`."""
    unknown = sorted({richtext.plain(field) for field in FIELD.findall(text) if field not in known})
    if unknown:
        allowed = ", ".join(f"{{{{{field}}}}}" for field in known)
        refusal = f"There is no merge field {', '.join(unknown)}; there are {allowed}"
    elif "{{" in (rest := FIELD.sub("", text)) or "}}" in rest:
        refusal = "A merge field is written in two braces on each side, like {{" + next(iter(known)) + "}}"
    else:
        return
    raise Invalid(refusal, title="Form errors", code="unknown_merge_field", field=name)


def filled(texts: Mapping[str, str], values: Mapping[str, str]) -> dict[str, str]:
    """Return subject, on one line, and body with their merge fields filled. Values are escaped in the body, so they
    never add markup or a link."""
    subject = FIELD.sub(lambda match: values[match[1]], texts["subject"])
    body = FIELD.sub(lambda match: html.escape(values[match[1]]), texts["body"])
    return {"subject": " ".join(subject.split()), "body": richtext.sanitise(body)}


def money(amount: int, currency: str) -> str:
    """Format an amount in minor units in en-GB format: `-£1,234.50` (`money.md 9`)."""
    return f"{'-' if amount < 0 else ''}{_SIGNS.get(currency, currency + ' ')}{abs(amount) / 100:,.2f}"
