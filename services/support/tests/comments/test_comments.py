"""Comments: who reads, writes, changes and deletes them (`platform.md 2`, Comments table)."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import Actor
from services.support.tests.builders import (
    ADMIN,
    COLLEAGUE,
    KINDS,
    OFFICE,
    OTHER_STUDENT,
    OTHER_TUTOR,
    STAFF,
    STUDENT,
    TUTOR,
    about,
    directory,
    written,
)
from staffroom_testing.demo import accounts
from staffroom_testing.plugin import ClientFor, Published
from support.comments import queries
from support.comments.model import comment
from support.comments.policy import ACTIONS
from support.directory.model import person

URL = "/api/v1"


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)


def listed(client: ClientFor, who: Actor, **headers: Any) -> Any:
    return client(who).get(f"{URL}/comments", headers=about(**headers))


def test_comment_is_returned_as_written(client: ClientFor) -> None:
    written(client, STAFF, "<p>Rang the <b>client</b></p>", type="contact")
    row = listed(client, COLLEAGUE).json()["data"][0]
    assert row["author"] == {"id": 11, "name": "Stella Staff"}
    assert (row["type"], row["typeLabel"], row["color"]) == ("contact", "Contact", "blue")
    assert row["comment"] == "<p>Rang the <b>client</b></p>"
    assert row["modifiedDate"] is None and not row["pinned"] and not row["locked"]
    assert row["createdDate"].endswith("Z")


def test_author_is_shown_with_the_current_name(client: ClientFor, deliver: Any) -> None:
    from staffroom.identity.events.v1.events_pb2 import UserChanged

    written(client, STAFF)
    deliver(Event.of(UserChanged), 11, {"id": 11, "name": "Stella Married", "status": "active", "roleIds": ["staff"]})
    assert listed(client, STAFF).json()["data"][0]["author"]["name"] == "Stella Married"


@pytest.mark.parametrize("entity", list(KINDS))
def test_every_kind_of_record_takes_comments(client: ClientFor, entity: str) -> None:
    types = KINDS[entity][1].types
    for entry in types:
        written(client, STAFF, entityType=entity, entityTypeId=5, type=entry.value)
    assert len(listed(client, STAFF, entity=entity, record=5).json()["data"]) == len(types)


@pytest.mark.parametrize(
    ("headers", "field", "text"),
    [
        ({}, "entityType", "Please name the kind of record in the header entityType"),
        ({"entityType": "planet", "entityTypeId": "1"}, "entityType", "Unknown entity type; allowed are: student"),
        ({"entityType": "student"}, "entityTypeId", "Please name the record in the header entityTypeId"),
        ({"entityType": "student", "entityTypeId": "0"}, "entityTypeId", "a whole number"),
        ({"entityType": "student", "entityTypeId": "-1"}, "entityTypeId", "a whole number"),
        ({"entityType": "student", "entityTypeId": "1; drop"}, "entityTypeId", "a whole number"),
        ({"entityType": "student", "entityTypeId": "9" * 40}, "entityTypeId", "a whole number"),
    ],
)
def test_missing_or_wrong_header_is_422(client: ClientFor, headers: dict[str, str], field: str, text: str) -> None:
    answer = client(STAFF).get(f"{URL}/comments", headers=headers)
    assert answer.status_code == 422
    assert text in answer.json()["error"] and field in answer.json()["fields"]


@pytest.mark.parametrize(
    ("change", "field", "text"),
    [
        ({"comment": "  "}, "comment", "Field is required"),
        ({"comment": "<p><br></p>"}, "comment", "Field is required"),
        ({"comment": "x" * 10_001}, "comment", "Field must have at most 10000 characters"),
        ({"type": "rumour"}, "type", "Please choose one of: general, contact, academic, welfare, finance, shared"),
        ({"entityType": "planet"}, "entityType", "Unknown entity type"),
        ({"entityTypeId": 0}, "entityTypeId", ""),
        ({"entityTypeId": "many"}, "entityTypeId", ""),
        ({"hidden": True}, "hidden", "Unknown field"),
    ],
)
def test_invalid_comment_is_refused(client: ClientFor, change: dict[str, Any], field: str, text: str) -> None:
    body = {"entityType": "student", "entityTypeId": 1, "comment": "<p>x</p>", "type": "general"} | change
    answer = client(STAFF).post(f"{URL}/comment/add", json=body)
    assert answer.status_code == 422, answer.text
    assert text in answer.json()["fields"][field]
    assert listed(client, STAFF).json()["total"] == 0


def test_html_is_sanitised(client: ClientFor) -> None:
    row = written(client, STAFF, "<p onclick=x()>Hi<script>alert(1)</script><img src=x onerror=y></p>")
    assert row["comment"] == "<p>Hi</p>"


def test_pinned_comments_come_first_then_newest_first(client: ClientFor) -> None:
    first, second, third = (written(client, STAFF)["id"] for _ in range(3))
    client(COLLEAGUE).post(f"{URL}/comment/{first}/toggle/pinned")
    assert [row["id"] for row in listed(client, STAFF).json()["data"]] == [first, third, second]


def test_pin_toggles(client: ClientFor) -> None:
    number = written(client, STAFF)["id"]
    for expected in (True, False, True):
        answer = client(COLLEAGUE).post(f"{URL}/comment/{number}/toggle/pinned")
        assert answer.json()["data"] == {"id": number, "pinned": expected}
        assert listed(client, STAFF).json()["data"][0]["pinned"] is expected


def test_edit_keeps_the_former_text(client: ClientFor) -> None:
    number = written(client, STAFF, "<p>one</p>")["id"]
    for text, kind in (("<p>two</p>", "general"), ("<p>two</p>", "general"), ("<p>three</p>", "contact")):
        body = {"entityType": "student", "entityTypeId": 1, "comment": text, "type": kind, "commentId": number}
        answer = client(STAFF).post(f"{URL}/comment/edit", json=body)
        assert answer.status_code == 200, answer.text
    row = answer.json()["data"]
    assert (row["comment"], row["type"], row["edits"]) == ("<p>three</p>", "contact", 2)
    assert row["modifiedDate"] > row["createdDate"]
    revisions = client(COLLEAGUE).get(f"{URL}/comment/{number}/revisions").json()["data"]
    assert [entry["comment"] for entry in revisions] == ["<p>two</p>", "<p>one</p>"]
    assert revisions[0]["replacedBy"] == {"id": 11, "name": "Stella Staff"}


def test_pinning_does_not_count_as_an_edit(client: ClientFor) -> None:
    number = written(client, STAFF)["id"]
    client(STAFF).post(f"{URL}/comment/{number}/toggle/pinned")
    assert listed(client, STAFF).json()["data"][0]["modifiedDate"] is None


@pytest.mark.parametrize(("who", "status"), [(STAFF, 200), (ADMIN, 200), (COLLEAGUE, 403), (OFFICE, 403), (TUTOR, 404)])
def test_only_the_author_or_sysadmin_changes_and_deletes(client: ClientFor, who: Actor, status: int) -> None:
    number = written(client, STAFF)["id"]
    body = {
        "entityType": "student",
        "entityTypeId": 1,
        "comment": "<p>mine</p>",
        "type": "general",
        "commentId": number,
    }
    assert client(who).post(f"{URL}/comment/edit", json=body).status_code == status
    assert client(who).delete(f"{URL}/comment/{number}").status_code == status
    assert listed(client, STAFF).json()["total"] == (0 if status == 200 else 1)


def test_edit_names_the_record_of_the_comment(client: ClientFor) -> None:
    number = written(client, STAFF)["id"]
    body = {"entityType": "student", "entityTypeId": 2, "comment": "<p>x</p>", "type": "general", "commentId": number}
    assert client(STAFF).post(f"{URL}/comment/edit", json=body).status_code == 404
    without = client(STAFF).post(f"{URL}/comment/edit", json={**body, "commentId": None})
    assert without.status_code == 422 and without.json()["fields"] == {"commentId": "Field is required"}


def test_locked_comment_cannot_be_changed_or_deleted(client: ClientFor) -> None:
    number = written(client, STAFF)["id"]
    assert client(STAFF).post(f"{URL}/comment/{number}/toggle/locked").status_code == 403
    locked = client(OFFICE).post(f"{URL}/comment/{number}/toggle/locked")
    assert locked.json()["data"] == {"id": number, "locked": True}
    for who in (STAFF, ADMIN):
        refused = client(who).delete(f"{URL}/comment/{number}")
        assert refused.status_code == 409 and refused.json()["error"] == "This comment is locked"
        row = listed(client, who).json()["data"][0]
        assert row["locked"] and not row["may"]["delete"] and not row["may"]["edit"]
    body = {"entityType": "student", "entityTypeId": 1, "comment": "<p>x</p>", "type": "general", "commentId": number}
    assert client(STAFF).post(f"{URL}/comment/edit", json=body).status_code == 409
    client(ADMIN).post(f"{URL}/comment/{number}/toggle/locked")
    assert client(STAFF).delete(f"{URL}/comment/{number}").status_code == 200


def test_deleted_comment_is_hidden_and_stored(client: ClientFor, database: Database) -> None:
    number = written(client, STAFF)["id"]
    client(STAFF).delete(f"{URL}/comment/{number}")
    assert listed(client, ADMIN).json()["data"] == []
    for call in (f"{URL}/comment/{number}/toggle/pinned", f"{URL}/comment/{number}/toggle/locked"):
        assert client(ADMIN).post(call).status_code == 404
    assert client(ADMIN).get(f"{URL}/comment/{number}/revisions").status_code == 404
    with database.read() as connection:
        kept = connection.execute(sa.select(comment).where(comment.c.id == number)).mappings().one()
    assert kept["deleted"] is not None and kept["deleted_by"] == 11


def test_answer_has_the_callers_rights(client: ClientFor) -> None:
    written(client, STAFF)
    expected = (
        (STAFF, {"edit": True, "delete": True, "pin": True, "lock": False}),
        (COLLEAGUE, {"edit": False, "delete": False, "pin": True, "lock": False}),
        (OFFICE, {"edit": False, "delete": False, "pin": True, "lock": True}),
        (ADMIN, {"edit": True, "delete": True, "pin": True, "lock": True}),
    )
    for who, may in expected:
        assert listed(client, who).json()["data"][0]["may"] == may


def test_rights_on_comments_of_others_follow_from_roles_and_lock() -> None:
    office = {name for name, who in accounts().items() if "staff" in who.roles}
    free: dict[str, Any] = {"author_id": -1, "locked": False}
    for row, keepers in ((free, {"sysadmin"}), (free | {"locked": True}, set())):
        allowed = {name: {who for who, may in accounts().items() if rule(may, row)} for name, rule in ACTIONS.items()}
        assert allowed == {"edit": keepers, "delete": keepers, "pin": office, "lock": {"sysadmin", "academic"}}


def test_impersonation_is_recorded(client: ClientFor, database: Database) -> None:
    import dataclasses

    number = written(client, dataclasses.replace(STAFF, real_user_id=1))["id"]
    with database.read() as connection:
        row = connection.execute(sa.select(comment).where(comment.c.id == number)).mappings().one()
    assert (row["author_id"], row["acting_user_id"]) == (11, 1)


class TestAudience:
    """A comment is private to staff unless its type names an audience and the record is the reader's own."""

    @pytest.fixture(autouse=True)
    def comments(self, people: None, client: ClientFor) -> None:
        for kind in ("general", "academic", "welfare", "finance", "shared"):
            written(client, STAFF, type=kind)
        for kind in ("general", "academic", "tutors", "shared"):
            written(client, STAFF, entityType="course", entityTypeId=7, type=kind)
        written(client, STAFF, entityType="invoice", entityTypeId=1)

    @pytest.mark.parametrize(
        ("who", "entity", "record", "types"),
        [
            (STUDENT, "student", 1, ["shared"]),
            (STUDENT, "student", 2, None),
            (OTHER_STUDENT, "student", 1, None),
            (STUDENT, "course", 7, ["shared"]),
            (OTHER_STUDENT, "course", 7, None),
            (TUTOR, "course", 7, ["shared", "tutors"]),
            (OTHER_TUTOR, "course", 7, None),
            (TUTOR, "student", 1, ["shared"]),
            (OTHER_TUTOR, "student", 1, None),
            (TUTOR, "invoice", 1, None),
            (STUDENT, "invoice", 1, None),
            (STAFF, "course", 7, ["academic", "general", "shared", "tutors"]),
        ],
    )
    def test_reading(self, client: ClientFor, who: Actor, entity: str, record: int, types: list[str] | None) -> None:
        answer = listed(client, who, entity=entity, record=record)
        if types is None:
            assert answer.status_code == 403
            return
        assert sorted(row["type"] for row in answer.json()["data"]) == types
        assert answer.json()["total"] == len(types)

    @pytest.mark.parametrize(
        ("who", "entity", "kind", "status"),
        [
            (STUDENT, "student", "shared", 201),
            (STUDENT, "student", "general", 422),
            (STUDENT, "course", "tutors", 422),
            (OTHER_STUDENT, "course", "shared", 403),
            (TUTOR, "course", "tutors", 201),
            (TUTOR, "course", "general", 422),
            (TUTOR, "invoice", "general", 403),
        ],
    )
    def test_types_that_an_account_may_write_are_accepted(
        self, client: ClientFor, who: Actor, entity: str, kind: str, status: int
    ) -> None:
        record = 7 if entity == "course" else 1
        body = {"entityType": entity, "entityTypeId": record, "comment": "<p>x</p>", "type": kind}
        assert client(who).post(f"{URL}/comment/add", json=body).status_code == status

    def test_reader_pins_nothing_and_sees_no_private_revisions(self, client: ClientFor, database: Database) -> None:
        with database.read() as connection:
            rows = connection.execute(sa.select(comment.c.id, comment.c.type).where(comment.c.entity_type == "course"))
            by_type = {kind: number for number, kind in rows}
        assert client(TUTOR).post(f"{URL}/comment/{by_type['shared']}/toggle/pinned").status_code == 403
        assert client(TUTOR).get(f"{URL}/comment/{by_type['shared']}/revisions").status_code == 200
        assert client(TUTOR).get(f"{URL}/comment/{by_type['general']}/revisions").status_code == 404

    def test_internal_text_before_an_edit_stays_internal(self, client: ClientFor) -> None:
        """An edit may give a comment another audience; its earlier text keeps its own."""
        body = {"entityType": "course", "entityTypeId": 7, "comment": "<p>Between us</p>", "type": "general"}
        number = client(STAFF).post(f"{URL}/comment/add", json=body).json()["data"]["id"]
        for text in ("<p>For all</p>", "<p>Again</p>"):
            edit = body | {"comment": text, "type": "shared", "commentId": number}
            assert client(STAFF).post(f"{URL}/comment/edit", json=edit).status_code == 200
        revisions = client(TUTOR).get(f"{URL}/comment/{number}/revisions").json()["data"]
        assert [entry["comment"] for entry in revisions] == ["<p>For all</p>"]

    def test_former_member_of_a_course_reads_nothing(self, client: ClientFor, deliver: Any) -> None:
        from staffroom.people.events.v1.events_pb2 import CourseChanged

        deliver(Event.of(CourseChanged), 7, {"id": 7, "tutorIds": [2], "students": []})
        assert listed(client, TUTOR, entity="course", record=7).status_code == 403
        assert listed(client, OTHER_TUTOR, entity="course", record=7).status_code == 200

    def test_offered_types_depend_on_reader_and_record(self, client: ClientFor) -> None:
        def offered(who: Actor, headers: dict[str, str]) -> list[str]:
            answer = client(who).get(f"{URL}/comments/types", headers=headers)
            return [entry["value"] for entry in answer.json()["data"]]

        assert offered(TUTOR, about("course", 7)) == ["tutors", "shared"]
        assert offered(STAFF, {"entityType": "invoice"}) == ["general", "contact", "finance"]
        assert offered(STUDENT, {"entityType": "invoice"}) == []
        assert client(STAFF).get(f"{URL}/comments/types").status_code == 422


