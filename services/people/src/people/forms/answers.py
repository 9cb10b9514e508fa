"""Answers to calls about forms."""

from __future__ import annotations

from typing import Any, TypedDict

from kit.http.shapes import Choice
from kit.values.schemas import Moment


class Published(TypedDict):
    """The version in which new entries begin."""

    number: int
    published: Moment
    publishedByName: str


class FormParts(TypedDict):
    """The parts of a form beyond its fields. `changed`: the draft differs from the published version. `entries` are the
    numbers of entries by state."""

    draft: dict[str, Any]
    published: Published | None
    changed: bool
    owner: str
    entries: dict[str, int]


class Draft(TypedDict):
    """A stored draft, and the resulting version of the form."""

    version: int
    modified: Moment
    draft: dict[str, Any]


class Version(TypedDict):
    """A published version of a form."""

    id: int
    number: int
    published: Moment
    publishedByName: str
    entries: int


class WholeVersion(TypedDict):
    """A version with its definition."""

    number: int
    published: Moment
    publishedByName: str
    definition: dict[str, Any]


class Template(TypedDict):
    """A template of a form."""

    name: str
    title: str
    kind: str
    description: str
    about: str
    audience: list[str]
    pages: int
    fields: int


class ExportedForm(TypedDict):
    """A form as a file."""

    staffroomForm: int
    title: str
    kind: str
    about: str
    audience: list[str]
    description: str
    definition: dict[str, Any]


class FormName(Choice):
    """A choice for a form; `label` is the title of the form."""


class Made(TypedDict):
    """The id of a new form."""

    id: int
