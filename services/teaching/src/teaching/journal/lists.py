"""The entries that a user sees, and the people whom they may name."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.policy import me
from kit.values import options
from teaching.copies.model import course_student, department, person
from teaching.copies.users import account
from teaching.journal.attributes import ENTRY
from teaching.journal.fields import ENTRY_FIELDS
from teaching.journal.model import journal_entry, journal_reader
from teaching.journal.policy import MINE, PEOPLE, WORKS, writes
from teaching.journal.queries import EXCERPT
from teaching.journal.usage import USAGE, WEEKS

_c, _mine = journal_entry.c, journal_reader.alias("mine")
_reader = journal_reader.alias("reader").c
_PEOPLE = (
    sa.select(sa.func.coalesce(sa.func.string_agg(_reader.user_name, sa.text("', ' ORDER BY reader.user_name")), ""))
    .where(_reader.entry_id == _c.id, _reader.named)
    .correlate(journal_entry)
    .scalar_subquery()
)
_WHOSE = options(("mine", "Mine"), ("others", "Others'"))
_is_mine = sa.and_(_mine.c.entry_id == _c.id, _mine.c.user_id == me("user"), _mine.c.named)
_MINE_ID = sa.select(_mine.c.id).where(_is_mine).correlate(journal_entry).scalar_subquery()
_UNREAD = sa.exists().where(_is_mine, _mine.c.is_read.is_(False)).correlate(journal_entry)
_KINDS = options(("slip", "A slip"), ("course", "A course"), ("event", "An event"), ("homework", "Homework"))


def _with(users: Any) -> sa.ColumnElement[bool]:
    """Return the condition of entries that one of these users wrote or is named on."""
    named = sa.select(_reader.entry_id).where(_reader.user_id == sa.any_(users), _reader.named)
    return sa.or_(_c.author_user_id == sa.any_(users), _c.id.in_(named))


def _with_tutor(tutors: Any) -> sa.ColumnElement[bool]:
    """Return the same condition for tutors."""
    users = sa.select(person.c.user_id).where(
        person.c.kind == "tutor", person.c.id == sa.any_(tutors), person.c.user_id > 0
    )
    named = sa.select(_reader.entry_id).where(_reader.user_id.in_(users), _reader.named)
    return sa.or_(_c.author_user_id.in_(users), _c.id.in_(named))


def _of_student(students: Any) -> sa.ColumnElement[bool]:
    """Return the condition of entries about slips of one of these students, or about their courses if no other student
    is named."""
    courses = sa.select(course_student.c.course_id).where(course_student.c.student_id == sa.any_(students))
    return sa.or_(
        _c.of_student_id == sa.any_(students), sa.and_(_c.of_student_id.is_(None), _c.of_course_id.in_(courses))
    )


def _about(kinds: Any) -> sa.ColumnElement[bool]:
    """Return the condition of entries with a link of one of these kinds."""
    has = (sa.and_(sa.literal(one.value) == sa.any_(kinds), _c[f"{one.value}_id"].is_not(None)) for one in _KINDS)
    return sa.or_(sa.false(), *has)


ENTRIES = ListSpec(
    name="journal",
    path="/my/journal",
    title="Journal",
    record=ENTRY_FIELDS,
    one="entry",
    naming="author",
    target="/journal?entry={id}",
    source=journal_entry.outerjoin(department, department.c.id == _c.department_id),
    default_sort="-date",
    search=_c.search,
    columns=ENTRY.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        "date",
        "author",
        Column(name="excerpt", expression=sa.func.left(_c.words, EXCERPT, type_=sa.Text), title="Entry", width=380),
        Column(name="people", expression=_PEOPLE, width=220),
        Column(name="unread", expression=_UNREAD, type="boolean", width=90),
        Column(name="replies", expression=_c.reply_count, type="integer", width=90),
        Column(name="readers", expression=_c.read_count, title="Read by", type="integer", width=90, hidden=True),
        Column(name="department", expression=sa.func.coalesce(department.c.title, ""), width=130, hidden=True),
        Column(name="created", expression=_c.created, type="datetime", width=140, hidden=True),
        Column(name="authorId", expression=_c.author_user_id, type="id", hidden=True),
        Column(name="parentId", expression=_c.parent_id, type="id", hidden=True),
        Column(name="journalWithUserId", expression=_MINE_ID, type="id", hidden=True),
    ),
    filters=ENTRY.filters(
        Filter(name="unread", kind="boolean", condition=lambda yes: yes == _UNREAD),
        "date",
        Filter(
            name="userId",
            title="Person",
            expression=_c.author_user_id,
            options_from="/my/journal/people",
            condition=_with,
        ),
        Filter(name="authorId", title="Author", expression=_c.author_user_id, options_from="/my/journal/people"),
        Filter(name="about", options=_KINDS, condition=_about),
        Filter(
            name="whose",
            options=_WHOSE,
            default=["mine"],
            expression=sa.case((MINE, "mine"), else_="others"),
            hidden=True,
        ),
        Filter(name="courseId", expression=_c.of_course_id, hidden=True),
        Filter(name="studentId", condition=_of_student, expression=_c.of_student_id, hidden=True),
        Filter(name="tutorId", condition=_with_tutor, expression=_c.author_user_id, hidden=True),
        Filter(name="threadId", expression=sa.func.coalesce(_c.thread_id, _c.id), hidden=True),
    ),
    figures=Figures(by=("date", By("departmentId", text="department"), By("authorId", text="author"))),
)
"""The caller's own entries and those they are named on; the academic office sees all others with
`whose=mine,others`."""

WRITERS = ListSpec(
    name="journalPeople",
    path="/my/journal/people",
    title="People",
    one="person",
    source=account,
    key=account.c.id,
    scope=PEOPLE,
    may=writes,
    where=WORKS,
    default_sort="name",
    columns=[
        Column(name="id", expression=account.c.id, type="id", hidden=True),
        Column(name="name", expression=account.c.name, sortable=True, width=200),
        Column(
            name="kind",
            expression=sa.case((account.c.staff_id > 0, "staff"), else_="tutor"),
            type="select",
            options=options(("staff", "Staff"), ("tutor", "Tutor")),
            width=100,
        ),
    ],
)
"""The people whom the caller may name on an entry."""

LISTS = (ENTRIES, WRITERS, USAGE, WEEKS)
