"""The lists of the rota: duties and absences."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.rota import attributes
from support.rota.fields import ABSENCE_FIELDS, DUTY_FIELDS
from support.rota.model import duty, duty_absence

DUTIES = ListSpec(
    name="duties",
    path="/v2/support/duties",
    title="Rota",
    one="duty",
    naming="person",
    edit=DUTY_FIELDS,
    source=duty.outerjoin(attributes.ON_DUTY, attributes.ON_DUTY.c.id == duty.c.user_id),
    default_sort="start",
    columns=attributes.DUTY.columns(
        Column(name="id", expression=duty.c.id, type="id", hidden=True), *("person", "team", "days", "start", "end")
    ),
    filters=attributes.DUTY.filters("team", "person"),
)
ABSENCES = ListSpec(
    name="dutyAbsences",
    path="/v2/support/dutyAbsences",
    title="Absences of support",
    one="absence",
    naming="person",
    edit=ABSENCE_FIELDS,
    source=duty_absence.outerjoin(attributes.ABSENT, attributes.ABSENT.c.id == duty_absence.c.user_id),
    default_sort="-first",
    columns=attributes.ABSENCE.columns(
        Column(name="id", expression=duty_absence.c.id, type="id", hidden=True),
        *("person", "first", "last", "reason"),
    ),
    filters=attributes.ABSENCE.filters("person", "first", "last"),
)
