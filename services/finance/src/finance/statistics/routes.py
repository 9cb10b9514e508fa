"""Calls for the statistics, the figures of a VAT return and their spreadsheet."""

from __future__ import annotations

from typing import Any

from finance.statistics import queries, vat
from finance.statistics.answers import Statistics, VatFigures
from kit.errors import Invalid
from kit.http.core import Answer, attachment
from kit.http.fastapi import Call, Routes
from kit.http.shapes import Form
from kit.policy import staff
from kit.values import Select
from kit.values.bodies import section

routes = Routes()
_FILTERS = ("orgId", "currency", "billingYear", "from", "to")


@routes.get("/invoices/statistics", may=staff, answers=Statistics)
def statistics(call: Call) -> dict[str, Any]:
    """Return figures by month, status, type, organisation, currency and age; orgId, currency, billingYear, from and to
    narrow them."""
    return call.read(queries.statistics, _filters(call))


@routes.get("/invoices/statistics/vat", may=staff, answers=list[VatFigures])
def vat_figures(call: Call) -> list[dict[str, Any]]:
    """Return net, VAT and gross by organisation and rate, or treatment of a rate of 0; credit notes are separate, and
    the filters are the same."""
    return call.read(vat.figures, _filters(call))


@routes.get("/invoices/statistics/vat/fields", may=staff, answers=Form)
def vat_fields(call: Call) -> dict[str, Any]:
    """Return the treatments that VAT figures keep apart."""
    return {"sections": [section("vat", "VAT", {"VATTreatment": Select(choices=vat.TREATMENTS)}, {})]}


@routes.get("/invoices/statistics/vat/xlsx", may=staff, answers=vat.XLSX)
def vat_spreadsheet(call: Call) -> Answer:
    """Return the same figures as a spreadsheet."""
    rows = call.read(vat.figures, _filters(call))
    return attachment(vat.spreadsheet(rows), "vat-figures.xlsx", vat.XLSX)


def _filters(call: Call) -> dict[str, str]:
    """Return the filters of the figures. Raises Invalid for an unknown one."""
    filters = dict(call.request.query_params)
    for name in filters:
        if name not in _FILTERS:
            raise Invalid(f"Unknown filter {name!r}; allowed are: {', '.join(_FILTERS)}", code="unknown_filter")
    return filters
