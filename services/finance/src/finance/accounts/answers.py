"""Accounts as lines name them."""

from __future__ import annotations

from typing import TypedDict


class Nominal(TypedDict):
    """The nominal code of a line."""

    id: int
    code: str
    name: str


class RatedSubAccount(TypedDict):
    """The sub account of a line; `VATRate` in hundredths of a percent."""

    id: int
    code: str
    name: str
    VATRate: int
