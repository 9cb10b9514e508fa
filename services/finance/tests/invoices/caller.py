"""A client that sends the commands of a ledger to the server, with the calls of a page."""

from __future__ import annotations

import copy
import itertools
from random import Random
from typing import Any

import sqlalchemy as sa

from finance.invoices.model import instalment, invoice, invoice_item, payment
from kit.database import Database
from kit.policy import Actor
from services.finance.tests.builders import make_payment
from services.finance.tests.invoices.books import TODAY
from services.finance.tests.invoices.dice import begun
from services.finance.tests.invoices.ledger import ADMIN, LATER, OFFICE, Ledger
from staffroom_testing.plugin import ClientFor

_ADDED_UP = sa.text("""
SELECT i.id, i.status, i.outstanding, i.total, l.total AS lines, i.paid, p.paid AS payments, i.credited,
  n.credited AS notes
FROM invoice i
CROSS JOIN LATERAL (SELECT coalesce(sum(total), 0) AS total FROM invoice_item WHERE invoice_id = i.id) l
CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS paid FROM payment WHERE invoice_id = i.id) p
CROSS JOIN LATERAL (SELECT coalesce(-sum(total), 0) AS credited FROM invoice WHERE parent_id = i.id
  AND status NOT IN ('draft', 'cancelled')) n
""")


def adds_up(database: Database) -> None:
    """Sums of every invoice, computed from its parts."""
    with database.read() as connection:
        rows = connection.execute(_ADDED_UP).mappings().all()
        parts = connection.execute(
            sa.select(sa.func.count())
            .select_from(instalment.outerjoin(payment, payment.c.instalment_id == instalment.c.id))
            .where(instalment.c.is_paid != payment.c.id.is_not(None))
        ).scalar()
    assert parts == 0, "an instalment is paid without a payment, or the reverse"
    for row in rows:
        assert (row["total"], row["paid"], row["credited"]) == (row["lines"], row["payments"], row["notes"]), dict(row)
        if row["status"] == "paid":
            assert row["outstanding"] <= 0, dict(row)
        if row["status"] == "partPaid":
            assert row["paid"] and row["outstanding"], dict(row)
        if row["status"] in {"draft", "proposed", "final", "cancelled"}:
            assert row["paid"] == 0, dict(row)


