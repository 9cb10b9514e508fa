"""The document of an invoice (`money.md 2`, `5`, `7`): a `Document` built only from a Sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape
from typing import Any

from finance.invoices import rules as invoices
from finance.pay.accounts import format_iban
from finance.sending import showing
from finance.sending.items import Items, vat_kind
from finance.sending.queries import Sheet
from finance.sending.rules import addressee, day
from kit.documents import (
    Columns,
    Document,
    Facts,
    Head,
    Heading,
    Kept,
    Label,
    Letterhead,
    Lines,
    Part,
    RichText,
    SmallPrint,
    Table,
    Totals,
)
from kit.values.shown import money

NOT_LIVE = "Test system: not a real invoice"
_MARKS = {"draft": "DRAFT", "cancelled": "CANCELLED"}
_PAYABLE = frozenset({"draft", "proposed", "final", "booked", "partPaid"})


def watermark(sheet: Sheet, live: bool) -> str:
    """Watermark of a document that is not a valid invoice: draft, cancelled or test."""
    return _MARKS.get(sheet.invoice["status"], "" if live else "TEST")


def title(sheet: Sheet, kind: str = "invoice") -> str:
    """Return title and file name: 'Pro-forma Invoice INV-10001'."""
    return f"{_heading(sheet, kind)} {sheet.invoice['number'] or sheet.invoice['id']}"


def of(sheet: Sheet, link: str, *, live: bool, kind: str = "invoice") -> Document:
    """Build the document. `link` is the payment page, `kind` is invoice or receipt; every page is marked unless it is
    `live`."""
    head = sheet.letterhead
    return Document(
        title=_heading(sheet, kind),
        reference=sheet.invoice["number"] or "No number yet",
        letterhead=Letterhead.of(head),
        foot=" · ".join(filter(None, [head["name"], title(sheet, kind)])),
        notice="" if live else NOT_LIVE,
        watermark=watermark(sheet, live),
        parts=list(_parts(sheet, link, receipt=kind == "receipt")),
    )


def _parts(sheet: Sheet, link: str, *, receipt: bool) -> Iterator[Part]:
    row = sheet.invoice
    shown = showing.values(sheet)
    uk = row["organisation_id"] in invoices.UK_ORGANISATIONS
    asks = _asks(sheet) and not receipt
    yield Columns([[_payer(sheet, shown)], [Facts(list(_facts(sheet, receipt=receipt)))]])
    yield _texts(sheet, "header")
    yield Items(shown["items"], row["currency"], uk)
    vat = [_vat_summary(sheet), *_in_sterling(shown)] if uk else []
    money_parts: list[Part] = [Columns([vat, [_sums(sheet, shown)]])]
    if sheet.plan and not receipt:
        money_parts.append(Kept([Heading("Instalment plan"), _plan(sheet)]))
    received = [] if sheet.plan and not receipt else shown["received"]  # the plan shows its own payments
    for heading, entries in (("Payments received", received), ("Refunds", shown["refunds"])):
        if entries:
            money_parts.append(Kept([Heading(heading), _payments(sheet, entries)]))
    if asks and (row["holder"] or row["online_url"] or row["status"] != "draft"):
        # keep the bank details on the page of the sums to pay
        how = Columns([list(_bank(row)), list(_online(row, link))], tinted=True)
        yield Kept([*money_parts, Heading("How to pay"), how])
    else:
        yield from money_parts
    yield _texts(sheet, "footer")
    yield SmallPrint(list(_small_print(sheet, terms=asks)))


def _heading(sheet: Sheet, kind: str) -> str:
    return "Receipt" if kind == "receipt" else invoices.shown_title(sheet.invoice)


def _open(sheet: Sheet) -> bool:
    return sheet.invoice["status"] in _PAYABLE and not invoices.is_credit(sheet.invoice)


def _asks(sheet: Sheet) -> bool:
    """Return True if the document asks for money."""
    return _open(sheet) and invoices.balance(sheet.invoice) > 0


def _payer(sheet: Sheet, shown: dict[str, Any]) -> Part:
    label = "Credited to" if shown["credit"] else "Invoiced to"
    return Lines([addressee(sheet.invoice), *shown["address"]], label)


def _facts(sheet: Sheet, *, receipt: bool) -> Iterator[tuple[str, str]]:
    row = sheet.invoice
    yield "Invoice date" if receipt else "Date", day(row["date"])
    yield "Due date", "" if receipt or invoices.is_credit(row) else day(row["due_date"])
    yield "Student", row["student"] if row["student"] != row["name"] else ""
    if row["parent_id"]:
        yield "Credits invoice", " of ".join(filter(None, [row["parent_number"], day(row["parent_date"])]))
    yield "NIF", row["nif"] if row["organisation_id"] == invoices.NIF_ORGANISATION else ""


def _texts(sheet: Sheet, place: str) -> Part:
    return RichText("".join(text["description"] for text in sheet.texts if text["place"] == place))


def _vat_summary(sheet: Sheet) -> Part:
    """Return net and VAT by kind, as on a UK VAT invoice; zero-rated, exempt and outside the scope are separate."""
    by_rate: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0, 0])
    for item in sheet.items:
        if item["meta_type"] != "title" and not item["write_off"]:
            kind = item["vat_rate"], "" if item["vat_rate"] else item["vat_treatment"]
            by_rate[kind][0] += item["amount"] - item["discount_amount"]
            by_rate[kind][1] += item["vat"]
    rows = [(vat_kind(*kind), net, vat) for kind, (net, vat) in sorted(by_rate.items())]
    heads = (Head("VAT summary"), Head("Net", "money"), Head("VAT", "money"))
    return Table(heads, rows, currency=sheet.invoice["currency"], quiet=True) if rows else Lines([])


def _in_sterling(shown: dict[str, Any]) -> Iterator[Part]:
    """Return the VAT in sterling of an invoice in another currency, with the rate and its month."""
    vat = shown["sterling"]
    if vat is not None:
        yield Facts([("VAT in sterling", shown["pounds"](vat["VAT"])), ("Rate", vat["text"])])


def _sums(sheet: Sheet, shown: dict[str, Any]) -> Part:
    sums: list[tuple[str, str]] = []
    due = ""
    for step in shown["sums"]:
        label = step.label
        if step.name == "outstanding":
            if sheet.invoice["status"] == "cancelled":
                continue
            # with a plan the total is not due at once: the plan below has the dates
            due = label = "Amount due" if _open(sheet) and not sheet.plan and step.amount >= 0 else label
        sums.append((label, shown["money"](step.amount)))
    return Totals(sums, total="Total", due=due)


def _plan(sheet: Sheet) -> Part:
    currency = sheet.invoice["currency"]

    def state(part: Any) -> str:
        if part["is_paid"]:
            how = showing.PAYMENT_TYPES.get(part["payment_type"], "").lower()
            return ", ".join(filter(None, [f"Paid {day(part['paid_date'])}", how]))
        if not part["left"]:
            return "Paid"
        return "Open" if part["left"] == part["amount"] else f"{money(part['left'], currency)} open"

    rows = [(day(part["due_date"]), part["amount"], state(part)) for part in sheet.plan]
    return Table((Head("Due date"), Head("Amount", "money"), Head("Status")), rows, currency=currency, quiet=True)


def _payments(sheet: Sheet, entries: list[Any]) -> Part:
    """Return money received, or money paid back, as positive amounts."""
    rows = [(day(one["date_paid"]), abs(one["amount"]), showing.PAYMENT_TYPES[one["type"]]) for one in entries]
    heads = (Head("Date"), Head("Amount", "money"), Head("Method"))
    return Table(heads, rows, currency=sheet.invoice["currency"], quiet=True)


def _bank(row: Any) -> Iterator[Part]:
    if not row["holder"]:
        return
    yield Label("By bank transfer")
    yield Facts(
        [
            ("Bank", row["bank"]),
            ("Account name", row["holder"]),
            ("Sort code", row["sort_code"]),
            ("Account number", row["account_number"]),
            ("IBAN", format_iban(row["iban"])),
            ("BIC", row["bic"]),
            ("Account held in", row["account_currency"] if row["account_currency"] != row["currency"] else ""),
            ("Reference", row["number"]),
        ]
    )


def _online(row: Any, link: str) -> Iterator[Part]:
    if row["online_url"]:
        yield Label("Online")
        yield RichText(f"<p>{_anchor(row['online_url'])}</p>")
    if row["status"] != "draft":
        yield Label("This invoice on the web")
        passcode = f"Your passcode is <strong>{escape(row['passcode'])}</strong>. The page asks for it."
        yield RichText(f"<p>{_anchor(link)}</p><p>{passcode}</p>")


def _anchor(url: str) -> str:
    return f'<a href="{escape(url)}">{escape(url)}</a>'


def _small_print(sheet: Sheet, *, terms: bool) -> Iterator[str]:
    head = sheet.letterhead
    company = f"Company number {head['company_number']}" if head["company_number"] else ""
    vat = f"VAT number {head['vat_number']}" if head["vat_number"] else ""
    yield head["payment_terms"] if terms else ""
    yield head["small_print"]
    yield " · ".join(filter(None, [company, vat]))
