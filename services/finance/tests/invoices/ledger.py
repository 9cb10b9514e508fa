"""Commands on an invoice, computed independently to compare with the histories of `test_histories.py`.

Finance's own pure functions (`actions`, `INVOICE_STATES`, `rules`) decide whether a command is allowed. Its effect is
computed here and in `books.py`, from `money.md` and `docs/finance.md`. Each command leaves the rows it writes in `ops`,
so that the same can be done to the database.
"""

from __future__ import annotations

import datetime as dt

from finance.editor.workflow import INVOICE_STATES
from finance.invoices import actions, issuing, rules
from finance.invoices.policy import books_payments, reverses_payments
from finance.plans import rules as plans
from kit.policy import Actor
from services.finance.tests.invoices.books import Books
from services.finance.tests.invoices.entries import Line, Note, Part, Payment
from staffroom_testing import actor

ADMIN = actor("sysAdmin", "staff")
ACCOUNTS = actor("accounting", "staff")
CANCELS = actor("cancelsInvoices", "staff")
OFFICE = actor("staff")
ACTORS = (ADMIN, ACCOUNTS, ACCOUNTS, CANCELS, OFFICE)
FIRST = dt.date(2026, 12, 1)
"""The day of the first instalment of a monthly plan."""
LATER = dt.date(2027, 1, 15)
"""The day of a separate instalment."""
_MOVES = {move.name: move for move in INVOICE_STATES.moves}


class Ledger(Books):
    """One invoice of organisation 1 and its commands."""

    def _read_only(self) -> bool:
        return rules.refuse_read_only({"status": self.status}) is not None

    def _keeps_lines(self) -> bool:  # an issued invoice
        return rules.refuse_issued({"status": self.status}) is not None

    def _may(self, action: str, who: Actor) -> bool:
        return actions.ACTIONS[action](who, self.row()) is None

    def _move(self, who: Actor, *names: str) -> str | None:
        """Return the move chosen among those that share a call, or None if it is refused."""
        name = next((name for name in names if _MOVES[name].leaves(self.status)), names[0])
        return name if INVOICE_STATES.refused(_MOVES[name], who, self.row()) is None else None

    # commands; each returns whether it was accepted

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
        """Make the move to paid; `amount` None pays in full."""
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
        """Pay money back from the credit notes in order, as far as they are not allocated to the invoice."""
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
        """Enter a payment reported by the accounting system, of any amount."""
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
        """Add a separate instalment, ticked at once or not."""
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
        """Create a draft credit note over `amount`."""
        if not self._may("creditNote", who):
            return False
        key = next(self.ids)
        self.notes[key] = Note(amount)
        self.ops.append(("note", key, self.id, next(self.ids), amount))
        return True

    def note_status(self, who: Actor, key: int, status: str) -> bool:
        """Issue or cancel a note as a sysAdmin, whom no state stops."""
        note = self.notes[key]
        if note.status == status:
            return False
        if status not in rules.NOT_ISSUED and not self._credits(note):
            return False
        if status in rules.NOT_ISSUED and sum(one.amount for one in self.payments.values() if one.note == key) != 0:
            return False  # part of its credit was paid back
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
        """Return to draft, by accounting, while nothing is paid."""
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
        if self.notes:  # notes refer to it
            return False
        self.deleted = True
        self.ops.append(("delete", self.id))
        return True
