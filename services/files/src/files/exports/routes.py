"""`POST /generate/xlsx` and `POST /pdf/make`: the response is the file, as base64, and is not stored."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from pydantic import FailFast, Field

from files.documents.rules import FileName, split
from files.exports import html, limits, sheets
from files.exports.answers import PdfMade, SheetMade
from kit.documents import pdf
from kit.errors import Invalid
from kit.http.flask import Body, Call, Routes
from kit.policy import signed_in
from kit.policy.share import Share

routes = Routes()

_LIMIT = 8 * 1024 * 1024
_VALUES = sheets.MAX_CELLS + 2 * sheets.MAX_ROWS
SHARE = Share("documents", "documents", at_once=2, a_minute=30)
"""The rate limit of one person, for both calls together."""
CONFIDENTIAL = "Confidential"
"""The watermark of `watermark: true`."""
TEST = "Test"
"""The watermark of `runTest`, which a page sends if the system is not live."""


class SheetBody(Body):
    """`xlsxData`: rows of cells, the first usually the headings."""

    xlsxData: Annotated[list[list[Any]], FailFast()]


class PdfBody(Body):
    """`watermark` is a text, or true for 'Confidential'; `nowatermark` omits it in any case."""

    htmlContent: str = Field(min_length=1)
    pdfTitle: str = Field(default="Document", max_length=250)
    watermark: bool | str | None = None
    nowatermark: bool | None = None
    orientation: Literal["landscape", "portrait"] = "landscape"
    runTest: bool | None = None


@routes.post("/generate/xlsx", may=signed_in, remote=True, limit=_LIMIT, values=_VALUES, answers=SheetMade)
def generate_xlsx(body: SheetBody, call: Call) -> dict[str, str]:
    """Return a spreadsheet from rows."""
    with SHARE.taken(call.actor):
        return {"fileData": base64.b64encode(sheets.workbook(body.xlsxData)).decode()}


@routes.post("/pdf/make", may=signed_in, remote=True, limit=_LIMIT, answers=PdfMade)
def make_pdf(body: PdfBody, call: Call) -> dict[str, str]:
    """Return a PDF from html; nothing that the html names is fetched."""
    title = _title(body.pdfTitle)
    with SHARE.taken(call.actor):
        limits.check_size(body.htmlContent)
        clean = html.sanitise(body.htmlContent)
        limits.check(clean)
        document = pdf.render(
            clean,
            title=title.stem,
            landscape=body.orientation == "landscape",
            watermark=_watermark(body),
            people=True,
        )
    return {"title": str(title), "fileData": base64.b64encode(document).decode()}


def _title(text: str) -> FileName:
    try:
        return split(f"{text.removesuffix('.pdf')}.pdf")
    except Invalid as refusal:
        raise Invalid(refusal.text, field="pdfTitle") from None


def _watermark(body: PdfBody) -> str:
    if body.runTest:
        return TEST
    if body.nowatermark or not body.watermark:
        return ""
    return CONFIDENTIAL if body.watermark is True else body.watermark[:40]
