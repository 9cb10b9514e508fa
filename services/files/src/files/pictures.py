"""Pictures by their content, the only module that opens one. It ignores the name and all frames but the first."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import IO

import filetype
import pi_heif
from PIL import Image, UnidentifiedImageError

from files import refusals

EXTENSIONS: Mapping[str, str] = {
    "JPEG": "jpg",
    "MPO": "jpg",
    "PNG": "png",
    "GIF": "gif",
    "BMP": "bmp",
    "TIFF": "tiff",
    "WEBP": "webp",
    "AVIF": "avif",
    "HEIF": "heic",
}
"""The accepted formats, by their names in Pillow, with the extension of each. MPO is a JPEG of several frames, as
phones write it. No other decoder sees uploaded bytes."""
MOST_KEPT = 600_000_000
"""Maximum number of pixels of a picture that is stored as it came: a plan in A0 at 600 dpi. It is not decoded here, but
its viewers decode all of it."""

_HEAD = 8192
_CHUNK = 64 * 1024
_MARKER = re.compile(rb"\xff[\x02-\xcf\xd9-\xfe]")
_END = 0xD9
_MOST_SEGMENTS = 2000
_READERS = [form for form in EXTENSIONS if form != "MPO"]
"""Pillow's JPEG reader finds the further frames of an MPO itself."""
pi_heif.register_heif_opener(thumbnails=False)
Image.MAX_IMAGE_PIXELS = None
"""Pillow's own limit is off: it cannot name our number, so each reader has `check_pixels` check the header."""

BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, KeyError, TypeError, OverflowError, RuntimeError)
"""The errors of Pillow's readers for an inconsistent picture."""


class NoPicture(Exception):
    """The content is none of the formats."""


@contextlib.contextmanager
def opened(source: IO[bytes], name: str) -> Iterator[Image.Image]:
    """Open the picture in `source` (seekable) and read only its header. Raises NoPicture, and Invalid for one without a
    size or a readable header."""
    source.seek(0)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # caused by unusual metadata, which nothing here reads
            image = Image.open(source, formats=_READERS)
    except UnidentifiedImageError:
        if _begins_as_one(source):
            raise refusals.unreadable(name) from None
        raise NoPicture from None
    except (OSError, ValueError, SyntaxError, RuntimeError, OverflowError):
        raise refusals.unreadable(name) from None
    with image:
        if image.width < 1 or image.height < 1:
            raise refusals.unreadable(name)
        yield image


def _begins_as_one(source: IO[bytes]) -> bool:
    """Return True for the first bytes of a picture."""
    source.seek(0)
    guess = filetype.guess(source.read(_HEAD))
    return guess is not None and guess.extension in {"jpg", "png", "gif", "bmp", "tif", "webp", "avif", "heic"}


def check_pixels(image: Image.Image, name: str, most: int) -> None:
    """Check the size stated in the header of `image`. Raises TooLarge with the number and the limit."""
    if image.width * image.height > most:
        raise refusals.too_many_pixels(name, image.width, image.height, most)


def extension_of(source: IO[bytes], name: str) -> str:
    """Return the extension of the picture in `source`, by its content. No pixel is decoded: the checksums of a PNG and
    the markers of a JPEG show whether it is complete.

    Raises NoPicture, Invalid for an unreadable picture, TooLarge above MOST_KEPT.
    """
    with opened(source, name) as image:
        check_pixels(image, name, MOST_KEPT)
        extension = EXTENSIONS[image.format or ""]
        if extension == "png":
            try:
                image.verify()
            except BROKEN:
                raise refusals.unreadable(name) from None
    if extension == "jpg" and not _is_whole_jpeg(source):
        raise refusals.unreadable(name)
    return extension


def _is_whole_jpeg(source: IO[bytes]) -> bool:
    """Return True for a JPEG whose segments lead to its end marker (ISO 10918-1, B.1). Later bytes, such as further
    frames or a film, are ignored."""
    at = 2
    for _ in range(_MOST_SEGMENTS):
        marker = _marker(source, at)
        if marker is None:
            return False
        at, code = marker
        if code == _END:
            return True
        source.seek(at + 2)
        length = int.from_bytes(source.read(2), "big")
        if length < 2:
            return False
        at += 2 + length
    return False


def _marker(source: IO[bytes], at: int) -> tuple[int, int] | None:
    """Return position and code of the next marker from `at`, skipping restart markers within a scan."""
    source.seek(at)
    overlap = b""
    while piece := source.read(_CHUNK):
        text = overlap + piece
        match = _MARKER.search(text)
        if match:
            return at - len(overlap) + match.start(), text[match.end() - 1]
        at += len(piece)
        overlap = text[-1:]
    return None
