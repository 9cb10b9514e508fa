"""The list of saved whiteboards, and that of the deleted ones."""

from __future__ import annotations

import sqlalchemy as sa

from files.boards import policy
from files.boards.attributes import BOARD
from files.boards.fields import BOARD_FIELDS
from files.boards.model import board, board_picture, course
from kit.lists import Cards, Column, Filter, ListSpec

_c = board.c
_PICTURE = sa.exists().where(board_picture.c.board_id == _c.id)
_SOURCE = board.outerjoin(course, course.c.id == _c.course_id)
_COURSE = Column(name="course", expression=sa.func.coalesce(course.c.title, ""), width=200)
_OWNER = Column(name="owner", expression=_c.owner_name, sortable=True, width=150)
_DRAWN = Column(name="drawn", expression=_c.drawn, title="Last drawn", type="datetime", sortable=True, width=130)
_PAGES = Column(name="pages", expression=_c.pages, type="integer", width=80)
_ID = Column(name="id", expression=_c.id, type="id", sortable=True, hidden=True)
_OWNED_BY = Filter(name="ownerId", title="Owner", expression=_c.owner_id, hidden=True)

BOARDS = ListSpec(
    name="boards",
    path="/boards",
    title="Whiteboards",
    one="whiteboard",
    source=_SOURCE,
    edit=BOARD_FIELDS,
    where=policy.STANDS,
    default_sort="-drawn",
    search=_c.search,
    target="/whiteboard/own?board={id}",
    columns=BOARD.columns(
        *(_ID, "name", _COURSE, _OWNER),
        *(_DRAWN, _PAGES),
        "locked",
        Column(name="courseId", expression=_c.course_id, type="id", hidden=True),
        Column(name="eventId", expression=_c.event_id, type="id", hidden=True),
        Column(name="hasPicture", expression=_PICTURE, type="boolean", hidden=True, compact=False),
        Column(name="created", expression=_c.created, type="datetime", hidden=True, width=130),
    ),
    filters=BOARD.filters(
        *("courseId", "eventId", "locked"),
        _OWNED_BY,
        Filter(name="drawn", title="Last drawn", expression=_c.drawn, kind="range"),
    ),
    views=(Cards(title="name", lines=("course", "owner", "drawn")),),
)

DELETED = ListSpec(
    name="deletedBoards",
    path="/boards/deleted",
    title="Deleted whiteboards",
    one="whiteboard",
    source=_SOURCE,
    key=_c.id,
    scope=policy.IN_TRASH,
    may=policy.read,
    where=_c.deleted.is_not(None),
    default_sort="name",
    search=_c.search,
    columns=BOARD.columns(
        *(_ID, "name", _COURSE, _OWNER),
        Column(name="deleted", expression=_c.deleted, type="datetime", width=130),
        *(_DRAWN, _PAGES),
    ),
    filters=(
        _OWNED_BY,
        Filter(name="deleted", expression=_c.deleted, kind="range"),
    ),
)

LISTS = (BOARDS, DELETED)
