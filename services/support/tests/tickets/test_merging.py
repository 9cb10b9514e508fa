"""Internal notes and mentions, merging, splitting, links and watchers of tickets."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from kit.policy import Actor
from services.support.tests.builders import ADMIN, COLLEAGUE, OFFICE, STAFF, STUDENT
from services.support.tests.tickets.builders import GUIDE, TECH, URL, get_ticket, raised, written
from staffroom_testing.killing import kill_after
from staffroom_testing.plugin import ClientFor

MENTION = "<p>Please look, @[Olga Office](user:13)</p>"


def notices(client: ClientFor, who: Actor) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client(who).get("/api/v1/notifications").json()["data"]
    return rows


def merged(client: ClientFor, who: Actor, target: int, *sources: int) -> Any:
    """Return the answer of POST support/ticket/{id}/merge."""
    return client(who).post(f"{URL}/ticket/{target}/merge", json={"ids": list(sources)})


def texts(client: ClientFor, who: Actor, ticket: int) -> list[tuple[str, str]]:
    return [(one["message"], one["status"]) for one in get_ticket(client, who, ticket)["messages"]]


class TestNotes:
    def test_only_staff_see_internal_notes(self, client: ClientFor) -> None:
        number = raised(client, STUDENT)
        before = client(STUDENT).get(f"{URL}/tickets/my?page=1").json()["data"]
        note = written(client, TECH, number, "<p>Careful</p>", internal=True)
        assert note.status_code == 201 and note.json()["data"]["status"] == "submitted", "a note answers nothing"
        assert [one["internal"] for one in get_ticket(client, TECH, number)["messages"]] == [False, True]
        assert [one["internal"] for one in get_ticket(client, STUDENT, number)["messages"]] == [False]
        assert client(STUDENT).get(f"{URL}/tickets/my?page=1").json()["data"] == before
        assert notices(client, STUDENT) == []
        read = f"{URL}/message/{note.json()['data']['id']}/read"
        assert client(STUDENT).post(read).status_code == 404
        assert client(TECH).post(read).status_code == 200

    def test_only_staff_write_notes_and_notes_take_no_files(self, client: ClientFor) -> None:
        number = raised(client, STUDENT)
        assert written(client, STUDENT, number, internal=True).status_code == 403
        assert get_ticket(client, STUDENT, number)["may"]["note"] is False
        assert get_ticket(client, TECH, number)["may"]["note"] is True
        refused = written(client, TECH, number, internal=True, fileIds=[7])
        assert refused.status_code == 422 and "fileIds" in refused.json()["fields"]

    def test_mention_informs_and_notifies_once(self, client: ClientFor) -> None:
        number = raised(client, STUDENT, responsibleStaff=21)
        assert client(OFFICE).get(f"{URL}/ticket/{number}").status_code == 404
        written(client, TECH, number, MENTION, internal=True)
        (notice,) = notices(client, OFFICE)
        assert (notice["kind"], notice["text"]) == ("ticketMention", "The total is wrong"), "the note is not told"
        assert get_ticket(client, OFFICE, number)["watching"] is True
        written(client, TECH, number, MENTION)
        assert [one["kind"] for one in notices(client, OFFICE)] == ["ticketMention", "ticketMention"]
        written(client, STUDENT, number, MENTION)
        assert notices(client, OFFICE)[0]["kind"] == "ticket", "others than staff mention nobody"


class TestMerging:
    def test_messages_move_and_the_merged_ticket_links_to_its_target(self, client: ClientFor) -> None:
        target, source = raised(client, STAFF), raised(client, STUDENT, message="<p>Me too</p>")
        written(client, TECH, source, "<p>Hidden</p>", internal=True)
        answer = merged(client, TECH, target, source)
        assert answer.json()["data"] == {"id": target, "merged": [source]}
        assert texts(client, TECH, target)[1:] == [("<p>Me too</p>", "merged"), ("<p>Hidden</p>", "merged")]
        gone = get_ticket(client, STUDENT, source)
        assert (gone["status"], gone["mergedInto"], gone["messages"], gone["moves"]) == (
            "resolved",
            {"id": target},
            [],
            [],
        )
        assert len(get_ticket(client, STUDENT, target)["messages"]) == 2, "its followers come along, notes do not"
        assert [one["id"] for one in get_ticket(client, TECH, target)["merged"]] == [source]
        assert notices(client, STUDENT)[0]["target"] == f"/support/tickets/all?ticket={target}"
        assert client(TECH).post(f"{URL}/ticket/{source}/reopen").status_code == 409

    def test_undo_restores_the_snapshot(self, client: ClientFor) -> None:
        target, source, other = raised(client, STAFF), raised(client, STUDENT), raised(client, COLLEAGUE)
        written(client, TECH, source)
        before = get_ticket(client, STUDENT, source)
        merged(client, TECH, target, source, other)
        written(client, STUDENT, target, "<p>Written since</p>")
        assert client(STUDENT).post(f"{URL}/ticket/{source}/unmerge").status_code == 403
        assert client(TECH).post(f"{URL}/ticket/{source}/unmerge").status_code == 200
        after = get_ticket(client, STUDENT, source)
        for name in ("status", "messages", "mergedInto", "infoUsers"):
            assert after[name] == before[name]
        assert client(STUDENT).get(f"{URL}/ticket/{target}").status_code == 404
        assert [status for _, status in texts(client, TECH, target)] == ["sent", "merged", "sent"]
        again = client(TECH).post(f"{URL}/ticket/{source}/unmerge")
        assert (again.status_code, again.json()["error"]) == (409, f"Ticket {source} is not merged")

    def test_chain_of_merges_is_undone_from_its_end(self, client: ClientFor) -> None:
        first, second, third = (raised(client, STAFF) for _ in range(3))
        merged(client, TECH, second, first)
        merged(client, TECH, third, second)
        assert client(TECH).post(f"{URL}/ticket/{first}/unmerge").status_code == 409
        assert client(TECH).post(f"{URL}/ticket/{second}/unmerge").status_code == 200
        assert client(TECH).post(f"{URL}/ticket/{first}/unmerge").status_code == 200
        assert [len(texts(client, TECH, one)) for one in (first, second, third)] == [1, 1, 1]

    @pytest.mark.parametrize("who", [STUDENT, STAFF, GUIDE])
    def test_only_the_team_merges(self, client: ClientFor, who: Actor) -> None:
        target, source = raised(client, who), raised(client, who)
        assert merged(client, who, target, source).status_code == 403
        assert merged(client, TECH, target, raised(client, GUIDE, team="tutorSupport")).status_code == 404

    def test_merge_into_itself_a_resolved_or_a_merged_ticket_is_refused(self, client: ClientFor) -> None:
        one, two, three = (raised(client, STAFF) for _ in range(3))
        assert merged(client, TECH, one, one).status_code == 422
        client(ADMIN).post(f"{URL}/ticket/{three}/resolve")
        assert merged(client, TECH, three, one).status_code == 409
        assert merged(client, TECH, one, three).status_code == 200
        assert merged(client, TECH, two, three).json()["error"] == (
            f"Ticket {three} was merged into #{one}: undo the merge first"
        )
        assert client(TECH).post(f"{URL}/ticket/{three}/unmerge").status_code == 200
        assert get_ticket(client, TECH, three)["status"] == "resolved"

    def test_one_of_two_concurrent_mutual_merges_succeeds(self, client: ClientFor) -> None:
        for _ in range(3):
            one, two = raised(client, STAFF), raised(client, STAFF)
            begin = threading.Barrier(2)
            answers: dict[int, Any] = {}

            def merge(target: int, source: int, begin: Any = begin, answers: dict[int, Any] = answers) -> None:
                begin.wait()
                answers[target] = merged(client, TECH, target, source)

            threads = [threading.Thread(target=merge, args=pair) for pair in ((one, two), (two, one))]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            winner, loser = sorted((one, two), key=lambda target: answers[target].status_code)
            assert (answers[winner].status_code, answers[loser].status_code) == (200, 409)
            assert answers[loser].json()["error"] == f"Ticket {loser} was merged into #{winner}: undo the merge first"
            assert len(get_ticket(client, TECH, winner)["messages"]) == 2

    @pytest.mark.parametrize(
        "step",
        ["support.tickets.queries.messages_of", "support.tickets.merging._merge_one", "support.tickets.merging.merge"],
    )
    def test_killed_merge_leaves_both_tickets_unchanged(self, client: ClientFor, step: str) -> None:
        target, source = raised(client, STAFF), raised(client, STUDENT, message="<p>Me too</p>")
        before = [get_ticket(client, TECH, one) for one in (target, source)]
        kill_after("support", step, "services.support.tests.killed.merge", target, source)
        assert [get_ticket(client, TECH, one) for one in (target, source)] == before
        assert merged(client, TECH, target, source).status_code == 200, "its locks are gone with it"
        assert texts(client, TECH, target)[1:] == [("<p>Me too</p>", "merged")]
        assert client(TECH).post(f"{URL}/ticket/{source}/unmerge").status_code == 200
        assert get_ticket(client, TECH, source)["messages"] == before[1]["messages"]


class TestSplitting:
    def test_message_becomes_a_linked_ticket(self, client: ClientFor) -> None:
        number = raised(client, STUDENT)
        first = get_ticket(client, TECH, number)["messages"][0]["id"]
        message = written(client, STUDENT, number, "<p>Another thing</p>").json()["data"]["id"]

        def split(who: Actor, which: int, title: str = "Another") -> Any:
            return client(who).post(f"{URL}/message/{which}/split", json={"title": title})

        assert split(STUDENT, message).status_code == 403
        assert split(TECH, first).json()["error"] == "The first message is the question itself and stays on its ticket"
        assert split(TECH, message, "").status_code == 422
        new = split(TECH, message).json()["data"]["id"]
        detail = get_ticket(client, STUDENT, new)
        assert (detail["title"], detail["type"], detail["user"]["id"]) == ("Another", "techSupport", STUDENT.user_id)
        assert [one["message"] for one in detail["messages"]] == ["<p>Another thing</p>"]
        assert [one["id"] for one in detail["linked"]] == [number]
        assert len(get_ticket(client, STUDENT, number)["messages"]) == 1


class TestWatching:
    def test_only_staff_watch_and_link_tickets(self, client: ClientFor) -> None:
        number, other = raised(client, STUDENT), raised(client, STAFF)
        path = f"{URL}/ticket/{number}"
        assert client(STUDENT).post(f"{path}/watch").status_code == 403
        for _ in range(2):
            assert client(TECH).post(f"{path}/watch").json()["data"] == {"id": number, "watching": True}
        assert [one["user"]["id"] for one in get_ticket(client, TECH, number)["infoUsers"]] == [TECH.user_id]
        assert client(TECH).post(f"{path}/unwatch").json()["data"]["watching"] is False
        linked = client(TECH).post(f"{path}/link", json={"ticketId": other}).json()["data"]["linked"]
        assert [one["id"] for one in linked] == [other]
        assert get_ticket(client, STUDENT, number)["linked"] == [], "not a ticket that the reader does not see"
        assert client(TECH).post(f"{path}/unlink", json={"ticketId": other}).json()["data"]["linked"] == []
        assert client(TECH).post(f"{path}/link", json={"ticketId": number}).status_code == 422
