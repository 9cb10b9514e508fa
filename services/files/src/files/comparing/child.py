"""Extraction of the paragraphs of one file in a separate process: `python -m files.comparing.child FILE EXTENSION
TARGET`.

It has the limits of `files.reading.child`. TARGET gets `paragraphs`, or `reason` if there is nothing to compare.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from files import pictures
from files.documents.content.texts import charset_of
from files.reading.child import DOCUMENTS, MOST_PAGES, TEXTS, limit

MOST_CHARACTERS = 400_000
MOST_PARAGRAPHS = 5_000
EXTENSIONS = DOCUMENTS | TEXTS
TOO_LONG = "It is too long to compare"
NO_TEXT = "It has no text"
DAMAGED = "It is damaged, or protected by a password"
_ENDS = (".", "!", "?", ":", ";", "…")
_SHORT = 0.7
"""A line shorter than this share of the longest one on its page ends a paragraph."""


def read(source: Path, extension: str) -> dict[str, Any]:
    """Return the paragraphs of a file, or the reason why it has none."""
    if extension in TEXTS:
        with source.open("rb") as content:
            charset = charset_of(content)
            content.seek(0)
            texts = list(
                paragraphs(content.read(MOST_CHARACTERS * 2).decode(charset or "utf-8", "replace"), lines=True)
            )
    else:
        try:
            texts = _of_document(source)
        except pictures.BROKEN:
            return {"reason": DAMAGED}
    if not texts:
        return {"reason": NO_TEXT}
    if len(texts) > MOST_PARAGRAPHS or sum(map(len, texts)) > MOST_CHARACTERS:
        return {"reason": TOO_LONG}
    return {"paragraphs": texts}


def _of_document(source: Path) -> list[str]:
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(source)
    except pypdfium2.PdfiumError as error:
        raise ValueError(str(error)) from error
    texts: list[str] = []
    for number in range(min(len(document), MOST_PAGES)):
        with contextlib.suppress(pypdfium2.PdfiumError, *pictures.BROKEN):
            texts += paragraphs(document[number].get_textpage().get_text_range())
        if len(texts) > MOST_PARAGRAPHS:
            break
    return texts


def paragraphs(text: str, *, lines: bool = False) -> Iterable[str]:
    """Yield the paragraphs of a text or of a page: with `lines` each line is one, otherwise lines that fill the page
    continue in the next one."""
    plain = text.replace("\0", "").replace("\ufffe", "").encode("utf-8", "ignore").decode()
    split = [" ".join(line.split()) for line in plain.splitlines()]
    longest = max(map(len, split), default=0)
    lines_so_far: list[str] = []
    for line in split:
        if line:
            lines_so_far.append(line)
        if lines_so_far and (lines or not line or line.endswith(_ENDS) or len(line) < longest * _SHORT):
            yield " ".join(lines_so_far)
            lines_so_far = []
    if lines_so_far:
        yield " ".join(lines_so_far)


def main() -> None:
    source, extension, target = sys.argv[1:]
    limit()
    Path(target).write_text(json.dumps(read(Path(source), extension)))


if __name__ == "__main__":
    main()
