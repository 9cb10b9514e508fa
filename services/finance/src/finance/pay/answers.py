"""Answers about the payment link."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class LinkRenewed(TypedDict):
    """The link as it is now."""

    passcode: str
    linkExpires: Moment
    paymentLink: str


class PageOpened(TypedDict):
    """The page that is open in this browser now."""

    address: str
