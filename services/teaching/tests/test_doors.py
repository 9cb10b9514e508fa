"""Routes other than a record's own page: PDFs, figures, searches, exports, selections, mails, previews and handwritten
calls give a stranger nothing of another person's report, plan or collection (`teaching.md 6`)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor, as_service
from services.teaching.tests.builders import make_copies, make_family
from services.teaching.tests.mailing import files
from services.teaching.tests.reports.conftest import DUE, FROM, TO, WHOLE
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.collections.model import collection
from teaching.copies.model import academic_year, course, course_student, course_tutor
from teaching.reports.model import report
from teaching.studyplans.model import plan, week

__all__ = ["files"]

API, V2 = "/api/v1", "/api/v2"
SECRET = "Ignatius Unseen"
STRANGERS = {
    **{f"other {kind}": actor(kind, persons={kind: 9}) for kind in ("tutor", "student", "client", "agent")},
    "student before approval": actor("student", persons={"student": 1}),
    "client before approval": actor("client", persons={"client": 1}),
}
Run = Callable[[], list[dict[str, Any]]]
pytestmark = pytest.mark.usefixtures("files")


@pytest.fixture
def records(database: Database) -> dict[str, int]:
    """Insert a report, a collection and a plan of student 1 with tutor 1, which strangers cannot see."""
    make_copies(database)
    make_family(database)
    about = {
        "cws_id": 3,
        "course_id": 1,
        "student_id": 1,
        "organisation_id": 1,
        "department_id": 1,
        "student_name": SECRET,
        "course_title": "AQA A-level Physics",
    }
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).where(course.c.id == 1).values(academic_year_id=8))
        tx.execute(sa.insert(course_tutor).values(course_id=1, tutor_id=1))
        tx.execute(sa.insert(course_student).values(id=3, course_id=1, student_id=1, status="active"))
        tx.execute(sa.update(academic_year).values(weeks_to_iso=[]))
        days = {"date_from": FROM, "date_to": TO, "deadline": DUE}
        own = {"tutor_id": 1, "tutor_name": "Tom Tutor", "course_level": "A-level", "status": "submitted"}
        records = {"report": tx.insert(report, {**about, **own, **days, **WHOLE, "submitted": DUE})}
        shared = {"academic_year_id": 8, "term": "mt", "date": dt.date(2026, 11, 20), "status": "submitted"}
        records["collection"] = tx.insert(collection, {**about, **shared, "submitted": DUE})
        records["plan"] = tx.insert(plan, {"course_id": 1, "academic_year_id": 8, "type_version": 2})
        place = {"term": "mt", "week": 1, "iso_week": 41, "starts": dt.date(2026, 10, 5), "ends": dt.date(2026, 10, 11)}
        records["week"] = tx.insert(week, {**place, "study_plan_id": records["plan"], "content": SECRET})
    return records


def doors(records: dict[str, int]) -> list[tuple[str, str, Any]]:
    """Return calls that name a record, each with a body that its owner could send."""
    r, c, p, w = (records[name] for name in ("report", "collection", "plan", "week"))
    field = {"field": "status", "newValue": "approved"}
    kinds, ways = (f"report/{r}", f"collectionreport/{c}"), ("", "/again", "/retry")
    mails: list[tuple[str, str, Any]] = [("POST", f"{API}/{kind}/mail{way}", {}) for kind in kinds for way in ways]
    return [
        *mails,
        ("GET", f"{API}/report/{r}", None),
        ("GET", f"{API}/report/{r}/pdf", None),
        ("GET", f"{API}/report/{r}/term", None),
        ("GET", f"{API}/report/{r}/warnings", None),
        ("GET", f"{API}/report/{r}/history?field=status", None),
        ("POST", f"{API}/report/{r}/edit", field),
        ("POST", f"{API}/report/{r}/mark/approved", {}),
        ("DELETE", f"{API}/report/{r}", None),
        (
            "POST",
            f"{API}/report/{r}/add/mock",
            {"month": "March", "mark": 1, "maxMark": 2, "grade": "A", "comment": "A paper"},
        ),
        ("POST", f"{API}/report/remind", {"ids": [r]}),
        ("POST", f"{API}/report/remind/late", {}),
        ("POST", f"{API}/report/call/undo", {"ids": [r]}),
        ("GET", f"{API}/collectionreport/{c}", None),
        ("GET", f"{API}/collectionreport/{c}/pdf", None),
        ("GET", f"{API}/collectionreport/{c}/term", None),
        ("POST", f"{API}/collectionreport/{c}/approve", {}),
        ("PUT", f"{API}/collectionreport/{c}", {"field": "cat1", "newValue": "<p>Mine</p>"}),
        ("DELETE", f"{API}/collectionreport/{c}", None),
        ("POST", f"{V2}/course/1/studyplan", {"copyFrom": p}),
        ("GET", f"{V2}/course/1/studyplan/sources", None),
        ("POST", f"{V2}/course/1/studyplan/preview", {"copyFrom": p}),
        ("DELETE", f"{V2}/studyplan/{p}", None),
        ("POST", f"{V2}/studyplan/{p}/restore", {}),
        ("POST", f"{V2}/studyplan/{p}/move", {"fromWeekId": w}),
        ("PUT", f"{V2}/studyplan/{p}/weeks", {"weeks": [{"id": w, "content": "", "version": 1}]}),
        ("PUT", f"{V2}/studyplanweek/{w}", {"field": "content", "newValue": ""}),
        ("POST", f"{V2}/studyplanweekwithstudent", {"weekId": w, "cwsId": 3, "ot": "onTrack"}),
        ("POST", f"{API}/course/1/examoptions", {"syllabusDetails": [{"cwsId": 3, "syllabus": "X"}]}),
    ]


@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS)
def test_calls_that_name_a_record_refuse_a_stranger(
    client: ClientFor, database: Database, records: dict[str, int], stranger: Actor
) -> None:
    before = [database.all(sa.select(table)) for table in (report, collection, plan, week)]
    for method, path, body in doors(records):
        answer = client(stranger).request(method, path, json=body)
        assert answer.status_code in {403, 404}, (method, path, answer.status_code, answer.text)
        assert SECRET not in answer.text, (method, path)
    assert [database.all(sa.select(table)) for table in (report, collection, plan, week)] == before


def test_reading_plans_of_others_is_refused(client: ClientFor, records: dict[str, int]) -> None:
    """Students and clients read only the plans of their own courses, tutors those that they teach."""
    for name in ("other tutor", "other student", "other client", "other agent"):
        for path in ("course/1/studyplan", "course/1/studyplan/pdf", "cws/3/studyplan"):
            answer = client(STRANGERS[name]).get(f"{V2}/{path}")
            assert answer.status_code in {403, 404}, (name, path, answer.text)


@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("kind", ["report", "collection"])
def test_selections_of_a_list_leave_out_what_a_stranger_does_not_see(
    client: ClientFor, database: Database, records: dict[str, int], run_jobs: Run, stranger: Actor, kind: str
) -> None:
    path, record = f"{API}/{kind}reports" if kind == "collection" else f"{API}/reports", records[kind]
    caller = client(stranger)
    for query in ("page=1", "search=Ignatius&page=1", "cwsId=3&page=1", "studentId=1&page=1", "courseId=1&page=1"):
        answer = caller.get(f"{path}?{query}")
        assert answer.status_code in {200, 403}, answer.text
        assert SECRET not in answer.text and (answer.status_code == 403 or answer.json()["data"] == []), query
    assert caller.get(f"{path}/count").json().get("data", {"total": 0})["total"] == 0
    for by in ("status", "studentId", "courseId"):
        answer = caller.get(f"{path}/figures?by={by}")
        assert answer.status_code == 403 or answer.json()["data"]["groups"] == [], answer.text
    calls = [
        ("export", {"format": "xlsx", "ids": [record]}),
        ("print/summary", {"ids": [record]}),
        ("print", {"format": "pdf", "ids": [record]}),
        ("moves", {"move": "approve", "ids": [record]}),
    ]
    for name, body in calls:
        answer = caller.post(f"{path}/{name}", json=body)
        assert answer.status_code < 500 and SECRET not in answer.text, (name, answer.text)
    for job in run_jobs():
        assert SECRET not in str(job["result"]), job
    table = report if kind == "report" else collection
    assert database.all(sa.select(table.c.status)) == [{"status": "submitted"}]


def test_owners_reach_their_records(client: ClientFor, records: dict[str, int]) -> None:
    """The control: the tutor and the office reach what strangers are refused."""
    tutor, office = (
        client(actor(*roles, persons=persons))
        for roles, persons in ((("tutor",), {"tutor": 1}), (("staff", "academicOffice"), {"staff": 4}))
    )
    for caller in (tutor, office):
        assert SECRET in caller.get(f"{API}/report/{records['report']}").text
        assert SECRET in caller.get(f"{API}/reports?search=Ignatius&page=1").text
        assert SECRET in caller.get(f"{V2}/course/1/studyplan").text
    assert SECRET in office.get(f"{API}/collectionreport/{records['collection']}").text
    assert office.get(f"{API}/reports/figures?by=status").json()["data"]["groups"]
