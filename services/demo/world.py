"""The records of the demo provider. Pure data: each `services/<service>/demo` writes its tables from it.

The order fixes the ids, so all services have the same ones.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

SEED = 20_200_901
TODAY = dt.date.today()
PASSWORD = "staffroom"  # noqa: S105  the demo accounts' published password; they exist only where STAFFROOM_DEMO=1

ORGANISATIONS = (
    (1, "Oxford", "GBP", "GB"),
    (2, "London", "GBP", "GB"),
    (3, "Portugal", "EUR", "PT"),
    (4, "Cambridge", "GBP", "GB"),
    (5, "Online", "GBP", "GB"),
)
"""id, title, currency, country"""
DEPARTMENTS = (
    (1, "Oxford", "#1d4f91", "GBP", 1),
    (2, "London", "#7a3e9d", "GBP", 2),
    (3, "Portugal", "#1c7c54", "EUR", 3),
    (4, "Cambridge", "#0f7173", "GBP", 4),
    (5, "Online", "#b3541e", "GBP", 5),
    (6, "Exams", "#5b6472", "GBP", 1),
)
"""id, title, colour, currency, organisation"""


@dataclass(frozen=True)
class Account:
    """A demo account: its user name, its roles, and its kind of person."""

    username: str
    roles: tuple[str, ...]
    kind: str


ACCOUNTS = (
    Account("sysadmin", ("staff", "sysAdmin"), "staff"),
    Account("accounting", ("staff", "accounting"), "staff"),
    Account("cancels", ("staff", "cancelsInvoices"), "staff"),
    Account("finance", ("staff", "finance"), "staff"),
    Account("academic", ("staff", "academicOffice"), "staff"),
    Account("exams", ("staff", "examsOffice"), "staff"),
    Account("compliance", ("staff", "affiliateCompliance"), "staff"),
    Account("website", ("staff", "website"), "staff"),
    Account("techsupport", ("staff", "techSupport"), "staff"),
    Account("tutorsupport", ("staff", "tutorSupport"), "staff"),
    Account("staff", ("staff",), "staff"),
    Account("tutor", ("tutor",), "tutor"),
    Account("pt", ("tutor",), "tutor"),
    Account("student", ("student",), "student"),
    Account("client", ("client",), "client"),
    Account("candidate", ("candidate",), "candidate"),
    Account("invigilator", ("invigilator",), "invigilator"),
    Account("agent", ("agent",), "agent"),
)
LATER_ACCOUNTS = (
    Account("finance2", ("staff", "finance"), "staff"),
    Account("finance3", ("staff", "finance"), "staff"),
)
"""Accounts for persons generated without one, so that the random data of all others stay the same. A pay run needs two
approvers who did not prepare it."""
PERSONAL_TUTOR = "pt"

COUNTS = {
    "staff": 40,
    "tutor": 60,
    "student": 400,
    "client": 250,
    "candidate": 60,
    "invigilator": 12,
    "agent": 8,
}


@dataclass(frozen=True)
class Person:
    """A person. `id` is unique within the kind, `user_id` over all kinds."""

    kind: str
    id: int
    user_id: int
    username: str
    title: str
    first_name: str
    last_name: str
    email: str
    phone: str
    birth: dt.date
    status: str
    department_id: int
    organisation_id: int
    roles: tuple[str, ...]
    city: str
    street: str
    postcode: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}"


@dataclass(frozen=True)
class Course:
    id: int
    board: str
    level: str
    subject: str
    type: str
    status: str
    department_id: int
    organisation_id: int
    year_id: int
    full_time: bool
    tutors: tuple[int, ...]
    students: tuple[int, ...]

    @property
    def hours(self) -> int:
        """Hours agreed with the family; some courses have fewer than planned."""
        return 8 if self.id % 9 == 1 else 30 + self.id % 5 * 10


@dataclass(frozen=True)
class CourseWithStudent:
    """One student on one course (cws)."""

    id: int
    course_id: int
    student_id: int
    status: str


@dataclass(frozen=True)
class AcademicYear:
    """`id` n is the year that starts in 2018 + n; terms are (start, end)."""

    id: int
    year: int
    title: str
    mt: tuple[dt.date, dt.date]
    ht: tuple[dt.date, dt.date]
    tt: tuple[dt.date, dt.date]


@dataclass(frozen=True)
class World:
    people: dict[str, list[Person]]
    years: list[AcademicYear]
    courses: list[Course]
    cws: list[CourseWithStudent]
    by_username: dict[str, Person] = field(default_factory=dict)

    @property
    def drawn(self) -> list[Course]:
        """Return the random courses, before the demo accounts' own were added: their random details stay the same."""
        return self.courses[: -len(_OWN_COURSES)]

    def payer(self, student: int) -> Person:
        """Return the client who pays for a student."""
        return self.people["client"][payer_of(student) - 1]

    def everyone(self) -> list[Person]:
        return [person for kind in COUNTS for person in self.people[kind]]


