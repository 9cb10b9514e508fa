from __future__ import annotations

from kit.database import Database
from people.exams.model import exam_season
from services.people.tests.builders import insert, person, staff
from staffroom_testing.plugin import ClientFor

BRIEFING = "/api/v1/exams/briefing"


def test_briefing_lists_its_readers(database: Database, client: ClientFor) -> None:
    tutor, office = client(person("tutor", 1)), client(staff("examsOffice"))
    assert tutor.get(BRIEFING).json()["data"]["id"] is None
    values = {"title": "Summer 2020", "kind": "centreAssessed", "year": 2020, "briefing": "<p>Keep the evidence.</p>"}
    season = insert(database, exam_season, values)
    assert tutor.get(BRIEFING).json()["data"]["read"] is None
    for _ in range(2):
        answer = tutor.post(f"/api/v1/exams/seasons/{season}/read")
        assert answer.status_code == 200 and answer.json()["data"]["read"], "reading it twice changes nothing"
    assert "readers" not in answer.json()["data"]
    assert len(office.get(BRIEFING).json()["data"]["readers"]) == 1
    assert office.get(BRIEFING).json()["data"]["read"] is None
    assert client(person("candidate", 1)).get(BRIEFING).status_code == 403
    assert tutor.post("/api/v1/exams/seasons/999/read").status_code == 404
