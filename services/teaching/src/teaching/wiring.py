"""Table of contents of teaching."""

from kit.service import Service, modules
from teaching.events import FILES_NAMED, MARKS_RELEASED, NOTIFICATION_RAISED
from teaching.kinds import COMMENT_KINDS, NOTICE_KINDS
from teaching.references import FOREIGN
from teaching.schema import metadata

service = Service(
    name="teaching",
    metadata=metadata,
    modules=modules(
        "teaching",
        "copies",
        "slips",
        "homework",
        "reports",
        "studyplans",
        "collections",
        "journal",
        "acceptance",
        "statistics",
        "trials",
    ),
    events=(FILES_NAMED, MARKS_RELEASED, NOTIFICATION_RAISED),
    foreign=FOREIGN,
    notice_kinds=NOTICE_KINDS,
    comment_kinds=COMMENT_KINDS,
)
