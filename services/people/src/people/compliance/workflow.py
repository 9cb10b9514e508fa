"""States and moves of a gap. Nobody closes a gap by hand: it closes when the record has the data."""

from __future__ import annotations

from kit.database import Tx
from kit.errors import Invalid
from kit.values import Date, Text
from kit.values.days import today
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.compliance.attributes import STATES
from people.compliance.model import requirement_gap
from people.policy import COMPLIANCE, IN_COMPLIANCE

_g = requirement_gap.c
LATER = "Please choose a day after today"
REASON = "Please say why (minimum 10 characters)"
_LEAST = 10


def _check_waiver(tx: Tx, step: Step) -> None:
    if step.body["waivedUntil"] <= today():
        raise Invalid(LATER, fields={"waivedUntil": LATER})
    if len(step.body["waivedReason"].strip()) < _LEAST:
        raise Invalid(REASON, fields={"waivedReason": REASON})


def _end_waiver(tx: Tx, step: Step) -> dict[str, None]:
    return {"waived_until": None}


GAP_MOVES = Workflow(
    name="gap",
    column=_g.status,
    states=STATES,
    scope=IN_COMPLIANCE,
    moves=(
        Move(
            name="waive",
            title="Waive",
            source=("open",),
            target="waived",
            who=COMPLIANCE,
            signs="waived",
            path="/compliance/gaps/{id}/waive",
            done="Waived until {waivedUntil}",
            effect=_check_waiver,
            needs=(
                Need("waivedUntil", Date(required=True), "Until", _g.waived_until),
                Need("waivedReason", Text(required=True, multiline=True, max_length=500), "Reason", _g.waived_reason),
            ),
            confirm=Confirm(
                "Waive this requirement?",
                "It stays on the list as waived, and is missing again after the day.",
                yes="Waive",
            ),
        ),
        Move(
            name="endWaiver",
            title="End waiver",
            source=("waived",),
            target="open",
            who=COMPLIANCE,
            path="/compliance/gaps/{id}/end-waiver",
            done="The waiver has ended",
            effect=_end_waiver,
            unsigns=("waived",),
        ),
    ),
)
