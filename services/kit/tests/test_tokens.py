"""Tokens: accepted and refused ones, and the cache of verified ones."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from kit.errors import NotSignedIn, Unavailable
from kit.policy import as_service, revocations, tokens
from kit.settings import settings
from staffroom_testing import actor, signing_key, token


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    tokens.forget()
    yield
    tokens.forget()
    revocations._revoked.clear()


def test_token_names_its_actor() -> None:
    who = actor("staff", "accounting", persons={"staff": 4}, real_user_id=9, name="Zoë")
    assert tokens.verify(token(who)) == who


@pytest.mark.parametrize(
    "claims",
    [
        {"exp": 1},
        {"exp": None},
        {"exp": "soon"},
        {"iss": "someone"},
        {"sub": None},
        {"sub": "x"},
        {"roles": None},
        {"sid": None},
        {"act": {"sub": "x"}},
        {"persons": {"tutor": "x"}},
        {"persons": "x"},
        {"nbf": 9999999999},
        {"sub": True},
        {"sub": 1},
        {"sub": "1.0"},
        {"sub": " 1"},
        {"act": {"sub": True}},
        {"persons": {"tutor": True}},
        {"persons": {"tutor": 1.0}},
        {"persons": {"tutor": "1"}},
    ],
)
def test_token_with_wrong_claims_is_refused(claims: dict[str, Any]) -> None:
    whole = {"iss": "staffroom", "sub": "1", "roles": [], "sid": "s", "exp": int(time.time()) + 60} | claims
    kept = {name: value for name, value in whole.items() if value is not None}
    key = RSAKey.import_key(signing_key())
    kid = tokens.jwks(signing_key())["keys"][0]["kid"]
    with pytest.raises(NotSignedIn):
        tokens.verify(jwt.encode({"alg": "RS256", "kid": kid}, kept, key))


def _part(data: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(data).encode()).rstrip(b"=").decode()


def test_other_algorithms_are_refused() -> None:
    claims = {"iss": "staffroom", "sub": "1", "roles": ["sysAdmin"], "sid": "s", "exp": int(time.time()) + 60}
    kid = tokens.jwks(signing_key())["keys"][0]["kid"]
    with pytest.raises(NotSignedIn):
        tokens.verify(f"{_part({'alg': 'none', 'kid': kid})}.{_part(claims)}.")
    public = json.dumps(tokens.jwks(signing_key())["keys"][0])
    with pytest.raises(NotSignedIn):
        tokens.verify(jwt.encode({"alg": "HS256", "kid": kid}, claims, OctKey.import_key(public)))
    with pytest.raises(NotSignedIn):
        tokens.verify(tokens.service_token(as_service("people"), "people"))
    stranger = RSAKey.generate_key(2048)
    with pytest.raises(NotSignedIn):
        tokens.verify(jwt.encode({"alg": "RS256", "kid": kid}, claims, stranger))


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "..",
        "a.b.c",
        "é",
        "\ud800",
        "x" * 100_000,
        _part([]) + ".x.y",
        _part({"alg": "RS256", "kid": []}) + ".e30.x",
    ],
)
def test_invalid_token_is_refused(text: str) -> None:
    with pytest.raises(NotSignedIn):
        tokens.verify(text)


def test_changed_token_is_refused_even_after_the_true_one_was_seen() -> None:
    good = token(actor("staff"))
    tokens.verify(good)
    head, body, signature = good.split(".")
    with pytest.raises(NotSignedIn):
        tokens.verify(f"{head}.{body}.{signature[:-4]}AAAA")


def test_expiry_and_revocation_apply_to_cached_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    who = actor("staff")
    good = token(who)
    tokens.verify(good)
    revocations._note(who.session_id)
    with pytest.raises(NotSignedIn):
        tokens.verify(good)
    other = actor("staff")
    seen = token(other)
    tokens.verify(seen)
    monkeypatch.setattr(time, "time", lambda: other.expires + 1)
    with pytest.raises(NotSignedIn):
        tokens.verify(seen)


def test_without_any_keys_the_answer_is_503(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings(), "jwks_url", "file:///nowhere/jwks.json")
    with pytest.raises(Unavailable):
        tokens.verify(token(actor("staff")))


def test_unknown_key_is_fetched_once_in_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens.verify(token(actor("staff")))
    fetched: list[int] = []
    monkeypatch.setattr(tokens._Keys, "_fetch", lambda self: fetched.append(1))
    for _ in range(5):
        with pytest.raises(NotSignedIn):
            tokens.verify(jwt.encode({"alg": "RS256", "kid": "other"}, {}, RSAKey.generate_key(2048)))
    assert fetched == []


def test_cache_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "_CACHED", 3)
    for _ in range(6):
        tokens.verify(token(actor("staff")))
    assert len(tokens._seen) == 3


def test_cached_token_is_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make bench` measures the time that this saves."""
    tokens.verify(token(actor("staff")))  # fetches the keys with which the next token is cached
    good = token(actor("staff", persons={"tutor": 5}))
    who = tokens.verify(good)
    decoded: list[str] = []
    monkeypatch.setattr(tokens.jwt, "decode", lambda text, *_, **__: decoded.append(text))
    assert [tokens.verify(good) for _ in range(3)] == [who] * 3
    assert not decoded


