"""HTML to PDF over Gotenberg's API, which the local renderer implements too (`docs/operations.md`)."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import IO

import httpx

from kit import context
from kit.database import in_transaction
from kit.errors import Invalid, Refused, Unavailable
from kit.settings import settings

BUSY = "renderer_busy"
"""The error code of a full renderer queue."""
SECONDS = 60.0
"""Seconds to render a document, including its wait in the queue."""
PEOPLES_SECONDS = 20.0
"""Seconds to render HTML that a person wrote. Then the connection is closed and the rendering is cancelled."""

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
@page {{ size: {size}; margin: 14mm; @bottom-right {{ content: counter(page) " of " counter(pages); font-size: 8pt }} }}
body {{ font: 9pt sans-serif; color: #1c2430; font-variant-ligatures: no-common-ligatures }}
h1 {{ font-size: 15pt; margin: 0 0 8pt }}
table {{ width: 100%; border-collapse: collapse }}
thead {{ display: table-header-group }}
th, td {{ text-align: left; padding: 3pt 5pt; border-bottom: .5pt solid #c9d1db; vertical-align: top }}
{style}
</style></head><body>{mark}{body}</body></html>"""


def render(body: str, *, title: str, landscape: bool = False, watermark: str = "", people: bool = False) -> bytes:
    """Return the PDF of an HTML body that is not a `Document`. Raises Invalid, Unavailable as `draw`."""
    mark = f'<div class="watermark">{html.escape(watermark)}</div>' if watermark else ""
    page = _PAGE.format(
        title=html.escape(title),
        size="A4 landscape" if landscape else "A4",
        style=_WATERMARK,
        mark=mark,
        body=body,
    )
    return draw(page, landscape=landscape, people=people)


def draw(page: str, *, landscape: bool = False, people: bool = False) -> bytes:
    """Return the PDF of an HTML page. No external resource is ever fetched. Raises Invalid, Unavailable.

    `people` marks HTML that a person wrote: it has a separate renderer (`STAFFROOM_PDF_PEOPLE_URL`), so that it never
    delays an invoice or an export, and a shorter timeout.
    """
    if in_transaction():
        raise RuntimeError("no remote call inside a transaction")
    fields: Mapping[str, str] = {"landscape": str(landscape).lower(), "preferCssPageSize": "true"}
    base = settings().pdf_people_url if people and settings().pdf_people_url else settings().pdf_url
    try:
        answer = _client().post(
            f"{base}/forms/chromium/convert/html",
            data=fields,
            files={"files": ("index.html", page.encode(), "text/html")},
            headers={"X-Request-Id": context.request_id.get()},
            timeout=PEOPLES_SECONDS if people else SECONDS,
        )
        if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
            raise Unavailable("Many documents are being drawn; please try again in a few seconds", code=BUSY)
        if answer.is_client_error:
            raise Invalid(
                "This document cannot be drawn as a PDF, or not in time; please make it simpler", code="not_drawable"
            )
        answer.raise_for_status()
    except httpx.HTTPError as error:
        raise Unavailable("The PDF renderer does not answer; please try again in a few seconds") from error
    return answer.content


class NoConverter(Refused):
    """The renderer has no LibreOffice."""

    status, code = 501, "no_converter"


def convert(source: IO[bytes], extension: str, write: Callable[[bytes], object]) -> None:
    """Call `write` with each part of the PDF of an office document, converted by the LibreOffice behind Gotenberg's
    API. Raises NoConverter if there is none, Invalid if it cannot convert the document, Unavailable.

    Uses the main renderer, since the one for HTML written by people has too short a timeout for a long document.
    """
    if in_transaction():
        raise RuntimeError("no remote call inside a transaction")
    files = {"files": (f"document.{extension}", source, "application/octet-stream")}
    headers = {"X-Request-Id": context.request_id.get()}
    try:
        url = f"{settings().pdf_url}/forms/libreoffice/convert"
        with _client().stream("POST", url, files=files, headers=headers, timeout=SECONDS) as answer:
            if answer.status_code == httpx.codes.NOT_FOUND:
                raise NoConverter("Office documents are not converted here")
            if answer.is_client_error:
                raise Invalid(
                    "This document cannot be converted, or the conversion took too long", code="not_convertible"
                )
            answer.raise_for_status()
            for part in answer.iter_bytes():
                write(part)
    except httpx.HTTPError as error:
        raise Unavailable("The converter does not answer; please try again in a few seconds", code=BUSY) from error


def converts() -> bool:
    """Return whether the renderer has LibreOffice; False also while it does not respond."""
    try:
        details = _client().get(f"{settings().pdf_url}/health", timeout=5).json()["details"]
    except (httpx.HTTPError, ValueError, KeyError, TypeError):
        return False
    return isinstance(details, dict) and "libreoffice" in details


@lru_cache(maxsize=1)
def _client() -> httpx.Client:
    """Return the cached client: creating one takes longer than rendering a page."""
    return httpx.Client(timeout=SECONDS, limits=httpx.Limits(keepalive_expiry=20))


_WATERMARK = """
.watermark { position: fixed; top: 40%; left: 0; right: 0; text-align: center; font-size: 90pt; color: #e3e8ee;
  transform: rotate(-24deg); z-index: -1 }
"""
