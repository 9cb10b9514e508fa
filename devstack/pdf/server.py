"""HTML to PDF behind Gotenberg's route, with plutoprint or the system's Chromium. `python -m devstack.pdf PORT`.

The documents come from users: nothing outside the request is ever fetched, neither an address nor a local file, and a
document that takes too long is given up together with the process that draws it. Below `/people` the same route draws
what people wrote themselves, in a lane of its own (`devstack.pdf.lanes`). With a LibreOffice on the machine there is
also Gotenberg's route for office documents.
"""

import base64
import binascii
import contextlib
import html as markup
import importlib.util
import io
import multiprocessing
import os
import re
import resource
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask, Response, request
from werkzeug.serving import make_server

from devstack.pdf import libreoffice
from devstack.pdf.browser import POLICY, ChromiumPrinter
from devstack.pdf.lanes import (
    LOOK_SECONDS,
    PEOPLE,
    TOO_SLOW,
    WORK,
    Abandoned,
    Full,
    Gone,
    Lane,
    Limits,
    Renderer,
    Turns,
)
from devstack.pdf.sheet import BadForm, Sheet, sheet
from devstack.tools import chromium

LIMIT_BYTES = 50 * 2**20
MEMORY_BYTES = 2**30
"""Address space of a process that draws what people wrote."""
LANES = {"work": WORK, "people": PEOPLE}
_BEYOND = re.compile("[\u0530-\u1dff\u2c00-\ufaff\ufb07-\ufffc\U00010000-\U0010ffff]")
"""Characters of other scripts than Latin, Greek and Cyrillic, and emoji."""


def beyond(html: str) -> bool:
    """Whether a document has letters that join, turn or stack, or that plutoprint gives no text for in the PDF."""
    return bool(_BEYOND.search(html) or ("&#" in html and _BEYOND.search(markup.unescape(html))))


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


def drawing(pipe: Connection, polite: bool) -> None:
    """Life of the drawing process: documents in, PDFs or error texts out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if polite:
        os.nice(10)
        with contextlib.suppress(ValueError, OSError):  # macOS knows no such limit
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    while True:
        try:
            html, paper = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send(draw(html, paper))
        except Exception as error:  # whatever a document provokes goes back as text
            pipe.send(str(error) or type(error).__name__)


@dataclass(frozen=True)
class Drawer:
    """A drawing process and the pipe to it."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection


class PlutoPrinter:
    """Drawing processes that are kept for the next document, and replaced when one kills them or holds them up."""

    def __init__(self, polite: bool) -> None:
        self._polite = polite
        self._idle: list[Drawer] = []

    def start(self) -> None:
        """Have a process ready for the first document."""
        self._idle.append(self._new())

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """See `devstack.pdf.lanes.Renderer`."""
        drawer = self._taken()
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

    def _taken(self) -> Drawer:
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


class SuitedPrinter:
    """Each document with the printer it needs. Both draw every script right. plutoprint is fast, but what is copied out
    of its PDF has holes where a glyph stands for several letters or for one form of a letter; Chromium says with each
    glyph which text it stands for."""

    def __init__(self, fast: PlutoPrinter, exact: ChromiumPrinter) -> None:
        self.fast, self.exact = fast, exact

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """See `devstack.pdf.lanes.Renderer`."""
        return (self.exact if beyond(html) else self.fast).draw(html, paper, ends, gone)


def renderers(port: int) -> dict[str, Renderer]:
    """A renderer for each lane, of the kind STAFFROOM_PDF_RENDERER names: `plutoprint`, `chromium`, or `auto`
    (plutoprint where it is installed, and Chromium where one is found, for what is beyond Latin, Greek and Cyrillic, or
    for everything without plutoprint).

    Raises:
        SystemExit: there is none of that name here.
    """
    wanted = os.environ.get("STAFFROOM_PDF_RENDERER", "auto")
    if wanted not in {"auto", "plutoprint", "chromium"}:
        raise SystemExit("STAFFROOM_PDF_RENDERER is auto, plutoprint or chromium")
    program = chromium.find() if wanted != "plutoprint" else None
    if wanted != "chromium" and importlib.util.find_spec("plutoprint"):
        fast = {name: PlutoPrinter(limits.polite) for name, limits in LANES.items()}
        if program is None:
            return {**fast}
        return {name: SuitedPrinter(one, ChromiumPrinter(program, port)) for name, one in fast.items()}
    if program is None:
        raise SystemExit("There is no PDF renderer: install plutoprint or Chromium, or name it in CHROMIUM_PATH.")
    return dict.fromkeys(LANES, ChromiumPrinter(program, port))


