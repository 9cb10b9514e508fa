"""Rights on whiteboards (`docs/documents.md`, Whiteboards).

Staff and tutors create boards. The office sees every board; others see those they own or are invited to, and those of
their courses. `rules.rights` decides who draws.
"""

from __future__ import annotations

import sqlalchemy as sa

from files.boards.model import board, board_member
from files.documents.model import course_person
from files.documents.readers import teaches
from kit.policy import STAFF, Scope, me, own, signed_in, staff, sys_admin

_c, _m = board.c, board_member.alias("invited").c
makes = teaches
read = signed_in
edit = staff | own("user", "owner_id")


def of_course(kind: str) -> sa.ColumnElement[bool]:
    """Boards of the caller's courses, as a person of `kind`."""
    of = course_person.c
    people = sa.select(of.person_id).where(of.course_id == _c.course_id, of.kind == kind, of.person_id == me(kind))
    return people.correlate(board).exists()


_MINE = sa.or_(_c.owner_id == me("user"), sa.exists().where(_m.board_id == _c.id, _m.user_id == me("user"), _m.invited))
STANDS = _c.deleted.is_(None)
IN_TRASH = Scope(
    everything=sys_admin,
    roles={STAFF: _c.deleted.is_not(None)},
    own={"user": sa.and_(_c.deleted.is_not(None), _c.owner_id == me("user"))},
)
"""The deleted boards: those who may delete a board see it there, and may restore it."""
SCOPE = Scope(
    everything=sys_admin,
    roles={STAFF: STANDS},
    own={
        "user": sa.and_(STANDS, _MINE),
        "tutor": sa.and_(STANDS, of_course("tutor")),
        "student": sa.and_(STANDS, of_course("student")),
    },
)
