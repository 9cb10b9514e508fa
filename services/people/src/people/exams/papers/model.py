"""Tables of packets and of their append-only log."""

from __future__ import annotations

import sqlalchemy as sa

from kit.database.constraints import check, unique
from people.exams.papers.attributes import LOG, PACKET
from people.schema import metadata

exam_packet = PACKET.table(
    "exam_packet",
    metadata,
    unique("uq_exam_packet_barcode", "A packet with this bar code already exists", "barcode"),
    check(
        "ck_exam_packet_two",
        "opened IS NULL OR (opened_by_id IS NOT NULL AND second_id IS NOT NULL AND opened_by_id <> second_id)",
        "A packet is opened by two different people",
        about="second_id",
    ),
    check(
        "ck_exam_packet_sent",
        "status NOT IN ('dispatched', 'returned') OR dispatched IS NOT NULL",
        "Dispatched scripts need a time",
        about="dispatched",
    ),
    *PACKET.choice_checks("status"),
    info={"nouns": ("packet", "packets")},
)
PACKET.index_sorts(exam_packet)

packet_log = LOG.table("packet_log", metadata, info={"nouns": ("line of the log", "lines of the log")})
sa.Index("ix_packet_log_created", packet_log.c.created, packet_log.c.id)
