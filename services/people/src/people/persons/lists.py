"""The list of each kind of person, built from its declaration (`platform.md 2`, Generic list table; `platform.md
4`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sqlalchemy as sa

from kit.database.sql import NO_DAY
from kit.lists import Cards, Column, Filter, ListSpec, Tab
from people.persons.catalogue import KINDS
from people.persons.fields import FIELDSETS
from people.persons.kinds import Kind, Narrowed
from people.persons.model import TABLES
from people.persons.queries import full_name, numbers, under_18
from people.policy import STAFF
from people.reference.model import department

_FIELDSETS = {fieldset.name: fieldset for fieldset in FIELDSETS}


def _columns(kind: Kind, also: Sequence[str]) -> list[Column]:
    c = TABLES[kind.name].c
    return [
        Column(name="id", expression=c.id, type="id", sortable=True, width=64),
        Column(name="name", expression=full_name(TABLES[kind.name]), sort=c.last_key, sortable=True, width=180),
        Column(name="lastName", expression=c.last_name, sort=c.last_key, sortable=True, hidden=True, width=130),
        Column(name="firstName", expression=c.first_name, sort=c.first_key, sortable=True, hidden=True, width=115),
        Column(name="status", expression=c.status, type="select", options=kind.statuses, sortable=True, width=105),
        Column(
            name="under18",
            expression=under_18(c.birth_date),
            title="Under 18",
            type="boolean",
            hidden=not kind.young,
            width=105,
        ),
        *(kind.attributes[item.name].in_list() for item in kind.items if item.listed or item.name in also),
        Column(name="department", expression=department.c.title, width=105, compact=False),
        Column(name="email", expression=c.email, type="email", width=220, compact=False),
        Column(name="phone", expression=c.phone, width=140, compact=False),
        Column(
            name="birthDate",
            expression=c.birth_date,
            title="Date of birth",
            type="date",
            sortable=True,
            width=115,
            sort=sa.func.coalesce(c.birth_date, NO_DAY),
            hidden=not kind.young,
            compact=False,
        ),
        Column(name="departmentId", expression=c.department_id, type="integer", hidden=True),
        Column(name="userId", expression=c.user_id, type="integer", hidden=True),
        Column(name="created", expression=c.created, type="datetime", sortable=True, hidden=True, compact=False),
    ]


def _filters(kind: Kind) -> list[Filter]:
    c = TABLES[kind.name].c
    age = [
        Filter(name="under18", expression=under_18(c.birth_date), title="Under 18", kind="boolean"),
        Filter(name="birthDate", expression=c.birth_date, title="Date of birth", kind="range"),
        Filter(
            name="noBirthDate",
            title="Without a date of birth",
            kind="boolean",
            condition=lambda yes: (sa.func.coalesce(c.birth_date, NO_DAY) == NO_DAY) == yes,
        ),
    ]
    checks = [
        Filter(
            name="noDbs",
            title="Without a DBS date",
            kind="boolean",
            condition=lambda yes: c.dbs_date.is_(None) == yes,
        ),
    ]
    return [
        Filter(name="status", expression=c.status, options=kind.statuses),
        Filter(name="department", expression=c.department_id, options_from="/departments"),
        *kind.attributes.filters(),
        *(age if kind.young else ()),
        *(checks if "dbs_date" in c else ()),
        Filter(name="created", expression=c.created, kind="range"),
    ]


def list_of(kind: Kind, path: str = "", narrowed: Narrowed | None = None) -> ListSpec:
    """Return the list of a kind, or a narrowed one at its own path."""
    table = TABLES[kind.name]
    flag = next((item for item in kind.items if narrowed and item.name == narrowed.flag), None)
    return ListSpec(
        name=kind.path.strip("/") + (flag.name[:1].upper() + flag.name[1:] if flag else ""),
        path=path or kind.path,
        title=narrowed.title if narrowed else kind.plural,
        one="staff member" if kind.name == "staff" else kind.name,
        naming="name",
        source=table.outerjoin(department, department.c.id == table.c.department_id),
        columns=_columns(kind, narrowed.listed if narrowed else ()),
        filters=[entry for entry in _filters(kind) if flag is None or entry.name != flag.name],
        tabs=[Tab(filter="status", with_all=True)],
        export=STAFF,
        where=kind.attributes[flag.name].column if flag is not None else None,
        default_sort="lastName,firstName",
        search=table.c.search,
        phones=numbers(table),
        views=(Cards(title="name", lines=("email", "phone", "department"), badge="status", picture=True),),
        target=f"{kind.path}/{{id}}",
        # Nobody is added to a narrowed list directly: the flag decides.
        edit=replace(_FIELDSETS[kind.name], create=None) if flag else _FIELDSETS[kind.name],
    )


LISTS = tuple(list_of(kind) for kind in KINDS) + tuple(
    list_of(kind, path, narrowed) for kind in KINDS for path, narrowed in kind.also.items()
)
