"""Lists of candidates in series and of check letters."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from kit.values import options
from people.exams.candidacies import uci
from people.exams.candidacies.attributes import CANDIDACY, UCI_LETTER
from people.exams.candidacies.fields import CANDIDACY_FIELDS, UCI_LETTER_FIELDS
from people.exams.candidacies.model import exam_candidacy, exam_uci_letter
from people.exams.entries.model import exam_entry
from people.exams.model import exam_series
from people.persons.model import TABLES
from people.persons.queries import full_name

_c, _s, _entry, _candidate = exam_candidacy.c, exam_series.c, exam_entry.c, TABLES["candidate"]
CANDIDATE_TYPES = options(
    ("internal", "Our students"),
    ("private", "Private"),
    ("public", "Public"),
    ("trial", "Trial"),
    ("centreAssessed", "Centre assessed"),
)
"""Types of `/exams/candidates/{type}`: whether the candidate is our student, and the kinds of season."""


def _of_type(values: Any) -> sa.ColumnElement[bool]:
    is_student = _candidate.c.student_id.is_not(None)
    return sa.or_(
        sa.and_(sa.literal("internal") == sa.func.any(values), is_student),
        sa.and_(sa.literal("private") == sa.func.any(values), ~is_student),
        _c.kind == sa.func.any(values),
    )


_ENTRIES = (
    sa.select(sa.func.count())
    .where(_entry.candidacy_id == _c.id, _entry.status != "withdrawn")
    .correlate(exam_candidacy)
    .scalar_subquery()
)
LETTERS = options(("checked", "Checked", "green"), ("unchecked", "Not checked", "amber"))
"""Whether the last letter of an identifier was compared: for most remainders it is not published."""
_LETTER = uci.letter_state(_c.uci)

CANDIDACIES = ListSpec(
    name="examCandidacies",
    path="/exams/candidacies",
    title="Candidates in series",
    one="candidate",
    naming="candidate",
    source=exam_candidacy.join(exam_series, _s.id == _c.series_id).join(_candidate, _candidate.c.id == _c.candidate_id),
    columns=CANDIDACY.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True, width=70),
        Column(name="candidate", expression=full_name(_candidate), width=180),
        *("number", "legalName", "uci"),
        Column(
            name="uciLetter", expression=_LETTER, title="Letter of the UCI", type="select", options=LETTERS, width=130
        ),
        Column(name="series", expression=_s.name, width=170),
        Column(name="entries", expression=_ENTRIES, type="integer", width=90),
    ),
    filters=CANDIDACY.filters(
        Filter(name="type", expression=_c.kind, title="Type", options=CANDIDATE_TYPES, condition=_of_type),
        "kind",
        Filter(name="uciLetter", expression=_LETTER, title="Letter of the UCI", options=LETTERS),
        Filter(name="idSeen", expression=_c.id_seen_on.is_not(None), title="Identity seen", kind="boolean"),
    ),
    tabs=[Tab(filter="type", with_all=True)],
    default_sort="number",
    search=_candidate.c.search,
    target="/candidates/{candidateId}",
    edit=CANDIDACY_FIELDS,
)

UCI_LETTERS = ListSpec(
    name="examUciLetters",
    path="/exams/uciletters",
    title="Check letters of UCIs",
    one="check letter",
    naming="remainder",
    columns=UCI_LETTER.columns(Column(name="id", expression=exam_uci_letter.c.id, type="id", hidden=True, width=70)),
    default_sort="remainder",
    edit=UCI_LETTER_FIELDS,
)
LISTS = (CANDIDACIES, UCI_LETTERS)
