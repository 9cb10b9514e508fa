"""The page of the sandbox: its books, a form to add or remove a payment, and the consent page."""

from __future__ import annotations

from decimal import Decimal
from html import escape
from typing import Any

from sandbox.limits import Meter
from sandbox.store import Books

_FRAME = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 14px/1.45 system-ui, sans-serif; margin: 1.5rem; color: #1c2430; }}
table {{ border-collapse: collapse; margin: .5rem 0 1.5rem; }}
th, td {{ border-bottom: 1px solid #d9dee5; padding: .25rem .75rem .25rem 0; text-align: left; }}
.num {{ text-align: right; font-variant-numeric: tabular-nums; }}
form {{ display: inline; }} input {{ width: 7rem; }}
nav a {{ margin-right: 1rem; }} small {{ color: #5b6675; }}
</style></head><body><h1>{title}</h1>{body}</body></html>"""
_SHOWN = 200


def frame(title: str, body: str) -> str:
    """Return a whole page."""
    return _FRAME.format(title=escape(title), body=body)


def ledger(books: Books, meter: Meter, tenant: str, search: str) -> str:
    """Show the newest documents of one organisation, each with its payments and a form to add one."""
    tenants = books.rows("SELECT id, name FROM tenant ORDER BY name")
    tenant = tenant or tenants[0][0]
    menu = "".join(f'<a href="/?tenant={key}">{escape(name)}</a>' for key, name in tenants)
    invoices = [one for one in books.all(tenant, "Invoices") if search.casefold() in one["InvoiceNumber"].casefold()]
    rows = "".join(_invoice(tenant, one) for one in reversed(invoices[-_SHOWN:]))
    notes = "".join(
        f"<tr><td>{escape(one['CreditNoteNumber'])}</td><td>{escape(one['Contact']['Name'])}</td>"
        f"<td>{one['Status']}</td><td class=num>{_figure(one['Total'])}</td>"
        f"<td class=num>{_figure(one['RemainingCredit'])}</td></tr>"
        for one in reversed(books.all(tenant, "CreditNotes")[-_SHOWN:])
    )
    body = (
        f"<p>A stand-in for Xero: it keeps the books Staffroom sends, as strictly as the original. "
        f"<small>{meter.limits.minute} calls a minute, {meter.limits.at_once} at once, {meter.limits.day} a day; "
        f"{meter.refused} calls were refused.</small></p><nav>{menu}</nav>"
        f'<p><form><input type=hidden name=tenant value="{tenant}"><input name=search placeholder="Number" '
        f'aria-label="Number" value="{escape(search)}"> <button>Find</button></form></p>'
        f"<h2>Invoices ({len(invoices)})</h2><table><tr><th>Number<th>Contact<th>Status<th class=num>Total"
        f"<th class=num>Due<th>Payments<th>Add a payment</tr>{rows}</table>"
        f"<h2>Credit notes</h2><table><tr><th>Number<th>Contact<th>Status<th class=num>Total<th class=num>Left</tr>"
        f"{notes}</table>"
    )
    return frame("Accounting sandbox", body)


def _figure(amount: Any) -> str:
    return f"{Decimal(str(amount)):.2f}"


def _invoice(tenant: str, one: dict[str, Any]) -> str:
    hidden = (
        f'<input type=hidden name=tenant value="{tenant}"><input type=hidden name=invoice value="{one["InvoiceID"]}">'
    )
    payments = "".join(
        f"<div>{_figure(paid['Amount'])} {escape(paid['Reference'])} "
        f"<form method=post action=/by-hand/take-back>{hidden}"
        f'<input type=hidden name=payment value="{paid["PaymentID"]}"><button>Delete</button></form></div>'
        for paid in one["Payments"]
    )
    add = (
        f"<form method=post action=/by-hand/pay>{hidden}<input name=amount required "
        f'aria-label="Amount for {escape(one["InvoiceNumber"])}" value="{_figure(one["AmountDue"])}"> '
        "<button>Pay</button></form>"
        if one["Status"] == "AUTHORISED"
        else ""
    )
    return (
        f"<tr><td>{escape(one['InvoiceNumber'])}</td><td>{escape(one['Contact']['Name'])}</td><td>{one['Status']}</td>"
        f"<td class=num>{_figure(one['Total'])}</td><td class=num>{_figure(one['AmountDue'])}</td>"
        f"<td>{payments}</td><td>{add}</td></tr>"
    )


def consent(books: Books, redirect: str, state: str) -> str:
    """Ask which organisation may be reached, as Xero does."""
    buttons = "".join(
        f"<p><form method=post action=/identity/connect/authorize><input type=hidden name=redirect_uri "
        f'value="{escape(redirect)}"><input type=hidden name=state value="{escape(state)}">'
        f'<button name=tenant value="{key}">Allow access to {escape(name)}</button></form></p>'
        for key, name in books.rows("SELECT id, name FROM tenant ORDER BY name")
    )
    return frame("Staffroom wants access", buttons)
