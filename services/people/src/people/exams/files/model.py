"""Tables of the boards' files and of their rows."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import unique
from people.exams.files.attributes import EXAM_FILE, EXCHANGE, FILE_ROW
from people.schema import metadata

exam_exchange = EXCHANGE.table(
    "exam_exchange",
    metadata,
    unique("uq_exam_exchange", "The files of this board are already described", "board"),
    *EXCHANGE.choice_checks("way"),
    info={"nouns": ("board of files", "boards of files")},
)
EXCHANGE.index_sorts(exam_exchange)

exam_file = EXAM_FILE.table(
    "exam_file",
    metadata,
    sa.Column("content", sa.Text, nullable=False, server_default="", comment="emptied when its series is closed"),
    unique("uq_exam_file_hash", "This file has already been imported", "series_id", "direction", "name", "hash"),
    *EXAM_FILE.choice_checks("direction", "kind", "status"),
    sa.Index(
        "uq_exam_file_sequence",
        "series_id",
        "board",
        "centre_number",
        "sequence",
        unique=True,
        postgresql_where=sa.text("direction = 'out'"),
    ),
    info={"nouns": ("file of a board", "files of boards")},
)
EXAM_FILE.index_sorts(exam_file)
sa.Index("ix_exam_file_created", exam_file.c.created, exam_file.c.id)

exam_file_row = FILE_ROW.table(
    "exam_file_row",
    metadata,
    sa.Column("sent_as", sa.Text, nullable=False, server_default="", comment="the entry as the file tells it"),
    *FILE_ROW.choice_checks("outcome", "fault"),
    info={"nouns": ("row of a file", "rows of files")},
)
FILE_ROW.index_sorts(exam_file_row)
