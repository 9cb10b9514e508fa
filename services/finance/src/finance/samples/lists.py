"""Every sample, for those who maintain them."""

from __future__ import annotations

import sqlalchemy as sa

from finance.accounts.model import account
from finance.copies.model import organisation
from finance.samples import attributes
from finance.samples.fields import SAMPLE
from finance.samples.model import invoice_sample
from kit.lists import Column, ListSpec, Tab, archived_filter

_columns = invoice_sample.c


SAMPLES = ListSpec(
    name="invoiceSamples",
    title="Invoice samples",
    one="sample",
    source=invoice_sample.outerjoin(account, account.c.id == _columns.account_id).outerjoin(
        organisation, organisation.c.id == _columns.organisation_id
    ),
    default_sort="title",
    edit=SAMPLE,
    columns=attributes.SAMPLE.columns(
        Column(name="id", expression=_columns.id, type="id", width=80),
        *("title", "kind", "description", "metaType", "type", "amount"),
        Column(name="account", expression=account.c.code + " " + account.c.name, width=160),
        Column(name="organisation", expression=sa.func.coalesce(organisation.c.title, "All"), exported=True, width=110),
    ),
    filters=attributes.SAMPLE.filters("kind", archived_filter(_columns.archived)),
    tabs=(Tab(filter="kind", with_all=True),),
)
