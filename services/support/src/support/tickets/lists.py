"""The lists of `/support/tickets/{type}`: the tickets of a team, and those that concern the caller."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from kit.database.searching import matches
from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.values import Option
from support.tickets import rules
from support.tickets.attributes import TICKET, asker, responsible
from support.tickets.fields import TICKET_FIELDS
from support.tickets.model import ticket, ticket_message, ticket_pause
from support.tickets.policy import MINE

_c = ticket.c
OVERDUE = sa.func.coalesce(_c.due < sa.func.now(), sa.false())
LEVEL = sa.case(
    (
        sa.or_(OVERDUE, _c.first_answered > _c.first_answer_due, _c.resolved > _c.resolve_due),
        rules.MISSED,
    ),
    (_c.waiting_since.is_not(None), rules.PAUSED),
    (_c.due.is_not(None), rules.RUNNING),
    (sa.and_(_c.resolved.is_not(None), _c.resolve_due.is_not(None)), rules.KEPT),
)
"""`rules.level` in SQL."""
_age = sa.case(
    (_c.status == "resolved", None),
    (_c.created > sa.func.now() - sa.text("interval '1 day'"), "day"),
    (_c.created > sa.func.now() - sa.text("interval '3 days'"), "days"),
    (_c.created > sa.func.now() - sa.text("interval '7 days'"), "week"),
    (_c.created > sa.func.now() - sa.text("interval '30 days'"), "month"),
    else_="older",
)
_answer = sa.case(
    (_c.answer_minutes.is_(None), None),
    (_c.answer_minutes <= 60, "hour"),
    (_c.answer_minutes <= 240, "hours4"),
    (_c.answer_minutes <= 480, "hours8"),
    (_c.answer_minutes <= 1440, "hours24"),
    else_="longer",
)
_COLUMNS = TICKET.columns(
    Column(name="id", expression=_c.id, type="id", sortable=True, width=65),
    *("title", "status", "priority", "due"),
    Column(name="user", expression=sa.func.coalesce(asker.c.name, _c.from_address), title="From", width=140),
    *("responsibleStaff", "lastMessage", "metaType", "type", "messages", "rating"),
    Column(
        name="level",
        expression=LEVEL,
        title="Service level",
        type="select",
        options=rules.LEVELS,
        hidden=True,
        width=110,
    ),
    *("firstAnswerDue", "resolveDue", "firstAnswered", "resolved", "waitingSince", "answerMinutes", "resolveMinutes"),
    Column(name="date", expression=_c.created, title="Raised", type="datetime", sortable=True, width=125, hidden=True),
)
"""The first seven fit next to the menu on a laptop; people choose the others."""
_last_by_support = (
    sa.select(ticket_message.c.by_support)
    .where(ticket_message.c.ticket_id == _c.id, sa.not_(ticket_message.c.internal))
    .order_by(ticket_message.c.id.desc())
    .limit(1)
    .correlate(ticket)
    .scalar_subquery()
)
_waits_on_us = sa.and_(_c.status != "resolved", sa.not_(_last_by_support))
REOPENED = sa.exists().where(ticket_pause.c.ticket_id == _c.id, ticket_pause.c.reason == "resolved").correlate(ticket)
_FILTERS = TICKET.filters(
    *("type", "status", "priority", "due", "responsibleStaff"),
    Filter(name="overdue", kind="boolean", condition=lambda wanted: wanted == OVERDUE),
    Filter(name="level", expression=LEVEL, title="Service level", options=rules.LEVELS),
    *("metaType", "rating", "firstAnswered", "resolved"),
    Filter(name="age", expression=_age, title="Age of open tickets", options=rules.AGES),
    Filter(name="firstAnswer", expression=_answer, title="Time to first answer", options=rules.ANSWERED_WITHIN),
    Filter(name="date", expression=_c.created, title="Raised", kind="range"),
    Filter(name="open", kind="boolean", condition=lambda wanted: (_c.status != "resolved") == wanted),
    Filter(name="unassigned", kind="boolean", condition=lambda wanted: _c.responsible_id.is_(None) == wanted),
    Filter(name="reopened", kind="boolean", condition=lambda wanted: wanted == REOPENED),
    Filter(name="waitsOnUs", title="Waits on us", kind="boolean", condition=lambda wanted: _waits_on_us == wanted),
)


_MOST_MESSAGES: sa.ColumnElement[int] = sa.literal_column("10000")
"""The newest messages with a word, among which tickets are searched: the first results suffice for a frequent word."""


def _in_messages(pattern: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Tickets with the pattern in a message that all of their readers read: a search must not reveal the text of
    internal notes."""
    m = ticket_message.c
    newest = sa.select(m.ticket_id).where(matches(m.words, pattern), sa.not_(m.internal))
    return _c.id.in_(newest.order_by(m.id.desc()).limit(_MOST_MESSAGES))


TICKETS = ListSpec(
    name="supportTickets",
    path="/v2/support/tickets/{type}",
    aliases=("/v2/support/tickets",),
    title="Support tickets",
    source=ticket.outerjoin(asker, asker.c.id == _c.user_id).outerjoin(
        responsible, responsible.c.id == _c.responsible_id
    ),
    default_sort="-lastMessage",
    search=_c.search,
    search_also=_in_messages,
    numbered=True,
    target="/support/tickets/all?ticket={id}",
    record=TICKET_FIELDS,
    columns=_COLUMNS,
    filters=_FILTERS,
    figures=Figures(
        by=(
            "status",
            "priority",
            "type",
            "metaType",
            By("responsibleStaff", text="responsibleStaff"),
            "date",
            "open",
            "rating",
            "overdue",
            "level",
            "age",
            "firstAnswer",
            "resolved",
        )
    ),
    tabs=(Tab(filter="status", with_all=True, opens=Option("submitted,inprogress", "Open")),),
)
MY_TICKETS = dataclasses.replace(
    TICKETS,
    name="mySupportTickets",
    path="/v2/support/tickets/my",
    aliases=(),
    title="My support tickets",
    scope=MINE,
    target="/support/tickets/my?ticket={id}",
    filters=[entry for entry in _FILTERS if not entry.hidden],
)
"""Those that the caller raised, is informed of or is responsible for."""
