"""Parts of a ledger: lines, payments, instalments and credit notes, each computed independently of the server."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass


def half_up(value: int, whole: int) -> int:
    """Return `value / whole` to the penny, rounded half away from zero."""
    near = (abs(value) * 2 + whole) // (whole * 2)
    return near if value >= 0 else -near


@dataclass(slots=True)
class Line:
    amount: int
    discount_type: str = "none"
    discount: int = 0
    rate: int = 0
    write_off: bool = False

    @property
    def off(self) -> int:
        if self.discount_type == "none":
            return 0
        if self.discount_type == "percentage":
            return half_up(self.amount * self.discount, 10_000)
        return (-self.discount if self.amount < 0 else self.discount) if self.discount_type == "amount" else 0

    @property
    def vat(self) -> int:
        return self.vat_on(self.amount - self.off)

    def vat_on(self, net: int) -> int:
        return half_up(net * self.rate, 10_000) if self.rate else 0


def added_up(lines: Iterable[Line]) -> tuple[int, int, int, int]:
    """Return the sums of some lines: amounts, discounts, VAT and write-offs."""
    amount = off = vat = written_off = 0
    for line in lines:
        line_off = line.off
        amount, off, vat = amount + line.amount, off + line_off, vat + line.vat_on(line.amount - line_off)
        written_off -= line.amount if line.write_off else 0
    return amount, off, vat, written_off


@dataclass(slots=True)
class Payment:
    amount: int
    source: str = "manual"
    part: int | None = None
    reverses: int | None = None
    note: int | None = None

    @property
    def refund(self) -> bool:
        return (self.amount < 0) == (self.reverses is None)


@dataclass(slots=True)
class Part:
    amount: int
    day: dt.date
    paid: bool = False


@dataclass(slots=True)
class Note:
    amount: int
    status: str = "draft"
