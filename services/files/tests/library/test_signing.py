"""Read and sign: people are asked, open the document, sign its latest version, and are reminded until they do."""

from __future__ import annotations

import datetime as dt
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from files.events import NOTIFICATION_RAISED
from files.signing.model import library_user, reading_request, reading_signature
from files.signing.reminding import UNSIGNED
from kit.database import Database
from kit.policy import Actor, as_service
from kit.reminders import remind
from kit.values.days import today
from services.files.tests.builders import GOOD, upload
from services.files.tests.library.conftest import (
    ADMIN,
    KEEPER,
    MORE,
    READER,
    STRANGER,
    ClientFor,
    change,
    put_in,
)
from staffroom_testing.plugin import Published

IN_TEN_DAYS = (today() + dt.timedelta(days=10)).isoformat()
FILES = as_service("files")


def ask(client: ClientFor, who: Actor, number: int, *users: Actor, **more: Any) -> httpx.Response:
    body = {"users": [one.user_id for one in users], "due": IN_TEN_DAYS, **more}
    return client(who).post(f"/api/v1/file/{number}/signing", json=body)


def sign(client: ClientFor, who: Actor, number: int, version: int = 1) -> httpx.Response:
    return client(who).post(f"/api/v1/file/{number}/sign", json={"version": version})


def state(client: ClientFor, who: Actor, number: int) -> dict[str, Any]:
    answer = client(who).get(f"/api/v1/file/{number}/signing")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data


def notices(published: Published) -> list[dict[str, Any]]:
    return [payload for subject, _, payload in published() if subject == NOTIFICATION_RAISED.subject]


def own(client: ClientFor, who: Actor) -> list[tuple[int, str]]:
    answer = client(who).get("/api/v1/library/sign?page=1")
    return [(one["fileId"], one["state"]) for one in answer.json()["data"]]


@pytest.fixture
def policy(client: ClientFor, policies: int) -> int:
    return put_in(client, KEEPER, policies)


def test_person_opens_and_signs_the_latest_version(
    client: ClientFor, policy: int, published: Published, database: Database
) -> None:
    answer = ask(client, KEEPER, policy, READER, note="Before term")
    assert (answer.status_code, answer.json()["data"]) == (201, {"asked": 1})
    (notice,) = notices(published)
    assert (notice["title"], notice["userIds"]) == ("Please sign: Safeguarding", [READER.user_id])
    assert notice["text"].endswith("Before term")
    assert own(client, READER) == [(policy, "open")]
    refused = sign(client, READER, policy)
    assert (refused.status_code, refused.json()["error"]) == (409, "Open the document before you sign it")
    assert client(READER).get(f"/api/v1/file/{policy}/download").status_code == 200
    assert state(client, READER, policy)["mine"]["opened"] is True
    assert sign(client, READER, policy, 2).json()["error"] == (
        "There is a newer version, 1. Read it and sign that one."
    )
    signed = sign(client, READER, policy)
    assert (signed.status_code, signed.json()["data"]["number"]) == (200, 1)
    assert sign(client, READER, policy).json()["data"] == signed.json()["data"]
    assert own(client, READER) == [(policy, "signed")]
    assert state(client, KEEPER, policy) | {"mine": None} == {
        "number": 1,
        "sentence": "I have read and understood this document",
        "people": 1,
        "signed": 1,
        "overdue": 0,
        "mine": None,
    }
    with database.read() as connection:
        kept = connection.execute(sa.select(reading_signature)).mappings().one()
    assert (kept["user_name"], kept["words"]) == ("Rae Reader", "I have read and understood this document")


def test_new_version_asks_again_if_the_administrator_chooses(
    client: ClientFor, policy: int, published: Published, database: Database
) -> None:
    ask(client, KEEPER, policy, READER, MORE)
    for who in (READER, MORE):
        client(who).get(f"/api/v1/file/{policy}")
        assert sign(client, who, policy).status_code == 200
    path = f"/api/v1/file/{policy}/update"
    assert upload(client(KEEPER), "a.pdf", GOOD["pdf"] + b"%2", path=path).status_code == 201
    assert own(client, READER) == [(policy, "signed")]
    third = upload(client(KEEPER), "a.pdf", GOOD["pdf"] + b"%3", path=path, signAgain="true", signBy=IN_TEN_DAYS)
    assert third.status_code == 201
    assert own(client, READER) == [(policy, "open")]
    assert notices(published)[-1]["title"] == "Please sign the new version: Safeguarding"
    assert sign(client, READER, policy, 1).status_code == 409
    assert sign(client, READER, policy, 3).json()["code"] == "not_opened"
    client(READER).get(f"/api/v1/file/{policy}/download")
    assert sign(client, READER, policy, 3).status_code == 200
    refused = upload(client(KEEPER), "a.pdf", GOOD["pdf"], path=path, signAgain="maybe", signBy="x")
    assert (refused.status_code, sorted(refused.json()["fields"])) == (422, ["signAgain", "signBy"])
    with database.read() as connection:
        numbers = connection.scalars(
            sa.select(reading_signature.c.number).where(reading_signature.c.user_id == READER.user_id)
        )
        assert sorted(numbers) == [1, 3]


