"""HTML to PDF with the system's Chromium, a process a document: `STAFFROOM_PDF_RENDERER=chromium`.

It draws what plutoprint cannot (CSS grid) at some fifteen times the price. A document reaches it as a page of our own
whose Content-Security-Policy allows no script and no address but data:, so that nothing is fetched and no file is read.
"""

import contextlib
import os
import re
import secrets
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from devstack.pdf.lanes import LOOK_SECONDS, TOO_SLOW, Abandoned, Gone
from devstack.pdf.sheet import Sheet

POLICY = "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline' data:"
_HEAD = re.compile(r"<head[^>]*>", re.IGNORECASE)


class ChromiumPrinter:
    """Prints pages that the renderer's own server shows under `/page/<token>` while they are being printed."""

    def __init__(self, program: str, port: int) -> None:
        self.program, self.port = program, port
        self.pages: dict[str, str] = {}

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """See `devstack.pdf.lanes.Renderer`."""
        token = secrets.token_urlsafe(24)
        self.pages[token] = _on(paper, html)
        try:
            with tempfile.TemporaryDirectory(prefix="staffroom-pdf-", ignore_cleanup_errors=True) as folder:
                target = Path(folder) / "page.pdf"
                command = [
                    self.program, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                    "--no-pdf-header-footer", f"--user-data-dir={folder}/profile", f"--print-to-pdf={target}",
                    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
                    f"http://127.0.0.1:{self.port}/page/{token}",
                ]  # fmt: skip
                if not ended(command, ends, gone):
                    return TOO_SLOW
                return target.read_bytes() if target.exists() else "The document could not be drawn"
        finally:
            del self.pages[token]


def ended(command: list[str], ends: float, gone: Gone, environment: Mapping[str, str] | None = None) -> bool:
    """Run a program with all its processes; False where it was killed because time was up. Raises Abandoned."""
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, env=environment
    )
    try:
        while process.poll() is None:
            if time.monotonic() > ends:
                return False
            if gone():
                raise Abandoned
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LOOK_SECONDS)
        return True
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _on(paper: Sheet, html: str) -> str:
    """The document with the form's paper as its default: a `@page` of its own comes later and wins."""
    margins = " ".join(f"{side}pt" for side in paper.margins)
    style = f"<style>@page {{ size: {paper.width}pt {paper.height}pt; margin: {margins} }}</style>"
    return _HEAD.sub(lambda head: head[0] + style, html, count=1) if _HEAD.search(html) else style + html
