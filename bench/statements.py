"""The measured SQL, taken from the running code so that pgbench runs the same statements as the service."""

from __future__ import annotations

import re
from typing import Any

from finance.editor.fields import INVOICE_FIELDS
from finance.invoices.lists import INVOICES as LIST
from kit.database.sql import compiled
from kit.lists import request
from kit.lists.request import query
from kit.policy import Actor
from kit.records import pipeline
from services.finance.load.invoices import FIRST, INVOICES

STAFF = Actor(user_id=1, roles=frozenset({"staff"}), name="Bench")
RECORDS = (FIRST, FIRST + INVOICES - 1)
CHANGED = (FIRST, FIRST + 9_999)
"""The invoices to change: few enough to stay in memory, so that the disk is not measured."""


def list_script(rows: int) -> str:
    """Return the page of `rows` invoices, newest first, as values (the service asks for JSON, its peers do not)."""
    wanted = request.read(LIST, {"page": "1", "pageSize": str(rows)})
    shape = request.shape(wanted, STAFF, request.Rows.FIRST, gathered=False)
    statement = compiled(query.select_rows(LIST, shape))
    return filled(statement.sql, statement.params({})) + ";\n"


def update_script() -> str:
    """Change one field of a random invoice: read the row, then one statement with history and outbox row."""
    read = pipeline._read_statement(INVOICE_FIELDS, ("*",))
    entry = INVOICE_FIELDS.fields["line3"]
    write = pipeline._update_sql('"invoice"', (f'"{entry.column.name}"',), True, True)
    payload = '{"id": 1, "number": "INV-1", "status": "paid", "organisationId": 1}'
    values: dict[str, Any] = {
        "entity": INVOICE_FIELDS.name,
        "field0": entry.name,
        "old0": '""',
        "new0": '"House"',
        "user": 1,
        "acting": 1,
        "name": "Bench",
        "request": "bench",
        "subject": "finance.invoice.changed",
        "payload": payload,
        "actor": '{"userId": 1, "name": "Bench", "roles": ["staff"]}',
        "value0": "House",
    }
    read_sql = filled(read.sql, {**read.fixed, "record": Variable("record")})
    write_sql = filled(write, {**values, "record": Variable("record"), "version": Variable("version")})
    return f"\\set record random({CHANGED[0]}, {CHANGED[1]})\n{read_sql} \\gset\n{write_sql};\n"


class Variable(str):
    """A pgbench variable."""


def filled(sql: str, params: dict[str, Any]) -> str:
    """Return the statement on one line with literal values, and `:name` for variables. A time format (`HH24:MI:SS`) is
    split, since pgbench would read it as variables."""

    def value(match: re.Match[str]) -> str:
        given = params[match[1]]
        if isinstance(given, Variable):
            return f":{given}"
        return str(given) if isinstance(given, int) else "'" + str(given).replace("'", "''") + "'"

    line = re.sub(r"(?<!:):(?=[A-Z])", ":' || '", " ".join(sql.split()))
    return re.sub(r"%\((\w+)\)s", value, line).replace("%%", "%")
