"""Answers and moves on a selection of tickets: one job, with a result for each row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kit.policy import Actor
from services.support.tests.builders import ADMIN, STAFF, STUDENT
from services.support.tests.tickets.builders import TECH, URL, get_ticket, raised, written
from staffroom_testing.plugin import ClientFor

RunJobs = Callable[[], list[dict[str, Any]]]
LIST = f"{URL}/tickets"


def body(name: str, *ids: int, **needs: Any) -> dict[str, Any]:
    return {"move": name, "ids": list(ids), "body": needs}


def outcomes_of(client: ClientFor, who: Actor, run_jobs: RunJobs, request: dict[str, Any]) -> dict[int, str | None]:
    """Make the move and return the refusal of each row, or None if it was made."""
    answer = client(who).post(f"{LIST}/moves", json=request)
    assert answer.status_code == 202, answer.text
    run_jobs()
    job = answer.json()["data"]["id"]
    rows = client(who).get(f"/api/v1/jobs/{job}/outcomes").json()["data"]
    return {row["id"]: row["refusal"] for row in rows}


def test_answer_to_several_tickets_is_written_on_each(client: ClientFor, run_jobs: RunJobs) -> None:
    new, begun, resolved = raised(client, STUDENT), raised(client, STAFF), raised(client, STAFF)
    written(client, TECH, begun)
    client(ADMIN).post(f"{URL}/ticket/{resolved}/resolve")
    request = body("reply", new, begun, resolved, message="<p>It works again</p>")
    preview = client(TECH).post(f"{LIST}/moves/preview", json=request).json()["data"]
    assert (preview["count"], preview["possible"]) == (3, 2)
    outcomes = outcomes_of(client, TECH, run_jobs, request)
    assert outcomes[new] is None and outcomes[begun] is None
    assert outcomes[resolved] == "This is not possible while the status is Resolved"
    for number in (new, begun):
        detail = get_ticket(client, TECH, number)
        assert detail["status"] == "inprogress"
        last = detail["messages"][-1]
        assert (last["message"], last["responsibleStaff"]) == ("<p>It works again</p>", True)
    assert len(get_ticket(client, TECH, resolved)["messages"]) == 1


def test_answer_to_several_tickets_needs_a_text_and_the_team(client: ClientFor, run_jobs: RunJobs) -> None:
    number = raised(client, STUDENT)
    empty = client(TECH).post(f"{LIST}/moves", json=body("reply", number, message=""))
    assert empty.status_code == 422
    outcomes = outcomes_of(client, STUDENT, run_jobs, body("reply", number, message="<p>Mine</p>"))
    assert outcomes == {number: "You are not allowed to do this"}
    assert len(get_ticket(client, TECH, number)["messages"]) == 1


def test_several_tickets_are_resolved_and_unanswered_ones_refused(client: ClientFor, run_jobs: RunJobs) -> None:
    answered, unanswered = raised(client, STUDENT), raised(client, STUDENT)
    written(client, TECH, answered)
    outcomes = outcomes_of(client, TECH, run_jobs, body("resolve", answered, unanswered))
    assert outcomes == {answered: None, unanswered: "Please answer the ticket before you resolve it"}
    assert get_ticket(client, TECH, answered)["status"] == "resolved"
