"""Bundles: the documents in their order, each findable by name."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest

from kit.documents import Document, Heading, PageBreak, bundle
from staffroom_testing.papers import bookmarks, texts


@pytest.fixture(scope="module")
def papers() -> list[tuple[str, bytes]]:
    two_pages = Document(title="Ada", parts=(Heading("First"), PageBreak(), Heading("Second"))).render()
    return [("Ada.pdf", two_pages), ("Ben.pdf", Document(title="Ben", parts=()).render())]


def test_pdf_has_a_bookmark_for_each(papers: list[tuple[str, bytes]], tmp_path: Path) -> None:
    bundle.write(tmp_path / "b", "pdf", papers)
    content = (tmp_path / "b").read_bytes()
    assert bookmarks(content) == [("Ada", 0), ("Ben", 2)]
    assert [page.split()[0] for page in texts(content)] == ["Ada", "Second", "Ben"]


def test_zip_has_a_file_for_each_with_a_safe_name(papers: list[tuple[str, bytes]], tmp_path: Path) -> None:
    content = papers[1][1]
    names = ["Ben.pdf", "BEN.pdf", "../a/b: c?.pdf", "...pdf", "x" * 300 + ".pdf"]
    bundle.write(tmp_path / "b", "zip", [(name, content) for name in names])
    with ZipFile(tmp_path / "b") as archive:
        expected = ["Ben.pdf", "BEN (2).pdf", "a b c.pdf", "Document.pdf", "x" * 120 + ".pdf"]
        assert archive.namelist() == expected
        assert archive.read("a b c.pdf") == content


def test_empty_selection_makes_an_empty_zip(tmp_path: Path) -> None:
    bundle.write(tmp_path / "b", "zip", [])
    with ZipFile(tmp_path / "b") as archive:
        assert archive.namelist() == []
