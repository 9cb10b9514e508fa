"""Boards, their people and drawings; each query takes the actor."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.boards import policy, rules
from files.boards.model import board, board_member, board_picture, board_state, board_update, course
from kit.database import all_rows, first_row, row_or_404
from kit.database.sql import filled
from kit.policy import Actor, Row, staff

_c, _m, _u, _s = board.c, board_member.c, board_update.c, board_state.c
PIECE = 400
"""Maximum number of updates of one answer; another call has the next."""


def _is_of_course(actor: Actor, kind: str) -> sa.ColumnElement[bool]:
    person = actor.person(kind)
    return sa.false() if person is None else filled(policy.of_course(kind), {f"me_{kind}": person})


def _with_caller(actor: Actor) -> sa.Select[Any]:
    """Select the boards that the actor reaches, with the columns about the actor that `rules.rights` needs."""
    member = board.outerjoin(board_member, sa.and_(_m.board_id == _c.id, _m.user_id == actor.user_id))
    return (
        sa.select(
            board,
            (_c.owner_id == actor.user_id).label("owns"),
            _is_of_course(actor, "tutor").label("teaches"),
            _is_of_course(actor, "student").label("learns"),
            _m.level,
            sa.func.coalesce(_m.invited, False).label("invited"),
            sa.func.coalesce(_m.locked, False).label("held"),
        )
        .select_from(member)
        .where(policy.STANDS, policy.SCOPE.where(actor))
    )


def find(connection: sa.Connection, actor: Actor, board_id: int) -> tuple[dict[str, Any], rules.Rights]:
    """Return the board and the actor's rights on it. Raises NotFound."""
    row = row_or_404(connection, _with_caller(actor).where(_c.id == board_id), rules.NO_BOARD)
    return row, rules.rights(row, office=staff(actor))


def parts(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /board/{id}` besides the fields."""
    _, mine = find(
        connection, actor, row["id"]
    )  # a deleted one does not exist here, though sysAdmin still reaches its row
    title = connection.scalar(sa.select(course.c.title).where(course.c.id == row["course_id"]))
    return {
        "owner": {"id": row["owner_id"], "name": row["owner_name"]},
        "course": title or "",
        "pages": row["pages"],
        "number": row["last_number"],
        "drawn": row["drawn"],
        "draws": mine.draws,
        "runs": mine.runs,
        "reason": mine.refusal,
        "members": people(connection, actor, row["id"]),
    }


def people(connection: sa.Connection, actor: Actor, board_id: int) -> list[dict[str, Any]]:
    """Return the people of a board that the actor reaches, besides its owner, by name."""
    statement = sa.select(_m.user_id.label("id"), _m.user_name.label("name"), _m.level, _m.locked, _m.invited).where(
        _m.board_id == board_id
    )
    return all_rows(connection, statement.order_by(sa.func.lower(_m.user_name), _m.user_id))


def drawn(connection: sa.Connection, actor: Actor, board_id: int, after: int) -> dict[str, Any]:
    """Return the drawing on a board that the actor reaches. Raises NotFound."""
    find(connection, actor, board_id)
    return _drawn(connection, board_id, after)


def news(
    connection: sa.Connection, actor: Actor, board_id: int, after: int
) -> tuple[dict[str, Any], dict[str, Any], int]:
    """Return the content of an open board page: locks, people and rights, the drawing after a number, and the matching
    version of the board. Raises NotFound."""
    row, mine = find(connection, actor, board_id)
    standing = {
        "name": row["name"],
        "background": row["background"],
        "locked": row["locked"],
        "draws": mine.draws,
        "runs": mine.runs,
        "reason": mine.refusal,
        "members": people(connection, actor, board_id),
    }
    return standing, _drawn(connection, board_id, after), row["version"]


def _drawn(connection: sa.Connection, board_id: int, after: int) -> dict[str, Any]:
    """Return the drawing after a number: `{updates: [{number, update}], number, more}`, each update as base64. A reader
    behind the compacted state gets that first, under the number of its last update."""
    statement = sa.select(_s.number, _s.state).where(_s.board_id == board_id, _s.number > after)
    state = first_row(connection, statement)
    updates = []
    if state is not None:
        updates.append({"number": state["number"], "update": as_text(state["state"])})
        after = state["number"]
    following = sa.select(_u.number, _u.update).where(_u.board_id == board_id, _u.number > after)
    rows = all_rows(connection, following.order_by(_u.number).limit(PIECE))
    updates += [{"number": row["number"], "update": as_text(row["update"])} for row in rows]
    return {
        "updates": updates,
        "number": updates[-1]["number"] if updates else after,
        "more": len(rows) == PIECE,
    }


def picture(connection: sa.Connection, actor: Actor, board_id: int) -> Mapping[str, Any] | None:
    """Return the picture of a board that the actor reaches, and when it was drawn. Raises NotFound."""
    find(connection, actor, board_id)
    return first_row(connection, sa.select(board_picture).where(board_picture.c.board_id == board_id))


def as_text(update: bytes) -> str:
    """Return an update in the form of calls and events."""
    return base64.b64encode(update).decode("ascii")
