"""The list of files, of everything or of one entity (`?entityType=student&entityTypeId=5`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from files.documents import attributes, kinds, owners, policy
from files.documents.fields import FILE
from files.documents.model import file
from files.folders.policy import KIND as FOLDER
from kit.lists import Column, Filter, ListSpec
from kit.policy import Actor

_LONGEST_ID = 16
_DEFAULT_PAGE_SIZE = 25
"""`money.md 9`."""


@dataclass(frozen=True, kw_only=True)
class FileList(ListSpec):
    """The list of files, in shorter pages, and of one guarded record for those to whom its owner shows it."""

    def asking(self, actor: Actor, query: Mapping[str, str]) -> Actor:
        """Ask the owner of one guarded record whether the caller sees its files. Raises Unavailable."""
        kind, record = query.get("entityType", ""), query.get("entityTypeId", "")
        if policy.SCOPE.everything(actor) or not record.isdecimal() or len(record) > _LONGEST_ID:
            return actor
        return policy.showing(actor, kind, int(record)) if owners.shows(kind, int(record)) else actor

    def meta(self, connection: sa.Connection, actor: Actor) -> dict[str, Any]:
        return super().meta(connection, actor) | {"defaultPageSize": _DEFAULT_PAGE_SIZE}


FILES = FileList(
    name="files",
    path="/files",
    title="Files",
    default_sort="-uploadedAt",
    where=sa.and_(
        file.c.content_type != kinds.EXPORT,
        file.c.converted_from.is_(None),
        file.c.entity_type.is_distinct_from(FOLDER),
    ),
    search=file.c.search_text,
    target="/file/{id}",
    edit=FILE,
    columns=attributes.FILE.columns(
        Column(name="id", expression=file.c.id, type="id", sortable=True, hidden=True),
        *("name", "extension", "contentType", "description", "size"),
        Column(
            name="uploadedAt", expression=file.c.created, title="Uploaded", type="datetime", sortable=True, width=130
        ),
        *("uploadedBy", "locked", "visible", "fileType", "entityType", "entityTypeId", "reviewDate"),
        Column(name="params", expression=file.c.params, hidden=True, compact=False, answers=dict[str, Any]),
    ),
    filters=attributes.FILE.filters(
        *("contentType", "extension", "entityType", "entityTypeId"),
        Filter(name="uploadedAt", expression=file.c.created, title="Uploaded", kind="range"),
    ),
)
