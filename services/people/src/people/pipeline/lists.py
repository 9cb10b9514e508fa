"""The pipeline as a list and a board, and the settings of its stages."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Board, By, Column, Figures, Filter, ListSpec, Tab
from people.persons.model import student
from people.persons.queries import full_name
from people.pipeline.attributes import ENROLMENT, ENROLMENT_STAGE, FACTS, PIECES
from people.pipeline.facts import ENDED
from people.pipeline.fields import ENROLMENT_FIELDS, STAGE_FIELDS
from people.pipeline.model import enrolment, enrolment_stage
from people.reference.model import department

_e = enrolment.c
_days = sa.cast(sa.func.date_part("day", sa.func.now() - _e.since), sa.Integer)
_AGE = sa.case((_days == 1, "1 day in this stage"), else_=sa.cast(_days, sa.Text) + " days in this stage")
STUCK = sa.and_(_e.stuck_from < sa.func.now(), _e.stage.not_in(ENDED))
_unused = enrolment_stage.alias("unused")


def _lacks(stage: str) -> sa.ColumnElement[bool]:
    """Return the condition that an enrolment lacks the piece of a stage that its department uses."""
    used = sa.select(_unused.c.used).where(
        _unused.c.stage == stage,
        sa.or_(_unused.c.department_id.is_(None), _unused.c.department_id == _e.department_id),
    )
    own = used.order_by(_unused.c.department_id.nulls_last()).limit(1).correlate(enrolment).scalar_subquery()
    return sa.and_(_e[FACTS[stage]].is_(None), _e.stage.not_in(ENDED), sa.func.coalesce(own, sa.true()))


_MISSING = sa.func.concat_ws(", ", *(sa.case((_lacks(stage), title)) for stage, title in PIECES.items()), type_=sa.Text)

PIPELINE = ListSpec(
    name="pipeline",
    path="/pipeline/students",
    title="Pipeline",
    one="enrolment",
    naming="student",
    source=enrolment.join(student, student.c.id == _e.student_id).outerjoin(
        department, department.c.id == _e.department_id
    ),
    columns=ENROLMENT.columns(
        Column(name="id", expression=_e.id, type="id", hidden=True),
        Column(name="student", expression=full_name(student), sort=student.c.last_key, sortable=True, width=180),
        "stage",
        Column(name="days", expression=_days, title="Days in the stage", type="integer", width=110),
        Column(name="age", expression=_AGE, title="Time in the stage", hidden=True, width=150),
        Column(name="stuck", expression=STUCK, type="boolean", width=80),
        Column(
            name="stuckFrom",
            expression=_e.stuck_from,
            title="Stuck from",
            type="datetime",
            sortable=True,
            hidden=True,
            width=130,
        ),
        Column(name="missing", expression=_MISSING, width=220),
        Column(name="department", expression=department.c.title, width=120),
        "since",
        Column(name="created", expression=_e.created, title="Begun", type="datetime", hidden=True, width=130),
    ),
    filters=ENROLMENT.filters(
        "stage",
        Filter(name="stuck", kind="boolean", condition=lambda yes: yes == STUCK),
        "departmentId",
        Filter(name="created", expression=_e.created, title="Begun", kind="range"),
    ),
    tabs=[Tab(filter="stage", with_all=True)],
    default_sort="stuckFrom",
    search=student.c.search,
    record=ENROLMENT_FIELDS,
    edit=ENROLMENT_FIELDS,
    views=(Board(title="student", lines=("missing", "age", "department"), by="stage", hides=("withdrawn",)),),
    figures=Figures(by=("stage", "stuck", By("department", text="department"), "created")),
)
"""Enrolments, those stuck for longest first."""

STAGE_SETTINGS = ListSpec(
    name="enrolmentStages",
    path="/pipeline/stages",
    title="Stages of enrolment",
    one="stage",
    naming="stage",
    source=enrolment_stage.outerjoin(department, department.c.id == enrolment_stage.c.department_id),
    columns=ENROLMENT_STAGE.columns(
        Column(name="id", expression=enrolment_stage.c.id, type="id", sortable=True, hidden=True)
    ),
    filters=ENROLMENT_STAGE.filters(),
    default_sort="id",
    edit=STAGE_FIELDS,
)

LISTS = (PIPELINE, STAGE_SETTINGS)
