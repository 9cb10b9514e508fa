"""Overdue invoices and instalments, in every place that lists them (`docs/finance.md`, Overdue)."""

from __future__ import annotations

import datetime as dt
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.overdue import day_in_london
from finance.pay.rules import next_due
from finance.paypage.page import invoice_page
from finance.plans.rules import amounts_left
from finance.sending import queries as sending
from finance.sending.rules import day, merge_values
from kit.database import Database
from kit.policy import as_service
from kit.values.days import today
from services.finance.tests.builders import (
    make_copies,
    make_instalment,
    make_invoice,
    make_item,
    make_payment,
    row_of,
)
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
TODAY = today()


def before(days: int) -> dt.date:
    return TODAY - dt.timedelta(days=days)


def figures(client: ClientFor, **query: str) -> dict[str, Any]:
    data: dict[str, Any] = client(OFFICE).get("/api/v1/invoices/statistics", params=query).json()["data"]
    return data


def unpaid(client: ClientFor, **query: str) -> dict[int, dict[str, Any]]:
    rows = client(OFFICE).get("/api/v1/invoices/unpaid", params={"pageSize": "1000"} | query).json()["data"]
    return {row["id"]: row for row in rows}


def plan(database: Database, *parts: tuple[int, dt.date], **values: Any) -> tuple[int, list[int]]:
    """Create a proposed invoice over these instalments; returns its id and theirs."""
    given = {"status": "proposed", "due_date": parts[-1][1] if parts else before(-30)}
    invoice_id = make_invoice(database, **given | values)
    make_item(database, invoice_id, sum(amount for amount, _ in parts))
    return invoice_id, [make_instalment(database, invoice_id, amount, when) for amount, when in parts]


