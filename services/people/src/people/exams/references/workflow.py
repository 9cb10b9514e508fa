"""The moves of a teacher's reference."""

from __future__ import annotations

from kit.workflow import Confirm, Move, Workflow
from people.exams.references import asking
from people.exams.references.attributes import STATES
from people.exams.references.model import teacher_reference
from people.policy import EXAMS, OF_STAFF

REFERENCE_MOVES = Workflow(
    name="teacherReference",
    column=teacher_reference.c.status,
    states=STATES,
    scope=OF_STAFF,
    moves=(
        Move(
            name="ask",
            title="Ask by mail",
            source=("named",),
            target="asked",
            who=EXAMS,
            effect=asking.ask,
            path="/exams/references/{id}/ask",
            done="{teacher} is asked",
        ),
        Move(
            name="remind",
            title="Mail again",
            source=("asked",),
            target=None,
            who=EXAMS,
            effect=asking.ask,
            path="/exams/references/{id}/remind",
            done="{teacher} is asked again",
        ),
        Move(
            name="withdraw",
            title="Do not use",
            source=("named", "asked"),
            target="withdrawn",
            who=EXAMS,
            style="danger",
            path="/exams/references/{id}/withdraw",
            done="This teacher is not asked",
            confirm=Confirm("Do without {teacher}?", "Their link ends.", yes="Drop reference", no="Keep reference"),
        ),
        Move(
            name="restore",
            title="Use again",
            source=("withdrawn",),
            target="named",
            who=EXAMS,
            path="/exams/references/{id}/restore",
            done="This teacher can be asked",
        ),
    ),
)
