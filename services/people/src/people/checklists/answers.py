"""Answers of calls about checklists."""

from __future__ import annotations

import datetime as dt
from typing import Any, NotRequired, TypedDict

from kit.http.shapes import Choice


class TemplateChoice(Choice):
    """An active template."""


class FieldChoice(TypedDict):
    """A field of the record that a template is about."""

    value: str
    label: str


class StepChoice(Choice):
    """A step of a template."""


class TemplateStep(TypedDict):
    """A step of a template, in its order."""

    id: int
    place: int
    title: str
    help: str
    owner: str
    needs: str
    field: str
    formId: int | None
    waits: bool
    waitsFor: list[int]
    dueDays: int | None
    dueFrom: str


class TemplateParts(TypedDict):
    """The steps of a template, and how many checklists it has started."""

    steps: list[TemplateStep]
    used: int


class StepToDo(TypedDict):
    """A step of a checklist with the moves that the caller can make; `waitsFor` are places of other steps."""

    id: int
    place: int
    title: str
    help: str
    owner: str
    needs: str
    field: str
    formId: int | None
    waits: bool
    waitsFor: list[int]
    status: str
    blocked: bool
    due: dt.date | None
    doneByName: str
    done: dt.datetime | None
    skippedReason: str
    signature: str
    evidenceIds: list[int]
    moves: NotRequired[list[dict[str, Any]]]


class ChecklistParts(TypedDict):
    """The screen of the record, and the steps."""

    screen: str
    steps: list[StepToDo]


class ItemParts(TypedDict):
    """The checklist of a step, of whom it is, and its screen."""

    checklist: str
    name: str
    screen: str


class ChecklistsStarted(TypedDict):
    """The number of checklists that were started, and of records that already had one open."""

    started: int
    skipped: int


class OfRecord(TypedDict):
    """A checklist of a record with its steps."""

    id: int
    title: str
    status: str
    doneCount: int
    total: int
    nextDue: dt.date | None
    steps: list[StepToDo]
