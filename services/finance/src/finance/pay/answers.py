"""Answers about the payment link."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class LinkRenewed(TypedDict):
    """The present link."""

    passcode: str
    linkExpires: Moment
    paymentLink: str


class PageOpened(TypedDict):
    """The page that is now open in this browser."""

    address: str