class TestMentions:
    def notices(self, client: ClientFor, who: Actor) -> list[str]:
        return [row["title"] for row in client(who).get(f"{URL}/notifications").json()["data"]]

    def test_mentioned_user_is_notified_once(self, client: ClientFor) -> None:
        text = "<p>@[Colin Colleague](user:12) and @[Colin again](user:12), see @[me](user:11)</p>"
        number = written(client, STAFF, text)["id"]
        assert self.notices(client, COLLEAGUE) == ["Stella Staff mentioned you"]
        assert self.notices(client, STAFF) == []
        notice = client(COLLEAGUE).get(f"{URL}/notifications").json()["data"][0]
        assert notice["text"] == "Student: @Colin Colleague and @Colin again, see @me"
        assert (notice["kind"], notice["target"]) == ("comment", "/students/1/comments")
        more = text + "<p>@[Olga](user:13)</p>"
        body = {"entityType": "student", "entityTypeId": 1, "comment": more, "type": "general", "commentId": number}
        client(STAFF).post(f"{URL}/comment/edit", json=body)
        assert len(self.notices(client, COLLEAGUE)) == 1
        assert self.notices(client, OFFICE) == ["Stella Staff mentioned you"]

    def test_notice_names_the_record(self, client: ClientFor, database: Database) -> None:
        with database.transaction(STAFF) as tx:
            tx.execute(sa.insert(person).values(kind="student", id=1, first_name="Zoë", last_name="Adeyemi"))
        written(client, STAFF, "<p>@[Colin Colleague](user:12)</p>")
        notice = client(COLLEAGUE).get(f"{URL}/notifications").json()["data"][0]
        assert notice["text"] == "Student Zoë Adeyemi: @Colin Colleague"

    def test_mention_of_a_person_without_access_notifies_nobody(self, client: ClientFor, database: Database) -> None:
        written(client, STAFF, "<p>@[Tom](user:41) @[Rita](user:99) @[Nobody](user:999999)</p>")
        assert self.notices(client, TUTOR) == []
        with database.read() as connection:
            assert connection.execute(sa.text("select count(*) from notification")).scalar_one() == 0

    def test_too_many_mentions_are_refused(self, client: ClientFor) -> None:
        text = "".join(f"<p>@[a](user:{number})</p>" for number in range(1, 60))
        body = {"entityType": "student", "entityTypeId": 1, "comment": text, "type": "general"}
        answer = client(STAFF).post(f"{URL}/comment/add", json=body)
        assert answer.status_code == 422
        assert answer.json()["fields"]["comment"] == "Please mention at most 50 people"

    def test_only_staff_can_be_mentioned_and_list_each_other(self, client: ClientFor) -> None:
        names = [entry["name"] for entry in client(STAFF).get(f"{URL}/comments/people").json()["data"]]
        assert names == ["Ada Admin", "Colin Colleague", "Olga Office", "Stella Staff"]
        assert client(TUTOR).get(f"{URL}/comments/people").status_code == 403


