"""Table of contents of identity."""

from identity import health
from identity.config import signing_key
from identity.kinds import COMMENT_KINDS
from identity.references import FOREIGN
from identity.schema import metadata
from kit.service import Service, modules

service = Service(
    name="identity",
    metadata=metadata,
    modules=modules(
        "identity",
        "accounts",
        "factors",
        "sessions",
        "users",
        "organisation",
        "personal",
        "tables",
        "audit",
        "workspace",
        "credentials",
        "website",
        "dashboards",
    ),
    routes=(health.routes,),
    before_serving=(signing_key,),
    foreign=FOREIGN,
    comment_kinds=COMMENT_KINDS,
)
