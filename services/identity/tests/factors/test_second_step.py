"""The second step of signing in (`docs/security.md`, Second factors), as attacked by a thief who has the password."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from redis import Redis

from identity.accounts.model import user_account
from identity.factors import challenges
from identity.factors.model import second_factor
from kit.policy import tokens
from kit.settings import settings
from services.identity.tests.builders import PASSWORD, Build
from services.identity.tests.factors.conftest import (
    LOGIN,
    SECOND,
    Clock,
    Enrolled,
    Person,
    add_passkey,
    new_passkey,
)
from staffroom_testing.mailbox import Mailbox, mailbox

__all__ = ["mailbox"]

ClientFor = Callable[..., httpx.Client]
SignIn = Callable[..., httpx.Client]
NEW = "another horse 9"


def answer(browser: httpx.Client, refusal: dict[str, Any], **proof: Any) -> httpx.Response:
    return browser.post(SECOND, json={"challenge": refusal["challenge"], **proof})


def test_user_without_a_factor_signs_in_with_the_password(build: Build, client: ClientFor) -> None:
    build.user("ada", "staff", "sysAdmin")
    assert client(None).post(LOGIN, json={"username": "ada", "password": PASSWORD}).status_code == 200


def test_password_alone_is_not_enough(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    response = browser.post(LOGIN, json={"username": "ada", "password": PASSWORD})
    refusal = response.json()
    assert (response.status_code, refusal["code"]) == (401, "second_factor")
    assert (refusal["kinds"], refusal["passkey"]) == (["totp", "recoveryCode"], None)
    assert "staffroom_refresh" not in browser.cookies
    assert not {"authToken", "data"} & refusal.keys()
    assert browser.post("/api/v1/auth/refresh").status_code == 401
    done = answer(browser, refusal, code=f"{ada.code()[:3]} {ada.code()[3:]}")
    assert done.status_code == 200, done.text
    assert set(done.json()["data"]) == {"authToken", "timeStamp", "expiresAt", "sessionExpiresAt", "user"}
    assert browser.post("/api/v1/auth/refresh").status_code == 200


def test_wrong_password_reveals_nothing_about_factors(enrolled: Enrolled, client: ClientFor) -> None:
    enrolled("ada", "staff")
    refusal = client(None).post(LOGIN, json={"username": "ada", "password": "wrong"}).json()
    assert (refusal["code"], refusal.keys() & {"challenge", "kinds", "passkey"}) == ("wrong_password", set())


def test_each_outcome_is_audited(enrolled: Enrolled, client: ClientFor, build: Build) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    wrong = answer(browser, refusal, code="000000")
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_second_factor")
    assert list(wrong.json()["fields"]) == ["code"]
    assert answer(browser, refusal, recoveryCode="abcd").status_code == 401
    assert answer(browser, refusal, code=ada.code()).status_code == 200
    assert [(kind, detail) for kind, user, _, detail in build.audited()[-4:] if user == ada.id] == [
        ("secondFactorRefused", "This code is wrong, or has already been used"),
        ("secondFactorRefused", "This recovery code is wrong, or has already been used"),
        ("secondFactorUsed", "My phone"),
        ("signedIn", "staff"),
    ]


@pytest.mark.parametrize(("steps", "allowed"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)])
def test_clocks_may_differ_by_one_step(
    enrolled: Enrolled, client: ClientFor, clock: Clock, steps: int, allowed: bool
) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    clock.pass_(300)
    response = answer(browser, ada.password_step(browser), code=ada.code(steps))
    assert response.status_code == (200 if allowed else 401)


def test_code_is_accepted_once_and_earlier_codes_are_refused_after_it(enrolled: Enrolled, client: ClientFor) -> None:
    ada, here, there = enrolled("ada", "staff"), client(None), client(None)
    code, before = ada.code(), ada.code(-1)
    assert answer(here, ada.password_step(here), code=code).status_code == 200
    for seen in (code, before):
        assert answer(there, ada.password_step(there), code=seen).status_code == 401
    ada.clock.pass_(30)
    assert answer(there, ada.password_step(there), code=ada.code()).status_code == 200


def test_code_that_added_the_app_cannot_sign_in(
    build: Build, sign_in: SignIn, enrolled: Enrolled, client: ClientFor, clock: Clock
) -> None:
    ada = enrolled("ada", "staff")
    clock.pass_(-30)
    browser = client(None)
    assert answer(browser, ada.password_step(browser), code=ada.code()).status_code == 401


@pytest.mark.parametrize("kind", ["code", "recoveryCode"])
def test_only_one_of_concurrent_answers_begins_a_session(
    enrolled: Enrolled, client: ClientFor, build: Build, kind: str
) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    proof = {"challenge": ada.password_step(browser)["challenge"], kind: ada.code() if kind == "code" else ada.codes[0]}
    jar = {"Cookie": f"staffroom_device={browser.cookies['staffroom_device']}"}

    def send(_: int) -> int:
        return client(None).post(SECOND, json=proof, headers=jar).status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = list(pool.map(send, range(6)))
    assert statuses.count(200) == 1
    assert set(statuses) <= {200, 401, 409}
    used = [kind for kind, _, _, _ in build.audited() if kind in ("secondFactorUsed", "recoveryCodeUsed")]
    assert len(used) == 1


def test_two_right_answers_to_one_challenge_begin_one_session(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    device = {"Cookie": f"staffroom_device={browser.cookies['staffroom_device']}"}
    assert answer(browser, refusal, code=ada.code()).status_code == 200
    body = {"challenge": refusal["challenge"], "recoveryCode": ada.codes[0]}
    again = client(None).post(SECOND, json=body, headers=device)
    assert (again.status_code, again.json()["code"]) == (409, "second_factor_expired")


def test_challenge_is_bound_to_its_browser(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser, thief = enrolled("ada", "staff"), client(None), client(None)
    refusal = ada.password_step(browser)
    assert answer(thief, refusal, code=ada.code()).status_code == 409, "no device cookie"
    ada.password_step(thief)
    assert answer(thief, refusal, code=ada.code()).status_code == 409, "another one"
    assert answer(browser, refusal, code=ada.code()).status_code == 200, "and the code was not used up"


def test_challenge_is_bound_to_its_user(enrolled: Enrolled, client: ClientFor) -> None:
    ada, eve, browser = enrolled("ada", "staff"), enrolled("eve", "staff"), client(None)
    refusal = ada.password_step(browser)
    for proof in ({"code": eve.code()}, {"recoveryCode": eve.codes[0]}):
        assert answer(browser, refusal, **proof).status_code == 401
    done = answer(browser, eve.password_step(browser), code=eve.code())
    assert tokens.verify(done.json()["data"]["authToken"]).user_id == eve.id


def test_challenge_is_bound_to_its_application(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff", "tutor"), client(None)
    refusal = ada.password_step(browser, "client")
    refused = answer(browser, refusal, code=ada.code(), app="staff")
    assert refused.status_code == 422, "there is nothing to choose"
    done = answer(browser, refusal, code=ada.code())
    assert tokens.verify(done.json()["data"]["authToken"]).roles == {"tutor"}
    assert "staffroom_refresh" not in browser.cookies


@pytest.mark.parametrize("challenge", ["", "x", "\u00e9" * 40, "identity:second"])
def test_invented_challenge_is_refused(client: ClientFor, challenge: str) -> None:
    browser = client(None)
    browser.cookies.set("staffroom_device", "made-up")
    assert answer(browser, {"challenge": challenge}, code="123456").status_code == 409


def test_challenge_lasts_five_minutes(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    valkey = Redis.from_url(settings().redis_url)
    key = challenges._key(refusal["challenge"])
    assert 290 < valkey.ttl(key) <= 300
    assert refusal["challenge"] not in key
    valkey.delete(key)
    assert answer(browser, refusal, code=ada.code()).status_code == 409


def test_challenge_is_for_one_purpose(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    for path in ("enrolment", "enrol"):
        body = {"challenge": refusal["challenge"]} | ({"code": ada.code()} if path == "enrol" else {})
        assert browser.post(f"/api/v1/auth/login/{path}", json=body).status_code == 409
    signed_in = ada.browser.post("/api/v1/auth/second-factors/challenge").json()["data"]
    assert answer(ada.browser, signed_in, code=ada.code()).status_code == 409


def test_challenge_does_not_outlive_password_or_account(enrolled: Enrolled, client: ClientFor, build: Build) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    change = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert ada.browser.post("/api/v1/auth/password/change", json=change).status_code == 200
    assert answer(browser, refusal, code=ada.code()).status_code == 409
    eve = enrolled("eve", "staff")
    refusal = eve.password_step(browser)
    build.db.execute(sa.update(user_account).where(user_account.c.id == eve.id).values(status="inactive"))
    assert answer(browser, refusal, code=eve.code()).status_code == 409


def test_lost_access_between_the_steps_is_detected(enrolled: Enrolled, client: ClientFor, build: Build) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    build.db.execute(sa.update(user_account).where(user_account.c.id == ada.id).values(role_ids=["tutor"]))
    assert answer(browser, refusal, code=ada.code()).status_code == 403


def test_ten_wrong_codes_lock_out_unknown_devices_and_notify_the_owner(
    enrolled: Enrolled,
    client: ClientFor,
    build: Build,
    mailbox: Mailbox,
    run_jobs: Callable[[], Any],
) -> None:
    ada, thief = enrolled("ada", "staff"), client(None)
    run_jobs()
    mailbox.mails.clear()
    for _ in range(10):
        assert answer(thief, ada.password_step(thief), code="000000").status_code == 401
    refusal = ada.password_step(thief)
    for _ in range(2):
        locked = answer(thief, refusal, code=ada.code())
        assert locked.status_code == 429, "a new sign-in with the password does not reset the count"
        assert int(locked.headers["retry-after"]) > 0
    other = client(None)
    assert answer(other, ada.password_step(other), recoveryCode=ada.codes[0]).status_code == 429
    assert answer(ada.browser, ada.password_step(ada.browser), code=ada.code()).status_code == 200, "a known browser"
    assert ("secondFactorRefused", ada.id, None, "too many wrong tries") in build.audited()
    run_jobs()
    assert [mail["Subject"] for mail in mailbox.mails] == ["Somebody knows your password"]


def test_fifty_wrong_codes_in_a_day_lock_out_too(enrolled: Enrolled, client: ClientFor) -> None:
    """Ten attempts every five minutes would find a code of six digits within months."""
    ada, thief = enrolled("ada", "staff"), client(None)
    valkey = Redis.from_url(settings().redis_url)
    for tries in range(51):
        if tries % 10 == 0:
            for key in valkey.scan_iter("identity:tries:second:*"):
                valkey.delete(key)
        last = answer(thief, ada.password_step(thief), code="000000")
    assert last.status_code == 429
    assert int(last.headers["retry-after"]) > 80_000


def test_new_password_by_mail_lifts_the_lock(
    enrolled: Enrolled, client: ClientFor, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    ada, thief, at_home = enrolled("ada", "staff"), client(None), client(None)
    for _ in range(11):
        last = answer(thief, ada.password_step(thief), code="000000")
    assert last.status_code == 429
    at_home.post("/api/v1/auth/password/forgot", json={"username": "ada"})
    run_jobs()
    secret = mailbox.links()[-1]
    change = {"token": secret, "newPassword": NEW}
    assert at_home.post("/api/v1/auth/password/change", json=change).status_code == 200
    assert "staffroom_refresh" not in at_home.cookies, "a link sets a password, and signs nobody in"
    asked = at_home.post(LOGIN, json={"username": "ada", "password": NEW})
    assert asked.json()["code"] == "second_factor"
    other = client(None)
    refusal = other.post(LOGIN, json={"username": "ada", "password": NEW}).json()
    assert answer(other, refusal, code=ada.code()).status_code == 200


def test_right_code_uncounts_only_its_own_attempt(enrolled: Enrolled, client: ClientFor) -> None:
    """The count of the day: a thief gains nothing from the owner's sign-ins."""
    ada = enrolled("ada", "staff")
    for _ in range(3):
        thief, owner = client(None), client(None)
        assert answer(thief, ada.password_step(thief), code="000000").status_code == 401
        assert answer(owner, ada.password_step(owner), code=ada.code()).status_code == 200
        ada.clock.pass_(30)
    valkey = Redis.from_url(settings().redis_url)
    assert [int(valkey.get(key) or 0) for key in valkey.scan_iter("identity:tries:second-day:*")] == [3]


