"""Answers to the calls that sign in and out."""

from __future__ import annotations

from typing import Any, TypedDict

from identity.users.answers import SignedInUser
from kit.values.schemas import Moment


class SignedInAnswer(TypedDict):
    """A session that begins or continues: `expiresAt` is the end of the token, `sessionExpiresAt` that of the
    session."""

    authToken: str
    timeStamp: Moment
    expiresAt: Moment
    sessionExpiresAt: Moment
    user: SignedInUser


class SignedOut(TypedDict):
    """The session has ended."""

    signedOut: bool


class PasswordChanged(TypedDict):
    """The new password is set."""

    changed: bool


class LinkAsked(TypedDict):
    """The same answer whether or not the user exists."""

    asked: bool


class BeforeSignIn(TypedDict):
    """Data that the page needs before sign-in; `signInPage` if that is not ours."""

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
    """The ended session."""

    id: int


class LinkMailed(TypedDict):
    """The user, and the address to which the link was sent."""

    id: int
    email: str
