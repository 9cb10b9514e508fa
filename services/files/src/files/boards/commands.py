"""Creating boards, drawing on them, and deciding who draws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from pycrdt import merge_updates
from sqlalchemy.dialects.postgresql import insert

from files.avatars.model import user_name
from files.boards import policy, queries, rules
from files.boards.events import BOARD_CHANGED
from files.boards.jobs import compact_later
from files.boards.model import board, board_member, board_picture, board_state, board_update
from files.documents.model import course_person
from kit.changes import history
from kit.database import Database, Tx, row_or_404
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor, Row, staff
from kit.records import Change

_c, _m, _u, _s = board.c, board_member.c, board_update.c, board_state.c
NOT_ON_COURSE = "You do not teach this course"
UNKNOWN = "There is no such user"


def owned(actor: Actor, _: Mapping[str, Any]) -> dict[str, Any]:
    """Return the owner columns of a new board."""
    return {"owner_id": actor.user_id, "owner_name": actor.name}


def check_new(tx: Tx, values: dict[str, Any]) -> dict[str, Any]:
    _check_course(tx, values.get("course_id"))
    return {}


def check_course(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Check that the caller may give the board to the course. Raises Forbidden."""
    _check_course(tx, change.new)
    return {}


def _check_course(tx: Tx, course_id: int | None) -> None:
    """Require that a tutor's board belongs to a course they teach; the office may choose any. Raises Forbidden."""
    if course_id is None or staff(tx.actor):
        return
    mine = sa.exists().where(
        course_person.c.course_id == course_id,
        course_person.c.kind == "tutor",
        course_person.c.person_id == (tx.actor.person("tutor") or 0),
    )
    if not tx.scalar(sa.select(mine)):
        raise Forbidden(NOT_ON_COURSE)


def changed(tx: Tx, board_id: int) -> None:
    """Wake the open pages of a board after a change of its name, background, locks or people. Its new version makes
    them read the rights again before they show another stroke."""
    tx.execute(sa.update(board).where(_c.id == board_id).values(version=_c.version + 1))
    tx.publish(BOARD_CHANGED, board_id, {"id": board_id})


def join(tx: Tx, board_id: int) -> dict[str, Any]:
    """Record that the caller has opened the board, so that its tutor can lock them. Raises NotFound."""
    row, mine = queries.find(tx.connection, tx.actor, board_id)
    if row["learns"] and row["level"] is None:
        values = {"board_id": board_id, "user_id": tx.actor.user_id, "user_name": tx.actor.name}
        statement = insert(board_member).values(**values, level=rules.DRAW, invited=False).on_conflict_do_nothing()
        tx.execute(statement)
        changed(tx, board_id)
    return {"id": board_id, "draws": mine.draws}


def draw(db: Database, actor: Actor, board_id: int, update: bytes, pages: int | None) -> tuple[int, int]:
    """Store strokes as the next update of the board, committed before this returns; returns its number, and the version
    of the board. Raises NotFound, Forbidden, Conflict if the board is full."""
    more = {} if pages is None else {"pages": pages}
    with db.transaction(actor) as tx:
        # The statement that takes the next number locks the row. It waits for a lock of the board or a person that is
        # being set; a refusal rolls it back.
        tx.execute(
            sa.update(board)
            .where(_c.id == board_id)
            .values(last_number=_c.last_number + 1, bytes=_c.bytes + len(update), drawn=sa.func.now(), **more)
        )
        row, mine = queries.find(tx.connection, actor, board_id)
        mine.require_draws()
        if row["bytes"] > rules.MAX_BOARD:
            raise Conflict(rules.FULL)
        number = int(row["last_number"])
        author = {"author_id": actor.user_id, "author_name": actor.name}
        tx.execute(sa.insert(board_update).values(board_id=board_id, number=number, update=update, **author))
        if number % rules.COMPACT_EVERY == 0:
            compact_later(tx, board_id, number)
    return number, int(row["version"])


def lock(tx: Tx, board_id: int, user_id: int | None, locked: bool) -> dict[str, Any]:
    """Lock a board for everybody who does not run it, or for one person; or unlock it. Raises NotFound, Forbidden."""
    _running(tx, board_id)
    if user_id is None:
        tx.execute(sa.update(board).where(_c.id == board_id).values(locked=locked))
    else:
        member = sa.update(board_member).where(_m.board_id == board_id, _m.user_id == user_id)
        if tx.execute(member.values(locked=locked)).rowcount == 0:
            raise NotFound("This person is not on the board")
    changed(tx, board_id)
    return _people(tx, board_id)


