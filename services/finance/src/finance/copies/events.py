"""Subscriptions of the read copies: invoiced persons and their addresses, who pays for whom, organisations, enquiries,
and the comments and support tickets about invoices."""

from __future__ import annotations

from finance.copies.model import (
    LINES,
    PERSON_KINDS,
    address,
    client_student,
    enquiry,
    invoice_comment,
    organisation,
    person,
    support_ticket,
)
from kit.events import Copy, Event, Gone, or_none, same
from staffroom.identity.events.v1.events_pb2 import OrganisationChanged
from staffroom.people.events.v1.events_pb2 import AddressChanged, ClientStudentChanged, EnquiryChanged, PersonChanged
from staffroom.support.events.v1.events_pb2 import CommentChanged, TicketChanged

SUBSCRIPTIONS = (
    Copy(
        event=Event.of(PersonChanged),
        table=person,
        key=same("kind", "id"),
        columns=same("title", "firstName", "lastName", "email") | {"agent_id": or_none("agentId")},
        only=lambda payload: payload["kind"] in PERSON_KINDS,
        gone=Gone.LEAVE,
    ),
    Copy(
        event=Event.of(AddressChanged),
        table=address,
        columns=same("personKind", "personId", "primary", *LINES),
        only=lambda payload: payload["deleted"] or payload["personKind"] in PERSON_KINDS,
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(ClientStudentChanged),
        table=client_student,
        columns=same("clientId", "studentId", "pays"),
        gone=Gone.REMOVE,
    ),
    Copy(
        event=Event.of(OrganisationChanged),
        table=organisation,
        columns=same("title", "currency", "deleted", "archived"),
        gone=Gone.MARK,
    ),
    Copy(
        event=Event.of(EnquiryChanged),
        table=enquiry,
        columns={f"{kind}_id": or_none(f"{kind}Id") for kind in ("student", "candidate", "client")},
    ),
    Copy(
        event=Event.of(TicketChanged),
        table=support_ticket,
        columns=same("invoiceId", "status"),
        only=lambda payload: bool(payload["invoiceId"]),
    ),
    Copy(
        event=Event.of(CommentChanged),
        table=invoice_comment,
        columns=same("modified") | {"invoice_id": "entityTypeId", "comment": "words"},
        only=lambda payload: payload["entityType"] == "invoice",
        gone=Gone.REMOVE,
    ),
)