def test_overdue_instalment_is_chased(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id, (_, second) = plan(database, (40_000, before(40)), (60_000, before(-50)))
    assert unpaid(client)[invoice_id]["daysLate"] == 40
    assert unpaid(client, age="31-60")[invoice_id]["overdueSince"] == before(40).isoformat()
    # The second is paid: the due date moves on (money.md 4), and the first stays as late as it was.
    make_payment(database, invoice_id, 60_000, instalment_id=second, source="instalment")
    assert unpaid(client)[invoice_id]["outstanding"] == 40_000
    # money of no instalment settles the first except a pound
    make_payment(database, invoice_id, 39_900)
    assert unpaid(client)[invoice_id]["age"] == "31-60"
    last = make_payment(database, invoice_id, 100)
    assert invoice_id not in unpaid(client)
    make_payment(database, invoice_id, -100, reverses_id=last)
    assert unpaid(client)[invoice_id]["outstanding"] == 100


def test_instalment_not_yet_due_is_not_chased(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id, _ = plan(database, (40_000, before(0)), (60_000, before(-50)), due_date=before(20))
    assert invoice_id not in unpaid(client)
    assert [row["age"] for row in figures(client)["byAge"]] == ["notDue"]


def test_changed_and_deleted_instalments_update_the_date(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id, (first, _) = plan(database, (40_000, before(-1)), (60_000, before(-50)))
    assert row_of(database, invoice_id)["open_due_date"] == before(-1)
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("UPDATE instalment SET due_date = :day WHERE id = :id"), {"day": before(3), "id": first})
    assert unpaid(client)[invoice_id]["daysLate"] == 3
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("DELETE FROM instalment WHERE id = :id"), {"id": first})
    assert row_of(database, invoice_id)["open_due_date"] == before(-50)


def tick(database: Database, part: int) -> None:
    ticked = "UPDATE instalment SET is_paid = true, paid_date = '2026-01-01', payment_type = 'other' WHERE id = :id"
    with database.transaction(as_service("finance")) as tx:
        tx.execute(sa.text("SET LOCAL staffroom.system = 'on'"))
        tx.execute(sa.text(ticked), {"id": part})


def random_invoices(database: Database, dice: Random, many: int) -> list[int]:
    """Create invoices of three organisations with plans, payments, notes and overpayments."""
    invoice_ids = []
    for _ in range(many):
        status = dice.choice(("draft", "proposed", "proposed", "final", "cancelled"))
        currency, organisation = dice.choice((("GBP", 1), ("EUR", 3), ("GBP", 3)))
        values = {"organisation_id": organisation, "currency": currency, "status": status}
        due = dice.choice((None, before(dice.randint(-120, 120))))
        if dice.random() < 0.2:
            note = make_invoice(database, **values, due_date=due, title="Credit", is_credit_note=True)
            make_item(database, note, -dice.randint(1, 500_00))
            invoice_ids.append(note)
            continue
        parts = [(dice.randint(1, 300_00), before(dice.randint(-120, 120))) for _ in range(dice.randint(0, 4))]
        record, ids = plan(database, *parts, due_date=due, **values)
        make_item(database, record, dice.choice((0, 0, 7_00, -5_00)) or 1_00)
        invoice_ids.append(record)
        for (amount, _), part in zip(parts, ids, strict=True):
            if dice.random() < 0.3:
                tick(database, part)
                make_payment(database, record, amount, instalment_id=part, source="instalment")
        if dice.random() < 0.4:
            make_payment(database, record, dice.randint(1, 400_00))
        if status == "proposed" and dice.random() < 0.2:
            child = make_invoice(database, **values, title="Credit", is_credit_note=True, parent_id=record)
            make_item(database, child, -dice.randint(1, 100_00))
    return invoice_ids


def test_every_place_lists_the_same_invoices(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_ids = random_invoices(database, Random(13), 120)
    chased, office = unpaid(client), client(OFFICE)
    listed = office.get("/api/v1/invoices", params={"overdue": "true", "pageSize": "1000"}).json()["data"]
    assert {row["id"] for row in listed} == set(chased)
    late = 0
    for record in invoice_ids:
        row = row_of(database, record)
        with database.read() as connection:
            sheet = sending.sheet(connection, OFFICE, record)
        due = next_due(row["outstanding"], row["due_date"], sheet.plan, TODAY)
        open_parts = {part["id"]: left for part, left in amounts_left(sheet.plan, row["paid"])}
        assert open_parts == {part["id"]: part["left"] for part in sheet.plan}
        overdue = due is not None and due.overdue and row["status"] not in {"draft", "cancelled"}
        assert overdue is (record in chased), (row, sheet.plan)
        if not overdue:
            continue
        late += 1
        assert due is not None and due.day is not None
        assert chased[record]["overdueSince"] == due.day.isoformat()
        assert "Overdue since" in invoice_page(sheet)
        values = merge_values(sheet.invoice, sheet.plan, sheet.letterhead, "", "", TODAY)
        assert values["amountDueDate"] == day(due.day)
        shown = office.get(f"/api/v1/invoice/{record}").json()["data"]["installmentPlan"]
        if any(part["left"] for part in shown):
            days = [part["dueDate"]["date"] for part in shown if part["overdue"]]
            assert min(days) == chased[record]["overdueSince"]
    assert late > 15


def test_ages_add_up_to_the_outstanding_total(client: ClientFor, database: Database) -> None:
    make_copies(database)
    random_invoices(database, Random(4), 120)
    office = client(OFFICE)
    for query in ({}, {"orgId": "1"}, {"orgId": "3"}, {"orgId": "3", "currency": "GBP"}):
        data = figures(client, **query)
        ages = [row["age"] for row in data["byAge"]]
        assert "credit" in ages and "over90" in ages
        for row in data["byCurrency"]:
            mine = [age for age in data["byAge"] if age["currency"] == row["currency"]]
            assert sum(age["outstanding"] for age in mine) == row["outstanding"]
            for age in mine:  # each leads to its rows
                named = {"issued": "true", "currency": row["currency"], "age": age["age"]} | query
                (total,) = office.get("/api/v1/invoices/totals", params=named).json()["data"]
                assert (total["count"], total["outstanding"]) == (age["count"], age["outstanding"])
        late = {
            row["currency"]: row["outstanding"]
            for row in office.get("/api/v1/invoices/unpaid/totals", params=query).json()["data"]
        }
        overdue: dict[str, int] = dict.fromkeys(late, 0)
        for age in data["byAge"]:
            if age["age"] in {"1-30", "31-60", "61-90", "over90"}:
                overdue[age["currency"]] += age["outstanding"]
        assert overdue == late


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        ("2026-06-30T22:59:59Z", dt.date(2026, 6, 30)),
        ("2026-06-30T23:00:00Z", dt.date(2026, 7, 1)),
        ("2026-12-31T23:30:00Z", dt.date(2026, 12, 31)),
    ],
)
@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
def test_day_is_by_london_time(database: Database, moment: str, expected: dt.date, zone: str) -> None:
    with database.read() as connection:
        connection.execute(sa.text(f"SET LOCAL TIME ZONE '{zone}'"))
        at = sa.cast(sa.literal(moment), sa.DateTime(timezone=True))
        assert connection.scalar(sa.select(day_in_london(at))) == expected
