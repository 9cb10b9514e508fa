"""Accounts as lines name them."""

from __future__ import annotations

from typing import TypedDict

from finance.accounts.attributes import ACCOUNT, SUB_ACCOUNT


@ACCOUNT.part("code", "name")
class Nominal(TypedDict):
    """The nominal code of a line."""

    id: int


@SUB_ACCOUNT.part("code", "name", "VATRate")
class RatedSubAccount(TypedDict):
    """The sub account of a line; `VATRate` in hundredths of a percent."""

    id: int
