"""Acknowledgements of entries by a board, one record each. The format does not define them, so boards without a portal
send a list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from people.exams.candidacies.model import exam_candidacy
from people.exams.entries.model import exam_entry
from people.exams.files.basedata import Outcome
from people.exams.files.layouts import Line
from people.exams.files.model import exam_file, exam_file_row
from people.exams.model import exam
from people.exams.options.queries import OPTION

_f, _r, _e, _x, _p = exam_file.c, exam_file_row.c, exam_entry.c, exam.c, exam_candidacy.c
NOT_SENT = "This entry is in no file that was sent"


def take(tx: Tx, file: Mapping[str, Any], lines: Sequence[Line]) -> list[Outcome]:
    """Note the board's response to each entry on the last file that contains it; return the outcomes."""
    outcomes = []
    for line in lines:
        values = line.values
        what = f"{values['number']} {values['option']}"
        row = tx.one(
            sa.select(_r.id, _r.file_id)
            .select_from(
                exam_file_row.join(exam_file, _f.id == _r.file_id)
                .join(exam_entry, _e.id == _r.entry_id)
                .join(exam_candidacy, _p.id == _e.candidacy_id)
                .join(exam, _x.id == _e.exam_id)
            )
            .where(
                _f.series_id == file["series_id"],
                _f.board == file["board"],
                _f.direction == "out",
                _p.number == values["number"],
                OPTION.in_([values["option"]]),
            )
            .order_by(_r.id.desc())
            .limit(1)
        )
        if row is None:
            outcomes.append(Outcome(line.number, what, "refused", NOT_SENT))
            continue
        accepted = values["answer"].upper() == "A"
        answer = {"outcome": "accepted" if accepted else "refused", "text": values["text"]}
        tx.execute(sa.update(exam_file_row).where(_r.id == row["id"]).values(answer))
        outcomes.append(Outcome(line.number, what, "accepted" if accepted else "refused", values["text"]))
    return outcomes
