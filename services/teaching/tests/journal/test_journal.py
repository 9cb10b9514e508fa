"""The journal: readers of an entry, replies, reading, links, and hostile input."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.policy import Actor, as_service
from services.teaching.tests.builders import make_copies, make_slip
from staffroom_testing import actor
from staffroom_testing.plugin import ClientFor, Published
from teaching.copies.model import course, course_tutor, event
from teaching.copies.users import account
from teaching.events import NOTIFICATION_RAISED
from teaching.homework.model import homework
from teaching.journal.commands import UNKNOWN_PARENT, UNKNOWN_PEOPLE
from teaching.journal.model import journal_reader
from teaching.journal.policy import ANSWERED, READ

API = "/api/v1"
OFFICE = actor("staff", user_id=20, persons={"staff": 1})
COLLEAGUE = actor("staff", user_id=21, persons={"staff": 2})
STRANGER = actor("staff", user_id=22, persons={"staff": 3})
ACADEMIC = actor("staff", "academicOffice", user_id=23, persons={"staff": 4})
TUTOR = actor("tutor", user_id=11, persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", user_id=13, persons={"tutor": 3})
SYS_ADMIN = actor("staff", "sysAdmin", user_id=24, persons={"staff": 5})
STUDENT = actor("student", user_id=12, persons={"student": 1})
ENTRY: dict[str, Any] = {"content": "<p>Spoke with the family</p>", "date": "2026-11-20", "userIds": [21, 11]}


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    """Insert users for the actors, course 1 of tutor 1, course 2 of tutor 3."""
    make_copies(database)
    staff = [(20, "Olive Office", 1), (21, "Cole League", 2), (22, "Stan Stranger", 3), (23, "Ada Academic", 4)]
    staff += [(24, "Sys Admin", 5)]
    rows = [{"id": user, "name": name, "staff_id": own, "tutor_id": 0} for user, name, own in staff]
    rows += [{"id": 11, "name": "Tom Tutor", "staff_id": 0, "tutor_id": 1}]
    rows += [{"id": 13, "name": "Theo Tutor", "staff_id": 0, "tutor_id": 3}]
    rows += [{"id": 12, "name": "Sam Student", "staff_id": 0, "tutor_id": 0}]
    with database.transaction(as_service("teaching")) as tx:
        tx.execute(sa.insert(account), [one | {"active": True, "department_id": 1} for one in rows])
        other = {"id": 2, "board": "", "level": "IB", "subject": "Art", "type": "indiv", "status": "active"}
        tx.execute(sa.insert(course).values(other))
        tx.execute(sa.insert(course_tutor), [{"course_id": one, "tutor_id": by} for one, by in ((1, 1), (2, 3))])


def write(client: ClientFor, who: Actor = OFFICE, **more: Any) -> int:
    answer = client(who).post(f"{API}/my/journal/entry", json=ENTRY | more)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["data"]["id"])


def detail(client: ClientFor, who: Actor, entry: int) -> dict[str, Any]:
    answer = client(who).get(f"{API}/journalEntry/{entry}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def listed(client: ClientFor, who: Actor, **query: str) -> list[int]:
    answer = client(who).get(f"{API}/my/journal", params={"page": "1", "pageSize": "50"} | query)
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json()["data"]]


def _notified(published: Published) -> list[list[int]]:
    """Return the users of each notice since the last call."""
    return [payload["userIds"] for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def test_only_author_named_people_and_office_see_an_entry(client: ClientFor) -> None:
    entry = write(client, courseId=1)
    everywhere = {"whose": "mine,others"}
    for who in (OFFICE, COLLEAGUE, TUTOR):
        assert detail(client, who, entry)["content"] == ENTRY["content"]
        assert listed(client, who) == [entry]
    for who in (ACADEMIC, SYS_ADMIN):
        assert detail(client, who, entry)["author"] == {"id": 20, "name": "Olive Office"}
        assert (listed(client, who), listed(client, who, **everywhere)) == ([], [entry])
    for who in (STRANGER, OTHER_TUTOR):
        assert client(who).get(f"{API}/journalEntry/{entry}").status_code == 404
        for asked in ({}, {"courseId": "1"}, {"threadId": str(entry)}, {"search": "family"}, {"userId": "20"}):
            assert listed(client, who, **everywhere, **asked) == []
        figures = client(who).get(f"{API}/my/journal/figures", params={"by": "authorId", **everywhere})
        assert figures.json()["data"]["groups"] == []
    assert client(STUDENT).get(f"{API}/journalEntry/{entry}").status_code in {403, 404}
    assert client(STUDENT).post(f"{API}/my/journal/entry", json=ENTRY).status_code == 403


def test_each_person_gets_one_notice_and_reads_only_for_themselves(
    client: ClientFor, published: Published, database: Database
) -> None:
    entry = write(client)
    assert _notified(published) == [[11, 21]]
    users = {one["id"]: one["journalWithUserId"] for one in detail(client, TUTOR, entry)["users"]}
    assert listed(client, TUTOR, unread="true") == [entry]
    assert client(TUTOR).post(f"{API}/journalWithUser/{users[21]}/read").status_code == 404
    acting = actor("tutor", user_id=11, persons={"tutor": 1}, real_user_id=24)
    assert client(acting).post(f"{API}/journalWithUser/{users[11]}/read").json()["data"]["isRead"] is False
    for _ in range(2):
        read = client(TUTOR).post(f"{API}/journalWithUser/{users[11]}/read")
        assert (read.status_code, read.json()["data"]["isRead"]) == (200, True)
    assert listed(client, TUTOR, unread="true") == []
    assert detail(client, OFFICE, entry)["users"][1]["isRead"] is True
    path = f"{API}/journalEntry/{entry}"
    for now in ([21], [21, 11]):
        assert client(OFFICE).put(path, json={"field": "userIds", "newValue": now}).status_code == 200
        assert client(TUTOR).get(path).status_code == (200 if 11 in now else 404)
    assert _notified(published) == []
    with database.read() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(journal_reader)).scalar() == 2


def test_a_reply_has_the_readers_of_its_parent_unless_others_are_named(client: ClientFor) -> None:
    entry = write(client)
    reply = write(client, TUTOR, parentId=entry, userIds=[])
    assert {one["id"] for one in detail(client, TUTOR, reply)["users"]} == {20, 21}
    aside = write(client, TUTOR, parentId=entry, userIds=[20])
    assert client(COLLEAGUE).get(f"{API}/journalEntry/{aside}").status_code == 404
    shown = detail(client, COLLEAGUE, entry)
    assert [one["id"] for one in shown["children"]] == [reply]
    assert [one["id"] for one in shown["thread"]] == [entry, reply]
    assert detail(client, OFFICE, reply)["parent"]["id"] == entry
    under = write(client, COLLEAGUE, parentId=reply, userIds=[])
    assert listed(client, OFFICE, threadId=str(entry)) and detail(client, OFFICE, under)["parent"]["id"] == reply
    hidden = write(client, OFFICE, userIds=[21])
    refused = client(TUTOR).post(f"{API}/my/journal/entry", json=ENTRY | {"parentId": hidden})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"parentId": UNKNOWN_PARENT})


def test_only_the_author_changes_an_entry_and_deletes_it_until_read(client: ClientFor) -> None:
    entry = write(client)
    path = f"{API}/journalEntry/{entry}"
    for who in (COLLEAGUE, ACADEMIC, SYS_ADMIN):
        assert client(who).put(path, json={"field": "content", "newValue": "<p>No</p>"}).status_code == 403
        assert client(who).delete(path).status_code == 403
    assert client(OFFICE).put(path, json={"field": "content", "newValue": "<p>Wrote to them</p>"}).status_code == 200
    assert listed(client, OFFICE, search="wrote") == [entry] and listed(client, OFFICE, search="family") == []
    assert client(OFFICE).put(path, json={"field": "courseId", "newValue": 1}).status_code in {409, 422}
    own = detail(client, COLLEAGUE, entry)["journalWithUserId"]
    client(COLLEAGUE).post(f"{API}/journalWithUser/{own}/read")
    assert client(OFFICE).delete(path).json()["error"] == READ
    unread = write(client, userIds=[21])
    child = write(client, OFFICE, parentId=unread, userIds=[21])
    assert client(OFFICE).delete(f"{API}/journalEntry/{unread}").json()["error"] == ANSWERED
    assert client(OFFICE).delete(f"{API}/journalEntry/{child}").status_code == 200
    assert client(OFFICE).delete(f"{API}/journalEntry/{unread}").status_code == 200


def test_an_entry_is_about_what_its_author_reaches(client: ClientFor, database: Database) -> None:
    slip = make_slip(database)
    at = dt.datetime(2026, 11, 20, 10, tzinfo=dt.UTC)
    with database.transaction(as_service("teaching")) as tx:
        its = {"type": "tutorial", "title": "Physics", "starts": at, "ends": at, "course_id": 1, "status": "active"}
        tx.execute(sa.insert(event).values(its | {"id": 30}))
        piece = {"title": "Essay", "type": "written", "due": at, "instructions": "<p>x</p>", "course_id": 1}
        work = tx.insert(homework, piece)
    links = {"slipId": slip, "courseId": 1, "eventId": 30, "homeworkId": work}
    entry = write(client, OFFICE, **links)
    cards = detail(client, OFFICE, entry)["links"]
    assert [(one["kind"], one["id"]) for one in cards] == [
        ("slip", slip),
        ("course", 1),
        ("event", 30),
        ("homework", work),
    ]
    assert cards[0]["title"] == "Sam Student, AQA A-level Physics, 02/11/26"
    assert cards[0]["target"] == f"/system/slips?slip={slip}"
    assert listed(client, OFFICE, studentId="1") == listed(client, OFFICE, courseId="1") == [entry]
    own = write(client, TUTOR, userIds=[], slipId=slip, courseId=1)
    assert detail(client, TUTOR, own)["departmentId"] == 1
    refused = client(OTHER_TUTOR).post(f"{API}/my/journal/entry", json=ENTRY | {"userIds": []} | links)
    assert refused.status_code == 422
    assert set(refused.json()["fields"]) == set(links)


def test_hostile_input_is_cleaned_or_refused(client: ClientFor) -> None:
    entry = write(client, content='<p onclick="steal()">Words<script>alert(1)</script><img src=x onerror=alert(1)></p>')
    kept = detail(client, OFFICE, entry)["content"]
    assert "script" not in kept and "onclick" not in kept and "onerror" not in kept and "Words" in kept
    for fields, wrong in (
        ({"userIds": [12]}, UNKNOWN_PEOPLE),
        ({"userIds": [999]}, UNKNOWN_PEOPLE),
        ({"content": "<p> </p>"}, None),
        ({"date": "soon"}, None),
        ({"departmentId": 999}, None),
        ({"authorUserId": 21}, None),
    ):
        refused = client(OFFICE).post(f"{API}/my/journal/entry", json=ENTRY | fields)
        assert refused.status_code == 422, fields
        if wrong:
            assert refused.json()["fields"] == {"userIds": wrong}
    assert client(TUTOR).post(f"{API}/my/journal/entry", json=ENTRY | {"userIds": [13]}).status_code == 422


def test_usage_is_only_for_the_academic_office(client: ClientFor) -> None:
    entry = write(client)
    own = detail(client, TUTOR, entry)["journalWithUserId"]
    client(TUTOR).post(f"{API}/journalWithUser/{own}/read")
    usage = client(ACADEMIC).get(f"{API}/academic-office/journal-usage", params={"page": "1", "pageSize": "50"})
    rows = {row["name"]: row for row in usage.json()["data"]}
    assert (rows["Olive Office"]["written"], rows["Tom Tutor"]["mayRead"], rows["Tom Tutor"]["unread"]) == (1, 1, 0)
    none = {"page": "1", "pageSize": "50", "hasWritten": "false"}
    silent = client(ACADEMIC).get(f"{API}/academic-office/journal-usage", params=none).json()["data"]
    assert "Olive Office" not in {row["name"] for row in silent} and "Cole League" in {row["name"] for row in silent}
    weeks = client(ACADEMIC).get(f"{API}/academic-office/journal-weeks", params={"page": "1"}).json()["data"]
    assert [(row["week"], row["author"], row["entries"], row["readers"], row["read"]) for row in weeks] == [
        ("2026-11-16", "Olive Office", 1, 2, 1)
    ]
    for who in (OFFICE, TUTOR):
        for path in ("journal-usage", "journal-weeks"):
            assert client(who).get(f"{API}/academic-office/{path}").status_code == 403
