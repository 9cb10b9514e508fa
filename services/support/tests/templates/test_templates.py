"""Templates of tickets: offered, raised with answers to their questions, counted."""

from __future__ import annotations

from typing import Any

from kit.policy import Actor
from services.support.tests.builders import STAFF, STUDENT
from services.support.tests.templates.builders import BODY, template
from services.support.tests.tickets import conftest as of_tickets
from services.support.tests.tickets.builders import FORM, TECH, URL, get_ticket
from staffroom_testing.plugin import ClientFor

people = of_tickets.people
stored = of_tickets.stored


def raise_from(client: ClientFor, who: Actor, record: int, answers: list[str], **more: Any) -> Any:
    body = {**FORM, "primaryUser": who.user_id, "answers": answers, **more}
    return client(who).post(f"{URL}/ticketTemplate/{record}/ticket", json=body)


def offered(client: ClientFor, who: Actor) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client(who).get(f"{URL}/ticketTemplates/offered").json()["data"]
    return rows


def test_ticket_has_the_questions_of_its_template_with_the_answers(client: ClientFor) -> None:
    record = template(client)
    (choice,) = offered(client, STAFF)
    assert choice["questions"] == ["Who is it?", "From <which> day?"] and choice["team"] == "techSupport"
    answer = raise_from(client, STAFF, record, ["Ann <b>", "Monday\n9 o'clock"], message="<p>Hello</p>")
    assert answer.status_code == 201, answer.text
    (message,) = get_ticket(client, TECH, answer.json()["data"]["id"])["messages"]
    assert message["message"] == (
        "<p>Hello</p><p><strong>Who is it?</strong><br>Ann &lt;b&gt;</p>"
        "<p><strong>From &lt;which&gt; day?</strong><br>Monday<br>9 o&#x27;clock</p>"
    )
    assert client(TECH).get(f"{URL}/ticketTemplates?page=1").json()["data"][0]["used"] == 1


def test_every_question_must_be_answered(client: ClientFor) -> None:
    record = template(client)
    refused = raise_from(client, STAFF, record, ["Ann", "  "])
    assert refused.status_code == 422
    assert refused.json()["fields"] == {"question2": "Please answer this question"}
    assert raise_from(client, STAFF, record, ["Ann"]).json()["fields"]["template"]
    assert client(TECH).get(f"{URL}/ticketTemplates?page=1").json()["data"][0]["used"] == 0


def test_only_staff_are_offered_internal_templates(client: ClientFor) -> None:
    mine = template(client)
    everybody = template(client, name="Cannot sign in", everybody=True, questions=[])
    assert [one["name"] for one in offered(client, STUDENT)] == ["Cannot sign in"]
    assert len(offered(client, STAFF)) == 2
    assert raise_from(client, STUDENT, mine, ["a", "b"]).status_code == 404
    assert raise_from(client, STUDENT, everybody, []).status_code == 201


def test_support_staff_edit_templates_with_unique_names(client: ClientFor) -> None:
    template(client)
    again = client(TECH).post(f"{URL}/ticketTemplate", json=BODY)
    assert again.json()["error"] == "Another template has this name"
    assert client(STAFF).post(f"{URL}/ticketTemplate", json=BODY | {"name": "Mine"}).status_code == 403
