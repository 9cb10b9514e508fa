"""Kinds of files by content: pictures, office documents by their relationships, encrypted and broken files, the charset
of a text (`platform.md 5`, `8`; `money.md 5`)."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import httpx
import pytest

from files import pictures
from files.documents import rules
from files.documents.content import kind as kinds
from kit.errors import Invalid, TooLarge
from kit.policy import Actor
from services.files.tests.builders import GOOD, archive, office, ole, open_document, upload, uploaded
from services.files.tests.samples import COLOURED, GREY, halves, saved, turned
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF = actor("staff", user_id=11)


def kind_of(data: bytes, name: str) -> kinds.Kind:
    return kinds.kind_of(io.BytesIO(data), rules.split(name))


def refusal_of(data: bytes, name: str) -> Invalid:
    with pytest.raises(Invalid) as refusal:
        kind_of(data, name)
    return refusal.value


PHOTOS = {kind: (extension, data) for kind, (extension, data, *_) in (COLOURED | GREY).items()}


@pytest.mark.parametrize("kind", PHOTOS)
@pytest.mark.parametrize("name", ["scan.jpg", "scan.PNG", "scan.heic", "scan.tif"])
def test_picture_is_stored_as_its_real_kind(kind: str, name: str) -> None:
    extension, data = PHOTOS[kind]
    assert kind_of(data, name) == kinds.Kind(extension, rules.PICTURES[extension])


def test_jpeg_keeps_either_extension() -> None:
    data = COLOURED["MPO"][1]
    assert [kind_of(data, f"a.{name}").extension for name in ("jpg", "jpeg", "jfif")] == ["jpg", "jpeg", "jpg"]


def test_call_returns_a_picture_by_its_content(client: ClientFor) -> None:
    staff = client(STAFF)
    file_id = uploaded(staff, "Plan.jpg", COLOURED["WebP"][1])
    details = staff.get(f"/api/v1/file/{file_id}/details").json()["data"]
    assert (details["name"], details["extension"], details["fileType"]) == ("Plan", "webp", "image/webp")
    download = staff.get(f"/api/v1/file/{file_id}/download")
    assert download.headers["content-type"] == "image/webp"
    assert 'filename="Plan.webp"' in download.headers["content-disposition"]


def stated(width: int, height: int) -> bytes:
    """Return a PNG with correct checksums whose header states any size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_a0_plan_is_stored_and_larger_ones_are_refused_with_the_number() -> None:
    assert kind_of(stated(19_866, 28_087), "plan.png").extension == "png"
    with pytest.raises(TooLarge) as refusal:
        kind_of(stated(60_000, 60_000), "plan.png")
    assert refusal.value.text == (
        f"plan.png has 3,600,000,000 pixels (60,000 × 60,000), and at most {pictures.MOST_KEPT:,} are taken. "
        "Make it smaller and upload it again."
    )
    assert refusal.value.code == "too_many_pixels"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("scan.png", "PNG with a palette"),
        ("scan.jpg", "HEIC"),
        ("scan.jpg", "JPEG"),
        ("scan.jpg", "progressive JPEG"),
        ("scan.jpeg", "JPEG in CMYK"),
        ("scan.png", "WebP"),
    ],
)
def test_truncated_picture_is_reported_as_truncated(name: str, kind: str) -> None:
    data = COLOURED[kind][1]
    refusal = refusal_of(data[: len(data) * 2 // 3], name)
    assert (refusal.code, refusal.text) == (
        "file_unreadable",
        f"{name} cannot be read: it is damaged or incomplete. Open it, save it again and upload the new file.",
    )


def test_jpeg_is_complete_at_its_end_marker() -> None:
    """Its EXIF has a complete thumbnail, and a film follows the picture, as phones add them."""
    thumbnail = saved(halves(size=(40, 20)), "JPEG")
    data = saved(halves(), "JPEG", exif=turned(1), comment=thumbnail, restart_marker_rows=1)
    assert kind_of(data + b"\xff\xda film \xff", "a.jpg").extension == "jpg"
    assert refusal_of(data[:-2], "a.jpg").code == "file_unreadable"
    assert refusal_of(data[:2] + b"\xff\xfe\0\x02" * 3000 + data[2:], "a.jpg").code == "file_unreadable"


@pytest.mark.parametrize("extension", ["docx", "pptx", "xlsx"])
@pytest.mark.parametrize("slash", ["/", "\\"])
@pytest.mark.parametrize("main", ["", "word/document2.xml", "Content/Main.xml", "document.xml"])
def test_office_document_kind_follows_its_relationships(extension: str, slash: str, main: str) -> None:
    data = office(extension, main=main, slash=slash)
    assert kind_of(data, f"a.{extension}").extension == extension
    for other in {"docx", "pptx", "xlsx"} - {extension}:
        assert refusal_of(data, f"a.{other}").text == rules.NOT_MATCHING


def changed(data: bytes, part: str, old: bytes, new: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as document:
        parts = {name: document.read(name) for name in document.namelist()}
    assert old in parts[part]
    return archive(parts | {part: parts[part].replace(old, new)})


RELS, TYPES = "_rels/.rels", "[Content_Types].xml"


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (RELS, b'Target="word/document.xml"', b'Target="/word/document.xml"'),
        (RELS, b'Target="word/document.xml"', b'Target="WORD\\Document.xml"'),
        (RELS, b'Target="word/document.xml"', b'Target="./word/%64ocument.xml"'),
        (RELS, b"schemas.openxmlformats.org/officeDocument/2006", b"purl.oclc.org/ooxml/officeDocument"),
        (TYPES, b'Override PartName="/word/document.xml"', b'Default Extension="xml"'),
    ],
)
def test_every_notation_of_a_document_relationship_is_accepted(part: str, old: bytes, new: bytes) -> None:
    assert kind_of(changed(office("docx"), part, old, new), "a.docx").extension == "docx"


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        (RELS, b'Target="word/document.xml"', b'Target="word/missing.xml"'),
        (RELS, b'/officeDocument"', b'/thumbnail"'),
        (RELS, b'Id="rId1"', b'Id="rId1" TargetMode="External"'),
        (TYPES, b"document.main+xml", b"template.main+xml"),
        (TYPES, b"image/png", b"application/vnd.ms-office.vbaProject"),
        (TYPES, b"<Types", b'<!DOCTYPE a [<!ENTITY b "c">]><Types'),
    ],
)
def test_archive_without_a_document_relationship_is_refused(part: str, old: bytes, new: bytes) -> None:
    assert refusal_of(changed(office("docx"), part, old, new), "a.docx").text == rules.NOT_MATCHING


