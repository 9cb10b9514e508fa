"""Tables of duties and absences."""

import sqlalchemy as sa

from kit.database.constraints import check
from support.rota.attributes import ABSENCE, DUTY
from support.schema import metadata

duty = DUTY.table(
    "duty",
    metadata,
    *DUTY.choice_checks("team"),
    check("ck_duty_end", "ends > start", "The end is after the start", about="ends"),
    sa.Index("ix_duty_team", "team"),
)
"""Weekdays and hours, in London, when a member of a team gets its new tickets."""
DUTY.index_sorts(duty)

duty_absence = ABSENCE.table(
    "duty_absence",
    metadata,
    check("ck_duty_absence_last", "last >= first", "The last day is not before the first", about="last"),
)
"""Days, in London, on which a member of a team gets no tickets, despite the rota."""
ABSENCE.index_sorts(duty_absence)