def create_app(
    drawn_by: Mapping[str, Renderer], limits: Mapping[str, Limits] = LANES, office: str | None = None
) -> Flask:
    """The routes; `office` is the path of a LibreOffice."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = LIMIT_BYTES
    lanes = {name: Lane(drawn_by[name], limits[name]) for name in limits}
    app.extensions["lanes"] = lanes

    @app.get("/health")
    def health() -> dict[str, Any]:
        programs = ["chromium", *(["libreoffice"] if office else [])]
        return {"status": "up", "details": {name: {"status": "up"} for name in programs}}

    @app.get("/page/<token>")
    def page(token: str) -> Response:
        printers = [one.exact if isinstance(one, SuitedPrinter) else one for one in drawn_by.values()]
        shown = [one.pages for one in printers if isinstance(one, ChromiumPrinter)]
        html = next((pages[token] for pages in shown if token in pages), None)
        if html is None:
            return Response("There is no such page", 404, mimetype="text/plain")
        return Response(html, mimetype="text/html", headers={"Content-Security-Policy": POLICY})

    def convert(lane: Lane) -> Response:
        pages = [file for file in request.files.getlist("files") if file.filename == "index.html"]
        if not pages:
            return Response("Invalid form data: form file 'index.html' is required", 400, mimetype="text/plain")
        try:
            paper = sheet(request.form.to_dict())
        except BadForm as error:
            return Response(str(error), 400, mimetype="text/plain")
        html = pages[0].read().decode("utf-8", "replace")
        return answer(lambda gone: lane.print(html, paper, gone))

    def answer(draw: Callable[[Gone], bytes | str]) -> Response:
        try:
            document = draw(_left(request.environ.get("werkzeug.socket")))
        except Full:
            return Response("Too many documents wait", 503, mimetype="text/plain", headers={"Retry-After": "5"})
        except Abandoned:
            return Response("The caller has gone", 499, mimetype="text/plain")
        if isinstance(document, str):
            return Response(document, 422, mimetype="text/plain")
        return Response(document, 200, mimetype="application/pdf")

    if office:
        turns = Turns(libreoffice.OFFICE)

        @app.post("/forms/libreoffice/convert")
        def convert_office() -> Response:
            request.max_content_length = libreoffice.LIMIT_BYTES
            files = request.files.getlist("files")
            extension = (files[0].filename or "").rpartition(".")[2].lower() if files else ""
            if len(files) != 1 or not libreoffice.EXTENSION.fullmatch(extension):
                return Response("Invalid form data: one form file is required", 400, mimetype="text/plain")
            content = files[0].stream
            return answer(
                lambda gone: turns.run(lambda ends: libreoffice.convert(office, content, extension, ends, gone), gone)
            )

    for name, lane in lanes.items():
        path = "" if name == "work" else f"/{name}"
        app.add_url_rule(
            f"{path}/forms/chromium/convert/html", f"convert-{name}", partial(convert, lane), methods=["POST"]
        )
    return app


def _left(connection: socket.socket | None) -> Gone:
    """Whether the caller has closed the connection: it is readable then, and there is nothing to read."""

    def gone() -> bool:
        if connection is None:
            return False
        try:
            readable = select.select([connection], [], [], 0)[0]
            return bool(readable) and not connection.recv(1, socket.MSG_PEEK)
        except OSError:
            return True

    return gone


def main() -> None:
    """Serve on 127.0.0.1 until told to stop."""
    port = int(sys.argv[1])
    drawn_by = renderers(port)
    for renderer in drawn_by.values():
        printer = renderer.fast if isinstance(renderer, SuitedPrinter) else renderer
        if isinstance(printer, PlutoPrinter):
            printer.start()
    app = create_app(drawn_by, office=libreoffice.find())
    server = make_server("127.0.0.1", port, app, threaded=True)

    def stop(*_: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    server.serve_forever()
