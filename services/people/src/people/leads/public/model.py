"""Table of public enquiry forms."""

from __future__ import annotations

from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.database.constraints import unique
from kit.values import Reference, Select, Text
from people.leads.attributes import TYPES
from people.reference.model import department, organisation
from people.schema import metadata

LEAD_FORM = Attributes(
    Attribute(
        name="slug",
        type=Text(
            required=True,
            max_length=60,
            pattern="[a-z0-9]+(-[a-z0-9]+)*",
            refusal="Please use small letters, digits and hyphens",
        ),
        title="Short name",
        section="form",
        default=None,
        help="The last part of its address",
        listed=InList(sortable=True, width=150),
    ),
    Attribute(
        name="title", type=Text(required=True, max_length=150), section="form", default=None, listed=InList(width=220)
    ),
    Attribute(
        name="intro",
        type=Text(multiline=True, max_length=1000),
        title="Above the form",
        section="form",
        listed=InList(type="text", hidden=True, width=220),
    ),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="form",
        links="organisation.id",
        listed=InList(expression=organisation.c.title, type="text", title="Organisation", width=130),
    ),
    Attribute(
        name="departmentId",
        type=Reference(source="/departments"),
        title="Department",
        section="form",
        links="department.id",
        help="Its rota gives the leads their owner",
        listed=InList(expression=department.c.title, type="text", title="Department", width=130),
    ),
    Attribute(
        name="kind",
        type=Select(choices=TYPES),
        title="Asks for",
        section="form",
        help="Without one the family chooses",
        listed=InList(width=130),
        filtered=AsFilter(),
    ),
    Attribute(
        name="replySubject",
        type=Text(max_length=200),
        title="Subject of the answer",
        section="reply",
        help="Empty: the usual one",
        listed=InList(hidden=True, width=200),
    ),
    Attribute(
        name="reply",
        type=Text(multiline=True, max_length=4000),
        title="Answer to the family",
        section="reply",
        help="{{firstName}} and {{form}} are filled in. Empty: the usual answer",
        listed=InList(type="text", hidden=True, width=220),
    ),
    archived_attribute("form"),
)
"""A public enquiry form."""

lead_form = LEAD_FORM.table(
    "lead_form",
    metadata,
    unique("uq_lead_form_slug", "A form with this short name already exists", "slug"),
    info={"nouns": ("enquiry form", "enquiry forms")},
)
LEAD_FORM.index_sorts(lead_form)
