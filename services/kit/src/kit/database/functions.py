"""Functions and triggers of a service's database: a readable file for each function with its triggers.

`services/<service>/migrations/sql/<function>.sql` shows the function after all migrations, as PostgreSQL prints it;
`kit/database/migrations/sql` has the functions shared by every service. The files are compared, never executed:
migrations contain their own SQL (docs/decisions.md 63). `python -m kit functions <service>` rewrites them. The comment
at the head of a file is written by hand and kept.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import sqlalchemy as sa

from kit.database import migrate, tables
from kit.database.transactions import database

_WIDTH = 120
_NO_COMMENT = "-- Say here what {name} is for, and which rule it keeps.\n"

_FUNCTIONS = sa.text("""
select p.proname, pg_get_functiondef(p.oid)
from pg_proc p
where p.pronamespace = current_schema()::regnamespace and p.prokind in ('f', 'p')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
order by p.proname, pg_get_function_identity_arguments(p.oid)
""")
_TRIGGERS = sa.text("""
select p.proname, pg_get_triggerdef(t.oid, true), case t.tgenabled
  when 'D' then format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname)
  when 'R' then format('ALTER TABLE %s ENABLE REPLICA TRIGGER %I', t.tgrelid::regclass, t.tgname)
  when 'A' then format('ALTER TABLE %s ENABLE ALWAYS TRIGGER %I', t.tgrelid::regclass, t.tgname) end
from pg_trigger t join pg_proc p on p.oid = t.tgfoid
where not t.tgisinternal
order by p.proname, t.tgrelid::regclass::text, t.tgname
""")


@dataclass(frozen=True)
class Definition:
    """One function, its overloads and its triggers: SQL without the comment at the head of the file."""

    name: str
    path: Path
    text: str


def folder(service: str) -> Path:
    """`services/<service>/migrations/sql`."""
    return migrate.versions(service).with_name("sql")


def definitions(connection: sa.Connection, service: str) -> list[Definition]:
    """Return the functions and triggers in the database, by function name."""
    statements = [(name, definition) for name, definition in connection.execute(_FUNCTIONS)]
    for name, definition, enabled in connection.execute(_TRIGGERS):
        statements += [(name, _wrapped(statement)) for statement in (definition, enabled) if statement]
    statements.sort(key=lambda entry: entry[0])
    return [
        Definition(name, _path(service, name), "".join(f"\n{text.strip()};\n" for _, text in group))
        for name, group in itertools.groupby(statements, key=lambda entry: entry[0])
    ]


def differences(service: str) -> list[str]:
    """Names of the files that differ from the database, are missing, lack a comment, or show a dropped function."""
    with database().read() as connection:
        actual = {one.path: one for one in definitions(connection, service)}
    files = {*folder(service).glob("*.sql"), *tables.FUNCTIONS.glob("*.sql")}
    return sorted(path.name for path in files | set(actual) if path not in files or not _matches(path, actual))


def write(service: str) -> list[Path]:
    """Rewrite the files from the database and delete those of dropped functions. Return the paths that changed."""
    changed = []
    with database().read() as connection:
        actual = {one.path: one for one in definitions(connection, service)}
    for path, definition in actual.items():
        before = path.read_text() if path.exists() else ""
        text = (_comment(before) or _NO_COMMENT.format(name=definition.name)) + definition.text
        if text != before:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            changed.append(path)
    for path in set(folder(service).glob("*.sql")) - set(actual):
        path.unlink()
        changed.append(path)
    return sorted(changed)


def _path(service: str, name: str) -> Path:
    shared = tables.FUNCTIONS / f"{name}.sql"
    return shared if shared.exists() else folder(service) / f"{name}.sql"


def _matches(path: Path, actual: Mapping[Path, Definition]) -> bool:
    text = path.read_text()
    comment = _comment(text)
    has_comment = comment not in ("", _NO_COMMENT.format(name=path.stem))
    return has_comment and path in actual and text == comment + actual[path].text


def _comment(text: str) -> str:
    """Return the comment lines at the head of a file."""
    return "".join(itertools.takewhile(lambda line: line.startswith("--"), text.splitlines(keepends=True)))


def _wrapped(definition: str) -> str:
    """Return a trigger definition broken into readable lines: PostgreSQL prints it on one."""
    parts = re.sub(r" (?=WHEN \(|EXECUTE FUNCTION )", "\n  ", definition).splitlines()
    return "\n".join(part if len(part) <= _WIDTH else re.sub(r" (?=(?:AND|OR) )", "\n    ", part) for part in parts)
