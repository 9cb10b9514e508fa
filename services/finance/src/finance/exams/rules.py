"""Fees that an exam is billed for (`money.md 9`). Pure; amounts are pence without VAT."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EXAM_ACCOUNT = 472
BOARD_SUB_ACCOUNTS = (1, 2, 3)
"""Board fees are booked to these sub accounts, which determine their VAT."""
SPEAKING_FEE = 12_000


@dataclass(frozen=True)
class Fee:
    """One fee of an exam, in pence without VAT."""

    label: str
    amount: int
    sub_account_id: int


def fees(row: Mapping[str, Any]) -> list[Fee]:
    """Return the fees above 0: the board's fee, our own fee for each paper, and the supplement for a speaking part."""
    own_sub_account = row["own_sub_account_id"]
    costs = [
        Fee("board fee", row["board_fee"], row["board_sub_account_id"]),
        Fee(
            f"{row['papers']} {'paper' if row['papers'] == 1 else 'papers'}",
            row["papers"] * row["per_paper_fee"],
            own_sub_account,
        ),
    ]
    if row["speaking"]:
        costs.append(Fee("speaking supplement", SPEAKING_FEE, own_sub_account))
    return [cost for cost in costs if cost.amount]
