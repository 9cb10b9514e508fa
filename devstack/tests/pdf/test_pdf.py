"""The PDF server with documents that block it: hostile documents of people end, and their callers are refused."""

import http.client
import io
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from werkzeug.serving import make_server

from devstack.pdf import sheet
from devstack.pdf.limits import PEOPLE, WORK, Limits
from devstack.pdf.pluto import PlutoPrinter, data_url
from devstack.pdf.server import create_app

CONVERT = "/forms/chromium/convert/html"
ENDLESS = "<table><tr><td>" * 40 + "x" + "</td></tr></table>" * 40
"""A document that takes days: each level takes twice as long as the one inside. It needs little memory, so that the
memory limit does not end it first."""
PLAIN = "<h1>Invoice</h1>"


class Counting(PlutoPrinter):
    """A printer that counts the documents whose drawing began."""

    begun = 0

    def draw(self, *arguments: object) -> bytes | str:
        self.begun += 1
        return super().draw(*arguments)  # type: ignore[arg-type]


@contextmanager
def serving(limits: Limits = PEOPLE) -> Iterator[tuple[int, Counting]]:
    """Yields the port and the printer of a PDF server."""
    printer = Counting(limits.polite)
    server = make_server("127.0.0.1", 0, create_app(printer, limits), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, printer
    server.shutdown()
    for drawer in printer._idle:
        drawer.process.kill()


def send(port: int, html: str) -> http.client.HTTPConnection:
    """Send a document, and return the connection before anything is read from it."""
    body = (
        '--x\r\nContent-Disposition: form-data; name="files"; filename="index.html"\r\n'
        f"Content-Type: text/html\r\n\r\n{html}\r\n--x--\r\n"
    )
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("POST", CONVERT, body, {"Content-Type": "multipart/form-data; boundary=x"})
    return connection


def answer(connection: http.client.HTTPConnection) -> tuple[int, bytes]:
    response = connection.getresponse()
    return response.status, response.read()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline, "the condition never held"
        time.sleep(0.05)


def test_callers_beyond_the_queue_are_refused_and_nothing_is_drawn_for_those_who_hung_up() -> None:
    with serving(replace(PEOPLE, seconds=600)) as (port, printer):
        hostile = [send(port, ENDLESS)]
        until(lambda: printer.begun == 1)
        hostile += [send(port, ENDLESS) for _ in range(PEOPLE.waiting)]

        def refused() -> bool:
            late = send(port, PLAIN)
            late.sock.settimeout(1)
            try:
                answer = late.getresponse()
            except TimeoutError:  # it took a place in the queue before the hostile ones
                return False
            finally:
                late.close()
            return (answer.status, answer.headers["Retry-After"]) == (503, "5")

        until(refused)
        assert refused() and printer.begun == 1
        for connection in hostile:
            connection.close()
        assert answer(send(port, PLAIN))[0] in (200, 503)
        until(lambda: answer(send(port, PLAIN))[0] == 200)
        assert printer.begun <= 3, "a document was drawn for a caller who had hung up"


def test_document_that_takes_too_long_is_killed_with_its_process() -> None:
    with serving(replace(PEOPLE, seconds=1)) as (port, printer):
        assert answer(send(port, ENDLESS)) == (422, b"The document takes too long to draw")
        assert printer._idle == []


def test_process_that_dies_is_replaced() -> None:
    with serving(WORK) as (port, printer):
        assert answer(send(port, PLAIN))[0] == 200
        (drawer,) = printer._idle
        drawer.process.kill()
        drawer.process.join()
        assert answer(send(port, PLAIN))[0] == 200


def test_form_without_document_is_refused() -> None:
    refused = create_app(PlutoPrinter(polite=False)).test_client().post(CONVERT, data={})
    assert (refused.status_code, b"index.html" in refused.data) == (400, True)


def test_paper_takes_the_units_of_gotenberg_and_refuses_others() -> None:
    a4 = sheet.sheet({"paperWidth": "210mm", "paperHeight": "29.7cm", "landscape": "true", "marginTop": "72pt"})
    assert (round(a4.width), round(a4.height), a4.margins[0]) == (842, 595, 72.0)
    for form in ({"paperWidth": "wide"}, {"marginLeft": "-1"}, {"marginLeft": "9", "marginRight": "9"}):
        with pytest.raises(sheet.BadForm, match="Invalid form data"):
            sheet.sheet(form)


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:1/a.png", "https://example.org/", "file:///etc/passwd", "/etc/passwd", "data:x"]
)
def test_only_data_urls_are_fetched(url: str) -> None:
    with pytest.raises(ValueError, match="data:"):
        data_url(url)


def test_pdf_is_made_without_what_it_may_not_fetch() -> None:
    printer = PlutoPrinter(polite=False)
    client = create_app(printer).test_client()
    html = "<h1>Invoice £12</h1><img src='file:///etc/hostname'><img src='http://127.0.0.1:1/'>".encode()
    answer = client.post(CONVERT, data={"files": (io.BytesIO(html), "index.html")})
    assert answer.status_code == 200
    assert answer.data.startswith(b"%PDF")
    assert client.get("/health").status_code == 200
    for drawer in printer._idle:
        drawer.process.kill()
