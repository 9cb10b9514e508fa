from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from people.calendar.model import event
from people.exams.roster import inviting
from people.exams.sessions.model import exam_session, invigilation
from people.persons.model import TABLES
from services.people.tests.builders import make_person, make_series, row_of, staff
from services.people.tests.exam_day.builders import AHEAD, invite, seated_session
from services.people.tests.exam_sessions.builders import make_room, plan
from staffroom_testing.mailbox import Mailbox, mailbox
from staffroom_testing.plugin import ClientFor

pytestmark = pytest.mark.usefixtures("reference_data")

__all__ = ["mailbox"]
OFFICE = staff("examsOffice")
DUTIES, SESSIONS = "/api/v1/exams/invigilation", "/api/v1/exams/sessions"
RunJobs = Callable[[], list[dict[str, Any]]]


def _asked(office: Any, session: int, invigilator: int, **more: Any) -> tuple[int, str]:
    """Mail an invitation; return the duty and the address of its page."""
    duty = invite(office, session, invigilator, **more).json()["data"]["id"]
    office.post(f"{DUTIES}/{duty}/mail")
    return duty, f"/api/v1/public/invigilation/{invigilator}/{inviting.links(invigilator).secret(duty)}"


def _status(office: Any, duty: int) -> str:
    return str(office.get(f"{DUTIES}/{duty}").json()["data"]["status"])


def test_invitation_is_answered_by_link_without_signing_in(
    database: Database, client: ClientFor, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator")
    duty = invite(office, session, mine).json()["data"]["id"]
    assert office.post(f"{SESSIONS}/{session}/mail").status_code == 200
    run_jobs()
    (mail,) = mailbox.mails
    address = re.search(r"/api/v1/public/invigilation/[\w/-]+", mail.get_body(("plain",)).get_content())
    assert address is not None
    page = outside.get(address[0])
    assert (page.status_code, "Confirm" in page.text) == (200, True)
    assert outside.post(address[0], data={"answer": "confirm"}).status_code == 200
    row = office.get(f"{DUTIES}/{duty}").json()["data"]
    assert (row["status"], bool(row["answeredAt"])) == ("confirmed", True)
    outside.post(address[0], data={"answer": "decline", "reason": "Ill"})
    assert office.get(f"{DUTIES}/{duty}").json()["data"]["reason"] == "Ill"
    office.post(f"{SESSIONS}/{session}/mail")
    run_jobs()
    assert len(mailbox.mails) == 1, "who has had a mail gets none"


def test_link_ends_and_works_for_one_invigilator(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator")
    duty = invite(office, session, mine).json()["data"]["id"]
    secret = inviting.links(mine).secret(duty)
    path = f"/api/v1/public/invigilation/{mine}/{secret}"
    assert outside.get(path).status_code == 410, "not mailed yet"
    office.post(f"{DUTIES}/{duty}/mail")
    assert outside.get(path).status_code == 200
    assert outside.get(f"/api/v1/public/invigilation/{mine + 1}/{secret}").status_code == 404
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(invigilation).values(mailed_at=sa.func.now() - dt.timedelta(days=22)))
    assert outside.get(path).status_code == 410
    with database.transaction(OFFICE) as tx:
        values = {"mailed_at": sa.func.now(), "starts": sa.func.now() - dt.timedelta(minutes=1)}
        tx.execute(sa.update(invigilation).values(values))
    assert outside.get(path).status_code == 410, "the session has begun"


def test_answer_by_link_is_the_move_of_the_page(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator", first_name="Ruth", user_id=77)
    duty, page = _asked(office, session, mine)
    assert outside.post(page, data={"answer": "confirm"}).status_code == 200
    number = row_of(database, exam_session, session)["event_id"]
    assert row_of(database, event, number)["status"] == "active"
    assert outside.post(page, data={"answer": "confirm"}).status_code == 200, "said twice"
    assert outside.post(page, data={"answer": "decline", "reason": "Ill"}).status_code == 200
    history = client(staff("sysAdmin")).get(f"{DUTIES}/{duty}/history", params={"field": "status"}).json()["data"]
    assert [(one["newValue"], one["userName"]) for one in history] == [
        ("declined", "Ruth Lovelace"),
        ("confirmed", "Ruth Lovelace"),
    ]


def _refused(outside: Any, page: str, text: str) -> None:
    answer = outside.post(page, data={"answer": "confirm"})
    assert (answer.status_code, answer.headers["content-type"]) == (422, "text/html; charset=utf-8")
    assert text in answer.text
    assert 'role="alert"' in answer.text


def test_link_does_not_confirm_invigilator_of_another_session(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator")
    duty, page = _asked(office, session, mine)
    outside.post(page, data={"answer": "decline"})
    elsewhere = plan(office, make_series(database, name="Autumn"), make_room(database), AHEAD).json()["data"]["id"]
    assert invite(office, elsewhere, mine).status_code == 201
    _refused(outside, page, "This invigilator is on another session at this time")
    assert _status(office, duty) == "declined"


def test_link_does_not_confirm_absent_invigilator(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator")
    duty, page = _asked(office, session, mine)
    times = {"starts": AHEAD.isoformat(), "ends": (AHEAD + dt.timedelta(hours=1)).isoformat()}
    assert office.post("/api/v1/exams/away", json={"invigilatorId": mine, **times}).status_code == 201
    _refused(outside, page, "is not available at this time")
    assert "Give a reason" not in outside.post(page, data={"answer": "confirm"}).text
    assert _status(office, duty) == "invited"


def test_link_does_not_confirm_relative_as_sole_invigilator(database: Database, client: ClientFor) -> None:
    office, outside = client(OFFICE), client(None)
    session, candidate = seated_session(office, database)
    aunt = make_person(database, "invigilator", first_name="Ruth")
    duty, page = _asked(office, session, aunt)
    office.post("/api/v1/exams/relatives", json={"invigilatorId": aunt, "candidateId": candidate, "relation": "aunt"})
    _refused(outside, page, "a relative is never the sole invigilator")
    assert _status(office, duty) == "invited"


def test_link_does_not_confirm_former_invigilator_despite_allowed_absence(
    database: Database, client: ClientFor
) -> None:
    office, outside = client(OFFICE), client(None)
    session, _ = seated_session(office, database)
    mine = make_person(database, "invigilator")
    times = {"starts": AHEAD.isoformat(), "ends": (AHEAD + dt.timedelta(hours=1)).isoformat()}
    office.post("/api/v1/exams/away", json={"invigilatorId": mine, **times})
    duty, page = _asked(office, session, mine, overrideReason="Agreed by telephone")
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(TABLES["invigilator"]).where(TABLES["invigilator"].c.id == mine).values(status="inactive"))
    _refused(outside, page, "is not active as an invigilator")
    with database.transaction(OFFICE) as tx:
        tx.execute(sa.update(TABLES["invigilator"]).where(TABLES["invigilator"].c.id == mine).values(status="active"))
    assert outside.post(page, data={"answer": "confirm"}).status_code == 200, "the office allowed the absence"
    assert _status(office, duty) == "confirmed"
