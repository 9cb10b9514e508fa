"""Storage and deletion of files."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

import sqlalchemy as sa

from files.documents import holds, jobs, kinds, owners, policy, rules, versions
from files.documents.model import file, file_use, stored_object
from files.documents.multipart import Received
from files.folders.policy import KIND as FOLDER
from files.scanning import guard
from files.storage import storage
from kit.database import Database, Tx
from kit.errors import NotYourFile, refuse_fields
from kit.policy import Actor, Row, staff
from kit.values import Date, FieldType, RecordId, Select, Text
from kit.values.bodies import parsed
from kit.values.types import REQUIRED

_TYPES: Mapping[str, FieldType] = {
    "uploadType": Select(choices=kinds.UPLOADED, blank=kinds.DOCUMENT),
    "owner": RecordId(),
    "reviewDate": Date(),
    "entityType": Text(max_length=40, content="alphaNum"),
    "entityTypeId": RecordId(minimum=0),
}
UPLOADED = frozenset(kind.value for kind in kinds.UPLOADED)
"""The kinds of files that are scanned and get a preview: those from people, not those produced by a service."""


def details(actor: Actor, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the columns that the texts of an upload form give its files (`money.md 7`, Upload); `params` has all texts
    of other names. Checks the right with the owner of the record.

    Raises Invalid with each wrong field, NotFound, Forbidden, Unavailable. Must run outside a transaction.
    """
    values, refused = parsed(_TYPES, texts)
    description = " ".join(texts.get("description", "").split())
    if len(description) > rules.MAX_DESCRIPTION:
        refused["description"] = rules.LONG_DESCRIPTION
    kind, record = values.get("entityType"), values.get("entityTypeId")
    if kind and not record and "entityTypeId" not in refused:
        refused["entityTypeId"] = REQUIRED
    if record and not kind and "entityType" not in refused:
        refused["entityType"] = REQUIRED
    params = {name: text for name, text in texts.items() if name not in {*_TYPES, "description"}}
    if len(params) > rules.MAX_PARAMS:
        refused["params"] = f"Please add at most {rules.MAX_PARAMS} entries"
    refuse_fields(refused)
    if values["owner"] not in {None, actor.user_id}:
        staff.require(actor)
    if kind:
        owners.check_attaches(kind, record or 0)
    return {
        "content_type": values["uploadType"],
        "description": description,
        "owner_id": values["owner"] or actor.user_id,
        "review_date": values["reviewDate"],
        "entity_type": kind,
        "entity_id": record or 0,
        "params": params,
    }


def of_homework(actor: Actor, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts of an upload of homework, of the form `{hwsId, studentId?}`. Raises Invalid, and NotYourFile for
    a student who names another."""
    values, refused = parsed({"hwsId": RecordId(required=True), "studentId": RecordId()}, texts)
    refuse_fields(refused)
    mine = actor.person("student")
    if not staff(actor) and values["studentId"] not in {None, mine}:
        raise NotYourFile(rules.NOT_YOURS, title="Access denied")
    kept = {name: text for name, text in texts.items() if name != "hwsId"}
    about = {"uploadType": "homework", "entityType": "studentHomework", "entityTypeId": str(values["hwsId"])}
    return kept | about


@contextlib.contextmanager
def stored(db: Database, drafts: Sequence[IO[bytes]]) -> Iterator[list[str]]:
    """Put the drafts into the store and yield their keys for a transaction in the block. Removes them if the block
    fails."""
    keys = [storage().new_key() for _ in drafts]
    db.execute(sa.insert(stored_object), [{"key": key} for key in keys])
    try:
        for draft, key in zip(drafts, keys, strict=True):
            storage().keep(draft, key)
        yield keys
    except BaseException:
        forget(db, keys)
        raise


def forget(db: Database, keys: Sequence[str]) -> None:
    """Remove objects that no file refers to; the nightly sweep removes those that fail now."""
    for key in keys:
        with contextlib.suppress(Exception):
            jobs.discard(db, key)


def add(tx: Tx, received: Received, key: str, details: Mapping[str, Any]) -> int:
    """Insert the row of a file with the object key `key` and the columns `details`; returns its id. A file in a folder
    gets the rights of the folder, and is its own first version."""
    content = versions.content(tx.actor, received, key)
    if details.get("entity_type") != FOLDER:
        file_id = int(tx.insert(file, {**content, **details}))
        guard.keep(tx, file_id, key, str(received.name), received.doubt)
        if details.get("content_type") in UPLOADED:
            jobs.read_later(tx, file_id, key)
        return file_id
    file_id = tx.insert(file, {**content, **details, **versions.rights_of(details["entity_id"])})
    guard.keep(tx, file_id, key, str(received.name), received.doubt)
    versions.add(tx, file_id, 1, content)
    jobs.read_later(tx, file_id, key)
    return file_id


def into_trash(row: Row) -> Mapping[str, Any] | None:
    """Return the columns of a deleted library file, which stays in the trash for a while; none for other files."""
    if row["entity_type"] != FOLDER:
        return None
    return {"deleted": sa.func.now(), "expires": sa.func.now() + rules.IN_TRASH}


def let_go(tx: Tx, row: Row) -> None:
    """Refuse the deletion of a file on hold; enqueue the clean-up of a deleted one. Raises Conflict."""
    holds.check(tx, row)
    jobs.discard_later(tx, row)


def check_removal(db: Database, actor: Actor, file_id: int) -> None:
    """Check with the owner of the file's record that the actor may remove it; skipped for a file that the actor cannot
    delete anyway. Raises Forbidden, Unavailable. Must run outside a transaction."""
    row = db.one(sa.select(file).where(file.c.id == file_id, policy.SCOPE.where(actor)))
    if row is not None and policy.delete(actor, row):
        owners.check_removes(row)
        for use in db.all(sa.select(file_use).where(file_use.c.file_id == file_id)):
            owners.check_removes(use)
