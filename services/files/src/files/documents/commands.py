"""Store and delete files."""

from __future__ import annotations

import contextlib
import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa

from files.documents import jobs, kinds, owners, policy, rules
from files.documents.model import file, stored_object
from files.documents.multipart import Received
from files.storage import storage
from kit.database import Database, Tx, first_row
from kit.errors import Forbidden, Invalid
from kit.policy import Actor, Row
from kit.values import Date, RecordId, Select, Text
from kit.values.bodies import parsed
from kit.values.types import REQUIRED

_KNOWN = {"uploadType", "description", "owner", "reviewDate", "entityType", "entityTypeId"}
_TYPES: Mapping[str, Any] = {
    "uploadType": Select(choices=kinds.UPLOADED),
    "owner": RecordId(),
    "reviewDate": Date(),
    "entityType": Text(max_length=40, content="alphaNum"),
    "entityTypeId": RecordId(minimum=0),
}


@dataclass(frozen=True)
class Details:
    """The details of an upload: kind, description, the record of the files. `params` has all other texts."""

    content_type: str = kinds.DOCUMENT
    description: str = ""
    owner_id: int | None = None
    review_date: dt.date | None = None
    entity_type: str = ""
    entity_id: int = 0
    params: Mapping[str, str] = field(default_factory=dict)


def details(actor: Actor, texts: Mapping[str, str]) -> Details:
    """Read the texts of an upload form (`money.md 7`, Upload), and check the right with the owner of the record.

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
    params = {name: text for name, text in texts.items() if name not in _KNOWN}
    if len(params) > rules.MAX_PARAMS:
        refused["params"] = f"Please add at most {rules.MAX_PARAMS} entries"
    if refused:
        raise Invalid(next(iter(refused.values())), fields=refused)
    result = Details(
        content_type=values["uploadType"] or kinds.DOCUMENT,
        description=description,
        owner_id=values["owner"],
        review_date=values["reviewDate"],
        entity_type=values["entityType"] or "",
        entity_id=values["entityTypeId"] or 0,
        params=params,
    )
    if result.owner_id not in {None, actor.user_id} and not policy.toggle(actor):
        raise Forbidden("You are not allowed to do this")
    if result.entity_type:
        owners.check_attaches(result.entity_type, result.entity_id)
    return result


@contextlib.contextmanager
def stored(db: Database, received: Sequence[Received]) -> Iterator[list[str]]:
    """Put the drafts into the store; yields their keys for a transaction in the block. Removes them where it fails."""
    keys = [storage().new_key() for _ in received]
    with db.read() as connection:
        connection.execute(sa.insert(stored_object), [{"key": key} for key in keys])
    try:
        for one, key in zip(received, keys, strict=True):
            storage().keep(one.draft, key)
        yield keys
    except BaseException:
        forget(db, keys)
        raise


def forget(db: Database, keys: Sequence[str]) -> None:
    """Remove objects that no file refers to; the daily sweep removes those that cannot be removed now."""
    for key in keys:
        with contextlib.suppress(Exception):
            jobs.discard(db, key)


def add(tx: Tx, received: Received, key: str, details: Details, media_type: str = "", lifetime: Any = None) -> int:
    """Insert the row of a file with the object key `key`; returns its id. It expires after `lifetime`, if given."""
    jobs.sweep_daily(tx)
    return tx.insert(
        file,
        {
            "name": received.name.stem,
            "extension": received.name.extension,
            "content_type": details.content_type,
            "media_type": media_type or rules.MEDIA_TYPES[received.name.extension],
            "size": received.size,
            "sha256": received.sha256,
            "object_key": key,
            "description": details.description,
            "review_date": details.review_date,
            "entity_type": details.entity_type,
            "entity_id": details.entity_id,
            "uploader_id": tx.actor.user_id,
            "uploader_name": tx.actor.name,
            "owner_id": details.owner_id or tx.actor.user_id,
            "params": dict(details.params),
            "expires": None if lifetime is None else sa.func.now() + lifetime,
        },
    )


def check_removal(db: Database, actor: Actor, file_id: int) -> None:
    """Check with the owner of the file's record that the actor may remove it; skipped for a file that the actor cannot
    delete anyway. Raises Forbidden, Unavailable. Must run outside a transaction."""
    condition = sa.and_(file.c.id == file_id, policy.SCOPE.where(actor))
    with db.read() as connection:
        row = first_row(connection, sa.select(file).where(condition))
    if row is not None and policy.delete(actor, row):
        owners.check_removes(row)


def discard_object(tx: Tx, row: Row) -> None:
    """Remove the object of a deleted file after the commit."""
    jobs.discard_later(tx, row["object_key"])
