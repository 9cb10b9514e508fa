"""A canned answer as a record: support staff read and edit them."""

from __future__ import annotations

import re
from typing import Any

from kit.errors import Invalid
from kit.policy import Actor
from kit.records import Acts, Change, Create, Delete, FieldSet
from support.replies.answers import CannedParts
from support.replies.attributes import CANNED, SHORTCUT
from support.replies.model import canned_answer
from support.teams import support_staff
from support.tickets.answering import merge_fields

BAD_SHORTCUT = "Please use lower-case letters, digits and hyphens, like thank-you"


def _check_shortcut(shortcut: str | None) -> None:
    if shortcut and not re.fullmatch(SHORTCUT, shortcut):
        raise Invalid(BAD_SHORTCUT, title="Form errors", field="shortcut")


def _check(actor: Actor, values: dict[str, Any]) -> dict[str, Any]:
    """Check a new answer like a change of its fields. Raises Invalid."""
    _check_shortcut(values.get("shortcut"))
    merge_fields.check("text", values["text"])
    return {}


def _check_text(change: Change) -> None:
    merge_fields.check("text", change.new)


CANNED_FIELDS = FieldSet(
    name="cannedAnswer",
    table=canned_answer,
    path="/v2/support/answer/{id}",
    may=support_staff,
    create=Create(defaults=_check),
    delete=Delete(undo=True),
    extra=lambda connection, actor, row: {"mergeFields": merge_fields.FIELDS, "used": row["used"]},
    answers=CannedParts,
    sections=CANNED.sections(
        {"answer": "Answer"},
        {
            "shortcut": Acts(check=lambda change: _check_shortcut(change.new)),
            "text": Acts(check=_check_text),
        },
    ),
)
