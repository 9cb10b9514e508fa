"""The lines that bill an exam (`money.md 9`). Pure; amounts are pence without VAT."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EXAM_ACCOUNT = 472
BOARD_SUB_ACCOUNTS = (1, 2, 3)
"""Board fees are booked to these, which say their VAT."""
SPEAKING_FEE = 12_000


@dataclass(frozen=True)
class Part:
    """One thing that an exam costs."""

    words: str
    amount: int
    sub_account_id: int


def parts(fee: Mapping[str, Any]) -> list[Part]:
    """The fees of this exam: the board's fee, our own for every paper, and the supplement of a speaking part."""
    own = fee["own_sub_account_id"]
    found = [
        Part("board fee", fee["board_fee"], fee["board_sub_account_id"]),
        Part(
            f"{fee['papers']} {'paper' if fee['papers'] == 1 else 'papers'}", fee["papers"] * fee["per_paper_fee"], own
        ),
    ]
    if fee["speaking"]:
        found.append(Part("speaking supplement", SPEAKING_FEE, own))
    return [part for part in found if part.amount]
