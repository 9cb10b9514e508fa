"""Declaration, validation, encoding and decoding of events."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from kit import events
from kit.events import Envelope, Event, Undecodable
from kit.policy import Actor


@pytest.fixture
def changed(toys_path: list[str]) -> Event:
    from toypub.wiring import THING_CHANGED

    declared: Event = THING_CHANGED
    return declared


def test_payload_becomes_canonical_json_with_numbers(changed: Event) -> None:
    when = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    payload = changed.checked(
        {
            "thing_id": 2**60,
            "step": 1,
            "nickname": None,
            "neighbours": (1, 2),
            "counts": {"a": 2**55},
            "part": {"weight": 7},
            "when": when,
        }
    )
    assert payload == {
        "thingId": 2**60,
        "step": 1,
        "note": "",
        "neighbours": [1, 2],
        "counts": {"a": 2**55},
        "part": {"weight": 7},
        "when": "2026-11-21T09:30:00Z",
    }
    assert changed.checked(payload) == payload


@pytest.mark.parametrize(
    "payload",
    [
        {"thingID": 1},
        {"thingId": "x"},
        {"thingId": 1.5},
        {"part": 3},
        {"step": 2**70},
        {"thingId": True},
        {"step": False},
        {"neighbours": [1, True]},
        {"counts": {"a": True}},
        {"part": {"weight": True}},
    ],
)
def test_invalid_payload_does_not_reach_the_outbox(changed: Event, payload: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"toypub\.thing\.changed"):
        changed.checked(payload)


@pytest.mark.parametrize("subject", ["people", "people.person", "people..changed", "people.person.*", "people.a b.c"])
def test_subject_has_service_thing_and_verb(changed: Event, subject: str) -> None:
    with pytest.raises(ValueError, match="subject"):
        Event(subject, changed.message)


def test_written_event_is_read(changed: Event) -> None:
    sent = Envelope(
        event_id=uuid.uuid4(),
        subject=changed.subject,
        key="7",
        payload=changed.checked({"thingId": 7}),
        actor=Actor(user_id=3, roles=frozenset({"staff"}), name="Zoë", real_user_id=4, persons={"staff": 1}),
        request_id="request-1",
        created=datetime(2026, 11, 21, tzinfo=UTC),
    )
    assert events.decoded(changed, sent.encoded()) == sent


def test_unknown_fields_of_a_newer_publisher_are_dropped(changed: Event) -> None:
    assert changed.decoded({"thingId": 1, "colour": "red"})["thingId"] == 1


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"{}", b"\xff", b'{"eventId":"x","key":"1","payload":{}}', b'"' + b"[" * 9999]
)
def test_invalid_message_is_undecodable(changed: Event, body: bytes) -> None:
    with pytest.raises(Undecodable):
        events.decoded(changed, body)


@pytest.mark.parametrize(
    "payload", [{"thingId": True}, {"neighbours": [True]}, {"part": {"weight": False}}, {"counts": {"a": True}}]
)
def test_boolean_is_refused_as_a_number(changed: Event, payload: dict[str, Any]) -> None:
    with pytest.raises(Undecodable):
        changed.decoded(payload)


@pytest.mark.parametrize(
    "named",
    [
        {"userId": True},
        {"userId": 1.0},
        {"userId": "1"},
        {"userId": None},
        {"realUserId": False},
        {"persons": {"staff": True}},
    ],
)
def test_actor_of_an_event_has_integer_ids(changed: Event, named: dict[str, Any]) -> None:
    sent = Envelope(
        event_id=uuid.uuid4(),
        subject=changed.subject,
        key="7",
        payload=changed.checked({"thingId": 7}),
        actor=Actor(user_id=3),
        request_id="request-1",
        created=datetime(2026, 11, 21, tzinfo=UTC),
    )
    body = msgspec.json.decode(sent.encoded())
    body["actor"] |= named
    with pytest.raises(Undecodable):
        events.decoded(changed, msgspec.json.encode(body))
