"""Attributes of a reference, and of the messages between the office, applicants and referees."""

from __future__ import annotations

from kit.attributes import Attribute, Attributes
from kit.values import (
    Boolean,
    Date,
    DateTime,
    Email,
    Phone,
    RecordId,
    Select,
    Text,
)
from people.applications import rules

REFERENCE = Attributes(
    Attribute(
        name="name",
        type=Text(required=True, max_length=200),
        title="Referee",
        section="referee",
        default=None,
    ),
    Attribute(name="position", type=Text(max_length=200), section="referee"),
    Attribute(name="organisation", type=Text(max_length=200), section="referee"),
    Attribute(name="email", type=Email(required=True), section="referee", default=None),
    Attribute(name="phone", type=Phone(), section="referee"),
    Attribute(
        name="mailProblem",
        type=Text(),
        title="Email came back",
        section="referee",
        read_only=True,
        comment="why the address takes no mail, and what to do; empty once it is corrected",
    ),
    Attribute(
        name="status",
        type=Select(choices=rules.REFERENCE_STATES, required=True),
        section="reference",
        read_only=True,
        default="named",
    ),
    Attribute(name="asked", type=DateTime(), title="Last asked", section="reference", read_only=True),
    Attribute(name="due", type=Date(), title="Due", section="reference", read_only=True),
    Attribute(
        name="knownFor", type=Text(max_length=200), title="Knows the applicant as", section="reference", read_only=True
    ),
    Attribute(
        name="rating", type=Select(choices=rules.RATING), title="Recommendation", section="reference", read_only=True
    ),
    Attribute(
        name="words", type=Text(multiline=True, max_length=5000), title="Comments", section="reference", read_only=True
    ),
    Attribute(
        name="concern", type=Boolean(), title="Concern about work with children", section="reference", read_only=True
    ),
    Attribute(
        name="concernWords",
        type=Text(multiline=True, max_length=5000),
        title="Details of the concern",
        section="reference",
        read_only=True,
    ),
    Attribute(name="received", type=DateTime(), title="Received", section="reference", read_only=True),
    Attribute(name="signedName", type=Text(max_length=200), title="Signed by", section="reference", read_only=True),
)

MESSAGE = Attributes(
    Attribute(
        name="subject",
        type=Text(required=True, max_length=200),
        section="message",
        default=None,
        read_only=True,
    ),
    Attribute(
        name="body",
        type=Text(required=True, multiline=True, max_length=10_000),
        title="Message",
        section="message",
        default=None,
        read_only=True,
    ),
    Attribute(name="state", type=Select(choices=rules.MESSAGE_STATES, required=True), default="queued"),
    Attribute(name="problem", type=Text(), comment="why it was not sent, or came back"),
    Attribute(name="mailInId", type=RecordId(), title="Mail in", comment="of support's list of mails that came in"),
)
"""Mails to an applicant, and those of the applicant and of referees that answer ours."""
