"""HTTP of the sandbox: the API, OAuth2, the page and manual payments."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from sandbox import page, payments
from sandbox.api import Api, Asked, Told
from sandbox.errors import ApiError, Wrong
from sandbox.oauth import Grants
from sandbox.store import Books, encoded

API = "/api.xro/2.0"
_BODY_LIMIT = 4_000_000


@dataclass(frozen=True)
class Sandbox:
    """The state that a server serves. `grants_at_once`: the demo grants consent without a click."""

    books: Books
    grants: Grants
    api: Api
    redirect: str
    grants_at_once: bool = False


def listen(sandbox: Sandbox, port: int) -> ThreadingHTTPServer:
    """Return a server on that port; `serve_forever` runs it."""

    class Handler(_Handler):
        pass

    Handler.sandbox = sandbox
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    return server


class _Handler(BaseHTTPRequestHandler):
    sandbox: Sandbox
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and body in one write

    def do_GET(self) -> None:
        self._serve()

    do_POST = do_PUT = do_DELETE = do_GET

    def log_message(self, *_: Any) -> None:
        """Log nothing: the books show each call."""

    def _serve(self) -> None:
        address = urlsplit(self.path)
        query = dict(parse_qsl(address.query, keep_blank_values=True))
        length = int(self.headers.get("Content-Length") or 0)
        if length > _BODY_LIMIT:
            return self._send(Told(413, "{}", {"Connection": "close"}))
        body = self.rfile.read(length)
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, address.path, query, headers, body)
        if address.path.startswith(API + "/"):
            asked.path = address.path.removeprefix(API)
            return self._send(self.sandbox.api.answer(asked))
        try:
            self._send(self._own(asked))
        except ApiError as error:
            self._send(Told(error.status, encoded(error.body), error.headers))
        except Wrong as wrong:
            self._send(_html(page.frame("Not done", f"<p>{wrong}</p>"), 400))
        return None

    def _own(self, asked: Asked) -> Told:
        books, grants = self.sandbox.books, self.sandbox.grants
        form = dict(parse_qsl(asked.body.decode(errors="replace"))) if asked.method == "POST" else {}
        match asked.method, asked.path:
            case "GET", "/health":
                return Told(200, '{"ok":true}')
            case "GET", "/":
                return _html(
                    page.ledger(
                        books, self.sandbox.api.meter, asked.query.get("tenant", ""), asked.query.get("search", "")
                    )
                )
            case "GET", "/stats":
                meter = self.sandbox.api.meter
                return Told(200, json.dumps({"refused": meter.refused, "mostAtOnce": meter.most_at_once}))
            case ("GET", "/identity/connect/authorize") | ("POST", "/identity/connect/authorize"):
                return self._authorize(asked.query | form, asked.method == "POST")
            case "POST", "/connect/token":
                return Told(200, json.dumps(grants.token(form, asked.headers.get("authorization", ""))))
            case "GET", "/connections":
                mine = grants.tenants(asked.headers.get("authorization", ""))
                rows = books.rows("SELECT id, name FROM tenant ORDER BY name")
                named = [
                    {"id": key, "tenantId": key, "tenantType": "ORGANISATION", "tenantName": name}
                    for key, name in rows
                    if key in mine
                ]
                return Told(200, json.dumps(named))
            case "POST", "/by-hand/pay":
                given = {
                    "Invoice": {"InvoiceID": form["invoice"]},
                    "Account": {"Code": "090"},
                    "Amount": form["amount"],
                    "Reference": form.get("reference", "Added by hand"),
                }
                with books.transaction():
                    payments.pay(books, form["tenant"], given)
                return _to(f"/?tenant={form['tenant']}")
            case "POST", "/by-hand/take-back":
                with books.transaction():
                    payments.take_back(books, form["tenant"], form["payment"])
                return _to(f"/?tenant={form['tenant']}")
        return Told(404, '{"Title":"NotFound","Status":404}')

    def _authorize(self, given: dict[str, str], decided: bool) -> Told:
        redirect, state = given.get("redirect_uri", ""), given.get("state", "")
        if redirect != self.sandbox.redirect:
            return _html(page.frame("Sorry, something went wrong", "<p>Error: invalid redirect_uri</p>"), 400)
        if not decided and given.get("client_id") != self.sandbox.grants.client.id:
            return _html(page.frame("Sorry, something went wrong", "<p>Error: unauthorized_client</p>"), 400)
        if not decided and not self.sandbox.grants_at_once:
            return _html(page.consent(self.sandbox.books, redirect, state))
        every = [key for (key,) in self.sandbox.books.rows("SELECT id FROM tenant")]
        chosen = [given["tenant"]] if given.get("tenant") in every else every
        code = self.sandbox.grants.code(chosen)
        return _to(f"{redirect}?{urlencode({'code': code, 'state': state})}")

    def _send(self, answer: Told) -> None:
        body = answer.body.encode()
        self.send_response(answer.status)
        for name, value in ({"Content-Type": "application/json"} | answer.headers).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


def _html(text: str, status: int = 200) -> Told:
    return Told(status, text, {"Content-Type": "text/html; charset=utf-8"})


def _to(address: str) -> Told:
    return Told(302, "", {"Location": address})
