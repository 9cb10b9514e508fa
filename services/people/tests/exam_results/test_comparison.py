"""Predicted grades come from teaching, which decides who may compare them."""

from __future__ import annotations

from typing import Any

import pytest

from kit.database import Database
from people.exams.entries import comparison
from services.people.tests.builders import make_words, staff
from staffroom_testing import peers
from staffroom_testing.plugin import ClientFor

GRADES = "/api/v1/exams/grades"


def test_predicted_grades_are_asked_of_teaching_as_the_caller(
    database: Database, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_words(database)
    asked: list[list[Any]] = []
    known = comparison.predicted

    def noted(student: int | None) -> Any:
        asked.append([dict(row) for row in known(student)])
        return []

    monkeypatch.setattr(comparison, "predicted", noted)
    with peers.answering("teaching"):
        for student in range(1, 6):
            assert client(staff("academicOffice")).get(f"{GRADES}?studentId={student}").status_code == 200
        office = [row for rows in asked for row in rows]
        assert any(row["predicted"] for row in office) and {"courseId", "mock"} <= office[0].keys()
        asked.clear()
        assert client(staff()).get(f"{GRADES}?studentId=1").status_code == 200
        assert asked == [[]], "who may not compare predicted grades does not see them here"
    with peers.answering():
        assert client(staff("academicOffice")).get(f"{GRADES}?studentId=1").status_code == 200, "teaching is away"
