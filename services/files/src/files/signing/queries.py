"""Requests to sign a document; each query takes the actor."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY

from files.documents.model import file_opening
from files.documents.queries import library_file
from files.folders import policy
from files.signing import rules
from files.signing.model import library_user, reading_request
from kit.database import TODAY, Tx, all_rows
from kit.errors import Invalid
from kit.policy import Actor, Row
from kit.values.days import today
from kit.values.labels import humanize

_r, _u, _o = reading_request.c, library_user.c, file_opening.c
OPEN = _r.signed_number < _r.number
"""Condition: the person still has to sign."""
OVERDUE = sa.and_(OPEN, _r.due < TODAY)


def state(connection: sa.Connection, actor: Actor, file_id: int) -> dict[str, Any]:
    """Return the answer of `GET /file/{id}/signing`. Raises NotFound."""
    row = library_file(connection, actor, file_id)
    counts = {"people": 0, "signed": 0, "overdue": 0}
    if policy.administers(actor, row):
        of_file = sa.select(
            sa.func.count().label("people"),
            sa.func.count().filter(~OPEN).label("signed"),
            sa.func.count().filter(OVERDUE).label("overdue"),
        ).where(_r.file_id == file_id)
        counts = all_rows(connection, of_file)[0]
    return {"number": row["number"], "sentence": rules.WORDS, **counts, "mine": _mine(connection, actor, row)}


def _mine(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any] | None:
    opened = sa.exists().where(_o.file_id == row["id"], _o.user_id == actor.user_id, _o.number == row["number"])
    statement = sa.select(reading_request, opened.label("opened"))
    rows = all_rows(connection, statement.where(_r.file_id == row["id"], _r.user_id == actor.user_id))
    if not rows:
        return None
    one = rows[0]
    is_open = one["signed_number"] < one["number"]
    return {
        "number": one["number"],
        "due": one["due"],
        "note": one["note"],
        "askedBy": one["asked_by_name"],
        "opened": one["opened"],
        "overdue": is_open and one["due"] < today(),
        "signedNumber": one["signed_number"],
        "signed": one["signed"],
    }


def roles(connection: sa.Connection, _: Actor) -> list[dict[str, Any]]:
    """Return the roles of people who can sign in, by name, with their number."""
    each = sa.select(sa.func.unnest(_u.role_ids).label("role")).where(_u.active).subquery("each")
    rows = all_rows(connection, sa.select(each.c.role, sa.func.count().label("people")).group_by(each.c.role))
    named = [{"value": row["role"], "label": humanize(row["role"]), "people": row["people"]} for row in rows]
    return sorted(named, key=lambda one: one["label"].casefold())


def people(tx: Tx, users: Collection[int], roles: Collection[str]) -> list[dict[str, Any]]:
    """Return the users among `users`, and those who can sign in and have one of `roles`. Raises Invalid."""
    if not users and not roles:
        raise Invalid(rules.NOBODY, fields={"users": rules.NOBODY})
    named = _u.id.in_(users)
    with_role = sa.and_(_u.active, _u.role_ids.overlap(sa.cast(list(roles), ARRAY(sa.Text))))
    chosen = sa.or_(named, with_role) if roles else named
    rows = tx.all(sa.select(_u.id, _u.name, _u.role_ids).where(chosen).order_by(sa.func.lower(_u.name), _u.id))
    if missing := set(users) - {row["id"] for row in rows}:
        raise Invalid(rules.UNKNOWN, fields={"users": f"{rules.UNKNOWN}: {', '.join(map(str, sorted(missing)))}"})
    if empty := set(roles) - {role for row in rows for role in row["role_ids"]}:
        raise Invalid(rules.NO_ONE_HAS, fields={"roles": f"{rules.NO_ONE_HAS}: {', '.join(sorted(empty))}"})
    return rows


def reached(tx: Tx, row: Row, users: Collection[int], roles: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the people of a request to sign the file `row`, as `SigningCheck`. Raises Invalid."""
    before = {one["user_id"] for one in tx.all(sa.select(_r.user_id).where(_r.file_id == row["id"]))}
    readers = set(row["reader_ids"])
    groups: dict[str, list[dict[str, Any]]] = {"asked": [], "already": [], "noAccess": []}
    for one in people(tx, users, roles):
        group = "noAccess" if one["id"] not in readers else "already" if one["id"] in before else "asked"
        groups[group].append({"id": one["id"], "name": one["name"]})
    return groups
