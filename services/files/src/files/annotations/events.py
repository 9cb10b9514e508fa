"""Subscriptions of annotations: releasing the marks of a record shows the layers of its markers."""

from __future__ import annotations

import sqlalchemy as sa

from files.annotations import copies
from files.annotations.model import annotation_layer
from files.documents import jobs
from files.documents.events import PUBLISHERS
from files.documents.model import file
from kit.database import Tx
from kit.events import Envelope, Event, Subscription
from staffroom.files.events.v1.events_pb2 import MarksReleased

_l = annotation_layer.c


def marks_released(tx: Tx, envelope: Envelope) -> None:
    """Release the layers of staff and tutors on the files and on PDFs converted from office documents; request the
    marked copies. The author of a layer created later releases it."""
    named = envelope.payload["fileIds"]
    converted = sa.select(file.c.id).where(file.c.converted_from.in_(named), file.c.marks_digest.is_(None))
    ids = [row["id"] for row in copies.lock(tx, [*named, *(row["id"] for row in tx.all(converted))])]
    layers = sa.update(annotation_layer).where(_l.file_id.in_(ids), _l.teaches).values(released=True)
    for row in tx.all(layers.returning(_l.file_id)):
        jobs.copy_marks_later(tx, row["file_id"])


SUBSCRIPTIONS = tuple(Subscription(Event.of(MarksReleased, service), marks_released) for service in PUBLISHERS)
