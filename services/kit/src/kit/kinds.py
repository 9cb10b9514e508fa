"""Kinds of notices and of comments. A service declares those it has (`Service.notice_kinds`, `comment_kinds`) and
publishes them as `<service>.kinds.declared`; support keeps them, delivers the notices and takes the comments."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from kit.database import database, tables
from kit.events import Event
from kit.policy import as_service
from staffroom.kit.v1.kinds_pb2 import KindsDeclared

AT_THE_END = 1000
"""The place of kinds that name none."""


@dataclass(frozen=True)
class NoticeKind:
    """A kind of notice: `name` marks its notices, `text` explains it in the settings. Nobody can turn off the bell of a
    kind that is `must`. `mail` is whether those who chose nothing get it by email as well. The settings show it to
    those with one of the `roles`, to everybody where none are named. Kinds of a lower `place` come first; those of one
    place are in the order of their service and its declaration."""

    name: str
    title: str
    text: str
    must: bool = False
    mail: bool = False
    roles: tuple[str, ...] = ()
    place: int = AT_THE_END


@dataclass(frozen=True)
class CommentType:
    """A type of comment: its value on the wire, its label and its colour.

    It is private to staff unless it has an `audience`: kinds of person who read and write it where the record is their
    own: themselves, a course they belong to, a student they teach.
    """

    value: str
    label: str
    color: str
    audience: frozenset[str] = frozenset()


GENERAL = CommentType("general", "General", "grey")
CONTACT = CommentType("contact", "Contact", "blue")
ACADEMIC = CommentType("academic", "Academic", "teal")
WELFARE = CommentType("welfare", "Welfare", "red")
FINANCE = CommentType("finance", "Finance", "amber")
HIRING = CommentType("hiring", "Hiring", "purple")
TUTORS = CommentType("tutors", "For tutors", "green", frozenset({"tutor"}))
SHARED = CommentType("shared", "Shared", "green", frozenset({"tutor", "student", "client", "candidate"}))


@dataclass(frozen=True)
class CommentKind:
    """A kind of record that takes comments. `screen` is its address, with `{id}`.

    Unless `asked` is false, its service is asked whether the record exists before a comment on it is written: `name` is
    then that of a field set or workflow (`kit.records.foreign`).
    """

    name: str
    title: str
    screen: str
    types: tuple[CommentType, ...] = (GENERAL,)
    asked: bool = True
    place: int = AT_THE_END


class Declaring(Protocol):
    """A service with its kinds."""

    @property
    def name(self) -> str: ...
    @property
    def notice_kinds(self) -> Sequence[NoticeKind]: ...
    @property
    def comment_kinds(self) -> Sequence[CommentKind]: ...


def event_of(service: str) -> Event:
    """Return the event with which `service` declares its kinds."""
    return Event.of(KindsDeclared, service)


def payload(notice_kinds: Sequence[NoticeKind], comment_kinds: Sequence[CommentKind]) -> dict[str, Any]:
    """Return KindsDeclared of these kinds. Raises ValueError where two have one name."""
    for kinds in (notice_kinds, comment_kinds):
        names = [kind.name for kind in kinds]
        if len(names) != len(set(names)):
            raise ValueError(f"a kind is declared twice: {', '.join(names)}")
    comments = [
        asdict(kind) | {"types": [asdict(entry) | {"audience": sorted(entry.audience)} for entry in kind.types]}
        for kind in comment_kinds
    ]
    return {"noticeKinds": [asdict(kind) for kind in notice_kinds], "commentKinds": comments}


def declare(service: Declaring) -> bool:
    """Publish the kinds of `service` where they differ from those it published last; returns whether they do.

    Its outbox has them before the notices of this code: they are declared when its database is migrated. When its
    events process starts they are compared again, since code may change without a migration.
    """
    event, declaration = event_of(service.name), tables.declaration
    content = payload(service.notice_kinds, service.comment_kinds)
    digest = hashlib.sha256(msgspec.json.encode(event.checked(content), order="sorted")).hexdigest()
    differs = declaration.c.digest != digest
    changed: sa.Insert | sa.Update
    if service.notice_kinds or service.comment_kinds:
        first = insert(declaration).values(subject=event.subject, digest=digest)
        changed = first.on_conflict_do_update(index_elements=["subject"], set_={"digest": digest}, where=differs)
    else:
        changed = sa.update(declaration).where(declaration.c.subject == event.subject, differs).values(digest=digest)
    with database().transaction(as_service(service.name)) as tx:
        if tx.scalar(changed.returning(declaration.c.subject)) is None:
            return False
        tx.publish(event, service.name, content)
    return True
