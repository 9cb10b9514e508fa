"""All library files that the caller sees, in every folder, and those in the trash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from files.avatars.model import user_name
from files.documents import attributes
from files.documents.fields import FILE
from files.documents.model import file
from files.documents.policy import IN_LIBRARY
from files.folders.model import folder
from files.folders.policy import KIND, has
from files.library.answers import Place
from files.reading import queries as reading
from kit.database import TODAY
from kit.lists import Column, Filter, ListSpec
from kit.policy import EVERYBODY, Actor, Scope, me, nobody, sys_admin

_c, _of = file.c, folder.alias("of_file").c
_ALL = "library"
_everything = me(_ALL) > 0
"""True for sysAdmin, who is not in any list of ids."""
_EDITS = sa.or_(has(_c.editor_ids), _everything)
_SEES_MORE = sa.or_(has(_c.enhanced_ids), _everything)
_SOURCE = file.join(_of.id.table, _of.id == _c.entity_id).outerjoin(user_name, user_name.c.user_id == _c.owner_id)
_REVIEW = sa.case((_SEES_MORE, _c.review_date))
_OVERDUE = sa.and_(_SEES_MORE, sa.func.coalesce(_c.review_date < TODAY, False))


@dataclass(frozen=True)
class _Scope(Scope):
    """A scope that binds `me("library")` for everybody, so that columns can use it too."""

    @staticmethod
    def _id(actor: Actor, kind: str) -> int | None:
        if kind == _ALL:
            return 1 if sys_admin(actor) else -1
        return Scope._id(actor, kind)


def _scope(condition: sa.ColumnElement[bool]) -> Scope:
    return _Scope(everything=nobody, own={"user": condition, _ALL: _everything})


def _within(folders: Any) -> sa.ColumnElement[bool]:
    """Condition: files in one of the folders or below it."""
    return _of.path.op("&&")(folders)


_FOLDER = Column(name="folder", expression=_of.name, width=160)
_HERE = (
    Column(name="id", expression=_c.id, type="id", sortable=True, hidden=True),
    *("name", "extension", "contentType"),
    _FOLDER,
    *("description", "size"),
)
_FILTERS = (
    Filter(name="folderId", title="Folder", expression=_of.id, condition=_within, hidden=True),
    *("contentType", "extension"),
)

LIBRARY = ListSpec(
    name="library",
    path="/library",
    title="Documents",
    one="document",
    source=_SOURCE,
    key=_c.id,
    scope=_scope(sa.and_(has(_c.reader_ids), sa.or_(_c.visible, _EDITS))),
    may=FILE.read,
    record=FILE,
    where=IN_LIBRARY,
    default_sort="name",
    search=_c.search_text,
    search_also=reading.inside,
    target="/library/{folderId}?file={id}",
    columns=attributes.FILE.columns(
        *_HERE,
        Column(name="number", expression=_c.number, title="Version", type="integer", width=80),
        Column(name="modified", expression=_c.modified, type="datetime", width=130),
        Column(name="uploadedBy", expression=_c.uploader_name, width=130),
        Column(name="reviewDate", expression=_REVIEW, type="date", width=110, readers=EVERYBODY),
        Column(
            name="overdue", expression=_OVERDUE, title="Review overdue", type="boolean", width=110, readers=EVERYBODY
        ),
        Column(
            name="owner",
            expression=sa.case((_SEES_MORE, sa.func.coalesce(user_name.c.name, ""))),
            width=130,
            readers=EVERYBODY,
        ),
        Column(name="folderId", expression=_of.id, type="id", hidden=True),
        Column(name="place", expression=reading.place(), hidden=True, compact=False, answers=Place | None),
    ),
    filters=attributes.FILE.filters(
        *_FILTERS,
        Filter(
            name="overdue",
            title="Review overdue",
            kind="boolean",
            condition=lambda yes: yes == _OVERDUE,
            readers=EVERYBODY,
        ),
        Filter(name="modified", expression=_c.modified, kind="range"),
    ),
)

TRASH = ListSpec(
    name="libraryTrash",
    path="/library/trash",
    title="Trash",
    one="document",
    source=_SOURCE,
    key=_c.id,
    scope=_scope(_EDITS),
    may=FILE.read,
    where=sa.and_(_c.entity_type == KIND, _c.deleted.is_not(None)),
    default_sort="name",
    search=_c.search_text,
    columns=attributes.FILE.columns(
        *_HERE,
        Column(name="deleted", expression=_c.deleted, type="datetime", width=130),
        Column(name="gone", expression=_c.expires, title="Gone on", type="datetime", width=130),
        Column(name="folderId", expression=_of.id, type="id", hidden=True),
    ),
    filters=attributes.FILE.filters(*_FILTERS, Filter(name="deleted", expression=_c.deleted, kind="range")),
)

LISTS = (LIBRARY, TRASH)
