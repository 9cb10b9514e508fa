"""Lists of money: each export has the currency and organisation of its amounts, whatever columns a page chooses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from finance.copies.model import organisation
from finance.wiring import service
from kit.lists import ListSpec
from kit.lists.exports import export
from staffroom_testing import actor

_WITHOUT = {
    "invoiceSamples": "a sample is taken in the currency of the invoice it is for",
    "examFees": "a fee is charged in the currency of the invoice it is on",
}
"""Lists whose rows have an amount and no currency, with the reason."""
MONEY = {spec.name: spec for spec in service.lists if any(column.type == "money" for column in spec.columns)}


def tables_of(source: sa.FromClause) -> Iterator[sa.Table]:
    """Return the tables that a list joins."""
    if isinstance(source, sa.Join):
        yield from tables_of(source.left)
        yield from tables_of(source.right)
    elif isinstance(source, sa.Table):
        yield source
    elif isinstance(source, sa.Alias) and isinstance(source.element, sa.Table):
        yield source.element


def columns_of(spec: ListSpec) -> set[str]:
    """Return the columns of the tables behind a list, without those of the organisation itself."""
    return {column.name for table in tables_of(spec.source) if table is not organisation for column in table.columns}


def exported(spec: ListSpec, **body: object) -> list[str]:
    """Return the columns of an export that the request body asks for."""
    who = actor("sysAdmin", "staff", persons={"client": 1})
    asked = export.read(spec, who, {"format": "xlsx", **body}, {"orgId": "1"} if "{orgId}" in spec.path else {}, {})
    names: list[str] = asked["columns"]
    return names


def _is_title(spec: ListSpec, name: str) -> bool:
    """Return True if the column holds the title of an organisation, not its id."""
    column = spec.column(name)
    assert column is not None
    elements = sa.sql.visitors.iterate(column.expression)
    titles = {one for one in elements if isinstance(one, sa.Column) and one.name == "title"}
    return any(getattr(one.table, "element", one.table) is organisation for one in titles)


def test_there_are_lists_of_money() -> None:
    assert set(MONEY) >= {"invoices", "unpaid", "expenses", "bills", "tutorpayments", "payLines", "recharges"}
    assert set(_WITHOUT) <= set(MONEY)


_STERLING = {"VATSterling"}
"""Amounts that are in sterling, whatever the currency of the document."""


@pytest.mark.parametrize("name", MONEY)
def test_amount_names_its_currency(name: str) -> None:
    spec = MONEY[name]
    if name in _WITHOUT:
        assert "currency" not in columns_of(spec)
        return
    for column in spec.columns:
        if column.type == "money" and column.name not in _STERLING:
            assert spec.column(column.currency) is not None, f"{name}.{column.name} names no column of its currency"
    first = spec.columns[0].name
    for body in ({}, {"columns": [first]}):
        assert "currency" in exported(spec, **body), f"{name}: an export of {body or 'all'} says no currency"


@pytest.mark.parametrize("name", MONEY)
def test_export_names_the_organisation_of_its_money(name: str) -> None:
    """Each organisation that a row refers to is a column of every export, by title."""
    spec = MONEY[name]
    wanted = {column for column in columns_of(spec) if column.endswith("organisation_id")}
    first = spec.columns[0].name
    for body in ({}, {"columns": [first]}):
        names = exported(spec, **body)
        titles = [one for one in names if _is_title(spec, one)]
        assert len(titles) == len(wanted), f"{name}: an export of {body or 'all'} says {titles} of {sorted(wanted)}"
