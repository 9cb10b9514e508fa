"""Attributes of the mark of an entry for a trial exam."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Date, Integer, RecordId, Reference, Select, Text, options
from kit.values.conditions import Requirement

STATES = options(("waiting", "To mark", "amber"), ("marked", "Marked", "green"), ("returned", "Returned", "red"))
OPEN = ("waiting", "returned")
"""States in which the marker still works on the mark."""
_HIGHEST = 10_000
_ERRORS = "Form errors"


def _needs(text: str) -> list[Requirement]:
    """Return the requirement of a finished mark: a mock of a report has the same values (`teaching.md 5`)."""
    return [Requirement(moves=("mark",), title=_ERRORS, text=text)]


TRIAL_MARK = Attributes(
    Attribute(
        name="entryId",
        type=RecordId(required=True),
        title="Entry",
        links="exam_entry.id",
        listed=InList(title="Entry ID", hidden=True),
        filtered=AsFilter(hidden=True, column="candidate"),
    ),
    Attribute(
        name="markerId",
        type=Reference(source="/tutors/names"),
        title="Marker",
        section="marking",
        internal=True,
        links="tutor.id",
        indexed=True,
        help="By default the candidate's tutor of the subject",
        listed=InList(title="Marker ID", hidden=True),
        filtered=AsFilter(title="Marker", column="marker"),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        section="marking",
        default="waiting",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="mark",
        type=Integer(maximum=_HIGHEST),
        section="mark",
        stored_as=sa.Integer,
        listed=InList(width=80),
        needed=_needs("Please enter the mark"),
    ),
    Attribute(
        name="maxMark",
        type=Integer(minimum=1, maximum=_HIGHEST),
        title="Out of",
        section="mark",
        stored_as=sa.Integer,
        help="By default the marks of the question papers",
        listed=InList(width=80),
        needed=_needs("Please enter the highest mark"),
    ),
    Attribute(
        name="grade",
        type=Text(max_length=5),
        section="mark",
        listed=InList(width=80),
        needed=_needs("Please enter a grade"),
    ),
    Attribute(
        name="comment",
        type=Text(max_length=2_000, multiline=True),
        section="mark",
        help="Candidates, parents and term reports show it once the results are released",
        needed=_needs("Please enter a comment"),
    ),
    Attribute(
        name="markedOn",
        type=Date(),
        title="Marked on",
        section="marking",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="returnReason",
        type=Text(max_length=500, multiline=True),
        title="Reason of the return",
        section="marking",
        read_only=True,
    ),
)
