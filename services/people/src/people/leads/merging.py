"""Merging of a lead into another, or linking to a person, and the undo from a snapshot."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.changes import writing
from kit.changes.history import note
from kit.database import Tx, row_or_404, tables
from kit.errors import Conflict, Invalid, NotFound
from people.leads.contacts import log
from people.leads.fields import ENQUIRY_FIELDS, LEAD_FIELDS
from people.leads.model import enquiry, enquiry_with_type, lead_contact, lead_merge, lead_student
from people.persons.model import TABLES
from people.persons.policy import SCOPES
from people.policy import OF_STAFF

ASKS = ("client", "agent")
"""Kinds of person that a lead refers to; its prospective students refer to students and candidates."""
KEPT = dt.timedelta(days=30)
"""Time within which a merge can be undone."""
NOT_ITSELF = "Please choose another lead"
NO_PERSON = "There is no such person"
TOO_LATE = "This merge can no longer be undone: it was made more than 30 days ago"
_FILLED = (
    "enquirer",
    "email",
    "phone",
    "phone2",
    "owner_id",
    "value",
    "kind",
    "hours",
    "starting",
    "budget",
    "place",
    "words",
    "department_id",
    "organisation_id",
    "origin_id",
    "origin_detail",
    "consent_wording_id",
    "consented",
    "client_id",
    "agent_id",
)
"""Columns that a lead takes from a merged one if its own are empty."""
_PARTS = ((lead_contact, "lead_id"), (lead_student, "lead_id"), (enquiry_with_type, "enquiry_id"))


def merge(tx: Tx, source_id: int, target_id: int) -> dict[str, Any]:
    """Merge a lead into another: its log, students and enquiries with type move there, and empty fields are filled.

    Returns `{id, mergeId}`, the id of the other lead. The leads are locked in the order of their ids. Raises NotFound,
    Invalid, Conflict.
    """
    if source_id == target_id:
        raise Invalid(NOT_ITSELF, title="Form errors", fields={"into": NOT_ITSELF})
    rows = {lead_id: log.lock(tx, lead_id) for lead_id in sorted((source_id, target_id))}
    source, target = rows[source_id], rows[target_id]
    filled = _filled(source, target)
    parts = {table.name: _move(tx, table, column, source_id, target_id) for table, column in _PARTS}
    snapshot = {"filled": _plain({name: [target[name], value] for name, value in filled.items()}), "moved": parts}
    merge_id = _keep(tx, source_id, snapshot, target_id=target_id)
    writing.change(tx, LEAD_FIELDS, source, {"merged_into_id": target_id})
    writing.change(tx, LEAD_FIELDS, target, filled)
    note(tx, LEAD_FIELDS.name, target_id, "merged", None, f"Lead {source_id}")
    return {"id": target_id, "mergeId": merge_id}


def _filled(source: Mapping[str, Any], target: Mapping[str, Any]) -> dict[str, Any]:
    values = {name: source[name] for name in _FILLED if target[name] in (None, "") and source[name] not in (None, "")}
    other = source["phone"]
    if other and "phone" not in values and not target["phone2"] and source["phone_key"] != target["phone_key"]:
        values["phone2"] = other
    for name in ("level_ids", "subject_ids", "board_ids"):
        if added := [one for one in source[name] if one not in target[name]]:
            values[name] = [*target[name], *added]
    for name, choose in (("first_answered", min), ("last_contact", max)):
        times = [row[name] for row in (source, target) if row[name]]
        if times and choose(times) != target[name]:
            values[name] = choose(times)
    return values


def _plain(values: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """Return the values in their JSON form, with timestamps and days as texts."""
    return {name: [_text(one) for one in pair] for name, pair in values.items()}


def _text(value: Any) -> Any:
    if isinstance(value, dt.date | dt.datetime):
        return value.isoformat()
    return float(value) if type(value).__name__ == "Decimal" else value


def _move(tx: Tx, table: sa.Table, column: str, from_id: int, to_id: int, ids: list[int] | None = None) -> list[int]:
    """Move the rows of a part to the other lead; returns their ids."""
    owner = table.c[column]
    chosen = owner == from_id if ids is None else sa.and_(owner == from_id, table.c.id.in_(ids))
    values: dict[str, Any] = {column: to_id}
    if table is lead_contact and ids is None:
        values["merged_from_id"] = sa.func.coalesce(lead_contact.c.merged_from_id, from_id)
    elif table is lead_contact:
        values["merged_from_id"] = None
    rows = tx.all(sa.update(table).where(chosen).values(values).returning(table.c.id))
    ids_of_rows = sorted(row["id"] for row in rows)
    if table is enquiry_with_type:
        for record in ids_of_rows:
            writing.announce(tx, ENQUIRY_FIELDS, record)
    return ids_of_rows


def link(tx: Tx, lead_id: int, kind: str, person_id: int) -> dict[str, Any]:
    """Link a lead to a person on record: a client or an agent becomes the enquirer, a student or a candidate the first
    prospective student without a record.

    Returns `{id, mergeId}`. Raises NotFound, Invalid, Conflict.
    """
    row = log.lock(tx, lead_id)
    person = tx.one(sa.select(TABLES[kind]).where(TABLES[kind].c.id == person_id, SCOPES[kind].where(tx.actor)))
    if person is None:
        raise Invalid(NO_PERSON, title="Form errors", fields={"personId": NO_PERSON})
    column = f"{kind}_id"
    if kind in ASKS:
        snapshot: dict[str, Any] = {kind: row[column]}
        writing.change(tx, LEAD_FIELDS, row, {column: person_id})
    else:
        c = lead_student.c
        free = sa.select(c.id).where(c.lead_id == lead_id, c[column].is_(None)).order_by(c.place, c.id).limit(1)
        part = tx.scalar(free)
        snapshot = {"student": part, "added": part is None}
        if part is None:
            names = {name: person[name] for name in ("first_name", "last_name", "birth_date")}
            last = tx.scalar(sa.select(sa.func.coalesce(sa.func.max(c.place) + 1, 0)).where(c.lead_id == lead_id))
            snapshot["student"] = tx.insert(
                lead_student, {**names, "lead_id": lead_id, column: person_id, "place": last}
            )
        else:
            tx.execute(sa.update(lead_student).where(c.id == part).values({column: person_id}))
        writing.change(tx, LEAD_FIELDS, row, {})
    note(tx, LEAD_FIELDS.name, lead_id, "linked", None, f"{kind.capitalize()} {person_id}")
    return {"id": lead_id, "mergeId": _keep(tx, lead_id, snapshot, person_kind=kind, person_id=person_id)}


def _keep(tx: Tx, source_id: int, snapshot: Mapping[str, Any], **values: Any) -> int:
    own = {"source_id": source_id, "snapshot": snapshot, "user_id": tx.actor.user_id, "user_name": tx.actor.name}
    return tx.insert(lead_merge, own | values)


def undo(tx: Tx, merge_id: int) -> dict[str, Any]:
    """Undo a merge: its rows return, and fields that it filled are emptied if nobody has changed them since. Entries
    that were written on the other lead in the meantime stay there. Returns `{id}` of the lead. Raises NotFound,
    Conflict."""
    kept = row_or_404(tx.connection, sa.select(lead_merge).where(lead_merge.c.id == merge_id).with_for_update())
    if kept["undone"] is not None:
        raise Conflict("This merge has already been undone", code="undone_already")
    if kept["created"] < dt.datetime.now(dt.UTC) - KEPT:
        raise Conflict(TOO_LATE, code="too_late")
    if kept["target_id"] is None:
        _unlink(tx, kept)
    else:
        _unmerge(tx, kept)
    tx.execute(sa.update(lead_merge).where(lead_merge.c.id == merge_id).values(undone=tables.now()))
    return {"id": kept["source_id"]}


def _unmerge(tx: Tx, kept: Mapping[str, Any]) -> None:
    source_id, target_id, snapshot = kept["source_id"], kept["target_id"], kept["snapshot"]
    both = sa.and_(enquiry.c.id.in_((source_id, target_id)), OF_STAFF.where(tx.actor))
    locked = tx.all(sa.select(enquiry).where(both).order_by(enquiry.c.id).with_for_update())
    rows = {row["id"]: dict(row) for row in locked}
    if len(rows) < 2:
        raise NotFound()
    if rows[source_id]["merged_into_id"] != target_id or rows[target_id]["merged_into_id"] is not None:
        raise Conflict("The leads have been merged further since: please undo that first", code="merged_further")
    for table, column in _PARTS:
        ids = snapshot["moved"][table.name]
        if ids:
            _move(tx, table, column, target_id, source_id, ids)
    target = rows[target_id]
    emptied = {
        name: _read(enquiry.c[name], before)
        for name, (before, given) in snapshot["filled"].items()
        if _text(target[name]) == given
    }
    writing.change(tx, LEAD_FIELDS, rows[source_id], {"merged_into_id": None})
    writing.change(tx, LEAD_FIELDS, target, emptied)
    note(tx, LEAD_FIELDS.name, target_id, "merged", f"Lead {source_id}", None)


def _read(column: sa.Column[Any], value: Any) -> Any:
    if isinstance(value, str) and isinstance(column.type, sa.DateTime):
        return dt.datetime.fromisoformat(value)
    return dt.date.fromisoformat(value) if isinstance(value, str) and isinstance(column.type, sa.Date) else value


def _unlink(tx: Tx, kept: Mapping[str, Any]) -> None:
    lead_id, snapshot, kind = kept["source_id"], kept["snapshot"], kept["person_kind"]
    row, column = log.lock(tx, lead_id), f"{kept['person_kind']}_id"
    if kind in ASKS:
        same = row[column] == kept["person_id"]
        writing.change(tx, LEAD_FIELDS, row, {column: snapshot[kind]} if same else {})
    else:
        c = lead_student.c
        own = (c.id == snapshot["student"], c.lead_id == lead_id, c[column] == kept["person_id"])
        if snapshot["added"]:
            tx.execute(sa.delete(lead_student).where(*own))
        else:
            tx.execute(sa.update(lead_student).where(*own).values({column: None}))
        writing.change(tx, LEAD_FIELDS, row, {})
    note(tx, LEAD_FIELDS.name, lead_id, "linked", f"{kind.capitalize()} {kept['person_id']}", None)
