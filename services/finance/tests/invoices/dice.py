"""Random choices of `test_histories.py`: the first state of an invoice, and the next command."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from random import Random
from typing import Any

from finance.invoices import bookings
from kit.policy import Actor
from services.finance.tests.invoices.entries import Line
from services.finance.tests.invoices.ledger import ACTORS, OFFICE, Ledger


def _amount(dice: Random) -> int:
    return dice.choice((1, 99, 100, 105, 333, 1_000, 9_999, 10_000, 12_345, dice.randint(1, 50_000)))


def _line(dice: Random) -> Line:
    amount = _amount(dice) * dice.choice((1, 1, 1, 1, -1))
    kind = dice.choice(("none", "none", "none", "percentage", "amount"))
    discount = dice.randint(1, abs(amount)) if kind == "amount" else dice.randint(1, 10_000) if kind != "none" else 0
    return Line(amount, kind, discount, dice.choice((0, 0, 2_000, 500)))


def command(ledger: Ledger, dice: Random) -> tuple[str, Actor, tuple[Any, ...]]:
    """Return the next command of a history: its name, its actor and its arguments."""
    names: list[tuple[str, Callable[[], tuple[Any, ...]]]] = [
        ("add_line", lambda: (_line(dice),)),
        ("send", tuple),
        ("send", tuple),
        ("pay", lambda: (dice.choice((None, None, _amount(dice))),)),
        ("payment", lambda: (_near(ledger, dice),)),
        ("payment", lambda: (_near(ledger, dice),)),
        ("refund", lambda: (_near(ledger, dice),)),
        ("plan", lambda: (dice.randint(2, 5),)),
        ("add_part", lambda: (_near(ledger, dice), dice.random() < 0.5)),
        ("synced", lambda: (_near(ledger, dice) * dice.choice((1, 1, 1, -1)),)),
        ("note", lambda: (_amount(dice),)),
        ("write_off", tuple),
        ("write_off", tuple),
        ("set_status", lambda: (dice.choice(("proposed", "cancelled", "draft", "final")),)),
        ("take_back", tuple),
        ("delete", tuple),
    ]
    plain = [key for key, line in ledger.lines.items() if not line.write_off]
    if plain:
        names += [
            ("edit_line", lambda: (dice.choice(plain), _amount(dice))),
            ("drop_line", lambda: (dice.choice(plain),)),
        ]
    if bookings.refuse_write_off(ledger.row()) is None:
        names += [("write_off", tuple)] * 8
    if ledger.payments:
        names += [("reverse", lambda: (dice.choice(list(ledger.payments)),))] * (
            2 if len(plain) == len(ledger.lines) else 12
        )
    if ledger.parts:
        names += [("tick", lambda: (dice.choice(list(ledger.parts)),))] * 4
        names += [("untick", lambda: (dice.choice(list(ledger.parts)),))] * 2
        names += [
            ("edit_part", lambda: (dice.choice(list(ledger.parts)), _near(ledger, dice))),
            ("drop_part", lambda: (dice.choice(list(ledger.parts)),)),
        ]
    if ledger.notes:
        notes, states = list(ledger.notes), ("proposed", "proposed", "cancelled")
        names += [("note_status", lambda: (dice.choice(notes), dice.choice(states)))] * 3
    name, given = dice.choice(names)
    return name, dice.choice(ACTORS), given()


def _near(ledger: Ledger, dice: Random) -> int:
    """Return an amount at, just under or far from what is owed."""
    owed = abs(ledger.figures()["outstanding"])
    return max(1, dice.choice((owed, owed - 1, owed + 1, owed - owed // 20, owed // 2, _amount(dice))))


def begun(number: int, ids: itertools.count[int], dice: Random) -> Ledger:
    """Create a draft with a line or two; most have left draft."""
    ledger = Ledger(number, ids)
    for _ in range(dice.randint(1, 2)):
        ledger.add_line(OFFICE, Line(_amount(dice) + 500, rate=dice.choice((0, 2_000))))
    if dice.random() < 0.8:
        ledger.send(OFFICE)
    return ledger
