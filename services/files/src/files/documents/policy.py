"""Who may do what with a file (`money.md 6`; where the spec is silent, decided here).

Staff see every file but the exports of others. Everybody sees what they uploaded or answer for, what belongs to them as
a person (entity `student`, `tutor`, ...) and what belongs to their course; of all these only the visible ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from files.documents.kinds import EXPORT
from files.documents.model import course_person, file
from kit.policy import STAFF, Actor, Row, Rule, own, signed_in, staff, sys_admin
from kit.sql import Scope, me

OFFICE = "office"
"""Stands for the staff role among the kinds of person of the scope: it is a role, not a person with an id."""
PERSONS = ("student", "tutor", "staff", "client", "candidate", "invigilator", "agent")
"""Kinds of person a file may belong to."""
COURSE = "course"


@dataclass(frozen=True)
class FileScope(Scope):
    """A scope in which the staff role is one of those that reach rows of their own."""

    def variant(self, actor: Actor) -> tuple[str, ...]:
        found = super().variant(actor)
        return (OFFICE, *found) if found != ("*",) and actor.has(STAFF) else found


def _mine(kind: str) -> sa.ColumnElement[bool]:
    """What belongs to the caller as a person of `kind`, and to the courses they are on."""
    mine = sa.and_(file.c.entity_type == kind, file.c.entity_id == me(kind))
    courses = sa.select(course_person.c.course_id).where(
        course_person.c.kind == kind, course_person.c.person_id == me(kind)
    )
    on_course = sa.and_(file.c.entity_type == COURSE, file.c.entity_id.in_(courses))
    whose = sa.or_(mine, on_course) if kind in {"student", "tutor"} else mine
    return sa.and_(file.c.visible, file.c.content_type != EXPORT, whose)


SCOPE = FileScope(
    everything=sys_admin,
    own={
        OFFICE: file.c.content_type != EXPORT,
        "user": sa.and_(file.c.visible, sa.or_(file.c.uploader_id == me("user"), file.c.owner_id == me("user"))),
        **{kind: _mine(kind) for kind in PERSONS},
    },
)

read = signed_in
upload = signed_in
toggle = staff
"""`money.md 6`: students cannot toggle locked or visible; nor can anybody else whose work is not the files' order."""
edit = staff | own("user", "uploader_id")
delete = staff | own("user", "uploader_id")


def _may_attach(actor: Actor, row: Row | None) -> bool:
    """Only staff put a file with somebody else; a file for a record of another service is checked there."""
    if row is None or actor.has(STAFF) or row["entity_type"] not in PERSONS:
        return actor.signed_in
    return bool(actor.person(row["entity_type"]) == row["entity_id"])


attach = Rule("own person, or staff", _may_attach)
