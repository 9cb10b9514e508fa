"""Replay: makes a service handle events again."""

from __future__ import annotations

import asyncio
from datetime import datetime

import sqlalchemy as sa
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy

from kit.database import database, tables
from kit.events import streams
from kit.policy import as_service


def replay(service: str, subject: str, since: datetime | None = None) -> int:
    """Make the consumer of `service` read `subject` again, from `since` or from the beginning.

    Move the position back and delete the inbox rows, in one transaction. The running consumer notices within seconds
    and reads from there in order, before newer events. Return the stream sequence after which it starts. Raises
    LookupError when the service does not subscribe to `subject`.
    """
    sequence = asyncio.run(_sequence_before(subject, since)) if since is not None else 0
    position, inbox = tables.event_position, tables.inbox
    with database().transaction(as_service(service)) as tx:
        updated = tx.execute(
            sa.update(position)
            .where(position.c.subject == subject)
            .values(sequence=sa.func.least(position.c.sequence, sequence))
        )
        if updated.rowcount == 0:
            raise LookupError(f"{service} has never read {subject}")
        tx.execute(sa.delete(inbox).where(inbox.c.subject == subject))
    return sequence


async def _sequence_before(subject: str, since: datetime) -> int:
    client = await streams.connect("replay")
    try:
        js = client.jetstream()
        stream = streams.stream_name(subject.split(".", 1)[0])
        config = ConsumerConfig(
            deliver_policy=DeliverPolicy.BY_START_TIME,
            opt_start_time=since,
            filter_subject=subject,
            ack_policy=AckPolicy.NONE,
            inactive_threshold=5,
            mem_storage=True,
        )
        info = await js.add_consumer(stream, config)
        return int(info.delivered.stream_seq) if info.delivered else 0
    finally:
        await client.close()
