"""Certificates as records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

import sqlalchemy as sa

from kit.database import Tx
from kit.errors import Invalid
from kit.records import Create, Delete, FieldSet
from people.exams.candidacies.model import exam_candidacy
from people.exams.certificates.attributes import CERTIFICATE
from people.exams.certificates.model import certificate
from people.exams.certificates.workflow import CERTIFICATE_MOVES, CERTIFICATES
from people.exams.joined import joined
from people.exams.model import exam_series
from people.exams.policy import EXAMS_OFFICE
from people.persons.model import TABLES
from people.persons.queries import full_name

NO_CANDIDATE = "Please choose a candidate of a series"
_candidate = TABLES["candidate"]
SOURCE = (
    certificate.join(exam_candidacy, exam_candidacy.c.id == certificate.c.candidacy_id)
    .join(exam_series, exam_series.c.id == exam_candidacy.c.series_id)
    .join(_candidate, _candidate.c.id == certificate.c.candidate_id)
)


class CertificateParts(TypedDict):
    """Parts beyond the fields."""

    candidate: str
    series: str


def _complete(tx: Tx, values: Mapping[str, Any]) -> Mapping[str, Any]:
    of_candidacy = sa.select(exam_candidacy.c.candidate_id).where(exam_candidacy.c.id == values["candidacy_id"])
    candidate = tx.scalar(of_candidacy)
    if candidate is None:
        raise Invalid(NO_CANDIDATE, fields={"candidacyId": NO_CANDIDATE})
    return {"candidate_id": candidate}


CERTIFICATE_FIELDS = FieldSet(
    name="certificate",
    path="/exams/certificates/{id}",
    workflow=CERTIFICATE_MOVES,
    scope=CERTIFICATES,
    sections=CERTIFICATE.sections({"certificate": "Certificate", "custody": "Custody"}),
    may=EXAMS_OFFICE,
    history=EXAMS_OFFICE,
    create=Create(fields=("candidacyId", "board", "number"), complete=_complete),
    delete=Delete(named=lambda row: row["number"] or "the certificate"),
    extra=joined(
        SOURCE, certificate.c.id, full_name(_candidate).label("candidate"), exam_series.c.name.label("series")
    ),
    answers=CertificateParts,
)
FIELDSETS = (CERTIFICATE_FIELDS,)
