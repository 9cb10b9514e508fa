"""Samples as the editor chooses from them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from finance.accounts.answers import Nominal, RatedSubAccount
from finance.invoices.model import LINE_TYPES, META_TYPES
from kit.values.schemas import one_of


class LineSample(TypedDict):
    """The values a line can begin from; a title has no account and no amount."""

    id: int
    title: str
    metaType: Annotated[str, one_of(META_TYPES)]
    type: Annotated[str, one_of(LINE_TYPES)]
    description: str
    accountId: NotRequired[int | None]
    account: NotRequired[Nominal | None]
    subAccountId: NotRequired[int | None]
    subAccount: NotRequired[RatedSubAccount | None]
    amount: NotRequired[int]
    discountType: NotRequired[Literal["none"]]
    discount: NotRequired[int]


class TextSample(TypedDict):
    """The values a header or footer item can begin from."""

    id: int
    title: str
    tag: Literal["sample"]
    description: str
