"""Attributes of nominal codes and sub accounts (`money.md 2`: account code and sub-account management)."""

from __future__ import annotations

import sqlalchemy as sa

from finance.accounts import rules
from kit.attributes import AsFilter, Attribute, Attributes, InList, archived_attribute
from kit.values import Percent, Reference, Select, Text


def _text(name: str, section: str, longest: int, width: int = 0) -> Attribute:
    return Attribute(
        name=name,
        type=Text(required=True, max_length=longest),
        section=section,
        default=None,
        listed=InList(sortable=True, width=width),
    )


def vat_treatment(section: str, explanation: str, at: str = "") -> Attribute:
    """Declare the treatment of a VAT rate of 0, read only at that rate."""
    return Attribute(
        name="VATTreatment",
        type=Select(choices=rules.VAT_TREATMENTS, blank=rules.OUTSIDE),
        title="VAT at 0%",
        section=section,
        help=explanation,
        at=at,
        column=sa.Column(
            "vat_treatment", sa.Text, nullable=False, server_default=rules.OUTSIDE, comment="what a rate of 0 is"
        ),
    )


ACCOUNT = Attributes(
    Attribute(
        name="orgId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section="account",
        column=sa.Column("organisation_id", sa.BigInteger, nullable=False),
        listed=InList(type="id", hidden=True),
    ),
    _text("code", "account", 20, width=100),
    _text("name", "account", 150),
    archived_attribute("account"),
)

_vat_rate = sa.Column("vat_rate", sa.Integer, nullable=False, comment="hundredths of a percent: 2000 is 20 %")

SUB_ACCOUNT = Attributes(
    Attribute(
        name="accountId",
        type=Reference(source="/xero/org/accounts", required=True),
        title="Account",
        section="subAccount",
        links="account.id",
        listed=InList(type="id", title="Account id", hidden=True),
        filtered=AsFilter(title="Account"),
    ),
    _text("code", "subAccount", 20, width=100),
    _text("name", "subAccount", 150),
    Attribute(
        name="VATRate",
        type=Percent(required=True),
        title="VAT rate",
        section="subAccount",
        column=_vat_rate,
        help="For lines written from now on; existing lines keep theirs",
        listed=InList(sortable=True),
    ),
    vat_treatment("subAccount", "The meaning of a VAT rate of 0%: three different things to the tax office"),
    archived_attribute("subAccount"),
)
