"""Documents that are zip archives (docx, pptx, xlsx, odt, odp, odf), looked at without unpacking them to disk.

Refused are archives that are something else, carry macros, hide names outside of themselves, overlap, are encrypted, or
unfold into more than a reader should have to bear. Each member is unfolded in memory piece by piece and thrown away,
because the sizes an archive states are its own claim.
"""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import IO

from files.documents.rules import MB
from kit.errors import TooLarge

MAX_ENTRIES = 10_000
MAX_UNPACKED = 300 * MB
MAX_RATIO = 150
"""Unpacked to packed, over the whole archive; real sheets stay below 60."""
SMALL = 10 * MB
"""Below this the ratio does not matter: an empty sheet compresses well."""
TOO_MUCH = (
    f"The documents of this upload hold more than {MAX_ENTRIES:,} parts or {MAX_UNPACKED // MB} MB unpacked; "
    "please upload them one at a time"
)
_CHUNK = 256 * 1024

_MAIN_PART = {"docx": "word/document.xml", "pptx": "ppt/presentation.xml", "xlsx": "xl/workbook.xml"}
_MIMETYPE = {
    "odt": "application/vnd.oasis.opendocument.text",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "odf": "application/vnd.oasis.opendocument.formula",
}
EXTENSIONS = frozenset(_MAIN_PART) | frozenset(_MIMETYPE)
_ENCRYPTED = 0x1
_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}


def is_document(source: IO[bytes], extension: str) -> bool:
    """Whether the archive is a sound document of the kind its extension says."""
    try:
        source.seek(0)
        with zipfile.ZipFile(source) as archive:
            entries = archive.infolist()
            return (
                _sound(entries, archive.start_dir)
                and _has_structure(archive, {entry.filename for entry in entries}, extension)
                and _unfolds(archive, entries)
            )
    except (zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, NotImplementedError):
        return False
    except (EOFError, OSError, ValueError, RuntimeError, KeyError, UnicodeDecodeError):
        return False  # what zipfile makes of archives that contradict themselves


@dataclass
class Budget:
    """The limit that the archives of one upload share, of what they hold and unfold into: as much as a single one."""

    entries: int = MAX_ENTRIES
    unpacked: int = MAX_UNPACKED

    def spend(self, source: IO[bytes]) -> None:
        """Take what an archive states. It is looked at afterwards, and refused where it is more. Raises TooLarge."""
        try:
            source.seek(0)
            with zipfile.ZipFile(source) as archive:
                entries = archive.infolist()
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, OSError, ValueError):
            return  # no archive that anything is unfolded of
        unpacked = sum(entry.file_size for entry in entries)
        if len(entries) > MAX_ENTRIES or unpacked > MAX_UNPACKED:
            return  # is refused by itself, and nothing of it is unfolded
        self.entries -= len(entries)
        self.unpacked -= unpacked
        if self.entries < 0 or self.unpacked < 0:
            raise TooLarge(TOO_MUCH, code="archives_too_large")


def _sound(entries: list[zipfile.ZipInfo], directory: int) -> bool:
    """Names stay inside, nothing overlaps, nothing is hidden by a password, and the stated sizes are bearable."""
    if not 0 < len(entries) <= MAX_ENTRIES or len({entry.filename for entry in entries}) != len(entries):
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
    name = entry.filename
    path = PurePosixPath(name)
    inside = not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name
    return inside and not entry.flag_bits & _ENCRYPTED and entry.compress_type in _METHODS


def _has_structure(archive: zipfile.ZipFile, names: set[str], extension: str) -> bool:
    if extension in _MAIN_PART:
        macros = any(name.lower().endswith("vbaproject.bin") for name in names)
        return {"[Content_Types].xml", "_rels/.rels", _MAIN_PART[extension]} <= names and not macros
    if not {"mimetype", "content.xml"} <= names or archive.getinfo("mimetype").file_size > 100:
        return False
    return archive.read("mimetype").decode("ascii").strip() == _MIMETYPE[extension]


def _unfolds(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> bool:
    """Read every member to its end: the checksums hold, and none is longer than it says."""
    for entry in entries:
        with archive.open(entry) as member:
            size = 0
            while piece := member.read(_CHUNK):
                size += len(piece)
            if size != entry.file_size:
                return False
    return True
