"""`GET /xero/sync/documents`: every document with its state in Xero."""

from __future__ import annotations

from finance.books.model import sync_document
from finance.copies.model import organisation
from finance.invoices.model import invoice
from finance.policy import accounting
from kit.lists import Column, Filter, ListSpec, Tab
from kit.policy import Scope
from kit.values import Option, options

_document = sync_document.c
STATES = options(
    ("waiting", "Waiting", "blue"),
    ("failed", "Refused", "red"),
    ("conflict", "Conflict", "amber"),
    ("inStep", "In step", "green"),
)
INVOICE_STATES = (*options(("notSent", "Not sent: a draft stays here", "grey")), *STATES)


DOCUMENTS = ListSpec(
    name="syncDocuments",
    path="/xero/sync/documents",
    title="Accounting system",
    source=sync_document.outerjoin(invoice, invoice.c.id == _document.invoice_id).outerjoin(
        organisation, organisation.c.id == invoice.c.organisation_id
    ),
    key=_document.invoice_id,
    scope=Scope(everything=accounting),
    may=accounting,
    default_sort="-queued",
    columns=(
        Column(name="id", expression=_document.invoice_id, type="id", width=80),
        Column(name="number", expression=_document.number, sortable=True, width=130),
        Column(name="name", expression=invoice.c.name),
        Column(name="state", expression=_document.state, type="select", options=STATES, width=110),
        Column(name="error", expression=_document.error, title="What is wrong"),
        Column(name="queued", expression=_document.queued, title="Changed", type="datetime", sortable=True, width=130),
        Column(name="lastTry", expression=_document.last_try, title="Last try", type="datetime", width=130),
        Column(name="tries", expression=_document.tries, type="integer", width=70),
        Column(name="total", expression=invoice.c.total, type="money", currency="currency", width=110),
        Column(name="currency", expression=invoice.c.currency, hidden=True, exported=True),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True),
        Column(name="externalId", expression=_document.external_id, title="Id there", hidden=True),
        Column(name="chart", expression=_document.chart, title="Organisation", type="id", hidden=True),
    ),
    filters=(
        Filter(name="state", expression=_document.state, options=STATES),
        Filter(name="chart", expression=_document.chart, title="Organisation of the chart", hidden=True),
    ),
    tabs=(Tab(filter="state", with_all=True, opens=Option("failed,conflict,waiting", "Open")),),
    search=invoice.c.search,
    legacy=False,
)
