"""Answers to calls about files, other than the declared ones."""

from __future__ import annotations

from typing import Any, TypedDict

from files.documents.attributes import FILE
from kit.values.schemas import Moment


class Uploader(TypedDict):
    """The uploader."""

    id: int
    name: str


@FILE.answer
class FileParts(TypedDict):
    """The parts of a file's detail besides its fields: size in bytes, and its record."""

    uploadedAt: Moment
    uploadedBy: Uploader
    entityType: str | None
    entityTypeId: int | None
    params: dict[str, Any]


class Uploaded(TypedDict):
    """The first of the new files, and all of them."""

    id: int
    ids: list[int]


class Annotated(TypedDict):
    """The annotations of one person; `GET /file/{fileId}/annotation/{annotationId}` has them."""

    id: int
    authorName: str
    modified: Moment


class FileText(TypedDict):
    """A file as base64 text (`money.md 7`)."""

    id: int
    title: str
    ext: str
    mediaType: str
    size: int
    contentType: str
    description: str
    annotations: list[Annotated]
    conversion: int | None
    fileData: str


class PlayerAddress(TypedDict):
    """An address that a player opens, and the seconds for which it is valid."""

    address: str
    seconds: int


class FileDeleted(TypedDict):
    """The deleted file."""

    id: int
