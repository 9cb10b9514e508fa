"""Lists of packets, of dispatched ones, and of the log."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.database.sql import NO_DAY, TODAY
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.components.lists import EXAM_TITLE
from people.exams.components.model import exam_component
from people.exams.model import exam, exam_series
from people.exams.papers.attributes import LOG, PACKET, SENT
from people.exams.papers.fields import PACKET_FIELDS
from people.exams.papers.model import exam_packet, packet_log
from people.exams.rules.model import holds
from people.policy import OF_STAFF, STAFF

_p, _c, _log = exam_packet.c, exam_component.c, packet_log.c
_LATE = sa.and_(
    _p.status == "expected", sa.func.coalesce(_c.sitting_date, NO_DAY) <= TODAY + holds("packetDays", TODAY)
)
"""Packets that have not arrived the number of days before their sitting that the rule requires."""
_UNSENT = sa.and_(_p.status.in_(("opened", "packed")), sa.func.coalesce(_c.sitting_date, NO_DAY) < TODAY)
"""Papers that were sat before today, with scripts that are still here."""


def _packets(name: str, title: str, path: str, sort: str, **more: Any) -> ListSpec:
    return ListSpec(
        name=name,
        path=path,
        title=title,
        one="packet",
        naming="barcode",
        source=exam_packet.join(exam_component, _c.id == _p.component_id)
        .join(exam, exam.c.id == _c.exam_id)
        .join(exam_series, exam_series.c.id == exam.c.series_id),
        columns=PACKET.columns(
            Column(name="id", expression=_p.id, type="id", hidden=True, width=70),
            "barcode",
            Column(name="paper", expression=EXAM_TITLE + " " + _c.code, width=210),
            Column(name="board", expression=exam.c.board, width=85),
            Column(name="sittingDate", expression=_c.sitting_date, title="Sat on", type="date", width=100),
            *("status", "copies", "place", "tracking", "dispatched"),
            Column(name="series", expression=exam_series.c.name, width=150),
        ),
        filters=PACKET.filters(
            "status",
            Filter(name="board", expression=exam.c.board, options_from="/system/boards"),
            Filter(name="sittingDate", expression=_c.sitting_date, title="Sat on", kind="range"),
            Filter(name="lateArrival", expression=_LATE, title="Not here in time", kind="boolean"),
            Filter(name="unsent", expression=_UNSENT, title="Sat, not dispatched", kind="boolean"),
            "dispatched",
            Filter(name="seriesId", expression=exam.c.series_id, hidden=True, column="series"),
        ),
        default_sort=sort,
        figures=Figures(by=("status", By("board", text="board"), "sittingDate")),
        target="/exams/papers/{id}",
        edit=PACKET_FIELDS,
        **more,
    )


PACKETS = _packets("examPackets", "Exam papers", "/exams/papers", "barcode", tabs=[Tab(filter="status", with_all=True)])
DISPATCHED = _packets(
    "examDispatched", "Papers dispatched", "/exams/dispatched", "-dispatched", where=_p.status.in_(SENT)
)

LOG_LIST = ListSpec(
    name="packetLog",
    path="/exams/paperlog",
    title="Log of papers",
    one="line",
    naming="barcode",
    source=packet_log.join(exam_packet, _p.id == _log.packet_id),
    key=_log.id,
    scope=OF_STAFF,
    may=STAFF,
    columns=LOG.columns(
        Column(name="id", expression=_log.id, type="id", hidden=True, width=70),
        Column(name="created", expression=_log.created, title="When", type="datetime", sortable=True, width=130),
        Column(name="barcode", expression=_p.barcode, title="Bar code", width=150),
        "what",
    ),
    filters=LOG.filters(Filter(name="created", expression=_log.created, title="When", kind="range"), "what"),
    default_sort="-created",
)
LISTS = (PACKETS, DISPATCHED, LOG_LIST)
