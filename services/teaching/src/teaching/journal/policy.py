"""Rights on the journal (readings.md): an entry is seen by its author, by those named on it and by the academic office.
Staff and tutors write; the author alone changes and deletes."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Row, Scope, has_role, is_a, me, nobody, own, reading, staff
from teaching.copies.model import course_tutor
from teaching.copies.users import account
from teaching.journal.model import journal_entry, journal_reader

_c = journal_entry.c
_named = journal_reader.alias("named")
_NAMED = (
    sa.exists()
    .where(_named.c.entry_id == _c.id, _named.c.user_id == me("user"), _named.c.named)
    .correlate(journal_entry)
)
MINE = sa.or_(_c.author_user_id == me("user"), _NAMED)
"""Entries that the caller wrote or is named on."""
SCOPE = Scope(everything=nobody, own={"user": MINE}, roles={"academicOffice": sa.true()})
"""The academic office is no `everything`, so that its own id is there for `MINE` too."""
writes = staff | is_a("tutor")
author = writes & own("user", "author_user_id")
office = has_role("academicOffice")

_mine, _fellow = course_tutor.alias("mine"), course_tutor.alias("fellow")
_FELLOWS = (
    sa.select(_fellow.c.tutor_id)
    .join(_mine, _mine.c.course_id == _fellow.c.course_id)
    .where(_mine.c.tutor_id == me("tutor"))
)
PEOPLE = Scope(everything=staff, own={"tutor": sa.or_(account.c.staff_id > 0, account.c.tutor_id.in_(_FELLOWS))})
"""The people whom somebody names: for tutors the office, and tutors with whom they share a course."""

WORKS = sa.and_(account.c.active, sa.or_(account.c.staff_id > 0, account.c.tutor_id > 0))
"""Users who are staff or tutors, and can sign in."""

READ = "Somebody has read this entry, so it stays. You can write a reply to it"
ANSWERED = "This entry has replies, so it stays"


@reading("read_count", "reply_count")
def refuse_read(row: Row) -> str | None:
    """An entry goes only while nobody else has read it and nobody has replied."""
    if row["reply_count"]:
        return ANSWERED
    return READ if row["read_count"] else None
