"""Books of one invoice: its parts, and the sums, status and due date that follow from them.

They are computed independently of the server, from `money.md` and `docs/finance.md`. No sum is stored: every figure is
added up from the parts each time. The commands are in `ledger.py`.
"""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import dataclass, field
from typing import Any

from finance.invoices import issuing, rules
from finance.plans import rules as plans
from services.finance.tests.invoices.entries import Line, Note, Part, Payment, added_up

TODAY = dt.date(2026, 11, 20)


@dataclass
class Books:
    """One invoice of organisation 1 and its parts, by their ids."""

    id: int
    ids: itertools.count[int]
    status: str = "draft"
    unpaid: str | None = None
    numbered: bool = False
    sent: bool = False
    deleted: bool = False
    due: dt.date | None = None
    received: int = 0
    """Payments less refunds; each payment counts once, whichever call entered it."""
    lines: dict[int, Line] = field(default_factory=dict)
    editors: set[int] = field(default_factory=set)
    """Users who changed its lines: they may not write its balance off."""
    payments: dict[int, Payment] = field(default_factory=dict)
    parts: dict[int, Part] = field(default_factory=dict)
    notes: dict[int, Note] = field(default_factory=dict)
    ops: list[tuple[Any, ...]] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """Return the expected columns of the invoice."""
        amount, off, vat, written_off = added_up(self.lines.values())
        credited = sum([note.amount for note in self.notes.values() if note.status not in {"draft", "cancelled"}])
        paid = sum([entry.amount for entry in self.payments.values()])
        total = amount - off + vat
        return {
            "amount": amount,
            "discount": off,
            "vat": vat,
            "written_off": written_off,
            "paid": paid,
            "credited": credited,
            "total": total,
            "refunded": -sum(entry.amount for entry in self.payments.values() if entry.refund),
            "outstanding": 0 if self.status in {"draft", "cancelled"} else total - paid - credited,
            "status": self.status,
            "unpaid_status": self.unpaid,
            "due_date": self.due,
            "open_due_date": min(self._open(self._free()), default=None) if self.parts else None,
        }

    def row(self) -> dict[str, Any]:
        """Return the row as finance's own functions read it."""
        return self.figures() | {
            "id": self.id,
            "number": f"N-{self.id}" if self.numbered else None,
            "title": "Invoice",
            "is_credit_note": False,
            "parent_id": None,
            "has_instalment_plan": bool(self.parts),
            "email": "a@example.org",
            "email_sent": TODAY if self.sent else None,
            "person_kind": "client",
            "person_id": 1,
            "currency": "GBP",
            "created_by_id": 1,
            "hands": {"entered": {str(user): ["changed the lines", "2026-11-01"] for user in self.editors}},
        }

    def _facts(self) -> issuing.Facts:
        return issuing.Facts(len(self.lines), [part.amount for part in self.parts.values()])

    def _sound(self) -> bool:  # can be issued as it is
        return issuing.refuse_content(self.row(), self._facts()) is None

    def _withdrawn(self) -> bool:  # no issued note refers to it
        return all(note.status in rules.NOT_ISSUED for note in self.notes.values())

    # input of the commands

    def _follow(self) -> None:
        """Derive the status from the payments (docs/finance.md, Amounts)."""
        if self.status in {"draft", "cancelled"}:
            return
        sums, was = self.figures(), self.status
        owed = sums["total"] - sums["credited"]
        if sums["paid"]:
            if self.status not in {"paid", "partPaid"}:
                self.unpaid = self.status
            self.status = "paid" if sums["paid"] >= owed else "partPaid"
        elif self.status == "partPaid" or (self.status == "paid" and owed):
            self.status, self.unpaid = self.unpaid or "proposed", None
        if self.status != "paid" and was == "paid" and sums["written_off"]:  # the new balance exceeds the write-off
            self.lines = {key: line for key, line in self.lines.items() if not line.write_off}
            self._follow()

    def _open(self, free: int) -> list[dt.date]:
        """Return the days of the unpaid instalments that `free` money does not settle either."""
        if not self.parts:
            return []
        own = {entry.part for entry in self.payments.values()}
        errors = []
        for _, part in sorted(
            ((key, part) for key, part in self.parts.items() if key not in own),
            key=lambda one: (one[1].day, one[1].amount, one[0]),
        ):
            if part.amount <= free:
                free -= part.amount
            else:
                free = 0
                errors.append(part.day)
        return errors

    def _free(self) -> int:
        """Return the money that belongs to no instalment."""
        return max(0, sum(entry.amount for entry in self.payments.values() if entry.part is None))

    def _due_again(self, before: list[dt.date] | None = None, after: dt.date | None = None) -> None:
        """Move the due date with the payments (docs/finance.md, States and plans): to the next open instalment later
        than `after`, or to the earliest, unless the same ones are open as `before`."""
        now = self._open(self._free())
        later = [day for day in now if after is None or day > after]
        if now != before and later:
            self.due = min(later)

    def _planned(self, before: dt.date | None) -> None:
        """Move the due date with the plan: to its oldest open instalment, if that differs from `before`."""
        now = self._first_open()
        if now is not None and now != before:
            self.due = now

    def _first_open(self) -> dt.date | None:
        return min(self._open(self._free()), default=None)

    def _line(self, line: Line, *, server: bool = False) -> None:
        key = next(self.ids)
        self.lines[key] = line
        self.ops.append(("server line" if server else "line", key, self.id, line))
        self._follow()

    def _paid(self, entry: Payment) -> int:
        key, before = next(self.ids), self._open(self._free())
        self.payments[key] = entry
        self.ops.append(("payment", key, self.id, entry))
        if entry.part is None:
            self._due_again(before)
        else:
            self._due_again(after=self.parts[entry.part].day)
        self._follow()
        return key

    def _set(self, status: str) -> None:
        self.status, self.unpaid = status, None
        self.numbered = self.numbered or status != "draft"
        self.ops.append(("status", self.id, status))

    def _take_back(self) -> bool:
        sums = self.figures()
        if not sums["paid"]:
            return True
        if sum(entry.amount for entry in self.payments.values() if entry.source == "accounting"):
            return False
        self.received = 0
        for key in [key for key, entry in self.payments.items() if entry.source == "instalment"]:
            self._unpay(key)
        taken = {entry.reverses for entry in self.payments.values()}
        for key, entry in list(self.payments.items()):
            if entry.source == "manual" and entry.reverses is None and key not in taken:
                self._paid(Payment(-entry.amount, reverses=key, note=entry.note))
        for key, part in self.parts.items():
            if part.paid:
                self._tick(key, part, False)
        return True

    def _unpay(self, key: int) -> None:
        del self.payments[key]
        self.ops.append(("unpay", key))
        self._due_again()
        self._follow()

    def _tick(self, key: int, part: Part, paid: bool) -> None:
        part.paid = paid
        self.ops.append(("tick", key, paid))

    def _refuses_tick(self, key: int, part: Part) -> bool:
        rows = [
            {"id": n, "amount": one.amount, "due_date": one.day, "is_paid": one.paid} for n, one in self.parts.items()
        ]
        sums = self.figures()
        left = next(left for row, left in plans.amounts_left(rows, sums["paid"]) if row["id"] == key)
        return plans.refuse_tick(part.amount, left, sums["outstanding"], "GBP") is not None

    def _covered(self, key: int) -> int:
        """Return the money received for an unticked instalment: money of no instalment settles the earliest first."""
        free = self._free()
        for number, part in sorted(self.parts.items(), key=lambda one: (one[1].day, one[1].amount, one[0])):
            if part.paid:
                continue
            settled = min(free, part.amount)
            if number == key:
                return settled
            free -= settled
        raise KeyError(key)

    def _credit_left(self) -> list[tuple[int, int]]:
        """Return the issued credit notes, each with the rest of its credit to pay back."""
        issued = {key: note for key, note in self.notes.items() if note.status not in rules.NOT_ISSUED}
        back = {key: -sum(one.amount for one in self.payments.values() if one.note == key) for key in issued}
        sums = self.figures()
        room = max(0, sums["total"] - sums["paid"] - sum(back.values()))
        errors = []
        for key, note in issued.items():
            free = max(0, note.amount - back[key])
            errors.append((key, max(0, free - room)))
            room = max(0, room - free)
        return errors