def test_long_threads_come_in_pages(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "PAGE", 2)
    numbers = [written(client, STAFF)["id"] for _ in range(5)]
    client(STAFF).post(f"{URL}/comment/{numbers[0]}/toggle/pinned")
    seen: list[int] = []
    after: str | None = ""
    while after is not None:
        answer = client(STAFF).get(f"{URL}/comments", params={"after": after}, headers=about()).json()
        seen += [row["id"] for row in answer["data"]]
        assert answer["total"] == 5
        after = answer["next"]
    assert seen == [numbers[0], *reversed(numbers[1:])]
    wrong = client(STAFF).get(f"{URL}/comments", params={"after": "2-x"}, headers=about())
    assert wrong.status_code == 422


def test_every_change_is_published(client: ClientFor, published: Published) -> None:
    number = written(client, STAFF, "<p>Pay by <b>Friday</b></p>", entityType="invoice", entityTypeId=5)["id"]
    client(STAFF).post(f"{URL}/comment/{number}/toggle/pinned")
    client(STAFF).delete(f"{URL}/comment/{number}")
    payloads = [payload for subject, _, payload in published() if subject == "support.comment.changed"]
    assert [entry["deleted"] for entry in payloads] == [False, False, True]
    assert payloads[0]["words"] == "Pay by Friday"
    assert (payloads[0]["entityType"], payloads[0]["entityTypeId"], payloads[0]["authorUserId"]) == ("invoice", 5, 11)


def test_same_key_writes_one_comment(client: ClientFor) -> None:
    body = {"entityType": "student", "entityTypeId": 1, "comment": "<p>x</p>", "type": "general"}
    headers = {"Idempotency-Key": "dialog-1"}
    first = client(STAFF).post(f"{URL}/comment/add", json=body, headers=headers)
    again = client(STAFF).post(f"{URL}/comment/add", json=body, headers=headers)
    assert first.json() == again.json() and again.status_code == 201
    assert listed(client, STAFF).json()["total"] == 1
