"""Invariants of a ledger that hold after every command."""

from __future__ import annotations

from finance.invoices.rules import NOT_ISSUED
from services.finance.tests.invoices.ledger import Ledger


def check_holds(ledger: Ledger) -> None:
    """Raise AssertionError if an invariant is broken."""
    sums = ledger.figures()
    assert sums["paid"] == ledger.received, f"{ledger.received} was received, {sums['paid']} is booked: {ledger}"
    lines = sum(line.amount - line.off + line.vat for line in ledger.lines.values() if not line.write_off)
    if ledger.status in NOT_ISSUED:
        assert not sums["credited"], ledger
    else:
        assert ledger.lines and 0 <= sums["credited"] <= lines, ledger
    owed = lines - sums["credited"] - sums["paid"] - sums["written_off"]
    assert ledger.status in NOT_ISSUED or sums["outstanding"] == owed, ledger
    assert ledger.status == "draft" or ledger.numbered, ledger
    if ledger.status == "paid":
        assert sums["outstanding"] <= 0, ledger
    elif ledger.status == "partPaid":
        assert sums["paid"] and sums["outstanding"] > 0, ledger
    else:
        assert not sums["paid"] and ledger.unpaid is None, ledger
        refunds = any(entry.source == "accounting" for entry in ledger.payments.values())  # those remove no tick
        assert refunds or not any(part.paid for part in ledger.parts.values()), ledger
    assert not sums["written_off"] or (ledger.status == "paid" and 0 < sums["written_off"] * 10 < lines), ledger
    for key, part in ledger.parts.items():
        mine = [entry.amount for entry in ledger.payments.values() if entry.part == key]
        assert mine == ([part.amount] if part.paid else []), ledger
