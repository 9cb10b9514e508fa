"""The lists of texts and letterheads."""

from __future__ import annotations

from finance.copies.model import organisation
from finance.policy import for_staff
from finance.sending.fields import LETTERHEAD, TEMPLATE
from finance.sending.model import email_template, letterhead
from finance.sending.rules import MAIL_KINDS
from kit.lists import Column, ListSpec
from kit.policy import staff
from kit.values import options

_text, _head = email_template.c, letterhead.c
KINDS = (*MAIL_KINDS, *options(("creditNote", "Credit note")))

TEMPLATES = ListSpec(
    name="invoiceTemplates",
    path="/invoices/templates",
    title="Texts of mails",
    source=email_template,
    key=_text.id,
    scope=for_staff,
    may=staff,
    default_sort="kind",
    edit=TEMPLATE,
    columns=(
        Column(name="id", expression=_text.id, type="id", width=60),
        Column(name="kind", expression=_text.kind, type="select", options=KINDS, sortable=True, width=120),
        Column(name="subject", expression=_text.subject, sortable=True),
    ),
)

LETTERHEADS = ListSpec(
    name="letterheads",
    path="/invoices/letterheads",
    title="Letterheads",
    source=letterhead.outerjoin(organisation, organisation.c.id == _head.id),
    key=_head.id,
    scope=for_staff,
    may=staff,
    default_sort="name",
    edit=LETTERHEAD,
    columns=(
        Column(name="id", expression=_head.id, type="id", hidden=True),
        Column(name="organisation", expression=organisation.c.title, width=120),
        Column(name="name", expression=_head.name, sortable=True),
        Column(name="email", expression=_head.email, type="email"),
        Column(name="VATNumber", expression=_head.vat_number, title="VAT number"),
    ),
)
