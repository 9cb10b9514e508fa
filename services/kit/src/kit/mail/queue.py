"""The mail queue of a service, a table that is also the log; each mail is sent at most once.

`queued` → `sending` is committed before the call to the server, `sending` → `sent` after it accepted the mail. A mail
left in `sending` without a worker may have been sent: it becomes `unknown`, and only a person sends it again. A mail
that was certainly not sent (no answer, a temporary refusal, an unavailable attachment) is requeued with its job, for an
hour.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit import jobs
from kit.database import Database, Tx, tables
from kit.errors import Conflict, NotFound, Refused, Unavailable
from kit.mail.smtp import Mail, Mailer, Unanswered, new_message_id
from kit.policy import Actor
from kit.telemetry import log
from kit.values import Option, options
from kit.values.schemas import choice_of

_log = log.get(__name__)
_job = tables.job

STATE_OPTIONS = options(
    ("queued", "Queued", "grey"),
    ("sending", "Sending", "blue"),
    ("sent", "Sent", "green"),
    ("failed", "Failed", "red"),
    ("unknown", "Not known", "amber"),
)
MailState = Annotated[str, choice_of(STATE_OPTIONS)]
"""The state of a mail in an answer."""
STILL_SENDING = dt.timedelta(minutes=3)
"""The longest time that another job may work on a mail: a server gets 20 seconds for each of its answers."""
GIVE_UP = dt.timedelta(minutes=55)
"""Time after which a mail that waits for a server fails; its job would fail after an hour."""
UNKNOWN = "It is not known whether this mail went out; please ask before you send it again"
CANCELLED = "It was cancelled"
_ENDED = ("failed", "cancelled")
"""States of a job that ended without sending its mail."""

UNDER_WAY = sa.text("state IN ('queued', 'sending')")
"""The predicate of the unique index that allows one mail in progress."""

Row = Mapping[str, Any]


def mail_columns(states_known: Sequence[Option] = STATE_OPTIONS) -> list[sa.Column[Any] | sa.CheckConstraint]:
    """Return the columns of a queue table, besides `record_columns()` and the columns of the mail itself.
    `states_known` are those of the queue and further states of the table, which the queue does not touch."""
    states = ", ".join(f"'{option.value}'" for option in states_known)
    return [
        sa.Column("state", sa.Text, nullable=False, server_default="queued"),
        sa.Column("error", sa.Text, nullable=False, server_default="", comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("message_id", sa.Text, nullable=False, unique=True),
        sa.Column("job_id", sa.BigInteger, comment="whose work it is; absent until it has one"),
        sa.Column("queued", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
        sa.Column("sent", sa.DateTime(timezone=True)),
        *tables.creator_columns(comment=None),
        sa.CheckConstraint(f"state IN ({states})", name="state"),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name="sent"),
    ]


@dataclass(frozen=True)
class ComposedMail:
    """A mail ready to send, and the log columns to write with it."""

    mail: Mail
    log_values: Mapping[str, Any] = field(default_factory=dict)


Compose = Callable[[Row], ComposedMail]
"""Composes the mail of a row. Raises Unavailable for a temporary fault, another Refused for a permanent one."""


Sent = Callable[[Tx, Row], None]
"""Writes the effects of a mail that the server accepted. It runs first in the transaction that marks it sent, so that
the records of the mail are locked before the mail, in the same order as when it was queued."""


@dataclass(frozen=True)
class MailQueue:
    """The mails of `table`, which has `record_columns()` and `mail_columns()`."""

    table: sa.Table

    def deliver(
        self,
        db: Database,
        actor: Actor,
        record: int,
        mailer: Mailer,
        compose: Compose,
        sent: Sent | None = None,
        job: int = 0,
    ) -> dict[str, Any]:
        """Send one queued mail as the work of `job` and return its new row. A mail in a final state stays unchanged.

        Raises Unavailable when it has to wait: it is queued again, or another job is still sending it.
        """
        row = self._row(db, record)
        if row["state"] == "sending":
            return self._resolve_sending(db, row, job)
        if row["state"] != "queued":
            return row
        try:
            composed = compose(row)
        except Unavailable as error:
            return self._requeue_or_fail(db, row, error)
        except Refused as error:
            return self._finish(db, row, "failed", error.text)
        attempt = {"state": "sending", "tries": self.table.c.tries + 1, "error": ""}
        claimed = self._write(db, row, **attempt, **composed.log_values)
        if claimed is None:  # another worker was faster
            return self._row(db, record)
        try:
            mailer.send(composed.mail)
        except Unanswered as error:
            _log.warning("mail_unanswered", table=self.table.name, mail=record, error=error.text)
            return self._finish(db, claimed, "unknown", UNKNOWN)
        except Unavailable as error:
            return self._requeue_or_fail(db, claimed, error)
        except Refused as error:
            return self._finish(db, claimed, "failed", error.text)
        return self._mark_sent(db, actor, claimed, sent)

    def add(self, tx: Tx, values: Mapping[str, Any], only: Sequence[str], refusal: str) -> dict[str, Any]:
        """Queue a mail of the actor and return its row, which waits for a job (`assign_job`). Raises Conflict with the
        `refusal` while a mail with the same values of `only`, the columns of an index `UNDER_WAY`, is in progress."""
        own = {
            "message_id": new_message_id(),
            "created_by_id": tx.actor.user_id,
            "created_by_name": tx.actor.name,
        }
        added = insert(self.table).values(**values, **own)
        statement = added.on_conflict_do_nothing(index_elements=list(only), index_where=UNDER_WAY)
        row = tx.one(statement.returning(*self.table.c))
        if row is None:
            raise Conflict(refusal, code="under_way")
        return row

    def requeue(self, tx: Tx, condition: sa.ColumnElement[bool]) -> dict[str, Any]:
        """Requeue the mail that `condition` selects: it failed, its job failed or was cancelled, or it is `unknown`. It
        keeps its Message-ID, so that mail programs show two copies as one. It waits for a job (`assign_job`). Raises
        NotFound, Conflict."""
        row = tx.one(sa.select(self.table).where(condition).with_for_update())
        if row is None:
            raise NotFound()
        if row["state"] not in {"failed", "unknown"} and not self._was_abandoned(tx, row):
            raise Conflict(f"This mail is {row['state']}; only one that failed is sent again", code="wrong_state")
        bump = {**tables.version_values(self.table), "queued": tables.now()}
        statement = sa.update(self.table).where(condition).values(state="queued", error="", **bump)
        now = tx.one(statement.returning(*self.table.c))
        assert now is not None
        return now

    def assign_job(self, tx: Tx, row: Row, job: jobs.Job, params: Mapping[str, Any]) -> int:
        """Enqueue a job for a queued mail and return the job's id."""
        number = job.enqueue(tx, f"{row['id']}-{row['version']}", params)
        tx.execute(sa.update(self.table).where(self.table.c.id == row["id"]).values(job_id=number))
        return number

    def fail_abandoned(self, tx: Tx, condition: sa.ColumnElement[bool]) -> None:
        """Mark as failed the mails of `condition` whose job failed or was cancelled."""
        abandoned = (self.table.c.job_id == _job.c.id, self.is_abandoned, condition)
        tx.execute(sa.update(self.table).where(*abandoned).values(state="failed", error=self._job_error))

    # Columns of a list, selected from `joined`.

    @property
    def joined(self) -> sa.Join:
        """The table with the job of each mail."""
        return self.table.outerjoin(_job, _job.c.id == self.table.c.job_id)

    @property
    def is_abandoned(self) -> sa.ColumnElement[bool]:
        """True if a queued mail waits for a job that failed or was cancelled."""
        ended = sa.or_(*(_job.c.state == state for state in _ENDED))
        return sa.and_(self.table.c.state == "queued", ended)

    @property
    def state(self) -> sa.ColumnElement[str]:
        """Return the state to show: an abandoned mail has failed."""
        return sa.case((self.is_abandoned, "failed"), else_=self.table.c.state)

    @property
    def error(self) -> sa.ColumnElement[str]:
        """Return the error to show; of an abandoned mail, that of its job."""
        return sa.case((self.is_abandoned, self._job_error), else_=self.table.c.error)

    @property
    def _job_error(self) -> sa.ColumnElement[str]:
        return sa.func.coalesce(_job.c.error, CANCELLED)

    def _was_abandoned(self, tx: Tx, row: Row) -> bool:
        job_state = sa.select(_job.c.state).where(_job.c.id == row["job_id"])
        return row["state"] == "queued" and tx.scalar(job_state) in _ENDED

    def _row(self, db: Database, record: int) -> dict[str, Any]:
        with db.read() as connection:
            row = connection.execute(sa.select(self.table).where(self.table.c.id == record)).mappings().first()
        if row is None:
            raise NotFound()
        return dict(row)

    def _write(self, db: Database, row: Row, **values: Any) -> dict[str, Any] | None:
        """Update the row in a separate statement if its state and version are still those of `row`; otherwise return
        None."""
        columns = self.table.c
        unchanged = (columns.id == row["id"], columns.state == row["state"], columns.version == row["version"])
        values |= tables.version_values(self.table)
        statement = sa.update(self.table).where(*unchanged).values(**values).returning(*self.table.c)
        with db.read() as connection:
            updated = connection.execute(statement).mappings().first()
        return dict(updated) if updated is not None else None

    def _finish(self, db: Database, row: Row, state: str, error: str) -> dict[str, Any]:
        return self._write(db, row, state=state, error=error) or self._row(db, row["id"])

    def _requeue_or_fail(self, db: Database, row: Row, error: Unavailable) -> dict[str, Any]:
        """Requeue the mail with the error and raise Unavailable, so that its job waits; after `GIVE_UP` it fails."""
        if dt.datetime.now(dt.UTC) - row["queued"] > GIVE_UP:
            return self._finish(db, row, "failed", error.text)
        self._write(db, row, state="queued", error=error.text)
        raise error

    def _resolve_sending(self, db: Database, row: Row, job: int) -> dict[str, Any]:
        """Handle a mail in `sending` that this run did not claim. A mail of this job is marked unknown at once: a job
        has one run at a time, and the earlier one lost its heartbeat. Raises Unavailable while another job may be
        sending it."""
        if row["job_id"] != job and dt.datetime.now(dt.UTC) - row["modified"] < STILL_SENDING:
            raise Unavailable("This mail is being sent")
        return self._finish(db, row, "unknown", UNKNOWN)

    def _mark_sent(self, db: Database, actor: Actor, row: Row, follows: Sent | None) -> dict[str, Any]:
        """Mark the mail as sent, whatever its row says by now: the server has accepted it."""
        unsent = (self.table.c.id == row["id"], self.table.c.state != "sent")
        values = {"state": "sent", "sent": sa.func.now(), "error": "", **tables.version_values(self.table)}
        with db.transaction(actor) as tx:
            if follows is not None:
                follows(tx, row)
            now = tx.one(sa.update(self.table).where(*unsent).values(**values).returning(*self.table.c))
        return now or self._row(db, row["id"])
