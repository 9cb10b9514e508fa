"""The list of certificates."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.sql import TODAY
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.candidacies.model import exam_candidacy
from people.exams.certificates.attributes import CERTIFICATE
from people.exams.certificates.fields import CERTIFICATE_FIELDS, SOURCE
from people.exams.certificates.model import certificate
from people.exams.model import exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

_c, _candidate = certificate.c, TABLES["candidate"]
UNCLAIMED = sa.and_(_c.status == "received", sa.func.coalesce(_c.keep_until <= TODAY, sa.false()))
"""Certificates that were kept for the minimum time and are still here."""

CERTIFICATES_LIST = ListSpec(
    name="certificates",
    path="/exams/certificates",
    title="Certificates",
    one="certificate",
    naming="candidate",
    source=SOURCE,
    columns=CERTIFICATE.columns(
        Column(name="id", expression=_c.id, type="id", sortable=True, hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=170),
        Column(name="candidateNumber", expression=exam_candidacy.c.number, title="Number", width=90),
        Column(name="series", expression=exam_series.c.name, width=160),
        *("board", "number", "status", "receivedOn", "place", "keepUntil"),
        Column(name="studentId", expression=_candidate.c.student_id, type="id", hidden=True),
    ),
    filters=CERTIFICATE.filters(
        *("status", "board"),
        Filter(name="series", expression=exam_series.c.id, title="Series", options_from="/system/examseries/list"),
        Filter(name="unclaimed", expression=UNCLAIMED, title="Kept long enough", kind="boolean"),
        *("receivedOn", "keepUntil"),
        Filter(name="studentId", expression=_candidate.c.student_id, hidden=True, column="candidate"),
    ),
    tabs=[Tab(filter="status", with_all=True)],
    search=_candidate.c.search,
    default_sort="-id",
    figures=Figures(by=("status", By("board", text="board"), "receivedOn")),
    target="/exams/certificates/{id}",
    edit=CERTIFICATE_FIELDS,
)
LISTS = (CERTIFICATES_LIST,)
