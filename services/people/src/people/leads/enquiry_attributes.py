"""Attributes of an enquiry with a type: each thing that was asked for (`money.md 7`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import (
    RecordId,
    Reference,
    Select,
    options,
)
from people.leads.attributes import STATUSES, TYPES

KINDS = options(("student", "Student"), ("candidate", "Candidate"), ("client", "Client"), ("enquiry", "Not on record"))

_KIND = (
    "CASE WHEN student_id IS NOT NULL THEN 'student' WHEN candidate_id IS NOT NULL THEN 'candidate' "
    "WHEN client_id IS NOT NULL THEN 'client' ELSE 'enquiry' END"
)


def _person(kind: str, comment: str, column: str, help_text: str = "") -> Attribute:
    title = kind.title()
    return Attribute(
        name=f"{kind}Id",
        type=Reference(source=f"/{kind}s/names"),
        title=title,
        section="persons",
        help=help_text,
        column=sa.Column(f"{kind}_id", sa.ForeignKey(f"{kind}.id"), index=True, comment=comment),
        listed=InList(title=f"{title} ID", hidden=True),
        filtered=AsFilter(hidden=True, column=column),
        event=f"{kind}Id",
    )


ENQUIRY_WITH_TYPE = Attributes(
    Attribute(
        name="enquiryId",
        type=RecordId(required=True),
        title="Enquiry",
        section="enquiry",
        read_only=True,
        links="enquiry.id",
        indexed=True,
        listed=InList(title="Enquiry ID", hidden=True),
        filtered=AsFilter(hidden=True),
        event="enquiryId",
    ),
    Attribute(
        name="type",
        type=Select(choices=TYPES, required=True),
        section="enquiry",
        listed=InList(width=125),
        filtered=AsFilter(),
        event="type",
    ),
    Attribute(
        name="status",
        type=Select(choices=STATUSES, required=True),
        section="enquiry",
        default="new",
        listed=InList(width=120),
        filtered=AsFilter(),
        event="status",
    ),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="enquiry",
        links="organisation.id",
        listed=InList(title="Organisation ID", hidden=True),
        filtered=AsFilter(name="organisation", title="Organisation"),
        event="organisationId",
    ),
    _person("student", "whom it is about", "about"),
    _person("candidate", "whom it is about, of exams", "about"),
    _person("client", "who asked and pays", "client", "The person who asked and is invoiced"),
    Attribute(
        name="kind",
        type=Select(choices=KINDS),
        listed=InList(hidden=True, width=120),
        filtered=AsFilter(),
        column=sa.Column("kind", sa.Text, sa.Computed(_KIND, persisted=True), nullable=False),
    ),
)
"""`kind` is the kind of the record on file: while it is `enquiry`, there is only the enquirer."""
