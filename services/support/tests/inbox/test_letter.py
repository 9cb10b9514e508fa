"""Reading a mail: headers, charsets, broken MIME, quotes, attachments, and automatic mails."""

from __future__ import annotations

import base64
import time
from email.message import EmailMessage

import pytest

from support.inbox.letter import NO_SUBJECT, NO_TEXT, Letter, Unreadable, message_id_of, read

HEAD = "From: Ada Client <ada@example.org>\r\nTo: support@staffroom.example\r\nMessage-ID: <m1@example.org>\r\n"


def mail(body: str | bytes = "Hello", *, head: str = "", kind: str = "text/plain; charset=utf-8") -> bytes:
    """Return a mail of one part; `head` has additional headers, each with its line end."""
    content = body.encode() if isinstance(body, str) else body
    return f"{HEAD}{head}MIME-Version: 1.0\r\nContent-Type: {kind}\r\n\r\n".encode() + content


def new(body: str | bytes, kind: str = "text/plain; charset=utf-8") -> str:
    return read(mail(body, kind=kind)).text.new


class TestHeaders:
    def test_headers_are_decoded(self) -> None:
        head = "Subject: =?utf-8?q?Re=3A_AW=3A_Pre=C3=A7os?=\r\nIn-Reply-To: <b@x>\r\nReferences: <a@x>\r\n <b@x>\r\n"
        letter = read(mail(head=head))
        assert (letter.sender, letter.sender_name, letter.subject) == ("ada@example.org", "Ada Client", "Preços")
        assert letter.references == ("<b@x>", "<a@x>") and letter.message_id == "<m1@example.org>"
        assert letter.recipients == ("support@staffroom.example",)

    @pytest.mark.parametrize("head", ["", "Subject:\r\n", "Subject: Re: \r\n", "Subject:   \r\n"])
    def test_mail_without_a_subject_is_titled(self, head: str) -> None:
        assert read(mail(head=head)).subject == NO_SUBJECT

    def test_subject_is_cut_to_a_title(self) -> None:
        assert len(read(mail(head=f"Subject: {'s' * 5000}\r\n")).subject) == 200

    @pytest.mark.parametrize(
        "head", ["Subject: =?no-such-charset?b?w6k=?=\r\n", "Subject: =?utf-8?b?%%%?=\r\n", "Subject: caf\xe9\x00\r\n"]
    )
    def test_broken_subject_is_read(self, head: str) -> None:
        assert read(mail(head=head)).subject

    def test_raw_bytes_in_a_subject_are_decoded(self) -> None:
        raw = mail(head="Subject: HERE\r\n").replace(b"HERE", "Preços".encode())
        assert read(raw).subject == "Preços"

    def test_thousand_recipients_are_read(self) -> None:
        many = ", ".join(f"P{number} <p{number}@example.org>" for number in range(1500))
        raw = mail().replace(b"support@staffroom.example", many.encode())
        assert len(read(raw).recipients) == 1000

    def test_mail_without_an_id_always_gets_the_same_one(self) -> None:
        raw = mail().replace(b"Message-ID: <m1@example.org>\r\n", b"")
        assert message_id_of(raw) == message_id_of(raw) != message_id_of(raw + b"!")

    @pytest.mark.parametrize("raw", [b"", b"\x00\xff" * 50, b"Subject: x\r\n\r\nHello", b"From: nobody\r\n\r\nHello"])
    def test_bytes_without_a_sender_are_unreadable(self, raw: bytes) -> None:
        with pytest.raises(Unreadable):
            read(raw)


