"""The paper of a term report: its letterhead, what it shows, and its mark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from services.teaching.tests.reports.conftest import TO, WHOLE, MakeReport
from staffroom.finance.events.v1.events_pb2 import LetterheadChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing import papers, peers
from staffroom_testing.demo import world
from teaching.reports.papers import document, pdfs

SERVICE = as_service("teaching")
LOGO = "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
HEAD: dict[str, Any] = {
    "id": 1,
    "name": "Staffroom Oxford Ltd",
    "address": "14 Holywell Street\nOxford OX1 3BN",
    "phone": "01865 496000",
    "email": "office@oxford.example",
    "website": "www.staffroom.example",
    "colour": "#12404a",
    "logo": LOGO,
    "deleted": False,
}


def html(database: Database, record: int) -> str:
    with database.read() as connection:
        [sheet] = pdfs.sheets(connection, SERVICE, [record])
    return document.of(sheet).html()


def test_the_letterhead_is_that_of_the_organisation(
    database: Database, make_report: MakeReport, deliver: Callable[..., None]
) -> None:
    record = make_report(status="approved", **WHOLE)
    assert "Oxford" in html(database, record)
    deliver(Event.of(LetterheadChanged), 1, HEAD)
    shown = html(database, record)
    for text in ("Staffroom Oxford Ltd", "14 Holywell Street<br>Oxford OX1 3BN", "01865 496000", LOGO, "#12404a"):
        assert text in shown, text
    deliver(Event.of(LetterheadChanged), 1, HEAD | {"deleted": True})
    assert "Holywell" not in html(database, record)


@pytest.mark.parametrize(("status", "marked"), [("approved", False), ("checked", True)])
def test_pdf_of_an_unapproved_report_is_marked(
    database: Database, make_report: MakeReport, status: str, marked: bool
) -> None:
    shown = html(database, make_report(status=status, **WHOLE, submitted=TO))
    assert ("DRAFT" in shown) is marked
    for text in ("Sam Student", "AQA A-level Physics", "4 Very good", "Written by Tom Tutor, 20 November 2026"):
        assert text in shown, text


def test_the_pdf_has_the_picture_while_the_family_consents(
    database: Database, make_report: MakeReport, deliver: Callable[..., None]
) -> None:
    record = make_report(status="approved", **WHOLE)
    student = world().people["student"][0]  # one with a picture in files

    def stored(consents: bool, user_id: int = student.user_id) -> tuple[int, list[tuple[int, float]]]:
        values = {"id": 1, "kind": "student", "firstName": "Sam", "lastName": "Student", "userId": user_id}
        deliver(Event.of(PersonChanged), 1, values | {"photoOnDocuments": consents})
        _, file_id, content = pdfs.PAPERS.stored(database, SERVICE, record)
        return file_id, papers.images(content)

    with peers.answering("files"):
        without, none = stored(consents=False)
        shown, [(page, height)] = stored(consents=True)
        assert (none, page, round(height, 1)) == ([], 0, 25.0)
        assert shown != without
        assert stored(consents=True)[0] == shown  # kept, not drawn again
        assert stored(consents=False) == (without, [])
        assert stored(consents=True, user_id=999_999) == (without, [])  # no picture
