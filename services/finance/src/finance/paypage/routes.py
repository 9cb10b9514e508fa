"""`/pay/{uuid}`: passcode form, invoice and PDF, rendered on the server; no script, no sign-in, no other record.

Cookies are limited to this uuid's path, HttpOnly and SameSite=Strict: `staffroom_pay_form` is the CSRF token of the
form, `staffroom_pay` proves that the passcode was right. Both are signed and expire.
"""

from __future__ import annotations

import datetime as dt
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import flask
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from finance.pay import commands, queries, rules
from finance.paypage import documents
from finance.paypage.page import STYLE, STYLE_PATH, invoice_page, render
from kit import telemetry
from kit.database import database
from kit.errors import Refused
from kit.http import core
from kit.http.address import caller_address
from kit.http.flask import Application
from kit.http.wsgi import ROUTE, Guard
from kit.policy import as_service
from kit.settings import settings

_FORM_COOKIE, _OPEN_COOKIE = "staffroom_pay_form", "staffroom_pay"
_BODY_LIMIT = 4096
_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
}
_WRONG = "This passcode is not right. It is in the message your invoice came with."
_LIMITED = "There were too many wrong passcodes. Please try again in 15 minutes."
_ACTOR = as_service("finance")


def application(checks: Mapping[str, Callable[[], None]]) -> Application:
    """The WSGI application of the payment page."""
    app = Application("finance-pay", dict)
    app.serve("GET", "/healthz", lambda: Response(b'{"alive":true}', content_type=core.JSON))
    app.serve("GET", "/readyz", lambda: _from_core(core.ready(checks)))
    app.serve("GET", "/metrics", _metrics)
    app.serve("GET", STYLE_PATH, _style)
    app.serve("GET", "/pay/{uuid}", _show, _BODY_LIMIT)
    app.serve("POST", "/pay/{uuid}", _open, _BODY_LIMIT)
    app.serve("GET", "/pay/{uuid}/pdf", _pdf, _BODY_LIMIT)
    _add_hooks(app)
    app.wsgi_app = Guard(app.wsgi_app, "finance-pay")  # type: ignore[method-assign]
    return app


def _metrics() -> Response:
    body, media_type = telemetry.exposition()
    return Response(body, content_type=media_type)


def _from_core(answer: core.Answer) -> Response:
    return Response(answer.body, answer.status, headers=answer.headers, content_type=answer.media_type)


def _style() -> Response:
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(STYLE, headers=headers, content_type="text/css; charset=utf-8")


def _show(uuid: str) -> Response:
    """The invoice if this browser has opened it, else the passcode form."""
    link = _parse_uuid(uuid)
    row = _row(link)
    refusal = _refusal(row)
    if refusal is not None:
        return refusal
    if row is None or not _is_open(row):
        return _form(link)
    with database().read() as connection:
        return _page(invoice_page(row, queries.page_data(connection, row), pdf=documents.has_pdf(row)))


def _open(uuid: str) -> Response:
    """Check the passcode and open the invoice."""
    link = _parse_uuid(uuid)
    refusal = _refusal(_row(link))
    if refusal is not None:
        return refusal
    # A form on another site cannot send our cookie: this prevents cross-site requests.
    sent, cookie = flask.request.form.get("form", ""), flask.request.cookies.get(_FORM_COOKIE, "")
    if not sent or not hmac.compare_digest(sent.encode(), cookie.encode()) or _unsign(cookie, "form") != str(link):
        return _form(link, "Please enter the passcode again. This page needs cookies.", status=400)
    passcode = "".join(flask.request.form.get("passcode", "").split())[:64]
    now = dt.datetime.now(dt.UTC)
    with database().transaction(_ACTOR) as tx:
        outcome = commands.try_passcode(tx, link, passcode, _address(), now)
    if outcome == "limited":
        return _form(link, _LIMITED, status=429)
    row = _row(link)
    if outcome != "right" or row is None:
        return _form(link, _WRONG, status=403)
    answer = Response(status=303, headers={"Location": f"/pay/{link}"})
    _set_cookie(answer, _OPEN_COOKIE, _sign(commands.page_token(row), "open"), link)
    answer.delete_cookie(_FORM_COOKIE, path=f"/pay/{link}")
    return answer


