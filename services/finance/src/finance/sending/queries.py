"""Data for the PDFs and mails of invoices: six statements, for one invoice or a thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import sqlalchemy as sa

from finance.copies.model import organisation, person
from finance.invoices import sterling
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from finance.invoices.overdue import amount_left
from finance.invoices.policy import SCOPE
from finance.invoices.received import is_reversal
from finance.pay.accounts import account_of
from finance.pay.model import bank_account
from finance.sending.model import MAILS, email_template, invoice_email, letterhead
from kit.database import all_rows, row_or_404
from kit.database.nested import json_array, json_object, utc
from kit.errors import NotFound
from kit.policy import Actor

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """The rows of an invoice document."""

    invoice: Row
    letterhead: Row
    items: list[Row] = field(default_factory=list)
    texts: list[Row] = field(default_factory=list)
    plan: list[Row] = field(default_factory=list)
    payments: list[Row] = field(default_factory=list)


_OTHERS = {"search", "description", "description_plain", *sterling.KEPT}
_INVOICE_COLUMNS = [column for column in invoice.c if column.name not in _OTHERS]
_BANK = [
    bank_account.c.id.label("account"),
    *(bank_account.c[name] for name in ("holder", "bank", "sort_code", "account_number", "iban", "bic")),
    bank_account.c.currency.label("account_currency"),
    sa.case((bank_account.c.currency == invoice.c.currency, bank_account.c.online_url), else_="").label("online_url"),
]
_parent, _student = invoice.alias("parent"), person.alias("student")


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int], *, all_parts: bool = True) -> list[Sheet]:
    """Yield sheets of the invoices that the actor sees, in the order of `records`. Without `all_parts`, three
    statements load only the parts that mails quote."""
    columns = invoice.c
    statement = (
        sa.select(
            *_INVOICE_COLUMNS,
            organisation.c.title.label("organisation"),
            person.c.title.label("person_title"),
            _student.c.name.label("student"),
            _parent.c.number.label("parent_number"),
            _parent.c.date.label("parent_date"),
            _parent.c.outstanding.label("parent_outstanding"),
            *_BANK,
            *sterling.RATE,
        )
        .select_from(sterling.with_rate(invoice))
        .outerjoin(organisation, organisation.c.id == columns.organisation_id)
        .outerjoin(person, sa.and_(person.c.kind == columns.person_kind, person.c.id == columns.person_id))
        .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == columns.student_id))
        .outerjoin(_parent, _parent.c.id == columns.parent_id)
        .outerjoin(bank_account, bank_account.c.id == account_of())
        .where(any_of(columns.id, records), SCOPE.where(actor))
    )
    by_id = _by_id(connection, statement)
    ids = list(by_id)
    heads = _by_id(connection, sa.select(letterhead))

    def part(table: sa.Table, order: str, *more: sa.ColumnElement[Any]) -> sa.Select[Any]:
        return sa.select(table, *more).where(any_of(table.c.invoice_id, ids)).order_by(table.c[order], table.c.id)

    statements = {"plan": part(instalment, "due_date", amount_left().label("left"))}
    if all_parts:
        statements |= {
            "items": part(invoice_item, "display_order"),
            "texts": part(invoice_footer_header, "display_order"),
            "payments": part(payment, "date_paid").where(~is_reversal()),
        }
    parts = {name: _by_invoice(connection, statement) for name, statement in statements.items()}
    return [
        Sheet(
            invoice=by_id[record],
            letterhead=heads.get(by_id[record]["organisation_id"]) or _default_letterhead(by_id[record]),
            **{name: grouped[record] for name, grouped in parts.items()},
        )
        for record in records
        if record in by_id
    ]


def sheet(connection: sa.Connection, actor: Actor, record: int, *, all_parts: bool = True) -> Sheet:
    """Return the sheet of one invoice. Raises NotFound."""
    for sheet in sheets(connection, actor, [record], all_parts=all_parts):
        return sheet
    raise NotFound()


def _default_letterhead(row: Row) -> Row:
    """Return the letterhead of an organisation without one: its title."""
    return {column.name: "" for column in letterhead.c} | {"name": row["organisation"] or "", "colour": "#12404a"}


def any_of(column: sa.ColumnElement[int], ids: Iterable[int]) -> sa.ColumnElement[bool]:
    """Return the condition `column` = any of `ids`, as one array parameter, so that the statement text stays the
    same."""
    return column == sa.func.any(sa.cast(list(ids), sa.ARRAY(sa.BigInteger)))


def _by_id(connection: sa.Connection, statement: sa.Select[Any]) -> dict[int, Row]:
    return {row["id"]: row for row in all_rows(connection, statement)}


def _by_invoice(connection: sa.Connection, statement: sa.Select[Any]) -> dict[int, list[Row]]:
    grouped: dict[int, list[Row]] = defaultdict(list)
    for row in all_rows(connection, statement):
        grouped[row["invoice_id"]].append(row)
    return grouped


def rows(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> dict[int, Row]:
    """Return the columns that decide whether these invoices can be sent or printed, by id."""
    names = (
        "id",
        "number",
        "name",
        "email",
        "title",
        "status",
        "due_date",
        "is_credit_note",
        "outstanding",
        "total",
        "credited",
        "written_off",
        "currency",
        "parent_id",
        "paid",
        "refunded",
    )
    extra = (account_of().label("account"), organisation.c.title.label("organisation"))
    source = invoice.outerjoin(organisation, organisation.c.id == invoice.c.organisation_id)
    statement = (
        sa.select(*(invoice.c[name] for name in names), *extra)
        .select_from(source)
        .where(any_of(invoice.c.id, records), SCOPE.where(actor))
    )
    return _by_id(connection, statement)


def batch(  # allow queries-take-the-actor: only the job of the sending knows the number
    connection: sa.Connection, number: UUID, records: Sequence[int]
) -> dict[int, int]:
    """Return the mail ids of a bulk sending so far, by invoice id."""
    columns = invoice_email.c
    statement = sa.select(columns.invoice_id, columns.id)
    rows = connection.execute(statement.where(columns.batch == number, any_of(columns.invoice_id, records)))
    return {row.invoice_id: row.id for row in rows}


def mails(  # allow queries-take-the-actor: only the job of the sending knows the ids
    connection: sa.Connection, ids: Sequence[int]
) -> dict[int, Row]:
    """Return rows of the mail log by id."""
    return _by_id(connection, sa.select(invoice_email).where(any_of(invoice_email.c.id, ids)))


def template(  # allow queries-take-the-actor: the same texts for all who may send
    connection: sa.Connection, kind: str, fallback: str
) -> Row:
    """Return subject and body of the text `kind`, or of `fallback` if there is none. Raises NotFound."""
    texts = sa.select(email_template).where(email_template.c.kind.in_([kind, fallback]))
    return row_or_404(connection, texts.order_by(email_template.c.kind != kind).limit(1))


def emails_of(record: int) -> sa.ScalarSelect[Any]:
    """Return the mail log of an invoice, newest first, as in its detail (docs/finance.md, The detail answer): a scalar
    subquery, so that it needs no separate statement."""
    columns = invoice_email.c
    entry = json_object(
        id=columns.id,
        kind=columns.kind,
        to=columns.recipient,
        subject=columns.subject,
        state=MAILS.state,
        error=MAILS.error,
        date=utc(sa.func.coalesce(columns.sent, columns.queued)),
        by=columns.created_by_name,
        fileId=columns.file_id,
    )
    return (
        sa.select(json_array(entry, columns.id.desc()))
        .select_from(MAILS.joined)
        .where(columns.invoice_id == record)
        .scalar_subquery()
    )
