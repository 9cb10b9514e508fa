"""Putting files in and throwing them away."""

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
from kit.database import Database, Tx
from kit.errors import Forbidden, Invalid
from kit.policy import Actor, Row
from kit.values import Date, Integer, Select, Text
from kit.values.types import REQUIRED

_KNOWN = {"uploadType", "description", "owner", "reviewDate", "entityType", "entityTypeId"}
_TYPES: Mapping[str, Any] = {
    "uploadType": Select(choices=kinds.UPLOADED),
    "owner": Integer(minimum=1, maximum=9_007_199_254_740_991),
    "reviewDate": Date(),
    "entityType": Text(max_length=40, content="alphaNum"),
    "entityTypeId": Integer(maximum=9_007_199_254_740_991),
}


@dataclass(frozen=True)
class Details:
    """The uploader's details of the files: kind, description, the record they belong to. `params` hold the others."""

    content_type: str = kinds.DOCUMENT
    description: str = ""
    owner_id: int | None = None
    review_date: dt.date | None = None
    entity_type: str = ""
    entity_id: int = 0
    params: Mapping[str, str] = field(default_factory=dict)


def details(actor: Actor, texts: Mapping[str, str]) -> Details:
    """Read the texts of an upload form (`money.md 7`, Upload), and ask the owner of the record they are for.

    Raises Invalid with each wrong field, NotFound, Forbidden, Unavailable. Not inside a transaction.
    """
    values: dict[str, Any] = {}
    refused: dict[str, str] = {}
    for name, kind in _TYPES.items():
        try:
            values[name] = kind.parse(texts.get(name))
        except Invalid as refusal:
            refused[name] = refusal.text
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
    made = Details(
        content_type=values["uploadType"] or kinds.DOCUMENT,
        description=description,
        owner_id=values["owner"],
        review_date=values["reviewDate"],
        entity_type=values["entityType"] or "",
        entity_id=values["entityTypeId"] or 0,
        params=params,
    )
    if made.owner_id not in {None, actor.user_id} and not policy.toggle(actor):
        raise Forbidden("You are not allowed to do this")
    if made.entity_type:
        owners.check_attaches(made.entity_type, made.entity_id)
    return made


@contextlib.contextmanager
def kept(db: Database, received: Sequence[Received]) -> Iterator[list[str]]:
    """Put the drafts into the store, for a transaction that follows; their keys. If that fails they go again."""
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
    """Remove objects that no file refers to; what cannot be removed now the sweep finds."""
    for key in keys:
        with contextlib.suppress(Exception):
            jobs.discard(db, key)


def add(tx: Tx, received: Received, key: str, more: Details, media_type: str = "", kept_for: Any = None) -> int:
    """The row of a file whose bytes are kept under `key`; its id."""
    jobs.sweep_daily(tx)
    return tx.insert(
        file,
        {
            "name": received.name.stem,
            "extension": received.name.extension,
            "content_type": more.content_type,
            "media_type": media_type or rules.MEDIA_TYPES[received.name.extension],
            "size": received.size,
            "sha256": received.sha256,
            "object_key": key,
            "description": more.description,
            "review_date": more.review_date,
            "entity_type": more.entity_type,
            "entity_id": more.entity_id,
            "uploader_id": tx.actor.user_id,
            "uploader_name": tx.actor.name,
            "owner_id": more.owner_id or tx.actor.user_id,
            "params": dict(more.params),
            "expires": None if kept_for is None else sa.func.now() + kept_for,
        },
    )


def check_removal(db: Database, actor: Actor, file_id: int) -> None:
    """Ask the owner of the record that a file belongs to; silent for what the actor cannot delete anyway. Raises
    Forbidden, Unavailable. Not inside a transaction."""
    mine = sa.and_(file.c.id == file_id, policy.SCOPE.where(actor))
    with db.read() as connection:
        row = connection.execute(sa.select(file).where(mine)).mappings().first()
    if row is not None and policy.delete(actor, dict(row)):
        owners.check_removes(dict(row))


def throw_away(tx: Tx, row: Row) -> None:
    """Effects of the deletion of a file: its bytes go, once it is committed."""
    jobs.throw_away(tx, row["object_key"])
