"""`/pay/{uuid}`: passcode form, invoice and PDF, rendered here; no script, no sign-in, no other record.

Cookies are for this uuid's path alone, HttpOnly and SameSite=Strict: `staffroom_pay_form` comes with the form and has
to come back with it, `staffroom_pay` says that the passcode was right. Both are signed and end by themselves.
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
from finance.paypage.shown import STYLE, STYLE_PATH, invoice_page, render
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
    app.serve("GET", "/readyz", lambda: _plain(core.ready(checks)))
    app.serve("GET", "/metrics", _metrics)
    app.serve("GET", STYLE_PATH, _style)
    app.serve("GET", "/pay/{uuid}", _show, _BODY_LIMIT)
    app.serve("POST", "/pay/{uuid}", _open, _BODY_LIMIT)
    app.serve("GET", "/pay/{uuid}/pdf", _pdf, _BODY_LIMIT)
    _around(app)
    app.wsgi_app = Guard(app.wsgi_app, "finance-pay")  # type: ignore[method-assign]
    return app


def _metrics() -> Response:
    body, media_type = telemetry.exposition()
    return Response(body, content_type=media_type)


def _plain(answer: core.Answer) -> Response:
    return Response(answer.body, answer.status, headers=answer.headers, content_type=answer.media_type)


def _style() -> Response:
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(STYLE, headers=kept, content_type="text/css; charset=utf-8")


def _show(uuid: str) -> Response:
    """The invoice where this browser opened it, else the form that asks for the passcode."""
    found = _wanted(uuid)
    row = _row(found)
    refusal = _refusal(row)
    if refusal is not None:
        return refusal
    if row is None or not _is_open(row):
        return _form(found)
    with database().read() as connection:
        return _page(invoice_page(row, queries.parts(connection, row), pdf=documents.available(row)))


def _open(uuid: str) -> Response:
    """Try the passcode that was typed."""
    found = _wanted(uuid)
    refusal = _refusal(_row(found))
    if refusal is not None:
        return refusal
    # A form of another site brings no cookie of ours, so nobody can be made to try passcodes, or to open an invoice.
    sent, kept = flask.request.form.get("form", ""), flask.request.cookies.get(_FORM_COOKIE, "")
    if not sent or not hmac.compare_digest(sent.encode(), kept.encode()) or _read(kept, "form") != str(found):
        return _form(found, "Please enter the passcode again. This page needs cookies.", status=400)
    passcode = "".join(flask.request.form.get("passcode", "").split())[:64]
    now = dt.datetime.now(dt.UTC)
    with database().transaction(_ACTOR) as tx:
        outcome = commands.try_passcode(tx, found, passcode, _address(), now)
    if outcome == "limited":
        return _form(found, _LIMITED, status=429)
    row = _row(found)
    if outcome != "right" or row is None:
        return _form(found, _WRONG, status=403)
    answer = Response(status=303, headers={"Location": f"/pay/{found}"})
    _set(answer, _OPEN_COOKIE, _signed(commands.opened_mark(row), "open"), found)
    answer.delete_cookie(_FORM_COOKIE, path=f"/pay/{found}")
    return answer


def _pdf(uuid: str) -> Response:
    """The PDF of an opened invoice."""
    found = _wanted(uuid)
    row = _row(found)
    refusal = _refusal(row)
    if refusal is not None:
        return refusal
    if row is None or not _is_open(row):
        return Response(status=303, headers={"Location": f"/pay/{found}"})
    name = f"{row['number'] or 'invoice'}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(documents.pdf(row["id"]), headers=headers, content_type="application/pdf")


def _wanted(uuid: str) -> UUID:
    """The uuid in its usual form, or the not-found page."""
    try:
        found = UUID(uuid)
    except ValueError:
        flask.abort(404)
    if str(found) != uuid.lower():
        flask.abort(404)
    return found


def _row(uuid: UUID) -> dict[str, Any] | None:
    with database().read() as connection:
        return queries.by_uuid(connection, uuid)


def _refusal(row: dict[str, Any] | None) -> Response | None:
    """The page for a link that opens nothing any more. A link that never did looks like one with another passcode."""
    if row is None:
        return None
    if row["status"] in rules.CLOSED:
        flask.abort(404)
    if rules.link_expires(row) <= dt.datetime.now(dt.UTC):
        text = "Links to invoices hold for 90 days. Please ask us for a new one."
        return _message("This link has expired", text, 410)
    return None


def _is_open(row: dict[str, Any]) -> bool:
    mark = _read(flask.request.cookies.get(_OPEN_COOKIE, ""), "open") or ""
    return hmac.compare_digest(mark.encode(), commands.opened_mark(row).encode())


def _form(uuid: UUID, error: str = "", status: int = 200) -> Response:
    token = _signed(str(uuid), "form")
    answer = _page(render("passcode.html", uuid=uuid, form=token, error=error), status)
    if status == 429:
        answer.headers["Retry-After"] = str(int(rules.TRIES_WITHIN.total_seconds()))
    _set(answer, _FORM_COOKIE, token, uuid)
    return answer


def _page(html: str, status: int = 200) -> Response:
    return Response(html, status, content_type="text/html; charset=utf-8")


def _message(title: str, text: str, status: int) -> Response:
    return _page(render("message.html", title=title, text=text, support=settings().support_email), status)


def _set(answer: Response, name: str, value: str, uuid: UUID) -> None:
    answer.set_cookie(
        name,
        value,
        max_age=int(rules.OPEN_FOR.total_seconds()),
        path=f"/pay/{uuid}",
        secure=settings().public_url.startswith("https:"),
        httponly=True,
        samesite="Strict",
    )


def _signed(value: str, purpose: str) -> str:
    return _signer(purpose).dumps([value, secrets.token_hex(8)])


def _read(text: str, purpose: str) -> str | None:
    """The text that `_signed` signed for the same purpose, unless it is too old."""
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


def _around(app: Application) -> None:
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
    def refused(error: Refused) -> Response:
        answer = _message("Not available at the moment", "Please try again in a minute.", error.status)
        answer.headers.update(error.headers)
        return answer

    @app.errorhandler(HTTPException)
    def absent(error: HTTPException) -> Response:
        status = error.code or 400
        if status == 404:
            return _message("There is no invoice here", "Please check the address in the message you were sent.", 404)
        return _message("This did not work", "Please open the link in the message you were sent again.", status)

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        core.failure(error)
        return _message("Something went wrong on our side", "Please try again in a minute.", 500)
