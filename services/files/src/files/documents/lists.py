"""The list of files, of everything or of one entity (`?entityType=student&entityTypeId=5`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from files.documents import kinds, owners, policy
from files.documents.fields import FILE
from files.documents.model import file
from kit.lists import Column, Filter, ListSpec
from kit.policy import Actor

_STAFF_ONLY = {"locked", "visible"}
_LONGEST_ID = 16
_DEFAULT_PAGE_SIZE = 25
"""`money.md 9`."""


@dataclass(frozen=True, kw_only=True)
class FileList(ListSpec):
    """`money.md 2`: students do not see the columns locked and visible, nor does anybody who cannot change them."""

    def asking(self, actor: Actor, query: Mapping[str, str]) -> Actor:
        """The owner of one guarded record says whether the caller sees its files. Raises Unavailable."""
        kind, record = query.get("entityType", ""), query.get("entityTypeId", "")
        if policy.SCOPE.everything(actor) or not record.isdecimal() or len(record) > _LONGEST_ID:
            return actor
        return policy.showing(actor, kind, int(record)) if owners.shows(kind, int(record)) else actor

    def meta(self, connection: sa.Connection, actor: Actor) -> dict[str, Any]:
        meta = super().meta(connection, actor)
        meta["defaultPageSize"] = _DEFAULT_PAGE_SIZE
        if policy.toggle(actor):
            return meta
        return meta | {"columns": [entry for entry in meta["columns"] if entry["name"] not in _STAFF_ONLY]}


FILES = FileList(
    name="files",
    path="/files",
    title="Files",
    source=file,
    key=file.c.id,
    scope=policy.SCOPE,
    may=policy.read,
    default_sort="-uploadedAt",
    where=file.c.content_type != kinds.EXPORT,
    search=file.c.search_text,
    target="/file/{id}",
    edit=FILE,
    columns=[
        Column(name="id", expression=file.c.id, type="id", sortable=True, hidden=True),
        Column(name="name", expression=file.c.name, sortable=True, width=230),
        Column(name="extension", expression=file.c.extension, sortable=True, width=80),
        Column(
            name="contentType",
            expression=file.c.content_type,
            type="select",
            options=kinds.SHOWN,
            sortable=True,
            width=140,
        ),
        Column(name="description", expression=file.c.description, width=165),
        Column(name="size", expression=file.c.size, type="integer", sortable=True, width=80),
        Column(
            name="uploadedAt", expression=file.c.created, title="Uploaded", type="datetime", sortable=True, width=130
        ),
        Column(name="uploadedBy", expression=file.c.uploader_name, title="Uploaded by", sortable=True, width=130),
        Column(name="locked", expression=file.c.locked, type="boolean", width=80),
        Column(name="visible", expression=file.c.visible, type="boolean", width=80),
        Column(name="fileType", expression=file.c.media_type, title="Type", hidden=True, width=160),
        Column(name="entityType", expression=file.c.entity_type, title="Belongs to", hidden=True, width=110),
        Column(name="entityTypeId", expression=file.c.entity_id, title="Record", type="id", hidden=True, width=90),
        Column(name="reviewDate", expression=file.c.review_date, type="date", hidden=True, width=110),
        Column(name="params", expression=file.c.params, hidden=True, compact=False, answers=dict[str, Any]),
    ],
    filters=[
        Filter(name="contentType", expression=file.c.content_type, options=kinds.SHOWN),
        Filter(name="extension", expression=file.c.extension),
        Filter(name="entityType", expression=file.c.entity_type, hidden=True),
        Filter(name="entityTypeId", expression=file.c.entity_id, hidden=True),
        Filter(name="uploadedAt", expression=file.c.created, title="Uploaded", kind="range"),
    ],
)
