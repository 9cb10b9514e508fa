"""Sendings: the mails of one call, sent in portions of as many a minute as the pace allows.

A mail waits without a job until a portion takes it; then the queue of mails holds it (`kit.mail.queue`), so a killed
worker sends none twice. A sending has one portion in progress at a time, so that a slow server slows it down. Locks are
taken in this order: the pace, the sending, its mails.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Database, Tx, tables
from kit.jobs import Job
from kit.policy import actor_from_json, actor_json, as_service
from support.mail import queries, rules
from support.mail.model import MAILS, mail_sending, sent_mail
from support.mail.settings import mail_settings
from support.notifications.commands import notify
from support.notifications.kinds import Notice

SEND = Job("sendEmails")
"""Sends the mails of a portion, or a repeated mail (`jobs.py`)."""
OPEN = ("queued", "sending")
_MINUTE = dt.timedelta(minutes=1)
_sending, _mail, _job = mail_sending.c, sent_mail.c, tables.job


def begin(tx: Tx, values: Mapping[str, Any], mails: Sequence[Mapping[str, Any]]) -> tuple[int, int | None]:
    """Write a sending of the actor with its mails and give the first portion to a job, unless it is scheduled; returns
    its id and that of the job, None if all mails wait."""
    own = {"created_by_id": tx.actor.user_id, "created_by_name": tx.actor.name, "actor": actor_json(tx.actor)}
    record = tx.insert(mail_sending, {**values, **own, "recipients": len(mails)})
    tx.execute(sa.insert(sent_mail), [{**mail, "sending_id": record} for mail in mails])
    return record, release(tx, record)


def release(tx: Tx, record: int) -> int | None:
    """Give the next mails of an open sending that is due to a job, as many as the pace allows; returns the job's id,
    None if none are sent now."""
    tx.lock("the pace of mails")
    due = sa.or_(_sending.send_at.is_(None), _sending.send_at <= tables.now())
    open_ = sa.select(mail_sending).where(_sending.id == record, _sending.state.in_(OPEN), due).with_for_update()
    if tx.one(open_) is None or tx.scalar(sa.select(sa.exists().where(_under_way(record)))):
        return None
    lately = sa.select(sa.func.count()).where(
        _mail.job_id.is_not(None), _mail.queued > sa.func.clock_timestamp() - _MINUTE
    )
    left = mail_settings().pace - int(tx.scalar(lately))
    waiting = sa.select(_mail.id).where(*_waits(record)).order_by(_mail.id).limit(max(left, 0))
    portion = list(tx.execute(waiting).scalars())
    if not portion:
        return None
    batch = uuid.uuid4().hex
    job = SEND.enqueue(tx, batch, {"batch": batch, "sending": record}, len(portion))
    tx.execute(sa.update(sent_mail).where(_mail.id.in_(portion)).values(job_id=job, queued=tables.now()))
    _write(tx, record, state="sending")
    return job


def hold(tx: Tx, record: int) -> None:
    """Take unsent mails back from their job, so that they wait until the sending continues."""
    taken = (_mail.sending_id == record, _mail.state == "queued", _mail.job_id == _job.c.id)
    alive = _job.c.state.in_(["queued", "running"])
    tx.execute(sa.update(sent_mail).where(*taken, alive).values(job_id=None, **tables.version_values(sent_mail)))


def withdraw(tx: Tx, record: int) -> dict[str, Any]:
    """Skip the unsent mails; returns the columns of the sending that record its end."""
    waiting = (_mail.sending_id == record, _mail.state == "queued")
    left_out = {"state": "skipped", "error": rules.CANCELLED, **tables.version_values(sent_mail)}
    tx.execute(sa.update(sent_mail).where(*waiting).values(**left_out))
    return {"finished": dt.datetime.now(dt.UTC)}


def halt(tx: Tx, record: int, failed: int) -> None:
    """Pause a sending if more mails wait and none of the last portion was sent, and notify the sender: the mail server
    refuses or is unavailable, and the rest would fail as well."""
    row = tx.one(sa.select(mail_sending).where(_sending.id == record, _sending.state.in_(OPEN)).with_for_update())
    if row is None or not tx.scalar(sa.select(sa.exists().where(*_waits(record)))):
        return
    _write(tx, record, state="paused")
    text = f"None of the last {failed:,} emails went. Read why in the log, then continue or cancel the sending."
    notice = Notice("email", f"Sending {record} is paused", text, f"/support/emails/sendings?id={record}")
    notify(tx, [row["created_by_id"]], notice)


def finish(tx: Tx, record: int) -> None:
    """Close an open sending without waiting or queued mails, and notify the sender of unsent ones."""
    open_ = sa.select(mail_sending).where(_sending.id == record, _sending.state.in_(OPEN)).with_for_update()
    row = tx.one(open_)
    if row is None:
        return
    of_sending = _mail.sending_id == record
    MAILS.fail_abandoned(tx, of_sending)
    if tx.scalar(sa.select(sa.exists().where(of_sending, _mail.state.in_(["queued", "sending"])))):
        return
    _write(tx, record, state="done", finished=tables.now())
    counts = queries.states_of(tx.connection, _mail.sending_id == record)
    tell(tx, row["created_by_id"], counts, row["batch"])


def go_on(db: Database) -> dict[str, int]:
    """Close the completed sendings and give the next portion of the others to a job, oldest first; returns how many are
    open and how many portions were given out."""
    with db.read() as connection:
        rows = connection.execute(
            sa.select(_sending.id, _sending.actor).where(_sending.state.in_(OPEN)).order_by(_sending.id)
        ).all()
    portions = 0
    for record, sender in rows:
        with db.transaction(as_service("support")) as tx:
            finish(tx, record)
        with db.transaction(actor_from_json(sender)) as tx:
            portions += release(tx, record) is not None
    return {"open": len(rows), "portions": portions}


def may_go(db: Database, record: int, job: int) -> bool:
    """Return whether that job still has to send the mail. If its recipient unsubscribed or bounced since it was queued,
    it is skipped now."""
    with db.read() as connection:
        row = connection.execute(sa.select(sent_mail).where(_mail.id == record)).mappings().one()
        if row["job_id"] != job or row["state"] not in OPEN:
            return False
        reason = queries.closed(connection, [row["recipient"]], row["contractual"]).get(row["recipient"].lower())
    if reason is None or row["state"] == "sending":
        return True
    unchanged = (_mail.id == record, _mail.state == "queued", _mail.version == row["version"])
    left_out = {"state": "skipped", "error": reason, **tables.version_values(sent_mail)}
    db.execute(sa.update(sent_mail).where(*unchanged).values(**left_out))
    return False


def tell(tx: Tx, user_id: int, counts: Mapping[str, int], about: uuid.UUID) -> None:
    """Notify the sender of mails that failed or whose outcome is unknown, if any; the call itself only queued them."""
    failed, unknown = counts.get("failed", 0), counts.get("unknown", 0)
    if not failed and not unknown:
        return
    notice = Notice(
        kind="email",
        title=_failed_text(failed) if failed else _unknown_text(unknown),
        text="The log says why." if not (failed and unknown) else f"{_unknown_text(unknown)}. The log says more.",
        target="/support/emails/sent?state=failed" if failed else "/support/emails/sent?state=unknown",
    )
    notify(tx, [user_id], notice, about)


def _failed_text(count: int) -> str:
    return "1 email was not sent" if count == 1 else f"{count:,} emails were not sent"


def _unknown_text(count: int) -> str:
    return f"It is not known whether {'1 email' if count == 1 else f'{count:,} emails'} went out"


def _waits(record: int) -> tuple[sa.ColumnElement[bool], ...]:
    return _mail.sending_id == record, _mail.state == "queued", _mail.job_id.is_(None)


def _under_way(record: int) -> sa.ColumnElement[bool]:
    """Condition: a job has the mail of the sending; `finish` marked those of jobs that ended without sending them."""
    has_job = sa.and_(_mail.state == "queued", _mail.job_id.is_not(None))
    return sa.and_(_mail.sending_id == record, sa.or_(has_job, _mail.state == "sending"))


def _write(tx: Tx, record: int, **values: Any) -> None:
    change = {**values, **tables.version_values(mail_sending)}
    tx.execute(sa.update(mail_sending).where(_sending.id == record).values(**change))
