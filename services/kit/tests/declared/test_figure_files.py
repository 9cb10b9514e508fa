"""Figures in a PDF and in a sheet: their columns, charts and totals."""

from __future__ import annotations

from typing import Any

import pytest

from kit.documents import Chart, Table
from kit.lists.exports import figure_files


def answer(groups: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    measures = [
        {"name": "count", "title": "Number", "type": "integer"},
        {"name": "total", "title": "Total", "type": "money"},
    ]
    totals = [{"currency": "GBP", "values": [3, 600], "before": None}]
    return {
        "by": [{"title": "Status"}],
        "measures": measures,
        "groups": groups,
        "totals": totals,
        "truncated": False,
        "period": None,
        "asOf": None,
        **more,
    }


def group(text: str, values: list[int], before: list[int] | None = None, currency: str = "GBP") -> dict[str, Any]:
    return {"texts": [text], "values": values, "before": before, "currency": currency}


GROUPS = [group("Paid", [1, 200]), group("<b>Sent</b>", [2, 400])]


def test_amounts_are_next_to_their_currency() -> None:
    table = figure_files.tabled(answer(GROUPS))
    assert [column.label() for column in table.columns] == ["Status", "Currency", "Number", "Total"]
    assert table.rows == [["Paid", "GBP", 1, 200], ["<b>Sent</b>", "GBP", 2, 400]]
    assert table.totals == [["Total", "GBP", 3, 600]]


def test_comparison_has_the_previous_period_and_the_change() -> None:
    period = {"from": "2026-02-01", "to": "2026-02-28", "beforeFrom": "2026-01-01", "beforeTo": "2026-01-31"}
    totals = [{"currency": "GBP", "values": [1, 200], "before": [3, 500]}]
    compared = answer([group("Paid", [1, 200], [3, 500])], period=period, totals=totals)
    table = figure_files.tabled(compared)
    assert table.rows == [["Paid", "GBP", 1, 3, -2, 200, 500, -300]]
    html = figure_files.document("Invoices", compared, [], "", table).html()
    assert "01/01/26 to 31/01/26" in html


def test_pdf_has_a_chart_for_each_currency_and_escapes_names() -> None:
    euros = [group("Paid", [1, 900], currency="EUR"), group("Sent", [1, 100], currency="EUR")]
    totals = [{"currency": name, "values": [2, 1], "before": None} for name in ("GBP", "EUR")]
    figures = answer([*GROUPS, *euros], totals=totals)
    paper = figure_files.document("Invoices", figures, [("Search", "ada")], "foot", figure_files.tabled(figures))
    charts = [part for part in paper.parts if isinstance(part, Chart)]
    assert [(one.currency, [list(series.values) for series in one.series]) for one in charts] == [
        ("GBP", [[200, 400]]),
        ("EUR", [[900, 100]]),
    ]
    assert any(isinstance(part, Table) for part in paper.parts)
    assert "<b>Sent" not in paper.html()
    assert "&lt;b&gt;Sent" in paper.html()


def test_figures_with_too_many_labels_are_only_in_the_table() -> None:
    figures = answer([group(f"Client {number}", [1, number]) for number in range(60)])
    paper = figure_files.document("Invoices", figures, [], "", figure_files.tabled(figures))
    assert not [part for part in paper.parts if isinstance(part, Chart)]
    assert "Client 59" in paper.html()


def test_currency_without_a_chart_is_in_a_table() -> None:
    euros = [group("Paid", [1, 900], currency="EUR")]
    totals = [{"currency": name, "values": [2, 900], "before": None} for name in ("GBP", "EUR")]
    chart, table = figure_files.parts(answer([*GROUPS, *euros], totals=totals), "column")
    assert isinstance(chart, Chart) and isinstance(table, Table)
    assert (chart.currency, list(table.rows)) == ("GBP", [["Paid", "EUR", 1, 900]])
    assert list(table.totals) == [["Total", "EUR", 2, 900]]
    assert len(figure_files.parts(answer(GROUPS), "column")) == 1
    assert [type(part) for part in figure_files.parts(answer([], totals=[]), "column")] == [Table]


def test_second_dimension_becomes_series() -> None:
    groups = [
        {"texts": list(texts), "values": [1, value], "before": None, "currency": "GBP"}
        for texts, value in [(("Jan", "Paid"), 1), (("Jan", "Sent"), 2), (("Feb", "Sent"), 3)]
    ]
    figures = answer(groups, by=[{"title": "Date"}, {"title": "Status"}])
    paper = figure_files.document("Invoices", figures, [], "", figure_files.tabled(figures))
    (chart,) = [part for part in paper.parts if isinstance(part, Chart)]
    assert [(one.title, list(one.values)) for one in chart.series] == [("Paid", [1, 0]), ("Sent", [2, 3])]


def test_too_many_series_become_one_sum() -> None:
    groups = [
        {"texts": [month, f"Status {number}"], "values": [1, number], "before": None, "currency": "GBP"}
        for month in ("Jan", "Feb")
        for number in range(8)
    ]
    figures = answer(groups, by=[{"title": "Date"}, {"title": "Status"}])
    paper = figure_files.document("Invoices", figures, [], "", figure_files.tabled(figures))
    (chart,) = [part for part in paper.parts if isinstance(part, Chart)]
    assert [list(one.values) for one in chart.series] == [[28, 28]]


@pytest.mark.parametrize(("chosen", "drawn"), figure_files.KINDS.items())
def test_printed_chart_has_the_kind_of_the_page(chosen: str, drawn: figure_files.Kind) -> None:
    figures = answer(GROUPS)
    paper = figure_files.document("Invoices", figures, [], "", figure_files.tabled(figures), figure_files.KINDS[chosen])
    (chart,) = [part for part in paper.parts if isinstance(part, Chart)]
    assert chart.kind == drawn
    html = chart.html()
    assert "<svg" in html and "&lt;b&gt;Sent" in html
    mark = {"column": "<rect", "bar": "<rect", "line": "<polyline", "area": "<polygon", "pie": "<path"}[drawn]
    assert mark in html


def test_pie_sums_the_second_dimension_and_refuses_negative_slices() -> None:
    groups = [
        {"texts": list(texts), "values": [1, value], "before": None, "currency": "GBP"}
        for texts, value in [(("Jan", "Paid"), 1), (("Jan", "Sent"), 2), (("Feb", "Sent"), 3)]
    ]
    two = [{"title": "Date"}, {"title": "Status"}]

    def drawn(groups: list[dict[str, Any]]) -> Chart:
        figures = answer(groups, by=two)
        paper = figure_files.document("Invoices", figures, [], "", figure_files.tabled(figures), "pie")
        return next(part for part in paper.parts if isinstance(part, Chart))

    assert (drawn(groups).kind, [list(one.values) for one in drawn(groups).series]) == ("pie", [[3, 3]])
    assert drawn([*groups, {**groups[0], "values": [1, -9]}]).kind == "column"
