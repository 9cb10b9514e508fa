"""Random histories of an invoice, 100,000 with `ALL=1`, else 5,315; the invariant of `docs/finance.md` is asserted
after every command.

Three kinds of history:

- 97,400 run in Python alone. Finance's own pure functions decide whether a command is allowed; the ledger
  (`ledger.py`, `books.py`), which stores no sums, computes its effect. They assert that no order of allowed commands
  breaks the invariant or the states, and that each payment is booked once, whether it was entered, ticked or came
  from the accounting system.
- 2,500 also run in the database. Set-based statements write the rows that the ledger lists for each command, one step
  of all histories at once: lines, payments, parts, notes and states. Triggers compute sums, status and guards. After
  every step each invoice must equal its ledger to the penny.
- 100 use the real calls (`caller.py`). In 80, each command must be accepted or refused as in the ledger, and the
  invoice must equal it. One command in four is sent twice with the same key, which must have no second effect. In 20,
  two clients send commands concurrently. The outcome depends on the order, so only the invariant is asserted, on the
  sums of the parts.

The numbers apply to `ALL=1`. `STAFFROOM_HISTORIES` replaces the first number.
"""

from __future__ import annotations

import itertools
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.statistics.queries import statistics
from kit.database import Database
from services.finance.tests.invoices.books import TODAY
from services.finance.tests.invoices.caller import Caller, adds_up, both, opened
from services.finance.tests.invoices.dice import begun, command
from services.finance.tests.invoices.invariants import check_holds
from services.finance.tests.invoices.ledger import ACCOUNTS, ADMIN, OFFICE, Ledger
from staffroom_testing.plugin import ClientFor
from staffroom_testing.sizes import sized

pytestmark = pytest.mark.slow
ON_PAPER = int(os.environ.get("STAFFROOM_HISTORIES", sized("5000", "97400")))
IN_THE_DATABASE, BY_CALLS, AT_ONCE = sized((300, 12, 3), (2_500, 80, 20))
COMMANDS = 8


def given(ledger: Ledger, dice: Random) -> bool:
    """Run one random command; returns whether it was accepted. A refused one must change nothing."""
    name, who, arguments = command(ledger, dice)
    before = ledger.figures()
    accepted: bool = getattr(ledger, name)(who, *arguments)
    assert accepted or ledger.figures() == before, f"{name} was refused and changed something"
    check_holds(ledger)
    return accepted


def test_histories_in_python() -> None:
    accepted = refused = 0
    reached: dict[str, int] = {}
    for seed in range(ON_PAPER):
        dice = Random(seed)
        ledger = begun(1, itertools.count(1), dice)
        for _ in range(COMMANDS):
            if ledger.deleted:
                break
            if given(ledger, dice):
                accepted += 1
            else:
                refused += 1
        reached[ledger.status] = reached.get(ledger.status, 0) + 1
    assert accepted > ON_PAPER * 2 and refused > ON_PAPER
    assert {"draft", "proposed", "final", "partPaid", "paid", "cancelled"} <= set(reached), reached


_INVOICE = """INSERT INTO invoice (id, passcode, organisation_id, title, status, is_credit_note, parent_id, date,
  person_kind, person_id, entity_type, entity_type_id, created_by_id) SELECT *, 'student', 1, 1
  FROM unnest(%(id)s::bigint[], %(passcode)s::text[], %(home)s::bigint[], %(title)s::text[], %(status)s::text[],
  %(note)s::bool[], %(parent)s::bigint[], %(date)s::date[], %(kind)s::text[], %(person)s::bigint[]) AS made"""
