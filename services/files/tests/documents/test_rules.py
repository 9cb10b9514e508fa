"""Names and sizes (platform.md 5, money.md 5)."""

from __future__ import annotations

import pytest

from files.documents import rules
from kit.errors import Invalid


@pytest.mark.parametrize(
    ("raw", "stem", "extension"),
    [
        ("Essay.pdf", "Essay", "pdf"),
        ("ESSAY.PDF", "ESSAY", "pdf"),
        ("C:\\Users\\ada\\Essay.Docx", "Essay", "docx"),
        ("../../etc/passwd.txt", "passwd", "txt"),
        ("a.b.c.txt", "a.b.c", "txt"),
        ("  two   spaces .csv", "two spaces", "csv"),
        ('qu"o<t>e:s|?*.png', "quotes", "png"),
        ("line\r\nbreak\x00.gif", "linebreak", "gif"),
        ("invoice\u202efdp.png", "invoicefdp", "png"),
        ("Übung.odt", "Übung", "odt"),
        ("a\u200bb\u00adc.pdf", "abc", "pdf"),
        ("\u0645\u06cc\u200c\u062e.pdf", "\u0645\u06cc\u200c\u062e", "pdf"),
        ("x" * 300 + ".pdf", "x" * 190, "pdf"),
    ],
)
def test_name_is_sanitised(raw: str, stem: str, extension: str) -> None:
    assert rules.split(raw) == rules.FileName(stem, extension)


@pytest.mark.parametrize(
    "raw", ["run.exe", "page.html", "picture.svg", "script.js", "noextension", "", ".", "a.pdf.exe"]
)
def test_unaccepted_extension_is_named(raw: str) -> None:
    with pytest.raises(Invalid) as refusal:
        rules.split(raw)
    assert refusal.value.text == f"{raw or 'The file'} is not a standard image, pdf, or document file"


@pytest.mark.parametrize(
    "raw", [".pdf", "   .pdf", "/.pdf", "<>.pdf", "\u200b\u200e.pdf", "\u3164\u2800.pdf", "\u00ad\u0301.pdf"]
)
def test_file_without_a_name_is_refused(raw: str) -> None:
    with pytest.raises(Invalid, match="no name"):
        rules.split(raw)


@pytest.mark.parametrize("typed", ["", " . ", "\u200b", "\u3164\u115f", "\u2800", "\u202e"])
def test_new_name_of_invisible_characters_is_blank(typed: str) -> None:
    with pytest.raises(Invalid, match="Field is required"):
        rules.new_name(typed, "pdf")


@pytest.mark.parametrize(
    ("size", "text"),
    [(1, "1 KB"), (831_488, "812 KB"), (rules.MB, "1 MB"), (109_261_619, "104.2 MB"), (1024 * rules.MB, "1 GB")],
)
def test_sizes_are_readable(size: int, text: str) -> None:
    assert rules.shown_size(size) == text


def test_texts_of_the_limits_match_the_spec() -> None:
    assert rules.too_large(120 * rules.MB).text == "file is 120 MB, and maximum file size is 100 MB"
    assert rules.total_reached("b.pdf").text == "Unable to add b.pdf as total upload size has reached the maximum"
    assert rules.NOT_MATCHING == "File type does not match extension"
