"""Journal entries of staff and tutors: threads, entries about slips, courses, events and homework, and unread ones."""

from __future__ import annotations

import datetime as dt
import itertools
import random
from typing import Any
from zoneinfo import ZoneInfo

from services.demo.calendar import Calendar
from services.demo.homework import homework
from services.demo.slips import course_title, slips
from services.demo.world import SEED, TODAY, Person, World

WRITERS = ("sysadmin", "academic", "staff", "tutor", "pt", "tutorsupport")
"""Accounts that write most entries."""
OTHERS = 24
"""Tutors and staff who write occasionally; the others have no entries."""
_LONDON = ZoneInfo("Europe/London")
ENTRIES = 120
_TEXTS = (
    "Spoke with the family about the timetable. They agree to the later start on Thursdays.",
    "Seemed tired again and had not slept well. I have asked how things are at home and will look out for it.",
    "Excellent week: the mock was two grades above the last one. Worth a word at the next collection.",
    "The calculator is missing from the exam bag. I have ordered another and put it on the list.",
    "We agreed on a target for reading: twenty minutes each evening until the end of term.",
    "The essay plan was copied in part. We talked about sources, and the plan will be written again.",
    "Room change for the seminar went well. Please keep the larger room for the rest of the month.",
    "A change of syllabus option is likely. I will compare both papers before the deadline.",
)
_REPLIES = (
    "Thank you for writing this down. I will raise it at the meeting on Monday.",
    "I have noticed the same. Shall we speak with the student together?",
    "Done. The family has been told and is content with it.",
)


def journal(world: World) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the rows of `journal_entry` and of `journal_reader`, the same each time."""
    return _Journal(world).rows()


class _Journal:
    """Writes entries from one seed."""

    def __init__(self, world: World) -> None:
        self.world, self.dice = world, random.Random(SEED + 41)  # noqa: S311  reproducible data, not a secret
        self.entries: list[dict[str, Any]] = []
        self.readers: list[dict[str, Any]] = []
        self.numbers = itertools.count(1)
        self.who = [world.by_username[name] for name in WRITERS]
        known = [one for one in world.everyone() if one.kind in ("tutor", "staff") and one.status == "active"]
        self.others = self.dice.sample([one for one in known if one not in self.who], OTHERS)
        self.about = _about(world)

    def rows(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        writers, further, texts = itertools.cycle(self.who), itertools.cycle(self.others), itertools.cycle(_TEXTS)
        for place in range(ENTRIES):
            day = TODAY - dt.timedelta(days=place * 80 // ENTRIES)
            author = next(further) if place % 3 == 2 else next(writers) if place % 13 else self.who[0]
            named = self.dice.sample([one for one in self.who if one is not author], 2)
            about = self.dice.choice(self.about) if place % 3 else {}
            first = self._entry(author, named, day, next(texts), about, unread=place < 18)
            if place % 4 == 1:
                last, parent = day, first
                for answer in _REPLIES[: 1 + place % 3]:
                    others = [one for one in (author, *named) if one.user_id != parent["author_user_id"]]
                    writer = others[0]
                    last = min(TODAY, last + dt.timedelta(days=1))
                    rest = [one for one in (author, *named) if one is not writer]
                    parent = self._entry(writer, rest, last, answer, {}, parent=parent, unread=place < 10)
        return self.entries, self.readers

    def _entry(
        self,
        author: Person,
        named: list[Person],
        day: dt.date,
        text: str,
        about: dict[str, Any],
        parent: dict[str, Any] | None = None,
        *,
        unread: bool,
    ) -> dict[str, Any]:
        created = dt.datetime.combine(day, dt.time(9, len(self.entries) % 60), dt.UTC)
        row = {
            "id": len(self.entries) + 1,
            "author_user_id": author.user_id,
            "author_name": author.name,
            "date": day,
            "content": f"<p>{text}</p>",
            "words": text,
            "user_ids": [one.user_id for one in named],
            "department_id": author.department_id,
            "parent_id": parent and parent["id"],
            "thread_id": parent and (parent["thread_id"] or parent["id"]),
            "read_count": 0,
            "reply_count": 0,
            **_NOTHING,
            **about,
            "created": created,
            "modified": created,
        }
        if parent is not None:
            parent["reply_count"] += 1
        for one in named:
            is_read = not unread or (parent is None and self.dice.random() < 0.3)
            row["read_count"] += is_read
            self.readers.append(
                {
                    "id": next(self.numbers),
                    "entry_id": row["id"],
                    "user_id": one.user_id,
                    "user_name": one.name,
                    "is_read": is_read,
                    "read": created + dt.timedelta(hours=3) if is_read else None,
                }
            )
        self.entries.append(row)
        return row


_NOTHING: dict[str, Any] = {
    **dict.fromkeys(("slip_id", "course_id", "event_id", "homework_id", "of_course_id", "of_student_id")),
    **dict.fromkeys(("slip_title", "course_title", "event_title", "homework_title"), ""),
}


def _local(moment: dt.datetime) -> dt.datetime:
    return moment.astimezone(_LONDON)


def _about(world: World) -> list[dict[str, Any]]:
    """Return the subjects of entries of the demo tutor: some slips, with their courses, events and homework in turn."""
    tutor = world.by_username["tutor"]
    courses = {one.id: one for one in world.courses if tutor.id in one.tutors}
    written = [one for one in slips(world) if one["tutor_id"] == tutor.id and one["status"] != "deleted"][-8:]
    events = [one for one in Calendar(world).events() if one.course_id in courses and one.starts.date() <= TODAY][-8:]
    pieces = [one for one in homework(world)[0] if one["course_id"] in courses][:8]
    subjects = [
        [
            {
                "slip_id": one["id"],
                "of_course_id": one["course_id"],
                "of_student_id": one["student_id"],
                "slip_title": f"{one['student_name']}, {one['course_title']}, {_local(one['tutorial_start']):%d/%m/%y}",
            }
            for one in written
        ],
        [
            {"course_id": one.id, "of_course_id": one.id, "course_title": course_title(one)}
            for one in list(courses.values())[:8]
        ],
        [
            {
                "event_id": one.id,
                "of_course_id": one.course_id,
                "event_title": f"{one.title}, {_local(one.starts):%d/%m/%y %H:%M}",
            }
            for one in events
        ],
        [
            {
                "homework_id": one["id"],
                "of_course_id": one["course_id"],
                "homework_title": f"{one['title']}, {course_title(courses[one['course_id']])}",
            }
            for one in pieces
        ],
    ]
    return [one for turn in itertools.zip_longest(*subjects) for one in turn if one is not None]
