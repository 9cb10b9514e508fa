"""Attributes of anomalies."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import DateTime, RecordId, Select, options
from people.exams.files.attributes import FAULTS

KINDS = options(
    ("noUci", "No UCI", "amber"),
    ("name", "Name differs from the candidate", "orange"),
    ("uci", "UCI differs from the candidate", "orange"),
    ("birthDate", "No date of birth", "red"),
    ("identity", "Identity not seen", "amber"),
    ("latePlanned", "Not entered by the deadline", "red"),
    ("lateFee", "Entered late at the standard fee", "red"),
    ("noCourse", "Not on a course of the subject", "grey"),
    ("noSeat", "No seat two weeks before", "red"),
    ("retired", "Candidate is not active", "grey"),
    ("notInvoiced", "Entered, not invoiced", "red"),
    ("invoicedOnly", "Invoiced, not entered", "orange"),
    ("unknownOption", "Option is not in the basedata", "red"),
    ("optionGone", "Option withdrawn by the board", "red"),
    ("tier", "Tier differs from the option", "orange"),
    ("disallowed", "Disallowed combination", "red"),
    ("clash", "Two papers at one time", "amber"),
    ("young", "Below the minimum age", "amber"),
    ("noFee", "No fee in the basedata", "grey"),
    ("boardFee", "Fee differs from the basedata", "orange"),
    ("boardRefused", "Refused by the board", "red"),
    ("unsent", "In no file a day after the deadline", "red"),
    ("noResult", "No result on results day", "red"),
    *FAULTS,
)

ANOMALY = Attributes(
    Attribute(
        name="kind",
        type=Select(choices=KINDS, required=True),
        title="What is wrong",
        section="anomaly",
        read_only=True,
        default="noUci",
        listed=InList(width=230),
        filtered=AsFilter(),
    ),
    Attribute(
        name="entryId",
        type=RecordId(),
        title="Entry",
        column=sa.Column("entry_id", sa.ForeignKey("exam_entry.id", ondelete="CASCADE"), nullable=True, index=True),
        listed=InList(title="Entry ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="rowId",
        type=RecordId(),
        title="Row of a file",
        column=sa.Column("row_id", sa.ForeignKey("exam_file_row.id", ondelete="CASCADE"), nullable=True, index=True),
        listed=InList(title="Row ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="since",
        type=DateTime(required=True),
        section="anomaly",
        read_only=True,
        column=sa.Column("since", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
)
