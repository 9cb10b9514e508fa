"""`/pay/{uuid}`: passcode form, invoice and PDF, rendered on the server; no script, no sign-in, no other record.

Cookies are limited to this uuid's path, HttpOnly and SameSite=Strict: `staffroom_pay_form` is the CSRF token of the
form, `staffroom_pay` opens the page (`finance.pay.opening`). Both are signed and expire.
"""

from __future__ import annotations

import datetime as dt
import hmac
from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import flask
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from finance.pay import commands, opening, queries, rules
from finance.paypage.page import STYLE, STYLE_PATH, invoice_page, render
from finance.sending import pdfs
from finance.sending import queries as sending
from finance.sending.rules import missing_due_date
from kit.database import database
from kit.documents.stored import MEDIA_TYPE
from kit.errors import NotFound, Refused
from kit.http import core
from kit.http.address import caller_address
from kit.http.flask import Application, response
from kit.http.wsgi import ROUTE, Guard
from kit.policy import as_service
from kit.settings import settings

_FORM_COOKIE = "staffroom_pay_form"
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
    """Build the WSGI application of the payment page."""
    app = Application("finance-pay", dict)
    app.serve_health(checks)
    app.serve("GET", STYLE_PATH, _style)
    app.serve("GET", "/pay/{uuid}", _show, _BODY_LIMIT)
    app.serve("POST", "/pay/{uuid}", _open, _BODY_LIMIT)
    app.serve("GET", "/pay/{uuid}/pdf", _pdf, _BODY_LIMIT)
    _add_hooks(app)
    app.wsgi_app = Guard(app.wsgi_app, "finance-pay")  # type: ignore[method-assign]  # as Flask wraps
    return app


def _style() -> Response:
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(STYLE, headers=headers, content_type="text/css; charset=utf-8")


def _show(uuid: UUID) -> Response:
    """Return the invoice if this browser has opened it, otherwise the passcode form."""
    row = _reachable(uuid)
    if row is None or not _is_open(row):
        return _form(uuid)
    with database().read() as connection:
        return _page(invoice_page(sending.sheet(connection, _ACTOR, row["id"])))


def _open(uuid: UUID) -> Response:
    """Check the passcode and open the invoice."""
    _reachable(uuid)
    # a form on another site cannot send our cookie: this prevents cross-site requests
    sent, cookie = flask.request.form.get("form", ""), flask.request.cookies.get(_FORM_COOKIE, "")
    signed_for = opening.unsign(cookie, "form")
    if not sent or not hmac.compare_digest(sent.encode(), cookie.encode()) or signed_for != str(uuid):
        return _form(uuid, "Please enter the passcode again. This page needs cookies.", status=400)
    passcode = "".join(flask.request.form.get("passcode", "").split())[:64]
    now = dt.datetime.now(dt.UTC)
    with database().transaction(_ACTOR) as tx:
        outcome = commands.try_passcode(tx, uuid, passcode, _address(), now)
    if outcome == "limited":
        return _form(uuid, _LIMITED, status=429)
    row = _row(uuid)
    if outcome != "right" or row is None:
        return _form(uuid, _WRONG, status=403)
    answer = _to_page(uuid)
    _set_cookie(answer, opening.OPEN_COOKIE, opening.open_mark(row), uuid)
    answer.delete_cookie(_FORM_COOKIE, path=opening.path_of(uuid))
    return answer


def _pdf(uuid: UUID) -> Response:
    """Return the PDF of an opened invoice."""
    row = _reachable(uuid)
    if row is None or not _is_open(row):
        return _to_page(uuid)
    with database().read() as connection:
        sheet = sending.sheet(connection, _ACTOR, row["id"])
    if missing_due_date(sheet.invoice):
        raise NotFound()
    _, content = pdfs.PAPERS.stored(database(), _ACTOR, pdfs.paper(sheet))
    name = f"{sheet.invoice['number'] or 'invoice'}.pdf"
    return response(core.attachment(content, name, MEDIA_TYPE))


def _to_page(uuid: UUID) -> Response:
    return Response(status=303, headers={"Location": opening.path_of(uuid)})


def _row(uuid: UUID) -> dict[str, Any] | None:
    with database().read() as connection:
        return queries.by_uuid(connection, uuid)


def _reachable(uuid: UUID) -> dict[str, Any] | None:
    """Return the row of the link; None for an unknown one, which looks like a wrong passcode. Responds to the request
    if the link is closed or expired."""
    row = _row(uuid)
    if row is not None and row["status"] in rules.CLOSED:
        flask.abort(404)
    if row is not None and rules.link_expires(row) <= dt.datetime.now(dt.UTC):
        text = "Links to invoices are valid for 90 days. Please ask us for a new one."
        flask.abort(_message("This link has expired", text, 410))
    return row


def _is_open(row: dict[str, Any]) -> bool:
    return opening.opens(flask.request.cookies.get(opening.OPEN_COOKIE, ""), row)


def _form(uuid: UUID, error: str = "", status: int = 200) -> Response:
    token = opening.sign(str(uuid), "form")
    answer = _page(render("passcode.html", uuid=uuid, form=token, error=error), status)
    if status == 429:
        answer.headers["Retry-After"] = str(int(rules.TRIES_WITHIN.total_seconds()))
    _set_cookie(answer, _FORM_COOKIE, token, uuid)
    return answer


def _page(html: str, status: int = 200) -> Response:
    return Response(html, status, content_type="text/html; charset=utf-8")


def _message(title: str, text: str, status: int) -> Response:
    return _page(render("message.html", title=title, text=text, support=settings().support_email), status)


def _set_cookie(answer: Response, name: str, value: str, uuid: UUID) -> None:
    answer.set_cookie(name, value, **opening.cookie_options(uuid))


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
        answer = _message("Currently not available", "Please try again in a minute.", error.status)
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
