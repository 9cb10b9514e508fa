"""Storage of bug reports."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import Tx
from kit.errors import BUSY, TooMany
from kit.values.labels import snake
from support.directory.queries import active_with_role
from support.errors.model import error_fault, error_report
from support.notifications.commands import notify
from support.notifications.kinds import Notice
from support.reports import rules
from support.tickets.commands import raise_for_fault

WINDOW = dt.timedelta(minutes=5)
MOST_IN_WINDOW = 20
"""Maximum number of reports of one user (or of one address without sign-in) in WINDOW."""
MOST_OF_TITLE = 200
"""Maximum number of characters of the message in the title of a fault's ticket."""
_COLUMNS = {"optionalMsg": "optional_message", "API": "api", "version": "app_version"}
"""Columns of texts with another name on the wire."""


def submit(tx: Tx, report: Mapping[str, Any], address: str) -> int:
    """Store a report; returns its id. `report` has the fields of `platform.md 3` (Bug report), of checked types.

    Its user is the signed-in caller; a `userId` in the report proves nothing and is not stored. The caller follows the
    fault on a support ticket. Raises TooMany.
    """
    actor = tx.actor
    reporter = rules.reporter(actor.user_id, address)
    _check_rate(tx, reporter)
    texts = {name: rules.text(report.get(name) or "", most) for name, most in rules.LONGEST.items()}
    status, method = report.get("status") or 0, rules.method_of(report.get("request"))
    fault_id, is_new = _fault(
        tx, rules.fingerprint(texts["app"], status, method, texts["API"], texts["message"], texts["route"])
    )
    affected = sa.select(sa.literal(1)).where(error_report.c.fault_id == fault_id, error_report.c.reporter == reporter)
    is_known = tx.scalar(sa.select(sa.exists(affected)))
    sender = {"reporter": reporter, "user_id": actor.user_id or None, "user_name": actor.name}
    call = {"status": status, "method": method}
    call |= {name: rules.data(report.get(name)) for name in ("request", "response")}
    stored = {_COLUMNS.get(name, snake(name)): text for name, text in texts.items()}
    report_id = tx.insert(error_report, {"fault_id": fault_id, **sender, **call, **stored})
    counts = {
        "reports": error_fault.c.reports + 1,
        "affected": error_fault.c.affected + (0 if is_known else 1),
        "latest_report_id": report_id,
    }
    tx.execute(sa.update(error_fault).where(error_fault.c.id == fault_id).values(**counts))
    if actor.signed_in:
        title = texts["message"] or texts["description"] or "Something went wrong"
        if is_new:
            _notify_admins(tx, report_id, title)
        message = html.escape(texts["description"] or texts["message"] or "No word about it.")
        raise_for_fault(tx, report_id, fault_id, title[:MOST_OF_TITLE], f"<p>{message}</p>")
    return report_id


def _check_rate(tx: Tx, reporter: str) -> None:
    recent = (
        sa.select(sa.func.count())
        .select_from(error_report)
        .where(error_report.c.reporter == reporter, error_report.c.created > sa.func.now() - WINDOW)
    )
    if tx.scalar(recent) >= MOST_IN_WINDOW:
        raise TooMany(BUSY, retry_after=int(WINDOW.total_seconds()))


def _fault(tx: Tx, fingerprint: str) -> tuple[int, bool]:
    """Return the id of the fault with this fingerprint, locked for this transaction, and True if it is new."""
    upsert = insert(error_fault).values(fingerprint=fingerprint).on_conflict_do_nothing().returning(error_fault.c.id)
    new_id = tx.scalar(upsert)
    if new_id is not None:
        return int(new_id), True
    known = sa.select(error_fault.c.id).where(error_fault.c.fingerprint == fingerprint).with_for_update()
    return int(tx.scalar(known)), False


def _notify_admins(tx: Tx, report_id: int, message: str) -> None:
    """Notify the sysAdmin users, except the reporter, of a new fault."""
    user_ids = [user_id for user_id in active_with_role(tx.connection, "sysAdmin") if user_id != tx.actor.user_id]
    notice = Notice(kind="error", title="New error report", text=message[:200], target=f"/admin/errors?id={report_id}")
    notify(tx, user_ids, notice)
