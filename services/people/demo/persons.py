"""Demo persons, addresses, courses with their students and grades, tutor subjects and reference data."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.on_courses import GRADES, on_courses
from services.demo.studyplans import first_exam
from services.demo.tables import Record, events, write
from services.demo.tuition import offers
from services.demo.world import (
    BOARDS,
    COUNTS,
    DEPARTMENTS,
    LEVELS,
    ORGANISATIONS,
    PERSONAL_TUTOR,
    SEED,
    SUBJECTS,
    TODAY,
    Course,
    Person,
    World,
    agent_of,
    payer_of,
)
from services.people.demo.person_texts import AGENCIES, COUNTRIES, JOBS, NATIONS, SCHOOLS, UNIVERSITIES
from services.people.demo.places import locations

EMPTY = "select not exists (select from student)"
EVENTS = (
    events(
        "people.address.changed",
        "address",
        """
        'id', id, 'personKind', person_type, 'personId', person_id, 'line1', line1, 'line2', line2, 'line3', line3,
        'city', city, 'postcode', postcode, 'country', country, 'primary', "primary"
        """,
    ),
    events(
        "people.client_student.changed",
        "client_student",
        """
        'id', id, 'clientId', client_id, 'studentId', student_id, 'pays', pays
        """,
    ),
)
"""Addresses are random, so no other demo data can know them."""


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables of people."""
    dice = random.Random(SEED + 1)  # noqa: S311  reproducible data, not a secret
    with connection.cursor() as cursor:
        _copies(cursor)
        _reference(cursor)
        agents = _agents(world)
        write(cursor, "agent", agents)
        write(cursor, "staff", _staff(world))
        write(cursor, "tutor", _tutors(world, dice))
        write(cursor, "client", _clients(world, dice))
        students = _students(world, dice)
        write(cursor, "student", students)
        write(cursor, "candidate", _candidates(world, dice))
        write(cursor, "invigilator", _invigilators(world, dice))
        write(cursor, "client_student", _families(world, dice))
        write(cursor, "address", _addresses(world, dice))
        write(cursor, "location", locations())
        write(cursor, "course", [_course(course, world) for course in world.courses])
        write(cursor, "course_tutor", _teaching(world))
        write(cursor, "course_student", on_courses(world))
        write(cursor, "tutor_subject", _subjects(world, dice))


def _copies(cursor: psycopg.Cursor) -> None:
    cursor.executemany("INSERT INTO organisation (id, title) VALUES (%s, %s)", [row[:2] for row in ORGANISATIONS])
    cursor.executemany(
        "INSERT INTO department (id, title, color, organisation_id) VALUES (%s, %s, %s, %s)",
        [(number, title, color, organisation) for number, title, color, _, organisation in DEPARTMENTS],
    )


def _reference(cursor: psycopg.Cursor) -> None:
    titles_of: dict[str, Iterable[str]] = {
        "board": BOARDS,
        "level": LEVELS,
        "subject": sorted(SUBJECTS),
        "exam_level": ("GCSE", "IGCSE", "AS", "A-level", "IB Diploma", "Pre-U", "BMAT", "LNAT"),
        "exam_subject": sorted({*SUBJECTS, "Religious Studies", "Sociology", "Statistics", "English Language"}),
    }
    for table, titles in titles_of.items():
        write(cursor, table, [_word(n, title) for n, title in enumerate(titles, start=1)])
    labels = [_word(n, title) | {"label": _grade_label(title)} for n, title in enumerate(GRADES, start=1)]
    write(cursor, "grade", labels)


def _word(number: int, title: str) -> Record:
    return {"id": number, "title": title, "position": number * 10}


def _grade_label(grade: str) -> str:
    return {"U": "U (ungraded)"}.get(grade, grade)


def _person(person: Person, **more: Any) -> Record:
    return {
        "id": person.id,
        "user_id": person.user_id,
        "title": person.title,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "birth_date": person.birth,
        "email": person.email,
        "phone": person.phone,
        "contact_by": "email" if person.id % 3 else "phone",
        "status": person.status,
        "department_id": person.department_id,
        "organisation_id": person.organisation_id,
        "created": _moment(person.id * 37 % 900),
        **more,
    }


def _moment(days_ago: int) -> dt.datetime:
    return dt.datetime.combine(TODAY - dt.timedelta(days=days_ago), dt.time(9, 30), dt.UTC)


