"""The adapter: one call to Xero's accounting API, its errors in our words, its limits kept."""

from __future__ import annotations

import collections
import datetime as dt
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import httpx

from finance.sync import tokens
from finance.sync.settings import xero_settings

WINDOW = 60.0
_SECONDS = 30.0


class Away(Exception):
    """Nothing is known of what became of the call: no answer, or a server's error."""


class Limited(Exception):
    """A limit is reached; `seconds` until the next call."""

    def __init__(self, seconds: float, problem: str) -> None:
        super().__init__(problem)
        self.seconds, self.problem = seconds, problem


class Rejected(Exception):
    """Refused for good. `texts` are the reasons."""

    def __init__(self, status: int, texts: list[str]) -> None:
        super().__init__("; ".join(texts))
        self.status, self.texts = status, texts


@dataclass
class Bucket:
    """Calls of the last minute to one tenant, and what its last answer said is left."""

    per_minute: int
    calls: collections.deque[float] = field(default_factory=collections.deque)
    minute_left: int | None = None
    day_left: int | None = None

    def wait(self) -> float:
        """Seconds until a call may go."""
        now = time.monotonic()
        while self.calls and self.calls[0] < now - WINDOW:
            self.calls.popleft()
        full = len(self.calls) >= self.per_minute or (self.minute_left == 0 and bool(self.calls))
        return max(0.0, self.calls[0] + WINDOW - now) if full else 0.0

    def spend(self) -> None:
        self.calls.append(time.monotonic())

    def told(self, headers: Mapping[str, str]) -> None:
        """Take over what the answer says is left."""
        for name, header in (("minute_left", "X-MinLimit-Remaining"), ("day_left", "X-DayLimit-Remaining")):
            if (value := headers.get(header, "")).isdigit():
                setattr(self, name, int(value))


class Xero:
    """Calls to one tenant. Not for several threads at once."""

    def __init__(self, chart: int, tenant_id: str, bucket: Bucket | None = None) -> None:
        self.chart, self.tenant_id = chart, tenant_id
        self.bucket = bucket or Bucket(xero_settings().per_minute)
        self._http = httpx.Client(base_url=f"{xero_settings().api_url}/api.xro/2.0", timeout=_SECONDS)

    def close(self) -> None:
        self._http.close()

    def call(
        self, method: str, path: str, *, body: Any = None, key: str = "", since: dt.datetime | None = None
    ) -> dict[str, Any]:
        """One call. Raises Away, Limited, Rejected, and what `tokens.access_token` raises."""
        token = tokens.access_token(self.chart)
        answer = self._send(token, method, path, body, key, since)
        if answer.status_code == 401:  # ended early, or was taken back: once more with a new one
            token = tokens.access_token(self.chart, stale=token)
            answer = self._send(token, method, path, body, key, since)
        return _read(answer)

    def _send(
        self, token: str, method: str, path: str, body: Any, key: str, since: dt.datetime | None
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}", "xero-tenant-id": self.tenant_id, "Accept": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        if since is not None:
            headers["If-Modified-Since"] = since.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S")
        content = None if body is None else json.dumps(body)
        if content is not None:
            headers["Content-Type"] = "application/json"
        self.bucket.spend()
        try:
            answer = self._http.request(method, path, content=content, headers=headers)
        except httpx.HTTPError as error:
            raise Away(f"{type(error).__name__}: {error}") from error
        self.bucket.told(answer.headers)
        return answer


def _read(answer: httpx.Response) -> dict[str, Any]:
    if answer.status_code == 429:
        seconds = answer.headers.get("Retry-After", "60")
        raise Limited(float(seconds) if seconds.isdigit() else 60.0, answer.headers.get("X-Rate-Limit-Problem", ""))
    if answer.status_code >= 500:
        raise Away(f"status {answer.status_code}")
    try:
        said: dict[str, Any] = json.loads(answer.content or b"{}", parse_float=Decimal)
    except ValueError as error:
        raise Away("the answer is no JSON") from error
    if answer.status_code >= 400:
        raise Rejected(answer.status_code, texts(said) or [f"status {answer.status_code}"])
    return said


def texts(said: Mapping[str, Any]) -> list[str]:
    """The reasons in an error body, or of one element of an answer."""
    found = [entry["Message"] for entry in said.get("ValidationErrors") or []]
    for element in said.get("Elements") or []:
        found += texts(element)
    if not found:
        found = [str(said[name]) for name in ("Detail", "Message") if said.get(name)][:1]
    return found


_DATE = re.compile(r"/Date\((-?\d+)")


def moment(text: str) -> dt.datetime:
    """`/Date(1763683200000+0000)/` as a time."""
    found = _DATE.match(text)
    if found is None:
        raise Away(f"{text!r} is no time")
    return dt.datetime.fromtimestamp(int(found[1]) / 1000, dt.UTC)


def pence(amount: Any) -> int:
    """An amount of theirs in minor units; exact, as it has two places."""
    return int((Decimal(str(amount or 0)) * 100).to_integral_value())


def pounds(amount: int) -> float:
    """An amount of ours as JSON takes it; two places of a float are exact up to ten million million."""
    return amount / 100
