"""Downloads: a stream with ranges, or the legacy base64 text."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from files.scanning import guard
from kit.errors import Refused
from kit.http.core import Answer, encode

_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
_BASE64_CHUNK = 192 * 1024
"""A multiple of three, so that the encoded chunks join to one base64 text."""


class RangeNotSatisfiable(Refused):
    """The requested range has no byte of the file."""

    status, code = 416, "range_not_satisfiable"


def stream(row: Mapping[str, Any], range_header: str = "", if_none_match: str = "") -> Answer:
    """Return the bytes of a file, all or a range; 304 if the caller's copy is current.

    Always an attachment with `nosniff`, so that the browser never renders an upload as a page of this origin.
    """
    size, tag = row["size"], f'"{row["sha256"]}"'
    headers = {
        "Content-Disposition": disposition(f"{row['name']}.{row['extension']}"),
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cache-Control": "private, no-cache",
        "Accept-Ranges": "bytes",
        "ETag": tag,
    }
    if tag in if_none_match:
        return Answer(b"", 304, row["media_type"], headers)
    part = _range(range_header, size)
    start, end = part or (0, size)
    headers["Content-Length"] = str(end - start)
    if part is not None:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{size}"
    body = guard.read(row["object_key"], start, end)
    return Answer(body, 200 if part is None else 206, row["media_type"], headers)


def _range(header: str, size: int) -> tuple[int, int] | None:
    """Return the first byte and the one after the last; None without a range or for an invalid header (RFC 9110,
    14.2)."""
    match = _RANGE.fullmatch(header.replace(" ", ""))
    if match is None or match.groups() == ("", ""):
        return None
    first, last = match.groups()
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
    if start >= end:
        raise RangeNotSatisfiable("This part is not in the file", headers={"Content-Range": f"bytes */{size}"})
    return start, end


def disposition(name: str) -> str:
    """Return the Content-Disposition of an attachment, in a form that every browser reads."""
    plain = re.sub(r'[^\x20-\x7e]|["\\%]', "_", name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"


def as_text(
    row: Mapping[str, Any], annotations: Sequence[Mapping[str, Any]] = (), conversion: int | None = None
) -> Answer:
    """Return the answer of `GET /file/{id}` (`money.md 7`): `{fileData, ext, title, annotations, conversion}`, encoded
    as it streams.

    Always the whole file, however large (readings.md); `/file/{id}/download` supports ranges.
    """
    details = {
        "id": row["id"],
        "title": row["name"],
        "ext": row["extension"],
        "mediaType": row["media_type"],
        "size": row["size"],
        "contentType": row["content_type"],
        "description": row["description"],
        "annotations": list(annotations),
        "conversion": conversion,
        "fileData": "",
    }
    return Answer(_text(encode({"data": details}), guard.read(row["object_key"], 0, row["size"], _BASE64_CHUNK)))


def _text(frame: bytes, pieces: Iterator[bytes]) -> Iterator[bytes]:
    before, _, after = frame.rpartition(b'""')
    yield before + b'"'
    for piece in pieces:
        yield base64.b64encode(piece)
    yield b'"' + after