def test_recovery_code_works_once_however_it_is_typed(
    enrolled: Enrolled, client: ClientFor, build: Build, mailbox: Mailbox, run_jobs: Callable[[], Any]
) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    assert len(set(ada.codes)) == 10
    typed = ada.codes[3].upper().replace("-", " ")
    assert answer(browser, ada.password_step(browser), recoveryCode=typed).status_code == 200
    assert answer(browser, ada.password_step(browser), recoveryCode=ada.codes[3]).status_code == 401
    assert ("recoveryCodeUsed", ada.id, None, "9 left") in build.audited()
    run_jobs()
    assert "You have 9 left" in mailbox.mails[-1].get_body(("plain",)).get_content()


def test_existing_sessions_continue(build: Build, enrolled: Enrolled) -> None:
    ada = enrolled("ada", "staff")
    assert ada.browser.post("/api/v1/auth/refresh").status_code == 200


def test_impersonation_needs_no_second_factor(enrolled: Enrolled, build: Build) -> None:
    root = enrolled("root", "sysAdmin", "staff")
    tutor = enrolled("tina", "staff")
    assert root.browser.post(f"/api/v1/auth/impersonate/{tutor.id}").status_code == 200


def with_passkey(ada: Person) -> Any:
    return add_passkey(ada, ada.proof())


