"""The moves of a file to a board: sent, then accepted or refused."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Row
from kit.values import Text
from kit.workflow import Confirm, Move, Need, Workflow
from people.exams.anomalies.finding import refresh
from people.exams.files.attributes import STATES
from people.exams.files.model import exam_file, exam_file_row
from people.exams.policy import EXAMS_OFFICE
from people.policy import OF_STAFF

_f, _r = exam_file.c, exam_file_row.c
_SAYS = Need("boardSays", Text(required=True, multiline=True, max_length=1000), "The board's answer", _f.board_says)


def _look(tx: Tx, row: Row) -> None:
    """Update the anomalies of a file's entries."""
    entries = sa.select(_r.entry_id).where(_r.file_id == row["id"], _r.entry_id.is_not(None))
    refresh(tx, list(tx.execute(entries).scalars()))


FILE_MOVES = Workflow(
    name="examFile",
    column=_f.status,
    states=STATES,
    scope=OF_STAFF,
    after=_look,
    moves=(
        Move(
            name="send",
            title="Mark as sent",
            source=("made",),
            target="sent",
            who=EXAMS_OFFICE,
            path="/exams/files/{id}/send",
            done="{name} is sent",
        ),
        Move(
            name="accept",
            title="Accepted",
            source=("sent", "refused"),
            target="accepted",
            who=EXAMS_OFFICE,
            path="/exams/files/{id}/accept",
            done="The board has accepted {name}",
        ),
        Move(
            name="refuse",
            title="Refused",
            source=("sent", "accepted"),
            target="refused",
            who=EXAMS_OFFICE,
            needs=(_SAYS,),
            style="danger",
            path="/exams/files/{id}/refuse",
            done="The board has refused {name}",
            confirm=Confirm(
                "Did the board refuse {name}?",
                "Its entries go into the next file again.",
                yes="Refused",
                no="Not refused",
            ),
        ),
    ),
)
"""A file never changes: its number is used once, and the board reads the files in their order."""
