"""Attributes and checks that the records of payouts share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from finance.currencies import CURRENCY_OPTIONS
from finance.days import NearDate
from kit.attributes import AsFilter, Attribute, InList
from kit.values import Date, Integer, Money, Option, Reference, Select, Text
from kit.values.labels import snake


@dataclass(frozen=True, kw_only=True)
class Name(Text):
    """A name that is null in answers if there is none."""

    def encode(self, value: Any) -> Any:
        return value or None

    def answer(self) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, {"type": "null"}]}


def amount(name: str, formula: str = "", **options: Any) -> Attribute:
    """Declare a sum in minor units that the database computes, by `formula` or by a trigger."""
    column: sa.Column[Any] = (
        sa.Column(name, sa.BigInteger, sa.Computed(formula, persisted=True), nullable=False)
        if formula
        else sa.Column(name, sa.BigInteger, nullable=False, server_default="0", info={"derived": True})
    )
    return Attribute(name=name, type=Money(), column=column, at=name, **options)


def derived_count(name: str, **options: Any) -> Attribute:
    """Declare a number that a trigger computes."""
    column = sa.Column(snake(name), sa.Integer, nullable=False, server_default="0", info={"derived": True})
    return Attribute(name=name, type=Integer(), column=column, **options)


def organisation(section: str) -> Attribute:
    """Declare the organisation that owns the money."""
    return Attribute(
        name="orgId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section=section,
        column=sa.Column("organisation_id", sa.BigInteger, nullable=False),
        listed=InList(type="id", title="Organisation id", hidden=True),
        filtered=AsFilter(title="Organisation"),
    )


def currency(section: str) -> Attribute:
    """Declare the currency of a record's amounts; lists show it next to them."""
    return Attribute(
        name="currency",
        type=Select(choices=CURRENCY_OPTIONS, required=True),
        default="GBP",
        section=section,
        listed=InList(type="text", hidden=True, exported=True, width=80),
        filtered=AsFilter(),
    )


def hourly_rate() -> tuple[Attribute, Attribute, Attribute]:
    """Declare the pay for an hour: its currency, its first day, and the amount."""
    return (
        Attribute(
            name="currency",
            type=Select(choices=CURRENCY_OPTIONS, required=True),
            section="rate",
            default="GBP",
            listed=InList(exported=True, width=90),
            filtered=AsFilter(),
        ),
        Attribute(
            name="starts",
            type=NearDate(required=True),
            title="From",
            section="rate",
            listed=InList(sortable=True, width=95),
            comment="holds from this day until the next one starts",
        ),
        Attribute(
            name="hourly",
            type=Money(required=True, minimum=1),
            title="An hour",
            section="rate",
            default="0",
            listed=InList(currency="currency", width=100),
        ),
    )


def status(states: Sequence[Option], width: int) -> Attribute:
    """Declare the state of a record, initially the first of `states`."""
    return Attribute(
        name="status",
        type=Select(choices=states, required=True),
        default=str(states[0].value),
        at="status",
        listed=InList(width=width),
        filtered=AsFilter(),
    )


def signature(step: str, listed: InList | None = None, answered: bool = True) -> tuple[Attribute, Attribute]:
    """Declare the user who took a step (`kit.workflow.Move.signs`), by id and name; null and '' until then. The detail
    returns the name if `answered`."""
    name = f"{step}By"
    column = sa.Column(f"{step}_by_name", sa.Text, nullable=False, server_default="")
    return (
        Attribute(name=f"{name}Id", type=Integer(), comment="user id", internal=True),
        Attribute(name=name, type=Name(), column=column, listed=listed, at=name if answered else "", internal=True),
    )


def day_of(step: str, width: int) -> Attribute:
    """Declare the day of a step: `paidDate`."""
    return Attribute(
        name=f"{step}Date", type=Date(), at=f"{step}Date", listed=InList(title=step.capitalize(), width=width)
    )
