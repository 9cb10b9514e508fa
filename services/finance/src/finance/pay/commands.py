"""Check of a passcode, and renewal of the payment link."""

from __future__ import annotations

import datetime as dt
import hmac
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from finance.invoices.commands import change_invoice, lock_invoice
from finance.pay import queries, rules
from finance.pay.model import pay_try
from kit.database import Tx
from kit.errors import Conflict

_NO_PASSCODE = "\x00"
"""Passcode to compare with if no invoice exists: the comparison takes equally long and never matches."""
_UNKNOWN_TTL = dt.timedelta(days=1)


def try_passcode(tx: Tx, uuid: UUID, passcode: str, address: str, now: dt.datetime) -> str:
    """Check the passcode and log the attempt. Returns `right`, `wrong`, `limited` (not checked) or `expired`.

    Advisory locks serialise attempts on one link and from one address, so that parallel attempts cannot exceed the
    limit.
    """
    tx.lock(f"pay link {uuid}", f"pay address {address}")
    row = queries.by_uuid(tx.connection, uuid)
    right = hmac.compare_digest(passcode.encode(), (row["passcode"] if row else _NO_PASSCODE).encode())
    if max(queries.wrong_tries(tx.connection, uuid, address, now)) >= rules.TRIES:
        outcome = "limited"
    elif row is None or row["status"] in rules.CLOSED or not right:
        outcome = "wrong"
    else:
        outcome = "right" if rules.link_expires(row) > now else "expired"
    if row is not None or outcome == "wrong":
        _log(tx, uuid, row["id"] if row else None, address, outcome, now)
    return outcome


def _log(tx: Tx, uuid: UUID, record: int | None, address: str, outcome: str, now: dt.datetime) -> None:
    tx.execute(sa.insert(pay_try).values(uuid=uuid, invoice_id=record, address=address, outcome=outcome, at=now))
    if record is None:  # attempts on unknown links matter only while they count towards the limit
        old = sa.and_(pay_try.c.invoice_id.is_(None), pay_try.c.at < now - _UNKNOWN_TTL)
        tx.execute(sa.delete(pay_try).where(old))


def renew(tx: Tx, record: int) -> dict[str, Any]:
    """Renew the link of an invoice: a new passcode and 90 more days. Raises NotFound, Conflict."""
    row = lock_invoice(tx, record, editable=False)
    if row["status"] in rules.CLOSED:
        raise Conflict(f"A {row['status']} invoice has no payment page")
    expires = dt.datetime.now(dt.UTC) + dt.timedelta(days=rules.LINK_DAYS)
    now = change_invoice(tx, row, passcode=rules.new_passcode(), link_expires=expires)
    return {"passcode": now["passcode"], "linkExpires": expires, "paymentLink": rules.address_of(now["uuid"])}


def open_page(tx: Tx, record: int, address: str) -> dict[str, Any]:
    """Open the link of an invoice that the caller pays without the passcode; logged among its attempts. Raises NotFound
    for an invoice that is not the caller's, Conflict if it has no page at present."""
    row = queries.own_link(tx.connection, tx.actor, record)
    if row["status"] in rules.CLOSED:
        raise Conflict(f"A {row['status']} invoice has no payment page")
    now = dt.datetime.now(dt.UTC)
    if rules.link_expires(row) <= now:
        raise Conflict("This link has expired. Please ask us for a new one", code="link_expired")
    _log(tx, row["uuid"], record, address, "right", now)
    return row
