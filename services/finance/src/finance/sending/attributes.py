"""Attributes of the texts of mails, and of letterheads."""

from __future__ import annotations

from typing import TypedDict

import sqlalchemy as sa

from finance.sending.rules import MAIL_KINDS, REMINDER_TEXTS
from kit.attributes import Attribute, Attributes, InList
from kit.values import Colour, Email, Phone, Reference, RichText, Select, Text, options

TEMPLATE_KINDS = (*MAIL_KINDS, *REMINDER_TEXTS, *options(("creditNote", "Credit note")))

TEMPLATE = Attributes(
    Attribute(
        name="kind",
        type=Select(choices=TEMPLATE_KINDS, required=True),
        at="kind",
        column=sa.Column("kind", sa.Text, nullable=False, unique=True),
        listed=InList(sortable=True, width=210),
    ),
    Attribute(
        name="subject",
        type=Text(required=True, max_length=250),
        section="text",
        default=None,
        listed=InList(sortable=True),
    ),
    Attribute(
        name="body",
        type=RichText(required=True),
        section="text",
        default=None,
        comment="html with {{words}} (`rules.WORDS`)",
    ),
)


@TEMPLATE.answer
class TemplateExtra(TypedDict):
    """The kind of mail, and its merge fields with their meaning."""

    words: dict[str, str]  # allow words-of-a-manual: the name on the wire


LETTERHEAD = Attributes(
    Attribute(
        name="orgId",
        type=Reference(source="/orgs", required=True),
        title="Organisation",
        section="letterhead",
        column=sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False, comment="the organisation's"),
    ),
    Attribute(
        name="name",
        type=Text(required=True, max_length=100),
        section="letterhead",
        event="name",
        comment="of the company that invoices",
        listed=InList(sortable=True),
    ),
    Attribute(
        name="address",
        type=Text(max_length=300, multiline=True),
        section="letterhead",
        comment="a line a line",
        event="address",
    ),
    Attribute(name="email", type=Email(), section="letterhead", event="email", listed=InList()),
    Attribute(name="phone", type=Phone(), section="letterhead", event="phone"),
    Attribute(name="website", type=Text(max_length=100), section="letterhead", event="website"),
    Attribute(name="companyNumber", type=Text(max_length=40), section="letterhead"),
    Attribute(
        name="VATNumber",
        type=Text(max_length=40),
        title="VAT number",
        section="letterhead",
        listed=InList(),
        column=sa.Column("vat_number", sa.Text, nullable=False, server_default=""),
    ),
    Attribute(
        name="smallPrint",
        type=Text(max_length=600, multiline=True),
        section="letterhead",
        comment="at the foot of each invoice",
    ),
    Attribute(
        name="paymentTerms",
        type=Text(max_length=600, multiline=True),
        section="letterhead",
        comment="on what is to be paid",
    ),
    Attribute(name="colour", type=Colour(required=True), section="letterhead", default="#12404a", event="colour"),
    Attribute(name="logo", type=Text(max_length=200_000), section="letterhead", comment="a data: URL", event="logo"),
)
