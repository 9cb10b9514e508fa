"""HTML to PDF with plutoprint, in processes that can be killed."""

import base64
import binascii
import contextlib
import io
import multiprocessing
import os
import resource
import signal
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import unquote_to_bytes

from devstack.pdf.limits import LOOK_SECONDS, TOO_SLOW, Abandoned, Gone
from devstack.pdf.sheet import Sheet

MEMORY_BYTES = 2**30
"""Address space of a polite process."""


def data_url(url: str) -> tuple[bytes, str]:
    """Return content and type of a data: URL.

    Raises:
        ValueError: the URL is of another kind, which is never opened.
    """
    head, comma, body = url.partition(",")
    if not head.startswith("data:") or not comma:
        raise ValueError("only data: URLs are allowed")
    kind = head[5:].split(";")[0] or "text/plain"
    try:
        return (base64.b64decode(body) if head.endswith(";base64") else unquote_to_bytes(body)), kind
    except binascii.Error as error:
        raise ValueError("a data: URL that does not decode") from error


def draw(html: str, paper: Sheet) -> bytes:
    """Return the PDF of a document; nothing but data: URLs is fetched."""
    import plutoprint

    class Refusing(plutoprint.ResourceFetcher):
        def fetch_url(self, url: str) -> Any:
            content, kind = data_url(url)
            return plutoprint.ResourceData(content, kind)

    book = plutoprint.Book(
        plutoprint.PageSize(paper.width, paper.height),
        plutoprint.PageMargins(*paper.margins),
        plutoprint.MEDIA_TYPE_PRINT,
    )
    book.custom_resource_fetcher = Refusing()
    book.load_html(html)
    stream = io.BytesIO()
    book.write_to_pdf_stream(stream)
    return stream.getvalue()


def drawing(pipe: Connection, polite: bool) -> None:
    """Run the drawing process: documents in, PDFs or error texts out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if polite:
        os.nice(10)
        with contextlib.suppress(ValueError, OSError):  # macOS has no such limit
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    while True:
        try:
            html, paper = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(draw(html, paper))
        except Exception as error:  # any error of a document goes back as text
            pipe.send(str(error) or type(error).__name__)


@dataclass(frozen=True)
class Drawer:
    """A drawing process and the pipe to it."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection


class PlutoPrinter:
    """Printer with plutoprint. A drawing process serves one document after the other, until one kills or blocks it."""

    def __init__(self, polite: bool) -> None:
        self._polite = polite
        self._idle: list[Drawer] = []

    def start(self) -> None:
        """Start a process for the first document."""
        self._idle.append(self._new())

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """Draw a document (`devstack.pdf.limits.Renderer`)."""
        drawer = self._take()
        try:
            drawer.pipe.send((html, paper))
            while not drawer.pipe.poll(LOOK_SECONDS):
                if time.monotonic() > ends:
                    raise TimeoutError
                if gone():
                    raise Abandoned
            answer: bytes | str = drawer.pipe.recv()
        except BaseException as error:
            drawer.process.kill()
            drawer.process.join()
            drawer.pipe.close()
            if isinstance(error, TimeoutError):
                return TOO_SLOW
            if isinstance(error, EOFError | OSError):
                return "The document could not be drawn"
            raise
        self._idle.append(drawer)
        return answer

    def _take(self) -> Drawer:
        while self._idle:
            drawer = self._idle.pop()
            if drawer.process.is_alive():
                return drawer
        return self._new()

    def _new(self) -> Drawer:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=drawing, args=(theirs, self._polite), daemon=True)
        process.start()
        theirs.close()
        return Drawer(process, ours)
