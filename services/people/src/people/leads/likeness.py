"""Duplicates of a lead among leads and persons: by email address, telephone number and name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows
from kit.policy import Actor
from people.leads.model import enquiry
from people.persons.model import ACCENTED, PHONES, PLAIN, TABLES
from people.persons.model import phone_key as number_key
from people.persons.policy import SCOPES
from people.persons.queries import full_name

KINDS = ("client", "student", "candidate", "agent")
"""Kinds of person searched for duplicates."""
SCREENS = {
    "lead": "/lead",
    "client": "/clients",
    "student": "/students",
    "candidate": "/candidates",
    "agent": "/agents",
}
MOST = 8
_EACH = 5
_FOLDED = str.maketrans(ACCENTED, PLAIN)
_DROPPED = str.maketrans("", "", "' -.")
_LEAST_DIGITS = 7


def name_key(name: str) -> str:
    """Return the key by which names are compared, as `people.persons.model.sort_key` has it in SQL."""
    return name.translate(_FOLDED).translate(_DROPPED).lower()


def _spellings(key: str) -> list[str]:
    """Return the key in its other possible form: PostgreSQL lowers a final capital Σ to σ, while Greek names end in
    ς."""
    plain = key.replace("ς", "σ")
    return sorted({key, plain, plain[:-1] + "ς"}) if plain.endswith("σ") else [key]


def phone_key(phone: str) -> str:
    """Return the last nine digits of a number, as `phone_key` of the table; an empty string if there are too few."""
    kept = "".join(sign for sign in phone if sign.isdecimal() and sign.isascii())
    return kept[-9:] if len(kept) >= _LEAST_DIGITS else ""


def like(
    connection: sa.Connection, actor: Actor, first: str, last: str, email: str, phone: str, without: int = 0
) -> list[dict[str, Any]]:
    """Return leads and persons like the one described, those with most in common first: `{kind, id, name, email, phone,
    status, by, screen}`; `by` names the shared values. The lead `without` is left out."""
    asked = _asked(first, last, email, phone)
    entries: dict[tuple[str, int], dict[str, Any]] = {}
    of_persons = [part for kind in KINDS for part in _persons(actor, kind, asked)]
    for row in _rows(connection, [*_leads(asked, without), *of_persons]):
        entry = entries.setdefault((row["kind"], row["id"]), {**row, "by": []})
        if row["by"] not in entry["by"]:
            entry["by"].append(row["by"])
    rows = sorted(entries.values(), key=lambda row: (-len(row["by"]), "name" in row["by"], row["kind"], row["id"]))
    return [row | {"screen": f"{SCREENS[row['kind']]}/{row['id']}"} for row in rows[:MOST]]


def _asked(first: str, last: str, email: str, phone: str) -> dict[str, str]:
    return {
        "first": name_key(first[:100])[:3],
        "last": name_key(last[:100]),
        "email": email.strip().lower()[:200],
        "phone": phone_key(phone),
    }


def persons(
    connection: sa.Connection, actor: Actor, kind: str, first: str, last: str, email: str, phones: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the persons of a kind like the one described by one or two numbers, those with most in common first: `{id,
    name, email, phone, status, by}`."""
    described = [_asked(first, last, email, ""), *(_asked("", "", "", phone) for phone in phones if phone)]
    entries: dict[int, dict[str, Any]] = {}
    for row in _rows(connection, [part for asked in described for part in _persons(actor, kind, asked)]):
        by, row["by"] = row.pop("by"), []
        del row["kind"]
        entry = entries.setdefault(row["id"], row)
        if by not in entry["by"]:
            entry["by"].append(by)
    return sorted(entries.values(), key=lambda row: (-len(row["by"]), "name" in row["by"], row["id"]))[:MOST]


_BY = {"email": "mail", "phone": "number", "name": "name"}


def alike(connection: sa.Connection, actor: Actor, body: Mapping[str, Any]) -> list[str]:
    """Return a text for each lead or person like the one that a row of a spreadsheet describes."""
    first, last, email, phone = (str(body.get(name) or "") for name in ("firstName", "lastName", "email", "phone"))
    return [
        f"{row['kind'].title()} {row['name']}: same {' and '.join(_BY[by] for by in row['by'])}"
        for row in like(connection, actor, first, last, email, phone)
    ]


def _rows(connection: sa.Connection, parts: Sequence[sa.Select[Any]]) -> list[dict[str, Any]]:
    """Return the first rows of all parts in one round trip."""
    if not parts:
        return []
    return all_rows(connection, sa.union_all(*(sa.select(part.limit(_EACH).subquery()) for part in parts)))


def _leads(asked: dict[str, str], without: int) -> list[sa.Select[Any]]:
    c = enquiry.c
    here = (c.merged_into_id.is_(None), c.id != without)
    columns = ("lead", c.id, full_name(enquiry), c.email, c.phone, c.lead_status)
    parts = []
    if asked["email"]:
        parts.append(_row("email", *columns).where(c.email_key == asked["email"], *here))
    if asked["phone"]:
        parts.append(_row("phone", *columns).where(c.phone_key == asked["phone"], *here))
        parts.append(_row("phone", *columns).where(c.phone2_key == asked["phone"], *here))
    if asked["first"] and asked["last"]:
        named = (c.last_key.in_(_spellings(asked["last"])), c.first_key.startswith(asked["first"], autoescape=True))
        parts.append(_row("name", *columns).where(*named, *here))
    return parts


def _persons(actor: Actor, kind: str, asked: dict[str, str]) -> list[sa.Select[Any]]:
    table = TABLES[kind]
    c = table.c
    seen = SCOPES[kind].where(actor)
    columns = (kind, c.id, full_name(table), c.email, c.phone, c.status)
    parts = []
    if asked["email"]:
        same = (sa.func.lower(c.email) == asked["email"], c.email != "")
        parts.append(_row("email", *columns).where(*same, seen))
    if asked["phone"]:
        by_number = _row("phone", *columns).where(seen)
        numbers = (c[name] for name in PHONES)
        parts += [by_number.where(number != "", number_key(number) == asked["phone"]) for number in numbers]
    if asked["first"] and asked["last"]:
        named = (c.last_key.in_(_spellings(asked["last"])), c.first_key.startswith(asked["first"], autoescape=True))
        parts.append(_row("name", *columns).where(*named, seen))
    return parts


def _row(
    by: str,
    kind: str,
    key: sa.ColumnElement[int],
    name: sa.ColumnElement[str],
    email: sa.ColumnElement[str],
    phone: sa.ColumnElement[str],
    status: sa.ColumnElement[str],
) -> sa.Select[Any]:
    columns: tuple[sa.ColumnElement[Any], ...] = (
        sa.literal(kind, sa.Text).label("kind"),
        key.label("id"),
        name.label("name"),
        email.label("email"),
        phone.label("phone"),
        status.label("status"),
        sa.literal(by, sa.Text).label("by"),
    )
    return sa.select(*columns)