class Caller:
    """Sends the commands of a ledger to the server; maps the ledger's ids to the server's."""

    def __init__(self, client: ClientFor, database: Database, ledger: Ledger) -> None:
        self.client, self.database, self.ledger = client, database, ledger
        self.known: dict[int, int] = {}
        self.keys = itertools.count(1)

    def call(self, who: Actor, method: str, path: str, body: Any = None, *, key: str = "") -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return self.client(who).request(method, f"/api/v1{path}", json=body, headers=headers)

    def newest(self, table: sa.Table, ledger_keys: list[int]) -> None:
        """Map the rows just created, in the ledger's order."""
        columns = table.c
        mine = columns.parent_id if table is invoice else columns.invoice_id
        seen = {self.known[key] for key in ledger_keys if key in self.known}
        with self.database.read() as connection:
            ids = connection.execute(sa.select(columns.id).where(mine == self.known[0]).order_by(columns.id)).scalars()
            new = [record for record in ids if record not in seen]
        self.known |= dict(zip((key for key in ledger_keys if key not in self.known), new, strict=True))

    def give(self, name: str, who: Actor, arguments: tuple[Any, ...], *, key: str = "") -> Any:
        known, root = self.known, f"/invoice/{self.known[0]}"
        day = TODAY.isoformat()
        if name == "add_line":
            (line,) = arguments
            with self.database.transaction(OFFICE) as tx:  # the form of a line belongs to another room
                tx.insert(
                    invoice_item,
                    {
                        "invoice_id": known[0],
                        "meta_type": "standalone",
                        "type": "other",
                        "description": "x",
                        "amount": line.amount,
                        "discount_type": line.discount_type,
                        "discount": line.discount,
                        "vat_rate": line.rate,
                    },
                )
            return None
        if name == "edit_line":
            with self.database.transaction(OFFICE) as tx:
                at = invoice_item.c.id == known[arguments[0]]
                tx.execute(sa.update(invoice_item).where(at).values(amount=arguments[1]))
            return None
        if name == "drop_line":
            return self.call(who, "DELETE", f"/invoice/item/{known[arguments[0]]}")
        if name == "send":
            return self.call(who, "POST", f"{root}/mark/sent", {"date": f"{day}T09:30:00Z"}, key=key)
        if name == "pay":
            body = {"paidMeta": "other", "paidDate": day, "paidAmount": arguments[0]}
            return self.call(who, "POST", f"{root}/markaspaid/send/info", body, key=key)
        if name == "payment":
            body = {"amount": arguments[0], "type": "other", "datePaid": day}
            return self.call(who, "POST", f"{root}/payment", body, key=key)
        if name == "refund":
            body = {"amount": arguments[0], "type": "other", "datePaid": day}
            return self.call(who, "POST", f"{root}/refund", body, key=key)
        if name == "reverse":
            return self.call(who, "DELETE", f"/invoice/payment/{known[arguments[0]]}")
        if name == "synced":
            make_payment(self.database, known[0], arguments[0], source="accounting")
            return None
        if name == "plan":
            body = {"count": arguments[0], "first": "2026-12-01", "every": "month"}
            return self.call(who, "POST", f"{root}/plan", body, key=key)
        if name == "add_part":
            body = {"amount": arguments[0], "dueDate": LATER.isoformat(), "isPaid": arguments[1]}
            if arguments[1]:
                body |= {"paidDate": day, "paymentType": "other"}
            return self.call(who, "POST", f"{root}/invoiceInstallment", body, key=key)
        if name == "edit_part":
            path = f"/invoiceInstallment/{known[arguments[0]]}"
            return self.call(who, "PUT", path, {"field": "amount", "newValue": arguments[1]})
        if name == "drop_part":
            return self.call(who, "DELETE", f"/invoiceInstallment/{known[arguments[0]]}")
        if name in {"tick", "untick"}:
            return self.tick(who, known[arguments[0]], name == "tick")
        if name == "note":
            answer = self.call(who, "POST", f"{root}/creditnote", {}, key=key)
            if answer.status_code == 201:
                item = {"meta_type": "credit", "type": "other", "description": "x", "amount": -arguments[0]}
                if not answer.headers.get("idempotency-replayed"):
                    with self.database.transaction(OFFICE) as tx:
                        tx.insert(invoice_item, item | {"invoice_id": answer.json()["data"]["id"]})
            return answer
        if name == "note_status":
            note, status = known[arguments[0]], arguments[1]
            return self.call(ADMIN, "POST", f"/invoice/{note}/mark/{status}", {}, key=key)
        if name == "write_off":
            return self.call(who, "POST", f"{root}/writeoff", key=key)
        if name == "set_status":
            body = {"reason": "x"} if arguments[0] == "draft" else {}
            return self.call(who, "POST", f"{root}/mark/{arguments[0]}", body, key=key)
        if name == "take_back":
            return self.call(who, "POST", f"{root}/takeback", {"reason": "x"}, key=key)
        assert name == "delete"
        return self.call(who, "DELETE", root)

    def tick(self, who: Actor, part: int, paid: bool) -> Any:
        path = f"/invoiceInstallment/{part}"
        if paid:
            for field, value in (("paidDate", TODAY.isoformat()), ("paymentType", "other")):
                self.call(who, "PUT", path, {"field": field, "newValue": value})
        return self.call(who, "PUT", path, {"field": "isPaid", "newValue": paid})

    def follow(self) -> None:
        ledger = self.ledger
        for table, parts in (
            (invoice_item, ledger.lines),
            (payment, ledger.payments),
            (instalment, ledger.parts),
            (invoice, ledger.notes),
        ):
            self.newest(table, list(parts))


_BY_HAND = {"add_line", "edit_line", "synced"}
"""Write directly to the tables: forms of other rooms, and reports of the accounting system."""


def opened(client: ClientFor, database: Database, dice: Random) -> Caller:
    ledger = Ledger(1, itertools.count(1))
    caller = Caller(client, database, ledger)
    with database.transaction(OFFICE) as tx:
        caller.known[0] = tx.insert(
            invoice,
            {
                "passcode": "1",
                "organisation_id": 1,
                "title": "Invoice",
                "date": TODAY,
                "person_kind": "client",
                "person_id": 1,
                "entity_type": "student",
                "entity_type_id": 1,
                "created_by_id": 1,
            },
        )
    opening = begun(1, itertools.count(1), dice)
    for line in opening.lines.values():
        both(caller, "add_line", OFFICE, (line,))
    if opening.status != "draft":
        both(caller, "send", OFFICE, ())
    return caller


def both(caller: Caller, name: str, who: Actor, arguments: tuple[Any, ...], twice: bool = False) -> None:
    """Give a command to the ledger and to the server, which must agree."""
    ledger = caller.ledger
    accepted = getattr(ledger, name)(who, *copy.deepcopy(arguments))
    if name in _BY_HAND and not accepted:
        return
    key = f"k{caller.known[0]}-{next(caller.keys)}"
    for _ in range(2 if twice else 1):
        answer = caller.give(name, who, arguments, key=key)
        if answer is None:
            break
        summary = (
            f"{name} {arguments} by {sorted(who.roles)}: {answer.status_code} {answer.text[:200]} {ledger.figures()}"
        )
        assert (answer.status_code < 300) == accepted and answer.status_code < 500, summary
        if answer.request.method != "POST":
            break
    if not ledger.deleted:
        caller.follow()
