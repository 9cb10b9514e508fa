"""HTML of an invoice document, made from a Sheet alone; `kit.documents.pdf` renders it.

The renderer has no CSS grid and fetches nothing: use tables, and a data: URL for the logo.
"""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from finance.accounts.rules import vat_name
from finance.currencies import money
from finance.invoices import rules as invoices
from finance.pay.accounts import format_iban
from finance.sending.queries import Row, Sheet
from finance.sending.rules import addressee, day, percent
from kit.values import richtext

NOT_LIVE = "Test system: not a real invoice"
_MARKS = {"draft": "DRAFT", "cancelled": "CANCELLED"}
_PAYABLE = frozenset({"draft", "proposed", "final", "booked", "partPaid"})
PAYMENT_TYPES = {"bankTransfer": "Bank transfer", "creditCard": "Credit card", "flywire": "Flywire", "other": "Other"}


def watermark(sheet: Sheet, live: bool) -> str:
    """Watermark of a document that is not a valid invoice: draft, cancelled or test."""
    return _MARKS.get(sheet.invoice["status"], "" if live else "TEST")


def title(sheet: Sheet, kind: str = "invoice") -> str:
    """Title and file name: 'Pro-forma Invoice INV-10001'."""
    return f"{_heading(sheet, kind)} {sheet.invoice['number'] or sheet.invoice['id']}"


def body(sheet: Sheet, link: str, kind: str = "invoice") -> str:
    """Body of the document. `link` is the payment page, `kind` is invoice or receipt."""
    parts = [
        _head(sheet, kind),
        _parties(sheet, kind),
        _texts(sheet, "header"),
        _items(sheet),
        _sums(sheet),
        _plan(sheet) if kind == "invoice" else "",
        # the plan shows its own payments
        _payments(sheet) if kind == "receipt" or not sheet.plan else "",
        _how_to_pay(sheet, link) if kind == "invoice" else "",
        _texts(sheet, "footer"),
        _small_print(sheet, kind),
    ]
    return "".join(parts)


def style(sheet: Sheet, live: bool, kind: str = "invoice") -> str:
    """Style sheet of the document, with the margins of each page."""
    colour = sheet.letterhead["colour"]
    colour = colour if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) else "#12404a"
    bottom = " · ".join(filter(None, [sheet.letterhead["name"], title(sheet, kind)]))
    top = "" if live else f"@top-center {{ content: {_css_string(NOT_LIVE)}; font-size: 8pt; color: #b3312c }}"
    return _STYLE.replace("COLOUR", colour) + _PAGE.format(bottom=_css_string(bottom), top=top)


def _css_string(text: str) -> str:
    """A CSS string, escaped so that no text can end it or the style element."""
    return '"' + re.sub(r'[\\"<>\x00-\x1f{}]', lambda match: f"\\{ord(match[0]):x} ", text) + '"'


def _text(value: object) -> str:
    return html.escape(str(value)) if value not in {None, ""} else ""


def _rich(value: str) -> str:
    return richtext.sanitise(value)


def _heading(sheet: Sheet, kind: str) -> str:
    if kind == "receipt":
        return "Receipt"
    row = sheet.invoice
    return invoices.shown_title(row)


def _lines(*lines: object) -> str:
    return "<br>".join(filter(None, map(_text, lines)))


def _head(sheet: Sheet, kind: str) -> str:
    head = sheet.letterhead
    logo = head["logo"]
    picture = f'<img src="{_text(logo)}" alt="">' if logo.startswith("data:image/") else ""
    contact = _lines(*head["address"].splitlines(), head["phone"], head["email"], head["website"])
    number = _text(sheet.invoice["number"] or "No number yet")
    return (
        f'<table class="plain head"><tr><td class="logo">{picture}</td>'
        f'<td class="from"><b>{_text(head["name"])}</b><br>{contact}</td></tr></table>'
        f'<table class="plain title"><tr><td><h1>{_text(_heading(sheet, kind))}</h1></td>'
        f'<td class="number">{number}</td></tr></table>'
    )


