"""Tables of the calendar."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import TSTZMULTIRANGE, TSTZRANGE, ExcludeConstraint

from kit.database.constraints import check, constraint_text, unique
from kit.database.searching import search_index
from kit.database.tables import author_columns, copy_table, creator_columns, one_of
from kit.records.fieldset import NOT_IN_ORDER
from people.calendar.attributes import BOOKING, EVENT, PERSON_KINDS, ROOM, SERIES
from people.schema import metadata

LONGEST_DAYS = 31

event_series = SERIES.table(
    "event_series",
    metadata,
    check("ck_event_series_minutes", "minutes > 0", "Length: please enter a number above 0"),
    *SERIES.choice_checks("type"),
    info={"nouns": ("series of events", "series of events")},
)
"""A series of events. Each date is an `event` of its own, created with the series."""
SERIES.index_sorts(event_series)
search_index(event_series.c.title)

event = EVENT.table(
    "event",
    metadata,
    *creator_columns(server_default="0"),
    *author_columns(),
    check("ck_event_order", "ends > starts", NOT_IN_ORDER, about="ends"),
    check(
        "ck_event_length",
        f"ends <= starts + interval '{LONGEST_DAYS} days'",
        f"End: an event lasts at most {LONGEST_DAYS} days",
        about="ends",
    ),
    *EVENT.choice_checks("type", "status"),
)
EVENT.index_sorts(event, start=event.c.ends)
LASTS_LONG = event.c.ends - event.c.starts > sa.literal_column("'1 day'::interval")
sa.Index("ix_event_long", event.c.starts, event.c.ends, postgresql_where=LASTS_LONG)
search_index(event.c.title)

booking = BOOKING.table(
    "booking",
    metadata,
    sa.Column("user_id", sa.BigInteger, comment="user id"),
    sa.Column("name", sa.Text, nullable=False, server_default=""),
    sa.Column("who", sa.Text, nullable=False, server_default="", comment="user or record"),
    sa.Column("span", TSTZRANGE, nullable=False, comment="when the event is"),
    sa.Column("busy", TSTZMULTIRANGE, nullable=False, comment="what of it is this event's alone"),
    one_of("kind", (*PERSON_KINDS, ROOM)),
    one_of("status", ("invited", "accepted", "declined")),
    unique("uq_booking_person", "This person is already on this event", "event_id", "kind", "person_id"),
    ExcludeConstraint(
        ("who", "="),
        ("busy", "&&"),
        ("event_id", "<>"),
        name=constraint_text("ex_booking_busy", "Somebody or the room has just been booked for this time"),
        using="gist",
        deferrable=True,
        initially="DEFERRED",
    ),
    sa.Index("ix_booking_week", "kind", "person_id", sa.text("lower(span)")),
    sa.Index("ix_booking_who", "who", sa.text("lower(span)")),
    info={"nouns": ("person on an event", "persons on events")},
)
"""The persons and the room of each event.

The database keeps `span` and `busy` (migration 0007). `busy` is empty if the event is cancelled or the person declined,
and excludes time that was taken when an event was booked despite a conflict. So nobody is ever booked twice, even after
a cancellation. The database also keeps the account, the name and, from the account, `who` the person is (migration
0011). A tutor who is also a member of staff is one person. A week needs no join with eight tables of persons.
"""
search_index(booking.c.name)

event_slip = copy_table(
    "event_slip",
    metadata,
    sa.Column("event_id", sa.BigInteger, nullable=False, index=True),
    sa.Column("ewp_id", sa.BigInteger, nullable=False, index=True, comment="0 on slips from before the calendar"),
    sa.Column("status", sa.Text, nullable=False, comment="saved, returned, submitted, checked or approved"),
)
"""Read model: slips that have begun, by event."""

calendar_feed = sa.Table(
    "calendar_feed",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("token_hash", sa.LargeBinary, nullable=False, unique=True, comment="SHA-256 of the secret address"),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    sa.Column("last_read", sa.DateTime(timezone=True)),
    sa.Column("deadlines", sa.Boolean, nullable=False, server_default=sa.true(), comment="has exam deadlines"),
    sa.Column(
        "of_exams_office",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="follows the roles of the account: it has the deadlines of all boards",
    ),
)
"""The address at which other programs read a user's own calendar: one for each user."""

calendar_import = sa.Table(
    "calendar_import",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("user_id", sa.BigInteger, nullable=False, comment="user id"),
    sa.Column("name", sa.Text, nullable=False, comment="of the file"),
    sa.Column("imported", sa.DateTime(timezone=True), nullable=False, server_default=sa.func.now()),
    unique("uq_calendar_import_name", "You have already imported a calendar with this name", "user_id", "name"),
)
"""Calendars of other programs that users have imported into their own."""

imported_event = sa.Table(
    "imported_event",
    metadata,
    sa.Column("event_id", sa.ForeignKey("event.id", ondelete="CASCADE"), primary_key=True, autoincrement=False),
    sa.Column("import_id", sa.ForeignKey("calendar_import.id", ondelete="CASCADE"), nullable=False),
    sa.Column("uid", sa.Text, nullable=False, comment="of the event in the other program"),
    sa.Index("ix_imported_event_import", "import_id", "uid"),
)
"""Events that came from imported calendars."""