def _emergency(person: Person, dice: random.Random) -> Jsonb:
    relation = dice.choice(("Mother", "Father", "Guardian", "Partner", "Aunt"))
    entry = {"name": f"{dice.choice(('Anna', 'Peter', 'Ruth', 'Ian'))} {person.last_name}", "relation": relation}
    return Jsonb([entry | {"phone": f"+44 7700 9{dice.randint(0, 99_999):05d}"}])


def _students(world: World, dice: random.Random) -> list[Record]:
    full_time = {student for course in world.courses if course.full_time for student in course.students}
    records = []
    for person in world.people["student"]:
        release = person.id == 1 or dice.random() < 0.35
        kind = "fulltime" if person.id in full_time else dice.choice(("asp", "supp", "supp"))
        records.append(
            _person(
                person,
                nationality=dice.choice(NATIONS),
                student_type=kind,
                school="" if kind == "fulltime" else dice.choice(SCHOOLS),
                year_group=f"Year {min(13, max(7, TODAY.year - person.birth.year - 5))}",
                destination=dice.choice(UNIVERSITIES),
                enrolled=_moment(person.id * 37 % 900).date() if person.status != "enquiry" else None,
                agent_id=agent_of(person.id),
                emergency_contacts=_emergency(person, dice),
                medical="Carries an EpiPen; allergic to nuts." if person.id % 29 == 0 else "",
                learning_needs="Dyslexia: 25 % extra time agreed." if person.id % 17 == 0 else "",
                safeguarding="<p>Please speak to the welfare officer before contacting home.</p>"
                if person.id % 97 == 0
                else "",
                social_media_release=release,
                social_media_release_date=TODAY - dt.timedelta(days=person.id % 400) if release else None,
            )
        )
    return records


def _checked(person: Person, dice: random.Random) -> Record:
    issued = TODAY - dt.timedelta(days=dice.randint(30, 1_200))
    return {
        "dbs_number": f"{dice.randint(10**11, 10**12 - 1)}",
        "dbs_date": issued,
        "right_to_work": True,
        "right_to_work_date": issued,
        "safeguarding_trained": issued + dt.timedelta(days=7),
        "emergency_contacts": _emergency(person, dice),
    }


def _tutors(world: World, dice: random.Random) -> list[Record]:
    records = []
    for person in world.people["tutor"]:
        degree = {
            "title": dice.choice(("BA", "BSc", "MSc", "DPhil", "PGCE")),
            "institution": dice.choice(("University of Oxford", "University of Cambridge", "King's College London")),
            "year": str(person.birth.year + 22),
        }
        records.append(
            _person(
                person,
                is_pt=person.username == PERSONAL_TUTOR or person.id % 15 == 0,
                started=_moment(person.id * 37 % 900).date(),
                qualifications=Jsonb([degree]),
                teaches_online=dice.random() < 0.6,
                hours_per_week=dice.choice((6, 10, 12, 20, 30)),
                biography=f"<p>{person.first_name} has taught since {person.birth.year + 23}.</p>",
                references_received=True,
                charter_accepted=_moment(person.id * 37 % 900) if person.status != "training" else None,
                **_checked(person, dice),
            )
        )
    return records


def _staff(world: World) -> list[Record]:
    dice = random.Random(SEED + 2)  # noqa: S311  reproducible data, not a secret
    return [
        _person(
            person,
            job_title=JOBS[(person.id - 1) % len(JOBS)],
            extension=f"{2000 + person.id}",
            work_pattern="Monday to Friday" if person.id % 4 else "Tuesday to Thursday",
            started=_moment(person.id * 37 % 900).date(),
            first_aider=person.id % 6 == 0,
            **_checked(person, dice),
        )
        for person in world.people["staff"]
    ]


def _clients(world: World, dice: random.Random) -> list[Record]:
    heard = ("Search engine", "A friend", "School", "Former student", "Agent", "Newspaper")
    return [
        _person(
            person,
            company="" if person.id % 20 else f"{person.last_name} Family Office",
            invoice_email=person.email,
            heard_from=dice.choice(heard),
            newsletter=person.id % 3 == 0,
        )
        for person in world.people["client"]
    ]


def _candidates(world: World, dice: random.Random) -> list[Record]:
    access = ("extraTime25", "restBreaks", "wordProcessor", "separateRoom")
    return [
        _person(
            person,
            exam_first_name=person.first_name,
            exam_last_name=person.last_name,
            uci=f"{dice.randint(10**11, 10**12 - 1)}{dice.choice('ABCDEFGHJKLMNPRTWXY')}",
            uln=f"{dice.randint(10**9, 10**10 - 1)}",
            centre_number="62501",
            candidate_number=f"{1000 + person.id}",
            id_seen=person.id % 5 != 0,
            access=[dice.choice(access)] if person.id % 6 == 0 else [],
            student_id=1 if person.id == 2 else person.id if person.id % 3 == 0 else None,
        )
        for person in world.people["candidate"]
    ]


