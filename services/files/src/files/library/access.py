"""Levels of people in a folder and the folder that grants each; the columns of folders and files derived from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from files.avatars.model import user_name
from files.documents.model import file
from files.documents.versions import RIGHTS
from files.folders.model import folder, folder_grant
from files.folders.policy import ADMINISTRATOR, ENHANCED, KIND, LEVELS
from kit.database import Tx, all_rows
from kit.errors import Conflict, Invalid

LOCK = "library"
"""The lock that changes of the tree and of the levels take: they write many rows derived from many others."""
UNKNOWN = "There is no such user"
_c, _grant, _above = folder.c, folder_grant.c, folder.alias("above").c
_NONE = sa.cast(postgresql.array([]), postgresql.ARRAY(sa.BigInteger))
_RANK = sa.func.array_position(postgresql.array(LEVELS, type_=sa.Text), _grant.level)
_SAID = dict(zip(LEVELS, ("a reader", "an enhanced reader", "an administrator"), strict=True))


def _users(*levels: str) -> sa.ColumnElement[list[int]]:
    """Return the users who were given one of `levels`, or any, in the folder or above it."""
    condition = _grant.folder_id == sa.any_(_c.path)
    if levels:
        condition = sa.and_(condition, _grant.level.in_(levels))
    return _ids(condition)


def _ids(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[list[int]]:
    users = sa.select(sa.func.array_agg(sa.distinct(_grant.user_id))).where(condition)
    return sa.func.coalesce(users.correlate(folder).scalar_subquery(), _NONE)


def _passers() -> sa.ColumnElement[list[int]]:
    """Return the users who were given a level somewhere below the folder."""
    below = folder.alias("below").c
    folders = sa.select(below.id).where(below.path.contains(postgresql.array([_c.id])), below.id != _c.id)
    return _ids(_grant.folder_id.in_(folders.correlate(folder)))


def spread(tx: Tx, folder_id: int) -> None:
    """Write who reaches them into the folder, those below it and their files, and who passes through into those
    above."""
    below = _c.path.contains(postgresql.array([sa.cast(folder_id, sa.BigInteger)]))
    above = sa.select(sa.func.unnest(_above.path)).where(_above.id == folder_id)
    tx.execute(
        sa.update(folder)
        .where(below)
        .values(reader_ids=_users(), enhanced_ids=_users(ENHANCED, ADMINISTRATOR), editor_ids=_users(ADMINISTRATOR))
    )
    tx.execute(sa.update(folder).where(_c.id.in_(above)).values(passer_ids=_passers()))
    changed = sa.or_(*(file.c[name].is_distinct_from(_c[name]) for name in RIGHTS))
    tx.execute(
        sa.update(file)
        .where(file.c.entity_type == KIND, file.c.entity_id == _c.id, below, changed)
        .values({name: _c[name] for name in RIGHTS})
    )


def grant(tx: Tx, row: Mapping[str, Any], levels: Mapping[int, str]) -> None:
    """Give users their level in the folder `row`. A level below the one granted by a folder above is refused
    (readings.md, library inheritance). Raises Invalid, Conflict."""
    names = {one["user_id"]: one["name"] for one in tx.all(sa.select(user_name).where(user_name.c.user_id.in_(levels)))}
    if missing := [user for user in levels if user not in names]:
        raise Invalid(UNKNOWN, fields={"users": f"{UNKNOWN}: {', '.join(map(str, missing))}"})
    for above in _from_above(tx, row, list(levels)):
        if LEVELS.index(above["level"]) > LEVELS.index(levels[above["user_id"]]):
            text = f"{above['user_name']} is {_SAID[above['level']]} by the folder {above['folder']}, so not less here"
            raise Conflict(text, code="inherited")
    given = [
        {"folder_id": row["id"], "user_id": user, "user_name": names[user], "level": level, "granted_by": tx.actor.name}
        for user, level in levels.items()
    ]
    statement = postgresql.insert(folder_grant).values(given)
    taken = statement.excluded
    tx.execute(
        statement.on_conflict_do_update(
            index_elements=["folder_id", "user_id"],
            set_={"level": taken.level, "granted_by": taken.granted_by, "granted": sa.func.now()},
        )
    )
    spread(tx, row["id"])


def revoke(tx: Tx, row: Mapping[str, Any], users: Sequence[int]) -> None:
    """Remove the levels that users were given in the folder `row`. Raises Conflict with the folder above that granted
    one."""
    given = sa.delete(folder_grant).where(_grant.folder_id == row["id"], _grant.user_id.in_(users))
    gone = {one["user_id"] for one in tx.all(given.returning(_grant.user_id))}
    for above in _from_above(tx, row, [user for user in users if user not in gone]):
        text = f"{above['user_name']} is {_SAID[above['level']]} by the folder {above['folder']}; take it away there"
        raise Conflict(text, code="inherited")
    spread(tx, row["id"])


def _highest(folders: Sequence[int]) -> sa.Select[Any]:
    """Return the highest level that each user has in these folders, and the lowest folder that grants it."""
    return (
        sa.select(folder_grant, _c.name.label("folder"))
        .join(folder, _c.id == _grant.folder_id)
        .where(_grant.folder_id.in_(folders))
        .order_by(_grant.user_id, _RANK.desc(), sa.func.cardinality(_c.path).desc())
        .ext(postgresql.distinct_on(_grant.user_id))
    )


def _from_above(tx: Tx, row: Mapping[str, Any], users: Sequence[int]) -> list[dict[str, Any]]:
    """Return the highest level granted to each of the users by folders above the folder."""
    return tx.all(_highest(row["path"][:-1]).where(_grant.user_id.in_(users)))


def explained(connection: sa.Connection, row: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return everybody with a level in the folder `row`: their highest one, the folder that grants it, who gave it and
    when."""
    rows = all_rows(connection, _highest(row["path"]))
    return [
        {
            "id": one["user_id"],
            "name": one["user_name"],
            "level": one["level"],
            "folder": {"id": one["folder_id"], "name": one["folder"]},
            "inherited": one["folder_id"] != row["id"],
            "grantedBy": one["granted_by"],
            "granted": one["granted"],
        }
        for one in sorted(rows, key=lambda one: (one["user_name"].casefold(), one["user_id"]))
    ]
