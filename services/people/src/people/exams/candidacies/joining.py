"""Joining of a series by a candidate: with a number, and the name and identifier registered with the boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Conflict, Invalid
from people.exams.candidacies import uci
from people.exams.candidacies.model import exam_candidacy
from people.exams.model import exam_series
from people.exams.policy import check_kind
from people.persons.model import TABLES

_c, _candidate = exam_candidacy.c, TABLES["candidate"].c
_LAST_NUMBER = 9999
NO_NUMBER = "This series has no candidate number left"


def values_of(tx: Tx, values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a candidate who joins a series, filled from the candidate. Raises Forbidden, Invalid."""
    person = tx.one(sa.select(TABLES["candidate"]).where(_candidate.id == values["candidate_id"]))
    kind = tx.scalar(sa.select(exam_series.c.type).where(exam_series.c.id == values["series_id"]))
    if person is None or kind is None:
        name = "candidateId" if person is None else "seriesId"
        raise Invalid("Please choose one from the list", fields={name: "Please choose one from the list"})
    check_kind(tx.actor, kind)
    last, first = person["exam_last_name"] or person["last_name"], person["exam_first_name"] or person["first_name"]
    identifier = values.get("uci") or person["uci"] or ""
    if values.get("uci"):
        uci.check(tx, identifier)
    return {
        "kind": kind,
        "number": values.get("number") or _free_number(tx, values["series_id"], person["candidate_number"]),
        "legal_name": values.get("legal_name") or uci.boards_name(last, first),
        "uci": identifier,
        "centre_number": values.get("centre_number") or person["centre_number"] or "",
    }


def _free_number(tx: Tx, series_id: int, usual: str | None) -> str:
    """Return the candidate's usual number if it is free in the series, else the next one after the highest."""
    tx.lock(f"candidate numbers {series_id}")
    of_series = sa.select(_c.number).where(_c.series_id == series_id)
    if usual and tx.scalar(of_series.where(_c.number == usual)) is None:
        return usual
    highest = int(tx.scalar(sa.select(sa.func.max(_c.number)).where(_c.series_id == series_id)) or 0)
    if highest >= _LAST_NUMBER:
        raise Conflict(NO_NUMBER)
    return f"{highest + 1:04}"


def joined(tx: Tx, candidate_id: int, series_id: int) -> int:
    """Return the place of a candidate in a series; create it if needed. Raises as `values_of`."""
    mine = (_c.candidate_id == candidate_id, _c.series_id == series_id)
    known = tx.scalar(sa.select(_c.id).where(*mine))
    if known is not None:
        return int(known)
    key = {"candidate_id": candidate_id, "series_id": series_id}
    return tx.insert(exam_candidacy, key | values_of(tx, key))
