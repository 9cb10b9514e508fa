"""HTML to PDF behind Gotenberg's route, with plutoprint or the system's Chromium. `python -m devstack.pdf PORT`.

The documents come from users: nothing outside the request is ever fetched, neither an address nor a local file, and a
document that takes too long is given up together with the process that draws it.
"""

import base64
import binascii
import importlib.util
import io
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, request
from werkzeug.serving import make_server

from devstack import chromium
from devstack.chromium_pdf import POLICY, ChromiumPrinter
from devstack.sheet import BadForm, Sheet, sheet

RENDER_SECONDS = 30.0
LIMIT_BYTES = 50 * 2**20


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


def choose(port: int) -> Printer | ChromiumPrinter:
    """The renderer that STAFFROOM_PDF_RENDERER names: `plutoprint`, `chromium`, or `auto` (plutoprint where it is
    installed, else a Chromium that is found).

    Raises:
        SystemExit: there is none of that name here.
    """
    wanted = os.environ.get("STAFFROOM_PDF_RENDERER", "auto")
    if wanted not in {"auto", "plutoprint", "chromium"}:
        raise SystemExit("STAFFROOM_PDF_RENDERER is auto, plutoprint or chromium")
    if wanted != "chromium" and importlib.util.find_spec("plutoprint"):
        return Printer()
    program = chromium.find() if wanted != "plutoprint" else None
    if program is None:
        raise SystemExit("There is no PDF renderer: install plutoprint or Chromium, or name it in CHROMIUM_PATH.")
    return ChromiumPrinter(program, port)


def create_app(printer: Printer | ChromiumPrinter) -> Flask:
    """The routes."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = LIMIT_BYTES

    @app.get("/health")
    def health() -> dict[str, Any]:
        return {"status": "up", "details": {"chromium": {"status": "up"}}}

    @app.get("/page/<token>")
    def page(token: str) -> Response:
        html = printer.pages.get(token) if isinstance(printer, ChromiumPrinter) else None
        if html is None:
            return Response("There is no such page", 404, mimetype="text/plain")
        return Response(html, mimetype="text/html", headers={"Content-Security-Policy": POLICY})

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
    port = int(sys.argv[1])
    printer = choose(port)
    printer.start()
    server = make_server("127.0.0.1", port, create_app(printer), threaded=True)

    def stop(*_: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    server.serve_forever()


if __name__ == "__main__":
    main()
