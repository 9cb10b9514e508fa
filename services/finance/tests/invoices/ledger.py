"""An invoice reckoned by hand: what the histories of `test_histories.py` are held against.

Whether a command may be made is asked of finance's own pure functions (`actions`, `INVOICE_STATES`, `rules`). What it
does is worked out here anew, from `money.md` and `docs/finance.md`, with no sum kept: every figure is added up from the
parts each time it is asked for. Each command leaves in `ops` the rows it writes, so that the same can be done to the
database.
"""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import dataclass, field
from typing import Any

from finance.editor.workflow import INVOICE_STATES
from finance.invoices import actions, issuing, rules
from finance.invoices.policy import books_payments, reverses_payments
from finance.plans import rules as plans
from kit.policy import Actor
from services.finance.tests.invoices.entries import Line, Note, Part, Payment, added_up
from staffroom_testing import actor

ADMIN = actor("sysAdmin", "staff")
ACCOUNTS = actor("accounting", "staff")
CANCELS = actor("cancelsInvoices", "staff")
OFFICE = actor("staff")
ACTORS = (ADMIN, ACCOUNTS, ACCOUNTS, CANCELS, OFFICE)
TODAY = dt.date(2026, 11, 20)
FIRST = dt.date(2026, 12, 1)
"""The day of the first instalment of a plan, one a month."""
LATER = dt.date(2027, 1, 15)
"""The day of an instalment on its own."""
_MOVES = {move.name: move for move in INVOICE_STATES.moves}


