"""A person's share: what is counted, for how long, and what applies while nothing is counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from redis import Redis

from kit import context
from kit import valkey as store
from kit.errors import TooMany
from kit.policy.share import Share
from kit.settings import settings
from staffroom_testing import actor

MANY = 10**6
ADA = actor("staff", user_id=501)


@pytest.fixture
def valkey() -> Iterator[Redis]:
    """Valkey without the shares of these tests; other runs have their own."""
    client = Redis.from_url(settings().redis_url)
    for key in list(client.scan_iter(f"{context.service()}:share:*")):
        client.delete(key)
    store.client.cache_clear()
    yield client
    store.client.cache_clear()


def taken(mine: Share) -> bool:
    try:
        with mine.taken(ADA):
            return True
    except TooMany:
        return False


def test_unreleased_place_ends_with_its_lease(valkey: Redis) -> None:
    """A killed process does not release its place."""
    mine = Share("toys", "toys", at_once=1, a_minute=MANY, lease=600)
    place = mine._take(ADA)
    assert not taken(mine)
    (leases,) = valkey.scan_iter(f"{context.service()}:share:*:held")
    valkey.zincrby(leases, -601, place)  # as long as it takes
    assert taken(mine)


def test_no_key_is_kept_forever(valkey: Redis) -> None:
    mine = Share("toys", "toys", at_once=2, a_minute=MANY, lease=90)
    with mine.taken(ADA):
        left = sorted(int(valkey.ttl(key)) for key in valkey.scan_iter("*:share:toys:*"))
    assert len(left) == 2
    assert 0 < left[0] <= 60 < left[1] <= 90


def test_shares_with_different_names_are_counted_separately(valkey: Redis) -> None:
    toys, games = (Share(name, name, at_once=1, a_minute=2) for name in ("toys", "games"))
    with toys.taken(ADA), games.taken(ADA):
        assert not taken(toys)
        assert not taken(games)


def test_caller_over_the_limit_waits_until_the_minute_is_over(valkey: Redis) -> None:
    mine = Share("toys", "toys", at_once=1, a_minute=1)
    assert taken(mine)
    (minute,) = valkey.scan_iter(f"{context.service()}:share:*:minute")
    valkey.expire(minute, 40)
    with pytest.raises(TooMany, match="At most 1 toys a minute") as refusal, mine.taken(ADA):
        pass
    assert 1 < int(refusal.value.headers["Retry-After"]) <= 40
    valkey.delete(minute)
    assert taken(mine)


def test_after_a_clock_was_set_back_the_wait_is_a_minute_again(valkey: Redis) -> None:
    mine = Share("toys", "toys", at_once=1, a_minute=1)
    assert taken(mine)
    (minute,) = valkey.scan_iter(f"{context.service()}:share:*:minute")
    valkey.expire(minute, 2 * 86_400)
    with pytest.raises(TooMany) as refusal, mine.taken(ADA):
        pass
    assert 0 < int(refusal.value.headers["Retry-After"]) <= 60


def test_nobody_is_refused_while_valkey_is_unavailable(valkey: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings(), "redis_url", "redis://127.0.0.1:1/0")
    mine = Share("toys", "toys", at_once=1, a_minute=1)
    with mine.taken(ADA), mine.taken(ADA):
        pass
