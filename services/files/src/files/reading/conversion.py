"""The PDF of an office document, made by LibreOffice through Gotenberg and stored as a file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from typing import IO, Any

import sqlalchemy as sa

from files.documents import rules
from files.documents.jobs import copy_marks_later
from files.documents.model import file
from files.documents.multipart import Received
from files.scanning import guard
from files.storage import CHUNK
from kit.database import Tx
from kit.documents import pdf
from kit.errors import Invalid
from kit.policy import Row

OFFICE = frozenset({"doc", "docx", "ppt", "pptx", "xlsx", "odt", "odp", "odf", "rtf"})
NO_PREVIEW = "No preview: office documents are not converted here"
NOT_CONVERTED = "It cannot be converted to PDF, or not in time"
_MOST = 500 * rules.MB


def convert(row: Row, draft: IO[bytes]) -> Received | str:
    """Write the PDF of a document to the draft; return it, or the reason if there is none. Raises NotFound,
    Unavailable."""
    received = Received(rules.FileName(row["name"], "pdf"), draft, media_type=rules.MEDIA_TYPES["pdf"])
    with tempfile.TemporaryFile() as source:
        source.writelines(guard.read(row["object_key"], 0, row["size"]))
        source.seek(0)
        try:
            pdf.convert(source, row["extension"], lambda chunk: received.write(chunk, _MOST))
        except pdf.NoConverter:
            return NO_PREVIEW
        except Invalid:
            return NOT_CONVERTED
    draft.flush()
    return received if 0 < received.size <= _MOST else NOT_CONVERTED


def chunks(draft: IO[bytes]) -> Iterator[bytes]:
    """Yield the content of the draft."""
    draft.seek(0)
    while chunk := draft.read(CHUNK):
        yield chunk


def keep(tx: Tx, row: Row, received: Received, keys: Sequence[str]) -> list[str]:
    """Add the PDF as a file that belongs to the document; return the unused keys. A version with a PDF keeps it,
    including its marks."""
    same = (file.c.converted_from == row["id"], file.c.number == row["number"], file.c.marks_digest.is_(None))
    if tx.scalar(sa.select(file.c.id).where(*same)) is not None:
        return list(keys)
    values: dict[str, Any] = {
        "name": row["name"],
        "extension": "pdf",
        "media_type": received.media_type,
        "size": received.size,
        "sha256": received.sha256,
        "object_key": keys[0],
        "uploader_id": 0,
        "owner_id": 0,
        "content_type": row["content_type"],
        "converted_from": row["id"],
        "number": row["number"],
    }
    tx.insert(file, values)
    # create the copy of marks that were released before the PDF existed
    copy_marks_later(tx, row["id"])
    return []
