"""Limits of resumable uploads, and the checks of an upload before its first byte (`money.md 5`). Pure."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping

from files.documents import commands as documents
from files.documents import rules
from kit.errors import Invalid, Malformed
from kit.policy import Actor

PIECE = 8 * rules.MB
"""Maximum number of bytes of one piece; a longer body is stored as several."""
LEAST_PIECE = 64 * 1024
"""The fewest bytes of a request that is not the last, which limits the number of pieces."""
LIFETIME = dt.timedelta(days=7)
"""Time after its last piece at which an upload expires."""
MOST_OPEN = 100
"""Maximum number of unfinished uploads of one person."""
TOO_MANY_OPEN = (
    f"You have {MOST_OPEN} unfinished uploads. Continue or remove some of them, or wait: each ends after "
    f"{LIFETIME.days} days."
)
_SYSTEM = "/system/uploader"
_CALLS: Mapping[str, Callable[[Actor, Mapping[str, str]], Mapping[str, str]]] = {
    _SYSTEM: lambda _, texts: texts,
    "/uploader": lambda _, texts: texts,
    "/file": lambda _, texts: texts,
    "/student/homework/add": documents.of_homework,
}
"""Calls with a multipart form that an upload may replace, by `path` of its metadata, and the texts that each derives
from those of the form."""
_VERSION = re.compile(r"/file/(\d{1,15})/update")
_OF_UPLOAD = frozenset({"filename", "filetype", "path"})
"""Names in the metadata that no form has."""


def version_of(metadata: Mapping[str, str]) -> int | None:
    """Return the file of which the upload becomes a new version; None if it becomes a file."""
    matched = _VERSION.fullmatch(metadata.get("path", ""))
    return int(matched[1]) if matched else None


def form_texts(actor: Actor, metadata: Mapping[str, str]) -> Mapping[str, str]:
    """Return the texts of the form that the metadata represents. Raises Malformed, and the refusals of the call."""
    path = metadata.get("path", _SYSTEM)
    if path not in _CALLS:
        raise Malformed(f"path in Upload-Metadata is one of: {', '.join(_CALLS)}, /file/{{id}}/update")
    return _CALLS[path](actor, {name: text for name, text in metadata.items() if name not in _OF_UPLOAD})


def check_file(metadata: Mapping[str, str], length: int) -> None:
    """Check the name and the length of a file. Raises Invalid, TooLarge with the texts of `money.md 5`."""
    rules.split(metadata.get("filename", ""))
    if length > rules.MAX_FILE:
        raise rules.too_large(length)
    if length == 0:
        raise Invalid(rules.NOT_MATCHING, field="file")
