"""`GET /errors`: the list of `/admin/errors`."""

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.values import Option, options
from support.errors.attributes import FAULT, REPORT
from support.errors.fields import ERROR
from support.errors.model import error_fault, error_report

STATUS_COLORS = (
    *(Option(code, str(code), "warning") for code in range(400, 405)),
    Option(500, "500", "negative"),
)
"""HTTP status codes 400 to 404 warning, 500 negative (`platform.md 4`)."""
APPS = options(("staff", "Staff"), ("client", "Client"))

_c = error_report.c
ERRORS = ListSpec(
    name="errors",
    path="/errors",
    title="Error reports",
    naming="message",
    source=error_report.join(error_fault, error_fault.c.id == _c.fault_id),
    default_sort="-date",
    search=_c.words,
    target="/admin/errors?id={id}",
    record=ERROR,
    columns=REPORT.columns(
        Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
        Column(name="date", expression=_c.created, type="datetime", sortable=True, width=120),
        *("user", "trackingStatus"),
        *FAULT.columns("affected", "reports"),
        Column(name="status", expression=_c.status, type="select", options=STATUS_COLORS, sortable=True, width=80),
        *("method", "api", "message", "optionalMessage", "description", "route"),
        Column(name="app", expression=_c.app, type="select", options=APPS, width=80),
        "version",
    ),
    filters=REPORT.filters(
        "trackingStatus",
        Filter(name="status", expression=_c.status, title="Status code"),
        Filter(name="app", expression=_c.app, options=APPS),
        Filter(name="date", expression=_c.created, kind="range"),
        Filter(
            name="latest",
            title="Each fault once",
            kind="boolean",
            condition=lambda wanted: sa.or_(sa.not_(wanted), error_fault.c.latest_report_id == _c.id),
        ),
        Filter(name="fault", expression=_c.fault_id, hidden=True),
    ),
    tabs=[
        Tab(
            filter="trackingStatus",
            title="Tracking",
            with_all=True,
            opens=Option("submitted,investigating", "Open"),
        )
    ],
)
