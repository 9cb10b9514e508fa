"""Samples as the editor offers them."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from finance.accounts.answers import Nominal, RatedSubAccount
from finance.invoices.rules import LINE_OPTIONS, META_OPTIONS
from finance.samples.attributes import SAMPLE
from kit.values.schemas import choice_of


@SAMPLE.answer
class LineSample(TypedDict):
    """Initial values of a line; a title has no account and no amount."""

    id: int
    metaType: Annotated[str, choice_of(META_OPTIONS)]
    type: Annotated[str, choice_of(LINE_OPTIONS)]
    accountId: NotRequired[int | None]
    account: NotRequired[Nominal | None]
    subAccountId: NotRequired[int | None]
    subAccount: NotRequired[RatedSubAccount | None]
    amount: NotRequired[int]
    discountType: NotRequired[Literal["none"]]
    discount: NotRequired[int]


@SAMPLE.part("title", "description")
class TextSample(TypedDict):
    """Initial values of a header or footer item."""

    id: int
    tag: Literal["sample"]
