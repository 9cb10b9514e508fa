"""Table of the marks of trial exams: one row for each entry."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, unique
from people.exams.marking.attributes import TRIAL_MARK
from people.schema import metadata

ABOVE_MAXIMUM = "Please enter a mark that is not above the maximum"
"""Values as in the mocks of a report."""

trial_mark = TRIAL_MARK.table(
    "trial_mark",
    metadata,
    sa.Column(
        "told", sa.Text, nullable=False, server_default="", comment="the result as it was published; empty without one"
    ),
    *TRIAL_MARK.choice_checks("status"),
    unique("uq_trial_mark", "This entry already has a mark", "entry_id"),
    check("ck_trial_mark_mark", "mark BETWEEN 0 AND max_mark", ABOVE_MAXIMUM, about="mark"),
    check(
        "ck_trial_mark_marked",
        "status <> 'marked' OR (mark IS NOT NULL AND max_mark IS NOT NULL AND grade <> '')",
        "A marked exam has mark, maximum and grade",
        about="mark",
    ),
    sa.Index("ix_trial_mark_status", "status", "id"),
    info={"nouns": ("mark of a trial exam", "marks of trial exams")},
)
TRIAL_MARK.index_sorts(trial_mark)
