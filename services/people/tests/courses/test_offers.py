"""A course moves with the answers of its tutors (`docs/acceptance.md`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from people.enrolment.model import course_tutor
from services.people.tests.builders import make_course, make_person, staff, teach
from staffroom.teaching.events.v1.events_pb2 import TuitionOfferChanged
from staffroom_testing.plugin import ClientFor, Published

pytestmark = pytest.mark.usefixtures("reference_data")

OFFER_CHANGED = Event.of(TuitionOfferChanged)
Deliver = Callable[..., None]


def offer_payload(course: int, tutor: int, status: str) -> dict[str, Any]:
    return {"id": 1, "courseId": course, "tutorId": tutor, "status": status, "deleted": False}


def test_the_link_of_a_tutor_has_the_state_of_the_offer(
    database: Database, client: ClientFor, deliver: Deliver
) -> None:
    course, tutor = make_course(database, status="proposed"), make_person(database, "tutor")
    teach(database, course, tutor)
    deliver(OFFER_CHANGED, 1, offer_payload(course, tutor, "declined"))
    shown = client(staff()).get(f"/api/v1/courses/{course}").json()["data"]
    assert ([one["offer"] for one in shown["tutors"]], shown["status"]) == (["declined"], "proposed")


def test_a_proposed_course_begins_once_all_its_tutors_accepted(
    database: Database, client: ClientFor, deliver: Deliver, published: Published
) -> None:
    course = make_course(database, status="proposed")

    def status() -> str:
        return str(client(staff()).get(f"/api/v1/courses/{course}").json()["data"]["status"])

    first, second, third = (make_person(database, "tutor") for _ in range(3))
    for tutor in (first, second):
        teach(database, course, tutor)
        deliver(OFFER_CHANGED, 1, offer_payload(course, tutor, "offered"))
    deliver(OFFER_CHANGED, 1, offer_payload(course, first, "accepted"))
    assert status() == "proposed"
    deliver(OFFER_CHANGED, 1, offer_payload(course, second, "accepted"))
    assert status() == "active"
    # The office offered it to a tutor who was not on it.
    deliver(OFFER_CHANGED, 1, offer_payload(course, third, "accepted"))
    assert [payload["tutorIds"] for _, _, payload in published()] == [[first, second], [first, second, third]]


def test_an_offer_of_a_deleted_course_changes_nothing(database: Database, deliver: Deliver) -> None:
    deliver(OFFER_CHANGED, 1, offer_payload(999, 1, "accepted"))
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(course_tutor)).scalar() == 0
