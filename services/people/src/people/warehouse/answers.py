"""Types of the answers about exports of people."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict


class ExportFile(TypedDict):
    """A file of an export: its name, id in the file store, rows, bytes, and SHA-256 in hexadecimal digits."""

    name: str
    fileId: int
    rows: int
    bytes: int
    sha256: str


class ExportParts(TypedDict):
    """Parts of an export beyond its fields. The files are removed on `expires`."""

    files: list[ExportFile]
    expires: dt.datetime | None
    progress: int


class ExportStarted(TypedDict):
    """The id of the running export, and of its job."""

    id: int
    job: str


class ExportedColumn(TypedDict):
    """A column of a file; `personal` identifies or describes a person, `special` is restricted to few readers."""

    file: str
    column: str
    title: str
    type: str
    personal: bool
    special: bool


class ExportState(TypedDict):
    """The state of exports: the last successful one, the last error, the schedule in words, the columns."""

    schedule: str
    schemaVersion: int
    lastDone: int | None
    lastDoneAt: dt.datetime | None
    lastError: str
    running: int | None
    columns: list[ExportedColumn]
