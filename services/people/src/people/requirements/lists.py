"""The list of requirements."""

from __future__ import annotations

from kit.lists import Column, ListSpec, Tab
from people.requirements.attributes import REQUIREMENT
from people.requirements.fields import REQUIREMENT_FIELDS
from people.requirements.model import requirement

REQUIREMENTS = ListSpec(
    name="requirements",
    title="Requirements",
    one="requirement",
    columns=REQUIREMENT.columns(
        Column(name="id", expression=requirement.c.id, type="id", hidden=True, width=70),
        *("title", "kind", "what", "statuses", "ageBelow", "severity", "mender", "activeFrom", "active"),
    ),
    filters=REQUIREMENT.filters("kind", "what", "severity", "mender", "active"),
    tabs=[Tab(filter="kind", with_all=True)],
    default_sort="title",
    target="/compliance/requirements/{id}",
    edit=REQUIREMENT_FIELDS,
)
LISTS = (REQUIREMENTS,)
