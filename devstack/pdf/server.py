"""HTML to PDF with the interface of Gotenberg, by plutoprint or the machine's Chromium.

`python -m devstack.pdf PORT` draws invoices and the exports of jobs, `python -m devstack.pdf PORT people` what people
wrote themselves: a process of its own with tighter limits, as docker-compose and the chart have a Gotenberg for each.
Documents come from users: no address and no local file outside the request is ever opened, and a document that takes
too long is killed with the process that draws it. With a LibreOffice on the machine there is also Gotenberg's route for
office documents.
"""

import html as markup
import importlib.util
import os
import re
import select
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request
from werkzeug.serving import make_server

from devstack.pdf import libreoffice
from devstack.pdf.browser import POLICY, ChromiumPrinter
from devstack.pdf.limits import PEOPLE, WORK, Abandoned, Full, Gone, Limits, Renderer, Turns
from devstack.pdf.pluto import PlutoPrinter
from devstack.pdf.sheet import BadForm, Sheet, sheet
from devstack.tools import chromium

LIMIT_BYTES = 50 * 2**20
_BEYOND = re.compile("[\u0530-\u1dff\u2c00-\ufaff\ufb07-\ufffc\U00010000-\U0010ffff]")
"""Characters of other scripts than Latin, Greek and Cyrillic, and emoji."""


def beyond(html: str) -> bool:
    """True if a document has characters that join, turn or stack, or that plutoprint gives no text for in the PDF."""
    return bool(_BEYOND.search(html) or ("&#" in html and _BEYOND.search(markup.unescape(html))))


class SuitedPrinter:
    """Printer that chooses for each document. Both draw every script right. plutoprint is fast, but text copied from
    its PDF has holes where a glyph stands for several characters or for one form of a character. Chromium's PDF names
    the text of each glyph."""

    def __init__(self, fast: PlutoPrinter, exact: ChromiumPrinter) -> None:
        self.fast, self.exact = fast, exact

    def draw(self, html: str, paper: Sheet, ends: float, gone: Gone) -> bytes | str:
        """Draw a document (`devstack.pdf.limits.Renderer`)."""
        return (self.exact if beyond(html) else self.fast).draw(html, paper, ends, gone)


def choose(port: int, limits: Limits) -> Renderer:
    """Return the renderer that STAFFROOM_PDF_RENDERER names: `plutoprint`, `chromium`, or `auto`.

    `auto` is plutoprint where it is installed, with Chromium, where one is installed, for characters other than Latin,
    Greek and Cyrillic; without plutoprint it is Chromium.

    Raises:
        SystemExit: there is none of that name here.
    """
    wanted = os.environ.get("STAFFROOM_PDF_RENDERER", "auto")
    if wanted not in {"auto", "plutoprint", "chromium"}:
        raise SystemExit("STAFFROOM_PDF_RENDERER is auto, plutoprint or chromium")
    program = chromium.find() if wanted != "plutoprint" else None
    if wanted != "chromium" and importlib.util.find_spec("plutoprint"):
        fast = PlutoPrinter(limits.polite)
        return fast if program is None else SuitedPrinter(fast, ChromiumPrinter(program, port))
    if program is None:
        raise SystemExit("There is no PDF renderer: install plutoprint or Chromium, or name it in CHROMIUM_PATH.")
    return ChromiumPrinter(program, port)


def create_app(renderer: Renderer, limits: Limits = WORK, office: str | None = None) -> Flask:
    """Make the routes; `office` is the path of a LibreOffice."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LIMIT_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = LIMIT_BYTES
    turns = Turns(limits)

    @app.get("/health")
    def health() -> dict[str, Any]:
        programs = ["chromium", *(["libreoffice"] if office else [])]
        return {"status": "up", "details": {name: {"status": "up"} for name in programs}}

    @app.get("/page/<token>")
    def page(token: str) -> Response:
        printer = renderer.exact if isinstance(renderer, SuitedPrinter) else renderer
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
        html = pages[0].read().decode("utf-8", "replace")
        return answer(turns, lambda ends, gone: renderer.draw(html, paper, ends, gone))

    def answer(turns: Turns, draw: Callable[[float, Gone], bytes | str]) -> Response:
        gone = _gone(request.environ.get("werkzeug.socket"))
        try:
            document = turns.run(lambda ends: draw(ends, gone), gone)
        except Full:
            return Response("Too many documents wait", 503, mimetype="text/plain", headers={"Retry-After": "5"})
        except Abandoned:
            return Response("The caller has gone", 499, mimetype="text/plain")
        if isinstance(document, str):
            return Response(document, 422, mimetype="text/plain")
        return Response(document, 200, mimetype="application/pdf")

    if office:
        conversions = Turns(libreoffice.OFFICE)

        @app.post("/forms/libreoffice/convert")
        def convert_office() -> Response:
            request.max_content_length = libreoffice.LIMIT_BYTES
            files = request.files.getlist("files")
            extension = (files[0].filename or "").rpartition(".")[2].lower() if files else ""
            if len(files) != 1 or not libreoffice.EXTENSION.fullmatch(extension):
                return Response("Invalid form data: one form file is required", 400, mimetype="text/plain")
            content = files[0].stream
            return answer(conversions, lambda ends, gone: libreoffice.convert(office, content, extension, ends, gone))

    return app


def _gone(connection: socket.socket | None) -> Gone:
    """Return a check whether the caller has closed the connection: it is readable, and there is nothing to read."""

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
    """Serve on 127.0.0.1 until the process is stopped."""
    port, people = int(sys.argv[1]), sys.argv[2:] == ["people"]
    limits = PEOPLE if people else WORK
    renderer = choose(port, limits)
    printer = renderer.fast if isinstance(renderer, SuitedPrinter) else renderer
    if isinstance(printer, PlutoPrinter):
        printer.start()
    app = create_app(renderer, limits, office=None if people else libreoffice.find())
    server = make_server("127.0.0.1", port, app, threaded=True)

    def stop(*_: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    server.serve_forever()