class TestText:
    @pytest.mark.parametrize(
        ("charset", "text"),
        [
            ("utf-8", "Préços €"),
            ("iso-8859-1", "Préços"),
            ("iso-8859-15", "10 €"),
            ("windows-1252", "“Prices” €"),
            ("windows-1251", "Привет"),
            ("koi8-r", "Привет"),
            ("shift_jis", "こんにちは"),
            ("iso-2022-jp", "こんにちは"),
            ("gb18030", "你好"),
            ("big5", "你好"),
            ("euc-kr", "안녕"),
            ("utf-16", "Préços"),
            ("utf-7", "Olá"),
        ],
    )
    def test_every_charset_is_decoded(self, charset: str, text: str) -> None:
        body = base64.b64encode(text.encode(charset))
        raw = mail(body, head="Content-Transfer-Encoding: base64\r\n", kind=f"text/plain; charset={charset}")
        assert read(raw).text.new == f"<p>{text}</p>"

    @pytest.mark.parametrize("charset", ["utf-8", "no-such-charset", "x-unknown", '"', "us-ascii"])
    def test_wrong_charset_falls_back(self, charset: str) -> None:
        raw = mail("Caf\xe9".encode("latin-1"), kind=f"text/plain; charset={charset}")
        assert read(raw).text.new == "<p>Café</p>"

    def test_html_is_sanitised(self) -> None:
        html = "<html><head><title>T</title></head><body><p onclick='x()'>Hi <b>you</b><script>x()</script><img src=x>"
        assert new(html, "text/html") == "<p>Hi <b>you</b></p>"

    def test_html_part_is_preferred_to_plain_text(self) -> None:
        message = EmailMessage()
        message["From"] = "ada@example.org"
        message.set_content("plain")
        message.add_alternative("<p><b>rich</b></p>", subtype="html")
        assert read(message.as_bytes()).text.new.startswith("<p><b>rich</b></p>")

    def test_mail_without_text_says_so(self) -> None:
        assert new("  \r\n") == NO_TEXT and new("<div><br></div>", "text/html") == NO_TEXT

    def test_long_text_is_truncated(self) -> None:
        text = new("word " * 20_000)
        assert len(text) < 21_000 and text.endswith("<p>The rest is in the original mail.</p>")

    def test_deeply_nested_html_is_read_as_text(self) -> None:
        text = new("<div>" * 5_000 + "Hello" + "</div>" * 5_000, "text/html")
        assert "Hello" in text and "<blockquote" not in text

    def test_markup_in_plain_text_is_escaped(self) -> None:
        assert new("<script>x()</script> & co") == "<p>&lt;script&gt;x()&lt;/script&gt; &amp; co</p>"


QUOTES = {
    "gmail": "Yes please.\n\nOn Mon, 2 Nov 2026 at 10:00, Support <s@x.example> wrote:\n> Shall we?\n",
    "gmail over two lines": "Yes please.\n\nOn Mon, 2 Nov 2026 at 10:00, Support\n<s@x.example> wrote:\n\n> Shall we?",
    "outlook": "Yes please.\n\nFrom: Support <s@x.example>\nSent: 2 November 2026\nTo: Ada\nSubject: Q\n\nShall we?",
    "old outlook": "Yes please.\n\n-----Original Message-----\nFrom: Support\nSent: today\n\nShall we?",
    "portuguese": "Yes please.\n\nEm seg., 2 de nov. de 2026 às 10:00, Support <s@x.example> escreveu:\n> Shall we?",
    "portuguese outlook": "Yes please.\n\nDe: Support <s@x.example>\nEnviado: 2 de novembro de 2026\nPara: Ada\n"
    "Assunto: Q\n\nShall we?",
    "without a header": "Yes please.\n\n> Shall we?\n> Or not?\n",
    "signature": "Yes please.\n-- \nAda Client\n+44 20 7946 0000\n",
    "phone": "Yes please.\n\nSent from my iPhone\n",
    "portuguese phone": "Yes please.\n\nEnviado do meu iPhone\n",
}
HTML_QUOTES = {
    "gmail": '<div dir="ltr">Yes please.</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon S wrote:'
    "</div><blockquote>Shall we?</blockquote></div>",
    "outlook": '<p>Yes please.</p><div id="appendonsend"></div><div id="divRplyFwdMsg"><b>From:</b> S</div>Shall we?',
    "outlook desktop": '<p>Yes please.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3pt 0">'
    "<p><b>From:</b> Support</p></div><p>Shall we?</p>",
    "apple": '<div>Yes please.</div><blockquote type="cite"><div>Shall we?</div></blockquote>',
    "thunderbird": '<p>Yes please.</p><div class="moz-cite-prefix">On Monday S wrote:</div><blockquote>Shall we?</b>',
    "signature": '<p>Yes please.</p><div class="gmail_signature">Shall we? Ada</div>',
    "none marked": "<p>Yes please.</p><p>On Mon, 2 Nov 2026, Support wrote:</p><p>&gt; Shall we?</p>",
}


