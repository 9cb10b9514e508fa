"""The calls of reminders: the ladder, its settings, the log and the stops, for accounting only."""

from __future__ import annotations

import datetime as dt
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.reminding.reminder import OVERDUE
from kit.database import Database
from kit.policy import as_service
from kit.reminders import lock, remind
from kit.values.days import today
from services.finance.tests.builders import make_payment
from services.finance.tests.sending.conftest import Make, emails, make
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

__all__ = ["make"]

pytestmark = pytest.mark.component

OFFICE = actor("staff", "accounting", name="Bea Books")
ADMIN = actor("staff", "sysAdmin")
BASE = "/api/v1/invoices/reminders"
NOBODY_ELSE = [actor("staff"), actor("staff", "manager"), actor("tutor"), actor("client")]
CALLS = [
    ("GET", ""),
    ("GET", "/columns"),
    ("GET", "/ladder"),
    ("GET", "/ladder/1"),
    ("GET", "/ladder/fields"),
    ("PUT", "/ladder/1"),
    ("GET", "/ladder/1/waiting"),
    ("GET", "/ladder/1/preview"),
    ("GET", "/stops"),
    ("POST", "/stop"),
    ("POST", "/resume"),
]


def ladder(client: ClientFor) -> dict[str, dict[str, Any]]:
    """Return the rungs by name, in order."""
    return {rung["name"]: rung for rung in client(OFFICE).get(f"{BASE}/ladder").json()["data"]}


def put(client: ClientFor, rung: str, field: str, value: Any) -> Any:
    body = {"field": field, "newValue": value}
    return client(OFFICE).put(f"{BASE}/ladder/{ladder(client)[rung]['id']}", json=body)


def put_all(client: ClientFor, rung: str) -> Any:
    """Switch the rung on for all waiting invoices."""
    changes = [{"field": "enabled", "newValue": True}, {"field": "since", "newValue": None}]
    return client(OFFICE).put(f"{BASE}/ladder/{ladder(client)[rung]['id']}", json={"changes": changes})


def waiting(client: ClientFor) -> list[tuple[int, int]]:
    """Return the invoices that wait for each rung, and the earlier ones that it skips."""
    return [(rung["waiting"], rung["earlier"]) for rung in ladder(client).values()]


def run(late: int = 0) -> int:
    return remind(OVERDUE, as_service("finance"), today() + dt.timedelta(days=late))


def post(client: ClientFor, call: str, **body: Any) -> Any:
    return client(OFFICE).post(f"{BASE}/{call}", json=body)


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_only_accounting_has_access(client: ClientFor, method: str, path: str) -> None:
    body = {"json": {}} if method != "GET" else {}
    for who in NOBODY_ELSE:
        assert client(who).request(method, BASE + path, **body).status_code == 403, who


def test_ladder_counts_the_invoices_waiting_for_each_rung(client: ClientFor, make: Make) -> None:
    for days in (-10, 3, 8, 40, 50):
        make(due_date=today() - dt.timedelta(days=days))
    make(due_date=today(), status="cancelled")
    rungs = ladder(client)
    assert [(rung["title"], rung["days"], rung["enabled"]) for rung in rungs.values()] == [
        ("7 days before", -7, False),
        ("On the day", 0, False),
        ("7 days after", 7, False),
        ("14 days after", 14, False),
        ("30 days after", 30, False),
    ]
    assert waiting(client) == [(0, 4), (0, 4), (0, 3), (0, 2), (0, 2)]
    assert put_all(client, "after7").status_code == 200
    assert waiting(client) == [(0, 1), (0, 1), (3, 0), (0, 2), (0, 2)]
    assert run() == 3
    assert waiting(client) == [(0, 1), (0, 1), (0, 0), (0, 2), (0, 2)]


