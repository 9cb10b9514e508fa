"""Applications for tests."""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.http import pages
from kit.policy import Actor
from kit.values.days import today
from people.applications.model import application, application_interview, application_reference, application_scorecard
from people.applications.rules import REQUIRED_CHECKS
from people.checks.model import person_check
from services.people.tests.builders import insert, make_person
from staffroom_testing import actor

OFFICE = actor("staff", "academicOffice", persons={"staff": 901})
ADMIN = actor("staff", "sysAdmin", persons={"staff": 902})
COMPLIANCE = actor("staff", "affiliateCompliance", persons={"staff": 903})
TECH = actor("staff", "techSupport", persons={"staff": 904})
PATH = "/api/v1/applications/tutors"
WORDS = "Explains with patience and prepares well"
SCORES = {
    "knowledge": 4,
    "explaining": 5,
    "rapport": 4,
    "reliability": 3,
    "safeguarding": 5,
    "advice": "hire",
    "words": WORDS,
}


def clock(seconds: int = 10) -> str:
    """Return the clock of a page that was shown the given number of seconds ago."""
    return pages._SHOWN.secret(int(time.time()) - seconds)


def form(**more: Any) -> dict[str, Any]:
    """Return the form as an applicant fills it in."""
    return {
        "firstName": "Nadia",
        "lastName": "Okonkwo",
        "email": "nadia@example.org",
        "phone": "+44 7700 900123",
        "departmentId": "1",
        "livedOverseas": "no",
        "subject1": "Mathematics",
        "level1": "A-level",
        "subject2": "Physics",
        "level2": "GCSE",
        "degree1": "BSc Mathematics",
        "institution1": "Leeds",
        "experience": "Three years of small groups and a year at a school",
        "teachesOnline": "yes",
        "hoursPerWeek": "7.5",
        "availableFrom": "2030-01-07",
        "fromMonday": "16:00",
        "toMonday": "20:00",
        "referee1": "Ruth Amsel",
        "refereeEmail1": "ruth@schools.example",
        "refereePosition1": "Head of department",
        "referee2": "Owen Tate",
        "refereeEmail2": "owen@schools.example",
        "consent": "yes",
        "begun": clock(),
    } | more


def answer(**more: Any) -> dict[str, str]:
    """Return the answers of a referee."""
    return {
        "signedName": "Ruth Amsel",
        "knownFor": "Colleague for three years",
        "rating": "strong",
        "concern": "no",
        "words": "A careful teacher whom pupils trust; always prepared, always punctual.",
        "begun": clock(),
    } | more


def make_application(database: Database, **values: Any) -> int:
    """Insert Nadia Okonkwo's application in the stage received."""
    given = {"first_name": "Nadia", "last_name": "Okonkwo", "email": "nadia@example.org", "status": "received"}
    return insert(database, application, given | values)


def make_reference(database: Database, record: int, **values: Any) -> int:
    given = {"application_id": record, "name": "Ruth Amsel", "email": "ruth@schools.example", "status": "received"}
    return insert(database, application_reference, given | values)


def make_checks(database: Database, record: int, *types: str) -> None:
    """Insert valid checks of an applicant, by default all required ones."""
    for one in types or REQUIRED_CHECKS:
        insert(
            database,
            person_check,
            {
                "person_type": "application",
                "person_id": record,
                "type": one,
                "outcome": "clear",
                "date": today(),
            },
        )


def make_panel(database: Database, record: int, *interviewers: Actor) -> dict[int, int]:
    """Create an interview with these interviewers; return the ids of their scorecards by member of staff."""
    ids = [one.persons["staff"] for one in interviewers]
    for one in ids:
        make_person(database, "staff", id=one, first_name="Staff", last_name=str(one))
    values = {"application_id": record, "at": sa.func.now(), "interviewer_ids": ids, "interviewers": "Both"}
    interview = insert(database, application_interview, values)
    return {
        one: insert(
            database,
            application_scorecard,
            {
                "interview_id": interview,
                "application_id": record,
                "staff_id": one,
                "staff_name": f"Staff {one}",
            },
        )
        for one in ids
    }