def _pdf(uuid: str) -> Response:
    """The PDF of an opened invoice."""
    link = _parse_uuid(uuid)
    row = _row(link)
    refusal = _refusal(row)
    if refusal is not None:
        return refusal
    if row is None or not _is_open(row):
        return Response(status=303, headers={"Location": f"/pay/{link}"})
    name = f"{row['number'] or 'invoice'}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(documents.pdf(row["id"]), headers=headers, content_type="application/pdf")


def _parse_uuid(uuid: str) -> UUID:
    """The uuid, or the not-found page unless it is in canonical form."""
    try:
        link = UUID(uuid)
    except ValueError:
        flask.abort(404)
    if str(link) != uuid.lower():
        flask.abort(404)
    return link


def _row(link: UUID) -> dict[str, Any] | None:
    with database().read() as connection:
        return queries.by_uuid(connection, link)


def _refusal(row: dict[str, Any] | None) -> Response | None:
    """The page for a closed or expired link. An unknown link looks like one with another passcode."""
    if row is None:
        return None
    if row["status"] in rules.CLOSED:
        flask.abort(404)
    if rules.link_expires(row) <= dt.datetime.now(dt.UTC):
        text = "Links to invoices hold for 90 days. Please ask us for a new one."
        return _message("This link has expired", text, 410)
    return None


def _is_open(row: dict[str, Any]) -> bool:
    mark = _unsign(flask.request.cookies.get(_OPEN_COOKIE, ""), "open") or ""
    return hmac.compare_digest(mark.encode(), commands.page_token(row).encode())


def _form(link: UUID, error: str = "", status: int = 200) -> Response:
    token = _sign(str(link), "form")
    answer = _page(render("passcode.html", uuid=link, form=token, error=error), status)
    if status == 429:
        answer.headers["Retry-After"] = str(int(rules.TRIES_WITHIN.total_seconds()))
    _set_cookie(answer, _FORM_COOKIE, token, link)
    return answer


def _page(html: str, status: int = 200) -> Response:
    return Response(html, status, content_type="text/html; charset=utf-8")


def _message(title: str, text: str, status: int) -> Response:
    return _page(render("message.html", title=title, text=text, support=settings().support_email), status)


def _set_cookie(answer: Response, name: str, value: str, link: UUID) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=int(rules.OPEN_FOR.total_seconds()),
        path=f"/pay/{link}",
        secure=settings().public_url.startswith("https:"),
        httponly=True,
        samesite="Strict",
    )


def _sign(value: str, purpose: str) -> str:
    return _signer(purpose).dumps([value, secrets.token_hex(8)])


def _unsign(text: str, purpose: str) -> str | None:
    """The value that `_sign` signed for the same purpose, or None where it is invalid or expired."""
    try:
        value, _ = _signer(purpose).loads(text, max_age=int(rules.OPEN_FOR.total_seconds()))
    except (BadSignature, ValueError, TypeError):
        return None
    return str(value)


def _signer(purpose: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(settings().service_key, salt=f"staffroom pay {purpose}")


def _address() -> str:
    request = flask.request
    return caller_address(request.headers.get("x-forwarded-for", ""), request.remote_addr or "") or "unknown"


def _add_hooks(app: Application) -> None:
    @app.before_request
    def limits() -> None:
        request = flask.request
        request.environ[ROUTE] = app.templates.get(request.endpoint or "", "unmatched")
        request.max_content_length = _BODY_LIMIT

    @app.after_request
    def headers(answer: Any) -> Any:
        for name, value in _HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer

    @app.errorhandler(Refused)
    def refusal(error: Refused) -> Response:
        answer = _message("Not available at the moment", "Please try again in a minute.", error.status)
        answer.headers.update(error.headers)
        return answer

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or 400
        if status == 404:
            return _message("There is no invoice here", "Please check the address in the message you were sent.", 404)
        return _message("This did not work", "Please open the link in the message you were sent again.", status)

    @app.errorhandler(Exception)
    def unexpected_error(error: Exception) -> Response:
        core.failure(error)
        return _message("Something went wrong on our side", "Please try again in a minute.", 500)
