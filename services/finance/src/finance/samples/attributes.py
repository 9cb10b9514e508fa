"""Attributes of samples of lines, header and footer items. Only lines have types, account and amount."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from finance.invoices import rules
from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Money, Reference, RichText, Select, Text, options

KINDS = options(("item", "Item"), ("header", "Header"), ("footer", "Footer"))
_kind = sa.Column("kind", sa.Text, nullable=False)


def _line(column: sa.Column[Any], width: int) -> dict[str, Any]:
    """Return column and list settings of an attribute that only lines have; none for the text of a header or footer."""
    return {"column": column, "listed": InList(expression=sa.case((_kind == "item", column)), width=width)}


SAMPLE = Attributes(
    Attribute(
        name="kind",
        type=Select(choices=KINDS, required=True),
        section="sample",
        column=_kind,
        listed=InList(width=90),
        filtered=AsFilter(),
    ),
    Attribute(
        name="title",
        type=Text(required=True, max_length=100),
        section="sample",
        default=None,
        comment="what it is chosen by",
        at="title",
        listed=InList(sortable=True, width=200),
    ),
    Attribute(
        name="organisationId",
        type=Reference(source="/orgs"),
        title="Organisation",
        section="sample",
        help="None: for every organisation",
        comment="absent: for every organisation",
    ),
    Attribute(
        name="description",
        type=RichText(required=True),
        section="sample",
        default=None,
        comment="html",
        at="description",
        listed=InList(),
    ),
    Attribute(
        name="metaType",
        type=Select(choices=rules.META_OPTIONS, blank="standalone"),
        title="Item type",
        section="sample",
        at="metaType",
        **_line(sa.Column("meta_type", sa.Text, nullable=False, server_default="standalone"), 110),
    ),
    Attribute(
        name="type",
        type=Select(choices=rules.LINE_OPTIONS, blank="other"),
        section="sample",
        at="type",
        **_line(sa.Column("type", sa.Text, nullable=False, server_default="other"), 120),
    ),
    Attribute(
        name="accountId",
        type=Reference(source="/xero/org/accounts"),
        title="Nominal code",
        section="sample",
        links="account.id",
    ),
    Attribute(
        name="subAccountId",
        type=Reference(source="/xero/org/sub-accounts"),
        title="Sub account",
        section="sample",
        links="sub_account.id",
    ),
    Attribute(
        name="amount",
        type=Money(),
        section="sample",
        **_line(sa.Column("amount", sa.BigInteger, nullable=False, server_default="0"), 100),
    ),
    archived_attribute("sample"),
)
