"""Demo billing of the entries for public exams: most are on manually entered invoices, some wait for their line, and
some are invoiced and withdrawn."""

from __future__ import annotations

from typing import Any

import psycopg

from services.demo.exams import exams
from services.demo.tables import write
from services.demo.world import World

EMPTY = "SELECT NOT EXISTS (SELECT FROM exam_billing)"
NO_FEES = "There are no fees for this exam yet. Please enter them under Setup, Exam fees"


def load(connection: psycopg.Connection[Any], world: World) -> None:
    """Fill the table."""
    rows = []
    public = [one for one in exams() if one.series_id != 3]
    for place, person in enumerate(world.people["candidate"]):
        for step in range(3):
            number = place * 3 + step + 1
            one = public[(place * 5 + step * 2) % len(public)]
            status = "notEntered" if number % 23 == 0 else "open" if number % 29 == 0 else "invoiced"
            rows.append(
                {
                    "id": number,
                    "candidate": f"{person.first_name} {person.last_name}",
                    "candidate_id": person.id,
                    "exam_id": one.id,
                    "series_id": one.series_id,
                    "organisation_id": 1,
                    "status": status,
                    "entry_status": "withdrawn" if status == "notEntered" else "entered",
                    "entry_version": 1,
                    "reason": NO_FEES if status == "open" and number % 2 else "",
                }
            )
    with connection.cursor() as cursor:
        write(cursor, "exam_billing", rows)
        # lines of a trial exam, which has no entries at a board
        trial = next(one for one in exams() if one.series_id == 3 and one.board == "AQA")
        cursor.execute("SET LOCAL staffroom.system = 'on'")
        cursor.execute(
            "UPDATE invoice_item SET exam_id = %s WHERE id IN (SELECT t.id FROM invoice_item t JOIN invoice i ON "
            "i.id = t.invoice_id WHERE t.type = 'exams' AND t.amount > 0 AND t.meta_type <> 'title' AND i.status = "
            "'proposed' AND NOT i.is_credit_note ORDER BY t.id LIMIT 12)",
            (trial.id,),
        )
