"""Table of contents of support."""

from kit.service import Service, modules
from support.references import FOREIGN
from support.schema import metadata

service = Service(
    name="support",
    metadata=metadata,
    modules=modules(
        "support",
        "corrections",
        "directory",
        "kinds",
        "comments",
        "reports",
        "errors",
        "mail",
        "notifications",
        "levels",
        "rota",
        "mailboxes",
        "domains",
        "tickets",
        "replies",
        "templates",
        "recurring",
        "articles",
        "statistics",
        "inbox",
    ),
    foreign=FOREIGN,
)