BOARDS = ("AQA", "Edexcel", "OCR", "CAIE", "WJEC", "IB")
LEVELS = ("GCSE", "A-level", "IGCSE", "IB Diploma", "Pre-U", "University entrance")
SUBJECTS = (
    "Mathematics",
    "Further Mathematics",
    "Physics",
    "Chemistry",
    "Biology",
    "English Literature",
    "History",
    "Geography",
    "Economics",
    "Psychology",
    "French",
    "Spanish",
    "Latin",
    "Computer Science",
    "Art",
    "Politics",
)
COURSE_TYPES = ("indiv", "indiv", "indiv", "group", "shared", "paired", "workshop", "seminar")
_FIRST = """
Olivia Amelia Isla Ava Mia Ivy Lily Isabella Rosie Sophia Grace Willow Freya Florence Emily Ella Poppy Evie Elsie
Charlotte Noah George Oliver Arthur Leo Harry Oscar Archie Jack Henry Charlie Theodore Alfie Jacob Thomas William
Lucas Finley Edward Adam Zara Aisha Yusuf Omar Priya Arjun Wei Mei Chidi Amara Tomás Inês Beatriz João Søren Łucja
""".split()
_LAST = """
Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Robinson Wright Thompson Evans Walker White Roberts
Green Hall Wood Jackson Clarke Khan Begum Ali Hussain Ahmed Singh Kaur Chen Li Wang O'Brien O'Connor Murphy
MacDonald Campbell Stewart Fitzgerald Okafor Adeyemi Mensah Silva Ferreira Carvalho Müller Nowak Kowalska Ivanova
Haddad Cohen Rossi Moreau Dubois Lindqvist Østergaard van-Dijk Papadopoulos Yılmaz Nakamura Tanaka
""".split()
FIRST_NAMES, LAST_NAMES = tuple(_FIRST), tuple(_LAST)
WOMEN = frozenset(
    """
Olivia Amelia Isla Ava Mia Ivy Lily Isabella Rosie Sophia Grace Willow Freya Florence Emily Ella Poppy Evie Elsie
Charlotte Zara Aisha Priya Mei Amara Inês Beatriz Łucja
""".split()
)
"""The women's names among FIRST_NAMES."""
TITLES = {
    (True, False): ("Ms", "Miss", "Mrs", "Dr", "Mx"),
    (False, False): ("Mr", "Mr", "Mr", "Dr", "Mx"),
    (True, True): ("Ms", "Miss", "Ms", "Miss", "Mx"),
    (False, True): ("Mr", "Mr", "Mr", "Mr", "Mx"),
}
"""Titles by gender and age."""
_STREETS = (
    "High Street",
    "Station Road",
    "Church Lane",
    "Mill Road",
    "The Avenue",
    "Park Crescent",
    "Banbury Road",
)
_CITIES = {
    1: ("Oxford", "OX"),
    2: ("London", "W"),
    3: ("Lisboa", "1000-"),
    4: ("Cambridge", "CB"),
    5: ("Bristol", "BS"),
}


