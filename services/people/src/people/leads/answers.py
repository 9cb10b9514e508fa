"""Answers of the calls of enquiries."""

from __future__ import annotations

from typing import Annotated, TypedDict

from kit.values.schemas import one_of
from people.leads.attributes import ENQUIRY, KINDS
from people.persons.answers import PostalAddress
from people.persons.catalogue import CLIENT


@ENQUIRY.part("firstName", "lastName", "leadStatus")
class Asker(TypedDict):
    """The enquirer."""

    id: int


@CLIENT.attributes.part("title", "firstName", "lastName", "email")
class OnRecord(TypedDict):
    """A person on record."""

    id: int


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
