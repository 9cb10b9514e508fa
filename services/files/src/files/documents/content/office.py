"""The kind of an Office Open XML document, from its relationships and content types (ECMA-376 part 2), regardless of
the names of its parts and the slashes in them."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Mapping
from urllib.parse import unquote
from xml.etree import ElementTree

_MAIN = {
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml": "docx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml": "pptx",
    "application/vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml": "pptx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml": "xlsx",
}
EXTENSIONS = frozenset(_MAIN.values())
_TYPES, _RELATIONSHIPS = "[content_types].xml", "_rels/.rels"
LARGEST = 4 * 1024 * 1024
"""Maximum number of bytes of a parsed part."""
_MACROS = re.compile(r"vbaproject|macroenabled", re.IGNORECASE)


def parts(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the members by part name: lower case and with slashes, since no two differ only by case."""
    return {entry.filename.replace("\\", "/").lower(): entry for entry in archive.infolist()}


def kind_of(archive: zipfile.ZipFile) -> str | None:
    """Return `docx`, `pptx` or `xlsx`; None for another package, one without a main part, and one with macros. Raises
    ElementTree.ParseError for a broken part."""
    members = parts(archive)
    if not {_TYPES, _RELATIONSHIPS} <= members.keys():
        return None
    types = _parsed(archive, members[_TYPES])
    relationships = _parsed(archive, members[_RELATIONSHIPS])
    if types is None or relationships is None:
        return None
    declared = [node.get("ContentType", "") for node in types.iter()]
    if any(_MACROS.search(text) for text in (*members, *declared)):
        return None
    for node in relationships.iter():
        if node.get("Type", "").endswith("/officeDocument") and node.get("TargetMode") != "External":
            name = _part_name(node.get("Target", ""))
            return _MAIN.get(_content_type(types, name)) if name in members else None
    return None


def _parsed(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> ElementTree.Element | None:
    """Return the root of a part; None for one that is too large or declares entities, which no package has."""
    if entry.file_size > LARGEST:
        return None
    data = archive.read(entry)
    if b"<!" in data.replace(b"\0", b"").replace(b"<!--", b""):
        return None
    return ElementTree.fromstring(data)  # noqa: S314  without a DTD it declares no entity


def _part_name(target: str) -> str:
    """Return the part that a relationship of the package refers to."""
    return posixpath.normpath("/" + unquote(target).replace("\\", "/")).lstrip("/").lower()


def _content_type(types: ElementTree.Element, name: str) -> str:
    """Return the content type of a part: its own, or that of its extension."""
    by_part: Mapping[str, str] = {
        _part_name(node.get("PartName", "")): node.get("ContentType", "") for node in types if node.get("PartName")
    }
    by_extension = {
        node.get("Extension", "").lower(): node.get("ContentType", "") for node in types if node.get("Extension")
    }
    return by_part.get(name) or by_extension.get(name.rpartition(".")[2], "")
