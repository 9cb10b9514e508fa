"""`GET /errors`: the list of `/admin/errors`."""

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import sys_admin
from kit.values import Option, options
from support.errors.fields import ERROR
from support.errors.model import error_fault, error_report
from support.errors.workflow import SCOPE, STATES

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
    source=error_report.join(error_fault, error_fault.c.id == _c.fault_id),
    key=_c.id,
    scope=SCOPE,
    may=sys_admin,
    default_sort="-date",
    search=_c.words,
    target="/admin/errors?id={id}",
    record=ERROR,
    columns=[
        Column(name="id", expression=_c.id, type="id", sortable=True, width=70),
        Column(name="date", expression=_c.created, type="datetime", sortable=True, width=120),
        Column(name="user", expression=_c.user_name, sortable=True, width=150),
        Column(
            name="trackingStatus",
            expression=_c.tracking_status,
            type="select",
            options=STATES,
            sortable=True,
            width=130,
        ),
        Column(name="affected", expression=error_fault.c.affected, title="Affected", type="integer", width=90),
        Column(name="reports", expression=error_fault.c.reports, title="Reported", type="integer", width=90),
        Column(name="status", expression=_c.status, type="select", options=STATUS_COLORS, sortable=True, width=80),
        Column(name="method", expression=_c.method, width=80),
        Column(name="api", expression=_c.api, title="API", sortable=True, width=240),
        Column(name="message", expression=_c.message, width=280),
        Column(name="optionalMessage", expression=_c.optional_message, hidden=True),
        Column(name="description", expression=_c.description, width=280),
        Column(name="route", expression=_c.route, sortable=True, width=180),
        Column(name="app", expression=_c.app, type="select", options=APPS, width=80),
        Column(name="version", expression=_c.app_version, hidden=True),
        Column(name="host", expression=_c.host, hidden=True),
        Column(name="school", expression=_c.school, hidden=True),
    ],
    filters=[
        Filter(name="trackingStatus", expression=_c.tracking_status, options=STATES),
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
    ],
    tabs=[Tab(filter="trackingStatus", title="Tracking", options=(Option("", "All"), *STATES))],
)
