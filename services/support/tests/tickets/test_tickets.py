"""Raising tickets, their visibility, and their messages (`money.md 3` to `7`, Support tickets)."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database
from kit.events import Event
from kit.policy import Actor, as_service
from services.support.tests.builders import ADMIN, COLLEAGUE, OFFICE, OTHER_TUTOR, STAFF, STUDENT, TUTOR
from services.support.tests.tickets.builders import (
    FORM,
    GUIDE,
    TECH,
    URL,
    get_ticket,
    post_ticket,
    put,
    raised,
    written,
)
from staffroom.teaching.events.v1.events_pb2 import SlipChanged
from staffroom_testing.plugin import ClientFor, Published

Owners = dict[tuple[str, str, int], bool]
PROOF = "Enrolment form.pdf"
"""File 7 of the demo data."""


def notices(client: ClientFor, who: Actor) -> list[str]:
    return [row["title"] for row in client(who).get("/api/v1/notifications").json()["data"]]


class TestRaising:
    def test_ticket_about_an_invoice_has_its_defaults_and_files(self, client: ClientFor, published: Published) -> None:
        answer = post_ticket(client, STAFF, invoiceId=5, infoUsers=[12], fileIds=[7])
        assert answer.status_code == 201, answer.text
        assert answer.json()["data"]["notice"] == "Support ticket raised"
        number = answer.json()["data"]["id"]
        detail = get_ticket(client, STAFF, number)
        assert (detail["status"], detail["priority"], detail["metaType"], detail["type"]) == (
            "submitted",
            2,
            "bug",
            "techSupport",
        )
        assert detail["user"] == detail["createdBy"] == {"id": 11, "name": "Stella Staff"}
        assert detail["invoice"] == {"id": 5, "number": "INV-5"} and detail["slip"] is None
        assert detail["infoUsers"] == [{"user": {"id": 12, "name": "Colin Colleague"}}]
        assert detail["responsibleStaff"] is None and "error" not in detail
        (message,) = detail["messages"]
        assert message["message"] == "<p>It says <b>£12</b>.</p>" and message["responsibleStaff"] is False
        assert message["created"]["date"] and message["user"]["name"] == "Stella Staff"
        assert message["files"] == detail["files"] == [{"id": 7, "name": PROOF}]
        assert [(reader["user"]["name"], reader["read"]) for reader in message["users"]] == [("Colin Colleague", None)]
        ((subject, key, payload),) = [entry for entry in published() if "ticket" in entry[0]]
        assert (subject, key) == ("support.ticket.changed", str(number))
        assert (payload["invoiceId"], payload["slipId"], payload["status"], payload["userId"]) == (
            5,
            0,
            "submitted",
            11,
        )

    def test_every_missing_field_is_named(self, client: ClientFor) -> None:
        answer = client(STAFF).post(f"{URL}/ticket", json={"priority": None})
        assert answer.status_code == 422 and answer.json()["title"] == "Form errors"
        required = {"team", "title", "priority", "metaType", "message", "primaryUser"}
        assert answer.json()["fields"] == dict.fromkeys(required, "Field is required")

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("team", "kitchen"),
            ("title", "t" * 201),
            ("priority", 5),
            ("metaType", "other"),
            ("message", "<p></p>"),
            ("primaryUser", 99),
            ("primaryUser", 12345),
            ("infoUsers", [99]),
            ("responsibleStaff", 22),
            ("fileIds", [999_999]),
            ("errorId", "x"),
        ],
    )
    def test_invalid_fields_are_named(self, client: ClientFor, field: str, value: Any) -> None:
        answer = post_ticket(client, STAFF, **{field: value})
        assert answer.status_code == 422 and field in answer.json()["fields"], answer.text

    def test_priority_defaults_to_normal_and_type_is_an_alias_of_team(self, client: ClientFor) -> None:
        body = {name: value for name, value in FORM.items() if name not in {"team", "priority"}}
        answer = client(STAFF).post(f"{URL}/ticket", json=body | {"type": "academicOffice"})
        detail = get_ticket(client, STAFF, answer.json()["data"]["id"])
        assert (detail["priority"], detail["type"]) == (3, "academicOffice")

    def test_rich_text_is_sanitised(self, client: ClientFor) -> None:
        number = raised(client, STAFF, message="<p>Hello<script>alert(1)</script><img src=x onerror=alert(2)></p>")
        assert get_ticket(client, STAFF, number)["messages"][0]["message"] == "<p>Hello</p>"
        written(client, TECH, number, "<p onclick='x()'>Yes</p>")
        assert get_ticket(client, STAFF, number)["messages"][1]["message"] == "<p>Yes</p>"

    def test_one_ticket_per_slip(self, client: ClientFor) -> None:
        number = raised(client, TUTOR, slipId=9)
        assert get_ticket(client, TUTOR, number)["slip"] == {"id": 9}
        again = post_ticket(client, TUTOR, slipId=9)
        assert again.status_code == 409
        assert again.json()["error"] == "There is already a support ticket about this slip"
        assert raised(client, STAFF, invoiceId=5) != raised(client, STAFF, invoiceId=5)

    def test_ticket_about_a_slip_needs_no_asker(self, client: ClientFor) -> None:
        body = {name: value for name, value in FORM.items() if name != "primaryUser"}
        answer = client(STAFF).post(f"{URL}/ticket", json=body | {"slipId": 9})
        assert get_ticket(client, STAFF, answer.json()["data"]["id"])["user"]["id"] == 11

    def test_only_staff_ask_for_others_or_about_records_of_others(self, client: ClientFor, deliver: Any) -> None:
        refused = post_ticket(client, TUTOR, primaryUser=11)
        assert (refused.status_code, refused.json()["fields"]) == (
            422,
            {"primaryUser": "Only members of staff raise a ticket for somebody else"},
        )
        assert get_ticket(client, TUTOR, raised(client, TUTOR))["user"]["id"] == TUTOR.user_id
        unnamed = client(TUTOR).post(f"{URL}/ticket", json=FORM | {"primaryUser": None})
        assert get_ticket(client, TUTOR, unnamed.json()["data"]["id"])["user"]["id"] == TUTOR.user_id
        assert post_ticket(client, OTHER_TUTOR, slipId=9).status_code == 404
        assert post_ticket(client, OTHER_TUTOR, slipId=10).status_code == 404
        assert post_ticket(client, TUTOR, invoiceId=5).status_code == 404
        assert post_ticket(client, STUDENT, invoiceId=5).status_code == 201
        deliver(Event.of(SlipChanged), 10, {"id": 10, "tutorId": 2, "studentId": 1})
        assert post_ticket(client, OTHER_TUTOR, slipId=10).status_code == 201
        deliver(Event.of(SlipChanged), 9, {"id": 9, "deleted": True})
        assert post_ticket(client, TUTOR, slipId=9).status_code == 404

    @pytest.mark.parametrize("who", [STUDENT, TUTOR])
    @pytest.mark.parametrize("other", [12, OTHER_TUTOR.user_id, 99, 12345])
    def test_only_staff_inform_others(self, client: ClientFor, who: Actor, other: int) -> None:
        """The refusal is the same for a colleague, a stranger, a leaver and an unknown user."""
        answer = post_ticket(client, who, infoUsers=[other])
        assert answer.status_code == 422
        assert answer.json()["fields"] == {"infoUsers": "Only members of staff inform others of a ticket"}
        assert raised(client, who, infoUsers=[who.user_id])

    def test_staff_inform_staff(self, client: ClientFor) -> None:
        answer = post_ticket(client, STAFF, infoUsers=[12, STUDENT.user_id])
        assert answer.status_code == 422
        assert answer.json()["fields"] == {"infoUsers": "Please choose members of staff"}
        number = raised(client, STAFF, primaryUser=STUDENT.user_id, infoUsers=[12])
        assert put(client, TECH, number, "infoUsers", [12, TUTOR.user_id]).status_code == 422
        assert put(client, TECH, number, "infoUsers", [12, STUDENT.user_id]).status_code == 200

    def test_informed_user_can_stay_on_a_ticket(self, client: ClientFor) -> None:
        """A student who reports a fault with an open ticket is added to that ticket."""
        fault = {"message": "broken", "route": "/x"}
        for who in (STAFF, STUDENT):
            report = client(who).post("/api/v2/error", json=fault)
            assert report.status_code == 201, report.text
        (number,) = {row["id"] for row in client(STUDENT).get(f"{URL}/tickets/my?page=1").json()["data"]}
        assert [entry["user"]["id"] for entry in get_ticket(client, TECH, number)["infoUsers"]] == [STUDENT.user_id]
        assert put(client, TECH, number, "infoUsers", [12, STUDENT.user_id]).status_code == 200

    def test_unknown_record_is_refused(self, client: ClientFor, owners: Owners) -> None:
        owners["finance", "invoice", 6] = False
        answer = post_ticket(client, STAFF, invoiceId=6)
        assert answer.status_code == 404 and answer.json()["error"] == "There is no invoice 6 to ask about"

    def test_ticket_about_homework_names_it_and_unknown_homework_is_404(
        self, client: ClientFor, owners: Owners
    ) -> None:
        number = raised(client, STAFF, hwsId=12)
        assert get_ticket(client, STAFF, number)["hws"] == {"id": 12}
        assert get_ticket(client, STAFF, raised(client, STAFF))["hws"] is None
        owners["teaching", "studentHomework", 13] = False
        answer = post_ticket(client, STAFF, hwsId=13)
        assert answer.status_code == 404 and answer.json()["error"] == "There is no homework 13 to ask about"

    def test_message_states_whether_it_was_merged(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        written(client, STAFF, number)
        assert [one["status"] for one in get_ticket(client, STAFF, number)["messages"]] == ["sent", "sent"]

    def test_ticket_links_the_error_report_of_its_author_for_sysadmin(self, client: ClientFor) -> None:
        report = client(STAFF).post("/api/v2/error", json={"message": "broken"}).json()["data"]["id"]
        assert post_ticket(client, COLLEAGUE, team="error", errorId=report).status_code == 404
        number = raised(client, STAFF, team="error", errorId=report)
        assert "error" not in get_ticket(client, TECH, number), "only sysAdmin sees View error"
        assert get_ticket(client, ADMIN, number)["error"] == {"id": report}

    def test_same_key_raises_one_ticket(self, client: ClientFor) -> None:
        headers = {"Idempotency-Key": "dialog-1"}
        first, again = (client(STAFF).post(f"{URL}/ticket", json=FORM, headers=headers) for _ in range(2))
        assert first.status_code == 201 and first.json() == again.json()


class TestSeeing:
    @pytest.mark.parametrize(
        ("who", "sees"),
        [
            (STAFF, True),
            (COLLEAGUE, True),
            (TECH, True),
            (ADMIN, True),
            (OFFICE, False),
            (GUIDE, False),
            (TUTOR, False),
        ],
    )
    def test_ticket_is_visible_to_its_followers(self, client: ClientFor, who: Actor, sees: bool) -> None:
        number = raised(client, STAFF, infoUsers=[12])
        path = f"{URL}/ticket/{number}"
        message = get_ticket(client, STAFF, number)["messages"][0]["id"]
        assert client(who).get(path).status_code == (200 if sees else 404)
        assert (written(client, who, number).status_code == 201) == sees
        assert (client(who).post(f"{URL}/message/{message}/read").status_code == 200) == sees
        listed = [row["id"] for row in client(who).get(f"{URL}/tickets", params={"page": 1}).json()["data"]]
        assert listed == ([number] if sees else [])

    def test_responsible_person_still_sees_a_moved_ticket(self, client: ClientFor) -> None:
        number = raised(client, STAFF, responsibleStaff=21)
        assert put(client, TECH, number, "type", "tutorSupport").status_code == 200
        detail = get_ticket(client, GUIDE, number)
        assert detail["type"] == "tutorSupport" and detail["responsibleStaff"] is None, "Theo is not of that team"
        assert client(TECH).get(f"{URL}/ticket/{number}").status_code == 404

    def test_list_has_the_tickets_of_the_team_or_of_the_caller(self, client: ClientFor) -> None:
        mine, other = raised(client, STAFF), raised(client, COLLEAGUE, team="tutorSupport")

        def listed(who: Actor, of: str) -> list[int]:
            answer = client(who).get(f"{URL}/tickets/{of}", params={"page": 1, "sort": "id"})
            return [row["id"] for row in answer.json()["data"]]

        assert listed(ADMIN, "techSupport") == [mine] and listed(ADMIN, "tutorSupport") == [other]
        assert listed(ADMIN, "my") == [] and listed(STAFF, "my") == [mine]
        assert listed(TECH, "techSupport") == [mine] and listed(TECH, "tutorSupport") == []
        put(client, TECH, mine, "responsibleStaff", 21)
        assert listed(TECH, "my") == [mine]
        assert client(STAFF).get(f"{URL}/tickets/kitchen").status_code == 422

    @pytest.mark.parametrize("typed", ["#{}", "{}", "ticket {}", "Ticket #{}", "TICKET{}"])
    def test_ticket_is_searched_by_its_number(self, client: ClientFor, database: Database, typed: str) -> None:
        with database.transaction(as_service("support")) as tx:
            tx.execute(sa.text("select setval(pg_get_serial_sequence('ticket', 'id'), 122)"))
        number = raised(client, TECH)
        raised(client, TECH)
        for of in ("techSupport", "my"):
            asked = {"search": typed.format(number), "page": 1}
            rows = client(TECH).get(f"{URL}/tickets/{of}", params=asked).json()["data"]
            assert [row["id"] for row in rows] == [number]
        assert client(GUIDE).get(f"{URL}/tickets/my", params={"search": typed.format(number)}).json()["data"] == []

    def test_search_matches_messages_but_not_notes(self, client: ClientFor) -> None:
        number = raised(client, TECH, message="<p>My <b>zebra</b>&nbsp;finch &amp; its cage</p>")
        raised(client, TECH)
        note = {"message": "<p>Beware of the ocelot</p>", "internal": True}
        assert client(TECH).post(f"{URL}/ticket/{number}/message", json=note).status_code == 201
        written(client, TECH, number, "<p>It is Zoë's</p>")

        def listed(who: Actor, typed: str) -> list[int]:
            rows = client(who).get(f"{URL}/tickets/techSupport", params={"search": typed, "page": 1}).json()["data"]
            return [row["id"] for row in rows]

        for typed in ("zebra finch", "finch & its", "zoe"):
            assert listed(TECH, typed) == [number], typed
        assert listed(TECH, "nbsp") == listed(TECH, "<b>") == listed(TECH, "ocelot") == []
        assert listed(TUTOR, "zebra") == []

    def test_support_staff_are_listed_by_team(self, client: ClientFor) -> None:
        def names(**of: str) -> list[str]:
            return [row["name"] for row in client(STAFF).get(f"{URL}/staff", params=of).json()["data"]]

        assert names() == ["Gina Guide", "Olga Office", "Theo Tech"]
        assert names(type="error") == names(type="techSupport") == ["Theo Tech"]
        assert client(STAFF).get(f"{URL}/staff", params={"type": "x"}).status_code == 422
        assert len(client(TUTOR).get(f"{URL}/staff").json()["data"]) == 3  # a tutor chooses who helps
        assert client(STUDENT).get(f"{URL}/staff").status_code == 403


class TestStates:
    def status(self, client: ClientFor, number: int) -> str:
        return str(get_ticket(client, ADMIN, number)["status"])

    def moves(self, client: ClientFor, who: Actor, number: int) -> list[str]:
        return [move["title"] for move in get_ticket(client, who, number)["moves"]]

    def test_first_answer_of_support_staff_moves_the_ticket(self, client: ClientFor, published: Published) -> None:
        number = raised(client, STAFF)
        written(client, STAFF, number)
        assert self.status(client, number) == "submitted"
        published()
        answer = written(client, TECH, number)
        assert answer.json()["data"]["status"] == self.status(client, number) == "inprogress"
        assert [payload["status"] for subject, _, payload in published() if "ticket" in subject] == ["inprogress"]
        assert written(client, TECH, number).json()["data"]["status"] == "inprogress"
        assert [message["responsibleStaff"] for message in get_ticket(client, STAFF, number)["messages"]] == [
            False,
            False,
            True,
            True,
        ]

    def test_resolved_is_offered_to_support_staff_when_in_progress(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        assert self.moves(client, TECH, number) == [] and self.moves(client, ADMIN, number) == ["Resolved"]
        refused = client(TECH).post(f"{URL}/ticket/{number}/resolve")
        assert (refused.status_code, refused.json()["error"]) == (409, "Please answer the ticket before you resolve it")
        written(client, TECH, number)
        assert (
            self.moves(client, TECH, number) == ["Resolved", "Wait for an answer"]
            and self.moves(client, STAFF, number) == []
        )
        assert client(STAFF).post(f"{URL}/ticket/{number}/resolve").status_code == 403
        assert client(TECH).post(f"{URL}/ticket/{number}/resolve").json()["data"]["status"] == "resolved"

    def test_resolved_ticket_takes_no_message_until_reopened(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        client(ADMIN).post(f"{URL}/ticket/{number}/resolve")
        refused = written(client, STAFF, number)
        assert refused.status_code == 409
        assert refused.json()["error"] == "Messages cannot be added to a ticket that is resolved"
        assert get_ticket(client, STAFF, number)["may"]["message"] is False
        assert self.moves(client, STAFF, number) == ["Reopen", "Rate the answer"]  # the asker rates
        assert client(STAFF).post(f"{URL}/ticket/{number}/reopen").json()["data"]["status"] == "inprogress"
        assert written(client, STAFF, number).status_code == 201

    def test_only_sys_admin_edits_the_status(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        written(client, TECH, number)
        for who in (STAFF, TECH):
            assert put(client, who, number, "status", "resolved").status_code == 403
            assert "status" not in get_ticket(client, who, number)["may"]["edit"]
        for status in ("resolved", "submitted", "inprogress", "submitted", "resolved", "inprogress"):
            assert put(client, ADMIN, number, "status", status).json()["data"]["value"] == status
        assert put(client, ADMIN, number, "status", "lost").status_code == 422

    def test_only_the_team_edits_the_other_fields(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        fields = ["title", "priority", "metaType", "type", "department", "responsibleStaff", "infoUsers"]
        assert get_ticket(client, TECH, number)["may"]["edit"] == fields
        assert get_ticket(client, STAFF, number)["may"]["edit"] == []
        assert put(client, STAFF, number, "title", "Mine").status_code == 403
        assert put(client, TECH, number, "responsibleStaff", 22).status_code == 422
        assert put(client, TECH, number, "infoUsers", [99]).status_code == 422
        assert put(client, TECH, number, "infoUsers", [12, 13]).json()["data"]["value"] == [12, 13]
        assert put(client, TECH, number, "department", 4).status_code == 200
        assert get_ticket(client, STAFF, number)["department"] == {"id": 4}


class TestTelling:
    def test_new_ticket_notifies_its_team_or_responsible_person(self, client: ClientFor) -> None:
        number = raised(client, STAFF, infoUsers=[12])
        title = f"Stella Staff raised ticket {number}"
        assert notices(client, TECH) == notices(client, COLLEAGUE) == [title]
        assert notices(client, STAFF) == notices(client, GUIDE) == notices(client, ADMIN) == []
        row = client(TECH).get("/api/v1/notifications").json()["data"][0]
        assert (row["kind"], row["text"], row["target"]) == (
            "ticket",
            "The total is wrong",
            f"/support/tickets/all?ticket={number}",
        )

    def test_message_notifies_the_other_followers(self, client: ClientFor) -> None:
        number = raised(client, STAFF, responsibleStaff=21)
        written(client, TECH, number, "<p>Which <b>line</b>?</p>")
        assert notices(client, STAFF) == [f"Theo Tech wrote on ticket {number}"]
        assert client(STAFF).get("/api/v1/notifications").json()["data"][0]["text"] == "Which line?"
        written(client, STAFF, number)
        wrote, raised_it = (f"Stella Staff {did} ticket {number}" for did in ("wrote on", "raised"))
        assert notices(client, TECH) == [wrote, raised_it]
        client(TECH).post(f"{URL}/ticket/{number}/resolve")
        assert notices(client, STAFF)[0] == f"Ticket {number} was resolved"
        client(STAFF).post(f"{URL}/ticket/{number}/reopen")
        assert notices(client, TECH)[0] == f"Ticket {number} was reopened"

    def test_message_is_marked_read_once(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        written(client, TECH, number)
        message = get_ticket(client, STAFF, number)["messages"][1]
        assert [(reader["user"]["id"], reader["read"]) for reader in message["users"]] == [(11, None)]
        first = client(STAFF).post(f"{URL}/message/{message['id']}/read").json()["data"]
        assert first == client(STAFF).post(f"{URL}/message/{message['id']}/read").json()["data"]
        (reader,) = get_ticket(client, TECH, number)["messages"][1]["users"]
        assert reader["read"] == first["read"] is not None
        assert client(STAFF).post(f"{URL}/message/999/read").status_code == 404

    def test_message_takes_only_visible_files(self, client: ClientFor) -> None:
        number = raised(client, STAFF)
        assert written(client, TECH, number, fileIds=[7]).status_code == 201
        refused = written(client, TECH, number, fileIds=[7, 999_999])
        assert refused.status_code == 422 and refused.json()["error"] == "Files: there is no file 999999 to attach"
        assert get_ticket(client, STAFF, number)["files"] == [{"id": 7, "name": PROOF}]
