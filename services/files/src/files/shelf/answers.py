"""Answers to calls about documents."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from files.library.answers import Crumb
from kit.values.schemas import Moment


class Moved(TypedDict):
    """The outcome for one file: moved, deleted or restored, or the reason why not."""

    id: int
    name: str
    done: bool
    reason: str


class Reviewed(TypedDict):
    """The file, the day of its review and the next review date."""

    id: int
    reviewDate: dt.date
    reviewed: dt.date


class FavouriteFile(TypedDict):
    """A file of the library and its folder."""

    id: int
    name: str
    extension: str
    size: int
    modified: Moment
    folderId: int
    folder: str


class Favourites(TypedDict):
    """The favourites of the caller."""

    folders: list[Crumb]
    files: list[FavouriteFile]


class Favourite(TypedDict):
    """Whether a file or folder is a favourite now."""

    kind: str
    id: int
    on: bool
