"""Answers to calls about signatures."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict

from kit.values.schemas import Moment


class SigningPerson(TypedDict):
    """A user."""

    id: int
    name: str


class SigningRole(TypedDict):
    """A role, and the number of people who have it."""

    value: str
    label: str
    people: int


class SigningCheck(TypedDict):
    """The people whom a request would reach: those asked now, those asked before, and those without access to the
    document."""

    asked: list[SigningPerson]
    already: list[SigningPerson]
    noAccess: list[SigningPerson]


class OwnSigning(TypedDict):
    """The request to the caller: `number` is the version, `opened` whether they opened the latest one."""

    number: int
    due: dt.date
    note: str
    askedBy: str
    opened: bool
    overdue: bool
    signedNumber: int
    signed: Moment | None


class Signing(TypedDict):
    """The number of signatures of a document; zeros for those who do not administer its folder. `mine` is the caller's
    own."""

    number: int
    sentence: str
    people: int
    signed: int
    overdue: int
    mine: OwnSigning | None


class SigningAsked(TypedDict):
    """Number of people who were asked."""

    asked: int


class Signed(TypedDict):
    """The version that was signed, and when."""

    number: int
    signed: Moment


class Reminded(TypedDict):
    """Number of people who were reminded."""

    reminded: int


class Withdrawn(TypedDict):
    """Number of people who are no longer asked."""

    withdrawn: int
