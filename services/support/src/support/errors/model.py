"""Tables of error reports."""

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from kit.database.searching import search_index
from kit.database.tables import now, record_columns
from support.schema import metadata

error_fault = sa.Table(
    "error_fault",
    metadata,
    sa.Column("id", sa.BigInteger, sa.Identity(), primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False, unique=True),
    sa.Column("reports", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("affected", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("latest_report_id", sa.BigInteger),
    sa.Column("first_reported", sa.DateTime(timezone=True), nullable=False, server_default=now()),
)
"""One fault however often it is reported: `affected` counts the different people who reported it."""

error_report = sa.Table(
    "error_report",
    metadata,
    *record_columns(),
    sa.Column("fault_id", sa.BigInteger, sa.ForeignKey("error_fault.id"), nullable=False),
    sa.Column("tracking_status", sa.Text, nullable=False, server_default="submitted"),
    sa.Column("reporter", sa.Text, nullable=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("user_name", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Integer, nullable=False, server_default="0"),
    sa.Column("api", sa.Text, nullable=False, server_default=""),
    sa.Column("method", sa.Text, nullable=False, server_default=""),
    sa.Column("message", sa.Text, nullable=False, server_default=""),
    sa.Column("optional_message", sa.Text, nullable=False, server_default=""),
    sa.Column("description", sa.Text, nullable=False, server_default=""),
    sa.Column("app", sa.Text, nullable=False, server_default=""),
    sa.Column("app_version", sa.Text, nullable=False, server_default=""),
    sa.Column("host", sa.Text, nullable=False, server_default=""),
    sa.Column("route", sa.Text, nullable=False, server_default=""),
    sa.Column("school", sa.Text, nullable=False, server_default=""),
    sa.Column("user_agent", sa.Text, nullable=False, server_default=""),
    sa.Column("platform", sa.Text, nullable=False, server_default=""),
    sa.Column("request", JSONB),
    sa.Column("response", JSONB),
    sa.Column(
        "words",
        sa.Text,
        sa.Computed("message || ' ' || description || ' ' || api || ' ' || route || ' ' || user_name", persisted=True),
        nullable=False,
    ),
    sa.Index("ix_error_report_created", "created", "id"),
    sa.Index("ix_error_report_status", "status", "id"),
    sa.Index("ix_error_report_tracking_status", "tracking_status", "id"),
    sa.Index("ix_error_report_api", "api", "id"),
    sa.Index("ix_error_report_route", "route", "id"),
    sa.Index("ix_error_report_user_name", "user_name", "id"),
    sa.Index("ix_error_report_reporter", "reporter", "created"),
    sa.Index("ix_error_report_fault", "fault_id", "reporter"),
)
"""A bug report as it was sent, without secrets. `reporter` is `user:<id>`, or a hash of the address of somebody who is
not signed in; `status` is the HTTP status, 0 without an answer."""
search_index(error_report.c.words)
