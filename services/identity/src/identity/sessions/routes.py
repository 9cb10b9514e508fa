"""Sessions and passwords over HTTP; `identity.factors.routes` has the sign-in with a password."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse

from identity.accounts import accounts as users
from identity.config import CURRENCIES, SLIP_VERSION, identity_settings, secure_cookies, signing_key
from identity.sessions import commands
from identity.sessions.answers import (
    BeforeSignIn,
    LinkAsked,
    LinkMailed,
    PasswordChanged,
    PublicKeys,
    SessionEnded,
    SignedInAnswer,
    SignedOut,
)
from identity.sessions.browser import (
    App,
    Secrets,
    count_call,
    device_of,
    note_origin,
    set_device,
    set_session,
)
from identity.sessions.rules import COOKIES, SESSION_MINUTES
from identity.users import policy as users_policy
from identity.users.answers import SignedInUser
from kit.errors import NotFound, NotSignedIn, Refused, Unavailable
from kit.http import core
from kit.http.answers import Whole
from kit.http.fastapi import Body, Call, Routes
from kit.policy import app_of, public, signed_in, sys_admin, tokens
from kit.settings import page_address, settings
from kit.version import VERSION

routes = Routes()
_FLOW_COOKIE, _FLOW_PATH = "staffroom_oidc", "/api/v1/auth/oidc"


class PasswordChange(Secrets):
    """The current password of a signed-in user, or the token of a mailed link."""

    newPassword: str = Field(max_length=1000)
    currentPassword: str | None = Field(None, max_length=1000)
    token: str | None = Field(None, max_length=200)


class Impersonation(Body):
    """The reason for an impersonation; legacy programs send none."""

    reason: str = Field("", max_length=300)


class Forgotten(Body):
    """The user who forgot their password."""

    username: str = Field(max_length=200)


@routes.post("/auth/refresh", may=public, remote=True, answers=SignedInAnswer, before=note_origin)
def refresh(call: Call, app: App = "staff") -> Any:
    """Return a new access token for the app, for its cookie."""
    try:
        session = commands.refresh(call.db, call.request.cookies.get(COOKIES[app], ""), app)
    except NotSignedIn as refusal:
        # Delete the invalid cookie, so that the browser does not send it again.
        answer = core.refusal(refusal)
        set_session(call, app)
        return answer
    set_session(call, app, session.secret, session.seconds)
    return session.answer


@routes.post("/auth/logout", may=public, remote=True, answers=SignedOut, before=note_origin)
def logout(call: Call, app: App = "staff") -> Any:
    """End the session of the app; its tokens are refused everywhere at once."""
    commands.sign_out(call.db, call.actor, call.request.cookies.get(COOKIES[app], ""))
    set_session(call, app)
    return {"signedOut": True}


@routes.get("/auth/user", may=signed_in, answers=SignedInUser)
def user(call: Call) -> Any:
    """Return the caller."""
    actor = call.actor
    # Only the back office can impersonate, even if the impersonated user has no role of it.
    app = "staff" if actor.real_user_id is not None else app_of(actor.roles)
    return call.db.query(users.user_answer, actor.user_id, actor.real_user_id, app)


@routes.get("/auth/session", may=public, answers=BeforeSignIn)
def session_state() -> Any:
    """Return data that the page needs before sign-in."""
    sign_in_page = "/api/v1/auth/oidc/start" if identity_settings().keycloak_url else None
    return {
        "version": VERSION,
        "slipVersion": SLIP_VERSION,
        "currencyOptions": list(CURRENCIES),
        "sessionMinutes": SESSION_MINUTES,
        "supportEmail": settings().support_email,
        "signInPage": sign_in_page,
    }


@routes.get("/auth/jwks", may=public, answers=Whole(PublicKeys))
def jwks() -> Any:
    """Return the public keys of access tokens in the form of RFC 7517, without an envelope."""
    keys = core.encode(tokens.jwks(signing_key()))
    return core.Answer(keys, headers={"Cache-Control": "public, max-age=300"})


@routes.post("/auth/impersonate/stop", may=signed_in, answers=SignedInAnswer, before=note_origin)
def stop_impersonating(call: Call) -> Any:
    """End the impersonation."""
    return commands.stop_impersonating(call.tx)


@routes.post("/auth/impersonate/{userId}", may=sys_admin, answers=SignedInAnswer, before=note_origin)
def impersonate(call: Call, userId: int, body: Impersonation | None = None) -> Any:
    """Act as another user; the audit list gets the reason."""
    return commands.impersonate(call.tx, userId, body.reason if body else "")


@routes.post("/auth/password/change", may=public, remote=True, answers=PasswordChanged, before=count_call)
def change_password(call: Call, body: PasswordChange) -> Any:
    """Change one's own password, or set it by a mailed link."""
    if body.token is not None:
        set_device(call, commands.set_password(call.db, body.token, body.newPassword, device_of(call)))
        return {"changed": True}
    if not call.actor.signed_in:
        raise NotSignedIn("Please sign in")
    commands.change_password(call.db, call.actor, body.currentPassword or "", body.newPassword)
    return {"changed": True}


