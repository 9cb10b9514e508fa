"""The items of an invoice document: rich texts with their amounts, under the headings between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import Markup

from finance.accounts.rules import vat_name
from finance.sending.showing import rich
from kit.documents import Part
from kit.values.shown import money, percent

_NUMBER = Markup('<td class="num">{}</td>')


def vat_kind(rate: int, treatment: str) -> str:
    """Return `20%`, or the treatment of a rate of 0."""
    return percent(rate) if rate else vat_name(treatment)


@dataclass(frozen=True)
class Items(Part):
    """Render the lines of an invoice in order. `vat` adds the columns that a UK invoice must have (`money.md 2`)."""

    style: ClassVar[str] = (
        ".items p { margin: 0 } .items .heading td { background: #f3f1eb; font-weight: bold }\n"
        ".items .subitem .what { padding-left: 16pt }"
    )

    items: Sequence[Mapping[str, Any]]
    currency: str
    vat: bool

    def html(self) -> Markup:
        heads = Markup("").join(Markup('<th class="num">{}</th>').format(head) for head in self._heads())
        lines = Markup("").join(self._line(item) for item in self.items)
        width = 1 + len(list(self._heads()))
        empty = Markup('<tr><td colspan="{}" class="soft">No items yet</td></tr>').format(width)
        return Markup(
            '<table class="rows items"><thead><tr><th>Description</th>{}</tr></thead><tbody>{}</tbody></table>'
        ).format(heads, lines or empty)

    @property
    def _discounted(self) -> bool:
        return any(item["discount_amount"] for item in self.items)

    def _heads(self) -> Iterator[str]:
        yield "Amount"
        if self._discounted:
            yield "Discount"
        if self.vat:
            yield from ("VAT rate", "VAT")
        yield "Total"

    def _line(self, item: Mapping[str, Any]) -> Markup:
        text = rich(item["description"])
        if item["meta_type"] == "title":
            width = 1 + len(list(self._heads()))
            return Markup('<tr class="heading"><td colspan="{}">{}</td></tr>').format(width, text)
        cells = Markup("").join(_NUMBER.format(cell) for cell in self._cells(item))
        return Markup('<tr class="{}"><td class="what">{}</td>{}</tr>').format(item["meta_type"], text, cells)

    def _cells(self, item: Mapping[str, Any]) -> Iterator[str]:
        yield money(item["amount"], self.currency)
        if self._discounted:
            yield self._discount(item)
        if self.vat:
            yield vat_kind(item["vat_rate"], item["vat_treatment"])
            yield money(item["vat"], self.currency)
        yield money(item["total"], self.currency)

    def _discount(self, item: Mapping[str, Any]) -> str:
        if not item["discount_amount"]:
            return ""
        amount = money(-item["discount_amount"], self.currency)
        if item["discount_type"] != "percentage":
            return amount
        return amount + Markup(' <span class="soft">({})</span>').format(percent(item["discount"]))
