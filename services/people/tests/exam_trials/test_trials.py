from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.actors import Actor
from kit.database import Database
from kit.values.days import LONDON, today
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.marking.model import trial_mark
from people.exams.marking.publishing import follow
from people.exams.model import exam_series
from people.exams.trialpapers.model import trial_paper
from services.people.tests.builders import (
    attend,
    insert,
    make_child,
    make_course,
    make_exam,
    make_person,
    make_series,
    person,
    row_of,
    staff,
    teach,
)
from services.people.tests.exam_entries.builders import make_candidate
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFICE = staff("examsOffice")
ENTRIES, MARKS = "/api/v1/exams/entries", "/api/v1/trialexams/marking"
PAPERS, RESULTS = "/api/v1/trialexams/papers", "/api/v1/trialexams/results"
EVENT = "people.trial_result.released"
MARK = {"mark": 61, "maxMark": 80, "grade": "A", "comment": "Clear working"}


class Trial:
    """A trial exam of one candidate, who is a student with a parent and a tutor."""

    def __init__(self, database: Database, client: ClientFor) -> None:
        self.database, self.client, self.office = database, client, client(OFFICE)
        self.student, self.parent, self.tutor = (make_person(database, kind) for kind in ("student", "client", "tutor"))
        make_child(database, self.parent, self.student)
        self.course = make_course(database)
        attend(database, self.course, self.student)
        teach(database, self.course, self.tutor)
        self.candidate = make_candidate(database, student_id=self.student)
        self.series = make_series(database, name="Trials", type="trial")
        self.exam = make_exam(database, self.series, level="GCSE", subject="Mathematics")
        self.component = insert(
            database, exam_component, {"exam_id": self.exam, "code": "1", "sitting_date": dt.date(2027, 1, 12)}
        )
        body = {"candidateId": self.candidate, "examId": self.exam}
        self.entry = self.office.post(ENTRIES, json=body).json()["data"]["id"]
        self.marker = client(person("tutor", self.tutor))

    @property
    def mark(self) -> int:
        with self.database.read() as connection:
            record = connection.scalar(sa.select(trial_mark.c.id).where(trial_mark.c.entry_id == self.entry))
        assert record is not None
        return int(record)

    def write(self, **values: Any) -> None:
        for field, value in values.items():
            answer = self.marker.put(f"{MARKS}/{self.mark}", json={"field": field, "newValue": value})
            assert answer.status_code == 200, answer.text

    def finish(self, **values: Any) -> None:
        self.write(**(MARK | values))
        assert self.marker.post(f"{MARKS}/{self.mark}/mark").status_code == 200

    def release(self) -> Any:
        return self.office.post(f"/api/v1/trialexams/series/{self.series}/release")

    def results(self, actor: Actor) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.client(actor).get(RESULTS).json()["data"]
        return rows


@pytest.fixture
def trial(database: Database, client: ClientFor) -> Trial:
    return Trial(database, client)


def _events(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == EVENT]


def test_entry_is_marked_by_the_candidates_tutor_of_the_subject(trial: Trial, database: Database) -> None:
    assert row_of(database, trial_mark, trial.mark)["marker_id"] == trial.tutor
    [row] = trial.marker.get(MARKS).json()["data"]
    assert (row["candidate"], row["status"], "markerId" in row) == ("Ada Lovelace", "waiting", False)
    other = trial.client(person("tutor", make_person(database, "tutor")))
    assert other.get(MARKS).json()["total"] == 0
    assert other.get(f"{MARKS}/{trial.mark}").status_code == 404
    assert other.put(f"{MARKS}/{trial.mark}", json={"field": "mark", "newValue": 1}).status_code == 404
    assert other.post(f"{MARKS}/{trial.mark}/mark").status_code == 404
    assert trial.client(person("candidate", trial.candidate)).get(MARKS).status_code in (403, 404)
    mine = {"field": "markerId", "newValue": trial.tutor}
    assert trial.marker.put(f"{MARKS}/{trial.mark}", json=mine).status_code == 403, "the office assigns"


def test_whole_course_is_entered_with_its_markers(trial: Trial, database: Database) -> None:
    student = make_person(database, "student")
    attend(database, trial.course, student)
    make_candidate(database, student_id=student)
    entered = trial.office.post(f"/api/v1/exam/{trial.exam}/entercourse", json={"courseId": trial.course})
    assert entered.json()["data"]["entered"] == 1
    with database.read() as connection:
        markers = set(connection.scalars(sa.select(trial_mark.c.marker_id)))
        assert connection.scalar(sa.select(sa.func.count()).select_from(trial_mark)) == 2
    assert markers == {trial.tutor}


