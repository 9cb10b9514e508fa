"""The moves of an entry. Its history has each of them, with the fee at that time and the reason of a change."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Row
from kit.policy.rules import reading
from kit.values import Text
from kit.values.days import today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.checklists.starting import start_for
from people.exams.anomalies.finding import refresh
from people.exams.deadlines.model import fee_kind, percent_of_fee
from people.exams.entries import checking
from people.exams.entries.attributes import MADE, STATES
from people.exams.entries.model import exam_entry
from people.exams.entries.policy import ENTRIES
from people.exams.entries.publishing import publish
from people.exams.marking import publishing as trials
from people.exams.model import exam
from people.exams.policy import KEEPS
from people.policy import EXAMS

_e = exam_entry.c
NOT_ASSESSED = "There is no centre assessed grade yet"
ONE_PERSON = "The second assessor is another person than the first"
_REASON = Need("reason", Text(required=True, max_length=300), "Reason", _e.reason)


def _fee(tx: Tx, row: Row) -> dict[str, Any]:
    """Return the fee of an entry that goes to the board today. Raises Conflict, or Invalid for an option or a
    combination that the board does not accept."""
    of_exam = tx.one(sa.select(exam.c.series_id, exam.c.board).where(exam.c.id == row["exam_id"]))
    assert of_exam is not None
    checking.option_for(tx.connection, row["exam_id"], row["option"], row["tier"])
    checking.refuse(tx, row["candidate_id"], row["exam_id"], row["option"], row["id"])
    kind = fee_kind(tx, of_exam["series_id"], of_exam["board"])
    percent = percent_of_fee(tx, of_exam["series_id"], of_exam["board"], kind)
    return {"fee_kind": kind, "board_fee": checking.board_fee(tx, row["exam_id"], row["option"], percent)}


def _enter(tx: Tx, step: Step) -> dict[str, Any]:
    """Store the day and the fee of an entry, and start the checklists of its candidate."""
    start_for(tx, "examEntered", "candidate", step.row["candidate_id"])
    return {"entered_on": today(), **_fee(tx, step.row)}


def _amend(tx: Tx, step: Step) -> dict[str, Any]:
    """Store today's fee; refuse combinations that the board does not accept."""
    return _fee(tx, step.row)


@reading("kind", "assessed_grade", "first_assessor_id")
def _single(row: Row, actor: Actor) -> str | None:
    """Return the text that refuses the second assessor (JCQ, centre assessed grades: two teachers agree)."""
    if row["kind"] != "centreAssessed" or not row["assessed_grade"]:
        return NOT_ASSESSED
    return ONE_PERSON if row["first_assessor_id"] == actor.person("staff") else None


def _agree(tx: Tx, step: Step) -> dict[str, Any]:
    return {"second_assessor_id": step.actor.person("staff"), "agreed_on": today()}


def _look(tx: Tx, row: Row) -> None:
    refresh(tx, [row["id"]])
    publish(tx, [row["id"]])
    trials.publish(tx, _e.id == row["id"])


ENTRY_MOVES = Workflow(
    name="examEntry",
    column=_e.status,
    states=STATES,
    scope=ENTRIES,
    after=_look,
    moves=(
        Move(
            name="enter",
            title="Enter",
            source=("planned",),
            target="entered",
            who=KEEPS,
            effect=_enter,
            path="/exams/entries/{id}/enter",
            done="{candidate} is entered for {exam}",
        ),
        Move(
            name="amend",
            title="Amend",
            source=("entered",),
            target="amended",
            who=KEEPS,
            effect=_amend,
            needs=(_REASON,),
            path="/exams/entries/{id}/amend",
            done="The entry of {candidate} is amended",
        ),
        Move(
            name="amendAgain",
            title="Amend",
            source=("amended",),
            target=None,
            who=KEEPS,
            effect=_amend,
            needs=(_REASON,),
            path="/exams/entries/{id}/amend",
            done="The entry of {candidate} is amended again",
        ),
        Move(
            name="agree",
            title="Agree as second assessor",
            source=("planned", *MADE),
            target=None,
            who=EXAMS,
            when=_single,
            effect=_agree,
            path="/exams/entries/{id}/agree",
            done="You agree with the grade of {candidate}",
        ),
        Move(
            name="withdraw",
            title="Withdraw entry",
            source=("planned", *MADE),
            target="withdrawn",
            who=KEEPS,
            needs=(_REASON,),
            style="danger",
            path="/exams/entries/{id}/withdraw",
            done="The entry of {candidate} is withdrawn",
            confirm=Confirm(
                "Withdraw {candidate} from {exam}?",
                "The fee may still be owed to the board.",
                yes="Withdraw entry",
                no="Keep entry",
            ),
        ),
        Move(
            name="plan",
            title="Plan again",
            source=("withdrawn",),
            target="planned",
            who=KEEPS,
            effect=_amend,
            path="/exams/entries/{id}/plan",
            done="The entry of {candidate} is planned again",
        ),
    ),
)
