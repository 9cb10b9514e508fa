"""Read model of users: names and places of staff and tutors, for records that name people by user."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.tables import copy_table
from kit.events import Copy, Event, Payload, same
from staffroom.identity.events.v1.events_pb2 import UserChanged
from teaching.schema import metadata

account = copy_table(
    "account",
    metadata,
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("staff_id", sa.BigInteger, nullable=False, server_default="0", comment="0 where the user is no staff"),
    sa.Column("tutor_id", sa.BigInteger, nullable=False, server_default="0", comment="0 where the user is no tutor"),
    sa.Column("department_id", sa.BigInteger, nullable=False, server_default="0", comment="the primary department"),
)
"""A user, from `identity.user.changed`."""


def _active(payload: Payload) -> bool:
    """Return whether the user can sign in. A deleted user stays as an inactive name."""
    return payload["status"] == "active" and not payload["deleted"]


SUBSCRIPTIONS = (
    Copy(
        event=Event.of(UserChanged),
        table=account,
        columns=same("name", "staffId", "tutorId")
        | {"active": _active, "department_id": lambda payload: payload["primaryDepartmentId"]},
    ),
)
