"""Checks of documents that are zip archives (docx, pptx, xlsx, odt, odp, odf), without unpacking them to disk.

They refuse archives of another kind, with macros, with names outside the archive, with overlapping members, or too
large when unpacked, and name those that are encrypted or broken. Each member is unpacked in memory in chunks and
discarded, because the sizes stated in an archive cannot be trusted.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO
from xml.etree.ElementTree import ParseError

from files import refusals
from files.documents.content import office
from files.documents.rules import MB
from kit.errors import TooLarge

MAX_ENTRIES = 10_000
MAX_UNPACKED = 300 * MB
MAX_RATIO = 150
"""The greatest ratio of unpacked to packed size of a whole archive; real sheets stay below 60."""
SMALL = 10 * MB
"""The unpacked size below which the ratio is not checked: an empty sheet compresses well."""
TOO_MUCH = (
    f"The documents of this upload contain more than {MAX_ENTRIES:,} parts or {MAX_UNPACKED // MB} MB unpacked; "
    "please upload them one at a time"
)
_CHUNK = 256 * 1024

_MIMETYPE = {
    "odt": "application/vnd.oasis.opendocument.text",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "odf": "application/vnd.oasis.opendocument.formula",
}
EXTENSIONS = office.EXTENSIONS | frozenset(_MIMETYPE)
_ENCRYPTED = 0x1
_MANIFEST = "META-INF/manifest.xml"
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


_BROKEN = (
    zipfile.BadZipFile,
    zipfile.LargeZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    KeyError,
    ParseError,
)
"""The errors of zipfile and of the parser for an inconsistent archive."""


def is_document(source: IO[bytes], extension: str, name: str) -> bool:
    """Return True if the archive is a valid document of the kind that its extension names. Raises Invalid for one that
    is encrypted or unreadable; `name` is the file's name in the refusal."""
    try:
        source.seek(0)
        with zipfile.ZipFile(source) as archive:
            entries = archive.infolist()
            if any(entry.flag_bits & _ENCRYPTED for entry in entries):
                raise refusals.encrypted(name)
            if not _sound(entries, archive.start_dir):
                return False
            if extension in _MIMETYPE and _is_locked(archive):
                raise refusals.encrypted(name)
            return _has_structure(archive, extension) and _sizes_hold(archive, entries)
    except NotImplementedError:
        return False  # a compression method that no office program writes
    except _BROKEN:
        raise refusals.unreadable(name) from None


@dataclass
class Budget:
    """The members and unpacked bytes that all archives of one upload may have together: the limit of a single one."""

    entries: int = MAX_ENTRIES
    unpacked: int = MAX_UNPACKED

    def spend(self, source: IO[bytes]) -> None:
        """Subtract the sizes stated in an archive; `is_document` refuses an archive that exceeds them. Raises
        TooLarge."""
        try:
            source.seek(0)
            with zipfile.ZipFile(source) as archive:
                entries = archive.infolist()
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, OSError, ValueError):
            return  # not an archive: nothing will be unpacked
        unpacked = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED:
            return  # refused on its own: nothing will be unpacked
        self.entries -= len(entries)
        self.unpacked -= unpacked
        if self.entries < 0 or self.unpacked < 0:
            raise TooLarge(TOO_MUCH, code="archives_too_large")


def _sound(entries: list[zipfile.ZipInfo], directory: int) -> bool:
    """Return True if no name leaves the archive, no members overlap or share a name, and the stated sizes are within
    limits."""
    names = {entry.filename.replace("\\", "/") for entry in entries}
    if not 0 < len(entries) <= MAX_ENTRIES or len(names) != len(entries):
        return False
    unpacked = sum(entry.file_size for entry in entries)
    packed = sum(entry.compress_size for entry in entries)
    if unpacked > MAX_UNPACKED or (unpacked > SMALL and unpacked > packed * MAX_RATIO):
        return False
    following = directory
    for entry in sorted(entries, key=lambda entry: entry.header_offset, reverse=True):
        if entry.header_offset + entry.compress_size > following:
            return False
        following = entry.header_offset
    return all(_plain(entry) for entry in entries)


def _plain(entry: zipfile.ZipInfo) -> bool:
    """Return True for a name inside the archive, with slashes of either kind, and a usual compression method."""
    name = entry.filename.replace("\\", "/")
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and ":" not in name
    return inside and entry.compress_type in _METHODS


def _has_structure(archive: zipfile.ZipFile, extension: str) -> bool:
    if extension in office.EXTENSIONS:
        return office.kind_of(archive) == extension
    if not {"mimetype", "content.xml"} <= set(archive.namelist()) or archive.getinfo("mimetype").file_size > 100:
        return False
    return archive.read("mimetype").decode("ascii").strip() == _MIMETYPE[extension]


def _is_locked(archive: zipfile.ZipFile) -> bool:
    """Return True for an OpenDocument file with a password: its manifest describes an encrypted part (ODF 1.3-2,
    3.4)."""
    if _MANIFEST not in archive.namelist():
        return False
    with archive.open(_MANIFEST) as manifest:
        return b"encryption-data" in manifest.read(office.LARGEST)


def _sizes_hold(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bool:
    """Read every member to its end, which verifies its checksum; returns False if one is longer than stated."""
    for entry in entries:
        with archive.open(entry) as member:
            size = 0
            while piece := member.read(_CHUNK):
                size += len(piece)
            if size != entry.file_size:
                return False
    return True
