"""Table of mail domains."""

from kit.database.constraints import unique
from support.domains.attributes import MAIL_DOMAIN
from support.schema import metadata

mail_domain = MAIL_DOMAIN.table(
    "mail_domain",
    metadata,
    *MAIL_DOMAIN.choice_checks("state"),
    unique("uq_mail_domain_domain", "This domain is already in the list", "domain"),
)
"""A domain of our addresses, with the findings of the last check."""
MAIL_DOMAIN.index_sorts(mail_domain)
