"""Use of the journal for the academic office: authors and readers by person, and by person and week. Entries and
readers are counted; the texts are not shown."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.policy import Scope
from kit.values import options
from teaching.copies.filters import by_department
from teaching.copies.model import department
from teaching.copies.users import account
from teaching.journal.model import journal_entry, journal_reader
from teaching.journal.policy import WORKS, office

_a, _c, _r = account.c, journal_entry.c, journal_reader.c
_KINDS = options(("staff", "Staff"), ("tutor", "Tutor"))
_KIND = sa.case((_a.staff_id > 0, "staff"), else_="tutor")
_DEPARTMENT = sa.func.coalesce(department.c.title, "")

_written = (
    sa.select(
        _c.author_user_id,
        sa.func.count().label("entries"),
        sa.func.count().filter(_c.date > sa.func.current_date() - 28).label("recent"),
        sa.func.max(_c.date).label("last"),
        sa.func.sum(_c.reply_count).label("replies"),
    )
    .group_by(_c.author_user_id)
    .subquery("written")
)
_received = (
    sa.select(
        _r.user_id,
        sa.func.count().label("entries"),
        sa.func.count().filter(_r.is_read).label("read"),
        sa.func.max(_r.read).label("last"),
    )
    .where(_r.named)
    .group_by(_r.user_id)
    .subquery("received")
)


def _count(column: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.cast(sa.func.coalesce(column, 0), sa.BigInteger)


_WRITES = sa.func.coalesce(_written.c.entries, 0) > 0
_MAY_READ, _HAS_READ = _count(_received.c.entries), _count(_received.c.read)

USAGE = ListSpec(
    name="journalUsage",
    path="/academic-office/journal-usage",
    title="Journal usage",
    one="person",
    source=account.outerjoin(department, department.c.id == _a.department_id)
    .outerjoin(_written, _written.c.author_user_id == _a.id)
    .outerjoin(_received, _received.c.user_id == _a.id),
    key=_a.id,
    scope=Scope(everything=office),
    may=office,
    where=sa.or_(WORKS, _WRITES),
    default_sort="name",
    columns=[
        Column(name="id", expression=_a.id, type="id", title="User", hidden=True),
        Column(name="name", expression=_a.name, sortable=True, width=180),
        Column(name="kind", expression=_KIND, type="select", options=_KINDS, width=90),
        Column(name="department", expression=_DEPARTMENT, width=130),
        Column(name="written", expression=_count(_written.c.entries), type="integer", sortable=True, width=95),
        Column(name="recent", expression=_count(_written.c.recent), title="In 4 weeks", type="integer", width=105),
        Column(name="lastWritten", expression=_written.c.last, type="date", width=115),
        Column(name="mayRead", expression=_MAY_READ, title="May read", type="integer", sortable=True, width=105),
        Column(name="hasRead", expression=_HAS_READ, title="Has read", type="integer", width=105),
        Column(name="unread", expression=_MAY_READ - _HAS_READ, type="integer", sortable=True, width=90),
        Column(name="lastRead", expression=_received.c.last, type="datetime", width=140),
        Column(name="departmentId", expression=_a.department_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="hasWritten", title="Has written", kind="boolean", condition=lambda yes: yes == _WRITES),
        Filter(name="kind", expression=_KIND, options=_KINDS),
        by_department(_a.department_id),
        Filter(name="lastWritten", expression=_written.c.last, kind="range", quick="past"),
    ],
    figures=Figures(
        by=(By("hasWritten", value=_WRITES), "kind", By("departmentId", text="department")),
        sums=("written", "mayRead", "hasRead", "unread"),
    ),
)
"""A row for everybody who may write, including those without entries."""

_week = sa.cast(sa.func.date_trunc("week", _c.date), sa.Date)
_readers = (
    sa.select(_r.entry_id, sa.func.count().label("readers"), sa.func.count().filter(_r.is_read).label("read"))
    .where(_r.named)
    .group_by(_r.entry_id)
    .subquery("readers")
)
_by_week = (
    sa.select(
        sa.func.min(_c.id).label("id"),
        _c.author_user_id,
        _c.department_id,
        _week.label("week"),
        sa.func.min(_c.author_name).label("author"),
        sa.func.count().label("entries"),
        sa.func.sum(sa.func.coalesce(_readers.c.readers, 0)).label("readers"),
        sa.func.sum(sa.func.coalesce(_readers.c.read, 0)).label("read"),
    )
    .select_from(journal_entry.outerjoin(_readers, _readers.c.entry_id == _c.id))
    .group_by(_c.author_user_id, _c.department_id, _week)
    .subquery("by_week")
)
_w = _by_week.c

WEEKS = ListSpec(
    name="journalWeeks",
    path="/academic-office/journal-weeks",
    title="Journal by week",
    one="week",
    source=_by_week.outerjoin(department, department.c.id == _w.department_id),
    key=_w.id,
    scope=Scope(everything=office),
    may=office,
    default_sort="-week",
    naming="author",
    columns=[
        Column(name="id", expression=_w.id, type="id", hidden=True),
        Column(name="week", expression=_w.week, title="Week of", type="date", sortable=True, width=120),
        Column(name="author", expression=_w.author, width=180),
        Column(name="department", expression=_DEPARTMENT, width=130),
        Column(name="entries", expression=_count(_w.entries), type="integer", sortable=True, width=95),
        Column(name="readers", expression=_count(_w.readers), title="May read", type="integer", width=105),
        Column(name="read", expression=_count(_w.read), title="Have read", type="integer", width=105),
        Column(name="authorId", expression=_w.author_user_id, type="id", hidden=True),
    ],
    filters=[
        Filter(name="week", expression=_w.week, kind="range", quick="past"),
        by_department(_w.department_id),
        Filter(name="authorId", title="Author", expression=_w.author_user_id, options_from="/my/journal/people"),
    ],
    figures=Figures(
        by=("week", By("departmentId", text="department"), By("authorId", text="author")),
        sums=("entries", "readers", "read"),
    ),
)
"""A row for each author, department and week."""
