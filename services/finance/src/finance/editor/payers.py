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
_AT_HOME = "United Kingdom"


def payer(tx: Tx, kind: str, number: int) -> dict[str, Any] | None:
    """Columns of an invoice made from a student, candidate or enquiry with type that say who is invoiced, or None where
    nobody is known.

    As on the newest invoice made from the same: whoever pays for a student once pays again. Without one, of an enquiry
    whoever asked, of a student the client who pays for them, else they themselves, at their primary address.
    """
    persons = _asked_for(tx, number) if kind == "enquiry" else {kind: number}
    return _as_before(tx, kind, number, persons) or _first_known(tx, _with_who_pays(tx, persons))


def _asked_for(tx: Tx, number: int) -> dict[str, int]:
    """The persons an enquiry names by their kinds, whoever pays first; none where people has told of none."""
    found = tx.one(sa.select(enquiry).where(enquiry.c.id == number)) or {}
    named = {kind: found.get(f"{kind}_id") for kind in ("client", "student", "candidate")}
    return {kind: person_id for kind, person_id in named.items() if person_id is not None}


def _with_who_pays(tx: Tx, persons: Mapping[str, int]) -> Mapping[str, int]:
    """`persons` after the client who pays for the student among them."""
    if "student" not in persons or "client" in persons:
        return persons
    columns = client_student.c
    mine = sa.and_(columns.student_id == persons["student"], columns.pays)
    paying = tx.scalar(sa.select(columns.client_id).where(mine).order_by(columns.id.desc()).limit(1))
    return persons if paying is None else {"client": paying, **persons}


def _as_before(tx: Tx, kind: str, number: int, persons: Mapping[str, int]) -> dict[str, Any] | None:
    columns = invoice.c
    mine = sa.and_(columns.entity_type == kind, columns.entity_type_id == number)
    if kind == "enquiry":
        if not persons:
            return None  # an older invoice says whom that was about, not whom the enquiry is about
        mine = columns.enquiry_with_type_id == number
        # An enquiry may have come to be about somebody else since.
        about = [
            sa.and_(columns.person_kind == who, columns.person_id == person_id) for who, person_id in persons.items()
        ]
        if "student" in persons:
            about.append(columns.student_id == persons["student"])
        mine &= sa.or_(*about)
    taken = (columns.person_kind, columns.person_id, columns.name, columns.email, columns.student_id)
    lines = (columns[name] for name in ADDRESS)
    return tx.one(sa.select(*taken, *lines).where(mine).order_by(columns.id.desc()).limit(1))


def _first_known(tx: Tx, persons: Mapping[str, int]) -> dict[str, Any] | None:
    for kind, number in persons.items():
        found = tx.one(sa.select(person).where(person.c.kind == kind, person.c.id == number))
        if found is not None:
            who = {"person_kind": kind, "person_id": number, "name": found["name"], "email": found["email"]}
            return who | {"student_id": persons.get("student")} | _home(tx, kind, number)
    return None


def _home(tx: Tx, kind: str, number: int) -> dict[str, str]:
    """The address of an invoice from the primary one of the person; nothing where none is known."""
    columns = address.c
    theirs = sa.and_(columns.person_kind == kind, columns.person_id == number)
    found = tx.one(sa.select(address).where(theirs).order_by(columns.primary.desc(), columns.id).limit(1))
    return dict(zip(ADDRESS, (*_lines(found), found["postcode"]), strict=True)) if found is not None else {}


def _lines(row: Row) -> tuple[str, str, str]:
    """Three lines, the last with all that is left: the town, and the country where that is not ours."""
    country = "" if row["country"] == _AT_HOME else row["country"]
    said = [line for line in (row["line1"], row["line2"], row["line3"], row["city"], country) if line]
    first, second, *rest = [*said, "", ""]
    return first, second, ", ".join(line for line in rest if line)