@dataclass
class Ledger:
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
    """Users who changed its lines: they do not write its balance off."""
    payments: dict[int, Payment] = field(default_factory=dict)
    parts: dict[int, Part] = field(default_factory=dict)
    notes: dict[int, Note] = field(default_factory=dict)
    ops: list[tuple[Any, ...]] = field(default_factory=list)

    def figures(self) -> dict[str, Any]:
        """The columns of the invoice that must come out."""
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
        """The row as finance's own functions read it."""
        return self.figures() | {
            "id": self.id,
            "number": f"N-{self.id}" if self.numbered else None,
            "title": "Invoice",
            "is_credit_note": False,
            "parent_id": None,
            "has_instalment_plan": bool(self.parts),
            "email": "a@example.org",
            "email_sent": TODAY if self.sent else None,
            "person_kind": "client", "person_id": 1,
            "currency": "GBP",
            "created_by_id": 1,
            "hands": {"entered": {str(user): ["changed the lines", "2026-11-01"] for user in self.editors}},
        }  # fmt: skip

    def _facts(self) -> issuing.Facts:
        return issuing.Facts(len(self.lines), [part.amount for part in self.parts.values()])

    def _sound(self) -> bool:  # fit to be issued as it stands
        return issuing.refuse_content(self.row(), self._facts()) is None

    def _withdrawn(self) -> bool:  # no issued note stands against it
        return all(note.status in rules.NOT_ISSUED for note in self.notes.values())

    # what commands are made of

    def _follow(self) -> None:
        """The status follows the money (docs/finance.md, One truth for money)."""
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
        if self.status != "paid" and was == "paid" and sums["written_off"]:  # more is owed again than what was forgiven
            self.lines = {key: line for key, line in self.lines.items() if not line.write_off}
            self._follow()

    def _open(self, free: int) -> list[dt.date]:
        """The days of the instalments without a payment of their own that `free` money does not settle either."""
        if not self.parts:
            return []
        own = {entry.part for entry in self.payments.values()}
        found = []
        for _, part in sorted(
            ((key, part) for key, part in self.parts.items() if key not in own),
            key=lambda one: (one[1].day, one[1].amount, one[0]),
        ):
            if part.amount <= free:
                free -= part.amount
            else:
                free = 0
                found.append(part.day)
        return found

    def _free(self) -> int:
        """The money that belongs to no instalment."""
        return max(0, sum(entry.amount for entry in self.payments.values() if entry.part is None))

    def _due_again(self, before: list[dt.date] | None = None, after: dt.date | None = None) -> None:
        """The due date follows the money (docs/finance.md, States and plans): to the next open instalment later than
        `after`, or to the earliest, unless the same are open as `before`."""
        now = self._open(self._free())
        later = [day for day in now if after is None or day > after]
        if now != before and later:
            self.due = min(later)

    def _planned(self, before: dt.date | None) -> None:
        """The due date follows the plan: to its oldest open instalment, where that is another than `before`."""
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
        """The money that came for an instalment that is not ticked: that of no instalment, the earliest first."""
        free = self._free()
        for number, part in sorted(self.parts.items(), key=lambda one: (one[1].day, one[1].amount, one[0])):
            if part.paid:
                continue
            settled = min(free, part.amount)
            if number == key:
                return settled
            free -= settled
        raise KeyError(key)

    def _read_only(self) -> bool:
        return rules.refuse_read_only({"status": self.status}) is not None

    def _keeps_lines(self) -> bool:  # an issued invoice
        return rules.refuse_issued({"status": self.status}) is not None

    def _may(self, action: str, who: Actor) -> bool:
        return actions.ACTIONS[action](who, self.row()) is None

    def _move(self, who: Actor, *names: str) -> str | None:
        """The move that is made among those that share a call, or None where it is refused."""
        name = next((name for name in names if _MOVES[name].leaves(self.status)), names[0])
        return name if INVOICE_STATES.refused(_MOVES[name], who, self.row()) is None else None

    # commands; each answers whether it was made

    def add_line(self, who: Actor, line: Line) -> bool:
        if self._keeps_lines():
            return False
        self._line(line)
        self.editors.add(who.user_id)
        return True

    def edit_line(self, who: Actor, key: int, amount: int) -> bool:
        line = self.lines[key]
        if self._keeps_lines() or (line.discount_type == "amount" and abs(amount) < line.discount):
            return False
        if amount != line.amount:
            self.editors.add(who.user_id)
        line.amount = amount
        self.ops.append(("edit", key, amount))
        self._follow()
        return True

    def drop_line(self, who: Actor, key: int) -> bool:
        if self._keeps_lines():
            return False
        del self.lines[key]
        self.editors.add(who.user_id)
        self.ops.append(("drop", key))
        self._follow()
        return True

    def send(self, who: Actor) -> bool:
        name = self._move(who, "sendDraft", "markSent")
        if issuing.refuse_sending(self.row(), self._facts()) is not None:
            return False
        if name == "sendDraft":
            self._set("proposed")
        self.sent = self.sent or name is not None
        return name is not None

    def pay(self, who: Actor, amount: int | None) -> bool:
        """The paid move; `amount` None is in full."""
        name = self._move(who, "pay", "payAnyway", "payAgain")
        if name is None or name == "payAgain":
            return name is not None
        opened = self.status in {"draft", "cancelled"}
        owed = self.figures()["total"] - self.figures()["paid"] - self.figures()["credited"]
        if (amount is not None and amount > max(0, owed)) or (opened and not self._sound()):
            return False
        if opened:
            self.status = "proposed"
            self.numbered = True
            self.ops.append(("open", self.id))
        size = max(0, owed) if amount is None else amount
        if size:
            self.received += size
            self._paid(Payment(size))
        if self.status != "partPaid" and self.status != "paid":
            self.status = "paid"
            self.ops.append(("say paid", self.id))
        return True

    def payment(self, who: Actor, amount: int) -> bool:
        if not self._may("pay", who) or amount > self.figures()["outstanding"]:
            return False
        self.received += amount
        self._paid(Payment(amount))
        return True

    def refund(self, who: Actor, amount: int) -> bool:
        """Money paid back, of the credit notes in their order as far as they are not set against the invoice."""
        if not self._may("refund", who) or amount > -self.figures()["outstanding"]:
            return False
        self.received -= amount
        for note, left in self._credit_left():
            share = min(amount, left)
            amount -= share
            if share:
                self._paid(Payment(-share, note=note))
        if amount:
            self._paid(Payment(-amount))
        return True

    def _credit_left(self) -> list[tuple[int, int]]:
        """The issued credit notes, each with what is left of its credit to pay back."""
        issued = {key: note for key, note in self.notes.items() if note.status not in rules.NOT_ISSUED}
        back = {key: -sum(one.amount for one in self.payments.values() if one.note == key) for key in issued}
        sums = self.figures()
        room = max(0, sums["total"] - sums["paid"] - sum(back.values()))
        found = []
        for key, note in issued.items():
            free = max(0, note.amount - back[key])
            found.append((key, max(0, free - room)))
            room = max(0, room - free)
        return found

    def reverse(self, who: Actor, key: int) -> bool:
        entry = self.payments[key]
        if not reverses_payments(who) or entry.source != "manual" or entry.reverses is not None:
            return False
        if all(other.reverses != key for other in self.payments.values()):
            if self.status in rules.NOT_ISSUED:
                return False
            self.received -= entry.amount
            self._paid(Payment(-entry.amount, reverses=key, note=entry.note))
        return True

    def synced(self, who: Actor, amount: int) -> bool:
        """A payment that the accounting system tells of, however much."""
        if self.status in {"draft", "cancelled"}:
            return False
        self.received += amount
        self._paid(Payment(amount, source="accounting"))
        return True

    def plan(self, who: Actor, count: int) -> bool:
        if self._read_only() or not self._may("createPlan", who):
            return False
        days = plans.due_dates(FIRST, "month", count)
        before = self._first_open()
        for amount, day in zip(plans.split(self.figures()["total"], count), days, strict=True):
            if amount:
                key = next(self.ids)
                self.parts[key] = Part(amount, day)
                self.ops.append(("part", key, self.id, amount, day))
        self._planned(before)
        return True

    def add_part(self, who: Actor, amount: int, paid: bool) -> bool:
        """An instalment on its own, ticked at once or not."""
        key, part = next(self.ids), Part(amount, LATER)
        if self._read_only() or (paid and (not books_payments(who) or self.status == "draft")):
            return False
        before = self._first_open()
        self.parts[key] = part
        if paid and self._refuses_tick(key, part):
            del self.parts[key]
            return False
        self._planned(before)
        self.ops.append(("new part", key, self.id, amount, part.day))
        if paid:
            self.received += amount - self._covered(key)
            self._tick(key, part, True)
            self._paid(Payment(amount, source="instalment", part=key))
        return True

    def edit_part(self, who: Actor, key: int, amount: int) -> bool:
        part = self.parts[key]
        if self._read_only() or part.paid:
            return False
        before = self._first_open()
        part.amount = amount
        self.ops.append(("edit part", key, amount))
        self._planned(before)
        return True

    def drop_part(self, who: Actor, key: int) -> bool:
        if self._read_only() or self.parts[key].paid:
            return False
        before = self._first_open()
        del self.parts[key]
        self.ops.append(("drop part", key))
        self._planned(before)
        return True

    def tick(self, who: Actor, key: int) -> bool:
        part = self.parts[key]
        if self.status == "cancelled" or not books_payments(who):
            return False
        if part.paid:
            return True
        if self.status == "draft" or self._refuses_tick(key, part):
            return False
        self.received += part.amount - self._covered(key)
        self._tick(key, part, True)
        self._paid(Payment(part.amount, source="instalment", part=key))
        return True

    def untick(self, who: Actor, key: int) -> bool:
        part = self.parts[key]
        if self.status == "cancelled":
            return False
        if not books_payments(who):
            return False
        if not part.paid:
            return True
        self.received -= part.amount
        self._tick(key, part, False)
        self._unpay(next(key_ for key_, entry in self.payments.items() if entry.part == key))
        return True

    def note(self, who: Actor, amount: int) -> bool:
        """A credit note over `amount`, still a draft."""
        if not self._may("creditNote", who):
            return False
        key = next(self.ids)
        self.notes[key] = Note(amount)
        self.ops.append(("note", key, self.id, next(self.ids), amount))
        return True

    def note_status(self, who: Actor, key: int, status: str) -> bool:
        """Issue a note or cancel it, as a sysAdmin, whom no state stops."""
        note = self.notes[key]
        if note.status == status:
            return False
        if status not in rules.NOT_ISSUED and not self._credits(note):
            return False
        if status in rules.NOT_ISSUED and sum(one.amount for one in self.payments.values() if one.note == key):
            return False  # credit of it was paid back
        note.status = status
        self.ops.append(("note status", key, status))
        self._follow()
        return True

    def _credits(self, note: Note) -> bool:  # whether finance issues it
        row = {"status": note.status, "total": -note.amount, "currency": "GBP", "is_credit_note": True}
        return issuing.refuse_content(row, issuing.Facts(1, parent=self.row())) is None

    def write_off(self, who: Actor) -> bool:
        if not self._may("writeOff", who):
            return False
        before = self._first_open()
        for key in [key for key, part in self.parts.items() if not part.paid]:
            del self.parts[key]
            self.ops.append(("server part", key))
        self._planned(before)
        self._line(Line(-self.figures()["outstanding"], write_off=True), server=True)
        return True

    def set_status(self, who: Actor, status: str) -> bool:
        names = {
            "proposed": ("propose", "proposeAnyway"),
            "cancelled": ("cancel", "cancelAnyway"),
            "draft": ("draft", "draftAnyway"),
            "final": ("final",),
        }[status]
        if self._move(who, *names) is None:
            return False
        if status in rules.NOT_ISSUED and not self._withdrawn():
            return False
        if status == "proposed" and self.status in rules.NOT_ISSUED and not self._sound():
            return False
        if status != "final" and not self._take_back():
            return False
        self._set(status)
        return True

    def take_back(self, who: Actor) -> bool:
        """Back to draft by accounting, while nothing was paid."""
        taken = {entry.reverses for entry in self.payments.values()}
        if any(entry.reverses is None and key not in taken for key, entry in self.payments.items()):
            return False
        if not self._may("takeBack", who) or self._move(who, "takeBack") is None or not self._withdrawn():
            return False
        self._set("draft")
        return True

    def delete(self, who: Actor) -> bool:
        if not self._may("delete", who):
            return False
        if self.numbered:
            return self.set_status(who, "cancelled")
        if self.notes:  # they refer to it
            return False
        self.deleted = True
        self.ops.append(("delete", self.id))
        return True
