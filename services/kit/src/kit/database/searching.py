"""Search that ignores accents, case, width, apostrophes and variants of quotes and dashes: `Muller` finds Müller,
`O'Brien` and `OBrien` find O’Brien.

Our SQL function `plain` normalises both sides of a comparison, the column and the typed word.
"""

from __future__ import annotations

import unicodedata

import sqlalchemy as sa

_PLAIN = "plain"
"""Marks a column whose values are already normalised."""


def plain(text: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return `text` normalised: lower case, without accents, apostrophes and invisible characters, with plain quotes
    and dashes. A `plain_column` is already normalised."""
    if isinstance(text, sa.Column) and text.info.get(_PLAIN):
        return text
    return sa.func.plain(text, type_=sa.Text)


def matches(text: sa.ColumnElement[str], pattern: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """True if `text` is like `pattern`, made by `containing` or `beginning`."""
    return plain(text).like(plain(pattern))


def contains(text: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    return matches(text, sa.literal(containing(word), sa.Text))


def begins(text: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    return matches(text, sa.literal(beginning(word), sa.Text))


def containing(word: str) -> str:
    """Return the pattern of texts that contain `word`."""
    return f"%{_escaped(word)}%"


def beginning(word: str) -> str:
    """Return the pattern of texts that begin with `word`."""
    return f"{_escaped(word)}%"


def _escaped(word: str) -> str:
    """Return `word` with its wildcards escaped. Decompose it first, since a full-width per cent sign then becomes a
    wildcard. Treat a separate acute accent as an apostrophe, since it would become a space."""
    word = unicodedata.normalize("NFKD", word.replace("´", "'"))
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def search_column(expression: str, name: str = "search") -> sa.Column[str]:
    """Return the column that a list searches, computed from the SQL `expression`; its table needs the `search_index`
    with it."""
    column: sa.Column[str] = sa.Column(name, sa.Text, sa.Computed(expression, persisted=True), nullable=False)
    sa.event.listen(column, "after_parent_attach", lambda attached, _: search_index(attached))
    return column


def plain_column(text: str, name: str) -> sa.Column[str]:
    """Return a computed column with the normalised SQL `text`, and its trigram index. Use it for long texts, or when
    many rows are compared one by one: `plain` would take most of the time."""
    computed = sa.Computed(f"plain({text})", persisted=True)
    column: sa.Column[str] = sa.Column(name, sa.Text, computed, nullable=False, info={_PLAIN: True})

    def index(attached: sa.Column[str], _: object) -> None:
        sa.Index(
            f"ix_{attached.table.name}_{name}",
            attached,
            postgresql_using="gin",
            postgresql_ops={name: "gin_trgm_ops"},
        )

    sa.event.listen(column, "after_parent_attach", index)
    return column


def search_index(column: sa.Column[str]) -> sa.Index:
    """Return the trigram index of a searched column."""
    return sa.Index(
        f"ix_{column.table.name}_{column.name}_plain",
        plain(column).label("plain"),
        postgresql_using="gin",
        postgresql_ops={"plain": "gin_trgm_ops"},
    )


def digits(*columns: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return the digits of the telephone numbers in the columns; a comma keeps two of them apart."""
    joined = columns[0]
    # Inlined, not bound: the planner must recognise the expression of the index.
    for column in columns[1:]:
        joined = joined.op("||")(sa.text("','")).op("||")(column)
    return sa.func.translate(joined, sa.text("' +()-./'"), sa.text("''"), type_=sa.Text)


def phone_index(table: sa.Table, *names: str) -> sa.Index:
    """Return the trigram index of the telephone numbers in the columns `names`, for `digits` of the same columns."""
    return sa.Index(
        f"ix_{table.name}_phones",
        digits(*(table.c[name] for name in names)).label("phones"),
        postgresql_using="gin",
        postgresql_ops={"phones": "gin_trgm_ops"},
    )
