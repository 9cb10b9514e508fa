"""Attributes of enquiries: of who asked, and of each thing that was asked for (`platform.md 3`, `money.md 7`)."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList
from kit.values import Email, Option, Phone, RecordId, Reference, Select, Text, options
from people.persons.catalogue import STUDENT_TYPES
from people.persons.model import sort_key

STATUSES = options(
    ("new", "New", "blue"), ("called", "Called", "amber"), ("incontact", "In contact", "amber"),
    ("interested", "Interested", "amber"), ("inprogress", "In progress", "amber"), ("completed", "Completed", "green"),
    ("noResponse", "No response", "grey"), ("declined", "Declined", "red"), ("failed", "Failed", "red"),
)  # fmt: skip
"""Lead statuses (`platform.md 4`). The spec names no transitions, so any status may follow any other."""
TYPES = (*STUDENT_TYPES, Option("exams", "Exams"), Option("other", "Other"))
"""The types of an enquiry: those of the invoice lines that bill it (`money.md 3`)."""
KINDS = options(("student", "Student"), ("candidate", "Candidate"), ("client", "Client"), ("enquiry", "Not on record"))

_KIND = (
    "CASE WHEN student_id IS NOT NULL THEN 'student' WHEN candidate_id IS NOT NULL THEN 'candidate' "
    "WHEN client_id IS NOT NULL THEN 'client' ELSE 'enquiry' END"
)
LAST_KEY = sa.Column("last_key", sa.Text, sa.Computed(sort_key("last_name"), persisted=True), nullable=False)


def _person(kind: str, comment: str, column: str, help_text: str = "") -> Attribute:
    title = kind.title()
    return Attribute(
        name=f"{kind}Id", type=Reference(source=f"/{kind}s/names"), title=title, section="persons", help=help_text,
        column=sa.Column(f"{kind}_id", sa.ForeignKey(f"{kind}.id"), index=True, comment=comment),
        listed=InList(title=f"{title} ID", hidden=True), filtered=AsFilter(hidden=True, column=column),
        told=f"{kind}Id",
    )  # fmt: skip


ENQUIRY = Attributes(
    Attribute(
        name="firstName", type=Text(required=True, max_length=100), section="enquiry", default=None,
        listed=InList(hidden=True, width=130),
    ),
    Attribute(
        name="lastName", type=Text(required=True, max_length=100), section="enquiry", default=None,
        listed=InList(sortable=True, sort=LAST_KEY, hidden=True, width=150),
    ),
    Attribute(name="email", type=Email(), section="enquiry", listed=InList(compact=False, width=220)),
    Attribute(name="phone", type=Phone(), section="enquiry", listed=InList(compact=False, width=140)),
    Attribute(
        name="leadStatus", type=Select(choices=STATUSES, required=True), title="Status", section="enquiry",
        default="new", listed=InList(width=120), filtered=AsFilter(),
    ),
)  # fmt: skip
"""The lead: who asked."""

ENQUIRY_WITH_TYPE = Attributes(
    Attribute(
        name="enquiryId", type=RecordId(required=True), title="Enquiry", section="enquiry", read_only=True,
        links="enquiry.id", indexed=True, listed=InList(title="Enquiry ID", hidden=True),
        filtered=AsFilter(hidden=True), told="enquiryId",
    ),
    Attribute(
        name="type", type=Select(choices=TYPES, required=True), section="enquiry", listed=InList(width=125),
        filtered=AsFilter(), told="type",
    ),
    Attribute(
        name="status", type=Select(choices=STATUSES, required=True), section="enquiry", default="new",
        listed=InList(width=120), filtered=AsFilter(), told="status",
    ),
    Attribute(
        name="organisationId", type=Reference(source="/orgs"), title="Organisation", section="enquiry",
        links="organisation.id", listed=InList(title="Organisation ID", hidden=True),
        filtered=AsFilter(name="organisation", title="Organisation"), told="organisationId",
    ),
    _person("student", "whom it is about", "about"),
    _person("candidate", "whom it is about, of exams", "about"),
    _person("client", "who asked and pays", "client", "Who asked and is invoiced"),
    Attribute(
        name="kind", type=Select(choices=KINDS), listed=InList(hidden=True, width=120), filtered=AsFilter(),
        column=sa.Column("kind", sa.Text, sa.Computed(_KIND, persisted=True), nullable=False),
    ),
)  # fmt: skip
"""`kind` says what is on record of whom it is about: while it is `enquiry`, nothing but who asked."""
