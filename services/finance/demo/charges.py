"""Demo data of finance other than invoices: samples of lines and texts, and exam fees."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.exams import exams
from services.demo.world import World

NO_FEES = "SELECT NOT EXISTS (SELECT FROM exam_fee)"
OWN_FEES = 100
"""The sub account of account 472 for our own exam fees."""
_BOARD_SUB = {"AQA": 1, "Edexcel": 2}
_OTHER_BOARD_SUB = 3
_TUITION = (
    ("Autumn programme", "title", "other", None, 0, "<p><b>Autumn programme</b></p>"),
    ("Full-time tuition, one term", "standalone", "fulltime", 100, 640_000, "<p>Full-time tuition, one term</p>"),
    ("Academic support, 10 hours", "standalone", "asp", 101, 72_000, "<p>Academic support, 10 hours</p>"),
    ("Supplementary hour", "subitem", "supp", 102, 7_500, "<p>Supplementary tuition, one hour</p>"),
    ("Registration fee", "standalone", "other", 103, 15_000, "<p>Registration fee</p>"),
    ("Early payment", "credit", "other", 103, -10_000, "<p>With thanks for early payment</p>"),
)
_ANYWHERE = (
    ("Course materials", "standalone", "other", None, 4_500, "<p>Course materials</p>"),
    ("Hours not taken", "credit", "other", None, 0, "<p>Hours not taken</p>"),
)
_HEADERS = (
    ("Thank you", "<p>Thank you for choosing us for your tuition.</p>"),
    ("Estimate", "<p>This is an estimate; the final invoice follows after the last session.</p>"),
)
_FOOTERS = (
    ("Quote the number", "<p>Please quote the invoice number with your payment.</p>"),
    ("Payment terms", "<p>Payment is due within 30 days of the date of this invoice.</p>"),
    ("Bank charges", "<p>Please make sure that all bank charges are paid by the sender.</p>"),
)
_SPEAKING = {"French", "Spanish", "German", "Italian"}


def load(connection: psycopg.Connection[Any]) -> None:
    """Write the samples; the chart of accounts must exist."""
    with connection.cursor() as cursor:
        _samples(cursor)


_SAMPLE = """
INSERT INTO invoice_sample
  (kind, title, organisation_id, meta_type, type, account_id, sub_account_id, amount, description)
SELECT 'item', %s, %s, %s, %s, a.id, (SELECT min(id) FROM sub_account WHERE account_id = a.id), %s, %s
FROM (SELECT %s::bigint AS id) a
"""


def _samples(cursor: psycopg.Cursor[Any]) -> None:
    for organisation, entries in ((1, _TUITION), (None, _ANYWHERE)):
        for title, meta, kind, account, amount, text in entries:
            cursor.execute(_SAMPLE, (title, organisation, meta, kind, amount, text, account))
    for place, texts in (("header", _HEADERS), ("footer", _FOOTERS)):
        cursor.executemany(
            "INSERT INTO invoice_sample (kind, title, description) VALUES (%s, %s, %s)",
            [(place, title, text) for title, text in texts],
        )


def fees(connection: psycopg.Connection[Any], _: World) -> None:
    """Write the exam fees, the account for our own fees, and the read copies of the exams."""
    connection.execute(
        "INSERT INTO sub_account (id, account_id, code, name, vat_rate) VALUES (%s, 472, 'E1', 'Centre fees', 2000) "
        "ON CONFLICT DO NOTHING",
        (OWN_FEES,),
    )
    for exam in exams():
        connection.execute(
            "INSERT INTO exam (id, title, board, code, papers) VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
            (exam.id, exam.title, exam.board, exam.code, exam.papers),
        )
        connection.execute(
            "INSERT INTO exam_fee (exam_id, board_fee, board_sub_account_id, per_paper_fee, own_sub_account_id, "
            "speaking) VALUES (%s, %s, %s, %s, %s, %s)",
            (
                exam.id,
                exam.board_fee,
                _BOARD_SUB.get(exam.board, _OTHER_BOARD_SUB),
                4_500,
                OWN_FEES,
                exam.subject in _SPEAKING,
            ),
        )
    connection.execute("SELECT setval(pg_get_serial_sequence('sub_account', 'id'), (SELECT max(id) FROM sub_account))")
