"""Subscriptions of annotations: a record whose marks are released shows the layers of its markers."""

from __future__ import annotations

import sqlalchemy as sa

from files.annotations.model import annotation_layer
from files.documents.events import PUBLISHERS
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.files.events.v1.events_pb2 import MarksReleased

_l = annotation_layer.c


def marks_released(tx: Tx, envelope: Envelope) -> None:
    """Release the layers of staff and tutors on the files. A layer that is begun later is released by its author."""
    files = envelope.payload["fileIds"]
    tx.execute(sa.update(annotation_layer).where(_l.file_id.in_(files), _l.teaches).values(released=True))


SUBSCRIPTIONS = tuple(Subscription(Event.of(MarksReleased, service), marks_released) for service in PUBLISHERS)
