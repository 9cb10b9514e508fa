"""The parts of a pay run, and the texts that describe its payments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from finance.copies.model import organisation
from finance.payouts.invigilators.model import pay_duty
from finance.payouts.payees.model import payee_account, standing
from finance.payouts.tutors.attributes import RUN
from finance.payouts.tutors.model import pay_line, pay_run
from kit.database import all_rows
from kit.policy import Actor, Row
from kit.values.days import LONDON

_line, _account, _duty = pay_line.c, payee_account.c, pay_duty.c
_lines_with_accounts = pay_line.join(pay_run, pay_run.c.id == _line.run_id).outerjoin(
    payee_account,
    sa.and_(_account.tutor_id == _line.tutor_id, _account.currency == pay_run.c.currency, standing),
)
"""Lines of pay runs, each with its tutor's current bank details in the currency of the run, at most one."""
_duties_with_accounts = pay_duty.join(pay_run, pay_run.c.id == _duty.run_id).outerjoin(
    payee_account,
    sa.and_(_account.invigilator_id == _duty.invigilator_id, _account.currency == pay_run.c.currency, standing),
)
"""Lines of invigilators' hours, in the same way."""


def _money(amount: sa.ColumnElement[int], currency: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    sign = sa.case((currency == "EUR", "€"), else_="£")
    return sign + sa.func.to_char(amount / 100.0, "FM999,999,990.00")


def who_entered_accounts(connection: sa.Connection, _: Actor, run: int) -> dict[int, tuple[str, dt.date]]:
    """Return, by user, a payee of the run whose current bank details the user entered, and the day."""
    has_account = _account.id.is_not(None)
    tutors = sa.select(_account.entered_by_id, _line.tutor_name.label("name"), _account.created)
    tutors = tutors.select_from(_lines_with_accounts).where(_line.run_id == run, has_account)
    others = sa.select(_account.entered_by_id, _duty.invigilator_name.label("name"), _account.created)
    others = others.select_from(_duties_with_accounts).where(_duty.run_id == run, has_account)
    rows = connection.execute(sa.union(tutors, others))
    return {row.entered_by_id: (row.name, row.created.astimezone(LONDON).date()) for row in rows}


def paid_at(rate: Any, currency: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return the text of a rate, from its columns or those of a line: `£48.00 an hour`, `£48.00 an hour and student`,
    `£48.00 an hour, and £4.00 for each student from the 2nd on`."""
    place = sa.func.to_char(rate.group_from, "FM99th", type_=sa.Text)
    more = ", and " + _money(rate.group_supplement, currency) + " for each student from the " + place + " on"
    return (
        _money(rate.hourly, currency)
        + " an hour"
        + sa.case(
            (rate.basis == "perStudent", " and student"),
            (rate.group_supplement > 0, more),
            else_="",
        )
    )


def reckoned(line: Any, currency: sa.ColumnElement[str]) -> sa.ColumnElement[str]:
    """Return a line's calculation as text: `1 h, 7 students, £48.00 an hour + 6 × £4.00 a student`."""
    hours, rest = line.minutes / sa.literal(60), line.minutes % 60
    length = sa.func.concat_ws(
        " ",
        sa.case((line.minutes >= 60, sa.cast(sa.cast(sa.func.floor(hours), sa.Integer), sa.Text) + " h")),
        sa.case((rest > 0, sa.cast(rest, sa.Text) + " min")),
    )
    further = sa.case((line.former > 0, " more"), else_="")
    people = sa.cast(line.students, sa.Text) + further + sa.case((line.students == 1, " student"), else_=" students")
    place = line.group_from - 1
    groups = sa.func.greatest(line.former + line.students - place, 0) - sa.func.greatest(line.former - place, 0)
    supplement = sa.cast(groups, sa.Text) + " × " + _money(line.group_supplement, currency) + " a student"
    base = _money(line.hourly, currency) + " an hour"
    is_group = sa.and_(line.group_supplement > 0, groups > 0)
    terms = sa.case(
        (line.basis == "perStudent", base + " and student"),
        (sa.and_(line.former > 0, is_group), supplement),
        (is_group, base + " + " + supplement),
        else_=base,
    )
    return length + ", " + people + ", " + terms


def run_parts(connection: sa.Connection, _: Actor, row: Row) -> Mapping[str, Any]:
    """Return the parts of a run's detail besides its fields: the author of each step, the organisation, and the sums by
    tutor."""
    whose = sa.select(organisation.c.title).where(organisation.c.id == row["organisation_id"])
    parts = {"organisation": connection.scalar(whose) or "", "tutors": tutor_sums(connection, _, row["id"])}
    return RUN.shown(row) | parts


def tutor_sums(connection: sa.Connection, _: Actor, run: int) -> list[dict[str, Any]]:
    """Return a run's lines summed by tutor, then those of invigilators, each in name order; `bankDetails` is when the
    current bank details were entered, or null."""
    statement = sa.select(
        _line.tutor_id.label("tutorId"),
        sa.null().label("invigilatorId"),
        sa.func.max(_line.tutor_name).label("name"),
        sa.func.count().label("lines"),
        _sum(_line.students).label("students"),
        _sum(_line.worked).label("minutes"),
        _sum(_line.amount).label("amount"),
        sa.func.max(_account.created).label("bankDetails"),
    )
    of_run = statement.select_from(_lines_with_accounts).where(_line.run_id == run)
    rates = _rates_of(connection, run)
    rows = all_rows(connection, of_run.group_by(_line.tutor_id).order_by("name", _line.tutor_id))
    tutors = [row | {"rates": rates[row["tutorId"]]} for row in rows]
    return tutors + _invigilator_sums(connection, run)


def _invigilator_sums(connection: sa.Connection, run: int) -> list[dict[str, Any]]:
    """Return a run's hours summed by invigilator."""
    terms = _money(_duty.hourly, pay_run.c.currency) + " an hour"
    statement = sa.select(
        sa.null().label("tutorId"),
        _duty.invigilator_id.label("invigilatorId"),
        sa.func.max(_duty.invigilator_name).label("name"),
        sa.func.count().label("lines"),
        sa.literal(0).label("students"),
        _sum(_duty.minutes).label("minutes"),
        _sum(_duty.amount).label("amount"),
        sa.func.max(_account.created).label("bankDetails"),
        sa.func.string_agg(sa.distinct(terms), sa.literal_column("'; '")).label("rates"),
    )
    of_run = statement.select_from(_duties_with_accounts).where(_duty.run_id == run)
    return all_rows(connection, of_run.group_by(_duty.invigilator_id).order_by("name", _duty.invigilator_id))


def key_of(entry: Mapping[str, Any]) -> str:
    """Return the key of a tutor or an invigilator in `pay_run.accounts`."""
    return str(entry["tutorId"]) if entry["tutorId"] else f"invigilator {entry['invigilatorId']}"


def _sum(column: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.cast(sa.func.sum(column), sa.BigInteger)


def _rates_of(connection: sa.Connection, run: int) -> dict[int, str]:
    """Return, by tutor, `12 × £48.00 an hour; 1 × £20.00 an hour and student`, the most frequent first."""
    count, terms = sa.func.count().label("count"), paid_at(_line, pay_run.c.currency).label("terms")
    statement = (
        sa.select(_line.tutor_id, terms, count)
        .select_from(pay_line.join(pay_run, pay_run.c.id == _line.run_id))
        .where(_line.run_id == run)
        .group_by(_line.tutor_id, terms)
        .order_by(_line.tutor_id, count.desc(), terms)
    )
    texts: dict[int, list[str]] = {}
    for row in connection.execute(statement):
        texts.setdefault(row.tutor_id, []).append(f"{row.count} × {row.terms}")
    return {tutor_id: "; ".join(each) for tutor_id, each in texts.items()}


def accounts_of(connection: sa.Connection, _: Actor, run: int) -> dict[str, int | None]:
    """Return the id of the current bank details of each tutor and invigilator of a run, in its currency; null if there
    are none."""
    tutors = sa.select(_line.tutor_id.label("tutorId"), sa.null().label("invigilatorId"), _account.id)
    others = sa.select(sa.null().label("tutorId"), _duty.invigilator_id.label("invigilatorId"), _account.id)
    rows = [
        *all_rows(connection, tutors.distinct().select_from(_lines_with_accounts).where(_line.run_id == run)),
        *all_rows(connection, others.distinct().select_from(_duties_with_accounts).where(_duty.run_id == run)),
    ]
    return {key_of(row): row["id"] for row in rows}


def choices(connection: sa.Connection, _: Actor, table: sa.Table, column: str) -> list[dict[str, Any]]:
    """Return `[{id, title}]` of a read copy, for a form."""
    title = table.c[column].label("title")
    return all_rows(connection, sa.select(table.c.id, title).order_by(title, table.c.id))
