"""Rules for an entry that is being typed: reasons to refuse it, and warnings for the office before it goes to the
board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx, all_rows, first_row
from kit.database.sql import TODAY
from kit.errors import Conflict, Invalid
from kit.policy import Actor
from kit.values.shown import shown
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.deadlines.model import exam_deadline
from people.exams.entries.model import exam_entry
from people.exams.model import exam
from people.exams.options.model import exam_disallowed, exam_option
from people.exams.options.queries import OPTION
from people.persons.model import TABLES

_e, _x, _o, _d, _c = exam_entry.c, exam.c, exam_option.c, exam_disallowed.c, exam_component.c
_candidate = TABLES["candidate"].c
_sat_there = exam_component.alias("there")
_there = _sat_there.c
DUPLICATE = "This candidate already has an entry for this exam"
UNKNOWN = "The basedata of the board has no option {option} of this exam: {known}"
NO_OPTIONS = "The basedata of this exam is not known, so there is no option {option}"
GONE = "The board has withdrawn the option {option}"
DISALLOWED = "The board does not take {option} together with {other} ({exam})"
CLASH = "{exam} is sat at the same time on {day}"
YOUNG = "The candidate is {age} on the first paper; the board asks for {least}"
LATE = "The deadline of the board was on {day}: the fee is that of {fee} entries"
_LATE = {"entries": "late", "late": "very late"}


def option_for(connection: sa.Connection, exam_id: int, option: str, tier: str | None) -> dict[str, Any]:
    """Return the code and the tier of an entry: those of the named option, of the only option of the tier, or of the
    only option of the exam. Fill in nothing if the basedata leaves a choice. Raises Invalid."""
    rows = all_rows(
        connection, sa.select(_o.code, _o.tier, _o.withdrawn).where(_o.exam_id == exam_id).order_by(_o.code)
    )
    if not rows:
        return {}
    offered = [row for row in rows if not row["withdrawn"]]
    if option:
        named = next((row for row in rows if row["code"] == option), None)
        if named is None:
            text = UNKNOWN.format(option=option, known=", ".join(row["code"] for row in offered))
            raise Invalid(text, fields={"option": text})
        if named["withdrawn"]:
            raise Invalid(GONE.format(option=option), fields={"option": GONE.format(option=option)})
        return {"option": option, "tier": tier or named["tier"]}
    fitting = [row for row in offered if tier is None or row["tier"] == tier]
    return {"option": fitting[0]["code"], "tier": tier or fitting[0]["tier"]} if len(fitting) == 1 else {}


def board_fee(tx: Tx, exam_id: int, option: str, percent: int) -> int | None:
    """Return the board's fee of an option in pence, with the surcharge for late entries; None if it is not known."""
    mine = (_o.exam_id == exam_id, _o.code == sa.func.coalesce(sa.func.nullif(option, ""), _x.option))
    fee = tx.scalar(sa.select(_o.fee).join(exam, _x.id == _o.exam_id).where(*mine))
    return None if fee is None else (int(fee) * percent + 50) // 100


def refuse(tx: Tx, candidate_id: int, exam_id: int, option: str, entry_id: int | None = None) -> None:
    """Refuse a combination that the board does not accept. Raises Conflict."""
    text = _disallowed(tx.connection, candidate_id, exam_id, option, entry_id)
    if text is not None:
        raise Conflict(text, code="disallowed", fields={"option": text})


def _option_of(connection: sa.Connection, exam_id: int, option: str) -> str:
    return option or str(connection.scalar(sa.select(_x.option).where(_x.id == exam_id)) or "")


