"""Client of Xero's accounting API, with our exceptions and its rate limits."""

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
_TIMEOUT = 30.0


class Unreachable(Exception):
    """The outcome of the call is unknown: no answer, or a server error."""


class Limited(Exception):
    """A rate limit is reached; `seconds` until the next call."""

    def __init__(self, seconds: float, problem: str) -> None:
        super().__init__(problem)
        self.seconds, self.problem = seconds, problem


class Rejected(Exception):
    """The call was refused permanently; `texts` are the reasons."""

    def __init__(self, status: int, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.status, self.texts = status, reasons


@dataclass
class Bucket:
    """Calls to one tenant in the last minute, and the quota left by its last answer."""

    per_minute: int
    calls: collections.deque[float] = field(default_factory=collections.deque)
    minute_left: int | None = None
    day_left: int | None = None

    def wait(self) -> float:
        """Return the seconds until the next call is allowed."""
        now = time.monotonic()
        while self.calls and self.calls[0] < now - WINDOW:
            self.calls.popleft()
        full = len(self.calls) >= self.per_minute or (self.minute_left == 0 and bool(self.calls))
        return max(0.0, self.calls[0] + WINDOW - now) if full else 0.0

    def spend(self) -> None:
        self.calls.append(time.monotonic())

    def read_quota(self, headers: Mapping[str, str]) -> None:
        """Store the remaining quota, from the headers of an answer."""
        for name, header in (("minute_left", "X-MinLimit-Remaining"), ("day_left", "X-DayLimit-Remaining")):
            if (value := headers.get(header, "")).isdigit():
                setattr(self, name, int(value))


class Xero:
    """Calls to one tenant. Not thread-safe."""

    def __init__(self, chart: int, tenant_id: str, bucket: Bucket | None = None) -> None:
        self.chart, self.tenant_id = chart, tenant_id
        self.bucket = bucket or Bucket(xero_settings().per_minute)
        self._http = httpx.Client(base_url=f"{xero_settings().api_url}/api.xro/2.0", timeout=_TIMEOUT)

    def close(self) -> None:
        self._http.close()

    def call(
        self, method: str, path: str, *, body: Any = None, key: str = "", since: dt.datetime | None = None
    ) -> dict[str, Any]:
        """Send one call. Raises Unreachable, Limited, Rejected, and the errors of `tokens.access_token`."""
        token = tokens.access_token(self.chart)
        answer = self._send(token, method, path, body, key, since)
        if answer.status_code == 401:  # expired early or revoked: retry once with a new token
            token = tokens.access_token(self.chart, stale=token)
            answer = self._send(token, method, path, body, key, since)
        return _parse(answer)

    def _send(
        self, token: str, method: str, path: str, body: Any, key: str, since: dt.datetime | None
    ) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}", "xero-tenant-id": self.tenant_id, "Accept": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        if since is not None:
            headers["If-Modified-Since"] = since.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S")
        self.bucket.spend()
        try:
            answer = self._http.request(method, path, json=body, headers=headers)
        except httpx.HTTPError as error:
            raise Unreachable(f"{type(error).__name__}: {error}") from error
        self.bucket.read_quota(answer.headers)
        return answer


def _parse(answer: httpx.Response) -> dict[str, Any]:
    if answer.status_code == 429:
        seconds = answer.headers.get("Retry-After", "60")
        raise Limited(float(seconds) if seconds.isdigit() else 60.0, answer.headers.get("X-Rate-Limit-Problem", ""))
    if answer.status_code >= 500:
        raise Unreachable(f"status {answer.status_code}")
    try:
        content: dict[str, Any] = json.loads(answer.content or b"{}", parse_float=Decimal)
    except ValueError as error:
        raise Unreachable("the answer is no JSON") from error
    if answer.status_code >= 400:
        raise Rejected(answer.status_code, error_texts(content) or [f"status {answer.status_code}"])
    return content


def error_texts(answer: Mapping[str, Any]) -> list[str]:
    """Return the reasons in an error answer, or in one element of an answer."""
    messages = [entry["Message"] for entry in answer.get("ValidationErrors") or []]
    for element in answer.get("Elements") or []:
        messages += error_texts(element)
    if not messages:
        messages = [str(answer[name]) for name in ("Detail", "Message") if answer.get(name)][:1]
    return messages


_DATE = re.compile(r"/Date\((-?\d+)")


def parse_time(text: str) -> dt.datetime:
    """Parse `/Date(1763683200000+0000)/`. Raises Unreachable for anything else."""
    match = _DATE.match(text)
    if match is None:
        raise Unreachable(f"{text!r} is no time")
    return dt.datetime.fromtimestamp(int(match[1]) / 1000, dt.UTC)


def pence(amount: Any) -> int:
    """Return one of Xero's amounts in minor units; exact, because it has two decimal places."""
    return int((Decimal(str(amount or 0)) * 100).to_integral_value())


def pounds(amount: int) -> float:
    """Return one of our amounts for JSON; a float keeps two decimal places exactly up to ten million million."""
    return amount / 100
