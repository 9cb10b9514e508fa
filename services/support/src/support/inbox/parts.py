"""Headers and parts of a mail, however malformed. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message

from kit.values import characters

MOST_PARTS = 500
_DEEPEST = 50


def header(message: Message, name: str) -> str:
    """Return a header on one line, decoded; empty if there is none. Never raises: the standard library's structured
    headers do for some malformed ones, so the raw value is decoded here."""
    wanted = name.lower()
    raw = next((value for key, value in message.raw_items() if key.lower() == wanted), "")
    text = str(raw).replace("\r", "").replace("\n", " ")
    try:
        pieces = [_text(piece, charset) for piece, charset in decode_header(text)] if "=?" in text else [text]
    except (HeaderParseError, ValueError):
        pieces = [text]
    decoded = "".join(pieces)
    # undeclared bytes beyond ASCII arrived as surrogates
    decoded = _text(decoded.encode("utf-8", "surrogateescape"), None) if _has_surrogate(decoded) else decoded
    return " ".join(characters.stored(decoded).split())


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= sign <= "\udfff" for sign in text)


def _text(piece: str | bytes, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    for name in (charset or "utf-8", "utf-8", "cp1252"):
        try:
            return piece.decode(name)
        except (LookupError, ValueError):
            continue
    return piece.decode("latin-1")


def leaves(message: Message) -> Iterator[Message]:
    """Yield the parts without subparts, in order; an attached mail is one part."""
    waiting: list[tuple[Message, int]] = [(message, 0)]
    count = 0
    while waiting and count < MOST_PARTS:
        part, depth = waiting.pop()
        inner = part.get_payload()
        if part.is_multipart() and part.get_content_maintype() != "message" and isinstance(inner, list):
            if depth < _DEEPEST:
                waiting += [(one, depth + 1) for one in reversed(inner) if isinstance(one, Message)]
            continue
        count += 1
        yield part