_PART = (
    "INSERT INTO instalment (id, invoice_id, amount, due_date) SELECT * FROM unnest(%s::bigint[], %s::bigint[],"
    " %s::bigint[], %s::date[])"
)
_WRITES = {
    "open": "UPDATE invoice SET status = 'proposed', number = coalesce(number, 'N-' || id)"
    " FROM unnest(%s::bigint[]) AS n WHERE id = n",
    "unpay": "DELETE FROM payment WHERE id = ANY(%s)",
    "tick": "UPDATE instalment SET is_paid = paid, paid_date = '2026-11-20', payment_type = 'other'"
    " FROM unnest(%s::bigint[], %s::bool[]) AS t (part, paid) WHERE id = part",
    "payment": "INSERT INTO payment (id, invoice_id, type, amount, date_paid, source, instalment_id, reverses_id,"
    " credit_note_id) SELECT id, invoice, 'other', amount, '2026-11-20', source, part, reverses, note"
    " FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::bigint[], %s::bigint[])"
    " AS p (id, invoice, amount, source, part, reverses, note)",
    "line": "INSERT INTO invoice_item (id, invoice_id, meta_type, type, description, amount, discount_type, discount,"
    " vat_rate, write_off) SELECT id, invoice, 'standalone', 'other', 'x', amount, kind, discount, rate, write_off FROM"
    " unnest(%s::bigint[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::int[], %s::bool[])"
    " AS l (id, invoice, amount, kind, discount, rate, write_off)",
    "edit": "UPDATE invoice_item SET amount = new FROM unnest(%s::bigint[], %s::bigint[]) AS e (line, new)"
    " WHERE id = line",
    "drop": "DELETE FROM invoice_item WHERE id = ANY(%s)",
    "part": _PART,
    "new part": _PART,
    "edit part": "UPDATE instalment SET amount = new FROM unnest(%s::bigint[], %s::bigint[]) AS e (part, new)"
    " WHERE id = part",
    "drop part": "DELETE FROM instalment WHERE id = ANY(%s)",
    "server part": "DELETE FROM instalment WHERE id = ANY(%s)",
    "note status": "UPDATE invoice SET status = new, number = coalesce(number, 'C-' || id)"
    " FROM unnest(%s::bigint[], %s::text[]) AS s (note, new) WHERE id = note",
    "say paid": "UPDATE invoice SET status = 'paid' WHERE id = ANY(%s)",
    "status": "UPDATE invoice SET status = new, unpaid_status = NULL, number = coalesce(number, CASE WHEN new <>"
    " 'draft' THEN 'N-' || id END) FROM unnest(%s::bigint[], %s::text[]) AS s (invoice, new) WHERE id = invoice",
    "delete": "DELETE FROM invoice WHERE id = ANY(%s)",
}
"""Write in the order of the command; unwritten columns stay."""
_ORDER = (
    "open",
    "note",
    "new part",
    "edit part",
    "drop part",
    "unpay",
    "tick",
    "payment",
    "line",
    "edit",
    "drop",
    "part",
    "server part",
    "server line",
    "note status",
    "say paid",
    "status",
    "delete",
)


def _values(op: tuple[Any, ...]) -> tuple[Any, ...]:
    kind, *rest = op
    if kind.endswith("line"):
        key, owner, line = rest
        return key, owner, line.amount, line.discount_type, line.discount, line.rate, line.write_off
    if kind == "payment":
        key, owner, entry = rest
        return key, owner, entry.amount, entry.source, entry.part, entry.reverses, entry.note
    return tuple(rest)


def _invoices(connection: sa.Connection, rows: list[tuple[int, int | None]]) -> None:
    many = len(rows)
    named = {
        "id": [key for key, _ in rows],
        "passcode": ["1"] * many,
        "home": [1] * many,
        "status": ["draft"] * many,
        "title": ["Invoice"] * many,
        "note": [parent is not None for _, parent in rows],
        "parent": [parent for _, parent in rows],
        "date": [TODAY] * many,
        "kind": ["client"] * many,
        "person": [1] * many,
    }
    connection.exec_driver_sql(_INVOICE, named)


