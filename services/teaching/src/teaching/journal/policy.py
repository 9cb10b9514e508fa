"""Rights on the journal (readings.md). The author, the people named on an entry and the academic office see it. Staff
and tutors write; only the author changes and deletes."""

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
"""The academic office does not have `everything`, so that its own id is available to `MINE` too."""
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
"""The people whom a user may name: for tutors the office, and tutors with whom they share a course."""

WORKS = sa.and_(account.c.active, sa.or_(account.c.staff_id > 0, account.c.tutor_id > 0))
"""Users who are staff or tutors, and can sign in."""

READ = "Somebody has read this entry, so it stays. You can write a reply to it"
ANSWERED = "This entry has replies, so it stays"


@reading("read_count", "reply_count")
def refuse_read(row: Row) -> str | None:
    """Refuse to delete an entry that somebody else has read or replied to."""
    if row["reply_count"]:
        return ANSWERED
    return READ if row["read_count"] else None
