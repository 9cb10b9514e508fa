"""Attributes of checklist templates, their steps, checklists and their items."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Boolean, Date, DateTime, FileIds, IdList, Integer, RecordId, Reference, Select, Text, options
from kit.values.conditions import Clause
from people.requirements.attributes import MENDERS

ABOUT = options(
    ("student", "Student"),
    ("tutor", "Tutor"),
    ("staff", "Staff"),
    ("candidate", "Candidate"),
    ("course", "Course"),
    ("lead", "Lead"),
    ("application", "Tutor application"),
    ("client", "Client"),
    ("invigilator", "Invigilator"),
    ("agent", "Agent"),
)
STARTS = options(
    ("byHand", "By hand"),
    ("studentEnrolled", "A student is enrolled"),
    ("tutorAccepted", "A tutor becomes active"),
    ("courseCreated", "A course is created"),
    ("candidateCreated", "A candidate is created"),
    ("leadCreated", "A lead arrives"),
    ("applicationReceived", "A tutor applies"),
    ("examEntered", "A candidate is entered for an exam"),
    ("clientCreated", "A client is created"),
    ("invigilatorAccepted", "An invigilator becomes active"),
    ("agentCreated", "An agent is created"),
)
"""Events that start checklists; other rooms report them by `starting.start_for`."""
NEEDS = options(
    ("none", "Nothing"),
    ("file", "A file"),
    ("form", "A form"),
    ("field", "A field of the record"),
    ("signature", "A signature"),
)
DUE_FROM = options(
    ("start", "Start of the checklist"),
    ("birthDate", "Date of birth"),
    ("enrolled", "Enrolled"),
    ("started", "Started"),
    ("starts", "Course starts"),
    ("ends", "Course ends"),
    ("firstExam", "First exam"),
    ("left", "Left"),
    ("trained", "Trained on"),
    ("contractFrom", "Contract begins"),
    ("contractUntil", "Contract ends"),
)
"""The day from which due days count: the start, or a date of the record. They follow that date when it moves."""
STATES = options(("open", "Open", "amber"), ("done", "Done", "green"), ("cancelled", "Cancelled", "grey"))
ITEM_STATES = options(("open", "Open", "amber"), ("done", "Done", "green"), ("skipped", "Skipped", "grey"))


class FieldName(Text):
    """A field of the record that the template `{id}` is about, chosen by its title."""

    kind = "select"

    def meta(self) -> dict[str, Any]:
        return super().meta() | {"optionsFrom": "/templates/checklist/{id}/fields"}


CHECKLIST_TEMPLATE = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=120),
        section="template",
        default=None,
        listed=InList(sortable=True, width=280),
    ),
    Attribute(
        name="about",
        type=Select(choices=ABOUT, required=True),
        section="template",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="starts",
        type=Select(choices=STARTS, required=True),
        section="template",
        default="byHand",
        listed=InList(width=200),
        filtered=AsFilter(),
    ),
    Attribute(
        name="active",
        type=Boolean(),
        section="template",
        default="true",
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
    Attribute(name="note", type=Text(multiline=True, max_length=1000), section="template"),
)


def _step(own: bool) -> tuple[Attribute, ...]:
    """Return the attributes that a template's step and a checklist's item share; those of an item are fixed."""
    return (
        Attribute(
            name="title",
            type=Text(required=True, max_length=200),
            section="step",
            default=None,
            read_only=not own,
            listed=None if own else InList(width=260),
        ),
        Attribute(
            name="help",
            type=Text(multiline=True, max_length=1000),
            section="step",
            read_only=not own,
            listed=None if own else InList(type="text", hidden=True, width=200),
        ),
        Attribute(
            name="owner",
            type=Select(choices=MENDERS, required=True),
            title="Who does it",
            section="step",
            default="staff",
            read_only=not own,
            listed=None if own else InList(width=150),
            filtered=None if own else AsFilter(),
        ),
        Attribute(
            name="needs",
            type=Select(choices=NEEDS, required=True),
            section="step",
            default="none",
            read_only=not own,
            listed=None if own else InList(hidden=True, width=130),
        ),
        Attribute(
            name="field",
            type=FieldName(max_length=60) if own else Text(max_length=60),
            title="Field of the record",
            section="step",
            read_only=not own,
            shown_if=Clause("needs", "is", "field"),
            listed=None if own else InList(hidden=True, width=120),
        ),
        Attribute(
            name="formId",
            type=Reference(source="/forms/titles"),
            title="Form",
            section="step",
            read_only=not own,
            shown_if=Clause("needs", "is", "form"),
            listed=None if own else InList(hidden=True, width=90),
        ),
        Attribute(
            name="waits",
            type=Boolean(),
            title="Waits for the previous step",
            section="step",
            read_only=not own,
            listed=None if own else InList(hidden=True, width=90),
        ),
    )


CHECKLIST_STEP = Attributes(
    *_step(own=True),
    Attribute(
        name="waitsFor",
        type=IdList(source="/templates/checklist/{id}/steps", most=20),
        title="Waits for these too",
        section="step",
        help="Steps of the template that are done or skipped first",
    ),
    Attribute(
        name="dueDays",
        type=Integer(minimum=-1000, maximum=1000),
        title="Due after days",
        section="step",
        stored_as=sa.Integer,
        help="Negative: days before. Without a number it has no day",
    ),
    Attribute(
        name="dueFrom",
        type=Select(choices=DUE_FROM, required=True),
        title="Counted from",
        section="step",
        default="start",
    ),
)

CHECKLIST = Attributes(
    Attribute(
        name="templateId",
        type=Reference(source="/templates/checklist/names", required=True),
        title="Template",
        section="checklist",
        read_only=True,
        links="checklist_template.id",
        indexed=True,
        listed=InList(title="Template ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="entityType",
        type=Select(choices=ABOUT, required=True),
        title="About",
        section="checklist",
        read_only=True,
        listed=InList(width=110),
        filtered=AsFilter(title="About"),
    ),
    Attribute(
        name="entityId",
        type=RecordId(required=True),
        title="Record",
        section="checklist",
        read_only=True,
        listed=InList(title="Record ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="title",
        type=Text(max_length=120),
        section="checklist",
        read_only=True,
        column=sa.Column("title", sa.Text, nullable=False),
        listed=InList(width=240),
    ),
    Attribute(
        name="name",
        type=Text(),
        title="For",
        section="checklist",
        read_only=True,
        column=sa.Column("name", sa.Text, nullable=False, server_default="", comment="of the record, at the start"),
        listed=InList(width=170),
    ),
    Attribute(
        name="status",
        type=Select(choices=STATES, required=True),
        default="open",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="doneCount",
        type=Integer(),
        title="Steps done",
        section="checklist",
        read_only=True,
        stored_as=sa.Integer,
        default="0",
        listed=InList(width=100),
    ),
    Attribute(
        name="total",
        type=Integer(),
        title="Steps",
        section="checklist",
        read_only=True,
        stored_as=sa.Integer,
        default="0",
        listed=InList(width=80),
    ),
    Attribute(
        name="nextDue",
        type=Date(),
        title="Next due",
        section="checklist",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
)

CHECKLIST_ITEM = Attributes(
    Attribute(
        name="checklistId",
        type=RecordId(required=True),
        title="Checklist",
        section="step",
        read_only=True,
        links="checklist.id",
        listed=InList(title="Checklist ID", hidden=True),
        filtered=AsFilter(hidden=True),
    ),
    Attribute(
        name="place",
        type=Integer(),
        section="step",
        read_only=True,
        stored_as=sa.Integer,
        default="0",
        listed=InList(title="Step", width=70),
    ),
    *_step(own=False),
    Attribute(
        name="waitsFor",
        type=IdList(),
        title="Waits for steps",
        section="step",
        read_only=True,
        listed=InList(type="tags", hidden=True, width=110),
    ),
    Attribute(
        name="status",
        type=Select(choices=ITEM_STATES, required=True),
        default="open",
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="due",
        type=Date(),
        section="step",
        read_only=True,
        listed=InList(sortable=True, width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="blocked",
        type=Boolean(),
        title="Waits for another step",
        section="step",
        read_only=True,
        listed=InList(width=105),
        filtered=AsFilter(),
    ),
    Attribute(
        name="doneByName",
        type=Text(),
        title="Done by",
        section="step",
        read_only=True,
        listed=InList(width=140),
    ),
    Attribute(
        name="done",
        type=DateTime(),
        section="step",
        read_only=True,
        listed=InList(type="date", width=105),
    ),
    Attribute(
        name="skippedReason",
        type=Text(max_length=500),
        title="Why it was skipped",
        section="step",
        read_only=True,
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="signature",
        type=Text(max_length=100),
        section="step",
        read_only=True,
        listed=InList(hidden=True, width=140),
    ),
    Attribute(name="evidenceIds", type=FileIds(most=20), title="Evidence", section="step"),
)
