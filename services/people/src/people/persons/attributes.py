"""Attributes of addresses, and of the links of clients and students. Attributes of the persons are in
`catalogue.py`."""

from __future__ import annotations

from kit.attributes import Attribute, Attributes
from kit.values import Boolean, RecordId, Reference, Select, Text, options
from people.persons.catalogue import KINDS

ADDRESS = Attributes(
    Attribute(
        name="personType",
        type=Select(choices=options(*((kind.name, kind.plural) for kind in KINDS)), required=True),
        title="Kind of person",
        section="person",
        read_only=True,
        event="personKind",
    ),
    Attribute(
        name="personId",
        type=RecordId(required=True),
        title="Person",
        section="person",
        read_only=True,
        event="personId",
    ),
    Attribute(name="primary", type=Boolean(), title="Primary address", section="person", event="primary"),
    Attribute(name="title", type=Text(required=True, max_length=100), section="address", default=None),
    Attribute(
        name="line1",
        type=Text(required=True, max_length=200),
        title="Line 1",
        section="address",
        default=None,
        event="line1",
    ),
    Attribute(name="line2", type=Text(max_length=200), title="Line 2", section="address", event="line2"),
    Attribute(name="line3", type=Text(max_length=200), title="Line 3", section="address", event="line3"),
    Attribute(name="city", type=Text(max_length=100), section="address", event="city"),
    Attribute(
        name="postcode", type=Text(required=True, max_length=20), section="address", default=None, event="postcode"
    ),
    Attribute(name="country", type=Text(max_length=100), section="address", event="country"),
)
"""`teaching.md 5`: title, line 1 and postcode are required."""

CLIENT_STUDENT = Attributes(
    Attribute(
        name="clientId",
        type=Reference(source="/clients/names", required=True),
        title="Client",
        section="link",
        read_only=True,
        links="client.id",
        event="clientId",
    ),
    Attribute(
        name="studentId",
        type=Reference(source="/students/names", required=True),
        title="Student",
        section="link",
        read_only=True,
        links="student.id",
        indexed=True,
        event="studentId",
    ),
    Attribute(name="relation", type=Text(max_length=50), section="link", help="Mother, father, guardian, school"),
    Attribute(name="pays", type=Boolean(), title="Pays the invoices", section="link", event="pays"),
)
