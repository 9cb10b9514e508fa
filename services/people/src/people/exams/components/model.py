"""Tables of components and of key times."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from people.exams.components.attributes import COMPONENT, KEY_TIME
from people.schema import metadata

exam_component = COMPONENT.table(
    "exam_component",
    metadata,
    unique("uq_exam_component", "This exam already has a paper with this code", "exam_id", "code"),
    info={"nouns": ("paper of an exam", "papers of exams")},
)
COMPONENT.index_sorts(exam_component)

exam_key_time = KEY_TIME.table(
    "exam_key_time",
    metadata,
    unique("uq_exam_key_time", "This session already has a key time from this day", "session", "valid_from"),
    info={"nouns": ("key time", "key times")},
)
KEY_TIME.index_sorts(exam_key_time)

_c, _k = exam_component.c, exam_key_time.c
_KEY_TIME = (
    sa.select(_k.begins)
    .where(_k.session == _c.session, _k.valid_from <= _c.sitting_date)
    .order_by(_k.valid_from.desc())
    .limit(1)
    .correlate(exam_component)
    .scalar_subquery()
)
STARTS: sa.ColumnElement[object] = sa.func.timezone(
    "Europe/London", _c.sitting_date + sa.cast(_KEY_TIME, sa.Time), type_=sa.DateTime(timezone=True)
)
"""The start of a component's sitting: its day in London, at the key time of that day. Null if the day, the session or
the key time is missing."""
