"""Answers of the calls to sign in and out."""

from __future__ import annotations

from typing import Any, TypedDict

from identity.users.answers import SignedInUser
from kit.values.schemas import Moment


class SignedInAnswer(TypedDict):
    """A session that began or goes on: `expiresAt` is the token's end, `sessionExpiresAt` the session's."""

    authToken: str
    timeStamp: Moment
    expiresAt: Moment
    sessionExpiresAt: Moment
    user: SignedInUser


class SignedOut(TypedDict):
    """The session has ended."""

    signedOut: bool


class PasswordChanged(TypedDict):
    """The new password holds."""

    changed: bool


class LinkAsked(TypedDict):
    """The same whether or not there is such a user."""

    asked: bool


class BeforeSignIn(TypedDict):
    """Data the page needs before anybody has signed in; `signInPage` where that is not ours."""

    version: str
    slipVersion: int
    currencyOptions: list[str]
    sessionMinutes: int
    supportEmail: str
    signInPage: str | None


class PublicKeys(TypedDict):
    """RFC 7517."""

    keys: list[dict[str, Any]]


class SessionEnded(TypedDict):
    """The session that ended."""

    id: int


class LinkMailed(TypedDict):
    """The user, and where the link went."""

    id: int
    email: str
