"""The kind of a file by its content; its extension is only the uploader's claim (`platform.md 8`, 'File type does not
match extension'). Nothing is executed, unpacked to disk or rendered."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

import filetype

from files import pictures, refusals
from files.documents import rules
from files.documents.content import archives, passwords, texts
from files.documents.rules import FileName
from kit.errors import Invalid

_HEAD = 8192
_CHUNK = 1024 * 1024
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_STREAM = {"doc": "WordDocument", "ppt": "PowerPoint Document"}
_ENTRY = 128
_WORD = bytes.fromhex("eca5")
_TAIL = 64 * 1024
_MARK = 16
"""Maximum number of bytes of a marker, or of the beginning of an object, that may span two chunks."""
_INDESIGN = bytes.fromhex("0606edf5d81d46e5bd31efe7fe74b71d")
_EPS_BINARY = bytes.fromhex("c5d0d3c6")
_MARKUP = re.compile(rb"^\s*<(?:!doctype|html|svg|script|head|body|iframe|object|embed|\?xml|\?php)", re.IGNORECASE)

_MAIL_HEAD = re.compile(rb"^(?:from|date|received|message-id|mime-version):", re.IGNORECASE | re.MULTILINE)

Check = Callable[[IO[bytes], bytes, FileName], bool]


@dataclass(frozen=True)
class Kind:
    """The extension and the media type to store for a file."""

    extension: str
    media_type: str


def kind_of(source: IO[bytes], name: FileName) -> Kind:
    """Return the kind of the file in `source` (seekable), named `name`. A picture with the extension of another kind of
    picture gets its real kind; a text gets its charset.

    Raises Invalid for content of another kind or of no known kind, for an encrypted and for an unreadable file;
    TooLarge for a picture with too many pixels.
    """
    source.seek(0)
    head = source.read(_HEAD)
    if not head:
        raise _not_matching()
    if name.extension in rules.PICTURES:
        return _picture(source, name)
    if name.extension in rules.TEXTS:
        charset = texts.charset_of(source)
        if charset is None:
            raise _not_matching()
        return Kind(name.extension, f"{rules.TEXTS[name.extension]}; charset={charset}")
    if not _CHECKS[name.extension](source, head, name):
        raise _not_matching()
    return Kind(name.extension, rules.ACCEPTED[name.extension])


def _not_matching() -> Invalid:
    return Invalid(rules.NOT_MATCHING, code="type_mismatch", field="file")


def _picture(source: IO[bytes], name: FileName) -> Kind:
    """Keep either extension of a JPEG."""
    try:
        extension = pictures.extension_of(source, str(name))
    except pictures.NoPicture:
        raise _not_matching() from None
    if rules.PICTURES[extension] == rules.PICTURES[name.extension] and name.extension in rules.MEDIA_TYPES:
        extension = name.extension
    return Kind(extension, rules.PICTURES[extension])


def _known(*types: str) -> Check:
    def check(source: IO[bytes], head: bytes, name: FileName) -> bool:
        kind = filetype.guess(head)
        return kind is not None and kind.mime in types

    return check


def _starts(*marks: bytes) -> Check:
    def check(source: IO[bytes], head: bytes, name: FileName) -> bool:
        return head.startswith(marks)

    return check


def _begins_as_pdf(head: bytes) -> bool:
    """Return True if the marker is near the beginning: readers accept bytes before it, and printers write them."""
    return b"%PDF-" in head[:1024] and not _MARKUP.match(head)


def _ends_as_pdf(source: IO[bytes]) -> bool:
    """Return True if no object begins after the last end marker. A linearised PDF has a first end marker near its
    beginning."""
    end, later = source.seek(0, os.SEEK_END), b""
    while end > 0:
        start = max(0, end - _TAIL)
        source.seek(start)
        chunk = source.read(end - start) + later[:_MARK]
        mark = max(chunk.rfind(b"startxref"), chunk.rfind(b"%%EOF"))
        if b" obj" in chunk[max(0, mark) :]:
            return False
        if mark >= 0:
            return True
        end, later = start, chunk
    return False


def _pdf(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """Check that a PDF with objects ends with the position of their table, or at least with its end marker; padding by
    scanners is allowed. Raises Invalid for a truncated one, and for one that asks for a password."""
    if not _begins_as_pdf(head):
        return False
    if b" obj" in head and not _ends_as_pdf(source):
        raise refusals.unreadable(str(name))
    if passwords.asks_for_password(source):
        raise refusals.encrypted(str(name))
    return True


def _ole(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """Check that an OLE compound file has the main stream of its kind. Raises Invalid for one with a password, which a
    Word document states in its first bytes (MS-DOC 2.5.2), and a PowerPoint document by a stream (MS-OFFCRYPTO
    2.3.5.4)."""
    if not head.startswith(_OLE):
        return False
    entry = _stream_entry(source, _OLE_STREAM[name.extension])
    if entry is None:
        return False
    locked = (
        _is_locked_doc(source, head, entry)
        if name.extension == "doc"
        else _stream_entry(source, "EncryptedSummary") is not None
    )
    if locked:
        raise refusals.encrypted(str(name))
    return True


def _stream_entry(source: IO[bytes], name: str) -> bytes | None:
    """Return the entry of the stream `name` in the directory of a compound file, which may be anywhere in it."""
    wanted, overlap, start = name.encode("utf-16-le"), b"", 0
    for piece in _pieces(source):
        at = (overlap + piece).find(wanted)
        if at >= 0:
            source.seek(start - len(overlap) + at)
            return source.read(_ENTRY)
        overlap, start = piece[-len(wanted) :], start + len(piece)
    return None


def _is_locked_doc(source: IO[bytes], head: bytes, entry: bytes) -> bool:
    """Return True if the stream of `entry` begins like Word's and says that it is encrypted."""
    sector, shift = int.from_bytes(entry[116:120], "little"), int.from_bytes(head[30:32], "little")
    if shift not in {9, 12}:
        return False
    source.seek((sector + 1) << shift)
    begin = source.read(12)
    return begin.startswith(_WORD) and len(begin) == 12 and bool(begin[11] & 0x01)


