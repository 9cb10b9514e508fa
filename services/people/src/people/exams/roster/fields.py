"""Relatives, absences and swaps of invigilators as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Forbidden
from kit.policy import Scope, is_a, me
from kit.records import Create, Delete, FieldSet
from people.exams.joined import joined
from people.exams.roster import swapping
from people.exams.roster.answers import NamedInvigilator, SwapParts
from people.exams.roster.attributes import AWAY, RELATIVE, SWAP
from people.exams.roster.model import duty_swap, invigilator_away, invigilator_relative
from people.exams.sessions.model import exam_session, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import EXAMS, OF_STAFF, STAFF

_person = TABLES["invigilator"]
AWAYS = Scope(everything=STAFF, own={"invigilator": invigilator_away.c.invigilator_id == me("invigilator")})
KEEPS_TIMES = EXAMS | is_a("invigilator", "the invigilator")


def _own_times(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """Let an invigilator enter only their own times. Raises Forbidden."""
    if not EXAMS(tx.actor) and values["invigilator_id"] != tx.actor.person("invigilator"):
        raise Forbidden()
    return {}


_named = joined(_person, _person.c.id, full_name(_person).label("invigilator"), by="invigilator_id")

RELATIVE_FIELDS = FieldSet(
    name="invigilatorRelative",
    table=invigilator_relative,
    path="/exams/relatives/{id}",
    sections=RELATIVE.sections({"relative": "Relative"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(),
    delete=Delete(),
    extra=_named,
    answers=NamedInvigilator,
)

AWAY_FIELDS = FieldSet(
    name="invigilatorAway",
    table=invigilator_away,
    path="/exams/away/{id}",
    sections=AWAY.sections({"away": "Not available"}),
    scope=AWAYS,
    may=KEEPS_TIMES,
    create=Create(complete=_own_times),
    delete=Delete(),
    extra=_named,
    answers=NamedInvigilator,
    ordered=(("starts", "ends"),),
)

SWAP_FIELDS = FieldSet(
    name="dutySwap",
    path="/exams/swaps/{id}",
    workflow=swapping.SWAP_MOVES,
    sections=SWAP.sections({"swap": "Swap"}),
    may=swapping.ASKS,
    create=Create(fields=("dutyId", "toId", "note"), complete=swapping.complete, after=swapping.asked),
    extra=joined(
        swapping.SOURCE,
        duty_swap.c.id,
        exam_session.c.title.label("session"),
        invigilation.c.starts,
        full_name(swapping.asker).label("fromName"),
        sa.func.coalesce(full_name(swapping.other), "").label("toName"),
    ),
    answers=SwapParts,
)
FIELDSETS = (RELATIVE_FIELDS, AWAY_FIELDS, SWAP_FIELDS)
