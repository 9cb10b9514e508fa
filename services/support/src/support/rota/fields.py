"""Duties and absences as records: all staff read them, support staff edit them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kit.database import Tx
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Acts, Change, Create, Delete, FieldSet
from support.directory.queries import active_with_role
from support.rota import attributes
from support.rota.model import duty, duty_absence
from support.teams import GROUPS, support_staff

NOT_OF_TEAM = "Please choose one of the support staff of this team"
NOT_SUPPORT = "Please choose one of the support staff"


def _check_member(tx: Tx, team: str, user_id: int) -> None:
    if user_id not in active_with_role(tx.connection, team):
        raise Invalid(NOT_OF_TEAM, title="Form errors", field="person")


def _check_new(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    _check_member(tx, values["team"], values["user_id"])
    return {}


def _team(tx: Tx, change: Change) -> Mapping[str, Any]:
    _check_member(tx, change.new, change.row["user_id"])
    return {}


def _person(tx: Tx, change: Change) -> Mapping[str, Any]:
    _check_member(tx, change.row["team"], change.new)
    return {}


def _check_support(tx: Tx, user_id: int) -> Mapping[str, Any]:
    if user_id not in active_with_role(tx.connection, *GROUPS):
        raise Invalid(NOT_SUPPORT, title="Form errors", field="person")
    return {}


DUTY_FIELDS = FieldSet(
    name="duty",
    table=duty,
    path="/v2/support/duty/{id}",
    read=staff,
    may=support_staff,
    create=Create(complete=_check_new),
    delete=Delete(undo=True, named=lambda row: f"duty {row['id']}"),
    sections=attributes.DUTY.sections(
        {"duty": "Duty"}, {"team": Acts(dependents=_team), "person": Acts(dependents=_person)}
    ),
)
ABSENCE_FIELDS = FieldSet(
    name="dutyAbsence",
    table=duty_absence,
    path="/v2/support/dutyAbsence/{id}",
    read=staff,
    may=support_staff,
    create=Create(complete=lambda tx, values: _check_support(tx, values["user_id"])),
    delete=Delete(undo=True, named=lambda row: f"absence {row['id']}"),
    sections=attributes.ABSENCE.sections(
        {"absence": "Absence"}, {"person": Acts(dependents=lambda tx, change: _check_support(tx, change.new))}
    ),
)
