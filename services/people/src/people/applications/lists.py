"""Lists of applications and of scorecards."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.lists import Board, By, Column, Figures, Filter, ListSpec, Tab
from kit.values import Option
from people.applications.attributes import APPLICATION, OF_HIRING, SCORECARD
from people.applications.fields import APPLICATION_FIELDS, SCORECARD_FIELDS
from people.applications.model import (
    application,
    application_interview,
    application_reference,
    application_scorecard,
    application_subject,
)
from people.applications.rules import LEAST_REFERENCES, OPEN, REQUIRED_CHECKS
from people.checks.attributes import APPLICATION as APPLICANT
from people.checks.model import person_check
from people.checks.validity import is_valid
from people.persons.queries import full_name
from people.reference.model import department

_a, _s, _r, _c = application.c, application_subject.c, application_reference.c, person_check.c
_card, _i = application_scorecard.c, application_interview.c


def _of(where: sa.ColumnElement[bool], value: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
    return sa.select(value).where(where).correlate(application).scalar_subquery()


_RECEIVED = _of(sa.and_(_r.application_id == _a.id, _r.status == "received"), sa.func.count())
_APPLICANTS = sa.and_(_c.person_type == APPLICANT, _c.person_id == _a.id)
_CHECKED = _of(
    sa.and_(_APPLICANTS, _c.type.in_(REQUIRED_CHECKS), _c.outcome == "clear", is_valid()),
    sa.func.count(sa.distinct(_c.type)),
)
_TEACHES = _of(
    _s.application_id == _a.id,
    sa.func.coalesce(sa.func.string_agg(sa.distinct(_s.subject), sa.literal(", ")), ""),
)
_EXPIRES = _of(sa.and_(_APPLICANTS, _c.type == "rightToWork"), sa.func.max(_c.expires))
_WORKED_ON = _a.status.in_(OPEN)

APPLICATIONS_LIST = ListSpec(
    name="applications",
    path="/applications/tutors",
    title="Tutor applications",
    one="application",
    naming="name",
    source=application.outerjoin(department, department.c.id == _a.department_id),
    columns=APPLICATION.columns(
        Column(name="id", expression=_a.id, type="id", sortable=True, width=70),
        Column(name="name", expression=full_name(application), sort=_a.last_key, sortable=True, width=180),
        "status",
        Column(name="subjects", expression=_TEACHES, width=200, readers=OF_HIRING),
        Column(
            name="references", expression=_RECEIVED, title="References", type="integer", width=100, readers=OF_HIRING
        ),
        Column(name="checks", expression=_CHECKED, title="Checks done", type="integer", width=110),
        Column(name="rightToWorkExpires", expression=_EXPIRES, title="Right to work until", type="date", width=140),
        *("since", "email", "phone", "firstName", "lastName", "origin", "declinedReason", "deleteAfter"),
        Column(name="department", expression=department.c.title, exported=True, width=110),
        Column(name="created", expression=_a.created, title="Received", type="date", sortable=True, width=110),
    ),
    filters=APPLICATION.filters(
        "status",
        "departmentId",
        Filter(
            name="subject",
            title="Subject",
            expression=_s.subject,
            options_from="/system/course/subjects",
            condition=lambda titles: (
                sa.exists().where(_s.application_id == _a.id, _s.subject == sa.func.any(titles)).correlate(application)
            ),
            readers=OF_HIRING,
        ),
        Filter(
            name="needsReference",
            title="Needs a reference",
            kind="boolean",
            readers=OF_HIRING,
            expression=sa.and_(_WORKED_ON, _RECEIVED < LEAST_REFERENCES),
        ),
        Filter(name="created", expression=_a.created, title="Received", kind="range"),
        "declinedReason",
        "deleteAfter",
    ),
    tabs=[Tab(filter="status", with_all=True, opens=Option(",".join(OPEN), "Open"))],
    views=(Board(title="name", lines=("subjects", "since")),),
    figures=Figures(by=("status", By("departmentId", text="department"), "created")),
    default_sort="-created",
    search=_a.search,
    target="/applications/tutors/{id}",
    edit=APPLICATION_FIELDS,
)

SCORECARDS_LIST = ListSpec(
    name="scorecards",
    path="/applications/scorecards",
    title="Scorecards",
    one="scorecard",
    naming="name",
    source=application_scorecard.join(application_interview, _i.id == _card.interview_id).join(
        application, _a.id == _card.application_id
    ),
    columns=SCORECARD.columns(
        Column(name="id", expression=_card.id, type="id", hidden=True),
        Column(name="name", expression=full_name(application), title="Applicant", width=160),
        Column(name="at", expression=_i.at, title="Interview", type="datetime", sortable=True, width=130),
        *("staffName", "status", "knowledge", "explaining", "rapport", "reliability", "safeguarding", "advice"),
        *("words", "given"),
    ),
    filters=SCORECARD.filters("status", "applicationId", "staffId"),
    default_sort="-at",
    target="/applications/scorecards/{id}",
    record=SCORECARD_FIELDS,
)
LISTS = (APPLICATIONS_LIST, SCORECARDS_LIST)