def test_rung_switched_on_mails_only_invoices_that_reach_it_from_today(
    client: ClientFor, database: Database, make: Make
) -> None:
    for days in (8, 40, 50):
        make(due_date=today() - dt.timedelta(days=days))
    reached = make(due_date=today() - dt.timedelta(days=7))
    assert put(client, "after7", "enabled", True).status_code == 200
    assert (ladder(client)["after7"]["since"], waiting(client)[2]) == (today().isoformat(), (1, 3))
    assert (run(), run()) == (1, 0)
    assert [row["invoice_id"] for row in emails(database)] == [reached]
    assert waiting(client)[2] == (0, 3)
    assert put(client, "after7", "since", None).status_code == 200
    assert (waiting(client)[2], run()) == ((3, 0), 3)


def test_switching_on_again_restarts_today_and_a_repeated_switch_changes_nothing(
    client: ClientFor, database: Database, make: Make
) -> None:
    make(due_date=today() - dt.timedelta(days=50))
    assert put_all(client, "after7").status_code == 200
    assert put(client, "after7", "enabled", True).status_code == 200
    assert (ladder(client)["after7"]["since"], waiting(client)[2]) == (None, (1, 0))
    assert put(client, "after7", "enabled", False).status_code == 200
    assert ladder(client)["after7"]["since"] is None
    assert put(client, "after7", "enabled", True).status_code == 200
    assert (ladder(client)["after7"]["since"], waiting(client)[2]) == (today().isoformat(), (0, 1))
    assert (run(), emails(database)) == (0, [])


def test_rung_moved_forward_skips_no_invoice_still_to_reach_it(
    client: ClientFor, database: Database, make: Make
) -> None:
    make(due_date=today() - dt.timedelta(days=31))
    soon = make(due_date=today() - dt.timedelta(days=25))
    put(client, "after30", "enabled", True)
    for days, since in ((40, 0), (30, -10), (20, -20)):
        assert put(client, "after30", "days", days).status_code == 200
        assert ladder(client)["after30"]["since"] == (today() + dt.timedelta(days=since)).isoformat()
    put(client, "after30", "enabled", False)
    assert put(client, "after30", "days", 30).status_code == 200
    put(client, "after30", "enabled", True)
    assert (waiting(client)[-1], put(client, "after30", "days", 20).status_code) == ((0, 1), 200)
    assert (waiting(client)[-1], run()) == ((1, 1), 1)
    assert [row["invoice_id"] for row in emails(database)] == [soon]


def test_since_of_a_disabled_rung_cannot_be_set(client: ClientFor) -> None:
    answer = put(client, "after7", "since", today().isoformat())
    assert (answer.status_code, answer.json()["error"]) == (409, "Please switch the reminder on first")


def test_rung_switched_on_and_moved_uses_its_new_day(client: ClientFor, database: Database, make: Make) -> None:
    record = make(due_date=today())
    assert put(client, "after7", "enabled", True).json()["data"]["value"] is True
    assert put(client, "after7", "days", 10).json()["data"]["value"] == 10
    assert (run(9), run(10)) == (0, 1)
    assert [row["invoice_id"] for row in emails(database)] == [record]
    number = ladder(client)["after7"]["id"]
    changes = client(ADMIN).get(f"{BASE}/ladder/{number}/history").json()["data"]
    assert {(one["field"], one["oldValue"], one["newValue"]) for one in changes} == {
        ("enabled", False, True),
        ("since", None, today().isoformat()),
        ("days", 7, 10),
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [("enabled", value) for value in (None, "", "maybe", 1, 0, 1.0, [], {}, [True])]
    + [("days", value) for value in (None, "", "soon", True, False, -61, 366, 1.5, "1.5", [], {}, [7])]
    + [("since", value) for value in ("soon", True, 7, "2026-02-30", "1899-12-31", [], {}, ["2026-01-01"])],
)
def test_wrong_value_of_a_rung_is_refused(client: ClientFor, field: str, value: Any) -> None:
    put(client, "due", "enabled", True)
    before = ladder(client)
    assert put(client, "due", field, value).status_code == 422
    assert ladder(client) == before


