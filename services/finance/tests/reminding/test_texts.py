"""The texts of the ladder: each rung sends its own, as edited by the office, and none is false on its day."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.reminding import texts
from finance.reminding.reminder import LADDER, OVERDUE
from finance.sending.model import email_template
from finance.sending.rules import MERGE_FIELDS, unknown_merge_fields
from kit.database import Database, tables
from kit.policy import as_service
from kit.reminders import remind
from kit.values.days import today
from services.finance.tests.sending.conftest import Make, emails, make
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

__all__ = ["make"]

pytestmark = pytest.mark.component

SERVICE = as_service("finance")
OFFICE = actor("staff", "accounting", name="Bea Books")
LADDER_CALL = "/api/v1/invoices/reminders/ladder"
SUBJECTS = {
    "before7": "Pro-forma Invoice INV-1-00007: payment due on {due}",
    "due": "Pro-forma Invoice INV-1-00007: payment due today",
    "after7": "Reminder: Pro-forma Invoice INV-1-00007 is overdue",
    "after14": "Reminder: Pro-forma Invoice INV-1-00007 is overdue",
    "after30": "Final reminder: Pro-forma Invoice INV-1-00007 is overdue",
}
CLAIMS = ("overdue", "was due", "not received", "not reached", "still", "open")
"""Words that no mail before the due day contains."""


def enable(database: Database, *rungs: str, **values: Any) -> None:
    setting = tables.reminder_setting
    chosen = (setting.c.reminder == OVERDUE.name, setting.c.rung.in_(rungs))
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(setting).where(*chosen).values(enabled=True, **values))


def run(late: int) -> int:
    return remind(OVERDUE, SERVICE, today() + dt.timedelta(days=late))


def plain(html: str) -> str:
    return re.sub(r"<[^>]*>", " ", html)


def letter_date(day: dt.date) -> str:
    return f"{day.day} {day:%B %Y}"


def rung(client: ClientFor, name: str) -> dict[str, Any]:
    return next(one for one in client(OFFICE).get(LADDER_CALL).json()["data"] if one["name"] == name)


@pytest.mark.parametrize("rung", LADDER, ids=lambda rung: rung.name)
def test_each_rung_sends_its_own_text(database: Database, make: Make, rung: Any) -> None:
    make(due_date=today(), number="INV-1-00007")
    enable(database, rung.name)
    assert run(rung.days) == 1
    [mail] = emails(database)
    assert (mail["kind"], mail["subject"]) == ("reminder", SUBJECTS[rung.name].format(due=letter_date(today())))
    assert "£120.00" in mail["body"] and "Please pay by bank transfer" in mail["body"]
    assert "{{" not in mail["subject"] + mail["body"]
    assert "Kind regards,<br>Accounts<br>Staffroom Oxford Ltd" in mail["body"]
    if rung.days < 0:
        assert [claim for claim in CLAIMS if claim in plain(mail["body"]).lower()] == []


def test_text_is_chosen_by_the_day_of_sending() -> None:
    days = (-60, -1, 0, 1, 365)
    assert [texts.kind(late, last=False) for late in days] == [
        "reminderBefore",
        "reminderBefore",
        "reminderDue",
        "reminderAfter",
        "reminderAfter",
    ]
    assert [texts.kind(late, last=True) for late in days[1:4]] == ["reminderBefore", "reminderDue", "reminderLast"]
    assert [rung.name for rung in LADDER if texts.is_last(rung, LADDER)] == ["after30"]


def test_late_rung_before_the_due_day_says_that_the_money_is_overdue(database: Database, make: Make) -> None:
    record = make(due_date=today(), number="INV-1-00007", email="")
    enable(database, "before7")
    assert run(-7) == 0
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.update(invoice).where(invoice.c.id == record).values(email="ada@example.org"))
    assert run(3) == 1
    assert emails(database)[0]["subject"] == SUBJECTS["after7"]


def test_moved_rung_sends_the_text_of_its_day(client: ClientFor, database: Database, make: Make) -> None:
    make(due_date=today(), number="INV-1-00007")
    enable(database, "due", days=-3)
    assert rung(client, "due")["text"]["title"] == "Reminder before the due day"
    assert run(-3) == 1
    assert emails(database)[0]["subject"].endswith(f"payment due on {letter_date(today())}")


def test_edited_text_is_sent_with_its_fields_filled(client: ClientFor, database: Database, make: Make) -> None:
    make(due_date=today(), number="INV-1-00007")
    enable(database, "after7")
    text = f"/api/v1/invoices/templates/{rung(client, 'after7')['text']['id']}"
    for field, value in (
        ("subject", "About {{number}}"),
        ("body", "<p>{{person}}, {{sender}} asks for {{amountDue}}.</p>"),
    ):
        assert client(OFFICE).put(text, json={"field": field, "newValue": value}).status_code == 200
    assert run(7) == 1
    [mail] = emails(database)
    assert (mail["subject"], mail["body"]) == ("About INV-1-00007", "<p>Ms Ada Client, Staffroom asks for £120.00.</p>")


def test_rung_without_a_text_sends_the_manual_reminder(client: ClientFor, database: Database, make: Make) -> None:
    make(due_date=today(), number="INV-1-00007")
    enable(database, "after7")
    with database.transaction(SERVICE) as tx:
        tx.execute(sa.delete(email_template).where(email_template.c.kind == "reminderAfter"))
    assert rung(client, "after7")["text"]["title"] == "Reminder"
    assert run(7) == 1
    assert emails(database)[0]["subject"] == "Reminder: Pro-forma Invoice INV-1-00007 is due"


def test_texts_name_only_known_fields(database: Database) -> None:
    rows = database.all(sa.select(email_template))
    assert {word for row in rows for word in unknown_merge_fields(row["subject"] + row["body"])} == set()
    assert "amountDueDate" in MERGE_FIELDS
    assert all("<p>Dear {{person}},</p>" in row["body"] for row in rows)


def test_ladder_names_the_text_of_each_rung(client: ClientFor) -> None:
    titles = {one["name"]: one["text"]["title"] for one in client(OFFICE).get(LADDER_CALL).json()["data"]}
    assert titles == {
        "before7": "Reminder before the due day",
        "due": "Reminder on the due day",
        "after7": "Reminder after the due day",
        "after14": "Reminder after the due day",
        "after30": "Last reminder",
    }


def test_waiting_invoices_are_listed_with_their_mail(client: ClientFor, database: Database, make: Make) -> None:
    late = make(due_date=today() - dt.timedelta(days=20), number="INV-1-00008")
    reached = make(due_date=today() - dt.timedelta(days=7), number="INV-1-00007")
    make(due_date=today() - dt.timedelta(days=6))
    call = f"{LADDER_CALL}/{rung(client, 'after7')['id']}"
    office = client(OFFICE)
    rows = office.get(f"{call}/waiting").json()["data"]
    assert [(row["id"], row["late"], row["earlier"]) for row in rows] == [(reached, 7, False), (late, 20, True)]
    assert rows[0] == {
        "id": reached,
        "number": "INV-1-00007",
        "name": "Ada Client",
        "clientId": 1,
        "outstanding": 12_000,
        "currency": "GBP",
        "due": (today() - dt.timedelta(days=7)).isoformat(),
        "late": 7,
        "earlier": False,
    }
    assert office.get(f"{call}/waiting", params={"page": 2}).json()["data"] == []
    first = office.get(f"{call}/preview").json()["data"]
    assert (first["id"], first["to"]) == (reached, "ada@example.org")
    mail = office.get(f"{call}/preview", params={"invoiceId": reached}).json()["data"]
    assert mail["subject"] == SUBJECTS["after7"]
    enable(database, "after7")
    assert run(0) == 2
    [sent] = [row for row in emails(database) if row["invoice_id"] == reached]
    assert (sent["subject"], plain(sent["body"])) == (mail["subject"], plain(mail["body"]))
    assert office.get(f"{call}/waiting").json()["data"] == []
    assert office.get(f"{call}/preview").status_code == 404


def test_waiting_rows_match_the_counts_of_the_ladder(client: ClientFor, database: Database, make: Make) -> None:
    for days in (-8, -7, -3, 0, 5, 7, 12, 14, 31, 60):
        make(due_date=today() - dt.timedelta(days=days))
    enable(database, "due", "after14")
    for one in client(OFFICE).get(LADDER_CALL).json()["data"]:
        rows = client(OFFICE).get(f"{LADDER_CALL}/{one['id']}/waiting").json()["data"]
        counted = [sum(not row["earlier"] for row in rows), sum(row["earlier"] for row in rows)]
        assert counted == [one["waiting"], one["earlier"]], one["name"]


def test_unknown_rung_and_invoice_that_does_not_wait_are_not_found(client: ClientFor, make: Make) -> None:
    record = make(due_date=today() + dt.timedelta(days=100))
    number = rung(client, "after7")["id"]
    assert client(OFFICE).get(f"{LADDER_CALL}/999999/waiting").status_code == 404
    assert client(OFFICE).get(f"{LADDER_CALL}/{number}/preview", params={"invoiceId": record}).status_code == 404
    assert client(OFFICE).get(f"{LADDER_CALL}/{number}/waiting", params={"page": 0}).status_code == 422
