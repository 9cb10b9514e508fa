"""Shapes of the answers about offers and terms, beyond their fields."""

from __future__ import annotations

from typing import TypedDict

from kit.values.schemas import Moment


class OfferPerson(TypedDict):
    """The tutor, or a student of the course."""

    id: int
    name: str


class OfferCourse(TypedDict):
    """The offered course."""

    id: int
    title: str
    type: str
    status: str
    department: str


class ShownTerms(TypedDict):
    """Terms for a tutor; `accepted` is the time of the acceptance, of this version or another of the same year."""

    id: int
    title: str
    version: int
    body: str
    fileIds: list[int]
    department: str
    accepted: Moment | None


class OfferParts(TypedDict):
    """An offer in an answer. `terms` are null if none are published for the department and the year."""

    tutor: OfferPerson
    course: OfferCourse
    students: list[OfferPerson]
    terms: ShownTerms | None
    status: str
    reason: str
    offered: Moment
    offeredBy: str
    answered: Moment | None
    answeredBy: str
    answeredFor: bool


class TermsParts(TypedDict):
    """A version of terms beyond its fields."""

    termsVersion: int
    status: str
    department: str
    published: Moment | None
    publishedBy: str
    acceptances: int
    rejections: int


class TermsAnswer(TypedDict):
    """The answer as stored."""

    id: int
    accepted: bool
    when: Moment


class OfferAnswered(TypedDict):
    """The offer and its current state."""

    id: int
    status: str
