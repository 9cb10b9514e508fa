"""The lists of texts and letterheads."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.sending import attributes
from finance.sending.fields import LETTERHEAD, TEMPLATE
from finance.sending.model import email_template, letterhead
from kit.lists import Column, ListSpec

TEMPLATES = ListSpec(
    name="invoiceTemplates",
    title="Texts of mails",
    naming="kind",
    default_sort="kind",
    edit=TEMPLATE,
    columns=attributes.TEMPLATE.columns(Column(name="id", expression=email_template.c.id, type="id", width=60)),
)

LETTERHEADS = ListSpec(
    name="letterheads",
    title="Letterheads",
    naming="name",
    source=letterhead.outerjoin(organisation, organisation.c.id == letterhead.c.id),
    default_sort="name",
    edit=LETTERHEAD,
    columns=attributes.LETTERHEAD.columns(
        Column(name="id", expression=letterhead.c.id, type="id", hidden=True),
        Column(name="organisation", expression=organisation.c.title, width=120),
    ),
)