def test_only_people_with_access_are_asked_by_name_or_role(client: ClientFor, policy: int) -> None:
    refused = ask(client, KEEPER, policy, READER, STRANGER)
    assert (refused.status_code, refused.json()["code"], refused.json()["error"]) == (
        409,
        "no_access",
        "Sam Stranger has no access to the folder of this document. Give them access first.",
    )
    assert ask(client, KEEPER, policy, roles=["tutor"]).json()["data"] == {"asked": 1}
    checked = client(KEEPER).post(f"/api/v1/file/{policy}/signing/check", json={"roles": ["staff", "tutor"]})
    groups = {name: [one["name"] for one in some] for name, some in checked.json()["data"].items()}
    assert groups == {
        "asked": ["Kit Keeper", "Mo More"],
        "already": ["Rae Reader"],
        "noAccess": ["Ada Byron", "Sam Stranger"],
    }
    assert ask(client, KEEPER, policy).json()["error"] == "Please choose people or a role"
    assert ask(client, KEEPER, policy, roles=["exams"]).json()["fields"] == {
        "roles": "Nobody who can sign in has this role: exams"
    }
    assert ask(client, KEEPER, policy, MORE, due="2020-01-01").json()["fields"] == {
        "due": "Please choose today or a later day"
    }
    assert ask(client, KEEPER, policy, users=[9999]).status_code == 422
    assert ask(client, MORE, policy, READER).status_code == 403
    assert ask(client, STRANGER, policy, READER).status_code == 404
    assert sign(client, MORE, policy).json()["error"] == "Nobody asked you to sign this document"
    change(client, KEEPER, f"/file/{policy}", "visible", False)
    assert ask(client, KEEPER, policy, MORE).status_code == 409


def test_people_who_have_not_signed_are_reminded_manually_and_by_the_ladder(
    client: ClientFor, policy: int, published: Published, database: Database
) -> None:
    ask(client, KEEPER, policy, READER, MORE, KEEPER)
    client(KEEPER).get(f"/api/v1/file/{policy}")
    sign(client, KEEPER, policy)
    notices(published)
    assert client(KEEPER).post(f"/api/v1/file/{policy}/signing/remind", json={}).json()["data"] == {"reminded": 2}
    assert notices(published)[0]["userIds"] == [MORE.user_id, READER.user_id]
    assert client(READER).post(f"/api/v1/file/{policy}/signing/remind", json={}).status_code == 403
    due = today() + dt.timedelta(days=10)
    counts = [remind(UNSIGNED, FILES, due + dt.timedelta(days=days)) for days in (-8, -7, -3, -1, 0, 6, 7, 8, 14, 21)]
    assert counts == [0, 2, 0, 2, 0, 0, 2, 0, 2, 2]
    database.execute(sa.update(reading_request).values(due=today() - dt.timedelta(days=1)))
    assert own(client, READER) == [(policy, "overdue")]
    assert state(client, KEEPER, policy)["overdue"] == 2
    body = {"folderId": client(KEEPER).get("/api/v1/library/signing?page=1").json()["data"][0]["folderId"]}
    client(ADMIN).post("/api/v1/deleteusersfromfolder", json={**body, "users": [READER.user_id]})
    report = client(KEEPER).get("/api/v1/library/signing?page=1&sort=person").json()["data"]
    assert [(one["person"], one["state"]) for one in report] == [
        ("Kit Keeper", "signed"),
        ("Mo More", "overdue"),
        ("Rae Reader", "noAccess"),
    ]
    assert own(client, READER) == []
    assert remind(UNSIGNED, FILES, today() + dt.timedelta(days=7)) == 1
    assert client(STRANGER).get("/api/v1/library/signing?page=1").json()["data"] == []


def test_withdrawn_request_keeps_its_signatures(client: ClientFor, policy: int, database: Database) -> None:
    ask(client, KEEPER, policy, READER)
    client(READER).get(f"/api/v1/file/{policy}")
    sign(client, READER, policy)
    path = f"/api/v1/file/{policy}/signing/withdraw"
    assert client(READER).post(path, json={"users": [READER.user_id]}).status_code == 403
    assert client(KEEPER).post(path, json={"users": [READER.user_id]}).json()["data"] == {"withdrawn": 1}
    assert state(client, READER, policy)["mine"] is None
    with database.read() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(reading_signature)) == 1


def test_people_who_cannot_sign_in_are_not_asked_by_their_role(
    client: ClientFor, policy: int, database: Database
) -> None:
    database.execute(sa.update(library_user).where(library_user.c.id == READER.user_id).values(active=False))
    assert ask(client, KEEPER, policy, roles=["tutor"]).status_code == 422


def test_roles_with_people_are_offered(client: ClientFor) -> None:
    offered = client(READER).get("/api/v1/library/roles").json()["data"]
    assert [(one["label"], one["people"]) for one in offered] == [("Staff", 4), ("Sys admin", 1), ("Tutor", 1)]
