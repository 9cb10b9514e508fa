"""Reach: the scope of a query and the rule on a row agree."""

from __future__ import annotations

from itertools import product

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.database.tables import service_metadata
from kit.policy import Reach, Scope, nobody, staff
from kit.policy.reach import holds
from staffroom_testing import actor

parcel = sa.Table(
    "parcel",
    service_metadata(),
    sa.Column("id", sa.BigInteger),
    sa.Column("tutor_id", sa.BigInteger),
    sa.Column("student_id", sa.BigInteger),
    sa.Column("status", sa.Text),
    sa.Column("side", sa.Text),
)
_c = parcel.c
REACH = Reach(
    staff,
    tutor=_c.tutor_id,
    student=(_c.student_id, sa.and_(_c.status != "draft", sa.or_(_c.side == "left", _c.side == "right"))),
)
ACTORS = [
    actor("staff"),
    actor("tutor", persons={"tutor": 7}),
    actor("student", persons={"student": 7}),
    actor("student", "tutor", persons={"student": 8, "tutor": 7}),
    actor("agent", persons={"agent": 7}),
]
ROWS = [
    {"id": place, "tutor_id": tutor, "student_id": student, "status": status, "side": side}
    for place, (tutor, student, status, side) in enumerate(
        product((7, 8, None), (7, 8, None), ("draft", "sent"), ("left", "right", "top"))
    )
]


@pytest.mark.parametrize("reach", [REACH, REACH.of("student"), Reach(nobody, tutor=_c.tutor_id)])
@pytest.mark.parametrize("who", ACTORS)
def test_rule_allows_exactly_the_rows_that_a_query_finds(database: Database, reach: Reach, who: object) -> None:
    rows = sa.values(*_c, name="parcel").data([tuple(row.values()) for row in ROWS])
    statement = sa.select(rows.c.id).where(_on(rows, reach.scope.where(who)))  # type: ignore[arg-type]
    with database.read() as connection:
        seen = set(connection.execute(statement).scalars())
    assert seen == {row["id"] for row in ROWS if reach.rule(who, row)}  # type: ignore[arg-type]


def _on(rows: sa.FromClause, condition: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    return sa.sql.visitors.replacement_traverse(
        condition, {}, lambda part, **_: rows.c[part.name] if isinstance(part, sa.Column) else None
    )


def test_rule_without_a_row_allows_possible_owners() -> None:
    assert [REACH.rule(who) for who in ACTORS] == [True, True, True, True, False]
    assert REACH.rule.name == "staff or own tutor or own student"
    assert REACH.of("tutor").own.name == "own tutor"


def test_scope_allows_actors_who_reach_some_row() -> None:
    scope = Scope(staff, own=REACH.scope.own, roles={"exams": _c.side == "left"})
    assert scope.reached.name == "staff or exams or own tutor or own student"
    assert [scope.reached(who) for who in ACTORS] == [scope.covers(who) for who in ACTORS]


def test_condition_that_a_row_cannot_evaluate_is_refused() -> None:
    with pytest.raises(TypeError, match="cannot be asked"):
        holds(sa.func.lower(_c.side) == "left", ROWS[0])
    with pytest.raises(TypeError, match="cannot be asked"):
        holds(_c.side.like("l%"), ROWS[0])
