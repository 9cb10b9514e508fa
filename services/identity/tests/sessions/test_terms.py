"""Tutors who reject the terms and conditions are signed out (`teaching.md 6`)."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable

import httpx

from kit.events import Event
from services.identity.tests.builders import Build
from staffroom.teaching.events.v1.events_pb2 import TermsAnswered

ANSWERED = Event.of(TermsAnswered)
REFRESH = "/api/v1/auth/refresh?app=client"


def test_rejection_ends_the_sessions_of_the_tutor(
    build: Build, sign_in: Callable[..., httpx.Client], deliver: Callable[..., None]
) -> None:
    ada, ben = build.user("ada", "tutor"), build.user("ben", "tutor")
    browsers = [sign_in(name, app="client") for name in ("ada", "ben")]
    deliver(ANSWERED, 1, {"id": 1, "tutorId": 1, "userId": ben, "accepted": True, "rejected": False})
    deliver(ANSWERED, 2, {"id": 2, "tutorId": 2, "userId": ada, "accepted": False, "rejected": True})
    assert [browser.post(REFRESH).status_code for browser in browsers] == [401, 200]
    assert ("sessionEnded", ada) in [entry[:2] for entry in build.audited()]


def test_tutor_who_rejected_has_no_role_until_acceptance(
    build: Build, sign_in: Callable[..., httpx.Client], deliver: Callable[..., None]
) -> None:
    ada = build.user("ada", "tutor", tutor_id=7)
    payload = {"id": 1, "tutorId": 7, "userId": ada}
    deliver(ANSWERED, 1, payload | {"accepted": False, "rejected": True})
    browser = sign_in("ada", app="client")
    assert persons(browser) == {}
    deliver(ANSWERED, 2, payload | {"accepted": True, "rejected": False})
    assert persons(browser) == {"tutor": 7}


def persons(browser: httpx.Client) -> dict[str, int]:
    """Return the roles in the token that the session gets now."""
    token = browser.post(REFRESH).json()["data"]["authToken"]
    body = token.split(".")[1]
    claims: dict[str, dict[str, int]] = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    return claims["persons"]