def test_limits_of_the_days_are_accepted(client: ClientFor) -> None:
    assert [put(client, "due", "days", days).status_code for days in (-60, 365)] == [200, 200]
    assert list(ladder(client)) == ["before7", "after7", "after14", "after30", "due"]


def test_unknown_field_and_unknown_rung_are_not_found(client: ClientFor) -> None:
    assert put(client, "due", "rung", "after7").status_code == 422
    answer = client(OFFICE).put(f"{BASE}/ladder/999999", json={"field": "enabled", "newValue": True})
    assert answer.status_code == 404


def test_log_shows_sent_mails_and_refusals(client: ClientFor, make: Make) -> None:
    sent = make(due_date=today(), number="INV-1-00007")
    refused = make(due_date=today(), email="")
    put(client, "due", "enabled", True)
    run()
    rows = client(OFFICE).get(BASE, params={"page": 1}).json()["data"]
    by_id = {row["invoiceId"]: row for row in rows}
    assert (by_id[sent]["number"], by_id[sent]["name"], by_id[sent]["rung"]) == ("INV-1-00007", "Ada Client", "due")
    assert (by_id[sent]["due"], by_id[sent]["clientId"], by_id[sent]["refusal"]) == (today().isoformat(), 1, None)
    assert by_id[refused]["refusal"] == "The invoice has no email address; please add one first"
    only = client(OFFICE).get(BASE, params={"page": 1, "refused": "true"}).json()["data"]
    assert [row["invoiceId"] for row in only] == [refused]


@pytest.mark.parametrize("name", ["clientId", "invoiceId"])
def test_stop_is_listed_until_it_is_resumed(client: ClientFor, make: Make, name: str) -> None:
    record = make(due_date=today())
    put(client, "due", "enabled", True)
    ids = {name: 1 if name == "clientId" else record}
    other = dict.fromkeys({"clientId", "invoiceId"} - {name})
    for _ in range(2):
        answer = post(client, "stop", **ids, reason="Pays after the holidays")
        assert (answer.status_code, answer.json()["data"]) == (200, ids | other | {"stopped": True})
    [row] = client(OFFICE).get(f"{BASE}/stops", params={"page": 1}).json()["data"]
    assert (row["reason"], row["by"], row["clientId"], row["invoiceId"]) == (
        "Pays after the holidays",
        "Bea Books",
        ids.get("clientId"),
        ids.get("invoiceId"),
    )
    assert (run(), ladder(client)["due"]["waiting"]) == (0, 0)
    assert post(client, "resume", **ids).json()["data"] == ids | other | {"stopped": False}
    assert client(OFFICE).get(f"{BASE}/stops", params={"page": 1}).json()["data"] == []
    assert run() == 1


@pytest.mark.parametrize("call", ["stop", "resume"])
def test_stop_names_an_existing_client_or_invoice(client: ClientFor, make: Make, call: str) -> None:
    record = make()
    reason = {"reason": "Agreed"} if call == "stop" else {}
    assert post(client, call, **reason).status_code == 422
    assert post(client, call, **reason, clientId=1, invoiceId=record).status_code == 422
    assert post(client, call, **reason, clientId=99_999).status_code == 404
    assert post(client, call, **reason, invoiceId=99_999).status_code == 404


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": " "}, {"reason": 5}, {"reason": "x" * 501}])
def test_stop_needs_a_reason(client: ClientFor, make: Make, body: dict[str, Any]) -> None:
    make()
    assert post(client, "stop", clientId=1, **body).status_code == 422


@pytest.mark.parametrize("wrong", ["one", True, 1.5, 0, -1, [], {}])
def test_stop_takes_only_ids(client: ClientFor, make: Make, wrong: Any) -> None:
    make()
    for name in ("clientId", "invoiceId"):
        answer = post(client, "stop", reason="Agreed", **{name: wrong})
        assert answer.status_code == 422, answer.text


