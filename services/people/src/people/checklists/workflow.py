"""States and moves of checklists and of their steps."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row, Rule
from kit.policy.rules import reading
from kit.values import Text
from kit.workflow import Confirm, Move, Need, Step, Workflow
from people.checklists import entities
from people.checklists.attributes import ITEM_STATES, STATES
from people.checklists.model import checklist, checklist_item
from people.checklists.settling import settle
from people.policy import OF_STAFF, STAFF
from people.requirements.model import form_received

_c, _i, _f = checklist.c, checklist_item.c, form_received.c
WAITS = "Please do the previous step first"
NOT_OPEN = "This checklist is not open"
NO_FILE = "Please upload at least 1 file"
NO_SIGNATURE = "Please enter your name"
NO_FORM = "The form has not been filled in yet"


def _does(actor: Actor, row: Row | None) -> bool:
    return STAFF(actor) and (row is None or actor.has(row["owner"], "academicOffice"))


OWNER = Rule("staff with the role of the step, or academicOffice", _does, frozenset({"owner"}))


@reading("blocked")
def _waits(row: Row, actor: Actor) -> str | None:
    return WAITS if row["blocked"] else None


def _checklist_of(tx: Tx, item: Row) -> Row:
    """Return the open checklist of an item, locked. Raises Conflict."""
    row = tx.one(sa.select(checklist).where(_c.id == item["checklist_id"]).with_for_update())
    assert row is not None
    if row["status"] == "cancelled":
        raise Conflict(NOT_OPEN)
    return row


def _check_done(tx: Tx, step: Step) -> None:
    """Refuse to complete a step whose required data is missing. Raises Conflict, Invalid."""
    item = step.row
    owner = _checklist_of(tx, item)
    if item["needs"] == "file" and not item["evidence_ids"]:
        raise Invalid(NO_FILE, fields={"evidenceIds": NO_FILE})
    if item["needs"] == "form":
        mine = (_f.form_id == item["form_id"], _f.kind == owner["entity_type"], _f.record_id == owner["entity_id"])
        if not tx.scalar(sa.select(sa.exists().where(*mine))):
            raise Conflict(NO_FORM)
    if item["needs"] == "field":
        row = entities.find(tx.connection, owner["entity_type"], owner["entity_id"])
        column, title = entities.field_of(owner["entity_type"], item["field"])
        if not row.get(column):
            raise Conflict(f"Please fill in “{title}” of {owner['name']} first")


def _check_signature(tx: Tx, step: Step) -> None:
    if step.row["needs"] == "signature" and not step.body["signature"]:
        raise Invalid(NO_SIGNATURE, fields={"signature": NO_SIGNATURE})


def _check_open(tx: Tx, step: Step) -> None:
    _checklist_of(tx, step.row)


def _clear(tx: Tx, step: Step) -> dict[str, Any]:
    return {"skipped_reason": "", "signature": ""}


def _settle(tx: Tx, row: Row) -> None:
    settle(tx, row["checklist_id"])


CHECKLIST_MOVES = Workflow(
    name="checklist",
    column=_c.status,
    states=STATES,
    scope=OF_STAFF,
    moves=(
        Move(
            name="cancel",
            title="Cancel checklist",
            source=("open",),
            target="cancelled",
            who=STAFF,
            style="danger",
            path="/checklists/{id}/cancel",
            done="{title} of {name} is cancelled",
            confirm=Confirm("Cancel {title} of {name}?", yes="Cancel checklist", no="Keep checklist"),
        ),
        Move(
            name="reopen",
            title="Reopen",
            source=("cancelled",),
            target="open",
            who=STAFF,
            path="/checklists/{id}/reopen",
            done="{title} of {name} is open again",
        ),
    ),
)
"""A checklist is done with its last step, and open again when one is reopened."""

ITEM_MOVES = Workflow(
    name="checklistItem",
    column=_i.status,
    states=ITEM_STATES,
    scope=OF_STAFF,
    after=_settle,
    moves=(
        Move(
            name="done",
            title="Done",
            source=("open",),
            target="done",
            who=OWNER,
            signs="done",
            when=_waits,
            check=_check_done,
            path="/checklists/items/{id}/done",
            done="{title} is done",
            effect=_check_signature,
            needs=(
                Need(
                    "signature",
                    Text(max_length=100),
                    "Your name as signature",
                    _i.signature,
                    when=lambda row: row["needs"] == "signature",
                ),
            ),
        ),
        Move(
            name="skip",
            title="Skip",
            source=("open",),
            target="skipped",
            who=OWNER,
            signs="done",
            check=_check_open,
            path="/checklists/items/{id}/skip",
            done="{title} is skipped",
            needs=(
                Need(
                    "skippedReason",
                    Text(required=True, multiline=True, min_length=5, max_length=500),
                    "Why",
                    _i.skipped_reason,
                ),
            ),
            confirm=Confirm("Skip {title}?", yes="Skip step"),
        ),
        Move(
            name="reopen",
            title="Reopen",
            source=("done", "skipped"),
            target="open",
            who=OWNER,
            unsigns=("done",),
            check=_check_open,
            effect=_clear,
            path="/checklists/items/{id}/reopen",
            done="{title} is open again",
        ),
    ),
)
