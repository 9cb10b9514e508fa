"""A mail of a queue: handed over at most once, whatever server, packing and other workers do meanwhile."""

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
from kit.mail.queue import GIVE_UP, STILL_SENDING, UNKNOWN, MailQueue, Packed, Row, mail_columns
from kit.service import Service
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]
pytestmark = pytest.mark.component

metadata = service_metadata()
letter = sa.Table(
    "letter", metadata, *record_columns(), sa.Column("to", sa.Text), sa.Column("noted", sa.Text), *mail_columns()
)  # fmt: skip
LETTERS = MailQueue(letter)
WHO = actor("staff", name="Sam Staff")


def _work(context: JobContext) -> None:
    with Mailer() as mailer:
        LETTERS.deliver(context.db, context.actor, context.params["letter"], mailer, packed, job=context.id)


WORK = Job("letter", _work)


@pytest.fixture(scope="session")
def service() -> Service:
    return Service(name="toymail", metadata=metadata, jobs=[WORK])


def packed(row: Row) -> Packed:
    return Packed(
        Mail(to=row["to"], subject="Hello", html="<p>Hello</p>", message_id=row["message_id"]), {"noted": "yes"}
    )


def written(database: Database, **values: Any) -> int:
    """The id of a letter that waits."""
    given = {"to": "ada@example.org", "message_id": mail.new_message_id(), "created_by_id": 1}
    with database.transaction(WHO) as tx:
        return tx.insert(letter, given | values)


def row_of(database: Database, record: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(letter).where(letter.c.id == record)).mappings().one())


def change(database: Database, record: int, **values: Any) -> None:
    with database.read() as connection:
        connection.execute(sa.update(letter).where(letter.c.id == record).values(**values))


def deliver(database: Database, record: int, pack: Callable[[Row], Packed] = packed, **more: Any) -> dict[str, Any]:
    with Mailer() as mailer:
        return LETTERS.deliver(database, WHO, record, mailer, pack, **more)


def test_a_mail_goes_once_and_its_row_says_so(database: Database, mailbox: Mailbox) -> None:
    record = written(database)
    row = deliver(database, record)
    assert (row["state"], row["tries"], row["noted"], row["sent"] is not None) == ("sent", 1, "yes", True)
    assert deliver(database, record) == row and len(mailbox.mails) == 1
    with pytest.raises(NotFound):
        deliver(database, 999)


def test_it_is_in_the_table_before_the_server_is_spoken_to(database: Database, mailbox: Mailbox) -> None:
    record, seen = written(database), []

    def look(_: Any) -> str:
        seen.append(row_of(database, record)["state"])
        return "250 kept"

    mailbox.answer = look
    deliver(database, record)
    assert seen == ["sending"]


