"""Tables of persons, one for each kind, with ids of their own, all built by `person_table`; of their links and
addresses."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ExcludeConstraint

from kit.database.constraints import constraint_text, unique
from kit.database.searching import phone_index, search_column
from kit.database.sql import NO_DAY
from kit.database.tables import sort_indexes
from people.persons.attributes import ADDRESS, CLIENT_STUDENT
from people.persons.catalogue import KINDS
from people.persons.kinds import Kind
from people.schema import metadata

_NO_PARTS = dict(zip("ÆæŒœØøĐđÐðŁłıĦħ", "AaOoOoDdDdLliHh", strict=True))
"""Letters that are not a base letter with a mark."""
_FOLDED = {
    letter: base
    for letter in map(chr, (*range(0xC0, 0x180), *range(0x218, 0x21C)))
    if (base := _NO_PARTS.get(letter) or unicodedata.normalize("NFD", letter)[0]).isascii()
}
ACCENTED, PLAIN = "".join(_FOLDED), "".join(_FOLDED.values())
"""Latin letters that sort and are found as their base letters: the order of the database puts Ø after Z."""


def plain(expression: str) -> str:
    """Return the SQL of a text without accents."""
    return f"translate({expression}, '{ACCENTED}', '{PLAIN}')"


def sort_key(column: str) -> str:
    """Return the SQL of a name's sort key: no accents, capitals, apostrophes or spaces."""
    return f"lower(translate({plain(column)}, ''' -.', ''))"


def person_columns(searched: Sequence[str]) -> list[sa.Column[str] | sa.Column[int]]:
    """Return the columns of every person besides the declared items: the user account, the sort key of names, the
    search text.

    `user_id` is a copy of identity's link (`events.py`), so no form has it.
    """
    names = "first_name || ' ' || preferred_name || ' ' || last_name"
    text = " || ' ' || ".join([names, plain(names), "email", *searched])
    return [
        sa.Column("user_id", sa.BigInteger, unique=True),
        sa.Column("last_key", sa.Text, sa.Computed(sort_key("last_name"), persisted=True), nullable=False),
        sa.Column("first_key", sa.Text, sa.Computed(sort_key("first_name"), persisted=True), nullable=False),
        search_column(text),
    ]


PHONES = ("phone", "mobile")
"""The columns of a person's telephone numbers."""


def phone_key(column: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return the key by which numbers are compared regardless of their format: the last nine digits."""
    # A literal, not a parameter: the planner has to match it with the index.
    dropped = sa.func.regexp_replace(column, sa.text("'[^0-9]'"), sa.text("''"), sa.text("'g'"))
    return sa.func.right(dropped, sa.text("9"), type_=sa.Text)


def person_table(kind: Kind) -> sa.Table:
    """Return the table of a kind, with an index for every sort of its list and for the search."""
    name = kind.name
    table = kind.attributes.table(name, metadata, *person_columns(kind.searched))
    if name == "staff":
        table.info["nouns"] = ("member of staff", "members of staff")
    c = table.c
    sa.Index(f"ix_{name}_names", c.last_key, c.first_key, c.id)
    sa.Index(f"ix_{name}_first_names", c.first_key, c.id)
    # The tab of a status in the default order: of a million students, the few enquiries.
    sa.Index(f"ix_{name}_status_names", c.status, c.last_key, c.first_key, c.id)
    sa.Index(f"ix_{name}_department", c.department_id, c.id)
    sa.Index(f"ix_{name}_email", sa.func.lower(c.email), postgresql_where=c.email != "")
    sa.Index(f"ix_{name}_birth", sa.func.coalesce(c.birth_date, NO_DAY), c.id)
    sort_indexes(table, "status", "created")
    phone_index(table, *PHONES)
    for column in (c[one] for one in PHONES):
        # Duplicates: the trigrams of a million numbers are similar, and would take tens of milliseconds.
        sa.Index(f"ix_{name}_{column.name}_key", phone_key(column), postgresql_where=column != "")
    kind.attributes.index_sorts(table)
    for narrowed in kind.also.values():
        flag = kind.attributes[narrowed.flag].column
        sa.Index(f"ix_{name}_{flag.name}_names", c.last_key, c.first_key, c.id, postgresql_where=flag)
    return table


TABLES = {kind.name: person_table(kind) for kind in KINDS}
"""The table of each kind by its name."""

student, tutor, client, agent = TABLES["student"], TABLES["tutor"], TABLES["client"], TABLES["agent"]

client_student = CLIENT_STUDENT.table(
    "client_student",
    metadata,
    unique("uq_client_student", "This client is already linked to this student", "client_id", "student_id"),
    info={"nouns": ("link of a client and a student", "links of clients and students")},
)
"""Parents and guardians of students among the clients, and who pays."""

address = ADDRESS.table(
    "address",
    metadata,
    sa.Index("ix_address_person", "person_type", "person_id", "id"),
    ExcludeConstraint(
        ("person_type", "="),
        ("person_id", "="),
        name=constraint_text("uq_address_primary", "Somebody else has changed this since"),
        using="btree",
        where=sa.column("primary"),
        deferrable=True,
        initially="DEFERRED",
    ),
)
"""Addresses of persons of every kind (`person_type` is the kind's name); at most one is a person's primary one."""
