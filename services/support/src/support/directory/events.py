"""What identity and people tell, kept as far as support needs it."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.db import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.identity.events.v1 import events_pb2 as identity_events
from staffroom.people.events.v1 import events_pb2 as people_events
from support.directory.model import course_member, user

USER_CHANGED = Event("identity.user.changed", identity_events.UserChanged)
COURSE_CHANGED = Event("people.course.changed", people_events.CourseChanged)


def keep_user(tx: Tx, envelope: Envelope) -> None:
    """Keep the user as they now are; a deleted one stays as an inactive name, for the comments they wrote."""
    told = envelope.payload
    values = {
        "name": told["name"],
        "active": told["status"] == "active" and not told["deleted"],
        "role_ids": told["roleIds"],
    }
    statement = insert(user).values(id=told["id"], **values)
    tx.execute(statement.on_conflict_do_update(index_elements=["id"], set_=values))


def keep_course_members(tx: Tx, envelope: Envelope) -> None:
    """Replace the members of a course by those it now has; a deleted course has none."""
    told = envelope.payload
    tx.execute(sa.delete(course_member).where(course_member.c.course_id == told["id"]))
    tutors = [("tutor", tutor) for tutor in told["tutorIds"]]
    students = [("student", entry["studentId"]) for entry in told["students"]]
    members = [] if told["deleted"] else dict.fromkeys([*tutors, *students])
    if members:
        rows = [{"course_id": told["id"], "kind": kind, "person_id": person} for kind, person in members]
        tx.execute(sa.insert(course_member), rows)


SUBSCRIPTIONS = (Subscription(USER_CHANGED, keep_user), Subscription(COURSE_CHANGED, keep_course_members))
