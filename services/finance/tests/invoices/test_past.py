"""Figures of a past day: the amount owed at its end, and for how long (`docs/finance.md`, A past day)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from kit.database import Database
from kit.values.days import today
from services.finance.tests.builders import make_copies, make_instalment, make_invoice, make_item, make_payment
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
URL = "/api/v1/invoices/figures"
UNPAID = "/api/v1/invoices/unpaid/figures"
YEAR_END = dt.date(2025, 12, 31)


def owed(client: ClientFor, day: dt.date | None, url: str = URL, **query: str) -> dict[str | None, tuple[int, int]]:
    """Return the number of invoices of each age, and the amount owed on them, at the end of `day` or now."""
    now = {"issued": "true"} if url == URL else {}
    asked = {"by": "age", "sum": "outstanding", **({"asOf": day.isoformat()} if day else now), **query}
    answer = client(OFFICE).get(url, params=asked)
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert data["asOf"] == (day.isoformat() if day else None)
    if day:
        assert all(group["filters"] is None for group in data["groups"]), "no list shows the rows of that day"
    return {group["keys"][0]: tuple(group["values"]) for group in data["groups"]}


def issued(database: Database, amount: int, date: dt.date, due: dt.date | None, **values: Any) -> int:
    invoice_id = make_invoice(database, **{"status": "proposed", "date": date, "due_date": due, **values})
    make_item(database, invoice_id, amount)
    return invoice_id


def test_later_events_are_subtracted(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = issued(database, 100_000, dt.date(2025, 10, 1), dt.date(2025, 11, 1))
    make_payment(database, invoice_id, 30_000, date_paid=YEAR_END)
    make_payment(database, invoice_id, 50_000, date_paid=YEAR_END + dt.timedelta(days=1))
    assert owed(client, YEAR_END - dt.timedelta(days=1)) == {"31-60": (1, 100_000)}
    assert owed(client, YEAR_END) == {"31-60": (1, 70_000)}
    assert owed(client, YEAR_END + dt.timedelta(days=1)) == {"61-90": (1, 20_000)}
    assert owed(client, dt.date(2025, 9, 30)) == {}, "it was not there yet"


def test_credit_note_counts_from_its_day(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = issued(database, 100_000, dt.date(2025, 10, 1), dt.date(2025, 11, 1))
    later = YEAR_END + dt.timedelta(days=10)
    issued(database, -40_000, later, None, is_credit_note=True, title="Credit", status="final", parent_id=invoice_id)
    assert owed(client, YEAR_END) == {"31-60": (1, 100_000)}
    assert owed(client, later)["61-90"] == (1, 60_000)


def test_balance_written_off_later_was_owed(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = issued(database, 100_000, dt.date(2025, 10, 1), dt.date(2025, 11, 1))
    make_payment(database, invoice_id, 99_900, date_paid=dt.date(2025, 10, 5))
    entered = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)
    make_item(database, invoice_id, -100, meta_type="credit", write_off=True, created=entered)
    assert owed(client, YEAR_END) == {"31-60": (1, 100)}
    assert owed(client, dt.date(2026, 1, 1)) == {None: (1, 0)}


def test_instalment_is_as_late_as_it_was(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = issued(database, 90_000, dt.date(2025, 9, 1), dt.date(2026, 3, 1))
    for month in (dt.date(2025, 10, 1), dt.date(2025, 12, 1), dt.date(2026, 3, 1)):
        make_instalment(database, invoice_id, 30_000, month)
    make_payment(database, invoice_id, 30_000, date_paid=dt.date(2025, 12, 15))
    assert owed(client, dt.date(2025, 12, 14)) == {"61-90": (1, 90_000)}, "the first was open"
    assert owed(client, dt.date(2025, 12, 15)) == {"1-30": (1, 60_000)}, "the second is"
    make_payment(database, invoice_id, 60_000, date_paid=dt.date(2026, 2, 1))
    assert owed(client, dt.date(2025, 12, 15)) == {"1-30": (1, 60_000)}


def test_figures_as_of_today_equal_the_current_ones(client: ClientFor, database: Database) -> None:
    make_copies(database)
    for number in range(8):
        invoice_id = issued(
            database, 10_000 + number, today() - dt.timedelta(days=200), today() - dt.timedelta(days=30 * number - 20)
        )
        if number % 3:
            make_payment(database, invoice_id, 1_000 * number, date_paid=today() - dt.timedelta(days=number))
        if number % 4 == 0:
            make_instalment(database, invoice_id, 5_000, today() - dt.timedelta(days=90))
            make_instalment(database, invoice_id, 5_000 + number, today() - dt.timedelta(days=10))
    make_invoice(database, status="draft", date=today())
    assert owed(client, today()) == owed(client, None)
    late = owed(client, today(), UNPAID)
    assert late == owed(client, None, UNPAID)
    assert {age: owed(client, today())[age] for age in late} == late and len(late) > 1


def test_invoice_overdue_then_need_not_be_overdue_now(client: ClientFor, database: Database) -> None:
    make_copies(database)
    invoice_id = issued(database, 100_000, dt.date(2025, 10, 1), dt.date(2025, 12, 30))
    assert owed(client, dt.date(2025, 12, 30), UNPAID) == {}, "it was due that day"
    make_payment(database, invoice_id, 100_000, date_paid=dt.date(2026, 1, 2))
    assert owed(client, YEAR_END, UNPAID) == {"1-30": (1, 100_000)}
    assert owed(client, dt.date(2026, 1, 2), UNPAID) == owed(client, None, UNPAID) == {}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"asOf": "soon"}, "asOf is a day, as 2026-01-31"),
        ({"asOf": "2025-02-30"}, "asOf is a day, as 2026-01-31"),
        ({"asOf": "2999-01-01"}, "asOf is a day that is over, or today"),
        ({"by": "status"}, "Unknown figure 'status' in by"),
        ({"sum": "VAT"}, "Unknown figure 'VAT' in sum"),
        ({"compare": "before", "date": "2025-01-01..2025-01-31"}, "compared with none"),
        ({"status": "paid"}, "Status is not known for past days. Please clear that filter"),
        ({"age": "31-60"}, "Balance by age is not known for past days"),
        ({"overdue": "true"}, "Overdue is not known for past days"),
    ],
)
def test_unknown_figures_of_a_past_day_are_refused(client: ClientFor, query: dict[str, str], text: str) -> None:
    answer = client(OFFICE).get(URL, params={"by": "age", "asOf": "2025-12-31"} | query)
    assert answer.status_code == 422
    assert text in answer.json()["error"]


def test_invoice_date_narrows_the_figures_of_a_past_day(client: ClientFor, database: Database) -> None:
    make_copies(database)
    issued(database, 1_000, dt.date(2025, 10, 1), dt.date(2025, 11, 1))
    issued(database, 2_000, dt.date(2025, 11, 1), dt.date(2025, 12, 1))
    assert owed(client, YEAR_END, date="2025-11-01..2025-11-30") == {"1-30": (1, 2_000)}
