"""The pending call of a tenant, stored before it is sent and deleted once its outcome is written. After a kill in
between, the process sends the same call again under the same Idempotency-Key and gets the same answer.

Xero forgets a key after some minutes. An older pending call is not sent again: its outcome is looked up in Xero.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_call
from finance.sync import outcomes
from finance.sync.steps import Call, resource_of
from finance.sync.xero import Rejected, Xero, error_texts
from kit.database import database
from kit.telemetry import log

_log = log.get(__name__)
_KEY_LIFETIME = dt.timedelta(minutes=5)


def pending_call(chart: int) -> dict[str, Any] | None:
    """Return the call of this chart whose outcome is not written yet, or None."""
    return database().one(sa.select(sync_call).where(sync_call.c.chart == chart))


def record_call(chart: int, call: Call) -> dict[str, Any]:
    """Store the call as pending; returns its row."""
    values = {"chart": chart, "key": str(uuid.uuid4()), **vars(call)}
    return database().all(sa.insert(sync_call).values(**values).returning(*sync_call.c))[0]


def finish(xero: Xero, call: Mapping[str, Any]) -> None:
    """Send the pending call and write its outcome. Raises Unreachable and Limited; the call then stays pending."""
    if dt.datetime.now(dt.UTC) - call["begun"] > _KEY_LIFETIME:
        _log.warning("sync_call_too_old", step=call["step"], chart=call["chart"])
        elements = _lookup_outcome(xero, call)
    else:
        elements = _send(xero, call)
    for subject, element in zip(call["subjects"], elements, strict=True):
        if element is not None:
            outcomes.write(xero.chart, call["step"], subject, element)
    database().execute(sa.delete(sync_call).where(sync_call.c.chart == xero.chart, sync_call.c.key == call["key"]))


def _send(xero: Xero, call: Mapping[str, Any]) -> list[dict[str, Any] | None]:
    body = call["body"] if call["method"] != "DELETE" else None
    try:
        answer = xero.call(call["method"], call["path"], body=body, key=call["key"])
    except Rejected as rejection:
        return [outcomes.refusal(rejection.texts, rejection.status)] * len(call["subjects"])
    elements = _elements(answer, len(call["subjects"]))
    duplicates = [
        position
        for position, element in enumerate(elements)
        if element.get("HasErrors") and "must be unique" in "; ".join(error_texts(element))
    ]
    if duplicates and call["step"] == "create":
        # the number exists in Xero: ours, from a call whose answer was lost, or another document's
        existing = _by_number(xero, [call["subjects"][position] for position in duplicates])
        for position in duplicates:
            elements[position] = existing.get(call["subjects"][position]["content"]["number"], elements[position])
    return list(elements)


def _elements(answer: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    for name in ("Invoices", "CreditNotes", "Payments", "Contacts", "Accounts", "TaxRates", "Allocations"):
        if isinstance(answer.get(name), list):
            return list(answer[name])
    return [dict(answer)] * count


def _by_number(xero: Xero, subjects: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    kind, _, number = resource_of(subjects[0]["note"])
    numbers = ",".join(subject["content"]["number"] for subject in subjects)
    documents = xero.call("GET", f"/{kind}?InvoiceNumbers={numbers}")[kind]
    return {
        entry[number]: {**entry, "adopted": True} for entry in documents if entry["Status"] not in {"DELETED", "VOIDED"}
    }


def _lookup_outcome(xero: Xero, call: Mapping[str, Any]) -> list[dict[str, Any] | None]:
    """Return the elements in Xero of a call that cannot be sent again; None if it had no effect.

    Only documents could be created twice. Payments and credits of a lost call are recognised by their reference when
    the document is read (`finance.sync.incoming`), contacts by their number, accounts by their code.
    """
    by_number = _by_number(xero, call["subjects"]) if call["step"] == "create" else {}
    return [by_number.get(subject["content"]["number"]) if by_number else None for subject in call["subjects"]]
