"""Attributes of access arrangements."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, FileIds, Integer, Select, Text
from people.exams.shared_attributes import candidate_id
from people.persons.catalogue import ACCESS
from people.policy import OF_EXAMS

SEPARATE = "separateRoom"
PERCENT = {"extraTime25": 25, "extraTime50": 50}
"""The extra time that some kinds have in their name."""

ARRANGEMENT = Attributes(
    candidate_id("arrangement"),
    Attribute(
        name="kind",
        type=Select(choices=ACCESS, required=True),
        title="Arrangement",
        section="arrangement",
        default="restBreaks",
        listed=InList(width=190),
        filtered=AsFilter(),
    ),
    Attribute(
        name="percent",
        type=Integer(maximum=200),
        title="Extra time in %",
        section="arrangement",
        stored_as=sa.Integer,
        help="It changes the end of every sitting",
        listed=InList(width=115),
    ),
    Attribute(name="note", type=Text(multiline=True, max_length=2000), section="arrangement", readers=OF_EXAMS),
    Attribute(
        name="evidenceIds",
        type=FileIds(most=20),
        title="Evidence",
        section="approval",
        readers=OF_EXAMS,
    ),
    Attribute(
        name="approvedOn",
        type=Date(),
        section="approval",
        help="Without it the arrangement is not seated",
        listed=InList(width=115),
        filtered=AsFilter(),
    ),
    Attribute(
        name="approvedBy",
        type=Text(max_length=100),
        section="approval",
        help="The board, or the head of centre",
        listed=InList(width=140),
    ),
    Attribute(
        name="expiresOn",
        type=Date(),
        title="Valid until",
        section="approval",
        listed=InList(sortable=True, width=115),
        filtered=AsFilter(),
    ),
)
