"""Attributes of organisations, departments and academic years."""

from __future__ import annotations

import sqlalchemy as sa

from identity.config import CURRENCIES
from identity.organisation.rules import TERMS
from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Boolean, Colour, Date, Integer, Reference, Select, Text, options
from kit.values.labels import snake

_CURRENCY = Select(choices=options(*CURRENCIES), required=True)
_COUNTRY = Text(
    required=True,
    max_length=2,
    case=str.upper,
    pattern="[A-Z]{2}",
    refusal="Please enter the two letters of a country, like GB",
)
"""ISO 3166."""
TERM_DAYS = {
    f"{name}{edge.capitalize()}": f"{title} {edge}s" for name, title in TERMS.items() for edge in ("start", "end")
}
"""First and last day of each term, by name, with their titles."""

ORGANISATION = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=80),
        section="details",
        default=None,
        event="title",
        listed=InList(sortable=True, width=280),
    ),
    Attribute(name="currency", type=_CURRENCY, section="details", listed=InList(width=110), event="currency"),
    Attribute(
        name="country",
        type=_COUNTRY,
        help="Two letters, like GB",
        section="details",
        default=None,
        listed=InList(width=110),
    ),
    archived_attribute("details", event="archived"),
    Attribute(name="deleted", type=Boolean(), event="deleted"),
)

DEPARTMENT = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=80),
        section="details",
        default=None,
        event="title",
        listed=InList(sortable=True, width=240),
    ),
    Attribute(
        name="color",
        type=Colour(required=True),
        title="Colour",
        section="details",
        default=None,
        listed=InList(width=110),
        event="color",
    ),
    Attribute(name="currency", type=_CURRENCY, section="details", listed=InList(width=110), event="currency"),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section="details",
        links="organisation.id",
        indexed=True,
        listed=InList(title="Organisation ID", hidden=True),
        filtered=AsFilter(title="Organisation"),
        event="organisationId",
    ),
    archived_attribute("details", event="archived"),
    Attribute(name="deleted", type=Boolean(), event="deleted"),
)

ACADEMIC_YEAR = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=40),
        section="details",
        default=None,
        listed=InList(sortable=True, width=140),
        event="title",
    ),
    Attribute(
        name="year",
        type=Integer(minimum=2000, maximum=2100, required=True),
        title="Starts in",
        section="details",
        read_only=True,
        help="The academic year starts 1 September",
        column=sa.Column("year", sa.Integer, nullable=False),
        listed=InList(sortable=True, width=100),
        event="year",
    ),
    *(
        Attribute(
            name=name,
            type=Date(required=True),
            title=title,
            section="terms",
            listed=InList(width=135),
            column=sa.Column(snake(name), sa.Date, nullable=False),
        )
        for name, title in TERM_DAYS.items()
    ),
    archived_attribute("details", event="archived"),
)
"""`year` is the calendar year in which it starts; terms include their first and last days."""
