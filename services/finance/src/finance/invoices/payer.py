"""The payer of an invoice: the columns that come from the payer's record, and the reason shown on the page
(`docs/finance.md`, The payer)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import address, person
from finance.invoices.model import invoice
from kit.database import Tx, tables
from kit.database.reading import first_row
from kit.policy import Row
from kit.values.shown import shown

ADDRESS = ("line1", "line2", "line3", "postcode")
"""Columns of an invoice that hold its address."""
_HOME_COUNTRY = "United Kingdom"
_columns = invoice.c


def record_of(connection: sa.Connection, kind: str, person_id: int) -> dict[str, Any] | None:
    """Return name, e-mail address and primary address of a person as columns of an invoice; None if the read copy lacks
    the person."""
    row = first_row(connection, sa.select(person).where(person.c.kind == kind, person.c.id == person_id))
    if row is None:
        return None
    return {"name": row["name"], "email": row["email"]} | _address_columns(connection, kind, person_id)


def follow(tx: Tx, kind: str, person_id: int) -> None:
    """Update a payer's drafts from their record, except values that the office entered. Issued invoices are snapshots
    and stay. The draft of a credit note stays too, because it refers to its invoice."""
    values = record_of(tx.connection, kind, person_id)
    if values is None:
        return
    payer = sa.and_(_columns.person_kind == kind, _columns.person_id == person_id)
    mine = sa.and_(payer, _columns.status == "draft", _columns.parent_id.is_(None))
    new = {
        "name": values["name"],
        "email": sa.case((_columns.email_typed, _columns.email), else_=values["email"]),
        **{name: sa.case((_columns.address_typed, _columns[name]), else_=values[name]) for name in ADDRESS},
    }
    differs = sa.or_(*(_columns[name].is_distinct_from(value) for name, value in new.items()))
    tx.execute(sa.update(invoice).where(mine, differs).values(**new, **tables.version_values(invoice)))


def reason_text(row: Row, student: str | None, parent: str | None) -> str:
    """Return the sentence for `payer_reason`; `student` is the student's name, `parent` the number of the credited
    invoice."""
    match row["payer_reason"]:
        case "enquiry":
            return f"Client of enquiry {row['enquiry_with_type_id'] or row['entity_type_id']}"
        case "paysForStudent":
            return f"Pays for {student or 'the student'}"
        case "self":
            return "Pays for themselves"
        case "ofInvoice":
            return f"Payer of {parent or 'the credited invoice'}"
        case "chosen":
            return f"Chosen by {row['payer_chosen_by']} on {shown(row['payer_chosen'])[:8]}"
        case _:
            return "Taken over from an earlier invoice"


def typed(row: Row) -> list[str]:
    """Return the parts that the office entered, which do not follow the payer's record."""
    return [name for name in ("email", "address") if row[f"{name}_typed"]]


def _address_columns(connection: sa.Connection, kind: str, person_id: int) -> dict[str, str]:
    """Return the address columns of an invoice from the person's primary address; empty if there is none."""
    columns = address.c
    condition = sa.and_(columns.person_kind == kind, columns.person_id == person_id)
    statement = sa.select(address).where(condition).order_by(columns.primary.desc(), columns.id).limit(1)
    row = first_row(connection, statement)
    return dict(zip(ADDRESS, ("",) * 4 if row is None else (*_address_lines(row), row["postcode"]), strict=True))


def _address_lines(row: Row) -> tuple[str, str, str]:
    """Return three address lines. The third joins the rest: the town, and the country unless it is the United
    Kingdom."""
    country = "" if row["country"] == _HOME_COUNTRY else row["country"]
    lines = [line for line in (row["line1"], row["line2"], row["line3"], row["city"], country) if line]
    first, second, *rest = [*lines, "", ""]
    return first, second, ", ".join(line for line in rest if line)
