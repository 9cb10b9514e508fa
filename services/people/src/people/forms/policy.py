"""Access to forms and their entries."""

from __future__ import annotations

import sqlalchemy as sa

from kit.policy import Actor, Readers, Row, Rule, Scope, me, own
from people.forms.model import form_entry, form_request
from people.forms.structure import ROLES
from people.persons.model import TABLES
from people.persons.policy import CHILD_IDS
from people.policy import OFFICE, STAFF

OF_OFFICE = Scope(everything=OFFICE)
_e, _r = form_entry.c, form_request.c
_ABOUT = {
    kind: sa.and_(_e.open_to_subject, _e.about_kind == kind, _e.about_id == me(kind), _e.status != "draft")
    for kind in TABLES
    if kind != "staff"
}
_CHILD = sa.and_(_e.open_to_subject, _e.about_kind == "student", _e.about_id.in_(CHILD_IDS), _e.status != "draft")
ENTRIES = Scope(
    everything=OFFICE,
    own={**_ABOUT, "client": sa.or_(_ABOUT["client"], _CHILD), "user": _e.filled_by == me("user")},
    roles={
        role: sa.and_(sa.literal(role) == sa.any_(_e.reader_roles), _e.status != "draft")
        for role in ROLES
        if role != "academicOffice"
    },
)
"""The academic office reaches all entries; others reach those that they filled in. After submission the form's roles
reach it too, and, unless the form is private, the person it is about and their clients."""

REQUESTS = Scope(
    everything=OFFICE,
    own={kind: sa.and_(_r.person_kind == kind, _r.person_id == me(kind)) for kind in TABLES},
)


def _reads_for_role(actor: Actor, row: Row | None) -> bool:
    roles = ROLES if row is None else row["reader_roles"]
    return STAFF(actor) and any(actor.has(role) for role in roles)


REVIEWS = OFFICE | Rule("a role that the form names", _reads_for_role, frozenset({"reader_roles"}))
"""Those who review entries."""
FILLS = own("user", "filled_by") | OFFICE
OF_SPECIAL = Readers("Academic office only", OFFICE)
