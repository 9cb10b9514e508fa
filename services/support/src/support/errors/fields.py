"""`GET /error/{id}`: a report as sent. Only its tracking status changes."""

from typing import Any

import sqlalchemy as sa

from kit.database import row_or_404
from kit.policy import Actor, Row, sys_admin
from kit.records import Acts, FieldSet
from support.errors.answers import ReportParts
from support.errors.attributes import FAULT, REPORT
from support.errors.model import error_fault, error_report
from support.errors.workflow import SCOPE, TRACKING


def _beyond_fields(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """Return the reporter, the call and its response, and the number of others with the same fault."""
    key = error_fault.c.id
    columns = (key.label("faultId"), *FAULT.select("affected", "reports", "firstReported"))
    request = row["request"] if isinstance(row["request"], dict) else {}
    return {
        "user": {"id": row["user_id"], "name": row["user_name"]} if row["user_id"] else None,
        "date": row["created"],
        "version": row["app_version"],
        "headers": request.get("headers"),
        "request": row["request"],
        "response": row["response"],
        **row_or_404(connection, sa.select(*columns).where(key == row["fault_id"])),
    }


ERROR = FieldSet(
    name="error",
    table=error_report,
    path="/error/{id}",
    scope=SCOPE,
    may=sys_admin,
    workflow=TRACKING,
    extra=_beyond_fields,
    answers=ReportParts,
    sections=REPORT.sections(
        {"report": "Report", "call": "Call", "place": "Where"},
        {entry.name: Acts(read_only=True) for entry in REPORT if entry.section}
        | {"trackingStatus": Acts(workflow=TRACKING)},
    ),
)
