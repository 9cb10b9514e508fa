"""Kinds of notices and of comments. A service declares its own (`Service.notice_kinds`, `comment_kinds`) and publishes
them as `<service>.kinds.declared`; support stores them, delivers the notices and takes the comments."""

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
"""The place of kinds that do not specify one."""


@dataclass(frozen=True)
class NoticeKind:
    """A kind of notice: `name` marks its notices, `text` explains it in the settings. Nobody can turn off the bell of a
    kind that is `must`. `mail` is the default for delivery by email as well. The settings show it to those with one of
    the `roles`, by default to everybody. Kinds with a lower `place` come first; within one place they are in the order
    of their service and its declaration."""

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

    It is private to staff unless it has an `audience`: the kinds of person who may read and write it on their own
    record, on a course that they belong to, or on a student whom they teach.
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

    Unless `asked` is false, support asks its service whether the record exists before it writes a comment; `name` must
    then be the name of a field set or workflow (`kit.records.foreign`).
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
    """Return KindsDeclared of these kinds. Raises ValueError if two have the same name."""
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
    """Publish the kinds of `service` if they differ from those it published last; return whether they do.

    They are published when the database is migrated, so that the outbox has them before the notices of this code. They
    are compared again when the events process starts, since code may change without a migration.
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
