"""Bulk actions on library files, with a result for each."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from files.documents import policy as documents
from files.documents import versions
from files.documents.fields import FILE
from files.documents.model import file
from files.documents.policy import IN_LIBRARY
from files.documents.queries import not_valid
from files.documents.rules import MAX_TOTAL, total_reached
from files.folders import policy
from files.folders.policy import KIND
from files.library import commands
from files.scanning import guard
from kit.changes import history
from kit.database import Tx, all_rows
from kit.errors import Refused
from kit.policy import Actor, Row, sys_admin
from kit.records import crud

_f = file.c
_CHUNK = 256 * 1024
Act = Callable[[Row], object]


def _each(tx: Tx, ids: Sequence[int], where: sa.ColumnElement[bool], act: Act) -> list[dict[str, Any]]:
    """Call `act` with the locked row of each file that the actor sees; returns the outcome of each."""
    rows = {one["id"]: one for one in tx.all(sa.select(file).where(_f.id.in_(ids), where).with_for_update())}
    results = []
    for file_id in dict.fromkeys(ids):
        row = rows.get(file_id)
        reason, name = "", ""
        try:
            if row is None or not (sys_admin(tx.actor) or tx.actor.user_id in row["reader_ids"]):
                raise not_valid()
            name = f"{row['name']}.{row['extension']}"
            act(row)
        except Refused as refusal:
            reason = refusal.text
        results.append({"id": file_id, "name": name, "done": not reason, "reason": reason})
    return results


def move_files(tx: Tx, ids: Sequence[int], folder_id: int) -> list[dict[str, Any]]:
    """Move library files to a folder. Raises NotFound, Forbidden."""
    commands.administered(tx, folder_id)

    def move(row: Row) -> None:
        commands.check_moves(tx, row)
        values = {"entity_id": folder_id, "version": _f.version + 1, **versions.rights_of(folder_id)}
        tx.execute(sa.update(file).where(_f.id == row["id"]).values(values))
        history.note(tx, "file", row["id"], "folder", row["entity_id"], folder_id)

    return _each(tx, ids, IN_LIBRARY, move)


def delete_files(tx: Tx, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Put library files into the trash."""
    return _each(tx, ids, IN_LIBRARY, lambda row: crud.remove(tx, FILE, row["id"]))


def recover_files(tx: Tx, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Restore files from the trash to their folders."""
    in_trash = sa.and_(_f.entity_type == KIND, _f.deleted.is_not(None))
    return _each(tx, ids, in_trash, lambda row: _recover(tx, row))


def recover(tx: Tx, file_id: int) -> dict[str, Any]:
    """Restore a file from the trash to its folder. Raises NotFound, Forbidden."""
    row = tx.one(sa.select(file).where(_f.id == file_id, _f.entity_type == KIND, _f.deleted.is_not(None)))
    if row is None or not (sys_admin(tx.actor) or tx.actor.user_id in row["reader_ids"]):
        raise not_valid()
    _recover(tx, row)
    return {"id": file_id}


def _recover(tx: Tx, row: Row) -> None:
    policy.administers.require(tx.actor, row)
    values = {"deleted": None, "expires": None, "leaves": None, "version": _f.version + 1}
    tx.execute(sa.update(file).where(_f.id == row["id"]).values(values))
    history.note(tx, "file", row["id"], "deleted", row["deleted"].isoformat(), None)


def packed(connection: sa.Connection, actor: Actor, ids: Sequence[int]) -> list[dict[str, Any]]:
    """Return the rows of the files of an archive, by name. Raises NotFound if the actor does not see one of them,
    TooLarge above the size of an upload."""
    statement = sa.select(file).where(_f.id.in_(ids), IN_LIBRARY, documents.SCOPE.where(actor))
    rows = all_rows(connection, statement.order_by(sa.func.lower(_f.name), _f.id))
    if len(rows) < len(set(ids)):
        raise not_valid()
    total = 0
    for row in rows:
        guard.check(row["object_key"])
        total += row["size"]
        if total > MAX_TOTAL:
            raise total_reached(f"{row['name']}.{row['extension']}")
    return rows


class _Pipe:
    """A target to which an archive is written and from which it is read in pieces."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: no piece is kept back."""

    def taken(self) -> bytes:
        data = b"".join(self._pieces)
        self._pieces.clear()
        return data


def archive(rows: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield the bytes of a ZIP with the files, as they are read. Files of the same name get numbers."""
    pipe, used = _Pipe(), set[str]()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_STORED) as target:  # type: ignore[call-overload]  # only written
        for row in rows:
            name, number = f"{row['name']}.{row['extension']}", 2
            while name.casefold() in used:
                name, number = f"{row['name']} ({number}).{row['extension']}", number + 1
            used.add(name.casefold())
            with target.open(name, "w", force_zip64=True) as entry:
                for piece in guard.read(row["object_key"], 0, row["size"], _CHUNK):
                    entry.write(piece)
                    yield pipe.taken()
    yield pipe.taken()
