"""The contents of a PDF, as a viewer shows them."""

from __future__ import annotations

import pypdfium2
import pypdfium2.raw


def texts(content: bytes) -> list[str]:
    """Return the text of each page of a PDF, its lines in the order on the page."""
    with pypdfium2.PdfDocument(content) as document:
        return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]


def bookmarks(content: bytes) -> list[tuple[str, int]]:
    """Return the bookmarks of a PDF: title, and page from 0."""
    with pypdfium2.PdfDocument(content) as document:
        return [(entry.get_title(), entry.get_dest().get_index()) for entry in document.get_toc()]


def images(content: bytes) -> list[tuple[int, float]]:
    """Return the images of a PDF: page from 0, and height in millimetres."""
    with pypdfium2.PdfDocument(content) as document:
        return [
            (number, (top - bottom) / 72 * 25.4)
            for number, page in enumerate(document)
            for shape in page.get_objects(filter=(pypdfium2.raw.FPDF_PAGEOBJ_IMAGE,))
            for _, bottom, _, top in (shape.get_bounds(),)
        ]
