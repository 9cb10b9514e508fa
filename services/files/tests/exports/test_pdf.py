"""POST /pdf/make (platform.md 7): fetching, rendering and refusals."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx
import pytest

from files.exports import html
from kit.documents import pdf
from kit.errors import Unavailable
from kit.policy import Actor
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
Drawn = list[dict[str, Any]]
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Records the HTML that the renderer gets."""
    requests: Drawn = []

    def render(body: str, **more: Any) -> bytes:
        requests.append({"body": body, **more})
        return b"%PDF-made"

    monkeypatch.setattr(pdf, "render", render)
    return requests


def make(client: ClientFor, **body: Any) -> httpx.Response:
    return client(actor("staff")).post("/api/v1/pdf/make", json={"htmlContent": "<p>Hello</p>", **body})


def test_answer_has_title_and_file(client: ClientFor, drawn: Drawn) -> None:
    data = make(client, pdfTitle="Spring report").json()["data"]
    assert data["title"] == "Spring report.pdf"
    assert base64.b64decode(data["fileData"]) == b"%PDF-made"
    assert drawn == [
        {"body": "<p>Hello</p>", "title": "Spring report", "landscape": True, "watermark": "", "people": True}
    ]


@pytest.mark.parametrize(("orientation", "landscape"), [("landscape", True), ("portrait", False)])
def test_requested_orientation_is_used_and_portrait_is_the_default(
    client: ClientFor, drawn: Drawn, orientation: str, landscape: bool
) -> None:
    make(client, orientation=orientation)
    assert drawn[0]["landscape"] is landscape


@pytest.mark.parametrize(
    ("body", "mark"),
    [
        ({}, ""),
        ({"watermark": True}, "Confidential"),
        ({"watermark": "Draft"}, "Draft"),
        ({"watermark": "Draft", "nowatermark": True}, ""),
        ({"nowatermark": True}, ""),
        ({"runTest": True}, "Test"),
        ({"runTest": True, "nowatermark": True}, "Test"),
    ],
)
def test_pdf_has_the_requested_watermark(client: ClientFor, drawn: Drawn, body: dict[str, Any], mark: str) -> None:
    make(client, **body)
    assert drawn[0]["watermark"] == mark


@pytest.mark.parametrize(
    "body",
    [
        {"orientation": "sideways"},
        {"htmlContent": ""},
        {"htmlContent": 5},
        {"pdfTitle": "/"},
        {"url": "file:///etc/passwd"},
    ],
)
def test_wrong_body_is_422(client: ClientFor, drawn: Drawn, body: dict[str, Any]) -> None:
    assert make(client, **body).status_code == 422
    assert drawn == []


def test_unavailable_renderer_is_503(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_: object, **__: object) -> bytes:
        raise Unavailable("Network busy, please wait a few seconds and try again")

    monkeypatch.setattr(pdf, "render", away)
    answer = make(client)
    assert answer.status_code == 503
    assert answer.headers["retry-after"]


def test_sanitised_html_keeps_its_layout() -> None:
    kept = (
        '<table style="width: 100%; page-break-after: always" bgcolor="#eeeeee"><tbody><tr><td colspan="2" '
        'style="padding: 4px; border-top: 1px solid rgb(0, 0, 0)"><b>Sum</b></td></tr></tbody></table>'
    )
    clean = html.sanitise(kept)
    for part in ("width", "page-break-after", "bgcolor", 'colspan="2"', "border-top", "rgb(0, 0, 0)", "<b>Sum</b>"):
        assert part in clean
    assert "data:image/png" in html.sanitise(f'<img src="data:image/png;base64,{PIXEL}" width="10">')


ATTACKS = [
    '<img src="{address}">',
    '<img src="file:///etc/passwd">',
    "<img srcset='{address} 2x'>",
    '<img src="data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=">',
    '<link rel="stylesheet" href="{address}">',
    '<style>@import "{address}"; body {{ background: url({address}) }}</style>',
    '<p style="background: url({address})">x</p>',
    "<p style='background-image:u\\72l({address})'>x</p>",
    "<p style='background:image-set(\"{address}\" 1x)'>x</p>",
    "<p style='list-style:url({address})'>x</p>",
    "<p style='background:ur/**/l({address})'>x</p>",
    '<iframe src="{address}"></iframe>',
    '<object data="{address}"></object><embed src="{address}">',
    '<script src="{address}"></script><svg><image href="{address}"/></svg>',
    '<base href="{address}"><meta http-equiv="refresh" content="0;url={address}">',
    '<video src="{address}" poster="{address}"></video><audio src="{address}">',
    '<table background="{address}"><tr><td background="{address}">x</td></tr></table>',
    '<body background="{address}">x</body>',
    '<input type="image" src="{address}"><form action="{address}"></form>',
]


@pytest.fixture
def listener() -> Iterator[tuple[str, list[str]]]:
    """An address that records its requests."""
    requests: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/pixel.png", requests
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_sanitised_html_has_no_external_address(attack: str) -> None:
    clean = html.sanitise("<p>before</p>" + attack.format(address="http://evil.example/x") + "<p>after</p>")
    assert "evil.example" not in clean
    assert "file:" not in clean
    assert "<p>before</p>" in clean
    assert "after" in clean


@pytest.mark.component
def test_drawing_fetches_no_address_and_reads_no_local_file(client: ClientFor, listener: tuple[str, list[str]]) -> None:
    address, requests = listener
    answer = make(client, htmlContent="<h1>Real</h1>" + "".join(attack.format(address=address) for attack in ATTACKS))
    assert answer.status_code == 200, answer.text
    assert base64.b64decode(answer.json()["data"]["fileData"]).startswith(b"%PDF-")
    assert requests == []


@pytest.mark.component
def test_renderer_fetches_no_address_of_unsanitised_html(listener: tuple[str, list[str]]) -> None:
    address, requests = listener
    body = "".join(attack.format(address=address) for attack in ATTACKS)
    assert pdf.render(body, title="Unsanitised").startswith(b"%PDF-")
    assert requests == []
