"""The figures of `GET /invoices/statistics`: amounts in minor units, never added up across currencies."""

from __future__ import annotations

from typing import Annotated, TypedDict

from finance.accounts.rules import VAT_TREATMENTS
from finance.invoices.rules import LINE_TYPES
from kit.values.schemas import one_of


class Figures(TypedDict):
    """The number of invoices, and their sums."""

    currency: str
    count: int
    total: int
    outstanding: int


class MonthFigures(Figures):
    """`month` as 2026-11."""

    month: str


class StatusFigures(Figures):
    """`status` is the tab of the list."""

    status: str


class OrganisationFigures(Figures):
    """By organisation."""

    orgId: int


class AgeFigures(Figures):
    """By how long it has been owed."""

    age: str


class TypeFigures(TypedDict):
    """By type of line: an invoice with lines of two types counts in both."""

    currency: str
    type: Annotated[str, one_of(LINE_TYPES)]
    count: int
    total: int


class VatFigures(TypedDict):
    """Lines of one kind of VAT: the rate in hundredths of a percent, and `rated`, or the treatment of a rate of 0.
    Lines of credit notes are separate. `total` is net and VAT."""

    orgId: int
    organisation: str
    currency: str
    isCreditNote: bool
    VATRate: int
    VATTreatment: Annotated[str, one_of(("rated", *(str(option.value) for option in VAT_TREATMENTS)))]
    count: int
    net: int
    VAT: int
    total: int


class StatisticsOrganisation(TypedDict):
    """An organisation by name."""

    id: int
    title: str


class Statistics(TypedDict):
    """Every grouping."""

    byCurrency: list[Figures]
    byMonth: list[MonthFigures]
    byStatus: list[StatusFigures]
    byOrganisation: list[OrganisationFigures]
    byAge: list[AgeFigures]
    byType: list[TypeFigures]
    organisations: list[StatisticsOrganisation]