def invite(tx: Tx, board_id: int, levels: Mapping[int, str]) -> dict[str, Any]:
    """Give users a level on the board. Raises NotFound, Forbidden, Invalid, Conflict."""
    row = _running(tx, board_id)
    names = {one["user_id"]: one["name"] for one in tx.all(sa.select(user_name).where(user_name.c.user_id.in_(levels)))}
    if missing := [user for user in levels if user not in names]:
        raise Invalid(UNKNOWN, fields={"users": f"{UNKNOWN}: {', '.join(map(str, missing))}"})
    given = [
        {"board_id": board_id, "user_id": user, "user_name": names[user], "level": level, "invited": True}
        for user, level in levels.items()
        if user != row["owner_id"]
    ]
    if given:
        statement = insert(board_member).values(given)
        kept = {"level": statement.excluded.level, "invited": True}
        tx.execute(statement.on_conflict_do_update(index_elements=["board_id", "user_id"], set_=kept))
    people = tx.scalar(sa.select(sa.func.count()).where(_m.board_id == board_id)) or 0
    if people > rules.MOST_MEMBERS:
        raise Conflict(f"A board has at most {rules.MOST_MEMBERS} people")
    changed(tx, board_id)
    return _people(tx, board_id)


def dismiss(tx: Tx, board_id: int, user_id: int) -> dict[str, Any]:
    """Remove a person from the board; people of its course stay readers. Raises NotFound, Forbidden."""
    _running(tx, board_id)
    tx.execute(sa.delete(board_member).where(_m.board_id == board_id, _m.user_id == user_id))
    changed(tx, board_id)
    return _people(tx, board_id)


def _running(tx: Tx, board_id: int) -> Row:
    """Return the board, locked until the commit, which the caller must run. Raises NotFound, Forbidden."""
    tx.execute(sa.select(_c.id).where(_c.id == board_id).with_for_update())
    row, mine = queries.find(tx.connection, tx.actor, board_id)
    mine.require_runs()
    return row


def _people(tx: Tx, board_id: int) -> dict[str, Any]:
    locked = tx.scalar(sa.select(_c.locked).where(_c.id == board_id))
    return {"id": board_id, "locked": locked, "members": queries.people(tx.connection, tx.actor, board_id)}


def keep_picture(tx: Tx, board_id: int, picture: bytes) -> dict[str, Any]:
    """Store the small picture of the board's first page. Raises NotFound, Forbidden."""
    _, mine = queries.find(tx.connection, tx.actor, board_id)
    mine.require_draws()
    statement = insert(board_picture).values(board_id=board_id, picture=picture)
    kept = {"picture": picture, "at": sa.func.now()}
    tx.execute(statement.on_conflict_do_update(index_elements=["board_id"], set_=kept))
    return {"id": board_id}


def recover(tx: Tx, board_id: int) -> dict[str, Any]:
    """Restore a deleted board with its strokes and people, for those who may delete it. Raises NotFound."""
    deleted = sa.select(_c.id, _c.deleted).where(
        _c.id == board_id, _c.deleted.is_not(None), policy.IN_TRASH.where(tx.actor)
    )
    row = row_or_404(tx.connection, deleted.with_for_update(), rules.NO_BOARD)
    tx.execute(sa.update(board).where(_c.id == board_id).values(deleted=None))
    history.note(tx, "board", board_id, "deleted", row["deleted"].isoformat(), None)
    changed(tx, board_id)
    return {"id": board_id}


def compact(db: Database, actor: Actor, board_id: int, upto: int) -> int:
    """Merge the updates of a board up to a number into its state; returns how many. Safe to repeat, and while people
    draw: later updates keep their numbers."""
    with db.transaction(actor) as tx:
        tx.lock(f"compact board {board_id}")
        state = tx.one(sa.select(_s.number, _s.state).where(_s.board_id == board_id))
        first = 0 if state is None else state["number"]
        rows = tx.all(
            sa.select(_u.number, _u.update)
            .where(_u.board_id == board_id, _u.number > first, _u.number <= upto)
            .order_by(_u.number)
        )
        if not rows:
            return 0
        parts: Sequence[bytes] = [*([] if state is None else [state["state"]]), *(row["update"] for row in rows)]
        merged = merge_updates(*parts)
        statement = insert(board_state).values(board_id=board_id, number=rows[-1]["number"], state=merged)
        kept = {"number": statement.excluded.number, "state": statement.excluded.state}
        tx.execute(statement.on_conflict_do_update(index_elements=["board_id"], set_=kept))
        tx.execute(sa.delete(board_update).where(_u.board_id == board_id, _u.number <= rows[-1]["number"]))
        saved = sum(map(len, parts)) - len(merged)
        tx.execute(sa.update(board).where(_c.id == board_id).values(bytes=sa.func.greatest(_c.bytes - saved, 0)))
        return len(rows)
