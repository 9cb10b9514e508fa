"""The call in hand. It is written down before it goes out and taken away when its outcome is written: a process that
dies in between sends the very same call again, under the same Idempotency-Key, and is told the same answer.

Xero forgets a key after some minutes. A call that was in hand longer is not sent again: what became of it is read
from the books over there.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from finance.books.model import sync_call
from finance.sync import outcomes
from finance.sync.steps import Call, kind_of
from finance.sync.xero import Rejected, Xero, texts
from kit.database import database
from kit.telemetry import log

_log = log.get(__name__)
_KEY_HOLDS = dt.timedelta(minutes=5)


def in_hand(chart: int) -> dict[str, Any] | None:
    """The call that was begun and whose outcome is not written."""
    with database().read() as connection:
        row = connection.execute(sa.select(sync_call).where(sync_call.c.chart == chart)).mappings().first()
    return dict(row) if row is not None else None


def take(chart: int, call: Call) -> dict[str, Any]:
    """Write the call down."""
    values = {
        "chart": chart, "key": str(uuid.uuid4()), "step": call.step, "method": call.method, "path": call.path,
        "body": call.body, "subjects": call.subjects,
    }  # fmt: skip
    with database().read() as connection:
        row = connection.execute(sa.insert(sync_call).values(**values).returning(*sync_call.c)).mappings().one()
    return dict(row)


def finish(xero: Xero, call: Mapping[str, Any]) -> None:
    """Send the call in hand and write its outcome. Raises Away and Limited; the call then stays in hand."""
    if dt.datetime.now(dt.UTC) - call["begun"] > _KEY_HOLDS:
        _log.warning("sync_call_too_old", step=call["step"], chart=call["chart"])
        elements = _found(xero, call)
    else:
        elements = _send(xero, call)
    for subject, element in zip(call["subjects"], elements, strict=True):
        if element is not None:
            outcomes.write(xero.chart, call["step"], subject, element)
    with database().read() as connection:
        connection.execute(sa.delete(sync_call).where(sync_call.c.chart == xero.chart, sync_call.c.key == call["key"]))


def _send(xero: Xero, call: Mapping[str, Any]) -> list[dict[str, Any] | None]:
    body = call["body"] if call["method"] != "DELETE" else None
    try:
        said = xero.call(call["method"], call["path"], body=body, key=call["key"])
    except Rejected as refused:
        return [outcomes.refusal(refused.texts, refused.status)] * len(call["subjects"])
    elements = _elements(said, len(call["subjects"]))
    taken = [
        place
        for place, element in enumerate(elements)
        if element.get("HasErrors") and "must be unique" in "; ".join(texts(element))
    ]
    if taken and call["step"] == "create":
        # The number is taken over there: ours, from a call whose answer was lost, or somebody else's.
        present = _by_number(xero, [call["subjects"][place] for place in taken])
        for place in taken:
            elements[place] = present.get(call["subjects"][place]["content"]["number"], elements[place])
    return list(elements)


def _elements(said: Mapping[str, Any], count: int) -> list[dict[str, Any]]:
    for name in ("Invoices", "CreditNotes", "Payments", "Contacts", "Accounts", "TaxRates", "Allocations"):
        if isinstance(said.get(name), list):
            return list(said[name])
    return [dict(said)] * count


def _by_number(xero: Xero, subjects: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    kind, _, number = kind_of(subjects[0]["note"])
    wanted = ",".join(subject["content"]["number"] for subject in subjects)
    found = xero.call("GET", f"/{kind}?InvoiceNumbers={wanted}")[kind]
    return {one[number]: {**one, "adopted": True} for one in found if one["Status"] not in {"DELETED", "VOIDED"}}


def _found(xero: Xero, call: Mapping[str, Any]) -> list[dict[str, Any] | None]:
    """The outcome of a call that cannot be sent again; None where it had no effect."""
    look = _LOOKS.get(call["step"])
    return look(xero, call) if look else [None] * len(call["subjects"])


def _look_create(xero: Xero, call: Mapping[str, Any]) -> list[dict[str, Any] | None]:
    found = _by_number(xero, call["subjects"])
    return [found.get(subject["content"]["number"]) for subject in call["subjects"]]


# Only a document can be made twice by mistake here. Payments and credits of a lost call are known again by their
# reference when the document is read (`finance.sync.incoming`), a contact by its number, an account by its code.
_LOOKS: dict[str, Callable[[Xero, Mapping[str, Any]], list[dict[str, Any] | None]]] = {"create": _look_create}
