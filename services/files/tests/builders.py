"""Small real files of every kind, and their rows."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any

import httpx
import openpyxl
from PIL import Image

MAIN = {"docx": "word/document.xml", "pptx": "ppt/presentation.xml", "xlsx": "xl/workbook.xml"}
_CONTENT = {"docx": "wordprocessingml.document", "pptx": "presentationml.presentation", "xlsx": "spreadsheetml.sheet"}
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TO_MAIN = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"


def png(width: int = 8, height: int = 8, colour: str = "navy") -> bytes:
    target = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(target, "PNG")
    return target.getvalue()


def picture(form: str, size: tuple[int, int] = (8, 8)) -> bytes:
    target = io.BytesIO()
    Image.new("RGB", size, "teal").save(target, form)
    return target.getvalue()


def pdf() -> bytes:
    return b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"


def archive(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", method) as document_bytes:
        for name, data in entries.items():
            document_bytes.writestr(name, data)
    return target.getvalue()


def office(extension: str, more: dict[str, bytes] | None = None, main: str = "", slash: str = "/") -> bytes:
    """Build a docx, pptx or xlsx with the parts that all have; its main part is called `main`, the names of its parts
    have `slash`."""
    part = main or MAIN[extension]
    kind = f"application/vnd.openxmlformats-officedocument.{_CONTENT[extension]}.main+xml"
    types = (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="bin" ContentType="image/png"/>'
        f'<Override PartName="/{part}" ContentType="{kind}"/></Types>'
    )
    relationships = (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_TO_MAIN}" Target="{part}"/></Relationships>'
    )
    parts = {"[Content_Types].xml": types.encode(), "_rels/.rels": relationships.encode(), part: b"<document/>"}
    return archive({name.replace("/", slash): data for name, data in (parts | (more or {})).items()})


def workbook() -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["Name", "=1+1"])  # type: ignore[union-attr]
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def open_document(extension: str) -> bytes:
    kind = {"odt": "text", "odp": "presentation", "odf": "formula"}[extension]
    mimetype = f"application/vnd.oasis.opendocument.{kind}".encode()
    return archive({"mimetype": mimetype, "content.xml": b"<office:document-content/>"})


def ole(stream: str) -> bytes:
    """Build a compound file that names one stream."""
    return bytes.fromhex("d0cf11e0a1b11ae1") + b"\x00" * 1000 + stream.encode("utf-16-le") + b"\x00" * 500


GOOD: dict[str, bytes] = {
    "jpg": picture("JPEG"),
    "jpeg": picture("JPEG"),
    "png": png(),
    "gif": picture("GIF"),
    "bmp": picture("BMP"),
    "tiff": picture("TIFF"),
    "mp3": b"ID3\x04\x00\x00" + b"\x00" * 50,
    "mpga": b"\xff\xfb\x90\x00" + b"\x00" * 50,
    "ogg": b"OggS" + b"\x00" * 50,
    "mp4": b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + b"\x00" * 50,
    "mpeg": b"\x00\x00\x01\xba" + b"\x00" * 50,
    "doc": ole("WordDocument"),
    "ppt": ole("PowerPoint Document"),
    "docx": office("docx"),
    "pptx": office("pptx"),
    "xlsx": workbook(),
    "pdf": pdf(),
    "odt": open_document("odt"),
    "odp": open_document("odp"),
    "odf": open_document("odf"),
    "txt": "Grüße, naïve café\n".encode(),
    "csv": b"name;mark\r\nAda;70\r\n",
    "rtf": b"{\\rtf1\\ansi Hello}",
    "ps": b"%!PS-Adobe-3.0\n",
    "eps": b"%!PS-Adobe-3.0 EPSF-3.0\n",
    "psd": b"8BPS\x00\x01" + b"\x00" * 50,
    "ai": b"%PDF-1.5\n%\xe2\xe3\n",
    "indd": bytes.fromhex("0606edf5d81d46e5bd31efe7fe74b71d") + b"DOCUMENT",
}
"""A valid file for each accepted extension."""


def deflated_zeros(size: int) -> bytes:
    """Build a docx whose one part unpacks to `size` zero bytes, as stated."""
    return office("docx", {"word/media/zeros.bin": b"\x00" * size})


def understated(size: int) -> bytes:
    """Build a docx with a part that unpacks to far more than its headers state."""
    document_bytes = bytearray(office("docx", {"word/media/zeros.bin": b"\x00" * size}))
    stated = size.to_bytes(4, "little")
    small = (10).to_bytes(4, "little")
    return bytes(document_bytes.replace(stated, small))


def overlapping() -> bytes:
    """Build a docx with two directory entries for the same bytes (the trick of a non-recursive zip bomb)."""
    document_bytes = office("docx", {"word/a.bin": b"a" * 4000, "word/b.bin": b"b" * 4000})
    directory = document_bytes.rindex(b"PK\x01\x02")
    first = document_bytes.index(b"PK\x01\x02")
    offset = document_bytes[first + 42 : first + 46]
    return document_bytes[: directory + 42] + offset + document_bytes[directory + 46 :]


def raw_deflate(data: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def upload(
    client: httpx.Client, name: str, data: bytes, path: str = "/api/v1/uploader", **texts: Any
) -> httpx.Response:
    """Upload one file as a browser does."""
    headers = texts.pop("headers", {})
    values = {key: str(value) for key, value in texts.items()}
    return client.post(path, files={"file": (name, data, "application/octet-stream")}, data=values, headers=headers)


def uploaded(client: httpx.Client, name: str = "Essay.pdf", data: bytes | None = None, **texts: Any) -> int:
    """Upload a file successfully; returns its id."""
    extension = name.rsplit(".", 1)[-1].lower()
    answer = upload(client, name, GOOD[extension] if data is None else data, **texts)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])
