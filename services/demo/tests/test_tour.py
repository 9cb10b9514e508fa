"""The demo data of the teaching week: each account has something to try at once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from services.demo import calendar, slips, world
from services.demo.calendar import Calendar, OnEvent, people_on
from services.demo.homework import homework

TYPES = {"indiv", "shared", "paired", "group", "workshop", "seminar"}
SLIP_STATUSES = {"saved", "returned", "submitted", "checked", "approved"}
HOMEWORK_STATUSES = {"saved", "set", "submitted", "marked", "postponed", "writeOff"}


@dataclass(frozen=True)
class Tour:
    """The demo data of one day."""

    today: dt.date
    world: world.World
    slips: list[dict[str, Any]]
    on_events: list[OnEvent]

    def of(self, username: str) -> tuple[str, int]:
        """Return the kind and id of the person of an account."""
        person = self.world.by_username[username]
        return person.kind, person.id

    def events_of(self, username: str, *more: tuple[str, int]) -> list[OnEvent]:
        persons = {self.of(username), *more}
        return [one for one in self.on_events if (one.kind, one.person_id) in persons]

    def past_without_slip(self, username: str) -> list[OnEvent]:
        """Return past tutorials and sessions of the account without a slip, by person."""
        written = {row["ewp_id"] for row in self.slips}
        kind, number = self.of(username)
        taught = {one.event.id for one in self.events_of(username) if not one.event.cancel_reason}
        return [
            one
            for one in self.on_events
            if one.event.id in taught
            and one.event.ends.date() < self.today
            and one.id not in written
            and (one.kind == "student" or (kind == one.kind == "invigilator" and one.person_id == number))
        ]


@pytest.fixture(scope="module", params=range(7))
def tour(request: pytest.FixtureRequest) -> Iterator[Tour]:
    """The data of seven days: the weekday changes the random sequence, and moves the weeks."""
    today = world.TODAY + dt.timedelta(days=request.param)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(slips, "TODAY", today)
        patched.setattr(calendar, "_MONDAY", today - dt.timedelta(days=today.weekday()))
        demo_world = world.build()
        on_events = list(people_on(Calendar(demo_world).events()))
        yield Tour(today, demo_world, list(slips.slips(demo_world)), on_events)


def test_tutors_have_active_courses_of_each_type(tour: Tour) -> None:
    def types(username: str) -> set[str]:
        number = tour.world.by_username[username].id
        mine = [course for course in tour.world.courses if number in course.tutors and course.status == "active"]
        students = [[tour.world.people["student"][one - 1] for one in course.students] for course in mine]
        assert all(any(one.status == "active" for one in those) for those in students), "one who can sign in"
        return {course.type for course in mine}

    assert types("tutor") >= TYPES
    assert "indiv" in types("pt")
    assert any(one.event.type == "pTutorial" for one in tour.events_of("pt"))


@pytest.mark.parametrize("username", ["tutor", "pt"])
def test_tutors_have_slips_in_every_status_and_tutorials_without_slips(tour: Tour, username: str) -> None:
    number = tour.world.by_username[username].id
    assert {row["status"] for row in tour.slips if row["tutor_id"] == number} == SLIP_STATUSES
    unwritten = tour.past_without_slip(username)
    assert any(one.event.ends.date() < tour.today - dt.timedelta(days=1) for one in unwritten), "one that is late"


def test_the_invigilator_has_sessions_with_and_without_a_slip(tour: Tour) -> None:
    sessions = {one.id for one in tour.events_of("invigilator")}
    assert sessions & {row["ewp_id"] for row in tour.slips}
    assert tour.past_without_slip("invigilator")


def test_the_student_has_homework_in_every_status_and_slips_to_read(tour: Tour) -> None:
    _, given = homework(tour.world)
    _, number = tour.of("student")
    assert {one["status"] for one in given if one["student_id"] == number} == HOMEWORK_STATUSES
    approved = [row for row in tour.slips if (row["student_id"], row["status"]) == (number, "approved")]
    assert {row["student_read"] for row in approved} == {False, True}


def test_two_slips_have_the_older_form(tour: Tour) -> None:
    assert {row["status"] for row in tour.slips if row["form_version"] == 2} == {"approved", "returned"}


def test_some_slips_are_late_and_some_absences_handled(tour: Tour) -> None:
    assert any(row["submitted"] and row["submitted"] > row["due"] for row in tour.slips)
    absences = [row for row in tour.slips if row["present"] in {"plannedAbsence", "unplannedAbsence"}]
    assert {bool(row["absence_action_taken"]) for row in absences} == {False, True}
    assert {bool(row["absence_intervention"]) for row in absences} == {False, True}


def test_every_account_has_events_next_week(tour: Tour) -> None:
    monday = tour.today + dt.timedelta(days=7 - tour.today.weekday())
    children = [("student", one.id) for one in tour.world.people["student"] if world.payer_of(one.id) == 1]
    for account in (*world.ACCOUNTS, *world.LATER_ACCOUNTS):
        theirs = tour.events_of(account.username, *(children if account.username == "client" else ()))
        week = [one for one in theirs if monday <= one.event.starts.date() < monday + dt.timedelta(days=7)]
        assert week, f"{account.username} has nothing in the week of {monday}"
