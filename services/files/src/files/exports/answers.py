"""Produced documents, returned as base64 and not stored."""

from __future__ import annotations

from typing import TypedDict


class SheetMade(TypedDict):
    """A spreadsheet."""

    fileData: str


class PdfMade(SheetMade):
    """A PDF with its file name."""

    title: str
