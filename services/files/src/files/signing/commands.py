"""Asking people to sign a document, signing it, reminding those who have not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from files.documents.model import file, file_opening
from files.documents.queries import library_file
from files.folders import policy
from files.signing import notices, queries, rules
from files.signing.model import reading_request, reading_signature
from files.signing.queries import OPEN
from kit.changes import history
from kit.database import Tx
from kit.errors import Conflict, Invalid
from kit.policy import Row
from kit.values.days import today

_f, _r, _o = file.c, reading_request.c, file_opening.c


def administered(tx: Tx, file_id: int) -> dict[str, Any]:
    """Return the row of a document whose folder the actor administers, locked. Raises NotFound, Forbidden."""
    row = library_file(tx.connection, tx.actor, file_id)
    policy.administers.require(tx.actor, row)
    tx.execute(sa.select(_f.id).where(_f.id == file_id).with_for_update())
    return row


def _due(day: dt.date) -> dt.date:
    if day < today():
        raise Invalid(rules.PAST, fields={"due": rules.PAST})
    return day


def ask(tx: Tx, row: Row, users: Collection[int], roles: Collection[str], due: dt.date, note: str) -> dict[str, int]:
    """Ask people to sign the latest version of the document `row` by the day `due`. Those asked before keep their
    request and their signature. Raises Invalid, and Conflict with the names of those without access."""
    _due(due)
    if not row["visible"]:
        raise Conflict(rules.HIDDEN)
    groups = queries.reached(tx, row, users, roles)
    if groups["noAccess"]:
        raise Conflict(rules.lacking([one["name"] for one in groups["noAccess"]]), code="no_access")
    asked = groups["asked"]
    if asked:
        common = {
            "file_id": row["id"],
            "asked_by_id": tx.actor.user_id,
            "asked_by_name": tx.actor.name,
            "due": due,
            "note": note,
            "number": row["number"],
        }
        tx.execute(
            sa.insert(reading_request), [{**common, "user_id": one["id"], "user_name": one["name"]} for one in asked]
        )
        tx.execute(sa.update(file).where(_f.id == row["id"]).values(is_signed=True))
        history.note(tx, "file", row["id"], "signing", None, ", ".join(one["name"] for one in asked))
        notices.asked(tx, row, [one["id"] for one in asked], due, note)
    return {"asked": len(asked)}


def again(tx: Tx, row: Row, number: int, due: dt.date | None) -> int:
    """Ask everybody who was asked before to sign the new version `number` of the document `row`; returns how many.
    Raises Invalid."""
    day = today() + rules.TERM if due is None else _due(due)
    of_file = sa.update(reading_request).where(_r.file_id == row["id"])
    values = {
        "number": number,
        "due": day,
        "asked": sa.func.now(),
        "version": _r.version + 1,
        "modified": sa.func.now(),
    }
    users = [one["user_id"] for one in tx.all(of_file.values(**values).returning(_r.user_id))]
    if users:
        notices.again(tx, row, number, users, day)
    return len(users)


def sign(tx: Tx, file_id: int, number: int) -> dict[str, Any]:
    """Sign version `number` of a document for the actor: the latest one, after they opened it. Signing a signed version
    again changes nothing. Raises NotFound, Conflict."""
    library_file(tx.connection, tx.actor, file_id)
    mine = (_r.file_id == file_id, _r.user_id == tx.actor.user_id)
    # the version is read under the lock that adding a version takes
    latest = tx.all(sa.select(_f.number, _f.sha256).where(_f.id == file_id).with_for_update(read=True))[0]
    request = tx.one(sa.select(reading_request).where(*mine).with_for_update())
    if request is None:
        raise Conflict(rules.NOT_ASKED)
    if number != latest["number"]:
        raise Conflict(rules.newer(latest["number"]), code="newer_version")
    if request["signed_number"] == number:
        return {"number": number, "signed": request["signed"]}
    opened = sa.select(_o.opened).where(_o.file_id == file_id, _o.user_id == tx.actor.user_id, _o.number == number)
    if tx.one(opened) is None:
        raise Conflict(rules.NOT_OPENED, code="not_opened")
    signature = {
        "file_id": file_id,
        "user_id": tx.actor.user_id,
        "user_name": request["user_name"],
        "number": number,
        "sha256": latest["sha256"],
        "words": rules.WORDS,
    }
    tx.execute(insert(reading_signature).values(signature).on_conflict_do_nothing())
    values = {"signed_number": number, "signed": sa.func.now(), "version": _r.version + 1, "modified": sa.func.now()}
    signed = tx.one(sa.update(reading_request).where(*mine).values(**values).returning(_r.signed))
    assert signed is not None
    return {"number": number, "signed": signed["signed"]}


def remind(tx: Tx, row: Row, users: Collection[int]) -> dict[str, int]:
    """Remind those of `users`, or of all asked, who have not signed the document `row` and still have access."""
    waiting = sa.select(_r.user_id, _r.due).where(_r.file_id == row["id"], OPEN, _r.user_id.in_(row["reader_ids"]))
    rows = tx.all(waiting.where(_r.user_id.in_(users)) if users else waiting)
    by_day: dict[dt.date, list[int]] = {}
    for one in rows:
        by_day.setdefault(one["due"], []).append(one["user_id"])
    for day, theirs in sorted(by_day.items()):
        notices.remind(tx, row, theirs, day)
    return {"reminded": len(rows)}


def withdraw(tx: Tx, row: Row, users: Collection[int]) -> dict[str, int]:
    """Stop asking people to sign the document `row`. Their signatures stay."""
    gone = tx.all(
        sa.delete(reading_request).where(_r.file_id == row["id"], _r.user_id.in_(users)).returning(_r.user_name)
    )
    left = tx.scalar(sa.select(sa.exists().where(_r.file_id == row["id"])))
    tx.execute(sa.update(file).where(_f.id == row["id"]).values(is_signed=bool(left)))
    if gone:
        history.note(tx, "file", row["id"], "signing", ", ".join(sorted(one["user_name"] for one in gone)), None)
    return {"withdrawn": len(gone)}
