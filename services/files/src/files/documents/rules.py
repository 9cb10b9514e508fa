"""Limits and checks of uploads (`platform.md 5`, Uploads; `money.md 5`, Uploader and File rename). Pure."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from kit.errors import Invalid, TooLarge
from kit.values import characters

MB = 1024 * 1024
MAX_FILE = 100 * MB
MAX_TOTAL = 1024 * MB
MAX_FILES = 50
"""Maximum number of files in one request."""
MAX_NAME = 190
MAX_DESCRIPTION = 50
MAX_PARAMS = 20
EXPORT_LIFETIME = dt.timedelta(days=7)
IN_TRASH = dt.timedelta(days=30)
"""Days for which a deleted library file stays in the trash."""

LONG_DESCRIPTION = "Please use maximum 50 characters"
NOT_MATCHING = "File type does not match extension"
NOT_VALID = "File ID not valid"
NOT_YOURS = "You do not currently have access to this file"
LOCKED = "This file is locked, so cannot be deleted."
LOCKED_VERSION = "This file is locked. Unlock it before you add a version."

MEDIA_TYPES = {
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
    "gif": "image/gif",
    "mp3": "audio/mpeg",
    "ogg": "audio/ogg",
    "mpga": "audio/mpeg",
    "mp4": "video/mp4",
    "mpeg": "video/mpeg",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "pdf": "application/pdf",
    "odt": "application/vnd.oasis.opendocument.text",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "txt": "text/plain; charset=utf-8",
    "rtf": "application/rtf",
    "ps": "application/postscript",
    "eps": "application/postscript",
    "bmp": "image/bmp",
    "tiff": "image/tiff",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "odf": "application/vnd.oasis.opendocument.formula",
    "psd": "image/vnd.adobe.photoshop",
    "ai": "application/postscript",
    "indd": "application/x-indesign",
    "csv": "text/csv; charset=utf-8",
}
"""The accepted extensions and their media types. A download's type comes from here, never from the uploader."""
PICTURES = {extension: MEDIA_TYPES[extension] for extension in ("jpg", "jpeg", "png", "gif", "bmp", "tiff")} | {
    "jfif": "image/jpeg",
    "tif": "image/tiff",
    "webp": "image/webp",
    "avif": "image/avif",
    "heic": "image/heic",
    "heif": "image/heic",
}
"""The extensions of pictures and their media types: those of the specification, and those that phones and browsers
write. A picture is stored under the extension of its content."""
MAILS = {"eml": "message/rfc822"}
"""A mail as mail programs save it (issue 42, 1)."""
ACCEPTED = MEDIA_TYPES | PICTURES | MAILS
"""The extensions that an upload may have."""
TEXTS = {"txt": "text/plain", "csv": "text/csv"}
"""The extensions of plain texts and their media types, to which the charset of each is added."""
PLAYED = frozenset({"mp3", "mpga", "ogg", "mp4", "mpeg"})
"""The extensions of audio and video."""
PRODUCED_TYPES = MEDIA_TYPES | {
    "zip": "application/zip",
    "parquet": "application/vnd.apache.parquet",
    "json": "application/json",
}
"""Extensions of files that a service produces: a bundle of documents is an archive, which nobody may upload; an export
to a warehouse has tables in Parquet and a manifest."""

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]')


@dataclass(frozen=True)
class FileName:
    """Return a name without path parts, and its extension in lower case."""

    stem: str
    extension: str

    def __str__(self) -> str:
        return f"{self.stem}.{self.extension}" if self.extension else self.stem


def split(raw: str, accepted: Mapping[str, str] = ACCEPTED) -> FileName:
    """Return the sanitised name of an upload: the last path part, without control or direction characters, at most 190
    characters; and its extension. Raises Invalid for an empty name or an extension that is not `accepted`."""
    last = unicodedata.normalize("NFC", raw).replace("\\", "/").rsplit("/", 1)[-1]
    plain = _seen(last)
    stem, dot, extension = plain.rpartition(".")
    if not dot or extension.lower() not in accepted:
        refusal = f"{plain or 'The file'} is not a standard image, pdf, or document file"
        raise Invalid(refusal, code="type_not_accepted", fields={"file": "Not accepted"})
    stem = stem.strip(". ")[:MAX_NAME].rstrip(". ")
    if not characters.trimmed(stem):
        raise Invalid("The file has no name", fields={"file": "No name"})
    return FileName(stem, extension.lower())


def _seen(text: str) -> str:
    """Return `text` without invisible characters and those that file systems refuse."""
    return " ".join(characters.seen(_FORBIDDEN.sub("", text)).split())


def new_name(text: str, extension: str) -> str:
    """Return a file name entered by a person, without extension (`money.md 5`). Raises Invalid."""
    plain = _seen(text)
    if "/" in plain or "\\" in plain:
        raise Invalid("A file name has no slashes")
    if re.search(rf"\.(?:{extension}|{'|'.join(ACCEPTED)})$", plain, re.IGNORECASE):
        raise Invalid("Please enter the name without its extension")
    if not characters.trimmed(plain.strip(". ")):
        raise Invalid("Field is required")
    return plain.strip()


def shown_size(size: int) -> str:
    """Format a size: `812 KB`, `104.2 MB`."""
    if size < MB:
        return f"{max(1, round(size / 1024))} KB"
    text = f"{size / MB:.1f}".removesuffix(".0")
    return f"{text} MB" if size < 1024 * MB else f"{size / (1024 * MB):.1f}".removesuffix(".0") + " GB"


def too_large(size: int) -> TooLarge:
    return TooLarge(
        f"file is {shown_size(size)}, and maximum file size is {shown_size(MAX_FILE)}", code="file_too_large"
    )


def total_reached(name: str) -> TooLarge:
    return TooLarge(f"Unable to add {name} as total upload size has reached the maximum", code="total_too_large")
