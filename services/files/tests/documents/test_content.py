"""The type of a file is checked by its content (`platform.md 5`, `8`)."""

from __future__ import annotations

import io
import zipfile

import pytest

from files.documents import rules
from files.documents.content import archives, kind
from kit.errors import Invalid
from services.files.tests.builders import GOOD, archive, deflated_zeros, office, ole, overlapping, understated


def fits(data: bytes, extension: str) -> bool:
    try:
        return kind.kind_of(io.BytesIO(data), rules.FileName("file", extension)).extension == extension
    except Invalid:
        return False


def test_every_accepted_extension_has_a_valid_example() -> None:
    assert set(GOOD) == set(rules.MEDIA_TYPES)


@pytest.mark.parametrize("extension", sorted(GOOD))
def test_valid_file_of_every_accepted_extension_is_accepted(extension: str) -> None:
    assert fits(GOOD[extension], extension)


@pytest.mark.parametrize("extension", sorted(set(GOOD) - {"txt", "csv"}))
def test_text_is_not_accepted_as_another_type(extension: str) -> None:
    assert not fits(b"just some words, and some more of them\n", extension)


@pytest.mark.parametrize("extension", sorted(GOOD))
@pytest.mark.parametrize("data", [b"MZ\x90\x00\x03" + b"\x00" * 100, b"\x7fELF" + b"\x00" * 100, b""])
def test_program_and_empty_file_match_no_extension(extension: str, data: bytes) -> None:
    assert not fits(data, extension)


@pytest.mark.parametrize("extension", ["txt", "csv", "pdf", "png", "jpg", "gif", "rtf"])
@pytest.mark.parametrize(
    "data",
    [
        b"<!DOCTYPE html><html><script>alert(1)</script>",
        b"\xef\xbb\xbf<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
        b"  \n<script>alert(1)</script>",
        b"<?php system($_GET['c']); ?>",
        "<html><script>alert(1)</script>".encode("utf-16"),
    ],
)
def test_markup_is_never_accepted(extension: str, data: bytes) -> None:
    assert not fits(data, extension)


def test_utf16_text_is_text() -> None:
    assert fits("naïve café".encode("utf-16"), "txt")
    assert not fits(b"\xff\xfea\x00\x00\x00b\x00", "txt")


def test_late_control_character_in_a_text_is_detected() -> None:
    assert not fits(b"words " * 500_000 + b"\x00", "txt")


@pytest.mark.parametrize(("extension", "other"), [("docx", "xlsx"), ("xlsx", "pptx"), ("odt", "odp"), ("docx", "odt")])
def test_one_kind_of_archive_is_not_another(extension: str, other: str) -> None:
    assert not fits(GOOD[other], extension)


def test_doc_and_ppt_are_distinguished() -> None:
    assert not fits(ole("PowerPoint Document"), "doc")
    assert not fits(ole("Workbook"), "doc")


@pytest.mark.parametrize(
    ("why", "data"),
    [
        ("any zip", archive({"readme.txt": b"hello"})),
        ("macros", office("docx", {"word/vbaProject.bin": b"x"})),
        ("climbs out", office("docx", {"../../etc/passwd": b"x"})),
        ("absolute", office("docx", {"/etc/passwd": b"x"})),
        ("backslashes", office("docx", {"..\\..\\boot.ini": b"x"})),
        ("drive", office("docx", {"C:evil": b"x"})),
        ("bomb by ratio", deflated_zeros(40 * rules.MB)),
        ("bomb by size", deflated_zeros(archives.MAX_UNPACKED + 1)),
        ("understated sizes", understated(3_000_000)),
        ("overlapping entries", overlapping()),
        ("cut off", office("docx")[:-30]),
        ("wrong method", archive({"[Content_Types].xml": b"x" * 50}, zipfile.ZIP_LZMA)),
    ],
)
def test_invalid_docx_archive_is_refused(why: str, data: bytes) -> None:
    assert not fits(data, "docx"), why


def test_too_many_entries_are_refused() -> None:
    parts = {f"word/media/{number}.xml": b"" for number in range(archives.MAX_ENTRIES)}
    assert not fits(office("docx", parts), "docx")


def test_encrypted_entry_is_refused() -> None:
    archive_bytes = bytearray(office("docx"))
    directory = archive_bytes.index(b"PK\x01\x02")
    archive_bytes[directory + 8] |= 1
    assert not fits(bytes(archive_bytes), "docx")


def test_wrong_checksum_is_refused() -> None:
    data = office("docx", {"word/media/a.bin": bytes(range(256)) * 8})
    with zipfile.ZipFile(io.BytesIO(data)) as archive_bytes:
        crc = archive_bytes.getinfo("word/media/a.bin").CRC.to_bytes(4, "little")
    assert not fits(data.replace(crc, b"\x00\x00\x00\x00"), "docx")
