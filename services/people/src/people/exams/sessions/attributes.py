"""Attributes of exam rooms, sessions, seats, invigilation, incidents and ratios."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Boolean, Date, DateTime, Integer, Reference, Select, Text, options
from people.exams.components.attributes import KINDS as PAPER_KINDS
from people.exams.shared_attributes import component_id, derived_candidate_id, season_kind, series_id
from people.policy import OF_EXAMS

SESSION_STATES = options(
    ("planned", "Planned", "grey"),
    ("running", "Running", "amber"),
    ("finished", "Finished", "green"),
    ("cancelled", "Cancelled", "red"),
)
SEAT_STATES = options(
    ("expected", "Expected", "grey"),
    ("present", "Present", "green"),
    ("late", "Late", "amber"),
    ("absent", "Absent", "red"),
)
ROLES = options(
    ("lead", "Lead invigilator"),
    ("invigilator", "Invigilator"),
    ("reader", "Reader"),
    ("scribe", "Scribe"),
)
DUTY_STATES = options(
    ("invited", "Invited", "amber"), ("confirmed", "Confirmed", "green"), ("declined", "Declined", "red")
)


def _moment(name: str, title: str, section: str = "", *, sortable: bool = False) -> Attribute:
    return Attribute(
        name=name,
        type=DateTime(required=True),
        title=title,
        section=section,
        default=None,
        listed=InList(width=130, sortable=sortable),
        filtered=AsFilter(),
    )


def _session(section: str) -> Attribute:
    return Attribute(
        name="sessionId",
        type=Reference(source="/exams/sessions/names", required=True),
        title="Session",
        section=section,
        read_only=True,
        links="exam_session.id",
        indexed=True,
        listed=InList(title="Session ID", hidden=True),
        filtered=AsFilter(hidden=True, column="session"),
    )


ROOM = Attributes(
    Attribute(
        name="locationId",
        type=Reference(source="/locations", required=True),
        title="Location",
        section="room",
        read_only=True,
        links="location.id",
        listed=InList(title="Location ID", hidden=True),
    ),
    Attribute(
        name="capacity",
        type=Integer(minimum=1, maximum=1000, required=True),
        title="Seats",
        section="room",
        stored_as=sa.Integer,
        default="20",
        help="At the distance of exams",
        listed=InList(sortable=True, width=90),
    ),
    Attribute(
        name="distance",
        type=Integer(minimum=50, maximum=500),
        title="Distance in cm",
        section="room",
        stored_as=sa.Integer,
        listed=InList(width=120),
    ),
    Attribute(
        name="rows",
        type=Integer(minimum=1, maximum=100),
        section="room",
        stored_as=sa.Integer,
        help="From the front to the back",
        listed=InList(width=75),
    ),
    Attribute(
        name="columns",
        type=Integer(minimum=1, maximum=100),
        section="room",
        stored_as=sa.Integer,
        help="Seats are numbered down each column, from the front left",
        listed=InList(width=90),
    ),
    Attribute(
        name="separate",
        type=Boolean(),
        title="Separate room",
        section="room",
        help="For candidates who sit apart: nobody else is seated in it by rule",
        listed=InList(width=120),
        filtered=AsFilter(),
    ),
    archived_attribute("room"),
)

SESSION = Attributes(
    series_id("session", indexed=True),
    season_kind(),
    Attribute(
        name="title",
        type=Text(required=True, max_length=200),
        section="session",
        default=None,
        listed=InList(width=220),
    ),
    Attribute(
        name="roomId",
        type=Reference(source="/exams/rooms/names", required=True),
        title="Room",
        section="session",
        links="exam_room.id",
        listed=InList(title="Room ID", hidden=True),
    ),
    Attribute(
        name="status",
        type=Select(choices=SESSION_STATES, required=True),
        section="session",
        default="planned",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    _moment("starts", "Begins", "session", sortable=True),
    _moment("ends", "Ends", "session"),
    Attribute(
        name="seatedAt",
        type=DateTime(),
        title="Seated at",
        section="day",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="rosteredAt",
        type=DateTime(),
        title="Roster drafted at",
        section="day",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="mailedAt",
        type=DateTime(),
        title="Invitations mailed at",
        section="day",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="begun",
        type=DateTime(),
        title="Begun at",
        section="day",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="ended",
        type=DateTime(),
        title="Ended at",
        section="day",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(name="notes", type=Text(multiline=True, max_length=5000), section="day"),
    Attribute(
        name="eventId",
        type=Integer(),
        links="event.id",
        indexed=True,
        comment="the calendar's event of its invigilators",
    ),
)

SEAT = Attributes(
    _session("seat"),
    Attribute(
        name="entryId",
        type=Reference(source="/exams/entries/names", required=True),
        title="Entry",
        section="seat",
        read_only=True,
        links="exam_entry.id",
        listed=InList(title="Entry ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    component_id("seat"),
    derived_candidate_id(),
    season_kind(),
    Attribute(
        name="seat",
        type=Integer(minimum=1, maximum=1000),
        section="seat",
        stored_as=sa.Integer,
        help="If empty, the next free one",
        listed=InList(width=75),
    ),
    Attribute(
        name="status",
        type=Select(choices=SEAT_STATES, required=True),
        section="seat",
        default="expected",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    _moment("starts", "Begins", sortable=True),
    _moment("ends", "Ends"),
    Attribute(
        name="arrived",
        type=DateTime(),
        section="seat",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="lateBy",
        type=Integer(),
        title="Minutes late",
        section="seat",
        stored_as=sa.Integer,
        read_only=True,
        listed=InList(width=100),
    ),
    Attribute(
        name="identityChecked",
        type=Boolean(),
        section="seat",
        listed=InList(title="Identity", width=90),
        filtered=AsFilter(title="Identity checked"),
    ),
)

DUTY = Attributes(
    _session("duty"),
    Attribute(
        name="invigilatorId",
        type=Reference(source="/invigilators/names", required=True),
        title="Invigilator",
        section="duty",
        read_only=True,
        links="invigilator.id",
        listed=InList(title="Invigilator ID", hidden=True),
        filtered=AsFilter(hidden=True, column="invigilator"),
    ),
    season_kind(),
    Attribute(
        name="role",
        type=Select(choices=ROLES, required=True),
        section="duty",
        default="invigilator",
        listed=InList(width=140),
        filtered=AsFilter(),
    ),
    Attribute(
        name="status",
        type=Select(choices=DUTY_STATES, required=True),
        section="duty",
        default="invited",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    _moment("starts", "Begins", sortable=True),
    _moment("ends", "Ends"),
    Attribute(
        name="reason",
        type=Text(max_length=300),
        title="Reason",
        section="duty",
        read_only=True,
        listed=InList(hidden=True, width=180),
    ),
    Attribute(
        name="override",
        type=Text(max_length=300),
        title="Despite a rule",
        section="duty",
        read_only=True,
        readers=OF_EXAMS,
        listed=InList(hidden=True, width=180),
    ),
    Attribute(
        name="overrideBy",
        type=Text(),
        title="Allowed by",
        section="duty",
        read_only=True,
        readers=OF_EXAMS,
        listed=InList(hidden=True, width=140),
    ),
    Attribute(
        name="mailedAt",
        type=DateTime(),
        title="Invitation mailed at",
        section="duty",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="answeredAt",
        type=DateTime(),
        title="Answered at",
        section="duty",
        read_only=True,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="minutes",
        type=Integer(maximum=1440),
        title="Minutes worked",
        section="hours",
        stored_as=sa.Integer,
        help="If empty, as long as the session",
        listed=InList(width=120),
    ),
    Attribute(
        name="hoursApproved",
        type=DateTime(),
        title="Hours approved at",
        section="hours",
        read_only=True,
        listed=InList(width=130),
    ),
    Attribute(
        name="hoursApprovedBy",
        type=Text(),
        title="Hours approved by",
        section="hours",
        read_only=True,
        listed=InList(hidden=True, width=140),
    ),
)

INCIDENT = Attributes(
    Attribute(name="at", type=DateTime(required=True), title="When", section="incident", default=None),
    Attribute(
        name="text",
        type=Text(required=True, multiline=True, max_length=5000),
        title="What happened",
        section="incident",
        default=None,
    ),
    Attribute(name="witness", type=Text(required=True, max_length=200), section="incident", default=None),
)

RATIO = Attributes(
    Attribute(
        name="paperKind",
        type=Select(choices=PAPER_KINDS, required=True),
        title="Kind of paper",
        section="ratio",
        default="written",
        listed=InList(width=150),
        filtered=AsFilter(),
    ),
    Attribute(
        name="candidates",
        type=Integer(minimum=1, maximum=500, required=True),
        title="Candidates for each invigilator",
        section="ratio",
        stored_as=sa.Integer,
        default=None,
        listed=InList(width=220),
    ),
    Attribute(
        name="validFrom",
        type=Date(required=True),
        title="Valid from",
        section="ratio",
        default=None,
        listed=InList(sortable=True, width=120),
    ),
    Attribute(name="source", type=Text(max_length=300), section="ratio", listed=InList(width=320)),
)
"""The number of candidates for each invigilator, from a day on."""
