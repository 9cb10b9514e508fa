"""Terms and conditions: the ones in force, the ones that a tutor has accepted, and the answers of tutors."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit import store
from kit.database import Database, Tx, all_rows, first_row, row_or_404
from kit.errors import Conflict, NotFound
from kit.policy import Actor, Row
from teaching.acceptance import rules
from teaching.acceptance.model import terms_acceptance, tutor_terms
from teaching.copies.model import department, person
from teaching.copies.shown import names
from teaching.events import TERMS_ANSWERED

_t, _a = tutor_terms.c, terms_acceptance.c


def in_force(department_id: int | None, year_id: int | None) -> sa.Select[Any]:
    """Return the published terms of a department and a year: one row, or none."""
    return sa.select(tutor_terms).where(
        _t.department_id == department_id, _t.academic_year_id == year_id, _t.status == "published"
    )


def accepted(tutor_id: int, department_id: int | None, year_id: int | None) -> sa.Select[Any]:
    """Return the answer by which a tutor accepted terms of a department and a year, in any version."""
    return (
        sa.select(terms_acceptance.c.id, _a.created, _t.terms_version, _t.title, _a.terms_id)
        .join(tutor_terms, _t.id == _a.terms_id)
        .where(_a.tutor_id == tutor_id, _a.department_id == department_id, _a.academic_year_id == year_id, _a.accepted)
    )


def department_title(connection: sa.Connection, department_id: int | None) -> str:
    """Return the name of a department, or an empty string if it is not known."""
    return connection.execute(sa.select(department.c.title).where(department.c.id == department_id)).scalar() or ""


def of_offer(connection: sa.Connection, row: Row) -> dict[str, Any] | None:
    """Return the terms that the tutor of an offer must accept first: the accepted ones, else those in force. None if
    the office has published none."""
    shown = ("department_id", "academic_year_id")
    done = first_row(connection, accepted(row["tutor_id"], *(row[name] for name in shown)))
    its = first_row(
        connection,
        in_force(*(row[name] for name in shown))
        if done is None
        else sa.select(tutor_terms).where(_t.id == done["terms_id"]),
    )
    if its is None:
        return None
    return as_shown(connection, its) | {"accepted": None if done is None else done["created"]}


def as_shown(connection: sa.Connection, row: Row) -> dict[str, Any]:
    """Return terms for a tutor."""
    return {
        "id": row["id"],
        "title": row["title"],
        "version": row["terms_version"],
        "body": row["body"],
        "fileIds": row["file_ids"],
        "department": department_title(connection, row["department_id"]),
        "accepted": None,
    }


def tutor_of(connection: sa.Connection, actor: Actor) -> int | None:
    """Return the caller as a tutor. The session of a tutor who rejected terms has no tutor role, so this reads the copy
    of persons."""
    own = sa.select(person.c.id).where(person.c.kind == "tutor", person.c.user_id == actor.user_id)
    return actor.person("tutor") or (connection.execute(own).scalar() if actor.user_id else None)


def rejected(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the terms that the caller has rejected, in the version in force. Until they are accepted, the caller can
    do nothing else (`teaching.md 6`)."""
    tutor_id = tutor_of(connection, actor)
    same = sa.and_(
        _a.tutor_id == tutor_id, _a.department_id == _t.department_id, _a.academic_year_id == _t.academic_year_id
    )
    said_no = sa.exists().where(same, ~_a.accepted)
    said_yes = sa.exists().where(same, _a.accepted)
    statement = sa.select(tutor_terms).where(_t.status == "published", said_no, ~said_yes).order_by(_t.id)
    return [as_shown(connection, row) for row in all_rows(connection, statement)]


def _readable(connection: sa.Connection, _: Actor, terms_id: int) -> Row:
    """Return the terms that can be answered. Raises NotFound for a draft, Conflict for replaced ones."""
    row = row_or_404(connection, sa.select(tutor_terms).where(_t.id == terms_id, _t.status != "draft"))
    if row["status"] == "retired":
        raise Conflict(rules.REPLACED, code="terms_replaced")
    return row


def digest(row: Row, pdf: bytes) -> str:
    """Return the SHA-256 of the terms as shown: title, version, text and the bytes of the PDF."""
    content = json.dumps([row["title"], row["terms_version"], row["body"]], ensure_ascii=False).encode()
    return hashlib.sha256(content + b"\0" + pdf).hexdigest()


def answer(db: Database, actor: Actor, terms_id: int, *, accepts: bool, shown: str, address: str) -> Mapping[str, Any]:
    """Store the answer of the caller, a tutor, to terms; accepting them again changes nothing. The PDF is fetched
    before the transaction. Raises NotFound, Conflict, Unavailable."""
    read = db.query(_readable, actor, terms_id)
    pdf = b"".join(store.get(number, actor, rules.PDF_MOST).content for number in read["file_ids"])
    with db.transaction(actor) as tx:
        row = tx.one(sa.select(tutor_terms).where(_t.id == terms_id).with_for_update())
        assert row is not None
        if row["status"] != "published":
            raise Conflict(rules.REPLACED, code="terms_replaced")
        return _kept(tx, row, accepts=accepts, shown=shown, address=address, shown_digest=digest(row, pdf))


def _kept(tx: Tx, row: Row, *, accepts: bool, shown: str, address: str, shown_digest: str) -> Mapping[str, Any]:
    actor = tx.actor
    tutor_id = tutor_of(tx.connection, actor)
    if tutor_id is None:
        raise NotFound()
    tx.lock(f"terms {tutor_id} {row['department_id']} {row['academic_year_id']}")
    done = tx.one(accepted(tutor_id, row["department_id"], row["academic_year_id"]))
    if done is not None:  # a second tab, or a rejection of accepted terms
        return {"id": row["id"], "accepted": True, "when": done["created"]}
    values = {
        "terms_id": row["id"],
        "department_id": row["department_id"],
        "academic_year_id": row["academic_year_id"],
        "tutor_id": tutor_id,
        "tutor_name": names(tx, "tutor", [tutor_id]).get(tutor_id, actor.name),
        "user_id": actor.user_id,
        "real_user_id": actor.real_user_id,
        "accepted": accepts,
        "how_shown": shown,
        "address": address[:64],
        "digest": shown_digest,
    }
    number = tx.insert(terms_acceptance, values)
    event = {
        "id": number,
        "tutorId": tutor_id,
        "userId": actor.user_id,
        "accepted": accepts,
        "rejected": bool(rejected(tx.connection, actor)),
    }
    tx.publish(TERMS_ANSWERED, number, event)
    when = tx.scalar(sa.select(_a.created).where(_a.id == number))
    return {"id": row["id"], "accepted": accepts, "when": when}