def _parties(sheet: Sheet, kind: str) -> str:
    row = sheet.invoice
    credits_ = " of ".join(filter(None, [row["parent_number"], day(row["parent_date"])])) if row["parent_id"] else ""
    facts = [
        ("Invoice date" if kind == "receipt" else "Date", day(row["date"])),
        ("Due date", day(row["due_date"]) if kind == "invoice" and not invoices.is_credit(row) else ""),
        ("Student", row["student"] if row["student"] != row["name"] else ""),
        ("Credits invoice", credits_),
        ("NIF", row["nif"] if row["organisation_id"] == invoices.NIF_ORGANISATION else ""),
    ]
    rows = "".join(f"<tr><th>{name}</th><td>{_text(value)}</td></tr>" for name, value in facts if value)
    address = _lines(*(row[name] for name in ("line1", "line2", "line3", "postcode")))
    label = "Credited to" if invoices.is_credit(row) else "Invoiced to"
    recipient = f'<div class="label">{label}</div><b>{_text(addressee(row))}</b><br>{address}'
    return (
        f'<table class="plain parties"><tr><td class="to">{recipient}</td>'
        f'<td class="facts"><table class="plain">{rows}</table></td></tr></table>'
    )


def _texts(sheet: Sheet, place: str) -> str:
    content = "".join(_rich(text["description"]) for text in sheet.texts if text["place"] == place)
    return f'<div class="texts">{content}</div>' if content else ""


def _items(sheet: Sheet) -> str:
    uk = sheet.invoice["organisation_id"] in invoices.UK_ORGANISATIONS
    items = [item for item in sheet.items if not item["write_off"]]  # a step of the sums
    off = any(item["discount_amount"] for item in items)
    names = ["Amount", *(["Discount"] if off else []), *(["VAT rate", "VAT"] if uk else []), "Total"]
    head = "".join(f'<th class="num">{name}</th>' for name in names)
    lines = "".join(_item(sheet, item, uk, off, len(names)) for item in items)
    empty = f'<tr><td colspan="{len(names) + 1}" class="soft">No items yet</td></tr>'
    head = f"<thead><tr><th>Description</th>{head}</tr></thead>"
    return f'<table class="items">{head}<tbody>{lines or empty}</tbody></table>'


def _item(sheet: Sheet, item: Row, uk: bool, off: bool, columns: int) -> str:
    text, currency = _rich(item["description"]), sheet.invoice["currency"]
    if item["meta_type"] == "title":
        return f'<tr class="heading"><td colspan="{columns + 1}">{text}</td></tr>'
    cells = [money(item["amount"], currency)]
    if off:
        cells.append(_discount(item, currency))
    if uk:
        cells += [_vat_kind(item["vat_rate"], item["vat_treatment"]), money(item["vat"], currency)]
    cells.append(money(item["total"], currency))
    numbers = "".join(f'<td class="num">{cell}</td>' for cell in cells)
    return f'<tr class="{item["meta_type"]}"><td class="what">{text}</td>{numbers}</tr>'


def _discount(item: Row, currency: str) -> str:
    if not item["discount_amount"]:
        return ""
    share = f' <span class="soft">({percent(item["discount"])})</span>' if item["discount_type"] == "percentage" else ""
    return money(-item["discount_amount"], currency) + share


def _sums(sheet: Sheet) -> str:
    row, currency = sheet.invoice, sheet.invoice["currency"]
    uk = row["organisation_id"] in invoices.UK_ORGANISATIONS
    # With a plan the total is not due at once: the plan below has the dates.
    due = row["status"] in _PAYABLE and not sheet.plan and not invoices.is_credit(row)
    lines = "".join(
        f'<tr class="{"due" if step.name == "outstanding" else step.name.lower()}">'
        f"<th>{'Amount due' if due and step.name == 'outstanding' else step.label}</th>"
        f"<td>{money(step.amount, currency)}</td></tr>"
        for step in invoices.sums(row)
        if step.name != "outstanding" or row["status"] != "cancelled"
    )
    vat = _vat_summary(sheet) if uk else ""
    return (
        f'<table class="plain under"><tr><td class="vat">{vat}</td>'
        f'<td class="sums"><table class="plain">{lines}</table></td></tr></table>'
    )


def _vat_kind(rate: int, treatment: str) -> str:
    """`20%`, or the treatment where the rate is 0."""
    return percent(rate) if rate else vat_name(treatment)