_YOUNG = ("student", "candidate")


def build() -> World:
    """Build the demo provider from one seed."""
    dice = random.Random(SEED)  # noqa: S311  reproducible data, not a secret
    people = _people(dice)
    years = [_year(number) for number in range(1, TODAY.year - 2018 + (2 if TODAY.month >= 9 else 1))]
    courses = _courses(dice, people, years)
    cws = [
        CourseWithStudent(number, course.id, student, "active" if course.status == "active" else course.status)
        for number, (course, student) in enumerate(((c, s) for c in courses for s in c.students), start=1)
    ]
    names = {person.username: person for kind in people.values() for person in kind}
    return World(people=people, years=years, courses=courses, cws=cws, by_username=names)


def _people(dice: random.Random) -> dict[str, list[Person]]:
    people: dict[str, list[Person]] = {}
    user_id = 0
    for kind, count in COUNTS.items():
        accounts = [account for account in ACCOUNTS if account.kind == kind]
        people[kind] = []
        for number in range(1, count + 1):
            user_id += 1
            account = accounts[number - 1] if number <= len(accounts) else None
            people[kind].append(_person(dice, kind, number, user_id, account))
        for person, account in zip(people[kind][len(accounts) :], _later(kind), strict=False):
            people[kind][person.id - 1] = _with_account(person, account)
    return people


def _later(kind: str) -> list[Account]:
    return [account for account in LATER_ACCOUNTS if account.kind == kind]


def _with_account(person: Person, account: Account) -> Person:
    email = f"{account.username}@staffroom.example"
    return dataclasses.replace(person, roles=account.roles, username=account.username, email=email, status="active")


def _person(dice: random.Random, kind: str, number: int, user_id: int, account: Account | None) -> Person:
    first, last = dice.choice(_FIRST), dice.choice(_LAST)
    organisation = dice.choices((1, 2, 3, 4, 5), (40, 20, 10, 20, 10))[0] if account is None else 1
    city, area = _CITIES[organisation]
    age = dice.randint(14, 20) if kind in _YOUNG else dice.randint(24, 68)
    status = "active" if account else dice.choices(_STATUSES[kind], (80, 8, 8, 4)[: len(_STATUSES[kind])])[0]
    username = account.username if account else f"{kind}{number}"
    roles = account.roles if account else _ROLES[kind]
    return Person(
        kind=kind,
        id=number,
        user_id=user_id,
        username=username,
        title=dice.choice(TITLES[first in WOMEN, kind in _YOUNG]),
        first_name=first,
        last_name=last,
        email=f"{username}@staffroom.example",
        phone=f"+44 7700 9{dice.randint(0, 99_999):05d}",
        birth=TODAY.replace(month=dice.randint(1, 12), day=dice.randint(1, 28), year=TODAY.year - age),
        status=status,
        department_id=organisation,
        organisation_id=organisation,
        roles=roles,
        city=city,
        street=f"{dice.randint(1, 180)} {dice.choice(_STREETS)}",
        postcode=f"{area}{dice.randint(1, 20)} {dice.randint(1, 9)}{dice.choice('ABDEFGHJ')}{dice.choice('LNPQRSTU')}",
    )


_STATUSES = {
    "staff": ("active", "retired"),
    "tutor": ("active", "retired", "training"),
    "student": ("active", "alumni", "enquiry", "retired"),
    "client": ("active", "retired"),
    "candidate": ("active", "alumni"),
    "invigilator": ("active", "retired", "training"),
    "agent": ("active", "retired"),
}
_ROLES: dict[str, tuple[str, ...]] = {
    "staff": ("staff",),
    "tutor": ("tutor",),
    "student": ("student",),
    "client": ("client",),
    "candidate": ("candidate",),
    "invigilator": ("invigilator",),
    "agent": ("agent",),
}


