"""Checks that the content of a file matches its extension, which is only the uploader's claim (`platform.md 8`, 'File
type does not match extension'). Nothing is executed, unpacked to disk or rendered."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from typing import IO

import filetype
from PIL import Image

from files.documents import archives

_HEAD = 8192
_CHUNK = 1024 * 1024
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_OLE_STREAM = {"doc": "WordDocument", "ppt": "PowerPoint Document"}
_INDESIGN = bytes.fromhex("0606edf5d81d46e5bd31efe7fe74b71d")
_EPS_BINARY = bytes.fromhex("c5d0d3c6")
_MARKUP = re.compile(rb"^\s*<(?:!doctype|html|svg|script|head|body|iframe|object|embed|\?xml|\?php)", re.IGNORECASE)
_BINARY = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_PILLOW = {"jpg": "JPEG", "jpeg": "JPEG", "png": "PNG", "gif": "GIF", "bmp": "BMP"}


def matches(source: IO[bytes], extension: str) -> bool:
    """True where the content of `source` (seekable) matches `extension`. An empty file matches none."""
    source.seek(0)
    head = source.read(_HEAD)
    return bool(head) and _CHECKS[extension](source, head, extension)


Check = Callable[[IO[bytes], bytes, str], bool]


def _image(source: IO[bytes], head: bytes, extension: str) -> bool:
    """Checks only the headers: no pixel is decoded, so a picture of any stated size is harmless here."""
    source.seek(0)
    try:
        with Image.open(source, formats=[_PILLOW[extension]]) as image:
            return image.width > 0 and image.height > 0
    except (Image.DecompressionBombError, OSError, ValueError, SyntaxError):  # Pillow's for a broken header
        return False


def _known(*types: str) -> Check:
    def check(source: IO[bytes], head: bytes, extension: str) -> bool:
        kind = filetype.guess(head)
        return kind is not None and kind.mime in types

    return check


def _starts(*marks: bytes) -> Check:
    def check(source: IO[bytes], head: bytes, extension: str) -> bool:
        return head.startswith(marks)

    return check


def _pdf(source: IO[bytes], head: bytes, extension: str) -> bool:
    """The mark may follow other bytes: readers accept them, and printers write them."""
    return b"%PDF-" in head[:1024] and not _MARKUP.match(head)


def _ole(source: IO[bytes], head: bytes, extension: str) -> bool:
    """An OLE compound file with the main stream of its kind; the directory may be anywhere in the file."""
    if not head.startswith(_OLE):
        return False
    stream_name = _OLE_STREAM[extension].encode("utf-16-le")
    overlap = b""
    for piece in _pieces(source):
        if stream_name in overlap + piece:
            return True
        overlap = piece[-len(stream_name) :]
    return False


def _archive(source: IO[bytes], head: bytes, extension: str) -> bool:
    return head.startswith(b"PK\x03\x04") and archives.is_document(source, extension)


def _illustrator(source: IO[bytes], head: bytes, extension: str) -> bool:
    return _pdf(source, head, extension) or head.startswith(b"%!PS")


def _text(source: IO[bytes], head: bytes, extension: str) -> bool:
    """True for text without control characters that a browser would not run as markup. Its BOM marks UTF-16."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _is_utf16(source)
    if _MARKUP.match(head.removeprefix(codecs.BOM_UTF8)):
        return False
    return not any(_BINARY.search(piece) for piece in _pieces(source))


def _is_utf16(source: IO[bytes]) -> bool:
    try:
        for number, text in enumerate(codecs.iterdecode(_pieces(source), "utf-16")):
            if "\x00" in text or (number == 0 and _MARKUP.match(text[:200].encode())):
                return False
    except UnicodeDecodeError:
        return False
    return True


def _pieces(source: IO[bytes]) -> Iterator[bytes]:
    source.seek(0)
    return iter(lambda: source.read(_CHUNK), b"")


_CHECKS: dict[str, Check] = {
    **dict.fromkeys(("jpg", "jpeg", "png", "gif", "bmp"), _image),
    "tiff": _known("image/tiff"),
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
    "txt": _text,
    "csv": _text,
}