class TestQuotes:
    @pytest.mark.parametrize("name", QUOTES)
    def test_quote_of_plain_text_is_folded(self, name: str) -> None:
        text = read(mail(QUOTES[name])).text
        assert text.new == "<p>Yes please.</p>" and text.folded

    @pytest.mark.parametrize("name", HTML_QUOTES)
    def test_quote_of_html_is_folded(self, name: str) -> None:
        text = read(mail(HTML_QUOTES[name], kind="text/html; charset=utf-8")).text
        assert "Yes please." in text.new and "Shall we?" not in text.new and "Shall we?" in text.folded

    def test_answers_between_the_lines_stay(self) -> None:
        text = read(mail("> Monday?\nNo.\n\n> Tuesday?\nYes.")).text
        assert "No." in text.new and "Yes." in text.new

    def test_quoted_lines_follow_the_name_of_their_writer(self) -> None:
        text = read(mail("Yes.\n\nOn Monday Support wrote:\n> Shall we?\n> Or not?")).text
        assert text.folded == "<p>On Monday Support wrote:</p><blockquote>Shall we?<br>Or not?</blockquote>"
        assert new("> Monday?\nNo.") == "<blockquote>Monday?</blockquote><p>No.</p>"

    @pytest.mark.parametrize(
        "body",
        ["Thanks,\nI have one more question.", "- first\n- second", "From: my point of view it is fine", "Hello"],
    )
    def test_text_that_only_looks_like_a_quote_stays(self, body: str) -> None:
        text = read(mail(body)).text
        assert text.folded == "" and body.splitlines()[-1] in text.new

    @pytest.mark.parametrize("body", ["On " * 40_000, "On " + "x" * 200_000, "From: a\n" * 20_000, "<div " * 50_000])
    def test_hostile_text_is_read_in_time(self, body: str) -> None:
        begin = time.process_time()
        assert read(mail(body)).text.new and read(mail(body, kind="text/html")).text.new
        assert time.process_time() - begin < 20


class TestParts:
    def test_attachments_keep_name_and_bytes(self) -> None:
        message = EmailMessage()
        message["From"] = "ada@example.org"
        message.set_content("See attached")
        message.add_attachment(b"%PDF-1.7", maintype="application", subtype="pdf", filename="Número 1.pdf")
        message.add_attachment("a;b", subtype="csv", filename="../../etc/a.csv")
        letter = read(message.as_bytes())
        assert (letter.attachments[0].name, letter.attachments[0].content) == ("Número 1.pdf", b"%PDF-1.7")
        assert letter.attachments[1].media_type == "text/csv" and letter.text.new == "<p>See attached</p>"

    def test_mail_in_a_mail_is_an_attachment(self) -> None:
        inner, message = EmailMessage(), EmailMessage()
        inner["From"], inner["Subject"] = "eve@example.org", "Inner"
        inner.set_content("Inside")
        message["From"] = "ada@example.org"
        message.set_content("Forwarded")
        message.add_attachment(inner)
        letter = read(message.as_bytes())
        assert letter.text.new == "<p>Forwarded</p>" and b"Inside" in letter.attachments[0].content

    @pytest.mark.parametrize(
        ("kind", "body"),
        [
            ("multipart/mixed", "Hello"),
            ("multipart/mixed; boundary=x", "--y\r\nHello"),
            ("multipart/mixed; boundary=x", "--x\r\n\r\nHello"),
            ("multipart/alternative; boundary=x", "--x\r\nContent-Type: text/html\r\n\r\nHello\r\n--x"),
            ("text", "Hello"),
            ("", "Hello"),
            ("text/plain; charset", "Hello"),
        ],
    )
    def test_broken_mime_is_read(self, kind: str, body: str) -> None:
        assert "Hello" in read(mail(body, kind=kind)).text.new

    def test_broken_base64_is_not_an_error(self) -> None:
        raw = mail("SGVsb", head="Content-Transfer-Encoding: base64\r\n")
        assert read(raw).text.new

    def test_too_deeply_nested_mail_is_read_in_part(self) -> None:
        body = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(3_000))
        raw = (HEAD + body + "\r\nHello").encode()
        try:
            assert read(raw).text.new
        except Unreadable as error:
            assert str(error) == "Its parts are nested too deep"

    def test_attachment_of_36_mb_is_read(self) -> None:
        message = EmailMessage()
        message["From"] = "ada@example.org"
        message.set_content("Big")
        message.add_attachment(b"x" * 36_000_000, maintype="application", subtype="pdf", filename="big.pdf")
        assert len(read(message.as_bytes()).attachments[0].content) == 36_000_000


