"""The list of mail domains."""

from __future__ import annotations

from kit.lists import Column, ListSpec
from support.domains.attributes import MAIL_DOMAIN
from support.domains.fields import DOMAIN_FIELDS
from support.domains.model import mail_domain

MAIL_DOMAINS = ListSpec(
    name="mailDomains",
    path="/v2/support/mailDomains",
    title="Mail domains",
    one="mail domain",
    naming="domain",
    edit=DOMAIN_FIELDS,
    default_sort="domain",
    target="/support/mail/domains?id={id}",
    columns=MAIL_DOMAIN.columns(
        Column(name="id", expression=mail_domain.c.id, type="id", hidden=True),
        *("domain", "state", "sender", "selector", "checked"),
    ),
    filters=MAIL_DOMAIN.filters("state"),
)
