"""Bug reports: their stored content, grouping and tracking (`platform.md 3`, `4`, `7`)."""

from __future__ import annotations

import json
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from services.support.tests.builders import ADMIN, COLLEAGUE, EVERYBODY, OFFICE, STAFF, TUTOR, directory
from staffroom_testing.plugin import ClientFor
from support.errors.model import error_report
from support.reports import commands, rules

URL = "/api/v1"
REPORT = {
    "host": "localhost:8080",
    "route": "/students/5",
    "message": "Something went wrong on our side",
    "userAgent": "Mozilla/5.0",
    "platform": "Linux",
    "description": "I pressed save",
    "optionalMsg": "internal",
    "response": {"error": "Something went wrong on our side", "requestId": "abc"},
    "status": 500,
    "request": {"method": "put", "path": "/api/v1/students/5", "headers": {"Accept": "application/json"}},
    "API": "/api/v1/students/5",
    "userId": 999,
    "version": "1.102.79",
    "app": "staff",
    "school": "Oxford",
}


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)


def report(client: ClientFor, who: Actor | None, address: str = "10.0.0.1", **change: Any) -> Any:
    return client(who).post("/api/v2/error", json=REPORT | change, headers={"X-Real-Ip": address})


def stored_report(client: ClientFor, number: int) -> dict[str, Any]:
    answer = client(ADMIN).get(f"{URL}/error/{number}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_report_is_confirmed_and_stored(client: ClientFor) -> None:
    answer = report(client, STAFF)
    assert answer.status_code == 201
    assert answer.json()["data"]["message"] == "Report submitted"
    stored = stored_report(client, answer.json()["data"]["id"])
    assert stored["user"] == {"id": 11, "name": "Stella Staff"}, "who reports is who is signed in, whatever userId says"
    assert (stored["trackingStatus"], stored["status"], stored["method"]) == ("submitted", 500, "PUT")
    assert (stored["api"], stored["app"], stored["version"]) == ("/api/v1/students/5", "staff", "1.102.79")
    assert (stored["message"], stored["optionalMessage"]) == ("Something went wrong on our side", "internal")
    assert stored["headers"] == {"Accept": "application/json"}
    assert stored["response"]["requestId"] == "abc"


def test_signed_out_people_report_too(client: ClientFor) -> None:
    stored = stored_report(client, report(client, None).json()["data"]["id"])
    assert stored["user"] is None


def test_empty_report_is_accepted(client: ClientFor) -> None:
    assert client(None).post("/api/v2/error", json={}).status_code == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [({"status": "bad"}, "status"), ({"message": {"a": 1}}, "message"), ({"status": -1}, "status"), ({"x": 1}, "x")],
)
def test_wrong_type_is_refused(client: ClientFor, change: dict[str, Any], field: str) -> None:
    answer = report(client, STAFF, **change)
    assert answer.status_code == 422 and field in answer.json()["fields"]


SECRETS = [
    {"request": {"headers": {"Authorization": "Bearer hunter2hunter2"}}},
    {"request": {"headers": {"authorization": "hunter2hunter2", "Cookie": "a=hunter2hunter2"}}},
    {"request": {"body": {"password": "hunter2hunter2", "newPassword": "hunter2hunter2"}}},
    {"request": {"body": {"sortCode": "hunter2hunter2", "account_number": "hunter2hunter2"}}},
    {"request": {"body": {"iban": "hunter2hunter2", "bic": "hunter2hunter2", "accountNumber": "hunter2hunter2"}}},
    {"request": {"body": {"user": {"authToken": "hunter2hunter2"}, "list": [{"passcode": "hunter2hunter2"}]}}},
    {"request": "curl -H 'Authorization: Bearer hunter2hunter2'"},
    {"request": {"note": "token eyJhbGciOiJSUzI1NiJ9.hunter2hunter2.hunter2hunter2"}},
    {"response": {"data": {"ticket": "hunter2hunter2"}}},
    {"response": '{"authToken":"hunter2hunter2"}'},
    {"API": "/api/v1/notifications/stream?ticket=hunter2hunter2"},
    {"route": "/password/change?token=hunter2hunter2"},
    {"description": "my password: hunter2hunter2"},
]


@pytest.mark.parametrize("change", SECRETS, ids=[json.dumps(entry)[:50] for entry in SECRETS])
def test_secrets_are_removed(client: ClientFor, database: Database, change: dict[str, Any]) -> None:
    assert report(client, STAFF, **change).status_code == 201
    with database.read() as connection:
        rows = connection.execute(sa.text("select error_report::text from error_report")).scalars().all()
    assert "hunter2" not in "".join(rows)
    assert rules.HIDDEN in "".join(rows)