@pytest.mark.parametrize(
    "named",
    [
        {"userId": True},
        {"userId": 1.0},
        {"userId": "1"},
        {"realUserId": True},
        {"persons": {"tutor": True}},
    ],
)
def test_service_token_refuses_other_types_as_ids(named: dict[str, Any]) -> None:
    claims = {
        "aud": "staffroom-services",
        "iss": "people",
        "actor": {"userId": 1} | named,
        "exp": int(time.time()) + 60,
    }
    signed = jwt.encode({"alg": "HS256"}, claims, OctKey.import_key(settings().service_key))
    with pytest.raises(NotSignedIn):
        tokens.verify_service_token(signed)


def test_service_token_names_the_actor_it_acts_for() -> None:
    who = actor("staff", persons={"tutor": 5}, name="Ann")
    verified = tokens.verify_service_token(tokens.service_token(who, "people"))
    assert (verified.user_id, verified.roles, verified.persons) == (who.user_id, who.roles, who.persons)
    assert tokens.verify_service_token(tokens.service_token(as_service("people"), "people")).service == "people"
    with pytest.raises(NotSignedIn):
        tokens.verify_service_token(token(who))
    forged = jwt.encode(
        {"alg": "HS256"},
        {"aud": "staffroom-services", "iss": "x", "actor": {}, "exp": 9999999999},
        OctKey.import_key("another key that is long enough 123"),
    )
    with pytest.raises(NotSignedIn):
        tokens.verify_service_token(forged)


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of the keys that identity publishes."""
    path = tmp_path / "jwks.json"
    path.write_text(json.dumps(tokens.jwks(signing_key())))
    monkeypatch.setattr(settings(), "jwks_url", path.as_uri())
    return path


def test_replaced_key_is_invalid_after_the_keys_were_fetched_again(
    published: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = token(actor("staff"))
    tokens.verify(good)
    tokens.verify(good)
    other = RSAKey.generate_key(2048).as_pem(private=True)
    published.write_text(json.dumps(tokens.jwks(other)))
    tokens.verify(good)  # for a minute nobody fetches
    monkeypatch.setattr(tokens, "_KEYS_HOLD", 0.0)
    until = time.monotonic() + 10
    with pytest.raises(NotSignedIn):
        while time.monotonic() < until:
            tokens.verify(good)
            time.sleep(0.02)


def test_present_keys_serve_while_identity_is_unavailable(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good = token(actor("staff"))
    tokens.verify(good)
    published.unlink()
    monkeypatch.setattr(tokens, "_KEYS_HOLD", 0.0)
    for _ in range(5):
        tokens.verify(good)
        time.sleep(0.02)