def _invigilators(world: World, dice: random.Random) -> list[Record]:
    return [
        _person(
            person,
            started=_moment(person.id * 37 % 900).date(),
            duties=["lead", "invigilator"] if person.id % 4 == 1 else ["invigilator", "reader"],
            trained=_moment(person.id * 11 % 300).date(),
            availability=Jsonb([{"day": day, "start": "08:30", "end": "17:00"} for day in ("Monday", "Wednesday")]),
            **_checked(person, dice),
        )
        for person in world.people["invigilator"]
    ]


def _agents(world: World) -> list[Record]:
    return [
        _person(
            person,
            company=AGENCIES[person.id - 1][0],
            country=AGENCIES[person.id - 1][1],
            contract_from=_moment(700).date(),
            commission_note="10 % of the first year's fees, paid after enrolment.",
        )
        for person in world.people["agent"]
    ]


def _families(world: World, dice: random.Random) -> list[Record]:
    """Return the links of families: the demo client has the demo student and two more; every other student has one
    client, some have two."""
    pairs = [(payer_of(student.id), student.id) for student in world.people["student"]]
    second = [((student * 11) % (COUNTS["client"] - 1) + 2, student) for _, student in pairs if dice.random() < 0.2]
    links: dict[tuple[int, int], Record] = {}
    for number, pair in enumerate(dict.fromkeys([*pairs, *second]), start=1):
        relation = dice.choice(("Mother", "Father", "Guardian"))
        links[pair] = {
            "id": number,
            "client_id": pair[0],
            "student_id": pair[1],
            "relation": relation,
            "pays": pair in pairs,
        }
    return list(links.values())


def _addresses(world: World, dice: random.Random) -> list[Record]:
    addresses: list[Record] = []
    for person in world.everyone():
        for number in range(2 if dice.random() < 0.1 else 1):
            addresses.append(
                {
                    "id": len(addresses) + 1,
                    "person_type": person.kind,
                    "person_id": person.id,
                    "title": "Home" if number == 0 else "Term time",
                    "line1": person.street,
                    "city": person.city,
                    "postcode": person.postcode,
                    "country": COUNTRIES[person.organisation_id],
                    "primary": number == 0,
                }
            )
    return addresses


def _course(course: Course, world: World) -> Record:
    year = world.years[course.year_id - 1]
    coded = course.id % 3 != 0
    return {
        "id": course.id,
        "board": course.board,
        "level": course.level,
        "subject": course.subject,
        "type": course.type,
        "status": course.status,
        "department_id": course.department_id,
        "organisation_id": course.organisation_id,
        "academic_year_id": course.year_id,
        "full_time": course.full_time,
        "starts": year.mt[0],
        "ends": year.tt[1],
        "first_exam": first_exam(course, year),
        "default_duration_hr": 1,
        "default_duration_min": 30 if course.id % 4 == 0 else 0,
        "hours": course.hours,
        "syllabus": f"{course.id * 37 % 9000 + 1000}" if coded else "",
        "option": f"{'ABCD'[course.id % 4]}X" if coded else "",
        "study_plan_not_required": course.id % 19 == 0,
        "created": _moment(course.id * 5),
    }


def _teaching(world: World) -> list[Record]:
    pairs = [(course.id, tutor) for course in world.courses for tutor in course.tutors]
    offered = {(row["course_id"], row["tutor_id"]): row["status"] for row in offers(world)}
    return [
        {"id": n, "course_id": course, "tutor_id": tutor, "offer": offered.get((course, tutor), "")}
        for n, (course, tutor) in enumerate(pairs, start=1)
    ]


def _subjects(world: World, dice: random.Random) -> list[Record]:
    """Return the subjects that each tutor's courses need, and some more."""
    wanted: dict[tuple[int, str, str, str | None], None] = {}
    for course in world.courses:
        for tutor in course.tutors:
            wanted[tutor, course.subject, course.level, course.board] = None
    for person in world.people["tutor"]:
        wanted[person.id, dice.choice(SUBJECTS), dice.choice(LEVELS), None] = None
    return [
        {"id": n, "tutor_id": tutor, "subject": subject, "level": level, "board": board}
        for n, (tutor, subject, level, board) in enumerate(wanted, start=1)
    ]
