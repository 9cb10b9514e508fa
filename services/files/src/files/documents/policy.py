"""Rights on files (`money.md 6`; where the spec is silent, decided here).

Staff see every file but the exports of others and those of records that not all staff see (a ticket, a bill, an expense
claim): these are seen by whom the record's owner lets see it. Everybody sees what they uploaded or answer for, what
belongs to them as a person (entity `student`, `tutor`, ...) and what belongs to their course; of all these only the
visible ones. Who attaches a file to a record, and takes it away, the record's owner says (`owners.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import sqlalchemy as sa

from files.documents.kinds import EXPORT
from files.documents.model import course_person, file
from files.documents.owners import GUARDED
from kit.policy import STAFF, Actor, Scope, me, own, signed_in, staff, sys_admin

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
    """Files that belong to the caller as a person of `kind`, and to the courses they are on."""
    mine = sa.and_(file.c.entity_type == kind, file.c.entity_id == me(kind))
    courses = sa.select(course_person.c.course_id).where(
        course_person.c.kind == kind, course_person.c.person_id == me(kind)
    )
    on_course = sa.and_(file.c.entity_type == COURSE, file.c.entity_id.in_(courses))
    whose = sa.or_(mine, on_course) if kind in {"student", "tutor"} else mine
    return sa.and_(file.c.visible, file.c.content_type != EXPORT, whose)


def _of_record(kind: str) -> sa.ColumnElement[bool]:
    """The visible files of the one record of `kind` that its owner has just let the caller see (`lists.py`)."""
    return sa.and_(file.c.visible, file.c.entity_type == kind, file.c.entity_id == me(shown(kind)))


def shown(kind: str) -> str:
    """Under which name an actor carries the id of that record."""
    return f"shown_{kind}"


def showing(actor: Actor, kind: str, record: int) -> Actor:
    """The actor as one who is let see the files of a guarded record."""
    return replace(actor, persons={**actor.persons, shown(kind): record})


SCOPE = FileScope(
    everything=sys_admin,
    own={
        OFFICE: sa.and_(file.c.content_type != EXPORT, *(file.c.entity_type != kind for kind in GUARDED)),
        "user": sa.and_(file.c.visible, sa.or_(file.c.uploader_id == me("user"), file.c.owner_id == me("user"))),
        **{kind: _mine(kind) for kind in PERSONS},
        **{shown(kind): _of_record(kind) for kind in GUARDED},
    },
)

read = signed_in
upload = signed_in
toggle = staff
"""`money.md 6`: students cannot toggle locked or visible; nor can anybody else whose work is not the files' order."""
edit = staff | own("user", "uploader_id")
delete = staff | own("user", "uploader_id")
