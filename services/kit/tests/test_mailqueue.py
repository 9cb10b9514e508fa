"""The mail queue: each mail is sent at most once, whatever the server, its composition and other workers do."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit import mail
from kit.database import Database, Tx, tables
from kit.database.tables import record_columns, service_metadata
from kit.errors import Conflict, NotFound, Refused, Unavailable
from kit.jobs import Job, JobContext
from kit.mail import Mail, Mailer
from kit.mail import queue as mailqueue
from kit.mail.queue import GIVE_UP, STILL_SENDING, UNKNOWN, ComposedMail, MailQueue, Row, mail_columns
from kit.service import Service
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]
pytestmark = pytest.mark.component

metadata = service_metadata()
letter = sa.Table(
    "letter", metadata, *record_columns(), sa.Column("to", sa.Text), sa.Column("noted", sa.Text), *mail_columns()
)
LETTERS = MailQueue(letter)
WHO = actor("staff", name="Sam Staff")


def _work(context: JobContext) -> None:
    with Mailer() as mailer:
        LETTERS.deliver(context.db, context.actor, context.params["letter"], mailer, composed, job=context.id)


WORK = Job("letter", _work)


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="toymail", metadata=metadata, jobs=[WORK])


def composed(row: Row) -> ComposedMail:
    return ComposedMail(
        Mail(to=row["to"], subject="Hello", html="<p>Hello</p>", message_id=row["message_id"]), {"noted": "yes"}
    )


def written(database: Database, **values: Any) -> int:
    """Insert a queued letter and return its id."""
    given = {"to": "ada@example.org", "message_id": mail.new_message_id(), "created_by_id": 1}
    with database.transaction(WHO) as tx:
        return tx.insert(letter, given | values)


def row_of(database: Database, record: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(letter).where(letter.c.id == record)).mappings().one())


def change(database: Database, record: int, **values: Any) -> None:
    with database.read() as connection:
        connection.execute(sa.update(letter).where(letter.c.id == record).values(**values))


def deliver(
    database: Database, record: int, compose: Callable[[Row], ComposedMail] = composed, **more: Any
) -> dict[str, Any]:
    with Mailer() as mailer:
        return LETTERS.deliver(database, WHO, record, mailer, compose, **more)


def test_mail_is_sent_once_and_marked(database: Database, mailbox: Mailbox) -> None:
    record = written(database)
    row = deliver(database, record)
    assert (row["state"], row["tries"], row["noted"], row["sent"] is not None) == ("sent", 1, "yes", True)
    assert deliver(database, record) == row and len(mailbox.mails) == 1
    with pytest.raises(NotFound):
        deliver(database, 999)


def test_claim_is_committed_before_the_server_is_called(database: Database, mailbox: Mailbox) -> None:
    record, seen = written(database), []

    def look(_: Any) -> str:
        seen.append(row_of(database, record)["state"])
        return "250 kept"

    mailbox.answer = look
    deliver(database, record)
    assert seen == ["sending"]


def test_effects_are_committed_with_the_mail_or_not_at_all(database: Database, mailbox: Mailbox) -> None:
    record = written(database)

    def fails(tx: Tx, row: Row) -> None:
        tx.execute(sa.update(letter).where(letter.c.id == row["id"]).values(noted="followed"))
        raise RuntimeError("the process was killed")

    with pytest.raises(RuntimeError):
        deliver(database, record, sent=fails)
    row = row_of(database, record)
    assert (row["state"], row["noted"]) == ("sending", "yes")
    change(database, record, modified=dt.datetime.now(dt.UTC) - STILL_SENDING)
    assert deliver(database, record)["state"] == "unknown" and len(mailbox.mails) == 1


@pytest.mark.parametrize("answer", ["451 later", None])
def test_unsent_mail_waits_with_the_reason_and_fails_after_an_hour(
    database: Database, mailbox: Mailbox, answer: str | None
) -> None:
    record = written(database)
    if answer is None:
        mailbox.stop()
    mailbox.answer = lambda _: answer or ""
    with pytest.raises(Unavailable):
        deliver(database, record)
    row = row_of(database, record)
    assert row["state"] == "queued" and ("451 later" if answer else "does not answer") in row["error"]
    change(database, record, queued=dt.datetime.now(dt.UTC) - GIVE_UP)
    assert deliver(database, record)["state"] == "failed" and not mailbox.mails


def test_refused_and_uncomposable_mails_fail_at_once(database: Database, mailbox: Mailbox) -> None:
    mailbox.answer = lambda _: "550 no such user"
    row = deliver(database, written(database))
    assert (row["state"], row["error"]) == ("failed", "The mail server says: 550 no such user")

    def gone(_: Row) -> ComposedMail:
        raise Refused("The invoice no longer exists")

    row = deliver(database, written(database), gone)
    assert (row["state"], row["error"], row["tries"]) == ("failed", "The invoice no longer exists", 0)


def test_missing_answer_leaves_it_unknown(database: Database, mailbox: Mailbox) -> None:
    def hang_up(_: Any) -> str:
        raise ConnectionError

    mailbox.answer = hang_up
    record = written(database)
    for _ in range(2):
        row = deliver(database, record)
        assert (row["state"], row["error"]) == ("unknown", UNKNOWN)
    assert len(mailbox.mails) == 1


def test_mail_of_a_lost_run_of_the_same_job_is_unknown_at_once(
    database: Database, mailbox: Mailbox, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    record = written(database)
    with database.transaction(WHO) as tx:
        LETTERS.assign_job(tx, {"id": record, "version": 1}, WORK, {"letter": record})
    change(database, record, state="sending", modified=dt.datetime.now(dt.UTC))
    (job,) = run_jobs()
    assert (job["state"], row_of(database, record)["state"]) == ("done", "unknown") and not mailbox.mails


def test_mail_of_another_job_is_awaited_then_unknown(database: Database, mailbox: Mailbox) -> None:
    record = written(database, state="sending")
    with pytest.raises(Unavailable, match="being sent"):
        deliver(database, record)
    change(database, record, modified=dt.datetime.now(dt.UTC) - STILL_SENDING)
    assert deliver(database, record)["state"] == "unknown" and not mailbox.mails


@pytest.mark.parametrize("ends", [Unavailable("the files are away"), Refused("The file is gone"), None])
def test_slow_worker_does_not_undo_a_faster_one(database: Database, mailbox: Mailbox, ends: Refused | None) -> None:
    """The faster one sends while the slow one composes: the slow one must not requeue the mail."""
    record = written(database)

    def slow(row: Row) -> ComposedMail:
        assert deliver(database, record)["state"] == "sent"
        if ends is not None:
            raise ends
        return composed(row)

    try:
        assert deliver(database, record, slow)["state"] == "sent"
    except Unavailable:
        assert isinstance(ends, Unavailable)
    assert row_of(database, record)["state"] == "sent" and len(mailbox.mails) == 1


def test_result_of_a_presumed_lost_worker_counts(database: Database, mailbox: Mailbox) -> None:
    record = written(database)

    def given_up_meanwhile(_: Any) -> str:
        change(database, record, state="unknown", error=UNKNOWN)
        return "250 kept"

    mailbox.answer = given_up_meanwhile
    row = deliver(database, record)
    assert (row["state"], row["error"]) == ("sent", "")


def test_resent_mail_keeps_its_message_id(
    database: Database, mailbox: Mailbox, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    for state in ("failed", "unknown"):
        record = written(database, state=state, error="because")
        with database.transaction(WHO) as tx:
            again = LETTERS.requeue(tx, letter.c.id == record)
            assert (again["state"], again["error"]) == ("queued", "")
            LETTERS.assign_job(tx, again, WORK, {"letter": record})
        run_jobs()
        row = row_of(database, record)
        assert (row["state"], mailbox.mails[-1]["Message-ID"]) == ("sent", row["message_id"])
        with pytest.raises(Conflict, match="This mail is sent"), database.transaction(WHO) as tx:
            LETTERS.requeue(tx, letter.c.id == record)
    with pytest.raises(NotFound), database.transaction(WHO) as tx:
        LETTERS.requeue(tx, letter.c.id == 999)


@pytest.mark.parametrize("ended", ["cancelled", "failed"])
def test_mail_of_an_ended_job_has_failed(database: Database, ended: str) -> None:
    record = written(database)
    with database.transaction(WHO) as tx:
        LETTERS.assign_job(tx, {"id": record, "version": 1}, WORK, {"letter": record})
        with pytest.raises(Conflict, match="This mail is queued"):
            LETTERS.requeue(tx, letter.c.id == record)
        tx.execute(sa.update(tables.job).values(state=ended))
    with database.read() as connection:
        shown = sa.select(LETTERS.state, LETTERS.error).select_from(LETTERS.joined)
        assert connection.execute(shown).one() == ("failed", mailqueue.CANCELLED)
    with database.transaction(WHO) as tx:
        assert LETTERS.requeue(tx, letter.c.id == record)["state"] == "queued"
        LETTERS.fail_abandoned(tx, letter.c.id == record)
    row = row_of(database, record)
    assert (row["state"], row["error"]) == ("failed", mailqueue.CANCELLED)
