"""Kinds of notice and of comment: declared by the services, stored by support."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from kit.database import Database, migrate
from kit.kinds import GENERAL, SHARED, WELFARE, CommentKind, NoticeKind, event_of, payload
from kit.policy import as_service
from kit.processes.web import service_of
from services.support.tests.builders import DECLARED, KINDS, STAFF, STUDENT, about, directory, written
from staffroom_testing.plugin import ClientFor
from support.kinds import queries
from support.kinds.model import comment_kind, notice_kind
from support.kinds.own import NOTICE_KINDS
from support.notifications.commands import notify
from support.notifications.kinds import Notice

URL = "/api/v1"
NOTICES = (
    "event eventCancelled eventDay eventHour slip lateSlip report lateReport collection homework journal tuition "
    "leadNew lead leadDue formAsked formEntry checksMissing checkExpires dataMissing checklistDue application "
    "examDeadline comment ticket ticketMention ticketDue email error reminder bankDetails signing documentReview "
    "retention quarantine"
)
SINCE = (
    *("leadNew", "lead", "leadDue"),
    *(
        "formAsked",
        "formEntry",
        "checksMissing",
        "checkExpires",
        "dataMissing",
        "checklistDue",
        "application",
        "examDeadline",
    ),
    *("signing", "documentReview", "retention", "quarantine"),
)
"""Kinds that were added after the migration."""
ENTITIES = (
    "student tutor staff client candidate invigilator agent user application course cws location enquiry "
    "enquiryWithType exam examSeries formEntry event invoice bill tutorPayment expense slip homework report "
    "collectionReport studyPlan journalEntry ticket error file department organisation"
)
GUIDE = NoticeKind("guide", "Guides", "A guide is offered to you", mail=True)
DEVICE = CommentKind("device", "Device", "/equipment/{id}", (GENERAL, SHARED))


@pytest.fixture(autouse=True)
def people(database: Database) -> None:
    directory(database)


def empty(database: Database) -> None:
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.delete(notice_kind))
        tx.execute(sa.delete(comment_kind))


def kept(database: Database) -> tuple[dict[str, NoticeKind], dict[str, queries.EntityKind]]:
    with database.read() as connection:
        return queries.notice_kinds(connection), queries.comment_kinds(connection)


def chosen(client: ClientFor) -> list[str]:
    return [kind["name"] for kind in client(STAFF).get(f"{URL}/notifications/settings").json()["data"]["kinds"]]


@pytest.mark.parametrize("publisher", DECLARED)
def test_services_declare_their_kinds(publisher: str) -> None:
    declared = service_of(publisher)
    assert (tuple(declared.notice_kinds), tuple(declared.comment_kinds)) == DECLARED[publisher]
    assert event_of(publisher) in declared.events


def test_kinds_are_ordered_by_their_places(database: Database) -> None:
    notices, comments = kept(database)
    assert (" ".join(notices), " ".join(comments)) == (NOTICES, ENTITIES)
    declared = {kind.name: kind for kinds, _ in DECLARED.values() for kind in kinds}
    assert notices == declared | {kind.name: kind for kind in NOTICE_KINDS}
    assert comments == {name: queries.EntityKind(**vars(kind), service=owner) for name, (owner, kind) in KINDS.items()}


def test_unknown_entity_type_names_all_kinds_in_order(client: ClientFor) -> None:
    answer = client(STAFF).get(f"{URL}/comments", headers=about("planet")).json()
    assert answer["error"] == f"Unknown entity type; allowed are: {', '.join(ENTITIES.split())}"


def test_new_kind_of_another_service_can_be_chosen_and_mailed(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    notices, comments = DECLARED["people"]
    deliver(event_of("people"), "people", payload((*notices, GUIDE), comments))
    assert chosen(client)[-1] == "guide"
    with database.transaction(as_service("support")) as tx:
        notify(tx, [STAFF.user_id], Notice("guide", "A guide", "", "/"))
    assert [job["params"]["kind"] for job in database.all(sa.text("SELECT params FROM job"))] == ["guide"]
    answer = client(STAFF).put(f"{URL}/notifications/settings", json={"kind": "guide", "bell": False, "mail": False})
    assert answer.status_code == 200


def test_new_kind_of_record_takes_comments(client: ClientFor, owners: Any, deliver: Any) -> None:
    refused = client(STAFF).get(f"{URL}/comments", headers=about("device"))
    assert refused.status_code == 422
    notices, comments = DECLARED["people"]
    deliver(event_of("people"), "people", payload(notices, (*comments, DEVICE)))
    owners["people", "device", 5] = True
    comment = written(client, STAFF, entityType="device", entityTypeId=5, type="shared")
    assert (comment["typeLabel"], comment["color"]) == ("Shared", "green")
    owners["people", "device", 6] = False
    body = {"entityType": "device", "entityTypeId": 6, "comment": "<p>x</p>", "type": "general"}
    answer = client(STAFF).post(f"{URL}/comment/add", json=body)
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no device 6 to comment on")


def test_withdrawn_kind_is_refused_and_its_comments_are_not_found(client: ClientFor, deliver: Any) -> None:
    comment = written(client, STAFF, entityType="slip", entityTypeId=5)
    notices, comments = DECLARED["teaching"]
    deliver(event_of("teaching"), "teaching", payload(notices, [one for one in comments if one.name != "slip"]))
    assert client(STAFF).get(f"{URL}/comments", headers=about("slip", 5)).status_code == 422
    assert client(STAFF).get(f"{URL}/comment/{comment['id']}/revisions").status_code == 404
    deliver(event_of("teaching"), "teaching", payload(notices, comments))
    assert client(STAFF).get(f"{URL}/comments", headers=about("slip", 5)).json()["total"] == 1


def test_notice_of_an_unknown_kind_is_shown_in_the_bell(client: ClientFor, database: Database) -> None:
    empty(database)
    with database.transaction(as_service("support")) as tx:
        assert notify(tx, [STAFF.user_id], Notice("event", "Booked", "", "/calendar/day")) == 1
    assert client(STAFF).get(f"{URL}/notifications").json()["unread"] == 1
    assert not database.all(sa.text("SELECT id FROM job"))


def test_support_has_its_own_kinds_without_any_event(client: ClientFor, database: Database) -> None:
    empty(database)
    assert chosen(client) == ["comment", "ticket", "ticketMention", "email", "error"]
    written(client, STAFF, entityType="ticket", entityTypeId=5)


def test_kind_that_moves_to_another_service_exists_once(database: Database, deliver: Any) -> None:
    """The new owner may be upgraded before the old one."""
    notices, comments = DECLARED["finance"]
    deliver(event_of("finance"), "finance", payload((*notices, *DECLARED["people"][0]), comments))
    assert " ".join(kept(database)[0]) == NOTICES
    deliver(event_of("people"), "people", payload((), DECLARED["people"][1]))
    assert " ".join(kept(database)[0]) == NOTICES


def test_replay_ends_with_the_last_declaration(database: Database, deliver: Any) -> None:
    notices, comments = DECLARED["people"]
    history = [payload(notices, comments), payload(notices, (*comments, DEVICE)), payload(notices[1:], comments)]
    for content in [*history, *history]:
        deliver(event_of("people"), "people", content)
    kinds = kept(database)
    assert ("event" in kinds[0], "device" in kinds[1]) == (False, False)


def migration() -> Any:
    path: Path = migrate.versions("support") / "0010_kinds.py"
    spec = importlib.util.spec_from_file_location("support_kinds_migration", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_upgraded_support_knows_the_kinds_of_older_services(
    client: ClientFor, database: Database, deliver: Any
) -> None:
    def without_texts() -> tuple[dict[str, NoticeKind], dict[str, queries.EntityKind]]:
        """A service publishes its present texts when it starts."""
        notices, comments = kept(database)
        return {name: replace(kind, text="") for name, kind in notices.items()}, comments

    notices, comments = without_texts()
    empty(database)
    with database.transaction(as_service("support")) as tx:
        migration().keep_kinds_in_use(tx.connection)
    assert without_texts() == ({name: kind for name, kind in notices.items() if name not in SINCE}, comments)
    student = CommentKind("student", "Learner", "/students/{id}/comments", (GENERAL, WELFARE), place=10)
    deliver(event_of("people"), "people", payload((), [student]))
    notices, comments = kept(database)
    assert comments["student"].title == "Learner" and "tutor" not in comments and "invoice" in comments
    assert "event" not in notices and "slip" in notices


def test_new_installation_gets_its_kinds_only_by_events(database: Database) -> None:
    empty(database)
    with database.transaction(as_service("support")) as tx:
        tx.execute(sa.text("DELETE FROM directory_user"))
        migration().keep_kinds_in_use(tx.connection)
    assert len(kept(database)[0]) == len(NOTICE_KINDS)


def test_audience_of_a_type_reaches_support(client: ClientFor, deliver: Any) -> None:
    notices, comments = DECLARED["people"]
    hidden = [replace(one, types=(GENERAL,)) if one.name == "student" else one for one in comments]
    types = f"{URL}/comments/types"
    assert [one["value"] for one in client(STUDENT).get(types, headers=about("student")).json()["data"]] == ["shared"]
    deliver(event_of("people"), "people", payload(notices, hidden))
    assert client(STUDENT).get(types, headers=about("student")).json()["data"] == []
