"""The life of a term report and the requirements of its moves (`teaching.md 4`, `5`, `6`)."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor
from services.teaching.tests.builders import make_family
from services.teaching.tests.reports.conftest import FROM, TO, WHOLE, MakeReport
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.events import NOTIFICATION_RAISED
from teaching.reports.model import report, report_mock

OFFICE = actor("staff", name="Rita Reviewer")
ADMIN = actor("staff", "sysAdmin")
TUTOR = actor("tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", persons={"tutor": 2})
STUDENT = actor("student", persons={"student": 1})
CLIENT = actor("client", persons={"client": 1})
AGENT = actor("agent", persons={"agent": 1})
TUTOR_OF_THE_OFFICE = actor("staff", "tutor", persons={"tutor": 1})
API = "/api/v1/report"
REASON = "Please say more about the mocks"
MOCK = {"month": "March", "mark": 41, "maxMark": 60, "grade": "B", "comment": "Short of time"}


def row_of(database: Database, record: int) -> dict[str, Any]:
    with database.read() as connection:
        return dict(connection.execute(sa.select(report).where(report.c.id == record)).mappings().one())


def mark(client: ClientFor, who: Actor, record: int, name: str, body: dict[str, Any] | None = None) -> Any:
    return client(who).post(f"{API}/{record}/mark/{name}", json=body or {})


def edit(client: ClientFor, who: Actor, record: int, field: str, value: Any) -> Any:
    return client(who).post(f"{API}/{record}/edit", json={"field": field, "newValue": value})


@pytest.mark.parametrize(
    ("source", "move", "target"),
    [
        ("called", "saved", "saved"),
        ("returned", "saved", "saved"),
        ("called", "submitted", "submitted"),
        ("saved", "submitted", "submitted"),
        ("returned", "submitted", "submitted"),
        ("submitted", "checked", "checked"),
        ("submitted", "approved", "approved"),
        ("checked", "approved", "approved"),
        ("submitted", "returned", "returned"),
    ],
)
@pytest.mark.parametrize("by_edit", [True, False])
def test_a_report_moves_by_its_call_and_by_its_status(
    client: ClientFor, database: Database, make_report: MakeReport, source: str, move: str, target: str, by_edit: bool
) -> None:
    record = make_report(status=source, **WHOLE)
    if by_edit:
        if move == "returned":
            assert edit(client, OFFICE, record, "returnReason", REASON).status_code == 200
        answer = edit(client, OFFICE, record, "status", target)
    else:
        answer = mark(client, OFFICE, record, move, {"returnReason": REASON} if move == "returned" else None)
    assert answer.status_code == 200, answer.text
    row = row_of(database, record)
    assert row["status"] == target
    assert row["return_reason"] == (REASON if target == "returned" else "")
    for name in ("submitted", "checked", "approved"):
        assert (row[f"{name}_by_name"] == "Rita Reviewer") == (target == name)


@pytest.mark.parametrize(
    ("source", "move"),
    [("checked", "returned"), ("saved", "checked"), ("approved", "returned"), ("checked", "submitted")],
)
def test_other_moves_are_refused(client: ClientFor, make_report: MakeReport, source: str, move: str) -> None:
    record = make_report(status=source, **WHOLE)
    assert (
        mark(client, OFFICE, record, move, {"returnReason": REASON} if move == "returned" else None).status_code == 409
    )


@pytest.mark.parametrize(
    ("without", "text"),
    [
        ({"predicted_grade": "", "grade_effort": None}, "Please enter a predicted grade, or N/A"),
        ({"grade_effort": None, "field3": ""}, "Please enter achievement and effort grades"),
        ({"field3": "<p> </p>"}, "Please fill out the highligted fields above"),
        ({"course_level": "GCSE"}, "Please check for errors in the form"),
    ],
)
def test_submit_needs_a_complete_report_in_the_order_of_the_spec(
    client: ClientFor, make_report: MakeReport, without: dict[str, Any], text: str
) -> None:
    record = make_report(status="saved", **WHOLE | without)
    answer = mark(client, TUTOR, record, "submitted")
    assert (answer.status_code, answer.json()["error"], answer.json()["title"]) == (422, text, "Form errors")


@pytest.mark.parametrize(
    ("reason", "title", "text"),
    [
        ("", "Message missing", "Please include further instructions to the user for resubmission."),
        ("Too short", "Form errors", "Please enter 10 to 500 characters"),
    ],
)
def test_a_return_needs_a_message(
    client: ClientFor, make_report: MakeReport, reason: str, title: str, text: str
) -> None:
    answer = mark(client, OFFICE, make_report(status="submitted", **WHOLE), "returned", {"returnReason": reason})
    assert (answer.status_code, answer.json()["title"], answer.json()["error"]) == (422, title, text)


@pytest.mark.parametrize(("before", "after"), [("called", "saved"), ("returned", "saved"), ("submitted", "submitted")])
def test_editing_saves_a_report_that_was_called_or_returned(
    client: ClientFor, database: Database, make_report: MakeReport, before: str, after: str
) -> None:
    record = make_report(status=before, **WHOLE)
    answer = client(TUTOR).put(f"{API}/{record}", json={"field": "field1", "newValue": "<p>New</p>"})
    assert answer.status_code == 200
    assert row_of(database, record)["status"] == after


@pytest.mark.parametrize("status", ["checked", "approved"])
def test_a_checked_report_cannot_be_edited(client: ClientFor, make_report: MakeReport, status: str) -> None:
    record = make_report(status=status, **WHOLE)
    assert edit(client, TUTOR, record, "field1", "<p>New</p>").status_code == 409
    assert client(TUTOR).post(f"{API}/{record}/add/mock", json=MOCK).status_code == 409


def test_simultaneous_edits_of_a_field_conflict(client: ClientFor, make_report: MakeReport) -> None:
    record = make_report(status="saved", field1="<p>Mine</p>")
    body = {"field": "field1", "newValue": "<p>Other</p>", "oldValue": ""}
    answer = client(TUTOR).put(f"{API}/{record}", json=body)
    assert (answer.status_code, answer.json()["value"]) == (409, "<p>Mine</p>")


def test_a_predicted_grade_is_one_of_the_level(client: ClientFor, make_report: MakeReport) -> None:
    record = make_report(course_level="IB Diploma")
    assert client(TUTOR).get(f"{API}/{record}").json()["data"]["grades"] == ["7", "6", "5", "4", "3", "2", "1", "N/A"]
    statuses = {grade: edit(client, TUTOR, record, "predictedGrade", grade).status_code for grade in ("7", "N/A", "A*")}
    assert statuses == {"7": 200, "N/A": 200, "A*": 422}


@pytest.mark.parametrize("move", ["checked", "approved"])
def test_nobody_reviews_their_own_report(client: ClientFor, make_report: MakeReport, move: str) -> None:
    own = mark(client, TUTOR_OF_THE_OFFICE, make_report(status="submitted", **WHOLE), move)
    assert (own.status_code, own.json()["error"]) == (409, "You cannot approve your own work")
    handed_in = make_report(status="saved", **WHOLE, tutor_id=2)
    assert mark(client, OFFICE, handed_in, "submitted").status_code == 200
    assert mark(client, OFFICE, handed_in, move).status_code == 409
    assert mark(client, ADMIN, handed_in, move).status_code in {200, 409}


def test_families_read_only_approved_reports(client: ClientFor, database: Database, make_report: MakeReport) -> None:
    make_family(database)
    draft, approved = make_report(status="checked", **WHOLE), make_report(status="approved", **WHOLE, tutor_id=2)
    for who in (STUDENT, CLIENT, AGENT):
        assert [row["id"] for row in client(who).get("/api/v1/reports?page=1").json()["data"]] == [approved]
        assert client(who).get(f"{API}/{draft}").status_code == 404
        shown = client(who).get(f"{API}/{approved}").json()["data"]
        assert shown["field1"] and not shown.keys() & {"returnReason", "isLate", "approvedBy"}
        assert client(who).get(f"{API}/{approved}/term").status_code == 403
    assert client(OTHER_TUTOR).get(f"{API}/{draft}").status_code == 404
    assert client(OTHER_TUTOR).get(f"{API}/{draft}/term").status_code == 404


def test_a_return_is_undone_until_it_is_opened(
    client: ClientFor, database: Database, make_report: MakeReport, published: Published
) -> None:
    record = make_report(status="submitted", **WHOLE)
    mark(client, OFFICE, record, "returned", {"returnReason": REASON})
    assert mark(client, OFFICE, record, "notreturned").status_code == 200
    assert row_of(database, record)["status"] == "submitted"
    mark(client, OFFICE, record, "returned", {"returnReason": REASON})
    assert mark(client, TUTOR, record, "opened").status_code == 200
    assert mark(client, OFFICE, record, "notreturned").status_code == 409
    titles = [payload["title"] for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]
    assert titles == [
        "A report came back to you",
        "The return of a report was taken back",
        "A report came back to you",
    ]


def test_mocks_must_be_complete_with_marks_up_to_the_maximum(
    client: ClientFor, database: Database, make_report: MakeReport
) -> None:
    record = make_report(status="saved")
    path = f"{API}/{record}/add/mock"
    mock = client(TUTOR).post(path, json=MOCK).json()["data"]["id"]
    assert client(TUTOR).get(f"{API}/{record}").json()["data"]["mocks"] == [{"id": mock, "fromTrial": False, **MOCK}]
    for name in MOCK:
        assert client(TUTOR).post(path, json=MOCK | {name: None}).status_code == 422
    assert client(TUTOR).post(path, json=MOCK | {"mark": 61}).status_code == 422
    one = f"/api/v1/reportmock/{mock}"
    assert client(TUTOR).post(one, json={"field": "maxMark", "newValue": 40}).status_code == 422
    assert client(TUTOR).post(one, json={"field": "maxMark", "newValue": 50}).status_code == 200
    assert client(OTHER_TUTOR).post(one, json={"field": "mark", "newValue": 1}).status_code == 404
    assert client(TUTOR).delete(one).status_code == 200
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(report_mock)) == 0


@pytest.mark.parametrize(
    ("status", "answer"),
    [("called", 200), ("submitted", 200), ("saved", 409), ("returned", 409), ("checked", 409), ("approved", 409)],
)
def test_the_administrator_deletes_called_and_submitted_reports(
    client: ClientFor, make_report: MakeReport, status: str, answer: int
) -> None:
    record = make_report(status=status, **WHOLE)
    assert client(OFFICE).delete(f"{API}/{record}").status_code == 403
    assert client(ADMIN).delete(f"{API}/{record}").status_code == answer


def test_warnings_tell_of_copied_text_and_other_students(client: ClientFor, make_report: MakeReport) -> None:
    text = "The essay plan was clear and the argument of the second part has become more careful than it was."
    before = make_report(
        status="approved", field1=f"<p>{text}</p>", date_from=FROM.replace(month=5), date_to=TO.replace(month=7)
    )
    record = make_report(status="submitted", field1=f"<p>{text}</p>", field2="<p>Ann worked with care on this.</p>")
    warnings = client(OFFICE).get(f"{API}/{record}/warnings").json()["data"]
    assert [(one["kind"], one["field"], one["reportId"]) for one in warnings] == [
        ("copied", "field1", before),
        ("name", "field2", None),
    ]


@pytest.mark.parametrize(
    ("path", "name"), [("reports", "dateFrom"), ("reports", "dateTo"), ("report/predicted-grades", "predictedAt")]
)
def test_period_of_a_report_is_shown_in_days(client: ClientFor, path: str, name: str) -> None:
    columns = client(actor("staff", "academicOffice")).get(f"/api/v1/{path}/columns").json()["data"]["columns"]
    assert {one["name"]: one["type"] for one in columns}[name] == "date"
