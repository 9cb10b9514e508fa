from __future__ import annotations

import dataclasses
import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa
from dateutil.relativedelta import relativedelta

from kit.database import Database
from kit.policy import Actor
from people.exams.certificates.model import certificate
from people.exams.entries.model import exam_entry
from people.exams.model import exam, exam_series
from people.exams.reviews.fields import NOT_RELEASED
from people.exams.reviews.model import NO_CONSENT
from services.people.tests.builders import make_exam, make_person, make_series, person, row_of, staff
from services.people.tests.exam_entries.builders import make_candidate, make_deadline
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
ENTRIES, REVIEWS = "/api/v1/exams/entries", "/api/v1/exams/reviews"
CERTIFICATES, DECLARATIONS = "/api/v1/exams/certificates", "/api/v1/exams/declarations"


def _set(database: Database, table: sa.Table, record: int, **values: Any) -> None:
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(table).where(table.c.id == record).values(**values))


def _member(database: Database, role: str) -> Actor:
    """Return a new member of staff."""
    return dataclasses.replace(staff(role), persons={"staff": make_person(database, "staff")})


def _entry(database: Database, office: Any, series: int, **values: Any) -> tuple[int, int]:
    """Insert a made entry, and its candidate."""
    candidate = make_candidate(database)
    with database.read() as connection:
        standing = connection.scalar(sa.select(exam.c.id).where(exam.c.series_id == series))
    entry = office.post(
        ENTRIES, json={"candidateId": candidate, "examId": standing or make_exam(database, series)}
    ).json()["data"]["id"]
    assert office.post(f"{ENTRIES}/{entry}/enter").status_code == 200
    if values:
        _set(database, exam_entry, entry, **values)
    return entry, candidate


def _released(database: Database, **values: Any) -> int:
    return make_series(database, results_at=dt.datetime.now(dt.UTC) - dt.timedelta(hours=1), **values)


def test_candidate_requests_review_only_of_a_released_result(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), make_series(database)
    entry, candidate = _entry(database, office, series, result_grade="B")
    mine, other = client(person("candidate", candidate)), client(person("candidate", candidate + 500))
    body = {"entryId": entry, "service": "review", "consentedOn": "2027-08-20", "reason": "One mark from an A"}
    early = mine.post(REVIEWS, json=body)
    assert (early.status_code, early.json()["error"]) == (409, NOT_RELEASED)
    _set(database, exam_series, series, results_at=dt.datetime.now(dt.UTC))
    assert other.post(REVIEWS, json=body).status_code == 422, "the entry of somebody else"
    review = mine.post(REVIEWS, json=body).json()["data"]["id"]
    assert mine.post(REVIEWS, json=body).json()["error"] == "This service has already been requested"
    assert other.get(f"{REVIEWS}/{review}").status_code == 404
    assert mine.post(f"{REVIEWS}/{review}/send").status_code == 403
    assert [row["status"] for row in mine.get(REVIEWS).json()["data"]] == ["asked"]


def test_review_needs_consent_and_changes_the_grade(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), _released(database)
    make_deadline(database, series, "reviews", 9)
    entry, _candidate = _entry(database, office, series, result_grade="B")
    review = office.post(REVIEWS, json={"entryId": entry, "service": "priorityReview"}).json()["data"]["id"]
    assert office.get(f"{REVIEWS}/{review}").json()["data"]["dueOn"] == str(dt.date.today() + dt.timedelta(days=9))
    refused = office.post(f"{REVIEWS}/{review}/send")
    assert (refused.status_code, refused.json()["error"]) == (409, NO_CONSENT)
    assert office.put(f"{REVIEWS}/{review}", json={"field": "consentedOn", "newValue": "2027-08-20"}).status_code == 200
    assert office.post(f"{REVIEWS}/{review}/send").status_code == 200
    cleared = office.put(f"{REVIEWS}/{review}", json={"field": "consentedOn", "newValue": None})
    assert cleared.status_code in (409, 422), "what is with the board has its consent"
    assert office.post(f"{REVIEWS}/{review}/change", json={"gradeAfter": "A", "outcome": ""}).status_code == 200
    data = office.get(f"{REVIEWS}/{review}").json()["data"]
    assert (data["gradeBefore"], data["gradeAfter"], data["status"]) == ("B", "A", "changed")
    assert row_of(database, exam_entry, entry)["result_grade"] == "A"


