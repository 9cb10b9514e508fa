"""Welfare fields of a child that are withheld from a caller, and the log of looks at them.

A look by anybody except the student, their clients and services is logged. Staff give a reason first, unless their role
works with these fields every day (`WITHOUT_REASON`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from kit.actors import STAFF, SYS_ADMIN
from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Actor, Row
from kit.records import Withholding
from kit.values.days import today, under_18
from kit.values.labels import snake
from people.looking.attributes import WELFARE_FIELDS
from people.looking.model import look, safeguarding_reader
from people.policy import OF_COMPLIANCE, OF_WELFARE

WITHOUT_REASON = frozenset({"academicOffice", "affiliateCompliance", SYS_ADMIN})
"""Roles that read the welfare fields of a child without a reason; their looks are logged as well."""
HOUR = sa.text("interval '1 hour'")
"""Time for which a reason is valid, and within which repeated readings count as one."""
FIRST = "Please say why you need to see this first"
REASON_NEEDED = "Please say why you need to see this (minimum 10 characters)"
NOT_ASKED = "No reason is needed to see this student"
_LEAST = 10
_l, _named = look.c, safeguarding_reader.c
_READERS = {"medical": OF_WELFARE, "learningNeeds": OF_WELFARE, "safeguarding": OF_COMPLIANCE}


def _is_child(row: Row) -> bool:
    return under_18(row["birth_date"], today()) is True


def _is_own(actor: Actor) -> bool:
    """True of the student and the clients, whose own data it is, and of services."""
    return bool(actor.service) or not (STAFF in actor.roles or SYS_ADMIN in actor.roles or actor.person("tutor"))


def _filled(actor: Actor, row: Row) -> list[str]:
    """Return the welfare fields with a value that the actor's rights include."""
    return [name for name, readers in _READERS.items() if row[snake(name)] and readers.rule(actor, row)]


def _unnamed(connection: sa.Connection, actor: Actor) -> bool:
    """True if readers of safeguarding notes are named, and the actor is not one of them."""
    names = connection.execute(sa.select(_named.staff_id)).scalars().all()
    return bool(names) and actor.person("staff") not in names


def asks(connection: sa.Connection, actor: Actor, row: Row) -> bool:
    """True if the actor must give a reason before seeing the welfare fields of this student."""
    if _is_own(actor) or not _is_child(row) or not _filled(actor, row):
        return False
    if STAFF not in actor.roles or WITHOUT_REASON.intersection(actor.roles):
        return False
    mine = (_l.user_id == actor.user_id, _l.student_id == row["id"], _l.reason != "")
    given = sa.exists().where(*mine, _l.created > sa.func.now() - HOUR)
    return not connection.execute(sa.select(given)).scalar()


def withheld(connection: sa.Connection, actor: Actor, row: Row) -> Collection[str]:
    """Return the welfare fields that are withheld from the actor, and log a look at the others."""
    if asks(connection, actor, row):
        return {str(field.value) for field in WELFARE_FIELDS}
    hidden = _hidden(connection, actor, row)
    seen = _shown(actor, row, hidden)
    if seen and _is_child(row) and not _is_own(actor):
        _log(connection, actor, row["id"], seen)
    return hidden


def _hidden(connection: sa.Connection, actor: Actor, row: Row) -> set[str]:
    """Return the welfare fields that are withheld from the actor even with a reason."""
    return {"safeguarding"} if row["safeguarding"] is not None and _unnamed(connection, actor) else set()


def _shown(actor: Actor, row: Row, hidden: Collection[str]) -> list[str]:
    return [name for name in _filled(actor, row) if name not in hidden]


def _values(actor: Actor, student_id: int, fields: Any, reason: str = "") -> dict[str, Any]:
    """Return the columns of a look at `fields`, a list or an expression."""
    return {
        "student_id": student_id,
        "user_id": actor.user_id,
        "user_name": actor.name,
        "fields": fields,
        "reason": reason,
        "acting_user_id": actor.acting_user_id,
    }


def _log(connection: sa.Connection, actor: Actor, student_id: int, fields: Sequence[str]) -> None:
    """Log a look, unless there was one at the same fields within the hour."""
    of_fields = sa.cast(list(fields), look.c.fields.type)
    recent = sa.exists().where(
        _l.user_id == actor.user_id,
        _l.student_id == student_id,
        _l.created > sa.func.now() - HOUR,
        _l.fields.contains(of_fields),
    )
    values = _values(actor, student_id, of_fields)
    columns = [
        sa.literal(value, look.c[name].type) if name != "fields" else of_fields for name, value in values.items()
    ]
    connection.execute(sa.insert(look).from_select(list(values), sa.select(*columns).where(~recent)))


def give_reason(tx: Tx, row: Row, reason: str) -> None:
    """Log a look with its reason, after which the fields are shown for an hour. Raises Invalid, Conflict."""
    text = reason.strip()
    if len(text) < _LEAST:
        raise Invalid(REASON_NEEDED, fields={"reason": REASON_NEEDED})
    if not asks(tx.connection, tx.actor, row):
        raise Conflict(NOT_ASKED)
    fields = _shown(tx.actor, row, _hidden(tx.connection, tx.actor, row))
    tx.insert(look, _values(tx.actor, row["id"], fields, text))


WELFARE = Withholding(frozenset(_READERS), withheld, FIRST)
