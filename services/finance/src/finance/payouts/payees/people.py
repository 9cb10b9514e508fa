"""People who are paid: tutors and invigilators, each with the copy of their name and the lines that pay them."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from finance.payouts.invigilators.model import invigilator, pay_duty
from finance.payouts.tutors.model import pay_line, tutor
from kit.database import Tx

PAYEES = {"tutor": (tutor, pay_line), "invigilator": (invigilator, pay_duty)}
"""By kind of person: the copy with name and e-mail address, and the lines of pay runs."""


@dataclass(frozen=True)
class Payee:
    """A person who is paid."""

    kind: str
    id: int

    @property
    def column(self) -> str:
        """The column that holds the person of a line or an account."""
        return f"{self.kind}_id"

    @property
    def lines(self) -> sa.Table:
        return PAYEES[self.kind][1]

    def owns(self, table: sa.Table) -> sa.ColumnElement[bool]:
        """Select the rows of a table that are of this person."""
        return table.c[self.column] == self.id

    def name(self, tx: Tx) -> str:
        """Return the name, empty where it is not known."""
        copy = PAYEES[self.kind][0]
        return str(tx.scalar(sa.select(copy.c.name).where(copy.c.id == self.id)) or "")
