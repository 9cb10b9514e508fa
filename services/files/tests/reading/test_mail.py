"""Mail files in the viewer (issue 42, 1)."""

from __future__ import annotations

import errno
from collections.abc import Callable
from email.message import EmailMessage
from typing import Any

import httpx
import pytest

from files.scanning import guard
from kit.policy import Actor
from services.files.tests.builders import pdf, uploaded
from staffroom_testing import actor

ClientFor = Callable[[Actor | None], httpx.Client]
STAFF = actor("staff", user_id=14, persons={"staff": 4})
STRANGER = actor("student", user_id=24, persons={"student": 9})


def letter(html: str = "<p>See <b>both</b> files.</p>") -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Zoë Müller <zoe@example.org>"
    mail["To"] = "Office <office@staffroom.example>"
    mail["Subject"] = "Ändern: the mock exam"
    mail["Date"] = "Thu, 05 Nov 2026 09:30:00 +0100"
    mail.set_content("See both files.")
    mail.add_alternative(html, subtype="html")
    mail.add_attachment(pdf(), maintype="application", subtype="pdf", filename="Timetable.pdf")
    mail.add_attachment("name;mark\nAda;17\n", subtype="csv", filename="../../etc/Märks.csv")
    return mail


def saved(client: httpx.Client, data: bytes, name: str = "Question.eml") -> int:
    return uploaded(client, name, data)


def read(client: httpx.Client, number: int) -> dict[str, Any]:
    answer = client.get(f"/api/v1/file/{number}/mail")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def test_mail_shows_its_headers_text_and_attachments(client: ClientFor) -> None:
    here = client(STAFF)
    number = saved(here, letter().as_bytes())
    mail = read(here, number)
    attachments = mail.pop("attachments")
    assert mail == {
        "from": "Zoë Müller <zoe@example.org>",
        "to": "Office <office@staffroom.example>",
        "cc": "",
        "subject": "Ändern: the mock exam",
        "date": "2026-11-05T09:30:00+01:00",
        "html": "<p>See <b>both</b> files.</p>\n",
        "text": "",
    }
    assert [(one["place"], one["name"]) for one in attachments] == [(1, "Timetable.pdf"), (2, ".. .. etc Märks.csv")]
    first = here.get(f"/api/v1/file/{number}/mail/1")
    assert (first.content, first.headers["content-type"]) == (pdf(), "application/octet-stream")
    assert 'filename="Timetable.pdf"' in first.headers["content-disposition"]
    assert here.get(f"/api/v1/file/{number}/mail/2").text == "name;mark\nAda;17\n"
    assert here.get(f"/api/v1/file/{number}/mail/3").status_code == 404


def test_mail_executes_and_loads_nothing(client: ClientFor) -> None:
    evil = '<script>alert(1)</script><img src="https://spy.example/x.gif"><p onclick="x()">Hello</p>'
    html = read(client(STAFF), saved(client(STAFF), letter(evil).as_bytes()))["html"]
    assert "Hello" in html and not any(word in html for word in ("script", "onclick", "spy.example"))


@pytest.mark.parametrize(
    "data",
    [
        b"From: a@b.example\r\nSubject: =?utf-7?q?broken?=\r\nContent-Type: text/plain; charset=nobody\r\n\r\nWords",
        b"Date: never\r\nFrom: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nWords",
        b"From: a@b.example\r\n\r\nWords",
    ],
)
def test_broken_mail_is_shown_as_far_as_readable(client: ClientFor, data: bytes) -> None:
    mail = read(client(STAFF), saved(client(STAFF), data))
    assert "Words" in mail["text"] and mail["date"] is None


@pytest.mark.parametrize("data", [b"Just a text", b"<html><p>From: x</p></html>", pdf()])
def test_file_that_is_not_a_mail_is_refused(client: ClientFor, data: bytes) -> None:
    answer = client(STAFF).post(
        "/api/v1/system/uploader", data={"uploadType": "document"}, files={"file": ("Question.eml", data)}
    )
    assert (answer.status_code, answer.json()["error"]) == (422, "File type does not match extension")


def test_only_readers_of_the_file_read_the_mail(client: ClientFor) -> None:
    number, other = saved(client(STAFF), letter().as_bytes()), uploaded(client(STAFF), "A.pdf")
    for path in ("mail", "mail/1"):
        assert client(STRANGER).get(f"/api/v1/file/{number}/{path}").status_code == 402
        assert client(STAFF).get(f"/api/v1/file/{other}/{path}").status_code == 404


def test_full_disk_is_reported_and_nothing_is_lost(client: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    here = client(STAFF)
    number = saved(here, letter().as_bytes())

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(guard, "read", full)
        answer = here.get(f"/api/v1/file/{number}/mail")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert read(here, number)["subject"] == "Ändern: the mock exam"