def _vat_summary(sheet: Sheet) -> str:
    """Net and VAT by kind, as a UK VAT invoice shows them; zero-rated, exempt and outside the scope are separate."""
    by_rate: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for item in sheet.items:
        if item["meta_type"] != "title" and not item["write_off"]:
            kind = item["vat_rate"], "" if item["vat_rate"] else item["vat_treatment"]
            by_rate[kind][0] += item["amount"] - item["discount_amount"]
            by_rate[kind][1] += item["vat"]
    currency = sheet.invoice["currency"]
    lines = "".join(
        f'<tr><td>{_vat_kind(*kind)}</td><td class="num">{money(net, currency)}</td>'
        f'<td class="num">{money(vat, currency)}</td></tr>'
        for kind, (net, vat) in sorted(by_rate.items())
    )
    if not lines:
        return ""
    head = '<tr><th>VAT summary</th><th class="num">Net</th><th class="num">VAT</th></tr>'
    return f'<table class="small">{head}{lines}</table>'


def _plan(sheet: Sheet) -> str:
    currency = sheet.invoice["currency"]
    rows = (
        (day(part["due_date"]), money(part["amount"], currency), _instalment_status(part, currency))
        for part in sheet.plan
    )
    return _table("Instalment plan", ("Due date", "Amount", "Status"), rows)


def _instalment_status(part: Mapping[str, Any], currency: str) -> str:
    """Status of an instalment: paid, open, or the open rest where other payments cover a part."""
    if not part["is_paid"]:
        left = part["left"]
        return "Paid" if not left else "Open" if left == part["amount"] else f"{money(left, currency)} open"
    return f"Paid {day(part['paid_date'])}, {PAYMENT_TYPES.get(part['payment_type'], '').lower()}"


def _payments(sheet: Sheet) -> str:
    currency, credit = sheet.invoice["currency"], invoices.is_credit(sheet.invoice)
    rows = (
        (
            day(entry["date_paid"]),
            money(-entry["amount"] if credit else entry["amount"], currency),
            PAYMENT_TYPES[entry["type"]],
        )
        for entry in sheet.payments
    )
    return _table("Refunds" if credit else "Payments received", ("Date", "Amount", "Method"), rows)


def _table(name: str, heads: Iterable[str], rows: Iterator[tuple[str, str, str]]) -> str:
    lines = "".join(
        f'<tr><td>{_text(first)}</td><td class="num">{_text(amount)}</td><td>{_text(last)}</td></tr>'
        for first, amount, last in rows
    )
    if not lines:
        return ""
    first, amount, last = heads
    head = f'<tr><th>{first}</th><th class="num">{amount}</th><th>{last}</th></tr>'
    return f'<div class="kept"><h2>{name}</h2><table class="small three">{head}{lines}</table></div>'


def _how_to_pay(sheet: Sheet, link: str) -> str:
    row = sheet.invoice
    if not _is_payable(row):
        return ""
    held_in = row["account_currency"] if row["account_currency"] != row["currency"] else ""
    bank = [
        ("Bank", row["bank"]),
        ("Account name", row["holder"]),
        ("Sort code", row["sort_code"]),
        ("Account number", row["account_number"]),
        ("IBAN", format_iban(row["iban"] or "")),
        ("BIC", row["bic"]),
        ("Account held in", held_in),
        ("Reference", row["number"]),
    ]
    rows = "".join(f"<tr><th>{name}</th><td>{_text(value)}</td></tr>" for name, value in bank if value)
    transfer = f'<div class="label">By bank transfer</div><table class="plain">{rows}</table>' if row["holder"] else ""
    online = ""
    if row["online_url"]:
        url = _text(row["online_url"])
        online = f'<div class="label">Online</div><p><a href="{url}">{url}</a></p>'
    if row["status"] != "draft":
        online += (
            f'<div class="label">This invoice on the web</div><a href="{_text(link)}">{_text(link)}</a>'
            f"<p>Your passcode is <b>{_text(row['passcode'])}</b>. The page asks for it.</p>"
        )
    if not transfer and not online:
        return ""
    return (
        '<div class="kept"><h2>How to pay</h2><table class="plain pay"><tr>'
        f"<td>{transfer}</td><td>{online}</td></tr></table></div>"
    )


def _is_payable(row: Row) -> bool:
    return not invoices.is_credit(row) and row["status"] in _PAYABLE and row["outstanding"] > 0


