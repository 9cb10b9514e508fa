"""Tables of the figures: a narrow table of the lines by type, maintained by a trigger (migration 0008), and covering
indexes for the other figures, so that counting 300,000 invoices reads no table rows."""

import sqlalchemy as sa

from finance.invoices.model import invoice
from finance.invoices.overdue import since_sort
from finance.invoices.rules import LINE_TYPES
from finance.schema import metadata

invoice_line_total = sa.Table(
    "invoice_line_total",
    metadata,
    sa.Column(
        "invoice_id",
        sa.BigInteger,
        sa.ForeignKey("invoice.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    *(sa.Column(name, sa.BigInteger, comment="absent without such a line") for name in LINE_TYPES),
)

_columns = invoice.c

sa.Index(
    "ix_invoice_figures",
    _columns.date,
    _columns.id,
    postgresql_include=[
        "organisation_id",
        "currency",
        "status",
        "tab",
        "billing_year",
        "due_date",
        "total",
        "outstanding",
        "open_due_date",
    ],
)
sa.Index("ix_invoice_unpaid", since_sort, _columns.id, postgresql_where=sa.text("outstanding > 0"))