def _write(connection: sa.Connection, ops: list[tuple[Any, ...]]) -> None:
    """The rows that one step of many histories writes."""
    for kind in _ORDER:
        mine = [_values(op) for op in ops if op[0] == kind]
        if not mine:
            continue
        if kind == "note":
            _invoices(connection, [(key, parent) for key, parent, _, _ in mine])
            lines = [(item, key, -amount, "none", 0, 0, False) for key, _, item, amount in mine]
            connection.exec_driver_sql(_WRITES["line"], tuple(map(list, zip(*lines, strict=True))))
            continue
        server = kind.startswith("server")
        if server:
            connection.exec_driver_sql("SET LOCAL staffroom.system = 'on'")
        statement = _WRITES.get(kind) or _WRITES[kind.removeprefix("server ")]
        connection.exec_driver_sql(statement, tuple(map(list, zip(*mine, strict=True))))
        if server:
            connection.exec_driver_sql("SET LOCAL staffroom.system = 'off'")
    connection.exec_driver_sql("SET CONSTRAINTS ALL IMMEDIATE")
    connection.exec_driver_sql("SET CONSTRAINTS ALL DEFERRED")


def _compare(connection: sa.Connection, ledgers: list[Ledger]) -> None:
    columns = [invoice.c[name] for name in ledgers[0].figures()]
    rows = connection.execute(sa.select(invoice.c.id, *columns).where(~invoice.c.is_credit_note)).mappings()
    rows_by_id = {row["id"]: {name: value for name, value in row.items() if name != "id"} for row in rows}
    expected = {ledger.id: ledger.figures() for ledger in ledgers if not ledger.deleted}
    wrong = {key: (expected[key], rows_by_id.get(key)) for key in expected if expected[key] != rows_by_id.get(key)}
    assert not wrong, f"{len(wrong)} invoices are not what their ledgers are, the first: {next(iter(wrong.items()))}"
    assert set(rows_by_id) == set(expected)


def _histories(connection: sa.Connection, many: int) -> None:
    """Run `many` histories, one step of all at once."""
    ids, dice = itertools.count(1), Random(17)
    ledgers = [begun(number, ids, dice) for number in range(1, many + 1)]
    _invoices(connection, [(ledger.id, None) for ledger in ledgers])
    for step in range(COMMANDS + 1):
        if step:
            for ledger in ledgers:
                if not ledger.deleted:
                    given(ledger, dice)
        _write(connection, [op for ledger in ledgers for op in ledger.ops])
        # Only this transaction sees these rows: the triggers' statements would stay planned for empty tables.
        connection.exec_driver_sql("ANALYZE invoice, invoice_item, payment, instalment")
        for ledger in ledgers:
            ledger.ops.clear()
        _compare(connection, ledgers)
        _compare_figures(connection)


def _compare_figures(connection: sa.Connection) -> None:
    """Check that the outstanding sum equals that of its ages, and the list's totals by currency."""
    figures = statistics(connection, OFFICE, {})
    outstanding = {row["currency"]: row["outstanding"] for row in figures["byCurrency"]}
    by_age = dict.fromkeys(outstanding, 0)
    for row in figures["byAge"]:
        by_age[row["currency"]] += row["outstanding"]
    assert by_age == outstanding


@contextmanager
def _undone(database: Database) -> Iterator[sa.Connection]:
    """A transaction that is rolled back."""
    with database.engine.connect() as connection:
        begun_ = connection.begin()
        try:
            yield connection
        finally:
            begun_.rollback()


def test_histories_in_the_database(database: Database) -> None:
    with _undone(database) as connection:
        _histories(connection, IN_THE_DATABASE)


