"""Identity's events of users, its read model of persons, and its gRPC answers."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import grpc
import httpx
import pytest
import sqlalchemy as sa

from identity.accounts.model import password_link, user_account
from kit import rpc
from kit.errors import NotSignedIn
from kit.events import Event
from kit.policy import ANONYMOUS, Actor, as_service
from services.identity.tests.builders import Build
from staffroom.identity.v1 import users_pb2, users_pb2_grpc
from staffroom.people.events.v1.events_pb2 import PersonChanged, TutorAccepted
from staffroom_testing import actor
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]
ClientFor = Callable[[Actor | None], httpx.Client]
Published = Callable[[], list[tuple[str, str, dict[str, Any]]]]


def person(**values: Any) -> dict[str, Any]:
    return {
        "id": 4,
        "kind": "tutor",
        "firstName": "Tina",
        "lastName": "Turner",
        "email": "t@x.org",
        "status": "active",
    } | values


def row_of(build: Build, user_id: int) -> Any:
    return build.run(sa.select(user_account).where(user_account.c.id == user_id)).mappings().one()


def test_changed_user_is_published_completely(build: Build, client: ClientFor, published: Published) -> None:
    user_id = build.user("ada", "staff", staff_id=7)
    root = client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))
    root.put(f"/api/v1/users/{user_id}", json={"field": "roleIds", "newValue": ["staff", "finance"]})
    [(subject, key, payload)] = published()
    assert (subject, key) == ("identity.user.changed", str(user_id))
    assert payload["roleIds"] == ["staff", "finance"]
    assert (payload["username"], payload["name"], payload["staffId"], payload["tutorId"]) == (
        "ada",
        "Ada Lovelace",
        7,
        0,
    )


def test_new_name_is_published(build: Build, client: ClientFor, published: Published) -> None:
    user_id = build.user("ada", "staff")
    root = client(build.actor(build.user("root", "sysAdmin"), "sysAdmin"))
    root.put(f"/api/v1/users/{user_id}", json={"field": "lastName", "newValue": "Byron"})
    assert [payload["name"] for _, _, payload in published()] == ["Ada Byron"]


def test_name_follows_the_person(build: Build, deliver: Callable[..., None], published: Published) -> None:
    user_id = build.user("tina", "tutor", email="own@x.org", tutor_id=4)
    deliver(Event.of(PersonChanged), 4, person(userId=user_id))
    row = row_of(build, user_id)
    assert (row["name"], row["tutor_id"], row["email"]) == ("Tina Turner", 4, "own@x.org")
    assert [payload["name"] for _, _, payload in published()] == ["Tina Turner"]


def test_repeated_event_changes_nothing(build: Build, deliver: Callable[..., None], published: Published) -> None:
    user_id = build.user("tina", "tutor", tutor_id=4)
    for _ in range(2):
        deliver(Event.of(PersonChanged), 4, person(userId=user_id))
    assert row_of(build, user_id)["version"] == 2
    assert len(published()) == 1


@pytest.mark.parametrize("claimed", ["another user", "nobody"])
def test_person_with_another_link_changes_nothing_and_gets_one_answer(
    build: Build, deliver: Callable[..., None], published: Published, claimed: str
) -> None:
    name = {"first_name": "Tina", "last_name": "Turner"}
    first, second = build.user("tina", "tutor", tutor_id=4, **name), build.user("tanya", "tutor", tutor_id=5)
    deliver(Event.of(PersonChanged), 4, person(userId=second if claimed == "another user" else 0))
    assert (row_of(build, first)["tutor_id"], row_of(build, second)["tutor_id"]) == (4, 5)
    answered = {payload["id"]: payload["tutorId"] for _, _, payload in published()}
    assert answered == ({first: 4, second: 5} if claimed == "another user" else {first: 4})


def test_deleted_person_is_no_longer_linked(build: Build, deliver: Callable[..., None]) -> None:
    user_id = build.user("tina", "tutor", tutor_id=4)
    deliver(Event.of(PersonChanged), 4, person(deleted=True))
    assert row_of(build, user_id)["tutor_id"] is None


def test_event_of_an_unknown_kind_or_user_is_ignored(build: Build, deliver: Callable[..., None]) -> None:
    user_id = build.user("tina", "tutor")
    deliver(Event.of(PersonChanged), 4, person(kind="applicant", userId=user_id))
    deliver(Event.of(PersonChanged), 4, person(userId=999_999))
    assert row_of(build, user_id)["version"] == 1


def accepted(tutor: int, first: str = "Łucja", last: str = "O'Brien-Şen") -> dict[str, Any]:
    return {"id": tutor, "applicationId": 3, "firstName": first, "lastName": last, "email": "lucja@x.org"}


def test_accepted_tutor_gets_one_account(build: Build, deliver: Callable[..., None], published: Published) -> None:
    place = build.department("Oxford")
    for _ in range(2):
        deliver(Event.of(TutorAccepted), 4, accepted(4) | {"departmentId": place})
    [row] = build.run(sa.select(user_account).where(user_account.c.tutor_id == 4)).mappings().all()
    assert (row["username"], row["role_ids"], row["primary_department_id"]) == ("lucja.obriensen", ["tutor"], place)
    assert [(payload["tutorId"], payload["username"]) for _, _, payload in published()] == [(4, "lucja.obriensen")]


def test_accepted_tutor_is_welcomed_with_a_link_of_days(
    build: Build, deliver: Callable[..., None], run_jobs: Callable[[], Any], mailbox: Mailbox
) -> None:
    deliver(Event.of(TutorAccepted), 4, accepted(4))
    run_jobs()
    [mail] = mailbox.mails
    for kind in ("plain", "html"):
        text = mail.get_body((kind,)).get_content()
        assert "lucja.obriensen" in text and "welcome" in text and "asked for a new password" not in text
    assert mail["Subject"] == "Your Staffroom account"
    created, expires = build.run(sa.select(password_link.c.created, password_link.c.expires)).one()
    assert abs(expires - created - dt.timedelta(days=3)) < dt.timedelta(seconds=2)


def test_usernames_of_accepted_tutors_are_unique(build: Build, deliver: Callable[..., None]) -> None:
    build.user("lucja.obriensen", "staff")
    deliver(Event.of(TutorAccepted), 4, accepted(4))
    deliver(Event.of(TutorAccepted), 5, accepted(5, "李", "明"))
    names = build.run(sa.select(user_account.c.username).where(user_account.c.tutor_id.in_([4, 5]))).scalars()
    assert sorted(names) == ["lucja.obriensen2", "tutor"]


def test_users_over_grpc(build: Build, rpc_channel: grpc.Channel) -> None:
    place = build.department("Oxford")
    first = build.user("ada", "staff", "finance", primary_department_id=place)
    gone = build.user("bea", "finance", status="inactive")
    stub = users_pb2_grpc.UserServiceStub(rpc_channel)
    tutor = actor("tutor")
    request = users_pb2.BatchGetUsersRequest(user_ids=[gone, first, 999_999])
    users = rpc.call(stub.BatchGetUsers, request, actor=tutor).users
    assert [(user.id, user.name, list(user.role_ids), user.status) for user in users] == [
        (first, "Ada Lovelace", ["staff", "finance"], "active"),
        (gone, "Ada Lovelace", ["finance"], "inactive"),
    ]
    assert [user.primary_department_id for user in users] == [place, 0]
    by_role = users_pb2.ListUserIdsByRoleRequest(role_ids=["finance"])
    assert list(rpc.call(stub.ListUserIdsByRole, by_role, actor=as_service("support")).user_ids) == [first]
    by_role.include_inactive = True
    assert list(rpc.call(stub.ListUserIdsByRole, by_role, actor=tutor).user_ids) == [first, gone]
    with pytest.raises(NotSignedIn):
        rpc.call(stub.BatchGetUsers, request, actor=ANONYMOUS)
