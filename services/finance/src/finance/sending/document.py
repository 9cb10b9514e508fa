"""HTML of an invoice document, made from a Sheet alone; `kit.documents.pdf` renders it.

The renderer has no CSS grid and fetches nothing: use tables, and a data: URL for the logo.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from string import Template

from jinja2 import Environment, PackageLoader
from jinja2 import Template as PageTemplate

from finance.accounts.rules import vat_name
from finance.invoices import rules as invoices
from finance.sending import showing
from finance.sending.queries import Sheet
from finance.sending.rules import addressee
from kit.values.shown import percent

NOT_LIVE = "Test system: not a real invoice"
_MARKS = {"draft": "DRAFT", "cancelled": "CANCELLED"}
_PAYABLE = frozenset({"draft", "proposed", "final", "booked", "partPaid"})
_STYLE = Template((Path(__file__).parent / "templates" / "document.css").read_text())


class _Joined(PackageLoader):
    """Templates without the line breaks and the indentation of their source, which the renderer would draw."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, path, is_current = super().get_source(environment, template)
        return "".join(line.strip() for line in source.splitlines()), path, is_current


@lru_cache(maxsize=1)
def _template() -> PageTemplate:
    return showing.environment(_Joined("finance.sending")).get_template("document.html")


def watermark(sheet: Sheet, live: bool) -> str:
    """Watermark of a document that is not a valid invoice: draft, cancelled or test."""
    return _MARKS.get(sheet.invoice["status"], "" if live else "TEST")


def title(sheet: Sheet, kind: str = "invoice") -> str:
    """Title and file name: 'Pro-forma Invoice INV-10001'."""
    return f"{_heading(sheet, kind)} {sheet.invoice['number'] or sheet.invoice['id']}"


def body(sheet: Sheet, link: str, kind: str = "invoice") -> str:
    """Body of the document. `link` is the payment page, `kind` is invoice or receipt."""
    row = sheet.invoice
    uk = row["organisation_id"] in invoices.UK_ORGANISATIONS
    return _template().render(
        showing.values(sheet),
        head=sheet.letterhead,
        heading=_heading(sheet, kind),
        receipt=kind == "receipt",
        addressee=addressee(row),
        has_nif=row["organisation_id"] == invoices.NIF_ORGANISATION,
        uk=uk,
        vat_kind=_vat_kind,
        vat_summary=_vat_summary(sheet) if uk else [],
        open=row["status"] in _PAYABLE and not invoices.is_credit(row),
        link=link,
    )


def style(sheet: Sheet, live: bool, kind: str = "invoice") -> str:
    """Style sheet of the document, with the margins of each page."""
    colour = sheet.letterhead["colour"]
    colour = colour if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) else "#12404a"
    bottom = " · ".join(filter(None, [sheet.letterhead["name"], title(sheet, kind)]))
    top = "" if live else f"@top-center {{ content: {_css_string(NOT_LIVE)}; font-size: 8pt; color: #b3312c }}"
    return _STYLE.substitute(colour=colour, bottom=_css_string(bottom), top=top)


def _css_string(text: str) -> str:
    """A CSS string, escaped so that no text can end it or the style element."""
    return '"' + re.sub(r'[\\"<>\x00-\x1f{}]', lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def _heading(sheet: Sheet, kind: str) -> str:
    return "Receipt" if kind == "receipt" else invoices.shown_title(sheet.invoice)


def _vat_kind(rate: int, treatment: str) -> str:
    """`20%`, or the treatment where the rate is 0."""
    return percent(rate) if rate else vat_name(treatment)


def _vat_summary(sheet: Sheet) -> list[tuple[str, int, int]]:
    """Net and VAT by kind, as a UK VAT invoice shows them; zero-rated, exempt and outside the scope are separate."""
    by_rate: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for item in sheet.items:
        if item["meta_type"] != "title" and not item["write_off"]:
            kind = item["vat_rate"], "" if item["vat_rate"] else item["vat_treatment"]
            by_rate[kind][0] += item["amount"] - item["discount_amount"]
            by_rate[kind][1] += item["vat"]
    return [(_vat_kind(*kind), net, vat) for kind, (net, vat) in sorted(by_rate.items())]
