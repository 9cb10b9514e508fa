"""The list of entries with their billing, including lines of exams without an entry."""

from __future__ import annotations

import sqlalchemy as sa

from finance.copies.model import exam, organisation
from finance.exams.billing.attributes import BILLING
from finance.exams.billing.model import LIVE, exam_billing, exam_billing_line
from finance.invoices.model import invoice, invoice_item
from finance.policy import for_staff
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.policy import staff

_b, _l, _i, _item, _x = exam_billing.c, exam_billing_line.c, invoice.c, invoice_item.c, exam.c
_BILLED = (
    sa.select(sa.func.coalesce(sa.func.sum(_l.amount), 0))
    .select_from(exam_billing_line.join(invoice, _i.id == _l.invoice_id))
    .where(_l.entry_id == _b.id, LIVE)
    .correlate(exam_billing)
    .scalar_subquery()
)

BILLINGS = ListSpec(
    name="examBillings",
    path="/invoices/exams",
    title="Exam fees by entry",
    one="entry",
    naming="candidate",
    source=exam_billing.outerjoin(exam, _x.id == _b.exam_id).outerjoin(
        organisation, organisation.c.id == _b.organisation_id
    ),
    key=_b.id,
    scope=for_staff,
    may=staff,
    columns=BILLING.columns(
        Column(name="id", expression=_b.id, type="id", title="Entry ID", hidden=True, width=70),
        "candidate",
        Column(name="title", expression=_x.title, title="Exam", width=190),
        Column(name="board", expression=_x.board, width=90),
        *("entryStatus", "status"),
        Column(
            name="billed",
            expression=_BILLED,
            type="money",
            title="On lines, without VAT",
            currency="currency",
            width=130,
        ),
        Column(name="currency", expression=sa.literal("GBP"), hidden=True, exported=True),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True),
        "reason",
        Column(name="changed", expression=_b.modified, type="datetime", sortable=True, width=130),
    ),
    filters=BILLING.filters(
        *("status", "entryStatus"),
        Filter(name="board", expression=_x.board),
        Filter(name="entryId", expression=_b.id, hidden=True),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="candidate",
    figures=Figures(by=("status", "entryStatus", By("board", text="board"))),
)
_entered = (
    sa.select(_b.id)
    .where(
        _b.exam_id == _item.exam_id,
        _b.entry_status != "withdrawn",
        sa.or_(
            sa.and_(_i.entity_type == "candidate", _i.entity_type_id == _b.candidate_id),
            sa.and_(_i.person_kind == "candidate", _i.person_id == _b.candidate_id),
            _i.student_id == _b.student_id,
        ),
    )
    .correlate(invoice, invoice_item)
    .exists()
)
NOT_ENTERED = ListSpec(
    name="examLinesNotEntered",
    path="/invoices/examsnotentered",
    title="Invoiced, not entered",
    one="line",
    naming="invoice",
    source=invoice_item.join(invoice, _i.id == _item.invoice_id)
    .join(exam, _x.id == _item.exam_id)
    .outerjoin(organisation, organisation.c.id == _i.organisation_id),
    key=_item.id,
    scope=for_staff,
    may=staff,
    where=sa.and_(LIVE, _i.status != "draft", ~_i.is_credit_note, _item.amount > 0, ~_entered),
    columns=[
        Column(name="id", expression=_item.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="invoice", expression=sa.func.coalesce(_i.number, ""), width=130),
        Column(name="name", expression=_i.name, title="Invoiced to", width=180),
        Column(name="title", expression=_x.title, title="Exam", width=190),
        Column(name="board", expression=_x.board, width=90),
        Column(name="amount", expression=_item.amount, type="money", currency="currency", width=110),
        Column(name="currency", expression=_i.currency, hidden=True, exported=True),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True),
        Column(name="date", expression=_i.date, type="date", width=100),
        Column(name="invoiceId", expression=_i.id, type="id", hidden=True),
    ],
    filters=[Filter(name="board", expression=_x.board)],
    default_sort="-id",
    target="/accounts/invoices?invoice={invoiceId}",
)
LISTS = (BILLINGS, NOT_ENTERED)
