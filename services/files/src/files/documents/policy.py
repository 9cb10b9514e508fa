"""Rights on files (`money.md 6`; decided here where the spec is silent).

Staff see every file except the exports of others and the files of records that not all staff see (a ticket, a bill, an
expense claim); the latter are visible to callers to whom the record's owner shows the record. A file named in a field
of a record is visible to callers to whom the owner shows the field. A library file is visible to those with a level in
its folder, and changed by its administrators (`files.folders.policy`).

Everybody sees the visible files that they uploaded or own (a tutor also hidden ones), and those that belong to them as
a person (entity `student`, `tutor`, ...) or to their course. The record's owner grants the right to attach and remove a
file (`owners.py`).
"""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from files.documents.kinds import EXPORT
from files.documents.model import course_person, file
from files.documents.owners import GUARDED
from files.documents.readers import of_library
from files.folders.policy import KIND as FOLDER
from files.folders.policy import has
from kit.policy import KINDS, STAFF, Actor, Scope, me, own, signed_in, staff, sys_admin

COURSE = "course"


def _own(kind: str) -> sa.ColumnElement[bool]:
    """Files that belong to the caller as a person of `kind`, or to their courses."""
    own_files = sa.and_(file.c.entity_type == kind, file.c.entity_id == me(kind))
    courses = sa.select(course_person.c.course_id).where(
        course_person.c.kind == kind, course_person.c.person_id == me(kind)
    )
    on_course = sa.and_(file.c.entity_type == COURSE, file.c.entity_id.in_(courses))
    condition = sa.or_(own_files, on_course) if kind in {"student", "tutor"} else own_files
    return sa.and_(file.c.visible, file.c.content_type != EXPORT, condition)


IN_LIBRARY = sa.and_(file.c.entity_type == FOLDER, file.c.deleted.is_(None))
"""Files of the library that are not in the trash."""
LIBRARY = sa.and_(IN_LIBRARY, has(file.c.reader_ids), sa.or_(file.c.visible, has(file.c.editor_ids)))
"""Files of the library that the caller sees."""
_MINE = sa.and_(file.c.entity_type != FOLDER, sa.or_(file.c.uploader_id == me("user"), file.c.owner_id == me("user")))


def _of_record(kind: str) -> sa.ColumnElement[bool]:
    """The visible files of the one record of `kind` that its owner has just shown to the caller (`lists.py`)."""
    return sa.and_(file.c.visible, file.c.entity_type == kind, file.c.entity_id == me(shown(kind)))


def shown(kind: str) -> str:
    """Return the name under which an actor carries the id of that record."""
    return f"shown_{kind}"


def showing(actor: Actor, kind: str, record: int) -> Actor:
    """Return the actor, allowed to see the files of a guarded record."""
    return replace(actor, persons={**actor.persons, shown(kind): record})


def showing_file(actor: Actor, file_id: int) -> Actor:
    """Return the actor, allowed to see one file whose record's owner has just shown it (`queries.py`)."""
    return replace(actor, persons={**actor.persons, _SHOWN_FILE: file_id})


_SHOWN_FILE = "shown_file"
SCOPE = Scope(
    everything=sys_admin,
    roles={
        STAFF: sa.and_(
            file.c.content_type != EXPORT,
            file.c.converted_from.is_(None),
            *(file.c.entity_type != kind for kind in GUARDED),
        )
    },
    own={
        "user": sa.or_(sa.and_(file.c.visible, _MINE), LIBRARY),
        **{kind: _own(kind) for kind in KINDS},
        # a tutor hides a file from the student, not from themselves
        "tutor": sa.or_(_own("tutor"), sa.and_(file.c.content_type != EXPORT, _MINE)),
        **{shown(kind): _of_record(kind) for kind in GUARDED if kind != FOLDER},
        _SHOWN_FILE: sa.and_(file.c.visible, file.c.id == me(_SHOWN_FILE)),
    },
)

read = signed_in
upload = signed_in
edit = delete = of_library(staff | own("user", "uploader_id"))
