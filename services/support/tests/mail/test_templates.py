"""Templates: rights to edit them, their merge fields, and their preview (`money.md 2`, `3`, `7`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kit.events import Event
from kit.policy import Actor
from services.support.tests.builders import ADMIN, OFFICE, STAFF, TUTOR
from services.support.tests.mail.conftest import Files, Template, invoice
from staffroom.finance.events.v1.events_pb2 import InvoiceChanged
from staffroom.people.events.v1.events_pb2 import PersonChanged
from staffroom_testing import actor, peers
from staffroom_testing.plugin import ClientFor
from support.mail import rules

URL = "/api/v1/emailTemplate"
ACCOUNTING = actor("staff", "accounting", user_id=14)


def preview(client: ClientFor, record: int, ids: list[int], kind: str = "student", who: Actor = STAFF) -> Any:
    return client(who).post(f"{URL}/{record}/preview", json={"entityType": kind, "entityTypeIds": ids})


def shown(client: ClientFor, record: int, ids: list[int], kind: str = "student") -> list[dict[str, Any]]:
    answer = preview(client, record, ids, kind)
    assert answer.status_code == 200, answer.text
    data: list[dict[str, Any]] = answer.json()["data"]
    return data


def test_preview_has_one_mail_per_recipient_in_the_requested_order(client: ClientFor, template: Template) -> None:
    first, second = shown(client, template(), [2, 1, 2])
    assert (first["id"], first["person"], first["to"]) == (2, "Ben Student", "ben@example.org")
    assert second == {
        "id": 1,
        "person": "Ms Ada Student",
        "to": "ada@example.org",
        "problem": None,
        "subject": "Hello Ada",
        "body": "<p>Dear Ada Student, Stella Staff</p>",
        "attachments": [],
    }


def test_recipient_without_an_address_has_a_problem(client: ClientFor, template: Template) -> None:
    (mail,) = shown(client, template(), [3])
    assert (mail["to"], mail["problem"]) == ("", "has no email address")


def test_invoice_fills_its_fields_and_those_of_its_payer(client: ClientFor, template: Template) -> None:
    text = "{{document}} {{invoiceNumber}} {{total}} {{outstanding}} {{dueDate}} {{student}} {{firstName}}"
    (mail,) = shown(client, template(about="invoice", subject=text), [5], "invoice")
    assert mail["subject"] == "Invoice INV-5 £1,234.50 £0.50 21 December 2026 Ada Student Ada"
    assert mail["to"] == "client@example.org"


def test_invoice_of_an_unknown_person_has_no_address(
    client: ClientFor, template: Template, deliver: Callable[..., None]
) -> None:
    deliver(
        Event.of(InvoiceChanged), 6, invoice(6, personId=77, currency="EUR", isCreditNote=True, total=-100, dueDate="")
    )
    text = "{{document}} {{total}} {{name}}{{dueDate}}"
    (mail,) = shown(client, template(about="invoice", subject=text), [6], "invoice")
    assert (mail["subject"], mail["problem"]) == ("Credit note -€1.00", "has no email address")


def test_values_are_inserted_as_text_never_as_markup_or_links(
    client: ClientFor, template: Template, deliver: Any
) -> None:
    (mail,) = shown(client, template(about="invoice", body="<p>{{lastName}}</p>"), [5], "invoice")
    assert mail["body"] == "<p>&lt;b&gt;O'Brien&lt;/b&gt;</p>"
    evil = {"kind": "client", "id": 9, "lastName": 'javascript:alert("1")', "email": "a@b.example"}
    deliver(Event.of(PersonChanged), "client:9", evil)
    body = '<p><a href="{{lastName}}">here</a></p>'
    (mail,) = shown(client, template(about="invoice", body=body), [5], "invoice")
    assert "javascript" not in mail["body"]


def test_line_break_in_a_value_does_not_add_a_header(
    client: ClientFor, template: Template, deliver: Callable[..., None]
) -> None:
    deliver(Event.of(PersonChanged), "student:1", {"kind": "student", "id": 1, "firstName": "A\r\nBcc: x@y.example"})
    assert shown(client, template(), [1])[0]["subject"] == "Hello A Bcc: x@y.example"


def test_preview_follows_events_of_invoices_and_persons(
    client: ClientFor, template: Template, deliver: Callable[..., None]
) -> None:
    record = template(about="invoice", subject="{{outstanding}}")
    deliver(Event.of(InvoiceChanged), 5, invoice(5, outstanding=99))
    assert shown(client, record, [5], "invoice")[0]["subject"] == "£0.99"
    deliver(Event.of(InvoiceChanged), 5, invoice(5, deleted=True))
    assert preview(client, record, [5], "invoice").status_code == 404
    deliver(Event.of(PersonChanged), "student:1", {"kind": "student", "id": 1, "deleted": True})
    assert preview(client, template(), [1]).status_code == 404


def test_attachments_are_named(client: ClientFor, template: Template, files: Files) -> None:
    (mail,) = shown(client, template(file_ids=[7, 8]), [1])
    assert mail["attachments"] == [{"id": 7, "name": "terms.pdf"}, {"id": 8, "name": None}]


@pytest.mark.parametrize(
    ("body", "status", "error"),
    [
        ({"entityType": "student", "entityTypeIds": []}, 422, "Please choose at least one recipient"),
        ({"entityType": "student", "entityTypeIds": list(range(1, 5002))}, 422, "At most 5,000 recipients"),
        ({"entityType": "student", "entityTypeIds": [1, 98, 99]}, 404, "There is no student 98, 99"),
        ({"entityType": "planet", "entityTypeIds": [1]}, 422, "Unknown entity type; allowed are: student"),
        ({"entityType": "invoice", "entityTypeIds": [5]}, 422, "about people; it does not fit invoices"),
        ({"entityType": "student", "entityTypeIds": ["a"]}, 422, ""),
        ({"entityType": "student"}, 422, ""),
    ],
)
@pytest.mark.parametrize("call", ["preview", "send"])
def test_invalid_sending_is_refused(
    client: ClientFor, template: Template, call: str, body: dict[str, Any], status: int, error: str
) -> None:
    answer = client(STAFF).post(f"{URL}/{template()}/{call}", json=body)
    assert answer.status_code == status and error in answer.json()["error"], answer.text


@pytest.mark.parametrize("call", ["preview", "send"])
def test_template_for_tutors_is_not_sent_to_students(client: ClientFor, template: Template, call: str) -> None:
    kept, open_to_all = template(sent_to=["tutor", "staff"]), template(sent_to=["student"])
    body = {"entityType": "student", "entityTypeIds": [1]}
    answer = client(STAFF).post(f"{URL}/{kept}/{call}", json=body)
    assert answer.status_code == 422 and "for tutors and staff; it does not fit students" in answer.json()["error"]
    assert client(STAFF).post(f"{URL}/{open_to_all}/{call}", json=body).status_code in {200, 202}
    offered = client(STAFF).get(f"{URL}s?sentTo=student&page=1").json()["data"]
    assert {row["id"] for row in offered} == {open_to_all}


@pytest.mark.parametrize("call", ["preview", "send"])
def test_unknown_template_is_not_found(client: ClientFor, call: str) -> None:
    body = {"entityType": "student", "entityTypeIds": [1]}
    assert client(STAFF).post(f"{URL}/999/{call}", json=body).status_code == 404
    assert client(STAFF).post(f"{URL}/x/{call}", json=body).status_code == 404
    assert client(TUTOR).post(f"{URL}/999/{call}", json=body).status_code == 403
    assert client(None).post(f"{URL}/999/{call}", json=body).status_code == 401


NEW = {"name": "Hello", "about": "invoice", "subject": "{{invoiceNumber}}", "body": "<p>{{ outstanding }}</p>"}


@pytest.mark.parametrize(("who", "status"), [(ADMIN, 201), (OFFICE, 201), (ACCOUNTING, 201), (STAFF, 403)])
def test_only_the_editing_roles_create_and_change_templates(
    client: ClientFor, template: Template, who: Actor, status: int
) -> None:
    assert client(who).post(URL, json=NEW).status_code == status
    with peers.answering("files"):
        changed = client(who).put(f"{URL}/{template()}", json={"field": "fileIds", "newValue": [7]})
    assert changed.status_code == (200 if status == 201 else 403)


@pytest.mark.parametrize(
    ("field", "text", "error"),
    [
        ("subject", "{{nickname}}", "There is no merge field nickname; there are {{title}}, {{firstName}}"),
        ("body", "<p>{{invoiceNumber}}</p>", "There is no merge field invoiceNumber"),
        ("body", "<p>{{firstName}</p>", "two braces on each side"),
        ("subject", "firstName}}", "two braces on each side"),
        ("body", "<p>{{<i>name</i>}}</p>", "There is no merge field name"),
        ("body", "<p>{{}}</p>", "There is no merge field"),
    ],
)
def test_unknown_merge_fields_are_refused_on_saving(
    client: ClientFor, template: Template, field: str, text: str, error: str
) -> None:
    changed = client(OFFICE).put(f"{URL}/{template()}", json={"field": field, "newValue": text})
    created = client(OFFICE).post(URL, json=NEW | {"about": "person", "subject": "a", "body": "<p>b</p>", field: text})
    for answer in (changed, created):
        assert answer.status_code == 422 and error in answer.json()["fields"][field], answer.text


def test_bodies_are_sanitised_on_saving(client: ClientFor, template: Template) -> None:
    record = template()
    text = "<p onclick='x()'>Hi<script>x()</script> {{firstName}}</p>"
    client(OFFICE).put(f"{URL}/{record}", json={"field": "body", "newValue": text})
    kept = client(STAFF).get(f"{URL}/{record}").json()["data"]
    assert kept["body"] == "<p>Hi {{firstName}}</p>"
    assert kept["mergeFields"] == rules.FIELDS["person"] and kept["may"]["edit"] == []


def test_deleted_template_can_be_restored(client: ClientFor, template: Template) -> None:
    record = template()
    was = client(OFFICE).delete(f"{URL}/{record}").json()["data"]["deleted"]
    assert client(OFFICE).get(f"{URL}/{record}").status_code == 404
    assert client(OFFICE).post(URL, json=was).status_code == 201
    assert [row["name"] for row in client(STAFF).get(f"{URL}s", params={"page": 1}).json()["data"]] == ["Welcome"]


def test_attachments_must_be_visible_to_the_author(client: ClientFor, template: Template) -> None:
    path, call = f"{URL}/{template()}", client(OFFICE)
    with peers.answering("files"):
        gone = call.put(path, json={"field": "fileIds", "newValue": [7, 999_999]})
        new = call.post(URL, json=NEW | {"fileIds": [999_999]})
        assert call.post(URL, json=NEW | {"fileIds": [7]}).status_code == 201
    for answer in (gone, new):
        assert answer.status_code == 422, answer.text
        assert answer.json()["fields"] == {"fileIds": "Attachments: there is no file 999999 to attach"}
    with peers.answering():
        away = call.put(path, json={"field": "fileIds", "newValue": [7]})
        assert call.put(path, json={"field": "name", "newValue": "Other"}).status_code == 200
        assert call.put(path, json={"field": "fileIds", "newValue": []}).status_code == 200
    assert (away.status_code, away.json()["code"]) == (503, "files_away")
    assert set(away.json()["fields"]) == {"fileIds"} and int(away.headers["retry-after"]) > 0
