"""Answers of the calls of enquiries."""

from __future__ import annotations

from typing import Annotated, TypedDict

from kit.values.schemas import one_of
from people.leads.rules import KINDS
from people.persons.answers import PostalAddress


class Asker(TypedDict):
    """The enquirer."""

    id: int
    firstName: str
    lastName: str
    leadStatus: str


class OnRecord(TypedDict):
    """A person on record."""

    id: int
    title: str | None
    firstName: str
    lastName: str
    email: str


class AskedFor(TypedDict):
    """Beside the fields of an enquiry with type; `name`, `email` and `address` are of whoever is written to."""

    kind: Annotated[str, one_of(str(kind.value) for kind in KINDS)]
    enquiry: Asker
    student: OnRecord | None
    candidate: OnRecord | None
    client: OnRecord | None
    name: str
    email: str
    address: PostalAddress | None
