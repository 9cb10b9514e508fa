"""Attributes of the settings for leads: reasons, origins, the rota, and the wording of consent."""

from __future__ import annotations

import sqlalchemy as sa

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Boolean, Integer, Reference, Select, Text
from people.leads.attributes import STATUSES, TYPES, owner
from people.persons.queries import full_name
from people.reference.model import department

ENDS = tuple(status for status in STATUSES if status.value in {"completed", "declined", "noResponse", "failed"})

LEAD_REASON = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="reason",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    Attribute(
        name="status",
        type=Select(choices=ENDS, required=True),
        section="reason",
        default="declined",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    archived_attribute("reason"),
)
"""Reasons why leads end; each is offered for one status."""

LEAD_ORIGIN = Attributes(
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="origin",
        default=None,
        listed=InList(sortable=True, width=260),
    ),
    archived_attribute("origin"),
)
"""Origins: how people hear of us."""

LEAD_ROTA = Attributes(
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="rota",
        links="department.id",
        help="Without one: every department",
        listed=InList(expression=department.c.title, type="text", title="Department", width=160),
    ),
    Attribute(
        name="kind",
        type=Select(choices=TYPES),
        title="Asks for",
        section="rota",
        help="Without one: everything",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="userId",
        type=Reference(source="/leads/owners", required=True),
        title="Person",
        section="rota",
        listed=InList(expression=full_name(owner), type="text", title="Person", width=180),
    ),
    Attribute(
        name="weight",
        type=Integer(minimum=1, maximum=10, required=True),
        section="rota",
        stored_as=sa.Integer,
        default="1",
        help="A weight of 2 gets twice as many leads as 1",
        listed=InList(width=90),
    ),
    Attribute(
        name="active",
        type=Boolean(),
        section="rota",
        default="true",
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="given",
        type=Integer(),
        title="Leads given",
        section="rota",
        read_only=True,
        default="0",
        listed=InList(width=110),
    ),
)
"""The owners of new leads, by department and kind."""

LEAD_CONSENT_WORDING = Attributes(
    Attribute(
        name="number",
        type=Integer(),
        title="Version",
        section="wording",
        read_only=True,
        stored_as=sa.Integer,
        default="1",
        listed=InList(sortable=True, width=90),
    ),
    Attribute(
        name="text",
        type=Text(required=True, multiline=True, max_length=2000),
        section="wording",
        default=None,
        listed=InList(type="text", width=420),
    ),
    Attribute(
        name="note",
        type=Text(max_length=200),
        section="wording",
        help="Why it was changed",
        listed=InList(hidden=True, width=200),
    ),
)
"""The wording of consent on the public form. Versions never change; a new wording is a new version."""
