"""The content of folders, and versions; each query takes the actor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.avatars.model import user_name
from files.documents import holds
from files.documents import policy as documents
from files.documents.model import file, file_version
from files.documents.queries import library_file, not_valid
from files.folders import policy
from files.folders.model import folder
from files.folders.policy import PASSING
from files.library import access
from kit.database import all_rows
from kit.errors import NotFound
from kit.policy import Actor, Row
from kit.values.days import today

_c, _f, _v = folder.c, file.c, file_version.c
MOST_FILES = 1000
"""Maximum number of files that a folder shows; the list of the library has the rest."""


def root(connection: sa.Connection, actor: Actor, org_id: int) -> int | None:
    """Return the id of the organisation's root; None if there is none yet. Raises NotFound if the actor sees
    nothing."""
    statement = sa.select(_c.id, PASSING.where(actor).label("reached")).where(
        _c.org_id == org_id, _c.parent_id.is_(None)
    )
    row = connection.execute(statement).mappings().first()
    if row is not None and not row["reached"]:
        raise NotFound("There is no folder for you in this organisation's library")
    return None if row is None else int(row["id"])


def roots(connection: sa.Connection, actor: Actor) -> list[dict[str, Any]]:
    """Return the roots that the actor sees, by organisation."""
    statement = sa.select(_c.id, _c.org_id.label("orgId")).where(_c.parent_id.is_(None), PASSING.where(actor))
    return all_rows(connection, statement.order_by(_c.org_id))


def parts(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the parts of `GET /folder/{id}` besides the fields."""
    files = _files(connection, actor, row)
    shown: dict[str, Any] = {
        "folderId": row["id"],
        "level": policy.level(actor, row),
        "breadcrumbs": _breadcrumbs(connection, row),
        "subfolders": _subfolders(connection, actor, row),
        "files": files[:MOST_FILES],
        "more": len(files) > MOST_FILES,
        "hold": holds.of_folder(connection, row["id"]) if policy.sees_more(actor, row) else None,
    }
    if policy.administers(actor, row):
        shown["usersWithAccess"] = access.explained(connection, row)
    return shown


def _breadcrumbs(connection: sa.Connection, row: Row) -> list[dict[str, Any]]:
    names = sa.select(_c.id, _c.name).where(_c.id.in_(row["path"]))
    names_by_id = {one["id"]: one["name"] for one in all_rows(connection, names)}
    return [{"id": one, "name": names_by_id[one]} for one in row["path"]]


def _subfolders(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    below = folder.alias("below").c
    seen = policy.PASSING.where(actor)
    folders = sa.select(sa.func.count()).where(below.parent_id == _c.id).correlate(folder).scalar_subquery()
    files = (
        sa.select(sa.func.count())
        .where(documents.IN_LIBRARY, _f.entity_id == _c.id)
        .correlate(folder)
        .scalar_subquery()
    )
    statement = (
        sa.select(folder, folders.label("folders"), files.label("files"))
        .where(_c.parent_id == row["id"], seen)
        .order_by(sa.func.lower(_c.name), _c.id)
    )
    return [
        {
            "id": one["id"],
            "name": one["name"],
            "description": one["description"],
            "level": policy.level(actor, one),
            "folders": one["folders"],
            "files": one["files"] if policy.level(actor, one) else 0,
            "modified": one["modified"],
        }
        for one in all_rows(connection, statement)
    ]


def _files(connection: sa.Connection, actor: Actor, row: Row) -> list[dict[str, Any]]:
    statement = (
        _WITH_OWNER.where(documents.IN_LIBRARY, _f.entity_id == row["id"], documents.SCOPE.where(actor))
        .order_by(sa.func.lower(_f.name), _f.id)
        .limit(MOST_FILES + 1)
    )
    return [_shown(actor, one) for one in all_rows(connection, statement)]


def one(connection: sa.Connection, actor: Actor, file_id: int) -> dict[str, Any]:
    """Return a file of the library as its folder shows it. Raises NotFound."""
    library_file(connection, actor, file_id)
    return _shown(actor, all_rows(connection, _WITH_OWNER.where(_f.id == file_id))[0])


_WITH_OWNER = sa.select(file, user_name.c.name.label("owner_name")).select_from(
    file.outerjoin(user_name, user_name.c.user_id == _f.owner_id)
)


def _shown(actor: Actor, row: Mapping[str, Any]) -> dict[str, Any]:
    answer = {
        "id": row["id"],
        "name": row["name"],
        "extension": row["extension"],
        "description": row["description"],
        "contentType": row["content_type"],
        "size": row["size"],
        "modified": row["modified"],
        "uploadedBy": row["uploader_name"],
        "locked": row["locked"],
        "visible": row["visible"],
        "number": row["number"],
    }
    if policy.sees_more(actor, row):
        answer |= {
            "hasVersions": row["number"] > 1,
            "reviewDate": row["review_date"],
            "reviewed": row["reviewed"],
            "reviewedBy": row["reviewed_by"],
            "hold": row["hold"],
            "leaves": row["leaves"],
            "overdue": row["review_date"] is not None and row["review_date"] < today(),
            "owner": row["owner_id"],
            "ownerName": row["owner_name"] or "",
        }
    return answer


def versions(connection: sa.Connection, actor: Actor, file_id: int) -> list[dict[str, Any]]:
    """Return the versions of a library file, latest first. Raises NotFound, Forbidden."""
    row = library_file(connection, actor, file_id)
    policy.sees_more.require(actor, row)
    statement = sa.select(file_version).where(_v.file_id == file_id).order_by(_v.number.desc())
    return [
        {
            "versionId": one["id"],
            "number": one["number"],
            "createdAt": one["created"],
            "uploadedBy": one["uploader_name"],
            "note": one["note"],
            "name": one["name"],
            "extension": one["extension"],
            "size": one["size"],
            "latest": one["number"] == row["number"],
        }
        for one in all_rows(connection, statement)
    ]


def version(connection: sa.Connection, actor: Actor, version_id: int) -> dict[str, Any]:
    """Return a version in the form of a file's row, with its `file_id` and the number of the `latest` one. Raises
    NotFound, Forbidden."""
    version = connection.execute(sa.select(file_version).where(_v.id == version_id)).mappings().first()
    if version is None:
        raise not_valid()
    row = library_file(connection, actor, version["file_id"])
    policy.sees_more.require(actor, row)
    return {
        **row,
        **{name: version[name] for name in version if name not in {"id", "created"}},
        "latest": row["number"],
    }