def _archive(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """Return True for an office document with a password, a compound file around the encrypted archive (MS-OFFCRYPTO
    2.3)."""
    if head.startswith(_OLE) and _stream_entry(source, "EncryptedPackage") is not None:
        raise refusals.encrypted(str(name))
    return head.startswith(b"PK\x03\x04") and archives.is_document(source, name.extension, str(name))


def _illustrator(source: IO[bytes], head: bytes, name: FileName) -> bool:
    return _begins_as_pdf(head) or head.startswith(b"%!PS")


def _mail(_: IO[bytes], head: bytes, __: FileName) -> bool:
    """Return True for a mail: it begins with headers, including one that every mail has (RFC 5322, 2.1)."""
    heads = re.split(rb"\r?\n\r?\n", head.removeprefix(b"\xef\xbb\xbf"), maxsplit=1)[0]
    return bool(re.match(rb"(?:From [^\n]*\n)?[!-9;-~]+:", heads) and _MAIL_HEAD.search(heads))


def _pieces(source: IO[bytes]) -> Iterator[bytes]:
    source.seek(0)
    return iter(lambda: source.read(_CHUNK), b"")


_CHECKS: dict[str, Check] = {
    "psd": _known("image/vnd.adobe.photoshop"),
    "mp3": _known("audio/mpeg"),
    "mpga": _known("audio/mpeg"),
    "ogg": _starts(b"OggS"),
    "mp4": _known("video/mp4", "video/x-m4v", "video/quicktime", "audio/mp4", "video/3gpp"),
    "mpeg": _starts(b"\x00\x00\x01\xba", b"\x00\x00\x01\xb3", b"G"),
    "pdf": _pdf,
    "doc": _ole,
    "ppt": _ole,
    **dict.fromkeys(archives.EXTENSIONS, _archive),
    "rtf": _starts(b"{\\rtf"),
    "ps": _starts(b"%!PS"),
    "eps": _starts(b"%!PS", _EPS_BINARY),
    "ai": _illustrator,
    "indd": _starts(_INDESIGN),
    "eml": _mail,
}
