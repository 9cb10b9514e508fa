"""Public enquiry forms as records: the settings of each."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from kit.lists import Column, ListSpec, archived_filter
from kit.policy import Actor, Row
from kit.records import Create, Delete, FieldSet
from people.leads.public.model import LEAD_FORM, lead_form
from people.leads.public.page import EMBEDDED, wording
from people.policy import OF_STAFF, OFFICE
from people.reference.model import department, organisation

_f = lead_form.c


class EnquiryFormParts(TypedDict):
    """Parts of the HTML for other websites: the signature of the form, and the newest wording of consent."""

    embedded: str
    wordingId: int | None
    wordingText: str


def _extra(connection: sa.Connection, actor: Actor, row: Row) -> dict[str, Any]:
    newest = wording(connection)
    return {"embedded": EMBEDDED.secret(row["id"]), "wordingId": newest["id"], "wordingText": newest["text"]}


FORM_FIELDS = FieldSet(
    name="leadForm",
    table=lead_form,
    path="/leads/forms/{id}",
    sections=LEAD_FORM.sections({"form": "Form", "reply": "Answer to the family"}),
    scope=OF_STAFF,
    may=OFFICE,
    extra=_extra,
    answers=EnquiryFormParts,
    create=Create(fields=("slug", "title", "intro", "organisationId", "departmentId", "kind", "replySubject", "reply")),
    delete=Delete(),
)

FORMS = ListSpec(
    name="leadForms",
    path="/leads/forms",
    title="Public enquiry forms",
    one="enquiry form",
    naming="title",
    source=lead_form.outerjoin(organisation, organisation.c.id == _f.organisation_id).outerjoin(
        department, department.c.id == _f.department_id
    ),
    columns=LEAD_FORM.columns(
        Column(name="id", expression=_f.id, type="id", hidden=True),
        *("title", "slug"),
        Column(name="address", expression=sa.literal_column("'/api/v1/public/enquiry/'", sa.Text) + _f.slug, width=260),
    ),
    filters=LEAD_FORM.filters(archived_filter(_f.archived)),
    default_sort="slug",
    edit=FORM_FIELDS,
)

FIELDSETS = (FORM_FIELDS,)
LISTS = (FORMS,)
