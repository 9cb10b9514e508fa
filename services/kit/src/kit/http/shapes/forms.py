"""Answers about forms (`docs/api.md`, Records): fields with their choices and conditions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict, get_args

from kit.values.conditions import Operator
from kit.values.schemas import one_of
from kit.values.texts import CONTENT

FieldType = Literal[
    "text",
    "textarea",
    "richtext",
    "integer",
    "decimal",
    "money",
    "percent",
    "date",
    "datetime",
    "boolean",
    "select",
    "multiselect",
    "address",
    "email",
    "phone",
    "files",
    "table",
    "colour",
]


class Option(TypedDict):
    """A choice: its stored value, its label and its colour."""

    value: str | int | bool
    label: str
    color: NotRequired[str]


class Condition(TypedDict):
    """A condition on a record: a clause (`field`, `operator`, `value`), or a group of conditions of which `all` or
    `any` must hold. Fields are named by their path in the detail answer."""

    all: NotRequired[list[Condition]]
    any: NotRequired[list[Condition]]
    field: NotRequired[str]
    operator: NotRequired[Annotated[str, one_of(get_args(Operator))]]
    value: NotRequired[Any]


class Requirement(TypedDict):
    """A value that `moves` need if `when` holds: `least` to `most` characters or entries, or one `among` these; `title`
    and `text` are the popup of the refusal, `note` the hint next to the field if it differs."""

    moves: list[str]
    title: str
    text: str
    least: int
    note: NotRequired[str]
    most: NotRequired[int]
    among: NotRequired[list[Any]]
    when: NotRequired[Condition]


class TitledWhen(TypedDict):
    """The title of a field while a condition holds."""

    when: Condition
    title: str


class FormPart(TypedDict):
    """A part that a record needs besides its fields; `at` is its name in the detail answer."""

    name: str
    at: str
    needed: list[Requirement]
    shownIf: NotRequired[Condition]


class FormField(TypedDict):
    """One field of a form; `optionsFrom` is a call that returns the choices, `archivedFrom` one that returns archived
    choices, `columns` are the columns of a table. `readers` names those who may read the value, unless everybody may.
    `shownIf` selects the records for which it is shown, `titles` are its titles in some of them, `needed` are the moves
    that need it."""

    name: str
    title: str
    type: FieldType
    required: bool
    minLength: NotRequired[int]
    maxLength: NotRequired[int]
    min: NotRequired[float]
    max: NotRequired[float]
    content: NotRequired[Annotated[str, one_of(CONTENT)]]
    options: NotRequired[list[Option]]
    optionsFrom: NotRequired[str]
    archivedFrom: NotRequired[str]
    columns: NotRequired[list[FormField]]
    help: NotRequired[str]
    readers: NotRequired[str]
    readOnly: NotRequired[bool]
    shownIf: NotRequired[Condition]
    titles: NotRequired[list[TitledWhen]]
    needed: NotRequired[list[Requirement]]


class FormSection(TypedDict):
    """A section of fields."""

    name: str
    title: str
    fields: list[FormField]


class Form(TypedDict):
    """`GET /<thing>/fields`; `checks` names the fields and parts that moves need, in the order of the checks."""

    sections: list[FormSection]
    checks: NotRequired[list[str]]
    parts: NotRequired[list[FormPart]]
