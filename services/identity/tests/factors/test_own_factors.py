"""One's own second factors, and what sysAdmin does for a user who has lost theirs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
import sqlalchemy as sa

from identity.factors.model import recovery_code, second_factor
from identity.factors.rules import MOST_FACTORS
from kit.policy import as_service
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.factors.conftest import (
    OWN,
    Clock,
    Enrolled,
    Person,
    add_app,
    add_passkey,
    password_step,
)
from services.identity.tests.sessions.conftest import realm
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox", "realm"]

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]


def mine(person: Person) -> dict[str, Any]:
    overview: dict[str, Any] = person.browser.get(OWN).json()["data"]
    return overview


def test_list_omits_secrets(enrolled: Enrolled) -> None:
    ada = enrolled("ada", "staff")
    add_passkey(ada, ada.proof())
    overview = mine(ada)
    assert (overview["external"], overview["asked"], overview["recoveryCodes"]) == (False, False, 10)
    assert [(one["kind"], one["name"]) for one in overview["factors"]] == [
        ("totp", "My phone"),
        ("passkey", "Key ring"),
    ]
    assert set(overview["factors"][0]) == {"id", "kind", "name", "created", "lastUsed"}


def test_first_factor_needs_the_password(build: Build, sign_in: SignIn, clock: Clock) -> None:
    user_id = build.user("ada", "tutor", tutor_id=5)
    ada = Person(user_id, "ada", sign_in("ada", app="client"), clock)
    asked = ada.browser.post(f"{OWN}/challenge").json()["data"]
    assert asked == {"challenge": None, "kinds": ["password"], "passkey": None}
    for proof in ({"password": "wrong"}, {"code": "123456"}, {"recoveryCode": "x"}):
        refused = ada.browser.post(f"{OWN}/enrolment", json=proof)
        assert (refused.status_code, list(refused.json()["fields"])) == (422, ["password"])
    assert build.audited()[-1] == ("secondFactorRefused", user_id, None, "wrong current password")
    assert len(add_app(ada, {"password": PASSWORD})["recoveryCodes"]) == 10


def test_wrong_passwords_count_as_failed_attempts(build: Build, sign_in: SignIn) -> None:
    build.user("ada", "staff")
    browser = sign_in("ada")
    for _ in range(10):
        assert browser.post(f"{OWN}/enrolment", json={"password": "wrong"}).status_code == 422
    assert browser.post(f"{OWN}/enrolment", json={"password": PASSWORD}).status_code == 429


def test_further_factor_needs_a_factor_and_not_the_password(enrolled: Enrolled) -> None:
    """Somebody at an unattended desk who knows the password changes nothing."""
    ada = enrolled("ada", "staff")
    [factor] = mine(ada)["factors"]
    for path in ("enrolment", f"{factor['id']}/remove", "recovery-codes"):
        assert ada.browser.post(f"{OWN}/{path}", json={"password": PASSWORD}).status_code == 409
        proof = ada.proof() | {"code": "000000"}
        refused = ada.browser.post(f"{OWN}/{path}", json=proof)
        assert (refused.status_code, refused.json()["code"]) == (422, "wrong_second_factor")
        assert list(refused.json()["fields"]) == ["code"]
    assert len(mine(ada)["factors"]) == 1
    add_passkey(ada, ada.proof())
    assert len(mine(ada)["factors"]) == 2


def test_proof_is_valid_once_and_in_its_session(enrolled: Enrolled, sign_in: SignIn) -> None:
    ada, eve = enrolled("ada", "staff"), enrolled("eve", "staff")
    proof = ada.proof()
    assert eve.browser.post(f"{OWN}/enrolment", json=proof).status_code == 409
    assert ada.browser.post(f"{OWN}/enrolment", json=proof).status_code == 200
    assert ada.browser.post(f"{OWN}/enrolment", json=proof).status_code == 409


def test_wrong_proofs_count_as_failed_attempts(enrolled: Enrolled) -> None:
    ada = enrolled("ada", "staff")
    for _ in range(10):
        assert ada.browser.post(f"{OWN}/recovery-codes", json=ada.proof() | {"code": "1"}).status_code == 422
    assert ada.browser.post(f"{OWN}/recovery-codes", json=ada.proof()).status_code == 429


def test_passkey_and_recovery_code_are_proofs_too(enrolled: Enrolled) -> None:
    ada = enrolled("ada", "staff")
    passkey = add_passkey(ada, ada.proof())
    asked = ada.browser.post(f"{OWN}/challenge").json()["data"]
    assert asked["kinds"] == ["passkey", "totp", "recoveryCode"]
    proof = {"challenge": asked["challenge"], "passkey": passkey.sign(asked["passkey"])}
    new = ada.browser.post(f"{OWN}/recovery-codes", json=proof).json()["data"]["recoveryCodes"]
    assert not set(new) & set(ada.codes)
    lost = ada.browser.post(f"{OWN}/challenge").json()["data"]["challenge"]
    old = {"challenge": lost, "recoveryCode": ada.codes[0]}
    assert ada.browser.post(f"{OWN}/recovery-codes", json=old).status_code == 422, "the old ones are gone"
    assert ada.browser.post(f"{OWN}/recovery-codes", json=old | {"recoveryCode": new[0]}).status_code == 200


def test_only_its_owner_renames_and_removes_a_factor(enrolled: Enrolled, build: Build) -> None:
    ada, eve = enrolled("ada", "staff"), enrolled("eve", "staff")
    [factor] = mine(ada)["factors"]
    path = f"{OWN}/{factor['id']}"
    assert eve.browser.put(path, json={"name": "Mine"}).status_code == 404
    assert eve.browser.post(f"{path}/remove", json=eve.proof()).status_code == 404
    assert ada.browser.put(path, json={"name": " "}).status_code == 422
    assert ada.browser.put(path, json={"name": "Old phone"}).json()["data"]["name"] == "Old phone"
    assert ada.browser.post(f"{path}/remove", json=ada.proof()).status_code == 200
    assert ("secondFactorRemoved", ada.id, None, "Old phone") in build.audited()
    assert (mine(ada)["factors"], mine(ada)["recoveryCodes"]) == ([], 0)
    assert ada.browser.post("/api/v1/auth/refresh").status_code == 200


@pytest.mark.usefixtures("asked_by_role")
def test_last_factor_stays_if_the_role_requires_one(enrolled: Enrolled, monkeypatch: pytest.MonkeyPatch) -> None:
    from identity.config import identity_settings

    monkeypatch.setattr(identity_settings(), "second_factor", "chosen")
    ada = enrolled("ada", "staff")
    monkeypatch.setattr(identity_settings(), "second_factor", "roles")
    [factor] = mine(ada)["factors"]
    assert mine(ada)["asked"]
    refused = ada.browser.post(f"{OWN}/{factor['id']}/remove", json=ada.proof())
    assert (refused.status_code, refused.json()["code"]) == (409, "last_factor")
    add_passkey(ada, ada.proof())
    assert ada.browser.post(f"{OWN}/{factor['id']}/remove", json=ada.proof()).status_code == 200


def test_user_has_at_most_ten_factors(enrolled: Enrolled, build: Build) -> None:
    ada = enrolled("ada", "staff")
    with build.db.transaction(as_service("identity")) as tx:
        for _ in range(MOST_FACTORS - 1):
            values = {"user_id": ada.id, "kind": "totp", "name": "x", "secret": "y", "last_step": 0}
            tx.execute(sa.insert(second_factor).values(values))
    begun = ada.browser.post(f"{OWN}/enrolment", json=ada.proof()).json()["data"]
    body = {"challenge": begun["challenge"], "code": Person(0, "", ada.browser, ada.clock, begun["secret"]).code()}
    assert ada.browser.post(OWN, json=body).json()["code"] == "too_many_factors"


def test_passkey_of_another_user_is_refused(enrolled: Enrolled) -> None:
    ada, eve = enrolled("ada", "staff"), enrolled("eve", "staff")
    hers = add_passkey(eve, eve.proof())
    begun = ada.browser.post(f"{OWN}/enrolment", json=ada.proof()).json()["data"]
    body = {"challenge": begun["challenge"], "passkey": hers.register(begun["passkey"])}
    assert ada.browser.post(OWN, json=body).status_code == 422


def test_idempotency_key_returns_no_secrets(enrolled: Enrolled) -> None:
    """An Idempotency-Key stores answers for a day; these are never stored."""
    ada = enrolled("ada", "staff")
    ada.browser.headers["Idempotency-Key"] = "again"
    body = ada.proof()
    assert ada.browser.post(f"{OWN}/recovery-codes", json=body).status_code == 200
    assert ada.browser.post(f"{OWN}/recovery-codes", json=body).status_code == 409


def test_impersonator_cannot_change_factors(enrolled: Enrolled) -> None:
    root, ada = enrolled("root", "sysAdmin", "staff"), enrolled("ada", "staff")
    [factor] = mine(ada)["factors"]
    acting = root.browser.post(f"/api/v1/auth/impersonate/{ada.id}").json()["data"]["authToken"]
    root.browser.headers["Authorization"] = f"Bearer {acting}"
    assert root.browser.get(OWN).status_code == 403
    posts = ("challenge", "enrolment", "recovery-codes", f"{factor['id']}/remove")
    calls = [("POST", OWN), ("PUT", f"{OWN}/{factor['id']}"), *(("POST", f"{OWN}/{path}") for path in posts)]
    calls.append(("POST", f"/api/v1/users/{ada.id}/second-factors/remove"))
    for method, path in calls:
        body = {"challenge": "x", "code": "1"} if method == "POST" else {"name": "x"}
        assert root.browser.request(method, path, json=body).status_code == 403, path


def test_sysadmin_removes_the_factors_of_a_user_who_lost_them(
    enrolled: Enrolled, build: Build, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    root, ada = enrolled("root", "sysAdmin", "staff"), enrolled("ada", "staff")
    run_jobs()
    mailbox.mails.clear()
    detail = root.browser.get(f"/api/v1/users/{ada.id}").json()["data"]
    assert [one["name"] for one in detail["secondFactors"]] == ["My phone"]
    assert ada.browser.get(f"/api/v1/users/{root.id}").json()["data"]["secondFactors"] is None
    path = f"/api/v1/users/{ada.id}/second-factors/remove"
    assert ada.browser.post(path).status_code == 403
    assert root.browser.post(path).json()["data"] == {"id": ada.id, "removed": 1}
    assert build.run(sa.select(recovery_code.c.hash).where(recovery_code.c.user_id == ada.id)).first() is None
    assert ("secondFactorRemoved", ada.id, root.id, "My phone") in build.audited()
    assert ada.browser.post("/api/v1/auth/refresh").status_code == 401, "whoever has the phone is out"
    assert root.browser.post(path).json()["code"] == "no_factor"
    own = root.browser.post(f"/api/v1/users/{root.id}/second-factors/remove")
    assert own.json()["code"] == "own_factors"
    assert root.browser.post("/api/v1/users/999999/second-factors/remove").status_code == 404
    run_jobs()
    assert [mail["Subject"] for mail in mailbox.mails] == ["Your second factors were removed"]
    body = {"username": "ada", "password": PASSWORD}
    assert client(None).post("/api/v1/auth/login", json=body).status_code == 200


def test_passkeys_are_offered_only_if_browsers_allow_them(
    enrolled: Enrolled, client: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kit.settings import settings

    ada = enrolled("ada", "staff")
    add_passkey(ada, ada.proof())
    monkeypatch.setattr(settings(), "public_url", "http://10.0.0.5:8080")
    refusal = password_step(client(None), "ada")
    assert (refusal["kinds"], refusal["passkey"]) == (["totp", "recoveryCode"], None)
    begun = ada.browser.post(f"{OWN}/enrolment", json=ada.proof()).json()["data"]
    assert begun["passkey"] is None


@pytest.mark.usefixtures("realm")
def test_keycloak_stores_the_factors_if_it_signs_in(build: Build, client: ClientFor) -> None:
    user_id = build.user("ada", "staff")
    ada, root = client(build.actor(user_id, "staff")), client(build.actor(build.user("root"), "sysAdmin"))
    overview = ada.get(OWN).json()["data"]
    assert overview == {"external": True, "asked": False, "factors": [], "recoveryCodes": 0}
    for path in (f"{OWN}/challenge", f"{OWN}/enrolment", f"{OWN}/recovery-codes", f"{OWN}/1/remove"):
        assert ada.post(path, json={"password": PASSWORD}).json()["code"] == "sign_in_elsewhere"
    refused = ada.post(OWN, json={"challenge": "x", "code": "1"})
    assert refused.json()["code"] == "sign_in_elsewhere"
    assert root.post(f"/api/v1/users/{user_id}/second-factors/remove").json()["code"] == "sign_in_elsewhere"