def test_office_assigns_a_marker_who_does_not_teach_the_candidate(trial: Trial, database: Database) -> None:
    other = make_person(database, "tutor")
    body = {"field": "markerId", "newValue": other}
    assert trial.office.put(f"{MARKS}/{trial.mark}", json=body).status_code == 200
    assert trial.client(person("tutor", other)).get(f"{MARKS}/{trial.mark}").status_code == 200
    assert trial.marker.get(f"{MARKS}/{trial.mark}").status_code == 404


def test_mark_must_be_complete_and_may_be_returned_by_the_office(trial: Trial, database: Database) -> None:
    bare = trial.marker.post(f"{MARKS}/{trial.mark}/mark")
    assert (bare.status_code, bare.json()["fields"]) == (422, {"mark": "Please enter the mark"})
    trial.write(maxMark=80)
    trial.write(mark=0, grade="U")
    silent = trial.marker.post(f"{MARKS}/{trial.mark}/mark")
    assert silent.json()["fields"] == {"comment": "Please enter a comment"}, "no mark is a mark"
    above = trial.marker.put(f"{MARKS}/{trial.mark}", json={"field": "mark", "newValue": 81})
    assert (above.status_code, above.json()["error"]) == (422, "Please enter a mark that is not above the maximum")
    trial.finish()
    assert row_of(database, exam_entry, trial.entry)["result_grade"] == "A"
    assert row_of(database, trial_mark, trial.mark)["marked_on"] == today()
    late = trial.marker.put(f"{MARKS}/{trial.mark}", json={"field": "mark", "newValue": 60})
    assert (late.status_code, late.json()["error"][:20]) == (409, "This exam is marked.")
    body = {"returnReason": "Please add up question 4 again"}
    assert trial.marker.post(f"{MARKS}/{trial.mark}/return", json=body).status_code == 403
    assert trial.office.post(f"{MARKS}/{trial.mark}/return", json=body).status_code == 200
    assert row_of(database, exam_entry, trial.entry)["result_grade"] == "", "nobody reads a grade that is questioned"
    assert trial.marker.get(f"{MARKS}/{trial.mark}").json()["data"]["returnReason"] == body["returnReason"]
    trial.finish(mark=58, grade="B")
    assert row_of(database, exam_entry, trial.entry)["result_grade"] == "B"


def test_marks_of_the_question_papers_are_the_maximum(trial: Trial) -> None:
    for title, kind, marks in (("1", "question", 50), ("2", "question", 30), ("1", "scheme", 7)):
        body = {"componentId": trial.component, "kind": kind, "title": title, "maxMark": marks}
        assert trial.office.post(PAPERS, json=body).status_code == 201
    assert trial.marker.get(f"{MARKS}/{trial.mark}").json()["data"]["maxMark"] == 80
    trial.write(maxMark=90, mark=85)
    body = {"componentId": trial.component, "kind": "question", "title": "3", "maxMark": 20}
    assert trial.office.post(PAPERS, json=body).status_code == 201
    assert trial.marker.get(f"{MARKS}/{trial.mark}").json()["data"]["maxMark"] == 90, "the marker has begun"
    student = make_person(trial.database, "student")
    second = make_candidate(trial.database, student_id=student)
    entry = trial.office.post(ENTRIES, json={"candidateId": second, "examId": trial.exam}).json()["data"]["id"]
    rows = trial.office.get(f"{MARKS}?entryId={entry}").json()["data"]
    assert [row["maxMark"] for row in rows] == [100]


def test_question_paper_is_for_office_and_marker_until_its_release(trial: Trial, database: Database) -> None:
    papers = {
        kind: trial.office.post(PAPERS, json={"componentId": trial.component, "kind": kind, "title": "Paper 1"}).json()[
            "data"
        ]["id"]
        for kind in ("question", "scheme")
    }
    candidates = (person("candidate", trial.candidate), person("student", trial.student))
    other = person("candidate", make_candidate(database))
    readers = (OFFICE, person("tutor", trial.tutor), *candidates, staff("accounting"), other)

    def seen() -> list[set[str]]:
        return [
            {kind for kind, one in papers.items() if trial.client(who).get(f"{PAPERS}/{one}").status_code == 200}
            for who in readers
        ]

    both, question, nothing = {"question", "scheme"}, {"question"}, set[str]()
    assert trial.marker.get(PAPERS, params={"markId": trial.mark, "page": 1}).json()["total"] == 2
    assert seen() == [both, both, nothing, nothing, nothing, nothing]
    ahead = (dt.datetime.now(dt.UTC) + dt.timedelta(minutes=5)).isoformat()
    body = {"field": "releasedFrom", "newValue": ahead}
    assert trial.office.put(f"{PAPERS}/{papers['question']}", json=body).status_code == 200
    assert seen() == [both, both, nothing, nothing, nothing, nothing]
    with database.transaction(OFFICE) as tx:
        past = {"released_from": dt.datetime.now(dt.UTC) - dt.timedelta(minutes=5)}
        tx.execute(sa.update(trial_paper).where(trial_paper.c.id == papers["question"]).values(past))
    assert seen() == [both, both, question, question, question, nothing]
    assert trial.client(candidates[0]).get(PAPERS).json()["total"] == 1
    scheme = trial.office.put(f"{PAPERS}/{papers['scheme']}", json=body)
    assert (scheme.status_code, "no release time" in scheme.json()["error"]) == (422, True)
    assert trial.office.post(f"{ENTRIES}/{trial.entry}/withdraw", json={"reason": "Ill"}).status_code == 200
    assert trial.client(candidates[0]).get(PAPERS).json()["total"] == 0


