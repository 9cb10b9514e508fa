"""Filling in: beginning an entry, storing answers while somebody types, and signing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, first_row, row_or_404, tables
from kit.errors import Conflict, Forbidden, Invalid, NotFound
from kit.policy import Actor, Row
from kit.values.days import today
from people.entries import about
from people.entries.about import About
from people.entries.values import checking
from people.entries.values.evaluation import Evaluation
from people.forms import definition, rules
from people.forms.definition import Definition, FormField
from people.forms.model import form, form_entry, form_request, form_version
from people.forms.policy import ENTRIES, FILLS, REVIEWS
from people.policy import OFFICE, STAFF

_e, _r = form_entry.c, form_request.c
OPEN = ("draft", "returned")
"""States in which an entry can be filled in."""
_MOST_BYTES = 200_000
_versions: dict[int, tuple[Definition, Mapping[str, Any], int]] = {}


def version_of(connection: sa.Connection, version: int) -> tuple[Definition, Mapping[str, Any], int]:
    """Return the definition of a version, its JSON and its number. A version never changes, so the process caches
    it."""
    if version not in _versions:
        statement = sa.select(form_version.c.number, form_version.c.definition).where(form_version.c.id == version)
        row = row_or_404(connection, statement)
        if len(_versions) > 200:
            _versions.clear()
        _versions[version] = definition.read(row["definition"]), row["definition"], row["number"]
    return _versions[version]


def definition_of(connection: sa.Connection, version: int) -> Definition:
    """Return the definition of a version."""
    return version_of(connection, version)[0]


def published(connection: sa.Connection, record: int) -> dict[str, Any]:
    """Return a form that can be filled in. Raises NotFound, Conflict."""
    row = row_or_404(connection, sa.select(form).where(form.c.id == record))
    if row["version_id"] is None:
        raise NotFound()
    if row["status"] != "published":
        raise Conflict(rules.NOT_PUBLISHED, code="not_published")
    return row


def start(tx: Tx, record: int, request: int | None, kind: str | None, person: int | None) -> int:
    """Begin an entry, or return the actor's draft; return its id. Raises NotFound, Forbidden, Conflict, Invalid."""
    actor = tx.actor
    row = published(tx.connection, record)
    asked = _request(tx, record, request) if request is not None else None
    if asked is not None:
        subject = About(asked["about_kind"], asked["about_id"], asked["about_name"])
    else:
        if not (OFFICE(actor) or any(actor.person(one) for one in row["audience"])):
            raise Forbidden()
        subject = about.chosen(tx.connection, actor, row["about"], kind, person)
    tx.lock(f"form:{record}:{actor.user_id}:{subject.kind}:{subject.id or 0}")
    mine = (
        _e.form_id == record,
        _e.filled_by == actor.user_id,
        _e.about_kind == subject.kind,
        sa.func.coalesce(_e.about_id, 0) == (subject.id or 0),
    )
    draft = tx.one(sa.select(_e.id).where(*mine, _e.status.in_(OPEN)).order_by(_e.id.desc()))
    if draft is None:
        draft = {"id": _begin(tx, row, subject, mine)}
    if asked is not None and asked["entry_id"] is None:
        tx.execute(sa.update(form_request).where(_r.id == asked["id"]).values(entry_id=draft["id"]))
    if asked is None:
        answer_requests(tx, record, subject, draft["id"])
    return int(draft["id"])


def answer_requests(tx: Tx, record: int, subject: About, entry: int) -> None:
    """Link an entry to the open requests that it answers: the actor may begin a form without its request."""
    persons = (sa.and_(_r.person_kind == kind, _r.person_id == number) for kind, number in tx.actor.persons.items())
    about_it = (_r.about_kind == subject.kind, sa.func.coalesce(_r.about_id, 0) == (subject.id or 0))
    asked = (_r.form_id == record, _r.status == "open", _r.entry_id.is_(None), *about_it)
    tx.execute(sa.update(form_request).where(*asked, sa.or_(sa.false(), *persons)).values(entry_id=entry))


def _request(tx: Tx, record: int, request: int) -> dict[str, Any]:
    row = tx.one(sa.select(form_request).where(_r.id == request, _r.form_id == record).with_for_update())
    if row is None or (tx.actor.person(row["person_kind"]) != row["person_id"] and not OFFICE(tx.actor)):
        raise NotFound()
    if row["status"] == "withdrawn":
        raise Conflict("This request was withdrawn", code="withdrawn")
    return row


def _begin(tx: Tx, row: Row, subject: About, mine: Any) -> int:
    read = definition_of(tx.connection, row["version_id"])
    if not read.settings.get("several"):
        sent = tx.one(sa.select(_e.id).where(*mine))
        if sent is not None:
            raise Conflict(rules.SENT_ALREADY, code="sent_already", extra={"entryId": sent["id"]})
    return tx.insert(
        form_entry,
        new_entry(row, read, subject)
        | {
            "filled_by": tx.actor.user_id,
            "filled_name": tx.actor.name,
            "answers": before(tx.connection, tx.actor, read, subject),
        },
    )


def new_entry(row: Row, read: Definition, subject: About) -> dict[str, Any]:
    """Return the columns of a new entry that follow from its form."""
    return {
        "form_id": row["id"],
        "version_id": row["version_id"],
        **subject.columns(),
        "open_to_subject": not read.settings.get("private"),
        "reader_roles": list(read.settings.get("notify") or ()),
    }


