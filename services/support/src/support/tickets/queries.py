"""Queries and checks of tickets; each takes the actor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

import sqlalchemy as sa

from kit.database import all_rows, first_row, row_or_404
from kit.database.nested import json_object
from kit.errors import Invalid, NotFound
from kit.policy import Actor, Row, staff, sys_admin
from support import teams
from support.directory.model import invoice, slip, user
from support.directory.queries import UNKNOWN, active_staff, active_with_role, name_of, user_of
from support.errors.model import error_report
from support.tickets import rules
from support.tickets.model import ticket, ticket_link, ticket_message, ticket_read
from support.tickets.policy import SCOPE

NOT_SUPPORT = "Please choose one of the support staff of this team"
NOT_ACTIVE = "Please choose active users"
NOT_STAFF = "Please choose members of staff"
NOT_ON_IT = "Only members of staff inform others of a ticket"


def extra(connection: sa.Connection, actor: Actor, row: Row) -> Mapping[str, Any]:
    """Return the parts of a ticket's detail besides its fields: users by name, its records, its messages."""
    names = _names(connection, {*rules.followers(row), row["created_by_id"]})
    names[0] = {"id": 0, "name": row["from_address"]}
    messages = _messages(connection, actor, row["id"])
    responsible, department = row["responsible_id"], row["department_id"]
    answer: dict[str, Any] = {
        "date": row["created"],
        "user": names[row["user_id"]],
        "createdBy": names[row["created_by_id"]],
        "department": {"id": department} if department else None,
        "responsibleStaff": names[responsible] if responsible else None,
        "infoUsers": [{"user": names[number]} for number in row["info_user_ids"]],
        "slip": {"id": row["slip_id"]} if row["slip_id"] else None,
        "hws": {"id": row["hws_id"]} if row["hws_id"] else None,
        "invoice": _invoice(connection, row["invoice_id"]) if row["invoice_id"] else None,
        "messages": messages,
        "files": [entry for message in messages for entry in message["files"]],
    }
    answer |= {
        "mergedInto": {"id": row["merged_into_id"]} if row["merged_into_id"] else None,
        "merged": _titles(connection, actor, ticket.c.merged_into_id == row["id"]),
        "linked": linked(connection, actor, row["id"]),
        "rating": row["rating"],
        "ratingComment": row["rating_comment"],
        "byRota": responsible is not None and responsible == row["rota_user_id"],
        "watching": actor.user_id in row["info_user_ids"],
    }
    if sys_admin(actor):
        answer["error"] = {"id": row["error_id"]} if row["error_id"] else None
    return answer


