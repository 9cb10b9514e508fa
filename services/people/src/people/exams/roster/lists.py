"""Lists of relatives, absences and swaps of invigilators, and of their hours."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from people.exams.roster import swapping
from people.exams.roster.attributes import AWAY, RELATIVE, SWAP
from people.exams.roster.fields import AWAY_FIELDS, RELATIVE_FIELDS, SWAP_FIELDS
from people.exams.roster.hours import WORKED
from people.exams.roster.model import duty_swap, invigilator_away, invigilator_relative
from people.exams.sessions import queries
from people.exams.sessions.attributes import DUTY
from people.exams.sessions.fields import DUTY_FIELDS
from people.exams.sessions.model import exam_session, invigilation
from people.persons.model import TABLES
from people.persons.queries import full_name

_person, _candidate = TABLES["invigilator"], TABLES["candidate"]
_d, _w = invigilation.c, duty_swap.c


def _id(column: sa.Column[int]) -> Column:
    return Column(name="id", expression=column, type="id", hidden=True, width=70)


_NAME = Column(name="invigilator", expression=full_name(_person), width=180)

RELATIVES = ListSpec(
    name="invigilatorRelatives",
    path="/exams/relatives",
    title="Relatives of invigilators",
    one="relative",
    naming="invigilator",
    source=invigilator_relative.join(_person, _person.c.id == invigilator_relative.c.invigilator_id).join(
        _candidate, _candidate.c.id == invigilator_relative.c.candidate_id
    ),
    columns=RELATIVE.columns(
        _id(invigilator_relative.c.id),
        _NAME,
        Column(name="candidate", expression=full_name(_candidate), width=180),
        "relation",
    ),
    filters=RELATIVE.filters(),
    search=_person.c.search,
    default_sort="relation",
    edit=RELATIVE_FIELDS,
)

AWAYS_LIST = ListSpec(
    name="invigilatorAways",
    path="/exams/away",
    title="Times invigilators are away",
    one="time away",
    naming="invigilator",
    source=invigilator_away.join(_person, _person.c.id == invigilator_away.c.invigilator_id),
    columns=AWAY.columns(_id(invigilator_away.c.id), _NAME, "starts", "ends"),
    filters=AWAY.filters(),
    search=_person.c.search,
    default_sort="-starts",
    edit=AWAY_FIELDS,
)

SWAPS_LIST = ListSpec(
    name="dutySwaps",
    path="/exams/swaps",
    title="Swaps of duties",
    one="swap",
    naming="session",
    source=swapping.SOURCE,
    columns=SWAP.columns(
        _id(_w.id),
        Column(name="session", expression=exam_session.c.title, width=210),
        Column(name="starts", expression=_d.starts, title="Begins", type="datetime", width=130),
        Column(name="fromName", expression=full_name(swapping.asker), title="From", width=170),
        Column(name="toName", expression=sa.func.coalesce(full_name(swapping.other), ""), title="To", width=170),
        "status",
    ),
    filters=SWAP.filters(),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="status",
    edit=SWAP_FIELDS,
)

HOURS = ListSpec(
    name="invigilationHours",
    path="/exams/hours",
    title="Hours of invigilators",
    one="duty",
    naming="invigilator",
    source=queries.DUTIES_OF,
    key=_d.id,
    where=sa.and_(_d.status == "confirmed", exam_session.c.status == "finished"),
    columns=DUTY.columns(
        _id(_d.id),
        _NAME,
        "role",
        Column(name="session", expression=exam_session.c.title, width=210),
        "starts",
        "ends",
        Column(name="worked", expression=WORKED, title="Minutes", type="integer", width=95),
        Column(name="hours", expression=sa.cast(WORKED / 60.0, sa.Numeric(8, 2)), type="decimal", width=90),
        "hoursApproved",
        "hoursApprovedBy",
    ),
    filters=DUTY.filters(
        "role",
        "kind",
        "starts",
        Filter(name="approved", expression=_d.hours_approved.is_not(None), title="Hours approved", kind="boolean"),
    ),
    tabs=[Tab(filter="approved", with_all=True)],
    search=_person.c.search,
    default_sort="-starts",
    figures=Figures(by=(By("invigilatorId", text="invigilator"), "role", "kind", "starts"), sums=("worked",)),
    edit=DUTY_FIELDS,
)
"""Duties in finished sessions, with the length of the session or the minutes that the office entered."""
LISTS = (RELATIVES, AWAYS_LIST, SWAPS_LIST, HOURS)
