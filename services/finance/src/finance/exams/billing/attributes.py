"""Attributes of the billing of exam entries."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Integer, RecordId, Select, Text, options

STATES = options(
    ("open", "Entered, not invoiced", "red"),
    ("drafted", "On a draft", "amber"),
    ("invoiced", "Invoiced", "green"),
    ("notEntered", "Invoiced, not entered", "orange"),
    ("settled", "Nothing to bill", "grey"),
)
ENTRIES = options(
    ("planned", "Planned", "grey"),
    ("entered", "Entered", "green"),
    ("amended", "Amended", "blue"),
    ("withdrawn", "Withdrawn", "orange"),
)
BILLING = Attributes(
    Attribute(name="candidate", type=Text(), listed=InList(sortable=True, width=180)),
    Attribute(
        name="candidateId",
        type=RecordId(required=True),
        column=sa.Column("candidate_id", sa.BigInteger, nullable=False),
        listed=InList(title="Candidate ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    Attribute(
        name="examId",
        type=RecordId(required=True),
        column=sa.Column("exam_id", sa.BigInteger, nullable=False),
        listed=InList(title="Exam ID", hidden=True),
        filtered=AsFilter(hidden=True, column="title"),
    ),
    Attribute(
        name="entryStatus",
        type=Select(choices=ENTRIES, required=True),
        title="Entry",
        default="planned",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        title="Billing",
        default="settled",
        listed=InList(width=170),
        filtered=AsFilter(),
    ),
    Attribute(name="reason", type=Text(), title="Why it has no line", listed=InList(width=280)),
    Attribute(
        name="invoiceId",
        type=Integer(),
        column=sa.Column("invoice_id", sa.BigInteger),
        listed=InList(title="Invoice ID", hidden=True, type="id"),
    ),
)
