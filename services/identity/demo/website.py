"""Demo notices of the website, at least one in each state."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import psycopg

from services.demo.tables import write
from services.demo.world import TODAY, World

EMPTY = "SELECT NOT EXISTS (SELECT FROM website_notice)"
_NOTICES: tuple[tuple[str, str, str, list[str], str, str, int, int | None], ...] = (
    (
        "Offices closed from 24 December",
        "approved",
        "en",
        [],
        "important",
        "The offices of Oxford, London and "
        "Cambridge close on 24 December at noon and open again on 4 January. Online lessons go on.",
        -5,
        40,
    ),
    (
        "Escritórios encerrados de 24 de dezembro a 4 de janeiro",
        "approved",
        "pt",
        [],
        "important",
        "O escritório de Lisboa encerra a 24 de dezembro e reabre a 4 de janeiro. As aulas em linha continuam.",
        -5,
        40,
    ),
    (
        "New entry date for summer exams",
        "approved",
        "en",
        ["candidates", "parents"],
        "urgent",
        "Entries for the summer series close on 21 February. Late entries cost double.",
        -2,
        None,
    ),
    (
        "Open evening in Oxford",
        "approved",
        "en",
        ["parents", "students"],
        "normal",
        "Meet the tutors on 14 January from 18:00. Please tell reception how many of you come.",
        12,
        46,
    ),
    (
        "Half-term revision courses",
        "approved",
        "en",
        ["students"],
        "normal",
        "The courses of October are over. Those of spring open in January.",
        -60,
        -20,
    ),
    (
        "Training of new tutors",
        "submitted",
        "en",
        ["tutors"],
        "normal",
        "Four evenings in January on marking and reports, online.",
        7,
        60,
    ),
    (
        "Bolsas de estudo 2027",
        "submitted",
        "pt",
        ["parents", "students"],
        "normal",
        "As candidaturas abrem a 1 de fevereiro.",
        20,
        90,
    ),
    ("Car park of the London office", "draft", "en", [], "normal", "The car park is closed for works.", 3, 30),
    (
        "Mock exams moved",
        "withdrawn",
        "en",
        ["candidates"],
        "urgent",
        "The mock exams of December move to January.",
        -15,
        10,
    ),
)


def load(connection: psycopg.Connection, world: World) -> None:
    """Write the notices, written by `website` and approved by `sysadmin`."""
    writer, approver = world.by_username["website"], world.by_username["sysadmin"]
    with connection.cursor() as cursor:
        write(
            cursor,
            "website_notice",
            [_row(number, *notice, writer, approver) for number, notice in enumerate(_NOTICES, start=1)],
        )


def _row(
    number: int,
    title: str,
    status: str,
    language: str,
    audience: list[str],
    priority: str,
    text: str,
    start: int,
    end: int | None,
    writer: Any,
    approver: Any,
) -> dict[str, Any]:
    day = TODAY - dt.timedelta(days=abs(start) + 3 if start < 0 else 3)
    moment = dt.datetime.combine(day, dt.time(10), dt.UTC)
    hands = {"entered": {str(writer.user_id): ["entered this website notice", day.isoformat()]}}
    submitted = status != "draft"
    approved = status in {"approved", "withdrawn"}
    if submitted:
        hands["submitted"] = {str(writer.user_id): ["submitted it", day.isoformat()]}
    if approved:
        hands["approved"] = {str(approver.user_id): ["approved it", day.isoformat()]}
    return {
        "id": number,
        "created": moment,
        "modified": moment,
        "title": title,
        "body": f"<p>{text}</p>",
        "audience": audience,
        "language": language,
        "priority": priority,
        "shown_from": TODAY + dt.timedelta(days=start),
        "shown_until": None if end is None else TODAY + dt.timedelta(days=end),
        "status": status,
        "reason": "The dates are not certain yet" if status == "withdrawn" else "",
        "hands": json.dumps(hands),
        "submitted_by_name": writer.name if submitted else "",
        "submitted": moment if submitted else None,
        "approved_by_name": approver.name if approved else "",
        "approved": moment if approved else None,
    }
