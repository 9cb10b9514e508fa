"""The fees of every exam."""

from __future__ import annotations

from finance.copies.model import exam
from finance.exams.fields import EXAM_FEE
from finance.exams.model import exam_fee
from finance.policy import for_staff
from kit.lists import Column, Filter, ListSpec
from kit.policy import staff

_columns = exam_fee.c

EXAM_FEES = ListSpec(
    name="examFees",
    path="/invoice/examFees",
    title="Exam fees",
    source=exam_fee.join(exam, exam.c.id == exam_fee.c.exam_id),
    key=_columns.id,
    scope=for_staff,
    may=staff,
    default_sort="title",
    edit=EXAM_FEE,
    columns=(
        Column(name="id", expression=_columns.id, type="id", width=80),
        Column(name="examId", expression=_columns.exam_id, title="Exam", type="id", width=80),
        Column(name="title", expression=exam.c.title, sortable=True, width=220),
        Column(name="board", expression=exam.c.board, width=110),
        Column(name="code", expression=exam.c.code, width=90),
        Column(name="boardFee", expression=_columns.board_fee, type="money", width=110),
        Column(name="papers", expression=exam.c.papers, type="integer", width=90),
        Column(name="perPaperFee", expression=_columns.per_paper_fee, type="money", width=120),
        Column(name="speaking", expression=_columns.speaking, type="boolean", width=100),
    ),
    filters=(Filter(name="board", expression=exam.c.board),),
)
