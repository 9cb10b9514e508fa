"""Reading of entries: one with everything the page needs, and the forms of a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Database, all_rows, first_row, row_or_404
from kit.database.sql import filled
from kit.policy import Actor, Row
from people.entries import filling
from people.entries.values import checking, prefill
from people.entries.workflow import ENTRY_MOVES
from people.forms import definition
from people.forms.definition import Definition
from people.forms.model import form, form_entry, form_look, form_request, form_version
from people.forms.policy import ENTRIES, REQUESTS, REVIEWS
from people.persons.model import TABLES
from people.persons.policy import CHILD_IDS
from people.policy import OFFICE, STAFF

_e, _f, _r, _v = form_entry.c, form.c, form_request.c, form_version.c
_MOST = 200


def row_of(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return the row of an entry that the actor reaches. Raises NotFound."""
    return row_or_404(connection, sa.select(form_entry).where(_e.id == record, ENTRIES.where(actor)))


def entry(connection: sa.Connection, actor: Actor, record: int) -> dict[str, Any]:
    """Return an entry with the definition in which it began. Raises NotFound."""
    row = row_of(connection, actor, record)
    of_form = row_or_404(connection, sa.select(form).where(_f.id == row["form_id"]))
    read, raw, number = filling.version_of(connection, row["version_id"])
    staff = STAFF(actor)
    fills = filling.may_fill(actor, row)
    asked = first_row(connection, sa.select(_r.deadline, _r.note).where(_r.entry_id == record, _r.status == "open"))
    signs = [
        one.id
        for one in read.fields.values()
        if one.type == "signature"
        and row["status"] != "accepted"
        and one.id not in row["signatures"]
        and filling.signs(connection, actor, row, one)
    ]
    return {
        "id": record,
        "form": {name: of_form[name] for name in ("id", "title", "generation", "kind", "description")},
        "version": {"number": number, "definition": raw if staff else definition.without_staff_fields(raw)},
        "about": _about(row),
        "filledName": row["filled_name"],
        "answers": checking.seen_by(read, row["answers"], staff=staff),
        "prefill": _prefilled(connection, actor, row, read) if fills else {},
        "status": row["status"],
        "reason": row["reason"],
        "emptied": row["emptied"],
        "submitted": row["submitted"],
        "deadline": asked["deadline"] if asked else None,
        "note": asked["note"] if asked and (fills or REVIEWS(actor, row)) else "",
        "signatures": row["signatures"],
        "awaited": row["awaited"],
        "can": {
            "edit": fills,
            "submit": fills,
            "review": REVIEWS(actor, row),
            "sign": signs,
            "note": filling.may_note(actor, row) and any(one.staff_only for one in read.fields.values()),
            "delete": fills and row["status"] == "draft",
            "write": OFFICE(actor) and prefill.writes(read, row),
        },
        "moves": ENTRY_MOVES.offered(actor, row),
        "reviewedBy": row["reviewed_by_name"] if staff else "",
        "entryVersion": row["version"],
    }


def _prefilled(connection: sa.Connection, actor: Actor, row: Row, read: Definition) -> dict[str, Any]:
    return prefill.values(connection, actor, read, row["about_kind"], row["about_id"])


def _about(row: Row) -> dict[str, Any] | None:
    if not row["about_kind"]:
        return None
    return {"kind": row["about_kind"], "id": row["about_id"], "name": row["about_name"]}


def note_look(db: Database, actor: Actor, record: int, way: str) -> None:
    """Log that the actor reads special category data of an entry, unless they filled it in."""
    row = db.query(row_of, actor, record)
    if row["filled_by"] == actor.user_id or not STAFF(actor):
        return
    read = db.query(filling.definition_of, row["version_id"])
    if read.special & row["answers"].keys() or _special_rows(read, row["answers"]):
        values = {"entry_id": record, "user_id": actor.acting_user_id, "user_name": actor.name, "way": way}
        db.execute(sa.insert(form_look).values(**values))


def _special_rows(read: Definition, answers: Mapping[str, Any]) -> bool:
    return any(read.fields[name].repeat in answers for name in read.special if read.fields[name].repeat)


def looks(connection: sa.Connection, actor: Actor, record: int) -> list[dict[str, Any]]:
    """Return who read the special category data of an entry, the latest first. Raises NotFound."""
    row_of(connection, actor, record)
    c = form_look.c
    columns = (c.user_name.label("name"), c.way, c.looked)
    return all_rows(connection, sa.select(*columns).where(c.entry_id == record).order_by(c.id.desc()).limit(_MOST))


