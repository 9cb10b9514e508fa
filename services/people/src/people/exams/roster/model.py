"""Tables of relatives, absences and swaps of invigilators."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, constraint_text, unique
from kit.records.fieldset import NOT_IN_ORDER
from people.exams.roster.attributes import AWAY, RELATIVE, SWAP
from people.schema import metadata

invigilator_relative = RELATIVE.table(
    "invigilator_relative",
    metadata,
    unique("uq_invigilator_relative", "This relative is already named", "invigilator_id", "candidate_id"),
    info={"nouns": ("relative of an invigilator", "relatives of invigilators")},
)
RELATIVE.index_sorts(invigilator_relative)

invigilator_away = AWAY.table(
    "invigilator_away",
    metadata,
    check("ck_invigilator_away_order", "ends > starts", NOT_IN_ORDER, about="ends"),
    info={"nouns": ("absence of an invigilator", "absences of invigilators")},
)
AWAY.index_sorts(invigilator_away)

duty_swap = SWAP.table(
    "duty_swap",
    metadata,
    check("ck_duty_swap_other", "to_id <> from_id", "Please choose a colleague", about="to_id"),
    *SWAP.choice_checks("status"),
    sa.Index(
        constraint_text("uq_duty_swap", "A colleague has already been asked to take this duty"),
        "duty_id",
        unique=True,
        postgresql_where=sa.text("status = 'asked'"),
    ),
    info={"nouns": ("swap of a duty", "swaps of duties")},
)
SWAP.index_sorts(duty_swap)
