"""HTML to PDF behind Gotenberg's route, with plutoprint. `python -m devstack.pdf PORT`.

The documents come from users: nothing outside the request is ever fetched, neither an address nor a local file, and a
document that takes too long is given up together with the process that draws it.
"""

import base64
import binascii
import io
import multiprocessing
import re
import signal
import sys
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, request
from werkzeug.serving import make_server

RENDER_SECONDS = 30.0
LIMIT_BYTES = 50 * 2**20
UNITS = {"": 72.0, "in": 72.0, "pt": 1.0, "px": 0.75, "pc": 12.0, "cm": 72 / 2.54, "mm": 72 / 25.4}
DEFAULTS = {
    "paperWidth": "8.5", "paperHeight": "11", "marginTop": "0.39", "marginRight": "0.39", "marginBottom": "0.39",
    "marginLeft": "0.39", "landscape": "false",
}  # fmt: skip


class BadForm(ValueError):
    """A field of the form is missing or not what Gotenberg takes; the text goes to the caller."""


@dataclass(frozen=True)
class Sheet:
    """Paper and margins in points."""

    width: float
    height: float
    margins: tuple[float, float, float, float]


def points(name: str, text: str) -> float:
    """A length of Gotenberg's form in points: a number with in (the default), pt, px, pc, cm or mm.

    Raises:
        BadForm: it is none.
    """
    match = re.fullmatch(r"\s*(\d{1,5}(?:\.\d{1,6})?)\s*(in|pt|px|pc|cm|mm|)\s*", text)
    if not match:
        raise BadForm(f"Invalid form data: form field '{name}' is invalid (got '{text[:40]}')")
    return float(match.group(1)) * UNITS[match.group(2)]


def sheet(form: dict[str, str]) -> Sheet:
    """Paper and margins from the form, with Gotenberg's own defaults.

    Raises:
        BadForm: a field is no length, or nothing is left to print on.
    """
    given = DEFAULTS | {key: value for key, value in form.items() if key in DEFAULTS and value}
    width, height = points("paperWidth", given["paperWidth"]), points("paperHeight", given["paperHeight"])
    if given["landscape"].lower() in ("true", "1"):
        width, height = height, width
    top, right, bottom, left = (points(f"margin{side}", given[f"margin{side}"]) for side in
                                ("Top", "Right", "Bottom", "Left"))  # fmt: skip
    if width - left - right < 36 or height - top - bottom < 36:
        raise BadForm("Invalid form data: the margins leave no room on the paper")
    return Sheet(width, height, (top, right, bottom, left))


def data_url(url: str) -> tuple[bytes, str]:
    """Content and type of a data: URL.

    Raises:
        ValueError: it is not one. No other kind of address is ever opened.
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
    """The PDF of a document, fetching nothing but data: URLs."""
    import plutoprint

    class Refusing(plutoprint.ResourceFetcher):
        def fetch_url(self, url: str) -> Any:
            content, kind = data_url(url)
            return plutoprint.ResourceData(content, kind)

    book = plutoprint.Book(
        plutoprint.PageSize(paper.width, paper.height), plutoprint.PageMargins(*paper.margins),
        plutoprint.MEDIA_TYPE_PRINT,
    )  # fmt: skip
    book.custom_resource_fetcher = Refusing()
    book.load_html(html)
    stream = io.BytesIO()
    book.write_to_pdf_stream(stream)
    return stream.getvalue()


def drawing(pipe: Connection) -> None:
    """Life of the drawing process: documents in, PDFs or error texts out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            html, paper = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(draw(html, paper))
        except Exception as error:  # whatever a document provokes goes back as text
            pipe.send(str(error) or type(error).__name__)


class Printer:
    """One drawing process at a time, replaced when a document kills it or holds it up."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.process: multiprocessing.process.BaseProcess | None = None
        self.pipe: Connection | None = None

    def start(self) -> Connection:
        """The pipe to a living drawing process."""
        if self.process and self.pipe and self.process.is_alive():
            return self.pipe
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=drawing, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        return self.pipe

    def print(self, html: str, paper: Sheet) -> bytes | str:
        """The PDF, or a text that says why there is none."""
        with self.lock:
            pipe = self.start()
            try:
                pipe.send((html, paper))
                if pipe.poll(RENDER_SECONDS):
                    answer: bytes | str = pipe.recv()
                    return answer
                reason = f"The document took longer than {RENDER_SECONDS:.0f} s"
            except (EOFError, OSError):
                reason = "The document could not be drawn"
            if self.process:
                self.process.kill()
                self.process.join()
            return reason


def create_app(printer: Printer) -> Flask:
    """The routes."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = LIMIT_BYTES

    @app.get("/health")
    def health() -> dict[str, Any]:
        return {"status": "up", "details": {"chromium": {"status": "up"}}}

    @app.post("/forms/chromium/convert/html")
    def convert() -> Response:
        pages = [file for file in request.files.getlist("files") if file.filename == "index.html"]
        if not pages:
            return Response("Invalid form data: form file 'index.html' is required", 400, mimetype="text/plain")
        try:
            paper = sheet(request.form.to_dict())
        except BadForm as error:
            return Response(str(error), 400, mimetype="text/plain")
        made = printer.print(pages[0].read().decode("utf-8", "replace"), paper)
        if isinstance(made, str):
            return Response(made, 422, mimetype="text/plain")
        return Response(made, 200, mimetype="application/pdf")

    return app


def main() -> None:
    """Serve on 127.0.0.1 until told to stop."""
    printer = Printer()
    printer.start()
    server = make_server("127.0.0.1", int(sys.argv[1]), create_app(printer), threaded=True)

    def stop(*_: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    server.serve_forever()


if __name__ == "__main__":
    main()
