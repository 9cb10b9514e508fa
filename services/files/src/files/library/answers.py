"""Answers of the library's calls."""

from __future__ import annotations

import datetime as dt
from typing import NotRequired, TypedDict

from kit.values.schemas import Moment


class Crumb(TypedDict):
    """A folder on the path."""

    id: int
    name: str


class Root(TypedDict):
    """The root folder of an organisation."""

    id: int
    orgId: int


class Reached(TypedDict):
    """The folder that the names lead to."""

    id: int


class Subfolder(TypedDict):
    """A subfolder; `level` is the caller's, empty if they only pass through."""

    id: int
    name: str
    description: str
    level: str
    folders: int
    files: int
    modified: Moment


class LibraryFile(TypedDict):
    """A file of a folder (`money.md 3`). The enhanced level sees owner, reviews, whether one is overdue, why it is on
    hold, and the day on which its retention ends."""

    id: int
    name: str
    extension: str
    description: str
    contentType: str
    size: int
    modified: Moment
    uploadedBy: str
    locked: bool
    visible: bool
    number: int
    hasVersions: NotRequired[bool]
    reviewDate: NotRequired[dt.date | None]
    reviewed: NotRequired[dt.date | None]
    reviewedBy: NotRequired[str]
    hold: NotRequired[str]
    leaves: NotRequired[dt.date | None]
    overdue: NotRequired[bool]
    owner: NotRequired[int]
    ownerName: NotRequired[str]


class Place(TypedDict):
    """The page with the searched text, and the words around it."""

    page: int
    text: str
    excerpt: str


class Access(TypedDict):
    """A person with a level in a folder, and the folder that grants it."""

    id: int
    name: str
    level: str
    folder: Crumb
    inherited: bool
    grantedBy: str
    granted: Moment


class Hold(TypedDict):
    """A hold on a folder or on one above it."""

    id: int
    name: str
    hold: str


class FolderParts(TypedDict):
    """The parts of a folder besides its fields. `usersWithAccess` is for administrators."""

    folderId: int
    level: str
    breadcrumbs: list[Crumb]
    subfolders: list[Subfolder]
    files: list[LibraryFile]
    more: bool
    hold: Hold | None
    usersWithAccess: NotRequired[list[Access]]


class Versions(TypedDict):
    """A version of a file."""

    versionId: int
    number: int
    createdAt: Moment
    uploadedBy: str
    note: str
    name: str
    extension: str
    size: int
    latest: bool


class NewVersion(TypedDict):
    """The file, and its version that was added."""

    id: int
    versionId: int
    number: int
