"""Tables of options of exams, and of disallowed combinations."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, unique
from people.exams.options.attributes import DISALLOWED, EXAM_OPTION
from people.schema import metadata

exam_option = EXAM_OPTION.table(
    "exam_option",
    metadata,
    unique("uq_exam_option", "This exam already has an option with this code", "exam_id", "code"),
    info={"nouns": ("option of an exam", "options of exams")},
)
EXAM_OPTION.index_sorts(exam_option)

exam_disallowed = DISALLOWED.table(
    "exam_disallowed",
    metadata,
    unique("uq_exam_disallowed", "This combination already exists", "series_id", "board", "option", "other"),
    check("ck_exam_disallowed_two", "option <> other", "Please choose two different options", about="other"),
    sa.Index("ix_exam_disallowed_other", "series_id", "board", "other"),
    info={"nouns": ("disallowed combination", "disallowed combinations")},
)
DISALLOWED.index_sorts(exam_disallowed)
