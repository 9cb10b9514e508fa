"""Askers by mail whose tickets are merged, split, or also answered with a notice."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from services.support.tests.builders import STAFF, TUTOR
from services.support.tests.inbox.builders import ADA, Mails, written
from services.support.tests.tickets.builders import TECH, URL, get_ticket, raised
from staffroom_testing.plugin import ClientFor
from support.mailboxes.model import mail_in

BEN = "Ben Client <ben@example.org>"
TOM = "Tom Tutor <user41@example.org>"


def merged(client: ClientFor, target: int, *sources: int) -> None:
    answer = client(TECH).post(f"{URL}/ticket/{target}/merge", json={"ids": sources})
    assert answer.status_code == 200, answer.text


class TestMerged:
    def test_asker_of_a_merged_ticket_gets_the_answer_in_their_thread(self, client: ClientFor, mails: Mails) -> None:
        question = written(subject="My question")
        number, target = mails.take(question)["ticket_id"], raised(client, STAFF)
        merged(client, target, number)
        answer = mails.answered(client, target)
        assert answer["To"] == "ada@example.org" and f"[#{target}]" in answer["Subject"]
        assert question["Message-ID"] in answer["References"]
        reply = mails.take(written("Thanks.", In_Reply_To=answer["Message-ID"]))
        assert (reply["ticket_id"], reply["on_ticket"]) == (target, True)

    def test_each_asker_gets_a_mail_in_their_own_thread(self, client: ClientFor, mails: Mails) -> None:
        questions = [written(), written(sender=BEN), written(sender=ADA)]
        first, second, third = (mails.take(question)["ticket_id"] for question in questions)
        merged(client, second, third)
        merged(client, first, second)
        before = len(mails.outbox.mails)
        client(TECH).post(f"{URL}/ticket/{first}/message", json={"message": "<p>It works again</p>"})
        mails.run()
        sent = {mail["To"]: mail["References"] for mail in mails.outbox.mails[before:]}
        assert sorted(sent) == ["ada@example.org", "ben@example.org"] and len(mails.outbox.mails) == before + 2
        assert questions[1]["Message-ID"] in sent["ben@example.org"]
        assert questions[0]["Message-ID"] not in sent["ben@example.org"]
        assert {question["Message-ID"] in sent["ada@example.org"] for question in (questions[0], questions[2])} == {
            True
        }
        outgoing = [mail for mail in get_ticket(client, TECH, first)["mails"]["outgoing"] if mail["messageId"]]
        assert sorted(mail["recipient"] for mail in outgoing) == sorted(sent)

    def test_asker_of_an_unmerged_ticket_gets_no_answer(self, client: ClientFor, mails: Mails) -> None:
        number, target = mails.take(written())["ticket_id"], raised(client, STAFF)
        merged(client, target, number)
        assert client(TECH).post(f"{URL}/ticket/{number}/unmerge").status_code == 200
        before = len(mails.outbox.mails)
        client(TECH).post(f"{URL}/ticket/{target}/message", json={"message": "<p>Yes</p>"})
        mails.run()
        assert len(mails.outbox.mails) == before


class TestSplit:
    def test_stranger_whose_message_is_split_off_is_its_asker(self, client: ClientFor, mails: Mails) -> None:
        question = written()
        number = mails.take(question)["ticket_id"]
        other = mails.take(written("And mine?", sender=BEN, References=question["Message-ID"]))
        path = f"{URL}/message/{other['ticket_message_id']}/split"
        new = client(TECH).post(path, json={"title": "Ben's total"}).json()["data"]["id"]
        assert get_ticket(client, TECH, new)["user"] == {"id": 0, "name": "ben@example.org"}
        (mail,) = get_ticket(client, TECH, new)["mails"]["incoming"]
        assert mail["onTicket"] is True
        answer = mails.answered(client, new)
        assert answer["To"] == "ben@example.org" and answer["In-Reply-To"] == other["message_id"]
        reply = mails.take(written("Thanks.", sender=BEN, References=other["message_id"]))
        assert (reply["ticket_id"], reply["on_ticket"]) == (new, True)
        assert mails.take(written("Mine?", References=question["Message-ID"]))["ticket_id"] == number

    def test_answer_that_is_split_off_keeps_its_asker(self, client: ClientFor, mails: Mails) -> None:
        number = mails.take(written())["ticket_id"]
        answer = mails.answered(client, number)
        message = get_ticket(client, TECH, number)["messages"][1]["id"]
        new = client(TECH).post(f"{URL}/message/{message}/split", json={"title": "Two"}).json()["data"]["id"]
        assert mails.take(written("Thanks.", In_Reply_To=answer["Message-ID"]))["ticket_id"] == new
        assert mails.answered(client, new)["To"] == "ada@example.org"
        with mails.database.read() as connection:
            senders = connection.scalars(sa.select(mail_in.c.on_ticket)).all()
        assert set(senders) == {True}


def choose_mails(client: ClientFor) -> None:
    chosen = {"kind": "ticket", "bell": True, "mail": True}
    assert client(TUTOR).put("/api/v1/notifications/settings", json=chosen).status_code == 200


class TestNotices:
    def test_asker_with_notices_by_mail_gets_the_answer_once(self, client: ClientFor, mails: Mails) -> None:
        choose_mails(client)
        number = mails.take(written(sender=TOM))["ticket_id"]
        answer = mails.answered(client, number)  # and no second mail
        assert answer["Subject"] == f"Re: [#{number}] The total"
        bell = client(TUTOR).get("/api/v1/notifications").json()["data"]
        assert bell[0]["title"] == f"Theo Tech wrote on ticket {number}"

    def test_asker_on_the_page_gets_the_notice_by_mail(self, client: ClientFor, mails: Mails) -> None:
        choose_mails(client)
        number = raised(client, TUTOR)
        assert mails.answered(client, number)["Subject"] == f"Theo Tech wrote on ticket {number}"


@pytest.mark.parametrize(
    ("sender", "greeted"), [(ADA, "Ada, Ada Client"), ("ben@example.org", "ben@example.org, ben@example.org")]
)
def test_canned_answer_greets_an_asker_without_an_account(
    client: ClientFor, mails: Mails, sender: str, greeted: str
) -> None:
    text = "<p>{{asker.firstName}}, {{asker.name}}</p>"
    canned = client(TECH).post(f"{URL}/answer", json={"title": "Hello", "text": text})
    assert canned.status_code == 201, canned.text
    number = mails.take(written(sender=sender))["ticket_id"]
    (answer,) = [
        one for one in client(TECH).get(f"{URL}/ticket/{number}/answers").json()["data"] if one["title"] == "Hello"
    ]
    assert greeted in str(answer)


def test_mention_is_a_name_in_the_mail(client: ClientFor, mails: Mails) -> None:
    number = mails.take(written())["ticket_id"]
    answer = mails.answered(client, number, "<p>@[Ada Admin](user:1) will ring you</p>")
    body = answer.get_body(("html",)).get_content()
    assert "@Ada Admin will ring you" in body and "user:1" not in body