def test_what_follows_is_written_with_it_or_not_at_all(database: Database, mailbox: Mailbox) -> None:
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
def test_what_did_not_go_waits_with_the_reason_and_fails_after_an_hour(
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


def test_a_refusal_fails_at_once_and_so_does_what_cannot_be_packed(database: Database, mailbox: Mailbox) -> None:
    mailbox.answer = lambda _: "550 no such user"
    row = deliver(database, written(database))
    assert (row["state"], row["error"]) == ("failed", "The mail server says: 550 no such user")

    def gone(_: Row) -> Packed:
        raise Refused("The invoice is gone")

    row = deliver(database, written(database), gone)
    assert (row["state"], row["error"], row["tries"]) == ("failed", "The invoice is gone", 0)


def test_a_silent_server_leaves_it_unknown(database: Database, mailbox: Mailbox) -> None:
    def hang_up(_: Any) -> str:
        raise ConnectionError

    mailbox.answer = hang_up
    record = written(database)
    for _ in range(2):
        row = deliver(database, record)
        assert (row["state"], row["error"]) == ("unknown", UNKNOWN)
    assert len(mailbox.mails) == 1


def test_what_a_lost_run_of_the_same_job_left_is_unknown_at_once(
    database: Database, mailbox: Mailbox, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    record = written(database)
    with database.transaction(WHO) as tx:
        LETTERS.give(tx, {"id": record, "version": 1}, WORK, {"letter": record})
    change(database, record, state="sending", modified=dt.datetime.now(dt.UTC))
    (job,) = run_jobs()
    assert (job["state"], row_of(database, record)["state"]) == ("done", "unknown") and not mailbox.mails


def test_what_another_job_left_is_waited_for_then_unknown(database: Database, mailbox: Mailbox) -> None:
    record = written(database, state="sending")
    with pytest.raises(Unavailable, match="being sent"):
        deliver(database, record)
    change(database, record, modified=dt.datetime.now(dt.UTC) - STILL_SENDING)
    assert deliver(database, record)["state"] == "unknown" and not mailbox.mails


@pytest.mark.parametrize("ends", [Unavailable("the files are away"), Refused("The file is gone"), None])
def test_a_slow_worker_undoes_nothing_that_a_quicker_one_did(
    database: Database, mailbox: Mailbox, ends: Refused | None
) -> None:
    """The quicker one sends while the slow one packs: the slow one must not queue the mail again."""
    record = written(database)

    def slow(row: Row) -> Packed:
        assert deliver(database, record)["state"] == "sent"
        if ends is not None:
            raise ends
        return packed(row)

    try:
        assert deliver(database, record, slow)["state"] == "sent"
    except Unavailable:
        assert isinstance(ends, Unavailable)
    assert row_of(database, record)["state"] == "sent" and len(mailbox.mails) == 1


def test_a_worker_that_was_taken_for_lost_is_believed(database: Database, mailbox: Mailbox) -> None:
    record = written(database)

    def given_up_meanwhile(_: Any) -> str:
        change(database, record, state="unknown", error=UNKNOWN)
        return "250 kept"

    mailbox.answer = given_up_meanwhile
    row = deliver(database, record)
    assert (row["state"], row["error"]) == ("sent", "")


def test_a_person_sends_again_what_failed_with_its_own_id(
    database: Database, mailbox: Mailbox, run_jobs: Callable[[], list[dict[str, Any]]]
) -> None:
    for state in ("failed", "unknown"):
        record = written(database, state=state, error="because")
        with database.transaction(WHO) as tx:
            again = LETTERS.again(tx, letter.c.id == record)
            assert (again["state"], again["error"]) == ("queued", "")
            LETTERS.give(tx, again, WORK, {"letter": record})
        run_jobs()
        row = row_of(database, record)
        assert (row["state"], mailbox.mails[-1]["Message-ID"]) == ("sent", row["message_id"])
        with pytest.raises(Conflict, match="This mail is sent"), database.transaction(WHO) as tx:
            LETTERS.again(tx, letter.c.id == record)
    with pytest.raises(NotFound), database.transaction(WHO) as tx:
        LETTERS.again(tx, letter.c.id == 999)


@pytest.mark.parametrize("ended", ["cancelled", "failed"])
def test_what_waits_for_a_job_that_ended_has_failed(database: Database, ended: str) -> None:
    record = written(database)
    with database.transaction(WHO) as tx:
        LETTERS.give(tx, {"id": record, "version": 1}, WORK, {"letter": record})
        with pytest.raises(Conflict, match="This mail is queued"):
            LETTERS.again(tx, letter.c.id == record)
        tx.execute(sa.update(tables.job).values(state=ended))
    with database.read() as connection:
        shown = sa.select(LETTERS.state, LETTERS.error).select_from(LETTERS.joined)
        assert connection.execute(shown).one() == ("failed", mailqueue.CANCELLED)
    with database.transaction(WHO) as tx:
        assert LETTERS.again(tx, letter.c.id == record)["state"] == "queued"
        LETTERS.close_given_up(tx, letter.c.id == record)
    row = row_of(database, record)
    assert (row["state"], row["error"]) == ("failed", mailqueue.CANCELLED)
