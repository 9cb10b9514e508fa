"""`GET /invoices/statistics/vat`: the figures for a VAT return, their spreadsheet, and the documents behind them."""

from __future__ import annotations

import datetime as dt
import io
import re
from collections import Counter
from typing import Any

import openpyxl

from finance.accounts.rules import VAT_TREATMENTS
from finance.sending import document, queries
from finance.statistics import vat
from kit.database import Database
from kit.values.shown import percent
from services.finance.tests.builders import make_copies, make_invoice, make_item, make_payment
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor

OFFICE = actor("staff")
PATH = "/api/v1/invoices/statistics/vat"
_NAMES = ("isCreditNote", "VATRate", "VATTreatment", "count", "net", "VAT", "total")


def figures(client: ClientFor, **query: str) -> list[tuple[Any, ...]]:
    answer = client(OFFICE).get(PATH, params=query)
    assert answer.status_code == 200, answer.text
    return [tuple(row[name] for name in _NAMES) for row in answer.json()["data"]]


def issued(database: Database) -> list[int]:
    """Create invoices and a credit note of organisation 1 with every kind of VAT, one of organisation 3 in euros, and
    what does not count: a draft, a cancelled one, a title, a write-off. Returns the counted ids of organisation 1."""
    make_copies(database)
    first = make_invoice(database, status="proposed", date=dt.date(2026, 7, 1))
    for treatment in ("exempt", "zeroRated", "outside", "exempt"):
        make_item(database, first, 1_000, vat_treatment=treatment)
    make_item(database, first, 1_033, vat_rate=2000, discount_type="percentage", discount=1_000)
    make_item(database, first, 0, meta_type="title", vat_rate=0)
    second = make_invoice(database, status="partPaid", date=dt.date(2026, 9, 30))
    make_item(database, second, 10_000, vat_rate=500)
    make_item(database, second, 333, vat_rate=2000)
    make_payment(database, second, 10_000)
    make_item(database, second, -900, meta_type="credit", write_off=True)
    note = make_invoice(
        database, status="proposed", title="Credit", is_credit_note=True, parent_id=first, date=dt.date(2026, 9, 1)
    )
    make_item(database, note, -500, meta_type="credit", vat_rate=2000)
    make_item(database, note, -100, meta_type="credit", vat_treatment="exempt")
    for status in ("draft", "cancelled"):
        make_item(database, make_invoice(database, status=status, date=dt.date(2026, 8, 1)), 7_000, vat_rate=2000)
    euros = make_invoice(database, status="paid", organisation_id=3, currency="EUR", date=dt.date(2026, 10, 1))
    make_item(database, euros, 5_000, vat_rate=2300)
    return [first, second, note]


def test_each_kind_of_vat_is_separate_and_so_are_credit_notes(client: ClientFor, database: Database) -> None:
    issued(database)
    assert figures(client, orgId="1") == [
        (False, 2_000, "rated", 2, 930 + 333, 186 + 67, 1_116 + 400),
        (False, 500, "rated", 1, 10_000, 500, 10_500),
        (False, 0, "zeroRated", 1, 1_000, 0, 1_000),
        (False, 0, "exempt", 2, 2_000, 0, 2_000),
        (False, 0, "outside", 1, 1_000, 0, 1_000),
        (True, 2_000, "rated", 1, -500, -100, -600),
        (True, 0, "exempt", 1, -100, 0, -100),
    ]
    everything = client(OFFICE).get(PATH).json()["data"]
    heads = dict.fromkeys((row["orgId"], row["organisation"], row["currency"]) for row in everything)
    assert list(heads) == [(1, "Oxford", "GBP"), (3, "Portugal", "EUR")]


def test_organisation_unknown_here_counts_too(client: ClientFor, database: Database) -> None:
    make_item(database, make_invoice(database, status="proposed", organisation_id=9), 5_000, vat_rate=2000)
    (row,) = client(OFFICE).get(PATH).json()["data"]
    assert (row["orgId"], row["organisation"], row["total"]) == (9, "", 6_000)


def test_period_includes_both_days(client: ClientFor, database: Database) -> None:
    issued(database)
    quarter = {"from": "2026-07-01", "to": "2026-09-30"}
    assert figures(client, **quarter) == figures(client, orgId="1")
    assert [row[3:5] for row in figures(client, **{"from": "2026-07-02", "to": "2026-09-29"})] == [(1, -500), (1, -100)]
    assert figures(client, currency="EUR") == [(False, 2_300, "rated", 1, 5_000, 1_150, 6_150)]
    for wrong in ({"orgId": "x"}, {"from": "soon"}, {"status": "paid"}):
        assert client(OFFICE).get(PATH, params=wrong).status_code == 422
        assert client(OFFICE).get(f"{PATH}/xlsx", params=wrong).status_code == 422


def test_figures_equal_the_sums_of_the_documents_vat_summaries(client: ClientFor, database: Database) -> None:
    sums: Counter[str] = Counter()
    for record in issued(database):
        with database.read() as connection:
            body = document.of(queries.sheets(connection, OFFICE, [record])[0], "", live=True).body()
        summary = body[body.index("VAT summary") :]
        for kind, *amounts in re.findall(
            r'<tr><td>([^<]+)</td><td class="num">([^<]+)</td><td class="num">([^<]+)</td></tr>',
            summary[: summary.index("</table>")],
        ):
            for name, amount in zip(("net", "VAT"), amounts, strict=True):
                sums[f"{kind} {name}"] += round(float(re.sub("[£,]", "", amount)) * 100)
    figured: Counter[str] = Counter()
    labels = {option.value: option.label for option in VAT_TREATMENTS}
    for _, rate, treatment, _, net, tax, total in figures(client, orgId="1"):
        assert total == net + tax
        kind = percent(rate) if rate else labels[treatment]
        figured[f"{kind} net"] += net
        figured[f"{kind} VAT"] += tax
    assert sums == figured
    assert sums["20% net"] == 763 and sums["Exempt net"] == 1_900


def test_spreadsheet_has_the_same_figures_in_pounds(client: ClientFor, database: Database) -> None:
    issued(database)
    answer = client(OFFICE).get(f"{PATH}/xlsx", params={"orgId": "1"})
    assert answer.headers["Content-Type"] == vat.XLSX
    assert 'filename="vat-figures.xlsx"' in answer.headers["Content-Disposition"]
    sheet: Any = openpyxl.load_workbook(io.BytesIO(answer.content)).active
    assert sheet.title == "VAT figures"
    head, *rows = sheet.iter_rows(values_only=True)
    assert head == ("Document", "Organisation", "Currency", "Treatment", "VAT rate", "Lines", "Net", "VAT", "Gross")
    assert rows[0] == ("Invoices", "Oxford", "GBP", "Standard", 0.2, 2, 12.63, 2.53, 15.16)
    assert rows[2][3:5] == ("Zero-rated", 0) and rows[-1][0] == "Credit notes"
    assert len(rows) == len(figures(client, orgId="1"))


def test_only_staff_reads_the_figures(client: ClientFor, database: Database) -> None:
    for path in (PATH, f"{PATH}/xlsx"):
        assert client(actor("client", persons={"client": 1})).get(path).status_code == 403
        assert client(None).get(path).status_code == 401
        assert client(OFFICE).get(path).status_code == 200
