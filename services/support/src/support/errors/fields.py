"""`GET /error/{id}`: a report as it was sent. Only its tracking status changes."""

from typing import Any

import sqlalchemy as sa

from kit.policy import Actor, Row, sys_admin
from kit.records import Field, FieldSet, Section
from kit.values import Integer, Select, Text
from support.errors.answers import ReportParts
from support.errors.model import error_fault, error_report
from support.errors.workflow import SCOPE, STATES, TRACKING


def _sent(name: str, column: sa.Column[Any], title: str = "") -> Field:
    return Field(name=name, column=column, title=title, type=Text(max_length=5_000), read_only=True)


def _beyond_fields(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    """The sender, the call and its answer, and the number of others who meet the same fault.

    `version` is the version of the app, as everywhere in a report."""
    fault = connection.execute(sa.select(error_fault).where(error_fault.c.id == row["fault_id"])).mappings().one()
    request = row["request"] if isinstance(row["request"], dict) else {}
    return {
        "user": {"id": row["user_id"], "name": row["user_name"]} if row["user_id"] else None,
        "date": row["created"],
        "version": row["app_version"],
        "headers": request.get("headers"),
        "request": row["request"],
        "response": row["response"],
        "faultId": fault["id"],
        "affected": fault["affected"],
        "reports": fault["reports"],
        "firstReported": fault["first_reported"],
    }


_c = error_report.c
ERROR = FieldSet(
    name="error",
    table=error_report,
    path="/error/{id}",
    scope=SCOPE,
    read=sys_admin,
    may=sys_admin,
    workflow=TRACKING,
    extra=_beyond_fields,
    answers=ReportParts,
    sections=[
        Section(
            "report",
            "Report",
            [
                Field(
                    name="trackingStatus",
                    column=_c.tracking_status,
                    type=Select(choices=STATES, required=True),
                    workflow=TRACKING,
                ),
                _sent("description", _c.description),
                _sent("message", _c.message),
                _sent("optionalMessage", _c.optional_message),
            ],
        ),
        Section(
            "call",
            "Call",
            [
                Field(name="status", column=_c.status, type=Integer(), read_only=True),
                _sent("method", _c.method),
                _sent("api", _c.api, "API"),
            ],
        ),
        Section(
            "place",
            "Where",
            [
                _sent("app", _c.app),
                _sent("route", _c.route),
                _sent("host", _c.host),
                _sent("school", _c.school),
                _sent("userAgent", _c.user_agent, "Browser"),
                _sent("platform", _c.platform),
            ],
        ),
    ],
)
