"""Options of exams and disallowed combinations as records. Basedata creates them; data that a board sends in another
form is typed, or imported from a spreadsheet."""

from __future__ import annotations

from kit.records import Create, Delete, FieldSet
from people.exams.options.attributes import DISALLOWED, EXAM_OPTION
from people.exams.options.model import exam_disallowed, exam_option
from people.policy import EXAMS, OF_STAFF

OPTION_FIELDS = FieldSet(
    name="examOption",
    table=exam_option,
    path="/exams/options/{id}",
    sections=EXAM_OPTION.sections({"option": "Option"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(fields=("examId", "code", "title", "tier", "fee", "papers")),
    delete=Delete(named=lambda row: row["code"]),
)
DISALLOWED_FIELDS = FieldSet(
    name="examDisallowed",
    table=exam_disallowed,
    path="/exams/disallowed/{id}",
    sections=DISALLOWED.sections({"pair": "Disallowed combination"}),
    scope=OF_STAFF,
    may=EXAMS,
    create=Create(),
    delete=Delete(named=lambda row: f"{row['option']} and {row['other']}"),
)
FIELDSETS = (OPTION_FIELDS, DISALLOWED_FIELDS)