def test_certificates_of_a_series_and_their_custody(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), _released(database)
    entry, candidate = _entry(database, office, series, result_grade="A")
    _entry(database, office, series)
    expected = f"/api/v1/system/examseries/{series}/certificates"
    assert client(staff("academicOffice")).post(expected).status_code == 403
    assert office.post(expected).json()["data"] == {"added": 1}, "one candidate has a result"
    assert office.post(expected).json()["data"] == {"added": 0}
    record = office.get(CERTIFICATES).json()["data"][0]["id"]
    assert office.post(f"{CERTIFICATES}/{record}/receive", json={"place": "Safe"}).status_code == 200
    kept = office.post(f"{CERTIFICATES}/{record}/destroy")
    assert kept.status_code == 409 and "kept until" in kept.json()["error"]
    nobody = office.post(f"{CERTIFICATES}/{record}/collect", json={"givenTo": "", "identitySeen": True})
    assert nobody.status_code == 422
    given = {"givenTo": "Ada Lovelace", "identitySeen": True}
    assert office.post(f"{CERTIFICATES}/{record}/collect", json=given).status_code == 200
    row = row_of(database, certificate, record)
    assert (row["given_to"], row["given_on"], row["keep_until"].year) == (
        "Ada Lovelace",
        dt.date.today(),
        dt.date.today().year + 1,
    )
    assert client(person("candidate", candidate)).get(CERTIFICATES).json()["total"] == 1
    assert client(person("candidate", candidate + 500)).get(CERTIFICATES).json()["total"] == 0
    assert entry


def test_certificate_is_kept_by_the_rule_of_its_receipt(database: Database, client: ClientFor) -> None:
    office, series = client(OFFICE), _released(database)
    _entry(database, office, series, result_grade="A")
    office.post(f"/api/v1/system/examseries/{series}/certificates")
    rule = {"rule": "certificateMonths", "validFrom": str(dt.date.today()), "source": "JCQ 2027"}
    assert office.post("/api/v1/exams/rules", json=rule | {"number": 24}).status_code == 201
    later = {"validFrom": str(dt.date.today() + dt.timedelta(days=1)), "number": 6}
    assert office.post("/api/v1/exams/rules", json=rule | later).status_code == 201
    record = office.get(CERTIFICATES).json()["data"][0]["id"]
    office.post(f"{CERTIFICATES}/{record}/receive", json={"place": "Safe"})
    assert row_of(database, certificate, record)["keep_until"] == dt.date.today() + relativedelta(months=24)


def test_grades_are_declared_when_two_agree_and_ranks_are_complete(database: Database, client: ClientFor) -> None:
    office, second = client(_member(database, "examsOffice")), client(_member(database, "academicOffice"))
    series = make_series(database, name="Summer 2020", type="centreAssessed")
    first, _ = _entry(database, office, series)
    other, _ = _entry(database, office, series)
    body = {"seriesId": series, "headName": "Dr Jane Ward", "agreed": True}

    def grade(entry: int, rank: int) -> None:
        for field, value in (("assessedGrade", "A"), ("rank", rank)):
            changed = office.put(f"{ENTRIES}/{entry}", json={"field": field, "newValue": value})
            assert changed.status_code == 200

    bare = office.post(DECLARATIONS, json=body)
    assert bare.json()["error"] == "2 entries have no grade or no rank."
    grade(first, 1)
    grade(other, 1)
    assert office.post(f"{ENTRIES}/{first}/agree").status_code == 409, "the first assessor is not the second"
    for entry in (first, other):
        assert second.post(f"{ENTRIES}/{entry}/agree").status_code == 200
    assert "do not run from 1 to 2" in office.post(DECLARATIONS, json=body).json()["error"]
    grade(other, 2)
    assert office.post(DECLARATIONS, json=body).json()["error"] == "1 entries wait for the second assessor."
    assert second.post(f"{ENTRIES}/{other}/agree").status_code == 200
    assert office.post(DECLARATIONS, json=body | {"agreed": False}).status_code == 422
    assert office.post(DECLARATIONS, json=body).status_code == 201
    late = office.put(f"{ENTRIES}/{first}", json={"field": "assessedGrade", "newValue": "A*"})
    assert late.status_code == 409 and "has declared" in late.json()["error"]
    assert office.put(f"{ENTRIES}/{first}", json={"field": "resultGrade", "newValue": "A"}).status_code == 200
