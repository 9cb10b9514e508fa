"""Mails that a service keeps in a table, each handed to the mail server at most once: the queue and the log in one.

`queued` → `sending` is committed before the server is spoken to, `sending` → `sent` after it said yes. Whoever finds a
mail in `sending` that nobody works on any more does not know whether it went: it becomes `unknown`, and only a person
sends it again. What certainly did not go (no answer, a refusal for now, an attachment that cannot be had) is queued
again, and its job with it, for an hour.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from kit import jobs
from kit.database import Database, Tx, tables
from kit.errors import Conflict, NotFound, Refused, Unavailable
from kit.mail.smtp import Mail, Mailer, Unanswered
from kit.policy import Actor
from kit.telemetry import log
from kit.values import options

_log = log.get(__name__)
_job = tables.job

STATE_OPTIONS = options(
    ("queued", "Queued", "grey"),
    ("sending", "Sending", "blue"),
    ("sent", "Sent", "green"),
    ("failed", "Failed", "red"),
    ("unknown", "Not known", "amber"),
)
STILL_SENDING = dt.timedelta(minutes=3)
"""The longest another job may be at a mail: a server gets 20 seconds for each of its answers."""
GIVE_UP = dt.timedelta(minutes=55)
"""After which a mail that waits for a server fails; its job would be given up after an hour."""
UNKNOWN = "It is not known whether this mail went out; please ask before you send it again"
CANCELLED = "It was cancelled"
_OVER = ("failed", "cancelled")
"""States of a job that nobody runs any more, and that did not do its work."""

Row = Mapping[str, Any]


def mail_columns() -> list[sa.Column[Any] | sa.CheckConstraint]:
    """Columns of the table of a queue beside `record_columns()` and the mail itself."""
    states = ", ".join(f"'{option.value}'" for option in STATE_OPTIONS)
    return [
        sa.Column("state", sa.Text, nullable=False, server_default="queued"),
        sa.Column("error", sa.Text, nullable=False, server_default="", comment="why it failed, or what it waits for"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("message_id", sa.Text, nullable=False, unique=True),
        sa.Column("job_id", sa.BigInteger, comment="whose work it is; absent until it has one"),
        sa.Column("queued", sa.DateTime(timezone=True), nullable=False, server_default=tables.now()),
        sa.Column("sent", sa.DateTime(timezone=True)),
        sa.Column("created_by_id", sa.BigInteger, nullable=False),
        sa.Column("created_by_name", sa.Text, nullable=False, server_default=""),
        sa.CheckConstraint(f"state IN ({states})", name="state"),
        sa.CheckConstraint("(state = 'sent') = (sent IS NOT NULL)", name="sent"),
    ]


@dataclass(frozen=True)
class Packed:
    """A mail ready to go, and the columns in which the log notes what went with it."""

    mail: Mail
    noted: Mapping[str, Any] = field(default_factory=dict)


Pack = Callable[[Row], Packed]
"""Makes the mail of a row. Raises Unavailable for what may be had later, another Refused for what never will."""


Sent = Callable[[Tx, Row], None]
"""Writes what else follows from a mail that the server took. It comes first in the transaction that says so, so that it
locks what belongs to the mail before the mail, as whoever queues one does."""


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
        pack: Pack,
        sent: Sent | None = None,
        job: int = 0,
    ) -> dict[str, Any]:
        """Send one mail that waits, as work of `job`; its row as it is then. A mail that has ended stays as it is.

        Raises Unavailable when it has to wait: it is queued as before, or another job is still at it.
        """
        row = self._row(db, record)
        if row["state"] == "sending":
            return self._left_behind(db, row, job)
        if row["state"] != "queued":
            return row
        try:
            ready = pack(row)
        except Unavailable as error:
            return self._wait(db, row, error)
        except Refused as error:
            return self._ended(db, row, "failed", error.text)
        tried = {"state": "sending", "tries": self.table.c.tries + 1, "error": ""}
        claimed = self._write(db, row, **tried, **ready.noted)
        if claimed is None:  # another worker was quicker
            return self._row(db, record)
        try:
            mailer.send(ready.mail)
        except Unanswered as error:
            _log.warning("mail_unanswered", table=self.table.name, mail=record, error=error.text)
            return self._ended(db, claimed, "unknown", UNKNOWN)
        except Unavailable as error:
            return self._wait(db, claimed, error)
        except Refused as error:
            return self._ended(db, claimed, "failed", error.text)
        return self._sent(db, actor, claimed, sent)

    def again(self, tx: Tx, mine: sa.ColumnElement[bool]) -> dict[str, Any]:
        """Queue the mail that `mine` finds once more: one that failed, whose job was given up, or of which nobody knows
        whether it went. It keeps its Message-ID, so that mail programs show two copies as one. It waits for a job
        (`give`). Raises NotFound, Conflict."""
        row = tx.one(sa.select(self.table).where(mine).with_for_update())
        if row is None:
            raise NotFound()
        if row["state"] not in {"failed", "unknown"} and not self._given_up(tx, row):
            raise Conflict(f"This mail is {row['state']}; only one that failed is sent again", code="wrong_state")
        bump = {**tables.bumped(self.table), "queued": tables.now()}
        once_more = sa.update(self.table).where(mine).values(state="queued", error="", **bump)
        now = tx.one(once_more.returning(*self.table.c))
        assert now is not None
        return now

    def give(self, tx: Tx, row: Row, job: jobs.Job, params: Mapping[str, Any]) -> int:
        """Make a mail that waits the work of a job of its own; the job's id."""
        number = job.enqueue(tx, f"{row['id']}-{row['version']}", params)
        tx.execute(sa.update(self.table).where(self.table.c.id == row["id"]).values(job_id=number))
        return number

    def close_given_up(self, tx: Tx, mine: sa.ColumnElement[bool]) -> None:
        """Write down as failed what among `mine` waits for a job that nobody runs any more."""
        theirs = (self.table.c.job_id == _job.c.id, self.waits_for_nobody, mine)
        tx.execute(sa.update(self.table).where(*theirs).values(state="failed", error=self._why_given_up))

    # How a list shows them, of `joined`.

    @property
    def joined(self) -> sa.Join:
        """The table with the job of each mail."""
        return self.table.outerjoin(_job, _job.c.id == self.table.c.job_id)

    @property
    def waits_for_nobody(self) -> sa.ColumnElement[bool]:
        """A mail that waits for a job that was given up or cancelled."""
        ended = sa.or_(*(_job.c.state == state for state in _OVER))
        return sa.and_(self.table.c.state == "queued", ended)

    @property
    def state(self) -> sa.ColumnElement[str]:
        """The state as it is shown: what waits for nobody has failed."""
        return sa.case((self.waits_for_nobody, "failed"), else_=self.table.c.state)

    @property
    def error(self) -> sa.ColumnElement[str]:
        """Why, in the same way."""
        return sa.case((self.waits_for_nobody, self._why_given_up), else_=self.table.c.error)

    @property
    def _why_given_up(self) -> sa.ColumnElement[str]:
        return sa.func.coalesce(_job.c.error, CANCELLED)

    def _given_up(self, tx: Tx, row: Row) -> bool:
        ended = sa.select(_job.c.state).where(_job.c.id == row["job_id"])
        return row["state"] == "queued" and tx.scalar(ended) in _OVER

    def _row(self, db: Database, record: int) -> dict[str, Any]:
        with db.read() as connection:
            found = connection.execute(sa.select(self.table).where(self.table.c.id == record)).mappings().first()
        if found is None:
            raise NotFound()
        return dict(found)

    def _write(self, db: Database, row: Row, **values: Any) -> dict[str, Any] | None:
        """Change the row at once, if it is still as `row` has it: nobody undoes what another worker has begun."""
        columns = self.table.c
        mine = (columns.id == row["id"], columns.state == row["state"], columns.version == row["version"])
        values |= tables.bumped(self.table)
        changed = sa.update(self.table).where(*mine).values(**values).returning(*self.table.c)
        with db.read() as connection:
            found = connection.execute(changed).mappings().first()
        return dict(found) if found is not None else None

    def _ended(self, db: Database, row: Row, state: str, error: str) -> dict[str, Any]:
        return self._write(db, row, state=state, error=error) or self._row(db, row["id"])

    def _wait(self, db: Database, row: Row, error: Unavailable) -> dict[str, Any]:
        """Back into the queue with the reason, and the job waits; after an hour it fails. Raises Unavailable."""
        if dt.datetime.now(dt.UTC) - row["queued"] > GIVE_UP:
            return self._ended(db, row, "failed", error.text)
        self._write(db, row, state="queued", error=error.text)
        raise error

    def _left_behind(self, db: Database, row: Row, job: int) -> dict[str, Any]:
        """A mail in `sending` that this run did not put there. Where it is this job's own it is unknown at once: a job
        has one run at a time, and the one before lost its heartbeat. Raises Unavailable while another job may be at it.
        """
        if row["job_id"] != job and dt.datetime.now(dt.UTC) - row["modified"] < STILL_SENDING:
            raise Unavailable("This mail is being sent")
        return self._ended(db, row, "unknown", UNKNOWN)

    def _sent(self, db: Database, actor: Actor, row: Row, follows: Sent | None) -> dict[str, Any]:
        """The server has it: whatever others made of the row meanwhile, that is so."""
        mine = (self.table.c.id == row["id"], self.table.c.state != "sent")
        values = {"state": "sent", "sent": sa.func.now(), "error": "", **tables.bumped(self.table)}
        with db.transaction(actor) as tx:
            if follows is not None:
                follows(tx, row)
            now = tx.one(sa.update(self.table).where(*mine).values(**values).returning(*self.table.c))
        return now or self._row(db, row["id"])
