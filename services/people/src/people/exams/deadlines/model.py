"""Table of deadlines."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.database.constraints import unique
from kit.database.sql import TODAY
from people.exams.deadlines.attributes import DEADLINE
from people.schema import metadata

exam_deadline = DEADLINE.table(
    "exam_deadline",
    metadata,
    unique("uq_exam_deadline", "This board already has this deadline in the series", "series_id", "board", "kind"),
    info={"nouns": ("deadline", "deadlines")},
)
DEADLINE.index_sorts(exam_deadline)

_d = exam_deadline.c
_FEES = {"entries": "standard", "late": "late"}


def fee_kind(tx: Tx, series_id: int, board: str) -> str:
    """Return the kind of fee of an entry that is made today: standard until the deadline for entries, late until the
    one for late entries, then very late. Without a deadline it is standard."""
    mine = (_d.series_id == series_id, _d.board == board, _d.kind.in_(_FEES))
    rows = tx.all(sa.select(_d.kind, (_d.due_on < TODAY).label("past")).where(*mine))
    past = {row["kind"] for row in rows if row["past"]}
    open_ones = [_FEES[kind] for kind in _FEES if kind not in past and kind in {row["kind"] for row in rows}]
    if not past:
        return "standard"
    return open_ones[0] if open_ones else "veryLate"


def percent_of_fee(tx: Tx, series_id: int, board: str, kind: str) -> int:
    """Return the cost of an entry at this kind of fee, in percent of the standard fee, from the deadline of the kind.
    For very late entries it is in the deadline of very late ones."""
    of_kind = {"standard": "entries", "late": "late", "veryLate": "veryLate"}[kind]
    mine = (_d.series_id == series_id, _d.board == board, _d.kind == of_kind)
    return int(tx.scalar(sa.select(sa.func.coalesce(_d.fee_percent, 100)).where(*mine)) or 100)
