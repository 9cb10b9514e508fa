"""The rate limit by address: a runaway program gets a regular refusal, and its neighbours are served."""

from __future__ import annotations

import ipaddress

import httpx
import pytest

from kit.http import rates
from kit.http.rates import Rate

from .test_conformance import refusal


def test_burst_is_allowed_then_the_rate_applies() -> None:
    rate = Rate(4)
    assert [rate.wait("a", 10.0) for _ in range(6)] == [0, 0, 0, 0, 0.25, 0.25]
    assert rate.wait("b", 10.0) == 0
    assert [rate.wait("a", 10.25), rate.wait("a", 10.25)] == [0, 0.25]
    assert [rate.wait("a", 60.0) for _ in range(5)] == [0, 0, 0, 0, 0.25]


def test_stored_addresses_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "_MOST_ADDRESSES", 100)
    rate = Rate(4)
    for number in range(1000):
        rate.wait(str(ipaddress.ip_address(number)), now=0.0)
    assert len(rate._due) <= 100


def test_waiting_address_is_not_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "_MOST_ADDRESSES", 2)
    rate = Rate(4)
    rate.wait("idle", 0.0)
    for _ in range(4):
        rate.wait("busy", 10.0)
    assert rate.wait("new", 10.0) == 0  # in place of the idle one
    assert set(rate._due) == {"busy", "new"}
    assert rate.wait("busy", 10.0) == 0.25
    assert [rate.wait("new", 10.0) for _ in range(4)] == [0, 0, 0, 0.25]
    assert [rate.wait("busy", 10.25), rate.wait("busy", 10.25)] == [0, 0.25]


@pytest.fixture
def slow_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may make five calls at once, and one more in 200 seconds."""
    monkeypatch.setattr(rates, "Rate", lambda _: _Slow())


class _Slow(Rate):
    def __init__(self) -> None:
        super().__init__(5)

    def wait(self, address: str, now: float) -> float:
        return super().wait(address, now / 1000)


def test_both_adapters_refuse_only_the_limited_address(slow_rate: None, web: httpx.Client) -> None:
    def ask(address: str) -> httpx.Response:
        return web.get("/api/v1/open", headers={"X-Forwarded-For": f"9.9.9.9, {address}"})

    assert [ask("198.51.100.7").status_code for _ in range(5)] == [200] * 5
    refused = ask("198.51.100.7")
    refusal(refused, 429, "too_many_requests")
    assert int(refused.headers["retry-after"]) == 1
    assert ask("198.51.100.8").status_code == 200
    for _ in range(10):  # the machine's own probes are not counted
        assert web.get("/healthz", headers={"X-Forwarded-For": "198.51.100.7"}).status_code == 200
