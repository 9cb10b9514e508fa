"""Lists of entries, of requests and of links."""

from __future__ import annotations

import sqlalchemy as sa

from kit.lists import By, Column, Figures, Filter, ListSpec, Tab
from kit.values import Option, options
from people.entries.fields import LINK_FIELDS, REQUEST_FIELDS
from people.entries.workflow import ENTRY_MOVES
from people.forms.attributes import ENTRY, LINK, REQUEST
from people.forms.model import form, form_entry, form_link, form_look, form_request, form_version
from people.forms.policy import REVIEWS
from people.forms.rules import KINDS
from people.policy import COMPLIANCE, IN_COMPLIANCE, OFFICE

_e, _f, _r, _l, _v = form_entry.c, form.c, form_request.c, form_link.c, form_version.c
WAYS = options(("page", "Page"), ("list", "List"), ("export", "Export"), ("pdf", "PDF"))
_OVERDUE = sa.and_(_r.status == "open", _r.deadline < sa.func.now())

ENTRIES_LIST = ListSpec(
    name="formEntries",
    one="form entry",
    path="/form/entries",
    title="Form entries",
    may=REVIEWS,
    workflow=ENTRY_MOVES,
    source=form_entry.join(form, _f.id == _e.form_id).join(form_version, _v.id == _e.version_id),
    where=_e.status != "draft",
    columns=ENTRY.columns(
        Column(name="id", expression=_e.id, type="id", sortable=True, width=70),
        Column(name="form", expression=_f.title, width=220),
        *("aboutName", "filledName", "status", "submitted"),
        Column(name="kind", expression=_f.kind, type="select", options=KINDS, width=140),
        Column(name="number", expression=_v.number, title="Version", type="integer", hidden=True, width=85),
        Column(name="reviewer", expression=_e.reviewed_by_name, title="Reviewed by", width=140),
        Column(name="formId", expression=_e.form_id, type="integer", hidden=True),
    ),
    filters=ENTRY.filters(
        Filter(name="formId", expression=_e.form_id, title="Form", options_from="/forms/names", column="form"),
        Filter(name="kind", expression=_f.kind, options=KINDS),
        *("status", "submitted"),
        Filter(
            name="studentId",
            title="Student",
            hidden=True,
            expression=_e.about_id,
            condition=lambda ids: sa.and_(_e.about_kind == "student", _e.about_id == sa.func.any(ids)),
        ),
    ),
    tabs=[Tab(filter="status", with_all=True, opens=Option("received,inReview", "To review"))],
    figures=Figures(by=(By("formId", text="form"), "status", "submitted")),
    default_sort="-submitted",
    search=_e.search,
    target="/formv2/entry/{id}",
)

REQUESTS_LIST = ListSpec(
    name="formRequests",
    one="request",
    path="/form/requests",
    title="Requests of forms",
    naming="personName",
    may=OFFICE,
    record=REQUEST_FIELDS,
    source=form_request.join(form, _f.id == _r.form_id),
    columns=REQUEST.columns(
        Column(name="id", expression=_r.id, type="id", sortable=True, hidden=True, width=70),
        "personName",
        Column(name="form", expression=_f.title, width=220),
        *("aboutName", "groupName", "deadline", "status"),
        Column(name="overdue", expression=_OVERDUE, type="boolean", width=90),
        Column(name="askedBy", expression=_r.created_by_name, title="Asked by", width=140),
        Column(name="entryId", expression=_r.entry_id, type="integer", hidden=True),
        Column(name="formId", expression=_r.form_id, type="integer", hidden=True),
    ),
    filters=REQUEST.filters(
        Filter(name="formId", expression=_r.form_id, title="Form", options_from="/forms/names", column="form"),
        *("status", "deadline"),
        Filter(name="overdue", expression=_OVERDUE, kind="boolean"),
        Filter(name="groupName", expression=_r.group_name, title="Asked as", hidden=True),
        *(
            Filter(
                name=f"{kind}Id",
                title=kind.title(),
                hidden=True,
                expression=sa.case((_r.group_kind == kind, _r.group_id)),
            )
            for kind in ("course", "series")
        ),
    ),
    tabs=[Tab(filter="status", with_all=True, opens="open")],
    figures=Figures(by=("status", By("groupName", text="groupName"), By("formId", text="form"), "deadline")),
    default_sort="deadline",
    search=_r.search,
)

LINKS_LIST = ListSpec(
    name="formLinks",
    one="link",
    path="/form/links",
    title="Links for people outside",
    naming="purpose",
    may=OFFICE,
    record=LINK_FIELDS,
    source=form_link.join(form, _f.id == _l.form_id),
    columns=LINK.columns(
        Column(name="id", expression=_l.id, type="id", sortable=True, hidden=True, width=70),
        "purpose",
        Column(name="form", expression=_f.title, width=220),
        *("aboutName", "status", "expires", "uses", "usesMost"),
        Column(name="madeBy", expression=_l.created_by_name, title="Made by", width=140),
        Column(name="formId", expression=_l.form_id, type="integer", hidden=True),
    ),
    filters=LINK.filters(
        Filter(name="formId", expression=_l.form_id, title="Form", options_from="/forms/names", column="form"),
        "status",
    ),
    tabs=[Tab(filter="status", with_all=True)],
    default_sort="-expires",
)

_k = form_look.c
FORM_LOOKS = ListSpec(
    name="formLooks",
    one="look",
    path="/compliance/looked/forms",
    title="Readings of forms",
    naming="userName",
    source=form_look.join(form_entry, _e.id == _k.entry_id).join(form, _f.id == _e.form_id),
    key=_k.id,
    scope=IN_COMPLIANCE,
    may=COMPLIANCE,
    columns=[
        Column(name="id", expression=_k.id, type="id", hidden=True, sortable=True),
        Column(name="userName", expression=_k.user_name, title="Seen by", width=170),
        Column(name="form", expression=_f.title, width=220),
        Column(name="aboutName", expression=_e.about_name, title="About", width=170),
        Column(name="way", expression=_k.way, type="select", options=WAYS, width=110),
        Column(name="looked", expression=_k.looked, title="Seen", type="datetime", sortable=True, width=130),
        Column(name="userId", expression=_k.user_id, title="User ID", type="id", hidden=True),
    ],
    filters=[
        Filter(name="looked", expression=_k.looked, title="Seen", kind="range"),
        Filter(name="way", expression=_k.way, options=WAYS),
        Filter(name="formId", expression=_e.form_id, title="Form", hidden=True),
    ],
    default_sort="-looked",
    search=_e.search,
)
"""Looks at entries with special category data; looks at welfare fields are in `/compliance/looked`."""

LISTS = (ENTRIES_LIST, REQUESTS_LIST, LINKS_LIST, FORM_LOOKS)
