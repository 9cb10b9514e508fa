"""Access to the papers of trial exams and their files: the offices and the markers of the exam at any time, its
candidates to question papers after the release."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import STAFF, Scope, me
from people.exams.components.model import exam_component
from people.exams.entries.model import exam_entry
from people.exams.marking.model import trial_mark
from people.exams.trialpapers.model import trial_paper
from people.persons.model import TABLES
from people.policy import EXAMS

_p, _c, _e, _m, _candidate = trial_paper.c, exam_component.c, exam_entry.c, trial_mark.c, TABLES["candidate"].c
_RELEASED = sa.and_(_p.kind == "question", sa.func.coalesce(_p.released_from <= sa.func.now(), sa.false()))
_ENTERED = sa.select(_c.id).join(exam_entry, _e.exam_id == _c.exam_id).where(_e.status != "withdrawn")
_MARKED = _ENTERED.join(trial_mark, _m.entry_id == _e.id).where(_m.marker_id == me("tutor"))
_STUDENTS = sa.select(_candidate.id).where(_candidate.student_id == me("student"))

PAPERS = Scope(
    everything=EXAMS,
    roles={STAFF: _RELEASED},
    own={
        "tutor": _p.component_id.in_(_MARKED),
        "candidate": sa.and_(_RELEASED, _p.component_id.in_(_ENTERED.where(_e.candidate_id == me("candidate")))),
        "student": sa.and_(_RELEASED, _p.component_id.in_(_ENTERED.where(_e.candidate_id.in_(_STUDENTS)))),
    },
)
KEEPERS = Scope(everything=EXAMS)
