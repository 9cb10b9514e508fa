"""The fees of every exam."""

from __future__ import annotations

from finance.copies.model import exam
from finance.exams.attributes import EXAM_FEE
from finance.exams.fields import EXAM_FEE_FIELDS
from finance.exams.model import exam_fee
from kit.lists import Column, Filter, ListSpec

EXAM_FEES = ListSpec(
    name="examFees",
    title="Exam fees",
    naming="title",
    source=exam_fee.join(exam, exam.c.id == exam_fee.c.exam_id),
    default_sort="title",
    edit=EXAM_FEE_FIELDS,
    columns=EXAM_FEE.columns(
        Column(name="id", expression=exam_fee.c.id, type="id", width=80),
        "examId",
        Column(name="title", expression=exam.c.title, sortable=True, width=220),
        Column(name="board", expression=exam.c.board, width=110),
        Column(name="code", expression=exam.c.code, width=90),
        "boardFee",
        Column(name="papers", expression=exam.c.papers, type="integer", width=90),
    ),
    filters=(Filter(name="board", expression=exam.c.board),),
)
