"""Trying a passcode, and giving an invoice a new link."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from finance.invoices.commands import changed, locked
from finance.pay import queries, rules
from finance.pay.model import pay_try
from kit.database import Tx
from kit.errors import Conflict

_NO_PASSCODE = "\x00"
"""Compared with where there is no invoice: as long a comparison, never equal."""
_UNKNOWN_KEPT = dt.timedelta(days=1)


def try_passcode(tx: Tx, uuid: UUID, passcode: str, address: str, now: dt.datetime) -> str:
    """The outcome of one try, logged: `right`, `wrong`, `limited` (not looked at), `expired`.

    Tries on one link, and tries from one address, wait for each other: a hundred at once are still five.
    """
    for name in (f"pay link {uuid}", f"pay address {address}"):
        tx.execute(sa.select(sa.func.pg_advisory_xact_lock(sa.func.hashtextextended(name, 0))))
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
    values = {"uuid": uuid, "invoice_id": record, "address": address, "outcome": outcome, "at": now}
    tx.execute(sa.insert(pay_try).values(**values))
    if record is None:  # guesses at links that do not exist are of no use to anybody after the limit has passed
        old = sa.and_(pay_try.c.invoice_id.is_(None), pay_try.c.at < now - _UNKNOWN_KEPT)
        tx.execute(sa.delete(pay_try).where(old))


def renew(tx: Tx, record: int) -> dict[str, Any]:
    """A new passcode and 90 more days for the link of an invoice. Raises NotFound, Conflict."""
    row = locked(tx, record, editable=False)
    if row["status"] in rules.CLOSED:
        raise Conflict(f"A {row['status']} invoice has no payment page")
    expires = dt.datetime.now(dt.UTC) + dt.timedelta(days=rules.LINK_DAYS)
    now = changed(tx, row, passcode=rules.new_passcode(), link_expires=expires)
    return {"passcode": now["passcode"], "linkExpires": expires, "paymentLink": rules.address_of(now["uuid"])}


def opened_mark(row: dict[str, Any]) -> str:
    """The mark that an open page remembers: it changes with the passcode, so a renewed link closes the old pages."""
    return hashlib.sha256(f"{row['uuid']} {row['passcode']}".encode()).hexdigest()
