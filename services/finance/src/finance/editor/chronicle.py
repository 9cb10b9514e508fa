"""The history of an invoice as one list: fields, lines and texts added, changed and removed, plan, payments, credit
notes, mails, payer, take-backs and the accounting system (`docs/finance.md`, The history of an invoice)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_document
from finance.invoices import part_attributes, rules
from finance.invoices.attributes import INVOICE
from finance.invoices.happened import FIELDS, ITEM, PAYMENT, TEXT, booked, describe
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from finance.sending.model import MAILS, invoice_email
from finance.sending.rules import MAIL_KINDS
from finance.sync.lists import STATES
from kit.attributes import Attributes
from kit.database.reading import all_rows
from kit.database.tables import field_history
from kit.mail.queue import STATE_OPTIONS
from kit.policy import Row
from kit.values import Money
from kit.values.labels import humanize
from kit.values.shown import money, shown
from kit.values.types import label_of

Change = dict[str, Any]
_TECHNICAL = frozenset(
    {
        *("unpaidStatus", "emailTyped", "addressTyped", "payerChosenBy", "payerChosen", "displayOrder"),
        *("paidMeta", "emailSentByName", "personKind", "personId"),
    }
)
"""Fields that mean nothing to a reader, or that another entry covers: type of a payment, author of a mail, payer."""
_PARTS: Mapping[str, tuple[sa.Table, Attributes, str, str]] = {
    "invoiceItem": (invoice_item, part_attributes.LINE, ITEM, "Line"),
    "invoiceFooterHeader": (invoice_footer_header, part_attributes.TEXT, TEXT, "Text"),
    "invoiceInstallment": (instalment, part_attributes.INSTALMENT, "instalment", "Instalment"),
}
"""Kinds of parts: table, attributes, the history field that records additions and removals, and noun."""
_history, _email, _document, _payment = field_history.c, invoice_email.c, sync_document.c, payment.c


def chronicle(connection: sa.Connection, row: Row, changes: Sequence[Mapping[str, Any]]) -> list[Change]:
    """Return all events of the invoice `row`, newest first, from `changes` of its own fields and from its parts."""
    own = [entry for change in changes if (entry := _own(row, change)) is not None]
    noted = {
        entry["newValue"]["id"] for entry in own if entry["field"] == PAYMENT and isinstance(entry["newValue"], dict)
    }
    happened: Iterable[Change] = (
        *own,
        *_part_changes(connection, row, changes),
        *_payments(connection, row, noted),
        *_credit_notes(connection, row),
        *_mails(connection, row),
        *_accounting_system(connection, row),
        _event(0, "created", "Made", row["created"], row["created_by_id"], row["created_by_name"], None, ""),
    )
    return sorted(happened, key=lambda entry: (entry["changed"], entry["id"]), reverse=True)


def _own(row: Row, change: Mapping[str, Any]) -> Change | None:
    """Describe a change of the invoice itself; None for internal fields."""
    name = change["field"]
    if name in _TECHNICAL:
        return None
    if name in FIELDS:
        title = _title_of(name, change)
        texts = [describe(name, change[value], row["currency"]) for value in ("oldValue", "newValue")]
        return {**change, "title": title, "oldText": texts[0], "newText": texts[1]}
    return {**change, **_texts(INVOICE, name, change, row["currency"])}


def _title_of(name: str, change: Mapping[str, Any]) -> str:
    """Return the title of an entry of `FIELDS`: its kind, and whether it was added or removed; for a booking, its kind
    of move."""
    value = change["newValue"]
    if name == PAYMENT and isinstance(value, dict):
        return booked(value["amount"], value.get("reverses"))
    title, verbs = FIELDS[name]
    return f"{title} {verbs[0 if change['oldValue'] is None else 1]}".strip()


def _texts(attributes: Attributes, name: str, change: Mapping[str, Any], currency: str) -> Change:
    """Return the title of a field, and its old and new value as text."""
    entry = next((one for one in attributes if one.name == name), None)
    if entry is None:
        return {"title": humanize(name)}
    return {
        "title": entry.title or humanize(name),
        "oldText": change["oldText"] or _text(entry.type, change["oldValue"], currency),
        "newText": change["newText"] or _text(entry.type, change["newValue"], currency),
    }


def _text(kind: Any, value: Any, currency: str) -> str | None:
    """Return a JSON value of the history as the page shows it."""
    if value is None or value == "":
        return None
    if isinstance(value, dict) and "date" in value:
        value = value["date"]
    if kind.kind in {"date", "datetime"} and isinstance(value, str):
        moment = dt.datetime.fromisoformat(value)
        return shown(moment if kind.kind == "datetime" else moment.date())
    if isinstance(kind, Money):
        return money(int(value), currency)
    return kind.text(value) or shown(value, kind.kind)


def _part_changes(connection: sa.Connection, row: Row, changes: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """Return changes of the fields of lines, texts and instalments, including removed ones."""
    for entity, (table, attributes, field, noun) in _PARTS.items():
        named = {
            value["id"]: value
            for change in changes
            for value in (change["oldValue"], change["newValue"])
            if change["field"] == field and isinstance(value, dict)
        }
        parts = {
            one["id"]: one for one in all_rows(connection, sa.select(table).where(table.c.invoice_id == row["id"]))
        }
        mine = sa.and_(_history.entity == entity, _history.entity_id.in_([*parts, *named]), _history.field != "*")
        for entry in all_rows(connection, sa.select(field_history).where(mine).order_by(_history.id.desc())):
            if entry["field"] in _TECHNICAL:
                continue
            part = parts.get(entry["entity_id"]) or named.get(entry["entity_id"], {})
            change = _change_of(entry)
            texts = _texts(attributes, entry["field"], change, row["currency"])
            yield {**change, **texts, "title": f"{noun} {_called(part, row['currency'])}: {texts['title']}"}


def _called(part: Mapping[str, Any], currency: str) -> str:
    """Describe a part by its text, otherwise by its amount."""
    text = shown(part.get("description") or "", "richtext")[:60]
    return f"“{text}”" if text else f"of {money(int(part.get('amount') or 0), currency)}"


def _change_of(entry: Row) -> Change:
    return {
        "id": entry["id"],
        "field": entry["field"],
        "oldValue": entry["old_value"],
        "newValue": entry["new_value"],
        "oldText": None,
        "newText": None,
        "changed": entry["changed"],
        "userId": entry["user_id"],
        "userName": entry["user_name"],
        "actingUserId": entry["acting_user_id"],
    }


def _event(
    number: int, field: str, title: str, changed: Any, user: int, name: str, value: Any, text: str
) -> Change:  # a negative id never collides with the field history
    return {
        "id": -number,
        "field": field,
        "title": title,
        "oldValue": None,
        "newValue": value,
        "oldText": None,
        "newText": text,
        "changed": changed,
        "userId": user,
        "userName": name,
        "actingUserId": user,
    }


def _payments(connection: sa.Connection, row: Row, noted: set[int]) -> Iterator[Change]:
    """Return payments without a history entry: those of the accounting system, and those from before payments were
    recorded. Payments of instalments appear as their ticks."""
    mine = sa.and_(_payment.invoice_id == row["id"], _payment.source != "instalment", _payment.id.not_in(noted))
    for entry in all_rows(connection, sa.select(payment).where(mine)):
        value = {"id": entry["id"], "amount": entry["amount"], "type": entry["type"], "note": entry["note"]}
        text = describe(PAYMENT, value | {"datePaid": entry["date_paid"].isoformat()}, row["currency"]) or ""
        title = booked(entry["amount"], entry["reverses_id"], entry["source"])
        yield _event(entry["id"] * 4 + 1, PAYMENT, title, entry["created"], 0, "", value, text)


def _credit_notes(connection: sa.Connection, row: Row) -> Iterator[Change]:
    columns = invoice.c
    for note in all_rows(connection, sa.select(invoice).where(columns.parent_id == row["id"])):
        text = f"{note['number'] or 'Draft'}, {rules.shown_status(note)}, {money(note['total'], note['currency'])}"
        author = (note["created_by_id"], note["created_by_name"])
        value = {"id": note["id"], "number": note["number"]}
        yield _event(note["id"] * 4 + 2, "creditNote", "Credit note made", note["created"], *author, value, text)


def _mails(connection: sa.Connection, row: Row) -> Iterator[Change]:
    statement = sa.select(invoice_email, MAILS.state.label("now")).select_from(MAILS.joined)
    for mail in all_rows(connection, statement.where(_email.invoice_id == row["id"])):
        title = f"Mail: {label_of(MAIL_KINDS, mail['kind'])}"
        text = f"To {mail['recipient']}, {label_of(STATE_OPTIONS, mail['now'])}"
        text += f": {mail['error']}" if mail["error"] else ""
        author = (mail["created_by_id"], mail["created_by_name"])
        changed = mail["sent"] or mail["queued"]
        yield _event(mail["id"] * 4 + 3, "email", title, changed, *author, {"id": mail["id"]}, text)


def _accounting_system(connection: sa.Connection, row: Row) -> Iterator[Change]:
    """Return the latest attempt to send it to the accounting system."""
    mine = sa.and_(_document.invoice_id == row["id"], _document.last_try.is_not(None))
    for entry in all_rows(connection, sa.select(sync_document).where(mine)):
        text = str(label_of(STATES, entry["state"])) + (f": {entry['error']}" if entry["error"] else "")
        value = {"externalId": entry["external_id"]}
        yield _event(row["id"] * 4 + 4, "sync", "Accounting system", entry["last_try"], 0, "", value, text)
