"""The invoice list (`money.md 2`)."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation, person
from finance.invoices import overdue, rules
from finance.invoices.answers import InvoiceMeta, LatestPayment, RecentComment
from finance.invoices.attributes import INVOICE
from finance.invoices.bookings import LOW_BALANCE
from finance.invoices.latest import most_recent_comment
from finance.invoices.model import invoice, invoice_item
from finance.invoices.past import AS_OF
from finance.invoices.policy import PAYERS, SCOPE, pays
from finance.invoices.received import latest_payment, payment_meta
from kit.lists import By, Calendar, Column, Figures, Filter, ListSpec, Tab, Totals
from kit.policy import Actor, staff
from kit.values import Option, days

_columns = invoice.c
_student = person.alias("student")
_ALL = Option("", "All")
_NOT_SET = Option(rules.NOT_SET, "Not set")


def _organisations(connection: sa.Connection, _: Actor) -> list[Option]:
    columns = organisation.c
    offered = sa.select(columns.id, columns.title).where(~columns.deleted)
    return [Option(row.id, row.title) for row in connection.execute(offered.order_by(columns.id))]


def _statuses(connection: sa.Connection, _: Actor) -> list[Option]:
    present = {
        status
        for status in rules.ONLY_WHERE_PRESENT
        if connection.scalar(sa.select(sa.exists().where(_columns.tab == status)))
    }
    hidden = rules.ONLY_WHERE_PRESENT - present
    return [*(option for option in rules.TAB_OPTIONS if option.value not in hidden), _ALL]


def _billing_years(_: sa.Connection, __: Actor) -> list[Option]:
    return [_NOT_SET, *rules.billing_years(rules.FIRST_BILLING_YEAR, days.today()), _ALL]


def _has_line(types: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Condition: the invoice has a line of one of these types; a title is not a line."""
    line = invoice_item.c
    mine = sa.and_(line.invoice_id == _columns.id, line.type == sa.func.any(types), line.meta_type != "title")
    return sa.exists().where(mine)


def _of_age(ages: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Condition: the balance has one of these ages."""
    return overdue.age == sa.func.any(ages)


def _low_balance(yes: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """Condition: the balance can be written off (`bookings.refuse_write_off`)."""
    low = sa.and_(_columns.outstanding > 0, _columns.outstanding * LOW_BALANCE < _columns.total)
    return sa.and_(_columns.tab == "partPaid", low) == yes


def _to_client(ids: sa.ColumnElement[Any]) -> sa.ColumnElement[bool]:
    """Condition: the invoiced person is one of these clients."""
    return sa.and_(_columns.person_kind == "client", _columns.person_id == sa.func.any(ids))


INVOICES = ListSpec(
    name="invoices",
    path="/invoices/{orgId}",
    aliases=("/invoices",),
    title="Invoices",
    source=invoice.outerjoin(
        _student, sa.and_(_student.c.kind == "student", _student.c.id == _columns.student_id)
    ).outerjoin(organisation, organisation.c.id == _columns.organisation_id),
    key=_columns.id,
    scope=SCOPE,
    may=staff,
    default_sort="-date",
    search=_columns.search,
    columns=INVOICE.columns(
        Column(name="id", expression=_columns.id, type="id", width=60, sortable=True),
        "number",
        "name",
        Column(name="student", expression=_student.c.name, width=105),
        "status",
        "date",
        "dueDate",
        "total",
        "outstanding",
        "billingYear",
        "title",
        "amount",
        "discount",
        "VAT",
        "emailSent",
        "description",
        "createdBy",
        Column(name="modifiedBy", expression=_columns.modified_by_name, title="Modified by", width=130),
        "email",
        "currency",
        "hasInstallmentPlan",
        "isCreditNote",
        "isCredited",
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True, compact=False),
        Column(name="payment", expression=latest_payment(), hidden=True, compact=False, answers=LatestPayment),
        Column(
            name="mostRecentComment",
            expression=most_recent_comment(),
            title="Latest comment",
            hidden=True,
            compact=False,
            answers=RecentComment,
        ),
        Column(name="meta", expression=payment_meta(), hidden=True, compact=False, answers=InvoiceMeta),
    ),
    filters=INVOICE.filters(
        "orgId",
        Filter(name="status", expression=_columns.tab, options=rules.TAB_OPTIONS),
        Filter(
            name="billingYear",
            expression=_columns.billing_year,
            options=(_NOT_SET, *rules.EVERY_BILLING_YEAR),
            options_from="/invoices/billingyears",
        ),
        "date",
        "dueDate",
        Filter(name="overdue", kind="boolean", condition=lambda yes: overdue.overdue == yes),
        Filter(
            name="unpaid",
            title="With a balance",
            kind="boolean",
            condition=lambda yes: overdue.with_balance == yes,
        ),
        "currency",
        Filter(
            name="noDueDate",
            title="Without a due date",
            kind="boolean",
            condition=lambda yes: _columns.due_date.is_(None) == yes,
        ),
        "hasInstallmentPlan",
        Filter(name="lowBalance", kind="boolean", condition=_low_balance),
        Filter(name="issued", kind="boolean", condition=lambda yes: overdue.issued == yes),
        Filter(name="age", title="Balance by age", options=overdue.AGES, condition=_of_age),
        Filter(name="lineType", title="With lines of", options=rules.LINE_OPTIONS, condition=_has_line),
        "studentId",
        Filter(name="clientId", expression=_columns.person_id, hidden=True, condition=_to_client, column="name"),
    ),
    tabs=(
        Tab(filter="orgId", title="Organisation", options=_organisations, shown="title"),
        Tab(filter="status", options=_statuses),
        Tab(filter="billingYear", options=_billing_years, shown="filter"),
    ),
    figures=Figures(
        by=(
            By("orgId", text="organisation"),
            *("status", "billingYear", "date", "dueDate", "hasInstallmentPlan", "issued", "overdue"),
            By("age", value=overdue.age),
        ),
        sums=("total", "outstanding", "VAT", "discount"),
        as_of=AS_OF,
    ),
    views=(Calendar(start="dueDate", title="name", lines=("outstanding",), color="status"),),
    totals=Totals(
        by={"currency": _columns.currency},
        sums={
            "net": _columns.total - _columns.vat,
            "VAT": _columns.vat,
            "total": _columns.total,
            "outstanding": _columns.outstanding,
        },
    ),
)

MY_INVOICES = ListSpec(
    name="myInvoices",
    path="/invoices/my",
    title="Invoices",
    one="invoice",
    source=INVOICES.source,
    key=_columns.id,
    scope=PAYERS,
    may=pays,
    default_sort="-date",
    search=_columns.search,
    columns=INVOICE.columns(
        Column(name="id", expression=_columns.id, type="id", hidden=True, width=60),
        "number",
        "title",
        Column(name="student", expression=_student.c.name, width=140),
        *("date", "dueDate", "total", "outstanding", "status", "currency", "isCreditNote", "isCredited"),
        Column(name="organisation", expression=organisation.c.title, hidden=True, exported=True, compact=False),
        Column(name="uuid", expression=_columns.uuid, type="text", hidden=True),
    ),
    filters=INVOICE.filters(
        Filter(name="status", expression=_columns.status, options=rules.STATUS_OPTIONS),
        Filter(
            name="unpaid",
            title="With a balance",
            kind="boolean",
            condition=lambda yes: overdue.with_balance == yes,
        ),
    ),
    totals=Totals(
        by={"currency": _columns.currency}, sums={"total": _columns.total, "outstanding": _columns.outstanding}
    ),
)
"""The invoices that the caller pays, as the client application lists them (`docs/client.md`)."""
