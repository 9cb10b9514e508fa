"""Invoice numbers: without gaps within an organisation, handed out when an invoice leaves draft."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.invoices.model import invoice, number_series
from kit.database import Tx
from kit.policy import Row

_PRESENT = r"^INV-(?:\d+-)?(\d{1,15})$"


def number_of(tx: Tx, row: Row) -> str:
    """The number the invoice has, or the next one of its organisation.

    The row of the series stays locked until the transaction ends: whoever is second waits, and takes the number after
    ours, or ours if we roll back. It holds the organisation, since one organisation's series goes on without the
    others and a number is met only once.
    """
    if row["number"] is not None:
        return str(row["number"])
    organisation, last = row["organisation_id"], number_series.c.last
    grown = sa.update(number_series).where(number_series.c.organisation_id == organisation).values(last=last + 1)
    number = tx.scalar(grown.returning(last)) or _first(tx, organisation)
    return f"INV-{organisation}-{number:05d}"


def _first(tx: Tx, organisation: int) -> int:
    """After the highest number there is, whoever gave it."""
    columns = invoice.c
    present = sa.func.max(sa.cast(sa.func.substring(columns.number, _PRESENT), sa.BigInteger))
    highest = tx.scalar(sa.select(present).where(columns.organisation_id == organisation, columns.number.is_not(None)))
    made = insert(number_series).values(organisation_id=organisation, last=(highest or 0) + 1)
    again = {"last": number_series.c.last + 1}  # somebody else was first
    key = [number_series.c.organisation_id]
    return int(tx.scalar(made.on_conflict_do_update(index_elements=key, set_=again).returning(number_series.c.last)))
