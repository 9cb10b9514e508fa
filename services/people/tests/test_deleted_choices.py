"""A deleted record is not offered as a choice, and stays where it was chosen."""

from __future__ import annotations

from kit.database import Database
from services.people.tests.builders import make_course, make_person, make_words, staff
from services.people.tests.calendar.test_notices import EVENTS, book
from staffroom_testing.plugin import ClientFor


def test_deleted_course_is_not_offered_and_stays_where_chosen(client: ClientFor, database: Database) -> None:
    make_words(database)
    gone, stands = make_course(database), make_course(database)
    person = ("tutor", make_person(database, "tutor"))
    office = client(staff("sysAdmin"))
    event = f"{EVENTS}/{book(client, person, courseId=gone)}"
    free = ("tutor", make_person(database, "tutor"))
    other = f"{EVENTS}/{book(client, free, courseId=stands)}"
    assert office.delete(f"/api/v1/courses/{gone}").status_code == 200
    choice = {"field": "courseId", "newValue": gone}
    refused = office.put(other, json=choice)
    assert (refused.status_code, refused.json()["code"]) == (422, "not_offered")
    assert "is no longer offered. Please choose another course" in refused.json()["error"]
    assert office.put(event, json=choice).status_code == 200
    assert office.put(event, json={"field": "title", "newValue": "Optics"}).status_code == 200
    new = {"title": "Optics", "type": "tutorial", "start": "2027-07-08T09:00:00Z", "end": "2027-07-08T10:00:00Z"}
    refused = office.post(EVENTS, json=new | {"courseId": gone})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_offered")