def test_passkey_signs_in(enrolled: Enrolled, client: ClientFor, build: Build) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    passkey = with_passkey(ada)
    refusal = ada.password_step(browser)
    assert refusal["kinds"] == ["passkey", "totp", "recoveryCode"]
    assert [one["transports"] for one in refusal["passkey"]["allowCredentials"]] == [["usb"]]
    assert answer(browser, refusal, passkey=passkey.sign(refusal["passkey"])).status_code == 200
    assert ("secondFactorUsed", ada.id, None, "Key ring") in build.audited()


def test_signature_is_for_one_challenge(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    passkey = with_passkey(ada)
    first = ada.password_step(browser)
    signed = passkey.sign(first["passkey"])
    assert answer(browser, ada.password_step(browser), passkey=signed).status_code == 401
    assert answer(browser, first, passkey=signed).status_code == 200
    assert answer(browser, first, passkey=signed).status_code == 409


def test_signatures_of_other_keys_pages_and_copies_are_refused(
    enrolled: Enrolled, client: ClientFor, build: Build
) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    passkey = with_passkey(ada)
    refusal = ada.password_step(browser)
    other = new_passkey()
    other.id = passkey.id
    assert answer(browser, refusal, passkey=other.sign(refusal["passkey"])).status_code == 401, "another key"
    passkey.origin = "https://staffroom.example.evil"
    assert answer(browser, refusal, passkey=passkey.sign(refusal["passkey"])).status_code == 401, "another page"
    passkey.origin, passkey.host = settings().public_url, "evil"
    assert answer(browser, refusal, passkey=passkey.sign(refusal["passkey"])).status_code == 401, "another site"
    passkey.host, passkey.count = "localhost", 0
    build.db.execute(sa.update(second_factor).values(sign_count=5))
    assert answer(browser, refusal, passkey=passkey.sign(refusal["passkey"])).status_code == 401, "a copied key"
    passkey.count = 5
    assert answer(browser, refusal, passkey=passkey.sign(refusal["passkey"])).status_code == 200


def test_passkey_is_bound_to_its_user(enrolled: Enrolled, client: ClientFor) -> None:
    ada, eve, browser = enrolled("ada", "staff"), enrolled("eve", "staff"), client(None)
    hers = with_passkey(eve)
    with_passkey(ada)
    refusal = ada.password_step(browser)
    assert answer(browser, refusal, passkey=hers.sign(refusal["passkey"])).status_code == 401


@pytest.mark.parametrize(
    "forged",
    [
        {},
        {"id": 5},
        {"id": "AAAA"},
        {"id": "\u00e9"},
        {"response": []},
        {"response": {"clientDataJSON": "AAAA", "authenticatorData": "AAAA", "signature": ""}},
        {"response": {"clientDataJSON": "e30", "authenticatorData": "A" * 300, "signature": "MA"}},
        {"type": None},
    ],
)
def test_forged_passkey_is_refused(enrolled: Enrolled, client: ClientFor, forged: dict[str, Any]) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    passkey = with_passkey(ada)
    refusal = ada.password_step(browser)
    shape = passkey.sign(refusal["passkey"]) if forged else {}
    assert answer(browser, refusal, passkey=shape | forged).status_code == 401


def test_only_one_proof_is_accepted_in_a_call(enrolled: Enrolled, client: ClientFor) -> None:
    ada, browser = enrolled("ada", "staff"), client(None)
    refusal = ada.password_step(browser)
    assert answer(browser, refusal).status_code == 422
    assert answer(browser, refusal, code=ada.code(), recoveryCode="x").status_code == 422


def test_unknown_names_get_the_same_answer(client: ClientFor) -> None:
    refusal = client(None).post(LOGIN, json={"username": "nobody", "password": PASSWORD}).json()
    assert "challenge" not in refusal
