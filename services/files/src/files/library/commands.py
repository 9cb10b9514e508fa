"""Creating, moving and removing folders; versions, moves and the trash of files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from files.documents import holds, jobs, rules, versions
from files.documents.model import file, file_version
from files.documents.multipart import Received
from files.documents.versions import CONTENT
from files.folders import policy
from files.folders.model import folder
from files.folders.policy import KIND, PASSING
from files.library import access
from files.scanning import guard
from kit.changes import history
from kit.database import Tx, row_or_404
from kit.errors import Conflict, Forbidden, Invalid
from kit.policy import Row
from kit.records import Change

_c, _f = folder.c, file.c
ROOT_NAME = "Library"
ROOT = "The root of a library keeps its name and its place"
INTO_ITSELF = "A folder cannot be moved into itself or a folder below it"
OTHER_ORGANISATION = "A folder stays in the library of its organisation"
DEEPEST = 12
TOO_DEEP = f"Folders are at most {DEEPEST} deep"


def entry(tx: Tx, org_id: int) -> int:
    """Create the root of an organisation's library; returns its id, also if another transaction was faster."""
    tx.lock(access.LOCK)
    present = tx.scalar(sa.select(_c.id).where(_c.org_id == org_id, _c.parent_id.is_(None)))
    if present is not None:
        return int(present)
    folder_id = tx.insert(folder, {"name": ROOT_NAME, "org_id": org_id})
    tx.execute(sa.update(folder).where(_c.id == folder_id).values(path=[folder_id]))
    return folder_id


