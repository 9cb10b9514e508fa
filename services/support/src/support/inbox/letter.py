"""A mail as parsed: one function from its bytes to what a ticket needs. Pure."""

from __future__ import annotations

import hashlib
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses, parseaddr

from kit.values import addresses, characters, richtext
from support.inbox import stops, texts
from support.inbox.parts import header, leaves
from support.inbox.stops import Bounce, Stop
from support.inbox.texts import Text

LONGEST_SUBJECT = 200
NO_SUBJECT = "No subject"
NO_TEXT = "<p>This mail has no text.</p>"
MOST_ADDRESSES, MOST_REFERENCES = 1_000, 100
_IDS = re.compile(r"<[^<>\s]{3,300}>")
_TO = ("Delivered-To", "X-Original-To", "To", "Cc")


class Unreadable(ValueError):
    """The bytes are not a mail: the reason in words."""


@dataclass(frozen=True)
class Attached:
    """An attachment: its name, the media type it claims, its bytes."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Letter:
    """A parsed mail. `sender` is an address in lower case, `recipients` come from its headers, `references` the
    Message-IDs that it answers, nearest first. `stop` is set if no person wrote it; `bounce` is its report."""

    message_id: str
    sender: str
    sender_name: str
    recipients: tuple[str, ...]
    subject: str
    references: tuple[str, ...]
    text: Text
    attachments: tuple[Attached, ...]
    stop: Stop | None
    bounce: Bounce | None


def read(raw: bytes) -> Letter:
    """Parse a mail. Raises Unreadable for bytes without a sender, or with parts nested too deeply."""
    try:
        message = message_from_bytes(raw, policy=policy.default)
        return _letter(message, raw)
    except RecursionError:
        raise Unreadable("Its parts are nested too deep") from None


def message_id_of(raw: bytes) -> str:
    """Return the Message-ID of a mail; without one, an id derived from its bytes, so that it is the same each time."""
    head = raw[: 256 * 1024].split(b"\r\n\r\n", 1)[0].split(b"\n\n", 1)[0]
    line = re.search(rb"^message-id:\s*(<[^<>\s]{3,300}>)", head, re.IGNORECASE | re.MULTILINE)
    return line[1].decode("latin-1") if line else f"<{hashlib.sha256(raw).hexdigest()}@without-id>"


def _letter(message: Message, raw: bytes) -> Letter:
    name, address = parseaddr(header(message, "From"))
    sender = addresses.known_as(address).lower()
    if "@" not in sender:
        raise Unreadable("It does not say who sent it")
    stop = stops.stop_of(message)
    text, attachments = _content(message)
    return Letter(
        message_id=message_id_of(raw),
        sender=sender[:254],
        sender_name=name[:200].strip(),
        recipients=_recipients(message),
        subject=_subject(message),
        references=_references(message),
        text=text,
        attachments=attachments,
        stop=stop,
        bounce=stops.bounce_of(message) if stop and stop.state == stops.BOUNCE else None,
    )


def _subject(message: Message) -> str:
    """Return the subject without the prefixes of answers, as a title of at most 200 characters."""
    subject = header(message, "Subject")
    subject = re.sub(r"^(?:(?:re|fw|fwd|aw|wg|res|enc|sv|tr)\s*:\s*)+", "", subject, flags=re.IGNORECASE)
    return subject[:LONGEST_SUBJECT].strip() or NO_SUBJECT


def _recipients(message: Message) -> tuple[str, ...]:
    values = [header(message, name) for name in _TO]
    listed = [address.lower() for _, address in getaddresses([value for value in values if value]) if "@" in address]
    return tuple(dict.fromkeys(listed))[:MOST_ADDRESSES]


def _references(message: Message) -> tuple[str, ...]:
    """Return the Message-IDs, nearest first: In-Reply-To, then References from the end."""
    nearest = _IDS.findall(header(message, "In-Reply-To"))
    chain = _IDS.findall(header(message, "References"))
    return tuple(dict.fromkeys([*nearest, *reversed(chain)]))[:MOST_REFERENCES]


def _content(message: Message) -> tuple[Text, tuple[Attached, ...]]:
    """Return the text, preferring the part with markup, and all other parts as attachments."""
    bodies: dict[str, Message] = {}
    others = []
    for part in leaves(message):
        kind = part.get_content_type().lower()
        if kind.startswith("multipart/"):  # without its boundary, so all of it is text
            kind = "text/plain"
        is_body = kind in {"text/plain", "text/html"} and not _disposition(part) and kind not in bodies
        if is_body and not _filename(part):
            bodies[kind] = part
        else:
            others.append(part)
    return _text(bodies), tuple(attached for part in others if (attached := _attached(part)) is not None)


def _text(bodies: dict[str, Message]) -> Text:
    for kind, read_text in (("text/html", texts.of_html), ("text/plain", texts.of_plain)):
        if kind in bodies:
            text = read_text(texts.decoded(bodies[kind]))
            if not _is_empty(text.new):
                return text
    return Text(NO_TEXT)


def _is_empty(html: str) -> bool:
    return not richtext.plain(html)


def _disposition(part: Message) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _filename(part: Message) -> str:
    try:
        return str(part.get_filename() or "")
    except (ValueError, AttributeError, IndexError, TypeError, LookupError):
        return "attachment"


def _attached(part: Message) -> Attached | None:
    kind = part.get_content_type().lower()
    if kind == "message/delivery-status":
        return None
    if kind == "message/rfc822":
        inner: Sequence[Message] | object = part.get_payload()
        first = inner[0] if isinstance(inner, list) and inner else None
        content = first.as_bytes(policy=policy.SMTP.clone(refold_source="none")) if first is not None else b""
        return Attached(_filename(part) or "mail.eml", kind, content)
    try:
        payload = part.get_payload(decode=True)
    except (ValueError, AssertionError, TypeError):
        payload = None
    content = payload if isinstance(payload, bytes) else b""
    name = _filename(part) or f"attachment{mimetypes.guess_extension(kind) or ''}"
    return Attached(" ".join(characters.stored(name).split())[:200], kind, content)
