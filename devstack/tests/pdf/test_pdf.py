"""The PDF renderer under documents that would hold it up: what people write never stands before the work."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.serving import make_server

from devstack.pdf import lanes
from devstack.pdf import server as pdf
from devstack.pdf.lanes import Lane, Limits

WORK, PEOPLE = "/forms/chromium/convert/html", "/people/forms/chromium/convert/html"
ENDLESS = "<table><tr><td>" * 40 + "x" + "</td></tr></table>" * 40
"""Days of a processor, each level twice the one inside, and hardly any memory, whose bound would end it first."""
PLAIN = "<h1>Invoice</h1>"


@contextmanager
def serving(people: Limits = lanes.PEOPLE) -> Iterator[tuple[int, dict[str, Lane]]]:
    """Port and lanes of a renderer."""
    limits = {"work": lanes.WORK, "people": people}
    printers = {name: pdf.PlutoPrinter(one.polite) for name, one in limits.items()}
    app: Flask = pdf.create_app(printers, limits)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port, app.extensions["lanes"]
    server.shutdown()
    for printer in printers.values():
        for drawer in printer._idle:
            drawer.process.kill()


def sent(port: int, path: str, html: str) -> http.client.HTTPConnection:
    """A connection on which the document has been sent and nothing read yet."""
    body = (
        '--x\r\nContent-Disposition: form-data; name="files"; filename="index.html"\r\n'
        f"Content-Type: text/html\r\n\r\n{html}\r\n--x--\r\n"
    )
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request("POST", path, body, {"Content-Type": "multipart/form-data; boundary=x"})
    return connection


def answer(connection: http.client.HTTPConnection) -> tuple[int, bytes]:
    response = connection.getresponse()
    return response.status, response.read()


def until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.05)


def test_work_goes_on_while_people_hold_up_their_own_lane() -> None:
    with serving(replace(lanes.PEOPLE, seconds=600)) as (port, kept):
        people = kept["people"]
        hostile = [sent(port, PEOPLE, ENDLESS)]
        until(lambda: people.drawn == 1)
        for waiting in range(1, people.limits.waiting + 1):
            hostile.append(sent(port, PEOPLE, ENDLESS))
            until(lambda count=waiting: len(people._queue) == count)  # type: ignore[misc]
        for _ in range(5):
            late = sent(port, PEOPLE, PLAIN).getresponse()
            assert (late.status, late.headers["Retry-After"]) == (503, "5")
        for _ in range(3):
            status, content = answer(sent(port, WORK, PLAIN))
            assert status == 200 and content.startswith(b"%PDF")
        assert (people.drawn, len(people._queue)) == (1, people.limits.waiting), "the hostile ones still wait"
        for connection in hostile:
            connection.close()
        until(lambda: not people._queue and not people._in_hand)
        assert people.drawn == 1, "a document was drawn for somebody who had gone"
        assert answer(sent(port, PEOPLE, PLAIN))[0] == 200


def test_a_document_that_takes_too_long_is_killed_with_its_process() -> None:
    with serving(replace(lanes.PEOPLE, seconds=1)) as (port, kept):
        status, text = answer(sent(port, PEOPLE, ENDLESS))
        assert (status, text) == (422, b"The document takes too long to draw")
        printer = kept["people"].renderer
        assert isinstance(printer, pdf.PlutoPrinter) and printer._idle == []
        deadline = replace(kept["people"].limits, seconds=300)
        kept["people"].limits = deadline
        assert answer(sent(port, PEOPLE, PLAIN))[0] == 200


def test_a_process_that_dies_is_replaced() -> None:
    with serving() as (port, kept):
        assert answer(sent(port, WORK, PLAIN))[0] == 200
        printer = kept["work"].renderer
        assert isinstance(printer, pdf.PlutoPrinter)
        (drawer,) = printer._idle
        drawer.process.kill()
        drawer.process.join()
        assert answer(sent(port, WORK, PLAIN))[0] == 200


@pytest.mark.parametrize("path", [WORK, PEOPLE])
def test_both_lanes_take_gotenbergs_form(path: str) -> None:
    client = pdf.create_app({name: pdf.PlutoPrinter(polite=False) for name in pdf.LANES}).test_client()
    refused = client.post(path, data={})
    assert (refused.status_code, b"index.html" in refused.data) == (400, True)
