"""The list of forms."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import Column, Filter, ListSpec, Tab
from people.forms.attributes import FORM, RETENTION
from people.forms.fields import FORM_FIELDS, RETENTION_FIELDS
from people.forms.model import form, form_entry, form_retention, form_version
from people.forms.policy import OF_OFFICE
from people.forms.rules import HOLDS
from people.policy import OFFICE

_f, _e, _v = form.c, form_entry.c, form_version.c


def _entries(*states: str) -> sa.ColumnElement[int]:
    where = [_e.form_id == _f.id, *([_e.status.in_(states)] if states else [_e.status != "draft"])]
    return sa.select(sa.func.count()).select_from(form_entry).where(*where).correlate(form).scalar_subquery()


FORMS = ListSpec(
    name="forms",
    one="form",
    path="/forms",
    title="Forms",
    source=form.outerjoin(form_version, _v.id == _f.version_id),
    columns=FORM.columns(
        Column(name="id", expression=_f.id, type="id", sortable=True, width=70),
        *("title", "kind", "status", "audience", "about"),
        Column(name="version", expression=_v.number, title="Version", type="integer", width=85),
        Column(name="entries", expression=_entries(), title="Entries", type="integer", width=85),
        Column(
            name="waiting", expression=_entries("received", "inReview"), title="To review", type="integer", width=95
        ),
        Column(name="owner", expression=_f.created_by_name, title="Made by", width=140),
        Column(name="modified", expression=_f.modified, type="datetime", sortable=True, width=120),
    ),
    filters=FORM.filters(
        *("status", "kind"),
        Filter(
            name="audience",
            title="Filled in by",
            expression=_f.audience,
            options=FORM["audience"].type.choices,  # type: ignore[attr-defined]  # the audience is a Select
            condition=_f.audience.overlap,
        ),
        "generation",
    ),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="-modified",
    search=_f.search,
    target="/admin/forms?form={id}",
    edit=FORM_FIELDS,
)

_HOLDS = sa.case({str(one.value): one.label for one in HOLDS}, value=form_retention.c.holds, else_="")
RETENTIONS = ListSpec(
    name="formRetention",
    one="period",
    path="/form/retention",
    title="Retention of answers",
    naming="title",
    source=form_retention,
    key=form_retention.c.id,
    scope=OF_OFFICE,
    may=OFFICE,
    columns=RETENTION.columns(
        Column(name="id", expression=form_retention.c.id, type="id", hidden=True, sortable=True),
        Column(name="title", expression=_HOLDS, title="Answers that hold", width=200),
        "months",
    ),
    default_sort="id",
    edit=RETENTION_FIELDS,
)
LISTS = (FORMS, RETENTIONS)