_FUNCTION = "CREATE OR REPLACE FUNCTION {}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {}; RETURN NULL; END $$"
_BREAKS = {
    "refunds are not taken off": _FUNCTION.format(
        "invoice_add_up_payments",
        "UPDATE invoice SET paid = (SELECT coalesce(sum(amount), 0) FROM payment WHERE invoice_id = invoice.id"
        " AND amount > 0) WHERE id IN (SELECT invoice_id FROM changed)",
    ),
    "the status stays": "ALTER TABLE invoice DISABLE TRIGGER follow_money",
    "the due date stays": "ALTER TABLE payment DISABLE TRIGGER due_date_inserted",
    "the due date does not come back": "ALTER TABLE payment DISABLE TRIGGER due_date_deleted",
    "an instalment that is paid stays open": "ALTER TABLE payment DISABLE TRIGGER open_due_inserted",
    "a plan is not looked at": "ALTER TABLE instalment DISABLE TRIGGER open_due_inserted",
    "a write-off stays": "ALTER TABLE invoice DISABLE TRIGGER forget_write_off",
    "a line that goes is still counted": "ALTER TABLE invoice_item DISABLE TRIGGER add_up_deleted",
    "a credit note counts from draft on": _FUNCTION.format(
        "invoice_add_up_credits",
        "UPDATE invoice SET credited = (SELECT coalesce(-sum(n.total), 0) FROM invoice n WHERE n.parent_id = invoice.id"
        " AND n.status <> 'cancelled') WHERE id = NEW.parent_id",
    ),
}


@pytest.mark.parametrize("asserted", [True, False], ids=["the database finds it", "the comparison finds it"])
@pytest.mark.parametrize("broken", _BREAKS)
@pytest.mark.all
def test_broken_trigger_is_detected(database: Database, broken: str, asserted: bool) -> None:
    with _undone(database) as connection:
        connection.exec_driver_sql(_BREAKS[broken])
        if not asserted:
            for table in ("invoice", "invoice_item", "payment"):
                connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER adds_up")
        with pytest.raises((AssertionError, sa.exc.IntegrityError)):
            _histories(connection, 300)


def test_histories_by_calls(client: ClientFor, database: Database) -> None:
    for seed in range(BY_CALLS):
        dice = Random(seed)
        caller = opened(client, database, dice)
        for _ in range(COMMANDS):
            both(caller, *command(caller.ledger, dice), twice=dice.random() < 0.25)
            if caller.ledger.deleted:
                break
            with database.read() as connection:
                row = connection.execute(sa.select(invoice).where(invoice.c.id == caller.known[0])).mappings().one()
            expected = caller.ledger.figures()
            assert {name: row[name] for name in expected} == expected
    adds_up(database)


def _some(caller: Caller, parts: list[int], dice: Random, answered: list[int]) -> None:
    """Run six commands of one of two clients."""
    root, day = f"/invoice/{caller.known[0]}", TODAY.isoformat()
    for _ in range(6):
        amount = dice.choice((1, 500, 600, 5_000))
        calls: list[tuple[str, str, Any]] = [
            ("POST", f"{root}/payment", {"amount": amount, "type": "other", "datePaid": day}),
            ("POST", f"{root}/markaspaid/send/info", {"paidMeta": "other", "paidDate": day}),
            ("POST", f"{root}/mark/proposed", {}),
            ("POST", f"{root}/writeoff", None),
            ("POST", f"{root}/creditnote", {}),
            ("DELETE", root, None),
            *(("PUT", f"/invoiceInstallment/{part}", {"field": "isPaid", "newValue": False}) for part in parts),
        ]
        if parts and dice.random() < 0.5:
            answer = caller.tick(ADMIN, dice.choice(parts), True)
        else:
            answer = caller.call(dice.choice((ADMIN, ACCOUNTS)), *dice.choice(calls))
        answered.append(answer.status_code)


def test_histories_of_two_concurrent_clients(client: ClientFor, database: Database) -> None:
    for seed in range(AT_ONCE):
        caller = opened(client, database, Random(1_000 + seed))
        body = {"count": 2, "first": "2026-12-01", "every": "week"}
        plan = caller.call(OFFICE, "POST", f"/invoice/{caller.known[0]}/plan", body)
        parts = plan.json()["data"]["ids"] if plan.status_code == 201 else []
        answered: list[int] = []
        threads = [
            threading.Thread(target=_some, args=(caller, parts, Random(2 * seed + place), answered)) for place in (0, 1)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answered) == 12 and {code // 100 for code in answered} <= {2, 4}, answered
        adds_up(database)
