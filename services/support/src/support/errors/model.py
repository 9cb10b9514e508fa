"""Tables of error reports."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.searching import search_column
from kit.database.tables import sort_indexes
from support.errors.attributes import FAULT, REPORT
from support.schema import metadata

error_fault = sa.Table(
    "error_fault",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False, unique=True),
    *FAULT.table_columns(),
    sa.Column("latest_report_id", sa.BigInteger),
)
"""One fault, however often it is reported: `affected` counts the people who reported it."""

error_report = REPORT.table(
    "error_report",
    metadata,
    sa.Column("fault_id", sa.BigInteger, sa.ForeignKey("error_fault.id"), nullable=False),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("request", JSONB),
    sa.Column("response", JSONB),
    search_column("message || ' ' || description || ' ' || api || ' ' || route || ' ' || user_name", "words"),
    sa.Index("ix_error_report_reporter", "reporter", "created"),
    sa.Index("ix_error_report_fault", "fault_id", "reporter"),
)
"""A bug report as sent, without secrets. `reporter` is `user:<id>`, or a hash of the address of somebody not signed in;
`status` is the HTTP status, 0 without a response."""
sort_indexes(error_report, "created", "status", "tracking_status", "api", "route", "user_name")
