"""Choices of forms by name: matches of a typed word, and the names of chosen values."""

from __future__ import annotations

import pytest

from kit.database import Database
from people.choices import MOST
from people.exams.components.model import exam_component
from services.people.tests.builders import insert, make_exam, make_person, make_series, make_words, staff
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = staff("academicOffice")
STUDENTS = "/api/v1/students/names"


def _names(client: ClientFor, path: str, **query: str) -> list[str]:
    answer = client(OFFICE).get(path, params=query)
    assert answer.status_code == 200, answer.text
    return [one["label"] for one in answer.json()["data"]]


def test_typed_words_and_chosen_values_match_beyond_the_first_thousand(database: Database, client: ClientFor) -> None:
    for place in range(MOST):
        make_person(database, "student", first_name=f"Ada {place}", last_name="Adams")
    late = make_person(database, "student", first_name="Konrad", last_name="Zuse")
    assert len(_names(client, STUDENTS)) == MOST and "Zuse, Konrad" not in _names(client, STUDENTS)
    assert _names(client, STUDENTS, search="zuse") == ["Zuse, Konrad"]
    assert _names(client, STUDENTS, ids=str(late)) == ["Zuse, Konrad"]


def test_choices_hide_names_out_of_scope(database: Database, client: ClientFor) -> None:
    hidden = make_person(database, "student")
    tutor = make_person(database, "tutor")
    answer = client(actor("tutor", persons={"tutor": tutor})).get(STUDENTS, params={"ids": str(hidden)})
    assert answer.status_code == 403 or answer.json()["data"] == []


@pytest.mark.parametrize("ids", ["1,x", "-1", "1,,2", "9" * 30, ",".join("1" * 1001)])
def test_invalid_ids_are_refused(client: ClientFor, ids: str) -> None:
    answer = client(OFFICE).get(STUDENTS, params={"ids": ids})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


def test_lists_without_a_column_for_searching_find_words_of_the_label(database: Database, client: ClientFor) -> None:
    make_words(database)
    exam = make_exam(database, make_series(database))
    paper = insert(database, exam_component, {"exam_id": exam, "code": "8300/1H", "kind": "written"})
    names = "/api/v1/exams/components/names"
    assert len(_names(client, names, search="maths 8300")) == 0
    assert len(_names(client, names, search="mathem 8300/1")) == 1 == len(_names(client, names, ids=str(paper)))
    assert len(_names(client, "/api/v1/exam/names", search="gcse 8300")) == 1
