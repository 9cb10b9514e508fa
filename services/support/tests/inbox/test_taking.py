"""A mail becomes a ticket, its answers are sent in the same thread, and loops are stopped."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from kit.policy import SYS_ADMIN
from kit.settings import settings
from services.support.tests.builders import ADMIN, OFFICE, STAFF, TUTOR
from services.support.tests.inbox.builders import ADA, ADDRESS, Mails, written
from services.support.tests.tickets.builders import GUIDE, TECH, URL, get_ticket, raised
from staffroom_testing.plugin import ClientFor
from support.directory.model import person
from support.mail.model import email_template
from support.mailboxes import rules
from support.mailboxes.model import mailbox, ticket_mail
from support.tickets.model import ticket

TOM = "Tom Tutor <user41@example.org>"
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
PDF += b"trailer<</Root 1 0 R>>\n%%EOF\n"


class TestNewTicket:
    def test_unknown_sender_is_the_asker_under_their_address(self, client: ClientFor, mails: Mails) -> None:
        row = mails.take(written("Hello,\n\nis this right?", subject="Invoice 12"))
        assert row["state"] == "taken"
        detail = get_ticket(client, TECH, row["ticket_id"])
        assert (detail["status"], detail["type"]) == ("submitted", "techSupport")
        assert (
            detail["user"] == {"id": 0, "name": "ada@example.org"} and detail["mails"]["address"] == "ada@example.org"
        )
        (message,) = detail["messages"]
        assert message["user"]["name"] == "Ada Client <ada@example.org>" and not message["responsibleStaff"]
        assert message["message"] == "<p>Hello,</p><p>is this right?</p>"
        (mail,) = detail["mails"]["incoming"]
        assert (mail["messageId"], mail["onTicket"], mail["sender"]) == (message["id"], True, "ada@example.org")
        (listed,) = client(TECH).get(f"{URL}/tickets/techSupport").json()["data"]
        assert (listed["user"], listed["title"]) == ("ada@example.org", "Invoice 12")

    def test_known_sender_is_the_asker(self, client: ClientFor, mails: Mails) -> None:
        row = mails.take(written(sender="TOM <USER41@Example.org>"))
        detail = get_ticket(client, TUTOR, row["ticket_id"])
        assert detail["user"] == {"id": 41, "name": "Tom Tutor"} and detail["messages"][0]["user"]["id"] == 41
        assert detail["mails"]["incoming"] == []

    def test_team_is_notified(self, client: ClientFor, mails: Mails) -> None:
        mails.take(written())
        assert "Ada Client raised ticket" in client(TECH).get("/api/v1/notifications").json()["data"][0]["title"]

    def test_mail_is_taken_once(self, mails: Mails) -> None:
        message = written()
        assert mails.store(message) is not None and mails.store(message) is None

    def test_mail_of_staff_is_not_an_answer_of_the_team(self, client: ClientFor, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        address = rules.ticket_address(ADDRESS, number, settings().service_key)
        mails.take(written("Paid.", sender="user21@example.org", to=address))
        assert get_ticket(client, TECH, number)["messages"][1]["responsibleStaff"] is False
        assert get_ticket(client, TECH, number)["status"] == "submitted"

    def test_stranger_mentions_nobody(self, client: ClientFor, mails: Mails) -> None:
        row = mails.take(written("@[Ada Admin](user:1) look"))
        assert get_ticket(client, TECH, row["ticket_id"])["infoUsers"] == []

    def test_unreadable_mail_says_why(self, mails: Mails) -> None:
        row = mails.take(b"\x00\xff\x00")
        assert (row["state"], row["reason"]) == ("unreadable", "It does not say who sent it")

    def test_mail_without_subject_is_titled(self, client: ClientFor, mails: Mails) -> None:
        row = mails.take(written(subject=""))
        assert get_ticket(client, TECH, row["ticket_id"])["title"] == "No subject"


class TestAttachments:
    def test_each_attachment_passes_the_checks_of_uploads(self, client: ClientFor, mails: Mails) -> None:
        message = written("See attached")
        message.add_attachment(PDF, maintype="application", subtype="pdf", filename="bill.pdf")
        message.add_attachment(b"MZ\x90", maintype="application", subtype="octet-stream", filename="run.exe")
        message.add_attachment(b"no picture", maintype="image", subtype="png", filename="a.png")
        message.add_attachment(b"", maintype="text", subtype="plain", filename="empty.txt")
        row = mails.take(message)
        results = {entry["name"]: (bool(entry["fileId"]), entry["refused"]) for entry in row["attachments"]}
        assert results == {
            "bill.pdf": (True, ""),
            "run.exe": (False, "run.exe is not a standard image, pdf, or document file"),
            "a.png": (False, "File type does not match extension"),
            "empty.txt": (False, "The file is empty"),
        }
        detail = get_ticket(client, TECH, row["ticket_id"])
        assert (
            [entry["name"] for entry in detail["messages"][0]["files"]]
            == ["bill.pdf"]
            == [entry["name"] for entry in detail["files"]]
        )

    def test_message_has_at_most_twenty_files(self, mails: Mails) -> None:
        message = written()
        for number in range(22):
            message.add_attachment(f"text {number}", filename=f"{number}.txt")
        row = mails.take(message)
        assert [entry["refused"] for entry in row["attachments"]] == [""] * 20 + ["A message has at most 20 files"] * 2

    def test_interrupted_run_continues_without_duplicates(self, mails: Mails, monkeypatch: pytest.MonkeyPatch) -> None:
        from kit import store
        from kit.errors import Unavailable

        message = written()
        for number in range(3):
            message.add_attachment(f"text {number}", filename=f"{number}.txt")
        put, calls = store.put, []

        def broken(*arguments: Any, **named: Any) -> int:
            calls.append(arguments[1])
            if len(calls) == 2:
                raise Unavailable("away")
            return put(*arguments, **named)

        monkeypatch.setattr(store, "put", broken)
        mail_id = mails.store(message)
        assert mail_id is not None
        mails.run_jobs()
        assert mails.row(mail_id)["state"] == "taken" and not mails.row(mail_id)["is_stored"]
        from support.inbox.taking import take

        take(mails.database, mail_id)
        row = mails.row(mail_id)
        assert [entry["name"] for entry in row["attachments"]] == ["0.txt", "1.txt", "2.txt"] and row["is_stored"]
        assert calls == ["0.txt", "1.txt", "1.txt", "2.txt"]


class TestThread:
    def test_question_by_mail_is_answered_continued_and_resolved(self, client: ClientFor, mails: Mails) -> None:
        """The whole story of a tutor's question by mail."""
        question = written(sender=TOM)
        number = mails.take(question)["ticket_id"]
        answer = mails.answered(client, number)
        assert answer["To"] == "user41@example.org" and answer["Subject"] == f"Re: [#{number}] The total"
        assert answer["In-Reply-To"] == mails.outbox.mails[0]["Message-ID"] and answer["Auto-Submitted"] is None
        assert question["Message-ID"] in answer["References"]
        assert answer["Reply-To"] == rules.ticket_address(ADDRESS, number, settings().service_key)
        assert "We look into it" in answer.get_body(("html",)).get_content()
        text = "Thank you.\n\nOn Monday Support <s@x.example> wrote:\n> We look into it\n"
        reply = mails.take(written(text, sender=TOM, subject="Re: x", In_Reply_To=answer["Message-ID"]))
        assert (reply["state"], reply["ticket_id"], reply["on_ticket"]) == ("answer", number, True)
        assert "We look into it" in reply["folded"]
        assert mails.texts(client, number)[-1] == "<p>Thank you.</p>"
        assert client(TECH).post(f"{URL}/ticket/{number}/resolve").status_code == 200
        assert get_ticket(client, TUTOR, number)["status"] == "resolved"
        outgoing = get_ticket(client, TECH, number)["mails"]["outgoing"]
        states = [(mail["messageId"] is None, mail["state"]) for mail in outgoing]
        asked = (True, "queued")  # the mail that asks for a rating
        assert states == [(True, "sent"), (False, "sent"), asked]

    def test_reply_is_matched_by_its_signed_address(self, client: ClientFor, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        answer = mails.answered(client, number)
        reply = mails.take(written("Thanks.", to=answer["Reply-To"].upper(), subject="Something else"))
        assert (reply["ticket_id"], reply["on_ticket"]) == (number, True)

    def test_forged_address_matches_no_ticket(self, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        forged = mails.take(written(to=f"support+t{number}-aaaaaaaaaaaaaaaa@staffroom.example"))
        assert forged["state"] == "taken" and forged["ticket_id"] != number

    def test_subject_matches_only_for_people_on_the_ticket(self, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        subject = f"Re: [#{number}] The total"
        assert mails.take(written(subject=subject))["ticket_id"] == number
        stranger = mails.take(written(sender="eve@example.org", subject=subject))
        assert stranger["state"] == "taken" and stranger["ticket_id"] != number

    def test_stranger_in_the_thread_is_shown_as_such(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number = mails.take(question)["ticket_id"]
        row = mails.take(written("I know.", sender="Eve <eve@example.org>", References=question["Message-ID"]))
        assert (row["ticket_id"], row["on_ticket"]) == (number, False)
        detail = get_ticket(client, TECH, number)
        assert detail["messages"][1]["user"] == {"id": 0, "name": "Eve <eve@example.org>"}
        assert detail["mails"]["incoming"][1]["onTicket"] is False
        assert "user" in detail and detail["infoUsers"] == []

    def test_resolved_ticket_is_reopened(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number = mails.take(question)["ticket_id"]
        mails.answered(client, number)
        client(TECH).post(f"{URL}/ticket/{number}/resolve")
        assert mails.take(written("Not yet.", References=question["Message-ID"]))["ticket_id"] == number
        assert get_ticket(client, TECH, number)["status"] == "inprogress"

    def test_stranger_neither_reopens_nor_ends_the_wait(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number = mails.take(question)["ticket_id"]
        mails.answered(client, number)

        def from_eve() -> dict[str, Any]:
            row = mails.take(written("I know.", sender="Eve <eve@example.org>", References=question["Message-ID"]))
            assert (row["state"], row["ticket_id"], row["on_ticket"]) == ("answer", number, False)
            return get_ticket(client, TECH, number)

        assert client(TECH).post(f"{URL}/ticket/{number}/wait").status_code == 200
        assert from_eve()["service"]["waitingSince"] is not None
        assert client(TECH).post(f"{URL}/ticket/{number}/resolve").status_code == 200
        detail = from_eve()
        assert (detail["status"], detail["service"]["due"]) == ("resolved", None)
        assert detail["messages"][-1]["user"]["name"] == "Eve <eve@example.org>"
        assert detail["mails"]["incoming"][-1]["onTicket"] is False
        title = client(TECH).get("/api/v1/notifications").json()["data"][0]["title"]
        assert title == f"Eve, not on ticket {number}, wrote on it"

    def test_late_answer_is_a_new_linked_ticket(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number = mails.take(question)["ticket_id"]
        mails.answered(client, number)
        client(TECH).post(f"{URL}/ticket/{number}/resolve")
        with mails.database.transaction(ADMIN) as tx:
            long_ago = sa.func.now() - sa.text("interval '15 days'")
            tx.execute(sa.update(ticket).where(ticket.c.id == number).values(last_message=long_ago))
        row = mails.take(written("Again.", References=question["Message-ID"]))
        assert (row["state"], row["ticket_id"] != number) == ("taken", True)
        assert [one["id"] for one in get_ticket(client, TECH, row["ticket_id"])["linked"]] == [number]

    def test_answer_to_a_merged_ticket_is_added_to_its_target(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number, other = mails.take(question)["ticket_id"], raised(client, STAFF)
        assert client(TECH).post(f"{URL}/ticket/{other}/merge", json={"ids": [number]}).status_code == 200
        assert mails.take(written("More.", References=question["Message-ID"]))["ticket_id"] == other
        assert len(get_ticket(client, TECH, other)["mails"]["incoming"]) == 2

    def test_internal_note_sends_no_mail(self, client: ClientFor, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        sent = len(mails.outbox.mails)
        note = {"message": "<p>Careful</p>", "internal": True}
        assert client(TECH).post(f"{URL}/ticket/{number}/message", json=note).status_code == 201
        mails.run()
        assert len(mails.outbox.mails) == sent

    def test_ticket_from_the_page_sends_no_mail(self, client: ClientFor, mails: Mails) -> None:
        number = raised(client, STAFF)
        client(TECH).post(f"{URL}/ticket/{number}/message", json={"message": "<p>Yes</p>"})
        mails.run()
        assert mails.outbox.mails == []


class TestReceipt:
    def test_one_receipt_per_sender_and_day(self, mails: Mails) -> None:
        mails.take(written())
        mails.take(written(subject="Another"))
        mails.take(written(sender="ben@example.org"))
        assert [mail["To"] for mail in mails.outbox.mails] == ["ada@example.org", "ben@example.org"]
        assert mails.outbox.mails[0]["Auto-Submitted"] == "auto-generated"

    def test_mailbox_without_receipts_sends_none(self, client: ClientFor, mails: Mails) -> None:
        body = {"field": "receipts", "newValue": False}
        assert client(TECH).put(f"{URL}/mailbox/{mails.mailbox_id}", json=body).status_code == 200
        mails.take(written())
        assert mails.outbox.mails == []


class TestStops:
    @pytest.mark.parametrize(
        "headers",
        [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<news.x>"}, {"Return_Path": "<>"}],
    )
    def test_automatic_mail_opens_no_ticket(self, mails: Mails, headers: dict[str, str]) -> None:
        row = mails.take(written(**headers))
        assert row["state"] == "automatic" and row["ticket_id"] is None and row["reason"]
        assert mails.outbox.mails == []

    def test_own_addresses_are_refused_as_senders(self, mails: Mails) -> None:
        for sender in (ADDRESS, "support+x@staffroom.example", settings().mail_from):
            assert mails.take(written(sender=sender))["reason"] == "It comes from one of our own addresses"

    def test_two_automatic_systems_stop_answering_each_other(self, mails: Mails) -> None:
        """Our receipt comes back as their automatic answer, which gets none."""
        mails.take(written())
        (receipt,) = mails.outbox.mails
        row = mails.take(written("I am away", In_Reply_To=receipt["Message-ID"], Auto_Submitted="auto-replied"))
        assert row["state"] == "automatic" and len(mails.outbox.mails) == 1

    def test_blocked_sender_opens_no_ticket(self, client: ClientFor, mails: Mails) -> None:
        first = mails.take(written())
        answer = client(TECH).post(f"{URL}/mailIn/{first['id']}/block")
        assert answer.json()["data"] == {"id": first["id"], "sender": "ada@example.org", "blocked": True}
        assert (mails.take(written())["state"], len(mails.outbox.mails)) == ("blocked", 1)
        assert client(TECH).get(f"{URL}/mailIn/{first['id']}").json()["data"]["senderBlocked"] is True
        client(TECH).post(f"{URL}/mailIn/{first['id']}/unblock")
        assert mails.take(written())["state"] == "taken"

    def test_mails_over_twenty_an_hour_are_blocked(self, mails: Mails) -> None:
        states = [mails.take(written())["state"] for _ in range(rules.MOST_AN_HOUR + 1)]
        assert states == ["taken"] * rules.MOST_AN_HOUR + ["blocked"]
        assert mails.take(written(sender="ben@example.org"))["state"] == "taken"

    def test_bounce_marks_the_mail_and_notifies_its_author(self, client: ClientFor, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        answer = mails.answered(client, number)
        row = mails.take(bounce(answer["Message-ID"], "ada@example.org"))
        assert (row["state"], row["ticket_id"]) == ("bounce", number)
        assert row["reason"] == "ada@example.org: 550 5.1.1 no such user"
        outgoing = get_ticket(client, TECH, number)["mails"]["outgoing"][-1]
        assert outgoing["bounced"] and outgoing["bounceReason"] == "550 5.1.1 no such user"
        notice = client(TECH).get("/api/v1/notifications").json()["data"][0]
        assert notice["title"] == f"An email on ticket {number} came back"
        with mails.database.read() as connection:
            assert connection.scalar(sa.select(sa.func.count()).select_from(ticket)) == 1


def test_address_that_bounced_gets_no_mail_of_templates(client: ClientFor, mails: Mails) -> None:
    """Its sender is notified, the preview names the next step, and the next sending skips the person."""
    with mails.database.transaction(ADMIN) as tx:
        tx.execute(sa.insert(person).values(kind="client", id=9, first_name="Ada", email="Ada@example.org"))
        tx.execute(sa.insert(person).values(kind="client", id=8, first_name="Ben", email="ben@example.org"))
        template = tx.insert(email_template, {"name": "News", "subject": "Hello", "body": "<p>Hello</p>"})
    body = {"entityType": "client", "entityTypeIds": [9]}
    assert client(STAFF).post(f"/api/v1/emailTemplate/{template}/send", json=body).status_code == 202
    mails.run()
    (mail,) = mails.outbox.mails
    mails.take(bounce(mail["Message-ID"], "ada@example.org"))
    notice = client(STAFF).get("/api/v1/notifications").json()["data"][0]
    assert notice["title"] == "An email to Ada came back" and "550 5.1.1 no such user" in notice["text"]
    preview = client(STAFF).post(f"/api/v1/emailTemplate/{template}/preview", json=body).json()["data"]
    assert "mail came back (550 5.1.1 no such user)" in preview[0]["problem"]
    both = {"entityType": "client", "entityTypeIds": [8, 9]}
    answer = client(STAFF).post(f"/api/v1/emailTemplate/{template}/send", json=both).json()["data"]
    assert answer["queued"] == 1 and [one["id"] for one in answer["skipped"]] == [9]
    (row,) = client(STAFF).get("/api/v1/emailTemplates/bounced").json()["data"]
    assert client(STAFF).delete(f"/api/v1/emailTemplates/bounced/{row['id']}").status_code == 200
    assert client(STAFF).post(f"/api/v1/emailTemplate/{template}/send", json=both).json()["data"]["queued"] == 2


def bounce(message_id: str, address: str) -> bytes:
    """Return the report of a mail server that a mail was not delivered."""
    return (
        "From: MAILER-DAEMON@mx.example\r\nTo: support@staffroom.example\r\nReturn-Path: <>\r\n"
        f"Message-ID: <b{abs(hash(message_id))}@mx.example>\r\nMIME-Version: 1.0\r\n"
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n"
        "--b\r\nContent-Type: text/plain\r\n\r\nIt did not arrive.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "Diagnostic-Code: smtp; 550 5.1.1 no such user\r\n\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {message_id}\r\n--b--\r\n"
    ).encode()


class TestRights:
    def test_only_the_team_reads_the_raw_mail(self, client: ClientFor, mails: Mails) -> None:
        message = written()
        row = mails.take(message)
        path = f"{URL}/mailIn/{row['id']}/raw"
        answer = client(TECH).get(path)
        assert answer.content == message.as_bytes() and answer.headers["content-type"] == "message/rfc822"
        assert client(ADMIN).get(path).status_code == 200
        assert [client(who).get(path).status_code for who in (GUIDE, OFFICE, STAFF, TUTOR)] == [404, 404, 403, 403]
        assert SYS_ADMIN in ADMIN.roles

    def test_password_is_stored_encrypted_and_never_shown(self, client: ClientFor, mails: Mails) -> None:
        path = f"{URL}/mailbox/{mails.mailbox_id}"
        answer = client(TECH).post(f"{path}/password", json={"password": "s3cret!"})
        assert answer.json()["data"] == {"id": mails.mailbox_id, "hasPassword": True}
        with mails.database.read() as connection:
            stored = connection.scalar(sa.select(mailbox.c.imap_password))
        assert "s3cret" not in stored and "s3cret" not in client(TECH).get(path).text
        assert client(GUIDE).post(f"{path}/password", json={"password": "x"}).status_code == 403
        assert client(TECH).post(f"{path}/password", json={"password": ""}).json()["data"]["hasPassword"] is False

    def test_waiting_mails_are_shown_in_the_list(self, client: ClientFor, mails: Mails) -> None:
        mails.take(written())
        mails.take(written(Precedence="bulk"))
        listed = client(TECH).get(f"{URL}/mailsIn", params={"state": "automatic"}).json()["data"]
        assert [row["reason"] for row in listed] == ["It says Precedence: bulk"]
        assert client(OFFICE).get(f"{URL}/mailsIn").json()["data"] == []


def test_refused_address_is_a_failure_in_the_log(client: ClientFor, mails: Mails) -> None:
    number = mails.take(written())["ticket_id"]
    mails.outbox.answer = lambda mail: "550 no such user"
    client(TECH).post(f"{URL}/ticket/{number}/message", json={"message": "<p>Yes</p>"})
    mails.run()
    (mail,) = [one for one in get_ticket(client, TECH, number)["mails"]["outgoing"] if one["messageId"]]
    assert mail["state"] == "failed" and "no such user" in mail["error"]
    with mails.database.read() as connection:
        assert connection.scalar(sa.select(ticket_mail.c.recipient).limit(1)) == "ada@example.org"
        assert ADA.endswith("<ada@example.org>")
