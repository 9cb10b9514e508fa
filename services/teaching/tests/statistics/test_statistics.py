"""Each figure of the statistics equals the count of the rows that its filters select."""

from __future__ import annotations

import datetime as dt
import statistics
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import as_service
from services.teaching.tests.builders import START, make_copies, make_invigilation, make_slip
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor
from teaching.copies.model import course, department, event, event_person, person

OFFICE = actor("staff")
TUTOR = actor("tutor", persons={"tutor": 1})
API = "/api/v1"
FIGURES = f"{API}/slip/statistics/figures"
HOUR, WEEK = dt.timedelta(hours=1), dt.timedelta(weeks=1)


@pytest.fixture
def rows(client: ClientFor) -> Any:
    """Return the number of rows of a list with these filters."""

    def count(path: str, filters: dict[str, str]) -> int:
        answer = client(OFFICE).get(f"{API}{path}/count", params=filters)
        assert answer.status_code == 200, answer.text
        return int(answer.json()["data"]["total"])

    return count


def belong(database: Database, tutor: int, student: int) -> None:
    """Put tutor 1 and student 1 into these departments; 2 is Languages."""
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(department).values(id=2, title="Languages", organisation_id=1))
        for kind, where in (("tutor", tutor), ("student", student)):
            tx.execute(sa.update(person).where(person.c.kind == kind, person.c.id == 1).values(department_id=where))
        tx.execute(sa.insert(person).values(kind="tutor", id=2, name="Una Tutor", department_id=2))


@pytest.mark.parametrize("by", ["status", "departmentId", "tutorId", "tutorialDate.week", "tutorDepartmentId,status"])
def test_each_figure_links_to_its_number_of_slips(client: ClientFor, database: Database, rows: Any, by: str) -> None:
    make_copies(database)
    belong(database, tutor=1, student=2)
    for number, status in enumerate(("saved", "submitted", "submitted", "checked", "deleted")):
        submitted = None if status == "saved" else START + number * HOUR
        at = START + number % 2 * WEEK
        make_slip(
            database,
            status=status,
            submitted=submitted,
            tutorial_start=at,
            tutorial_end=at + HOUR,
            tutor_id=1 + number % 2,
        )
    groups = client(OFFICE).get(FIGURES, params={"by": by}).json()["data"]["groups"]
    assert sum(group["values"][0] for group in groups) == 4
    for group in groups:
        if group["filters"]:
            assert rows("/slips", group["filters"]) == group["values"][0], group


def test_times_are_the_median_and_the_90th_percentile_of_the_slips_themselves(
    client: ClientFor, database: Database
) -> None:
    make_copies(database)
    hours = [1, 2, 3, 10, 40]
    end = START + HOUR
    for late in hours:
        submitted = end + late * HOUR
        make_slip(database, status="approved", submitted=submitted, approved=submitted + 2 * late * HOUR)
    make_slip(database, status="saved")
    make_slip(
        database,
        status="submitted",
        submitted=end + 5 * HOUR,
        tutorial_start=START + 5 * WEEK,
        tutorial_end=end + 5 * WEEK,
    )
    times = client(OFFICE).get(f"{API}/slip/statistics/times", params={"tutorialDate": "2026-11-01..2026-11-30"})
    (of_all, of_month, of_department, of_both) = sorted(
        times.json()["data"], key=lambda row: (row["departmentId"] is not None, row["month"] is not None)
    )
    ninety = statistics.quantiles(hours, n=10, method="inclusive")[-1]
    for row in (of_all, of_month, of_department, of_both):
        assert (row["submitted"], row["approved"]) == (5, 5)
        assert (row["submissionMedian"], row["submissionNinety"]) == (3.0, round(ninety, 1))
        assert (row["approvalMedian"], row["approvalNinety"]) == (6.0, round(2 * ninety, 1))
    assert (of_both["department"], of_both["month"]) == ("Sciences", "2026-11")
    assert (of_all["departmentId"], of_all["month"]) == (None, None)


def test_times_of_nothing_are_none_and_an_unknown_filter_is_refused(client: ClientFor, database: Database) -> None:
    make_slip(database, status="saved")
    assert client(OFFICE).get(f"{API}/slip/statistics/times").json()["data"] == []
    assert client(OFFICE).get(f"{API}/slip/statistics/times?colour=red").status_code == 422


def test_pairs_are_the_largest_first_and_lead_to_their_slips(client: ClientFor, database: Database, rows: Any) -> None:
    make_copies(database)
    belong(database, tutor=1, student=2)
    for tutor, student, count in ((1, 1, 3), (2, 1, 1), (1, 4, 2)):
        for _ in range(count):
            make_slip(database, tutor_id=tutor, student_id=student, tutor_name=f"T{tutor}", student_name=f"S{student}")
    make_invigilation(database)
    data = client(OFFICE).get(f"{API}/slip/statistics/pairs").json()["data"]
    assert (data["allPairs"], data["allSlips"]) == (3, 6)
    assert [(pair["from"], pair["to"], pair["slips"]) for pair in data["pairs"]] == [
        ("T1", "S1", 3),
        ("T1", "S4", 2),
        ("T2", "S1", 1),
    ]
    for pair in data["pairs"]:
        assert rows("/slips", pair["filters"]) == pair["slips"]
    data = client(OFFICE).get(f"{API}/slip/statistics/pairs?by=departments").json()["data"]
    assert [(pair["from"], pair["to"], pair["slips"]) for pair in data["pairs"]] == [
        ("Sciences", "Languages", 3),
        ("Languages", "Languages", 1),
    ]
    for pair in data["pairs"]:
        assert rows("/slips", pair["filters"]) == pair["slips"]
    assert client(OFFICE).get(f"{API}/slip/statistics/pairs?by=colour").status_code == 422