def test_papers_belong_only_to_trial_exams(trial: Trial, database: Database) -> None:
    public = make_exam(database, make_series(database, name="Summer"), level="GCSE", subject="Mathematics")
    component = insert(database, exam_component, {"exam_id": public, "code": "1"})
    refused = trial.office.post(PAPERS, json={"componentId": component, "kind": "question", "title": "Paper 1"})
    assert (refused.status_code, refused.json()["fields"].keys()) == (422, {"componentId"})


def test_released_result_is_visible_and_published_once(trial: Trial, published: Published) -> None:
    readers = [person("candidate", trial.candidate), person("student", trial.student), person("client", trial.parent)]
    none_marked = trial.release()
    assert none_marked.status_code == 409
    trial.finish()
    assert [trial.results(one) for one in (*readers, OFFICE)] == [[]] * 4
    assert (
        trial.client(staff("accounting")).post(f"/api/v1/trialexams/series/{trial.series}/release").status_code == 403
    )
    assert _events(published) == []
    assert trial.release().json()["data"] == {"released": 1, "waiting": 0}
    for reader in readers:
        [row] = trial.results(reader)
        assert (row["month"], row["mark"], row["maxMark"], row["result"]) == ("January", 61, 80, "A")
        assert (row["exam"], row["comment"]) == ("GCSE Mathematics", "Clear working")
    assert trial.results(person("candidate", trial.candidate + 500)) == []
    [result] = _events(published)
    assert result == {
        "id": trial.entry,
        "studentId": trial.student,
        "level": "GCSE",
        "subject": "Mathematics",
        "exam": "GCSE Mathematics",
        "series": "Trials",
        "month": "January",
        "mark": 61,
        "maxMark": 80,
        "grade": "A",
        "comment": "Clear working",
        "releasedOn": dt.datetime.now(LONDON).date().isoformat(),
        "withdrawn": False,
    }
    trial.release()
    assert _events(published) == [], "released again: nothing changed"


def test_changed_or_withdrawn_result_is_published_again(trial: Trial, published: Published) -> None:
    trial.finish()
    trial.release()
    published()
    grade = {"field": "resultGrade", "newValue": "A*"}
    assert trial.office.put(f"{ENTRIES}/{trial.entry}", json=grade).status_code == 200
    assert [(one["grade"], one["withdrawn"]) for one in _events(published)] == [("A*", False)]
    trial.office.post(f"{MARKS}/{trial.mark}/return", json={"returnReason": "Please add up question 4 again"})
    assert [(one["id"], one["withdrawn"]) for one in _events(published)] == [(trial.entry, True)]
    trial.finish(mark=58)
    assert [(one["mark"], one["withdrawn"]) for one in _events(published)] == [(58, False)]
    assert trial.office.post(f"{ENTRIES}/{trial.entry}/withdraw", json={"reason": "Ill"}).status_code == 200
    assert [one["withdrawn"] for one in _events(published)] == [True]


def test_results_are_published_at_the_release_time_of_the_series(
    trial: Trial, database: Database, published: Published
) -> None:
    trial.finish()
    soon = dt.datetime.now(dt.UTC) + dt.timedelta(hours=1)
    body = {"field": "resultsAt", "newValue": soon.isoformat()}
    assert trial.office.put(f"/api/v1/system/examseries/{trial.series}", json=body).status_code == 200
    follow(database)
    assert _events(published) == []
    with database.transaction(OFFICE) as tx:
        past = soon - dt.timedelta(hours=2)
        tx.execute(sa.update(exam_series).where(exam_series.c.id == trial.series).values(results_at=past))
    follow(database)
    assert [one["mark"] for one in _events(published)] == [61]
    follow(database)
    assert _events(published) == []
    assert trial.office.put(f"/api/v1/system/examseries/{trial.series}", json=body).status_code == 200
    assert [one["withdrawn"] for one in _events(published)] == [True], "the moment is ahead again"


def test_only_trial_series_are_released(database: Database, client: ClientFor) -> None:
    series = make_series(database)
    refused = client(OFFICE).post(f"/api/v1/trialexams/series/{series}/release")
    assert (refused.status_code, refused.json()["error"]) == (409, "Only the results of trial exams are released here")