def _disallowed(
    connection: sa.Connection, candidate_id: int, exam_id: int, option: str, entry_id: int | None
) -> str | None:
    mine = first_row(connection, sa.select(_x.series_id, _x.board).where(_x.id == exam_id))
    if mine is None:
        return None
    option = _option_of(connection, exam_id, option)
    pair = sa.or_(sa.and_(_d.option == option, _d.other == OPTION), sa.and_(_d.other == option, _d.option == OPTION))
    row = first_row(
        connection,
        sa.select(OPTION.label("other"), EXAM_TITLE.label("exam"))
        .select_from(exam_entry.join(exam, _x.id == _e.exam_id))
        .join(exam_disallowed, sa.and_(_d.series_id == _x.series_id, _d.board == _x.board, pair))
        .where(
            _e.candidate_id == candidate_id,
            _e.status != "withdrawn",
            _e.id != (entry_id or 0),
            _x.series_id == mine["series_id"],
            _x.board == mine["board"],
        )
        .limit(1),
    )
    return DISALLOWED.format(option=option, **row) if row is not None else None


def problems(
    connection: sa.Connection,
    actor: Actor,
    candidate_id: int,
    exam_id: int,
    option: str,
    tier: str | None,
    entry_id: int | None = None,
) -> list[dict[str, Any]]:
    """Return the faults of an entry that is being typed, or of `entry_id`: `{text, refuses}`, refusals first."""
    del actor  # the office types entries of every candidate
    refused = list[str]()
    try:
        option = option_for(connection, exam_id, option, tier).get("option", option)
    except Invalid as refusal:
        refused.append(str(refusal))
    stands = (
        _e.candidate_id == candidate_id,
        _e.exam_id == exam_id,
        _e.status != "withdrawn",
        _e.id != (entry_id or 0),
    )
    if connection.scalar(sa.select(sa.exists().where(*stands))):
        refused.append(DUPLICATE)
    if (text := _disallowed(connection, candidate_id, exam_id, option, entry_id)) is not None:
        refused.append(text)
    warned = [*_clashes(connection, candidate_id, exam_id), *_age(connection, candidate_id, exam_id)]
    warned += _late(connection, exam_id)
    return [*({"text": one, "refuses": True} for one in refused), *({"text": one, "refuses": False} for one in warned)]


def _clashes(connection: sa.Connection, candidate_id: int, exam_id: int) -> list[str]:
    rows = all_rows(
        connection,
        sa.select(EXAM_TITLE.label("exam"), _there.sitting_date.label("day"))
        .select_from(exam_entry.join(exam, _x.id == _e.exam_id))
        .join(_sat_there, _there.exam_id == _x.id)
        .join(exam_component, sa.and_(_c.sitting_date == _there.sitting_date, _c.session == _there.session))
        .where(
            _e.candidate_id == candidate_id,
            _e.status != "withdrawn",
            _e.exam_id != exam_id,
            _c.exam_id == exam_id,
        )
        .distinct()
        .order_by("day")
        .limit(5),
    )
    return [CLASH.format(exam=row["exam"], day=shown(row["day"])) for row in rows]


def _age(connection: sa.Connection, candidate_id: int, exam_id: int) -> list[str]:
    first = sa.select(sa.func.min(_c.sitting_date)).where(_c.exam_id == exam_id).scalar_subquery()
    age = sa.cast(
        sa.extract("year", sa.func.age(sa.func.coalesce(first, TODAY), _candidate.birth_date)), sa.Integer
    ).label("age")
    least = sa.select(_x.minimum_age).where(_x.id == exam_id).scalar_subquery().label("least")
    row: Mapping[str, Any] = first_row(connection, sa.select(age, least).where(_candidate.id == candidate_id)) or {}
    young = row.get("age") is not None and row.get("least") is not None and row["age"] < row["least"]
    return [YOUNG.format(**row)] if young else []


def _late(connection: sa.Connection, exam_id: int) -> list[str]:
    past = first_row(
        connection,
        sa.select(exam_deadline.c.kind, exam_deadline.c.due_on.label("day"))
        .join(exam, sa.and_(_x.series_id == exam_deadline.c.series_id, _x.board == exam_deadline.c.board))
        .where(_x.id == exam_id, exam_deadline.c.kind.in_(_LATE), exam_deadline.c.due_on < TODAY)
        .order_by(exam_deadline.c.due_on.desc())
        .limit(1),
    )
    return [LATE.format(day=shown(past["day"]), fee=_LATE[past["kind"]])] if past is not None else []