def test_texts_and_data_are_truncated(client: ClientFor) -> None:
    wide = {"body": {f"key{number}": "x" * 1000 for number in range(400)}}
    number = report(client, STAFF, message="m" * 9_000, description="d" * 90_000, request=wide).json()["data"]["id"]
    stored = stored_report(client, number)
    assert len(stored["message"]) == 4_000 and len(stored["description"]) == 5_000
    assert len(json.dumps(stored["request"])) < rules.LARGEST_DATA
    deep: Any = "end"
    for _ in range(60):
        deep = {"a": deep}
    assert report(client, STAFF, response=deep).status_code == 201


def test_odd_characters_are_stored_safely(client: ClientFor) -> None:
    body = '{"message": "a\\u0000b\\ud800c", "request": {"\\u0000k": "\\ud800"}, "API": "/x"}'
    answer = client(STAFF).post("/api/v2/error", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code < 500


def test_too_many_reports_are_refused(client: ClientFor) -> None:
    for _ in range(commands.MOST_IN_WINDOW):
        assert report(client, None, "10.1.1.1").status_code == 201
    refused = report(client, None, "10.1.1.1")
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0
    assert report(client, None, "10.1.1.2").status_code == 201
    assert report(client, STAFF, "10.1.1.1").status_code == 201


def test_address_itself_is_not_stored(client: ClientFor, database: Database) -> None:
    report(client, None, "203.0.113.77")
    with database.read() as connection:
        assert (
            "203.0.113.77"
            not in connection.execute(sa.text("select error_report::text from error_report")).scalar_one()
        )


class TestTickets:
    """A signed-in reporter follows the report on a ticket (`platform.md 8`, Report)."""

    def tickets(self, client: ClientFor, who: Actor) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = client(who).get("/api/v2/support/tickets/my", params={"page": 1}).json()["data"]
        return rows

    def shown(self, client: ClientFor, who: Actor, ticket: int) -> dict[str, Any]:
        data: dict[str, Any] = client(who).get(f"/api/v2/support/ticket/{ticket}").json()["data"]
        return data

    def test_report_raises_a_ticket(self, client: ClientFor) -> None:
        number = report(client, STAFF, description="I <b>pressed</b> save").json()["data"]["id"]
        (row,) = self.tickets(client, STAFF)
        assert (row["title"], row["type"], row["status"]) == (REPORT["message"], "error", "submitted")
        stored = self.shown(client, ADMIN, row["id"])
        assert stored["error"] == {"id": number}
        assert [message["message"] for message in stored["messages"]] == ["<p>I &lt;b&gt;pressed&lt;/b&gt; save</p>"]

    def test_same_fault_is_one_ticket_until_it_is_resolved(self, client: ClientFor) -> None:
        report(client, STAFF)
        report(client, COLLEAGUE, description="Here too")
        report(client, COLLEAGUE, description="Again")
        (row,) = self.tickets(client, STAFF)
        assert self.tickets(client, COLLEAGUE)[0]["id"] == row["id"]
        stored = self.shown(client, COLLEAGUE, row["id"])
        assert [message["user"]["id"] for message in stored["messages"]] == [11, 12, 12]
        assert [entry["user"]["id"] for entry in stored["infoUsers"]] == [12]
        client(ADMIN).post(f"/api/v2/support/ticket/{row['id']}/resolve")
        report(client, STAFF)
        assert [entry["status"] for entry in self.tickets(client, STAFF)] == ["submitted", "resolved"]

    def test_report_without_text_raises_a_ticket_and_one_without_user_none(self, client: ClientFor) -> None:
        assert client(STAFF).post("/api/v2/error", json={}).status_code == 201
        assert [row["title"] for row in self.tickets(client, STAFF)] == ["Something went wrong"]
        report(client, None)
        assert client(ADMIN).get("/api/v2/support/tickets", params={"page": 1}).json()["total"] == 1


class TestFaults:
    def test_same_fault_counts_the_affected_people(self, client: ClientFor) -> None:
        report(client, STAFF)
        report(client, STAFF)
        report(client, COLLEAGUE, API="/api/v1/students/77")
        last = report(client, TUTOR, route="/elsewhere").json()["data"]["id"]
        stored = stored_report(client, last)
        assert (stored["affected"], stored["reports"]) == (3, 4)
        same = client(ADMIN).get(f"{URL}/errors", params={"fault": stored["faultId"], "page": 1}).json()["data"]
        assert len(same) == 4
        rows = client(ADMIN).get(f"{URL}/errors", params={"latest": "true", "page": 1}).json()["data"]
        assert [(row["id"], row["affected"], row["reports"]) for row in rows] == [(last, 3, 4)]

    @pytest.mark.parametrize(
        "change",
        [
            {"status": 503},
            {"API": "/api/v1/tutors/5"},
            {"message": "Something else"},
            {"app": "client"},
            {"request": {"method": "GET"}},
        ],
    )
    def test_different_call_or_answer_is_another_fault(self, client: ClientFor, change: dict[str, Any]) -> None:
        report(client, STAFF)
        other = report(client, COLLEAGUE, **change).json()["data"]["id"]
        assert stored_report(client, other)["affected"] == 1

    def test_sysadmins_are_notified_of_a_new_fault_once(self, client: ClientFor) -> None:
        for who in (STAFF, STAFF, COLLEAGUE):
            report(client, who)
        notices = client(ADMIN).get(f"{URL}/notifications").json()["data"]
        assert [(entry["kind"], entry["title"]) for entry in notices] == [("error", "New error report")]
        report(client, None, message="From outside")
        assert len(client(ADMIN).get(f"{URL}/notifications").json()["data"]) == 1


class TestTracking:
    def test_each_status_is_reached_and_recorded(self, client: ClientFor) -> None:
        number = report(client, STAFF).json()["data"]["id"]
        for status in ("investigating", "completed", "rejected", "submitted"):
            answer = client(ADMIN).post(f"{URL}/error/{number}/status/{status}")
            undo = f"/error/{number}/status/{status}/undo"
            assert answer.json()["data"] == {"id": number, "trackingStatus": status, "undo": undo}
            assert stored_report(client, number)["trackingStatus"] == status
        history = client(ADMIN).get(f"{URL}/error/{number}/history").json()["data"]
        assert [entry["newValue"] for entry in history] == ["submitted", "rejected", "completed", "investigating"]
        assert {entry["field"] for entry in history} == {"trackingStatus"}

    def test_unknown_status_names_the_known_ones(self, client: ClientFor) -> None:
        number = report(client, STAFF).json()["data"]["id"]
        answer = client(ADMIN).post(f"{URL}/error/{number}/status/solved")
        assert answer.status_code == 422
        assert answer.json()["error"] == "Please choose one of: submitted, investigating, completed, rejected"

    def test_only_sysadmins_read_reports(self, client: ClientFor) -> None:
        number = report(client, STAFF).json()["data"]["id"]
        for who in EVERYBODY:
            status = 200 if who is ADMIN else 403
            assert client(who).get(f"{URL}/errors", params={"page": 1}).status_code == status
            assert client(who).get(f"{URL}/error/{number}").status_code == status
            refused = client(who).post(f"{URL}/error/{number}/status/rejected").status_code
            assert refused == (200 if who is ADMIN else 404), "a report one cannot see is not there"
        assert client(None).get(f"{URL}/errors").status_code == 401

    def test_other_fields_of_a_report_cannot_be_changed(self, client: ClientFor) -> None:
        number = report(client, STAFF).json()["data"]["id"]
        answer = client(ADMIN).put(f"{URL}/error/{number}", json={"field": "message", "newValue": "x"})
        assert answer.status_code == 409 and answer.json()["error"] == "Message cannot be changed"


def test_status_codes_have_their_colours(client: ClientFor) -> None:
    columns = {row["name"]: row for row in client(ADMIN).get(f"{URL}/errors/columns").json()["data"]["columns"]}
    colors = {option["value"]: option["color"] for option in columns["status"]["options"]}
    assert colors == {400: "warning", 401: "warning", 402: "warning", 403: "warning", 404: "warning", 500: "negative"}
    tabs = client(ADMIN).get(f"{URL}/errors/columns").json()["data"]["tabs"][0]["options"]
    values = ["submitted,investigating", "submitted", "investigating", "completed", "rejected", ""]
    assert [option["value"] for option in tabs] == values


def test_search_matches_the_text_of_a_report(client: ClientFor, database: Database) -> None:
    report(client, STAFF, description="The purple button")
    report(client, OFFICE, description="The green button")
    rows = client(ADMIN).get(f"{URL}/errors", params={"search": "purple", "page": 1}).json()["data"]
    assert [row["user"] for row in rows] == ["Stella Staff"]
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(error_report)).scalar_one() == 2
