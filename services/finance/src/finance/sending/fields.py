"""Texts of mails and letterheads, kept by accounting."""

from __future__ import annotations

import re

from finance.policy import for_staff
from finance.sending import rules
from finance.sending.answers import TemplateExtra
from finance.sending.model import email_template, letterhead
from finance.sending.policy import keeps_texts
from kit.errors import Invalid
from kit.policy import staff
from kit.records import Change, Create, Field, FieldSet, Section
from kit.values import Email, Phone, Reference, RichText, Text

_text, _head = email_template.c, letterhead.c
_LOGO = re.compile(r"data:image/(?:png|jpeg|svg\+xml)[;,]")


def _known_words(change: Change) -> None:
    unknown = rules.unknown_merge_fields(change.new)
    if unknown:
        known = ", ".join(f"{{{{{word}}}}}" for word in rules.MERGE_FIELDS)
        text = f"There is no word {', '.join(unknown)}; there are {known}"
        raise Invalid(text, fields={change.field.name: text})


def _colour(change: Change) -> None:
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", change.new):
        raise Invalid("A colour is written like #12404a", fields={change.field.name: "Like #12404a"})


def _picture(change: Change) -> None:
    """The renderer fetches nothing, so the logo is in the letterhead itself."""
    if change.new and not _LOGO.match(change.new):
        raise Invalid("The logo is a data: URL of a PNG, JPEG or SVG", fields={change.field.name: "A data: URL"})


TEMPLATE = FieldSet(
    name="invoiceTemplate",
    table=email_template,
    path="/invoices/templates/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_texts,
    extra=lambda connection, actor, row: {"kind": row["kind"], "words": rules.MERGE_FIELDS},
    answers=TemplateExtra,
    sections=(
        Section(
            "text",
            "Text",
            (
                Field(
                    name="subject", column=_text.subject, type=Text(required=True, max_length=250), check=_known_words
                ),
                Field(name="body", column=_text.body, type=RichText(required=True), check=_known_words),
            ),
        ),
    ),
)

LETTERHEAD = FieldSet(
    name="letterhead",
    table=letterhead,
    path="/invoices/letterheads/{id}",
    scope=for_staff,
    read=staff,
    may=keeps_texts,
    sections=(
        Section(
            "letterhead",
            "Letterhead",
            (
                Field(
                    name="orgId", column=_head.id, title="Organisation", when=lambda _: "A letterhead stays there",
                    type=Reference(source="/orgs", required=True),
                ),
                Field(name="name", column=_head.name, type=Text(required=True, max_length=100)),
                Field(name="address", column=_head.address, type=Text(max_length=300, multiline=True)),
                Field(name="email", column=_head.email, type=Email()),
                Field(name="phone", column=_head.phone, type=Phone()),
                Field(name="website", column=_head.website, type=Text(max_length=100)),
                Field(name="companyNumber", column=_head.company_number, type=Text(max_length=40)),
                Field(name="VATNumber", column=_head.vat_number, title="VAT number", type=Text(max_length=40)),
                Field(name="smallPrint", column=_head.small_print, type=Text(max_length=600, multiline=True)),
                Field(name="paymentTerms", column=_head.payment_terms, type=Text(max_length=600, multiline=True)),
                Field(name="colour", column=_head.colour, type=Text(required=True, max_length=7), check=_colour),
                Field(name="logo", column=_head.logo, type=Text(max_length=200_000), check=_picture),
            ),
        ),
    ),
    create=Create(
        path="/invoices/letterheads",
        fields=(
            "orgId", "name", "address", "email", "phone", "website", "companyNumber", "VATNumber", "smallPrint",
            "paymentTerms",
        ),
        may=keeps_texts,
    ),
)  # fmt: skip
