"""Answers about a record: its moves, its history, its creation; names and choices of records."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from kit.http.shapes.forms import FormField
from kit.values.schemas import Moment


class Named(TypedDict):
    """A record or a user with its name: the base of such parts of an answer."""

    id: int
    name: str


class Choice(TypedDict):
    """A choice of a form: the base of the answers of name calls."""

    value: int
    label: str


class Created(TypedDict):
    """The answer of a create."""

    id: int


class Ordered(TypedDict):
    """The parts of a record in their current order."""

    ids: list[int]


class Confirmation(TypedDict):
    """The question before a move, and its two buttons."""

    title: str
    text: str
    yes: str
    no: str


class Move(TypedDict):
    """An available move: the button, the dialog and the call, whose body are the values of `needs`. `key` is its letter
    in a review queue, empty without one; `undo` says whether it can be undone; `done` is the message after it was made.
    With `checks` the record may lack something: a call with `?dryRun=true` checks that before the question is asked."""

    name: str
    title: str
    done: str
    style: Literal["primary", "default", "danger"]
    confirm: Confirmation | None
    path: str
    method: Literal["POST", "PUT", "DELETE"]
    needs: list[FormField]
    key: str
    undo: bool
    checks: NotRequired[bool]


class FieldChange(TypedDict):
    """One change of a field; the field `*` means that the whole record was deleted. `actingUserName` is the person who
    acted as the user, `oldText` and `newText` are the labels of choices or states. `title`, in a history that includes
    the parts of a record, says what was changed."""

    id: int
    field: str
    oldValue: Any
    newValue: Any
    oldText: str | None
    newText: str | None
    changed: Moment
    userId: int
    userName: str
    actingUserId: int
    actingUserName: str | None
    title: NotRequired[str]
