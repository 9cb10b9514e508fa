"""Table of contents of finance."""

from finance.events import NOTIFICATION_RAISED
from finance.kinds import COMMENT_KINDS, NOTICE_KINDS
from finance.references import FOREIGN
from finance.schema import metadata
from kit.service import Service, modules

service = Service(
    name="finance",
    metadata=metadata,
    modules=modules(
        "finance",
        "copies",
        "invoices",
        "editor",
        "items",
        "plans",
        "samples",
        "conversions",
        "exams",
        "exams.billing",
        "accounts",
        "pay",
        "sending",
        "reminding",
        "rates",
        "statistics",
        "sync",
        "periods",
        "payouts",
    ),
    events=(NOTIFICATION_RAISED,),
    foreign=FOREIGN,
    notice_kinds=NOTICE_KINDS,
    comment_kinds=COMMENT_KINDS,
)