@routes.post("/auth/password/forgot", may=public, answers=LinkAsked, before=count_call)
def forgot_password(call: Call, body: Forgotten) -> Any:
    """Mail a link. The answer is the same whether or not the user exists."""
    commands.ask_for_link(call.tx, body.username)
    return {"asked": True}


@routes.post("/auth/sessions/{sessionId}/end", may=signed_in, answers=SessionEnded, before=note_origin)
def end_session(call: Call, sessionId: int) -> Any:
    """End one session: one's own, or, for sysAdmin, any."""
    return commands.end_session(call.tx, sessionId)


@routes.get("/auth/oidc/start", may=public, status=303, answers=None)
def start_elsewhere(call: Call, app: App = "staff", redirect: str = "/") -> Any:
    """Redirect to the sign-in page of Keycloak, if it stores the passwords; back to ours while Keycloak does not
    answer.

    A program that does not request a page gets the status 503 instead.
    """
    _require_keycloak()
    from identity.credentials import keycloak

    page = redirect if redirect.startswith("/") else "/"
    try:
        address, flow = keycloak.start(app, page)
    except Unavailable as refusal:
        if "text/html" not in call.header("accept"):
            raise
        return _to_sign_in(app, page, refusal)
    answer = RedirectResponse(address, 303)
    # Lax, because the browser returns from another site.
    answer.set_cookie(
        _FLOW_COOKIE,
        flow.state,
        max_age=keycloak.FLOW_SECONDS,
        path=_FLOW_PATH,
        httponly=True,
        samesite="lax",
        secure=secure_cookies(),
    )
    return answer


@routes.get("/auth/oidc/callback", may=public, status=303, answers=None, before=note_origin)
def finish_elsewhere(call: Call, state: str = "", code: str = "", error: str = "") -> Any:
    """Begin the session after Keycloak, and redirect to the requested page.

    The browser shows this response, so a refusal redirects to the sign-in page, which explains its code.
    """
    _require_keycloak()
    from identity.credentials import keycloak

    app, page = "staff", "/"
    try:
        flow = keycloak.resume(state, call.request.cookies.get(_FLOW_COOKIE, ""))
        app, page = flow.app, flow.redirect
        account, claims = keycloak.finish(call.db, flow, code, error)
        try:
            session = commands.begin_external(call.db, account, flow.app, claims)
        except Refused:
            # Otherwise Keycloak would sign the same person in again unasked, and nobody could sign in as another.
            keycloak.end_now([claims["sid"]] if "sid" in claims else [])
            raise
    except Refused as refusal:
        answer = _to_sign_in(app, page, refusal)
    else:
        answer = RedirectResponse(page_address(app, quote(page, safe="/?&=")), 303)
        set_session(answer, app, session.secret, session.seconds)
    answer.delete_cookie(_FLOW_COOKIE, path=_FLOW_PATH)
    return answer


@routes.post("/auth/oidc/logout", may=public, remote=True, answers=None, before=note_origin)
async def end_elsewhere(call: Call, request: Request) -> core.Answer:
    """End the sessions that began from an ended session of Keycloak (OpenID Connect Back-Channel Logout 1.0).

    Keycloak sends a form with its signed `logout_token`; nothing else is trusted.
    """
    _require_keycloak()
    form = parse_qs((await request.body()).decode("ascii", "replace"))
    await run_in_threadpool(commands.end_external, call.db, form.get("logout_token", [""])[0])
    return core.Answer(headers={"Cache-Control": core.NO_STORE})


def _to_sign_in(app: str, page: str, refusal: Refused) -> RedirectResponse:
    """Redirect to our sign-in page, which explains the code of a refusal."""
    query = urlencode({"redirect": page, "refused": refusal.code})
    return RedirectResponse(page_address(app, f"/login?{query}"), 303)


def _require_keycloak() -> None:
    if not identity_settings().keycloak_url:
        raise NotFound("Sign-in is on our own page")


@routes.post("/users/{userId}/password/link", may=users_policy.keeps, answers=LinkMailed)
def send_link(call: Call, userId: int) -> Any:
    """Mail a user a link to set a password."""
    return commands.send_link(call.tx, userId)
