"""Columns and checks that the records of this room share."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

CURRENCIES = ("GBP", "EUR")


def pence(name: str, **options: Any) -> sa.Column[int]:
    """An amount in minor units."""
    return sa.Column(name, sa.BigInteger, nullable=False, server_default="0", **options)


def text(name: str) -> sa.Column[str]:
    """A text, empty where there is none."""
    return sa.Column(name, sa.Text, nullable=False, server_default="")


def signature(name: str) -> list[sa.Column[Any]]:
    """Columns `{name}_by_id` and `{name}_by_name`: the user who took a step; null and '' until then."""
    return [sa.Column(f"{name}_by_id", sa.BigInteger, comment="user id"), text(f"{name}_by_name")]


def one_of(column: str, values: tuple[str, ...]) -> sa.CheckConstraint:
    """`column` holds one of `values`."""
    listed = ", ".join(f"'{value}'" for value in values)
    return sa.CheckConstraint(f"{column} IN ({listed})", name=column)
