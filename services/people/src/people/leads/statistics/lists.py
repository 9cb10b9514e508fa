"""Lists with the statistics of leads as figures: the leads, and their wishes by subject and level."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec
from kit.values import options
from people.leads.attributes import ENQUIRY, LOST, OPEN, owner
from people.leads.model import enquiry, lead_origin, lead_reason
from people.persons.queries import full_name
from people.policy import OF_STAFF, STAFF
from people.reference.model import TABLES as WORDS
from people.reference.model import department, organisation

_lead = enquiry.c
_subject, _level = WORDS["subject"], WORDS["level"]

OUTCOMES = options(("open", "Open", "amber"), ("won", "Won", "green"), ("lost", "Lost", "red"))
ANSWERED = options(
    ("hour", "Within an hour"),
    ("hours4", "Within four hours"),
    ("day", "Within a day"),
    ("days3", "Within three days"),
    ("later", "Later"),
)
"""The time from the enquiry to our first call, mail or meeting."""
CONVERTED = options(
    ("days30", "Within 30 days"),
    ("days60", "31 to 60 days"),
    ("days90", "61 to 90 days"),
    ("days180", "91 to 180 days"),
    ("days365", "181 to 365 days"),
    ("later", "Later"),
)
"""The time from the enquiry to the conversion."""
CONVERSION_DAYS = {"days30": 30, "days60": 60, "days90": 90, "days180": 180, "days365": 365}
_ANSWER_HOURS = {"hour": 1, "hours4": 4, "day": 24, "days3": 72}


def _since_created(moment: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    """Return the seconds from the enquiry to `moment`, at least 0; null without one."""
    seconds = sa.func.date_part("epoch", moment - _lead.created, type_=sa.Double)
    return sa.case((moment.is_not(None), sa.func.greatest(seconds, 0)))


HOURS_TO_ANSWER = _since_created(_lead.first_answered) / 3600
DAYS_TO_CONVERSION = _since_created(_lead.converted_at) / 86400


def _band(value: sa.ColumnElement[Any], moment: sa.ColumnElement[Any], most: dict[str, int]) -> sa.ColumnElement[str]:
    """Return the first band whose limit `value` does not exceed; null without `moment`."""
    limits = [(value <= limit, sa.literal_column(f"'{name}'", sa.Text)) for name, limit in most.items()]
    return sa.case((moment.is_(None), sa.null()), *limits, else_=sa.literal_column("'later'", sa.Text))


OUTCOME: sa.ColumnElement[str] = sa.case(
    (_lead.lead_status.in_(OPEN), sa.literal_column("'open'", sa.Text)),
    (_lead.lead_status.in_(LOST), sa.literal_column("'lost'", sa.Text)),
    else_=sa.literal_column("'won'", sa.Text),
)
ANSWER_BAND = _band(HOURS_TO_ANSWER, _lead.first_answered, _ANSWER_HOURS)
CONVERSION_BAND = _band(DAYS_TO_CONVERSION, _lead.converted_at, CONVERSION_DAYS)


def _worth(outcome: str) -> sa.ColumnElement[Any]:
    return sa.case((sa.literal(outcome) == OUTCOME, sa.func.coalesce(_lead.value, 0)), else_=0)


_SOURCE = (
    enquiry.outerjoin(owner, owner.c.user_id == _lead.owner_id)
    .outerjoin(department, department.c.id == _lead.department_id)
    .outerjoin(organisation, organisation.c.id == _lead.organisation_id)
    .outerjoin(lead_origin, lead_origin.c.id == _lead.origin_id)
    .outerjoin(lead_reason, lead_reason.c.id == _lead.reason_id)
)


def _columns(key: sa.ColumnElement[int], *more: Column) -> list[Column]:
    return [
        Column(name="id", expression=key, type="id", sortable=True, hidden=True, width=70),
        Column(name="name", expression=full_name(enquiry), width=180),
        *more,
        *(ENQUIRY[name].in_list() for name in ("leadStatus", "kind")),
        Column(name="outcome", expression=OUTCOME, type="select", options=OUTCOMES, hidden=True, width=90),
        Column(name="owner", expression=full_name(owner), width=140),
        Column(name="origin", expression=lead_origin.c.title, width=120),
        Column(name="campaign", expression=_lead.origin_detail, title="Campaign or referrer", hidden=True, width=160),
        Column(name="reason", expression=lead_reason.c.title, width=140),
        Column(name="department", expression=department.c.title, width=120),
        Column(name="organisation", expression=organisation.c.title, hidden=True, width=120),
        Column(name="value", expression=_lead.value, type="money", width=100),
        Column(name="valueWon", expression=_worth("won"), title="Value won", type="money", hidden=True, width=100),
        Column(name="valueLost", expression=_worth("lost"), title="Value lost", type="money", hidden=True, width=100),
        Column(name="valueOpen", expression=_worth("open"), title="Value open", type="money", hidden=True, width=100),
        Column(
            name="answerHours",
            expression=sa.cast(HOURS_TO_ANSWER, sa.Numeric(10, 1)),
            title="Hours to first answer",
            type="decimal",
            width=110,
        ),
        Column(
            name="conversionDays",
            expression=sa.cast(DAYS_TO_CONVERSION, sa.Numeric(10, 1)),
            title="Days to conversion",
            type="decimal",
            width=110,
        ),
        Column(name="created", expression=_lead.created, title="Asked", type="datetime", sortable=True, width=130),
        Column(name="convertedAt", expression=_lead.converted_at, title="Converted", type="datetime", width=130),
        Column(name="leadId", expression=_lead.id, type="id", hidden=True),
        Column(name="ownerId", expression=_lead.owner_id, type="id", hidden=True),
    ]


def _filters(*more: Filter) -> list[Filter]:
    return [
        Filter(name="created", expression=_lead.created, title="Asked", kind="range"),
        ENQUIRY["leadStatus"].as_filter(),
        Filter(name="outcome", expression=OUTCOME, options=OUTCOMES),
        *(ENQUIRY[name].as_filter() for name in ("kind", "ownerId", "departmentId", "organisationId", "originId")),
        *more,
        Filter(name="campaign", expression=_lead.origin_detail, title="Campaign or referrer", hidden=True),
        ENQUIRY["reasonId"].as_filter(),
        ENQUIRY["enquirer"].as_filter(),
        Filter(name="answered", expression=ANSWER_BAND, title="First answer", options=ANSWERED),
        Filter(name="conversion", expression=CONVERSION_BAND, title="Time to conversion", options=CONVERTED),
        ENQUIRY["convertedAt"].as_filter(),
    ]


_BY: Sequence[str | By] = (
    *("created", "leadStatus", "outcome", "kind"),
    By("ownerId", text="owner"),
    By("origin", text="origin"),
    By("campaign", text="campaign"),
    By("reason", text="reason"),
    By("department", text="department"),
    By("organisation", text="organisation"),
    *("enquirer", "answered", "conversion", "convertedAt"),
)
_SUMS = ("value", "valueWon", "valueLost", "valueOpen")

LEAD_STATISTICS = ListSpec(
    name="leadStatistics",
    path="/leads/statistics",
    title="Leads in figures",
    one="lead",
    naming="name",
    source=_SOURCE,
    key=_lead.id,
    scope=OF_STAFF,
    may=STAFF,
    where=_lead.merged_into_id.is_(None),
    columns=_columns(_lead.id),
    filters=_filters(),
    default_sort="-created",
    search=_lead.search,
    target="/lead/{leadId}",
    figures=Figures(by=_BY, sums=_SUMS),
)
"""Leads as in `/leads`, with the dimensions of the figures. A merged lead counts once."""

_wanted_subjects = (
    sa.func.unnest(_lead.subject_ids)
    .table_valued(sa.column("id", sa.BigInteger), with_ordinality="place", name="wanted_subject")
    .render_derived()
)
_wanted_levels = (
    sa.func.unnest(_lead.level_ids)
    .table_valued(sa.column("id", sa.BigInteger), with_ordinality="place", name="wanted_level")
    .render_derived()
)
_MOST = 1_000
_WISH: sa.ColumnElement[int] = sa.cast(
    (_lead.id * _MOST + sa.func.coalesce(_wanted_subjects.c.place, 0)) * _MOST
    + sa.func.coalesce(_wanted_levels.c.place, 0),
    sa.BigInteger,
)

LEAD_WISHES = ListSpec(
    name="leadWishes",
    path="/leads/statistics/wishes",
    title="Leads by subject and level",
    one="wish",
    naming="name",
    source=_SOURCE.outerjoin(_wanted_subjects, sa.true())
    .outerjoin(_wanted_levels, sa.true())
    .outerjoin(_subject, _subject.c.id == _wanted_subjects.c.id)
    .outerjoin(_level, _level.c.id == _wanted_levels.c.id),
    key=_WISH,
    scope=OF_STAFF,
    may=STAFF,
    where=_lead.merged_into_id.is_(None),
    columns=_columns(
        _WISH,
        Column(name="subject", expression=_subject.c.title, width=140),
        Column(name="level", expression=_level.c.title, width=110),
        Column(name="subjectId", expression=_wanted_subjects.c.id, type="id", hidden=True),
        Column(name="levelId", expression=_wanted_levels.c.id, type="id", hidden=True),
    ),
    filters=_filters(
        Filter(
            name="subjectId",
            expression=_wanted_subjects.c.id,
            title="Subject",
            column="subject",
            options_from="/system/course/subjects",
        ),
        Filter(
            name="levelId",
            expression=_wanted_levels.c.id,
            title="Level",
            column="level",
            options_from="/system/course/levels",
        ),
    ),
    default_sort="-created",
    search=_lead.search,
    target="/lead/{leadId}",
    figures=Figures(by=(By("subjectId", text="subject"), By("levelId", text="level"), *_BY), sums=_SUMS),
)
"""A row for each pair of subject and level in a lead. A lead with two subjects counts in both; one without a subject
counts under none."""

LISTS = (LEAD_STATISTICS, LEAD_WISHES)
