"""Mail: answers of the server, and their consequences."""

from __future__ import annotations

from email import policy

import pytest

from kit import mail
from kit.errors import Invalid, Unavailable
from kit.mail import Attachment, Mail, Mailer, Unanswered
from kit.settings import settings
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]


def one(**values: object) -> Mail:
    given = {"to": "ada@example.org", "subject": "Your invoice", "html": "<p>Dear Ada,</p><p>£5 is due.<br>Thanks</p>"}
    return Mail(**given | values)  # type: ignore[arg-type]


def test_mail_has_two_bodies_attachments_and_the_callers_id(mailbox: Mailbox) -> None:
    message_id = mail.new_message_id()
    attached = Attachment("INV-1.pdf", "application/pdf", b"%PDF-1")
    mail.send(one(name="Ada Löv", message_id=message_id, attachments=[attached]))
    [got] = mailbox.mails
    assert (got["To"], got["Subject"], got["Message-ID"]) == ("Ada Löv <ada@example.org>", "Your invoice", message_id)
    assert got["From"] == settings().mail_from
    assert got.get_body(("plain",)).get_content().splitlines() == ["Dear Ada,", "£5 is due.", "Thanks"]
    assert "£5 is due." in got.get_body(("html",)).get_content()
    [pdf] = got.iter_attachments()
    assert (pdf.get_filename(), pdf.get_content_type(), pdf.get_content()) == (
        "INV-1.pdf",
        "application/pdf",
        b"%PDF-1",
    )


def test_long_ids_and_addresses_are_not_encoded(mailbox: Mailbox) -> None:
    """Mail programs compare them character by character, and decode none of them."""
    page, parent = f"https://staffroom.example/{'u' * 90}", f"<{'p' * 90}@mail.example>"
    mail.send(one(unsubscribe=page, in_reply_to=parent, references=["<a@b.example>", parent]))
    raw = mailbox.mails[0].as_bytes(policy=policy.SMTP.clone(refold_source="none")).decode()
    assert f"\r\nList-Unsubscribe: <{page}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in raw
    assert f"\r\nIn-Reply-To: {parent}\r\nReferences: <a@b.example>\r\n {parent}\r\n" in raw


def test_attached_text_keeps_its_charset(mailbox: Mailbox) -> None:
    mail.send(one(attachments=[Attachment("marks.csv", "text/csv; charset=windows-1252", "Zoë;70".encode("cp1252"))]))
    [text] = mailbox.mails[0].iter_attachments()
    assert (text.get_content_type(), text.get_content_charset()) == ("text/csv", "windows-1252")
    assert (text.get_filename(), text.get_content()) == ("marks.csv", "Zoë;70")


def test_international_domain_is_sent_as_punycode(mailbox: Mailbox) -> None:
    mail.send(one(to="o'brien+bills@b\u00fccher.example"))
    [got] = mailbox.mails
    assert got["To"] == "o'brien+bills@xn--bcher-kva.example"


def test_mails_share_a_connection_and_a_broken_one_is_replaced(mailbox: Mailbox) -> None:
    with Mailer() as mailer:
        for number in range(5):
            mailer.send(one(subject=f"Mail {number}", html=f"<p>.\n.. {number}</p>"))
        assert mailbox.connections == 1
        mailbox.stop()
        with pytest.raises(Unavailable):
            mailer.send(one())
        mailbox.start()
        mailer.send(one(subject="Again"))
    assert [got["Subject"] for got in mailbox.mails] == [*(f"Mail {number}" for number in range(5)), "Again"]


def test_missing_server_or_temporary_refusal_is_unavailable(mailbox: Mailbox) -> None:
    mailbox.answer = lambda got: "451 later"
    with pytest.raises(Unavailable, match="451 later") as raised:
        mail.send(one())
    assert not isinstance(raised.value, Unanswered)
    mailbox.stop()
    with pytest.raises(Unavailable, match="does not answer"):
        mail.send(one())


def test_permanent_refusal_is_invalid_and_the_next_mail_is_sent(mailbox: Mailbox) -> None:
    mailbox.answer = lambda got: "550 no such user" if "bob" in got["To"] else "250 kept"
    with Mailer() as mailer:
        with pytest.raises(Invalid, match="550 no such user"):
            mailer.send(one(to="bob@example.org"))
        mailer.send(one())
    assert [got["To"] for got in mailbox.mails] == ["ada@example.org"]


def test_missing_answer_after_the_mail_is_unanswered(mailbox: Mailbox) -> None:
    def hang_up(got: object) -> str:
        raise ConnectionError

    mailbox.answer = hang_up
    with pytest.raises(Unanswered):
        mail.send(one())
    assert len(mailbox.mails) == 1


@pytest.mark.parametrize("to", ["", "ada", "ada@", "a\nb@example.org", "ä@example.org", "<ada@example.org>, b@c.org"])
def test_malformed_address_is_refused(mailbox: Mailbox, to: str) -> None:
    with pytest.raises(Invalid):
        mail.send(one(to=to))
    assert mailbox.mails == []


def test_header_is_one_line(mailbox: Mailbox) -> None:
    mail.send(one(subject="Hello\r\nBcc: all@example.org", name="A\nBcc: x"))
    assert mailbox.mails[0]["Subject"] == "Hello Bcc: all@example.org"
    assert mailbox.mails[0]["Bcc"] is None
