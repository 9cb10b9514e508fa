"""HTML to PDF with the system's Chromium, a process a document: `STAFFROOM_PDF_RENDERER=chromium`.

It draws what plutoprint cannot (CSS grid) at some fifteen times the price. A document reaches it as a page of our own
whose Content-Security-Policy allows no script and no address but data:, so that nothing is fetched and no file is read.
"""

import re
import secrets
import subprocess
import tempfile
import threading
from pathlib import Path

from devstack.sheet import Sheet

RENDER_SECONDS = 30.0
AT_ONCE = 2
POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline' data:"
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)


class ChromiumPrinter:
    """Prints pages that the renderer's own server shows under `/page/<token>` while they are being printed."""

    def __init__(self, program: str, port: int) -> None:
        self.program, self.port = program, port
        self.pages: dict[str, str] = {}
        self._turns = threading.Semaphore(AT_ONCE)

    def start(self) -> None:
        """Nothing to start: each document has a process of its own."""

    def print(self, html: str, paper: Sheet) -> bytes | str:
        """The PDF, or a text that says why there is none."""
        token = secrets.token_urlsafe(24)
        self.pages[token] = _on(paper, html)
        try:
            with self._turns, tempfile.TemporaryDirectory(prefix="staffroom-pdf-") as folder:
                target = Path(folder) / "page.pdf"
                subprocess.run(
                    [
                        self.program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                        "--no-pdf-header-footer", f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                        f"http://127.0.0.1:{self.port}/page/{token}",
                    ],
                    capture_output=True, timeout=RENDER_SECONDS, check=False,
                )  # fmt: skip
                return target.read_bytes() if target.exists() else "The document could not be drawn"
        except subprocess.TimeoutExpired:
            return f"The document took longer than {RENDER_SECONDS:.0f} s"
        finally:
            del self.pages[token]


def _on(paper: Sheet, html: str) -> str:
    """The document with the form's paper as its default: a `@page` of its own comes later and wins."""
    margins = " ".join(f"{side}pt" for side in paper.margins)
    style = f"<style>@page {{ size: {paper.width}pt {paper.height}pt; margin: {margins} }}</style>"
    return _HEAD.sub(lambda head: head[0] + style, html, count=1) if _HEAD.search(html) else style + html
