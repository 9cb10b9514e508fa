"""Headers of the tus protocol 1.0.0 (https://tus.io/protocols/resumable-upload): versions, lengths, metadata. Pure."""

from __future__ import annotations

import base64
import binascii
import datetime as dt
import json
from collections.abc import Callable, Mapping
from email.utils import format_datetime
from functools import wraps
from typing import Any

from kit.errors import Malformed, Refused
from kit.http.core import Answer
from kit.http.flask import Call

VERSION = "1.0.0"
PIECE_TYPE = "application/offset+octet-stream"
_MOST_TEXT = 10_000
_MOST_TEXTS = 40
_MOST_DIGITS = 15


class OtherVersion(Refused):
    """The client uses another version of the protocol."""

    status, code = 412, "tus_version"


class OtherType(Refused):
    """The body of a PATCH is not a piece."""

    status, code = 415, "not_a_piece"


def spoken(handler: Callable[..., Answer]) -> Callable[..., Answer]:
    """Serve `handler` to clients of this version, and name the version in each response. Raises OtherVersion."""

    @wraps(handler)
    def handle(*arguments: Any, call: Call, **named: Any) -> Answer:
        try:
            if call.header("tus-resumable") != VERSION:
                raise OtherVersion(f"Uploads speak tus {VERSION}", headers={"Tus-Version": VERSION})
            answer = handler(*arguments, call=call, **named)
        except Refused as refusal:
            refusal.headers.setdefault("Tus-Resumable", VERSION)
            raise
        answer.headers["Tus-Resumable"] = VERSION
        return answer

    return handle


def number(call: Call, name: str) -> int:
    """Return the whole number in the header `name`. Raises Malformed."""
    text = call.header(name)
    if not text.isascii() or not text.isdecimal() or len(text) > _MOST_DIGITS:
        raise Malformed(f"{name} is a whole number of bytes")
    return int(text)


def decoded(header: str) -> dict[str, str]:
    """Return the texts of `Upload-Metadata`: names, each with its value in base64. `params`, a JSON object, adds its
    own entries. Raises Malformed."""
    texts: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in header.split(","))):
        name, _, value = pair.partition(" ")
        try:
            texts[name] = base64.b64decode(value, validate=True).decode().strip()
        except (binascii.Error, UnicodeDecodeError):
            raise Malformed(f"The value of {name[:40]} in Upload-Metadata is not base64 of UTF-8") from None
    texts = _params(texts.pop("params", "")) | texts
    if len(texts) > _MOST_TEXTS or any(len(text) > _MOST_TEXT or "\0" in text for text in texts.values()):
        raise Malformed("Upload-Metadata is too long or has a null character")
    return texts


def _params(text: str) -> dict[str, str]:
    if not text:
        return {}
    try:
        values = json.loads(text)
    except ValueError:
        values = None
    if not isinstance(values, dict) or any(isinstance(value, dict | list) for value in values.values()):
        raise Malformed("params in Upload-Metadata is a JSON object of texts")
    return {name: value if isinstance(value, str) else json.dumps(value) for name, value in values.items()}


def encoded(texts: Mapping[str, str]) -> str:
    """Return the header `Upload-Metadata` of `texts`."""
    return ",".join(f"{name} {base64.b64encode(text.encode()).decode()}" for name, text in texts.items())


def moment(value: dt.datetime) -> str:
    """Format a time for `Upload-Expires` (RFC 9110, 5.6.7)."""
    return format_datetime(value.astimezone(dt.UTC), usegmt=True)
