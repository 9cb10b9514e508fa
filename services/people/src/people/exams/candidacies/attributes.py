"""Attributes of candidates in a series, and of the check letters of their identifiers."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import Attribute, Attributes, InList
from kit.values import Date, Integer, Text
from people.exams.shared_attributes import candidate_id, season_kind, series_id
from people.persons.rules import DigitText

LONGEST_NAME = 40
"""Characters of a name in the files of the boards (JCQ formats for the exchange of examination data, version 14)."""

CANDIDACY = Attributes(
    candidate_id("candidacy"),
    series_id("candidacy"),
    season_kind(),
    Attribute(
        name="number",
        type=DigitText(digits=4),
        title="Number",
        section="candidacy",
        read_only=True,
        help="If empty, the next free one; it never changes within the series",
        listed=InList(sortable=True, width=95),
    ),
    Attribute(
        name="legalName",
        type=Text(required=True, max_length=LONGEST_NAME),
        title="Name at the boards",
        section="candidacy",
        default=None,
        help="SURNAME: FORENAMES",
        listed=InList(width=230),
    ),
    Attribute(
        name="uci",
        type=Text(max_length=13, min_length=13, content="alphaNum"),
        title="UCI",
        section="candidacy",
        help="Its last letter is checked if it is known (Setup, Check letters of UCIs)",
        listed=InList(width=140),
    ),
    Attribute(
        name="centreNumber",
        type=DigitText(digits=5),
        section="candidacy",
        listed=InList(width=110, hidden=True),
    ),
    Attribute(
        name="idSeenOn",
        type=Date(),
        title="Identity seen on",
        section="identity",
        listed=InList(width=130),
    ),
    Attribute(
        name="idSeenBy",
        type=Text(),
        title="Identity seen by",
        section="identity",
        read_only=True,
        listed=InList(width=140),
    ),
)

UCI_LETTER = Attributes(
    Attribute(
        name="remainder",
        type=Integer(maximum=16, required=True),
        section="letter",
        stored_as=sa.Integer,
        default=None,
        read_only=True,
        listed=InList(sortable=True, width=110),
    ),
    Attribute(
        name="letter",
        type=Text(max_length=1, content="alphaNum"),
        section="letter",
        help="Empty: the letter of this remainder is not checked",
        listed=InList(width=90),
    ),
    Attribute(name="source", type=Text(max_length=300), section="letter", listed=InList(width=340)),
)
"""The check letter of a unique candidate identifier by its remainder. The boards publish two, and a calculator."""
