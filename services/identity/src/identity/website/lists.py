"""The list of website notices."""

from __future__ import annotations

from identity.website import attributes
from identity.website.fields import NOTICE_FIELDS
from identity.website.model import website_notice
from identity.website.queries import STATE, read_by
from kit.lists import Column, Filter, ListSpec, Tab

_c = website_notice.c


NOTICES = ListSpec(
    name="websiteNotices",
    title="Website",
    one="notice",
    edit=NOTICE_FIELDS,
    target="/admin/website/{id}",
    default_sort="-shownFrom",
    search=_c.title,
    columns=attributes.NOTICE.columns(
        Column(name="id", expression=_c.id, type="id", hidden=True),
        "title",
        Column(name="state", expression=STATE, title="State", type="select", options=attributes.SHOWN, width=150),
        *("priority", "shownFrom", "shownUntil"),
        Column(name="approvedBy", expression=_c.approved_by_name, title="Approved by", width=140),
    ),
    filters=attributes.NOTICE.filters(
        Filter(name="state", expression=STATE, title="State", options=attributes.SHOWN),
        Filter(name="audience", title="Audience", options=attributes.AUDIENCES, condition=read_by),
    ),
    tabs=(Tab(filter="state", with_all=True),),
)
