"""Reminders: a rung is sent once for a due day; only the highest one, and only for waiting rows without a stop."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, Tx, tables
from kit.database import database as kit_database
from kit.errors import Refused
from kit.policy import as_service
from kit.reminders import Receiver, Reminder, Rung, remind, resume, stop, waiting
from kit.service import Service

pytestmark = pytest.mark.component

ACTOR = as_service("toypub")
DUE = dt.date(2026, 3, 10)
_metadata = sa.MetaData()
bill = sa.Table(
    "test_bill",
    _metadata,
    sa.Column("id", sa.BigInteger, primary_key=True),
    sa.Column("due", sa.Date),
    sa.Column("client_id", sa.BigInteger),
    sa.Column("open", sa.Boolean, server_default=sa.true()),
    sa.Column("at", sa.DateTime(timezone=True)),
)
message = sa.Table(
    "test_message",
    _metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("bill_id", sa.BigInteger),
    sa.Column("rung", sa.Text),
)
REFUSED: set[int] = set()
FAILING: set[int] = set()


def tell(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]]) -> dict[int, str]:
    """Write a message for each row that is not refused; fail after writing those of a failing row."""
    for row in rows:
        if row["record_id"] not in REFUSED:
            tx.execute(sa.insert(message).values(bill_id=row["record_id"], rung=rung.name))
        if row["record_id"] in FAILING:
            raise RuntimeError("killed")
    return {row["record_id"]: "No address" for row in rows if row["record_id"] in REFUSED}


LADDER = (Rung("before", "Before", -7), Rung("at", "At", 0), Rung("after", "After", 7), Rung("late", "Late", 30))
BILLS = Reminder("bills", "Bills", bill, bill.c.id, bill.c.due, bill.c.open, LADDER, tell, bill.c.client_id)


@pytest.fixture(autouse=True)
def bills(database: Database) -> Iterator[None]:
    """Bills 1 and 2, of the clients 10 and 20, due on DUE; every rung enabled."""
    REFUSED.clear()
    FAILING.clear()
    with database.transaction(ACTOR) as tx:
        _metadata.drop_all(tx.connection)
        _metadata.create_all(tx.connection)
        tx.execute(sa.insert(bill), [{"id": 1, "due": DUE, "client_id": 10}, {"id": 2, "due": DUE, "client_id": 20}])
        rungs = [{"reminder": "bills", "rung": rung.name, "enabled": True} for rung in LADDER]
        tx.execute(sa.insert(tables.reminder_setting), rungs)
    yield
    with database.transaction(ACTOR) as tx:
        _metadata.drop_all(tx.connection)


def run(days: int) -> int:
    return remind(BILLS, ACTOR, DUE + dt.timedelta(days=days))


def messages(database: Database, bill_id: int = 1) -> list[str]:
    rows = database.all(sa.select(message.c.rung).where(message.c.bill_id == bill_id).order_by(message.c.id))
    return [row["rung"] for row in rows]


def test_each_rung_is_sent_once_in_the_order_of_the_ladder(database: Database) -> None:
    counts = [run(days) for days in range(-10, 40)]
    assert messages(database) == ["before", "at", "after", "late"]
    assert [days - 10 for days, count in enumerate(counts) if count] == [-7, 0, 7, 30]


def test_only_the_highest_of_several_missed_rungs_is_sent(database: Database) -> None:
    assert run(300) == 2
    assert run(301) == 0
    assert messages(database) == ["late"]


def test_clock_set_back_sends_nothing(database: Database) -> None:
    run(7)
    assert [run(days) for days in (0, -7, 7)] == [0, 0, 0]
    assert messages(database) == ["after"]


def test_concurrent_runs_send_once(database: Database) -> None:
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.insert(bill), [{"id": number, "due": DUE, "client_id": 30} for number in range(3, 1003)])
    together = Barrier(4)

    def look(_: int) -> int:
        together.wait()
        return run(0)

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(look, range(4))) == 1002
    assert database.scalar(sa.select(sa.func.count()).select_from(message)) == 1002


def test_killed_run_leaves_neither_message_nor_mark_and_the_next_sends(database: Database) -> None:
    FAILING.add(2)
    with pytest.raises(RuntimeError):
        run(0)
    assert messages(database) == []
    FAILING.clear()
    assert run(0) == 2
    assert messages(database) == messages(database, 2) == ["at"]


def test_row_that_no_longer_waits_is_not_reminded(database: Database) -> None:
    run(0)
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(bill).where(bill.c.id == 1).values(open=False))
    run(7)
    assert messages(database) == ["at"]
    assert messages(database, 2) == ["at", "after"]


def test_row_being_ended_by_another_transaction_is_not_reminded(database: Database) -> None:
    with ThreadPoolExecutor(1) as pool:
        with database.transaction(ACTOR) as tx:
            tx.execute(sa.update(bill).where(bill.c.id == 1).values(open=False))
            running = pool.submit(run, 0)
            locks = sa.text(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            end = time.monotonic() + 10
            while not database.scalar(locks) and time.monotonic() < end:
                time.sleep(0.05)
        assert running.result() == 1
    assert (messages(database), messages(database, 2)) == ([], ["at"])


@pytest.mark.parametrize("stopped", [{"record_id": 1}, {"party_id": 10}])
def test_stop_of_a_record_or_its_party_lasts_until_it_is_resumed(database: Database, stopped: dict[str, int]) -> None:
    for _ in range(2):
        with database.transaction(ACTOR) as tx:
            stop(tx, "bills", "Agreed by phone", **stopped)
    assert run(0) == 1
    assert messages(database) == []
    with database.transaction(ACTOR) as tx:
        resume(tx, "bills", **stopped)
    assert run(0) == 1
    assert messages(database) == ["at"]


def test_stop_names_a_record_or_a_party(database: Database) -> None:
    with pytest.raises(Refused), database.transaction(ACTOR) as tx:
        stop(tx, "bills", "Neither")


def test_disabled_rung_is_silent_and_a_setting_replaces_its_days(database: Database) -> None:
    setting = tables.reminder_setting
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(setting).where(setting.c.rung == "at").values(enabled=False))
        tx.execute(sa.update(setting).where(setting.c.rung == "after").values(days=10))
    counts = [run(days) for days in (-7, 0, 7, 10)]
    assert counts == [2, 0, 0, 2]
    assert messages(database) == ["before", "after"]


def test_count_of_a_rung_equals_what_a_run_would_send_if_enabled(database: Database) -> None:
    setting = tables.reminder_setting
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(setting).where(setting.c.rung == "late").values(enabled=False))

    def counts(days: int) -> dict[str, tuple[int, int]]:
        counted = database.query(waiting.count, BILLS, DUE + dt.timedelta(days=days))
        return {name: (one.now, one.earlier) for name, one in counted.items()}

    nobody = (0, 0)
    assert counts(40) == {"before": nobody, "at": nobody, "after": (2, 0), "late": (0, 2)}
    assert counts(30)["late"] == (2, 0)
    set_since("after", DUE + dt.timedelta(days=8))
    assert counts(40)["after"] == (0, 2)
    set_since("after", DUE + dt.timedelta(days=7))
    assert counts(40)["after"] == (2, 0)
    assert run(40) == 2
    assert counts(40) == {"before": nobody, "at": nobody, "after": nobody, "late": (0, 2)}
    assert counts(7) == dict.fromkeys(counts(40), nobody)


def set_since(rung: str, since: dt.date | None) -> None:
    setting = tables.reminder_setting
    with kit_database().transaction(ACTOR) as tx:
        tx.execute(sa.update(setting).where(setting.c.rung == rung).values(since=since))


def test_rows_that_reached_a_rung_before_its_day_are_skipped(database: Database) -> None:
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(bill).where(bill.c.id == 2).values(due=DUE + dt.timedelta(days=1)))
    for rung in LADDER:
        set_since(rung.name, DUE + dt.timedelta(days=8))
    assert [run(days) for days in (7, 8, 9, 8, 30, 31, 32)] == [0, 1, 0, 0, 1, 1, 0]
    assert messages(database) == ["late"]
    assert messages(database, 2) == ["after", "late"]


def test_days_without_a_run_do_not_skip_rows_that_reached_the_rung_since(database: Database) -> None:
    for rung in LADDER:
        set_since(rung.name, DUE + dt.timedelta(days=7))
    assert (run(6), run(20), run(21)) == (0, 2, 0)
    assert messages(database) == messages(database, 2) == ["after"]


def test_future_day_and_clock_set_back_behind_the_day_send_nothing(database: Database) -> None:
    for rung in LADDER:
        set_since(rung.name, DUE + dt.timedelta(days=50))
    assert [run(days) for days in (0, 30, 49, 60)] == [0, 0, 0, 0]
    set_since("late", None)
    assert (run(60), run(0), run(60)) == (2, 0, 0)


def test_skipped_row_gets_the_message_of_a_lower_rung_without_a_day(database: Database) -> None:
    set_since("late", DUE + dt.timedelta(days=40))
    assert run(40) == 2
    assert messages(database) == ["after"]


def test_restarted_ladder_counts_from_the_same_day(database: Database) -> None:
    for rung in LADDER:
        set_since(rung.name, DUE + dt.timedelta(days=40))
    assert run(40) == 0
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(bill).where(bill.c.id == 1).values(due=DUE + dt.timedelta(days=33)))
    assert (run(40), run(40)) == (1, 0)
    assert messages(database) == ["after"]


def test_new_due_day_restarts_the_ladder(database: Database) -> None:
    run(0)
    with database.transaction(ACTOR) as tx:
        tx.execute(sa.update(bill).where(bill.c.id == 1).values(due=DUE + dt.timedelta(days=20)))
    for days in (1, 13, 20):
        run(days)
    assert messages(database) == ["at", "before", "at"]


def test_refused_row_is_retried_and_shown_with_its_reason(database: Database) -> None:
    REFUSED.add(1)
    assert run(0) == 1
    sent = tables.reminder_told
    assert database.scalar(sa.select(sent.c.refusal).where(sent.c.record_id == 1)) == "No address"
    REFUSED.clear()
    assert run(1) == 1
    assert database.scalar(sa.select(sent.c.refusal).where(sent.c.record_id == 1)) is None
    assert messages(database) == messages(database, 2) == ["at"]


HOURS = (Rung("before", "A day before", days=-1), Rung("at", "An hour before", hours=-1), Rung("late", "Late", hours=3))
LESSONS = replace(BILLS, due=bill.c.at, ladder=HOURS, exact=True)
AT = dt.datetime(2026, 3, 29, 9, 30, tzinfo=dt.UTC)
"""On the morning on which the clocks go forward."""


def run_at(moment: dt.datetime) -> int:
    return remind(LESSONS, ACTOR, moment)


def set_moment(moment: dt.datetime, bill_id: int = 1) -> None:
    with kit_database().transaction(ACTOR) as tx:
        tx.execute(sa.update(bill).where(bill.c.id == bill_id).values(at=moment))


def test_exact_reminder_counts_hours_from_its_due_time(database: Database) -> None:
    set_moment(AT)
    minutes = range(-25 * 60, 5 * 60, 5)
    counts = [run_at(AT + dt.timedelta(minutes=number)) for number in minutes]
    assert [number for number, count in zip(minutes, counts, strict=True) if count] == [-24 * 60, -60, 180]
    assert messages(database) == ["before", "at", "late"]
    assert database.scalar(sa.select(sa.func.count(sa.distinct(tables.reminder_told.c.due_at)))) == 1


def test_due_time_moved_within_its_day_restarts_the_ladder(database: Database) -> None:
    set_moment(AT)
    run_at(AT - dt.timedelta(minutes=30))
    set_moment(AT + dt.timedelta(hours=4))
    assert [run_at(AT + dt.timedelta(hours=hours)) for hours in (1, 3, 4)] == [1, 1, 0]
    assert messages(database) == ["at", "before", "at"]


def test_exact_rung_skips_rows_that_reached_it_before_its_day(database: Database) -> None:
    for rung in HOURS:
        set_since(rung.name, dt.date(2026, 3, 29))
    midnight = dt.datetime(2026, 3, 29, tzinfo=dt.UTC)
    set_moment(midnight + dt.timedelta(minutes=59))
    set_moment(midnight + dt.timedelta(minutes=60), 2)
    assert run_at(midnight + dt.timedelta(minutes=30)) == 1
    assert (messages(database), messages(database, 2)) == ([], ["at"])
    with database.read() as connection:
        counted = waiting.count(connection, LESSONS, midnight + dt.timedelta(minutes=30))
    assert counted["at"] == waiting.Waiting(now=0, earlier=1)


def test_refusal_of_an_exact_reminder_is_kept_with_its_due_time(database: Database) -> None:
    REFUSED.add(1)
    set_moment(AT)
    assert run_at(AT) == 0
    assert database.scalar(sa.select(tables.reminder_told.c.refusal)) == "No address"
    REFUSED.clear()
    assert [run_at(AT) for _ in range(2)] == [1, 0]


def test_only_an_exact_reminder_has_hours() -> None:
    with pytest.raises(ValueError, match="counts days"):
        replace(LESSONS, exact=False)


OFFICE = Receiver("office", "The office")
NOTICED: list[tuple[str, list[int], dict[int, str]]] = []


def notify(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], refusals: Mapping[int, str]) -> None:
    """Write the notice as a message without a bill, so that it is lost if the transaction is."""
    tx.execute(sa.insert(message).values(bill_id=0, rung=rung.name))
    NOTICED.append((rung.name, [row["record_id"] for row in rows], dict(refusals)))


@pytest.fixture
def noticing() -> Reminder:
    """The reminder whose last rung also notifies the office."""
    NOTICED.clear()
    ladder = (*LADDER[:-1], replace(LADDER[-1], also=(OFFICE,)))
    return replace(BILLS, ladder=ladder, notify=notify)


def test_rung_notifies_its_receivers_once_about_all_rows_of_the_transaction(noticing: Reminder) -> None:
    for days in (7, 30, 31, 0, 30):
        remind(noticing, ACTOR, DUE + dt.timedelta(days=days))
    assert NOTICED == [("late", [1, 2], {})]


def test_refused_row_is_noticed_once_with_its_reason(database: Database, noticing: Reminder) -> None:
    REFUSED.add(1)
    late = DUE + dt.timedelta(days=30)
    assert [remind(noticing, ACTOR, late) for _ in range(2)] == [1, 0]
    REFUSED.clear()
    assert remind(noticing, ACTOR, late) == 1
    assert NOTICED == [("late", [1, 2], {1: "No address"})]
    assert messages(database) == ["late"]


def test_killed_run_leaves_no_notice_and_the_next_raises_it(database: Database, noticing: Reminder) -> None:
    late = DUE + dt.timedelta(days=30)

    def killed(tx: Tx, rung: Rung, rows: Sequence[Mapping[str, Any]], refusals: Mapping[int, str]) -> None:
        notify(tx, rung, rows, refusals)
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError):
        remind(replace(noticing, notify=killed), ACTOR, late)
    assert messages(database) == messages(database, 0) == []
    assert remind(noticing, ACTOR, late) == 2
    assert messages(database) == messages(database, 0) == ["late"]


def test_restarted_ladder_raises_its_own_notice(database: Database, noticing: Reminder) -> None:
    remind(noticing, ACTOR, DUE + dt.timedelta(days=30))
    for due in (DUE + dt.timedelta(days=5), DUE):
        with database.transaction(ACTOR) as tx:
            tx.execute(sa.update(bill).where(bill.c.id == 1).values(due=due))
        remind(noticing, ACTOR, DUE + dt.timedelta(days=40))
    assert [ids for _, ids, _ in NOTICED] == [[1, 2], [1]]


def test_rung_with_receivers_needs_a_reminder_that_notifies(noticing: Reminder) -> None:
    with pytest.raises(ValueError, match="no notify"):
        replace(noticing, notify=None)


def test_ladder_has_rungs_of_different_names() -> None:
    for rungs in ((), (LADDER[0], LADDER[0])):
        with pytest.raises(ValueError):
            Reminder("wrong", "Wrong", bill, bill.c.id, bill.c.due, bill.c.open, rungs, tell)


def test_service_runs_its_reminders_every_morning_by_a_job() -> None:
    service = Service(name="toybills", metadata=sa.MetaData(), reminders=(BILLS,))
    schedule, _ = service.schedules
    assert schedule.job in service.jobs
    moments = schedule.moments(dt.datetime(2026, 7, 1, tzinfo=dt.UTC))
    assert next(moments) == dt.datetime(2026, 7, 1, 6, tzinfo=dt.UTC)


def test_exact_reminders_run_every_five_minutes_by_a_separate_job() -> None:
    service = Service(name="toybills", metadata=sa.MetaData(), reminders=(BILLS, LESSONS))
    daily, exact, _ = service.schedules
    assert {daily.job, exact.job} < set(service.jobs)
    assert exact.in_words() == "every 5 minutes"
    moments = exact.moments(dt.datetime(2026, 3, 29, 0, 55, tzinfo=dt.UTC))
    assert [f"{next(moments):%H:%M}" for _ in range(3)] == ["01:00", "01:05", "01:10"]