def _small_print(sheet: Sheet, kind: str) -> str:
    head = sheet.letterhead
    terms = head["payment_terms"] if kind == "invoice" and _is_payable(sheet.invoice) else ""
    numbers = [
        head["company_number"] and f"Company number {head['company_number']}",
        head["vat_number"] and f"VAT number {head['vat_number']}",
    ]
    text = _lines(terms, head["small_print"], " · ".join(filter(None, numbers)))
    return f'<div class="print">{text}</div>' if text else ""


_PAGE = """
@page {{ size: A4; margin: 14mm 17mm 17mm; {top}
  @bottom-left {{ content: {bottom}; font-size: 7.5pt; color: #5a686b }}
  @bottom-right {{ content: "Page " counter(page) " of " counter(pages); font-size: 7.5pt; color: #5a686b }} }}
"""

_STYLE = """
body { margin: 0; font: 8.5pt/1.45 "Inter", "DejaVu Sans", sans-serif; color: #1d2b2f }
p { margin: 0 0 4pt } a { color: COLOUR; text-decoration: none }
table.plain td, table.plain th { border: 0; padding: 0; font-weight: normal }
.head { margin-bottom: 14pt } .head img { height: 46pt } .head .from { text-align: right; color: #5a686b }
.head .from b { color: COLOUR; font-size: 10pt }
.title { border-bottom: 1.5pt solid COLOUR; margin-bottom: 12pt }
.title h1 { font-size: 19pt; font-weight: bold; color: COLOUR; margin: 0 0 5pt }
.title .number { text-align: right; vertical-align: bottom; font-size: 11pt; padding-bottom: 7pt }
.parties { margin-bottom: 10pt } .parties .to { width: 55% } .facts table { width: 100% }
.facts table.plain th { color: #5a686b; width: 38%; padding-right: 8pt; white-space: nowrap }
.facts table.plain th, .facts table.plain td { padding-bottom: 2pt }
.label { color: #5a686b; font-size: 7.5pt; margin-bottom: 2pt }
.texts { margin: 8pt 0 10pt }
.items { margin-top: 4pt } .items th { background: COLOUR; color: #ffffff; border: 0; font-weight: normal }
.items th, .items td { padding: 4pt 6pt } .items td { border-bottom: .5pt solid #e4e1d8 }
.items p { margin: 0 } .items tr { page-break-inside: avoid }
.items .heading td { background: #f3f1eb; font-weight: bold } .items .subitem .what { padding-left: 16pt }
.num { text-align: right; white-space: nowrap } .soft { color: #5a686b }
.under { margin: 10pt 0 6pt; page-break-inside: avoid } .under .vat { width: 52% }
table.under > tbody > tr > td.vat { padding-right: 18pt } .vat th { white-space: nowrap }
.sums table { width: 100% } .sums th { color: #5a686b } .sums td { text-align: right }
.sums table th, .sums table td { padding: 2.5pt 6pt }
.sums .total th, .sums .total td { border-top: .75pt solid #1d2b2f; color: #1d2b2f; font-weight: bold }
.sums .due th, .sums .due td { background: COLOUR; color: #ffffff; font-weight: bold; font-size: 10pt;
  padding: 5pt 6pt }
.kept { page-break-inside: avoid } h2 { font-size: 10pt; color: COLOUR; margin: 12pt 0 4pt }
table.small th, table.small td { padding: 2.5pt 6pt 2.5pt 0; border-bottom: .5pt solid #e4e1d8 }
table.small th { color: #5a686b; font-weight: normal } table.small .num { padding-left: 12pt }
.three { width: 75% } .three td { white-space: nowrap } table.three .num { padding-right: 24pt }
table.pay { background: #f7f5f0; table-layout: fixed } .pay a { overflow-wrap: anywhere }
table.pay > tbody > tr > td { width: 50%; padding: 8pt 10pt }
.pay table { width: auto } .pay table th { color: #5a686b; padding-right: 12pt; white-space: nowrap }
.pay p { margin: 4pt 0 0 }
.print { page-break-inside: avoid }
.print { margin-top: 16pt; padding-top: 6pt; border-top: .5pt solid #e4e1d8; color: #5a686b; font-size: 7.5pt }
.watermark { color: #eceae4 }
"""
