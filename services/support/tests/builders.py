"""Records and calls with which the tests of support begin."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import sqlalchemy as sa

from kit.database import Database
from kit.kinds import CommentKind, NoticeKind
from kit.policy import Actor
from staffroom_testing import actor
from support.directory.model import course_member, user
from support.kinds.events import PUBLISHERS
from support.kinds.own import COMMENT_KINDS

STAFF = actor("staff", user_id=11, name="Stella Staff")
COLLEAGUE = actor("staff", user_id=12, name="Colin Colleague")
OFFICE = actor("staff", "academicOffice", user_id=13, name="Olga Office")
ADMIN = actor("staff", "sysAdmin", user_id=1, name="Ada Admin")
TUTOR = actor("tutor", user_id=41, name="Tom Tutor", persons={"tutor": 1})
OTHER_TUTOR = actor("tutor", user_id=42, name="Tess Tutor", persons={"tutor": 2})
STUDENT = actor("student", user_id=101, name="Sam Student", persons={"student": 1})
OTHER_STUDENT = actor("student", user_id=102, name="Sue Student", persons={"student": 2})
EVERYBODY = (STAFF, COLLEAGUE, OFFICE, ADMIN, TUTOR, OTHER_TUTOR, STUDENT, OTHER_STUDENT)


def _declared(service: str) -> tuple[tuple[NoticeKind, ...], tuple[CommentKind, ...]]:
    kinds = import_module(f"{service}.kinds")
    return getattr(kinds, "NOTICE_KINDS", ()), kinds.COMMENT_KINDS


DECLARED = {service: _declared(service) for service in PUBLISHERS}
"""The kinds of notice and of comment that each other service declares."""
KINDS = {kind.name: (service, kind) for service, (_, kinds) in DECLARED.items() for kind in kinds} | {
    kind.name: ("support", kind) for kind in COMMENT_KINDS
}
"""The kinds of record that take comments, with their service."""


def directory(database: Database) -> None:
    """Insert the read copy: everybody above, one retired member of staff (99), and course 7 of tutor 1 and student
    1."""
    people = [{"id": one.user_id, "name": one.name, "active": True, "role_ids": sorted(one.roles)} for one in EVERYBODY]
    people.append({"id": 99, "name": "Rita Retired", "active": False, "role_ids": ["staff"]})
    members = [{"course_id": 7, "kind": "tutor", "person_id": 1}, {"course_id": 7, "kind": "student", "person_id": 1}]
    with database.transaction(ADMIN) as tx:
        tx.execute(sa.insert(user), people)
        tx.execute(sa.insert(course_member), members)


def about(entity: str = "student", record: int | str = 1) -> dict[str, str]:
    """Return the headers of GET /comments."""
    return {"entityType": entity, "entityTypeId": str(record)}


def written(client: Any, who: Actor, text: str = "<p>Hello</p>", **more: Any) -> dict[str, Any]:
    """Write a comment over HTTP and return it."""
    body = {"entityType": "student", "entityTypeId": 1, "comment": text, "type": "general"} | more
    answer = client(who).post("/api/v1/comment/add", json=body)
    assert answer.status_code == 201, answer.text
    data: dict[str, Any] = answer.json()["data"]
    return data
