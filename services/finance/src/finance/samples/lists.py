"""Every sample, for those who keep them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.accounts.model import account
from finance.copies.model import organisation
from finance.items import rules
from finance.policy import for_staff
from finance.samples.fields import KIND_OPTIONS, SAMPLE
from finance.samples.model import invoice_sample
from kit.lists import Column, Filter, ListSpec, Tab, archived_filter
from kit.policy import staff
from kit.values import Option

_columns = invoice_sample.c


def _of_items(column: sa.Column[Any]) -> sa.ColumnElement[Any]:
    """A column that only a line has; nothing for the text of a header or footer."""
    return sa.case((_columns.kind == "item", column))


SAMPLES = ListSpec(
    name="invoiceSamples",
    path="/invoice/samples",
    title="Invoice samples",
    source=invoice_sample.outerjoin(account, account.c.id == _columns.account_id).outerjoin(
        organisation, organisation.c.id == _columns.organisation_id
    ),
    key=_columns.id,
    scope=for_staff,
    may=staff,
    default_sort="title",
    edit=SAMPLE,
    columns=(
        Column(name="id", expression=_columns.id, type="id", width=80),
        Column(name="title", expression=_columns.title, sortable=True, width=200),
        Column(name="kind", expression=_columns.kind, type="select", options=KIND_OPTIONS, width=90),
        Column(name="description", expression=_columns.description, type="richtext"),
        Column(name="metaType", expression=_of_items(_columns.meta_type), title="Item type", type="select",
               options=rules.META_OPTIONS, width=110),
        Column(name="type", expression=_of_items(_columns.type), type="select", options=rules.TYPE_OPTIONS, width=120),
        Column(name="amount", expression=_of_items(_columns.amount), type="money", width=100),
        Column(name="account", expression=account.c.code + " " + account.c.name, width=160),
        Column(name="organisation", expression=sa.func.coalesce(organisation.c.title, "All"), exported=True,
               width=110),
        Column(name="archived", expression=_columns.archived, type="boolean", hidden=True, compact=False),
    ),
    filters=(
        Filter(name="kind", expression=_columns.kind, options=KIND_OPTIONS),
        archived_filter(_columns.archived),
    ),
    tabs=(Tab(filter="kind", options=(*KIND_OPTIONS, Option("", "All"))),),
)  # fmt: skip
