"""Lists of the single central record, of exceptions from checks, and of looks at welfare fields."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import NO_DAY
from kit.lists import Column, Filter, ListSpec, Tab
from kit.values.labels import snake
from people.checks.attributes import CHECK_OVERRIDE, CHECK_TYPES, PERSONS
from people.checks.model import central_record, check_override
from people.compliance.fields import READER_FIELDS
from people.courses.model import course
from people.courses.queries import COURSE_TITLE
from people.looking.attributes import LOOK, SAFEGUARDING_READER, WELFARE_FIELDS
from people.looking.model import look, safeguarding_reader
from people.persons.model import TABLES, student, tutor
from people.persons.queries import full_name
from people.policy import COMPLIANCE, IN_COMPLIANCE

_c, _o, _l, _n = central_record.c, check_override.c, look.c, safeguarding_reader.c


def _check_columns() -> list[Column]:
    columns = []
    for check in CHECK_TYPES:
        name = str(check.value)
        done, until = _c[f"{snake(name)}_date"], _c[f"{snake(name)}_expires"]
        columns.append(Column(name=name, expression=done, title=check.label, type="date", width=110))
        columns.append(
            Column(
                name=f"{name}Expires",
                expression=until,
                title=f"{check.label} expires",
                type="date",
                hidden=True,
                width=110,
            )
        )
    return columns


def _lacks(check: str) -> sa.ColumnElement[bool]:
    return _c[f"{snake(check)}_date"].is_(None)


def _without(values: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Return the condition that a person lacks one of the chosen checks."""
    names = [str(check.value) for check in CHECK_TYPES]
    return sa.or_(*(sa.and_(sa.literal_column(f"'{name}'") == sa.any_(values), _lacks(name)) for name in names))


CENTRAL_RECORD = ListSpec(
    name="centralRecord",
    path="/compliance/record",
    title="Single central record",
    one="entry",
    naming="name",
    source=central_record,
    key=_c.id,
    scope=IN_COMPLIANCE,
    may=COMPLIANCE,
    columns=[
        Column(name="id", expression=_c.id, type="id", hidden=True, width=64),
        Column(name="name", expression=_c.name, sort=_c.last_key, sortable=True, width=170),
        Column(name="personType", expression=_c.person_type, title="Kind", type="select", options=PERSONS, width=100),
        Column(name="role", expression=_c.role, width=140),
        Column(name="started", expression=_c.started, type="date", width=100),
        *_check_columns(),
        Column(
            name="nextExpiry",
            expression=_c.next_expiry,
            title="Next expiry",
            type="date",
            sortable=True,
            width=110,
            sort=sa.func.coalesce(_c.next_expiry, NO_DAY),
        ),
        Column(name="personId", expression=_c.person_id, type="id", hidden=True),
        Column(
            name="screen",
            expression=sa.case(
                (_c.person_type == "tutor", "tutors"), (_c.person_type == "staff", "staff"), else_="invigilators"
            ),
            hidden=True,
            answers=str,
        ),
    ],
    filters=[
        Filter(name="personType", expression=_c.person_type, title="Kind", options=PERSONS),
        Filter(
            name="without",
            expression=sa.literal_column("''", sa.Text),
            title="Without",
            options=CHECK_TYPES,
            condition=_without,
        ),
        Filter(name="nextExpiry", expression=_c.next_expiry, title="Next expiry", kind="range", quick="due"),
    ],
    tabs=[Tab(filter="personType", with_all=True)],
    default_sort="name",
    target="/{screen}/{personId}/checks",
)
"""Former persons are not in the record (KCSIE part three)."""

EXCEPTIONS = ListSpec(
    name="checkExceptions",
    path="/compliance/exceptions",
    title="Tutors without valid checks on courses of children",
    one="exception",
    naming="tutor",
    source=check_override.join(course, course.c.id == _o.course_id).join(tutor, tutor.c.id == _o.tutor_id),
    key=_o.id,
    scope=IN_COMPLIANCE,
    may=COMPLIANCE,
    columns=CHECK_OVERRIDE.columns(
        Column(name="id", expression=_o.id, type="id", hidden=True),
        Column(name="tutor", expression=full_name(tutor), width=170),
        Column(name="course", expression=COURSE_TITLE, width=200),
        *("missing", "reason", "allowedBy"),
        Column(name="created", expression=_o.created, title="Allowed", type="datetime", sortable=True, width=130),
    ),
    filters=CHECK_OVERRIDE.filters(Filter(name="created", expression=_o.created, title="Allowed", kind="range")),
    default_sort="-created",
    target="/courses/{courseId}/tutors",
)

LOOKED = ListSpec(
    name="looked",
    path="/compliance/looked",
    title="Who looked",
    one="look",
    naming="userName",
    source=look.join(student, student.c.id == _l.student_id),
    key=_l.id,
    scope=IN_COMPLIANCE,
    may=COMPLIANCE,
    columns=LOOK.columns(
        Column(name="id", expression=_l.id, type="id", hidden=True),
        "userName",
        Column(name="student", expression=full_name(student), width=170),
        Column(name="created", expression=_l.created, title="Seen", type="datetime", sortable=True, width=130),
        Column(name="fields", expression=_l.fields, type="tags", options=WELFARE_FIELDS, width=260),
        "reason",
    ),
    filters=LOOK.filters(
        Filter(name="created", expression=_l.created, title="Seen", kind="range"),
        Filter(
            name="withReason", title="With a reason", kind="boolean", condition=lambda yes: (_l.reason != "") == yes
        ),
    ),
    default_sort="-created",
    search=student.c.search,
    target="/students/{studentId}",
)

_staff = TABLES["staff"]
READERS = ListSpec(
    name="safeguardingReaders",
    title="Readers of safeguarding notes",
    one="reader",
    naming="name",
    source=safeguarding_reader.join(_staff, _staff.c.id == _n.staff_id),
    columns=SAFEGUARDING_READER.columns(
        Column(name="id", expression=_n.id, type="id", hidden=True, sortable=True),
        Column(name="name", expression=full_name(_staff), width=200),
        "why",
        Column(name="created", expression=_n.created, title="Named", type="datetime", width=130),
    ),
    default_sort="id",
    edit=READER_FIELDS,
)
LISTS = (CENTRAL_RECORD, EXCEPTIONS, LOOKED, READERS)
