"""The PDF renderer with Chromium: documents are drawn, nothing is fetched, no file is read."""

import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from werkzeug.serving import make_server

from devstack.pdf.browser import ChromiumPrinter
from devstack.pdf.server import create_app
from devstack.pdf.sheet import sheet
from devstack.tools import chromium

PROGRAM = chromium.find()
pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there is no Chromium on this machine")


@pytest.fixture
def printer() -> Iterator[ChromiumPrinter]:
    assert PROGRAM is not None
    chromium_printer = ChromiumPrinter(PROGRAM, 0)
    server = make_server("127.0.0.1", 0, create_app(chromium_printer), threaded=True)
    chromium_printer.port = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield chromium_printer
    server.shutdown()


def soon() -> float:
    return time.monotonic() + 60


def test_document_is_drawn_on_its_paper(printer: ChromiumPrinter) -> None:
    document = printer.draw(
        "<html><head></head><body><h1>Hello</h1></body></html>", sheet({"landscape": "true"}), soon(), lambda: False
    )
    assert isinstance(document, bytes), document
    assert document.startswith(b"%PDF-")
    assert b"/MediaBox [0 0 792 612]" in document
    assert printer.pages == {}


def test_nothing_is_fetched_run_or_read(printer: ChromiumPrinter, tmp_path: Path) -> None:
    asked: list[str] = []

    class Trap(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        def log_message(self, *_: object) -> None:
            pass

    trap = HTTPServer(("127.0.0.1", 0), Trap)
    threading.Thread(target=trap.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{trap.server_port}"
    secret = tmp_path / "secret.html"
    secret.write_text("<h1>secret</h1>")
    document = printer.draw(
        f'<img src="{address}/picture"><link rel="stylesheet" href="{address}/style"><iframe src="{address}/frame">'
        f'</iframe><iframe src="file://{secret}"></iframe><script>fetch("{address}/script")</script>'
        f"<style>body {{ background: url({address}/background) }}</style><p>Text</p>",
        sheet({}),
        soon(),
        lambda: False,
    )
    trap.shutdown()
    assert isinstance(document, bytes), document
    assert asked == []
