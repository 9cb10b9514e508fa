"""The payer who is invoiced (`docs/finance.md`, Who is invoiced)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import address, client_student, enquiry, person
from finance.invoices.model import invoice
from kit.database import Tx
from kit.policy import Row

ADDRESS = ("line1", "line2", "line3", "postcode")
"""Columns of an invoice that hold its address."""
_HOME_COUNTRY = "United Kingdom"


def payer(tx: Tx, kind: str, number: int) -> dict[str, Any] | None:
    """Payer columns of an invoice made from a student, candidate or enquiry with type, or None where nobody is known.

    The newest invoice made from the same record gives the payer. Without one, the payer is the person an enquiry
    names, the client who pays for a student, or else the student, at their primary address.
    """
    persons = _persons_of_enquiry(tx, number) if kind == "enquiry" else {kind: number}
    return _payer_of_last_invoice(tx, kind, number, persons) or _payer_from_copy(tx, _with_paying_client(tx, persons))


def _persons_of_enquiry(tx: Tx, number: int) -> dict[str, int]:
    """Ids of the persons that an enquiry names, by kind, the payer first; empty where the read copy has none."""
    row = tx.one(sa.select(enquiry).where(enquiry.c.id == number)) or {}
    persons = {kind: row.get(f"{kind}_id") for kind in ("client", "student", "candidate")}
    return {kind: person_id for kind, person_id in persons.items() if person_id is not None}


def _with_paying_client(tx: Tx, persons: Mapping[str, int]) -> Mapping[str, int]:
    """`persons`, led by the client who pays for the student among them."""
    if "student" not in persons or "client" in persons:
        return persons
    columns = client_student.c
    condition = sa.and_(columns.student_id == persons["student"], columns.pays)
    client_id = tx.scalar(sa.select(columns.client_id).where(condition).order_by(columns.id.desc()).limit(1))
    return persons if client_id is None else {"client": client_id, **persons}


def _payer_of_last_invoice(tx: Tx, kind: str, number: int, persons: Mapping[str, int]) -> dict[str, Any] | None:
    columns = invoice.c
    condition = sa.and_(columns.entity_type == kind, columns.entity_type_id == number)
    if kind == "enquiry":
        if not persons:
            return None  # an older invoice names its own person, not the enquiry's
        condition = columns.enquiry_with_type_id == number
        # The enquiry may name another person now.
        matches = [
            sa.and_(columns.person_kind == person_kind, columns.person_id == person_id)
            for person_kind, person_id in persons.items()
        ]
        if "student" in persons:
            matches.append(columns.student_id == persons["student"])
        condition &= sa.or_(*matches)
    payer_columns = (columns.person_kind, columns.person_id, columns.name, columns.email, columns.student_id)
    address_columns = (columns[name] for name in ADDRESS)
    return tx.one(sa.select(*payer_columns, *address_columns).where(condition).order_by(columns.id.desc()).limit(1))


def _payer_from_copy(tx: Tx, persons: Mapping[str, int]) -> dict[str, Any] | None:
    for kind, person_id in persons.items():
        row = tx.one(sa.select(person).where(person.c.kind == kind, person.c.id == person_id))
        if row is not None:
            payer_columns = {"person_kind": kind, "person_id": person_id, "name": row["name"], "email": row["email"]}
            return payer_columns | {"student_id": persons.get("student")} | _address_columns(tx, kind, person_id)
    return None


def _address_columns(tx: Tx, kind: str, person_id: int) -> dict[str, str]:
    """Address columns of an invoice from the person's primary address; empty where none is known."""
    columns = address.c
    condition = sa.and_(columns.person_kind == kind, columns.person_id == person_id)
    row = tx.one(sa.select(address).where(condition).order_by(columns.primary.desc(), columns.id).limit(1))
    return dict(zip(ADDRESS, (*_address_lines(row), row["postcode"]), strict=True)) if row is not None else {}


def _address_lines(row: Row) -> tuple[str, str, str]:
    """Three address lines. The third joins the rest: the town, and the country unless it is the United Kingdom."""
    country = "" if row["country"] == _HOME_COUNTRY else row["country"]
    lines = [line for line in (row["line1"], row["line2"], row["line3"], row["city"], country) if line]
    first, second, *rest = [*lines, "", ""]
    return first, second, ", ".join(line for line in rest if line)
