"""Candidates in a series, and check letters, as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import Tx
from kit.policy import Actor, Row
from kit.records import Acts, Change, Create, Delete, FieldSet
from people.exams.candidacies import joining, uci
from people.exams.candidacies.answers import CandidacyParts
from people.exams.candidacies.attributes import CANDIDACY, UCI_LETTER
from people.exams.candidacies.model import exam_candidacy, exam_uci_letter
from people.exams.model import exam_series
from people.exams.policy import EXAMS_OFFICE, KEEPS, of_candidate
from people.persons.model import TABLES
from people.persons.queries import full_name
from people.policy import OF_STAFF

_candidate = TABLES["candidate"]


def _check_uci(tx: Tx, change: Change) -> None:
    uci.check(tx, change.new or "")


def _seen_by(tx: Tx, change: Change) -> Mapping[str, Any]:
    """Store who saw the identity document."""
    return {"idSeenBy": tx.actor.name if change.new else ""}


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    name = sa.select(full_name(_candidate)).where(_candidate.c.id == row["candidate_id"])
    series = sa.select(exam_series.c.name).where(exam_series.c.id == row["series_id"])
    return {"candidate": connection.scalar(name) or "", "series": connection.scalar(series) or ""}


CANDIDACY_FIELDS = FieldSet(
    name="examCandidacy",
    table=exam_candidacy,
    path="/exams/candidacies/{id}",
    sections=CANDIDACY.sections(
        {"candidacy": "Candidate in series", "identity": "Identity"},
        {"uci": Acts(after=_check_uci), "idSeenOn": Acts(dependents=_seen_by)},
    ),
    scope=of_candidate(exam_candidacy.c.candidate_id),
    may=KEEPS,
    create=Create(fields=("candidateId", "seriesId", "number", "uci", "centreNumber"), complete=joining.values_of),
    delete=Delete(named=lambda row: row["legal_name"], instead="Please withdraw the entries first."),
    extra=_extra,
    answers=CandidacyParts,
)

UCI_LETTER_FIELDS = FieldSet(
    name="examUciLetter",
    table=exam_uci_letter,
    path="/exams/uciletters/{id}",
    sections=UCI_LETTER.sections({"letter": "Check letter"}),
    scope=OF_STAFF,
    may=EXAMS_OFFICE,
)

FIELDSETS = (CANDIDACY_FIELDS, UCI_LETTER_FIELDS)
