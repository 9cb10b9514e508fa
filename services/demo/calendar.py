"""The demo calendar: active courses weekly, from eight weeks back to four ahead; meetings, time off, invigilation."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from services.demo.world import PERSONAL_TUTOR, SEED, TODAY, World

LONDON = ZoneInfo("Europe/London")
WEEKS_BACK, WEEKS_AHEAD = 8, 4
WRITTEN_SESSION = -2
"""The week of the session with slips."""
_HOURS = (9, 10, 11, 12, 14, 15, 16, 17, 18)
ROOM_NAMES = ("Ashmole", "Bodley", "Curie", "Darwin", "Euler", "Franklin", "Gödel", "Hodgkin")
ROOMS = {number: f"{name} room" for number, name in enumerate(ROOM_NAMES, start=2)}
"""Locations that are rooms of the first building."""
_MONDAY = TODAY - dt.timedelta(days=TODAY.weekday())
Somebody = tuple[str, int]
FIRST_EWP = 100_001
"""First id of persons on events, above those that the database gives to rooms."""


@dataclass(frozen=True)
class Series:
    """Events of one hour every week."""

    id: int
    title: str
    type: str
    weekday: int
    hour: int
    course_id: int | None = None
    department_id: int | None = None
    room_id: int | None = None
    people: tuple[tuple[str, int, int | None], ...] = ()

    @property
    def first_day(self) -> dt.date:
        return _MONDAY + dt.timedelta(days=self.weekday, weeks=-WEEKS_BACK)


@dataclass(frozen=True)
class Event:
    """One event; `people` are kind, id and place on the course (cws)."""

    id: int
    title: str
    type: str
    starts: dt.datetime
    ends: dt.datetime
    course_id: int | None = None
    department_id: int | None = None
    room_id: int | None = None
    series_id: int | None = None
    cancel_reason: str = ""
    all_day: bool = False
    people: tuple[tuple[str, int, int | None], ...] = ()


@dataclass
class Calendar:
    """Return the whole calendar, drawn with the seed of the world."""

    world: World
    series: list[Series] = field(default_factory=list)
    _taken: set[tuple[Somebody, int, int]] = field(default_factory=set)

    def __post_init__(self) -> None:
        places = {(one.course_id, one.student_id): one.id for one in self.world.cws}
        for course in self.world.courses:
            if course.status != "active":
                continue
            people = (
                *(("tutor", tutor, None) for tutor in dict.fromkeys(course.tutors)),
                *(("student", student, places[course.id, student]) for student in dict.fromkeys(course.students)),
            )
            personal = course.type == "indiv" and PERSONAL_TUTOR in {
                self.world.people["tutor"][tutor - 1].username for tutor in course.tutors
            }
            self._add(
                f"{course.level} {course.subject}",
                "pTutorial" if personal else "tutorial",
                people,
                course.id,
                course.department_id,
            )
        office = tuple(("staff", number, None) for number in range(1, 14))
        self._add("Team meeting", "meeting", office, None, 1)

    def _add(
        self,
        title: str,
        kind: str,
        people: tuple[tuple[str, int, int | None], ...],
        course: int | None,
        department: int,
    ) -> None:
        number = len(self.series) + 1
        times = [(day, hour) for hour in _HOURS for day in range(5)]
        random.Random(SEED + number).shuffle(times)  # noqa: S311  reproducible data, not a secret
        for day, hour in times:
            wanted = {((who, person), day, hour) for who, person, _ in people}
            if not wanted & self._taken:
                # every third is online
                free = (
                    [] if number % 3 == 0 else [one for one in ROOMS if (("room", one), day, hour) not in self._taken]
                )
                room = free[0] if free else None
                self._taken |= wanted | {(("room", one), day, hour) for one in free[:1]}
                self.series.append(Series(number, title, kind, day, hour, course, department, room, people))
                return

    def events(self) -> Iterator[Event]:
        """Generate every date of every series, then single events."""
        number = 0
        for series in self.series:
            for week in range(WEEKS_BACK + WEEKS_AHEAD + 1):
                number += 1
                day = series.first_day + dt.timedelta(weeks=week)
                # one date of each ninth course is cancelled
                ill = "The tutor is ill" if series.course_id and series.id % 9 == 0 and week == WEEKS_BACK - 1 else ""
                yield Event(
                    number,
                    series.title,
                    series.type,
                    _at(day, series.hour),
                    _at(day, series.hour + 1),
                    series.course_id,
                    series.department_id,
                    series.room_id,
                    series.id,
                    ill,
                    people=series.people,
                )
        on_duty = tuple(("invigilator", one.id, None) for one in self.world.people["invigilator"][:3])
        for week in (-1, 0, 1):
            number += 1
            yield _session(number, week, on_duty)
        number += 1
        thursday = _MONDAY + dt.timedelta(days=10)
        yield Event(
            number,
            "How the course goes",
            "meeting",
            _at(thursday, 19),
            _at(thursday, 20),
            1,
            1,
            min(ROOMS),
            people=(("staff", 1, None), ("tutor", 1, None)),
        )
        saturday = _MONDAY + dt.timedelta(days=12)
        yield Event(
            number + 1, "Open day", "event", _at(saturday, 0), _at(saturday + dt.timedelta(days=1), 0), all_day=True
        )
        friday = _MONDAY + dt.timedelta(days=11)
        yield Event(
            number + 2,
            "Dentist",
            "busy",
            _at(friday, 19),
            _at(friday, 20),
            people=(("tutor", 1, None),),
        )
        yield _session(number + 3, WRITTEN_SESSION, on_duty)
        tuesday = _MONDAY + dt.timedelta(days=8)
        yield Event(
            number + 4,
            "GCSE Mathematics, mock paper 1",
            "exam",
            _at(tuesday, 9),
            _at(tuesday, 11),
            department_id=6,
            people=(("candidate", 1, None),),
        )
        yield Event(
            number + 5,
            "Your students this term",
            "meeting",
            _at(tuesday, 19),
            _at(tuesday, 20),
            department_id=1,
            people=(("agent", 1, None), ("staff", 5, None)),
        )


def session_day(week: int) -> dt.date:
    """Return the Friday of the invigilators' session, `week` weeks from this one."""
    return _MONDAY + dt.timedelta(days=4, weeks=week)


def _session(number: int, week: int, on_duty: tuple[tuple[str, int, None], ...]) -> Event:
    day = session_day(week)
    return Event(
        number,
        "Examination room 1, morning session",
        "invigilation session",
        _at(day, 9),
        _at(day, 12),
        department_id=6,
        people=on_duty,
    )


@dataclass(frozen=True)
class OnEvent:
    """A person on an event; `id` is the ewpId."""

    id: int
    event: Event
    kind: str
    person_id: int
    cws_id: int | None


def people_on(events: Iterable[Event]) -> Iterator[OnEvent]:
    """Return everybody on each event."""
    booked = ((event, *person) for event in events for person in event.people)
    return (OnEvent(number, *person) for number, person in enumerate(booked, start=FIRST_EWP))


def _at(day: dt.date, hour: int) -> dt.datetime:
    """Return an hour of a day in London."""
    return dt.datetime.combine(day, dt.time(hour), LONDON).astimezone(dt.UTC)
