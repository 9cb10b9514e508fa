"""Counting of failed attempts in Valkey, for all web processes together.

An attempt is counted before the password is verified, so that concurrent attempts cannot exceed the limit, and
uncounted if it was right. Without Valkey nobody signs in: only the limit protects the accounts from a list of
passwords.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from identity.config import identity_settings
from identity.sessions.rules import SECOND_TRIES_A_DAY, TOO_MANY_TRIES, TRIES_WINDOW
from kit import valkey
from kit.errors import BUSY, TooMany
from kit.http.address import network

_MINUTE, _DAY = 60, 86_400


def of_strangers(username: str, address: str) -> dict[str, int]:
    """Limits of an attempt from an unknown device, by counter: the user name and the address."""
    limits = {_of_name(username): identity_settings().sign_in_tries}
    if caller := network(address):
        limits[_key("address", caller)] = identity_settings().sign_in_tries_per_address
    return limits


def of_device(secret: str, user_id: int) -> dict[str, int]:
    """Limits of an attempt from a known device, by counter: this user on it, separate from unknown devices."""
    return {_key("device", f"{user_id} {secret}"): identity_settings().sign_in_tries}


def of_owner(user_id: int) -> dict[str, int]:
    """Limits of a wrong current password of a signed-in user, by counter."""
    return {_key("owner", str(user_id)): identity_settings().sign_in_tries}


def begin_second(user_id: int, apart: str) -> list[str]:
    """Count an attempt of a second factor, in five minutes and in a day; return the keys for `forgive`. `apart` is the
    device or session whose attempts are counted separately. Raises TooMany, Unavailable.

    A code has six digits: ten attempts every five minutes would find one within months.
    """
    short, long = _of_second(user_id, apart)
    counted = begin({short: identity_settings().sign_in_tries})
    return counted + _count({long: SECOND_TRIES_A_DAY}, _DAY, TOO_MANY_TRIES, "too_many_tries")


def count_call(address: str) -> None:
    """Count a call of sign-in or passwords against the rate limit of its address. Raises TooMany, Unavailable."""
    if caller := network(address):
        limit = identity_settings().rate_sign_in_average
        _count({_key("calls", caller): limit}, _MINUTE, BUSY, "too_many_requests")


def begin(limits: Mapping[str, int]) -> list[str]:
    """Count an attempt under the keys of `limits` and return the keys for `forgive`. Raises TooMany, Unavailable."""
    return _count(limits, TRIES_WINDOW, TOO_MANY_TRIES, "too_many_tries")


def _count(limits: Mapping[str, int], window: int, text: str, code: str) -> list[str]:
    with valkey.calls():
        pipeline = valkey.client().pipeline(transaction=True)
        for key in limits:
            valkey.count(pipeline, key, window)
        counts = pipeline.execute()
    windows = zip(limits.values(), counts[::3], counts[2::3], strict=True)
    waits = [max(int(left), 1) for limit, often, left in windows if int(often) > limit]
    if waits:
        raise TooMany(text, max(waits), code=code)
    return list(limits)


def forgive(keys: Sequence[str]) -> None:
    """Uncount a right attempt: reset the first of `keys`, decrement the others."""
    with valkey.calls():
        valkey.client().delete(keys[0])
    uncount(keys[1:])


def uncount(keys: Iterable[str]) -> None:
    """Uncount an attempt that was neither right nor wrong, because it could not be verified."""
    client = valkey.client()
    with valkey.calls():
        for key in keys:
            client.decr(key)
            client.expire(key, TRIES_WINDOW, nx=True)  # decr created the key again if it had just expired


def reset(username: str, user_id: int) -> None:
    """Reset a user's counters for unknown devices after the user has set a password by a mailed link."""
    with valkey.calls():
        valkey.client().delete(_of_name(username), *_of_second(user_id, ""))


def _of_second(user_id: int, apart: str) -> tuple[str, str]:
    return _key("second", f"{user_id} {apart}"), _key("second-day", f"{user_id} {apart}")


def _of_name(username: str) -> str:
    return _key("user", username.casefold())


def _key(kind: str, text: str) -> str:
    return f"identity:tries:{kind}:{hashlib.sha256(text.encode()).hexdigest()[:32]}"
