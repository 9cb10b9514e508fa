"""Demo tables: shared by role and with people, one locked, one as the start of a role's list, and layouts of roles."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.types.json import Jsonb

from services.demo.world import World
from services.identity.demo.users import insert_rows

EMPTY = "select not exists (select from shared_table)"


def _columns(*names: str, **widths: int) -> list[dict[str, Any]]:
    return [{"name": name, **({"width": widths[name]} if name in widths else {})} for name in names]


_OVERDUE: dict[str, Any] = {
    "columns": _columns("number", "name", "status", "dueDate", "total", "formula1", "outstanding", "formula2"),
    "query": {"unpaid": "true", "sort": "dueDate"},
    "computed": [
        {"name": "formula1", "title": "Paid so far", "formula": "[Total] - [Outstanding]"},
        {"name": "formula2", "title": "Days late", "formula": "max(0, daysBetween([Due date], today()))"},
    ],
    "sums": ["total", "formula1", "outstanding"],
    "colors": [
        {
            "name": "rule1",
            "title": "More than 60 days late",
            "color": "red",
            "formula": "[Outstanding] > 0 and daysBetween([Due date], today()) > 60",
        },
        {"name": "rule2", "title": "Late", "color": "orange", "formula": "[Outstanding] > 0 and [Due date] < today()"},
    ],
}
_AGES: dict[str, Any] = {
    "columns": _columns("name", "status", "formula1", "birthDate", "school", "department", name=220),
    "query": {"status": "active", "sort": "name"},
    "computed": [
        {"name": "formula1", "title": "Turns this year", "formula": "year(today()) - year(birthDate)"},
    ],
    "colors": [{"name": "rule1", "title": "Under 18", "color": "yellow", "formula": "under18"}],
}
_BY_DEPARTMENT: dict[str, Any] = {
    "columns": _columns("name", "department", "status", "studentType", "email"),
    "query": {"sort": "name"},
    "groups": ["department", "status"],
}
_UNREAD: dict[str, Any] = {
    "columns": _columns("student", "tutor", "course", "tutorialDate", "status", "formula1"),
    "query": {"sort": "-tutorialDate"},
    "computed": [
        {"name": "formula1", "title": "Month", "formula": 'concat(month(tutorialDate), "/", year(tutorialDate))'},
    ],
    "groups": ["status"],
}
_OFFICE: dict[str, Any] = {
    "columns": _columns("name", "roles", "status", "primaryDepartment", "formula1", "lastSignIn", name=200),
    "query": {"role": "staff", "sort": "name"},
    "computed": [
        {"name": "formula1", "title": "Organisation", "formula": "[Primary department > Organisation]"},
    ],
    "colors": [{"name": "rule1", "title": "Left", "color": "grey", "formula": '[Status] = "Inactive"'}],
}


def load(connection: psycopg.Connection, world: World) -> None:
    """Fill the tables of shared tables and of role layouts."""
    ids = {name: person.user_id for name, person in world.by_username.items()}
    tables = [
        (
            "overdue-invoices",
            "Overdue invoices",
            "Chased every Monday, the oldest first",
            "/invoices",
            "/accounts/invoices",
            _OVERDUE,
            "accounting",
            ["finance"],
            ["accounting"],
            [],
            [],
            False,
        ),
        (
            "ages-of-students",
            "Ages of students",
            "Consent is the parents' until they are 18",
            "/students",
            "/students/list",
            _AGES,
            "academic",
            ["staff"],
            ["academicOffice"],
            [],
            [],
            False,
        ),
        (
            "students-by-department",
            "Students by department",
            "The count for the monthly meeting",
            "/students",
            "/students/list",
            _BY_DEPARTMENT,
            "sysadmin",
            ["staff"],
            [],
            [],
            [],
            True,
        ),
        (
            "slips-of-the-month",
            "Slips of the month",
            "",
            "/slips",
            "/system/slips",
            _UNREAD,
            "academic",
            [],
            [],
            [ids["staff"]],
            [],
            False,
        ),
        (
            "people-of-the-office",
            "People of the office",
            "Who works here, and when they last signed in",
            "/users",
            "/users/list",
            _OFFICE,
            "sysadmin",
            ["academicOffice", "website"],
            [],
            [],
            ["website"],
            False,
        ),
    ]
    columns = (
        "id",
        "slug",
        "title",
        "description",
        "list",
        "screen",
        "definition",
        "owner_id",
        "roles",
        "change_roles",
        "people",
        "default_roles",
        "locked",
        "position",
    )
    rows = [
        (number, *texts, Jsonb(definition), ids[owner], *shared, number)
        for number, (*texts, definition, owner, read, change, people, default, locked) in enumerate(tables, start=1)
        for shared in [(read, change, people, default, locked)]
    ]
    with connection.cursor() as cursor:
        insert_rows(cursor, "shared_table", columns, rows)
        layouts = [
            (1, "academicOffice", 5, "People of the office", "/users", Jsonb(_OFFICE)),
            (2, "techSupport", 3, "Students by department", "/students", Jsonb({"columns": _BY_DEPARTMENT["columns"]})),
        ]
        names = ("id", "role", "table_id", "title", "list", "definition")
        insert_rows(cursor, "table_template", names, layouts)