def mine(connection: sa.Connection, actor: Actor, generation: int | None) -> dict[str, Any]:
    """Return the forms of a person: those to fill in or to sign, the open ones, and the sent ones."""
    of = [_f.generation == generation] if generation else []
    asked = _asked(connection, actor, of)
    own = _own(connection, actor, of)
    listed = {row["entryId"] for row in asked}
    begun = [row for row in own if row["state"] in filling.OPEN and row["entryId"] not in listed]
    return {
        "toFill": [
            *asked,
            *({**row, "requestId": None, "deadline": None} for row in begun),
            *_to_sign(connection, actor, of),
        ],
        "open": _open(connection, actor, of, own),
        "sent": [row for row in own if row["state"] not in filling.OPEN],
    }


_FORM = (_f.id.label("formId"), _f.title, _f.generation)


def _asked(connection: sa.Connection, actor: Actor, of: list[Any]) -> list[dict[str, Any]]:
    joined = form_request.join(form, _f.id == _r.form_id).outerjoin(form_entry, _e.id == _r.entry_id)
    columns = (
        *_FORM,
        _r.id.label("requestId"),
        _r.deadline,
        _r.about_kind,
        _r.about_id,
        _r.about_name,
        _r.entry_id.label("entryId"),
        sa.func.coalesce(_e.status, "asked").label("state"),
        _e.reason,
        _r.note,
    )
    mine = sa.or_(
        sa.false(), *(sa.and_(_r.person_kind == kind, _r.person_id == number) for kind, number in actor.persons.items())
    )
    statement = sa.select(*columns).select_from(joined).where(mine, REQUESTS.where(actor), _r.status == "open", *of)
    return [_shown(row) for row in all_rows(connection, statement.order_by(_r.deadline, _r.id).limit(_MOST))]


def _own(connection: sa.Connection, actor: Actor, of: list[Any]) -> list[dict[str, Any]]:
    columns = (
        *_FORM,
        _e.id.label("entryId"),
        _e.status.label("state"),
        _e.submitted,
        _e.reason,
        _e.about_kind,
        _e.about_id,
        _e.about_name,
    )
    statement = sa.select(*columns).select_from(form_entry.join(form, _f.id == _e.form_id))
    statement = statement.where(_e.filled_by == actor.user_id, *of).order_by(_e.id.desc()).limit(_MOST)
    return [_shown(row) for row in all_rows(connection, statement)]


def _to_sign(connection: sa.Connection, actor: Actor, of: list[Any]) -> list[dict[str, Any]]:
    """Return the sent entries that wait for a signature of the actor."""
    columns = (
        *_FORM,
        _e.id.label("entryId"),
        sa.literal("sign").label("state"),
        sa.null().label("requestId"),
        sa.null().label("deadline"),
        _e.about_kind,
        _e.about_id,
        _e.about_name,
        sa.literal("").label("reason"),
    )
    persons = [(kind, number) for kind, number in actor.persons.items() if kind in TABLES]
    signer = [
        sa.and_(sa.literal(kind) == sa.any_(_e.awaited), _e.about_kind == kind, _e.about_id == number)
        for kind, number in persons
    ]
    if actor.person("client"):
        child = filled(_e.about_id.in_(CHILD_IDS), {"me_client": actor.person("client")})
        signer.append(sa.and_(sa.literal("client") == sa.any_(_e.awaited), _e.about_kind == "student", child))
    statement = (
        sa.select(*columns)
        .select_from(form_entry.join(form, _f.id == _e.form_id))
        .where(sa.or_(sa.false(), *signer), _e.status.in_(("received", "inReview")), ENTRIES.where(actor), *of)
    )
    return [_shown(row) for row in all_rows(connection, statement.order_by(_e.id).limit(_MOST))]


def _open(connection: sa.Connection, actor: Actor, of: list[Any], own: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the published forms that the actor can begin."""
    kinds = sorted(actor.persons)
    several = sa.func.coalesce(_v.definition["settings"]["several"].as_boolean(), sa.false())
    columns = (*_FORM, _f.description, _f.about, several.label("several"))
    statement = (
        sa.select(*columns)
        .select_from(form.join(form_version, _v.id == _f.version_id))
        .where(_f.status == "published", _f.audience.overlap(sa.cast(kinds, _f.audience.type)), *of)
    )
    rows = all_rows(connection, statement.order_by(_f.title, _f.id).limit(_MOST)) if kinds else []
    drafts = {row["formId"]: row["entryId"] for row in own if row["state"] in filling.OPEN}
    sent = {row["formId"] for row in own if row["state"] not in filling.OPEN}
    return [
        {**row, "entryId": drafts.get(row["formId"])}
        for row in rows
        if row["several"] or row["about"] != "none" or row["formId"] not in sent
    ]


def _shown(row: Row) -> dict[str, Any]:
    about = _about(row)
    kept = {name: value for name, value in row.items() if not name.startswith("about_")}
    return {**kept, "about": about}
