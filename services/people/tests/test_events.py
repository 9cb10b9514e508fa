from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from people.persons.model import TABLES
from people.reference.model import department, organisation
from services.people.tests.builders import make_person, row_of
from staffroom.identity.events.v1.events_pb2 import DepartmentChanged, OrganisationChanged, UserChanged
from staffroom_testing.plugin import Published

Deliver = Callable[..., None]
USER_CHANGED, ORGANISATION_CHANGED = Event.of(UserChanged), Event.of(OrganisationChanged)
DEPARTMENT_CHANGED = Event.of(DepartmentChanged)


def _user(**more: Any) -> dict[str, Any]:
    return {"id": 41, "username": "tutor", "status": "active", **more}


def test_the_account_of_a_person_follows_identity(database: Database, deliver: Deliver, published: Published) -> None:
    one, two = make_person(database, "tutor"), make_person(database, "tutor")
    deliver(USER_CHANGED, 41, _user(tutorId=one))
    assert row_of(database, TABLES["tutor"], one)["user_id"] == 41
    [(_, key, payload)] = published()
    assert (key, payload["kind"], payload["userId"]) == (str(one), "tutor", 41)
    deliver(USER_CHANGED, 41, _user(tutorId=one))
    assert published() == [], "seen again: nothing changes"
    deliver(USER_CHANGED, 41, _user(tutorId=two))
    assert row_of(database, TABLES["tutor"], one)["user_id"] is None
    assert row_of(database, TABLES["tutor"], two)["user_id"] == 41
    deliver(USER_CHANGED, 41, _user(tutorId=two, deleted=True))
    assert row_of(database, TABLES["tutor"], two)["user_id"] is None


def test_departments_and_organisations_are_remembered(database: Database, deliver: Deliver) -> None:
    deliver(ORGANISATION_CHANGED, 1, {"id": 1, "title": "Oxford"})
    deliver(DEPARTMENT_CHANGED, 1, {"id": 1, "title": "Oxford", "color": "#123456", "organisationId": 1})
    make_person(database, "student", department_id=1, organisation_id=1)
    deliver(DEPARTMENT_CHANGED, 1, {"id": 1, "deleted": True})
    with database.read() as connection:
        kept = connection.execute(sa.select(department)).mappings().one()
        assert connection.execute(sa.select(organisation.c.title)).scalar() == "Oxford"
    assert (kept["title"], kept["deleted"]) == ("Oxford", True)
