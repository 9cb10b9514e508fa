"""Events that a service publishes. The proto message of the payload names its event.

The outbox row is written in the transaction of the change (`Tx.publish`), the relay publishes it, the consumer runs the
handlers of the services that subscribe.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import msgspec
from google.protobuf import json_format
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from kit.policy import Actor, actor_from_json, actor_json
from staffroom.kit.v1 import events_pb2


class Undecodable(ValueError):
    """A message that does not match the publisher's declaration of the event."""


@dataclass(frozen=True)
class Event:
    """An event `<service>.<thing>.<verb in the past>`; the first word is the service that publishes it."""

    subject: str
    message: type[Message]

    @classmethod
    def of(cls, message: type[Message], publisher: str = "") -> Event:
        """Return the event that carries `message`, as its proto file declares it: `option (staffroom.kit.v1.event)`.

        `publisher` is the service, for events that any service may publish. Raises ValueError for a message without the
        option.
        """
        return cls(message.DESCRIPTOR.GetOptions().Extensions[events_pb2.event].replace("*", publisher), message)

    def __post_init__(self) -> None:
        if self.subject.count(".") < 2 or not all(part.isidentifier() for part in self.subject.split(".")):
            raise ValueError(f"{self.subject}: a subject is <service>.<thing>.<what happened>")

    @property
    def service(self) -> str:
        return self.subject.split(".", 1)[0]

    def checked(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """Return `payload` in the form of the outbox. Raises ValueError for an unknown name or a wrong type.

        The form is protobuf's canonical JSON (camelCase names, times as text) with one difference: 64-bit integers stay
        numbers, since Python and PostgreSQL read them exactly. Fields without presence are always included.
        """
        return self._normal(payload, ignore_unknown=False)

    def decoded(self, payload: Any) -> dict[str, Any]:
        """Return `payload` for a subscriber: the same form, without unknown fields of a newer publisher.

        Raises Undecodable.
        """
        if not isinstance(payload, dict):
            raise Undecodable(f"{self.subject}: the payload is no object")
        try:
            return self._normal(payload, ignore_unknown=True)
        except ValueError as error:
            raise Undecodable(str(error)) from error

    def _normal(self, payload: Mapping[str, Any], *, ignore_unknown: bool) -> dict[str, Any]:
        try:
            message = json_format.ParseDict(
                _to_json_value(payload), self.message(), ignore_unknown_fields=ignore_unknown
            )
        except json_format.ParseError as error:
            raise ValueError(f"{self.subject}: {error}") from error
        data: dict[str, Any] = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
        _restore_integers(self.message.DESCRIPTOR, data)
        return data


@dataclass(frozen=True)
class Envelope:
    """A published event: the record `key`, the payload, and the actor who caused it."""

    event_id: uuid.UUID
    subject: str
    key: str
    payload: dict[str, Any]
    actor: Actor
    request_id: str
    created: datetime

    def encoded(self) -> bytes:
        """Return the body of the message on the stream."""
        return msgspec.json.encode(
            {
                "eventId": str(self.event_id),
                "key": self.key,
                "payload": self.payload,
                "actor": actor_json(self.actor),
                "requestId": self.request_id,
                "created": self.created,
            }
        )


def decoded(event: Event, body: bytes) -> Envelope:
    """Decode a message of `event`, the inverse of `Envelope.encoded`. Raises Undecodable."""
    try:
        data = msgspec.json.decode(body)
        return Envelope(
            event_id=uuid.UUID(data["eventId"]),
            subject=event.subject,
            key=str(data["key"]),
            payload=event.decoded(data["payload"]),
            actor=actor_from_json(data["actor"]),
            request_id=str(data["requestId"]),
            created=datetime.fromisoformat(data["created"]),
        )
    except Undecodable:
        raise
    except (msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise Undecodable(f"{event.subject}: not an event ({error!r})") from error


def _to_json_value(value: Any) -> Any:
    """Return a value for the JSON mapping of protobuf: times and dates as text, tuples and sets as lists."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _to_json_value(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_to_json_value(inner) for inner in value]
    return value


_INT64 = {FieldDescriptor.CPPTYPE_INT64, FieldDescriptor.CPPTYPE_UINT64}


def _restore_integers(descriptor: Any, data: dict[str, Any]) -> None:
    for field in descriptor.fields:
        name = field.json_name
        if name not in data:
            continue
        value = data[name]
        if field.cpp_type in _INT64:
            data[name] = [int(element) for element in value] if isinstance(value, list) else int(value)
        elif field.message_type is not None and not field.message_type.full_name.startswith("google.protobuf."):
            if field.message_type.GetOptions().map_entry:
                _restore_map(field.message_type, value)
            else:
                for element in value if isinstance(value, list) else [value]:
                    _restore_integers(field.message_type, element)


def _restore_map(entry: Any, data: dict[str, Any]) -> None:
    value_field = entry.fields_by_name["value"]
    for name, value in data.items():
        if value_field.cpp_type in _INT64:
            data[name] = int(value)
        elif value_field.message_type is not None:
            _restore_integers(value_field.message_type, value)