def _names(connection: sa.Connection, user_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    rows = connection.execute(sa.select(user.c.id, user.c.name).where(user.c.id.in_(user_ids)))
    names = {row.id: row.name for row in rows}
    return {user_id: {"id": user_id, "name": names.get(user_id, f"{UNKNOWN}{user_id}")} for user_id in user_ids}


def _invoice(connection: sa.Connection, invoice_id: int) -> dict[str, Any]:
    number = connection.execute(sa.select(invoice.c.number).where(invoice.c.id == invoice_id)).scalar()
    return {"id": invoice_id, "number": number or None}


def _titles(connection: sa.Connection, actor: Actor, condition: sa.ColumnElement[bool]) -> list[dict[str, Any]]:
    statement = sa.select(ticket.c.id, ticket.c.title, ticket.c.status).where(condition, SCOPE.where(actor))
    return all_rows(connection, statement.order_by(ticket.c.id))


def linked(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return the tickets linked with a ticket, as far as the actor sees them: `{id, title, status}`."""
    low, high = ticket_link.c.low_id, ticket_link.c.high_id
    others = sa.union_all(sa.select(high).where(low == ticket_id), sa.select(low).where(high == ticket_id))
    return _titles(connection, actor, ticket.c.id.in_(others))


_author = json_object(
    id=ticket_message.c.author_id,
    name=sa.func.coalesce(sa.func.nullif(ticket_message.c.sender, ""), name_of(ticket_message.c.author_id)),
)


def _readable(actor: Actor) -> sa.ColumnElement[bool]:
    """Return the condition of the messages that the actor reads: only staff read internal notes."""
    return sa.true() if staff(actor) else sa.not_(ticket_message.c.internal)


def _messages(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return the messages, oldest first, each with its readers and the times they read it."""
    message, mark = ticket_message.c, ticket_read.c
    messages = (
        sa.select(
            *(message.id, _author.label("user"), message.created, message.message, message.files),
            message.status,
            *(message.by_support.label("responsibleStaff"), message.internal, message.origin_id),
        )
        .select_from(ticket_message.outerjoin(user, user.c.id == message.author_id))
        .where(message.ticket_id == ticket_id, _readable(actor))
        .order_by(message.created, message.id)
    )
    marks = (
        sa.select(mark.message_id, mark.id, user_of(mark.user_id).label("user"), mark.read)
        .select_from(ticket_read.join(ticket_message).outerjoin(user, user.c.id == mark.user_id))
        .where(message.ticket_id == ticket_id)
        .order_by(mark.id)
    )
    readers = defaultdict(list)
    for row in all_rows(connection, marks):
        readers[row.pop("message_id")].append(row)
    answers = []
    for row in all_rows(connection, messages):
        origin = row.pop("origin_id")
        more = {"created": {"date": row["created"]}, "origin": {"id": origin} if origin else None}
        answers.append(row | more | {"users": readers[row["id"]]})
    return answers


def reached(connection: sa.Connection, actor: Actor, ticket_id: int) -> dict[str, Any]:
    """Return a ticket that the actor sees. Raises NotFound."""
    return row_or_404(connection, sa.select(ticket).where(ticket.c.id == ticket_id, SCOPE.where(actor)))


def with_merged(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return a ticket and those merged into it, directly or not: `{id, from_address, user_id}` each, itself first."""
    del actor  # the askers of all of them now ask here, whoever answers
    columns = (ticket.c.id, ticket.c.from_address, ticket.c.user_id)
    group = sa.select(*columns).where(ticket.c.id == ticket_id).cte("merged", recursive=True)
    group = group.union(sa.select(*columns).join(group, ticket.c.merged_into_id == group.c.id))
    return all_rows(connection, sa.select(group).order_by((group.c.id == ticket_id).desc(), group.c.id))


def count_messages(connection: sa.Connection, actor: Actor, ticket_id: int) -> int:
    """Return the number of messages of a ticket that the actor reads."""
    message = ticket_message.c
    count = sa.select(sa.func.count()).where(message.ticket_id == ticket_id, _readable(actor))
    return int(connection.execute(count).scalar_one())


def locked(connection: sa.Connection, actor: Actor, ticket_id: int) -> dict[str, Any]:
    """Return the ticket, locked for this transaction. Raises NotFound."""
    statement = sa.select(ticket).where(ticket.c.id == ticket_id, SCOPE.where(actor)).with_for_update(of=ticket)
    return row_or_404(connection, statement)


def locked_several(connection: sa.Connection, actor: Actor, ticket_ids: Collection[int]) -> dict[int, dict[str, Any]]:
    """Lock and return the tickets by id, in id order, so that two merges cannot deadlock. Raises NotFound."""
    wanted = sa.select(ticket).where(ticket.c.id.in_(ticket_ids), SCOPE.where(actor)).order_by(ticket.c.id)
    rows = {row["id"]: row for row in all_rows(connection, wanted.with_for_update(of=ticket))}
    if set(ticket_ids) - set(rows):
        raise NotFound()
    return rows


def messages_of(connection: sa.Connection, actor: Actor, ticket_id: int) -> list[dict[str, Any]]:
    """Return every message of a ticket that the caller has locked, including notes: `{id, status, origin_id}`."""
    del actor
    message = ticket_message.c
    statement = sa.select(message.id, message.status, message.origin_id).where(message.ticket_id == ticket_id)
    return all_rows(connection, statement.order_by(message.id))


def first_message(connection: sa.Connection, actor: Actor, ticket_id: int) -> int | None:
    """Return the id of the question: the first message that was not merged."""
    del actor  # the caller has locked the ticket
    message = ticket_message.c
    own = sa.and_(message.ticket_id == ticket_id, message.status == "sent", sa.not_(message.internal))
    first: int | None = connection.scalar(sa.select(sa.func.min(message.id)).where(own))
    return first


def open_ticket_of_fault(connection: sa.Connection, actor: Actor, fault_id: int) -> dict[str, Any] | None:
    """Return the newest unresolved ticket of a fault, locked for this transaction; None if there is none."""
    del actor  # every reporter of a fault joins its ticket, whoever reported it first
    reports = sa.select(error_report.c.id).where(error_report.c.fault_id == fault_id)
    statement = sa.select(ticket).where(ticket.c.error_id.in_(reports), ticket.c.status != "resolved")
    return first_row(connection, statement.order_by(ticket.c.id.desc()).limit(1).with_for_update())


def ticket_of_message(connection: sa.Connection, actor: Actor, message_id: int) -> int:
    """Return the id of the ticket that a message belongs to. Raises NotFound."""
    statement = (
        sa.select(ticket.c.id)
        .join(ticket_message, ticket_message.c.ticket_id == ticket.c.id)
        .where(ticket_message.c.id == message_id, SCOPE.where(actor), _readable(actor))
    )
    return int(row_or_404(connection, statement)["id"])


def support_staff(connection: sa.Connection, actor: Actor, type_: str | None) -> list[dict[str, Any]]:
    """Return the active support staff of a type of ticket, or of any type, by name: `{id, name, groups}`."""
    del actor  # every member of staff may choose among them
    groups = [teams.GROUP_OF[type_]] if type_ else list(teams.GROUPS)
    in_group = sa.or_(*(user.c.role_ids.contains([group, "staff"]) for group in groups))
    statement = sa.select(user.c.id, user.c.name, user.c.role_ids).where(user.c.active, in_group)
    return [
        {"id": row.id, "name": row.name, "groups": [group for group in teams.GROUPS if group in row.role_ids]}
        for row in connection.execute(statement.order_by(user.c.name, user.c.id))
    ]


def group(connection: sa.Connection, actor: Actor, type_: str) -> list[int]:
    """Return the ids of the active support staff of a type of ticket."""
    del actor
    return active_with_role(connection, teams.GROUP_OF[type_])


def check_responsible(connection: sa.Connection, actor: Actor, type_: str, user_id: int | None) -> None:
    """Raise Invalid for a user outside the team."""
    if user_id and user_id not in group(connection, actor, type_):
        raise Invalid(NOT_SUPPORT, title="Form errors", field="responsibleStaff")


def check_people(connection: sa.Connection, actor: Actor, name: str, user_ids: Collection[int]) -> None:
    """Raise Invalid, under the field `name`, for a user who is unknown or inactive."""
    del actor
    known = set(connection.execute(sa.select(user.c.id).where(user.c.id.in_(user_ids), user.c.active)).scalars())
    if set(user_ids) - known:
        raise Invalid(NOT_ACTIVE, title="Form errors", field=name)


def check_informed(connection: sa.Connection, actor: Actor, user_ids: Collection[int], row: Row) -> None:
    """Check the informed users: only staff add people to the ticket `row`, and only staff can be added.

    An informed user reads the whole ticket and is notified of every message. Raises Invalid, from which a caller who is
    not staff does not learn which users exist.
    """
    added = set(user_ids) - set(rules.followers(row))
    if added and not staff(actor):
        raise Invalid(NOT_ON_IT, title="Form errors", field="infoUsers")
    check_people(connection, actor, "infoUsers", added)
    if added - set(active_staff(connection, added)):
        raise Invalid(NOT_STAFF, title="Form errors", field="infoUsers")


def check_own(connection: sa.Connection, actor: Actor, invoice_id: int | None, slip_id: int | None) -> None:
    """Check that a caller who is not staff asks about their own record: an invoice to or about them, a slip by or about
    them.

    Raises NotFound, as for a missing record.
    """
    if staff(actor):
        return
    if invoice_id is not None:
        billed = [
            sa.and_(invoice.c.person_kind == kind, invoice.c.person_id == person_id)
            for kind, person_id in actor.persons.items()
        ]
        own = sa.or_(sa.false(), *billed, invoice.c.student_id == actor.person("student"))
        row_or_404(connection, sa.select(invoice.c.id).where(invoice.c.id == invoice_id, own))
    if slip_id is not None:
        own = sa.or_(slip.c.tutor_id == actor.person("tutor"), slip.c.student_id == actor.person("student"))
        row_or_404(connection, sa.select(slip.c.id).where(slip.c.id == slip_id, own))


def check_error(connection: sa.Connection, actor: Actor, error_id: int | None) -> None:
    """Check that a ticket is about the caller's own error report; sysAdmin may name any. Raises NotFound."""
    if error_id is not None:
        report = error_report.c
        own = sa.true() if sys_admin(actor) else report.user_id == actor.user_id
        row_or_404(connection, sa.select(report.id).where(report.id == error_id, own))
