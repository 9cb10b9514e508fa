"""Demo data of invoices: 1,200 of them, in every status."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg

from services.demo.enquiries import enquiries
from services.demo.tables import events
from services.demo.world import SEED, TODAY, Person, World, payer_of
from services.finance.demo import charges, payouts, rates, sending
from services.finance.demo.accounts import (
    ACCOUNT_OF,
    CHART,
    EXAM_ACCOUNT_OF,
    write_accounts,
    write_bank_accounts,
    write_copies,
)

EMPTY = "SELECT NOT EXISTS (SELECT FROM invoice)"
EVENTS = events(
    "finance.invoice.changed",
    "invoice",
    """
    'id', id, 'number', coalesce(number, ''), 'status', status, 'organisationId', organisation_id,
    'currency', currency, 'total', total, 'outstanding', outstanding, 'isCreditNote', is_credit_note,
    'personKind', person_kind, 'personId', person_id, 'studentId', coalesce(student_id, 0),
    'dueDate', coalesce(due_date::text, ''), 'deleted', false
    """,
)
"""Statements that publish the invoices to other services, with the values that triggers computed."""

INVOICES = 1_200
_LINES = {
    "fulltime": ("Full-time tuition, {term} term", (380_000, 720_000)),
    "asp": ("Academic support programme, {n} hours", (45_000, 160_000)),
    "supp": ("Supplementary tuition in {subject}, {n} hours", (12_000, 64_000)),
    "exams": ("{board} {level} {subject}: entry fee", (4_800, 24_000)),
    "other": ("Course materials", (2_500, 18_000)),
}
_UK, _IN_EUROS = (1, 4, 5), 37
_OWN_CHILDREN = 3
"""The first students: the demo client pays for them."""
_FOOTER = "<p>Thank you for learning with Staffroom. We are glad to answer any question about this document.</p>"
_NOTES = ("Agreed by telephone with the family", "Second child: discount applied", "Awaiting exam entries")


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Write read copies, chart of accounts, and invoices with items, plans, payments and credit notes."""
    write_copies(connection, world)
    subs = write_accounts(connection)
    write_bank_accounts(connection)
    with _unguarded(connection):
        _Book(world, subs).write(connection)
    rates.load(connection)
    sending.load(connection)
    charges.load(connection)
    payouts.load(connection, world)
    for table in ("account", "sub_account", "bank_account", "invoice"):
        connection.execute(
            f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))"  # noqa: S608  names of ours
        )


@contextmanager
def _unguarded(connection: psycopg.Connection[Any]) -> Iterator[None]:
    """Disable the row triggers that check and sum inside the block: they take twice as long as everything else.
    Triggers that compute sums and status stay enabled."""
    triggers = [
        *(f"{table} {{}} TRIGGER guard" for table in ("invoice_item", "invoice_footer_header", "instalment")),
        *(f"{table} {{}} TRIGGER adds_up" for table in ("invoice", "invoice_item", "payment")),
    ]
    for switch in ("DISABLE", "ENABLE"):
        for trigger in triggers:
            connection.execute(f"ALTER TABLE {trigger.format(switch)}".encode())
        if switch == "DISABLE":
            yield


@dataclass
class _Invoice:
    """One invoice under construction; `status` is applied after its items and payments are written."""

    id: int
    organisation: int
    person: Person
    status: str
    date: dt.date
    student: int | None = None
    credit_of: _Invoice | None = None
    items: list[tuple[Any, ...]] = field(default_factory=list)

    @property
    def currency(self) -> str:
        """Return the currency: euros in Portugal, and on some invoices of the UK."""
        if self.credit_of is not None:
            return self.credit_of.currency
        return "EUR" if self.organisation == 3 or (self.id % _IN_EUROS == 0 and self.organisation in _UK) else "GBP"

    @property
    def total(self) -> int:
        return sum(_line_total(*item[4:8]) for item in self.items)


