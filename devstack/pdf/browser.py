"""HTML to PDF with the machine's Chromium, a process for each document: `STAFFROOM_PDF_RENDERER=chromium`.

Chromium can draw more than plutoprint (CSS grid), and takes about fifteen times as long. It opens the document as a
page of our own whose Content-Security-Policy allows no script and no address but data:, so that nothing is fetched and
no file is read.
"""

import re
import secrets
import tempfile
from pathlib import Path

from devstack.pdf.limits import TOO_SLOW, Gone, run_program
from devstack.pdf.sheet import Sheet

POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline' data:"
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)


class ChromiumPrinter:
    """Prints pages that the renderer's own server shows under `/page/<token>` while they are being printed."""

    def __init__(self, program: str, port: int) -> None:
        self.program, self.port = program, port
        self.pages: dict[str, str] = {}

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """Draw a document (`devstack.pdf.limits.Renderer`)."""
        token = secrets.token_urlsafe(24)
        self.pages[token] = _on(paper, html)
        try:
            with tempfile.TemporaryDirectory(prefix="staffroom-pdf-", ignore_cleanup_errors=True) as folder:
                target = Path(folder) / "page.pdf"
                command = [
                    self.program,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-pdf-header-footer",
                    f"--user-data-dir={folder}/profile",
                    f"--print-to-pdf={target}",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                    f"http://127.0.0.1:{self.port}/page/{token}",
                ]
                if not run_program(command, ends, gone):
                    return TOO_SLOW
                return target.read_bytes() if target.exists() else "The document could not be drawn"
        finally:
            del self.pages[token]


def _on(paper: Sheet, html: str) -> str:
    """Return the document with the form's paper as its default: a `@page` of its own comes later and wins."""
    margins = " ".join(f"{side}pt" for side in paper.margins)
    style = f"<style>@page {{ size: {paper.width}pt {paper.height}pt; margin: {margins} }}</style>"
    return _HEAD.sub(lambda head: head[0] + style, html, count=1) if _HEAD.search(html) else style + html
