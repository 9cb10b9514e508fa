"""Endless changes as the office makes them, through the functions of the service: `python -m ...changes FILE`.

Each line in FILE stands for a committed change. Runs as a separate process, to be killed.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from finance.editor import creation
from finance.editor.workflow import INVOICE_STATES
from finance.invoices.model import invoice, invoice_item, payment
from finance.items.fields import ITEM_FIELDS
from finance.plans import commands, payments
from finance.wiring import service
from kit import context
from kit.database import Tx, database
from kit.errors import Refused
from kit.policy import Actor
from kit.records import crud
from kit.values.days import today

ANN = Actor(user_id=1, roles=frozenset({"sysAdmin", "staff"}), name="Ann Accountant")
PEOPLE = 25
_OPEN = ("proposed", "final", "booked")


class Office:
    """A fast worker."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.kinds = {
            self.new: 24,
            self.line: 18,
            self.date: 12,
            self.pay: 22,
            self.take_back: 6,
            self.credit: 5,
            self.cancel: 3,
            self.write_off: 6,
            self.back: 2,
            self.credit_back: 2,
        }

    def change(self, tx: Tx) -> None:
        """Make one change."""
        self.dice.choices(list(self.kinds), list(self.kinds.values()))[0](tx)

    def pick(self, tx: Tx, *conditions: sa.ColumnElement[bool]) -> dict[str, Any]:
        columns = (invoice.c.id, invoice.c.outstanding)
        rows = tx.all(sa.select(*columns).where(*conditions).order_by(invoice.c.id.desc()).limit(40))
        if not rows:
            raise rules_out("nothing to change")
        return self.dice.choice(rows)

    def move(self, tx: Tx, record: int, path: str, **body: Any) -> None:
        moves = [move for move in INVOICE_STATES.moves if move.path == f"/invoice/{{id}}/{path}"]
        INVOICE_STATES.run(tx, record, INVOICE_STATES.choose(tx, record, moves), body)

    def item(self, tx: Tx, record: int, low: int = 1) -> None:
        dice = self.dice
        kind, discount = dice.choice([("none", 0), ("none", 0), ("percentage", dice.randint(1, 3_000)), ("amount", 99)])
        body = {
            "metaType": "standalone",
            "type": "other",
            "accountId": 472,
            "subAccountId": 1,
            "amount": dice.randint(max(low, 200), 90_000),
            "discountType": kind,
            "discount": discount,
            "description": f"<p>Tuition &amp; <b>{dice.randint(1, 99)}</b> hours</p>",
        }
        if kind == "none":
            del body["discount"]
        crud.create(tx, ITEM_FIELDS, body, record)

    def new(self, tx: Tx) -> None:
        number = self.dice.randint(1, PEOPLE)
        body = {"title": "Invoice", "description": "<p>Autumn</p>", "billingYear": 2526, "orgId": 1}
        record = creation.create(tx, body | {"entityType": "student", "entityTypeId": number})["id"]
        for _ in range(self.dice.randint(1, 3)):
            self.item(tx, record)
        self.move(tx, record, "mark/sent", date="2026-11-20T09:30:00Z")

    def line(self, tx: Tx) -> None:
        """Add a line to an invoice that is taken back for it and issued again."""
        record = self.pick(tx, invoice.c.status.in_(_OPEN), invoice.c.parent_id.is_(None), invoice.c.credited == 0)[
            "id"
        ]
        self.move(tx, record, "mark/draft", reason="A line was missing")
        self.item(tx, record)
        self.move(tx, record, "mark/sent", date="2026-11-20T09:30:00Z")

    def date(self, tx: Tx) -> None:
        from finance.invoices.commands import change_invoice, lock_invoice

        row = lock_invoice(tx, self.pick(tx, invoice.c.status.in_(_OPEN))["id"])
        change_invoice(tx, row, due_date=today().replace(day=self.dice.randint(1, 28)))

    def pay(self, tx: Tx) -> None:
        owed = invoice.c.outstanding > 0
        row = self.pick(tx, owed, invoice.c.status.in_((*_OPEN, "partPaid")), ~invoice.c.is_credit_note)
        share = self.dice.choice((100, 100, 95, 50))
        body = {"amount": max(1, row["outstanding"] * share // 100), "type": "bankTransfer", "datePaid": "2026-11-20"}
        payments.add(tx, row["id"], body)

    def take_back(self, tx: Tx) -> None:
        row = self.pick(tx, invoice.c.paid > 0)
        mine = sa.and_(payment.c.invoice_id == row["id"], payment.c.source == "manual", payment.c.amount > 0)
        payment_id = tx.scalar(sa.select(payment.c.id).where(mine).limit(1))
        if payment_id is None:
            raise rules_out("paid in Xero")
        payments.reverse(tx, payment_id)

    def credit(self, tx: Tx) -> None:
        owed = invoice.c.outstanding > 1_000
        parent = self.pick(tx, owed, ~invoice.c.is_credit_note, invoice.c.status.in_((*_OPEN, "partPaid")))
        record = creation.create(tx, {"isCreditNote": True, "title": "Credit", "parentId": parent["id"]})["id"]
        line = {"meta_type": "credit", "type": "other", "account_id": 472, "description": "<p>Hours not taken</p>"}
        off = -self.dice.randint(1, parent["outstanding"] // 2)
        tx.insert(invoice_item, line | {"invoice_id": record, "amount": off})
        self.move(tx, record, "mark/sent", date="2026-11-20T09:30:00Z")

    def credit_back(self, tx: Tx) -> None:
        self.move(
            tx, self.pick(tx, invoice.c.parent_id.is_not(None), invoice.c.status.in_(_OPEN))["id"], "mark/cancelled"
        )

    def cancel(self, tx: Tx) -> None:
        row = self.pick(tx, invoice.c.status.in_(_OPEN), ~invoice.c.is_credit_note, invoice.c.credited == 0)
        self.move(tx, row["id"], "mark/cancelled")

    def write_off(self, tx: Tx) -> None:
        small = invoice.c.outstanding * 10 < invoice.c.total
        commands.write_off(tx, self.pick(tx, invoice.c.status == "partPaid", invoice.c.outstanding > 0, small)["id"])

    def back(self, tx: Tx) -> None:
        self.move(tx, self.pick(tx, invoice.c.status == "paid", ~invoice.c.is_credit_note)["id"], "mark/proposed")


def rules_out(text: str) -> Refused:
    return Refused(text)


def main(path: str) -> None:
    """Run until killed."""
    context.set_service(service.name)
    office = Office(random.SystemRandom().randrange(10**9))
    with Path(path).open("ab", buffering=0) as done:
        while True:
            try:
                with database().transaction(ANN) as tx:
                    office.change(tx)
            except Refused as refused:
                if refused.status >= 500:
                    raise
                continue
            done.write(b".\n")


if __name__ == "__main__":
    main(sys.argv[1])
