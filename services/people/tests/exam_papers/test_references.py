from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.exams.references import asking
from people.exams.references.model import teacher_reference
from services.people.tests.builders import make_exam, make_series, person, row_of, staff
from services.people.tests.exam_entries.builders import make_candidate
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
REFERENCES = "/api/v1/exams/references"
ANSWER = {
    "signedName": "Dr Ruth Amsel",
    "grade": "A",
    "rank": "3",
    "words": "Two mocks and the coursework of the year.",
}


def _named(office: Any, database: Database, kind: str = "centreAssessed") -> Any:
    series = make_series(database, name=kind, type=kind)
    body = {"candidateId": make_candidate(database), "examId": make_exam(database, series)}
    entry = office.post("/api/v1/exams/entries", json=body).json()["data"]["id"]
    body = {"entryId": entry, "teacher": "Dr Ruth Amsel", "email": "amsel@schools.example"}
    return office.post(REFERENCES, json=body)


def _page(record: int) -> str:
    return f"/api/v1/public/examreference/{asking.LINKS.secret(record)}"


def test_teacher_answers_once_by_a_personal_link(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    record = _named(office, database).json()["data"]["id"]
    assert outside.get(_page(record)).status_code == 410, "nobody was asked yet"
    assert office.post(f"{REFERENCES}/{record}/ask").status_code == 200
    assert "Ada Lovelace, GCSE Mathematics" in outside.get(_page(record)).text
    wrong = outside.post(_page(record), data=ANSWER | {"rank": "first"})
    assert wrong.status_code == 422 and "Positive integer values only" in wrong.text
    assert outside.post(_page(record), data=ANSWER).status_code == 200
    row = row_of(database, teacher_reference, record)
    assert (row["status"], row["grade"], row["rank"]) == ("received", "A", 3)
    assert outside.post(_page(record), data=ANSWER).status_code == 410
    refused = office.put(f"{REFERENCES}/{record}", json={"field": "school", "newValue": "Another"})
    assert refused.status_code == 409


def test_link_ends_by_the_rule_after_it_was_due_and_with_the_reference(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    record = _named(office, database).json()["data"]["id"]
    office.post(f"{REFERENCES}/{record}/ask")
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(teacher_reference).values(due=sa.text("current_date - 40")))
    assert outside.get(_page(record)).status_code == 410
    today = dt.date.today().isoformat()
    rules = {"referenceLinkDays": 60, "referenceDays": 5}
    for rule, number in rules.items():
        body = {"rule": rule, "number": number, "validFrom": today, "source": "The exams office"}
        assert office.post("/api/v1/exams/rules", json=body).status_code == 201
    assert outside.get(_page(record)).status_code == 200, "the rule has more days by now"
    office.post(f"{REFERENCES}/{record}/remind")
    assert row_of(database, teacher_reference, record)["due"] == dt.date.today() + dt.timedelta(days=5)
    assert outside.get(_page(record)).status_code == 200
    office.post(f"{REFERENCES}/{record}/withdraw")
    assert outside.get(_page(record)).status_code == 410


def test_link_of_another_purpose_opens_nothing(database: Database, client: ClientFor) -> None:
    record = _named(client(OFFICE), database).json()["data"]["id"]
    forged = asking.LINKS.secret(record).replace(f"{record}-", f"{record + 1}-", 1)
    assert client(None).get(f"/api/v1/public/examreference/{forged}").status_code == 404


def test_references_are_only_for_centre_assessed_entries(database: Database, client: ClientFor) -> None:
    assert _named(client(OFFICE), database, "public").status_code == 422


def test_only_the_offices_see_the_grade(database: Database, client: ClientFor) -> None:
    office = client(OFFICE)
    record = _named(office, database).json()["data"]["id"]
    assert "grade" in office.get(f"{REFERENCES}/{record}").json()["data"]
    assert "grade" not in client(staff()).get(f"{REFERENCES}/{record}").json()["data"]
    assert client(person("candidate", 1)).get(REFERENCES).status_code == 403