def flagged(data: bytes) -> bytes:
    """Return the archive with its first entry marked as encrypted."""
    changed_bytes = bytearray(data)
    changed_bytes[changed_bytes.index(b"PK\x01\x02") + 8] |= 1
    return bytes(changed_bytes)


def locked_odt() -> bytes:
    manifest = b'<manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>'
    with zipfile.ZipFile(io.BytesIO(open_document("odt"))) as document:
        parts = {name: document.read(name) for name in document.namelist()}
    return archive(parts | {"META-INF/manifest.xml": manifest})


def locked_doc(flags: int) -> bytes:
    """Return a Word document: its header, its directory sector, the first sector of its text."""
    header = bytes.fromhex("d0cf11e0a1b11ae1").ljust(30, b"\0") + (9).to_bytes(2, "little")
    entry = "WordDocument".encode("utf-16-le").ljust(116, b"\0") + (1).to_bytes(4, "little")
    text = bytes.fromhex("eca5c1000000000000 00") + flags.to_bytes(2, "little")
    return header.ljust(512, b"\0") + entry.ljust(512, b"\0") + text.ljust(512, b"\0")


def test_doc_without_a_password_is_accepted() -> None:
    assert kind_of(locked_doc(0), "a.doc").extension == "doc"


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.doc", locked_doc(0x0100)),
        ("a.ppt", ole("PowerPoint Document") + "EncryptedSummary".encode("utf-16-le")),
        ("a.docx", ole("EncryptedPackage")),
        ("a.xlsx", ole("EncryptedPackage")),
        ("a.pptx", flagged(office("pptx"))),
        ("a.odt", locked_odt()),
        ("a.odp", flagged(GOOD["odp"])),
    ],
)
def test_file_with_a_password_is_reported_as_encrypted(client: ClientFor, name: str, data: bytes) -> None:
    answer = upload(client(STAFF), name, data)
    assert (answer.status_code, answer.json()["code"]) == (422, "file_encrypted")
    text = f"{name} is protected by a password. Remove the password and upload it again."
    assert answer.json()["error"] == answer.json()["fields"]["file"] == text


@pytest.mark.parametrize("extension", ["docx", "pptx", "xlsx", "odt"])
def test_truncated_archive_is_reported_as_truncated(client: ClientFor, extension: str) -> None:
    data = GOOD[extension]
    answer = upload(client(STAFF), f"a.{extension}", data[: len(data) - 30])
    assert (answer.status_code, answer.json()["code"]) == (422, "file_unreadable")
    assert answer.json()["error"].startswith(f"a.{extension} cannot be read: it is damaged or incomplete.")


def test_broken_xml_is_unreadable() -> None:
    assert refusal_of(changed(office("docx"), RELS, b"</Relationships>", b""), "a.docx").code == "file_unreadable"


WORDS = "Grüße, naïve café: “£5”; Straße\r\n"


@pytest.mark.parametrize(
    ("data", "charset"),
    [
        (b"plain words\n", "utf-8"),
        (WORDS.encode(), "utf-8"),
        (WORDS.encode("utf-8-sig"), "utf-8"),
        (WORDS.encode("cp1252"), "windows-1252"),
        (b"\x81\x8d\x90 words", "windows-1252"),
        (WORDS.encode("utf-16"), "utf-16le"),
        (b"\xfe\xff" + WORDS.encode("utf-16-be"), "utf-16be"),
        (WORDS.encode("utf-16-le"), "utf-16le"),
        (WORDS.encode("utf-16-be"), "utf-16be"),
        (b"a" * 1_048_575 + "é".encode(), "utf-8"),
        (b"a" * 3_000_000 + b"\xe9", "windows-1252"),
    ],
)
@pytest.mark.parametrize("extension", ["txt", "csv"])
def test_charset_of_a_text_is_detected(extension: str, data: bytes, charset: str) -> None:
    media_type = {"txt": "text/plain", "csv": "text/csv"}[extension]
    assert kind_of(data, f"a.{extension}").media_type == f"{media_type}; charset={charset}"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "cp1252", "utf-8-sig"])
@pytest.mark.parametrize("text", ["  <script>alert('é')</script>", "a bell \x07 é"])
def test_markup_and_control_characters_are_detected_in_any_charset(encoding: str, text: str) -> None:
    assert refusal_of(text.encode(encoding), "a.txt").text == rules.NOT_MATCHING


def test_download_states_the_charset(client: ClientFor) -> None:
    staff = client(STAFF)
    file_id = uploaded(staff, "marks.csv", "Zoë;70\r\n".encode("cp1252"))
    download = staff.get(f"/api/v1/file/{file_id}/download")
    assert download.headers["content-type"] == "text/csv; charset=windows-1252"
    assert download.content.decode("cp1252") == "Zoë;70\r\n"
