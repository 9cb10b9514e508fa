"""Parts of the form that several kinds of person share."""

from __future__ import annotations

from kit.policy import OFFICE as OF_OFFICE
from kit.policy import Readers
from kit.values import (
    Boolean,
    Cell,
    Clock,
    Date,
    Email,
    FileIds,
    Listed,
    Option,
    Phone,
    Reference,
    RichText,
    Select,
    Table,
    Text,
    options,
)
from people.persons.kinds import LISTED, Item, Part
from people.persons.rules import DigitText
from people.policy import (
    COMPLIANCE,
    OF_COMPLIANCE,
)

ACTIVE = Option("active", "Active", "green")
RETIRED = Option("retired", "Retired", "grey")
TRAINING = Option("training", "Training", "orange")
ALUMNI = Option("alumni", "Alumni", "orange")
ENQUIRY = Option("enquiry", "Enquiry", "red")
"""Statuses and colours of `platform.md 4`."""

WEEKDAYS = options("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CONTACT_BY = options(("email", "Email"), ("phone", "Phone"), ("text", "Text message"), ("post", "Post"))


def personal(*more: Item) -> Part:
    """Return the attributes of name and birth date, common to all kinds."""
    return Part(
        "personal",
        "Personal",
        (
            Item(name="title", type=Listed(source="/system/titles", max_length=20), own=True),
            Item(name="firstName", type=Text(required=True, max_length=100)),
            Item(name="lastName", type=Text(required=True, max_length=100)),
            Item(name="preferredName", type=Text(max_length=100), own=True),
            Item(name="birthDate", type=Date(), title="Date of birth"),
            Item(name="nationality", type=Text(max_length=100)),
            *more,
        ),
    )


CONTACT = Part(
    "contact",
    "Contact",
    (
        Item(name="email", type=Email(), own=True),
        Item(name="phone", type=Phone(), own=True),
        Item(name="mobile", type=Phone(), own=True),
        Item(name="contactBy", type=Select(choices=_CONTACT_BY), title="Prefers contact by", own=True),
    ),
)


def place(statuses: tuple[Option, ...], *more: Item) -> Part:
    """Return the attributes of status, department and organisation."""
    return Part(
        "place",
        "Status and department",
        (
            Item(name="status", type=Select(choices=statuses, required=True), default=str(statuses[0].value)),
            Item(name="departmentId", type=Reference(source="/departments"), title="Department", links="department.id"),
            Item(name="organisationId", type=Reference(source="/orgs"), title="Organisation", links="organisation.id"),
            *more,
        ),
    )


def notes(readers: Readers = OF_OFFICE) -> Part:
    """Return the attributes of notes and documents, which the person cannot see."""
    return Part(
        "notes",
        "Notes",
        (
            Item(name="notes", type=RichText(), readers=readers),
            Item(name="documentIds", type=FileIds(most=50), title="Documents", readers=readers),
        ),
    )


CHECKS = (
    Item(name="dbsNumber", type=DigitText(digits=12), title="DBS certificate number", readers=OF_COMPLIANCE),
    Item(name="dbsDate", type=Date(), title="DBS issued", may=COMPLIANCE, listed=LISTED),
    Item(name="rightToWork", type=Boolean(), title="Right to work seen", may=COMPLIANCE),
    Item(name="rightToWorkDate", type=Date(), title="Right to work seen on", may=COMPLIANCE),
    Item(name="safeguardingTrained", type=Date(), title="Safeguarding training", may=COMPLIANCE),
)
EMERGENCY = Item(
    name="emergencyContacts",
    title="Emergency contacts",
    own=True,
    type=Table(
        most=5,
        columns=(
            Cell("name", "Name", Text(required=True, max_length=100)),
            Cell("relation", "Relation", Text(max_length=50)),
            Cell("phone", "Phone", Phone(required=True)),
        ),
    ),
)
HOURS = Table(
    most=14,
    columns=(
        Cell("day", "Day", Select(choices=WEEKDAYS, required=True)),
        Cell("start", "From", Clock(required=True)),
        Cell("end", "To", Clock(required=True)),
    ),
)
"""Weekly hours: a row for each period of a day."""
AVAILABILITY = Item(
    name="availability",
    type=HOURS,
    title="Working hours",
    own=True,
    help="Free times are searched for within these. Without any, those of the organisation apply",
)
