"""Levels in the library (`money.md 6`; readings.md, library levels and inheritance).

sysAdmin is administrator of all folders. Everybody else has the level given to them in a folder or above it: `read`
sees folders and files, `enhanced` also sees review date, owner and versions, `administrator` adds, changes and removes.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import array

from files.folders.model import folder
from kit.policy import Actor, Attach, Row, Rule, Scope, me, signed_in, sys_admin

KIND = "folder"
"""The `entityType` of files in the library; `entityTypeId` is the folder."""
READ, ENHANCED, ADMINISTRATOR = "read", "enhanced", "administrator"
LEVELS = (READ, ENHANCED, ADMINISTRATOR)
"""Each has the rights of those before it."""

_c = folder.c


def has(column: sa.Column[list[int]]) -> sa.ColumnElement[bool]:
    """Condition: the caller is among the users of `column`."""
    return column.contains(array([me("user")], type_=sa.BigInteger))


SCOPE = Scope(everything=sys_admin, own={"user": has(_c.reader_ids)})
"""Folders whose files the caller sees."""
PASSING = Scope(everything=sys_admin, own={"user": sa.or_(has(_c.reader_ids), has(_c.passer_ids))})
"""Folders that the caller sees: those of SCOPE, and those on the path to one."""
ATTACH = Attach(Scope(everything=sys_admin, own={"user": has(_c.editor_ids)}))

read = signed_in


def _among(name: str, column: str) -> Rule:
    """sysAdmin, and the users whom `column` of the record names; without a record, everybody who is signed in."""

    def allows(actor: Actor, row: Row | None) -> bool:
        return sys_admin(actor) or (actor.signed_in and (row is None or actor.user_id in row[column]))

    return Rule(name, allows, frozenset({column}))


administers = _among("administrator of the folder", "editor_ids")
sees_more = _among("enhanced reader of the folder", "enhanced_ids")


def level(actor: Actor, row: Row) -> str:
    """Return the caller's level in the folder or file `row`; empty for one who only passes through."""
    if administers(actor, row):
        return ADMINISTRATOR
    if sees_more(actor, row):
        return ENHANCED
    return READ if actor.user_id in row["reader_ids"] else ""