def _half_up(numerator: int, denominator: int) -> int:
    """Round half up to the penny, away from zero for negative amounts."""
    sign = -1 if numerator < 0 else 1
    return sign * ((abs(numerator) * 2 + denominator) // (denominator * 2))


def _line_total(amount: int, discount_type: str, discount: int, rate: int) -> int:
    off = discount if discount_type == "amount" else _half_up(amount * discount, 10_000) if discount else 0
    return amount - off + _half_up((amount - off) * rate, 10_000)


class _Book:
    """Generate the invoices from one seed and write them."""

    def __init__(self, world: World, subs: dict[int, list[tuple[int, int]]]) -> None:
        self.world, self.subs = world, subs
        self.enquiries = {one.student_id: one.ewt_id for one in enquiries(world)}
        self.dice = random.Random(SEED + 4)  # noqa: S311  reproducible data, not a secret
        self.staff = [person for person in world.people["staff"] if person.status == "active"]
        self.invoices = list(self._generate())

    def _generate(self) -> Iterator[_Invoice]:
        paid: list[_Invoice] = []
        for number in range(1, INVOICES + 1):
            if number % 20 == 0 and paid:
                original = self.dice.choice(paid)
                paid.remove(original)
                yield self._credit(number, original)
                continue
            status = self.dice.choices(
                ("draft", "proposed", "final", "booked", "partPaid", "paid", "cancelled"), (8, 20, 4, 5, 8, 49, 6)
            )[0]
            invoice = self._invoice(number, status)
            if status in {"paid", "partPaid", "booked"}:
                paid.append(invoice)
            yield invoice

    def _invoice(self, number: int, status: str) -> _Invoice:
        dice = self.dice
        kind = dice.choices(("client", "student", "candidate"), (60, 30, 10))[0]
        person, student = self._payer(kind, own=number <= 12)
        days = dice.randint(0, 60) if status in {"draft", "proposed"} else dice.randint(20, 365 * 5)
        home = self.world.people["student"][student - 1] if student else person
        invoice = _Invoice(number, home.organisation_id, person, status, TODAY - dt.timedelta(days=days), student)
        kinds = ("exams",) if kind == "candidate" else tuple(_LINES)
        if dice.random() < 0.15:
            invoice.items.append(("title", "other", None, None, 0, "none", 0, 0, "<p><b>Autumn programme</b></p>"))
        for _ in range(dice.randint(1, 6)):
            invoice.items.append(self._line(invoice, dice.choice(kinds)))
        if dice.random() < 0.08:
            account, _, _ = self._account(invoice.organisation, "other")
            lines = sum(item[4] for item in invoice.items)
            off = -min(dice.randint(1_000, 9_000), lines // 4)  # an issued invoice is never negative
            invoice.items.append(("credit", "other", account, None, off, "none", 0, 0, "<p>Goodwill</p>"))
        return invoice

    def _payer(self, kind: str, *, own: bool) -> tuple[Person, int | None]:
        """Return the invoiced person and the student: the client who pays for that student. With `own`, return the demo
        client or the demo student, who each have invoices of their own to open."""
        people, dice = self.world.people, self.dice
        if kind == "candidate":
            return dice.choice(people["candidate"]), None
        if own and kind == "student":
            return people["student"][0], people["student"][0].id
        student = dice.randint(1, _OWN_CHILDREN if own else len(people["student"]))
        return self.world.payer(student), student

    def _account(self, organisation: int, kind: str) -> tuple[int, int | None, int]:
        """Return account, sub account and VAT rate of a line: VAT in the UK organisations only."""
        chart = CHART[organisation]
        account = EXAM_ACCOUNT_OF[chart] if kind == "exams" else chart * 100 + ACCOUNT_OF[kind]
        choices = self.subs.get(account)
        if not choices:
            return account, None, 0
        sub, rate = self.dice.choice(choices)
        return account, sub, rate

    def _line(self, invoice: _Invoice, kind: str) -> tuple[Any, ...]:
        dice = self.dice
        account, sub, rate = self._account(invoice.organisation, kind)
        text, (low, high) = _LINES[kind]
        course = dice.choice(self.world.drawn)
        text = text.format(
            term=dice.choice(("Michaelmas", "Hilary", "Trinity")),
            n=dice.randint(2, 30),
            subject=course.subject,
            board=course.board,
            level=course.level,
        )
        amount = dice.randint(low // 50, high // 50) * 50
        discount_type, discount = dice.choices((("none", 0), ("amount", 2_500), ("percentage", 1_000)), (80, 8, 12))[0]
        if discount_type == "amount" and amount < discount:
            discount_type, discount = "none", 0
        meta = "subitem" if any(item[0] == "title" for item in invoice.items) else "standalone"
        return (meta, kind, account, sub, amount, discount_type, discount, rate, f"<p>{text}</p>")

    def _credit(self, number: int, original: _Invoice) -> _Invoice:
        day = min(TODAY, original.date + dt.timedelta(days=30))
        credit_note = _Invoice(number, original.organisation, original.person, "final", day, original.student, original)
        account, sub, rate = self._account(original.organisation, "other")
        amount = -max(1, original.total // 20)
        credit_note.items.append(("credit", "other", account, sub, amount, "none", 0, rate, "<p>Hours not taken</p>"))
        return credit_note

    def write(self, connection: psycopg.Connection[Any]) -> None:
        """Insert the invoices as drafts, then their parts, whose sums triggers compute, then their statuses."""
        with connection.cursor() as cursor:
            with cursor.copy(f"COPY invoice ({', '.join(_COLUMNS)}) FROM STDIN") as copy:
                for invoice in self.invoices:
                    copy.write_row(self._row(invoice))
            with cursor.copy(
                "COPY invoice_item (invoice_id, meta_type, type, account_id, sub_account_id, amount, discount_type, "
                "discount, vat_rate, description, display_order) FROM STDIN"
            ) as copy:
                for invoice in self.invoices:
                    for order, item in enumerate(invoice.items):
                        copy.write_row((invoice.id, *item, order))
            cursor.execute(
                "UPDATE invoice_item SET vat_treatment = s.vat_treatment FROM sub_account s "
                "WHERE s.id = sub_account_id AND s.vat_treatment <> 'outside'"
            )
            self._parts(cursor)
            cursor.executemany(
                "UPDATE invoice SET status = %s WHERE id = %s", [(entry.status, entry.id) for entry in self.invoices]
            )

    def _row(self, invoice: _Invoice) -> tuple[Any, ...]:
        dice, person = self.dice, invoice.person
        sent = invoice.status not in {"draft", "cancelled"} and dice.random() < 0.85
        noon = dt.datetime.combine(invoice.date, dt.time(12), dt.UTC)
        started = invoice.date.year - (invoice.date.month < 9)
        year = 0 if dice.random() < 0.03 else started % 100 * 100 + (started + 1) % 100
        author, sender = dice.choice(self.staff), dice.choice(self.staff)
        number = None if invoice.status == "draft" else f"INV-{10_000 + invoice.id}"
        title = "Credit" if invoice.credit_of else "Proposal" if invoice.status in {"draft", "proposed"} else "Invoice"
        note = f"<p>{dice.choice(_NOTES)}</p>" if dice.random() < 0.4 else ""
        nif = f"5{dice.randint(10_000_000, 99_999_999)}" if invoice.organisation == 3 else ""
        entity = ("student", invoice.student) if invoice.student else ("candidate", person.id)
        return (
            invoice.id,
            uuid.UUID(int=dice.getrandbits(128), version=4),
            f"{dice.randint(0, 999_999):06d}",
            invoice.organisation,
            title,
            number,
            invoice.credit_of is not None,
            invoice.credit_of.id if invoice.credit_of else None,
            year,
            invoice.date,
            None if dice.random() < 0.05 else invoice.date + dt.timedelta(days=30),
            invoice.currency,
            person.kind,
            person.id,
            person.name,
            invoice.student,
            self.enquiries[invoice.student] if invoice.student else None,
            *entity,
            person.email,
            person.street,
            person.city,
            person.postcode,
            nif,
            note,
            noon - dt.timedelta(hours=2) if sent else None,
            sender.name if sent else "",
            author.user_id,
            author.name,
            noon,
            noon,
            *self._reason(invoice, author.name, noon),
        )

    def _reason(self, invoice: _Invoice, author: str, moment: dt.datetime) -> tuple[str, str, dt.datetime | None]:
        """Return why the person is invoiced, and who chose them when."""
        if invoice.credit_of:
            return "ofInvoice", "", None
        if invoice.person.kind != "client":
            return "self", "", None
        if invoice.student and payer_of(invoice.student) == invoice.person.id:
            return "paysForStudent", "", None
        return "chosen", author, moment

    def _learner(self, invoice: _Invoice) -> str:
        """Return the person who is taught, not always the payer."""
        student = self.world.people["student"][invoice.student - 1] if invoice.student else invoice.person
        return student.name

    def _parts(self, cursor: psycopg.Cursor[Any]) -> None:
        """Insert header and footer lines, instalment plans and payments."""
        dice = self.dice
        texts, plans, payments = [], [], []
        first = 1
        for invoice in self.invoices:
            if dice.random() < 0.3 and not invoice.credit_of:
                texts.append((invoice.id, "header", "custom", f"<p>Re: tuition for {self._learner(invoice)}</p>", 0))
            if not invoice.credit_of:
                texts.append((invoice.id, "footer", "sample", _FOOTER, 0))
            if invoice.credit_of or invoice.status in {"draft", "cancelled"} or invoice.total <= 0:
                continue
            parts = [(first + place, *part) for place, part in enumerate(self._plan(invoice))]
            first += len(parts)
            plans += parts
            payments += self._paid(invoice, parts)
        cursor.executemany(
            "INSERT INTO invoice_footer_header (invoice_id, place, tag, description, display_order) "
            "VALUES (%s, %s, %s, %s, %s)",
            texts,
        )
        cursor.executemany(
            "INSERT INTO instalment (id, invoice_id, amount, due_date, paid_date, payment_type, is_paid) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s)",
            plans,
        )
        cursor.execute("SELECT setval(pg_get_serial_sequence('instalment', 'id'), %s)", (first,))
        planned = sorted({plan[1] for plan in plans})
        cursor.execute("UPDATE invoice SET has_instalment_plan = true WHERE id = ANY(%s)", (planned,))
        cursor.executemany(
            "INSERT INTO payment (invoice_id, type, amount, date_paid, source, instalment_id) "
            "VALUES (%s, %s, %s, %s, %s, %s)",
            payments,
        )

    def _plan(self, invoice: _Invoice) -> list[tuple[Any, ...]]:
        """Return three instalments that add up to the total, for every fifth invoice and every part-paid one."""
        if invoice.status != "partPaid" and self.dice.random() > 0.2:
            return []
        third = invoice.total // 3
        amounts = (third, third, invoice.total - 2 * third)
        settled = {"paid": 3, "partPaid": 1}.get(invoice.status, 0)
        return [
            (
                *(invoice.id, amount, due),
                *((min(due, TODAY), "bankTransfer", True) if place < settled else (None, None, False)),
            )
            for place, amount in enumerate(amounts)
            for due in [invoice.date + dt.timedelta(days=30 * (place + 1))]
            if amount
        ]

    def _paid(self, invoice: _Invoice, plan: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        if plan:
            return [
                (invoice.id, kind, amount, day, "instalment", number)
                for number, _, amount, _, day, kind, paid in plan
                if paid
            ]
        if invoice.status != "paid":
            return []
        how = self.dice.choice(("bankTransfer", "creditCard", "flywire", "other"))
        day = min(TODAY, invoice.date + dt.timedelta(days=self.dice.randint(1, 40)))
        return [(invoice.id, how, invoice.total, day, "manual", None)]


_COLUMNS = (
    "id",
    "uuid",
    "passcode",
    "organisation_id",
    "title",
    "number",
    "is_credit_note",
    "parent_id",
    "billing_year",
    "date",
    "due_date",
    "currency",
    "person_kind",
    "person_id",
    "name",
    "student_id",
    "enquiry_with_type_id",
    "entity_type",
    "entity_type_id",
    "email",
    "line1",
    "line2",
    "postcode",
    "nif",
    "description",
    "email_sent",
    "email_sent_by_name",
    "created_by_id",
    "created_by_name",
    "created",
    "modified",
    "payer_reason",
    "payer_chosen_by",
    "payer_chosen",
)
