"""Study plans are created, copied, written, moved, deleted and read."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.errors import Invalid
from kit.policy import as_service
from services.teaching.tests.studyplans.conftest import (
    AGENT,
    API,
    CLIENT,
    MONDAY,
    OFFICE,
    OTHER_STUDENT,
    OTHER_TUTOR,
    STUDENT,
    TUTOR,
    V2,
    make_plan,
    weeks_of,
)
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import academic_year, course, course_tutor
from teaching.studyplans import rules
from teaching.studyplans.model import plan, week


def read(client: ClientFor, caller: Any = TUTOR) -> Any:
    answer = client(caller).get(f"{V2}/course/1/studyplan")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]


def test_guided_flow_asks_for_a_year_then_for_a_plan(client: ClientFor, database: Database) -> None:
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).values(academic_year_id=0))
    assert read(client)["state"] == "noYear"
    refused = client(TUTOR).post(f"{V2}/course/1/studyplan", json={})
    assert (refused.status_code, refused.json()["error"]) == (422, rules.NO_YEAR)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).values(academic_year_id=8, study_plan_not_required=True))
    assert read(client)["state"] == "notRequired"
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).values(study_plan_not_required=False))
    assert read(client)["state"] == "none"
    make_plan(client)
    plan = read(client)
    assert (plan["state"], plan["plan"]["type"], plan["academicYear"]["title"]) == ("plan", 2, "This year")
    assert [one["week"] for one in plan["weeks"]] == [1, 2, 3, 4, 5, 6]
    assert all(dt.date.fromisoformat(one["start"]).weekday() == 0 for one in plan["weeks"])
    assert all(dt.date.fromisoformat(one["end"]).weekday() == 6 for one in plan["weeks"])


def test_a_course_has_one_plan_a_year(client: ClientFor) -> None:
    first = make_plan(client)
    second = client(OFFICE).post(f"{V2}/course/1/studyplan", json={})
    assert (second.status_code, second.json()["error"]) == (
        409,
        "This course already has a study plan for this academic year",
    )
    assert client(TUTOR).delete(f"{V2}/studyplan/{first}").status_code in {200, 204}
    assert read(client)["state"] == "none"
    assert client(TUTOR).post(f"{V2}/studyplan/{first}/restore", json={}).status_code == 200
    assert read(client)["plan"]["id"] == first


def test_plan_of_unknown_type_is_refused_with_the_course_id(client: ClientFor, database: Database) -> None:
    make_plan(client)
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(plan).values(type_version=7))
    for path in ("course/1/studyplan", "cws/3/studyplan"):
        answer = client(TUTOR).get(f"{V2}/{path}")
        assert (answer.status_code, answer.json()["error"]) == (409, "Unrecognised study plan type. Course ID: 1")


def test_weeks_below_30_are_in_the_next_year_and_years_have_53_weeks_or_not() -> None:
    assert rules.start_of(2026, 37) == dt.date(2026, 9, 7)
    assert rules.start_of(2026, 3) == dt.date(2027, 1, 18)
    assert rules.start_of(2026, 53) == dt.date(2026, 12, 28)
    with pytest.raises(Invalid, match="2027 has no week 53"):
        rules.start_of(2027, 53)


def test_a_week_is_added_by_its_iso_week(client: ClientFor, database: Database) -> None:
    plan_id = make_plan(client)
    second = weeks_of(database, plan_id)[1]
    body = {"studyPlanId": plan_id, "status": "planned", "week": 2, "content": "<p>Extra</p>"}
    body["ISOWeek"] = second["iso_week"]
    added = client(TUTOR).post(f"{V2}/studyplanweek", json=body | {"cwsIds": [3]})
    assert added.status_code == 201, added.text
    its = next(one for one in read(client)["weeks"] if one["id"] == added.json()["data"]["id"])
    assert (its["start"], its["content"], its["cwsIds"]) == (str(second["starts"]), "<p>Extra</p>", [3])
    for wrong in ({"ISOWeek": 54}, {"cwsIds": [99]}, {"status": "over"}):
        assert client(TUTOR).post(f"{V2}/studyplanweek", json=body | wrong).status_code == 422, wrong
    assert client(OTHER_TUTOR).post(f"{V2}/studyplanweek", json=body).status_code == 404


def test_students_and_clients_read_only_their_weeks(client: ClientFor, database: Database) -> None:
    plan_id = make_plan(client)
    mine, others, *_ = weeks_of(database, plan_id)
    for number, students in ((mine["id"], [3]), (others["id"], [4])):
        body = {"field": "cwsIds", "newValue": students}
        assert client(TUTOR).put(f"{V2}/studyplanweek/{number}", json=body).status_code == 200
    for caller in (STUDENT, CLIENT):
        plan = read(client, caller)
        shown = [one["id"] for one in plan["weeks"]]
        assert mine["id"] in shown
        assert others["id"] not in shown
        assert len(shown) == 5
        assert [one["name"] for one in plan["students"]] == ["Sam Student"]
        assert not plan["may"]["edit"]
        assert client(caller).put(
            f"{V2}/studyplanweek/{mine['id']}", json={"field": "content", "newValue": "x"}
        ).status_code in {403, 404}
        assert client(caller).get(f"{V2}/cws/4/studyplan").status_code == 404
        assert [one["id"] for one in client(caller).get(f"{V2}/cws/3/studyplan").json()["data"]["weeks"]] == shown
    assert len(read(client, OTHER_STUDENT)["weeks"]) == 5
    assert client(OTHER_TUTOR).get(f"{V2}/course/1/studyplan").status_code == 404
    assert client(AGENT).get(f"{V2}/course/1/studyplan").status_code == 403


def test_the_rest_of_a_plan_moves_by_a_week_and_back(client: ClientFor, database: Database) -> None:
    plan_id = make_plan(client)
    weeks = weeks_of(database, plan_id)
    contents = [f"<p>{place}</p>" for place in range(6)]
    body = {
        "weeks": [
            {"id": one["id"], "content": text, "version": one["version"]}
            for one, text in zip(weeks, contents, strict=True)
        ]
    }
    assert client(TUTOR).put(f"{V2}/studyplan/{plan_id}/weeks", json=body).status_code == 200
    assert client(TUTOR).put(f"{V2}/studyplan/{plan_id}/weeks", json=body).status_code == 409  # an earlier version
    closed = {"field": "status", "newValue": "closed"}
    assert client(TUTOR).put(f"{V2}/studyplanweek/{weeks[3]['id']}", json=closed).status_code == 200
    move = client(TUTOR).post(f"{V2}/studyplan/{plan_id}/move", json={"fromWeekId": weeks[1]["id"]}).json()["data"]
    now = [one["content"] for one in weeks_of(database, plan_id)]
    assert now == ["<p>0</p>", "", "<p>1</p>", "<p>3</p>", "<p>2</p>", "<p>4</p><p>5</p>"]
    assert move["joined"] == weeks[5]["id"]
    undone = client(TUTOR).put(f"{V2}/studyplan/{plan_id}/weeks", json={"weeks": move["before"]})
    assert undone.status_code == 200, undone.text
    assert [one["content"] for one in weeks_of(database, plan_id)] == contents
    last = client(TUTOR).post(f"{V2}/studyplan/{plan_id}/move", json={"fromWeekId": weeks[5]["id"]})
    assert (last.status_code, last.json()["error"]) == (409, rules.LAST)


def test_last_years_plan_is_copied_onto_this_years_weeks(client: ClientFor, database: Database) -> None:
    plan_id = make_plan(client)
    second = weeks_of(database, plan_id)[1]["id"]
    body = {"field": "content", "newValue": "<p>Waves</p>"}
    assert client(TUTOR).put(f"{V2}/studyplanweek/{second}", json=body).status_code == 200
    with database.transaction(as_service("teaching")) as tx:
        year = tx.one(sa.select(academic_year))
        assert year is not None
        tx.execute(sa.insert(academic_year).values(year | {"id": 9, "year": year["year"] + 1, "title": "Next year"}))
        tx.execute(sa.update(course).values(academic_year_id=9))
    (source,) = client(TUTOR).get(f"{V2}/course/1/studyplan/sources").json()["data"]
    assert (source["id"], source["year"], source["weeks"], source["sameCourse"]) == (plan_id, "This year", 1, True)
    with database.transaction(as_service("teaching")) as tx:  # as in plans of version 1
        tx.execute(sa.update(plan).values(type_version=1))
        tx.execute(sa.update(week).where(week.c.id == second).values(content="", details="<p>Waves</p>"))
    (source,) = client(TUTOR).get(f"{V2}/course/1/studyplan/sources").json()["data"]
    assert source["weeks"] == 1
    shown = client(TUTOR).post(f"{V2}/course/1/studyplan/preview", json={"copyFrom": plan_id}).json()["data"]
    assert client(OTHER_TUTOR).post(f"{V2}/course/1/studyplan/preview", json={"copyFrom": plan_id}).status_code == 404
    assert read(client)["plan"] is None
    copy = client(TUTOR).post(f"{V2}/course/1/studyplan", json={"copyFrom": plan_id}).json()["data"]
    assert copy["copied"] == 1
    weeks = read(client)["weeks"]
    assert [one["content"] for one in weeks] == ["", "<p>Waves</p>", "", "", "", ""]
    copied = [{name: one[name] for name in ("term", "week", "start", "end", "content")} for one in weeks]
    assert shown == {"weeks": copied, "left": []}
    assert client(OTHER_TUTOR).post(f"{V2}/course/1/studyplan", json={"copyFrom": plan_id}).status_code == 404


def test_plans_of_the_same_board_level_and_subject_are_templates_before_those_of_other_boards(
    client: ClientFor, database: Database
) -> None:
    def course_with_plan(number: int, board: str, level: str = "A-level") -> int:
        about = {"id": number, "board": board, "level": level, "subject": "Physics", "type": "indiv"}
        with database.transaction(as_service("teaching")) as tx:
            tx.execute(sa.insert(course).values(about | {"status": "active", "academic_year_id": 8}))
            tx.execute(sa.insert(course_tutor).values(course_id=number, tutor_id=3))
        plan_id: int = client(OTHER_TUTOR).post(f"{V2}/course/{number}/studyplan", json={}).json()["data"]["id"]
        body = {"field": "content", "newValue": "<p>Optics</p>"}
        first = weeks_of(database, plan_id)[0]["id"]
        assert client(OTHER_TUTOR).put(f"{V2}/studyplanweek/{first}", json=body).status_code == 200
        return plan_id

    same, other = course_with_plan(21, "AQA"), course_with_plan(22, "OCR")
    course_with_plan(23, "AQA", "GCSE")
    sources = client(OFFICE).get(f"{V2}/course/1/studyplan/sources").json()["data"]
    shown = [(one["id"], one["courseId"], one["board"], one["sameBoard"], one["sameCourse"]) for one in sources]
    assert shown == [(same, 21, "AQA", True, False), (other, 22, "OCR", False, False)]
    with database.transaction(
        as_service("teaching")
    ) as tx:  # a week that this year does not have, and one for some students
        first = weeks_of(database, same)[0]
        gone = {"term": "tt", "week": 11, "content": "<p>Stars</p>", "starts": first["starts"] + dt.timedelta(weeks=40)}
        some = {"cws_ids": [4], "content": "<p>For Sue</p>"}
        for values in (gone, some):
            tx.execute(sa.insert(week).values({k: v for k, v in first.items() if k != "id"} | values))
    preview = client(OFFICE).post(f"{V2}/course/1/studyplan/preview", json={"copyFrom": same}).json()["data"]
    assert [one["content"] for one in preview["weeks"]] == ["<p>Optics</p>", "", "", "", "", ""]
    assert preview["left"] == [{"term": "tt", "week": 11, "content": "<p>Stars</p>"}]
    # Tutors see only the plans of their own courses.
    assert client(TUTOR).get(f"{V2}/course/1/studyplan/sources").json()["data"] == []
    assert client(TUTOR).post(f"{V2}/course/1/studyplan", json={"copyFrom": same}).status_code == 404
    assert client(OFFICE).post(f"{V2}/course/1/studyplan", json={"copyFrom": same}).json()["data"]["copied"] == 1


def test_the_list_shows_which_courses_have_a_plan(client: ClientFor) -> None:
    def rows(caller: Any, query: str = "") -> list[Any]:
        answer = client(caller).get(f"{API}/studyplans{query}")
        assert answer.status_code == 200, answer.text
        return [(row["id"], row["state"], row["weeksBehind"]) for row in answer.json()["data"]]

    assert rows(TUTOR) == [(1, "none", 0)]
    make_plan(client)
    assert rows(OFFICE) == [(1, "plan", 0)]
    assert rows(OFFICE, "?state=none") == []
    assert rows(OFFICE, "?behind=true") == []
    assert rows(OFFICE, "?academicYearId=8&studentId=2") == [(1, "plan", 0)]
    assert rows(OTHER_TUTOR) == []
    assert client(STUDENT).get(f"{API}/studyplans").status_code == 403


def test_academic_year_of_today_and_of_another_id(client: ClientFor) -> None:
    for query in ("", "?academicYearId=8"):
        its = client(STUDENT).get(f"{V2}/studyplan/academicYear{query}").json()["data"]
        assert (its["id"], len(its["weeksToISO"]), its["mt"]["weeks"]) == (8, 6, 6)
    assert client(STUDENT).get(f"{V2}/studyplan/academicYear?academicYearId=77").status_code == 404
    assert str(MONDAY) in {week["start"] for week in its["weeksToISO"]}


def test_the_plan_as_pdf(client: ClientFor) -> None:
    assert client(TUTOR).get(f"{V2}/course/1/studyplan/pdf").status_code == 404
    make_plan(client)
    for caller in (TUTOR, STUDENT):
        answer = client(caller).get(f"{V2}/course/1/studyplan/pdf")
        assert (answer.status_code, answer.content[:4]) == (200, b"%PDF")
