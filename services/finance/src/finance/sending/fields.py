"""Texts of mails and letterheads, maintained by accounting."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa

from finance.events import LETTERHEAD_CHANGED
from finance.policy import accounting
from finance.sending import attributes, rules
from finance.sending.model import email_template, letterhead
from kit.errors import Invalid
from kit.policy import Actor, Row, staff
from kit.records import Acts, Change, Create, FieldSet

_LOGO = re.compile(r"data:image/(?:png|jpeg|svg\+xml)[;,]")


def _known_words(change: Change) -> None:
    unknown = rules.unknown_merge_fields(change.new)
    if unknown:
        known = ", ".join(f"{{{{{word}}}}}" for word in rules.MERGE_FIELDS)
        raise Invalid(f"There is no word {', '.join(unknown)}; there are {known}", field=change.field.name)


def _picture(change: Change) -> None:
    """Require the logo in the letterhead itself, since the renderer fetches nothing."""
    if change.new and not _LOGO.match(change.new):
        raise Invalid("The logo is a data: URL of a PNG, JPEG or SVG", fields={change.field.name: "A data: URL"})


def _kind_and_words(_: sa.Connection, __: Actor, row: Row) -> dict[str, Any]:
    return attributes.TEMPLATE.shown(row) | {"words": rules.MERGE_FIELDS}


TEMPLATE = FieldSet(
    name="invoiceTemplate",
    table=email_template,
    path="/invoices/templates/{id}",
    read=staff,
    may=accounting,
    extra=_kind_and_words,
    answers=attributes.TemplateExtra,
    sections=attributes.TEMPLATE.sections(
        {"text": "Text"}, dict.fromkeys(("subject", "body"), Acts(check=_known_words))
    ),
)

LETTERHEAD = FieldSet(
    name="letterhead",
    table=letterhead,
    path="/invoices/letterheads/{id}",
    read=staff,
    may=accounting,
    event=LETTERHEAD_CHANGED,
    payload=attributes.LETTERHEAD.payload,
    sections=attributes.LETTERHEAD.sections(
        {"letterhead": "Letterhead"},
        {
            "orgId": Acts(when=lambda _: "A letterhead stays there"),
            "logo": Acts(check=_picture),
        },
    ),
    create=Create(fields=attributes.LETTERHEAD.names("colour", "logo")),
)