def before(connection: sa.Connection, actor: Actor, read: Definition, subject: About) -> dict[str, Any]:
    """Return the answers that an entry begins with, from the record of the person."""
    from people.entries.values import prefill

    values = prefill.values(connection, actor, read, subject.kind, subject.id)
    return {name: value for name, value in values.items() if not read.fields[name].staff_only or STAFF(actor)}


def reached(tx: Tx, record: int) -> dict[str, Any]:
    """Return an entry in the actor's scope, locked. Raises NotFound."""
    statement = sa.select(form_entry).where(_e.id == record, ENTRIES.where(tx.actor)).with_for_update()
    return row_or_404(tx.connection, statement)


def may_fill(actor: Actor, row: Row) -> bool:
    """Return whether the actor may answer the fields of this entry now."""
    return row["status"] in OPEN and FILLS(actor, row)


def may_note(actor: Actor, row: Row) -> bool:
    """Return whether the actor may answer the fields for staff now."""
    return STAFF(actor) and row["status"] != "accepted" and (REVIEWS(actor, row) or may_fill(actor, row))


def evaluation_of(row: Row, read: Definition, actor: Actor) -> Evaluation:
    """Return the evaluation of an entry for the actor, on the day of its submission."""
    day = row["submitted"].date() if row["submitted"] is not None and row["status"] not in OPEN else today()
    return Evaluation(read, row["answers"], STAFF(actor), day)


def answer(tx: Tx, record: int, answers: Mapping[str, Any], version: int) -> dict[str, Any]:
    """Store answers of an entry, also incomplete ones; return the new version and the problems of the sent answers.
    Raises NotFound, Forbidden, Conflict, Invalid."""
    row = reached(tx, record)
    fills, notes = may_fill(tx.actor, row), may_note(tx.actor, row)
    if not fills and not notes:
        if FILLS(tx.actor, row):
            raise Conflict("This form was sent and cannot be changed", code="wrong_state")
        raise Forbidden()
    read = definition_of(tx.connection, row["version_id"])
    if row["version"] != version:
        present = checking.seen_by(read, row["answers"], staff=STAFF(tx.actor))
        extra = {"entryVersion": row["version"], "answers": present}
        raise Conflict(rules.CHANGED, code="changed_meanwhile", extra=extra)
    values, problems = dict(row["answers"]), {}
    for name, value in answers.items():
        entry = read.fields.get(name)
        if entry is None or not _takes(entry, tx.actor, fills=fills, notes=notes):
            raise Invalid("Unknown field", fields={name: "Unknown field"})
        keep, problem = checking.kept(entry, value)
        if problem:
            problems[name] = problem
        if keep is None:
            values.pop(name, None)
        else:
            values[name] = keep
    check_size(values)
    if values != row["answers"]:
        changed = {"answers": values, **tables.version_values(form_entry)}
        row = tx.one(sa.update(form_entry).where(_e.id == record).values(**changed).returning(*_e)) or row
    return {"entryVersion": row["version"], "problems": problems}


def check_size(answers: Mapping[str, Any]) -> None:
    """Refuse answers that are too long to store. Raises Invalid."""
    if len(json.dumps(answers)) > _MOST_BYTES:
        raise Invalid("These answers are too long")


def _takes(entry: FormField, actor: Actor, *, fills: bool, notes: bool) -> bool:
    if not entry.answered or entry.repeat or entry.type in {"calculated", "signature"}:
        return False
    return (notes and STAFF(actor)) if entry.staff_only else fills


def signs(connection: sa.Connection, actor: Actor, row: Row, entry: FormField) -> bool:
    """Return whether the actor may give a signature: that of their kind, or, if it names no kind, that of the person
    who fills in."""
    signer = entry.get("signer")
    if signer is None:
        return row["filled_by"] is None or FILLS(actor, row)
    return about.is_of(connection, actor, str(signer), row)


def awaited(evaluation: Evaluation, signatures: Mapping[str, Any]) -> list[str]:
    """Return the kinds of person who have yet to sign."""
    kinds = [
        str(entry.get("signer"))
        for _, entry, _, row in evaluation.shown()
        if entry.type == "signature"
        and entry.get("signer")
        and entry.id not in signatures
        and evaluation.is_needed(entry, row)
    ]
    return list(dict.fromkeys(kinds))


def discard(tx: Tx, record: int) -> None:
    """Delete a draft that was never sent. Raises NotFound, Forbidden, Conflict."""
    row = reached(tx, record)
    if not FILLS(tx.actor, row):
        raise Forbidden()
    if row["status"] != "draft":
        raise Conflict("Only a draft can be deleted", code="wrong_state")
    tx.execute(sa.delete(form_entry).where(_e.id == record))


def file_ids(answers: Mapping[str, Any]) -> list[int]:
    """Return the numbers in lists of answers, which may be files."""
    lists = [value for value in answers.values() if isinstance(value, list)]
    return [one for value in lists for one in value if isinstance(one, int) and not isinstance(one, bool)]


def check_files(actor: Actor, record: int, answers: Mapping[str, Any]) -> None:
    """Check the files that an answer adds: the actor must be able to see them. Call it before the transaction. Raises
    Invalid, Unavailable."""
    from kit import store
    from kit.database import database

    if not file_ids(answers):
        return
    statement = sa.select(_e.version_id, _e.answers).where(_e.id == record, ENTRIES.where(actor))
    row = database().query(first_row, statement)
    if row is None:
        return
    read = database().query(definition_of, row["version_id"])
    for name, value in answers.items():
        entry = read.fields.get(name)
        if entry is not None and entry.type == "file" and isinstance(value, list):
            present = row["answers"].get(name) or []
            added = [one for one in file_ids({name: value}) if one not in present]
            store.check(added, actor, name, entry.title)
