"""The kind of a file by its content; its extension is only the uploader's claim (`platform.md 8`, 'File type does not
match extension'). Nothing is executed, unpacked to disk or rendered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

import filetype

from files import pictures, refusals
from files.documents import archives, rules, texts
from files.documents.rules import FileName
from kit.errors import Invalid

_HEAD = 8192
_CHUNK = 1024 * 1024
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_STREAM = {"doc": "WordDocument", "ppt": "PowerPoint Document"}
_INDESIGN = bytes.fromhex("0606edf5d81d46e5bd31efe7fe74b71d")
_EPS_BINARY = bytes.fromhex("c5d0d3c6")
_MARKUP = re.compile(rb"^\s*<(?:!doctype|html|svg|script|head|body|iframe|object|embed|\?xml|\?php)", re.IGNORECASE)

Check = Callable[[IO[bytes], bytes, FileName], bool]


@dataclass(frozen=True)
class Kind:
    """The extension and the media type that a file is kept with."""

    extension: str
    media_type: str


def kind_of(source: IO[bytes], name: FileName) -> Kind:
    """The kind of the file in `source` (seekable), which is named `name`. A picture under the name of another kind of
    picture is what it is; a text has its charset.

    Raises Invalid for content of another kind or none at all, for a file that is encrypted and one that cannot be read;
    TooLarge for a picture of too many pixels.
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
    """A JPEG keeps either of its extensions."""
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


def _pdf(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """The mark may follow other bytes: readers accept them, and printers write them."""
    return b"%PDF-" in head[:1024] and not _MARKUP.match(head)


def _ole(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """An OLE compound file with the main stream of its kind."""
    return head.startswith(_OLE) and _has_stream(source, _OLE_STREAM[name.extension])


def _has_stream(source: IO[bytes], name: str) -> bool:
    """True where the file names a stream `name`; the directory of a compound file may be anywhere in it."""
    wanted, overlap = name.encode("utf-16-le"), b""
    for piece in _pieces(source):
        if wanted in overlap + piece:
            return True
        overlap = piece[-len(wanted) :]
    return False


def _archive(source: IO[bytes], head: bytes, name: FileName) -> bool:
    """An office document with a password is a compound file around the encrypted archive (MS-OFFCRYPTO 2.3)."""
    if head.startswith(_OLE) and _has_stream(source, "EncryptedPackage"):
        raise refusals.encrypted(str(name))
    return head.startswith(b"PK\x03\x04") and archives.is_document(source, name.extension, str(name))


def _illustrator(source: IO[bytes], head: bytes, name: FileName) -> bool:
    return _pdf(source, head, name) or head.startswith(b"%!PS")


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
}
