"""The browser that signs in: its cookies, its address, and its rate of calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from pydantic import ConfigDict

from identity.audit.commands import origin
from identity.config import secure_cookies
from identity.sessions import tries
from identity.sessions.rules import COOKIE_PATH, COOKIES, DEVICE_COOKIE, DEVICE_SECONDS
from kit.http.address import caller_address
from kit.http.fastapi import Body, RequestCall

App = Literal["staff", "client"]


class TakesCookies(Protocol):
    """A call, or an answer of the framework such as a redirect."""

    def set_cookie(
        self,
        name: str,
        value: str,
        /,
        *,
        max_age: int,
        path: str,
        httponly: bool,
        samesite: Literal["strict"],
        secure: bool,
    ) -> None: ...


class Secrets(Body):
    """Bodies with a password, which may begin or end with a blank."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=False)


def note_origin(call: RequestCall, _: Mapping[str, Any]) -> None:
    """Record address and browser of a request for the audit list."""
    peer = call.request.client.host if call.request.client else ""
    address = caller_address(call.header("x-forwarded-for"), peer)
    origin.set({"address": address[:64], "user_agent": call.header("user-agent")[:300]})


def count_call(call: RequestCall, arguments: Mapping[str, Any]) -> None:
    """Count a request against the limit of its address, and record its origin. Raises TooMany, Unavailable."""
    note_origin(call, arguments)
    tries.count_call(origin.get()["address"])


def device_of(call: RequestCall) -> str:
    """Return the browser's device cookie, or an empty string."""
    return call.request.cookies.get(DEVICE_COOKIE, "")


def set_device(answer: TakesCookies, secret: str) -> None:
    """Set the browser's device cookie."""
    _set_cookie(answer, DEVICE_COOKIE, secret, DEVICE_SECONDS)


def set_session(answer: TakesCookies, app: str, secret: str = "", seconds: int = 0) -> None:
    """Set the refresh secret of a session of `app` in the browser, or delete it."""
    _set_cookie(answer, COOKIES[app], secret, seconds)


def _set_cookie(answer: TakesCookies, name: str, secret: str = "", seconds: int = 0) -> None:
    """Set a cookie, or delete it. It is sent only with sign-in calls, and hidden from scripts."""
    answer.set_cookie(
        name, secret, max_age=seconds, path=COOKIE_PATH, httponly=True, samesite="strict", secure=secure_cookies()
    )