def detail(client: ClientFor, record: int, who: Any = OFFICE) -> dict[str, Any]:
    data: dict[str, Any] = client(who).get(f"/api/v1/invoice/{record}").json()["data"]
    return data


def test_invoice_shows_its_own_stop_before_the_stop_of_its_client(client: ClientFor, make: Make) -> None:
    record, other = make(due_date=today()), make(due_date=today(), person_id=2)
    assert detail(client, record)["reminderStop"] is None
    post(client, "stop", clientId=1, reason="Pays each term")
    shown = detail(client, record)["reminderStop"]
    assert (shown["clientId"], shown["reason"], shown["by"]) == (1, "Pays each term", "Bea Books")
    post(client, "stop", invoiceId=record, reason="Disputed")
    shown = detail(client, record)["reminderStop"]
    assert (shown["clientId"], shown["reason"]) == (None, "Disputed")
    assert abs(dt.datetime.fromisoformat(shown["date"]) - dt.datetime.now(dt.UTC)) < dt.timedelta(minutes=5)
    assert detail(client, other)["reminderStop"] is None
    post(client, "resume", invoiceId=record)
    assert detail(client, record)["reminderStop"]["reason"] == "Pays each term"


def test_stop_of_a_client_does_not_stop_the_student_with_the_same_id(client: ClientFor, make: Make) -> None:
    record = make(due_date=today(), person_kind="student", person_id=1)
    post(client, "stop", clientId=1, reason="Pays each term")
    assert detail(client, record)["reminderStop"] is None


def test_page_of_the_invoice_and_the_screen_share_one_right(client: ClientFor, make: Make) -> None:
    record = make(due_date=today())
    buttons = {"stopReminders", "resumeReminders"}
    for who, allowed in ((OFFICE, True), (ADMIN, True), (actor("staff"), False), (actor("staff", "manager"), False)):
        data = detail(client, record, who)
        assert (buttons <= set(data["actions"]), "reminderStop" in data) == (allowed, allowed), who
        for call, body in (("stop", {"reason": "Agreed"}), ("resume", {})):
            answer = client(who).post(f"{BASE}/{call}", json={"invoiceId": record, **body})
            assert answer.status_code == (200 if allowed else 403), who
    assert "reminderStop" not in detail(client, record, actor("client", persons={"client": 1}))


def test_settled_invoice_has_no_reminder_to_stop_but_a_stop_can_end(
    client: ClientFor, database: Database, make: Make
) -> None:
    paid, cancelled = make(due_date=today()), make(due_date=today(), status="cancelled")
    assert post(client, "stop", invoiceId=paid, reason="Agreed").status_code == 200
    make_payment(database, paid, 12_000)
    for record in (paid, cancelled):
        answer = post(client, "stop", invoiceId=record, reason="Agreed")
        assert (answer.status_code, "Nothing is owed" in answer.json()["error"]) == (409, True)
        assert "stopReminders" not in detail(client, record)["actions"]
        assert "resumeReminders" in detail(client, record)["actions"]
        assert post(client, "resume", invoiceId=record).status_code == 200
    assert detail(client, paid)["reminderStop"] is None


def test_stop_waits_for_a_run_without_locking_the_invoice(client: ClientFor, database: Database, make: Make) -> None:
    record = make(due_date=today())
    with ThreadPoolExecutor(1) as pool:
        with database.transaction(as_service("finance")) as tx:
            lock(tx, OVERDUE.name)
            stopping = pool.submit(post, client, "stop", invoiceId=record, reason="Agreed")
            waits = sa.text(
                "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
            )
            end = time.monotonic() + 10
            while not database.scalar(waits) and time.monotonic() < end:
                time.sleep(0.02)
            own = sa.select(invoice.c.id).where(invoice.c.id == record)
            assert tx.scalar(own.with_for_update(nowait=True)) == record
        assert stopping.result().status_code == 200
