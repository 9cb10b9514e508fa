"""Data for the PDFs and mails of invoices: six statements, for one invoice or a thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import aggregate_order_by

from finance.copies.model import organisation, person
from finance.invoices.model import instalment, invoice, invoice_footer_header, invoice_item, payment
from finance.invoices.overdue import amount_left
from finance.invoices.policy import SCOPE
from finance.invoices.received import taken_back
from finance.pay.accounts import account_of
from finance.pay.model import bank_account
from finance.sending.model import MAILS, email_template, invoice_email, letterhead
from kit.policy import Actor

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Sheet:
    """An invoice with all that stands on it."""

    invoice: Row
    letterhead: Row
    items: list[Row] = field(default_factory=list)
    texts: list[Row] = field(default_factory=list)
    plan: list[Row] = field(default_factory=list)
    payments: list[Row] = field(default_factory=list)


_SHOWN = [column for column in invoice.c if column.name not in {"search", "description", "description_plain"}]
_BANK = [
    *(bank_account.c[name] for name in ("holder", "bank", "sort_code", "account_number", "iban", "bic")),
    bank_account.c.currency.label("account_currency"),
    sa.case((bank_account.c.currency == invoice.c.currency, bank_account.c.online_url), else_="").label("online_url"),
]
_parent, _student = invoice.alias("parent"), person.alias("student")


def sheets(connection: sa.Connection, actor: Actor, records: Sequence[int], *, whole: bool = True) -> list[Sheet]:
    """The invoices with these ids that the actor sees, in the order of the ids; where `whole` is false in three
    statements, without the parts that no mail quotes."""
    columns = invoice.c
    found = {
        row["id"]: dict(row)
        for row in connection.execute(
            sa.select(
                *_SHOWN,
                organisation.c.title.label("organisation"),
                person.c.title.label("person_title"),
                _student.c.name.label("student"),
                _parent.c.number.label("parent_number"),
                _parent.c.date.label("parent_date"),
                *_BANK,
            )
            .select_from(invoice)
            .outerjoin(organisation, organisation.c.id == columns.organisation_id)
            .outerjoin(person, sa.and_(person.c.kind == columns.person_kind, person.c.id == columns.person_id))
            .outerjoin(_student, sa.and_(_student.c.kind == "student", _student.c.id == columns.student_id))
            .outerjoin(_parent, _parent.c.id == columns.parent_id)
            .outerjoin(bank_account, bank_account.c.id == account_of())
            .where(any_of(columns.id, records), SCOPE.where(actor))
        ).mappings()
    }
    ids = list(found)
    heads = {row["id"]: dict(row) for row in connection.execute(sa.select(letterhead)).mappings()}
    parts = {"plan": _grouped(connection, _of(instalment, ids, "due_date", amount_left().label("left")))}
    if whole:
        parts |= {
            "items": _grouped(connection, _of(invoice_item, ids, "display_order")),
            "texts": _grouped(connection, _of(invoice_footer_header, ids, "display_order")),
            "payments": _grouped(connection, _of(payment, ids, "date_paid").where(~taken_back())),
        }
    return [
        Sheet(
            invoice=found[record],
            letterhead=heads.get(found[record]["organisation_id"]) or _plain(found[record]),
            **{name: grouped[record] for name, grouped in parts.items()},
        )
        for record in records
        if record in found
    ]


def _plain(row: Row) -> Row:
    """The letterhead of an organisation that has none yet: its title."""
    return {column.name: "" for column in letterhead.c} | {"name": row["organisation"] or "", "colour": "#12404a"}


def any_of(column: sa.ColumnElement[int], ids: Iterable[int]) -> sa.ColumnElement[bool]:
    """`column` among `ids`. One parameter however many ids, so one statement text."""
    return column == sa.func.any(sa.cast(list(ids), sa.ARRAY(sa.BigInteger)))


def _of(table: sa.Table, ids: list[int], order: str, *more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    left_out = {"id", "created", "modified", "version"}
    shown = [column for column in table.c if column.name not in left_out]
    return sa.select(*shown, *more).where(any_of(table.c.invoice_id, ids)).order_by(table.c[order], table.c.id)


def _grouped(connection: sa.Connection, statement: sa.Select[Any]) -> dict[int, list[Row]]:
    grouped: dict[int, list[Row]] = defaultdict(list)
    for row in connection.execute(statement).mappings():
        grouped[row["invoice_id"]].append(dict(row))
    return grouped


def rows(connection: sa.Connection, actor: Actor, records: Sequence[int]) -> list[Row]:
    """The values that decide whether these invoices can be sent or printed."""
    names = (
        "id", "number", "name", "email", "title", "status", "due_date", "is_credit_note", "outstanding", "total",
        "credited", "written_off", "currency", "parent_id",
    )  # fmt: skip
    told = (account_of().label("account"), organisation.c.title.label("organisation"))
    source = invoice.outerjoin(organisation, organisation.c.id == invoice.c.organisation_id)
    wanted = (
        sa.select(*(invoice.c[name] for name in names), *told)
        .select_from(source)
        .where(any_of(invoice.c.id, records), SCOPE.where(actor))
    )
    return [dict(row) for row in connection.execute(wanted).mappings()]


def batch(  # allow queries-take-the-actor: the number is known to the job of the sending alone
    connection: sa.Connection, number: UUID, records: Sequence[int]
) -> dict[int, int]:
    """The mails of a bulk sending so far: invoice id to mail id."""
    columns = invoice_email.c
    mine = (columns.batch == number, any_of(columns.invoice_id, records))
    return {
        row.invoice_id: row.id for row in connection.execute(sa.select(columns.invoice_id, columns.id).where(*mine))
    }


def mails(  # allow queries-take-the-actor: their ids are known to the job of the sending alone
    connection: sa.Connection, ids: Sequence[int]
) -> dict[int, Row]:
    """Rows of the log by id."""
    found = connection.execute(sa.select(invoice_email).where(any_of(invoice_email.c.id, ids))).mappings()
    return {row["id"]: dict(row) for row in found}


def template(  # allow queries-take-the-actor: the same texts for all who may send
    connection: sa.Connection, kind: str
) -> Row:
    """Subject and body of a kind of mail."""
    return dict(connection.execute(sa.select(email_template).where(email_template.c.kind == kind)).mappings().one())


def emails_of(record: int) -> sa.ScalarSelect[Any]:
    """The log of an invoice as its detail shows it, newest first (docs/finance.md, The detail answer): one value, so
    that it costs no statement of its own."""
    columns = invoice_email.c
    when = sa.func.coalesce(columns.sent, columns.queued)
    entry = sa.func.jsonb_build_object(
        "id", columns.id,
        "kind", columns.kind,
        "to", columns.recipient,
        "subject", columns.subject,
        "state", MAILS.state,
        "error", MAILS.error,
        "date", sa.func.to_char(sa.func.timezone("UTC", when), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        "by", columns.created_by_name,
        "fileId", columns.file_id,
    )  # fmt: skip
    return (
        sa.select(sa.func.coalesce(sa.func.jsonb_agg(aggregate_order_by(entry, columns.id.desc())), sa.text("'[]'")))
        .select_from(MAILS.joined)
        .where(columns.invoice_id == record)
        .scalar_subquery()
    )
