"""Reminders of overdue invoices: one mail per rung about the open amount, by the rules of a mail that a person
sends."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from finance.events import NOTIFICATION_RAISED
from finance.invoices.model import instalment, invoice
from finance.pay.model import bank_account
from finance.reminding.reminder import LADDER, OVERDUE
from finance.sending.model import invoice_email
from kit.database import Database, tables
from kit.policy import as_service
from kit.reminders import remind, resume, stop
from kit.values.days import today
from services.finance.tests.builders import make_instalment, make_payment, row_of
from services.finance.tests.sending.conftest import Files, Make, emails, files, mailbox, make
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox
from staffroom_testing.plugin import ClientFor, Published

__all__ = ["files", "mailbox", "make"]

pytestmark = pytest.mark.component

SERVICE = as_service("finance")
OFFICE = actor("staff", name="Bea Office")
UNDER_WAY = "This invoice is already being sent; please wait until it is through"
Run = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def due(database: Database) -> dt.date:
    """Today, the due day of the invoices; every rung is switched on."""
    with database.transaction(SERVICE) as tx:
        setting = tables.reminder_setting
        mine = setting.c.reminder == OVERDUE.name
        assert tx.execute(sa.update(setting).where(mine).values(enabled=True)).rowcount == len(LADDER)
    return today()


def run(day: dt.date, late: int = 0) -> int:
    """Run the reminders on the day that is `late` days after `day`."""
    return remind(OVERDUE, SERVICE, day + dt.timedelta(days=late))


def finish_mails(database: Database) -> None:
    """Mark the queued mails as sent, as if the server accepted them."""
    with database.transaction(SERVICE) as tx:
        under_way = invoice_email.c.state == "queued"
        tx.execute(sa.update(invoice_email).where(under_way).values(state="sent", sent=sa.func.now()))


def notices_of(database: Database, record: int) -> list[tuple[dt.date, str, str | None]]:
    """Return due day, rung and refusal of the notices of an invoice, in order of the days."""
    columns = tables.reminder_told.c
    select = sa.select(columns.due, columns.rung, columns.refusal).where(columns.record_id == record)
    return [tuple(row.values()) for row in database.all(select.order_by(columns.due, columns.told))]


def notices(published: Published) -> list[dict[str, Any]]:
    """Return the notices raised."""
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def set_invoice(database: Database, record: int, **values: Any) -> None:
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(**values))


def test_nothing_is_sent_until_a_rung_is_switched_on(database: Database, make: Make) -> None:
    make(due_date=today())
    assert [run(today(), days) for days in range(-10, 40)] == [0] * 50
    assert emails(database) == []


def test_migration_inserts_the_ladder(database: Database) -> None:
    setting = tables.reminder_setting.c
    rows = database.all(sa.select(setting.rung, setting.days).where(setting.reminder == OVERDUE.name))
    assert {row["rung"]: row["days"] for row in rows} == {rung.name: rung.days for rung in LADDER}


def test_rung_sends_one_mail_with_the_invoice(
    database: Database, client: ClientFor, make: Make, files: Files, mailbox: Mailbox, run_jobs: Run, due: dt.date
) -> None:
    record = make(due_date=due, number="INV-1-00007")
    assert (run(due), run(due), run(due, 1)) == (1, 0, 0)
    assert [job["state"] for job in run_jobs()] == ["done"]
    [mail] = mailbox.mails
    assert (mail["To"], mail["Reply-To"]) == ("Ada Client <ada@example.org>", "a@ox.example")
    assert mail["Subject"] == "Pro-forma Invoice INV-1-00007: payment due today"
    assert "The payment of £120.00" in mail.get_body(("plain",)).get_content().replace("*", "")
    assert [part.get_filename() for part in mail.iter_attachments()] == ["Pro-forma Invoice INV-1-00007.pdf"]
    [entry] = client(OFFICE).get(f"/api/v1/invoice/{record}").json()["data"]["emails"]
    assert (entry["kind"], entry["state"], entry["by"]) == ("reminder", "sent", "Staffroom")
    assert row_of(database, record)["email_sent_by_name"] == "Staffroom"


def test_each_rung_is_one_mail_until_the_invoice_is_paid(database: Database, make: Make, due: dt.date) -> None:
    record, other = make(due_date=due), make(due_date=due)
    for days in (-7, 0, 7):
        assert run(due, days) == 2
        finish_mails(database)
    make_payment(database, record, 12_000)
    assert (run(due, 14), run(due, 30)) == (1, 0)
    assert [rung for _, rung, _ in notices_of(database, record)] == ["before7", "due", "after7"]
    assert len(emails(database)) == 7
    assert notices_of(database, other)[-1][1:] == ("after30", UNDER_WAY)


def test_last_rung_notifies_the_accounts_office_once(
    database: Database, make: Make, published: Published, due: dt.date
) -> None:
    record = make(due_date=due, number="INV-1-00007")
    for days in (14, 30, 30, 14, 31):
        run(due, days)
        finish_mails(database)
    assert notices(published) == [
        {
            "kind": "reminder",
            "title": "Invoice INV-1-00007 reached the reminder '30 days after'",
            "text": f"Ada Client owes since {due:%d/%m/%y}. The mail is on its way. Please decide what comes next.",
            "target": f"/accounts/invoices?invoice={record}",
            "roleIds": ["accounting"],
            "userIds": [],
            "persons": [],
            "details": [],
        }
    ]


def test_refused_last_mail_is_reported_to_the_office_once(
    database: Database, make: Make, published: Published, due: dt.date
) -> None:
    record = make(due_date=due, email="")
    run(due, 30)
    set_invoice(database, record, email="ada@example.org")
    assert run(due, 31) == 1
    [notice] = notices(published)
    assert "The mail was not sent: The invoice has no email address; please add one first." in notice["text"]


def test_many_invoices_are_one_notice(make: Make, published: Published, due: dt.date) -> None:
    numbers = [f"INV-1-0000{place}" for place in range(1, 8)]
    for number in numbers:
        make(due_date=due, number=number, email="" if number == numbers[0] else "ada@example.org")
    assert run(due, 30) == 6
    [notice] = notices(published)
    assert (notice["title"], notice["target"]) == (
        "7 invoices reached the reminder '30 days after'",
        "/accounts/reminders",
    )
    assert notice["text"] == (
        f"{', '.join(numbers[:5])} and 2 more. Mails not sent: 1, with the reason under Reminders. "
        "Please decide what comes next."
    )


def test_only_the_last_of_rungs_passed_together_is_sent(database: Database, make: Make, due: dt.date) -> None:
    record = make(due_date=due)
    assert (run(due, 20), run(due, 20)) == (1, 0)
    assert notices_of(database, record) == [(due, "after14", None)]
    assert len(emails(database)) == 1


@pytest.mark.parametrize("status", ["draft", "cancelled"])
def test_settled_invoice_gets_no_reminder(database: Database, make: Make, due: dt.date, status: str) -> None:
    record = make(due_date=due, status=status)
    assert run(due) == 0
    assert (notices_of(database, record), row_of(database, record)["status"]) == ([], status)


def test_each_open_instalment_has_a_ladder_of_its_own(database: Database, make: Make, due: dt.date) -> None:
    second = due + dt.timedelta(days=60)
    record = make(due_date=due - dt.timedelta(days=300), has_instalment_plan=True)
    first_part = make_instalment(database, record, 5_000, due)
    make_instalment(database, record, 7_000, second)
    assert run(due) == 1
    assert "payment of <strong>£50.00</strong>" in emails(database)[0]["body"]
    assert "instalment 1 of 2; £120.00 is outstanding in all" in emails(database)[0]["body"]
    finish_mails(database)
    make_payment(database, record, 5_000, source="instalment", instalment_id=first_part)
    with database.transaction(SERVICE) as tx:
        paid = {"is_paid": True, "paid_date": due, "payment_type": "bankTransfer"}
        tx.execute(sa.update(instalment).where(instalment.c.id == first_part).values(**paid))
    assert [run(due, days) for days in (7, 30, 53, 60)] == [0, 0, 1, 0]
    finish_mails(database)
    assert run(due, 61) == 1
    assert notices_of(database, record) == [(due, "due", None), (second, "before7", None), (second, "due", None)]
    assert "payment of <strong>£70.00</strong>" in emails(database)[1]["body"]


def _no_address(database: Database, record: int) -> None:
    set_invoice(database, record, email="")


def _with_address(database: Database, record: int) -> None:
    set_invoice(database, record, email="ada@example.org")


def _no_account(database: Database, _: int) -> None:
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.delete(bank_account))


def _with_account(database: Database, _: int) -> None:
    bank = {"organisation_id": 1, "currency": "GBP", "holder": "Staffroom Oxford Ltd", "account_number": "12345678"}
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.insert(bank_account).values(**bank))


@pytest.mark.parametrize(
    ("break_it", "mend_it", "text"),
    [
        (_no_address, _with_address, "The invoice has no email address; please add one first"),
        (
            _no_account,
            _with_account,
            "Oxford has no bank account to pay GBP to; please add one under Bank accounts first",
        ),
    ],
)
def test_refusal_is_logged_and_the_mail_is_sent_the_day_after_the_correction(
    database: Database,
    make: Make,
    due: dt.date,
    break_it: Callable[[Database, int], None],
    mend_it: Callable[[Database, int], None],
    text: str,
) -> None:
    record = make(due_date=due)
    break_it(database, record)
    assert (run(due), run(due, 1)) == (0, 0)
    assert notices_of(database, record) == [(due, "due", text)]
    assert emails(database) == []
    mend_it(database, record)
    assert (run(due, 2), run(due, 3)) == (1, 0)
    assert notices_of(database, record) == [(due, "due", None)]
    assert [row["kind"] for row in emails(database)] == ["reminder"]


def test_refused_invoice_does_not_stop_the_others(database: Database, make: Make, due: dt.date) -> None:
    refused, sent = make(due_date=due, email=""), make(due_date=due)
    assert run(due) == 1
    assert [row["invoice_id"] for row in emails(database)] == [sent]
    assert notices_of(database, refused)[0][2] is not None


def test_reminder_being_sent_by_a_person_refuses_the_mail_until_done(
    database: Database, client: ClientFor, make: Make, due: dt.date
) -> None:
    record = make(due_date=due)
    body = {"kind": "reminder"}
    assert client(OFFICE).post(f"/api/v1/invoice/{record}/send/email", json=body).status_code == 202
    assert run(due) == 0
    assert notices_of(database, record) == [(due, "due", UNDER_WAY)]
    finish_mails(database)
    assert run(due, 1) == 1
    assert len(emails(database)) == 2


@pytest.mark.parametrize("stopped", ["record_id", "party_id"])
def test_stopped_client_or_invoice_gets_no_mail_until_resumed(
    database: Database, make: Make, due: dt.date, stopped: str
) -> None:
    record, other = make(due_date=due), make(due_date=due, person_id=2)
    ids = {stopped: record if stopped == "record_id" else 1}
    with database.transaction(OFFICE) as tx:
        stop(tx, OVERDUE.name, "Pays after the holidays", **ids)
    assert (run(due), [row["invoice_id"] for row in emails(database)]) == (1, [other])
    with database.transaction(OFFICE) as tx:
        resume(tx, OVERDUE.name, **ids)
    assert (run(due), [row["invoice_id"] for row in emails(database)]) == (1, [other, record])


def test_stopped_client_is_not_the_student_with_the_same_id(database: Database, make: Make, due: dt.date) -> None:
    make(due_date=due, person_kind="student", person_id=1)
    with database.transaction(OFFICE) as tx:
        stop(tx, OVERDUE.name, "Agreed by phone", party_id=1)
    assert run(due) == 1
