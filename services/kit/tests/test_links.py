"""Links: addresses that an element of a page opens without an access token."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from kit.errors import NotFound, NotSignedIn
from kit.policy import links, revocations, tokens
from staffroom_testing import actor, token

WHO = actor("tutor", user_id=7, name="Zoë", persons={"tutor": 4})


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    yield
    revocations._revoked.clear()


def test_link_has_its_person_and_its_subject() -> None:
    person, subject = links.open_(links.make(WHO, "play", 12), "play")
    assert (person.user_id, person.name, person.roles, person.persons, subject) == (
        7,
        "Zoë",
        WHO.roles,
        {"tutor": 4},
        12,
    )


def test_link_is_for_one_purpose_and_does_not_sign_in() -> None:
    secret = links.make(WHO, "play", 12)
    for other, purpose in ((secret, "print"), (token(WHO), "play"), (tokens.service_token(WHO, "play"), "play")):
        with pytest.raises(NotFound):
            links.open_(other, purpose)
    with pytest.raises(NotSignedIn):
        tokens.verify(secret)
    with pytest.raises(NotSignedIn):
        tokens.verify_service_token(secret)


def test_link_ends_with_its_session_and_expires(monkeypatch: pytest.MonkeyPatch) -> None:
    secret = links.make(WHO, "play", 12)
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + links.SECONDS + 1)
        with pytest.raises(NotFound):
            links.open_(secret, "play")
    revocations._note(WHO.session_id)
    with pytest.raises(NotFound):
        links.open_(secret, "play")