REPORT = """From: Mail Delivery <MAILER-DAEMON@mx.example>\r
To: support@staffroom.example\r
Message-ID: <bounce@mx.example>\r
Return-Path: <>\r
MIME-Version: 1.0\r
Content-Type: multipart/report; report-type=delivery-status; boundary=b\r
\r
--b\r
Content-Type: text/plain\r
\r
It did not arrive.\r
--b\r
Content-Type: message/delivery-status\r
\r
Reporting-MTA: dns; mx.example\r
\r
Final-Recipient: rfc822; Ada@Example.org\r
Action: failed\r
Status: 5.1.1\r
Diagnostic-Code: smtp; 550 5.1.1 no such user\r
\r
Final-Recipient: rfc822; late@example.org\r
Action: delayed\r
Status: 4.4.1\r
\r
--b\r
Content-Type: message/rfc822\r
\r
From: support@staffroom.example\r
Message-ID: <ours@staffroom.example>\r
Subject: Answer\r
\r
Hello\r
--b--\r
"""


class TestStops:
    @pytest.mark.parametrize(
        ("head", "reason"),
        [
            ("Auto-Submitted: auto-replied\r\n", "It says Auto-Submitted: auto-replied"),
            ("Auto-Submitted: auto-generated; owner-email=x\r\n", "It says Auto-Submitted: auto-generated"),
            ("Precedence: bulk\r\n", "It says Precedence: bulk"),
            ("Precedence: LIST\r\n", "It says Precedence: list"),
            ("Precedence: junk\r\n", "It says Precedence: junk"),
            ("List-Id: <news.example.org>\r\n", "It is from a mailing list (List-Id)"),
            ("X-Auto-Response-Suppress: All\r\n", "It says X-Auto-Response-Suppress"),
            ("X-Auto-Response-Suppress: DR, OOF, AutoReply\r\n", "It says X-Auto-Response-Suppress"),
            ("Return-Path: <>\r\n", "It has an empty return path"),
        ],
    )
    def test_automatic_mail_is_recognised(self, head: str, reason: str) -> None:
        stop = read(mail(head=head)).stop
        assert stop is not None and (stop.state, stop.reason) == ("automatic", reason)

    @pytest.mark.parametrize(
        "head", ["Auto-Submitted: no\r\n", "Precedence: normal\r\n", "Return-Path: <ada@x.org>\r\n"]
    )
    def test_mail_of_a_person_is_not_automatic(self, head: str) -> None:
        assert read(mail(head=head)).stop is None

    def test_bounce_names_the_mail_and_the_address(self) -> None:
        letter: Letter = read(REPORT.encode())
        assert letter.stop is not None and letter.stop.state == "bounce" and letter.bounce is not None
        assert letter.bounce.message_ids == ("<ours@staffroom.example>",)
        ((failure),) = letter.bounce.failures
        assert (failure.address, failure.reason) == ("ada@example.org", "550 5.1.1 no such user")

    def test_bounce_is_recognised_by_the_headers_of_the_mail(self) -> None:
        raw = REPORT.replace("message/rfc822", "text/rfc822-headers").encode()
        bounce = read(raw).bounce
        assert bounce is not None and bounce.message_ids == ("<ours@staffroom.example>",)

    def test_read_receipt_is_automatic(self) -> None:
        raw = REPORT.replace("delivery-status; b", "disposition-notification; b", 1).encode()
        stop = read(raw).stop
        assert stop is not None and stop.state == "automatic"
