"""Tables of tutor applications: at least one in every stage, one without a reference before its offer, one whose right
to work expires soon, one with a complete offer, and one interview with a scorecard to come."""

from __future__ import annotations

import datetime as dt
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from people.applications.rules import ENDED, REQUIRED_CHECKS
from services.demo.tables import Record, write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM application)"
_SUBJECTS = ("Mathematics", "Physics", "Chemistry", "Biology", "English Literature", "History")
_PEOPLE = (
    ("Nadia", "Okonkwo", "received"),
    ("Piotr", "Zieliński", "received"),
    ("Hamish", "Drummond", "screened"),
    ("Mei", "Tanaka", "interview"),
    ("Carys", "Llewellyn", "interview"),
    ("Yusuf", "Demir", "trialLesson"),
    ("Beatrice", "Fairbairn", "references"),
    ("Rohan", "Mistry", "references"),
    ("Ingrid", "Solberg", "checks"),
    ("Oluwaseun", "Adeyemi", "checks"),
    ("Clara", "Whitcombe", "offer"),
    ("Tomás", "Ferreira", "offer"),
    ("Edith", "Marlowe", "accepted"),
    ("Gareth", "Pugh", "declined"),
    ("Sofia", "Lindqvist", "declined"),
    ("Arjun", "Nambiar", "withdrawn"),
)
MISSING_REFERENCE, EXPIRING, READY, INTERVIEWED = 12, 10, 11, 4
"""Ids: an offer with one reference; a right to work that expires; an offer that can be accepted; an interview."""
_WEEK = [{"day": day, "start": "16:00", "end": "20:00"} for day in ("Monday", "Wednesday", "Thursday")]
_WORDS = "Prepares well, explains patiently, and the pupils ask for more. Punctual, and careful with safeguarding."


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the tables."""
    with connection.cursor() as cursor:
        known = {row[0] for row in cursor.execute("SELECT title FROM subject").fetchall()}
        subjects = [one for one in _SUBJECTS if one in known] or sorted(known)
        tutor = max(one.id for one in world.people["tutor"] if one.status == "active")
        write(cursor, "application", [_application(n, *one, tutor) for n, one in enumerate(_PEOPLE, start=1)])
        write(
            cursor,
            "application_subject",
            [
                {
                    "id": n * 2 + place,
                    "application_id": n,
                    "subject": subjects[(n + place) % len(subjects)],
                    "level": level,
                }
                for n in range(1, len(_PEOPLE) + 1)
                for place, level in enumerate(("A-level", "GCSE"))
            ],
        )
        _interviews(cursor, world)
        write(cursor, "application_reference", _references())
        _checks(cursor, world)
        write(
            cursor,
            "application_message",
            [
                {
                    "id": n,
                    "application_id": n,
                    "subject": "Your application",
                    "state": "sent",
                    "body": "Thank you for your application as a tutor.\nWe read it within five working days.",
                    "created_by_name": "Staffroom",
                }
                for n in range(1, len(_PEOPLE) + 1)
            ],
        )


def _moment(days: int, hour: int = 10) -> dt.datetime:
    return dt.datetime.combine(TODAY - dt.timedelta(days=days), dt.time(hour), dt.UTC)


def _application(number: int, first: str, last: str, status: str, tutor: int) -> Record:
    ended = status in ENDED
    return {
        "id": number,
        "first_name": first,
        "last_name": last,
        "phone": f"+44 7700 9011{number:02d}",
        "email": f"applicant{number}@applicants.example",
        "birth_date": dt.date(1985 + number, 1 + number % 12, 10),
        "department_id": 1 + number % 5,
        "origin": ("Website", "A colleague", "University")[number % 3],
        "lived_overseas": number == 9,
        "qualifications": Jsonb([{"title": "BSc", "institution": "University of Leeds", "year": str(2005 + number)}]),
        "experience": f"{1 + number % 7} years of lessons in small groups, and a year at a school.",
        "teaches_online": number % 2 == 0,
        "hours_per_week": 4 + number % 9,
        "availability": Jsonb(_WEEK),
        "available_from": TODAY + dt.timedelta(days=14),
        "status": status,
        "created": _moment(4 + number * 5),
        "since": _moment(number * 2),
        "declined_reason": ("subject", "interview")[number % 2] if status == "declined" else None,
        "offer_rate": 4200 if status in ("offer", "accepted") else None,
        "tutor_id": tutor if status == "accepted" else None,
        "delete_after": TODAY + dt.timedelta(days=150) if ended else None,
        "consent_version": 1,
        "consented": _moment(4 + number * 5),
    }


def _interviews(cursor: psycopg.Cursor[Any], world: World) -> None:
    panel = [world.by_username[name] for name in ("academic", "sysadmin")]
    numbers = [n for n, (_, _, status) in enumerate(_PEOPLE, start=1) if status not in ("received", "screened")]
    interviews: list[Record] = []
    cards: list[Record] = []
    for number in numbers:
        upcoming = number == INTERVIEWED + 1
        interviews.append(
            {
                "id": len(interviews) + 1,
                "application_id": number,
                "at": _moment(-3 if upcoming else number + 1, 14),
                "way": ("online", "inPerson", "phone")[number % 3],
                "place": "Room 3",
                "interviewer_ids": [one.id for one in panel],
                "interviewers": ", ".join(one.name for one in panel),
            }
        )
        for place, one in enumerate(panel):
            given = not upcoming and not (number == INTERVIEWED and place == 0)
            scores = (3 + number % 3, 4, 3 + place, 4, 5)
            names = ("knowledge", "explaining", "rapport", "reliability", "safeguarding")
            cards.append(
                {
                    "id": len(cards) + 1,
                    "interview_id": len(interviews),
                    "application_id": number,
                    "staff_id": one.id,
                    "staff_name": one.name,
                    "status": "given" if given else "waiting",
                    **{name: score if given else None for name, score in zip(names, scores, strict=True)},
                    "advice": "hire" if given else None,
                    "words": _WORDS if given else "",
                    "given": _moment(number) if given else None,
                }
            )
    write(cursor, "application_interview", interviews)
    write(cursor, "application_scorecard", cards)


def _references() -> list[Record]:
    """Return two referees each: named first, both asked in the stage of references, and, except one, received from the
    stage of checks on."""
    rows: list[Record] = []
    for number, (_, _, status) in enumerate(_PEOPLE, start=1):
        for place in range(2):
            state = "named"
            if status == "references":
                state = "received" if (number + place) % 3 == 0 else "asked"
            if status in ("checks", "offer", "accepted"):
                state = "asked" if number == MISSING_REFERENCE and place else "received"
            came = state == "received"
            rows.append(
                {
                    "id": len(rows) + 1,
                    "application_id": number,
                    "name": ("Dr Ruth Amsel", "Mr Owen Tate")[place],
                    "position": ("Head of department", "Deputy head")[place],
                    "organisation": "Wychwood School",
                    "email": f"referee{number}{place}@schools.example",
                    "status": state,
                    "due": TODAY - dt.timedelta(days=2 - number % 3) if state == "asked" else None,
                    "known_for": "Colleague for three years" if came else "",
                    "rating": "strong" if came else None,
                    "words": _WORDS if came else "",
                    "received": _moment(number) if came else None,
                    "signed_name": ("Ruth Amsel", "Owen Tate")[place] if came else "",
                }
            )
    return rows


def _checks(cursor: psycopg.Cursor[Any], world: World) -> None:
    seen_by = world.by_username["compliance"].name
    highest = cursor.execute("SELECT coalesce(max(id), 0) FROM person_check").fetchone()
    number = highest[0] if highest else 0
    checks: list[Record] = []
    for application, (_, _, status) in enumerate(_PEOPLE, start=1):
        types = {"checks": REQUIRED_CHECKS[:4], "offer": REQUIRED_CHECKS}.get(status, ())
        for check in types:
            days = {"enhancedDbs": 1000, "rightToWork": 20}.get(check)
            limited = check == "rightToWork" and application != EXPIRING
            number += 1
            checks.append(
                {
                    "id": number,
                    "person_type": "application",
                    "person_id": application,
                    "type": check,
                    "outcome": "clear",
                    "date": TODAY - dt.timedelta(days=5),
                    "number": "",
                    "seen_by": seen_by,
                    "expires": TODAY + dt.timedelta(days=days) if days and not limited else None,
                }
            )
    write(cursor, "person_check", checks)
