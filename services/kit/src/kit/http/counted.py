"""Limits of calls of public pages by address, counted in Valkey for all web processes together."""

from __future__ import annotations

import contextlib
import hashlib
from typing import Any

from kit import context, valkey
from kit.errors import BUSY, TooMany, Unavailable
from kit.http.address import caller_address, network
from kit.http.fastapi import RequestCall


def count(call: RequestCall, name: str, most: int, seconds: int, text: str = BUSY) -> None:
    """Count a call of an address under a name; allow `most` calls in `seconds` seconds. Raises TooMany.

    Nothing is counted while Valkey is unavailable, nor without an address: callers with unknown addresses would share
    one limit. The limit per process (`kit.http.rates`) still applies.
    """
    peer = call.request.client.host if call.request.client else ""
    caller = network(caller_address(call.header("x-forwarded-for"), peer))
    if not caller:
        return
    _count(f"{name}:{hashlib.sha256(caller.encode()).hexdigest()[:32]}", most, seconds, text)


def count_all(name: str, most: int, seconds: int, text: str = BUSY) -> None:
    """Count a call under a name, for all callers together; allow `most` calls in `seconds` seconds. Raises TooMany."""
    _count(f"{name}:all", most, seconds, text)


def _count(name: str, most: int, seconds: int, text: str) -> None:
    key = f"{context.service()}:{name}"
    counted: list[Any] = []
    with contextlib.suppress(Unavailable), valkey.calls():
        pipeline = valkey.client().pipeline(transaction=True)
        valkey.count(pipeline, key, seconds)
        counted = pipeline.execute()
    if counted and int(counted[0]) > most:
        raise TooMany(text, max(int(counted[2]), 1))
