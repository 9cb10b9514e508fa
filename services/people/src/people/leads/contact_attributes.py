"""Attributes of an entry in a lead's log: a call, a mail, a meeting, a note."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.database.tables import now
from kit.values import (
    DateTime,
    RecordId,
    Select,
    Text,
    options,
)

CONTACTS = options(
    ("call", "Call"),
    ("mail", "Mail"),
    ("meeting", "Meeting"),
    ("note", "Note"),
    ("form", "Form"),
)
DIRECTIONS = options(("out", "From us"), ("in", "From them"))
OUTCOMES = options(
    ("reached", "Reached", "green"), ("voicemail", "Voicemail", "amber"), ("noAnswer", "No answer", "grey")
)
"""Outcomes of a call."""
LOGGED = (*OUTCOMES, *options(("answered", "Answered", "green"), ("cameBack", "Came back", "red")))
"""Outcomes of a call or a mail: a reply, or a bounce."""

LEAD_CONTACT = Attributes(
    Attribute(
        name="leadId",
        type=RecordId(required=True),
        title="Lead",
        column=sa.Column("lead_id", sa.ForeignKey("enquiry.id", ondelete="CASCADE"), nullable=False),
        listed=InList(title="Lead ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="at",
        type=DateTime(),
        title="When",
        default=now(),
        listed=InList(sortable=True, width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="kind",
        type=Select(choices=CONTACTS, required=True),
        listed=InList(width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="direction",
        type=Select(choices=DIRECTIONS, required=True),
        default="out",
        listed=InList(hidden=True, width=100),
        filtered=AsFilter(),
    ),
    Attribute(
        name="outcome",
        type=Select(choices=LOGGED, blank=""),
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(name="text", type=Text(multiline=True, max_length=4000), listed=InList(type="text", width=300)),
    Attribute(
        name="byId",
        type=RecordId(),
        title="User",
        comment="user id; null: they, or the system",
        listed=InList(title="User ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(name="byName", type=Text(max_length=200), title="By", listed=InList(width=140)),
    Attribute(name="nextStep", type=Text(max_length=200), title="Next step", listed=InList(width=160)),
    Attribute(name="nextDue", type=DateTime(), title="Next step due", listed=InList(hidden=True, width=130)),
    Attribute(
        name="eventId",
        type=RecordId(),
        title="Calendar entry",
        column=sa.Column("event_id", sa.ForeignKey("event.id", ondelete="SET NULL"), index=True, comment="the meeting"),
    ),
    Attribute(name="mailId", type=RecordId(), title="Mail", comment="of support's log of sent mail"),
    Attribute(name="mailInId", type=RecordId(), title="Mail in", comment="of support's list of mails that came in"),
)
"""An entry in a lead's log. Rows are added, and moved by a merge, never changed."""
