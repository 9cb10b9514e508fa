"""Table of contents of people."""

from kit.service import Service, modules
from people.events import NOTIFICATION_RAISED
from people.kinds import COMMENT_KINDS, NOTICE_KINDS
from people.references import FOREIGN
from people.rpc import PERSON_SERVICE
from people.schema import metadata

service = Service(
    name="people",
    metadata=metadata,
    modules=modules(
        "people",
        "looking",
        "persons",
        "places",
        "checks",
        "requirements",
        "courses",
        "calendar",
        "feeds",
        "exams",
        "exams.components",
        "exams.deadlines",
        "exams.candidacies",
        "exams.entries",
        "exams.marks",
        "exams.options",
        "exams.files",
        "exams.access",
        "exams.rules",
        "exams.sessions",
        "exams.register",
        "exams.roster",
        "exams.plans",
        "exams.documents",
        "exams.papers",
        "exams.anomalies",
        "exams.references",
        "exams.assessment",
        "exams.reviews",
        "exams.certificates",
        "exams.trialpapers",
        "exams.marking",
        "exams.briefing",
        "billing",
        "pipeline",
        "leads",
        "checklists",
        "compliance",
        "reference",
        "forms",
        "entries",
        "applications",
        "search",
        "warehouse",
    ),
    events=(NOTIFICATION_RAISED,),
    rpc=(PERSON_SERVICE,),
    foreign=FOREIGN,
    notice_kinds=NOTICE_KINDS,
    comment_kinds=COMMENT_KINDS,
)