def _year(number: int) -> AcademicYear:
    year = 2018 + number

    def monday(month: int, day: int, of: int) -> dt.date:
        date = dt.date(of, month, day)
        return date - dt.timedelta(days=date.weekday())

    def term(start: dt.date, weeks: int) -> tuple[dt.date, dt.date]:
        return start, start + dt.timedelta(weeks=weeks, days=-1)

    mt = term(monday(9, 10, year), 12)
    ht = term(monday(1, 10, year + 1), 11)
    tt = term(monday(4, 18, year + 1), 9)
    return AcademicYear(id=number, year=year, title=f"{year}-{year + 1}", mt=mt, ht=ht, tt=tt)


def _courses(dice: random.Random, people: dict[str, list[Person]], years: Sequence[AcademicYear]) -> list[Course]:
    courses = []
    size = {"indiv": 1, "shared": 2, "paired": 2, "group": 6, "workshop": 10, "seminar": 12}
    for number in range(1, 151):
        kind = dice.choice(COURSE_TYPES)
        organisation = dice.choices((1, 2, 3, 4, 5), (40, 20, 10, 20, 10))[0]
        # the demo tutor, personal tutor and student each have courses of their own to open
        first = {1: 1, 2: 1, 3: 2}.get(number) or dice.randint(3, 60)
        more = [dice.randint(3, 60)] if kind in {"group", "workshop", "seminar"} else []
        students = dice.sample(range(2, 401), size[kind])
        if number <= 3:
            students[0] = 1
        courses.append(
            Course(
                id=number,
                board=dice.choice(BOARDS),
                level=dice.choice(LEVELS),
                subject=dice.choice(SUBJECTS),
                type=kind,
                status="active" if number <= 3 else dice.choices(_COURSE_STATUSES, (60, 12, 22, 2, 4))[0],
                department_id=organisation,
                organisation_id=organisation,
                year_id=years[-2].id if number <= 3 else dice.choice(years[-4:-1]).id,
                full_time=number % 7 == 0,
                tutors=tuple(dict.fromkeys([first, *more])),
                students=tuple(students),
            )
        )
    return [*courses, *_own_courses(len(courses), years[-2].id)]


def _own_courses(last: int, year: int) -> list[Course]:
    """Return courses of the types that the random data give neither the demo tutor nor the personal tutor."""
    return [
        Course(
            id=number,
            board=board,
            level=level,
            subject=subject,
            type=kind,
            status="active",
            department_id=1,
            organisation_id=1,
            year_id=year,
            full_time=False,
            tutors=(tutor,),
            students=students,
        )
        for number, (kind, tutor, board, level, subject, students) in enumerate(_OWN_COURSES, start=last + 1)
    ]


def payer_of(student: int) -> int:
    """Return the client who pays for a student; the demo client pays for the demo student and two more."""
    return 1 if student <= 3 else (student * 7) % (COUNTS["client"] - 1) + 2


def agent_of(student: int) -> int | None:
    """Return the agent who referred a student, if any; the demo agent has two who have slips."""
    if student in (4, 6):
        return 1
    return student % COUNTS["agent"] + 1 if student % 8 == 0 else None


_OWN_COURSES = (
    ("indiv", 1, "AQA", "A-level", "Mathematics", (1,)),
    ("group", 1, "OCR", "A-level", "History", (1, 2, 3, 4, 6)),
    ("shared", 1, "Edexcel", "GCSE", "Chemistry", (2, 3)),
    ("paired", 1, "AQA", "GCSE", "French", (1, 4)),
    ("indiv", 2, "AQA", "A-level", "Economics", (1,)),
    ("indiv", 2, "OCR", "A-level", "Psychology", (2,)),
)
"""Return type, tutor, board, level, subject and students."""
_COURSE_STATUSES = ("active", "proposed", "completed", "deleted", "withdrawn")