@pytest.mark.parametrize(
    "path",
    [
        "/slip/statistics",
        "/slip/statistics/times",
        "/slip/statistics/pairs",
        "/slip/absences/patterns",
        "/coursehours",
        "/coursehours/tutorials",
    ],
)
def test_statistics_are_for_staff(client: ClientFor, path: str) -> None:
    assert client(TUTOR).get(API + path).status_code == 403
    assert client(OFFICE).get(API + path).status_code == 200


def absent(database: Database, at: dt.datetime, **values: Any) -> None:
    make_slip(database, tutorial_start=at, tutorial_end=at + HOUR, present="unplannedAbsence", on_time=None, **values)


@pytest.mark.parametrize(
    ("reason", "kind"),
    [
        ("He was ill", "illness"),
        ("Had a mock exam, sadly", "school"),
        ("", "none"),
        ("No reason was given", "none"),
        ("Will not say", "other"),
        ("Train was late", "travel"),
        ("Overslept", "forgot"),
        ("Wifi was down", "technical"),
    ],
)
def test_the_kind_of_a_reason_follows_from_its_words(
    client: ClientFor, database: Database, rows: Any, reason: str, kind: str
) -> None:
    absent(database, START, absence_reason=reason)
    (group,) = client(OFFICE).get(f"{API}/slip/absences/figures?by=reason").json()["data"]["groups"]
    assert group["keys"] == [kind]
    assert rows("/slip/absences", group["filters"]) == 1


def test_absences_by_weekday_are_those_of_london(client: ClientFor, database: Database, rows: Any) -> None:
    absent(database, dt.datetime(2026, 7, 5, 23, 30, tzinfo=dt.UTC))  # Monday half past midnight in London
    (group,) = client(OFFICE).get(f"{API}/slip/absences/figures?by=weekday").json()["data"]["groups"]
    assert (group["texts"], group["filters"]) == (["Monday"], {"weekday": "1"})
    assert rows("/slip/absences", group["filters"]) == 1


def test_students_in_a_pattern_lead_to_their_absences(client: ClientFor, database: Database, rows: Any) -> None:
    recent = dt.datetime.now(dt.UTC).replace(hour=10, minute=0, second=0, microsecond=0) - 20 * WEEK
    for number in range(3):
        absent(database, recent + 5 * number * WEEK, student_id=2, student_name="One Weekday")
        absent(database, recent + number * dt.timedelta(days=8), student_id=3, student_name="Four Weeks")
        # No pattern: three weekdays, five weeks apart.
        absent(database, recent + number * dt.timedelta(days=36), student_id=4, student_name="No Pattern")
        absent(database, recent - 60 * WEEK, student_id=5, student_name="Long Ago")
    data = client(OFFICE).get(f"{API}/slip/absences/patterns?page=1&sort=student").json()["data"]
    assert [(row["student"], row["sameWeekday"], row["inFourWeeks"]) for row in data] == [
        ("Four Weeks", False, True),
        ("One Weekday", True, False),
    ]
    for row in data:
        of = {"studentId": str(row["id"]), "present": "unplannedAbsence", "tutorialDate": f"{row['since']}.."}
        assert rows("/slip/absences", of) == row["absences"] == 3
        assert rows("/slip/absences", of | {"weekday": str(row["weekday"])}) == row["onWeekday"]
        assert rows("/slip/absences", of | {"isFlagged": "true"}) == row["flagged"]


def test_hours_of_a_course_are_those_of_its_tutorials(client: ClientFor, database: Database, rows: Any) -> None:
    make_copies(database)
    now = dt.datetime.now(dt.UTC)
    tutorials = [
        (now - 2 * WEEK, 1.5, "active", "tutorial"),
        (now - WEEK, 1, "cancelled", "tutorial"),
        (now + WEEK, 2, "active", "tutorial"),
        (now - WEEK, 4, "active", "meeting"),
    ]
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.update(course).where(course.c.id == 1).values(hours=3))
        for number, (starts, hours, status, kind) in enumerate(tutorials, start=1):
            about = {"title": "Physics", "starts": starts, "ends": starts + hours * HOUR, "course_id": 1}
            tx.execute(sa.insert(event).values(id=number, type=kind, status=status, **about))
            on = {"kind": "tutor", "person_id": 1, "status": "accepted", "starts": starts}
            tx.execute(sa.insert(event_person).values(id=number, event_id=number, **on))
    (row,) = client(OFFICE).get(f"{API}/coursehours?page=1").json()["data"]
    hours = {name: float(row[name]) for name in ("sold", "planned", "taught", "cancelled", "toCome", "left")}
    assert hours == {"sold": 3, "planned": 4.5, "taught": 1.5, "cancelled": 1, "toCome": 2, "left": -0.5}
    assert row["isOver"] is True
    answer = client(OFFICE).get(
        f"{API}/coursehours/tutorials/figures", params={"by": "departmentId,state", "sum": "hours"}
    )
    for group in answer.json()["data"]["groups"]:
        assert group["texts"][0] == "Sciences"
        data = client(OFFICE).get(f"{API}/coursehours/tutorials", params={"page": 1, **group["filters"]}).json()["data"]
        assert sum(float(one["hours"]) for one in data) == group["values"][1] == hours[group["keys"][1]]
        assert {one["tutor"] for one in data} == {"Tom Tutor"}