def below(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns that a new folder gets from its parent, which the caller administers. Raises Invalid,
    NotFound, Forbidden, Conflict."""
    tx.lock(access.LOCK)
    above = administered(tx, values["parentId"])
    if values.get("orgId") not in {None, above["org_id"]}:
        raise Invalid(OTHER_ORGANISATION, fields={"orgId": OTHER_ORGANISATION})
    if len(above["path"]) >= DEEPEST:
        raise Conflict(TOO_DEEP)
    rights = {name: above[name] for name in versions.RIGHTS}
    return {"parent_id": above["id"], "org_id": above["org_id"], "path": above["path"], **rights}


def placed(tx: Tx, folder_id: int, _: Mapping[str, Any]) -> None:
    """Complete the path of a new folder, initially that of its parent."""
    tx.execute(sa.update(folder).where(_c.id == folder_id).values(path=_c.path.op("||")(folder_id)))


def administered(tx: Tx, folder_id: int) -> dict[str, Any]:
    """Return the row of a folder that the caller administers. Raises NotFound, Forbidden."""
    row = row_or_404(
        tx.connection, sa.select(folder).where(_c.id == folder_id, PASSING.where(tx.actor)), "There is no such folder"
    )
    if not policy.administers(tx.actor, row):
        raise Forbidden("Only administrators of the folder may do this")
    return row


def check_name(change: Change) -> None:
    if change.row["parent_id"] is None:
        raise Conflict(ROOT)


def move(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Check that the folder may go where it is moved to. Raises Invalid, NotFound, Forbidden, Conflict."""
    row = change.row
    if row["parent_id"] is None:
        raise Conflict(ROOT)
    if change.new is None:
        raise Invalid("Please choose a folder", fields={"parentFolderId": "Field is required"})
    tx.lock(access.LOCK)
    above = administered(tx, change.new)
    if hold := holds.of_folder(tx.connection, row["id"], above=True):
        raise Conflict(stays(hold), code="on_hold")
    if row["id"] in above["path"]:
        raise Conflict(INTO_ITSELF)
    if above["org_id"] != row["org_id"]:
        raise Conflict(OTHER_ORGANISATION)
    return {}


def relocate(tx: Tx, change: Change) -> None:
    """Give the folder and those below it their new paths and rights. Raises Conflict if they get too deep."""
    row = change.row
    above = tx.scalar(sa.select(_c.path).where(_c.id == change.new))
    tail = sa.func.array_position(_c.path, sa.cast(row["id"], sa.BigInteger))
    path = sa.cast(sa.literal(above, folder.c.path.type), folder.c.path.type).op("||")(
        _c.path[tail : sa.func.cardinality(_c.path)]
    )
    here = _c.path.contains(sa.cast([row["id"]], folder.c.path.type))
    changed = tx.all(
        sa.update(folder).where(here).values(path=path).returning(sa.func.cardinality(_c.path).label("depth"))
    )
    if max(one["depth"] for one in changed) > DEEPEST:
        raise Conflict(TOO_DEEP)
    access.spread(tx, row["id"])
    if change.old is not None:
        access.spread(tx, change.old)


def check_empty(tx: Tx, row: Row) -> None:
    """Refuse the removal of the root, and of a folder with files in it. Raises Conflict."""
    if row["parent_id"] is None:
        raise Conflict("The root of a library stays")
    if hold := holds.of_folder(tx.connection, row["id"]):
        raise Conflict(
            f"{row['name']} cannot be deleted, since {hold['name']} is on hold: {hold['hold']}", code="on_hold"
        )
    here = sa.and_(_f.entity_type == KIND, _f.entity_id == row["id"])
    files = tx.scalar(sa.select(sa.func.count()).where(here, _f.deleted.is_(None))) or 0
    if files:
        raise Conflict(
            f"{row['name']} has {files} file{'' if files == 1 else 's'}. Move its files or delete them first"
        )
    # the contents of its trash move to that of the parent folder
    tx.execute(sa.update(file).where(here).values(entity_id=row["parent_id"]))


def stays(hold: Row) -> str:
    """Return the refusal to move something out of a folder that is on hold."""
    return f"The folder {hold['name']} is on hold: what is in it stays there. {hold['hold']}"


def add_version(tx: Tx, row: Row, received: Received, key: str, note: str) -> dict[str, Any]:
    """Make an upload the latest version of the file `row`, which keeps its name."""
    policy.administers.require(tx.actor, row)
    if row["locked"]:
        raise Conflict(rules.LOCKED_VERSION)
    content = versions.content(tx.actor, received, key)
    guard.keep(tx, row["id"], key, str(received.name), received.doubt)
    return _latest(tx, row["id"], content, note)


def restore(tx: Tx, row: Row) -> dict[str, Any]:
    """Make the version `row` (`queries.version`) the latest one again, as a new version."""
    content = {name: row[name] for name in CONTENT} | {"uploader_id": tx.actor.user_id, "uploader_name": tx.actor.name}
    policy.administers.require(tx.actor, row)
    if row["number"] == row["latest"]:
        raise Conflict("This is already the latest version")
    return _latest(tx, row["file_id"], content, f"Version {row['number']} again")


def _latest(tx: Tx, file_id: int, content: Mapping[str, Any], note: str) -> dict[str, Any]:
    tx.execute(sa.select(_f.id).where(_f.id == file_id).with_for_update())
    number = 1 + (
        tx.scalar(sa.select(sa.func.max(file_version.c.number)).where(file_version.c.file_id == file_id)) or 0
    )
    version_id = versions.add(tx, file_id, number, content, note)
    kept = {name: content[name] for name in CONTENT if name not in {"name", "uploader_id", "uploader_name"}}
    tx.execute(
        sa.update(file)
        .where(_f.id == file_id)
        .values(**kept, number=number, version=_f.version + 1, modified=sa.func.now())
    )
    history.note(tx, "file", file_id, "number", number - 1, number)
    jobs.read_later(tx, file_id, content["object_key"], number)
    return {"id": file_id, "versionId": version_id, "number": number}


def check_moves(tx: Tx, row: Row) -> None:
    """Check that the actor may move the file `row` out of its folder. Raises Forbidden, Conflict."""
    if not policy.administers(tx.actor, row):
        raise Forbidden("Only administrators of its folder may move it")
    if hold := holds.of_folder(tx.connection, row["entity_id"]):
        raise Conflict(stays(hold), code="on_hold")
