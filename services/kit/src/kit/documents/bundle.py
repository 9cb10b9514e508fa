"""Bundle: many documents in one file, either a PDF with a bookmark for each or a ZIP with a file for each."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pikepdf

MEDIA_TYPES = {"pdf": "application/pdf", "zip": "application/zip"}
"""The formats of a bundle."""
_LONGEST_NAME = 120


def write(path: Path, kind: str, papers: Iterable[tuple[str, bytes]]) -> None:
    """Write `papers`, PDFs with their names (`Invoice 12.pdf`), to `path` in this order; `kind` is one of MEDIA_TYPES.

    For a ZIP only one document is in memory at a time; for a PDF all are.
    """
    if kind == "zip":
        _write_zip(path, papers)
    else:
        _write_pdf(path, papers)


def _write_zip(path: Path, papers: Iterable[tuple[str, bytes]]) -> None:
    taken: set[str] = set()
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, content in papers:
            archive.writestr(_file_name(name, taken), content)


def _write_pdf(path: Path, papers: Iterable[tuple[str, bytes]]) -> None:
    with pikepdf.new() as merged:
        with merged.open_outline() as outline:
            for name, content in papers:
                outline.root.append(pikepdf.OutlineItem(name.removesuffix(".pdf"), len(merged.pages)))
                with pikepdf.open(io.BytesIO(content)) as source:
                    merged.pages.extend(source.pages)
        merged.save(path)


def _file_name(name: str, taken: set[str]) -> str:
    """Return a file name that every system accepts and that differs from all of `taken`, ignoring case; add it to
    `taken`."""
    plain = (
        re.sub(r'[\s\x00-\x1f<>:"/\\|?*]+', " ", name.removesuffix(".pdf")).strip(" .")[:_LONGEST_NAME] or "Document"
    )
    number, unique = 1, plain
    while unique.casefold() in taken:
        number += 1
        unique = f"{plain} ({number})"
    taken.add(unique.casefold())
    return f"{unique}.pdf"
