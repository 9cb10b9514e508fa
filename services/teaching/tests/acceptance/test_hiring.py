"""The terms that an applicant sees with the offer, and their acceptance once they are a tutor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import as_service
from services.teaching.tests.acceptance.test_acceptance import make_terms
from staffroom.people.events.v1.events_pb2 import TutorAccepted
from staffroom.teaching.v1 import terms_pb2 as pb
from teaching.acceptance import rpc
from teaching.acceptance.model import terms_acceptance
from teaching.copies.model import TERMS, academic_year

Deliver = Callable[..., None]


@pytest.fixture
def years(database: Database) -> list[int]:
    """Return the ids of the current academic year and of the next."""
    now = rpc.present_year(rpc.today())
    with database.transaction(as_service("teaching")) as tx:
        for number, year in ((808, now), (809, now + 1)):
            terms: dict[str, Any] = {name: [] for name in (*TERMS, "weeks_to_iso")}
            tx.execute(sa.insert(academic_year).values(id=number, title=f"{year}", year=year, **terms))
    return [808, 809]


def shown(department: int) -> Any:
    return rpc.Terms().GetTerms(pb.GetTermsRequest(department_id=department), None)


def test_terms_of_the_current_year_are_shown_or_those_of_the_next(database: Database, years: list[int]) -> None:
    assert shown(77).id == 0, "none are published"
    later = make_terms(database, department_id=77, academic_year_id=years[1])
    assert shown(77).id == later
    now = make_terms(database, department_id=77, academic_year_id=years[0], title="Charter")
    make_terms(database, department_id=77, academic_year_id=years[0], terms_version=2, status="draft")
    answer = shown(77)
    assert (answer.id, answer.title, len(answer.digest)) == (now, "Charter", 64)


def test_acceptance_with_the_offer_is_stored_once_with_its_time(database: Database, deliver: Deliver) -> None:
    terms = make_terms(database)
    new = {
        "id": 41,
        "applicationId": 5,
        "firstName": "Nadia",
        "lastName": "Okonkwo",
        "email": "nadia@example.org",
        "departmentId": 1,
        "termsId": terms,
        "termsAccepted": "2026-03-01T10:00:00Z",
        "termsAddress": "192.0.2.7",
        "termsDigest": "d" * 64,
    }
    for _ in range(2):
        deliver(Event.of(TutorAccepted), 41, new)
    deliver(Event.of(TutorAccepted), 42, new | {"id": 42, "termsId": 0, "termsAccepted": None})
    [row] = database.all(sa.select(terms_acceptance))
    assert (row["tutor_id"], row["tutor_name"], row["accepted"], row["how_shown"]) == (
        41,
        "Nadia Okonkwo",
        True,
        "link",
    )
    assert row["created"].isoformat() == "2026-03-01T10:00:00+00:00" and row["digest"] == "d" * 64
