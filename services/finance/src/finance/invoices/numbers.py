"""Invoice numbers: gapless within an organisation, assigned when an invoice leaves draft."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from finance.invoices.model import invoice, number_series
from kit.database import Tx
from kit.policy import Row

_NUMBER_PATTERN = r"^INV-(?:\d+-)?(\d{1,15})$"


def number_of(tx: Tx, row: Row) -> str:
    """Return the invoice's number, or the next one of its organisation.

    The row of the series stays locked until the transaction ends: a second transaction waits, and takes the next
    number, or ours if we roll back. The number contains the organisation, so it is unique.
    """
    if row["number"] is not None:
        return str(row["number"])
    organisation, last = row["organisation_id"], number_series.c.last
    statement = sa.update(number_series).where(number_series.c.organisation_id == organisation).values(last=last + 1)
    number = tx.scalar(statement.returning(last)) or _start_series(tx, organisation)
    return f"INV-{organisation}-{number:05d}"


def _start_series(tx: Tx, organisation: int) -> int:
    """Start a series after the organisation's highest present number."""
    columns = invoice.c
    last_number = sa.func.max(sa.cast(sa.func.substring(columns.number, _NUMBER_PATTERN), sa.BigInteger))
    highest = tx.scalar(
        sa.select(last_number).where(columns.organisation_id == organisation, columns.number.is_not(None))
    )
    statement = insert(number_series).values(organisation_id=organisation, last=(highest or 0) + 1)
    increment = {"last": number_series.c.last + 1}  # another transaction started it first
    key = [number_series.c.organisation_id]
    return int(
        tx.scalar(statement.on_conflict_do_update(index_elements=key, set_=increment).returning(number_series.c.last))
    )
